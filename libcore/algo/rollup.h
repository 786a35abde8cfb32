/*
 * rollup.h - what the time of a cluster was used for in a period: allocated,
 * down, planned down, planned or idle, and how much of it each user had.
 *
 * Slurm's accounting sums up hour by hour (FT_ROLLUP_HOURS), which shows in its
 * results: what does not fit into an hour is cut, and energy counts once in
 * each hour.  Nodes count only in hours in which one was down: it, and those of
 * jobs.  FT_ROLLUP_EXACT applies the same rules to the time between two
 * changes, and spreads energy over the run of a job.  Amounts are counts of a
 * TRES times seconds.  Not for: who may see what, texts (cmd/freport).  Source:
 * sreport(1); cases l02, l60, m84.
 */
#ifndef FT_ALGO_ROLLUP_H
#define FT_ALGO_ROLLUP_H

#include "base/base.h"

#define FT_ROLLUP_NONE UINT32_MAX
#define FT_ROLLUP_EVER INT64_MAX /* an end that has not come */

enum ft_rollup_mode { FT_ROLLUP_HOURS, FT_ROLLUP_EXACT };

/* In all of these: vectors tres[] are by TRES index and borrowed; periods are
 * [from, to). */

/* What the cluster had. */
struct ft_rollup_capacity {
	int64_t from, to;
	const uint64_t *tres;
};
/* A node that was down or drained. */
struct ft_rollup_down {
	int64_t from, to;
	const uint64_t *tres;
	uint32_t node; /* the caller's number */
};
struct ft_rollup_resv {
	int64_t from, to;
	const uint64_t *tres;
	bool maint;       /* its time is planned down */
	bool ignore_jobs; /* its jobs count as if they were outside of it */
	const uint32_t *node;
	const uint32_t *owner; /* its unused time is divided among these */
	size_t n_node, n_owner;
};
struct ft_rollup_job {
	int64_t eligible; /* FT_ROLLUP_EVER: never, or it did not wait */
	int64_t start;    /* FT_ROLLUP_EVER: never */
	int64_t end;
	const uint64_t *tres; /* that it had, or asks for */
	uint32_t resv;        /* index of its reservation; FT_ROLLUP_NONE */
	uint32_t owner;
};

/* Owners are the caller's numbers below n_owner. */
struct ft_rollup {
	enum ft_rollup_mode mode;
	int64_t from, until; /* the period; full hours with FT_ROLLUP_HOURS */
	const struct ft_rollup_capacity *capacity;
	const struct ft_rollup_down *down;
	const struct ft_rollup_resv *resv;
	const struct ft_rollup_job *job;
	size_t n_capacity, n_down, n_resv, n_job;
	size_t n_tres, n_owner;
	size_t energy; /* index of the TRES that counts joules */
	size_t cpu;    /* index of the TRES of which waiting is counted */
	size_t node;   /* index of the TRES that counts nodes */
};

/* What one TRES was used for. */
struct ft_rollup_use {
	double total, allocated, down, planned_down, planned, idle;
	double over; /* what waiting jobs wanted beyond what there was */
};

/* Set USE[n_tres], and USED[n_owner * n_tres], owner by owner. */
void ft_rollup_run(
    const struct ft_rollup *rollup, struct ft_rollup_use *use, double *used);

/* Returns what the jobs of reservation RESV (index) used of TRES in all of its
 * time. */
double ft_rollup_resv_used(
    const struct ft_rollup *rollup, uint32_t resv, size_t tres);

#endif
