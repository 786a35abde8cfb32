/*
 * effect.c - warnings a reader of the results needs: keys that made no
 * difference, and points in which no job started.
 */

#include "base/map.h"
#include "fsim/sweep/sweep.h"

#define FEW 3 /* points named in a warning */

/* ---- keys without effect ------------------------------------------------- */

/* Returns a text of the values of all keys but K. */
static void
add_others(struct ft_str *str, const struct sweep_table *table, size_t k,
    const struct sweep_row *row)
{
	for (size_t i = 0; i < table->n_key; i++)
		if (i != k)
			ft_str_addf(str, "%s\n", row->text[i]);
}

/* Returns whether all rows that differ in key K alone have the same results.
 * False for a key with one value: there is nothing to compare. */
static bool
has_no_effect(const struct sweep_table *table, size_t k)
{
	struct ft_map first = {
		0
	}; /* point of the first row with these other values */
	struct ft_str others FT_CLEANUP(ft_str_free) = { 0 };
	bool compared = false, same = true;

	for (size_t i = 0; i < table->points && same; i++) {
		const struct sweep_row *row = &table->row[i];
		uint64_t at;

		ft_str_clear(&others);
		add_others(&others, table, k, row);
		if (!ft_map_get(&first, ft_str_text(&others), &at)) {
			ft_map_put(&first, ft_str_text(&others), i);
			continue;
		}
		compared = true;
		same = fsim_measures_equal(
		    table->row[at].value, row->value, FSIM_MEASURES);
	}
	ft_map_clear(&first);
	return compared && same;
}

static void
warn_cause(const struct ft_context *context, enum fsim_first_come cause,
    size_t points, size_t all)
{
	const char *words = fsim_first_come_words(cause);

	if (points == all)
		ft_cmd_warning(context, "%s", words);
	else
		ft_cmd_warning(
		    context, "%s (%zu of %zu points)", words, points, all);
}

static void
warn_keys(const struct sweep *sweep)
{
	const struct ft_context *context = sweep->source.context;
	const struct sweep_table *table = &sweep->table;
	bool idle = false;

	for (size_t k = 0; k < table->n_key; k++) {
		if (!has_no_effect(table, k))
			continue;
		ft_cmd_warning(
		    context, "%s made no difference in any row", table->key[k]);
		idle = true;
	}
	/* the usual causes */
	for (int i = FSIM_FAIR + 1; idle && i < FSIM_FIRST_COME_CAUSES; i++)
		if (sweep->first_come[i])
			warn_cause(context, (enum fsim_first_come)i,
			    sweep->first_come[i], table->points);
}

/* ---- points without a job ------------------------------------------------ */

static void
add_point(struct ft_str *str, const struct sweep_table *table, size_t point)
{
	for (size_t i = 0; i < table->n_key; i++)
		ft_str_addf(str, "%s%s=%s", i ? " " : "", table->key[i],
		    table->row[point].text[i]);
}

bool
sweep_judge(const struct sweep *sweep)
{
	const struct ft_context *context = sweep->source.context;
	const struct sweep_table *table = &sweep->table;
	struct ft_str names FT_CLEANUP(ft_str_free) = { 0 };
	size_t idle = 0;

	for (size_t i = 0; i < table->points; i++) {
		const struct sweep_row *row = &table->row[i];

		if (!row->text || row->value[FSIM_MEASURE_STARTED] > 0)
			continue;
		if (idle++ < FEW) {
			ft_str_add(&names, idle > 1 ? "; " : "");
			add_point(&names, table, i);
		}
	}
	if (idle && idle == table->n)
		ft_cmd_error(context,
		    "no job started at any point (fsim replay says why)");
	else if (idle && !sweep->quiet)
		ft_cmd_warning(context,
		    "no job started at %zu of %zu points: %s%s (fsim replay "
		    "says why)",
		    idle, table->n, ft_str_text(&names),
		    idle > FEW ? "; ..." : "");
	if (!idle && !sweep->quiet && table->n == table->points)
		warn_keys(sweep);
	return !idle || idle < table->n;
}
