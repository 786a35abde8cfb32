#include "admin/resource.h"

#include "admin/admin_int.h"
#include "admin/txn_int.h"

#define ALL 100 /* percent */

static bool
name_given(const struct ft_admin_names *names, const char *name)
{
	return !names->given || ft_admin_names_has(names, name);
}

bool
ft_admin_resource_matches(
    const struct ft_admin_where *where, const struct ft_resource *resource)
{
	const struct ft_admin_names *key = where->key;
	const struct ft_admin_names *id = &key[FT_KEY_ID];
	bool yes = !id->given;
	uint32_t one;

	for (size_t i = 0; i < id->n && !yes; i++)
		yes = ft_num_u32(id->item[i], &one) && one == resource->id;
	return yes && name_given(&key[FT_KEY_RESOURCE], resource->name) &&
	       name_given(&key[FT_KEY_SERVER], resource->server) &&
	       name_given(&key[FT_KEY_SERVER_TYPE], resource->server_type) &&
	       name_given(&key[FT_KEY_DESCRIPTION], resource->description);
}

/* "matlab@flex", with a cluster: its share. */
static void
tell(struct ft_admin *admin, struct ft_admin_resource_result *result,
    enum ft_admin_did did, const struct ft_resource *resource,
    const char *cluster, uint32_t allowed)
{
	struct ft_admin_item *item = ft_admin_item(
	    &result->items, did, FT_ENTITY_RESOURCE, resource->id);
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_addf(&text, "%s@%s", resource->name, resource->server);
	item->name = ft_arena_strdup(&admin->arena, ft_str_text(&text));
	item->cluster = ft_arena_strdup(&admin->arena, cluster);
	ft_str_clear(&text);
	ft_str_addf(&text, "%u", (unsigned)allowed);
	item->note = ft_arena_strdup(&admin->arena, ft_str_text(&text));
}

static enum ft_status
refuse(struct ft_admin_resource_result *result,
    enum ft_admin_resource_refusal refusal, const char *name,
    struct ft_error *err, const char *why)
{
	result->refusal = refusal;
	result->name = name;
	return ft_fail(err, FT_EINVAL, "resource '%s': %s", name, why);
}

static const struct ft_resource_share *
find_share(const struct ft_resource_share *share, size_t n, uint32_t cluster)
{
	for (size_t i = 0; i < n; i++)
		if (share[i].cluster == cluster)
			return &share[i];
	return NULL;
}

/* ---- add ------------------------------------------------------------------------ */

struct adding {
	struct ft_admin *admin;
	const struct ft_admin_resource_set *set;
	const struct ft_admin_clusters *clusters; /* of shares to add */
	struct ft_admin_resource_result *result;
};

/* Sets *used to the percent given already, *fresh to the clusters to come. */
static enum ft_status
count_shares(const struct adding *adding, uint32_t resource, uint32_t *used,
    const struct ft_cluster **fresh, size_t *n_fresh, struct ft_error *err)
{
	struct ft_admin *admin = adding->admin;
	const struct ft_resource_share *share = NULL;
	size_t n = 0;

	*used = 0;
	*n_fresh = 0;
	if (resource)
		FT_TRY(ft_list_shares(admin->reg,
		    (struct ft_owner){ FT_ENTITY_RESOURCE, resource }, &share,
		    &n, err));
	for (size_t i = 0; i < n; i++)
		*used += share[i].allowed;
	for (size_t c = 0; c < adding->clusters->n; c++)
		if (!find_share(share, n, adding->clusters->item[c]->id))
			fresh[(*n_fresh)++] = adding->clusters->item[c];
	return FT_OK;
}

static enum ft_status
make_resource(struct ft_admin *admin, const struct ft_admin_resource_set *set,
    struct ft_resource *resource, struct ft_error *err)
{
	*resource = (struct ft_resource){ .name = resource->name,
		.server = resource->server,
		.server_type = set->server_type ? set->server_type : "",
		.type = 1,
		.description =
		    set->description ? set->description : resource->name,
		.count = set->count };
	return FT_ADD(admin->reg, resource, &resource->id, err);
}

static enum ft_status
add_one(const struct adding *adding, const char *name, struct ft_error *err)
{
	struct ft_admin *admin = adding->admin;
	const struct ft_admin_resource_set *set = adding->set;
	const char *server = set->server ? set->server : FT_RESOURCE_SERVER;
	struct ft_resource resource = { .name = name, .server = server };
	const struct ft_cluster **fresh = ft_arena_calloc(
	    &admin->arena, adding->clusters->n + 1, sizeof(void *));
	enum ft_status status = FT_FIND(admin->reg, &resource, err);
	bool exists = status == FT_OK;
	uint32_t used;
	size_t n;

	if (!exists && status != FT_ENOENT)
		return status;
	if (!exists && !set->type_given)
		return refuse(adding->result, FT_RESOURCE_NO_TYPE, name, err,
		    "a new one needs a type");
	if (!exists && !set->count_given)
		return refuse(adding->result, FT_RESOURCE_NO_COUNT, name, err,
		    "a new one needs a count");
	FT_TRY(count_shares(
	    adding, exists ? resource.id : 0, &used, fresh, &n, err));
	if (exists && n == 0)
		return FT_OK;
	adding->result->exists = exists;
	adding->result->used = used;
	if (n && used + (uint64_t)n * set->allowed > ALL)
		return refuse(adding->result, FT_RESOURCE_TOO_MUCH, name, err,
		    "clusters would have more than 100 percent");
	if (!exists) {
		resource.name = name;
		resource.server = server;
		FT_TRY(make_resource(admin, set, &resource, err));
		FT_TRY(ft_txn_new_resource(admin, &resource, err));
	}
	tell(admin, adding->result, FT_DID_ADD, &resource, "", 0);
	for (size_t i = 0; i < n; i++) {
		struct ft_resource_share share = { resource.id, fresh[i]->id,
			set->allowed };

		FT_TRY(FT_REG(admin, put_resource_share, &share, true, err));
		FT_TRY(ft_txn_new_share(admin, &share, fresh[i]->name, err));
		tell(admin, adding->result, FT_DID_ADD, &resource,
		    fresh[i]->name, set->allowed);
	}
	return FT_OK;
}

enum ft_status
ft_admin_add_resources(struct ft_admin *admin,
    const struct ft_admin_where *what, const struct ft_admin_resource_set *set,
    struct ft_admin_resource_result *result, struct ft_error *err)
{
	const struct ft_admin_names *names = &what->key[FT_KEY_RESOURCE];
	struct ft_admin_clusters clusters = { 0 };
	struct adding adding = { admin, set, &clusters, result };

	if (what->key[FT_KEY_CLUSTER].given)
		FT_TRY(ft_admin_clusters(
		    admin, &what->key[FT_KEY_CLUSTER], &clusters, NULL, err));
	for (size_t i = 0; i < names->n; i++)
		FT_TRY(add_one(&adding, names->item[i], err));
	if (result->items.n == 0)
		return FT_OK;
	FT_TRY(ft_admin_need(admin, FT_RIGHT_RESOURCES, &result->items, err));
	return ft_txn_flush(admin, err);
}

/* ---- modify ---------------------------------------------------------------------- */

/* What changes, and among whom. */
struct changing {
	struct ft_admin *admin;
	const struct ft_admin_clusters *all;
	const struct ft_admin_names *given; /* clusters */
	const struct ft_admin_resource_set *set;
	struct ft_admin_resource_result *result;
};

/* Percent that SHARE of CLUSTER will have. */
static uint32_t
new_allowed(const struct changing *changing,
    const struct ft_resource_share *share, const char *cluster)
{
	return changing->set->allowed_given &&
		       ft_admin_names_has(changing->given, cluster)
		   ? changing->set->allowed
		   : share->allowed;
}

static enum ft_status
check_total(const struct changing *changing, const struct ft_resource *resource,
    const struct ft_resource_share *share, size_t n, struct ft_error *err)
{
	const struct ft_admin_clusters *all = changing->all;
	uint64_t total = 0;

	for (int tells = 0; tells < 2; tells++) {
		for (size_t c = 0; c < all->n; c++) {
			const char *name = all->item[c]->name;
			const struct ft_resource_share *one =
			    find_share(share, n, all->item[c]->id);

			if (one && tells)
				tell(changing->admin, changing->result,
				    FT_DID_BLOCK, resource, name,
				    new_allowed(changing, one, name));
			else if (one)
				total += new_allowed(changing, one, name);
		}
		if (total <= ALL)
			return FT_OK;
		if (!tells)
			tell(changing->admin, changing->result, FT_DID_BLOCK,
			    resource, "", (uint32_t)total);
	}
	return refuse(changing->result, FT_RESOURCE_TOO_MUCH, resource->name,
	    err, "clusters would have more than 100 percent");
}

static enum ft_status
modify_shares(const struct changing *changing,
    const struct ft_resource *resource, struct ft_error *err)
{
	struct ft_admin *admin = changing->admin;
	const struct ft_resource_share *share;
	size_t n;

	FT_TRY(ft_list_shares(admin->reg,
	    (struct ft_owner){ FT_ENTITY_RESOURCE, resource->id }, &share, &n,
	    err));
	if (changing->set->allowed_given)
		FT_TRY(check_total(changing, resource, share, n, err));
	for (size_t c = 0; c < changing->all->n; c++) {
		const char *name = changing->all->item[c]->name;
		const struct ft_resource_share *one =
		    find_share(share, n, changing->all->item[c]->id);
		struct ft_resource_share changed;

		if (one == NULL || !name_given(changing->given, name))
			continue;
		changed = *one;
		changed.allowed = new_allowed(changing, one, name);
		if (changing->set->allowed_given)
			FT_TRY(FT_REG(
			    admin, put_resource_share, &changed, true, err));
		tell(admin, changing->result, FT_DID_MODIFY, resource, name,
		    changed.allowed);
	}
	return FT_OK;
}

static enum ft_status
modify_one(struct ft_admin *admin, const struct ft_resource *resource,
    const struct ft_admin_resource_set *set,
    struct ft_admin_resource_result *result, struct ft_error *err)
{
	struct ft_resource changed = *resource;

	if (set->count_given)
		changed.count = set->count;
	if (set->description)
		changed.description = set->description;
	if (set->server_type)
		changed.server_type = set->server_type;
	tell(admin, result, FT_DID_MODIFY, resource, "", 0);
	return FT_PUT(admin->reg, &changed, err);
}

enum ft_status
ft_admin_modify_resources(struct ft_admin *admin,
    const struct ft_admin_where *where, const struct ft_admin_resource_set *set,
    struct ft_admin_resource_result *result, struct ft_error *err)
{
	const struct ft_admin_names *given = &where->key[FT_KEY_CLUSTER];
	struct ft_admin_clusters all;
	struct changing changing = { admin, &all, given, set, result };
	const struct ft_resource *resource;
	size_t n;

	if (given->given && set->count_given)
		return refuse(result, FT_RESOURCE_BY_CLUSTER, "", err,
		    "the count is not a matter of clusters");
	if (!given->given && set->allowed_given)
		return refuse(result, FT_RESOURCE_NEEDS_CLUSTER, "", err,
		    "percent of which cluster?");
	FT_TRY(ft_admin_need(
	    admin, FT_RIGHT_RESOURCE_SHARES, &result->items, err));
	FT_TRY(ft_admin_clusters(
	    admin, &(struct ft_admin_names){ 0 }, &all, NULL, err));
	FT_TRY(ft_list_resources(admin->reg, FT_NO_OWNER, &resource, &n, err));
	for (size_t i = 0; i < n; i++) {
		struct ft_resource copy = resource[i];

		if (copy.deleted || !ft_admin_resource_matches(where, &copy))
			continue;
		result->matched++;
		if (!given->given &&
		    (set->count_given || set->description || set->server_type))
			FT_TRY(modify_one(admin, &copy, set, result, err));
		if (given->given || set->count_given)
			FT_TRY(modify_shares(&changing, &copy, err));
	}
	FT_TRY(ft_txn_set_resources(admin, &result->items, set, err));
	return ft_txn_flush(admin, err);
}

/* ---- delete ------------------------------------------------------------------------ */

enum ft_status
ft_admin_delete_resources(struct ft_admin *admin,
    const struct ft_admin_where *where, struct ft_admin_resource_result *result,
    struct ft_error *err)
{
	const struct ft_admin_names *given = &where->key[FT_KEY_CLUSTER];
	struct ft_admin_clusters all;
	const struct ft_resource *resource;
	size_t n;

	FT_TRY(ft_admin_need(admin, FT_RIGHT_RESOURCES, &result->items, err));
	FT_TRY(ft_admin_clusters(
	    admin, &(struct ft_admin_names){ 0 }, &all, NULL, err));
	FT_TRY(ft_list_resources(admin->reg, FT_NO_OWNER, &resource, &n, err));
	for (size_t i = 0; i < n; i++) {
		const struct ft_resource_share *share;
		struct ft_resource copy = resource[i];
		size_t shares;

		if (copy.deleted || !ft_admin_resource_matches(where, &copy))
			continue;
		if (!given->given)
			tell(admin, result, FT_DID_DELETE, &copy, "", 0);
		FT_TRY(ft_list_shares(admin->reg,
		    (struct ft_owner){ FT_ENTITY_RESOURCE, copy.id }, &share,
		    &shares, err));
		for (size_t c = 0; c < all.n; c++) {
			const char *name = all.item[c]->name;
			const struct ft_resource_share *one =
			    find_share(share, shares, all.item[c]->id);
			struct ft_resource_share gone;

			if (one == NULL || !name_given(given, name))
				continue;
			gone = *one;
			tell(admin, result, FT_DID_DELETE, &copy, name, 0);
			FT_TRY(FT_REG(
			    admin, put_resource_share, &gone, false, err));
		}
		if (!given->given)
			FT_TRY(FT_REG(
			    admin, drop, FT_ENTITY_RESOURCE, copy.id, err));
	}
	FT_TRY(
	    ft_txn_drop_resources(admin, &result->items, !given->given, err));
	return ft_txn_flush(admin, err);
}
