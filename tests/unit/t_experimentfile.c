#include "io/synthetic/experimentfile.h"

#include <string.h>

#include "tap/tap.h"

static enum ft_status
parse(struct ft_experiment *experiment, const char *text, struct ft_error *err)
{
	*err = (struct ft_error){ 0 };
	ft_experiment_init(experiment);
	return ft_experiment_parse(experiment, "e", text, strlen(text), err);
}

static void
test_example(void)
{
	static const char text[] =
	    "# a week of a small lab\n"
	    "Seed=7 Duration=7-00:00:00\n"
	    "Jobs=DEFAULT User=@lab Partition=main\n"
	    "jobs=short Arrival=daily:5m Runtime=exponential:10m time=60 "
	    "Cpus=1..4 cpu-efficiency=20..100 Mem-Used=2G\n"
	    "\n"
	    "Jobs=long Count=20 Arrival=uniform:2d Skew=1.5 \\\n"
	    "  Runtime=lognormal:5h,0.8 Slack=50 Comment=\"two words\"\n"
	    "Workflow=genome User=wilma Count=3 Start=1d Arrival=every:1d "
	    "Qos=high Time=5\n"
	    "Step=fetch Runtime=600 Time=30\n"
	    "Step=align Count=10 After=fetch Tasks=4 Exclusive=yes\n"
	    "Step=sort Count=10 AfterEach=align Qos=low\n"
	    "Step=report AfterAny=sort AfterNotOk=align,fetch User=fred\n";
	struct ft_experiment experiment;
	struct ft_error err;
	const struct ft_experiment_flow *flow;
	const struct ft_experiment_step *step;

	ok(parse(&experiment, text, &err) == FT_OK, "the example %s", err.text);
	is_u64(experiment.seed, 7, "seed");
	is_i64(experiment.duration, 604800, "duration");
	is_u64(experiment.n_flow, 3, "two groups and a workflow");
	flow = &experiment.flow[0];
	is_str(flow->name, "short", "first group");
	is_u64(flow->count, 0, "as many as arrive");
	is_u64(flow->arrival.kind, FT_ARRIVAL_DAILY, "daily");
	is_str(flow->who.account, "lab", "the user of all");
	is_u64(flow->n_step, 1, "one step");
	is_str(flow->step->word[FT_EXPERIMENT_PARTITION], "main",
	    "the partition of all");
	is_i64(flow->step->number[FT_EXPERIMENT_CPUS]->high, 4, "up to 4 CPUs");
	is_i64(flow->step->number[FT_EXPERIMENT_TIME]->low, 60, "an hour");
	is_i64(
	    flow->step->number[FT_EXPERIMENT_CPU_EFFICIENCY]->low, 20, "20%%");
	is_i64(flow->step->number[FT_EXPERIMENT_MEM_USED]->high, 2048, "2 GB");
	ok(!flow->step->number[FT_EXPERIMENT_NODES], "nodes are not said");
	flow = &experiment.flow[1];
	is_u64(flow->count, 20, "20 long ones");
	is_u64(flow->line, 6, "of the line");
	is_str(flow->step->word[FT_EXPERIMENT_COMMENT], "two words",
	    "a quoted word");
	near((long double)flow->who.skew, 1.5L, 0, "skew");
	flow = &experiment.flow[2];
	is_u64(flow->n_step, 4, "four steps");
	is_u64(flow->count, 3, "three times");
	is_i64(flow->start, 86400, "from the second day on");
	is_str(flow->who.name[0], "wilma", "of wilma");
	step = flow->step;
	is_str(step[0].word[FT_EXPERIMENT_QOS], "high", "of the workflow");
	is_str(step[2].word[FT_EXPERIMENT_QOS], "low", "its own");
	is_str(
	    step[0].word[FT_EXPERIMENT_PARTITION], "", "not of Jobs=DEFAULT");
	ok(step[1].exclusive && !step[2].exclusive, "exclusive");
	is_u64(step[1].count, 10, "ten of one step");
	is_u64(step[1].n_after, 1, "waits for one");
	is_u64(step[1].after[0].kind, FT_DEPEND_AFTER_OK, "After: afterok");
	ok(step[2].after[0].each && step[2].after[0].step == 1, "each for one");
	is_u64(step[3].n_after, 3, "three to wait for");
	is_u64(step[3].after[0].kind, FT_DEPEND_AFTER_ANY, "AfterAny");
	is_u64(step[3].after[2].kind, FT_DEPEND_AFTER_NOT_OK, "AfterNotOk");
	is_u64(step[3].after[2].step, 0, "of fetch");
	is_str(step[3].who.name[0], "fred", "a user of its own");
	ft_experiment_free(&experiment);
}

static void
test_users(void)
{
	struct ft_experiment experiment;
	struct ft_error err;
	const struct ft_experiment_who *who;

	ok(parse(&experiment, "Jobs=a Time=5 User=x:50%,y:12.5%,z:37.5%\n",
	       &err) == FT_OK,
	    "parts %s", err.text);
	who = &experiment.flow[0].who;
	is_u64(who->n, 3, "three users");
	is_u64(who->part[1], 625000, "up to the second");
	is_u64(who->part[2], 1000000, "up to the last");
	ft_experiment_free(&experiment);
	ok(parse(&experiment, "Jobs=a Time=5 User=x,y,z\n", &err) == FT_OK,
	    "names");
	who = &experiment.flow[0].who;
	is_u64(who->part[0], 333333, "a third");
	is_u64(who->part[2], 1000000, "all");
	ft_experiment_free(&experiment);
	ok(parse(&experiment, "Step=DEFAULT Time=5\nStep=a\nStep=b After=a\n",
	       &err) == FT_OK,
	    "a workflow without a line of its own");
	is_u64(experiment.n_flow, 1, "one");
	is_u64(experiment.flow[0].count, 1, "once");
	ft_experiment_free(&experiment);
}

static void
test_refused(void)
{
	static const struct {
		const char *text, *message;
	} rows[] = {
		{ "", "e:1:1: no jobs" },
		{ "# nothing\n", "e:1:1: no jobs" },
		{ "Seed=x\n", "e:1:6: a seed must be a number" },
		{ "Duration=soon\n",
		    "e:1:10: 'soon' is not a time for 'Duration'" },
		{ "Seed=1 Jobs=a\n", "e:1:8: unknown word 'Jobs'" },
		{ "Job=a\n", "e:1:1: a line must start with Jobs=, Workflow=, "
			     "Step=, Seed= "
			     "or Duration=" },
		{ "Workflow=DEFAULT\n", "e:1:1: a line must start with Jobs=, "
					"Workflow=, Step=, Seed= "
					"or Duration=" },
		{ "hello\n", "e:1:1: expected Key=Value, found 'hello'" },
		{ "Jobs=a =5\n", "e:1:8: expected Key=Value, found ''" },
		{ "Jobs=a Count\n",
		    "e:1:8: expected Key=Value, found 'Count'" },
		{ "Jobs=a Count= 5\n", "e:1:14: no value for 'Count'" },
		{ "Jobs=\"\"\n", "e:1:7: expected a name" },
		{ "Jobs=\"a\n", "e:1:6: quote is never closed" },
		{ "Jobs=\"a\"b\n", "e:1:9: expected a blank after the quote" },
		{ "Jobs=a Count=0\n",
		    "e:1:14: '0' is not a number for 'Count'" },
		{ "Jobs=a Count=10000001\n",
		    "e:1:14: '10000001' is not a number for 'Count'" },
		{ "Jobs=a Count=1 count=2\n", "e:1:16: 'count' is repeated" },
		{ "Jobs=a Colour=red\n", "e:1:8: unknown word 'Colour'" },
		{ "Jobs=a After=b\n",
		    "e:1:8: 'After' is not allowed in this line" },
		{ "Step=a Arrival=every:5\n",
		    "e:1:8: 'Arrival' is not allowed in this line" },
		{ "Step=DEFAULT After=b\n",
		    "e:1:14: 'After' is not allowed in this line" },
		{ "Jobs=a Arrival=often\n",
		    "e:1:16: expected once, every:TIME, poisson:TIME, "
		    "uniform:TIME, burst:N,TIME or daily:TIME" },
		{ "Jobs=a Arrival=burst:5,x\n",
		    "e:1:24: expected a time above 0, such as 90 or 5m" },
		{ "Jobs=a Arrival=poisson:5m\n",
		    "e:1:1: needs a Count, or a Duration of the whole" },
		{ "Duration=1d\nJobs=a Arrival=uniform:1d\n",
		    "e:2:1: uniform arrival needs a Count" },
		{ "Jobs=a Cpus=0\n",
		    "e:1:13: expected a number, 1 or more, found '0'" },
		{ "Jobs=a Cpus=1:50%,x:50%\n",
		    "e:1:19: expected a number, 1 or more, found 'x'" },
		{ "Jobs=a Cpus=70000\n", "e:1:13: '70000' is more than 65535" },
		{ "Jobs=a Runtime=5x\n",
		    "e:1:16: expected a time, 0 or more, found '5x'" },
		{ "Jobs=a Slack=5\n",
		    "e:1:1: Slack needs a Runtime and no Time" },
		{ "Jobs=a Time=5 Mem=1G MemPerCpu=1G\n",
		    "e:1:1: Mem and MemPerCpu exclude each other" },
		{ "Jobs=a User=@\n",
		    "e:1:14: expected the name of an account" },
		{ "Jobs=a User=x,,y\n", "e:1:15: expected a name" },
		{ "Jobs=a User=x:60%,y\n",
		    "e:1:19: give shares for all names or for none" },
		{ "Jobs=a User=x:60%,y:60%\n",
		    "e:1:21: the shares add up to more than 100%" },
		{ "Jobs=a User=x:60%,y:30%\n",
		    "e:1:13: the shares add up to less than 100%" },
		{ "Jobs=a Skew=11\n", "e:1:13: expected a skew from 0 to 10" },
		{ "Jobs=a Exclusive=maybe\n", "e:1:18: expected yes or no" },
		{ "Jobs=a\n", "e:1:1: needs a Runtime or a Time" },
		{ "Workflow=w\n", "e:1:1: a workflow without steps" },
		{ "Step=a After=a\n",
		    "e:1:14: no step 'a' above in this workflow" },
		{ "Step=a\nStep=b After=a,c\n",
		    "e:2:16: no step 'c' above in this workflow" },
		{ "Step=a\nStep=a\n", "e:2:6: duplicate name of a step" },
		{ "Step=a Count=2 Time=5\nStep=b Count=3 Time=5 AfterEach=a\n",
		    "e:2:1: AfterEach needs steps of the same Count" },
		{ "Jobs=a\\\n Cpus=0\n",
		    "e:2:7: expected a number, 1 or more, found '0'" },
		{ "Jobs=\001\n", NULL },
	};

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct ft_experiment experiment;
		struct ft_error err;

		ok(parse(&experiment, rows[i].text, &err) == FT_EPARSE,
		    "refused: %.20s", rows[i].text);
		if (rows[i].message)
			is_str(err.text, rows[i].message, "where and why");
		ft_experiment_free(&experiment);
	}
}

int
main(void)
{
	test_example();
	test_users();
	test_refused();
	return done_testing();
}
