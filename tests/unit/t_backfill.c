/*
 * Backfill: who starts beside a planned start, and who would put it off.  The
 * clock begins 20 s after a full minute.
 *
 * A job of three nodes with a limit of 3 minutes runs from second 3 on, so to
 * 183 at most; the head of the queue needs all four and is planned then.  On
 * the raster of full minutes of the clock that is 183 + 20 = 203, rounded down
 * 180: second 160.  A job that would start now must end, rounded up, by then.
 */
#include <stdio.h>
#include <string.h>

#include "base/text/timefmt.h"
#include "base/vec.h"
#include "lib/smallworld.h"
#include "lib/storefile.h"
#include "sim/job/job.h"
#include "sim/priority/priority.h"
#include "tap/tap.h"

#define RASTER                                                                 \
	"SchedulerType=sched/backfill\n"                                       \
	"SchedulerParameters=bf_interval=5,sched_interval=1000"

static struct ft_job *
submit(struct smallworld *small, uint32_t nodes, uint32_t cpus, int64_t minutes,
    int64_t site)
{
	struct ft_job *job = smallworld_job(small, "ann");

	job->min_nodes = job->max_nodes = nodes;
	job->nodes_given = true;
	job->tasks_wanted = cpus;
	job->time_limit = minutes;
	job->run_time = 1000;
	smallworld_submit(small, job);
	job->site_factor = site;
	ft_world_reprioritise(&small->world, job);
	ft_world_changed(&small->world, job);
	return job;
}

struct scene {
	struct smallworld small;
	struct ft_job *head;
};

/* Until second AT, when the others come; after LINE of facctmgr, NULL none. */
static void
set_up_with(struct scene *scene, int64_t at, const char *more, const char *line)
{
	char conf[300];

	snprintf(conf, sizeof conf, "%s%s\n", RASTER, more);
	if (line)
		smallworld_open_with(&scene->small, conf, line);
	else
		smallworld_open(&scene->small, conf);
	submit(&scene->small, 3, 48, 3, 900);
	smallworld_run(&scene->small, at);
	scene->head = submit(&scene->small, 4, 64, 1, 500);
}

static void
set_up(struct scene *scene, int64_t at, const char *more)
{
	set_up_with(scene, at, more, NULL);
}

static const struct {
	int64_t at, minutes;
	bool starts;
	const char *name;
} rows[] = {
	{ 4, 1, true, "one minute fits before the plan" },
	{ 4, 2, true, "two minutes do" },
	{ 4, 3, false, "three would be a second too long, and are rounded up" },
	{ 4, 4, false, "four" },
	{ 4, 1440, false, "the most the partition admits" },
	/* at 35: 35 + 120 + 20 = 175, up 180; at 45: 185, up 240 */
	{ 31, 2, true, "two minutes half a minute later still do" },
	{ 41, 2, false, "ten seconds later the end is in the next minute" },
};

static void
beside(void)
{
	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct scene scene;
		struct ft_job *job;

		set_up(&scene, rows[i].at, "");
		job = submit(&scene.small, 1, 2, rows[i].minutes, 100);
		smallworld_run(&scene.small, 8);
		is_str(ft_job_state_name(job->state),
		    rows[i].starts ? "RUNNING" : "PENDING", "%s", rows[i].name);
		if (job->state == FT_JOB_RUNNING)
			ok(job->scheduler == FT_SCHED_BACKFILL &&
				!strcmp(job->nodes, "n4"),
			    "backfill starts it on the free node");
		smallworld_close(&scene.small);
	}
}

static void
plans(void)
{
	struct scene scene;
	struct ft_job *second;

	set_up(&scene, 4, "");
	second = submit(&scene.small, 4, 64, 1, 400);
	smallworld_run(&scene.small, 8);
	is_i64(scene.head->expected - STOREFILE_NOW, 183,
	    "the head starts when the limit is over");
	is_str(scene.head->sched_nodes, "n[1-4]", "on all nodes");
	/* the plan of the head ends at 183 + 60, down to the minute: 220 */
	is_i64(second->expected - STOREFILE_NOW, 220,
	    "the next when its plan ends");
	is_str(ft_job_reason_name(scene.head->reason), "Resources", "head");
	is_str(ft_job_reason_name(second->reason), "Priority", "the next");
	smallworld_close(&scene.small);

	set_up(&scene, 4, "\nFairTreeSlurm=24.11");
	second = submit(&scene.small, 4, 64, 1, 400);
	smallworld_run(&scene.small, 8);
	is_i64(scene.head->expected - STOREFILE_NOW, 183, "24.11: the same");
	is_i64(second->expected - STOREFILE_NOW, 280,
	    "its plan ends up to the minute");
	smallworld_close(&scene.small);
}

static void
parameters(void)
{
	struct scene scene;
	struct ft_job *job;

	set_up(&scene, 4, ",bf_max_job_test=1");
	job = submit(&scene.small, 1, 2, 1, 100);
	smallworld_run(&scene.small, 8);
	ok(job->state == FT_JOB_PENDING, "bf_max_job_test: only the head");
	smallworld_close(&scene.small);

	set_up(&scene, 4, ",bf_max_job_user=1");
	job = submit(&scene.small, 1, 2, 1, 100);
	smallworld_run(&scene.small, 8);
	ok(job->state == FT_JOB_PENDING, "bf_max_job_user: only the head");
	smallworld_close(&scene.small);

	set_up(&scene, 4, ",bf_min_prio_reserve=4000000000");
	job = submit(&scene.small, 1, 2, 1000, 100);
	smallworld_run(&scene.small, 8);
	ok(job->state == FT_JOB_RUNNING,
	    "bf_min_prio_reserve: nobody is worth a plan");
	smallworld_close(&scene.small);

	set_up(&scene, 4, ",bf_window=1");
	job = submit(&scene.small, 1, 2, 1000, 100);
	smallworld_run(&scene.small, 8);
	ok(job->state == FT_JOB_RUNNING,
	    "bf_window: the head's start lies beyond it");
	smallworld_close(&scene.small);

	set_up(&scene, 4, ",bf_resolution=1");
	job = submit(&scene.small, 1, 2, 3, 100);
	smallworld_run(&scene.small, 8);
	ok(job->state == FT_JOB_PENDING,
	    "bf_resolution=1: a second too long is too long");
	smallworld_close(&scene.small);

	set_up(&scene, 41, ",bf_resolution=1");
	job = submit(&scene.small, 1, 2, 2, 100);
	smallworld_run(&scene.small, 8);
	ok(job->state == FT_JOB_RUNNING, "and no minute is lost to rounding");
	smallworld_close(&scene.small);
}

/* Three nodes are in use from 3 until 3 + 180, just when the window of the run at
 * second 63 ends: 63 + 120. */
static void
end_of_window(void)
{
	struct smallworld small;
	struct ft_job *head, *job;

	smallworld_open(&small,
	    "SchedulerType=sched/backfill\nSchedulerParameters=bf_interval=3,"
	    "sched_interval=1000,bf_resolution=1,bf_window=2\n");
	submit(&small, 3, 48, 3, 900);
	smallworld_run(&small, 62);
	head = submit(&small, 4, 64, 1, 500);
	job = submit(&small, 1, 2, 1000, 100);
	smallworld_run(&small, 1);
	is_u64(small.world.tally.plan_ran, STOREFILE_NOW + 63, "a run");
	ok(job->state == FT_JOB_RUNNING && head->state == FT_JOB_PENDING,
	    "a plan after the window keeps nobody from starting");
	smallworld_close(&small);
}

/* MinPrioThresh of the QOS overrides bf_min_prio_reserve. */
static void
thresholds(void)
{
	static const struct {
		const char *line, *more;
		bool starts; /* the job that puts the head off */
	} cases[] = {
		{ "modify qos normal set minpriothresh=1000000", "", true },
		{ "modify qos high set minpriothresh=1000000", "", false },
		{ "modify qos normal set minpriothresh=1000000",
		    "\nAccountingStorageEnforce=associations", false },
		{ "modify qos normal set minpriothresh=1",
		    ",bf_min_prio_reserve=4000000000", false },
	};

	for (size_t i = 0; i < FT_COUNT(cases); i++) {
		struct scene scene;
		struct ft_job *job;

		set_up_with(&scene, 4, cases[i].more, cases[i].line);
		job = submit(&scene.small, 1, 2, 1000, 100);
		smallworld_run(&scene.small, 8);
		ok((job->state == FT_JOB_RUNNING) == cases[i].starts, "%s",
		    cases[i].line);
		smallworld_close(&scene.small);
	}
}

/* ---- what each parameter changes ------------------------------------------------ */

/* The head is planned for 160, a job of one node and MINUTES comes. */
static const struct {
	const char *more;
	int64_t minutes;
	bool starts;
	const char *name;
} keys[] = {
	{ "", 1, true, "without any of them it starts" },
	{ ",bf_max_job_part=1", 1, false, "bf_max_job_part" },
	{ ",bf_max_job_assoc=1", 1, false, "bf_max_job_assoc" },
	{ ",bf_max_job_user_part=1", 1, false, "bf_max_job_user_part" },
	{ "", 1000, false, "without them it waits" },
	{ ",bf_min_age_reserve=3600", 1000, true, "bf_min_age_reserve" },
};

static void
counts(void)
{
	for (size_t i = 0; i < FT_COUNT(keys); i++) {
		struct scene scene;
		struct ft_job *job;

		set_up(&scene, 4, keys[i].more);
		job = submit(&scene.small, 1, 2, keys[i].minutes, 100);
		smallworld_run(&scene.small, 8);
		is_str(ft_job_state_name(job->state),
		    keys[i].starts ? "RUNNING" : "PENDING", "%s: %s",
		    keys[i].name, keys[i].starts ? "it starts" : "it waits");
		smallworld_close(&scene.small);
	}
}

/* How many of two small jobs start beside the plan in one pass. */
static void
starts_of_a_pass(void)
{
	for (int most = 1; most <= 2; most++) {
		struct scene scene;
		struct ft_job *one, *two;

		set_up(&scene, 4,
		    most == 1 ? ",bf_max_job_start=1" : ",bf_max_job_start=2");
		one = submit(&scene.small, 1, 2, 1, 100);
		two = submit(&scene.small, 1, 2, 1, 100);
		/* backfill looks at second 5 */
		smallworld_run(&scene.small, 2);
		is_i64((one->state == FT_JOB_RUNNING) +
			   (two->state == FT_JOB_RUNNING),
		    most, "bf_max_job_start=%d", most);
		smallworld_close(&scene.small);
	}
}

/*
 * Two nodes until 183, one until 234, one until 244; the head needs three.  Past
 * the minute these are 203, 254 and 264.  The first, rounded up to 210, is the
 * base: groups of ends reach until 210 + 30 = 240, 210 + 60 = 270, ...; so 254
 * and 264 are looked at as one, and the head is planned for 244.  With
 * bf_window_linear=1 they reach until 240, 241, ..., 254: it could go at 234.
 * 26.05 plans it for the last end on the three nodes that it gets, n1 to n3: 234.
 */
static void
groups_of_ends(void)
{
	static const char *const more[] = { "", ",bf_window_linear=1",
		"\nFairTreeSlurm=26.05" };

	for (int i = 0; i < 3; i++) {
		struct smallworld small;
		struct ft_job *head;
		char conf[300];

		snprintf(conf, sizeof conf, "%s%s\n", RASTER, more[i]);
		smallworld_open(&small, conf);
		submit(&small, 2, 32, 3, 900);
		smallworld_run(&small, 53);
		submit(&small, 1, 16, 3, 800);
		smallworld_run(&small, 10);
		submit(&small, 1, 16, 3, 800);
		smallworld_run(&small, 6);
		head = submit(&small, 3, 48, 1, 500);
		smallworld_run(&small, 10);
		is_i64(head->expected - STOREFILE_NOW, i ? 234 : 244,
		    "grouped, %s", *more[i] ? more[i] + 1 : "doubling");
		smallworld_close(&small);
	}
}

/*
 * Who asks for more may be planned earlier.  Past the minute n1 has ends at 143 (8
 * CPUs) and 3623, n2 at 683 (12 CPUs), n3 at 1043, n4 at 3623.
 *
 *   C1  16 CPUs, 1 minute: the first end is 143, so groups reach until 150 + 30,
 *       60, ..., 480, 960: 683 and 1043 are one.  Planned for 1043 on n2, from
 *       1020 until 1080.
 *   C2  the same: n2 is planned then, so it is n3 at 1043.
 *   D   8 CPUs, an hour: on n1 at 143, from 120 on.
 *   B   16 CPUs, 3 minutes from now reach past 120: not n1.  The first end is now
 *       683, its group reaches until 690 + 30: planned for 683 on n2, from 660 on.
 *
 * So X, 4 CPUs on n2 at 28, has to end by 660: after 10 minutes, 628, not after 11.
 */
static void
planned_before_alike(void)
{
	for (int64_t minutes = 10; minutes <= 11; minutes++) {
		struct smallworld small;
		struct ft_job *job;

		smallworld_open(&small, RASTER "\n");
		submit(&small, 1, 8, 2, 990);
		submit(&small, 1, 8, 60, 980);
		submit(&small, 1, 12, 11, 970);
		submit(&small, 1, 16, 17, 960);
		submit(&small, 1, 16, 60, 950);
		smallworld_run(&small, 8);
		submit(&small, 1, 16, 1, 500);
		submit(&small, 1, 16, 1, 490);
		submit(&small, 1, 8, 60, 480);
		submit(&small, 1, 16, 3, 470);
		job = submit(&small, 1, 4, minutes, 100);
		smallworld_run(&small, 8);
		is_str(ft_job_state_name(job->state),
		    minutes == 10 ? "RUNNING" : "PENDING",
		    "%d minutes beside a plan before one like it",
		    (int)minutes);
		smallworld_close(&small);
	}
}

/*
 * A running job on whole nodes is in the plan, on its raster: its end, 183 + 20
 * past a minute, is rounded up to 240, second 220.
 */
static void
running_reserve(void)
{
	static const char *const more[] = { "", ",bf_running_job_reserve" };

	for (int i = 0; i < 2; i++) {
		struct smallworld small;
		struct ft_job *first, *head;
		char conf[300];

		snprintf(conf, sizeof conf, "%s%s\n", RASTER, more[i]);
		smallworld_open(&small, conf);
		first = smallworld_job(&small, "ann");
		first->min_nodes = first->max_nodes = 3;
		first->nodes_given = first->exclusive = true;
		first->tasks_wanted = 48;
		first->time_limit = 3;
		first->run_time = 1000;
		smallworld_submit(&small, first);
		smallworld_run(&small, 4);
		head = submit(&small, 4, 64, 1, 500);
		smallworld_run(&small, 8);
		is_i64(head->expected - STOREFILE_NOW, i ? 220 : 183,
		    "bf_running_job_reserve%s", i ? "" : ": not");
		smallworld_close(&small);
	}
}

static struct ft_job *
with_licenses(struct smallworld *small, const char *licenses, int64_t minutes,
    int64_t site)
{
	struct ft_job *job = smallworld_job(small, "ann");

	job->licenses = ft_world_string(&small->world, licenses);
	job->time_limit = minutes;
	job->run_time = 1000;
	smallworld_submit(small, job);
	job->site_factor = site;
	ft_world_reprioritise(&small->world, job);
	ft_world_changed(&small->world, job);
	return job;
}

/*
 * Two licenses; one is in use until 183.  The head wants both, one more job
 * wants one for ten minutes: it may have it, and starve the head, unless
 * licenses are planned.  A short one is through before.
 */
static void
licenses(void)
{
	static const struct {
		const char *more;
		int64_t minutes;
		bool starts;
	} cases[] = { { "", 10, true }, { ",bf_licenses", 10, false },
		{ ",bf_licenses", 1, true } };

	for (size_t i = 0; i < 3; i++) {
		struct smallworld small;
		struct ft_job *head, *job;
		char conf[300];

		snprintf(conf, sizeof conf, "%s%s\nLicenses=gauss:2\n", RASTER,
		    cases[i].more);
		smallworld_open(&small, conf);
		with_licenses(&small, "gauss:1", 3, 900);
		smallworld_run(&small, 4);
		head = with_licenses(&small, "gauss:2", 1, 500);
		job = with_licenses(&small, "gauss:1", cases[i].minutes, 100);
		smallworld_run(&small, 8);
		is_str(ft_job_state_name(job->state),
		    cases[i].starts ? "RUNNING" : "PENDING",
		    "a job of %d minutes%s", (int)cases[i].minutes,
		    cases[i].more);
		is_i64(head->expected ? head->expected - STOREFILE_NOW : 0,
		    *cases[i].more ? 183 : 0, "the head is planned or not");
		is_str(ft_job_reason_name(head->reason), "Licenses", "why");
		smallworld_close(&small);
	}
}

/*
 * Until 183 n1 and n3 are taken, n2 for long; n4 is idle.  A job of two whole
 * nodes gets the pair of neighbours n3 and n4, or those that are in use now.
 */
static void
busy_nodes(void)
{
	static const char *const more[] = { "", ",bf_busy_nodes" };
	static const char *const named[] = { "n[1,3]", "n2" };

	for (int i = 0; i < 2; i++) {
		struct smallworld small;
		struct ft_job *head;
		char conf[300];

		snprintf(conf, sizeof conf, "%s%s\n", RASTER, more[i]);
		smallworld_open(&small, conf);
		for (int j = 0; j < 2; j++) {
			struct ft_job *job = smallworld_job(&small, "ann");

			job->req_nodes =
			    ft_world_string(&small.world, named[j]);
			job->min_nodes = j ? 1 : 2;
			job->tasks_wanted = j ? 16 : 32;
			job->time_limit = j ? 1000 : 3;
			job->run_time = 10000;
			smallworld_submit(&small, job);
		}
		smallworld_run(&small, 4);
		head = submit(&small, 2, 32, 1, 500);
		smallworld_run(&small, 8);
		is_str(head->sched_nodes, i ? "n[1,3]" : "n[3-4]",
		    "bf_busy_nodes%s", i ? "" : ": not");
		smallworld_close(&small);
	}
}

/*
 * The plan of the head parts the table of one entry into two or more: with room
 * for two the next plan ends the pass, and a short job below is not looked at.
 */
static void
node_space(void)
{
	static const char *const more[] = { "", ",bf_node_space_size=2" };

	for (int i = 0; i < 2; i++) {
		struct scene scene;
		struct ft_job *job;

		set_up(&scene, 4, more[i]);
		submit(&scene.small, 4, 64, 1, 400);
		job = submit(&scene.small, 1, 2, 1, 100);
		smallworld_run(&scene.small, 8);
		is_str(ft_job_state_name(job->state), i ? "PENDING" : "RUNNING",
		    "bf_node_space_size%s", i ? "=2" : ": as bf_max_job_test");
		smallworld_close(&scene.small);
	}
}

/* ---- limits that are no fixed length -------------------------------------------------- */

/* Backfill looks at second 5; up to 160 there are 155 s, two whole minutes. */
static void
time_min(void)
{
	static const struct {
		int64_t least, most, gets; /* minutes; 0 waits */
	} cases[] = { { 0, 10, 0 }, { 1, 10, 2 }, { 1, 2, 2 }, { 2, 1000, 2 },
		{ 3, 10, 0 } };

	for (size_t i = 0; i < FT_COUNT(cases); i++) {
		struct scene scene;
		struct ft_job *job;

		set_up(&scene, 4, "");
		job = smallworld_job(&scene.small, "ann");
		job->time_min = cases[i].least;
		job->time_limit = cases[i].most;
		job->run_time = 10000;
		smallworld_submit(&scene.small, job);
		smallworld_run(&scene.small, 4);
		is_i64(job->started ? job->time_limit : 0, cases[i].gets,
		    "%d to %d minutes", (int)cases[i].least,
		    (int)cases[i].most);
		if (job->started)
			is_i64(job->must_end - job->started, cases[i].gets * 60,
			    "and ends by then");
		smallworld_close(&scene.small);
	}
}

/*
 * 130 s are left at second 4, 129 when backfill looks: a job without a limit
 * gets the two minutes of it.  With 300 s it gets as much as is free, for it may
 * end after a minute; if an update set its deadline it would get four: too long.
 */
static void
deadline(void)
{
	static const struct {
		int64_t seconds, minutes;
		bool later;
	} row[] = { { 130, 2, false }, { 300, 2, false }, { 300, 0, true } };
	struct scene scene;
	struct ft_job *job;

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		int64_t at;

		set_up(&scene, 4, "");
		at = scene.small.world.now + row[i].seconds;
		job = smallworld_job(&scene.small, "ann");
		job->time_limit = FT_TIME_NONE;
		job->run_time = 10000;
		job->deadline = row[i].later ? 0 : at;
		smallworld_submit(&scene.small, job);
		job->deadline = at;
		smallworld_run(&scene.small, 4);
		is_i64(job->started ? job->time_limit : 0, row[i].minutes,
		    "a deadline in %d s%s", (int)row[i].seconds,
		    row[i].later ? ", of an update" : "");
		smallworld_close(&scene.small);
	}
	/* the head could go at 183, too late for a deadline at 104 */
	set_up(&scene, 4, "");
	scene.head->deadline = scene.small.world.now + 100;
	job = submit(&scene.small, 1, 2, 1000, 100);
	smallworld_run(&scene.small, 4);
	ok(job->state == FT_JOB_RUNNING, "no plan beyond a deadline");
	smallworld_close(&scene.small);
}

/*
 * The head fits, but a limit of its QOS holds it back.  With assoc_limit_stop
 * it closes its partition, and backfill plans it for 500 s later: 5 minutes fit
 * before that, 10 do not.
 */
static void
limit_stop(void)
{
	static const struct {
		const char *more;
		int64_t minutes;
		bool starts;
	} cases[] = { { "", 10, true }, { ",assoc_limit_stop", 10, false },
		{ ",assoc_limit_stop", 5, true } };

	for (size_t i = 0; i < 3; i++) {
		struct smallworld small;
		struct ft_job *job[3];
		char conf[300];

		snprintf(conf, sizeof conf, "%s%s\n", RASTER, cases[i].more);
		smallworld_open_with(
		    &small, conf, "modify qos normal set maxjobspu=1");
		job[0] = submit(&small, 1, 1, 1000, 900);
		smallworld_run(&small, 4);
		job[1] = submit(&small, 4, 4, 10, 500);
		job[2] = smallworld_job(&small, "bob");
		job[2]->time_limit = cases[i].minutes;
		job[2]->run_time = 10000;
		smallworld_submit(&small, job[2]);
		smallworld_run(&small, 8);
		is_str(ft_job_reason_name(job[1]->reason),
		    "QOSMaxJobsPerUserLimit", "the head is held back");
		is_str(ft_job_state_name(job[2]->state),
		    cases[i].starts ? "RUNNING" : "PENDING",
		    "%d minutes beside it%s", (int)cases[i].minutes,
		    cases[i].more);
		smallworld_close(&small);
	}
}

/* ---- the main scheduler ------------------------------------------------------------------ */

/* One job of each partition a run: at 3, and the next a minute later. */
static void
partition_depth(void)
{
	struct smallworld small;
	struct ft_job *one, *two, *other;

	smallworld_open(&small, "SchedulerType=sched/builtin\n"
				"SchedulerParameters=partition_job_depth=1\n");
	one = submit(&small, 1, 1, 10, 300);
	two = submit(&small, 1, 1, 10, 200);
	other = smallworld_job(&small, "bob");
	other->partitions = ft_world_string(&small.world, "other");
	smallworld_submit(&small, other);
	smallworld_run(&small, 5);
	ok(one->state == FT_JOB_RUNNING && other->state == FT_JOB_RUNNING,
	    "partition_job_depth=1: one of each partition");
	is_str(ft_job_state_name(two->state), "PENDING", "the second waits");
	is_str(ft_job_reason_name(two->reason), "Priority", "behind it");
	smallworld_run(&small, 60);
	ok(two->state == FT_JOB_RUNNING, "until the next run");
	smallworld_close(&small);
}

/*
 * The four panels of the slides, at 8:00 on four nodes.
 *   1  A holds three nodes until 8:30.
 *   2  B, the highest that waits, needs all four for an hour and a half: it is
 *      planned from 8:30 until 10:00.
 *   3  C, below it, needs four for half an hour: planned from 10:00.
 *   4  D, below C, needs one node.  For half an hour it fits between 8:00 and
 *      8:30 on the fourth; for longer it would put off B, and is planned when C
 *      is through, at 10:30.
 * Without backfill B closes the partition, and D starts after C.
 */
static void
four_panels(void)
{
	for (int minutes = 30; minutes <= 31; minutes++) {
		struct smallworld small;
		struct ft_job *a, *b, *c, *d;
		int64_t eight;

		/* 40 s on, so that 8:00 is a full minute and backfill's turn */
		smallworld_open(&small,
		    "SchedulerType=sched/backfill\n"
		    "SchedulerParameters=bf_interval=40,sched_interval=10000,"
		    "batch_sched_delay=40\n");
		a = submit(&small, 3, 48, 30, 900);
		b = submit(&small, 4, 64, 90, 800);
		c = submit(&small, 4, 64, 30, 700);
		d = submit(&small, 1, 16, minutes, 600);
		smallworld_run(&small, 40);
		eight = STOREFILE_NOW + 40;
		is_i64(a->started, eight, "A runs from 8:00 on");
		smallworld_run(&small, 40);
		is_i64(b->expected - eight, 30 * 60, "B is planned for 8:30");
		is_i64(c->expected - eight, 120 * 60, "C for 10:00");
		if (minutes == 30)
			is_i64(d->started, eight, "D runs from 8:00 on");
		else
			is_i64(d->expected - eight, 150 * 60,
			    "a minute more, and D is planned for 10:30");
		smallworld_close(&small);
	}
}

/* An array of N tasks of one CPU and one minute. */
static struct ft_job *
array_of(struct smallworld *small, uint32_t n, uint32_t throttle)
{
	struct ft_job *job = smallworld_job(small, "ann");

	job->tasks =
	    ft_vec_grow(job->tasks, &job->cap_tasks, n, sizeof *job->tasks);
	while (job->n_tasks < n) {
		job->tasks[job->n_tasks] = (uint32_t)job->n_tasks;
		job->n_tasks++;
	}
	job->array_throttle = throttle;
	job->time_limit = 1;
	job->run_time = 1000;
	return smallworld_submit(small, job);
}

/*
 * Tasks start one after the other in one pass, the last one as well; as tests
 * they are counted, but only the next job is stopped (x13, x19 of the real
 * Slurm: bf_max_job_test=4, and two jobs and three tasks were looked at).
 */
static void
arrays(void)
{
	static const struct {
		const char *more;
		uint32_t tasks, throttle, run;
		bool next;
		const char *name;
	} row[] = {
		{ "", 3, 0, 3, true, "* all tasks start in one pass" },
		{ "", 3, 2, 2, true, "as many as the throttle admits" },
		{ ",bf_max_job_test=2", 3, 0, 3, false,
		    "* tasks are not stopped by bf_max_job_test, who follows "
		    "is" },
		{ ",bf_max_job_test=5", 3, 0, 3, true,
		    "but each of them counts: five are enough" },
		{ ",bf_max_job_test=4", 3, 0, 3, false, "four are not" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct scene scene;
		struct ft_world *world = &scene.small.world;
		struct ft_job *next;
		uint32_t run = 0;
		uint32_t number;

		set_up(&scene, 4, row[i].more);
		number = array_of(&scene.small, row[i].tasks, row[i].throttle)
			     ->number;
		next = submit(&scene.small, 1, 1, 1, -500);
		smallworld_run(&scene.small, 2);
		for (size_t k = 0; k < world->n_running; k++)
			run += world->running[k]->array_job == number;
		is_u64(run, row[i].run, "%s", row[i].name);
		is_i64(next->state == FT_JOB_RUNNING, row[i].next,
		    "%s: the next job", row[i].name);
		smallworld_close(&scene.small);
	}
}

int
main(void)
{
	beside();
	plans();
	parameters();
	end_of_window();
	thresholds();
	counts();
	starts_of_a_pass();
	groups_of_ends();
	planned_before_alike();
	running_reserve();
	licenses();
	busy_nodes();
	node_space();
	time_min();
	deadline();
	limit_stop();
	partition_depth();
	four_panels();
	arrays();
	return done_testing();
}
