#include "files/workers.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "files/progress.h"
#include "files/stop.h"

#define READ_SIZE 65536
#define TICK      250 /* milliseconds between two looks at the clock */

/* First byte of a message in the pipe. */
enum { GOOD = '+', BAD = '-' };

static pid_t master; /* set in a child process */

bool
ft_workers_wanted(void *ctx, double done)
{
	(void)ctx, (void)done;
	return !master || getppid() == master;
}

/* ---- one process --------------------------------------------------------- */

struct worker {
	pid_t pid; /* 0: free */
	int fd;
	size_t task;
	struct ft_str text;
};

/* The pool of child processes. */
struct crew {
	struct ft_workers *workers;
	struct worker *worker;
	struct pollfd *poll;
	size_t n;    /* children */
	size_t next; /* next task to start */
	size_t done;
};

static bool
write_all(int fd, const char *text, size_t len)
{
	while (len) {
		ssize_t n = write(fd, text, len);

		if (n < 0 && errno != EINTR)
			return false;
		if (n > 0) {
			text += n;
			len -= (size_t)n;
		}
	}
	return true;
}

/* The child after fork(): it must not flush the parent's streams. */
static _Noreturn void
be_worker(const struct ft_workers *workers, pid_t parent, size_t task, int fd)
{
	struct ft_str result = { 0 };
	struct ft_error err = { 0 };
	enum ft_status status;
	char mark;

	master = parent;
	ft_progress_abandon();
	ft_stop_release();
	status = workers->run(workers->ctx, task, &result, &err);
	mark = status == FT_OK ? GOOD : BAD;
	if (status != FT_OK) {
		ft_str_clear(&result);
		ft_str_add(&result, err.text);
	}
	if (!write_all(fd, &mark, 1) ||
	    !write_all(fd, ft_str_text(&result), result.len))
		_exit(1);
	_exit(0);
}

static enum ft_status
begin(struct crew *crew, struct worker *worker, struct ft_error *err)
{
	const struct ft_context *context = crew->workers->context;
	pid_t parent = getpid();
	int ends[2];

	if (pipe(ends) != 0)
		return ft_fail(
		    err, FT_EIO, "cannot create a pipe: %s", strerror(errno));
	if (context) {
		fflush(context->out);
		fflush(context->err);
	}
	worker->pid = fork();
	if (worker->pid < 0) {
		worker->pid = 0;
		(void)ft_fail(err, FT_EIO,
		    "cannot start a process for a task: %s", strerror(errno));
		close(ends[0]);
		close(ends[1]);
		return FT_EIO;
	}
	if (worker->pid == 0) {
		close(ends[0]);
		be_worker(crew->workers, parent, crew->next, ends[1]);
	}
	close(ends[1]);
	worker->fd = ends[0];
	worker->task = crew->next++;
	ft_str_clear(&worker->text);
	return FT_OK;
}

/* Append what became of WORKER's task. */
static void
add_failure(const struct crew *crew, const struct worker *worker, int status,
    struct ft_str *str)
{
	const struct ft_workers *workers = crew->workers;
	const char *text = ft_str_text(&worker->text);

	workers->name(workers->ctx, worker->task, str);
	if (WIFSIGNALED(status))
		ft_str_addf(str, ": its process was killed by signal %d (%s)",
		    WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		ft_str_addf(str, ": %s",
		    *text == BAD && text[1] ? text + 1
					    : "its process returned no result");
}

static enum ft_status
tell_failure(struct crew *crew, const struct worker *worker, int status,
    struct ft_error *err)
{
	struct ft_workers *workers = crew->workers;
	struct ft_str said FT_CLEANUP(ft_str_free) = { 0 };

	workers->failed++;
	add_failure(crew, worker, status, &said);
	if (!workers->context)
		return ft_fail(err, FT_EIO, "%s", ft_str_text(&said));
	ft_cmd_error(workers->context, "%s", ft_str_text(&said));
	return FT_OK;
}

static enum ft_status
end(struct crew *crew, struct worker *worker, struct ft_error *err)
{
	struct ft_workers *workers = crew->workers;
	const char *text = ft_str_text(&worker->text);
	int status = 0;

	close(worker->fd);
	while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR)
		;
	worker->pid = 0;
	crew->done++;
	if (status == 0 && *text == GOOD)
		return workers->take(workers->ctx, worker->task, text + 1,
		    worker->text.len - 1, err);
	return ft_stop_asked() ? FT_OK
			       : tell_failure(crew, worker, status, err);
}

/* Read from the pipe; at its end the child is done. */
static enum ft_status
hear(struct crew *crew, struct worker *worker, struct ft_error *err)
{
	ssize_t n = read(
	    worker->fd, ft_str_reserve(&worker->text, READ_SIZE), READ_SIZE);

	if (n < 0 && errno == EINTR)
		return FT_OK;
	if (n <= 0)
		return end(crew, worker, err);
	worker->text.len += (size_t)n;
	worker->text.data[worker->text.len] = '\0';
	return FT_OK;
}

static void
show(const struct crew *crew)
{
	struct ft_meter *meter = ft_progress_meter();

	if (meter)
		meter->done = crew->done;
	ft_meter_look(meter);
}

/* ---- all nodes ----------------------------------------------------------- */

static enum ft_status
hire(struct crew *crew, size_t *busy, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	*busy = 0;
	for (size_t i = 0; i < crew->n && status == FT_OK; i++) {
		struct worker *worker = &crew->worker[i];

		if (!worker->pid && crew->next < crew->workers->n &&
		    !ft_stop_asked())
			status = begin(crew, worker, err);
		crew->poll[i] =
		    (struct pollfd){ .fd = worker->pid ? worker->fd : -1,
			    .events = POLLIN };
		*busy += worker->pid > 0;
	}
	return status;
}

static enum ft_status
work(struct crew *crew, struct ft_error *err)
{
	enum ft_status status = FT_OK;
	size_t busy;

	for (;;) {
		show(crew);
		status = hire(crew, &busy, err);
		if (status != FT_OK || !busy || ft_stop_asked())
			return status;
		if (poll(crew->poll, crew->n, TICK) < 0)
			continue; /* interrupted by a signal */
		for (size_t i = 0; i < crew->n && status == FT_OK; i++)
			if (crew->poll[i].revents)
				FT_TRY(hear(crew, &crew->worker[i], err));
	}
}

/* Kill the children that still work. */
static void
dismiss(struct crew *crew)
{
	for (size_t i = 0; i < crew->n; i++) {
		struct worker *worker = &crew->worker[i];

		if (worker->pid) {
			kill(worker->pid, SIGKILL);
			close(worker->fd);
			while (
			    waitpid(worker->pid, NULL, 0) < 0 && errno == EINTR)
				;
		}
		ft_str_free(&worker->text);
	}
	ft_free(crew->worker);
	ft_free(crew->poll);
}

static size_t
cores(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n > 0 ? (size_t)n : 1;
}

enum ft_status
ft_workers_run(struct ft_workers *workers, struct ft_error *err)
{
	struct crew crew = { .workers = workers };
	enum ft_status status;

	workers->failed = 0;
	workers->interrupted = false;
	if (!workers->n)
		return FT_OK;
	crew.n = workers->processes ? workers->processes : cores();
	if (crew.n > workers->n)
		crew.n = workers->n;
	crew.worker = ft_calloc(crew.n, sizeof *crew.worker);
	crew.poll = ft_calloc(crew.n, sizeof *crew.poll);
	ft_meter_begin(
	    ft_progress_meter(), workers->doing, workers->what, workers->n);
	ft_stop_catch();
	status = work(&crew, err);
	workers->interrupted = ft_stop_asked();
	dismiss(&crew);
	ft_stop_release();
	return status;
}
