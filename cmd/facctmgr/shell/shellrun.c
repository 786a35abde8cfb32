/*
 * What a line of the shell starts: a command of facctmgr, another command of
 * the family, or one of the system.  On a terminal all but what changes the
 * shell itself runs in a process of its own: the interrupt key ends that and
 * leaves the shell.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "facctmgr/shell/block.h"
#include "facctmgr/shell/complete.h"
#include "facctmgr/shell/shell.h"
#include "facctmgr/words/words.h"
#include "main/run.h"
#include "common/complete.h"
#include "files/stream.h"
#include "main/run.h"

#define INTERRUPTED 130 /* as shells have it: 128 and the signal */

/* ---- processes --------------------------------------------------------------- */

/* What a process of its own does; returns its exit status. */
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

/* Who is still to read what we print has gone, or has had enough. */
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
run_apart(struct facctmgr_shell *shell, const struct task *task)
{
	struct ft_context *context = shell->acct->context;
	pid_t pid;

	/* no process may use what another has open */
	if (!shell->acct->dry_run)
		facctmgr_close(shell->acct);
	fflush(context->out);
	fflush(context->err);
	ft_stream_lend(context->err);
	pid = fork();
	if (pid < 0) {
		facctmgr_error(
		    shell->acct, "no new process: %s", strerror(errno));
		return 1;
	}
	if (pid == 0) {
		int status = task->run(shell, task);

		if (fflush(context->out) != 0 && status == 0)
			status = 1;
		fflush(context->err);
		_exit(status & 0xFF);
	}
	return await(shell, pid);
}

/* ---- commands of the family -------------------------------------------------- */

#define CMD(object, name, slurm) extern const struct ft_cmd ft_cmd_##object;
#include "cmd.def"
#undef CMD

/* The viewer is not built without curses. */
#ifdef FT_NO_VIEWER
#define ft_cmd_fview ft_cmd_facctmgr
#endif

const struct ft_cmd *const facctmgr_shell_programs[] = {
#define CMD(object, name, slurm) &ft_cmd_##object,
#include "cmd.def"
#undef CMD
	NULL,
};

const struct ft_cmd *
facctmgr_shell_program(const char *name)
{
	for (size_t i = 0; facctmgr_shell_programs[i]; i++)
		if (strcmp(facctmgr_shell_programs[i]->name, name) == 0)
			return facctmgr_shell_programs[i];
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

/* The store is that of the shell, and what is pending in it. */
static int
run_program(struct facctmgr_shell *shell, const struct task *task)
{
	struct facctmgr *acct = shell->acct;
	struct ft_context context = {
		.cmd = task->cmd,
		.program = task->argv[0],
		.in = acct->context->in,
		.out = acct->context->out,
		.err = acct->context->err,
		.pending = acct->context->pending,
		.argc = task->argc,
		.argv = task->argv,
	};

	if (acct->db)
		setenv("FAIRTREE_DB", acct->db, 1);
	if (acct->conf_file)
		setenv("FAIRTREE_CONF", acct->conf_file, 1);
	if (acct->dry_run && acct->open)
		context.pending = acct->session.store;
	/* what commands are read from is not for them to read */
	if (!shell->terminal)
		read_nothing(fileno(context.in));
	return ft_cmd_run(&context, task->argc, task->argv);
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

	return run_apart(shell, &task);
}

/* ---- one command ------------------------------------------------------------- */

/* What has to stay when it is done: words of the shell, changes of a copy. */
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

	return run_apart(shell, &task);
}

int
facctmgr_shell_run(struct facctmgr_shell *shell, int argc, char **argv)
{
	struct facctmgr *acct = shell->acct;
	struct task task = { .run = run_command, .argc = argc, .argv = argv };
	const struct ft_cmd *topic;
	const struct facctmgr_verb *verb;

	/* "facctmgr list user": the habit of a command line */
	if (strcmp(argv[0], ft_cmd_facctmgr.name) == 0) {
		task.argc = --argc;
		task.argv = ++argv;
		if (argc == 0)
			return 0;
	}
	task.cmd = facctmgr_shell_program(argv[0]);
	if (task.cmd && task.cmd != &ft_cmd_facctmgr) {
		task.run = run_program;
		return run_apart(shell, &task);
	}
	verb = facctmgr_find_verb(argv[0]);
	topic = argc == 2 ? facctmgr_shell_program(argv[1]) : NULL;
	if (verb && verb->verb == VERB_HELP && topic)
		return help_program(shell, topic, argv[1]);
	/* plan without a file: of what is pending */
	if (verb && verb->verb == VERB_PLAN && argc == 1 && acct->block)
		return facctmgr_block_pending(acct);
	if (is_inside(acct, verb))
		return run_inside(shell, verb, argc, argv);
	return run_apart(shell, &task);
}

/* ---- TAB --------------------------------------------------------------------- */

static void
offer(void *ctx, const char *word, const char *text)
{
	(void)text;
	ft_edit_offer(ctx, word);
}

/* Options of a program, and what its own tables know of its operands. */
static void
complete_program(const struct ft_completer *to, const struct ft_cmd *cmd,
    int argc, char *const *argv)
{
	const char *typed = argv[argc - 1];
	struct ft_str word = { 0 };

	for (const struct ft_option *row = cmd->options;
	     *typed == '-' && (row->letter || row->name); row++) {
		if (!row->name || row->flags & (FT_OPT_HIDDEN | FT_OPT_SLURM))
			continue;
		ft_str_addf(&word, "--%s%s", row->name,
		    row->arg && !(row->flags & FT_OPT_OPTIONAL_ARG) ? "=" : "");
		ft_complete_word(to, "", typed, ft_str_text(&word), "");
		ft_str_free(&word);
	}
	for (const struct ft_cmd *const *verb = cmd->verbs;
	     verb && *verb && argc == 2; verb++)
		ft_complete_word(to, "", typed, (*verb)->name, "");
	if (*typed != '-' && cmd->complete)
		cmd->complete(to, argc - 1, argv + 1);
}

static void
complete_words(struct facctmgr_shell *shell, const struct ft_completer *to,
    int argc, char *const *argv)
{
	const struct ft_cmd *cmd = facctmgr_shell_program(argv[0]);

	(void)shell;
	if (argc > 1 && cmd && cmd != &ft_cmd_facctmgr) {
		complete_program(to, cmd, argc, argv);
		return;
	}
	if (argc > 1 && ft_abbreviates(argv[0], strlen(argv[0]), "help", 2)) {
		argc--;
		argv++;
	}
	facctmgr_complete(to, argc, argv);
	for (size_t i = 0; argc == 1 && facctmgr_shell_programs[i]; i++)
		ft_complete_word(
		    to, "", argv[0], facctmgr_shell_programs[i]->name, "");
}

void
facctmgr_shell_complete(
    void *ctx, const char *line, struct ft_edit_candidates *words)
{
	struct facctmgr_shell *shell = ctx;
	struct ft_session session;
	struct ft_completer to = { &session, offer, words };
	struct facctmgr_shell_words typed;
	struct ft_error err;
	char **argv;
	static char empty[] = "";

	facctmgr_shell_cut(line, false, false, &typed);
	ft_session_init(&session);
	session.db = shell->acct->db;
	session.conf_file = shell->acct->conf_file;
	(void)ft_session_open(
	    &session, shell->acct->context, FT_SESSION_GLANCE, &err);
	argv = ft_calloc(typed.n + 2, sizeof *argv);
	memcpy(argv, typed.item, typed.n * sizeof *argv);
	words->start = typed.open ? typed.start[typed.n - 1] : strlen(line);
	if (!typed.open)
		argv[typed.n] = empty;
	complete_words(shell, &to, (int)(typed.n + !typed.open), argv);
	ft_free(argv);
	ft_session_close(&session);
	facctmgr_shell_words_free(&typed);
}
