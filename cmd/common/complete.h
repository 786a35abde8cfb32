/*
 * complete.h - what a word that is being typed may become.
 *
 * For the completions of shells, through a hidden call, and for facctmgr's own
 * shell.  Names come from the store through an index range and are no more
 * than a screen or two; nothing is loaded, made or changed.  What cannot be
 * read has no names.
 */
#ifndef FT_CMD_COMMON_COMPLETE_H
#define FT_CMD_COMMON_COMPLETE_H

#include "cli/cmd.h"

struct ft_session;

/* Called for each word: the whole word as it is to stand, what it means or
 * "".  Both are borrowed. */
typedef void ft_complete_fn(void *ctx, const char *word, const char *text);

struct ft_completer {
	const struct ft_session *session; /* NULL, or without a store: no
	                                     names */
	ft_complete_fn *fn;
	void *ctx;
};

/*
 * Offer WORD behind HEAD if TYPED, in any case of letters, starts it.
 * head: what stands in front and stays, "account=".
 */
void ft_complete_word(const struct ft_completer *to, const char *head,
    const char *typed, const char *word, const char *text);
/* The same for each of the words that | parts. */
void ft_complete_words(const struct ft_completer *to, const char *head,
    const char *typed, const char *words);
/* Offer the names of KIND that start with TYPED. */
void ft_complete_names(const struct ft_completer *to, enum ft_complete kind,
    const char *head, const char *typed);
/* The same for the last word of the comma list TYPED; those that are in it
 * already are left out. */
void ft_complete_list(const struct ft_completer *to, enum ft_complete kind,
    const char *head, const char *typed);
/* The same of TRES, each with = behind it: "cpu=". */
void ft_complete_tres(
    const struct ft_completer *to, const char *head, const char *typed);
/* Offer "key=". */
void ft_complete_key(const struct ft_completer *to, const char *head,
    const char *typed, const char *key, const char *text);

/*
 * Call FN, for a message, with the names of KIND: all, but no more than
 * 100 000; or those few that start with START.
 */
typedef void ft_complete_name_fn(void *ctx, const char *name);
void ft_complete_each(const struct ft_session *session, enum ft_complete kind,
    ft_complete_name_fn *fn, void *ctx);
void ft_complete_start(const struct ft_session *session, enum ft_complete kind,
    const char *start, ft_complete_name_fn *fn, void *ctx);

/* What the hidden call names KIND: "accounts"; "" it cannot be asked for. */
const char *ft_complete_kind_name(enum ft_complete kind);

#endif
