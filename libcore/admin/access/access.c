/* What operators, administrators and coordinators may do. */

#include "admin/access/internal.h"

bool
ft_admin_is_operator(const struct ft_admin *admin)
{
	return admin->actor.level >= FT_ADMIN_OPERATOR;
}

bool
ft_admin_is_super(const struct ft_admin *admin)
{
	return admin->actor.level >= FT_ADMIN_ADMINISTRATOR;
}

enum ft_status
ft_admin_need(struct ft_admin *admin, enum ft_right right, struct ft_error *err)
{
	enum ft_status status = ft_right_check(&admin->actor, right, err);

	if (status == FT_EPERM && admin->result)
		admin->result->refusal = FT_ADMIN_REFUSE_PERMISSION;
	return status;
}

enum ft_status
ft_admin_need_unless(struct ft_admin *admin, bool may, struct ft_error *err)
{
	return may ? FT_OK : ft_admin_need(admin, FT_RIGHT_USERS, err);
}

enum ft_status
ft_admin_need_level(struct ft_admin *admin, uint32_t user, struct ft_error *err)
{
	struct ft_user record;

	/* who may do it needs no look at each user */
	if (admin->slurm ||
	    !ft_right_check(&admin->actor, FT_RIGHT_LEVELS, NULL))
		return FT_OK;
	FT_TRY(FT_GET(admin->reg, user, &record, err));
	return record.admin_level > FT_ADMIN_NONE
		   ? ft_admin_need(admin, FT_RIGHT_LEVELS, err)
		   : FT_OK;
}

/* Direct coordinators of an account are marked 1, those of one above 0. */
static void
mark_account(struct ft_admin *admin, uint32_t account, bool direct)
{
	uint32_t old = 0;

	ft_id_get(&admin->coord, account, &old);
	ft_id_put(&admin->coord, account, direct || old);
}

/* ACCOUNT and those below it. */
static enum ft_status
mark_tree(struct ft_admin *admin, uint32_t account, struct ft_error *err)
{
	struct ft_assoc_filter filter = { .account = account,
		.accounts_only = true };
	struct ft_admin_selection all FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };
	size_t n;

	mark_account(admin, account, true);
	FT_TRY(ft_admin_each(admin, &filter, &all, err));
	n = all.n;
	for (size_t i = 0; i < n; i++) {
		struct ft_assoc top = all.item[i];

		FT_TRY(ft_admin_below(admin, &top, &all, err));
	}
	for (size_t i = 0; i < all.n; i++)
		if (all.item[i].user == 0)
			mark_account(admin, all.item[i].account, false);
	return FT_OK;
}

static enum ft_status
load_coords(struct ft_admin *admin, struct ft_error *err)
{
	const struct ft_coord *coord;
	size_t n;

	if (admin->coords_known)
		return FT_OK;
	admin->coords_known = true;
	FT_TRY(ft_list_coords(admin->reg, FT_NO_OWNER, &coord, &n, err));
	for (size_t i = 0; i < n; i++)
		if (admin->actor.user && coord[i].user == admin->actor.user)
			FT_TRY(mark_tree(admin, coord[i].account, err));
	return FT_OK;
}

enum ft_status
ft_admin_coordinates(
    struct ft_admin *admin, uint32_t account, bool *may, struct ft_error *err)
{
	FT_TRY(load_coords(admin, err));
	*may = ft_id_get(&admin->coord, account, NULL);
	return FT_OK;
}

/* Sets *may to whether the actor is an operator or coordinates any account. */
static enum ft_status
may_some(struct ft_admin *admin, bool *may, struct ft_error *err)
{
	FT_TRY(load_coords(admin, err));
	*may = ft_admin_is_operator(admin) || admin->coord.n > 0;
	return FT_OK;
}

enum ft_status
ft_admin_need_some(struct ft_admin *admin, struct ft_error *err)
{
	bool may;

	FT_TRY(may_some(admin, &may, err));
	return ft_admin_need_unless(admin, may, err);
}

bool
ft_admin_asks_first(const struct ft_admin *admin)
{
	return ft_release_has(admin->release, FT_RULE_RIGHTS_FIRST);
}

enum ft_status
ft_admin_elsewhere(struct ft_admin *admin, enum ft_status status)
{
	struct ft_error err;
	bool some;

	if (status == FT_EPERM && may_some(admin, &some, &err) == FT_OK && some)
		admin->result->refusal = FT_ADMIN_REFUSE_ELSEWHERE;
	return status;
}

enum ft_status
ft_admin_need_first(struct ft_admin *admin, struct ft_error *err)
{
	return !admin->slurm || ft_admin_asks_first(admin)
		   ? ft_admin_need_some(admin, err)
		   : FT_OK;
}

/* ---- QOS to give ---------------------------------------------------------------- */

/* *above: the nearest account at or above that the actor coordinates. */
static enum ft_status
nearest_coordinated(struct ft_admin *admin, struct ft_assoc *above, bool *found,
    struct ft_error *err)
{
	for (;;) {
		uint32_t direct = 0;

		*found =
		    ft_id_get(&admin->coord, above->account, &direct) && direct;
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
	const bool *has;

	*may = ft_admin_is_operator(admin) || !list->given;
	if (*may)
		return FT_OK;
	if (above.user) /* the account itself */
		FT_TRY(FT_GET(admin->reg, above.parent, &above, err));
	FT_TRY(nearest_coordinated(admin, &above, may, err));
	if (!*may)
		return FT_OK;
	FT_TRY(ft_admin_effective_qos(admin, &above, &has, err));
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
