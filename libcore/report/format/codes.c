#include "report/format/codes.h"

#include "base/text/text.h"
#include "base/text/utf8.h"

#define WORD_WIDTH 20      /* of a column of -O that says none */
#define WIDTH_MAX  1000000 /* an arbitrary bound: no real format asks for more */

void
ft_code_list_init(struct ft_code_list *list)
{
	*list = (struct ft_code_list){ .text = "", .release = FT_RELEASE_ANY };
}

void
ft_code_list_free(struct ft_code_list *list)
{
	ft_arena_clear(&list->arena);
	ft_free(list->item);
	ft_code_list_init(list);
}

/* ---- parsing a format ----------------------------------------------------- */

static const char *
join(struct ft_arena *arena, const char *left, const char *right, size_t len)
{
	size_t before = strlen(left);
	char *text = ft_arena_alloc(arena, before + len + 1);

	memcpy(text, left, before);
	memcpy(text + before, right, len);
	text[before + len] = '\0';
	return text;
}

/* Text is kept with the column before it, or before the first. */
static void
add_text(struct ft_code_list *list, const char *text, size_t len)
{
	const char **place =
	    list->n > 0 ? &list->item[list->n - 1].text : &list->text;

	if (len > 0)
		*place = join(&list->arena, *place, text, len);
}

static void
add_item(struct ft_code_list *list, const struct ft_column *column, bool right,
    int width)
{
	*ft_vec_add(list->item, list->n, list->cap) = (struct ft_code_item){
		.column = *column,
		.right = right,
		.width = width,
		.text = "",
	};
}

const struct ft_column *
ft_code_find(
    const struct ft_column *table, char letter, enum ft_release release)
{
	for (; table->name && letter; table++)
		if (table->letter == letter &&
		    ft_column_is_known(table, release))
			return table;
	return NULL;
}

static int
read_width(const char **at, const char *end)
{
	int width = 0;

	for (; *at < end && isdigit((unsigned char)**at); (*at)++) {
		if (width < WIDTH_MAX)
			width = width * 10 + (**at - '0');
	}
	return width < WIDTH_MAX ? width : WIDTH_MAX;
}

/* After blanks and a sign; below 0 nothing is shown.  A sign without a number is
 * text. */
static int
read_signed_width(const char **at, const char *end)
{
	const char *digit = *at;
	bool minus;
	int width;

	while (digit < end && *digit == ' ')
		digit++;
	minus = digit < end && *digit == '-';
	digit += minus || (digit < end && *digit == '+');
	if (digit == end || !isdigit((unsigned char)*digit))
		return 0;
	*at = digit;
	width = read_width(at, end);
	return minus ? -width : width;
}

struct chooser {
	struct ft_code_list *list;
	const struct ft_column *table;
	ft_code_unknown_fn *unknown;
	void *ctx;
};

/* Parse from after one % up to the next. */
static void
choose_one(const struct chooser *chooser, const char *part, const char *end)
{
	const char *at = part;
	bool right = *at == '.';
	char spec[2] = "";
	const struct ft_column *column;
	int width;

	if (right)
		at++;
	width = read_width(&at, end);
	if (at < end)
		spec[0] = *at;
	column =
	    *spec ? ft_code_find(chooser->table, *spec, chooser->list->release)
		  : chooser->list->bare;
	if (column) {
		at += *spec != '\0';
		add_item(chooser->list, column, right, width);
		add_text(chooser->list, at, (size_t)(end - at));
	} else if (!chooser->unknown || chooser->unknown(chooser->ctx, spec)) {
		add_text(chooser->list, "%", 1);
		add_text(chooser->list, part, (size_t)(end - part));
	}
}

void
ft_code_choose(struct ft_code_list *list, const struct ft_column *table,
    const char *format, ft_code_unknown_fn *unknown, void *ctx)
{
	const struct chooser chooser = { list, table, unknown, ctx };
	const char *end = format + strcspn(format, "%");

	add_text(list, format, (size_t)(end - format));
	while (*end) {
		format = end + strspn(end, "%");
		end = format + strcspn(format, "%");
		if (format < end)
			choose_one(&chooser, format, end);
	}
}

void
ft_code_add_word(struct ft_code_list *list, const struct ft_column *column,
    const char *spec, size_t len)
{
	const char *at = spec + (len > 0), *end = spec + len;
	bool right = at < end && *at == '.';
	int width = WORD_WIDTH;

	at += right;
	if (len > 0)
		width = read_signed_width(&at, end);
	add_item(list, column, right, width);
	list->item[list->n - 1].text =
	    ft_arena_strndup(&list->arena, at, (size_t)(end - at));
}

/* ---- values ---------------------------------------------------------------- */

static void
pad(struct ft_str *line, const struct ft_code_item *item, const char *value,
    size_t len, size_t taken)
{
	size_t width = (size_t)item->width;
	size_t fill = width > taken ? width - taken : 0;

	if (item->right)
		ft_str_add_fill(line, ' ', fill);
	ft_str_add_n(line, value, len);
	if (!item->right)
		ft_str_add_fill(line, ' ', fill);
}

static void
add_value(struct ft_str *line, const struct ft_code_item *item,
    const char *value, bool cut)
{
	size_t len = strlen(value);
	struct ft_str masked = { 0 };

	if (item->width < 0) {
		/* asked for in vain */
	} else if (!cut) {
		ft_text_mask(&masked, value, len, FT_TEXT_WORD);
		value = ft_str_text(&masked);
		len = masked.len;
		pad(line, item, value, len, ft_utf8_columns(value, len));
		ft_str_free(&masked);
	} else {
		if (item->width > 0 && len > (size_t)item->width)
			len = (size_t)item->width;
		pad(line, item, value, len, len);
	}
	ft_str_add(line, item->text);
}

void
ft_code_widen(struct ft_code_item *item, const char *value)
{
	size_t columns = ft_utf8_columns(value, strlen(value));

	if (item->width > 0 && columns > (size_t)item->width)
		item->width = columns < WIDTH_MAX ? (int)columns : WIDTH_MAX;
}

/* ---- rows ------------------------------------------------------------------ */

/* Returns the text of COLUMN for ROW; *unset: it is just the column's word for
 * none. */
static const char *
text_of(struct ft_code_printer *printer, const struct ft_column *column,
    const void *row, bool *unset)
{
	struct ft_value value = { .room = &printer->room };

	*unset = false;
	if (!row)
		return column->header ? column->header : column->name;
	ft_column_value(column, row, &value);
	if (value.kind == FT_VALUE_TEXT)
		return value.text;
	*unset = value.kind == FT_VALUE_UNSET;
	if (*unset)
		return column->none ? column->none : "";
	ft_str_clear(&printer->room);
	ft_value_add(&printer->room, &value);
	return ft_str_text(&printer->room);
}

void
ft_code_widen_row(struct ft_code_printer *printer, const void *row)
{
	bool unset;

	for (size_t i = 0; i < printer->list->n; i++) {
		struct ft_code_item *item = &printer->list->item[i];
		int width = item->width;

		ft_code_widen(
		    item, text_of(printer, &item->column, row, &unset));
		/* the column would touch the next one */
		if (item->width > width && !*item->text &&
		    i + 1 < printer->list->n)
			item->text = " ";
	}
}

/*
 * Slurm passes the width to printf(3): some columns are not cut if
 * right-aligned, and glibc prints nothing instead of a (null) that does not
 * fit.
 */
static void
print_item(struct ft_code_printer *printer, const struct ft_code_item *item,
    const void *row)
{
	bool unset, cut = printer->cut;
	const char *text = text_of(printer, &item->column, row, &unset);

	if (cut && unset && !item->right && item->width > 0 &&
	    item->width < (int)strlen("(null)") && strcmp(text, "(null)") == 0)
		text = "";
	if (item->right &&
	    item->column.flags & (row ? FT_COLUMN_WHOLE : FT_COLUMN_TITLE))
		cut = false;
	add_value(&printer->out->text, item, text, cut);
}

void
ft_code_print_row(struct ft_code_printer *printer, const void *row)
{
	struct ft_str *text = &printer->out->text;

	ft_str_add(text, printer->list->text);
	for (size_t i = 0; i < printer->list->n; i++)
		print_item(printer, &printer->list->item[i], row);
	ft_str_add_char(text, '\n');
	ft_out_step(printer->out);
}
