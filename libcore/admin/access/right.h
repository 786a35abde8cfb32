/*
 * right.h - the right that each kind of change needs, for every command.
 *
 * A write transaction of a command names the right it needs before anything is
 * changed (ft_session_begin), a request to libcore/admin the one that it needs
 * itself.  Rules for single things, such as coordinators for their accounts,
 * stay where these are changed.
 */
#ifndef FT_ADMIN_ACCESS_RIGHT_H
#define FT_ADMIN_ACCESS_RIGHT_H

#include "model/account/entity.h"

struct ft_registry; /* model/account/registry.h */

enum ft_right {
#define FT_RIGHT(name, level, what) FT_RIGHT_##name,
#include "admin/access/right.def"
	FT_RIGHTS
};

/* The acting user. */
struct ft_actor {
	const char *name; /* borrowed */
	uint32_t user;    /* 0: there is no such record */
	enum ft_admin_level level;
};
/*
 * Find the record of ACTOR by its name; super: it is root or SlurmUser and gets
 * the level ADMINISTRATOR.  Inside a transaction; fails as the registry does.
 */
enum ft_status ft_right_actor(struct ft_registry *registry, bool super,
    struct ft_actor *actor, struct ft_error *err);
/* FT_EPERM unless the level of ACTOR is enough for RIGHT. */
enum ft_status ft_right_check(
    const struct ft_actor *actor, enum ft_right right, struct ft_error *err);

#endif
