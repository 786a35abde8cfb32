/*
 * block.c - the images of rows with consecutive ids as bytes (a block), and
 * back.
 *
 *     block   = number of columns; of each column its name, a NUL, and the size
 *               of its values (4 bytes); then the values of each column
 *     values  = one run after the other
 *     run     = number of rows, then what each of them has:
 *               NULL | INTEGER difference | REAL 8 bytes | TEXT size bytes
 *
 * For an INTEGER, the difference to the integer before it is stored (at first,
 * to 0), so that a run can be equal numbers or evenly growing ones.  The values
 * 5, 5, 5, 6, 7 are the runs (1, INTEGER 5), (2, INTEGER 0), (2, INTEGER 1).
 *
 * Numbers of rows and bytes are written with 7 bits per byte, lowest first.  So
 * are differences, after moving the sign to the lowest bit ("zigzag").  Numbers
 * of fixed size are little endian.
 */
#include "store/row/block_internal.h"

#include "base/little.h"

enum { NONE, INTEGER, REAL, TEXT };

/* ---- making ------------------------------------------------------------------ */

/* The values of a column so far, and the run that is not written yet. */
struct ft_block_column {
	struct ft_str values;
	size_t rows; /* of the run; 0: there is no run yet */
	int what;
	uint64_t bits;   /* the difference of an integer, or those of a real */
	uint64_t number; /* the last integer */
	struct ft_str text;
};

static void
add_number(struct ft_str *str, uint64_t number)
{
	for (; number > 0x7f; number >>= 7)
		ft_str_add_char(str, (char)(0x80 | (number & 0x7f)));
	ft_str_add_char(str, (char)number);
}

static void
add_bytes(struct ft_str *str, uint64_t number, size_t bytes)
{
	char byte[8];

	ft_put_little(byte, number, bytes);
	ft_str_add_n(str, byte, bytes);
}

/* Write the run, if there is one. */
static void
end_run(struct ft_block_column *column)
{
	struct ft_str *str = &column->values;

	if (!column->rows)
		return;
	add_number(str, column->rows);
	ft_str_add_char(str, (char)column->what);
	if (column->what == INTEGER) {
		/* zigzag */
		add_number(str, column->bits >> 63 ? ~(column->bits << 1)
						   : column->bits << 1);
	} else if (column->what == REAL) {
		add_bytes(str, column->bits, 8);
	} else if (column->what == TEXT) {
		add_number(str, column->text.len);
		ft_str_add_n(str, ft_str_text(&column->text), column->text.len);
	}
	column->rows = 0;
}

/* Begin a run with a value that does not continue the last one. */
static void
start_run(struct ft_block_column *column, int what, uint64_t bits)
{
	end_run(column);
	column->what = what;
	column->bits = bits;
}

FT_WRAPS static void
add_value(struct ft_block_column *column, sqlite3_value *value)
{
	int type = sqlite3_value_type(value);
	int what = type == SQLITE_INTEGER ? INTEGER
		   : type == SQLITE_FLOAT ? REAL
		   : type == SQLITE_NULL  ? NONE
					  : TEXT;
	const char *text = "";
	uint64_t bits = 0;
	double real;
	size_t len = 0;

	if (what == INTEGER) {
		uint64_t number = (uint64_t)sqlite3_value_int64(value);

		bits = number - column->number;
		column->number = number;
	} else if (what == REAL) {
		real = sqlite3_value_double(value);
		memcpy(&bits, &real, sizeof bits);
	} else if (what == TEXT) {
		const void *there = sqlite3_value_text(value);

		text = there ? there : "";
		len = (size_t)sqlite3_value_bytes(value);
	}
	if (!column->rows || what != column->what || bits != column->bits ||
	    (what == TEXT &&
		(len != column->text.len ||
		    memcmp(text, ft_str_text(&column->text), len) != 0))) {
		start_run(column, what, bits);
		if (what == TEXT) {
			ft_str_clear(&column->text);
			ft_str_add_n(&column->text, text, len);
		}
	}
	column->rows++;
}

void
ft_block_add(struct ft_block_maker *maker, sqlite3_value **value)
{
	assert(maker->n && maker->n <= FT_BLOCK_COLUMNS);
	if (!maker->column)
		maker->column = ft_calloc(maker->n, sizeof *maker->column);
	for (size_t i = 0; i < maker->n; i++)
		add_value(&maker->column[i], value[i]);
	maker->rows++;
}

void
ft_block_finish(struct ft_block_maker *maker, struct ft_str *out)
{
	ft_str_add_char(out, (char)maker->n);
	for (size_t i = 0; i < maker->n; i++) {
		struct ft_block_column *column = &maker->column[i];

		end_run(column);
		ft_str_add_n(out, maker->name[i], strlen(maker->name[i]) + 1);
		add_bytes(out, column->values.len, 4);
	}
	for (size_t i = 0; i < maker->n; i++) {
		struct ft_block_column *column = &maker->column[i];

		ft_str_add_n(
		    out, ft_str_text(&column->values), column->values.len);
		ft_str_clear(&column->values);
		column->number = 0;
	}
	maker->rows = 0;
}

void
ft_block_maker_free(struct ft_block_maker *maker)
{
	for (size_t i = 0; maker->column && i < maker->n; i++) {
		ft_str_free(&maker->column[i].values);
		ft_str_free(&maker->column[i].text);
	}
	ft_free(maker->column);
	maker->column = NULL;
}

/* ---- reading ----------------------------------------------------------------- */

struct reader {
	const unsigned char *at, *end;
	bool failed;
};

static size_t
left(const struct reader *reader)
{
	return (size_t)(reader->end - reader->at);
}

static uint64_t
read_bytes(struct reader *reader, size_t bytes)
{
	uint64_t number = 0;

	reader->failed |= left(reader) < bytes;
	for (size_t i = 0; !reader->failed && i < bytes; i++)
		number |= (uint64_t)*reader->at++ << 8 * i;
	return number;
}

static uint64_t
read_number(struct reader *reader)
{
	uint64_t number = 0;

	for (int shift = 0; shift < 64; shift += 7) {
		uint64_t byte = read_bytes(reader, 1);

		number |= (byte & 0x7f) << shift;
		if (byte < 0x80)
			return number;
	}
	reader->failed = true;
	return 0;
}

/* Read what the rows of a run have; *step: the difference of an integer. */
static struct ft_block_value
read_what(struct reader *reader, uint64_t *step)
{
	struct ft_block_value value = { .type = SQLITE_NULL };
	uint64_t bits, what = read_bytes(reader, 1);

	*step = 0;
	if (what == INTEGER) {
		bits = read_number(reader);
		value.type = SQLITE_INTEGER;
		*step = bits & 1 ? ~(bits >> 1) : bits >> 1;
	} else if (what == REAL) {
		bits = read_bytes(reader, 8);
		value.type = SQLITE_FLOAT;
		memcpy(&value.real, &bits, sizeof bits);
	} else if (what == TEXT) {
		bits = read_number(reader);
		value.type = SQLITE_TEXT;
		reader->failed |= bits > left(reader);
		value.text = (const char *)reader->at;
		value.len = reader->failed ? 0 : (size_t)bits;
		reader->at += value.len;
	} else {
		reader->failed |= what != NONE;
	}
	return value;
}

FT_WRAPS const struct ft_block_value *
ft_block_values(struct ft_block *block, size_t column)
{
	struct reader reader = { block->column[column].at,
		block->column[column].end, false };
	struct ft_block_value *value = block->column[column].value;
	uint64_t number = 0, step;
	size_t n = 0;

	if (value)
		return value;
	value = ft_calloc(block->rows, sizeof *value);
	while (!reader.failed && left(&reader)) {
		uint64_t rows = read_number(&reader);
		struct ft_block_value one = read_what(&reader, &step);

		reader.failed |= !rows || rows > block->rows - n;
		for (; !reader.failed && rows; rows--) {
			number += step;
			one.number = (int64_t)number;
			value[n++] = one;
		}
	}
	if (reader.failed || n != block->rows) {
		ft_free(value);
		return NULL;
	}
	block->column[column].value = value;
	return value;
}

/* Read the names of the columns, and find their values. */
static bool
read_columns(struct ft_block *block, struct reader *reader)
{
	size_t size[FT_BLOCK_COLUMNS], n = (size_t)read_bytes(reader, 1);

	if (!n || n > FT_BLOCK_COLUMNS)
		return false;
	block->n = n;
	for (size_t i = 0; i < block->n; i++) {
		const unsigned char *end =
		    memchr(reader->at, '\0', left(reader));

		if (!end)
			return false;
		block->column[i].name = (const char *)reader->at;
		reader->at = end + 1;
		size[i] = (size_t)read_bytes(reader, 4);
	}
	for (size_t i = 0; i < block->n; i++) {
		if (reader->failed || size[i] > left(reader))
			return false;
		block->column[i].at = reader->at;
		reader->at += size[i];
		block->column[i].end = reader->at;
	}
	return !left(reader);
}

bool
ft_block_read(struct ft_block *block, const void *data, size_t size,
    int64_t first, int64_t last)
{
	const struct ft_block_value *id;
	struct reader reader = { .failed = false };
	bool good;

	*block = (struct ft_block){ .data = NULL };
	if (!size || first < 1 || last < first || last >= UINT32_MAX ||
	    last - first >= FT_BLOCK_ROWS)
		return false;
	block->rows = (size_t)(last - first) + 1;
	block->data = ft_alloc(size);
	memcpy(block->data, data, size);
	reader.at = (const unsigned char *)block->data;
	reader.end = reader.at + size;
	good = read_columns(block, &reader) &&
	       !strcmp(block->column[0].name, "id");
	id = good ? ft_block_values(block, 0) : NULL;
	for (size_t i = 0; id && i < block->rows; i++)
		if (id[i].type != SQLITE_INTEGER ||
		    id[i].number != first + (int64_t)i)
			id = NULL;
	if (!id)
		ft_block_free(block);
	return id != NULL;
}

bool
ft_block_compare(
    const struct ft_block *a, const struct ft_block *b, uint64_t *differs)
{
	*differs = 0;
	if (a->n != b->n || a->rows != b->rows)
		return false;
	for (size_t i = 0; i < a->n; i++) {
		size_t size = (size_t)(a->column[i].end - a->column[i].at);

		if (strcmp(a->column[i].name, b->column[i].name) != 0)
			return false;
		if (size != (size_t)(b->column[i].end - b->column[i].at) ||
		    memcmp(a->column[i].at, b->column[i].at, size) != 0)
			*differs |= UINT64_C(1) << i;
	}
	return true;
}

void
ft_block_free(struct ft_block *block)
{
	for (size_t i = 0; i < block->n; i++)
		ft_free(block->column[i].value);
	ft_free(block->data);
	*block = (struct ft_block){ .data = NULL };
}
