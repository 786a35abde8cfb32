/*
 * figuresfile.h - reading published figures from a CSV file.
 *
 *     table,sample,column,value
 *     TV,sample_1,TV_1A,506930
 *     PoA,sample_1,PoA,2.08
 *
 * The first row names the columns, in any order and any case; these four are
 * required, others are skipped.  A value has at most two decimals.
 */
#ifndef FT_IO_RESEARCH_FIGURESFILE_H
#define FT_IO_RESEARCH_FIGURESFILE_H

#include "model/research/figures.h"

/*
 * Add the figures of TEXT to FIGURES (initialised).
 * FT_EPARSE "file:line:column: ...": a missing or duplicate column, a short row, an
 * empty name, a bad value, a duplicate figure, or an error of io/text/csvfile.h.
 */
enum ft_status ft_figuresfile_read(struct ft_figures *figures, const char *file,
    const char *text, size_t size, struct ft_error *err);

#endif
