#include "model/research/tracegen.h"

#include "base/bisect.h"
#include "model/research/lublin.h"
#include "model/synthetic/dist.h"
#include "model/job/job.h"

#define HOURS   168 /* of a week */
#define CENTURY INT64_C(3155760000)

/* How busy an hour of the day is; weekends are less so. */
static const double by_hour[24] = { 0.4, 0.3, 0.25, 0.2, 0.2, 0.25, 0.4, 0.7,
	1.2, 1.7, 2.0, 2.0, 1.6, 1.8, 2.1, 2.1, 1.9, 1.6, 1.2, 0.9, 0.8, 0.7,
	0.6, 0.5 };
#define WEEKEND 0.45 /* of a working day */

/* Usual time limits: minutes. */
static const int64_t round_limits[] = { 5, 10, 15, 30, 60, 120, 180, 240, 360,
	480, 720, 1440, 2880 };
#define LIMITS FT_COUNT(round_limits)

#define RUN_LEAST  30.0    /* seconds */
#define RUN_MOST   86400.0 /* a day */
#define SAME_AGAIN 0.6     /* the next job of a series follows */
#define SERIES_GAP 180.0   /* seconds between two of a series, mean */
#define SERIAL     0.25    /* jobs of one processor */
#define POWERS     0.75    /* of the others: a power of two */
#define FAILED     0.05
#define CANCELLED  0.03
#define CUT        0.04 /* run into their limit */

void
ft_tracegen_init(struct ft_tracegen *gen)
{
	*gen = (struct ft_tracegen){
		.seed = 1,
		.jobs = 3000,
		.users = 40,
		.accounts = 6,
		.nodes = 64,
		.cpus = 16,
		.load = 0.85,
		.start = INT64_C(1767571200), /* 2026-01-05T00:00:00Z */
	};
}

struct making {
	const struct ft_tracegen *gen;
	struct ft_estimate limits;
	struct ft_rng rng;
	struct ft_trace *trace;
	double *busy;           /* [users], summed up: how active each is */
	uint32_t *account;      /* [users] */
	double hour[HOURS + 1]; /* of the week, summed up */
	double *at;             /* [jobs]: when each comes, for Lublin */
	double scale;           /* of the gaps, likewise */
};

/* Between LOW and HIGH, evenly on a logarithmic scale. */
static double
log_uniform(struct ft_rng *rng, double low, double high)
{
	return low * ft_dist_exp(ft_rng_unit(rng) * ft_dist_log(high / low));
}

/* ---- who -------------------------------------------------------------------- */

/* The k-th user is active as 1/k; accounts take users in turn, the first
 * account two of them. */
static void
make_people(struct making *making)
{
	const struct ft_tracegen *gen = making->gen;
	struct ft_trace *trace = making->trace;
	char name[16];
	double sum = 0;

	for (uint32_t a = 1; a <= gen->accounts; a++)
		ft_trace_name(trace, &trace->account, name,
		    (size_t)snprintf(name, sizeof name, "g%" PRIu32, a));
	for (uint32_t u = 0; u < gen->users; u++) {
		uint32_t turn = u % (gen->accounts + 1);

		ft_trace_name(trace, &trace->user, name,
		    (size_t)snprintf(name, sizeof name, "u%" PRIu32, u + 1));
		sum += 1.0 / (u + 1);
		making->busy[u] = sum;
		making->account[u] = turn < gen->accounts ? turn + 1 : 1;
	}
}

static uint32_t
draw_user(struct making *making)
{
	uint32_t last = making->gen->users - 1, i;
	double at = ft_rng_unit(&making->rng) * making->busy[last];

	FT_BISECT(i, 0, last, making->busy[i] <= at);
	return i;
}

/* ---- what ------------------------------------------------------------------- */

static uint32_t
draw_width(struct making *making)
{
	const struct ft_tracegen *gen = making->gen;
	uint32_t most = gen->nodes * gen->cpus / 2, width = 1;
	double wanted;

	if (most < 2 || ft_rng_unit(&making->rng) < SERIAL)
		return 1;
	wanted = log_uniform(&making->rng, 2, most);
	if (ft_rng_unit(&making->rng) >= POWERS)
		return (uint32_t)wanted;
	while (width * 1.4142135623730951 < wanted)
		width *= 2;
	return width < 2 ? 2 : width > most ? most : width;
}

/* RUN times up to four, rounded up to a usual time limit. */
static int64_t
draw_limit(struct making *making, int64_t run)
{
	double wanted = (double)run * (1 + 3 * ft_rng_unit(&making->rng)) / 60;
	size_t i = 0;

	while (i + 1 < LIMITS && (double)round_limits[i] < wanted)
		i++;
	return round_limits[i] * 60;
}

/* How a job ends. */
static void
draw_fate(struct making *making, struct ft_trace_job *job)
{
	double fate = ft_rng_unit(&making->rng);

	job->state = FT_JOB_COMPLETED;
	if (fate < FAILED) {
		job->state = FT_JOB_FAILED;
		job->run = 1 + job->run / 20;
	} else if (fate < FAILED + CANCELLED) {
		job->state = FT_JOB_CANCELLED;
		job->run =
		    1 + (int64_t)((double)job->run * ft_rng_unit(&making->rng));
	} else if (fate < FAILED + CANCELLED + CUT) {
		job->run = job->limit;
	}
}

/* A series: one user submits similar jobs in quick succession. */
static void
add_series(struct making *making)
{
	struct ft_trace *trace = making->trace;
	uint32_t user = draw_user(making), width = draw_width(making);
	double typical = log_uniform(&making->rng, RUN_LEAST, RUN_MOST);
	int64_t limit = draw_limit(making, (int64_t)typical);
	double after = 0;

	do {
		struct ft_trace_job *job = ft_trace_add(trace);
		double run = typical * (0.7 + 0.6 * ft_rng_unit(&making->rng));

		job->user = user + 1;
		job->account = making->account[user];
		job->procs = width;
		job->limit = limit;
		job->run = (int64_t)run < limit ? (int64_t)run : limit;
		draw_fate(making, job);
		/* for now: 1 the first of a series, seconds behind it */
		job->think = after > 0 ? 0 : 1;
		job->submit = (int64_t)after;
		after += SERIES_GAP * ft_dist_exponential(&making->rng);
	} while (trace->n < making->gen->jobs &&
		 ft_rng_unit(&making->rng) < SAME_AGAIN);
}

/* ---- when ------------------------------------------------------------------- */

static void
make_week(struct making *making)
{
	for (uint32_t h = 0; h < HOURS; h++)
		making->hour[h + 1] =
		    making->hour[h] +
		    by_hour[h % 24] * (h / 24 < 5 ? 1 : WEEKEND);
}

/* The activity accumulated after SECONDS. */
static double
busy_until(const struct making *making, double seconds)
{
	double hours = seconds / 3600, weeks = floor(hours / HOURS);
	double rest = hours - weeks * HOURS;
	uint32_t hour = (uint32_t)rest;

	return weeks * making->hour[HOURS] + making->hour[hour] +
	       (rest - hour) * (making->hour[hour + 1] - making->hour[hour]);
}

/* The inverse. */
static double
time_of(const struct making *making, double busy)
{
	double weeks = floor(busy / making->hour[HOURS]);
	double rest = busy - weeks * making->hour[HOURS];
	uint32_t hour = 0;

	while (hour + 1 < HOURS && making->hour[hour + 1] <= rest)
		hour++;
	return 3600 * (weeks * HOURS + hour +
			  (rest - making->hour[hour]) /
			      (making->hour[hour + 1] - making->hour[hour]));
}

/* Give each series a start within SPAN seconds. */
static void
spread(struct making *making, double span)
{
	struct ft_trace *trace = making->trace;
	double busy = busy_until(making, span);
	int64_t start = 0;

	for (size_t i = 0; i < trace->n; i++) {
		struct ft_trace_job *job = &trace->job[i];

		if (job->think)
			start = making->gen->start +
				(int64_t)time_of(
				    making, busy * ft_rng_unit(&making->rng));
		job->think = 0;
		job->submit += start;
	}
	ft_trace_sort(trace);
	for (size_t i = 0; i < trace->n; i++)
		trace->job[i].number = i + 1;
}

/* Returns the load of the jobs if the last of them comes after SPAN seconds. */
static double
load_over(const struct ft_trace *trace, double span)
{
	double area = 0;

	for (size_t i = 0; i < trace->n; i++)
		area += (double)trace->job[i].run * trace->job[i].procs;
	return area / span / trace->procs;
}

/* ---- Lublin and Feitelson --------------------------------------------------- */

/* Models have no users: they are drawn for each job. */
static void
add_lublin(struct making *making, const struct ft_lublin *model)
{
	struct ft_trace_job *job = ft_trace_add(making->trace);
	uint32_t user;

	job->procs = ft_lublin_size(model, making->trace->procs, &making->rng);
	job->run = ft_lublin_run(model, job->procs, &making->rng);
	user = draw_user(making);
	job->user = user + 1;
	job->account = making->account[user];
	job->state = FT_JOB_COMPLETED;
}

/* Each class has its own clock; the job that comes first is added. */
static void
make_lublin(struct making *making, const enum ft_lublin_class *class, size_t n)
{
	struct ft_lublin_clock clock[FT_LUBLIN_CLASSES];
	struct ft_trace *trace = making->trace;

	for (size_t c = 0; c < n; c++) {
		ft_lublin_clock_init(&clock[c], &ft_lublins[class[c]]);
		ft_lublin_arrive(&clock[c], &making->rng);
	}
	while (trace->n < making->gen->jobs) {
		struct ft_lublin_clock *next = &clock[0];

		for (size_t c = 1; c < n; c++)
			if (clock[c].time < next->time)
				next = &clock[c];
		making->at[trace->n] = next->time;
		add_lublin(making, next->model);
		ft_lublin_arrive(next, &making->rng);
	}
}

static void
draw_lublin(struct making *making)
{
	static const enum ft_lublin_class all[] = { FT_LUBLIN_ALL },
					  mixed[] = { FT_LUBLIN_BATCH,
						  FT_LUBLIN_INTERACTIVE };

	switch (making->gen->model) {
	case FT_TRACEGEN_LUBLIN:
		make_lublin(making, all, 1);
		break;
	case FT_TRACEGEN_LUBLIN_BATCH:
		make_lublin(making, mixed, 1);
		break;
	case FT_TRACEGEN_LUBLIN_INTERACTIVE:
		make_lublin(making, mixed + 1, 1);
		break;
	case FT_TRACEGEN_LUBLIN_MIXED:
		make_lublin(making, mixed, 2);
		break;
	case FT_TRACEGEN_SERIES:
		break;
	}
}

/* Submit the jobs at their times, the gaps scaled to the load asked for; returns
 * the time of the last one. */
static double
place_lublin(struct making *making)
{
	struct ft_trace *trace = making->trace;
	double last = making->at[trace->n - 1];

	making->scale = making->gen->own_load
			    ? 1
			    : load_over(trace, last) / making->gen->load;
	last *= making->scale;
	for (size_t i = 0; i < trace->n && last < (double)CENTURY; i++) {
		trace->job[i].submit =
		    trace->start + (int64_t)(making->at[i] * making->scale);
		trace->job[i].number = i + 1;
	}
	return last;
}

static enum ft_status
check(const struct ft_tracegen *gen, struct ft_error *err)
{
	if (!gen->jobs || !gen->users || !gen->accounts || !gen->nodes ||
	    !gen->cpus)
		return ft_fail(err, FT_EINVAL,
		    "a trace needs jobs, users, accounts, nodes and "
		    "processors");
	if (gen->accounts > gen->users)
		return ft_fail(err, FT_EINVAL,
		    "more accounts than users: %" PRIu32 ", %" PRIu32,
		    gen->accounts, gen->users);
	if ((uint64_t)gen->nodes * gen->cpus > INT32_MAX)
		return ft_fail(err, FT_EINVAL, "more than 2^31 processors");
	if (!gen->own_load && !(gen->load > 0))
		return ft_fail(err, FT_EINVAL, "the load must be above 0");
	return FT_OK;
}

static void
add_setting(struct ft_str *note, const struct making *making)
{
	const struct ft_tracegen *gen = making->gen;
	const char *word = FT_TRACEGEN_MODELS;

	for (enum ft_tracegen_model i = 0; i < gen->model; i++)
		word = strchr(word, '|') + 1;
	if (gen->model != FT_TRACEGEN_SERIES)
		ft_str_addf(note,
		    "\n%.*s: Lublin and Feitelson (2003); gaps times %.6g, "
		    "load %.6g",
		    (int)strcspn(word, "|"), word, making->scale,
		    load_over(making->trace,
			making->at[making->trace->n - 1] * making->scale));
	if (making->limits.kind != FT_ESTIMATE_NONE) {
		ft_str_add(note, "\nlimits drawn by ");
		ft_estimate_add(note, &making->limits);
	}
}

static void
describe(const struct making *making)
{
	const struct ft_tracegen *gen = making->gen;
	struct ft_trace *trace = making->trace;
	struct ft_str note = { 0 };

	ft_str_addf(&note,
	    "synthetic: seed %" PRIu64 ", %" PRIu32 " jobs of %" PRIu32
	    " users in %" PRIu32 " accounts",
	    gen->seed, gen->jobs, gen->users, gen->accounts);
	if (!gen->own_load)
		ft_str_addf(&note, ", load %g", gen->load);
	ft_str_add(&note, "; fairtree-swf(5)");
	add_setting(&note, making);
	trace->note = ft_arena_strdup(&trace->arena, ft_str_text(&note));
	ft_str_clear(&note);
	ft_str_addf(&note,
	    "%" PRIu32 " nodes of %" PRIu32 " processors, which never were",
	    gen->nodes, gen->cpus);
	trace->computer = ft_arena_strdup(&trace->arena, ft_str_text(&note));
	ft_str_free(&note);
}

/* Draw the jobs; returns the seconds they come in.  CENTURY or more: they have
 * no times. */
static double
draw_jobs(struct making *making)
{
	const struct ft_tracegen *gen = making->gen;
	struct ft_trace *trace = making->trace;
	double span;

	if (gen->model != FT_TRACEGEN_SERIES) {
		making->at = ft_calloc(gen->jobs, sizeof *making->at);
		draw_lublin(making);
		return place_lublin(making);
	}
	make_week(making);
	while (trace->n < gen->jobs)
		add_series(making);
	span = load_over(trace, gen->load);
	if (span < (double)CENTURY)
		spread(making, span);
	return span;
}

enum ft_status
ft_tracegen_make(
    const struct ft_tracegen *gen, struct ft_trace *trace, struct ft_error *err)
{
	struct making making = {
		.gen = gen, .limits = gen->limits, .trace = trace
	};
	double span;

	if (check(gen, err) != FT_OK)
		return FT_EINVAL;
	making.limits.seed = gen->seed;
	ft_rng_init(&making.rng, gen->seed);
	trace->nodes = gen->nodes;
	trace->procs = gen->nodes * gen->cpus;
	trace->start = gen->start;
	making.busy = ft_calloc(gen->users, sizeof *making.busy);
	making.account = ft_calloc(gen->users, sizeof *making.account);
	make_people(&making);
	span = draw_jobs(&making);
	ft_estimate_draw(&making.limits, trace);
	describe(&making);
	ft_free(making.busy);
	ft_free(making.account);
	ft_free(making.at);
	if (!(span < (double)CENTURY))
		return ft_fail(err, FT_EINVAL,
		    "such a trace would last longer than a century");
	return FT_OK;
}
