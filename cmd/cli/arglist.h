/*
 * arglist.h - lists that options collect: names of comma lists (-u ann,bob), and
 * arguments of an option that may be repeated.
 */
#ifndef FT_CMD_CLI_ARGLIST_H
#define FT_CMD_CLI_ARGLIST_H

#include "base/base.h"

struct ft_arglist {
	char **item; /* elements of comma lists; the list's */
	size_t n, cap;
	const char *text; /* of an option: its last argument; NULL none */
};

void ft_arglist_free(struct ft_arglist *list);
/* Append the elements of TEXT, which commas separate, without empty ones. */
void ft_arglist_add(struct ft_arglist *list, const char *text);
/* Append WORD, which the list takes over. */
void ft_arglist_push(struct ft_arglist *list, char *word);
/* Append the names of the host list TEXT; fails as ft_hostlist_each() does. */
enum ft_status ft_arglist_hosts(
    struct ft_arglist *list, const char *text, struct ft_error *err);
/* Returns whether WORD is in the list, in any case. */
bool ft_arglist_have(const struct ft_arglist *list, const char *word);
/* The same; an empty list admits every word. */
static inline bool
ft_arglist_admits(const struct ft_arglist *list, const char *word)
{
	return list->n == 0 || ft_arglist_have(list, word);
}
/* Returns whether a host of the host list HOSTS is in the list, byte by byte; an empty
 * list admits all. */
bool ft_arglist_admits_host(const struct ft_arglist *list, const char *hosts);
/* Returns whether an element of the comma list TEXT is in the list. */
bool ft_arglist_meet(const struct ft_arglist *list, const char *text);

/* The arguments of an option, in the order given. */
struct ft_args {
	const char **item; /* borrowed from the command line */
	size_t n, cap;
};

void ft_args_add(struct ft_args *args, const char *text);
void ft_args_free(struct ft_args *args);

#endif
