#include "sim/measure.h"

const struct sim_measure sim_measures[SIM_MEASURES] = {
#define MEASURE(id, key, header, decimals, better, member, sentence)           \
	[SIM_MEASURE_##                                                        \
	    id] = { key, header, decimals, SIM_BETTER_##better, sentence },
#include "sim/measure.def"
};

const struct ft_column sim_measure_fields[] = {
#define MEASURE(id, key, header, decimals, better, member, text)               \
	{ key, 2, SIM_MEASURE_##id, header, 10, FT_COLUMN_REAL, 0, key,        \
		.sentence = text },
#include "sim/measure.def"
	{ 0 },
};

void
sim_measure(const struct ft_metrics *metrics, double *value)
{
#define MEASURE(id, key, header, decimals, better, member, sentence)           \
	value[SIM_MEASURE_##id] = (double)metrics->member;
#include "sim/measure.def"
}

bool
sim_measures_equal(const double *a, const double *b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (islessgreater(a[i], b[i]) || isnan(a[i]) != isnan(b[i]))
			return false;
	return true;
}

static int
compare(const void *a, const void *b)
{
	const struct sim_place *x = a, *y = b;
	int order;

	if (isnan(x->value) != isnan(y->value))
		return isnan(x->value) ? 1 : -1;
	if (x->value < y->value || x->value > y->value)
		return x->value < y->value ? -1 : 1;
	order = strcmp(x->name, y->name);
	return order ? order : (x->index > y->index) - (x->index < y->index);
}

void
sim_places_sort(struct sim_place *place, size_t n)
{
	if (n)
		qsort(place, n, sizeof *place, compare);
}

void
sim_measure_add(
    struct ft_str *str, const struct sim_measure *measure, double number)
{
	if (isnan(number))
		ft_str_add(str, "-");
	else
		ft_str_addf(str, "%.*f", measure->decimals, number);
}

enum ft_status
sim_measure_find(const char *key, size_t len, size_t *id, struct ft_error *err)
{
	struct ft_str all = { 0 };

	for (size_t i = 0; i < SIM_MEASURES; i++) {
		const char *known = sim_measures[i].key;

		if (strlen(known) == len && !strncmp(known, key, len)) {
			*id = i;
			ft_str_free(&all);
			return FT_OK;
		}
		ft_str_addf(&all, "%s%s", i ? ", " : "", known);
	}
	(void)ft_fail(err, FT_EINVAL, "unknown metric '%.*s' (%s)", (int)len,
	    key, ft_str_text(&all));
	ft_str_free(&all);
	return FT_EINVAL;
}
