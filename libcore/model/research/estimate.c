#include "model/research/estimate.h"

#include "base/sort.h"
#include "model/synthetic/dist.h"

#define F_MOST 1000000
#define HEAD   20 /* limits that are popular */

/* ---- words ------------------------------------------------------------------ */

enum ft_status
ft_estimate_parse(
    struct ft_estimate *estimate, const char *text, struct ft_error *err)
{
	struct ft_estimate got = { .seed = estimate->seed };
	bool good = false;

	if (strncmp(text, "f=", 2) == 0) {
		got.kind = FT_ESTIMATE_F;
		good = ft_num_double(text + 2, &got.f) && got.f >= 0 &&
		       got.f <= F_MOST;
	} else if (strncmp(text, "modal", 5) == 0) {
		got.kind = FT_ESTIMATE_MODAL;
		good = !text[5] || (text[5] == '=' &&
				       ft_dist_value(text + 6, strlen(text + 6),
					   FT_DIST_SECONDS, &got.most) &&
				       got.most > 0 && got.most <= INT32_MAX);
	}
	if (!good)
		return ft_fail(err, FT_EINVAL,
		    "limits are drawn by f=X (X from 0 to %d), modal or "
		    "modal=TIME, not by '%s'",
		    F_MOST, text);
	*estimate = got;
	return FT_OK;
}

void
ft_estimate_add(struct ft_str *str, const struct ft_estimate *estimate)
{
	if (estimate->kind == FT_ESTIMATE_F)
		ft_str_addf(str, "f=%g", estimate->f);
	else
		ft_str_add(str, "modal");
	if (estimate->most)
		ft_str_addf(str, "=%" PRId64, estimate->most);
	ft_str_addf(str, ", seed %" PRIu64, estimate->seed);
}

/* ---- f-model ---------------------------------------------------------------- */

/* Returns the limit where U of 0..1 is drawn, rounded up to full seconds. */
static int64_t
loose_limit(int64_t run, double f, double u)
{
	double length = run > 0 ? (double)run : 1;

	length = ceil(length + length * f * u);
	return length < INT32_MAX ? (int64_t)length : INT32_MAX;
}

/* ---- modal model: the limits ------------------------------------------------ */

/* Limits of so many jobs, linear in between. */
static const struct {
	double jobs, values;
} number_of[] = { { 0, 0 }, { 20, 10 }, { 200, 20 }, { 1000, 35 },
	{ 10000, 90 }, { 70000, 340 }, { 250000, 565 } };

/* Returns how many limits N jobs have. */
static uint32_t
values_of(size_t n)
{
	const size_t last = FT_COUNT(number_of) - 1;
	size_t i = 1;
	double part;

	while (i < last && number_of[i].jobs < (double)n)
		i++;
	part = ((double)n - number_of[i - 1].jobs) /
	       (number_of[i].jobs - number_of[i - 1].jobs);
	if (part > 1)
		part = 1;
	part = number_of[i - 1].values +
	       part * (number_of[i].values - number_of[i - 1].values);
	return part < 1 ? 1 : (uint32_t)(part + 0.5);
}

static double
power(double base, double exponent)
{
	return ft_dist_exp(exponent * ft_dist_log(base));
}

/* Returns the percentage of jobs that have the limit of popularity RANK, 1 is
 * the most popular. */
static double
share_of(uint32_t rank)
{
	double rest = 89;

	if (rank > HEAD)
		return 795.6 * power(rank, -2.267);
	if (rank > 1)
		return 14.0491 * ft_dist_exp(-0.177531 * rank) + 0.462513;
	for (uint32_t i = 2; i <= HEAD; i++)
		rest -= share_of(i);
	return rest;
}

/* Returns the limit as part of the largest, if its rank by time is PART (0..1)
 * of VALUES limits. */
static double
time_of(uint32_t values, double part)
{
	double a = 1 + 12.1039 * power(values, -0.6026);

	return (a - 1) * part / (a - part);
}

/* Limits that all sites have in common, minutes. */
static const int64_t common[] = { 5, 10, 15, 20, 30, 60, 120, 180, 240, 300,
	360, 480, 600, 720, 1080 };

/* Limits, the most popular first. */
struct modal {
	int64_t *time;
	size_t n;
};

static void
shuffle(int64_t *item, size_t n, struct ft_rng *rng)
{
	for (size_t i = n; i > 1; i--) {
		size_t k = ft_rng_below(rng, (uint32_t)i);
		int64_t swap = item[i - 1];

		item[i - 1] = item[k];
		item[k] = swap;
	}
}

static bool
has(const struct modal *modal, int64_t time)
{
	for (size_t i = 0; i < modal->n; i++)
		if (modal->time[i] == time)
			return true;
	return false;
}

/* The others of the head are multiples of these, minutes: the largest first. */
static const int64_t round_times[] = { 12000, 6000, 3000, 600, 300, 120, 60, 20,
	10, 5 };

/* The popularity of the largest, the shortest, the second, ... of the head at four
 * sites: sdsc-106, ctc, kth4h and blue.  Source: est_model.cc. */
#define SITES 4
static const uint8_t site_rank[HEAD][SITES] = {
	{ 3, 1, 1, 1 },
	{ 1, 3, 4, 6 },
	{ 4, 4, 10, 5 },
	{ 17, 2, 14, 3 },
	{ 13, 12, 20, 7 },
	{ 7, 9, 2, 2 },
	{ 8, 8, 3, 18 },
	{ 18, 18, 7, 19 },
	{ 2, 6, 12, 4 },
	{ 6, 7, 6, 11 },
	{ 16, 11, 19, 20 },
	{ 10, 20, 5, 9 },
	{ 5, 16, 18, 10 },
	{ 15, 5, 16, 14 },
	{ 14, 14, 9, 13 },
	{ 19, 13, 17, 16 },
	{ 11, 10, 15, 15 },
	{ 12, 15, 13, 17 },
	{ 9, 17, 8, 8 },
	{ 20, 19, 11, 12 },
};

/* Returns the most popular rank that no site has after T and that is free; 0. */
static uint8_t
due_rank(const bool *taken, size_t t)
{
	uint8_t last[HEAD + 1] = { 0 };

	for (size_t i = 0; i < HEAD; i++)
		for (size_t k = 0; k < SITES; k++)
			last[site_rank[i][k]] = (uint8_t)i;
	for (uint8_t rank = 1; rank <= HEAD; rank++)
		if (last[rank] <= t && !taken[rank])
			return rank;
	return 0;
}

/*
 * Draw the popularity of the largest limit, which is 1, and of the others of the
 * head, the shortest first: of two ranks that some site has there or before the more
 * popular one; but no rank later than at all sites.
 */
static void
draw_ranks(uint8_t rank[HEAD], struct ft_rng *rng)
{
	bool taken[HEAD + 1] = { false };
	uint8_t pool[HEAD * SITES];
	uint32_t n = 0;

	for (size_t t = 0; t < HEAD; t++) {
		uint32_t left = 0;

		for (size_t k = 0; k < SITES; k++)
			if (!taken[site_rank[t][k]])
				pool[n++] = site_rank[t][k];
		rank[t] = t ? due_rank(taken, t) : 1;
		if (!rank[t]) {
			uint8_t one = pool[ft_rng_below(rng, n)];
			uint8_t other = pool[ft_rng_below(rng, n)];

			rank[t] = one < other ? one : other;
		}
		taken[rank[t]] = true;
		for (uint32_t i = 0; i < n; i++)
			if (pool[i] != rank[t])
				pool[left++] = pool[i];
		n = left;
	}
}

/* Add round times until there are twenty. */
static void
add_round(struct modal *modal, int64_t most)
{
	for (size_t i = 0; i < FT_COUNT(round_times); i++) {
		int64_t step = 60 * round_times[i];

		for (int64_t time = most / step * step;
		     time > 0 && modal->n < HEAD; time -= step)
			if (!has(modal, time))
				modal->time[modal->n++] = time;
	}
}

/* The first twenty: the largest limit, the common ones, round ones. */
static void
find_head(struct modal *modal, int64_t most, struct ft_rng *rng)
{
	int64_t time[HEAD];
	uint8_t rank[HEAD];
	size_t n;

	modal->time[modal->n++] = most;
	for (size_t i = 0; i < FT_COUNT(common); i++)
		if (common[i] * 60 < most)
			modal->time[modal->n++] = common[i] * 60;
	add_round(modal, most);
	n = modal->n;
	qsort(modal->time + 1, n - 1, sizeof *modal->time, ft_by_i64);
	memcpy(time, modal->time, n * sizeof *time);
	draw_ranks(rank, rng);
	modal->n = 0;
	for (uint8_t r = 1; r <= HEAD; r++)
		for (size_t t = 0; t < n; t++)
			if (rank[t] == r)
				modal->time[modal->n++] = time[t];
}

/* The most popular limits first; all but twenty are in a random order. */
static void
find_limits(
    struct modal *modal, uint32_t values, int64_t most, struct ft_rng *rng)
{
	size_t from;

	modal->time = ft_calloc((size_t)values + HEAD, sizeof *modal->time);
	find_head(modal, most, rng);
	if (modal->n > values)
		modal->n = values;
	from = modal->n;
	for (uint32_t i = 1; i < values; i++) {
		double part =
		    time_of(values, (double)i / values) * (double)most;
		int64_t time = 60 * (int64_t)ceil(part / 60);

		if (modal->n < values && time < most && !has(modal, time))
			modal->time[modal->n++] = time;
	}
	shuffle(modal->time + from, modal->n - from, rng);
}

/* ---- modal model: who gets which -------------------------------------------- */

static int
longest_first(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x < y) - (x > y);
}

/* Returns a limit for each of N jobs, largest first; the caller frees them. */
static int64_t *
deal(const struct modal *modal, size_t n)
{
	int64_t *limit = ft_calloc(n, sizeof *limit);
	double all = 0, sum = 0;
	size_t at = 0;

	for (uint32_t i = 1; i <= modal->n; i++)
		all += share_of(i);
	for (uint32_t i = 1; i <= modal->n; i++) {
		sum += share_of(i);
		for (; at < n && (double)at + 0.5 < sum / all * (double)n; at++)
			limit[at] = modal->time[i - 1];
	}
	for (; at < n; at++)
		limit[at] = modal->time[0];
	qsort(limit, n, sizeof *limit, longest_first);
	return limit;
}

struct runner {
	int64_t run;
	size_t at;
};

static int
by_run(const void *a, const void *b)
{
	const struct runner *x = a, *y = b;

	if (x->run != y->run)
		return x->run > y->run ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

/* Longest job first, each takes one of the limits left that are not below its
 * run time; if there is none, the largest. */
static void
assign(struct ft_trace *trace, int64_t *limit, struct ft_rng *rng)
{
	struct runner *order = ft_calloc(trace->n, sizeof *order);
	size_t taken = 0, fit = 0;
	int64_t most = limit[0];

	for (size_t i = 0; i < trace->n; i++)
		order[i] = (struct runner){ trace->job[i].run, i };
	qsort(order, trace->n, sizeof *order, by_run);
	for (size_t i = 0; i < trace->n; i++) {
		struct ft_trace_job *job = &trace->job[order[i].at];
		size_t k;

		while (fit < trace->n && limit[fit] >= job->run)
			fit++;
		job->limit = most;
		if (taken == fit)
			continue;
		k = taken + ft_rng_below(rng, (uint32_t)(fit - taken));
		job->limit = limit[k];
		limit[k] = limit[taken++];
	}
	ft_free(order);
}

/* Returns the largest limit of TRACE, else its longest run in full hours. */
static int64_t
largest(const struct ft_trace *trace)
{
	int64_t limit = 0, run = 1;

	for (size_t i = 0; i < trace->n; i++) {
		if (trace->job[i].limit > limit)
			limit = trace->job[i].limit;
		if (trace->job[i].run > run)
			run = trace->job[i].run;
	}
	return limit ? limit : (run + 3599) / 3600 * 3600;
}

static void
draw_modal(const struct ft_estimate *estimate, struct ft_trace *trace,
    struct ft_rng *rng)
{
	int64_t most = estimate->most ? estimate->most : largest(trace);
	struct modal modal = { 0 };
	int64_t *limit;

	find_limits(&modal, values_of(trace->n), most, rng);
	limit = deal(&modal, trace->n);
	assign(trace, limit, rng);
	ft_free(limit);
	ft_free(modal.time);
}

void
ft_estimate_draw(const struct ft_estimate *estimate, struct ft_trace *trace)
{
	struct ft_rng rng;

	ft_rng_init(&rng, estimate->seed);
	switch (estimate->kind) {
	case FT_ESTIMATE_F:
		for (size_t i = 0; i < trace->n; i++)
			trace->job[i].limit = loose_limit(
			    trace->job[i].run, estimate->f, ft_rng_unit(&rng));
		break;
	case FT_ESTIMATE_MODAL:
		if (trace->n)
			draw_modal(estimate, trace, &rng);
		break;
	case FT_ESTIMATE_NONE:
		break;
	}
}
