#include "report/format/column.h"

#include <stdio.h>
#include <string.h>

#include "base/text/str.h"
#include "report/format/doc.h"
#include "report/format/order.h"
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
choose(const char *text, struct ft_column_rules rules, struct ft_str *got)
{
	struct ft_columns list = { 0 };
	struct ft_error err = { 0 };
	bool failed;

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
		unsigned flags;
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
	};
	struct ft_str got = { 0 };

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		choose(row[i].text,
		    (struct ft_column_rules){ row[i].flags, FT_RELEASE_22_05 },
		    &got);
		is_str(ft_str_text(&got), row[i].want, "'%s' flags %u",
		    row[i].text, row[i].flags);
	}
	choose("path", (struct ft_column_rules){ 0, FT_RELEASE_ANY }, &got);
	is_str(ft_str_text(&got), "5:20", "a field of our own");
	ft_str_free(&got);
}

static void
test_find(void)
{
	const struct ft_column *row =
	    ft_columns_find(table, "share%5", 5, FT_RELEASE_22_05);

	ok(row && row->id == 2, "a word of a given length");
	ok(!ft_columns_find(table, "", 0, FT_RELEASE_ANY),
	    "nothing has no minimum");
}

/* ---- values ---------------------------------------------------------------- */

struct record {
	const char *name;
	uint32_t small;
	int64_t below;
	double half;
	bool yes, given;
};

struct row {
	const struct record *record;
	int64_t seconds;
	const struct record *other; /* NULL: there is none */
};

static void
span(const void *at, struct ft_value *value)
{
	const struct row *row = at;

	ft_str_addf(ft_value_build(value), "%d s", (int)row->seconds);
	value->whole = row->seconds;
	ft_value_order(value, (ft_real)row->seconds);
}

#define MEMBER(name) FT_MEMBER(struct record, name)

static const struct ft_column columns[] = {
	{ "Name", .key = "name", .none = "-", MEMBER(name) },
	{ "Small", .type = FT_COLUMN_UINT, .key = "at.small", MEMBER(small) },
	{ "Below", .type = FT_COLUMN_UINT, .key = "at.below", MEMBER(below) },
	{ "Half", .type = FT_COLUMN_REAL, .key = "half", MEMBER(half) },
	{ "Yes", .type = FT_COLUMN_BOOL, .key = "yes", .place = 1,
	    MEMBER(yes) },
	{ "Given", .type = FT_COLUMN_UINT, .flags = FT_COLUMN_UNION,
	    .key = "given", FT_MEMBER_IF(struct record, small, given) },
	{ "Span", .flags = FT_COLUMN_SECONDS, .key = "span", .get = span },
	{ "Limit", .type = FT_COLUMN_UINT,
	    .flags = FT_COLUMN_UNION | FT_COLUMN_LIMIT, .key = "limit",
	    FT_MEMBER_OF(struct row, other, struct record, small) },
	{ .name = NULL },
};

static const struct record endless = { .small = UINT32_MAX };
static const struct record records[] = {
	{ "b", 3, -4, 0.5, true, false },
	{ "", 10, 5, 1, false, true },
	{ "a", 1, 0, 2, true, true },
};
static const struct row rows[] = { { &records[0], 100, NULL },
	{ &records[1], 20, &endless }, { &records[2], 3, &records[1] } };

static void
test_document(void)
{
	struct ft_columns list = { 0 };
	struct ft_doc *doc;
	struct ft_out out;

	ft_out_init(&out, NULL);
	ft_columns_add_keys(&list, columns);
	doc = ft_doc_open_lines(&out);
	for (size_t i = 0; i < 2; i++) {
		ft_doc_begin(doc, NULL);
		ft_doc_row(doc, list.item, list.n, &rows[i]);
		ft_doc_end(doc);
	}
	ft_doc_close(doc);
	is_str(ft_str_text(&out.text),
	    "{\"yes\": true, \"name\": \"b\", "
	    "\"at\": {\"small\": 3, \"below\": -4}, \"half\": 0.5, "
	    "\"given\": {\"set\": false, \"infinite\": false, "
	    "\"number\": 0}, \"span\": \"100 s\", "
	    "\"span_seconds\": 100, \"limit\": {\"set\": false, "
	    "\"infinite\": false, \"number\": 0}}\n"
	    "{\"yes\": false, \"name\": null, "
	    "\"at\": {\"small\": 10, \"below\": 5}, \"half\": 1.0, "
	    "\"given\": {\"set\": true, \"infinite\": false, "
	    "\"number\": 10}, \"span\": \"20 s\", "
	    "\"span_seconds\": 20, \"limit\": {\"set\": true, "
	    "\"infinite\": true, \"number\": 0}}\n",
	    "members by their type, in their places");
	ft_out_free(&out);
	ft_columns_free(&list);
}

static void
is_order(const char *name, struct ft_order order, const char *want)
{
	struct row sorted[3];
	char got[4] = "";

	order.column =
	    ft_columns_find(columns, name, strlen(name), FT_RELEASE_22_05);
	memcpy(sorted, rows, sizeof sorted);
	ft_order_sort(&order, sorted, 3, sizeof *sorted);
	for (size_t i = 0; i < 3; i++)
		got[i] = (char)('0' + (sorted[i].record - records));
	is_str(got, want, "order of %s", name);
}

static void
test_order(void)
{
	is_order("Small", (struct ft_order){ 0 }, "201");
	is_order("Small", (struct ft_order){ .down = true }, "102");
	is_order("Below", (struct ft_order){ 0 }, "021");
	is_order("Half", (struct ft_order){ .near = 0.75 }, "012");
	is_order("Name", (struct ft_order){ 0 }, "201");
	is_order("Name", (struct ft_order){ .none = "-" }, "120");
	is_order("Given", (struct ft_order){ .down = true }, "120");
	is_order("Span", (struct ft_order){ 0 }, "210");
	is_order("Limit", (struct ft_order){ 0 }, "210");
}

int
main(void)
{
	test_document();
	test_order();
	test_choose();
	test_find();
	return done_testing();
}
