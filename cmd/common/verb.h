/*
 * verb.h - commands that are several: fsim run, fsim replay, ...
 */
#ifndef FT_CMD_VERB_H
#define FT_CMD_VERB_H

#include "common/cmd.h"

/*
 * run() of a command with verbs: options of its own (--help, --version), then
 * the verb, whose run() gets the words from there on, itself as argv[0].
 */
int ft_verb_run(struct ft_context *context, int argc, char **argv);

#endif
