/*
 * wckey_int.h - wckeys of users; for the files of admin only.
 */
#ifndef FT_ADMIN_WCKEY_INT_H
#define FT_ADMIN_WCKEY_INT_H

#include "admin/admin_int.h"
#include "admin/record_int.h"

/* Keys USER, CLUSTER, WCKEY; given: their default, one more of them; NULL.
 * The one that is the default comes last. */
enum ft_status ft_admin_add_wckeys(struct ft_admin *admin,
    const struct ft_admin_where *what, const char *given,
    struct ft_admin_result *result, struct ft_error *err);
/* Note that USER has another default; FT_DID_BLOCK items where it is not
 * theirs. */
enum ft_status ft_admin_default_wckey(struct ft_admin *admin,
    const struct ft_user *user, const struct ft_admin_where *where,
    struct ft_admin_result *result, struct ft_error *err);
/* Delete those in NAMES (NULL: all) of USERS on the clusters ON (NULL: all);
 * result: NULL, or gets items. */
enum ft_status ft_admin_drop_wckeys(struct ft_admin *admin,
    const struct ft_admin_records *users, const struct ft_admin_names *names,
    const struct ft_admin_names *on, struct ft_admin_result *result,
    struct ft_error *err);

#endif
