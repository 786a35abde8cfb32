#include "report/lint/lint.h"

#include <stdio.h>
#include <string.h>

#include "io/slurm/slurmconf.h"
#include "lib/acctline.h"
#include "lib/fixture.h"
#include "lib/storefile.h"
#include "load/world/world.h"
#include "sim/job/job.h"
#include "sim/priority/priority.h"
#include "sim/run/life.h"
#include "tap/tap.h"

/* Settings, a store with QOS, and a tree, looked at. */
struct scene {
	struct fixture fixture;
	struct ft_share_input input;
	struct ft_share share;
	struct ft_store *store;
	struct ft_conf conf;
	struct ft_world world;
	struct ft_lint_input in;
	struct ft_lint lint;
};

static const char *const no_lines[] = { NULL };
/* normal 10, high 100; gone, which was deleted, does not count */
static const char *const two_qos[] = { "modify qos normal set priority=10",
	"add qos high priority=100", "add qos gone priority=999",
	"delete qos gone", NULL };

/*
 * Start with the settings CONF and a store after LINES of facctmgr.  Ties are
 * Slurm's unless CONF says documented.
 */
static void
scene_init(struct scene *scene, const char *tree, const char *conf,
    const char *const *lines)
{
	struct ft_error err;

	*scene = (struct scene){ .store = storefile_memory() };
	fixture_init(&scene->fixture, tree);
	scene->input = fixture_input(&scene->fixture,
	    strstr(conf, "FairTreeTies=documented") ? FT_TIES_DOCUMENTED
						    : FT_TIES_SLURM);
	scene->share = (struct ft_share){ 0 };
	ft_conf_init(&scene->conf);
	for (; *lines; lines++)
		if (acctline_run(scene->store, *lines, true, true))
			bail("'%s' is refused", *lines);
	storefile_begin(scene->store);
	if (ft_store_add_tres(scene->store, "gres/gpu", STOREFILE_NOW, &err) !=
	    FT_OK)
		bail("%s", err.text);
	storefile_commit(scene->store);
	if (ft_share_run(ft_algo_find("fairtree"), &scene->input, &scene->share,
		NULL, &err) != FT_OK ||
	    ft_slurmconf_parse(&scene->conf,
		&(struct ft_slurmconf_source){
		    .file = "conf", .text = conf, .size = strlen(conf) },
		&err) != FT_OK ||
	    ft_load_world(&scene->world,
		&(struct ft_load_source){
		    .store = scene->store, .conf = &scene->conf, .cluster = 1 },
		NULL, &err) != FT_OK)
		bail("%s", err.text);
	scene->in = (struct ft_lint_input){ .world = &scene->world,
		.input = &scene->input,
		.share = &scene->share,
		.names = &scene->fixture.names };
}

static void
scene_look(struct scene *scene, const char *tree, const char *conf,
    const char *const *lines)
{
	scene_init(scene, tree, conf, lines);
	ft_lint_run(&scene->lint, &scene->in);
}

static void
scene_free(struct scene *scene)
{
	ft_lint_free(&scene->lint);
	ft_world_free(&scene->world);
	ft_conf_free(&scene->conf);
	ft_store_close(scene->store);
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

static void
test_summary(void)
{
	static const struct {
		const char *conf, *want;
		const char *const *lines;
	} rows[] = {
		/* 1000 x 3/4 = 750 points of 1000 in 7 days: 5.25 days */
		{ "PriorityWeightAge=1000\nPriorityWeightFairshare=1000\n",
		    "Fairshare can outweigh 5.3 days of waiting; JobSize, "
		    "Partition and QOS never matter (weight 0).",
		    two_qos },
		{ "PriorityWeightAge=1000\nPriorityWeightFairshare=2000\n"
		  "PriorityWeightJobSize=1\nPriorityWeightPartition=1\n",
		    "Fairshare can outweigh any waiting time; Partition "
		    "never matters (there is only one partition); QOS never "
		    "matters (weight 0).",
		    two_qos },
		{ "PriorityType=priority/basic\nPriorityWeightFairshare=2000\n",
		    "Weights have no effect: PriorityType is priority/basic.",
		    two_qos },
		/* 100 against 10 of 100: 1000 x .9 = 900 against 750 + 100 */
		{ "PriorityWeightFairshare=1000\nPriorityWeightQOS=1000\n"
		  "PriorityWeightJobSize=100\n",
		    "Fairshare can outweigh any waiting time; QOS high "
		    "always wins; Age and Partition never matter (weight 0).",
		    two_qos },
		/* a CPU of the four nodes of 16 that there are without any
		 * line is (1/4 + 1/64) / 2 = .13: 180 x .87 = 156 */
		{ "PriorityWeightFairshare=1000\nPriorityWeightQOS=1000\n"
		  "PriorityWeightJobSize=180\n",
		    "Fairshare can outweigh any waiting time; QOS high does "
		    "not always win; Age and Partition never matter (weight "
		    "0).",
		    two_qos },
		{ "PriorityWeightAge=1\nPriorityWeightQOS=1\n",
		    "Fairshare, JobSize and Partition never matter (weight 0); "
		    "QOS never matters (no QOS has a priority).",
		    no_lines },
		/* an hour: 250 x 3/4 = 187.5 of 24000 in 128 hours */
		{ "PriorityWeightAge=24000\nPriorityMaxAge=5-8\n"
		  "PriorityWeightFairshare=250\nPriorityWeightJobSize=1\n"
		  "PriorityWeightPartition=1\nPriorityWeightQOS=1\n",
		    "Fairshare can outweigh 1 hour of waiting; QOS high does "
		    "not always win; Partition never matters (there is only "
		    "one partition).",
		    two_qos },
	};

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct scene scene;

		scene_look(&scene, four, rows[i].conf, rows[i].lines);
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
		/* Priority, wherever it stands, sets both */
		{ "PartitionName=a Priority=100\n"
		  "PartitionName=b PriorityJobFactor=7 Priority=700\n",
		    NULL, 1. / 7, 1 },
		{ "", "there is only one partition", 1, 1 },
	};

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct scene scene;
		const struct ft_lint_term *term =
		    &scene.lint.term[FT_FACTOR_PARTITION];
		char conf[512] = "PriorityWeightPartition=5\n";

		strcat(conf, rows[i].conf);
		scene_look(&scene, four, conf, two_qos);
		is_real((long double)term->least, (long double)rows[i].least,
		    "least %zu", i);
		is_real(
		    (long double)term->most, (long double)rows[i].most, "most");
		is_str(term->never, rows[i].never, "never");
		scene_free(&scene);
	}
}

static const struct {
	const char *tree, *conf, *key, *want;
	bool warning;
} findings[] = {
	{ four, "", "no_weights",
	    "All weights are 0: every job has the same priority.", true },
	{ four, "PriorityType=priority/basic\n", "basic",
	    "PriorityType=priority/basic: weights have no effect; jobs start "
	    "in order of submission.",
	    true },
	{ four, "PriorityWeightAge=4294967295\nPriorityWeightQOS=1\n",
	    "overflow",
	    "A job can get 4294967296 points, but a priority is at most "
	    "4294967295: all jobs above that have the same priority.",
	    true },
	/* 2^32 - 1 of the 100 of high */
	{ four, "PriorityWeightQOS=42949673\nPriorityFlags=NO_NORMAL_QOS\n",
	    "overflow",
	    "A job can get 4294967300 points, but a priority is at most "
	    "4294967295: all jobs above that have the same priority.",
	    true },
	/* no QOS but these: a weight that is no weight 0 */
	{ four, "PriorityWeightPartition=4\n", "no_weights",
	    "No weight has an effect: every job has the same "
	    "priority.",
	    true },
	/* 3/4 of a point */
	{ four, "PriorityWeightFairshare=3\n", "step",
	    "PriorityWeightFairshare=3 for 4 users: one place is worth 3 / 4 "
	    "= 0.75 points, and priorities are whole numbers, so some "
	    "neighbours get the same priority. Use at least 4.",
	    true },
	/* 168 points in 7 days are one an hour */
	{ four, "PriorityWeightFairshare=8\nPriorityWeightAge=168\n",
	    "step_hour",
	    "One place of 4 is worth 8 / 4 = 2.00 points, one hour of "
	    "waiting 1.00: one place outweighs 2.00 hours of waiting.",
	    false },
	/* 700/4 = 175 points are more than the 168 of all waiting */
	{ four, "PriorityWeightFairshare=700\nPriorityWeightAge=168\n",
	    "step_hour",
	    "One place of 4 is worth 700 / 4 = 175.00 points, one hour of "
	    "waiting 1.00: one place outweighs any waiting time, which adds "
	    "at most 168.00.",
	    false },
	/* all 300 points in the half hour of PriorityMaxAge: 75 of
		 * them in 7.5 minutes */
	{ four,
	    "PriorityWeightFairshare=300\nPriorityWeightAge=300\n"
	    "PriorityMaxAge=30:00\n",
	    "step_hour",
	    "One place of 4 is worth 300 / 4 = 75.00 points, one hour of "
	    "waiting 300.00: one place outweighs 0.12 hours of waiting.",
	    false },
	{ four,
	    "PartitionName=a Priority=100\nPartitionName=b "
	    "Priority=700\nPartitionName=c PriorityTier=300\n",
	    "tiers",
	    "PriorityTier comes before priority: jobs in b (700) are "
	    "scheduled before those in a (100), regardless of priority.",
	    false },
	{ four, "PriorityDecayHalfLife=0\n", "half_life",
	    "PriorityDecayHalfLife is 0 and usage is never reset: all usage "
	    "counts in full forever.",
	    true },
	{ "a 0\n  u:a1 1\nb 1\n  u:b1 0\n", "", "zero_shares",
	    "1 account with users has 0 shares: these users come after those "
	    "of all siblings (a).",
	    true },
	{ "a 1\n  u:a1 parent\n  u:a2 parent\nb 1\n  u:b1 parent\n", "",
	    "parent_shares",
	    "In 1 account all users have shares=parent: they are all tied, "
	    "regardless of usage (a).",
	    false },
	{ "a 1\n  b 1\n    c 1\nu:u 1\n", "", "empty",
	    "3 accounts have no users, but their shares still count on the "
	    "level, and a tie can get lost in them (a, b, c).",
	    false },
	/* 4294967294 + 3 = 2^32 + 1 */
	{ "u:a 4294967294\nu:b 3\n", "", "shares_overflow",
	    "Shares under root add up to 4294967297, more than fits in 32 "
	    "bits: Slurm computes with 1.",
	    true },
	{ "u:a 4294967294\nu:b 3\n", "FairTreeTies=documented\n",
	    "shares_overflow",
	    "Shares under root add up to 4294967297, more than fits in 32 "
	    "bits: Slurm would compute with 1.",
	    true },
};

static void
test_findings(void)
{
	for (size_t i = 0; i < FT_COUNT(findings); i++) {
		struct scene scene;
		const struct ft_lint_finding *found;

		scene_look(&scene, findings[i].tree, findings[i].conf, two_qos);
		found = finding(&scene, findings[i].key);
		is_str(found ? found->text : NULL, findings[i].want, "%s",
		    findings[i].key);
		ok(found && found->warning == findings[i].warning,
		    "a warning or not");
		scene_free(&scene);
	}
}

/* Sound settings: nothing to warn of. */
static void
test_sound(void)
{
	struct scene scene;

	scene_look(&scene, four,
	    "PriorityWeightAge=1000\nPriorityWeightFairshare=10000\n"
	    "PriorityWeightQOS=1000\n",
	    two_qos);
	is_u64(scene.lint.warnings, 0, "no warnings");
	ok(!finding(&scene, "zero_shares") && !finding(&scene, "empty"),
	    "nothing about the tree");
	scene_free(&scene);
}

/* What a factor is at least and at most, and what that is worth. */
static void
test_ranges(void)
{
	static const char nodes[] =
	    "NodeName=n[1-3] CPUs=8 RealMemory=1000\n"
	    "NodeName=g1 CPUs=8 RealMemory=1000 Gres=gpu:2\n"
	    "GresTypes=gpu\n"
	    "AccountingStorageTRES=gres/gpu\n";
	static const struct {
		const char *conf;
		enum ft_priority_factor factor;
		double least, most, points;
	} rows[] = {
		/* 4 nodes, 32 CPUs: (1/4 + 1/32) / 2 = .140625 of one CPU */
		{ "PartitionName=a Nodes=ALL\nPriorityWeightJobSize=1000\n",
		    FT_FACTOR_JOB_SIZE, .140625, 1, 859.375 },
		/* at most 2 nodes, half of everything */
		{ "PartitionName=a Nodes=ALL MaxNodes=2\n"
		  "PriorityWeightJobSize=1000\n",
		    FT_FACTOR_JOB_SIZE, .140625, .5, 359.375 },
		/* small first: (3/4 + 31/32) / 2; all of it is 0 */
		{ "PartitionName=a Nodes=ALL\nPriorityWeightJobSize=1000\n"
		  "PriorityFavorSmall=YES\n",
		    FT_FACTOR_JOB_SIZE, 0, .859375, 859.375 },
		/* an hour of one node (8 CPUs' worth): 8/60/32; all of it for
		 * a minute: 32/1/32 */
		{ "PartitionName=a Nodes=ALL MaxTime=60\n"
		  "PriorityWeightJobSize=960\n"
		  "PriorityFlags=SMALL_RELATIVE_TO_TIME\n",
		    FT_FACTOR_JOB_SIZE, 8. / 60 / 32, 1, 956 },
		/* both GPUs of the partition: all of it, or two */
		{ "PartitionName=a Nodes=ALL\n"
		  "PriorityWeightTRES=gres/gpu=30000\n",
		    FT_FACTOR_TRES, 0, 1, 30000 },
		{ "PartitionName=a Nodes=ALL\n"
		  "PriorityWeightTRES=gres/gpu=30000\n"
		  "PriorityFlags=NO_NORMAL_TRES\n",
		    FT_FACTOR_TRES, 0, 2, 60000 },
		/* not on the nodes of any partition */
		{ "PartitionName=a Nodes=n[1-3]\n"
		  "PriorityWeightTRES=gres/gpu=30000\n"
		  "PriorityFlags=NO_NORMAL_TRES\n",
		    FT_FACTOR_TRES, 0, 0, 0 },
		/* less for those who take them */
		{ "PartitionName=a Nodes=ALL\n"
		  "PriorityWeightTRES=gres/gpu=-10,node=4\n"
		  "PriorityFlags=NO_NORMAL_TRES\n",
		    FT_FACTOR_TRES, 0, 0, 32 },
		{ "PartitionName=a Nodes=ALL\nPriorityWeightQOS=5\n",
		    FT_FACTOR_QOS, .1, 1, 4.5 },
		{ "PartitionName=a Nodes=ALL\nPriorityWeightQOS=5\n"
		  "PriorityFlags=NO_NORMAL_QOS\n",
		    FT_FACTOR_QOS, 10, 100, 450 },
		/* ann has 30, who else there is has none: 30/30 or 30 */
		{ "PriorityWeightAssoc=5\n", FT_FACTOR_ASSOC, 0, 1, 5 },
		{ "PriorityWeightAssoc=5\nPriorityFlags=NO_NORMAL_ALL\n",
		    FT_FACTOR_ASSOC, 0, 30, 150 },
	};
	static const char *const lines[] = {
		"modify qos normal set priority=10",
		"add qos high priority=100",
		"add account phys",
		"add user ann,bob account=phys",
		"modify user ann set priority=30",
		NULL,
	};

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct scene scene;
		const struct ft_lint_term *term =
		    &scene.lint.term[rows[i].factor];
		char conf[512];

		snprintf(conf, sizeof conf, "%s%s", nodes, rows[i].conf);
		scene_look(&scene, four, conf, lines);
		is_real((long double)term->least, (long double)rows[i].least,
		    "least %zu", i);
		is_real(
		    (long double)term->most, (long double)rows[i].most, "most");
		is_real((long double)term->points, (long double)rows[i].points,
		    "points");
		scene_free(&scene);
	}
}

/* Live changes of a partition, nice and site factors of jobs that wait. */
static void
test_live(void)
{
	struct scene scene;
	struct ft_job *job;
	struct ft_error err;

	scene_init(&scene, four,
	    "PriorityWeightPartition=10\nPriorityWeightQOS=100\n"
	    "PartitionName=a Nodes=ALL\nPartitionName=b Nodes=ALL\n",
	    two_qos);
	if (ft_machine_set_partition(&scene.world.machine, "b",
		"PriorityJobFactor", "5", &err) != FT_OK)
		bail("%s", err.text);
	ft_world_priority_reset(&scene.world);
	job = ft_world_new_job(&scene.world);
	job->submitted = scene.world.now;
	job->nice = 300;
	job->site_factor = -7;
	ft_world_add(&scene.world, job);
	ft_lint_run(&scene.lint, &scene.in);
	/* 10 x (1 - 1/5) */
	is_real((long double)scene.lint.term[FT_FACTOR_PARTITION].points, 8,
	    "a partition of a live change");
	is_real((long double)scene.lint.term[FT_FACTOR_NICE].points, 300,
	    "nice of a job");
	is_real((long double)scene.lint.term[FT_FACTOR_SITE].points, 7,
	    "site factor of a job");
	/* 100 x .9 against 8 + 300 + 7 */
	is_real((long double)scene.lint.top_gap, 90, "QOS high leads by that");
	is_real((long double)scene.lint.others, 315, "against");
	is_str(ft_str_text(&scene.lint.summary),
	    "QOS high does not always win; Age, Fairshare and JobSize never "
	    "matter (weight 0).",
	    "summary");
	scene_free(&scene);
}

int
main(void)
{
	test_summary();
	test_partitions();
	test_findings();
	test_ranges();
	test_live();
	test_sound();
	return done_testing();
}
