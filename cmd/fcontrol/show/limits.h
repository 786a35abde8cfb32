/*
 * limits.h - "Name=limit(used)" as scontrol show assoc_mgr has it.
 */
#ifndef FT_CMD_FCONTROL_SHOW_LIMITS_H
#define FT_CMD_FCONTROL_SHOW_LIMITS_H

#include "base/text/real.h"
#include "fcontrol/cluster.h"
#include "sim/policy/policy.h"

/* Whose limits: an association (tree node) or a QOS (id). */
struct fcontrol_owner {
	struct ft_world *world;
	bool is_qos;
	uint32_t id;
	bool each; /* of a QOS: what one of its users or accounts uses */
};

/* Set *value to the limit of OWNER; returns whether it has one. */
bool fcontrol_limit(const struct fcontrol_owner *owner, uint16_t kind,
    uint32_t tres, uint64_t *value);
/*
 * Set *used to what counts against a limit of KIND, from USE or the usage of
 * OWNER; for limits of TRES, the one with that index.  In jobs, TRES units or
 * minutes, as the limit is.  Returns false if nothing is counted for this kind.
 */
bool fcontrol_used(const struct fcontrol_owner *owner,
    const struct ft_policy_use *use, uint16_t kind, size_t tres, ft_real *used);

/*
 * How a limit is printed: "NAME=limit(used)", or "NAME=N(used)" if there is
 * none; "NAME=limit" or "NAME=" for kinds that are not counted.  Limits of TRES
 * print this for each TRES.
 */
struct fcontrol_limit_row {
	const char *name;
	uint16_t kind;         /* enum ft_limit_kind */
	bool own;              /* "NAME=" if there is no limit */
	bool blank;            /* a blank in place of a missing limit */
	bool line;             /* it ends its line; else a blank follows */
	bool before;           /* it starts a line */
	enum ft_release since; /* the first that has it */
};
/* Append the limits ROWS (a NULL name ends them) of OWNER; line: separates
 * lines. */
void fcontrol_add_limits(struct ft_str *str, const struct fcontrol_owner *owner,
    const struct ft_policy_use *use, const struct fcontrol_limit_row *rows,
    const char *line);

/* ---- show/qos.c --------------------------------------------------------------- */

/* Append the records of the QOS in NAMES (comma list; NULL: all). */
void fcontrol_add_qos(
    struct ft_str *str, struct fcontrol *control, const char *names);
/* Whether NAME is in the comma list NAMES (NULL: all). */
bool fcontrol_listed(const char *names, const char *name);

#endif
