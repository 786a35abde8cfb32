/*
 * world.c - the policy slurm: jobs of the trace are submitted to a world as
 * they arrived, and time passes.
 *
 * To keep the world small, jobs are submitted a slice at a time, and jobs that
 * ended are forgotten.
 */

#include "base/idmap.h"
#include "base/text/hostlist.h"
#include "load/research/private.h"
#include "load/world/world.h"
#include "model/research/feedback.h"
#include "sim/change/change.h"
#include "sim/job/job.h"
#include "sim/run/life.h"
#include "sim/run/run.h"
#include "sim/world/event.h"
#include "sim/submit/submit.h"

#define SLICE  4096 /* jobs submitted in one slice */
#define EVENTS 500  /* events between two looks for ended jobs */
/* If nothing starts or ends for so long, nothing ever will: limits stopped by
 * usage have decayed by then. */
#define STILL_SECONDS (INT64_C(30) * 86400)
#define STEP_SECONDS  INT64_C(86400)

struct cluster {
	struct ft_replaying *replaying;
	struct ft_world world;
	size_t next;            /* next job to be submitted */
	size_t done;            /* jobs whose outcome is known */
	struct ft_idmap index;  /* trace index by JobId */
	const char **partition; /* [partitions of the trace]: the name here,
				   "" none */
	const char **qos;
	bool memory;              /* some node has GRES */
	struct ft_feedback links; /* which job follows which */
	/* jobs whose followers come, with the time since which they can */
	struct over *over;
	size_t n_over, cap_over;
	/* beginnings and ends of outages, by time */
	struct edge *edge;
	size_t n_edge, edges;
	/* jobs that are to be cancelled, by time; [n_cancel] */
	struct cancel *cancel;
	size_t n_cancel, cancelled;
};

struct cancel {
	int64_t at;
	size_t index;    /* in the trace */
	uint32_t number; /* JobId; 0 not submitted */
};

/* The job INDEX ended, or was refused. */
struct over {
	uint32_t index;
	int64_t at;
};

/* An outage begins or ends. */
struct edge {
	int64_t at;
	const struct ft_outage *outage;
	bool begins;
};

/* ---- names --------------------------------------------------------------- */

static const char *
partition_named(struct ft_world *world, const char *name)
{
	return ft_machine_partition(&world->machine, name) != UINT32_MAX
		   ? ft_world_string(world, name)
		   : "";
}

static const char *
qos_named(struct ft_world *world, const char *name)
{
	const struct ft_qos *qos = ft_acctdb_find_qos(&world->acctdb, name);

	return qos && !qos->deleted ? ft_world_string(world, name) : "";
}

/* Find the partitions and QOS of the trace that exist here. */
static void
find_names(struct cluster *cluster)
{
	const struct ft_trace *trace = cluster->replaying->trace;
	struct ft_world *world = &cluster->world;

	cluster->partition =
	    ft_calloc(trace->partition.n, sizeof *cluster->partition);
	for (uint32_t i = 0; i < trace->partition.n; i++)
		cluster->partition[i] =
		    partition_named(world, trace->partition.name[i]);
	cluster->qos = ft_calloc(trace->qos.n, sizeof *cluster->qos);
	for (uint32_t i = 0; i < trace->qos.n; i++)
		cluster->qos[i] = qos_named(world, trace->qos.name[i]);
}

/* ---- submission ---------------------------------------------------------- */

static void
note_over(struct cluster *cluster, size_t index, int64_t at)
{
	if (cluster->links.first &&
	    cluster->links.first[index] != FT_FEEDBACK_NONE)
		*ft_vec_add(cluster->over, cluster->n_over, cluster->cap_over) =
		    (struct over){ (uint32_t)index, at };
}

/* Returns when the job INDEX comes. */
static int64_t
submission(const struct cluster *cluster, size_t index)
{
	const struct ft_replaying *replaying = cluster->replaying;

	return replaying->replay->submit ? replaying->replay->submit[index]
					 : replaying->trace->job[index].submit;
}

static int64_t
minutes(int64_t seconds)
{
	return seconds > 60 ? seconds / 60 + (seconds % 60 > 0) : 1;
}

/* Returns whether the job's number of nodes makes sense on this machine. */
static bool
fits_nodes(const struct cluster *cluster, const struct ft_trace_job *from)
{
	const struct ft_machine *machine = &cluster->world.machine;
	uint32_t nodes = from->nodes;

	return nodes && nodes <= machine->n_node && nodes <= from->procs &&
	       from->procs / nodes + (from->procs % nodes > 0) <=
		   machine->node[0].cpus;
}

/* Fill the job as `sbatch -n PROCS -t LIMIT` would.  Without a limit it is
 * planned with its real run time; unknown memory means none. */
static void
fill_job(const struct cluster *cluster, const struct ft_trace_job *from,
    struct ft_job *job)
{
	const struct ft_pool_rules *rules = &cluster->replaying->replay->rules;

	job->tasks_wanted = from->procs;
	job->tasks_given = true;
	if (fits_nodes(cluster, from)) {
		job->min_nodes = from->nodes;
		/* one node is what it got, not what it asked for */
		job->nodes_given = from->nodes > 1;
		if (from->exact)
			job->max_nodes = from->nodes;
		if (from->exact && from->procs % from->nodes == 0)
			job->tasks_per_node = from->procs / from->nodes;
	}
	job->mem_per_cpu = from->memory && cluster->memory ? from->memory : 1;
	job->time_limit = minutes(from->limit ? from->limit : from->run);
	job->run_time = from->run;
	if (from->state == FT_JOB_FAILED)
		job->exit_code = 1;
	job->partitions = cluster->partition[from->partition];
	/* without outages as always: never */
	job->requeue =
	    rules->n_outage && rules->on_failure == FT_ON_FAILURE_REQUEUE;
	job->name = "";
	job->begins = from->eligible > from->submit ? from->eligible : 0;
}

static struct ft_job *
make_job(struct cluster *cluster, size_t index, uint32_t node)
{
	struct ft_world *world = &cluster->world;
	struct ft_job *job = ft_world_new_job(world);

	job->user = ft_world_string(
	    world, ft_tree_user(world->tree, &world->names, node));
	job->account = ft_world_string(
	    world, ft_tree_account(world->tree, &world->names, node));
	fill_job(cluster, &cluster->replaying->trace->job[index], job);
	return job;
}

static void
note_refusal(struct cluster *cluster, size_t index, enum ft_refusal refusal,
    enum ft_job_reason reason)
{
	ft_replay_note_unrunnable(
	    cluster->replaying->replay, index, refusal, reason, true);
	note_over(cluster, index, submission(cluster, index));
	cluster->done++;
}

/* It may have aged before the trace begins. */
static void
note_submitted(struct cluster *cluster, const struct ft_trace_job *from,
    struct ft_job *job)
{
	size_t index = (size_t)(from - cluster->replaying->trace->job);

	if (from->part == FT_TRACE_WARM) {
		/* it runs already: ahead of all */
		job->priority = UINT32_MAX - 1;
		job->priority_set = true;
		ft_world_changed(&cluster->world, job);
	}
	if (from->eligible && from->eligible < from->submit)
		job->accrue = from->eligible;
	for (size_t i = cluster->cancelled;
	     from->cancel && i < cluster->n_cancel; i++)
		if (cluster->cancel[i].index == index)
			cluster->cancel[i].number = job->number;
}

static void
submit(struct cluster *cluster, size_t index)
{
	struct ft_replaying *replaying = cluster->replaying;
	const struct ft_trace_job *from = &replaying->trace->job[index];
	struct ft_world *world = &cluster->world;
	uint32_t node = replaying->replay->leaf[index];
	struct ft_job *job = make_job(cluster, index, node);
	const struct ft_asker asker = { .name = job->user,
		.uid = ft_world_uid(world, job->user) };
	struct ft_submit_request request = { .asker = &asker,
		.job = job,
		.qos = cluster->qos[from->qos],
		.at = submission(cluster, index) };
	enum ft_refusal refusal;
	const struct ft_qos *found =
	    *request.qos ? ft_acctdb_find_qos(&world->acctdb, request.qos)
			 : NULL;

	/* a QOS of the trace that may not be used here: the default one */
	if (found && !ft_world_qos_allowed(world, node, found->id))
		request.qos = "";
	replaying->replay->other_partition +=
	    from->partition && !*job->partitions;
	replaying->replay->other_qos += from->qos && !*request.qos;
	refusal = ft_world_submit(world, &request);
	if (refusal == FT_REFUSE_NONE) {
		ft_idmap_put(&cluster->index, job->number, (uint32_t)index);
		note_submitted(cluster, from, job);
		return;
	}
	note_refusal(cluster, index, refusal, request.reason);
	ft_job_clear(job);
	ft_free(job);
}

/* A job larger than the machine would be refused, or wait for ever, as
 * EnforcePartLimits says; either way it never starts. */
static void
hand_in(struct cluster *cluster, size_t index)
{
	const struct ft_replaying *replaying = cluster->replaying;

	if (replaying->trace->job[index].procs > replaying->replay->procs)
		note_refusal(
		    cluster, index, FT_REFUSE_CPU_COUNT, FT_REASON_NONE);
	else
		submit(cluster, index);
}

/* Jobs that follow others which are over come; those may be refused in turn. */
static void
release(struct cluster *cluster)
{
	const struct ft_replaying *replaying = cluster->replaying;

	for (size_t i = 0; i < cluster->n_over; i++) {
		const struct over over = cluster->over[i];

		for (uint32_t f = cluster->links.first[over.index];
		     f != FT_FEEDBACK_NONE; f = cluster->links.next[f]) {
			replaying->replay->submit[f] =
			    ft_feedback_time(replaying->trace, f, over.at);
			hand_in(cluster, f);
		}
	}
	cluster->n_over = 0;
}

/* Submit the next slice; returns the time up to which all jobs have arrived. */
static int64_t
submit_slice(struct cluster *cluster)
{
	const struct ft_trace *trace = cluster->replaying->trace;
	size_t end = cluster->next + SLICE;

	while (
	    cluster->next < trace->n &&
	    (cluster->next < end || trace->job[cluster->next].submit ==
					trace->job[cluster->next - 1].submit)) {
		size_t index = cluster->next++;

		if (!cluster->links.after ||
		    cluster->links.after[index] == FT_FEEDBACK_NONE)
			hand_in(cluster, index);
	}
	release(cluster);
	return cluster->next < trace->n ? trace->job[cluster->next].submit - 1
					: INT64_MAX;
}

/* ---- what became of them ------------------------------------------------- */

/* When it was planned to start, and where it ran. */
static void
note_place(struct cluster *cluster, const struct ft_job *job, size_t index)
{
	struct ft_replay *replay = cluster->replaying->replay;

	if (replay->plans)
		replay->planned[index] = (struct ft_planned){
			.first = job->first_expected ? job->first_expected : -1,
			.last = job->first_expected ? job->last_expected : -1,
		};
	if (replay->places && job->started && job->nodes)
		ft_replay_place_nodes(
		    replay, index, job->nodes, &cluster->world.machine);
}

static void
note_end(struct cluster *cluster, const struct ft_job *job)
{
	uint32_t index = ft_idmap_get(&cluster->index, job->number);
	struct ft_outcome *outcome;

	if (index == FT_IDMAP_NONE)
		return;
	outcome = &cluster->replaying->replay->outcome[index];
	if (outcome->state != FT_JOB_PENDING)
		return;
	if (!job->started && !cluster->replaying->trace->job[index].cancel)
		ft_replay_note_unrunnable(cluster->replaying->replay, index,
		    FT_REFUSE_NONE, job->reason, false);
	*outcome = (struct ft_outcome){
		.start = job->started ? job->started : -1,
		.end = job->started ? job->ended : -1,
		.state = (uint8_t)job->state,
	};
	note_place(cluster, job, index);
	/* it ended by itself: as recorded, for instance cancelled */
	if (job->state == FT_JOB_COMPLETED)
		outcome->state = cluster->replaying->trace->job[index].state;
	if (job->started)
		note_over(cluster, index, job->ended);
	cluster->done++;
}

/* A run of a job that was requeued since. */
static void
note_run(struct cluster *cluster, const struct ft_job_run *run)
{
	struct ft_replay *replay = cluster->replaying->replay;
	uint32_t index = ft_idmap_get(&cluster->index, run->number);

	if (replay->places && index != FT_IDMAP_NONE && run->nodes &&
	    run->ended > run->started)
		ft_replay_use_nodes(replay,
		    (struct ft_replay_use){
			.job = index, .from = run->started, .to = run->ended },
		    run->nodes, &cluster->world.machine);
}

/* Nothing is saved here, so ended jobs are noted and may be forgotten. */
static void
collect(struct cluster *cluster)
{
	struct ft_world *world = &cluster->world;

	for (size_t i = 0; i < world->n_job; i++) {
		struct ft_job *job = world->job[i];

		if (ft_job_is_active(job))
			continue;
		note_end(cluster, job);
		job->dirty = false;
	}
	for (size_t i = 0; i < world->n_run; i++) {
		note_run(cluster, &world->run[i]);
		ft_free(world->run[i].alloc);
	}
	world->n_run = world->n_charge = world->n_reset = 0;
	ft_world_forget_ended(world, world->now + 1);
	release(cluster);
}

/* ---- time ---------------------------------------------------------------- */

/* Let time pass until UNTIL, or until the caller stops it. */
static enum ft_status
pass(struct cluster *cluster, int64_t until, uint64_t *happened,
    struct ft_error *err)
{
	struct ft_replaying *replaying = cluster->replaying;
	/* under feedback each end is news at once; explained, backfill plans all
	 * that it may */
	bool each = cluster->links.followers > 0, more = true;
	struct ft_run run = { .until = until,
		.events = EVENTS,
		.jobs = each,
		.explain = replaying->replay->plans };

	while (more) {
		FT_TRY(ft_world_run(&cluster->world, &run, err));
		more = !run.done || (each && run.ended);
		collect(cluster);
		*happened += run.started + run.ended;
		if (!ft_replay_report(replaying,
			(double)cluster->done / (double)replaying->trace->n))
			break;
	}
	return FT_OK;
}

/* Cancel the next job, if it has not ended. */
static void
cancel_next(struct cluster *cluster)
{
	const struct cancel *cancel = &cluster->cancel[cluster->cancelled++];
	struct ft_world *world = &cluster->world;
	struct ft_job *job =
	    cancel->number ? ft_world_find(world, cancel->number) : NULL;
	const struct ft_asker root = {
		.name = "root", .privileged = true, .super = true
	};

	if (job && ft_job_is_active(job))
		(void)ft_world_cancel(world, &root, job);
	collect(cluster);
}

/* ---- outages ------------------------------------------------------------- */

struct acting {
	struct cluster *cluster;
	const struct edge *edge;
};

/* Count the jobs on NODE, which fails. */
static void
count_failed(const struct cluster *cluster, uint32_t node)
{
	const struct ft_world *world = &cluster->world;
	struct ft_replay *replay = cluster->replaying->replay;

	for (size_t i = 0; i < world->n_running; i++) {
		const struct ft_job *job = world->running[i];
		uint64_t cpus = 0;
		bool here = false;

		for (size_t k = 0; k < job->n_node; k++) {
			here |= job->node[k].node == node;
			cpus += job->node[k].cpus;
		}
		if (!here)
			continue;
		replay->lost +=
		    (double)(world->now - job->started) * (double)cpus;
		if (job->requeue)
			replay->requeued++;
		else
			replay->failed++;
	}
}

static enum ft_status
act_on(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	const struct acting *acting = ctx;
	struct ft_world *world = &acting->cluster->world;
	const struct edge *edge = acting->edge;
	const bool fails = edge->begins && !edge->outage->drain;
	const struct ft_node_change change = { name, "State",
		!edge->begins ? "RESUME"
		: fails       ? "DOWN"
			      : "DRAIN",
		world->now };
	uint32_t node = ft_machine_node(&world->machine, name);

	(void)len;
	if (fails)
		count_failed(acting->cluster, node);
	FT_TRY(ft_machine_set_node(&world->machine, &change, err));
	if (fails)
		ft_world_fail_node(world, node);
	return FT_OK;
}

static enum ft_status
act(struct cluster *cluster, const struct edge *edge, struct ft_error *err)
{
	struct acting acting = { cluster, edge };

	FT_TRY(ft_hostlist_each(edge->outage->nodes, act_on, &acting, err));
	cluster->world.times.wanted = true;
	cluster->world.times_dirty = true;
	collect(cluster);
	return FT_OK;
}

/* Let time pass until UNTIL; cancel jobs and act on outages on the way. */
static enum ft_status
pass_on(struct cluster *cluster, int64_t until, uint64_t *happened,
    struct ft_error *err)
{
	while (cluster->edges < cluster->n_edge &&
	       cluster->edge[cluster->edges].at <= until &&
	       !cluster->replaying->replay->stopped) {
		const struct edge *edge = &cluster->edge[cluster->edges++];

		FT_TRY(pass(cluster, edge->at, happened, err));
		FT_TRY(act(cluster, edge, err));
		++*happened;
	}
	while (cluster->cancelled < cluster->n_cancel &&
	       cluster->cancel[cluster->cancelled].at <= until &&
	       !cluster->replaying->replay->stopped) {
		FT_TRY(pass(cluster, cluster->cancel[cluster->cancelled].at,
		    happened, err));
		cancel_next(cluster);
	}
	return pass(cluster, until, happened, err);
}

/* Outages that overlap were refused, so an edge of each node is the last one. */
static int
by_edge(const void *a, const void *b)
{
	const struct edge *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return x->begins - y->begins;
}

static void
find_edges(struct cluster *cluster)
{
	struct ft_replay *replay = cluster->replaying->replay;
	size_t cap = 0;

	for (size_t i = 0; i < replay->rules.n_outage; i++) {
		const struct ft_outage *outage = &replay->outage[i];

		if (replay->places)
			ft_replay_use_nodes(replay,
			    (struct ft_replay_use){ .job = FT_REPLAY_AWAY,
				.from = outage->start,
				.to = outage->end },
			    outage->nodes, &cluster->world.machine);

		*ft_vec_add(cluster->edge, cluster->n_edge, cap) =
		    (struct edge){ outage->start, outage, true };
		*ft_vec_add(cluster->edge, cluster->n_edge, cap) =
		    (struct edge){ outage->end, outage, false };
	}
	if (cluster->n_edge)
		qsort(cluster->edge, cluster->n_edge, sizeof *cluster->edge,
		    by_edge);
}

static int
by_time(const void *a, const void *b)
{
	const struct cancel *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

static void
find_cancels(struct cluster *cluster)
{
	const struct ft_trace *trace = cluster->replaying->trace;
	size_t cap = 0;

	for (size_t i = 0; i < trace->n; i++)
		if (trace->job[i].cancel)
			*ft_vec_add(cluster->cancel, cluster->n_cancel, cap) =
			    (struct cancel){ .at = trace->job[i].cancel,
				    .index = i };
	if (cluster->n_cancel)
		qsort(cluster->cancel, cluster->n_cancel,
		    sizeof *cluster->cancel, by_time);
}

/* Jobs that still wait when nothing can happen any more never start. */
static void
give_up(struct cluster *cluster)
{
	const struct ft_world *world = &cluster->world;

	for (size_t i = 0; i < world->n_waiting; i++) {
		const struct ft_job *job = world->waiting[i];
		uint32_t index = ft_idmap_get(&cluster->index, job->number);

		if (index == FT_IDMAP_NONE)
			continue;
		ft_replay_note_unrunnable(cluster->replaying->replay, index,
		    FT_REFUSE_NONE, job->reason, false);
		cluster->done++;
	}
}

/* All jobs have arrived: go on until nothing can happen any more. */
static enum ft_status
run_out(struct cluster *cluster, struct ft_error *err)
{
	const struct ft_world *world = &cluster->world;
	int64_t still = 0;

	while (!cluster->replaying->replay->stopped && still < STILL_SECONDS &&
	       world->n_arriving + world->n_waiting + world->n_running) {
		uint64_t happened = 0;

		FT_TRY(pass_on(
		    cluster, world->now + STEP_SECONDS, &happened, err));
		still = happened || world->n_running ||
				cluster->edges < cluster->n_edge
			    ? 0
			    : still + STEP_SECONDS;
	}
	if (!cluster->replaying->replay->stopped)
		give_up(cluster);
	return FT_OK;
}

static enum ft_status
run(struct cluster *cluster, struct ft_error *err)
{
	uint64_t happened = 0;

	while (!cluster->replaying->replay->stopped) {
		int64_t until = submit_slice(cluster);

		if (until == INT64_MAX)
			return run_out(cluster, err);
		FT_TRY(pass_on(cluster, until, &happened, err));
	}
	return FT_OK;
}

/* ---- the world ----------------------------------------------------------- */

/* Returns the last decay pass at or before START: a site's passes, else full
 * minutes, as in a store made for the trace. */
static int64_t
pass_before(const struct ft_replaying *replaying, int64_t start)
{
	int64_t pass = replaying->trace->pass, period = 60;

	if (pass > 0 && ft_conf_era(&replaying->conf).period > 0)
		period = ft_conf_era(&replaying->conf).period;
	else
		pass = 0;
	return start - ((start - pass) % period + period) % period;
}

static enum ft_status
set_up(struct cluster *cluster, struct ft_error *err)
{
	struct ft_replaying *replaying = cluster->replaying;
	int64_t start = replaying->trace->job[0].submit;
	const struct ft_load_source source = { replaying->store,
		&replaying->conf, replaying->cluster,
		pass_before(replaying, start) };
	const struct ft_world_load how = { .bare = true,
		.used = replaying->replay->usage };
	struct ft_world *world = &cluster->world;

	FT_TRY(ft_load_world(world, &source, &how, err));
	cluster->memory = !replaying->built && !replaying->poor;
	replaying->replay->lanes = (uint32_t)world->machine.n_node;
	for (size_t i = 0; i < replaying->trace->n && replaying->replay->plans;
	     i++)
		replaying->replay->planned[i] = (struct ft_planned){ -1, -1 };
	find_names(cluster);
	find_cancels(cluster);
	find_edges(cluster);
	if (replaying->replay->rules.feedback)
		ft_feedback_find(&cluster->links, replaying->trace);
	return FT_OK;
}

enum ft_status
ft_replay_world(struct ft_replaying *replaying, struct ft_error *err)
{
	struct cluster cluster = { .replaying = replaying };
	struct ft_outcome *outcome = replaying->replay->outcome;
	enum ft_status status;

	for (size_t i = 0; i < replaying->trace->n; i++) {
		outcome[i] = (struct ft_outcome){ -1, -1, FT_JOB_PENDING };
		if (replaying->replay->submit)
			replaying->replay->submit[i] =
			    replaying->trace->job[i].submit;
	}
	status = set_up(&cluster, err);
	if (status == FT_OK)
		status = run(&cluster, err);
	ft_world_free(&cluster.world);
	ft_free(cluster.partition);
	ft_free(cluster.qos);
	ft_free(cluster.cancel);
	ft_free(cluster.edge);
	ft_free(cluster.over);
	ft_feedback_free(&cluster.links);
	ft_idmap_free(&cluster.index);
	return status;
}
