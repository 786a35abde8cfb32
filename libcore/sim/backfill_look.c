/* Where and when a job would start, and that it does. */

#include "sim/backfill_int.h"

/* Seconds after which one whom a limit holds back is looked at again. */
#define LIMITED_LATER 500

/* ---- what is free later --------------------------------------------------------------- */

void
ft_bf_forget_without(struct ft_backfill *bf)
{
	if (bf->has_without)
		ft_future_clear(&bf->without);
	bf->has_without = false;
}

/* The future of a job that may push others aside: as if they were gone. */
static struct ft_future *
future_of(struct ft_backfill *bf, const struct ft_trial *trial)
{
	size_t bytes;

	if (!bf->pass.preempts)
		return &bf->future;
	ft_preempt_candidates(
	    bf->pass.world, trial->job, trial->partition, &bf->may);
	if (!bf->may.n)
		return &bf->future;
	bytes = bf->may.n * sizeof *bf->may.job;
	if (bf->has_without && bf->gone.n == bf->may.n &&
	    !memcmp(bf->gone.job, bf->may.job, bytes))
		return &bf->without;
	ft_bf_forget_without(bf);
	bf->gone.job = ft_vec_grow(
	    bf->gone.job, &bf->gone.cap, bf->may.n, sizeof *bf->gone.job);
	memcpy(bf->gone.job, bf->may.job, bytes);
	bf->gone.n = bf->may.n;
	ft_future_init(&bf->without, bf->pass.world, &bf->gone);
	bf->has_without = true;
	return &bf->without;
}

/* Somebody was pushed aside. */
static void
renew_future(struct ft_backfill *bf)
{
	ft_bf_forget_without(bf);
	ft_future_clear(&bf->future);
	ft_future_init(&bf->future, bf->pass.world, NULL);
}

/*
 * The earliest time from START on at which the job fits on bf->nodes; fills
 * pass->found.  False: at no time.
 */
static bool
earliest(struct ft_backfill *bf, struct ft_trial *trial, int64_t start)
{
	struct ft_world *world = bf->pass.world;
	struct ft_future *future = future_of(bf, trial);
	struct ft_walk walk = { .nodes = bf->nodes };
	const struct ft_free *free;

	bf->pass.victims.n = 0;
	if (future == &bf->without && start <= bf->now &&
	    ft_pass_find(&bf->pass, trial->job, trial->partition, bf->nodes) ==
		FT_FIT) {
		trial->start = start;
		trial->free = &world->place->now;
		return true;
	}
	while ((free = ft_future_next(future, &walk))) {
		if (ft_place_find(world, trial->job, trial->partition,
			bf->nodes, free, &bf->pass.found) != FT_FIT)
			continue;
		trial->start = walk.at > start ? walk.at : start;
		trial->free = free;
		return true;
	}
	return false;
}

void
ft_bf_members(struct ft_backfill *bf, uint32_t partition)
{
	const struct ft_place *place = bf->pass.world->place;

	for (uint32_t w = 0; w < place->n_word; w++)
		bf->nodes[w] = place->member[partition][w] & place->usable[w];
}

void
ft_bf_nodes(
    struct ft_backfill *bf, uint32_t partition, int64_t from, int64_t to)
{
	ft_bf_members(bf, partition);
	ft_plan_leave(&bf->plan, from, to, bf->nodes);
}

/* ---- what comes of it ------------------------------------------------------------ */

/* A limit says no: with assoc_limit_stop the job is planned all the same. */
static enum ft_bf_outcome
limited(struct ft_backfill *bf, struct ft_trial *trial,
    enum ft_job_reason limit, int64_t later)
{
	struct ft_world *world = bf->pass.world;

	ft_queue_reason(world, trial->job, limit, "");
	if (!world->sched.value[FT_SCHED_LIMIT_STOP] || trial->now_only)
		return FT_BF_GIVE_UP;
	trial->start = later ? later : bf->now + LIMITED_LATER;
	return ft_bf_reserve(bf, trial);
}

static enum ft_bf_outcome
start_now(struct ft_backfill *bf, struct ft_trial *trial, int64_t later)
{
	struct ft_pass *pass = &bf->pass;
	enum ft_job_reason limit = trial->limit;
	const struct ft_job *job;

	if (bf->show_only)
		return FT_BF_GIVE_UP;
	if (limit == FT_REASON_NONE)
		limit = ft_pass_limit_found(pass, trial->job, trial->partition);
	if (limit != FT_REASON_NONE)
		return limited(bf, trial, limit, later);
	if (pass->victims.n) {
		/* it starts at the next look: its nodes are kept until then */
		ft_pass_push(pass, trial->job);
		ft_queue_reason(
		    pass->world, trial->job, FT_REASON_RESOURCES, "");
		trial->start = bf->now + 1;
		renew_future(bf);
		return ft_bf_reserve(bf, trial);
	}
	pass->minutes = trial->most ? ft_bf_minutes(bf, trial) : 0;
	job = ft_pass_start(pass, trial->job, trial->partition);
	ft_bf_forget_without(bf);
	ft_future_add(&bf->future, job);
	return FT_BF_STARTED;
}

/*
 * What was found from START on: take it, or set *later to when to look again.
 */
static enum ft_bf_outcome
settle(struct ft_backfill *bf, struct ft_trial *trial, int64_t start,
    int64_t *later)
{
	const struct ft_found *found = &bf->pass.found;
	int64_t from = ft_bf_down(bf, trial->start);
	int64_t to = ft_bf_down(bf, trial->start + trial->seconds);

	if (bf->licenses && !ft_bf_has_licenses(bf, trial, later))
		return trial->now_only ? FT_BF_GIVE_UP : FT_BF_AGAIN;
	if (trial->start <= bf->now)
		return start_now(bf, trial, *later);
	if (trial->now_only) {
		ft_bf_show(bf, trial);
		return FT_BF_GIVE_UP;
	}
	if (bf->pass.world->sched.value[FT_SCHED_BF_BUSY_NODES])
		ft_bf_prefer_busy(bf, trial);
	if (ft_plan_has(&bf->plan, from, to, found->node, found->n)) {
		*later = trial->start > start ? trial->start
					      : start + bf->resolution;
		return FT_BF_AGAIN;
	}
	if (*later && trial->start > *later)
		return FT_BF_AGAIN;
	return ft_bf_reserve(bf, trial);
}

/* Count a job whose placement is tried, once; false: enough of them. */
static bool
count(struct ft_backfill *bf, struct ft_trial *trial)
{
	const int64_t *value = bf->pass.world->sched.value;

	if (trial->counted)
		return true;
	/* further tasks of an array count, but are not stopped */
	if (!trial->again && bf->tested >= value[FT_SCHED_BF_MAX_JOB_TEST])
		return false;
	bf->tested++;
	trial->counted = true;
	return true;
}

/* Look from *start on, which moves. */
static enum ft_bf_outcome
look(struct ft_backfill *bf, struct ft_trial *trial, int64_t *start)
{
	struct ft_world *world = bf->pass.world;
	const ft_nodes *member = world->place->member[trial->partition];
	int64_t later = 0;

	for (; *start <= bf->window_end; *start = later) {
		int64_t end = ft_bf_up(bf, *start + trial->seconds), until;
		enum ft_bf_outcome outcome;
		uint32_t n = 0;

		later = ft_plan_next(&bf->plan, *start, member);
		ft_bf_nodes(bf, trial->partition, *start, end);
		ft_nodes_and(bf->nodes, bf->suited, world->place->n_word);
		if (ft_pass_reserved(&bf->pass, trial->job, trial->partition,
			*start, bf->nodes) == FT_REASON_NONE)
			n = ft_nodes_size(bf->nodes, world->place->n_word);
		until = bf->pass.span.until;
		if (until != INT64_MAX && (!later || until < later))
			later = until;
		if (n >= trial->job->min_nodes) {
			if (!count(bf, trial))
				return FT_BF_FULL;
			if (earliest(bf, trial, *start)) {
				outcome = settle(bf, trial, *start, &later);
				if (outcome != FT_BF_AGAIN)
					return outcome;
				continue;
			}
		}
		if (!later || trial->now_only)
			break;
	}
	*start = INT64_MAX;
	return FT_BF_GIVE_UP;
}

enum ft_bf_outcome
ft_bf_place(struct ft_backfill *bf, struct ft_trial *trial)
{
	struct ft_bound bound = { .job = trial->job,
		.partition = trial->partition,
		.seconds = trial->seconds };
	bool bounded = !bf->pass.preempts && !bf->pass.reserves;
	int64_t before = 0;
	enum ft_bf_outcome outcome;

	if (bounded)
		before = ft_bounds_start(
		    &bf->bounds, trial->job, trial->partition, trial->seconds);
	bound.start = before > bf->now ? before : bf->now;
	if (before == INT64_MAX || (before > bf->now && trial->now_only))
		return count(bf, trial) ? FT_BF_GIVE_UP : FT_BF_FULL;
	ft_place_suit(bf->pass.world, trial->job, trial->partition, bf->suited);
	outcome = look(bf, trial, &bound.start);
	/* a show wants to know more than whether it is too late */
	if (bounded && !trial->now_only && !bf->show_only &&
	    bound.start > before && bound.start > bf->now)
		ft_bounds_add(&bf->bounds, &bound);
	return outcome;
}
