/*
 * whatif.h - the same on a copy of the store with changes made to it.
 */
#ifndef FT_CMD_COMMON_WHATIF_H
#define FT_CMD_COMMON_WHATIF_H

#include "cli/opt.h"
#include "common/session.h"

/* What the options ask for. */
struct ft_whatif {
	struct ft_args command; /* each a command line of facctmgr */
	struct ft_args conf;    /* each Key=Value */
	bool from_now; /* conf holds from now on; else as if it always had */
};

/* verb: what the command does with it: "show"; what_if: the member of its
 * settings. */
#define FT_WHATIF_OPTIONS(verb, what_if)                                       \
	{ 0, "what-if", "COMMAND",                                             \
		verb " the result of this command of facctmgr, without "       \
		     "changing the store",                                     \
		FT_OPT_OURS, FT_INTO_TEXTS(what_if.command) },                 \
	    { 0, "what-if-conf", "KEY=VALUE",                                  \
		    verb " the result if this setting had always applied",     \
		    FT_OPT_OURS, FT_COMPLETE_SETTING,                          \
		    FT_INTO_TEXTS(what_if.conf) },                             \
	{                                                                      \
		0, "from-now", NULL,                                           \
		    "apply --what-if-conf only from now on: past usage is "    \
		    "unchanged",                                               \
		    FT_OPT_OURS, FT_INTO_FLAG(what_if.from_now)                \
	}

/* Returns whether anything is asked for. */
bool ft_whatif_given(const struct ft_whatif *whatif);

/*
 * Make the changes of --what-if-conf to the settings of SESSION, and those of
 * --what-if to a copy of its store in memory, which takes the store's place.
 * If that changes past usage, stderr says so.
 */
enum ft_status ft_whatif_apply(const struct ft_context *context,
    struct ft_session *session, const struct ft_whatif *whatif,
    struct ft_error *err);

#endif
