/*
 * syntax.h - which arguments of its options sbatch accepts.
 *
 * Source: sbatch(1), and what 22.05 accepts.
 */
#ifndef FT_CMD_FBATCH_SYNTAX_H
#define FT_CMD_FBATCH_SYNTAX_H

#include "base/base.h"

/* Whether every word of the comma list TEXT is one of WORDS, separated by |. */
bool fbatch_all_of(const char *text, const char *words);
/* Whether TEXT begins with one of WORDS. */
bool fbatch_begins(const char *text, const char *words);
/* Whether each of its words begins with one of WORDS, or is a number. */
bool fbatch_all_begin(const char *text, const char *words);

bool fbatch_is_distribution(const char *text);
/* WRAPS: of a number its lower 16 bits count, as in sbatch. */
bool fbatch_is_signal(const char *text, bool wraps);
bool fbatch_is_frequency(const char *text);
/* "30" or "task=30,energy=10" */
bool fbatch_is_sampling(const char *text);
/* Seconds, and S or L for a short or a long environment. */
bool fbatch_is_user_env(const char *text);
bool fbatch_is_group(const char *text);
bool fbatch_is_open_mode(const char *text);

#endif
