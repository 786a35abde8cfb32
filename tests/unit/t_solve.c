/*
 * Solving on trees small enough to do by hand, and the sentences about it.
 */
#include "algo/solve/solve.h"

#include <string.h>

#include "algo/share/classic.h"
#include "algo/share/fairtree.h"
#include "algo/share/levelbased.h"
#include "lib/fixture.h"
#include "report/explain/advice.h"
#include "tap/tap.h"

/* The example of man/fairtree.7: slate, wilma, barney, betty, fred. */
#define BEDROCK                                                                \
	"managers 500\n"                                                       \
	"  u:slate 1 usage=554\n"                                              \
	"bedrock 500\n"                                                        \
	"  u:fred 25 usage=301\n"                                              \
	"  u:barney 25 usage=102\n"                                            \
	"  u:wilma 25 usage=37\n"                                              \
	"  u:betty 25 usage=236\n"

/* One line for each option, as fairtree tells them. */
struct question {
	const char *title;
	const char *tree;
	const char *user;
	uint32_t target;
	const char *answer;
};

static const struct question questions[] = {
	/*
	 * x/(x+500) / (676/1230) > 500/(x+500) / (554/1230) when
	 * x > 500 x 676 / 554 = 610.1
	 */
	{ "an account passes another", BEDROCK, "wilma", 1,
	    "wilma@bedrock has place 2 of 5; to reach place 1, change one of "
	    "these:\n"
	    "  shares of wilma@bedrock: even first place on its level is not "
	    "enough; 1 user is ahead of bedrock\n"
	    "* shares of bedrock 500 -> 611: place 1 of 5; 1 other user "
	    "falls, 3 rise\n" },
	/*
	 * betty before wilma: x/236 > 25/37 when x > 159.5; barney on the way:
	 * x > 25 x 236 / 102 = 57.8
	 */
	{ "a user passes others in its account", BEDROCK, "betty", 3,
	    "betty@bedrock has place 4 of 5; to reach place 3, change one of "
	    "these:\n"
	    "* shares of betty@bedrock 25 -> 58: place 3 of 5; 1 other user "
	    "falls\n"
	    "  shares of bedrock 500 -> 611: place 3 of 5; 1 other user "
	    "falls, 3 rise\n" },
	{ "two at once", BEDROCK, "betty", 2,
	    "betty@bedrock has place 4 of 5; to reach place 2, change one of "
	    "these:\n"
	    "* shares of betty@bedrock 25 -> 160: place 2 of 5; 2 other "
	    "users fall\n"
	    "  shares of bedrock: even first place on its level is not "
	    "enough; 2 users of bedrock are ahead of betty@bedrock; the best "
	    "possible place is 3, with 611 (now 500)\n" },
	{ "neither alone", BEDROCK, "betty", 1,
	    "betty@bedrock has place 4 of 5; no single change reaches place "
	    "1\n"
	    "  shares of betty@bedrock: even first place on its level is not "
	    "enough; 1 user is ahead of bedrock; the best possible place is "
	    "2, with 160 (now 25)\n"
	    "  shares of bedrock: even first place on its level is not "
	    "enough; 2 users of bedrock are ahead of betty@bedrock; the best "
	    "possible place is 3, with 611 (now 500)\n" },
	{ "an alone user", BEDROCK, "slate", 1,
	    "slate@managers has place 1 of 5: already 1 or better\n" },
	{ "siblings without usage",
	    "chem 1\n"
	    "  u:alice 1\n"
	    "  u:carl 1\n"
	    "physics 5\n"
	    "  u:bob 1 usage=10\n",
	    "bob", 2,
	    "bob@physics has place 3 of 3; no single change reaches place 2\n"
	    "  shares of bob@physics: it has no siblings to pass; 2 users "
	    "are ahead of physics\n"
	    "  shares of physics: it cannot pass chem, which has no usage "
	    "(LF inf)\n" },
	{ "a user with parent shares",
	    "physics 1\n"
	    "  u:pat parent usage=90\n"
	    "  u:bob 1 usage=10\n",
	    "bob", 1,
	    "bob@physics has place 2 of 2; no single change reaches place 1\n"
	    "  shares of bob@physics: it cannot pass pat@physics, whose "
	    "shares are parent (LF inf)\n"
	    "  shares of physics: it has no siblings to pass; 1 user of "
	    "physics is ahead of bob@physics\n" },
	/*
	 * bob is on one level with chem, x/30 against 1/10: tied with 3, and a
	 * user goes before an account, which has the same place then
	 */
	{ "accounts with parent shares",
	    "chem 1\n"
	    "  u:alice 1 usage=10\n"
	    "lab parent\n"
	    "  u:bob 1 usage=30\n",
	    "bob", 1,
	    "bob@lab has place 2 of 2; to reach place 1, change one of "
	    "these:\n"
	    "* shares of bob@lab 1 -> 3: place 1 of 2, tied; 0 other users "
	    "fall\n"
	    "  shares of lab: parent, so there is no number to change\n" },
	/* a user tied with an account: its first user has the same place */
	{ "a tie with a user is enough",
	    "A 1\n"
	    "  u:a1 1 usage=40\n"
	    "  u:a2 1 usage=60\n"
	    "u:r 2 usage=100\n",
	    "a1", 1,
	    "a1@A has place 2 of 3; to reach place 1, change one of these:\n"
	    "  shares of a1@A: even first place on its level is not enough; "
	    "1 user is ahead of A\n"
	    "* shares of A 1 -> 2: place 1 of 3, tied; 0 other users fall\n" },
	{ "no shares yet",
	    "A 0\n"
	    "  u:a 1 usage=1\n"
	    "B 1\n"
	    "  u:b 1 usage=1\n",
	    "a", 1,
	    "a@A has place 2 of 2; to reach place 1, change one of these:\n"
	    "  shares of a@A: it has no siblings to pass; 1 user is ahead of "
	    "A\n"
	    "* shares of A 0 -> 1: place 1 of 2, tied; 0 other users fall\n" },
	{ "more shares than there may be",
	    "A 1\n"
	    "  u:a 1 usage=1000\n"
	    "B 2147483646\n"
	    "  u:b 1 usage=1\n",
	    "a", 1,
	    "a@A has place 2 of 2; no single change reaches place 1\n"
	    "  shares of a@A: it has no siblings to pass; 1 user is ahead of "
	    "A\n"
	    "  shares of A: it cannot pass B with any number of shares\n" },
	{ "no usage",
	    "A 1\n"
	    "  u:a1 1\n"
	    "  u:a2 1 usage=5\n"
	    "B 9\n"
	    "  u:b 1 usage=1\n",
	    "a1", 1,
	    "a1@A has place 2 of 3; to reach place 1, change one of these:\n"
	    "  shares of a1@A: it has no usage, so any number puts it first "
	    "on its level (LF inf); 1 user is ahead of A\n"
	    "* shares of A 1 -> 45: place 1 of 3; 1 other user falls, 1 "
	    "rises\n" },
};

/* 4294967294 + 9 = 2^32 + 7 */
#define WRAPPING                                                               \
	"A 4294967294\n"                                                       \
	"  u:a 1 usage=5\n"                                                    \
	"B 9\n"                                                                \
	"  u:b 1 usage=1\n"
static const struct question wraps = { "a sum that wraps", WRAPPING, "b", 1,
	"b@B has place 2 of 2; no single change reaches place 1\n"
	"  shares of b@B: it has no siblings to pass; 1 user is ahead of B\n"
	"  shares of B: shares on its level add up to more than 4294967295\n" };
/* more than 4294967294 / 5 = 858993458.8 */
static const struct question large = { "a sum of 33 bits", WRAPPING, "b", 1,
	"b@B has place 2 of 2; to reach place 1, change one of these:\n"
	"  shares of b@B: it has no siblings to pass; 1 user is ahead of B\n"
	"* shares of B 9 -> 858993459: place 1 of 2; 1 other user falls\n" };
/* Shares that Slurm cannot give. */
static const struct question most = { "one that has more than 2^31 shares",
	"A 4294967290\n"
	"  u:a 1 usage=1000000000000\n"
	"B 4\n"
	"  u:b 1 usage=1\n",
	"a", 1,
	"a@A has place 2 of 2; no single change reaches place 1\n"
	"  shares of a@A: it has no siblings to pass; 1 user is ahead of A\n"
	"  shares of A: it cannot pass B with any number of shares\n" };

static void
solve(const struct fixture *fixture, const struct ft_algo *algo,
    enum ft_ties ties, const char *user, uint32_t target,
    struct ft_solve *solve)
{
	struct ft_share_input input = fixture_input(fixture, ties);
	const struct ft_solve_target asked = { fixture_node(fixture, user),
		target };
	struct ft_error err;

	if (ft_solve_rank(algo, &input, &asked, solve, &err))
		bail("solve: %s", err.text);
}

static void
check_question(const struct question *question, enum ft_ties ties)
{
	struct fixture fixture;
	struct ft_solve answer;
	struct ft_advice advice;
	struct ft_arena texts FT_CLEANUP(ft_arena_clear) = { 0 };
	struct ft_out out;

	fixture_init(&fixture, question->tree);
	advice = (struct ft_advice){
		.tree = fixture.tree, .names = &fixture.names, .texts = &texts
	};
	solve(&fixture, &ft_algo_fairtree, ties, question->user,
	    question->target, &answer);
	ft_out_init(&out, NULL);
	ft_advice_solve(&advice, &answer, &out);
	is_str(ft_str_text(&out.text), question->answer, "%s: %s",
	    question->title, ties == FT_TIES_SLURM ? "slurm" : "documented");
	ft_out_free(&out);
	ft_solve_clear(&answer);
	fixture_free(&fixture);
}

/* Both rules, where they differ. */
static void
check_ties(void)
{
	/*
	 * A and B are tied; b1's level fairshare is 2.5, the cousins' 1.667
	 * and 0.714.  Documented: b2 before a2 when x/(x+1) / (80/100) >
	 * 0.5 / 0.7, so x > 4/3; tied with a1 never, as x/(x+1) < 4/3.
	 */
	static const char text[] = "A 1\n"
				   "  u:a1 1 usage=30\n"
				   "  u:a2 1 usage=70\n"
				   "B 1\n"
				   "  u:b1 1 usage=20\n"
				   "  u:b2 1 usage=80\n";
	struct fixture fixture;
	struct ft_solve answer;

	fixture_init(&fixture, text);
	solve(
	    &fixture, &ft_algo_fairtree, FT_TIES_DOCUMENTED, "b2", 3, &answer);
	is_u64(answer.rank, 4, "documented: b2 is last");
	is_u64(answer.option[0].kind, FT_SOLVE_FOUND, "cousins are merged");
	is_u64(answer.option[0].to, 2, "and passed like siblings");
	is_u64(answer.option[1].to, 2, "the account alone passes the other");
	is_u64(answer.option[1].rank, 2, "with all its users");
	ft_solve_clear(&answer);

	solve(&fixture, &ft_algo_fairtree, FT_TIES_SLURM, "b2", 2, &answer);
	is_u64(answer.rank, 4, "slurm: b2 is last");
	/* with 5 it is before b1, and as the first of B inherits a2's place */
	is_u64(answer.option[0].kind, FT_SOLVE_FOUND, "an inherited place");
	is_u64(answer.option[0].to, 4, "at the tie with b1 it is still its");
	is_u64(answer.option[0].rank, 2, "which is that of a2");
	is_u64(answer.option[1].to, 2, "or the account");
	ft_solve_clear(&answer);
	fixture_free(&fixture);
}

static void
check_others(void)
{
	struct fixture fixture;
	struct ft_solve answer;

	fixture_init(&fixture, BEDROCK);
	/*
	 * Level based: 2^-(U/S) of the accounts in 16 bits decides, so bedrock
	 * has to be strictly more, as in Fair Tree.
	 */
	solve(
	    &fixture, &ft_algo_levelbased, FT_TIES_SLURM, "wilma", 1, &answer);
	is_u64(answer.option[1].kind, FT_SOLVE_FOUND, "level based");
	is_u64(answer.option[1].to, 611, "the same shares as in Fair Tree");
	is_u64(answer.option[1].fall, 1, "one falls");
	ft_solve_clear(&answer);
	/*
	 * Classic: UE/S of slate is 554/1230 / 0.5 = 0.901.  However many
	 * shares wilma has, hers is no less than that of bedrock, 676/1230 /
	 * 0.5 = 1.099.
	 */
	solve(&fixture, &ft_algo_classic, FT_TIES_SLURM, "wilma", 1, &answer);
	is_u64(answer.rank, 2, "classic: wilma is second, too");
	is_u64(answer.option[0].kind, FT_SOLVE_NEVER, "not by her own shares");
	is_u64(answer.option[1].kind, FT_SOLVE_FOUND, "but by bedrock's");
	is_u64(answer.option[1].rank, 1, "first with those");
	ft_solve_clear(&answer);
	fixture_free(&fixture);
}

static void
check_refusals(void)
{
	struct fixture fixture;
	struct ft_share_input input;
	struct ft_solve answer;
	struct ft_error err;
	uint32_t user;

	fixture_init(&fixture, BEDROCK);
	input = fixture_input(&fixture, FT_TIES_SLURM);
	user = fixture_node(&fixture, "wilma");
	is_i64(ft_solve_rank(&ft_algo_fairtree, &input,
		   &(struct ft_solve_target){
		       fixture_node(&fixture, "bedrock"), 1 },
		   &answer, &err),
	    FT_EINVAL, "accounts have no place");
	is_str(err.text, "only user associations have a place among users",
	    "and are told so");
	is_i64(ft_solve_rank(&ft_algo_fairtree, &input,
		   &(struct ft_solve_target){ user, 0 }, &answer, &err),
	    FT_EINVAL, "no place 0");
	is_i64(ft_solve_rank(&ft_algo_fairtree, &input,
		   &(struct ft_solve_target){ user, 6 }, &answer, &err),
	    FT_EINVAL, "no place 6 of 5");
	is_str(err.text, "place '6' is not 1 to 5, the number of users",
	    "with the bounds");
	fixture.usage[user] = -1;
	is_i64(ft_solve_rank(&ft_algo_fairtree, &input,
		   &(struct ft_solve_target){ user, 1 }, &answer, &err),
	    FT_EINVAL, "negative usage");
	ft_solve_clear(&answer);
	fixture_free(&fixture);
}

static void
check_document(void)
{
	struct fixture fixture;
	struct ft_solve answer;
	struct ft_advice advice;
	struct ft_arena texts FT_CLEANUP(ft_arena_clear) = { 0 };
	struct ft_out out;
	struct ft_doc *doc;

	fixture_init(&fixture, BEDROCK);
	advice = (struct ft_advice){
		.tree = fixture.tree, .names = &fixture.names, .texts = &texts
	};
	solve(&fixture, &ft_algo_fairtree, FT_TIES_SLURM, "wilma", 1, &answer);
	ft_out_init(&out, NULL);
	doc = ft_doc_open_lines(&out);
	ft_doc_begin(doc, NULL);
	ft_advice_document(&advice, &answer, "solve", doc);
	ft_doc_end(doc);
	ft_doc_close(doc);
	ok(strstr(out.text.data,
	       "\"user\": \"wilma@bedrock\", \"users\": 5, \"place\": 2, "
	       "\"rank\": 2, "
	       "\"wanted\": 1, \"wish\": 1, \"already\": false, \"best\": 4,"),
	    "JSON: the question");
	ok(strstr(out.text.data,
	       "\"name\": \"bedrock\", \"answer\": \"found\", "
	       "\"shares_before\": 500, \"shares_after\": 611, \"place\": 1, "
	       "\"rank\": 1"),
	    "JSON: the answer");
	ft_out_free(&out);
	ft_solve_clear(&answer);
	fixture_free(&fixture);
}

/* ---- two siblings --------------------------------------------------------- */

struct pair {
	const char *tree;
	const char *a, *b;
	const char *answer;
};

static const struct pair pairs[] = {
	/*
	 * 500 x 676 / 554 = 610.1 and 500 x 554 / 676 = 409.8; usage of
	 * managers > 676, of bedrock < 554: 677 / 554 = 1.222, 553 / 676 = 0.818,
	 * rounded up to the next whole percent
	 */
	{ BEDROCK, "managers", "bedrock",
	    "bedrock would pass managers with 611 shares (now 500), or if "
	    "managers had 409 shares (now 500), or if the usage of managers "
	    "grew by 23 %, or if its own usage fell by 19 %" },
	{ BEDROCK, "bedrock", "managers",
	    "bedrock would pass managers with 611 shares (now 500), or if "
	    "managers had 409 shares (now 500), or if the usage of managers "
	    "grew by 23 %, or if its own usage fell by 19 %" },
	/* 25 x 102 / 37 = 68.9, 25 x 37 / 102 = 9.07; 103 / 37 = 2.784,
	 * 1 - 36 / 102 = 0.647 */
	{ BEDROCK, "wilma", "barney",
	    "barney@bedrock would pass wilma@bedrock with 69 shares (now "
	    "25), or if wilma@bedrock had 9 shares (now 25), or if the usage "
	    "of wilma@bedrock grew to 2.79 times as much, or if its own "
	    "usage fell by 65 %" },
	/* 6 / 5 = 1.2 of what the other uses */
	{ "A 1\n"
	  "  u:a1 1\n"
	  "  u:a2 1 usage=5\n",
	    "a1", "a2",
	    "a2@A would pass a1@A if a1@A had 0 shares (now 1), or if a1@A "
	    "used 1.20 times what a2@A uses" },
	{ "A 1\n"
	  "  u:a1 parent usage=3\n"
	  "  u:a2 1 usage=5\n",
	    "a1", "a2", "a2@A cannot pass a1@A, whose shares are parent" },
	/* neither has used anything: both are infinite */
	{ "A 1\n"
	  "  u:a1 1\n"
	  "  u:a2 1\n",
	    "a1", "a2",
	    "a2@A would pass a1@A if a1@A had 0 shares (now 1), or if a1@A "
	    "used anything" },
	/* tied: one more is enough; the first named counts as ahead */
	{ "A 1\n"
	  "  u:a1 2 usage=10\n"
	  "  u:a2 2 usage=10\n",
	    "a1", "a2",
	    "a2@A would pass a1@A with 3 shares (now 2), or if a1@A had 1 "
	    "share (now 2), or if the usage of a1@A grew by 10 %, or if its "
	    "own usage fell by 10 %" },
	{ "A 1\n"
	  "  u:a1 0 usage=10\n"
	  "  u:a2 0 usage=10\n",
	    "a1", "a2", "a2@A would pass a1@A with 1 share (now 0)" },
};

static void
check_pair(const struct pair *pair)
{
	struct fixture fixture;
	struct ft_share_input input;
	struct ft_advice advice;
	struct ft_arena texts FT_CLEANUP(ft_arena_clear) = { 0 };
	struct ft_flip flip;
	struct ft_error err;
	struct ft_str str = { 0 };

	fixture_init(&fixture, pair->tree);
	input = fixture_input(&fixture, FT_TIES_SLURM);
	advice = (struct ft_advice){
		.tree = fixture.tree, .names = &fixture.names, .texts = &texts
	};
	if (ft_solve_flip(&input, fixture_node(&fixture, pair->a),
		fixture_node(&fixture, pair->b), &flip, &err))
		bail("flip: %s", err.text);
	ft_advice_flip(&advice, &flip, "", &str);
	is_str(ft_str_text(&str), pair->answer, "flip %s and %s", pair->a,
	    pair->b);
	ft_str_free(&str);
	fixture_free(&fixture);
}

static void
check_bad_pairs(void)
{
	struct fixture fixture;
	struct ft_share_input input;
	struct ft_flip flip;
	struct ft_error err;
	uint32_t bedrock, wilma;

	fixture_init(&fixture, BEDROCK);
	input = fixture_input(&fixture, FT_TIES_SLURM);
	bedrock = fixture_node(&fixture, "bedrock");
	wilma = fixture_node(&fixture, "wilma");
	is_i64(ft_solve_flip(&input, bedrock, wilma, &flip, &err), FT_EINVAL,
	    "no siblings");
	is_str(err.text, "only two siblings can be flipped", "told so");
	is_i64(ft_solve_flip(&input, wilma, wilma, &flip, &err), FT_EINVAL,
	    "one twice");
	is_i64(ft_solve_flip(&input, 0, wilma, &flip, &err), FT_EINVAL,
	    "the root");
	is_i64(ft_solve_flip(&input, wilma, 99, &flip, &err), FT_EINVAL,
	    "no node");
	fixture_free(&fixture);
	fixture_init(&fixture, "A 4294967295\n"
			       "B 1\n");
	input = fixture_input(&fixture, FT_TIES_SLURM);
	is_i64(ft_solve_flip(&input, 1, 2, &flip, &err), FT_EINVAL,
	    "shares that wrap");
	is_str(err.text,
	    "shares below association 1 add up to more than 4294967295",
	    "told so");
	/* 4294967295 shares / 0 usage and 1 share / 0: both infinite */
	input = fixture_input(&fixture, FT_TIES_DOCUMENTED);
	ok(!ft_solve_flip(&input, 1, 2, &flip, &err) && flip.tied,
	    "and that do not");
	fixture_free(&fixture);
}

/*
 * Four accounts, c unused: U of x, a and b is 100, 150 and 600 of 850.  With 20
 * shares of 23 b has S / U = 0.87 / 0.71 = 1.23; x has 0.043 / 0.12 = 0.37, a
 * 0.043 / 0.18 = 0.25, so w goes first, then x1, and v before u, who used more.
 */
static void
check_change(void)
{
	static const char tree[] = "x 1\n  u:x1 1 usage=100\n"
				   "a 1\n  u:u 1 usage=100\n  u:v 1 usage=50\n"
				   "b 1\n  u:w 1 usage=600\n"
				   "c 1\n";
	static const struct {
		const char *of;
		uint32_t first, last;
	} rows[] = {
		{ "b/w", 1, 1 },
		{ "x/x1", 2, 2 },
		{ "a", 3, 4 },
		{ "a/u", 4, 4 },
		{ "c", 0, 0 },
	};
	struct fixture fixture;
	struct ft_share_input input;
	struct ft_error err;

	fixture_init(&fixture, tree);
	input = fixture_input(&fixture, FT_TIES_SLURM);
	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct ft_solve_change change = { .node = fixture_node(
						      &fixture, "b"),
			.to = 20,
			.of = fixture_node(&fixture, rows[i].of) };

		if (ft_solve_change(&ft_algo_fairtree, &input, &change, &err))
			bail("change: %s", err.text);
		is_u64(change.first, rows[i].first, "first of %s", rows[i].of);
		is_u64(change.last, rows[i].last, "last of %s", rows[i].of);
	}
	is_u64(fixture.tree->shares[fixture_node(&fixture, "b")], 1,
	    "the tree is as it was");
	fixture_free(&fixture);
}

int
main(void)
{
	for (size_t i = 0; i < FT_COUNT(questions); i++) {
		check_question(&questions[i], FT_TIES_DOCUMENTED);
		check_question(&questions[i], FT_TIES_SLURM);
	}
	check_question(&wraps, FT_TIES_SLURM);
	check_question(&large, FT_TIES_DOCUMENTED);
	check_question(&most, FT_TIES_SLURM);
	check_question(&most, FT_TIES_DOCUMENTED);
	check_ties();
	check_others();
	check_refusals();
	check_document();
	for (size_t i = 0; i < FT_COUNT(pairs); i++)
		check_pair(&pairs[i]);
	check_bad_pairs();
	check_change();
	return done_testing();
}
