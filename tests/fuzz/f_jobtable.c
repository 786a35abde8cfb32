/*
 * Tables of jobs: the first byte says of which program; what was read makes
 * sense, and whoever reads it as a trace finds no more.
 */
#include <string.h>

#include "fuzz/fuzz.h"
#include "io/jobtable/jobtable.h"

static void
check_job(const struct ft_jobtable_job *job)
{
	must(job->number > 0, "a number");
	must(job->raw != job->number || job->task != FT_TASK_NONE,
	    "another number of its own");
	must(job->task == FT_TASK_NONE || job->task >= 0, "a task");
	must(!*job->tasks || job->task == FT_TASK_NONE, "one task or several");
	must(job->state < FT_JOB_STATES, "a state");
	must(job->elapsed >= -1 && job->suspended >= 0, "durations");
	must(job->limit >= FT_TIME_NONE, "a limit");
	must(
	    job->cpu_used >= -1 && job->cpu_used / 1000 <= FT_JOBTABLE_USED_MAX,
	    "a CPU time");
	must(job->mem_used >= -1 && job->mem_used <= FT_JOBTABLE_USED_MAX,
	    "memory");
	must(job->user && job->account && job->name && job->dependency,
	    "no strings are missing");
}

static void
check_trace(const char *text, size_t size, size_t jobs)
{
	struct ft_error err = { 0 };
	struct ft_trace trace;

	ft_trace_init(&trace);
	if (ft_jobtable_read_trace(&trace, "fuzz", text, size, &err) != FT_OK)
		must_have_place(err.text);
	else
		must(trace.n + trace.skipped == jobs, "no job is lost");
	for (size_t i = 0; i < trace.n; i++) {
		must(trace.job[i].procs > 0 && trace.job[i].run >= 0,
		    "it ran on something");
		must(!i || trace.job[i].submit >= trace.job[i - 1].submit,
		    "sorted");
	}
	ft_trace_free(&trace);
}

/* Each row is in the trace or counted. */
static void
check_real(const struct ft_jobtable *table)
{
	struct ft_jobtable_past past;
	struct ft_error err = { 0 };
	struct ft_trace trace;
	size_t parts = 0;

	ft_trace_init(&trace);
	(void)ft_jobtable_real(&trace, &past, table, &err);
	for (size_t i = 0; i < FT_TRACE_PARTS; i++)
		parts += past.part[i];
	must(parts == trace.n, "a part for each job");
	must(parts + past.repeated + past.earlier + past.held +
		     past.unreadable ==
		 table->n,
	    "no row is lost");
	for (size_t i = 0; i < trace.n; i++)
		must(trace.job[i].procs > 0 && trace.job[i].run >= 0 &&
			 trace.job[i].wait >= -1,
		    "it makes sense");
	ft_trace_free(&trace);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char columns[] = "JOBID,USER,ST,TIME,NODES,NAME,NODELIST";
	const char *text = (const char *)data + 1;
	struct ft_jobtable table;
	struct ft_error err = { 0 };
	bool squeue;

	if (!size)
		return 0;
	squeue = data[0] != 'a';
	ft_jobtable_init(
	    &table, squeue ? FT_JOBTABLE_SQUEUE : FT_JOBTABLE_SACCT);
	if (ft_jobtable_parse(&table,
		&(struct ft_input){ "fuzz", text, size - 1 },
		data[0] == 'h' ? columns : NULL, &err) != FT_OK) {
		must_have_place(err.text);
	} else {
		for (size_t i = 0; i < table.n; i++)
			check_job(&table.job[i]);
		if (!squeue)
			check_trace(text, size - 1, table.n);
		if (!squeue)
			check_real(&table);
	}
	(void)ft_jobtable_is_sacct(text, size - 1);
	ft_jobtable_free(&table);
	return 0;
}
