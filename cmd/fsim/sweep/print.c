/*
 * print.c - results as a table, CSV, JSON or YAML.
 */

#include "cli/formats.h"
#include "report/format/format.h"
#include "fsim/sweep/sweep.h"

#define SCHEMA "fairtree.sweep/1"
/* Measures that tables show by default; other formats show all. */
#define USUAL                                                                  \
	"wait_mean,wait_p90,slowdown_mean,utilisation,user_unfairness,user_"   \
	"jain"

/* What columns show: a point. */
struct row {
	const double *value; /* the record of the measures */
	const char **text;   /* of the keys */
	enum ft_format_kind format;
};

/* ---- columns ------------------------------------------------------------- */

static void
key(const void *at, struct ft_value *value)
{
	const struct row *row = at;

	ft_value_text(value, row->text[value->column->id]);
}

/* Format a number as short as possible. */
static void
measure(const void *at, struct ft_value *value)
{
	const struct row *row = at;
	double number = row->value[value->column->id];

	if (!ft_formats_has_rows(row->format))
		ft_value_real(value, (ft_real)number);
	else if (isfinite(number))
		ft_str_add_real(ft_value_build(value), number);
}

static bool
has(const struct ft_columns *columns, size_t id)
{
	for (size_t i = 0; i < columns->n; i++)
		if (columns->item[i].get == measure &&
		    columns->item[i].id == (int)id)
			return true;
	return false;
}

static void
add_measure(struct ft_columns *columns, size_t id)
{
	if (has(columns, id))
		return;
	ft_columns_add(columns, &fsim_measures[id], 8);
	columns->item[columns->n - 1].get = measure;
}

/* Add the columns of the measures to be shown. */
static enum ft_status
choose(
    const struct sweep *sweep, struct ft_columns *columns, struct ft_error *err)
{
	const char *text = sweep->format_text;
	size_t id = 0;

	if (!text && sweep->format == FT_FORMAT_TABLE)
		text = USUAL;
	for (size_t i = 0; !text && i < FSIM_MEASURES; i++)
		add_measure(columns, i);
	while (text) {
		size_t len = strcspn(text, ",");

		FT_TRY(fsim_measure_find(text, len, &id, err));
		add_measure(columns, id);
		text = text[len] ? text + len + 1 : NULL;
	}
	return FT_OK;
}

enum ft_status
sweep_check_columns(const struct sweep *sweep, struct ft_error *err)
{
	struct ft_columns columns FT_CLEANUP(ft_columns_free) = { 0 };
	size_t id;

	FT_TRY(choose(sweep, &columns, err));
	if (sweep->sort_text)
		FT_TRY(fsim_measure_find(
		    sweep->sort_text, strlen(sweep->sort_text), &id, err));
	return FT_OK;
}

/* ---- order --------------------------------------------------------------- */

/* Returns the points with a result, best first if a metric is named. */
static struct fsim_place *
sort(const struct sweep *sweep, size_t *n)
{
	const struct sweep_table *table = &sweep->table;
	struct fsim_place *place = ft_calloc(table->n, sizeof *place);
	struct ft_error err = { 0 };
	size_t id = 0;

	*n = 0;
	if (sweep->sort_text) /* known: it was checked */
		(void)fsim_measure_find(
		    sweep->sort_text, strlen(sweep->sort_text), &id, &err);
	for (size_t i = 0; i < table->points; i++) {
		const struct sweep_row *row = &table->row[i];
		double sign =
		    fsim_measures[id].own == FSIM_BETTER_HIGH ? -1 : 1;

		if (row->text)
			place[(*n)++] =
			    (struct fsim_place){ sign * row->value[id], "", i };
	}
	if (sweep->sort_text)
		fsim_places_sort(place, *n);
	return place;
}

/* ---- all together -------------------------------------------------------- */

enum ft_status
sweep_print(struct sweep *sweep, struct ft_error *err)
{
	const struct sweep_table *points = &sweep->table;
	const struct ft_table_options options = { .format = sweep->format,
		.grow = true,
		.none = sweep->format == FT_FORMAT_TABLE,
		.schema = SCHEMA,
		.rows = "points" };
	struct ft_columns columns FT_CLEANUP(ft_columns_free) = { 0 };
	struct ft_table *table;
	struct fsim_place *place FT_CLEANUP(ft_free_at) = NULL;
	struct ft_out out;
	size_t n;

	for (size_t i = 0; i < points->n_key; i++)
		ft_columns_add(&columns,
		    &(struct ft_column){ .name = points->key[i],
			.key = points->key[i],
			.id = (int)i,
			.get = key },
		    6);
	FT_TRY(choose(sweep, &columns, err));
	place = sort(sweep, &n);
	ft_out_init(&out, sweep->source.context->out);
	if (isfinite(sweep->error))
		ft_str_addf(&out.text,
		    "Without the grid, predicted waits are off by %.1f %% from "
		    "the real ones: smaller differences mean nothing\n\n",
		    sweep->error * 100);
	table = ft_table_open(&out, &options, columns.item, columns.n);
	for (size_t i = 0; i < n; i++) {
		const struct sweep_row *point = &points->row[place[i].index];

		ft_table_put(table,
		    &(struct row){ point->value, point->text, sweep->format });
	}
	ft_table_close(table);
	ft_out_free(&out);
	return FT_OK;
}
