/*
 * experiment.h - an experiment (model/synthetic/experiment.h) becomes jobs of a
 * world.
 *
 * The same experiment, seed and tree give the same jobs.  Each flow has random
 * streams of its own, so adding a flow after it does not change its jobs.
 */
#ifndef FT_SIM_RESEARCH_EXPERIMENT_H
#define FT_SIM_RESEARCH_EXPERIMENT_H

#include "base/meter.h"
#include "model/synthetic/experiment.h"
#include "sim/world/world.h"

/* The fate of one job, in the order of arrival. */
struct ft_experiment_fate {
	const struct ft_experiment_flow *flow;
	const struct ft_experiment_step *step;
	const char *user;
	int64_t at;
	const struct ft_job *job;  /* NULL: not submitted */
	bool skipped;              /* because a job it depends on was refused */
	enum ft_refusal refusal;   /* why it was refused */
	enum ft_job_reason reason; /* and the limit that refused it */
};
typedef void ft_experiment_fn(void *ctx, const struct ft_experiment_fate *fate);

/* One play of an experiment. */
struct ft_experiment_play {
	const struct ft_experiment *experiment;
	const struct ft_asker *asker; /* owner of jobs without a user */
	int64_t start;                /* when it begins, >= world->now */
	ft_experiment_fn *report;     /* may be NULL */
	void *ctx;
	struct ft_meter *meter; /* counts jobs; NULL: none */
	/* out */
	uint64_t submitted, refused, skipped;
	int64_t first, last; /* arrivals; 0 none */
};

/*
 * Submit all jobs of PLAY.
 * FT_EPARSE: User=@ACCOUNT names an account without users (file:line:1).
 * FT_EINVAL: more than FT_EXPERIMENT_MAX jobs.
 */
#define FT_EXPERIMENT_MAX 10000000
enum ft_status ft_world_experiment(struct ft_world *world,
    struct ft_experiment_play *play, struct ft_error *err);

#endif
