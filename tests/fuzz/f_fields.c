/* Choices of columns (-o, format=): the same columns from the names of them. */
#include "base/mem.h"
#include "base/str.h"
#include "fuzz/fuzz.h"
#include "report/field.h"

static const struct ft_field table[] = {
	{ "Account", 1, 1, NULL, -20, FT_FIELD_TEXT, 0, "account", "x" },
	{ "User", 1, 2, NULL, 10, FT_FIELD_TEXT, 0, "user", "x" },
	{ "UserName", 5, 2, NULL, 10, FT_FIELD_TEXT, FT_FIELD_ALIAS, NULL,
	    "x" },
	{ "Path", 1, 3, NULL, 10, FT_FIELD_TEXT, FT_FIELD_OURS, "path", "x" },
	{ "RawShares", 4, 4, NULL, 10, FT_FIELD_UINT, 0, "raw_shares", "x" },
	{ "RawUsage", 4, 5, NULL, 11, FT_FIELD_UINT, 0, "raw_usage", "x" },
	{ NULL, 0, 0, NULL, 0, 0, 0, NULL, NULL },
};

static void
must_choose_again(const struct ft_field_list *list, unsigned rules)
{
	struct ft_field_list again;
	struct ft_str text = { 0 };

	for (size_t i = 0; i < list->n; i++)
		ft_str_addf(&text, "%s%s%%%d", i ? "," : "",
		    list->item[i].field->name, list->item[i].width);
	ft_field_list_init(&again);
	must(ft_field_choose(&again, table, ft_str_text(&text), rules, NULL) ==
		 FT_OK,
	    "names of fields are fields");
	must(rules & FT_FIELD_RULE_KEEP ? again.n == list->n
					: again.n <= list->n,
	    "as many");
	for (size_t i = 0; rules & FT_FIELD_RULE_KEEP && i < again.n; i++)
		must(again.item[i].field == list->item[i].field &&
			 again.item[i].width == list->item[i].width,
		    "the same fields, as wide");
	ft_field_list_free(&again);
	ft_str_free(&text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned rules = size ? data[0] & 15 : 0;
	char *text =
	    size ? ft_strndup((const char *)data + 1, size - 1) : ft_strdup("");
	struct ft_error err = { 0 };
	struct ft_field_list list;

	ft_field_list_init(&list);
	if (ft_field_choose(&list, table, text, rules, &err) != FT_OK)
		must(err.status == FT_ENOENT, "nothing but unknown fields");
	else if (list.n > 0)
		must_choose_again(&list, rules);
	for (size_t i = 0; i < list.n; i++)
		must(rules & FT_FIELD_RULE_OURS ||
			 !(list.item[i].field->flags & FT_FIELD_OURS),
		    "ours only where they are asked for");
	ft_field_list_free(&list);
	ft_free(text);
	return 0;
}
