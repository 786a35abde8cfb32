#include "lib/rows.h"
#include "tap/tap.h"

int
main(void)
{
	static const struct {
		struct ft_table_options options;
		const char *want, *name;
	} row[] = {
		{ { .format = FT_FORMAT_PARSABLE2 },
		    "Account|Shares|LevelFS|TRES|Note\n"
		    "root||inf||\n"
		    " chemistry|12345|11253903.562106|cpu=1,mem=20|"
		    "a,\"b\"|c\n"
		    "yes||0.500000||\n",
		    "-P" },
		{ { .format = FT_FORMAT_PARSABLE, .grow = true },
		    "Account|Shares|LevelFS|TRES|Note|\n"
		    "root||inf|||\n"
		    " chemistry|12345|11253903.562106|cpu=1,mem=20|"
		    "a,\"b\"|c|\n"
		    "yes||0.500000|||\n",
		    "-p" },
		{ { .format = FT_FORMAT_PARSABLE2, .no_header = true },
		    "root||inf||\n"
		    " chemistry|12345|11253903.562106|cpu=1,mem=20|"
		    "a,\"b\"|c\n"
		    "yes||0.500000||\n",
		    "-P -n" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_out out;

		ft_out_init(&out, NULL);
		rows_print(&out, &row[i].options, true);
		is_str(ft_str_text(&out.text), row[i].want, "%s", row[i].name);
		ft_out_free(&out);
	}
	return done_testing();
}
