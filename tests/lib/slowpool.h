/*
 * slowpool.h - what sim/research/pool/pool.h says, done the plain way: a list of jobs that is
 * sorted and walked at every event, usage added up from all jobs that ever ran.
 */
#ifndef SLOWPOOL_H
#define SLOWPOOL_H

#include <stdbool.h>

#include "sim/research/pool/pool.h"

/*
 * Replay TRACE into OUTCOME.  Returns false when some order hung on the
 * rounding of decayed usage (values within 1e-9 of each other): then another
 * way to add up may rightly come to another result.
 */
bool slowpool_run(const struct ft_pool *pool, const struct ft_trace *trace,
    struct ft_outcome *outcome);

#endif
