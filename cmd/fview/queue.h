/*
 * queue.h - the jobs that wait and run, as the queue page shows them.
 *
 * Plain data; loader_queue.c builds it from a store.
 */
#ifndef FT_CMD_FVIEW_QUEUE_H
#define FT_CMD_FVIEW_QUEUE_H

#include "algo/priority.h"
#include "model/job/job.h"

/* One job in one partition; the strings belong to the queue, never NULL. */
struct fview_job {
	const char *id; /* as squeue writes it: "12", "12_[1-3]" */
	const char *name, *user, *account, *partition, *qos;
	enum ft_job_state state;
	enum ft_job_reason reason;
	const char *reason_detail;
	const char *nodes; /* on which it runs */
	const char *never; /* the reason why it can never start; "": it can */
	bool pending;
	uint32_t place;    /* 1.. in the order of scheduling; 0 it runs, is
	                      held, may not start yet or never */
	uint32_t priority; /* 0 held */
	bool set_by_hand;  /* the priority */
	double norm[FT_FACTORS], weighted[FT_FACTORS];
	int64_t waited; /* seconds since its submission, or since its start */
	int64_t limit;  /* minutes; FT_TIME_UNLIMITED */
	uint32_t n_nodes, cpus;
};

struct fview_queue {
	struct ft_arena arena;
	struct fview_job *job; /* those that wait in the order of scheduling;
	                         those that may not start yet; held ones;
	                         those that run, by when they end */
	size_t n, cap;
	size_t n_pending, n_running; /* rows */
	size_t n_held, n_ready;      /* pending jobs: held; with a place */
	size_t n_later;              /* jobs still to be submitted */
	uint32_t cpus, cpus_used;    /* of the cluster */
	uint32_t weight[FT_FACTORS]; /* 0: none, or several (TRES) */
	uint32_t top; /* the highest priority of the pending jobs */
};

struct fview_queue *fview_queue_new(void);
void fview_queue_free(struct fview_queue *queue);
/* Returns a new row, its numbers 0 and its strings "". */
struct fview_job *fview_queue_add(struct fview_queue *queue);

#endif
