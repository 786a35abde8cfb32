/* Jobs start, end, or leave the queue without having started. */
#include "sim/job/start.h"

#include "base/text/timefmt.h"
#include "sim/job/job.h"
#include "sim/policy/policy.h"
#include "sim/queue/queue.h"
#include "sim/research/subordination/subordination.h"
#include "sim/usage/ledger.h"
#include "sim/world/clock.h"
#include "sim/world/request.h"

/* ---- start --------------------------------------------------------------- */

/* What it gets of generic resources can be more than it requested: all that its
 * nodes have, or a type that they have. */
static void
count_gres(const struct ft_world *world, const struct ft_job *job,
    uint32_t partition, const struct ft_found *found, uint64_t *tres)
{
	const struct ft_machine *machine = &world->machine;
	bool whole = job->exclusive || world->place->linear ||
		     machine->partition[partition].exclusive;
	uint64_t *count = NULL;

	if ((!job->n_gres_need && !whole) || job->shape.gpus)
		return;
	count = ft_calloc(machine->n_gres + 1, sizeof *count);
	for (size_t i = 0; i < found->n; i++)
		ft_place_gres(world, job, whole, found->node[i].node, count);
	for (size_t g = 0; g < machine->n_gres; g++)
		if (machine->gres[g].tres < world->tres.n)
			tres[machine->gres[g].tres] = count[g];
	ft_free(count);
}

double
ft_start_tres(const struct ft_world *world, const struct ft_job *job,
    uint32_t partition, const struct ft_found *found, uint64_t *tres)
{
	const struct ft_machine *machine = &world->machine;
	double billing;

	memset(tres, 0, world->tres.n * sizeof *tres);
	for (size_t i = 0; i < found->n; i++) {
		tres[FT_TRES_CPU] += found->node[i].cpus;
		tres[FT_TRES_MEM] += found->node[i].memory;
	}
	tres[FT_TRES_NODE] = found->n;
	ft_job_add_counts(world, job, found->n, tres);
	count_gres(world, job, partition, found, tres);
	billing = ft_billing_of(&machine->partition[partition].billing,
	    &world->tres, tres, world->priority_flags);
	tres[FT_TRES_BILLING] = billing > 0 ? (uint64_t)billing : 0;
	return billing;
}

void
ft_world_start(struct ft_world *world, struct ft_job *job, uint32_t partition,
    const struct ft_found *found, enum ft_scheduler by)
{
	const struct ft_partition *in = &world->machine.partition[partition];
	int64_t limit = ft_world_time_limit(world, job, in);

	job->partition = ft_world_string(world, in->name);
	job->where = partition;
	job->node = ft_realloc(job->node, found->n, sizeof *job->node);
	memcpy(job->node, found->node, found->n * sizeof *job->node);
	job->n_node = found->n;
	job->nodes = ft_world_hosts(world, found->node, found->n);
	job->sched_nodes = "";
	if (!job->alloc)
		job->alloc = ft_calloc(world->tres.n, sizeof *job->alloc);
	job->billing = ft_start_tres(world, job, partition, found, job->alloc);
	if (limit == FT_TIME_UNLIMITED && by == FT_SCHED_BACKFILL)
		limit = FT_YEAR_MINUTES;
	if (limit != FT_TIME_UNLIMITED || job->time_limit == FT_TIME_NONE)
		job->time_limit = limit;
	job->state = FT_JOB_RUNNING;
	job->started = world->now;
	job->charged = job->ended = 0;
	job->suspended = job->suspended_secs = job->resumed = 0;
	job->suspended_by = FT_SUSPEND_NONE;
	job->preempt_by = 0;
	job->preempt_at = 0;
	job->expected = 0;
	job->scheduler = by;
	job->last_eval = world->now;
	if (!job->eligible || job->eligible > world->now)
		job->eligible = world->now;
	ft_queue_note_reason(world, job, job->reason);
	job->reason = FT_REASON_NONE;
	job->reason_detail = "";
	ft_world_count(world)->started++;
	if (by == FT_SCHED_BACKFILL) {
		world->tally.backfilled++;
		world->tally.backfilled_lately++;
	}
	ft_policy_started(world, job);
	ft_place_take(world, job);
	ft_world_changed(world, job);
	ft_subordination_started(world, job);
}

/* ---- end ----------------------------------------------------------------- */

static uint32_t
partition_qos(const struct ft_world *world, const struct ft_job *job)
{
	const struct ft_qos *qos = NULL;
	const char *name;

	if (job->where == UINT32_MAX)
		return 0;
	name = world->machine.partition[job->where].qos;
	if (*name)
		qos = ft_acctdb_find_qos(&world->acctdb, name);
	return qos && qos->id != job->qos ? qos->id : 0;
}

void
ft_job_book(
    struct ft_world *world, const struct ft_job *job, int64_t from, int64_t to)
{
	struct ft_slice slice = { .node = ft_world_node(world, job),
		.qos = job->qos,
		.part_qos = partition_qos(world, job),
		.seconds = to - (from > job->started ? from : job->started),
		.rate = job->billing,
		.factor = ft_policy_factor(world, job->qos),
		.alloc = job->alloc };

	ft_ledger_book(world, &slice);
}

static void
charge(struct ft_world *world, const struct ft_job *job)
{
	*ft_vec_add(world->charge, world->n_charge, world->cap_charge) =
	    (struct ft_charge){ .job = job,
		    .assoc = job->assoc,
		    .qos = job->qos,
		    .part_qos = partition_qos(world, job),
		    .started = job->started,
		    .starts = job->charged ? job->charged : job->started,
		    .ends = world->now,
		    .rate = job->billing,
		    .usage_factor = ft_policy_factor(world, job->qos) };
	ft_job_book(world, job, ft_world_last_pass(world), world->now);
}

void
ft_world_end(struct ft_world *world, struct ft_job *job,
    enum ft_job_state state, enum ft_job_reason reason)
{
	assert(job->state == FT_JOB_RUNNING || job->state == FT_JOB_SUSPENDED);
	if (world->now > job->started)
		charge(world, job);
	if (job->suspended) {
		job->suspended_secs += world->now - job->suspended;
		job->suspended = 0;
	}
	ft_policy_ended(world, job);
	ft_subordination_ended(world, job);
	ft_place_give(world, job);
	world->n_told -= ft_job_is_ending(job);
	world->n_lending -= ft_job_is_lending(job);
	job->suspended_by = FT_SUSPEND_NONE;
	job->state = state;
	/* otherwise it keeps the reason it has, of a hold while it ran */
	if (reason != FT_REASON_NONE) {
		job->reason = reason;
		job->reason_detail = "";
	}
	job->ended = world->now;
	ft_world_changed(world, job);
}

void
ft_world_withdraw(struct ft_world *world, struct ft_job *job,
    enum ft_job_state state, enum ft_job_reason reason)
{
	ft_policy_withdrawn(world, job);
	job->state = state;
	job->reason = reason;
	job->ended = world->now;
	job->expected = 0;
	job->sched_nodes = "";
	ft_world_changed(world, job);
}
