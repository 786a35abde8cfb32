/*
 * complete.h - candidates for a word that is being typed.
 *
 * For the completions of shells (main/completion.h) and for facctmgr's own
 * shell.  Names come from an index range of the store, at most a screen or two;
 * nothing is loaded, made or changed.  A store that cannot be read has no names.
 */
#ifndef FT_CMD_COMMON_COMPLETE_H
#define FT_CMD_COMMON_COMPLETE_H

#include "cli/cmd.h"

struct ft_session;

/* Called for each candidate with the whole word and what it means, or "".  Both
 * are borrowed. */
typedef void ft_complete_fn(void *ctx, const char *word, const char *text);

struct ft_completer {
	const struct ft_session *session; /* NULL or without a store: there are
	                                     no names */
	ft_complete_fn *fn;
	void *ctx;
};

/*
 * Offer HEAD and WORD if WORD begins with TYPED, in any case.  head: a prefix of
 * the typed word that stays: "account=".
 */
void ft_complete_word(const struct ft_completer *to, const char *head,
    const char *typed, const char *word, const char *text);
/* The same for each of WORDS, which | separates. */
void ft_complete_words(const struct ft_completer *to, const char *head,
    const char *typed, const char *words);
/* Offer the names of KIND that start with TYPED. */
void ft_complete_names(const struct ft_completer *to, enum ft_complete kind,
    const char *head, const char *typed);
/* The same for the last element of the comma list TYPED, without names that it
 * has already. */
void ft_complete_list(const struct ft_completer *to, enum ft_complete kind,
    const char *head, const char *typed);
/* The same for TRES, each followed by =: "cpu=". */
void ft_complete_tres(
    const struct ft_completer *to, const char *head, const char *typed);
/* Offer "key=". */
void ft_complete_key(const struct ft_completer *to, const char *head,
    const char *typed, const char *key, const char *text);

/*
 * Call FN with names of KIND, for a message: all, up to 100,000, or those that
 * begin with START.
 */
typedef void ft_complete_name_fn(void *ctx, const char *name);
void ft_complete_each(const struct ft_session *session, enum ft_complete kind,
    ft_complete_name_fn *fn, void *ctx);
void ft_complete_start(const struct ft_session *session, enum ft_complete kind,
    const char *start, ft_complete_name_fn *fn, void *ctx);

/* Returns the name of KIND for --complete: "accounts"; "": there is none. */
const char *ft_complete_kind_name(enum ft_complete kind);

#endif
