/*
 * seeds.h - which random cases a property tries: `p_NAME [FIRST [COUNT]]`.
 */
#ifndef SEEDS_H
#define SEEDS_H

#include "tap/tap.h"

/* The cases of the seeds FIRST to END - 1. */
struct seeds {
	uint64_t first, end, n; /* n = end - first */
};

/* Returns the seeds that the command line names; COUNT of them from FIRST on where
 * it names none.  Bails out on anything but numbers. */
struct seeds seeds_of(int argc, char **argv, uint64_t first, uint64_t count);
/* Try HOLDS on each seed until one fails: one test of that name, with the number
 * of the seed that failed. */
void seeds_hold(struct seeds seeds,
    bool (*holds)(uint64_t seed, const void *ctx), const void *ctx,
    const char *name, ...) TAP_FORMAT(4);

#endif
