/* used.c - what a job used of its CPUs and its memory, as columns and documents
 * show it.  Slurm learns of it when the step of the batch script ends, and knows it
 * of that step; the job itself has only the CPU time. */

#include "facct/facct.h"
#include "base/text/timefmt.h"
#include "common/jobtext.h"

#define SECOND INT64_C(1000000)
#define HOUR   3600
/* Of CPU time, so that it can be printed; seconds. */
#define SECONDS_MAX 1e12

/* Whether what it used can be known by now; sacct reads it with the steps. */
static bool
is_known(const struct facct_row *row)
{
	const struct ft_job *job = row->job;

	return job->started &&
	       (!facct_is_slurm(row) ||
		   (!ft_job_is_active(job) && !row->view->args->no_steps));
}

void
facct_row_used(struct facct_row *row)
{
	const struct ft_job *job = row->job;
	double seconds = job->cpu_efficiency *
			 (double)ft_job_elapsed(job, row->view->now) *
			 (double)row->cpus;

	row->cpu_used = row->mem_used = FT_JOB_USED_UNKNOWN;
	if (!is_known(row))
		return;
	row->mem_used = job->mem_used;
	if (job->cpu_efficiency >= 0)
		row->cpu_used = (int64_t)round(
		    (seconds < SECONDS_MAX ? seconds : SECONDS_MAX) *
		    (double)SECOND);
}

/* ---- CPU time -------------------------------------------------------------------- */

/* Below an hour sacct prints milliseconds. */
static void
add_cpu(struct ft_str *out, int64_t micro)
{
	int64_t seconds = micro / SECOND;

	if (micro == 0 || seconds >= HOUR)
		ft_time_add_duration(out, seconds);
	else
		ft_str_addf(out, "%02d:%02d.%03d", (int)(seconds / 60),
		    (int)(seconds % 60), (int)(micro % SECOND / 1000));
}

/* .arg: where nothing is known, under the Slurm name. */
void
facct_total_cpu(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	if (row->cpu_used >= 0) {
		add_cpu(ft_value_build(value), row->cpu_used);
		value->whole = row->cpu_used / SECOND;
	} else if (facct_is_slurm(row)) {
		ft_value_text(value, "00:00:00");
	}
}

void
facct_step_cpu(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	if (row->cpu_used >= 0)
		ft_time_add_duration(
		    ft_value_build(value), row->cpu_used / SECOND);
}

void
facct_cpu_efficiency(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	if (row->cpu_used >= 0)
		ft_value_real(value, (ft_real)row->job->cpu_efficiency * 100);
}

void
facct_cpu_part(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;
	int64_t used = row->cpu_used > 0 ? row->cpu_used : 0;
	bool seconds = strcmp(value->column->arg, "seconds") == 0;

	ft_value_i64(value, seconds ? used / SECOND : used % SECOND);
}

/* ---- memory ---------------------------------------------------------------------- */

/* In the unit of --units; else in the largest in which it is a whole number. */
static void
add_memory(struct ft_str *out, const struct facct_view *view, int64_t kib)
{
	static const char units[] = "KMGTP";
	const char *unit = units;

	if (kib == 0) {
		ft_str_add_char(out, '0');
	} else if (view->args->unit == 'R') {
		ft_str_addf(out, "%" PRId64, kib * 1024);
	} else if (view->args->unit) {
		facct_add_in_unit(out, view->args->unit, (double)kib);
	} else {
		for (; kib % 1024 == 0 && unit[1]; unit++)
			kib /= 1024;
		ft_str_addf(out, "%" PRId64 "%c", kib, *unit);
	}
}

void
facct_mem_used(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	if (row->mem_used >= 0)
		add_memory(ft_value_build(value), row->view, row->mem_used);
}

void
facct_mem_used_raw(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	if (row->mem_used >= 0)
		ft_value_i64(value, row->mem_used);
}

void
facct_mem_efficiency(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;
	uint64_t asked = ft_jobtext_tres(row->job->req, FT_TRES_MEM);

	if (row->mem_used >= 0 && asked > 0)
		ft_value_real(value,
		    (ft_real)row->mem_used * 100 / ((ft_real)asked * 1024));
}

/* ---- of the step of a batch script: one task, on the first node ------------------- */

/* .arg "cpu": a figure about CPU time, else about memory. */
static bool
is_measured(const struct facct_row *row, const char *what)
{
	return (strcmp(what, "cpu") == 0 ? row->cpu_used : row->mem_used) >= 0;
}

void
facct_used_node(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	if (is_measured(row, value->column->arg))
		facct_add_first_node(ft_value_build(value), row->job);
}

void
facct_used_task(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	if (is_measured(row, value->column->arg))
		ft_value_text(value, "0");
}

/* "cpu=00:35:00,mem=1200M"; .arg: what to show of each, its amount, node or task. */
void
facct_used_tres(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;
	struct ft_str *out = ft_value_build(value);
	const char *kind = value->column->arg;

	for (int memory = 0; memory < 2; memory++) {
		const char *name = memory ? "mem" : "cpu";

		if (!is_measured(row, name))
			continue;
		ft_str_addf(out, "%s%s=", out->len ? "," : "", name);
		if (strcmp(kind, "node") == 0)
			facct_add_first_node(out, row->job);
		else if (strcmp(kind, "task") == 0)
			ft_str_add_char(out, '0');
		else if (memory)
			add_memory(out, row->view, row->mem_used);
		else
			ft_time_add_duration(out, row->cpu_used / SECOND);
	}
}
