/*
 * mainsched.c - the main scheduler: from the top of the queue, it starts every
 * job that fits now.
 *
 * The first job of a partition that does not fit blocks the partition: jobs
 * after it in that partition are not tried, and those of other partitions do
 * not get the partition's nodes.  A job in an advance reservation blocks that
 * reservation instead.
 *
 * Once its partition is blocked, a job in a long queue only counts.  Full runs
 * therefore remember the tail of the queue in which all jobs did (struct
 * ft_tail) and skip it while its partitions are blocked.
 *
 * Source: slurm.conf(5), SchedulerParameters; tests/unit/t_run.c (one
 * iteration as in the slides of Fair Tree's authors);
 * tests/oracle/cases/j12-builtin-blocks, j17-partitions-shared-nodes.
 */

#include "sim/policy/policy.h"
#include "sim/schedule/fill.h"
#include "sim/schedule/pass_private.h"
#include "sim/schedule/schedule.h"
#include "sim/world/array.h"

#define MAY_BE_RESERVED "May be reserved for other job"

/* A reservation blocked by one of its jobs. */
struct blocked_reservation {
	const char *name; /* interned */
	const struct ft_job *by;
};

/* One run of the main scheduler. */
struct mainsched {
	struct ft_pass pass;
	/* nodes for jobs outside of reservations: those of blocked partitions
	 * are removed */
	ft_nodes *open;
	/* nodes for jobs in reservations: those kept for blocked ones are
	 * removed */
	ft_nodes *inside;
	/* by partition: the job that blocks it, or NULL */
	const struct ft_job **blocked;
	struct blocked_reservation *reservation;
	size_t n_reservation, cap_reservation;
	uint32_t *tested; /* by partition: jobs, for partition_job_depth */
	bool over;        /* the rest of the queue is left to backfill */
	int64_t examined; /* jobs, for default_queue_depth */
	uint64_t *ended;  /* the counter for the reason why the run ended */
};

/* ---- blocking ------------------------------------------------------------ */

/* Returns the job that blocks the current one, or NULL. */
static const struct ft_job *
blocker(const struct mainsched *main)
{
	const struct ft_pass *pass = &main->pass;

	if (!*pass->job->reservation)
		return main->blocked[pass->at.partition];
	for (size_t i = 0; i < main->n_reservation; i++)
		if (main->reservation[i].name == pass->job->reservation)
			return main->reservation[i].by;
	return NULL;
}

/* Returns whether the partition is a subordination queue, whose slots no other
 * partition has. */
static bool
is_queue(const struct mainsched *main)
{
	const struct ft_pass *pass = &main->pass;

	return pass->world->machine.partition[pass->at.partition].queue !=
	       FT_NO_QUEUE;
}

/* Returns the nodes that are left for jobs like the current one; what it keeps
 * for itself is removed there. */
static ft_nodes *
nodes_for(struct mainsched *main)
{
	return *main->pass.job->reservation ? main->inside : main->open;
}

/* Block the partition of the current job for the jobs after it, or its
 * reservation; that keeps the nodes it was offered. */
static void
block(struct mainsched *main)
{
	const struct ft_pass *pass = &main->pass;
	const struct ft_place *place = pass->world->place;

	if (*pass->job->reservation) {
		*ft_vec_add(main->reservation, main->n_reservation,
		    main->cap_reservation) =
		    (struct blocked_reservation){ pass->job->reservation,
			    pass->job };
		ft_nodes_minus(main->inside, pass->avail, place->n_word);
		ft_nodes_minus(main->open, pass->avail, place->n_word);
		return;
	}
	main->blocked[pass->at.partition] = pass->job;
	if (!is_queue(main))
		ft_nodes_minus(main->open, place->member[pass->at.partition],
		    place->n_word);
}

/* The current job does not fit: keep from the jobs after it the nodes that it
 * names, or if these do not suffice block its partition. */
static void
keep_nodes(struct mainsched *main)
{
	struct ft_world *world = main->pass.world;
	const struct ft_job *job = main->pass.job;
	const ft_nodes *named = ft_place_required(world, job);
	uint32_t words = world->place->n_word;
	uint32_t n = named ? ft_nodes_size(named, words) : 0;

	if (job->priority < ft_policy_reserves_from(world, job) ||
	    world->now - job->eligible <
		world->sched.value[FT_SCHED_BF_MIN_AGE])
		return;
	if (!n || n < job->min_nodes)
		block(main);
	else if (!is_queue(main))
		ft_nodes_minus(nodes_for(main), named, words);
}

/* ---- why it waits -------------------------------------------------------- */

/* Set the reason of the current job, which needs nodes that are unusable. */
static void
reason_unavailable(struct ft_pass *pass)
{
	ft_pass_reason(pass, FT_REASON_NODE_NOT_AVAIL,
	    ft_place_lacking(&pass->at, pass->world->place->usable));
}

/* Set the reason of the current job, which a job ahead blocks, unless it keeps
 * the one it has. */
static void
reason_blocked(struct mainsched *main)
{
	struct ft_pass *pass = &main->pass;

	if (!ft_queue_keeps_reason(pass->job->reason))
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

/* Set the reason of the current job, which needs what others have reserved.
 * Nodes that it names are kept for it; it blocks no jobs. */
static void
reason_reserved(struct mainsched *main)
{
	struct ft_pass *pass = &main->pass;
	ft_nodes *nodes = pass->avail;
	const char *detail;

	/* available: neither reserved nor kept for jobs ahead */
	memcpy(nodes, main->open, pass->world->place->n_word * sizeof *nodes);
	ft_reserve_add_kept(&pass->at, nodes);
	detail = ft_place_lacking(&pass->at, nodes);
	ft_pass_reason(
	    pass, FT_REASON_NODE_NOT_AVAIL, *detail ? detail : MAY_BE_RESERVED);
	if (*pass->job->req_nodes)
		keep_nodes(main);
}

/* Returns whether jobs ahead, outside of reservations, keep so many nodes that the
 * current job, which names none, has too few, whatever is reserved. */
static bool
is_kept_out(const struct mainsched *main)
{
	const struct ft_pass *pass = &main->pass;
	const struct ft_place *place = pass->world->place;
	const ft_nodes *member = place->member[pass->at.partition];
	uint32_t n = 0, up = 0;

	for (uint32_t w = 0; w < place->n_word; w++) {
		ft_nodes all = member[w] & place->usable[w];

		up += ft_nodes_count(all);
		n += ft_nodes_count(all & (main->open[w] | ~main->inside[w]));
	}
	return !*pass->job->req_nodes && n < pass->job->min_nodes &&
	       up >= pass->job->min_nodes;
}

/* Returns whether nodes that the current job names are kept for jobs ahead. */
static bool
names_kept(const struct mainsched *main)
{
	const struct ft_pass *pass = &main->pass;
	const ft_nodes *named = ft_place_required(pass->world, pass->job);

	for (uint32_t w = 0; named && w < pass->world->place->n_word; w++)
		if (named[w] & ~pass->avail[w])
			return true;
	return false;
}

/* The current job does not fit now: set the reason, and block what it must. */
static void
fail(struct mainsched *main)
{
	struct ft_pass *pass = &main->pass;
	enum ft_fit ever = FT_FIT;

	if (!*pass->job->reservation && !is_kept_out(main) &&
	    ft_reserve_keeps(&pass->at, main->open)) {
		reason_reserved(main);
		return;
	}
	if (!names_kept(main) && nodes_left(pass) < pass->job->min_nodes) {
		ft_pass_reason(pass, FT_REASON_NODES_DOWN, "");
		block(main);
		return;
	}
	if (pass->job->reason != FT_REASON_RESOURCES)
		ever = ft_place_ever(&pass->at, pass->world->place->usable);
	if (ever == FT_FIT_NODES) {
		reason_unavailable(pass);
	} else if (ever == FT_FIT_NEVER) {
		ft_pass_reason(pass, FT_REASON_BAD_CONSTRAINTS, "");
	} else if (nodes_left(pass) < pass->job->min_nodes) {
		ft_pass_reason(pass, FT_REASON_NODES_DOWN, "");
		block(main);
	} else if (names_kept(main)) {
		ft_pass_reason(pass, FT_REASON_NODE_NOT_AVAIL,
		    ft_release_has(ft_conf_release(pass->world->conf),
			FT_RULE_KEPT_MAY_BE_RESERVED)
			? MAY_BE_RESERVED
			: ft_place_lacking(&pass->at, pass->avail));
		keep_nodes(main);
	} else {
		ft_pass_reason(pass, FT_REASON_RESOURCES, "");
		keep_nodes(main);
	}
}

/* ---- one job ------------------------------------------------------------- */

/* Start the current job on what was found.  If jobs to be preempted have a
 * grace time, it waits, and its nodes are kept.  Returns whether it started. */
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
		ft_nodes_drop(nodes_for(main), pass->found.node[i].node);
	return false;
}

/* Try to start the current job, or a task of its array, on nodes that neither
 * jobs ahead nor reservations keep from it; returns whether it started. */
static bool
try(struct mainsched *main)
{
	struct ft_pass *pass = &main->pass;
	const struct ft_world *world = pass->world;
	enum ft_job_reason limit = ft_pass_limit(pass), none;
	enum ft_fit fit;
	int64_t until;

	memcpy(pass->avail, nodes_for(main),
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
			fail(main);
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

/* Returns whether this run skips the current job: a job ahead blocks it, or
 * enough jobs of its partition were tested. */
static bool
is_passed_over(struct mainsched *main)
{
	int64_t depth = main->pass.world->sched.value[FT_SCHED_PARTITION_DEPTH];
	const struct ft_job *by = blocker(main);

	if (!by && (!depth || main->tested[main->pass.at.partition]++ < depth))
		return false;
	reason_blocked(main);
	ft_pass_report(&main->pass, by, 0);
	return true;
}

/* Count another job; returns false if default_queue_depth was reached
 * before. */
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

/* Try the current job, task after task if it is an array; returns whether the
 * run goes on. */
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

/* Returns whether examining the job of REC would only count it if its partition
 * is blocked.  That is true of most jobs of a long queue. */
static bool
only_counts(const struct ft_record *rec)
{
	const struct ft_job *job = rec->job;

	return ft_record_counts(rec) && ft_queue_keeps_reason(job->reason) &&
	       !*job->reservation && !job->array_throttle && !rec->magnet &&
	       !rec->several;
}

/* REC is stale.  Before 24.11 a job that has just started in another partition has
 * the priority of REC nevertheless. */
static void
note_priority(struct ft_world *world, const struct ft_record *rec)
{
	struct ft_job *job = rec->job;

	if (!rec->several || job->state != FT_JOB_RUNNING ||
	    job->started != world->now || job->priority == rec->priority ||
	    ft_release_has(
		ft_conf_release(world->conf), FT_RULE_PRIORITY_OF_START))
		return;
	job->priority = rec->priority;
	ft_job_touch(job);
}

/* Examine the job of REC, unless it is stale; returns whether the run goes
 * on. */
static bool
look_at(struct mainsched *main, const struct ft_record *rec)
{
	struct ft_pass *pass = &main->pass;
	bool on = true;

	if (!ft_record_counts(rec)) {
		note_priority(pass->world, rec);
		return true;
	}
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

/* Returns whether the run will reach the end of the queue whatever it finds. */
static bool
runs_to_end(const struct mainsched *main)
{
	const int64_t *value = main->pass.world->sched.value;

	return main->pass.full && !value[FT_SCHED_BF_LICENSES] &&
	       !value[FT_SCHED_MAX_JOB_START];
}

/* Returns whether all partitions that have jobs in the tail are blocked. */
static bool
is_tail_blocked(const struct mainsched *main)
{
	const struct ft_world *world = main->pass.world;
	const bool *part = world->queue->tail.part;

	for (size_t p = 0; p < world->machine.n_partition; p++)
		if (part[p] && !main->blocked[p])
			return false;
	return true;
}

/* If the tail is blocked and record I is in it, count the rest of the tail, as
 * if it had been examined; returns whether it did. */
static bool
skip_tail(struct mainsched *main, size_t i)
{
	struct ft_tail *tail = &main->pass.world->queue->tail;

	if (i < tail->from || i >= tail->end || !is_tail_blocked(main))
		return false;
	tail->evaluated = main->pass.world->now;
	main->examined += (int64_t)(tail->end - i);
	main->pass.looked += tail->end - i;
	return true;
}

/* Returns whether JOB asks for several partitions, and so has several
 * records. */
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

/* Examine the queue from the top; a full run finds out what the tail is. */
static void
walk(struct mainsched *main)
{
	struct ft_pass *pass = &main->pass;
	struct ft_queue *queue = pass->world->queue;
	struct ft_tail *tail = &queue->tail;
	bool listens = pass->run && pass->run->report;
	bool quick = !listens && !queue->forgets, on = true;
	bool skips = quick && runs_to_end(main);
	size_t from = 0, i;

	if (!tail->end)
		memset(tail->part, 0,
		    pass->world->machine.n_partition * sizeof *tail->part);
	for (i = 0; on && i < queue->n; i++) {
		const struct ft_record *rec = &queue->rec[i];
		bool counts;

		if (skips && skip_tail(main, i)) {
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

/*
 * Returns whether a later run may start more jobs even if nothing happens until
 * then: this run stopped early; or jobs that it started counted for
 * partition_job_depth; or a reservation will begin too soon for a job that
 * blocks others now, and then it blocks them no longer.
 */
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
	ft_free(main.reservation);
	ft_pass_clear(pass);
}
