/*
 * pseudonym.h - the names of a site and what stands for each in a copy of it.
 *
 *     user	ann	u0010
 *     account	physics	a0020
 *     node	cn01	n0001
 *
 * Pseudonyms are in the order of the names, so that whatever is sorted by name stays
 * sorted: bytes, numbers for nodes, and for users and accounts as sshare has its rows.
 * Between them are gaps for the names of later snapshots.  Where the database has
 * accounts in another order than sshare, which decides between tied ones, their places
 * in it go into the copy.
 * Not here: where names stand in the files of a site (io/site/anonymise.h).
 */
#ifndef FT_IO_SITE_PSEUDONYM_H
#define FT_IO_SITE_PSEUDONYM_H

#include "base/cursor.h"
#include "base/map.h"
#include "base/text/word.h"
#include "model/tree/tree.h"

enum ft_pseudonym_kind {
	FT_PSEUDONYM_USER,
	FT_PSEUDONYM_ACCOUNT,
	FT_PSEUDONYM_NODE,
	FT_PSEUDONYM_WCKEY,
	FT_PSEUDONYM_RESERVATION,
	/* these only if ft_pseudonyms.all */
	FT_PSEUDONYM_PARTITION,
	FT_PSEUDONYM_QOS,
	FT_PSEUDONYM_LICENSE,
	FT_PSEUDONYM_FEATURE,
	FT_PSEUDONYM_KINDS
};

struct ft_pseudonym {
	const char *name; /* in the arena */
	uint64_t number;  /* 0: none yet */
	uint64_t
	    place; /* of an account among all in the order of ties; 0 none */
	enum ft_siblings order;
};

struct ft_pseudonyms {
	struct ft_arena arena;
	struct ft_pseudonym_list {
		struct ft_map at; /* index by name */
		struct ft_pseudonym *item;
		size_t n, cap;
		unsigned digits; /* of each number; 0 not known yet */
	} list[FT_PSEUDONYM_KINDS];
	bool placed; /* accounts have places */
	bool all;    /* in: partitions, QOS, licenses and features, too */
};

void ft_pseudonyms_free(struct ft_pseudonyms *names);
/*
 * Read a map that ft_pseudonyms_write wrote into NAMES, all zero.
 * FT_EPARSE "file:line:column: ...": a field is missing or bad, a name or a
 * pseudonym is there twice.
 */
enum ft_status ft_pseudonyms_parse(struct ft_pseudonyms *names,
    const struct ft_input *input, struct ft_error *err);
/*
 * Append what stands for NAME.  A name that is new is noted, and nothing is
 * appended: ft_pseudonyms_give gives it one.  Users and accounts are the same in
 * upper and lower case, and so are QOS; root and the QOS normal are themselves.
 */
void ft_pseudonyms_add(struct ft_pseudonyms *names, enum ft_pseudonym_kind kind,
    struct ft_word name, struct ft_str *str);
/*
 * Give each name that has none a pseudonym, and accounts their places in ORDER, that
 * of ties.  FT_EINVAL: there is no room between two that have one, or those are in
 * another order.
 */
enum ft_status ft_pseudonyms_give(
    struct ft_pseudonyms *names, enum ft_siblings order, struct ft_error *err);
/* Returns the place of the account NAME; 0: it has none. */
uint64_t ft_pseudonyms_place(
    const struct ft_pseudonyms *names, struct ft_word name);
/* Append the map. */
void ft_pseudonyms_write(const struct ft_pseudonyms *names, struct ft_str *str);

#endif
