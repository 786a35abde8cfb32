/*
 * Dependencies: texts and answers as sbatch and squeue of 22.05 gave them, and
 * what becomes of jobs that wait.
 */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text/str.h"
#include "lib/smallworld.h"
#include "sim/world/array.h"
#include "sim/change/change.h"
#include "sim/depend/depend.h"
#include "tap/tap.h"

static struct smallworld small;

static void
is_waiting_for(const struct ft_job *job, const char *want, const char *name)
{
	struct ft_str str = { 0 };

	ft_job_add_dependency(&str, job);
	is_str(ft_str_text(&str), want, "%s", name);
	ft_str_free(&str);
}

/* A held job, a held array of three, both of ann and named wrap: 1 and 2. */
static void
open_world(const char *more)
{
	struct ft_job *job;

	smallworld_open(&small, more);
	job = smallworld_job(&small, "ann");
	job->hold = FT_HOLD_USER;
	smallworld_submit(&small, job);
	job = smallworld_job(&small, "ann");
	job->hold = FT_HOLD_USER;
	(void)ft_array_parse(job, "1-3", 1001);
	smallworld_submit(&small, job);
}

static void
test_texts(void)
{
	/* NULL: refused */
	static const struct {
		const char *text, *want;
	} row[] = {
		{ "after:1+5", "after:1+5(unfulfilled)" },
		{ "afterok:1+5", "afterok:1+5(unfulfilled)" },
		{ "afterok:2", "afterok:2_*(unfulfilled)" },
		{ "afterok:2_2", "afterok:2_2(unfulfilled)" },
		{ "afterok:2_*", "afterok:2_*(unfulfilled)" },
		{ "afterok:2_[1-2]",
		    "afterok:2_1(unfulfilled),afterok:2_2(unfulfilled)" },
		{ "afterok:2_1:2_2",
		    "afterok:2_1(unfulfilled),afterok:2_2(unfulfilled)" },
		{ "aftercorr:2", "aftercorr:2_*(unfulfilled)" },
		{ "1", "afterany:1(unfulfilled)" },
		{ "1,2", "afterany:1(unfulfilled),afterany:2_*(unfulfilled)" },
		{ "afterok:1?afterany:2",
		    "afterok:1(unfulfilled)?afterany:2_*(unfulfilled)" },
		/* one question mark makes all of it a choice */
		{ "afterok:1?afterany:2,singleton",
		    "afterok:1(unfulfilled)?afterany:2_*(unfulfilled)?"
		    "singleton(unfulfilled)" },
		{ "AFTEROK:1", "afterok:1(unfulfilled)" },
		{ "Singleton", "singleton(unfulfilled)" },
		{ "afterok:1:1", "afterok:1(unfulfilled)" },
		{ "after:1+5:2+3",
		    "after:1+5(unfulfilled),after:2_*+3(unfulfilled)" },
		{ "afternotok:1", "afternotok:1(unfulfilled)" },
		{ "afterburstbuffer:1", "afterburstbuffer:1(unfulfilled)" },
		/* jobs and tasks that are not there count as done */
		{ "afterok:501", "" },
		{ "afterok:99999999999", "" },
		{ "afterok:2_9", "" },
		{ "afterok:1_9", "" },
		{ "", "" },
		{ "0", "" },
		{ "bogus:1", NULL },
		{ "1:2", NULL },
		{ "singleton:3", NULL },
		{ "afterok", NULL },
		{ "afterok:", NULL },
		{ "afterok:abc", NULL },
		{ "afterok:0", NULL },
		{ "afterok:1,", NULL },
		{ ",afterok:1", NULL },
		{ "afterany:1:", NULL },
		{ "after:1+", NULL },
		{ "after:1+0", NULL },
		{ "after:1+x", NULL },
		{ "afterok:1 afterok:2", NULL },
		{ "afterok:2_[1-2", NULL },
		{ "afterok:2_x", NULL },
	};

	open_world("");
	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_job *job = smallworld_job(&small, "ann");
		enum ft_refusal got =
		    ft_world_set_dependency(&small.world, job, row[i].text);

		is_i64(got, row[i].want ? FT_REFUSE_NONE : FT_REFUSE_DEPENDENCY,
		    "'%s' is %s", row[i].text,
		    row[i].want ? "taken" : "refused");
		is_waiting_for(
		    job, row[i].want ? row[i].want : "", row[i].text);
		ft_job_clear(job);
		ft_free(job);
	}
	smallworld_close(&small);
}

static struct ft_job *
submit(const char *user, int64_t seconds, uint32_t exit_code,
    const char *dependency)
{
	struct ft_job *job = smallworld_job(&small, user);

	job->run_time = seconds;
	job->exit_code = exit_code;
	job->dependency = ft_world_string(&small.world, dependency);
	return smallworld_submit(&small, job);
}

static void
is_job(const struct ft_job *job, enum ft_job_state state,
    enum ft_job_reason reason, const char *name)
{
	is_str(ft_job_state_name(job->state), ft_job_state_name(state),
	    "%s: state", name);
	is_str(ft_job_reason_name(job->reason), ft_job_reason_name(reason),
	    "%s: reason", name);
}

static void
test_ends(void)
{
	struct ft_job *ok_job, *waits, *never, *bad, *any, *either, *both,
	    *killed;

	smallworld_open(&small, "");
	submit("ann", 6, 0, "");
	submit("ann", 6, 1, "");
	ok_job = submit("bob", 3, 0, "afterok:1");
	never = submit("bob", 3, 0, "afterok:2");
	bad = submit("bob", 3, 0, "afternotok:2");
	any = submit("bob", 3, 0, "afterany:1:2");
	either = submit("bob", 3, 0, "afterok:1?afterok:2");
	both = submit("bob", 3, 0, "afterok:1,afterok:2");
	killed = smallworld_job(&small, "bob");
	killed->dependency = ft_world_string(&small.world, "afterok:2");
	killed->kill_on_invalid_dep = true;
	smallworld_submit(&small, killed);
	waits = submit("bob", 3, 0, "after:1");
	is_job(ok_job, FT_JOB_PENDING, FT_REASON_DEPENDENCY, "at first");
	is_i64(ok_job->eligible, 0, "and not eligible");
	smallworld_run(&small, 120);
	is_job(ok_job, FT_JOB_COMPLETED, FT_REASON_NONE, "afterok");
	ok(ok_job->eligible >= small.world.job[0]->ended,
	    "eligible once the other had ended");
	is_waiting_for(ok_job, "", "nothing is left of it");
	is_job(bad, FT_JOB_COMPLETED, FT_REASON_NONE, "afternotok");
	is_job(any, FT_JOB_COMPLETED, FT_REASON_NONE, "afterany");
	is_job(either, FT_JOB_COMPLETED, FT_REASON_NONE, "a choice");
	is_job(waits, FT_JOB_COMPLETED, FT_REASON_NONE, "after");
	is_job(never, FT_JOB_PENDING, FT_REASON_DEPENDENCY_NEVER,
	    "afterok of a failure");
	is_waiting_for(never, "afterok:2(failed)", "what it waits for");
	is_job(both, FT_JOB_PENDING, FT_REASON_DEPENDENCY_NEVER, "one of two");
	is_waiting_for(both, "afterok:2(failed)", "what is left of two");
	is_job(killed, FT_JOB_CANCELLED, FT_REASON_DEPENDENCY_NEVER,
	    "kill-on-invalid-dep");
	smallworld_close(&small);
}

static void
test_singleton(void)
{
	struct ft_job *first, *second, *other;

	smallworld_open(&small, "");
	first = submit("ann", 20, 0, "singleton");
	second = submit("ann", 5, 0, "singleton");
	other = submit("bob", 5, 0, "singleton");
	is_u64(first->n_depend, 0, "the first waits for nobody");
	is_job(second, FT_JOB_PENDING, FT_REASON_DEPENDENCY, "the second");
	is_u64(other->n_depend, 0, "nor does another user's");
	smallworld_run(&small, 90);
	is_job(second, FT_JOB_COMPLETED, FT_REASON_NONE, "in the end");
	ok(second->started >= first->ended, "one after the other");
	smallworld_close(&small);
}

static void
test_minutes(void)
{
	struct ft_job *first, *later;

	smallworld_open(&small, "");
	first = submit("ann", 20, 0, "");
	later = submit("ann", 5, 0, "after:1+5");
	smallworld_run(&small, 600);
	is_job(later, FT_JOB_COMPLETED, FT_REASON_NONE, "in the end");
	ok(later->started >= first->started + 300,
	    "five minutes behind the start");
	/* the full run each minute, and backfill each 30 s, look */
	ok(later->started <= first->started + 300 + 60, "and not much later");
	smallworld_close(&small);
}

static void
test_arrays(void)
{
	struct ft_job *first = NULL, *corr, *whole;
	struct ft_asker ann;

	smallworld_open(&small, "");
	first = smallworld_job(&small, "ann");
	(void)ft_array_parse(first, "1-2", 1001);
	smallworld_submit(&small, first);
	corr = smallworld_job(&small, "ann");
	(void)ft_array_parse(corr, "1-2", 1001);
	corr->dependency = ft_world_string(&small.world, "aftercorr:1");
	smallworld_submit(&small, corr);
	whole = submit("ann", 5, 0, "afterok:1");
	is_job(corr, FT_JOB_PENDING, FT_REASON_NONE,
	    "task by task: not said before it is split");
	is_job(whole, FT_JOB_PENDING, FT_REASON_DEPENDENCY, "all of an array");
	ann = smallworld_asker(&small, "ann");
	smallworld_run(&small, 4);
	ok(!ft_job_is_head(corr), "split by the schedulers");
	is_job(corr, FT_JOB_PENDING, FT_REASON_DEPENDENCY, "each task");
	ft_world_cancel(
	    &small.world, &ann, ft_world_find_task(&small.world, 1, 2));
	smallworld_run(&small, 90);
	is_job(ft_world_find_task(&small.world, 2, 1), FT_JOB_COMPLETED,
	    FT_REASON_NONE, "the task of one that went well");
	is_job(ft_world_find_task(&small.world, 2, 2), FT_JOB_PENDING,
	    FT_REASON_DEPENDENCY_NEVER, "that of the one cancelled");
	is_job(whole, FT_JOB_PENDING, FT_REASON_DEPENDENCY_NEVER,
	    "not all went well");
	smallworld_close(&small);
}

static void
test_circles(void)
{
	struct ft_job *job[4];

	smallworld_open(&small, "");
	for (size_t i = 0; i < 4; i++) {
		job[i] = smallworld_job(&small, "ann");
		job[i]->hold = FT_HOLD_USER;
		smallworld_submit(&small, job[i]);
	}
	is_i64(ft_world_set_dependency(&small.world, job[0], "afterok:1"),
	    FT_REFUSE_DEPENDENCY, "of itself");
	is_i64(ft_world_set_dependency(&small.world, job[1], "afterok:1"),
	    FT_REFUSE_NONE, "1 <- 2");
	is_i64(ft_world_set_dependency(&small.world, job[2], "afterok:2:1"),
	    FT_REFUSE_NONE, "1, 2 <- 3");
	is_i64(ft_world_set_dependency(&small.world, job[3], "afterany:3"),
	    FT_REFUSE_NONE, "3 <- 4");
	is_i64(ft_world_set_dependency(&small.world, job[0], "afterok:4"),
	    FT_REFUSE_CIRCULAR, "4 <- 1 closes a circle");
	is_u64(job[0]->n_depend, 0, "which changes nothing");
	is_i64(ft_world_set_dependency(&small.world, job[2], ""),
	    FT_REFUSE_NONE, "3 waits for nobody any more");
	is_i64(ft_world_set_dependency(&small.world, job[0], "afterok:4"),
	    FT_REFUSE_NONE, "so there is none");
	smallworld_close(&small);
}

/* Many that wait for one, and a long chain. */
static void
test_many(void)
{
	enum { N = 20000 };
	char text[32];
	struct ft_job *last = NULL;

	smallworld_open(&small, "MaxJobCount=100000\n");
	submit("ann", 5, 0, "");
	for (uint32_t i = 1; i < N; i++) {
		struct ft_job *job = smallworld_job(&small, "ann");

		job->hold = FT_HOLD_USER;
		snprintf(text, sizeof text, "afterok:1,afterany:%u", i);
		job->dependency = ft_world_string(&small.world, text);
		last = smallworld_submit(&small, job);
	}
	smallworld_run(&small, 30);
	snprintf(text, sizeof text, "afterany:%u(unfulfilled)", N - 1);
	is_waiting_for(last, text, "the end of one woke them all");
	smallworld_close(&small);
}

int
main(void)
{
	test_texts();
	test_ends();
	test_singleton();
	test_minutes();
	test_arrays();
	test_circles();
	test_many();
	return done_testing();
}
