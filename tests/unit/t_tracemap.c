/* tracemap: who the users of a trace are on the cluster. */
#include <string.h>

#include "io/research/tracemap.h"
#include "tap/tap.h"

static struct ft_trace trace;
static struct ft_error err;

static void
job(const char *user, const char *group)
{
	struct ft_trace_job *row = ft_trace_add(&trace);

	row->user = ft_trace_name(&trace, &trace.user, user, strlen(user));
	row->account =
	    ft_trace_name(&trace, &trace.account, group, strlen(group));
}

static void
begin(void)
{
	ft_trace_init(&trace);
	job("17", "1");
	job("23", "1");
	job("5", "2");
	job("", "");
}

/* As the readers of numbers call them. */
static void
begin_numbers(void)
{
	ft_trace_init(&trace);
	job("u17", "g1");
	job("u5", "g5");
	job("5", "5");
}

static enum ft_status
apply(const char *text, struct ft_tracemap_report *report)
{
	return ft_tracemap_apply(&trace,
	    &(struct ft_input){ "map", text, strlen(text) }, report, &err);
}

static void
is_who(size_t i, const char *user, const char *account, const char *name)
{
	is_str(trace.user.name[trace.job[i].user], user, "%s: user", name);
	is_str(trace.account.name[trace.job[i].account], account, "%s: account",
	    name);
}

static void
check_good(void)
{
	struct ft_tracemap_report report = { 0 };

	begin();
	is_i64(apply("# who is who\n"
		     "group 1  physics\n"
		     "user 17 anna   # in physics\n"
		     "\tuser 23 \\\n bob@chemistry\n"
		     "user 99 nobody\n",
		   &report),
	    FT_OK, "rules");
	is_who(0, "anna", "physics", "by both");
	is_who(1, "bob", "chemistry", "an account of his own");
	is_who(2, "5", "2", "no rule");
	is_who(3, "", "", "nobody");
	is_u64(report.users, 2, "users mapped");
	is_u64(report.groups, 1, "groups mapped");
	is_u64(report.unknown, 1, "a rule for nobody");
	ft_trace_free(&trace);
	begin();
	is_i64(apply("user * guest\ngroup * all\nuser 5 eve@x", NULL), FT_OK,
	    "all others");
	is_who(0, "guest", "all", "one of the others");
	is_who(2, "eve", "x", "not one of them");
	is_who(3, "guest", "all", "who is unknown is another, too");
	ft_trace_free(&trace);
	begin_numbers();
	is_i64(apply("user 17 anna\ngroup 1 physics\nuser 5 eve\n"
		     "group 999999999999999999999999 x\n",
		   NULL),
	    FT_OK, "numbers");
	is_who(0, "anna", "physics", "17 of 1 is u17 of g1");
	is_who(1, "u5", "g5", "there is one whose name is 5");
	is_who(2, "eve", "5", "he is meant");
	ft_trace_free(&trace);
	begin_numbers();
	is_i64(apply("user 17 anna\nuser u17 bob\n", NULL), FT_EPARSE,
	    "the same one twice");
	ft_trace_free(&trace);
	begin();
	/* a name that a rule brought is not one of the trace */
	is_i64(apply("user 17 5\nuser 5 17\n", NULL), FT_OK, "exchanged");
	is_who(0, "5", "1", "17 is 5");
	is_who(2, "17", "2", "5 is 17");
	ft_trace_free(&trace);
}

static void
check_bad(void)
{
	static const struct {
		const char *text, *want;
	} bad[] = {
		{ "users 1 x\n",
		    "map:1:1: a rule must begin with user or group" },
		{ "\nuser\n", "map:2:5: missing user of the trace" },
		{ "group 1\n", "map:1:8: missing name on the cluster" },
		{ "user 17 x y\n", "map:1:11: unexpected text after the rule" },
		{ "user 17 x\nuser 17 y\n", "map:2:6: a second rule for '17'" },
		{ "user * x\nuser * y\n", "map:2:6: a second rule for '*'" },
		{ "user 17 x@\n", "map:1:11: missing name of an account" },
		{ "user 17 @x\n", "map:1:9: missing name of a user" },
		{ "user 17 a@b@c\n",
		    "map:1:11: 'b@c' is not a name for an account" },
		{ "group 1 a@b\n",
		    "map:1:9: 'a@b' is not a name for an account" },
		{ "user 17 x\1\n", NULL },
	};

	for (size_t i = 0; i < FT_COUNT(bad); i++) {
		begin();
		is_i64(apply(bad[i].text, NULL), FT_EPARSE, "bad rule %zu", i);
		if (bad[i].want)
			is_str(err.text, bad[i].want, "its message");
		else
			ok(!strncmp(err.text, "map:1:10: ", 10),
			    "its place: %s", err.text);
		is_who(0, "17", "1", "nothing changed");
		ft_trace_free(&trace);
	}
}

int
main(void)
{
	check_good();
	check_bad();
	return done_testing();
}
