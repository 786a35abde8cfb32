/*
 * await.h - wait for a state.  No test waits for a time: how long something
 * takes is the machine's affair.
 */
#ifndef LIB_AWAIT_H
#define LIB_AWAIT_H

#include <stdbool.h>

/*
 * Wait until IS returns true of CTX; bails with WHAT if it has not in ten
 * minutes.
 */
void await_state(bool (*is)(void *ctx), void *ctx, const char *what);

#endif
