/*
 * pair.h - the same jobs in two states of a cluster, side by side.
 */
#ifndef FT_REPORT_STANDING_PAIR_H
#define FT_REPORT_STANDING_PAIR_H

#include "report/standing/standing.h"

/* One of the two; everything is borrowed. */
struct ft_standing_side {
	const struct ft_machine *machine;     /* has the partitions */
	const struct ft_standing *const *row; /* [n] by job number */
	size_t n;
};

/* One job in one partition; NULL: it is not there on that side. */
struct ft_standing_pair {
	const struct ft_standing *before, *after;
};

/*
 * Fill PAIR[before->n + after->n] with the rows of both sides: those of BEFORE
 * in their order, then those that only AFTER has.  Returns how many there are.
 */
size_t ft_standing_pairs(const struct ft_standing_side *before,
    const struct ft_standing_side *after, struct ft_standing_pair *pair);
/* Returns whether priority or place differ, or one side lacks the job. */
bool ft_standing_differs(const struct ft_standing_pair *pair);
#endif
