/* Settings on associations: storing them, inheriting them. */
#include "admin/request/private.h"
#include "admin/option/settings.h"

enum ft_status
ft_admin_new_batch(struct ft_admin *admin, struct ft_error *err)
{
	ft_idmap_free(&admin->run);
	ft_idmap_free(&admin->used);
	return admin->reg->ops->batch(admin->reg, err);
}

/*
 * Slurm opens one gap for a run of siblings that follow each other on a
 * cluster, in front of the older ones; the next run gets a gap of its own.
 */
static bool
starts_batch(const struct ft_admin *admin, const struct ft_assoc *assoc)
{
	uint32_t last;

	if (ft_id_get(&admin->run, assoc->cluster, &last) &&
	    last == assoc->parent)
		return false;
	return admin->run.n == 0 ||
	       ft_id_get(&admin->used, assoc->parent, NULL);
}

/* ASSOC is added to the batch. */
static void
join_batch(struct ft_admin *admin, const struct ft_assoc *assoc)
{
	ft_id_put(&admin->run, assoc->cluster, assoc->parent);
	ft_id_put(&admin->used, assoc->parent, 1);
}

enum ft_status
ft_admin_put_new(struct ft_admin *admin, const struct ft_assoc *assoc,
    uint32_t *id, struct ft_error *err)
{
	if (starts_batch(admin, assoc))
		FT_TRY(ft_admin_new_batch(admin, err));
	join_batch(admin, assoc);
	return FT_ADD(admin->reg, assoc, id, err);
}

enum ft_status
ft_admin_put_all_new(struct ft_admin *admin, struct ft_assoc *assoc, size_t n,
    struct ft_error *err)
{
	size_t from = 0;

	for (size_t i = 0; i < n; i++) {
		if (starts_batch(admin, &assoc[i])) {
			FT_TRY(FT_REG(admin, add_all, FT_ENTITY_ASSOC,
			    assoc + from, i - from, err));
			FT_TRY(ft_admin_new_batch(admin, err));
			from = i;
		}
		join_batch(admin, &assoc[i]);
	}
	return FT_REG(
	    admin, add_all, FT_ENTITY_ASSOC, assoc + from, n - from, err);
}

/* What RECORD has in ATTR when SET has been put into it. */
static struct ft_attr_value
combined(const struct ft_attr *attr, const void *record,
    const struct ft_admin_set *set)
{
	struct ft_attr_value value = ft_admin_set_value(set, attr);
	struct ft_attr_value was = ft_attr_get(attr, record);

	if (attr->type != FT_ATTR_FLAGS ||
	    set->clear >> ft_attr_place(attr) & 1)
		return value;
	if (set->op == '+')
		value.number |= was.number;
	if (set->op == '-')
		value.number = was.number & ~value.number;
	return value;
}

void
ft_admin_fill(void *record, const struct ft_admin_set *set)
{
	size_t n;
	const struct ft_attr *attr = ft_attrs(set->entity, &n);

	for (size_t at = 0; at < n && attr[at].column; at++)
		if (ft_admin_set_has(set, at) && !(set->idle >> at & 1))
			ft_attr_set(&attr[at], record,
			    combined(&attr[at], record, set));
}

/* ---- QOS lists ---- */

struct refs {
	struct ft_qosref *item;
	size_t n, cap;
};

static void
refs_add(struct refs *refs, char op, uint32_t owner, uint32_t qos)
{
	*ft_vec_add(refs->item, refs->n, refs->cap) =
	    (struct ft_qosref){ owner, op, qos };
}

static void
refs_drop(struct refs *refs, uint32_t qos)
{
	for (size_t i = 0; i < refs->n; i++)
		if (refs->item[i].qos == qos) {
			memmove(refs->item + i, refs->item + i + 1,
			    (refs->n - i - 1) * sizeof *refs->item);
			refs->n--;
			return;
		}
}

/* One "+a" or "-a": on a plain list it edits, else it is kept as it is. */
static void
refs_change(
    struct refs *refs, uint32_t owner, const struct ft_admin_qosref *change)
{
	bool plain = refs->n && refs->item[0].op == '=';

	if (plain && change->op == '+') {
		refs_drop(refs, change->qos);
		refs_add(refs, '=', owner, change->qos);
		return;
	}
	refs_drop(refs, change->qos);
	if (!plain || refs->n == 0)
		refs_add(refs, change->op, owner, change->qos);
}

static bool
is_plain(const struct ft_admin_qoslist *list)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->item[i].op == '=')
			return true;
	return false;
}

/* The current list of OWNER; empty if FRESH. */
static enum ft_status
refs_start(struct refs *refs, struct ft_admin *admin, uint32_t owner,
    const struct ft_admin_set *set, struct ft_error *err)
{
	const struct ft_qosref *old;
	size_t n;

	if (set->list.n == 0 || is_plain(&set->list))
		return FT_OK;
	FT_TRY(ft_list_qosrefs(admin->reg,
	    (struct ft_owner){ set->entity, owner }, &old, &n, err));
	for (size_t i = 0; i < n; i++)
		refs_add(refs, old[i].op, owner, old[i].qos);
	return FT_OK;
}

static void
refs_free(struct refs *refs)
{
	ft_free(refs->item);
}

/* Change the QOS or preempt list of OWNER; fresh: it is empty. */
static enum ft_status
put_list(struct ft_admin *admin, uint32_t owner, const struct ft_admin_set *set,
    bool fresh, struct ft_error *err)
{
	const struct ft_admin_qoslist *list = &set->list;
	struct refs refs FT_CLEANUP(refs_free) = { 0 };

	if (!list->given)
		return FT_OK;
	if (!fresh)
		FT_TRY(refs_start(&refs, admin, owner, set, err));
	for (size_t i = 0; i < list->n; i++)
		if (list->item[i].op == '=')
			refs_add(&refs, '=', owner, list->item[i].qos);
		else if (!is_plain(list)) /* signs have no effect there */
			refs_change(&refs, owner, &list->item[i]);
	/* a preempt list has nothing to inherit from */
	for (size_t i = refs.n; set->entity == FT_ENTITY_QOS && i > 0 && i--;)
		if (refs.item[i].op == '-')
			refs_drop(&refs, refs.item[i].qos);
		else
			refs.item[i].op = '=';
	return FT_REG(admin, put_qosrefs,
	    (struct ft_owner){ set->entity, owner }, refs.item, refs.n, err);
}

/* Sets *value to what LIMIT makes of that which its owner has. */
static enum ft_status
change_limit(struct ft_admin *admin, struct ft_settings *own,
    const struct ft_admin_limit *limit, uint64_t *value, struct ft_error *err)
{
	const struct ft_limit *was;

	if (!limit->change)
		return FT_OK;
	FT_TRY(ft_settings_read(admin->reg, own, err));
	was = ft_settings_limit(own, limit->kind, limit->tres);
	if (was && limit->change == '+')
		*value = was->value + limit->value;
	else if (was)
		*value =
		    was->value > limit->value ? was->value - limit->value : 0;
	return FT_OK;
}

enum ft_status
ft_admin_put_set(struct ft_admin *admin, uint32_t owner,
    const struct ft_admin_set *set, bool fresh, struct ft_error *err)
{
	for (size_t i = 0; i < set->n_limit; i++) {
		const struct ft_admin_limit *limit = &set->limit[i];
		struct ft_settings own = { .entity = set->entity, .id = owner };
		struct ft_limit one = { .owner = owner,
			.kind = limit->kind,
			.tres = limit->tres,
			.value = limit->value };

		FT_TRY(change_limit(admin, &own, limit, &one.value, err));
		if (!limit->idle)
			FT_TRY(FT_REG(admin, put_limit, set->entity, &one,
			    !limit->clear, err));
	}
	return put_list(admin, owner, set, fresh, err);
}

/* ---- what is in effect ---- */

static void
mark(const struct ft_admin *admin, const struct ft_qosref *ref, bool *has)
{
	for (size_t i = 0; i < admin->lookup.n_qos; i++)
		if (admin->lookup.qos[i].id == ref->qos)
			has[i] = ref->op != '-';
}

enum ft_status
ft_admin_effective_qos(struct ft_admin *admin, const struct ft_assoc *assoc,
    const bool **out, struct ft_error *err)
{
	struct ft_admin_selection chain FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };
	bool *has = ft_arena_calloc(
	    &admin->arena, admin->lookup.n_qos + 1, sizeof *has);
	struct ft_assoc up = *assoc;
	const struct ft_qosref *ref;
	size_t n;

	*out = has;
	/* up to the first that has a list of its own, then down again */
	for (;;) {
		ft_admin_select_add(&chain, &up);
		FT_TRY(ft_list_qosrefs(admin->reg,
		    (struct ft_owner){ FT_ENTITY_ASSOC, up.id }, &ref, &n,
		    err));
		if (up.parent == 0 || (n && ref[0].op == '='))
			break;
		FT_TRY(FT_GET(admin->reg, up.parent, &up, err));
	}
	for (; chain.n > 0; chain.n--) {
		FT_TRY(ft_list_qosrefs(admin->reg,
		    (struct ft_owner){
			FT_ENTITY_ASSOC, chain.item[chain.n - 1].id },
		    &ref, &n, err));
		for (size_t i = 0; i < n; i++)
			mark(admin, &ref[i], has);
	}
	return FT_OK;
}

/* The default QOS in effect, 0 none. */
static enum ft_status
effective_default_qos(struct ft_admin *admin, const struct ft_assoc *assoc,
    uint32_t *qos, struct ft_error *err)
{
	struct ft_assoc up = *assoc;

	while (up.default_qos == 0 && up.parent)
		FT_TRY(FT_GET(admin->reg, up.parent, &up, err));
	*qos = up.default_qos;
	return FT_OK;
}

enum ft_status
ft_admin_check_access(struct ft_admin *admin, const struct ft_assoc *assoc,
    bool *blocked, struct ft_error *err)
{
	const struct ft_qos *qos;
	const bool *has;
	uint32_t id;

	FT_TRY(effective_default_qos(admin, assoc, &id, err));
	qos = id ? ft_admin_get_qos(&admin->lookup, id) : NULL;
	if (qos == NULL)
		return FT_OK;
	FT_TRY(ft_admin_effective_qos(admin, assoc, &has, err));
	if (has[qos - admin->lookup.qos])
		return FT_OK;
	*blocked = true;
	return ft_admin_item_assoc(admin, FT_DID_BLOCK, assoc, qos->name, err);
}

enum ft_status
ft_admin_refuse_access(
    struct ft_admin *admin, bool blocked, struct ft_error *err)
{
	return blocked ? ft_admin_refuse(admin, FT_ADMIN_REFUSE_QOS_ACCESS, err,
			     "default QOS would not be among those allowed")
		       : FT_OK;
}

/* ---- heirs ---- */

/* What of a set is inherited down to the association that is visited. */
struct heirs {
	struct ft_admin *admin;
	const struct ft_admin_set *set;
	const struct ft_idmap *stop;
	struct ft_admin_selection *found;
	bool *limit; /* [set->n_limit] */
	bool qos, default_qos;
	bool accounts, children; /* list accounts, too; not what is below */
};

static bool
reaches(const struct heirs *heirs)
{
	bool any = heirs->qos || heirs->default_qos;

	for (size_t i = 0; i < heirs->set->n_limit; i++)
		any = any || heirs->limit[i];
	return any;
}

/* To sacctmgr an association inherits limits of TRES even if it has its own. */
static bool
is_slurm_tres(const struct ft_admin *admin, const struct ft_admin_limit *limit)
{
	return admin->slurm &&
	       ft_limit_infos[limit->kind].type == FT_LIMIT_TRES;
}

static bool
has_kind(const struct ft_admin_set *set, enum ft_limit_kind kind)
{
	for (size_t i = 0; i < set->n_limit; i++)
		if (set->limit[i].kind == kind)
			return true;
	return false;
}

/* Settings that ASSOC has itself are not inherited below it. */
static enum ft_status
stop_at(struct heirs *heirs, const struct ft_assoc *assoc, struct ft_error *err)
{
	const struct ft_admin_limit *limit = heirs->set->limit;
	struct ft_settings own = { .entity = FT_ENTITY_ASSOC, .id = assoc->id };

	FT_TRY(ft_settings_read(heirs->admin->reg, &own, err));
	for (size_t i = 0; i < heirs->set->n_limit; i++)
		if (!is_slurm_tres(heirs->admin, &limit[i]) &&
		    ft_settings_limit(&own, limit[i].kind, limit[i].tres))
			heirs->limit[i] = false;
	if (assoc->default_qos)
		heirs->default_qos = false;
	if (own.n_ref && own.ref[0].op == '=')
		heirs->qos = false;
	return FT_OK;
}

/* An association still to be visited, and the settings of the set it inherits. */
struct task {
	struct ft_assoc assoc;
	struct heirs above;
};
struct tasks {
	struct task *item;
	size_t n, cap;
};

/* The children of ASSOC, the last first. */
static enum ft_status
push_tasks(struct tasks *tasks, const struct ft_assoc *assoc,
    const struct heirs *here, struct ft_error *err)
{
	struct ft_admin_selection children FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };
	enum ft_status status =
	    ft_admin_push_children(here->admin, assoc, &children, err);

	tasks->item = ft_vec_grow(tasks->item, &tasks->cap,
	    tasks->n + children.n + 1, sizeof *tasks->item);
	for (size_t i = 0; i < children.n; i++)
		tasks->item[tasks->n++] =
		    (struct task){ children.item[i], *here };
	return status;
}

static enum ft_status
visit_heir(struct tasks *tasks, const struct task *task, struct ft_error *err)
{
	struct heirs here = task->above;

	if (ft_id_get(here.stop, task->assoc.id, NULL))
		return FT_OK;
	here.limit = ft_arena_calloc(
	    &here.admin->arena, here.set->n_limit + 1, sizeof *here.limit);
	memcpy(here.limit, task->above.limit,
	    here.set->n_limit * sizeof *here.limit);
	FT_TRY(stop_at(&here, &task->assoc, err));
	if (!reaches(&here))
		return FT_OK;
	if (task->assoc.user || here.accounts)
		ft_admin_select_add(here.found, &task->assoc);
	if (task->assoc.user || here.children)
		return FT_OK;
	return push_tasks(tasks, &task->assoc, &here, err);
}

enum ft_status
ft_admin_heirs(struct ft_admin *admin, const struct ft_admin_touched *touched,
    struct ft_admin_selection *found, struct ft_error *err)
{
	const struct ft_admin_set *set = admin->request->to;
	const struct ft_assoc *assoc = &touched->before;
	struct heirs heirs = { .admin = admin,
		.set = set,
		.stop = touched->chosen,
		.found = found,
		.qos = set->list.given,
		.default_qos = ft_admin_set_has(set, FT_ASSOC_default_qos),
		.accounts = admin->slurm && ft_release_has(admin->release,
						FT_RULE_HEIRS_ACCOUNTS),
		.children = admin->slurm && ft_release_has(admin->release,
						FT_RULE_HEIRS_CHILDREN) };
	struct tasks tasks = { 0 };
	enum ft_status status;

	if (assoc->user)
		return FT_OK;
	heirs.limit = ft_arena_calloc(
	    &admin->arena, set->n_limit + 1, sizeof *heirs.limit);
	for (size_t i = 0; i < set->n_limit; i++)
		heirs.limit[i] =
		    ft_limit_infos[set->limit[i].kind].inherited &&
		    (!is_slurm_tres(admin, &set->limit[i]) ||
			has_kind(&touched->changes, set->limit[i].kind));
	if (!reaches(&heirs))
		return FT_OK;
	status = push_tasks(&tasks, assoc, &heirs, err);
	while (status == FT_OK && tasks.n) {
		struct task task = tasks.item[--tasks.n];

		status = visit_heir(&tasks, &task, err);
	}
	ft_free(tasks.item);
	if (status == FT_OK && heirs.accounts)
		status = ft_admin_selection_sort(admin, found, 0, err);
	return status;
}

/* ---- defaults ---- */

enum ft_status
ft_admin_move_default(struct ft_admin *admin,
    const struct ft_assoc_filter *user, uint32_t account,
    struct ft_assoc *member, struct ft_error *err)
{
	struct ft_admin_selection all FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };

	*member = (struct ft_assoc){ 0 };
	FT_TRY(ft_admin_each(admin, user, &all, err));
	for (size_t i = all.n; i > 0; i--)
		if (all.item[i - 1].account == account)
			*member = all.item[i - 1];
	for (size_t i = 0; member->id && i < all.n; i++) {
		struct ft_assoc *assoc = &all.item[i];
		bool is_default = assoc->account == account;

		if (assoc->is_default == is_default)
			continue;
		assoc->is_default = is_default;
		FT_TRY(FT_PUT(admin->reg, assoc, err));
	}
	return FT_OK;
}
