/* job.c - jobs, and the earlier runs of requeued jobs. */
#include "store/internal.h"
#include "store/open/open_internal.h"
#include "store/row/column_internal.h"
#include "store/job/jobs.h"

#include "base/bisect.h"
#include "model/job/joboption.h"

/* ---- earlier runs ------------------------------------------------------------ */

struct runs {
	struct ft_store_run *item; /* by job; alloc is its own */
	size_t n, cap;
};

/* Returns alloc of RUN, which the array owns, without const. */
static uint64_t *
vector_of(const struct ft_store_run *run)
{
	union {
		const uint64_t *in;
		uint64_t *out;
	} alloc = { run->alloc };

	return alloc.out;
}

static enum ft_status
read_runs(struct ft_store *store, const struct ft_target *target,
    struct runs *runs, struct ft_error *err)
{
	sqlite3_stmt *stmt =
	    ft_store_query(store, FT_STMT_READ_RUNS, NULL, err);
	enum ft_status status = FT_OK;

	while (ft_store_next(store, stmt, &status, err)) {
		struct ft_store_run *run;

		run = ft_vec_add(runs->item, runs->n, runs->cap);
		*run = (struct ft_store_run){ 0 };
		ft_record_read(
		    store, stmt, &ft_shapes[FT_TABLE_job_run], target, run);
	}
	return status;
}

/* Give JOB the values of RUN. */
static void
apply_run(struct ft_job *job, struct ft_store_run *run)
{
	ft_free(job->alloc);
	job->alloc = vector_of(run);
	run->alloc = NULL;
	job->state = (enum ft_job_state)run->state;
	job->flags = run->requeued ? FT_JOB_REQUEUED : 0;
	job->submitted = run->submitted;
	job->eligible = run->eligible;
	job->started = run->started;
	job->ended = run->ended;
	job->suspended_secs = run->suspended_secs;
	job->suspended = 0;
	job->partition = run->partition;
	job->nodes = run->nodes;
	job->qos = run->qos;
	job->scheduler = (enum ft_scheduler)run->scheduler;
	job->exit_code = run->exit_code;
	job->exit_signal = run->exit_signal;
	job->node = ft_realloc(job->node, run->n_node, sizeof *job->node);
	for (job->n_node = 0; job->n_node < run->n_node; job->n_node++)
		job->node[job->n_node] =
		    (struct ft_job_node){ .node = (uint32_t)job->n_node };
}

/* ---- reading ------------------------------------------------------------------ */

struct jobs {
	struct ft_store *store;
	struct ft_target target;
	const struct ft_store_job_filter *filter;
	struct runs runs;
	ft_store_job_fn *fn;
	void *ctx;
};

static sqlite3_stmt *
select_jobs(struct ft_store *store, const struct ft_store_job_filter *filter,
    struct ft_error *err)
{
	if (filter->numbers)
		return ft_store_query(store, FT_STMT_READ_JOBS_NUMBERS,
		    FT_ARGS(FT_ARG("cluster", filter->cluster),
			FT_ARG("numbers", filter->numbers)),
		    err);
	if (filter->number)
		return ft_store_query(store, FT_STMT_READ_JOBS_NUMBERS,
		    FT_ARGS(FT_ARG("cluster", filter->cluster),
			FT_ARG("numbers", filter->number)),
		    err);
	if (filter->arrived)
		return ft_store_query(store, FT_STMT_READ_JOBS_ARRIVING,
		    FT_ARGS(FT_ARG("cluster", filter->cluster),
			FT_ARG("after", filter->arrived),
			FT_ARG("until", filter->arrive_by)),
		    err);
	if (filter->requeued)
		return ft_store_query(store, FT_STMT_READ_JOBS_REQUEUED,
		    FT_ARGS(FT_ARG("cluster", filter->cluster),
			FT_ARG("since", filter->ended_since)),
		    err);
	if (filter->after_stamp > 0)
		return ft_store_query(store, FT_STMT_READ_JOBS_CHANGED,
		    FT_ARGS(FT_ARG("cluster", filter->cluster),
			FT_ARG("stamp", filter->after_stamp)),
		    err);
	if (filter->ended_since > 0)
		return ft_store_query(store,
		    filter->sums ? FT_STMT_READ_JOB_SUMS
				 : FT_STMT_READ_JOBS_SINCE,
		    FT_ARGS(FT_ARG("cluster", filter->cluster),
			FT_ARG("since", filter->ended_since),
			FT_ARG("after", INT64_MIN),
			FT_ARG("tied", !filter->not_tied),
			FT_ARG("until",
			    filter->arrive_by ? filter->arrive_by : INT64_MAX)),
		    err);
	return ft_store_query(store, FT_STMT_READ_JOBS,
	    FT_ARGS(FT_ARG("cluster", filter->cluster)), err);
}

static bool
is_wanted(const struct ft_store_job_filter *filter, const struct ft_job *job)
{
	return job->stamp > filter->after_stamp &&
	       (ft_job_is_active(job) || job->ended >= filter->ended_since);
}

static enum ft_status
pass(struct jobs *jobs, sqlite3_stmt *stmt, struct ft_store_run *run,
    struct ft_error *err)
{
	struct ft_job job;

	ft_job_init(&job);
	ft_record_read(
	    jobs->store, stmt, &ft_shapes[FT_TABLE_job], &jobs->target, &job);
	ft_job_read_shape(&job);
	if (run)
		apply_run(&job, run);
	if ((!run && !is_wanted(jobs->filter, &job)) ||
	    (jobs->store->known && !ft_job_rewind(&job, jobs->store->known) &&
		job.submitted > jobs->store->expected)) {
		ft_job_clear(&job);
		return FT_OK;
	}
	return jobs->fn(jobs->ctx, &job, err);
}

static enum ft_status
pass_with_runs(struct jobs *jobs, sqlite3_stmt *stmt, struct ft_error *err)
{
	uint32_t id = ft_column_u32(stmt, "id");
	struct runs *runs = &jobs->runs;
	enum ft_status status = FT_OK;
	size_t i;

	FT_BISECT(i, 0, runs->n, runs->item[i].job < id);
	if (jobs->filter->requeued && (i == runs->n || runs->item[i].job != id))
		return FT_OK;
	for (; !status && i < runs->n && runs->item[i].job == id; i++)
		if (runs->item[i].ended >= jobs->filter->ended_since)
			status = pass(jobs, stmt, &runs->item[i], err);
	return status ? status : pass(jobs, stmt, NULL, err);
}

static void
free_jobs(struct jobs *jobs)
{
	for (size_t i = 0; i < jobs->runs.n; i++)
		ft_free(vector_of(&jobs->runs.item[i]));
	ft_free(jobs->runs.item);
}

enum ft_status
ft_store_read_jobs(struct ft_store *store,
    const struct ft_store_job_filter *filter,
    const struct ft_store_reader *reader, ft_store_job_fn *fn,
    struct ft_error *err)
{
	struct ft_store_job_filter wanted = *filter;
	struct jobs jobs FT_CLEANUP(free_jobs) = { .store = store,
		.target = { .strings = reader->strings, .tres = reader->tres },
		.filter = &wanted,
		.fn = fn,
		.ctx = reader->ctx };
	struct ft_store *frozen FT_CLEANUP(ft_store_thaw_scoped) = NULL;
	enum ft_status status = FT_OK;
	sqlite3_stmt *stmt;

	/* what ended since then is not known to have ended */
	if (store->known && wanted.ended_since > store->known)
		wanted.ended_since = store->known;
	FT_TRY(ft_store_freeze_scoped(store, &frozen, err));
	if (filter->runs)
		FT_TRY(read_runs(store, &jobs.target, &jobs.runs, err));
	stmt = select_jobs(store, &wanted, err);
	while (ft_store_next(store, stmt, &status, err))
		status = pass_with_runs(&jobs, stmt, err);
	return status;
}

enum ft_status
ft_store_count_arriving(struct ft_store *store, uint32_t cluster, int64_t now,
    size_t *n, struct ft_error *err)
{
	int64_t value = 0;

	FT_TRY(ft_store_int(store, &value, FT_STMT_COUNT_ARRIVING,
	    FT_ARGS(FT_ARG("cluster", cluster), FT_ARG("now", now)), err));
	*n = (size_t)value;
	return FT_OK;
}

enum ft_status
ft_store_last_number(struct ft_store *store, uint32_t cluster, int64_t *last,
    struct ft_error *err)
{
	return ft_store_int(store, last, FT_STMT_LAST_JOB_NUMBER,
	    FT_ARGS(FT_ARG("cluster", cluster)), err);
}

enum ft_status
ft_store_has_any(
    struct ft_store *store, bool *jobs, bool *users, struct ft_error *err)
{
	int64_t any_job = 0, any_user = 0;

	FT_TRY(ft_store_int(store, &any_job, FT_STMT_HAS_JOBS, NULL, err));
	FT_TRY(ft_store_int(store, &any_user, FT_STMT_HAS_USERS, NULL, err));
	*jobs = any_job;
	*users = any_user;
	return FT_OK;
}

enum ft_status
ft_store_has_running(
    struct ft_store *store, uint32_t cluster, bool *any, struct ft_error *err)
{
	int64_t value = 0;

	FT_TRY(ft_store_int(store, &value, FT_STMT_HAS_RUNNING,
	    FT_ARGS(FT_ARG("cluster", cluster)), err));

	*any = value;
	return FT_OK;
}

/* ---- writing ------------------------------------------------------------------- */

static enum ft_status
next_stamp(struct ft_store *store, int64_t *stamp, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	assert(store->depth);
	if (!store->stamp)
		status = ft_store_int(
		    store, &store->stamp, FT_STMT_LAST_STAMP, NULL, err);
	*stamp = ++store->stamp;
	return status;
}

/* Write the row of JOB, which has its new stamp. */
static enum ft_status
write_job(const struct ft_store_jobs *jobs, const struct ft_job *job,
    uint32_t part_qos, struct ft_error *err)
{
	struct ft_store *store = jobs->store;
	const struct ft_source source = { &ft_shapes[FT_TABLE_job], job,
		jobs->tres };
	const struct ft_arg *args = FT_ARGS(FT_ARG_ID("part_qos", part_qos));

	if (!job->id)
		return ft_record_write(store, FT_STMT_ADD_JOB, &source,
		    FT_ARGS(FT_ARG("cluster", jobs->cluster),
			FT_ARG_ID("part_qos", part_qos)),
		    err);
	FT_TRY(ft_record_write(store, FT_STMT_PUT_JOB, &source, args, err));
	/* most keep their keys, and with them the rows of three indexes */
	if (sqlite3_changes(store->db) == 1)
		return FT_OK;
	FT_TRY(
	    ft_record_write(store, FT_STMT_PUT_JOB_KEYS, &source, NULL, err));
	FT_TRY(ft_record_write(store, FT_STMT_PUT_JOB, &source, args, err));
	return sqlite3_changes(store->db) == 1
		   ? FT_OK
		   : ft_fail(err, FT_ENOENT, "%s: job %lu is gone", store->path,
			 (unsigned long)job->number);
}

enum ft_status
ft_store_put_job(const struct ft_store_jobs *jobs, struct ft_job *job,
    uint32_t part_qos, struct ft_error *err)
{
	struct ft_store *store = jobs->store;
	const int64_t before = job->stamp;
	enum ft_status status = next_stamp(store, &job->stamp, err);

	if (!status)
		status = write_job(jobs, job, part_qos, err);
	if (status) {
		job->stamp = before;
		return status;
	}
	if (!job->id)
		job->id = (uint32_t)sqlite3_last_insert_rowid(store->db);
	store->jobs_changed = true;
	return FT_OK;
}

enum ft_status
ft_store_each_job_key(struct ft_store *store, uint32_t cluster,
    ft_store_job_key_fn *fn, void *ctx, struct ft_error *err)
{
	enum ft_status status = FT_OK;
	sqlite3_stmt *stmt = ft_store_query(
	    store, FT_STMT_JOB_KEYS, FT_ARGS(FT_ARG("cluster", cluster)), err);

	while (ft_store_next(store, stmt, &status, err))
		fn(ctx, ft_column_u32(stmt, "number"),
		    ft_column_u32(stmt, "id"), ft_column_u32(stmt, "active"));
	return status;
}

enum ft_status
ft_store_shelve_jobs(
    struct ft_store *store, uint32_t cluster, struct ft_error *err)
{
	assert(store->depth);
	store->jobs_changed = true;
	return ft_store_run(store, FT_STMT_SHELVE_JOBS,
	    FT_ARGS(FT_ARG("cluster", cluster)), err);
}

enum ft_status
ft_store_end_shelved(struct ft_store *store, uint32_t cluster, int64_t now,
    size_t *n, struct ft_error *err)
{
	FT_TRY(ft_store_run(store, FT_STMT_END_SHELVED,
	    FT_ARGS(FT_ARG("cluster", cluster), FT_ARG("now", now)), err));
	*n = (size_t)sqlite3_changes(store->db);
	return FT_OK;
}

enum ft_status
ft_store_put_run(struct ft_store *store, const struct ft_store_run *run,
    const struct ft_tres_table *tres, struct ft_error *err)
{
	const struct ft_source source = { &ft_shapes[FT_TABLE_job_run], run,
		tres };

	assert(store->depth);
	store->jobs_changed = true;
	return ft_record_write(store, FT_STMT_ADD_RUN, &source, NULL, err);
}
