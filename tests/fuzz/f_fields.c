/* Choices of columns (-o, format=): the same columns from the names of them. */
#include "base/mem.h"
#include "base/text/str.h"
#include "fuzz/fuzz.h"
#include "report/format/column.h"

static const struct ft_column table[] = {
	{ "Account", 1, 1, NULL, -20, FT_COLUMN_TEXT, 0, "account",
	    .sentence = "x" },
	{ "User", 1, 2, NULL, 10, FT_COLUMN_TEXT, 0, "user", .sentence = "x" },
	{ "UserName", 5, 2, NULL, 10, FT_COLUMN_TEXT, FT_COLUMN_ALIAS, NULL,
	    .sentence = "x" },
	{ "Path", 1, 3, NULL, 10, FT_COLUMN_TEXT, FT_COLUMN_OURS, "path",
	    .sentence = "x" },
	{ "RawShares", 4, 4, NULL, 10, FT_COLUMN_UINT, 0, "raw_shares",
	    .sentence = "x" },
	{ "RawUsage", 4, 5, NULL, 11, FT_COLUMN_UINT, 0, "raw_usage",
	    .sentence = "x" },
	{ .name = NULL },
};

static void
must_choose_again(const struct ft_columns *list, struct ft_column_rules rules)
{
	struct ft_columns again = { 0 };
	struct ft_str text = { 0 };

	for (size_t i = 0; i < list->n; i++)
		ft_str_addf(&text, "%s%s%%%d", i ? "," : "", list->item[i].name,
		    list->item[i].width);
	must(ft_columns_choose(
		 &again, table, ft_str_text(&text), rules, NULL) == FT_OK,
	    "names of fields are fields");
	must(rules.flags & FT_COLUMN_RULE_KEEP ? again.n == list->n
					       : again.n <= list->n,
	    "as many");
	for (size_t i = 0; rules.flags & FT_COLUMN_RULE_KEEP && i < again.n;
	     i++)
		must(again.item[i].name == list->item[i].name &&
			 again.item[i].width == list->item[i].width,
		    "the same fields, as wide");
	ft_columns_free(&again);
	ft_str_free(&text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct ft_column_rules rules = { size ? data[0] & 7 : 0,
		size && data[0] & 8 ? FT_RELEASE_ANY : FT_RELEASE_22_05 };
	char *text =
	    size ? ft_strndup((const char *)data + 1, size - 1) : ft_strdup("");
	struct ft_error err = { 0 };
	struct ft_columns list = { 0 };

	if (ft_columns_choose(&list, table, text, rules, &err) != FT_OK)
		must(err.status == FT_ENOENT, "nothing but unknown fields");
	else if (list.n > 0)
		must_choose_again(&list, rules);
	for (size_t i = 0; i < list.n; i++)
		must(rules.release == FT_RELEASE_ANY ||
			 !(list.item[i].flags & FT_COLUMN_OURS),
		    "ours only where they are asked for");
	ft_columns_free(&list);
	ft_free(text);
	return 0;
}
