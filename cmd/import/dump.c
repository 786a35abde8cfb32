/*
 * dump.c - fimport dump: load a flat file, as facctmgr load does, quietly.
 */
#include <string.h>

#include "admin/load.h"
#include "import/import.h"
#include "io/flatfile.h"

enum ft_status
import_load(struct import *import, struct ft_registry *registry,
    const struct ft_flat *flat, const struct ft_admin_load_options *options,
    struct ft_admin_load *load, struct ft_error *err)
{
	struct ft_session *session = &import->session;
	struct ft_admin *admin = NULL;
	struct ft_book book;
	enum ft_status status;

	ft_book_init(&book);
	status = ft_store_read_book(session->store, false, &book, err);
	/* Whoever can write the store may fill it. */
	if (status == FT_OK)
		status =
		    ft_admin_new(&admin, registry, session->user, true, err);
	if (status == FT_OK)
		status =
		    ft_admin_load_flat(admin, &book, flat, options, load, err);
	/* The real one descends tied accounts in turn. */
	if (status == FT_OK)
		status = ft_store_put_setting(
		    session->store, "FairTreeTies", "slurm", err);
	ft_admin_free(admin);
	ft_book_free(&book);
	return status;
}

/* Returns the cluster the file is about, NULL if it does not say. */
static const char *
find_cluster(const struct import *import, const struct ft_flat *flat)
{
	if (import->cluster)
		return import->cluster;
	for (size_t i = 0; i < flat->n; i++)
		if (flat->line[i].kind == FT_FLAT_CLUSTER)
			return flat->line[i].name;
	return NULL;
}

static void
tell(struct import *import, const struct ft_admin_load *load)
{
	const struct ft_session *session = &import->session;

	ft_str_addf(&import->answer, "cluster '%s'%s: ", load->cluster,
	    load->cluster_new ? " added" : "");
	import_count(import, load->n_account, "new account");
	ft_str_add(&import->answer, ", ");
	import_count(import, load->n_user, "new user");
	ft_str_add(&import->answer, ", ");
	import_count(import, load->n_assoc, "new user association");
	ft_str_add(&import->answer, ", ");
	import_count(import, load->n_change, "change");
	if (load->n_qos_new) {
		ft_str_add(&import->answer, ", ");
		import_count(import, load->n_qos_new, "new QOS");
	}
	ft_str_add_char(&import->answer, '\n');
	if (strcmp(load->cluster, session->cluster_name) != 0)
		ft_str_addf(&import->answer,
		    "commands show cluster '%s' unless told -M %s\n",
		    session->cluster_name, load->cluster);
}

static enum ft_status
change(struct import *import, const struct ft_flat *flat, struct ft_error *err)
{
	struct ft_admin_load_options options = { .cluster = import->cluster };
	struct ft_admin_load load;
	struct ft_registry *registry;
	enum ft_status status =
	    ft_session_begin(&import->session, &registry, err);

	if (status != FT_OK)
		return status;
	ft_admin_load_init(&load);
	status = import_load(import, registry, flat, &options, &load, err);
	if (status == FT_OK)
		tell(import, &load);
	ft_admin_load_free(&load);
	return import_end(import, status, err);
}

enum ft_status
import_open(struct import *import, const char *cluster, struct ft_error *err)
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
import_dump(struct import *import, struct ft_error *err)
{
	struct ft_flat flat;
	enum ft_status status;

	ft_flat_init(&flat, import->file);
	status = ft_flatfile_parse(
	    &flat, ft_str_text(&import->text), import->text.len, err);
	if (status == FT_OK)
		status = import_open(import, find_cluster(import, &flat), err);
	if (status == FT_OK)
		status = change(import, &flat, err);
	ft_flat_free(&flat);
	return status;
}
