#include "algo/project.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "lib/fixture.h"
#include "tap/tap.h"

#define DAY  86400
#define YEAR (365 * (int64_t)DAY)

static const struct ft_decay none = { FT_DECAY_SLURM, 0 };
static const struct ft_decay week = { FT_DECAY_EXACT, 7 * DAY };
static const struct ft_decay slurm_week = { FT_DECAY_SLURM, 7 * DAY };

/* A situation: a tree, its shares now, and loads by name. */
struct scene {
	struct fixture fixture;
	struct ft_share_input input;
	struct ft_share share;
	ft_real *rate;
	struct ft_project project;
};

static void
scene_init(struct scene *scene, const char *text, const char *algorithm,
    const struct ft_decay *decay)
{
	const struct ft_algo *algo = ft_algo_find(algorithm);
	struct ft_error err;

	fixture_init(&scene->fixture, text);
	scene->input = fixture_input(&scene->fixture, FT_TIES_DOCUMENTED);
	scene->share = (struct ft_share){ 0 };
	if (ft_share_run(algo, &scene->input, &scene->share, NULL, &err))
		bail("%s", err.text);
	scene->rate = ft_calloc(scene->fixture.tree->n, sizeof *scene->rate);
	scene->project = (struct ft_project){ .algo = algo,
		.now = &scene->input,
		.base = &scene->share,
		.own = scene->fixture.own,
		.rate = scene->rate,
		.decay = *decay };
	ft_project_init(&scene->project);
}

static void
scene_free(struct scene *scene)
{
	ft_project_clear(&scene->project);
	ft_share_free(&scene->share);
	ft_free(scene->rate);
	fixture_free(&scene->fixture);
}

static void
set_rate(struct scene *scene, const char *path, ft_real rate)
{
	scene->rate[fixture_node(&scene->fixture, path)] = rate;
}

static struct ft_project_answer
find(struct scene *scene, enum ft_project_event event, const char *who,
    const char *whom, int64_t horizon)
{
	const struct ft_project_question question = { event,
		fixture_node(&scene->fixture, who),
		whom ? fixture_node(&scene->fixture, whom) : FT_NODE_NONE,
		horizon };
	struct ft_project_answer answer;
	struct ft_error err;

	if (ft_project_find(&scene->project, &question, &answer, &err) != FT_OK)
		bail("%s", err.text);
	return answer;
}

/* Returns the usage that a load of 1 makes in SECONDS. */
static ft_real
charge(const struct ft_decay *decay, int64_t seconds)
{
	return 1 / ft_project_rate(decay, 0, 1, seconds);
}

static void
test_charge(void)
{
	/* without decay a load of 1 makes a second of usage each second */
	is_real(charge(&none, 100), 100, "no decay");
	/*
	 * After one half-life (1 - 1/2) / (ln 2 / 604800) = 302400 / ln 2 =
	 * 436270.98; a load that goes on for ever comes to twice that.
	 */
	near(charge(&week, 7 * DAY), 302400 / 0.693147180559945L, 1e-6L,
	    "one half-life");
	near(charge(&week, 10 * YEAR), 604800 / 0.693147180559945L, 1e-6L,
	    "for ever");
	/*
	 * Slurm's: k = -ln(1 - 0.693 / 604800); d = (1 - 0.693/604800)^604800
	 * = 0.500073...  Held against a sum over every second: the integral
	 * lies between that of the left and of the right ends, one unit apart.
	 */
	double sum = 0, left = 1, f = 1 - 0.693 / 604800;
	for (int i = 0; i < 7 * DAY; i++) {
		sum += left;
		left *= f;
	}
	ok(charge(&slurm_week, 7 * DAY) < sum &&
		charge(&slurm_week, 7 * DAY) > sum - 1,
	    "Slurm's decay");
}

static void
test_rate(void)
{
	/* 1000 -> 500 by decay alone; 500 more is 500 / 436270.98 */
	is_real(ft_project_rate(&week, 1000, 500, 7 * DAY), 0, "nothing ran");
	near(ft_project_rate(&week, 1000, 1000, 7 * DAY),
	    500 * 0.693147180559945L / 302400, 1e-12L, "a load of 0.001146");
	is_real(ft_project_rate(&none, 100, 400, 100), 3, "without decay");
	is_real(ft_project_rate(&none, 400, 100, 100), 0, "a reset");
}

/* Two users with equal shares; carol goes on, bob has stopped. */
static const char two[] = "u:bob 1 usage=300\n"
			  "u:carol 1 usage=200\n";

static void
test_two(void)
{
	struct scene scene;
	struct ft_project_answer answer;

	/*
	 * Without decay: carol passes 300 after 100 seconds at 1.  At 100 they
	 * are equal, at 101 bob is before her.
	 */
	scene_init(&scene, two, "fairtree", &none);
	set_rate(&scene, "carol", 1);
	answer = find(&scene, FT_PROJECT_PASS, "bob", "carol", YEAR);
	is_i64(answer.seconds, 101, "one second after they are equal");
	answer = find(&scene, FT_PROJECT_PASS, "bob", NULL, YEAR);
	is_i64(answer.seconds, 101, "she is the first he passes");
	is_u64(answer.node, fixture_node(&scene.fixture, "carol"), "she");
	is_u64(answer.others, 0, "nobody else");
	answer = find(&scene, FT_PROJECT_FALL, "carol", "bob", YEAR);
	is_i64(answer.seconds, 101, "seen from the other side");
	answer = find(&scene, FT_PROJECT_FALL, "bob", NULL, YEAR);
	is_i64(answer.seconds, FT_PROJECT_NEVER, "nobody passes bob");
	answer = find(&scene, FT_PROJECT_PASS, "bob", "carol", 100);
	is_i64(answer.seconds, FT_PROJECT_NEVER, "not within 100 seconds");
	answer = find(&scene, FT_PROJECT_PASS, "bob", "carol", 101);
	is_i64(answer.seconds, 101, "at the horizon itself");
	scene_free(&scene);
}

static void
test_decay(void)
{
	struct scene scene;
	struct ft_project_answer answer;
	int64_t want;

	/*
	 * With decay: 300 d = 200 d + r c, so c/d = 100/r = (2^(t/H) - 1) H /
	 * ln 2, t = H log2(1 + 100 ln 2 / (r H)).  With r = 0.0001: 1 +
	 * 69.3147 / 60.48 = 2.146077, log2 is 1.101701, t = 666309.6 s, 7.7 days.
	 */
	scene_init(&scene, two, "fairtree", &week);
	set_rate(&scene, "carol", 0.0001L);
	answer = find(&scene, FT_PROJECT_PASS, "bob", "carol", YEAR);
	want = (int64_t)ceil(604800 * log2(1 + 100 * log(2) / 60.48));
	is_i64(want, 666310, "the hand's arithmetic");
	ok(answer.seconds == want || answer.seconds == want + 1,
	    "%lld, to the second", (long long)answer.seconds);
	scene_free(&scene);
}

static void
test_nobody(void)
{
	struct scene scene;

	/* if nobody runs, everything fades alike: after 4 weeks 1/16 */
	scene_init(&scene, two, "fairtree", &week);
	is_i64(find(&scene, FT_PROJECT_PASS, "bob", NULL, 28 * DAY).seconds,
	    FT_PROJECT_NEVER, "if nobody runs, ratios stay");
	near(scene.project.usage[0], 500.0L / 16, 1e-12L, "but usage fades");
	scene_free(&scene);
}

/*
 * Bob's account is sunk by his colleague dan: a has 500, b has 400 and goes on
 * at 1.
 */
static void
test_accounts(void)
{
	struct scene scene;
	struct ft_project_answer answer;

	scene_init(&scene,
	    "a 1\n"
	    "  u:bob 1 usage=100\n"
	    "  u:dan 1 usage=400\n"
	    "b 1\n"
	    "  u:b1 1 usage=100\n"
	    "  u:b2 1 usage=300\n",
	    "fairtree", &none);
	set_rate(&scene, "b/b1", 1);
	answer = find(&scene, FT_PROJECT_PASS, "a/bob", NULL, YEAR);
	/*
	 * After 100 seconds both accounts have 500: tied and merged, and bob
	 * with 100 is before b1 with 200 and b2 with 300.
	 */
	is_i64(answer.seconds, 100, "the accounts are tied");
	is_u64(answer.others, 1, "two users at once");
	is_u64(answer.node, fixture_node(&scene.fixture, "b/b2"),
	    "named is the one next to him");
	answer = find(&scene, FT_PROJECT_FALL, "b/b1", NULL, YEAR);
	is_i64(answer.seconds, 100, "b1 falls behind bob");
	/* and behind b2 inside b: 100 + t > 300 after 200 */
	answer = find(&scene, FT_PROJECT_FALL, "b/b1", "b/b2", YEAR);
	is_i64(answer.seconds, 201, "and behind b2 later");
	scene_free(&scene);
}

static void
test_classic(void)
{
	struct scene scene;

	/*
	 * F = 2^-(U/S): equal shares, so again the usages are compared; U of
	 * both is relative to the root, which grows, but alike.
	 */
	scene_init(&scene, two, "classic", &none);
	set_rate(&scene, "carol", 1);
	is_i64(find(&scene, FT_PROJECT_PASS, "bob", "carol", YEAR).seconds, 101,
	    "classic");
	scene_free(&scene);
}

int
main(void)
{
	test_charge();
	test_rate();
	test_two();
	test_decay();
	test_nobody();
	test_accounts();
	test_classic();
	return done_testing();
}
