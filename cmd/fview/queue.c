#include "fview/queue.h"

#include "fview/draw/list.h"

/* ---- data ------------------------------------------------------------------ */

struct fview_queue *
fview_queue_new(void)
{
	struct fview_queue *queue = ft_calloc(1, sizeof *queue);

	return queue;
}

void
fview_queue_free(struct fview_queue *queue)
{
	if (!queue)
		return;
	ft_arena_clear(&queue->arena);
	ft_free(queue->job);
	ft_free(queue);
}

struct fview_job *
fview_queue_add(struct fview_queue *queue)
{
	struct fview_job *job;

	job = ft_vec_add(queue->job, queue->n, queue->cap);
	*job = (struct fview_job){ .id = "",
		.name = "",
		.user = "",
		.account = "",
		.partition = "",
		.qos = "",
		.reason_detail = "",
		.nodes = "",
		.never = "",
		.lack = "" };
	return job;
}

void
fview_queue_foresee(
    struct fview_queue *queue, const struct ft_forecast *forecast, bool counts)
{
	static const uint32_t percent[FVIEW_FORECASTS] = { 10, 50, 90 };
	struct ft_str note FT_CLEANUP(ft_str_free) = { 0 };

	if (forecast->n)
		ft_forecast_add_note(&note, forecast, counts);
	else
		ft_str_add(&note,
		    "No forecast: no job waits that could start as things "
		    "are.");
	queue->foreseen = true;
	queue->futures = forecast->n && forecast->drawn ? forecast->futures : 0;
	queue->note = ft_arena_strdup(&queue->arena, ft_str_text(&note));
	for (size_t i = 0; i < queue->n && queue->futures; i++) {
		struct fview_job *job = &queue->job[i];
		const struct ft_forecast_job *starts =
		    job->pending ? ft_forecast_find(forecast, job->number)
				 : NULL;

		for (size_t k = 0; starts && k < FVIEW_FORECASTS; k++)
			job->by[k] =
			    ft_forecast_by(forecast, starts, percent[k]);
	}
}

/* ---- reading it when it is wanted ------------------------------------------- */

bool
fview_has_queue(const struct fview *view)
{
	return view->data->queue;
}

bool
fview_wants_queue(const struct fview *view)
{
	return view->data->queue || view->held ||
	       view->page == FVIEW_PAGE_QUEUE;
}

void
fview_set_queue(struct fview *view, struct fview_queue *queue)
{
	fview_queue_free(view->data->queue);
	view->data->queue = queue;
}

void
fview_forgo_queue(struct fview *view)
{
	view->held = false;
	view->page = FVIEW_PAGE_TREE;
}

/* ---- rows ------------------------------------------------------------------ */

size_t
fview_queue_rows(const struct fview_queue *queue)
{
	return queue->n + (queue->n_never > 0);
}

size_t
fview_queue_row(const struct fview_queue *queue, size_t job)
{
	return job + (queue->n_never > 0 && job >= queue->n - queue->n_never);
}

const struct fview_job *
fview_queue_at(const struct fview_queue *queue, size_t row)
{
	size_t able = queue->n - queue->n_never;

	if (row > able && row <= queue->n)
		return &queue->job[row - 1];
	return row < able ? &queue->job[row] : NULL;
}

/* ---- the cursor ------------------------------------------------------------ */

const struct fview_job *
fview_queue_selected(const struct fview *view)
{
	const struct fview_queue *queue = view->data->queue;

	if (!queue || !queue->n)
		return NULL;
	return &queue->job[view->job_select < queue->n ? view->job_select
						       : queue->n - 1];
}

void
fview_queue_move(struct fview *view, int steps)
{
	const struct fview_queue *queue = view->data->queue;

	if (queue && queue->n)
		view->job_select =
		    fview_list_move(view->job_select, queue->n, steps);
}

void
fview_queue_click(struct fview *view, int row, int rows)
{
	const struct fview_queue *queue = view->data->queue;
	const struct fview_job *job;
	size_t at;

	if (!queue || !queue->n)
		return;
	at = fview_list_at(fview_queue_row(queue, view->job_select),
	    fview_queue_rows(queue), rows, row);
	job = fview_queue_at(queue, at);
	if (!job)
		return;
	at = (size_t)(job - queue->job);
	/* the second click opens it */
	if (view->job_select == at)
		view->job_open =
		    view->job_open ? FVIEW_TOPIC_NOTHING : FVIEW_TOPIC_JOB;
	view->job_select = at;
	view->side_scroll = 0;
}

/* Select the same job as before, wherever it is now. */
void
fview_queue_keep(struct fview *view, const struct fview_job *old)
{
	const struct fview_queue *queue = view->data->queue;

	for (size_t i = 0; old && queue && i < queue->n; i++) {
		const struct fview_job *job = &queue->job[i];

		if (!strcmp(job->id, old->id) &&
		    (!job->pending || !old->pending ||
			!strcmp(job->partition, old->partition))) {
			view->job_select = i;
			return;
		}
	}
	/* it is gone: keep the row */
	fview_queue_move(view, 0);
}
