/*
 * nodecount.h - how many nodes a job asks for: 2, 2-4, -4, 1k, 2,4-6, 2-8:2.
 *
 * Case: tests/oracle/cases/n20-node-counts.
 */
#ifndef FT_MODEL_JOB_NODECOUNT_H
#define FT_MODEL_JOB_NODECOUNT_H

#include "model/release/release.h"

#define FT_NODECOUNT_MOST 65535 /* the largest number of a list */

struct ft_nodecount {
	uint32_t least, most; /* most 0: no limit */
	struct ft_str sizes;  /* of a list: all of them, "2,4-6"; else empty */
};

/* Whether that of RELEASE may be a list. */
bool ft_nodecount_lists(enum ft_release release);
/*
 * Read TEXT into *count, whose sizes the caller frees.  LISTS: it may be a list.
 * FT_EINVAL: it is no number of nodes, in the words of sbatch.
 * Source: sbatch(1), --nodes.
 */
enum ft_status ft_nodecount_read(const char *text, bool lists,
    struct ft_nodecount *count, struct ft_error *err);

#endif
