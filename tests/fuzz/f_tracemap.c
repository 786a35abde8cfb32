/* Maps of a trace: every job keeps a user and an account, or nothing happens. */
#include "io/research/tracemap.h"

#include "fuzz/fuzz.h"

static void
add_job(struct ft_trace *trace, const char *user, const char *group)
{
	struct ft_trace_job *job = ft_trace_add(trace);

	job->user = ft_trace_name(trace, &trace->user, user, strlen(user));
	job->account =
	    ft_trace_name(trace, &trace->account, group, strlen(group));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_trace trace;
	struct ft_tracemap_report report;
	struct ft_error err = { 0 };

	ft_trace_init(&trace);
	add_job(&trace, "1", "2");
	add_job(&trace, "2", "1");
	if (ft_tracemap_apply(&trace,
		&(struct ft_input){ "fuzz", (const char *)data, size }, &report,
		&err) != FT_OK) {
		must_have_place(err.text);
		must(trace.job[0].user == 1 && trace.job[0].account == 1,
		    "a bad map changes nothing");
	} else {
		must(report.users <= 2 && report.groups <= 2,
		    "only who is there is mapped");
		for (size_t i = 0; i < trace.n; i++)
			must(trace.job[i].user < trace.user.n &&
				 trace.job[i].account < trace.account.n &&
				 *trace.user.name[trace.job[i].user] &&
				 *trace.account.name[trace.job[i].account],
			    "a job has a user and an account");
	}
	ft_trace_free(&trace);
	return 0;
}
