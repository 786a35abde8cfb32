/*
 * Resources: licences and the like, and which percent of them each cluster may
 * have.  An item's name is "resource@server"; an item with a cluster is that
 * cluster's share, and its note is the percentage.
 * Source: sacctmgr(1), RESOURCE; rules as Slurm 22.05 shows them.
 */
#include "admin/request/private.h"
#include "admin/txn/internal.h"

/* How much clusters can have in all: percent, or units with flag Absolute. */
static uint32_t
whole(const struct ft_resource *resource)
{
	return resource->flags ? resource->count : 100;
}

static const struct ft_admin_names every = { .n = 0 };

/* "matlab@flex", with a cluster: its share. */
static void
add_item(struct ft_admin *admin, enum ft_admin_did did,
    const struct ft_resource *resource, const char *cluster, uint32_t allowed)
{
	struct ft_admin_item *item =
	    ft_admin_item(admin, did, FT_ENTITY_RESOURCE, resource->id);
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_addf(&text, "%s@%s", resource->name, resource->server);
	item->name = ft_arena_strdup(&admin->arena, ft_str_text(&text));
	item->cluster = ft_arena_strdup(&admin->arena, cluster);
	ft_str_clear(&text);
	ft_str_addf(&text, "%u", (unsigned)allowed);
	item->note = ft_arena_strdup(&admin->arena, ft_str_text(&text));
}

static enum ft_status
refuse(struct ft_admin *admin, enum ft_admin_refusal refusal, const char *name,
    const char *why, struct ft_error *err)
{
	admin->result->resource = name;
	return ft_admin_refuse(
	    admin, refusal, err, "resource '%s': %s", name, why);
}

static enum ft_status
refuse_total(struct ft_admin *admin, const char *name, struct ft_error *err)
{
	return refuse(admin, FT_ADMIN_REFUSE_TOO_MUCH, name,
	    "clusters would have more than there is", err);
}

/* A resource that is there, and what clusters may have of it. */
struct shared {
	struct ft_resource resource;
	const struct ft_resource_share *share;
	size_t n;
};

static const struct ft_resource_share *
find_share(const struct shared *shared, uint32_t cluster)
{
	for (size_t i = 0; i < shared->n; i++)
		if (shared->share[i].cluster == cluster)
			return &shared->share[i];
	return NULL;
}

/* ---- add ------------------------------------------------------------------------ */

/* *fresh: the clusters that have no share yet. */
static void
find_fresh(struct ft_admin *admin, const struct ft_admin_clusters *clusters,
    const struct shared *shared, struct ft_admin_clusters *fresh)
{
	*fresh =
	    (struct ft_admin_clusters){ .item = ft_arena_calloc(&admin->arena,
					    clusters->n + 1, sizeof(void *)) };
	for (size_t i = 0; i < clusters->n; i++)
		if (!find_share(shared, clusters->item[i]->id))
			fresh->item[fresh->n++] = clusters->item[i];
}

static uint32_t
given_percent(const struct ft_admin *admin)
{
	const struct ft_resource_share *share = admin->request->to->share;

	return share ? share->allowed : 0;
}

/* What would have been added. */
static void
add_items(struct ft_admin *admin, const struct ft_resource *resource,
    const struct ft_admin_clusters *fresh)
{
	add_item(admin, FT_DID_ADD, resource, "", 0);
	for (size_t i = 0; i < fresh->n; i++)
		add_item(admin, FT_DID_ADD, resource, fresh->item[i]->name,
		    given_percent(admin));
}

static enum ft_status
add_shares(struct ft_admin *admin, const struct ft_resource *resource,
    const struct ft_admin_clusters *fresh, struct ft_error *err)
{
	for (size_t i = 0; i < fresh->n; i++) {
		const struct ft_resource_share share = { resource->id,
			fresh->item[i]->id, given_percent(admin) };
		const char *name = fresh->item[i]->name;

		FT_TRY(FT_REG(admin, put_resource_share, &share, true, err));
		FT_TRY(ft_txn_new_share(admin, &share, name, err));
		add_item(admin, FT_DID_ADD, resource, name, share.allowed);
	}
	return FT_OK;
}

/* It needs a type and a count. */
static enum ft_status
check_new(struct ft_admin *admin, const char *name, struct ft_error *err)
{
	const struct ft_admin_set *to = admin->request->to;

	if (!ft_admin_set_has(to, FT_RESOURCE_type))
		return refuse(admin, FT_ADMIN_REFUSE_NO_TYPE, name,
		    "a new one needs a type", err);
	return ft_admin_set_has(to, FT_RESOURCE_count)
		   ? FT_OK
		   : refuse(admin, FT_ADMIN_REFUSE_NO_COUNT, name,
			 "a new one needs a count", err);
}

static enum ft_status
make_resource(
    struct ft_admin *admin, struct ft_resource *key, struct ft_error *err)
{
	union ft_entity_record record = { .resource = { .name = key->name,
					      .server = key->server,
					      .server_type = "",
					      .description = key->name } };

	ft_admin_fill(&record, admin->request->to);
	FT_TRY(FT_ADD(admin->reg, &record.resource, &record.named.id, err));
	*key = record.resource;
	return ft_txn_new(admin, FT_ENTITY_RESOURCE, &record, err);
}

static enum ft_status
add_one(struct ft_admin *admin, const char *name,
    const struct ft_admin_clusters *clusters, struct ft_error *err)
{
	const struct ft_admin_set *to = admin->request->to;
	const char *server = to->to.resource.server;
	struct ft_resource key = { .name = name,
		.server = server ? server : FT_RESOURCE_SERVER };
	struct shared shared = { .resource = key };
	struct ft_admin_clusters fresh;
	enum ft_status status = FT_FIND(admin->reg, &shared.resource, err);
	bool exists = status == FT_OK;
	uint32_t used = 0;

	if (!exists && status != FT_ENOENT)
		return status;
	if (exists)
		FT_TRY(ft_list_shares(admin->reg,
		    (struct ft_owner){ FT_ENTITY_RESOURCE, shared.resource.id },
		    &shared.share, &shared.n, err));
	else
		FT_TRY(check_new(admin, name, err));
	find_fresh(admin, clusters, &shared, &fresh);
	if (exists && fresh.n == 0)
		return FT_OK;
	for (size_t i = 0; i < shared.n; i++)
		used += shared.share[i].allowed;
	if (!exists)
		ft_admin_fill(&shared.resource, to);
	admin->result->exists = exists;
	admin->result->before = shared.resource;
	admin->result->used = used;
	if (fresh.n && used + (uint64_t)fresh.n * given_percent(admin) >
			   whole(&shared.resource)) {
		add_items(admin, exists ? &shared.resource : &key, &fresh);
		return refuse_total(admin, name, err);
	}
	if (exists)
		key = shared.resource;
	else
		FT_TRY(make_resource(admin, &key, err));
	add_item(admin, FT_DID_ADD, &key, "", 0);
	return add_shares(admin, &key, &fresh, err);
}

enum ft_status
ft_admin_add_resources(struct ft_admin *admin, struct ft_error *err)
{
	const struct ft_admin_names *names =
	    ft_admin_key(admin, FT_KEY_RESOURCE);
	const struct ft_admin_names *on = ft_admin_key(admin, FT_KEY_CLUSTER);
	struct ft_admin_clusters clusters = { 0 };

	if (on->given)
		FT_TRY(ft_admin_clusters(admin, on, &clusters, err));
	for (size_t i = 0; i < names->n; i++)
		FT_TRY(add_one(admin, names->item[i], &clusters, err));
	return admin->result->n ? ft_admin_need(admin, FT_RIGHT_RESOURCES, err)
				: FT_OK;
}

/* ---- modify, delete ---------------------------------------------------------- */

/* An action on one selected resource, with ALL_CLUSTERS in their order. */
typedef enum ft_status one_fn(struct ft_admin *admin,
    const struct shared *shared, const struct ft_admin_clusters *all_clusters,
    struct ft_error *err);

static enum ft_status
each_chosen(struct ft_admin *admin, one_fn *fn, struct ft_error *err)
{
	struct ft_admin_clusters clusters;
	const struct ft_resource *resource;
	size_t n;

	FT_TRY(ft_admin_clusters(admin, &every, &clusters, err));
	FT_TRY(ft_list_resources(admin->reg, FT_NO_OWNER, &resource, &n, err));
	for (size_t i = 0; i < n; i++) {
		struct shared shared = { .resource = resource[i] };

		if (!ft_admin_resource_matches(
			admin->request->where, &resource[i]))
			continue;
		admin->result->matched++;
		FT_TRY(ft_list_shares(admin->reg,
		    (struct ft_owner){ FT_ENTITY_RESOURCE, resource[i].id },
		    &shared.share, &shared.n, err));
		FT_TRY(fn(admin, &shared, &clusters, err));
	}
	return FT_OK;
}

/* Returns whether the request means CLUSTER. */
static bool
is_meant(const struct ft_admin *admin, const char *cluster)
{
	const struct ft_admin_names *on = ft_admin_key(admin, FT_KEY_CLUSTER);

	return !on->given || ft_admin_names_has(on, cluster);
}

/* Percent that SHARE of CLUSTER will have. */
static uint32_t
new_allowed(const struct ft_admin *admin, const struct ft_resource_share *share,
    const char *cluster)
{
	const struct ft_resource_share *to = admin->request->to->share;

	return to && ft_admin_names_has(
			 ft_admin_key(admin, FT_KEY_CLUSTER), cluster)
		   ? to->allowed
		   : share->allowed;
}

static enum ft_status
check_total(struct ft_admin *admin, const struct shared *shared,
    const struct ft_admin_clusters *all, struct ft_error *err)
{
	uint64_t total = 0;

	admin->result->before = shared->resource;
	for (int shares = 0; shares < 2; shares++) {
		for (size_t c = 0; c < all->n; c++) {
			const char *name = all->item[c]->name;
			const struct ft_resource_share *one =
			    find_share(shared, all->item[c]->id);

			if (one && shares)
				add_item(admin, FT_DID_BLOCK, &shared->resource,
				    name, new_allowed(admin, one, name));
			else if (one)
				total += new_allowed(admin, one, name);
		}
		if (total <= whole(&shared->resource))
			return FT_OK;
		if (!shares)
			add_item(admin, FT_DID_BLOCK, &shared->resource, "",
			    (uint32_t)total);
	}
	return refuse_total(admin, shared->resource.name, err);
}

static enum ft_status
modify_shares(struct ft_admin *admin, const struct shared *shared,
    const struct ft_admin_clusters *all, struct ft_error *err)
{
	bool sets = admin->request->to->share != NULL;

	if (sets)
		FT_TRY(check_total(admin, shared, all, err));
	for (size_t c = 0; c < all->n; c++) {
		const char *name = all->item[c]->name;
		const struct ft_resource_share *one =
		    find_share(shared, all->item[c]->id);
		struct ft_resource_share changed;

		if (one == NULL || !is_meant(admin, name))
			continue;
		changed = *one;
		changed.allowed = new_allowed(admin, one, name);
		if (sets)
			FT_TRY(FT_REG(
			    admin, put_resource_share, &changed, true, err));
		add_item(admin, FT_DID_MODIFY, &shared->resource, name,
		    changed.allowed);
	}
	return FT_OK;
}

/* What no cluster can have its own of. */
static const struct common {
	size_t member;
	const char *name;
} common[] = { { FT_RESOURCE_count, "count" },
	{ FT_RESOURCE_last_consumed, "lastconsumed" } };

/* Returns the first of them that TO sets, NULL. */
static const struct common *
sets_common(const struct ft_admin_set *to)
{
	for (size_t i = 0; i < sizeof common / sizeof *common; i++)
		if (ft_admin_set_has(to, common[i].member))
			return &common[i];
	return NULL;
}

static enum ft_status
modify_one(struct ft_admin *admin, const struct shared *shared,
    const struct ft_admin_clusters *all, struct ft_error *err)
{
	const struct ft_admin_set *to = admin->request->to;
	bool clusters = ft_admin_key(admin, FT_KEY_CLUSTER)->given;
	struct ft_resource changed = shared->resource;

	if (!clusters && to->has) {
		ft_admin_fill(&changed, to);
		add_item(admin, FT_DID_MODIFY, &changed, "", 0);
		FT_TRY(FT_PUT(admin->reg, &changed, err));
	}
	return clusters || ft_admin_set_has(to, FT_RESOURCE_flags) ||
		       sets_common(to)
		   ? modify_shares(admin, shared, all, err)
		   : FT_OK;
}

enum ft_status
ft_admin_modify_resources(struct ft_admin *admin, struct ft_error *err)
{
	const struct ft_admin_set *to = admin->request->to;
	bool clusters = ft_admin_key(admin, FT_KEY_CLUSTER)->given;
	const struct common *own = sets_common(to);

	if (clusters && own)
		return refuse(admin, FT_ADMIN_REFUSE_BY_CLUSTER, own->name,
		    "it is the same for all clusters", err);
	if (!clusters && to->share)
		return refuse(admin, FT_ADMIN_REFUSE_NEEDS_CLUSTER, "",
		    "missing the cluster for the percentage", err);
	FT_TRY(ft_admin_need(admin, FT_RIGHT_RESOURCE_SHARES, err));
	FT_TRY(each_chosen(admin, modify_one, err));
	return ft_txn_set_resources(admin, err);
}

static enum ft_status
delete_one(struct ft_admin *admin, const struct shared *shared,
    const struct ft_admin_clusters *all, struct ft_error *err)
{
	bool whole = !ft_admin_key(admin, FT_KEY_CLUSTER)->given;

	if (whole)
		add_item(admin, FT_DID_DELETE, &shared->resource, "", 0);
	for (size_t c = 0; c < all->n; c++) {
		const char *name = all->item[c]->name;
		const struct ft_resource_share *one =
		    find_share(shared, all->item[c]->id);

		if (one == NULL || !is_meant(admin, name))
			continue;
		add_item(admin, FT_DID_DELETE, &shared->resource, name, 0);
		FT_TRY(FT_REG(admin, put_resource_share, one, false, err));
	}
	return whole ? FT_REG(admin, drop, FT_ENTITY_RESOURCE,
			   &shared->resource.id, 1, err)
		     : FT_OK;
}

enum ft_status
ft_admin_delete_resources(struct ft_admin *admin, struct ft_error *err)
{
	FT_TRY(ft_admin_need(admin, FT_RIGHT_RESOURCES, err));
	FT_TRY(each_chosen(admin, delete_one, err));
	return ft_txn_drop_resources(admin, err);
}
