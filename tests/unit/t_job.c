/* Names of states and reasons, and how long a job has run. */
#include "model/job/job.h"

#include <string.h>

#include "tap/tap.h"

static void
test_states(void)
{
	for (int i = 0; i < FT_JOB_STATES; i++) {
		enum ft_job_state state = (enum ft_job_state)i;

		is_i64(ft_job_state_find(ft_job_state_name(state)), i,
		    "%s is found", ft_job_state_name(state));
		is_i64(ft_job_state_find(ft_job_state_code(state)), i,
		    "%s is found", ft_job_state_code(state));
	}
	is_i64(ft_job_state_find("pd"), FT_JOB_PENDING, "in any case");
	is_i64(ft_job_state_find("bogus"), -1, "no such state");
	is_i64(ft_job_state_find(""), -1, "nothing");
}

static void
test_reasons(void)
{
	for (int i = 0; i < FT_JOB_REASONS; i++) {
		enum ft_job_reason reason = (enum ft_job_reason)i;

		is_i64(ft_job_reason_find(ft_job_reason_name(reason)), i,
		    "%s is found", ft_job_reason_name(reason));
		ok(*ft_job_reason_sentence(reason), "and has a sentence");
	}
	is_i64(ft_job_reason_find("bogus"), FT_REASON_NONE, "no such reason");
}

static void
test_refusals(void)
{
	for (int i = 0; i < FT_REFUSALS; i++)
		ok(*ft_refusal_text((enum ft_refusal)i), "refusal %d", i);
}

static void
test_empty(void)
{
	struct ft_job job;

	ft_job_init(&job);
	is_str(job.user, "", "no user");
	is_i64(job.time_limit, FT_TIME_NONE, "no limit");
	is_i64(job.array_task, FT_TASK_NONE, "no array");
	ok(ft_job_is_active(&job), "it waits");
	ok(!ft_job_is_head(&job), "it is one job");
	is_i64(ft_job_elapsed(&job, 1000), 0, "it has not run");
	ft_job_clear(&job);
}

static void
test_elapsed(void)
{
	/* times of start, end, suspension, seconds suspended before; now is
	 * 1000 */
	static const struct {
		enum ft_job_state state;
		int64_t started, ended, suspended, before, want;
		const char *name;
	} row[] = {
		{ FT_JOB_RUNNING, 900, 0, 0, 0, 100, "it runs" },
		{ FT_JOB_RUNNING, 900, 0, 0, 30, 70, "it was suspended" },
		{ FT_JOB_SUSPENDED, 900, 0, 950, 0, 50, "it is suspended" },
		{ FT_JOB_SUSPENDED, 900, 0, 950, 20, 30, "once more" },
		{ FT_JOB_COMPLETED, 900, 960, 0, 0, 60, "it ended" },
		{ FT_JOB_COMPLETED, 900, 960, 0, 10, 50, "after a rest" },
		{ FT_JOB_CANCELLED, 0, 960, 0, 0, 0, "it never started" },
		{ FT_JOB_PENDING, 900, 0, 0, 0, 0, "it waits" },
		{ FT_JOB_RUNNING, 1000, 0, 0, 30, 0, "it has just begun" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_job job;

		ft_job_init(&job);
		job.state = row[i].state;
		job.started = row[i].started;
		job.ended = row[i].ended;
		job.suspended = row[i].suspended;
		job.suspended_secs = row[i].before;
		is_i64(
		    ft_job_elapsed(&job, 1000), row[i].want, "%s", row[i].name);
	}
}

int
main(void)
{
	test_states();
	test_reasons();
	test_refusals();
	test_empty();
	test_elapsed();
	return done_testing();
}
