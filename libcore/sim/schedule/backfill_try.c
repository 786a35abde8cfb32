/*
 * backfill_try.c - where and when the current job of backfill would start.  If
 * that is now, it starts.
 *
 * search() moves a window as long as the job's time limit from now to the end
 * of backfill's own window.  At each place, the nodes without a reservation in
 * it are known (plan_private.h), and when the job fits on them as running jobs
 * end (sim/place/future.h).  If that is later than the window begins,
 * reservations between may be in the way: settle() decides whether to take the
 * start that was found, or to go on from a later time.
 */

#include "sim/schedule/backfill_private.h"
#include "sim/schedule/schedule.h"

/* A job that a limit stops is planned so many seconds later, as observed. */
#define LIMITED_LATER 500

/* ---- what is free later -------------------------------------------------- */

void
ft_bf_forget_without(struct ft_backfill *bf)
{
	if (bf->has_without)
		ft_future_clear(&bf->without);
	bf->has_without = false;
}

/* Returns what will be free for the current job: if it may preempt others, as
 * if these were gone. */
static struct ft_future *
future_of(struct ft_backfill *bf)
{
	struct ft_world *world = bf->pass.world;
	size_t bytes;

	if (!bf->pass.preempts)
		return bf->future;
	ft_preempt_candidates(&bf->pass.at, &bf->candidates);
	if (!bf->candidates.n)
		return bf->future;
	bytes = bf->candidates.n * sizeof *bf->candidates.job;
	if (bf->has_without && bf->without_jobs.n == bf->candidates.n &&
	    !memcmp(bf->without_jobs.job, bf->candidates.job, bytes))
		return &bf->without;
	ft_bf_forget_without(bf);
	bf->without_jobs.job =
	    ft_vec_grow(bf->without_jobs.job, &bf->without_jobs.cap,
		bf->candidates.n, sizeof *bf->without_jobs.job);
	memcpy(bf->without_jobs.job, bf->candidates.job, bytes);
	bf->without_jobs.n = bf->candidates.n;
	ft_future_init(&bf->without, world);
	for (size_t i = 0; i < bf->without_jobs.n; i++)
		ft_future_drop(&bf->without, bf->without_jobs.job[i],
		    ft_preempt_way(world, bf->without_jobs.job[i]) ==
			FT_PREEMPT_SUSPEND);
	bf->has_without = true;
	return &bf->without;
}

void
ft_bf_renew_future(struct ft_backfill *bf)
{
	bf->future = ft_future_now(bf->pass.world);
	/* a start after the window is neither reserved nor shown, so it need
	 * not be known exactly */
	ft_future_horizon(bf->future,
	    bf->skips_alike ? bf->window_end + bf->resolution : INT64_MAX);
}

/* Bring the futures up to date after jobs started or were preempted. */
static void
renew_future(struct ft_backfill *bf)
{
	ft_bf_forget_without(bf);
	ft_bf_renew_future(bf);
}

/* Returns whether the current job may share CPUs; the future does not know of
 * that. */
static bool
is_sharing(const struct ft_backfill *bf)
{
	const struct ft_seeker *at = &bf->pass.at;

	return ft_place_rows(
		   &at->world->machine.partition[at->partition], at->job) > 1;
}

/* Find the earliest time from START on at which the current job fits on
 * bf->nodes: sets trial.start, trial.free and pass->found.  Returns false if
 * there is none. */
static bool
find_earliest(struct ft_backfill *bf, int64_t start)
{
	struct ft_pass *pass = &bf->pass;
	struct ft_future *future = future_of(bf);
	int64_t at;

	pass->victims.n = 0;
	if ((future == &bf->without || is_sharing(bf)) && start <= bf->now &&
	    ft_pass_find(pass, bf->nodes) == FT_FIT) {
		bf->trial.start = start;
		bf->trial.free = &pass->world->place->now;
		return true;
	}
	at = ft_future_first(
	    future, &pass->at, bf->kind, bf->nodes, &pass->found);
	bf->trial.free = future->state;
	bf->trial.start = at > start ? at : start;
	return at != INT64_MAX;
}

/* ---- the outcome --------------------------------------------------------- */

/* LIMIT forbids the current job to start now.  With assoc_limit_stop it is
 * planned nevertheless, at LATER if that is not 0. */
static enum ft_bf_outcome
stop_at_limit(struct ft_backfill *bf, enum ft_job_reason limit, int64_t later)
{
	ft_pass_reason(&bf->pass, limit, "");
	if (!bf->pass.world->sched.value[FT_SCHED_LIMIT_STOP] ||
	    bf->trial.now_only)
		return FT_BF_GIVE_UP;
	bf->trial.start = later ? later : bf->now + LIMITED_LATER;
	bf->same_until = 0;
	return ft_bf_reserve(bf);
}

/* Start the current job on what was found, unless a limit forbids that or jobs
 * must be preempted first.  LATER: as for settle(). */
static enum ft_bf_outcome
start_now(struct ft_backfill *bf, int64_t later)
{
	struct ft_pass *pass = &bf->pass;
	enum ft_job_reason limit = bf->trial.limit;

	if (bf->show_only)
		return FT_BF_GIVE_UP;
	if (limit == FT_REASON_NONE)
		limit = ft_pass_limit_found(pass);
	if (limit != FT_REASON_NONE)
		return stop_at_limit(bf, limit, later);
	if (pass->victims.n) {
		/* it starts in the next run: its nodes are kept until then */
		ft_pass_push(pass);
		ft_pass_reason(pass, FT_REASON_RESOURCES, "");
		bf->trial.start = bf->now + 1;
		renew_future(bf);
		return ft_bf_reserve(bf);
	}
	pass->minutes = bf->trial.max_minutes ? ft_bf_minutes(bf) : 0;
	ft_pass_start(pass);
	renew_future(bf);
	bf->memory->version++;
	return FT_BF_STARTED;
}

/*
 * Start the current job, or reserve nodes for it, at trial.start, which was
 * found for a window that begins at START.  If it must be tried again, *later
 * becomes the time from which on; before, it is when other nodes may be without
 * a reservation, 0 never.
 */
static enum ft_bf_outcome
settle(struct ft_backfill *bf, int64_t start, int64_t *later)
{
	const struct ft_trial *trial = &bf->trial;
	const struct ft_found *found = &bf->pass.found;
	int64_t from = ft_bf_down(bf, trial->start);
	int64_t to = ft_bf_plan_end(bf, trial->start + trial->seconds);

	ft_bf_same_until_window(bf, from);
	if (bf->licenses && !ft_bf_has_licenses(bf, later))
		return trial->now_only ? FT_BF_GIVE_UP : FT_BF_AGAIN;
	if (trial->start <= bf->now)
		return start_now(bf, *later);
	/* a job for which nothing is reserved is shown no start
	 * (tests/oracle/cases/x60-min-prio-backfill) */
	if (trial->now_only)
		return FT_BF_GIVE_UP;
	if (bf->pass.world->sched.value[FT_SCHED_BF_BUSY_NODES])
		ft_bf_prefer_busy(bf);
	/* in a window at START they are not reserved; later they may be */
	if (trial->start > start &&
	    ft_plan_until(&bf->plan, from, to, found->node, found->n) < to) {
		*later = trial->start;
		return FT_BF_AGAIN;
	}
	if (*later && trial->start > *later)
		return FT_BF_AGAIN;
	return ft_bf_reserve(bf);
}

/* Count the current job for bf_max_job_test, once; false: that many were
 * tested. */
static bool
count_once(struct ft_backfill *bf)
{
	const int64_t *value = bf->pass.world->sched.value;
	struct ft_trial *trial = &bf->trial;

	if (trial->counted)
		return true;
	/* as in slurmctld, further tasks of an array count, but do not end the
	 * run */
	if (!trial->further_task &&
	    bf->tested >= value[FT_SCHED_BF_MAX_JOB_TEST])
		return false;
	bf->tested++;
	trial->counted = true;
	return true;
}

/*
 * Move WINDOW to *start and set bf->nodes to those the current job may use in
 * it; *later becomes the next time at which that may be different, 0: never.
 * The window moves on, and *start with it, while the nodes stay the same and a
 * reservation ends before FOUND (ft_plan_move).
 */
static void
move_window(struct ft_backfill *bf, struct ft_plan_window *window,
    int64_t found, int64_t *start, int64_t *later)
{
	struct ft_world *world = bf->pass.world;
	bool reserved = world->n_reservation || *bf->pass.job->reservation;
	int64_t until;

	*start = ft_plan_move(
	    window, *start, bf->remembers && !reserved ? found : 0);
	*later = window->next_end == INT64_MAX ? 0 : window->next_end;
	if (world->queue->forgets) {
		/* for tests: the same without what the window remembers */
		memcpy(bf->nodes, bf->suited,
		    world->place->n_word * sizeof *bf->nodes);
		ft_plan_remove_planned(
		    &bf->plan, *start, *start + bf->trial.seconds, bf->nodes);
	}
	if (*start == bf->now)
		ft_bf_note_nodes(bf);
	if (reserved) {
		/* reservations of the administrator (scontrol) */
		ft_reserve_leave(&bf->pass.at, *start, &until, bf->nodes);
		if (until != INT64_MAX && (!*later || until < *later))
			*later = until;
	}
}

/* Returns whether bf->nodes are as many as the current job needs. */
static bool
has_nodes(const struct ft_backfill *bf)
{
	uint32_t n = 0, least = bf->pass.job->min_nodes;

	for (uint32_t w = 0; n < least && w < bf->pass.world->place->n_word;
	     w++)
		n += ft_nodes_count(bf->nodes[w]);
	return n >= least;
}

/* Search from now on for a start of the current job, and take the first that
 * holds.  If there is none, trial.start becomes INT64_MAX. */
static enum ft_bf_outcome
search(struct ft_backfill *bf)
{
	const struct ft_place *place = bf->pass.world->place;
	struct ft_trial *trial = &bf->trial;
	const struct ft_seeker *at = &bf->pass.at;
	struct ft_plan_window window =
	    ft_plan_window(&bf->plan, place->member[at->partition], bf->suited,
		trial->seconds, bf->nodes);
	/* found: when the job fits on the nodes of the present window */
	int64_t start = bf->now, later = 0, found = 0;

	for (; start <= bf->window_end; start = later) {
		enum ft_bf_outcome outcome;

		move_window(bf, &window, found, &start, &later);
		found = INT64_MAX;
		if (has_nodes(bf)) {
			if (!count_once(bf))
				return FT_BF_FULL;
			if (find_earliest(bf, start)) {
				outcome = settle(bf, start, &later);
				if (outcome != FT_BF_AGAIN)
					return outcome;
				found = trial->start;
				continue;
			}
		}
		if (!later || trial->now_only)
			break;
	}
	if (start > bf->window_end)
		ft_bf_same_until_window(bf, start);
	trial->start = INT64_MAX;
	return FT_BF_GIVE_UP;
}

/* Returns what is remembered of failed searches for the class of the current
 * job; NULL if the result depends on more than the class. */
static struct ft_bf_failure *
failure_of(struct ft_backfill *bf)
{
	const struct ft_world *world = bf->pass.world;

	if (!bf->class || bf->show_only || bf->reports || bf->trial.now_only ||
	    world->place->now.kept || world->n_reservation)
		return NULL;
	return &bf->memory->failed[bf->class];
}

enum ft_bf_outcome
ft_bf_place(struct ft_backfill *bf)
{
	const struct ft_place *place = bf->pass.world->place;
	size_t size = place->n_word * sizeof *bf->suited;
	struct ft_bf_failure *failure = failure_of(bf);
	/* whether a further task of an array counts depends on the one before:
	 * do not remember its search */
	bool again = bf->trial.counted;
	enum ft_bf_outcome outcome;

	if (!ft_release_has(ft_conf_release(bf->pass.world->conf),
		FT_RULE_PLANS_FOR_USERS) &&
	    ft_place_waits_for_user(&bf->pass.at))
		return count_once(bf) ? FT_BF_GIVE_UP : FT_BF_FULL;
	if (failure && failure->version == bf->memory->version) {
		if (failure->counted && !count_once(bf))
			return FT_BF_FULL;
		bf->trial.start = failure->expected;
		if (failure->expected)
			ft_bf_show(bf);
		return FT_BF_GIVE_UP;
	}
	memcpy(bf->suited, ft_place_suited(&bf->pass.at, bf->kind), size);
	ft_nodes_and(bf->suited, place->usable, place->n_word);
	bf->trial.start = 0;
	outcome = search(bf);
	/* a start within the window that came to nothing failed by a limit of
	 * this job alone: do not remember it */
	if (!failure || again || outcome != FT_BF_GIVE_UP ||
	    bf->trial.start <= bf->window_end)
		return outcome;
	*failure = (struct ft_bf_failure){ .version = bf->memory->version,
		.counted = bf->trial.counted,
		.expected =
		    bf->trial.start == INT64_MAX ? 0 : bf->trial.start };
	return outcome;
}
