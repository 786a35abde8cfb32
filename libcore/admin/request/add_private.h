/*
 * add_private.h - what new accounts and new users have in common; for admin only.
 */
#ifndef FT_ADMIN_REQUEST_ADD_PRIVATE_H
#define FT_ADMIN_REQUEST_ADD_PRIVATE_H

#include "admin/request/private.h"

/* An account that something is added to: its association on each cluster. */
struct ft_admin_home {
	struct ft_account account; /* id 0: there is none */
	struct ft_assoc *assoc;    /* [clusters]; id 0: not there */
};
/* Set home->account to the one called NAME; its id is 0 if there is none. */
enum ft_status ft_admin_find_home(struct ft_admin *admin, const char *name,
    struct ft_admin_home *home, struct ft_error *err);
/* Find HOME, called NAME, on CLUSTERS; items report where it is missing. */
enum ft_status ft_admin_place_home(struct ft_admin *admin, const char *name,
    const struct ft_admin_clusters *clusters, struct ft_admin_home *home,
    struct ft_error *err);
/* Add ASSOC with what the request gives associations, with item and note;
 * with_default: note as well whether it is a default. */
enum ft_status ft_admin_add_assoc(struct ft_admin *admin,
    struct ft_assoc *assoc, bool with_default, struct ft_error *err);
/* Add RECORD of ENTITY, with item and note. */
enum ft_status ft_admin_add_record(struct ft_admin *admin,
    enum ft_entity entity, union ft_entity_record *record,
    struct ft_error *err);

#endif
