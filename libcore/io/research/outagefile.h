/*
 * outagefile.h - when nodes or processors were out of service.
 *
 *     # START               END                  WHAT     [KIND]
 *     2026-01-05T10:00:00   2026-01-05T12:00:00  n[1-4]
 *     86400                 90000                16       maintenance
 *
 * One outage per line; comments, \ and joined lines as in slurm.conf
 * (logical.h).  A time is a date or a number of seconds since the trace began;
 * WHAT is a number of processors or a list of nodes; KIND is failure, the
 * default, or maintenance.  Source: fsim(1), --outages.
 */
#ifndef FT_IO_RESEARCH_OUTAGEFILE_H
#define FT_IO_RESEARCH_OUTAGEFILE_H

#include "base/cursor.h"
#include "model/research/outage.h"

/*
 * Add the outages of INPUT to OUTAGES (zeroed), sorted by start; ORIGIN: when the
 * trace began.  Free OUTAGES even on failure.
 * FT_EPARSE "file:line:column: ...": bad time, end, list or word.
 */
enum ft_status ft_outagefile_parse(struct ft_outages *outages,
    const struct ft_input *input, int64_t origin, struct ft_error *err);

#endif
