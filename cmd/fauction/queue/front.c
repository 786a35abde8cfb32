/*
 * front.c - value against unfairness, over the sets of jobs that fit; and the price
 * of fairness.
 *
 * The unfairness of a set depends on the units of each group alone.  For few units
 * and groups all such divisions are tried, each with the best value of each group
 * that takes exactly its units: the front is exact.  Otherwise sets are made greedily
 * under a cap of each group's share, one for each of many caps; and no set that is
 * as fair can be worth more than the bound, for which jobs are divisible: a group
 * with unfairness U has at most its promised share and the root of U.
 */
#include "algo/research/fairprice.h"
#include "fauction/queue/contest.h"

#define MOST_CELLS     20000000 /* jobs times units of the tables */
#define MOST_DIVISIONS 2000000
#define CAPS           200
#define EQUAL          1e-12 /* unfairness that differs less is equal */

/* The best value of a group by the units it takes exactly; -1: impossible. */
struct table {
	int64_t *value;  /* [capacity + 1] */
	uint32_t *units; /* those that are possible */
	size_t n;
};

struct search {
	struct contest *contest;
	struct table *table; /* [groups] */
	double *promised;    /* [groups]: shares, their sum is 1 */
	double *won;         /* [groups]: of the set that is looked at */
	size_t cap;
};

/* ---- points -------------------------------------------------------------- */

static double
unfair(const struct search *search, double units)
{
	const struct contest *contest = search->contest;
	double sum = 0;

	for (size_t k = 0; k < contest->n_group; k++) {
		double off = search->won[k] / units - search->promised[k];

		sum += off * off;
	}
	return sum;
}

/* Add the set with these units, won[] and value. */
static void
add_point(struct search *search, double units, double value)
{
	struct contest *contest = search->contest;
	struct contest_point *point;

	if (units <= 0)
		return;
	point = ft_vec_add(contest->front.point, contest->front.n, search->cap);
	*point = (struct contest_point){ .unfairness = unfair(search, units),
		.value = value,
		.units = units,
		.bound = value };
}

/* The fairest first, then the most valuable. */
static int
by_unfairness(const void *a, const void *b)
{
	const struct contest_point *x = a, *y = b;

	if (x->unfairness < y->unfairness || x->unfairness > y->unfairness)
		return x->unfairness < y->unfairness ? -1 : 1;
	return (x->value < y->value) - (x->value > y->value);
}

/* Keep the points that no other is better than. */
static void
keep_best(struct contest *contest)
{
	struct contest_point *point = contest->front.point;
	size_t n = 0;

	if (contest->front.n)
		qsort(point, contest->front.n, sizeof *point, by_unfairness);
	for (size_t i = 0; i < contest->front.n; i++) {
		if (n && point[i].value <= point[n - 1].value)
			continue;
		if (n && point[i].unfairness - point[n - 1].unfairness < EQUAL)
			n--;
		point[n++] = point[i];
	}
	contest->front.n = n;
}

/* ---- exact --------------------------------------------------------------- */

static void
fill_table(const struct contest *contest, size_t group, struct table *table)
{
	uint32_t most = contest->auction.nodes;

	table->value = ft_calloc((size_t)most + 1, sizeof *table->value);
	table->units = ft_calloc((size_t)most + 1, sizeof *table->units);
	for (uint32_t w = 1; w <= most; w++)
		table->value[w] = -1;
	for (size_t i = 0; i < contest->n; i++) {
		const struct contest_job *job = &contest->job[i];

		if (job->group != group)
			continue;
		for (uint32_t w = most; w >= job->units; w--) {
			int64_t before = table->value[w - job->units];

			if (before >= 0 &&
			    before + job->value > table->value[w])
				table->value[w] = before + job->value;
		}
	}
	for (uint32_t w = 0; w <= most; w++)
		if (table->value[w] >= 0)
			table->units[table->n++] = w;
}

static void
divide(struct search *search, size_t group, uint32_t used, int64_t value)
{
	const struct contest *contest = search->contest;
	const struct table *table = &search->table[group];

	if (group == contest->n_group) {
		add_point(search, used, (double)value);
		return;
	}
	for (size_t i = 0; i < table->n; i++) {
		uint32_t units = table->units[i];

		if (units > contest->auction.nodes - used)
			break;
		search->won[group] = units;
		divide(search, group + 1, used + units,
		    value + table->value[units]);
	}
}

/* Whether all divisions can be tried; then the tables are filled. */
static bool
is_small(struct search *search)
{
	const struct contest *contest = search->contest;
	double divisions = 1;

	if ((double)contest->n * contest->auction.nodes > MOST_CELLS ||
	    (double)contest->n_group * contest->auction.nodes > MOST_CELLS)
		return false;
	for (size_t k = 0; k < contest->n_group; k++) {
		fill_table(contest, k, &search->table[k]);
		divisions *= (double)search->table[k].n;
		if (divisions > MOST_DIVISIONS)
			return false;
	}
	return true;
}

/* ---- bounded ------------------------------------------------------------- */

/* Add jobs by value per unit while no group has more than its share and CAP of the
 * machine.  With WHOLE a job that does not fit is skipped; else a part of it is
 * taken, and the value is a bound. */
static double
greedy(struct search *search, const uint32_t *order, double cap, bool whole)
{
	const struct contest *contest = search->contest;
	double left = contest->auction.nodes, value = 0;

	memset(search->won, 0, contest->n_group * sizeof *search->won);
	for (size_t i = 0; i < contest->n; i++) {
		const struct contest_job *job = &contest->job[order[i]];
		double *won = &search->won[job->group];
		double room = (search->promised[job->group] + cap) *
				  contest->auction.nodes -
			      *won;
		double units = job->units;

		if (job->units > contest->auction.nodes)
			continue;
		room = room < left ? room : left;
		if (units > room) {
			if (whole || room <= 0)
				continue;
			units = room;
		}
		*won += units;
		left -= units;
		value += (double)job->value * units / job->units;
	}
	return value;
}

static void
try_caps(struct search *search)
{
	struct contest *contest = search->contest;
	uint32_t *order =
	    ft_arena_calloc(&contest->arena, contest->n, sizeof *order);

	ft_auction_order_bids(&contest->auction, order);
	for (int i = 0; i <= CAPS; i++) {
		double value = greedy(search, order, (double)i / CAPS, true);
		double units = 0;

		for (size_t k = 0; k < contest->n_group; k++)
			units += search->won[k];
		add_point(search, units, value);
	}
	for (size_t i = 0; i < CONTEST_ORDERS; i++) {
		const struct contest_score *score = &contest->score[i];

		if (i == CONTEST_SHUFFLE)
			continue;
		memcpy(search->won, score->won,
		    contest->n_group * sizeof *search->won);
		add_point(search, score->units, score->value);
	}
	keep_best(contest);
	for (size_t i = 0; i < contest->front.n; i++) {
		struct contest_point *point = &contest->front.point[i];
		double best = contest->score[CONTEST_OPTIMUM].value;
		double bound =
		    greedy(search, order, sqrt(point->unfairness), false);

		point->bound = bound < best ? bound : best;
		if (point->bound < point->value)
			point->bound = point->value;
	}
}

/* ---- all ----------------------------------------------------------------- */

static void
find_front(struct contest *contest)
{
	struct search search = { .contest = contest };
	double sum = 0;

	for (size_t k = 0; k < contest->n_group; k++)
		sum += contest->group[k].promised;
	if (sum <= 0)
		return;
	search.table = ft_arena_calloc(
	    &contest->arena, contest->n_group, sizeof *search.table);
	search.promised = ft_arena_calloc(
	    &contest->arena, contest->n_group, sizeof *search.promised);
	search.won = ft_arena_calloc(
	    &contest->arena, contest->n_group, sizeof *search.won);
	for (size_t k = 0; k < contest->n_group; k++)
		search.promised[k] = contest->group[k].promised / sum;
	contest->front.exact = is_small(&search);
	if (contest->front.exact) {
		divide(&search, 0, 0, 0);
		keep_best(contest);
	} else {
		try_caps(&search);
	}
	for (size_t k = 0; k < contest->n_group; k++) {
		ft_free(search.table[k].value);
		ft_free(search.table[k].units);
	}
}

static void
find_price(struct contest *contest)
{
	struct ft_fairprice_job *job =
	    ft_arena_calloc(&contest->arena, contest->n, sizeof *job);

	for (int k = 0; k < 2; k++) {
		for (size_t i = 0; i < contest->n; i++)
			job[i] = (struct ft_fairprice_job){
				.units = contest->job[i].units,
				.value = (double)contest->job[i].value,
				.player = contest->job[i].group
			};
		ft_fairprice_find(&(struct ft_fairprice_input){ .job = job,
				      .n = contest->n,
				      .players = contest->n_group,
				      .capacity = contest->auction.nodes,
				      .normalise = k > 0 },
		    &contest->price[k]);
	}
}

void
contest_weigh(struct contest *contest)
{
	if (!contest->n)
		return;
	contest->auction.order = NULL;
	find_front(contest);
	find_price(contest);
}

double
contest_reach(const struct contest *contest, double unfairness)
{
	double value = (double)NAN;

	for (size_t i = 0; i < contest->front.n; i++)
		if (contest->front.point[i].unfairness <= unfairness + EQUAL)
			value = contest->front.point[i].value;
	return value;
}
