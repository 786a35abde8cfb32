/* error.c - errors of SQLite and damaged rows, in our words. */
#include "store/file/file_internal.h"
#include "store/internal.h"
#include "store/row/column_internal.h"

int
ft_store_errno(struct ft_store *store)
{
	int number = sqlite3_system_errno(store->db);

	if ((sqlite3_errcode(store->db) & 0xff) == SQLITE_FULL)
		return ENOSPC;
	/* a commit that failed left it with the file only */
	if (!number)
		sqlite3_file_control(
		    store->db, "main", SQLITE_FCNTL_LAST_ERRNO, &number);
	return number;
}

static enum ft_status
describe(struct ft_store *store, struct ft_error *err)
{
	int code = sqlite3_extended_errcode(store->db);
	int number = ft_store_errno(store);
	const char *path = store->path;

	switch (code & 0xff) {
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return ft_fail(err, FT_EBUSY,
		    "%s: locked by another program for too long", path);
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		return ft_fail(err, FT_EFOREIGN, "%s: damaged: %s", path,
		    sqlite3_errmsg(store->db));
	case SQLITE_TOOBIG:
		return ft_fail(err, FT_EFOREIGN,
		    "%s: damaged: a value is larger than any that this "
		    "program writes",
		    path);
	case SQLITE_FULL:
		return ft_fail(
		    err, FT_EIO, "%s: cannot write: disk is full", path);
	case SQLITE_PERM:
		return ft_fail(err, FT_EIO,
		    "%s%s: not made by this program: it names another file, or "
		    "was put there just now (remove it)",
		    path, ft_store_vfs_refused(store));
	case SQLITE_READONLY:
		return ft_fail(err, FT_EREADONLY, "%s: cannot be written: %s",
		    path, sqlite3_errmsg(store->db));
	case SQLITE_IOERR:
	case SQLITE_CANTOPEN:
		return ft_fail(err, FT_EIO, "%s: %s%s%s", path,
		    sqlite3_errstr(code), number ? ": " : "",
		    number ? strerror(number) : "");
	case SQLITE_CONSTRAINT:
		if (code == SQLITE_CONSTRAINT_UNIQUE ||
		    code == SQLITE_CONSTRAINT_PRIMARYKEY)
			return ft_fail(err, FT_EEXIST, "%s: already there: %s",
			    path, sqlite3_errmsg(store->db));
		return ft_fail(err, FT_EINVAL, "%s: refused: %s", path,
		    sqlite3_errmsg(store->db));
	default:
		return ft_fail(
		    err, FT_EIO, "%s: %s", path, sqlite3_errmsg(store->db));
	}
}

enum ft_status
ft_store_fail_damaged(struct ft_store *store, struct ft_error *err)
{
	ft_error_prefix(err, "%s: damaged: ", store->path);
	if (err)
		err->status = FT_EFOREIGN;
	return FT_EFOREIGN;
}

enum ft_status
ft_store_fail(struct ft_store *store, struct ft_error *err)
{
	enum ft_status status = describe(store, err);
	size_t path = strlen(store->path);

	/* SQLite may quote a damaged file, with its newlines */
	if (err && strlen(err->text) > path)
		for (char *c = err->text + path; *c; c++)
			if (*c == '\n' || *c == '\t')
				*c = ' ';
	return status;
}

enum ft_status
ft_store_fail_absent(
    struct ft_store *store, const char *table, struct ft_error *err)
{
	return ft_fail(err, FT_ENOENT,
	    "%s: a row%s%s is missing (see facctmgr check)", store->path,
	    table ? " of table " : "", table ? table : "");
}

enum ft_status
ft_store_fail_value(struct ft_store *store, const struct ft_column *column,
    sqlite3_value *key, sqlite3_value *value, struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_column_describe(&text, column, key, value);
	return ft_fail(err, FT_EFOREIGN, "%s: damaged: %s", store->path,
	    ft_str_text(&text));
}
