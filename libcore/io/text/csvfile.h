/*
 * csvfile.h - reading comma-separated values, record by record.
 *
 * RFC 4180: quoted fields may contain commas, newlines and doubled quotes; blanks
 * belong to the field.  Lines may end with LF alone, the file may start with a byte
 * order mark, empty lines are skipped.  Writing: report/format/format.h.
 */
#ifndef FT_IO_TEXT_CSVFILE_H
#define FT_IO_TEXT_CSVFILE_H

#include "base/cursor.h"

struct ft_csv_cell {
	size_t offset;         /* in the text of the record */
	uint32_t line, column; /* of its first byte in the file, from 1 */
};

struct ft_csvfile {
	struct ft_cursor cursor;
	struct ft_str text;       /* the record's fields, each terminated */
	struct ft_csv_cell *cell; /* of the current record */
	size_t n, cap;
};

void ft_csvfile_init(
    struct ft_csvfile *csv, const char *file, const char *text, size_t size);
void ft_csvfile_free(struct ft_csvfile *csv);
/*
 * Advance to the next record; *more: there is one, with at least one field.
 * FT_EPARSE "file:line:column: ...": an unclosed quote, a quote inside a field
 * without quotes, text after a closing quote, a control character.
 */
enum ft_status ft_csvfile_next(
    struct ft_csvfile *csv, bool *more, struct ft_error *err);
/* Returns the text of field I of the record; valid until the next record. */
const char *ft_csvfile_text(const struct ft_csvfile *csv, size_t i);
/* Set an FT_EPARSE error "file:line:column: message" about field I. */
enum ft_status ft_csvfile_fail(const struct ft_csvfile *csv, size_t i,
    struct ft_error *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
