/*
 * sight.h - decides what an actor may see.
 *
 * PrivateData has a word for each kind of thing; operators, administrators,
 * root and SlurmUser see everything.  Every listing, message and completion
 * asks here before it shows a thing or its name.
 * Not for: who may change something (admin/access/access.c, sim/change/change.c).
 * Source: slurm.conf(5), slurmdbd.conf(5); oracle cases z66.
 */
#ifndef FT_MODEL_ACCOUNT_SIGHT_H
#define FT_MODEL_ACCOUNT_SIGHT_H

#include "base/map.h"
#include "model/account/book.h"
#include "model/conf/conf.h"

/* The words of PrivateData: rows of sight.def. */
enum ft_sight_kind {
#define FT_SIGHT(id, ...) FT_SIGHT_##id,
#include "model/account/sight.def"
#undef FT_SIGHT
	FT_SIGHT_KINDS
};
/* A set of kinds. */
#define FT_SIGHT_BIT(id) (1U << FT_SIGHT_##id)
#define FT_SIGHT_ALL     ((1U << FT_SIGHT_KINDS) - 1)

/* An actor, and what is private from him. */
struct ft_sight {
	const char *actor;    /* borrowed */
	unsigned hidden;      /* set of kinds; 0: he sees all */
	struct ft_map led;    /* accounts he coordinates, and those below */
	struct ft_map above;  /* accounts he belongs to, and those above */
	struct ft_map people; /* users of the accounts led */
};

/* Sees everything. */
void ft_sight_init(struct ft_sight *sight);
void ft_sight_free(struct ft_sight *sight);
/*
 * Returns the set of kinds that PrivateData of slurm.conf names; database: that
 * of slurmdbd.conf.
 */
unsigned ft_sight_words(const struct ft_conf *conf, bool database);
/*
 * Returns the set of kinds that are private from who asks slurmctld; database:
 * slurmdbd.
 */
unsigned ft_sight_private(const struct ft_conf *conf, bool database);
/* Returns what shows things of KIND, as fairtree.conf(5) says it. */
const char *ft_sight_where(enum ft_sight_kind kind);
/* Returns "slurm.conf", "slurmdbd.conf" or "both": whose words KIND follows. */
const char *ft_sight_whose(enum ft_sight_kind kind);
/* Append the words of the set KINDS as Slurm orders them, "none" if empty. */
void ft_sight_add_words(struct ft_str *str, unsigned kinds);
/*
 * Fill SIGHT, initialised, for ACTOR (borrowed): of PRIVATE that is hidden
 * which his level in BOOK does not let him see.
 */
void ft_sight_fill(struct ft_sight *sight, const struct ft_book *book,
    unsigned private, const char *actor);

/*
 * Returns whether the actor may see a thing of KIND that belongs to the user
 * OWNER (NULL: to none) and to ACCOUNT (NULL: to none): a job or an association
 * has both, an account no owner, a user record no account, a node neither.
 */
bool ft_sight_sees(const struct ft_sight *sight, enum ft_sight_kind kind,
    const char *owner, const char *account);
/* Returns whether he may see all things of the set KINDS. */
bool ft_sight_sees_all(const struct ft_sight *sight, unsigned kinds);
/* Returns whether he may be told that a thing of KIND is called NAME. */
bool ft_sight_knows(
    const struct ft_sight *sight, enum ft_sight_kind kind, const char *name);
/* Returns whether he coordinates ACCOUNT, or one above it. */
bool ft_sight_leads(const struct ft_sight *sight, const char *account);
/* Returns the word of PrivateData, "users". */
const char *ft_sight_word(enum ft_sight_kind kind);

#endif
