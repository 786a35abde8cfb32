/* What changed in the queue, and why a job waits. */
#include "sim/queue/queue.h"

#include "model/job/joboption.h"

void
ft_queue_news(struct ft_world *world)
{
	struct ft_queue *queue = world->queue;

	queue->version++;
	queue->news_main = queue->news_full = queue->news_backfill = true;
	queue->shown = false;
	if (!world->times.wanted)
		world->times_dirty = true;
	world->times.wanted = true;
}

void
ft_queue_reset(struct ft_world *world)
{
	struct ft_queue *queue = world->queue;

	if (!queue)
		world->queue = queue = ft_calloc(1, sizeof *queue);
	queue->rebuild = queue->all_unpriced = queue->all_unaged = true;
	queue->n_look = queue->n_unpriced = 0;
	ft_queue_repriced(world);
}

void
ft_queue_repriced(struct ft_world *world)
{
	struct ft_queue *queue = world->queue;

	queue->version++;
	queue->tail.end = 0;
	queue->top = UINT32_MAX;
	queue->news_main = queue->news_full = queue->news_backfill = true;
}

void
ft_queue_free(struct ft_world *world)
{
	struct ft_queue *queue = world->queue;

	if (!queue)
		return;
	ft_free(queue->rec);
	ft_free(queue->look);
	ft_free(queue->unpriced);
	ft_free(queue->unaged);
	ft_free(queue->tail.part);
	ft_free(queue->begin.event);
	ft_free(queue);
	world->queue = NULL;
}

void
ft_queue_look_at(struct ft_queue *queue, struct ft_job *job)
{
	*ft_vec_add(queue->look, queue->n_look, queue->cap_look) = job;
}

bool
ft_queue_keeps_reason(enum ft_job_reason reason)
{
	return reason != FT_REASON_NONE && reason != FT_REASON_RESOURCES &&
	       reason != FT_REASON_NODES_DOWN;
}

void
ft_queue_leave_tail(const struct ft_queue *queue, struct ft_job *job)
{
	if (job->in_tail && job->last_eval < queue->tail.evaluated)
		job->last_eval = queue->tail.evaluated;
	job->in_tail = false;
}

void
ft_queue_evaluate(struct ft_world *world)
{
	struct ft_tail *tail = &world->queue->tail;

	for (size_t i = 0; tail->evaluated && i < world->n_waiting; i++) {
		bool in_tail = world->waiting[i]->in_tail;

		ft_queue_leave_tail(world->queue, world->waiting[i]);
		world->waiting[i]->in_tail = in_tail;
	}
	tail->evaluated = 0;
}

void
ft_queue_unpriced(struct ft_queue *queue, struct ft_job *job)
{
	/* no longer than the walk that it saves */
	if (queue->n_unpriced > queue->n)
		queue->all_unpriced = true;
	if (queue->all_unpriced)
		queue->n_unpriced = 0;
	else
		*ft_vec_add(queue->unpriced, queue->n_unpriced,
		    queue->cap_unpriced) = job;
}

void
ft_queue_raise_top(struct ft_queue *queue, const struct ft_job *job)
{
	if (job->priority > queue->top)
		queue->top = job->priority;
}

void
ft_queue_changed(struct ft_world *world, struct ft_job *job)
{
	struct ft_queue *queue = world->queue;

	if (!queue) {
		job->queued = 0;
		return;
	}
	ft_queue_leave_tail(queue, job);
	queue->stale |= job->queued != 0;
	job->queued = 0;
	queue->version++;
	ft_queue_raise_top(queue, job);
	ft_queue_unpriced(queue, job);
	if (!queue->rebuild)
		ft_queue_look_at(queue, job);
	if (!queue->quiet)
		ft_queue_news(world);
}

void
ft_queue_forget(struct ft_world *world, struct ft_job *job)
{
	job->queued = 0;
	if (world->queue)
		ft_queue_reset(world);
}

void
ft_queue_note_reason(
    struct ft_world *world, struct ft_job *job, enum ft_job_reason reason)
{
	struct ft_str json = { 0 };

	if (!ft_job_reason_is_noted(reason))
		return;
	ft_job_option_put(
	    &json, job->options, "noted", ft_job_reason_name(reason));
	job->options = ft_world_keep(world, &json);
}

void
ft_queue_reason(struct ft_world *world, struct ft_job *job,
    enum ft_job_reason reason, const char *detail)
{
	detail = ft_world_string(world, detail);
	if (job->reason == reason && strcmp(job->reason_detail, detail) == 0)
		return;
	if (job->reason != reason)
		ft_queue_note_reason(world, job, job->reason);
	if (job->in_tail && !ft_queue_keeps_reason(reason))
		world->queue->tail.end = 0;
	job->reason = reason;
	job->reason_detail = detail;
	ft_job_touch(job);
}
