/*
 * The rankings worked out by hand in man/fairtree.7, and a set of small trees
 * for each rule of ties, `parent` shares and zeros.
 */
#include "algo/fairtree.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
	{ "two tied accounts",
	    "A 1\n"
	    "  u:a1 1 usage=30\n"
	    "  u:a2 1 usage=70\n"
	    "B 1\n"
	    "  u:b1 1 usage=20\n"
	    "  u:b2 1 usage=80\n",
	    { { "a1", 1, .75 }, { "a2", .75, .5 }, { "b1", .75, 1 },
		{ "b2", .25, .25 } } },
	{ "a user tied with an account comes first and shares its rank",
	    "A 1\n"
	    "  u:a1 1 usage=40\n"
	    "  u:a2 1 usage=60\n"
	    "u:r 1 usage=100\n",
	    { { "r", 1, 1 }, { "a1", 1, 1 }, { "a2", 1 / 3., 1 / 3. } } },
	{ "parent shares of accounts and users",
	    "P 10\n"
	    "  X parent\n"
	    "    u:x1 1 usage=50\n"
	    "    u:x2 2 usage=50\n"
	    "    u:xp parent usage=10\n"
	    "  Y 3\n"
	    "    u:y1 1 usage=30\n"
	    "Q 10\n"
	    "  u:q1 parent usage=5\n"
	    "  u:q2 1 usage=5\n",
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
	{ "three tied accounts",
	    "A 1\n"
	    "  u:a1 1 usage=10\n"
	    "  u:a2 1 usage=90\n"
	    "B 1\n"
	    "  u:b1 1 usage=10\n"
	    "  u:b2 1 usage=90\n"
	    "C 1\n"
	    "  u:c1 1 usage=50\n"
	    "  u:c2 1 usage=50\n",
	    { { "a1", 1, 1 }, { "a2", 5 / 6., 2 / 6. }, { "b1", 5 / 6., 1 },
		{ "b2", 3 / 6., 2 / 6. }, { "c1", 3 / 6., 4 / 6. },
		{ "c2", 3 / 6., 4 / 6. } } },
	{ "a tie ends in an account without users that comes first",
	    "A 1\n"
	    "  Ae 1\n"
	    "  u:a1 1 usage=100\n"
	    "B 1\n"
	    "  Be 1\n"
	    "  u:b1 1 usage=100\n",
	    { { "a1", 1, 1 }, { "b1", .5, 1 } } },
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
	struct ft_share share;
	struct ft_error err;
	struct ft_share_input input;

	fixture_init(&fixture, ranking->text);
	input = fixture_input(&fixture, ties);
	ft_share_init(&share);
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
	struct ft_share share;
	struct ft_share_input input;

	fixture_init(&fixture, text);
	input = fixture_input(&fixture, FT_TIES_DOCUMENTED);
	ft_share_init(&share);
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
	struct ft_share share;
	struct ft_share_input input;
	struct ft_share_values a, b;

	fixture_init(&fixture,
	    "u:w 1 usage=10\nu:x 3 usage=30\nu:y 7 usage=70\n"
	    "u:z 49 usage=490\nu:v 6 usage=60\nu:t 5 usage=0\n");
	input = fixture_input(&fixture, FT_TIES_SLURM);
	ft_share_init(&share);
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

/* ---- input that is refused ------------------------------------------------ */

static void
check_refused(void)
{
	static const char *const names[] = { "root", "A", "a1" };
	static const ft_real bad[] = { -1, (ft_real)NAN, (ft_real)INFINITY,
		-0x1p-16000L };
	struct fixture fixture;
	struct ft_share share;
	struct ft_share_input input;
	struct ft_error err;

	fixture_init(&fixture, "A 1\n  u:a1 1 usage=3\n  u:a2 1 usage=4\n");
	input = fixture_input(&fixture, FT_TIES_SLURM);
	ft_share_init(&share);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		uint32_t node = fixture_node(&fixture, names[i]);
		ft_real kept = fixture.usage[node];

		for (size_t j = 0; j < sizeof bad / sizeof *bad; j++) {
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
	for (size_t i = 0; i < sizeof rankings / sizeof *rankings; i++) {
		check_ranking(&rankings[i], FT_TIES_SLURM);
		check_ranking(&rankings[i], FT_TIES_DOCUMENTED);
	}
	check_values(rankings[0].text, bedrock_values,
	    sizeof bedrock_values / sizeof *bedrock_values);
	check_values(rankings[4].text, parent_values,
	    sizeof parent_values / sizeof *parent_values);
	check_near_order();
	check_refused();
	return done_testing();
}
