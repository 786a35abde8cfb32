/*
 * advice.h - what algo/solve/solve.h found, as sentences: which shares bring a user
 * to a place, or why none do; what would flip two siblings.
 */
#ifndef FT_REPORT_EXPLAIN_ADVICE_H
#define FT_REPORT_EXPLAIN_ADVICE_H

#include "algo/solve/solve.h"
#include "report/format/doc.h"
#include "report/format/out.h"

#define FT_ADVICE_SCHEMA "fairtree.solve/1"

/* The association it is about; names of the accounts and users on the way at least. */
struct ft_advice {
	const struct ft_tree *tree;
	const struct ft_names_set *names;
	struct ft_arena *texts;              /* the caller's: of names */
	const struct ft_idmap *associations; /* of each user; who has one needs
	                                        no account beside the name;
	                                        NULL: everyone has it */
};

/*
 * Append one sentence without a full stop:
 * "shares of physics 10 -> 18: place 9 of 120; 41 other users fall".
 */
void ft_advice_option(const struct ft_advice *advice,
    const struct ft_solve *solve, const struct ft_solve_option *option,
    struct ft_str *str);
/* Print where the user stands, and a line for each option. */
void ft_advice_solve(const struct ft_advice *advice,
    const struct ft_solve *solve, struct ft_out *out);
/* The same as the object KEY of a document. */
void ft_advice_document(const struct ft_advice *advice,
    const struct ft_solve *solve, const char *key, struct ft_doc *doc);

/*
 * Append what puts the one behind first: "bedrock would pass managers with 611
 * shares (now 500), or if managers had 409 shares (now 500), or if the usage of
 * managers grew by 23 %, or if its own usage fell by 19 %".
 * result: what those shares lead to, "" not known: "(now 500; fred would be 3rd of
 * 9)".
 */
void ft_advice_flip(const struct ft_advice *advice, const struct ft_flip *flip,
    const char *result, struct ft_str *str);

#endif
