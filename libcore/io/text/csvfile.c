#include "io/text/csvfile.h"

#include "io/text/logical.h"

void
ft_csvfile_init(
    struct ft_csvfile *csv, const char *file, const char *text, size_t size)
{
	memset(csv, 0, sizeof *csv);
	ft_cursor_init(&csv->cursor, file, text, size);
}

void
ft_csvfile_free(struct ft_csvfile *csv)
{
	ft_str_free(&csv->text);
	ft_free(csv->cell);
	csv->cell = NULL;
	csv->n = csv->cap = 0;
}

static void
start_cell(struct ft_csvfile *csv, const char *at)
{
	*ft_vec_add(csv->cell, csv->n, csv->cap) = (struct ft_csv_cell){
		.offset = csv->text.len,
		.line = (uint32_t)csv->cursor.line,
		.column = (uint32_t)(at - csv->cursor.at) + 1,
	};
}

/* Read up to the closing quote, and advance *at past it. */
static enum ft_status
quoted(struct ft_csvfile *csv, const char **at, struct ft_error *err)
{
	struct ft_cursor *cursor = &csv->cursor, open = *cursor;
	const char *quote = *at;
	const char *here = quote + 1;

	for (;;) {
		const char *end = cursor->at + cursor->len;

		while (here < end && *here != '"')
			ft_str_add_char(&csv->text, *here++);
		if (here < end && here + 1 < end && here[1] == '"') {
			ft_str_add_char(&csv->text, '"');
			here += 2;
		} else if (here < end) {
			*at = here + 1;
			return FT_OK;
		} else if (ft_cursor_line(cursor)) {
			FT_TRY(ft_logical_check_line(cursor, err));
			ft_str_add_char(&csv->text, '\n');
			here = cursor->at;
		} else {
			return ft_cursor_fail(
			    &open, quote, err, "this quote is not closed");
		}
	}
}

/* Read one field; *at is then at its comma or at the end of the line. */
static enum ft_status
take_cell(struct ft_csvfile *csv, const char **at, struct ft_error *err)
{
	const struct ft_cursor *cursor = &csv->cursor;

	start_cell(csv, *at);
	if (*at < cursor->at + cursor->len && **at == '"') {
		FT_TRY(quoted(csv, at, err));
		if (*at < cursor->at + cursor->len && **at != ',')
			return ft_cursor_fail(
			    cursor, *at, err, "text after the closing quote");
	} else {
		const char *here = *at, *end = cursor->at + cursor->len;

		for (; here < end && *here != ','; here++)
			if (*here == '"')
				return ft_cursor_fail(cursor, here, err,
				    "a quote inside a field without quotes");
		ft_str_add_n(&csv->text, *at, (size_t)(here - *at));
		*at = here;
	}
	ft_str_add_char(&csv->text, '\0');
	return FT_OK;
}

enum ft_status
ft_csvfile_next(struct ft_csvfile *csv, bool *more, struct ft_error *err)
{
	struct ft_cursor *cursor = &csv->cursor;
	const char *at;

	csv->n = 0;
	ft_str_clear(&csv->text);
	do {
		*more = ft_cursor_line(cursor);
		if (!*more)
			return FT_OK;
	} while (cursor->len == 0);
	FT_TRY(ft_logical_check_line(cursor, err));
	at = cursor->at;
	for (;;) {
		FT_TRY(take_cell(csv, &at, err));
		if (at == cursor->at + cursor->len)
			return FT_OK;
		at++; /* the comma */
	}
}

const char *
ft_csvfile_text(const struct ft_csvfile *csv, size_t i)
{
	return csv->text.data + csv->cell[i].offset;
}

enum ft_status
ft_csvfile_fail(const struct ft_csvfile *csv, size_t i, struct ft_error *err,
    const char *format, ...)
{
	va_list args;

	va_start(args, format);
	ft_failv(err, FT_EPARSE, format, args);
	va_end(args);
	/* a message shows one line only; a quoted field may have several */
	if (err)
		for (char *at = err->text; (at = strpbrk(at, "\r\n"));)
			*at = '?';
	return ft_error_locate(
	    err, csv->cursor.file, csv->cell[i].line, csv->cell[i].column);
}
