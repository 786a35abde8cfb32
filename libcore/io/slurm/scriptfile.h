/*
 * scriptfile.h - a batch script: its #SBATCH lines, and how long its commands
 * would take if they are nothing but sleep.
 *
 * Nothing is executed.  Lines are read for options until the first that is
 * neither blank nor starts with # (behind blanks or not).  Their words are
 * separated by blanks, which quotes keep; a backslash takes away what the character
 * behind it means, but for a blank; a # outside quotes ends the line.
 * Source: sbatch(1); tests/unit/t_scriptfile.c.
 */
#ifndef FT_IO_SLURM_SCRIPTFILE_H
#define FT_IO_SLURM_SCRIPTFILE_H

#include "base/base.h"

enum ft_script_problem {
	FT_SCRIPT_GOOD,
	FT_SCRIPT_EMPTY,          /* nothing, or blanks only */
	FT_SCRIPT_NO_INTERPRETER, /* does not start with #! */
	FT_SCRIPT_DOS,            /* lines end with CR LF */
	FT_SCRIPT_NUL,            /* a NUL byte */
	FT_SCRIPT_QUOTE           /* a quote that does not end */
};

struct ft_script {
	struct ft_arena arena;
	char **word; /* [n + 1], ends with NULL: words of all #SBATCH lines;
	                word[0] is left free for a program's name */
	size_t n, cap;
	uint32_t *line; /* [n]: where each stands, from 1 */
	size_t cap_line;
	/* FT_SCRIPT_QUOTE: which quote, where, and the line from there on */
	char quote;
	uint32_t bad_line;
	const char *bad_text;
};

/* Read TEXT (SIZE bytes) into SCRIPT, to be freed in any case. */
enum ft_script_problem ft_script_parse(
    struct ft_script *script, const char *text, size_t size);
void ft_script_free(struct ft_script *script);

/*
 * How long the commands of TEXT take, in seconds, and the status they end
 * with.  Known are `sleep N[smhd]...`, `exit [N]`, `true`, `false`, `:`,
 * `echo ...`, each alone or behind `srun`, separated by line ends, ; and &&.
 * Returns -1 (*status 0) if there is anything else.
 */
int64_t ft_script_run_time(const char *text, size_t size, uint32_t *status);

#endif
