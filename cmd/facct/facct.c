
#include "facct/facct.h"
#include "common/suggest.h"

#define FIELDS_DEFAULT                                                         \
	"jobid,jobname,partition,account,alloccpus,state,exitcode"

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

/* ---- columns -------------------------------------------------------------------- */

/* "all"; to sacct also less of it, with a width for each field. */
static bool
is_all(const struct facct_args *args, const char *word)
{
	if (!args->context->slurm)
		return strcasecmp(word, "all") == 0;
	return !strncasecmp(word, "all", strcspn(word, "%"));
}

/* One field of --format; "all": every field. */
static enum ft_status
choose_word(const struct facct_args *args, const char *word,
    struct ft_columns *list, struct ft_error *err)
{
	const struct ft_column_rules rules = {
		FT_COLUMN_RULE_KEEP | FT_COLUMN_RULE_SHARE |
		    (args->context->slurm ? FT_COLUMN_RULE_ZERO : 0),
		args->context->release
	};

	if (!is_all(args, word))
		return ft_columns_choose(list, facct_fields, word, rules, err);
	for (const struct ft_column *row = facct_fields; row->name; row++) {
		struct ft_str field FT_CLEANUP(ft_str_free) = { 0 };

		if (!ft_column_is_known(row, args->context->release))
			continue;
		ft_str_addf(
		    &field, "%s%s", row->name, word + strcspn(word, "%"));
		FT_TRY(ft_columns_choose(
		    list, facct_fields, ft_str_text(&field), rules, err));
	}
	return FT_OK;
}

/* Returns how much of a list of fields is read: sacct stops at a blank one. */
static size_t
fields_read(const struct facct_args *args, const char *fields)
{
	const char *at = fields;

	for (; args->context->slurm && *at; at += at[0] == ',') {
		size_t blank = strspn(at, " ");

		if (!at[blank] || at[blank] == ',')
			break;
		at += strcspn(at, ",");
	}
	return args->context->slurm ? (size_t)(at - fields) : strlen(fields);
}

/* The numbers of rows had less room before. */
static void
widen_index(const struct facct_args *args, struct ft_columns *list)
{
	if (!args->context->slurm ||
	    !ft_release_has(args->context->release, FT_RULE_SACCT_INDEX_WIDE))
		return;
	for (size_t i = 0; i < list->n; i++)
		if (strcmp(list->item[i].name, "DBIndex") == 0 &&
		    !list->item[i].sized)
			list->item[i].width = -21;
}

static enum ft_status
choose(const struct facct_args *args, struct ft_columns *list,
    struct ft_error *err)
{
	const char *fields = ft_cmd_variable_as(args->context, "SACCT_FORMAT");
	struct ft_arglist words FT_CLEANUP(ft_arglist_free) = { 0 };
	struct ft_str asked FT_CLEANUP(ft_str_free) = { 0 };
	enum ft_status status = FT_OK;

	if (args->fields_given)
		fields = ft_str_text(&args->fields);
	else if (args->brief || args->wide)
		fields = "";
	else if (!fields)
		fields = FIELDS_DEFAULT;
	ft_str_add_n(&asked, fields, fields_read(args, fields));
	if (args->brief)
		ft_str_add(&asked, "," FIELDS_BRIEF);
	if (args->wide)
		ft_str_add(&asked, "," FIELDS_LONG);
	ft_arglist_add(&words, ft_str_text(&asked));
	for (size_t i = 0; i < words.n && status == FT_OK; i++) {
		const char *word = words.item[i];

		word += args->context->slurm ? strspn(word, " ") : 0;
		if (*word)
			status = choose_word(args, word, list, err);
		if (status == FT_ENOENT) {
			ft_fail(err, FT_ENOENT,
			    args->context->slurm
				? "Invalid field requested: \"%.*s\""
				: "unknown field '%.*s'",
			    (int)strcspn(word, "%"), word);
			(void)ft_suggest_field(
			    args->context, facct_fields, word, err);
		}
	}
	widen_index(args, list);
	return status;
}

/* ---- clusters ---------------------------------------------------------------------- */

/* Whether a column of LIST has the bit OWN. */
static bool
shows(const struct ft_columns *list, unsigned own)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->item[i].own & own)
			return true;
	return false;
}

/* Whether the jobs are chosen by, or a column shows, what a brief job has not. */
static bool
needs_whole(const struct facct_args *args, const struct ft_columns *list)
{
	return shows(list, FACCT_WHOLE) || args->script || args->env ||
	       args->kind == FT_FORMAT_JSON || args->kind == FT_FORMAT_YAML ||
	       args->wckeys.n > 0 || args->groups.n > 0 ||
	       args->associations.n > 0 || args->features.n > 0 ||
	       args->reasons.n > 0;
}

/* If no job was found, report names that do not exist. */
static enum ft_status
check_names(const struct facct_view *view, struct facct_args *args,
    struct ft_error *err)
{
	if (view->found)
		return FT_OK;
	FT_TRY(ft_suggest_check(args->context, &args->session,
	    FT_COMPLETE_ACCOUNT, &args->accounts, err));
	return ft_suggest_check(
	    args->context, &args->session, FT_COMPLETE_QOS, &args->qos, err);
}

static bool
stop(void *ctx, const struct ft_job *job)
{
	(void)ctx;
	(void)job;
	return false;
}

static enum ft_status
print_view(struct facct_view *view, struct facct_args *args,
    const struct ft_columns *list, struct ft_out *out, struct ft_error *err)
{
	if (args->script || args->env)
		return facct_print_origin(view, out, err);
	if (facct_is_document(view) && !args->context->slurm)
		return facct_document(view, out, err);
	if (!facct_is_document(view)) {
		FT_TRY(facct_print(view, list, out, err));
		if (view->found && shows(list, FACCT_DATE) &&
		    !ft_timetext_marks(args->context))
			ft_timetext_check(&view->time, args->context);
		return FT_OK;
	}
	/* its first lines say whether there are jobs */
	FT_TRY(facct_each(view, stop, NULL, err));
	FT_TRY(check_names(view, args, err));
	return facct_slurm_document(view, out, err);
}

static enum ft_status
show_cluster(struct facct_args *args, const struct ft_columns *list,
    struct ft_out *out, struct ft_error *err)
{
	struct facct_view view FT_CLEANUP(facct_view_free) = { .args = args };

	if (args->asked.format != FT_FORMAT_TABLE)
		args->kind = args->asked.format;
	view.brief = !needs_whole(args, list);
	FT_TRY(facct_view_open(&view, &args->session, err));
	FT_TRY(print_view(&view, args, list, out, err));
	return check_names(&view, args, err);
}

/* -L: the names of all. */
static enum ft_status
name_clusters(struct facct_args *args, struct ft_error *err)
{
	struct ft_acctdb acctdb FT_CLEANUP(ft_acctdb_free) = { 0 };
	enum ft_status status;

	if (!args->all_clusters && !ft_arglist_have(&args->clusters, "all"))
		return FT_OK;
	status = ft_store_read_book(args->session.store, false, &acctdb, err);
	ft_arglist_free(&args->clusters);
	for (size_t i = 0; i < acctdb.n_cluster && status == FT_OK; i++)
		ft_arglist_add(&args->clusters, acctdb.cluster[i].name);
	return status;
}

/* There is one header, above the first cluster. */
static enum ft_status
show_clusters(struct facct_args *args, const struct ft_columns *list,
    struct ft_out *out, struct ft_error *err)
{
	enum ft_status status = name_clusters(args, err);

	if (status != FT_OK || args->clusters.n == 0)
		return status != FT_OK ? status
				       : show_cluster(args, list, out, err);
	for (size_t i = 0; i < args->clusters.n && status == FT_OK; i++) {
		status = ft_session_enter(
		    &args->session, args->clusters.item[i], err);
		if (status == FT_ENOENT && args->context->slurm) {
			/* an unknown cluster has no jobs in slurmdbd, which is
			 * no error */
			args->nothing = true;
			status = FT_OK;
		}
		if (status == FT_OK)
			status = show_cluster(args, list, out, err);
		args->no_header = true;
	}
	return status;
}

/* ---- the command ---------------------------------------------------------------------- */

static enum ft_status
refuse_operands(const struct facct_args *args, char **operands)
{
	ft_cmd_error(args->context, "Unknown arguments:");
	for (; *operands; operands++)
		ft_cmd_error(args->context, " %s", *operands);
	return FT_EINVAL;
}

/* In sacct's order: users, times, QOS, fields, operands, and last nodes. */
static enum ft_status
answer(struct facct_args *args, char **operands, struct ft_out *out,
    struct ft_error *err)
{
	struct ft_columns list FT_CLEANUP(ft_columns_free) = { 0 };
	enum ft_status status;

	status = ft_session_open(
	    &args->session, args->context, FT_SESSION_READ, err);
	if (status == FT_EABSENT && args->context->slurm)
		ft_cmd_error(args->context,
		    "Problem talking to the database: Connection refused");
	if (status == FT_OK)
		status = facct_check_users(args, err);
	if (status == FT_OK)
		status = facct_args_window(args, err);
	if (status == FT_OK)
		status = facct_check_qos(args, err);
	if (status == FT_OK)
		status = choose(args, &list, err);
	if (status == FT_OK && *operands)
		status = refuse_operands(args, operands);
	if (status == FT_OK && args->bad_hosts)
		status = ft_fail(err, FT_EINVAL, "Invalid argument");
	if (status == FT_OK)
		status = show_clusters(args, &list, out, err);
	return status;
}

/* Returns why options do not go together; NULL: they do. */
static const char *
bad_options(const struct facct_args *args)
{
	if (args->wide && args->fields_given && args->context->slurm)
		return "Options -o(--format) and -l(--long) are mutually "
		       "exclusive. Please remove one and retry.";
	if (args->env && args->n_id == 0)
		return "When requesting job environment you must also request "
		       "specific jobs with the '-j' option.";
	if (args->script && args->n_id == 0)
		return "When requesting job scripts you must also request "
		       "specific jobs with the '-j' option.";
	if (args->script && args->env)
		return "Options --batch-script and --env-vars are mutually "
		       "exclusive";
	return NULL;
}

static int
show(void *settings, int argc, char **argv)
{
	struct facct_args *args = settings;
	struct ft_error err = { 0 };
	const char *bad = bad_options(args);
	struct ft_out out;
	int status = 0;

	if (argc > 0 && !args->context->slurm)
		return ft_cmd_misuse(
		    args->context, "unexpected operand '%s'", argv[0]);
	if (bad && !args->context->slurm)
		return ft_cmd_misuse(args->context, "%s", bad);
	if (bad) {
		fprintf(args->context->err, "sacct: fatal: %s\n", bad);
		return 1;
	}
	ft_out_init(&out, args->context->out);
	if (answer(args, argv, &out, &err) != FT_OK) {
		ft_str_clear(&out.text);
		status = ft_cmd_fail(args->context, &err);
	}
	ft_out_free(&out);
	return status;
}

static const struct ft_example examples[] = {
	{ "facct", "today's jobs: your own, or as root everyone's" },
	{ "facct -a -S now-7days", "everyone's jobs of the last seven days" },
	{ "facct -j 12,15_3 -l", "two jobs, with many columns" },
	{ "facct -a -s F,TO -S 2026-03-01 -E 2026-04-01",
	    "jobs that failed or timed out in March" },
	{ "facct -D -j 7 -o jobid,state,start,end,nodelist",
	    "all runs of a requeued job" },
	{ "facct -a -P -n -o user,elapsedraw,alloccpus",
	    "output for another program" },
	{ NULL, NULL },
};

const struct ft_cmd ft_cmd_facct = {
	.name = "facct",
	.slurm_name = "sacct",
	.down_call = "",
	.down_status = 1,
	.terse_misuse = true,
	.summary = "show accounting data of jobs",
	.synopsis = "[options]",
	.options = facct_options,
	.examples = examples,
	.fields = facct_fields,
	FT_CMD_SETTINGS(struct facct_args, context),
	.session = offsetof(struct facct_args, session),
	.shows = FT_CMD_SHOWS_JOBS,
	.init = facct_args_init,
	.pages = true,
	.go = show,
	.free = facct_args_free,
};
