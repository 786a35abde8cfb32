#include "io/slurm/sharetable.h"

#include "io/slurm/listtable.h"
#include "io/slurm/sharetable_private.h"
#include "io/text/jsonfile.h"

enum column {
	ACCOUNT,
	USER,
	SHARES,
	USAGE,
	PARTITION, /* this and the rest are optional */
	FACTOR,
	NORM_USAGE,
	LIMITS,
	COLUMNS
};

static const char *const names[COLUMNS] = { "Account", "User", "RawShares",
	"RawUsage", "Partition", "FairShare", "NormUsage", "GrpTRESMins" };
static const char expected[] =
    "sshare -a -l -P, with Account, User, RawShares and RawUsage";

struct reading {
	struct ft_listtable table;
	size_t place[COLUMNS]; /* its column, FT_LISTTABLE_NONE: none */
	char **above;          /* accounts from root down to the last one */
	size_t depth, cap_above;
	struct ft_sharetable_seen seen;
};

/* ---- the rows so far ----------------------------------------------------------- */

void
ft_sharetable_forget(struct ft_sharetable_seen *seen)
{
	ft_map_clear(&seen->line);
	ft_str_free(&seen->key);
}

bool
ft_sharetable_knows(const struct ft_sharetable_seen *seen, const char *account)
{
	return ft_map_get(&seen->line, account, NULL);
}

size_t
ft_sharetable_note(
    struct ft_sharetable_seen *seen, const struct ft_sharetable_row *row)
{
	uint64_t line;

	/* names contain no control characters, so the key is unique */
	ft_str_clear(&seen->key);
	ft_str_add(&seen->key, row->account);
	if (*row->user) {
		ft_str_add_char(&seen->key, '\n');
		ft_str_add(&seen->key, row->user);
		ft_str_add_char(&seen->key, '\n');
		ft_str_add(&seen->key, row->partition);
	}
	line = ft_map_add(&seen->line, ft_str_text(&seen->key), row->line);
	return line == row->line ? 0 : (size_t)line;
}

/* ---- the table ------------------------------------------------------------------ */

/* Returns the cell of COLUMN, "" if there is no such column. */
static const char *
cell_of(const struct reading *reading, enum column column)
{
	return ft_listtable_cell(&reading->table, reading->place[column]);
}

/* Returns the place in the file of AT, in a cell. */
static const char *
place_of(const struct reading *reading, const char *at)
{
	return ft_cells_place(&reading->table.row, &reading->table.cursor, at);
}

/* Error about the cell that starts at AT. */
static enum ft_status
fail_at(const struct reading *reading, const char *at, struct ft_error *err,
    const char *text)
{
	return ft_cursor_fail(
	    &reading->table.cursor, place_of(reading, at), err, "%s", text);
}

static enum ft_status
parse_header(struct reading *reading, struct ft_error *err)
{
	for (int i = 0; i < COLUMNS; i++)
		reading->place[i] =
		    ft_listtable_find(&reading->table, names[i]);
	if (reading->table.n < 2 ||
	    reading->place[ACCOUNT] == FT_LISTTABLE_NONE)
		return ft_listtable_fail(&reading->table, FT_LISTTABLE_NONE,
		    err, "expected the header of %s", expected);
	for (int i = 0; i < PARTITION; i++)
		if (reading->place[i] == FT_LISTTABLE_NONE)
			return ft_listtable_fail(&reading->table,
			    FT_LISTTABLE_NONE, err,
			    "no column '%s' in the header", names[i]);
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
	size_t line = ft_sharetable_note(&reading->seen, row);

	if (!line)
		return FT_OK;
	return ft_cursor_fail(&reading->table.cursor, place_of(reading, at),
	    err, "%s '%s' is already in line %zu%s",
	    *row->user ? "user" : "account",
	    *row->user ? row->user : row->account, line,
	    *row->user && reading->place[PARTITION] == FT_LISTTABLE_NONE
		? " (sshare -m tells partitions apart)"
		: "");
}

/* Find the parent of the row by its indentation. */
static enum ft_status
place_row(struct reading *reading, struct ft_sharetable_row *row,
    struct ft_error *err)
{
	const char *cell = cell_of(reading, ACCOUNT);
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
		return ft_cursor_fail(&reading->table.cursor,
		    place_of(reading, row->account), err,
		    "user '%s' of account '%s' is in account '%s'", row->user,
		    row->account, row->parent);
	leave(reading, depth);
	if (!*row->user)
		enter(reading, row->account);
	return check_twice(reading, row, row->account, err);
}

static enum ft_status
parse_shares(struct reading *reading, struct ft_sharetable_row *row,
    struct ft_error *err)
{
	const char *cell = cell_of(reading, SHARES);

	row->shares = 0;
	row->parent_shares = !strcasecmp(cell, "parent");
	if (!*row->parent) {
		if (*cell && (!ft_num_u32(cell, &row->shares) ||
				 row->shares > FT_SHARETABLE_SHARES_MAX))
			return fail_at(reading, cell, err,
			    "the RawShares of root should be empty");
		return FT_OK;
	}
	if (!row->parent_shares && (!ft_num_u32(cell, &row->shares) ||
				       row->shares > FT_SHARETABLE_SHARES_MAX))
		return fail_at(reading, cell, err,
		    "RawShares are a number up to 2147483646 or 'parent'");
	return FT_OK;
}

/* Refuse a cell that was cut, of the columns that are read. */
static enum ft_status
check_cut(const struct reading *reading, struct ft_error *err)
{
	for (int i = 0; i < COLUMNS; i++)
		FT_TRY(ft_listtable_check(
		    &reading->table, reading->place[i], err));
	return FT_OK;
}

static enum ft_status
parse_row(struct reading *reading, struct ft_sharetable_row *row,
    struct ft_error *err)
{
	const char *usage, *factor, *norm;

	*row = (struct ft_sharetable_row){ .account = "", .parent = "" };
	FT_TRY(check_cut(reading, err));
	row->line = reading->table.cursor.line;
	row->column = 1;
	row->user = cell_of(reading, USER);
	row->partition = cell_of(reading, PARTITION);
	row->limits = cell_of(reading, LIMITS);
	FT_TRY(place_row(reading, row, err));
	FT_TRY(parse_shares(reading, row, err));
	usage = cell_of(reading, USAGE);
	if (!ft_num_i64(usage, &row->whole) || row->whole < 0)
		return fail_at(reading, usage, err,
		    "RawUsage is a whole number, 0 or more");
	factor = cell_of(reading, FACTOR);
	row->has_factor = *factor != '\0';
	if (row->has_factor && !ft_num_double(factor, &row->factor))
		return fail_at(
		    reading, factor, err, "FairShare is a number or empty");
	norm = cell_of(reading, NORM_USAGE);
	row->has_norm = *norm != '\0';
	if (row->has_norm && !ft_num_double(norm, &row->norm))
		return fail_at(
		    reading, norm, err, "NormUsage is a number or empty");
	return FT_OK;
}

static void
free_reading(struct reading *reading)
{
	leave(reading, 0);
	ft_free(reading->above);
	ft_sharetable_forget(&reading->seen);
	ft_listtable_close(&reading->table);
}

bool
ft_sharetable_is(const char *text, size_t size)
{
	struct ft_cursor cursor;
	struct ft_str line FT_CLEANUP(ft_str_free) = { 0 };

	if (ft_jsonfile_is(text, size))
		return true;
	ft_cursor_init(&cursor, "", text, size);
	while (ft_cursor_line(&cursor) && !cursor.len)
		;
	ft_str_add_n(&line, cursor.at ? cursor.at : "", cursor.len);
	return strstr(ft_str_text(&line), names[ACCOUNT]) &&
	       strstr(ft_str_text(&line), names[USAGE]);
}

enum ft_status
ft_sharetable_parse(const struct ft_input *input, ft_sharetable_fn *fn,
    void *ctx, struct ft_error *err)
{
	struct reading reading FT_CLEANUP(free_reading) = { 0 };
	struct ft_sharetable_row row;
	bool more;

	if (ft_jsonfile_is(input->text, input->size))
		return ft_sharetable_json(input, fn, ctx, err);
	FT_TRY(ft_listtable_open(&reading.table, input, expected, err));
	FT_TRY(parse_header(&reading, err));
	for (;;) {
		FT_TRY(ft_listtable_next(&reading.table, &more, err));
		if (!more)
			break;
		FT_TRY(parse_row(&reading, &row, err));
		FT_TRY(fn(ctx, &row, err));
	}
	if (!reading.depth)
		return ft_cursor_fail(&reading.table.cursor, NULL, err,
		    "no rows below the header");
	return FT_OK;
}
