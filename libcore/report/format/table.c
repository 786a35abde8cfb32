/* table.c - rows as a table: padded, cut or grown columns, as Slurm prints them. */

#include "base/text/utf8.h"
#include "report/format/internal.h"

static size_t
columns_of(int width)
{
	return (size_t)(width < 0 ? -width : width);
}

/* What each style of a cell looks like. */
static const struct {
	unsigned attributes;
	enum ft_role role;
} looks[] = {
	[FT_STYLE_PLAIN] = { 0, FT_ROLE_TEXT },
	[FT_STYLE_HEAD] = { FT_BOLD, FT_ROLE_TEXT },
	[FT_STYLE_DIM] = { FT_DIM, FT_ROLE_GREY },
	[FT_STYLE_GOOD] = { 0, FT_ROLE_UNDER },
	[FT_STYLE_BAD] = { 0, FT_ROLE_OVER },
};

/* Print one text in a column of a growing table, and the blank after it. */
static void
add_grown(struct ft_table *table, size_t i, enum ft_style style,
    const char *text, size_t len)
{
	struct ft_str *str = &table->out->text;
	int width = table->column[i].width;
	size_t taken = ft_utf8_columns(text, len);
	size_t blanks =
	    taken < columns_of(width) ? columns_of(width) - taken : 0;
	bool colored = style != FT_STYLE_PLAIN &&
		       table->options.paint.depth != FT_DEPTH_NONE;

	if (width > 0)
		ft_str_add_fill(str, ' ', blanks);
	if (colored)
		ft_paint_add(str, &table->options.paint,
		    looks[style].attributes, looks[style].role);
	ft_str_add_n(str, text, len);
	if (colored)
		ft_str_add(str, FT_PAINT_END);
	if (width <= 0)
		ft_str_add_fill(str, ' ', blanks);
	ft_str_add_char(str, ' ');
}

size_t
ft_table_width(const struct ft_table *table)
{
	size_t columns = 0;

	for (size_t i = 0; i < table->n; i++)
		columns += columns_of(table->column[i].width) + 1;
	return columns;
}

static void
widen(struct ft_column *column, size_t columns)
{
	if (columns > columns_of(column->width))
		column->width =
		    column->width > 0 ? (int)columns : -(int)columns;
}

static void
head(struct ft_table *table)
{
	struct ft_str *str = &table->out->text;

	for (size_t i = 0; i < table->n && table->options.grow; i++) {
		const char *text = table->column[i].header;

		if (!table->options.no_header)
			widen(&table->column[i],
			    ft_utf8_columns(text, strlen(text)));
	}
	if (table->options.no_header)
		return;
	for (size_t i = 0; i < table->n; i++) {
		const char *text = table->column[i].header;
		size_t len = strlen(text);
		size_t room = columns_of(table->column[i].width);

		if (!table->options.grow) {
			ft_format_pad(str, text, len < room ? len : room,
			    table->column[i].width);
			ft_str_add_char(str, ' ');
		} else {
			add_grown(table, i, FT_STYLE_HEAD, text, len);
		}
	}
	ft_str_add_char(str, '\n');
	for (size_t i = 0; i < table->n; i++) {
		ft_str_add_fill(str, '-', columns_of(table->column[i].width));
		ft_str_add_char(str, ' ');
	}
	ft_str_add_char(str, '\n');
}

void
ft_table_render(struct ft_str *str, const struct ft_value *value)
{
	if (!str->data) /* the callers read it even if nothing is added */
		ft_str_add(str, "");
	if (value->kind == FT_VALUE_REAL)
		ft_format_real(str, (double)value->real, 0);
	else
		ft_value_add(str, value);
}

void
ft_table_widen(struct ft_table *table, const struct ft_value *cell)
{
	struct ft_column *column = &table->column[table->next];
	size_t columns;

	if (cell->kind == FT_VALUE_UNSET || cell->kind == FT_VALUE_INFINITE)
		return;
	/* Most reals are small and most columns wide enough for these. */
	if (cell->kind == FT_VALUE_REAL && cell->real >= 0 && cell->real < 9 &&
	    columns_of(column->width) >= 8)
		return;
	if (cell->kind == FT_VALUE_TEXT) {
		columns = ft_utf8_columns(cell->text, cell->len);
	} else {
		ft_str_clear(&table->scratch);
		ft_table_render(&table->scratch, cell);
		columns = table->scratch.len;
	}
	widen(column, columns);
}

void
ft_table_print_kept(struct ft_table *table)
{
	const char *at = ft_str_text(&table->kept);
	const char *end = at + table->kept.len;
	size_t i = 0;

	while (at < end) {
		enum ft_style style = (enum ft_style)(*at - '0');
		size_t len = strlen(at + 1);

		add_grown(table, i, style, at + 1, len);
		at += len + 2;
		if (++i < table->n)
			continue;
		i = 0;
		ft_str_add_char(&table->out->text, '\n');
		ft_out_step(table->out);
	}
}

static void
cell(struct ft_table *table, const struct ft_value *value)
{
	struct ft_str *str = &table->out->text;
	struct ft_str *text = &table->scratch;
	enum ft_column_type type = table->column[table->next].type;
	int width = table->column[table->next].width;

	if (table->options.grow) {
		ft_str_clear(text);
		ft_table_render(text, value);
		add_grown(
		    table, table->next, value->style, text->data, text->len);
		return;
	}
	if (value->kind == FT_VALUE_TEXT) {
		if (type == FT_COLUMN_TIME) /* whole */
			ft_format_pad(str, value->text, value->len, width);
		else
			ft_format_cut(str, value->text, value->len, width);
	} else {
		ft_str_clear(text);
		if (value->kind != FT_VALUE_REAL)
			ft_value_add(text, value);
		else if (ft_format_real(text, (double)value->real, width))
			width = 0; /* never padded */
		ft_format_pad(str, ft_str_text(text), text->len, width);
	}
	ft_str_add_char(str, ' ');
}

static void
row(struct ft_table *table)
{
	ft_str_add_char(&table->out->text, '\n');
}

static void
tail(struct ft_table *table)
{
	(void)table;
}

const struct ft_format ft_format_table = { head, cell, row, tail };
