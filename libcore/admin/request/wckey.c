/* wckey.c - wckeys: they come and go with requests about users. */
#include "admin/request/wckey_private.h"

#include "admin/txn/internal.h"

static void
wckey_item(struct ft_admin *admin, enum ft_admin_did did,
    const struct ft_wckey *wckey, const char *user,
    const struct ft_cluster *cluster)
{
	struct ft_admin_item *item = ft_admin_item_name(
	    admin, did, FT_ENTITY_WCKEY, wckey->id, wckey->name);

	item->user = ft_arena_strdup(&admin->arena, user);
	item->cluster = ft_arena_strdup(&admin->arena, cluster->name);
}

/* ---- adding ----------------------------------------------------------------- */

struct new_wckeys {
	struct ft_admin *admin;
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
	/* a user without a default gets the first new one */
	if (!*job->user.default_wckey) {
		job->user.default_wckey = name;
		job->changed = true;
	}
	FT_TRY(FT_ADD(admin->reg, &wckey, &wckey.id, err));
	wckey_item(admin, FT_DID_ADD, &wckey, job->user.name, cluster);
	return ft_txn_new_wckey(admin, &wckey, job->user.name,
	    strcmp(job->user.default_wckey, name) == 0, err);
}

static enum ft_status
add_on_cluster(struct new_wckeys *job, const struct ft_cluster *cluster,
    struct ft_error *err)
{
	const struct ft_admin_names *names =
	    ft_admin_key(job->admin, FT_KEY_WCKEY);

	for (size_t i = 0; i < names->n; i++)
		if (!job->given || strcmp(names->item[i], job->given) != 0)
			FT_TRY(add_one(job, cluster, names->item[i], err));
	return job->given ? add_one(job, cluster, job->given, err) : FT_OK;
}

enum ft_status
ft_admin_add_wckeys(struct ft_admin *admin, struct ft_error *err)
{
	struct new_wckeys job = { .admin = admin,
		.given = admin->request->to->to.user.default_wckey };
	struct ft_admin_records users;
	struct ft_admin_clusters clusters;
	bool some = false;

	FT_TRY(ft_admin_need_clusters(admin, &clusters, err));
	FT_TRY(ft_admin_find_all(admin, FT_ENTITY_USER,
	    ft_admin_key(admin, FT_KEY_USER), &users, err));
	for (size_t i = 0; i < users.n; i++) {
		FT_TRY(FT_GET(admin->reg, users.item[i].id, &job.user, err));
		job.changed =
		    job.given && strcmp(job.given, job.user.default_wckey) != 0;
		if (job.given)
			job.user.default_wckey = job.given;
		for (size_t j = 0; j < clusters.n; j++)
			FT_TRY(add_on_cluster(&job, clusters.item[j], err));
		if (job.changed)
			FT_TRY(FT_PUT(admin->reg, &job.user, err));
		some = some || job.changed;
	}
	/* not for coordinators, nor for the user himself */
	return some || ft_admin_added(admin, FT_ENTITY_WCKEY)
		   ? ft_admin_need(admin, FT_RIGHT_USERS, err)
		   : FT_OK;
}

/* ---- the default ------------------------------------------------------------- */

enum ft_status
ft_admin_default_wckey(
    struct ft_admin *admin, const struct ft_user *user, struct ft_error *err)
{
	struct ft_admin_clusters clusters;

	FT_TRY(ft_admin_clusters(
	    admin, ft_admin_key(admin, FT_KEY_CLUSTER), &clusters, err));
	for (size_t i = 0; i < clusters.n; i++) {
		struct ft_wckey wckey = { .cluster = clusters.item[i]->id,
			.user = user->id,
			.name = user->default_wckey };
		enum ft_status status = FT_FIND(admin->reg, &wckey, err);

		if (status == FT_ENOENT) {
			wckey_item(admin, FT_DID_BLOCK, &wckey, user->name,
			    clusters.item[i]);
			continue;
		}
		FT_TRY(status);
		FT_TRY(ft_txn_default_wckey(admin, &wckey, err));
	}
	return FT_OK;
}

/* ---- deleting ---------------------------------------------------------------- */

struct old_wckeys {
	struct ft_admin *admin;
	const struct ft_admin_names *names; /* NULL: all, in silence */
	struct ft_admin_clusters clusters;
	struct ft_wckey *gone;
	size_t n_gone;
};

static enum ft_status
drop_one(struct old_wckeys *job, struct ft_user *user,
    const struct ft_wckey *wckey, struct ft_error *err)
{
	struct ft_admin *admin = job->admin;
	const struct ft_cluster *cluster = NULL;

	for (size_t i = 0; i < job->clusters.n; i++)
		if (job->clusters.item[i]->id == wckey->cluster)
			cluster = job->clusters.item[i];
	if (!cluster ||
	    (job->names && !ft_admin_names_has(job->names, wckey->name)))
		return FT_OK;
	FT_TRY(FT_REG(admin, drop, FT_ENTITY_WCKEY, &wckey->id, 1, err));
	job->gone[job->n_gone++] = *wckey;
	if (!job->names)
		return FT_OK;
	wckey_item(admin, FT_DID_DELETE, wckey, user->name, cluster);
	if (strcmp(user->default_wckey, wckey->name) != 0)
		return FT_OK;
	user->default_wckey = "";
	return FT_PUT(admin->reg, user, err);
}

enum ft_status
ft_admin_drop_wckeys(struct ft_admin *admin,
    const struct ft_admin_records *users, bool named, struct ft_error *err)
{
	static const struct ft_admin_names everywhere = { .n = 0 };
	struct old_wckeys job = { .admin = admin,
		.names = named ? ft_admin_key(admin, FT_KEY_WCKEY) : NULL };
	const struct ft_wckey *wckey;
	size_t n = 0;

	FT_TRY(ft_admin_clusters(admin,
	    named ? ft_admin_key(admin, FT_KEY_CLUSTER) : &everywhere,
	    &job.clusters, err));
	FT_TRY(ft_list_wckeys(admin->reg, FT_NO_OWNER, &wckey, &n, err));
	job.gone = ft_arena_calloc(&admin->arena, n + 1, sizeof *job.gone);
	for (size_t i = 0; n > 0 && i < users->n; i++) {
		struct ft_user user;
		size_t of_user;

		FT_TRY(FT_GET(admin->reg, users->item[i].id, &user, err));
		FT_TRY(ft_list_wckeys(admin->reg,
		    (struct ft_owner){ FT_ENTITY_USER, user.id }, &wckey,
		    &of_user, err));
		for (size_t j = 0; j < of_user; j++)
			FT_TRY(drop_one(&job, &user, &wckey[j], err));
	}
	return ft_txn_drop_wckeys(admin, job.gone, job.n_gone, err);
}
