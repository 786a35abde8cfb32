/*
 * gone_int.h - what becomes of lists that name a QOS that is deleted.
 */
#ifndef FT_ADMIN_GONE_INT_H
#define FT_ADMIN_GONE_INT_H

#include "admin/admin_int.h"

struct ft_admin_qos_list {
	enum ft_entity entity; /* of the owner: FT_ENTITY_ASSOC or _QOS */
	uint32_t owner;
	struct ft_qosref *ref; /* in the arena of the admin */
	size_t n;
};
struct ft_admin_qos_lists {
	struct ft_admin_qos_list *item; /* free with ft_free() */
	size_t n, cap;
};

/* Append the list of OWNER, as it is now, if QOS is in it. */
enum ft_status ft_admin_keep_qos_list(struct ft_admin *admin,
    enum ft_entity entity, uint32_t owner, uint32_t qos,
    struct ft_admin_qos_lists *lists, struct ft_error *err);
/*
 * Store what is left of LISTS without QOS, which is deleted by now.  A whole
 * list of several QOS keeps the deleted one, which counts for nothing, so that
 * it inherits nothing when it is empty in the end.
 */
enum ft_status ft_admin_strike_qos(struct ft_admin *admin,
    const struct ft_admin_qos_lists *lists, uint32_t qos, struct ft_error *err);

#endif
