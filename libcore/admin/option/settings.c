#include "admin/option/settings.h"

/* The settings of RECORD, an association or a QOS, in ACCTDB. */
static struct ft_settings
find(const struct ft_acctdb *acctdb, enum ft_entity entity, uint32_t id,
    const void *record)
{
	bool qos = entity == FT_ENTITY_QOS;
	struct ft_settings own = {
		.acctdb = acctdb, .entity = entity, .id = id, .record = record
	};

	own.limit =
	    ft_acctdb_limits(qos ? acctdb->qos_limit : acctdb->assoc_limit,
		qos ? acctdb->n_qos_limit : acctdb->n_assoc_limit, id,
		&own.n_limit);
	own.ref = ft_acctdb_qosrefs(
	    qos ? acctdb->qos_preempt : acctdb->assoc_qos,
	    qos ? acctdb->n_qos_preempt : acctdb->n_assoc_qos, id, &own.n_ref);
	return own;
}

struct ft_settings
ft_settings_of_qos(const struct ft_acctdb *acctdb, const struct ft_qos *qos)
{
	return find(acctdb, FT_ENTITY_QOS, qos->id, qos);
}

struct ft_settings
ft_settings_find_assoc(
    const struct ft_acctdb *acctdb, const struct ft_assoc *assoc)
{
	return find(acctdb, FT_ENTITY_ASSOC, assoc->id, assoc);
}

struct ft_settings
ft_settings_of_assoc(const struct ft_admin_index *index, uint32_t i)
{
	const struct ft_acctdb *acctdb = index->acctdb;

	return (struct ft_settings){ .acctdb = acctdb,
		.entity = FT_ENTITY_ASSOC,
		.id = acctdb->assoc[i].id,
		.record = &acctdb->assoc[i],
		.limit = acctdb->assoc_limit + index->limit[i],
		.n_limit = index->limit[i + 1] - index->limit[i],
		.ref = acctdb->assoc_qos + index->qos[i],
		.n_ref = index->qos[i + 1] - index->qos[i] };
}

struct ft_settings
ft_settings_of_new_assoc(const struct ft_acctdb *acctdb)
{
	static const struct ft_assoc fresh = {
		.partition = "", .shares = 1, .comment = ""
	};

	return (struct ft_settings){
		.acctdb = acctdb, .entity = FT_ENTITY_ASSOC, .record = &fresh
	};
}

enum ft_status
ft_settings_read(
    struct ft_registry *registry, struct ft_settings *own, struct ft_error *err)
{
	const struct ft_owner owner = { own->entity, own->id };

	FT_TRY(
	    ft_list_limits(registry, owner, &own->limit, &own->n_limit, err));
	return ft_list_qosrefs(registry, owner, &own->ref, &own->n_ref, err);
}

bool
ft_settings_same(
    const struct ft_settings *left, const struct ft_settings *right)
{
	bool same = left->n_limit == right->n_limit &&
		    left->n_ref == right->n_ref &&
		    ft_members_same(left->entity, left->record, right->record);

	for (size_t i = 0; same && i < left->n_limit; i++)
		same = left->limit[i].kind == right->limit[i].kind &&
		       left->limit[i].tres == right->limit[i].tres &&
		       left->limit[i].value == right->limit[i].value;
	for (size_t i = 0; same && i < left->n_ref; i++)
		same = left->ref[i].op == right->ref[i].op &&
		       left->ref[i].qos == right->ref[i].qos;
	return same;
}

const struct ft_limit *
ft_settings_limit(
    const struct ft_settings *own, enum ft_limit_kind kind, uint32_t tres)
{
	for (size_t i = 0; i < own->n_limit; i++)
		if (own->limit[i].kind == kind && own->limit[i].tres == tres)
			return &own->limit[i];
	return NULL;
}

size_t
ft_settings_limits(
    const struct ft_settings *own, enum ft_limit_kind kind, size_t *first)
{
	size_t n = 0;

	for (*first = 0; *first < own->n_limit; ++*first)
		if (own->limit[*first].kind == kind)
			break;
	while (*first + n < own->n_limit && own->limit[*first + n].kind == kind)
		n++;
	return n;
}

bool
ft_settings_has_ref(
    const struct ft_settings *own, const struct ft_admin_qosref *ref)
{
	for (size_t i = 0; i < own->n_ref; i++)
		if (own->ref[i].qos == ref->qos && own->ref[i].op == ref->op)
			return true;
	return false;
}

void
ft_settings_limit_text(struct ft_str *str, const struct ft_tres_table *tres,
    const struct ft_settings *own, enum ft_limit_kind kind)
{
	size_t first, n = ft_settings_limits(own, kind, &first);
	struct ft_tres_amount *amount FT_CLEANUP(ft_free_at) = NULL;

	if (n == 0)
		return;
	if (ft_limit_infos[kind].type != FT_LIMIT_TRES) {
		ft_str_addf(str, "%" PRIu64, own->limit[first].value);
		return;
	}
	amount = ft_calloc(n, sizeof *amount);
	for (size_t i = 0; i < n; i++)
		amount[i] =
		    (struct ft_tres_amount){ .id = own->limit[first + i].tres,
			    .value = own->limit[first + i].value };
	ft_tres_format(str, tres, amount, n, FT_TRES_BY_NAME | FT_TRES_UNITS);
}

/* ---- compared with a set ---- */

static bool
limit_differs(const struct ft_settings *own, const struct ft_admin_limit *limit)
{
	const struct ft_limit *was =
	    ft_settings_limit(own, limit->kind, limit->tres);

	return limit->clear ? was != NULL
			    : was == NULL || was->value != limit->value;
}

static void
change_limits(const struct ft_settings *own, const struct ft_admin_set *set,
    struct ft_admin_set *changes)
{
	bool differs[FT_LIMIT_KINDS] = { false };

	for (size_t i = 0; i < set->n_limit; i++)
		differs[set->limit[i].kind] |=
		    limit_differs(own, &set->limit[i]);
	for (size_t i = 0; i < set->n_limit; i++)
		if (differs[set->limit[i].kind])
			*ft_vec_add(changes->limit, changes->n_limit,
			    changes->cap_limit) = set->limit[i];
}

static bool
list_differs(const struct ft_settings *own, const struct ft_admin_qoslist *list)
{
	bool differs = list->n != own->n_ref;

	for (size_t i = 0; i < list->n && !differs; i++)
		differs = !ft_settings_has_ref(own, &list->item[i]);
	return differs;
}

static void
change_list(const struct ft_settings *own, const struct ft_admin_qoslist *list,
    struct ft_admin_qoslist *change)
{
	if (list->n == 0 || !list_differs(own, list))
		return;
	change->given = true;
	for (size_t i = 0; i < list->n; i++)
		*ft_vec_add(change->item, change->n, change->cap) =
		    list->item[i];
}

void
ft_settings_changes(const struct ft_settings *own,
    const struct ft_admin_set *set, struct ft_admin_set *changes)
{
	size_t n;
	const struct ft_attr *attr = ft_attrs(own->entity, &n);

	*changes = (struct ft_admin_set){ .entity = own->entity,
		.clear = set->clear,
		.idle = set->idle,
		.to = set->to,
		.op = set->op };
	for (size_t at = 0; at < n && attr[at].column; at++)
		if (ft_admin_set_has(set, at) &&
		    !ft_attr_same(ft_attr_get(&attr[at], own->record),
			ft_admin_set_value(set, &attr[at])))
			changes->has |= UINT64_C(1) << at;
	change_limits(own, set, changes);
	change_list(own, &set->list, &changes->list);
}

static bool
gives_limit(const struct ft_admin_set *set, const struct ft_limit *limit)
{
	for (size_t i = 0; i < set->n_limit; i++)
		if (set->limit[i].kind == limit->kind &&
		    set->limit[i].tres == limit->tres)
			return true;
	return false;
}

void
ft_settings_unmanaged(const struct ft_settings *own,
    const struct ft_admin_set *set, const void *fresh,
    struct ft_admin_set *extras)
{
	size_t n;
	const struct ft_attr *attr = ft_members(own->entity, &n);

	ft_admin_set_init(extras, own->entity);
	for (size_t at = 0; at < n; at++) {
		struct ft_attr_value value = ft_attr_get(&attr[at], fresh);

		if (!ft_admin_set_has(set, at) &&
		    !ft_attr_same(ft_attr_get(&attr[at], own->record), value))
			ft_admin_set_put(
			    extras, &attr[at], value, FT_GIVEN_SET);
	}
	for (size_t i = 0; i < own->n_limit; i++)
		if (!gives_limit(set, &own->limit[i]))
			*ft_vec_add(extras->limit, extras->n_limit,
			    extras->cap_limit) = (struct ft_admin_limit){
				.kind = own->limit[i].kind,
				.clear = true,
				.tres = own->limit[i].tres,
				.value = own->limit[i].value,
			};
	extras->list.given = own->n_ref && set->list.n == 0;
}
