/* What counts as an answer to a yes-or-no question. */
#include "cli/yesno.h"

#include <stddef.h>

#include "tap/tap.h"

int
main(void)
{
	static const struct {
		const char *line;
		enum ft_yesno answer;
	} rows[] = {
		{ "y", FT_YESNO_YES },
		{ "Y", FT_YESNO_YES },
		{ "yes", FT_YESNO_YES },
		{ "YeS", FT_YESNO_YES },
		{ " y\t", FT_YESNO_YES },
		{ "y\r", FT_YESNO_YES },
		{ "n", FT_YESNO_NO },
		{ "N", FT_YESNO_NO },
		{ "no", FT_YESNO_NO },
		{ "", FT_YESNO_EMPTY },
		{ "  \t", FT_YESNO_EMPTY },
		{ "xyz", FT_YESNO_NEITHER },
		{ "ye", FT_YESNO_NEITHER },
		{ "yy", FT_YESNO_NEITHER },
		{ "yess", FT_YESNO_NEITHER },
		{ "y n", FT_YESNO_NEITHER },
		{ "non", FT_YESNO_NEITHER },
		{ "\xc3\xbf", FT_YESNO_NEITHER },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		is_i64(ft_yesno_of(rows[i].line), rows[i].answer, "'%s'",
		    rows[i].line);
	return done_testing();
}
