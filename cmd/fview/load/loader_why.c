/* loader_why.c - answers about jobs, limits and weights, from the store. */
#include "load/load.h"
#include "fview/load/loader.h"

static enum ft_status
add_job(struct fview_loader *loader, const char *word, struct ft_page *page,
    struct ft_error *err)
{
	fview_loader_drop_job(loader);
	FT_TRY(ft_why_ask_job(&loader->why, word, true, &loader->job, err));
	FT_TRY(ft_why_begin_forecast(loader->job, &loader->job_forecast, err));
	ft_why_job_page(loader->job, page);
	return FT_OK;
}

void
fview_loader_drop_job(struct fview_loader *loader)
{
	ft_why_job_free(loader->job);
	loader->job = NULL;
	loader->job_forecast = NULL;
}

void
fview_loader_answer_again(struct fview_loader *loader, struct ft_page *page)
{
	ft_why_job_page(loader->job, page);
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
	status = ft_why_open(&loader->why, &loader->session, NULL, false, err);
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
	case FVIEW_TOPIC_NOTHING:
	case FVIEW_TOPIC_QUEUE:
		break;
	case FVIEW_TOPIC_LIMITS:
		return add_limits(loader, question, page, err);
	case FVIEW_TOPIC_JOB:
		return add_job(loader, question->job, page, err);
	case FVIEW_TOPIC_LINT:
		return add_lint(loader, page, err);
	}
	return FT_OK;
}

enum ft_status
fview_loader_answer(struct fview_loader *loader,
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

/* ---- forecasts ------------------------------------------------------------ */

static enum ft_status
begin_queue(struct fview_loader *loader, struct ft_error *err)
{
	const struct ft_forecast_wish wish = { .futures = FT_FORECAST_FUTURES };
	enum ft_status status;

	if (loader->forecasting)
		return FT_OK;
	status = ft_forecaster_open(
	    &loader->queue_forecast, &loader->session, &wish, err);
	loader->forecasting = status == FT_OK;
	if (!loader->forecasting)
		ft_forecaster_close(&loader->queue_forecast);
	return status;
}

static enum ft_status
step(struct fview_loader *loader, enum fview_topic what,
    const struct ft_forecast **forecast, struct ft_error *err)
{
	struct ft_forecaster *forecaster = loader->job_forecast;

	if (what == FVIEW_TOPIC_QUEUE) {
		FT_TRY(begin_queue(loader, err));
		forecaster = &loader->queue_forecast;
	}
	if (!forecaster)
		return FT_OK;
	forecaster->stop = loader->stop;
	forecaster->stop_ctx = loader->stop_ctx;
	*forecast = &forecaster->forecast;
	return ft_forecaster_step(forecaster, err);
}

const struct ft_forecast *
fview_loader_forecast(const struct fview_loader *loader, enum fview_topic what)
{
	if (what == FVIEW_TOPIC_JOB && loader->job_forecast)
		return &loader->job_forecast->forecast;
	return what == FVIEW_TOPIC_QUEUE && loader->forecasting
		   ? &loader->queue_forecast.forecast
		   : NULL;
}

enum ft_status
fview_loader_foresee(struct fview_loader *loader, enum fview_topic what,
    const struct ft_forecast **forecast, struct ft_error *err)
{
	enum ft_status status;

	*forecast = NULL;
	if (fview_loader_hold(loader, &status, err))
		status = step(loader, what, forecast, err);
	else if (status == FT_OK)
		status = ft_fail(err, FT_EINVAL,
		    "no forecast: the store has changed since this state was "
		    "read");
	ft_store_thaw(loader->session.store);
	return status;
}
