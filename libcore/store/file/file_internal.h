/*
 * file_internal.h - the file of a store: where it is, what is beside it, and
 * who may write it now.  Nothing here runs SQL.
 *
 * Beside PATH are PATH-wal, PATH-shm and PATH-journal, which SQLite opens by
 * itself, PATH-lock with the queue of writers, and PATH-run with the lock on
 * the clock.
 */
#ifndef FT_STORE_FILE_FILE_INTERNAL_H
#define FT_STORE_FILE_FILE_INTERNAL_H

#include "store/internal.h"

/* ---- path.c ----------------------------------------------------------------- */

/*
 * Set store->real and store->links, check all files that SQLite would open, and
 * make an empty file if there is none and CREATE is set.
 */
enum ft_status ft_store_locate(
    struct ft_store *store, bool create, struct ft_error *err);
/* FT_EABSENT, FT_EREADONLY: the file is gone, or has a second name by now.
 * Called before each change. */
enum ft_status ft_store_check_path(
    struct ft_store *store, struct ft_error *err);
/* Report why the store can only be read; returns FT_EREADONLY. */
enum ft_status ft_store_fail_read_only(
    const struct ft_store *store, struct ft_error *err);
/* FT_EIO: a file that SQLite would open beside the store is not its own. */
enum ft_status ft_store_check_companions(
    const struct ft_store *store, struct ft_error *err);
/* Returns the bytes of the file PATH SUFFIX; -1 if there is none. */
int64_t ft_store_size_beside(const struct ft_store *store, const char *suffix);
/* Remove the store and what SQLite keeps beside it; and the lock file. */
void ft_store_remove(const struct ft_store *store, bool with_lock);
/*
 * Returns SQLite's handle of the file, NULL if there is none.  The file is read
 * through this handle only: closing any other descriptor of the file would
 * release all POSIX locks that this process has on it.
 */
sqlite3_file *ft_store_file(struct ft_store *store);

/* ---- vfs.c: what SQLite may open beside the store ---------------------------- */

/*
 * Make the file system of STORE on top of the one named BASE (NULL: SQLite's
 * own); returns its name for sqlite3_open_v2.
 */
const char *ft_store_vfs_start(struct ft_store *store, const char *base);
/* After SQLITE_PERM: returns the suffix of the companion that was refused. */
const char *ft_store_vfs_refused(const struct ft_store *store);
/* After the connection was closed. */
void ft_store_vfs_stop(struct ft_store *store);

/* ---- lock.c: the queue of writers -------------------------------------------- */

/* Wait until this process may write.  FT_EBUSY: it waited for
 * store->lock_seconds.  COMMAND: shown to those who wait in vain. */
enum ft_status ft_store_lock(
    struct ft_store *store, const char *command, struct ft_error *err);
void ft_store_unlock(struct ft_store *store);
/* Also gives the clock back. */
void ft_store_lock_close(struct ft_store *store);

#endif
