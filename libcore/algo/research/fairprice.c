#include "algo/research/fairprice.h"

#define ROUNDS 200 /* of a bisection; doubles take fewer */

/* The jobs by player, those of most value per unit first. */
struct market {
	const struct ft_fairprice_job *job;
	size_t *first; /* [players + 1] */
	double *scale; /* [players]: what values are divided by */
	size_t players;
	double capacity;
};

static double
density(const struct ft_fairprice_job *job)
{
	return job->value / job->units;
}

static int
by_density(const void *a, const void *b)
{
	double x = density(a), y = density(b);

	return (x < y) - (x > y);
}

static int
by_player(const void *a, const void *b)
{
	const struct ft_fairprice_job *x = a, *y = b;

	return x->player != y->player
		   ? (x->player > y->player) - (x->player < y->player)
		   : by_density(a, b);
}

/* ---- one player ---------------------------------------------------------- */

/* Returns the value of player K on its own. */
static double
alone(const struct market *market, size_t k)
{
	double left = market->capacity, value = 0;

	for (size_t i = market->first[k]; i < market->first[k + 1]; i++) {
		const struct ft_fairprice_job *job = &market->job[i];
		double units = fmin(left, job->units);

		value += units * density(job);
		left -= units;
	}
	return value;
}

/* Returns the units that player K takes until it has LEVEL, or all its jobs; adds what
 * it has to *sum. */
static double
up_to(const struct market *market, size_t k, double level, double *sum)
{
	double units = 0, has = 0;

	for (size_t i = market->first[k];
	     i < market->first[k + 1] && has < level; i++) {
		const struct ft_fairprice_job *job = &market->job[i];
		double value = job->value / market->scale[k];
		double part = value > 0 ? fmin(1, (level - has) / value) : 0;

		units += part * job->units;
		has += part * value;
	}
	*sum += has;
	return units;
}

/* The same until another unit adds less than RATE of what it has. */
static double
down_to(const struct market *market, size_t k, double rate, double *sum)
{
	double units = 0, has = 0;

	for (size_t i = market->first[k]; i < market->first[k + 1]; i++) {
		const struct ft_fairprice_job *job = &market->job[i];
		double value = job->value / market->scale[k];
		double level = value / job->units / rate;

		if (level <= has)
			break;
		if (level < has + value) {
			units += (level - has) / value * job->units;
			has = level;
			break;
		}
		units += job->units;
		has += value;
	}
	*sum += has;
	return units;
}

/* ---- all ----------------------------------------------------------------- */

typedef double take_fn(
    const struct market *market, size_t k, double at, double *sum);

static double
take_all(const struct market *market, take_fn *take, double at, double *sum)
{
	double units = 0;

	*sum = 0;
	for (size_t k = 0; k < market->players; k++)
		units += take(market, k, at, sum);
	return units;
}

/* Returns the sum at the point from LOW, which fits, towards HIGH where the capacity
 * is used up. */
static double
fill(const struct market *market, take_fn *take, double low, double high)
{
	double sum;

	for (int i = 0; i < ROUNDS; i++) {
		double middle = low + (high - low) / 2;

		if (take_all(market, take, middle, &sum) <= market->capacity)
			low = middle;
		else
			high = middle;
	}
	(void)take_all(market, take, low, &sum);
	return sum;
}

static double
find_system(const struct market *market, size_t n)
{
	struct ft_fairprice_job *job FT_CLEANUP(ft_free_at) =
	    ft_calloc(n, sizeof *job);
	double left = market->capacity, sum = 0;

	for (size_t i = 0; i < n; i++) {
		job[i] = market->job[i];
		job[i].value /= market->scale[job[i].player];
	}
	if (n)
		qsort(job, n, sizeof *job, by_density);
	for (size_t i = 0; i < n; i++) {
		double units = fmin(left, job[i].units);

		sum += units * density(&job[i]);
		left -= units;
	}
	return sum;
}

/* Drop the jobs without a part in it; sort and count the others. */
static size_t
prepare(struct market *market, struct ft_fairprice_job *job, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (job[i].units <= market->capacity && job[i].value > 0)
			job[kept++] = job[i];
	if (kept)
		qsort(job, kept, sizeof *job, by_player);
	for (size_t i = 0; i < kept; i++)
		market->first[job[i].player + 1]++;
	for (size_t k = 0; k < market->players; k++) {
		market->first[k + 1] += market->first[k];
		market->scale[k] = 1;
	}
	return kept;
}

void
ft_fairprice_find(
    const struct ft_fairprice_input *input, struct ft_fairprice *price)
{
	struct ft_fairprice_job *job = input->job;
	size_t n, players = input->players;
	struct market market = {
		.job = job, .players = players, .capacity = input->capacity
	};
	double all, units = 0, fastest = 0;

	market.first = ft_calloc(players + 1, sizeof *market.first);
	market.scale = ft_calloc(players, sizeof *market.scale);
	n = prepare(&market, job, input->n);
	for (size_t k = 0; input->normalise && k < players; k++)
		if (market.first[k] < market.first[k + 1])
			market.scale[k] = alone(&market, k);
	price->system = find_system(&market, n);
	all = 0;
	for (size_t i = 0; i < n; i++) {
		double value = job[i].value / market.scale[job[i].player];

		all += value;
		units += job[i].units;
		if (value / job[i].units > fastest)
			fastest = value / job[i].units;
	}
	price->max_min = price->proportional = price->system;
	if (units > input->capacity) {
		price->max_min = fill(&market, up_to, 0, all);
		/* the inverse of the rate grows with the capacity */
		price->proportional =
		    fill(&market, down_to, fastest * 1e15 / all, 0);
	}
	ft_free(market.first);
	ft_free(market.scale);
}

double
ft_fairprice_of(double system, double fair)
{
	return system > 0 ? (system - fair) / system : (double)NAN;
}
