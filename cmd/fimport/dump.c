/*
 * dump.c - fimport dump: load a flat file, as facctmgr load does, quietly.
 */

#include "admin/flat/flat.h"
#include "fimport/fimport.h"
#include "io/slurm/flatfile.h"

/* Append the name of the cluster that the file is about, if it names one. */
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

/* Set *name, the registry's, to the cluster that commands show by default from
 * now on. */
static enum ft_status
shown_cluster(const struct fimport *import, struct ft_registry *registry,
    const char **name, struct ft_error *err)
{
	const struct ft_conf_value *value =
	    &import->session.conf.value[FT_CONF_CLUSTER_NAME];
	const struct ft_cluster *cluster;
	size_t n;

	*name = import->session.cluster_name;
	/* a name from the settings stays; fimport_open_new only fills a gap */
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
add_answer(
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
		    "commands show cluster '%s' unless given -M %s\n", shown,
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
	FT_TRY(fimport_begin(import, FT_RIGHT_TREE, &registry, err));
	status = fimport_load(import, registry,
	    &(struct fimport_tree){ .flat = flat, .cluster = name }, &load,
	    err);
	if (status == FT_OK)
		status = shown_cluster(import, registry, &shown, err);
	if (status == FT_OK)
		add_answer(import, &load, shown);
	return fimport_end(import, status, err);
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
	FT_TRY(fimport_open_new(import, name.data, err));
	return change(import, &flat, name.data, err);
}
