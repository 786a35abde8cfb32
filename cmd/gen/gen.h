/*
 * gen.h - build time only: writes what the tables hold into man pages and
 * completions, and makes the pictures.
 */
#ifndef FT_CMD_GEN_GEN_H
#define FT_CMD_GEN_GEN_H

#include "cli/opt.h"
#include "report/format/column.h"

/* The commands of cmd.def; ends with NULL. */
extern const struct ft_cmd *const gen_cmds[];

static inline bool
gen_is_shown(const struct ft_option *row)
{
	return !(row->flags & FT_OPT_HIDDEN);
}

/*
 * Append the region NAME of a page to STR.  cmd: the command the page is of,
 * NULL for other pages.  Returns false when there is no such region.
 */
bool gen_man(struct ft_str *str, const struct ft_cmd *cmd, const char *name);
/* The same for the regions SHOW, UPDATE and JOB-KEYS of fcontrol. */
bool gen_control(struct ft_str *str, const char *name);
/* The region RELEASES of fairtree(7). */
void gen_releases(struct ft_str *str);
/* The region NEW-SETTINGS of facctmgr: settings that only later releases have. */
void gen_new_settings(struct ft_str *str);
/* Append which releases of Slurm have a row; nothing if all do. */
void gen_since(
    struct ft_str *str, enum ft_release since, enum ft_release until);
/* Append TEXT as a sentence of a page. */
void gen_text(struct ft_str *str, const char *text);
/* Regenerate the pictures in ROOT/data/pictures; returns 0, or 1 after a message. */
int gen_pictures(const char *root);

#endif
