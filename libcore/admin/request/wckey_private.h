/*
 * wckey_private.h - wckeys of users; for the files of admin only.
 */
#ifndef FT_ADMIN_REQUEST_WCKEY_PRIVATE_H
#define FT_ADMIN_REQUEST_WCKEY_PRIVATE_H

#include "admin/request/private.h"

/* Add those of the request (keys USER, CLUSTER, WCKEY) and, last, its default
 * one, which is the users' default then. */
enum ft_status ft_admin_add_wckeys(
    struct ft_admin *admin, struct ft_error *err);
/* Note that USER has another default; FT_DID_BLOCK items where it is not
 * theirs. */
enum ft_status ft_admin_default_wckey(
    struct ft_admin *admin, const struct ft_user *user, struct ft_error *err);
/* Delete all of USERS in silence; named: those that the request names, on its
 * clusters, with items. */
enum ft_status ft_admin_drop_wckeys(struct ft_admin *admin,
    const struct ft_admin_records *users, bool named, struct ft_error *err);

#endif
