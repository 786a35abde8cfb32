/* What counts as an answer to a yes-or-no question. */
#include "cli/answer.h"

#include <stddef.h>

#include "tap/tap.h"

int
main(void)
{
	static const struct {
		const char *line;
		enum ft_answer answer;
	} rows[] = {
		{ "y", FT_ANSWER_YES },
		{ "Y", FT_ANSWER_YES },
		{ "yes", FT_ANSWER_YES },
		{ "YeS", FT_ANSWER_YES },
		{ " y\t", FT_ANSWER_YES },
		{ "y\r", FT_ANSWER_YES },
		{ "n", FT_ANSWER_NO },
		{ "N", FT_ANSWER_NO },
		{ "no", FT_ANSWER_NO },
		{ "", FT_ANSWER_EMPTY },
		{ "  \t", FT_ANSWER_EMPTY },
		{ "xyz", FT_ANSWER_NEITHER },
		{ "ye", FT_ANSWER_NEITHER },
		{ "yy", FT_ANSWER_NEITHER },
		{ "yess", FT_ANSWER_NEITHER },
		{ "y n", FT_ANSWER_NEITHER },
		{ "non", FT_ANSWER_NEITHER },
		{ "\xc3\xbf", FT_ANSWER_NEITHER },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		is_i64(ft_answer_of(rows[i].line), rows[i].answer, "'%s'",
		    rows[i].line);
	return done_testing();
}
