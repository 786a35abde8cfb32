/* Texts of job arrays as sbatch 22.05 took them and squeue wrote them. */
#include <string.h>

#include "base/mem.h"
#include "base/text/str.h"
#include "lib/smallworld.h"
#include "sim/job/split.h"
#include "sim/world/array.h"
#include "tap/tap.h"

static void
test_texts(void)
{
	/* NULL: refused.  MaxArraySize is 1001. */
	static const struct {
		const char *text, *want;
	} row[] = {
		{ "5", "5" },
		{ "0", "0" },
		{ "1-3", "1-3" },
		{ "1,1,2", "1-2" },
		{ "1,3,5-9:2", "1,3,5,7,9" },
		{ "0-10:5", "0,5,10" },
		{ "0-6%2", "0-6%2" },
		{ "1-5%", "1-5" },
		{ "1-5%x", "1-5" },
		{ "1-3%0", "1-3" },
		{ "1-5%2,7", "1-5,7%2" },
		{ "1%2%3", "1%3" },
		{ "1-3%9999", "1-3%9999" },
		{ "[1-3]", "1-3" },
		{ "[1-3]%2", "1-3%2" },
		{ "[1-3%2]", "1-3%2" },
		{ " 1", "1" },
		{ "1,,2", "1-2" },
		{ ",1", "1" },
		/* six at one distance are a list, seven are not */
		{ "0-10:2", "0,2,4,6,8,10" },
		{ "0-12:2", "0-12:2" },
		{ "500-999:3", "500-998:3" },
		{ "0-900:200", "0,200,400,600,800" },
		{ "0-999:150", "0-900:150" },
		{ "0-1000", "0-1000" },
		{ "1-4,6,8-9,20-30:5", "1-4,6,8-9,20,25,30" },
		{ "1001", NULL },
		{ "1-1001", NULL },
		{ "5-1", NULL },
		{ "1-5:0", NULL },
		{ "1-3:2:2", NULL },
		{ "1:2", NULL },
		{ "1-", NULL },
		{ "-1", NULL },
		{ "1-2-3", NULL },
		{ "1,2,3a", NULL },
		{ "x", NULL },
		{ "", NULL },
		{ "%2", NULL },
		{ "[1-3", NULL },
		{ "1-3]", NULL },
		{ "4294967296", NULL },
		{ "99999999999999999999", NULL },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_job job = { 0 };
		struct ft_str str = { 0 };
		enum ft_refusal got = ft_array_parse(&job, row[i].text, 1001);

		is_i64(got, row[i].want ? FT_REFUSE_NONE : FT_REFUSE_ARRAY,
		    "'%s' is %s", row[i].text,
		    row[i].want ? "taken" : "refused");
		if (got == FT_REFUSE_NONE)
			ft_array_add_tasks(&str, &job);
		is_str(ft_str_text(&str), row[i].want ? row[i].want : "",
		    "'%s' as it is written", row[i].text);
		ft_str_free(&str);
		ft_free(job.tasks);
	}
}

static void
is_id(const struct ft_job *job, const char *want, const char *name)
{
	struct ft_str str = { 0 };

	ft_job_add_id(&str, job);
	is_str(ft_str_text(&str), want, "%s", name);
	ft_str_free(&str);
}

static struct ft_job *
submit_array(struct smallworld *small, const char *text)
{
	struct ft_job *job = smallworld_job(small, "ann");

	if (ft_array_parse(job, text, 1001) != FT_REFUSE_NONE)
		bail("'%s' is no array", text);
	return smallworld_submit(small, job);
}

static void
test_splitting(void)
{
	struct smallworld small;
	struct ft_job *head, *task;

	smallworld_open(&small, "");
	head = submit_array(&small, "1-3,7%2");
	is_id(head, "1_[1-3,7%2]", "an array");
	ok(ft_world_find_task(&small.world, 1, 3) == head,
	    "the array holds its tasks");
	task = ft_array_split(&small.world, head, 3);
	is_id(task, "1_3", "a task");
	is_u64(task->number, 2, "it has a number of its own");
	is_u64(task->array_throttle, 2, "and the array's throttle");
	is_id(head, "1_[1-2,7%2]", "what is left");
	ok(ft_world_find_task(&small.world, 1, 3) == task, "it is found");
	ok(task->dirty, "it is to be saved");
	task = ft_array_split(&small.world, head, 1);
	task = ft_array_split(&small.world, head, 2);
	is_u64(task->number, 4, "numbers go up");
	is_id(head, "1_7", "the last task is no array any more");
	is_u64(head->number, 1, "and keeps the array's number");
	ok(ft_array_split(&small.world, head, 7) == head,
	    "splitting it changes nothing");
	is_u64(small.world.n_waiting, 4, "all four wait");
	smallworld_close(&small);
}

static void
test_one_task(void)
{
	struct smallworld small;
	struct ft_job *head;

	smallworld_open(&small, "");
	head = submit_array(&small, "5");
	is_id(head, "1_[5]", "an array of one task is an array");
	ok(ft_array_split(&small.world, head, 5) == head, "its task is itself");
	is_id(head, "1_5", "and then none any more");
	smallworld_close(&small);
}

static void
test_dropping(void)
{
	struct smallworld small;
	struct ft_job *head;

	smallworld_open(&small, "");
	head = submit_array(&small, "2-4");
	ft_array_drop(&small.world, head, 9);
	is_id(head, "1_[2-4]", "no such task");
	ft_array_drop(&small.world, head, 3);
	is_id(head, "1_[2,4]", "a task goes without a record");
	is_u64(small.world.n_job, 1, "one job is there");
	ok(head->flags & FT_JOB_ARRAY_FAILED, "the array has not gone well");
	ft_array_drop(&small.world, head, 4);
	is_id(head, "1_2", "one is left");
	smallworld_close(&small);
}

static void
test_numbers(void)
{
	struct smallworld small;

	smallworld_open(&small, "FirstJobId=10\nMaxJobId=13\n");
	is_u64(ft_world_take_number(&small.world), 10, "the first");
	smallworld_submit(&small, smallworld_job(&small, "ann"));
	is_u64(small.world.job[0]->number, 11, "the second");
	is_u64(ft_world_take_number(&small.world), 12, "the last");
	is_u64(ft_world_take_number(&small.world), 10, "they start again");
	is_u64(ft_world_take_number(&small.world), 12,
	    "and leave out those in use");
	smallworld_close(&small);
}

int
main(void)
{
	test_texts();
	test_splitting();
	test_one_task();
	test_dropping();
	test_numbers();
	return done_testing();
}
