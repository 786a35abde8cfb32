/*
 * assoc.h - show assoc_mgr: what is wanted of it, as text (show/assoc.c) and
 * for programs (show/assoc_doc.c).
 */
#ifndef FT_CMD_FCONTROL_SHOW_ASSOC_H
#define FT_CMD_FCONTROL_SHOW_ASSOC_H

#include "fcontrol/cluster.h"

enum {
	FCONTROL_ASSOC_USERS = 1,
	FCONTROL_ASSOC_ASSOCS = 2,
	FCONTROL_ASSOC_QOS = 4
};

struct fcontrol_assoc {
	const char *users, *accounts, *qos; /* comma lists; NULL: all */
	unsigned flags;
};

/* Returns whether the association of NODE is wanted, and may be seen. */
bool fcontrol_assoc_wants(const struct fcontrol *control, uint32_t node,
    const struct fcontrol_assoc *of);
/*
 * Call FN for each user of NAMES (NULL: all) that has an account and may be
 * seen, by name; returns how many there are.
 */
typedef void fcontrol_user_fn(
    void *ctx, const struct ft_user *user, const char *account);
size_t fcontrol_each_user(const struct fcontrol *control, const char *names,
    fcontrol_user_fn *fn, void *ctx);
/* Returns the default wckey of USER, "" unless TrackWCKey has it matter. */
const char *fcontrol_wckey(
    const struct fcontrol *control, const struct ft_user *user);
/* All of it as JSON, YAML, CSV or rows separated by |. */
void fcontrol_assoc_document(
    struct fcontrol *control, const struct fcontrol_assoc *of);

#endif
