/*
 * means.c - the points that differ only in trace and seed as one group: means and
 * intervals of its measures, and of the differences from one of the groups.
 *
 * With several traces each is a unit, its values are the means over its seeds;
 * otherwise each seed is one.
 */
#include "base/map.h"
#include "fsim/sweep/sweep.h"

/* Keys that tell units apart. */
static const struct {
	const char *key;
	enum fsim_sense sense;
	const char *drawn;
} units[] = {
	{ "trace", FSIM_TRACES, NULL },
	{ "trace.seed", FSIM_TRACES, NULL },
	{ "seed", FSIM_SHAKEN, NULL },
	{ "resample.users", FSIM_RESAMPLED, "user" },
	{ "resample.weeks", FSIM_RESAMPLED, "week" },
};

static size_t
unit_of_key(const struct sweep_table *table, size_t k)
{
	size_t i = 0;

	while (i < FT_COUNT(units) && strcmp(table->key[k], units[i].key) != 0)
		i++;
	return i;
}

bool
sweep_is_unit(const struct sweep_table *table, size_t k)
{
	return unit_of_key(table, k) < FT_COUNT(units);
}

/* The first of the units counts: traces before seeds.  Set *key to its key. */
static enum ft_status
find_sense(struct sweep_groups *groups, const struct sweep_table *table,
    size_t *key, struct ft_error *err)
{
	size_t best = FT_COUNT(units);

	for (size_t k = 0; k < table->n_key; k++) {
		size_t i = unit_of_key(table, k);

		if (i == FT_COUNT(units))
			continue;
		if (units[i].drawn)
			groups->drawn = units[i].drawn;
		if (i < best) {
			best = i;
			*key = k;
		}
	}
	if (best == FT_COUNT(units))
		return ft_fail(err, FT_EINVAL,
		    "--means needs several traces, or seed, resample.users, "
		    "resample.weeks or trace.seed as a key of the grid");
	groups->sense = units[best].sense;
	return FT_OK;
}

/* ---- units --------------------------------------------------------------- */

#define NONE SIZE_MAX

/* A unit of a group: sums over its points. */
struct unit {
	const char *name; /* value of the key */
	double sum[FSIM_MEASURES];
	size_t known[FSIM_MEASURES];
	size_t next; /* of the group; NONE */
};

struct work {
	const struct sweep_table *table;
	struct sweep_groups *groups;
	size_t key; /* whose values are units */
	struct unit *unit;
	size_t n, cap;
	size_t *first; /* [groups]: the first unit of each */
	size_t cap_first;
	struct ft_map group_of, unit_of; /* by texts */
	struct ft_map base_unit; /* of the group that is the base, by name */
};

/* Returns the group of ROW; *text identifies it. */
static size_t
find_group(struct work *work, const struct sweep_row *row, struct ft_str *text)
{
	const struct sweep_table *table = work->table;
	struct sweep_groups *groups = work->groups;
	size_t n = groups->n;
	uint64_t at;

	for (size_t k = 0; k < table->n_key; k++)
		if (!sweep_is_unit(table, k))
			ft_str_addf(text, "%s\n", row->text[k]);
	if (ft_map_get(&work->group_of, ft_str_text(text), &at))
		return (size_t)at;
	ft_map_put(&work->group_of, ft_str_text(text), n);
	*ft_vec_add(work->first, n, work->cap_first) = NONE;
	*ft_vec_add(groups->item, groups->n, groups->cap) =
	    (struct sweep_group){ .text = row->text };
	return groups->n - 1;
}

static struct unit *
find_unit(struct work *work, const struct sweep_row *row)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	size_t group = find_group(work, row, &text);
	uint64_t at;

	ft_str_add(&text, row->text[work->key]);
	if (ft_map_get(&work->unit_of, ft_str_text(&text), &at))
		return &work->unit[at];
	ft_map_put(&work->unit_of, ft_str_text(&text), work->n);
	*ft_vec_add(work->unit, work->n, work->cap) =
	    (struct unit){ .name = row->text[work->key],
		    .next = work->first[group] };
	work->first[group] = work->n - 1;
	work->groups->item[group].n++;
	return &work->unit[work->n - 1];
}

static void
add_row(struct work *work, const struct sweep_row *row)
{
	struct unit *unit = find_unit(work, row);

	for (size_t i = 0; i < FSIM_MEASURES; i++)
		if (!isnan(row->value[i])) {
			unit->sum[i] += row->value[i];
			unit->known[i]++;
		}
}

/* ---- groups -------------------------------------------------------------- */

static double
mean_of(const struct unit *unit, size_t measure)
{
	return unit->known[measure]
		   ? unit->sum[measure] / (double)unit->known[measure]
		   : (double)NAN;
}

/* Put SAMPLE as the four parts from MEAN on. */
static void
put_sample(struct sweep_group *group, enum sweep_part mean, size_t measure,
    const struct ft_sample *sample)
{
	const double part[] = { sample->mean, sample->half, sample->low,
		sample->high };

	for (size_t i = 0; i < FT_COUNT(part); i++)
		group->value[(mean + i) * FSIM_MEASURES + measure] = part[i];
}

static void
sum_up(const struct work *work, size_t g, double confidence)
{
	struct sweep_group *group = &work->groups->item[g];
	double *value FT_CLEANUP(ft_free_at) =
	    ft_calloc(group->n, sizeof *value);

	assert(work->first && "a group has a unit");
	for (size_t m = 0; m < FSIM_MEASURES; m++) {
		struct ft_sample sample;
		size_t n = 0;

		for (size_t u = work->first[g]; u != NONE;
		     u = work->unit[u].next)
			value[n++] = mean_of(&work->unit[u], m);
		sample =
		    fsim_sample_of(work->groups->sense, value, n, confidence);
		put_sample(group, SWEEP_MEAN, m, &sample);
	}
}

/* ---- differences --------------------------------------------------------- */

/* Find the base among the groups; without results it is not known yet. */
static enum ft_status
find_base(struct work *work, const struct sweep_against *against,
    struct ft_error *err)
{
	struct sweep_groups *groups = work->groups;
	size_t fit = 0;

	if (!against->text || !groups->n)
		return FT_OK;
	for (size_t g = 0; g < groups->n; g++)
		if (sweep_against_fits(
			against, work->table, groups->item[g].text) &&
		    fit++ == 0)
			groups->base = g;
	FT_TRY(sweep_against_single(against, fit, err));
	assert(work->first && "a group has a unit");
	for (size_t u = work->first[groups->base]; u != NONE;
	     u = work->unit[u].next)
		ft_map_put(&work->base_unit, work->unit[u].name, u);
	return FT_OK;
}

/* Compare group G with the base, unit by unit. */
static void
differ(const struct work *work, size_t g, double confidence)
{
	struct sweep_groups *groups = work->groups;
	struct sweep_group *group = &groups->item[g];
	double *a FT_CLEANUP(ft_free_at) = ft_calloc(group->n, sizeof *a);
	double *b FT_CLEANUP(ft_free_at) = ft_calloc(group->n, sizeof *b);

	for (size_t m = 0; m < FSIM_MEASURES; m++) {
		struct ft_sample sample;
		size_t n = 0;
		uint64_t at;

		for (size_t u = groups->base == g ? NONE : work->first[g];
		     u != NONE; u = work->unit[u].next) {
			const struct unit *unit = &work->unit[u];

			if (!ft_map_get(&work->base_unit, unit->name, &at))
				continue;
			a[n] = mean_of(&work->unit[at], m);
			b[n++] = mean_of(unit, m);
		}
		group->pairs = n;
		sample = fsim_difference_of(groups->sense, a, b, n, confidence);
		put_sample(group, SWEEP_DIFFERENCE, m, &sample);
		group->value[SWEEP_BETTER * FSIM_MEASURES + m] = fsim_better_of(
		    &sample, n, (enum fsim_better)fsim_measures[m].own);
	}
}

/* ---- all together -------------------------------------------------------- */

static enum ft_status
make(struct work *work, const struct sweep_against *against, double confidence,
    struct ft_error *err)
{
	const struct sweep_table *table = work->table;
	struct sweep_groups *groups = work->groups;

	FT_TRY(find_sense(groups, table, &work->key, err));
	for (size_t i = 0; i < table->points; i++)
		if (table->row[i].text)
			add_row(work, &table->row[i]);
	FT_TRY(find_base(work, against, err));
	for (size_t g = 0; g < groups->n; g++) {
		sum_up(work, g, confidence);
		differ(work, g, confidence);
	}
	return FT_OK;
}

enum ft_status
sweep_groups_make(struct sweep_groups *groups, const struct sweep_table *table,
    const struct sweep_against *against, double confidence,
    struct ft_error *err)
{
	struct work work = { .table = table, .groups = groups };
	enum ft_status status;

	*groups = (struct sweep_groups){ .base = SIZE_MAX };
	status = make(&work, against, confidence, err);
	ft_map_clear(&work.group_of);
	ft_map_clear(&work.unit_of);
	ft_map_clear(&work.base_unit);
	ft_free(work.first);
	ft_free(work.unit);
	return status;
}

void
sweep_groups_free(struct sweep_groups *groups)
{
	ft_free(groups->item);
	groups->item = NULL;
}
