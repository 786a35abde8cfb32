/*
 * verbs.h - what fauction can do, one row each in fauction.c.
 */
#ifndef FT_CMD_FAUCTION_VERBS_H
#define FT_CMD_FAUCTION_VERBS_H

#include "cli/cmd.h"

extern const struct ft_cmd fauction_verb_run;
extern const struct ft_cmd fauction_verb_queue;
extern const struct ft_cmd fauction_verb_misreport;
extern const struct ft_cmd fauction_verb_study;

#endif
