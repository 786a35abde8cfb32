#include "lib/rows.h"
#include "tap/tap.h"

int
main(void)
{
	struct ft_table_options options = { .format = FT_FORMAT_CSV };
	struct ft_out out;

	ft_out_init(&out, NULL);
	rows_print(&out, &options, false);
	is_str(ft_str_text(&out.text),
	    "Account,RawShares,LevelFS,TRES,Note\n"
	    "root,,inf,,\n"
	    " chemistry,12345,11253903.562106,\"cpu=1,mem=20\","
	    "\"a,\"\"b\"\"|c\"\n"
	    "yes,,0.5,,\n",
	    "rows");
	ft_str_clear(&out.text);
	options.no_header = true;
	rows_print(&out, &options, false);
	is_str(ft_str_text(&out.text),
	    "root,,inf,,\n"
	    " chemistry,12345,11253903.562106,\"cpu=1,mem=20\","
	    "\"a,\"\"b\"\"|c\"\n"
	    "yes,,0.5,,\n",
	    "without header");
	ft_out_free(&out);
	return done_testing();
}
