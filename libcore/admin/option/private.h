/*
 * private.h - shared by the files of option only.
 */
#ifndef FT_ADMIN_OPTION_PRIVATE_H
#define FT_ADMIN_OPTION_PRIVATE_H

#include "admin/option/option.h"

/* Negative numbers clear; an empty text is 0, as in Slurm. */
enum ft_given ft_admin_count_value(
    const struct ft_admin_lookup *lookup, const char *value, uint32_t *count);
/* Read a time as Slurm does. */
bool ft_admin_slurm_duration(const char *value, int64_t *seconds);
/* lenient: Slurm's 32 bits of seconds. */
enum ft_given ft_admin_minutes_value(
    const char *value, bool lenient, uint64_t *minutes);
/* The callback that gets each TRES. */
struct ft_tres_visit {
	ft_tres_fn *fn;
	void *ctx;
};
/*
 * Call VISIT for each element as Slurm parses them: ids instead of names, junk
 * after numbers, in some releases += and -=; *bad_unit is the last invalid unit, 0 none.  FT_ENOENT: an
 * element names no TRES.
 */
enum ft_status ft_admin_slurm_tres(const struct ft_admin_lookup *lookup,
    const char *text, const struct ft_tres_visit *visit, char *bad_unit,
    struct ft_error *err);

#endif
