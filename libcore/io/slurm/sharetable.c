#include "io/slurm/sharetable.h"

#include "base/map.h"
#include "io/text/logical.h"

/* Larger numbers mean `parent` or unset in Slurm. */
#define SHARES_MAX 0x7ffffffeu

enum column {
	ACCOUNT,
	USER,
	SHARES,
	USAGE,
	PARTITION, /* this and the rest are optional */
	FACTOR,
	LIMITS,
	COLUMNS
};

static const char *const names[COLUMNS] = { "Account", "User", "RawShares",
	"RawUsage", "Partition", "FairShare", "GrpTRESMins" };

struct reading {
	struct ft_cursor cursor;
	struct ft_str line; /* the line, each cell terminated */
	char **cell;        /* into line */
	size_t n, cap;
	size_t n_header;       /* cells of the header */
	size_t place[COLUMNS]; /* index of its cell; n_header: none */
	char **above;          /* accounts from root down to the last one */
	size_t depth, cap_above;
	struct ft_map seen; /* rows: their lines */
	struct ft_str key;
};

/* Error about the cell that starts at AT. */
static enum ft_status
fail_at(const struct reading *reading, const char *at, struct ft_error *err,
    const char *text)
{
	ft_cursor_fail(&reading->cursor,
	    reading->cursor.at + (at - reading->line.data), err, "%s", text);
	return FT_EPARSE;
}

/* Split the line at each |, without the empty last cell of -p. */
static void
split(struct reading *reading)
{
	char *at, *bar;

	ft_str_clear(&reading->line);
	ft_str_add_n(&reading->line, reading->cursor.at, reading->cursor.len);
	at = reading->line.data;
	reading->n = 0;
	for (;;) {
		*ft_vec_add(reading->cell, reading->n, reading->cap) = at;
		bar = strchr(at, '|');
		if (!bar)
			break;
		*bar = '\0';
		at = bar + 1;
	}
	if (reading->n > 1 && !*reading->cell[reading->n - 1] &&
	    (!reading->n_header || reading->n == reading->n_header + 1))
		reading->n--;
}

static enum ft_status
parse_header(struct reading *reading, struct ft_error *err)
{
	for (int i = 0; i < COLUMNS; i++)
		reading->place[i] = SIZE_MAX;
	for (size_t cell = 0; cell < reading->n; cell++)
		for (int i = 0; i < COLUMNS; i++)
			if (reading->place[i] == SIZE_MAX &&
			    !strcasecmp(reading->cell[cell], names[i]))
				reading->place[i] = cell;
	if (reading->n < 2 || reading->place[ACCOUNT] == SIZE_MAX)
		return fail_at(reading, reading->line.data, err,
		    "expected the header of sshare -a -l -P, with Account, "
		    "User, RawShares and RawUsage");
	for (int i = 0; i < PARTITION; i++)
		if (reading->place[i] == SIZE_MAX)
			return ft_cursor_fail(&reading->cursor, NULL, err,
			    "no column '%s' in the header", names[i]);
	reading->n_header = reading->n;
	return FT_OK;
}

/* Keep only the DEPTH accounts above the row. */
static void
leave(struct reading *reading, size_t depth)
{
	while (reading->depth > depth)
		ft_free(reading->above[--reading->depth]);
}

static void
enter(struct reading *reading, const char *account)
{
	*ft_vec_add(reading->above, reading->depth, reading->cap_above) =
	    ft_strdup(account);
}

static enum ft_status
check_twice(struct reading *reading, const struct ft_sharetable_row *row,
    const char *at, struct ft_error *err)
{
	uint64_t line;

	/* names contain no control characters, so the key is unique */
	ft_str_clear(&reading->key);
	if (*row->user)
		ft_str_addf(&reading->key, "%s\n%s\n%s", row->account,
		    row->user, row->partition);
	else
		ft_str_add(&reading->key, row->account);
	if (ft_map_get(&reading->seen, ft_str_text(&reading->key), &line))
		return ft_cursor_fail(&reading->cursor,
		    reading->cursor.at + (at - reading->line.data), err,
		    "%s '%s' is already in line %llu%s",
		    *row->user ? "user" : "account",
		    *row->user ? row->user : row->account,
		    (unsigned long long)line,
		    *row->user && reading->place[PARTITION] == SIZE_MAX
			? " (sshare -m tells partitions apart)"
			: "");
	ft_map_put(
	    &reading->seen, ft_str_text(&reading->key), reading->cursor.line);
	return FT_OK;
}

/* Find the parent of the row by its indentation. */
static enum ft_status
place_row(struct reading *reading, struct ft_sharetable_row *row,
    struct ft_error *err)
{
	const char *cell = reading->cell[reading->place[ACCOUNT]];
	size_t depth = strspn(cell, " ");

	row->account = cell + depth;
	if (!*row->account)
		return fail_at(reading, cell, err, "no account");
	if (!reading->depth &&
	    (depth || *row->user || strcasecmp(row->account, "root") != 0))
		return fail_at(reading, cell, err,
		    "expected the row of account root first");
	if (reading->depth && !depth)
		return fail_at(reading, cell, err,
		    "not below account root (a filtered or unindented "
		    "table?)");
	if (depth > reading->depth)
		return fail_at(reading, row->account, err,
		    "indented deeper than below the row above");
	row->parent = depth ? reading->above[depth - 1] : "";
	if (*row->user && strcmp(row->account, row->parent) != 0)
		return ft_cursor_fail(&reading->cursor,
		    reading->cursor.at + (row->account - reading->line.data),
		    err, "user '%s' of account '%s' is in account '%s'",
		    row->user, row->account, row->parent);
	leave(reading, depth);
	if (!*row->user)
		enter(reading, row->account);
	return check_twice(reading, row, row->account, err);
}

static enum ft_status
parse_shares(struct reading *reading, struct ft_sharetable_row *row,
    struct ft_error *err)
{
	const char *cell = reading->cell[reading->place[SHARES]];

	row->shares = 0;
	row->parent_shares = !strcasecmp(cell, "parent");
	if (!*row->parent) {
		if (*cell && (!ft_num_u32(cell, &row->shares) ||
				 row->shares > SHARES_MAX))
			return fail_at(reading, cell, err,
			    "the RawShares of root should be empty");
		return FT_OK;
	}
	if (!row->parent_shares &&
	    (!ft_num_u32(cell, &row->shares) || row->shares > SHARES_MAX))
		return fail_at(reading, cell, err,
		    "RawShares are a number up to 2147483646 or 'parent'");
	return FT_OK;
}

/* Returns the cell of COLUMN, "" if there is no such column. */
static const char *
cell_of(const struct reading *reading, enum column column)
{
	size_t place = reading->place[column];

	return place == SIZE_MAX ? "" : reading->cell[place];
}

static enum ft_status
parse_row(struct reading *reading, struct ft_sharetable_row *row,
    struct ft_error *err)
{
	const char *usage, *factor;

	if (reading->n != reading->n_header)
		return ft_cursor_fail(&reading->cursor, NULL, err,
		    "%zu cells, the header has %zu", reading->n,
		    reading->n_header);
	row->line = reading->cursor.line;
	row->user = cell_of(reading, USER);
	row->partition = cell_of(reading, PARTITION);
	row->limits = cell_of(reading, LIMITS);
	FT_TRY(place_row(reading, row, err));
	FT_TRY(parse_shares(reading, row, err));
	usage = reading->cell[reading->place[USAGE]];
	if (!ft_num_i64(usage, &row->whole) || row->whole < 0)
		return fail_at(reading, usage, err,
		    "RawUsage is a whole number, 0 or more");
	factor = cell_of(reading, FACTOR);
	row->has_factor = *factor != '\0';
	if (row->has_factor && !ft_num_double(factor, &row->factor))
		return fail_at(
		    reading, factor, err, "FairShare is a number or empty");
	return FT_OK;
}

static enum ft_status
parse_line(struct reading *reading, ft_sharetable_fn *fn, void *ctx,
    struct ft_error *err)
{
	struct ft_sharetable_row row;

	FT_TRY(ft_logical_check_line(&reading->cursor, err));
	if (!reading->cursor.len)
		return FT_OK;
	split(reading);
	if (!reading->n_header)
		return parse_header(reading, err);
	FT_TRY(parse_row(reading, &row, err));
	return fn(ctx, &row, err);
}

static void
free_reading(struct reading *reading)
{
	leave(reading, 0);
	ft_free(reading->above);
	ft_free(reading->cell);
	ft_map_clear(&reading->seen);
	ft_str_free(&reading->key);
	ft_str_free(&reading->line);
}

enum ft_status
ft_sharetable_parse(const struct ft_input *input, ft_sharetable_fn *fn,
    void *ctx, struct ft_error *err)
{
	struct reading reading FT_CLEANUP(free_reading) = { 0 };

	ft_cursor_init(&reading.cursor, input->file, input->text, input->size);
	while (ft_cursor_line(&reading.cursor))
		FT_TRY(parse_line(&reading, fn, ctx, err));
	if (!reading.depth)
		return ft_cursor_fail(&reading.cursor, NULL, err,
		    reading.n_header ? "no rows below the header"
				     : "the table is empty");
	return FT_OK;
}
