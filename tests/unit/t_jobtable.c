/*
 * Tables of sacct and squeue.  Those of more than a line are the real Slurm's
 * (tests/oracle/cases j45, v02, j06), shortened.
 */
#include "io/jobtable/jobtable.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text/str.h"
#include "base/text/timefmt.h"
#include "tap/tap.h"

/* What is known of a job, in few letters. */
static void
add_job(struct ft_str *str, const struct ft_jobtable_job *job)
{
	ft_str_addf(str, "<%" PRIu32, job->number);
	if (job->task != FT_TASK_NONE)
		ft_str_addf(str, "_%" PRId32, job->task);
	if (*job->tasks)
		ft_str_addf(str, "_[%s]", job->tasks);
	if (job->raw)
		ft_str_addf(str, "=%" PRIu32, job->raw);
	ft_str_addf(str, " %s %s%s%s", job->user, ft_job_state_code(job->state),
	    job->completing ? "+CG" : "", job->requeued ? "+RQ" : "");
	if (job->was_cancelled)
		ft_str_addf(str, " by%" PRIu32, job->cancelled_by);
	if (*job->account || *job->partition || *job->qos)
		ft_str_addf(
		    str, " %s/%s/%s", job->account, job->partition, job->qos);
	if (*job->name)
		ft_str_addf(str, " '%s'", job->name);
	if (job->submit != FT_JOBTABLE_NO_TIME)
		ft_str_addf(str, " s%" PRId64, job->submit);
	if (job->eligible != FT_JOBTABLE_NO_TIME)
		ft_str_addf(str, " e%" PRId64, job->eligible);
	if (job->start != FT_JOBTABLE_NO_TIME)
		ft_str_addf(str, " b%" PRId64, job->start);
	if (job->end != FT_JOBTABLE_NO_TIME)
		ft_str_addf(str, " x%" PRId64, job->end);
	if (job->elapsed >= 0)
		ft_str_addf(str, " t%" PRId64, job->elapsed);
	if (job->suspended)
		ft_str_addf(str, " z%" PRId64, job->suspended);
	if (job->limit == FT_TIME_UNLIMITED)
		ft_str_add(str, " l*");
	else if (job->limit != FT_TIME_NONE)
		ft_str_addf(str, " l%" PRId64, job->limit);
	if (job->cpus)
		ft_str_addf(str, " c%" PRIu32, job->cpus);
	if (job->req_cpus)
		ft_str_addf(str, " C%" PRIu32, job->req_cpus);
	if (job->n_nodes)
		ft_str_addf(str, " n%" PRIu32, job->n_nodes);
	if (job->memory_of)
		ft_str_addf(str, " m%" PRIu64 "%c", job->memory,
		    "-acn"[job->memory_of]);
	if (job->cpu_used >= 0)
		ft_str_addf(str, " u%" PRId64, job->cpu_used);
	if (job->mem_used >= 0)
		ft_str_addf(str, " k%" PRId64, job->mem_used);
	if (job->has_priority)
		ft_str_addf(str, " p%" PRIu32, job->priority);
	if (job->nice)
		ft_str_addf(str, " y%" PRId64, job->nice);
	if (job->exit_code || job->exit_signal)
		ft_str_addf(str, " %" PRIu32 ":%" PRIu32, job->exit_code,
		    job->exit_signal);
	if (*job->nodes)
		ft_str_addf(str, " @%s", job->nodes);
	if (*job->reason)
		ft_str_addf(str, " (%s)", job->reason);
	if (*job->alloc_tres)
		ft_str_addf(str, " %s", job->alloc_tres);
	if (*job->dependency)
		ft_str_addf(str, " after %s", job->dependency);
	if (*job->exc_nodes)
		ft_str_addf(str, " -%s", job->exc_nodes);
	if (*job->licenses)
		ft_str_addf(str, " L%s", job->licenses);
	if (*job->options)
		ft_str_addf(str, " %s", job->options);
	ft_str_add_char(str, '>');
}

/* squeue --json of 24.11 (case k02), shortened; 26.05 has these members, too. */
static const char squeue_json[] =
    "{\"jobs\": [\n"
    " {\"job_id\": 7, \"user_name\": \"eve\", \"job_state\": [\"RUNNING\"],\n"
    "  \"array_job_id\": {\"set\": true, \"infinite\": false, \"number\": 5},\n"
    "  \"array_task_id\": {\"set\": true, \"infinite\": false, \"number\": "
    "1},\n"
    "  \"start_time\": {\"set\": true, \"infinite\": false, \"number\": 100},\n"
    "  \"memory_per_cpu\": {\"set\": true, \"infinite\": false, \"number\": "
    "9},\n"
    "  \"memory_per_node\": {\"set\": false, \"number\": 0},\n"
    "  \"tres_per_node\": \"gres\\/gpu:2\", \"name\": \"a\\tb\",\n"
    "  \"deadline\": {\"set\": true, \"infinite\": false, \"number\": 0}},\n"
    " {\"job_id\": 4, \"user_name\": \"dan\", \"job_state\": [\"PENDING\"],\n"
    "  \"array_job_id\": {\"set\": true, \"number\": 4}, \"array_task_string\":"
    " \"2-9\",\n"
    "  \"array_max_tasks\": {\"set\": true, \"number\": 3},\n"
    "  \"time_limit\": {\"set\": false, \"infinite\": true, \"number\": 0}}],\n"
    " \"last_update\": {\"set\": true, \"number\": 130}}\n";
/* sacct --json of 26.05, shortened: 32000 bytes are 32 KiB (31.25), of 2 tasks. */
static const char sacct_json[] =
    "{\"jobs\": [{\"job_id\": 1, \"user\": \"ann\", \"account\": \"phys\",\n"
    "  \"state\": {\"current\": [\"COMPLETED\"], \"reason\": \"None\"},\n"
    "  \"time\": {\"submission\": 50, \"start\": 60, \"end\": 90, \"elapsed\": "
    "25,\n"
    "   \"suspended\": 5, \"limit\": {\"set\": true, \"number\": 2},\n"
    "   \"total\": {\"seconds\": 61, \"microseconds\": 500000}},\n"
    "  \"exit_code\": {\"return_code\": {\"set\": true, \"number\": 3}},\n"
    "  \"tres\": {\"allocated\": [{\"type\": \"cpu\", \"name\": \"\", "
    "\"count\": 2},\n"
    "   {\"type\": \"mem\", \"name\": \"\", \"count\": 64},\n"
    "   {\"type\": \"energy\", \"name\": \"\", \"count\": -2},\n"
    "   {\"type\": \"gres\", \"name\": \"gpu\", \"count\": 1}]},\n"
    "  \"steps\": [{\"tasks\": {\"count\": 2}, \"tres\": {\"requested\": "
    "{\"max\":"
    " [{\"type\": \"mem\", \"count\": 32000}]}}}]}]}\n";

struct example {
	enum ft_jobtable_kind kind;
	const char *columns, *text, *want;
};

#define SACCT  FT_JOBTABLE_SACCT
#define SQUEUE FT_JOBTABLE_SQUEUE

static const char squeue_default[] =
    "             JOBID PARTITION     NAME     USER ST       TIME  NODES "
    "NODELIST(REASON)\n"
    "                 1     debug    first      ann  R       0:03      2 "
    "n[2-3]\n"
    "                 2     debug averyver      bob PD       0:00      1 "
    "(Priority)\n"
    "               5_1     debug      arr      eve  R       0:04      1 "
    "n1\n"
    "         7_[1-5%2]     debug  my  job      eve PD       0:00      1 "
    "(Nodes required for job are DOWN, DRAINED or reserved for jobs in higher "
    "priority partitions)\n";
static const char squeue_long[] =
    "Fri Nov 20 17:10:57 2026\n"
    "             JOBID PARTITION     NAME     USER    STATE       TIME "
    "TIME_LIMI  NODES NODELIST(REASON)\n"
    "                 1     debug    first      ann  RUNNING       0:03      "
    "2:00      2 n[2-3]\n"
    "                 4     debug     held      dan  PENDING       0:00 "
    "4-04:00:00      1 (JobHeldUser)\n";
static const char squeue_cut[] =
    "JOBID PARTITION NAME USER     ST NOD TIME_L REASON    \n"
    "    1     debug firs ann      R   2 2:00   None      \n"
    "    4     debug held dan      PD   1 4-04:0 JobHeldUse\n";

static const struct example examples[] = {
	/* 100 to 130; of the tasks at most 3 at a time */
	{ SQUEUE, NULL, squeue_json,
	    "<5_1=7 eve R 'a b' b100 t30 m9c "
	    "{\"tres_per_node\":\"gres:gpu:2\"}>"
	    "<4_[2-9%3] dan PD l*>" },
	{ SACCT, NULL, sacct_json,
	    "<1 ann CD phys// s50 b60 x90 t25 z5 l2 m64a u61500000 k64 3:0 "
	    "cpu=2,mem=64M,gres/gpu=1>" },
	/* 0:10 of 2:00 are left of a limit that is not shown */
	{ SQUEUE, NULL,
	    "JOBID|USER|ST|TIME|TIME_LEFT\n"
	    "1|ann|R|1:50|0:10\n2|ann|PD|0:00|1-00:00:00\n"
	    "3|ann|R|5:00|UNLIMITED\n4|ann|R|5:00|INVALID\n",
	    "<1 ann R t110 l2><2 ann PD t0 l1440><3 ann R t300 l*>"
	    "<4 ann R t300>" },
	/* the same title twice; MIN_MEMORY is of a CPU if 8 x 2M are 16M */
	{ SQUEUE, NULL,
	    "ARRAY_JOB_ID|ARRAY_TASK_ID|JOBID|USER|ST|PRIORITY|PRIORITY|CPUS|"
	    "NODES|MIN_MEMORY|TRES_ALLOC|EXC_NODES|LICENSES|START_TIME\n"
	    "5|3|9|ann|R|0.000002|77|8|2|2M|cpu=8,mem=16M|n3|tool:2|1000\n"
	    "5|4-6%2|5|ann|PD|0.000002|77|8|2|2M|cpu=8,mem=4M||(null)|N/A\n"
	    "6|N/A|6|ann|PD|0.000002|77|8|2|2M|cpu=8,mem=4M||(null)|0\n",
	    "<5_3=9 ann R b1000 c8 n2 m2c p77 cpu=8,mem=16M -n3 Ltool:2>"
	    "<5_[4-6%2] ann PD c8 n2 m2n p77 cpu=8,mem=4M>"
	    "<6 ann PD c8 n2 m2n p77 cpu=8,mem=4M>" },
	{ SQUEUE, NULL, squeue_default,
	    "<1 ann R /debug/ 'first' t3 n2 @n[2-3]>"
	    "<2 bob PD /debug/ 'averyver' t0 n1 (Priority)>"
	    "<5_1 eve R /debug/ 'arr' t4 n1 @n1>"
	    "<7_[1-5%2] eve PD /debug/ 'my  job' t0 n1 (Nodes required for job "
	    "are DOWN, DRAINED or reserved for jobs in higher priority "
	    "partitions)>" },
	{ SQUEUE, NULL, squeue_long,
	    "<1 ann R /debug/ 'first' t3 l2 n2 @n[2-3]>"
	    "<4 dan PD /debug/ 'held' t0 l6000 n1 (JobHeldUser)>" },
	/* of NOD there are NODES and NODELIST, of TIME_L two as well */
	{ SQUEUE, NULL, squeue_cut,
	    "<1 ann R /debug/ 'firs'><4 dan PD /debug/ 'held' (JobHeldUse)>" },
	/* %i|%A|%u|%a|%q|%P|%j|%T|%D|%C|%m|%l|%r|%R|%y|%Q */
	{ SQUEUE, NULL,
	    "JOBID|JOBID|USER|ACCOUNT|QOS|PARTITION|NAME|STATE|NODES|CPUS|"
	    "MIN_MEMORY|TIME_LIMIT|REASON|NODELIST(REASON)|NICE|PRIORITY\n"
	    "1|1|ann|phys|normal|debug|first|RUNNING|2|32|1000M|2:00|None|"
	    "n[2-3]|0|16666\n"
	    "5_1|7|eve|bio|normal|debug|a|rr|RUNNING|1|1|1000M|3:00|None|n1|-5|"
	    "0\n",
	    "<1 ann R phys/debug/normal 'first' l2 c32 n2 m1000n p16666 "
	    "@n[2-3]>"
	    "<5_1=7 eve R bio/debug/normal 'a|rr' l3 c1 n1 m1000n p0 y-5 "
	    "@n1>" },
	/* a reason has blanks but no bar: the bar belongs to the name */
	{ SQUEUE, NULL,
	    "JOBID|USER|ST|REASON|NODES|NAME\n1|ann|PD|Nodes are DOWN|2|a|b\n",
	    "<1 ann PD 'a|b' n2 (Nodes are DOWN)>" },
	/* -O jobid,jobarrayid,username,state: both ids are titled JOBID */
	{ SQUEUE, NULL,
	    "JOBID               JOBID               USER                STATE "
	    "              \n"
	    "7                   5_1                 eve                 "
	    "RUNNING             \n"
	    "6                   6                   eve                 "
	    "PENDING             \n",
	    "<5_1=7 eve R><6 eve PD>" },
	/* without widths nothing is aligned */
	{ SQUEUE, NULL,
	    "JOBID USER START_TIME TIME_LIMIT DEPENDENCY\n"
	    "12 ann 2026-11-20T17:10:57 UNLIMITED (null)\n"
	    "13 averylongname N/A 1:00:00 afterok:12(unfulfilled)\n",
	    "<12 ann PD b1795194657 l*>"
	    "<13 averylongname PD l60 after afterok:12>" },
	{ SQUEUE, "jobid,USER,ST,TIME", "3 ann R 1-02:03:04\n",
	    "<3 ann R t93784>" },
	{ SQUEUE, "JOBID,NAME,USER", "3|a b|ann\n4|c|bob\n",
	    "<3 ann PD 'a b'><4 bob PD 'c'>" },
	{ SQUEUE, NULL, "JOBID ST\n3 CG\n4 CF\n5 S\n6 OOM\n7 BF\n",
	    "<3  CD+CG><4  R><5  S>"
	    "<6  OOM><7  BF>" },
	{ SQUEUE, NULL, "JOBID USER\n", "" },
	{ SACCT, NULL,
	    "JobID|JobIDRaw|JobName|Partition|Account|User|State|ExitCode|"
	    "DerivedExitCode|AllocCPUS|NCPUS|NNodes|AllocNodes|ReqCPUS|"
	    "ReqNodes\n"
	    "1|1|first|debug|phys|ann|PENDING|0:0|0:0|32|32|2|0|32|2\n"
	    "3|3|big|long,debug|chem|cy|CANCELLED by 0|0:0|0:0|1|1|1|0|1|1\n"
	    "5_[1,3,5%1]|5|arr|debug|bio|eve|CANCELLED by 0|0:0|0:0|1|1|1|0|1|"
	    "1\n",
	    "<1 ann PD phys/debug/ 'first' c32 C32 n2>"
	    "<3 cy CA by0 chem/long,debug/ 'big' c1 C1 n1>"
	    "<5_[1,3,5%1] eve CA by0 bio/debug/ 'arr' c1 C1 n1>" },
	{ SACCT, NULL,
	    "JobID|User|State|ExitCode|ElapsedRaw|CPUTimeRAW|Suspended|\n"
	    "12|ann|TIMEOUT|0:0|61|244|00:00:10|\n12.batch||COMPLETED|0:0|61|"
	    "4|00:00:00|\n12_3.0||FAILED|1:0|6|4||\n"
	    "13|bob|NODE_FAIL|1:9|0|0|00:00:00|\n",
	    "<12 ann TO t61 z10><13 bob NF t0 1:9>" },
	{ SACCT, NULL, "JobID|State|User\n1+0|R|a\n1+2|PD|b\n9|REQUEUED|c\n",
	    "<1 a R><3 b PD><9 c CA+RQ>" },
	/* 1.0 had 4 tasks, each with at most 1536 KiB; of 2 nothing was
	 * measured; 1025 bytes are 2 KiB; the last line is of another job */
	{ SACCT, NULL,
	    "JobID|User|NTasks|TotalCPU|MaxRSS\n1|a||00:30.502|\n"
	    "1.batch||1|00:00.500|1000K\n1.0||4|00:30.002|1.50M\n"
	    "1.1||2||1K\n2|b||00:00:00|\n2.batch||1|00:00:00|\n"
	    "3_4|c||1-00:00:01|\n3_4.0||2||1025\n3_5.0||1||9K\n"
	    "4|d||00:00:00|\n4.batch||1||0\n",
	    "<1 a PD u30502000 k6144><2 b PD><3_4 c PD u86401000000 k4>"
	    "<4 d PD u0 k0>" },
	{ SACCT, NULL, "JobID|JobIDRaw|State\n5_2|7|R\n", "<5_2=7  R>" },
	{ SACCT, NULL, "JobIDRaw|JobID\n7|5_2\n", "<5_2=7  PD>" },
	/* the last task of an array to start has the array's number */
	{ SACCT, NULL, "JobID|JobIDRaw\n5_2|5\n", "<5_2=5  PD>" },
	{ SQUEUE, NULL, "JOBID|JOBID\n5_2|5\n", "<5_2=5  PD>" },
	{ SQUEUE, NULL, "JOBID|JOBID\n5|5_2\n", "<5_2=5  PD>" },
};

static enum ft_status
parse(const struct example *example, struct ft_str *str, size_t *steps,
    struct ft_error *err)
{
	struct ft_jobtable table;
	enum ft_status status;

	ft_jobtable_init(&table, example->kind);
	status = ft_jobtable_parse(&table,
	    &(struct ft_input){ "t", example->text, strlen(example->text) },
	    example->columns, err);
	for (size_t i = 0; i < table.n && status == FT_OK; i++)
		add_job(str, &table.job[i]);
	if (steps)
		*steps = table.steps;
	ft_jobtable_free(&table);
	return status;
}

static void
test_examples(void)
{
	for (size_t i = 0; i < FT_COUNT(examples); i++) {
		struct ft_str str = { 0 };
		struct ft_error err = { 0 };
		const char *want = examples[i].want;

		if (parse(&examples[i], &str, NULL, &err) != FT_OK)
			ft_str_add(&str, err.text);
		if (want)
			is_str(ft_str_text(&str), want, "table %zu", i);
		ft_str_free(&str);
	}
}

/* Memory in all its forms; a cell that says nothing; times of all kinds. */
static void
test_cells(void)
{
	static const struct {
		const char *column, *cell, *want;
	} row[] = {
		{ "ReqMem", "4Gn", "<1  PD m4096n>" },
		{ "ReqMem", "4000Mc", "<1  PD m4000c>" },
		{ "ReqMem", "1.50G", "<1  PD m1536a>" },
		{ "ReqMem", "31.25G", "<1  PD m32000a>" },
		{ "ReqMem", "512K", "<1  PD m1a>" },
		{ "ReqMem", "3T", "<1  PD m3145728a>" },
		{ "ReqMem", "700", "<1  PD m700a>" },
		{ "ReqMem", "0", "<1  PD m0a>" },
		{ "ReqMem", "0n", "<1  PD m0n>" },
		{ "ReqMem", "?", "<1  PD>" },
		{ "Timelimit", "UNLIMITED", "<1  PD l*>" },
		{ "Timelimit", "Partition_Limit", "<1  PD>" },
		{ "Timelimit", "N/A", "<1  PD>" },
		{ "Timelimit", "00:00:30", "<1  PD l1>" },
		{ "Timelimit", "1-00:00:00", "<1  PD l1440>" },
		{ "TimelimitRaw", "20", "<1  PD l20>" },
		{ "TimelimitRaw", "Partition_Limit", "<1  PD>" },
		{ "Elapsed", "10-01:02:03", "<1  PD t867723>" },
		{ "Elapsed", "02:03.250", "<1  PD t123>" },
		{ "Start", "1700000000", "<1  PD b1700000000>" },
		{ "Start", "2023-11-14T22:13:20", "<1  PD b1700000000>" },
		{ "Start", "Unknown", "<1  PD>" },
		{ "Start", "None", "<1  PD>" },
		{ "NodeList", "None assigned", "<1  PD>" },
		{ "NNodes", "2-4", "<1  PD n2>" },
		{ "JobName", "None", "<1  PD 'None'>" },
		{ "Priority", "4294901759", "<1  PD p4294901759>" },
		{ "Priority", "0.5", "<1  PD>" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_str text = { 0 }, str = { 0 };
		struct ft_error err = { 0 };
		struct example example = { .kind = FT_JOBTABLE_SACCT };

		ft_str_addf(
		    &text, "JobID|%s\n1|%s\n", row[i].column, row[i].cell);
		example.text = ft_str_text(&text);
		if (parse(&example, &str, NULL, &err) != FT_OK)
			ft_str_add(&str, err.text);
		is_str(ft_str_text(&str), row[i].want, "%s %s", row[i].column,
		    row[i].cell);
		ft_str_free(&str);
		ft_str_free(&text);
	}
}

static void
test_refused(void)
{
	static const struct example row[] = {
		{ SACCT, NULL, "", "t:1:1: the table is empty" },
		{ SACCT, NULL, "12|ann|RUNNING\n",
		    "t:1:1: expected the header of sacct -P, with JobID (not "
		    "sacct -n)" },
		{ SACCT, NULL, "JobID  State \n------ -----\n1  RUNNING\n",
		    "t:1:1: columns are aligned: print them with sacct -P" },
		{ SQUEUE, NULL, " 12 debug first ann R 0:03 1 n1\n",
		    "t:1:1: expected the header of squeue, with JOBID (not "
		    "squeue -h; or name the columns)" },
		{ SQUEUE, "USER,ST", "ann R\n",
		    "no column of job ids in 'USER,ST'" },
		{ SQUEUE, "JOBID,COLOUR", "1 red\n",
		    "no column 'COLOUR' is known" },
		{ SACCT, NULL, "JobID|State\n1\n",
		    "t:2:1: 1 cells, the header has 2" },
		{ SACCT, NULL, "JobID|State\n1|R|2\n",
		    "t:2:1: 3 cells, the header has 2" },
		{ SACCT, NULL, "JobID|State\nx1|R\n",
		    "t:2:1: not a job id: 'x1'" },
		{ SACCT, NULL, "JobID|State\n|R\n", "t:2:1: not a job id: ''" },
		{ SACCT, NULL, "JobID|MaxRSS\n1|\n1.0|much\n",
		    "t:3:5: not an amount of memory: 'much'" },
		{ SACCT, NULL, "JobID|MaxRSS\n1|2Q\n",
		    "t:2:3: not an amount of memory: '2Q'" },
		{ SACCT, NULL, "JobID|MaxRSS\n1|9000000000P\n",
		    "t:2:3: not an amount of memory: '9000000000P'" },
		{ SACCT, NULL, "JobID|TotalCPU\n1|99\n",
		    "t:2:3: not a duration: '99'" },
		{ SACCT, NULL, "JobID|TotalCPU\n1|99999999-00:00:00\n",
		    "t:2:3: not a duration: '99999999-00:00:00'" },
		{ SACCT, NULL, "JobID|State\n0|R\n",
		    "t:2:1: not a job id: '0'" },
		{ SACCT, NULL, "JobID\n4294967296|\n", NULL },
		{ SACCT, NULL, "JobID|State\n1|WAITING\n",
		    "t:2:3: not a state of a job: 'WAITING'" },
		{ SACCT, NULL, "JobID|State\n1|CANCELLED by ann\n",
		    "t:2:3: not a user id: 'CANCELLED by ann'" },
		{ SACCT, NULL, "JobID|Start\n1|yesterday\n",
		    "t:2:3: not a time: 'yesterday'" },
		{ SACCT, NULL, "JobID|Elapsed\n1|1:2:3:4\n",
		    "t:2:3: not a duration: '1:2:3:4'" },
		{ SACCT, NULL, "JobID|Elapsed\n1|5\n",
		    "t:2:3: not a duration: '5'" },
		{ SACCT, NULL, "JobID|ReqMem\n1|much\n",
		    "t:2:3: not an amount of memory: 'much'" },
		{ SACCT, NULL, "JobID|NCPUS\n1|-4\n",
		    "t:2:3: not a count: '-4'" },
		{ SACCT, NULL, "JobID|ExitCode\n1|0\n",
		    "t:2:3: not an exit status: '0'" },

		{ SQUEUE, NULL, "JOBID|ARRAY_TASK_ID|USER|ST\n1_3|4-5|u|R\n",
		    "t:2:5: another column names other tasks: '4-5'" },
		{ SQUEUE, NULL, "JOBID|ARRAY_TASK_ID|USER|ST\n1_3|4|u|R\n",
		    "t:2:5: another column names other tasks: '4'" },
		{ SQUEUE, NULL, "JOBID|USER\n8_[1,3,52,55...]|eve\n",
		    "t:2:1: the list of tasks is cut off "
		    "(SLURM_BITSTR_LEN=0, or squeue -r): '8_[1,3,52,55...]'" },
		{ SQUEUE, NULL, "JOBID|USER\n8_[1,3|eve\n",
		    "t:2:1: the list of tasks is cut off (wider column, or "
		    "squeue -r): '8_[1,3'" },
		{ SQUEUE, NULL, "JOBID USER ST\n1 ann\n2 bob R\n",
		    "t:2:1: 2 cells, the header has 3 (squeue -o with | "
		    "between the columns separates them)" },
		{ SQUEUE, NULL, "JOBID USER\n1 a\tb\n", NULL },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_str str = { 0 };
		struct ft_error err = { 0 };

		if (parse(&row[i], &str, NULL, &err) == FT_OK) {
			/* a header alone is a table without jobs */
			if (row[i].want && !strstr(row[i].want, "expected"))
				ok(false, "refused: %s", row[i].text);
		} else if (row[i].want) {
			is_str(err.text, row[i].want, "refused %zu", i);
		}
		ft_str_free(&str);
	}
}

static void
test_steps(void)
{
	struct example example = { SACCT, NULL,
		"JobID|State\n1|R\n1.batch|R\n1.extern|R\n1.0|R\n", NULL };
	struct ft_str str = { 0 };
	struct ft_error err;
	size_t steps = 0;

	parse(&example, &str, &steps, &err);
	is_u64(steps, 3, "steps are no jobs");
	ft_str_free(&str);
}

static void
test_trace(void)
{
	static const char text[] =
	    "JobID|User|Account|Partition|State|Submit|Start|End|Elapsed|NCPUS|"
	    "NNodes|ReqMem|TimelimitRaw\n"
	    "3|bob|chem|night|TIMEOUT|100000|100100|100160|00:01:00|4|2|8Gn|1\n"
	    "1|ann|phys|debug|COMPLETED|99900|100000|100030|00:00:30|8|1|16G|"
	    "10\n"
	    "2|ann|phys|debug|RUNNING|99950|100000|Unknown|00:00:30|8|1|16G|"
	    "10\n"
	    "4|ann|phys|debug|CANCELLED by "
	    "7|99950|None|100000|00:00:00|8|1|16G|"
	    "10\n"
	    "5|bob|chem|night|NODE_FAIL|100000|100000|100050|00:00:50|1|1|1Gc|"
	    "\n";
	struct ft_trace trace;
	struct ft_error err = { 0 };
	const struct ft_trace_job *job;

	ft_trace_init(&trace);
	is_i64(ft_jobtable_read_trace(&trace, "t", text, sizeof text - 1, &err),
	    FT_OK, "a trace %s", err.text);
	is_u64(trace.n, 3, "of those that ran and ended");
	is_u64(trace.skipped, 2, "others are skipped");
	job = trace.job;
	ok(job[0].number == 1 && job[1].number == 3 && job[2].number == 5,
	    "in the order of submission");
	ok(job[0].submit == 99900 && job[0].run == 30 && job[0].limit == 600 &&
		job[0].wait == 100 && job[0].procs == 8 && job[0].nodes == 1,
	    "times and sizes");
	is_u64(job[0].memory, 2048, "16 GiB on 8 CPUs");
	is_u64(job[1].memory, 4096, "2 x 8 GiB on 4 CPUs");
	is_u64(job[2].memory, 1024, "1 GiB for each");
	is_str(trace.user.name[job[1].user], "bob", "user");
	is_str(trace.partition.name[job[1].partition], "night", "partition");
	is_str(trace.account.name[job[0].account], "phys", "account");
	is_u64(job[1].state, FT_JOB_TIMEOUT, "ran out of time");
	is_u64(job[2].state, FT_JOB_FAILED, "a node failed");
	is_i64(trace.start, 99900, "begins with the first");
	ft_trace_free(&trace);
	ft_trace_init(&trace);
	ok(ft_jobtable_read_trace(
	       &trace, "t", "JobID|State\n1|CD\n", 17, &err) != FT_OK,
	    "a table without times is no trace");
	is_str(err.text,
	    "t:1:1: no column 'Submit', without which a trace cannot be "
	    "replayed",
	    "and says so");
	ft_trace_free(&trace);
	ok(ft_jobtable_is_sacct("User|JobID|State\n1|", 18), "sacct");
	ok(!ft_jobtable_is_sacct("; JobID|User\n", 13), "not an SWF comment");
	ok(!ft_jobtable_is_sacct("1 2 3\n", 6), "nor its lines");
}

/* Pieces of sacct: seams at 100 and 200. */
static void
test_pieces(void)
{
	static const char *const piece[] = {
		"JobID|User|State|Start|End\n"
		"1|a|COMPLETED|10|20\n"
		"2|a|RUNNING|30|Unknown\n"
		"3|a|PENDING|Unknown|Unknown\n"
		"4|a|REQUEUED|40|50\n4|a|RUNNING|60|Unknown\n"
		"7_[1-2]|a|PENDING|Unknown|Unknown\n",
		"JobID|User|State|Start|End\n"
		"2|a|COMPLETED|30|120\n"
		"3|a|RUNNING|110|Unknown\n"
		"4|a|NODE_FAIL|60|130\n4|a|COMPLETED|140|150\n"
		"7_1|a|COMPLETED|115|118\n",
		"JobID|User|State|Start|End\n"
		"3|a|COMPLETED|110|220\n"
		"4|a|COMPLETED|140|150\n",
	};
	struct ft_jobtable table;
	struct ft_str str = { 0 };
	struct ft_error err = { 0 };

	ft_jobtable_init(&table, SACCT);
	for (size_t i = 0; i < FT_COUNT(piece); i++)
		is_i64(
		    ft_jobtable_parse(&table,
			&(struct ft_input){ "p", piece[i], strlen(piece[i]) },
			NULL, &err),
		    FT_OK, "piece %zu %s", i, err.text);
	for (size_t i = 0; i < table.n; i++)
		add_job(&str, &table.job[i]);
	is_str(ft_str_text(&str),
	    "<1 a CD b10 x20>"
	    "<4 a CA+RQ b40 x50>"
	    "<2 a CD b30 x120>"
	    "<4 a NF b60 x130>"
	    "<7_1 a CD b115 x118>"
	    "<3 a CD b110 x220>"
	    "<4 a CD b140 x150>",
	    "each run once, with its last state");
	ft_str_free(&str);
	ft_jobtable_free(&table);
}

static void
test_json_refused(void)
{
	static const struct {
		const char *text, *want;
	} row[] = {
		{ "{\"jobs\": [\n{]}", "t:2:2: string or '}' expected near "
				       "']'" },
		{ " {}", "t:1:1: no list 'jobs': expected the output of squeue "
			 "--json" },
		{ "{\"x\": [{}], \"jobs\": [\n{\"job_id\": 1},\n"
		  "{\"job_id\": \"a\"}]}",
		    "t:3:1: job_id: not a job id: 'a'" },
		{ "{\"jobs\": [\n\n1]}",
		    "t:3:1: expected a job with its job_id" },
		{ "{\"jobs\": [\n{\"job_id\": 1, \"job_state\": [\"ODD\"]}]}",
		    "t:2:1: job_state: not a state of a job: 'ODD'" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_jobtable table;
		struct ft_error err = { 0 };

		ft_jobtable_init(&table, SQUEUE);
		is_i64(ft_jobtable_parse(&table,
			   &(struct ft_input){
			       "t", row[i].text, strlen(row[i].text) },
			   NULL, &err),
		    FT_EPARSE, "JSON %zu is refused", i);
		is_str(err.text, row[i].want, "with its line");
		ft_jobtable_free(&table);
	}
}

int
main(void)
{
	setenv("TZ", "UTC", 1);
	tzset();
	test_examples();
	test_cells();
	test_refused();
	test_steps();
	test_trace();
	test_pieces();
	test_json_refused();
	return done_testing();
}
