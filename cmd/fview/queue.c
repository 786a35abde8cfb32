#include "fview/queue.h"

#include "fview/draw/list.h"

/* ---- data ------------------------------------------------------------------ */

struct view_queue *
view_queue_new(void)
{
	struct view_queue *queue = ft_calloc(1, sizeof *queue);

	return queue;
}

void
view_queue_free(struct view_queue *queue)
{
	if (!queue)
		return;
	ft_arena_clear(&queue->arena);
	ft_free(queue->job);
	ft_free(queue);
}

struct view_job *
view_queue_add(struct view_queue *queue)
{
	struct view_job *job;

	job = ft_vec_add(queue->job, queue->n, queue->cap);
	*job = (struct view_job){ .id = "",
		.name = "",
		.user = "",
		.account = "",
		.partition = "",
		.qos = "",
		.reason_detail = "",
		.nodes = "",
		.never = "" };
	return job;
}

/* ---- the cursor ------------------------------------------------------------ */

const struct view_job *
view_queue_selected(const struct view *view)
{
	const struct view_queue *queue = view->data->queue;

	if (!queue || !queue->n)
		return NULL;
	return &queue->job[view->job_select < queue->n ? view->job_select
						       : queue->n - 1];
}

void
view_queue_move(struct view *view, int steps)
{
	const struct view_queue *queue = view->data->queue;

	if (queue && queue->n)
		view->job_select =
		    view_list_move(view->job_select, queue->n, steps);
}

void
view_queue_click(struct view *view, int row, int rows)
{
	const struct view_queue *queue = view->data->queue;
	size_t n = queue ? queue->n : 0;
	size_t at = view_list_at(view->job_select, n, rows, row);

	if (at >= n)
		return;
	/* the second click opens it */
	if (view->job_select == at)
		view->job_open = !view->job_open;
	view->job_select = at;
}

/* The same job as before, wherever it stands now. */
void
view_queue_keep(struct view *view, const struct view_job *old)
{
	const struct view_queue *queue = view->data->queue;

	for (size_t i = 0; old && queue && i < queue->n; i++) {
		const struct view_job *job = &queue->job[i];

		if (!strcmp(job->id, old->id) &&
		    (!job->pending || !old->pending ||
			!strcmp(job->partition, old->partition))) {
			view->job_select = i;
			return;
		}
	}
	/* it is gone: stay where it was */
	view_queue_move(view, 0);
}
