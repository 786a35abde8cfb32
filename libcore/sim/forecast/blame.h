/*
 * blame.h - who made a job wait: its wait, split among accounts by Shapley value.
 *
 * The value of a set of accounts is how long the job waits in a simulation in which
 * only their jobs and the job itself exist.  Each begins just before the job was
 * submitted and ends when it starts.  What is known is a fact in all of them: when
 * jobs were submitted, when they became eligible, when those that were cancelled
 * before they started left, and how long those that ended ran; a job that waits or
 * runs takes its time limit.  Usage from before the submission counts in all of
 * them.
 *
 * The simulation with all accounts also says what the job waited for, by the reasons
 * that the schedulers give it.
 */
#ifndef FT_SIM_FORECAST_BLAME_H
#define FT_SIM_FORECAST_BLAME_H

#include "algo/research/shapley.h"
#include "base/map.h"
#include "base/meter.h"
#include "sim/forecast/cause.h"
#include "sim/world/world.h"

struct ft_blame_rules {
	const struct ft_world *present; /* with all jobs; borrowed */
	const struct ft_job *job;       /* one of them, submitted by now */
	/* Fill WORLD, all zero, with the cluster as it was at ft_blame.begin, and
	   all jobs submitted by ft_blame.stop; called for each simulation. */
	enum ft_status (*load)(
	    void *ctx, struct ft_world *world, struct ft_error *err);
	void *ctx;
	uint32_t orders; /* to draw if there are many accounts, at least 1 */
	uint64_t seed;
	struct ft_meter *meter; /* may be NULL */
};

struct ft_blame_account {
	const char *name; /* of the present; NULL: all the rest */
	double area; /* CPUs its jobs asked for, times the seconds they waited
	                or ran between from and stop */
	bool own;    /* the job's; it does not count for it */
};

struct ft_blame {
	int64_t from;  /* just before its submission */
	int64_t begin; /* the last time till then at which it is known when
	                        the main scheduler ran; from there to from all
	                        accounts are present */
	int64_t stop;  /* its start; else when it was cancelled, or now */
	int64_t wait;  /* from its submission to stop */
	bool started, waits; /* neither: it ended without a start */
	/* by area, so that the smallest are the rest */
	struct ft_blame_account account[FT_SHAPLEY_PLAYERS];
	size_t n, joined; /* joined: accounts that are the rest, 0 none */
	struct ft_shapley shapley; /* none: the wait on the empty machine; all:
	                              that in the simulation with everyone */
	int64_t share[FT_SHAPLEY_PLAYERS]; /* seconds; none + their sum = all */
	struct ft_causes
	    causes;           /* of the wait with everyone: they sum to all */
	struct ft_map player; /* index by name */
};

/* Set BLAME (to be freed even on failure) to the times of RULES and to the
 * accounts whose jobs competed with the job ... */
void ft_blame_begin(struct ft_blame *blame, const struct ft_blame_rules *rules);
/* ... and simulate.  FT_EINVAL: the job did start, but cannot start in a
 * simulation. */
enum ft_status ft_blame_make(struct ft_blame *blame,
    const struct ft_blame_rules *rules, struct ft_error *err);
void ft_blame_free(struct ft_blame *blame);

#endif
