/*
 * pairs.h - the Key=Value pairs of a line of slurm.conf, one after the other.
 *
 * Blanks may stand around `=`; values may be quoted.  The line itself was
 * checked by io/slurmconf; what is no pair here is skipped.
 */
#ifndef FT_MODEL_CONF_PAIRS_H
#define FT_MODEL_CONF_PAIRS_H

#include "base/base.h"

struct ft_pairs {
	const char *at;           /* the rest of the line */
	struct ft_str key, value; /* the current pair, quotes taken off */
};

/* TEXT is borrowed until ft_pairs_free. */
void ft_pairs_init(struct ft_pairs *pairs, const char *text);
void ft_pairs_free(struct ft_pairs *pairs);
/* Step to the next pair; false at the end. */
bool ft_pairs_next(struct ft_pairs *pairs);
/* Returns a copy of the first value of KEY in TEXT; NULL: there is none. */
char *ft_pairs_find(const char *text, const char *key);

#endif
