#include <assert.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "acct/acct.h"
#include "acct/keys.h"
#include "base/hostlist.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/vec.h"
#include "sim/world.h"

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

/* ---- messages ------------------------------------------------------------------ */

/* What sacct ends with "fatal" for. */
static enum ft_status
fatal(const struct facct_args *args, struct ft_error *err, const char *slurm,
    const char *ours, const char *word)
{
	if (!args->context->slurm)
		return ft_fail(err, FT_EINVAL, "%s: '%s'", ours, word);
	fprintf(args->context->err, "sacct: fatal: %s%s\n", slurm, word);
	return FT_EINVAL;
}

/* The names of fields, four in a line. */
static void
help_format(const struct ft_context *context)
{
	size_t n = 0;

	for (const struct ft_field *row = facct_fields; row->name; row++) {
		if (row->flags & FT_FIELD_SLURM && !context->slurm)
			continue;
		if (n > 0)
			fputc(n % 4 ? ' ' : '\n', context->out);
		fprintf(context->out, "%-19s", row->name);
		n++;
	}
	fputc('\n', context->out);
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
add_state(struct facct_args *args, const char *word, struct ft_error *err)
{
	int state = ft_job_state_find(word);

	args->states |= NO_STATE;
	if (state >= 0) {
		args->states |= UINT32_C(1) << state;
		return FT_OK;
	}
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
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
	return ft_fail(err, FT_EINVAL, "no state of jobs: '%s'", word);
}

static enum ft_status
set_states(struct facct_args *args, const char *text, struct ft_error *err)
{
	struct ft_words words = { 0 };
	enum ft_status status = FT_OK;

	ft_words_add(&words, text);
	for (size_t i = 0; i < words.n && status == FT_OK; i++)
		status = add_state(args, words.item[i], err);
	ft_words_free(&words);
	return status;
}

/* ---- numbers ------------------------------------------------------------------------ */

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
	id.step = dot != NULL;
	if (!ft_num_u32(word, &id.number) || id.number == 0)
		status = fatal(args, err,
		    "Bad job/step specified: ", "no number of a job", given);
	else if (under && (!ft_num_u32(under, &task) || task > INT32_MAX))
		status = fatal(args, err,
		    "Bad job array element specified: ", "no task of an array",
		    args->context->slurm ? word : given);
	else if (under)
		id.task = (int32_t)task;
	ft_free(given);
	if (status != FT_OK)
		return status;
	args->id = ft_vec_grow(
	    args->id, &args->cap_id, args->n_id + 1, sizeof *args->id);
	args->id[args->n_id++] = id;
	return FT_OK;
}

static enum ft_status
set_ids(struct facct_args *args, const char *text, struct ft_error *err)
{
	struct ft_words words = { 0 };
	enum ft_status status = FT_OK;

	ft_words_add(&words, text);
	for (size_t i = 0; i < words.n && status == FT_OK; i++)
		status = add_id(args, words.item[i], err);
	ft_words_free(&words);
	return status;
}

/* "2", "2-4" */
static enum ft_status
set_range(const struct facct_args *args, struct facct_range *range,
    const char *text, struct ft_error *err)
{
	const char *dash;
	char *least;
	bool good;

	assert(text); /* the option has an argument */
	dash = strchr(text, '-');
	least = ft_strndup(text, dash ? (size_t)(dash - text) : strlen(text));
	good = ft_num_u64(least, &range->least);
	range->most = 0;
	if (good && dash)
		good = ft_num_u64(dash + 1, &range->most);
	ft_free(least);
	range->given = true;
	return good ? FT_OK
		    : fatal(args, err, "Invalid count: ", "no count", text);
}

/* ---- options --------------------------------------------------------------------------- */

static void
add_fields(struct facct_args *args, const char *text)
{
	if (args->fields_given)
		ft_str_add_char(&args->fields, ',');
	ft_str_add(&args->fields, text);
	args->fields_given = true;
}

/* sacct takes the quotes off, and knows no brackets. */
static void
add_users(struct facct_args *args, const char *text)
{
	char *copy = args->context->slurm ? ft_slurmlist_unquoted(text)
					  : ft_strdup(text);

	ft_words_add(&args->users, copy);
	ft_free(copy);
	args->no_user = *text && args->users.n == 0;
}

static bool
set_list(struct facct_args *args, int key, const char *arg)
{
	switch (key) {
	case KEY_ACCOUNTS:
		ft_slurmlist_words(args->context, &args->accounts, arg);
		break;
	case KEY_ASSOCIATIONS:
		ft_words_add(&args->associations, arg);
		break;
	case KEY_CLUSTERS:
		ft_slurmlist_words(args->context, &args->clusters, arg);
		break;
	case KEY_FLAGS:
		ft_words_add(&args->flags, arg);
		break;
	case KEY_GROUPS:
		ft_words_add(&args->groups, arg);
		break;
	case KEY_NAMES:
		ft_words_add(&args->names, arg);
		break;
	case KEY_PARTITIONS:
		ft_words_add(&args->partitions, arg);
		break;
	case KEY_QOS:
		ft_words_add(&args->qos, arg);
		break;
	case KEY_USERS:
		add_users(args, arg);
		break;
	case KEY_WCKEYS:
		ft_words_add(&args->wckeys, arg);
		break;
	default:
		return false;
	}
	return true;
}

static bool
set_flag(struct facct_args *args, int key)
{
	switch (key) {
	case KEY_ALL_USERS:
		args->all_users = true;
		break;
	case KEY_ALL_CLUSTERS:
		args->all_clusters = true;
		break;
	case KEY_BRIEF:
		add_fields(args, FIELDS_BRIEF);
		break;
	case KEY_LONG:
		add_fields(args, FIELDS_LONG);
		break;
	case KEY_DUPLICATES:
		args->duplicates = true;
		break;
	case KEY_NO_HEADER:
		args->no_header = true;
		break;
	case KEY_NO_CONVERT:
		args->unit = args->unit ? args->unit : 'R';
		break;
	case KEY_NO_STEPS:
		args->no_steps = true;
		break;
	case KEY_STEPS:
		args->steps = true;
		break;
	case KEY_TRUNCATE:
		args->truncate = true;
		break;
	case KEY_NOTHING:
	case KEY_VERBOSE:
		break;
	default:
		return false;
	}
	return true;
}

static bool
set_kind(struct facct_args *args, int key)
{
	switch (key) {
	case KEY_PARSABLE:
		args->kind = FT_FORMAT_PARSABLE;
		break;
	case KEY_PARSABLE2:
		args->kind = FT_FORMAT_PARSABLE2;
		break;
	case KEY_JSON:
		args->kind = FT_FORMAT_JSON;
		break;
	case KEY_YAML:
		args->kind = FT_FORMAT_YAML;
		break;
	case KEY_CSV:
		args->kind = FT_FORMAT_CSV;
		break;
	default:
		return false;
	}
	return true;
}

static enum ft_status set_hosts(
    struct facct_args *args, const char *arg, struct ft_error *err);

static enum ft_status
set_unit(struct facct_args *args, const char *arg, struct ft_error *err)
{
	char unit;

	assert(arg); /* the option has an argument */
	unit = (char)toupper((unsigned char)*arg);
	if (!unit || !strchr("KMGTP", unit) || arg[1])
		return fatal(
		    args, err, "Invalid unit type: ", "no unit of memory", arg);
	args->unit = unit;
	return FT_OK;
}

/* Slurm's plugin jobcomp is not there. */
static enum ft_status
no_completion(const struct facct_args *args)
{
	fputs("Slurm job completion is disabled\n", args->context->err);
	return FT_EINVAL;
}

enum ft_status
facct_args_set(void *ctx, int key, const char *arg, struct ft_error *err)
{
	struct facct_args *args = ctx;

	if (set_flag(args, key) || set_kind(args, key) ||
	    (arg && set_list(args, key, arg)))
		return FT_OK;
	switch (key) {
	case KEY_DELIMITER:
		args->delimiter = arg;
		return FT_OK;
	case KEY_START:
		args->start = arg;
		return FT_OK;
	case KEY_END:
		args->end = arg;
		return FT_OK;
	case KEY_LIMIT_LEAST:
		args->limit_least = arg;
		return FT_OK;
	case KEY_LIMIT_MOST:
		args->limit_most = arg;
		return FT_OK;
	case KEY_FORMAT:
		add_fields(args, arg);
		return FT_OK;
	case KEY_HELP_FORMAT:
		help_format(args->context);
		return FT_OPT_STOP;
	case KEY_COMPLETION:
		return no_completion(args);
	case KEY_IDS:
		return set_ids(args, arg, err);
	case KEY_STATES:
		return set_states(args, arg, err);
	case KEY_NODE_COUNT:
		return set_range(args, &args->nodes, arg, err);
	case KEY_CPU_COUNT:
		return set_range(args, &args->cpus, arg, err);
	case KEY_HOSTS:
		return set_hosts(args, arg, err);
	case KEY_UNITS:
		return set_unit(args, arg, err);
	default:
		return ft_session_option(&args->session, key, arg, err);
	}
}

/* ---- hosts  ------------------------------------------------------------------ */

static enum ft_status
take_host(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	char *word = ft_strndup(name, len);

	(void)err;
	ft_words_add(ctx, word);
	ft_free(word);
	return FT_OK;
}

static enum ft_status
set_hosts(struct facct_args *args, const char *arg, struct ft_error *err)
{
	return ft_hostlist_each(arg, take_host, &args->hosts, err);
}

void
facct_args_init(struct facct_args *args, struct ft_context *context)
{
	*args = (struct facct_args){ .context = context, .delimiter = "|" };
	ft_session_init(&args->session);
}

void
facct_args_free(struct facct_args *args)
{
	ft_words_free(&args->users);
	ft_words_free(&args->accounts);
	ft_words_free(&args->partitions);
	ft_words_free(&args->qos);
	ft_words_free(&args->names);
	ft_words_free(&args->groups);
	ft_words_free(&args->wckeys);
	ft_words_free(&args->clusters);
	ft_words_free(&args->hosts);
	ft_words_free(&args->flags);
	ft_words_free(&args->associations);
	ft_free(args->id);
	ft_str_free(&args->fields);
	ft_session_close(&args->session);
}
