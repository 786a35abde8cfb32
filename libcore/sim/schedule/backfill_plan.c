/*
 * backfill_plan.c - what backfill reserves for jobs that do not start now, and
 * what it reports about jobs that wait.
 */

#include "model/account/qos.h"
#include "sim/schedule/backfill_private.h"
#include "sim/schedule/schedule.h"

void
ft_bf_nodes(struct ft_backfill *bf, int64_t from, int64_t to)
{
	const struct ft_place *place = bf->pass.world->place;
	const ft_nodes *member = place->member[bf->pass.at.partition];

	for (uint32_t w = 0; w < place->n_word; w++)
		bf->nodes[w] = member[w] & place->usable[w];
	if (from < to)
		ft_plan_remove_planned(&bf->plan, from, to, bf->nodes);
}

void
ft_bf_note_nodes(struct ft_backfill *bf)
{
	int64_t seconds = bf->trial.seconds, meets;

	/* a run that started a job, or has news, is not repeated anyway */
	if (bf->pass.started || bf->same_until <= bf->now)
		return;
	meets = ft_plan_meets(&bf->plan, ft_bf_up(bf, bf->now + seconds),
	    bf->same_until == INT64_MAX ? INT64_MAX : bf->same_until + seconds,
	    bf->nodes);
	if (meets != INT64_MAX)
		ft_bf_same_until(bf, meets - seconds + 1);
}

int64_t
ft_bf_plan_end(const struct ft_backfill *bf, int64_t at)
{
	return ft_release_has(ft_conf_release(bf->pass.world->conf),
		   FT_RULE_PLANS_END_LATE)
		   ? ft_bf_up(bf, at)
		   : ft_bf_down(bf, at);
}

bool
ft_bf_makes_no_plan(const struct ft_backfill *bf)
{
	const struct ft_qos *qos =
	    ft_world_qos(bf->pass.world, bf->pass.job->qos);

	return qos && qos->flags & FT_QOS_NO_RESERVE;
}

void
ft_bf_show(struct ft_backfill *bf)
{
	const struct ft_found *found = &bf->pass.found;
	struct ft_job *job = bf->pass.job;

	if (!bf->shows)
		ft_job_touch(job);
	if (!bf->shows || (job->expected && job->expected <= bf->trial.start))
		return;
	job->expected = bf->trial.start;
	if (!job->first_expected)
		job->first_expected = job->expected;
	job->last_expected = job->expected;
	/* the host list is built only if somebody reads it */
	if (bf->show_only || bf->reports)
		job->sched_nodes =
		    ft_world_hosts(bf->pass.world, found->node, found->n);
}

/* Keep the reservation for the current job, for licenses and reports. */
static void
note_plan(struct ft_backfill *bf, int64_t from, int64_t to)
{
	const struct ft_found *found = &bf->pass.found;
	ft_nodes *on = ft_pass_calloc(
	    &bf->pass, bf->pass.world->place->n_word, sizeof *on);

	for (size_t i = 0; i < found->n; i++)
		ft_nodes_put(on, found->node[i].node);
	*ft_vec_add(bf->planned, bf->n_planned, bf->cap_planned) =
	    (struct ft_bf_plan){ bf->pass.job, from, to, on };
}

uint64_t
ft_bf_table_size(const struct ft_backfill *bf)
{
	const int64_t *value = bf->pass.world->sched.value;
	int64_t size = value[FT_SCHED_BF_NODE_SPACE];

	return (uint64_t)(size ? size : value[FT_SCHED_BF_MAX_JOB_TEST]);
}

enum ft_bf_outcome
ft_bf_reserve(struct ft_backfill *bf)
{
	const struct ft_pass *pass = &bf->pass;
	int64_t start = bf->trial.start, end = start + bf->trial.seconds;
	int64_t from = ft_bf_down(bf, start), to = ft_bf_plan_end(bf, end);

	if (pass->job->deadline && end > pass->job->deadline)
		return FT_BF_GIVE_UP;
	ft_bf_show(bf);
	ft_bf_same_until_window(bf, to);
	if (start > bf->window_end)
		return FT_BF_GIVE_UP;
	/* a reservation takes whole nodes, but subordination queues share
	 * them */
	if (ft_bf_makes_no_plan(bf) ||
	    pass->world->machine.partition[pass->at.partition].queue !=
		FT_NO_QUEUE)
		return FT_BF_GIVE_UP;
	if (bf->plan.n >= ft_bf_table_size(bf))
		return FT_BF_FULL;
	if (to <= from)
		to = from + bf->resolution;
	bf->memory->version++;
	ft_plan_reserve(&bf->plan, from, to, pass->found.node, pass->found.n);
	if (bf->reports || bf->licenses)
		note_plan(bf, from, to);
	bf->part_planned[pass->at.partition]++;
	return FT_BF_PLANNED;
}

void
ft_bf_plan_running(struct ft_backfill *bf)
{
	struct ft_world *world = bf->pass.world;

	for (size_t i = 0; i < world->n_running; i++) {
		const struct ft_job *job = world->running[i];
		int64_t end = bf->window_end;

		if (job->suspended || !ft_place_whole(world, job))
			continue;
		if (job->must_end < end)
			end = ft_bf_up(bf, job->must_end);
		ft_plan_reserve(&bf->plan, ft_bf_down(bf, bf->now), end,
		    job->node, job->n_node);
	}
}

int64_t
ft_bf_minutes(const struct ft_backfill *bf)
{
	const struct ft_found *found = &bf->pass.found;
	int64_t until =
	    ft_plan_until(&bf->plan, bf->now, INT64_MAX, found->node, found->n);
	int64_t minutes = (until - bf->now) / 60;

	if (minutes > bf->trial.max_minutes)
		minutes = bf->trial.max_minutes;
	return minutes * 60 < bf->trial.seconds ? bf->trial.seconds / 60
						: minutes;
}

/* ---- bf_licenses, bf_busy_nodes ------------------------------------------ */

/* Returns how many of license INDEX are reserved at some time from FROM until
 * TO, all added up; *first becomes the end of the first of these reservations
 * if it is earlier. */
static uint64_t
planned_licenses(const struct ft_backfill *bf, uint32_t index, int64_t from,
    int64_t to, int64_t *first)
{
	uint64_t n = 0;

	for (size_t i = 0; i < bf->n_planned; i++) {
		const struct ft_bf_plan *plan = &bf->planned[i];
		const struct ft_job *job = plan->job;

		if (plan->from >= to || plan->to <= from)
			continue;
		for (size_t j = 0; j < job->n_license_need; j++) {
			if (job->license_need[j].index != index)
				continue;
			n += job->license_need[j].count;
			if (plan->to < *first)
				*first = plan->to;
		}
	}
	return n;
}

bool
ft_bf_has_licenses(const struct ft_backfill *bf, int64_t *later)
{
	const struct ft_job *job = bf->pass.job;
	const struct ft_trial *trial = &bf->trial;
	int64_t end = trial->start + trial->seconds, first = INT64_MAX;

	for (size_t i = 0; i < job->n_license_need; i++) {
		const struct ft_job_count *need = &job->license_need[i];
		uint64_t planned = planned_licenses(
		    bf, need->index, trial->start, end, &first);

		if (planned && ft_free_license(trial->free, need->index) <
				   need->count + planned) {
			*later = first;
			return false;
		}
	}
	return true;
}

void
ft_bf_prefer_busy(struct ft_backfill *bf)
{
	const struct ft_place *place = bf->pass.world->place;
	uint32_t node = 0;

	for (uint32_t w = 0; w < place->n_word; w++)
		bf->preferred[w] = 0;
	for (uint32_t i = 0; i < place->n_node; i++)
		if (place->now.node[i].jobs && ft_nodes_has(bf->nodes, i))
			ft_nodes_put(bf->preferred, i);
	/* add one node after the other until the job fits */
	while (ft_place_find(&bf->pass.at, bf->preferred, bf->trial.free,
		   &bf->pass.found) != FT_FIT &&
	       node < place->n_node) {
		if (ft_nodes_has(bf->nodes, node))
			ft_nodes_put(bf->preferred, node);
		node++;
	}
}

bool
ft_bf_waits(struct ft_backfill *bf)
{
	int64_t until;

	return *bf->pass.job->reservation &&
	       ft_reserve_leave(&bf->pass.at, bf->now, &until, bf->nodes) ==
		   FT_REASON_RESERVATION;
}

/* ---- why it waits -------------------------------------------------------- */

/* Returns the job whose reservation the current one would delay by starting
 * now, NULL none: the first without whose nodes it would not fit. */
static const struct ft_job *
in_the_way(struct ft_backfill *bf)
{
	struct ft_pass *pass = &bf->pass;
	uint32_t words = pass->world->place->n_word;
	int64_t end = ft_bf_up(bf, bf->now + bf->trial.seconds), until;

	ft_bf_nodes(bf, 0, 0);
	if (ft_reserve_leave(&pass->at, bf->now, &until, bf->nodes) !=
		FT_REASON_NONE ||
	    ft_pass_find(pass, bf->nodes) != FT_FIT)
		return NULL;
	for (size_t i = 0; i < bf->n_planned; i++) {
		const struct ft_bf_plan *plan = &bf->planned[i];

		if (plan->job == pass->job || plan->from >= end ||
		    plan->to <= bf->now)
			continue;
		ft_nodes_minus(bf->nodes, plan->on, words);
		if (ft_pass_find(pass, bf->nodes) != FT_FIT)
			return plan->job;
	}
	return NULL;
}

void
ft_bf_report(struct ft_backfill *bf, int64_t planned)
{
	if (bf->reports && bf->pass.job->state == FT_JOB_PENDING)
		ft_pass_report(&bf->pass,
		    ft_pass_limit(&bf->pass) == FT_REASON_NONE ? in_the_way(bf)
							       : NULL,
		    planned);
}
