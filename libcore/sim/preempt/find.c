/*
 * find.c - where would a job run if others were preempted?
 *
 * Jobs that would be suspended lend their CPUs, a whole tier at a time from the
 * lowest up, as gang scheduling does.  Jobs that would end go one by one in the
 * order of victims until the job fits.  Then every victim that the nodes found
 * do not require is spared.
 *
 * Cases: tests/oracle/cases/j49-preempt-victim-order, x11-preempt-tiers.
 */

#include "sim/preempt/private.h"

#include "base/bisect.h"

/* The search for one job. */
struct search {
	const struct ft_seeker *seeker;
	struct ft_world *world; /* of the seeker */
	const ft_nodes *avail;
	struct ft_found *found;
	struct ft_victims *victims;
	struct ft_free *free; /* scratch: what would be free */
	bool *ends;           /* by victim: it would end instead of being
			         suspended */
};

static enum ft_fit
look(struct search *search, const ft_nodes *avail)
{
	return ft_place_find(
	    search->seeker, avail, search->free, search->found);
}

static uint32_t
tier_of(const struct search *search, const struct ft_job *job)
{
	return search->world->machine.partition[job->where].tier;
}

/* Try without the first N victims that would end, and without those of tiers
 * below LIMIT that would be suspended. */
static enum ft_fit
look_below(struct search *search, size_t n, uint64_t limit)
{
	struct ft_world *world = search->world;

	ft_free_copy(search->free, &world->place->now);
	for (size_t i = 0; i < search->victims->n; i++) {
		const struct ft_job *victim = search->victims->job[i];

		if (search->ends[i]) {
			if (i < n)
				ft_free_give(world, search->free, victim);
		} else if (tier_of(search, victim) < limit) {
			ft_free_lend(world, search->free, victim);
		}
	}
	return look(search, search->avail);
}

/* Try with victims that would be suspended tier by tier, lowest first. */
static enum ft_fit
look_without(struct search *search, size_t n)
{
	uint64_t limit = 0, next = 0;
	enum ft_fit fit;

	for (;;) {
		fit = look_below(search, n, limit);
		if (fit == FT_FIT)
			return fit;
		next = UINT64_MAX;
		for (size_t i = 0; i < search->victims->n; i++) {
			uint64_t tier =
			    tier_of(search, search->victims->job[i]);

			if (!search->ends[i] && tier >= limit && tier < next)
				next = tier;
		}
		if (next == UINT64_MAX)
			return fit;
		limit = next + 1;
	}
}

/* Set *needed to the smallest number of victims without which it fits; false if
 * it never does.  search->found is that of the last try. */
static bool
count_needed(struct search *search, size_t *needed)
{
	size_t n = search->victims->n;

	if (look_without(search, n) != FT_FIT)
		return false;
	FT_BISECT(*needed, 0, n, look_without(search, *needed) != FT_FIT);
	return look_without(search, *needed) == FT_FIT;
}

/* ---- sparing victims ----------------------------------------------------- */

static ft_nodes *
set_of(const struct search *search)
{
	ft_nodes *set = ft_calloc(search->world->place->n_word, sizeof *set);

	for (size_t i = 0; i < search->found->n; i++)
		ft_nodes_put(set, search->found->node[i].node);
	return set;
}

/*
 * Spare victims that would end but need not for the nodes SET; goes[]: the
 * others.  With strict_order the highest-ranked ones are spared first; with
 * preempt_reorder_count=0 none is spared.
 */
static void
spare_ends(struct search *search, size_t n, const ft_nodes *set, bool *goes)
{
	struct ft_world *world = search->world;
	const int64_t *value = world->sched.value;
	bool asis = !value[FT_SCHED_PREEMPT_REORDER];
	bool strict = value[FT_SCHED_PREEMPT_STRICT];

	for (size_t k = 0; k < n; k++) {
		size_t i = strict ? n - 1 - k : k;
		const struct ft_job *victim = search->victims->job[i];

		if (!search->ends[i])
			continue;
		ft_free_take(world, search->free, victim);
		goes[i] = ft_nodes_has_job(set, victim) &&
			  (asis || look(search, set) != FT_FIT);
		if (goes[i])
			ft_free_give(world, search->free, victim);
	}
	/* the last try may have failed */
	look(search, set);
}

/* Returns the CPUs in use by node once the job runs and victims have ended. */
static uint32_t *
count_active(const struct search *search, const bool *goes)
{
	uint32_t *active = ft_preempt_active(search->world);

	for (size_t i = 0; i < search->victims->n; i++)
		if (goes[i])
			ft_preempt_count(
			    active, search->victims->job[i], false);
	for (size_t i = 0; i < search->found->n; i++)
		active[search->found->node[i].node] +=
		    search->found->node[i].cpus;
	return active;
}

/* Returns whether running JOB is in the way of what was found. */
static bool
is_in_the_way(const struct search *search, const struct ft_job *job,
    const ft_nodes *set, const uint32_t *active, bool whole)
{
	const struct ft_node *node = search->world->machine.node;

	for (size_t i = 0; i < job->n_node; i++) {
		uint32_t index = job->node[i].node;

		if (ft_nodes_has(set, index) &&
		    (whole || active[index] > node[index].cpus))
			return true;
	}
	return false;
}

static void
choose_suspended(struct search *search, const ft_nodes *set, bool *goes)
{
	uint32_t *active = count_active(search, goes);
	const struct ft_partition *in = search->world->machine.partition;
	bool whole = search->seeker->job->exclusive ||
		     in[search->seeker->partition].exclusive;

	for (size_t i = 0; i < search->victims->n; i++) {
		const struct ft_job *job = search->victims->job[i];

		/*
		 * a job of the same tier runs beside it or takes turns with it
		 */
		if (search->ends[i] || job->state != FT_JOB_RUNNING ||
		    in[job->where].tier >= in[search->seeker->partition].tier ||
		    !is_in_the_way(search, job, set, active, whole))
			continue;
		goes[i] = true;
		ft_preempt_count(active, job, false);
	}
	/* a victim added later may be enough by itself */
	for (size_t i = 0; i < search->victims->n && !whole; i++) {
		const struct ft_job *job = search->victims->job[i];

		if (search->ends[i] || !goes[i])
			continue;
		ft_preempt_count(active, job, true);
		goes[i] = is_in_the_way(search, job, set, active, false);
		if (goes[i])
			ft_preempt_count(active, job, false);
	}
	ft_free(active);
}

/* Keep only the victims that must go: of the first N that would end, and of all
 * that would be suspended. */
static void
spare(struct search *search, size_t n)
{
	struct ft_victims *victims = search->victims;
	ft_nodes *set FT_CLEANUP(ft_free_at) = set_of(search);
	bool *goes FT_CLEANUP(ft_free_at) = ft_calloc(victims->n, sizeof *goes);
	size_t kept = 0;

	spare_ends(search, n, set, goes);
	choose_suspended(search, set, goes);
	for (size_t i = 0; i < victims->n; i++)
		if (goes[i])
			victims->job[kept++] = victims->job[i];
	victims->n = kept;
}

/* ---- sharing ------------------------------------------------------------- */

/* Jobs that start in one second do so by priority. */
static int
compare_starts(const void *left, const void *right)
{
	const struct ft_job *a = *(struct ft_job *const *)left;
	const struct ft_job *b = *(struct ft_job *const *)right;

	if (a->started != b->started)
		return a->started < b->started ? -1 : 1;
	if (a->priority != b->priority)
		return a->priority > b->priority ? -1 : 1;
	return (a->number > b->number) - (a->number < b->number);
}

/* Returns whether JOB fits into a row with USED CPUs by node. */
static bool
fits_row(
    const struct search *search, const struct ft_job *job, const uint32_t *used)
{
	const struct ft_node *node = search->world->machine.node;

	for (size_t i = 0; i < job->n_node; i++)
		if (used[job->node[i].node] + job->node[i].cpus >
		    node[job->node[i].node].cpus)
			return false;
	return true;
}

/*
 * Set USED[row * n_node + node] to the CPUs in each of the first ROWS of the
 * partition: its jobs are in the first row that has room, in the order of their
 * starts.  The row after the last is for all jobs of all partitions.
 */
static void
fill_rows(const struct search *search, size_t rows, uint32_t *used)
{
	const struct ft_world *world = search->world;
	size_t n_node = world->place->n_node, n = 0;
	const struct ft_job **job FT_CLEANUP(ft_free_at) =
	    ft_alloc(world->n_running * sizeof *job);

	for (size_t i = 0; i < world->n_running; i++)
		if (!(world->running[i]->suspended_by & FT_SUSPEND_USER))
			job[n++] = world->running[i];
	if (n > 1)
		qsort(job, n, sizeof *job, compare_starts);
	for (size_t i = 0; i < n; i++) {
		size_t row = 0;

		ft_preempt_count(used + rows * n_node, job[i], true);
		if (job[i]->where != search->seeker->partition)
			continue;
		while (row + 1 < rows &&
		       !fits_row(search, job[i], used + row * n_node))
			row++;
		ft_preempt_count(used + row * n_node, job[i], true);
	}
}

/*
 * Try beside the jobs in each row of the partition, row by row.  What jobs of
 * other partitions share does not matter, but no node has more CPUs in use than
 * its own times ROWS.
 */
static enum ft_fit
look_shared(struct search *search, uint32_t rows)
{
	struct ft_world *world = search->world;
	const struct ft_free *now = &world->place->now;
	size_t n_node = world->place->n_node;
	/* behind as many rows as there are jobs, all are empty */
	size_t n = rows < world->n_running ? rows : world->n_running + 1;
	uint32_t *used FT_CLEANUP(ft_free_at) =
	    ft_calloc((n + 1) * n_node, sizeof *used);
	enum ft_fit fit = FT_FIT_BUSY;

	fill_rows(search, n, used);
	for (size_t row = 0; row < n && fit == FT_FIT_BUSY; row++) {
		ft_free_copy(search->free, now);
		for (uint32_t i = 0; i < n_node; i++) {
			struct ft_node_free here = now->node[i];
			uint64_t cpus = world->machine.node[i].cpus;
			uint64_t all = used[n * n_node + i];
			uint64_t own = used[row * n_node + i];

			own = own < cpus ? cpus - own : 0;
			all = all < rows * cpus ? rows * cpus - all : 0;
			here.cpus = (uint32_t)(own < all ? own : all);
			ft_free_set_node(world, search->free, i, &here);
		}
		fit = look(search, search->avail);
	}
	return fit;
}

enum ft_fit
ft_preempt_find(const struct ft_seeker *seeker, const ft_nodes *avail,
    struct ft_found *found, struct ft_victims *victims)
{
	struct ft_world *world = seeker->world;
	struct search search = { .seeker = seeker,
		.world = world,
		.avail = avail,
		.found = found,
		.victims = victims,
		.free = &world->place->scratch };
	enum ft_fit fit =
	    ft_place_find(seeker, avail, &world->place->now, found);
	uint32_t rows = ft_place_rows(
	    &world->machine.partition[seeker->partition], seeker->job);
	size_t needed;

	victims->n = 0;
	if (fit == FT_FIT_BUSY && rows > 1)
		fit = look_shared(&search, rows);
	if (fit != FT_FIT_BUSY && fit != FT_FIT_LICENSE)
		return fit;
	ft_preempt_candidates(seeker, victims);
	if (!victims->n)
		return fit;
	search.ends = ft_alloc(victims->n * sizeof *search.ends);
	for (size_t i = 0; i < victims->n; i++)
		search.ends[i] = ft_preempt_way(world, victims->job[i]) !=
				 FT_PREEMPT_SUSPEND;
	if (count_needed(&search, &needed)) {
		spare(&search, needed);
		fit = FT_FIT;
	} else {
		victims->n = 0;
	}
	ft_free(search.ends);
	return fit;
}
