/* forecast.c - one future after another, each in a world of its own. */
#include "sim/forecast/forecast.h"

#include "base/idmap.h"
#include "base/sort.h"
#include "base/text/timefmt.h"
#include "sim/job/job.h"
#include "sim/run/life.h"
#include "sim/run/run.h"
#include "sim/submit/submit.h"
#include "sim/why/unrunnable.h"

#define PARTITIONS 64 /* of a job that are looked at */
#define PIECE                                                                  \
	3600 /* seconds of arrivals that are submitted at once; a
			   day is a multiple */

/* One future. */
struct future {
	struct ft_forecast *forecast;
	const struct ft_forecast_rules *rules;
	struct ft_world *world;
	struct ft_run run;
	struct ft_idmap asked; /* index of a job in question, by its number */
	size_t left;           /* of those that have not started */
	uint32_t index;        /* of the future */
	bool stopped;
	/* the jobs of the day drawn last, and how much later they arrive again */
	const struct ft_job *day;
	size_t n_day, n_submitted; /* of them, so far */
	int64_t shift;
};

static bool
is_stopped(struct future *future)
{
	const struct ft_forecast_rules *rules = future->rules;

	if (!future->stopped && rules->stop)
		future->stopped = rules->stop(rules->stop_ctx);
	return future->stopped;
}

/* ---- draws --------------------------------------------------------------- */

/* Begin the stream of random numbers of WHAT in this future. */
FT_WRAPS static void
begin_draw(const struct future *future, uint64_t what, struct ft_rng *rng)
{
	struct ft_rng seeds;

	ft_rng_init(&seeds, future->rules->seed);
	ft_rng_init(rng, ft_rng_u64(&seeds) + (what << 32 | future->index));
}

/* Returns the time limit of JOB in seconds. */
static int64_t
limit_of(const struct ft_world *world, const struct ft_job *job)
{
	const struct ft_partition *partition = ft_world_partition(world, job);
	int64_t minutes = partition ? ft_world_time_limit(world, job, partition)
				    : job->time_limit;

	return minutes < 0 || minutes > FT_YEAR_MINUTES ? FT_TIME_UNLIMITED
							: minutes * 60;
}

/* Draw how long JOB runs, whatever is known of its future. */
static void
draw_run(const struct future *future, struct ft_job *job)
{
	const struct ft_world *world = future->world;
	bool runs = job->state != FT_JOB_PENDING;
	const struct ft_forecast_span span = { .user = job->user,
		.limit = limit_of(world, job),
		.elapsed = runs ? ft_job_elapsed(job, world->now) : -1 };
	struct ft_rng rng;

	begin_draw(future, job->number, &rng);
	job->run_time = ft_forecast_draw(future->rules->past, &span, &rng);
	job->exit_code = job->exit_signal = 0;
}

/* ---- the present --------------------------------------------------------- */

/* Returns the last time FROM + k * PERIOD (k an integer) that is not after NOW. */
static int64_t
not_after(int64_t from, int64_t period, int64_t now)
{
	if (from <= now)
		return from;
	if (period <= 0)
		return now;
	return from - (from - now + period - 1) / period * period;
}

int64_t
ft_forecast_last_full(const struct ft_world *world, int64_t at)
{
	int64_t period = world->sched.value[FT_SCHED_SCHED_INTERVAL];
	int64_t since = period > 0 ? (at - world->times.full_ran) % period : 0;

	return at - (since < 0 ? since + period : since);
}

void
ft_forecast_mend_times(struct ft_world *world)
{
	struct ft_sched_times *times = &world->times;

	times->full_ran = not_after(times->full_ran,
	    world->sched.value[FT_SCHED_SCHED_INTERVAL], world->now);
	times->backfill_ran = not_after(times->backfill_ran,
	    world->sched.value[FT_SCHED_BF_INTERVAL], world->now);
	times->main_ran = not_after(times->main_ran, 0, world->now);
	times->wanted = true;
}

/* Fill WORLD with what is known now: who will submit what is not. */
static enum ft_status
load_present(const struct ft_forecast_rules *rules, struct ft_world *world,
    struct ft_error *err)
{
	FT_TRY(rules->load(rules->ctx, world, err));
	while (world->n_arriving)
		ft_world_forget(world, world->arriving[world->n_arriving - 1]);
	ft_forecast_mend_times(world);
	return FT_OK;
}

static void
draw_runs(const struct future *future)
{
	struct ft_world *world = future->world;

	for (size_t i = 0; i < world->n_running; i++)
		draw_run(future, world->running[i]);
	for (size_t i = 0; i < world->n_waiting; i++)
		draw_run(future, world->waiting[i]);
}

/* ---- arrivals ------------------------------------------------------------ */

static void
copy_texts(
    struct ft_world *world, struct ft_job *job, const struct ft_job *from)
{
	job->user = ft_world_string(world, from->user);
	job->account = ft_world_string(world, from->account);
	job->partitions = ft_world_string(world, from->partitions);
	job->wckey = ft_world_string(world, from->wckey);
	job->options = ft_world_string(world, from->options);
	job->gres = ft_world_string(world, from->gres);
	job->licenses = ft_world_string(world, from->licenses);
	job->features = ft_world_string(world, from->features);
	job->req_nodes = ft_world_string(world, from->req_nodes);
	job->exc_nodes = ft_world_string(world, from->exc_nodes);
}

/* Returns a job that requests what FROM did; its dependencies and reservation were
 * of its time. */
static struct ft_job *
make_arrival(struct ft_world *world, const struct ft_job *from)
{
	struct ft_job *job = ft_world_new_job(world);

	copy_texts(world, job, from);
	job->time_limit = from->time_limit;
	job->time_min = from->time_min;
	job->min_nodes = from->min_nodes;
	job->max_nodes = from->max_nodes;
	job->nodes_given = from->nodes_given;
	job->tasks_wanted = from->tasks_wanted;
	job->tasks_given = from->tasks_given;
	job->cpus_per_task = from->cpus_per_task;
	job->tasks_per_node = from->tasks_per_node;
	job->mem_per_node = from->mem_per_node;
	job->mem_per_cpu = from->mem_per_cpu;
	job->disk_per_node = from->disk_per_node;
	job->shape = from->shape;
	job->exclusive = from->exclusive;
	job->contiguous = from->contiguous;
	job->requeue = from->requeue;
	job->array_throttle = from->array_throttle;
	for (size_t i = 0; i < from->n_tasks; i++)
		*ft_vec_add(job->tasks, job->n_tasks, job->cap_tasks) =
		    from->tasks[i];
	return job;
}

/* Returns the name of the QOS of FROM, "" if USER's association (of NODE) may not
 * use it any more. */
static const char *
qos_name(const struct ft_world *world, const struct ft_job *from, uint32_t node)
{
	const struct ft_qos *qos = ft_world_qos(world, from->qos);

	return qos && ft_world_qos_allowed(world, node, qos->id) ? qos->name
								 : "";
}

/* Submit FROM again SHIFT seconds after it was; what is refused does not come. */
static void
submit_again(struct future *future, const struct ft_job *from, int64_t shift)
{
	struct ft_world *world = future->world;
	struct ft_job *job = make_arrival(world, from);
	const struct ft_asker asker = { .name = job->user,
		.uid = ft_world_uid(world, job->user) };
	uint32_t node =
	    ft_world_assoc(world, job->user, job->account, job->partitions);
	struct ft_submit_request request = { .asker = &asker,
		.job = job,
		.qos = qos_name(world, from, node),
		.at = from->submitted + shift };

	if (ft_world_submit(world, &request) != FT_REFUSE_NONE) {
		ft_job_clear(job);
		ft_free(job);
		return;
	}
	/* only operators may ask for less than 0, and some did */
	job->nice = from->nice;
	draw_run(future, job);
	/* what is known of itself says more than its user's other jobs */
	if (from->started && !ft_job_is_active(from) &&
	    from->state != FT_JOB_TIMEOUT)
		job->run_time = ft_job_elapsed(from, from->ended);
}

/* Draw the past day whose jobs arrive again on day AHEAD, 0 the next 24 hours. */
static void
draw_day(struct future *future, uint32_t ahead)
{
	const struct ft_forecast_past *past = future->rules->past;
	struct ft_rng rng;
	uint32_t back;

	/* no job has such a number */
	begin_draw(future, UINT64_C(1) << 31 | ahead, &rng);
	back = 1 + ft_rng_below(&rng, past->days);
	future->day = ft_forecast_arrivals(past, back, &future->n_day);
	future->n_submitted = 0;
	future->shift = (int64_t)(back + ahead) * FT_FORECAST_DAY;
}

/* Submit what arrives in the next piece of time: most futures end long before the
 * jobs of their last day have arrived. */
static void
submit_more(void *ctx)
{
	struct future *future = ctx;
	int64_t passed = future->run.more_at - future->forecast->at;

	future->run.more_at += PIECE;
	if (!future->rules->past->days)
		return;
	if (passed % FT_FORECAST_DAY == 0)
		draw_day(future, (uint32_t)(passed / FT_FORECAST_DAY));
	while (future->n_submitted < future->n_day && !is_stopped(future)) {
		const struct ft_job *job = &future->day[future->n_submitted];

		if (job->submitted + future->shift > future->run.more_at)
			break;
		submit_again(future, job, future->shift);
		future->n_submitted++;
	}
}

/* ---- one future ---------------------------------------------------------- */

static struct ft_forecast_job *
job_asked(const struct future *future, const struct ft_job *job)
{
	uint32_t i = ft_idmap_get(&future->asked, job->number);

	/* a task that has just left its array */
	if (i == FT_IDMAP_NONE && job->array_job)
		i = ft_idmap_get(&future->asked, job->array_job);
	return i == FT_IDMAP_NONE ? NULL : &future->forecast->job[i];
}

static void
note_start(void *ctx, const struct ft_sim_event *event)
{
	struct future *future = ctx;
	struct ft_forecast_job *job;

	future->forecast->reached = event->at;
	future->run.enough |= is_stopped(future);
	if (event->kind != FT_SIM_START)
		return;
	job = job_asked(future, event->job);
	if (!job || job->start[future->index] != INT64_MAX)
		return;
	job->start[future->index] = event->at;
	future->left--;
	future->run.enough |= future->left == 0;
}

static enum ft_status
let_pass(struct future *future, struct ft_error *err)
{
	int64_t at = future->forecast->at;

	if (!future->left)
		return FT_OK;
	future->run = (struct ft_run){ .until = at + FT_FORECAST_HORIZON,
		.report = note_start,
		.more = submit_more,
		.more_at = at,
		.ctx = future };
	submit_more(future);
	return ft_world_run(future->world, &future->run, err);
}

/* ---- the jobs in question ------------------------------------------------- */

static bool
can_start(struct ft_world *world, const struct ft_job *job)
{
	uint32_t partition[PARTITIONS];
	size_t n = ft_world_partitions(world, job, partition, PARTITIONS);
	struct ft_unrunnable never;

	if (job->hold != FT_HOLD_NONE || (job->priority_set && !job->priority))
		return false;
	for (size_t i = 0; i < n; i++)
		if (!ft_world_is_unrunnable(world, job, partition[i], &never))
			return true;
	return false;
}

static int
by_number(const void *a, const void *b)
{
	const struct ft_forecast_job *x = a, *y = b;

	return (x->number > y->number) - (x->number < y->number);
}

/* Choose the jobs of WORLD, the present. */
static void
choose_jobs(struct ft_forecast *forecast, const struct ft_forecast_rules *rules,
    struct ft_world *world)
{
	forecast->job = ft_calloc(world->n_waiting, sizeof *forecast->job);
	for (size_t i = 0; i < world->n_waiting; i++) {
		const struct ft_job *job = world->waiting[i];

		if (rules->number && job->number != rules->number)
			continue;
		if (can_start(world, job))
			forecast->job[forecast->n++] = (struct ft_forecast_job){
				.number = job->number,
				.array_job =
				    ft_job_is_head(job) ? job->array_job : 0,
			};
	}
	if (forecast->n)
		qsort(forecast->job, forecast->n, sizeof *forecast->job,
		    by_number);
}

static void
count_known(struct ft_forecast *forecast, const struct ft_forecast_past *past,
    struct ft_job *const *job, size_t n)
{
	for (size_t i = 0; i < n; i++)
		forecast->limited +=
		    !ft_forecast_past_knows(past, job[i]->user);
	forecast->active += n;
}

static void
make_room(struct ft_forecast *forecast)
{
	size_t n = forecast->n * forecast->futures;

	forecast->start = ft_calloc(n, sizeof *forecast->start);
	forecast->sorted = ft_calloc(n, sizeof *forecast->sorted);
	for (size_t i = 0; i < n; i++)
		forecast->start[i] = INT64_MAX;
	for (size_t i = 0; i < forecast->n; i++) {
		forecast->job[i].start =
		    forecast->start + i * forecast->futures;
		forecast->job[i].sorted =
		    forecast->sorted + i * forecast->futures;
	}
}

/* The present says what is asked, and whether anything will be drawn. */
static void
look_at_present(struct ft_forecast *forecast,
    const struct ft_forecast_rules *rules, struct ft_world *world)
{
	const struct ft_forecast_past *past = rules->past;

	forecast->at = world->now;
	choose_jobs(forecast, rules, world);
	count_known(forecast, past, world->waiting, world->n_waiting);
	count_known(forecast, past, world->running, world->n_running);
	forecast->days = past->n_arrival ? past->days : 0;
	forecast->drawn =
	    forecast->days > 1 || forecast->limited < forecast->active;
	forecast->futures = forecast->drawn && forecast->n ? rules->futures : 1;
	make_room(forecast);
}

/* ---- all of them --------------------------------------------------------- */

static void
future_free(struct future *future)
{
	ft_idmap_free(&future->asked);
}

/* Nothing of it counts. */
static void
abandon(const struct future *future)
{
	struct ft_forecast *forecast = future->forecast;

	forecast->reached = forecast->at;
	for (size_t i = 0; i < forecast->n; i++)
		forecast->job[i].start[future->index] = INT64_MAX;
}

void
ft_forecast_begin(
    struct ft_forecast *forecast, const struct ft_forecast_rules *rules)
{
	ft_forecast_free(forecast);
	forecast->futures = rules->futures;
}

enum ft_status
ft_forecast_look(struct ft_forecast *forecast,
    const struct ft_forecast_rules *rules, struct ft_world *world,
    struct ft_error *err)
{
	ft_forecast_begin(forecast, rules);
	FT_TRY(load_present(rules, world, err));
	look_at_present(forecast, rules, world);
	return FT_OK;
}

enum ft_status
ft_forecast_simulate(struct ft_forecast *forecast,
    const struct ft_forecast_rules *rules, struct ft_world *world,
    uint32_t index, struct ft_error *err)
{
	struct future future FT_CLEANUP(future_free) = { .forecast = forecast,
		.rules = rules,
		.world = world,
		.index = index,
		.left = forecast->n };

	draw_runs(&future);
	for (uint32_t i = 0; i < forecast->n; i++)
		ft_idmap_put(&future.asked, forecast->job[i].number, i);
	FT_TRY(let_pass(&future, err));
	forecast->stopped = future.stopped;
	if (future.stopped)
		abandon(&future);
	return FT_OK;
}

void
ft_forecast_end(struct ft_forecast *forecast)
{
	size_t bytes =
	    forecast->n * forecast->futures * sizeof *forecast->start;

	if (bytes)
		memcpy(forecast->sorted, forecast->start, bytes);
	for (size_t i = 0; i < forecast->n; i++)
		qsort(forecast->job[i].sorted, forecast->futures,
		    sizeof(int64_t), ft_by_i64);
	forecast->made = forecast->futures;
}

enum ft_status
ft_forecast_step(struct ft_forecast *forecast,
    const struct ft_forecast_rules *rules, struct ft_error *err)
{
	struct ft_world world FT_CLEANUP(ft_world_free) = { 0 };

	FT_TRY(forecast->made ? load_present(rules, &world, err)
			      : ft_forecast_look(forecast, rules, &world, err));
	FT_TRY(
	    ft_forecast_simulate(forecast, rules, &world, forecast->made, err));
	if (forecast->stopped)
		return FT_OK;
	forecast->reached = forecast->at;
	if (++forecast->made == forecast->futures)
		ft_forecast_end(forecast);
	return FT_OK;
}

bool
ft_forecast_is_done(const struct ft_forecast *forecast)
{
	return forecast->made == forecast->futures;
}

enum ft_status
ft_forecast_make(struct ft_forecast *forecast,
    const struct ft_forecast_rules *rules, struct ft_error *err)
{
	*forecast = (struct ft_forecast){ .n = 0 };
	ft_forecast_begin(forecast, rules);
	ft_meter_begin(rules->meter, "simulating", "futures", rules->futures);
	while (!ft_forecast_is_done(forecast)) {
		FT_TRY(ft_forecast_step(forecast, rules, err));
		if (rules->meter)
			rules->meter->done = forecast->made;
		ft_meter_look(rules->meter);
	}
	return FT_OK;
}

void
ft_forecast_free(struct ft_forecast *forecast)
{
	ft_free(forecast->job);
	ft_free(forecast->start);
	ft_free(forecast->sorted);
	*forecast = (struct ft_forecast){ .n = 0 };
}

/* ---- answers ------------------------------------------------------------- */

const struct ft_forecast_job *
ft_forecast_find(const struct ft_forecast *forecast, uint32_t number)
{
	const struct ft_forecast_job key = { .number = number };

	return forecast->n ? bsearch(&key, forecast->job, forecast->n,
				 sizeof key, by_number)
			   : NULL;
}

int64_t
ft_forecast_by(const struct ft_forecast *forecast,
    const struct ft_forecast_job *job, uint32_t percent)
{
	uint64_t rank = ((uint64_t)forecast->futures * percent + 99) / 100;

	return job->sorted[rank ? rank - 1 : 0];
}
