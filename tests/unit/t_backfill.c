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

#include "base/timefmt.h"
#include "lib/smallworld.h"
#include "lib/storefile.h"
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

/* Until second AT, when the others come. */
static void
set_up(struct scene *scene, int64_t at, const char *more)
{
	char conf[300];

	snprintf(conf, sizeof conf, "%s%s\n", RASTER, more);
	smallworld_open(&scene->small, conf);
	submit(&scene->small, 3, 48, 3, 900);
	smallworld_run(&scene->small, at);
	scene->head = submit(&scene->small, 4, 64, 1, 500);
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
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
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

int
main(void)
{
	beside();
	plans();
	parameters();
	return done_testing();
}
