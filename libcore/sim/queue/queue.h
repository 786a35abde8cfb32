/*
 * queue.h - the pending jobs that a scheduler examines, and what changed since.
 *
 * There is one record for each eligible job, partition and QOS.  Jobs that are
 * held, begin later, wait for a dependency or find their partition closed have
 * none; their reason says why.  Changes of jobs are only noted here: when a
 * scheduler is about to run, schedule/fill.c updates the records, and
 * schedule/order.c sorts them.
 */
#ifndef FT_SIM_QUEUE_QUEUE_H
#define FT_SIM_QUEUE_QUEUE_H

#include "sim/queue/heap.h"
#include "sim/world/world.h"

/* A job in one partition and QOS. */
struct ft_record {
	struct ft_job *job;
	uint32_t
	    serial; /* the record is stale unless this equals job->queued */
	uint32_t partition, tier;
	uint32_t qos; /* id */
	/* if the job asks for several QOS: id of the one that it has while it
	 * waits; else 0 */
	uint32_t usual;
	uint32_t
	    choice; /* place of `partition` and `qos` among those it asks for;
	               0 the best */
	uint32_t priority; /* in that partition and QOS */
	bool several;      /* one of several records of the job, whose priority
	                      is computed for itself */
	uint32_t kind;     /* see ft_place_kind */
	uint32_t class;    /* see ft_place_class; 0: what becomes of the job
	                      depends on more than its class */
	/* the MAGNETIC reservation that draws the job in, or NULL */
	const char *magnet;
};

/*
 * What the last run of backfill did, if it started nothing.  A run at the same
 * `version` of the queue, after the same decay pass and before `until`, would
 * do the same again.
 */
struct ft_same {
	int64_t until;   /* time; 0: not known */
	int64_t decayed; /* time of that decay pass */
	uint32_t version;
	uint64_t length, depth, tried, table; /* as in struct ft_tally */
	bool tests; /* it ended because bf_max_job_test was reached */
};

/*
 * The records from index `from` until `end`, of jobs that the main scheduler
 * would only count if their partitions are blocked.  If they are, it skips the
 * tail, and stores the time here instead of in each job.
 */
struct ft_tail {
	size_t from, end;
	bool *part; /* [n_part]: whether some may be in that partition */
	size_t n_part;
	/* the true last_eval of jobs that are in_tail, if it is later */
	int64_t evaluated;
};

/*
 * Invariant: job->queued is 0 if a change of the job is not in the records yet,
 * and else the serial of its valid records or of its entry in `begin`.
 */
struct ft_queue {
	struct ft_record *rec; /* sorted, but may contain stale records */
	size_t n, cap;
	struct ft_job **look; /* jobs that changed since rec was up to date */
	size_t n_look, cap_look;
	/* jobs that may not have the priority of the last pass any more */
	struct ft_job **unpriced;
	size_t n_unpriced, cap_unpriced;
	bool all_unpriced; /* any job may be one, and the list is empty */
	/* waiting jobs that gained no age at the last pass, by number; only
	 * these and those in `unpriced` could begin to gain age now */
	struct ft_job **unaged;
	size_t n_unaged;
	bool all_unaged; /* any job may be one: the list was not made yet */
	struct ft_tail tail;
	struct ft_heap begin; /* jobs that begin later, by that time */
	uint32_t serial;      /* the last one given */
	uint32_t top;         /* upper bound of the priorities of all jobs */
	bool rebuild;         /* all records must be rebuilt */
	bool stale;           /* some records may be stale */
	bool quiet;           /* a scheduler makes the changes: no news */
	bool unsaid;          /* some jobs in `begin` lack reason BeginTime */
	/* something happened that the main scheduler, a full run of it, or
	 * backfill has not seen yet */
	bool news_main, news_full, news_backfill;
	uint32_t version; /* counts changes, whether they are news or not */
	struct ft_same same;
	struct ft_bf_memory *memory; /* of sim/schedule/backfill.c */
	bool forgets; /* for tests: the schedulers remember nothing */
	bool shown;   /* expected starts of jobs are up to date */
	int64_t
	    retry; /* without news, backfill starts nothing before this time */
};

/* Forget all records; they are rebuilt when a scheduler needs them. */
void ft_queue_reset(struct ft_world *world);
/* Note that priorities changed, and so the order in which jobs are examined or
 * what limits leave.  This is no news: schedulers see it when they run the next
 * time. */
void ft_queue_repriced(struct ft_world *world);
void ft_queue_free(struct ft_world *world);
/* Note that JOB changed: see ft_world_changed. */
void ft_queue_changed(struct ft_world *world, struct ft_job *job);
/* Forget JOB, which is about to be freed. */
void ft_queue_forget(struct ft_world *world, struct ft_job *job);
/* Let all schedulers examine the queue again. */
void ft_queue_news(struct ft_world *world);
/* Note for accounting that JOB waited for REASON. */
void ft_queue_note_reason(
    struct ft_world *world, struct ft_job *job, enum ft_job_reason reason);
/* Set the reason for which JOB waits; if that is new, mark the job to be
 * saved. */
void ft_queue_reason(struct ft_world *world, struct ft_job *job,
    enum ft_job_reason reason, const char *detail);

/* Let the next pass compute the priority of JOB, even if that does not depend
 * on the time, because the job changed or was tried in another QOS. */
void ft_queue_unpriced(struct ft_queue *queue, struct ft_job *job);

/* Returns whether a job keeps this reason when a job ahead blocks it. */
bool ft_queue_keeps_reason(enum ft_job_reason reason);
/* Take JOB out of the tail, and set its last_eval. */
void ft_queue_leave_tail(const struct ft_queue *queue, struct ft_job *job);
/* The same for all waiting jobs; call it before last_eval is read. */
void ft_queue_evaluate(struct ft_world *world);

/* ---- for schedule/fill.c ------------------------------------------------- */

/* Put JOB on the list queue->look. */
void ft_queue_look_at(struct ft_queue *queue, struct ft_job *job);
/* Raise queue->top to the priority of JOB. */
void ft_queue_raise_top(struct ft_queue *queue, const struct ft_job *job);

/* Returns whether REC is valid, and not stale. */
static inline bool
ft_record_counts(const struct ft_record *rec)
{
	return rec->job->queued == rec->serial;
}

#endif
