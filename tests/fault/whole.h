/*
 * whole.h - what a store holds, to tell whether it holds a change or not.
 */
#ifndef FAULT_WHOLE_H
#define FAULT_WHOLE_H

#include <stdbool.h>

/*
 * Every row of every table of the file as text, the caller's, without what is
 * different each time (wall clocks).  FACTS: without what counts transactions,
 * too, so that one change made in two goes is the same.
 */
char *whole_text(const char *path, bool facts);
/* A copy of the store, without the files beside it, which are removed. */
void whole_copy(const char *from, const char *to);
/* Say in the log where two texts differ first. */
void whole_diff(const char *got, const char *want);

#endif
