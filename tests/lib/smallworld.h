/*
 * smallworld.h - a small cluster at work, for tests of what happens to jobs.
 *
 * Accounts phys (ann, bob) and chem (cy); QOS normal and high (priority 10);
 * partitions debug (the default) and other, both of n1 to n4 with 16 CPUs.
 * Priorities are 1000 and what is set as site factor; the clock stands at
 * STOREFILE_NOW.
 */
#ifndef SMALLWORLD_H
#define SMALLWORLD_H

#include "load/world/world.h"

struct smallworld {
	struct ft_store *store;
	struct ft_conf conf;
	struct ft_world world;
};

extern const struct ft_asker smallworld_root;

/* more: further lines of slurm.conf, "" none */
void smallworld_open(struct smallworld *small, const char *more);
/* The same, after LINE of facctmgr; bails if it is refused. */
void smallworld_open_with(
    struct smallworld *small, const char *more, const char *line);
void smallworld_close(struct smallworld *small);
/* A user as one who asks. */
struct ft_asker smallworld_asker(
    const struct smallworld *small, const char *user);
/* A job of one CPU that runs 10 s if let; not submitted yet. */
struct ft_job *smallworld_job(struct smallworld *small, const char *user);
/* Submit it as its user; bails if it is refused.  Returns it. */
struct ft_job *smallworld_submit(struct smallworld *small, struct ft_job *job);
/* Returns whether JOB may preempt VICTIM now, in the first of its partitions. */
bool smallworld_preempts(struct ft_world *world, const struct ft_job *job,
    const struct ft_job *victim);
/* Let time pass. */
void smallworld_run(struct smallworld *small, int64_t seconds);

#endif
