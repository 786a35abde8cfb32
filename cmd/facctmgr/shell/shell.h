/*
 * shell.h - shared by shell*.c and block.c: the dialogue, and begin .. commit.
 *
 * Without a command facctmgr reads commands: on a terminal with a prompt, keys
 * to edit, a history and TAB; from a file or a pipe without.  As sacctmgr it
 * speaks as that does, to the byte.
 */
#ifndef FT_CMD_FACCTMGR_SHELL_SHELL_H
#define FT_CMD_FACCTMGR_SHELL_SHELL_H

#include "facctmgr/facctmgr.h"
#include "shell/edit.h"
#include "shell/history.h"

struct facctmgr_shell {
	struct facctmgr *acct;
	struct ft_edit *edit; /* NULL: lines as they come */
	FILE *prompts;        /* where prompts go, NULL: nowhere */
	bool terminal;        /* somebody types, and reads the answers */
	bool gone;            /* the reader or the terminal has gone */
	struct ft_history history;
	struct ft_str line;
	struct ft_str last; /* for sacctmgr's !! */
	char *store;        /* path of the store, once there is one */
	int status;
};

/* Run the words of one line; returns the exit status. */
int facctmgr_shell_run(struct facctmgr_shell *shell, int argc, char **argv);
/* Run TEXT, "!" taken off, by the system's shell. */
int facctmgr_shell_system(struct facctmgr_shell *shell, const char *text);
/* Offer what LINE may end with; ctx: the shell. */
ft_edit_complete_fn facctmgr_shell_complete;
/* The command of the family called NAME, "fshare"; NULL: none. */
const struct ft_cmd *facctmgr_shell_program(const char *name);
/* All of them; ends with NULL. */
extern const struct ft_cmd *const facctmgr_shell_programs[];

/* Words of a line, cut at its blanks. */
struct facctmgr_shell_words {
	char *text; /* where they live */
	char **item;
	size_t *start; /* where each begins in the line */
	size_t n, cap, cap_start;
	bool open; /* the line ends within the last one */
};
/* comments: what follows a # is none of it; slurm: quotes as sacctmgr's. */
void facctmgr_shell_cut(const char *line, bool comments, bool slurm,
    struct facctmgr_shell_words *words);
void facctmgr_shell_words_free(struct facctmgr_shell_words *words);

#endif
