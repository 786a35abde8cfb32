/* fwhy.c - the command: why a user has its place, and why another is ahead. */

#include "common/lesson.h"
#include "fwhy/fwhy.h"

/* ---- users ---------------------------------------------------------------- */

static enum ft_status
find_users(const struct fwhy_args *args, const struct fwhy_source *source,
    struct ft_explain_path *path, struct ft_str *note, struct ft_error *err)
{
	for (size_t i = 0; i < args->n_operand; i++)
		FT_TRY(fwhy_find(source,
		    &(struct fwhy_asked){ .word = args->operand[i],
			.number = args->n_operand > 1,
			.account = args->n_operand == 1 },
		    &path[i].user, note, err));
	if (args->n_operand > 1 && path[0].user == path[1].user)
		return ft_fail(err, FT_EINVAL, "'%s' and '%s' are the same",
		    args->operand[0], args->operand[1]);
	return FT_OK;
}

static enum ft_status
print_explanation(
    struct fwhy_args *args, struct fwhy_source *source, struct ft_error *err)
{
	struct ft_explain explain FT_CLEANUP(
	    ft_explain_free) = { .algo = source->data.algo,
		.input = &source->data.input,
		.share = &source->data.share,
		.names = source->names,
		.n_path = args->n_operand };
	struct ft_str note FT_CLEANUP(ft_str_free) = { 0 },
			   text FT_CLEANUP(ft_str_free) = { 0 };

	FT_TRY(find_users(args, source, explain.path, &note, err));
	FT_TRY(ft_explain_run(&explain, err));
	explain.self = source->self;
	if (ft_tree_is_user(source->data.tree, explain.path[0].user))
		FT_TRY(fwhy_predict(args, source, &explain, &text, err));
	if (!args->lesson && args->n_operand == 1)
		return fwhy_print_limited(
		    args, &explain, ft_str_text(&note), err);
	fwhy_print(args, &explain, ft_str_text(&note), NULL);
	return FT_OK;
}

static enum ft_status
explain_users(struct fwhy_args *args, struct ft_error *err)
{
	struct fwhy_source source FT_CLEANUP(fwhy_source_free) = { 0 };

	FT_TRY(fwhy_source_load(&source, args, err));
	return print_explanation(args, &source, err);
}

/* ---- the rest ------------------------------------------------------------- */

/* What only the answer to "when does she pass me" reads. */
static bool
predicts(const struct fwhy_args *args)
{
	return args->load_file || args->rate.n || args->days_given;
}

static int
answer(void *settings, int argc, char **argv)
{
	struct fwhy_args *args = settings;
	struct ft_error err = { 0 };
	enum ft_status status = FT_OK;

	args->operand = argv;
	args->n_operand = (size_t)argc;
	if (args->lesson && strcmp(args->lesson, "list") == 0) {
		ft_lesson_list(args->context->out);
		return 0;
	}
	if (args->lint && args->n_operand)
		return ft_cmd_misuse(args->context, "--lint takes no user");
	if (args->lint && args->lesson)
		return ft_cmd_misuse(
		    args->context, "--lint checks a store, not a lesson");
	if (args->lint && predicts(args))
		return ft_cmd_misuse(
		    args->context, "--load, --rate and --days apply to users");
	if (!args->lint && !args->n_operand)
		return ft_cmd_misuse(args->context, "missing USER or JOB");
	if (args->alternatives && (args->lesson || !fwhy_is_job(args)))
		return ft_cmd_misuse(
		    args->context, "--alternatives applies to a job");
	if (args->blame && (args->lesson || !fwhy_is_job(args)))
		return ft_cmd_misuse(args->context, "--blame applies to a job");
	if (args->blame &&
	    (args->session.now_text || ft_whatif_given(&args->what_if)))
		return ft_cmd_misuse(args->context,
		    "--blame looks back from the present: it does not go with "
		    "--now and --what-if");
	if (args->n_operand > 2)
		return ft_cmd_misuse(args->context, "more than two users");
	if (!args->lesson)
		status = ft_session_open(
		    &args->session, args->context, FT_SESSION_READ, &err);
	if (status == FT_OK && args->lint)
		return fwhy_lint(args);
	else if (status == FT_OK && fwhy_is_job(args) && predicts(args))
		return ft_cmd_misuse(args->context,
		    "--load, --rate and --days apply to users, not to jobs");
	else if (status == FT_OK && fwhy_is_job(args))
		status = fwhy_explain_job(args, &err);
	else if (status == FT_OK)
		status = explain_users(args, &err);
	if (status == FT_OK)
		return 0;
	return ft_cmd_fail_file(args->context, &err);
}

static const struct ft_operand operands[] = {
	{ "USER",
	    "why this user has its place: the path from the root, whose "
	    "usage counts, and when the place changes",
	    FT_COMPLETE_USER },
	{ "ACCOUNT", "which places its users have, and why",
	    FT_COMPLETE_ACCOUNT },
	{ "USER USER", "why one of them is ahead of the other",
	    FT_COMPLETE_USER },
	{ "JOB",
	    "why this job waits: what it lacks, its priority factor by "
	    "factor, and who is ahead",
	    FT_COMPLETE_ACCOUNT },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "fwhy bob alice", "why alice is ahead of bob, or bob of alice" },
	{ "fwhy bob@chem", "why bob has his place in the account chem" },
	{ "fwhy bob alice --markdown", "the same, for a ticket" },
	{ "fwhy bob alice --what-if 'modify account chem set fairshare=120'",
	    "the same if chem had 120 shares" },
	{ "fwhy --lesson recipe UserA UserB",
	    "the worked example of Slurm's Fair Tree page" },
	{ "fwhy 1234 --alternatives",
	    "which account, partition, limit or size would start soonest" },
	{ "fwhy 1234 --blame",
	    "which accounts made the job wait, and how long" },
	{ "fwhy --lint", "check whether the weights make sense" },
	{ NULL, NULL },
};

const struct ft_cmd ft_cmd_fwhy = {
	.name = "fwhy",
	.slurm_name = "",
	.summary = "explain why users and jobs have their places, and check "
		   "the weights",
	.synopsis = "[options] USER [USER] | ACCOUNT | JOB | --lint",
	.options = fwhy_options,
	.operands = operands,
	.examples = examples,
	FT_CMD_SETTINGS(struct fwhy_args, context),
	.session = offsetof(struct fwhy_args, session),
	.shows = FT_CMD_SHOWS_USERS,
	.init = fwhy_args_init,
	.pages = true,
	.go = answer,
};
