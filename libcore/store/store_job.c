/* store_job.c - jobs, their earlier runs, and charges. */
#include "store/job_int.h"

#include "base/mem.h"
#include "base/vec.h"

#include <assert.h>
#include <string.h>

/* ---- earlier runs ------------------------------------------------------------ */

/* What a run says instead of its job's row. */
struct run {
	uint32_t job;
	struct ft_job over; /* strings interned; alloc is the run's */
	bool requeued;
	uint32_t n_node;
};

struct runs {
	struct run *item; /* by job */
	size_t n, cap, next;
};

static void
take_run(struct ft_job_reading *reading, sqlite3_stmt *stmt, struct run *run)
{
	const void *vector = sqlite3_column_text(stmt, 13);
	const void *partition = sqlite3_column_text(stmt, 8);
	const void *nodes = sqlite3_column_text(stmt, 9);

	*run = (struct run){
		.job = ft_column_u32(stmt, 0),
		.requeued = sqlite3_column_int(stmt, 2),
		.n_node = ft_column_u32(stmt, 10),
		.over = {
			.state = (enum ft_job_state)sqlite3_column_int(stmt, 1),
			.scheduler =
			    (enum ft_scheduler)sqlite3_column_int(stmt, 12),
			.submitted = sqlite3_column_int64(stmt, 3),
			.eligible = sqlite3_column_int64(stmt, 4),
			.started = sqlite3_column_int64(stmt, 5),
			.ended = sqlite3_column_int64(stmt, 6),
			.suspended_secs = sqlite3_column_int64(stmt, 7),
			.partition = ft_intern(reading->strings, partition),
			.nodes = ft_intern(reading->strings, nodes),
			.qos = ft_column_u32(stmt, 11),
			.exit_code = ft_column_u32(stmt, 14),
			.exit_signal = ft_column_u32(stmt, 15),
		},
	};
	if (!vector)
		return;
	run->over.alloc =
	    ft_calloc(reading->tres->n + 1, sizeof *run->over.alloc);
	(void)ft_tres_vector_read(vector, reading->tres, run->over.alloc);
}

static void
free_runs(struct runs *runs)
{
	for (size_t i = 0; i < runs->n; i++)
		ft_free(runs->item[i].over.alloc);
	ft_free(runs->item);
}

static enum ft_status
read_runs(
    struct ft_job_reading *reading, struct runs *runs, struct ft_error *err)
{
	struct ft_store *store = reading->store;
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_READ_RUNS, err, "");
	int step = stmt ? 1 : FT_EIO;

	while (stmt && (step = ft_store_step(store, stmt, err)) > 0) {
		runs->item = ft_vec_grow(
		    runs->item, &runs->cap, runs->n + 1, sizeof *runs->item);
		take_run(reading, stmt, &runs->item[runs->n++]);
	}
	return (enum ft_status)step;
}

/* The job as it was in RUN: its row, but for what the run says. */
static void
put_run_over(struct ft_job *job, struct run *run)
{
	struct ft_job *over = &run->over;

	ft_free(job->alloc);
	job->alloc = over->alloc;
	over->alloc = NULL;
	job->state = over->state;
	job->flags = run->requeued ? FT_JOB_REQUEUED : 0;
	job->submitted = over->submitted;
	job->eligible = over->eligible;
	job->started = over->started;
	job->ended = over->ended;
	job->suspended_secs = over->suspended_secs;
	job->suspended = 0;
	job->partition = over->partition;
	job->nodes = over->nodes;
	job->qos = over->qos;
	job->scheduler = over->scheduler;
	job->exit_code = over->exit_code;
	job->exit_signal = over->exit_signal;
	job->node = ft_realloc(job->node, run->n_node, sizeof *job->node);
	for (job->n_node = 0; job->n_node < run->n_node; job->n_node++)
		job->node[job->n_node] =
		    (struct ft_job_node){ .node = (uint32_t)job->n_node };
}

/* ---- reading ------------------------------------------------------------------ */

struct jobs {
	struct ft_job_reading reading;
	const struct ft_store_job_filter *filter;
	struct runs runs;
	ft_store_job_fn *fn;
	void *ctx;
};

static sqlite3_stmt *
select_jobs(struct ft_store *store, const struct ft_store_job_filter *filter,
    struct ft_error *err)
{
	if (filter->number)
		return ft_store_query(store, FT_STMT_READ_JOBS_NUMBER, err,
		    "uu", filter->cluster, filter->number);
	if (filter->after_stamp > 0)
		return ft_store_query(store, FT_STMT_READ_JOBS_CHANGED, err,
		    "ui", filter->cluster, filter->after_stamp);
	if (filter->ended_since > 0)
		return ft_store_query(store, FT_STMT_READ_JOBS_SINCE, err, "ui",
		    filter->cluster, filter->ended_since);
	return ft_store_query(
	    store, FT_STMT_READ_JOBS, err, "u", filter->cluster);
}

static bool
is_wanted(const struct ft_store_job_filter *filter, const struct ft_job *job)
{
	return job->stamp > filter->after_stamp &&
	       (ft_job_is_active(job) || job->ended >= filter->ended_since);
}

static enum ft_status
hand_over(struct jobs *jobs, sqlite3_stmt *stmt, struct run *run,
    struct ft_error *err)
{
	struct ft_job job;

	ft_job_init(&job);
	ft_job_row(&jobs->reading, stmt, &job);
	if (run)
		put_run_over(&job, run);
	if (!run && !is_wanted(jobs->filter, &job)) {
		ft_job_clear(&job);
		return FT_OK;
	}
	return jobs->fn(jobs->ctx, &job, err);
}

static enum ft_status
hand_over_all(struct jobs *jobs, sqlite3_stmt *stmt, struct ft_error *err)
{
	uint32_t id = ft_column_u32(stmt, 0);
	struct runs *runs = &jobs->runs;
	enum ft_status status = FT_OK;
	size_t low = 0, high = runs->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (runs->item[middle].job < id)
			low = middle + 1;
		else
			high = middle;
	}
	for (; !status && low < runs->n && runs->item[low].job == id; low++)
		if (runs->item[low].over.ended >= jobs->filter->ended_since)
			status = hand_over(jobs, stmt, &runs->item[low], err);
	return status ? status : hand_over(jobs, stmt, NULL, err);
}

enum ft_status
ft_store_read_jobs(struct ft_store *store,
    const struct ft_store_job_filter *filter, struct ft_intern *strings,
    const struct ft_tres_table *tres, ft_store_job_fn *fn, void *ctx,
    int64_t *stamp, struct ft_error *err)
{
	struct jobs jobs = { .reading = { store, strings, tres },
		.filter = filter,
		.fn = fn,
		.ctx = ctx };
	bool thaw = !store->frozen && !store->depth;
	enum ft_status status = ft_store_freeze(store, err);
	sqlite3_stmt *stmt = NULL;
	int step = 1;

	if (!status && stamp)
		status =
		    ft_store_int(store, stamp, FT_STMT_LAST_STAMP, err, "");
	if (!status && filter->runs)
		status = read_runs(&jobs.reading, &jobs.runs, err);
	if (!status) {
		stmt = select_jobs(store, filter, err);
		status = stmt ? FT_OK : FT_EIO;
	}
	while (!status && (step = ft_store_step(store, stmt, err)) > 0)
		status = hand_over_all(&jobs, stmt, err);
	if (stmt && step > 0)
		sqlite3_reset(stmt);
	free_runs(&jobs.runs);
	if (thaw)
		ft_store_thaw(store);
	return status ? status : (enum ft_status)(step < 0 ? step : 0);
}

enum ft_status
ft_store_has_running(
    struct ft_store *store, uint32_t cluster, bool *any, struct ft_error *err)
{
	int64_t value = 0;
	enum ft_status status =
	    ft_store_int(store, &value, FT_STMT_HAS_RUNNING, err, "u", cluster);

	*any = value;
	return status;
}

/* ---- writing ------------------------------------------------------------------- */

static enum ft_status
next_stamp(struct ft_store *store, int64_t *stamp, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	assert(store->depth);
	if (!store->stamp)
		status = ft_store_int(
		    store, &store->stamp, FT_STMT_LAST_STAMP, err, "");
	*stamp = ++store->stamp;
	return status;
}

enum ft_status
ft_store_put_job(struct ft_store *store, uint32_t cluster, struct ft_job *job,
    uint32_t part_qos, const struct ft_tres_table *tres, struct ft_error *err)
{
	int64_t stamp;
	enum ft_status status = next_stamp(store, &stamp, err);
	sqlite3_stmt *stmt;
	int step;

	if (!status && job->id)
		status = ft_store_run(store, FT_STMT_PUT_JOB_KEYS, err, "uuoo",
		    job->id, job->number, job->assoc, job->array_job);
	if (status)
		return status;
	stmt = job->id ? ft_store_query(store, FT_STMT_PUT_JOB, err, "uio",
			     job->id, stamp, part_qos)
		       : ft_store_query(store, FT_STMT_ADD_JOB, err, "uio",
			     cluster, stamp, part_qos);
	if (!stmt)
		return FT_EIO;
	if (ft_job_bind(stmt, 4, !job->id, job, tres))
		return ft_store_fail(store, err);
	step = ft_store_step(store, stmt, err);
	/* its strings may be gone when the statement is run again */
	sqlite3_clear_bindings(stmt);
	if (step < 0)
		return (enum ft_status)step;
	if (job->id && sqlite3_changes(store->db) != 1)
		return ft_fail(err, FT_ENOENT, "%s: job %lu is gone",
		    store->path, (unsigned long)job->number);
	if (!job->id)
		job->id = (uint32_t)sqlite3_last_insert_rowid(store->db);
	job->stamp = stamp;
	store->jobs_changed = true;
	return FT_OK;
}

/* A vector as text; NULL for NULL. */
static const char *
vector_text(
    struct ft_str *str, const struct ft_tres_table *tres, const uint64_t *count)
{
	if (!count)
		return NULL;
	ft_tres_vector_add(str, tres, count);
	return ft_str_text(str);
}

enum ft_status
ft_store_put_charge(struct ft_store *store, uint32_t cluster,
    const struct ft_store_charge *charge, const struct ft_tres_table *tres,
    struct ft_error *err)
{
	struct ft_str str = { 0 };
	const char *vector = vector_text(&str, tres, charge->alloc);
	enum ft_status status;

	assert(store->depth);
	status = ft_store_run(store, FT_STMT_ADD_CHARGE, err, "uuoooiirrt",
	    cluster, charge->assoc, charge->qos, charge->part_qos, charge->job,
	    charge->starts, charge->ends, charge->rate, charge->usage_factor,
	    vector ? vector : "");
	ft_str_free(&str);
	store->jobs_changed = true;
	return status;
}

enum ft_status
ft_store_put_run(struct ft_store *store, const struct ft_store_run *run,
    const struct ft_tres_table *tres, struct ft_error *err)
{
	struct ft_str str = { 0 };
	const char *vector = vector_text(&str, tres, run->alloc);
	enum ft_status status;

	assert(store->depth);
	status = ft_store_run(store, FT_STMT_ADD_RUN, err, "udbiiiiittuodtuu",
	    run->job, (int32_t)run->state, (int)run->requeued, run->submitted,
	    run->eligible, run->started, run->ended, run->suspended_secs,
	    run->partition, run->nodes, run->n_node, run->qos,
	    (int32_t)run->scheduler, vector, run->exit_code, run->exit_signal);
	ft_str_free(&str);
	store->jobs_changed = true;
	return status;
}

enum ft_status
ft_store_put_reset(
    struct ft_store *store, uint32_t cluster, int64_t at, struct ft_error *err)
{
	assert(store->depth);
	store->jobs_changed = true;
	return ft_store_run(store, FT_STMT_ADD_RESET, err, "ui", cluster, at);
}

enum ft_status
ft_store_reset_next(
    struct ft_store *store, const struct ft_era *rules, struct ft_error *err)
{
	assert(store->depth);
	store->jobs_changed = store->live_changed = true;
	return ft_store_run(store, FT_STMT_RESET_NEXT, err, "i", rules->period);
}

enum ft_status
ft_store_next_reset(struct ft_store *store, uint32_t cluster, int64_t after,
    int64_t *at, struct ft_error *err)
{
	return ft_store_int(
	    store, at, FT_STMT_NEXT_RESET, err, "ui", cluster, after);
}
