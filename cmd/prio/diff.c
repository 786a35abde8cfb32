/* Before and after the changes of --what-if: whose priority and place differ. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "prio/prio.h"
#include "sim/array.h"

#define SCHEMA "fairtree.priority-diff/1"

enum diff_field {
	DIFF_JOB,
	DIFF_PARTITION,
	DIFF_USER,
	DIFF_BEFORE,
	DIFF_AFTER,
	DIFF_CHANGE,
	DIFF_RANK_BEFORE,
	DIFF_RANK_AFTER,
	DIFF_FIELDS
};

#define UINT FT_COLUMN_UINT
#define TEXT FT_COLUMN_TEXT

/* clang-format off */
static const struct ft_column diff_fields[DIFF_FIELDS + 1] = {
	{ "JobID", 1, DIFF_JOB, NULL, 10, TEXT, 0, "id", .sentence = "job" },
	{ "Partition", 1, DIFF_PARTITION, NULL, -10, TEXT, 0, "partition",
	  .sentence = "partition" },
	{ "User", 1, DIFF_USER, NULL, -10, TEXT, 0, "user", .sentence = "user" },
	{ "Priority", 1, DIFF_BEFORE, NULL, 10, UINT, 0, "priority_before",
	  .sentence = "priority before" },
	{ "After", 1, DIFF_AFTER, NULL, 10, UINT, 0, "priority_after",
	  .sentence = "priority after" },
	{ "Change", 1, DIFF_CHANGE, NULL, 10, TEXT, 0, "change",
	  .sentence = "by how much" },
	{ "Rank", 1, DIFF_RANK_BEFORE, NULL, 6, UINT, 0, "rank_before",
	  .sentence = "place before" },
	{ "RankAfter", 1, DIFF_RANK_AFTER, NULL, 9, UINT, 0, "rank_after",
	  .sentence = "place after" },
	{ .name = NULL },
};
/* clang-format on */

/* One job in one partition, on both sides. */
struct pair {
	const struct ft_standing *before, *after; /* NULL: not there */
};

static const char *
partition_of(const struct prio_table *table, const struct ft_standing *standing)
{
	return table->world.machine.partition[standing->partition].name;
}

static bool
is_same(const struct prio_table *before, const struct ft_standing *a,
    const struct prio_table *after, const struct ft_standing *b)
{
	return a->job->id == b->job->id &&
	       strcmp(partition_of(before, a), partition_of(after, b)) == 0;
}

/* Both are sorted by number: those of one job are close to each other. */
static size_t
find_pairs(const struct prio_table *before, const struct prio_table *after,
    struct pair *pair)
{
	bool *used = ft_calloc(after->n + 1, sizeof *used);
	size_t n = 0, at = 0;

	for (size_t i = 0; i < before->n; i++) {
		const struct ft_standing *a = before->row[i];

		while (at < after->n &&
		       after->row[at]->job->number < a->job->number)
			at++;
		pair[n] = (struct pair){ a, NULL };
		for (size_t k = at;
		     k < after->n &&
		     after->row[k]->job->number == a->job->number;
		     k++) {
			if (used[k] ||
			    !is_same(before, a, after, after->row[k]))
				continue;
			used[k] = true;
			pair[n].after = after->row[k];
			break;
		}
		n++;
	}
	for (size_t k = 0; k < after->n; k++)
		if (!used[k])
			pair[n++] = (struct pair){ NULL, after->row[k] };
	ft_free(used);
	return n;
}

static bool
differs(const struct pair *pair)
{
	return !pair->before || !pair->after ||
	       pair->before->points != pair->after->points ||
	       pair->before->rank != pair->after->rank;
}

static void
number(struct ft_table *table, bool set, uint64_t value)
{
	if (set)
		ft_table_u64(table, value);
	else
		ft_table_unset(table);
}

static void
print_pair(struct ft_table *table, const struct prio_table *side,
    const struct ft_standing *there, const struct pair *pair)
{
	const struct ft_standing *a = pair->before, *b = pair->after;
	struct ft_str text = { 0 };

	ft_job_add_id(&text, there->job);
	ft_table_text(table, ft_str_text(&text));
	ft_table_text(table, partition_of(side, there));
	ft_table_text(table, there->job->user);
	number(table, a != NULL, a ? a->points : 0);
	number(table, b != NULL, b ? b->points : 0);
	ft_str_clear(&text);
	if (a && b)
		ft_str_addf(&text, "%+" PRId64,
		    (int64_t)b->points - (int64_t)a->points);
	ft_table_text(table, ft_str_text(&text));
	number(table, a && a->waits, a ? a->rank : 0);
	number(table, b && b->waits, b ? b->rank : 0);
	ft_table_row(table);
	ft_str_free(&text);
}

static void
print_pairs(const struct prio_table *before, const struct prio_table *after,
    const struct pair *pair, size_t n, struct ft_out *out)
{
	const struct prio_args *args = before->args;
	const struct ft_table_options options = { .format = args->format,
		.no_header = args->no_header,
		.grow = true,
		.schema = SCHEMA,
		.rows = "changes" };
	struct ft_columns fields;
	struct ft_table *table;
	size_t changed = 0;

	ft_columns_init(&fields);
	for (int i = 0; i < DIFF_FIELDS; i++)
		ft_columns_add(&fields, &diff_fields[i], 0);
	table = ft_table_open(out, &options, fields.item, fields.n);
	for (size_t i = 0; i < n; i++) {
		if (!differs(&pair[i]))
			continue;
		changed++;
		print_pair(table, pair[i].before ? before : after,
		    pair[i].before ? pair[i].before : pair[i].after, &pair[i]);
	}
	ft_table_close(table);
	ft_columns_free(&fields);
	if (args->format == FT_FORMAT_TABLE)
		ft_str_addf(&out->text,
		    "\n%zu of %zu priorities or places change.\n", changed, n);
}

enum ft_status
prio_diff(struct prio_args *args, struct ft_out *out, struct ft_error *err)
{
	struct prio_table before, after = { .args = NULL };
	enum ft_status status = prio_table_load(&before, args, err);
	struct pair *pair = NULL;
	/* the settings change in place, and the first world has looked at
	 * them as they were */
	bool loaded = false;

	if (status == FT_OK)
		status = ft_whatif_apply(
		    args->context, &args->session, &args->what_if, err);
	if (status == FT_OK) {
		loaded = true;
		status = prio_table_load(&after, args, err);
	}
	if (status == FT_OK) {
		pair = ft_alloc((before.n + after.n + 1) * sizeof *pair);
		print_pairs(&before, &after, pair,
		    find_pairs(&before, &after, pair), out);
	}
	ft_free(pair);
	if (loaded)
		prio_table_free(&after);
	prio_table_free(&before);
	return status;
}
