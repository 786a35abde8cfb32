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
	bool each; /* of a QOS: what one of its users or accounts has */
};

/* The limit of OWNER: true, *value. */
bool fcontrol_limit(const struct fcontrol_owner *owner, uint16_t kind,
    uint32_t tres, uint64_t *value);
/*
 * What of USE, or of the usage of OWNER, counts against a limit of KIND: true,
 * *used; of TRES the one of that index.  false: nothing does.
 */
bool fcontrol_used(const struct fcontrol_owner *owner,
    const struct ft_policy_use *use, uint16_t kind, size_t tres, ft_real *used);

/* How a limit stands in a record: "NAME=limit(used)", "NAME=N(used)" for none;
 * "NAME=limit", "NAME=" where nothing is counted.  Of TRES the same for each. */
struct fcontrol_limit_row {
	const char *name;
	uint16_t kind; /* enum ft_limit_kind */
	bool own;      /* "NAME=" if there is no limit */
	bool blank;    /* a blank in place of no limit */
	bool line;     /* the line ends behind it, else a blank follows */
};
/* Append what n ROWS say of OWNER; line: between lines. */
void fcontrol_add_limits(struct ft_str *str, const struct fcontrol_owner *owner,
    const struct ft_policy_use *use, const struct fcontrol_limit_row *rows,
    const char *line);

/* ---- show/qos.c --------------------------------------------------------------- */

/* Append the records of the QOS that NAMES (comma list, NULL all) has. */
void fcontrol_add_qos(
    struct ft_str *str, struct fcontrol *control, const char *names);
/* Whether the comma list NAMES (NULL: all) has NAME. */
bool fcontrol_listed(const char *names, const char *name);

#endif
