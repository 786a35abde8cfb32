/*
 * backfill.c - jobs further down start early if no planned start above them is
 * put off.  From the top of the queue each job gets the earliest start that the
 * time limits of the running jobs and the plans before it admit; whole nodes
 * are planned, on a raster of bf_resolution: the end of a job that would start
 * now is rounded up, start and end of a plan are rounded down.
 * Source: slurm.conf(5), bf_...; tests/unit/t_backfill.c.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/vec.h"
#include "model/qos.h"
#include "sim/sched_int.h"

#define YEAR_MINUTES (INT64_C(365) * 24 * 60)

/* Nodes no plan has between two times. */
struct interval {
	int64_t begin, end;
	ft_nodes *nodes;
};

/* What is free once the running jobs up to a group have ended. */
struct snapshot {
	int64_t at;
	size_t released; /* of ends[] */
	struct ft_free free;
};

struct ending {
	int64_t at;
	const struct ft_job *job;
};

struct counter {
	uint64_t key;
	uint32_t n;
};

struct backfill {
	struct ft_pass pass;
	int64_t now, window_end, resolution;
	struct interval *plan; /* by time, without gaps */
	size_t n_plan, cap_plan;
	struct ending *ending; /* soonest first */
	size_t n_ending;
	struct snapshot *snapshot; /* [0] now; made as they are needed */
	size_t n_snapshot, cap_snapshot, made;
	int64_t tested;
	uint32_t *part_planned; /* by partition */
	ft_nodes *nodes;        /* scratch */
	struct counter *counter;
	size_t n_counter, cap_counter;
};

/* One job in one partition. */
struct trial {
	struct ft_job *job;
	uint32_t partition;
	int64_t seconds; /* limit */
	bool now_only;
	bool counted;
	int64_t start; /* found */
};

static int64_t
round_down(const struct backfill *bf, int64_t at)
{
	return at - at % bf->resolution;
}

static int64_t
round_up(const struct backfill *bf, int64_t at)
{
	return round_down(bf, at + bf->resolution - 1);
}

/* ---- running jobs and when they end -------------------------------------------------- */

static int
compare_ends(const void *left, const void *right)
{
	const struct ending *a = left, *b = right;

	if (a->at != b->at)
		return a->at < b->at ? -1 : 1;
	return a->job->number < b->job->number ? -1 : 1;
}

static void
list_ends(struct backfill *bf)
{
	struct ft_world *world = bf->pass.world;

	bf->ending =
	    ft_realloc(bf->ending, world->n_running, sizeof *bf->ending);
	bf->n_ending = 0;
	for (size_t i = 0; i < world->n_running; i++) {
		const struct ft_job *job = world->running[i];
		int64_t at = ft_job_limit_end(world, job);

		if (at == INT64_MAX)
			at = job->started + YEAR_MINUTES * 60;
		if (at <= bf->now)
			at = bf->now + 1;
		bf->ending[bf->n_ending++] = (struct ending){ at, job };
	}
	if (bf->n_ending > 1)
		qsort(
		    bf->ending, bf->n_ending, sizeof *bf->ending, compare_ends);
	bf->made = 0;
}

/*
 * Ends are looked at in groups: those within 30 s of the first, then within
 * twice as long, and so on, are released together.
 */
static struct snapshot *
next_snapshot(struct backfill *bf)
{
	struct ft_world *world = bf->pass.world;
	int64_t width = world->sched.value[FT_SCHED_BF_WINDOW_LINEAR];
	struct snapshot *snapshot;
	const struct snapshot *before;
	size_t i;

	if (bf->made == bf->n_snapshot) {
		bf->snapshot = ft_vec_grow(bf->snapshot, &bf->cap_snapshot,
		    bf->n_snapshot + 1, sizeof *bf->snapshot);
		ft_free_init(world, &bf->snapshot[bf->n_snapshot++].free);
	}
	snapshot = &bf->snapshot[bf->made];
	if (bf->made == 0) {
		ft_free_copy(world, &snapshot->free, &world->place->now);
		snapshot->at = bf->now;
		snapshot->released = 0;
		bf->made++;
		return snapshot;
	}
	before = snapshot - 1;
	if (before->released == bf->n_ending)
		return NULL;
	if (!width)
		width = bf->made < 20 ? INT64_C(30) << (bf->made - 1)
				      : INT64_C(30) << 20;
	ft_free_copy(world, &snapshot->free, &before->free);
	i = before->released;
	for (int64_t last = bf->ending[i].at + width;
	     i < bf->n_ending && bf->ending[i].at <= last; i++) {
		ft_free_give(world, &snapshot->free, bf->ending[i].job);
		snapshot->at = bf->ending[i].at;
	}
	snapshot->released = i;
	bf->made++;
	return snapshot;
}

static const struct snapshot *
snapshot_of(struct backfill *bf, size_t i)
{
	return i < bf->made ? &bf->snapshot[i] : next_snapshot(bf);
}

/*
 * The earliest time from START on at which the job fits on NODES; fills
 * pass->found.  False: at no time.
 */
static bool
earliest(struct backfill *bf, struct trial *trial, int64_t start,
    const ft_nodes *nodes)
{
	struct ft_world *world = bf->pass.world;
	const struct snapshot *snapshot;
	size_t i = 0;

	while (i + 1 < bf->made && bf->snapshot[i + 1].at <= start)
		i++;
	for (; (snapshot = snapshot_of(bf, i)); i++) {
		const struct snapshot *next;

		if (snapshot->at < start && (next = snapshot_of(bf, i + 1)) &&
		    next->at <= start)
			continue;
		if (ft_place_find(world, trial->job, trial->partition, nodes,
			&snapshot_of(bf, i)->free, &bf->pass.found) != FT_FIT)
			continue;
		trial->start =
		    bf->snapshot[i].at > start ? bf->snapshot[i].at : start;
		return true;
	}
	return false;
}

/* ---- the plan ---------------------------------------------------------------------- */

static void
insert_interval(struct backfill *bf, size_t at, int64_t begin, int64_t end,
    const ft_nodes *nodes)
{
	size_t bytes = bf->pass.world->place->n_word * sizeof *nodes;
	ft_nodes *copy = ft_alloc(bytes);

	memcpy(copy, nodes, bytes);
	bf->plan = ft_vec_grow(
	    bf->plan, &bf->cap_plan, bf->n_plan + 1, sizeof *bf->plan);
	memmove(bf->plan + at + 1, bf->plan + at,
	    (bf->n_plan - at) * sizeof *bf->plan);
	bf->plan[at] = (struct interval){ begin, end, copy };
	bf->n_plan++;
}

/* Have an interval begin at TIME, if any holds it. */
static void
split_at(struct backfill *bf, int64_t time)
{
	for (size_t i = 0; i < bf->n_plan; i++) {
		if (bf->plan[i].begin >= time || bf->plan[i].end <= time)
			continue;
		insert_interval(
		    bf, i + 1, time, bf->plan[i].end, bf->plan[i].nodes);
		bf->plan[i].end = time;
		return;
	}
}

static void
reserve(struct backfill *bf, int64_t from, int64_t to)
{
	const struct ft_found *found = &bf->pass.found;

	split_at(bf, from);
	split_at(bf, to);
	for (size_t i = 0; i < bf->n_plan; i++) {
		if (bf->plan[i].begin < from || bf->plan[i].end > to)
			continue;
		for (size_t j = 0; j < found->n; j++)
			bf->plan[i].nodes[found->node[j].node / 64] &=
			    ~(UINT64_C(1) << found->node[j].node % 64);
	}
}

/* Whether a plan has one of the nodes found at some time between. */
static bool
is_planned(const struct backfill *bf, int64_t from, int64_t to)
{
	const struct ft_found *found = &bf->pass.found;

	for (size_t i = 0; i < bf->n_plan; i++) {
		if (bf->plan[i].begin >= to || bf->plan[i].end <= from)
			continue;
		for (size_t j = 0; j < found->n; j++)
			if (!ft_nodes_has(
				bf->plan[i].nodes, found->node[j].node))
				return true;
	}
	return false;
}

/* Nodes of the partition without a plan all the time between. */
static uint32_t
nodes_between(
    struct backfill *bf, const struct trial *trial, int64_t from, int64_t to)
{
	const struct ft_place *place = bf->pass.world->place;
	uint32_t n = 0;

	for (uint32_t w = 0; w < place->n_word; w++)
		bf->nodes[w] =
		    place->member[trial->partition][w] & place->usable[w];
	for (size_t i = 0; i < bf->n_plan && bf->plan[i].begin < to; i++)
		if (bf->plan[i].end > from)
			for (uint32_t w = 0; w < place->n_word; w++)
				bf->nodes[w] &= bf->plan[i].nodes[w];
	for (uint32_t w = 0; w < place->n_word; w++)
		n += (uint32_t)__builtin_popcountll(bf->nodes[w]);
	return n;
}

/* The end of the first interval after FROM behind which nodes of the partition
 * become free of plans; 0 none. */
static int64_t
next_chance(const struct backfill *bf, const struct trial *trial, int64_t from)
{
	const struct ft_place *place = bf->pass.world->place;
	const ft_nodes *member = place->member[trial->partition];

	for (size_t i = 0; i + 1 < bf->n_plan; i++) {
		if (bf->plan[i].end <= from)
			continue;
		for (uint32_t w = 0; w < place->n_word; w++)
			if (bf->plan[i + 1].nodes[w] & ~bf->plan[i].nodes[w] &
			    member[w])
				return bf->plan[i].end;
	}
	return 0;
}

/* ---- limits of the parameters --------------------------------------------------------- */

/* Returns whether KEY was counted MAX times already; counts it.  0: no limit. */
static bool
is_above(struct backfill *bf, uint64_t key, int64_t max)
{
	if (!max)
		return false;
	for (size_t i = 0; i < bf->n_counter; i++)
		if (bf->counter[i].key == key)
			return bf->counter[i].n++ >= (uint64_t)max;
	bf->counter = ft_vec_grow(bf->counter, &bf->cap_counter,
	    bf->n_counter + 1, sizeof *bf->counter);
	bf->counter[bf->n_counter++] = (struct counter){ key, 1 };
	return false;
}

static bool
has_too_many(struct backfill *bf, const struct trial *trial)
{
	const int64_t *value = bf->pass.world->sched.value;
	uint64_t user = trial->job->uid, part = trial->partition;
	uint64_t assoc = trial->job->assoc;

	return is_above(bf, UINT64_C(1) << 62 | part,
		   value[FT_SCHED_BF_MAX_JOB_PART]) ||
	       is_above(bf, UINT64_C(2) << 62 | user,
		   value[FT_SCHED_BF_MAX_JOB_USER]) ||
	       is_above(bf, UINT64_C(3) << 62 | user << 24 | part,
		   value[FT_SCHED_BF_MAX_JOB_USER_PART]) ||
	       is_above(bf, assoc, value[FT_SCHED_BF_MAX_JOB_ASSOC]);
}

static bool
is_now_only(const struct backfill *bf, const struct trial *trial)
{
	const int64_t *value = bf->pass.world->sched.value;
	const struct ft_job *job = trial->job;

	if (job->priority < value[FT_SCHED_BF_MIN_PRIO] ||
	    bf->now - job->eligible < value[FT_SCHED_BF_MIN_AGE])
		return true;
	if (value[FT_SCHED_BF_ONE_RESV] && job->expected)
		return true;
	return value[FT_SCHED_BF_PART_RESERVE] &&
	       bf->part_planned[trial->partition] >=
		   value[FT_SCHED_BF_PART_RESERVE];
}

/* ---- one job ---------------------------------------------------------------------------- */

enum outcome {
	GIVE_UP,
	STARTED,
	PLANNED,
	FULL /* the run ends */
};

/* Show when and where it is to start, if that is sooner than known. */
static void
show(struct backfill *bf, const struct trial *trial)
{
	struct ft_world *world = bf->pass.world;
	const struct ft_found *found = &bf->pass.found;
	struct ft_job *job = trial->job;
	uint32_t *node;
	struct ft_str text;

	if (job->expected && job->expected <= trial->start)
		return;
	node = ft_alloc(found->n * sizeof *node);
	for (size_t i = 0; i < found->n; i++)
		node[i] = found->node[i].node;
	ft_str_init(&text);
	ft_machine_add_hosts(&text, &world->machine, node, found->n);
	job->expected = trial->start;
	job->sched_nodes = ft_world_string(world, ft_str_text(&text));
	ft_str_free(&text);
	ft_free(node);
}

static bool
start_now(struct backfill *bf, struct trial *trial)
{
	struct ft_pass *pass = &bf->pass;
	enum ft_job_reason limit =
	    ft_pass_limit_found(pass, trial->job, trial->partition);

	if (limit != FT_REASON_NONE) {
		ft_queue_reason(pass->world, trial->job, limit, "");
		return false;
	}
	ft_pass_start(pass, trial->job, trial->partition);
	list_ends(bf);
	return true;
}

/* Reserve what was found for later. */
static enum outcome
plan(struct backfill *bf, const struct trial *trial)
{
	int64_t from = round_down(bf, trial->start);
	int64_t to = round_down(bf, trial->start + trial->seconds);
	const struct ft_qos *qos =
	    ft_world_qos(bf->pass.world, trial->job->qos);

	show(bf, trial);
	if (trial->start > bf->window_end)
		return GIVE_UP;
	if (qos && qos->flags & ft_qos_flag_find("NoReserve", 9))
		return GIVE_UP;
	if (to <= from)
		to = from + bf->resolution;
	reserve(bf, from, to);
	bf->part_planned[trial->partition]++;
	return PLANNED;
}

static enum outcome
place(struct backfill *bf, struct trial *trial)
{
	const int64_t *value = bf->pass.world->sched.value;
	int64_t start = bf->now, later = 0;

	for (;;) {
		int64_t end;

		if (later > start)
			start = later;
		if (start > bf->window_end)
			return GIVE_UP;
		end = round_up(bf, start + trial->seconds);
		later = next_chance(bf, trial, start);
		if (nodes_between(bf, trial, start, end) >=
		    trial->job->min_nodes) {
			if (!trial->counted &&
			    bf->tested++ >= value[FT_SCHED_BF_MAX_JOB_TEST])
				return FULL;
			trial->counted = true;
			if (earliest(bf, trial, start, bf->nodes)) {
				int64_t from = round_down(bf, trial->start);
				int64_t to = round_down(
				    bf, trial->start + trial->seconds);

				if (trial->start <= bf->now)
					return start_now(bf, trial) ? STARTED
								    : GIVE_UP;
				if (trial->now_only) {
					show(bf, trial);
					return GIVE_UP;
				}
				if (!is_planned(bf, from, to) &&
				    (!later || trial->start <= later))
					return plan(bf, trial);
				if (!is_planned(bf, from, to))
					continue;
				later = trial->start > start
					    ? trial->start
					    : start + bf->resolution;
				continue;
			}
		}
		if (!later || trial->now_only)
			return GIVE_UP;
	}
}

/* Returns whether the run may go on. */
static bool
test(struct backfill *bf, struct ft_record *rec)
{
	struct ft_world *world = bf->pass.world;
	const int64_t *value = world->sched.value;
	struct trial trial = { .job = rec->job, .partition = rec->partition };
	const struct ft_partition *in =
	    &world->machine.partition[rec->partition];
	int64_t minutes = ft_world_time_limit(world, rec->job, in);
	int64_t tasks = 0;
	enum outcome outcome;

	if (minutes > in->max_time)
		minutes = in->max_time;
	if (minutes == FT_TIME_UNLIMITED || minutes > YEAR_MINUTES * 100)
		minutes = YEAR_MINUTES;
	if (rec->job->time_min && rec->job->time_min < minutes)
		minutes = rec->job->time_min;
	trial.seconds = minutes * 60;
	if (has_too_many(bf, &trial))
		return true;
	do {
		if (ft_pass_throttled(world, trial.job) ||
		    ft_pass_limit(&bf->pass, trial.job, trial.partition) !=
			FT_REASON_NONE)
			return true;
		trial.now_only = is_now_only(bf, &trial);
		trial.counted = tasks > 0;
		outcome = place(bf, &trial);
		if (outcome == FULL)
			return false;
		if (outcome == STARTED && value[FT_SCHED_BF_MAX_JOB_START] &&
		    bf->pass.started >=
			(uint64_t)value[FT_SCHED_BF_MAX_JOB_START])
			return false;
		if (outcome == PLANNED)
			tasks++;
	} while (outcome != GIVE_UP && ft_job_is_head(trial.job) &&
		 trial.job->state == FT_JOB_PENDING &&
		 tasks < value[FT_SCHED_BF_ARRAY_RESV] &&
		 (size_t)tasks < trial.job->n_tasks);
	return true;
}

/* ---- the run ------------------------------------------------------------------------------ */

static void
init(struct backfill *bf, struct ft_world *world, struct ft_run *run)
{
	const struct ft_place *all = world->place;

	*bf = (struct backfill){ .now = world->now };
	ft_pass_init(&bf->pass, world, run, FT_SCHED_BACKFILL);
	bf->resolution = world->sched.value[FT_SCHED_BF_RESOLUTION];
	bf->window_end = round_down(bf, bf->now) +
			 world->sched.value[FT_SCHED_BF_WINDOW] * 60;
	bf->nodes = ft_calloc(all->n_word, sizeof *bf->nodes);
	bf->part_planned =
	    ft_calloc(world->machine.n_partition, sizeof *bf->part_planned);
	insert_interval(
	    bf, 0, round_down(bf, bf->now), bf->window_end, all->usable);
	list_ends(bf);
}

static void
clear(struct backfill *bf)
{
	for (size_t i = 0; i < bf->n_plan; i++)
		ft_free(bf->plan[i].nodes);
	for (size_t i = 0; i < bf->n_snapshot; i++)
		ft_free_clear(&bf->snapshot[i].free);
	ft_free(bf->plan);
	ft_free(bf->snapshot);
	ft_free(bf->ending);
	ft_free(bf->nodes);
	ft_free(bf->part_planned);
	ft_free(bf->counter);
	ft_pass_clear(&bf->pass);
}

void
ft_backfill(struct ft_world *world, struct ft_run *run)
{
	struct ft_queue *queue = world->queue;
	struct backfill bf;
	int64_t *known; /* planned starts */

	ft_queue_settle(world);
	queue->news_backfill = false;
	if (!queue->n)
		return;
	init(&bf, world, run);
	queue->quiet = true;
	known = ft_alloc(queue->n * sizeof *known);
	for (size_t i = 0; i < queue->n; i++)
		known[i] = queue->rec[i].job->expected;
	for (size_t i = 0; i < queue->n; i++)
		queue->rec[i].job->expected = 0;
	for (size_t i = 0; i < queue->n; i++)
		if (ft_record_counts(&queue->rec[i]) &&
		    !test(&bf, &queue->rec[i]))
			break;
	for (size_t i = 0; i < queue->n; i++)
		if (queue->rec[i].job->expected != known[i])
			ft_job_touch(queue->rec[i].job);
	ft_free(known);
	queue->quiet = false;
	queue->retry = bf.n_ending ? bf.ending[0].at : INT64_MAX;
	if (bf.pass.started)
		queue->news_backfill = queue->news_full = true;
	clear(&bf);
}
