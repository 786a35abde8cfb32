/* The table of rights, and who has them. */
#include "admin/right.h"

#include "model/registry.h"

static const struct {
	enum ft_admin_level level;
	const char *text;
} rights[] = {
#define FT_RIGHT(name, level, what) { FT_ADMIN_##level, what },
#include "admin/right.def"
};

enum ft_status
ft_right_actor(struct ft_registry *registry, const char *actor, bool super,
    uint32_t *user, enum ft_admin_level *level, struct ft_error *err)
{
	struct ft_user record = { 0 };
	enum ft_status status = FT_NAMED(registry, actor, &record, err);

	if (status != FT_OK && status != FT_ENOENT)
		return status;
	*user = status == FT_OK ? record.id : 0;
	*level = status == FT_OK ? record.admin_level : FT_ADMIN_NONE;
	if (super)
		*level = FT_ADMIN_ADMINISTRATOR;
	return FT_OK;
}

enum ft_status
ft_right_check(const char *actor, enum ft_admin_level level,
    enum ft_right right, struct ft_error *err)
{
	enum ft_admin_level need = rights[right].level;

	if (need <= FT_ADMIN_NONE || level >= need)
		return FT_OK;
	return ft_fail(err, FT_EPERM,
	    "permission denied for user '%s': needs an %s", actor,
	    need >= FT_ADMIN_ADMINISTRATOR ? "administrator" : "operator");
}
