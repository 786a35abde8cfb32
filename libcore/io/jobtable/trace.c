/* trace.c - read a table of sacct as a trace to replay. */

#include "io/jobtable/private.h"

bool
ft_jobtable_is_sacct(const char *text, size_t size)
{
	const char *end = memchr(text, '\n', size);
	size_t len = end ? (size_t)(end - text) : size;

	for (size_t i = 0; i + 5 <= len; i++)
		if (!strncasecmp(text + i, "JobID", 5) &&
		    (!i || text[i - 1] == '|') && memchr(text, '|', len))
			return true;
	return false;
}

/* Returns how many of KEY, "cpu=", "cpu=4,mem=8G" has; 0 unknown. */
static uint32_t
count_of(const char *tres, const char *key)
{
	const char *at = strstr(tres, key);
	uint64_t n = 0;

	for (at = at ? at + strlen(key) : ""; *at >= '0' && *at <= '9'; at++)
		if (n < UINT32_MAX)
			n = n * 10 + (uint64_t)(*at - '0');
	return n < UINT32_MAX ? (uint32_t)n : 0;
}

static uint32_t
name_index(
    struct ft_trace *trace, struct ft_trace_names *names, const char *name)
{
	return ft_trace_name(trace, names, name, strlen(name));
}

static uint64_t
memory_of(const struct ft_jobtable_job *job, uint32_t procs, uint32_t nodes)
{
	uint64_t all = job->memory;

	if (job->memory_of == FT_JOBTABLE_MEM_CPU)
		return all;
	if (job->memory_of == FT_JOBTABLE_MEM_NODE)
		all *= nodes ? nodes : 1;
	return (all + procs - 1) / procs;
}

/* What it asked for, who it was, and how it ended. */
void
ft_jobtable_fill(struct ft_trace *trace, struct ft_trace_job *job,
    const struct ft_jobtable_job *from)
{
	job->procs = ft_jobtable_procs(from);
	if (from->limit > 0 && from->limit <= INT32_MAX)
		job->limit = from->limit * 60;
	job->number = from->raw ? from->raw : from->number;
	job->nodes = from->n_nodes;
	job->memory = memory_of(from, job->procs, from->n_nodes);
	job->user = name_index(trace, &trace->user, from->user);
	job->account = name_index(trace, &trace->account, from->account);
	job->partition = name_index(trace, &trace->partition, from->partition);
	job->qos = name_index(trace, &trace->qos, from->qos);
	job->state = from->state == FT_JOB_COMPLETED ||
			     from->state == FT_JOB_CANCELLED ||
			     from->state == FT_JOB_TIMEOUT
			 ? (uint8_t)from->state
			 : FT_JOB_FAILED;
}

uint32_t
ft_jobtable_procs(const struct ft_jobtable_job *from)
{
	uint32_t procs = from->cpus ? from->cpus : from->req_cpus;

	return procs ? procs : count_of(from->alloc_tres, "cpu=");
}

uint32_t
ft_jobtable_asked_nodes(const struct ft_jobtable_job *from)
{
	return from->req_nodes ? from->req_nodes
			       : count_of(from->req_tres, "node=");
}

int64_t
ft_jobtable_ran(const struct ft_jobtable_job *from)
{
	if (from->elapsed < 0 && from->start != FT_JOBTABLE_NO_TIME &&
	    from->end != FT_JOBTABLE_NO_TIME)
		return from->end - from->start - from->suspended;
	return from->elapsed;
}

static void
add_traced(struct ft_trace *trace, const struct ft_jobtable_job *from)
{
	struct ft_trace_job *job;
	int64_t run = ft_jobtable_ran(from), start = from->start;

	if (from->state <= FT_JOB_SUSPENDED || run < 0 ||
	    !ft_jobtable_procs(from) || from->submit == FT_JOBTABLE_NO_TIME ||
	    start == FT_JOBTABLE_NO_TIME) {
		trace->skipped++;
		return;
	}
	job = ft_trace_add(trace);
	job->submit = from->submit;
	job->run = run;
	job->wait = start > from->submit ? start - from->submit : 0;
	ft_jobtable_fill(trace, job, from);
}

enum ft_status
ft_jobtable_check_trace(
    const struct ft_jobtable *table, const char *file, struct ft_error *err)
{
	static const struct {
		unsigned given; /* one of these is needed */
		const char *name;
	} needed[] = {
		{ FT_JOBTABLE_STATE, "State" },
		{ FT_JOBTABLE_SUBMIT, "Submit" },
		{ FT_JOBTABLE_START, "Start" },
		{ FT_JOBTABLE_ELAPSED | FT_JOBTABLE_END, "End" },
		{ FT_JOBTABLE_CPUS, "NCPUS" },
	};

	for (size_t i = 0; i < FT_COUNT(needed); i++)
		if (!(table->given & needed[i].given))
			return ft_fail(err, FT_EPARSE,
			    "%s:1:1: no column '%s', without which a trace "
			    "cannot be replayed",
			    file, needed[i].name);
	return FT_OK;
}

void
ft_jobtable_trace(struct ft_trace *trace, const struct ft_jobtable *table)
{
	for (size_t i = 0; i < table->n; i++)
		add_traced(trace, &table->job[i]);
	if (trace->n) {
		ft_trace_sort(trace);
		trace->start = trace->job[0].submit;
	}
}

enum ft_status
ft_jobtable_read_trace(struct ft_trace *trace, const char *file,
    const char *text, size_t size, struct ft_error *err)
{
	struct ft_jobtable table FT_CLEANUP(ft_jobtable_free);

	ft_jobtable_init(&table, FT_JOBTABLE_SACCT);
	FT_TRY(ft_jobtable_parse(
	    &table, &(struct ft_input){ file, text, size }, NULL, err));
	FT_TRY(ft_jobtable_check_trace(&table, file, err));
	ft_jobtable_trace(trace, &table);
	return FT_OK;
}
