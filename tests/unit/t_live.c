/*
 * Fair Tree kept up to date, on small trees worked out by hand: the vectors of
 * man/fairtree.7 after charges that make them, and what random trees seldom
 * have.
 */
#include "algo/live/live.h"

#include <math.h>

#include "algo/share/fairtree.h"
#include "algo/share/internal.h"
#include "base/mem.h"
#include "lib/fixture.h"
#include "tap/tap.h"

static struct ft_live *
new_live(const struct fixture *fixture, enum ft_ties ties)
{
	struct ft_share_input input = fixture_input(fixture, ties);
	struct ft_error err;
	struct ft_live *live = ft_live_new(&input, &err);

	if (!live)
		bail("live: %s", err.text);
	return live;
}

static uint32_t
rank_of(const struct fixture *fixture, struct ft_live *live, const char *name)
{
	return ft_share_place(ft_live_factor(live, fixture_node(fixture, name)),
	    fixture->tree->n_user);
}

static void
charge(const struct fixture *fixture, struct ft_live *live, const char *name,
    ft_real amount)
{
	ft_live_charge(live, fixture_node(fixture, name), amount);
}

/*
 * Two accounts of equal shares and usage tie.  Documented: their users are one
 * level, b1 2.5, a1 1.67, a2 .71, b2 .625.  Slurm: A first, and B's first user
 * takes over the rank of A's last.
 */
static void
test_ties(void)
{
	struct fixture fixture;
	struct ft_live *live;
	static const struct {
		const char *name;
		uint32_t slurm, documented;
	} want[] = { { "a1", 1, 2 }, { "a2", 2, 3 }, { "b1", 2, 1 },
		{ "b2", 4, 4 } };

	fixture_init(&fixture, "A 1\n  u:a1 1\n  u:a2 1\n"
			       "B 1\n  u:b1 1\n  u:b2 1\n");
	for (int ties = 0; ties < 2; ties++) {
		bool slurm = ties == FT_TIES_SLURM;

		live = new_live(&fixture, (enum ft_ties)ties);
		is_u64(rank_of(&fixture, live, "b2"), 1,
		    "nobody used anything: all are first");
		charge(&fixture, live, "a1", 30);
		is_u64(rank_of(&fixture, live, "b1"), 1,
		    "who is in the unused account is first");
		charge(&fixture, live, "a2", 70);
		charge(&fixture, live, "b2", 80);
		is_u64(rank_of(&fixture, live, "a2"), 4, "A used more than B");
		charge(&fixture, live, "b1", 20);
		for (size_t i = 0; i < 4; i++)
			is_u64(rank_of(&fixture, live, want[i].name),
			    slurm ? want[i].slurm : want[i].documented,
			    "%s among tied accounts", want[i].name);
		charge(&fixture, live, "b1", 1);
		is_u64(rank_of(&fixture, live, "b1"), 3,
		    "one second more and B is behind");
		ft_live_free(live);
	}
	fixture_free(&fixture);
}

static void
test_time(void)
{
	struct fixture fixture;
	struct ft_live *live;
	ft_real *usage;
	uint32_t ann;

	fixture_init(
	    &fixture, "A 1\n  u:ann 1 usage=100\n  u:bob 1 usage=50\n");
	usage = ft_alloc(fixture.tree->n * sizeof *usage);
	live = new_live(&fixture, FT_TIES_DOCUMENTED);
	ann = fixture_node(&fixture, "ann");
	ft_live_decay(live, .25L);
	charge(&fixture, live, "bob", 12.5L);
	ft_live_usage(live, usage);
	ok(usage[ann] == 25 && usage[0] == 50, "25 left of 100, 37.5 of 150");
	is_u64(rank_of(&fixture, live, "ann"), 1, "both have used 25 now");
	is_u64(rank_of(&fixture, live, "bob"), 1, "and share the rank");
	for (int i = 0; i < 40; i++)
		ft_live_decay(live, 0x1p-100L);
	ft_live_usage(live, usage);
	ok(usage[ann] == ldexpl(25, -4000), "after 4000 halvings some is left");
	charge(&fixture, live, "bob", -1);
	ft_live_usage(live, usage);
	ok(usage[fixture_node(&fixture, "bob")] == 0,
	    "never less than nothing");
	is_u64(rank_of(&fixture, live, "ann"), 2, "who used nothing is before");
	ft_live_decay(live, 0);
	ft_live_usage(live, usage);
	ok(usage[ann] == 0 && usage[0] == 0, "a reset");
	is_u64(rank_of(&fixture, live, "ann"), 1, "all are first again");
	ok(ft_live_factor(live, ann) == 1, "with 1");
	ok(ft_live_factor(live, 0) == 0, "an account has no FairShare");
	charge(&fixture, live, "ann", (ft_real)NAN);
	ft_live_usage(live, usage);
	ok(usage[0] == 0, "what is no number is not charged");
	ft_live_free(live);
	ft_free(usage);
	fixture_free(&fixture);
}

/*
 * Slurm's mark for "no level fairshare", 4294967294, is what the first of a
 * level is compared with: S 1 and 1/4294967294 of the usage.  cid, alone in B,
 * then takes over the rank of A's last.
 */
static void
test_none(void)
{
	struct fixture fixture;
	struct ft_share_input input;
	struct ft_share share = { 0 };
	struct ft_live *live;
	uint32_t cid;

	fixture_init(&fixture, "A 9\n  u:ann 1 usage=1\n  u:bob 1 usage=2\n"
			       "B 1 usage=4294967293\n  u:cid 1 usage=1\n");
	cid = fixture_node(&fixture, "cid");
	for (int ties = 0; ties < 2; ties++) {
		input = fixture_input(&fixture, (enum ft_ties)ties);
		live = new_live(&fixture, (enum ft_ties)ties);
		if (ft_share_run(&ft_algo_fairtree, &input, &share, NULL, NULL))
			bail("run");
		ok(share.factor[cid] > .5, "cid shares bob's rank");
		ok(ft_live_factor(live, cid) >= share.factor[cid] &&
			ft_live_factor(live, cid) <= share.factor[cid],
		    "and does so in what is kept up to date");
		is_u64(
		    rank_of(&fixture, live, "cid"), 2, "which is the second");
		charge(&fixture, live, "cid", 1);
		is_u64(rank_of(&fixture, live, "cid"), 3,
		    "no longer after a second");
		ft_share_free(&share);
		ft_live_free(live);
	}
	fixture_free(&fixture);
}

static void
test_bad(void)
{
	struct fixture fixture;
	struct ft_share_input input;
	struct ft_error err = { 0 };

	fixture_init(&fixture, "A 1\n  u:ann 1 usage=100\n");
	input = fixture_input(&fixture, FT_TIES_SLURM);
	fixture.usage[2] = -1;
	ok(!ft_live_new(&input, &err), "negative usage is refused");
	is_i64(err.status, FT_EINVAL, "as ft_share_run does");
	ft_live_free(NULL);
	fixture_free(&fixture);
}

int
main(void)
{
	test_ties();
	test_time();
	test_none();
	test_bad();
	return done_testing();
}
