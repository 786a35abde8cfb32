/*
 * right.h - who may change what, for every command that writes.
 *
 * A write transaction of a command names the right it needs before anything is
 * changed (ft_session_begin), a request to libcore/admin the one that it needs
 * itself.  Rules for single things, such as coordinators for their accounts,
 * stay where these are changed.
 */
#ifndef FT_ADMIN_RIGHT_H
#define FT_ADMIN_RIGHT_H

#include "model/entity.h"

struct ft_registry; /* model/registry.h */

enum ft_right {
#define FT_RIGHT(name, level, what) FT_RIGHT_##name,
#include "admin/right.def"
	FT_RIGHTS
};

/*
 * Sets *user to the id of ACTOR, 0 if there is no such record, and *level to
 * its level, ADMINISTRATOR if super: it is root or SlurmUser.  Inside a
 * transaction; fails as the registry does.
 */
enum ft_status ft_right_actor(struct ft_registry *registry, const char *actor,
    bool super, uint32_t *user, enum ft_admin_level *level,
    struct ft_error *err);
/* FT_EPERM unless LEVEL, that of ACTOR, is enough for RIGHT. */
enum ft_status ft_right_check(const char *actor, enum ft_admin_level level,
    enum ft_right right, struct ft_error *err);

#endif
