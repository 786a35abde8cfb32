/*
 * slowfold.h - usage by the definition of folds, from the rows of a store file:
 * fold by fold, owner by owner, without indices or caches.
 */
#ifndef SLOWFOLD_H
#define SLOWFOLD_H

#include "model/tree/decaypass.h"

enum { SLOWFOLD_OWNERS = 24 }; /* ids are below */

struct slowfold {
	const char *path;
	uint32_t cluster;
	const struct ft_era *era; /* [n_era]; the last one with its `kept` */
	size_t n_era;
	int64_t now;
	bool of_qos;
	int32_t what;                /* as in struct ft_usage_query */
	bool known[SLOWFOLD_OWNERS]; /* of the tree, or live QOS */
	/* in: what marks add up to, by id; out: all of it */
	ft_real at_pass[SLOWFOLD_OWNERS];
	ft_real since[SLOWFOLD_OWNERS]; /* out */
};
void slowfold_usage(struct slowfold *slow);

#endif
