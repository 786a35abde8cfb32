/* run.c - the store goes back in time; at each instant a forecast is made. */
#include "files/progress.h"
#include "fsim/calibrate/calibrate.h"
#include "load/back.h"
#include "load/forecast.h"
#include "load/world/world.h"
#include "sim/forecast/forecast.h"
#include "store/job/jobs.h"

/* ---- what really happened ------------------------------------------------- */

struct start {
	uint32_t number;
	int64_t started; /* 0: it has not */
};

/* The jobs of the store, by number. */
struct starts {
	struct start *item;
	size_t n, cap;
	int64_t first; /* the earliest submission */
};

static enum ft_status
take_start(void *ctx, struct ft_job *job, struct ft_error *err)
{
	struct starts *starts = ctx;

	(void)err;
	if (job->submitted < starts->first)
		starts->first = job->submitted;
	*ft_vec_add(starts->item, starts->n, starts->cap) =
	    (struct start){ job->number, job->started };
	ft_job_clear(job);
	return FT_OK;
}

static int
by_number(const void *a, const void *b)
{
	const struct start *x = a, *y = b;

	return (x->number > y->number) - (x->number < y->number);
}

static enum ft_status
read_starts(struct starts *starts, const struct ft_session *session,
    struct ft_error *err)
{
	const struct ft_store_job_filter filter = { .cluster =
							session->cluster };
	struct ft_intern strings FT_CLEANUP(ft_intern_free) = { 0 };
	struct ft_tres_table none = { 0 };

	starts->first = INT64_MAX;
	FT_TRY(ft_store_read_jobs(session->store, &filter,
	    &(struct ft_store_reader){ &strings, &none, starts }, take_start,
	    err));
	if (starts->n)
		qsort(starts->item, starts->n, sizeof *starts->item, by_number);
	return FT_OK;
}

static void
starts_free(struct starts *starts)
{
	ft_free(starts->item);
}

/* ---- one instant ---------------------------------------------------------- */

/* What all instants share. */
struct rewinding {
	struct calibrate *calibrate;
	struct starts starts;
	struct ft_load_back back;
};

static void
rewinding_free(struct rewinding *rewinding)
{
	starts_free(&rewinding->starts);
	ft_load_back_free(&rewinding->back);
}

static enum ft_status
load(void *ctx, struct ft_world *world, struct ft_error *err)
{
	return ft_load_world(world, ctx, NULL, err);
}

static void
add_case(struct calibrate *calibrate, const struct ft_forecast *forecast,
    const struct ft_forecast_job *job, int64_t started)
{
	struct ft_calibration_case *item =
	    ft_vec_add(calibrate->item, calibrate->n, calibrate->cap);

	item->actual = (double)(started - forecast->at);
	item->week =
	    (size_t)((forecast->at - calibrate->from) / CALIBRATE_WEEK);
	for (size_t i = 0; i < FT_CALIBRATION_QUANTILES; i++) {
		int64_t start =
		    ft_forecast_by(forecast, job, ft_calibration_percent[i]);

		item->quantile[i] = start < INT64_MAX
					? (double)(start - forecast->at)
					: (double)FT_FORECAST_HORIZON;
	}
}

static void
compare(struct rewinding *rewinding, const struct ft_forecast *forecast)
{
	struct calibrate *calibrate = rewinding->calibrate;
	const struct starts *starts = &rewinding->starts;

	calibrate->quiet += !forecast->n;
	calibrate->blind += forecast->n && !forecast->drawn;
	for (size_t i = 0; i < forecast->n && forecast->drawn; i++) {
		const struct ft_forecast_job *job = &forecast->job[i];
		const struct start key = { .number = job->number };
		const struct start *start = bsearch(&key, starts->item,
		    starts->n, sizeof *starts->item, by_number);

		if (start && start->started > forecast->at)
			add_case(calibrate, forecast, job, start->started);
		else
			calibrate->left_out++;
	}
}

static enum ft_status
look(struct rewinding *rewinding, uint64_t index, int64_t at,
    struct ft_error *err)
{
	struct calibrate *calibrate = rewinding->calibrate;
	struct ft_forecast_past past FT_CLEANUP(ft_forecast_past_free) = { 0 };
	struct ft_forecast forecast FT_CLEANUP(ft_forecast_free) = { 0 };
	struct ft_load_source source;
	const struct ft_forecast_rules rules = { .load = load,
		.ctx = &source,
		.past = &past,
		.futures = (uint32_t)calibrate->futures,
		.seed = calibrate->seed + index };

	FT_TRY(ft_load_back_go(&rewinding->back, at, 0, &source, err));
	calibrate->present += rewinding->back.strange;
	FT_TRY(ft_load_forecast_past(&past, &source, err));
	FT_TRY(ft_forecast_make(&forecast, &rules, err));
	compare(rewinding, &forecast);
	return FT_OK;
}

/* ---- all instants ----------------------------------------------------------- */

/* Returns instant INDEX: they are the middles of equal pieces. */
static int64_t
instant(const struct calibrate *calibrate, uint64_t index)
{
	double part = ((double)index + 0.5) / (double)calibrate->instants;

	return calibrate->from +
	       (int64_t)(part * (double)(calibrate->until - calibrate->from));
}

static enum ft_status
find_span(struct rewinding *rewinding, struct ft_error *err)
{
	struct calibrate *calibrate = rewinding->calibrate;
	const struct ft_session *session = &calibrate->session;
	struct ft_store_clock clock;

	FT_TRY(read_starts(&rewinding->starts, session, err));
	FT_TRY(
	    ft_store_get_clock(session->store, session->cluster, &clock, err));
	calibrate->until = clock.now;
	if (!rewinding->starts.n ||
	    clock.now - rewinding->starts.first <= FT_FORECAST_DAY)
		return ft_fail(err, FT_EINVAL,
		    "the past of this store is too short: forecasts need "
		    "jobs that were submitted more than a day ago");
	calibrate->from = rewinding->starts.first + FT_FORECAST_DAY;
	return FT_OK;
}

static enum ft_status
begin(struct rewinding *rewinding, struct ft_error *err)
{
	const struct ft_session *session = &rewinding->calibrate->session;
	const struct ft_load_source source = ft_session_source(session);
	const struct ft_load_past_rules rules = { .fixed = session->conf_named,
		.release = ft_cmd_variable("FAIRTREE_SLURM") };

	FT_TRY(find_span(rewinding, err));
	return ft_load_back_open(&rewinding->back, &source, &rules, err);
}

enum ft_status
calibrate_run(struct calibrate *calibrate, struct ft_error *err)
{
	struct rewinding rewinding FT_CLEANUP(
	    rewinding_free) = { .calibrate = calibrate };
	struct ft_meter *meter = ft_progress_meter();

	FT_TRY(begin(&rewinding, err));
	ft_meter_begin(meter, "forecasting", "instants", calibrate->instants);
	for (uint64_t left = calibrate->instants; left > 0; left--) {
		uint64_t i = left - 1;

		FT_TRY(look(&rewinding, i, instant(calibrate, i), err));
		if (meter)
			meter->done++;
		ft_meter_look(meter);
	}
	return FT_OK;
}
