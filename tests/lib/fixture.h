/*
 * fixture.h - a tiny model by one call, from a text one can read.
 *
 * One association per line, children indented below their account; the
 * account root is understood and its children are not indented:
 *
 *     u:root 1
 *     physics 40
 *       u:ann 1 usage=300
 *       u:bob@night parent
 *       lab parent usage=5
 *
 * NAME SHARES [usage=OWN]; u: is a user, @ a partition; shares are a number or
 * `parent`.  Usage is own usage, an account's too.  Ids count lines from 2 (1
 * is the root), positions are in the order of the text.
 */
#ifndef FIXTURE_H
#define FIXTURE_H

#include "algo/share/share.h"
#include "model/tree/tree.h"

struct fixture {
	struct ft_tree *tree;
	struct ft_names_set names;
	ft_real *own;   /* [tree->n] */
	ft_real *usage; /* [tree->n], rolled up */
};

/* Stops the test program when TEXT makes no sense. */
void fixture_init(struct fixture *fixture, const char *text);
void fixture_free(struct fixture *fixture);
/* Returns the node of PATH: "name" or "account/user"; bails if none. */
uint32_t fixture_node(const struct fixture *fixture, const char *path);
/* Returns the name of NODE: of the user or the account. */
const char *fixture_name(const struct fixture *fixture, uint32_t node);
/* An input for the algorithms with the usual parameters. */
struct ft_share_input fixture_input(
    const struct fixture *fixture, enum ft_ties ties);

#endif
