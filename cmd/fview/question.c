/*
 * question.c - texts that only the command can make: what the view asks, the reply,
 * and forecasts that are still being made.
 */
#include "report/format/page.h"
#include "fview/internal.h"

struct fview_question
fview_asks(const struct fview *view)
{
	const struct fview_question *had = &view->reply.question;
	const struct fview_job *job = fview_queue_selected(view);
	struct fview_question asks = { .kind = FVIEW_TOPIC_NOTHING };

	if (view->page == FVIEW_PAGE_LINT) {
		asks.kind = FVIEW_TOPIC_LINT;
	} else if (view->page == FVIEW_PAGE_QUEUE && job) {
		asks.kind = view->job_open;
		asks.job = job->id;
	} else if (view->page == FVIEW_PAGE_TREE &&
		   view->side == FVIEW_SIDE_LIMITS) {
		asks.kind = FVIEW_TOPIC_LIMITS;
		asks.id =
		    fview_shown(view)
			->tree->id[fview_visible(view, fview_selected(view))];
	}
	if (asks.kind == had->kind && asks.id == had->id &&
	    !asks.job == !had->job &&
	    (!asks.job || strcmp(asks.job, had->job) == 0))
		asks.kind = FVIEW_TOPIC_NOTHING;
	return asks;
}

void
fview_answer(struct fview *view, struct ft_page *page)
{
	struct fview_reply *reply = &view->reply;
	struct fview_question asked = fview_asks(view);
	char *job = asked.job ? ft_strdup(asked.job) : NULL;

	fview_forget(view);
	reply->question = asked;
	reply->question.job = reply->job = job;
	reply->text = ft_strdup(ft_str_text(&page->out->text));
	reply->n_head = page->n_head;
	reply->head = ft_calloc(page->n_head + 1, sizeof *reply->head);
	for (size_t i = 0; i < page->n_head; i++)
		reply->head[i] = page->head[i];
	reply->table = page->kept;
	reply->n_table = page->n_kept;
	page->kept = NULL;
	page->n_kept = page->kept_cap = 0;
}

/* ---- forecasts ------------------------------------------------------------ */

enum fview_topic
fview_awaits(const struct fview *view)
{
	const struct fview_queue *queue = view->data->queue;

	if (view->page != FVIEW_PAGE_QUEUE || !queue || !queue->n)
		return FVIEW_TOPIC_NOTHING;
	if (view->job_open == FVIEW_TOPIC_JOB && !view->reply.complete &&
	    fview_asks(view).kind == FVIEW_TOPIC_NOTHING)
		return FVIEW_TOPIC_JOB;
	return view->forecast && !queue->foreseen ? FVIEW_TOPIC_QUEUE
						  : FVIEW_TOPIC_NOTHING;
}

void
fview_set_progress(struct fview *view, const struct ft_forecast *forecast)
{
	static const struct ft_forecast none = { .n = 0 };

	if (!forecast)
		forecast = &none;
	view->made = forecast->made;
	view->futures = forecast->futures;
	view->days = forecast->reached > forecast->at
			 ? (uint32_t)((forecast->reached - forecast->at) /
				      FT_FORECAST_DAY)
			 : 0;
}

void
fview_foresee_job(struct fview *view)
{
	view->reply.complete = true;
	fview_set_progress(view, NULL);
}

void
fview_foresee(
    struct fview *view, const struct ft_forecast *forecast, bool counts)
{
	fview_queue_foresee(view->data->queue, forecast, counts);
	fview_set_progress(view, NULL);
}

void
fview_forgo_forecast(struct fview *view)
{
	if (fview_awaits(view) == FVIEW_TOPIC_JOB)
		view->reply.complete = true;
	else
		view->forecast = false;
	fview_set_progress(view, NULL);
}
