/*
 * whatif.h - --what-if, --what-if-conf, --what-if-slurm: run a command on a
 * changed copy.
 */
#ifndef FT_CMD_COMMON_WHATIF_H
#define FT_CMD_COMMON_WHATIF_H

#include "cli/opt.h"
#include "common/session.h"

/* What the options ask for. */
struct ft_whatif {
	struct ft_args command; /* each a command line of facctmgr */
	struct ft_args conf;    /* each Key=Value */
	bool from_now; /* conf applies from now on; else as if it always had */
	const char *slurm; /* the release to mirror; NULL: no other */
};

/* verb: what the command does with the result: "show"; what_if, session: the
 * members of its settings. */
#define FT_WHATIF_OPTIONS(verb, what_if, session)                              \
	{ 0, "what-if", "COMMAND",                                             \
		verb " the result of this command of facctmgr, without "       \
		     "changing the store",                                     \
		FT_OPT_OURS, FT_INTO_TEXTS(what_if.command) },                 \
	    { 0, "what-if-conf", "KEY=VALUE",                                  \
		    verb " the result if this setting had always applied",     \
		    FT_OPT_OURS, FT_COMPLETE_SETTING,                          \
		    FT_INTO_TEXTS(what_if.conf) },                             \
	    { 0, "from-now", NULL,                                             \
		    "apply --what-if-conf only from now on: past usage is "    \
		    "unchanged",                                               \
		    FT_OPT_OURS, FT_INTO_FLAG(what_if.from_now) },             \
	{                                                                      \
		0, "what-if-slurm", "RELEASE",                                 \
		    verb " the result after an upgrade to this release of "    \
			 "Slurm; ties are as in Slurm unless --ties is given", \
		    FT_OPT_OURS,                                               \
		    FT_INTO_CALL_AT(ft_whatif_release, what_if.slurm),         \
		    FT_GIVEN(session.real_ties)                                \
	}

/* Read --what-if-slurm: a bad value is reported before any other error. */
ft_opt_fn ft_whatif_release;
/* Returns whether any of the options was given. */
bool ft_whatif_given(const struct ft_whatif *whatif);

/*
 * Change the settings of SESSION as --what-if-conf says, and replace its store by
 * a copy in memory, changed as --what-if says; then mirror the release of
 * --what-if-slurm, as its slurmctld finds the tree at its start.  A message on
 * stderr reports if past usage is recomputed.
 */
enum ft_status ft_whatif_apply(const struct ft_context *context,
    struct ft_session *session, const struct ft_whatif *whatif,
    struct ft_error *err);

#endif
