/*
 * scriptfile.h - a batch script: its #SBATCH lines, and how long its commands take
 * if they only sleep.
 *
 * Nothing is executed.  Options are read up to the first line that is neither blank
 * nor a comment.  Words are separated by blanks outside quotes; a backslash removes
 * the meaning of the next character, except of a blank; a # outside quotes starts a
 * comment.
 * Source: sbatch(1); tests/unit/t_scriptfile.c.
 */
#ifndef FT_IO_SLURM_SCRIPTFILE_H
#define FT_IO_SLURM_SCRIPTFILE_H

#include "base/base.h"

enum ft_script_problem {
	FT_SCRIPT_GOOD,
	FT_SCRIPT_EMPTY,
	FT_SCRIPT_BLANK,          /* only blanks */
	FT_SCRIPT_NO_INTERPRETER, /* does not start with #! */
	FT_SCRIPT_DOS,            /* lines end with CR LF */
	FT_SCRIPT_NUL,            /* a NUL byte */
	FT_SCRIPT_QUOTE           /* an unclosed quote */
};

struct ft_script {
	struct ft_arena arena;
	char **word; /* [n + 1], ends with NULL: words of all #SBATCH lines;
	                word[0] is left free for a program's name */
	size_t n, cap;
	uint32_t *line; /* [n]: the line of each word, from 1 */
	size_t cap_line;
	bool joins; /* a backslash before a blank keeps it in the word */
	/* FT_SCRIPT_QUOTE: which quote, where, and the line from there on */
	char quote;
	uint32_t bad_line;
	const char *bad_text;
};

/* Read TEXT (SIZE bytes) into SCRIPT, to be freed in any case. */
enum ft_script_problem ft_script_parse(
    struct ft_script *script, bool joins, const char *text, size_t size);
/* Read the words of all lines that begin with DIRECTIVE; returns false for an
 * unclosed quote. */
bool ft_script_lines(struct ft_script *script, const char *directive,
    const char *text, size_t size);
void ft_script_free(struct ft_script *script);

/*
 * Returns how many seconds the commands of TEXT take, and sets *status to their exit
 * status.  Known commands are `sleep N[smhd]...`, `exit [N]`, `true`, `false`, `:`
 * and `echo ...`, each alone or after `srun`, separated by newlines, ; and &&.
 * Returns -1 (*status 0) if there is any other command.
 */
int64_t ft_script_run_time(const char *text, size_t size, uint32_t *status);

#endif
