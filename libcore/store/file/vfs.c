/*
 * vfs.c - what SQLite may open beside a store: only its own log and journal, and
 * only the files that ft_beside_check has accepted.
 *
 * A journal can name another file, a super-journal, which SQLite deletes after
 * playing the journal back.  A forged journal could thus delete any file of the
 * user who reads the store.  This program never writes such a journal.
 */
#include "store/file/file_internal.h"

#include "base/text/path.h"

struct ft_store_vfs {
	sqlite3_vfs vfs; /* first: SQLite hands it back */
	sqlite3_vfs *base;
	char *real;         /* of the store */
	const char *looked; /* the last companion looked at */
	char name[40];
};

/* Returns the suffix if NAME is a log or journal of the store, else NULL. */
static const char *
suffix_of(const struct ft_store_vfs *own, const char *name, int flags)
{
	size_t n = strlen(own->real);

	return flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL) && name &&
		       !strncmp(name, own->real, n)
		   ? name + n
		   : NULL;
}

/* Whether the file was replaced since BEFORE. */
static bool
is_other(const struct ft_store_vfs *own, const char *suffix,
    const struct stat *before)
{
	struct stat now;

	return ft_beside_check(own->real, suffix, &now, NULL) || !now.st_mode ||
	       (before->st_mode && (now.st_ino != before->st_ino ||
				       now.st_dev != before->st_dev));
}

/*
 * Whether the journal FILE ends with the name of a super-journal.
 * Source: sqlite.org/fileformat2.html, section 3.
 */
static bool
names_another(sqlite3_file *file)
{
	static const unsigned char magic[] = { 0xd9, 0xd5, 0x05, 0xf9, 0x20,
		0xa1, 0x63, 0xd7 };
	unsigned char end[sizeof magic];
	sqlite3_int64 size = 0;

	return !file->pMethods->xFileSize(file, &size) &&
	       size > (sqlite3_int64)sizeof end &&
	       !file->pMethods->xRead(
		   file, end, sizeof end, size - (sqlite3_int64)sizeof end) &&
	       !memcmp(end, magic, sizeof magic);
}

static int
open_file(
    sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
	struct ft_store_vfs *own = (struct ft_store_vfs *)vfs;
	const char *suffix = suffix_of(own, name, flags);
	struct stat before;
	int code;

	file->pMethods = NULL;
	if (flags & SQLITE_OPEN_SUPER_JOURNAL)
		return SQLITE_PERM;
	if (suffix)
		own->looked = flags & SQLITE_OPEN_WAL ? "-wal" : "-journal";
	if (suffix && ft_beside_check(own->real, suffix, &before, NULL))
		return SQLITE_PERM;
	code = own->base->xOpen(own->base, name, file, flags, out);
	if (code || !suffix ||
	    (!is_other(own, suffix, &before) && !names_another(file)))
		return code;
	file->pMethods->xClose(file);
	file->pMethods = NULL;
	return SQLITE_PERM;
}

const char *
ft_store_vfs_start(struct ft_store *store, const char *base)
{
	struct ft_store_vfs *own;

	sqlite3_initialize();
	own = ft_calloc(1, sizeof *own);
	own->base = sqlite3_vfs_find(base);
	own->vfs = *own->base;
	own->vfs.pNext = NULL;
	own->vfs.xOpen = open_file;
	own->real = ft_strdup(store->real);
	(void)snprintf(own->name, sizeof own->name, "fairtree-%p", (void *)own);
	own->vfs.zName = own->name;
	(void)sqlite3_vfs_register(&own->vfs, 0);
	store->vfs = own;
	return own->name;
}

const char *
ft_store_vfs_refused(const struct ft_store *store)
{
	return store->vfs && store->vfs->looked ? store->vfs->looked : "";
}

void
ft_store_vfs_stop(struct ft_store *store)
{
	if (!store->vfs)
		return;
	(void)sqlite3_vfs_unregister(&store->vfs->vfs);
	ft_free(store->vfs->real);
	ft_free(store->vfs);
	store->vfs = NULL;
}
