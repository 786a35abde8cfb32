#include "report/explain/diff.h"

/* ---- a move --------------------------------------------------------------- */

/* Where a move is best described: after, or before if it is gone. */
struct subject {
	const struct ft_tree *tree;
	const struct ft_names_set *names;
	uint32_t node;
};

static struct subject
subject_of(const struct ft_compare *compare, const struct ft_move *move)
{
	bool gone = move->after == FT_NODE_NONE;
	const struct ft_compare_side *side =
	    gone ? &compare->before : &compare->after;

	return (struct subject){ side->tree, side->names,
		gone ? move->before : move->after };
}

static bool
is_added(const struct ft_move *move)
{
	return move->before == FT_NODE_NONE;
}

static bool
is_removed(const struct ft_move *move)
{
	return move->after == FT_NODE_NONE;
}

static bool
is_row(const struct ft_compare *compare, const struct ft_diff_options *options,
    const struct ft_move *move)
{
	struct subject subject;

	if (!options->all && !is_added(move) && !is_removed(move) &&
	    !ft_move_size(move))
		return false;
	if (!options->wants)
		return true;
	subject = subject_of(compare, move);
	return options->wants(options->ctx,
	    ft_tree_account(subject.tree, subject.names, subject.node),
	    ft_tree_user(subject.tree, subject.names, subject.node));
}

size_t
ft_diff_count(
    const struct ft_compare *compare, const struct ft_diff_options *options)
{
	size_t n = 0;

	for (size_t i = 0; i < compare->n; i++)
		n += is_row(compare, options, &compare->move[i]);
	return n;
}

/* Fill index[compare->n] with the moves that are rows; returns how many. */
static size_t
choose_rows(const struct ft_compare *compare,
    const struct ft_diff_options *options, size_t *index)
{
	size_t n = 0;

	ft_compare_sort(compare, options->order, index);
	for (size_t i = 0; i < compare->n; i++) {
		if (options->limit && n == options->limit)
			break;
		if (is_row(compare, options, &compare->move[index[i]]))
			index[n++] = index[i];
	}
	return n;
}

/* ---- columns -------------------------------------------------------------- */

/* What columns show of a move. */
struct row {
	const void *record; /* the row itself */
	const struct ft_move *move;
	const char *account, *user, *partition;
	bool was, is; /* there before, afterwards */
	uint32_t id, place_before, place_after;
	double factor_before, factor_after;
	bool words; /* for people */
};

static struct row
row_of(const struct ft_compare *compare, const struct ft_move *move,
    enum ft_format_kind format)
{
	struct subject subject = subject_of(compare, move);

	return (struct row){
		.move = move,
		.account =
		    ft_tree_account(subject.tree, subject.names, subject.node),
		.user = ft_tree_user(subject.tree, subject.names, subject.node),
		.partition = ft_tree_partition(
		    subject.tree, subject.names, subject.node),
		.was = !is_added(move),
		.is = !is_removed(move),
		.id = subject.tree->id[subject.node],
		.place_before = move->rank_before,
		.place_after = move->rank_after,
		.factor_before = move->factor_before,
		.factor_after = move->factor_after,
		.words = format == FT_FORMAT_TABLE,
	};
}

/* Programs want a number or nothing. */
static void
move_size(const void *at, struct ft_value *value)
{
	const struct row *row = at;
	int64_t size = ft_move_size(row->move);

	if (size)
		value->style = size > 0 ? FT_STYLE_GOOD : FT_STYLE_BAD;
	if (row->was && row->is && row->words && size)
		ft_str_addf(ft_value_build(value), "%+" PRId64, size);
	else if (row->was && row->is)
		ft_value_i64(value, size);
	else if (row->words)
		ft_value_text(value, row->was ? "removed" : "added");
}

static void
change(const void *at, struct ft_value *value)
{
	const struct row *row = at;

	if (row->was && row->is)
		ft_value_text(
		    value, ft_move_size(row->move) ? "moved" : "same");
	else
		ft_value_text(value, row->was ? "removed" : "added");
}

#define UINT                .type = FT_COLUMN_UINT
#define REAL                .type = FT_COLUMN_REAL
#define UNION               .flags = FT_COLUMN_UNION
#define MEMBER(name)        FT_MEMBER(struct row, name)
#define MEMBER_IF(name, if) FT_MEMBER_IF(struct row, name, if)

/* clang-format off */
const struct ft_column ft_diff_fields[] = {
	{ "Account", .width = -20, .key = "account", .place = 2,
	  MEMBER(account), .sentence = "account of the user association" },
	{ "User", .width = 10, .key = "user", .place = 3, MEMBER(user),
	  .sentence = "user" },
	{ "Partition", .width = 12, .flags = FT_COLUMN_BLANK,
	  .key = "partition", .place = 4, MEMBER(partition),
	  .sentence = "partition the association is for" },
	{ "PlaceBefore", .min = 6, .width = 11, UINT, UNION,
	  .key = "place_before", .place = 6, MEMBER_IF(place_before, was),
	  .sentence = "place among all users before, 1 is the best; blank for "
	  "an added user" },
	{ "PlaceAfter", .width = 10, UINT, UNION,
	  .key = "place_after", .place = 7, MEMBER_IF(place_after, is),
	  .sentence = "place afterwards; blank for a removed user" },
	{ "Move", .width = 7, .key = "move", .place = 10, .get = move_size,
	  .sentence = "places won, or lost if negative" },
	{ "FairShareBefore", .min = 10, .width = 15, REAL, UNION,
	  .key = "fairshare_before", .place = 11, MEMBER_IF(factor_before, was),
	  .sentence = "fair-share factor before, 0 to 1" },
	{ "FairShareAfter", .width = 14, REAL, UNION,
	  .key = "fairshare_after", .place = 12, MEMBER_IF(factor_after, is),
	  .sentence = "fair-share factor afterwards" },
	{ "ID", .width = 6, UINT, .key = "id", .place = 1, MEMBER(id),
	  .sentence = "number of the association; of one that was removed, "
	  "the former" },
	{ "RankBefore", .min = 5, .width = 10, UINT, UNION,
	  .key = "rank_before", .place = 8, MEMBER_IF(place_before, was),
	  .sentence = "the same as PlaceBefore, by its old name" },
	{ "RankAfter", .width = 9, UINT, UNION, .key = "rank_after",
	  .place = 9, MEMBER_IF(place_after, is),
	  .sentence = "the same as PlaceAfter, by its old name" },
	{ .name = NULL },
};

/* In documents only. */
static const struct ft_column more[] = {
	{ "Change", .key = "change", .place = 5, .get = change },
	{ .name = NULL },
};
/* clang-format on */

void
ft_diff_default_fields(
    const struct ft_compare *compare, struct ft_columns *list)
{
	bool partitions =
	    compare->before.tree->partition || compare->after.tree->partition;

	/* all before the number and the old names */
	for (const struct ft_column *row = ft_diff_fields;
	     row->name && strcmp(row->name, "ID") != 0; row++)
		if (partitions || strcmp(row->name, "Partition") != 0)
			ft_columns_add(list, row, 0);
}

/* ---- tables --------------------------------------------------------------- */

static void
print_table(const struct ft_compare *compare,
    const struct ft_diff_options *options,
    const struct ft_table_options *wanted, const struct ft_columns *fields,
    struct ft_out *out)
{
	size_t *index FT_CLEANUP(ft_free_at) =
	    ft_alloc(compare->n * sizeof *index);
	size_t n = choose_rows(compare, options, index);
	struct ft_table *table =
	    ft_table_open(out, wanted, fields->item, fields->n);
	bool measuring = ft_table_measure(table);

	for (int pass = measuring ? 0 : 1; pass < 2; pass++) {
		if (pass == 1 && measuring)
			ft_table_print(table);
		for (size_t i = 0; i < n; i++) {
			struct row row = row_of(
			    compare, &compare->move[index[i]], wanted->format);

			row.record = &row;
			ft_table_put(table, &row);
		}
	}
	ft_table_close(table);
}

/* ---- documents ------------------------------------------------------------ */

static void
element(const struct ft_compare *compare, const struct ft_move *move,
    const char *key, struct ft_doc *doc)
{
	struct row row = row_of(compare, move, FT_FORMAT_JSON);
	struct ft_columns columns FT_CLEANUP(ft_columns_free) = { 0 };

	row.record = &row;
	ft_columns_add_keys(&columns, ft_diff_fields);
	ft_columns_add_keys(&columns, more);
	ft_doc_object(doc, key, columns.item, columns.n, &row);
}

static void
element_at(const struct ft_compare *compare, size_t index, const char *key,
    struct ft_doc *doc)
{
	if (index == FT_COMPARE_NONE)
		ft_doc_null(doc, key);
	else
		element(compare, &compare->move[index], key, doc);
}

static void
counts(const struct ft_compare *compare, struct ft_doc *doc)
{
	ft_doc_u64(doc, "users_before", compare->before.tree->n_user);
	ft_doc_u64(doc, "users_after", compare->after.tree->n_user);
	ft_doc_u64(doc, "moved", compare->moved);
	ft_doc_u64(doc, "up", compare->up);
	ft_doc_u64(doc, "down", compare->down);
	ft_doc_u64(doc, "shifted", compare->shifted);
	ft_doc_u64(doc, "added", compare->added);
	ft_doc_u64(doc, "removed", compare->removed);
	ft_doc_u64(doc, "factor_changed", compare->changed);
	element_at(compare, compare->fall, "largest_fall", doc);
	element_at(compare, compare->rise, "largest_rise", doc);
	element_at(compare, compare->first_before, "first_before", doc);
	element_at(compare, compare->first_after, "first_after", doc);
}

void
ft_diff_document(const struct ft_compare *compare,
    const struct ft_diff_options *options, const char *key, struct ft_doc *doc)
{
	size_t *index FT_CLEANUP(ft_free_at) =
	    ft_alloc(compare->n * sizeof *index);
	size_t n = choose_rows(compare, options, index);
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	ft_doc_begin(doc, key);
	ft_diff_summary(compare, &str);
	ft_doc_text(doc, "summary", ft_str_text(&str));
	ft_str_clear(&str);
	ft_doc_text(doc, "sentence",
	    !options->no_sentence && ft_diff_sentence(compare, &str)
		? ft_str_text(&str)
		: NULL);
	counts(compare, doc);
	ft_doc_begin_list(doc, "moves");
	for (size_t i = 0; i < n; i++)
		element(compare, &compare->move[index[i]], NULL, doc);
	ft_doc_end(doc);
	ft_doc_end(doc);
}

void
ft_diff_print(const struct ft_compare *compare,
    const struct ft_diff_options *options, const struct ft_table_options *table,
    const struct ft_columns *fields, struct ft_out *out)
{
	struct ft_doc *doc;

	if (table->format != FT_FORMAT_JSON &&
	    table->format != FT_FORMAT_YAML) {
		print_table(compare, options, table, fields, out);
		return;
	}
	doc = ft_doc_open_ours(out, table->format, FT_DIFF_SCHEMA);
	ft_diff_document(compare, options, "effect", doc);
	ft_doc_close(doc);
}

/* ---- the paragraph -------------------------------------------------------- */

static void
add_subject(const struct ft_compare *compare, size_t index, struct ft_str *str)
{
	struct subject subject = subject_of(compare, &compare->move[index]);

	ft_tree_add_name(subject.tree, subject.names, subject.node, str);
}

/* "; largest fall bob@physics 12 -> 57" */
static void
add_largest(const struct ft_compare *compare, const char *words, size_t index,
    struct ft_str *str)
{
	const struct ft_move *move;

	if (index == FT_COMPARE_NONE)
		return;
	move = &compare->move[index];
	ft_str_addf(str, "; %s ", words);
	add_subject(compare, index, str);
	ft_str_addf(str, " %" PRIu32 " -> %" PRIu32, move->rank_before,
	    move->rank_after);
}

/* " and 2 others", of COUNT who share the first place. */
static void
add_others(size_t count, struct ft_str *str)
{
	if (count > 1)
		ft_str_addf(
		    str, " and %zu other%s", count - 1, count > 2 ? "s" : "");
}

static void
add_first(const struct ft_compare *compare, struct ft_str *str)
{
	size_t before = compare->first_before, after = compare->first_after;

	if (after == FT_COMPARE_NONE)
		return;
	ft_str_add(str, "; first place ");
	add_subject(compare, after, str);
	add_others(compare->n_first_after, str);
	if (before == FT_COMPARE_NONE)
		return;
	if (before == after &&
	    compare->n_first_before == compare->n_first_after) {
		ft_str_add(str, " (unchanged)");
		return;
	}
	ft_str_add(str, " (was ");
	add_subject(compare, before, str);
	add_others(compare->n_first_before, str);
	ft_str_add_char(str, ')');
}

/* "; added zed@physics at 4", "; 3 users added, the first zed@physics at 4" */
static void
add_comers(const struct ft_compare *compare, bool added, struct ft_str *str)
{
	size_t count = added ? compare->added : compare->removed;
	const char *word = added ? "added" : "removed";
	size_t best = FT_COMPARE_NONE;
	uint32_t place = 0;

	if (!count)
		return;
	for (size_t i = 0; i < compare->n; i++) {
		const struct ft_move *move = &compare->move[i];
		uint32_t here = added ? move->rank_after : move->rank_before;

		if (!(added ? is_added(move) : is_removed(move)))
			continue;
		if (best != FT_COMPARE_NONE && here >= place)
			continue;
		best = i;
		place = here;
	}
	if (count == 1)
		ft_str_addf(str, "; %s ", word);
	else
		ft_str_addf(str, "; %zu users %s, the first ", count, word);
	add_subject(compare, best, str);
	ft_str_addf(str, " at %" PRIu32, place);
}

static void
add_moved(const struct ft_compare *compare, struct ft_str *str)
{
	size_t moved = compare->moved;
	uint32_t users = compare->after.tree->n_user;

	if (!moved) {
		ft_str_addf(str, "none of %" PRIu32 " user%s moves", users,
		    users == 1 ? "" : "s");
		if (compare->changed)
			ft_str_addf(str, ", the factor of %zu changes",
			    compare->changed);
		return;
	}
	ft_str_addf(str, "%zu of %" PRIu32 " user%s move%s", moved, users,
	    users == 1 ? "" : "s", moved == 1 ? "s" : "");
	if (compare->shifted && compare->shifted == moved)
		ft_str_addf(str, ", none passes another");
	else if (compare->shifted)
		ft_str_addf(
		    str, ", %zu of them passing nobody", compare->shifted);
}

void
ft_diff_summary(const struct ft_compare *compare, struct ft_str *str)
{
	ft_str_add(str, "Effect on places now: ");
	add_moved(compare, str);
	add_largest(compare, "largest fall", compare->fall, str);
	add_largest(compare, "largest rise", compare->rise, str);
	add_comers(compare, true, str);
	add_comers(compare, false, str);
	add_first(compare, str);
}
