#include <inttypes.h>
#include <string.h>

#include "acct/acct.h"
#include "base/hostlist.h"
#include "base/timefmt.h"
#include "common/jobtext.h"
#include "model/billing.h"
#include "sim/array.h"

struct cell {
	const struct facct_view *view;
	const struct ft_job *job;
	struct ft_str *out;
};
typedef void cell_fn(const struct cell *cell);

/* ---- always the same ---------------------------------------------------------- */

static void
cell_blank(const struct cell *cell)
{
	(void)cell;
}

static void
cell_zero(const struct cell *cell)
{
	ft_str_add_char(cell->out, '0');
}

static void
cell_one(const struct cell *cell)
{
	ft_str_add_char(cell->out, '1');
}

static void
cell_unknown(const struct cell *cell)
{
	ft_str_add(cell->out, "Unknown");
}

static void
cell_no_time(const struct cell *cell)
{
	ft_str_add(cell->out, "00:00:00");
}

static void
cell_derived(const struct cell *cell)
{
	ft_str_add(cell->out, "0:0");
}

static void
cell_batch(const struct cell *cell)
{
	ft_str_add(cell->out, "batch");
}

/* Of what ran it is not known. */
static void
cell_energy(const struct cell *cell)
{
	if (!cell->job->started)
		ft_str_add_char(cell->out, '0');
}

static void
cell_wckey_id(const struct cell *cell)
{
	ft_str_add_char(cell->out, '0');
}

/* ---- words ----------------------------------------------------------------------- */

static void
cell_account(const struct cell *cell)
{
	ft_str_add(cell->out, cell->job->account);
}

static void
cell_admin_comment(const struct cell *cell)
{
	ft_str_add(cell->out, cell->job->admin_comment);
}

static void
cell_system_comment(const struct cell *cell)
{
	ft_str_add(cell->out, cell->job->system_comment);
}

static void
cell_cluster(const struct cell *cell)
{
	ft_str_add(cell->out, cell->view->cluster);
}

/* slurmctld hands it on only if AccountingStoreFlags says so. */
static void
cell_comment(const struct cell *cell)
{
	if (!cell->view->args->context->slurm)
		ft_str_add(cell->out, cell->job->comment);
}

static void
cell_constraints(const struct cell *cell)
{
	ft_str_add(cell->out, cell->job->features);
}

static void
cell_group(const struct cell *cell)
{
	ft_jobtext_add_group(cell->out, cell->job);
}

static void
cell_name(const struct cell *cell)
{
	ft_str_add(cell->out, cell->job->name);
}

static void
cell_partition(const struct cell *cell)
{
	const struct ft_job *job = cell->job;

	ft_str_add(
	    cell->out, *job->partition ? job->partition : job->partitions);
}

static void
cell_qos(const struct cell *cell)
{
	const struct ft_qos *qos =
	    ft_book_qos(&cell->view->book, cell->job->qos);

	ft_str_add(cell->out, qos ? qos->name : "");
}

static void
cell_reason(const struct cell *cell)
{
	ft_str_add(cell->out, ft_job_reason_name(cell->job->reason));
}

static void
cell_reservation(const struct cell *cell)
{
	ft_str_add(cell->out, cell->job->reservation);
}

static void
cell_user(const struct cell *cell)
{
	ft_str_add(cell->out, cell->job->user);
}

static void
cell_wckey(const struct cell *cell)
{
	ft_str_add(cell->out, cell->job->wckey);
}

static void
cell_work_dir(const struct cell *cell)
{
	ft_str_add(cell->out, cell->job->work_dir);
}

static void
cell_flags(const struct cell *cell)
{
	const struct ft_job *job = cell->job;

	if (job->scheduler != FT_SCHED_NONE && job->started)
		ft_str_add(cell->out, job->scheduler == FT_SCHED_MAIN
					  ? "SchedMain,"
					  : "SchedBackfill,");
	/* 22.05 misspells it */
	ft_str_add(cell->out, "StartRecieved");
}

static void
cell_node_list(const struct cell *cell)
{
	ft_str_add(cell->out, *cell->job->nodes && cell->job->started
				  ? cell->job->nodes
				  : "None assigned");
}

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

static void
cell_first_node(const struct cell *cell)
{
	facct_add_first_node(cell->out, cell->job);
}

/* ---- states ------------------------------------------------------------------------ */

static void
cell_state(const struct cell *cell)
{
	const struct ft_job *job = cell->job;

	if (job->flags & FT_JOB_REQUEUED && !ft_job_is_active(job))
		ft_str_add(cell->out, "REQUEUED");
	else
		ft_str_add(cell->out, ft_job_state_name(job->state));
	if (job->state == FT_JOB_CANCELLED && job->was_cancelled &&
	    !(job->flags & FT_JOB_REQUEUED))
		ft_str_addf(cell->out, " by %" PRIu32, job->cancelled_by);
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

static void
cell_step_state(const struct cell *cell)
{
	ft_str_add(cell->out, facct_step_state(cell->job));
}

static void
cell_exit_code(const struct cell *cell)
{
	ft_str_addf(cell->out, "%" PRIu32 ":%" PRIu32, cell->job->exit_code,
	    cell->job->exit_signal);
}

static void
cell_step_exit_code(const struct cell *cell)
{
	if (strcmp(facct_step_state(cell->job), "CANCELLED") == 0)
		ft_str_add(cell->out, "0:15");
	else
		cell_exit_code(cell);
}

/* ---- numbers ------------------------------------------------------------------------- */

static void
add_u64(const struct cell *cell, uint64_t number)
{
	ft_str_addf(cell->out, "%" PRIu64, number);
}

static void
cell_assoc(const struct cell *cell)
{
	add_u64(cell, cell->job->assoc);
}

static void
cell_db_index(const struct cell *cell)
{
	add_u64(cell, cell->job->id);
}

static void
cell_gid(const struct cell *cell)
{
	add_u64(cell, cell->job->gid);
}

static void
cell_uid(const struct cell *cell)
{
	add_u64(cell, cell->job->uid);
}

static void
cell_priority(const struct cell *cell)
{
	add_u64(cell, cell->job->priority);
}

static void
cell_qos_id(const struct cell *cell)
{
	add_u64(cell, cell->job->qos);
}

static void
cell_number(const struct cell *cell)
{
	add_u64(cell, cell->job->number);
}

static void
cell_step_number(const struct cell *cell)
{
	ft_str_addf(cell->out, "%" PRIu32 ".batch", cell->job->number);
}

/* An array that was cancelled keeps its indices. */
static void
cell_job_id(const struct cell *cell)
{
	const struct ft_job *job = cell->job;

	if (!ft_job_is_head(job)) {
		ft_job_add_id(cell->out, job);
		return;
	}
	ft_str_addf(cell->out, "%" PRIu32 "_[", job->array_job);
	ft_jobtext_add_tasks(cell->out, job, cell->view->args->context->slurm);
	ft_str_add_char(cell->out, ']');
}

static void
cell_step_id(const struct cell *cell)
{
	ft_job_add_id(cell->out, cell->job);
	ft_str_add(cell->out, ".batch");
}

/* ---- sizes ----------------------------------------------------------------------------- */

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

static uint64_t
asked_cpus(const struct ft_job *job)
{
	return ft_jobtext_tres(job->req, FT_TRES_CPU);
}

static uint64_t
had_cpus(const struct ft_job *job)
{
	return job->started && job->alloc
		   ? ft_jobtext_tres(job->alloc, FT_TRES_CPU)
		   : asked_cpus(job);
}

static void
cell_cpus(const struct cell *cell)
{
	add_u64(cell, had_cpus(cell->job));
}

static void
cell_step_cpus(const struct cell *cell)
{
	add_u64(cell, facct_step_cpus(cell->job));
}

static void
cell_req_cpus(const struct cell *cell)
{
	add_u64(cell, asked_cpus(cell->job));
}

static uint64_t
had_nodes(const struct ft_job *job)
{
	if (!job->started)
		return 0;
	return job->n_node > 0 ? job->n_node
			       : ft_jobtext_tres(job->alloc, FT_TRES_NODE);
}

static uint64_t
asked_nodes(const struct ft_job *job)
{
	uint64_t nodes = ft_jobtext_tres(job->req, FT_TRES_NODE);

	return nodes > 0 ? nodes : job->min_nodes;
}

static void
cell_alloc_nodes(const struct cell *cell)
{
	add_u64(cell, had_nodes(cell->job));
}

static void
cell_nodes(const struct cell *cell)
{
	add_u64(cell,
	    cell->job->started ? had_nodes(cell->job) : asked_nodes(cell->job));
}

static void
cell_req_nodes(const struct cell *cell)
{
	add_u64(cell, asked_nodes(cell->job));
}

/* MiB in the unit of --units; --noconvert: in M. */
static void
add_memory(const struct cell *cell, uint64_t mib)
{
	static const char units[] = "KMGTP";
	char unit = cell->view->args->unit;
	const char *found = strchr(units, unit);
	double value = (double)mib * 1024;

	if (mib == 0) {
		ft_str_add_char(cell->out, '0');
		return;
	}
	if (unit == 0) {
		ft_jobtext_add_memory(cell->out, mib);
		return;
	}
	if (unit == 'R' || !found) {
		ft_str_addf(cell->out, "%" PRIu64 "M", mib);
		return;
	}
	for (; found > units; found--)
		value /= 1024;
	if (value == (double)(uint64_t)value)
		ft_str_addf(cell->out, "%" PRIu64 "%c", (uint64_t)value, unit);
	else
		ft_str_addf(cell->out, "%.2f%c", value, unit);
}

/* Numbers have no units there. */
static bool
for_programs(const struct cell *cell)
{
	enum ft_format_kind kind = cell->view->args->kind;

	return kind == FT_FORMAT_CSV || kind == FT_FORMAT_JSON ||
	       kind == FT_FORMAT_YAML;
}

/* The list, its memory in another unit. */
static void
add_tres(const struct cell *cell, const uint64_t *tres, unsigned flags)
{
	const struct ft_tres_table *table = &cell->view->tres;
	struct ft_str text = { 0 };
	const char *at, *memory;

	if (cell->view->args->unit == 0 || for_programs(cell)) {
		ft_jobtext_add_tres(cell->out, table, tres,
		    for_programs(cell) ? flags : flags | FT_TRES_UNITS);
		return;
	}
	ft_jobtext_add_tres(&text, table, tres, flags);
	at = ft_str_text(&text);
	memory = strncmp(at, "mem=", 4) == 0 ? at : strstr(at, ",mem=");
	if (memory) {
		memory = strchr(memory, '=') + 1;
		ft_str_add_n(cell->out, at, (size_t)(memory - at));
		add_memory(cell, ft_jobtext_tres(tres, FT_TRES_MEM));
		at = memory + strcspn(memory, ",");
	}
	ft_str_add(cell->out, at);
	ft_str_free(&text);
}

static void
cell_alloc_tres(const struct cell *cell)
{
	if (cell->job->started)
		add_tres(cell, cell->job->alloc, FT_TRES_BY_NAME);
}

static void
cell_req_tres(const struct cell *cell)
{
	add_tres(cell, cell->job->req, FT_TRES_BY_NAME);
}

static void
cell_req_mem(const struct cell *cell)
{
	add_memory(cell, ft_jobtext_tres(cell->job->req, FT_TRES_MEM));
}

static void
cell_step_tres(const struct cell *cell)
{
	ft_str_addf(
	    cell->out, "cpu=%" PRIu64 ",mem=", facct_step_cpus(cell->job));
	add_memory(cell, facct_step_memory(cell->job));
	ft_str_add(cell->out, ",node=1");
}

/* ---- times ------------------------------------------------------------------------------- */

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

static void
add_date(const struct cell *cell, int64_t when)
{
	ft_timetext_add(cell->out, &cell->view->time, when, "Unknown");
}

static void
add_span(const struct cell *cell, int64_t seconds)
{
	char buf[40];

	ft_str_add(
	    cell->out, ft_time_format_duration(buf, sizeof buf, seconds));
}

static void
cell_submit(const struct cell *cell)
{
	add_date(cell, cell->job->submitted);
}

static void
cell_eligible(const struct cell *cell)
{
	add_date(cell, cell->job->eligible);
}

static void
cell_started(const struct cell *cell)
{
	add_date(cell, facct_start(cell->view, cell->job));
}

static void
cell_start(const struct cell *cell)
{
	if (!cell->job->started && cell->job->ended)
		ft_str_add(cell->out, "None");
	else
		cell_started(cell);
}

static void
cell_end(const struct cell *cell)
{
	add_date(cell, facct_end(cell->view, cell->job));
}

static void
cell_elapsed(const struct cell *cell)
{
	add_span(cell, facct_elapsed(cell->view, cell->job));
}

static void
cell_elapsed_seconds(const struct cell *cell)
{
	add_u64(cell, (uint64_t)facct_elapsed(cell->view, cell->job));
}

static void
cell_cpu_time(const struct cell *cell)
{
	add_span(cell, facct_elapsed(cell->view, cell->job) *
			   (int64_t)had_cpus(cell->job));
}

static void
cell_cpu_seconds(const struct cell *cell)
{
	add_u64(cell, (uint64_t)facct_elapsed(cell->view, cell->job) *
			  had_cpus(cell->job));
}

static void
cell_step_cpu_time(const struct cell *cell)
{
	add_span(cell, facct_elapsed(cell->view, cell->job) *
			   (int64_t)facct_step_cpus(cell->job));
}

static void
cell_step_cpu_seconds(const struct cell *cell)
{
	add_u64(cell, (uint64_t)facct_elapsed(cell->view, cell->job) *
			  facct_step_cpus(cell->job));
}

static void
cell_suspended(const struct cell *cell)
{
	int64_t seconds = cell->job->suspended_secs;

	if (cell->job->suspended)
		seconds += cell->view->now - cell->job->suspended;
	add_span(cell, seconds);
}

/* From when it might start to its start, its end, or now. */
static int64_t
waited(const struct cell *cell)
{
	const struct ft_job *job = cell->job;
	int64_t until = job->started ? job->started
			: job->ended ? job->ended
				     : cell->view->now;

	return job->eligible ? until - job->eligible : 0;
}

static void
cell_reserved(const struct cell *cell)
{
	add_span(cell, waited(cell));
}

static void
cell_reserved_cpu(const struct cell *cell)
{
	add_span(cell, waited(cell) * (int64_t)asked_cpus(cell->job));
}

/* Negative ones are not looked after by sacct. */
static void
cell_reserved_seconds(const struct cell *cell)
{
	add_u64(
	    cell, (uint64_t)waited(cell) * asked_cpus(cell->job) & UINT32_MAX);
}

static void
cell_time_limit(const struct cell *cell)
{
	int64_t minutes = cell->job->time_limit;

	if (minutes == FT_TIME_NONE)
		ft_str_add(cell->out, "Partition_Limit");
	else
		add_span(cell,
		    minutes == FT_TIME_UNLIMITED ? minutes : minutes * 60);
}

static void
cell_time_limit_raw(const struct cell *cell)
{
	int64_t minutes = cell->job->time_limit;

	if (minutes == FT_TIME_NONE)
		ft_str_add(cell->out, "Partition_Limit");
	else if (minutes == FT_TIME_UNLIMITED)
		ft_str_add(cell->out, "UNLIMITED");
	else
		ft_str_addf(cell->out, "%" PRId64, minutes);
}

/* ---- the table ---------------------------------------------------------------------------- */

static const struct {
	cell_fn *job, *step;
} cells[ACCT_FIELDS] = {
#define FIELD(id, name, width, type, flags, key, fn, step, sentence)           \
	{ cell_##fn, cell_##step },
#include "acct/field.def"
};

void
facct_cell(const struct facct_view *view, const struct ft_job *job, bool step,
    int field, struct ft_str *out)
{
	struct cell cell = { view, job, out };

	if (step)
		cells[field].step(&cell);
	else
		cells[field].job(&cell);
}
