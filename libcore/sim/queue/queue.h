/*
 * queue.h - the pending jobs that a scheduler examines, and what changed.
 *
 * One record per eligible job, partition and QOS.  Jobs that are held, begin later,
 * wait for a dependency or find their partition closed have none; their reason
 * says why.  Changes are only noted here; schedule/fill.c takes them in when
 * a scheduler is about to run, and schedule/order.c sorts the records.
 */
#ifndef FT_SIM_QUEUE_QUEUE_H
#define FT_SIM_QUEUE_QUEUE_H

#include "sim/queue/heap.h"
#include "sim/world/world.h"

/* A job in one partition and QOS. */
struct ft_record {
	struct ft_job *job;
	uint32_t serial; /* stale unless it equals job->queued */
	uint32_t partition, tier;
	uint32_t qos;      /* id */
	uint32_t usual;    /* id of the one it waits in, if it asks for several;
	                      else 0 */
	uint32_t choice;   /* of its QOS: 0 the best */
	uint32_t priority; /* in that partition and QOS */
	bool several;      /* it has priorities of its own, as one of several */
	uint32_t kind;     /* of ft_place_kind */
	uint32_t class;    /* of ft_place_class; 0: what becomes of the job
	                      depends on more than that */
	/* a MAGNETIC reservation that draws the job in; NULL none */
	const char *magnet;
};

/*
 * What the last run of backfill did, if it started nothing.  One at the same
 * `version` of the queue, after the same decay pass and before `until`, would do
 * the same again.
 */
struct ft_same {
	int64_t until; /* time; 0: this is not known */
	int64_t decayed;
	uint32_t version;
	uint64_t length, depth, tried, table; /* as struct ft_tally has them */
	bool tests;                           /* it ended by bf_max_job_test */
};

/*
 * Records of which the main scheduler knows that they only count while their
 * partitions are blocked: from FROM until END.  A run that skips them notes when.
 */
struct ft_tail {
	size_t from, end;
	bool *part; /* [n_part]: whether some may be in that partition */
	size_t n_part;
	int64_t evaluated; /* last_eval of the jobs in_tail, if that is later */
};

/*
 * Invariant: job->queued is 0 for a job whose change was not taken in yet, and
 * otherwise the serial of its valid records or of its entry in `begin`.
 */
struct ft_queue {
	struct ft_record *rec; /* sorted, but may contain stale records */
	size_t n, cap;
	struct ft_job *
	    *look; /* jobs changed since rec was brought up to date */
	size_t n_look, cap_look;
	/* jobs that may not have the priority of the last pass any more */
	struct ft_job **unpriced;
	size_t n_unpriced, cap_unpriced;
	bool all_unpriced; /* that is any job, and the list is empty */
	/* waiting jobs that gained no age at the last pass, by number; with
	 * those of `unpriced` all that could now */
	struct ft_job **unaged;
	size_t n_unaged;
	bool all_unaged; /* the list is not made yet */
	struct ft_tail tail;
	struct ft_heap begin; /* jobs that begin later, by that time */
	uint32_t serial;      /* the last one given */
	uint32_t top;         /* upper bound of the priorities of all jobs */
	bool rebuild;         /* rebuild all records */
	bool stale;           /* some records may be */
	bool quiet;           /* a scheduler makes the changes: no news */
	bool unsaid;          /* some of `begin` lack reason BeginTime */
	/* something happened that this scheduler has not seen yet */
	bool news_main, news_full, news_backfill;
	uint32_t version; /* counts changes, news or not */
	struct ft_same same;
	struct ft_bf_memory *memory; /* of sim/schedule/backfill.c */
	bool forgets;  /* the schedulers remember nothing: for tests */
	bool shown;    /* expected starts of jobs are up to date */
	int64_t retry; /* without news, backfill starts nothing before */
};

/* Forget all records; they are rebuilt when a scheduler needs them. */
void ft_queue_reset(struct ft_world *world);
/* Priorities changed, and with them the order in which jobs are examined, or what
 * limits leave: schedulers look again when it is their time. */
void ft_queue_repriced(struct ft_world *world);
void ft_queue_free(struct ft_world *world);
/* JOB changed: see ft_world_changed. */
void ft_queue_changed(struct ft_world *world, struct ft_job *job);
/* JOB is about to be freed. */
void ft_queue_forget(struct ft_world *world, struct ft_job *job);
/* Have all schedulers look again. */
void ft_queue_news(struct ft_world *world);
/* Keep REASON, for which JOB waited, for accounting. */
void ft_queue_note_reason(
    struct ft_world *world, struct ft_job *job, enum ft_job_reason reason);
/* Set the reason JOB waits for; mark it to be saved if that is new. */
void ft_queue_reason(struct ft_world *world, struct ft_job *job,
    enum ft_job_reason reason, const char *detail);

/* JOB changed, or was tried in another QOS: the next pass computes its priority,
 * even if that does not depend on the time. */
void ft_queue_unpriced(struct ft_queue *queue, struct ft_job *job);

/* Returns whether a job keeps this reason when a job ahead blocks it. */
bool ft_queue_keeps_reason(enum ft_job_reason reason);
/* JOB leaves the tail: its last_eval becomes what it is. */
void ft_queue_leave_tail(const struct ft_queue *queue, struct ft_job *job);
/* The same for all that wait, before others read last_eval. */
void ft_queue_evaluate(struct ft_world *world);

/* ---- for schedule/fill.c ------------------------------------------------- */

/* Put JOB on the list of those to be taken in. */
void ft_queue_look_at(struct ft_queue *queue, struct ft_job *job);
/* Raise queue->top to the priority of JOB. */
void ft_queue_raise_top(struct ft_queue *queue, const struct ft_job *job);

/* Returns whether REC is valid, not stale. */
static inline bool
ft_record_counts(const struct ft_record *rec)
{
	return rec->job->queued == rec->serial;
}

#endif
