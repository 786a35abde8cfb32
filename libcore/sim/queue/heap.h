/*
 * heap.h - what will happen to jobs, soonest first.
 */
#ifndef FT_SIM_QUEUE_HEAP_H
#define FT_SIM_QUEUE_HEAP_H

#include "model/job/job.h"

struct ft_event_at {
	int64_t at; /* time */
	struct ft_job *job;
	bool early;      /* at the beginning of that second */
	uint32_t serial; /* the owner's, to recognise stale entries */
};

/*
 * A binary heap; all zero: empty.  Events of the same second: early ones first,
 * then by job number.  Entries are never removed: the owner ignores stale ones.
 */
struct ft_heap {
	struct ft_event_at *event;
	size_t n, cap;
};

void ft_heap_push(struct ft_heap *heap, struct ft_event_at event);
/* Remove and return the first event; the heap must not be empty. */
struct ft_event_at ft_heap_pop(struct ft_heap *heap);
/* Returns the time of the first event, INT64_MAX if there is none. */
int64_t ft_heap_first(const struct ft_heap *heap);

#endif
