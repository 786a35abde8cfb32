/*
 * Forecasts of starts: what is known at an instant, what is drawn of it, and when
 * jobs start then.  Worlds are those of lib/smallworld.h: four nodes with 16 CPUs.
 */
#include <string.h>

#include "base/mem.h"
#include "base/text/timefmt.h"
#include "lib/smallworld.h"
#include "lib/storefile.h"
#include "sim/forecast/forecast.h"
#include "sim/job/job.h"
#include "sim/run/life.h"
#include "sim/run/run.h"
#include "sim/submit/submit.h"
#include "sim/world/event.h"
#include "tap/tap.h"

static struct ft_error err;

#define NOW STOREFILE_NOW
#define DAY FT_FORECAST_DAY

/* ---- the past ---------------------------------------------------------------- */

static struct ft_job
past_job(uint32_t number, const char *user, int64_t start, int64_t seconds)
{
	struct ft_job job;

	ft_job_init(&job);
	job.number = number;
	job.user = user;
	job.submitted = start;
	job.started = start;
	job.ended = start + seconds;
	job.state = FT_JOB_COMPLETED;
	job.time_limit = 10;
	return job;
}

static void
add(struct ft_forecast_past *past, uint32_t number, const char *user,
    int64_t start, int64_t seconds)
{
	struct ft_job job = past_job(number, user, start, seconds);

	ft_forecast_past_add(past, &job);
}

/* Ten jobs of USER that ran for 1/10, 2/10, ... all of their ten minutes, before
 * NOW - 2 days. */
static void
add_ten(struct ft_forecast_past *past, const char *user)
{
	for (uint32_t i = 1; i <= 10; i++)
		add(past, i, user, NOW - 2 * DAY - 10000 + 600 * i, 60 * i);
}

static void
what_is_known(void)
{
	struct ft_forecast_past past;
	struct ft_job job;

	ft_forecast_past_init(&past, NOW);
	for (uint32_t i = 1; i <= 9; i++)
		add(&past, i, "ann", NOW - 5000 + 10 * i, 60);
	/* none of these says anything: it still runs, it was cut short, it never
	 * ran, it is of later */
	add(&past, 10, "ann", NOW - 10, 60);
	job = past_job(11, "ann", NOW - 500, 60);
	job.state = FT_JOB_PREEMPTED;
	ft_forecast_past_add(&past, &job);
	job = past_job(12, "ann", NOW - 500, 60);
	job.started = 0;
	job.state = FT_JOB_CANCELLED;
	ft_forecast_past_add(&past, &job);
	add(&past, 13, "ann", NOW + 1, 60);
	ft_forecast_past_ready(&past);
	ok(!ft_forecast_past_knows(&past, "ann"), "nine jobs are too few");
	ok(!ft_forecast_past_knows(&past, "bob"), "none are, too");
	is_u64(past.n_arrival, 12, "but all had been submitted, less one");
	is_u64(past.days, 0, "within a day");
	ft_forecast_past_free(&past);

	ft_forecast_past_init(&past, NOW);
	add_ten(&past, "ann");
	/* its end is 91 days ago */
	add(&past, 20, "bob", NOW - 91 * DAY, 60);
	ft_forecast_past_ready(&past);
	ok(ft_forecast_past_knows(&past, "ann"), "ten jobs are enough");
	is_u64(past.days, 28, "of 91 days the last four weeks count");
	is_u64(past.n_arrival, 10, "with what was submitted in them");
	ft_forecast_past_free(&past);
}

static void
the_last_hundred(void)
{
	static const struct ft_forecast_span span = { "ann", 600, -1 };
	struct ft_forecast_past past;
	struct ft_rng rng;

	ft_rng_init(&rng, 1);
	ft_forecast_past_init(&past, NOW);
	/* added backwards: the one with the highest number ended first */
	for (uint32_t i = 1; i <= 150; i++)
		add(&past, i, "ann", NOW - 1000 * (int64_t)i,
		    i <= 100 ? 60 : 6);
	ft_forecast_past_ready(&past);
	is_u64(past.user[0].n, 100, "a hundred jobs count");
	is_u64(past.user[0].ran[0].number, 100, "the last ones, by their ends");
	is_i64(ft_forecast_draw(&past, &span, &rng), 60, "and these are drawn");
	ft_forecast_past_free(&past);
}

/* ---- draws ------------------------------------------------------------------- */

/* Draw a thousand times; fill often[] by tenths of 600 s, 10: to the limit. */
static bool
draw_many(
    const struct ft_forecast_past *past, int64_t elapsed, unsigned often[11])
{
	const struct ft_forecast_span span = { "ann", 600, elapsed };
	bool fair = true;
	struct ft_rng rng;

	ft_rng_init(&rng, 7);
	memset(often, 0, 11 * sizeof *often);
	for (int i = 0; i < 1000; i++) {
		int64_t seconds = ft_forecast_draw(past, &span, &rng);

		if (seconds >= 0 && (seconds % 60 || seconds > 540))
			fair = false;
		else
			often[seconds < 0 ? 10 : seconds / 60]++;
	}
	return fair;
}

static void
draws(void)
{
	const struct ft_forecast_span longer = { "ann", 6000, -1 };
	const struct ft_forecast_span unlimited = { "ann", FT_TIME_UNLIMITED,
		-1 };
	const struct ft_forecast_span stranger = { "bob", 600, -1 };
	struct ft_forecast_past past;
	unsigned often[11];
	bool tenths = true;
	struct ft_rng rng;

	ft_rng_init(&rng, 3);
	ft_forecast_past_init(&past, NOW);
	add_ten(&past, "ann");
	ft_forecast_past_ready(&past);
	ok(draw_many(&past, -1, often), "only what was");
	for (int i = 1; i <= 10; i++)
		/* 100 are expected, with a deviation of sqrt(90) = 9.5: five
		 * of these */
		tenths = tenths && often[i] > 52 && often[i] < 148;
	ok(tenths && !often[0], "each of the ten as often");
	/* 360, 420, 480, 540 and 600 s are longer than 300 s */
	draw_many(&past, 300, often);
	ok(often[6] && often[7] && often[8] && often[9] && often[10],
	    "a job that has run for 300 s goes on for each longer one");
	is_u64(often[0] + often[1] + often[2] + often[3] + often[4] + often[5],
	    0, "but for none that is not");
	draw_many(&past, 540, often);
	is_u64(often[10], 1000, "after 540 s only its limit is left");
	draw_many(&past, 700, often);
	is_u64(often[10], 1000, "and after it, too");
	is_i64(ft_forecast_draw(&past, &longer, &rng) % 600, 0,
	    "parts of another limit");
	is_i64(ft_forecast_draw(&past, &unlimited, &rng), -1,
	    "no limit has no parts");
	is_i64(ft_forecast_draw(&past, &stranger, &rng), -1,
	    "others use their limits");
	ft_forecast_past_free(&past);
}

/* ---- worlds ------------------------------------------------------------------ */

/* A present: job 1 of ann has had all nodes for SECONDS, job 2 waits for them. */
struct present {
	struct smallworld *small;
	int64_t seconds;
	int64_t run_time; /* of job 1 */
	bool later;       /* a job of bob's is to come, and goes first */
	bool held;        /* job 3 is held */
};

static struct ft_job *
whole(struct ft_world *world, const char *user, int64_t run_time)
{
	struct ft_job *job = ft_world_new_job(world);

	job->user = ft_world_string(world, user);
	job->min_nodes = job->max_nodes = 4;
	job->nodes_given = true;
	job->tasks_wanted = 64;
	job->tasks_given = true;
	job->time_limit = 10;
	job->run_time = run_time;
	return job;
}

static void
submit(struct ft_world *world, struct ft_job *job, int64_t at)
{
	const struct ft_asker asker = { .name = job->user,
		.uid = ft_world_uid(world, job->user) };
	struct ft_submit_request request = {
		.asker = &asker, .job = job, .qos = "", .at = at
	};

	if (ft_world_submit(world, &request) != FT_REFUSE_NONE)
		bail("refused");
}

static enum ft_status
load(void *ctx, struct ft_world *world, struct ft_error *error)
{
	const struct present *present = ctx;
	struct ft_run run = { .until = NOW + present->seconds };
	struct ft_job *job;

	FT_TRY(ft_load_world(world,
	    &(struct ft_load_source){ .store = present->small->store,
		.conf = &present->small->conf,
		.cluster = 1 },
	    NULL, error));
	submit(world, whole(world, "ann", present->run_time), NOW);
	FT_TRY(ft_world_run(world, &run, error));
	submit(world, whole(world, "cy", 10), world->now);
	if (present->later) {
		job = whole(world, "bob", 200);
		submit(world, job, world->now + 50);
		job->nice = -100;
	}
	if (present->held) {
		job = whole(world, "cy", 10);
		job->hold = FT_HOLD_USER;
		submit(world, job, world->now);
	}
	return FT_OK;
}

/* Returns when job 2 really starts. */
static int64_t
real_start(struct present *present)
{
	struct ft_world world FT_CLEANUP(ft_world_free) = { 0 };
	struct ft_run run = { .until = NOW + 7200 };

	if (load(present, &world, &err) != FT_OK ||
	    ft_world_run(&world, &run, &err) != FT_OK)
		bail("%s", err.text);
	return ft_world_find(&world, 2)->started - NOW;
}

#define RASTER                                                                 \
	"SchedulerType=sched/backfill\n"                                       \
	"SchedulerParameters=bf_interval=5,sched_interval=5\n"

static void
make(struct ft_forecast *forecast, struct present *present,
    const struct ft_forecast_past *past, uint32_t futures)
{
	const struct ft_forecast_rules rules = { .load = load,
		.ctx = present,
		.past = past,
		.futures = futures,
		.seed = 5 };

	if (ft_forecast_make(forecast, &rules, &err) != FT_OK)
		bail("%s", err.text);
}

static int64_t
by(const struct ft_forecast *forecast, uint32_t percent)
{
	return ft_forecast_by(
		   forecast, ft_forecast_find(forecast, 2), percent) -
	       NOW;
}

/* Nobody is known: one future, in which limits are used. */
static void
nothing_known(struct smallworld *small)
{
	struct present present = {
		.small = small, .seconds = 20, .run_time = 60, .held = true
	};
	struct ft_forecast_past past;
	struct ft_forecast forecast;

	ft_forecast_past_init(&past, NOW + 20);
	ft_forecast_past_ready(&past);
	make(&forecast, &present, &past, 200);
	ok(!forecast.drawn, "nothing is drawn");
	is_u64(forecast.futures, 1, "so that one future is enough");
	is_u64(forecast.active, 3, "of three jobs");
	is_u64(forecast.limited, 3, "all use their limits");
	is_u64(forecast.days, 0, "and none come");
	is_u64(forecast.n, 1, "a held job has no forecast");
	/*
	 * It started after 3 s; limits are looked at every 30 s: 603 becomes 630.
	 * Who waits for it starts 3 s later (t_run.c).
	 */
	is_i64(by(&forecast, 50), 633, "the limit decides, not what will be");
	ft_forecast_free(&forecast);
	ft_forecast_past_free(&past);
}

/* All of ann's jobs took half of their time: 300 s. */
static void
one_outcome(struct smallworld *small)
{
	struct present present = {
		.small = small, .seconds = 20, .run_time = 60, .later = true
	};
	struct present real = {
		.small = small, .seconds = 20, .run_time = 300
	};
	struct ft_forecast_past past;
	struct ft_forecast forecast;

	ft_forecast_past_init(&past, NOW + 20);
	for (uint32_t i = 1; i <= 10; i++)
		add(&past, i, "ann", NOW - 5000 + 300 * i, 300);
	ft_forecast_past_ready(&past);
	make(&forecast, &present, &past, 20);
	ok(forecast.drawn, "run times are drawn");
	is_u64(forecast.limited, 1, "not for cy");
	is_i64(by(&forecast, 10), real_start(&real),
	    "job 2 starts as if job 1 ran for 300 s");
	is_i64(by(&forecast, 90), by(&forecast, 10), "in all futures");
	ft_forecast_free(&forecast);
	ft_forecast_past_free(&past);
}

/* Stops every second step. */
static bool
stop_often(void *ctx)
{
	return *(unsigned *)ctx % 2 == 0;
}

/* Made in steps, of which every second is stopped, it is the same as MADE. */
static void
step_by_step(const struct ft_forecast *made, struct present *present,
    const struct ft_forecast_past *past)
{
	struct ft_forecast forecast = { .n = 0 };
	unsigned steps = 0, wrong = 0;
	const struct ft_forecast_rules rules = { .load = load,
		.ctx = present,
		.past = past,
		.futures = made->futures,
		.seed = 5,
		.stop = stop_often,
		.stop_ctx = &steps };

	ft_forecast_begin(&forecast, &rules);
	for (; !ft_forecast_is_done(&forecast) && steps < 10000; steps++) {
		if (ft_forecast_step(&forecast, &rules, &err) != FT_OK)
			bail("%s", err.text);
		/* steps 0, 2, 4 ... add nothing */
		wrong += forecast.made != (steps + 1) / 2;
	}
	is_u64(steps, 2 * made->futures, "each future is begun twice");
	is_u64(wrong, 0, "and made once");
	ok(forecast.n == made->n &&
		memcmp(forecast.start, made->start,
		    made->n * made->futures * sizeof *made->start) == 0 &&
		by(&forecast, 50) == by(made, 50),
	    "which makes the same forecast");
	ft_forecast_free(&forecast);
}

/* Made in worlds of their own, the last future first, it is the same as MADE. */
static void
one_by_one(const struct ft_forecast *made, struct present *present,
    const struct ft_forecast_past *past)
{
	struct ft_forecast forecast = { .n = 0 };
	const struct ft_forecast_rules rules = { .load = load,
		.ctx = present,
		.past = past,
		.futures = made->futures,
		.seed = 5 };
	struct ft_world first = { 0 };
	bool stopped = false;

	if (ft_forecast_look(&forecast, &rules, &first, &err) != FT_OK)
		bail("%s", err.text);
	is_u64(forecast.futures, made->futures, "as many futures");
	for (uint32_t left = forecast.futures; left > 0; left--) {
		struct ft_world world = { 0 };
		uint32_t i = left - 1;

		if ((i && load(present, &world, &err) != FT_OK) ||
		    ft_forecast_simulate(&forecast, &rules, i ? &world : &first,
			i, &err) != FT_OK)
			bail("%s", err.text);
		stopped |= forecast.stopped;
		ft_world_free(&world);
	}
	ft_forecast_end(&forecast);
	ok(!stopped && ft_forecast_is_done(&forecast) &&
		memcmp(forecast.start, made->start,
		    made->n * made->futures * sizeof *made->start) == 0 &&
		by(&forecast, 50) == by(made, 50),
	    "in another order, they make the same forecast");
	ft_world_free(&first);
	ft_forecast_free(&forecast);
}

/* Ten outcomes that are as likely: 60 s, 120 s, ..., the limit. */
static void
ten_outcomes(struct smallworld *small)
{
	static const uint32_t percent[] = { 10, 50, 90 };
	struct present present = {
		.small = small, .seconds = 20, .run_time = 60
	};
	struct ft_forecast_past past;
	struct ft_forecast forecast, again;

	ft_forecast_past_init(&past, NOW + 20);
	add_ten(&past, "ann");
	ft_forecast_past_ready(&past);
	make(&forecast, &present, &past, 300);
	for (size_t i = 0; i < FT_COUNT(percent); i++) {
		/*
		 * A tenth of the futures ends with the first outcome, half with
		 * the fifth, nine tenths with the ninth, give or take one:
		 * sqrt(300 * 0.5 * 0.5) = 8.7 of 30 each.
		 */
		int64_t tenth = percent[i] / 10;
		struct present early = {
			.small = small, .seconds = 20, .run_time = 60 * tenth
		};
		struct present late = { .small = small,
			.seconds = 20,
			.run_time = tenth < 9 ? 60 * (tenth + 1) : -1 };
		int64_t start = by(&forecast, percent[i]);

		ok(start == real_start(&early) || start == real_start(&late),
		    "%u %%: %d", (unsigned)percent[i], (int)start);
	}
	make(&again, &present, &past, 300);
	ok(memcmp(forecast.start, again.start,
	       forecast.n * forecast.futures * sizeof *again.start) == 0,
	    "the same seed gives the same futures");
	ft_forecast_free(&again);
	make(&again, &present, &past, 100);
	ok(memcmp(forecast.start, again.start, 100 * sizeof *again.start) == 0,
	    "and fewer of them are the first ones");
	step_by_step(&again, &present, &past);
	one_by_one(&again, &present, &past);
	ft_forecast_free(&again);
	ft_forecast_free(&forecast);
	ft_forecast_past_free(&past);
}

/* One day is known: what came then comes again. */
static void
arrivals(struct smallworld *small)
{
	struct present present = {
		.small = small, .seconds = 20, .run_time = 60
	};
	struct present real = {
		.small = small, .seconds = 20, .run_time = -1, .later = true
	};
	struct ft_forecast_past past;
	struct ft_forecast forecast;
	struct ft_job job;

	ft_forecast_past_init(&past, NOW + 20);
	/* bob's job came 50 s after the beginning of that day, and ran 200 s */
	job = past_job(1, "bob", NOW + 20 - DAY + 50, 200);
	job.min_nodes = job.max_nodes = 4;
	job.nodes_given = job.tasks_given = true;
	job.tasks_wanted = 64;
	job.nice = -100;
	ft_forecast_past_add(&past, &job);
	/* the day begins with this one, which is too large to come again */
	job = past_job(2, "cy", NOW + 20 - DAY, 10);
	job.min_nodes = 5;
	ft_forecast_past_add(&past, &job);
	ft_forecast_past_ready(&past);
	is_u64(past.days, 1, "one day");
	make(&forecast, &present, &past, 5);
	is_u64(forecast.days, 1, "it is used");
	ok(!forecast.drawn, "but one day is all there is to draw from");
	/* 630: job 1 is over; 200 s of bob's job, and the schedulers look */
	is_i64(by(&forecast, 50), real_start(&real),
	    "job 2 waits for the job that came and goes first");
	ok(by(&forecast, 50) > 830, "and that ran for 200 s");
	ft_forecast_free(&forecast);
	ft_forecast_past_free(&past);
}

static void
nothing_arrived(void)
{
	struct ft_forecast_past past;
	size_t n = 1;

	ft_forecast_past_init(&past, NOW);
	ft_forecast_past_ready(&past);
	ok(!ft_forecast_arrivals(&past, 1, &n), "of no arrivals none is first");
	is_u64(n, 0, "and there are none");
	ft_forecast_past_free(&past);
}

/* ---- quantiles ------------------------------------------------------------- */

static void
quantiles(void)
{
	int64_t sorted[] = { 10, 20, 30, 40, INT64_MAX };
	const struct ft_forecast_job job = { .number = 1, .sorted = sorted };
	const struct ft_forecast forecast = { .futures = 5 };

	/* nearest rank: 10 % of 5 is 0.5, so the first; 50 %: 2.5, the third;
	 * 80 %: 4, the fourth; 81 %: 4.05, the fifth */
	is_i64(ft_forecast_by(&forecast, &job, 10), 10, "10 %%");
	is_i64(ft_forecast_by(&forecast, &job, 20), 10, "20 %%");
	is_i64(ft_forecast_by(&forecast, &job, 21), 20, "21 %%");
	is_i64(ft_forecast_by(&forecast, &job, 50), 30, "50 %%");
	is_i64(ft_forecast_by(&forecast, &job, 80), 40, "80 %%");
	is_i64(ft_forecast_by(&forecast, &job, 81), INT64_MAX,
	    "81 %%: later than the horizon");
	ok(!ft_forecast_find(&forecast, 1), "no job of no jobs");
}

int
main(void)
{
	struct smallworld small;

	what_is_known();
	the_last_hundred();
	draws();
	nothing_arrived();
	quantiles();
	smallworld_open(&small, RASTER);
	nothing_known(&small);
	one_outcome(&small);
	ten_outcomes(&small);
	arrivals(&small);
	smallworld_close(&small);
	return done_testing();
}
