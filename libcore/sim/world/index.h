/*
 * index.h - look-up tables of a world: ids by name, tasks by array.
 *
 * Made when the world is set up; job/job.c adds tasks as they are split off.
 */
#ifndef FT_SIM_WORLD_INDEX_H
#define FT_SIM_WORLD_INDEX_H

#include "base/map.h"
#include "sim/world/world.h"

struct ft_index {
	struct ft_map user;           /* name -> id */
	struct ft_map account;        /* name -> id */
	struct ft_idmap account_node; /* account id -> tree node */
	/*
	 * By the array's number: struct ft_idmap, task -> number of its job.
	 * Entries of jobs that are gone stay, so look the job up as well.
	 */
	struct ft_idvec array;
	struct ft_assocs *assocs; /* assoc.c; NULL until the first look-up */
};

/* Index the acctdb, the tree and the jobs of WORLD again. */
void ft_index_new(struct ft_world *world);
void ft_index_free(struct ft_world *world);
/* Index JOB if it is a task of an array. */
void ft_index_task(struct ft_world *world, const struct ft_job *job);
void ft_assocs_free(struct ft_assocs *assocs);

#endif
