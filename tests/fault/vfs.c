/* vfs.c - a file system for SQLite that fails on request. */
#include "fault/vfs.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "tap/tap.h"

static struct {
	enum fault_kind kind;
	long n, count;
} state;

static sqlite3_vfs *base;
static sqlite3_vfs shim;
static sqlite3_io_methods methods;

struct file {
	sqlite3_file head;  /* what SQLite sees */
	sqlite3_file *real; /* stands right behind */
};

static sqlite3_file *
real(sqlite3_file *file)
{
	return ((struct file *)file)->real;
}

static bool
is_due(bool write)
{
	state.count++;
	if (state.kind == FAULT_FULL)
		return write && state.count >= state.n;
	return state.kind != FAULT_NONE && state.kind != FAULT_NO_INDEX &&
	       state.count == state.n;
}

static int
x_close(sqlite3_file *file)
{
	return real(file)->pMethods->xClose(real(file));
}

static int
x_read(sqlite3_file *file, void *to, int size, sqlite3_int64 at)
{
	return real(file)->pMethods->xRead(real(file), to, size, at);
}

static int
x_write(sqlite3_file *file, const void *from, int size, sqlite3_int64 at)
{
	sqlite3_file *f = real(file);

	if (!is_due(true))
		return f->pMethods->xWrite(f, from, size, at);
	if (state.kind == FAULT_KILL) {
		(void)f->pMethods->xWrite(f, from, size / 2, at);
		kill(getpid(), SIGKILL);
	}
	return state.kind == FAULT_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int
x_truncate(sqlite3_file *file, sqlite3_int64 size)
{
	sqlite3_file *f = real(file);

	if (!is_due(false))
		return f->pMethods->xTruncate(f, size);
	if (state.kind == FAULT_KILL)
		kill(getpid(), SIGKILL);
	return SQLITE_IOERR_TRUNCATE;
}

static int
x_sync(sqlite3_file *file, int flags)
{
	sqlite3_file *f = real(file);

	if (!is_due(false))
		return f->pMethods->xSync(f, flags);
	if (state.kind == FAULT_KILL)
		kill(getpid(), SIGKILL);
	return SQLITE_IOERR_FSYNC;
}

static int
x_size(sqlite3_file *file, sqlite3_int64 *size)
{
	return real(file)->pMethods->xFileSize(real(file), size);
}

static int
x_lock(sqlite3_file *file, int level)
{
	return real(file)->pMethods->xLock(real(file), level);
}

static int
x_unlock(sqlite3_file *file, int level)
{
	return real(file)->pMethods->xUnlock(real(file), level);
}

static int
x_check(sqlite3_file *file, int *out)
{
	return real(file)->pMethods->xCheckReservedLock(real(file), out);
}

static int
x_control(sqlite3_file *file, int op, void *arg)
{
	return real(file)->pMethods->xFileControl(real(file), op, arg);
}

static int
x_sector(sqlite3_file *file)
{
	return real(file)->pMethods->xSectorSize(real(file));
}

static int
x_device(sqlite3_file *file)
{
	return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int
x_shm_map(
    sqlite3_file *file, int page, int size, int extend, void volatile **out)
{
	if (state.kind == FAULT_NO_INDEX && extend) {
		state.count++;
		errno = ENOSPC;
		return SQLITE_IOERR_SHMSIZE;
	}
	return real(file)->pMethods->xShmMap(
	    real(file), page, size, extend, out);
}

static int
x_shm_lock(sqlite3_file *file, int offset, int n, int flags)
{
	return real(file)->pMethods->xShmLock(real(file), offset, n, flags);
}

static void
x_shm_barrier(sqlite3_file *file)
{
	real(file)->pMethods->xShmBarrier(real(file));
}

static int
x_shm_unmap(sqlite3_file *file, int remove)
{
	return real(file)->pMethods->xShmUnmap(real(file), remove);
}

static int
x_open(
    sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
	struct file *f = (struct file *)file;
	int code;

	(void)vfs;
	f->real = (sqlite3_file *)(f + 1);
	code = base->xOpen(base, name, f->real, flags, out);
	file->pMethods = f->real->pMethods ? &methods : NULL;
	return code;
}

static int
x_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
	(void)vfs;
	if (!is_due(false))
		return base->xDelete(base, name, sync);
	if (state.kind == FAULT_KILL)
		kill(getpid(), SIGKILL);
	return SQLITE_IOERR_DELETE;
}

void
fault_install(void)
{
	base = sqlite3_vfs_find(NULL);
	if (!base)
		bail("no VFS");
	shim = *base;
	shim.zName = "fault";
	shim.szOsFile = (int)sizeof(struct file) + base->szOsFile;
	shim.xOpen = x_open;
	shim.xDelete = x_delete;
	methods = (sqlite3_io_methods){
		.iVersion = 2,
		.xClose = x_close,
		.xRead = x_read,
		.xWrite = x_write,
		.xTruncate = x_truncate,
		.xSync = x_sync,
		.xFileSize = x_size,
		.xLock = x_lock,
		.xUnlock = x_unlock,
		.xCheckReservedLock = x_check,
		.xFileControl = x_control,
		.xSectorSize = x_sector,
		.xDeviceCharacteristics = x_device,
		.xShmMap = x_shm_map,
		.xShmLock = x_shm_lock,
		.xShmBarrier = x_shm_barrier,
		.xShmUnmap = x_shm_unmap,
	};
	if (sqlite3_vfs_register(&shim, 1))
		bail("the VFS is refused");
}

void
fault_arm(enum fault_kind kind, long n)
{
	state.kind = kind;
	state.n = n;
	state.count = 0;
}

long
fault_disarm(void)
{
	long count = state.count;

	state.kind = FAULT_NONE;
	state.count = 0;
	return count;
}
