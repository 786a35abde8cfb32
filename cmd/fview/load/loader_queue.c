#include "fview/load/loader_queue.h"

#include "common/unrunnabletext.h"
#include "common/world.h"
#include "report/standing/standing.h"
#include "sim/run/life.h"
#include "sim/world/array.h"
#include "sim/priority/priority.h"
#include "sim/world/world.h"
#include "store/job/jobs.h"
#include "why/why.h"

#define PARTITIONS 64      /* of one job */
#define LOOKS      4000000 /* at nodes, for what jobs lack: a third of a second */

struct sorted {
	struct fview_job row;
	bool ready; /* can start when it is its turn */
	uint32_t tier;
	uint32_t number;
	int64_t ends;
	const struct ft_job *job;
	uint32_t partition; /* index; of a pending one */
};

struct reading {
	struct ft_world world;
	struct ft_priority_params params;
	struct fview_queue *queue;
	struct sorted *item;
	size_t n, cap;
	const struct ft_visibility *visibility;
};

static const char *
keep(struct reading *reading, const char *text)
{
	return ft_arena_strdup(&reading->queue->arena, text ? text : "");
}

static uint32_t
cpus_of(const struct ft_job *job)
{
	uint32_t cpus = 0;

	if (!job->n_node)
		return job->tasks_wanted * job->cpus_per_task;
	for (size_t i = 0; i < job->n_node; i++)
		cpus += job->node[i].cpus;
	return cpus;
}

static struct sorted *
add_row(struct reading *reading, const struct ft_job *job,
    const struct ft_partition *partition)
{
	struct ft_world *world = &reading->world;
	const struct ft_qos *qos = ft_world_qos(world, job->qos);
	struct ft_str id FT_CLEANUP(ft_str_free) = { 0 };
	struct sorted *item;

	item = ft_vec_add(reading->item, reading->n, reading->cap);
	ft_job_add_id(&id, job);
	*item = (struct sorted){ .number = job->number,
		.job = job,
		.row = {
		    .id = keep(reading, ft_str_text(&id)),
		    .name = keep(reading, job->name),
		    .user = keep(reading, job->user),
		    .account = keep(reading, job->account),
		    .partition =
			keep(reading, partition ? partition->name : ""),
		    .qos = keep(reading, qos ? qos->name : ""),
		    .reason_detail = keep(reading, job->reason_detail),
		    .nodes = keep(reading, job->nodes),
		    .never = "",
		    .lack = "",
		    .state = job->state,
		    .reason = job->reason,
		    .pending = job->state == FT_JOB_PENDING,
		    .number = job->number,
		    .priority = job->priority,
		    .limit = partition
				 ? ft_world_time_limit(world, job, partition)
				 : job->time_limit,
		    .n_nodes =
			job->n_node ? (uint32_t)job->n_node : job->min_nodes,
		    .cpus = cpus_of(job),
		} };
	return item;
}

static const char *
keep_never(struct reading *reading, const struct ft_job *job)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	(void)ft_unrunnabletext_add_all(&text, &reading->world, job);
	return keep(reading, ft_str_text(&text));
}

static void
add_pending(struct reading *reading, const struct ft_job *job)
{
	struct ft_world *world = &reading->world;
	uint32_t partition[PARTITIONS];
	size_t n = ft_world_partitions(world, job, partition, PARTITIONS);

	for (size_t i = 0; i < n; i++) {
		const struct ft_partition *where =
		    &world->machine.partition[partition[i]];
		struct sorted *item = add_row(reading, job, where);
		struct ft_priority parts = { 0 };

		item->tier = where->tier;
		item->partition = partition[i];
		if (job->expected > world->now)
			item->row.start = job->expected;
		item->ready = ft_standing_waits(world, job, partition[i]);
		if (!item->ready)
			item->row.never = keep_never(reading, job);
		item->row.waited = world->now - job->submitted;
		if (job->priority && !job->priority_set && world->algo) {
			ft_world_priority(
			    world, &reading->params, job, partition[i], &parts);
			item->row.priority = parts.priority;
			memcpy(item->row.weighted, parts.weighted,
			    sizeof parts.weighted);
		}
	}
}

static void
add_running(struct reading *reading, const struct ft_job *job)
{
	struct sorted *item =
	    add_row(reading, job, ft_world_partition(&reading->world, job));

	item->row.waited = ft_job_elapsed(job, reading->world.now);
	item->ends = job->expected;
	reading->queue->cpus_used += item->row.cpus;
}

/* Pending jobs by partition tier, priority, number, held jobs last; then running
 * jobs by their expected end; then those that can never start. */
static int
compare(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;

	if (!*x->row.never != !*y->row.never)
		return *x->row.never ? 1 : -1;
	if (x->row.pending != y->row.pending)
		return x->row.pending ? -1 : 1;
	if (!x->row.pending && x->ends != y->ends)
		return x->ends < y->ends ? -1 : 1;
	if (x->row.pending) {
		if (!x->row.priority != !y->row.priority)
			return x->row.priority ? -1 : 1;
		if (x->ready != y->ready)
			return x->ready ? -1 : 1;
		if (x->tier != y->tier)
			return x->tier > y->tier ? -1 : 1;
		if (x->row.priority != y->row.priority)
			return x->row.priority > y->row.priority ? -1 : 1;
	}
	return (x->number > y->number) - (x->number < y->number);
}

/* What ITEM, which waits for resources, is short of. */
static void
keep_lack(struct reading *reading, struct sorted *item)
{
	struct ft_shortage lack;
	const struct ft_why_lack what = { &reading->world, reading->visibility,
		&lack, true };
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_shortage_find(&reading->world, item->job, item->partition, &lack);
	if (lack.fits)
		ft_str_add(&text, "what it needs is free now");
	else
		ft_why_add_lack(&what, &text);
	ft_shortage_free(&lack);
	item->row.lack = keep(reading, ft_str_text(&text));
}

static void
keep_lacks(struct reading *reading)
{
	const struct ft_partition *in = reading->world.machine.partition;
	size_t looks = 0;

	for (size_t i = 0; i < reading->n && looks < LOOKS; i++) {
		struct sorted *item = &reading->item[i];

		if (!item->row.pending || !item->ready ||
		    item->row.reason != FT_REASON_RESOURCES)
			continue;
		keep_lack(reading, item);
		looks += in[item->partition].n_node;
	}
}

static void
finish(struct reading *reading)
{
	struct fview_queue *queue = reading->queue;

	/* an empty array has no address to sort */
	if (reading->n)
		qsort(
		    reading->item, reading->n, sizeof *reading->item, compare);
	keep_lacks(reading);
	for (size_t i = 0; i < reading->n; i++) {
		struct fview_job *job = fview_queue_add(queue);

		*job = reading->item[i].row;
		if (!job->pending) {
			queue->n_running++;
			continue;
		}
		queue->n_pending++;
		queue->n_never += *job->never != 0;
		queue->n_held += !job->priority;
		if (job->priority && reading->item[i].ready)
			job->place = (uint32_t)++queue->n_ready;
		if (job->priority > queue->top)
			queue->top = job->priority;
	}
	queue->cpus = reading->world.machine.cpus;
	queue->now = reading->world.now;
}

static bool
may_see(const struct reading *reading, const struct ft_job *job)
{
	return ft_visibility_shows(
	    reading->visibility, FT_VISIBILITY_JOBS, job->user, job->account);
}

static enum ft_status
read_world(struct reading *reading, struct ft_error *err)
{
	struct ft_world *world = &reading->world;

	if (world->algo)
		FT_TRY(ft_world_priorities(world, err));
	ft_world_priority_params(world, &reading->params);
	for (size_t i = 0; i < world->n_waiting; i++)
		if (may_see(reading, world->waiting[i]))
			add_pending(reading, world->waiting[i]);
	for (size_t i = 0; i < world->n_running; i++)
		if (may_see(reading, world->running[i]))
			add_running(reading, world->running[i]);
	for (size_t i = 0; i < world->n_arriving; i++)
		reading->queue->n_later += may_see(reading, world->arriving[i]);
	finish(reading);
	return FT_OK;
}

enum ft_status
fview_queue_read(struct ft_session *session, struct fview_queue **queue,
    struct ft_error *err)
{
	struct reading reading = { .queue = fview_queue_new(),
		.visibility = &session->visibility };
	const struct ft_world_load every = { 0 };
	/* without a look at their owners, jobs to arrive need not be loaded */
	bool count = !ft_store_lags(session->store) &&
		     ft_visibility_shows_all(
			 reading.visibility, FT_VISIBILITY_BIT(JOBS));
	enum ft_status status = ft_session_world(
	    session, &reading.world, count ? NULL : &every, err);

	if (status == FT_OK)
		status = read_world(&reading, err);
	if (status == FT_OK && count)
		status =
		    ft_store_count_arriving(session->store, session->cluster,
			reading.world.now, &reading.queue->n_later, err);
	ft_world_free(&reading.world);
	ft_free(reading.item);
	if (status == FT_OK)
		*queue = reading.queue;
	else
		fview_queue_free(reading.queue);
	return status;
}
