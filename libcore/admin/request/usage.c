/* Setting and forgetting the usage of associations and QOS. */
#include "admin/request/private.h"

/*
 * Shares of an account's usage are whole numbers of 64ths: those have six
 * decimals, as the store keeps them, and are exact in binary, so that they add
 * up to the number again.
 */
#define PARTS 64

static enum ft_status
put_parts(struct ft_admin *admin, uint32_t assoc, uint64_t parts,
    struct ft_error *err)
{
	return FT_REG(admin, set_usage,
	    (struct ft_owner){ FT_ENTITY_ASSOC, assoc },
	    (int64_t)(parts / PARTS),
	    (int32_t)(parts % PARTS * (1000000 / PARTS)), err);
}

static ft_real
own_of(const struct ft_admin_usage *to, uint32_t assoc)
{
	const ft_real *own = ft_idvec_get(&to->own, assoc, sizeof *own);

	return own ? *own : 0;
}

/* Set the own usage of ASSOC to the number, unless it already is. */
static enum ft_status
set_own(struct ft_admin *admin, const struct ft_assoc *assoc,
    const struct ft_admin_usage *to, struct ft_error *err)
{
	if (to->number &&
	    ft_real_cmp(own_of(to, assoc->id), (ft_real)to->number) == 0)
		return FT_OK;
	return put_parts(admin, assoc->id, to->number * PARTS, err);
}

/* ---- accounts ---- */

static enum ft_status
forget_all(struct ft_admin *admin, const struct ft_admin_selection *family,
    struct ft_error *err)
{
	for (size_t i = 0; i < family->n; i++)
		FT_TRY(put_parts(admin, family->item[i].id, 0, err));
	return FT_OK;
}

/*
 * Scale own usages by one factor.  Each gets the difference between the rounded
 * sum up to it and the rounded sum before it, so that rounding errors carry over
 * to the next one and the total is exactly the number.
 */
static enum ft_status
scale(struct ft_admin *admin, const struct ft_admin_selection *family,
    const struct ft_admin_usage *to, ft_real total, struct ft_error *err)
{
	const ft_real parts = (ft_real)(to->number * PARTS);
	ft_real sum = 0;
	uint64_t given = 0;

	for (size_t i = 0; i < family->n; i++) {
		ft_real own = own_of(to, family->item[i].id);
		uint64_t upto;

		if (!(own > 0))
			continue;
		sum += own;
		upto = ft_real_u64(sum / total * parts + 0.5L);
		FT_TRY(put_parts(admin, family->item[i].id, upto - given, err));
		given = upto;
	}
	return FT_OK;
}

/* family: the account, and all below it. */
static enum ft_status
set_total(struct ft_admin *admin, const struct ft_admin_selection *family,
    const struct ft_admin_usage *to, struct ft_error *err)
{
	ft_real total = 0;

	if (to->number == 0)
		return forget_all(admin, family, err);
	for (size_t i = 0; i < family->n; i++)
		total += own_of(to, family->item[i].id);
	if (!(total > 0)) /* nobody's to scale */
		return set_own(admin, &family->item[0], to, err);
	if (ft_real_cmp(total, (ft_real)to->number) == 0)
		return FT_OK;
	return scale(admin, family, to, total, err);
}

/* The total of an account cannot be set together with that of one above it. */
static enum ft_status
refuse_nested(struct ft_admin *admin, const struct ft_admin_selection *family,
    const struct ft_idmap *chosen, struct ft_error *err)
{
	for (size_t i = 1; i < family->n; i++) {
		struct ft_account above, below;

		if (family->item[i].user ||
		    !ft_id_get(chosen, family->item[i].id, NULL))
			continue;
		FT_TRY(
		    FT_GET(admin->reg, family->item[0].account, &above, err));
		FT_TRY(
		    FT_GET(admin->reg, family->item[i].account, &below, err));
		return ft_admin_refuse(admin, FT_ADMIN_REFUSE_CONDITION, err,
		    "account '%s' is below '%s': set the usage of one, then "
		    "of the other",
		    below.name, above.name);
	}
	return FT_OK;
}

static enum ft_status
set_one(struct ft_admin *admin, const struct ft_assoc *assoc,
    const struct ft_idmap *chosen, struct ft_error *err)
{
	const struct ft_admin_usage *to = admin->request->usage;
	struct ft_admin_selection family FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };

	if (assoc->user)
		return set_own(admin, assoc, to, err);
	ft_admin_select_add(&family, assoc);
	FT_TRY(ft_admin_below(admin, assoc, &family, err));
	if (to->number)
		FT_TRY(refuse_nested(admin, &family, chosen, err));
	return set_total(admin, &family, to, err);
}

static enum ft_status
set_assocs(struct ft_admin *admin, struct ft_error *err)
{
	struct ft_admin_selection selection FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };
	struct ft_idmap chosen FT_CLEANUP(ft_idmap_free) = { 0 };

	if (!ft_admin_key(admin, FT_KEY_ACCOUNT)->given)
		return ft_admin_refuse(admin, FT_ADMIN_REFUSE_CONDITION, err,
		    "no account given whose usage to set");
	FT_TRY(ft_admin_select(admin, admin->request->which,
	    admin->request->where, &selection, err));
	for (size_t i = 0; i < selection.n; i++)
		ft_id_put(&chosen, selection.item[i].id, 1);
	for (size_t i = 0; i < selection.n; i++) {
		FT_TRY(set_one(admin, &selection.item[i], &chosen, err));
		FT_TRY(ft_admin_item_assoc(
		    admin, FT_DID_MODIFY, &selection.item[i], "", err));
	}
	return FT_OK;
}

/* ---- QOS ---- */

static enum ft_status
set_qoses(struct ft_admin *admin, struct ft_error *err)
{
	const struct ft_admin_names *names = ft_admin_key(admin, FT_KEY_QOS);

	for (size_t i = 0; i < names->n; i++) {
		const struct ft_qos *qos =
		    ft_admin_find_qos(&admin->lookup, names->item[i]);

		ft_admin_item_name(admin, qos ? FT_DID_MODIFY : FT_DID_MISS,
		    FT_ENTITY_QOS, qos ? qos->id : 0, names->item[i]);
		if (qos)
			FT_TRY(FT_REG(admin, set_usage,
			    (struct ft_owner){ FT_ENTITY_QOS, qos->id },
			    (int64_t)admin->request->usage->number, 0, err));
	}
	return FT_OK;
}

enum ft_status
ft_admin_put_usage(struct ft_admin *admin, struct ft_error *err)
{
	FT_TRY(ft_admin_need(admin, FT_RIGHT_USAGE, err));
	if (admin->request->usage->number > FT_USAGE_MAX)
		return ft_admin_refuse(admin, FT_ADMIN_REFUSE_CONDITION, err,
		    "usage is a whole number up to %" PRIu64, FT_USAGE_MAX);
	return admin->request->entity == FT_ENTITY_QOS ? set_qoses(admin, err)
						       : set_assocs(admin, err);
}
