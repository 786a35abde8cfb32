/* columns.c - every column, and its value for a job and for its batch step. */

#include "common/jobtext.h"
#include "jobdoc/jobcolumn.h"
#include "jobdoc/jobtres.h"
#include "common/optiontext.h"
#include "model/job/joboption.h"
#include "fqueue/columns_private.h"
#include "sim/submit/submit.h"
#include "sim/world/array.h"

/* Bytes squeue has for "12_[1-3,5]", unless there is $SLURM_BITSTR_LEN. */
#define ID_ROOM 32

/* ---- in general --------------------------------------------------------------- */

/* The job asked for nothing, which some columns print as a value. */
static void
put_none(struct ft_value *value)
{
	uint64_t number;

	if (!(value->column->own & FQUEUE_SAYS))
		value->kind = FT_VALUE_UNSET;
	else if (value->column->type == FT_COLUMN_UINT &&
		 ft_num_u64(value->column->none, &number))
		ft_value_u64(value, number);
	else
		ft_value_text(value, value->column->none);
}

/* ---- numbers of jobs and arrays -------------------------------------------- */

/* Tasks that still wait come after the others of their array. */
static ft_real
order_of(const struct ft_job *job)
{
	ft_real order =
	    (ft_real)(job->array_job ? job->array_job : job->number) *
	    4294967296;

	if (job->array_job && !ft_job_is_head(job))
		return order + (ft_real)job->array_task;
	return job->array_job ? order + (ft_real)UINT32_MAX : order;
}

static void
job_id(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;
	const struct ft_job *job = row->of.job;
	struct ft_str *out = ft_value_build(value);

	if (row->of.task != FT_TASK_NONE) {
		ft_str_addf(
		    out, "%" PRIu32 "_%" PRId32, job->array_job, row->of.task);
	} else if (ft_job_is_head(job) && job->state == FT_JOB_PENDING) {
		ft_str_addf(out, "%" PRIu32 "_[", job->array_job);
		ft_jobtext_add_tasks(out, job, fqueue_is_slurm(row));
		ft_str_add_char(out, ']');
	} else {
		ft_job_add_id(out, job);
	}
	if (fqueue_is_slurm(row) && out->len >= ID_ROOM &&
	    !ft_cmd_variable("SLURM_BITSTR_LEN"))
		out->len = ID_ROOM - 1;
	out->data[out->len] = '\0';
	ft_value_order(value, order_of(job));
}

static void
step_id(const void *at, struct ft_value *value)
{
	job_id(at, value);
	ft_str_add(value->room, ".batch");
	ft_value_order(value, ft_job_of(at)->number);
}

static void
array_job(const void *at, struct ft_value *value)
{
	ft_value_u64(value, ft_job_of(at)->array_job ? ft_job_of(at)->array_job
						     : ft_job_of(at)->number);
}

static void
step_array_job(const void *at, struct ft_value *value)
{
	ft_value_u64(value, ft_job_of(at)->array_job);
}

static void
array_task(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;
	int32_t task = row->of.task != FT_TASK_NONE ? row->of.task
						    : row->of.job->array_task;

	if (row->of.task == FT_TASK_NONE && ft_job_is_head(row->of.job))
		ft_jobtext_add_tasks(
		    ft_value_build(value), row->of.job, fqueue_is_slurm(row));
	else if (task != FT_TASK_NONE)
		ft_value_i64(value, task);
	ft_value_order(value, (ft_real)row->of.job->array_task);
}

/* ---- owner, place------------------------------------------------------------ */

static void
partition(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;
	const struct ft_job *job = row->of.job;

	if (row->partition)
		ft_value_text(value, row->partition);
	else
		ft_value_text(
		    value, *job->partition && job->state != FT_JOB_PENDING
			       ? job->partition
			       : job->partitions);
}

static void
qos(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	if (ft_world_qos(row->of.world, row->of.job->qos) ||
	    ft_job_asks_qos(row->of.job, NULL))
		ft_jobtext_add_qos(
		    ft_value_build(value), row->of.world, row->of.job);
	else
		ft_value_text(value, NULL);
}

static void
sched_nodes(const void *at, struct ft_value *value)
{
	if (ft_job_of(at)->state == FT_JOB_PENDING)
		ft_value_text(value, ft_job_of(at)->sched_nodes);
}

static void
reason(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	if (row->reasons)
		ft_value_text(value, row->reasons);
	else
		ft_jobtext_add_reason(ft_value_build(value), row->of.job);
}

/* Failed jobs show their reason, too, but cancelled ones do not. */
static void
reason_list(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;
	enum ft_job_state state = row->of.job->state;
	struct ft_str *out;

	if (state != FT_JOB_PENDING && state != FT_JOB_FAILED &&
	    state != FT_JOB_TIMEOUT && state != FT_JOB_OUT_OF_MEMORY) {
		ft_jobcolumn_nodes(at, value);
		return;
	}
	out = ft_value_build(value);
	ft_str_add_char(out, '(');
	if (row->reasons)
		ft_str_add(out, row->reasons);
	else
		ft_jobtext_add_reason(out, row->of.job);
	ft_str_add_char(out, ')');
}

/* ---- sizes ------------------------------------------------------------------- */

static void
tasks(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	ft_value_u64(value, ft_jobtext_tasks(row->of.world, row->of.job));
}

/* squeue has room for seven digits. */
static void
nodes(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;
	uint32_t n = ft_jobtext_nodes(row->of.world, row->of.job);

	ft_value_order(value, (ft_real)n);
	while (fqueue_is_slurm(row) && n > 9999999)
		n /= 10;
	ft_value_u64(value, n);
}

static void
memory(const void *at, struct ft_value *value)
{
	uint64_t gpu = ft_jobtext_gpu_memory(ft_world_of(at), ft_job_of(at));
	uint64_t mib = gpu ? gpu : ft_jobtext_memory(ft_job_of(at));

	ft_jobtext_add_memory(ft_value_build(value), mib);
	ft_value_order(value, (ft_real)mib);
}

/* A number for programs. */
static void
disk(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;
	uint64_t mib = row->of.job->disk_per_node;

	if (fqueue_is_table(row))
		ft_jobtext_add_memory(ft_value_build(value), mib);
	else
		ft_value_u64(value, mib);
	ft_value_order(value, (ft_real)mib);
}

static void
tres(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;
	const struct ft_job *job = row->of.job;

	ft_jobtext_add_tres(ft_value_build(value), &row->of.world->tres,
	    ft_jobtext_has_run(job) ? job->alloc : job->req,
	    fqueue_is_table(row) ? FT_TRES_UNITS : 0);
}

static void
requested(const void *at, struct ft_value *value)
{
	if (!ft_jobtres_add(ft_value_build(value), ft_world_of(at),
		ft_job_of(at), value->column->arg))
		put_none(value);
}

static void
step_tres(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	if (fqueue_is_table(row))
		ft_value_text(value, "(null)");
}

static void
shared(const void *at, struct ft_value *value)
{
	ft_value_text(
	    value, ft_jobtext_sharing(ft_world_of(at), ft_job_of(at)));
}

static void
exclusive(const void *at, struct ft_value *value)
{
	ft_value_text(
	    value, ft_jobtext_exclusive(ft_world_of(at), ft_job_of(at)));
}

static void
licenses_alloc(const void *at, struct ft_value *value)
{
	const struct ft_job *job = ft_job_of(at);

	ft_value_text(value, ft_jobtext_has_run(job) ? job->licenses : "");
}

/* ---- options of sbatch --------------------------------------------------------- */

/* With TrackWCKey every job has a wckey, so an empty one was asked for. */
static void
wckey(const void *at, struct ft_value *value)
{
	ft_value_text(value, ft_job_of(at)->wckey);
	value->empty = ft_world_tracks_wckeys(ft_world_of(at));
}

static void
option(const void *at, struct ft_value *value)
{
	struct ft_str *out = ft_value_build(value);
	uint64_t number;

	if (!ft_optiontext_add(out, ft_job_of(at), value->column->arg, ""))
		put_none(value);
	else if (value->column->type == FT_COLUMN_UINT &&
		 ft_num_u64(ft_str_text(out), &number))
		ft_value_u64(value, number);
	else
		value->empty = true; /* an empty text, as of --prefer= */
}

static void
asked(const void *at, struct ft_value *value)
{
	const uint32_t *number = ft_column_member(value->column, at);

	if (*number)
		ft_jobtext_add_asked(ft_value_build(value), *number, "");
	else
		put_none(value);
}

static void
sct(const void *at, struct ft_value *value)
{
	const struct ft_job_shape *shape = &ft_job_of(at)->shape;
	struct ft_str *out = ft_value_build(value);

	ft_jobtext_add_asked(out, shape->sockets, "*");
	ft_str_add_char(out, ':');
	ft_jobtext_add_asked(out, shape->cores, "*");
	ft_str_add_char(out, ':');
	ft_jobtext_add_asked(out, shape->threads, "*");
}

static void
most_nodes(const void *at, struct ft_value *value)
{
	ft_value_u64(
	    value, ft_jobtext_most_nodes(ft_world_of(at), ft_job_of(at)));
}

static void
most_cpus(const void *at, struct ft_value *value)
{
	ft_value_u64(value, ft_jobtext_most_cpus(ft_job_of(at)));
}

static void
output(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;
	const struct fqueue_args *args = row->view->args;
	const struct ft_job *job = row->of.job;
	enum ft_release release = args->context->release;
	bool knows = args->context->slurm &&
		     ft_release_has(release, FT_RULE_RAW_PATTERNS);
	bool raw = knows && !args->expand;
	struct ft_str *out = ft_value_build(value);

	/* as given: patterns are filled in when it starts */
	if (ft_job_option(job, value->column->arg, out))
		return;
	if (raw && strcmp(value->column->arg, "error") == 0) {
		ft_str_add(out, "(null)"); /* it goes where output goes */
		return;
	}
	if (ft_job_option(job, "output", out))
		return;
	if (!raw || !ft_release_has(release, FT_RULE_RELATIVE_PATTERNS))
		ft_str_addf(out, "%s/", job->work_dir);
	ft_str_add(out, "slurm-");
	if (raw)
		ft_str_add(out, job->array_job ? "%A_%a" : "%j");
	else if (knows && ft_job_is_head(job))
		/* the number of no task */
		ft_str_addf(out, "%" PRIu32 "_4294967294", job->number);
	else if (job->array_job && job->array_task != FT_TASK_NONE)
		ft_str_addf(out, "%" PRIu32 "_%" PRId32, job->array_job,
		    job->array_task);
	else
		ft_str_addf(out, "%" PRIu32, job->number);
	ft_str_add(out, ".out");
}

/* ---- the rest ------------------------------------------------------------------ */

static void
priority(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	ft_value_u64(value, row->priority);
}

static void
priority_part(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	ft_str_addf(
	    ft_value_build(value), "%16.14f", row->priority / 4294967295.0);
	ft_value_order(value, (ft_real)row->priority);
}

/* ---- the table ------------------------------------------------------------------ */

#define UINT    FT_COLUMN_UINT
#define REAL    FT_COLUMN_REAL
#define TEXT    FT_COLUMN_TEXT
#define TIME    FT_COLUMN_TIME
#define TRES    FT_COLUMN_TRES
#define UNION   FT_COLUMN_UNION
#define SECONDS FT_COLUMN_SECONDS
#define WHOLE   FT_COLUMN_WHOLE
#define TITLE   FT_COLUMN_TITLE
/* always empty: only under the Slurm name */
#define SLURM FT_COLUMN_SLURM

#define JOB(name) FT_MEMBER(struct ft_job, name)
#define COLUMN(code, word, head, kind, bits, way, ...)                         \
	{ word, .letter = code, .header = head, .width = 20, .type = kind,     \
		.flags = bits, .key = way, .sentence = __VA_ARGS__ },

const struct ft_column fqueue_fields[] = {
#include "fqueue/field.def"
	{ .name = NULL },
};

void
fqueue_use_step(struct ft_column *column)
{
	if (!column->step)
		return;
	column->get = column->step;
	column->none = NULL;
}
