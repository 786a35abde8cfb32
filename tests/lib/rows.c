#include "lib/rows.h"

#include <math.h>

static const struct ft_column column[] = {
	{ .name = "Account", .width = -8, .key = "account" },
	{ .name = "RawShares",
	    .header = "Shares",
	    .width = 4,
	    .type = FT_COLUMN_UINT,
	    .flags = FT_COLUMN_UNION,
	    .key = "shares" },
	{ .name = "LevelFS",
	    .width = 10,
	    .type = FT_COLUMN_REAL,
	    .flags = FT_COLUMN_UNION,
	    .key = "level" },
	{ .name = "TRES", .width = 8, .type = FT_COLUMN_TRES, .key = "tres" },
	{ .name = "Note", .width = 4 },
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
	    ft_table_open(out, options, column, FT_COUNT(column));

	if (measured && ft_table_measure(table)) {
		send(table);
		ft_table_print(table);
	}
	send(table);
	ft_table_close(table);
}
