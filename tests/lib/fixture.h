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

#include "algo/compare.h"
#include "algo/share/share.h"
#include "model/tree/tree.h"

/* Trees that several tests rank. */

/* Both accounts are 1; a1 0.5/0.3 = 1.666667, a2 0.5/0.7 = 0.714286, b1 2.5, b2
 * 0.625: merged b1 a1 a2 b2. */
#define FIXTURE_TWO_TIED                                                       \
	"A 1\n  u:a1 1 usage=30\n  u:a2 1 usage=70\n"                          \
	"B 1\n  u:b1 1 usage=20\n  u:b2 1 usage=80\n"
/* All accounts 1; a1 b1 0.5/0.1 = 5, c1 c2 0.5/0.5 = 1, a2 b2 0.5/0.9 =
 * 0.555556: merged 1 1 3 3 5 5. */
#define FIXTURE_THREE_TIED                                                     \
	"A 1\n  u:a1 1 usage=10\n  u:a2 1 usage=90\n"                          \
	"B 1\n  u:b1 1 usage=10\n  u:b2 1 usage=90\n"                          \
	"C 1\n  u:c1 1 usage=50\n  u:c2 1 usage=50\n"
/* r: 0.5/(100/200) = 1, A the same; a1 0.5/0.4 = 1.25, a2 0.5/0.6 = 0.833333;
 * r 1, a1 takes the rank of r, a2 3. */
#define FIXTURE_USER_TIED                                                      \
	"u:r 1 usage=100\nA 1\n  u:a1 1 usage=40\n  u:a2 1 usage=60\n"
/*
 * The children of X compete with Y: level shares 1 + 2 + 3 = 6, usage of P
 * 50 + 50 + 10 + 30 = 140.  x1 (1/6)/(50/140) = 0.466667, x2 (2/6)/(50/140) =
 * 0.933333, xp inf, Y (3/6)/(30/140) = 2.333333; P 0.5/(140/150) = 0.535714,
 * Q 0.5/(10/150) = 7.5.  q1 1, q2 2, xp 3, y1 4, x2 5, x1 6.
 */
#define FIXTURE_PROMOTED                                                       \
	"P 10\n  X parent\n    u:x1 1 usage=50\n    u:x2 2 usage=50\n"         \
	"    u:xp parent usage=10\n  Y 3\n    u:y1 1 usage=30\n"               \
	"Q 10\n  u:q1 parent usage=5\n  u:q2 1 usage=5\n"
/* Be, the first in the tied B, is empty: Slurm gives the tie to it and loses it, so
 * that b1 gets a rank of its own, 2. */
#define FIXTURE_TIE_LOST                                                       \
	"A 1\n  Ae 1\n  u:a1 1 usage=100\nB 1\n  Be 1\n  u:b1 1 usage=100\n"

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

/* A fixture that was run, ties as documented. */
struct fixture_run {
	struct fixture fixture;
	struct ft_share share;
	struct ft_compare_side side;
};
void fixture_run(
    struct fixture_run *run, const struct ft_algo *algo, const char *text);
void fixture_run_free(struct fixture_run *run);

#endif
