/* swffile_write.c - write a trace in the Standard Workload Format. */

#include "io/research/swffile.h"
#include "model/job/job.h"

/* "; Name: value" lines; a value of several lines becomes as many. */
static void
add_lines(struct ft_str *out, const char *name, const char *value)
{
	while (*value) {
		size_t len = strcspn(value, "\n");

		ft_str_addf(out, "; %s: %.*s\n", name, (int)len, value);
		value += len + (value[len] == '\n');
	}
}

/* Which number is what, but for names that are made of the number anyway. */
static void
add_names(struct ft_str *out, const char *what, char prefix,
    const struct ft_trace_names *names)
{
	char made[16];

	for (uint32_t i = 1; i < names->n; i++) {
		snprintf(made, sizeof made, "%c%" PRIu32, prefix, i);
		if (strcmp(made, names->name[i]) != 0)
			ft_str_addf(out, "; %s: %" PRIu32 " %s\n", what, i,
			    names->name[i]);
	}
}

static void
add_head(struct ft_str *out, const struct ft_trace *trace)
{
	ft_str_add(out, "; Version: 2.2\n");
	add_lines(out, "Computer", trace->computer);
	add_lines(out, "Note", trace->note);
	ft_str_addf(
	    out, "; MaxJobs: %zu\n; MaxRecords: %zu\n", trace->n, trace->n);
	ft_str_addf(out, "; UnixStartTime: %" PRId64 "\n", trace->start);
	if (trace->nodes)
		ft_str_addf(out, "; MaxNodes: %" PRIu32 "\n", trace->nodes);
	if (trace->procs)
		ft_str_addf(out, "; MaxProcs: %" PRIu32 "\n", trace->procs);
	add_names(out, "UserName", 'u', &trace->user);
	add_names(out, "GroupName", 'g', &trace->account);
	add_names(out, "Queue", 'q', &trace->partition);
	/* all of them: they say that there is a 19th field */
	add_names(out, "QosName", '\n', &trace->qos);
}

/* A blank and a number; -1 unless KNOWN. */
static void
add(struct ft_str *out, bool known, int64_t value)
{
	if (known)
		ft_str_addf(out, " %" PRId64, value);
	else
		ft_str_add(out, " -1");
}

static int
status_of(uint8_t state)
{
	if (state == FT_JOB_FAILED)
		return 0;
	return state == FT_JOB_CANCELLED ? 5 : 1;
}

static void
add_job(struct ft_str *out, const struct ft_trace *trace, size_t at)
{
	const struct ft_trace_job *job = &trace->job[at];
	bool follows = job->after != UINT32_MAX;

	ft_str_addf(out, "%" PRIu64, job->number);
	add(out, true, job->submit - trace->start);
	add(out, job->wait >= 0, job->wait);
	add(out, true, job->run);
	add(out, true, job->procs);
	ft_str_add(out, " -1 -1");
	add(out, true, job->procs);
	add(out, job->limit > 0, job->limit);
	add(out, job->memory > 0, (int64_t)(job->memory * 1024));
	add(out, true, status_of(job->state));
	add(out, job->user, job->user);
	add(out, job->account, job->account);
	ft_str_add(out, " -1");
	add(out, job->partition, job->partition);
	ft_str_add(out, " -1");
	add(out, follows, follows ? (int64_t)trace->job[job->after].number : 0);
	add(out, follows, job->think);
	if (trace->qos.n > 1)
		add(out, job->qos, job->qos);
	ft_str_add_char(out, '\n');
}

void
ft_swffile_write(struct ft_str *out, const struct ft_trace *trace)
{
	add_head(out, trace);
	for (size_t i = 0; i < trace->n; i++)
		add_job(out, trace, i);
}
