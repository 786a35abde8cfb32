/*
 * Random reservations and queues: nobody without a right runs on a reserved node
 * while it is reserved, whatever the schedulers do.
 *
 *   outside  a job that names no reservation runs on a node of one only before
 *            it begins or after it is over
 *   inside   a job that names one starts on its nodes, while it is under way,
 *            and is of a user it admits
 *   magnet   a job that is drawn in gets the name
 *   gone     in the end the reservations are over, and all who may run do
 *
 * Run times are the limits, so that nobody is let run for the half minute
 * between two looks at limits.  Reservations do not share nodes at a time.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "lib/smallworld.h"
#include "lib/storefile.h"
#include "model/reservation/request.h"
#include "sim/place/place.h"
#include "sim/reserve/reserve.h"
#include "sim/run/run.h"
#include "sim/world/event.h"
#include "sim/submit/submit.h"
#include "lib/seeds.h"
#include "tap/tap.h"

#define JOBS     30
#define RESERVED 4
#define HOURS    6

static const char *const users[] = { "ann", "bob", "cy" };

/* A reservation as it was made: it goes while time passes. */
struct kept {
	char name[32];
	int64_t start, end;
	uint64_t nodes; /* bits */
	bool admits[3];
};

struct scene {
	struct smallworld small;
	struct kept kept[RESERVED];
	size_t n_kept;
	struct ft_job *job[JOBS];
	size_t n_job, checked;
	char wrong[300];
};

/* ---- random worlds ------------------------------------------------------------- */

static void
make_reservation(struct scene *scene, struct ft_rng *rng)
{
	static const char *const who[] = { "users=ann", "users=-ann",
		"accounts=phys", "accounts=-phys", "users=bob,cy" };
	static const bool admits[][3] = { { true, false, false },
		{ false, true, true }, { true, true, false },
		{ false, false, true }, { false, true, true } };
	static const char *const flag[] = { "", "", "flags=magnetic",
		"flags=purge_comp=3" };
	struct ft_world *world = &scene->small.world;
	struct ft_reservation_request request;
	struct ft_reservation *made = NULL;
	struct kept *kept = &scene->kept[scene->n_kept];
	uint32_t whom = ft_rng_below(rng, 5);
	char words[6][40];

	snprintf(words[0], sizeof words[0], "start=now+%uminutes",
	    ft_rng_below(rng, 60));
	snprintf(words[1], sizeof words[1], "duration=%u",
	    5 + ft_rng_below(rng, 60));
	snprintf(
	    words[2], sizeof words[2], "nodecnt=%u", 1 + ft_rng_below(rng, 2));
	snprintf(words[3], sizeof words[3], "%s", who[whom]);
	snprintf(words[4], sizeof words[4], "%s", flag[ft_rng_below(rng, 4)]);
	ft_reservation_request_init(&request, false);
	for (int i = 0; i < 5; i++)
		if (*words[i] && ft_reservation_request_word(&request, words[i],
				     world->now, NULL) != FT_OK)
			bail("%s", words[i]);
	if (ft_reserve_create(world, &request, NULL, &made) == FT_REFUSE_NONE) {
		*kept = (struct kept){ .start = made->start, .end = made->end };
		snprintf(kept->name, sizeof kept->name, "%s", made->name);
		memcpy(kept->admits, admits[whom], sizeof kept->admits);
		for (size_t i = 0; i < made->n_node; i++)
			kept->nodes |= UINT64_C(1) << made->node[i];
		scene->n_kept++;
	}
	ft_reservation_request_free(&request);
}

static void
make_job(struct scene *scene, struct ft_rng *rng)
{
	struct smallworld *small = &scene->small;
	uint32_t user = ft_rng_below(rng, 3);
	struct ft_asker asker = smallworld_asker(small, users[user]);
	struct ft_job *job = smallworld_job(small, users[user]);
	struct ft_submit_request request = { .asker = &asker, .qos = "" };

	job->min_nodes = job->max_nodes = 1 + ft_rng_below(rng, 3);
	job->nodes_given = true;
	job->tasks_wanted = job->min_nodes * (1 + ft_rng_below(rng, 16));
	job->tasks_given = true;
	job->time_limit = 1 + ft_rng_below(rng, 40);
	job->run_time = job->time_limit * 60;
	if (scene->n_kept && ft_rng_below(rng, 3) == 0)
		job->reservation = ft_world_string(&small->world,
		    scene->kept[ft_rng_below(rng, (uint32_t)scene->n_kept)]
			.name);
	request.job = job;
	request.at = small->world.now + ft_rng_below(rng, 3600);
	if (ft_world_submit(&small->world, &request) == FT_REFUSE_NONE) {
		scene->job[scene->n_job++] = job;
	} else { /* not admitted, or too large for it */
		ft_job_clear(job);
		ft_free(job);
	}
}

/* ---- what must hold ---------------------------------------------------------------- */

static int
user_of(const struct ft_job *job)
{
	for (int i = 0; i < 3; i++)
		if (!strcmp(users[i], job->user))
			return i;
	return -1;
}

static uint64_t
nodes_of(const struct ft_job *job)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < job->n_node; i++)
		bits |= UINT64_C(1) << job->node[i].node;
	return bits;
}

static void
complain(struct scene *scene, const struct ft_job *job, const char *what,
    const struct kept *kept)
{
	if (!*scene->wrong)
		snprintf(scene->wrong, sizeof scene->wrong,
		    "job %" PRIu32 " of %s in '%s' on %s: %s %s", job->number,
		    job->user, job->reservation, job->nodes, what, kept->name);
}

/* JOB starts now. */
static void
check_start(struct scene *scene, const struct ft_job *job)
{
	int64_t now = scene->small.world.now;
	uint64_t nodes = nodes_of(job);

	for (size_t i = 0; i < scene->n_kept; i++) {
		const struct kept *kept = &scene->kept[i];
		bool gone = !ft_reserve_find(
		    &scene->small.world, ft_word_of(kept->name));

		if (!strcmp(job->reservation, kept->name)) {
			scene->checked++;
			if (!kept->admits[user_of(job)])
				complain(scene, job, "not admitted to", kept);
			if (now < kept->start || now >= kept->end)
				complain(scene, job, "at another time", kept);
			if (nodes & ~kept->nodes)
				complain(scene, job, "outside", kept);
		} else if (nodes & kept->nodes && !gone) {
			/* its own limit, or that of its reservation */
			int64_t end = now + job->run_time;

			scene->checked++;
			if (now < kept->end && end > kept->start)
				complain(scene, job, "on nodes of", kept);
		}
	}
}

static void
watch(void *ctx, const struct ft_sim_event *event)
{
	if (event->kind == FT_SIM_START)
		check_start(ctx, event->job);
}

/* Returns whether all of it held. */
static bool
play(uint64_t seed, size_t *checked)
{
	struct scene scene = { .n_kept = 0 };
	struct ft_run run = { .report = watch, .ctx = &scene };
	struct ft_error err = { 0 };
	struct ft_rng rng;
	size_t waits = 0;

	ft_rng_init(&rng, seed);
	smallworld_open(&scene.small,
	    "SchedulerType=sched/backfill\n"
	    "SchedulerParameters=bf_interval=10,bf_window=1440\n");
	for (int i = 0; i < RESERVED; i++)
		make_reservation(&scene, &rng);
	for (int i = 0; i < JOBS; i++)
		make_job(&scene, &rng);
	run.until = scene.small.world.now + HOURS * 3600;
	if (ft_world_run(&scene.small.world, &run, &err) != FT_OK)
		bail("%s", err.text);
	for (size_t i = 0; i < scene.n_job; i++)
		waits += !scene.job[i]->started &&
			 !(scene.job[i]->flags & FT_JOB_RESV_DEL_HOLD);
	if (scene.small.world.n_reservation || waits)
		snprintf(scene.wrong + strlen(scene.wrong),
		    sizeof scene.wrong - strlen(scene.wrong),
		    " %zu reservations left, %zu jobs wait",
		    scene.small.world.n_reservation, waits);
	if (*scene.wrong)
		diag("seed %" PRIu64 ": %s", seed, scene.wrong);
	*checked += scene.checked;
	smallworld_close(&scene.small);
	return !*scene.wrong;
}

int
main(int argc, char **argv)
{
	const struct seeds seeds = seeds_of(argc, argv, 1, TAP_ROUNDS(60));
	size_t checked = 0, good = 0;

	for (uint64_t seed = seeds.first; seed < seeds.end; seed++)
		good += play(seed, &checked);
	is_u64(good, seeds.n, "reservations are kept");
	ok(checked > seeds.n, "%zu starts were looked at", checked);
	return done_testing();
}
