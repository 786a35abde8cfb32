/*
 * jobs.c - fimport sacct, fimport squeue: the jobs of a table become jobs of
 * the store, at the time the table tells of.
 */

#include "base/text/timefmt.h"
#include "fimport/jobs.h"
#include "sim/usage/ledger.h"
#include "sim/schedule/run.h"
#include "store/job/jobs.h"

#define IN_STORE 1 /* in seen: the number is taken */

enum ft_status
fimport_fail_job(const struct fimport_jobs *jobs,
    const struct ft_jobtable_job *job, struct ft_error *err, const char *format,
    ...)
{
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return ft_fail(err, FT_EPARSE, "%s:%zu:1: %s", jobs->import->file,
	    job->line, text);
}

static bool
is_active(const struct ft_jobtable_job *job)
{
	return job->state <= FT_JOB_SUSPENDED;
}

/* ---- the time of the table ---------------------------------------------------- */

static void
later(int64_t *now, int64_t when)
{
	if (when != FT_JOBTABLE_NO_TIME && when > *now)
		*now = when;
}

/*
 * The latest that it knows of: a job that runs tells how long.  When somebody
 * will start or end is not known, only guessed.
 */
static int64_t
latest(const struct ft_jobtable *table)
{
	int64_t now = FT_JOBTABLE_NO_TIME;

	for (size_t i = 0; i < table->n; i++) {
		const struct ft_jobtable_job *job = &table->job[i];

		later(&now, job->submit);
		if (job->state == FT_JOB_PENDING)
			continue;
		later(&now, job->start);
		if (!is_active(job))
			later(&now, job->end);
		else if (job->start != FT_JOBTABLE_NO_TIME && job->elapsed > 0)
			later(&now, job->start + job->elapsed);
	}
	return now;
}

static enum ft_status
find_time(struct fimport_jobs *jobs, struct ft_error *err)
{
	const struct fimport *import = jobs->import;

	jobs->now = latest(&jobs->table);
	if (import->at &&
	    !ft_time_date(import->at, import->session.wall, true, &jobs->now))
		return ft_fail(err, FT_EINVAL, "not a time: '%s'", import->at);
	if (jobs->now == FT_JOBTABLE_NO_TIME)
		jobs->now = import->session.wall;
	return FT_OK;
}

/* Nothing was ever charged or given: the store may begin at any time. */
static enum ft_status
is_fresh(struct fimport_jobs *jobs, bool *fresh, struct ft_error *err)
{
	const struct ft_world *world = &jobs->world;
	struct ft_store_seen seen;
	const ft_real *usage = ft_world_usage(&jobs->world);
	enum ft_status status =
	    ft_store_read_seen(jobs->import->session.store, &seen, err);

	*fresh = status == FT_OK && !world->n_job && !seen.stamp &&
		 !seen.charge && !(usage[0] > 0);
	return status;
}

/* Bring the clock to the time of the table, or later. */
static enum ft_status
set_clock(struct fimport_jobs *jobs, struct ft_error *err)
{
	struct ft_world *world = &jobs->world;
	struct ft_run run = { .no_starts = true, .until = jobs->now };
	bool fresh;
	enum ft_status status = is_fresh(jobs, &fresh, err);

	if (status == FT_OK && fresh)
		world->now = world->decayed = jobs->now;
	else if (status == FT_OK && jobs->now > world->now)
		status = ft_world_run(world, &run, err);
	jobs->now = world->now;
	return status;
}

/* ---- checks ---------------------------------------------------------------------- */

/* The number that the store gives out for JOB: its own if it has one. */
static uint32_t
number_of(const struct ft_jobtable_job *job)
{
	return job->raw ? job->raw : job->number;
}

static enum ft_status
note_number(void *ctx, struct ft_job *job, struct ft_error *err)
{
	struct fimport_jobs *jobs = ctx;

	(void)err;
	ft_map_put_n(&jobs->seen, (const char *)&job->number,
	    sizeof job->number, IN_STORE);
	ft_job_clear(job);
	return FT_OK;
}

static enum ft_status
read_numbers(struct fimport_jobs *jobs, struct ft_error *err)
{
	const struct ft_store_job_filter filter = {
		.cluster = jobs->import->session.cluster,
		.ended_since = INT64_MIN,
	};

	return ft_store_read_jobs(jobs->import->session.store, &filter,
	    &(struct ft_store_reader){
		&jobs->world.strings, &jobs->world.tres, jobs },
	    note_number, err);
}

/*
 * Tasks of an array of which the table does not say the number get new ones,
 * above all others.
 */
static void
give_numbers(struct fimport_jobs *jobs)
{
	for (size_t i = 0; i < jobs->table.n; i++)
		if (number_of(&jobs->table.job[i]) >= jobs->fresh)
			jobs->fresh = number_of(&jobs->table.job[i]) + 1;
	for (size_t i = 0; i < jobs->table.n; i++)
		if (jobs->table.job[i].task != FT_TASK_NONE &&
		    !jobs->table.job[i].raw)
			jobs->table.job[i].raw = jobs->fresh++;
}

/*
 * Numbers must be new.  A job that ended twice in the table was put back
 * between (sacct -D): of the earlier one only the charge counts.  Remembers the
 * last line of each.
 */
static enum ft_status
check_numbers(struct fimport_jobs *jobs, struct ft_error *err)
{
	give_numbers(jobs);
	for (size_t i = 0; i < jobs->table.n; i++) {
		const struct ft_jobtable_job *job = &jobs->table.job[i], *other;
		uint32_t number = number_of(job);
		uint64_t seen = 0;

		if (!ft_map_get_n(&jobs->seen, (const char *)&number,
			sizeof number, &seen)) {
			ft_map_put_n(&jobs->seen, (const char *)&number,
			    sizeof number, i + 2);
			continue;
		}
		if (seen == IN_STORE)
			return fimport_fail_job(jobs, job, err,
			    "job %lu is in the store already",
			    (unsigned long)number);
		other = &jobs->table.job[seen - 2];
		if (is_active(other))
			return fimport_fail_job(jobs, job, err,
			    "job %lu is in line %zu already",
			    (unsigned long)number, other->line);
		ft_map_put_n(
		    &jobs->seen, (const char *)&number, sizeof number, i + 2);
	}
	return FT_OK;
}

/* Each partition that a job asks for must be there; it may name several. */
static enum ft_status
check_partitions(struct fimport_jobs *jobs, struct ft_error *err)
{
	for (size_t i = 0; i < jobs->table.n; i++) {
		const struct ft_jobtable_job *job = &jobs->table.job[i];
		const char *word = job->partition;
		size_t len;

		if (!is_active(job))
			continue;
		for (; *word; word += len + (word[len] == ',')) {
			len = strcspn(word, ",");
			if (ft_machine_partition(
				&jobs->world.machine, word, len) == UINT32_MAX)
				return fimport_fail_job(jobs, job, err,
				    "no partition '%.*s' in the settings "
				    "(fimport conf brings them)",
				    (int)len, word);
		}
	}
	return FT_OK;
}

/* ---- the jobs ---------------------------------------------------------------------- */

struct place {
	const struct ft_jobtable_job *job;
	size_t at;
};

/* As they were numbered, so that who is waited for is there first. */
static int
by_number(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	uint32_t i = number_of(x->job), k = number_of(y->job);

	if (i != k)
		return i < k ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

/* Whether the table tells of a later run of this job. */
static bool
is_last(const struct fimport_jobs *jobs, const struct place *place)
{
	uint32_t number = number_of(place->job);
	uint64_t other = 0;

	if (place->job->requeued)
		return false;
	ft_map_get_n(&jobs->seen, (const char *)&number, sizeof number, &other);
	return other == place->at + 2;
}

static enum ft_status
take_jobs(struct fimport_jobs *jobs, bool active, struct ft_error *err)
{
	size_t n = jobs->table.n;
	struct place *place FT_CLEANUP(ft_free_at) =
	    ft_alloc((n + 1) * sizeof *place);

	for (size_t i = 0; i < n; i++)
		place[i] = (struct place){ &jobs->table.job[i], i };
	qsort(place, n, sizeof *place, by_number);
	for (size_t i = 0; i < n; i++) {
		const struct ft_jobtable_job *job = place[i].job;

		if (is_active(job) != active)
			continue;
		if (active)
			fimport_queue_job(jobs, job);
		else if (job->completing)
			jobs->going++;
		else
			FT_TRY(fimport_ended_job(
			    jobs, job, is_last(jobs, &place[i]), err));
	}
	return FT_OK;
}

/* ---- all of it ---------------------------------------------------------------------- */

static void
tell_some(struct fimport *import, size_t n, const char *what, const char *how)
{
	if (!n)
		return;
	fimport_count(import, n, what);
	ft_str_addf(&import->answer, "%s\n", how);
}

static void
tell(struct fimport_jobs *jobs)
{
	struct fimport *import = jobs->import;
	struct ft_str *answer = &import->answer;
	char date[32];

	if (jobs->made_assocs) {
		fimport_count(import, jobs->made_accounts, "new account");
		fimport_count(import, jobs->made_users, "new user");
		fimport_count(
		    import, jobs->made_assocs, "new user association");
		ft_str_add_char(answer, '\n');
	}
	fimport_count(import, jobs->pending, "pending job");
	fimport_count(import, jobs->running, "running job");
	if (jobs->table.kind == FT_JOBTABLE_SACCT) {
		fimport_count(import, jobs->ended, "ended job");
		ft_str_addf(
		    answer, " (%.0f billing seconds charged)", jobs->seconds);
	}
	ft_str_addf(answer, "%s in cluster '%s' at %s\n",
	    import->dry_run ? " would be" : "", import->session.cluster_name,
	    ft_time_format_date(date, sizeof date, jobs->now));
	tell_some(import, jobs->moved, "running job",
	    " on other nodes than in the table");
	tell_some(import, jobs->loose, "pending job",
	    " free to go: for whom it waited is not in the table (DEPENDENCY)");
	tell_some(import, jobs->early, "pending job",
	    " free to go: when it was to begin is not in the table "
	    "(START_TIME)");
	tell_some(import, jobs->going, "completing job", " left out");
	ft_str_add(answer, ft_str_text(&jobs->words));
}

static enum ft_status
change_world(struct fimport_jobs *jobs, struct ft_error *err)
{
	struct ft_session *session = &jobs->import->session;
	struct ft_world *world = &jobs->world;
	struct ft_load_source source = ft_session_source(session);

	jobs->has_world = true;
	source.now = 0;
	FT_TRY(ft_load_world(world, &source, NULL, err));
	FT_TRY(set_clock(jobs, err));
	FT_TRY(read_numbers(jobs, err));
	jobs->fresh = world->next_number;
	FT_TRY(check_numbers(jobs, err));
	FT_TRY(check_partitions(jobs, err));
	/* whoever may write the store may fill it */
	jobs->asker = (struct ft_asker){ .name = "root", .privileged = true };
	FT_TRY(take_jobs(jobs, false, err));
	FT_TRY(take_jobs(jobs, true, err));
	if (jobs->fresh > world->next_number)
		world->next_number = jobs->fresh;
	return ft_save_world(world, session->store, err);
}

static enum ft_status
change(struct fimport_jobs *jobs, struct ft_error *err)
{
	struct ft_session *session = &jobs->import->session;
	struct ft_registry *registry;
	enum ft_status status =
	    ft_session_begin(session, FT_RIGHT_HISTORY, &registry, err);

	if (status != FT_OK)
		return status;
	status = fimport_owners(jobs, registry, err);
	if (status == FT_OK)
		status = change_world(jobs, err);
	if (status == FT_OK)
		tell(jobs);
	if (status == FT_OK && jobs->import->dry_run) {
		ft_store_rollback(session->store);
		return FT_OK;
	}
	return fimport_end(jobs->import, status, err);
}

static void
free_jobs(struct fimport_jobs *jobs)
{
	if (jobs->has_world)
		ft_world_free(&jobs->world);
	ft_map_clear(&jobs->seen);
	ft_str_free(&jobs->words);
	ft_jobtable_free(&jobs->table);
}

static enum ft_status
fimport_jobs(
    struct fimport *import, enum ft_jobtable_kind kind, struct ft_error *err)
{
	struct fimport_jobs jobs FT_CLEANUP(free_jobs) = { .import = import };
	bool sacct = kind == FT_JOBTABLE_SACCT;

	ft_jobtable_init(&jobs.table, kind);
	FT_TRY(ft_jobtable_parse(&jobs.table,
	    &(struct ft_input){
		import->file, ft_str_text(&import->text), import->text.len },
	    import->columns, err));
	if (!(jobs.table.given & FT_JOBTABLE_USER))
		return ft_fail(err, FT_EPARSE, "%s:1:1: no column '%s'",
		    import->file, sacct ? "User" : "USER");
	if (!(jobs.table.given & FT_JOBTABLE_STATE))
		return ft_fail(err, FT_EPARSE, "%s:1:1: no column '%s'",
		    import->file, sacct ? "State" : "STATE");
	FT_TRY(ft_session_open(&import->session, import->context,
	    import->dry_run ? FT_SESSION_CHANGE : FT_SESSION_WRITE, err));
	FT_TRY(find_time(&jobs, err));
	return change(&jobs, err);
}

enum ft_status
fimport_sacct(struct fimport *import, struct ft_error *err)
{
	return fimport_jobs(import, FT_JOBTABLE_SACCT, err);
}

enum ft_status
fimport_squeue(struct fimport *import, struct ft_error *err)
{
	return fimport_jobs(import, FT_JOBTABLE_SQUEUE, err);
}
