/* instants.c - which instants of the past are worth a look. */
#include "load/past.h"

#include "base/bisect.h"
#include "base/idmap.h"
#include "model/tree/decaypass.h"

_Static_assert(FT_IDMAP_NONE == FT_NODE_NONE, "no node");

#define MINUTE 60
#define HOUR   3600
#define DAY    86400

#define MOST_INSTANTS 100000 /* each hour of eleven years */

/* Returns a round number of seconds that is not below LEAST. */
static int64_t
round_step(int64_t least)
{
	static const int64_t steps[] = { 1, 2, 5, 10, 15, 30, MINUTE,
		2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE,
		HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY,
		4 * DAY, 7 * DAY, 14 * DAY, 28 * DAY };
	int64_t longest = steps[FT_COUNT(steps) - 1];

	for (size_t i = 0; i < FT_COUNT(steps); i++)
		if (least <= steps[i])
			return steps[i];
	return (least + longest - 1) / longest * longest;
}

/* Returns the first multiple of STEP after AT. */
static int64_t
next_multiple(int64_t at, int64_t step)
{
	int64_t over = (at % step + step) % step;

	return at - over + step;
}

/* Returns how many of BREAKS are not after AT. */
static size_t
breaks_until(const struct ft_usage_breaks *breaks, int64_t at)
{
	size_t i;

	FT_BISECT(i, 0, breaks->n, breaks->item[i].at <= at);
	return i;
}

/* ---- what is known ----------------------------------------------------------- */

/* Returns the last snapshot of the first N breaks; NULL: none. */
static const struct ft_usage_break *
last_snapshot(const struct ft_usage_breaks *breaks, size_t n)
{
	while (n > 0 && !breaks->item[n - 1].snapshot)
		n--;
	return n > 0 ? &breaks->item[n - 1] : NULL;
}

/* Two snapshots that follow each other; the second may be missing. */
struct gap {
	int64_t after, before; /* both are known, nothing between them is */
};

/* Set *gap to the next stretch of time after AT in which nothing is known. */
static enum ft_status
next_gap(const struct ft_instants *instants,
    const struct ft_load_source *source, int64_t at, struct gap *gap,
    struct ft_error *err)
{
	const struct ft_usage_breaks *breaks = &instants->breaks;
	size_t start = breaks_until(breaks, at);
	const struct ft_usage_break *last = last_snapshot(breaks, start);

	for (size_t i = start; i < breaks->n; i++) {
		const struct ft_usage_break *item = &breaks->item[i];
		bool has = true;

		if (!item->snapshot)
			continue;
		if (last)
			FT_TRY(
			    ft_store_has_charges(source->store, source->cluster,
				&(struct ft_span){ last->at, item->at }, &has,
				err));
		if (!has) {
			*gap = (struct gap){ last->at, item->at };
			return FT_OK;
		}
		last = item;
	}
	*gap = (struct gap){ INT64_MAX, INT64_MAX };
	return FT_OK;
}

/* ---- the list ------------------------------------------------------------------- */

/* Returns whether breaks are at more than MOST times. */
static bool
is_crowded(const struct ft_instants *instants, size_t most)
{
	const struct ft_usage_breaks *breaks = &instants->breaks;
	int64_t at = instants->span.from;
	size_t n = 0;

	for (size_t i = breaks_until(breaks, at);
	     i < breaks->n && breaks->item[i].at <= instants->span.until; i++) {
		n += breaks->item[i].at > at;
		at = breaks->item[i].at;
	}
	return n > most;
}

/*
 * Returns the break to look at between AT and GRID: the first one, but the last
 * one if there are more breaks than instants are wanted; GRID if there is none.
 */
static int64_t
next_break(
    const struct ft_instants *instants, int64_t at, int64_t grid, bool crowded)
{
	const struct ft_usage_breaks *breaks = &instants->breaks;
	size_t first = breaks_until(breaks, at);
	size_t end = breaks_until(breaks, grid);

	if (first == end)
		return grid;
	return breaks->item[crowded ? end - 1 : first].at;
}

/* Returns where the grid is fixed: at START, for days at the hour of the first
 * use, else at full hours and minutes. */
static int64_t
anchor_of(const struct ft_instants *instants,
    const struct ft_instants_request *request)
{
	if (request->starts)
		return request->span.from;
	return instants->step < DAY
		   ? 0
		   : next_multiple(instants->span.from, HOUR) - HOUR;
}

static enum ft_status
add_instant(struct ft_instants *instants, int64_t at, struct ft_error *err)
{
	if (instants->n == MOST_INSTANTS)
		return ft_fail(err, FT_EINVAL,
		    "a history has at most %d times: choose a longer --every, "
		    "or a shorter period",
		    MOST_INSTANTS);
	*ft_vec_add(instants->at, instants->n, instants->cap) = at;
	return FT_OK;
}

/* List all of the grid, the breaks and the ends that are known. */
static enum ft_status
list_instants(struct ft_instants *instants, const struct ft_load_source *source,
    const struct ft_instants_request *request, struct ft_error *err)
{
	int64_t at = instants->span.from, until = instants->span.until;
	int64_t anchor = anchor_of(instants, request);
	bool crowded = !request->step && is_crowded(instants, request->most);
	struct gap gap = { INT64_MIN, INT64_MIN };

	while (at <= until) {
		int64_t grid =
		    anchor + next_multiple(at - anchor, instants->step);

		if (at >= gap.before)
			FT_TRY(next_gap(instants, source, at, &gap, err));
		if (at <= gap.after || at >= gap.before)
			FT_TRY(add_instant(instants, at, err));
		if (at == until)
			break;
		grid = grid < until ? grid : until;
		at = next_break(instants, at, grid, crowded);
	}
	return FT_OK;
}

/* ---- half-lives ------------------------------------------------------------------ */

/* Returns the latest time between FROM and UNTIL of which at most PART is left;
 * INT64_MIN: none. */
static int64_t
time_left(struct ft_decay_passes *passes, struct ft_span span, ft_real part)
{
	int64_t at;

	FT_BISECT(at, span.from, span.until,
	    ft_decay_passes_left(passes, at, NULL) <= part);
	return at > span.from ? at - 1 : INT64_MIN;
}

/* What was used before the last break of all usage does not count at all. */
static int64_t
last_break(const struct ft_instants *instants)
{
	const struct ft_usage_breaks *breaks = &instants->breaks;
	int64_t at = instants->span.from;

	for (size_t i = 0; i < breaks->n; i++)
		if (!breaks->item[i].assoc && breaks->item[i].at > at &&
		    breaks->item[i].at <= instants->span.until)
			at = breaks->item[i].at;
	return at;
}

static enum ft_status
find_halves(struct ft_instants *instants, const struct ft_load_source *source,
    struct ft_error *err)
{
	struct ft_span span = { last_break(instants), instants->span.until };
	struct ft_era *era FT_CLEANUP(ft_free_at) = NULL;
	struct ft_store_clock clock;
	struct ft_decay_passes passes;
	ft_real part = 1;
	size_t n;

	FT_TRY(ft_store_get_clock(source->store, source->cluster, &clock, err));
	era = ft_conf_eras(source->conf, source->cluster, clock.decayed, &n);
	ft_decay_passes_init(&passes, era, n, span.until);
	while (instants->n_half < FT_HALVES && span.until > span.from) {
		part /= 2;
		span.until = time_left(&passes, span, part);
		if (span.until == INT64_MIN)
			break;
		instants->half[instants->n_half++] = span.until;
	}
	ft_decay_passes_free(&passes);
	return FT_OK;
}

/* ---- all of it --------------------------------------------------------------------- */

/* Returns when a history up to UNTIL begins: with the first use, but after a
 * longer time without jobs with the first job. */
static int64_t
begin_of(const struct ft_first_use *use, int64_t until, bool asked)
{
	int64_t first = use->mark < use->run ? use->mark : use->run;

	if (first > until)
		return until;
	if (!asked && use->run < until && until - use->run < use->run - first)
		return use->run;
	return first;
}

static enum ft_status
find_span(struct ft_instants *instants, const struct ft_load_source *source,
    const struct ft_instants_request *request, struct ft_error *err)
{
	struct ft_span *span = &instants->span;
	struct ft_first_use use;

	FT_TRY(ft_store_first_use(source->store, source->cluster, &use, err));
	span->until = request->ends ? request->span.until : source->now;
	if (span->until > source->now)
		return ft_fail(err, FT_EINVAL,
		    "a history ends at the store's clock, or at --now");
	if (request->starts && request->span.from >= span->until)
		return ft_fail(
		    err, FT_EINVAL, "a history must start before it ends");
	/* nothing is known of earlier times */
	span->from = begin_of(&use, span->until, request->starts);
	if (request->starts && request->span.from > span->from)
		span->from = request->span.from;
	return FT_OK;
}

enum ft_status
ft_instants_choose(struct ft_instants *instants,
    const struct ft_load_source *source,
    const struct ft_instants_request *request, struct ft_error *err)
{
	struct ft_span *span = &instants->span;
	int64_t most = request->most > 1 ? (int64_t)request->most - 1 : 1;

	*instants = (struct ft_instants){ .n = 0 };
	FT_TRY(find_span(instants, source, request, err));
	instants->step =
	    request->step ? request->step
			  : round_step((span->until - span->from) / most + 1);
	FT_TRY(ft_store_read_breaks(source->store, source->cluster, source->now,
	    &instants->breaks, err));
	FT_TRY(list_instants(instants, source, request, err));
	return find_halves(instants, source, err);
}

void
ft_instants_free(struct ft_instants *instants)
{
	ft_usage_breaks_free(&instants->breaks);
	ft_free(instants->at);
	*instants = (struct ft_instants){ .n = 0 };
}

uint32_t *
ft_instants_owners(
    const struct ft_instants *instants, const struct ft_tree *tree)
{
	const struct ft_usage_breaks *breaks = &instants->breaks;
	uint32_t *owner = ft_calloc(breaks->n + 1, sizeof *owner);
	struct ft_idmap node FT_CLEANUP(ft_idmap_free) = { 0 };

	ft_idmap_put_all(&node, tree->id, tree->n);
	for (size_t i = 0; i < breaks->n; i++) {
		owner[i] = FT_NODE_NONE;
		if (breaks->item[i].assoc)
			owner[i] = ft_idmap_get(&node, breaks->item[i].assoc);
	}
	return owner;
}

uint32_t *
ft_instants_curves(
    const struct ft_instants *instants, const struct ft_tree *tree, int64_t at)
{
	const struct ft_usage_breaks *breaks = &instants->breaks;
	size_t n = breaks_until(breaks, at);
	uint32_t *owner FT_CLEANUP(ft_free_at) =
	    ft_instants_owners(instants, tree);
	uint32_t *curve = ft_calloc(tree->n, sizeof *curve);
	uint32_t all = 1;

	for (size_t i = 0; i < n; i++) {
		if (!breaks->item[i].assoc)
			all++;
		else if (owner[i] != FT_NODE_NONE)
			curve[owner[i]]++;
	}
	/* parents come before children */
	for (uint32_t i = tree->n; i > 0 && i--;) {
		if (tree->parent[i] != FT_NODE_NONE)
			curve[tree->parent[i]] += curve[i];
		curve[i] += all;
	}
	return curve;
}
