/*
 * shell.h - the dialogue.
 *
 * Without a command facctmgr reads commands: on a terminal with a prompt, line
 * editing, a history and TAB; from a file or a pipe without.  By the Slurm name
 * the dialogue is sacctmgr's, to the byte.
 */
#ifndef FT_CMD_FACCTMGR_SHELL_SHELL_H
#define FT_CMD_FACCTMGR_SHELL_SHELL_H

#include "facctmgr/facctmgr.h"
#include "shell/edit.h"
#include "shell/history.h"

struct facctmgr_shell {
	struct facctmgr *acct;
	struct ft_edit *edit; /* NULL: lines as they come */
	FILE *prompts;        /* where prompts go; NULL: nowhere */
	bool terminal;        /* lines are typed */
	bool gone; /* the terminal, or the reader of the output, is gone */
	struct ft_history history;
	struct ft_str line;
	struct ft_str last; /* for !! */
	char *store;        /* path of the store, once it exists */
	int status;
};

/* Read and run commands; returns the exit status. */
int facctmgr_read_commands(struct facctmgr *acct);
/* Run the words of one line; returns the exit status. */
int facctmgr_shell_run(struct facctmgr_shell *shell, int argc, char **argv);
/* Run TEXT, without its "!", in the system's shell. */
int facctmgr_shell_system(struct facctmgr_shell *shell, const char *text);
/* Offer completions of a line; ctx: the shell. */
ft_edit_complete_fn facctmgr_shell_complete;
/* Returns the program called NAME, "fshare", or NULL. */
const struct ft_cmd *facctmgr_find_program(
    const struct facctmgr_shell *shell, const char *name);

/* The words of a line, between blanks. */
struct facctmgr_line_words {
	char *text; /* of all words */
	char **item;
	size_t *start; /* where each begins in the line */
	size_t n, cap, cap_start;
	bool open; /* the line ends in the last word */
};
/* comments: a # ends the line; slurm: quotes are read as by sacctmgr. */
void facctmgr_split_line(const char *line, bool comments, bool slurm,
    struct facctmgr_line_words *words);
void facctmgr_line_words_free(struct facctmgr_line_words *words);

#endif
