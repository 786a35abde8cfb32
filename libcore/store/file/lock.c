/*
 * lock.c - the queue of writers, in a file beside the store.
 *
 * SQLite lets waiting writers race, and one may lose for seconds.  Here every
 * writer draws a ticket and waits until all earlier tickets are returned.  A
 * ticket is a lock on one byte of PATH-lock, so the system returns it when its
 * process dies.  POSIX locks, because F_GETLK reports their owner, and they work
 * over NFS.  The file contains the last ticket, and the writer's pid and command.
 * It is never removed: removing it would race with waiters.
 */
#include "store/file/file_internal.h"

#include "base/text/path.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define COUNTER_BYTE   ((off_t)0)    /* locked while the counter is changed */
#define FIRST_BYTE     ((off_t)1024) /* of ticket 0 */
#define COUNTER_DIGITS 20
#define HOLDER_OFFSET  (COUNTER_DIGITS + 1)
#define HOLDER_SIZE    400
#define TICKET_MAX     INT64_C(1000000000000000)

/* Microseconds: short sleeps first, so that short waits stay short. */
enum { STEP_SHORT = 100, STEP_MIDDLE = 1000, STEP_LONG = 5000 };
enum { SHORT_UNTIL = 5000, MIDDLE_UNTIL = 1000000 };

struct wait {
	int64_t spent, total; /* microseconds */
};

static bool
sleep_step(struct wait *wait)
{
	int64_t step = wait->spent < SHORT_UNTIL    ? STEP_SHORT
		       : wait->spent < MIDDLE_UNTIL ? STEP_MIDDLE
						    : STEP_LONG;
	struct timespec time = { 0, (long)step * 1000 };

	if (wait->spent >= wait->total)
		return false;
	nanosleep(&time, NULL);
	wait->spent += step;
	return true;
}

static struct flock
range(short type, off_t start, off_t len)
{
	struct flock lock = { 0 };

	lock.l_type = type;
	lock.l_whence = SEEK_SET;
	lock.l_start = start;
	lock.l_len = len;
	return lock;
}

static bool
try_lock(int fd, short type, off_t start)
{
	struct flock lock = range(type, start, 1);

	return fcntl(fd, F_SETLK, &lock) == 0;
}

/* Find the first lock of another process in START .. END-1; false: none. */
static bool
first_lock(int fd, off_t start, off_t end, struct flock *found)
{
	bool any = false;

	while (end > start) {
		struct flock lock = range(F_WRLCK, start, end - start);

		if (fcntl(fd, F_GETLK, &lock) || lock.l_type == F_UNLCK)
			break;
		any = true;
		*found = lock;
		end = lock.l_start;
	}
	return any;
}

static enum ft_status
fail_open(struct ft_store *store, struct ft_error *err)
{
	return ft_fail(err, FT_EIO, "%s: cannot be written: %s: %s",
	    store->path, "its lock file", strerror(errno));
}

/* Whether the file is empty or starts as a lock does: the counter, a newline. */
static bool
is_lock(int fd)
{
	char text[COUNTER_DIGITS + 1];
	struct stat file;
	ssize_t size = pread(fd, text, sizeof text, 0);

	for (ssize_t i = 0; i < size; i++)
		if (i < COUNTER_DIGITS ? text[i] < '0' || text[i] > '9'
				       : text[i] != '\n')
			return false;
	return size >= 0 && !fstat(fd, &file) &&
	       file.st_size <= HOLDER_OFFSET + HOLDER_SIZE;
}

/* Open the lock file PATH SUFFIX, created if absent. */
static enum ft_status
open_beside(
    struct ft_store *store, const char *suffix, int *fd, struct ft_error *err)
{
	enum ft_status status = ft_beside_open(store->real, suffix, fd, err);

	if (status || is_lock(*fd))
		return status;
	(void)close(*fd);
	*fd = -1;
	return ft_fail(err, FT_EIO,
	    "%s%s: not a lock of fairtree, and not empty (remove it)",
	    store->real, suffix);
}

static int64_t
read_counter(int fd)
{
	char text[COUNTER_DIGITS + 1] = { 0 };
	int64_t value = 0;

	if (pread(fd, text, COUNTER_DIGITS, 0) != COUNTER_DIGITS ||
	    !ft_num_i64(text, &value) || value < 0 || value > TICKET_MAX)
		return 0;
	return value;
}

static enum ft_status
draw_ticket(struct ft_store *store, struct wait *wait, struct ft_error *err)
{
	char text[COUNTER_DIGITS + 2];
	int fd = store->lock_fd;
	int64_t ticket;

	while (!try_lock(fd, F_WRLCK, COUNTER_BYTE)) {
		if (errno != EACCES && errno != EAGAIN)
			return fail_open(store, err);
		if (!sleep_step(wait))
			return FT_EBUSY;
	}
	ticket = read_counter(fd) + 1;
	while (!try_lock(fd, F_WRLCK, FIRST_BYTE + ticket))
		ticket++;
	(void)snprintf(text, sizeof text, "%020lld\n", (long long)ticket);
	if (pwrite(fd, text, COUNTER_DIGITS + 1, 0) != COUNTER_DIGITS + 1) {
		(void)fail_open(store, err);
		(void)try_lock(fd, F_UNLCK, FIRST_BYTE + ticket);
		(void)try_lock(fd, F_UNLCK, COUNTER_BYTE);
		return FT_EIO;
	}
	store->ticket = ticket;
	(void)try_lock(fd, F_UNLCK, COUNTER_BYTE);
	return FT_OK;
}

static void
write_holder(int fd, const char *command)
{
	char text[HOLDER_SIZE];
	int len =
	    snprintf(text, sizeof text, "%ld %s\n", (long)getpid(), command);
	size_t size = len < 0                     ? 0
		      : (size_t)len < sizeof text ? (size_t)len
						  : sizeof text - 1;

	/* only for messages, so a full disk does not matter */
	if (pwrite(fd, text, size, HOLDER_OFFSET) < 0 ||
	    ftruncate(fd, HOLDER_OFFSET + (off_t)size))
		return;
}

static enum ft_status
fail_busy(struct ft_store *store, struct ft_error *err)
{
	struct flock holder;
	char text[HOLDER_SIZE + 1] = { 0 };
	char *command, *end;
	int64_t pid = 0;
	ssize_t size = pread(store->lock_fd, text, HOLDER_SIZE, HOLDER_OFFSET);
	off_t last = FIRST_BYTE + (store->ticket ? store->ticket : TICKET_MAX);

	if (!first_lock(store->lock_fd, FIRST_BYTE, last, &holder) &&
	    !first_lock(store->lock_fd, COUNTER_BYTE, 1, &holder))
		return ft_fail(
		    err, FT_EBUSY, "%s: is being written", store->path);
	command = strchr(text, ' ');
	end = strchr(text, '\n');
	if (size > 0 && command && end && command < end) {
		*command++ = '\0';
		*end = '\0';
		(void)ft_num_i64(text, &pid);
	}
	if (pid > 0 && *command && (holder.l_pid <= 0 || pid == holder.l_pid))
		return ft_fail(err, FT_EBUSY,
		    "%s: is being written by pid %lld (%s)", store->path,
		    (long long)pid, command);
	return ft_fail(err, FT_EBUSY, "%s: is being written by pid %ld",
	    store->path, (long)holder.l_pid);
}

enum ft_status
ft_store_lock(struct ft_store *store, const char *command, struct ft_error *err)
{
	struct wait wait = { 0, store->lock_seconds * INT64_C(1000000) };
	struct flock ahead;
	enum ft_status status;

	if (store->memory)
		return FT_OK;
	status = ft_store_check_path(store, err);
	if (!status && store->lock_fd < 0)
		status = open_beside(store, "-lock", &store->lock_fd, err);
	if (!status)
		status = draw_ticket(store, &wait, err);
	while (!status && first_lock(store->lock_fd, FIRST_BYTE,
			      FIRST_BYTE + store->ticket, &ahead)) {
		if (!sleep_step(&wait))
			status = FT_EBUSY;
	}
	if (status == FT_EBUSY)
		status = fail_busy(store, err);
	/* another process may have removed the store meanwhile */
	if (!status)
		status = ft_store_check_path(store, err);
	if (status)
		ft_store_unlock(store);
	else
		write_holder(store->lock_fd, command);
	return status;
}

void
ft_store_unlock(struct ft_store *store)
{
	if (store->ticket)
		(void)try_lock(
		    store->lock_fd, F_UNLCK, FIRST_BYTE + store->ticket);
	store->ticket = 0;
}

static void
unlock_clock(struct ft_store *store)
{
	if (store->clock_fd >= 0)
		(void)close(store->clock_fd);
	store->clock_fd = -1;
}

void
ft_store_lock_close(struct ft_store *store)
{
	ft_store_unlock(store);
	if (store->lock_fd >= 0)
		(void)close(store->lock_fd);
	store->lock_fd = -1;
	unlock_clock(store);
}

/* ---- the clock -------------------------------------------------------------- */

enum ft_status
ft_store_lock_clock(struct ft_store *store, struct ft_error *err)
{
	struct flock lock;
	enum ft_status status;

	if (store->memory)
		return FT_OK;
	for (;;) {
		status = store->file_read_only
			     ? ft_store_fail_read_only(store, err)
			     : ft_store_check_path(store, err);
		if (!status)
			status =
			    open_beside(store, "-run", &store->clock_fd, err);
		if (status)
			return status;
		if (!try_lock(store->clock_fd, F_WRLCK, COUNTER_BYTE))
			break;
		/* the file was removed meanwhile: lock a new one */
		if (ft_beside_is(store->real, "-run", store->clock_fd))
			return FT_OK;
		unlock_clock(store);
	}
	lock.l_pid = 0;
	(void)first_lock(store->clock_fd, COUNTER_BYTE, 1, &lock);
	unlock_clock(store);
	return ft_fail(err, FT_EBUSY,
	    "process %ld is already running the clock of this store",
	    (long)lock.l_pid);
}
