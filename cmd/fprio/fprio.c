/*
 * fprio, sprio: the priority of jobs that wait, factor by factor.
 * Source: sprio(1).
 */

#include "common/suggest.h"
#include "fprio/fprio.h"

#define SCHEMA "fairtree.priorities/1"

/* ---- preparations ----------------------------------------------------------------- */

/* -v: on stdout, as sprio. */
static void
print_options(const struct fprio_args *args)
{
	static const char line[] = "-----------------------------";
	FILE *out = args->context->out;
	const struct {
		const char *name, *value;
	} rows[] = {
		{ "jobs", args->jobs_text },
		{ "partition", args->partitions.text },
		{ "users", args->users.text },
	};

	if (args->verbose == 0)
		return;
	fprintf(out, "%s\nformat     = %s\njob_flag   = %d\n", line,
	    args->format_text ? args->format_text : "(null)", args->jobs_given);
	for (size_t i = 0; i < FT_COUNT(rows); i++)
		fprintf(out, "%-10s = %s\n", rows[i].name,
		    rows[i].value ? rows[i].value : "(null)");
	fprintf(out, "verbose    = %u\n", args->verbose);
	for (size_t i = 0; args->verbose > 1 && i < args->n_job; i++)
		fprintf(out, "job_list[%zu] = %u\n", i, args->job[i]);
	for (size_t i = 0; args->verbose > 1 && i < args->users.n; i++)
		fprintf(out, "user_list[%zu] = %s\n", i, args->users.item[i]);
	fprintf(out, "%s\n\n\n", line);
}

/* Returns STATUS for a failure whose message is printed already. */
static enum ft_status
fail_silently(struct ft_error *err, enum ft_status status)
{
	err->text[0] = '\0';
	err->status = status;
	return status;
}

static enum ft_status
enter_cluster(struct fprio_args *args, struct ft_error *err)
{
	return ft_suggest_enter_cluster(
	    args->context, &args->session, args->cluster, err);
}

static enum ft_status
check_plugin(const struct fprio_args *args, struct ft_error *err)
{
	const struct ft_conf *conf = &args->session.conf;
	const char *plugin = ft_conf_text(conf, FT_CONF_PRIORITY_TYPE);

	if (strcmp(plugin, "priority/multifactor") == 0)
		return FT_OK;
	if (!args->context->slurm)
		return ft_fail(err, FT_EINVAL,
		    "PriorityType is %s, which has no factors: jobs run in "
		    "the order of their submission",
		    plugin);
	fprintf(args->context->err,
	    "You are not running a supported priority plugin\n(%s).\n"
	    "Only 'priority/multifactor' is supported.\n",
	    plugin);
	return fail_silently(err, FT_EINVAL);
}

/* ---- the answer ----------------------------------------------------------------------- */

static void
print_document(const struct fprio_table *table, struct ft_out *out)
{
	struct ft_doc *doc = ft_doc_open_ours(out, table->args->format, SCHEMA);

	fprio_document(table, doc);
	ft_doc_close(doc);
}

static enum ft_status
print(struct fprio_table *table, struct ft_out *out, struct ft_error *err)
{
	const struct fprio_args *args = table->args;
	bool slurm = args->context->slurm;
	struct ft_code_list unused;
	enum ft_status status;

	if ((args->n_job > 0 || args->jobs_text) && table->n == 0 &&
	    !(args->loose_ids && table->listed)) {
		if (!slurm)
			return ft_fail(err, FT_ENOENT,
			    "none of these jobs is waiting with a priority "
			    "(see fwhy "
			    "JOB)");
		/* for its messages */
		ft_code_list_init(&unused);
		fprio_format_choose(table, &unused);
		ft_code_list_free(&unused);
		ft_str_add(&out->text,
		    "Unable to find jobs matching user/id(s) specified\n");
		return FT_OK;
	}
	status = args->weights ? FT_OK : fprio_sort(table, err);
	if (status != FT_OK && !slurm)
		return status;
	/* sprio finds out after printing its header */
	if (status != FT_OK)
		table->n = 0;
	if (args->format == FT_FORMAT_JSON || args->format == FT_FORMAT_YAML)
		print_document(table, out);
	else if (fprio_print(table, out) != FT_OK)
		status = FT_EINVAL;
	return status;
}

static enum ft_status
answer(struct fprio_args *args, struct ft_out *out, struct ft_error *err)
{
	struct fprio_table table;
	enum ft_status status = ft_session_open(
	    &args->session, args->context, FT_SESSION_READ, err);

	if (status == FT_OK)
		status = enter_cluster(args, err);
	if (status == FT_OK && args->diff)
		return fprio_diff(args, out, err);
	if (status == FT_OK)
		status = ft_whatif_apply(
		    args->context, &args->session, &args->what_if, err);
	if (status == FT_OK)
		status = check_plugin(args, err);
	if (status != FT_OK)
		return status;
	print_options(args);
	status = fprio_table_load(&table, args, err);
	if (status == FT_OK)
		status = print(&table, out, err);
	fprio_table_free(&table);
	return status;
}

static int
show(void *settings, int argc, char **argv)
{
	struct fprio_args *args = settings;
	struct ft_error err = { 0 };
	struct ft_out out;
	enum ft_status status;

	if (!fprio_args_check(args, argc, argv))
		return 1;
	ft_out_init(&out, args->context->out);
	status = answer(args, &out, &err);
	ft_out_free(&out);
	return status == FT_OK ? 0 : ft_cmd_fail(args->context, &err);
}

static const struct ft_example examples[] = {
	{ "fprio", "all waiting jobs" },
	{ "fprio -l -S -Y", "all columns, highest priority first" },
	{ "fprio -n -j 12", "normalised factors of job 12" },
	{ "fprio -w", "the weights" },
	{ "fprio --explain", "columns that add up, each explained" },
	{ "fprio --place -S -Y", "places in the queue" },
	{ "fprio --diff --what-if-conf PriorityWeightAge=1000",
	    "what a higher weight of age would change" },
	{ NULL, NULL },
};

const struct ft_cmd ft_cmd_fprio = {
	.name = "fprio",
	.slurm_name = "sprio",
	.down_call = "Couldn't get priority factors from controller",
	.down_status = 255,
	.summary = "show the priority of waiting jobs, factor by factor",
	.synopsis = "[options]",
	.options = fprio_options,
	.examples = examples,
	.fields = fprio_fields,
	FT_CMD_SETTINGS(struct fprio_args, context),
	.session = offsetof(struct fprio_args, session),
	.shows = FT_CMD_SHOWS_JOBS,
	.pages = true,
	.go = show,
	.free = fprio_args_free,
};
