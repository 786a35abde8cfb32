/* Lines of the shell: words in order, within the line, without its blanks. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "facctmgr/shell/shell.h"
#include "base/mem.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check(const char *line, bool comments, bool slurm)
{
	struct facctmgr_line_words words;
	size_t end = 0;

	facctmgr_split_line(line, comments, slurm, &words);
	for (size_t i = 0; i < words.n; i++) {
		size_t len = strlen(words.item[i]);

		if (len == 0 || words.start[i] < end ||
		    strncmp(line + words.start[i], words.item[i], len) != 0)
			abort();
		end = words.start[i] + len;
	}
	if (end > strlen(line) || (words.open && end != strlen(line)))
		abort();
	facctmgr_line_words_free(&words);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *line = ft_strndup((const char *)data, size);

	check(line, true, false);
	check(line, false, true);
	ft_free(line);
	return 0;
}
