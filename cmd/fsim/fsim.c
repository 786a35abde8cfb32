/*
 * fsim: the simulator.  Each verb is a command of its own.
 */
#include "cli/opt.h"
#include "fsim/verbs.h"

/* Options that may precede the verb; their rows are those of the verbs. */
static const struct ft_option options[] = {
	{ 0, "db", "FILE", "use this store", FT_OPT_HIDDEN, FT_COMPLETE_FILE,
	    FT_INTO_NOTHING },
	{ 0, "conf", "FILE", "read settings from this file", FT_OPT_HIDDEN,
	    FT_COMPLETE_FILE, FT_INTO_NOTHING },
	{ 0 },
};

static const struct ft_cmd *const verbs[] = {
	&fsim_verb_run,
	&fsim_verb_replay,
	&fsim_verb_compare,
	&fsim_verb_sweep,
	&fsim_verb_solve,
	&fsim_verb_calibrate,
	&fsim_verb_slotwise,
	&fsim_verb_trace,
	NULL,
};

const struct ft_cmd ft_cmd_fsim = {
	.name = "fsim",
	.slurm_name = "",
	.summary = "simulate: let time pass in a store, replay traces",
	.synopsis = "command [options]",
	.options = options,
	.options_first = true,
	.verbs = verbs,
};
