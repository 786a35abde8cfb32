/* wckey.c - wckeys: they come and go with requests about users. */
#include "admin/wckey_int.h"

#include "admin/txn_int.h"

static struct ft_admin_item *
wckey_item(struct ft_admin *admin, struct ft_admin_result *result,
    enum ft_admin_did did, const struct ft_wckey *wckey, const char *user,
    const char *cluster)
{
	struct ft_admin_item *item = ft_admin_item_name(
	    admin, result, did, FT_ENTITY_WCKEY, wckey->id, wckey->name);

	item->user = ft_arena_strdup(&admin->arena, user);
	item->cluster = ft_arena_strdup(&admin->arena, cluster);
	return item;
}

/* ---- adding ----------------------------------------------------------------- */

struct new_wckeys {
	struct ft_admin *admin;
	struct ft_admin_result *result;
	struct ft_user user;
	const char *given; /* the new default, NULL */
	bool changed;      /* the user's default */
};

static enum ft_status
add_one(struct new_wckeys *job, const struct ft_cluster *cluster,
    const char *name, struct ft_error *err)
{
	struct ft_admin *admin = job->admin;
	struct ft_wckey wckey = {
		.cluster = cluster->id, .user = job->user.id, .name = name
	};
	struct ft_wckey old = wckey;
	enum ft_status status = FT_FIND(admin->reg, &old, err);

	if (status != FT_ENOENT)
		return status;
	/* who has no default gets the first new one */
	if (!*job->user.default_wckey) {
		job->user.default_wckey = name;
		job->changed = true;
	}
	FT_TRY(FT_ADD(admin->reg, &wckey, &wckey.id, err));
	wckey_item(admin, job->result, FT_DID_ADD, &wckey, job->user.name,
	    cluster->name);
	return ft_txn_new_wckey(admin, &wckey, job->user.name,
	    strcmp(job->user.default_wckey, name) == 0, err);
}

static enum ft_status
add_on_cluster(struct new_wckeys *job, const struct ft_cluster *cluster,
    const struct ft_admin_names *names, struct ft_error *err)
{
	for (size_t i = 0; i < names->n; i++)
		if (!job->given || strcmp(names->item[i], job->given) != 0)
			FT_TRY(add_one(job, cluster, names->item[i], err));
	return job->given ? add_one(job, cluster, job->given, err) : FT_OK;
}

enum ft_status
ft_admin_add_wckeys(struct ft_admin *admin, const struct ft_admin_where *what,
    const char *given, struct ft_admin_result *result, struct ft_error *err)
{
	const struct ft_admin_names *users = &what->key[FT_KEY_USER];
	struct new_wckeys job = {
		.admin = admin, .result = result, .given = given
	};
	struct ft_admin_clusters clusters;
	bool some = false;

	FT_TRY(ft_admin_clusters(
	    admin, &what->key[FT_KEY_CLUSTER], &clusters, NULL, err));
	for (size_t i = 0; i < users->n; i++) {
		enum ft_status status =
		    FT_NAMED(admin->reg, users->item[i], &job.user, err);

		if (status == FT_ENOENT)
			continue;
		if (status != FT_OK)
			return status;
		job.changed =
		    given && strcmp(given, job.user.default_wckey) != 0;
		if (given)
			job.user.default_wckey = given;
		for (size_t j = 0; j < clusters.n; j++)
			FT_TRY(add_on_cluster(&job, clusters.item[j],
			    &what->key[FT_KEY_WCKEY], err));
		if (job.changed)
			FT_TRY(FT_PUT(admin->reg, &job.user, err));
		some = some || job.changed;
	}
	some = some || ft_admin_count(result, FT_DID_ADD, FT_ENTITY_WCKEY);
	/* not for coordinators, nor for the user himself */
	return some ? ft_admin_need(admin, FT_RIGHT_USERS, result, err) : FT_OK;
}

/* ---- the default ------------------------------------------------------------- */

enum ft_status
ft_admin_default_wckey(struct ft_admin *admin, const struct ft_user *user,
    const struct ft_admin_where *where, struct ft_admin_result *result,
    struct ft_error *err)
{
	struct ft_admin_clusters clusters;

	FT_TRY(ft_admin_clusters(
	    admin, &where->key[FT_KEY_CLUSTER], &clusters, NULL, err));
	for (size_t i = 0; i < clusters.n; i++) {
		struct ft_wckey wckey = { .cluster = clusters.item[i]->id,
			.user = user->id,
			.name = user->default_wckey };
		enum ft_status status = FT_FIND(admin->reg, &wckey, err);

		if (status == FT_ENOENT) {
			wckey_item(admin, result, FT_DID_BLOCK, &wckey,
			    user->name, clusters.item[i]->name);
			continue;
		}
		if (status != FT_OK)
			return status;
		FT_TRY(ft_txn_default_wckey(admin, &wckey, err));
	}
	return FT_OK;
}

/* ---- deleting ---------------------------------------------------------------- */

/* Wckeys of USER; those in NAMES (NULL: all) on CLUSTERS. */
static enum ft_status
drop_of(struct ft_admin *admin, struct ft_user *user,
    const struct ft_admin_names *names,
    const struct ft_admin_clusters *clusters, struct ft_wckey *gone,
    size_t *n_gone, struct ft_admin_result *result, struct ft_error *err)
{
	const struct ft_wckey *wckey;
	size_t n;

	FT_TRY(ft_list_wckeys(admin->reg,
	    (struct ft_owner){ FT_ENTITY_USER, user->id }, &wckey, &n, err));
	for (size_t i = 0; i < n; i++) {
		const struct ft_cluster *cluster = NULL;

		for (size_t j = 0; j < clusters->n; j++)
			if (clusters->item[j]->id == wckey[i].cluster)
				cluster = clusters->item[j];
		if (!cluster ||
		    (names && !ft_admin_names_has(names, wckey[i].name)))
			continue;
		FT_TRY(FT_REG(admin, drop, FT_ENTITY_WCKEY, wckey[i].id, err));
		gone[(*n_gone)++] = wckey[i];
		if (result)
			wckey_item(admin, result, FT_DID_DELETE, &wckey[i],
			    user->name, cluster->name);
		if (names && strcmp(user->default_wckey, wckey[i].name) == 0) {
			user->default_wckey = "";
			FT_TRY(FT_PUT(admin->reg, user, err));
		}
	}
	return FT_OK;
}

enum ft_status
ft_admin_drop_wckeys(struct ft_admin *admin,
    const struct ft_admin_records *users, const struct ft_admin_names *names,
    const struct ft_admin_names *on, struct ft_admin_result *result,
    struct ft_error *err)
{
	static const struct ft_admin_names everywhere = { .n = 0 };
	struct ft_admin_clusters clusters;
	const struct ft_wckey *all;
	struct ft_wckey *gone;
	size_t n = 0;

	FT_TRY(ft_admin_clusters(
	    admin, on ? on : &everywhere, &clusters, NULL, err));
	FT_TRY(ft_list_wckeys(admin->reg, FT_NO_OWNER, &all, &n, err));
	if (n == 0)
		return FT_OK;
	gone = ft_arena_calloc(&admin->arena, n, sizeof *gone);
	n = 0;
	for (size_t i = 0; i < users->n; i++) {
		struct ft_user user;

		FT_TRY(FT_GET(admin->reg, users->item[i].id, &user, err));
		FT_TRY(drop_of(
		    admin, &user, names, &clusters, gone, &n, result, err));
	}
	return ft_txn_drop_wckeys(admin, gone, n, err);
}
