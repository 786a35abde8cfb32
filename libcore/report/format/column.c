#include "report/format/column.h"

#include <limits.h>

#define WIDTH_MAX 65535 /* an arbitrary bound: no real format asks for more */

void
ft_columns_free(struct ft_columns *list)
{
	ft_free(list->item);
	*list = (struct ft_columns){ 0 };
}

void
ft_columns_add(struct ft_columns *list, const struct ft_column *row, int width)
{
	list->item = ft_vec_grow(
	    list->item, &list->cap, list->n + 1, sizeof *list->item);
	list->item[list->n] = *row;
	if (width)
		list->item[list->n].width = width;
	list->n++;
}

void
ft_columns_add_own(
    struct ft_columns *list, const struct ft_column *table, unsigned own)
{
	for (; table->name; table++)
		if (table->own & own)
			ft_columns_add(list, table, 0);
}

/* Compare by the order of documents: columns without a place are last. */
static bool
comes_before(const struct ft_column *a, const struct ft_column *b)
{
	return a->place && (!b->place || a->place < b->place);
}

void
ft_columns_add_keys(struct ft_columns *list, const struct ft_column *table)
{
	for (; table->name; table++) {
		size_t at = list->n;

		if (!table->key)
			continue;
		ft_columns_add(list, table, 0);
		for (; at > 0 && comes_before(table, &list->item[at - 1]); at--)
			list->item[at] = list->item[at - 1];
		list->item[at] = *table;
	}
}

/* ---- values ---------------------------------------------------------------- */

/* Set VALUE to NUMBER; MAX is the highest value of the member's type. */
static void
put_number(const struct ft_column *column, uint64_t number, uint64_t max,
    struct ft_value *value)
{
	ft_value_u64(value, number);
	if (column->flags & FT_COLUMN_LIMIT && number == max)
		value->kind = FT_VALUE_INFINITE;
}

static bool
is_given(const struct ft_column *column, const char *record)
{
	return record && (column->given == 0 ||
			     *(const bool *)(record + column->given - 1));
}

static void
read_member(
    const struct ft_column *column, const void *row, struct ft_value *value)
{
	const char *record = ft_column_record(column, row);
	const void *at;

	if (!is_given(column, record))
		return;
	at = record + column->at;
	switch (column->member) {
	case FT_MEMBER_U32:
		put_number(column, *(const uint32_t *)at, UINT32_MAX, value);
		break;
	case FT_MEMBER_U64:
		put_number(column, *(const uint64_t *)at, UINT64_MAX, value);
		break;
	case FT_MEMBER_I64:
		ft_value_i64(value, *(const int64_t *)at);
		break;
	case FT_MEMBER_DOUBLE:
		ft_value_real(value, (ft_real) * (const double *)at);
		break;
	case FT_MEMBER_REAL:
		ft_value_real(value, *(const ft_real *)at);
		break;
	case FT_MEMBER_BOOL:
		ft_value_bool(value, *(const bool *)at);
		break;
	case FT_MEMBER_TEXT:
		ft_value_text(value, *(const char *const *)at);
		break;
	case FT_MEMBER_NONE:
		break;
	}
}

void
ft_column_value(
    const struct ft_column *column, const void *row, struct ft_value *value)
{
	/* member by member: clearing the whole costs more than the value */
	value->column = column;
	value->kind = FT_VALUE_UNSET;
	value->style = FT_STYLE_PLAIN;
	value->text = NULL;
	value->len = 0;
	value->empty = false;
	value->number = 0;
	value->whole = 0;
	value->real = 0;
	value->decimals = column->decimals;
	value->ordered = false;
	if (column->get)
		column->get(row, value);
	else if (column->member)
		read_member(column, row, value);
	if (value->kind != FT_VALUE_TEXT)
		return;
	if (!value->text) {
		value->text = ft_str_text(value->room);
		value->len = value->room->len;
	}
	/* an empty text counts as unset if the column has a word for that */
	if (value->len == 0 && column->none && !value->empty)
		value->kind = FT_VALUE_UNSET;
}

void
ft_column_get_other(const void *row, struct ft_value *value)
{
	const char *name = value->column->arg;
	const struct ft_column *other = ft_columns_find(
	    value->column->source, name, strlen(name), FT_RELEASE_ANY);

	if (other)
		ft_column_value(other, row, value);
}

void
ft_column_get_arg(const void *row, struct ft_value *value)
{
	(void)row;
	ft_value_text(value, value->column->arg);
}

void
ft_column_get_zero(const void *row, struct ft_value *value)
{
	(void)row;
	ft_value_u64(value, 0);
}

void
ft_column_get_unset(const void *row, struct ft_value *value)
{
	(void)row;
	value->kind = FT_VALUE_UNSET;
}

void
ft_column_get_infinite(const void *row, struct ft_value *value)
{
	(void)row;
	value->kind = FT_VALUE_INFINITE;
}

void
ft_column_get_one(const void *row, struct ft_value *value)
{
	(void)row;
	ft_value_u64(value, 1);
}

/* ---- choice ---------------------------------------------------------------- */

bool
ft_column_is_known(const struct ft_column *column, enum ft_release release)
{
	return (!(column->flags & FT_COLUMN_OURS) ||
		   release == FT_RELEASE_ANY) &&
	       ft_release_within(release, column->since, column->until);
}

const struct ft_column *
ft_columns_find(const struct ft_column *table, const char *word, size_t len,
    enum ft_release release)
{
	for (; table->name; table++) {
		if (len < (table->min ? table->min : 1) ||
		    tolower((unsigned char)*table->name) !=
			tolower((unsigned char)*word))
			continue;
		if (strncasecmp(table->name, word, len) == 0 &&
		    ft_column_is_known(table, release))
			return table;
	}
	return NULL;
}

/* Returns the column of TABLE that has ID and is no alias; NULL: none. */
static const struct ft_column *
find_by_id(const struct ft_column *table, int id)
{
	for (; table->name; table++) {
		if (table->id == id && !(table->flags & FT_COLUMN_ALIAS))
			return table;
	}
	return NULL;
}

/* Returns the width after a '%': what atoi() would, within bounds. */
static int
read_width(const char *text, size_t len)
{
	bool negative = false;
	size_t i = 0;
	int width = 0;

	while (i < len && isspace((unsigned char)text[i]))
		i++;
	if (i < len && (text[i] == '-' || text[i] == '+'))
		negative = text[i++] == '-';
	for (; i < len && isdigit((unsigned char)text[i]); i++) {
		width = width * 10 + (text[i] - '0');
		if (width > WIDTH_MAX)
			width = WIDTH_MAX;
	}
	return negative ? -width : width;
}

static const char *
find_char(const char *text, char c, size_t len)
{
	return memchr(text, c, len);
}

/* Returns whether both are the same column, in any spelling. */
static bool
is_same(const struct ft_column *a, const struct ft_column *b)
{
	return strcmp(a->name, b->name) == 0 ||
	       ((a->flags | b->flags) & FT_COLUMN_ALIAS && a->id == b->id);
}

/* An alias shows the value of the column it stands for. */
static void
resolve(struct ft_column *item, const struct ft_column *table)
{
	const struct ft_column alias = *item;
	const struct ft_column *row = find_by_id(table, alias.id);

	if (!(alias.flags & FT_COLUMN_ALIAS) || !row)
		return;
	*item = *row;
	item->name = alias.name;
	item->header = alias.header;
	item->width = alias.width;
	item->sized = alias.sized;
	item->flags |= FT_COLUMN_ALIAS;
}

struct chooser {
	struct ft_columns *list;
	const struct ft_column *table;
	struct ft_column_rules rules;
};

/* One "name%width". */
static enum ft_status
choose_word(const struct chooser *chooser, const char *word, size_t len,
    struct ft_error *err)
{
	struct ft_columns *list = chooser->list;
	const char *percent = find_char(word, '%', len);
	size_t name_len = percent ? (size_t)(percent - word) : len;
	const struct ft_column *row;
	int width = 0;
	bool given;

	row = ft_columns_find(
	    chooser->table, word, name_len, chooser->rules.release);
	if (!row) {
		ft_fail(err, FT_ENOENT, "%.*s", (int)name_len, word);
		return FT_ENOENT;
	}
	if (percent)
		width = read_width(percent + 1, len - name_len - 1);
	given =
	    width || (percent && chooser->rules.flags & FT_COLUMN_RULE_ZERO);
	ft_columns_add(list, row, width);
	list->item[list->n - 1].sized = width != 0;
	resolve(&list->item[list->n - 1], chooser->table);
	if (given)
		list->item[list->n - 1].width = width;
	if (!(chooser->rules.flags & FT_COLUMN_RULE_SHARE))
		return FT_OK;
	/* FT_COLUMN_RULE_SHARE: the last width given applies to all copies of
	 * the field. */
	for (size_t i = 0; i < list->n; i++) {
		struct ft_column *item = &list->item[i];

		if (!is_same(item, row))
			continue;
		if (given)
			item->width = width;
		else
			list->item[list->n - 1].width = item->width;
	}
	return FT_OK;
}

/* Returns whether the word at TEXT + START occurred before with the same
 * spelling. */
static bool
seen_before(const char *text, size_t start, size_t len)
{
	size_t at = 0;

	while (at < start) {
		const char *comma = find_char(text + at, ',', start - at);
		size_t size = comma ? (size_t)(comma - (text + at)) : 0;

		if (size == len && memcmp(text + at, text + start, len) == 0)
			return true;
		at += size + 1;
	}
	return false;
}

enum ft_status
ft_columns_choose(struct ft_columns *list, const struct ft_column *table,
    const char *text, struct ft_column_rules rules, struct ft_error *err)
{
	const struct chooser chooser = { list, table, rules };
	enum ft_status status = FT_OK;
	struct ft_str lower FT_CLEANUP(ft_str_free) = { 0 };
	const char *words;
	size_t len = strlen(text), at = 0;

	if (len > 1 && (*text == '"' || *text == '\'') &&
	    text[len - 1] == *text) {
		text++;
		len -= 2;
	}
	ft_str_add_n(&lower, text, len);
	if (len)
		ft_word_lower(lower.data);
	words = ft_str_text(&lower);
	while (at <= len && status == FT_OK) {
		const char *comma = find_char(words + at, ',', len - at);
		size_t size = comma ? (size_t)(comma - (words + at)) : len - at;
		bool want = size > 0 || rules.flags & FT_COLUMN_RULE_EMPTY;

		if (want && ((rules.flags & FT_COLUMN_RULE_KEEP) ||
				!seen_before(words, at, size)))
			status = choose_word(&chooser, words + at, size, err);
		at += size + 1;
	}
	return status;
}
