/*
 * jobs.c - fimport sacct, fimport squeue: import the jobs of a table at the time
 * when it was printed.
 */

#include "base/text/timefmt.h"
#include "files/progress.h"
#include "fimport/jobs.h"
#include "sim/place/place.h"
#include "sim/run/life.h"
#include "sim/run/run.h"
#include "sim/usage/ledger.h"
#include "sim/world/event.h"
#include "store/job/jobs.h"

/* Values of jobs->seen. */
#define IN_STORE 1 /* the store has the job */
#define IN_TABLE 2 /* + i: the last job of the table with this number */

static bool
is_active(const struct ft_jobtable_job *job)
{
	return job->state <= FT_JOB_SUSPENDED;
}

/* ---- the time of the table ---------------------------------------------------- */

/* Seconds by which a table can be ahead of the store: its clock runs till then. */
#define DECADE (INT64_C(3653) * 86400)

static void
later(int64_t *now, int64_t when)
{
	if (when != FT_JOBTABLE_NO_TIME && when > *now)
		*now = when;
}

/*
 * Returns the latest time in the table: of a running job its start plus its run
 * time.  The start of a pending job and the end of a running one are estimates,
 * and not used.
 */
static int64_t
latest(const struct ft_jobtable *table)
{
	int64_t now = table->at;

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

	/* that of the snapshot */
	if (jobs->known)
		return FT_OK;
	jobs->now = latest(&jobs->table);
	if (import->at &&
	    !ft_time_date(import->at, import->session.wall, true, &jobs->now))
		return ft_fail(err, FT_EINVAL, "not a time: '%s'", import->at);
	if (jobs->now == FT_JOBTABLE_NO_TIME)
		jobs->now = import->session.wall;
	return FT_OK;
}

/* Set *fresh to whether the store has no jobs and no usage: then its clock can
 * be set to any time. */
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

/* Move the clock to the time of the table; never back if the store is in use. */
static enum ft_status
set_clock(struct fimport_jobs *jobs, struct ft_error *err)
{
	struct ft_world *world = &jobs->world;
	struct ft_run run = { .no_starts = true, .until = jobs->now };
	bool fresh;
	char date[32];
	enum ft_status status = is_fresh(jobs, &fresh, err);

	if (status == FT_OK && !fresh && jobs->now - world->now > DECADE)
		return ft_fail(err, FT_EINVAL,
		    "%s: its latest time is %s, more than ten years after "
		    "the store's",
		    jobs->import->file,
		    ft_time_format_date(date, sizeof date, jobs->now));
	if (status == FT_OK && fresh)
		world->now = world->decayed = jobs->now;
	else if (status == FT_OK && jobs->now > world->now)
		status = ft_world_run(world, &run, err);
	jobs->now = world->now;
	return status;
}

/* Returns the number of JOB in the store: of an array task its own, if known. */
static uint32_t
number_of(const struct ft_jobtable_job *job)
{
	return job->raw ? job->raw : job->number;
}

/* ---- jobs of an earlier snapshot ------------------------------------------------- */

void
fimport_take_id(const struct fimport_jobs *jobs, struct ft_job *job)
{
	uint64_t known;

	if (jobs->known &&
	    ft_map_get_n(&jobs->known->job, (const char *)&job->number,
		sizeof job->number, &known))
		job->id = (uint32_t)(known / 2);
}

/* Whether the job is to be imported, and has not been. */
static bool
is_wanted(const struct fimport_jobs *jobs, const struct ft_jobtable_job *job)
{
	uint32_t number = number_of(job);
	uint64_t known = 1;

	if (is_active(job))
		return jobs->which != FIMPORT_ENDED;
	if (jobs->which == FIMPORT_ACTIVE)
		return false;
	if (!jobs->known)
		return true;
	/* it is still in the queue of the snapshot */
	if (job->end != FT_JOBTABLE_NO_TIME && job->end > jobs->now)
		return false;
	ft_map_get_n(
	    &jobs->known->job, (const char *)&number, sizeof number, &known);
	return known % 2 && !(job->requeued && job->end <= jobs->known->since);
}

static void
drop_unwanted(struct fimport_jobs *jobs)
{
	struct ft_jobtable *table = &jobs->table;
	size_t n = 0;

	for (size_t i = 0; i < table->n; i++)
		if (is_wanted(jobs, &table->job[i]))
			table->job[n++] = table->job[i];
	table->n = n;
}

/* ---- checks ---------------------------------------------------------------------- */

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
 * Array tasks whose number the table lacks get new numbers, above all others.
 */
static void
give_numbers(struct fimport_jobs *jobs)
{
	for (size_t i = 0; i < jobs->table.n; i++)
		if (number_of(&jobs->table.job[i]) >= jobs->next_number)
			jobs->next_number = number_of(&jobs->table.job[i]) + 1;
	for (size_t i = 0; i < jobs->table.n; i++)
		if (jobs->table.job[i].task != FT_TASK_NONE &&
		    !jobs->table.job[i].raw)
			jobs->table.job[i].raw = jobs->next_number++;
}

/*
 * Refuse numbers that the store has.  A job that ended twice in the table was
 * requeued in between (sacct -D): only its last run becomes a job, the earlier
 * ones are only charged.  Sets jobs->seen.
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
			    sizeof number, i + IN_TABLE);
			continue;
		}
		if (seen == IN_STORE)
			return fimport_fail_job(jobs, job, err,
			    "job %lu is in the store already",
			    (unsigned long)number);
		other = &jobs->table.job[seen - IN_TABLE];
		if (is_active(other))
			return fimport_fail_job(jobs, job, err,
			    "job %lu is in line %zu already",
			    (unsigned long)number, other->line);
		ft_map_put_n(&jobs->seen, (const char *)&number, sizeof number,
		    i + IN_TABLE);
	}
	return FT_OK;
}

/* Refuse jobs in unknown partitions; a pending job may name several. */
static enum ft_status
check_partitions(struct fimport_jobs *jobs, struct ft_error *err)
{
	for (size_t i = 0; i < jobs->table.n; i++) {
		const struct ft_jobtable_job *job = &jobs->table.job[i];
		const char *list = is_active(job) ? job->partition : "";
		struct ft_word word;

		while (ft_word_next(&list, ",", &word))
			if (ft_machine_partition_word(
				&jobs->world.machine, word) == UINT32_MAX)
				return fimport_fail_job(jobs, job, err,
				    "no partition '%.*s' in the settings "
				    "(import them with fimport conf)",
				    (int)word.len, word.at);
	}
	return FT_OK;
}

/* ---- the jobs ---------------------------------------------------------------------- */

struct entry {
	const struct ft_jobtable_job *job;
	size_t at;
};

/* Running jobs come first: those on one node, whose CPUs must be there, before
 * those that may have any CPUs of several nodes. */
static int
turn(const struct ft_jobtable_job *job)
{
	if (!is_active(job))
		return 0;
	return job->state == FT_JOB_PENDING ? 3 : 1 + (job->n_nodes > 1);
}

/* By number, so that a waiting job comes after those that it depends on. */
static int
by_turn(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	uint32_t i = number_of(x->job), k = number_of(y->job);

	if (turn(x->job) != turn(y->job))
		return turn(x->job) - turn(y->job);
	if (i != k)
		return i < k ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

/* Whether this is the last run of its job in the table. */
static bool
is_last(const struct fimport_jobs *jobs, const struct entry *entry)
{
	uint32_t number = number_of(entry->job);
	uint64_t other = 0;

	if (entry->job->requeued)
		return false;
	ft_map_get_n(&jobs->seen, (const char *)&number, sizeof number, &other);
	return other == entry->at + IN_TABLE;
}

static enum ft_status
take_jobs(struct fimport_jobs *jobs, bool active, struct ft_error *err)
{
	size_t n = jobs->table.n;
	struct entry *entry FT_CLEANUP(ft_free_at) =
	    ft_alloc((n + 1) * sizeof *entry);

	for (size_t i = 0; i < n; i++)
		entry[i] = (struct entry){ &jobs->table.job[i], i };
	qsort(entry, n, sizeof *entry, by_turn);
	for (size_t i = 0; i < n; i++) {
		const struct ft_jobtable_job *job = entry[i].job;

		if (is_active(job) != active)
			continue;
		ft_meter_step(ft_progress_meter());
		if (active)
			fimport_queue_job(jobs, job);
		else if (job->completing)
			jobs->completing++;
		else
			FT_TRY(fimport_ended_job(
			    jobs, job, is_last(jobs, &entry[i]), err));
	}
	return FT_OK;
}

/*
 * Jobs of a partition or node that was drained after they were submitted or
 * started are there all the same: while they are taken, all is open.
 */
struct closed {
	enum ft_partition_state *partition;
	struct states {
		enum ft_node_state state, also;
	} * node;
};

static void
open_all(struct ft_world *world, struct closed *closed)
{
	struct ft_machine *machine = &world->machine;

	closed->partition =
	    ft_alloc((machine->n_partition + 1) * sizeof *closed->partition);
	closed->node = ft_alloc((machine->n_node + 1) * sizeof *closed->node);
	for (size_t i = 0; i < machine->n_partition; i++) {
		closed->partition[i] = machine->partition[i].state;
		machine->partition[i].state = FT_PARTITION_UP;
	}
	for (size_t i = 0; i < machine->n_node; i++) {
		struct ft_node *node = &machine->node[i];

		closed->node[i] = (struct states){ node->state, node->also };
		if (node->state != FT_NODE_FUTURE)
			node->state = node->also = FT_NODE_IDLE;
	}
	ft_place_reset(world);
}

static void
close_again(struct ft_world *world, struct closed *closed)
{
	struct ft_machine *machine = &world->machine;

	for (size_t i = 0; i < machine->n_partition; i++)
		machine->partition[i].state = closed->partition[i];
	for (size_t i = 0; i < machine->n_node; i++) {
		machine->node[i].state = closed->node[i].state;
		machine->node[i].also = closed->node[i].also;
	}
	ft_free(closed->partition);
	ft_free(closed->node);
	ft_place_reset(world);
}

static enum ft_status
take_active(struct fimport_jobs *jobs, struct ft_error *err)
{
	struct closed closed;
	enum ft_status status;

	open_all(&jobs->world, &closed);
	status = take_jobs(jobs, true, err);
	close_again(&jobs->world, &closed);
	return status;
}

/* ---- all of it ---------------------------------------------------------------------- */

static void
add_some(struct fimport *import, size_t n, const char *what, const char *how)
{
	if (!n)
		return;
	fimport_count(import, n, what);
	ft_str_addf(&import->answer, "%s\n", how);
}

static void
add_answer(struct fimport_jobs *jobs)
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
	if (!jobs->past && jobs->which != FIMPORT_ENDED) {
		fimport_count(import, jobs->pending, "pending job");
		fimport_count(import, jobs->running, "running job");
	}
	if (jobs->table.kind == FT_JOBTABLE_SACCT &&
	    jobs->which != FIMPORT_ACTIVE) {
		fimport_count(import, jobs->ended, "ended job");
		ft_str_addf(answer, " (%.2f billing-hours charged)",
		    jobs->seconds / 3600);
	}
	if (jobs->past) {
		fimport_count(import, jobs->past->n_event, "event");
		fimport_count(import, jobs->past->n_resv, "past reservation");
	}
	ft_str_addf(answer, "%s in cluster '%s' at %s\n",
	    import->dry_run ? " would be" : "", import->session.cluster_name,
	    ft_time_format_date(date, sizeof date, jobs->now));
	add_some(import, jobs->moved, "running job",
	    " on other nodes than in the table");
	add_some(import, jobs->lost_dependency, "pending job",
	    " without dependency: the table does not name it (DEPENDENCY)");
	add_some(import, jobs->lost_begin, "pending job",
	    " without begin time: the table does not have it (START_TIME)");
	add_some(import, jobs->lost_asks, "request",
	    " left out, for nodes, licenses, generic resources or reservations "
	    "that are unknown here");
	add_some(import, jobs->completing, "completing job", " left out");
	ft_str_add(answer, ft_str_text(&jobs->left_out));
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
	if (!jobs->known)
		FT_TRY(read_numbers(jobs, err));
	jobs->next_number = world->next_number;
	FT_TRY(check_numbers(jobs, err));
	FT_TRY(check_partitions(jobs, err));
	/* whoever can write the store may import into it */
	jobs->asker = (struct ft_asker){ .name = "root", .privileged = true };
	ft_meter_begin(ft_progress_meter(), "importing", "jobs", jobs->table.n);
	FT_TRY(take_jobs(jobs, false, err));
	FT_TRY(take_active(jobs, err));
	if (jobs->past)
		FT_TRY(fimport_past_rest(jobs, err));
	if (jobs->next_number > world->next_number)
		world->next_number = jobs->next_number;
	ft_meter_begin(ft_progress_meter(), "saving", NULL, 0);
	return ft_save_world(world, session->store, err);
}

static enum ft_status
change(struct fimport_jobs *jobs, struct ft_error *err)
{
	struct ft_registry *registry;
	enum ft_status status =
	    fimport_begin(jobs->import, FT_RIGHT_HISTORY, &registry, err);

	if (status != FT_OK)
		return status;
	status = fimport_owners(jobs, registry, err);
	if (status == FT_OK)
		status = change_world(jobs, err);
	if (status == FT_OK)
		add_answer(jobs);
	return fimport_end(jobs->import, status, err);
}

void
fimport_jobs_free(struct fimport_jobs *jobs)
{
	if (jobs->has_world)
		ft_world_free(&jobs->world);
	ft_map_clear(&jobs->seen);
	ft_str_free(&jobs->left_out);
	ft_jobtable_free(&jobs->table);
}

enum ft_status
fimport_jobs_import(struct fimport_jobs *jobs, struct ft_error *err)
{
	struct fimport *import = jobs->import;

	FT_TRY(fimport_open(import, err));
	FT_TRY(find_time(jobs, err));
	drop_unwanted(jobs);
	return change(jobs, err);
}

static enum ft_status
import_table(
    struct fimport *import, enum ft_jobtable_kind kind, struct ft_error *err)
{
	struct fimport_jobs jobs FT_CLEANUP(
	    fimport_jobs_free) = { .import = import };
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
	return fimport_jobs_import(&jobs, err);
}

enum ft_status
fimport_sacct(struct fimport *import, struct ft_error *err)
{
	return import_table(import, FT_JOBTABLE_SACCT, err);
}

enum ft_status
fimport_squeue(struct fimport *import, struct ft_error *err)
{
	return import_table(import, FT_JOBTABLE_SQUEUE, err);
}
