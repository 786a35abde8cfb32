/*
 * alter.h - other settings or another release for an open session, whose store
 * stays as it is.
 */
#ifndef FT_CMD_ALTER_ALTER_H
#define FT_CMD_ALTER_ALTER_H

#include "cli/arglist.h"
#include "common/session.h"

/* Put a copy of SESSION's store in memory in its place. */
enum ft_status ft_alter_copy(struct ft_session *session, struct ft_error *err);
struct ft_alter {
	const struct ft_args *lines; /* each Key=Value */
	const char *source; /* where they are from, for messages: an option */
	bool from_now; /* settings of decay keep past usage, in a copy of the
	                  store; else they apply to the past, too, and a
	                  message on stderr reports that */
};
/*
 * Apply the lines to the settings of SESSION.
 * FT_ENOENT: an unknown setting; FT_EINVAL: a bad value, or one that cannot be
 * tried.
 */
enum ft_status ft_alter_settings(const struct ft_context *context,
    struct ft_session *session, const struct ft_alter *alter,
    struct ft_error *err);
/* Mirror the release NAME, as its slurmctld finds the tree at its start.
 * FT_EINVAL: it is none. */
enum ft_status ft_alter_release(const struct ft_context *context,
    struct ft_session *session, const char *name, struct ft_error *err);

#endif
