/*
 * resource.h - requests about resources: licences and the like, and which
 * percent of them each cluster may have.
 *
 * As in admin.h: a request is checked and applied inside a transaction; what
 * was done is a list of items.  Of an item name is "resource@server"; with a
 * cluster it is about that cluster's share (note: its percent).
 * Source: sacctmgr(1), RESOURCE; rules as Slurm 22.05 shows them.
 */
#ifndef FT_ADMIN_RESOURCE_H
#define FT_ADMIN_RESOURCE_H

#include "admin/admin.h"

#define FT_RESOURCE_SERVER "slurmdb" /* when none is given */

/* Settings; what was not given is not changed. */
struct ft_admin_resource_set {
	const char *description, *server, *server_type; /* NULL: not given */
	bool count_given, type_given, allowed_given;
	uint32_t count;
	uint32_t allowed; /* percent */
};

/* Why a request about resources was refused; FT_ADMIN_RESOURCE_NONE: not. */
enum ft_admin_resource_refusal {
	FT_RESOURCE_OK,
	FT_RESOURCE_NO_TYPE,      /* a new resource needs its type */
	FT_RESOURCE_NO_COUNT,     /* and a count */
	FT_RESOURCE_TOO_MUCH,     /* more than 100 percent in all */
	FT_RESOURCE_BY_CLUSTER,   /* count= together with clusters */
	FT_RESOURCE_NEEDS_CLUSTER /* percent without clusters */
};
struct ft_admin_resource_result {
	struct ft_admin_result items; /* refusal: permission, no effect */
	enum ft_admin_resource_refusal refusal;
	const char *name; /* of what was refused */
	bool exists;      /* it was there before */
	uint32_t used;    /* percent given already */
	size_t matched;   /* of modify: resources that were chosen */
	/* TOO_MUCH of a change: items DID_BLOCK tell each cluster's part */
};

/* keys: RESOURCE names, CLUSTER. */
enum ft_status ft_admin_add_resources(struct ft_admin *admin,
    const struct ft_admin_where *what, const struct ft_admin_resource_set *set,
    struct ft_admin_resource_result *result, struct ft_error *err);
/* keys: RESOURCE, SERVER, SERVER_TYPE, DESCRIPTION, ID, CLUSTER. */
enum ft_status ft_admin_modify_resources(struct ft_admin *admin,
    const struct ft_admin_where *where, const struct ft_admin_resource_set *set,
    struct ft_admin_resource_result *result, struct ft_error *err);
/* With clusters given only their shares go. */
enum ft_status ft_admin_delete_resources(struct ft_admin *admin,
    const struct ft_admin_where *where, struct ft_admin_resource_result *result,
    struct ft_error *err);
/* Returns whether RESOURCE meets the conditions on resources. */
bool ft_admin_resource_matches(
    const struct ft_admin_where *where, const struct ft_resource *resource);

#endif
