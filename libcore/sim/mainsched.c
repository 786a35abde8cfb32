/*
 * mainsched.c - the main scheduler: from the top of the queue, start what fits;
 * the first job of a partition that does not fit closes it for those behind.
 * Source: slurm.conf(5), SchedulerParameters; the slides of Fair Tree's authors
 * draw one iteration (tests/unit/t_mainsched.c).
 */

#include "sim/array.h"
#include "sim/policy.h"
#include "sim/run.h"
#include "sim/sched_int.h"
#include "sim/start.h"
#include "sim/submit.h"

/* ---- what both schedulers do -------------------------------------------------------- */

void
ft_run_tell(
    const struct ft_world *world, struct ft_run *run, struct ft_sim_news *news)
{
	news->at = world->now;
	if (!run)
		return;
	run->started += news->event == FT_SIM_START;
	run->ended += news->event == FT_SIM_END;
	if (run->clock)
		ft_clock_note(run->clock, news);
	if (run->tell)
		run->tell(run->ctx, news);
}

void *
ft_pass_calloc(struct ft_pass *pass, size_t n, size_t size)
{
	return ft_arena_calloc(&pass->arena, n, size);
}

void
ft_pass_init(struct ft_pass *pass, struct ft_world *world, struct ft_run *run,
    enum ft_scheduler by)
{
	*pass = (struct ft_pass){ .world = world, .run = run, .by = by };
	pass->tres = ft_pass_calloc(pass, world->tres.n, sizeof *pass->tres);
	pass->avail =
	    ft_pass_calloc(pass, world->place->n_word, sizeof *pass->avail);
	pass->preempts = ft_preempt_is_on(world);
	pass->reserves = ft_reserve_any(world);
}

void
ft_pass_begin(struct ft_pass *pass, bool full)
{
	struct ft_sim_news news = { .event = FT_SIM_SCHEDULE,
		.by = pass->by,
		.full = full,
		.count = pass->world->n_waiting };

	pass->full = full;
	pass->world->queue->quiet = true;
	ft_run_tell(pass->world, pass->run, &news);
}

void
ft_pass_end(struct ft_pass *pass)
{
	struct ft_sim_news news = { .event = FT_SIM_DONE,
		.by = pass->by,
		.full = pass->full,
		.count = pass->started,
		.more = pass->looked };

	pass->world->queue->quiet = false;
	/* who was pushed aside waits now, or left something free */
	if (pass->pushed)
		ft_queue_news(pass->world);
	ft_run_tell(pass->world, pass->run, &news);
}

void
ft_pass_clear(struct ft_pass *pass)
{
	ft_found_clear(&pass->found);
	ft_victims_clear(&pass->victims);
	ft_arena_clear(&pass->arena);
}

void
ft_pass_tell(const struct ft_pass *pass, const struct ft_job *job,
    const struct ft_job *other, int64_t time)
{
	struct ft_sim_news news = { .event = FT_SIM_BLOCK,
		.job = job,
		.other = other,
		.by = pass->by,
		.time = time };

	ft_run_tell(pass->world, pass->run, &news);
}

struct ft_job *
ft_pass_start(struct ft_pass *pass, struct ft_job *job, uint32_t partition)
{
	struct ft_world *world = pass->world;
	struct ft_sim_news news = { .event = FT_SIM_START, .by = pass->by };

	if (ft_job_is_head(job))
		job = ft_array_split(world, job, job->tasks[0]);
	if (pass->minutes)
		job->time_limit = pass->minutes;
	ft_world_start(
	    world, job, partition, pass->found.node, pass->found.n, pass->by);
	pass->started++;
	news.job = job;
	ft_run_tell(world, pass->run, &news);
	return job;
}

enum ft_job_reason
ft_pass_limit(
    struct ft_pass *pass, const struct ft_job *job, uint32_t partition)
{
	struct ft_world *world = pass->world;
	struct ft_policy_question question = ft_policy_question_of(
	    world, job, &world->machine.partition[partition]);

	if (strchr(job->partitions, ',')) {
		ft_world_request(world, job, question.partition, pass->tres);
		question.tres = pass->tres;
	}
	return ft_policy_blocks(world, &question, NULL);
}

enum ft_job_reason
ft_pass_limit_found(
    struct ft_pass *pass, const struct ft_job *job, uint32_t partition)
{
	struct ft_world *world = pass->world;
	struct ft_policy_question question = ft_policy_question_of(
	    world, job, &world->machine.partition[partition]);

	ft_start_tres(
	    world, job, partition, pass->found.node, pass->found.n, pass->tres);
	if (!memcmp(pass->tres, job->req, world->tres.n * sizeof *job->req))
		return FT_REASON_NONE;
	question.tres = pass->tres;
	return ft_policy_blocks(world, &question, NULL);
}

enum ft_job_reason
ft_pass_reserved(struct ft_pass *pass, const struct ft_job *job,
    uint32_t partition, int64_t start, ft_nodes *avail)
{
	struct ft_world *world = pass->world;
	const struct ft_partition *in = &world->machine.partition[partition];
	int64_t minutes = ft_world_time_limit(world, job, in);

	pass->span =
	    (struct ft_reserve_span){ .start = start, .until = INT64_MAX };
	if (!pass->reserves && !*job->reservation)
		return FT_REASON_NONE;
	if (minutes > FT_YEAR_MINUTES * 100)
		minutes = FT_YEAR_MINUTES;
	pass->span.seconds = minutes * 60;
	return ft_reserve_nodes(world, job, &pass->span, avail);
}

enum ft_fit
ft_pass_find(struct ft_pass *pass, const struct ft_job *job, uint32_t partition,
    const ft_nodes *avail)
{
	struct ft_world *world = pass->world;

	pass->victims.n = 0;
	if (pass->preempts)
		return ft_preempt_find(
		    world, job, partition, avail, &pass->found, &pass->victims);
	return ft_place_find(
	    world, job, partition, avail, &world->place->now, &pass->found);
}

bool
ft_pass_push(struct ft_pass *pass, struct ft_job *job)
{
	if (!pass->victims.n)
		return true;
	pass->pushed = true;
	return ft_preempt_push(pass->world, pass->run, job, &pass->victims);
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

/* Give the reason for which nodes are missing: see FT_FIT_NODES. */
static void
pass_missing(struct ft_pass *pass, struct ft_job *job, uint32_t partition)
{
	ft_queue_reason(pass->world, job, FT_REASON_NODE_NOT_AVAIL,
	    ft_place_unavailable(pass->world, job, partition));
}

/* ---- one run --------------------------------------------------------------------------- */

/* A reservation whose jobs wait for one of them. */
struct closed {
	const char *reservation; /* interned */
	const struct ft_job *by;
};

struct mainsched {
	struct ft_pass pass;
	ft_nodes *avail;               /* not kept for blocked partitions */
	ft_nodes *inside;              /* not kept for jobs in reservations */
	const struct ft_job **blocked; /* by partition: who does, NULL */
	struct closed *closed;
	size_t n_closed, cap_closed;
	uint32_t *tested; /* by partition */
	bool full, over;
	int64_t examined;
};

/* Who keeps JOB from being looked at, NULL nobody. */
static const struct ft_job *
blocker(
    const struct mainsched *main, const struct ft_job *job, uint32_t partition)
{
	if (!*job->reservation)
		return main->blocked[partition];
	for (size_t i = 0; i < main->n_closed; i++)
		if (main->closed[i].reservation == job->reservation)
			return main->closed[i].by;
	return NULL;
}

/* The nodes that JOB was offered are not for those who come later. */
static void
close_reservation(struct mainsched *main, const struct ft_job *job)
{
	const struct ft_pass *pass = &main->pass;

	*ft_vec_add(main->closed, main->n_closed, main->cap_closed) =
	    (struct closed){ job->reservation, job };
	ft_nodes_minus(main->inside, pass->avail, pass->world->place->n_word);
	ft_nodes_minus(main->avail, pass->avail, pass->world->place->n_word);
}

static bool
is_queue(const struct mainsched *main, uint32_t partition)
{
	return main->pass.world->machine.partition[partition].queue !=
	       FT_NO_QUEUE;
}

static void
block(struct mainsched *main, const struct ft_job *job, uint32_t partition)
{
	const struct ft_place *place = main->pass.world->place;

	if (*job->reservation) {
		close_reservation(main, job);
		return;
	}
	main->blocked[partition] = job;
	/* the slots of a queue are no other partition's */
	if (is_queue(main, partition))
		return;
	ft_nodes_minus(main->avail, place->member[partition], place->n_word);
}

/* The nodes that JOB may have: others do not get what it keeps of them. */
static ft_nodes *
nodes_for(struct mainsched *main, const struct ft_job *job)
{
	return *job->reservation ? main->inside : main->avail;
}

/* A job that does not fit keeps its nodes from those behind it. */
static void
keep_nodes(struct mainsched *main, const struct ft_job *job, uint32_t partition)
{
	struct ft_world *world = main->pass.world;
	const struct ft_place *place = world->place;
	const ft_nodes *named = ft_place_named(world, job->req_nodes);
	uint32_t n;

	if (job->priority < world->sched.value[FT_SCHED_BF_MIN_PRIO] ||
	    world->now - job->eligible <
		world->sched.value[FT_SCHED_BF_MIN_AGE])
		return;
	n = named ? ft_nodes_size(named, place->n_word) : 0;
	if (!n || n < job->min_nodes)
		block(main, job, partition);
	else if (!is_queue(main, partition))
		ft_nodes_minus(nodes_for(main, job), named, place->n_word);
}

/* Who is pushed aside for JOB goes later; nobody else gets the nodes. */
static void
keep_found(struct mainsched *main, const struct ft_job *job)
{
	const struct ft_found *found = &main->pass.found;

	for (size_t i = 0; i < found->n; i++)
		ft_nodes_drop(nodes_for(main, job), found->node[i].node);
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
		pass_missing(&main->pass, job, partition);
	else
		ft_queue_reason(world, job, FT_REASON_PRIORITY, "");
}

static uint32_t
nodes_left(const struct mainsched *main, uint32_t partition)
{
	const struct ft_place *place = main->pass.world->place;
	uint32_t n = 0;

	for (uint32_t w = 0; w < place->n_word; w++)
		n += ft_nodes_count(main->pass.avail[w] &
				    place->member[partition][w] &
				    place->usable[w]);
	return n;
}

/* Others have reserved what it needs.  Nodes that it names are kept for it;
 * nobody else is held up. */
static void
reserved(struct mainsched *main, struct ft_job *job, uint32_t partition)
{
	struct ft_world *world = main->pass.world;
	const ft_nodes *named = ft_place_named(world, job->req_nodes);
	ft_nodes *nodes = main->pass.avail;
	const char *detail;

	/* nodes that are missing because others before it wait for them */
	memcpy(nodes, main->avail, world->place->n_word * sizeof *nodes);
	ft_reserve_add_kept(world, job, partition, nodes);
	detail = ft_place_lacking(world, job, partition, nodes);

	ft_queue_reason(world, job, FT_REASON_NODE_NOT_AVAIL,
	    *detail ? detail : "May be reserved for other job");
	if (named)
		keep_nodes(main, job, partition);
}

/* It did not fit now: is it only busy? */
static void
busy(struct mainsched *main, struct ft_job *job, uint32_t partition)
{
	struct ft_world *world = main->pass.world;
	enum ft_fit ever = FT_FIT;

	if (main->pass.reserves && !*job->reservation &&
	    ft_reserve_keeps(world, job, partition, main->avail)) {
		reserved(main, job, partition);
		return;
	}
	if (job->reason != FT_REASON_RESOURCES)
		ever =
		    ft_place_ever(world, job, partition, world->place->usable);
	if (ever == FT_FIT_NODES) {
		pass_missing(&main->pass, job, partition);
	} else if (ever == FT_FIT_NEVER) {
		ft_queue_reason(world, job, FT_REASON_BAD_CONSTRAINTS, "");
	} else if (nodes_left(main, partition) < job->min_nodes) {
		ft_queue_reason(world, job, FT_REASON_NODES_DOWN, "");
		block(main, job, partition);
	} else {
		ft_queue_reason(world, job, FT_REASON_RESOURCES, "");
		keep_nodes(main, job, partition);
	}
}

/* Nodes for JOB into pass->avail: those that nobody before it keeps and that
 * reservations leave; NONE, or why there are none. */
static enum ft_job_reason
offer(struct mainsched *main, const struct ft_job *job, uint32_t partition)
{
	struct ft_pass *pass = &main->pass;

	memcpy(pass->avail, nodes_for(main, job),
	    pass->world->place->n_word * sizeof *pass->avail);
	return ft_pass_reserved(
	    pass, job, partition, pass->world->now, pass->avail);
}

/* Start JOB on what was found. */
static bool
start(struct mainsched *main, struct ft_job *job, uint32_t partition)
{
	if (ft_pass_push(&main->pass, job)) {
		ft_pass_start(&main->pass, job, partition);
		return true;
	}
	ft_queue_reason(main->pass.world, job, FT_REASON_RESOURCES, "");
	keep_found(main, job);
	return false;
}

/* Returns whether JOB started (an array: one of its tasks). */
static bool
try(struct mainsched *main, struct ft_job *job, uint32_t partition)
{
	struct ft_pass *pass = &main->pass;
	struct ft_world *world = pass->world;
	enum ft_job_reason limit = ft_pass_limit(pass, job, partition);
	enum ft_job_reason none = offer(main, job, partition);
	enum ft_fit fit;

	if (limit == FT_REASON_NONE) {
		if (none != FT_REASON_NONE) {
			ft_queue_reason(world, job, none,
			    none == FT_REASON_NODE_NOT_AVAIL
				? "Reserved for maintenance"
				: "");
			return false;
		}
		fit = ft_pass_find(pass, job, partition, pass->avail);
		if (fit == FT_FIT_LICENSE) {
			ft_queue_reason(world, job, FT_REASON_LICENSES, "");
			/* they are backfill's to plan */
			main->over = world->sched.value[FT_SCHED_BF_LICENSES];
			return false;
		}
		if (fit != FT_FIT) {
			busy(main, job, partition);
			return false;
		}
		limit = ft_pass_limit_found(pass, job, partition);
	}
	if (limit == FT_REASON_NONE)
		return start(main, job, partition);
	ft_queue_reason(world, job, limit, "");
	if (world->sched.value[FT_SCHED_LIMIT_STOP])
		block(main, job, partition);
	return false;
}

/* Returns whether the run may go on. */
static bool
examine(struct mainsched *main, struct ft_job *job, uint32_t partition)
{
	const int64_t *value = main->pass.world->sched.value;
	const struct ft_job *by;
	bool again;

	do {
		/* tested before it is counted: one more than the depth */
		if (!main->full && main->examined > value[FT_SCHED_QUEUE_DEPTH])
			return false;
		main->examined++;
		main->pass.looked++;
		by = blocker(main, job, partition);
		if (by) {
			behind(main, job, partition);
			ft_pass_tell(&main->pass, job, by, 0);
			break;
		}
		if (value[FT_SCHED_PARTITION_DEPTH] &&
		    main->tested[partition]++ >=
			value[FT_SCHED_PARTITION_DEPTH]) {
			behind(main, job, partition);
			ft_pass_tell(&main->pass, job, NULL, 0);
			break;
		}
		again = ft_job_is_head(job);
		if (!try(main, job, partition)) {
			ft_pass_tell(&main->pass, job, NULL, 0);
			if (main->over)
				return false;
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
	bool on = true;

	for (size_t i = 0; on && i < queue->n; i++) {
		/* it may move when a task is split off */
		const struct ft_record copy = queue->rec[i], *rec = &copy;

		if (!ft_record_counts(rec))
			continue;
		if (ft_pass_throttled(world, rec->job)) {
			ft_queue_reason(
			    world, rec->job, FT_REASON_ARRAY_TASK_LIMIT, "");
			continue;
		}
		rec->job->last_eval = world->now;
		ft_record_enter(rec);
		on = examine(main, rec->job, rec->partition);
		ft_record_leave(rec);
	}
}

static void
init(struct mainsched *main, struct ft_world *world, struct ft_run *run)
{
	size_t n = world->machine.n_partition;

	ft_pass_init(&main->pass, world, run, FT_SCHED_MAIN);
	main->avail = ft_place_copy(world, world->place->usable);
	main->inside = ft_place_copy(world, world->place->usable);
	main->blocked = ft_pass_calloc(&main->pass, n, sizeof *main->blocked);
	main->tested = ft_pass_calloc(&main->pass, n, sizeof *main->tested);
}

static void
clear(struct mainsched *main)
{
	ft_free(main->closed);
	ft_free(main->inside);
	ft_free(main->avail);
	ft_pass_clear(&main->pass);
}

void
ft_mainsched(struct ft_world *world, struct ft_run *run, bool full)
{
	struct mainsched main = { .full = full };
	struct ft_queue *queue = world->queue;

	ft_queue_settle_all(world);
	queue->news_main = false;
	if (full)
		queue->news_full = false;
	if (!queue->n)
		return;
	init(&main, world, run);
	ft_pass_begin(&main.pass, full);
	walk(&main);
	ft_pass_end(&main.pass);
	if (main.pass.started)
		queue->news_backfill = true;
	clear(&main);
}
