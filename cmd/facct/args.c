
#include "facct/facct.h"
#include "base/text/hostlist.h"
#include "sim/world/world.h"

#define FT_SETTINGS struct facct_args

/* Columns of -b and -l, as sacct(1) lists them. */
#define FIELDS_BRIEF "jobid,state,exitcode"
#define FIELDS_LONG                                                            \
	"jobid,jobidraw,jobname,partition,maxvmsize,maxvmsizenode,"            \
	"maxvmsizetask,avevmsize,maxrss,maxrssnode,maxrsstask,averss,"         \
	"maxpages,maxpagesnode,maxpagestask,avepages,mincpu,mincpunode,"       \
	"mincputask,avecpu,ntasks,alloccpus,elapsed,state,exitcode,"           \
	"avecpufreq,reqcpufreqmin,reqcpufreqmax,reqcpufreqgov,reqmem,"         \
	"consumedenergy,maxdiskread,maxdiskreadnode,maxdiskreadtask,"          \
	"avediskread,maxdiskwrite,maxdiskwritenode,maxdiskwritetask,"          \
	"avediskwrite,reqtres,alloctres,tresusageinave,tresusageinmax,"        \
	"tresusageinmaxnode,tresusageinmaxtask,tresusageinmin,"                \
	"tresusageinminnode,tresusageinmintask,tresusageintot,"                \
	"tresusageoutmax,tresusageoutmaxnode,tresusageoutmaxtask,"             \
	"tresusageoutave,tresusageouttot"

#define FIELDS_EFFICIENCY                                                      \
	"jobid,state,alloccpus,elapsed,totalcpu,cpuefficiency,memused,reqmem," \
	"memefficiency"

/* ---- messages ------------------------------------------------------------------ */

/* Errors that sacct calls "fatal". */
static enum ft_status
fatal(const struct facct_args *args, struct ft_error *err, const char *slurm,
    const char *ours, const char *word)
{
	if (!args->context->slurm)
		return ft_fail(err, FT_EINVAL, "%s: '%s'", ours, word);
	fprintf(args->context->err, "sacct: fatal: %s%s\n", slurm, word);
	return FT_EINVAL;
}

/* ---- states ------------------------------------------------------------------------ */

/* FT_JOB_STATES: of no job of ours. */
static const struct {
	const char *name, *code;
	uint32_t bits;
} others[] = {
	{ "REQUEUED", "RQ", ACCT_REQUEUED },
	{ "RESIZING", "RS", 0 },
	{ "REVOKED", "RV", 0 },
};
#define NO_STATE UINT32_C(0x80000000) /* asked for, and none is in it */

static enum ft_status
add_state(struct facct_args *args, char *word, struct ft_error *err)
{
	int state = ft_job_state_find(word);

	args->states |= NO_STATE;
	if (state >= 0) {
		args->states |= UINT32_C(1) << state;
		return FT_OK;
	}
	for (size_t i = 0; i < FT_COUNT(others); i++) {
		if (strcasecmp(word, others[i].name) == 0 ||
		    strcasecmp(word, others[i].code) == 0) {
			args->states |= others[i].bits;
			return FT_OK;
		}
	}
	if (args->context->slurm) {
		fprintf(args->context->err,
		    "sacct: fatal: unrecognized job state value '%s'\n", word);
		return FT_EINVAL;
	}
	return ft_fail(err, FT_EINVAL, "unknown job state: '%s'", word);
}

/* Let ADD take each word of the argument. */
static enum ft_status
add_each(
    const struct ft_opt_use *use, enum ft_status (*add)(struct facct_args *args,
				      char *word, struct ft_error *err))
{
	struct ft_arglist words FT_CLEANUP(ft_arglist_free) = { 0 };

	ft_arglist_add(&words, use->arg);
	for (size_t i = 0; i < words.n; i++)
		FT_TRY(add(use->settings, words.item[i], use->err));
	return FT_OK;
}

static enum ft_status
set_states(const struct ft_opt_use *use)
{
	return add_each(use, add_state);
}

/* ---- numbers ------------------------------------------------------------------------ */

/* The step after the dot: "batch", or the number or name of one that no job
 * here has. */
static enum ft_status
read_step(const struct facct_args *args, struct facct_id *id, const char *step,
    struct ft_error *err)
{
	uint32_t number;
	char *dot = strchr(step, '.');
	size_t len = dot ? (size_t)(dot - step) : strlen(step);
	char *first FT_CLEANUP(ft_free_at) = ft_strndup(step, len);
	char word[16];

	id->step = true;
	id->batch = !strcmp(first, "batch");
	if (id->batch || !strcmp(first, "extern") || ft_num_u32(first, &number))
		return FT_OK;
	snprintf(word, sizeof word, "%" PRIu32, id->number);
	return fatal(
	    args, err, "Bad step specified: ", "no step of a job", word);
}

/* One word: "12", "12_3", "12.batch". */
static enum ft_status
add_id(struct facct_args *args, char *word, struct ft_error *err)
{
	struct facct_id id = { .task = FT_TASK_NONE };
	char *dot = strchr(word, '.'), *under = strchr(word, '_');
	char *given = ft_strdup(word);
	enum ft_status status = FT_OK;
	uint32_t task = 0;

	if (dot)
		*dot++ = '\0';
	if (under)
		*under++ = '\0';
	if (!ft_num_u32(word, &id.number) || id.number == 0)
		status = fatal(args, err,
		    "Bad job/step specified: ", "not a job ID", given);
	else if (under && (!ft_num_u32(under, &task) || task > INT32_MAX))
		status = fatal(args, err,
		    "Bad job array element specified: ", "not an array task",
		    args->context->slurm ? word : given);
	else if (under)
		id.task = (int32_t)task;
	if (status == FT_OK && dot)
		status = read_step(args, &id, dot, err);
	ft_free(given);
	if (status != FT_OK)
		return status;
	*ft_vec_add(args->id, args->n_id, args->cap_id) = id;
	return FT_OK;
}

static enum ft_status
set_ids(const struct ft_opt_use *use)
{
	return add_each(use, add_id);
}

/* "2", "2-4" */
static enum ft_status
set_range(const struct ft_opt_use *use)
{
	struct facct_range *range = ft_opt_member(use);
	const char *text = use->arg, *dash = strchr(text, '-');
	char *least =
	    ft_strndup(text, dash ? (size_t)(dash - text) : strlen(text));
	bool good = ft_num_u64(least, &range->least);

	range->most = 0;
	if (good && dash)
		good = ft_num_u64(dash + 1, &range->most);
	ft_free(least);
	range->given = true;
	return good ? FT_OK
		    : fatal(use->settings, use->err,
			  "Invalid count: ", "no count", text);
}

/* ---- options --------------------------------------------------------------------------- */

/* sacct removes quotes, and does not expand brackets. */
static enum ft_status
add_users(const struct ft_opt_use *use)
{
	struct facct_args *args = use->settings;
	char *copy = args->context->slurm ? ft_slurmlist_unquoted(use->arg)
					  : ft_strdup(use->arg);

	ft_arglist_add(&args->users, copy);
	ft_free(copy);
	args->no_user = *use->arg && args->users.n == 0;
	return FT_OK;
}

static enum ft_status
set_unit(const struct ft_opt_use *use)
{
	struct facct_args *args = use->settings;
	char unit = (char)toupper((unsigned char)*use->arg);

	if (!unit || !strchr("KMGTP", unit) || use->arg[1])
		return fatal(args, use->err,
		    "Invalid unit type: ", "not a unit of memory", use->arg);
	args->unit = unit;
	return FT_OK;
}

static enum ft_status
set_no_convert(const struct ft_opt_use *use)
{
	struct facct_args *args = use->settings;

	args->unit = args->unit ? args->unit : 'R';
	return FT_OK;
}

/* There is no jobcomp plugin. */
static enum ft_status
no_completion(const struct ft_opt_use *use)
{
	fputs("Slurm job completion is disabled\n", use->context->err);
	return FT_EINVAL;
}

static enum ft_status
take_host(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	(void)err;
	ft_arglist_push(ctx, ft_strndup(name, len));
	return FT_OK;
}

static enum ft_status
set_hosts(const struct ft_opt_use *use)
{
	struct facct_args *args = use->settings;

	return ft_hostlist_each(use->arg, take_host, &args->hosts, use->err);
}

const struct ft_option facct_options[] = {
	{ 'h', NULL, NULL, "the same as --help", FT_OPT_HIDDEN,
	    .kind = FT_OPT_HELP },
	{ 'A', "accounts", "LIST", "show jobs of these accounts",
	    .complete = FT_COMPLETE_ACCOUNT, FT_INTO_NAMES(accounts) },
	{ 'a', "allusers", NULL,
	    "show jobs of all users (the default for root)",
	    FT_INTO_FLAG(all_users) },
	{ 'b', "brief", NULL, "show only ID, state and exit code",
	    FT_INTO_JOIN(fields), FT_GIVEN(fields_given),
	    .joined = FIELDS_BRIEF },
	{ 'B', "batch-script", NULL,
	    "print the batch script of each job of --jobs, if it is kept",
	    FT_INTO_FLAG(script) },
	{ 'c', "completion", NULL, "nothing", FT_OPT_SLURM | FT_OPT_HIDDEN,
	    FT_INTO_CALL(no_completion) },
	{ 0, "delimiter", "TEXT",
	    "separate the columns of --parsable with this text instead of |",
	    FT_INTO_TEXT(delimiter) },
	{ 'D', "duplicates", NULL, "include earlier runs of requeued jobs",
	    FT_INTO_FLAG(duplicates) },
	{ 'E', "endtime", "TIME",
	    "show jobs that were eligible before this time",
	    FT_INTO_TEXT(end) },
	{ 'e', "helpformat", NULL, "list the fields of --format",
	    FT_INTO_CALL(ft_opt_help_fields), .value = 19 },
	{ 0, "env-vars", NULL,
	    "print the environment of each job of --jobs, which is never kept",
	    FT_INTO_FLAG(env) },
	{ 'F', "flags", "LIST",
	    "show jobs started by SchedMain, SchedBackfill or SchedSubmit",
	    FT_INTO_WORDS(flags) },
	{ 'g', "gid", "LIST", "show jobs of these groups",
	    FT_INTO_WORDS(groups) },
	{ 0, "group", "LIST", "the same as --gid", FT_OPT_HIDDEN,
	    FT_INTO_WORDS(groups) },
	{ 'i', "nnodes", "N[-N]", "show jobs that ran on this many nodes",
	    FT_INTO_CALL_AT(set_range, nodes) },
	{ 'I', "ncpus", "N[-N]", "show jobs that ran on this many CPUs",
	    FT_INTO_CALL_AT(set_range, cpus) },
	{ 'j', "jobs", "LIST",
	    "show these jobs, by ID; for an array also ARRAY_INDEX",
	    .complete = FT_COMPLETE_JOB, FT_INTO_CALL(set_ids) },
	{ 'k', "timelimit-min", "TIME",
	    "show jobs with this time limit, or with at least this under "
	    "--timelimit-max",
	    FT_INTO_TEXT(limit_least) },
	{ 'K', "timelimit-max", "TIME",
	    "with --timelimit-min: show jobs up to this limit",
	    FT_INTO_TEXT(limit_most) },
	{ 'l', "long", NULL, "show many columns", FT_INTO_JOIN(fields),
	    FT_GIVEN(fields_given), .joined = FIELDS_LONG },
	{ 'L', "allclusters", NULL, "show jobs of all clusters",
	    FT_INTO_FLAG(all_clusters) },
	{ 'M', "clusters", "LIST", "show jobs of these clusters",
	    .complete = FT_COMPLETE_CLUSTER, FT_INTO_NAMES(clusters) },
	{ 0, "cluster", "LIST", "the same as --clusters", FT_OPT_HIDDEN,
	    FT_COMPLETE_CLUSTER, FT_INTO_NAMES(clusters) },
	{ 'n', "noheader", NULL, "print no header", FT_INTO_FLAG(no_header) },
	{ 0, "noconvert", NULL, "print memory in M, even large amounts",
	    FT_INTO_CALL(set_no_convert) },
	{ 'N', "nodelist", "HOSTS", "show jobs that ran on any of these nodes",
	    .complete = FT_COMPLETE_NODE, FT_INTO_CALL(set_hosts) },
	{ 0, "name", "LIST", "show jobs with these names",
	    FT_INTO_WORDS(names) },
	{ 'o', "format", "FIELDS",
	    "print these comma-separated fields, each name[%[-]width]; all: "
	    "every field",
	    .complete = FT_COMPLETE_FIELD, FT_INTO_JOIN(fields),
	    FT_GIVEN(fields_given) },
	{ 'p', "parsable", NULL,
	    "separate columns with |, including a trailing one",
	    FT_INTO_VALUE(kind, FT_FORMAT_PARSABLE) },
	{ 'P', "parsable2", NULL,
	    "separate columns with |, without a trailing one",
	    FT_INTO_VALUE(kind, FT_FORMAT_PARSABLE2) },
	{ 'q', "qos", "LIST", "show jobs with these QOS",
	    .complete = FT_COMPLETE_QOS, FT_INTO_WORDS(qos) },
	{ 'r', "partition", "LIST", "show jobs in these partitions",
	    .complete = FT_COMPLETE_PARTITION, FT_INTO_WORDS(partitions) },
	{ 's', "state", "LIST",
	    "show jobs that were in these states, by name or code, in the "
	    "time window",
	    .complete = FT_COMPLETE_STATE, FT_INTO_CALL(set_states) },
	{ 'S', "starttime", "TIME", "show jobs that had not ended by this time",
	    FT_INTO_TEXT(start) },
	{ 'T', "truncate", NULL, "count only time inside the window",
	    FT_INTO_FLAG(truncate) },
	{ 'u', "uid", "LIST", "the same as --user", FT_OPT_HIDDEN,
	    FT_COMPLETE_USER, FT_INTO_CALL(add_users) },
	{ 'u', "user", "LIST", "show jobs of these users, by name or number",
	    .complete = FT_COMPLETE_USER, FT_INTO_CALL(add_users) },
	{ 0, "units", "K|M|G|T|P", "print memory in this unit",
	    .complete = FT_COMPLETE_CHOICE, FT_INTO_CALL(set_unit) },
	{ 0, "use-local-uid", NULL, "nothing", FT_OPT_HIDDEN, FT_INTO_NOTHING },
	{ 'v', "verbose", NULL, "nothing", FT_OPT_HIDDEN, FT_INTO_NOTHING },
	{ 'W', "wckeys", "LIST", "show jobs with these wckeys",
	    .complete = FT_COMPLETE_WCKEY, FT_INTO_WORDS(wckeys) },
	{ 'x', "associations", "LIST", "show jobs of these associations, by id",
	    FT_INTO_WORDS(associations) },
	{ 'X', "allocations", NULL,
	    "show jobs without their steps (the default, except in sacct)",
	    FT_INTO_FLAG(no_steps) },
	{ 0, "federation", NULL, "nothing", FT_OPT_HIDDEN, FT_INTO_NOTHING },
	{ 0, "local", NULL, "nothing", FT_OPT_HIDDEN, FT_INTO_NOTHING },
	{ 0, "whole-hetjob", "yes|no", "nothing",
	    FT_OPT_HIDDEN | FT_OPT_OPTIONAL_ARG, FT_INTO_NOTHING },
	{ 0, "json", NULL, "print JSON with all fields of each job",
	    .until = FT_RELEASE_23_02, FT_INTO_VALUE(kind, FT_FORMAT_JSON) },
	{ 0, "yaml", NULL, "print the same as YAML", .until = FT_RELEASE_23_02,
	    FT_INTO_VALUE(kind, FT_FORMAT_YAML) },
	FT_SLURMDOC_OPTIONS(asked, FT_RELEASE_23_02, "sacct since 23.02"),
	{ 0, "csv", NULL, "print the columns as comma-separated values",
	    FT_OPT_OURS, FT_INTO_VALUE(kind, FT_FORMAT_CSV) },
	{ 0, "efficiency", NULL,
	    "show what jobs used of their CPUs and memory, as far as it is "
	    "known",
	    FT_OPT_OURS, FT_INTO_JOIN(fields), FT_GIVEN(fields_given),
	    .joined = FIELDS_EFFICIENCY },
	{ 0, "steps", NULL,
	    "include the step of each batch script, as sacct does", FT_OPT_OURS,
	    FT_INTO_FLAG(steps) },
	FT_SESSION_NOW_OPTION(session),
	FT_SESSION_OPTIONS(session),
	{ 0 },
};

void
facct_args_init(void *settings)
{
	struct facct_args *args = settings;

	args->delimiter = "|";
}

void
facct_args_free(void *settings)
{
	struct facct_args *args = settings;

	ft_arglist_free(&args->users);
	ft_arglist_free(&args->hosts);
	ft_free(args->id);
}
