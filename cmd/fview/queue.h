/*
 * queue.h - the jobs that wait and run, as the queue page shows them.
 *
 * Plain data; load/loader_queue.c builds it from a store.
 */
#ifndef FT_CMD_FVIEW_QUEUE_H
#define FT_CMD_FVIEW_QUEUE_H

#include "algo/priority.h"
#include "forecast/forecast.h"
#include "model/job/job.h"

/* By when a job starts in 10, 50 and 90 % of simulated futures. */
#define FVIEW_FORECASTS 3

/* One job in one partition; the strings belong to the queue, never NULL. */
struct fview_job {
	const char *id; /* as squeue writes it: "12", "12_[1-3]" */
	const char *name, *user, *account, *partition, *qos;
	enum ft_job_state state;
	enum ft_job_reason reason;
	const char *reason_detail;
	const char *nodes; /* on which it runs */
	const char *never; /* the reason why it can never start; "": it can */
	const char *lack;  /* what it waits for, by name; "": not known */
	int64_t start;     /* planned, if running jobs use their full time
	                      limits; 0: none */
	uint32_t number;
	int64_t by[FVIEW_FORECASTS]; /* 0: not forecast; INT64_MAX: later than
	                                forecasts reach */
	bool pending;
	uint32_t place;    /* 1.. in the order of scheduling; 0 it runs, is
	                      held, may not start yet or never */
	uint32_t priority; /* 0 held */
	double weighted[FT_FACTORS];
	int64_t waited; /* seconds since its submission, or since its start */
	int64_t limit;  /* minutes; FT_TIME_UNLIMITED */
	uint32_t n_nodes, cpus;
};

struct fview_queue {
	struct ft_arena arena;
	int64_t now;           /* the store's time */
	struct fview_job *job; /* those that wait in the order of scheduling;
	                         those that may not start yet; held ones;
	                         those that run, by when they end; those that
	                         can never start */
	size_t n, cap;
	size_t n_pending, n_running; /* rows; pending ones with... */
	size_t n_never;              /* ... those that can never start */
	size_t n_held, n_ready;      /* pending jobs: held; with a place */
	size_t n_later;              /* jobs still to be submitted */
	uint32_t cpus, cpus_used;    /* of the cluster */
	uint32_t top;     /* the highest priority of the pending jobs */
	bool foreseen;    /* there is a forecast, */
	uint32_t futures; /* of so many; 0: none could be drawn */
	const char *note; /* what it lacks, "" nothing */
};

struct fview_queue *fview_queue_new(void);
void fview_queue_free(struct fview_queue *queue);
/* Returns a new row, its numbers 0 and its strings "". */
struct fview_job *fview_queue_add(struct fview_queue *queue);

/* FORECAST, done, is of these jobs; counts: the asker may know how many jobs there
 * are. */
void fview_queue_foresee(
    struct fview_queue *queue, const struct ft_forecast *forecast, bool counts);

/* The rows of the list: jobs, and a heading above those that can never start. */
size_t fview_queue_rows(const struct fview_queue *queue);
size_t fview_queue_row(const struct fview_queue *queue, size_t job);
/* Returns the job of ROW, NULL: the heading, or none. */
const struct fview_job *fview_queue_at(
    const struct fview_queue *queue, size_t row);

#endif
