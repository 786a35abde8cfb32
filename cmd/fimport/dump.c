/*
 * dump.c - fimport dump: load a flat file, as facctmgr load does, quietly.
 */

#include "admin/load/load.h"
#include "fimport/fimport.h"
#include "io/slurm/flatfile.h"

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

enum ft_status
fimport_delete(struct fimport *import, struct ft_registry *registry,
    enum ft_entity entity, const char *const names[], struct ft_error *err)
{
	struct ft_admin *admin FT_CLEANUP(fimport_free_admin) = NULL;
	struct ft_admin_where where FT_CLEANUP(ft_admin_where_free);
	struct ft_admin_result result FT_CLEANUP(ft_admin_result_free);

	ft_admin_where_init(&where);
	ft_admin_result_init(&result);
	for (int i = 0; i <= FT_KEY_USER; i++)
		if (names[i])
			ft_admin_names_add(&where.key[i], names[i]);
	FT_TRY(fimport_new_admin(import, registry, &admin, err));
	return ft_admin_delete(admin,
	    &(struct ft_admin_request){ .entity = entity, .where = &where },
	    &result, err);
}

/* Have the cluster there, empty but for root if it is new or CLEAN. */
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
		status = fimport_delete(
		    import, registry, FT_ENTITY_CLUSTER, names, err);
	if (status == FT_OK || *added)
		status = fimport_add_cluster(import, registry, name, err);
	return status;
}

enum ft_status
fimport_load(struct fimport *import, struct ft_registry *registry,
    const struct fimport_tree *tree, struct ft_admin_load *load,
    struct ft_error *err)
{
	struct ft_admin *admin FT_CLEANUP(fimport_free_admin) = NULL;
	struct ft_book book FT_CLEANUP(ft_book_free) = { 0 };
	bool added = false;

	FT_TRY(prepare(import, registry, tree, &added, err));
	FT_TRY(ft_store_read_book(import->session.store, false, &book, err));
	FT_TRY(fimport_new_admin(import, registry, &admin, err));
	load->options.cluster = tree->cluster;
	FT_TRY(ft_admin_load_flat(admin, &book, tree->flat, load, err));
	load->cluster_new |= added;
	return fimport_put_ties(import, err);
}

enum ft_status
fimport_put_ties(struct fimport *import, struct ft_error *err)
{
	return ft_store_put_setting(
	    import->session.store, "FairTreeTies", "slurm", err);
}

/* Put the cluster the file is about into NAME; it may not say. */
static void
find_cluster(const struct fimport *import, const struct ft_flat *flat,
    struct ft_str *name)
{
	const char *found = import->cluster;

	for (size_t i = 0; i < flat->n && !found; i++)
		if (flat->line[i].kind == FT_FLAT_CLUSTER)
			found = flat->line[i].name;
	if (found)
		fimport_add_lower(name, found);
}

/* *name: the cluster that commands show from now on; the registry's. */
static enum ft_status
shown_cluster(const struct fimport *import, struct ft_registry *registry,
    const char **name, struct ft_error *err)
{
	const struct ft_conf_value *value =
	    &import->session.conf.value[FT_CONF_CLUSTER_NAME];
	const struct ft_cluster *cluster;
	size_t n;

	*name = import->session.cluster_name;
	/* fimport_open put it there in place of none. */
	if (strcmp(value->origin, import->file) != 0)
		return FT_OK;
	FT_TRY(ft_list_clusters(registry, FT_NO_OWNER, &cluster, &n, err));
	for (size_t i = 0; i < n; i++) {
		if (!cluster[i].deleted) {
			*name = cluster[i].name;
			break;
		}
	}
	return FT_OK;
}

static void
tell(
    struct fimport *import, const struct ft_admin_load *load, const char *shown)
{
	ft_str_addf(&import->answer, "cluster '%s'%s: ", load->cluster,
	    load->cluster_new ? " added" : "");
	fimport_count(import, load->n_account, "new account");
	fimport_count(import, load->n_user, "new user");
	fimport_count(import, load->n_assoc, "new user association");
	fimport_count(import, load->n_change, "change");
	if (load->n_qos_new)
		fimport_count(import, load->n_qos_new, "new QOS");
	ft_str_add_char(&import->answer, '\n');
	if (strcmp(load->cluster, shown) != 0)
		ft_str_addf(&import->answer,
		    "commands show cluster '%s' unless told -M %s\n", shown,
		    load->cluster);
}

static enum ft_status
change(struct fimport *import, const struct ft_flat *flat, const char *name,
    struct ft_error *err)
{
	struct ft_admin_load load FT_CLEANUP(ft_admin_load_free);
	struct ft_registry *registry;
	const char *shown = name;
	enum ft_status status;

	ft_admin_load_init(&load);
	FT_TRY(
	    ft_session_begin(&import->session, FT_RIGHT_TREE, &registry, err));
	status = fimport_load(import, registry,
	    &(struct fimport_tree){ flat, name, false }, &load, err);
	if (status == FT_OK)
		status = shown_cluster(import, registry, &shown, err);
	if (status == FT_OK)
		tell(import, &load, shown);
	return fimport_end(import, status, err);
}

enum ft_status
fimport_open(struct fimport *import, const char *cluster, struct ft_error *err)
{
	struct ft_session *session = &import->session;
	enum ft_status status;

	if (cluster)
		ft_conf_set(&session->conf, FT_CONF_CLUSTER_NAME, cluster,
		    import->file, NULL);
	status =
	    ft_session_open(session, import->context, FT_SESSION_WRITE, err);
	if (status == FT_ENOENT && session->store && session->cluster_name)
		status = FT_OK;
	return status;
}

enum ft_status
fimport_dump(struct fimport *import, struct ft_error *err)
{
	struct ft_flat flat FT_CLEANUP(ft_flat_free);
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

	ft_flat_init(&flat, import->file);
	FT_TRY(ft_flatfile_parse(
	    &flat, ft_str_text(&import->text), import->text.len, err));
	find_cluster(import, &flat, &name);
	if (!name.len)
		return ft_fail(err, FT_EPARSE,
		    "%s:1:1: no line names the cluster", import->file);
	FT_TRY(fimport_open(import, name.data, err));
	return change(import, &flat, name.data, err);
}
