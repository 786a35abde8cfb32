#include "algo/research/study.h"

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

/* ---- tests --------------------------------------------------------------- */

struct ft_study_case {
	const struct ft_figures *figures;
	const char *sample;
	int64_t a, b;   /* the figures of the rule; whole numbers */
	int64_t factor; /* of the rule */
	struct ft_str *str;
};

static bool
get(const struct ft_study_case *at, const char *table, const char *column,
    int64_t *value)
{
	int64_t hundredths;

	if (!ft_figures_get(
		at->figures, table, at->sample, column, &hundredths))
		return false;
	*value = hundredths / 100;
	return true;
}

static enum ft_study_answer
answer(bool holds)
{
	return holds ? FT_STUDY_HOLDS : FT_STUDY_FAILS;
}

/* "= 2 x 40", with a rest "+ 3". */
static enum ft_study_answer
say_multiple(const struct ft_study_case *at, int64_t value)
{
	int64_t rest = value % at->factor;

	ft_str_addf(at->str, " = %" PRId64 " x %" PRId64, value / at->factor,
	    at->factor);
	if (rest)
		ft_str_addf(at->str, " %c %" PRId64, rest < 0 ? '-' : '+',
		    rest < 0 ? -rest : rest);
	return answer(rest == 0);
}

/* a is a multiple of factor */
static enum ft_study_answer
multiple(const struct ft_study_case *at)
{
	ft_str_addf(at->str, "%" PRId64, at->a);
	return say_multiple(at, at->a);
}

/* a - b is */
static enum ft_study_answer
gap_multiple(const struct ft_study_case *at)
{
	ft_str_addf(at->str, "%" PRId64 " - %" PRId64 " = %" PRId64, at->a,
	    at->b, at->a - at->b);
	return say_multiple(at, at->a - at->b);
}

static enum ft_study_answer
compare(const struct ft_study_case *at, bool holds, const char *sign,
    const char *against)
{
	ft_str_addf(at->str, "%" PRId64 " %s %" PRId64, at->a,
	    holds ? sign : against, at->b);
	return answer(holds);
}

static enum ft_study_answer
same(const struct ft_study_case *at)
{
	return compare(at, at->a == at->b, "=", "/=");
}

static enum ft_study_answer
at_least(const struct ft_study_case *at)
{
	return compare(at, at->a >= at->b, ">=", "<");
}

static enum ft_study_answer
more(const struct ft_study_case *at)
{
	return compare(at, at->a > at->b, ">", "<=");
}

/* a = 0; b of a rule on one figure is */
static enum ft_study_answer
zero(const struct ft_study_case *at)
{
	return compare(at, at->a == at->b, "=", ">");
}

/* b >= a less factor / 10000 of it */
static enum ft_study_answer
close_to(const struct ft_study_case *at)
{
	int64_t gap = at->a - at->b;

	ft_str_addf(at->str, "%" PRId64 " / %" PRId64 " = %.3f %%", gap, at->a,
	    at->a ? 100 * (double)gap / (double)at->a : 0);
	return answer(gap * 10000 <= at->factor * at->a);
}

/*
 * TP_1B (a) is what critical prices would come to.  The optimum's price p is
 * that of each of W nodes.  With critical values 1B would be paid it for those
 * that are not idle, and TV_1A - TV_1B = p x idle.
 */
static enum ft_study_answer
critical(const struct ft_study_case *at)
{
	int64_t price, optimum, greedy, expected;

	if (!get(at, "TP", "TP_1A", &price) ||
	    !get(at, "TV", "TV_1A", &optimum) ||
	    !get(at, "TV", "TV_1B", &greedy))
		return FT_STUDY_ABSENT;
	expected = price - (optimum - greedy);
	ft_str_addf(at->str,
	    "%" PRId64 " - %" PRId64 " = %" PRId64 " %s %" PRId64, price,
	    optimum - greedy, expected, expected == at->a ? "=" : "/=", at->a);
	return answer(expected == at->a);
}

/* The simulator is below half a sample drawn by lot. */
static enum ft_study_answer
below_half(const struct ft_study_case *at)
{
	struct ft_study_ratio ratio;
	bool below;

	if (!ft_study_ratio(at->figures, at->sample, &ratio) || !ratio.price)
		return FT_STUDY_ABSENT;
	below = (double)ratio.observed < ratio.half;
	ft_str_addf(at->str,
	    "%" PRId64 " %s (%" PRId64 " + %" PRId64 ") / 2 = %.0f",
	    ratio.observed, below ? "<" : ">=", ratio.greedy, ratio.price,
	    ratio.half);
	return answer(below);
}

/* ---- rules --------------------------------------------------------------- */

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
	    "for each of 3456 nodes", multiple, OF("TP", "TP_1A"),
	    FT_STUDY_NODES },
	{ "idle-nodes", "what greedy misses is a number of idle nodes of 40 "
	    "minutes each", gap_multiple,
	    OF_TWO("TV", "TV_1A", "TV", "TV_1B"), 40 },
	{ "close", "greedy is within 0.21 % of the optimum", close_to,
	    OF_TWO("TV", "TV_1A", "TV", "TV_1B"), 21 },
	{ "optimum-first", "no allocation is worth more than the optimum",
	    at_least, OF_TWO("TV", "TV_1A", "modified-TV", "TV_1B"), 0 },
	{ "continue-1B", "going on behind a job that does not fit is worth at "
	    "least as much", at_least,
	    OF_TWO("modified-TV", "TV_1B", "modified-TV", "TV_1B1"), 0 },
	{ "continue-4B", "the same of experiment 4B", at_least,
	    OF_TWO("modified-TV", "TV_4B", "modified-TV", "TV_4B1"), 0 },
	{ "class-1B", "payments of 1B are those of one class of jobs: 16 nodes "
	    "x 40 minutes", multiple, OF("TP", "TP_1B"), 640 },
	{ "class-2B", "of 2B: floor(1.1 x 16 nodes x 19 minutes)", multiple,
	    OF("TP", "TP_2B"), 334 },
	{ "class-4B", "of 4B: the same number", multiple, OF("TP", "TP_4B"),
	    334 },
	{ "critical-1B", "payments of 1B are critical values: the price of "
	    "the last node for each that is not idle", critical,
	    OF("TP", "TP_1B"), 0 },
	{ "pays-1A", "under 1A nobody pays more than its bid", zero,
	    OF("PM", "PM_1A"), 0 },
	{ "pays-1B", "under 1B nobody does", zero, OF("PM", "PM_1B"), 0 },
	{ "pays-2B", "under 2B nobody does", zero, OF("PM", "PM_2B"), 0 },
	{ "pays-3B", "under 3B nobody does", zero, OF("PM", "PM_3B"), 0 },
	{ "pays-4B", "under 4B nobody does", zero, OF("PM", "PM_4B"), 0 },
	{ "pays-1B-modified", "under the modified 1B nobody does", zero,
	    OF("modified-PM", "PM_1B"), 0 },
	{ "pays-4B-modified", "under the modified 4B nobody does", zero,
	    OF("modified-PM", "PM_4B"), 0 },
	{ "4B-over-2B", "payments of 4B are above those of 2B", more,
	    OF_TWO("TP", "TP_4B", "TP", "TP_2B"), 0 },
	{ "again-TV-1B", "TV_1B1 of the second table is TV_1B of the first",
	    same, OF_TWO("modified-TV", "TV_1B1", "TV", "TV_1B"), 0 },
	{ "again-TV-4B", "TV_4B1 is TV_4B", same,
	    OF_TWO("modified-TV", "TV_4B1", "TV", "TV_4B"), 0 },
	{ "again-TP-1B", "TP_1B1 is TP_1B", same,
	    OF_TWO("modified-TP", "TP_1B1", "TP", "TP_1B"), 0 },
	{ "again-TP-4B", "TP_4B1 is TP_4B", same,
	    OF_TWO("modified-TP", "TP_4B1", "TP", "TP_4B"), 0 },
	{ "again-PM-1B", "PM_1B1 is PM_1B", same,
	    OF_TWO("modified-PM", "PM_1B1", "PM", "PM_1B"), 0 },
	{ "again-PM-4B", "PM_4B1 is PM_4B", same,
	    OF_TWO("modified-PM", "PM_4B1", "PM", "PM_4B"), 0 },
	{ "again-PoA-1B", "TV_1B of the ratios is TV_1B of the first", same,
	    OF_TWO("PoA", "TV_1B", "TV", "TV_1B"), 0 },
	{ "below-half", "the simulator is worth less than half the sample "
	    "drawn by lot", below_half, OF("PoA", "TV"), 0 },
};
/* clang-format on */
const size_t ft_study_n_rule = FT_COUNT(ft_study_rules);

enum ft_study_answer
ft_study_test(const struct ft_study_rule *rule,
    const struct ft_figures *figures, const char *sample, struct ft_str *str)
{
	struct ft_study_case at = { .figures = figures,
		.sample = sample,
		.factor = rule->factor,
		.str = str };

	if (!get(&at, rule->table[0], rule->column[0], &at.a) ||
	    (rule->table[1] &&
		!get(&at, rule->table[1], rule->column[1], &at.b)))
		return FT_STUDY_ABSENT;
	return rule->test(&at);
}
