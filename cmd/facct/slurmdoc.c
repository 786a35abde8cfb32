/*
 * slurmdoc.c - sacct --json and --yaml of 22.05: jobs with every member of
 * slurmdbd's; most of them are constant here.
 */

#include "facct/facct.h"
#include "base/text/timefmt.h"
#include "common/jobtext.h"
#include "report/format/doc.h"
#include "sim/world/array.h"

/* ---- members of their own ------------------------------------------------------ */

/* What a column of the table shows, or its word for none. */
static void
cell(const void *at, struct ft_value *value)
{
	const char *name = value->column->arg;

	ft_column_value(
	    ft_columns_find(facct_fields, name, strlen(name), FT_RELEASE_ANY),
	    at, value);
	if (value->kind == FT_VALUE_UNSET)
		ft_value_text(value, value->column->none);
}

static void
allocation_nodes(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	ft_value_u64(value, row->job->started ? row->job->n_node : 0);
}

static void
array_tasks(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	if (ft_job_is_head(row->job))
		ft_array_add_tasks(ft_value_build(value), row->job);
}

static void
array_task(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	if (row->job->array_job && !ft_job_is_head(row->job))
		ft_value_i64(value, row->job->array_task);
}

static void
start(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	if (row->job->started || !row->job->ended)
		ft_value_i64(value, row->start);
}

static void
limit(const void *at, struct ft_value *value)
{
	int64_t minutes = ((const struct facct_row *)at)->job->time_limit;

	if (minutes != FT_TIME_NONE && minutes != FT_TIME_UNLIMITED)
		ft_value_i64(value, minutes);
}

static void
flags(const void *at, struct ft_value *value)
{
	const struct ft_job *job = ((const struct facct_row *)at)->job;

	if (job->started)
		ft_value_text(value, job->scheduler == FT_SCHED_BACKFILL
					 ? "CLEAR_SCHEDULING,"
					   "STARTED_ON_BACKFILL"
					 : "CLEAR_SCHEDULING,"
					   "STARTED_ON_SCHEDULE");
}

static void
memory(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	ft_value_u64(value, ft_jobtext_memory(row->job));
}

static void
canceller(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	if (row->job->was_cancelled)
		ft_value_text(value, ft_acctdb_user_of_uid(&row->view->acctdb,
					 row->job->cancelled_by));
}

/* 0 where there is none. */
static void
reservation(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	if (*row->job->reservation)
		ft_value_text(value, row->job->reservation);
	else
		ft_value_u64(value, 0);
}

static void
state(const void *at, struct ft_value *value)
{
	const struct ft_job *job = ((const struct facct_row *)at)->job;

	ft_value_text(value, job->flags & FT_JOB_REQUEUED
				 ? "REQUEUED"
				 : ft_job_state_name(job->state));
}

static void
reason(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	ft_value_text(value, ft_job_reason_name(row->job->reason));
}

static void
step_state(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	ft_value_text(value, facct_step_state(row->job));
}

static void
first_node(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	facct_add_first_node(ft_value_build(value), row->job);
}

/* ---- how it ended ---------------------------------------------------------------- */

/* signal: 0 none. */
static void
write_exit(struct ft_doc *doc, const char *key, uint32_t signal)
{
	ft_doc_begin(doc, key);
	ft_doc_text(doc, "status", signal ? "SIGNALED" : "SUCCESS");
	if (signal) {
		ft_doc_null(doc, "return_code");
		ft_doc_begin(doc, "signal");
		ft_doc_u64(doc, "signal_id", signal);
		ft_doc_text(doc, "name", strsignal((int)signal));
		ft_doc_end(doc);
	} else {
		ft_doc_u64(doc, "return_code", 0);
	}
	ft_doc_end(doc);
}

static void
write_exit_code(struct ft_doc *doc, const char *key, const void *at)
{
	const struct facct_row *row = at;

	write_exit(doc, key, row->job->exit_signal);
}

static void
write_step_exit_code(struct ft_doc *doc, const char *key, const void *at)
{
	const char *how = facct_step_state(((const struct facct_row *)at)->job);

	write_exit(doc, key, strcmp(how, "CANCELLED") == 0 ? 15 : 0);
}

/* ---- resources ---------------------------------------------------------------- */

static void
write_one_tres(
    struct ft_doc *doc, const struct ft_tres *tres, bool set, uint64_t count)
{
	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "type", tres->type);
	ft_doc_text(doc, "name", tres->name && *tres->name ? tres->name : NULL);
	ft_doc_u64(doc, "id", tres->id);
	if (set)
		ft_doc_u64(doc, "count", count);
	else
		ft_doc_null(doc, "count");
	ft_doc_end(doc);
}

/* Energy is listed although it is not measured. */
static void
write_allocated(struct ft_doc *doc, const char *key, const void *at)
{
	const struct facct_row *row = at;
	const struct ft_tres_table *tres = &row->view->tres;
	const uint64_t *had = row->job->started ? row->job->alloc : NULL;

	ft_doc_begin_list(doc, key);
	for (size_t i = 0; had && i < tres->n; i++) {
		bool energy = i == FT_TRES_ENERGY;

		if (energy || had[i] > 0)
			write_one_tres(doc, &tres->item[i], !energy, had[i]);
	}
	ft_doc_end(doc);
}

static void
write_requested(struct ft_doc *doc, const char *key, const void *at)
{
	const struct facct_row *row = at;
	const struct ft_tres_table *tres = &row->view->tres;
	const uint64_t *req = row->job->req;

	ft_doc_begin_list(doc, key);
	for (size_t i = 0; req && i < tres->n; i++)
		if (req[i] > 0)
			write_one_tres(doc, &tres->item[i], true, req[i]);
	ft_doc_end(doc);
}

static void
write_step_tres(struct ft_doc *doc, const char *key, const void *at)
{
	const struct facct_row *row = at;
	const struct ft_tres *tres = row->view->tres.item;

	ft_doc_begin_list(doc, key);
	write_one_tres(doc, &tres[FT_TRES_CPU], true, row->cpus);
	write_one_tres(
	    doc, &tres[FT_TRES_MEM], true, facct_step_memory(row->job));
	write_one_tres(doc, &tres[FT_TRES_NODE], true, 1);
	ft_doc_end(doc);
}

/* ---- the members in their order -------------------------------------------------- */

#define JOB(name)    FT_MEMBER(struct ft_job, name)
#define WORD(name)   JOB(name), .none = "" /* null if it is empty */
#define ROW(name)    FACCT_ROW(name)
#define LIST         .type = FT_COLUMN_LIST
#define ZERO         .get = ft_column_get_zero
#define ONE          .get = ft_column_get_one
#define ALWAYS(text) .get = ft_column_get_arg, .arg = (text)
#define CELL(name)   .get = cell, .arg = (name)
/* These are not measured. */
#define NO_TIME(way)                                                           \
	{ .key = way ".seconds", ZERO },                                       \
	{                                                                      \
		.key = way ".microseconds", ZERO                               \
	}
#define NO_USAGE(way)                                                          \
	{ .key = way ".max", LIST }, { .key = way ".min", LIST },              \
	    { .key = way ".average", LIST },                                   \
	{                                                                      \
		.key = way ".total", LIST                                      \
	}

/* clang-format off */
static const struct ft_column step_members[] = {
	{ .key = "nodes.list", LIST, .get = first_node },
	{ .key = "nodes.count", ONE },
	{ .key = "nodes.range", .get = first_node },
	NO_USAGE("tres.requested"),
	NO_USAGE("tres.consumed"),
	{ .key = "tres.allocated", .write = write_step_tres },
	{ .key = "time.elapsed", ROW(elapsed) },
	{ .key = "time.end", ROW(end) },
	{ .key = "time.start", ROW(start) },
	{ .key = "time.suspended", ROW(suspended) },
	NO_TIME("time.system"),
	NO_TIME("time.total"),
	NO_TIME("time.user"),
	{ .key = "exit_code", .write = write_step_exit_code },
	{ .key = "tasks.count", ONE },
	{ .key = "pid" },
	{ .key = "CPU.requested_frequency.min", ZERO },
	{ .key = "CPU.requested_frequency.max", ZERO },
	{ .key = "CPU.governor", LIST },
	{ .key = "kill_request_user" },
	{ .key = "state", .get = step_state },
	{ .key = "statistics.CPU.actual_frequency", ZERO },
	{ .key = "statistics.energy.consumed", ZERO },
	{ .key = "step.job_id", JOB(number) },
	{ .key = "step.het.component" },
	{ .key = "step.id", ALWAYS("batch") },
	{ .key = "step.name", ALWAYS("batch") },
	{ .key = "task.distribution", ALWAYS("Unknown") },
};
/* clang-format on */

static void
write_steps(struct ft_doc *doc, const char *key, const void *at)
{
	struct facct_row step = *(const struct facct_row *)at;

	step.self = &step;
	facct_row_step(&step);
	ft_doc_begin_list(doc, key);
	if (step.job->started) {
		ft_doc_begin(doc, NULL);
		ft_doc_row(doc, step_members,
		    sizeof step_members / sizeof *step_members, &step);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

/* clang-format off */
static const struct ft_column members[] = {
	{ .key = "account", JOB(account) },
	{ .key = "comment.administrator", WORD(admin_comment) },
	{ .key = "comment.job" },
	{ .key = "comment.system", WORD(system_comment) },
	{ .key = "allocation_nodes", .get = allocation_nodes },
	{ .key = "array.job_id", JOB(array_job) },
	{ .key = "array.limits.max.running.tasks", JOB(array_throttle) },
	{ .key = "array.task", .get = array_tasks, .none = "" },
	{ .key = "array.task_id", .get = array_task },
	{ .key = "association.account", JOB(account) },
	{ .key = "association.cluster", ROW(cluster) },
	{ .key = "association.partition" },
	{ .key = "association.user", JOB(user) },
	{ .key = "cluster", ROW(cluster) },
	{ .key = "constraints", JOB(features) },
	{ .key = "container" },
	{ .key = "derived_exit_code.status", ALWAYS("SUCCESS") },
	{ .key = "derived_exit_code.return_code", ZERO },
	{ .key = "time.elapsed", ROW(elapsed) },
	{ .key = "time.eligible", JOB(eligible) },
	{ .key = "time.end", ROW(end) },
	{ .key = "time.start", .get = start },
	{ .key = "time.submission", JOB(submitted) },
	{ .key = "time.suspended", ROW(suspended) },
	NO_TIME("time.system"),
	{ .key = "time.limit", .get = limit },
	NO_TIME("time.total"),
	NO_TIME("time.user"),
	{ .key = "exit_code", .write = write_exit_code },
	{ .key = "flags", LIST, .get = flags },
	{ .key = "group", CELL("Group") },
	{ .key = "het.job_id", ZERO },
	{ .key = "het.job_offset" },
	{ .key = "job_id", JOB(number) },
	{ .key = "name", JOB(name) },
	{ .key = "mcs.label", ALWAYS("") },
	{ .key = "nodes", CELL("NodeList") },
	{ .key = "partition", CELL("Partition") },
	{ .key = "priority", JOB(priority) },
	{ .key = "qos", CELL("QOS") },
	{ .key = "required.CPUs", ROW(asked_cpus) },
	{ .key = "required.memory", .get = memory },
	{ .key = "kill_request_user", .get = canceller, .none = "" },
	{ .key = "reservation.id", ZERO },
	{ .key = "reservation.name", .get = reservation },
	{ .key = "state.current", .get = state },
	{ .key = "state.reason", .get = reason },
	{ .key = "steps", .write = write_steps },
	{ .key = "tres.allocated", .write = write_allocated },
	{ .key = "tres.requested", .write = write_requested },
	{ .key = "user", JOB(user) },
	{ .key = "wckey.wckey", JOB(wckey) },
	{ .key = "wckey.flags", LIST },
	{ .key = "working_directory", JOB(work_dir) },
};
/* clang-format on */

/* ---- all ---------------------------------------------------------------------- */

static void
put_nothing_found(struct ft_doc *doc)
{
	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "description", "Nothing found");
	ft_doc_u64(doc, "error_number", 9003);
	ft_doc_text(doc, "error", "Nothing found with query");
	ft_doc_text(doc, "source", "slurmdb_jobs_get");
	ft_doc_end(doc);
}

void
facct_slurm_document(const struct facct_view *view, struct ft_out *out)
{
	struct ft_doc *doc = ft_doc_open_slurm(
	    out, view->args->kind, (struct ft_doc_shape){ 0 });

	ft_doc_slurm_head(doc, "openapi/dbv0.0.38", "Slurm OpenAPI DB v0.0.38");
	ft_doc_begin_list(doc, "errors");
	if (view->n == 0)
		put_nothing_found(doc);
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "jobs");
	for (size_t i = 0; i < view->n; i++) {
		struct facct_row row;

		facct_row_fill(&row, view, view->job[i]);
		ft_doc_begin(doc, NULL);
		ft_doc_row(
		    doc, members, sizeof members / sizeof *members, &row);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
	ft_doc_end(doc);
	ft_doc_close(doc);
}
