/* Modifying associations and QOS. */
#include "admin/option/settings.h"
#include "admin/request/private.h"
#include "admin/txn/internal.h"

/* ---- permission ---- */

/* A coordinator may change users and sub-accounts, not the account itself. */
static enum ft_status
may_modify(struct ft_admin *admin, const struct ft_assoc *assoc, bool *may,
    struct ft_error *err)
{
	struct ft_assoc above = *assoc;

	*may = ft_admin_is_operator(admin);
	if (*may)
		return FT_OK;
	if (assoc->user == 0) {
		if (assoc->parent == 0)
			return FT_OK;
		FT_TRY(FT_GET(admin->reg, assoc->parent, &above, err));
	}
	FT_TRY(ft_admin_coordinates(admin, above.account, may, err));
	if (!*may)
		return FT_OK;
	return ft_admin_may_grant(
	    admin, &above, &admin->request->to->list, may, err);
}

/* Users may choose their own default QOS, and nothing else. */
static bool
own_choice(const struct ft_admin *admin, const struct ft_assoc *assoc)
{
	const struct ft_admin_set *set = admin->request->to;

	return assoc->user && assoc->user == admin->actor.user &&
	       set->has == UINT64_C(1) << FT_ASSOC_default_qos &&
	       !set->n_limit && !set->list.given;
}

static enum ft_status
refuse(
    struct ft_admin *admin, const struct ft_assoc *assoc, struct ft_error *err)
{
	if (assoc->user == 0 || assoc->user != admin->actor.user)
		return ft_admin_need(admin, FT_RIGHT_USERS, err);
	return ft_admin_refuse(admin, FT_ADMIN_REFUSE_OWN, err,
	    "permission denied for user '%s': users may change only their "
	    "own default QOS",
	    admin->actor.name);
}

/* ---- parents ---- */

static bool
checks_parent(const struct ft_admin *admin)
{
	return ft_release_has(admin->release, FT_RULE_PARENT_CHECKED);
}

/* Sets *below to whether ASSOC is below TOP. */
static enum ft_status
is_below(struct ft_admin *admin, const struct ft_assoc *assoc, uint32_t top,
    bool *below, struct ft_error *err)
{
	struct ft_assoc up = *assoc;

	*below = false;
	while (up.parent && !*below) {
		*below = up.parent == top;
		FT_TRY(FT_GET(admin->reg, up.parent, &up, err));
	}
	return FT_OK;
}

/* Sets *first to whether ASSOC is the first child of PARENT. */
static enum ft_status
is_first(struct ft_admin *admin, const struct ft_assoc *assoc, uint32_t parent,
    bool *first, struct ft_error *err)
{
	const struct ft_assoc_filter filter = { .parent = parent };
	struct ft_admin_selection children FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };

	FT_TRY(ft_admin_each(admin, &filter, &children, err));
	*first = children.n && children.item[0].id == assoc->id;
	return FT_OK;
}

/*
 * Put ASSOC below ACCOUNT.  *moved: false when it cannot move there; then
 * nothing is changed.
 */
static enum ft_status
move_assoc(struct ft_admin *admin, const struct ft_account *account,
    struct ft_assoc *assoc, bool *moved, struct ft_error *err)
{
	struct ft_assoc parent = { .cluster = assoc->cluster,
		.account = account->id };
	bool first, below;

	/* a user stays in the account; that root does is no failure later on */
	*moved = assoc->user ||
		 (assoc->parent == 0 && admin->slurm && checks_parent(admin) &&
		     assoc->account != account->id);
	if (assoc->parent == 0 || assoc->user)
		return FT_OK;
	FT_TRY(ft_admin_find_assoc(admin, &parent, err));
	if (parent.id == 0 || parent.id == assoc->id)
		return FT_OK;
	if (parent.id == assoc->parent) {
		/* Slurm moves it to the front, unless it is there */
		FT_TRY(is_first(admin, assoc, parent.id, &first, err));
		*moved = !first && !checks_parent(admin);
		return FT_OK;
	}
	FT_TRY(is_below(admin, &parent, assoc->id, &below, err));
	if (below) { /* it takes the position of the one that moves */
		parent.parent = assoc->parent;
		FT_TRY(ft_admin_new_batch(admin, err));
		FT_TRY(FT_PUT(admin->reg, &parent, err));
	}
	assoc->parent = parent.id;
	*moved = true;
	return ft_admin_new_batch(admin, err);
}

/* Refuse to put ASSOC below ACCOUNT for REFUSAL, with an item about both. */
static enum ft_status
refuse_parent(struct ft_admin *admin, const struct ft_assoc *assoc,
    enum ft_admin_refusal refusal, struct ft_error *err)
{
	const char *name = admin->request->to->parent;
	struct ft_admin_item *item;
	struct ft_cluster cluster;
	struct ft_account account;

	FT_TRY(FT_GET(admin->reg, assoc->cluster, &cluster, err));
	FT_TRY(FT_GET(admin->reg, assoc->account, &account, err));
	item = ft_admin_item(admin, FT_DID_BLOCK, FT_ENTITY_ACCOUNT, 0);
	item->parent = ft_arena_strdup(&admin->arena, name);
	item->cluster = ft_arena_strdup(&admin->arena, cluster.name);
	item->account = ft_arena_strdup(&admin->arena, account.name);
	return refusal == FT_ADMIN_REFUSE_PARENT
		   ? ft_admin_refuse(admin, refusal, err,
			 "no account '%s' to be the parent", name)
		   : ft_admin_refuse(admin, refusal, err,
			 "account '%s' cannot move below '%s', which is below "
			 "it: move '%s' first",
			 item->account, name, name);
}

/* Refuse what releases that check it do not put below PARENT. */
static enum ft_status
check_parent(struct ft_admin *admin, const struct ft_assoc *assoc,
    const struct ft_account *account, struct ft_error *err)
{
	struct ft_assoc parent = { .cluster = assoc->cluster,
		.account = account->id };
	bool below = false;

	if (!checks_parent(admin) || !admin->request->to->parent)
		return FT_OK;
	if (admin->slurm && assoc->parent == 0)
		return FT_OK; /* root does not move, whatever was asked for */
	if (account->id)
		FT_TRY(ft_admin_find_assoc(admin, &parent, err));
	if (parent.id == 0)
		return refuse_parent(admin, assoc, FT_ADMIN_REFUSE_PARENT, err);
	if (assoc->user || assoc->parent == 0)
		return FT_OK;
	FT_TRY(is_below(admin, &parent, assoc->id, &below, err));
	return below || parent.id == assoc->id
		   ? refuse_parent(admin, assoc, FT_ADMIN_REFUSE_BELOW, err)
		   : FT_OK;
}

/* *parent: the new parent; id 0: none was given. */
static enum ft_status
find_parent(
    struct ft_admin *admin, struct ft_account *parent, struct ft_error *err)
{
	const char *name = admin->request->to->parent;
	union ft_entity_record record = { .named = { .id = 0 } };

	if (name) {
		FT_TRY(ft_admin_need_first(admin, err));
		FT_TRY(ft_admin_find(
		    admin, FT_ENTITY_ACCOUNT, name, &record, err));
		if (record.named.id == 0 && !checks_parent(admin))
			return ft_admin_refuse(admin, FT_ADMIN_REFUSE_PARENT,
			    err, "no account '%s' to be the parent", name);
	}
	*parent = record.account;
	return FT_OK;
}

/* ---- default QOS ---- */

/* The changed associations, and the users of changed accounts. */
static enum ft_status
check_all_access(struct ft_admin *admin,
    const struct ft_admin_selection *selection, struct ft_error *err)
{
	bool blocked = false;

	for (size_t i = 0; i < selection->n; i++) {
		const struct ft_assoc *assoc = &selection->item[i];
		const struct ft_assoc_filter filter = { .parent = assoc->id };
		struct ft_admin_selection children FT_CLEANUP(
		    ft_admin_selection_free) = { 0 };

		FT_TRY(ft_admin_check_access(admin, assoc, &blocked, err));
		if (assoc->user == 0)
			FT_TRY(ft_admin_each(admin, &filter, &children, err));
		FT_TRY(ft_admin_selection_sort(admin, &children, 0, err));
		for (size_t j = 0; j < children.n; j++)
			if (children.item[j].user)
				FT_TRY(ft_admin_check_access(
				    admin, &children.item[j], &blocked, err));
	}
	return ft_admin_refuse_access(admin, blocked, err);
}

/* ---- associations ---- */

/* PARENT: see find_parent. */
static enum ft_status
modify_one(struct ft_admin *admin, struct ft_assoc *assoc,
    const struct ft_account *parent, bool *done, struct ft_error *err)
{
	const struct ft_admin_set *set = admin->request->to;
	struct ft_assoc old = *assoc;

	*done = true;
	ft_admin_fill(assoc, set);
	if (parent->id) {
		FT_TRY(move_assoc(admin, parent, assoc, done, err));
		if (!*done) {
			*assoc = old;
			return FT_OK;
		}
	}
	FT_TRY(FT_PUT(admin->reg, assoc, err));
	return ft_admin_put_set(admin, assoc->id, set, false, err);
}

/* The limits that sacctmgr compares before it looks for heirs. */
static enum ft_status
find_changes(struct ft_admin *admin, struct ft_admin_touched *touched,
    struct ft_error *err)
{
	struct ft_settings own = { .entity = FT_ENTITY_ASSOC,
		.id = touched->before.id,
		.record = &touched->before };

	if (!admin->slurm || !admin->request->to->n_limit)
		return FT_OK;
	FT_TRY(ft_settings_read(admin->reg, &own, err));
	ft_settings_changes(&own, admin->request->to, &touched->changes);
	return FT_OK;
}

static void
free_touched(struct ft_admin_touched *touched)
{
	ft_admin_set_free(&touched->changes);
}

/* What is below MOVED; one release lists only its children, the accounts among
 * them first. */
static enum ft_status
list_moved(struct ft_admin *admin, const struct ft_assoc *moved,
    struct ft_admin_selection *listed, struct ft_error *err)
{
	struct ft_admin_selection below FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };
	bool children = ft_release_has(admin->release, FT_RULE_MOVED_CHILDREN);

	FT_TRY(ft_admin_below(admin, moved, &below, err));
	FT_TRY(ft_admin_selection_sort(admin, &below, 0, err));
	for (int again = !children; again < 2; again++)
		for (size_t i = 0; i < below.n; i++)
			if (!children || (below.item[i].parent == moved->id &&
					     (again || !below.item[i].user)))
				ft_admin_select_add(listed, &below.item[i]);
	return FT_OK;
}

/* List the association, as it was, and the users below who inherit the change. */
static enum ft_status
list_touched(struct ft_admin *admin, const struct ft_admin_touched *touched,
    struct ft_error *err)
{
	const struct ft_assoc *before = &touched->before;
	struct ft_admin_selection heirs FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };
	bool all = admin->slurm && admin->request->to->parent &&
		   checks_parent(admin) && before->parent;

	FT_TRY(ft_admin_item_assoc(admin, FT_DID_MODIFY, before, "", err));
	if (all && before->user == 0) {
		FT_TRY(list_moved(admin, before, &heirs, err));
	} else {
		FT_TRY(ft_admin_heirs(admin, touched, &heirs, err));
	}
	for (size_t i = 0; i < heirs.n; i++)
		FT_TRY(ft_admin_item_assoc(admin, FT_DID_MODIFY, &heirs.item[i],
		    heirs.item[i].user ? "" : "below", err));
	return FT_OK;
}

/* All of them will be put, unless a new parent cannot be one. */
static enum ft_status
keep_images(struct ft_admin *admin, const struct ft_admin_selection *selection,
    struct ft_error *err)
{
	uint32_t *id =
	    ft_arena_calloc(&admin->arena, selection->n + 1, sizeof *id);

	if (admin->request->to->parent)
		return FT_OK;
	for (size_t i = 0; i < selection->n; i++)
		id[i] = selection->item[i].id;
	return FT_REG(admin, keep, FT_ENTITY_ASSOC, id, selection->n, err);
}

static enum ft_status
modify_each(struct ft_admin *admin, struct ft_admin_selection *selection,
    struct ft_error *err)
{
	struct ft_admin_selection changed FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };
	struct ft_idmap chosen FT_CLEANUP(ft_idmap_free) = { 0 };
	struct ft_account parent = { 0 };

	for (size_t i = 0; i < selection->n && !admin->slurm; i++)
		ft_id_put(&chosen, selection->item[i].id, 1);
	FT_TRY(find_parent(admin, &parent, err));
	FT_TRY(keep_images(admin, selection, err));
	for (size_t i = 0; i < selection->n; i++) {
		struct ft_assoc *assoc = &selection->item[i];
		struct ft_admin_touched touched FT_CLEANUP(
		    free_touched) = { .before = *assoc, .chosen = &chosen };
		bool may, done;

		FT_TRY(may_modify(admin, assoc, &may, err));
		if (!may && !own_choice(admin, assoc))
			return refuse(admin, assoc, err);
		FT_TRY(check_parent(admin, assoc, &parent, err));
		FT_TRY(find_changes(admin, &touched, err));
		FT_TRY(modify_one(admin, assoc, &parent, &done, err));
		if (!done)
			continue;
		ft_admin_select_add(&changed, assoc);
		FT_TRY(list_touched(admin, &touched, err));
	}
	return ft_txn_set_assocs(
	    admin, changed.item, changed.n, admin->request->to, err);
}

enum ft_status
ft_admin_modify_assocs(struct ft_admin *admin, struct ft_error *err)
{
	const struct ft_admin_set *set = admin->request->to;
	enum ft_admin_which which = admin->request->which;
	struct ft_admin_selection selection FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };

	if (which == FT_WHICH_ROOT)
		FT_TRY(ft_admin_need(admin, FT_RIGHT_USERS, err));
	/* sacctmgr selects the accounts themselves by an empty user name */
	if (admin->slurm && ft_admin_key(admin, FT_KEY_USER)->given)
		which = FT_WHICH_ACCOUNTS;
	FT_TRY(ft_admin_select(
	    admin, which, admin->request->where, &selection, err));
	if (selection.n == 0)
		return ft_admin_need_some(admin, err);
	if (admin->slurm && ft_admin_set_is_idle(set))
		return ft_admin_refuse_idle(admin, FT_ENTITY_ASSOC, err);
	FT_TRY(modify_each(admin, &selection, err));
	/* Slurm does not check clusters */
	return which != FT_WHICH_ROOT &&
		       (ft_admin_set_has(set, FT_ASSOC_default_qos) ||
			   set->list.given)
		   ? check_all_access(admin, &selection, err)
		   : FT_OK;
}

/* ---- QOS ---- */

/* Returns the bits of the rows in which a 0 changes nothing, and which get 0. */
static uint64_t
idle_zeros(const struct ft_admin_set *set)
{
	size_t n;
	const struct ft_attr *attr = ft_members(set->entity, &n);
	uint64_t idle = 0;

	for (size_t at = 0; at < n; at++) {
		struct ft_attr_value value = ft_admin_set_value(set, &attr[at]);

		if (attr[at].zero_idle && ft_admin_set_has(set, at) &&
		    !ft_admin_set_clears(set, at) && value.number == 0 &&
		    value.real <= 0)
			idle |= UINT64_C(1) << at;
	}
	return idle;
}

/* Sets seen[] for all QOS that FROM preempts, directly or indirectly. */
static enum ft_status
mark_preempted(
    struct ft_admin *admin, uint32_t from, bool *seen, struct ft_error *err)
{
	/* a stack instead of recursion: a chain of QOS may be long */
	uint32_t *todo FT_CLEANUP(ft_free_at) =
	    ft_calloc(admin->lookup.n_qos + 1, sizeof *todo);
	const struct ft_qosref *ref;
	size_t n, left = 0;

	for (todo[left++] = from; left > 0;) {
		FT_TRY(ft_list_qosrefs(admin->reg,
		    (struct ft_owner){ FT_ENTITY_QOS, todo[--left] }, &ref, &n,
		    err));
		for (size_t i = 0; i < n; i++) {
			const struct ft_qos *qos =
			    ft_admin_get_qos(&admin->lookup, ref[i].qos);

			if (qos == NULL || seen[qos - admin->lookup.qos])
				continue;
			seen[qos - admin->lookup.qos] = true;
			todo[left++] = qos->id;
		}
	}
	return FT_OK;
}

static enum ft_status
check_loop(struct ft_admin *admin, size_t at, struct ft_error *err)
{
	const struct ft_qos *qos = &admin->lookup.qos[at];
	bool *seen FT_CLEANUP(ft_free_at) =
	    ft_calloc(admin->lookup.n_qos, sizeof *seen);

	FT_TRY(mark_preempted(admin, qos->id, seen, err));
	if (seen[at])
		return ft_admin_refuse(admin, FT_ADMIN_REFUSE_LOOP, err,
		    "QOS '%s' would preempt itself", qos->name);
	return FT_OK;
}

enum ft_status
ft_admin_check_loops(struct ft_admin *admin, struct ft_error *err)
{
	for (size_t at = 0; at < admin->lookup.n_qos; at++)
		FT_TRY(check_loop(admin, at, err));
	return FT_OK;
}

enum ft_status
ft_admin_modify_qoses(struct ft_admin *admin, struct ft_error *err)
{
	const struct ft_admin_set *set = admin->request->to;
	struct ft_admin_set effective = *set;
	const struct ft_qos **picked;
	size_t n;

	FT_TRY(ft_admin_need(admin, FT_RIGHT_QOS, err));
	effective.idle = set->idle | idle_zeros(set);
	if (admin->slurm &&
	    (ft_admin_set_is_idle(set) || (set->given == 1 && effective.idle)))
		return ft_admin_refuse_idle(admin, FT_ENTITY_QOS, err);
	picked = ft_admin_pick_qos(admin, &n);
	for (size_t i = 0; i < n; i++) {
		struct ft_qos qos = *picked[i];

		ft_admin_item_name(
		    admin, FT_DID_MODIFY, FT_ENTITY_QOS, qos.id, qos.name);
		ft_admin_fill(&qos, &effective);
		FT_TRY(FT_PUT(admin->reg, &qos, err));
		FT_TRY(ft_admin_put_set(admin, qos.id, set, false, err));
		if (set->list.given && !admin->loops_later)
			FT_TRY(check_loop(admin,
			    (size_t)(picked[i] - admin->lookup.qos), err));
	}
	return ft_txn_set_records(admin, admin->result, set, err);
}
