/*
 * print.c - results as a table, CSV, JSON or YAML.
 */

#include "cli/formats.h"
#include "report/format/doc.h"
#include "report/format/format.h"
#include "fsim/sweep/sweep.h"

#define ROWS   "points"
#define SCHEMA "fairtree.sweep/1"
/* Measures that tables show by default; other formats show all. */
#define USUAL                                                                  \
	"wait_mean,wait_p90,slowdown_mean,utilisation,user_unfairness,user_"   \
	"jain"

#define USUAL_AGAINST "wait_mean,utilisation,user_unfairness"

#define SCHEMA_MEANS "fairtree.sweep-means/1"

/* What columns show: a point, or a group. */
struct row {
	const double *value; /* the record of the measures; of a group part by
	                        part */
	const char **text;   /* of the keys */
	size_t n, pairs;     /* units of a group */
	enum ft_format_kind format;
};

/* The rows, best first. */
struct rows {
	struct row *item;
	size_t n;
	struct sweep_groups groups; /* with --means */
};

/* ---- columns ------------------------------------------------------------- */

static void
key(const void *at, struct ft_value *value)
{
	const struct row *row = at;

	ft_value_text(value, row->text[value->column->id]);
}

static void
units(const void *at, struct ft_value *value)
{
	const struct row *row = at;

	ft_value_u64(value, row->n);
}

static void
pairs(const void *at, struct ft_value *value)
{
	const struct row *row = at;

	ft_value_u64(value, row->pairs);
}

/* Who is better. */
static void
better(const void *at, struct ft_value *value)
{
	const struct row *row = at;
	double which = row->value[value->column->id];

	if (which > 0 || which < 0)
		ft_value_text(value, which > 0 ? "row" : "base");
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

/* An end of the interval, or half of it. */
static void
add_part(struct sweep *sweep, struct ft_columns *columns, size_t id,
    enum sweep_part part)
{
	static const struct {
		const char *header, *suffix;
	} texts[SWEEP_PARTS] = {
		[SWEEP_MEAN] = { NULL, "" },
		[SWEEP_HALF] = { "+-", "_half" },
		[SWEEP_LOW] = { "Low", "_low" },
		[SWEEP_HIGH] = { "High", "_high" },
		[SWEEP_DIFFERENCE] = { "Diff", "_difference" },
		[SWEEP_DIFFERENCE_HALF] = { "+-", "_difference_half" },
		[SWEEP_DIFFERENCE_LOW] = { "Low", "_difference_low" },
		[SWEEP_DIFFERENCE_HIGH] = { "High", "_difference_high" },
		[SWEEP_BETTER] = { "Better", "_better" },
	};
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_column *column;

	ft_columns_add(columns, &fsim_measures[id], 8);
	column = &columns->item[columns->n - 1];
	column->get = measure;
	ft_str_addf(&name, "%s%s", column->name, texts[part].suffix);
	column->name = column->key =
	    ft_arena_strdup(&sweep->table.arena, ft_str_text(&name));
	if (texts[part].header)
		column->header = texts[part].header;
	column->id += (int)part * FSIM_MEASURES;
	if (part == SWEEP_DIFFERENCE || part == SWEEP_DIFFERENCE_LOW ||
	    part == SWEEP_DIFFERENCE_HIGH)
		column->flags |= FT_COLUMN_SIGN;
	if (part == SWEEP_BETTER) {
		column->get = better;
		column->type = FT_COLUMN_TEXT;
		column->width = 6;
	}
}

/* The columns of an interval around PART, a mean. */
static void
add_interval(struct sweep *sweep, struct ft_columns *columns, size_t id,
    enum sweep_part part, bool resampled)
{
	bool people = sweep->format == FT_FORMAT_TABLE;

	if (!people || !resampled)
		add_part(sweep, columns, id, part + SWEEP_HALF);
	if (!people || resampled) {
		add_part(sweep, columns, id, part + SWEEP_LOW);
		add_part(sweep, columns, id, part + SWEEP_HIGH);
	}
}

static void
add_measure(struct sweep *sweep, struct ft_columns *columns, size_t id,
    const struct rows *rows)
{
	bool people = sweep->format == FT_FORMAT_TABLE;
	bool resampled = rows->groups.sense == FSIM_RESAMPLED;

	if (has(columns, id))
		return;
	add_part(sweep, columns, id, SWEEP_MEAN);
	if (!sweep->means)
		return;
	/* people want one interval of each measure */
	if (!people || !sweep->against.text)
		add_interval(sweep, columns, id, SWEEP_MEAN, resampled);
	if (!sweep->against.text)
		return;
	add_part(sweep, columns, id, SWEEP_DIFFERENCE);
	add_interval(sweep, columns, id, SWEEP_DIFFERENCE, resampled);
	add_part(sweep, columns, id, SWEEP_BETTER);
}

/* Add the columns of the measures to be shown. */
static enum ft_status
choose(struct sweep *sweep, const struct rows *rows, struct ft_columns *columns,
    struct ft_error *err)
{
	const char *text = sweep->format_text;
	size_t id = 0;

	if (!text && sweep->format == FT_FORMAT_TABLE)
		text = sweep->against.text ? USUAL_AGAINST : USUAL;
	for (size_t i = 0; !text && i < FSIM_MEASURES; i++)
		add_measure(sweep, columns, i, rows);
	while (text) {
		struct ft_word key = ft_word_until(text, ",");

		FT_TRY(fsim_measure_find(key, &id, err));
		add_measure(sweep, columns, id, rows);
		text = text[key.len] ? text + key.len + 1 : NULL;
	}
	return FT_OK;
}

static void
add_keys(const struct sweep *sweep, struct ft_columns *columns)
{
	const struct sweep_table *table = &sweep->table;

	for (size_t i = 0; i < table->n_key; i++)
		if (!sweep->means || !sweep_is_unit(table, i))
			ft_columns_add(columns,
			    &(struct ft_column){ .name = table->key[i],
				.key = table->key[i],
				.id = (int)i,
				.get = key },
			    6);
	if (sweep->means)
		ft_columns_add(columns,
		    &(struct ft_column){ .name = "n",
			.key = "n",
			.type = FT_COLUMN_UINT,
			.get = units },
		    4);
	if (sweep->against.text)
		ft_columns_add(columns,
		    &(struct ft_column){ .name = "pairs",
			.key = "pairs",
			.type = FT_COLUMN_UINT,
			.get = pairs },
		    5);
}

enum ft_status
sweep_check_columns(struct sweep *sweep, struct ft_error *err)
{
	struct ft_columns columns FT_CLEANUP(ft_columns_free) = { 0 };
	const struct rows rows = { .item = NULL };
	size_t id;

	FT_TRY(choose(sweep, &rows, &columns, err));
	if (sweep->sort_text)
		FT_TRY(
		    fsim_measure_find(ft_word_of(sweep->sort_text), &id, err));
	return FT_OK;
}

/* ---- rows ---------------------------------------------------------------- */

static void
take_points(const struct sweep *sweep, struct rows *rows)
{
	const struct sweep_table *table = &sweep->table;

	rows->item = ft_calloc(table->n, sizeof *rows->item);
	for (size_t i = 0; i < table->points; i++)
		if (table->row[i].text)
			rows->item[rows->n++] =
			    (struct row){ .value = table->row[i].value,
				    .text = table->row[i].text,
				    .format = sweep->format };
}

static enum ft_status
take_groups(const struct sweep *sweep, struct rows *rows, struct ft_error *err)
{
	struct sweep_groups *groups = &rows->groups;

	FT_TRY(sweep_groups_make(
	    groups, &sweep->table, &sweep->against, sweep->confidence, err));
	rows->item = ft_calloc(groups->n, sizeof *rows->item);
	for (; rows->n < groups->n; rows->n++) {
		const struct sweep_group *group = &groups->item[rows->n];

		rows->item[rows->n] = (struct row){ .value = group->value,
			.text = group->text,
			.n = group->n,
			.pairs = group->pairs,
			.format = sweep->format };
	}
	return FT_OK;
}

/* Returns the order of the rows, best first if a metric is named. */
static struct fsim_place *
sort(const struct sweep *sweep, const struct rows *rows)
{
	struct fsim_place *place = ft_calloc(rows->n, sizeof *place);
	struct ft_error err = { 0 };
	double sign;
	size_t id = 0;

	if (sweep->sort_text) /* known: it was checked */
		(void)fsim_measure_find(
		    ft_word_of(sweep->sort_text), &id, &err);
	sign = fsim_measures[id].own == FSIM_BETTER_HIGH ? -1 : 1;
	for (size_t i = 0; i < rows->n; i++)
		place[i] = (struct fsim_place){ sign * rows->item[i].value[id],
			"", i };
	if (sweep->sort_text)
		fsim_places_sort(place, rows->n);
	return place;
}

/* ---- what the intervals are ---------------------------------------------- */

/* Returns the values of the base, by key; there is one. */
static const char *const *
base_texts(const struct sweep_groups *groups)
{
	assert(groups->item && groups->item[groups->base].text);
	return groups->item[groups->base].text;
}

/* "nodes=4 policy=easy" */
static void
add_base(const struct sweep *sweep, const struct sweep_groups *groups,
    struct ft_str *str)
{
	const struct sweep_table *table = &sweep->table;
	const char *const *text = base_texts(groups);
	const char *blank = "";

	for (size_t k = 0; k < table->n_key; k++)
		if (!sweep_is_unit(table, k)) {
			ft_str_addf(
			    str, "%s%s=%s", blank, table->key[k], text[k]);
			blank = " ";
		}
}

static void
say_sense(const struct sweep *sweep, const struct sweep_groups *groups,
    struct ft_str *str)
{
	size_t most = 0;

	for (size_t i = 0; i < groups->n; i++)
		most = groups->item[i].n > most ? groups->item[i].n : most;
	if (groups->base != SIZE_MAX) {
		ft_str_add(str, "Diff: the row less the base, ");
		add_base(sweep, groups, str);
		ft_str_add(str, ", unit by unit; its interval follows\n");
	}
	fsim_sense_add(
	    str, groups->sense, groups->drawn, most, sweep->confidence);
}

/* Returns a document that begins with what holds for all rows. */
static struct ft_doc *
doc_begin(const struct sweep *sweep, const char *schema, struct ft_out *out)
{
	struct ft_doc *doc = ft_doc_open_ours(out, sweep->format, schema);

	fsim_rules_document(doc, &sweep->source);
	if (isfinite(sweep->error))
		ft_doc_real(doc, "wait_error_unchanged", sweep->error);
	return doc;
}

/* Returns a document with an open list of points. */
static struct ft_doc *
doc_points(const struct sweep *sweep, struct ft_out *out)
{
	struct ft_doc *doc = doc_begin(sweep, SCHEMA, out);

	ft_doc_begin_list(doc, ROWS);
	return doc;
}

/* Returns a document with what the intervals are, its rows still missing. */
static struct ft_doc *
doc_sense(const struct sweep *sweep, const struct sweep_groups *groups,
    struct ft_out *out)
{
	struct ft_doc *doc = doc_begin(sweep, SCHEMA_MEANS, out);

	ft_doc_text(doc, "unit", fsim_sense_unit(groups->sense));
	if (groups->drawn)
		ft_doc_text(doc, "drawn", groups->drawn);
	ft_doc_real(doc, "confidence", sweep->confidence);
	if (groups->base != SIZE_MAX) {
		const char *const *text = base_texts(groups);

		ft_doc_begin(doc, "against");
		for (size_t k = 0; k < sweep->table.n_key; k++)
			if (!sweep_is_unit(&sweep->table, k))
				ft_doc_text(doc, sweep->table.key[k], text[k]);
		ft_doc_end(doc);
	}
	ft_doc_begin_list(doc, "groups");
	return doc;
}

/* ---- all together -------------------------------------------------------- */

static void
print_rows(const struct sweep *sweep, const struct rows *rows,
    const struct ft_columns *columns, struct ft_out *out)
{
	bool text = sweep->format == FT_FORMAT_TABLE;
	bool rowwise = text || ft_formats_has_rows(sweep->format);
	struct ft_doc *doc = rowwise ? NULL
			     : sweep->means
				 ? doc_sense(sweep, &rows->groups, out)
				 : doc_points(sweep, out);
	const struct ft_table_options options = { .format = sweep->format,
		.grow = true,
		.none = text,
		.rows = ROWS,
		.doc = doc };
	struct ft_table *table =
	    ft_table_open(out, &options, columns->item, columns->n);
	struct fsim_place *place = sort(sweep, rows);

	for (size_t i = 0; i < rows->n; i++)
		ft_table_put(table, &rows->item[place[i].index]);
	ft_free(place);
	ft_table_close(table);
	if (doc) {
		ft_doc_end(doc);
		ft_doc_close(doc);
	}
}

enum ft_status
sweep_print(struct sweep *sweep, struct ft_error *err)
{
	struct ft_columns columns FT_CLEANUP(ft_columns_free) = { 0 };
	struct rows rows = { .item = NULL };
	struct ft_out out;

	if (sweep->means)
		FT_TRY(take_groups(sweep, &rows, err));
	else
		take_points(sweep, &rows);
	add_keys(sweep, &columns);
	(void)choose(sweep, &rows, &columns, err); /* it was checked */
	ft_out_init(&out, sweep->source.context->out);
	if (sweep->format == FT_FORMAT_TABLE)
		fsim_rules_add(&out.text, &sweep->source, 10);
	if (isfinite(sweep->error) && sweep->format == FT_FORMAT_TABLE)
		ft_str_addf(&out.text,
		    "Without the grid, predicted waits are off by %.1f %% from "
		    "the real ones: smaller differences mean nothing\n\n",
		    sweep->error * 100);
	if (sweep->means && sweep->format == FT_FORMAT_TABLE)
		say_sense(sweep, &rows.groups, &out.text);
	print_rows(sweep, &rows, &columns, &out);
	ft_out_free(&out);
	ft_free(rows.item);
	sweep_groups_free(&rows.groups);
	return FT_OK;
}
