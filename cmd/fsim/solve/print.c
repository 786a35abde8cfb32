/* print.c - the answer, and the finalists as a table, CSV, JSON or YAML. */

#include "fsim/solve/solve.h"

#include "cli/formats.h"
#include "report/format/doc.h"
#include "report/format/format.h"

#define SCHEMA "fairtree.sim-solve/1"

struct row {
	const struct solve *solve;
	const struct solve_point *point;
};

static const char *
answer_word(enum solve_answer answer)
{
	static const char *const word[] = {
		[SOLVE_NO] = "no",
		[SOLVE_PERHAPS] = "perhaps",
		[SOLVE_YES] = "yes",
	};

	return word[answer];
}

/* ---- columns ------------------------------------------------------------------ */

static void
get_key(const void *at, struct ft_value *value)
{
	const struct row *row = at;

	ft_value_text(value, sweep_grid_value(&row->solve->grid,
				 row->point->point, (size_t)value->column->id));
}

/* Put NUMBER; in rows as short as it can be. */
static void
put(struct ft_value *value, const struct row *row, double number)
{
	if (!isfinite(number))
		return;
	if (ft_formats_has_rows(row->solve->format))
		ft_str_add_real(ft_value_build(value), number);
	else
		ft_value_real(value, (ft_real)number);
}

static void
get_sample(const void *at, struct ft_value *value)
{
	const struct row *row = at;
	const struct ft_sample *sample =
	    &row->point->measured[value->column->id];
	const double part[] = { sample->mean, sample->half, sample->low,
		sample->high };

	put(value, row, part[value->column->own]);
}

static void
get_reached(const void *at, struct ft_value *value)
{
	const struct row *row = at;

	ft_value_text(
	    value, answer_word(solve_answer_all(row->solve, row->point)));
}

static void
get_front(const void *at, struct ft_value *value)
{
	const struct row *row = at;

	ft_value_text(value, row->point->front ? "yes" : "no");
}

/* The mean of a target, and its interval. */
static void
add_target(const struct solve *solve, size_t target, struct ft_columns *columns,
    struct ft_arena *arena)
{
	static const struct {
		const char *header, *suffix;
	} parts[] = {
		/* by own, as get_sample */
		{ NULL, "" },
		{ "+-", "_half" },
		{ "Low", "_low" },
		{ "High", "_high" },
	};
	const bool people = solve->format == FT_FORMAT_TABLE;
	const bool resampled = solve_sense(solve) == FSIM_RESAMPLED;
	struct ft_column column = fsim_measures[solve->target[target].measure];
	const char *name = solve->n_target == 1 ? column.name
						: ft_arena_text(arena, "%s_%zu",
						      column.name, target + 1);

	column.id = (int)target;
	column.get = get_sample;
	column.member = FT_MEMBER_NONE;
	for (size_t i = 0; i < FT_COUNT(parts); i++) {
		/* people see one form of the interval */
		if (people && i > 0 && resampled == (i == 1))
			continue;
		column.name = column.key =
		    ft_arena_text(arena, "%s%s", name, parts[i].suffix);
		if (parts[i].header)
			column.header = parts[i].header;
		column.own = (unsigned char)i;
		ft_columns_add(columns, &column, 8);
	}
}

static void
add_columns(const struct solve *solve, struct ft_columns *columns,
    struct ft_arena *arena)
{
	for (size_t i = 0; i < solve->grid.n; i++)
		ft_columns_add(columns,
		    &(struct ft_column){ .name = solve->grid.key[i].name,
			.key = solve->grid.key[i].name,
			.id = (int)i,
			.get = get_key },
		    6);
	for (size_t i = 0; i < solve->n_target; i++)
		add_target(solve, i, columns, arena);
	ft_columns_add(columns,
	    &(struct ft_column){ .name = "reached",
		.header = "Reached",
		.key = "reached",
		.get = get_reached },
	    8);
	ft_columns_add(columns,
	    &(struct ft_column){ .name = "front",
		.header = "Front",
		.key = "front",
		.get = get_front },
	    6);
}

/* ---- words -------------------------------------------------------------------- */

static void
add_rounds(const struct solve *solve, struct ft_str *str)
{
	const enum ft_resample resample = solve->source.trial.resample;
	size_t jobs = solve->round[solve->n_round - 1].jobs;

	for (size_t i = 0; i < solve->n_round; i++)
		ft_str_addf(str, "%s%zu point%s on %zu of %zu jobs",
		    i ? ", " : "Tried: ", solve->round[i].points,
		    solve->round[i].points == 1 ? "" : "s",
		    solve->round[i].jobs, jobs);
	if (solve->copies)
		ft_str_addf(str, ", these in %" PRIu64 " %s copies%s",
		    solve->copies, resample ? "resampled" : "shaken",
		    solve_traces(solve) > 1 ? " of each trace" : "");
	ft_str_add(str, ".\n");
}

/* Append the sentence about the best finalist. */
static void
add_answer(const struct solve *solve, struct ft_str *str)
{
	const struct solve_point *best = &solve->alive[0];
	enum solve_answer answer = solve_answer_all(solve, best);

	if (answer == SOLVE_NO)
		ft_str_add(str, "No point of the grid reaches ");
	else
		sweep_grid_name(&solve->grid, best->point, str);
	if (answer == SOLVE_PERHAPS)
		ft_str_add(str, " may reach ");
	if (answer == SOLVE_YES)
		ft_str_add(str, " reaches ");
	ft_str_add(str, solve->n_target == 1 ? "the target" : "all targets");
	if (answer == SOLVE_PERHAPS)
		ft_str_add(str, ": its mean does, its interval does not");
	if (answer != SOLVE_NO) {
		ft_str_add(str, ".");
		return;
	}
	ft_str_add(str, ". The nearest is ");
	sweep_grid_name(&solve->grid, best->point, str);
	if (isfinite(best->missed))
		ft_str_addf(str, ", which misses by %.3g %%%s.",
		    100 * best->missed, solve->n_target == 1 ? "" : " in all");
	else
		ft_str_add(str, ", where nothing can be measured.");
}

static void
put_head(const struct solve *solve, struct ft_doc *doc)
{
	struct ft_str answer = { 0 };

	ft_doc_head(doc, SCHEMA);
	add_answer(solve, &answer);
	ft_doc_text(doc, "answer", ft_str_text(&answer));
	ft_doc_text(doc, "reached",
	    answer_word(solve_answer_all(solve, &solve->alive[0])));
	ft_str_free(&answer);
	ft_doc_begin_list(doc, "targets");
	for (size_t i = 0; i < solve->n_target; i++) {
		const struct solve_target *target = &solve->target[i];

		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "text", target->text);
		ft_doc_text(
		    doc, "measure", fsim_measures[target->measure].name);
		ft_doc_text(doc, "sense", target->least ? "least" : "most");
		ft_doc_real(doc, "value", target->value);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "rounds");
	for (size_t i = 0; i < solve->n_round; i++) {
		ft_doc_begin(doc, NULL);
		ft_doc_u64(doc, "points", solve->round[i].points);
		ft_doc_u64(doc, "jobs", solve->round[i].jobs);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
	ft_doc_u64(doc, "copies", solve->copies);
	ft_doc_text(doc, "unit", fsim_sense_unit(solve_sense(solve)));
	if (solve->source.trial.resample)
		ft_doc_text(
		    doc, "drawn", fsim_drawn(solve->source.trial.resample));
	ft_doc_u64(doc, "units", solve->alive[0].measured[0].n);
	ft_doc_real(doc, "confidence", solve->confidence);
	ft_doc_begin_list(doc, "points");
}

static void
put_words(const struct solve *solve, struct ft_out *out)
{
	add_answer(solve, &out->text);
	ft_str_add(&out->text, "\n\n");
	for (size_t i = 0; i < solve->n_target; i++)
		ft_str_addf(&out->text, "Target %zu: %s\n", i + 1,
		    solve->target[i].text);
	add_rounds(solve, &out->text);
	ft_str_add(&out->text,
	    "Front: no other point listed is better in one target and as good "
	    "in all.\n");
	fsim_sense_add(&out->text, solve_sense(solve),
	    fsim_drawn(solve->source.trial.resample),
	    solve->alive[0].measured[0].n, solve->confidence);
}

void
solve_print(const struct solve *solve)
{
	struct ft_columns columns FT_CLEANUP(ft_columns_free) = { 0 };
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	bool people = solve->format == FT_FORMAT_TABLE;
	struct ft_doc *doc = NULL;
	struct ft_table *table;
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(solve->source.context->out);

	if (people)
		put_words(solve, &out);
	else if (!ft_formats_has_rows(solve->format)) {
		doc = ft_doc_open(&out, solve->format);
		put_head(solve, doc);
	}
	add_columns(solve, &columns, &arena);
	table = ft_table_open(&out,
	    &(struct ft_table_options){ .format = solve->format,
		.grow = true,
		.none = people,
		.doc = doc },
	    columns.item, columns.n);
	for (size_t i = 0; i < solve->n_alive; i++)
		ft_table_put(table, &(struct row){ solve, &solve->alive[i] });
	ft_table_close(table);
	if (doc) {
		ft_doc_end(doc);
		ft_doc_close(doc);
	}
}
