/*
 * entry.h - the entry of terminfo that curses draws with.
 */
#ifndef FT_CMD_FVIEW_TERMINAL_ENTRY_H
#define FT_CMD_FVIEW_TERMINAL_ENTRY_H

#include <stdio.h>

#include "fview/terminal/curses.h"

/*
 * Begin with the terminal $TERM, as newterm().  direct: it has 24-bit colours,
 * also if its entry has not; then what curses takes as a colour is 0xrrggbb.
 * Curses that do not know such entries use its own.
 */
SCREEN *fview_entry_begin(FILE *out, FILE *in, bool direct);

#endif
