/*
 * option_int.h - shared by option.c and option_table.c only.
 */
#ifndef FT_ADMIN_OPTION_INT_H
#define FT_ADMIN_OPTION_INT_H

#include "admin/option.h"

/* How a setting is told.  A table ends with a NULL label. */
struct ft_admin_label {
	const char *label;
	int width;
	enum ft_admin_field field;
	enum ft_limit_kind kind; /* of FT_SET_LIMIT */
	const char *none;        /* when it is cleared */
};
extern const struct ft_admin_label ft_admin_assoc_labels[];
extern const struct ft_admin_label ft_admin_qos_labels[];

#endif
