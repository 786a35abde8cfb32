/*
 * tracemap.h - map the users and groups of a trace to those of the cluster.
 *
 *     group  1   physics          # the account of jobs of group 1
 *     user   17  anna             # in the account of her group
 *     user   23  bob@chemistry    # whatever his group
 *     user   *   guest            # all others
 *
 * One rule per line; comments, \ and joined lines as in slurm.conf (logical.h).
 * The names on the left are those of the trace as it was read; a number also means
 * u17 or g1, the names that readers of numbers give.  Source: fsim(1),
 * --map.
 */
#ifndef FT_IO_RESEARCH_TRACEMAP_H
#define FT_IO_RESEARCH_TRACEMAP_H

#include "base/cursor.h"
#include "model/job/trace.h"

/* How much of the trace the rules matched. */
struct ft_tracemap_report {
	size_t users, groups; /* of the trace that were mapped */
	size_t unknown;       /* rules for names that are not in it */
};

/*
 * Change users and accounts of the jobs of TRACE by the rules of INPUT.
 * report: may be NULL.  FT_EPARSE "file:line:column: ...": TRACE is unchanged.
 */
enum ft_status ft_tracemap_apply(struct ft_trace *trace,
    const struct ft_input *input, struct ft_tracemap_report *report,
    struct ft_error *err);

#endif
