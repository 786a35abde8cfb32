/*
 * figuresfile.h - reading published figures from a CSV file.
 *
 *     table,sample,column,value
 *     TV,sample_1,TV_1A,506930
 *     PoA,sample_1,PoA,2.08
 *
 * The first row names the columns, in any order and any case; these four are
 * needed, others are passed over.  A value has at most two decimals.
 */
#ifndef FT_IO_RESEARCH_FIGURESFILE_H
#define FT_IO_RESEARCH_FIGURESFILE_H

#include "model/research/figures.h"

/*
 * Add the figures of TEXT to FIGURES (initialised).
 * FT_EPARSE "file:line:column: ...": a column is missing or there twice, a row
 * is short, a name is empty, a value is no such number, a figure is there twice,
 * or what io/text/csvfile.h says.
 */
enum ft_status ft_figuresfile_read(struct ft_figures *figures, const char *file,
    const char *text, size_t size, struct ft_error *err);

#endif
