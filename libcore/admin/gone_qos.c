/*
 * gone_qos.c - lists of QOS after one of theirs was deleted: whole lists, +/-
 * lists of associations, and preempt lists.  Deleting itself is in delete.c.
 */

#include "admin/gone_int.h"

enum ft_status
ft_admin_keep_qos_list(struct ft_admin *admin, enum ft_entity entity,
    uint32_t owner, uint32_t qos, struct ft_admin_qos_lists *lists,
    struct ft_error *err)
{
	struct ft_admin_qos_list list = { .entity = entity, .owner = owner };
	const struct ft_qosref *ref;
	bool found = false;

	FT_TRY(ft_list_qosrefs(admin->reg, (struct ft_owner){ entity, owner },
	    &ref, &list.n, err));
	for (size_t i = 0; i < list.n; i++)
		found = found || ref[i].qos == qos;
	if (!found)
		return FT_OK;
	list.ref = ft_arena_calloc(&admin->arena, list.n, sizeof *list.ref);
	memcpy(list.ref, ref, list.n * sizeof *list.ref);
	*ft_vec_add(lists->item, lists->n, lists->cap) = list;
	return FT_OK;
}

static bool
is_whole(const struct ft_admin_qos_list *list)
{
	return list->entity == FT_ENTITY_ASSOC && list->ref[0].op == '=';
}

/*
 * slurmdbd keeps the list of an association as the text ",1,2,3,", takes ",2,"
 * out of it and passes over the first character when it reads it again.  So the
 * neighbours of a QOS in the middle become one number, and the QOS after the
 * first one loses a digit or its sign.
 */
static const char *
text_without(const struct ft_admin *admin, const struct ft_admin_qos_list *list,
    uint32_t qos, struct ft_str *text)
{
	bool cut = false;

	for (size_t i = 0; i < list->n; i++) {
		const struct ft_qosref *ref = &list->ref[i];

		if (ref->qos == qos) {
			cut = true;
			continue;
		}
		if (ft_admin_get_qos(&admin->lookup, ref->qos) == NULL)
			continue;
		if (!cut)
			ft_str_add_char(text, ',');
		cut = false;
		if (ref->op != '=')
			ft_str_add_char(text, ref->op);
		ft_str_addf(text, "%" PRIu32, ref->qos);
	}
	return ft_str_text(text);
}

static size_t
read_text(const struct ft_admin *admin, const char *text, bool whole,
    uint32_t gone, struct ft_qosref *left)
{
	size_t n = 0;

	while (text && *text) {
		char op = *text == '+' || *text == '-' ? *text : '=';
		unsigned long id = strtoul(text + (op != '='), NULL, 10);

		if (id <= UINT32_MAX && id != gone && whole == (op == '=') &&
		    ft_admin_get_qos(&admin->lookup, (uint32_t)id))
			left[n++] = (struct ft_qosref){ 0, op, (uint32_t)id };
		text = strchr(text, ',');
		text = text ? text + 1 : NULL;
	}
	return n;
}

static size_t
slurm_rest(const struct ft_admin *admin, const struct ft_admin_qos_list *list,
    uint32_t qos, struct ft_qosref *left)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	const char *rest;

	rest = text_without(admin, list, qos, &text);
	return read_text(
	    admin, *rest ? rest + 1 : rest, is_whole(list), qos, left);
}

static size_t
plain_rest(
    const struct ft_admin_qos_list *list, uint32_t qos, struct ft_qosref *left)
{
	size_t n = 0;

	for (size_t i = 0; i < list->n; i++)
		if (list->ref[i].qos != qos)
			left[n++] = list->ref[i];
	return n;
}

static enum ft_status
strike_one(struct ft_admin *admin, const struct ft_admin_qos_list *list,
    uint32_t qos, struct ft_error *err)
{
	struct ft_qosref *left =
	    ft_arena_calloc(&admin->arena, list->n + 1, sizeof *left);
	bool damaged = admin->slurm && list->entity == FT_ENTITY_ASSOC;
	size_t n = damaged ? slurm_rest(admin, list, qos, left)
			   : plain_rest(list, qos, left);

	if (is_whole(list) && list->n > 1)
		left[n++] = (struct ft_qosref){ list->owner, '=', qos };
	return FT_REG(admin, put_qosrefs,
	    (struct ft_owner){ list->entity, list->owner }, left, n, err);
}

enum ft_status
ft_admin_strike_qos(struct ft_admin *admin,
    const struct ft_admin_qos_lists *lists, uint32_t qos, struct ft_error *err)
{
	for (size_t i = 0; i < lists->n; i++)
		FT_TRY(strike_one(admin, &lists->item[i], qos, err));
	return FT_OK;
}
