/*
 * verbs.h - what fauction can do, one row each in fauction.c.
 */
#ifndef FAUCTION_VERBS_H
#define FAUCTION_VERBS_H

#include "common/cmd.h"

extern const struct ft_cmd auction_verb_run;
extern const struct ft_cmd auction_verb_queue;
extern const struct ft_cmd auction_verb_misreport;
extern const struct ft_cmd auction_verb_study;

#endif
