/* Time limits that are drawn instead of those of a trace. */
#include "model/research/estimate.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/text/str.h"
#include "tap/tap.h"

static void
is_near(double got, double want, double within, const char *what)
{
	ok(fabs(got - want) <= within, "%s: %.9g is %.9g", what, got, want);
}

static void
test_words(void)
{
	static const struct {
		const char *text, *want; /* NULL: refused */
	} row[] = {
		{ "f=2", "f=2, seed 7" },
		{ "f=0", "f=0, seed 7" },
		{ "f=0.25", "f=0.25, seed 7" },
		{ "modal", "modal, seed 7" },
		{ "modal=3600", "modal=3600, seed 7" },
		{ "modal=2h", "modal=7200, seed 7" },
		{ "modal=1-00:00:00", "modal=86400, seed 7" },
		{ "f=-1", NULL },
		{ "f=", NULL },
		{ "f=nan", NULL },
		{ "f=1e9", NULL },
		{ "modal=", NULL },
		{ "modal=0", NULL },
		{ "modal=x", NULL },
		{ "modally", NULL },
		{ "", NULL },
	};
	struct ft_str str = { 0 };

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_estimate estimate = { .seed = 7 };
		struct ft_error err = { 0 };
		bool good =
		    ft_estimate_parse(&estimate, row[i].text, &err) == FT_OK;

		ft_str_clear(&str);
		if (good)
			ft_estimate_add(&str, &estimate);
		is_str(good ? ft_str_text(&str) : NULL, row[i].want, "'%s'",
		    row[i].text);
	}
	ft_str_free(&str);
}

/* 100 + 100 * 2 * 0.25 = 150; 101 * 1.5 = 151.5, rounded up. */
static void
test_f(void)
{
	is_i64(ft_estimate_f(100, 2, 0.25), 150, "f-model");
	is_i64(ft_estimate_f(100, 0, 0.9), 100, "exact");
	is_i64(ft_estimate_f(101, 1, 0.5), 152, "full seconds");
	is_i64(ft_estimate_f(0, 2, 0.5), 2, "no run time is a second");
}

/*
 * 110 of 20..200: halfway from 10 to 20 values.  14.0491 e^-0.355062 + 0.462513 =
 * 10.312758; 795.6 * 21^-2.267 = 0.800246; the first has what 19 others leave of
 * 89.  100 values: a = 1 + 12.1039 * 100^-0.6026 = 1.754615, and
 * 0.754615 * 0.5 / 1.254615 = 0.300736.
 */
static void
test_modal(void)
{
	double head = 0;

	is_i64(ft_modal_values(110), 15, "values of 110 jobs");
	is_i64(ft_modal_values(200), 20, "values of 200");
	is_i64(ft_modal_values(40000), 215, "values of 40000");
	is_i64(ft_modal_values(9000000), 565, "values of many");
	is_i64(ft_modal_values(1), 1, "one job");
	is_near(ft_modal_share(1), 21.732888, 5e-7, "most popular");
	is_near(ft_modal_share(2), 10.312758, 5e-7, "the second");
	is_near(ft_modal_share(21), 0.800246, 5e-7, "the 21st");
	for (uint32_t i = 1; i <= 20; i++)
		head += ft_modal_share(i);
	is_near(head, 89, 1e-9, "the first twenty");
	is_near(ft_modal_time(100, 0.5), 0.300736, 5e-7, "the middle one");
	is_near(ft_modal_time(100, 1), 1, 1e-12, "the largest");
}

static void
make_trace(struct ft_trace *trace, size_t n)
{
	struct ft_rng rng;

	ft_rng_init(&rng, 3);
	ft_trace_init(trace);
	for (size_t i = 0; i < n; i++) {
		struct ft_trace_job *job = ft_trace_add(trace);

		job->run = ft_rng_below(&rng, 3000);
		job->limit = i ? 60 : 36000;
	}
}

static size_t
count(const struct ft_trace *trace, int64_t limit)
{
	size_t n = 0;

	for (size_t i = 0; i < trace->n; i++)
		n += trace->job[i].limit == limit;
	return n;
}

/*
 * Where ranks were at four sites: 2 was third (ctc) to eighth (sdsc), 3 first to
 * sixth (without the largest limit, which is 1), 10 second to sixteenth, 20 fourth to
 * nineteenth.
 */
static void
test_ranks(void)
{
	static const struct {
		uint8_t rank, least, most;
	} row[] = { { 1, 0, 0 }, { 2, 3, 8 }, { 3, 1, 6 }, { 10, 2, 16 },
		{ 20, 4, 19 } };
	struct ft_rng rng;
	bool within = true, all = true, differ = false;
	uint8_t first[FT_MODAL_HEAD];

	ft_rng_init(&rng, 5);
	for (int round = 0; round < 500; round++) {
		uint8_t rank[FT_MODAL_HEAD], place[FT_MODAL_HEAD + 1] = { 0 };

		ft_modal_ranks(rank, &rng);
		if (!round)
			memcpy(first, rank, sizeof first);
		differ |= memcmp(first, rank, sizeof first) != 0;
		for (uint8_t i = 0; i < FT_MODAL_HEAD; i++)
			place[rank[i]] = i;
		for (uint8_t i = 0; i < FT_MODAL_HEAD; i++)
			all &= rank[place[rank[i]]] == rank[i] &&
			       place[rank[i]] == i;
		for (size_t i = 0; i < FT_COUNT(row); i++)
			within &= place[row[i].rank] >= row[i].least &&
				  place[row[i].rank] <= row[i].most;
	}
	ok(all, "each rank is there once");
	ok(within, "no rank is where no site has it");
	ok(differ, "they are drawn");
}

/*
 * 200 jobs have 20 values.  Up to ten hours these are ten hours, the twelve common
 * ones below, and of the multiples of 10 and 5 hours, 2 hours, an hour and 20 minutes,
 * from the top, the first that are no common ones.
 */
static void
test_head(void)
{
	static const int64_t minutes[] = { 5, 10, 15, 20, 30, 60, 120, 180, 240,
		300, 360, 480, 600, /* 9 h, 7 h */ 540, 420,
		/* 9:40, 9:20, 8:40, 8:20, 7:40 */ 580, 560, 520, 500, 460 };
	struct ft_estimate estimate = {
		.kind = FT_ESTIMATE_MODAL, .seed = 1, .most = 36000
	};
	struct ft_trace trace;
	size_t found = 0, kinds = 0;

	make_trace(&trace, 200);
	ft_estimate_draw(&estimate, &trace);
	for (size_t i = 0; i < FT_COUNT(minutes); i++) {
		size_t n = count(&trace, 60 * minutes[i]);

		found += n;
		kinds += n > 0;
	}
	is_u64(found, 200, "no other limit");
	ok(kinds >= 18, "and nearly all of these: %zu", kinds);
	ft_trace_free(&trace);
}

/*
 * 1000 jobs have 35 values; the shares of the first 35 sum to 95.852, so the
 * most popular, the largest limit of the trace, has 21.733 / 95.852 of them: 227; a few
 * jobs more find no other that is left and long enough.
 */
static void
test_draw(void)
{
	struct ft_estimate estimate = { .kind = FT_ESTIMATE_MODAL, .seed = 1 };
	struct ft_trace trace;
	int64_t seen[100];
	size_t values = 0;
	bool enough = true;

	make_trace(&trace, 1000);
	ft_estimate_draw(&estimate, &trace);
	for (size_t i = 0; i < trace.n; i++) {
		size_t k = 0;

		enough &= trace.job[i].limit >= trace.job[i].run;
		while (k < values && seen[k] != trace.job[i].limit)
			k++;
		if (k == values && values < 100)
			seen[values++] = trace.job[i].limit;
	}
	ok(enough, "no limit is below the run time");
	ok(values <= 35 && values > 25, "few values: %zu", values);
	ok(count(&trace, 36000) >= 227 && count(&trace, 36000) < 250,
	    "the largest is the most popular: %zu", count(&trace, 36000));
	estimate.most = 1000;
	ft_estimate_draw(&estimate, &trace);
	enough = true;
	for (size_t i = 0; i < trace.n; i++)
		enough &=
		    trace.job[i].limit <= 1000 &&
		    (trace.job[i].run < 1000 || trace.job[i].limit == 1000);
	ok(enough, "what runs longer than the largest gets that");
	estimate = (struct ft_estimate){ .kind = FT_ESTIMATE_F, .f = 1 };
	ft_estimate_draw(&estimate, &trace);
	enough = true;
	for (size_t i = 0; i < trace.n; i++)
		enough &= trace.job[i].limit >= trace.job[i].run &&
			  trace.job[i].limit <= 2 * trace.job[i].run + 2;
	ok(enough, "the f-model draws from the run time to twice as much");
	ft_trace_free(&trace);
}

int
main(void)
{
	test_words();
	test_f();
	test_modal();
	test_ranks();
	test_head();
	test_draw();
	return done_testing();
}
