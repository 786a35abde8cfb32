#include "report/format/format.h"

#include "base/text/text.h"
#include "base/text/timefmt.h"
#include "report/format/internal.h"

static const struct ft_format *const formats[FT_FORMAT_COUNT] = {
	&ft_format_table,
	&ft_format_delimited,
	&ft_format_delimited,
	&ft_format_delimited,
	&ft_format_doc,
	&ft_format_doc,
};

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
	if (n) /* `sacct -o ""` has no columns */
		memcpy(table->column, column, n * sizeof *column);
	for (size_t i = 0; i < n; i++)
		if (!column[i].header)
			table->column[i].header = column[i].name;
	if (options->format != FT_FORMAT_TABLE)
		table->options.grow = false;
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
leave_out(struct ft_table *table, const char *name)
{
	size_t n = 0;

	for (size_t i = 0; i < table->n; i++)
		if (strcmp(table->column[i].name, name) != 0)
			table->column[n++] = table->column[i];
	table->n = n;
}

void
ft_table_fit(
    struct ft_table *table, size_t width, const char *const *spare, size_t n)
{
	assert(table->mode == FT_TABLE_MEASURE);
	for (size_t i = 0; i < n && ft_table_width(table) > width; i++)
		leave_out(table, spare[i]);
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

/* Only tables and parsable need this: CSV quotes line ends, documents escape
 * them. */
static bool
is_for_people(const struct ft_table *table)
{
	return table->options.format == FT_FORMAT_TABLE ||
	       table->options.format == FT_FORMAT_PARSABLE ||
	       table->options.format == FT_FORMAT_PARSABLE2;
}

static void
add_duration(struct ft_str *str, double seconds, bool with_sign)
{
	int64_t whole = (int64_t)round(fabs(seconds));
	bool negative = seconds < 0 && whole > 0;

	if (negative || with_sign)
		ft_str_add_char(str, negative ? '-' : '+');
	ft_time_add_duration(str, whole);
}

/* Write a real with the given decimals. */
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
	if (value->decimals == FT_DECIMALS_DURATION)
		add_duration(
		    &table->masked, real, column->flags & FT_COLUMN_SIGN);
	else if (column->flags & FT_COLUMN_SIGN)
		ft_str_addf(&table->masked, "%+.*f", decimals, real);
	else
		ft_str_addf(&table->masked, "%.*f", decimals, real);
	ft_value_text(value, ft_str_text(&table->masked));
}

/* Convert the value to the one that this format shows. */
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
	/* most cells of wide lists are empty */
	if (value->kind != FT_VALUE_UNSET || table->options.none)
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
		if (column[i].get || column[i].member) {
			ft_column_value(&column[i], row, &value);
		} else { /* as in most columns of wide lists */
			value.column = &column[i];
			value.kind = FT_VALUE_UNSET;
			value.style = FT_STYLE_PLAIN;
		}
		put(table, &value);
	}
	table->next = 0;
	if (table->mode == FT_TABLE_PRINT) {
		table->format->row(table);
		ft_out_step(table->out);
	}
}
