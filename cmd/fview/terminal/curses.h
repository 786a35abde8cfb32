/*
 * curses.h - curses, loaded when a terminal is drawn on for the first time.
 */
#ifndef FT_CMD_FVIEW_TERMINAL_CURSES_H
#define FT_CMD_FVIEW_TERMINAL_CURSES_H

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <panel.h>
#include <term.h>

#include "files/library.h"

/* Where windows are opaque, as in Debian 13, these are functions only. */
#undef getbegx
#undef getbegy
#undef getmaxx
#undef getmaxy

#define FVIEW_CURSES(X)                                                        \
	X(COLORS)                                                              \
	X(COLOR_PAIRS)                                                         \
	X(COLS)                                                                \
	X(LINES)                                                               \
	X(boolnames)                                                           \
	X(cbreak)                                                              \
	X(clearok)                                                             \
	X(cur_term)                                                            \
	X(curs_set)                                                            \
	X(curscr)                                                              \
	X(def_prog_mode)                                                       \
	X(del_curterm)                                                         \
	X(del_panel)                                                           \
	X(delscreen)                                                           \
	X(delwin)                                                              \
	X(doupdate)                                                            \
	X(endwin)                                                              \
	X(getbegx)                                                             \
	X(getbegy)                                                             \
	X(getmaxx)                                                             \
	X(getmaxy)                                                             \
	X(getmouse)                                                            \
	X(has_colors)                                                          \
	X(init_extended_pair)                                                  \
	X(intrflush)                                                           \
	X(keypad)                                                              \
	X(leaveok)                                                             \
	X(mouseinterval)                                                       \
	X(mousemask)                                                           \
	X(new_panel)                                                           \
	X(newterm)                                                             \
	X(newwin)                                                              \
	X(nodelay)                                                             \
	X(noecho)                                                              \
	X(nonl)                                                                \
	X(numnames)                                                            \
	X(reset_prog_mode)                                                     \
	X(resizeterm)                                                          \
	X(set_escdelay)                                                        \
	X(setcchar)                                                            \
	X(setupterm)                                                           \
	X(start_color)                                                         \
	X(stdscr)                                                              \
	X(strnames)                                                            \
	X(tigetflag)                                                           \
	X(tigetnum)                                                            \
	X(tigetstr)                                                            \
	X(top_panel)                                                           \
	X(tputs)                                                               \
	X(update_panels)                                                       \
	X(use_default_colors)                                                  \
	X(wadd_wch)                                                            \
	X(werase)                                                              \
	X(wget_wch)                                                            \
	X(wmove)                                                               \
	X(wrefresh)                                                            \
	X(wtouchln)

struct fview_curses {
	FVIEW_CURSES(FT_LIBRARY_MEMBER)
};

/* What fview_curses_load() has loaded: once it was true, for good. */
extern struct fview_curses fview_curses;
bool fview_curses_load(void);

#endif
