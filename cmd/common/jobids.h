/*
 * jobids.h - comma lists of job IDs: 12, 12_3, 12_[1-4,7].
 */
#ifndef FT_CMD_COMMON_JOBIDS_H
#define FT_CMD_COMMON_JOBIDS_H

#include "base/base.h"

struct ft_jobid {
	char *text; /* as given */
	bool bad;   /* not a job ID */
	bool part;  /* a component of a job, 12+1; only scancel has such */
	uint32_t number;
	uint32_t *task; /* [n_task]; n_task 0: the job, or the whole array */
	size_t n_task;
};
struct ft_jobids {
	struct ft_jobid *item;
	size_t n, cap;
};

/* Add the elements of TEXT; commas inside brackets do not separate.  Returns
 * false if one of them is bad. */
bool ft_jobids_add(struct ft_jobids *ids, const char *text);
void ft_jobids_free(struct ft_jobids *ids);

#endif
