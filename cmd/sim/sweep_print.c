/* sweep_print.c - results as a table, CSV, JSON, YAML. */

#include "common/formats.h"
#include "report/format.h"
#include "sim/sweep.h"

#define SCHEMA "fairtree.sweep/1"
/* What tables show that were not told what; others show all. */
#define USUAL                                                                  \
	"wait_mean,wait_p90,slowdown_mean,utilisation,user_unfairness,user_"   \
	"jain"

/* Metrics to be shown. */
struct columns {
	size_t id[SIM_MEASURES];
	size_t n;
};

static bool
has(const struct columns *columns, size_t id)
{
	for (size_t i = 0; i < columns->n; i++)
		if (columns->id[i] == id)
			return true;
	return false;
}

static enum ft_status
choose(const struct sweep *sweep, struct columns *columns, struct ft_error *err)
{
	const char *text = sweep->format_text;
	size_t id = 0;

	columns->n = 0;
	if (!text && sweep->format == FT_FORMAT_TABLE)
		text = USUAL;
	for (size_t i = 0; !text && i < SIM_MEASURES; i++)
		columns->id[columns->n++] = i;
	while (text) {
		size_t len = strcspn(text, ",");

		FT_TRY(sim_measure_find(text, len, &id, err));
		if (!has(columns, id))
			columns->id[columns->n++] = id;
		text = text[len] ? text + len + 1 : NULL;
	}
	return FT_OK;
}

enum ft_status
sweep_check_columns(const struct sweep *sweep, struct ft_error *err)
{
	struct columns columns;
	size_t id;

	FT_TRY(choose(sweep, &columns, err));
	if (sweep->sort_text)
		FT_TRY(sim_measure_find(
		    sweep->sort_text, strlen(sweep->sort_text), &id, err));
	return FT_OK;
}

/* ---- order ------------------------------------------------------------------- */

/* Points that have a result, best first if a metric is named. */
static struct sim_place *
sort(const struct sweep *sweep, size_t *n)
{
	const struct sweep_table *table = &sweep->table;
	struct sim_place *place = ft_calloc(table->n, sizeof *place);
	struct ft_error err = { 0 };
	size_t id = 0;

	*n = 0;
	if (sweep->sort_text) /* known: it was checked */
		(void)sim_measure_find(
		    sweep->sort_text, strlen(sweep->sort_text), &id, &err);
	for (size_t i = 0; i < table->points; i++) {
		const struct sweep_row *row = &table->row[i];
		double sign =
		    sim_measures[id].better == SIM_BETTER_HIGH ? -1 : 1;

		if (row->text)
			place[(*n)++] =
			    (struct sim_place){ sign * row->value[id], "", i };
	}
	if (sweep->sort_text)
		sim_places_sort(place, *n);
	return place;
}

/* ---- cells ------------------------------------------------------------------- */

static struct ft_column *
make_columns(const struct sweep *sweep, const struct columns *columns)
{
	const struct sweep_table *table = &sweep->table;
	struct ft_column *column =
	    ft_calloc(table->n_key + columns->n, sizeof *column);

	for (size_t i = 0; i < table->n_key; i++)
		column[i] = (struct ft_column){ .header = table->key[i],
			.name = table->key[i],
			.key = table->key[i],
			.width = 6,
			.type = FT_COLUMN_TEXT };
	for (size_t i = 0; i < columns->n; i++) {
		const struct sim_measure *measure =
		    &sim_measures[columns->id[i]];

		column[table->n_key + i] =
		    (struct ft_column){ .header = measure->header,
			    .name = measure->key,
			    .key = measure->key,
			    .width = 8,
			    .type = sweep->format == FT_FORMAT_TABLE
					? FT_COLUMN_TEXT
					: FT_COLUMN_REAL };
	}
	return column;
}

static void
add_value(
    const struct sweep *sweep, struct ft_table *out, size_t id, double value)
{
	struct ft_str cell FT_CLEANUP(ft_str_free) = { 0 };

	if (sweep->format == FT_FORMAT_TABLE)
		sim_measure_add(&cell, &sim_measures[id], value);
	else if (ft_formats_has_rows(sweep->format) && isfinite(value))
		ft_str_add_real(&cell, value);
	if (cell.len)
		ft_table_text(out, ft_str_text(&cell));
	else if (isfinite(value))
		ft_table_real(out, value);
	else
		ft_table_unset(out);
}

static void
add_row(const struct sweep *sweep, const struct columns *columns,
    struct ft_table *out, const struct sweep_row *row)
{
	for (size_t i = 0; i < sweep->table.n_key; i++)
		ft_table_text(out, row->text[i]);
	for (size_t i = 0; i < columns->n; i++)
		add_value(
		    sweep, out, columns->id[i], row->value[columns->id[i]]);
	ft_table_row(out);
}

enum ft_status
sweep_print(struct sweep *sweep, struct ft_error *err)
{
	const struct ft_table_options options = { .format = sweep->format,
		.grow = true,
		.schema = SCHEMA,
		.rows = "points" };
	struct columns columns;
	struct ft_column *column FT_CLEANUP(ft_free_at) = NULL;
	struct ft_table *table;
	struct sim_place *place FT_CLEANUP(ft_free_at) = NULL;
	struct ft_out out;
	size_t n;

	FT_TRY(choose(sweep, &columns, err));
	column = make_columns(sweep, &columns);
	place = sort(sweep, &n);
	ft_out_init(&out, sweep->source.context->out);
	table = ft_table_open(
	    &out, &options, column, sweep->table.n_key + columns.n);
	for (size_t i = 0; i < n; i++)
		add_row(
		    sweep, &columns, table, &sweep->table.row[place[i].index]);
	ft_table_close(table);
	ft_out_free(&out);
	return FT_OK;
}
