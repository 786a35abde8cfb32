/* store_init.c - schema and content of a new store; migrations of old ones. */
#include "store/store_int.h"

#include "model/tres.h"

#include "base/str.h"

static const char schema_0001[] = {
#include "store/sql/0001_init.sql.inc"
	0
};

static const char schema_0002[] = {
#include "store/sql/0002_transactions.sql.inc"
	0
};

static const char schema_0003[] = {
#include "store/sql/0003_jobs.sql.inc"
	0
};

static const char schema_0004[] = {
#include "store/sql/0004_reservations.sql.inc"
	0
};

static const char schema_0005[] = {
#include "store/sql/0005_eras.sql.inc"
	0
};

/* Script i brings a store from version i to i + 1, which it sets itself. */
static const char *const migrations[] = { schema_0001, schema_0002, schema_0003,
	schema_0004, schema_0005 };

int64_t
ft_store_schema(void)
{
	return (int64_t)(sizeof migrations / sizeof *migrations);
}

static enum ft_status
fill_tres(struct ft_store *store, int64_t now, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	for (size_t i = 0; !status && i < FT_TRES_BUILTIN; i++)
		status = ft_store_run(store, FT_STMT_ADD_TRES, err, "utti",
		    ft_tres_builtin[i].id, ft_tres_builtin[i].type,
		    ft_tres_builtin[i].name, now);
	return status;
}

static enum ft_status
fill_names(struct ft_store *store, const char *cluster, int64_t now,
    struct ft_error *err)
{
	enum ft_status status;

	status = ft_store_run(store, FT_STMT_ADD_CLUSTER, err, "utttuui",
	    (uint32_t)1, cluster, "", "127.0.0.1", (uint32_t)6817,
	    (uint32_t)9728, now);
	if (!status)
		status = ft_store_run(store, FT_STMT_PUT_CLOCK, err, "uiiii",
		    (uint32_t)1, now, now, (int64_t)0, (int64_t)0);
	if (!status)
		status = ft_store_run(store, FT_STMT_ADD_ACCOUNT, err, "utttui",
		    (uint32_t)1, "root", "default root account", "root",
		    (uint32_t)0, now);
	if (!status)
		status = ft_store_run(store, FT_STMT_ADD_USER, err, "ututi",
		    (uint32_t)1, "root", (uint32_t)FT_ADMIN_ADMINISTRATOR, "",
		    now);
	if (!status)
		status = ft_store_run(store, FT_STMT_ADD_QOS, err,
		    "uttuuiuirrri", (uint32_t)1, "normal", "Normal QOS default",
		    (uint32_t)0, (uint32_t)0, (int64_t)0, (uint32_t)0,
		    (int64_t)-1, 1.0, -1.0, -1.0, now);
	return status;
}

/* Associations 1 and 2: account root, and user root in it. */
static enum ft_status
fill_tree(struct ft_store *store, int64_t now, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	for (uint32_t i = 0; !status && i < 2; i++)
		status = ft_store_run(store, FT_STMT_ADD_ASSOC, err,
		    "uuuoooduboitu", i + 1, (uint32_t)1, (uint32_t)1, i,
		    (uint32_t)0, i, (int32_t)0, (uint32_t)1, (int)i,
		    (uint32_t)0, now, "", i + 1);
	if (!status)
		status = ft_store_run(store, FT_STMT_PUT_HIGH_ID, err, "tuu",
		    "assoc", (uint32_t)1, (uint32_t)2);
	if (!status)
		status = ft_store_run(store, FT_STMT_ADD_ASSOC_QOS, err, "uut",
		    (uint32_t)1, (uint32_t)1, "=");
	return status;
}

/* What slurmdbd notes of its first cluster, and of slurmctld's coming. */
static enum ft_status
fill_notes(struct ft_store *store, const char *cluster, int64_t now,
    struct ft_error *err)
{
	enum ft_status status = ft_store_run(store, FT_STMT_ADD_TXN, err,
	    "oiutttt", (uint32_t)0, now, (uint32_t)1405, "root", "", cluster,
	    "shares=1, grp_jobs=NULL, grp_jobs_accrue=NULL, "
	    "grp_submit_jobs=NULL, grp_wall=NULL, max_jobs=NULL, "
	    "max_jobs_accrue=NULL, min_prio_thresh=NULL, max_submit_jobs=NULL, "
	    "max_wall_pj=NULL, priority=NULL, def_qos_id=NULL, qos=',1,', "
	    "federation='', fed_id=0, fed_state=0, features=''");

	struct ft_str subject;

	if (!status)
		status = ft_store_run(store, FT_STMT_ADD_TXN, err, "oiutttt",
		    (uint32_t)0, now, (uint32_t)1404, "root", cluster,
		    "id_assoc=2", "acct='root', user='root', is_def=1");
	ft_str_init(&subject);
	ft_str_addf(&subject, "name='%s'", cluster);
	if (!status)
		status = ft_store_run(store, FT_STMT_ADD_TXN, err, "oiutttt",
		    (uint32_t)0, now, (uint32_t)1430, "root", "",
		    ft_str_text(&subject),
		    "control_host='127.0.0.1', control_port=6817, "
		    "last_port=6817, rpc_version=9728, dimensions=1, "
		    "plugin_id_select=109, flags=128");
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
	enum ft_status status;

	status = ft_store_script(store, schema_0001, err);
	for (size_t i = 1;
	     !status && i < sizeof migrations / sizeof *migrations; i++)
		status = ft_store_script(store, migrations[i], err);
	if (!status)
		status = fill_tres(store, now, err);
	if (!status)
		status = fill_names(store, cluster, now, err);
	if (!status)
		status = fill_tree(store, now, err);
	if (!status)
		status = fill_notes(store, cluster, now, err);
	if (!status)
		status = ft_store_run(store, FT_STMT_PUT_SETTING, err, "tt",
		    "FairTreeTies",
		    options->slurm_ties ? "slurm" : "documented");
	return status;
}

/* Run within one write transaction, kept from half-done by its depth. */
static enum ft_status
begin(struct ft_store *store, const char *what, struct ft_error *err)
{
	enum ft_status status = ft_store_lock(store, what, err);

	if (status)
		return status;
	status = ft_store_run(store, FT_STMT_BEGIN_WRITE, err, "");
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
		status = ft_store_run(store, FT_STMT_COMMIT, err, "");
	if (status && !sqlite3_get_autocommit(store->db))
		(void)ft_store_run(store, FT_STMT_ROLLBACK, NULL, "");
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
	status = ft_store_int(store, &objects, FT_STMT_COUNT_OBJECTS, err, "");
	/* another process may have been first */
	if (!status)
		status = objects ? ft_store_check_schema(
				       store, ft_store_schema(), err)
				 : fill(store, options, err);
	status = end(store, status, err);
	if (!status)
		status = ft_store_ready(store, err);
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
	    ft_store_run(store, FT_STMT_UNSET_FOREIGN_KEYS, err, "");

	if (!status)
		status = begin(store, "migration", err);
	while (!status && version < ft_store_schema()) {
		status =
		    ft_store_int(store, &version, FT_STMT_GET_VERSION, err, "");
		if (!status)
			status = ft_store_check_schema(store, version, err);
		if (!status && version < ft_store_schema())
			status =
			    ft_store_script(store, migrations[version], err);
		status = end(store, status, err);
		if (!status && ++version < ft_store_schema()) {
			ft_store_unlock(store);
			status = begin(store, "migration", err);
		}
	}
	ft_store_unlock(store);
	return status;
}
