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

/* Returns how many of the three columns of ann's usage are rounded, if the site printed
 * these; here 10 or more and less than 11 is her part of 40 or more. */
static size_t
rounded(const char *norm, const char *effectv, const char *level)
{
	static const enum ft_verify_column column[] = { FT_VERIFY_NORM_USAGE,
		FT_VERIFY_EFFECTV_USAGE, FT_VERIFY_LEVEL_FS };
	struct ft_verify_row row[3];
	struct ft_verify verify = { .row = row, .n = 3 };
	size_t n = 0;

	make_rows(row, 10, 30);
	set(&row[1], FT_VERIFY_NORM_USAGE, norm, "0.250000");
	set(&row[1], FT_VERIFY_EFFECTV_USAGE, effectv, "0.250000");
	set(&row[1], FT_VERIFY_LEVEL_FS, level, "2.000000");
	ft_verify_compare(&verify);
	ft_verify_round(&verify);
	for (size_t i = 0; i < 3; i++)
		n += cause_of(&row[1], column[i]) == FT_VERIFY_ROUNDED;
	ft_verify_free(&verify);
	return n;
}

static void
test_rounding(void)
{
	/* from 10 / 41 = 0.243902 to 11 / 40 = 0.275; 0.5 / 0.275 = 1.818182 to
	 * 0.5 / (10 / 41) = 2.05 */
	is_u64(rounded("0.275000", "0.275000", "1.818182"), 3, "11 / 40");
	is_u64(rounded("0.243902", "0.243902", "2.050000"), 3, "10 / 41");
	/* 0.5 / 0.275001 = 1.818175; 0.5 / 0.243901 = 2.050012 */
	is_u64(rounded("0.275001", "0.275001", "1.818175"), 0,
	    "a digit more than 11 / 40");
	is_u64(rounded("0.243901", "0.243901", "2.050012"), 0,
	    "a digit less than 10 / 41");
	is_u64(rounded("", "0.275000", ""), 1, "where the others say nothing");
	is_u64(rounded("0.275000", "0.260000", "1.923077"), 0,
	    "below root both usages are the same");
	is_u64(rounded("0.260000", "0.260000", "1.923077"), 3, "0.5 / 0.26");
	is_u64(rounded("0.260000", "0.260000", "1.923087"), 0,
	    "no usage gives both 0.26 and 1.923087");
	is_u64(rounded("0.260000", "0.260000", "inf"), 0,
	    "a Level FS without usage");
}

/* Returns how many are called hidden, if the site prints these of as many as are
 * not NULL; here they are ranked in this order. */
static size_t
hidden_users(const char *const printed[3])
{
	static const char *const here[] = { "0.333333", "0.666667",
		"1.000000" };
	struct ft_verify_row row[4];
	struct ft_verify verify = { .row = row, .n = 4 };
	size_t n;

	make_rows(row, 10, 30);
	row[3] = row[2];
	row[3].key = "root\ncy\n";
	for (size_t i = 0; i < 3; i++)
		set(&row[i + 1], FT_VERIFY_FAIR_SHARE, printed[i], here[i]);
	ft_verify_compare(&verify);
	ft_verify_hide(&verify);
	n = ft_verify_count(&verify, FT_VERIFY_FAIR_SHARE, FT_VERIFY_HIDDEN);
	ft_verify_free(&verify);
	return n;
}

static void
test_hidden_users(void)
{
	/* 2, 7 and 11 of 13 */
	is_u64(hidden_users(
		   (const char *const[]){ "0.153846", "0.538462", "0.846154" }),
	    3, "ranks among 13 users");
	is_u64(hidden_users(
		   (const char *const[]){ "0.153846", "0.538463", "0.846154" }),
	    0, "a digit more is no rank");
	/* 153 of 260: twenty times as many users for one of them */
	is_u64(hidden_users(
		   (const char *const[]){ "0.153846", "0.588462", "0.846154" }),
	    0, "a number of users for one value alone");
	is_u64(hidden_users(
		   (const char *const[]){ "0.846154", "0.538462", "0.153846" }),
	    0, "another order");
	is_u64(hidden_users(
		   (const char *const[]){ "0.153846", "0.538462", "1.846154" }),
	    0, "nobody is above the first");
	/* 3 of 6, but 1 / 3 and 1 stay where they are */
	is_u64(hidden_users(
		   (const char *const[]){ "0.333333", "0.500000", "1.000000" }),
	    0, "most values are as without hidden users");
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

	for (size_t i = 0; i < FT_COUNT(text); i++)
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
	test_hidden_users();
	test_try();
	return done_testing();
}
