#include "cli/spelling.h"

#include "tap/tap.h"

int
main(void)
{
	static const char *const known[] = { "accounts", "all", "format",
		"sort", "json", "parsable", "parsable2", "partition" };
	static const struct {
		const char *word, *want;
	} row[] = {
		{ "fromat", "format" },
		{ "formatt", "format" },
		{ "FORMAT", "format" },
		{ "frmt", NULL },
		{ "frmat", "format" },
		{ "acounts", "accounts" },
		{ "account", "accounts" },
		{ "jsno", "json" },
		{ "jsn", "json" },
		{ "xsot", NULL },
		{ "al", "all" },
		{ "x", NULL },
		{ "", NULL },
		{ "parseable", "parsable" },
		{ "parsable3", "parsable" },
		{ "bogus", NULL },
		{ "srto", NULL },   /* two swaps apart from sort */
		{ "osrt", "sort" }, /* one */
		{ "ofrmta", "format" },
		{ "partitionss", "partition" },
		{ "partitionsss", NULL },
		{ "a", NULL },
		/* known, so nothing else is meant: not itself, not a neighbour */
		{ "format", NULL },
		{ "parsable", NULL },
		{ "parsable2", NULL },
		{ "formatformatformatformatformatformat", NULL },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_spelling spelling = { .word = row[i].word };

		for (size_t k = 0; k < FT_COUNT(known); k++)
			ft_spelling_offer(&spelling, known[k]);
		is_str(spelling.best, row[i].want, "'%s'", row[i].word);
	}
	return done_testing();
}
