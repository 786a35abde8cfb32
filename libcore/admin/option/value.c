/* Parsing numbers, times and TRES in the values of settings. */

#include "admin/internal.h"
#include "admin/option/private.h"
#include "base/text/timefmt.h"

/* ---- counts ---------------------------------------------------------------------- */

static bool
is_strict(enum ft_release release)
{
	return ft_release_has(release, FT_RULE_NUMBERS_WHOLE);
}

bool
ft_admin_number_ends(enum ft_release release, const char *end)
{
	return !*end || !is_strict(release);
}

enum ft_status
ft_admin_fail_number(enum ft_release release, bool real, const char *name,
    const char *value, struct ft_error *err)
{
	return ft_fail(err, FT_EINVAL,
	    real && is_strict(release) ? "%s value (%s) is not a valid number"
				       : "Invalid value for %s (%s)",
	    name, value);
}

bool
ft_admin_slurm_number(
    enum ft_release release, const char *value, int64_t *number)
{
	char *end;

	*number = strtoll(value, &end, 10);
	return !*value || (end > value && ft_admin_number_ends(release, end) &&
			      (*number != 0 || !*end));
}

/* Slurm keeps 32 bits; the largest number and those below 0 clear; of the rest
 * the upper half has no effect. */
static enum ft_given
slurm_count(
    const struct ft_admin_lookup *lookup, const char *value, uint32_t *count)
{
	int64_t number;

	if (!ft_admin_slurm_number(lookup->release, value, &number))
		return FT_GIVEN_BAD;
	*count = (uint32_t)number;
	if (number < 0 || *count == UINT32_MAX)
		return FT_GIVEN_CLEAR;
	if (*count == UINT32_MAX - 1)
		return FT_GIVEN_NONE;
	return *count > INT32_MAX ? FT_GIVEN_IDLE : FT_GIVEN_SET;
}

enum ft_given
ft_admin_count_value(
    const struct ft_admin_lookup *lookup, const char *value, uint32_t *count)
{
	*count = 0;
	if (*value == 0)
		return FT_GIVEN_SET;
	if (lookup->lenient)
		return slurm_count(lookup, value, count);
	if (value[0] == '-' && isdigit((unsigned char)value[1]))
		return FT_GIVEN_CLEAR;
	return ft_num_u32(value, count) ? FT_GIVEN_SET : FT_GIVEN_BAD;
}

/* ---- times ------------------------------------------------------------------------- */

/* Slurm also takes "2-" and "-5" as days, and any number of minutes: the largest
 * that long int has is its last. */
bool
ft_admin_slurm_duration(const char *value, int64_t *seconds)
{
	size_t minus = *value == '-';
	size_t digits = strspn(value + minus, "0123456789");
	const char *end = value + minus + digits;
	int64_t number = strtoll(value, NULL, 10) % (INT64_C(1) << 32);

	if (ft_time_duration(value, seconds))
		return true;
	/* 32 bits of the seconds are kept */
	*seconds = number * (minus || *end ? 86400 : 60);
	return digits && (minus || !*end ? !*end : !strcmp(end, "-"));
}

enum ft_given
ft_admin_minutes_value(const char *value, bool lenient, uint64_t *minutes)
{
	int64_t seconds, whole;
	int32_t kept;

	*minutes = 0;
	if (!lenient) {
		if (!ft_time_minutes(value, &whole))
			return FT_GIVEN_BAD;
		if (whole == FT_TIME_UNLIMITED)
			return FT_GIVEN_CLEAR;
		*minutes = (uint64_t)whole;
		return FT_GIVEN_SET;
	}
	if (!ft_admin_slurm_duration(value, &seconds))
		return FT_GIVEN_BAD;
	if (seconds == FT_TIME_UNLIMITED)
		return FT_GIVEN_CLEAR;
	kept = (int32_t)(uint32_t)(uint64_t)seconds;
	kept = (kept + (kept > INT32_MAX - 59 ? 0 : 59)) / 60;
	*minutes = (uint32_t)kept;
	return kept == -1   ? FT_GIVEN_CLEAR
	       : kept == -2 ? FT_GIVEN_BAD
	       : kept < 0   ? FT_GIVEN_IDLE
			    : FT_GIVEN_SET;
}

/* ---- TRES ---------------------------------------------------------------------------- */

/* Memory is counted from MiB; other TRES have no units above G. */
static uint64_t
slurm_unit(const struct ft_tres *tres, char unit, uint64_t value)
{
	bool memory =
	    strcmp(tres->type, "mem") == 0 || strcmp(tres->type, "bb") == 0;
	const char *units = memory ? "MGTP" : "\001KMG";
	const char *found = strchr(units, unit & ~0x20);
	long steps = found ? found - units : 0;

	return value << (10 * steps);
}

/* Returns the TRES that *text names, up to and with its =, or NULL, FT_ENOENT.
 * *change: the sign before the =. */
static const struct ft_tres *
slurm_type(const struct ft_admin_lookup *lookup, const char **text,
    char *change, struct ft_error *err)
{
	const struct ft_tres_table *table = &lookup->tres;
	const char *equal = strchr(*text, '=');
	struct ft_word name;
	const struct ft_tres *tres = NULL;
	size_t signs = equal && equal > *text && strchr("+-", equal[-1]) &&
		       ft_release_has(lookup->release, FT_RULE_TRES_BY);

	*change = signs ? equal[-1] : '\0';
	if (isdigit((unsigned char)**text)) {
		unsigned long id = strtoul(*text, NULL, 10);

		tres = ft_tres_get(table, (uint32_t)id);
		if (id == 0 || id >= UINT32_MAX)
			ft_fail(
			    err, FT_ENOENT, "cannot convert %s to ID.", *text);
		else if (equal == NULL)
			ft_fail(
			    err, FT_ENOENT, "no value given as TRES type/id.");
		else if (tres == NULL)
			ft_fail(err, FT_ENOENT, "no TRES known by id %lu", id);
		else
			*text = equal + 1;
		return id == 0 || id >= UINT32_MAX || !equal ? NULL : tres;
	}
	if (equal == NULL) {
		ft_fail(err, FT_ENOENT, "no TRES id found for %s", *text);
		return NULL;
	}
	name = (struct ft_word){ *text, (size_t)(equal - *text) - signs };
	tres = ft_tres_find_word(table, name);
	if (tres == NULL)
		ft_fail(err, FT_ENOENT, "no TRES known by type %.*s",
		    (int)name.len, name.at);
	else
		*text = equal + 1;
	return tres;
}

enum ft_status
ft_admin_slurm_tres(const struct ft_admin_lookup *lookup, const char *text,
    const struct ft_tres_visit *visit, char *bad_unit, struct ft_error *err)
{
	*bad_unit = 0;
	if (*text == ',')
		text++;
	do {
		struct ft_tres_amount amount = { 0 };
		const struct ft_tres *tres =
		    slurm_type(lookup, &text, &amount.change, err);
		const char *comma;
		char *end;

		if (tres == NULL)
			return FT_ENOENT;
		amount.id = tres->id;
		amount.value = strtoull(text, &end, 10);
		if (*end && *end != ',') {
			if (strchr("KMGTP", *end & ~0x20) == NULL ||
			    !isalpha((unsigned char)*end))
				*bad_unit = *end;
			else
				amount.value =
				    slurm_unit(tres, *end, amount.value);
		}
		/* both mean none */
		amount.clear = amount.value >= UINT64_MAX - 1;
		FT_TRY(visit->fn(visit->ctx, &amount, err));
		comma = strchr(end, ',');
		text = comma ? comma + 1 : NULL;
	} while (text);
	return FT_OK;
}
