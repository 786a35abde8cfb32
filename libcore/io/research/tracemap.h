/*
 * tracemap.h - who the users and groups of a trace are on the cluster.
 *
 *     group  1   physics          # the account of jobs of group 1
 *     user   17  anna             # in the account of her group
 *     user   23  bob@chemistry    # whatever his group
 *     user   *   guest            # all others
 *
 * One rule a line; comments, \ and joined lines as in slurm.conf (logical.h).
 * The names on the left are those of the trace as it was read; a number stands
 * for u17 or g1 as well, as readers of numbers call them.  Source: fsim(1),
 * --map.
 */
#ifndef FT_IO_RESEARCH_TRACEMAP_H
#define FT_IO_RESEARCH_TRACEMAP_H

#include "base/cursor.h"
#include "model/research/trace.h"

/* What of the trace the rules were about. */
struct ft_tracemap_report {
	size_t users, groups; /* of the trace that were mapped */
	size_t unknown;       /* rules for who is not in it */
};

/*
 * Give the jobs of TRACE other users and accounts, as INPUT says.
 * report: may be NULL.  FT_EPARSE "file:line:column: ..."; TRACE is as it was
 * then.
 */
enum ft_status ft_tracemap_apply(struct ft_trace *trace,
    const struct ft_input *input, struct ft_tracemap_report *report,
    struct ft_error *err);

#endif
