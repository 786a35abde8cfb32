#include "lib/rows.h"

#include <math.h>

struct cells {
	const char *account, *tres, *note;
	uint32_t shares;
	double level;
	bool has_shares, bad;
};

/* Of "yes, no" only the first word. */
static void
get_account(const void *row, struct ft_value *value)
{
	const struct cells *const *cells = row;

	ft_value_text(value, (*cells)->account);
	if (value->len > 3 && value->text[3] == ',')
		value->len = 3;
}

static void
get_level(const void *row, struct ft_value *value)
{
	const struct cells *const *cells = row;

	ft_value_real(value, (ft_real)(*cells)->level);
	if ((*cells)->bad)
		value->style = FT_STYLE_BAD;
}

static const struct ft_column column[] = {
	{ .name = "Account",
	    .width = -8,
	    .key = "account",
	    .get = get_account },
	{ .name = "RawShares",
	    .header = "Shares",
	    .width = 4,
	    .type = FT_COLUMN_UINT,
	    .flags = FT_COLUMN_UNION | FT_COLUMN_LIMIT,
	    .key = "shares",
	    FT_MEMBER_IF(struct cells, shares, has_shares) },
	{ .name = "LevelFS",
	    .width = 10,
	    .type = FT_COLUMN_REAL,
	    .flags = FT_COLUMN_UNION,
	    .key = "level",
	    .get = get_level },
	{ .name = "TRES",
	    .width = 8,
	    .type = FT_COLUMN_TRES,
	    .key = "tres",
	    FT_MEMBER(struct cells, tres) },
	{ .name = "Note", .width = 4, FT_MEMBER(struct cells, note) },
};

static void
send(struct ft_table *table)
{
	static const struct cells rows[] = {
		{ .account = "root", .level = INFINITY },
		{ .account = " chemistry",
		    .has_shares = true,
		    .shares = 12345,
		    .level = 11253903.562106,
		    .bad = true,
		    .tres = "cpu=1,mem=20",
		    .note = "a,\"b\"|c" },
		{ .account = "yes, no",
		    .has_shares = true,
		    .shares = UINT32_MAX,
		    .level = 0.5 },
	};

	for (size_t i = 0; i < FT_COUNT(rows); i++)
		ft_table_put(table, &(const struct cells *){ &rows[i] });
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
