/*
 * outage.h - when parts of a machine were not there: failures and maintenance.
 *
 * Plain data, read by io/research/outagefile.h, acted on by replays.
 */
#ifndef FT_MODEL_RESEARCH_OUTAGE_H
#define FT_MODEL_RESEARCH_OUTAGE_H

#include "base/base.h"

struct ft_outage {
	int64_t start, end; /* times, end > start */
	const char *nodes;  /* host list; NULL: procs of no particular node */
	uint32_t procs;     /* processors; of nodes: as the machine has them */
	/* maintenance: jobs that run may end first, and nothing else starts
	 * there; a failure ends them */
	bool drain;
	size_t line; /* of the file */
};

struct ft_outages {
	struct ft_arena arena;
	struct ft_outage *item; /* by start */
	size_t n, cap;
};

void ft_outages_free(struct ft_outages *outages);
/* Sort by start (stable). */
void ft_outages_sort(struct ft_outages *outages);
/* Returns the processor seconds of from..to that a machine of PROCS has not. */
double ft_outages_lost(const struct ft_outage *outage, size_t n, uint32_t procs,
    const int64_t span[2]);

/* What happens to jobs that a failure ends.  Words of options, separated by |. */
#define FT_ON_FAILURES "requeue|fail"
enum ft_on_failure {
	FT_ON_FAILURE_REQUEUE, /* it waits again and runs from the beginning */
	FT_ON_FAILURE_FAIL     /* it ends (NODE_FAIL) */
};

#endif
