/*
 * internal.h - checks whether the actor of a request may do what it asks for.
 *
 * Functions that fail give FT_EPERM, with the refusal in the result.  Ranks:
 * a super user (root, SlurmUser, administrators), operators, coordinators of
 * an account and of all below it, users.
 */
#ifndef FT_ADMIN_ACCESS_INTERNAL_H
#define FT_ADMIN_ACCESS_INTERNAL_H

#include "admin/internal.h"

bool ft_admin_is_operator(const struct ft_admin *admin);
bool ft_admin_is_super(const struct ft_admin *admin);
/* Sets *may to whether the actor coordinates account ID or one above it. */
enum ft_status ft_admin_coordinates(
    struct ft_admin *admin, uint32_t account, bool *may, struct ft_error *err);
/* FT_EPERM unless the actor has RIGHT. */
enum ft_status ft_admin_need(
    struct ft_admin *admin, enum ft_right right, struct ft_error *err);
/* FT_EPERM unless MAY. */
enum ft_status ft_admin_need_unless(
    struct ft_admin *admin, bool may, struct ft_error *err);
/*
 * FT_EPERM unless the actor may delete or rename the record of USER: one with
 * an admin level needs an administrator.  sacctmgr lets operators.
 */
enum ft_status ft_admin_need_level(
    struct ft_admin *admin, uint32_t user, struct ft_error *err);

/* FT_EPERM unless the actor is an operator or coordinates an account. */
enum ft_status ft_admin_need_some(struct ft_admin *admin, struct ft_error *err);
/* Returns whether rights are checked even if there turns out to be nothing to
 * do. */
bool ft_admin_asks_first(const struct ft_admin *admin);
/*
 * Returns STATUS.  If it is FT_EPERM and the actor coordinates another account,
 * the refusal becomes FT_ADMIN_REFUSE_ELSEWHERE.
 */
enum ft_status ft_admin_elsewhere(
    struct ft_admin *admin, enum ft_status status);
/*
 * As ft_admin_need_some, before any name is looked up, so that the answer does
 * not reveal which names exist to an actor who may change nothing.  Old releases
 * of sacctmgr look them up first.
 */
enum ft_status ft_admin_need_first(
    struct ft_admin *admin, struct ft_error *err);
/*
 * Sets *may to whether the actor may give ASSOC (account and parent count) the
 * QOS of LIST: coordinators may give those that the account they coordinate
 * has, and take QOS away, but not replace a whole list.
 */
enum ft_status ft_admin_may_grant(struct ft_admin *admin,
    const struct ft_assoc *assoc, const struct ft_admin_qoslist *list,
    bool *may, struct ft_error *err);

#endif
