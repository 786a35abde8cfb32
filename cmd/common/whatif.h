/*
 * whatif.h - the same on a copy of the store with changes made to it.
 */
#ifndef FT_CMD_WHATIF_H
#define FT_CMD_WHATIF_H

#include <stddef.h>

#include "common/session.h"

/* Texts in the order given, of the command line. */
struct ft_whatif_lines {
	const char **item; /* each borrowed */
	size_t n, cap;
};
void ft_whatif_add(struct ft_whatif_lines *lines, const char *line);
void ft_whatif_free(struct ft_whatif_lines *lines);

/*
 * Make the changes of --what-if-conf (CONF, Key=Value each) to the settings of
 * SESSION, and those of --what-if (LINES, each a command line of facctmgr) to
 * a copy of its store in memory, which takes the store's place.
 */
enum ft_status ft_whatif_apply(const struct ft_context *context,
    struct ft_session *session, const struct ft_whatif_lines *lines,
    const struct ft_whatif_lines *conf, struct ft_error *err);

#endif
