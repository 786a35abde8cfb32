/*
 * The rankings worked out by hand in man/fairtree.7, and a set of small trees
 * for each rule of ties, `parent` shares and zeros.
 */
#include "algo/share/fairtree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algo/share/fairtree_internal.h"
#include "base/mem.h"
#include "base/rng.h"
#include "lib/fixture.h"
#include "tap/tap.h"

/* A factor is rank / N in one division; a table gives six digits of it. */
#define SIX_DIGITS 0.5e-6L

struct want {
	const char *name;
	double slurm, documented;
};

struct ranking {
	const char *title;
	const char *text;
	struct want want[10];
};

static const struct ranking rankings[] = {
	{ "users of a lower account never pass those of a higher one",
	    "managers 500\n"
	    "  u:slate 1 usage=554\n"
	    "bedrock 500\n"
	    "  u:fred 25 usage=301\n"
	    "  u:barney 25 usage=102\n"
	    "  u:wilma 25 usage=37\n"
	    "  u:betty 25 usage=236\n",
	    { { "slate", 1, 1 }, { "wilma", .8, .8 }, { "barney", .6, .6 },
		{ "betty", .4, .4 }, { "fred", .2, .2 } } },
	{ "40/100 by 400/1000 and 60/100 by 600/1000 are no tie in 80 bits",
	    "A 40\n"
	    "  u:u1 1 usage=300\n"
	    "  u:u2 1 usage=100\n"
	    "B 60\n"
	    "  u:u3 1 usage=600\n"
	    "  u:u4 2\n",
	    { { "u2", 1, 1 }, { "u1", .75, .75 }, { "u4", .5, .5 },
		{ "u3", .25, .25 } } },
	{ "two tied accounts", FIXTURE_TWO_TIED,
	    { { "a1", 1, .75 }, { "a2", .75, .5 }, { "b1", .75, 1 },
		{ "b2", .25, .25 } } },
	{ "a user tied with an account comes first and shares its rank",
	    "A 1\n"
	    "  u:a1 1 usage=40\n"
	    "  u:a2 1 usage=60\n"
	    "u:r 1 usage=100\n",
	    { { "r", 1, 1 }, { "a1", 1, 1 }, { "a2", 1 / 3., 1 / 3. } } },
	{ "parent shares of accounts and users", FIXTURE_PROMOTED,
	    { { "q1", 1, 1 }, { "q2", 5 / 6., 5 / 6. },
		{ "xp", 4 / 6., 4 / 6. }, { "y1", 3 / 6., 3 / 6. },
		{ "x2", 2 / 6., 2 / 6. }, { "x1", 1 / 6., 1 / 6. } } },
	{ "no usage anywhere",
	    "A 1\n"
	    "  u:a1 1\n"
	    "  u:a2 1\n"
	    "B 1\n"
	    "  u:b1 1\n",
	    { { "a1", 1, 1 }, { "a2", 1, 1 }, { "b1", 1, 1 } } },
	{ "zero shares are last and tied",
	    "A 0\n"
	    "  u:a1 1 usage=10\n"
	    "B 1\n"
	    "  u:b1 0\n"
	    "  u:b2 0 usage=5\n"
	    "  u:b3 1 usage=5\n",
	    { { "b3", 1, 1 }, { "b1", .75, .75 }, { "b2", .75, .75 },
		{ "a1", .25, .25 } } },
	{ "three tied accounts", FIXTURE_THREE_TIED,
	    { { "a1", 1, 1 }, { "a2", 5 / 6., 2 / 6. }, { "b1", 5 / 6., 1 },
		{ "b2", 3 / 6., 2 / 6. }, { "c1", 3 / 6., 4 / 6. },
		{ "c2", 3 / 6., 4 / 6. } } },
	{ "a tie ends in an account without users that comes first",
	    FIXTURE_TIE_LOST, { { "a1", 1, 1 }, { "b1", .5, 1 } } },
	{ "merged levels merge again further down",
	    "A 1\n"
	    "  A1 1\n"
	    "    u:a1 1 usage=60\n"
	    "    u:a2 1 usage=20\n"
	    "  u:a3 1 usage=40\n"
	    "B 1\n"
	    "  B1 1\n"
	    "    u:b1 1 usage=50\n"
	    "    u:b2 1 usage=30\n"
	    "  u:b3 1 usage=40\n",
	    /* LF: A = B = 1; A1 = B1 = .75, a3 = b3 = 1.5; then a2 2,
	     * b2 1.3333, b1 .8, a1 .6667; slurm: a3 6, a2 5, a1 4,
	     * b3 4 (inherited), b2 2, b1 1 */
	    { { "a3", 1, 1 }, { "b3", 4 / 6., 1 }, { "a2", 5 / 6., 4 / 6. },
		{ "b2", 2 / 6., 3 / 6. }, { "b1", 1 / 6., 2 / 6. },
		{ "a1", 4 / 6., 1 / 6. } } },
	{ "shares of 1/10, 3/30, 7/70, 49/490 are ties on paper only",
	    "u:w 1 usage=10\n"
	    "u:x 3 usage=30\n"
	    "u:y 7 usage=70\n"
	    "u:z 49 usage=490\n",
	    { { NULL, 0, 0 } } },
};

static void
check_ranking(const struct ranking *ranking, enum ft_ties ties)
{
	struct fixture fixture;
	struct ft_share share = { 0 };
	struct ft_error err;
	struct ft_share_input input;

	fixture_init(&fixture, ranking->text);
	input = fixture_input(&fixture, ties);
	if (ft_share_run(&ft_algo_fairtree, &input, &share, NULL, &err))
		bail("%s", err.text);
	for (const struct want *want = ranking->want; want->name; want++) {
		uint32_t node = fixture_node(&fixture, want->name);

		near(share.factor[node],
		    ties == FT_TIES_SLURM ? want->slurm : want->documented,
		    SIX_DIGITS, "%s, %s: %s",
		    ties == FT_TIES_SLURM ? "slurm" : "documented",
		    ranking->title, want->name);
	}
	ft_share_free(&share);
	fixture_free(&fixture);
}

/* ---- values shown --------------------------------------------------------- */

struct value {
	const char *name;
	double norm_shares;
	double usage;
	double level_fs; /* -1: none */
	uint32_t rank;
};

static void
check_values(const char *text, const struct value *want, size_t n)
{
	struct fixture fixture;
	struct ft_share share = { 0 };
	struct ft_share_input input;

	fixture_init(&fixture, text);
	input = fixture_input(&fixture, FT_TIES_DOCUMENTED);
	ft_share_run(&ft_algo_fairtree, &input, &share, NULL, NULL);
	for (size_t i = 0; i < n; i++) {
		struct ft_share_values got;
		const char *name = want[i].name;

		ft_share_values_of(
		    &input, &share, fixture_node(&fixture, name), &got);
		near(got.norm_shares, want[i].norm_shares, SIX_DIGITS,
		    "%s: normalised shares", name);
		near(got.effective_usage, want[i].usage, SIX_DIGITS,
		    "%s: effective usage", name);
		is_u64(got.has_level_fs, want[i].level_fs >= 0,
		    "%s: has a level fairshare", name);
		if (isinf(want[i].level_fs))
			is_real(got.level_fs, (ft_real)INFINITY,
			    "%s: level fairshare", name);
		else if (want[i].level_fs >= 0)
			near(got.level_fs, want[i].level_fs, SIX_DIGITS,
			    "%s: level fairshare", name);
		is_u64(got.rank, want[i].rank, "%s: rank", name);
		is_u64(
		    got.has_factor, want[i].rank > 0, "%s: has a factor", name);
	}
	ft_share_free(&share);
	fixture_free(&fixture);
}

static const struct value parent_values[] = {
	{ "root", 0, 1, -1, 0 },
	{ "P", .5, .933333, .535714, 0 },
	{ "X", .5, .785714, -1, 0 },
	{ "Y", .5, .214286, 2.333333, 0 },
	{ "x1", .166667, .357143, .466667, 6 },
	{ "x2", .333333, .357143, .933333, 5 },
	{ "xp", .5, .071429, -1, 3 },
	{ "y1", 1, 1, 1, 4 },
	{ "Q", .5, .066667, 7.5, 0 },
	{ "q1", .5, .5, -1, 1 },
	{ "q2", 1, .5, 2, 2 },
};

static const struct value bedrock_values[] = {
	{ "bedrock", .5, .549593, .909763, 0 },
	{ "fred", .25, .445266, .561462, 5 },
	{ "barney", .25, .150888, 1.656863, 3 },
	{ "wilma", .25, .054734, 4.567568, 2 },
	{ "betty", .25, .349112, .716102, 4 },
	{ "managers", .5, .450407, 1.110108, 0 },
	{ "slate", 1, 1, 1, 1 },
};

/* ---- near ties ------------------------------------------------------------ */

/* Values that are equal on paper: their order is that of the exact roundings,
 * so recomputing them one by one must give it. */
static void
check_near_order(void)
{
	struct fixture fixture;
	struct ft_share share = { 0 };
	struct ft_share_input input;
	struct ft_share_values a, b;

	fixture_init(&fixture,
	    "u:w 1 usage=10\nu:x 3 usage=30\nu:y 7 usage=70\n"
	    "u:z 49 usage=490\nu:v 6 usage=60\nu:t 5 usage=0\n");
	input = fixture_input(&fixture, FT_TIES_SLURM);
	ft_share_run(&ft_algo_fairtree, &input, &share, NULL, NULL);
	for (uint32_t i = 1; i + 1 < fixture.tree->n; i++) {
		uint32_t p = share.order[i], q = share.order[i + 1];
		int order;

		ft_share_values_of(&input, &share, p, &a);
		ft_share_values_of(&input, &share, q, &b);
		order = ft_real_cmp(a.level_fs, b.level_fs);
		ok(order >= 0, "%s is not behind %s", fixture_name(&fixture, p),
		    fixture_name(&fixture, q));
		ok((order == 0) == (a.rank == b.rank),
		    "%s and %s are tied only if equal",
		    fixture_name(&fixture, p), fixture_name(&fixture, q));
	}
	ft_share_values_of(&input, &share, fixture_node(&fixture, "x"), &a);
	ft_share_values_of(&input, &share, fixture_node(&fixture, "v"), &b);
	is_u64(a.rank, b.rank, "doubling shares and usage keeps a tie");
	ft_share_free(&share);
	fixture_free(&fixture);
}

/* ---- sorting of keys ------------------------------------------------------ */

static int
compare_keys(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x < y) - (x > y);
}

/* Keys that differ in their low SPREAD bits, and one far away if LONELY. */
static void
check_keys(uint32_t n, uint32_t spread, bool lonely)
{
	size_t size = (n + FT_KEY_PAD) * sizeof(uint64_t);
	uint64_t *key = ft_calloc(1, size), *spare = ft_calloc(1, size);
	uint64_t *want = ft_calloc(1, size), *got;
	struct ft_rng rng;
	bool differ = true;

	ft_rng_init(&rng, n);
	for (uint32_t i = 0; i < n; i++) {
		uint64_t bits = ft_rng_u64(&rng) >> (64 - spread);

		/* the low bits hold a place, so that no two are equal */
		key[i] =
		    UINT64_C(0x3ff0000000000000) + (bits << 13 | (i & 0x1fff));
	}
	if (lonely && n)
		key[n / 2] = UINT64_C(0x7fe0000000000000);
	memcpy(want, key, size);
	qsort(want, n, sizeof *want, compare_keys);
	for (uint32_t i = 1; i < n; i++)
		differ &= want[i] != want[i - 1];
	got = ft_keys_sort(key, spare, n);
	ok(differ && !memcmp(got, want, n * sizeof *got), "%u keys, %u bits%s",
	    n, spread, lonely ? ", one far away" : "");
	ft_free(key);
	ft_free(spare);
	ft_free(want);
}

static void
check_sorts(void)
{
	static const uint32_t sizes[] = { 0, 1, 2, 3, 7, 8, 9, 31, 32, 33, 63,
		64, 65, 95, 96, 97, 127, 128, 129, 1000, 2047, 2048, 2049, 5000,
		8191 };
	static const uint32_t spreads[] = { 1, 10, 40, 48 };

	for (size_t i = 0; i < FT_COUNT(sizes); i++)
		for (size_t j = 0; j < FT_COUNT(spreads); j++) {
			check_keys(sizes[i], spreads[j], false);
			check_keys(sizes[i], spreads[j], true);
		}
}

/* ---- input that is refused ------------------------------------------------ */

static void
check_refused(void)
{
	static const char *const names[] = { "root", "A", "a1" };
	static const ft_real bad[] = { -1, (ft_real)NAN, (ft_real)INFINITY,
		-0x1p-16000L };
	struct fixture fixture;
	struct ft_share share = { 0 };
	struct ft_share_input input;
	struct ft_error err;

	fixture_init(&fixture, "A 1\n  u:a1 1 usage=3\n  u:a2 1 usage=4\n");
	input = fixture_input(&fixture, FT_TIES_SLURM);
	for (size_t i = 0; i < FT_COUNT(names); i++) {
		uint32_t node = fixture_node(&fixture, names[i]);
		ft_real kept = fixture.usage[node];

		for (size_t j = 0; j < FT_COUNT(bad); j++) {
			char want[80];

			/* where a double has no such exponents */
			if (bad[j] == 0)
				continue;
			fixture.usage[node] = bad[j];
			snprintf(want, sizeof want,
			    "usage of association %u is not a number from 0 "
			    "on",
			    fixture.tree->id[node]);
			is_i64(ft_share_run(&ft_algo_fairtree, &input, &share,
				   NULL, &err),
			    FT_EINVAL, "usage %Lg of %s", bad[j], names[i]);
			is_str(err.text, want, "says which");
		}
		fixture.usage[node] = kept;
	}
	is_i64(ft_share_run(&ft_algo_fairtree, &input, &share, NULL, &err),
	    FT_OK, "runs again after a refusal");
	ft_share_free(&share);
	fixture_free(&fixture);
}

int
main(void)
{
	for (size_t i = 0; i < FT_COUNT(rankings); i++) {
		check_ranking(&rankings[i], FT_TIES_SLURM);
		check_ranking(&rankings[i], FT_TIES_DOCUMENTED);
	}
	check_values(
	    rankings[0].text, bedrock_values, FT_COUNT(bedrock_values));
	check_values(rankings[4].text, parent_values, FT_COUNT(parent_values));
	check_near_order();
	check_sorts();
	check_refused();
	return done_testing();
}
