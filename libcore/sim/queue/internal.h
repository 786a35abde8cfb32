/*
 * internal.h - the records of the queue, for the schedulers.
 */
#ifndef FT_SIM_QUEUE_INTERNAL_H
#define FT_SIM_QUEUE_INTERNAL_H

#include "sim/schedule/heap_internal.h"
#include "sim/queue/queue.h"

struct ft_record {
	struct ft_job *job;
	uint32_t serial; /* counts while job->queued is the same */
	uint32_t partition, tier;
	uint32_t priority;  /* in that partition */
	const char *magnet; /* the reservation that draws it in, which it does
	                       not name; NULL */
};

struct ft_queue {
	struct ft_record *rec;
	size_t n, cap;
	struct ft_job **look; /* changed since it was taken in */
	size_t n_look, cap_look;
	struct ft_heap begin; /* who begins later */
	uint32_t serial;
	uint32_t top; /* nobody who waits has a higher priority */
	bool rebuild; /* all anew */
	bool quiet;   /* changes are a scheduler's own */
	bool unsaid;  /* some that begin later are not told so yet */
	/* something a scheduler should see happened since it ran */
	bool news_main, news_full, news_backfill;
	bool shown;    /* planned starts are those of now */
	int64_t retry; /* without news backfill starts nothing before it */
};

/* JOB is to be taken in. */
void ft_queue_look_at(struct ft_queue *queue, struct ft_job *job);
/* Nobody who waits has a higher priority than top, nor JOB. */
void ft_queue_raise_top(struct ft_queue *queue, const struct ft_job *job);
/* Take in what changed; records are sorted afterwards. */
void ft_queue_settle(struct ft_world *world);
/* queue/order.c: put the records from OLD on among those before them, which are
 * in order. */
void ft_queue_order(struct ft_world *world, size_t old);
/* As ft_queue_settle, dependencies first: of a scheduler that starts jobs. */
void ft_queue_settle_all(struct ft_world *world);
/* When the next job begins, INT64_MAX none; who does at NOW is looked at. */
int64_t ft_queue_next_begin(const struct ft_world *world);
void ft_queue_begin(struct ft_world *world);
/* All schedulers should look again. */
void ft_queue_news(struct ft_world *world);

static inline bool
ft_record_counts(const struct ft_record *rec)
{
	return rec->job->queued == rec->serial;
}

/* Give JOB the reason it waits for, marked to be saved if it is another. */
void ft_queue_reason(struct ft_world *world, struct ft_job *job,
    enum ft_job_reason reason, const char *detail);

#endif
