/*
 * path.c - where the store is, and whether it may be written there.
 *
 * The path is resolved once; the names of the lock, log and journal are derived
 * from the result.  SQLite opens and trusts any log or journal beside a store, so
 * these files are checked first.
 */
#include "store/file/file_internal.h"

#include "base/text/path.h"

#include <fcntl.h>
#include <unistd.h>

/* What SQLite keeps beside the file. */
static const char *const companions[] = { "-journal", "-wal", "-shm" };

enum ft_status
ft_store_check_companions(const struct ft_store *store, struct ft_error *err)
{
	struct stat there;

	for (size_t i = 0; i < FT_COUNT(companions); i++)
		FT_TRY(
		    ft_beside_check(store->real, companions[i], &there, err));
	return FT_OK;
}

int64_t
ft_store_size_beside(const struct ft_store *store, const char *suffix)
{
	struct stat there;

	return ft_beside_check(store->real, suffix, &there, NULL) ||
		       !there.st_mode
		   ? -1
		   : (int64_t)there.st_size;
}

/* Create the file with the mode that umask leaves; SQLite would use 0644. */
static enum ft_status
make_file(struct ft_store *store, struct ft_error *err)
{
	int fd = open(store->real,
	    O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);

	if (fd < 0)
		return errno == EEXIST /* another process was faster */
			   ? FT_OK
			   : ft_fail(err, FT_EIO, "%s: cannot be created: %s",
				 store->path, strerror(errno));
	(void)close(fd); /* not opened by SQLite yet: no lock is lost */
	store->made_file = true;
	return FT_OK;
}

enum ft_status
ft_store_locate(struct ft_store *store, bool create, struct ft_error *err)
{
	struct ft_path found;
	struct ft_error why = { 0 };
	enum ft_status status = ft_path_find(&found, store->path, &why);

	if (!create && (status == FT_ENOENT || (!status && !found.present)))
		status =
		    ft_fail(err, FT_ENOENT, "%s: no such store", store->path);
	else if (status)
		status = ft_fail(err, FT_EIO, "%s: cannot be opened: %s",
		    store->path, why.text);
	else if (found.present && S_ISDIR(found.info.st_mode))
		status =
		    ft_fail(err, FT_EIO, "%s: is a directory", store->path);
	else if (found.present && !S_ISREG(found.info.st_mode))
		status = ft_fail(err, FT_EFOREIGN,
		    "%s: not a fairtree store: not a regular file",
		    store->path);
	store->real = found.path;
	store->links = found.present ? found.info.st_nlink : 1;
	if (!status)
		status = ft_store_check_companions(store, err);
	if (!status && !found.present)
		status = make_file(store, err);
	return status;
}

enum ft_status
ft_store_fail_read_only(const struct ft_store *store, struct ft_error *err)
{
	if (store->links > 1)
		return ft_fail(err, FT_EREADONLY,
		    "%s: has %lu names (hard links), so it can only be read "
		    "(remove the other names, or save a copy)",
		    store->path, (unsigned long)store->links);
	switch (store->file_error) {
	case 0:
	case EACCES:
	case EROFS:
		return ft_fail(err, FT_EREADONLY, "%s: cannot be written%s",
		    store->path,
		    store->file_read_only
			? ": permission denied or read-only place"
			: "");
	default:
		return ft_fail(err, FT_EREADONLY, "%s: cannot be written: %s",
		    store->path, strerror(store->file_error));
	}
}

bool
ft_store_is_gone(const struct ft_store *store)
{
	int moved = 0;

	return !store->memory &&
	       !sqlite3_file_control(
		   store->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved) &&
	       moved;
}

enum ft_status
ft_store_check_path(struct ft_store *store, struct ft_error *err)
{
	struct stat now;

	if (stat(store->real, &now) || ft_store_is_gone(store))
		return ft_fail(err, FT_EABSENT,
		    "%s: the store was deleted or replaced by another file",
		    store->path);
	store->links = now.st_nlink;
	return store->links > 1 ? ft_store_fail_read_only(store, err)
				: ft_store_check_companions(store, err);
}

sqlite3_file *
ft_store_file(struct ft_store *store)
{
	sqlite3_file *file = NULL;

	return sqlite3_file_control(
		   store->db, "main", SQLITE_FCNTL_FILE_POINTER, &file) ||
		       !file || !file->pMethods
		   ? NULL
		   : file;
}

static void
remove_file(const struct ft_store *store, const char *suffix)
{
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_addf(&name, "%s%s", store->real, suffix);
	(void)unlink(ft_str_text(&name));
}

void
ft_store_remove(const struct ft_store *store, bool with_lock)
{
	for (size_t i = 0; i < FT_COUNT(companions); i++)
		remove_file(store, companions[i]);
	remove_file(store, "");
	if (with_lock)
		remove_file(store, "-lock");
}
