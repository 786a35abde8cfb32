/*
 * verbs.h - what fsim can do, one row each in fsim.c.
 */
#ifndef FT_CMD_FSIM_VERBS_H
#define FT_CMD_FSIM_VERBS_H

#include "cli/cmd.h"

extern const struct ft_cmd fsim_verb_run;
extern const struct ft_cmd fsim_verb_replay;
extern const struct ft_cmd fsim_verb_compare;
extern const struct ft_cmd fsim_verb_sweep;
extern const struct ft_cmd fsim_verb_solve;
extern const struct ft_cmd fsim_verb_calibrate;
extern const struct ft_cmd fsim_verb_slotwise;
extern const struct ft_cmd fsim_verb_trace;

#endif
