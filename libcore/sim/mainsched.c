/*
 * mainsched.c - the main scheduler: from the top of the queue, start what fits;
 * the first job of a partition that does not fit closes it for those behind.
 * Source: slurm.conf(5), SchedulerParameters; the slides of Fair Tree's authors
 * draw one iteration (tests/unit/t_mainsched.c).
 */
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "sim/sched_int.h"

/* ---- what both schedulers do -------------------------------------------------------- */

void
ft_run_tell(const struct ft_world *world, const struct ft_run *run,
    struct ft_sim_news *news)
{
	news->at = world->now;
	if (run && run->tell)
		run->tell(run->ctx, news);
}

void
ft_pass_init(struct ft_pass *pass, struct ft_world *world, struct ft_run *run,
    enum ft_scheduler by)
{
	*pass = (struct ft_pass){ .world = world, .run = run, .by = by };
	pass->tres = ft_calloc(world->tres.n, sizeof *pass->tres);
}

void
ft_pass_clear(struct ft_pass *pass)
{
	ft_found_clear(&pass->found);
	ft_free(pass->tres);
}

void
ft_pass_tell(const struct ft_pass *pass, const struct ft_job *job)
{
	struct ft_sim_news news = {
		.event = FT_SIM_BLOCK, .job = job, .by = pass->by
	};

	ft_run_tell(pass->world, pass->run, &news);
}

struct ft_job *
ft_pass_start(struct ft_pass *pass, struct ft_job *job, uint32_t partition)
{
	struct ft_world *world = pass->world;
	struct ft_sim_news news = { .event = FT_SIM_START, .by = pass->by };

	if (ft_job_is_head(job))
		job = ft_array_split(world, job, job->tasks[0]);
	ft_world_start(
	    world, job, partition, pass->found.node, pass->found.n, pass->by);
	pass->started++;
	if (pass->run)
		pass->run->started++;
	news.job = job;
	ft_run_tell(world, pass->run, &news);
	return job;
}

enum ft_job_reason
ft_pass_limit(
    struct ft_pass *pass, const struct ft_job *job, uint32_t partition)
{
	struct ft_world *world = pass->world;
	const struct ft_partition *in = &world->machine.partition[partition];
	const uint64_t *tres = job->req;

	if (strchr(job->partitions, ',')) {
		ft_world_request(world, job, in, pass->tres);
		tres = pass->tres;
	}
	return ft_policy_start(
	    world, job, in, tres, ft_world_time_limit(world, job, in));
}

enum ft_job_reason
ft_pass_limit_found(
    struct ft_pass *pass, const struct ft_job *job, uint32_t partition)
{
	struct ft_world *world = pass->world;
	const struct ft_partition *in = &world->machine.partition[partition];

	ft_start_tres(
	    world, job, partition, pass->found.node, pass->found.n, pass->tres);
	if (!memcmp(pass->tres, job->req, world->tres.n * sizeof *job->req))
		return FT_REASON_NONE;
	return ft_policy_start(
	    world, job, in, pass->tres, ft_world_time_limit(world, job, in));
}

bool
ft_pass_throttled(const struct ft_world *world, const struct ft_job *job)
{
	uint32_t running = 0;

	if (!job->array_throttle || !job->array_job)
		return false;
	for (size_t i = 0; i < world->n_running; i++)
		running += world->running[i]->array_job == job->array_job;
	return running >= job->array_throttle;
}

void
ft_pass_missing(struct ft_pass *pass, struct ft_job *job, uint32_t partition)
{
	ft_queue_reason(pass->world, job, FT_REASON_NODE_NOT_AVAIL,
	    ft_place_unavailable(pass->world, job, partition));
}

/* ---- one run --------------------------------------------------------------------------- */

struct mainsched {
	struct ft_pass pass;
	ft_nodes *avail;  /* not kept for blocked partitions */
	bool *blocked;    /* by partition */
	uint32_t *tested; /* by partition */
	bool full;
	int64_t examined;
};

static void
block(struct mainsched *main, uint32_t partition)
{
	const struct ft_place *place = main->pass.world->place;

	main->blocked[partition] = true;
	for (uint32_t w = 0; w < place->n_word; w++)
		main->avail[w] &= ~place->member[partition][w];
}

/* A job that does not fit keeps its nodes from those behind it. */
static void
keep_nodes(struct mainsched *main, const struct ft_job *job, uint32_t partition)
{
	struct ft_world *world = main->pass.world;
	const struct ft_place *place = world->place;
	const ft_nodes *named = ft_place_named(world, job->req_nodes);
	uint32_t n = 0;

	if (job->priority < world->sched.value[FT_SCHED_BF_MIN_PRIO] ||
	    world->now - job->eligible <
		world->sched.value[FT_SCHED_BF_MIN_AGE])
		return;
	for (uint32_t w = 0; named && w < place->n_word; w++)
		n += ft_nodes_count(named[w]);
	if (!n || n < job->min_nodes) {
		block(main, partition);
		return;
	}
	for (uint32_t w = 0; w < place->n_word; w++)
		main->avail[w] &= ~named[w];
}

/* Say that the job is blocked, unless something else holds it already. */
static void
behind(struct mainsched *main, struct ft_job *job, uint32_t partition)
{
	struct ft_world *world = main->pass.world;

	if (job->reason != FT_REASON_NONE && job->reason != FT_REASON_RESOURCES)
		return;
	if (ft_place_ever(world, job, partition, world->place->usable) ==
	    FT_FIT_NODES)
		ft_pass_missing(&main->pass, job, partition);
	else
		ft_queue_reason(world, job, FT_REASON_PRIORITY, "");
}

static uint32_t
nodes_left(const struct mainsched *main, uint32_t partition)
{
	const struct ft_place *place = main->pass.world->place;
	uint32_t n = 0;

	for (uint32_t w = 0; w < place->n_word; w++)
		n += ft_nodes_count(main->avail[w] &
				    place->member[partition][w] &
				    place->usable[w]);
	return n;
}

/* It did not fit now: is it only busy? */
static void
busy(struct mainsched *main, struct ft_job *job, uint32_t partition)
{
	struct ft_world *world = main->pass.world;
	enum ft_fit ever = FT_FIT;

	if (job->reason != FT_REASON_RESOURCES)
		ever =
		    ft_place_ever(world, job, partition, world->place->usable);
	if (ever == FT_FIT_NODES) {
		ft_pass_missing(&main->pass, job, partition);
	} else if (ever == FT_FIT_NEVER) {
		ft_queue_reason(world, job, FT_REASON_BAD_CONSTRAINTS, "");
	} else if (nodes_left(main, partition) < job->min_nodes) {
		ft_queue_reason(world, job, FT_REASON_NODES_DOWN, "");
		block(main, partition);
	} else {
		ft_queue_reason(world, job, FT_REASON_RESOURCES, "");
		keep_nodes(main, job, partition);
	}
}

/* Returns whether JOB started (an array: one of its tasks). */
static bool
try(struct mainsched *main, struct ft_job *job, uint32_t partition)
{
	struct ft_pass *pass = &main->pass;
	struct ft_world *world = pass->world;
	enum ft_job_reason limit = ft_pass_limit(pass, job, partition);
	enum ft_fit fit;

	if (limit == FT_REASON_NONE) {
		fit = ft_place_find(world, job, partition, main->avail,
		    &world->place->now, &pass->found);
		if (fit == FT_FIT_LICENSE) {
			ft_queue_reason(world, job, FT_REASON_LICENSES, "");
			return false;
		}
		if (fit != FT_FIT) {
			busy(main, job, partition);
			return false;
		}
		limit = ft_pass_limit_found(pass, job, partition);
	}
	if (limit == FT_REASON_NONE) {
		ft_pass_start(pass, job, partition);
		return true;
	}
	ft_queue_reason(world, job, limit, "");
	if (world->sched.value[FT_SCHED_LIMIT_STOP])
		block(main, partition);
	return false;
}

/* Returns whether the run may go on. */
static bool
examine(struct mainsched *main, struct ft_job *job, uint32_t partition)
{
	const int64_t *value = main->pass.world->sched.value;
	bool again;

	do {
		/* tested before it is counted: one more than the depth */
		if (!main->full && main->examined > value[FT_SCHED_QUEUE_DEPTH])
			return false;
		main->examined++;
		if (main->blocked[partition]) {
			behind(main, job, partition);
			break;
		}
		if (value[FT_SCHED_PARTITION_DEPTH] &&
		    main->tested[partition]++ >=
			value[FT_SCHED_PARTITION_DEPTH]) {
			behind(main, job, partition);
			break;
		}
		again = ft_job_is_head(job);
		if (!try(main, job, partition)) {
			ft_pass_tell(&main->pass, job);
			break;
		}
		if (value[FT_SCHED_MAX_JOB_START] &&
		    main->pass.started >=
			(uint64_t)value[FT_SCHED_MAX_JOB_START])
			return false;
		if (again && job->state == FT_JOB_PENDING &&
		    ft_pass_throttled(main->pass.world, job)) {
			ft_queue_reason(main->pass.world, job,
			    FT_REASON_ARRAY_TASK_LIMIT, "");
			break;
		}
	} while (again && job->state == FT_JOB_PENDING);
	return true;
}

static void
walk(struct mainsched *main)
{
	struct ft_world *world = main->pass.world;
	struct ft_queue *queue = world->queue;

	for (size_t i = 0; i < queue->n; i++) {
		struct ft_record *rec = &queue->rec[i];

		if (!ft_record_counts(rec))
			continue;
		if (ft_pass_throttled(world, rec->job)) {
			ft_queue_reason(
			    world, rec->job, FT_REASON_ARRAY_TASK_LIMIT, "");
			continue;
		}
		rec->job->last_eval = world->now;
		if (!examine(main, rec->job, rec->partition))
			break;
	}
}

void
ft_mainsched(struct ft_world *world, struct ft_run *run, bool full)
{
	struct mainsched main = { .full = full };
	const struct ft_place *place = world->place;
	size_t n = world->machine.n_partition;
	struct ft_queue *queue = world->queue;

	ft_queue_settle_all(world);
	queue->news_main = false;
	if (full)
		queue->news_full = false;
	if (!queue->n)
		return;
	ft_pass_init(&main.pass, world, run, FT_SCHED_MAIN);
	main.avail = ft_alloc(place->n_word * sizeof *main.avail);
	memcpy(main.avail, place->usable, place->n_word * sizeof *main.avail);
	main.blocked = ft_calloc(n, sizeof *main.blocked);
	main.tested = ft_calloc(n, sizeof *main.tested);
	queue->quiet = true;
	walk(&main);
	queue->quiet = false;
	if (main.pass.started)
		queue->news_backfill = true;
	ft_free(main.tested);
	ft_free(main.blocked);
	ft_free(main.avail);
	ft_pass_clear(&main.pass);
}
