/* The names of a load: accounts and users of the store, of the file, or both;
 * and the report of what changes. */
#include "admin/flat/internal.h"

size_t
ft_loader_find_account(const struct ft_loader *loader, const char *name)
{
	uint64_t at;

	return ft_map_get(&loader->account_at, name, &at) ? (size_t)at
							  : SIZE_MAX;
}

size_t
ft_loader_find_user(const struct ft_loader *loader, const char *name)
{
	uint64_t at;

	return ft_map_get(&loader->user_at, name, &at) ? (size_t)at : SIZE_MAX;
}

size_t
ft_loader_add_account(struct ft_loader *loader, const char *name)
{
	ft_map_put(&loader->account_at, name, loader->n_account);
	*ft_vec_add(loader->account, loader->n_account, loader->cap_account) =
	    (struct ft_loader_account){ .name = name };
	return loader->n_account - 1;
}

size_t
ft_loader_add_user(struct ft_loader *loader, const char *name)
{
	ft_map_put(&loader->user_at, name, loader->n_user);
	*ft_vec_add(loader->user, loader->n_user, loader->cap_user) =
	    (struct ft_loader_user){ .name = name, .wanted = "" };
	return loader->n_user - 1;
}

/* The root of a cluster made just now is not in the acctdb. */
static void
add_new_root(struct ft_loader *loader)
{
	size_t root = ft_loader_find_account(loader, "root");
	size_t user = ft_loader_find_user(loader, "root");

	if (root == SIZE_MAX)
		root = ft_loader_add_account(loader, "root");
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

static void
index_user(struct ft_loader *loader, size_t i)
{
	const struct ft_acctdb *acctdb = loader->acctdb;
	size_t at = ft_loader_add_user(loader, acctdb->user[i].name);

	loader->user[at].id = acctdb->user[i].id;
	loader->user[at].old = &acctdb->user[i];
	for (uint32_t k = loader->directory.user_assoc[i];
	     k != FT_DIRECTORY_NONE; k = loader->directory.next[k])
		if (acctdb->assoc[k].is_default)
			loader->user[at].default_account =
			    acctdb->assoc[k].account;
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
		size_t at = user && assoc->is_default
				? ft_loader_find_user(loader, user->name)
				: SIZE_MAX;

		if (at != SIZE_MAX && assoc->cluster == loader->cleaned)
			loader->user[at].before_clean = assoc->account;
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
	for (size_t i = 0; i < acctdb->n_user; i++)
		if (!acctdb->user[i].deleted)
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
