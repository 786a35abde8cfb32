#include "report/format/format.h"

#include "base/text/real.h"
#include "base/text/text.h"
#include "report/format/internal.h"

static const struct ft_format *const formats[FT_FORMAT_COUNT] = {
	&ft_format_table,
	&ft_format_parted,
	&ft_format_parted,
	&ft_format_parted,
	&ft_format_doc,
	&ft_format_doc,
};

/* ---- single values -------------------------------------------------------- */

static const char digit_pairs[] = "00010203040506070809101112131415161718192021"
				  "22232425262728293031323334353637383940414243"
				  "44454647484950515253545556575859606162636465"
				  "66676869707172737475767778798081828384858687"
				  "888990919293949596979899";

/* Write NUMBER so that it ends before END; returns where it starts. */
static char *
write_digits(char *end, uint64_t number)
{
	while (number >= 100) {
		end -= 2;
		memcpy(end, digit_pairs + 2 * (number % 100), 2);
		number /= 100;
	}
	if (number >= 10) {
		end -= 2;
		memcpy(end, digit_pairs + 2 * number, 2);
	} else {
		*--end = (char)('0' + number);
	}
	return end;
}

char *
ft_format_digits(char *buf, uint64_t number)
{
	char digits[24];
	char *start = write_digits(digits + sizeof digits, number);
	size_t len = (size_t)(digits + sizeof digits - start);

	memcpy(buf, start, len);
	return buf + len;
}

void
ft_format_u64(struct ft_str *str, uint64_t number)
{
	char buf[24];
	char *start = write_digits(buf + sizeof buf, number);

	ft_str_add_n(str, start, (size_t)(buf + sizeof buf - start));
}

/*
 * Returns NUMBER in millionths, rounded like printf does: exactly, halves to
 * even.  number: 0 <= number < 1e13.  Returns false where that cannot be done.
 */
static bool
round_micro(double number, uint64_t *micro)
{
#ifdef __SIZEOF_INT128__
	__extension__ typedef unsigned __int128 wide;
	uint64_t bits, mantissa;
	unsigned shift;
	wide product, rest, half, whole;

	memcpy(&bits, &number, sizeof bits);
	mantissa = bits & ((UINT64_C(1) << 52) - 1);
	shift = (unsigned)(bits >> 52);
	if (shift == 0)
		shift = 1;
	else
		mantissa |= UINT64_C(1) << 52;
	/* The number is mantissa / 2^shift, 0 < shift for all below 2^52. */
	shift = 1075 - shift;
	if (shift > 120) {
		*micro = 0;
		return true;
	}
	product = (wide)mantissa * 1000000;
	whole = product >> shift;
	rest = product & (((wide)1 << shift) - 1);
	half = (wide)1 << (shift - 1);
	if (rest > half || (rest == half && whole & 1))
		whole++;
	*micro = (uint64_t)whole;
	return true;
#else
	(void)number;
	(void)micro;
	return false;
#endif
}

void
ft_format_f6(struct ft_str *str, double number)
{
	char buf[32];
	char *end = buf + sizeof buf, *start;
	uint64_t micro, fraction;

	if (!(number >= 0 && number < 1e13) || signbit(number) ||
	    !round_micro(number, &micro)) {
		ft_str_addf(str, "%f", number);
		return;
	}
	fraction = micro % 1000000;
	for (int i = 0; i < 3; i++) {
		end -= 2;
		memcpy(end, digit_pairs + 2 * (fraction % 100), 2);
		fraction /= 100;
	}
	*--end = '.';
	start = write_digits(end, micro / 1000000);
	ft_str_add_n(str, start, (size_t)(buf + sizeof buf - start));
}

/* The values Slurm's protocol uses for "not set" and "infinite". */
static bool
is_no_value(double number)
{
	static const double magic[] = { 4294967294.0, 4294967295.0,
		18446744073709551614.0 };

	if (number < magic[0])
		return false;
	for (size_t i = 0; i < sizeof magic / sizeof *magic; i++) {
		if (ft_real_cmp((ft_real)number, (ft_real)magic[i]) == 0)
			return true;
	}
	return false;
}

/* NUMBER does not fit into WIDTH with six decimals. */
static void
add_exponent(struct ft_str *str, double number, int width)
{
	int len = snprintf(NULL, 0, "%*.*e", width, width, number);
	int precision = width;

	if (len > width)
		precision = width - (len - width);
	if (precision < 0)
		precision = 6;
	ft_str_addf(str, "%.*e", precision, number);
}

bool
ft_format_real(struct ft_str *str, double number, int width)
{
	size_t start = str->len, columns;

	if (is_no_value(number))
		return false;
	ft_format_f6(str, number);
	columns = (size_t)(width < 0 ? -width : width);
	if (width == 0 || str->len - start <= columns)
		return false;
	str->len = start;
	add_exponent(str, number, (int)columns);
	return true;
}

void
ft_format_pad(struct ft_str *str, const char *text, size_t len, int width)
{
	size_t columns = (size_t)(width < 0 ? -width : width);
	size_t blanks = len < columns ? columns - len : 0;
	char *to = ft_str_reserve(str, len + blanks);

	if (width > 0) {
		memset(to, ' ', blanks);
		memcpy(to + blanks, text, len);
	} else {
		memcpy(to, text, len);
		memset(to + len, ' ', blanks);
	}
	str->len += len + blanks;
	str->data[str->len] = '\0';
}

void
ft_format_cut(struct ft_str *str, const char *text, size_t len, int width)
{
	size_t columns = (size_t)(width < 0 ? -width : width);

	if (len <= columns) {
		ft_format_pad(str, text, len, width);
	} else if (columns > 0) {
		ft_str_add_n(str, text, columns - 1);
		ft_str_add_char(str, '+');
	}
}

/* ---- tables --------------------------------------------------------------- */

struct ft_table *
ft_table_open(struct ft_out *out, const struct ft_table_options *options,
    const struct ft_column *column, size_t n)
{
	struct ft_table *table = ft_calloc(1, sizeof *table);

	table->out = out;
	table->options = *options;
	table->format = formats[options->format];
	table->n = n;
	table->column = ft_alloc(n * sizeof *column);
	memcpy(table->column, column, n * sizeof *column);
	for (size_t i = 0; i < n; i++)
		if (!column[i].header)
			table->column[i].header = column[i].name;
	if (options->format != FT_FORMAT_TABLE)
		table->options.grow = table->options.color = false;
	if (table->options.grow)
		table->mode = FT_TABLE_KEEP;
	return table;
}

static void
start(struct ft_table *table)
{
	if (table->started)
		return;
	table->started = true;
	table->format->head(table);
}

void
ft_table_close(struct ft_table *table)
{
	if (!table)
		return;
	start(table);
	if (table->mode == FT_TABLE_KEEP)
		ft_table_print_kept(table);
	table->format->tail(table);
	ft_str_free(&table->scratch);
	ft_str_free(&table->kept);
	ft_str_free(&table->masked);
	ft_str_free(&table->room);
	ft_str_free(&table->objects);
	ft_free(table->column);
	ft_free(table);
}

bool
ft_table_measure(struct ft_table *table)
{
	if (!table->options.grow)
		return false;
	assert(table->kept.len == 0);
	table->mode = FT_TABLE_MEASURE;
	return true;
}

void
ft_table_print(struct ft_table *table)
{
	table->mode = FT_TABLE_PRINT;
}

static void
keep(struct ft_table *table, const struct ft_value *value)
{
	ft_str_clear(&table->scratch);
	ft_table_render(&table->scratch, value);
	ft_str_add_char(&table->kept, (char)('0' + value->style));
	ft_str_add_n(
	    &table->kept, ft_str_text(&table->scratch), table->scratch.len + 1);
}

/* CSV quotes line ends, documents escape them: nothing is lost there. */
static bool
is_for_people(const struct ft_table *table)
{
	return table->options.format == FT_FORMAT_TABLE ||
	       table->options.format == FT_FORMAT_PARSABLE ||
	       table->options.format == FT_FORMAT_PARSABLE2;
}

/* A real number of so many decimals. */
static void
round_real(struct ft_table *table, struct ft_value *value)
{
	const struct ft_column *column = &table->column[table->next];
	double real = (double)value->real;
	int decimals = value->decimals - 1;

	if (isnan(real)) {
		ft_value_text(value, column->none);
		return;
	}
	ft_str_clear(&table->masked);
	if (column->flags & FT_COLUMN_SIGN)
		ft_str_addf(&table->masked, "%+.*f", decimals, real);
	else
		ft_str_addf(&table->masked, "%.*f", decimals, real);
	ft_value_text(value, ft_str_text(&table->masked));
}

/* Change the value to what a table of this kind shows of it. */
static void
adapt(struct ft_table *table, struct ft_value *value)
{
	const struct ft_column *column = &table->column[table->next];

	if (value->kind == FT_VALUE_UNSET && table->options.none)
		ft_value_text(value, column->none);
	if (!is_for_people(table))
		return;
	if (value->decimals && value->kind == FT_VALUE_REAL &&
	    table->options.format == FT_FORMAT_TABLE) {
		round_real(table, value);
	} else if (value->kind == FT_VALUE_REAL && table->options.sent) {
		double sent = (double)value->real;

		sent *= 1e6;
		value->real = (ft_real)(sent / 1e6);
	} else if (value->kind == FT_VALUE_TEXT && !table->options.lines &&
		   ft_text_unsafe(value->text, value->len, FT_TEXT_WORD)) {
		ft_str_clear(&table->masked);
		ft_text_mask(
		    &table->masked, value->text, value->len, FT_TEXT_WORD);
		value->text = ft_str_text(&table->masked);
		value->len = table->masked.len;
	}
}

static void
put(struct ft_table *table, struct ft_value *value)
{
	assert(table->next < table->n);
	adapt(table, value);
	if (table->mode == FT_TABLE_PRINT) {
		if (!table->started)
			start(table);
		table->format->cell(table, value);
	} else {
		ft_table_widen(table, value);
		if (table->mode == FT_TABLE_KEEP)
			keep(table, value);
	}
	table->next++;
}

void
ft_table_put(struct ft_table *table, const void *row)
{
	ft_table_put_as(table, table->column, row);
}

void
ft_table_put_as(
    struct ft_table *table, const struct ft_column *column, const void *row)
{
	struct ft_value value = { .room = &table->room };

	for (size_t i = 0; i < table->n; i++) {
		ft_column_value(&column[i], row, &value);
		put(table, &value);
	}
	ft_table_row(table);
}

/* Put it with the style that was set for it. */
static void
put_styled(struct ft_table *table, struct ft_value value)
{
	value.style = table->style;
	table->style = FT_STYLE_PLAIN;
	put(table, &value);
}

void
ft_table_unset(struct ft_table *table)
{
	put_styled(table, (struct ft_value){ .kind = FT_VALUE_UNSET });
}

void
ft_table_text(struct ft_table *table, const char *text)
{
	ft_table_text_n(table, text, text ? strlen(text) : 0);
}

void
ft_table_text_n(struct ft_table *table, const char *text, size_t len)
{
	put_styled(table,
	    (struct ft_value){ .kind = text ? FT_VALUE_TEXT : FT_VALUE_UNSET,
		.text = text,
		.len = len });
}

void
ft_table_u64(struct ft_table *table, uint64_t number)
{
	put_styled(
	    table, (struct ft_value){ .kind = FT_VALUE_U64, .number = number });
}

void
ft_table_real(struct ft_table *table, double number)
{
	put_styled(table, (struct ft_value){
			      .kind = FT_VALUE_REAL, .real = (ft_real)number });
}

void
ft_table_infinite(struct ft_table *table)
{
	put_styled(table, (struct ft_value){ .kind = FT_VALUE_INFINITE });
}

void
ft_table_style(struct ft_table *table, enum ft_style style)
{
	table->style = style;
}

void
ft_table_row(struct ft_table *table)
{
	while (table->next < table->n)
		ft_table_unset(table);
	table->next = 0;
	if (table->mode == FT_TABLE_PRINT) {
		table->format->row(table);
		ft_out_step(table->out);
	}
}
