/*
 * Command lines, a word a line, the first byte says of which program, on a store
 * with people, nodes and jobs; or, from 128 on, what facctmgr reads.  What fails
 * says why, and leaves a sound store.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/text/str.h"
#include "common/complete.h"
#include "main/completion.h"
#include "main/run.h"
#include "fault/deed.h"
#include "fault/whole.h"
#include "fuzz/fuzz.h"
#include "lib/storefile.h"

extern const struct ft_cmd ft_cmd_facct, ft_cmd_facctmgr, ft_cmd_fbatch,
    ft_cmd_fcancel, ft_cmd_fcontrol, ft_cmd_fprio, ft_cmd_fqueue, ft_cmd_fshare,
    ft_cmd_fwhy;

static const struct ft_cmd *const programs[] = { &ft_cmd_facct,
	&ft_cmd_facctmgr, &ft_cmd_fbatch, &ft_cmd_fcancel, &ft_cmd_fcontrol,
	&ft_cmd_fprio, &ft_cmd_fqueue, &ft_cmd_fshare, &ft_cmd_fwhy };

enum { PROGRAMS = FT_COUNT(programs), WORDS = 16 };

static struct {
	char *base, *work, *folder;
	int home, there; /* the folder we are in, that of the stores */
} place;

static void
find_place(void)
{
	if (place.base)
		return;
	place.base = storefile_path("base.db");
	place.work = storefile_path("work.db");
	place.folder = ft_strdup(place.base);
	*strrchr(place.folder, '/') = '\0';
	deed_make_base(place.base, place.folder);
	setenv("FAIRTREE_DB", place.work, 1);
	place.home = open(".", O_RDONLY);
	place.there = open(place.folder, O_RDONLY);
	must(place.home >= 0 && place.there >= 0, "folders");
}

/* Whether a word leads out of the folder, or to a list that never ends. */
static bool
is_out_of_bounds(const struct ft_cmd *program, const char *word)
{
	return strchr(word, '/') || strstr(word, "..") ||
	       (program == &ft_cmd_fqueue && word[0] == '-' &&
		   strchr(word, 'i'));
}

/* Returns how many words of TEXT are in argv, 0: they are not to be tried. */
static int
split(const struct ft_cmd *program, char *text, char **argv)
{
	int n = 1;

	argv[0] = (char *)(uintptr_t)program->name;
	for (char *word = text; word && n < WORDS;) {
		char *end = strchr(word, '\n');

		if (end)
			*end++ = '\0';
		if (is_out_of_bounds(program, word))
			return 0;
		argv[n++] = word;
		word = end;
	}
	argv[n] = NULL;
	return n;
}

static FILE *
input_of(const char *text)
{
	FILE *file = tmpfile();

	must(file && fputs(text, file) != EOF, "input");
	rewind(file);
	return file;
}

static void
run(const struct ft_cmd *program, int argc, char **argv, const char *input)
{
	struct ft_context context = { .cmd = program,
		.release = FT_RELEASE_ANY,
		.program = program->name,
		.argc = argc,
		.argv = argv };
	char *out = NULL, *err = NULL;
	size_t n_out, n_err;
	int status;

	context.in = input_of(input);
	context.out = open_memstream(&out, &n_out);
	context.err = open_memstream(&err, &n_err);
	must(context.in && context.out && context.err, "streams");
	status = ft_complete_is_asked(argc, argv)
		     ? ft_complete_answer(&context, argc, argv)
		     : ft_cmd_run(&context, argc, argv);
	fclose(context.in);
	fclose(context.out);
	fclose(context.err);
	must(status >= 0 && status < 126, "a status that a program may have");
	must(status == 0 || n_out + n_err > 0, "a word about what is wrong");
	free(out);
	free(err);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *shell[] = { (char[]){ "facctmgr" }, (char[]){ "-i" }, NULL };
	const struct ft_cmd *program;
	char *text, *argv[WORDS + 1];
	bool reads = size && data[0] & 0x80;
	int argc;

	if (size == 0)
		return 0;
	program = reads ? &ft_cmd_facctmgr : programs[data[0] % PROGRAMS];
	text = ft_strndup((const char *)data + 1, size - 1);
	argc = reads ? !is_out_of_bounds(program, text)
		     : split(program, text, argv);
	if (argc > 0) {
		find_place();
		whole_copy(place.base, place.work);
		must(fchdir(place.there) == 0, "the folder of the stores");
		if (reads)
			run(program, 2, shell, text);
		else
			run(program, argc, argv, "");
		must(fchdir(place.home) == 0, "back");
		must(storefile_is_sound(place.work), "a sound store");
	}
	ft_free(text);
	return 0;
}
