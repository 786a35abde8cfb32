/* against.c - the row with which the others are compared: fsim sweep --against. */

#include "fsim/sweep/sweep.h"

#define FIRST "first"

static bool
is_first(const struct sweep_against *against)
{
	return strcmp(against->text, FIRST) == 0;
}

/* Take "KEY=VALUE", LEN bytes of the text. */
static enum ft_status
take(struct sweep_against *against, const struct sweep_table *table,
    const char *part, size_t len, struct ft_error *err)
{
	const char *equals = memchr(part, '=', len);

	if (!equals)
		return ft_fail(err, FT_EINVAL,
		    "--against needs " FIRST " or KEY=VALUE,..., not '%s'",
		    against->text);
	for (size_t k = 0; k < table->n_key; k++) {
		size_t name = (size_t)(equals - part);

		if (strlen(table->key[k]) != name ||
		    strncasecmp(table->key[k], part, name) != 0 ||
		    sweep_is_unit(table, k))
			continue;
		if (against->value[k])
			return ft_fail(err, FT_EINVAL,
			    "--against: '%s' is repeated", table->key[k]);
		against->value[k] = ft_arena_strndup(
		    &against->arena, equals + 1, len - name - 1);
		return FT_OK;
	}
	return ft_fail(err, FT_EINVAL,
	    "--against: '%.*s' is not a key of the rows", (int)(equals - part),
	    part);
}

enum ft_status
sweep_against_parse(struct sweep_against *against,
    const struct sweep_table *table, struct ft_error *err)
{
	const char *text = against->text;
	const char *part = strchr(text, '|') ? "|" : ",";

	against->value = ft_arena_calloc(
	    &against->arena, table->n_key + 1, sizeof *against->value);
	while (!is_first(against)) {
		size_t len = strcspn(text, part);

		FT_TRY(take(against, table, text, len, err));
		if (!text[len])
			break;
		text += len + 1;
	}
	return FT_OK;
}

bool
sweep_against_fits(const struct sweep_against *against,
    const struct sweep_table *table, const char *const *text)
{
	for (size_t k = 0; k < table->n_key; k++)
		if (against->value[k] &&
		    strcmp(against->value[k], text[k]) != 0)
			return false;
	return true;
}

enum ft_status
sweep_against_single(
    const struct sweep_against *against, size_t n, struct ft_error *err)
{
	if (n == 1 || (n > 1 && is_first(against)))
		return FT_OK;
	return n ? ft_fail(err, FT_EINVAL,
		       "--against: %zu rows have '%s': name the values of more "
		       "keys",
		       n, against->text)
		 : ft_fail(err, FT_EINVAL, "--against: no row has '%s'",
		       against->text);
}

/* A row is there once: with the first value of each key that tells units apart. */
static bool
is_row(const struct sweep_grid *grid, const struct sweep_table *table,
    const char *const *text)
{
	for (size_t k = 0; k < grid->n; k++)
		if (sweep_is_unit(table, k) &&
		    strcmp(grid->key[k].value[0], text[k]) != 0)
			return false;
	return true;
}

enum ft_status
sweep_against_check(const struct sweep_against *against,
    const struct sweep_grid *grid, const struct sweep_table *table,
    struct ft_error *err)
{
	const char **text FT_CLEANUP(ft_free_at) =
	    ft_calloc(grid->n + 1, sizeof *text);
	size_t n = 0;

	for (size_t i = 0; i < grid->points; i++) {
		for (size_t k = 0; k < grid->n; k++)
			text[k] = sweep_grid_value(grid, i, k);
		n += is_row(grid, table, text) &&
		     sweep_against_fits(against, table, text);
	}
	return sweep_against_single(against, n, err);
}
