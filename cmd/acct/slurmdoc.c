/*
 * slurmdoc.c - sacct --json and --yaml of 22.05, member by member.
 */

#include "acct/acct.h"
#include "base/timefmt.h"
#include "common/jobtext.h"
#include "model/billing.h"
#include "report/doc.h"
#include "sim/array.h"

/* What column NAME of the table shows. */
static void
put_cell(const struct facct_view *view, const struct ft_job *job,
    const char *name, struct ft_doc *doc, const char *key)
{
	const struct facct_row row = { job, view };
	struct ft_str room FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_value value = { .room = &room };

	ft_column_value(ft_columns_find(facct_fields, name, strlen(name), true),
	    &row, &value);
	ft_doc_text(doc, key,
	    value.kind == FT_VALUE_TEXT ? value.text : value.column->none);
}

/* A text, null if there is none. */
static void
put_text(struct ft_doc *doc, const char *key, const char *text)
{
	ft_doc_text(doc, key, *text ? text : NULL);
}

static void
put_zero_time(struct ft_doc *doc, const char *key)
{
	ft_doc_begin(doc, key);
	ft_doc_u64(doc, "seconds", 0);
	ft_doc_u64(doc, "microseconds", 0);
	ft_doc_end(doc);
}

static void
put_empty_list(struct ft_doc *doc, const char *key)
{
	ft_doc_begin_list(doc, key);
	ft_doc_end(doc);
}

static void
put_success(struct ft_doc *doc, const char *key)
{
	ft_doc_begin(doc, key);
	ft_doc_text(doc, "status", "SUCCESS");
	ft_doc_u64(doc, "return_code", 0);
	ft_doc_end(doc);
}

static void
put_signal(struct ft_doc *doc, uint32_t number)
{
	ft_doc_begin(doc, "exit_code");
	ft_doc_text(doc, "status", "SIGNALED");
	ft_doc_null(doc, "return_code");
	ft_doc_begin(doc, "signal");
	ft_doc_u64(doc, "signal_id", number);
	ft_doc_text(doc, "name", strsignal((int)number));
	ft_doc_end(doc);
	ft_doc_end(doc);
}

/* ---- resources ---------------------------------------------------------------- */

static void
put_one_tres(
    struct ft_doc *doc, const struct ft_tres *tres, bool set, uint64_t count)
{
	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "type", tres->type);
	put_text(doc, "name", tres->name ? tres->name : "");
	ft_doc_u64(doc, "id", tres->id);
	if (set)
		ft_doc_u64(doc, "count", count);
	else
		ft_doc_null(doc, "count");
	ft_doc_end(doc);
}

/* energy: listed though nobody measures it. */
static void
put_tres(const struct facct_view *view, const uint64_t *tres, bool energy,
    struct ft_doc *doc, const char *key)
{
	ft_doc_begin_list(doc, key);
	for (size_t i = 0; tres && i < view->tres.n; i++) {
		if (energy && i == FT_TRES_ENERGY)
			put_one_tres(doc, &view->tres.item[i], false, 0);
		else if (tres[i] > 0)
			put_one_tres(doc, &view->tres.item[i], true, tres[i]);
	}
	ft_doc_end(doc);
}

static void
put_job_tres(
    const struct facct_view *view, const struct ft_job *job, struct ft_doc *doc)
{
	ft_doc_begin(doc, "tres");
	put_tres(
	    view, job->started ? job->alloc : NULL, true, doc, "allocated");
	put_tres(view, job->req, false, doc, "requested");
	ft_doc_end(doc);
}

/* ---- the step of the batch script ------------------------------------------------ */

static void
put_no_usage(struct ft_doc *doc, const char *key)
{
	ft_doc_begin(doc, key);
	put_empty_list(doc, "max");
	put_empty_list(doc, "min");
	put_empty_list(doc, "average");
	put_empty_list(doc, "total");
	ft_doc_end(doc);
}

static void
put_step_tres(
    const struct facct_view *view, const struct ft_job *job, struct ft_doc *doc)
{
	const struct ft_tres *tres = view->tres.item;

	ft_doc_begin(doc, "tres");
	put_no_usage(doc, "requested");
	put_no_usage(doc, "consumed");
	ft_doc_begin_list(doc, "allocated");
	put_one_tres(doc, &tres[FT_TRES_CPU], true, facct_step_cpus(job));
	put_one_tres(doc, &tres[FT_TRES_MEM], true, facct_step_memory(job));
	put_one_tres(doc, &tres[FT_TRES_NODE], true, 1);
	ft_doc_end(doc);
	ft_doc_end(doc);
}

static void
put_step_nodes(const struct ft_job *job, struct ft_doc *doc)
{
	struct ft_str node FT_CLEANUP(ft_str_free) = { 0 };

	facct_add_first_node(&node, job);
	ft_doc_begin(doc, "nodes");
	ft_doc_begin_list(doc, "list");
	ft_doc_text(doc, NULL, ft_str_text(&node));
	ft_doc_end(doc);
	ft_doc_u64(doc, "count", 1);
	ft_doc_text(doc, "range", ft_str_text(&node));
	ft_doc_end(doc);
}

static void
put_step_time(
    const struct facct_view *view, const struct ft_job *job, struct ft_doc *doc)
{
	ft_doc_begin(doc, "time");
	ft_doc_i64(doc, "elapsed", facct_elapsed(view, job));
	ft_doc_i64(doc, "end", facct_end(view, job));
	ft_doc_i64(doc, "start", facct_start(view, job));
	ft_doc_i64(doc, "suspended", facct_suspended(view, job));
	put_zero_time(doc, "system");
	put_zero_time(doc, "total");
	put_zero_time(doc, "user");
	ft_doc_end(doc);
}

/* What a step has that nobody asked for and nobody measures. */
static void
put_step_rest(const struct ft_job *job, struct ft_doc *doc)
{
	ft_doc_begin(doc, "tasks");
	ft_doc_u64(doc, "count", 1);
	ft_doc_end(doc);
	ft_doc_null(doc, "pid");
	ft_doc_begin(doc, "CPU");
	ft_doc_begin(doc, "requested_frequency");
	ft_doc_u64(doc, "min", 0);
	ft_doc_u64(doc, "max", 0);
	ft_doc_end(doc);
	put_empty_list(doc, "governor");
	ft_doc_end(doc);
	ft_doc_null(doc, "kill_request_user");
	ft_doc_text(doc, "state", facct_step_state(job));
	ft_doc_begin(doc, "statistics");
	ft_doc_begin(doc, "CPU");
	ft_doc_u64(doc, "actual_frequency", 0);
	ft_doc_end(doc);
	ft_doc_begin(doc, "energy");
	ft_doc_u64(doc, "consumed", 0);
	ft_doc_end(doc);
	ft_doc_end(doc);
	ft_doc_begin(doc, "step");
	ft_doc_u64(doc, "job_id", job->number);
	ft_doc_begin(doc, "het");
	ft_doc_null(doc, "component");
	ft_doc_end(doc);
	ft_doc_text(doc, "id", "batch");
	ft_doc_text(doc, "name", "batch");
	ft_doc_end(doc);
	ft_doc_begin(doc, "task");
	ft_doc_text(doc, "distribution", "Unknown");
	ft_doc_end(doc);
}

static void
put_step(
    const struct facct_view *view, const struct ft_job *job, struct ft_doc *doc)
{
	ft_doc_begin(doc, NULL);
	put_step_nodes(job, doc);
	put_step_tres(view, job, doc);
	put_step_time(view, job, doc);
	if (strcmp(facct_step_state(job), "CANCELLED") == 0)
		put_signal(doc, 15);
	else
		put_success(doc, "exit_code");
	put_step_rest(job, doc);
	ft_doc_end(doc);
}

/* ---- a job -------------------------------------------------------------------------- */

static void
put_array(const struct ft_job *job, struct ft_doc *doc)
{
	struct ft_str tasks FT_CLEANUP(ft_str_free) = { 0 };

	if (ft_job_is_head(job))
		ft_array_add_tasks(&tasks, job);
	ft_doc_begin(doc, "array");
	ft_doc_u64(doc, "job_id", job->array_job);
	ft_doc_begin(doc, "limits");
	ft_doc_begin(doc, "max");
	ft_doc_begin(doc, "running");
	ft_doc_u64(doc, "tasks", job->array_throttle);
	ft_doc_end(doc);
	ft_doc_end(doc);
	ft_doc_end(doc);
	put_text(doc, "task", ft_str_text(&tasks));
	if (job->array_job && !ft_job_is_head(job))
		ft_doc_i64(doc, "task_id", job->array_task);
	else
		ft_doc_null(doc, "task_id");
	ft_doc_end(doc);
}

static void
put_association(
    const struct facct_view *view, const struct ft_job *job, struct ft_doc *doc)
{
	ft_doc_begin(doc, "association");
	ft_doc_text(doc, "account", job->account);
	ft_doc_text(doc, "cluster", view->cluster);
	ft_doc_null(doc, "partition");
	ft_doc_text(doc, "user", job->user);
	ft_doc_end(doc);
}

static void
put_time(
    const struct facct_view *view, const struct ft_job *job, struct ft_doc *doc)
{
	ft_doc_begin(doc, "time");
	ft_doc_i64(doc, "elapsed", facct_elapsed(view, job));
	ft_doc_i64(doc, "eligible", job->eligible);
	ft_doc_i64(doc, "end", facct_end(view, job));
	if (!job->started && job->ended)
		ft_doc_null(doc, "start");
	else
		ft_doc_i64(doc, "start", facct_start(view, job));
	ft_doc_i64(doc, "submission", job->submitted);
	ft_doc_i64(doc, "suspended", facct_suspended(view, job));
	put_zero_time(doc, "system");
	if (job->time_limit == FT_TIME_NONE ||
	    job->time_limit == FT_TIME_UNLIMITED)
		ft_doc_null(doc, "limit");
	else
		ft_doc_i64(doc, "limit", job->time_limit);
	put_zero_time(doc, "total");
	put_zero_time(doc, "user");
	ft_doc_end(doc);
}

static void
put_flags(const struct ft_job *job, struct ft_doc *doc)
{
	ft_doc_begin_list(doc, "flags");
	if (job->started) {
		ft_doc_text(doc, NULL, "CLEAR_SCHEDULING");
		ft_doc_text(doc, NULL,
		    job->scheduler == FT_SCHED_BACKFILL
			? "STARTED_ON_BACKFILL"
			: "STARTED_ON_SCHEDULE");
	}
	ft_doc_end(doc);
}

static const char *
canceller(const struct facct_view *view, const struct ft_job *job)
{
	const char *name;

	if (!job->was_cancelled)
		return "";
	name = ft_book_user_of_uid(&view->book, job->cancelled_by);
	return name ? name : "";
}

static void
put_middle(
    const struct facct_view *view, const struct ft_job *job, struct ft_doc *doc)
{
	put_cell(view, job, "Group", doc, "group");
	ft_doc_begin(doc, "het");
	ft_doc_u64(doc, "job_id", 0);
	ft_doc_null(doc, "job_offset");
	ft_doc_end(doc);
	ft_doc_u64(doc, "job_id", job->number);
	ft_doc_text(doc, "name", job->name);
	ft_doc_begin(doc, "mcs");
	ft_doc_text(doc, "label", "");
	ft_doc_end(doc);
	put_cell(view, job, "NodeList", doc, "nodes");
	put_cell(view, job, "Partition", doc, "partition");
	ft_doc_u64(doc, "priority", job->priority);
	put_cell(view, job, "QOS", doc, "qos");
	ft_doc_begin(doc, "required");
	ft_doc_u64(doc, "CPUs", ft_jobtext_tres(job->req, FT_TRES_CPU));
	ft_doc_u64(doc, "memory", ft_jobtext_memory(job));
	ft_doc_end(doc);
	put_text(doc, "kill_request_user", canceller(view, job));
	ft_doc_begin(doc, "reservation");
	ft_doc_u64(doc, "id", 0);
	if (*job->reservation)
		ft_doc_text(doc, "name", job->reservation);
	else
		ft_doc_u64(doc, "name", 0);
	ft_doc_end(doc);
}

static void
put_head(
    const struct facct_view *view, const struct ft_job *job, struct ft_doc *doc)
{
	ft_doc_text(doc, "account", job->account);
	ft_doc_begin(doc, "comment");
	put_text(doc, "administrator", job->admin_comment);
	ft_doc_null(doc, "job");
	put_text(doc, "system", job->system_comment);
	ft_doc_end(doc);
	ft_doc_u64(doc, "allocation_nodes", job->started ? job->n_node : 0);
	put_array(job, doc);
	put_association(view, job, doc);
	ft_doc_text(doc, "cluster", view->cluster);
	ft_doc_text(doc, "constraints", job->features);
	ft_doc_null(doc, "container");
	put_success(doc, "derived_exit_code");
	put_time(view, job, doc);
}

static void
put_exit_code(const struct ft_job *job, struct ft_doc *doc)
{
	if (job->exit_signal) {
		put_signal(doc, job->exit_signal);
		return;
	}
	put_success(doc, "exit_code");
}

static void
put_job(
    const struct facct_view *view, const struct ft_job *job, struct ft_doc *doc)
{
	bool requeued = job->flags & FT_JOB_REQUEUED;

	ft_doc_begin(doc, NULL);
	put_head(view, job, doc);
	put_exit_code(job, doc);
	put_flags(job, doc);
	put_middle(view, job, doc);
	ft_doc_begin(doc, "state");
	ft_doc_text(doc, "current",
	    requeued ? "REQUEUED" : ft_job_state_name(job->state));
	ft_doc_text(doc, "reason", ft_job_reason_name(job->reason));
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "steps");
	if (job->started)
		put_step(view, job, doc);
	ft_doc_end(doc);
	put_job_tres(view, job, doc);
	ft_doc_text(doc, "user", job->user);
	ft_doc_begin(doc, "wckey");
	ft_doc_text(doc, "wckey", job->wckey);
	put_empty_list(doc, "flags");
	ft_doc_end(doc);
	ft_doc_text(doc, "working_directory", job->work_dir);
	ft_doc_end(doc);
}

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
	struct ft_doc *doc = ft_doc_open_slurm(out, view->args->kind);

	ft_doc_slurm_head(doc, "openapi/dbv0.0.38", "Slurm OpenAPI DB v0.0.38");
	ft_doc_begin_list(doc, "errors");
	if (view->n == 0)
		put_nothing_found(doc);
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "jobs");
	for (size_t i = 0; i < view->n; i++)
		put_job(view, view->job[i], doc);
	ft_doc_end(doc);
	ft_doc_end(doc);
	ft_doc_close(doc);
}
