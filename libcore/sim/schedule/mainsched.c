/*
 * mainsched.c - the main scheduler: from the top of the queue, start what fits.
 *
 * The first job of a partition that does not fit blocks the partition for the
 * jobs after it, and its nodes for other partitions. Source: slurm.conf(5),
 * SchedulerParameters; tests/unit/t_mainsched.c (one iteration as in the slides
 * of Fair Tree's authors); tests/oracle/cases/j12-builtin-blocks,
 * j17-partitions-shared-nodes.
 */

#include "sim/policy/policy.h"
#include "sim/schedule/fill.h"
#include "sim/schedule/pass_private.h"
#include "sim/schedule/schedule.h"
#include "sim/world/array.h"

/* A reservation blocked by one of its jobs. */
struct closed {
	const char *reservation; /* interned */
	const struct ft_job *by;
};

struct mainsched {
	struct ft_pass pass;
	ft_nodes *open;                /* nodes not kept for blocked
				          partitions */
	ft_nodes *inside;              /* nodes not kept for jobs in
				          reservations */
	const struct ft_job **blocked; /* by partition: the job that blocks
				          it, NULL */
	struct closed *closed;
	size_t n_closed, cap_closed;
	uint32_t *tested; /* by partition: jobs, for partition_job_depth */
	bool over;
	int64_t examined;
	uint64_t *ended; /* counter of the reason why it ended */
};

/* ---- blocking ------------------------------------------------------------ */

/* Returns the job that blocks the current one, NULL none. */
static const struct ft_job *
blocker(const struct mainsched *main)
{
	const struct ft_pass *pass = &main->pass;

	if (!*pass->job->reservation)
		return main->blocked[pass->at.partition];
	for (size_t i = 0; i < main->n_closed; i++)
		if (main->closed[i].reservation == pass->job->reservation)
			return main->closed[i].by;
	return NULL;
}

/* Slots of a queue belong to no other partition. */
static bool
is_queue(const struct mainsched *main)
{
	const struct ft_pass *pass = &main->pass;

	return pass->world->machine.partition[pass->at.partition].queue !=
	       FT_NO_QUEUE;
}

/* Returns the nodes the job may have; it removes those it keeps. */
static ft_nodes *
own_nodes(struct mainsched *main)
{
	return *main->pass.job->reservation ? main->inside : main->open;
}

/* Block the partition for the jobs after it; within a reservation, keep the
 * nodes it was offered. */
static void
block(struct mainsched *main)
{
	const struct ft_pass *pass = &main->pass;
	const struct ft_place *place = pass->world->place;

	if (*pass->job->reservation) {
		*ft_vec_add(main->closed, main->n_closed, main->cap_closed) =
		    (struct closed){ pass->job->reservation, pass->job };
		ft_nodes_minus(main->inside, pass->avail, place->n_word);
		ft_nodes_minus(main->open, pass->avail, place->n_word);
		return;
	}
	main->blocked[pass->at.partition] = pass->job;
	if (!is_queue(main))
		ft_nodes_minus(main->open, place->member[pass->at.partition],
		    place->n_word);
}

/* Keep the nodes of a job that does not fit from the jobs after it. */
static void
keep_nodes(struct mainsched *main)
{
	struct ft_world *world = main->pass.world;
	const struct ft_job *job = main->pass.job;
	const ft_nodes *named = ft_place_named(world, job->req_nodes);
	uint32_t words = world->place->n_word;
	uint32_t n = named ? ft_nodes_size(named, words) : 0;

	if (job->priority < ft_policy_reserves_from(world, job) ||
	    world->now - job->eligible <
		world->sched.value[FT_SCHED_BF_MIN_AGE])
		return;
	if (!n || n < job->min_nodes)
		block(main);
	else if (!is_queue(main))
		ft_nodes_minus(own_nodes(main), named, words);
}

/* ---- why it waits -------------------------------------------------------- */

/* Reason: nodes it needs are unusable (FT_FIT_NODES). */
static void
say_missing(struct ft_pass *pass)
{
	ft_pass_reason(pass, FT_REASON_NODE_NOT_AVAIL,
	    ft_place_lacking(&pass->at, pass->world->place->usable));
}

/* Reason: blocked by a job ahead, unless it has another one. */
static void
behind(struct mainsched *main)
{
	struct ft_pass *pass = &main->pass;

	if (ft_queue_keeps_reason(pass->job->reason))
		return;
	if (ft_place_ever(&pass->at, pass->world->place->usable) ==
	    FT_FIT_NODES)
		say_missing(pass);
	else
		ft_pass_reason(pass, FT_REASON_PRIORITY, "");
}

static uint32_t
nodes_left(const struct ft_pass *pass)
{
	const struct ft_place *place = pass->world->place;
	const ft_nodes *member = place->member[pass->at.partition];
	uint32_t n = 0;

	for (uint32_t w = 0; w < place->n_word; w++)
		n += ft_nodes_count(
		    pass->avail[w] & member[w] & place->usable[w]);
	return n;
}

/* Reason: others have reserved what it needs.  Nodes that it names are kept for
 * it; the jobs after it are not blocked. */
static void
reserved(struct mainsched *main)
{
	struct ft_pass *pass = &main->pass;
	ft_nodes *nodes = pass->avail;
	const char *detail;

	/* not available: reserved, or kept by jobs ahead */
	memcpy(nodes, main->open, pass->world->place->n_word * sizeof *nodes);
	ft_reserve_add_kept(&pass->at, nodes);
	detail = ft_place_lacking(&pass->at, nodes);
	ft_pass_reason(pass, FT_REASON_NODE_NOT_AVAIL,
	    *detail ? detail : "May be reserved for other job");
	if (*pass->job->req_nodes)
		keep_nodes(main);
}

/* The job did not fit now: is it only busy? */
static void
busy(struct mainsched *main)
{
	struct ft_pass *pass = &main->pass;
	enum ft_fit ever = FT_FIT;

	if (!*pass->job->reservation &&
	    ft_reserve_keeps(&pass->at, main->open)) {
		reserved(main);
		return;
	}
	if (pass->job->reason != FT_REASON_RESOURCES)
		ever = ft_place_ever(&pass->at, pass->world->place->usable);
	if (ever == FT_FIT_NODES) {
		say_missing(pass);
	} else if (ever == FT_FIT_NEVER) {
		ft_pass_reason(pass, FT_REASON_BAD_CONSTRAINTS, "");
	} else if (nodes_left(pass) < pass->job->min_nodes) {
		ft_pass_reason(pass, FT_REASON_NODES_DOWN, "");
		block(main);
	} else {
		ft_pass_reason(pass, FT_REASON_RESOURCES, "");
		keep_nodes(main);
	}
}

/* ---- one job ------------------------------------------------------------- */

/* Start it on what was found.  If victims have grace time it waits, and its
 * nodes are kept. */
static bool
start(struct mainsched *main)
{
	struct ft_pass *pass = &main->pass;

	if (ft_pass_push(pass)) {
		ft_pass_start(pass);
		return true;
	}
	ft_pass_reason(pass, FT_REASON_RESOURCES, "");
	for (size_t i = 0; i < pass->found.n; i++)
		ft_nodes_drop(own_nodes(main), pass->found.node[i].node);
	return false;
}

/* Try to start the job, or a task of the array, on nodes that no job ahead
 * keeps and that reservations leave; returns whether it started. */
static bool
try(struct mainsched *main)
{
	struct ft_pass *pass = &main->pass;
	const struct ft_world *world = pass->world;
	enum ft_job_reason limit = ft_pass_limit(pass), none;
	enum ft_fit fit;
	int64_t until;

	memcpy(pass->avail, own_nodes(main),
	    world->place->n_word * sizeof *pass->avail);
	none = ft_reserve_leave(&pass->at, world->now, &until, pass->avail);
	if (limit == FT_REASON_NONE) {
		if (none != FT_REASON_NONE) {
			ft_pass_reason(pass, none,
			    none == FT_REASON_NODE_NOT_AVAIL
				? "Reserved for maintenance"
				: "");
			return false;
		}
		fit = ft_pass_find(pass, pass->avail);
		if (fit == FT_FIT_LICENSE) {
			ft_pass_reason(pass, FT_REASON_LICENSES, "");
			/* with bf_licenses the main scheduler leaves them to
			 * backfill */
			main->over = world->sched.value[FT_SCHED_BF_LICENSES];
			if (main->over)
				main->ended = &pass->world->tally.main_licenses;
			return false;
		}
		if (fit != FT_FIT) {
			busy(main);
			return false;
		}
		limit = ft_pass_limit_found(pass);
	}
	if (limit == FT_REASON_NONE)
		return start(main);
	ft_pass_reason(pass, limit, "");
	if (world->sched.value[FT_SCHED_LIMIT_STOP])
		block(main);
	return false;
}

/* Returns whether this run skips the job: one ahead of it waits, or too many
 * jobs of its partition were tested. */
static bool
is_passed_over(struct mainsched *main)
{
	int64_t depth = main->pass.world->sched.value[FT_SCHED_PARTITION_DEPTH];
	const struct ft_job *by = blocker(main);

	if (!by && (!depth || main->tested[main->pass.at.partition]++ < depth))
		return false;
	behind(main);
	ft_pass_report(&main->pass, by, 0);
	return true;
}

/* Count another job; false: it would be one too many. */
static bool
count_job(struct mainsched *main)
{
	struct ft_pass *pass = &main->pass;

	/* slurmctld tests before it counts: one more than
	 * default_queue_depth (tests/oracle/cases/j15-depth-2) */
	if (!pass->full &&
	    main->examined > pass->world->sched.value[FT_SCHED_QUEUE_DEPTH]) {
		main->ended = &pass->world->tally.main_deep;
		return false;
	}
	main->examined++;
	pass->looked++;
	return true;
}

/* Returns whether the run may go on. */
static bool
examine(struct mainsched *main)
{
	struct ft_pass *pass = &main->pass;
	const int64_t *value = pass->world->sched.value;
	bool again;

	do {
		if (!count_job(main))
			return false;
		if (is_passed_over(main))
			break;
		again = ft_job_is_head(pass->job);
		if (!try(main)) {
			ft_pass_report(pass, NULL, 0);
			return !main->over;
		}
		if (value[FT_SCHED_MAX_JOB_START] &&
		    pass->started >= (uint64_t)value[FT_SCHED_MAX_JOB_START]) {
			main->ended = &pass->world->tally.main_enough;
			return false;
		}
		again = again && pass->job->state == FT_JOB_PENDING;
		if (again && ft_array_is_full(pass->world, pass->job)) {
			ft_pass_reason(pass, FT_REASON_ARRAY_TASK_LIMIT, "");
			break;
		}
	} while (again);
	return true;
}

/* Returns whether nothing comes of examining the job of REC but that it counts,
 * if its partition is blocked: in a long queue that is true of most. */
static bool
only_counts(const struct ft_record *rec)
{
	const struct ft_job *job = rec->job;

	return ft_record_counts(rec) && ft_queue_keeps_reason(job->reason) &&
	       !*job->reservation && !job->array_throttle && !rec->magnet &&
	       !rec->usual;
}

/* Examine the job of REC, if it counts; returns whether the run goes on. */
static bool
look_at(struct mainsched *main, const struct ft_record *rec)
{
	struct ft_pass *pass = &main->pass;
	bool on = true;

	if (!ft_record_counts(rec))
		return true;
	ft_queue_leave_tail(pass->world->queue, rec->job);
	ft_pass_enter(pass, rec);
	if (ft_array_is_full(pass->world, pass->job)) {
		ft_pass_reason(pass, FT_REASON_ARRAY_TASK_LIMIT, "");
	} else {
		pass->job->last_eval = pass->world->now;
		on = examine(main);
	}
	ft_pass_leave(pass);
	return on;
}

/* Returns whether the run goes to the end of the queue, whatever it finds. */
static bool
cannot_stop(const struct mainsched *main)
{
	const int64_t *value = main->pass.world->sched.value;

	return main->pass.full && !value[FT_SCHED_BF_LICENSES] &&
	       !value[FT_SCHED_MAX_JOB_START];
}

/* Returns whether all partitions of the tail are blocked. */
static bool
may_skip(const struct mainsched *main)
{
	const struct ft_world *world = main->pass.world;
	const bool *part = world->queue->tail.part;

	for (size_t p = 0; p < world->machine.n_partition; p++)
		if (part[p] && !main->blocked[p])
			return false;
	return true;
}

/* Returns whether the run went past the tail at record I, only counting. */
static bool
skip(struct mainsched *main, size_t i)
{
	struct ft_tail *tail = &main->pass.world->queue->tail;

	if (i < tail->from || i >= tail->end || !may_skip(main))
		return false;
	tail->evaluated = main->pass.world->now;
	main->examined += (int64_t)(tail->end - i);
	main->pass.looked += tail->end - i;
	return true;
}

/* Whether JOB waits in several partitions, with a record in each. */
static bool
is_in_several(const struct ft_job *job)
{
	return strchr(job->partitions, ',') != NULL;
}

static void
add_to_tail(struct ft_tail *tail, const struct ft_record *rec)
{
	rec->job->in_tail = true;
	tail->part[rec->partition] = true;
}

static void
walk(struct mainsched *main)
{
	struct ft_pass *pass = &main->pass;
	struct ft_queue *queue = pass->world->queue;
	struct ft_tail *tail = &queue->tail;
	bool listens = pass->run && pass->run->report;
	bool quick = !listens && !queue->forgets, on = true;
	bool skips = quick && cannot_stop(main);
	size_t from = 0, i;

	if (!tail->end)
		memset(tail->part, 0,
		    pass->world->machine.n_partition * sizeof *tail->part);
	for (i = 0; on && i < queue->n; i++) {
		const struct ft_record *rec = &queue->rec[i];
		bool counts;

		if (skips && skip(main, i)) {
			i = tail->end - 1;
			continue;
		}
		counts =
		    quick && main->blocked[rec->partition] && only_counts(rec);
		if (counts) {
			rec->job->last_eval = pass->world->now;
			on = count_job(main);
		} else {
			if (i >= tail->from)
				tail->from = i + 1;
			on = look_at(main, rec);
			counts = only_counts(rec);
		}
		if (!counts || is_in_several(rec->job))
			from = i + 1;
		else if (pass->full)
			add_to_tail(tail, rec);
	}
	if (pass->full) {
		tail->from = from;
		tail->end = on ? i : 0;
	}
}

static void
count(const struct mainsched *main)
{
	struct ft_tally *tally = &main->pass.world->tally;

	tally->main_cycles++;
	tally->main_depth += main->pass.looked;
	++*main->ended;
}

/* Returns whether a later run may start more jobs even if nothing happens till
 * then: this one stopped early; jobs that it started counted for
 * partition_job_depth; or one that has too little time left before a reservation
 * will not keep nodes from those after it any more. */
static bool
has_more(const struct mainsched *main)
{
	const struct ft_pass *pass = &main->pass;
	const struct ft_world *world = pass->world;

	return main->ended == &world->tally.main_enough ||
	       (pass->started &&
		   world->sched.value[FT_SCHED_PARTITION_DEPTH]) ||
	       world->n_reservation;
}

void
ft_mainsched(struct ft_world *world, struct ft_run *run, bool full)
{
	size_t n = world->machine.n_partition;
	struct ft_queue *queue = world->queue;
	struct ft_tally *tally = ft_world_count(world);
	struct mainsched main = { .ended = &tally->main_end };
	struct ft_pass *pass = &main.pass;

	ft_queue_settle_all(world);
	queue->news_main = false;
	if (full)
		queue->news_full = false;
	if (!queue->n)
		return;
	ft_pass_init(pass, world, run, FT_SCHED_MAIN);
	main.open = ft_pass_nodes(pass, world->place->usable);
	main.inside = ft_pass_nodes(pass, world->place->usable);
	main.blocked = ft_pass_calloc(pass, n, sizeof *main.blocked);
	main.tested = ft_pass_calloc(pass, n, sizeof *main.tested);
	tally->main_queue = queue->n;
	if (queue->tail.n_part != n) {
		ft_free(queue->tail.part);
		queue->tail.part = ft_calloc(n, sizeof *queue->tail.part);
		queue->tail.n_part = n;
		queue->tail.end = 0;
	}
	ft_pass_begin(pass, full);
	walk(&main);
	ft_pass_end(pass);
	count(&main);
	if (pass->started)
		queue->news_backfill = true;
	if (has_more(&main))
		queue->news_full = true;
	ft_free(main.closed);
	ft_pass_clear(pass);
}
