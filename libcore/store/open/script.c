/*
 * script.c - the steps that bring a schema from one version to the next: a
 * script of sql/ or columns of entity.def.
 */
#include "store/open/open_internal.h"
#include "store/row/column_internal.h"

/* Script i brings a store from version i to i + 1. */
static const struct {
	const char *name;
	const unsigned char *text;
	size_t len;
} migrations[] = {
#include "store/migrations.inc"
};
enum { SCRIPTS = FT_COUNT(migrations) };

/* Versions after the scripts are those that rows of entity.def name. */
int64_t
ft_store_schema(void)
{
	int64_t newest = ft_column_newest();

	return newest > SCRIPTS ? newest : SCRIPTS;
}

static void
add_alter(void *ctx, const struct ft_column *column)
{
	struct ft_str *sql = ctx;

	ft_str_addf(sql, "ALTER TABLE %s ADD COLUMN ", column->table);
	ft_column_define(sql, column);
	ft_str_add(sql, ";");
}

enum ft_status
ft_store_schema_step(
    struct ft_store *store, int64_t version, struct ft_error *err)
{
	struct ft_str sql FT_CLEANUP(ft_str_free) = { 0 };
	enum ft_status status = FT_OK;

	if (version < SCRIPTS)
		status = ft_store_script(
		    store, (const char *)migrations[version].text, err);
	ft_column_each_added(version + 1, add_alter, &sql);
	ft_str_addf(&sql, "PRAGMA user_version = %lld", (long long)version + 1);
	if (!status)
		status = ft_store_script(store, ft_str_text(&sql), err);
	return status;
}

int64_t
ft_store_schema_of_scripts(void)
{
	return SCRIPTS;
}

int64_t
ft_store_schema_readable(void)
{
	return 7;
}
