/*
 * error.h - how everything below cmd/ reports failure.
 *
 * A function that can fail returns enum ft_status and takes a struct ft_error
 * as its last argument.  The text is one line in lower case, without a full
 * stop, failure first, the subject in single quotes; messages about input
 * files start with file:line:column.  Never test an error by its text.
 */
#ifndef FT_BASE_ERROR_H
#define FT_BASE_ERROR_H

#include <stdarg.h>
#include <stddef.h>

enum ft_status {
	FT_OK = 0,
	FT_EINVAL = -1,   /* an argument or value is invalid */
	FT_ENOENT = -2,   /* the thing named does not exist */
	FT_EEXIST = -3,   /* it exists already */
	FT_EPARSE = -4,   /* input text is malformed */
	FT_EIO = -5,      /* the system refused: disk full, permission, ... */
	FT_EBUSY = -6,    /* another process holds the store */
	FT_EPERM = -7,    /* the acting user may not do this */
	FT_EFOREIGN = -8, /* the file is not a fairtree store, or is damaged */
	FT_ENEWER = -9,   /* the file was made by a newer fairtree */
	FT_EREADONLY = -10, /* the store can only be read here */
	FT_EABSENT = -11    /* the store does not exist, or was deleted */
};

struct ft_error {
	enum ft_status status;
	size_t place; /* bytes of text that say where, "file:3:1"; 0 none */
	char text[1024];
};

/*
 * Set STATUS and a formatted text (cut to fit) in ERR and return STATUS, so
 * that callers write `return ft_fail(err, FT_ENOENT, "no account '%s'", name)`.
 * err may be NULL.
 */
enum ft_status ft_fail(struct ft_error *err, enum ft_status status,
    const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The same of a list of arguments. */
enum ft_status ft_failv(struct ft_error *err, enum ft_status status,
    const char *format, va_list args) __attribute__((format(printf, 3, 0)));

/* Put PREFIX (already formatted, such as "file:3:1: ") before ERR's text. */
void ft_error_prefix(struct ft_error *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * Put PLACE, "file:3:1" or another origin, and ": " before ERR's text; err->place
 * is its length if it names a file.
 */
void ft_error_at(struct ft_error *err, const char *place);
/* Put "FILE:LINE:COLUMN: " before ERR's text; err->place is its length.  Returns
 * FT_EPARSE, which ERR has, too. */
enum ft_status ft_error_locate(
    struct ft_error *err, const char *file, size_t line, size_t column);
/* Returns ERR's text without that place; borrowed. */
const char *ft_error_what(const struct ft_error *err);

/* Return CALL's status from the enclosing function unless it is FT_OK. */
#define FT_TRY(call)                                                           \
	do {                                                                   \
		enum ft_status try_ = (call);                                  \
		if (try_ != FT_OK)                                             \
			return try_;                                           \
	} while (0)

#endif
