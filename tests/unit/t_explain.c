#include "report/explain/explain.h"

#include <string.h>

#include "lib/fixture.h"
#include "tap/tap.h"

/* A tree, ranked and explained for one or two users. */
struct scene {
	struct fixture fixture;
	struct ft_share_input input;
	struct ft_share share;
	struct ft_explain explain;
	struct ft_str str;
};

static void
scene_init(struct scene *scene, const char *text, enum ft_ties ties,
    const char *algorithm, const char *first, const char *second)
{
	struct ft_explain *explain = &scene->explain;
	struct ft_error err;

	*scene = (struct scene){ 0 };
	fixture_init(&scene->fixture, text);
	scene->input = fixture_input(&scene->fixture, ties);
	scene->share = (struct ft_share){ 0 };
	*explain = (struct ft_explain){ .algo = ft_algo_find(algorithm),
		.input = &scene->input,
		.share = &scene->share,
		.names = &scene->fixture.names,
		.n_path = second ? 2 : 1 };
	explain->path[0].user = fixture_node(&scene->fixture, first);
	if (second)
		explain->path[1].user = fixture_node(&scene->fixture, second);
	if (ft_explain_run(explain, &err) != FT_OK)
		bail("%s", err.text);
	scene->explain.outlook.load = "nothing is known";
}

static void
scene_free(struct scene *scene)
{
	ft_explain_free(&scene->explain);
	ft_share_free(&scene->share);
	fixture_free(&scene->fixture);
	ft_str_free(&scene->str);
}

/* ---- what is recorded ----------------------------------------------------- */

/*
 * root{x 1{x1 100}, a 1{b 1{b1 60, b2 20}, c 1{c1 20}, u 1 usage 100}}
 *
 * LF: x .5/(100/300) = 1.5, a .5/(200/300) = .75; under a: c (1/3)/(20/200) =
 * 3.333, b (1/3)/(80/200) = .833, u (1/3)/(100/200) = .667; b2 2, b1 .667.
 * Walk: x1, c1, b2, b1, u.
 */
static const char tree[] = "x 1\n"
			   "  u:x1 1 usage=100\n"
			   "a 1\n"
			   "  b 1\n"
			   "    u:b1 1 usage=60\n"
			   "    u:b2 1 usage=20\n"
			   "  c 1\n"
			   "    u:c1 1 usage=20\n"
			   "  u:u 1 usage=100\n";

static void
test_path(void)
{
	struct scene scene;
	const struct ft_explain_path *path;

	scene_init(&scene, tree, FT_TIES_DOCUMENTED, "fairtree", "b/b1", NULL);
	path = &scene.explain.path[0];
	is_u64(path->n, 3, "a, b, b1");
	is_str(fixture_name(&scene.fixture, path->step[0].node), "a", "a");
	is_str(fixture_name(&scene.fixture, path->step[2].node), "b1", "b1");
	is_u64(path->place, 4, "fourth");
	is_u64(path->slurm, 2, "rank 2 of 5 as Slurm counts");
	near((long double)path->step[1].shares, 1.0L / 3, 1e-15L, "S of b");
	near(path->step[1].usage, 80.0L / 200, 1e-18L, "U of b");
	near(path->step[1].level_fs, 200.0L / 240, 1e-15L, "LF of b");
	is_u64(path->step[1].place, 2, "b is second");
	is_u64(path->step[1].count, 3, "of b, c, u");
	is_str(fixture_name(&scene.fixture, path->step[1].before), "c",
	    "behind c");
	/* x1 because of a, c1 because of b, b2 because of b1 */
	is_u64(path->step[0].ahead, 1, "before a");
	is_u64(path->step[1].ahead, 1, "before b");
	is_u64(path->step[2].ahead, 1, "before b1");
	is_u64(path->equals, 0, "nobody has the same place");
	scene_free(&scene);
}

static void
test_decided(void)
{
	static const struct {
		const char *first, *second;
		size_t ahead, depth;
		const char *a, *b; /* siblings of the first, of the second */
	} rows[] = {
		{ "x/x1", "b/b1", 0, 0, "x", "a" },
		{ "b/b1", "x/x1", 1, 0, "a", "x" },
		{ "b/b1", "c/c1", 1, 1, "b", "c" },
		{ "b/b1", "a/u", 0, 1, "b", "u" },
		{ "b/b1", "b/b2", 1, 2, "b1", "b2" },
	};

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct scene scene;
		const struct ft_explain *explain = &scene.explain;
		size_t at;
		bool tied;

		scene_init(&scene, tree, FT_TIES_SLURM, "fairtree",
		    rows[i].first, rows[i].second);
		is_u64(ft_explain_ahead(explain, &tied), rows[i].ahead,
		    "%s or %s is ahead", rows[i].first, rows[i].second);
		ok(!tied, "not tied");
		at = ft_explain_decided(explain);
		is_u64(at, rows[i].depth, "level");
		is_str(fixture_name(
			   &scene.fixture, explain->path[0].step[at].node),
		    rows[i].a, "sibling");
		is_str(fixture_name(
			   &scene.fixture, explain->path[1].step[at].node),
		    rows[i].b, "and the other");
		scene_free(&scene);
	}
}

/* ---- ties ----------------------------------------------------------------- */

static void
test_ties(void)
{
	struct scene scene;
	const struct ft_explain_path *path;

	/* merged: a1=b1 1.0, c1=c2 .6667, a2=b2 .3333 */
	scene_init(&scene, FIXTURE_THREE_TIED, FT_TIES_DOCUMENTED, "fairtree",
	    "C/c1", "A/a2");
	path = scene.explain.path;
	is_u64(path[0].place, 3, "c1 is third");
	is_u64(path[0].equals, 1, "with c2");
	is_u64(path[1].place, 5, "a2 is fifth");
	is_u64(path[0].step[0].merged, 2, "C is merged with two");
	is_u64(path[1].step[0].merged, 2, "and so is A, into which they are");
	is_u64(ft_explain_decided(&scene.explain), 1,
	    "decided in the list of all three");
	is_u64(path[0].step[1].count, 6, "of six");
	is_u64(path[0].step[1].ahead, 2, "a1 and b1 before");
	/* as built: a1 1, a2 .8333, b1 .8333, b2 c1 c2 .5: all but a1 differ */
	is_u64(scene.explain.rules.differ[FT_TIE_SLURM_22_05], 5,
	    "the other rule moves five");
	scene_free(&scene);

	scene_init(&scene, FIXTURE_THREE_TIED, FT_TIES_SLURM, "fairtree",
	    "B/b1", "C/c2");
	path = scene.explain.path;
	is_u64(path[0].place, 2, "b1 shares the second place");
	is_u64(path[0].equals, 1, "with a2");
	is_u64(path[0].step[0].tie, FT_EXPLAIN_TIE, "B ties with A");
	is_u64(path[0].step[1].tie, FT_EXPLAIN_INHERIT, "b1 inherits");
	is_u64(path[0].step[0].ahead, 1, "a1 alone is before it");
	is_u64(path[0].step[0].equal, 2, "A and C have the same LF");
	is_u64(path[1].equals, 2, "c2 shares its place with c1 and b2");
	is_u64(ft_explain_decided(&scene.explain), 0, "decided at the top");
	scene_free(&scene);
}

/* ---- sentences ------------------------------------------------------------ */

static const char *
pair(struct scene *scene, const char *text, enum ft_ties ties,
    const char *first, const char *second)
{
	scene_init(scene, text, ties, "fairtree", first, second);
	ft_explain_add_pair(&scene->explain, &scene->str);
	return ft_str_text(&scene->str);
}

static void
test_pairs(void)
{
	static const struct {
		const char *text, *first, *second, *want;
	} rows[] = {
		{ tree, "x/x1", "b/b1",
		    "b1 is behind x1 because, under root, a (LF 0.75) is "
		    "behind x (LF 1.50); nothing inside a can change that." },
		{ tree, "b/b1", "a/u",
		    "u is behind b1 because, under a, u (LF 0.67) is behind b "
		    "(LF 0.83)." },
		{ FIXTURE_THREE_TIED, "A/a1", "B/b1",
		    "b1 is behind a1 because, under root, A and B are tied "
		    "(LF 1.00, exactly equal); Slurm enters A first, as it "
		    "comes first in the tree." },
		/* no usage, no shares */
		{ "u:new 1\nu:old 1 usage=5\n", "old", "new",
		    "old is behind new because, under root, old (LF 0.50) is "
		    "behind new (LF inf, no usage)." },
		{ "u:none 0 usage=1\nu:old 1 usage=9\n", "old", "none",
		    "none is behind old because, under root, none (LF 0.00, no "
		    "shares) is behind old (LF 1.11)." },
		/* (3001/3)/1000 = 1.000333, (3001/3)/1001 = .999334: two
		 * decimals are not enough */
		{ "u:a 1 usage=1000\nu:b 1 usage=1001\nu:c 1 usage=1000\n", "a",
		    "b",
		    "b is behind a because, under root, b (LF 0.999) is "
		    "behind a (LF 1.000)." },
		/* 1 and 2 of 2000000003 shares for half of the usage each are
		 * 1e-9 and 2e-9: small, but one is twice the other */
		{ "u:a 1 usage=50\nu:b 2 usage=50\nu:c 2000000000\n", "a", "b",
		    "a is behind b because, under root, a (LF 0.000000001) is "
		    "behind b (LF 0.000000002)." },
		/* in 64 bits a is above 1 by 5.6e-17, b below it by 3.7e-17 */
		{ "u:a 40 usage=400\nu:b 60 usage=600\n", "a", "b",
		    "b is behind a because, under root, b is behind a (near "
		    "tie: LF 1.000000, 9.3e-17 apart)." },
	};

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct scene scene;

		is_str(pair(&scene, rows[i].text, FT_TIES_SLURM, rows[i].first,
			   rows[i].second),
		    rows[i].want, "%s, %s", rows[i].first, rows[i].second);
		scene_free(&scene);
	}
}

/*
 * root{x 1{x1 100}, a 1{...}} with the user root, who has used nothing: nothing
 * is said about root, nor advised.  S is 1/3 now: x 1/3 / (1/3) = 1, a 1/3 /
 * (2/3) = .5, root inf.
 */
static const char with_root[] = "u:root 1\n"
				"x 1\n"
				"  u:x1 1 usage=100\n"
				"a 1\n"
				"  u:u 1 usage=100\n"
				"  u:v 1 usage=100\n";

static void
test_standing(void)
{
	static const struct {
		const char *text;
		enum ft_ties ties;
		const char *who, *want;
	} rows[] = {
		/* a is behind x: 1 user; b behind c: 1; b1 behind b2: 1.  The
		 * highest of the equal ones decides. */
		{ tree, FT_TIES_SLURM, "b/b1",
		    "b1 is 4th of 5, because a stands behind x at the top." },
		/* x1; b1, b2 and c1, because u is behind b and c */
		{ tree, FT_TIES_SLURM, "a/u",
		    "u is 5th of 5, behind b and 1 other in "
		    "a." },
		{ tree, FT_TIES_SLURM, "x/x1",
		    "x1 is 1st of 5, because x stands ahead of a at the top." },
		/* two at the second place: merged, c1 and c2 behind a1 and b1 */
		{ FIXTURE_THREE_TIED, FT_TIES_DOCUMENTED, "C/c1",
		    "c1 is 3rd of 6, tied with 1 other, "
		    "behind b1 and 1 other in C and B, ranked as one." },
		/* A is entered first; a1 alone has a better rank */
		{ FIXTURE_THREE_TIED, FT_TIES_SLURM, "B/b1",
		    "b1 is 2nd of 6, tied with 1 other, because B is tied with "
		    "A at the top and comes after it." },
		{ FIXTURE_THREE_TIED, FT_TIES_DOCUMENTED, "A/a1",
		    "a1 is 1st of 6, tied with 1 other, because it is tied "
		    "with b1 for first place in A and B, ranked as one." },
		{ FIXTURE_THREE_TIED, FT_TIES_SLURM, "A/a1",
		    "a1 is 1st of 6, because A is tied with B and 1 other for "
		    "first place at the top and comes first." },
		{ "u:new 1\nu:old 1 usage=5\n", FT_TIES_SLURM, "new",
		    "new is 1st of 2, because it has used nothing." },
		{ with_root, FT_TIES_SLURM, "x/x1",
		    "x1 is 2nd of 4, because x stands behind the user root at "
		    "the top." },
		{ with_root, FT_TIES_SLURM, "a/v",
		    "v is 3rd of 4, tied with 1 other, because a stands behind "
		    "x at the top." },
		{ "u:only 1 usage=3\n", FT_TIES_SLURM, "only",
		    "only is 1st of 1: there is nobody else." },
		{ "P 1\n  u:p parent usage=9\n  u:q 1\n", FT_TIES_SLURM, "p",
		    "p is 1st of 2, tied with 1 other, because it has parent "
		    "shares, which come first in P." },
	};

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct scene scene;

		scene_init(&scene, rows[i].text, rows[i].ties, "fairtree",
		    rows[i].who, NULL);
		ft_explain_add_standing(
		    &scene.explain, &scene.explain.path[0], &scene.str);
		is_str(
		    ft_str_text(&scene.str), rows[i].want, "%s", rows[i].who);
		scene_free(&scene);
	}
}

/*
 * a would pass x, of which 1 share of 3 stands against 100 of 300, with s shares
 * where s / 200 > 1 / 100; and x has to use more than 200, or a less than 100.
 * Then u and v share the second place, just after root.
 */
static void
test_next(void)
{
	struct scene scene;

	scene_init(&scene, with_root, FT_TIES_SLURM, "fairtree", "a/v", NULL);
	ft_explain_add_next(
	    &scene.explain, &scene.explain.path[0], 0, &scene.str);
	is_str(ft_str_text(&scene.str),
	    "a would pass x with 3 shares (now 1; v would be 2nd of 4), or if "
	    "x had 0 shares (now 1), or if the usage of x grew to 2.01 times "
	    "as much, or if its "
	    "own usage fell by 51 %.",
	    "relative to what is used now");
	ft_str_clear(&scene.str);
	ft_explain_add_next_command(
	    &scene.explain, &scene.explain.path[0], 0, &scene.str);
	is_str(ft_str_text(&scene.str),
	    " As a command: facctmgr modify account a set fairshare=3",
	    "the command");
	scene_free(&scene);

	scene_init(&scene, with_root, FT_TIES_SLURM, "fairtree", "x/x1", NULL);
	ft_explain_add_next(
	    &scene.explain, &scene.explain.path[0], 0, &scene.str);
	is_str(ft_str_text(&scene.str), "", "nothing about the user root");
	scene_free(&scene);
}

/* What will be: the numbers are given, the words are ours. */
static void
test_outlook(void)
{
	static const struct {
		int64_t pass, fall;
		uint32_t others;
		const char *want;
	} rows[] = {
		{ 276480, FT_PROJECT_NEVER, 0,
		    "b1 passes c1 in about 3.2 days." },
		{ 5 * 3600, 90, 3,
		    "b1 passes c1 and 3 others in about 5 hours, and x1 passes "
		    "b1 in about 2 minutes." },
		{ FT_PROJECT_NEVER, 40 * 86400 + 7, 0,
		    "b1 does not pass anybody within 365 days, and x1 passes "
		    "b1 in about 40 days." },
		{ FT_PROJECT_NEVER, FT_PROJECT_NEVER, 0,
		    "b1 does not pass anybody within 365 days." },
	};

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct scene scene;
		struct ft_explain_outlook *outlook = &scene.explain.outlook;
		struct ft_str want = { 0 };

		scene_init(
		    &scene, tree, FT_TIES_SLURM, "fairtree", "b/b1", NULL);
		*outlook = (struct ft_explain_outlook){ .known = true,
			.load = "as in the last 7 days",
			.horizon = 365 * 86400 };
		outlook->pass = (struct ft_project_answer){ rows[i].pass,
			fixture_node(&scene.fixture, "c/c1"), rows[i].others };
		outlook->fall = (struct ft_project_answer){ rows[i].fall,
			fixture_node(&scene.fixture, "x/x1"), 0 };
		ft_explain_add_outlook(&scene.explain, &scene.str);
		ft_str_addf(&want,
		    "If nobody runs jobs, ratios do not change and b1 keeps "
		    "the same place; if only the others run, as in the last "
		    "7 days, %s",
		    rows[i].want);
		is_str(ft_str_text(&scene.str), want.data, "outlook %zu", i);
		ft_str_free(&want);
		scene_free(&scene);
	}
}

/* Whose usage the account's is, told about a user below it. */
static void
say_usage(struct scene *scene, const char *account, const char *user)
{
	struct ft_explain_below *below = ft_explain_below_new(
	    &scene->explain, fixture_node(&scene->fixture, user));

	ft_str_clear(&scene->str);
	ft_explain_add_usage(
	    below, fixture_node(&scene->fixture, account), &scene->str);
	ft_explain_below_free(below);
}

static void
test_usage(void)
{
	static const char many[] = "a 1 usage=50\n"
				   "  u:u1 1 usage=500\n"
				   "  u:u2 1 usage=200\n"
				   "  u:u3 1 usage=100\n"
				   "  u:u4 1 usage=80\n"
				   "  u:u5 1 usage=69.7\n"
				   "  u:u6 1 usage=0.3\n"
				   "  u:u7 1\n";
	struct scene scene;

	scene_init(&scene, many, FT_TIES_SLURM, "fairtree", "a/u6", NULL);
	/* of 1000: three by name, the user, the others and the account */
	say_usage(&scene, "a", "a/u6");
	is_str(ft_str_text(&scene.str),
	    "Usage of a: u1 50 %, u2 20 %, u3 10 %, u6 under 0.1 %, 2 other "
	    "users 20 %.",
	    "whose usage");
	/* who may see himself only */
	scene.explain.self = "u6";
	say_usage(&scene, "a", "a/u6");
	is_str(ft_str_text(&scene.str),
	    "Usage of a: u6 under 0.1 %, 5 other users 100 %.",
	    "no other names");
	scene_free(&scene);

	scene_init(&scene, "a 1 usage=3\n  u:u1 1 usage=1\n", FT_TIES_SLURM,
	    "fairtree", "a/u1", NULL);
	say_usage(&scene, "a", "a/u1");
	is_str(ft_str_text(&scene.str),
	    "Usage of a: u1 25 %, charged to accounts directly 75 %.",
	    "usage of users that are gone");
	scene_free(&scene);
}

/* ---- the other algorithms ------------------------------------------------- */

static void
test_classic(void)
{
	struct scene scene;

	/* S .5, U .75 and .25: 2^-1.5 = .353553, 2^-.5 = .707107 */
	scene_init(&scene, "u:a 1 usage=75\nu:b 1 usage=25\n", FT_TIES_SLURM,
	    "classic", "a", "b");
	ft_explain_add_pair(&scene.explain, &scene.str);
	is_str(ft_str_text(&scene.str),
	    "a is behind b because a has FairShare 0.353553 = 2^-(0.750000 / "
	    "0.500000) and b has FairShare 0.707107 = 2^-(0.250000 / "
	    "0.500000).",
	    "classic");
	ft_str_clear(&scene.str);
	ft_explain_add_flip(&scene.explain, true, &scene.str);
	is_u64(scene.str.len, 0, "no siblings decide");
	ft_explain_add_standing(
	    &scene.explain, &scene.explain.path[0], &scene.str);
	is_str(ft_str_text(&scene.str),
	    "a is 2nd of 2: FairShare 0.353553 = 2^-(0.750000 / 0.500000).",
	    "one of them");
	is_u64(scene.explain.path[0].slurm, 0, "no rank of Slurm's");
	scene_free(&scene);
}

int
main(void)
{
	test_path();
	test_decided();
	test_ties();
	test_pairs();
	test_standing();
	test_next();
	test_outlook();
	test_usage();
	test_classic();
	return done_testing();
}
