#include "model/tree/usage.h"

#include <float.h>
#include <math.h>

#include "base/mem.h"
#include "lib/fixture.h"
#include "tap/tap.h"

#define WEEK 604800

/* pow(3) and exp2(3) are within a few units of the last of 53 bits. */
#define ROUNDING 1e-14L
/* Half of the last digit given. */
#define SIX_DIGITS 0.5e-6L

static const struct {
	const char *title;
	struct ft_decay decay;
	int64_t seconds;
	double want;
	long double tolerance;
} factors[] = {
	{ "one week by Slurm", { FT_DECAY_SLURM, WEEK }, WEEK, .500073,
	    SIX_DIGITS },
	{ "one hour by Slurm", { FT_DECAY_SLURM, 3600 }, 3600, .500040,
	    SIX_DIGITS },
	{ "one minute by Slurm", { FT_DECAY_SLURM, 60 }, 60, .4981, 5e-5L },
	{ "one second by Slurm", { FT_DECAY_SLURM, 60 }, 1, .98845, 1e-14L },
	{ "one week exactly", { FT_DECAY_EXACT, WEEK }, WEEK, .5, 0 },
	{ "ten weeks exactly", { FT_DECAY_EXACT, WEEK }, 10 * WEEK, 0x1p-10,
	    0 },
	{ "no time by Slurm", { FT_DECAY_SLURM, WEEK }, 0, 1, 0 },
	{ "no time exactly", { FT_DECAY_EXACT, WEEK }, 0, 1, 0 },
	{ "no decay by Slurm", { FT_DECAY_SLURM, 0 }, WEEK, 1, 0 },
	{ "no decay exactly", { FT_DECAY_EXACT, 0 }, WEEK, 1, 0 },
	{ "for ever by Slurm", { FT_DECAY_SLURM, 60 }, INT64_MAX, DBL_MIN, 0 },
	{ "for ever exactly", { FT_DECAY_EXACT, 60 }, INT64_MAX, DBL_MIN, 0 },
};

static void
check_factors(void)
{
	for (size_t i = 0; i < FT_COUNT(factors); i++)
		near(ft_decay_factor(&factors[i].decay, factors[i].seconds),
		    factors[i].want, factors[i].tolerance, "%s",
		    factors[i].title);
}

/* Decay over two spans is decay over their sum. */
static void
check_composition(void)
{
	static const int64_t span[] = { 1, 300, 3600, WEEK, 5 * WEEK };

	for (int kind = FT_DECAY_SLURM; kind <= FT_DECAY_EXACT; kind++)
		for (size_t i = 0; i < FT_COUNT(span); i++)
			for (size_t j = 0; j < FT_COUNT(span); j++) {
				struct ft_decay decay = {
					(enum ft_decay_kind)kind, WEEK
				};
				double a = ft_decay_factor(&decay, span[i]);
				double b = ft_decay_factor(&decay, span[j]);

				near(a * b,
				    ft_decay_factor(&decay, span[i] + span[j]),
				    ROUNDING, "%lld s and %lld s, kind %d",
				    (long long)span[i], (long long)span[j],
				    kind);
			}
}

/*
 * U = U0 + D x U1 + D^2 x U2 + ..., usage of this period, the one before, ...,
 * is what decaying a running total once per period comes to.
 */
static void
check_periods(void)
{
	static const double used[] = { 7, 0, 40, 3, 1000 };
	static const struct ft_decay decay = { FT_DECAY_EXACT, 300 };
	double d = ft_decay_factor(&decay, 300);
	double total = 0, sum = 0, weight = 1;

	for (size_t i = 0; i < FT_COUNT(used); i++)
		total = total * d + used[i];
	for (size_t i = FT_COUNT(used); i > 0 && i--;) {
		sum += weight * used[i];
		weight *= d;
	}
	near(d, .5, 0, "a period of one half-life halves");
	near(total, sum, 0, "pass by pass is the sum over periods");
	near(sum, 1000 + 3 * .5 + 40 * .25 + 7 * .0625, 0, "in numbers");
}

static const struct {
	const char *name;
	double want;
} totals[] = {
	{ "root", 211 },
	{ "a", 110 },
	{ "b", 59 },
	{ "c", 7 },
	{ "u", 50 },
	{ "v", 2 },
	{ "w", 4 },
	{ "d", 0 },
	{ "x", 101 },
};

static void
check_sums(void)
{
	struct fixture fixture;

	/* usage follows direct parents, whatever shares they have */
	fixture_init(&fixture, "a 1 usage=1\n"
			       "  b parent usage=2\n"
			       "    c parent usage=3\n"
			       "      u:w 1 usage=4\n"
			       "    u:u 1 usage=50\n"
			       "  u:v 1 usage=2\n"
			       "  u:y 1 usage=48\n"
			       "d 1\n"
			       "u:x 1 usage=101\n");
	for (size_t i = 0; i < FT_COUNT(totals); i++)
		is_real(fixture.usage[fixture_node(&fixture, totals[i].name)],
		    (ft_real)totals[i].want, "total of %s", totals[i].name);
	fixture_free(&fixture);
}

/* Sums that do not fit are those of adding leaf by leaf in node order. */
static void
check_order(void)
{
	struct fixture fixture;
	ft_real big = 1, sum = 0;

	while (big + 1 > big)
		big *= 2;
	fixture_init(
	    &fixture, "a 1\n  u:s1 1 usage=1\n  u:s2 1 usage=1\nu:big 1\n");
	for (uint32_t i = 0; i < fixture.tree->n; i++)
		fixture.usage[i] = fixture.own[i];
	fixture.usage[fixture_node(&fixture, "big")] = big;
	ft_usage_roll_up(fixture.tree, fixture.usage);
	/* nodes: root, a, big, s1, s2 */
	sum = big;
	sum += 1;
	sum += 1;
	is_real(fixture.usage[0], sum, "leaves one by one");
	is_real(fixture.usage[1], 2,
	    "not the sum of a, which would not "
	    "vanish");
	fixture_free(&fixture);
}

static void
check_deep(void)
{
	const uint32_t n = 300000;
	struct ft_tree_row *row = ft_calloc(n, sizeof *row);
	ft_real *usage = ft_alloc(n * sizeof *usage);
	struct ft_tree *tree;

	for (uint32_t i = 0; i < n; i++) {
		row[i] = (struct ft_tree_row){ .id = i + 1, .parent = i };
		usage[i] = 1;
	}
	if (ft_tree_build(&tree, row, n, NULL))
		bail("deep tree: refused");
	ft_usage_roll_up(tree, usage);
	is_real(usage[0], n, "total of a chain");
	ft_tree_free(tree);
	ft_free(row);
	ft_free(usage);
}

int
main(void)
{
	check_factors();
	check_composition();
	check_periods();
	check_sums();
	check_order();
	check_deep();
	return done_testing();
}
