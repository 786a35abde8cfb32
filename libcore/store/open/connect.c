/*
 * connect.c - a connection to the file of a store: SQLite's settings, limits and
 * journal mode.
 */
#include "store/file/file_internal.h"
#include "store/open/open_internal.h"

#ifdef __linux__
#include <sys/vfs.h>
#endif

#define STEPS 10000 /* of SQLite's machine between two checks of the meter */

/* File systems on which shared memory or locks between machines do not work:
 * f_type of statfs(2). */
static const unsigned long network_types[] = {
	0x6969,     /* NFS */
	0x517b,     /* SMB */
	0xff534d42, /* CIFS */
	0xfe534d42, /* SMB2 */
	0x564c,     /* NCP */
	0x5346414f, /* AFS (OpenAFS) */
	0x6b414653, /* AFS (kernel) */
	0x0bd00bd0, /* Lustre */
	0x47504653, /* GPFS */
	0x19830326, /* BeeGFS */
	0x013111a8, /* IBRIX */
	0xaad7aaea, /* PanFS */
	0x00c36400, /* Ceph */
	0x01161970, /* GFS2 */
	0x7461636f, /* OCFS2 */
	0x20030528, /* OrangeFS */
	0x73757245, /* Coda */
	0x01021997, /* 9p */
	0x65735546, /* FUSE */
	0x65735543, /* FUSE control */
	0xa501fcf5, /* VxFS, may be clustered */
};

static bool
is_network(unsigned long type)
{
	for (size_t i = 0; i < FT_COUNT(network_types); i++)
		if ((type & 0xffffffffUL) == network_types[i])
			return true;
	return false;
}

bool
ft_store_on_network(const struct ft_store *store)
{
#ifdef __linux__
	struct statfs place;

	return !statfs(store->real, &place) &&
	       is_network((unsigned long)place.f_type);
#else
	(void)store;
	return false;
#endif
}

static void
set_busy_timeout(struct ft_store *store)
{
	int seconds = store->lock_seconds < 1         ? 1
		      : store->lock_seconds > 1000000 ? 1000000
						      : store->lock_seconds;

	sqlite3_busy_timeout(store->db, seconds * 1000);
}

void
ft_store_single_thread(void)
{
	ft_store_take_memory();
	(void)sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
	(void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	/* no pieces in advance, as it has them anyway: 12 pages of each start */
	(void)sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
	/* no pages in advance: else each sorter of a small store makes 20 */
	(void)sqlite3_config(SQLITE_CONFIG_PAGECACHE, NULL, 0, 0);
}

void
ft_store_harden(sqlite3 *db)
{
	static const struct {
		int what, most;
	} limits[] = {
		/* usage_sum.amounts of ten million associations */
		{ SQLITE_LIMIT_LENGTH, 1 << 28 },
		{ SQLITE_LIMIT_EXPR_DEPTH, 100 },
		{ SQLITE_LIMIT_COMPOUND_SELECT, 20 },
		{ SQLITE_LIMIT_TRIGGER_DEPTH, 10 },
		{ SQLITE_LIMIT_WORKER_THREADS, 0 },
	};

	sqlite3_extended_result_codes(db, 1);
	sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
	for (size_t i = 0; i < FT_COUNT(limits); i++)
		sqlite3_limit(db, limits[i].what, limits[i].most);
	(void)sqlite3_exec(db, "PRAGMA cell_size_check = ON", NULL, NULL, NULL);
}

static int
look_at_meter(void *meter)
{
	ft_meter_look(meter);
	return 0; /* go on */
}

void
ft_store_follow(struct ft_store *store)
{
	if (store->registry.meter)
		sqlite3_progress_handler(
		    store->db, STEPS, look_at_meter, store->registry.meter);
}

enum ft_status
ft_store_connect(struct ft_store *store, const char *name, int flags,
    const char *base, struct ft_error *err)
{
	int code = sqlite3_open_v2(name, &store->db,
	    flags | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_NOMUTEX,
	    store->memory ? NULL : ft_store_vfs_start(store, base));

	if (code) {
		int number = sqlite3_system_errno(store->db);

		(void)ft_fail(err, FT_EIO, "%s: cannot be opened: %s",
		    store->path,
		    number ? strerror(number) : sqlite3_errmsg(store->db));
		sqlite3_close(store->db);
		store->db = NULL;
		return FT_EIO;
	}
	ft_store_harden(store->db);
	ft_store_follow(store);
	set_busy_timeout(store);
	FT_TRY(ft_work_prepare(store, err));
	return ft_store_prepare_functions(store, err);
}

void
ft_store_disconnect(struct ft_store *store)
{
	ft_store_finalize(store);
	sqlite3_close(store->db);
	store->db = NULL;
	ft_store_vfs_stop(store);
}

/* Whether the store is in WAL mode now; a reader may prevent the change, then the
 * next writer tries again. */
static bool
enter_wal(struct ft_store *store)
{
	sqlite3_stmt *stmt;
	bool wal = false;

	sqlite3_busy_timeout(store->db, 0);
	stmt = ft_store_query(store, FT_STMT_SET_WAL, NULL, NULL);
	if (stmt && ft_store_step(store, stmt, NULL) > 0) {
		const void *mode = sqlite3_value_text(ft_column(stmt, NULL));

		wal = mode && !strcmp(mode, "wal");
		sqlite3_reset(stmt);
	}
	set_busy_timeout(store);
	return wal;
}

enum ft_status
ft_store_prepare_writing(struct ft_store *store, struct ft_error *err)
{
	enum ft_status status;
	bool wal;

	if (store->ready)
		return FT_OK;
	status = ft_store_run(store, FT_STMT_SET_FOREIGN_KEYS, NULL, err);
	if (!status)
		status = ft_store_run(store, FT_STMT_SET_CACHE, NULL, err);
	wal = !store->memory && !ft_store_on_network(store) && enter_wal(store);
	if (!status)
		status = ft_store_run(store,
		    wal ? FT_STMT_SET_SYNCHRONOUS
			: FT_STMT_SET_SYNCHRONOUS_FULL,
		    NULL, err);
	store->ready = !status;
	return status;
}
