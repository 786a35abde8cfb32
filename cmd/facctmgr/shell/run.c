/*
 * run.c - what a line of the shell starts: a command of facctmgr, another
 * program, or a command of the system.  On a terminal everything that does not
 * change the shell itself runs in its own process, so that the interrupt key
 * ends that and not the shell.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "facctmgr/command.h"
#include "facctmgr/shell/block.h"
#include "facctmgr/shell/shell.h"
#include "facctmgr/store/store.h"
#include "facctmgr/verb.h"
#include "files/progress.h"
#include "files/stream.h"
#include "main/run.h"

#define INTERRUPTED 130 /* as in shells: 128 plus the signal */

/* ---- processes --------------------------------------------------------------- */

/* What a process does; returns its exit status. */
struct task {
	int (*run)(struct facctmgr_shell *shell, const struct task *task);
	const struct ft_cmd *cmd; /* run_program */
	const char *text;         /* run_system */
	int argc;
	char **argv;
};

static void
set_signals(void (*handler)(int))
{
	signal(SIGINT, handler);
	signal(SIGQUIT, handler);
}

/* The exit status of a process that ended in STATE. */
static int
read_end(struct facctmgr_shell *shell, int state)
{
	if (WIFEXITED(state))
		return WEXITSTATUS(state);
	if (WTERMSIG(state) == SIGPIPE) {
		shell->gone = true;
		shell->acct->ended = true;
	} else if (WTERMSIG(state) == SIGINT) {
		fputc('\n', shell->acct->context->err);
		return INTERRUPTED;
	} else {
		facctmgr_error(
		    shell->acct, "ended by signal %d", WTERMSIG(state));
	}
	return 128 + WTERMSIG(state);
}

static int
await(struct facctmgr_shell *shell, pid_t pid)
{
	int fd = fileno(shell->acct->context->in), state = 0;
	struct termios mode;
	bool terminal = tcgetattr(fd, &mode) == 0;

	set_signals(SIG_IGN);
	while (waitpid(pid, &state, 0) < 0 && errno == EINTR)
		;
	set_signals(SIG_DFL);
	if (terminal)
		tcsetattr(fd, TCSADRAIN, &mode);
	return read_end(shell, state);
}

static int
run_forked(struct facctmgr_shell *shell, const struct task *task)
{
	struct ft_context *context = shell->acct->context;
	pid_t pid;

	/* two processes must not share an open store */
	if (!shell->acct->dry_run)
		facctmgr_close(shell->acct);
	fflush(context->out);
	fflush(context->err);
	ft_stream_lend(context->err);
	pid = fork();
	if (pid < 0) {
		facctmgr_error(
		    shell->acct, "cannot start a process: %s", strerror(errno));
		return 1;
	}
	if (pid == 0) {
		int status = task->run(shell, task);

		ft_progress_pause();

		if (fflush(context->out) != 0 && status == 0)
			status = 1;
		fflush(context->err);
		_exit(status & 0xFF);
	}
	return await(shell, pid);
}

/* ---- other programs ------------------------------------------------------- */

const struct ft_cmd *
facctmgr_find_program(const struct facctmgr_shell *shell, const char *name)
{
	const struct ft_cmd *const *programs = shell->acct->context->programs;

	for (size_t i = 0; programs && programs[i]; i++)
		if (strcmp(programs[i]->name, name) == 0)
			return programs[i];
	return NULL;
}

static void
read_nothing(int to)
{
	int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	dup2(fd, to);
	close(fd);
}

/* Run another program on the store of the shell, or on that of its block. */
static int
run_program(struct facctmgr_shell *shell, const struct task *task)
{
	struct facctmgr *acct = shell->acct;
	FILE *out = acct->context->out;
	struct ft_context context = {
		.cmd = task->cmd,
		.program = task->argv[0],
		.in = acct->context->in,
		.out = task->cmd->draws ? ft_stream_below(out) : out,
		.err = acct->context->err,
		.release = acct->context->release,
		.opened = acct->context->opened,
		.pending = acct->context->pending,
		.argc = task->argc,
		.argv = task->argv,
	};
	int status;

	if (acct->db)
		setenv("FAIRTREE_DB", acct->db, 1);
	if (acct->conf_file)
		setenv("FAIRTREE_CONF", acct->conf_file, 1);
	if (acct->dry_run && acct->open)
		context.pending = acct->session.store;
	/* the program must not read our commands */
	if (!shell->terminal)
		read_nothing(fileno(context.in));
	status = ft_cmd_run(&context, task->argc, task->argv);
	/* the stream below is flushed by nobody else */
	return fflush(context.out) != 0 && status == 0 ? 1 : status;
}

static int
run_command(struct facctmgr_shell *shell, const struct task *task)
{
	return facctmgr_run_command(shell->acct, task->argc, task->argv);
}

static int
run_system(struct facctmgr_shell *shell, const struct task *task)
{
	(void)shell;
	execl("/bin/sh", "sh", "-c", task->text, (char *)NULL);
	return 127;
}

int
facctmgr_shell_system(struct facctmgr_shell *shell, const char *text)
{
	struct task task = { .run = run_system, .text = text };

	return run_forked(shell, &task);
}

/* ---- one command ------------------------------------------------------------- */

/* Returns whether a command changes the shell: its modes, or its copy. */
static bool
is_inside(const struct facctmgr *acct, const struct facctmgr_verb *verb)
{
	if (!acct->terminal || acct->dry_run || !verb || verb->alone)
		return true;
	return acct->block && (verb->writes || verb->verb == VERB_SYNC);
}

static int
run_inside(struct facctmgr_shell *shell, const struct facctmgr_verb *verb,
    int argc, char **argv)
{
	struct facctmgr *acct = shell->acct;
	int status;

	if (acct->terminal)
		set_signals(SIG_IGN);
	if (acct->block && verb && (verb->writes || verb->verb == VERB_SYNC))
		status = facctmgr_block_run(acct, argc, argv);
	else
		status = facctmgr_run_command(acct, argc, argv);
	if (acct->block_verb)
		status |= facctmgr_block_verb(acct);
	if (acct->terminal) {
		set_signals(SIG_DFL);
		if (!acct->dry_run)
			facctmgr_close(acct);
	}
	return status;
}

static int
help_program(struct facctmgr_shell *shell, const struct ft_cmd *cmd, char *name)
{
	char option[] = "--help", *argv[] = { name, option, NULL };
	struct task task = {
		.run = run_program, .cmd = cmd, .argc = 2, .argv = argv
	};

	return run_forked(shell, &task);
}

int
facctmgr_shell_run(struct facctmgr_shell *shell, int argc, char **argv)
{
	struct facctmgr *acct = shell->acct;
	struct task task = { .run = run_command, .argc = argc, .argv = argv };
	const struct ft_cmd *topic;
	const struct facctmgr_verb *verb;

	/* "facctmgr list user", as on a command line */
	if (strcmp(argv[0], acct->context->cmd->name) == 0) {
		task.argc = --argc;
		task.argv = ++argv;
		if (argc == 0)
			return 0;
	}
	task.cmd = facctmgr_find_program(shell, argv[0]);
	if (task.cmd && task.cmd != acct->context->cmd) {
		task.run = run_program;
		return run_forked(shell, &task);
	}
	verb = facctmgr_find_verb(argv[0]);
	topic = argc == 2 ? facctmgr_find_program(shell, argv[1]) : NULL;
	if (verb && verb->verb == VERB_HELP && topic)
		return help_program(shell, topic, argv[1]);
	/* plan without a file shows what is pending */
	if (verb && verb->verb == VERB_PLAN && argc == 1 && acct->block)
		return facctmgr_block_pending(acct);
	if (is_inside(acct, verb))
		return run_inside(shell, verb, argc, argv);
	return run_forked(shell, &task);
}
