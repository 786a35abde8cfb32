/*
 * edit.h - lines typed at a terminal, edited with the keys of ~/.editrc.
 *
 * Only this room uses libedit.  Built without it, ft_edit_open returns NULL and
 * the caller reads plain lines.
 */
#ifndef FT_CMD_SHELL_EDIT_H
#define FT_CMD_SHELL_EDIT_H

#include "shell/history.h"

struct ft_edit;

/* Candidates for the last word of a line. */
struct ft_edit_candidates {
	char **item; /* whole words; the list's */
	size_t n, cap;
	size_t start; /* offset of that word in the line */
};
/* Append a copy of WORD. */
void ft_edit_offer(struct ft_edit_candidates *words, const char *word);
void ft_edit_candidates_free(struct ft_edit_candidates *words);
/* Set start and append the candidates for the last word of LINE, which ends at
 * the cursor. */
typedef void ft_edit_complete_fn(
    void *ctx, const char *line, struct ft_edit_candidates *words);

struct ft_edit_options {
	const char *name;                 /* of the program, in ~/.editrc */
	FILE *in, *out, *err;             /* in: the terminal */
	const struct ft_history *history; /* for the keys that go back */
	ft_edit_complete_fn *complete;    /* NULL: TAB inserts itself */
	void *ctx;                        /* of complete */
};

enum ft_edit_result {
	FT_EDIT_LINE,
	FT_EDIT_END,       /* the end of the input */
	FT_EDIT_INTERRUPT, /* the interrupt key: the line is dropped */
	FT_EDIT_KILLED     /* SIGTERM or SIGHUP arrived and was caught */
};

/* Returns NULL if no lines can be edited here. */
struct ft_edit *ft_edit_open(const struct ft_edit_options *options);
void ft_edit_close(struct ft_edit *edit);
/*
 * Print PROMPT and read a line into LINE, without its end.  The terminal is
 * as before when it returns, whatever it returns.
 */
enum ft_edit_result ft_edit_line(
    struct ft_edit *edit, const char *prompt, struct ft_str *line);

#endif
