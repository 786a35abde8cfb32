/*
 * rows.h - the same few rows, for the tests of all formats.
 */
#ifndef ROWS_H
#define ROWS_H

#include "report/format/format.h"

/*
 * Print three rows with every kind of cell into OUT.  measured: they are sent
 * twice, as a command does that wants widths without keeping rows.
 */
void rows_print(
    struct ft_out *out, const struct ft_table_options *options, bool measured);

#endif
