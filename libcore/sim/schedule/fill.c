/*
 * fill.c - gives pending jobs records in the queue: see fill.h.  What changed
 * since the last time is in the list queue->look, so that little is done for a
 * long queue.
 */
#include "sim/schedule/fill.h"

#include "sim/depend/depend.h"
#include "sim/job/job.h"
#include "sim/job/split.h"
#include "sim/job/start.h"
#include "sim/place/place.h"
#include "sim/policy/partition.h"
#include "sim/policy/policy.h"
#include "sim/priority/priority.h"
#include "sim/reserve/reserve.h"
#include "sim/schedule/order.h"

#define MAX_PARTITIONS 256 /* that one job may request */

static bool
could_start(const struct ft_world *world, const struct ft_job *job)
{
	return job->hold == FT_HOLD_NONE && job->priority && !job->n_depend &&
	       job->begins <= world->now;
}

/* Returns whether the job needs nodes of its partition that are unusable. */
static bool
lacks_nodes(const struct ft_seeker *seeker)
{
	const struct ft_place *place = seeker->world->place;
	const ft_nodes *member = place->member[seeker->partition];
	bool missing = false;

	for (uint32_t w = 0; w < place->n_word; w++)
		missing |= (member[w] & ~place->usable[w]) != 0;
	return missing && ft_place_ever(seeker, place->usable) == FT_FIT_NODES;
}

/* Returns whether too few nodes are left by jobs that have theirs for
 * themselves, or by any jobs if this one wants its nodes for itself. */
static bool
lacks_shareable_nodes(const struct ft_seeker *seeker)
{
	const struct ft_world *world = seeker->world;
	const struct ft_place *place = world->place;
	bool whole = ft_place_whole(world, seeker->job), any = false;
	ft_nodes *avail FT_CLEANUP(ft_free_at) = NULL;

	if (!strncmp(world->machine.partition[seeker->partition].over_subscribe,
		"FORCE", 5))
		return false;
	avail = ft_place_copy(world, place->usable);
	for (uint32_t node = 0; node < place->n_node; node++)
		if (whole ? place->now.node[node].jobs
			  : place->now.node[node].whole) {
			ft_nodes_drop(avail, node);
			any = true;
		}
	return any && ft_place_ever(seeker, avail) == FT_FIT_NODES;
}

/* Returns whether the schedulers examine OTHER before the new JOB: one of its
 * partitions shares nodes with one of JOB and has the higher tier, or the same and
 * OTHER has no lower priority. */
static bool
precedes(const struct ft_world *world, const struct ft_job *other,
    const struct ft_job *job)
{
	uint32_t a[MAX_PARTITIONS], b[MAX_PARTITIONS];
	size_t n_a = ft_world_partitions(world, other, a, MAX_PARTITIONS);
	size_t n_b = ft_world_partitions(world, job, b, MAX_PARTITIONS);
	const struct ft_partition *in = world->machine.partition;

	for (size_t i = 0; i < n_a; i++)
		for (size_t k = 0; k < n_b; k++)
			if ((in[a[i]].tier > in[b[k]].tier ||
				(in[a[i]].tier == in[b[k]].tier &&
				    other->priority >= job->priority)) &&
			    ft_nodes_meet(world->place->member[a[i]],
				world->place->member[b[k]],
				world->place->n_word))
				return true;
	return false;
}

/* Returns whether a startable job is examined before JOB. */
static bool
is_outranked(struct ft_world *world, const struct ft_job *job)
{
	struct ft_queue *queue = world->queue;
	bool by_priority = ft_release_has(
	    ft_conf_release(world->conf), FT_RULE_PRIORITY_OF_ALL);
	uint32_t top = 0;

	if (by_priority && queue && job->priority >= queue->top)
		return false;
	for (size_t i = 0; i < world->n_waiting; i++) {
		const struct ft_job *other = world->waiting[i];

		if (other != job && could_start(world, other) &&
		    (by_priority ? other->priority > job->priority
				 : precedes(world, other, job)))
			return true;
		if (other->priority > top)
			top = other->priority;
	}
	if (queue)
		queue->top = top;
	return false;
}

/* ---- jobs that begin later ----------------------------------------------- */

int64_t
ft_queue_next_begin(const struct ft_world *world)
{
	const struct ft_queue *queue = world->queue;
	int64_t begins = ft_heap_first(&queue->begin);
	int64_t next = ft_depend_next(world);

	return begins < next ? begins : next;
}

void
ft_queue_begin(struct ft_world *world)
{
	struct ft_queue *queue = world->queue;

	while (ft_heap_first(&queue->begin) <= world->now) {
		struct ft_event_at begin = ft_heap_pop(&queue->begin);

		if (begin.job->queued == begin.serial)
			ft_queue_changed(world, begin.job);
	}
	if (ft_depend_tick(world))
		ft_queue_news(world);
}

/* ---- eligible jobs ------------------------------------------------------- */

/*
 * Returns why the only partition of the new JOB does not admit it, or NONE,
 * with the reason that Slurm gives at submission; only the next run of a
 * scheduler distinguishes a time limit from a size:
 * tests/oracle/cases/y07-first-reasons, m69-first-look.
 */
static enum ft_job_reason
first_obstacle(struct ft_world *world, const struct ft_job *job)
{
	uint32_t partition[2];
	const char *detail;
	enum ft_job_reason why;

	if (ft_world_partitions(world, job, partition, 2) != 1)
		return FT_REASON_NONE;
	why = ft_partition_closed(
	    world, job, &world->machine.partition[partition[0]], &detail);
	if (why == FT_REASON_PARTITION_NODE_LIMIT ||
	    (why == FT_REASON_PARTITION_TIME_LIMIT &&
		ft_release_has(ft_conf_release(world->conf),
		    FT_RULE_TIME_LIMIT_AT_SUBMISSION)))
		why = FT_REASON_PARTITION_CONFIG;
	return why == FT_REASON_PARTITION_CONFIG ||
		       why == FT_REASON_PARTITION_DOWN
		   ? why
		   : FT_REASON_NONE;
}

/* Returns the limit on numbers of jobs or wall time that stops JOB.  Slurm
 * tests these at submission, and limits on TRES in the scheduler. */
static enum ft_job_reason
held_by_counts(const struct ft_seeker *seeker)
{
	struct ft_world *world = seeker->world;
	struct ft_policy_question question = ft_policy_question_of(
	    world, seeker->job, &world->machine.partition[seeker->partition]);
	struct ft_policy_block block;
	enum ft_job_reason reason = ft_policy_blocks(world, &question, &block);

	return block.tres == UINT32_MAX ? reason : FT_REASON_NONE;
}

/* Returns whether JOB has no reason yet that an examination gave it. */
static bool
is_unseen(const struct ft_job *job)
{
	return job->hold == FT_HOLD_NONE && job->priority &&
	       (job->reason == FT_REASON_NONE ||
		   job->reason == FT_REASON_BEGIN_TIME ||
		   job->reason == FT_REASON_DEPENDENCY);
}

void
ft_queue_first_look(struct ft_world *world, struct ft_job *job)
{
	struct ft_seeker seeker = { .world = world, .job = job };
	enum ft_job_reason limit = FT_REASON_NONE, obstacle;
	bool any, ready = could_start(world, job);

	if (!is_unseen(job))
		return;
	any = ft_world_partitions(world, job, &seeker.partition, 1);
	if (any)
		limit = held_by_counts(&seeker);
	obstacle = first_obstacle(world, job);
	if (obstacle == FT_REASON_PARTITION_CONFIG)
		ft_queue_reason(world, job, obstacle, "");
	else if (limit != FT_REASON_NONE)
		ft_queue_reason(world, job, limit, "");
	else if (any && ready && obstacle == FT_REASON_NONE &&
		 lacks_shareable_nodes(&seeker))
		ft_queue_reason(world, job, FT_REASON_RESOURCES, "");
	else if (any && lacks_nodes(&seeker))
		ft_queue_reason(world, job, FT_REASON_NODE_NOT_AVAIL,
		    ft_place_lacking(&seeker, world->place->usable));
	else if (obstacle != FT_REASON_NONE)
		ft_queue_reason(world, job, obstacle, "");
	/* an array is not examined before its tasks are */
	else if (ready && !ft_job_is_head(job) && is_outranked(world, job))
		ft_queue_reason(world, job, FT_REASON_PRIORITY, "");
}

static void
add_record(struct ft_world *world, struct ft_record rec)
{
	struct ft_queue *queue = world->queue;
	const struct ft_seeker seeker = { world, rec.job, rec.partition };

	rec.serial = rec.job->queued;
	rec.tier = world->machine.partition[rec.partition].tier;
	/* the reservation or QOS of such a job changes when it is examined */
	if (!rec.usual && !rec.magnet)
		rec.kind = ft_place_kind(&seeker);
	if (!rec.job->deadline && !rec.job->time_min &&
	    !rec.job->array_throttle)
		rec.class = ft_place_class(&seeker, rec.kind);
	*ft_vec_add(queue->rec, queue->n, queue->cap) = rec;
}

/* Returns whether REASON is no longer true once a job has records. */
static bool
is_outdated(enum ft_job_reason reason)
{
	static const enum ft_job_reason outdated[] = { FT_REASON_BEGIN_TIME,
		FT_REASON_DEPENDENCY, FT_REASON_DEPENDENCY_NEVER,
		FT_REASON_HELD_USER, FT_REASON_HELD_ADMIN,
		FT_REASON_PARTITION_DOWN, FT_REASON_PARTITION_INACTIVE,
		FT_REASON_PARTITION_TIME_LIMIT, FT_REASON_PARTITION_NODE_LIMIT,
		FT_REASON_PARTITION_CONFIG, FT_REASON_MAX_MEM_PER,
		FT_REASON_INVALID_ACCOUNT, FT_REASON_INVALID_QOS,
		FT_REASON_ACCOUNT_NOT_ALLOWED, FT_REASON_QOS_NOT_ALLOWED };

	for (size_t i = 0; i < FT_COUNT(outdated); i++)
		if (outdated[i] == reason)
			return true;
	return false;
}

/* Add REC, and a record for each reservation that draws the job in. */
static void
add_magnets(struct ft_world *world, struct ft_record rec)
{
	const struct ft_reservation *magnet;

	add_record(world, rec);
	for (size_t i = 0; (magnet = ft_reserve_magnet(world, rec.job, &i));) {
		rec.magnet = magnet->name;
		add_record(world, rec);
	}
}

/* Add the records of JOB in PARTITION, one for each QOS that it admits; returns
 * whether there are any.  If not, *why and *detail say why. */
static bool
add_in_partition(struct ft_world *world, struct ft_record rec, bool several,
    enum ft_job_reason *why, const char **detail)
{
	const struct ft_partition *in =
	    &world->machine.partition[rec.partition];
	struct ft_job as = *rec.job;
	uint32_t qos[FT_WORLD_QOS];
	size_t n = ft_world_qos_choices(world, rec.job, qos);
	uint32_t first = rec.choice;
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		enum ft_job_reason here;
		const char *words;

		as.qos = rec.qos = qos[i];
		here = ft_partition_closed(world, &as, in, &words);
		if (here != FT_REASON_NONE) {
			*why = here;
			*detail = words;
			continue;
		}
		rec.choice = first + (uint32_t)i;
		rec.usual = n > 1 ? rec.job->qos : 0;
		rec.several = several || n > 1;
		rec.priority = ft_record_priority(world, &rec);
		add_magnets(world, rec);
		any = true;
	}
	return any;
}

static void
add_records(struct ft_world *world, struct ft_job *job)
{
	uint32_t partition[MAX_PARTITIONS];
	size_t n = ft_world_partitions(world, job, partition, MAX_PARTITIONS);
	enum ft_job_reason why = FT_REASON_PARTITION_DOWN;
	const char *words = "";
	bool any = false;

	job->queued = ++world->queue->serial;
	for (size_t i = 0; i < n; i++)
		any |= add_in_partition(world,
		    (struct ft_record){ .job = job,
			.partition = partition[i],
			.choice = (uint32_t)i * FT_WORLD_QOS },
		    n > 1, &why, &words);
	if (!any)
		ft_queue_reason(world, job, why, words);
	else if (is_outdated(job->reason))
		ft_queue_reason(world, job, FT_REASON_NONE, "");
}

/* Make JOB eligible from now on, unless it already is. */
static void
make_eligible(struct ft_world *world, struct ft_job *job)
{
	if (!job->eligible || job->eligible > world->now) {
		job->eligible = world->now;
		ft_job_touch(job);
	}
	/* jobs that a limit holds back start to gain age at a decay pass */
	if (job->accrue || job->flags & FT_JOB_AGE_LATE)
		return;
	ft_policy_accrue_one(world, job);
	if (!job->priority_set && job->accrue)
		ft_world_reprioritise(world, job);
}

/* Give JOB, which changed, its records, or the reason why it has none. */
static void
take_in(struct ft_world *world, struct ft_job *job)
{
	bool enforced = world->enforce & FT_ENFORCE_ASSOC;

	if (job->group != FT_GROUP_WAITING || job->queued)
		return;
	if (job->hold != FT_HOLD_NONE && job->qos &&
	    !ft_world_qos(world, job->qos))
		ft_queue_reason(world, job, FT_REASON_HELD_ADMIN, "");
	if (job->hold != FT_HOLD_NONE || job->n_depend)
		return;
	if (job->begins > world->now) {
		job->queued = ++world->queue->serial;
		ft_heap_push(&world->queue->begin,
		    (struct ft_event_at){
			.at = job->begins, .job = job, .serial = job->queued });
		if (job->reason != FT_REASON_BEGIN_TIME)
			world->queue->unsaid = true;
		return;
	}
	make_eligible(world, job);
	ft_queue_raise_top(world->queue, job);
	if (!job->priority)
		return;
	if (enforced && ft_world_node(world, job) == FT_NODE_NONE)
		ft_queue_reason(world, job, FT_REASON_INVALID_ACCOUNT, "");
	else if (ft_world_qos_lost(world, job))
		ft_queue_reason(world, job, FT_REASON_INVALID_QOS, "");
	else
		add_records(world, job);
}

/* Remove stale records. */
static void
compact(struct ft_queue *queue)
{
	struct ft_tail *tail = &queue->tail;
	size_t n = 0, from = tail->from, end = tail->end;

	if (!queue->stale)
		return;
	for (size_t i = 0; i < queue->n; i++) {
		if (ft_record_counts(&queue->rec[i])) {
			queue->rec[n++] = queue->rec[i];
			continue;
		}
		tail->from -= i < from;
		tail->end -= i < end;
	}
	queue->n = n;
	queue->stale = false;
}

void
ft_queue_settle(struct ft_world *world)
{
	struct ft_queue *queue = world->queue;
	bool quiet = queue->quiet;
	size_t old;

	/* the schedulers need not react to the changes made here */
	queue->quiet = true;
	if (queue->rebuild) {
		if (ft_place_has_old_kinds(world->place, world->n_waiting))
			ft_place_forget_kinds(world->place);
		queue->n = queue->begin.n = queue->n_look = 0;
		queue->rebuild = false;
		for (size_t i = 0; i < world->n_waiting; i++) {
			world->waiting[i]->queued = 0;
			ft_queue_leave_tail(queue, world->waiting[i]);
			ft_queue_look_at(queue, world->waiting[i]);
		}
	}
	if (queue->n_look) {
		compact(queue);
		old = queue->n;
		for (size_t i = 0; i < queue->n_look; i++)
			take_in(world, queue->look[i]);
		queue->n_look = 0;
		ft_queue_order(world, old);
	}
	queue->quiet = quiet;
}

/* Set the reason BeginTime; as in Slurm only a scheduler does. */
static void
set_begins(struct ft_world *world)
{
	struct ft_queue *queue = world->queue;

	if (!queue->unsaid)
		return;
	queue->unsaid = false;
	for (size_t i = 0; i < queue->begin.n; i++) {
		struct ft_job *job = queue->begin.event[i].job;

		if (job->queued == queue->begin.event[i].serial &&
		    job->group == FT_GROUP_WAITING &&
		    job->hold == FT_HOLD_NONE && job->begins > world->now)
			ft_queue_reason(world, job, FT_REASON_BEGIN_TIME, "");
	}
}

/* ---- dependencies -------------------------------------------------------- */

/* Make a job of each task of the array HEAD. */
static void
split_all(struct ft_world *world, struct ft_job *head)
{
	while (ft_job_is_head(head))
		(void)ft_array_split(world, head, head->tasks[0]);
}

/* Evaluate the dependencies of job NUMBER; cancel it if they can never be met
 * and it asks for that. */
static void
settle_one(struct ft_world *world, uint32_t number)
{
	struct ft_job *job = ft_world_find(world, number);
	size_t before;

	if (!job || job->state != FT_JOB_PENDING || !job->n_depend ||
	    job->group == 0)
		return;
	if (ft_depend_is_to_be_split(job))
		split_all(world, job);
	before = job->n_depend;
	(void)ft_world_depends(world, job);
	if (ft_depend_is_hopeless(job) && job->kill_on_invalid_dep)
		ft_world_withdraw(
		    world, job, FT_JOB_CANCELLED, FT_REASON_DEPENDENCY_NEVER);
	else if (job->n_depend != before)
		ft_world_changed(world, job);
}

static void
settle_dependencies(struct ft_world *world)
{
	size_t i = 0;
	uint32_t number;

	if (!world->waiters)
		return;
	(void)ft_depend_tick(world);
	/* tasks that are split off join the list */
	while (ft_depend_next_woken(world, &i, &number))
		settle_one(world, number);
}

void
ft_queue_settle_all(struct ft_world *world)
{
	struct ft_queue *queue = world->queue;
	bool quiet = queue->quiet;

	queue->quiet = true;
	settle_dependencies(world);
	queue->quiet = quiet;
	ft_queue_settle(world);
	set_begins(world);
}
