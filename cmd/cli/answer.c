#include "base/base.h"
#include "cli/answer.h"

enum ft_answer
ft_answer_of(const char *line)
{
	static const struct {
		const char *word;
		enum ft_answer answer;
	} words[] = {
		{ "", FT_ANSWER_EMPTY },
		{ "y", FT_ANSWER_YES },
		{ "yes", FT_ANSWER_YES },
		{ "n", FT_ANSWER_NO },
		{ "no", FT_ANSWER_NO },
	};
	static const char blanks[] = " \t\r";
	size_t len;

	line += strspn(line, blanks);
	len = strlen(line);
	while (len > 0 && strchr(blanks, line[len - 1]))
		len--;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i].word) == len &&
		    strncasecmp(line, words[i].word, len) == 0)
			return words[i].answer;
	return FT_ANSWER_NEITHER;
}
