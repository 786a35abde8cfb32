/*
 * past.h - shares over time, from the store's own past.
 *
 * Tree, shares and settings are as the journal says they were at each instant;
 * usage comes from the marks and charges of the store, decayed under the settings
 * of each era.  Not here: what is drawn of it (report/history).
 */
#ifndef FT_LOAD_PAST_H
#define FT_LOAD_PAST_H

#include "load/load.h"
#include "store/usage/usage.h"

/* ---- which instants -------------------------------------------------------- */

struct ft_instants_request {
	bool starts, ends; /* span.from, span.until are given; else all that
	                        is known, up to the time of the source */
	struct ft_span span;
	int64_t step; /* seconds; 0: a round one that makes about MOST instants,
	                 twice as many with breaks at the most */
	size_t most;
};

#define FT_HALVES 8

/*
 * The instants to look at, and where curves end.  Between two snapshots without
 * charges nothing is known, so there are no instants.
 */
struct ft_instants {
	struct ft_span span;
	int64_t step;
	int64_t *at; /* [n], ascending; the last is span.until if it is known */
	size_t n, cap;
	struct ft_usage_breaks breaks;
	int64_t half[FT_HALVES]; /* [n_half]: what was used at half[k] or before
	                            counts at most 1 / 2^(k+1) at the end */
	size_t n_half;
};
/* Choose the instants of SOURCE; free them even on failure.  FT_EINVAL: a bad
 * span. */
enum ft_status ft_instants_choose(struct ft_instants *instants,
    const struct ft_load_source *source,
    const struct ft_instants_request *request, struct ft_error *err);
void ft_instants_free(struct ft_instants *instants);
/* Returns the node of TREE whose usage each of the breaks sets or resets, the
 * caller's; FT_NODE_NONE: everybody's, or that of one that TREE has not. */
uint32_t *ft_instants_owners(
    const struct ft_instants *instants, const struct ft_tree *tree);
/* Returns for each node of TREE the number of the curve that it is on at time AT,
 * from 1 on, the caller's: each break of its usage, or of any below, ends one. */
uint32_t *ft_instants_curves(
    const struct ft_instants *instants, const struct ft_tree *tree, int64_t at);

/* ---- the state at an instant ------------------------------------------------ */

struct ft_load_past_rules {
	struct ft_load_rules load;
	bool fixed;          /* the settings of SOURCE hold at all times */
	const char *release; /* of Slurm, at all times; NULL: as the settings */
	const int64_t *at;   /* [n]: the times that will be asked for,
	                        ascending */
	size_t n;
};

/* Everything borrowed must live as long as the history. */
struct ft_load_past {
	/* read only */
	struct ft_load load;
	struct ft_names_set
	    names; /* those of the source, and of what is gone */
	const struct ft_conf *settings; /* at that instant */
	struct ft_load_source source;   /* of usage: now is that instant */
	/* private */
	struct ft_load_past_rules rules;
	struct ft_store *copy; /* goes back in time */
	struct ft_conf conf;
	bool own_conf;
};
/* Begin at the latest time; free it even on failure. */
enum ft_status ft_load_past_open(struct ft_load_past *past,
    const struct ft_load_source *source, const struct ft_load_past_rules *rules,
    struct ft_error *err);
/* Compute the shares at AT, which must not be later than the time before. */
enum ft_status ft_load_past_go(
    struct ft_load_past *past, int64_t at, struct ft_error *err);
/* Set limit[*n], the caller's, to the GrpTRESMins of that instant, as
 * ft_store_read_tres_mins does. */
enum ft_status ft_load_past_limits(const struct ft_load_past *past,
    struct ft_limit **limit, size_t *n, struct ft_error *err);
/*
 * Returns where to load a world as it was at AT, the time that PAST is at: what jobs
 * did after that is not known there.  It borrows PAST, and is good until PAST goes
 * on.
 */
struct ft_load_source ft_load_past_source(
    const struct ft_load_past *past, int64_t at);
void ft_load_past_free(struct ft_load_past *past);

#endif
