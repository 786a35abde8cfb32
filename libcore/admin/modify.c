/* Modifying associations, accounts, users, QOS. */
#include "admin/admin_int.h"
#include "admin/txn_int.h"

/* ---- who may ---- */

/* A coordinator may change users and sub-accounts, not the account itself. */
static enum ft_status
may_modify(struct ft_admin *admin, const struct ft_assoc *assoc,
    const struct ft_admin_set *set, bool *may, struct ft_error *err)
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
	return ft_admin_may_grant(admin, &above, &set->list, may, err);
}

/* Users may choose their own default QOS, and nothing else. */
static bool
own_choice(const struct ft_admin *admin, const struct ft_assoc *assoc,
    const struct ft_admin_set *set)
{
	return assoc->user && assoc->user == admin->actor_user &&
	       set->has == UINT64_C(1) << FT_ASSOC_default_qos &&
	       !set->n_limit && !set->list.given;
}

static enum ft_status
refuse(struct ft_admin *admin, const struct ft_assoc *assoc,
    struct ft_admin_result *result, struct ft_error *err)
{
	if (assoc->user == 0 || assoc->user != admin->actor_user)
		return ft_admin_need(admin, FT_RIGHT_USERS, result, err);
	return ft_admin_refuse(result, FT_ADMIN_REFUSE_OWN, err,
	    "permission denied for user '%s': of one's own only the default "
	    "QOS can be changed",
	    admin->actor);
}

/* ---- parents ---- */

struct move {
	struct ft_account account; /* the new parent */
	bool known;
};

/* Sets *below to whether ASSOC stands below TOP. */
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

struct front {
	uint32_t first;
	bool seen;
};

static enum ft_status
see_front(void *ctx, const struct ft_assoc *assoc, struct ft_error *err)
{
	struct front *front = ctx;

	(void)err;
	if (!front->seen)
		front->first = assoc->id;
	front->seen = true;
	return FT_OK;
}

/* *moved: false when it cannot move there; then nothing is changed. */
static enum ft_status
move_assoc(struct ft_admin *admin, const struct move *move,
    struct ft_assoc *assoc, bool *moved, struct ft_error *err)
{
	struct ft_assoc parent = { .cluster = assoc->cluster,
		.account = move->account.id };
	enum ft_status status;
	bool below;

	*moved = assoc->user != 0; /* a user stays in the account */
	if (assoc->parent == 0 || assoc->user)
		return FT_OK;
	status = FT_FIND(admin->reg, &parent, err);
	if (status == FT_ENOENT)
		return FT_OK;
	if (status != FT_OK)
		return status;
	if (parent.id == assoc->id)
		return FT_OK;
	if (parent.id == assoc->parent) {
		/* Slurm moves it to the front, unless it is there */
		struct front front = { 0, false };

		FT_TRY(
		    ft_admin_children(admin, &parent, see_front, &front, err));
		*moved = front.first != assoc->id;
		return FT_OK;
	}
	FT_TRY(is_below(admin, &parent, assoc->id, &below, err));
	if (below) { /* it takes the place of the one that moves */
		parent.parent = assoc->parent;
		FT_TRY(ft_admin_new_batch(admin, err));
		FT_TRY(FT_PUT(admin->reg, &parent, err));
	}
	assoc->parent = parent.id;
	*moved = true;
	return ft_admin_new_batch(admin, err);
}

static enum ft_status
find_move(struct ft_admin *admin, const struct ft_admin_set *set,
    struct move *move, struct ft_admin_result *result, struct ft_error *err)
{
	enum ft_status status;

	move->known = set->parent != NULL;
	if (!move->known)
		return FT_OK;
	FT_TRY(ft_admin_need_first(admin, result, err));
	status = FT_NAMED(admin->reg, set->parent, &move->account, err);
	if (status == FT_ENOENT)
		return ft_admin_refuse(result, FT_ADMIN_REFUSE_PARENT, err,
		    "no account '%s' to be the parent", set->parent);
	return status;
}

/* ---- default QOS ---- */

struct access {
	struct ft_admin *admin;
	struct ft_admin_result *result;
	bool blocked;
};

static enum ft_status
check_access(void *ctx, const struct ft_assoc *assoc, struct ft_error *err)
{
	struct access *access = ctx;
	struct ft_admin *admin = access->admin;
	const struct ft_qos *qos;
	bool *has, any;
	uint32_t id;

	FT_TRY(ft_admin_effective_default_qos(admin, assoc, &id, err));
	qos = id ? ft_admin_get_qos(&admin->lookup, id) : NULL;
	if (qos == NULL)
		return FT_OK;
	has = ft_arena_calloc(
	    &admin->arena, admin->lookup.n_qos + 1, sizeof *has);
	FT_TRY(ft_admin_effective_qos(admin, assoc, has, &any, err));
	if (has[qos - admin->lookup.qos])
		return FT_OK;
	access->blocked = true;
	return ft_admin_item_assoc(
	    admin, access->result, FT_DID_BLOCK, assoc, qos->name, err);
}

static enum ft_status
check_user_access(void *ctx, const struct ft_assoc *assoc, struct ft_error *err)
{
	return assoc->user ? check_access(ctx, assoc, err) : FT_OK;
}

/* Whoever was changed, and the users of changed accounts. */
static enum ft_status
check_all_access(struct ft_admin *admin,
    const struct ft_admin_selection *selection, struct ft_admin_result *result,
    struct ft_error *err)
{
	struct access access = { admin, result, false };

	for (size_t i = 0; i < selection->n; i++) {
		const struct ft_assoc *assoc = &selection->item[i];

		FT_TRY(check_access(&access, assoc, err));
		if (assoc->user == 0)
			FT_TRY(ft_admin_children(
			    admin, assoc, check_user_access, &access, err));
	}
	if (access.blocked)
		return ft_admin_refuse(result, FT_ADMIN_REFUSE_QOS_ACCESS, err,
		    "default QOS would not be among those allowed");
	return FT_OK;
}

/* ---- associations ---- */

static enum ft_status
modify_one(struct ft_admin *admin, struct ft_assoc *assoc,
    const struct move *move, const struct ft_admin_set *set, bool *done,
    struct ft_error *err)
{
	struct ft_assoc old = *assoc;

	*done = true;
	ft_admin_fill(assoc, set);
	if (move->known) {
		FT_TRY(move_assoc(admin, move, assoc, done, err));
		if (!*done) {
			*assoc = old;
			return FT_OK;
		}
	}
	FT_TRY(FT_PUT(admin->reg, assoc, err));
	return ft_admin_put_set(admin, assoc->id, set, false, err);
}

/* List ASSOC, as it was, and the users below who inherit the change. */
static enum ft_status
list_touched(struct ft_admin *admin, const struct ft_assoc *before,
    const struct ft_admin_set *set, const struct ft_map *stop,
    struct ft_admin_result *result, struct ft_error *err)
{
	struct ft_admin_selection heirs FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };

	FT_TRY(
	    ft_admin_item_assoc(admin, result, FT_DID_MODIFY, before, "", err));
	FT_TRY(ft_admin_heirs(admin, before, set, stop, &heirs, err));
	for (size_t i = 0; i < heirs.n; i++)
		FT_TRY(ft_admin_item_assoc(
		    admin, result, FT_DID_MODIFY, &heirs.item[i], "", err));
	return FT_OK;
}

/* What was done, and whether it may stay. */
static enum ft_status
settle(struct ft_admin *admin, const struct ft_admin_selection *done,
    const struct ft_admin_set *set, struct ft_error *err)
{
	FT_TRY(ft_txn_set_assocs(admin, done->item, done->n, set, err));
	return ft_txn_flush(admin, err);
}

static enum ft_status
modify_each(struct ft_admin *admin, struct ft_admin_selection *selection,
    const struct ft_admin_set *set, const struct ft_map *stop,
    struct ft_admin_selection *changed, struct ft_admin_result *result,
    struct ft_error *err)
{
	struct move move;

	if (selection->n == 0)
		return ft_admin_need_some(admin, result, err);
	if (admin->slurm && ft_admin_set_is_idle(set)) {
		result->refused = FT_ENTITY_ASSOC;
		return ft_admin_refuse(result, FT_ADMIN_REFUSE_NO_EFFECT, err,
		    "nothing given has an effect");
	}
	FT_TRY(find_move(admin, set, &move, result, err));
	for (size_t i = 0; i < selection->n; i++) {
		struct ft_assoc *assoc = &selection->item[i];
		struct ft_assoc before = *assoc;
		bool may, done;

		FT_TRY(may_modify(admin, assoc, set, &may, err));
		if (!may && !own_choice(admin, assoc, set))
			return refuse(admin, assoc, result, err);
		FT_TRY(modify_one(admin, assoc, &move, set, &done, err));
		if (!done)
			continue;
		ft_admin_select_add(changed, assoc);
		FT_TRY(list_touched(admin, &before, set, stop, result, err));
	}
	return settle(admin, changed, set, err);
}

static enum ft_status
modify_all(struct ft_admin *admin, struct ft_admin_selection *selection,
    const struct ft_admin_set *set, struct ft_admin_result *result,
    struct ft_error *err)
{
	struct ft_admin_selection changed = { 0 };
	struct ft_map chosen = { 0 };
	enum ft_status status;

	for (size_t i = 0; i < selection->n && !admin->slurm; i++) {
		char key[16];

		snprintf(key, sizeof key, "%" PRIu32, selection->item[i].id);
		ft_map_put(&chosen, key, 1);
	}
	status =
	    modify_each(admin, selection, set, &chosen, &changed, result, err);
	ft_admin_selection_free(&changed);
	ft_map_clear(&chosen);
	return status;
}

enum ft_status
ft_admin_modify_assocs(struct ft_admin *admin, enum ft_admin_which which,
    const struct ft_admin_where *where, const struct ft_admin_set *set,
    struct ft_admin_result *result, struct ft_error *err)
{
	struct ft_admin_selection selection FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };

	if (which == FT_WHICH_ROOT)
		FT_TRY(ft_admin_need(admin, FT_RIGHT_USERS, result, err));
	/* to sacctmgr, the accounts themselves are those with an empty user */
	if (admin->slurm && where->key[FT_KEY_USER].given)
		which = FT_WHICH_ACCOUNTS;
	FT_TRY(ft_admin_select(admin, which, where, &selection, err));
	FT_TRY(modify_all(admin, &selection, set, result, err));
	/* Slurm does not look at what clusters have */
	if (which != FT_WHICH_ROOT &&
	    (ft_admin_set_has(set, FT_ASSOC_default_qos) || set->list.given))
		FT_TRY(check_all_access(admin, &selection, result, err));
	return FT_OK;
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

/* Sets seen[] for whatever FROM preempts, by one or more steps. */
static enum ft_status
mark_preempted(
    struct ft_admin *admin, uint32_t from, bool *seen, struct ft_error *err)
{
	/* a chain of QOS may be long: those to look at, not a recursion */
	uint32_t *todo = ft_arena_calloc(
	    &admin->arena, admin->lookup.n_qos + 1, sizeof *todo);
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
check_loop(struct ft_admin *admin, size_t at, struct ft_admin_result *result,
    struct ft_error *err)
{
	const struct ft_qos *qos = &admin->lookup.qos[at];
	bool *seen =
	    ft_arena_calloc(&admin->arena, admin->lookup.n_qos, sizeof *seen);

	FT_TRY(mark_preempted(admin, qos->id, seen, err));
	if (seen[at])
		return ft_admin_refuse(result, FT_ADMIN_REFUSE_LOOP, err,
		    "QOS '%s' would preempt itself", qos->name);
	return FT_OK;
}

enum ft_status
ft_admin_modify_qoses(struct ft_admin *admin,
    const struct ft_admin_where *where, const struct ft_admin_set *set,
    struct ft_admin_result *result, struct ft_error *err)
{
	struct ft_admin_set effective = *set;
	struct ft_qos *changed;
	size_t n = 0;

	FT_TRY(ft_admin_need(admin, FT_RIGHT_QOS, result, err));
	effective.idle = idle_zeros(set);
	if (admin->slurm && set->given == 1 && effective.idle) {
		result->refused = FT_ENTITY_QOS;
		return ft_admin_refuse(result, FT_ADMIN_REFUSE_NO_EFFECT, err,
		    "nothing given has an effect");
	}
	changed = ft_arena_calloc(
	    &admin->arena, admin->lookup.n_qos + 1, sizeof *changed);
	for (size_t i = 0; i < admin->lookup.n_qos; i++) {
		struct ft_qos qos = admin->lookup.qos[i];

		if (!ft_admin_qos_matches(where, &qos))
			continue;
		ft_admin_item_name(admin, result, FT_DID_MODIFY, FT_ENTITY_QOS,
		    qos.id, qos.name);
		ft_admin_fill(&qos, &effective);
		FT_TRY(FT_PUT(admin->reg, &qos, err));
		FT_TRY(ft_admin_put_set(admin, qos.id, set, false, err));
		if (set->list.given)
			FT_TRY(check_loop(admin, i, result, err));
		changed[n++] = qos;
	}
	FT_TRY(ft_txn_set_qoses(admin, changed, n, set, err));
	return ft_txn_flush(admin, err);
}
