/*
 * slurmdoc.c - sacct --json and --yaml: jobs with every member of slurmdbd's, for
 * all releases; most of them are constant here.
 */

#include <signal.h>

#include "facct/facct.h"
#include "base/text/timefmt.h"
#include "common/jobtext.h"
#include "jobdoc/jobcolumn.h"
#include "jobdoc/jobfile.h"
#include "model/job/joboption.h"
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
	ft_value_u64(value, ft_job_of(at)->started ? ft_job_of(at)->n_node : 0);
}

static void
array_tasks(const void *at, struct ft_value *value)
{
	if (ft_job_is_head(ft_job_of(at)))
		ft_array_add_tasks(ft_value_build(value), ft_job_of(at));
}

static void
array_task(const void *at, struct ft_value *value)
{
	if (ft_job_of(at)->array_job && !ft_job_is_head(ft_job_of(at)))
		ft_value_i64(value, ft_job_of(at)->array_task);
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
	const struct ft_job *job = ft_job_of(at);
	int64_t minutes = job->time_limit;

	if (minutes != FT_TIME_NONE && minutes != FT_TIME_UNLIMITED)
		ft_value_i64(value, minutes);
	else if (job->started)
		value->kind = FT_VALUE_INFINITE;
}

static void
flags(const void *at, struct ft_value *value)
{
	const struct ft_job *job = ft_job_of(at);

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
	ft_value_u64(value, ft_jobtext_memory(ft_job_of(at)));
}

static void
canceller(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	if (row->job->was_cancelled)
		ft_value_text(value, ft_acctdb_user_of_uid(&row->view->acctdb,
					 row->job->cancelled_by));
}

/* slurmdbd has "no value" for a job that ended without a start. */
static void
whole_start(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;
	bool never = row->job->ended && !row->job->started && !row->start;

	ft_value_i64(value, never ? UINT32_MAX - 1 : row->start);
}

/* Errors go where output goes, unless something else was asked for. */
static void
file(const void *at, struct ft_value *value)
{
	const char *stream = value->column->arg;

	if (strcmp(stream, "error") != 0 ||
	    ft_job_option(ft_job_of(at), "error", NULL))
		ft_jobfile_add(ft_value_build(value), NULL, ft_job_of(at),
		    FT_TASK_NONE, stream);
}

static void
states(const void *at, struct ft_value *value)
{
	const struct ft_job *job = ft_job_of(at);

	ft_str_add(ft_value_build(value), ft_job_state_name(job->state));
	if (job->flags & FT_JOB_REQUEUED)
		ft_str_add(value->room, ",REQUEUED");
}

static void
noted(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	ft_value_text(value, row->reason ? row->reason : "None");
}

static void
new_flags(const void *at, struct ft_value *value)
{
	const struct ft_job *job = ft_job_of(at);

	ft_value_text(value, !job->started ? "START_RECEIVED"
			     : job->scheduler == FT_SCHED_BACKFILL
				 ? "STARTED_ON_BACKFILL,START_RECEIVED"
				 : "STARTED_ON_SCHEDULE,START_RECEIVED");
}

/* A script that a signal ended counts as cancelled. */
static void
new_step_state(const void *at, struct ft_value *value)
{
	const struct ft_job *job = ft_job_of(at);

	ft_value_text(value, job->exit_signal && !ft_job_is_active(job)
				 ? "CANCELLED"
				 : facct_step_state(job));
}

/* 0 where there is none. */
static void
reservation(const void *at, struct ft_value *value)
{
	if (*ft_job_of(at)->reservation)
		ft_value_text(value, ft_job_of(at)->reservation);
	else
		ft_value_u64(value, 0);
}

static void
state(const void *at, struct ft_value *value)
{
	const struct ft_job *job = ft_job_of(at);

	ft_value_text(value, job->flags & FT_JOB_REQUEUED
				 ? "REQUEUED"
				 : ft_job_state_name(job->state));
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
write_new_exit_code(struct ft_doc *doc, const char *key, const void *at)
{
	const struct ft_job *job = ft_job_of(at);
	bool over =
	    job->state == FT_JOB_COMPLETED || job->state == FT_JOB_FAILED;

	ft_jobdoc_exit(
	    doc, key, over ? job->exit_code : 0, over ? job->exit_signal : 0);
}

static void
write_new_step_exit_code(struct ft_doc *doc, const char *key, const void *at)
{
	const struct ft_job *job = ft_job_of(at);
	bool killed = strcmp(facct_step_state(job), "CANCELLED") == 0;

	if (killed)
		ft_jobdoc_exit(doc, key, 0, SIGTERM);
	else
		write_new_exit_code(doc, key, at);
}

static void
write_step_exit_code(struct ft_doc *doc, const char *key, const void *at)
{
	const char *how = facct_step_state(ft_job_of(at));

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
		ft_doc_unmeasured(doc, "count");
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

/* What a step used; placed: on which node, by which task. */
static void
write_used(struct ft_doc *doc, const char *key, const struct facct_row *row,
    bool placed)
{
	const struct ft_tres *tres = row->view->tres.item;
	struct ft_str node FT_CLEANUP(ft_str_free) = { 0 };

	facct_add_first_node(&node, row->job);
	ft_doc_begin_list(doc, key);
	for (int memory = 0; memory < 2; memory++) {
		int64_t used = memory ? row->mem_used : row->cpu_used;
		const struct ft_tres *of =
		    &tres[memory ? FT_TRES_MEM : FT_TRES_CPU];

		if (used < 0)
			continue;
		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "type", of->type);
		ft_doc_text(doc, "name", NULL);
		ft_doc_u64(doc, "id", of->id);
		/* bytes, milliseconds */
		ft_doc_i64(doc, "count", memory ? used * 1024 : used / 1000);
		if (placed) {
			ft_doc_u64(doc, "task", 0);
			ft_doc_text(doc, "node", ft_str_text(&node));
		}
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

static void
write_used_somewhere(struct ft_doc *doc, const char *key, const void *at)
{
	write_used(doc, key, at, true);
}

static void
write_used_in_all(struct ft_doc *doc, const char *key, const void *at)
{
	write_used(doc, key, at, false);
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
#define NUMBER       .type = FT_COLUMN_UINT, .flags = FT_COLUMN_UNION
#define OLD          .until = FT_RELEASE_23_02
#define NEW          .since = FT_RELEASE_23_02
#define LAST         .since = FT_RELEASE_26_05
#define GONE         .until = FT_RELEASE_26_05
/* These are not measured. */
#define NO_TIME(way, when)                                                     \
	{ .key = way ".seconds", ZERO, when },                                 \
	{                                                                      \
		.key = way ".microseconds", ZERO, when                         \
	}
#define USED_TIME(way, when)                                                   \
	{ .key = way ".seconds",                                               \
		.get = facct_cpu_part,                                         \
		.arg = "seconds",                                              \
		when },                                                        \
	{                                                                      \
		.key = way ".microseconds", .get = facct_cpu_part,             \
		.arg = "microseconds", when                                    \
	}
#define USED(way, when)                                                        \
	{ .key = way ".max", .write = write_used_somewhere, when },            \
	    { .key = way ".min", .write = write_used_somewhere, when },        \
	    { .key = way ".average", .write = write_used_in_all, when },       \
	{                                                                      \
		.key = way ".total", .write = write_used_in_all, when          \
	}
#define NO_USAGE(way, when)                                                    \
	{ .key = way ".max", LIST, when }, { .key = way ".min", LIST, when },  \
	    { .key = way ".average", LIST, when },                             \
	{                                                                      \
		.key = way ".total", LIST, when                                \
	}

/* clang-format off */
static const struct ft_column step_members[] = {
	{ .key = "nodes.list", LIST, .get = facct_get_first_node, OLD },
	{ .key = "nodes.count", ONE, OLD },
	{ .key = "nodes.range", .get = facct_get_first_node, OLD },
	USED("tres.requested", OLD),
	NO_USAGE("tres.consumed", OLD),
	{ .key = "tres.allocated", .write = write_step_tres, OLD },
	{ .key = "time.elapsed", ROW(elapsed), OLD },
	{ .key = "time.end", ROW(end), OLD },
	{ .key = "time.start", ROW(start), OLD },
	{ .key = "time.suspended", ROW(suspended), OLD },
	NO_TIME("time.system", OLD),
	USED_TIME("time.total", OLD),
	USED_TIME("time.user", OLD),
	{ .key = "exit_code", .write = write_step_exit_code, OLD },
	{ .key = "tasks.count", ONE, OLD },
	{ .key = "pid", OLD },
	{ .key = "CPU.requested_frequency.min", ZERO, OLD },
	{ .key = "CPU.requested_frequency.max", ZERO, OLD },
	{ .key = "CPU.governor", LIST, OLD },
	{ .key = "kill_request_user", OLD },
	{ .key = "state", .get = facct_get_step_state, OLD },
	{ .key = "statistics.CPU.actual_frequency", ZERO, OLD },
	{ .key = "statistics.energy.consumed", ZERO, OLD },
	{ .key = "step.job_id", JOB(number), OLD },
	{ .key = "step.het.component", OLD },
	{ .key = "step.id", ALWAYS("batch"), OLD },
	{ .key = "step.name", ALWAYS("batch"), OLD },
	{ .key = "task.distribution", ALWAYS("Unknown"), OLD },
	{ .key = "time.elapsed", ROW(elapsed), NEW },
	{ .key = "time.end", NUMBER, ROW(end), NEW },
	{ .key = "time.start", NUMBER, ROW(start), NEW },
	{ .key = "time.suspended", ROW(suspended), NEW },
	NO_TIME("time.system", NEW),
	{ .key = "time.limit", NUMBER, .get = ft_column_get_infinite, LAST },
	USED_TIME("time.total", NEW),
	USED_TIME("time.user", NEW),
	{ .key = "exit_code", .write = write_new_step_exit_code, NEW },
	{ .key = "nodes.count", ONE, NEW },
	{ .key = "nodes.range", .get = facct_get_first_node, NEW },
	{ .key = "nodes.list", LIST, .get = facct_get_first_node, NEW },
	{ .key = "tasks.count", ONE, NEW },
	{ .key = "pid", NEW, GONE },
	{ .key = "CPU.requested_frequency.min", NUMBER, ZERO, NEW },
	{ .key = "CPU.requested_frequency.max", NUMBER, ZERO, NEW },
	{ .key = "CPU.governor", ALWAYS("0"), NEW },
	{ .key = "kill_request_user", NEW },
	{ .key = "state", LIST, .get = new_step_state, NEW },
	{ .key = "statistics.CPU.actual_frequency", ZERO, NEW },
	{ .key = "statistics.energy.consumed", NUMBER, ZERO, NEW },
	{ .key = "step.id", .get = ft_jobcolumn_batch_step, NEW },
	{ .key = "step.name", ALWAYS("batch"), NEW },
	{ .key = "step.stderr", LAST },
	{ .key = "step.stdin", LAST },
	{ .key = "step.stdout", LAST },
	{ .key = "step.stderr_expanded", LAST },
	{ .key = "step.stdin_expanded", LAST },
	{ .key = "step.stdout_expanded", LAST },
	{ .key = "submit_line", LAST },
	{ .key = "task.distribution", ALWAYS("Unknown"), NEW },
	USED("tres.requested", NEW),
	NO_USAGE("tres.consumed", NEW),
	{ .key = "tres.allocated", .write = write_step_tres, NEW },
};
/* clang-format on */

static void
write_steps(struct ft_doc *doc, const char *key, const void *at)
{
	struct facct_row step = *(const struct facct_row *)at;

	step.self = &step;
	facct_row_step(&step);
	ft_doc_begin_list(doc, key);
	if (step.job->started && !step.view->args->no_steps)
		ft_doc_object(
		    doc, NULL, step_members, FT_COUNT(step_members), &step);
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
	{ .key = "array.task", .get = array_tasks, .none = "", OLD },
	{ .key = "array.task_id", NUMBER, .get = array_task },
	{ .key = "array.task", .get = array_tasks, .none = "", NEW },
	{ .key = "association.account", JOB(account), GONE },
	{ .key = "association.account", LAST },
	{ .key = "association.cluster", ROW(cluster) },
	{ .key = "association.partition" },
	{ .key = "association.user", JOB(user), GONE },
	{ .key = "association.user", LAST },
	{ .key = "association.id", JOB(assoc), NEW },
	{ .key = "block", NEW },
	{ .key = "cluster", ROW(cluster) },
	{ .key = "constraints", JOB(features) },
	{ .key = "container" },
	{ .key = "sluid", CELL("SLUID"), LAST },
	{ .key = "derived_exit_code.status", ALWAYS("SUCCESS"), OLD },
	{ .key = "derived_exit_code.return_code", ZERO, OLD },
	{ .key = "derived_exit_code", .write = ft_jobdoc_write_no_exit, NEW },
	{ .key = "time.elapsed", ROW(elapsed) },
	{ .key = "time.eligible", JOB(eligible) },
	{ .key = "time.end", ROW(end) },
	{ .key = "time.planned", NUMBER, ROW(waited), NEW },
	{ .key = "time.start", .get = start, OLD },
	{ .key = "time.start", .get = whole_start, NEW },
	{ .key = "time.submission", JOB(submitted) },
	{ .key = "time.suspended", ROW(suspended) },
	NO_TIME("time.system", OLD),
	NO_TIME("time.system", NEW),
	{ .key = "time.limit", NUMBER, .get = limit },
	NO_TIME("time.total", OLD),
	USED_TIME("time.total", NEW),
	NO_TIME("time.user", OLD),
	USED_TIME("time.user", NEW),
	{ .key = "exclusive", CELL("Exclusive"), LAST },
	{ .key = "exit_code", .write = write_exit_code, OLD },
	{ .key = "exit_code", .write = write_new_exit_code, NEW },
	{ .key = "extra", NEW },
	{ .key = "failed_node", NEW },
	{ .key = "flags", LIST, .get = flags, OLD },
	{ .key = "flags", LIST, .get = new_flags, NEW },
	{ .key = "group", CELL("Group") },
	{ .key = "het.job_id", ZERO },
	{ .key = "het.job_offset", NUMBER },
	{ .key = "job_id", JOB(number) },
	{ .key = "name", JOB(name) },
	{ .key = "licenses", JOB(licenses), NEW },
	{ .key = "mcs.label", ALWAYS("") },
	{ .key = "nodes", CELL("NodeList") },
	{ .key = "oversubscribe", CELL("OverSubscribe"), LAST },
	{ .key = "partition", CELL("Partition") },
	{ .key = "hold", .type = FT_COLUMN_BOOL, .get = ft_jobcolumn_is_held, NEW },
	{ .key = "priority", NUMBER, JOB(priority) },
	{ .key = "qos", CELL("QOS") },
	{ .key = "qosreq", CELL("QOSREQ"), NEW },
	{ .key = "required.CPUs", ROW(asked_cpus) },
	{ .key = "required.memory", .get = memory, OLD },
	{ .key = "required.memory_per_cpu", NUMBER, JOB(mem_per_cpu), .get = ft_jobcolumn_memory, NEW },
	{ .key = "required.memory_per_node", NUMBER, JOB(mem_per_node), .get = ft_jobcolumn_memory, NEW },
	{ .key = "kill_request_user", .get = canceller, .none = "" },
	{ .key = "restart_cnt", JOB(restarts), NEW },
	{ .key = "reservation.id", ZERO },
	{ .key = "reservation.name", .get = reservation, OLD },
	{ .key = "reservation.name", JOB(reservation), NEW },
	{ .key = "reservation.requested", JOB(reservation), LAST },
	{ .key = "script", NEW },
	{ .key = "segment_size", ZERO, LAST },
	{ .key = "original_sluid", CELL("SLUID"), LAST },
	{ .key = "stdin_expanded", .get = file, .arg = "input", NEW },
	{ .key = "stdout_expanded", .get = file, .arg = "output", NEW },
	{ .key = "stderr_expanded", .get = file, .arg = "error", NEW },
	{ .key = "stdout", CELL("StdOut"), NEW },
	{ .key = "stderr", CELL("StdErr"), NEW },
	{ .key = "stdin", CELL("StdIn"), NEW },
	{ .key = "state.current", .get = state, OLD },
	{ .key = "state.current", LIST, .get = states, NEW },
	{ .key = "state.reason", .get = noted },
	{ .key = "steps", .write = write_steps },
	{ .key = "submit_line", .get = ft_jobcolumn_option, .arg = "submit_line", NEW },
	{ .key = "tres.allocated", .write = write_allocated },
	{ .key = "tres.requested", .write = write_requested },
	{ .key = "used_gres", NEW },
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

struct written {
	struct ft_doc *doc;
	const struct facct_view *view;
};

static bool
put_job(void *ctx, const struct ft_job *job)
{
	const struct written *written = ctx;
	struct facct_row row;

	facct_row_fill(&row, written->view, job);
	ft_doc_object(written->doc, NULL, members, FT_COUNT(members), &row);
	return true;
}

static enum ft_status
put_jobs(struct ft_doc *doc, struct facct_view *view, struct ft_error *err)
{
	struct written written = { doc, view };
	enum ft_status status;

	ft_doc_begin_list(doc, "jobs");
	status = facct_each(view, put_job, &written, err);
	ft_doc_end(doc);
	return status;
}

static enum ft_status
put_old(struct facct_view *view, struct ft_out *out, struct ft_error *err)
{
	struct ft_doc *doc = ft_doc_open_slurm(
	    out, view->args->kind, (struct ft_doc_shape){ 0 });
	enum ft_status status;

	ft_doc_slurm_head(doc, "openapi/dbv0.0.38", "Slurm OpenAPI DB v0.0.38");
	ft_doc_begin_list(doc, "errors");
	if (!view->found)
		put_nothing_found(doc);
	ft_doc_end(doc);
	status = put_jobs(doc, view, err);
	ft_doc_end(doc);
	ft_doc_close(doc);
	return status;
}

/* Even if there is no such data parser, sacct succeeds. */
enum ft_status
facct_slurm_document(
    struct facct_view *view, struct ft_out *out, struct ft_error *err)
{
	const struct facct_args *args = view->args;
	const struct ft_context *context = args->context;
	const struct ft_slurmdoc_call call = { context, &args->session,
		context->argc, context->argv };
	enum ft_status status;
	struct ft_doc *doc;
	bool failed;

	if (args->asked.format == FT_FORMAT_TABLE)
		return put_old(view, out, err);
	doc = ft_slurmdoc_open(&args->asked, context, out, &failed);
	if (!doc)
		return FT_OK;
	status = put_jobs(doc, view, err);
	ft_slurmdoc_close(doc, &args->asked, &call);
	return status;
}
