/*
 * backfill.c - the backfill scheduler: a job of lower priority starts early if
 * that delays no reservation for a job ahead of it.
 *
 * From the top of the queue, each job gets the earliest start that the time
 * limits of running jobs and the reservations before it allow.  If that is now,
 * it starts; else its nodes are reserved from then on.  Reservations are for
 * whole nodes.  Their times are multiples of bf_resolution: the end of a job
 * that would start now is rounded up, the start of a reservation down, and its
 * end as the release does.
 *
 * Most jobs of a long queue cannot start now, and jobs after the last one that
 * can (struct ft_backfill, `last`) are skipped.  Runs also remember results
 * from job to job (struct ft_bf_memory) and from run to run (struct ft_same).
 * These shortcuts change how long a run takes, never what it decides;
 * ft_queue.forgets turns most of them off for tests that compare both.
 *
 * Source: slurm.conf(5), bf_...; tests/unit/t_backfill.c;
 * tests/oracle/cases/j13-backfill, x13-backfill-many, x44-plan-ends.
 */

#include "sim/schedule/backfill_private.h"
#include "sim/policy/policy.h"
#include "sim/schedule/fill.h"
#include "sim/schedule/schedule.h"
#include "sim/world/array.h"

/* The last candidate of a group is looked up again after so many records. */
#define CANDIDATE_CHECK 4

/* ---- limits of the parameters -------------------------------------------- */

/* Count one more job of ID for LIMIT; returns whether PARAMETER allows no more,
 * 0: it allows any number. */
static bool
is_over_limit(struct ft_backfill *bf, enum ft_bf_limit limit, uint32_t id,
    enum ft_sched_key parameter)
{
	int64_t max = bf->pass.world->sched.value[parameter];
	uint32_t *n;

	if (!max)
		return false;
	n = ft_idvec_add(&bf->counted[limit], id, sizeof *n);
	return (*n)++ >= (uint64_t)max;
}

/* Returns a number for the pair of the user of JOB and partition PART. */
static uint32_t
user_part(struct ft_backfill *bf, const struct ft_job *job, uint32_t part)
{
	return ft_idmap_add(&bf->users, job->uid) *
		   (uint32_t)bf->pass.world->machine.n_partition +
	       part;
}

/* Count the job of REC for each limit; returns whether one excludes it from
 * this run. */
static bool
is_over_limits(struct ft_backfill *bf, const struct ft_record *rec)
{
	const struct ft_job *job = rec->job;
	uint32_t part = rec->partition;

	if (!bf->counts)
		return false;
	return is_over_limit(bf, FT_BF_PART, part, FT_SCHED_BF_MAX_JOB_PART) ||
	       is_over_limit(
		   bf, FT_BF_USER, job->uid, FT_SCHED_BF_MAX_JOB_USER) ||
	       is_over_limit(bf, FT_BF_USER_PART, user_part(bf, job, part),
		   FT_SCHED_BF_MAX_JOB_USER_PART) ||
	       is_over_limit(
		   bf, FT_BF_ASSOC, job->assoc, FT_SCHED_BF_MAX_JOB_ASSOC);
}

/* Returns whether the current job may start now but gets no reservation. */
static bool
is_now_only(const struct ft_backfill *bf)
{
	const int64_t *value = bf->pass.world->sched.value;
	const struct ft_job *job = bf->pass.job;

	if (job->priority < ft_policy_reserves_from(bf->pass.world, job) ||
	    bf->now - job->eligible < value[FT_SCHED_BF_MIN_AGE])
		return true;
	if (value[FT_SCHED_BF_ONE_RESV] && job->expected)
		return true;
	return value[FT_SCHED_BF_PART_RESERVE] &&
	       bf->part_planned[bf->pass.at.partition] >=
		   value[FT_SCHED_BF_PART_RESERVE];
}

/* ---- one job ------------------------------------------------------------- */

/*
 * Returns the minutes the job may run in its partition; a year without a limit.
 */
static int64_t
minutes_of(const struct ft_pass *pass)
{
	const struct ft_partition *in =
	    &pass->world->machine.partition[pass->at.partition];
	int64_t minutes = ft_world_time_limit(pass->world, pass->job, in);

	if (minutes > in->max_time)
		minutes = in->max_time;
	return minutes > FT_YEAR_MINUTES * 100 ? FT_YEAR_MINUTES : minutes;
}

/* Make REC the current job, and find out with which time limit it is
 * planned. */
static void
enter(struct ft_backfill *bf, const struct ft_record *rec)
{
	const struct ft_job *job = rec->job;
	int64_t minutes, most;

	ft_pass_enter(&bf->pass, rec);
	bf->kind = bf->remembers ? rec->kind : 0;
	bf->class = bf->remembers ? rec->class : 0;
	if (job->deadline || rec->usual)
		bf->same_until = 0;
	bf->trial = (struct ft_trial){ .start = 0 };
	minutes = most = minutes_of(&bf->pass);
	if (job->deadline && bf->now + most * 60 > job->deadline)
		most = (job->deadline - bf->now) / 60;
	if (job->time_min && job->time_min < minutes) {
		bf->trial.max_minutes = most;
		minutes = job->time_min;
	} else if (most < minutes && job->time_limit == FT_TIME_NONE) {
		/* without a limit of its own it ends at the deadline */
		bf->trial.max_minutes = minutes = most;
	}
	/* NoReserve: it may be preempted when its nodes are needed */
	if (bf->pass.preempts && ft_bf_makes_no_plan(bf))
		minutes = 1;
	bf->trial.seconds = minutes * 60;
}

/* Returns whether limits let the current job be tried at all; sets
 * trial.limit. */
static bool
may_try(struct ft_backfill *bf)
{
	const struct ft_world *world = bf->pass.world;

	if (ft_bf_waits(bf))
		return false;

	/* without bf_licenses a job short of licenses gets no plan */
	if (ft_array_is_full(world, bf->pass.job) ||
	    (!bf->licenses &&
		ft_place_lacks_licenses(bf->pass.job, &world->place->now)))
		return false;
	bf->trial.limit = ft_pass_limit(&bf->pass);
	return bf->trial.limit == FT_REASON_NONE ||
	       world->sched.value[FT_SCHED_LIMIT_STOP];
}

/* Returns whether the run ends after OUTCOME, and if so notes the reason. */
static bool
ends_run(struct ft_backfill *bf, enum ft_bf_outcome outcome)
{
	struct ft_world *world = bf->pass.world;
	int64_t most = world->sched.value[FT_SCHED_BF_MAX_JOB_START];
	int64_t tests = world->sched.value[FT_SCHED_BF_MAX_JOB_TEST];

	if (outcome == FT_BF_FULL) {
		bf->ended = bf->tested >= tests ? &world->tally.plan_tests
						: &world->tally.plan_full;
		return true;
	}
	if (outcome != FT_BF_STARTED || !most ||
	    bf->pass.started < (uint64_t)most)
		return false;
	bf->ended = &world->tally.plan_enough;
	return true;
}

/* Try the current job, or tasks of its array one after the other; returns
 * whether the run goes on. */
static bool
try(struct ft_backfill *bf, const struct ft_record *rec)
{
	const struct ft_job *job = rec->job;
	int64_t tasks = 0, planned = 0;
	int64_t most = bf->pass.world->sched.value[FT_SCHED_BF_ARRAY_RESV];
	enum ft_bf_outcome outcome = FT_BF_GIVE_UP;
	bool head;

	if (is_over_limits(bf, rec))
		return true;
	bf->pass.looked++;
	do {
		/* an array whose other tasks have started is no head */
		head = ft_job_is_head(job);
		if (!may_try(bf)) {
			bf->tested += bf->trial.further_task;
			break;
		}
		bf->trial.now_only = is_now_only(bf);
		bf->trial.counted = tasks > 0;
		outcome = ft_bf_place(bf);
		bf->trial.further_task = true;
		if (ends_run(bf, outcome))
			return false;
		if (outcome == FT_BF_PLANNED && !tasks++)
			planned = bf->trial.start;
	} while (outcome != FT_BF_GIVE_UP && head &&
		 job->state == FT_JOB_PENDING && tasks < most &&
		 (size_t)tasks < (ft_job_is_head(job) ? job->n_tasks : 1));
	ft_bf_report(bf, planned);
	return true;
}

/* Returns whether the search for the job of REC would fail as the last one of
 * its class did. */
static bool
will_fail_alike(struct ft_backfill *bf, const struct ft_record *rec)
{
	const struct ft_bf_failure *failure = &bf->memory->failed[rec->class];
	struct ft_world *world = bf->pass.world;

	if (!bf->skips_alike || !rec->class ||
	    failure->version != bf->memory->version || world->place->now.kept ||
	    rec->job->priority < ft_policy_reserves_from(world, rec->job))
		return false;
	if (!(world->enforce & FT_ENFORCE_LIMITS))
		return true;
	ft_pass_enter(&bf->pass, rec);
	return ft_pass_limit(&bf->pass) == FT_REASON_NONE;
}

/* Count the job of REC, whose search would fail, as if it had been tried;
 * returns whether the run goes on. */
static bool
count_alike(struct ft_backfill *bf, const struct ft_record *rec)
{
	const struct ft_bf_failure *failure = &bf->memory->failed[rec->class];

	if (is_over_limits(bf, rec))
		return true;
	bf->pass.looked++;
	if (failure->expected)
		ft_job_touch(rec->job);
	if (!failure->counted)
		return true;
	if (bf->tested >= bf->pass.world->sched.value[FT_SCHED_BF_MAX_JOB_TEST])
		return !ends_run(bf, FT_BF_FULL);
	bf->tested++;
	return true;
}

/* Try the job of FROM; returns whether the run goes on. */
static bool
try_record(struct ft_backfill *bf, const struct ft_record *from)
{
	struct ft_record rec;
	bool on;

	if (will_fail_alike(bf, from))
		return count_alike(bf, from);
	/* a copy, because records move when a task is split off */
	rec = *from;
	enter(bf, &rec);
	on = try(bf, &rec);
	ft_pass_leave(&bf->pass);
	return on;
}

/* ---- the run ------------------------------------------------------------- */

/* Returns VEC, which has *N items, enlarged to at least LEAST; new items are
 * 0. */
static void *
widen(void *vec, size_t *n, size_t least, size_t size)
{
	size_t before = *n;

	if (before >= least)
		return vec;
	*n = 2 * least;
	vec = ft_realloc(vec, *n, size);
	memset((unsigned char *)vec + before * size, 0, (*n - before) * size);
	return vec;
}

/*
 * Decide whether results are remembered by kind and class, and make room for
 * them. With preemption, a result depends on which job asks; with bf_licenses
 * and bf_busy_nodes, on more than the nodes.
 */
static void
init_memory(struct ft_backfill *bf)
{
	const struct ft_world *world = bf->pass.world;
	const struct ft_place *place = world->place;
	const int64_t *value = world->sched.value;
	struct ft_bf_memory *memory = world->queue->memory;

	bf->remembers = !world->queue->forgets && !bf->pass.preempts &&
			!bf->licenses && !value[FT_SCHED_BF_BUSY_NODES];
	bf->skips_alike = bf->remembers && !bf->shows &&
			  !world->n_reservation && !value[FT_SCHED_BF_MIN_AGE];
	if (!memory)
		world->queue->memory = memory = ft_calloc(1, sizeof *memory);
	memory->known = widen(memory->known, &memory->n_known,
	    place->kinds.n + 1, sizeof *memory->known);
	memory->failed = widen(memory->failed, &memory->n_failed,
	    place->classes.n + 1, sizeof *memory->failed);
	memory->run++;
	memory->version++;
	bf->memory = memory;
}

void
ft_backfill_forget(struct ft_world *world)
{
	struct ft_queue *queue = world->queue;

	if (!queue || !queue->memory)
		return;
	ft_free(queue->memory->known);
	ft_free(queue->memory->failed);
	ft_free(queue->memory);
	queue->memory = NULL;
}

static void
init(struct ft_backfill *bf, struct ft_world *world, struct ft_run *run,
    bool show_only)
{
	const struct ft_place *all = world->place;
	size_t n = world->machine.n_partition;

	*bf = (struct ft_backfill){ .now = world->now,
		.same_until = INT64_MAX,
		.show_only = show_only,
		.reports = run && run->explain };
	ft_pass_init(&bf->pass, world, run, FT_SCHED_BACKFILL);
	bf->resolution = world->sched.value[FT_SCHED_BF_RESOLUTION];
	bf->window_end = ft_bf_down(bf, bf->now) +
			 world->sched.value[FT_SCHED_BF_WINDOW] * 60;
	bf->nodes = ft_pass_nodes(&bf->pass, all->usable);
	bf->preferred = ft_pass_nodes(&bf->pass, all->usable);
	bf->suited = ft_pass_nodes(&bf->pass, all->usable);
	bf->licenses = world->sched.value[FT_SCHED_BF_LICENSES];
	bf->shows = show_only || bf->reports ||
		    world->sched.value[FT_SCHED_BF_ONE_RESV];
	init_memory(bf);
	bf->counts = world->sched.value[FT_SCHED_BF_MAX_JOB_PART] ||
		     world->sched.value[FT_SCHED_BF_MAX_JOB_USER] ||
		     world->sched.value[FT_SCHED_BF_MAX_JOB_USER_PART] ||
		     world->sched.value[FT_SCHED_BF_MAX_JOB_ASSOC];
	bf->part_planned =
	    ft_pass_calloc(&bf->pass, n, sizeof *bf->part_planned);
	bf->group = ft_pass_calloc(&bf->pass, n, sizeof *bf->group);
	bf->last = ft_pass_calloc(&bf->pass, n, sizeof *bf->last);
	bf->looked_up = ft_pass_calloc(&bf->pass, n, sizeof *bf->looked_up);
	bf->check = ft_pass_calloc(&bf->pass, n, sizeof *bf->check);
	ft_plan_init(&bf->plan, all->n_word, ft_bf_down(bf, bf->now),
	    bf->window_end, all->usable);
	if (bf->licenses || world->sched.value[FT_SCHED_BF_RUNNING_RESERVE])
		ft_bf_plan_running(bf);
	if (world->queue->forgets)
		ft_future_forget(world);
	ft_bf_renew_future(bf);
}

static void
clear(struct ft_backfill *bf)
{
	ft_plan_clear(&bf->plan);
	ft_bf_forget_without(bf);
	ft_victims_clear(&bf->without_jobs);
	ft_victims_clear(&bf->candidates);
	ft_free(bf->planned);
	for (size_t i = 0; i < FT_BF_LIMITS; i++)
		ft_idvec_free(&bf->counted[i]);
	ft_idmap_free(&bf->users);
	ft_pass_clear(&bf->pass);
}

/*
 * Returns whether the job of REC might fit now if nothing were reserved.  If
 * not, no job of its kind will in this run: starts and reservations only make
 * it worse.
 */
static bool
may_fit(struct ft_backfill *bf, const struct ft_record *rec)
{
	struct ft_bf_kind *known =
	    bf->remembers && rec->kind ? ft_bf_known(bf, rec->kind) : NULL;
	struct ft_world *world = bf->pass.world;
	const struct ft_seeker seeker = { world, rec->job, rec->partition };

	/* with nodes that one user has alone, the user decides, not the kind */
	if (!known || known->now == FT_BF_COULD || world->place->now.kept)
		return true;
	if (known->now == FT_BF_UNKNOWN)
		known->now = ft_place_could(&seeker, NULL, &world->place->now)
				 ? FT_BF_COULD
				 : FT_BF_BUSY;
	return known->now == FT_BF_COULD;
}

/*
 * Returns whether the current job could start now beside the present
 * reservations. If not, no job of its kind with this time limit or a longer one
 * will in this run.
 */
static bool
could_start(struct ft_backfill *bf)
{
	struct ft_pass *pass = &bf->pass;
	bool alike = bf->kind && !pass->world->place->now.kept;
	struct ft_bf_kind *known = alike ? ft_bf_known(bf, bf->kind) : NULL;
	bool could;

	if (known && known->hopeless && bf->trial.seconds >= known->hopeless)
		return false;
	ft_bf_nodes(bf, bf->now, ft_bf_up(bf, bf->now + bf->trial.seconds));
	could = pass->preempts ? ft_pass_find(pass, bf->nodes) == FT_FIT
			       : ft_place_could(&pass->at, bf->nodes,
				     &pass->world->place->now);
	if (could)
		ft_bf_note_nodes(bf);
	else if (known)
		known->hopeless = bf->trial.seconds;
	return could && ft_pass_limit(pass) == FT_REASON_NONE;
}

/* Returns whether the job of REC could start now beside the present
 * reservations. */
static bool
is_candidate(struct ft_backfill *bf, const struct ft_record *rec)
{
	uint32_t kind = bf->remembers ? rec->kind : 0;
	bool could;

	/* first, since it is true of most jobs, and reads nothing of the job */
	if (ft_bf_known(bf, kind)->now == FT_BF_BUSY)
		return false;
	if (!ft_record_counts(rec) || !may_fit(bf, rec))
		return false;
	enter(bf, rec);
	could = could_start(bf);
	ft_pass_leave(&bf->pass);
	return could;
}

/* Group partitions that share nodes, directly or through others. */
static void
find_groups(struct ft_backfill *bf)
{
	const struct ft_world *world = bf->pass.world;
	const struct ft_place *place = world->place;
	size_t n = world->machine.n_partition;
	/* licenses, and bf_one_resv_per_job, connect all partitions */
	bool one = world->machine.n_license ||
		   world->sched.value[FT_SCHED_BF_ONE_RESV];

	for (uint32_t p = 0; p < n; p++) {
		bf->group[p] = p;
		for (uint32_t q = 0; q < p; q++) {
			uint32_t from = bf->group[p], to = bf->group[q];

			if (from == to ||
			    (!one && !ft_nodes_meet(place->member[p],
					 place->member[q], place->n_word)))
				continue;
			for (uint32_t r = 0; r <= p; r++)
				if (bf->group[r] == from)
					bf->group[r] = to;
		}
	}
	for (uint32_t p = 0; p < n; p++)
		bf->check[p] = CANDIDATE_CHECK;
}

/*
 * Set last[GROUP] to one more than the index of its last candidate among the
 * records from FROM until LAST, or to FROM if there is none.  Reservations and
 * running jobs only increase during a run, so a job that is no candidate now
 * will not become one.
 */
static void
find_last(struct ft_backfill *bf, uint32_t group, size_t from, size_t last)
{
	const struct ft_queue *queue = bf->pass.world->queue;

	while (last > from &&
	       (bf->group[queue->rec[last - 1].partition] != group ||
		   !is_candidate(bf, &queue->rec[last - 1])))
		last--;
	bf->last[group] = last;
	/* the QOS in which a job of several QOS waits changes when it is
	 * tried */
	bf->looked_up[group] =
	    last > from && bf->remembers && !queue->rec[last - 1].usual
		? bf->memory->version
		: 0;
}

/* Returns whether REC, at index I, precedes the last candidate of its group. */
static bool
matters(struct ft_backfill *bf, const struct ft_record *rec, size_t i)
{
	uint32_t group = bf->group[rec->partition];

	if (i >= bf->last[group])
		return false;
	if (bf->check[group] > 0) {
		bf->check[group]--;
		return true;
	}
	bf->check[group] = CANDIDATE_CHECK;
	if (bf->looked_up[group] != bf->memory->version)
		find_last(bf, group, i, bf->last[group]);
	return i < bf->last[group];
}

/* Returns one more than the index of the last candidate of all groups; 0:
 * none. */
static size_t
furthest(const struct ft_backfill *bf)
{
	size_t end = 0;

	for (uint32_t p = 0; p < bf->pass.world->machine.n_partition; p++)
		if (bf->last[p] > end)
			end = bf->last[p];
	return end;
}

/* Returns for how many tests REC may count at most: one, and another one for
 * each task of an array. */
static uint64_t
max_tests(const struct ft_record *rec)
{
	return 1 + rec->job->n_tasks;
}

/*
 * Returns whether those of records I until END that do not matter may be
 * skipped, after jobs that may have counted for SKIPPED tests.  A skipped job
 * neither counts for bf_max_job_test nor takes room in the plan, so none may be
 * skipped if a run that skips nothing could reach one of these limits.  A
 * reservation adds at most two times to the plan.
 */
static bool
may_skip(const struct ft_backfill *bf, uint64_t skipped, size_t i, size_t end)
{
	const struct ft_world *world = bf->pass.world;
	uint64_t n = skipped;

	for (; i < end; i++)
		n += max_tests(&world->queue->rec[i]);
	return (uint64_t)bf->tested + n <=
		   (uint64_t)world->sched.value[FT_SCHED_BF_MAX_JOB_TEST] &&
	       bf->plan.n + 2 * n <= ft_bf_table_size(bf);
}

static uint64_t
count_records(const struct ft_queue *queue)
{
	uint64_t n = 0;

	if (!queue->stale && !queue->rebuild)
		return queue->n;
	for (size_t i = 0; i < queue->n; i++)
		n += ft_record_counts(&queue->rec[i]);
	return n;
}

/*
 * Try the jobs of all records, or of those that matter.  Returns how many
 * records slurmctld would have gone through: the rest of the queue counts, too,
 * unless the run ends early.
 */
static uint64_t
try_all(struct ft_backfill *bf)
{
	const struct ft_queue *queue = bf->pass.world->queue;
	size_t end = bf->reports ? queue->n : furthest(bf), before = SIZE_MAX;
	bool may = false;
	uint64_t skipped = 0, depth = 0;

	for (size_t i = 0; i < end; i++) {
		const struct ft_record *rec = &queue->rec[i];

		if (!ft_record_counts(rec))
			continue;
		depth++;
		if (!bf->reports && !matters(bf, rec, i)) {
			end = furthest(bf);
			if (end < before)
				may = may_skip(bf, skipped, i, end);
			before = end;
			if (may) {
				is_over_limits(bf, rec);
				skipped += max_tests(rec);
				continue;
			}
		}
		if (!try_record(bf, rec))
			return depth;
	}
	return count_records(queue);
}

/* Add a run that did DID to the counters of sdiag; *ENDED counts why it
 * ended. */
static void
count(struct ft_world *world, const struct ft_same *did, uint64_t *ended)
{
	struct ft_tally *tally = &world->tally;

	tally->plan_cycles++;
	tally->plan_ran = (uint64_t)world->now;
	tally->last_depth = did->depth;
	tally->last_tried = did->tried;
	tally->last_queue = did->length;
	tally->last_table = did->table;
	tally->plan_depth += tally->last_depth;
	tally->plan_tried += tally->last_tried;
	tally->plan_queue += tally->last_queue;
	tally->plan_table += tally->last_table;
	++*ended;
}

/* ---- a run that would do the same again ---------------------------------- */

/* Returns whether a run depends on its time only as ft_bf_same_until notes. */
static bool
notes_all_times(const struct ft_backfill *bf)
{
	const struct ft_world *world = bf->pass.world;
	const int64_t *value = world->sched.value;

	return !world->queue->forgets && !bf->reports && !bf->licenses &&
	       !bf->pass.preempts && !world->n_reservation &&
	       !world->place->n_queue && !value[FT_SCHED_BF_RUNNING_RESERVE] &&
	       !value[FT_SCHED_BF_ONE_RESV] && !value[FT_SCHED_BF_MIN_AGE];
}

/* Keep what the run did, for later runs that would do the same. */
static void
keep(struct ft_backfill *bf, struct ft_same did)
{
	struct ft_world *world = bf->pass.world;

	/* until a running job ends or the first stretch of the plan is over */
	if (bf->future->n_ending)
		ft_bf_same_until(bf, bf->future->ending[0].at);
	ft_bf_same_until(bf, bf->plan.time[1]);
	did.until =
	    bf->pass.started || !notes_all_times(bf) ? 0 : bf->same_until;
	did.decayed = world->decayed;
	did.version = world->queue->version;
	did.tests = bf->ended == &world->tally.plan_tests;
	if (bf->ended == &world->tally.plan_full)
		did.until = 0;
	world->queue->same = did;
}

/* Returns whether a run now would do what the last one did. */
static bool
is_same(const struct ft_world *world, const struct ft_run *run)
{
	const struct ft_queue *queue = world->queue;

	return world->now < queue->same.until && !(run && run->explain) &&
	       queue->same.version == queue->version &&
	       queue->same.decayed == world->decayed;
}

/* Count and report a run that would do what the last one did. */
static void
repeat(struct ft_world *world, struct ft_run *run)
{
	struct ft_tally *tally = ft_world_count(world);
	const struct ft_same *did = &world->queue->same;
	struct ft_pass pass = { .world = world,
		.run = run,
		.by = FT_SCHED_BACKFILL,
		.looked = did->tried };

	ft_pass_begin(&pass, true);
	ft_pass_end(&pass);
	count(world, did, did->tests ? &tally->plan_tests : &tally->plan_end);
}

/* ---- the run ------------------------------------------------------------- */

/* Forget the expected starts if this run sets them, then try all jobs that
 * matter; returns what the run did. */
static struct ft_same
run_over(struct ft_backfill *bf)
{
	struct ft_world *world = bf->pass.world;
	struct ft_queue *queue = world->queue;
	struct ft_same did = { .length = count_records(queue) };

	for (size_t i = 0; bf->shows && i < queue->n; i++)
		if (queue->rec[i].job->expected) {
			queue->rec[i].job->expected = 0;
			ft_job_touch(queue->rec[i].job);
		}
	ft_pass_begin(&bf->pass, true);
	find_groups(bf);
	for (uint32_t p = 0; p < world->machine.n_partition; p++)
		if (bf->group[p] == p)
			find_last(bf, p, 0, queue->n);
	if (furthest(bf))
		queue->retry = world->now;
	did.depth = try_all(bf);
	if (did.depth > did.length)
		did.depth = did.length;
	did.tried = bf->pass.looked;
	did.table = bf->plan.n;
	return did;
}

void
ft_backfill(struct ft_world *world, struct ft_run *run)
{
	struct ft_queue *queue = world->queue;
	struct ft_backfill bf;
	struct ft_same did;

	ft_queue_settle_all(world);
	if (!queue->n) {
		queue->news_backfill = false;
		queue->retry = INT64_MAX;
		return;
	}
	queue->shown = false;
	if (!queue->news_backfill && is_same(world, run)) {
		if (queue->retry != INT64_MAX)
			queue->retry = world->now;
		repeat(world, run);
		return;
	}
	queue->news_backfill = false;
	/* if no job could start even without reservations, none will until
	 * something happens; else one may, because reservations move as time
	 * passes */
	queue->retry = INT64_MAX;
	init(&bf, world, run, false);
	bf.ended = &ft_world_count(world)->plan_end;
	did = run_over(&bf);
	count(world, &did, bf.ended);
	ft_pass_end(&bf.pass);
	keep(&bf, did);
	if (bf.pass.started)
		queue->news_backfill = queue->news_full = true;
	clear(&bf);
}

/* The expected start that a job has so far. */
struct shown {
	int64_t expected;
	const char *nodes; /* interned */
};

void
ft_backfill_show(struct ft_world *world)
{
	struct ft_queue *queue = world->queue;
	struct ft_backfill bf;
	struct shown *known;

	ft_queue_settle(world);
	if (queue->shown || !queue->n)
		return;
	queue->shown = true;
	queue->same.until = 0;
	init(&bf, world, NULL, true);
	queue->quiet = true;
	known = ft_alloc(queue->n * sizeof *known);
	for (size_t i = 0; i < queue->n; i++)
		known[i] = (struct shown){ queue->rec[i].job->expected,
			queue->rec[i].job->sched_nodes };
	for (size_t i = 0; i < queue->n; i++) {
		queue->rec[i].job->expected = 0;
		queue->rec[i].job->sched_nodes = "";
	}
	for (size_t i = 0; i < queue->n; i++)
		if (ft_record_counts(&queue->rec[i]) &&
		    !try_record(&bf, &queue->rec[i]))
			break;
	for (size_t i = 0; i < queue->n; i++)
		if (queue->rec[i].job->expected != known[i].expected ||
		    queue->rec[i].job->sched_nodes != known[i].nodes)
			ft_job_touch(queue->rec[i].job);
	ft_free(known);
	queue->quiet = false;
	clear(&bf);
}
