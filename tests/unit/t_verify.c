#include "report/verify/verify.h"

#include <string.h>

#include "tap/tap.h"

/* root, of which two users have 1 share each. */
static void
make_rows(struct ft_verify_row row[3], double first, double second)
{
	static const char *const key[] = { "root\n\n", "root\nann\n",
		"root\nbob\n" };

	memset(row, 0, 3 * sizeof *row);
	for (size_t i = 0; i < 3; i++) {
		row[i].key = key[i];
		row[i].shown = true;
		row[i].is_user = i > 0;
		row[i].parent = i ? 0 : FT_VERIFY_NONE;
		row[i].shares = i > 0;
		row[i].level_shares = 0.5;
		for (int c = 0; c < FT_VERIFY_COLUMNS; c++)
			row[i].cell[c] =
			    (struct ft_verify_cell){ .site = "", .here = "" };
	}
	row[0].least = first + second;
	row[1].least = first;
	row[2].least = second;
}

static void
set(struct ft_verify_row *row, enum ft_verify_column column, const char *site,
    const char *here)
{
	row->cell[column].site = site;
	row->cell[column].here = here;
}

static enum ft_verify_cause
cause_of(const struct ft_verify_row *row, enum ft_verify_column column)
{
	return row->cell[column].cause;
}

/* The site has bob before ann. */
static void
swap(struct ft_verify_row row[3])
{
	set(&row[1], FT_VERIFY_FAIR_SHARE, "0.500000", "1.000000");
	set(&row[2], FT_VERIFY_FAIR_SHARE, "1.000000", "0.500000");
}

static void
test_order(void)
{
	struct ft_verify_row row[3];
	struct ft_verify verify = { .row = row, .n = 3 };

	/* bob 10.9 or more, ann less than 11.5: both 11 */
	make_rows(row, 10.5, 10.9);
	swap(row);
	ft_verify_compare(&verify);
	is_i64(cause_of(&row[1], FT_VERIFY_FAIR_SHARE), FT_VERIFY_UNEXPLAINED,
	    "another order is not explained by itself");
	ft_verify_round(&verify);
	is_i64(cause_of(&row[1], FT_VERIFY_FAIR_SHARE), FT_VERIFY_ROUNDED,
	    "but by usage that is cut to the same");
	/* bob 11 or more, ann less than 11 */
	make_rows(row, 10, 11);
	swap(row);
	ft_verify_compare(&verify);
	ft_verify_round(&verify);
	ft_verify_hide(&verify);
	is_i64(cause_of(&row[1], FT_VERIFY_FAIR_SHARE), FT_VERIFY_UNEXPLAINED,
	    "not if the better one used at least as much as the other less");
	ft_verify_free(&verify);
}

static void
test_rounding(void)
{
	struct ft_verify_row row[3];
	struct ft_verify verify = { .row = row, .n = 3 };

	/* 10 of 40: from 10 / 41 = 0.243902 to 11 / 40 = 0.275 */
	make_rows(row, 10, 30);
	set(&row[1], FT_VERIFY_EFFECTV_USAGE, "0.275000", "0.250000");
	set(&row[1], FT_VERIFY_NORM_USAGE, "0.243902", "0.250000");
	/* 0.5 / 0.275 = 1.818182 to 0.5 / (10 / 41) = 2.05 */
	set(&row[1], FT_VERIFY_LEVEL_FS, "1.818182", "2.000000");
	/* 30 of 40: to 31 / 40 = 0.775; 0.5 / (30 / 41) = 0.683333 */
	set(&row[2], FT_VERIFY_EFFECTV_USAGE, "0.775001", "0.750000");
	set(&row[2], FT_VERIFY_LEVEL_FS, "0.683334", "0.666667");
	ft_verify_compare(&verify);
	ft_verify_round(&verify);
	is_i64(cause_of(&row[1], FT_VERIFY_EFFECTV_USAGE), FT_VERIFY_ROUNDED,
	    "11 / 40");
	is_i64(cause_of(&row[1], FT_VERIFY_NORM_USAGE), FT_VERIFY_ROUNDED,
	    "10 / 41");
	is_i64(cause_of(&row[1], FT_VERIFY_LEVEL_FS), FT_VERIFY_ROUNDED,
	    "0.5 / (11 / 40)");
	is_i64(cause_of(&row[2], FT_VERIFY_EFFECTV_USAGE),
	    FT_VERIFY_UNEXPLAINED, "a digit more than 31 / 40");
	is_i64(cause_of(&row[2], FT_VERIFY_LEVEL_FS), FT_VERIFY_UNEXPLAINED,
	    "a digit more than 0.5 / (30 / 41)");
	ft_verify_free(&verify);
}

static void
test_hidden(void)
{
	struct ft_verify_row row[3];
	struct ft_verify verify = { .row = row, .n = 3 };

	/* 1 / (2 + 5) */
	make_rows(row, 10, 30);
	set(&row[1], FT_VERIFY_NORM_SHARES, "0.142857", "0.500000");
	set(&row[2], FT_VERIFY_NORM_SHARES, "0.142857", "0.500000");
	ft_verify_compare(&verify);
	ft_verify_hide(&verify);
	is_i64(cause_of(&row[2], FT_VERIFY_NORM_SHARES), FT_VERIFY_HIDDEN,
	    "5 shares are hidden");
	is_str(row[2].cell[FT_VERIFY_NORM_SHARES].detail,
	    "5 shares below root are not shown", "and it says so");
	/* 1 / 0.142858 = 6.99996 */
	set(&row[2], FT_VERIFY_NORM_SHARES, "0.142858", "0.500000");
	ft_verify_compare(&verify);
	ft_verify_hide(&verify);
	is_i64(cause_of(&row[1], FT_VERIFY_NORM_SHARES), FT_VERIFY_UNEXPLAINED,
	    "no whole number of shares gives both");
	ft_verify_free(&verify);
}

static void
test_try(void)
{
	struct ft_verify_row row[3];
	struct ft_verify verify = { .row = row, .n = 3 };
	const char *text[3 * FT_VERIFY_COLUMNS];
	const unsigned mask = 1u << FT_VERIFY_FAIR_SHARE;

	for (size_t i = 0; i < sizeof text / sizeof *text; i++)
		text[i] = "";
	make_rows(row, 10, 30);
	swap(row);
	text[FT_VERIFY_COLUMNS + FT_VERIFY_FAIR_SHARE] = "0.500000";
	text[2 * FT_VERIFY_COLUMNS + FT_VERIFY_FAIR_SHARE] = "0.500000";
	ft_verify_compare(&verify);
	ok(!ft_verify_try(&verify, text, mask, FT_VERIFY_RULE, "x"),
	    "a table that has another cell explains nothing");
	is_i64((int64_t)ft_verify_count(
		   &verify, FT_VERIFY_FAIR_SHARE, FT_VERIFY_UNEXPLAINED),
	    2, "not even the cell that it gives");
	text[2 * FT_VERIFY_COLUMNS + FT_VERIFY_FAIR_SHARE] = "1.000000";
	ok(ft_verify_try(&verify, text, mask, FT_VERIFY_RULE, "x"),
	    "a table that has all cells of the column");
	is_i64((int64_t)ft_verify_count(
		   &verify, FT_VERIFY_FAIR_SHARE, FT_VERIFY_RULE),
	    2, "explains those that differ");
	ft_verify_free(&verify);
}

int
main(void)
{
	test_order();
	test_rounding();
	test_hidden();
	test_try();
	return done_testing();
}
