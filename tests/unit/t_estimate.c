/* Time limits that are drawn instead of those of a trace. */
#include "model/research/estimate.h"

#include <stdlib.h>
#include <string.h>

#include "base/text/str.h"
#include "tap/tap.h"

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
 * The popular limits up to ten hours: ten hours, the twelve common ones below, and of
 * the multiples of 10 and 5 hours, 2 hours, an hour and 20 minutes, from the top, the
 * first that are no common ones.  In the order of the model, the largest first.
 */
static const int64_t head[] = { 600, 5, 10, 15, 20, 30, 60, 120, 180, 240, 300,
	360, 420, 460, 480, 500, 520, 540, 560, 580 };

/* Draw limits up to ten hours for N jobs that do not run. */
static void
draw_short(struct ft_trace *trace, size_t n, uint64_t seed)
{
	ft_trace_init(trace);
	while (trace->n < n)
		ft_trace_add(trace);
	ft_estimate_draw(
	    &(struct ft_estimate){
		.kind = FT_ESTIMATE_MODAL, .seed = seed, .most = 36000 },
	    trace);
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
	bool within = true, all = true, differ = false;
	size_t first[FT_COUNT(head)];

	for (uint64_t seed = 0; seed < 50; seed++) {
		size_t n[FT_COUNT(head)], place[FT_COUNT(head) + 1] = { 0 };
		struct ft_trace trace;

		draw_short(&trace, 12400, seed);
		for (size_t i = 0; i < FT_COUNT(head); i++)
			n[i] = count(&trace, 60 * head[i]);
		for (size_t i = 0; i < FT_COUNT(head); i++) {
			size_t rank = 1;

			for (size_t k = 0; k < FT_COUNT(head); k++)
				rank += n[k] > n[i];
			all &= !place[rank];
			place[rank] = i;
		}
		if (!seed)
			memcpy(first, n, sizeof n);
		differ |= memcmp(first, n, sizeof n) != 0;
		for (size_t i = 0; i < FT_COUNT(row); i++)
			within &= place[row[i].rank] >= row[i].least &&
				  place[row[i].rank] <= row[i].most;
		ft_trace_free(&trace);
	}
	ok(all, "each rank is there once");
	ok(within, "no rank is where no site has it");
	ok(differ, "they are drawn");
}

static int
most_first(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return (x < y) - (x > y);
}

/*
 * 12400 of 10000..70000: 100 values.  The second most popular one has 14.0491
 * e^-0.355062 + 0.462513 = 10.312758 %, the 21st 795.6 * 21^-2.267 = 0.800246, the
 * first what 19 others leave of 89: 21.732888.  a = 1 + 12.1039 * 100^-0.6026 =
 * 1.754615, and the middle one is 0.754615 * 0.5 / 1.254615 = 0.300736 of ten hours,
 * 181 minutes.
 */
static void
test_shares(void)
{
	struct ft_trace trace;
	size_t n[600];

	draw_short(&trace, 12400, 1);
	for (int64_t i = 0; i < 600; i++)
		n[i] = count(&trace, 60 * (i + 1));
	qsort(n, FT_COUNT(n), sizeof *n, most_first);
	near((double)n[0] / (double)n[1], 21.732888 / 10.312758, .003,
	    "the first and the second");
	near((double)n[1] / (double)n[20], 10.312758 / 0.800246, .15,
	    "the second and the 21st");
	ok(n[60] > 0 && n[100] == 0, "a hundred values at most");
	ok(count(&trace, 60 * INT64_C(181)) > 0, "the middle one");
	ft_trace_free(&trace);
}

/* 200 jobs have 20 values. */
static void
test_head(void)
{
	struct ft_trace trace;
	size_t found = 0, kinds = 0;

	draw_short(&trace, 200, 1);
	for (size_t i = 0; i < FT_COUNT(head); i++) {
		size_t n = count(&trace, 60 * head[i]);

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
	estimate.f = 0;
	ft_estimate_draw(&estimate, &trace);
	enough = true;
	for (size_t i = 0; i < trace.n; i++)
		enough &= trace.job[i].limit ==
			  (trace.job[i].run > 0 ? trace.job[i].run : 1);
	ok(enough, "or just that, but a second at least");
	ft_trace_free(&trace);
}

int
main(void)
{
	test_words();
	test_ranks();
	test_shares();
	test_head();
	test_draw();
	return done_testing();
}
