/* job.c - collects what columns show of a job and of its batch step. */

#include "facct/facct.h"
#include "base/text/hostlist.h"
#include "common/jobtext.h"
#include "model/account/billing.h"
#include "model/job/joboption.h"

bool
facct_is_document(const struct facct_view *view)
{
	return view->args->kind == FT_FORMAT_JSON ||
	       view->args->kind == FT_FORMAT_YAML;
}

/* ---- nodes and states ------ */

static enum ft_status
take_first(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	ft_str_add_n(ctx, name, len);
	return ft_fail(err, FT_EEXIST, "found");
}

void
facct_add_first_node(struct ft_str *out, const struct ft_job *job)
{
	struct ft_error err;

	(void)ft_hostlist_each(job->nodes, take_first, out, &err);
}

/* A script ends by itself, or it is killed. */
const char *
facct_step_state(const struct ft_job *job)
{
	if (ft_job_is_active(job) || job->state == FT_JOB_COMPLETED ||
	    (job->state == FT_JOB_FAILED && !job->exit_signal))
		return ft_job_state_name(job->state);
	return "CANCELLED";
}

uint64_t
facct_step_memory(const struct ft_job *job)
{
	if (job->n_node > 0 && job->node[0].memory > 0)
		return job->node[0].memory;
	return ft_jobtext_tres(job->alloc, FT_TRES_MEM);
}

/* ---- memory ---- */

void
facct_add_in_unit(struct ft_str *out, char unit, double kib)
{
	for (const char *at = "KMGTP"; *at != unit; at++)
		kib /= 1024;
	if (kib == (double)(uint64_t)kib)
		ft_str_addf(out, "%" PRIu64 "%c", (uint64_t)kib, unit);
	else
		ft_str_addf(out, "%.2f%c", kib, unit);
}

/* MiB in the unit of --units; --noconvert: in M. */
void
facct_add_memory(
    struct ft_str *out, const struct facct_view *view, uint64_t mib)
{
	char unit = view->args->unit;

	if (mib == 0) {
		ft_str_add_char(out, '0');
		return;
	}
	if (unit == 0) {
		ft_jobtext_add_memory(out, mib);
		return;
	}
	if (unit == 'R') {
		ft_str_addf(out, "%" PRIu64 "M", mib);
		return;
	}
	facct_add_in_unit(out, unit, (double)mib * 1024);
}

/* The list, its memory in another unit; programs want no units. */
void
facct_add_tres(
    struct ft_str *out, const struct facct_view *view, const uint64_t *tres)
{
	bool program =
	    facct_is_document(view) || view->args->kind == FT_FORMAT_CSV;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	const char *at, *memory;

	if (view->args->unit == 0 || program) {
		ft_jobtext_add_tres(out, &view->tres, tres,
		    program ? FT_TRES_BY_NAME
			    : FT_TRES_BY_NAME | FT_TRES_UNITS);
		return;
	}
	ft_jobtext_add_tres(&text, &view->tres, tres, FT_TRES_BY_NAME);
	at = ft_str_text(&text);
	memory = strncmp(at, "mem=", 4) == 0 ? at : strstr(at, ",mem=");
	if (memory) {
		memory = strchr(memory, '=') + 1;
		ft_str_add_n(out, at, (size_t)(memory - at));
		facct_add_memory(out, view, ft_jobtext_tres(tres, FT_TRES_MEM));
		at = memory + strcspn(memory, ",");
	}
	ft_str_add(out, at);
}

/* ---- rows ---- */

static void
fill_times(struct facct_row *row)
{
	const struct ft_job *job = row->job;
	const struct facct_args *args = row->view->args;
	int64_t now = row->view->now, until = job->ended ? job->ended : now;
	/* an empty window is a second to sacct */
	int64_t close =
	    args->until + (args->context->slurm && args->until == args->from);

	row->start = job->started;
	/* one that was refused with a number starts as it ends */
	if (args->context->slurm && !job->started &&
	    job->state == FT_JOB_FAILED)
		row->start = job->ended;
	row->end = job->ended;
	row->elapsed = ft_job_elapsed(job, now);
	row->suspended =
	    job->suspended_secs + (job->suspended ? now - job->suspended : 0);
	if (job->eligible)
		row->waited =
		    (job->started ? job->started : until) - job->eligible;
	if (!args->truncate || !args->windowed || !job->started)
		return;
	if (job->started < args->from)
		row->start = args->from;
	if (args->until && (job->ended == 0 || job->ended > close))
		row->end = close;
	row->elapsed -= row->start - job->started + until - row->end;
	if (row->elapsed < 0)
		row->elapsed = 0;
}

static void
fill_sizes(struct facct_row *row)
{
	const struct ft_job *job = row->job;

	row->asked_cpus = ft_jobtext_tres(job->req, FT_TRES_CPU);
	if (job->started && job->alloc)
		row->cpus = ft_jobtext_tres(job->alloc, FT_TRES_CPU);
	else if (!row->view->args->context->slurm ||
		 !ft_release_has(row->view->args->context->release,
		     FT_RULE_SACCT_UNSTARTED))
		row->cpus = row->asked_cpus;
	row->asked_nodes = ft_jobtext_tres(job->req, FT_TRES_NODE);
	if (row->asked_nodes == 0)
		row->asked_nodes = job->min_nodes;
	if (job->started)
		row->had_nodes =
		    job->n_node > 0 ? job->n_node
				    : ft_jobtext_tres(job->alloc, FT_TRES_NODE);
	row->nodes = job->started ? row->had_nodes : row->asked_nodes;
}

/* By its Slurm name what was noted last, for slurmdbd learns neither of Priority and
 * Resources nor of the reason of an end; since 24.11 it learns of no reason before
 * the start. */
const char *
facct_reason(const struct ft_context *context, const struct ft_job *job)
{
	struct ft_str noted FT_CLEANUP(ft_str_free) = { 0 };

	if (context->slurm && !job->started &&
	    ft_release_has(context->release, FT_RULE_SACCT_REASON_AT_START))
		return NULL;
	if (job->reason != FT_REASON_NONE &&
	    (!context->slurm ||
		(!job->started && ft_job_reason_is_noted(job->reason))))
		return ft_job_reason_name(job->reason);
	return ft_job_option(job, "noted", &noted)
		   ? ft_job_reason_name(ft_job_reason_find(ft_str_text(&noted)))
		   : NULL;
}

void
facct_row_fill(struct facct_row *row, const struct facct_view *view,
    const struct ft_job *job)
{
	const struct ft_qos *qos = ft_acctdb_qos(&view->acctdb, job->qos);

	*row = (struct facct_row){
		.job = job,
		.self = row,
		.view = view,
		.cluster = view->cluster,
		.partition = *job->partition ? job->partition : job->partitions,
		.qos = qos ? qos->name : NULL,
		.node_list = job->started ? job->nodes : NULL,
	};
	row->reason = facct_reason(view->args->context, job);
	fill_sizes(row);
	fill_times(row);
	row->cpu_time = row->elapsed * (int64_t)row->cpus;
	facct_row_used(row);
}

void
facct_row_step(struct facct_row *row)
{
	const struct ft_job *job = row->job;

	row->cpus = job->n_node > 0 && job->node[0].cpus > 0
			? job->node[0].cpus
			: ft_jobtext_tres(job->alloc, FT_TRES_CPU);
	row->asked_cpus = row->cpus;
	row->had_nodes = row->asked_nodes = row->nodes = 1;
	row->cpu_time = row->elapsed * (int64_t)row->cpus;
}
