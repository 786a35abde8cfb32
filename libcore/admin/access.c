/* Who may do what: operators, administrators, coordinators. */

#include "admin/admin_int.h"

bool
ft_admin_is_operator(const struct ft_admin *admin)
{
	return admin->level >= FT_ADMIN_OPERATOR;
}

bool
ft_admin_is_super(const struct ft_admin *admin)
{
	return admin->level >= FT_ADMIN_ADMINISTRATOR;
}

enum ft_status
ft_admin_need(struct ft_admin *admin, enum ft_right right,
    struct ft_admin_result *result, struct ft_error *err)
{
	enum ft_status status =
	    ft_right_check(admin->actor, admin->level, right, err);

	if (status == FT_EPERM)
		result->refusal = FT_ADMIN_REFUSE_PERMISSION;
	return status;
}

enum ft_status
ft_admin_need_level(struct ft_admin *admin, uint32_t user,
    struct ft_admin_result *result, struct ft_error *err)
{
	struct ft_user record;

	if (admin->slurm)
		return FT_OK;
	FT_TRY(FT_GET(admin->reg, user, &record, err));
	return record.admin_level > FT_ADMIN_NONE
		   ? ft_admin_need(admin, FT_RIGHT_LEVELS, result, err)
		   : FT_OK;
}

static void
coord_key(char key[16], uint32_t account)
{
	snprintf(key, 16, "%u", (unsigned)account);
}

/* Direct coordinators of an account are marked 1, those of one above 0. */
static void
mark_account(struct ft_admin *admin, uint32_t account, bool direct)
{
	char key[16];
	uint64_t old = 0;

	coord_key(key, account);
	ft_map_get(&admin->coord, key, &old);
	ft_map_put(&admin->coord, key, direct || old);
}

/* The account of ASSOC and those below it. */
static enum ft_status
mark_below(void *ctx, const struct ft_assoc *assoc, struct ft_error *err)
{
	struct ft_admin *admin = ctx;
	struct ft_admin_selection below FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };
	enum ft_status status = ft_admin_below(admin, assoc, &below, err);

	mark_account(admin, assoc->account, false);
	for (size_t i = 0; status == FT_OK && i < below.n; i++)
		if (below.item[i].user == 0)
			mark_account(admin, below.item[i].account, false);
	return status;
}

static enum ft_status
load_coords(struct ft_admin *admin, struct ft_error *err)
{
	const struct ft_coord *coord;
	size_t n;

	admin->coords_known = true;
	FT_TRY(ft_list_coords(admin->reg, FT_NO_OWNER, &coord, &n, err));
	for (size_t i = 0; i < n; i++) {
		struct ft_assoc_filter filter = { .account = coord[i].account,
			.accounts_only = true };

		if (admin->actor_user == 0 ||
		    coord[i].user != admin->actor_user)
			continue;
		mark_account(admin, coord[i].account, true);
		FT_TRY(
		    FT_REG(admin, each_assoc, &filter, mark_below, admin, err));
	}
	return FT_OK;
}

enum ft_status
ft_admin_coordinates(
    struct ft_admin *admin, uint32_t account, bool *may, struct ft_error *err)
{
	char key[16];

	if (!admin->coords_known)
		FT_TRY(load_coords(admin, err));
	coord_key(key, account);
	*may = ft_map_get(&admin->coord, key, NULL);
	return FT_OK;
}

enum ft_status
ft_admin_may_some(struct ft_admin *admin, bool *may, struct ft_error *err)
{
	if (!admin->coords_known)
		FT_TRY(load_coords(admin, err));
	*may = ft_admin_is_operator(admin) || admin->coord.n > 0;
	return FT_OK;
}

enum ft_status
ft_admin_need_some(struct ft_admin *admin, struct ft_admin_result *result,
    struct ft_error *err)
{
	bool may;

	FT_TRY(ft_admin_may_some(admin, &may, err));
	return may ? FT_OK : ft_admin_need(admin, FT_RIGHT_USERS, result, err);
}

enum ft_status
ft_admin_need_first(struct ft_admin *admin, struct ft_admin_result *result,
    struct ft_error *err)
{
	return admin->slurm ? FT_OK : ft_admin_need_some(admin, result, err);
}

/* ---- QOS to give ---------------------------------------------------------------- */

/* *above: the nearest account at or above that the actor coordinates. */
static enum ft_status
nearest_coordinated(struct ft_admin *admin, struct ft_assoc *above, bool *found,
    struct ft_error *err)
{
	for (;;) {
		uint64_t direct = 0;
		char key[16];

		coord_key(key, above->account);
		*found = ft_map_get(&admin->coord, key, &direct) && direct;
		if (*found || above->parent == 0)
			return FT_OK;
		FT_TRY(FT_GET(admin->reg, above->parent, above, err));
	}
}

enum ft_status
ft_admin_may_grant(struct ft_admin *admin, const struct ft_assoc *assoc,
    const struct ft_admin_qoslist *list, bool *may, struct ft_error *err)
{
	struct ft_assoc above = *assoc;
	bool *has, any;

	*may = ft_admin_is_operator(admin) || !list->given;
	if (*may)
		return FT_OK;
	if (above.user) /* the account itself */
		FT_TRY(FT_GET(admin->reg, above.parent, &above, err));
	FT_TRY(nearest_coordinated(admin, &above, may, err));
	if (!*may)
		return FT_OK;
	has = ft_arena_calloc(
	    &admin->arena, admin->lookup.n_qos + 1, sizeof *has);
	FT_TRY(ft_admin_effective_qos(admin, &above, has, &any, err));
	*may = list->n > 0;
	for (size_t i = 0; i < list->n; i++) {
		const struct ft_qos *qos =
		    ft_admin_get_qos(&admin->lookup, list->item[i].qos);

		if (list->item[i].op != '-' && qos &&
		    !has[qos - admin->lookup.qos])
			*may = false;
	}
	return FT_OK;
}
