/*
 * whatif.h - the same on a copy of the store with changes made to it.
 */
#ifndef FT_CMD_WHATIF_H
#define FT_CMD_WHATIF_H

#include <stdbool.h>
#include <stddef.h>

#include "common/session.h"

/* Texts in the order given, of the command line. */
struct ft_whatif_lines {
	const char **item; /* each borrowed */
	size_t n, cap;
};
void ft_whatif_lines_add(struct ft_whatif_lines *lines, const char *line);
void ft_whatif_lines_free(struct ft_whatif_lines *lines);

/* What the options ask for. */
struct ft_whatif {
	struct ft_whatif_lines command; /* each a command line of facctmgr */
	struct ft_whatif_lines conf;    /* each Key=Value */
	bool from_now; /* conf holds from now on; else as if it always had */
};

/* Above the keys of a session. */
enum ft_whatif_key {
	FT_WHATIF_COMMAND = 1100,
	FT_WHATIF_CONF,
	FT_WHATIF_FROM_NOW
};

/* verb: what the command does with it: "show". */
#define FT_WHATIF_OPTIONS(verb)                                                \
	{ 0, "what-if", "COMMAND", FT_WHATIF_COMMAND, FT_OPT_OURS,             \
		FT_COMPLETE_NONE,                                              \
		verb " what it would be after this command of facctmgr; "      \
		     "nothing is changed" },                                   \
	    { 0, "what-if-conf", "KEY=VALUE", FT_WHATIF_CONF, FT_OPT_OURS,     \
		    FT_COMPLETE_SETTING,                                       \
		    verb                                                       \
		    " what it would be if this setting had always held" },     \
	{                                                                      \
		0, "from-now", NULL, FT_WHATIF_FROM_NOW, FT_OPT_OURS,          \
		    FT_COMPLETE_NONE,                                          \
		    "let --what-if-conf hold from now on only: usage so far "  \
		    "stays as it is"                                           \
	}

/* Take one of these options; false if KEY is none of them. */
bool ft_whatif_option(struct ft_whatif *whatif, int key, const char *arg);
/* Returns whether anything is asked for. */
bool ft_whatif_given(const struct ft_whatif *whatif);
void ft_whatif_free(struct ft_whatif *whatif);

/*
 * Make the changes of --what-if-conf to the settings of SESSION, and those of
 * --what-if to a copy of its store in memory, which takes the store's place.
 * If that changes past usage, stderr says so.
 */
enum ft_status ft_whatif_apply(const struct ft_context *context,
    struct ft_session *session, const struct ft_whatif *whatif,
    struct ft_error *err);

#endif
