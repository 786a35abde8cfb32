#include "model/job/trace.h"

#include "tap/tap.h"

/* Jobs with these submission times, numbered 1, 2, ... */
static void
fill(struct ft_trace *trace, const int64_t *submit, size_t n)
{
	ft_trace_init(trace);
	for (size_t i = 0; i < n; i++) {
		struct ft_trace_job *job = ft_trace_add(trace);

		job->submit = submit[i];
		job->number = i + 1;
	}
}

static void
test_add(void)
{
	struct ft_trace trace;
	const struct ft_trace_job *job;

	ft_trace_init(&trace);
	is_str(trace.computer, "", "an empty trace has no computer");
	job = ft_trace_add(&trace);
	is_i64(job->wait, -1, "a new job's wait is unknown");
	is_u64(job->procs, 1, "it asks for a processor");
	is_u64(job->after, UINT32_MAX, "it follows none");
	is_u64(trace.n, 1, "it counts");
	is_u64(ft_trace_widest(&trace), 1, "the widest is one");
	ft_trace_add(&trace)->procs = 7;
	is_u64(ft_trace_widest(&trace), 7, "the widest is seven");
	ok(!ft_trace_has_starts(&trace), "no wait is known");
	trace.job[1].wait = 0;
	ok(ft_trace_has_starts(&trace), "now one is");
	ft_trace_free(&trace);
	is_u64(trace.n, 0, "a freed trace is empty");
}

static void
test_names(void)
{
	struct ft_trace trace;
	uint32_t anna, bob;

	ft_trace_init(&trace);
	is_str(trace.user.name[0], "", "name 0 is the unknown one");
	anna = ft_trace_name(&trace, &trace.user, "anna,", 4);
	bob = ft_trace_name(&trace, &trace.user, "bob", 3);
	is_u64(anna, 1, "the first name is number 1");
	is_u64(bob, 2, "the second is 2");
	is_str(trace.user.name[anna], "anna", "as long as told");
	is_u64(ft_trace_name(&trace, &trace.user, "anna", 4), anna,
	    "the same name, the same number");
	is_u64(ft_trace_name(&trace, &trace.user, "", 0), 0,
	    "no name is number 0");
	is_u64(ft_trace_name(&trace, &trace.account, "bob", 3), 1,
	    "accounts count for themselves");
	for (uint32_t i = 0; i < 5000; i++)
		ft_trace_name(&trace, &trace.user, (const char *)&i, 2);
	is_str(trace.user.name[bob], "bob", "names stay where they are");
	ft_trace_free(&trace);
}

static void
test_sort(void)
{
	static const int64_t submit[] = { 30, 10, 20, 10, 30 };
	static const uint64_t number[] = { 2, 4, 3, 1, 5 };
	struct ft_trace trace;

	fill(&trace, submit, 5);
	trace.job[0].after = 2; /* number 1 follows number 3 */
	trace.job[4].after = 0; /* number 5 follows number 1 */
	ft_trace_sort(&trace);
	for (size_t i = 0; i < 5; i++)
		is_u64(trace.job[i].number, number[i],
		    "place %zu: job %d, equal times as they were", i,
		    (int)number[i]);
	is_u64(trace.job[3].after, 2, "number 1 still follows number 3");
	is_u64(trace.job[4].after, 3, "number 5 still follows number 1");
	is_u64(trace.job[0].after, UINT32_MAX, "others none");
	ft_trace_free(&trace);
}

static void
test_repeat(void)
{
	static const int64_t submit[] = { 100, 150, 199 };
	struct ft_trace trace;

	fill(&trace, submit, 3);
	trace.job[2].after = 0;
	ft_trace_repeat(&trace, 3);
	is_u64(trace.n, 9, "three times as many");
	/* its length: 199 - 100 + 1 */
	is_i64(trace.job[3].submit, 200, "the second begins behind the first");
	is_i64(trace.job[8].submit, 399, "the third ends so");
	is_u64(trace.job[3].number, 4, "numbers go on");
	is_u64(trace.job[8].after, 6, "jobs follow those of their own round");
	ft_trace_repeat(&trace, 1);
	is_u64(trace.n, 9, "once is as it was");
	ft_trace_free(&trace);
	ft_trace_init(&trace);
	ft_trace_repeat(&trace, 3);
	is_u64(trace.n, 0, "three times nothing");
	ft_trace_free(&trace);
}

static void
shake(struct ft_trace *trace, uint64_t seed, int64_t seconds)
{
	struct ft_rng rng;

	ft_trace_init(trace);
	for (int i = 0; i < 1000; i++) {
		struct ft_trace_job *job = ft_trace_add(trace);

		job->submit = 5000 + 10 * i;
		job->number = (uint64_t)i;
	}
	ft_rng_init(&rng, seed);
	ft_trace_shake(trace, &rng, seconds);
}

static void
test_shake(void)
{
	struct ft_trace one, same, other;
	int64_t least = 0, most = 0;
	size_t differ = 0, unsorted = 0, early = 0, moved = 0;

	shake(&one, 1, 300);
	shake(&same, 1, 300);
	shake(&other, 2, 300);
	for (size_t i = 0; i < one.n; i++) {
		const struct ft_trace_job *job = &one.job[i];
		int64_t by = job->submit - 5000 - 10 * (int64_t)job->number;

		least = by < least ? by : least;
		most = by > most ? by : most;
		early += job->submit < 5000;
		unsorted += i && job->submit < job[-1].submit;
		differ += job->submit != same.job[i].submit;
		moved += job->submit != other.job[i].submit;
	}
	is_u64(early, 0, "none comes before the first one");
	is_u64(unsorted, 0, "they are in order again");
	is_u64(differ, 0, "the same seed, the same times");
	ok(moved > 900, "another seed, others");
	/* 1000 draws of 601 numbers: P(none of the outer 5%) < 1e-22 */
	ok(least >= -300 && least < -270, "they move back as far as told");
	ok(most <= 300 && most > 270, "and forth");
	ft_trace_free(&one);
	ft_trace_free(&same);
	ft_trace_free(&other);
	shake(&one, 1, 0);
	is_i64(one.job[999].submit, 14990, "by nothing: nothing moves");
	ft_trace_free(&one);
}

/* What depends on the submission moves along; what already ran stays. */
static void
test_shake_real(void)
{
	struct ft_trace trace;
	struct ft_rng rng;
	size_t apart = 0;

	ft_trace_init(&trace);
	for (int i = 0; i < 100; i++) {
		struct ft_trace_job *job = ft_trace_add(&trace);

		job->submit = 5000 + 10 * i;
		job->eligible = job->submit + 7;
		job->cancel = job->submit + 50;
	}
	trace.job[0].part = FT_TRACE_WARM;
	ft_rng_init(&rng, 1);
	ft_trace_shake(&trace, &rng, 300);
	for (size_t i = 0; i < trace.n; i++) {
		const struct ft_trace_job *job = &trace.job[i];

		apart += job->eligible != job->submit + 7 ||
			 job->cancel != job->submit + 50;
		if (job->part == FT_TRACE_WARM)
			is_i64(job->submit, 5000, "it runs as before");
	}
	is_u64(apart, 0, "eligible and cancel move along");
	ft_trace_free(&trace);
}

int
main(void)
{
	test_add();
	test_names();
	test_sort();
	test_repeat();
	test_shake();
	test_shake_real();
	return done_testing();
}
