/* feff.c - feff, seff: what one job used of its CPUs and memory, in words.
 * Source: pages of sites about seff, which is a tool beside Slurm. */

#include "base/text/timefmt.h"
#include "common/jobtext.h"
#include "facct/facct.h"

#define FT_SETTINGS struct facct_args

#define MICRO   1e6
#define MISSING "unknown"

/* ---- amounts ---------------------------------------------------------------------- */

/* "102.99 MB"; nothing is "0.00 MB". */
static void
add_memory(struct ft_str *out, double kib)
{
	static const char units[][3] = { "KB", "MB", "GB", "TB", "PB", "EB" };
	size_t unit = kib > 0 ? 0 : 1;

	for (; kib >= 1024 && unit + 1 < FT_COUNT(units); unit++)
		kib /= 1024;
	ft_str_addf(out, "%.2f %s", kib, units[unit]);
}

/* PART of WHOLE in percent, PART < 0: it is not known. */
static void
add_percent(struct ft_str *out, double part, double whole)
{
	if (part < 0)
		ft_str_add(out, MISSING);
	else
		ft_str_addf(out, "%.2f%%", whole > 0 ? part * 100 / whole : 0);
}

/* ---- a job ------------------------------------------------------------------------- */

/* KiB that it asked for. */
static double
asked_memory(const struct facct_row *row)
{
	return (double)ft_jobtext_tres(row->job->req, FT_TRES_MEM) * 1024;
}

static bool
asks_per_core(const struct ft_job *job)
{
	return job->mem_per_cpu != FT_MEM_UNSET;
}

/* How many nodes, or cores, its memory is of. */
static double
memory_shares(const struct facct_row *row)
{
	uint64_t shares = asks_per_core(row->job) ? row->cpus : row->nodes;

	return shares ? (double)shares : 1;
}

static void
add_owner(struct ft_str *out, const struct facct_row *row)
{
	const struct ft_job *job = row->job;

	ft_str_addf(out, "Job ID: %" PRIu32 "\n", job->number);
	if (job->array_job && !ft_job_is_head(job))
		ft_str_addf(out, "Array Job ID: %" PRIu32 "_%" PRId32 "\n",
		    job->array_job, job->array_task);
	ft_str_addf(
	    out, "Cluster: %s\nUser/Group: %s/", row->cluster, job->user);
	ft_jobtext_add_group(out, job);
	ft_str_addf(out, "\nState: %s", ft_job_state_name(job->state));
	if (!ft_job_is_active(job))
		ft_str_addf(out, " (exit code %" PRIu32 ")", job->exit_code);
	if (row->cpus <= 1 && row->nodes <= 1)
		ft_str_addf(out, "\nCores: %" PRIu64 "\n", row->cpus);
	else
		ft_str_addf(out,
		    "\nNodes: %" PRIu64 "\nCores per node: %" PRIu64 "%s\n",
		    row->nodes, row->cpus / row->nodes,
		    row->cpus % row->nodes ? "+" : "");
}

static void
add_cpus(struct ft_str *out, const struct facct_row *row)
{
	ft_str_add(out, "CPU Utilized: ");
	if (row->cpu_used < 0)
		ft_str_add(out, MISSING);
	else
		ft_time_add_duration(
		    out, (int64_t)((double)row->cpu_used / MICRO));
	ft_str_add(out, "\nCPU Efficiency: ");
	add_percent(out, (double)row->cpu_used / MICRO, (double)row->cpu_time);
	ft_str_add(out, " of ");
	ft_time_add_duration(out, row->cpu_time);
	ft_str_add(out, " core-walltime\nJob Wall-clock time: ");
	ft_time_add_duration(out, row->elapsed);
}

static void
add_memories(struct ft_str *out, const struct facct_row *row)
{
	double asked = asked_memory(row);

	ft_str_add(out, "\nMemory Utilized: ");
	if (row->mem_used < 0)
		ft_str_add(out, MISSING);
	else
		add_memory(out, (double)row->mem_used);
	ft_str_add(out, "\nMemory Efficiency: ");
	add_percent(out, (double)row->mem_used, asked);
	ft_str_add(out, " of ");
	add_memory(out, asked);
	ft_str_add(out, " (");
	add_memory(out, asked / memory_shares(row));
	ft_str_addf(out, "/%s)\n", asks_per_core(row->job) ? "core" : "node");
}

/* -d: the figures from which the rest is computed. */
static void
add_figures(struct ft_str *out, const struct facct_row *row)
{
	const struct ft_job *job = row->job;
	bool task = job->array_job && !ft_job_is_head(job);

	ft_str_addf(out,
	    "Slurm data: JobID ArrayJobID User Group State Clustername Ncpus "
	    "Nnodes Ntasks Reqmem PerNode Cput Walltime Mem ExitStatus\n"
	    "Slurm data: %" PRIu32 " ",
	    job->number);
	if (task)
		ft_str_addf(out, "%" PRIu32 "_%" PRId32, job->array_job,
		    job->array_task);
	ft_str_addf(out, " %s ", job->user);
	ft_jobtext_add_group(out, job);
	ft_str_addf(out, " %s %s %" PRIu64 " %" PRIu64 " 1 %.0f %d ",
	    ft_job_state_name(job->state), row->cluster, row->cpus, row->nodes,
	    asked_memory(row) / memory_shares(row), !asks_per_core(job));
	if (row->cpu_used < 0)
		ft_str_add(out, MISSING);
	else
		ft_str_addf(out, "%.0f", (double)row->cpu_used / MICRO);
	ft_str_addf(out, " %" PRId64 " ", row->elapsed);
	if (row->mem_used < 0)
		ft_str_add(out, MISSING);
	else
		ft_str_addf(out, "%" PRId64, row->mem_used);
	ft_str_addf(out, " %" PRIu32 "\n", job->exit_code);
}

static void
add_job(
    struct ft_str *out, const struct facct_view *view, const struct ft_job *job)
{
	const char *state = ft_job_state_name(job->state);
	struct facct_row row;

	facct_row_fill(&row, view, job);
	if (view->args->figures)
		add_figures(out, &row);
	add_owner(out, &row);
	if (!job->started && ft_job_is_active(job)) {
		ft_str_addf(out,
		    "Efficiency not available for jobs in the %s state.\n",
		    state);
		return;
	}
	add_cpus(out, &row);
	add_memories(out, &row);
	if (ft_job_is_active(job))
		ft_str_addf(out,
		    "WARNING: Efficiency statistics may be misleading for %s "
		    "jobs.\n",
		    state);
}

/* ---- the jobs that are asked for ---------------------------------------------------- */

/* "12", "12_3" */
static bool
read_id(const char *word, struct facct_id *id)
{
	size_t len = strcspn(word, "_");
	char *number FT_CLEANUP(ft_free_at) = ft_strndup(word, len);
	uint32_t task = 0;

	*id = (struct facct_id){ .task = FT_TASK_NONE };
	if (!ft_num_u32(number, &id->number) || id->number == 0)
		return false;
	if (word[len]) {
		if (!ft_num_u32(word + len + 1, &task) || task > INT32_MAX)
			return false;
		id->task = (int32_t)task;
	}
	return true;
}

/* The jobs that an ID means: the one with its number, else all tasks. */
struct wanted {
	struct ft_str *out;
	const struct facct_view *view;
	const struct facct_id *id;
	bool one; /* there is one with the number */
};

static bool
look_for_one(void *ctx, const struct ft_job *job)
{
	struct wanted *wanted = ctx;

	wanted->one |= job->number == wanted->id->number;
	return true;
}

static bool
add_wanted(void *ctx, const struct ft_job *job)
{
	const struct wanted *wanted = ctx;

	if (wanted->one && job->number != wanted->id->number)
		return true;
	if (wanted->out->len)
		ft_str_add_char(wanted->out, '\n');
	add_job(wanted->out, wanted->view, job);
	return true;
}

static enum ft_status
show_word(struct facct_args *args, const char *word, struct ft_str *out,
    struct ft_error *err)
{
	struct facct_view view FT_CLEANUP(facct_view_free) = { .args = args };
	struct wanted wanted = { out, &view, args->id, .one = false };

	if (!read_id(word, args->id))
		return ft_fail(err, FT_EINVAL, "not a job ID: '%s'", word);
	FT_TRY(facct_args_window(args, err));
	FT_TRY(facct_view_open(&view, &args->session, err));
	FT_TRY(facct_each(&view, look_for_one, &wanted, err));
	if (!view.found)
		return ft_fail(err, FT_ENOENT,
		    args->context->slurm ? "Job not found."
					 : "no such job: '%s'",
		    word);
	return facct_each(&view, add_wanted, &wanted, err);
}

static int
show(void *settings, int argc, char **argv)
{
	struct facct_args *args = settings;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_error err = { 0 };
	enum ft_status status;

	if (argc == 0)
		return ft_cmd_misuse(args->context, "no job ID");
	if (argc > 1 && args->context->slurm)
		return ft_cmd_misuse(
		    args->context, "unexpected operand '%s'", argv[1]);
	status = ft_session_open(
	    &args->session, args->context, FT_SESSION_READ, &err);
	*ft_vec_add(args->id, args->n_id, args->cap_id) =
	    (struct facct_id){ 0 };
	for (int i = 0; i < argc && status == FT_OK; i++)
		status = show_word(args, argv[i], &text, &err);
	if (status != FT_OK)
		return ft_cmd_fail(args->context, &err);
	fputs(ft_str_text(&text), args->context->out);
	return 0;
}

/* ---- the command --------------------------------------------------------------------- */

static const struct ft_option options[] = {
	{ 'h', NULL, NULL, "print this help and exit",
	    FT_OPT_HIDDEN | FT_OPT_SLURM, .kind = FT_OPT_HELP },
	{ 'v', NULL, NULL, "the same as --version", FT_OPT_HIDDEN,
	    .kind = FT_OPT_VERSION },
	{ 'd', NULL, NULL, "print the figures it is computed from, too",
	    FT_INTO_FLAG(figures) },
	FT_SESSION_NOW_OPTION(session),
	FT_SESSION_OPTIONS(session),
	{ 0 },
};

static const struct ft_operand operands[] = {
	{ "JOBID", "a job, or a task of an array such as 12_3",
	    FT_COMPLETE_JOB },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "feff 12", "what job 12 used" },
	{ "feff 15_3 16", "a task of an array, and another job" },
	{ NULL, NULL },
};

const struct ft_cmd ft_cmd_feff = {
	.name = "feff",
	.slurm_name = "seff",
	.down_call = "",
	.down_status = 1,
	.summary = "show what a job used of its CPUs and memory",
	.synopsis = "[options] JOBID ...",
	.options = options,
	.operands = operands,
	.examples = examples,
	FT_CMD_SETTINGS(struct facct_args, context),
	.session = offsetof(struct facct_args, session),
	.shows = FT_CMD_SHOWS_JOBS,
	.init = facct_args_init,
	.pages = true,
	.go = show,
	.free = facct_args_free,
};
