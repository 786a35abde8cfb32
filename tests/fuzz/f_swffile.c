/* Traces: what was read, written anew, is read the same. */
#include <inttypes.h>

#include "fuzz/fuzz.h"
#include "io/research/swffile.h"
#include "model/job/job.h"

static void
check(const struct ft_trace *trace)
{
	for (size_t i = 0; i < trace->n; i++) {
		const struct ft_trace_job *job = &trace->job[i];

		must(job->procs > 0 && job->run >= 0 && job->limit >= 0 &&
			 job->think >= 0 && job->wait >= -1,
		    "a job that can be replayed");
		must(!i || job[-1].submit <= job->submit, "jobs in order");
		must(job->submit >= trace->start, "none before the start");
		must(job->user < trace->user.n &&
			 job->account < trace->account.n &&
			 job->partition < trace->partition.n &&
			 job->qos < trace->qos.n,
		    "names that are there");
		must(job->after == UINT32_MAX || job->after < trace->n,
		    "it follows one that is there");
	}
}

static void
same(const struct ft_trace *a, const struct ft_trace *b)
{
	must(a->n == b->n, "as many jobs");
	for (size_t i = 0; i < a->n; i++) {
		const struct ft_trace_job *x = &a->job[i], *y = &b->job[i];

		must(x->number == y->number && x->submit == y->submit &&
			 x->run == y->run && x->limit == y->limit &&
			 x->wait == y->wait && x->procs == y->procs &&
			 x->memory == y->memory && x->state == y->state,
		    "the same job");
		must(!strcmp(a->user.name[x->user], b->user.name[y->user]) &&
			 !strcmp(a->account.name[x->account],
			     b->account.name[y->account]) &&
			 !strcmp(a->partition.name[x->partition],
			     b->partition.name[y->partition]) &&
			 !strcmp(a->qos.name[x->qos], b->qos.name[y->qos]),
		    "the same names");
	}
	must(a->procs == b->procs && a->nodes == b->nodes &&
		 a->start == b->start && !strcmp(a->note, b->note) &&
		 !strcmp(a->computer, b->computer),
	    "the same head");
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_swffile_report report;
	struct ft_trace trace, again;
	struct ft_error err = { 0 };
	struct ft_str text = { 0 };

	ft_trace_init(&trace);
	ft_trace_init(&again);
	if (ft_swffile_parse(&trace,
		&(struct ft_input){ "fuzz", (const char *)data, size }, &report,
		&err) != FT_OK) {
		must_have_place(err.text);
	} else {
		check(&trace);
		must(report.lines == trace.n + trace.skipped,
		    "every line is a job or skipped");
		ft_swffile_write(&text, &trace);
		must(ft_swffile_parse(&again,
			 &(struct ft_input){ "again", text.data, text.len },
			 NULL, &err) == FT_OK,
		    "what was written can be read");
		same(&trace, &again);
	}
	ft_str_free(&text);
	ft_trace_free(&trace);
	ft_trace_free(&again);
	return 0;
}
