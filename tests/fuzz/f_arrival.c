/* Arrivals and distributions: what is read draws within its bounds, in order. */
#include "base/mem.h"
#include "fuzz/fuzz.h"
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

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = ft_strndup((const char *)data, size);

	try_arrival(text);
	for (int unit = FT_DIST_COUNT; unit <= FT_DIST_MEMORY; unit++)
		try_dist(text, (enum ft_dist_unit)unit);
	ft_free(text);
	return 0;
}
