#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "base/timefmt.h"
#include "common/jobtext.h"
#include "common/optiontext.h"
#include "model/joboption.h"
#include "queue/queue.h"
#include "sim/array.h"
#include "sim/depend.h"
#include "sim/preempt.h"

/* Bytes squeue has for "12_[1-3,5]", unless there is $SLURM_BITSTR_LEN. */
#define ID_ROOM 32

struct cell {
	const struct queue_view *view;
	const struct queue_row *row;
	const struct ft_job *job;
	const void *member; /* of the job */
	const char *none;
	const char *option; /* of joboption.h; NULL it shows none */
	struct ft_str *out;
};
typedef void cell_fn(const struct cell *cell);

/* ---- members as they are ---------------------------------------------------- */

static void
cell_fixed(const struct cell *cell)
{
	ft_str_add(cell->out, cell->none);
}

static void
cell_text(const struct cell *cell)
{
	const char *const *text = cell->member;

	ft_str_add(cell->out, **text ? *text : cell->none);
}

static void
cell_u32(const struct cell *cell)
{
	const uint32_t *number = cell->member;

	ft_str_addf(cell->out, "%" PRIu32, *number);
}

static void
cell_i64(const struct cell *cell)
{
	const int64_t *number = cell->member;

	ft_str_addf(cell->out, "%" PRId64, *number);
}

static void
cell_flag(const struct cell *cell)
{
	const bool *flag = cell->member;

	ft_str_add_char(cell->out, *flag ? '1' : '0');
}

static void
cell_date(const struct cell *cell)
{
	const int64_t *when = cell->member;

	ft_timetext_add(cell->out, &cell->view->time, *when, cell->none);
}

/* ---- numbers of jobs and arrays -------------------------------------------- */

static void
add_tasks(const struct cell *cell)
{
	ft_jobtext_add_tasks(
	    cell->out, cell->job, cell->view->args->context->slurm);
}

static void
cell_job_id(const struct cell *cell)
{
	const struct ft_job *job = cell->job;
	struct ft_str *out = cell->out;
	size_t start = out->len;

	if (cell->row->task != FT_TASK_NONE) {
		ft_str_addf(out, "%" PRIu32 "_%" PRId32, job->array_job,
		    cell->row->task);
	} else if (ft_job_is_head(job) && job->state == FT_JOB_PENDING) {
		ft_str_addf(out, "%" PRIu32 "_[", job->array_job);
		add_tasks(cell);
		ft_str_add_char(out, ']');
	} else {
		ft_job_add_id(out, job);
	}
	if (cell->view->args->context->slurm && out->len - start >= ID_ROOM &&
	    !ft_cmd_variable("SLURM_BITSTR_LEN"))
		out->len = start + ID_ROOM - 1;
	out->data[out->len] = '\0';
}

static void
cell_array_job(const struct cell *cell)
{
	const struct ft_job *job = cell->job;

	ft_str_addf(cell->out, "%" PRIu32,
	    job->array_job ? job->array_job : job->number);
}

static void
cell_array_task(const struct cell *cell)
{
	if (cell->row->task != FT_TASK_NONE)
		ft_str_addf(cell->out, "%" PRId32, cell->row->task);
	else if (ft_job_is_head(cell->job))
		add_tasks(cell);
	else if (cell->job->array_task != FT_TASK_NONE)
		ft_str_addf(cell->out, "%" PRId32, cell->job->array_task);
	else
		ft_str_add(cell->out, cell->none);
}

/* ---- who, where -------------------------------------------------------------- */

static void
cell_cluster(const struct cell *cell)
{
	ft_str_add(cell->out, cell->view->world->cluster_name);
}

static void
cell_group_name(const struct cell *cell)
{
	ft_jobtext_add_group(cell->out, cell->job);
}

static void
cell_partition(const struct cell *cell)
{
	const struct ft_job *job = cell->job;

	if (cell->row->partition)
		ft_str_add(cell->out, cell->row->partition);
	else
		ft_str_add(
		    cell->out, *job->partition && job->state != FT_JOB_PENDING
				   ? job->partition
				   : job->partitions);
}

static void
cell_qos(const struct cell *cell)
{
	ft_jobtext_add_qos(cell->out, cell->view->world, cell->job);
}

static void
cell_batch_host(const struct cell *cell)
{
	size_t before = cell->out->len;

	ft_jobtext_add_first_node(cell->out, cell->view->world, cell->job);
	if (cell->out->len == before)
		ft_str_add(cell->out, cell->none);
}

static void
cell_node_list(const struct cell *cell)
{
	if (ft_jobtext_has_run(cell->job))
		ft_str_add(cell->out, cell->job->nodes);
}

static void
cell_sched_nodes(const struct cell *cell)
{
	bool waits = cell->job->state == FT_JOB_PENDING;

	ft_str_add(cell->out, waits && *cell->job->sched_nodes
				  ? cell->job->sched_nodes
				  : cell->none);
}

static void
cell_reason(const struct cell *cell)
{
	if (cell->row->reasons)
		ft_str_add(cell->out, cell->row->reasons);
	else
		ft_jobtext_add_reason(cell->out, cell->job);
}

/* Jobs that ended badly tell why, too; those that were cancelled do not. */
static void
cell_reason_list(const struct cell *cell)
{
	enum ft_job_state state = cell->job->state;

	if (state != FT_JOB_PENDING && state != FT_JOB_FAILED &&
	    state != FT_JOB_TIMEOUT && state != FT_JOB_OUT_OF_MEMORY) {
		cell_node_list(cell);
		return;
	}
	ft_str_add_char(cell->out, '(');
	cell_reason(cell);
	ft_str_add_char(cell->out, ')');
}

/* ---- sizes ------------------------------------------------------------------- */

static void
cell_nodes(const struct cell *cell)
{
	char text[16];

	snprintf(text, sizeof text, "%" PRIu32,
	    ft_jobtext_nodes(cell->view->world, cell->job));
	/* squeue has room for seven digits */
	ft_str_addf(cell->out, "%.*s",
	    cell->view->args->context->slurm ? 7 : (int)sizeof text, text);
}

static void
cell_cpus(const struct cell *cell)
{
	ft_str_addf(cell->out, "%" PRIu64, ft_jobtext_cpus(cell->job));
}

static void
cell_cpus_per_task(const struct cell *cell)
{
	uint32_t cpus = cell->job->cpus_per_task;

	ft_str_addf(cell->out, "%" PRIu32, cpus > 0 ? cpus : 1);
}

static void
cell_tasks(const struct cell *cell)
{
	ft_str_addf(cell->out, "%" PRIu32, cell->job->tasks_wanted);
}

static void
cell_memory(const struct cell *cell)
{
	ft_jobtext_add_memory(cell->out, ft_jobtext_memory(cell->job));
}

static void
cell_disk(const struct cell *cell)
{
	uint64_t mib = cell->job->disk_per_node;

	if (cell->view->args->kind == FT_FORMAT_TABLE)
		ft_jobtext_add_memory(cell->out, mib);
	else /* a number for programs */
		ft_str_addf(cell->out, "%" PRIu64, mib);
}

static void
cell_tres(const struct cell *cell)
{
	const struct ft_job *job = cell->job;

	bool program = cell->view->args->kind != FT_FORMAT_TABLE;

	ft_jobtext_add_tres(cell->out, &cell->view->world->tres,
	    ft_jobtext_has_run(job) ? job->alloc : job->req,
	    program ? 0 : FT_TRES_UNITS);
}

static void
cell_tres_per_node(const struct cell *cell)
{
	size_t before = cell->out->len;

	ft_jobtext_add_gres(cell->out, cell->job);
	if (cell->out->len == before)
		ft_str_add(cell->out, cell->none);
}

static void
cell_shared(const struct cell *cell)
{
	ft_str_add(cell->out, ft_jobtext_sharing(cell->view->world, cell->job));
}

/* ---- options of sbatch --------------------------------------------------------- */

static void
cell_option(const struct cell *cell)
{
	ft_optiontext_add(cell->out, cell->job, cell->option, cell->none);
}

static void
cell_asked(const struct cell *cell)
{
	const uint32_t *number = cell->member;

	ft_jobtext_add_asked(cell->out, *number, cell->none);
}

static void
cell_sct(const struct cell *cell)
{
	const struct ft_job_shape *shape = &cell->job->shape;

	ft_jobtext_add_asked(cell->out, shape->sockets, "*");
	ft_str_add_char(cell->out, ':');
	ft_jobtext_add_asked(cell->out, shape->cores, "*");
	ft_str_add_char(cell->out, ':');
	ft_jobtext_add_asked(cell->out, shape->threads, "*");
}

static void
cell_least_cpus(const struct cell *cell)
{
	ft_str_addf(cell->out, "%" PRIu32, ft_jobtext_least_cpus(cell->job));
}

static void
cell_most_nodes(const struct cell *cell)
{
	ft_str_addf(cell->out, "%" PRIu32,
	    ft_jobtext_most_nodes(cell->view->world, cell->job));
}

static void
cell_most_cpus(const struct cell *cell)
{
	ft_str_addf(cell->out, "%" PRIu64, ft_jobtext_most_cpus(cell->job));
}

/* ---- states and times --------------------------------------------------------- */

static void
cell_state(const struct cell *cell)
{
	ft_str_add(cell->out, ft_jobtext_state(cell->job, false));
}

static void
cell_state_code(const struct cell *cell)
{
	ft_str_add(cell->out, ft_jobtext_state(cell->job, true));
}

static void
cell_exit_code(const struct cell *cell)
{
	ft_str_addf(cell->out, "%" PRIu32,
	    cell->job->exit_code * 256 + cell->job->exit_signal);
}

static int64_t
limit_seconds(const struct cell *cell)
{
	int64_t minutes = ft_jobtext_limit(cell->view->world, cell->job);

	return minutes == FT_TIME_UNLIMITED ? minutes : minutes * 60;
}

static int64_t
used_seconds(const struct cell *cell)
{
	return ft_job_elapsed(cell->job, cell->view->world->now);
}

static void
cell_start_time(const struct cell *cell)
{
	ft_timetext_add(cell->out, &cell->view->time,
	    ft_jobtext_start(cell->job, cell->view->world->now), cell->none);
}

/* When it ends if it runs as long as it may: 0 unknown, -1 never. */
static int64_t
end_time(const struct cell *cell)
{
	int64_t start = ft_jobtext_start(cell->job, cell->view->world->now);
	int64_t limit = limit_seconds(cell);

	if (!ft_job_is_active(cell->job))
		return cell->job->ended;
	if (start == 0)
		return 0;
	if (ft_job_is_told(cell->job))
		return cell->job->preempt_at +
		       ft_preempt_grace(cell->view->world, cell->job);
	return limit == FT_TIME_UNLIMITED
		   ? -1
		   : start + limit + cell->job->suspended_secs;
}

static void
cell_end_time(const struct cell *cell)
{
	int64_t end = end_time(cell);

	if (end < 0)
		ft_str_add(cell->out, "NONE");
	else
		ft_timetext_add(cell->out, &cell->view->time, end, cell->none);
}

/* squeue knows no span of more than 365 days. */
static void
add_span(const struct cell *cell, int64_t seconds)
{
	if (cell->view->args->context->slurm && seconds > 365 * 86400 &&
	    seconds != FT_TIME_UNLIMITED)
		ft_str_add(cell->out, "INVALID");
	else
		ft_timetext_add_short(cell->out, seconds);
}

static void
cell_time_limit(const struct cell *cell)
{
	add_span(cell, limit_seconds(cell));
}

static void
cell_time_used(const struct cell *cell)
{
	add_span(cell, used_seconds(cell));
}

static void
cell_time_left(const struct cell *cell)
{
	int64_t limit = limit_seconds(cell);

	add_span(cell,
	    limit == FT_TIME_UNLIMITED ? limit : limit - used_seconds(cell));
}

static void
cell_min_time(const struct cell *cell)
{
	ft_timetext_add_short(cell->out, cell->job->time_min * 60);
}

static int64_t
pending_seconds(const struct cell *cell)
{
	int64_t start = cell->job->started;

	if (start == 0)
		start = cell->job->ended ? cell->job->ended
					 : cell->view->world->now;
	return start > cell->job->submitted ? start - cell->job->submitted : 0;
}

static void
cell_pending_time(const struct cell *cell)
{
	ft_str_addf(cell->out, "%" PRId64, pending_seconds(cell));
}

/* ---- the rest ------------------------------------------------------------------ */

static void
cell_priority(const struct cell *cell)
{
	ft_str_addf(cell->out, "%" PRIu32, cell->row->priority);
}

static void
cell_priority_part(const struct cell *cell)
{
	ft_str_addf(cell->out, "%16.14f", cell->row->priority / 4294967295.0);
}

static void
cell_dependency(const struct cell *cell)
{
	size_t before = cell->out->len;

	ft_job_add_dependency(cell->out, cell->job);
	if (cell->out->len == before)
		ft_str_add(cell->out, cell->none);
}

static void
cell_output(const struct cell *cell)
{
	const struct ft_job *job = cell->job;

	/* as given: patterns are filled in when it starts */
	if (ft_job_option(job, cell->option, cell->out) ||
	    ft_job_option(job, "output", cell->out))
		return;
	ft_str_addf(cell->out, "%s/slurm-", job->work_dir);
	if (job->array_job && job->array_task != FT_TASK_NONE)
		ft_str_addf(cell->out, "%" PRIu32 "_%" PRId32, job->array_job,
		    job->array_task);
	else
		ft_str_addf(cell->out, "%" PRIu32, job->number);
	ft_str_add(cell->out, ".out");
}

/* ---- the table ------------------------------------------------------------------ */

static const struct {
	cell_fn *fn;
	size_t member;
	const char *none, *option;
} cells[QUEUE_FIELDS] = {
#define CODE(                                                                  \
    letter, id, word, header, type, flags, key, fn, member, none, sentence)    \
	{ cell_##fn, offsetof(struct ft_job, member), none, NULL },
#define WORD(id, word, header, type, flags, key, fn, member, none, sentence)   \
	{ cell_##fn, offsetof(struct ft_job, member), none, NULL },
#define OPTION(id, word, header, type, fn, option, none, sentence)             \
	{ cell_##fn, 0, none, option },
#include "queue/field.def"
};

void
queue_cell(const struct queue_view *view, const struct queue_row *row,
    int field, struct ft_str *out)
{
	struct cell cell = {
		.view = view,
		.row = row,
		.job = row->job,
		.member = (const char *)row->job + cells[field].member,
		.none = cells[field].none,
		.option = cells[field].option,
		.out = out,
	};

	cells[field].fn(&cell);
}

bool
queue_number(const struct queue_view *view, const struct queue_row *row,
    int field, int64_t *number)
{
	struct cell cell = { .view = view, .row = row, .job = row->job };
	const struct ft_job *job = row->job;

	switch (field) {
	case QUEUE_NUMBER:
		*number = job->number;
		return true;
	case QUEUE_ID:
		*number =
		    (int64_t)(job->array_job ? job->array_job : job->number) *
		    INT64_C(4294967296);
		if (job->array_job && !ft_job_is_head(job))
			*number += job->array_task;
		else if (job->array_job) /* what still waits comes last */
			*number += UINT32_MAX;
		return true;
	case QUEUE_ARRAY_JOB:
		*number = job->array_job ? job->array_job : job->number;
		return true;
	case QUEUE_ARRAY_TASK:
		*number = job->array_task;
		return true;
	case QUEUE_PRIORITY:
	case QUEUE_PRIORITY_LONG:
		*number = row->priority;
		return true;
	case QUEUE_NICE:
		*number = job->nice;
		return true;
	case QUEUE_NODES:
		*number = ft_jobtext_nodes(view->world, job);
		return true;
	case QUEUE_CPUS:
		*number = (int64_t)ft_jobtext_cpus(job);
		return true;
	case QUEUE_MIN_CPUS:
		*number = ft_jobtext_least_cpus(job);
		return true;
	case QUEUE_MIN_MEMORY:
		*number = (int64_t)ft_jobtext_memory(job);
		return true;
	case QUEUE_MIN_DISK:
		*number = (int64_t)job->disk_per_node;
		return true;
	case QUEUE_USER_ID:
		*number = job->uid;
		return true;
	case QUEUE_GROUP_ID:
		*number = job->gid;
		return true;
	case QUEUE_SUBMIT:
		*number = job->submitted;
		return true;
	case QUEUE_START:
		*number = ft_jobtext_start(job, view->world->now);
		return true;
	case QUEUE_END:
		*number = end_time(&cell);
		return true;
	case QUEUE_TIME_LIMIT:
		*number = limit_seconds(&cell);
		return true;
	case QUEUE_TIME_USED:
		*number = used_seconds(&cell);
		return true;
	case QUEUE_TIME_LEFT:
		*number = limit_seconds(&cell);
		if (*number != FT_TIME_UNLIMITED)
			*number -= used_seconds(&cell);
		return true;
	default:
		return false;
	}
}
