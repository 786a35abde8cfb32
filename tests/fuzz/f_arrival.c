/* Arrivals, distributions, limits: what is read draws within its bounds, in
 * order. */
#include "base/mem.h"
#include "fuzz/fuzz.h"
#include "model/research/estimate.h"
#include "model/synthetic/arrival.h"
#include "model/synthetic/dist.h"

#define DRAWS 20

static void
try_arrival(const char *text)
{
	struct ft_arrival arrival;
	struct ft_error err = { 0 };
	struct ft_rng rng;
	size_t column = 0;
	int64_t at[DRAWS];

	ft_rng_init(&rng, 1);
	if (ft_arrival_parse(&arrival, text, &column, &err) != FT_OK) {
		must(column <= strlen(text), "a place in the text");
		must(*err.text, "a message");
		return;
	}
	must(arrival.burst && arrival.from < arrival.to && arrival.times,
	    "numbers that make sense");
	ft_arrival_times(&arrival, &rng, 1000, at, DRAWS);
	for (int i = 0; i < DRAWS; i++)
		must(at[i] >= (i ? at[i - 1] : 1000), "ascending times");
}

static void
try_dist(const char *text, enum ft_dist_unit unit)
{
	struct ft_dist dist;
	struct ft_error err = { 0 };
	struct ft_rng rng;
	size_t column = 0;

	ft_rng_init(&rng, 1);
	if (ft_dist_parse(&dist, text, (struct ft_dist_want){ unit, 1 },
		&column, &err) != FT_OK) {
		must(column <= strlen(text), "a place in the text");
		must(*err.text, "a message");
		return;
	}
	must(dist.low >= 1 && dist.low <= dist.high && dist.high <= FT_DIST_MAX,
	    "bounds");
	for (int i = 0; i < DRAWS; i++) {
		int64_t value = ft_dist_draw(&dist, &rng);

		must(value >= dist.low && value <= dist.high, "within them");
	}
}

static void
try_estimate(const char *text)
{
	struct ft_estimate estimate = { 0 };
	struct ft_error err = { 0 };
	struct ft_trace trace;

	if (ft_estimate_parse(&estimate, text, &err) != FT_OK) {
		must(*err.text, "a message");
		return;
	}
	ft_trace_init(&trace);
	for (int i = 0; i < DRAWS; i++)
		ft_trace_add(&trace)->run = i;
	ft_estimate_draw(&estimate, &trace);
	for (int i = 0; i < DRAWS; i++)
		must(trace.job[i].limit >= 1 &&
			 (trace.job[i].limit >= i || estimate.most),
		    "a limit");
	ft_trace_free(&trace);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = ft_strndup((const char *)data, size);

	try_arrival(text);
	try_estimate(text);
	for (int unit = FT_DIST_COUNT; unit <= FT_DIST_MEMORY; unit++)
		try_dist(text, (enum ft_dist_unit)unit);
	ft_free(text);
	return 0;
}
