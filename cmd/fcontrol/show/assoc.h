/*
 * assoc.h - show assoc_mgr: what is wanted of it, as text (show/assoc.c) and
 * for programs (show/assoc_doc.c).
 */
#ifndef FT_CMD_FCONTROL_SHOW_ASSOC_H
#define FT_CMD_FCONTROL_SHOW_ASSOC_H

#include "fcontrol/cluster.h"

enum {
	CONTROL_ASSOC_USERS = 1,
	CONTROL_ASSOC_ASSOCS = 2,
	CONTROL_ASSOC_QOS = 4
};

struct control_assoc {
	const char *users, *accounts, *qos; /* comma lists; NULL: all */
	unsigned flags;
};

/* Returns whether the association of NODE is wanted, and may be seen. */
bool control_assoc_wants(const struct control *control, uint32_t node,
    const struct control_assoc *of);
/*
 * Call FN for each user of NAMES (NULL: all) that has an account and may be
 * seen, by name; returns how many there are.
 */
typedef void control_user_fn(
    void *ctx, const struct ft_user *user, const char *account);
size_t control_each_user(const struct control *control, const char *names,
    control_user_fn *fn, void *ctx);
/* Returns the default wckey of USER, "" unless TrackWCKey has it matter. */
const char *control_wckey(
    const struct control *control, const struct ft_user *user);
/* All of it as JSON, YAML, CSV or rows separated by |. */
void control_assoc_document(
    struct control *control, const struct control_assoc *of);

#endif
