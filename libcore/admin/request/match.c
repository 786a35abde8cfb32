/* Selecting the records and associations that a request is about. */
#include "admin/request/private.h"

#include "base/bisect.h"
#include "model/account/qos.h"

/* ---- records by what they have ---- */

/* Returns whether VALUE meets the condition KEY, or there is no such condition. */
static bool
lets(const struct ft_admin_where *where, enum ft_admin_key key,
    const char *value)
{
	return !where->key[key].given ||
	       ft_admin_names_has(&where->key[key], value);
}

/* The same for a number. */
static bool
lets_number(
    const struct ft_admin_where *where, enum ft_admin_key key, uint32_t value)
{
	char text[16];

	snprintf(text, sizeof text, "%" PRIu32, value);
	return lets(where, key, text);
}

bool
ft_admin_cluster_matches(
    const struct ft_admin_where *where, const struct ft_cluster *cluster)
{
	const struct ft_admin_names *kind = &where->key[FT_KEY_CLASSIFICATION];
	bool yes = !kind->given;

	for (size_t i = 0; i < kind->n && !yes; i++)
		yes = strcasecmp(kind->item[i], cluster->classification) == 0;
	/* none is in a federation */
	return yes && lets_number(where, FT_KEY_ID, cluster->rpc_version) &&
	       lets(where, FT_KEY_FEDERATION, "");
}

bool
ft_admin_qos_matches(
    const struct ft_admin_where *where, const struct ft_qos *qos)
{
	return lets_number(where, FT_KEY_ID, qos->id) &&
	       lets(where, FT_KEY_QOS, qos->name) &&
	       lets(where, FT_KEY_DESCRIPTION, qos->description) &&
	       lets(where, FT_KEY_PREEMPT_MODE,
		   ft_qos_preempt_mode(qos->preempt_mode)) &&
	       /* they belong to no cluster */
	       !where->key[FT_KEY_CLUSTER].given;
}

struct named {
	const struct ft_qos *qos;
	enum ft_siblings collation;
};

static int
by_qos_name(const void *a, const void *b)
{
	const struct named *left = a, *right = b;

	return ft_collate(left->collation, left->qos->name, right->qos->name);
}

bool
ft_admin_qos_by_name(
    enum ft_release release, const struct ft_admin_names *asked, size_t n)
{
	return asked->given && (ft_release_has(release, FT_RULE_QOS_BY_NAME) ||
				   asked->n * 3 <= n * 2);
}

const struct ft_qos **
ft_admin_pick_qos(struct ft_admin *admin, size_t *n)
{
	const struct ft_admin_where *where = admin->request->where;
	struct named *named = ft_arena_calloc(
	    &admin->arena, admin->lookup.n_qos + 1, sizeof *named);
	const struct ft_qos **qos = ft_arena_calloc(
	    &admin->arena, admin->lookup.n_qos + 1, sizeof *qos);

	*n = 0;
	for (size_t i = 0; i < admin->lookup.n_qos; i++)
		if (ft_admin_qos_matches(where, &admin->lookup.qos[i]))
			named[(*n)++] = (struct named){ &admin->lookup.qos[i],
				admin->collation };
	if (*n && admin->slurm &&
	    ft_admin_qos_by_name(
		admin->release, &where->key[FT_KEY_QOS], admin->lookup.n_qos))
		qsort(named, *n, sizeof *named, by_qos_name);
	for (size_t i = 0; i < *n; i++)
		qos[i] = named[i].qos;
	return qos;
}

bool
ft_admin_resource_matches(
    const struct ft_admin_where *where, const struct ft_resource *resource)
{
	const struct ft_admin_names *id = &where->key[FT_KEY_ID];
	bool yes = !id->given;
	uint32_t one;

	/* in whatever way the number is written */
	for (size_t i = 0; i < id->n && !yes; i++)
		yes = ft_num_u32(id->item[i], &one) && one == resource->id;
	return yes && lets(where, FT_KEY_RESOURCE, resource->name) &&
	       lets(where, FT_KEY_SERVER, resource->server) &&
	       lets(where, FT_KEY_SERVER_TYPE, resource->server_type) &&
	       lets(where, FT_KEY_DESCRIPTION, resource->description);
}

/* ---- conditions ---- */

#define NO_USER UINT32_MAX /* the id of the empty name: no user */

/* The ids of names. */
struct ids {
	uint32_t *item;
	size_t n;
	bool given;
};

struct match {
	struct ft_admin *admin;
	enum ft_admin_which which;
	const struct ft_admin_where *where;
	struct ids account, user, parent, qos, default_qos, id;
	struct ft_admin_selection *selection;
};

static bool
ids_have(const struct ids *ids, uint32_t id)
{
	size_t i;

	FT_BISECT(i, 0, ids->n, ids->item[i] < id);
	return i < ids->n && ids->item[i] == id;
}

/* Sets *ids to those of ENTITY that have NAMES; COUNT: the names are numbers. */
static enum ft_status
resolve(struct ft_admin *admin, enum ft_entity entity,
    const struct ft_admin_names *names, struct ids *ids, struct ft_error *err)
{
	*ids = (struct ids){ .given = names->given };
	ids->item =
	    ft_arena_calloc(&admin->arena, names->n + 1, sizeof *ids->item);
	for (size_t i = 0; i < names->n; i++) {
		const char *name = names->item[i];
		union ft_entity_record record = { .named = { .id = 0 } };
		const struct ft_qos *qos;

		if (entity == FT_ENTITY_COUNT) {
			if (!ft_num_u32(name, &record.named.id))
				continue;
		} else if (entity == FT_ENTITY_QOS) {
			qos = ft_admin_find_qos(&admin->lookup, name);
			record.named.id = qos ? qos->id : 0;
		} else if (entity == FT_ENTITY_USER && *name == 0) {
			record.named.id = NO_USER;
		} else {
			FT_TRY(
			    ft_admin_find(admin, entity, name, &record, err));
		}
		if (record.named.id)
			ids->item[ids->n++] = record.named.id;
	}
	qsort(ids->item, ids->n, sizeof *ids->item, ft_by_u32);
	return FT_OK;
}

static enum ft_status
match_parent(struct match *match, const struct ft_assoc *assoc, bool *yes,
    struct ft_error *err)
{
	struct ft_assoc parent;

	if (!match->parent.given || !*yes)
		return FT_OK;
	/* to Slurm, users have no parent */
	*yes = ft_admin_names_has(&match->where->key[FT_KEY_PARENT], "");
	if (assoc->parent == 0 || assoc->user)
		return FT_OK;
	FT_TRY(FT_GET(match->admin->reg, assoc->parent, &parent, err));
	*yes = ids_have(&match->parent, parent.account);
	return FT_OK;
}

static enum ft_status
match_qos(struct match *match, const struct ft_assoc *assoc, bool *yes,
    struct ft_error *err)
{
	struct ft_admin *admin = match->admin;
	const bool *has;

	if (!match->qos.given || !*yes)
		return FT_OK;
	FT_TRY(ft_admin_effective_qos(admin, assoc, &has, err));
	*yes = false;
	for (size_t i = 0; i < admin->lookup.n_qos; i++)
		if (has[i] && ids_have(&match->qos, admin->lookup.qos[i].id))
			*yes = true;
	return FT_OK;
}

/*
 * A condition on users selects their associations, of accounts as well; only
 * without one those of the accounts themselves are meant.
 */
enum rows { ACCOUNT_ROWS, USER_ROWS, ANY_ROWS };

static enum rows
rows_of(const struct match *match)
{
	if (match->which == FT_WHICH_ALL ||
	    (match->which == FT_WHICH_ACCOUNTS && match->user.given))
		return ANY_ROWS;
	return match->which == FT_WHICH_USERS ? USER_ROWS : ACCOUNT_ROWS;
}

static enum ft_status
match_account_record(struct match *match, const struct ft_assoc *assoc,
    bool *yes, struct ft_error *err)
{
	const struct ft_admin_where *where = match->where;
	struct ft_account account;

	if (!*yes || (!where->key[FT_KEY_DESCRIPTION].given &&
			 !where->key[FT_KEY_ORGANIZATION].given))
		return FT_OK;
	FT_TRY(FT_GET(match->admin->reg, assoc->account, &account, err));
	*yes = lets(where, FT_KEY_DESCRIPTION, account.description) &&
	       lets(where, FT_KEY_ORGANIZATION, account.organization);
	return FT_OK;
}

/* Whether a default account on the cluster is one that is asked for. */
static enum ft_status
match_default(struct match *match, const struct ft_assoc *assoc, bool *yes,
    struct ft_error *err)
{
	const struct ft_assoc_filter filter = { .cluster = assoc->cluster,
		.user = assoc->user };
	struct ft_admin_selection all FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };
	struct ft_account account;

	if (!*yes || !match->where->key[FT_KEY_DEFAULT_ACCOUNT].given)
		return FT_OK;
	FT_TRY(ft_admin_each(match->admin, &filter, &all, err));
	*yes = false;
	for (size_t i = 0; i < all.n && !*yes; i++) {
		if (!all.item[i].is_default)
			continue;
		FT_TRY(FT_GET(
		    match->admin->reg, all.item[i].account, &account, err));
		*yes = lets(match->where, FT_KEY_DEFAULT_ACCOUNT, account.name);
	}
	return FT_OK;
}

static enum ft_status
match_user_record(struct match *match, const struct ft_assoc *assoc, bool *yes,
    struct ft_error *err)
{
	const struct ft_admin_names *level =
	    &match->where->key[FT_KEY_ADMIN_LEVEL];
	struct ft_user user;

	if (!*yes || assoc->user == 0)
		return FT_OK;
	if (level->n || match->where->key[FT_KEY_DEFAULT_WCKEY].given) {
		FT_TRY(FT_GET(match->admin->reg, assoc->user, &user, err));
		*yes = (level->n == 0 ||
			   user.admin_level ==
			       ft_admin_level_find(level->item[0])) &&
		       lets(match->where, FT_KEY_DEFAULT_WCKEY,
			   user.default_wckey);
	}
	return match_default(match, assoc, yes, err);
}

/* Returns whether ID is one of the requested ones, or none are requested. */
static bool
lets_id(const struct ids *ids, uint32_t id)
{
	return !ids->given || ids_have(ids, id);
}

/* Conditions on the association itself. */
static bool
fits(const struct match *match, const struct ft_assoc *assoc)
{
	enum rows rows = rows_of(match);

	if (rows != ANY_ROWS && (rows == USER_ROWS) != (assoc->user != 0))
		return false;
	return !(match->which == FT_WHICH_ROOT && assoc->parent) &&
	       lets_id(&match->account, assoc->account) &&
	       lets_id(&match->user, assoc->user ? assoc->user : NO_USER) &&
	       lets(match->where, FT_KEY_PARTITION, assoc->partition) &&
	       lets_id(&match->id, assoc->number) &&
	       lets_id(&match->default_qos, assoc->default_qos) &&
	       (!match->where->only_defaults || assoc->is_default);
}

static enum ft_status
consider(void *ctx, const struct ft_assoc *assoc, struct ft_error *err)
{
	struct match *match = ctx;
	bool yes = fits(match, assoc);

	FT_TRY(match_parent(match, assoc, &yes, err));
	FT_TRY(match_account_record(match, assoc, &yes, err));
	FT_TRY(match_user_record(match, assoc, &yes, err));
	FT_TRY(match_qos(match, assoc, &yes, err));
	if (yes)
		ft_admin_select_add(match->selection, assoc);
	return FT_OK;
}

/* Narrow the registry's filter as far as the conditions allow. */
static enum ft_status
select_cluster(struct match *match, uint32_t cluster, struct ft_error *err)
{
	struct ft_assoc_filter filter = { .cluster = cluster,
		.accounts_only = rows_of(match) == ACCOUNT_ROWS,
		.users_only = rows_of(match) == USER_ROWS };
	const struct ids *ids = NULL;
	size_t first = match->selection->n;

	if (match->user.given && match->which == FT_WHICH_USERS)
		ids = &match->user;
	else if (match->account.given)
		ids = &match->account;
	if (ids == NULL)
		FT_TRY(FT_REG(
		    match->admin, each_assoc, &filter, consider, match, err));
	for (size_t i = 0; ids && i < ids->n; i++) {
		if (ids == &match->user)
			filter.user = ids->item[i];
		else
			filter.account = ids->item[i];
		if (ids->item[i] != NO_USER)
			FT_TRY(FT_REG(match->admin, each_assoc, &filter,
			    consider, match, err));
	}
	return ft_admin_selection_sort(
	    match->admin, match->selection, first, err);
}

enum ft_status
ft_admin_select(struct ft_admin *admin, enum ft_admin_which which,
    const struct ft_admin_where *where, struct ft_admin_selection *selection,
    struct ft_error *err)
{
	const struct ft_admin_names *key = where->key;
	struct match match = { .admin = admin,
		.which = which,
		.where = where,
		.selection = selection };
	struct ft_admin_clusters clusters;

	const struct {
		enum ft_entity entity;
		enum ft_admin_key key;
		struct ids *ids;
	} conditions[] = {
		{ FT_ENTITY_ACCOUNT, FT_KEY_ACCOUNT, &match.account },
		{ FT_ENTITY_USER, FT_KEY_USER, &match.user },
		{ FT_ENTITY_ACCOUNT, FT_KEY_PARENT, &match.parent },
		{ FT_ENTITY_QOS, FT_KEY_QOS, &match.qos },
		{ FT_ENTITY_QOS, FT_KEY_DEFAULT_QOS, &match.default_qos },
		{ FT_ENTITY_COUNT, FT_KEY_ID, &match.id },
	};

	for (size_t i = 0; i < FT_COUNT(conditions); i++)
		/* the id of a root association is shown as the version */
		if (which != FT_WHICH_ROOT || conditions[i].key != FT_KEY_ID)
			FT_TRY(resolve(admin, conditions[i].entity,
			    &key[conditions[i].key], conditions[i].ids, err));
	FT_TRY(ft_admin_clusters(admin, &key[FT_KEY_CLUSTER], &clusters, err));
	for (size_t i = 0; i < clusters.n; i++)
		if (which != FT_WHICH_ROOT ||
		    (admin->slurm && !key[FT_KEY_ID].given) ||
		    ft_admin_cluster_matches(where, clusters.item[i]))
			FT_TRY(
			    select_cluster(&match, clusters.item[i]->id, err));
	return FT_OK;
}

/* ---- records of associations ---- */

static int
by_name(const void *a, const void *b)
{
	const struct ft_admin_record *left = a, *right = b;

	return ft_collate(left->collation, left->name, right->name);
}

static bool
only_names(const struct ft_admin_where *where, enum ft_admin_key names)
{
	for (int i = 0; i < FT_KEYS; i++)
		if (i != (int)names && where->key[i].given)
			return false;
	return where->key[names].given;
}

static void
add_record(struct ft_admin *admin, struct ft_admin_records *records,
    const union ft_entity_record *record)
{
	records->item[records->n++] =
	    (struct ft_admin_record){ record->named.id,
		    ft_arena_strdup(&admin->arena, record->named.name),
		    ft_admin_collation(admin) };
}

/* Sort RECORDS by name, unless WHERE leaves them in the order of associations. */
static void
sort_records(enum ft_admin_which which, const struct ft_admin_where *where,
    struct ft_admin_records *records)
{
	if (records->n > 1 && !(which == FT_WHICH_USERS &&
				  where->key[FT_KEY_DEFAULT_ACCOUNT].given))
		qsort(
		    records->item, records->n, sizeof *records->item, by_name);
}

/* The records of SELECTION, each once. */
static enum ft_status
find_selected(struct ft_admin *admin, enum ft_admin_which which,
    const struct ft_admin_selection *selection,
    struct ft_admin_records *records, struct ft_error *err)
{
	struct ft_idmap seen FT_CLEANUP(ft_idmap_free) = { 0 };
	bool users = which == FT_WHICH_USERS;

	records->item = ft_arena_calloc(
	    &admin->arena, selection->n + 1, sizeof *records->item);
	for (size_t i = 0; i < selection->n; i++) {
		const struct ft_assoc *assoc = &selection->item[i];
		uint32_t id = users ? assoc->user : assoc->account;
		union ft_entity_record record;

		if (!ft_id_put(&seen, id, 1))
			continue;
		if (users) {
			record.named.id = id;
			FT_TRY(ft_admin_user_name(
			    admin, id, &record.named.name, err));
		} else {
			FT_TRY(FT_GET(admin->reg, id, &record.account, err));
		}
		add_record(admin, records, &record);
	}
	return FT_OK;
}

enum ft_status
ft_admin_select_users(struct ft_admin *admin,
    struct ft_admin_selection *selection, struct ft_admin_records *records,
    struct ft_error *err)
{
	const struct ft_admin_where *where = admin->request->where;

	*records = (struct ft_admin_records){ 0 };
	FT_TRY(ft_admin_select(admin, FT_WHICH_USERS, where, selection, err));
	FT_TRY(find_selected(admin, FT_WHICH_USERS, selection, records, err));
	sort_records(FT_WHICH_USERS, where, records);
	return FT_OK;
}

enum ft_status
ft_admin_find_all(struct ft_admin *admin, enum ft_entity entity,
    const struct ft_admin_names *names, struct ft_admin_records *records,
    struct ft_error *err)
{
	records->n = 0;
	records->item =
	    ft_arena_calloc(&admin->arena, names->n + 1, sizeof *records->item);
	for (size_t i = 0; i < names->n; i++) {
		union ft_entity_record record;

		FT_TRY(
		    ft_admin_find(admin, entity, names->item[i], &record, err));
		if (record.named.id)
			add_record(admin, records, &record);
	}
	return FT_OK;
}

enum ft_status
ft_admin_select_records(struct ft_admin *admin, enum ft_admin_which which,
    const struct ft_admin_where *where, struct ft_admin_records *records,
    struct ft_error *err)
{
	bool users = which == FT_WHICH_USERS;
	enum ft_admin_key key = users ? FT_KEY_USER : FT_KEY_ACCOUNT;
	struct ft_admin_selection selection FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };

	*records = (struct ft_admin_records){ 0 };
	if (only_names(where, key)) {
		FT_TRY(ft_admin_find_all(admin,
		    users ? FT_ENTITY_USER : FT_ENTITY_ACCOUNT,
		    &where->key[key], records, err));
	} else {
		FT_TRY(ft_admin_select(admin, which, where, &selection, err));
		FT_TRY(find_selected(admin, which, &selection, records, err));
	}
	sort_records(which, where, records);
	return FT_OK;
}
