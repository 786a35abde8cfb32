/*
 * gen.h - random trees for property tests: seeded, so that the number printed
 * with a failure makes it again, and printable in the form of fixture.h.
 */
#ifndef GEN_H
#define GEN_H

#include "base/text/real.h"
#include "base/rng.h"
#include "model/tree/tree.h"

enum gen_kind {
	GEN_PLAIN,   /* shares 1..100, whole usages, a third without */
	GEN_TIES,    /* few different shares and usages */
	GEN_ZERO,    /* many zero shares */
	GEN_PARENT,  /* many `parent` shares, nested too */
	GEN_NEAR,    /* usages in proportion to shares: equal on paper */
	GEN_EXTREME, /* shares to 2^32 - 1, usages of any size */
	GEN_CROWD,   /* one large family whose usages are close together */
	GEN_KINDS
};

/* A tree and the own usage of its rows. */
struct gen_tree {
	struct ft_tree_row *row; /* [n], shuffled; ids 1..n, 1 the root */
	ft_real *own;            /* [n + 1], by id */
	uint32_t n;
	uint32_t n_user;
};

/* Returns the name of KIND, for test names. */
const char *gen_kind_name(enum gen_kind kind);
/* Make a tree of at most N_MAX nodes and at least one user. */
void gen_tree_init(struct gen_tree *gen, struct ft_rng *rng, enum gen_kind kind,
    uint32_t n_max);
void gen_tree_free(struct gen_tree *gen);
/* Returns the tree of its rows, the caller's; bails if there is none. */
struct ft_tree *gen_tree_build(const struct gen_tree *gen);
/* Put the children of each account into another random order. */
void gen_tree_shuffle(struct gen_tree *gen, struct ft_rng *rng);
/* Print it with diag(). */
void gen_tree_print(const struct gen_tree *gen);

#endif
