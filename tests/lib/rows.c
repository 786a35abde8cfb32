#include "lib/rows.h"

#include <math.h>

static const struct ft_column column[] = {
	{ "Account", "Account", "account", -8, FT_FIELD_TEXT, false },
	{ "Shares", "RawShares", "shares", 4, FT_FIELD_UINT, true },
	{ "LevelFS", "LevelFS", "level", 10, FT_FIELD_REAL, true },
	{ "TRES", "TRES", "tres", 8, FT_FIELD_TRES, false },
	{ "Note", "Note", NULL, 4, FT_FIELD_TEXT, false },
};

static void
send(struct ft_table *table)
{
	ft_table_text(table, "root");
	ft_table_unset(table);
	ft_table_real(table, INFINITY);
	ft_table_text(table, NULL);
	ft_table_row(table);

	ft_table_text(table, " chemistry");
	ft_table_u64(table, 12345);
	ft_table_style(table, FT_STYLE_BAD);
	ft_table_real(table, 11253903.562106);
	ft_table_text(table, "cpu=1,mem=20");
	ft_table_text(table, "a,\"b\"|c");
	ft_table_row(table);

	ft_table_text_n(table, "yes, no", 3);
	ft_table_infinite(table);
	ft_table_real(table, 0.5);
	ft_table_row(table);
}

void
rows_print(
    struct ft_out *out, const struct ft_table_options *options, bool measured)
{
	struct ft_table *table =
	    ft_table_open(out, options, column, sizeof column / sizeof *column);

	if (measured && ft_table_measure(table)) {
		send(table);
		ft_table_print(table);
	}
	send(table);
	ft_table_close(table);
}
