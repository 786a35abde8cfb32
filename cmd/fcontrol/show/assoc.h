/*
 * assoc.h - show assoc_mgr: which records are printed (assoc_filter.c), as text
 * (assoc.c) and for programs (assoc_doc.c).
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

/* Returns whether OF selects the association of NODE and the user may see it. */
bool fcontrol_assoc_selects(const struct fcontrol *control, uint32_t node,
    const struct fcontrol_assoc *of);
/*
 * Call FN (NULL: only count) by name for each user of NAMES (NULL: all) that
 * has an account and is visible; returns how many there are.
 */
typedef void fcontrol_user_fn(
    void *ctx, const struct ft_user *user, const char *account);
size_t fcontrol_each_user(const struct fcontrol *control, const char *names,
    fcontrol_user_fn *fn, void *ctx);
/* Returns the default wckey of USER, "" unless TrackWCKey is set. */
const char *fcontrol_wckey(
    const struct fcontrol *control, const struct ft_user *user);
/* Print everything as JSON, YAML, CSV or rows separated by |. */
void fcontrol_assoc_document(
    struct fcontrol *control, const struct fcontrol_assoc *of);

#endif
