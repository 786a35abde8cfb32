/* Which jobs follow others, and sessions that are inferred. */
#include "model/research/feedback.h"

#include "tap/tap.h"

#define NONE FT_FEEDBACK_NONE

/* Jobs submitted a second apart that follow after[n]. */
static void
make_trace(struct ft_trace *trace, const uint32_t *after, size_t n)
{
	ft_trace_init(trace);
	for (size_t i = 0; i < n; i++) {
		struct ft_trace_job *job = ft_trace_add(trace);

		job->submit = (int64_t)i;
		job->after = after[i];
	}
}

/* 1 and 3 follow 0, 2 follows 4, which comes later: no cycle. */
static void
test_links(void)
{
	static const uint32_t after[] = { NONE, 0, 4, 0, NONE };
	struct ft_feedback links;
	struct ft_trace trace;

	make_trace(&trace, after, 5);
	ft_feedback_find(&links, &trace);
	is_i64((int64_t)links.followers, 3, "jobs that follow");
	is_i64((int64_t)links.cut, 0, "no cycle");
	is_i64(links.first[0], 1, "1 follows 0");
	is_i64(links.next[1], 3, "and so does 3");
	is_i64(links.next[3], NONE, "and nobody else");
	is_i64(links.first[4], 2, "2 follows a later one");
	ft_feedback_free(&links);
	ft_trace_free(&trace);
}

/* 1, 2 and 3 follow each other in a circle, 0 follows one of them, 4 itself. */
static void
test_cycles(void)
{
	static const uint32_t after[] = { 3, 3, 1, 2, 4 };
	struct ft_feedback links;
	struct ft_trace trace;

	make_trace(&trace, after, 5);
	ft_feedback_find(&links, &trace);
	is_i64((int64_t)links.cut, 2, "two cycles");
	is_i64(links.after[1], NONE, "the first of the circle follows none");
	is_i64(links.after[2], 1, "the second follows it");
	is_i64(links.after[3], 2, "the third the second");
	is_i64(links.after[0], 3, "who follows a circle still does");
	is_i64(links.after[4], NONE, "nobody follows itself");
	ft_feedback_free(&links);
	ft_trace_free(&trace);
}

/* The job that ended at 500 is followed by one submitted at 560: 60 s of
 * thought.  In the replay it ends at 800, so the other comes at 860. */
static void
test_sessions(void)
{
	struct ft_trace trace;
	struct ft_trace_job *job;
	static const struct {
		int64_t submit, wait, run;
		uint32_t user;
	} row[] = { { 0, 0, 500, 1 }, { 10, 90, 300, 1 }, { 20, -1, 1, 1 },
		{ 560, 0, 10, 1 }, { 561, 0, 10, 2 }, { 5000, 0, 10, 1 } };

	ft_trace_init(&trace);
	for (size_t i = 0; i < FT_COUNT(row); i++) {
		job = ft_trace_add(&trace);
		job->submit = row[i].submit;
		job->wait = row[i].wait;
		job->run = row[i].run;
		job->user = row[i].user;
	}
	is_i64((int64_t)ft_feedback_infer(&trace, 59), 0,
	    "60 s are another session");
	is_i64((int64_t)ft_feedback_infer(&trace, 1200), 1, "one follows");
	/* 0 ended at 500, 1 at 400, the end of 2 is not known */
	is_i64(trace.job[3].after, 0, "the last that had ended");
	is_i64(trace.job[3].think, 60, "after 60 s");
	is_i64(ft_feedback_time(&trace, 3, 800), 860, "so it comes at 860");
	is_i64(trace.job[4].after, NONE, "not another user's");
	is_i64(trace.job[5].after, NONE, "not after a pause");
	ft_trace_free(&trace);
}

int
main(void)
{
	test_links();
	test_cycles();
	test_sessions();
	return done_testing();
}
