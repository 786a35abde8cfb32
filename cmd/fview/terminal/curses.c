#include "fview/terminal/curses.h"

/* The library of panels needs the other two of curses. */
#define FILES "libpanelw.so.6"

/* Curses itself has one state in a process: its screen, its size. */
struct fview_curses fview_curses;

bool
fview_curses_load(void)
{
	return fview_curses.newterm ||
	       ft_library_load(
		   FILES, FVIEW_CURSES(FT_LIBRARY_NAME), &fview_curses);
}
