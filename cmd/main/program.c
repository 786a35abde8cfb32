/* program.c - a program from main() to its exit status. */
#include "main/run.h"

#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "base/text/path.h"
#include "cli/sanitize.h"
#include "common/session.h"
#include "files/pager.h"
#include "files/progress.h"
#include "files/stream.h"
#include "main/completion.h"
#include "main/trouble.h"

/* Returns whether FILE is a pipe or socket whose reader has closed it. */
static bool
reader_left(FILE *file)
{
	struct pollfd end = { .fd = ft_stream_fd(file), .events = POLLOUT };

	return poll(&end, 1, 0) == 1 && (end.revents & (POLLERR | POLLHUP));
}

/*
 * Flush; returns whether everything was written.  A reader that left early, as
 * in "fshare | head", is no error and gets no message.
 */
static bool
finish(const struct ft_context *context)
{
	errno = 0;
	if (ft_stream_end(context->out) == 0 && !ferror(context->out))
		return true;
	/* an earlier write failed and its errno is gone: provoke it again */
	if (!errno && !reader_left(context->out))
		(void)!write(ft_stream_fd(context->out), "\n", 1);
	if (errno == EPIPE || (!errno && reader_left(context->out)))
		return true;
	ft_cmd_error(context, "cannot write output: %s",
	    errno ? strerror(errno) : "a write failed");
	return false;
}

/*
 * No failure of ours is silent.  Some failures of Slurm's commands are, so the
 * Slurm names print nothing here.
 */
static void
report_silent_failure(const struct ft_context *context)
{
	if (context->slurm || context->cmd->draws ||
	    ft_stream_wrote(context->out) || ft_stream_wrote(context->err))
		return;
	ft_cmd_error(context,
	    "failed without a reason (this is a defect; facctmgr check "
	    "reports a damaged store)");
}

/*
 * An array below this size is taken from memory that was used before, not from the
 * kernel, which clears each page: of a command that reads 100,000 associations
 * that is a tenth of the time.  32 MiB is the most that glibc allows.
 */
static void
keep_memory(void)
{
#ifdef __GLIBC__
	(void)mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
}

static void
open_streams(struct ft_context *context)
{
	enum ft_text_rule rule = context->slurm ? FT_TEXT_BYTES : FT_TEXT_LINES;

	context->out =
	    context->cmd->draws ? stdout : ft_stream_mask(stdout, rule);
	context->err = ft_stream_mask(stderr, rule);
	if (!context->out || !context->err)
		ft_mem_exhausted(0);
}

static int
run(struct ft_context *context, int argc, char **argv)
{
	ft_progress_start(context);
	ft_pager_start(context);
	return ft_cmd_run(context, argc, argv);
}

int
ft_cmd_main(const struct ft_cmd *cmd, const struct ft_cmd *const *programs,
    int argc, char **argv)
{
	struct ft_store *opened = NULL;
	struct ft_cmd_stock stock = { .known = false };
	struct ft_context context = { .cmd = cmd,
		.programs = programs,
		.in = stdin,
		.argc = argc,
		.argv = argv,
		.typed = ft_calloc((size_t)argc + 1, sizeof *argv),
		.opened = &opened };
	int status;

	memcpy(context.typed, argv, (size_t)argc * sizeof *argv);
	context.program =
	    argc > 0 && argv[0] && *argv[0] ? ft_path_last(argv[0]) : cmd->name;
	keep_memory();
	ft_cmd_watch_memory(context.program);
	ft_store_single_thread();
	/* at the limit of a file's size write() fails then */
	signal(SIGXFSZ, SIG_IGN);
	context.slurm =
	    *cmd->slurm_name && strcmp(context.program, cmd->slurm_name) == 0;
	context.release =
	    context.slurm ? ft_session_find_release(&context) : FT_RELEASE_ANY;
	open_streams(&context);
	if (!context.slurm && isatty(ft_stream_fd(context.err)))
		context.stock = &stock;
	if (!ft_sanitize_command(&context))
		status = 1;
	else if (!ft_trouble_apply(&context))
		status = FT_TROUBLE_STATUS;
	else if (!context.slurm && ft_complete_is_asked(argc, argv))
		status = ft_complete_answer(&context, argc, argv);
	else
		status = run(&context, argc, argv);
	if (opened)
		ft_store_close(opened);
	ft_progress_pause();
	ft_sanitize_report(&context);
	if (!finish(&context) && status == 0)
		status = 1;
	if (status != 0)
		report_silent_failure(&context);
	ft_pager_end();
	(void)ft_stream_end(context.err);
	ft_free(context.typed);
	return status;
}
