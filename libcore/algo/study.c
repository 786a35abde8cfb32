#include "algo/study.h"

#include <inttypes.h>

enum how {
	MULTIPLE,     /* a is a multiple of factor */
	GAP_MULTIPLE, /* a - b is */
	SAME,         /* a = b */
	AT_LEAST,     /* a >= b */
	MORE,         /* a > b */
	ZERO,         /* a = 0 */
	CLOSE,        /* b >= a less factor / 10000 of it */
	CRITICAL,     /* TP_1B (a) is what critical prices would come to */
	BELOW_HALF    /* the simulator is below half a sample drawn by lot */
};

#define OF(table, column)                                                      \
	{ table, NULL },                                                       \
	{                                                                      \
		column, NULL                                                   \
	}
#define OF_TWO(table, column, table2, column2)                                 \
	{ table, table2 },                                                     \
	{                                                                      \
		column, column2                                                \
	}

/* clang-format off */
const struct ft_study_rule ft_study_rules[] = {
	{ "full-machine", "the optimum fills the machine: TP_1A is one price "
	    "for each of 3456 nodes", MULTIPLE, OF("TP", "TP_1A"),
	    FT_STUDY_NODES },
	{ "idle-nodes", "what greedy misses is a number of idle nodes of 40 "
	    "minutes each", GAP_MULTIPLE,
	    OF_TWO("TV", "TV_1A", "TV", "TV_1B"), 40 },
	{ "close", "greedy is within 0.21 % of the optimum", CLOSE,
	    OF_TWO("TV", "TV_1A", "TV", "TV_1B"), 21 },
	{ "optimum-first", "no allocation is worth more than the optimum",
	    AT_LEAST, OF_TWO("TV", "TV_1A", "modified-TV", "TV_1B"), 0 },
	{ "continue-1B", "going on behind a job that does not fit is worth at "
	    "least as much", AT_LEAST,
	    OF_TWO("modified-TV", "TV_1B", "modified-TV", "TV_1B1"), 0 },
	{ "continue-4B", "the same of experiment 4B", AT_LEAST,
	    OF_TWO("modified-TV", "TV_4B", "modified-TV", "TV_4B1"), 0 },
	{ "class-1B", "payments of 1B are those of one class of jobs: 16 nodes "
	    "x 40 minutes", MULTIPLE, OF("TP", "TP_1B"), 640 },
	{ "class-2B", "of 2B: floor(1.1 x 16 nodes x 19 minutes)", MULTIPLE,
	    OF("TP", "TP_2B"), 334 },
	{ "class-4B", "of 4B: the same number", MULTIPLE, OF("TP", "TP_4B"),
	    334 },
	{ "critical-1B", "payments of 1B are critical values: the price of "
	    "the last node for each that is not idle", CRITICAL,
	    OF("TP", "TP_1B"), 0 },
	{ "pays-1A", "under 1A nobody pays more than its bid", ZERO,
	    OF("PM", "PM_1A"), 0 },
	{ "pays-1B", "under 1B nobody does", ZERO, OF("PM", "PM_1B"), 0 },
	{ "pays-2B", "under 2B nobody does", ZERO, OF("PM", "PM_2B"), 0 },
	{ "pays-3B", "under 3B nobody does", ZERO, OF("PM", "PM_3B"), 0 },
	{ "pays-4B", "under 4B nobody does", ZERO, OF("PM", "PM_4B"), 0 },
	{ "pays-1B-modified", "under the modified 1B nobody does", ZERO,
	    OF("modified-PM", "PM_1B"), 0 },
	{ "pays-4B-modified", "under the modified 4B nobody does", ZERO,
	    OF("modified-PM", "PM_4B"), 0 },
	{ "4B-over-2B", "payments of 4B are above those of 2B", MORE,
	    OF_TWO("TP", "TP_4B", "TP", "TP_2B"), 0 },
	{ "again-TV-1B", "TV_1B1 of the second table is TV_1B of the first",
	    SAME, OF_TWO("modified-TV", "TV_1B1", "TV", "TV_1B"), 0 },
	{ "again-TV-4B", "TV_4B1 is TV_4B", SAME,
	    OF_TWO("modified-TV", "TV_4B1", "TV", "TV_4B"), 0 },
	{ "again-TP-1B", "TP_1B1 is TP_1B", SAME,
	    OF_TWO("modified-TP", "TP_1B1", "TP", "TP_1B"), 0 },
	{ "again-TP-4B", "TP_4B1 is TP_4B", SAME,
	    OF_TWO("modified-TP", "TP_4B1", "TP", "TP_4B"), 0 },
	{ "again-PM-1B", "PM_1B1 is PM_1B", SAME,
	    OF_TWO("modified-PM", "PM_1B1", "PM", "PM_1B"), 0 },
	{ "again-PM-4B", "PM_4B1 is PM_4B", SAME,
	    OF_TWO("modified-PM", "PM_4B1", "PM", "PM_4B"), 0 },
	{ "again-PoA-1B", "TV_1B of the ratios is TV_1B of the first", SAME,
	    OF_TWO("PoA", "TV_1B", "TV", "TV_1B"), 0 },
	{ "below-half", "the simulator is worth less than half the sample "
	    "drawn by lot", BELOW_HALF, OF("PoA", "TV"), 0 },
};
/* clang-format on */
const size_t ft_study_n_rule = sizeof ft_study_rules / sizeof *ft_study_rules;

/* ---- ratios -------------------------------------------------------------- */

bool
ft_study_ratio(const struct ft_figures *figures, const char *sample,
    struct ft_study_ratio *ratio)
{
	int64_t greedy, observed, value;

	if (!ft_figures_get(figures, "PoA", sample, "TV_1B", &greedy) ||
	    !ft_figures_get(figures, "PoA", sample, "TV", &observed) ||
	    observed == 0)
		return false;
	*ratio = (struct ft_study_ratio){
		.greedy = greedy / 100,
		.observed = observed / 100,
		/* the number of halves of a hundredth, then half of it
		   upwards; 2e16 fits */
		.ratio = (greedy * 200 / observed + 1) / 2,
		.printed = -1,
		.exact = (double)greedy / (double)observed,
	};
	if (ft_figures_get(figures, "TV", sample, "TV_1A", &value))
		ratio->optimum = value / 100;
	if (ft_figures_get(figures, "TP", sample, "TP_1A", &value))
		ratio->price = value / 100;
	if (ft_figures_get(figures, "PoA", sample, "PoA", &value))
		ratio->printed = value;
	if (ratio->price)
		ratio->half = (double)(ratio->greedy + ratio->price) / 2;
	return true;
}

double
ft_study_mean(const struct ft_figures *figures, size_t *n)
{
	struct ft_study_ratio ratio;
	double sum = 0;

	*n = 0;
	for (size_t i = 0; i < figures->n_sample; i++)
		if (ft_study_ratio(figures, figures->sample[i], &ratio)) {
			sum += ratio.exact;
			++*n;
		}
	return *n ? sum / (double)*n : 0;
}

/* ---- rules --------------------------------------------------------------- */

/* The figures of a rule; whole numbers. */
struct numbers {
	int64_t a, b;
};

static bool
get(const struct ft_figures *figures, const char *table, const char *sample,
    const char *column, int64_t *value)
{
	int64_t hundredths;

	if (!ft_figures_get(figures, table, sample, column, &hundredths))
		return false;
	*value = hundredths / 100;
	return true;
}

static bool
find(const struct ft_study_rule *rule, const struct ft_figures *figures,
    const char *sample, struct numbers *found)
{
	*found = (struct numbers){ 0, 0 };
	return get(figures, rule->table[0], sample, rule->column[0],
		   &found->a) &&
	       (!rule->table[1] || get(figures, rule->table[1], sample,
				       rule->column[1], &found->b));
}

/* "= 2 x 40", with a rest "+ 3". */
static bool
multiple(struct ft_str *str, int64_t value, int64_t factor)
{
	int64_t rest = value % factor;

	ft_str_addf(str, " = %" PRId64 " x %" PRId64, value / factor, factor);
	if (rest)
		ft_str_addf(str, " %c %" PRId64, rest < 0 ? '-' : '+',
		    rest < 0 ? -rest : rest);
	return rest == 0;
}

static bool
compare(struct ft_str *str, const struct numbers *of, bool holds,
    const char *sign, const char *against)
{
	ft_str_addf(str, "%" PRId64 " %s %" PRId64, of->a,
	    holds ? sign : against, of->b);
	return holds;
}

static bool
close_to(struct ft_str *str, const struct numbers *of, int64_t factor)
{
	int64_t gap = of->a - of->b;

	ft_str_addf(str, "%" PRId64 " / %" PRId64 " = %.3f %%", gap, of->a,
	    of->a ? 100 * (double)gap / (double)of->a : 0);
	return gap * 10000 <= factor * of->a;
}

/*
 * The optimum's price p is that of each of W nodes.  With critical values 1B
 * would be paid it for those that are not idle, and TV_1A - TV_1B = p x idle.
 */
static enum ft_study_answer
critical(struct ft_str *str, const struct ft_figures *figures,
    const char *sample, const struct numbers *of)
{
	int64_t price, optimum, greedy, expected;

	if (!get(figures, "TP", sample, "TP_1A", &price) ||
	    !get(figures, "TV", sample, "TV_1A", &optimum) ||
	    !get(figures, "TV", sample, "TV_1B", &greedy))
		return FT_STUDY_ABSENT;
	expected = price - (optimum - greedy);
	ft_str_addf(str, "%" PRId64 " - %" PRId64 " = %" PRId64 " %s %" PRId64,
	    price, optimum - greedy, expected,
	    expected == of->a ? "=" : "/=", of->a);
	return expected == of->a ? FT_STUDY_HOLDS : FT_STUDY_FAILS;
}

static enum ft_study_answer
below_half(
    struct ft_str *str, const struct ft_figures *figures, const char *sample)
{
	struct ft_study_ratio ratio;
	bool below;

	if (!ft_study_ratio(figures, sample, &ratio) || !ratio.price)
		return FT_STUDY_ABSENT;
	below = (double)ratio.observed < ratio.half;
	ft_str_addf(str,
	    "%" PRId64 " %s (%" PRId64 " + %" PRId64 ") / 2 = %.0f",
	    ratio.observed, below ? "<" : ">=", ratio.greedy, ratio.price,
	    ratio.half);
	return below ? FT_STUDY_HOLDS : FT_STUDY_FAILS;
}

static bool
simple(const struct ft_study_rule *rule, struct ft_str *str,
    const struct numbers *of)
{
	switch ((enum how)rule->how) {
	case MULTIPLE:
		ft_str_addf(str, "%" PRId64, of->a);
		return multiple(str, of->a, rule->factor);
	case GAP_MULTIPLE:
		ft_str_addf(str, "%" PRId64 " - %" PRId64 " = %" PRId64, of->a,
		    of->b, of->a - of->b);
		return multiple(str, of->a - of->b, rule->factor);
	case SAME:
		return compare(str, of, of->a == of->b, "=", "/=");
	case AT_LEAST:
		return compare(str, of, of->a >= of->b, ">=", "<");
	case MORE:
		return compare(str, of, of->a > of->b, ">", "<=");
	case ZERO:
		ft_str_addf(str, "%" PRId64 " %s 0", of->a, of->a ? ">" : "=");
		return of->a == 0;
	case CLOSE:
		return close_to(str, of, rule->factor);
	case CRITICAL:
	case BELOW_HALF:
		break;
	}
	return false;
}

enum ft_study_answer
ft_study_test(const struct ft_study_rule *rule,
    const struct ft_figures *figures, const char *sample, struct ft_str *str)
{
	struct numbers of;

	if (!find(rule, figures, sample, &of))
		return FT_STUDY_ABSENT;
	if (rule->how == CRITICAL)
		return critical(str, figures, sample, &of);
	if (rule->how == BELOW_HALF)
		return below_half(str, figures, sample);
	return simple(rule, str, &of) ? FT_STUDY_HOLDS : FT_STUDY_FAILS;
}
