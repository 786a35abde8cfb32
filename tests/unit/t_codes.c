#include "report/format/codes.h"

#include <stdio.h>
#include <string.h>

#include "tap/tap.h"

static const struct ft_column table[] = {
	{ "Jobid", .letter = 'i', .id = 1, .header = "JOBID" },
	{ "Name", .letter = 'j', .id = 2, .header = "NAME" },
	{ "Partition", .letter = 'P', .id = 3, .header = NULL },
	{ .name = NULL },
};

struct unknown {
	bool stays;
	struct ft_str seen; /* "<spec>" each */
};

static bool
hear(void *ctx, const char *spec)
{
	struct unknown *unknown = ctx;

	ft_str_addf(&unknown->seen, "<%s>", spec);
	return unknown->stays;
}

/* The row of one value for all columns. */
static void
show(struct ft_code_list *list, const char *value, bool cut, struct ft_str *row)
{
	ft_str_clear(row);
	ft_str_add(row, list->text);
	for (size_t i = 0; i < list->n; i++)
		ft_code_add(row, &list->item[i],
		    value ? value : list->item[i].column.header, cut);
}

/* Rows and messages are those of squeue of 22.05 for job 1, name 1. */
static void
test_squeue(void)
{
	static const struct {
		const char *format, *want, *seen;
	} row[] = {
		{ "%i %!", "1 %!", "<!>" },
		{ "%.5i|%.5!x|%j", "    1|%.5!x|1", "<!>" },
		{ "%", "", "" },
		{ "%5", "%5", "<>" },
		{ "%i %", "1 ", "" },
		{ "%i%%%j", "11", "" },
		{ "abc %i", "abc 1", "" },
		{ "%.i|", "1|", "" },
		{ "%5.i|", "%5.i|", "<.>" },
		{ "%.5.3i|", "%.5.3i|", "<.>" },
		{ "%0i|", "1|", "" },
		{ "%.0i|", "1|", "" },
		{ "%i %5", "1 %5", "<>" },
		{ "%-5i|", "%-5i|", "<->" },
		{ "% i|", "% i|", "< >" },
		{ "%.-5i", "%.-5i", "<->" },
		{ "%ix%", "1x", "" },
		{ "plain text", "plain text", "" },
		{ "", "", "" },
		{ "%3i%.3j", "1    1", "" },
	};
	struct unknown unknown = { .stays = true };
	struct ft_str text = { 0 };

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_code_list list;

		ft_code_list_init(&list);
		ft_str_clear(&unknown.seen);
		ft_code_choose(&list, table, row[i].format, hear, &unknown);
		show(&list, "1", true, &text);
		is_str(ft_str_text(&text), row[i].want, "'%s'", row[i].format);
		is_str(ft_str_text(&unknown.seen), row[i].seen, "said of '%s'",
		    row[i].format);
		ft_code_list_free(&list);
	}
	ft_str_free(&unknown.seen);
	ft_str_free(&text);
}

/* sprio of 22.05 leaves out what it does not know, text and all. */
static void
test_dropped(void)
{
	struct unknown unknown = { .stays = false };
	struct ft_str text = { 0 };
	struct ft_code_list list;

	ft_code_list_init(&list);
	ft_code_choose(&list, table, "%i|%s|%j %Z", hear, &unknown);
	show(&list, "1", true, &text);
	is_str(ft_str_text(&text), "1|1 ", "unknown letters and their text go");
	is_str(ft_str_text(&unknown.seen), "<s><Z>", "each is told of");
	ft_code_list_free(&list);
	ft_code_choose(&list, table, "%-20i|%.3j|", hear, &unknown);
	show(&list, "abcdef", true, &text);
	is_str(ft_str_text(&text), "abc|", "a bad width goes, the next stays");
	ft_code_list_free(&list);
	ft_code_choose(&list, table, "%Z%i", NULL, NULL);
	show(&list, NULL, true, &text);
	is_str(ft_str_text(&text), "%ZJOBID", "nobody asked: it stays");
	ft_code_list_free(&list);
	ft_str_free(&unknown.seen);
	ft_str_free(&text);
}

static void
test_cut(void)
{
	struct ft_code_item item = { table[0], false, 3, "|" };
	struct ft_str text = { 0 };

	ft_code_add(&text, &item, "abcdef", true);
	item.right = true;
	ft_code_add(&text, &item, "abcdef", true);
	ft_code_add(&text, &item, "a", true);
	is_str(ft_str_text(&text), "abc|abc|  a|", "cut on either side");
	ft_str_clear(&text);
	ft_code_add(&text, &item, "abcdef", false);
	is_str(ft_str_text(&text), "abcdef|", "nothing cut");
	ft_code_widen(&item, "abcde");
	ft_code_widen(&item, "a");
	is_i64(item.width, 5, "a column grows and stays");
	/* two letters of two bytes each, two columns in all */
	ft_str_clear(&text);
	ft_code_add(&text, &item, "\xc3\xa4\xc3\xb6", false);
	is_str(ft_str_text(&text), "   \xc3\xa4\xc3\xb6|", "columns count");
	ft_str_clear(&text);
	ft_code_add(&text, &item, "\xc3\xa4\xc3\xb6", true);
	is_str(
	    ft_str_text(&text), " \xc3\xa4\xc3\xb6|", "bytes count for Slurm");
	item.width = 0;
	ft_code_widen(&item, "abcde");
	is_i64(item.width, 0, "one without a width stays so");
	ft_str_free(&text);
}

/* A width no one can mean is taken as a large one, not as a wrapped one. */
static void
test_wide(void)
{
	struct ft_code_list list;

	ft_code_list_init(&list);
	ft_code_choose(&list, table, "%99999999999999999999i", NULL, NULL);
	ok(list.n == 1 && list.item[0].width == 1000000, "an endless width");
	ft_code_choose(&list, table, "<%100000j>", NULL, NULL);
	ok(list.n == 2 && list.item[1].width == 100000, "a large width");
	is_str(list.item[0].text, "<", "a second format goes on behind");
	is_str(list.item[1].text, ">", "with its text");
	ft_code_list_free(&list);
}

int
main(void)
{
	test_squeue();
	test_dropped();
	test_cut();
	test_wide();
	return done_testing();
}
