#include "report/format/codes.h"

#include <stdio.h>
#include <string.h>

#include "tap/tap.h"

/* A row is a text, and all columns have it. */
static void
whole_row(const void *row, struct ft_value *value)
{
	ft_value_text(value, row);
}

static const struct ft_column table[] = {
	{ "Jobid", .letter = 'i', .header = "JOBID", .get = whole_row },
	{ "Name", .letter = 'j', .header = "NAME", .get = whole_row },
	{ "Partition", .letter = 'P', .get = whole_row },
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

static bool
is_row(struct ft_code_list *list, const char *row, bool cut, const char *want,
    const char *name)
{
	struct ft_out out;
	struct ft_code_printer printer = { list, &out, cut, { 0 } };
	struct ft_str line = { 0 };
	bool good;

	ft_out_init(&out, NULL);
	ft_code_print_row(&printer, row);
	ft_str_addf(&line, "%s\n", want);
	good = is_str(ft_str_text(&out.text), ft_str_text(&line), "%s", name);
	ft_str_free(&line);
	ft_str_free(&printer.room);
	ft_out_free(&out);
	return good;
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

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_code_list list;

		ft_code_list_init(&list);
		ft_str_clear(&unknown.seen);
		ft_code_choose(&list, table, row[i].format, hear, &unknown);
		is_row(&list, "1", true, row[i].want, row[i].format);
		is_str(ft_str_text(&unknown.seen), row[i].seen, "said of '%s'",
		    row[i].format);
		ft_code_list_free(&list);
	}
	ft_str_free(&unknown.seen);
}

/* sprio of 22.05 leaves out what it does not know, text and all. */
static void
test_dropped(void)
{
	struct unknown unknown = { .stays = false };
	struct ft_code_list list;

	ft_code_list_init(&list);
	ft_code_choose(&list, table, "%i|%s|%j %Z", hear, &unknown);
	is_row(&list, "1", true, "1|1 ", "unknown letters and their text go");
	is_str(ft_str_text(&unknown.seen), "<s><Z>", "each is reported");
	ft_code_list_free(&list);
	ft_code_choose(&list, table, "%-20i|%.3j|", hear, &unknown);
	is_row(
	    &list, "abcdef", true, "abc|", "a bad width goes, the next stays");
	ft_code_list_free(&list);
	ft_code_choose(&list, table, "%Z%i", NULL, NULL);
	is_row(&list, NULL, true, "%ZJOBID", "nobody asked: it stays");
	ft_code_list_free(&list);
	ft_str_free(&unknown.seen);
}

static void
test_cut(void)
{
	/* two letters of two bytes each, two columns in all */
	static const char wide[] = "\xc3\xa4\xc3\xb6";
	struct ft_code_list list;
	struct ft_code_item *item;

	ft_code_list_init(&list);
	ft_code_choose(&list, table, "%3i|%.3i|%i|", NULL, NULL);
	is_row(&list, "abcdef", true, "abc|abc|abcdef|", "cut on either side");
	is_row(&list, "a", true, "a  |  a|a|", "filled on the other");
	is_row(&list, "abcdef", false, "abcdef|abcdef|abcdef|", "nothing cut");
	item = &list.item[1];
	ft_code_widen(item, "abcde");
	ft_code_widen(item, "a");
	is_i64(item->width, 5, "a column grows and stays");
	is_row(&list, wide, false,
	    "\xc3\xa4\xc3\xb6 |   \xc3\xa4\xc3\xb6|\xc3\xa4\xc3\xb6|",
	    "columns count");
	is_row(&list, wide, true,
	    "\xc3\xa4\xc3| \xc3\xa4\xc3\xb6|\xc3\xa4\xc3\xb6|",
	    "bytes count for Slurm");
	ft_code_widen(&list.item[2], "abcde");
	is_i64(list.item[2].width, 0, "one without a width stays so");
	ft_code_list_free(&list);
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
