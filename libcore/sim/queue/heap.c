
#include "sim/queue/heap.h"

static bool
is_sooner(const struct ft_event_at *a, const struct ft_event_at *b)
{
	if (a->at != b->at)
		return a->at < b->at;
	if (a->early != b->early)
		return a->early;
	return a->job->number < b->job->number;
}

void
ft_heap_push(struct ft_heap *heap, struct ft_event_at event)
{
	size_t i = heap->n++;

	heap->event =
	    ft_vec_grow(heap->event, &heap->cap, heap->n, sizeof event);
	for (; i && is_sooner(&event, &heap->event[(i - 1) / 2]);
	     i = (i - 1) / 2)
		heap->event[i] = heap->event[(i - 1) / 2];
	heap->event[i] = event;
}

struct ft_event_at
ft_heap_pop(struct ft_heap *heap)
{
	struct ft_event_at *event = heap->event, soonest, last;
	size_t i = 0, next;

	assert(event && heap->n);
	soonest = event[0];
	last = event[--heap->n];
	for (; (next = 2 * i + 1) < heap->n; i = next) {
		if (next + 1 < heap->n &&
		    is_sooner(&event[next + 1], &event[next]))
			next++;
		if (!is_sooner(&event[next], &last))
			break;
		event[i] = event[next];
	}
	event[i] = last;
	return soonest;
}

int64_t
ft_heap_first(const struct ft_heap *heap)
{
	return heap->n ? heap->event[0].at : INT64_MAX;
}
