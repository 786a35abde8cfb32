#include "io/jobtable/past.h"

#include <string.h>

#include "tap/tap.h"

static enum ft_status
parse(struct ft_past *past, const char *text, struct ft_error *err)
{
	ft_past_init(past);
	return ft_past_parse(
	    past, &(struct ft_input){ "past", text, strlen(text) }, err);
}

static void
test_lines(void)
{
	struct ft_past past;
	struct ft_error err = { 0 };

	is_i64(parse(&past,
		   "# a comment\n"
		   "cluster from=1970-01-02T00:00:00 tres=cpu=64 nodes=n[1-4]\n"
		   "\n"
		   "event node=n3 from=1970-01-02T01:00:00 "
		   "to=1970-01-02T02:00:00 state=drain tres=cpu=16\n"
		   "resv id=7 name=class from=1970-01-02T01:00:00 "
		   "to=1970-01-02T02:00:00 nodes=n1 tres=cpu=16 flags=maint "
		   "assocs=phys/ann\n"
		   "job id=3 user=ann account=phys resv=7 nodes=n1 "
		   "tres=cpu=4,mem=100 submit=1970-01-02T01:00:00 "
		   "start=1970-01-02T01:10:00 end=1970-01-02T01:20:00 "
		   "state=TIMEOUT totalcpu=10:00.250 maxrss=50M\n"
		   "roll from=1970-01-01T00:00:00 to=1970-02-01T00:00:00\n",
		   &err),
	    FT_OK, "all kinds of lines");
	is_u64(past.n_event, 2, "the cluster and a node");
	is_str(past.event[0].node, "", "the cluster has no name of a node");
	is_str(past.event[0].tres, "cpu=64", "a value may contain =");
	is_i64(past.event[0].to, FT_JOBTABLE_NO_TIME, "it goes on");
	ok(past.event[1].drained, "drained");
	is_i64(past.event[1].to - past.event[1].from, 3600, "for an hour");
	is_str(past.resv[0].assocs, "phys/ann", "who may use it");
	is_u64(past.table.n, 1, "one job");
	is_u64(past.table.job[0].number, 3, "its number");
	is_str(past.table.job[0].reservation, "class", "and reservation");
	is_str(past.table.job[0].alloc_tres, "cpu=4,mem=100", "what it had");
	is_i64(past.table.job[0].state, FT_JOB_TIMEOUT, "its state");
	is_i64(past.table.job[0].cpu_used, 600250000, "its CPU time");
	is_i64(past.table.job[0].mem_used, 51200, "its memory");
	ft_past_free(&past);
}

static void
test_errors(void)
{
	static const struct {
		const char *line, *message;
	} cases[] = {
		{ "jobs id=1", "past:1:1: expected cluster, event, resv, job "
			       "or roll: 'jobs'" },
		{ "job id", "past:1:5: expected KEY=VALUE: 'id'" },
		{ "job id=1 cpus=4", "past:1:10: job has no key 'cpus'" },
		{ "job id=1 id=2", "past:1:10: 'id' is there twice" },
		{ "job id=", "past:1:8: a value is missing: ''" },
		{ "job id=x", "past:1:8: not a job id: 'x'" },
		{ "job id=1", "past:1:1: job needs 'user='" },
		{ "event state=gone", "past:1:13: not down or drain: 'gone'" },
		{ "event from=now", "past:1:12: not a time: 'now'" },
		{ "resv id=0", "past:1:9: not a number above 0: '0'" },
		{ "event node=n1 tres=cpu=1 from=2025-01-02T00:00:00 "
		  "to=2025-01-01T00:00:00",
		    "past:1:1: it ends before it starts" },
		{ "job id=1 user=a account=b tres=cpu=1 state=FAILED "
		  "end=2025-01-01T00:00:00 resv=9",
		    "past:1:1: no resv line has id '9'" },
	};

	for (size_t i = 0; i < FT_COUNT(cases); i++) {
		struct ft_past past;
		struct ft_error err = { 0 };

		is_i64(parse(&past, cases[i].line, &err), FT_EPARSE, "%s",
		    cases[i].line);
		is_str(err.text, cases[i].message, "its message");
		ft_past_free(&past);
	}
}

int
main(void)
{
	test_lines();
	test_errors();
	return done_testing();
}
