#include "io/slurm/usagefile.h"

#include "io/text/cells.h"
#include "io/text/logical.h"

#define FIELDS 4

struct reading {
	struct ft_cursor cursor;
	struct ft_cells *row;
};

/* Returns the place of AT, in the copy of the line, from 1. */
static size_t
column_of(const struct reading *reading, const char *at)
{
	return (size_t)(at - reading->row->line.data) + 1;
}

static enum ft_status
fail_at(const struct reading *reading, const char *at, struct ft_error *err,
    const char *text)
{
	return ft_cursor_fail(&reading->cursor,
	    ft_cells_place(reading->row, &reading->cursor, at), err, "%s",
	    text);
}

static char *
skip_blanks(char *at)
{
	while (ft_is_blank(*at))
		at++;
	return at;
}

/* Split the line; fields are separated by blanks, one | or both. */
static enum ft_status
split(struct reading *reading, struct ft_error *err)
{
	char *at = ft_cells_begin(reading->row, &reading->cursor);

	at[strcspn(at, "#")] = '\0';
	at = skip_blanks(at);
	while (*at) {
		char *end = at + strcspn(at, " \t|");

		if (end == at)
			return fail_at(reading, at, err, "empty field");
		if (reading->row->n == FIELDS)
			return fail_at(reading, at, err,
			    "more than account, user, usage and TRES");
		ft_cells_add(reading->row, at);
		at = skip_blanks(end);
		if (*at == '|')
			at = skip_blanks(at + 1);
		*end = '\0';
	}
	return FT_OK;
}

/* Check name=amount,... without changing it. */
static enum ft_status
check_tres(const struct reading *reading, char *text, struct ft_error *err)
{
	while (*text) {
		char *equal = strchr(text, '='), *end;
		int64_t whole;
		int32_t micro;
		bool good;
		char c;

		end = text + strcspn(text, ",");
		if (!equal || equal > end || equal == text)
			return fail_at(
			    reading, text, err, "expected TRES=amount");
		c = *end;
		*end = '\0';
		good = ft_num_micro(equal + 1, &whole, &micro);
		*end = c;
		if (!good)
			return fail_at(reading, equal + 1, err,
			    "expected an amount, 0 or more with at most six "
			    "decimals");
		if (*end && !end[1])
			return fail_at(
			    reading, end, err, "expected TRES=amount");
		text = end + (*end == ',');
	}
	return FT_OK;
}

static enum ft_status
parse_fields(
    struct reading *reading, struct ft_usage_line *line, struct ft_error *err)
{
	char **field = reading->row->cell;
	char *user = field[1], *part = strchr(user, '@');

	line->account = field[0];
	line->line = reading->cursor.line;
	line->account_column = column_of(reading, field[0]);
	line->user_column = column_of(reading, user);
	line->tres_column =
	    reading->row->n > 3 ? column_of(reading, field[3]) : 0;
	line->partition = "";
	line->tres = reading->row->n > 3 ? field[3] : "";
	if (part) {
		if (part == user || !part[1] || user[0] == '-')
			return fail_at(
			    reading, user, err, "expected USER@PARTITION");
		*part = '\0';
		line->partition = part + 1;
	}
	line->user = strcmp(user, "-") ? user : "";
	if (!ft_num_micro(field[2], &line->whole, &line->micro))
		return fail_at(reading, field[2], err,
		    "expected a usage, 0 or more with at most six decimals");
	return reading->row->n > 3 ? check_tres(reading, field[3], err) : FT_OK;
}

enum ft_status
ft_usagefile_parse(const struct ft_input *input, ft_usagefile_fn *fn, void *ctx,
    struct ft_error *err)
{
	struct ft_cells row FT_CLEANUP(ft_cells_free) = { 0 };
	struct reading reading = { .row = &row };
	struct ft_usage_line line;

	ft_cursor_init(&reading.cursor, input->file, input->text, input->size);
	while (ft_cursor_line(&reading.cursor)) {
		FT_TRY(ft_logical_check_line(&reading.cursor, err));
		FT_TRY(split(&reading, err));
		if (!reading.row->n)
			continue;
		if (reading.row->n < 3)
			return ft_cursor_fail(&reading.cursor, NULL, err,
			    "expected account, user and usage");
		FT_TRY(parse_fields(&reading, &line, err));
		FT_TRY(fn(ctx, &line, err));
	}
	return FT_OK;
}
