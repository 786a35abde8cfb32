/* shell.c - the dialogue: prompts, lines, the history, and leaving. */
#include "facctmgr/shell/shell.h"

#include <signal.h>
#include <unistd.h>

#include "facctmgr/command.h"
#include "facctmgr/shell/block.h"
#include "facctmgr/verb.h"
#include "cli/sanitize.h"
#include "files/infile.h"
#include "files/siblings.h"
#include "files/stream.h"

#define SLURM_WORDS 128 /* sacctmgr exits if a line has more */

/* ---- lines ------------------------------------------------------------------- */

/* A line that is too long ends the input, with an error. */
static enum ft_edit_result
read_plain(struct facctmgr_shell *shell)
{
	const struct ft_context *context = shell->acct->context;
	struct ft_error err = { 0 };
	enum ft_status status =
	    ft_infile_line(fileno(context->in), &shell->line, &err);

	if (status != FT_OK && status != FT_ENOENT)
		shell->status = ft_cmd_fail(context, &err);
	return status == FT_OK ? FT_EDIT_LINE : FT_EDIT_END;
}

/* "facctmgr*3> ": three commands wait for commit. */
static void
make_prompt(const struct facctmgr *acct, struct ft_str *prompt)
{
	ft_str_clear(prompt);
	ft_str_add(prompt, acct->context->program);
	if (acct->context->slurm) {
		ft_str_add(prompt, ": ");
		return;
	}
	if (acct->block)
		ft_str_addf(prompt, "*%zu", facctmgr_block_size(acct));
	ft_str_add(prompt, "> ");
}

static enum ft_edit_result
read_line(struct facctmgr_shell *shell, const char *prompt)
{
	if (shell->edit)
		return ft_edit_line(shell->edit, prompt, &shell->line);
	if (shell->prompts) {
		fputs(prompt, shell->prompts);
		fflush(shell->prompts);
	}
	return read_plain(shell);
}

/* ---- the history ---------------------------------------------------- */

/*
 * !! and !N: put that line of the history into shell->line, and print it.
 * Returns 1, 0 if TEXT is neither, or -1 with a complaint.
 */
static int
recall(struct facctmgr_shell *shell, const char *text)
{
	const struct ft_history *history = &shell->history;
	size_t len = strlen(text);
	char *line;
	uint32_t n;

	while (len && (text[len - 1] == ' ' || text[len - 1] == '\t'))
		len--;
	if (len == 2 && text[1] == '!') {
		n = (uint32_t)history->n;
	} else {
		char *number = ft_strndup(text + 1, len - 1);
		bool is_number = ft_num_u32(number, &n);

		ft_free(number);
		if (!is_number)
			return 0;
	}
	if (n == 0 || n > history->n) {
		facctmgr_error(shell->acct, "no line '%.*s' in the history",
		    (int)len, text);
		return -1;
	}
	line = ft_strdup(history->line[n - 1]);
	ft_str_clear(&shell->line);
	ft_str_add(&shell->line, line);
	fprintf(shell->acct->context->out, "%s\n", line);
	ft_free(line);
	return 1;
}

/* ---- one line ---------------------------------------------------------------- */

/* Returns whether the store existed, and does not any more. */
static bool
is_store_gone(struct facctmgr_shell *shell)
{
	struct ft_session session;
	struct ft_error err;

	if (shell->store)
		return access(shell->store, F_OK) != 0;
	ft_session_init(&session);
	session.db = shell->acct->db;
	session.conf_file = shell->acct->conf_file;
	if (ft_session_open(&session, shell->acct->context, FT_SESSION_GLANCE,
		&err) == FT_OK)
		shell->store = ft_strdup(session.path);
	ft_session_close(&session);
	return false;
}

/* Refuse commands that would create a new store in place of a deleted one. */
static bool
lacks_store(struct facctmgr_shell *shell, const char *word)
{
	const struct facctmgr_verb *verb = facctmgr_find_verb(word);

	if (!shell->terminal || !is_store_gone(shell) ||
	    (verb && (verb->verb == VERB_EXIT || verb->verb == VERB_HELP)))
		return false;
	facctmgr_error(shell->acct,
	    "the store '%s' is gone; leave the shell to begin a new one",
	    shell->store);
	return true;
}

static int
run_words(struct facctmgr_shell *shell, const char *text)
{
	struct facctmgr *acct = shell->acct;
	bool slurm = acct->context->slurm;
	struct facctmgr_line_words words;
	int status = 0;

	/* in sacctmgr only a whole line is a comment */
	facctmgr_split_line(text, !slurm, slurm, &words);
	if (slurm && words.n > SLURM_WORDS) {
		facctmgr_complain(acct, "can not process over 127 words\n");
		acct->ended = true;
		status = 1;
	} else if (slurm) {
		status = facctmgr_run_command(acct, (int)words.n, words.item);
	} else if (words.n) {
		status =
		    lacks_store(shell, words.item[0])
			? 1
			: facctmgr_shell_run(shell, (int)words.n, words.item);
	}
	facctmgr_line_words_free(&words);
	return status;
}

/* Run a line as sacctmgr: an empty one, or a comment, has failed. */
static int
run_slurm(struct facctmgr_shell *shell)
{
	const char *text = ft_str_text(&shell->line);

	if (strcmp(text, "!!") != 0) {
		ft_str_clear(&shell->last);
		ft_str_add(&shell->last, text);
		ft_history_add(&shell->history, text);
	}
	text = ft_str_text(&shell->last);
	return *text == '#' ? 1 : run_words(shell, text);
}

static int
run_ours(struct facctmgr_shell *shell)
{
	const char *text = ft_str_text(&shell->line);

	text += strspn(text, " \t");
	if (*text == '!' && shell->terminal) {
		int found = recall(shell, text);

		if (found < 0)
			return 1;
		if (!found) {
			ft_history_add(
			    &shell->history, ft_str_text(&shell->line));
			return facctmgr_shell_system(shell, text + 1);
		}
	} else if (strcmp(text, "!!") == 0) {
		return run_words(shell, ft_str_text(&shell->last));
	}
	if (shell->terminal)
		ft_history_add(&shell->history, ft_str_text(&shell->line));
	ft_str_clear(&shell->last);
	ft_str_add(&shell->last, ft_str_text(&shell->line));
	return run_words(shell, ft_str_text(&shell->line));
}

/* ---- leaving ----------------------------------------------------------------- */

/* Returns whether to leave: pending changes are lost then. */
static bool
may_leave(struct facctmgr_shell *shell)
{
	struct facctmgr *acct = shell->acct;
	size_t n = facctmgr_block_size(acct);
	struct ft_str question = { 0 };
	bool leave = true;

	if (n && shell->terminal && !shell->gone) {
		ft_str_addf(&question,
		    "%zu pending change%s will be lost. Leave?", n,
		    n == 1 ? "" : "s");
		leave = facctmgr_ask(acct, ft_str_text(&question)) ||
			acct->no_input;
		ft_str_free(&question);
	} else if (n) {
		facctmgr_error(acct,
		    "%zu pending change%s discarded: no 'commit' at the end", n,
		    n == 1 ? "" : "s");
		shell->status = 1;
	}
	if (leave)
		facctmgr_block_drop(acct);
	return leave;
}

/* Under the Slurm name the interrupt key ends the program. */
static void
die_interrupted(struct facctmgr_shell *shell)
{
	fputs("^C", shell->prompts);
	fflush(shell->prompts);
	signal(SIGINT, SIG_DFL);
	raise(SIGINT);
}

/* ---- the dialogue ------------------------------------------------------------ */

static void
open_shell(struct facctmgr_shell *shell)
{
	struct ft_context *context = shell->acct->context;
	bool out = isatty(ft_stream_fd(context->out));
	bool err = isatty(ft_stream_fd(context->err));
	bool in = isatty(fileno(context->in));
	char *path = NULL;

	/* sacctmgr always prompts; we do where somebody sees it */
	shell->prompts = context->slurm || (in && out) ? context->out
			 : in && err                   ? context->err
						       : NULL;
	shell->terminal = in && shell->prompts;
	shell->acct->terminal = shell->terminal;
	if (!shell->terminal)
		return;
	if (!context->slurm)
		path = ft_history_path();
	ft_history_open(&shell->history, path);
	ft_free(path);
	shell->acct->history = &shell->history;
	shell->edit = ft_edit_open(&(struct ft_edit_options){
	    .name = context->program,
	    .in = context->in,
	    .out = ft_stream_below(shell->prompts),
	    .err = ft_stream_below(context->err),
	    .history = &shell->history,
	    .complete = context->slurm ? NULL : facctmgr_shell_complete,
	    .ctx = shell,
	});
}

static void
close_shell(struct facctmgr_shell *shell)
{
	shell->acct->history = NULL;
	ft_edit_close(shell->edit);
	ft_history_free(&shell->history);
	ft_str_free(&shell->line);
	ft_str_free(&shell->last);
	ft_free(shell->store);
}

static void
run_line(struct facctmgr_shell *shell)
{
	struct facctmgr *acct = shell->acct;
	bool slurm = acct->context->slurm;
	int status;

	if (slurm && !shell->terminal)
		fprintf(shell->prompts, "%s\n", ft_str_text(&shell->line));
	status = slurm ? run_slurm(shell) : run_ours(shell);
	fflush(acct->context->out);
	if (status) {
		shell->status = status;
		facctmgr_block_failed(acct);
	}
}

/* At the end of the input: returns whether to leave. */
static bool
end(struct facctmgr_shell *shell)
{
	if (shell->prompts)
		fputc('\n', shell->prompts);
	return may_leave(shell);
}

static void
run_lines(struct facctmgr_shell *shell)
{
	struct facctmgr *acct = shell->acct;
	struct ft_str prompt FT_CLEANUP(ft_str_free) = { 0 };

	for (bool leave = false; !leave;) {
		make_prompt(acct, &prompt);
		fflush(acct->context->out);
		switch (read_line(shell, ft_str_text(&prompt))) {
		case FT_EDIT_LINE:
			ft_sanitize_line(&shell->line);
			run_line(shell);
			leave = acct->ended && may_leave(shell);
			break;
		case FT_EDIT_INTERRUPT:
			if (acct->context->slurm)
				die_interrupted(shell);
			fputs("^C\n", shell->prompts);
			break;
		case FT_EDIT_KILLED:
			shell->gone = true;
			shell->status = 1;
			leave = may_leave(shell);
			break;
		case FT_EDIT_END:
			leave = end(shell);
			break;
		}
		acct->ended = false;
	}
}

int
facctmgr_read_commands(struct facctmgr *acct)
{
	struct facctmgr_shell shell = { .acct = acct };

	/* sacctmgr starts no other program */
	if (!acct->context->slurm && !acct->context->programs)
		ft_siblings_become_shell(acct->context->typed);
	open_shell(&shell);
	run_lines(&shell);
	close_shell(&shell);
	return shell.status;
}
