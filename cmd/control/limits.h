/*
 * limits.h - "Name=limit(used)" as scontrol show assoc_mgr has it.
 */
#ifndef FT_CONTROL_LIMITS_H
#define FT_CONTROL_LIMITS_H

#include "control/cluster.h"

/* Whose limits: an association (tree node) or a QOS (id). */
struct control_owner {
	struct ft_world *world;
	bool is_qos;
	uint32_t id;
};

/* The limit of OWNER: true, *value. */
bool control_limit(const struct control_owner *owner, uint16_t kind,
    uint32_t tres, uint64_t *value);
/* Append "NAME=limit(used)", "NAME=N(used)" for none. */
void control_add_count(struct ft_str *str, const struct control_owner *owner,
    const char *name, uint16_t kind, uint64_t used);
/* The same; none: "NAME=". */
void control_add_own_count(struct ft_str *str,
    const struct control_owner *owner, const char *name, uint16_t kind,
    uint64_t used);
/* Append "NAME=limit(0.00)" of minutes. */
void control_add_wall(
    struct ft_str *str, const struct control_owner *owner, double used);
/* Append "NAME=cpu=limit(used),mem=N(used),..." of all TRES; used by index. */
void control_add_tres_used(struct ft_str *str,
    const struct control_owner *owner, const char *name, uint16_t kind,
    const uint64_t *used);
/* Append "NAME=limit" or "NAME=". */
void control_add_plain(struct ft_str *str, const struct control_owner *owner,
    const char *name, uint16_t kind);
/* Append "NAME=cpu=4,mem=100" of those that are limited. */
void control_add_tres_plain(struct ft_str *str,
    const struct control_owner *owner, const char *name, uint16_t kind);

/* ---- show_qos.c --------------------------------------------------------------- */

/* Append the records of the QOS that NAMES (comma list, NULL all) has. */
void control_add_qos(
    struct ft_str *str, struct control *control, const char *names);
/* Whether the comma list NAMES (NULL: all) has NAME. */
bool control_listed(const char *names, const char *name);

#endif
