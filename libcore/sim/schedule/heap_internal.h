/*
 * heap_internal.h - what is to happen to jobs, the soonest first.
 */
#ifndef FT_SIM_SCHEDULE_HEAP_INTERNAL_H
#define FT_SIM_SCHEDULE_HEAP_INTERNAL_H

#include "model/job/job.h"

struct ft_event_at {
	int64_t at;
	struct ft_job *job;
	bool early;      /* in that second */
	uint32_t serial; /* of who put it there */
};

/* All zero: empty.  Of two at one time the early one comes first, then the one
 * of the lower number. */
struct ft_heap {
	struct ft_event_at *event;
	size_t n, cap;
};

void ft_heap_push(struct ft_heap *heap, struct ft_event_at event);
struct ft_event_at ft_heap_pop(struct ft_heap *heap); /* it is not empty */
/* The time of the first, INT64_MAX if there is none. */
int64_t ft_heap_first(const struct ft_heap *heap);

#endif
