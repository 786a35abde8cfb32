/*
 * history.c - ended jobs of a table: written to the store, and charged as if they
 * had run here.
 */

#include "base/text/hostlist.h"
#include "fimport/jobs.h"
#include "model/account/billing.h"
#include "sim/queue/queue.h"
#include "store/job/jobs.h"

struct history {
	struct fimport_jobs *jobs;
	const struct ft_jobtable_job *from;
	struct ft_job job;
	const struct ft_partition *partition; /* NULL: not in the settings */
	const struct ft_qos *qos;             /* NULL unknown */
};

/* ---- what it had -------------------------------------------------------------------- */

enum ft_status
fimport_take_amount(
    void *ctx, const struct ft_tres_amount *amount, struct ft_error *err)
{
	struct fimport_amounts *amounts = ctx;

	(void)err;
	for (size_t i = 0; i < amounts->tres->n; i++)
		if (amounts->tres->item[i].id == amount->id && !amount->clear)
			amounts->count[i] = amount->value;
	return FT_OK;
}

/* Returns the MiB in the first LEN bytes of TEXT, such as "1.50G"; 0: these are
 * no amount. */
static uint64_t
mebibytes(const char *text, size_t len)
{
	const char *at = text;
	double amount;

	return ft_jobtable_mebibytes(&at, &amount) && at == text + len
		   ? (uint64_t)(amount + .5)
		   : 0;
}

/*
 * Read "cpu=4,mem=1.50G,gres/gpu=2" into COUNT, by index; TRES that are not
 * tracked here are skipped.
 */
static void
read_tres(const struct ft_tres_table *tres, const char *text, uint64_t *count)
{
	struct fimport_amounts amounts = { tres, count };
	struct ft_str element FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_word word;

	while (ft_word_next(&text, ",", &word)) {
		if (!strncmp(word.at, "mem=", 4)) {
			count[FT_TRES_MEM] =
			    mebibytes(word.at + 4, word.len - 4);
			continue;
		}
		ft_str_clear(&element);
		ft_str_add_n(&element, word.at, word.len);
		/* an unknown TRES is no error here */
		(void)ft_tres_parse(tres, ft_str_text(&element),
		    fimport_take_amount, &amounts, NULL);
	}
}

static uint64_t
memory_of(const struct ft_jobtable_job *from, uint32_t cpus, uint32_t nodes)
{
	switch (from->memory_of) {
	case FT_JOBTABLE_MEM_CPU:
		return from->memory * cpus;
	case FT_JOBTABLE_MEM_NODE:
		return from->memory * nodes;
	case FT_JOBTABLE_MEM_ALL:
	case FT_JOBTABLE_MEM_NONE:
		break;
	}
	return from->memory;
}

/* Fill COUNT from TEXT, and what TEXT lacks from the columns. */
static void
fill_tres(struct history *history, const char *text, uint64_t *count)
{
	const struct ft_world *world = &history->jobs->world;
	const struct ft_jobtable_job *from = history->from;
	const struct ft_partition *partition = history->partition;
	uint32_t cpus = from->cpus ? from->cpus : from->req_cpus;
	uint32_t nodes = from->n_nodes ? from->n_nodes : 1;
	double billing;

	read_tres(&world->tres, text, count);
	if (!count[FT_TRES_CPU])
		count[FT_TRES_CPU] = cpus ? cpus : nodes;
	if (!count[FT_TRES_NODE])
		count[FT_TRES_NODE] = nodes;
	if (!count[FT_TRES_MEM])
		count[FT_TRES_MEM] =
		    memory_of(from, (uint32_t)count[FT_TRES_CPU], nodes);
	billing = count[FT_TRES_BILLING] > 0 ? (double)count[FT_TRES_BILLING]
					     : (double)count[FT_TRES_CPU];
	/* billed by the weights of this cluster, not of the other one */
	if (partition)
		billing = ft_billing_of(&partition->billing, &world->tres,
		    count, world->priority_flags);
	history->job.billing = billing;
	count[FT_TRES_BILLING] = (uint64_t)billing;
}

/* Spread CPUs and memory over the nodes. */
static void
fill_nodes(struct ft_job *job)
{
	uint64_t nodes = job->alloc[FT_TRES_NODE];
	uint64_t cpus = job->alloc[FT_TRES_CPU],
		 memory = job->alloc[FT_TRES_MEM];

	if (nodes > FT_HOSTLIST_MAX)
		nodes = FT_HOSTLIST_MAX;
	job->node = ft_calloc(nodes, sizeof *job->node);
	job->n_node = nodes;
	for (uint64_t i = 0; i < nodes; i++)
		job->node[i] = (struct ft_job_node){ .node = (uint32_t)i,
			.cpus = (uint32_t)(cpus / nodes + (i < cpus % nodes)),
			.memory = memory / nodes + (i < memory % nodes) };
}

/* ---- the job --------------------------------------------------------------------------- */

static void
fill_times(struct history *history)
{
	const struct ft_jobtable_job *from = history->from;
	struct ft_job *job = &history->job;
	int64_t none = FT_JOBTABLE_NO_TIME, now = history->jobs->now;
	int64_t start = from->start, end = from->end;
	int64_t ran = from->elapsed > 0 ? from->elapsed + from->suspended : 0;

	if (end == none && start != none && from->elapsed >= 0)
		end = start + ran;
	if (start == none && end != none && ran > 0)
		start = end - ran;
	if (end == none)
		end = now;
	if (start != none && start > end)
		start = end;
	job->started = start != none ? start : 0;
	job->ended = end;
	job->submitted = from->submit != none ? from->submit
			 : start != none      ? start
					      : end;
	/* sacct prints Unknown for a job that was never eligible; that is not
	 * the same as a missing column */
	if (from->eligible != none)
		job->eligible = from->eligible;
	else if (start != none ||
		 !(history->jobs->table.given & FT_JOBTABLE_ELIGIBLE))
		job->eligible = job->submitted;
	job->suspended_secs = from->suspended;
	if (job->started && !from->suspended && from->elapsed >= 0 &&
	    end - start > from->elapsed)
		job->suspended_secs = end - start - from->elapsed;
}

static void
fill_size(struct ft_job *job, const struct ft_jobtable_job *from)
{
	uint32_t cpus = from->req_cpus ? from->req_cpus : from->cpus;
	uint32_t nodes = from->req_nodes ? from->req_nodes : from->n_nodes;

	if (!cpus)
		cpus = fimport_count_of(from, "cpu");
	job->min_nodes = nodes ? nodes : 1;
	job->max_nodes = job->min_nodes;
	job->nodes_given = job->min_nodes > 1;
	job->tasks_wanted = cpus ? cpus : job->min_nodes;
	job->tasks_given = job->tasks_wanted > 1;
	if (from->memory_of == FT_JOBTABLE_MEM_CPU)
		job->mem_per_cpu = from->memory;
	else if (from->memory_of == FT_JOBTABLE_MEM_NODE)
		job->mem_per_node = from->memory;
	else if (from->memory_of == FT_JOBTABLE_MEM_ALL)
		job->mem_per_node = ft_num_parts(from->memory, job->min_nodes);
}

/* CPU time beside that of its CPUs, and memory. */
static void
fill_used(struct ft_job *job, const struct ft_jobtable_job *from)
{
	double had = (double)ft_job_elapsed(job, job->ended) *
		     (double)job->alloc[FT_TRES_CPU];

	job->mem_used = from->mem_used;
	if (from->cpu_used >= 0 && had > 0)
		job->cpu_efficiency = (double)from->cpu_used / 1e6 / had;
}

static void
fill(struct history *history)
{
	struct fimport_jobs *jobs = history->jobs;
	const struct ft_jobtable_job *from = history->from;
	struct ft_job *job = &history->job;
	const struct ft_tres_table *tres = &jobs->world.tres;

	job->number = from->raw ? from->raw : from->number;
	job->state = from->state;
	job->user = from->user;
	job->account = from->account;
	job->uid = ft_world_uid(&jobs->world, from->user);
	job->assoc = fimport_assoc(jobs, from);
	job->qos = history->qos ? history->qos->id : 0;
	job->partitions = job->partition = from->partition;
	job->name = from->name;
	job->work_dir = from->work_dir;
	job->comment = from->comment;
	job->admin_comment = from->admin_comment;
	job->system_comment = from->system_comment;
	job->extra = from->extra;
	job->licenses = from->licenses;
	job->restarts = from->restarts;
	job->wckey = from->wckey;
	job->reservation = from->reservation;
	job->features = from->features;
	job->reason = ft_job_reason_find(from->reason);
	/* accounting keeps why a job waited */
	ft_queue_note_reason(&jobs->world, job, job->reason);
	job->time_limit = from->limit;
	job->exit_code = from->exit_code;
	job->exit_signal = from->exit_signal;
	job->was_cancelled = from->was_cancelled;
	job->cancelled_by = from->cancelled_by;
	if (*from->cancelled_name) {
		job->was_cancelled = true;
		job->cancelled_by =
		    ft_world_uid(&jobs->world, from->cancelled_name);
	}
	if (from->has_priority)
		job->priority = from->priority;
	if (from->task != FT_TASK_NONE || *from->tasks)
		job->array_job = from->number;
	job->array_task = from->task;
	fill_times(history);
	fill_size(job, from);
	fimport_fill_ended_gres(jobs, job, from);
	job->req = ft_calloc(tres->n + 1, sizeof *job->req);
	fill_tres(history, from->req_tres, job->req);
	if (!job->started)
		return;
	job->nodes = from->nodes;
	job->scheduler = FT_SCHED_MAIN;
	job->alloc = ft_calloc(tres->n + 1, sizeof *job->alloc);
	fill_tres(history, from->alloc_tres, job->alloc);
	fill_nodes(job);
	fill_used(job, from);
}

/* ---- what it cost ------------------------------------------------------------------------- */

static uint32_t
part_qos(const struct history *history)
{
	const struct ft_qos *qos =
	    history->partition && *history->partition->qos
		? ft_acctdb_find_qos(
		      &history->jobs->world.acctdb, history->partition->qos)
		: NULL;

	return qos && qos->id != history->job.qos ? qos->id : 0;
}

static enum ft_status
charge(struct history *history, struct ft_error *err)
{
	struct fimport_jobs *jobs = history->jobs;
	const struct ft_job *job = &history->job;
	struct ft_store_charge charge = { .assoc = job->assoc,
		.qos = job->qos,
		.part_qos = part_qos(history),
		.job = job->id,
		.starts = job->started,
		.ends = job->ended,
		.rate = job->billing,
		.usage_factor = 1,
		.alloc = job->alloc };

	if (!job->started || job->ended <= job->started || !job->assoc)
		return FT_OK;
	if (history->qos && history->qos->usage_factor >= 0)
		charge.usage_factor = history->qos->usage_factor;
	jobs->seconds += charge.rate * charge.usage_factor *
			 (double)(charge.ends - charge.starts);
	return ft_store_put_charge(jobs->import->session.store,
	    jobs->import->session.cluster, &charge, &jobs->world.tres, err);
}

static enum ft_status
put(struct history *history, struct ft_error *err)
{
	struct fimport_jobs *jobs = history->jobs;
	struct ft_job *job = &history->job;

	fimport_take_id(jobs, job);
	FT_TRY(ft_store_put_job(
	    &(struct ft_store_jobs){ jobs->import->session.store,
		jobs->import->session.cluster, &jobs->world.tres },
	    job, part_qos(history), err));
	/* the queue may have it, too */
	if (jobs->known)
		ft_map_put_n(&jobs->known->job, (const char *)&job->number,
		    sizeof job->number, (uint64_t)job->id * 2);
	return FT_OK;
}

enum ft_status
fimport_ended_job(struct fimport_jobs *jobs, const struct ft_jobtable_job *from,
    bool last, struct ft_error *err)
{
	const struct ft_machine *machine = &jobs->world.machine;
	struct history history = { .jobs = jobs, .from = from };
	uint32_t partition = ft_machine_partition(machine, from->partition);
	enum ft_status status = FT_OK;

	if (partition != UINT32_MAX)
		history.partition = &machine->partition[partition];
	history.qos = ft_acctdb_find_qos(
	    &jobs->world.acctdb, *from->qos ? from->qos : "normal");
	ft_job_init(&history.job);
	fill(&history);
	if (last)
		status = put(&history, err);
	if (status == FT_OK)
		status = charge(&history, err);
	if (last)
		jobs->ended++;
	else
		jobs->runs++;
	ft_job_clear(&history.job);
	return status;
}
