/* The error of a replay: the arithmetic stands beside each number. */
#include <math.h>
#include <string.h>

#include "sim/metrics/error.h"
#include "tap/tap.h"

static struct ft_trace trace;
static struct ft_outcome outcome[16];

/* A job of 60 seconds that waited REAL minutes and is predicted to wait WAIT,
 * -1 never starts. */
static struct ft_trace_job *
job(const char *partition, uint32_t procs, int64_t real, int64_t wait)
{
	size_t i = trace.n;
	struct ft_trace_job *job = ft_trace_add(&trace);

	job->submit = 1000;
	job->run = 60;
	job->procs = procs;
	job->wait = real * 60;
	job->partition = ft_trace_name(
	    &trace, &trace.partition, partition, strlen(partition));
	outcome[i] = (struct ft_outcome){ -1, -1, 0 };
	if (wait >= 0)
		outcome[i] = (struct ft_outcome){ 1000 + wait * 60,
			1060 + wait * 60, 0 };
	return job;
}

static void
is_near(double got, double want, const char *what)
{
	ok(fabs(got - want) < 1e-9, "%s: %g, not %g", what, got, want);
}

static struct ft_errors
errors_of(int64_t begin, int64_t end)
{
	struct ft_errors errors;

	ft_errors_make(&errors, &(struct ft_errors_input){ .trace = &trace,
				    .outcome = outcome,
				    .procs = 4,
				    .begin = begin,
				    .end = end });
	return errors;
}

/* Real 10, 60, 120, 0, predicted 20, 50, 100, 5: differences 10, 10, 20, 5. */
static void
test_numbers(void)
{
	struct ft_errors errors;
	const struct ft_error_row *row;

	ft_trace_init(&trace);
	(void)job("b", 1, 10, 20);
	(void)job("a", 2, 60, 50);
	(void)job("a", 3, 120, 100);
	(void)job("b", 4, 0, 5);
	errors = errors_of(1000, 9000);
	row = errors.row;
	is_str(row->kind, "all", "first all jobs");
	is_u64(row->jobs, 4, "jobs");
	is_near(row->error, 45.0 / 190, "45 of 190 minutes");
	is_near(row->bias, -15.0 / 190, "10 - 10 - 20 + 5");
	is_near(row->median, 10, "median of 5 10 10 20");
	is_near(row->p90, 20, "number 3.6 rounded up");
	is_near(row->met, 0.25, "5 minutes are within 5 minutes");
	is_near(row->real, 190 * 60 / 4.0, "mean real wait");
	is_near(row->predicted, 175 * 60 / 4.0, "mean predicted wait");
	is_str(row[1].name, "a", "partitions by name");
	is_near(row[1].error, 30.0 / 180, "10 + 20 of 60 + 120");
	is_str(row[3].name, "1", "sizes: 1 processor");
	is_str(row[4].name, "2", "2");
	is_str(row[5].name, "3-4", "3 or 4");
	is_near(row[5].error, 25.0 / 120, "20 + 5 of 120 + 0");
	/* 10 processors used for 60 s in 8000 s */
	is_near(errors.real_used, 600.0 / 32000, "really used");
	is_near(errors.predicted_used, 600.0 / 32000, "predicted");
	is_near(ft_errors_total(&trace, outcome), 45.0 / 190, "the same alone");
	ft_errors_free(&errors);
	ft_trace_free(&trace);
}

/* Who never starts counts as missed; warm and cancelled jobs do not count. */
static void
test_others(void)
{
	struct ft_errors errors;

	ft_trace_init(&trace);
	(void)job("a", 1, 10, -1);
	(void)job("a", 1, 0, 0);
	job("a", 1, 10, 90)->part = FT_TRACE_WARM;
	job("a", 1, 10, 90)->part = FT_TRACE_GONE;
	job("a", 1, 10, 90)->wait = -1;
	/* it could start 300 s after its submission: waited 60, predicted 0 */
	job("a", 1, 1, 5)->eligible = 1300;
	errors = errors_of(1000, 1000);
	is_u64(errors.row->jobs, 3, "measured");
	is_u64(errors.row->missed, 1, "one never starts");
	is_near(errors.row->error, 1, "60 of 60 s");
	ok(isnan(errors.real_used), "no time, no utilisation");
	ft_errors_free(&errors);
	ft_trace_free(&trace);
}

/* Nobody waited: nothing to divide by. */
static void
test_undefined(void)
{
	struct ft_errors errors;

	ft_trace_init(&trace);
	(void)job("a", 1, 0, 5);
	errors = errors_of(1000, 2000);
	ok(isnan(errors.row->error) && isnan(errors.row->bias),
	    "no real wait: no error");
	is_near(errors.row->median, 5, "but minutes");
	ft_errors_free(&errors);
	ft_trace_free(&trace);
	ft_trace_init(&trace);
	errors = errors_of(1000, 2000);
	is_u64(errors.n, 1, "an empty trace: one row");
	ok(isnan(errors.row->median) && isnan(errors.row->met), "of nothing");
	ft_errors_free(&errors);
	ft_trace_free(&trace);
}

int
main(void)
{
	test_numbers();
	test_others();
	test_undefined();
	return done_testing();
}
