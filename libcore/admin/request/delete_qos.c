/*
 * delete_qos.c - deleting QOS: what prevents it, and what becomes of the
 * lists that name them: whole lists, +/- lists of associations, and preempt
 * lists.
 */
#include "admin/request/private.h"
#include "admin/txn/internal.h"

struct list {
	enum ft_entity entity; /* of the owner: FT_ENTITY_ASSOC or _QOS */
	uint32_t owner;
	struct ft_qosref *ref; /* in the arena of the admin */
	size_t n;
};
struct lists {
	struct list *item;
	size_t n, cap;
};

static void
lists_free(struct lists *lists)
{
	ft_free(lists->item);
}

/* Append the list of OWNER, as it is now, if QOS is in it. */
static enum ft_status
keep_list(struct ft_admin *admin, struct list list, uint32_t qos,
    struct lists *lists, struct ft_error *err)
{
	const struct ft_qosref *ref;
	bool found = false;

	FT_TRY(ft_list_qosrefs(admin->reg,
	    (struct ft_owner){ list.entity, list.owner }, &ref, &list.n, err));
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
is_whole(const struct list *list)
{
	return list->entity == FT_ENTITY_ASSOC && list->ref[0].op == '=';
}

/*
 * slurmdbd keeps the list of an association as the text ",1,2,3,", removes ",2,"
 * from it and skips the first character when it reads it again.  So the
 * neighbours of a QOS in the middle become one number, and the QOS after the
 * first one loses a digit or its sign.
 */
static const char *
text_without(const struct ft_admin *admin, const struct list *list,
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
slurm_rest(const struct ft_admin *admin, const struct list *list, uint32_t qos,
    struct ft_qosref *left)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	const char *rest;

	rest = text_without(admin, list, qos, &text);
	return read_text(
	    admin, *rest ? rest + 1 : rest, is_whole(list), qos, left);
}

static size_t
plain_rest(const struct list *list, uint32_t qos, struct ft_qosref *left)
{
	size_t n = 0;

	for (size_t i = 0; i < list->n; i++)
		if (list->ref[i].qos != qos)
			left[n++] = list->ref[i];
	return n;
}

/*
 * Older releases damage the lists of associations.  There a list of several QOS
 * without signs keeps the deleted one, too; it has no effect, but when nothing
 * else is left, the list is empty instead of inherited.
 */
static enum ft_status
strike_one(struct ft_admin *admin, const struct list *list, uint32_t qos,
    struct ft_error *err)
{
	struct ft_qosref *left =
	    ft_arena_calloc(&admin->arena, list->n + 1, sizeof *left);
	bool old = list->entity == FT_ENTITY_ASSOC &&
		   !ft_release_has(admin->release, FT_RULE_QOS_LISTS_KEPT);
	size_t n = old && admin->slurm ? slurm_rest(admin, list, qos, left)
				       : plain_rest(list, qos, left);

	if (old && is_whole(list) && list->n > 1)
		left[n++] = (struct ft_qosref){ list->owner, '=', qos };
	return FT_REG(admin, put_qosrefs,
	    (struct ft_owner){ list->entity, list->owner }, left, n, err);
}

/* Store LISTS without QOS, which is deleted by now. */
static enum ft_status
strike_qos(struct ft_admin *admin, const struct lists *lists, uint32_t qos,
    struct ft_error *err)
{
	for (size_t i = 0; i < lists->n; i++)
		FT_TRY(strike_one(admin, &lists->item[i], qos, err));
	return FT_OK;
}

/* ---- deleting ---- */

/* Append to DEFAULTS the associations whose default QOS it is; they prevent the
 * deletion. */
static enum ft_status
delete_qos(struct ft_admin *admin, const struct ft_qos *qos,
    struct ft_admin_selection *defaults, struct ft_error *err)
{
	const struct ft_assoc_filter any = { .cluster = 0 };
	struct ft_admin_selection all FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };
	struct lists lists FT_CLEANUP(lists_free) = { 0 };
	size_t before = defaults->n;

	FT_TRY(ft_admin_each(admin, &any, &all, err));
	for (size_t i = 0; i < all.n; i++)
		if (all.item[i].default_qos == qos->id)
			ft_admin_select_add(defaults, &all.item[i]);
		else
			FT_TRY(keep_list(admin,
			    (struct list){ .entity = FT_ENTITY_ASSOC,
				.owner = all.item[i].id },
			    qos->id, &lists, err));
	if (defaults->n > before)
		return FT_OK;
	for (size_t i = 0; i < admin->lookup.n_qos; i++)
		FT_TRY(keep_list(admin,
		    (struct list){ .entity = FT_ENTITY_QOS,
			.owner = admin->lookup.qos[i].id },
		    qos->id, &lists, err));
	FT_TRY(FT_REG(admin, drop, FT_ENTITY_QOS, &qos->id, 1, err));
	FT_TRY(strike_qos(admin, &lists, qos->id, err));
	ft_admin_item_name(
	    admin, FT_DID_DELETE, FT_ENTITY_QOS, qos->id, qos->name);
	return FT_OK;
}

/* The associations whose default QOS would be deleted, in tree order. */
static enum ft_status
refuse_defaults(struct ft_admin *admin, struct ft_admin_selection *defaults,
    struct ft_error *err)
{
	FT_TRY(ft_admin_selection_sort(admin, defaults, 0, err));
	for (size_t i = 0; i < defaults->n; i++) {
		const struct ft_assoc *assoc = &defaults->item[i];
		const struct ft_qos *qos =
		    ft_admin_get_qos(&admin->lookup, assoc->default_qos);

		FT_TRY(ft_admin_item_assoc(
		    admin, FT_DID_BLOCK, assoc, qos ? qos->name : "", err));
	}
	return ft_admin_refuse(admin, FT_ADMIN_REFUSE_DEFAULT_QOS, err,
	    "default QOS of associations");
}

static int
by_number(const void *a, const void *b)
{
	const struct ft_active_job *left = a, *right = b;

	return (left->number > right->number) - (left->number < right->number);
}

/* Refuse to delete QOS that active jobs use. */
static enum ft_status
check_jobs(struct ft_admin *admin, struct ft_error *err)
{
	struct ft_active_job *all FT_CLEANUP(ft_free_at) = NULL;
	size_t n = 0, cap = 0;

	for (size_t i = 0; i < admin->lookup.n_qos; i++) {
		const struct ft_qos *qos = &admin->lookup.qos[i];
		const struct ft_active_job *jobs;
		size_t count;

		if (!ft_admin_qos_matches(admin->request->where, qos))
			continue;
		FT_TRY(ft_list_active_jobs(admin->reg,
		    (struct ft_owner){ FT_ENTITY_QOS, qos->id }, &jobs, &count,
		    err));
		for (size_t j = 0; j < count; j++)
			*ft_vec_add(all, n, cap) = jobs[j];
	}
	if (n == 0)
		return FT_OK;
	qsort(all, n, sizeof *all, by_number);
	return ft_admin_refuse_jobs(admin, FT_ENTITY_QOS, all, n, err);
}

enum ft_status
ft_admin_delete_qoses(struct ft_admin *admin, struct ft_error *err)
{
	struct ft_admin_selection defaults FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };
	const struct ft_qos **qos;
	size_t n;

	FT_TRY(ft_admin_need_condition(admin, err));
	FT_TRY(ft_admin_need(admin, FT_RIGHT_QOS, err));
	if (ft_release_has(admin->release, FT_RULE_QOS_BUSY))
		FT_TRY(check_jobs(admin, err));
	qos = ft_admin_pick_qos(admin, &n);
	for (size_t i = 0; i < n; i++)
		FT_TRY(delete_qos(admin, qos[i], &defaults, err));
	return defaults.n ? refuse_defaults(admin, &defaults, err)
			  : ft_txn_drop_qoses(admin, err);
}
