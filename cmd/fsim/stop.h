/*
 * stop.h - whoever sits before the terminal, or shuts the machine down, asks for
 * the end: a verb that has begun sees it here and ends in good order.
 */
#ifndef FT_CMD_FSIM_STOP_H
#define FT_CMD_FSIM_STOP_H

#include "base/base.h"

/* Have SIGINT, SIGTERM and SIGHUP ask from now on; nobody has asked yet. */
void fsim_stop_catch(void);
/* They end the process again, as they did before. */
void fsim_stop_release(void);
/* Whether one of them has come since fsim_stop_catch. */
bool fsim_stop_asked(void);

#endif
