/*
 * history.h - usage and factors over time, as the page of curves shows them.
 *
 * Plain data; load/loader_history.c builds it from a store.
 */
#ifndef FT_CMD_FVIEW_HISTORY_H
#define FT_CMD_FVIEW_HISTORY_H

#include "base/base.h"

/* What is known of a node at an instant; NAN: nothing. */
struct fview_known {
	float usage, effective, factor;
};
/* An instant at which curves end and others begin. */
struct fview_cut {
	int64_t at;
	uint32_t node; /* its own and those above; FT_NODE_NONE: all */
};

#define FVIEW_HALVES 8

struct fview_history {
	int64_t from, until;
	int64_t *at; /* [n], ascending */
	size_t n;
	uint32_t nodes;            /* of the tree of the data */
	struct fview_known *known; /* [n * nodes], by instant, then node */
	struct fview_cut *cut;     /* [n_cut], by time */
	size_t n_cut;
	int64_t half[FVIEW_HALVES]; /* [n_half]: of use before half[k],
	                               1 / 2^(k+1) still counts */
	size_t n_half;
};

void fview_history_free(struct fview_history *history);

#endif
