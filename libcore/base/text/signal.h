/* signal.h - names of signals. */
#ifndef FT_BASE_TEXT_SIGNAL_H
#define FT_BASE_TEXT_SIGNAL_H

#include "base/base.h"

/* Returns "TERM" for 15, as Linux numbers signals; NULL if it has no name. */
const char *ft_signal_name(uint32_t number);
/* Returns the number of "TERM" or "SIGTERM", in any case; 0 unknown. */
uint32_t ft_signal_find(const char *name);

#endif
