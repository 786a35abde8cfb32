/*
 * project.h - what becomes of the order of users if the load goes on as it is.
 *
 * Model: each association uses RATE billing TRES at every instant (2.5: on
 * average two and a half), and usage fades all the while.  After t seconds its
 * own usage is
 *
 *     usage x d(t) + rate x c(t)
 *
 * where d is the decay of t seconds (man/fairtree.7) and c its integral from 0
 * to t, (1 - d(t)) / k with k the decay per second, t if nothing fades.  Slurm
 * does the same in steps of PriorityCalcPeriod; the difference is below one
 * part in half-life / period.
 *
 * The ranks at a time are those of the algorithm itself.  Under Fair Tree two
 * users change places at most once: the level fairshare of siblings compares
 * as (a + b x) : (c + d x) in x = c(t) / d(t), which only grows.  The same holds
 * of classic.  Depth oblivious and level based may change more often, then it
 * is one of the times.
 */
#ifndef FT_ALGO_PROJECT_H
#define FT_ALGO_PROJECT_H

#include "algo/share/share.h"
#include "model/tree/usage.h"

#define FT_PROJECT_NEVER INT64_C(-1)

struct ft_project {
	const struct ft_algo *algo;
	const struct ft_share_input *now; /* borrowed */
	const struct ft_share *base;      /* a run over NOW; borrowed */
	const ft_real *own;  /* by node: own usage now, >= 0; borrowed */
	const ft_real *rate; /* by node: billing TRES, >= 0; borrowed */
	struct ft_decay decay;

	/* the last run */
	ft_real *usage; /* totals */
	struct ft_share_input input;
	struct ft_share share;
};

/* Set up what the runs of PROJECT need, whose other members are set
 * (ft_project_clear it). */
void ft_project_init(struct ft_project *project);
void ft_project_clear(struct ft_project *project);

/* Returns c: what a load of 1 has come to after SECONDS (>= 0). */
double ft_project_charge(const struct ft_decay *decay, int64_t seconds);
/*
 * Returns the load that brought a usage from BEFORE to AFTER in SECONDS (> 0);
 * 0 where it fell by more than decay (it was reset).
 */
ft_real ft_project_rate(const struct ft_decay *decay, ft_real before,
    ft_real after, int64_t seconds);

/* Rank at SECONDS from now into project->share; as ft_share_run. */
enum ft_status ft_project_run(
    struct ft_project *project, int64_t seconds, struct ft_error *err);

enum ft_project_event {
	FT_PROJECT_PASS, /* WHO gets before somebody who is not behind now */
	FT_PROJECT_FALL  /* somebody who is not before now gets before WHO */
};

struct ft_project_answer {
	int64_t seconds; /* from now, to the second; FT_PROJECT_NEVER: not
	                    before the horizon */
	uint32_t node;   /* the other; of several the nearest now */
	uint32_t others; /* how many more at the same time */
};

/* When EVENT comes first for the user WHO, with WHOM or (FT_NODE_NONE) anybody,
 * up to HORIZON seconds from now. */
struct ft_project_question {
	enum ft_project_event event;
	uint32_t who, whom;
	int64_t horizon;
};
/* Find the answer.  About 40 runs. */
enum ft_status ft_project_find(struct ft_project *project,
    const struct ft_project_question *question,
    struct ft_project_answer *answer, struct ft_error *err);

#endif
