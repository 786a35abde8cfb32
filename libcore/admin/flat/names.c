/* The names of a load: accounts and users of the store, of the file, or both;
 * and the report of what changes. */
#include "admin/flat/internal.h"

static size_t
find(const struct ft_map *map, const char *name)
{
	uint64_t at;

	return ft_map_get(map, name, &at) ? (size_t)at : SIZE_MAX;
}

size_t
ft_loader_find_account(const struct ft_loader *loader, const char *name)
{
	return find(&loader->account_at, name);
}

size_t
ft_loader_add_account(struct ft_loader *loader, const char *name)
{
	uint64_t at = ft_map_add(&loader->account_at, name, loader->n_account);

	if (at < loader->n_account)
		return (size_t)at;
	*ft_vec_add(loader->account, loader->n_account, loader->cap_account) =
	    (struct ft_loader_account){ .name = name };
	return loader->n_account - 1;
}

size_t
ft_loader_add_user(struct ft_loader *loader, const char *name)
{
	uint64_t at = ft_map_add(&loader->user_at, name, loader->n_user);

	if (at < loader->n_user)
		return (size_t)at;
	*ft_vec_add(loader->user, loader->n_user, loader->cap_user) =
	    (struct ft_loader_user){ .name = name, .wanted = "" };
	return loader->n_user - 1;
}

/* The root of a cluster made just now is not in the acctdb. */
static void
add_new_root(struct ft_loader *loader)
{
	size_t root = ft_loader_add_account(loader, "root");
	size_t user = find(&loader->user_at, "root");

	loader->account[root].assoc = loader->root_assoc;
	loader->account[root].in_file = true;
	if (user != SIZE_MAX && loader->root_user.id)
		loader->user[user].default_account = loader->root_user.account;
}

static void
index_account(struct ft_loader *loader, size_t i)
{
	const struct ft_acctdb *acctdb = loader->acctdb;
	const struct ft_account *record = &acctdb->account[i];
	uint32_t assoc = loader->directory.account_assoc[i];
	size_t at = ft_loader_add_account(loader, record->name);

	loader->account[at].id = record->id;
	loader->account[at].old = record;
	if (assoc == FT_DIRECTORY_NONE)
		return;
	loader->account[at].assoc = acctdb->assoc[assoc].id;
	loader->account[at].old_assoc = &acctdb->assoc[assoc];
}

/* Each gets the index that it has in the acctdb, so the directory's map will do. */
static void
index_user(struct ft_loader *loader, size_t i)
{
	const struct ft_acctdb *acctdb = loader->acctdb;
	struct ft_loader_user *user =
	    ft_vec_add(loader->user, loader->n_user, loader->cap_user);

	*user = (struct ft_loader_user){ .name = acctdb->user[i].name,
		.id = acctdb->user[i].id,
		.old = &acctdb->user[i],
		.wanted = "" };
	for (uint32_t k = loader->directory.user_assoc[i];
	     k != FT_DIRECTORY_NONE; k = loader->directory.next[k])
		if (acctdb->assoc[k].is_default)
			user->default_account = acctdb->assoc[k].account;
}

/* sacctmgr reads the users before it drops the cluster (case m06-load). */
static void
index_before_clean(struct ft_loader *loader)
{
	const struct ft_acctdb *acctdb = loader->acctdb;

	for (size_t i = 0; i < acctdb->n_assoc; i++) {
		const struct ft_assoc *assoc = &acctdb->assoc[i];
		const struct ft_user *user =
		    assoc->user ? ft_acctdb_user(acctdb, assoc->user) : NULL;

		if (user && assoc->is_default &&
		    assoc->cluster == loader->cleaned)
			loader->user[user - acctdb->user].before_clean =
			    assoc->account;
	}
}

void
ft_loader_index(struct ft_loader *loader)
{
	const struct ft_acctdb *acctdb = loader->acctdb;
	bool new = loader->load->cluster_new;

	ft_directory_fill(
	    &loader->directory, acctdb, new ? 0 : loader->cluster);
	for (size_t i = 0; i < acctdb->n_account; i++)
		if (!acctdb->account[i].deleted)
			index_account(loader, i);
	loader->user_at = loader->directory.user_at;
	loader->directory.user_at = (struct ft_map){ 0 };
	for (size_t i = 0; i < acctdb->n_user; i++)
		index_user(loader, i);
	if (new)
		add_new_root(loader);
	if (loader->cleaned)
		index_before_clean(loader);
}

/* ---- the report ---- */

struct ft_admin_change *
ft_loader_report(struct ft_loader *loader, const char *what, const char *old,
    const char *new)
{
	struct ft_admin_load *load = loader->load;
	struct ft_arena *arena = &load->arena;
	struct ft_admin_change *change =
	    ft_vec_add(load->change, load->n_change, load->cap_change);

	*change = (struct ft_admin_change){
		.what = what,
		.type = loader->type,
		.name = ft_arena_strdup(arena, loader->name),
		.old = old ? ft_arena_strdup(arena, old) : NULL,
		.new = ft_arena_strdup(arena, new),
	};
	return change;
}

void
ft_loader_report_on(
    struct ft_loader *loader, const char *type, const char *name)
{
	loader->type = type;
	loader->name = name;
}
