/*
 * private.h - lists of users, accounts and groups of a reservation.
 */
#ifndef FT_SIM_RESERVE_PRIVATE_H
#define FT_SIM_RESERVE_PRIVATE_H

#include "model/reservation/request.h"
#include "sim/world/world.h"

/*
 * Set *LIST (interned in WORLD) to what REQUEST gives for KEY; in an update, names
 * with + and - are added to and removed from it.  Returns false if a new list
 * mixes names with and without a minus, or a name to be removed is not in it.
 */
bool ft_reserve_set_list(struct ft_world *world,
    const struct ft_reservation_request *request, int key, const char **list);

/*
 * The same for the names of partitions (ALLOWED) or QOS, which are kept sorted.
 * False: one is unknown, none is left, or a sign is missing.
 */
bool ft_reserve_set_names(struct ft_world *world,
    const struct ft_reservation_request *request, int key, const char **list);

/* An element of a comma-separated list, without its "-". */
struct ft_reserve_word {
	struct ft_word name;
	bool negative;
};
/* Get the next element of *LIST that is not empty; *LIST moves on.  False: there
 * is none. */
bool ft_reserve_word(const char **list, struct ft_reserve_word *word);

/* Whether NAME is a user's name or number. */
bool ft_reserve_is_user(const struct ft_world *world, struct ft_word name);

#endif
