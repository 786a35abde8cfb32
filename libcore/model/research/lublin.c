#include "model/research/lublin.h"

#include "model/synthetic/dist.h"

#define LOG_2      0x1.62e42fefa39efp-1
#define MACHINE    7.0  /* log2 of the processors of the rows */
#define RUN_MOST   12.0 /* logarithm of seconds: 45 hours */
#define GAP_MOST   13.0
#define HALF_HOUR  1800.0
#define DAY_BEGINS 11 /* the cycle begins with this half hour, from 1 */

const struct ft_lublin ft_lublins[FT_LUBLIN_CLASSES] = {
#define LUBLIN(id, word_, ...) [FT_LUBLIN_##id] = { word_, __VA_ARGS__ },
#include "model/research/lublin.def"
};

/* ---- sizes ------------------------------------------------------------------ */

static double
uniform(struct ft_rng *rng, double low, double high)
{
	return low + (high - low) * ft_rng_unit(rng);
}

/* Returns log2 of the size; medium and high grow with the machine. */
static double
draw_log_size(const struct ft_lublin *model, uint32_t procs, struct ft_rng *rng)
{
	double larger = ft_dist_log(procs) / LOG_2 - MACHINE;
	double medium = model->medium + larger, high = model->high + larger;

	if (medium < model->low)
		medium = model->low;
	if (high < medium)
		high = medium;
	return ft_rng_unit(rng) < model->low_part
		   ? uniform(rng, model->low, medium)
		   : uniform(rng, medium, high);
}

uint32_t
ft_lublin_size(
    const struct ft_lublin *model, uint32_t procs, struct ft_rng *rng)
{
	double kind = ft_rng_unit(rng), x, size;

	if (kind <= model->serial)
		return 1;
	x = draw_log_size(model, procs, rng);
	if (kind <= model->serial + model->pow2)
		x = floor(x + 0.5);
	size = floor(ft_dist_exp(x * LOG_2) + 0.5);
	return size < procs ? (uint32_t)size : procs;
}

/* ---- run times -------------------------------------------------------------- */

/* Returns the probability that a job of SIZE processors has a1 and b1. */
static double
short_part(const struct ft_lublin *model, uint32_t size)
{
	double part = model->slope * size + model->level;

	return part < 0 ? 0 : part > 1 ? 1 : part;
}

int64_t
ft_lublin_run(const struct ft_lublin *model, uint32_t size, struct ft_rng *rng)
{
	bool first = ft_rng_unit(rng) < short_part(model, size);
	double y;

	do
		y = first ? ft_dist_gamma(rng, model->a1, model->b1)
			  : ft_dist_gamma(rng, model->a2, model->b2);
	while (y > RUN_MOST);
	return (int64_t)ft_dist_exp(y);
}

/* ---- arrivals --------------------------------------------------------------- */

void
ft_lublin_clock_init(
    struct ft_lublin_clock *clock, const struct ft_lublin *model)
{
	double *weight = clock->weight, sum = 0;

	*clock = (struct ft_lublin_clock){ .model = model };
	for (uint32_t i = DAY_BEGINS; i < DAY_BEGINS + FT_LUBLIN_BUCKETS; i++) {
		double *of = &weight[(i - 1) % FT_LUBLIN_BUCKETS];

		*of = ft_dist_gamma_below(i + 0.5, model->a_day, model->b_day) -
		      ft_dist_gamma_below(i - 0.5, model->a_day, model->b_day);
		sum += *of;
	}
	for (size_t i = 0; i < FT_LUBLIN_BUCKETS; i++)
		weight[i] *= FT_LUBLIN_BUCKETS / sum;
}

/* Move the clock by a gap of GAP seconds of a half hour of weight 1; returns the
 * time. */
static double
advance(struct ft_lublin_clock *clock, double gap)
{
	double rest;

	clock->points += gap / HALF_HOUR;
	while (clock->points > clock->weight[clock->bucket]) {
		clock->points -= clock->weight[clock->bucket];
		clock->bucket = (clock->bucket + 1) % FT_LUBLIN_BUCKETS;
		clock->time += HALF_HOUR;
	}
	rest = clock->points / clock->weight[clock->bucket];
	clock->time += HALF_HOUR * (rest - clock->rest);
	clock->rest = rest;
	return clock->time;
}

double
ft_lublin_arrive(struct ft_lublin_clock *clock, struct ft_rng *rng)
{
	const struct ft_lublin *model = clock->model;
	double gap;

	do
		gap = ft_dist_gamma(
		    rng, model->a_gap * model->rush, model->b_gap);
	while (gap > GAP_MOST);
	return advance(clock, ft_dist_exp(gap));
}
