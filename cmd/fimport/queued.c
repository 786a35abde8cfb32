/*
 * queued.c - jobs of a table that wait or run become jobs of the world: they
 * are submitted as sbatch would, then put where the table has them.
 */

#include "base/text/timefmt.h"
#include "fimport/jobs.h"
#include "sim/world/array.h"
#include "sim/change/change.h"
#include "sim/place/place.h"
#include "sim/world/start.h"
#include "sim/submit/submit.h"

/* Seconds that a job goes on of which no limit says how long. */
#define RUN_TIME_UNKNOWN 3600

static const char *
keep(struct fimport_jobs *jobs, const char *text)
{
	return ft_world_string(&jobs->world, text);
}

static void __attribute__((format(printf, 3, 4)))
leave_out(struct fimport_jobs *jobs, const struct ft_jobtable_job *from,
    const char *format, ...)
{
	va_list args;

	ft_str_addf(
	    &jobs->words, "left out: job %lu: ", (unsigned long)from->number);
	va_start(args, format);
	ft_str_addv(&jobs->words, format, args);
	va_end(args);
	ft_str_add_char(&jobs->words, '\n');
	jobs->left++;
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
 * Memory of the whole job is that of its CPUs if they can share it, as a
 * default per CPU makes it; else that of its nodes.
 */
static void
fill_memory(struct ft_job *job, const struct ft_jobtable_job *from)
{
	uint32_t cpus = job->tasks_wanted;
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

/* Whether a job that asks for no memory gets a part of a node's. */
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
 * The table does not say how much memory: as much for each CPU as every node
 * has, so that memory never keeps a job from CPUs.  All of a node, which Slurm
 * would give it, it hardly had.
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

static void
fill_size(const struct ft_world *world, struct ft_job *job,
    const struct ft_jobtable_job *from)
{
	uint32_t cpus = from->cpus ? from->cpus : from->req_cpus;

	job->min_nodes = from->n_nodes ? from->n_nodes : 1;
	if (job->min_nodes > 1) {
		job->max_nodes = job->min_nodes;
		job->nodes_given = true;
	}
	job->tasks_wanted = cpus > job->min_nodes ? cpus : job->min_nodes;
	job->tasks_given = job->tasks_wanted > 1;
	fill_memory(job, from);
	if (from->memory_of == FT_JOBTABLE_MEM_NONE)
		share_memory(world, job);
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

	job->user = keep(jobs, from->user);
	job->account = keep(jobs, from->account);
	job->uid = ft_world_uid(&jobs->world, from->user);
	job->partitions = keep(jobs, from->partition);
	job->name = keep(jobs, from->name);
	job->work_dir = keep(jobs, from->work_dir);
	job->comment = keep(jobs, from->comment);
	job->wckey = keep(jobs, from->wckey);
	job->features = keep(jobs, from->features);
	job->time_limit = from->limit;
	job->exit_code = from->exit_code;
	fill_size(&jobs->world, job, from);
	if (!pending)
		return;
	job->nice = from->nice;
	job->dependency = keep(jobs, from->dependency);
	fill_hold(job, from->reason);
	if (jobs->import->keep_priority && from->has_priority &&
	    job->hold == FT_HOLD_NONE) {
		job->priority = from->priority;
		job->priority_set = true;
	}
	if (!strcmp(from->reason, "BeginTime") && from->start > jobs->now)
		job->begins = from->start;
	else if (!strcmp(from->reason, "BeginTime"))
		jobs->early++;
	if (!strcmp(from->reason, "Dependency") && !*from->dependency)
		jobs->loose++;
}

/* A job without any limit would go on for ever. */
static void
bound(struct fimport_jobs *jobs, struct ft_job *job)
{
	const struct ft_partition *partition =
	    ft_world_partition(&jobs->world, job);

	if (partition && ft_world_time_limit(&jobs->world, job, partition) ==
			     FT_TIME_UNLIMITED)
		job->run_time = RUN_TIME_UNKNOWN;
}

/* Returns the job as it would be had it come in now, NULL left out. */
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
	bound(jobs, job);
	return job;
}

/* ---- what the table knows better ------------------------------------------------ */

static int64_t
until_now(const struct fimport_jobs *jobs, int64_t when, int64_t usual)
{
	if (when == FT_JOBTABLE_NO_TIME)
		return usual;
	return when < jobs->now ? when : jobs->now;
}

static void
set_submitted(struct fimport_jobs *jobs, struct ft_job *job,
    const struct ft_jobtable_job *from)
{
	job->submitted = until_now(jobs, from->submit, jobs->now);
	if (from->submit == FT_JOBTABLE_NO_TIME && job->started)
		job->submitted = job->started;
	/* held, or waits for others: not yet eligible */
	if (job->eligible && job->begins <= jobs->now)
		job->eligible = until_now(jobs, from->eligible, job->submitted);
	if (job->accrue)
		job->accrue = job->eligible;
	/* until a scheduler looks again */
	if (job->reason == FT_REASON_NONE && job->state == FT_JOB_PENDING)
		job->reason = ft_job_reason_find(from->reason);
	if (from->task != FT_TASK_NONE) {
		job->array_job = from->number;
		job->array_task = from->task;
	}
	ft_job_touch(job);
}

/* On the nodes that the table names, else on others. */
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
	if (named &&
	    ft_place_find(seeker, ft_place_named(world, keep(jobs, nodes)),
		free, found) == FT_FIT)
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
	if (from->has_priority)
		job->priority = from->priority;
	/* it ran less than since then: it was suspended between */
	if (from->suspended)
		job->suspended_secs = from->suspended;
	else if (from->start != FT_JOBTABLE_NO_TIME && from->elapsed >= 0 &&
		 from->state == FT_JOB_SUSPENDED)
		job->suspended_secs = jobs->now - job->started - elapsed;
	if (job->suspended_secs > jobs->now - job->started)
		job->suspended_secs = jobs->now - job->started;
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
			ft_world_suspend(world, &jobs->asker, job);
	}
	return fits;
}

void
fimport_queue_job(struct fimport_jobs *jobs, const struct ft_jobtable_job *from)
{
	struct ft_job *job = submit(jobs, from);

	if (!job)
		return;
	if (from->state == FT_JOB_PENDING) {
		jobs->pending++;
	} else if (start(jobs, job, from)) {
		jobs->running++;
	} else {
		leave_out(jobs, from, "it runs, but here is no room for it");
		ft_world_forget(&jobs->world, job);
		return;
	}
	set_submitted(jobs, job, from);
}
