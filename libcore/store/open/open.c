/*
 * open.c - from a path to a connection, and removing a tentative store.
 *
 * Files are checked before SQLite opens them, so that a file that is not a store
 * is never changed, nor are its log and journal.
 */
#include "store/file/file_internal.h"
#include "store/open/open_internal.h"

#include <sys/stat.h>

enum content { EMPTY, OURS, FOREIGN };
enum { UTF_8 = 1 }; /* as a file's header has it; 0: no text yet */

struct header {
	enum content content;
	bool wal;
};

static char *
immutable_name(const char *path)
{
	struct ft_str name = { 0 };

	ft_str_add(&name, "file:");
	for (; *path; path++) {
		if (strchr("%?#", *path))
			ft_str_addf(&name, "%%%02x", (unsigned char)*path);
		else
			ft_str_add_char(&name, *path);
	}
	ft_str_add(&name, "?immutable=1");
	return ft_str_take(&name);
}

static uint32_t
big32(const unsigned char *at)
{
	return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 |
	       (uint32_t)at[2] << 8 | at[3];
}

static enum ft_status
read_header(struct ft_store *store, struct header *header, struct ft_error *err)
{
	unsigned char page[100];
	sqlite3_file *file = ft_store_file(store);
	sqlite3_int64 size = 0;
	int code;

	*header = (struct header){ FOREIGN, false };
	if (!file || file->pMethods->xFileSize(file, &size))
		return ft_store_fail(store, err);
	if (size == 0) {
		header->content = EMPTY;
		return FT_OK;
	}
	if (size < (sqlite3_int64)sizeof page)
		return FT_OK;
	code = file->pMethods->xRead(file, page, sizeof page, 0);
	if (code)
		return ft_fail(err, FT_EIO, "%s: cannot be read: %s",
		    store->path, sqlite3_errstr(code));
	if (memcmp(page, "SQLite format 3", 16) == 0 &&
	    big32(page + 68) == FT_STORE_APPLICATION)
		header->content = OURS;
	header->wal = page[18] == 2;
	/* texts are compared byte by byte; SQLite fixes this for a file's life */
	if (header->content == OURS && big32(page + 56) > UTF_8)
		return ft_fail(err, FT_EFOREIGN,
		    "%s: its texts are in UTF-16 (copy its dump into a new "
		    "file, "
		    "which is in UTF-8)",
		    store->path);
	return FT_OK;
}

/* Leave WAL mode: it needs shared memory, which network file systems lack. */
static enum ft_status
leave_wal(struct ft_store *store, struct ft_error *err)
{
	FT_TRY(ft_store_run(store, FT_STMT_SET_EXCLUSIVE, NULL, err));
	FT_TRY(ft_store_run(store, FT_STMT_SET_ROLLBACK, NULL, err));
	return ft_store_run(store, FT_STMT_SET_SHARED, NULL, err);
}

/* Open the file as immutable: without a log it is the whole store. */
static enum ft_status
read_file_alone(struct ft_store *store, struct ft_error *err)
{
	char *name = immutable_name(store->real);
	enum ft_status status = ft_store_connect(
	    store, name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL, err);
	sqlite3_file *file = status ? NULL : ft_store_file(store);

	ft_free(name);
	/* a writer that closes now must not remove its log: this lock makes it
	 * leave the log for the next one */
	if (file)
		(void)file->pMethods->xLock(file, SQLITE_LOCK_SHARED);
	return status;
}

/*
 * SQLite writes beside a store in WAL mode even to read it.  Where it may not,
 * read the log without locks and with its index in memory, and leave the log as
 * it is: nobody else can have opened the store there.
 * Source: SQLite, "Read-Only Databases" in wal.html.
 */
static enum ft_status
read_in_place(struct ft_store *store, struct ft_error *err)
{
	ft_store_disconnect(store);
	store->file_read_only = true;
	if (ft_store_size_beside(store, "-wal") <= 0)
		return read_file_alone(store, err);
	FT_TRY(ft_store_connect(
	    store, store->real, SQLITE_OPEN_READONLY, "unix-none", err));
	sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	return ft_store_run(store, FT_STMT_SET_EXCLUSIVE, NULL, err);
}

/*
 * A user who cannot write the store must not create files beside it either: they
 * would belong to that user, and block those who can write.
 */
static bool
must_leave_no_trace(const struct ft_store *store, const struct header *header)
{
	return header->wal && store->file_read_only &&
	       (ft_store_size_beside(store, "-wal") < 0 ||
		   ft_store_size_beside(store, "-shm") < 0);
}

static bool
is_refused_writing(const struct ft_store *store)
{
	int code = sqlite3_extended_errcode(store->db);

	return (code & 0xff) == SQLITE_CANTOPEN || code == SQLITE_READONLY ||
	       code == SQLITE_READONLY_CANTINIT ||
	       code == SQLITE_READONLY_RECOVERY ||
	       code == SQLITE_READONLY_DIRECTORY || code == SQLITE_IOERR_LOCK ||
	       code == SQLITE_IOERR_SHMOPEN ||
	       /* no space for the index of the log, needed even to read */
	       code == SQLITE_FULL || code == SQLITE_IOERR_SHMSIZE ||
	       code == SQLITE_IOERR_WRITE;
}

static enum ft_status
read_version(struct ft_store *store, const struct header *header,
    int64_t *version, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	if (must_leave_no_trace(store, header))
		status = read_in_place(store, err);
	else if (header->wal && ft_store_on_network(store))
		status = leave_wal(store, err);
	if (!status)
		status = ft_store_int(
		    store, version, FT_STMT_GET_VERSION, NULL, err);
	if (status && header->wal && is_refused_writing(store)) {
		store->file_error = ft_store_errno(store);
		status = read_in_place(store, err);
		if (!status)
			status = ft_store_int(
			    store, version, FT_STMT_GET_VERSION, NULL, err);
	}
	if (status &&
	    sqlite3_extended_errcode(store->db) == SQLITE_READONLY_ROLLBACK)
		return ft_fail(err, FT_EREADONLY,
		    "%s: an interrupted change must be rolled back first: open "
		    "the store once where it can be written",
		    store->path);
	return status;
}

/* Check version and schema in one snapshot: another program may just migrate. */
static enum ft_status
check_snapshot(struct ft_store *store, int64_t *version, struct ft_error *err)
{
	enum ft_status status = ft_store_freeze(store, err);

	if (!status)
		status = ft_store_int(
		    store, version, FT_STMT_GET_VERSION, NULL, err);
	if (!status)
		status = ft_store_check_schema(store, *version, err);
	ft_store_thaw(store);
	return status;
}

static enum ft_status
check_version(struct ft_store *store, const struct ft_store_options *options,
    int64_t version, struct ft_error *err)
{
	int64_t objects = 1;
	enum ft_status status;

	if (options->examine && version > 0 && version <= ft_store_schema())
		return FT_OK;
	if (version > ft_store_schema())
		return ft_fail(err, FT_ENEWER,
		    "%s: made by a newer fairtree (version %lld of the store; "
		    "this program supports %lld)",
		    store->path, (long long)version,
		    (long long)ft_store_schema());
	if (version <= 0) {
		/* an interrupted creation may just have been rolled back */
		status = ft_store_int(
		    store, &objects, FT_STMT_COUNT_OBJECTS, NULL, err);
		if (status)
			return status;
		if (objects || version < 0 || !options->create ||
		    store->file_read_only)
			return ft_fail(err, FT_EFOREIGN,
			    "%s: not a fairtree store", store->path);
		return ft_store_create(store, options, err);
	}
	status = check_snapshot(store, &version, err);
	if (status || version == ft_store_schema())
		return status;
	if (!store->read_only && !store->file_read_only)
		return ft_store_migrate(store, version, err);
	store->schema = version;
	return version >= ft_store_schema_readable()
		   ? FT_OK
		   : ft_fail(err, FT_EREADONLY,
			 "%s: made by an older fairtree, and cannot be "
			 "updated here (read only)",
			 store->path);
}

static enum ft_status
attach_file(struct ft_store *store, const struct ft_store_options *options,
    struct ft_error *err)
{
	struct header header;
	int64_t version = 0;
	enum ft_status status = ft_store_connect(store, store->real,
	    store->links > 1 ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE,
	    NULL, err);

	if (!status)
		status = read_header(store, &header, err);
	if (status)
		return status;
	store->file_read_only = sqlite3_db_readonly(store->db, "main") == 1;
	if (header.content == EMPTY && options->create &&
	    !store->file_read_only)
		return ft_store_create(store, options, err);
	if (header.content == EMPTY)
		return ft_fail(err, FT_EFOREIGN,
		    "%s: not a fairtree store: the file is empty", store->path);
	/* a half-written first page is a store only if its journal is here */
	if (header.content == FOREIGN &&
	    ft_store_size_beside(store, "-journal") <= 0)
		return ft_fail(
		    err, FT_EFOREIGN, "%s: not a fairtree store", store->path);
	status = read_version(store, &header, &version, err);
	/* a companion that SQLite has opened may have appeared since */
	if (!status)
		status = ft_store_check_companions(store, err);
	if (!status && header.content == FOREIGN) {
		status = read_header(store, &header, err);
		if (!status && header.content == FOREIGN)
			status = ft_fail(err, FT_EFOREIGN,
			    "%s: not a fairtree store", store->path);
	}
	return status ? status : check_version(store, options, version, err);
}

enum ft_status
ft_store_attach(struct ft_store *store, const struct ft_store_options *options,
    struct ft_error *err)
{
	enum ft_status status;

	if (!store->memory) {
		status = ft_store_locate(store, options->create, err);
		if (!status)
			status = attach_file(store, options, err);
		return status || options->examine
			   ? status
			   : ft_store_remember_schema(store, err);
	}
	status = ft_store_connect(
	    store, ":memory:", SQLITE_OPEN_READWRITE, NULL, err);
	return status ? status : ft_store_create(store, options, err);
}

/* Returns whether nobody else uses the file; STORE cannot be used after this. */
static bool
is_alone(struct ft_store *store)
{
	sqlite3_file *file = ft_store_file(store);

	return file && !file->pMethods->xLock(file, SQLITE_LOCK_SHARED) &&
	       !file->pMethods->xLock(file, SQLITE_LOCK_EXCLUSIVE);
}

void
ft_store_remove_tentative(struct ft_store *store)
{
	enum ft_status locked;
	struct stat place;
	int64_t version;
	bool as_made;

	if (!store->made_file || store->kept)
		return;
	store->lock_seconds = 0;
	locked = store->db ? ft_store_lock(store, "", NULL) : FT_EIO;
	as_made = !stat(store->real, &place) &&
		  (place.st_size == 0 ||
		      (!locked && store->filled &&
			  !ft_store_version(store, &version, NULL) &&
			  version == store->filled));
	ft_store_finalize(store);
	/* processes that wait for the lock find that the store is gone */
	if (locked != FT_EBUSY && as_made && (!store->db || is_alone(store)))
		ft_store_remove(store, !locked);
	ft_store_unlock(store);
}
