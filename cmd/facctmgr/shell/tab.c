/* tab.c - TAB in the shell: completion of commands and of other programs. */

#include "common/complete.h"
#include "facctmgr/complete.h"
#include "facctmgr/shell/shell.h"

static void
offer(void *ctx, const char *word, const char *text)
{
	(void)text;
	ft_edit_offer(ctx, word);
}

/* Offer the options, verbs and operands of a program. */
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
	const struct ft_cmd *cmd = facctmgr_find_program(shell, argv[0]);
	const struct ft_cmd *const *program = shell->acct->context->programs;

	if (argc > 1 && cmd && cmd != shell->acct->context->cmd) {
		complete_program(to, cmd, argc, argv);
		return;
	}
	if (argc > 1 && ft_word_abbreviates(ft_word_of(argv[0]), "help", 2)) {
		argc--;
		argv++;
	}
	facctmgr_complete(to, argc, argv);
	for (; argc == 1 && program && *program; program++)
		ft_complete_word(to, "", argv[0], (*program)->name, "");
}

void
facctmgr_shell_complete(
    void *ctx, const char *line, struct ft_edit_candidates *words)
{
	struct facctmgr_shell *shell = ctx;
	struct ft_session session;
	struct ft_completer to = { &session, offer, words };
	struct facctmgr_line_words typed;
	struct ft_error err;
	char **argv;
	static char empty[] = "";

	facctmgr_split_line(line, false, false, &typed);
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
	facctmgr_line_words_free(&typed);
}
