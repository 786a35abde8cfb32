/*
 * image.c - images of rows in the journal: reals without loss.
 *
 * SQLite's JSON keeps 15 digits of a real and its own conversions may be one
 * off in the last place, so both directions are the C library's.
 */
#include "store/internal.h"

/* ft_decimal(real): the shortest JSON number that reads back the same. */
static void
decimal(sqlite3_context *context, int count, sqlite3_value **value)
{
	double real = sqlite3_value_double(value[0]);
	char text[40] = "null";

	(void)count;
	if (isinf(real))
		snprintf(
		    text, sizeof text, "%s", real > 0 ? "9e999" : "-9e999");
	for (int digits = 15; isfinite(real) && digits <= 17; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, real);
		if (!(strtod(text, NULL) < real || strtod(text, NULL) > real))
			break;
	}
	sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

/* ft_real(text): the real. */
static void
real(sqlite3_context *context, int count, sqlite3_value **value)
{
	const void *text = sqlite3_value_text(value[0]);

	(void)count;
	if (text)
		sqlite3_result_double(context, strtod(text, NULL));
}

enum ft_status
ft_store_prepare_images(struct ft_store *store, struct ft_error *err)
{
	const int flags =
	    SQLITE_UTF8 | SQLITE_DIRECTONLY | SQLITE_DETERMINISTIC;

	if (sqlite3_create_function_v2(store->db, "ft_decimal", 1, flags, NULL,
		decimal, NULL, NULL, NULL) ||
	    sqlite3_create_function_v2(
		store->db, "ft_real", 1, flags, NULL, real, NULL, NULL, NULL))
		return ft_store_fail(store, err);
	return FT_OK;
}
