#include "algo/share/share.h"

#include <string.h>

#include "lib/fixture.h"
#include "tap/tap.h"

static const char small[] = "u:a 1 usage=1\nu:b 1 usage=3\n";
static const char large[] =
    "A 1\n  u:a1 1 usage=1\n  u:a2 1 usage=3\nB 1\n  u:b1 1 usage=3\n";

/* Rank one after the other in the same result: nothing old may shine through. */
static void
check_reuse(void)
{
	struct fixture tree[2];
	struct ft_share share = { 0 };
	struct ft_share_values first[6], again;

	fixture_init(&tree[0], small);
	fixture_init(&tree[1], large);
	for (int i = 0; i < 12; i++) {
		const struct ft_algo *algo = ft_algos[i / 2 % 3];
		struct ft_share_input input =
		    fixture_input(&tree[i % 2], FT_TIES_DOCUMENTED);
		uint32_t node = tree[i % 2].tree->n - 1;

		if (ft_share_run(algo, &input, &share, NULL, NULL))
			bail("%s refused", algo->name);
		ok(share.algo == algo && share.n == tree[i % 2].tree->n,
		    "%s: algorithm and size", algo->name);
		ft_share_values_of(&input, &share, node, &again);
		if (i < 6) {
			first[i] = again;
			continue;
		}
		is_real((ft_real)again.factor, (ft_real)first[i - 6].factor,
		    "%s: the same factor again", algo->name);
		is_real(again.effective_usage, first[i - 6].effective_usage,
		    "%s: the same usage again", algo->name);
	}
	ft_share_free(&share);
	ok(!share.factor && !share.order, "empty after free");
	fixture_free(&tree[0]);
	fixture_free(&tree[1]);
}

static void
check_table(void)
{
	static const struct {
		const char *name;
		bool level_fs;
	} want[] = { { "fairtree", true }, { "classic", false },
		{ "levelbased", false } };

	for (int i = 0; i < 3; i++) {
		is_str(ft_algos[i]->name, want[i].name, "algorithm %d", i);
		is_u64(ft_algos[i]->level_fs, want[i].level_fs,
		    "%s has a LevelFS column", want[i].name);
		ok(ft_algo_find(want[i].name) == ft_algos[i], "found");
	}
	ok(!ft_algos[3], "the table ends");
	ok(ft_algo_find("FAIRTREE") == ft_algos[0], "any case");
	ok(!ft_algo_find(""), "no name");
}

/* The sums, on ten shares, so that some are added eight at a time. */
static void
check_sums(void)
{
	static const char text[] =
	    "u:a 4294967295\nu:b 4294967295\nu:c 4294967295\nu:d 4294967295\n"
	    "u:e 4294967295\nu:f 4294967295\nu:g 4294967295\nu:h 4294967295\n"
	    "u:i 4294967295\nu:j 10\n";
	struct fixture fixture;
	bool zero = true;

	fixture_init(&fixture, text);
	/* 9 x (2^32 - 1) + 10 = 9 x 2^32 + 1 */
	is_u64(ft_share_sum(fixture.tree, 0, FT_TIES_DOCUMENTED, &zero),
	    UINT64_C(38654705665), "64 bits");
	ok(!zero, "none is 0");
	is_u64(ft_share_sum(fixture.tree, 0, FT_TIES_SLURM, NULL), 1,
	    "32 bits, as Slurm's");
	fixture.tree->shares[3] = 0;
	is_u64(ft_share_sum(fixture.tree, 0, FT_TIES_DOCUMENTED, &zero),
	    UINT64_C(34359738370), "without one of them");
	ok(zero, "one is 0");
	fixture_free(&fixture);
}

/* Two times 2^31 shares: what each algorithm makes of them. */
static void
check_wide(void)
{
	static const char text[] =
	    "u:a 2147483648 usage=1\nu:b 2147483648 usage=3\n";

	for (int i = 0; ft_algos[i]; i++) {
		struct ft_share_values values;
		struct fixture fixture;
		struct ft_share share = { 0 };
		struct ft_share_input input;

		fixture_init(&fixture, text);
		input = fixture_input(&fixture, FT_TIES_DOCUMENTED);
		ft_share_run(ft_algos[i], &input, &share, NULL, NULL);
		ft_share_values_of(&input, &share, 1, &values);
		is_real((ft_real)values.norm_shares, 0.5L,
		    "%s: 2^31 of 2^32 shares", ft_algos[i]->name);
		input = fixture_input(&fixture, FT_TIES_SLURM);
		ft_share_run(ft_algos[i], &input, &share, NULL, NULL);
		ft_share_values_of(&input, &share, 1, &values);
		is_real((ft_real)values.norm_shares, 0, "%s: as Slurm, of none",
		    ft_algos[i]->name);
		ft_share_free(&share);
		fixture_free(&fixture);
	}
}

/* A tree of the root alone. */
static void
check_alone(void)
{
	for (int i = 0; ft_algos[i]; i++) {
		struct fixture fixture;
		struct ft_share share = { 0 };
		struct ft_share_values values;
		struct ft_share_input input;

		fixture_init(&fixture, "");
		input = fixture_input(&fixture, FT_TIES_SLURM);
		is_i64(ft_share_run(ft_algos[i], &input, &share, NULL, NULL),
		    FT_OK, "%s: a root alone", ft_algos[i]->name);
		ft_share_values_of(&input, &share, 0, &values);
		is_real(values.effective_usage, 1, "%s: its effective usage",
		    ft_algos[i]->name);
		ft_share_free(&share);
		fixture_free(&fixture);
	}
}

int
main(void)
{
	check_table();
	check_reuse();
	check_alone();
	check_sums();
	check_wide();
	return done_testing();
}
