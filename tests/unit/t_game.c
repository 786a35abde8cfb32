#include "model/research/game.h"

#include <string.h>

#include "base/text/str.h"
#include "tap/tap.h"

static void
add(struct ft_game_jobs *jobs, const char *name, uint32_t nodes)
{
	const struct ft_game_job job = {
		.name = name, .nodes = nodes, .planned = 10, .real = 5
	};

	ft_game_jobs_add(jobs, &job);
}

static void
test_bids(void)
{
	/* the study's crowd: 1.1 * 16 * 19 = 334.4 */
	const struct ft_game_job crowd = {
		.nodes = 16, .planned = 40, .real = 19
	};
	const struct ft_game_job large = { .nodes = FT_GAME_MOST_NODES,
		.planned = FT_GAME_MOST_MINUTES,
		.real = FT_GAME_MOST_MINUTES };

	is_i64(ft_game_bid(&crowd, FT_GAME_BID_PLANNED), 640, "16 x 40");
	is_i64(ft_game_bid(&crowd, FT_GAME_BID_REAL), 334, "cut off");
	is_i64(ft_game_unit(&crowd, FT_GAME_UNIT_NODES), 16, "nodes");
	is_i64(ft_game_unit(&crowd, FT_GAME_UNIT_AREA), 304, "16 x 19");
	is_i64(ft_game_bid(&large, FT_GAME_BID_REAL), INT64_C(110000000000000),
	    "1.1 x 10^14 fits");
}

/* Names of the sample, parted by blanks. */
static const char *
names(const struct ft_game_jobs *jobs)
{
	static struct ft_str str;

	ft_str_clear(&str);
	for (size_t i = 0; i < jobs->n; i++)
		ft_str_addf(&str, "%s%s", i ? " " : "", jobs->job[i].name);
	return ft_str_text(&str);
}

static void
test_whole(const struct ft_game_jobs *list)
{
	struct ft_game_jobs sample = { 0 };
	struct ft_rng rng, before;

	ft_rng_init(&rng, 3);
	before = rng;
	ft_game_draw(list, false, 11, &rng, &sample);
	is_str(names(&sample), "a b c d", "asks for less: whole, in order");
	ok(memcmp(&rng, &before, sizeof rng) == 0, "without chance");
	ft_game_jobs_free(&sample);
}

/* How often each job of four comes first, and that none comes twice. */
static void
test_without(const struct ft_game_jobs *list)
{
	unsigned first[4] = { 0 }, twice = 0, short_of = 0, too_long = 0;
	const unsigned rounds = 4000;
	struct ft_rng rng;

	ft_rng_init(&rng, 1);
	for (unsigned k = 0; k < rounds; k++) {
		struct ft_game_jobs sample = { 0 };
		unsigned seen = 0;
		uint64_t nodes;

		ft_game_draw(list, false, 6, &rng, &sample);
		nodes = ft_game_jobs_nodes(&sample);
		first[sample.job[0].source]++;
		for (size_t i = 0; i < sample.n; i++) {
			uint32_t source = sample.job[i].source;

			twice += seen >> source & 1;
			seen |= 1U << source;
			twice += strcmp(sample.job[i].name,
				     list->job[source].name) != 0;
		}
		short_of += nodes < 6;
		too_long += nodes - sample.job[sample.n - 1].nodes >= 6;
		ft_game_jobs_free(&sample);
	}
	is_u64(twice, 0, "no job twice, names as in the list");
	is_u64(short_of, 0, "as many nodes as wanted");
	is_u64(too_long, 0, "no job more than that takes");
	/* binomial, n 4000, p 1/4: deviation 27.4; five of them */
	for (int i = 0; i < 4; i++)
		near(first[i], rounds / 4.0L, 137,
		    "job %d comes first as often", i);
}

static void
test_with(const struct ft_game_jobs *list)
{
	struct ft_game_jobs sample = { 0 };
	struct ft_rng rng;

	ft_rng_init(&rng, 1);
	ft_game_draw(list, true, 1000, &rng, &sample);
	ok(ft_game_jobs_nodes(&sample) >= 1000,
	    "with replacement ten nodes are enough for a thousand");
	ft_game_jobs_free(&sample);
}

int
main(void)
{
	struct ft_game_jobs list = { 0 }, sample;
	struct ft_rng rng;

	test_bids();
	sample = (struct ft_game_jobs){ 0 };
	ft_rng_init(&rng, 1);
	ft_game_draw(&list, false, 5, &rng, &sample);
	is_u64(sample.n, 0, "nothing of an empty list");
	add(&list, "a", 1);
	add(&list, "b", 2);
	add(&list, "c", 3);
	add(&list, "d", 4);
	is_u64(ft_game_jobs_nodes(&list), 10, "nodes");
	test_whole(&list);
	test_without(&list);
	test_with(&list);
	ft_game_jobs_free(&list);
	return done_testing();
}
