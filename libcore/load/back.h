/*
 * back.h - the cluster of a store at instants of its past, for simulations.
 *
 * Tree and settings are those of the instant, from the journal; jobs are as they
 * were then.  Nodes, partitions and reservations that were changed live are as they
 * are now.  Not here: what is simulated from there (sim/forecast).
 */
#ifndef FT_LOAD_BACK_H
#define FT_LOAD_BACK_H

#include "load/past.h"

struct ft_load_back {
	/* read only */
	bool strange; /* at that instant the tree had not the associations of
	                 all jobs: those of imported jobs may be added later than
	                 they ran; so tree and settings are those of now */
	/* private */
	struct ft_load_past past;
	struct ft_load_source present;
	struct ft_store *now; /* a copy with the tree and settings of now */
};
/* Begin at the latest time; SOURCE is borrowed; free it even on failure. */
enum ft_status ft_load_back_open(struct ft_load_back *back,
    const struct ft_load_source *source, const struct ft_load_past_rules *rules,
    struct ft_error *err);
/* Set *source, good until the next call, to where to load worlds as they were at AT,
 * which must not be later than the time before; jobs that were submitted later, by
 * UNTIL, arrive in them (0: none). */
enum ft_status ft_load_back_go(struct ft_load_back *back, int64_t at,
    int64_t until, struct ft_load_source *source, struct ft_error *err);
void ft_load_back_free(struct ft_load_back *back);

#endif
