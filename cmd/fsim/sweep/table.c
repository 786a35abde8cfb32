/*
 * table.c - results as lines of CSV, and back.
 *
 * Columns: sweep (a mark, so that results of different sweeps are never mixed),
 * point, points, the keys of the grid, the metrics.
 */

#include "io/text/csvfile.h"
#include "fsim/sweep/sweep.h"

#define LEADING 3 /* sweep, point, points */

static const char *const leading[LEADING] = { "sweep", "point", "points" };

void
sweep_table_init(struct sweep_table *table)
{
	*table = (struct sweep_table){ .sorted = true };
}

void
sweep_table_free(struct sweep_table *table)
{
	ft_free(table->row);
	ft_arena_clear(&table->arena);
}

static void
set_size(struct sweep_table *table, size_t n_key, size_t points)
{
	table->n_key = n_key;
	table->points = points;
	table->key =
	    ft_arena_calloc(&table->arena, n_key + 1, sizeof *table->key);
	table->row = ft_calloc(points, sizeof *table->row);
}

void
sweep_table_of_grid(
    struct sweep_table *table, const struct sweep_grid *grid, uint64_t mark)
{
	set_size(table, grid->n, grid->points);
	table->mark = mark;
	for (size_t i = 0; i < grid->n; i++)
		table->key[i] = grid->key[i].name;
}

/* ---- writing ------------------------------------------------------------- */

void
sweep_add_head(struct ft_str *str, const struct sweep_table *table)
{
	for (size_t i = 0; i < LEADING; i++)
		ft_str_addf(str, "%s%s", i ? "," : "", leading[i]);
	for (size_t i = 0; i < table->n_key; i++) {
		ft_str_add_char(str, ',');
		ft_str_add_csv(str, table->key[i]);
	}
	for (size_t i = 0; i < FSIM_MEASURES; i++)
		ft_str_addf(str, ",%s", fsim_measures[i].name);
	ft_str_add_char(str, '\n');
}

void
sweep_add_line(struct ft_str *str, const struct sweep_table *table,
    size_t point, const char *const *text, const double *value)
{
	ft_str_addf(str, "%016" PRIx64 ",%zu,%zu", table->mark, point + 1,
	    table->points);
	for (size_t i = 0; i < table->n_key; i++) {
		ft_str_add_char(str, ',');
		ft_str_add_csv(str, text[i]);
	}
	for (size_t i = 0; i < FSIM_MEASURES; i++) {
		ft_str_add_char(str, ',');
		if (isfinite(value[i]))
			ft_str_add_real(str, value[i]);
	}
	ft_str_add_char(str, '\n');
}

void
sweep_add_all(struct ft_str *str, const struct sweep_table *table)
{
	sweep_add_head(str, table);
	for (size_t i = 0; i < table->points; i++)
		if (table->row[i].text)
			sweep_add_line(str, table, i, table->row[i].text,
			    table->row[i].value);
}

/* ---- reading ------------------------------------------------------------- */

static enum ft_status
not_results(const struct ft_csvfile *csv, size_t i, struct ft_error *err)
{
	return ft_csvfile_fail(
	    csv, i, err, "not a file of results of fsim sweep of this version");
}

/*
 * Check the names of columns against the table's keys; a new table takes them.
 */
static enum ft_status
read_head(struct sweep_table *table, const struct ft_csvfile *csv,
    const char ***key, size_t *n_key, struct ft_error *err)
{
	size_t last = csv->n ? csv->n - 1 : 0;

	if (csv->n < LEADING + FSIM_MEASURES)
		return not_results(csv, last, err);
	*n_key = csv->n - LEADING - FSIM_MEASURES;
	*key = ft_arena_calloc(&table->arena, *n_key + 1, sizeof **key);
	for (size_t i = 0; i < LEADING; i++)
		if (strcmp(ft_csvfile_text(csv, i), leading[i]) != 0)
			return not_results(csv, i, err);
	for (size_t i = 0; i < FSIM_MEASURES; i++)
		if (strcmp(ft_csvfile_text(csv, LEADING + *n_key + i),
			fsim_measures[i].name) != 0)
			return not_results(csv, LEADING + *n_key + i, err);
	for (size_t i = 0; i < *n_key; i++)
		(*key)[i] = ft_arena_strdup(
		    &table->arena, ft_csvfile_text(csv, LEADING + i));
	return FT_OK;
}

static bool
same_texts(const char *const *a, const char *const *b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(a[i], b[i]) != 0)
			return false;
	return true;
}

static enum ft_status
read_mark(const struct ft_csvfile *csv, uint64_t *mark, struct ft_error *err)
{
	const char *text = ft_csvfile_text(csv, 0);

	*mark = 0;
	for (size_t i = 0; i < 16; i++) {
		const char *digits = "0123456789abcdef";
		const char *digit = text[i] ? strchr(digits, text[i]) : NULL;

		if (!digit)
			return ft_csvfile_fail(
			    csv, 0, err, "bad mark of a sweep '%s'", text);
		*mark = *mark << 4 | (uint64_t)(digit - digits);
	}
	return text[16] ? ft_csvfile_fail(
			      csv, 0, err, "bad mark of a sweep '%s'", text)
			: FT_OK;
}

static enum ft_status
read_values(const struct ft_csvfile *csv, size_t first, double *value,
    struct ft_error *err)
{
	for (size_t i = 0; i < FSIM_MEASURES; i++) {
		const char *text = ft_csvfile_text(csv, first + i);

		value[i] = (double)NAN;
		if (*text && !ft_num_double(text, &value[i]))
			return ft_csvfile_fail(
			    csv, first + i, err, "bad number '%s'", text);
	}
	return FT_OK;
}

static enum ft_status
put_row(struct sweep_table *table, const struct ft_csvfile *csv, size_t point,
    const struct sweep_row *row, struct ft_error *err)
{
	struct sweep_row *have = &table->row[point];

	if (have->text && same_texts(have->text, row->text, table->n_key) &&
	    fsim_measures_equal(have->value, row->value, FSIM_MEASURES))
		return FT_OK;
	if (have->text)
		return ft_csvfile_fail(csv, 1, err,
		    "point %zu has two different results", point + 1);
	*have = *row;
	if (table->n++ && point < table->last)
		table->sorted = false;
	table->last = point;
	return FT_OK;
}

static enum ft_status
read_point(struct sweep_table *table, const struct ft_csvfile *csv,
    size_t *point, struct ft_error *err)
{
	uint64_t mark, number, points;

	FT_TRY(read_mark(csv, &mark, err));
	if (!ft_num_u64(ft_csvfile_text(csv, 2), &points) || points < 1 ||
	    points > SWEEP_POINTS_MAX)
		return ft_csvfile_fail(csv, 2, err, "bad number of points '%s'",
		    ft_csvfile_text(csv, 2));
	if (!ft_num_u64(ft_csvfile_text(csv, 1), &number) || number < 1 ||
	    number > points)
		return ft_csvfile_fail(
		    csv, 1, err, "bad point '%s'", ft_csvfile_text(csv, 1));
	if (!table->row) {
		table->mark = mark;
		table->points = points;
		table->row = ft_calloc(points, sizeof *table->row);
	}
	if (mark != table->mark || points != table->points)
		return ft_csvfile_fail(csv, 0, err,
		    "results of another sweep%s%s: trace, settings, options, "
		    "grid or version differ",
		    table->from ? " than " : "",
		    table->from ? table->from : "");
	*point = number - 1;
	return FT_OK;
}

static enum ft_status
read_line(struct sweep_table *table, const struct ft_csvfile *csv,
    struct ft_error *err)
{
	struct sweep_row row;
	size_t point = 0;

	if (csv->n != LEADING + table->n_key + FSIM_MEASURES)
		return ft_csvfile_fail(csv, 0, err, "%zu fields instead of %zu",
		    csv->n, LEADING + table->n_key + FSIM_MEASURES);
	FT_TRY(read_point(table, csv, &point, err));
	FT_TRY(read_values(csv, LEADING + table->n_key, row.value, err));
	row.text =
	    ft_arena_calloc(&table->arena, table->n_key + 1, sizeof *row.text);
	for (size_t i = 0; i < table->n_key; i++)
		row.text[i] = ft_arena_strdup(
		    &table->arena, ft_csvfile_text(csv, LEADING + i));
	return put_row(table, csv, point, &row, err);
}

static enum ft_status
read_lines(
    struct sweep_table *table, struct ft_csvfile *csv, struct ft_error *err)
{
	bool more;

	for (;;) {
		FT_TRY(ft_csvfile_next(csv, &more, err));
		if (!more)
			return FT_OK;
		FT_TRY(read_line(table, csv, err));
	}
}

static enum ft_status
read_all(
    struct sweep_table *table, struct ft_csvfile *csv, struct ft_error *err)
{
	const char **key = NULL;
	size_t n_key = 0;
	bool more;

	FT_TRY(ft_csvfile_next(csv, &more, err));
	if (!more)
		return FT_OK;
	FT_TRY(read_head(table, csv, &key, &n_key, err));
	if (!table->key) {
		table->key = key;
		table->n_key = n_key;
	} else if (table->n_key != n_key ||
		   !same_texts(table->key, key, n_key)) {
		return ft_csvfile_fail(csv, LEADING, err,
		    "results of another sweep: its grid has other keys");
	}
	return read_lines(table, csv, err);
}

enum ft_status
sweep_table_read(struct sweep_table *table, const char *file, const char *text,
    size_t size, struct ft_error *err)
{
	struct ft_csvfile csv FT_CLEANUP(ft_csvfile_free);

	/* a writer that was killed left an incomplete line */
	while (size && text[size - 1] != '\n')
		size--;
	ft_csvfile_init(&csv, file, text, size);
	FT_TRY(read_all(table, &csv, err));
	if (!table->from && table->n)
		table->from = ft_arena_strdup(&table->arena, file);
	return FT_OK;
}

enum ft_status
sweep_table_take(struct sweep_table *table, const char *line, size_t len,
    struct ft_error *err)
{
	struct ft_csvfile csv FT_CLEANUP(ft_csvfile_free);

	ft_csvfile_init(&csv, "result", line, len);
	return read_lines(table, &csv, err);
}
