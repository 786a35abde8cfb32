#include "model/synthetic/arrival.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "base/mem.h"
#include "tap/tap.h"

/* Monday, 2024-01-01 00:00:00 UTC. */
#define MONDAY 1704067200
#define N      20000

static void
parse(struct ft_arrival *arrival, const char *text)
{
	struct ft_error err = { 0 };

	ok(ft_arrival_parse(arrival, text, NULL, &err) == FT_OK, "%s %s", text,
	    err.text);
}

static int64_t *
draw(const char *text, uint64_t seed, size_t n)
{
	struct ft_arrival arrival;
	struct ft_rng rng;
	int64_t *at = ft_calloc(n, sizeof *at);
	size_t back = 0;

	parse(&arrival, text);
	ft_rng_init(&rng, seed);
	ft_arrival_times(&arrival, &rng, MONDAY, at, n);
	for (size_t i = 0; i < n; i++)
		back += at[i] < (i ? at[i - 1] : MONDAY);
	is_u64(back, 0, "%s: none before the one before", text);
	return at;
}

static void
test_fixed(void)
{
	int64_t *at = draw("once", 1, 3);

	is_i64(at[2], MONDAY, "all at the beginning");
	ft_free(at);
	at = draw("every:90", 1, 3);
	is_i64(at[0], MONDAY, "the first at the beginning");
	is_i64(at[2], MONDAY + 180, "the third two gaps later");
	ft_free(at);
	at = draw("every:1d", 1, 4000000);
	is_i64(at[3999999], 253370764800, "no year of five digits");
	ft_free(at);
}

/*
 * Seed 42: the first number of the stream is 0x15780b2e0c2ec716, so the first
 * unit number is 0.0838629710598822..., and the first gap of a mean of 1000 s
 * is -1000 ln(1 - 0.08386...) = 87.589..., cut to 87.
 */
static void
test_stream(void)
{
	struct ft_rng rng;
	int64_t *at;

	ft_rng_init(&rng, 42);
	is_u64(ft_rng_u64(&rng), 0x15780b2e0c2ec716, "the stream of seed 42");
	at = draw("poisson:1000", 42, 1);
	is_i64(at[0], MONDAY + 87, "the first gap");
	ft_free(at);
}

static void
test_means(void)
{
	int64_t *at = draw("poisson:60", 5, N);
	size_t together = 0, n = 0;

	/* Six standard errors of a sum of N gaps with deviation 60. */
	near((long double)(at[N - 1] - MONDAY) / N, 60, 6 * 60 / sqrtl(N),
	    "mean gap of poisson");
	ft_free(at);

	at = draw("uniform:2h", 5, N);
	for (size_t i = 0; i < N; i++)
		n += at[i] - MONDAY < 1800;
	ok(at[N - 1] < MONDAY + 7200, "all within two hours");
	/* A quarter, six deviations of the binomial distribution. */
	near(n, N / 4.0L, 6 * sqrtl(N * 0.25L * 0.75L), "in the first quarter");
	ft_free(at);

	at = draw("burst:10,1h", 5, N);
	for (size_t i = 1; i < N; i++)
		together += i % 10 && at[i] == at[i - 1];
	is_u64(together, N - N / 10, "ten at a time");
	near((long double)(at[N - 1] - MONDAY) / (N / 10.0L), 3600,
	    6 * 3600 / sqrtl(N / 10.0L), "mean gap of bursts");
	ft_free(at);
}

/*
 * 45 busy hours a week that count 5 times and 123 others: 45 * 5 / (45 * 5 +
 * 123) of the jobs come in busy hours.
 */
static void
test_daily(void)
{
	int64_t *at;
	size_t busy = 0;
	long double part = 225 / 348.0L;

	setenv("TZ", "UTC", 1);
	tzset();
	at = draw("daily:60", 9, N);
	for (size_t i = 0; i < N; i++) {
		int64_t day = (at[i] - MONDAY) / 86400 % 7;
		int64_t hour = (at[i] - MONDAY) / 3600 % 24;

		busy += day < 5 && hour >= 9 && hour < 18;
	}
	/* 20000 minutes are just under two weeks: 13.9 days, which cut off
	 * hours of the night only.  Six deviations and that. */
	near(busy, part * N, 6 * sqrtl(N * part * (1 - part)) + N * 0.01L,
	    "as many in busy hours");
	near((long double)(at[N - 1] - MONDAY) / N, 60, 1.8L,
	    "mean gap over two weeks");
	ft_free(at);
	at = draw("daily:60,0-24,1", 9, N);
	near((long double)(at[N - 1] - MONDAY) / N, 60, 6 * 60 / sqrtl(N),
	    "without a rhythm it is poisson");
	ft_free(at);
}

static void
test_same(void)
{
	int64_t *a = draw("daily:300,8-17,20", 1, 100);
	int64_t *b = draw("daily:300,8-17,20", 1, 100);
	int64_t *c = draw("daily:300,8-17,20", 2, 100);
	size_t same = 0, other = 0;

	for (size_t i = 0; i < 100; i++) {
		same += a[i] == b[i];
		other += a[i] != c[i];
	}
	is_u64(same, 100, "the same seed, the same times");
	ok(other > 50, "another seed, other times");
	ft_free(a);
	ft_free(b);
	ft_free(c);
}

static void
test_refused(void)
{
	static const struct {
		const char *text;
		size_t column;
		const char *message;
	} rows[] = {
		{ "", 0, NULL },
		{ "often", 0, NULL },
		{ "once:1", 0, NULL },
		{ "poisson", 0, NULL },
		{ "poisson:", 8, "expected a time above 0, such as 90 or 5m" },
		{ "poisson:0", 8, "expected a time above 0, such as 90 or 5m" },
		{ "every:-5", 6, "expected a time above 0, such as 90 or 5m" },
		{ "every:5,6", 7, "expected nothing more" },
		{ "burst:5", 7, "expected burst:N,TIME, N from 1 to 1000000" },
		{ "burst:0,5", 7,
		    "expected burst:N,TIME, N from 1 to 1000000" },
		{ "burst:5,", 8, "expected a time above 0, such as 90 or 5m" },
		{ "daily:60,18-9", 9,
		    "expected hours of the day such as 9-18" },
		{ "daily:60,9", 9, "expected hours of the day such as 9-18" },
		{ "daily:60,9-25", 9,
		    "expected hours of the day such as 9-18" },
		{ "daily:60,9-18,0", 14,
		    "expected how much busier, 1 to 1000" },
		{ "daily:60,9-18,2,3", 15, "expected nothing more" },
	};

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct ft_arrival arrival;
		struct ft_error err = { 0 };
		size_t column = 99;

		ok(ft_arrival_parse(&arrival, rows[i].text, &column, &err) ==
			FT_EPARSE,
		    "'%s' is refused", rows[i].text);
		is_u64(column, rows[i].column, "at its place");
		is_str(err.text,
		    rows[i].message
			? rows[i].message
			: "expected once, every:TIME, poisson:TIME, "
			  "uniform:TIME, burst:N,TIME or daily:TIME",
		    "and why");
	}
}

int
main(void)
{
	test_fixed();
	test_stream();
	test_means();
	test_daily();
	test_same();
	test_refused();
	return done_testing();
}
