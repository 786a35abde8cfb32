/* The table of rights, and the levels that have them. */
#include "admin/access/right.h"

#include "model/account/registry.h"

static const struct {
	enum ft_admin_level level;
	const char *text;
} rights[] = {
#define FT_RIGHT(name, level, what) { FT_ADMIN_##level, what },
#include "admin/access/right.def"
};

enum ft_status
ft_right_actor(struct ft_registry *registry, bool super, struct ft_actor *actor,
    struct ft_error *err)
{
	struct ft_user record;
	enum ft_status status = FT_NAMED(registry, actor->name, &record, err);

	if (status != FT_OK && status != FT_ENOENT)
		return status;
	actor->user = status == FT_OK ? record.id : 0;
	actor->level = status == FT_OK ? (enum ft_admin_level)record.admin_level
				       : FT_ADMIN_NONE;
	if (super)
		actor->level = FT_ADMIN_ADMINISTRATOR;
	return FT_OK;
}

enum ft_status
ft_right_check(
    const struct ft_actor *actor, enum ft_right right, struct ft_error *err)
{
	enum ft_admin_level need = rights[right].level;

	if (need <= FT_ADMIN_NONE || actor->level >= need)
		return FT_OK;
	return ft_fail(err, FT_EPERM,
	    "permission denied for user '%s': needs an %s", actor->name,
	    need >= FT_ADMIN_ADMINISTRATOR ? "administrator" : "operator");
}
