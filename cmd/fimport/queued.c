/*
 * queued.c - pending and running jobs of a table: submitted to the world as sbatch
 * would, then given the state that they have in the table.
 */

#include "base/text/timefmt.h"
#include "fimport/jobs.h"
#include "sim/queue/queue.h"
#include "sim/job/job.h"
#include "sim/world/array.h"
#include "sim/change/change.h"
#include "sim/place/place.h"
#include "sim/job/start.h"
#include "sim/submit/submit.h"

/* Run time, in seconds, of a running job without any time limit. */
#define RUN_TIME_UNKNOWN 3600

static void __attribute__((format(printf, 3, 4)))
leave_out(struct fimport_jobs *jobs, const struct ft_jobtable_job *from,
    const char *format, ...)
{
	va_list args;

	ft_str_addf(&jobs->left_out,
	    "left out: job %lu: ", (unsigned long)from->number);
	va_start(args, format);
	ft_str_addv(&jobs->left_out, format, args);
	va_end(args);
	ft_str_add_char(&jobs->left_out, '\n');
}

/* ---- a submission --------------------------------------------------------------- */

static uint64_t
whole_memory(const struct ft_jobtable_job *from)
{
	return from->memory_of == FT_JOBTABLE_MEM_NODE && from->n_nodes
		   ? from->memory * from->n_nodes
		   : from->memory;
}

/*
 * Memory of the whole job is asked for per CPU if it divides evenly, as a default
 * per CPU makes it; else per node.
 */
static void
fill_memory(struct ft_job *job, const struct ft_jobtable_job *from)
{
	uint64_t cpus = (uint64_t)job->tasks_wanted *
			(job->cpus_per_task ? job->cpus_per_task : 1);
	uint64_t all = whole_memory(from);

	switch (from->memory_of) {
	case FT_JOBTABLE_MEM_NONE:
		break;
	case FT_JOBTABLE_MEM_CPU:
		job->mem_per_cpu = from->memory;
		break;
	case FT_JOBTABLE_MEM_NODE:
		job->mem_per_node = from->memory;
		break;
	case FT_JOBTABLE_MEM_ALL:
		if (all && cpus && all % cpus == 0)
			job->mem_per_cpu = all / cpus;
		else
			job->mem_per_node = ft_num_parts(all, job->min_nodes);
		break;
	}
}

/* Whether the settings have a default memory for jobs that ask for none. */
static bool
has_usual_memory(const struct ft_world *world, const struct ft_job *job)
{
	const struct ft_partition *partition = ft_world_partition(world, job);

	return ft_conf_number(world->conf, FT_CONF_DEF_MEM_PER_CPU) > 0 ||
	       ft_conf_number(world->conf, FT_CONF_DEF_MEM_PER_NODE) > 0 ||
	       (partition &&
		   (partition->def_mem_per_cpu || partition->def_mem_per_node));
}

/*
 * The table has no memory.  Ask for the memory per CPU that every node has, so
 * that memory never keeps the job from CPUs.  Slurm's default, all memory of a
 * node, would let one such job block a node that it shared there.
 */
static void
share_memory(const struct ft_world *world, struct ft_job *job)
{
	const struct ft_machine *machine = &world->machine;
	uint64_t least = UINT64_MAX;

	if (has_usual_memory(world, job))
		return;
	for (size_t i = 0; i < machine->n_node; i++) {
		const struct ft_node *node = &machine->node[i];

		if (node->cpus && node->memory / node->cpus < least)
			least = node->memory / node->cpus;
	}
	if (least && least != UINT64_MAX)
		job->mem_per_cpu = least;
}

/* The CPUs are those of its tasks, if the table has both and they agree; an
 * exclusive job has more. */
static void
fill_tasks(struct ft_job *job, const struct ft_jobtable_job *from)
{
	uint32_t tasks = from->tasks_wanted, cpus = job->tasks_wanted;
	uint32_t each = tasks ? cpus / tasks : 0;

	if (job->exclusive && from->cpus_per_task &&
	    from->cpus_per_task <= each)
		each = from->cpus_per_task;
	else if (!each || cpus % tasks != 0 ||
		 (from->cpus_per_task && from->cpus_per_task != each))
		return;
	if (tasks < job->min_nodes)
		return;
	job->tasks_wanted = tasks;
	job->cpus_per_task = each;
	job->tasks_given = tasks > 1;
	if ((uint64_t)from->tasks_per_node * job->min_nodes >= tasks)
		job->tasks_per_node = from->tasks_per_node;
}

static void
fill_size(struct fimport_jobs *jobs, struct ft_job *job,
    const struct ft_jobtable_job *from)
{
	uint32_t asked = fimport_count_of(from, "node");
	/* squeue guesses the NODES of a job that waits: how many its CPUs may
	 * take; its TRES have what it asks for */
	bool guessed = from->state == FT_JOB_PENDING && asked;
	uint32_t nodes = from->n_nodes && !guessed ? from->n_nodes : asked;
	uint32_t cpus = from->cpus ? from->cpus : fimport_count_of(from, "cpu");

	if (!cpus)
		cpus = from->req_cpus;
	job->min_nodes = nodes ? nodes : 1;
	if (job->min_nodes > 1) {
		job->max_nodes = from->most_nodes > job->min_nodes
				     ? from->most_nodes
				     : job->min_nodes;
		job->nodes_given = true;
	}
	job->tasks_wanted = cpus > job->min_nodes ? cpus : job->min_nodes;
	job->tasks_given = job->tasks_wanted > 1;
	fimport_ask(jobs, job, from);
	fill_tasks(job, from);
	fill_memory(job, from);
	if (from->memory_of == FT_JOBTABLE_MEM_NONE)
		share_memory(&jobs->world, job);
}

/* A job that runs has more nodes than it asked for if these were not enough; its
 * priority follows from what it asked for. */
static void
fill_asked(struct fimport_jobs *jobs, struct ft_job *job,
    const struct ft_jobtable_job *from)
{
	uint32_t asked = from->req_nodes;

	if (!asked && jobs->known)
		asked = ft_idmap_get(
		    &jobs->known->asked, from->raw ? from->raw : from->number);
	if (asked && asked < job->min_nodes)
		job->min_nodes = asked;
}

static void
fill_hold(struct ft_job *job, const char *reason)
{
	if (!strcmp(reason, "JobHeldUser"))
		job->hold = FT_HOLD_USER;
	else if (!strcmp(reason, "JobHeldAdmin") ||
		 !strcmp(reason, "job requeued in held state"))
		job->hold = FT_HOLD_ADMIN;
}

static void
fill(struct fimport_jobs *jobs, struct ft_job *job,
    const struct ft_jobtable_job *from)
{
	bool pending = from->state == FT_JOB_PENDING;

	job->user = fimport_keep(jobs, from->user);
	job->account = fimport_keep(jobs, from->account);
	job->uid = ft_world_uid(&jobs->world, from->user);
	job->partitions = fimport_keep(jobs, from->partition);
	job->name = fimport_keep(jobs, from->name);
	job->work_dir = fimport_keep(jobs, from->work_dir);
	job->comment = fimport_keep(jobs, from->comment);
	job->wckey = fimport_keep(jobs, from->wckey);
	job->features = fimport_keep(jobs, from->features);
	job->time_limit = from->limit;
	job->exit_code = from->exit_code;
	job->admin_comment = fimport_keep(jobs, from->admin_comment);
	job->system_comment = fimport_keep(jobs, from->system_comment);
	job->extra = fimport_keep(jobs, from->extra);
	job->command = fimport_keep(jobs, from->command);
	job->restarts = from->restarts;
	job->nice = from->nice;
	if (from->requeue != FT_JOBTABLE_UNKNOWN)
		job->requeue = from->requeue == FT_JOBTABLE_YES;
	if (from->time_min > 0)
		job->time_min = from->time_min;
	fill_size(jobs, job, from);
	if (!pending) {
		fill_asked(jobs, job, from);
		return;
	}
	if (from->deadline != FT_JOBTABLE_NO_TIME && from->deadline > jobs->now)
		job->deadline = from->deadline;
	job->dependency = fimport_keep(jobs, from->dependency);
	fill_hold(job, from->reason);
	if (jobs->import->keep_priority && from->has_priority &&
	    job->hold == FT_HOLD_NONE) {
		job->priority = from->priority;
		job->priority_set = true;
	}
	if (!strcmp(from->reason, "BeginTime") && from->start > jobs->now)
		job->begins = from->start;
	else if (!strcmp(from->reason, "BeginTime"))
		jobs->lost_begin++;
	if (!strcmp(from->reason, "Dependency") && !*from->dependency)
		jobs->lost_dependency++;
}

/* A job without any limit would run forever. */
static void
bound(struct fimport_jobs *jobs, struct ft_job *job)
{
	const struct ft_partition *partition =
	    ft_world_partition(&jobs->world, job);

	if (partition && ft_world_time_limit(&jobs->world, job, partition) ==
			     FT_TIME_UNLIMITED)
		job->run_time = RUN_TIME_UNKNOWN;
}

/* Returns the job as if it were submitted now, NULL: refused. */
static struct ft_job *
submit(struct fimport_jobs *jobs, const struct ft_jobtable_job *from)
{
	struct ft_world *world = &jobs->world;
	struct ft_job *job = ft_world_new_job(world);
	struct ft_submit_request request = {
		.asker = &jobs->asker, .job = job, .qos = from->qos
	};
	enum ft_refusal refusal = FT_REFUSE_NONE;
	uint32_t next = world->next_number;

	fill(jobs, job, from);
	if (*from->tasks)
		refusal = ft_array_parse(job, from->tasks,
		    (uint32_t)ft_conf_number(
			world->conf, FT_CONF_MAX_ARRAY_SIZE));
	world->next_number = from->raw ? from->raw : from->number;
	if (refusal == FT_REFUSE_NONE)
		refusal = ft_world_submit(world, &request);
	if (world->next_number < next)
		world->next_number = next;
	if (refusal != FT_REFUSE_NONE) {
		leave_out(jobs, from, "%s%s%s", ft_refusal_text(refusal),
		    request.reason != FT_REASON_NONE ? ": " : "",
		    request.reason != FT_REASON_NONE
			? ft_job_reason_name(request.reason)
			: "");
		ft_job_clear(job);
		ft_free(job);
		return NULL;
	}
	fimport_take_id(jobs, job);
	bound(jobs, job);
	return job;
}

/* ---- the state in the table ------------------------------------------------ */

static int64_t
until_now(const struct fimport_jobs *jobs, int64_t when, int64_t usual)
{
	if (when == FT_JOBTABLE_NO_TIME)
		return usual;
	return when < jobs->now ? when : jobs->now;
}

/* Give it the reason TEXT, and the detail after it: "ReqNodeNotAvail,
 * UnavailableNodes:n4". */
static void
set_reason(struct fimport_jobs *jobs, struct ft_job *job, const char *text)
{
	const char *detail = strstr(text, ", ");
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

	job->reason = ft_job_reason_find(text);
	if (job->reason != FT_REASON_NONE || !detail)
		return;
	ft_str_addf(&name, "%.*s", (int)(detail - text), text);
	job->reason = ft_job_reason_find(ft_str_text(&name));
	if (job->reason != FT_REASON_NONE)
		job->reason_detail = fimport_keep(jobs, detail + 2);
}

static void
set_submitted(struct fimport_jobs *jobs, struct ft_job *job,
    const struct ft_jobtable_job *from)
{
	job->submitted = until_now(jobs, from->submit, jobs->now);
	if (from->submit == FT_JOBTABLE_NO_TIME && job->started)
		job->submitted = job->started;
	/* a job that is held or waits for others is not eligible yet */
	if (job->eligible && job->begins <= jobs->now)
		job->eligible = until_now(jobs, from->eligible, job->submitted);
	if (from->accrue != FT_JOBTABLE_NO_TIME)
		job->accrue = until_now(jobs, from->accrue, 0);
	else if (job->accrue)
		job->accrue = job->eligible;
	/* the last one that was computed there */
	if (from->has_priority)
		job->priority = from->priority;
	/* JSON has the submission for a job that was never considered */
	if (from->last_eval != FT_JOBTABLE_NO_TIME &&
	    from->last_eval > job->submitted)
		job->last_eval = until_now(jobs, from->last_eval, 0);
	if (job->state == FT_JOB_PENDING && from->start > jobs->now &&
	    job->begins <= jobs->now) {
		job->expected = from->start;
		job->sched_nodes = fimport_keep(jobs, from->sched_nodes);
	}
	/* until a scheduler sets its own; accounting keeps why a job waited */
	if (job->state != FT_JOB_PENDING)
		ft_queue_note_reason(
		    &jobs->world, job, ft_job_reason_find(from->reason));
	else if (job->hold == FT_HOLD_NONE)
		set_reason(jobs, job, from->reason);
	if (from->task != FT_TASK_NONE) {
		job->array_job = from->number;
		job->array_task = from->task;
	}
	ft_job_touch(job);
}

/* Find the nodes that the table names, else others. */
static bool
find_nodes(struct fimport_jobs *jobs, const struct ft_seeker *seeker,
    const char *nodes, struct ft_found *found)
{
	struct ft_world *world = seeker->world;
	const struct ft_free *free = ft_place_now(world);
	uint32_t *node = NULL;
	size_t n = 0;
	bool named = *nodes && ft_machine_hosts(&world->machine, nodes, &node,
				   &n, NULL) == FT_OK;

	ft_free(node);
	if (named && ft_place_find(seeker,
			 ft_place_named(world, fimport_keep(jobs, nodes)), free,
			 found) == FT_FIT)
		return true;
	if (ft_place_find(seeker, NULL, free, found) != FT_FIT)
		return false;
	jobs->moved += *nodes != '\0';
	return true;
}

static void
set_started(struct fimport_jobs *jobs, struct ft_job *job,
    const struct ft_jobtable_job *from)
{
	int64_t elapsed = from->elapsed > 0 ? from->elapsed : 0;

	job->started = until_now(jobs, from->start, jobs->now - elapsed);
	job->suspended_secs = from->suspended;
	if (job->suspended_secs > jobs->now - job->started)
		job->suspended_secs = jobs->now - job->started;
}

/* It ran for less than the time since its start. */
static void
set_suspended(struct fimport_jobs *jobs, struct ft_job *job,
    const struct ft_jobtable_job *from)
{
	int64_t since = from->changed;

	ft_world_suspend(&jobs->world, &jobs->asker, job);
	if (from->start == FT_JOBTABLE_NO_TIME || from->elapsed < 0 ||
	    from->suspended)
		return;
	if (since == FT_JOBTABLE_NO_TIME)
		since = job->started + from->elapsed;
	if (since < job->started + from->elapsed || since > jobs->now)
		return;
	job->suspended = since;
	job->suspended_secs = since - job->started - from->elapsed;
}

static bool
start(struct fimport_jobs *jobs, struct ft_job *job,
    const struct ft_jobtable_job *from)
{
	struct ft_world *world = &jobs->world;
	const struct ft_partition *partition = ft_world_partition(world, job);
	struct ft_found found FT_CLEANUP(ft_found_clear) = { 0 };
	struct ft_seeker seeker = { .world = world, .job = job };
	bool fits;

	if (!partition)
		return false;
	seeker.partition = (uint32_t)(partition - world->machine.partition);
	fits = find_nodes(jobs, &seeker, from->nodes, &found);
	if (fits) {
		ft_world_start(
		    world, job, seeker.partition, &found, FT_SCHED_MAIN);
		set_started(jobs, job, from);
		if (from->state == FT_JOB_SUSPENDED)
			set_suspended(jobs, job, from);
	}
	return fits;
}

void
fimport_queue_job(struct fimport_jobs *jobs, const struct ft_jobtable_job *from)
{
	const struct ft_tally counted = jobs->world.tally;
	struct ft_job *job = submit(jobs, from);

	if (!job)
		return;
	if (from->state == FT_JOB_PENDING) {
		jobs->pending++;
	} else if (start(jobs, job, from)) {
		jobs->running++;
	} else {
		leave_out(jobs, from,
		    "it runs there, but does not fit on the free nodes here");
		ft_world_forget(&jobs->world, job);
		return;
	}
	set_submitted(jobs, job, from);
	/* an earlier snapshot had it */
	if (job->id)
		jobs->world.tally = counted;
}
