/*
 * trial.c - what would let a job start earlier: each change is tried on a
 * copy of the cluster, on which the schedulers then run.  Only what a trial
 * showed is reported.
 */

#include "common/unrunnabletext.h"
#include "common/timetext.h"
#include "common/world.h"
#include "model/reservation/reservation.h"
#include "sim/run/life.h"
#include "sim/run/run.h"
#include "sim/why/unrunnable.h"
#include "sim/reserve/reserve.h"
#include "sim/world/event.h"
#include "sim/update/update.h"
#include "why/private.h"

#define MINUTE     60
#define MOST_STEPS 16 /* values tried per key */
#define LEAST_PART 10 /* a time limit is not cut below a tenth of it */

/* The outcome for the job on a copy. */
struct outcome {
	bool refused;
	bool never;    /* it can still never start */
	bool starts;   /* while the schedulers ran */
	int64_t start; /* store time, actual or planned; 0 not known */
};

/* A change to try; key NULL: none. */
struct change {
	const char *key, *value;
};

struct trial {
	struct ft_why_job *why;
	struct ft_session *session;
	const struct ft_asker *asker; /* the owner of the job */
	struct outcome as_it_is;
	/* minutes until other jobs start, on the unchanged copy */
	uint32_t *step;
	size_t n_step, cap_step;
};

enum ft_status
ft_why_algorithm(struct ft_world *world, const struct ft_session *session,
    struct ft_error *err)
{
	const struct ft_algo *algo;

	if (!world->algo || (!session->algorithm && !session->ties))
		return FT_OK;
	algo = ft_load_algorithm(&session->conf, session->algorithm, err);
	if (!algo)
		return FT_EINVAL;
	world->algo = algo;
	world->share_valid = false;
	return ft_load_params(
	    &session->conf, session->ties, &world->share_params, err);
}

/* ---- one copy ----------------------------------------------------------------------- */

/* Both schedulers run at least once. */
static int64_t
horizon(const struct ft_world *world)
{
	int64_t backfill = world->sched.value[FT_SCHED_BF_INTERVAL];

	return MINUTE + 1 + (backfill > 0 ? 2 * backfill : 0);
}

/* For an array, the first of its tasks. */
static void
look(const struct trial *trial, const struct ft_world *copy,
    struct outcome *outcome)
{
	const struct ft_job *job = trial->why->job;
	int64_t now = trial->why->world->now;

	for (size_t i = 0; i < copy->n_job; i++) {
		const struct ft_job *one = copy->job[i];
		bool started = one->started >= now;
		int64_t start = started ? one->started : one->expected;

		if ((one->number != job->number &&
			(!job->array_job || one->array_job != job->number)) ||
		    start < now || (outcome->starts && !started))
			continue;
		if (!outcome->start || start < outcome->start ||
		    (started && !outcome->starts))
			outcome->start = start;
		outcome->starts = started;
	}
}

static void
add_step(struct trial *trial, int64_t seconds)
{
	if (seconds < MINUTE || seconds / MINUTE > INT32_MAX)
		return;
	*ft_vec_add(trial->step, trial->n_step, trial->cap_step) =
	    (uint32_t)(seconds / MINUTE);
}

/* Note when other jobs are planned to start: it could run until then. */
static void
note_steps(struct trial *trial, const struct ft_world *copy)
{
	for (size_t i = 0; i < copy->n_waiting; i++)
		add_step(trial, copy->waiting[i]->expected - copy->now);
	for (size_t i = 0; i < copy->n_reservation; i++)
		add_step(trial,
		    ft_reserve_start(copy, copy->reservation[i]) - copy->now);
}

static enum ft_status
run(struct trial *trial, struct ft_world *copy, const struct change *change,
    struct outcome *outcome, struct ft_error *err)
{
	struct ft_run run = { .until = copy->now + horizon(copy) };
	struct ft_job *job = ft_world_find(copy, trial->why->job->number);
	enum ft_refusal refusal = FT_REFUSE_NONE;
	enum ft_status status = FT_OK;

	if (!job)
		return ft_fail(err, FT_ENOENT, "the job is gone");
	if (change->key) {
		const struct ft_update_request request = { trial->asker, job,
			change->key, change->value };
		struct ft_error why_not = { 0 };

		status = ft_world_update(copy, &request, &refusal, &why_not);
		outcome->refused = status != FT_OK || refusal != FT_REFUSE_NONE;
		if (outcome->refused)
			return FT_OK;
	}
	FT_TRY(ft_world_run(copy, &run, err));
	look(trial, copy, outcome);
	outcome->never =
	    !outcome->start && ft_unrunnabletext_add_all(NULL, copy, job);
	if (!change->key)
		note_steps(trial, copy);
	return FT_OK;
}

/* Try CHANGE on a new copy. */
static enum ft_status
try(struct trial *trial, const struct change *change, struct outcome *outcome,
    struct ft_error *err)
{
	struct ft_session *session = trial->session;
	struct ft_load_source source = ft_session_source(session);
	const struct ft_world_load how = { .usage = true, .no_arrivals = true };
	struct ft_world copy FT_CLEANUP(ft_world_free) = { 0 };

	*outcome = (struct outcome){ .start = 0 };
	ft_world_init(&copy, &session->conf);
	source.now = trial->why->world->now;
	FT_TRY(ft_load_world(&copy, &source, &how, err));
	FT_TRY(ft_why_algorithm(&copy, session, err));
	return run(trial, &copy, change, outcome, err);
}

/* ---- outcomes -------------------------------------------------------------------------- */

static bool
is_better(const struct outcome *a, const struct outcome *b)
{
	if (a->refused || a->never)
		return false;
	if (b->never)
		return true;
	if (!a->start)
		return false;
	if (a->starts != b->starts)
		return a->starts;
	return !b->start || a->start <= b->start - MINUTE;
}

static void
keep(struct trial *trial, const struct change *change,
    const struct outcome *outcome)
{
	struct ft_why_job *why = trial->why;

	why->help = ft_realloc(why->help, why->n_help + 1, sizeof *why->help);
	why->help[why->n_help++] = (struct ft_why_help){ .key = change->key,
		.value = ft_world_string(why->world, change->value),
		.starts = outcome->starts,
		.start = outcome->start };
}

static void
note_tried(struct trial *trial, const char *what)
{
	struct ft_str *tried = &trial->why->tried;

	ft_str_addf(tried, "%s%s", tried->len ? ", " : "", what);
}

/* ---- smaller numbers ------------------------------------------------------------------- */

/* Values to try for a key, ascending, and how they are written. */
struct steps {
	const char *key;
	const char *(*value)(char *buf, size_t size, uint32_t number);
	const uint32_t *number;
	size_t n;
};

static const char *
time_value(char *buf, size_t size, uint32_t minutes)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_timetext_add_short(&text, (int64_t)minutes * MINUTE);
	snprintf(buf, size, "%s", ft_str_text(&text));
	return buf;
}

static const char *
node_value(char *buf, size_t size, uint32_t nodes)
{
	snprintf(buf, size, "%u", (unsigned)nodes);
	return buf;
}

/*
 * Find the largest of STEPS that helps by bisection: a smaller request never
 * starts later, so if the smallest value does not help, none does.
 */
static enum ft_status
search(struct trial *trial, const struct steps *steps, struct ft_error *err)
{
	struct outcome best = { .start = 0 };
	size_t low = 0, high = steps->n, at = 0;
	char buf[64];
	struct change change = { steps->key, buf };

	while (low < high) {
		struct outcome outcome;

		steps->value(buf, sizeof buf, steps->number[at]);
		FT_TRY(try(trial, &change, &outcome, err));
		if (is_better(&outcome, &trial->as_it_is)) {
			best = outcome;
			low = at + 1;
		} else if (at == 0) {
			return FT_OK;
		} else {
			high = at;
		}
		at = low + (high - low) / 2;
	}
	if (steps->n == 0)
		return FT_OK;
	steps->value(buf, sizeof buf, steps->number[low - 1]);
	keep(trial, &change, &best);
	return FT_OK;
}

/* Keep at most MOST_STEPS different numbers from LEAST to below MOST. */
static size_t
thin(uint32_t *number, size_t n, uint32_t least, uint32_t most)
{
	size_t kept = 0, left = 0, every;
	uint32_t last;

	qsort(number, n, sizeof *number, ft_by_u32);
	for (size_t i = 0; i < n; i++)
		if (number[i] >= least && number[i] < most &&
		    (kept == 0 || number[kept - 1] != number[i]))
			number[kept++] = number[i];
	every = (kept + MOST_STEPS - 1) / MOST_STEPS;
	last = kept > 0 ? number[kept - 1] : 0;
	for (size_t i = 0; i < kept; i += every)
		number[left++] = number[i];
	if (left > 0)
		number[left - 1] = last;
	return left;
}

static enum ft_status
try_times(struct trial *trial, struct ft_error *err)
{
	const struct ft_world *world = trial->why->world;
	const struct ft_partition *in =
	    &world->machine.partition[trial->why->would.partition];
	int64_t limit = ft_world_time_limit(world, trial->why->job, in);
	struct steps steps = { "TimeLimit", time_value, NULL, 0 };
	uint32_t most, least;

	/* a year stands for no limit */
	most = limit < 0 || limit > 366 * 1440 ? 366 * 1440 : (uint32_t)limit;
	least = most / LEAST_PART ? most / LEAST_PART : 1;
	add_step(trial, in->max_time < most ? in->max_time * MINUTE : 0);
	add_step(trial, (int64_t)most / 2 * MINUTE);
	add_step(trial, (int64_t)least * MINUTE);
	if (most < 2)
		return FT_OK;
	note_tried(trial, "a shorter time limit");
	steps.number = trial->step;
	steps.n = thin(trial->step, trial->n_step, least, most);
	return search(trial, &steps, err);
}

static enum ft_status
try_nodes(struct trial *trial, struct ft_error *err)
{
	const struct ft_job *job = trial->why->job;
	struct steps steps = { "NumNodes", node_value, NULL, 0 };
	uint32_t *number FT_CLEANUP(ft_free_at) = NULL;
	size_t n;

	if (!job->nodes_given || job->min_nodes < 2)
		return FT_OK;
	n = job->min_nodes - 1;
	number = ft_calloc(n, sizeof *number);
	for (size_t i = 0; i < n; i++)
		number[i] = (uint32_t)i + 1;
	note_tried(trial, "fewer nodes");
	steps.number = number;
	steps.n = thin(number, n, 1, job->min_nodes);
	return search(trial, &steps, err);
}

/* ---- other partitions ------------------------------------------------------------------- */

bool
ft_why_is_open(const struct ft_why_job *why, uint32_t partition)
{
	const struct ft_partition *in =
	    &why->world->machine.partition[partition];

	return ft_visibility_shows_all(
		   why->at->visibility, FT_VISIBILITY_BIT(PARTITIONS)) &&
	       in->state == FT_PARTITION_UP && !in->root_only && !in->hidden &&
	       !ft_list_holds(why->job->partitions, ft_word_of(in->name));
}

bool
ft_why_may_move(const struct ft_why_job *why, uint32_t partition)
{
	struct ft_unrunnable never;

	return ft_why_is_open(why, partition) &&
	       !ft_world_is_unrunnable(why->world, why->job, partition, &never);
}

static enum ft_status
try_partitions(struct trial *trial, struct ft_error *err)
{
	struct ft_world *world = trial->why->world;
	struct ft_str what FT_CLEANUP(ft_str_free) = { 0 };

	for (uint32_t i = 0; i < world->machine.n_partition; i++) {
		const struct ft_partition *in = &world->machine.partition[i];
		const struct change change = { "Partition", in->name };
		struct outcome outcome;

		if (!ft_why_may_move(trial->why, i))
			continue;
		FT_TRY(try(trial, &change, &outcome, err));
		ft_str_clear(&what);
		ft_str_addf(&what, "partition %s", in->name);
		note_tried(trial, ft_str_text(&what));
		if (is_better(&outcome, &trial->as_it_is))
			keep(trial, &change, &outcome);
	}
	return FT_OK;
}

/* ---- all of it ---------------------------------------------------------------------------- */

/* Whether it waits for its place, nodes or a limit, which a change may help. */
static bool
could_help(const struct ft_why_job *why)
{
	const struct ft_job *job = why->job;

	return why->waits && job->state == FT_JOB_PENDING &&
	       job->hold == FT_HOLD_NONE && !job->n_depend &&
	       job->begins <= why->world->now &&
	       job->submitted <= why->world->now &&
	       !(job->priority_set && !job->priority);
}

enum ft_status
ft_why_find_help(
    struct ft_why_job *why, struct ft_session *session, struct ft_error *err)
{
	struct ft_asker asker = { .name = why->job->user,
		.uid = ft_world_uid(why->world, why->job->user) };
	struct trial trial = {
		.why = why, .session = session, .asker = &asker
	};
	const struct change nothing = { NULL, NULL };
	enum ft_status status;

	if (!could_help(why))
		return FT_OK;
	status = try(&trial, &nothing, &trial.as_it_is, err);
	why->starts = trial.as_it_is.starts;
	why->start = trial.as_it_is.start;
	if (status == FT_OK && !why->starts) {
		status = try_times(&trial, err);
		if (status == FT_OK)
			status = try_nodes(&trial, err);
		if (status == FT_OK)
			status = try_partitions(&trial, err);
	}
	ft_free(trial.step);
	return status;
}
