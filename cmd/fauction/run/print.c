/*
 * print.c - tables, CSV and documents of fauction run.
 */

#include "fauction/run/run.h"
#include "files/pager.h"
#include "report/format/doc.h"

#define SCHEMA "fairtree.auction/1"
#define WIDTH  80 /* of the text around the table, at most */
#define INDENT 10 /* of the description of an experiment */

/* ---- cells --------------------------------------------------------------- */

static const char *
text_of(const struct run_row *row, int field)
{
	const struct fauction_experiment *experiment = row->experiment;

	switch (field) {
	case RUN_EXPERIMENT:
		return experiment->name;
	case RUN_ALLOCATOR:
		return fauction_hows[experiment->how];
	case RUN_BID:
		return fauction_bids[experiment->bid];
	case RUN_UNIT:
		return fauction_units[experiment->unit];
	case RUN_PAYMENT:
		return fauction_payments[experiment->payment];
	case RUN_SAMPLE:
		return "mean";
	default:
		return NULL;
	}
}

static double
real_of(const struct run_row *row, int field)
{
	return field == RUN_RATIO        ? row->ratio
	       : field == RUN_EFFICIENCY ? row->efficiency
					 : row->mean[field];
}

static bool
is_whole(const struct run_row *row, int field)
{
	return row->sample && field >= RUN_JOBS && field < RUN_RATIO;
}

/* What the fields show. */
struct line {
	const struct run_row *row;
	const struct fauction_show *show;
};

/* For people: three decimals of ratios, one of means. */
static void
field(const void *at, struct ft_value *value)
{
	const struct line *line = at;
	const struct run_row *row = line->row;
	int id = value->column->id;
	bool document = fauction_show_document(line->show);

	value->decimals = id >= RUN_RATIO ? 4 : 2;
	if (id == RUN_SAMPLE && row->sample)
		ft_value_u64(value, row->sample);
	else if (id < RUN_JOBS)
		ft_value_text(value, text_of(row, id));
	else if (is_whole(row, id))
		ft_value_i64(value, row->count[id]);
	else if (document || fauction_show_people(line->show))
		ft_value_real(value, (ft_real)real_of(row, id));
	else if (!isnan(real_of(row, id)))
		ft_str_add_real(ft_value_build(value), real_of(row, id));
}

const struct ft_column run_fields[RUN_FIELDS + 1] = {
#define RUN_FIELD(id, name, header, width, type, key, text)                    \
	{ name, 1, RUN_##id, header, width, FT_COLUMN_##type, 0, key, text,    \
		.get = field, .none = "-" },
#include "fauction/run/run.def"
#undef RUN_FIELD
	{ 0 },
};

static void
print_rows(
    const struct run *run, struct ft_table *table, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		ft_table_put(table, &(struct line){ &run->row[i], &run->show });
}

/* ---- words around the table ---------------------------------------------- */

/* Append TEXT folded between words; continuation lines are indented. */
static void
add_text(
    const struct run *run, struct ft_str *str, const char *text, size_t indent)
{
	size_t columns = (size_t)ft_pager_width(run->context);
	size_t width =
	    columns > 2 * INDENT && columns < WIDTH ? columns : WIDTH;
	size_t column = 0;

	while (*text) {
		size_t blanks = strspn(text, " ");
		size_t len = strcspn(text + blanks, " ");

		if (column > indent && column + blanks + len > width) {
			ft_str_add_char(str, '\n');
			ft_str_add_fill(str, ' ', indent);
			column = indent;
		} else {
			ft_str_add_fill(str, ' ', blanks);
			column += blanks;
		}
		ft_str_add_n(str, text + blanks, len);
		column += len;
		text += blanks + len;
	}
}

/* Append what EXPERIMENT is, and how it was varied. */
static void
run_say_experiment(
    struct ft_str *text, const struct fauction_experiment *experiment)
{
	static const char *const names[] = { "allocator", "bid", "unit",
		"payment" };
	const struct run_row row = { .experiment = experiment };
	const struct run_row base = { .experiment = fauction_experiment_find(
					  ft_word_of(experiment->name)) };
	const char *but = base.experiment ? "; but " : ": ";
	bool none = experiment->payment == FT_PAY_NONE;

	ft_str_add(text, experiment->sentence);
	for (int f = RUN_ALLOCATOR; f < RUN_JOBS; f++) {
		const char *word = text_of(&row, f);
		const char *usual = base.experiment ? text_of(&base, f) : NULL;

		if (f == RUN_PAYMENT && none)
			continue;
		if (usual && word && strcmp(word, usual) == 0)
			continue;
		ft_str_addf(
		    text, "%s%s %s", but, names[f - RUN_ALLOCATOR], word);
		but = ", ";
	}
	ft_str_add(text, none ? "; nobody pays" : "");
}

/* Append where the jobs come from and how many samples there are. */
static void
run_say_source(struct ft_str *text, const struct run *run)
{
	const struct fauction_source *source = &run->source;
	bool many = source->samples > 1;

	if (fauction_source_whole(source))
		ft_str_addf(text, "%zu job%s for %" PRIu64 " nodes of %" PRIu32,
		    source->list.n, source->list.n == 1 ? " asks" : "s ask",
		    ft_game_jobs_nodes(&source->list), source->nodes);
	else
		ft_str_addf(text, "%" PRIu64 " sample%s of ", source->samples,
		    many ? "s" : "");
	if (!fauction_source_whole(source) && source->listed)
		ft_str_addf(text, "%zu jobs", source->list.n);
	else if (!source->listed)
		ft_str_add(text, "generated jobs");
	if (!fauction_source_whole(source))
		ft_str_addf(text,
		    ", seed %" PRIu64 "; %s asks for %g x %" PRIu32 " nodes",
		    source->seed, many ? "each" : "it", source->load / 100.0,
		    source->nodes);
	if (source->too_wide)
		ft_str_addf(text, "; %zu job%s wider than the machine left out",
		    source->too_wide, source->too_wide == 1 ? "" : "s");
}

static void
say_before(const struct run *run, struct ft_out *out)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (run->source.samples > 1 && !run->each)
		ft_str_add(&text, "means of ");
	run_say_source(&text, run);
	ft_str_add_char(&text, '\n');
	add_text(run, &out->text, ft_str_text(&text), 0);
	ft_str_add_char(&out->text, '\n');
	for (size_t i = 0; i < run->n; i++) {
		const char *name = run->experiment[i].name;

		ft_str_clear(&text);
		ft_str_addf(&text, "%-*s ", INDENT - 1, name);
		run_say_experiment(&text, &run->experiment[i]);
		ft_str_add_char(&text, '\n');
		add_text(run, &out->text, ft_str_text(&text), INDENT);
	}
	ft_str_add_char(&out->text, '\n');
}

static void
say_after(const struct run *run, struct ft_out *out)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < run->fields.n; i++) {
		const struct ft_column *field = &run->fields.item[i];

		if (field->id <= RUN_EXPERIMENT)
			continue;
		ft_str_addf(&text, "%s%s: %s", text.len ? "; " : "",
		    field->header ? field->header : field->name,
		    field->sentence);
	}
	if (text.len) {
		ft_str_add_char(&text, '\n');
		ft_str_add_char(&out->text, '\n');
		add_text(run, &out->text, ft_str_text(&text), 0);
	}
}

/* ---- tables and CSV ------------------------------------------------------ */

static void
print_table(const struct run *run)
{
	const struct ft_table_options options = { .format = run->show.format,
		.no_header = run->no_header,
		.grow = true };
	bool people = fauction_show_people(&run->show);
	size_t means = run->source.samples * run->n;
	bool some = run->source.samples > 1;
	struct ft_table *table;
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(run->context->out);

	if (people && !run->no_header)
		say_before(run, &out);
	table = ft_table_open(&out, &options, run->fields.item, run->fields.n);
	if (!some || run->each || !people)
		print_rows(run, table, 0, means);
	if (some)
		print_rows(run, table, means, means + run->n);
	ft_table_close(table);
	if (people && !run->no_header)
		say_after(run, &out);
}

/* ---- documents ----------------------------------------------------------- */

static void
doc_rows(const struct run *run, struct ft_doc *doc, const char *key,
    size_t from, size_t to)
{
	ft_doc_begin_list(doc, key);
	for (size_t i = from; i < to; i++) {
		struct line line = { &run->row[i], &run->show };

		ft_doc_begin(doc, NULL);
		if (line.row->sample)
			ft_doc_u64(doc, "sample", line.row->sample);
		ft_doc_text(doc, "experiment", line.row->experiment->name);
		ft_doc_row(
		    doc, run_fields + RUN_JOBS, RUN_FIELDS - RUN_JOBS, &line);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

static void
doc_experiments(const struct run *run, struct ft_doc *doc)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_doc_begin_list(doc, "experiments");
	for (size_t i = 0; i < run->n; i++) {
		const struct run_row row = { .experiment =
						 &run->experiment[i] };

		ft_doc_begin(doc, NULL);
		ft_doc_row(doc, run_fields + RUN_EXPERIMENT,
		    RUN_JOBS - RUN_EXPERIMENT,
		    &(struct line){ &row, &run->show });
		ft_str_clear(&text);
		run_say_experiment(&text, &run->experiment[i]);
		ft_doc_text(doc, "sentence", ft_str_text(&text));
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

static void
print_document(const struct run *run)
{
	const struct fauction_source *source = &run->source;
	size_t means = source->samples * run->n;
	struct ft_doc *doc;
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(run->context->out);

	doc = ft_doc_open_ours(&out, run->show.format, SCHEMA);
	ft_doc_u64(doc, "nodes", source->nodes);
	ft_doc_real(doc, "load", source->load / 100.0);
	ft_doc_u64(doc, "seed", source->seed);
	ft_doc_bool(doc, "generated", !source->listed);
	ft_doc_u64(doc, "too_wide", source->too_wide);
	doc_experiments(run, doc);
	doc_rows(run, doc, "samples", 0, means);
	doc_rows(run, doc, "means", means, means + run->n);
	ft_doc_close(doc);
}

void
run_print(const struct run *run)
{
	if (fauction_show_document(&run->show))
		print_document(run);
	else
		print_table(run);
}
