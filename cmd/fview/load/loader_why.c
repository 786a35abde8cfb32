/* loader_why.c - answers about jobs, limits and weights, from the store. */
#include "load/load.h"
#include "fview/load/loader.h"

static enum ft_status
add_job(struct fview_loader *loader, const char *word, struct ft_page *page,
    struct ft_error *err)
{
	struct ft_why_job *job;

	FT_TRY(ft_why_ask_job(&loader->why, word, true, &job, err));
	ft_why_job_page(job, page);
	ft_why_job_free(job);
	return FT_OK;
}

static enum ft_status
add_limits(struct fview_loader *loader, const struct fview_question *question,
    struct ft_page *page, struct ft_error *err)
{
	struct ft_why_limits limits FT_CLEANUP(ft_why_limits_free) = { 0 };
	struct ft_why_job *job = NULL;

	if (question->job)
		FT_TRY(ft_why_ask_job(
		    &loader->why, question->job, false, &job, err));
	else
		FT_TRY(ft_why_ask_limits(
		    &limits, &loader->why, question->id, err));
	if ((job ? ft_why_job_limits(job)->n : limits.n) == 0)
		ft_page_text(page, "No limit applies.");
	ft_why_limits_page(job ? ft_why_job_limits(job) : &limits, page);
	ft_why_job_free(job);
	return FT_OK;
}

static enum ft_status
add_lint(
    struct fview_loader *loader, struct ft_page *page, struct ft_error *err)
{
	struct ft_load data FT_CLEANUP(ft_load_free) = { 0 };
	struct ft_names_set names FT_CLEANUP(ft_names_set_free) = { 0 };
	struct ft_why_lint lint FT_CLEANUP(ft_why_lint_free) = {
		.why = &loader->why, .data = &data, .names = &names
	};

	FT_TRY(ft_session_shares(&loader->session, &data, err));
	FT_TRY(ft_store_read_names(loader->session.store, &names, err));
	FT_TRY(ft_why_ask_lint(&lint, err));
	ft_lint_page(&lint.lint, page);
	return FT_OK;
}

/* The cluster is loaded once for all questions about a state. */
static enum ft_status
open_cluster(struct fview_loader *loader, struct ft_error *err)
{
	enum ft_status status;

	if (loader->asked)
		return FT_OK;
	status = ft_why_open(&loader->why, &loader->session, false, err);
	loader->asked = status == FT_OK;
	if (!loader->asked)
		ft_why_close(&loader->why);
	return status;
}

static enum ft_status
add_answer(struct fview_loader *loader, const struct fview_question *question,
    struct ft_page *page, struct ft_error *err)
{
	FT_TRY(open_cluster(loader, err));
	switch (question->kind) {
	case FVIEW_TELL_NOTHING:
		break;
	case FVIEW_TELL_LIMITS:
		return add_limits(loader, question, page, err);
	case FVIEW_TELL_JOB:
		return add_job(loader, question->job, page, err);
	case FVIEW_TELL_LINT:
		return add_lint(loader, page, err);
	}
	return FT_OK;
}

enum ft_status
fview_loader_tell(struct fview_loader *loader,
    const struct fview_question *question, struct ft_page *page,
    struct ft_error *err)
{
	enum ft_status status;

	if (!loader->open)
		return ft_fail(err, FT_EINVAL,
		    "A lesson has no jobs, limits or weights; only a store "
		    "has.");
	if (fview_loader_hold(loader, &status, err))
		status = add_answer(loader, question, page, err);
	else if (status == FT_OK)
		status = ft_fail(err, FT_EINVAL,
		    "The store has changed since this state was read.");
	ft_store_thaw(loader->session.store);
	return status;
}
