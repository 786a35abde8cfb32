/* job.c - fwhy JOB, limits of users and fwhy --lint: the answers of why/why.h,
 * printed. */
#include "fwhy/fwhy.h"
#include "why/why.h"

/* The cluster of the options. */
static enum ft_status
open_cluster(struct ft_why *why, struct fwhy_args *args, struct ft_error *err)
{
	struct ft_session *session = &args->session;

	FT_TRY(ft_whatif_apply(args->context, session, &args->what_if, err));
	if (args->cluster)
		FT_TRY(ft_session_enter(session, args->cluster, err));
	return ft_why_open(why, session, args->operand[0], args->blame, err);
}

/* ---- a job ---------------------------------------------------------------- */

bool
fwhy_is_job(const struct fwhy_args *args)
{
	return args->n_operand == 1 && ft_why_is_job(args->operand[0]);
}

enum ft_status
fwhy_explain_job(struct fwhy_args *args, struct ft_error *err)
{
	struct ft_why why FT_CLEANUP(ft_why_close) = { 0 };
	struct ft_why_job *job = NULL;
	enum ft_status status;

	if (args->lesson)
		return ft_fail(err, FT_EINVAL, "a lesson has no jobs");
	FT_TRY(open_cluster(&why, args, err));
	FT_TRY(ft_why_ask_job(&why, args->operand[0], true, &job, err));
	status = ft_why_forecast(job, err);
	if (status == FT_OK && args->alternatives)
		status = ft_why_try_alternatives(job, err);
	if (status == FT_OK && args->blame)
		status = ft_why_find_blame(job, args->orders, err);
	if (status == FT_OK)
		fwhy_show(
		    args, &(struct fwhy_shown){ FT_WHY_JOB_SCHEMA,
			      ft_why_job_page, ft_why_job_document, job });
	ft_why_job_free(job);
	return status;
}

/* ---- limits of a user ------------------------------------------------------- */

enum ft_status
fwhy_print_limited(struct fwhy_args *args, const struct ft_explain *explain,
    const char *note, struct ft_error *err)
{
	struct ft_why why FT_CLEANUP(ft_why_close) = { 0 };
	struct ft_why_limits limits FT_CLEANUP(ft_why_limits_free) = { 0 };
	const struct ft_tree *tree = explain->input->tree;
	bool has;

	FT_TRY(ft_store_has_limits(args->session.store, &has, err));
	/* most stores have none: then their cluster need not be loaded */
	if (has)
		FT_TRY(ft_why_open(&why, &args->session, NULL, false, err));
	if (has)
		FT_TRY(ft_why_ask_limits(
		    &limits, &why, tree->id[explain->path[0].user], err));
	fwhy_print(args, explain, note, &limits);
	return FT_OK;
}

/* ---- weights and shares ---------------------------------------------------- */

static void
add_page(void *ctx, struct ft_page *page)
{
	ft_lint_page(ctx, page);
}

static void
add_document(void *ctx, struct ft_doc *doc)
{
	ft_lint_document(ctx, "lint", doc);
}

static enum ft_status
lint(struct fwhy_args *args, size_t *warnings, struct ft_error *err)
{
	struct fwhy_source source FT_CLEANUP(fwhy_source_free) = { 0 };
	struct ft_why why FT_CLEANUP(ft_why_close) = { 0 };
	struct ft_why_lint asked FT_CLEANUP(
	    ft_why_lint_free) = { .why = &why, .data = &source.data };

	FT_TRY(fwhy_source_load(&source, args, err));
	asked.names = source.names;
	FT_TRY(ft_why_open(&why, &args->session, NULL, false, err));
	FT_TRY(ft_why_ask_lint(&asked, err));
	fwhy_show(args, &(struct fwhy_shown){ FT_LINT_SCHEMA, add_page,
			    add_document, &asked.lint });
	*warnings = asked.lint.warnings;
	return FT_OK;
}

int
fwhy_lint(struct fwhy_args *args)
{
	struct ft_error err = { 0 };
	size_t warnings = 0;

	if (lint(args, &warnings, &err) != FT_OK)
		return ft_cmd_fail(args->context, &err);
	return warnings > 0;
}
