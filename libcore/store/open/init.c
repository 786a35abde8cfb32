/* init.c - the content of a new store, and the migration of old ones. */
#include "store/file/file_internal.h"
#include "store/open/open_internal.h"
#include "store/row/column_internal.h"

#include "model/account/tres.h"
#include "model/release/release.h"

static enum ft_status
fill_tres(struct ft_store *store, int64_t now, struct ft_error *err)
{
	for (size_t i = 0; i < FT_TRES_BUILTIN; i++)
		FT_TRY(ft_store_run(store, FT_STMT_ADD_TRES,
		    FT_ARGS(FT_ARG("id", ft_tres_builtin[i].id),
			FT_ARG("type", ft_tres_builtin[i].type),
			FT_ARG("name", ft_tres_builtin[i].name),
			FT_ARG("now", now)),
		    err));
	return FT_OK;
}

static enum ft_status
write_row(struct ft_store *store, enum ft_stmt stmt, enum ft_table table,
    const void *record, struct ft_error *err)
{
	const struct ft_source source = { &ft_shapes[table], record, NULL };

	return ft_record_write(store, stmt, &source, NULL, err);
}

static enum ft_status
fill_names(struct ft_store *store, const char *cluster, int64_t now,
    struct ft_error *err)
{
	const struct ft_source source = { &ft_shapes[FT_TABLE_cluster],
		&(struct ft_cluster){ .id = 1,
		    .name = cluster,
		    .control_host = "127.0.0.1",
		    .control_port = 6817,
		    .rpc_version = 9728 },
		NULL };
	struct ft_qos qos = { .id = 1, .name = "normal" };
	const struct ft_source normal = { &ft_shapes[FT_TABLE_qos], &qos,
		NULL };
	const struct ft_arg *at = FT_ARGS(FT_ARG("now", now));

	ft_members_clear(FT_ENTITY_QOS, &qos);
	qos.description = "Normal QOS default";
	FT_TRY(ft_record_write(store, FT_STMT_ADD_CLUSTER, &source, at, err));
	FT_TRY(ft_store_run(store, FT_STMT_PUT_CLOCK,
	    FT_ARGS(FT_ARG("cluster", 1), FT_ARG("now", now),
		FT_ARG("decayed", now), FT_ARG("reset", 0), FT_ARG("wall", 0)),
	    err));
	FT_TRY(write_row(store, FT_STMT_ADD_ACCOUNT, FT_TABLE_account,
	    &(struct ft_account){ .id = 1,
		.name = "root",
		.description = "default root account",
		.organization = "root",
		.created = now },
	    err));
	FT_TRY(write_row(store, FT_STMT_ADD_USER, FT_TABLE_user,
	    &(struct ft_user){ .id = 1,
		.name = "root",
		.admin_level = FT_ADMIN_ADMINISTRATOR,
		.created = now },
	    err));
	return ft_record_write(store, FT_STMT_ADD_QOS, &normal, at, err);
}

/* Associations 1 and 2: account root, and user root in it. */
static enum ft_status
fill_tree(struct ft_store *store, int64_t now, struct ft_error *err)
{
	for (uint32_t i = 0; i < 2; i++) {
		struct ft_assoc assoc = { .id = i + 1,
			.number = i + 1,
			.cluster = 1,
			.account = 1,
			.user = i,
			.partition = "",
			.parent = i,
			.created = now };

		ft_members_clear(FT_ENTITY_ASSOC, &assoc);
		assoc.is_default = i != 0;
		FT_TRY(write_row(
		    store, FT_STMT_ADD_ASSOC, FT_TABLE_assoc, &assoc, err));
	}
	FT_TRY(ft_store_run(store, FT_STMT_PUT_HIGH_ID,
	    FT_ARGS(FT_ARG("entity", "assoc"), FT_ARG("cluster", 1),
		FT_ARG("id", 2)),
	    err));
	return write_row(store, FT_STMT_ADD_ASSOC_QOS, FT_TABLE_assoc_qos,
	    &(struct ft_qosref){ .owner = 1, .op = '=', .qos = 1 }, err);
}

/* The transactions that slurmdbd records when slurmctld registers its first
 * cluster; actions have the numbers of its txn_table. */
static enum ft_status
fill_notes(struct ft_store *store, const char *cluster, int64_t now,
    struct ft_error *err)
{
	struct ft_str subject = { 0 };
	enum ft_status status = FT_OK;

	ft_str_addf(&subject, "name='%s'", cluster);
	{
		const struct ft_transaction notes[] = {
			{ .action = 1405,
			    .cluster = "",
			    .subject = cluster,
			    .info =
				"shares=1, grp_jobs=NULL, "
				"grp_jobs_accrue=NULL, grp_submit_jobs=NULL, "
				"grp_wall=NULL, max_jobs=NULL, "
				"max_jobs_accrue=NULL, min_prio_thresh=NULL, "
				"max_submit_jobs=NULL, max_wall_pj=NULL, "
				"priority=NULL, def_qos_id=NULL, qos=',1,', "
				"federation='', fed_id=0, fed_state=0, "
				"features=''" },
			{ .action = 1404,
			    .cluster = cluster,
			    .subject = "id_assoc=2",
			    .info = "acct='root', user='root', is_def=1" },
			{ .action = 1430,
			    .cluster = "",
			    .subject = ft_str_text(&subject),
			    .info =
				"control_host='127.0.0.1', control_port=6817, "
				"last_port=6817, rpc_version=9728, "
				"dimensions=1, plugin_id_select=109, "
				"flags=128" },
		};

		for (size_t i = 0; !status && i < 3; i++) {
			struct ft_transaction note = notes[i];

			note.at = now;
			note.actor = "root";
			status = write_row(
			    store, FT_STMT_ADD_TXN, FT_TABLE_txn, &note, err);
		}
	}
	ft_str_free(&subject);
	return status;
}

static enum ft_status
fill(struct ft_store *store, const struct ft_store_options *options,
    struct ft_error *err)
{
	const char *cluster = options->cluster && *options->cluster
				  ? options->cluster
				  : "cluster";
	int64_t now = options->now;

	FT_TRY(ft_store_make_schema(store, err));
	for (int64_t version = ft_store_schema_of_scripts();
	     version < ft_store_schema(); version++)
		FT_TRY(ft_store_schema_step(store, version, err));
	FT_TRY(fill_tres(store, now, err));
	FT_TRY(fill_names(store, cluster, now, err));
	FT_TRY(fill_tree(store, now, err));
	FT_TRY(fill_notes(store, cluster, now, err));
	FT_TRY(ft_store_run(store, FT_STMT_PUT_SETTING,
	    FT_ARGS(FT_ARG("key", "FairTreeSlurm"),
		FT_ARG("value", ft_releases[FT_RELEASE_NEWEST].name)),
	    err));
	return ft_store_run(store, FT_STMT_PUT_SETTING,
	    FT_ARGS(FT_ARG("key", "FairTreeTies"),
		FT_ARG("value", options->slurm_ties ? "slurm" : "documented")),
	    err);
}

/* Start the write transaction of a creation or migration. */
static enum ft_status
begin(struct ft_store *store, const char *what, struct ft_error *err)
{
	enum ft_status status = ft_store_lock(store, what, err);

	if (status)
		return status;
	status = ft_store_run(store, FT_STMT_BEGIN_WRITE, NULL, err);
	if (status)
		ft_store_unlock(store);
	else
		store->depth = 1;
	return status;
}

static enum ft_status
end(struct ft_store *store, enum ft_status status, struct ft_error *err)
{
	if (!status)
		status = ft_store_run(store, FT_STMT_COMMIT, NULL, err);
	if (status && !sqlite3_get_autocommit(store->db))
		(void)ft_store_run(store, FT_STMT_ROLLBACK, NULL, NULL);
	store->depth = 0;
	return status;
}

enum ft_status
ft_store_create(struct ft_store *store, const struct ft_store_options *options,
    struct ft_error *err)
{
	int64_t objects = 0;
	enum ft_status status = begin(store, "new store", err);

	if (status)
		return status;
	status =
	    ft_store_int(store, &objects, FT_STMT_COUNT_OBJECTS, NULL, err);
	/* another process may have been faster */
	if (!status)
		status = objects ? ft_store_check_schema(
				       store, ft_store_schema(), err)
				 : fill(store, options, err);
	status = end(store, status, err);
	if (!status)
		status = ft_store_prepare_writing(store, err);
	if (!status && !objects)
		status = ft_store_version(store, &store->filled, err);
	if (!status)
		store->kept = !options->tentative;
	ft_store_unlock(store);
	return status;
}

enum ft_status
ft_store_migrate(struct ft_store *store, int64_t version, struct ft_error *err)
{
	enum ft_status status =
	    ft_store_run(store, FT_STMT_UNSET_FOREIGN_KEYS, NULL, err);

	if (!status)
		status = begin(store, "migration", err);
	while (!status && version < ft_store_schema()) {
		status = ft_store_int(
		    store, &version, FT_STMT_GET_VERSION, NULL, err);
		if (!status)
			status = ft_store_check_schema(store, version, err);
		if (!status && version < ft_store_schema())
			status = ft_store_schema_step(store, version, err);
		status = end(store, status, err);
		if (!status && ++version < ft_store_schema()) {
			ft_store_unlock(store);
			status = begin(store, "migration", err);
		}
	}
	ft_store_unlock(store);
	if (!status)
		store->schema = version;
	return status;
}
