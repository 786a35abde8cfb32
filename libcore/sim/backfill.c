/*
 * backfill.c - jobs further down start early if no planned start above them is
 * put off.  From the top of the queue each job gets the earliest start that the
 * time limits of the running jobs and the plans before it admit; whole nodes
 * are planned, on a raster of bf_resolution: the end of a job that would start
 * now is rounded up, start and end of a plan are rounded down.
 * Source: slurm.conf(5), bf_...; tests/unit/t_backfill.c.
 */
#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/vec.h"
#include "model/qos.h"
#include "sim/plan_int.h"
#include "sim/sched_int.h"

struct counter {
	uint64_t key;
	uint32_t n;
};

/* A job with a planned start, on which nodes. */
struct planned {
	const struct ft_job *job;
	int64_t from, to;
};

struct backfill {
	struct ft_pass pass;
	bool show_only; /* nothing starts */
	bool tells;     /* who is in whose way is found out */
	struct planned *planned;
	ft_nodes *planned_on; /* n_word words of each */
	size_t n_planned, cap_planned, cap_planned_on;
	int64_t now, window_end, resolution;
	struct ft_plan plan;
	struct ft_future future;
	/* what is free later for one that pushes these jobs aside */
	struct ft_future without;
	struct ft_victims gone, may; /* may: scratch */
	bool has_without;
	struct ft_bounds bounds;
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

/* ---- what is free later --------------------------------------------------------------- */

static void
forget_without(struct backfill *bf)
{
	if (bf->has_without)
		ft_future_clear(&bf->without);
	bf->has_without = false;
}

/* The future of a job that may push others aside: as if they were gone. */
static struct ft_future *
future_of(struct backfill *bf, const struct trial *trial)
{
	size_t bytes;

	if (!bf->pass.preempts)
		return &bf->future;
	ft_preempt_candidates(
	    bf->pass.world, trial->job, trial->partition, &bf->may);
	if (!bf->may.n)
		return &bf->future;
	bytes = bf->may.n * sizeof *bf->may.job;
	if (bf->has_without && bf->gone.n == bf->may.n &&
	    !memcmp(bf->gone.job, bf->may.job, bytes))
		return &bf->without;
	forget_without(bf);
	bf->gone.job = ft_vec_grow(
	    bf->gone.job, &bf->gone.cap, bf->may.n, sizeof *bf->gone.job);
	memcpy(bf->gone.job, bf->may.job, bytes);
	bf->gone.n = bf->may.n;
	ft_future_init(&bf->without, bf->pass.world, &bf->gone);
	bf->has_without = true;
	return &bf->without;
}

/* Somebody was pushed aside. */
static void
renew_future(struct backfill *bf)
{
	forget_without(bf);
	ft_future_clear(&bf->future);
	ft_future_init(&bf->future, bf->pass.world, NULL);
}

/*
 * The earliest time from START on at which the job fits on bf->nodes; fills
 * pass->found.  False: at no time.
 */
static bool
earliest(struct backfill *bf, struct trial *trial, int64_t start)
{
	struct ft_world *world = bf->pass.world;
	struct ft_future *future = future_of(bf, trial);
	const struct ft_snapshot *snapshot, *next;

	bf->pass.victims.n = 0;
	if (future == &bf->without && start <= bf->now &&
	    ft_pass_find(&bf->pass, trial->job, trial->partition, bf->nodes) ==
		FT_FIT) {
		trial->start = start;
		return true;
	}
	for (size_t i = 0; (snapshot = ft_future_at(future, i)); i++) {
		int64_t at = snapshot->at;

		if (at < start && (next = ft_future_at(future, i + 1)) &&
		    next->at <= start)
			continue;
		snapshot = ft_future_at(future, i);
		if (ft_place_find(world, trial->job, trial->partition,
			bf->nodes, &snapshot->free, &bf->pass.found) != FT_FIT)
			continue;
		trial->start = at > start ? at : start;
		return true;
	}
	return false;
}

static uint32_t
count_nodes(const struct ft_world *world, const ft_nodes *nodes)
{
	uint32_t n = 0;

	for (uint32_t w = 0; w < world->place->n_word; w++)
		n += ft_nodes_count(nodes[w]);
	return n;
}

/* Fill bf->nodes with those of the partition without a plan all the time
 * between. */
static void
nodes_between(
    struct backfill *bf, const struct trial *trial, int64_t from, int64_t to)
{
	const struct ft_place *place = bf->pass.world->place;

	for (uint32_t w = 0; w < place->n_word; w++)
		bf->nodes[w] =
		    place->member[trial->partition][w] & place->usable[w];
	ft_plan_leave(&bf->plan, from, to, bf->nodes);
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
	AGAIN, /* later */
	STARTED,
	PLANNED,
	FULL /* the run ends */
};

/* Whether its QOS says NoReserve. */
static bool
makes_no_plan(const struct backfill *bf, const struct ft_job *job)
{
	const struct ft_qos *qos = ft_world_qos(bf->pass.world, job->qos);

	return qos && qos->flags & ft_qos_flag_find("NoReserve", 9);
}

static bool
is_queue(const struct backfill *bf, uint32_t partition)
{
	return bf->pass.world->machine.partition[partition].queue !=
	       FT_NO_QUEUE;
}

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

/* Remember whose plan the nodes found are. */
static void
note_plan(
    struct backfill *bf, const struct ft_job *job, int64_t from, int64_t to)
{
	const struct ft_found *found = &bf->pass.found;
	uint32_t words = bf->pass.world->place->n_word;
	ft_nodes *on;

	bf->planned = ft_vec_grow(bf->planned, &bf->cap_planned,
	    bf->n_planned + 1, sizeof *bf->planned);
	bf->planned_on = ft_vec_grow(bf->planned_on, &bf->cap_planned_on,
	    (bf->n_planned + 1) * words, sizeof *bf->planned_on);
	on = bf->planned_on + bf->n_planned * words;
	memset(on, 0, words * sizeof *on);
	for (size_t i = 0; i < found->n; i++)
		on[found->node[i].node / 64] |= UINT64_C(1)
						<< found->node[i].node % 64;
	bf->planned[bf->n_planned++] = (struct planned){ job, from, to };
}

/* Reserve what was found for later. */
static enum outcome
reserve(struct backfill *bf, const struct trial *trial)
{
	int64_t from = round_down(bf, trial->start);
	int64_t to = round_down(bf, trial->start + trial->seconds);

	show(bf, trial);
	if (trial->start > bf->window_end)
		return GIVE_UP;
	/* a plan is for whole nodes, and a queue shares them with others */
	if (makes_no_plan(bf, trial->job) || is_queue(bf, trial->partition))
		return GIVE_UP;
	if (to <= from)
		to = from + bf->resolution;
	ft_plan_reserve(
	    &bf->plan, from, to, bf->pass.found.node, bf->pass.found.n);
	if (bf->tells)
		note_plan(bf, trial->job, from, to);
	bf->part_planned[trial->partition]++;
	return PLANNED;
}

static enum outcome
start_now(struct backfill *bf, struct trial *trial)
{
	struct ft_pass *pass = &bf->pass;
	enum ft_job_reason limit;
	const struct ft_job *job;

	if (bf->show_only)
		return GIVE_UP;
	limit = ft_pass_limit_found(pass, trial->job, trial->partition);
	if (limit != FT_REASON_NONE) {
		ft_queue_reason(pass->world, trial->job, limit, "");
		return GIVE_UP;
	}
	if (pass->victims.n) {
		/* it starts at the next look: its nodes are kept until then */
		ft_pass_push(pass, trial->job);
		ft_queue_reason(
		    pass->world, trial->job, FT_REASON_RESOURCES, "");
		trial->start = bf->now + 1;
		renew_future(bf);
		return reserve(bf, trial);
	}
	job = ft_pass_start(pass, trial->job, trial->partition);
	forget_without(bf);
	ft_future_add(&bf->future, job);
	return STARTED;
}

/*
 * What was found from START on: take it, or set *later to when to look again.
 */
static enum outcome
settle(struct backfill *bf, struct trial *trial, int64_t start, int64_t *later)
{
	const struct ft_found *found = &bf->pass.found;
	int64_t from = round_down(bf, trial->start);
	int64_t to = round_down(bf, trial->start + trial->seconds);

	if (trial->start <= bf->now)
		return start_now(bf, trial);
	if (trial->now_only) {
		show(bf, trial);
		return GIVE_UP;
	}
	if (ft_plan_has(&bf->plan, from, to, found->node, found->n)) {
		*later = trial->start > start ? trial->start
					      : start + bf->resolution;
		return AGAIN;
	}
	if (*later && trial->start > *later)
		return AGAIN;
	return reserve(bf, trial);
}

/* Count a job whose placement is tried, once; false: enough of them. */
static bool
count(struct backfill *bf, struct trial *trial)
{
	const int64_t *value = bf->pass.world->sched.value;

	if (!trial->counted && bf->tested++ >= value[FT_SCHED_BF_MAX_JOB_TEST])
		return false;
	trial->counted = true;
	return true;
}

/* Look from *start on, which moves. */
static enum outcome
look(struct backfill *bf, struct trial *trial, int64_t *start)
{
	struct ft_world *world = bf->pass.world;
	const ft_nodes *member = world->place->member[trial->partition];
	int64_t later = 0;

	for (; *start <= bf->window_end; *start = later) {
		int64_t end = round_up(bf, *start + trial->seconds), until;
		enum outcome outcome;
		uint32_t n = 0;

		later = ft_plan_next(&bf->plan, *start, member);
		nodes_between(bf, trial, *start, end);
		if (ft_pass_reserved(&bf->pass, trial->job, trial->partition,
			*start, bf->nodes, &until) == FT_REASON_NONE)
			n = count_nodes(world, bf->nodes);
		if (until != INT64_MAX && (!later || until < later))
			later = until;
		if (n >= trial->job->min_nodes) {
			if (!count(bf, trial))
				return FULL;
			if (earliest(bf, trial, *start)) {
				outcome = settle(bf, trial, *start, &later);
				if (outcome != AGAIN)
					return outcome;
				continue;
			}
		}
		if (!later || trial->now_only)
			break;
	}
	*start = INT64_MAX;
	return GIVE_UP;
}

static enum outcome
place(struct backfill *bf, struct trial *trial)
{
	struct ft_bound bound = { .job = trial->job,
		.partition = trial->partition,
		.seconds = trial->seconds };
	bool bounded = !bf->pass.preempts && !bf->pass.reserves;
	int64_t before = 0;
	enum outcome outcome;

	if (bounded)
		before = ft_bounds_start(
		    &bf->bounds, trial->job, trial->partition, trial->seconds);
	bound.start = before > bf->now ? before : bf->now;
	if (before == INT64_MAX || (before > bf->now && trial->now_only))
		return count(bf, trial) ? GIVE_UP : FULL;
	outcome = look(bf, trial, &bound.start);
	/* a show wants to know more than whether it is too late */
	if (bounded && !trial->now_only && !bf->show_only &&
	    bound.start > before && bound.start > bf->now)
		ft_bounds_add(&bf->bounds, &bound);
	return outcome;
}

/* Seconds the job may run there; a year if nothing limits it. */
static int64_t
seconds_of(const struct backfill *bf, const struct ft_record *rec)
{
	const struct ft_world *world = bf->pass.world;
	const struct ft_partition *in =
	    &world->machine.partition[rec->partition];
	int64_t minutes = ft_world_time_limit(world, rec->job, in);

	if (minutes > in->max_time)
		minutes = in->max_time;
	if (minutes > FT_YEAR_MINUTES * 100)
		minutes = FT_YEAR_MINUTES;
	if (rec->job->time_min && rec->job->time_min < minutes)
		minutes = rec->job->time_min;
	/* it may be pushed aside whenever somebody else needs the nodes */
	if (bf->pass.preempts && makes_no_plan(bf, rec->job))
		minutes = 1;
	return minutes * 60;
}

/* The job whose plan TRIAL would put off if it started now, NULL if there is
 * none: the first without whose nodes it does not fit any more. */
static const struct ft_job *
in_the_way(struct backfill *bf, const struct trial *trial)
{
	struct ft_world *world = bf->pass.world;
	const struct ft_place *place = world->place;
	int64_t end = round_up(bf, bf->now + trial->seconds);

	for (uint32_t w = 0; w < place->n_word; w++)
		bf->nodes[w] =
		    place->member[trial->partition][w] & place->usable[w];
	if (ft_pass_reserved(&bf->pass, trial->job, trial->partition, bf->now,
		bf->nodes, NULL) != FT_REASON_NONE ||
	    ft_pass_find(&bf->pass, trial->job, trial->partition, bf->nodes) !=
		FT_FIT)
		return NULL;
	for (size_t i = 0; i < bf->n_planned; i++) {
		const ft_nodes *on = bf->planned_on + i * place->n_word;

		if (bf->planned[i].from >= end || bf->planned[i].to <= bf->now)
			continue;
		for (uint32_t w = 0; w < place->n_word; w++)
			bf->nodes[w] &= ~on[w];
		if (ft_pass_find(&bf->pass, trial->job, trial->partition,
			bf->nodes) != FT_FIT)
			return bf->planned[i].job;
	}
	return NULL;
}

/* Tell of a job that waits on, planned or not. */
static void
tell(struct backfill *bf, struct trial *trial, int64_t planned)
{
	const struct ft_job *other = NULL;

	if (!bf->tells || trial->job->state != FT_JOB_PENDING)
		return;
	if (ft_pass_limit(&bf->pass, trial->job, trial->partition) ==
	    FT_REASON_NONE)
		other = in_the_way(bf, trial);
	ft_pass_tell(&bf->pass, trial->job, other, planned);
}

/* Returns whether the run may go on. */
static bool
test(struct backfill *bf, const struct ft_record *rec)
{
	struct ft_world *world = bf->pass.world;
	const int64_t *value = world->sched.value;
	struct trial trial = { .job = rec->job,
		.partition = rec->partition,
		.seconds = seconds_of(bf, rec) };
	int64_t tasks = 0, planned = 0;
	enum outcome outcome = GIVE_UP;

	if (has_too_many(bf, &trial))
		return true;
	bf->pass.looked++;
	do {
		if (ft_pass_throttled(world, trial.job) ||
		    ft_pass_limit(&bf->pass, trial.job, trial.partition) !=
			FT_REASON_NONE)
			break;
		trial.now_only = is_now_only(bf, &trial);
		trial.counted = tasks > 0;
		outcome = place(bf, &trial);
		if (outcome == FULL ||
		    (outcome == STARTED && value[FT_SCHED_BF_MAX_JOB_START] &&
			bf->pass.started >=
			    (uint64_t)value[FT_SCHED_BF_MAX_JOB_START]))
			return false;
		if (outcome == PLANNED && !tasks++)
			planned = trial.start;
	} while (outcome != GIVE_UP && ft_job_is_head(trial.job) &&
		 trial.job->state == FT_JOB_PENDING &&
		 tasks < value[FT_SCHED_BF_ARRAY_RESV] &&
		 (size_t)tasks < trial.job->n_tasks);
	tell(bf, &trial, planned);
	return true;
}

static bool
test_record(struct backfill *bf, const struct ft_record *from)
{
	/* it may move when a task is split off */
	const struct ft_record rec = *from;
	bool on;

	ft_record_enter(&rec);
	on = test(bf, &rec);
	ft_record_leave(&rec);
	return on;
}

/* ---- the run ------------------------------------------------------------------------------ */

static void
init(struct backfill *bf, struct ft_world *world, struct ft_run *run)
{
	const struct ft_place *all = world->place;

	*bf = (struct backfill){ .now = world->now,
		.tells = run && run->explain };
	ft_pass_init(&bf->pass, world, run, FT_SCHED_BACKFILL);
	bf->resolution = world->sched.value[FT_SCHED_BF_RESOLUTION];
	bf->window_end = round_down(bf, bf->now) +
			 world->sched.value[FT_SCHED_BF_WINDOW] * 60;
	bf->nodes = ft_calloc(all->n_word, sizeof *bf->nodes);
	bf->part_planned =
	    ft_calloc(world->machine.n_partition, sizeof *bf->part_planned);
	ft_plan_init(&bf->plan, all->n_word, round_down(bf, bf->now),
	    bf->window_end, all->usable);
	ft_future_init(&bf->future, world, NULL);
}

static void
clear(struct backfill *bf)
{
	ft_plan_clear(&bf->plan);
	ft_future_clear(&bf->future);
	forget_without(bf);
	ft_victims_clear(&bf->gone);
	ft_victims_clear(&bf->may);
	ft_free(bf->planned);
	ft_free(bf->planned_on);
	ft_free(bf->nodes);
	ft_free(bf->part_planned);
	ft_free(bf->counter);
	ft_pass_clear(&bf->pass);
}

/* Whether the job would fit now if there were no plans. */
static bool
fits_now(struct backfill *bf, const struct ft_record *rec)
{
	struct ft_world *world = bf->pass.world;

	if (bf->pass.preempts)
		return ft_pass_find(
			   &bf->pass, rec->job, rec->partition, NULL) == FT_FIT;
	return ft_place_find(world, rec->job, rec->partition, NULL,
		   &world->place->now, NULL) == FT_FIT;
}

/*
 * Who fits now if there were no plans: only they can start, so nobody behind
 * the last of them needs a plan for their sake.  Returns one more than the
 * index of the last, 0 if there is none.
 */
static size_t
last_candidate(struct backfill *bf)
{
	struct ft_world *world = bf->pass.world;
	const struct ft_queue *queue = world->queue;

	for (size_t i = queue->n; i--;) {
		const struct ft_record *rec = &queue->rec[i];

		if (ft_record_counts(rec) && fits_now(bf, rec) &&
		    ft_pass_limit(&bf->pass, rec->job, rec->partition) ==
			FT_REASON_NONE)
			return i + 1;
	}
	return 0;
}

static void
test_all(struct backfill *bf, size_t n)
{
	struct ft_queue *queue = bf->pass.world->queue;
	uint64_t started = 0;

	for (size_t i = 0; i < n; i++) {
		if (!ft_record_counts(&queue->rec[i]))
			continue;
		if (!test_record(bf, &queue->rec[i]))
			break;
		if (bf->pass.started != started && !bf->tells)
			n = last_candidate(bf);
		started = bf->pass.started;
	}
}

void
ft_backfill(struct ft_world *world, struct ft_run *run)
{
	struct ft_queue *queue = world->queue;
	struct backfill bf;
	size_t n;

	ft_queue_settle_all(world);
	queue->news_backfill = false;
	/* who does not fit at all will not before something happens; who only
	 * meets a plan may, for plans above it move as time passes */
	queue->retry = INT64_MAX;
	if (!queue->n)
		return;
	queue->shown = false;
	init(&bf, world, run);
	for (size_t i = 0; i < queue->n; i++)
		queue->rec[i].job->expected = 0;
	ft_pass_begin(&bf.pass, true);
	n = last_candidate(&bf);
	if (n)
		queue->retry = world->now;
	test_all(&bf, bf.tells ? queue->n : n);
	ft_pass_end(&bf.pass);
	if (bf.pass.started)
		queue->news_backfill = queue->news_full = true;
	clear(&bf);
}

void
ft_backfill_show(struct ft_world *world)
{
	struct ft_queue *queue = world->queue;
	struct backfill bf;
	int64_t *known; /* planned starts */

	ft_queue_settle(world);
	if (queue->shown || !queue->n)
		return;
	queue->shown = true;
	init(&bf, world, NULL);
	bf.show_only = true;
	queue->quiet = true;
	known = ft_alloc(queue->n * sizeof *known);
	for (size_t i = 0; i < queue->n; i++)
		known[i] = queue->rec[i].job->expected;
	for (size_t i = 0; i < queue->n; i++)
		queue->rec[i].job->expected = 0;
	for (size_t i = 0; i < queue->n; i++)
		if (ft_record_counts(&queue->rec[i]) &&
		    !test_record(&bf, &queue->rec[i]))
			break;
	for (size_t i = 0; i < queue->n; i++)
		if (queue->rec[i].job->expected != known[i])
			ft_job_touch(queue->rec[i].job);
	ft_free(known);
	queue->quiet = false;
	clear(&bf);
}
