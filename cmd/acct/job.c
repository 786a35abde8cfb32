/* What there is to say of a job, its batch step and their sizes. */

#include "acct/acct.h"
#include "base/hostlist.h"
#include "common/jobtext.h"
#include "model/billing.h"

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
	    job->state == FT_JOB_FAILED)
		return ft_job_state_name(job->state);
	return "CANCELLED";
}

uint64_t
facct_step_cpus(const struct ft_job *job)
{
	if (job->n_node > 0 && job->node[0].cpus > 0)
		return job->node[0].cpus;
	return ft_jobtext_tres(job->alloc, FT_TRES_CPU);
}

uint64_t
facct_step_memory(const struct ft_job *job)
{
	if (job->n_node > 0 && job->node[0].memory > 0)
		return job->node[0].memory;
	return ft_jobtext_tres(job->alloc, FT_TRES_MEM);
}

uint64_t
facct_asked_cpus(const struct ft_job *job)
{
	return ft_jobtext_tres(job->req, FT_TRES_CPU);
}

uint64_t
facct_had_cpus(const struct ft_job *job)
{
	return job->started && job->alloc
		   ? ft_jobtext_tres(job->alloc, FT_TRES_CPU)
		   : facct_asked_cpus(job);
}

uint64_t
facct_had_nodes(const struct ft_job *job)
{
	if (!job->started)
		return 0;
	return job->n_node > 0 ? job->n_node
			       : ft_jobtext_tres(job->alloc, FT_TRES_NODE);
}

uint64_t
facct_asked_nodes(const struct ft_job *job)
{
	uint64_t nodes = ft_jobtext_tres(job->req, FT_TRES_NODE);

	return nodes > 0 ? nodes : job->min_nodes;
}

/* ---- memory ---- */

/* MiB in the unit of --units; --noconvert: in M. */
void
facct_add_memory(
    struct ft_str *out, const struct facct_view *view, uint64_t mib)
{
	static const char units[] = "KMGTP";
	char unit = view->args->unit;
	const char *found = strchr(units, unit);
	double value = (double)mib * 1024;

	if (mib == 0) {
		ft_str_add_char(out, '0');
		return;
	}
	if (unit == 0) {
		ft_jobtext_add_memory(out, mib);
		return;
	}
	if (unit == 'R' || !found) {
		ft_str_addf(out, "%" PRIu64 "M", mib);
		return;
	}
	for (; found > units; found--)
		value /= 1024;
	if (value == (double)(uint64_t)value)
		ft_str_addf(out, "%" PRIu64 "%c", (uint64_t)value, unit);
	else
		ft_str_addf(out, "%.2f%c", value, unit);
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

/* ---- times ---- */

static bool
truncates(const struct facct_view *view)
{
	return view->args->truncate && view->args->windowed;
}

int64_t
facct_start(const struct facct_view *view, const struct ft_job *job)
{
	if (job->started && truncates(view) && job->started < view->args->from)
		return view->args->from;
	return job->started;
}

int64_t
facct_end(const struct facct_view *view, const struct ft_job *job)
{
	if (truncates(view) && job->started && view->args->until &&
	    (job->ended == 0 || job->ended > view->args->until))
		return view->args->until;
	return job->ended;
}

int64_t
facct_elapsed(const struct facct_view *view, const struct ft_job *job)
{
	int64_t elapsed = ft_job_elapsed(job, view->now);

	if (!truncates(view) || !job->started)
		return elapsed;
	elapsed -= facct_start(view, job) - job->started;
	elapsed -= (job->ended ? job->ended : view->now) - facct_end(view, job);
	return elapsed > 0 ? elapsed : 0;
}

int64_t
facct_suspended(const struct facct_view *view, const struct ft_job *job)
{
	return job->suspended_secs +
	       (job->suspended ? view->now - job->suspended : 0);
}
