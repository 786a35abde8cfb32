/*
 * visibility.h - decides what an actor may see.
 *
 * PrivateData has a word for each kind of thing; operators, administrators,
 * root and SlurmUser see everything.  Every listing, message and completion
 * asks here before it shows a thing or its name.
 * Not for: who may change something (admin/access/access.c, sim/change/change.c).
 * Source: slurm.conf(5), slurmdbd.conf(5); oracle cases z66.
 */
#ifndef FT_MODEL_ACCOUNT_VISIBILITY_H
#define FT_MODEL_ACCOUNT_VISIBILITY_H

#include "base/map.h"
#include "model/account/acctdb.h"
#include "model/conf/conf.h"

/* The words of PrivateData: rows of visibility.def. */
enum ft_visibility_kind {
#define FT_VISIBILITY(id, ...) FT_VISIBILITY_##id,
#include "model/account/visibility.def"
#undef FT_VISIBILITY
	FT_VISIBILITY_KINDS
};
/* A set of kinds. */
#define FT_VISIBILITY_BIT(id) (1U << FT_VISIBILITY_##id)
#define FT_VISIBILITY_ALL     ((1U << FT_VISIBILITY_KINDS) - 1)

/* An actor, and what is hidden from him. */
struct ft_visibility {
	const char *actor;     /* borrowed */
	unsigned hidden;       /* set of kinds; 0: he sees all */
	struct ft_map led;     /* accounts he coordinates, and those below */
	struct ft_map above;   /* accounts he belongs to, and those above */
	struct ft_map members; /* users of the accounts in `led` */
};

/* Sees everything. */
void ft_visibility_init(struct ft_visibility *visibility);
void ft_visibility_free(struct ft_visibility *visibility);
/*
 * Returns the set of kinds that PrivateData of slurm.conf names; database: that
 * of slurmdbd.conf.
 */
unsigned ft_visibility_private_data(const struct ft_conf *conf, bool database);
/*
 * Returns the set of kinds that slurmctld hides; database: that slurmdbd hides.
 */
unsigned ft_visibility_private(const struct ft_conf *conf, bool database);
/* Returns which commands show things of KIND, for fairtree.conf(5). */
const char *ft_visibility_where(enum ft_visibility_kind kind);
/* Returns "slurm.conf", "slurmdbd.conf" or "both": whose words KIND follows. */
const char *ft_visibility_whose(enum ft_visibility_kind kind);
/* Append the words of the set KINDS as Slurm orders them, "none" if empty. */
void ft_visibility_add_words(struct ft_str *str, unsigned kinds);
/*
 * Fill VISIBILITY, initialised, for ACTOR (borrowed): the kinds of PRIVATE are
 * hidden unless his level in ACCTDB lets him see them.
 */
void ft_visibility_fill(struct ft_visibility *visibility,
    const struct ft_acctdb *acctdb, unsigned private, const char *actor);

/*
 * Returns whether the actor may see a thing of KIND that belongs to the user
 * OWNER (NULL: to none) and to ACCOUNT (NULL: to none): a job or an association
 * has both, an account no owner, a user record no account, a node neither.
 */
bool ft_visibility_shows(const struct ft_visibility *visibility,
    enum ft_visibility_kind kind, const char *owner, const char *account);
/* Returns whether he may see all things of the set KINDS. */
bool ft_visibility_shows_all(
    const struct ft_visibility *visibility, unsigned kinds);
/* Returns whether he may see NAME, the name of a thing of KIND. */
bool ft_visibility_names(const struct ft_visibility *visibility,
    enum ft_visibility_kind kind, const char *name);
/* Returns the word of PrivateData, "users". */
const char *ft_visibility_word(enum ft_visibility_kind kind);

#endif
