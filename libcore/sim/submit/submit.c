/*
 * submit.c - a request becomes a job, or is refused as by slurmctld.
 *
 * The order of the checks, and what a refusal leaves (a job number that is used
 * up, a record that failed), are those observed with sbatch and slurmctld
 * 22.05: tests/oracle/cases/j33-refusals, v17-sbatch-refusals.
 */
#include "sim/submit/submit.h"

#include "base/text/timefmt.h"
#include "model/job/joboption.h"
#include "sim/depend/depend.h"
#include "sim/job/job.h"
#include "sim/job/split.h"
#include "sim/policy/policy.h"
#include "sim/priority/priority.h"
#include "sim/reserve/reserve.h"
#include "sim/schedule/fill.h"
#include "sim/submit/steps.h"
#include "sim/world/array.h"
#include "sim/world/request.h"

/* ---- checks -------------------------------------------------------------- */

/* Only operators may set a priority, or raise one by a negative nice value. */
static enum ft_refusal
check_privilege(struct ft_submission *sub)
{
	struct ft_job *job = sub->job;

	if (job->nice < 0 && !sub->asker->privileged)
		return FT_REFUSE_NICE;
	if (job->priority_set && !sub->asker->privileged) {
		job->priority_set = false;
		job->priority = 0;
	}
	return FT_REFUSE_NONE;
}

static uint32_t
tasks_of(const struct ft_job *job)
{
	return job->n_tasks ? (uint32_t)job->n_tasks : 1;
}

static enum ft_refusal
check_count(struct ft_submission *sub)
{
	const struct ft_world *world = sub->world;
	int64_t most = ft_conf_number(world->conf, FT_CONF_MAX_JOB_COUNT);
	size_t have = world->n_waiting + world->n_running;

	/* jobs that arrive later are counted when they arrive */
	if (sub->at > world->now)
		return FT_REFUSE_NONE;
	return (int64_t)have + tasks_of(sub->job) > most ? FT_REFUSE_TOO_MANY
							 : FT_REFUSE_NONE;
}

static enum ft_refusal
check_times(struct ft_submission *sub)
{
	const struct ft_job *job = sub->job;
	bool strict = ft_release_has(
	    ft_conf_release(sub->world->conf), FT_RULE_DEADLINE_LIMITS);
	/* minutes from its begin to the deadline */
	int64_t minutes =
	    (job->deadline -
		(strict && job->begins > sub->at ? job->begins : sub->at)) /
	    60;

	/* UNLIMITED exceeds every limit and cannot be a minimum */
	if (job->time_min == FT_TIME_UNLIMITED ||
	    (job->time_min > 0 && job->time_limit != FT_TIME_NONE &&
		job->time_min > job->time_limit))
		return FT_REFUSE_TIME_MIN;
	if (!job->deadline)
		return FT_REFUSE_NONE;
	if (job->deadline < sub->at)
		return FT_REFUSE_TIME_LIMIT;
	if (job->time_min > 0)
		return job->time_min > minutes ? FT_REFUSE_TIME_MIN
					       : FT_REFUSE_NONE;
	return strict && job->time_limit > 0 && job->time_limit > minutes
		   ? FT_REFUSE_TIME_LIMIT
		   : FT_REFUSE_NONE;
}

static enum ft_refusal
check_limits(struct ft_submission *sub)
{
	struct ft_job *job = sub->job;
	const struct ft_world *world = sub->world;
	const struct ft_partition *in =
	    &world->machine.partition[sub->partition[0]];

	ft_world_request(world, job, in, job->req);
	sub->reason = FT_REASON_NONE;
	/* the usual limit of the first partition holds wherever the job moves */
	if (job->time_limit == FT_TIME_NONE)
		job->time_limit = in->default_time;
	if (job->time_limit == FT_TIME_NONE)
		job->time_limit = ft_policy_wall(sub->world, job);
	/* it shrinks to what fits */
	if (job->deadline && job->time_limit == FT_TIME_NONE &&
	    job->time_min <= 0)
		job->time_min = 1;
	if (sub->at == world->now)
		sub->reason = ft_policy_submit(sub->world, job, tasks_of(job));
	return sub->reason == FT_REASON_NONE ? FT_REFUSE_NONE
					     : FT_REFUSE_POLICY;
}

/* A partition with ReqResv takes only jobs in reservations. */
static enum ft_refusal
check_req_resv(struct ft_submission *sub)
{
	const struct ft_partition *all = sub->world->machine.partition;

	for (size_t i = 0; i < sub->n_partition; i++)
		if (all[sub->partition[i]].req_resv && !*sub->job->reservation)
			return FT_REFUSE_DENIED;
	return FT_REFUSE_NONE;
}

typedef enum ft_refusal check_fn(struct ft_submission *sub);

static enum ft_refusal
check_size(struct ft_submission *sub)
{
	sub->no_nodes = sub->job->nodes_given && sub->job->min_nodes == 0;
	ft_submit_size(sub);
	return FT_REFUSE_NONE;
}

/* --signal=R:USR1: a signal before a reservation takes the job's nodes. */
static enum ft_refusal
check_signal(struct ft_submission *sub)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	const char *colon;

	if (!ft_job_option(sub->job, "signal", &text) || !text.len ||
	    !ft_release_has(
		ft_conf_release(sub->world->conf), FT_RULE_SIGNAL_PREEMPTS))
		return FT_REFUSE_NONE;
	colon = strchr(text.data, ':');
	return colon && memchr(text.data, 'R', (size_t)(colon - text.data)) &&
		       ft_world_preempt_type(sub->world) == FT_PREEMPT_TYPE_NONE
		   ? FT_REFUSE_NO_PREEMPTION
		   : FT_REFUSE_NONE;
}

/* Whether features are looked at before all names. */
static bool
starts_with_features(const struct ft_submission *sub)
{
	return ft_release_has(
	    ft_conf_release(sub->world->conf), FT_RULE_FEATURES_FIRST);
}

static enum ft_refusal
check_features_first(struct ft_submission *sub)
{
	return starts_with_features(sub) ? ft_submit_features(sub)
					 : FT_REFUSE_NONE;
}

static enum ft_refusal
check_features_last(struct ft_submission *sub)
{
	return starts_with_features(sub) ? FT_REFUSE_NONE
					 : ft_submit_features(sub);
}

static enum ft_refusal
check_array(struct ft_submission *sub)
{
	int64_t most = ft_conf_number(sub->world->conf, FT_CONF_MAX_ARRAY_SIZE);

	return sub->array ? ft_array_parse(sub->job, sub->array, (uint32_t)most)
			  : FT_REFUSE_NONE;
}

/* The checks that use up no job number, in order. */
static check_fn *const request_checks[] = {
	check_privilege,
	check_features_first,
	check_array,
	check_count,
	ft_submit_required,
	ft_submit_partitions,
	ft_submit_account,
	ft_submit_qos,
	check_size,
	ft_submit_admits,
	check_req_resv,
	check_times,
	check_signal,
	ft_submit_wckey,
	ft_submit_counts,
	ft_submit_excluded,
	check_limits,
};

/* Returns the first refusal of N checks. */
static enum ft_refusal
run_checks(struct ft_submission *sub, check_fn *const *check, size_t n)
{
	for (size_t i = 0; i < n; i++)
		FT_ADMIT(check[i](sub));
	return FT_REFUSE_NONE;
}

static enum ft_refusal
check_request(struct ft_submission *sub)
{
	return run_checks(sub, request_checks,
	    sizeof request_checks / sizeof *request_checks);
}

/* ---- the job ------------------------------------------------------------- */

static void
set_times(struct ft_submission *sub)
{
	struct ft_job *job = sub->job;

	job->submitted = sub->at;
	job->accrue = 0;
	job->eligible = job->begins > sub->at ? job->begins : sub->at;
	/* Slurm says BeginTime of an array only once it has examined it */
	if (!sub->shut_out)
		job->reason = job->begins > sub->at && !ft_job_is_head(job)
				  ? FT_REASON_BEGIN_TIME
				  : FT_REASON_NONE;
	if (job->n_depend > 0 && !ft_world_depends(sub->world, job))
		job->eligible = 0;
	if (job->hold != FT_HOLD_NONE) {
		if (job->begins <= sub->at)
			job->eligible = 0;
		job->priority = 0;
		job->reason = job->hold == FT_HOLD_ADMIN ? FT_REASON_HELD_ADMIN
							 : FT_REASON_HELD_USER;
	}
}

static enum ft_refusal
check_dependency(struct ft_submission *sub)
{
	struct ft_job *job = sub->job;
	enum ft_refusal refusal = FT_REFUSE_NONE;

	if (!*job->dependency)
		return refusal;
	job->number = sub->world->next_number;
	refusal = ft_world_set_dependency(sub->world, job, job->dependency);
	job->number = 0;
	return refusal;
}

/* sdiag counts each task of an array. */
static void
count(struct ft_world *world, const struct ft_job *job)
{
	ft_world_count(world)->submitted += job->n_tasks ? job->n_tasks : 1;
}

/* A job that can never run leaves a record that failed. */
static void
list_failed(struct ft_submission *sub)
{
	struct ft_world *world = sub->world;
	struct ft_job *failed = ft_world_new_job(world);
	uint64_t *req = failed->req;

	*failed = *sub->job;
	failed->req = req;
	if (sub->job->req)
		memcpy(req, sub->job->req, world->tres.n * sizeof *req);
	sub->job->tasks = NULL;
	sub->job->n_tasks = sub->job->cap_tasks = 0;
	failed->depend = NULL;
	failed->gres_need = failed->license_need = NULL;
	failed->n_depend = 0;
	failed->n_gres_need = failed->n_license_need = 0;
	failed->number = ft_world_take_number(world);
	if (failed->n_tasks > 0)
		failed->array_job = failed->number;
	failed->submitted = failed->ended = sub->at;
	failed->eligible = failed->begins > sub->at ? failed->begins : sub->at;
	if (failed->n_tasks > 0 ||
	    (sub->job->n_depend > 0 && !ft_world_depends(world, sub->job)))
		failed->eligible = 0;
	failed->started = 0;
	if (!failed->priority_set)
		ft_world_reprioritise(world, failed);
	failed->state = FT_JOB_FAILED;
	failed->reason = FT_REASON_BAD_CONSTRAINTS;
	failed->exit_code = 0;
	failed->exit_signal = 1;
	failed->dirty = true;
	ft_world_add(world, failed);
	count(world, failed);
}

/* Returns whether slurmctld tries the job at once; not if it is held or stopped
 * by a limit on numbers of jobs or wall time. */
static bool
is_tried(struct ft_submission *sub)
{
	const struct ft_job *job = sub->job;
	const struct ft_policy_question question = ft_policy_question_of(
	    sub->world, job, &sub->world->machine.partition[sub->partition[0]]);
	struct ft_policy_block block;

	return job->hold == FT_HOLD_NONE && !sub->shut_out &&
	       (ft_policy_blocks(sub->world, &question, &block) ==
		       FT_REASON_NONE ||
		   block.tres != UINT32_MAX);
}

static enum ft_refusal
check_reservation(struct ft_submission *sub)
{
	return ft_reserve_admits(sub->world, sub->job, sub->job->reservation);
}

/* Refuse -N 0; by now its size is that of one node. */
static enum ft_refusal
check_no_nodes(struct ft_submission *sub)
{
	return sub->no_nodes ? FT_REFUSE_NODE_COUNT : FT_REFUSE_NONE;
}

/* The checks made once the record has its job number. */
static check_fn *const record_checks[] = {
	check_dependency,
	check_features_last,
	ft_submit_batch,
	check_reservation,
	check_no_nodes,
};

static enum ft_refusal
check_record(struct ft_submission *sub, bool *used)
{
	enum ft_refusal refusal = run_checks(
	    sub, record_checks, sizeof record_checks / sizeof *record_checks);

	*used = refusal != FT_REFUSE_NONE;
	if (*used)
		(void)ft_world_take_number(sub->world);
	return refusal;
}

/* Returns why the job could never start, if slurmctld would find out now. */
static enum ft_refusal
check_possible(struct ft_submission *sub)
{
	return is_tried(sub) ? ft_submit_possible(sub) : FT_REFUSE_NONE;
}

static void
list(struct ft_submission *sub)
{
	struct ft_world *world = sub->world;
	struct ft_job *job = sub->job;

	job->number = ft_world_take_number(world);
	if (job->n_tasks > 0) {
		job->array_job = job->number;
		job->array_size = (uint32_t)job->n_tasks;
		job->array_task = FT_TASK_NONE;
	}
	job->state = FT_JOB_PENDING;
	job->partition = "";
	set_times(sub);
	job->dirty = true;
	ft_world_add(world, job);
	if (sub->at > world->now)
		return;
	ft_world_arrived(world, job);
}

void
ft_world_arrived(struct ft_world *world, struct ft_job *job)
{
	ft_policy_submitted(world, job);
	if (job->hold == FT_HOLD_NONE && !job->priority_set)
		ft_world_reprioritise(world, job);
	ft_queue_first_look(world, job);
	/* a scheduler says next what the job waits for, whatever was seen now */
	ft_depend_changed(world, job);
	count(world, job);
	world->times.wanted = true;
	world->times_dirty = true;
	ft_job_touch(job);
}

static struct ft_submission
submission_of(struct ft_world *world, const struct ft_submit_request *request)
{
	return (struct ft_submission){ .world = world,
		.asker = request->asker,
		.job = request->job,
		.qos_name = request->qos,
		.array = request->array,
		.wckey_given = request->wckey_given,
		.at = request->at > world->now ? request->at : world->now };
}

enum ft_refusal
ft_world_submit(struct ft_world *world, struct ft_submit_request *request)
{
	struct ft_submission sub = submission_of(world, request);
	enum ft_refusal refusal = check_request(&sub);

	if (refusal == FT_REFUSE_NONE)
		refusal = check_record(&sub, &request->used);
	if (refusal == FT_REFUSE_NONE) {
		refusal = check_possible(&sub);
		if (refusal == FT_REFUSE_NONE)
			list(&sub);
		else
			list_failed(&sub);
	}
	request->reason = sub.reason;
	return refusal;
}

enum ft_refusal
ft_world_test(struct ft_world *world, struct ft_submit_request *request)
{
	struct ft_submission sub = submission_of(world, request);
	enum ft_refusal refusal = check_request(&sub);

	if (refusal == FT_REFUSE_NONE)
		refusal = check_record(&sub, &request->used);
	request->reason = sub.reason;
	if (refusal != FT_REFUSE_NONE)
		return refusal;
	refusal = check_possible(&sub);
	if (refusal == FT_REFUSE_NONE) {
		request->start = ft_submit_start(&sub);
		if (!request->start)
			refusal = FT_REFUSE_CONFIGURATION;
	}
	request->job->number = ft_world_take_number(world);
	request->used = true;
	return refusal;
}
