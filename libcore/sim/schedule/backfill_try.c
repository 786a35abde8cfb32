/* Where and when would a job start?  If now, it does. */

#include "sim/schedule/backfill_private.h"
#include "sim/schedule/schedule.h"

/* Seconds after which a job stopped by a limit is planned; as observed. */
#define LIMITED_LATER 500

/* ---- what is free later -------------------------------------------------- */

void
ft_bf_forget_without(struct ft_backfill *bf)
{
	if (bf->has_without)
		ft_future_clear(&bf->without);
	bf->has_without = false;
}

/* Returns the future of a job that may preempt others: without them. */
static struct ft_future *
future_of(struct ft_backfill *bf)
{
	struct ft_world *world = bf->pass.world;
	size_t bytes;

	if (!bf->pass.preempts)
		return bf->future;
	ft_preempt_candidates(&bf->pass.at, &bf->may);
	if (!bf->may.n)
		return bf->future;
	bytes = bf->may.n * sizeof *bf->may.job;
	if (bf->has_without && bf->gone.n == bf->may.n &&
	    !memcmp(bf->gone.job, bf->may.job, bytes))
		return &bf->without;
	ft_bf_forget_without(bf);
	bf->gone.job = ft_vec_grow(
	    bf->gone.job, &bf->gone.cap, bf->may.n, sizeof *bf->gone.job);
	memcpy(bf->gone.job, bf->may.job, bytes);
	bf->gone.n = bf->may.n;
	ft_future_init(&bf->without, world);
	for (size_t i = 0; i < bf->gone.n; i++)
		ft_future_drop(&bf->without, bf->gone.job[i],
		    ft_preempt_way(world, bf->gone.job[i]) ==
			FT_PREEMPT_SUSPEND);
	bf->has_without = true;
	return &bf->without;
}

void
ft_bf_renew_future(struct ft_backfill *bf)
{
	bf->future = ft_future_now(bf->pass.world);
	/* with a plan that would begin after the window nothing is done */
	ft_future_horizon(bf->future,
	    bf->skims ? bf->window_end + bf->resolution : INT64_MAX);
}

/* Jobs started or were preempted. */
static void
renew_future(struct ft_backfill *bf)
{
	ft_bf_forget_without(bf);
	ft_bf_renew_future(bf);
}

/* Set trial.start to the earliest time from START on at which the job fits on
 * bf->nodes, and pass->found; false: at no time. */
static bool
earliest(struct ft_backfill *bf, int64_t start)
{
	struct ft_pass *pass = &bf->pass;
	struct ft_future *future = future_of(bf);
	int64_t at;

	pass->victims.n = 0;
	if (future == &bf->without && start <= bf->now &&
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

/* A limit stops it.  With assoc_limit_stop the job is planned nevertheless. */
static enum ft_bf_outcome
limited(struct ft_backfill *bf, enum ft_job_reason limit, int64_t later)
{
	ft_pass_reason(&bf->pass, limit, "");
	if (!bf->pass.world->sched.value[FT_SCHED_LIMIT_STOP] ||
	    bf->trial.now_only)
		return FT_BF_GIVE_UP;
	bf->trial.start = later ? later : bf->now + LIMITED_LATER;
	bf->same_until = 0;
	return ft_bf_reserve(bf);
}

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
		return limited(bf, limit, later);
	if (pass->victims.n) {
		/* it starts in the next run: its nodes are kept until then */
		ft_pass_push(pass);
		ft_pass_reason(pass, FT_REASON_RESOURCES, "");
		bf->trial.start = bf->now + 1;
		renew_future(bf);
		return ft_bf_reserve(bf);
	}
	pass->minutes = bf->trial.most ? ft_bf_minutes(bf) : 0;
	ft_pass_start(pass);
	renew_future(bf);
	bf->memory->version++;
	return FT_BF_STARTED;
}

/* Take what was found from START on, or set *later to when to try again. */
static enum ft_bf_outcome
settle(struct ft_backfill *bf, int64_t start, int64_t *later)
{
	const struct ft_trial *trial = &bf->trial;
	const struct ft_found *found = &bf->pass.found;
	int64_t from = ft_bf_down(bf, trial->start);
	int64_t to = ft_bf_plan_end(bf, trial->start + trial->seconds);

	ft_bf_note_window(bf, from);
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
	/* from START on they are without a plan */
	if (trial->start > start &&
	    ft_plan_until(&bf->plan, from, to, found->node, found->n) < to) {
		*later = trial->start;
		return FT_BF_AGAIN;
	}
	if (*later && trial->start > *later)
		return FT_BF_AGAIN;
	return ft_bf_reserve(bf);
}

/* Count the current job once; false: bf_max_job_test is reached. */
static bool
count(struct ft_backfill *bf)
{
	const int64_t *value = bf->pass.world->sched.value;
	struct ft_trial *trial = &bf->trial;

	if (trial->counted)
		return true;
	/* further tasks of an array count, but do not stop the run */
	if (!trial->again && bf->tested >= value[FT_SCHED_BF_MAX_JOB_TEST])
		return false;
	bf->tested++;
	trial->counted = true;
	return true;
}

/* Set bf->nodes to those the current job may use from START on, as WINDOW moves
 * there, and *later to when that may be different, 0 never.  While it is not, and
 * *later is before FOUND, *start moves on. */
static void
see(struct ft_backfill *bf, struct ft_plan_window *window, int64_t found,
    int64_t *start, int64_t *later)
{
	struct ft_world *world = bf->pass.world;
	bool reserved = world->n_reservation || *bf->pass.job->reservation;
	int64_t until;

	*start = ft_plan_move(
	    window, *start, bf->remembers && !reserved ? found : 0);
	*later = window->next == INT64_MAX ? 0 : window->next;
	if (world->queue->forgets) {
		/* scan the plans as a window need not */
		memcpy(bf->nodes, bf->suited,
		    world->place->n_word * sizeof *bf->nodes);
		ft_plan_leave(
		    &bf->plan, *start, *start + bf->trial.seconds, bf->nodes);
	}
	if (*start == bf->now)
		ft_bf_note_nodes(bf);
	if (reserved) {
		/* if one is in the way too few nodes are left */
		ft_reserve_leave(&bf->pass.at, *start, &until, bf->nodes);
		if (until != INT64_MAX && (!*later || until < *later))
			*later = until;
	}
}

/* Try from now on.  If it finds nothing, trial.start becomes INT64_MAX. */
static enum ft_bf_outcome
look(struct ft_backfill *bf)
{
	const struct ft_place *place = bf->pass.world->place;
	struct ft_trial *trial = &bf->trial;
	const struct ft_seeker *at = &bf->pass.at;
	struct ft_plan_window window =
	    ft_plan_window(&bf->plan, place->member[at->partition], bf->suited,
		trial->seconds, bf->nodes);
	/* found: when it fits on these nodes */
	int64_t start = bf->now, later = 0, found = 0;

	for (; start <= bf->window_end; start = later) {
		enum ft_bf_outcome outcome;

		see(bf, &window, found, &start, &later);
		found = INT64_MAX;
		if (ft_nodes_size(bf->nodes, place->n_word) >=
		    at->job->min_nodes) {
			if (!count(bf))
				return FT_BF_FULL;
			if (earliest(bf, start)) {
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
		ft_bf_note_window(bf, start);
	trial->start = INT64_MAX;
	return FT_BF_GIVE_UP;
}

/* Returns the memory of vain searches of the class of the current job, NULL if
 * more than the class decides. */
static struct ft_bf_vain *
vain_of(struct ft_backfill *bf)
{
	const struct ft_world *world = bf->pass.world;

	if (!bf->class || bf->show_only || bf->reports || bf->trial.now_only ||
	    world->place->now.kept || world->n_reservation)
		return NULL;
	return &bf->memory->vain[bf->class];
}

enum ft_bf_outcome
ft_bf_place(struct ft_backfill *bf)
{
	const struct ft_place *place = bf->pass.world->place;
	size_t size = place->n_word * sizeof *bf->suited;
	struct ft_bf_vain *vain = vain_of(bf);
	/* further tasks of an array may count or not: do not remember it */
	bool again = bf->trial.counted;
	enum ft_bf_outcome outcome;

	if (!ft_release_has(ft_conf_release(bf->pass.world->conf),
		FT_RULE_PLANS_FOR_USERS) &&
	    ft_place_waits_for_user(&bf->pass.at))
		return count(bf) ? FT_BF_GIVE_UP : FT_BF_FULL;
	if (vain && vain->version == bf->memory->version) {
		if (vain->counted && !count(bf))
			return FT_BF_FULL;
		bf->trial.start = vain->shown;
		if (vain->shown)
			ft_bf_show(bf);
		return FT_BF_GIVE_UP;
	}
	memcpy(bf->suited, ft_place_suited(&bf->pass.at, bf->kind), size);
	ft_nodes_and(bf->suited, place->usable, place->n_word);
	bf->trial.start = 0;
	outcome = look(bf);
	/* a limit that forbids a start now is the job's own */
	if (!vain || again || outcome != FT_BF_GIVE_UP ||
	    bf->trial.start <= bf->window_end)
		return outcome;
	*vain = (struct ft_bf_vain){ .version = bf->memory->version,
		.counted = bf->trial.counted,
		.shown = bf->trial.start == INT64_MAX ? 0 : bf->trial.start };
	return outcome;
}
