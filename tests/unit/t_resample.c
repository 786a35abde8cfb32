#include "model/job/resample.h"

#include "tap/tap.h"

#define HOUR INT64_C(3600)
#define DAY  (24 * HOUR)
#define WEEK (7 * DAY)

#define START INT64_C(1000000000)
#define SEEDS 60

static struct ft_trace_job *
add(struct ft_trace *trace, int64_t offset, uint32_t user)
{
	struct ft_trace_job *job = ft_trace_add(trace);

	job->submit = START + offset;
	job->user = user;
	job->wait = 5;
	job->number = trace->n;
	return job;
}

/*
 * Two weeks of two users, and a job in a third that is not whole.
 *	anna: hour 1, then hour 5 of week 1, which follows the first; week 2, hour 2
 *	bob:  hour 3 of week 2
 */
static void
fill(struct ft_trace *trace)
{
	uint32_t anna, bob;

	ft_trace_init(trace);
	anna = ft_trace_name(trace, &trace->user, "anna", 4);
	bob = ft_trace_name(trace, &trace->user, "bob", 3);
	add(trace, 0, anna);
	add(trace, 5 * HOUR, anna)->after = 0;
	add(trace, WEEK + 2 * HOUR, anna)->cancel = START + WEEK + 3 * HOUR;
	add(trace, WEEK + 3 * HOUR, bob);
	add(trace, 2 * WEEK + DAY, bob);
}

static void
resample(struct ft_trace *trace, enum ft_resample kind, uint64_t seed)
{
	struct ft_rng rng;

	ft_rng_init(&rng, seed);
	ft_trace_resample(trace, kind, &rng);
}

/* ---- weeks --------------------------------------------------------------- */

/* Returns which week of the trace slot SLOT of the result has: 1 or 2; 0 if it is
 * neither. */
static int
week_in(const struct ft_trace *trace, size_t *at, int64_t slot)
{
	const struct ft_trace_job *job = &trace->job[*at];
	int64_t from = START + slot * WEEK;

	if (*at + 1 >= trace->n)
		return 0;
	*at += 2;
	if (job[0].submit == from && job[1].submit == from + 5 * HOUR)
		return job[0].after == UINT32_MAX &&
			       job[1].after == (uint32_t)(*at - 2)
			   ? 1
			   : 0;
	return job[0].submit == from + 2 * HOUR &&
		       job[1].submit == from + 3 * HOUR &&
		       job[0].cancel == from + 3 * HOUR &&
		       job[1].after == UINT32_MAX
		   ? 2
		   : 0;
}

static void
test_weeks(void)
{
	bool seen[3][3] = { { false } };
	size_t units;
	struct ft_error err;

	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct ft_trace trace;
		size_t at = 0;
		int first, second;

		fill(&trace);
		resample(&trace, FT_RESAMPLE_WEEKS, seed);
		first = week_in(&trace, &at, 0);
		second = week_in(&trace, &at, 1);
		seen[first][second] = true;
		if (!first || !second || at != trace.n)
			ok(false, "seed %u: weeks as they were",
			    (unsigned)seed);
		for (size_t i = 0; i < trace.n; i++)
			if (trace.job[i].number != i + 1 ||
			    trace.job[i].wait != -1)
				ok(false, "new numbers, and no waits");
		ft_trace_free(&trace);
	}
	/* one of them is missed in 60 draws once in 3 10^7 */
	ok(seen[1][1] && seen[1][2] && seen[2][1] && seen[2][2],
	    "every pair of weeks is drawn");
	ok(!seen[0][0] && !seen[0][1] && !seen[1][0] && !seen[0][2] &&
		!seen[2][0],
	    "each slot has a whole week, at its weekday and hour");
	{
		struct ft_trace trace;

		fill(&trace);
		ok(ft_trace_units(&trace, FT_RESAMPLE_WEEKS, &units, &err) ==
			FT_OK,
		    "two weeks can be resampled");
		is_u64(units, 2, "two units: the rest is no whole week");
		ft_trace_free(&trace);
	}
}

/* ---- users --------------------------------------------------------------- */

/* Returns how many jobs there are at OFFSET from START. */
static size_t
count(const struct ft_trace *trace, int64_t offset)
{
	size_t n = 0;

	for (size_t i = 0; i < trace->n; i++)
		n += trace->job[i].submit == START + offset;
	return n;
}

static void
test_users(void)
{
	bool twice_anna = false, twice_bob = false, turned = false;
	size_t units;
	struct ft_error err;
	struct ft_trace trace;

	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		size_t annas, bobs;

		fill(&trace);
		resample(&trace, FT_RESAMPLE_USERS, seed);
		/* anna's three in two places; bob's one in two */
		annas = count(&trace, 0) + count(&trace, WEEK);
		bobs = count(&trace, 3 * HOUR) + count(&trace, WEEK + 3 * HOUR);
		if (annas + bobs != 2 || trace.n != 3 * annas + bobs ||
		    count(&trace, 0) != count(&trace, 5 * HOUR) ||
		    count(&trace, 0) != count(&trace, WEEK + 2 * HOUR) ||
		    count(&trace, WEEK) != count(&trace, WEEK + 5 * HOUR) ||
		    count(&trace, WEEK) != count(&trace, 2 * HOUR))
			ok(false, "seed %u: users as they were",
			    (unsigned)seed);
		for (size_t i = 1; i < trace.n; i++)
			if (trace.job[i].submit < trace.job[i - 1].submit)
				ok(false, "sorted");
		twice_anna |= annas == 2;
		twice_bob |= bobs == 2;
		turned |= count(&trace, WEEK) > 0;
		ft_trace_free(&trace);
	}
	ok(twice_anna && twice_bob, "a user may be drawn twice");
	ok(turned, "and be moved by a week");
	fill(&trace);
	ok(ft_trace_units(&trace, FT_RESAMPLE_USERS, &units, &err) == FT_OK,
	    "two users can be resampled");
	is_u64(units, 2, "two units");
	resample(&trace, FT_RESAMPLE_NONE, 1);
	is_u64(trace.n, 5, "no resampling leaves all jobs");
	is_i64(trace.job[0].wait, 5, "with their waits");
	ft_trace_free(&trace);
}

/* ---- what cannot be resampled -------------------------------------------- */

static void
refuses(struct ft_trace *trace, enum ft_resample kind, const char *text)
{
	struct ft_error err = { 0 };
	size_t units;

	ok(ft_trace_units(trace, kind, &units, &err) == FT_EINVAL, "refused");
	is_str(err.text, text, "%s", text);
	ft_trace_free(trace);
}

static void
test_refused(void)
{
	struct ft_trace trace;
	struct ft_error err;
	size_t units;

	ft_trace_init(&trace);
	refuses(&trace, FT_RESAMPLE_WEEKS,
	    "resampling needs a trace of a week or more");
	/* the 13th day is the last: one week */
	ft_trace_init(&trace);
	add(&trace, 0, 0);
	add(&trace, 13 * DAY - 1, 0);
	refuses(&trace, FT_RESAMPLE_WEEKS,
	    "resampling weeks needs a trace of several weeks");
	ft_trace_init(&trace);
	add(&trace, 0, 0);
	add(&trace, 13 * DAY, 0);
	ok(ft_trace_units(&trace, FT_RESAMPLE_WEEKS, &units, &err) == FT_OK,
	    "a 14th day that has begun makes two weeks");
	refuses(&trace, FT_RESAMPLE_USERS,
	    "resampling users needs a trace of several users");
	ft_trace_init(&trace);
	add(&trace, 0, 0);
	add(&trace, 10001 * WEEK, 0);
	refuses(&trace, FT_RESAMPLE_WEEKS,
	    "resampling needs a trace of at most 10000 weeks");
	ft_trace_init(&trace);
	ft_trace_add(&trace)->submit = INT64_MIN + 1;
	ft_trace_add(&trace)->submit = INT64_MAX;
	refuses(&trace, FT_RESAMPLE_USERS,
	    "resampling needs a trace of at most 10000 weeks");
}

/* The second of two weeks has no job but the first's must be there. */
static void
test_empty_week(void)
{
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct ft_trace trace;

		ft_trace_init(&trace);
		add(&trace, 0, 0);
		add(&trace, 2 * WEEK + HOUR, 0);
		resample(&trace, FT_RESAMPLE_WEEKS, seed);
		if (!trace.n)
			ok(false, "seed %u draws no job", (unsigned)seed);
		ft_trace_free(&trace);
	}
	ok(true, "some job is always drawn");
}

int
main(void)
{
	test_weeks();
	test_users();
	test_refused();
	test_empty_week();
	return done_testing();
}
