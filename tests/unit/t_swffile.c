#include "io/research/swffile.h"

#include <inttypes.h>
#include <string.h>

#include "model/job/job.h"
#include "model/research/tracegen.h"
#include "tap/tap.h"

static enum ft_status
parse(const char *text, struct ft_trace *trace,
    struct ft_swffile_report *report, struct ft_error *err)
{
	ft_trace_init(trace);
	return ft_swffile_parse(
	    trace, &(struct ft_input){ "t", text, strlen(text) }, report, err);
}

/* number, submit, wait, run, limit, procs, memory, user, account, partition,
 * qos, state code */
static void
tell(struct ft_str *str, const struct ft_trace *trace)
{
	ft_str_clear(str);
	for (size_t i = 0; i < trace->n; i++) {
		const struct ft_trace_job *job = &trace->job[i];

		ft_str_addf(str,
		    "<%" PRIu64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64
		    " %" PRIu32 " %" PRIu64 " %s %s %s %s %s",
		    job->number, job->submit, job->wait, job->run, job->limit,
		    job->procs, job->memory, trace->user.name[job->user],
		    trace->account.name[job->account],
		    trace->partition.name[job->partition],
		    trace->qos.name[job->qos],
		    ft_job_state_code((enum ft_job_state)job->state));
		if (job->after != UINT32_MAX)
			ft_str_addf(str, " after %" PRIu64 "+%" PRId64,
			    trace->job[job->after].number, job->think);
		ft_str_add(str, ">");
	}
}

/* START: of a head that says when */
#define START "; UnixStartTime: 1000000000\n"

static void
test_jobs(void)
{
	static const struct {
		const char *name, *text, *want;
	} row[] = {
		{ "nothing", "", "" },
		{ "blank lines and comments", "\n  \n; x\n;;\n", "" },
		{ "all fields",
		    START "7 10 5 100 4 -1 -1 8 200 2048 1 3 2 9 1 1 -1 -1\n",
		    "<7 1000000010 5 100 200 8 2 u3 g2 q1  CD>" },
		{ "nothing known",
		    START "7 10 -1 100 4 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 "
			  "-1\n",
		    "<7 1000000010 -1 100 0 4 0     CD>" },
		{ "no line end, tabs, CRLF",
		    START "1\t0 0 1 1 -1 -1 1 1 1 1 1 1 1 1 1 -1 -1\r\n"
			  "2 0 0 1 1 -1 -1 1 1 1 1 1 1 1 1 1 -1 -1",
		    "<1 1000000000 0 1 1 1 1 u1 g1 q1  CD>"
		    "<2 1000000000 0 1 1 1 1 u1 g1 q1  CD>" },
		{ "more columns",
		    START "1 0 0 1 1 -1 -1 1 1 1 1 1 1 1 1 1 -1 -1 5 what?\n",
		    "<1 1000000000 0 1 1 1 1 u1 g1 q1  CD>" },
		{ "fractions are rounded",
		    START "1 0.4 0 1.5 1 2.5 -1 1 1e2 1 1 1 1 1 1 1 -1 -1\n",
		    "<1 1000000000 0 2 100 1 1 u1 g1 q1  CD>" },
		{ "memory is rounded up to MiB",
		    START "1 0 0 1 1 -1 -1 1 1 1025 1 1 1 1 1 1 -1 -1\n",
		    "<1 1000000000 0 1 1 1 2 u1 g1 q1  CD>" },
		{ "no queue: the partition",
		    START "1 0 0 1 1 -1 -1 1 1 1 1 1 1 1 -1 4 -1 -1\n",
		    "<1 1000000000 0 1 1 1 1 u1 g1 p4  CD>" },
		{ "states",
		    START "1 0 0 1 1 -1 -1 1 1 1 0 1 1 1 1 1 -1 -1\n"
			  "2 0 0 1 1 -1 -1 1 1 1 5 1 1 1 1 1 -1 -1\n"
			  "3 0 0 1 1 -1 -1 1 1 1 4 1 1 1 1 1 -1 -1\n",
		    "<1 1000000000 0 1 1 1 1 u1 g1 q1  F>"
		    "<2 1000000000 0 1 1 1 1 u1 g1 q1  CA>"
		    "<3 1000000000 0 1 1 1 1 u1 g1 q1  F>" },
		{ "out of order",
		    START "1 9 0 1 1 -1 -1 1 1 1 1 1 1 1 1 1 -1 -1\n"
			  "2 3 0 1 1 -1 -1 1 1 1 1 1 1 1 1 1 1 60\n",
		    "<2 1000000003 0 1 1 1 1 u1 g1 q1  CD after 1+60>"
		    "<1 1000000009 0 1 1 1 1 u1 g1 q1  CD>" },
		{ "who follows one that is not there follows none",
		    START "1 9 0 1 1 -1 -1 1 1 1 1 1 1 1 1 1 44 5\n",
		    "<1 1000000009 0 1 1 1 1 u1 g1 q1  CD>" },
		{ "epochs",
		    "1 1200000000 0 1 1 -1 -1 1 1 1 1 1 1 1 1 1 -1 -1\n",
		    "<1 1200000000 0 1 1 1 1 u1 g1 q1  CD>" },
		{ "epochs although the head has a start",
		    START "1 1200000000 0 1 1 -1 -1 1 1 1 1 1 1 1 1 1 -1 -1\n",
		    "<1 1200000000 0 1 1 1 1 u1 g1 q1  CD>" },
		/* 2000-01-01T00:00:00Z is 946684800 */
		{ "nobody says when",
		    "1 7 0 1 1 -1 -1 1 1 1 1 1 1 1 1 1 -1 -1\n",
		    "<1 946684807 0 1 1 1 1 u1 g1 q1  CD>" },
		{ "names from the head",
		    START "; UserName: 1 anna\n; GroupName: 2 physics of us\n"
			  "; Queue: 0 batch\n;QosName: 1 high\n"
			  "1 0 0 1 1 -1 -1 1 1 1 1 1 2 1 0 1 -1 -1 1\n"
			  "2 0 0 1 1 -1 -1 1 1 1 1 2 1 1 1 1 -1 -1 -1\n",
		    "<1 1000000000 0 1 1 1 1 anna physics batch high CD>"
		    "<2 1000000000 0 1 1 1 1 u2 g1 q1  CD>" },
		{ "large numbers of users",
		    START "1 0 0 1 1 -1 -1 1 1 1 1 70000 65536 1 9 1 -1 -1\n"
			  "2 0 0 1 1 -1 -1 1 1 1 1 65535 70000 1 9 1 -1 -1\n",
		    "<1 1000000000 0 1 1 1 1 u70000 g65536 q9  CD>"
		    "<2 1000000000 0 1 1 1 1 u65535 g70000 q9  CD>" },
	};
	struct ft_str str = { 0 };

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_error err = { 0 };
		struct ft_trace trace;

		if (parse(row[i].text, &trace, NULL, &err) != FT_OK)
			diag("%s", err.text);
		tell(&str, &trace);
		is_str(ft_str_text(&str), row[i].want, "%s", row[i].name);
		ft_trace_free(&trace);
	}
	ft_str_free(&str);
}

static void
test_head(void)
{
	struct ft_swffile_report report;
	struct ft_trace trace;
	struct ft_error err;

	is_i64(parse("; Version: 2.2\n; Computer: Big One \r\n"
		     "; MaxProcs:  128 (8 x 16)\n;MaxNodes: 8\n"
		     "; Note: one\n; Note:\n; Note: two\n; Note three\n"
		     "; UnixStartTime: 5000\n; MaxJobs: 1\n"
		     "; Queue: names are made up\n; Queue: 99999999 far\n"
		     "1 0 0 1 1 -1 -1 1 1 1 1 1 1 1 1 1 -1 -1\n",
		   &trace, &report, &err),
	    FT_OK, "a head is read");
	is_str(trace.computer, "Big One", "the computer");
	is_u64(trace.procs, 128, "its processors");
	is_u64(trace.nodes, 8, "and nodes");
	is_str(trace.note, "one\ntwo", "notes, a line each");
	is_i64(trace.start, 5000, "the start");
	is_str(trace.partition.name[trace.job[0].partition], "q1",
	    "a line about queues names none");
	ft_trace_free(&trace);
	parse("; MaxProcs: 99999999999\n; MaxNodes: many\n"
	      "; UnixStartTime: -1\n",
	    &trace, NULL, &err);
	ok(!trace.procs && !trace.nodes && !trace.n,
	    "what makes no sense in a head is not known");
	ft_trace_free(&trace);
}

static void
test_skipped(void)
{
	struct ft_swffile_report report;
	struct ft_trace trace;
	struct ft_error err;

	parse("1 0 0 -1 1 -1 -1 1 1 1 1 1 1 1 1 1 -1 -1\n"  /* no run time */
	      "2 5 0 0 1 -1 -1 1 1 1 5 1 1 1 1 1 -1 -1\n"   /* cancelled */
	      "3 5 0 9 -1 -1 -1 0 1 1 1 1 1 1 1 1 -1 -1\n"  /* none */
	      "4 -1 0 9 1 -1 -1 1 1 1 1 1 1 1 1 1 -1 -1\n"  /* when? */
	      "5 7 0 0 1 -1 -1 1 -1 1 1 1 1 1 1 1 -1 -1\n"  /* 0 seconds */
	      "6 6 0 9 1 -1 -1 1 1 1 1 1 1 1 1 1 -1 -1 x\n" /* earlier */
	      "6 6 0 4 1 -1 -1 1 1 1 2 1 1 1 1 1 -1 -1\n"   /* parts of 6 */
	      "6 6 0 5 1 -1 -1 1 1 1 3 1 1 1 1 1 -1 -1\n"
	      "7 8 0 5 1 -1 -1 1 1 1 3 1 1 1 1 1 -1 -1\n", /* a job */
	    &trace, &report, &err);
	is_u64(trace.n, 3, "three jobs are left");
	is_u64(trace.skipped, 6, "six were skipped");
	is_u64(report.lines, 9, "of nine lines");
	is_u64(report.no_run, 2, "two for want of a run time");
	is_u64(report.no_procs, 1, "one of processors");
	is_u64(report.no_time, 1, "one of a submission time");
	is_u64(report.partial, 2, "two are parts of another");
	is_u64(report.unsorted, 1, "one came too early");
	is_u64(report.no_limit, 1, "one had no limit");
	is_u64(report.more, 1, "one had more fields");
	is_u64(trace.job[0].number, 6, "they are in order");
	ft_trace_free(&trace);
}

#define FIVE "1 0 0 1 1 "

/* A number does not end at a zero byte. */
static void
check_zero_byte(void)
{
	static const char text[] = FIVE "1 -1\0 -1 1 1 1 1 1 1 1 1 1 -1 -1\n";
	struct ft_error err = { 0 };
	struct ft_trace trace;

	ft_trace_init(&trace);
	is_i64(
	    ft_swffile_parse(&trace,
		&(struct ft_input){ "t", text, sizeof text - 1 }, NULL, &err),
	    FT_EPARSE, "a zero byte is refused");
	is_str(err.text, "t:1:15: control character 0x00", "and why");
	ft_trace_free(&trace);
}

static void
test_bad(void)
{
	static const struct {
		const char *text, *want;
	} row[] = {
		{ "1 2 3\n", "t:1:1: 3 fields, but a job has 18" },
		{ START "\n" FIVE "x -1 1 1 1 1 1 1 1 1 1 -1 -1\n",
		    "t:3:11: 'x' is not a number" },
		{ FIVE "1 2a -1 1 1 1 1 1 1 1 1 1 -1 -1\n",
		    "t:1:13: '2a' is not a number" },
		{ FIVE "- -1 1 1 1 1 1 1 1 1 1 -1 -1\n",
		    "t:1:11: '-' is not a number" },
		{ FIVE "nan -1 1 1 1 1 1 1 1 1 1 -1 -1\n",
		    "t:1:11: 'nan' is not a number" },
		{ FIVE "1e300 -1 1 1 1 1 1 1 1 1 1 -1 -1\n",
		    "t:1:11: '1e300' is too large" },
		{ "  1 999999999999999999 0 1 1 -1 -1 1 1 1 1 1 1 1 1 1 -1 "
		  "-1\n",
		    "t:1:1: field 2 is too large: 999999999999999999" },
		{ "1 0 0 1 5000000000 -1 -1 1 1 1 1 1 1 1 1 1 -1 -1\n",
		    "t:1:1: field 5 is too large: 5000000000" },
		{ "<html>\n", "t:1:1: '<html>' is not a number" },
		{ "1 \x1b[31m2 3\n", "t:1:3: control character 0x1b" },
		{ "\x1f\x8bxxxxxxxxxxxxx", "t:1:1: gzip data is damaged" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_error err = { 0 };
		struct ft_trace trace;

		is_i64(parse(row[i].text, &trace, NULL, &err), FT_EPARSE,
		    "text %zu is refused", i);
		is_str(err.text, row[i].want, "and why");
		ft_trace_free(&trace);
	}
	check_zero_byte();
}

/* What is written is read the same. */
static void
test_round_trip(void)
{
	struct ft_str text = { 0 }, first = { 0 }, second = { 0 };
	struct ft_trace trace, again;
	struct ft_tracegen gen;
	struct ft_error err = { 0 };

	ft_tracegen_init(&gen);
	gen.jobs = 500;
	ft_trace_init(&trace);
	is_i64(ft_tracegen_make(&gen, &trace, &err), FT_OK, "a trace");
	trace.job[7].after = 3;
	trace.job[7].think = 20;
	trace.job[9].qos = ft_trace_name(&trace, &trace.qos, "high", 4);
	trace.job[9].user = ft_trace_name(&trace, &trace.user, "anna", 4);
	trace.job[9].memory = 3;
	trace.job[9].partition =
	    ft_trace_name(&trace, &trace.partition, "gpu", 3);
	ft_swffile_write(&text, &trace);
	is_i64(parse(ft_str_text(&text), &again, NULL, &err), FT_OK,
	    "written, it can be read");
	tell(&first, &trace);
	tell(&second, &again);
	is_str(ft_str_text(&second), ft_str_text(&first),
	    "all jobs are as they were");
	is_str(again.computer, trace.computer, "so is the computer");
	is_str(again.note, trace.note, "so are the notes");
	ok(again.procs == trace.procs && again.nodes == trace.nodes &&
		again.start == trace.start,
	    "so is the machine");
	ft_str_free(&text);
	ft_str_free(&first);
	ft_str_free(&second);
	ft_trace_free(&trace);
	ft_trace_free(&again);
}

int
main(void)
{
	test_jobs();
	test_head();
	test_skipped();
	test_bad();
	test_round_trip();
	return done_testing();
}
