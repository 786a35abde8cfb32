#include "report/lint.h"

#include <string.h>

#include "io/slurmconf.h"
#include "lib/fixture.h"
#include "tap/tap.h"

/* Settings and a tree, looked at. */
struct scene {
	struct fixture fixture;
	struct ft_share_input input;
	struct ft_share share;
	struct ft_conf conf;
	struct ft_lint_input in;
	struct ft_lint lint;
};

static void
scene_init(struct scene *scene, const char *tree, const char *conf,
    const struct ft_qos *qos, size_t n_qos)
{
	struct ft_error err;

	*scene = (struct scene){ 0 };
	fixture_init(&scene->fixture, tree);
	scene->input = fixture_input(&scene->fixture, FT_TIES_SLURM);
	ft_share_init(&scene->share);
	ft_conf_init(&scene->conf);
	if (ft_share_run(ft_algo_find("fairtree"), &scene->input, &scene->share,
		NULL, &err) != FT_OK ||
	    ft_slurmconf_parse(&scene->conf, "conf", conf, strlen(conf), NULL,
		NULL, &err) != FT_OK)
		bail("%s", err.text);
	scene->in = (struct ft_lint_input){ .conf = &scene->conf,
		.input = &scene->input,
		.share = &scene->share,
		.names = &scene->fixture.names,
		.qos = qos,
		.n_qos = n_qos };
	ft_lint_run(&scene->lint, &scene->in);
}

static void
scene_free(struct scene *scene)
{
	ft_lint_free(&scene->lint);
	ft_conf_free(&scene->conf);
	ft_share_free(&scene->share);
	fixture_free(&scene->fixture);
}

/* Returns the finding KEY, NULL if there is none. */
static const struct ft_lint_finding *
finding(const struct scene *scene, const char *key)
{
	for (size_t i = 0; i < scene->lint.n; i++)
		if (strcmp(scene->lint.finding[i].key, key) == 0)
			return &scene->lint.finding[i];
	return NULL;
}

/* Four users, so that the fairshare factor is 1/4 .. 1. */
static const char four[] = "a 1\n"
			   "  u:a1 1 usage=1\n"
			   "  u:a2 1\n"
			   "b 1\n"
			   "  u:b1 1 usage=2\n"
			   "  u:b2 1\n";

static const struct ft_qos qos[] = {
	{ .id = 1, .name = "normal", .priority = 10 },
	{ .id = 2, .name = "high", .priority = 100 },
	{ .id = 3, .name = "gone", .priority = 999, .deleted = true },
};

static void
test_summary(void)
{
	static const struct {
		const char *conf, *want;
		size_t n_qos;
	} rows[] = {
		/* 1000 x 3/4 = 750 points of 1000 in 7 days: 5.25 days */
		{ "PriorityWeightAge=1000\nPriorityWeightFairshare=1000\n",
		    "Fairshare can outweigh 5.3 days of waiting; JobSize, "
		    "Partition and QOS never matter (weight 0).",
		    3 },
		{ "PriorityWeightAge=1000\nPriorityWeightFairshare=2000\n"
		  "PriorityWeightJobSize=1\nPriorityWeightPartition=1\n",
		    "Fairshare can outweigh any waiting; QOS never matters "
		    "(weight 0).",
		    3 },
		{ "PriorityType=priority/basic\nPriorityWeightFairshare=2000\n",
		    "No weight counts: PriorityType is priority/basic.", 3 },
		/* 100 against 10 of 100: 1000 x .9 = 900 against 750 + 100 */
		{ "PriorityWeightFairshare=1000\nPriorityWeightQOS=1000\n"
		  "PriorityWeightJobSize=100\n",
		    "Fairshare can outweigh any waiting; QOS high always wins; "
		    "Age and Partition never matter (weight 0).",
		    3 },
		{ "PriorityWeightFairshare=1000\nPriorityWeightQOS=1000\n"
		  "PriorityWeightJobSize=150\n",
		    "Fairshare can outweigh any waiting; QOS high does not "
		    "always win; Age and Partition never matter (weight 0).",
		    3 },
		{ "PriorityWeightAge=1\nPriorityWeightQOS=1\n",
		    "Fairshare, JobSize and Partition never matter (weight 0); "
		    "QOS never matters (all QOS have the same priority).",
		    1 },
		/* an hour: 250 x 3/4 = 187.5 of 24000 in 128 hours */
		{ "PriorityWeightAge=24000\nPriorityMaxAge=5-8\n"
		  "PriorityWeightFairshare=250\nPriorityWeightJobSize=1\n"
		  "PriorityWeightPartition=1\nPriorityWeightQOS=1\n",
		    "Fairshare can outweigh 1 hour of waiting; QOS high does "
		    "not always win.",
		    3 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct scene scene;

		scene_init(&scene, four, rows[i].conf, qos, rows[i].n_qos);
		is_str(ft_str_text(&scene.lint.summary), rows[i].want,
		    "summary %zu", i);
		scene_free(&scene);
	}
}

static void
test_partitions(void)
{
	static const struct {
		const char *conf, *never;
		double least, most;
	} rows[] = {
		{ "PartitionName=a PriorityJobFactor=10\nPartitionName=b\n",
		    NULL, .1, 1 },
		{ "PartitionName=DEFAULT PriorityJobFactor=4\n"
		  "PartitionName=a\nPartitionName=b PriorityJobFactor=2\n",
		    NULL, .5, 1 },
		{ "PartitionName=a priorityjobfactor=3\n"
		  "PartitionName=b PriorityJobFactor=3\n",
		    "all partitions have the same PriorityJobFactor", 1, 1 },
		{ "PriorityFlags=NO_NORMAL_PART\n"
		  "PartitionName=a PriorityJobFactor=10\nPartitionName=b\n",
		    NULL, 1, 10 },
		{ "", NULL, 0, 1 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct scene scene;
		const struct ft_lint_term *term =
		    &scene.lint.term[FT_LINT_PARTITION];
		char conf[512] = "PriorityWeightPartition=5\n";

		strcat(conf, rows[i].conf);
		scene_init(&scene, four, conf, qos, 3);
		is_real((long double)term->least, (long double)rows[i].least,
		    "least %zu", i);
		is_real(
		    (long double)term->most, (long double)rows[i].most, "most");
		is_str(term->never, rows[i].never, "never");
		scene_free(&scene);
	}
}

static void
test_findings(void)
{
	static const struct {
		const char *tree, *conf, *key, *want;
		bool warning;
	} rows[] = {
		{ four, "", "no_weights",
		    "All weights are 0: every job has the same priority.",
		    true },
		{ four, "PriorityType=priority/basic\n", "basic",
		    "PriorityType=priority/basic: no weight counts, jobs start "
		    "in the order of their submission.",
		    true },
		{ four, "PriorityWeightAge=4294967295\nPriorityWeightQOS=1\n",
		    "overflow",
		    "The weights add up to 4294967296, more than the "
		    "4294967295 a priority can hold: everything above is the "
		    "same.",
		    true },
		/* 3/4 of a point */
		{ four, "PriorityWeightFairshare=3\n", "step",
		    "PriorityWeightFairshare=3 for 4 users: one place is worth "
		    "3 / 4 = 0.75 points, and points are whole numbers; "
		    "neighbours get the same priority. Take at least 4.",
		    true },
		/* 168 points in 7 days are one an hour */
		{ four, "PriorityWeightFairshare=8\nPriorityWeightAge=168\n",
		    "step_hour",
		    "One place of 4 is worth 8 / 4 = 2.00 points, an hour of "
		    "waiting 1.00: one place outweighs 2.00 hours.",
		    false },
		/* 700/4 = 175 points are more than the 168 of all waiting */
		{ four, "PriorityWeightFairshare=700\nPriorityWeightAge=168\n",
		    "step_hour",
		    "One place of 4 is worth 700 / 4 = 175.00 points, an hour "
		    "of waiting 1.00: one place outweighs any waiting, which "
		    "brings 168.00 at most.",
		    false },
		{ four, "PriorityDecayHalfLife=0\n", "half_life",
		    "PriorityDecayHalfLife is 0 and usage is never reset: it "
		    "counts for ever in full.",
		    true },
		{ "a 0\n  u:a1 1\nb 1\n  u:b1 0\n", "", "zero_shares",
		    "1 account with users in or below it has 0 shares: they "
		    "stand behind all of its siblings (a).",
		    true },
		{ "a 1\n  u:a1 parent\n  u:a2 parent\nb 1\n  u:b1 parent\n", "",
		    "parent_shares",
		    "In 1 account all users have shares=parent: they are all "
		    "tied, whatever they use (a).",
		    false },
		{ "a 1\n  b 1\n    c 1\nu:u 1\n", "", "empty",
		    "3 accounts have no users; their shares count on the level "
		    "all the same, and a tie can get lost in them (a, b, c).",
		    false },
		/* 4294967294 + 3 = 2^32 + 1 */
		{ "u:a 4294967294\nu:b 3\n", "", "shares_overflow",
		    "Shares under root add up to 4294967297, more than 32 bits "
		    "hold: Slurm computes with 1.",
		    true },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct scene scene;
		const struct ft_lint_finding *found;

		scene_init(&scene, rows[i].tree, rows[i].conf, qos, 3);
		found = finding(&scene, rows[i].key);
		is_str(found ? found->text : NULL, rows[i].want, "%s",
		    rows[i].key);
		ok(found && found->warning == rows[i].warning,
		    "a warning or not");
		scene_free(&scene);
	}
}

/* Sound settings: nothing to warn of. */
static void
test_sound(void)
{
	struct scene scene;

	scene_init(&scene, four,
	    "PriorityWeightAge=1000\nPriorityWeightFairshare=10000\n"
	    "PriorityWeightQOS=1000\n",
	    qos, 3);
	is_u64(scene.lint.warnings, 0, "no warnings");
	ok(!finding(&scene, "zero_shares") && !finding(&scene, "empty"),
	    "nothing about the tree");
	scene_free(&scene);
}

int
main(void)
{
	test_summary();
	test_partitions();
	test_findings();
	test_sound();
	return done_testing();
}
