/* diff.c - --diff: the jobs whose priority or place --what-if changes. */

#include "fprio/fprio.h"
#include "report/standing/pair.h"
#include "sim/world/array.h"

#define SCHEMA "fairtree.priority-diff/1"

/* What columns show of a pair. */
struct change {
	const void *record; /* the change itself */
	const struct ft_job *job;
	const char *partition, *user;
	bool was, is; /* on that side */
	bool waited, waits;
	uint32_t points_before, points, place_before, place;
};

static void
id(const void *at, struct ft_value *value)
{
	const struct change *change = at;

	ft_job_add_id(ft_value_build(value), change->job);
}

static void
difference(const void *at, struct ft_value *value)
{
	const struct change *change = at;
	struct ft_str *out = ft_value_build(value);

	if (change->was && change->is)
		ft_str_addf(out, "%+" PRId64,
		    (int64_t)change->points - (int64_t)change->points_before);
}

#define MEMBER(name)        FT_MEMBER(struct change, name)
#define MEMBER_IF(name, is) FT_MEMBER_IF(struct change, name, is)
#define UINT                .type = FT_COLUMN_UINT

/* clang-format off */
static const struct ft_column diff_fields[] = {
	{ "JobID", .width = 10, .key = "id", .get = id },
	{ "Partition", .width = -10, .key = "partition", MEMBER(partition) },
	{ "User", .width = -10, .key = "user", MEMBER(user) },
	{ "Priority", .width = 10, UINT, .key = "priority_before",
	  MEMBER_IF(points_before, was) },
	{ "After", .width = 10, UINT, .key = "priority_after",
	  MEMBER_IF(points, is) },
	{ "Change", .width = 10, .key = "change", .get = difference },
	{ "Place", .width = 6, UINT, .key = "place_before",
	  MEMBER_IF(place_before, waited) },
	{ "PlaceAfter", .width = 10, UINT, .key = "place_after",
	  MEMBER_IF(place, waits) },
	/* their old names, in documents only */
	{ "Rank", UINT, .key = "rank_before", MEMBER_IF(place_before, waited) },
	{ "RankAfter", UINT, .key = "rank_after", MEMBER_IF(place, waits) },
};
enum { OLD_NAMES = 2 };
/* clang-format on */

static struct ft_standing_side
side_of(const struct fprio_table *table)
{
	return (struct ft_standing_side){ &table->world.machine, table->row,
		table->n };
}

static void
print_pair(struct ft_table *table, const struct fprio_table *side,
    const struct ft_standing *there, const struct ft_standing_pair *pair)
{
	const struct ft_standing *a = pair->before, *b = pair->after;

	struct change change = {
		.record = &change,
		.job = there->job,
		.partition = ft_standing_partition(&side->world.machine, there),
		.user = there->job->user,
		.was = a != NULL,
		.is = b != NULL,
		.waited = a && a->waits,
		.waits = b && b->waits,
		.points_before = a ? a->points : 0,
		.points = b ? b->points : 0,
		.place_before = a ? a->place : 0,
		.place = b ? b->place : 0,
	};

	ft_table_put(table, &change);
}

static void
print_pairs(const struct fprio_table *before, const struct fprio_table *after,
    const struct ft_standing_pair *pair, size_t n, struct ft_out *out)
{
	const struct fprio_args *args = before->args;
	const struct ft_table_options options = { .format = args->format,
		.no_header = args->no_header,
		.grow = true,
		.schema = SCHEMA,
		.rows = "changes" };
	bool document =
	    args->format == FT_FORMAT_JSON || args->format == FT_FORMAT_YAML;
	struct ft_table *table = ft_table_open(out, &options, diff_fields,
	    FT_COUNT(diff_fields) - (document ? 0 : OLD_NAMES));
	size_t changed = 0;

	for (size_t i = 0; i < n; i++) {
		const struct ft_standing *there =
		    pair[i].before ? pair[i].before : pair[i].after;

		if (!there || !ft_standing_differs(&pair[i]))
			continue;
		changed++;
		print_pair(
		    table, pair[i].before ? before : after, there, &pair[i]);
	}
	ft_table_close(table);
	if (args->format == FT_FORMAT_TABLE)
		ft_str_addf(&out->text,
		    "\n%zu of %zu priorities or places change.\n", changed, n);
}

enum ft_status
fprio_diff(struct fprio_args *args, struct ft_out *out, struct ft_error *err)
{
	struct fprio_table before, after = { .args = NULL };
	enum ft_status status = fprio_table_load(&before, args, err);
	struct ft_standing_pair *pair = NULL;
	struct ft_standing_side sides[2];
	/* the settings change in place, so the first world is complete
	 * before that */
	bool loaded = false;

	if (status == FT_OK)
		status = ft_whatif_apply(
		    args->context, &args->session, &args->what_if, err);
	if (status == FT_OK) {
		loaded = true;
		status = fprio_table_load(&after, args, err);
	}
	if (status == FT_OK) {
		pair = ft_alloc((before.n + after.n + 1) * sizeof *pair);
		sides[0] = side_of(&before);
		sides[1] = side_of(&after);
		print_pairs(&before, &after, pair,
		    ft_standing_pairs(&sides[0], &sides[1], pair), out);
	}
	ft_free(pair);
	if (loaded)
		fprio_table_free(&after);
	fprio_table_free(&before);
	return status;
}
