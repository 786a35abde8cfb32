/*
 * option_int.h - shared by the files of option only.
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

/* What a text says about a limit. */
enum ft_value {
	FT_VALUE_BAD,
	FT_VALUE_SET,
	FT_VALUE_CLEAR,
	FT_VALUE_IDLE, /* told, but too large to have an effect */
	FT_VALUE_NONE  /* not even told */
};
/* Negative numbers clear; an empty text is 0, as Slurm has it. */
enum ft_value ft_admin_count_value(
    const char *value, bool lenient, uint32_t *count);
/* lenient: Slurm's 32 bits of seconds. */
enum ft_value ft_admin_minutes_value(
    const char *value, bool lenient, uint64_t *minutes);
/*
 * Call FN for each element as Slurm 22.05 reads them: ids for names, junk
 * behind numbers; *bad_unit is the last that is none, else 0.  FT_ENOENT: an
 * element that names no TRES.
 */
enum ft_status ft_admin_slurm_tres(const struct ft_tres_table *table,
    const char *text, ft_tres_fn *fn, void *ctx, char *bad_unit,
    struct ft_error *err);

#endif
