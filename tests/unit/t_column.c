#include "report/column.h"

#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "tap/tap.h"

/* clang-format off */
static const struct ft_column table[] = {
	{ "Account", 3, 1, NULL, 10, FT_COLUMN_TEXT, 0, "account", .sentence = "" },
	{ "Acct", 4, 1, "Account", 10, FT_COLUMN_TEXT, FT_COLUMN_ALIAS, "", .sentence = "" },
	{ "Share", 1, 2, NULL, 9, FT_COLUMN_UINT, 0, "shares", .sentence = "" },
	{ "FairShare", 2, 2, "Share", 9, FT_COLUMN_UINT, FT_COLUMN_ALIAS, "", .sentence = "" },
	{ "StateRaw", 6, 3, NULL, 8, FT_COLUMN_UINT, 0, "", .sentence = "" },
	{ "State", 1, 4, NULL, -6, FT_COLUMN_TEXT, 0, "", .sentence = "" },
	{ "Path", 1, 5, NULL, 20, FT_COLUMN_TEXT, FT_COLUMN_OURS, "", .sentence = "" },
	{ .name = NULL },
};
/* clang-format on */

/* "id:width id:width", or the name in the error in <>. */
static void
choose(const char *text, unsigned rules, struct ft_str *got)
{
	struct ft_columns list;
	struct ft_error err = { 0 };
	bool failed;

	ft_columns_init(&list);
	ft_str_clear(got);
	failed = ft_columns_choose(&list, table, text, rules, &err) != FT_OK;
	if (failed)
		ft_str_addf(got, "<%s>", err.text);
	for (size_t i = 0; i < list.n && !failed; i++)
		ft_str_addf(got, "%s%d:%d", i ? " " : "", list.item[i].id,
		    list.item[i].width);
	ft_columns_free(&list);
}

static void
test_choose(void)
{
	static const struct {
		const char *text;
		unsigned rules;
		const char *want;
	} row[] = {
		{ "Account", 0, "1:10" },
		{ "acc", 0, "1:10" },
		{ "ac", 0, "<ac>" },
		{ "ACCT", 0, "1:10" },
		{ "accounts", 0, "<accounts>" },
		{ "s", 0, "2:9" },
		{ "st", 0, "4:-6" },
		{ "stater", 0, "3:8" },
		{ "f", 0, "<f>" },
		{ "fa", 0, "2:9" },
		{ "Share%20,State%-3", 0, "2:20 4:-3" },
		{ "share%0", 0, "2:9" },
		{ "share%-0", 0, "2:9" },
		{ "share%", 0, "2:9" },
		{ "share%x", 0, "2:9" },
		{ "share%12x", 0, "2:12" },
		{ "share%+7", 0, "2:7" },
		{ "share%99999999999999999999", 0, "2:65535" },
		{ "share,share,SHARE", 0, "2:9" },
		{ "share,sh", 0, "2:9 2:9" },
		{ "share,share%4", 0, "2:9 2:4" },
		{ "share,share", FT_COLUMN_RULE_KEEP, "2:9 2:9" },
		{ "share%3,sh,share%4", FT_COLUMN_RULE_SHARE, "2:4 2:4 2:4" },
		{ "share%3,sh", FT_COLUMN_RULE_SHARE, "2:3 2:3" },
		{ "share%3,st,fair%-4", FT_COLUMN_RULE_SHARE,
		    "2:-4 4:-6 2:-4" },
		{ "share,,state,", 0, "2:9 4:-6" },
		{ "share,", FT_COLUMN_RULE_EMPTY, "<>" },
		{ "", FT_COLUMN_RULE_EMPTY, "<>" },
		{ "", 0, "" },
		{ ",", 0, "" },
		{ "\"share,st\"", 0, "2:9 4:-6" },
		{ "'share'", 0, "2:9" },
		{ " share", 0, "< share>" },
		{ "Share,Bogus%7", 0, "<bogus>" },
		{ "path", 0, "<path>" },
		{ "path", FT_COLUMN_RULE_OURS, "5:20" },
	};
	struct ft_str got = { 0 };

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		choose(row[i].text, row[i].rules, &got);
		is_str(ft_str_text(&got), row[i].want, "'%s' rules %u",
		    row[i].text, row[i].rules);
	}
	ft_str_free(&got);
}

static void
test_find(void)
{
	const struct ft_column *row =
	    ft_columns_find(table, "share%5", 5, false);

	ok(row && row->id == 2, "a word of a given length");
	ok(!ft_columns_find(table, "", 0, true), "nothing has no minimum");
	row = ft_columns_by_id(table, 2);
	is_str(row ? row->name : NULL, "Share", "by id, not the alias");
	ok(!ft_columns_by_id(table, 77), "no such id");
}

int
main(void)
{
	test_choose();
	test_find();
	return done_testing();
}
