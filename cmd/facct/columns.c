/* columns.c - every column, and its value for a job and for its batch step. */

#include "facct/facct.h"
#include "jobdoc/jobcolumn.h"
#include "base/text/timefmt.h"
#include "common/jobtext.h"
#include "model/account/billing.h"
#include "model/job/joboption.h"
#include "model/job/sluid.h"
#include "model/release/release.h"
#include "sim/world/array.h"

/* ---- always the same ---------------------------------------------------------- */

/* A step shows its job's value; facct_step_columns arranges that. */
static void
same(const void *at, struct ft_value *value)
{
	(void)at;
	(void)value;
}

/* The store does not keep it for jobs that ran. */
static void
energy(const void *at, struct ft_value *value)
{
	if (!ft_job_of(at)->started)
		ft_value_u64(value, 0);
}

/* A step shows nothing, not even that it has none. */
static void
nothing(const void *at, struct ft_value *value)
{
	(void)at;
	ft_value_text(value, "");
	value->empty = true;
}

/* ---- by release ---------------------------------------------------------------- */

/* ---- words ----------------------------------------------------------------------- */

/* The file of a stream, with its patterns as given. */
static void
stream(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;
	const struct ft_job *job = row->job;
	const char *name = value->column->arg;
	struct ft_str *out = ft_value_build(value),
		      file FT_CLEANUP(ft_str_free) = { 0 };
	bool given = ft_job_option(job, name, &file);
	bool bare = facct_is_slurm(row) &&
		    ft_release_has(row->view->args->context->release,
			FT_RULE_SACCT_BARE_OUTPUT);

	if (!given && strcmp(name, "output") == 0)
		ft_str_add(
		    &file, job->array_job ? "slurm-%A_%a.out" : "slurm-%j.out");
	else if (!given)
		ft_str_add(
		    &file, strcmp(name, "input") == 0 ? "/dev/null" : "");
	if (file.len && *ft_str_text(&file) != '/' && (given || !bare))
		ft_str_addf(out, "%s/", job->work_dir);
	ft_str_add(out, ft_str_text(&file));
}

static void
sluid(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	ft_job_add_sluid(ft_value_build(value), row->job, row->cluster);
}

static void
licenses(const void *at, struct ft_value *value)
{
	ft_value_text(
	    value, ft_job_of(at)->started ? ft_job_of(at)->licenses : "");
}

/* What slurmdbd keeps is what the job asked for, not what it got. */
static void
exclusive(const void *at, struct ft_value *value)
{
	const char *asked = ft_jobtext_sharing_asked(ft_job_of(at), false);

	if (strcmp(asked, "NO") == 0)
		asked = "NODE";
	else if (strcmp(asked, "OK") == 0 || strcmp(asked, "YES") == 0)
		asked = "NO";
	ft_value_text(value, asked);
}

static void
sharing(const void *at, struct ft_value *value)
{
	const char *asked = ft_jobtext_sharing_asked(ft_job_of(at), false);

	ft_value_text(value, strcmp(asked, "YES") == 0 ? "YES" : "NO");
}

static void
flags(const void *at, struct ft_value *value)
{
	const struct ft_job *job = ft_job_of(at);
	struct ft_str *out = ft_value_build(value);

	if (job->scheduler != FT_SCHED_NONE && job->started)
		ft_str_add(out, job->scheduler == FT_SCHED_MAIN
				    ? "SchedMain,"
				    : "SchedBackfill,");
	/* older releases misspell it */
	ft_str_add(out,
	    ft_release_has(
		((const struct facct_row *)at)->view->args->context->release,
		FT_RULE_SACCT_RECEIVED)
		? "StartReceived"
		: "StartRecieved");
}

void
facct_get_first_node(const void *at, struct ft_value *value)
{
	facct_add_first_node(ft_value_build(value), ft_job_of(at));
}

/* ---- states ------------------------------------------------------------------------ */

static void
state(const void *at, struct ft_value *value)
{
	const struct ft_job *job = ft_job_of(at);
	bool requeued = job->flags & FT_JOB_REQUEUED;

	if (requeued && !ft_job_is_active(job))
		ft_value_text(value, "REQUEUED");
	else if (!requeued && job->state == FT_JOB_CANCELLED &&
		 job->was_cancelled)
		ft_str_addf(ft_value_build(value), "%s by %" PRIu32,
		    ft_job_state_name(job->state), job->cancelled_by);
	else
		ft_value_text(value, ft_job_state_name(job->state));
}

void
facct_get_step_state(const void *at, struct ft_value *value)
{
	ft_value_text(value, facct_step_state(ft_job_of(at)));
}

static void
exit_code(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;
	const struct ft_job *job = row->job;
	uint32_t code = job->exit_code, signal = job->exit_signal;
	struct ft_str *out;

	/* sacct takes the signal of one that never started, or whose node failed,
	 * for its status */
	if (facct_is_slurm(at) && signal && !code &&
	    (!job->started || job->state == FT_JOB_NODE_FAIL)) {
		code = signal;
		signal = 0;
	}
	/* as if a shell had said in it which signal ended a command */
	if (code >= 128 && facct_is_slurm(at) &&
	    ft_release_has(row->view->args->context->release,
		FT_RULE_SACCT_STATUS_BELOW_128))
		code -= 128;
	out = ft_value_build(value);
	ft_str_add_u64(out, code);
	ft_str_add_char(out, ':');
	ft_str_add_u64(out, signal);
}

/* slurmctld stores it only by AccountingStoreFlags; what sacctmgr modify job sets
 * counts in any case. */
static void
comment(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;
	struct ft_str *text = ft_value_build(value);

	if (!ft_job_option(row->job, "kept_comment", text) &&
	    !row->view->args->context->slurm)
		ft_str_add(text, row->job->comment);
}

/* A status of wait(), as sacctmgr modify job takes it (case m07-modify-job). */
static void
derived_exit(const void *at, struct ft_value *value)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	unsigned long status = 0, signal;

	if (ft_job_option(ft_job_of(at), "derived_exit", &text))
		status = strtoul(ft_str_text(&text), NULL, 10);
	signal = status & 0x7f;
	ft_str_addf(ft_value_build(value), "%lu:%lu",
	    signal ? 0 : status >> 8 & 0xff, signal == 0x7f ? 0 : signal);
}

static void
step_exit_code(const void *at, struct ft_value *value)
{
	const struct ft_job *job = ft_job_of(at);

	if (job->state != FT_JOB_FAILED &&
	    strcmp(facct_step_state(job), "CANCELLED") == 0)
		ft_value_text(value, "0:15");
	else
		exit_code(at, value);
}

/* ---- numbers of jobs ----------------------------------------------------------------- */

/* An array that was cancelled keeps its indices. */
static void
job_id(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;
	struct ft_str *out = ft_value_build(value);

	if (!ft_job_is_head(row->job)) {
		ft_job_add_id(out, row->job);
		return;
	}
	ft_str_addf(out, "%" PRIu32 "_[", row->job->array_job);
	ft_jobtext_add_tasks(out, row->job, row->view->args->context->slurm);
	ft_str_add_char(out, ']');
}

static void
step_id(const void *at, struct ft_value *value)
{
	struct ft_str *out = ft_value_build(value);

	ft_job_add_id(out, ft_job_of(at));
	ft_str_add(out, ".batch");
}

/* ---- sizes ----------------------------------------------------------------------------- */

static void
alloc_tres(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	if (row->job->started)
		facct_add_tres(
		    ft_value_build(value), row->view, row->job->alloc);
}

static void
req_tres(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	facct_add_tres(ft_value_build(value), row->view, row->job->req);
}

/* sacct takes the number for an amount of memory. */
static void
req_nodes(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;
	char unit = row->view->args->unit;

	if (facct_is_slurm(row) && unit && unit != 'R')
		facct_add_in_unit(ft_value_build(value), unit,
		    (double)row->asked_nodes / 1024);
	else
		ft_value_u64(value, row->asked_nodes);
}

static void
req_mem(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	facct_add_memory(ft_value_build(value), row->view,
	    ft_jobtext_tres(row->job->req, FT_TRES_MEM));
}

static void
step_tres(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;
	struct ft_str *out = ft_value_build(value);

	ft_str_addf(out, "cpu=%" PRIu64 ",mem=", row->cpus);
	facct_add_memory(out, row->view, facct_step_memory(row->job));
	ft_str_add(out, ",node=1");
}

/* ---- times ------------------------------------------------------------------------------- */

static void
put_date(struct ft_value *value, const struct facct_view *view, int64_t when)
{
	struct ft_str *date;

	if (!when)
		return;
	date = ft_value_build(value);
	if (!view->args->context->slurm || facct_is_document(view))
		ft_timetext_add(date, &view->time, when, "Unknown");
	else
		ft_timetext_add_cell(date, &view->time, when,
		    (struct ft_timetext_cell){ view->args->context,
			value->column->width,
			view->args->kind == FT_FORMAT_TABLE });
}

static void
date(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;
	const int64_t *when = ft_column_member(value->column, at);

	put_date(value, row->view, *when);
}

static void
eligible(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	put_date(value, row->view, facct_eligible(row->view->args, row->job));
}

static void
started(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	put_date(value, row->view, row->start);
}

static void
start(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;

	if (row->job->started || !row->job->ended)
		started(at, value);
	else if (!facct_is_document(row->view))
		ft_value_text(value, "None");
}

/* As a text, or as a number where the column has numbers. */
static void
put_span(struct ft_value *value, int64_t seconds)
{
	if (value->column->type == FT_COLUMN_UINT) {
		ft_value_u64(value, (uint64_t)seconds);
		return;
	}
	ft_time_add_duration(ft_value_build(value), seconds);
	value->whole = seconds;
}

static void
span(const void *at, struct ft_value *value)
{
	const int64_t *seconds = ft_column_member(value->column, at);

	put_span(value, *seconds);
}

/* sacct prints negative times, too. */
static void
reserved_cpu(const void *at, struct ft_value *value)
{
	const struct facct_row *row = at;
	int64_t waited = row->waited;
	int64_t seconds;

	/* since 24.11 that of a job which never started ends with 32-bit time */
	if (facct_is_slurm(row) && row->job->ended && !row->start &&
	    row->job->eligible && value->column->since)
		waited = UINT32_MAX - 1 - row->job->eligible;
	seconds = waited * (int64_t)row->asked_cpus;
	put_span(value, value->column->type == FT_COLUMN_UINT
			    ? seconds & UINT32_MAX
			    : seconds);
}

static void
time_limit(const void *at, struct ft_value *value)
{
	int64_t minutes = ft_job_of(at)->time_limit;

	if (minutes != FT_TIME_NONE) {
		put_span(value,
		    minutes == FT_TIME_UNLIMITED ? minutes : minutes * 60);
		return;
	}
	ft_value_text(value, "Partition_Limit");
	value->whole = INT64_MIN;
}

static void
time_limit_raw(const void *at, struct ft_value *value)
{
	int64_t minutes = ft_job_of(at)->time_limit;

	if (minutes == FT_TIME_NONE)
		ft_value_text(value, "Partition_Limit");
	else if (minutes == FT_TIME_UNLIMITED)
		ft_value_text(value, "UNLIMITED");
	else
		ft_str_addf(ft_value_build(value), "%" PRId64, minutes);
}

/* ---- the table ---------------------------------------------------------------------------- */

#define UINT FT_COLUMN_UINT
#define REAL FT_COLUMN_REAL
#define TEXT FT_COLUMN_TEXT
#define TIME FT_COLUMN_TIME
#define TRES FT_COLUMN_TRES
#define LIST FT_COLUMN_LIST
/* always empty: only under the Slurm name */
#define SLURM   FT_COLUMN_SLURM
#define SECONDS FT_COLUMN_SECONDS
#define OURS    FT_COLUMN_OURS

#define JOB(name)  FT_MEMBER(struct ft_job, name)
#define WORD(name) JOB(name), .none = ""
#define ROW(name)  FACCT_ROW(name)
#define SPAN(name) ROW(name), .get = span
#define DATE(...)  __VA_ARGS__, .get = date, .none = "Unknown", .own = FACCT_DATE
#define WHOLE      .own = FACCT_WHOLE

#define FIELD(word, wide, kind, bits, way, ...)                                \
	{ word, .width = wide, .type = kind, .flags = bits, .key = way,        \
		.sentence = __VA_ARGS__ },

const struct ft_column facct_fields[] = {
#include "facct/field.def"
	{ .name = NULL },
};

void
facct_step_columns(struct ft_columns *columns, const struct ft_columns *of)
{
	for (size_t i = 0; i < of->n; i++) {
		struct ft_column column = of->item[i];

		if (column.step != same) {
			column.get = column.step;
			column.member = FT_MEMBER_NONE;
		}
		ft_columns_add(columns, &column, 0);
	}
}
