/*
 * tree.c - how the sub-commands of fimport change a cluster's tree: through
 * the rules of libcore/admin, as facctmgr does.
 */

#include "admin/flat/flat.h"
#include "admin/plan/plan.h"
#include "fimport/fimport.h"

enum ft_status
fimport_new_admin(struct fimport *import, struct ft_registry *registry,
    struct ft_admin **admin, struct ft_error *err)
{
	return ft_admin_new(admin, registry, import->session.user, true, err);
}

void
fimport_free_admin(struct ft_admin **admin)
{
	ft_admin_free(*admin);
}

enum ft_status
fimport_add_cluster(struct fimport *import, struct ft_registry *registry,
    const char *name, struct ft_error *err)
{
	struct ft_admin *admin FT_CLEANUP(fimport_free_admin) = NULL;
	struct ft_admin_where what FT_CLEANUP(ft_admin_where_free);
	struct ft_admin_result result FT_CLEANUP(ft_admin_result_free);

	ft_admin_where_init(&what);
	ft_admin_result_init(&result);
	ft_admin_names_add(&what.key[FT_KEY_CLUSTER], name);
	FT_TRY(fimport_new_admin(import, registry, &admin, err));
	return ft_admin_add(admin,
	    &(struct ft_admin_request){
		.entity = FT_ENTITY_CLUSTER, .where = &what },
	    &result, err);
}

/* Delete the records of ENTITY with these names, which are indexed by enum
 * ft_admin_key up to FT_KEY_USER. */
static enum ft_status delete (struct fimport *import,
    struct ft_registry *registry, enum ft_entity entity,
    const char *const names[], struct ft_error *err) {
	struct ft_admin *admin FT_CLEANUP(fimport_free_admin) = NULL;
	struct ft_admin_where where FT_CLEANUP(ft_admin_where_free);
	struct ft_admin_result result FT_CLEANUP(ft_admin_result_free);

	ft_admin_where_init(&where);
	ft_admin_result_init(&result);
	for (int i = 0; i <= FT_KEY_USER; i++) if (names[i])
	    ft_admin_names_add(&where.key[i], names[i]);
	FT_TRY(fimport_new_admin(import, registry, &admin, err));
	return ft_admin_delete(admin,
	    &(struct ft_admin_request){ .entity = entity, .where = &where },
	    &result, err);
}

/* Make sure that the cluster exists; new or CLEAN: with nothing but root.
 * *added: it was created. */
static enum ft_status
prepare(struct fimport *import, struct ft_registry *registry,
    const struct fimport_tree *tree, bool *added, struct ft_error *err)
{
	const char *name = tree->cluster;
	const char *const names[] = {
		[FT_KEY_CLUSTER] = name, [FT_KEY_USER] = NULL
	};
	uint32_t id;
	enum ft_status status =
	    ft_store_cluster(import->session.store, name, &id, err);

	*added = status == FT_ENOENT;
	if (status == FT_OK && !tree->clean)
		return FT_OK;
	if (status == FT_OK)
		status =
		    delete (import, registry, FT_ENTITY_CLUSTER, names, err);
	if (status == FT_OK || *added)
		status = fimport_add_cluster(import, registry, name, err);
	return status;
}

/* Set FairTreeTies=slurm, unless it is that of some release: the store comes from a
 * real Slurm, so ties between accounts are broken as it breaks them. */
static enum ft_status
put_ties(struct fimport *import, struct ft_error *err)
{
	static const char key[] = "FairTreeTies", release[] = "slurm-";
	struct ft_store *store = import->session.store;
	char *text FT_CLEANUP(ft_free_at) = NULL;
	enum ft_status status = ft_store_read_setting(store, key, &text, err);

	if (status != FT_OK && status != FT_ENOENT)
		return status;
	/* an anonymised copy says which of Slurm's it is */
	if (text && strncasecmp(text, release, strlen(release)) == 0)
		return FT_OK;
	return ft_store_put_setting(store, key, "slurm", err);
}

enum ft_status
fimport_load(struct fimport *import, struct ft_registry *registry,
    const struct fimport_tree *tree, struct ft_admin_load *load,
    struct ft_error *err)
{
	struct ft_admin *admin FT_CLEANUP(fimport_free_admin) = NULL;
	struct ft_acctdb acctdb FT_CLEANUP(ft_acctdb_free) = { 0 };
	bool added = false;

	FT_TRY(prepare(import, registry, tree, &added, err));
	FT_TRY(ft_store_read_book(import->session.store, false, &acctdb, err));
	FT_TRY(fimport_new_admin(import, registry, &admin, err));
	load->options.cluster = tree->cluster;
	FT_TRY(ft_admin_load_flat(admin, &acctdb, tree->flat, load, err));
	load->cluster_new |= added;
	return put_ties(import, err);
}

void
fimport_count_deleted(struct fimport *import, size_t n)
{
	if (n)
		fimport_count(import, n, "deleted association");
}

enum ft_status
fimport_drop_root_user(
    struct fimport *import, struct ft_registry *registry, struct ft_error *err)
{
	const char *const names[] = { [FT_KEY_USER] = "root",
		[FT_KEY_ACCOUNT] = "root",
		[FT_KEY_CLUSTER] = import->session.cluster_name };

	return delete (import, registry, FT_ENTITY_USER, names, err);
}

/* Report the first thing that cannot be deleted. */
static enum ft_status
fail_block(const struct ft_plan_result *result, struct ft_error *err)
{
	return ft_fail(err, FT_EINVAL,
	    "%s is not in the table, but cannot be deleted: %s",
	    result->block[0].subject, result->block[0].why);
}

enum ft_status
fimport_match(struct fimport *import, struct ft_registry *registry,
    const struct fimport_tree *tree, struct ft_plan_result *result,
    struct ft_error *err)
{
	struct ft_admin *admin FT_CLEANUP(fimport_free_admin) = NULL;

	result->options = (struct ft_plan_options){
		.cluster = tree->cluster,
		.prune = !tree->partial,
		.exact = true,
	};
	FT_TRY(fimport_new_admin(import, registry, &admin, err));
	FT_TRY(ft_plan_flat(admin, tree->acctdb, tree->flat, result, err));
	if (result->n_block)
		return fail_block(result, err);
	FT_TRY(fimport_order(import, registry, tree->flat, err));
	return put_ties(import, err);
}
