/* slurmdoc.c - squeue --json and --yaml: jobs with every member of slurmctld's. */

#include "common/jobtext.h"
#include "fqueue/fqueue.h"

static void
add_list(struct ft_doc *doc, const struct fqueue_view *view, const char *key,
    void (*add)(struct ft_doc *doc, const struct ft_jobdoc *row))
{
	ft_doc_begin_list(doc, key);
	for (size_t i = 0; i < view->n; i++)
		add(doc, &view->row[i].of);
	ft_doc_end(doc);
}

void
fqueue_old_document(const struct fqueue_view *view, struct ft_out *out)
{
	struct ft_doc *doc = ft_doc_open_slurm(
	    out, view->args->kind, (struct ft_doc_shape){ 0 });

	ft_doc_slurm_head(doc, "openapi/v0.0.38", "Slurm OpenAPI v0.0.38");
	ft_doc_begin_list(doc, "errors");
	ft_doc_end(doc);
	add_list(doc, view, "jobs", ft_jobdoc_add);
	ft_doc_end(doc);
	ft_doc_close(doc);
}

static void
add_state(struct ft_doc *doc, const struct ft_job *job, int32_t task)
{
	struct ft_str state FT_CLEANUP(ft_str_free) = { 0 };
	char id[40];

	ft_jobtext_add_states(&state, job);
	if (job->array_job && task != FT_TASK_NONE)
		snprintf(id, sizeof id, "%" PRIu32 "_%" PRId32, job->array_job,
		    task);
	else
		snprintf(id, sizeof id, "%" PRIu32, job->number);
	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "job_id", id);
	ft_doc_list(doc, "state", ft_str_text(&state));
	ft_doc_end(doc);
}

/* --only-job-state: each waiting task counts as a job. */
static void
add_states(struct ft_doc *doc, const struct fqueue_view *view)
{
	ft_doc_begin_list(doc, "jobs");
	for (size_t i = 0; i < view->n; i++) {
		const struct ft_job *job = view->row[i].of.job;

		for (size_t k = 0; k < job->n_tasks; k++)
			add_state(doc, job, (int32_t)job->tasks[k]);
		if (!ft_job_is_head(job))
			add_state(doc, job, job->array_task);
	}
	ft_doc_end(doc);
}

enum ft_status
fqueue_slurm_document(const struct fqueue_view *view,
    const struct ft_session *session, struct ft_out *out)
{
	const struct fqueue_args *args = view->args;
	const struct ft_slurmdoc_call call = { args->context, session,
		args->context->argc, args->context->argv };
	bool failed;
	struct ft_doc *doc =
	    ft_slurmdoc_open(&args->doc, args->context, out, &failed);

	if (!doc)
		return failed ? FT_EINVAL : FT_OK;
	if (args->only_state) {
		add_states(doc, view);
	} else if (args->steps) {
		add_list(doc, view, "steps", ft_jobdoc_add_step);
		ft_jobdoc_add_time(doc, "last_update", view->world->now);
	} else {
		add_list(doc, view, "jobs", ft_jobdoc_add);
		ft_jobdoc_add_time(
		    doc, "last_backfill", view->world->times.backfill_ran);
		ft_jobdoc_add_time(doc, "last_update", view->world->now);
	}
	if (view->n == 0)
		ft_doc_warn(doc,
		    args->steps ? "Zero steps to dump" : "Zero jobs to dump");
	ft_slurmdoc_close(doc, &args->doc, &call);
	return FT_OK;
}
