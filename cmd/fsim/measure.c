#include "fsim/measure.h"

#define SECONDS (FT_DECIMALS_DURATION - 1)

const struct ft_column fsim_measures[FSIM_MEASURES + 1] = {
#define MEASURE(id_, key_, header_, decimals_, better, member_, text)          \
	{ .name = key_,                                                        \
		.min = 2,                                                      \
		.id = FSIM_MEASURE_##id_,                                      \
		.header = header_,                                             \
		.width = 10,                                                   \
		.type = FT_COLUMN_REAL,                                        \
		.key = key_,                                                   \
		.sentence = text,                                              \
		.at = FSIM_MEASURE_##id_ * sizeof(double),                     \
		.member = FT_MEMBER_DOUBLE,                                    \
		.none = "-",                                                   \
		.own = FSIM_BETTER_##better,                                   \
		.decimals = (decimals_) + 1 },
#include "fsim/measure.def"
	{ 0 },
};

void
fsim_measure(const struct ft_metrics *metrics, double *value)
{
#define MEASURE(id, key, header, decimals, better, member, sentence)           \
	value[FSIM_MEASURE_##id] = (double)metrics->member;
#include "fsim/measure.def"
}

bool
fsim_measures_equal(const double *a, const double *b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (islessgreater(a[i], b[i]) || isnan(a[i]) != isnan(b[i]))
			return false;
	return true;
}

static int
compare(const void *a, const void *b)
{
	const struct fsim_place *x = a, *y = b;
	int order;

	if (isnan(x->value) != isnan(y->value))
		return isnan(x->value) ? 1 : -1;
	if (x->value < y->value || x->value > y->value)
		return x->value < y->value ? -1 : 1;
	order = strcmp(x->name, y->name);
	return order ? order : (x->index > y->index) - (x->index < y->index);
}

void
fsim_places_sort(struct fsim_place *place, size_t n)
{
	if (n)
		qsort(place, n, sizeof *place, compare);
}

enum ft_status
fsim_measure_find(struct ft_word key, size_t *id, struct ft_error *err)
{
	struct ft_str all = { 0 };

	for (size_t i = 0; i < FSIM_MEASURES; i++) {
		const char *known = fsim_measures[i].name;

		if (ft_word_equals(key, known)) {
			*id = i;
			ft_str_free(&all);
			return FT_OK;
		}
		ft_str_addf(&all, "%s%s", i ? ", " : "", known);
	}
	(void)ft_fail(err, FT_EINVAL, "unknown metric '%.*s' (%s)",
	    (int)key.len, key.at, ft_str_text(&all));
	ft_str_free(&all);
	return FT_EINVAL;
}
