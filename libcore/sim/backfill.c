/*
 * backfill.c - jobs further down start early if no planned start above them is
 * put off.  From the top of the queue each job gets the earliest start that the
 * time limits of the running jobs and the plans before it admit; whole nodes
 * are planned, on a raster of bf_resolution: the end of a job that would start
 * now is rounded up, start and end of a plan are rounded down.
 * Source: slurm.conf(5), bf_...; tests/unit/t_backfill.c.
 */
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "sim/backfill_int.h"

/* ---- limits of the parameters --------------------------------------------------------- */

/* Returns whether KEY was counted MAX times already; counts it.  0: no limit. */
static bool
is_above(struct ft_backfill *bf, uint64_t key, int64_t max)
{
	if (!max)
		return false;
	for (size_t i = 0; i < bf->n_counter; i++)
		if (bf->counter[i].key == key)
			return bf->counter[i].n++ >= (uint64_t)max;
	bf->counter = ft_vec_grow(bf->counter, &bf->cap_counter,
	    bf->n_counter + 1, sizeof *bf->counter);
	bf->counter[bf->n_counter++] = (struct ft_bf_counter){ key, 1 };
	return false;
}

static bool
has_too_many(struct ft_backfill *bf, const struct ft_trial *trial)
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
is_now_only(const struct ft_backfill *bf, const struct ft_trial *trial)
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

/* Minutes the job may run in its partition; a year if nothing limits it. */
static int64_t
minutes_of(const struct ft_world *world, const struct ft_record *rec)
{
	const struct ft_partition *in =
	    &world->machine.partition[rec->partition];
	int64_t minutes = ft_world_time_limit(world, rec->job, in);

	if (minutes > in->max_time)
		minutes = in->max_time;
	return minutes > FT_YEAR_MINUTES * 100 ? FT_YEAR_MINUTES : minutes;
}

static struct ft_trial
trial_of(const struct ft_backfill *bf, const struct ft_record *rec)
{
	const struct ft_job *job = rec->job;
	struct ft_trial trial = { .job = rec->job,
		.partition = rec->partition };
	int64_t minutes = minutes_of(bf->pass.world, rec), most = minutes;

	if (job->deadline && bf->now + most * 60 > job->deadline)
		most = (job->deadline - bf->now) / 60;
	if (job->time_min && job->time_min < minutes) {
		trial.most = most;
		minutes = job->time_min;
	} else if (most < minutes && job->time_limit == FT_TIME_NONE) {
		/* no limit of its own: it is over at the deadline */
		trial.most = minutes = most;
	}
	/* it may be pushed aside whenever somebody else needs the nodes */
	if (bf->pass.preempts && ft_bf_makes_no_plan(bf, job))
		minutes = 1;
	trial.seconds = minutes * 60;
	return trial;
}

/* Without bf_licenses nothing is planned for a job whose licenses are in use. */
static bool
lacks_licenses(const struct ft_backfill *bf, const struct ft_job *job)
{
	const struct ft_free *now = &bf->pass.world->place->now;

	for (size_t i = 0; !bf->licenses && i < job->n_license_need; i++)
		if (now->license[job->license_need[i].index] <
		    job->license_need[i].count)
			return true;
	return false;
}

/* Whether it may start at all, as far as limits go. */
static bool
is_free_to_go(struct ft_backfill *bf, struct ft_trial *trial)
{
	const struct ft_world *world = bf->pass.world;

	if (ft_pass_throttled(world, trial->job) ||
	    lacks_licenses(bf, trial->job))
		return false;
	trial->limit = ft_pass_limit(&bf->pass, trial->job, trial->partition);
	return trial->limit == FT_REASON_NONE ||
	       world->sched.value[FT_SCHED_LIMIT_STOP];
}

/* Returns whether the run may go on. */
static bool
test(struct ft_backfill *bf, const struct ft_record *rec)
{
	const int64_t *value = bf->pass.world->sched.value;
	struct ft_trial trial = trial_of(bf, rec);
	int64_t tasks = 0, planned = 0;
	enum ft_bf_outcome outcome = FT_BF_GIVE_UP;

	if (has_too_many(bf, &trial))
		return true;
	bf->pass.looked++;
	do {
		if (!is_free_to_go(bf, &trial))
			break;
		trial.now_only = is_now_only(bf, &trial);
		trial.counted = tasks > 0;
		outcome = ft_bf_place(bf, &trial);
		if (outcome == FT_BF_FULL ||
		    (outcome == FT_BF_STARTED &&
			value[FT_SCHED_BF_MAX_JOB_START] &&
			bf->pass.started >=
			    (uint64_t)value[FT_SCHED_BF_MAX_JOB_START]))
			return false;
		if (outcome == FT_BF_PLANNED && !tasks++)
			planned = trial.start;
	} while (outcome != FT_BF_GIVE_UP && ft_job_is_head(trial.job) &&
		 trial.job->state == FT_JOB_PENDING &&
		 tasks < value[FT_SCHED_BF_ARRAY_RESV] &&
		 (size_t)tasks < trial.job->n_tasks);
	ft_bf_tell(bf, &trial, planned);
	return true;
}

static bool
test_record(struct ft_backfill *bf, const struct ft_record *from)
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
init(struct ft_backfill *bf, struct ft_world *world, struct ft_run *run)
{
	const struct ft_place *all = world->place;

	*bf = (struct ft_backfill){ .now = world->now,
		.tells = run && run->explain };
	ft_pass_init(&bf->pass, world, run, FT_SCHED_BACKFILL);
	bf->resolution = world->sched.value[FT_SCHED_BF_RESOLUTION];
	bf->window_end = ft_bf_down(bf, bf->now) +
			 world->sched.value[FT_SCHED_BF_WINDOW] * 60;
	bf->nodes = ft_calloc(all->n_word, sizeof *bf->nodes);
	bf->some = ft_calloc(all->n_word, sizeof *bf->some);
	bf->licenses = world->sched.value[FT_SCHED_BF_LICENSES];
	bf->part_planned =
	    ft_calloc(world->machine.n_partition, sizeof *bf->part_planned);
	ft_plan_init(&bf->plan, all->n_word, ft_bf_down(bf, bf->now),
	    bf->window_end, all->usable);
	if (bf->licenses || world->sched.value[FT_SCHED_BF_RUNNING_RESERVE])
		ft_bf_plan_running(bf);
	ft_future_init(&bf->future, world, NULL);
}

static void
clear(struct ft_backfill *bf)
{
	ft_plan_clear(&bf->plan);
	ft_future_clear(&bf->future);
	ft_bf_forget_without(bf);
	ft_victims_clear(&bf->gone);
	ft_victims_clear(&bf->may);
	ft_free(bf->planned);
	ft_free(bf->planned_on);
	ft_free(bf->nodes);
	ft_free(bf->some);
	ft_free(bf->part_planned);
	ft_free(bf->counter);
	ft_pass_clear(&bf->pass);
}

/* Whether the job would fit now if there were no plans. */
static bool
fits_now(struct ft_backfill *bf, const struct ft_record *rec)
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
last_candidate(struct ft_backfill *bf)
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
test_all(struct ft_backfill *bf, size_t n)
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
	struct ft_backfill bf;
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
		if (queue->rec[i].job->expected) {
			queue->rec[i].job->expected = 0;
			ft_job_touch(queue->rec[i].job);
		}
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
	struct ft_backfill bf;
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
