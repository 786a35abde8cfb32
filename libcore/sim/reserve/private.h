/*
 * private.h - what the files that make reservations share.
 */
#ifndef FT_SIM_RESERVE_PRIVATE_H
#define FT_SIM_RESERVE_PRIVATE_H

#include "model/reservation/request.h"
#include "sim/world/world.h"

/*
 * Make of *LIST (interned in WORLD) what WISH says of KEY: as it is given; an
 * update with signs adds and takes away.  False: one of a new list is let in
 * and another shut out, or who is to go is not in it.
 */
bool ft_reserve_set_list(struct ft_world *world,
    const struct ft_reservation_wish *wish, int key, const char **list);

/* A word of a comma list, without its "-". */
struct ft_reserve_word {
	const char *text;
	size_t len;
	bool negative;
};
/* The next word of *LIST that is not empty; *LIST moves on.  False: none. */
bool ft_reserve_word(const char **list, struct ft_reserve_word *word);

#endif
