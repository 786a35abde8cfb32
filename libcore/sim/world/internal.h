/*
 * internal.h - what the files of sim/ that let time pass share.
 */
#ifndef FT_SIM_WORLD_INTERNAL_H
#define FT_SIM_WORLD_INTERNAL_H

#include "base/map.h"
#include "sim/world/world.h"

/* job->group */
enum ft_job_group {
	FT_GROUP_NONE,
	FT_GROUP_ARRIVING,
	FT_GROUP_WAITING,
	FT_GROUP_RUNNING
};

struct ft_index {
	struct ft_map user;           /* name -> id */
	struct ft_map account;        /* name -> id */
	struct ft_idmap account_node; /* by account id */
	/* by the array's number: numbers of jobs by the index of the task, of
	 * some that are gone, too */
	struct ft_idvec array; /* of struct ft_idmap */
};

void ft_index_new(struct ft_world *world);
void ft_index_free(struct ft_world *world);
/* JOB may have become a task of an array. */
void ft_index_task(struct ft_world *world, const struct ft_job *job);

/* Put JOB into the list its state asks for; the queue is not told. */
void ft_world_regroup(struct ft_world *world, struct ft_job *job);
/* Set job->where and job->must_end of a job that runs. */
void ft_job_note_limit(const struct ft_world *world, struct ft_job *job);
/* Returns the tree node of an account by name, FT_NODE_NONE. */
uint32_t ft_world_account_node(
    const struct ft_world *world, const char *account);

#endif
