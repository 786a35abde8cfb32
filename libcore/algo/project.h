/*
 * project.h - projects the order of users into the future, if the load stays as
 * it is.
 *
 * Model: each association uses RATE billing TRES all the time (2.5: on average
 * two and a half), while usage decays.  After t seconds its own usage is
 *
 *     usage x d(t) + rate x c(t)
 *
 * where d(t) is what decay leaves of 1 after t seconds (man/fairtree.7), and
 * c(t) is the integral of d from 0 to t: (1 - d(t)) / k for a decay of k per
 * second, t without decay.  Slurm does the same in steps of PriorityCalcPeriod;
 * relative to this, the difference is less than period / half-life.
 *
 * The ranks at each time are those of the algorithm itself.  Under Fair Tree,
 * two users change places at most once: the level fairshares of siblings
 * compare like (a + b x) and (c + d x) for x = c(t) / d(t), which only grows.
 * The same is true of classic.  Under depth oblivious and level based, two
 * users may change places more often; then one of these times is found.
 */
#ifndef FT_ALGO_PROJECT_H
#define FT_ALGO_PROJECT_H

#include "algo/share/share.h"
#include "model/tree/usage.h"

#define FT_PROJECT_NEVER INT64_C(-1)

struct ft_project {
	const struct ft_algo *algo;
	const struct ft_share_input *now; /* borrowed */
	const struct ft_share *base;      /* the result for `now`; borrowed */
	const ft_real *own;  /* by node: own usage now, >= 0; borrowed */
	const ft_real *rate; /* by node: billing TRES, >= 0; borrowed */
	struct ft_decay decay;

	/* of the last run: */
	ft_real *usage; /* by node: totals */
	struct ft_share_input input;
	struct ft_share share;
};

/* Prepare PROJECT, whose members before `usage` are set. */
void ft_project_init(struct ft_project *project);
void ft_project_clear(struct ft_project *project);

/* Returns the load that brought usage from BEFORE to AFTER in SECONDS (> 0); 0
 * if it fell by more than decay explains, because it was reset. */
ft_real ft_project_rate(const struct ft_decay *decay, ft_real before,
    ft_real after, int64_t seconds);

enum ft_project_event {
	FT_PROJECT_PASS, /* `who` passes somebody who is ahead or level now */
	FT_PROJECT_FALL  /* somebody who is behind or level now passes `who` */
};

struct ft_project_answer {
	int64_t seconds; /* from now; FT_PROJECT_NEVER: not until the horizon */
	uint32_t node;   /* the other user; of several the nearest now */
	uint32_t others; /* how many others at the same time */
};

/* When does the event first happen to the user `who`, because of the user `other`, or of
 * any other if that is FT_NODE_NONE?  The search ends `horizon` seconds from now. */
struct ft_project_question {
	enum ft_project_event event;
	uint32_t who, other;
	int64_t horizon;
};
/* Answer QUESTION.  Takes about 40 runs of the algorithm; fails as ft_share_run
 * does. */
enum ft_status ft_project_find(struct ft_project *project,
    const struct ft_project_question *question,
    struct ft_project_answer *answer, struct ft_error *err);

#endif
