/*
 * Places of users under all algorithms: 1 the best, ties equal.
 */
#include "algo/share/rank.h"

#include "algo/share/classic.h"
#include "algo/share/fairtree.h"
#include "algo/share/levelbased.h"
#include "base/mem.h"
#include "lib/fixture.h"
#include "tap/tap.h"

static const char text[] = "A 1\n"
			   "  u:a1 1 usage=30\n"
			   "  u:a2 1 usage=70\n"
			   "B 1\n"
			   "  u:b1 1 usage=20\n"
			   "  u:b2 1 usage=80\n";

static const struct {
	const char *name;
	const struct ft_algo *algo;
	enum ft_ties ties;
	uint32_t a1, a2, b1, b2;
} rules[] = {
	/* the example of man/fairtree.7, TIES */
	{ "documented", &ft_algo_fairtree, FT_TIES_DOCUMENTED, 2, 3, 1, 4 },
	{ "slurm", &ft_algo_fairtree, FT_TIES_SLURM, 1, 2, 2, 4 },
	/* A and B are alike, so that the users' own usage decides */
	{ "classic", &ft_algo_classic, FT_TIES_SLURM, 2, 3, 1, 4 },
	{ "levelbased", &ft_algo_levelbased, FT_TIES_SLURM, 2, 3, 1, 4 },
};

static void
check_rule(const struct fixture *fixture, size_t k)
{
	struct ft_share_input input = fixture_input(fixture, rules[k].ties);
	const char *const name[] = { "a1", "a2", "b1", "b2" };
	const uint32_t want[] = { rules[k].a1, rules[k].a2, rules[k].b1,
		rules[k].b2 };
	uint32_t *rank = ft_alloc(fixture->tree->n * sizeof *rank);
	struct ft_share share = { 0 };

	if (ft_share_run(rules[k].algo, &input, &share, NULL, NULL))
		bail("run failed");
	ft_rank_users(fixture->tree, &share, rank);
	for (int i = 0; i < 4; i++) {
		uint32_t node = fixture_node(fixture, name[i]);

		is_u64(rank[node], want[i], "%s: %s", rules[k].name, name[i]);
		is_u64(ft_rank_user(fixture->tree, &share, node), want[i],
		    "%s: %s alone", rules[k].name, name[i]);
	}
	is_u64(rank[0], 0, "%s: accounts have none", rules[k].name);
	ft_share_free(&share);
	ft_free(rank);
}

int
main(void)
{
	struct fixture fixture;

	fixture_init(&fixture, text);
	for (size_t k = 0; k < FT_COUNT(rules); k++)
		check_rule(&fixture, k);
	fixture_free(&fixture);
	return done_testing();
}
