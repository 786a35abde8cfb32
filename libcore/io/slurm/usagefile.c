#include "io/slurm/usagefile.h"

#include "io/text/logical.h"

#define FIELDS 4

/* A copy of one line, split into fields. */
struct reading {
	struct ft_cursor cursor;
	struct ft_str *line;
	char *field[FIELDS];
	size_t n;
};

static enum ft_status
fail_at(const struct reading *reading, const char *at, struct ft_error *err,
    const char *text)
{
	return ft_cursor_fail(&reading->cursor,
	    reading->cursor.at + (at - reading->line->data), err, "%s", text);
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
	const struct ft_cursor *cursor = &reading->cursor;
	const char *comment = memchr(cursor->at, '#', cursor->len);
	char *at;

	ft_str_clear(reading->line);
	ft_str_add_n(reading->line, cursor->at,
	    comment ? (size_t)(comment - cursor->at) : cursor->len);
	reading->n = 0;
	at = skip_blanks(reading->line->data);
	while (*at) {
		char *end = at + strcspn(at, " \t|");

		if (end == at)
			return fail_at(reading, at, err, "empty field");
		if (reading->n == FIELDS)
			return fail_at(reading, at, err,
			    "more than account, user, usage and TRES");
		reading->field[reading->n++] = at;
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
	char **field = reading->field;
	char *user = field[1], *part = strchr(user, '@');

	line->account = field[0];
	line->line = reading->cursor.line;
	line->account_column = (size_t)(field[0] - reading->line->data) + 1;
	line->user_column = (size_t)(user - reading->line->data) + 1;
	line->tres_column =
	    reading->n > 3 ? (size_t)(field[3] - reading->line->data) + 1 : 0;
	line->partition = "";
	line->tres = reading->n > 3 ? field[3] : "";
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
	return reading->n > 3 ? check_tres(reading, field[3], err) : FT_OK;
}

enum ft_status
ft_usagefile_parse(const struct ft_input *input, ft_usagefile_fn *fn, void *ctx,
    struct ft_error *err)
{
	struct ft_str copy FT_CLEANUP(ft_str_free) = { 0 };
	struct reading reading = { .line = &copy };
	struct ft_usage_line line;

	ft_cursor_init(&reading.cursor, input->file, input->text, input->size);
	while (ft_cursor_line(&reading.cursor)) {
		FT_TRY(ft_logical_check_line(&reading.cursor, err));
		FT_TRY(split(&reading, err));
		if (!reading.n)
			continue;
		if (reading.n < 3)
			return ft_cursor_fail(&reading.cursor, NULL, err,
			    "expected account, user and usage");
		FT_TRY(parse_fields(&reading, &line, err));
		FT_TRY(fn(ctx, &line, err));
	}
	return FT_OK;
}
