/*
 * flatfile.h - read and write the files of sacctmgr dump and load.
 *
 * Errors of grammar are reported here, with file:line:column.  Lines with unknown
 * titles are kept (FT_FLAT_OTHER) for the caller to judge.
 */
#ifndef FT_IO_SLURM_FLATFILE_H
#define FT_IO_SLURM_FLATFILE_H

#include "model/account/flat.h"

/*
 * Append the lines of TEXT to FLAT (initialised; flat->file names it in
 * messages and must live as long: set it again for each of several files).
 */
enum ft_status ft_flatfile_parse(
    struct ft_flat *flat, const char *text, size_t size, struct ft_error *err);
/* Append line I of FLAT as text with a line end (quotes as sacctmgr dump). */
void ft_flatfile_write_line(
    struct ft_str *str, const struct ft_flat_line *line);
/* Append the comment block that explains the format, then all lines. */
void ft_flatfile_write(struct ft_str *str, const struct ft_flat *flat);

#endif
