/*
 * image.c - images of rows in the journal: SQL functions that make and read them.
 *
 * ft_image('id, name', id, name) is json_object('id', id, 'name', name), and
 * ft_field(image, 'name') is image ->> '$.name'.  SQLite's own functions read an
 * image again for each field, and take several times as long.  They also keep 15
 * digits of a real, and their conversions may be one off in the last place: here
 * the C library converts.
 */
#include "store/internal.h"

enum { FIELDS = 32 }; /* of an image; SQLite reads one that has more */

struct field {
	const char *name, *value; /* as in the text */
	size_t name_len, value_len;
};

/* What the functions keep from call to call. */
struct ft_images {
	struct ft_str made;
	struct ft_str text; /* the image that was read last */
	struct field field[FIELDS];
	size_t n, next;
	bool plain; /* its fields are known */
};

void
ft_images_free(struct ft_images *images)
{
	if (!images)
		return;
	ft_str_free(&images->made);
	ft_str_free(&images->text);
	ft_free(images);
}

static struct ft_images *
images_of(struct ft_store *store)
{
	if (!store->images)
		store->images = ft_calloc(1, sizeof *store->images);
	return store->images;
}

/* ---- making ----------------------------------------------------------------- */

static void
add_integer(struct ft_str *str, int64_t number)
{
	/* the least number has no opposite */
	uint64_t rest =
	    number < 0 ? (uint64_t) - (number + 1) + 1 : (uint64_t)number;
	char digits[24], *at = digits + sizeof digits;

	do
		*--at = (char)('0' + rest % 10);
	while (rest /= 10);
	if (number < 0)
		*--at = '-';
	ft_str_add_n(str, at, (size_t)(digits + sizeof digits - at));
}

/* The shortest JSON number that reads back the same. */
static void
add_real(struct ft_str *str, double real)
{
	char text[40];

	if (isinf(real)) {
		ft_str_add(str, real > 0 ? "9e999" : "-9e999");
		return;
	}
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, real);
		if (!(strtod(text, NULL) < real || strtod(text, NULL) > real))
			break;
	}
	ft_str_add(str, text);
}

/* Returns how many bytes from TEXT on need no escape. */
static size_t
plain_bytes(const char *text, size_t len)
{
	size_t n = 0;

	while (n < len && text[n] != '"' && text[n] != '\\' &&
	       (unsigned char)text[n] >= ' ')
		n++;
	return n;
}

static void
add_text(struct ft_str *str, const char *text, size_t len)
{
	static const char letters[] = "\b\t\n\f\r", escapes[] = "btnfr";

	ft_str_add_char(str, '"');
	for (;;) {
		size_t n = plain_bytes(text, len);
		const char *letter;

		ft_str_add_n(str, text, n);
		if (n == len)
			break;
		text += n;
		letter = *text ? strchr(letters, *text) : NULL;
		ft_str_add_char(str, '\\');
		if (letter)
			ft_str_add_char(str, escapes[letter - letters]);
		else if ((unsigned char)*text >= ' ')
			ft_str_add_char(str, *text);
		else
			ft_str_addf(str, "u%04x", (unsigned)*text);
		text++;
		len -= n + 1;
	}
	ft_str_add_char(str, '"');
}

/* No table of the journal has a BLOB. */
static void
add_value(struct ft_str *str, sqlite3_value *value)
{
	int type = sqlite3_value_type(value);
	const void *text;

	if (type == SQLITE_INTEGER) {
		add_integer(str, sqlite3_value_int64(value));
	} else if (type == SQLITE_FLOAT) {
		add_real(str, sqlite3_value_double(value));
	} else if (type == SQLITE_NULL) {
		ft_str_add(str, "null");
	} else {
		text = sqlite3_value_text(value);
		add_text(
		    str, text ? text : "", (size_t)sqlite3_value_bytes(value));
	}
}

/* Append {"name": or ,"name": of the first name in NAMES; returns the other ones. */
static const char *
add_name(struct ft_str *str, const char *names)
{
	size_t len = 0;
	char *to;

	while (names[len] && names[len] != ',')
		len++;
	to = ft_str_reserve(str, len + 4);
	*to++ = str->len ? ',' : '{';
	*to++ = '"';
	memcpy(to, names, len);
	to += len;
	*to++ = '"';
	*to++ = ':';
	*to = '\0';
	str->len += len + 4;
	return names[len] ? names + len + 2 : names + len;
}

static void
make(sqlite3_context *context, int count, sqlite3_value **value)
{
	struct ft_images *images = images_of(sqlite3_user_data(context));
	struct ft_str *made = &images->made;
	const char *names = (const void *)sqlite3_value_text(value[0]);

	ft_str_clear(made);
	for (int i = 1; i < count; i++) {
		names = add_name(made, names);
		add_value(made, value[i]);
	}
	ft_str_add_char(made, '}');
	sqlite3_result_text(
	    context, ft_str_text(made), (int)made->len, SQLITE_TRANSIENT);
}

/* ---- reading ---------------------------------------------------------------- */

/* These return the end of what is at AT, NULL if it is not as ft_image() writes it:
 * then SQLite is asked, which knows all of JSON. */

static const char *
string_end(const char *at)
{
	if (*at++ != '"')
		return NULL;
	for (; (unsigned char)*at >= ' ' && *at != '"'; at++)
		if (*at == '\\' && (!*++at || !strchr("\"\\bfnrt", *at)))
			return NULL;
	return *at == '"' ? at + 1 : NULL;
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static const char *
digits_end(const char *at)
{
	if (!is_digit(*at))
		return NULL;
	while (is_digit(*at))
		at++;
	return at;
}

static const char *
number_end(const char *at)
{
	at += *at == '-';
	if (*at == '0' && is_digit(at[1]))
		return NULL;
	at = digits_end(at);
	if (at && *at == '.')
		at = digits_end(at + 1);
	if (at && *at == 'e')
		at = digits_end(at + 1 + (at[1] == '+' || at[1] == '-'));
	return at;
}

static const char *
value_end(const char *at)
{
	if (*at == '"')
		return string_end(at);
	if (!strncmp(at, "null", 4))
		return at + 4;
	return number_end(at);
}

/* Find the fields of an object as ft_image() writes it; false: it is none. */
static bool
find_fields(struct ft_images *images)
{
	const char *at = ft_str_text(&images->text);

	images->n = images->next = 0;
	if (*at != '{')
		return false;
	do {
		struct field *field = &images->field[images->n];
		const char *end = string_end(++at);

		if (!end || *end != ':' || images->n == FIELDS)
			return false;
		field->name = at + 1;
		field->name_len = (size_t)(end - at) - 2;
		field->value = end + 1;
		at = value_end(field->value);
		if (!at)
			return false;
		field->value_len = (size_t)(at - field->value);
		images->n++;
	} while (*at == ',');
	return at[0] == '}' && !at[1];
}

/* Read an image, unless it was the last one. */
static void
read_image(struct ft_images *images, const char *text, size_t len)
{
	struct ft_str *last = &images->text;

	if (last->len == len && last->data && !memcmp(last->data, text, len))
		return;
	ft_str_clear(last);
	ft_str_add_n(last, text, len);
	images->plain = find_fields(images);
}

/* Returns the field of that name, probably the next one; NULL none. */
static const struct field *
find_field(struct ft_images *images, const char *name, size_t len)
{
	for (size_t i = 0; i < images->n; i++) {
		size_t at = (images->next + i) % images->n;
		const struct field *field = &images->field[at];

		if (field->name_len != len || memcmp(field->name, name, len))
			continue;
		images->next = at + 1;
		return field;
	}
	return NULL;
}

/* The result is what SQLite reads. */
static void
ask_sqlite(sqlite3_context *context, const char *image, const char *name)
{
	struct ft_store *store = sqlite3_user_data(context);
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_IMAGE_FIELD,
	    FT_ARGS(FT_ARG("image", image), FT_ARG("name", name)), NULL);

	if (stmt && sqlite3_step(stmt) == SQLITE_ROW)
		sqlite3_result_value(context, ft_column(stmt, NULL));
	else
		sqlite3_result_error(context, sqlite3_errmsg(store->db), -1);
	sqlite3_reset(stmt);
}

static bool
is_integer(const struct field *number)
{
	size_t i = *number->value == '-';

	while (i < number->value_len && is_digit(number->value[i]))
		i++;
	return i == number->value_len;
}

static void
answer(sqlite3_context *context, const char *image, const char *name,
    const struct field *field)
{
	enum { SAFE = 18 }; /* so many digits fit */
	bool text = *field->value == '"', negative = *field->value == '-';
	int64_t number = 0;

	if (text && !memchr(field->value, '\\', field->value_len)) {
		sqlite3_result_text(context, field->value + 1,
		    (int)field->value_len - 2, SQLITE_TRANSIENT);
	} else if (!text && !is_integer(field)) {
		sqlite3_result_double(context, strtod(field->value, NULL));
	} else if (text || field->value_len > SAFE) {
		ask_sqlite(context, image, name);
	} else {
		for (size_t i = negative; i < field->value_len; i++)
			number = number * 10 + (field->value[i] - '0');
		sqlite3_result_int64(context, negative ? -number : number);
	}
}

static void
get(sqlite3_context *context, int count, sqlite3_value **value)
{
	struct ft_images *images = images_of(sqlite3_user_data(context));
	const void *image = sqlite3_value_text(value[0]);
	const void *name = sqlite3_value_text(value[1]);
	const struct field *field;

	(void)count;
	if (!image || !name)
		return;
	read_image(images, image, (size_t)sqlite3_value_bytes(value[0]));
	if (!images->plain) {
		ask_sqlite(context, image, name);
		return;
	}
	field = find_field(images, name, (size_t)sqlite3_value_bytes(value[1]));
	if (field && *field->value != 'n')
		answer(context, image, name, field);
}

enum ft_status
ft_images_prepare(struct ft_store *store, struct ft_error *err)
{
	const int flags =
	    SQLITE_UTF8 | SQLITE_DIRECTONLY | SQLITE_DETERMINISTIC;

	if (sqlite3_create_function_v2(store->db, "ft_image", -1, flags, store,
		make, NULL, NULL, NULL) ||
	    sqlite3_create_function_v2(
		store->db, "ft_field", 2, flags, store, get, NULL, NULL, NULL))
		return ft_store_fail(store, err);
	return FT_OK;
}
