/* told.c - texts that the command makes: what is asked, and the answer. */
#include "report/format/page.h"
#include "fview/internal.h"

struct fview_question
fview_asks(const struct fview *view)
{
	const struct fview_question *told = &view->told;
	const struct fview_job *job = fview_queue_selected(view);
	struct fview_question asks = { .kind = FVIEW_TELL_NOTHING };

	if (view->page == FVIEW_PAGE_LINT) {
		asks.kind = FVIEW_TELL_LINT;
	} else if (view->page == FVIEW_PAGE_QUEUE && job) {
		asks.kind = view->job_open;
		asks.job = job->id;
	} else if (view->page == FVIEW_PAGE_TREE &&
		   view->side == FVIEW_SIDE_LIMITS) {
		asks.kind = FVIEW_TELL_LIMITS;
		asks.id =
		    fview_shown(view)
			->tree->id[fview_visible(view, fview_selected(view))];
	}
	if (asks.kind == told->kind && asks.id == told->id &&
	    !asks.job == !told->job &&
	    (!asks.job || strcmp(asks.job, told->job) == 0))
		asks.kind = FVIEW_TELL_NOTHING;
	return asks;
}

void
fview_answer(struct fview *view, struct ft_page *page)
{
	struct fview_question asked = fview_asks(view);
	char *job = asked.job ? ft_strdup(asked.job) : NULL;

	fview_forget(view);
	view->told = asked;
	view->told.job = view->told_job = job;
	view->told_text = ft_strdup(ft_str_text(&page->out->text));
	view->n_told_head = page->n_head;
	view->told_head = ft_calloc(page->n_head + 1, sizeof *view->told_head);
	for (size_t i = 0; i < page->n_head; i++)
		view->told_head[i] = page->head[i];
	view->told_table = page->kept;
	view->n_told_table = page->n_kept;
	page->kept = NULL;
	page->n_kept = page->kept_cap = 0;
}

/* ---- forecasts ------------------------------------------------------------ */

enum fview_tell
fview_awaits(const struct fview *view)
{
	const struct fview_queue *queue = view->data->queue;

	if (view->page != FVIEW_PAGE_QUEUE || !queue || !queue->n)
		return FVIEW_TELL_NOTHING;
	if (view->job_open == FVIEW_TELL_JOB && !view->told_all &&
	    fview_asks(view).kind == FVIEW_TELL_NOTHING)
		return FVIEW_TELL_JOB;
	return view->forecast && !queue->foreseen ? FVIEW_TELL_QUEUE
						  : FVIEW_TELL_NOTHING;
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
	view->told_all = true;
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
	if (fview_awaits(view) == FVIEW_TELL_JOB)
		view->told_all = true;
	else
		view->forecast = false;
	fview_set_progress(view, NULL);
}

/* ---- drawing -------------------------------------------------------------- */

static void
table_lines(
    const struct ft_page_kept *table, int cols, struct fview_lines *lines)
{
	const struct ft_page_options options = { .width = cols };
	struct ft_page page FT_CLEANUP(ft_page_free) = { 0 };
	struct ft_out out FT_CLEANUP(ft_out_free) = { 0 };
	const char *text;

	ft_out_init(&out, NULL);
	ft_page_init(&page, &out, &options);
	ft_page_table_again(&page, table);
	text = ft_str_text(&out.text);
	for (size_t len; *text; text += len + (text[len] == '\n')) {
		len = strcspn(text, "\n");
		fview_line(lines, FVIEW_STYLE_NORMAL, (int)strspn(text, " "),
		    "%.*s", (int)len, text);
	}
}

void
fview_told_lines(const struct fview *view, int cols, struct fview_lines *lines)
{
	const char *text = view->told_text;
	size_t head = 0, table = 0, len;

	if (!text || fview_asks(view).kind != FVIEW_TELL_NOTHING) {
		fview_line(lines, FVIEW_STYLE_DONE, 0, "...");
		return;
	}
	for (; *text; text += len + (text[len] == '\n')) {
		bool title;

		if (table < view->n_told_table &&
		    view->told_table[table].from ==
			(size_t)(text - view->told_text)) {
			table_lines(&view->told_table[table], cols, lines);
			len = view->told_table[table].to -
			      view->told_table[table].from;
			table++;
			/* the line end is within it */
			len--;
			continue;
		}
		title =
		    head < view->n_told_head &&
		    view->told_head[head] == (size_t)(text - view->told_text);

		head += title;
		len = strcspn(text, "\n");
		fview_line(lines,
		    title ? FVIEW_STYLE_TITLE : FVIEW_STYLE_NORMAL,
		    (int)strspn(text, " "), "%.*s", (int)len, text);
	}
}

void
fview_limit_lines(const struct fview_scene *scene, struct fview_lines *lines)
{
	fview_told_lines(scene->view, 0, lines);
}

void
fview_draw_lint(const struct fview_scene *scene, const struct fview_box *box)
{
	struct fview_lines lines FT_CLEANUP(fview_lines_free) = { 0 };

	fview_frame(box, "do weights and shares make sense? j k scroll, "
			 "Esc closes");
	fview_told_lines(scene->view, box->cols - 4, &lines);
	fview_lines_in_frame(&lines, box, scene->view->help_scroll);
}
