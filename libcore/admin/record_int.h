/*
 * record_int.h - choosing records of users and accounts; for admin only.
 */
#ifndef FT_ADMIN_RECORD_INT_H
#define FT_ADMIN_RECORD_INT_H

#include "admin/admin.h"

struct ft_admin_record {
	uint32_t id;
	const char *name;
};
struct ft_admin_records {
	struct ft_admin_record *item; /* ft_free it */
	size_t n, cap;
};

/* Append the records WHERE means, by name. */
enum ft_status ft_admin_select_users(struct ft_admin *admin,
    const struct ft_admin_where *where, struct ft_admin_records *records,
    struct ft_error *err);
enum ft_status ft_admin_select_accounts(struct ft_admin *admin,
    const struct ft_admin_where *where, struct ft_admin_records *records,
    struct ft_error *err);

#endif
