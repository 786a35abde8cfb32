/*
 * priority.c - gathers what algo/priority.h computes with.
 *
 * Weights, maxima and what an association or a partition adds are looked up
 * once and kept, so that a job costs only its arithmetic.
 */
#include "sim/priority/priority.h"

#include "sim/policy/policy.h"
#include "sim/usage/share.h"
#include "sim/world/clock.h"
#include "sim/world/world.h"

#include "base/text/timefmt.h"
#include "model/account/limits.h"
#include "model/job/joboption.h"
#include "sim/queue/queue.h"

#define UNKNOWN          UINT32_MAX
#define TRIED_PARTITIONS 64

/* What stays the same in the priority of a waiting job while its records count. */
struct known {
	const struct ft_job *job;
	uint32_t queued; /* job->queued when this was computed */
	uint32_t node;
	struct ft_priority_kept kept;
};

struct ft_factors {
	struct ft_priority_params params;
	struct ft_billing weights; /* PriorityWeightTRES */
	uint32_t *assoc;           /* Priority of the association by tree
				      node; UNKNOWN */
	uint32_t n_assoc;
	uint64_t *here; /* [n_partition][n_tres]: what each partition has */
	struct known *known; /* by place of the job among those that wait */
	size_t n_known;
};

/* ---- constants ----------------------------------------------------------- */

static uint32_t
u32(uint64_t value)
{
	return value < UNKNOWN ? (uint32_t)value : UNKNOWN - 1;
}

static uint32_t
top_assoc(const struct ft_world *world)
{
	const struct ft_acctdb *acctdb = &world->acctdb;
	uint32_t top = 0;

	for (size_t i = 0; i < acctdb->n_assoc_limit; i++) {
		const struct ft_limit *limit = &acctdb->assoc_limit[i];

		if (limit->kind == FT_LIMIT_PRIORITY &&
		    ft_idmap_get(&world->node_of, limit->owner) !=
			FT_IDMAP_NONE &&
		    u32(limit->value) > top)
			top = u32(limit->value);
	}
	return top;
}

static uint32_t
top_qos(const struct ft_acctdb *acctdb)
{
	uint32_t top = 0;

	for (size_t i = 0; i < acctdb->n_qos; i++)
		if (!acctdb->qos[i].deleted && acctdb->qos[i].priority > top)
			top = acctdb->qos[i].priority;
	return top;
}

static uint32_t
top_partition(const struct ft_machine *machine)
{
	uint32_t top = 1;

	for (size_t i = 0; i < machine->n_partition; i++)
		if (machine->partition[i].job_factor > top)
			top = machine->partition[i].job_factor;
	return top;
}

static uint32_t
count_nodes(const struct ft_machine *machine)
{
	uint32_t n = 0;

	for (size_t i = 0; i < machine->n_node; i++)
		n += machine->node[i].state != FT_NODE_FUTURE;
	return n;
}

/* Sum up what PARTITION has of each TRES. */
static void
sum_partition(const struct ft_world *world,
    const struct ft_partition *partition, uint64_t *here)
{
	const struct ft_machine *machine = &world->machine;

	here[FT_TRES_CPU] = partition->cpus;
	here[FT_TRES_MEM] = partition->memory;
	here[FT_TRES_NODE] = partition->n_node;
	for (size_t g = 0; g < machine->n_gres; g++) {
		uint32_t tres = machine->gres[g].tres;

		if (tres >= world->tres.n)
			continue;
		for (size_t i = 0; i < partition->n_node; i++)
			here[tres] +=
			    machine->node[partition->node[i]].gres_count[g];
	}
	here[FT_TRES_BILLING] = (uint64_t)ft_billing_of(
	    &partition->billing, &world->tres, here, world->priority_flags);
	/* licenses belong to the cluster: the same for all partitions */
	for (size_t i = 0; i < machine->n_license; i++)
		if (machine->license[i].tres < world->tres.n)
			here[machine->license[i].tres] =
			    machine->license[i].count;
}

static void
sum_partitions(const struct ft_world *world, struct ft_factors *factors)
{
	const struct ft_machine *machine = &world->machine;

	/* a cluster without the predefined TRES has no TRES factor */
	if (world->tres.n <= FT_TRES_BILLING)
		return;
	factors->here = ft_calloc(
	    machine->n_partition * world->tres.n, sizeof *factors->here);
	for (size_t i = 0; i < machine->n_partition; i++)
		sum_partition(world, &machine->partition[i],
		    factors->here + i * world->tres.n);
}

static void
read_weights(const struct ft_world *world, struct ft_factors *factors)
{
	const char *text =
	    ft_conf_text(world->conf, FT_CONF_PRIORITY_WEIGHT_TRES);
	struct ft_error err = { 0 };

	/* as with TRESBillingWeights one invalid word drops all weights */
	if (ft_billing_parse(&factors->weights, &world->tres, text, &err) !=
	    FT_OK)
		ft_billing_free(&factors->weights);
	if (factors->weights.given) {
		factors->params.tres = factors->weights.weight;
		factors->params.n_tres = factors->weights.n;
	}
}

static uint32_t
weight(const struct ft_world *world, enum ft_conf_key key)
{
	return (uint32_t)ft_conf_number(world->conf, key);
}

static void
read_params(const struct ft_world *world, struct ft_factors *factors)
{
	factors->params = (struct ft_priority_params){
		.age = weight(world, FT_CONF_PRIORITY_WEIGHT_AGE),
		.assoc = weight(world, FT_CONF_PRIORITY_WEIGHT_ASSOC),
		.fairshare = weight(world, FT_CONF_PRIORITY_WEIGHT_FAIRSHARE),
		.job_size = weight(world, FT_CONF_PRIORITY_WEIGHT_JOB_SIZE),
		.partition = weight(world, FT_CONF_PRIORITY_WEIGHT_PARTITION),
		.qos = weight(world, FT_CONF_PRIORITY_WEIGHT_QOS),
		.max_age =
		    ft_conf_number(world->conf, FT_CONF_PRIORITY_MAX_AGE),
		.favor_small =
		    ft_conf_bool(world->conf, FT_CONF_PRIORITY_FAVOR_SMALL),
		.flags = world->priority_flags,
		.nodes = count_nodes(&world->machine),
		.cpus = world->machine.cpus,
		.top_assoc = top_assoc(world),
		.top_qos = top_qos(&world->acctdb),
		.top_partition = top_partition(&world->machine),
	};
}

static struct ft_factors *
factors_of(struct ft_world *world)
{
	struct ft_factors *factors = world->factors;

	if (factors)
		return factors;
	world->factors = factors = ft_calloc(1, sizeof *factors);
	read_params(world, factors);
	read_weights(world, factors);
	sum_partitions(world, factors);
	factors->n_assoc = world->tree->n;
	factors->assoc = ft_alloc(factors->n_assoc * sizeof *factors->assoc);
	memset(factors->assoc, 0xff, factors->n_assoc * sizeof *factors->assoc);
	return factors;
}

void
ft_world_priority_reset(struct ft_world *world)
{
	struct ft_factors *factors = world->factors;

	if (!factors)
		return;
	ft_billing_free(&factors->weights);
	ft_free(factors->assoc);
	ft_free(factors->here);
	ft_free(factors->known);
	ft_free(factors);
	world->factors = NULL;
}

void
ft_world_priority_params(
    struct ft_world *world, struct ft_priority_params *params)
{
	*params = factors_of(world)->params;
}

const uint64_t *
ft_world_partition_tres(struct ft_world *world, uint32_t partition)
{
	const struct ft_factors *factors = factors_of(world);

	return factors->here ? factors->here + partition * world->tres.n : NULL;
}

/* ---- one job ------------------------------------------------------------- */

uint32_t
ft_world_assoc_priority(struct ft_world *world, uint32_t node)
{
	uint32_t *known = &factors_of(world)->assoc[node];
	uint64_t value;

	if (*known == UNKNOWN)
		*known =
		    ft_policy_limit(world, node, FT_LIMIT_PRIORITY, 0, &value)
			? u32(value)
			: 0;
	return *known;
}

static int64_t
minutes(const struct ft_world *world, const struct ft_job *job,
    const struct ft_partition *partition)
{
	if (job->time_limit != FT_TIME_NONE)
		return job->time_limit;
	return partition ? ft_world_time_limit(world, job, partition) : 1;
}

/* Returns when the priority of JOB is computed for. */
static int64_t
now_of(const struct ft_world *world, const struct ft_job *job)
{
	int64_t pass = ft_world_last_pass(world);

	return job->submitted > pass ? job->submitted : pass;
}

static int64_t
accrue_of(const struct ft_world *world, const struct ft_job *job)
{
	return world->priority_flags & FT_PRIO_ACCRUE_ALWAYS ? job->submitted
							     : job->accrue;
}

static double
fairshare_of(const struct ft_world *world, uint32_t node)
{
	if (node == FT_NODE_NONE || !world->share_valid)
		return 0;
	return ft_share_job_factor(&world->share, world->tree, node);
}

static void
gather(struct ft_world *world, const struct ft_job *job, uint32_t partition,
    struct ft_priority_job *one)
{
	const struct ft_factors *factors = factors_of(world);
	const struct ft_qos *qos = ft_world_qos(world, job->qos);
	const uint64_t *tres = job->alloc ? job->alloc : job->req;
	uint32_t node = ft_world_node(world, job);
	const struct ft_partition *there =
	    partition < world->machine.n_partition
		? &world->machine.partition[partition]
		: NULL;

	*one = (struct ft_priority_job){
		.now = now_of(world, job),
		.accrue = accrue_of(world, job),
		.qos_priority = qos && !qos->deleted ? qos->priority : 0,
		.partition_factor = there ? there->job_factor : 0,
		.min_nodes = job->min_nodes,
		.cpus = job->shape.most_cpus && !job->alloc
			    ? job->shape.most_cpus
			: tres ? u32(tres[FT_TRES_CPU])
			       : job->tasks_wanted,
		.time_limit = minutes(world, job, there),
		.tres = tres,
		.tres_here =
		    there ? ft_world_partition_tres(world, partition) : NULL,
		.nice = job->nice,
		.site = job->site_factor,
		.fairshare = fairshare_of(world, node),
	};
	if (node != FT_NODE_NONE && factors->params.assoc)
		one->assoc_priority = ft_world_assoc_priority(world, node);
}

/* A priority set by hand has no factors. */
static void
as_set(const struct ft_priority_params *params, uint32_t priority,
    struct ft_priority *result)
{
	double *tres = result->tres;

	for (size_t i = 0; tres && i < params->n_tres; i++)
		tres[i] = 0;
	*result = (struct ft_priority){ .tres = tres,
		.sum = priority,
		.listed = priority,
		.priority = priority };
}

static void
need_share(struct ft_world *world, const struct ft_priority_params *params)
{
	struct ft_error err = { 0 };

	/* if shares cannot be computed all jobs have the factor 0 */
	if (params->fairshare && !world->share_valid)
		ft_world_share(world, &err);
}

void
ft_world_priority(struct ft_world *world,
    const struct ft_priority_params *params, const struct ft_job *job,
    uint32_t partition, struct ft_priority *result)
{
	struct ft_priority_job one;

	if (job->priority_set || !world->algo) {
		as_set(params, job->priority, result);
		return;
	}
	need_share(world, params);
	gather(world, job, partition, &one);
	one.partition_last =
	    job->state == FT_JOB_PENDING && strchr(job->partitions, ',');
	ft_priority_compute(params, &one, result);
}

/* ---- all jobs ------------------------------------------------------------ */

/*
 * priority/basic gives each new job a lower priority than all before it. Nice
 * is subtracted unless that left less than 1
 * (tests/oracle/cases/i02-priority-basic).
 */
static uint32_t
next_basic(struct ft_world *world, int64_t nice)
{
	int64_t next = ft_priority_basic(world->basic_priority);

	world->basic_priority = (uint32_t)next;
	world->times_dirty = true;
	if (nice <= 0 || next > nice + 1)
		next -= nice;
	return next < UINT32_MAX ? (uint32_t)next : UINT32_MAX;
}

/* Returns whether the priority of JOB is computed at all. */
static bool
is_computed(const struct ft_world *world, const struct ft_job *job)
{
	if (job->priority_set)
		return false;
	if (job->state == FT_JOB_PENDING)
		return true;
	return world->priority_flags & FT_PRIO_CALCULATE_RUNNING &&
	       ft_job_is_active(job);
}

/* Returns the priority of JOB where it is tried last: the lowest of those in its
 * partitions and QOS (tests/oracle/cases/x40-several-qos-waits). */
static uint32_t
priority_tried(struct ft_world *world, const struct ft_priority_params *params,
    const struct ft_job *job)
{
	uint32_t partition[TRIED_PARTITIONS], qos[FT_WORLD_QOS];
	size_t n = ft_world_partitions(world, job, partition, TRIED_PARTITIONS);
	size_t n_qos = ft_world_qos_choices(world, job, qos);
	struct ft_job as = *job;
	uint32_t lowest = UINT32_MAX;

	for (size_t i = 0; i < n * n_qos; i++) {
		struct ft_priority_job one;
		struct ft_priority result = { .tres = NULL };

		as.qos = qos[i % n_qos];
		gather(world, &as, partition[i / n_qos], &one);
		ft_priority_compute(params, &one, &result);
		if (result.priority < lowest)
			lowest = result.priority;
	}
	return n ? lowest : job->priority;
}

/* Compute the priority of JOB in the partition it runs in or requests first. */
static void
compute(struct ft_world *world, const struct ft_job *job,
    struct ft_priority *result)
{
	const struct ft_partition *there = ft_world_partition(world, job);
	struct ft_priority_job one;

	gather(world, job,
	    there ? (uint32_t)(there - world->machine.partition) : UNKNOWN,
	    &one);
	ft_priority_compute(&world->factors->params, &one, result);
}

/* Returns what is known of JOB, NULL if nothing can be: it has no records. */
static struct known *
known_of(const struct ft_factors *factors, const struct ft_job *job)
{
	if (!job->queued || job->group != FT_GROUP_WAITING ||
	    job->place >= factors->n_known)
		return NULL;
	return &factors->known[job->place];
}

/* Returns the same priority, at each pass but the first from what is known. */
static uint32_t
computed(struct ft_world *world, const struct ft_job *job)
{
	const struct ft_factors *factors = world->factors;
	struct known *known = known_of(factors, job);
	struct ft_priority result = { .tres = NULL };

	if (known && known->job == job && known->queued == job->queued)
		return ft_priority_renew(&factors->params, now_of(world, job),
		    accrue_of(world, job), fairshare_of(world, known->node),
		    &known->kept);
	compute(world, job, &result);
	if (known) {
		*known = (struct known){ .job = job,
			.queued = job->queued,
			.node = ft_world_node(world, job),
			.kept.priority = result.priority };
		memcpy(known->kept.weighted, result.weighted,
		    sizeof result.weighted);
	}
	return result.priority;
}

/* Compute the priority of JOB; returns whether it changed. */
static bool
update(struct ft_world *world, const struct ft_priority_params *params,
    struct ft_job *job)
{
	uint32_t before = job->priority, priority;

	if (!is_computed(world, job))
		return false;
	if (job->state == FT_JOB_PENDING && job->hold != FT_HOLD_NONE) {
		job->priority = 0;
	} else if (!world->algo) {
		if (!before)
			job->priority = next_basic(world, job->nice);
	} else if (job->flags & FT_JOB_TRIED && job->state == FT_JOB_PENDING) {
		job->priority = priority_tried(world, params, job);
	} else {
		priority = computed(world, job);
		if (!(params->flags & FT_PRIO_INCR_ONLY) || priority > before)
			job->priority = priority;
	}
	/* what cannot fall is saved, because it cannot be computed again */
	if (job->priority != before && params->flags & FT_PRIO_INCR_ONLY)
		ft_job_touch(job);
	return job->priority != before;
}

/* Make room for what is known of each job that waits. */
static void
know(struct ft_factors *factors, size_t n)
{
	size_t before = factors->n_known;

	if (n <= before)
		return;
	factors->n_known = 2 * n;
	factors->known = ft_realloc(
	    factors->known, factors->n_known, sizeof *factors->known);
	memset(factors->known + before, 0,
	    (factors->n_known - before) * sizeof *factors->known);
}

/* Compute the priorities of those jobs that wait which may have another one than
 * at the last pass; returns whether one has. */
static bool
update_waiting(struct ft_world *world, const struct ft_priority_params *params)
{
	struct ft_queue *queue = world->queue;
	bool timeless =
	    queue && !queue->all_unpriced && !params->age && !params->fairshare;
	struct ft_job **job = timeless ? queue->unpriced : world->waiting;
	size_t n = timeless ? queue->n_unpriced : world->n_waiting;
	bool changed = false;

	for (size_t i = 0; i < n; i++)
		if (job[i]->group == FT_GROUP_WAITING)
			changed |= update(world, params, job[i]);
	if (queue) {
		queue->all_unpriced = false;
		queue->n_unpriced = 0;
	}
	return changed;
}

enum ft_status
ft_world_pass_priorities(
    struct ft_world *world, bool *changed, struct ft_error *err)
{
	struct ft_factors *factors = factors_of(world);
	const struct ft_priority_params *params = &factors->params;
	bool running = world->priority_flags & FT_PRIO_CALCULATE_RUNNING;

	*changed = false;
	/* with priority/basic they were given when the jobs arrived */
	if (!world->algo || world->n_waiting + running * world->n_running == 0)
		return FT_OK;
	if (params->fairshare)
		FT_TRY(ft_world_share(world, err));
	know(factors, world->n_waiting);
	/* where a job is tried in several partitions it has priorities that fall
	 * all the same */
	*changed = params->flags & FT_PRIO_INCR_ONLY;
	*changed |= update_waiting(world, params);
	for (size_t i = 0; running && i < world->n_running; i++)
		update(world, params, world->running[i]);
	return FT_OK;
}

int64_t
ft_world_ages(struct ft_world *world)
{
	const struct ft_priority_params *params = &factors_of(world)->params;
	int64_t next = INT64_MAX;

	for (size_t i = 0;
	     world->algo && i < world->n_waiting && next > world->now; i++) {
		const struct ft_job *job = world->waiting[i];
		int64_t ages = ft_priority_ages(
		    params, now_of(world, job), accrue_of(world, job));

		next = ages < next ? ages : next;
	}
	return next;
}

enum ft_status
ft_world_priorities(struct ft_world *world, struct ft_error *err)
{
	bool changed;

	if (world->queue)
		world->queue->all_unpriced = world->queue->all_unaged = true;
	FT_TRY(ft_world_pass_priorities(world, &changed, err));
	if (changed)
		ft_queue_reset(world);
	return FT_OK;
}

void
ft_world_reprioritise(struct ft_world *world, struct ft_job *job)
{
	const struct ft_priority_params *params = &factors_of(world)->params;
	struct known *known = known_of(world->factors, job);

	if (known)
		known->job = NULL;
	job->flags &= ~(unsigned)FT_JOB_TRIED;
	if (world->algo)
		need_share(world, params);
	if (ft_job_option(job, "nice_computed", NULL)) {
		struct ft_str json = { 0 };

		ft_job_option_put(&json, job->options, "nice_computed", NULL);
		job->options = ft_world_keep(world, &json);
	}
	if (update(world, params, job))
		ft_job_touch(job);
	/* a job that runs has lost its priority by a hold or as it was suspended */
	if (!job->priority && job->state != FT_JOB_PENDING &&
	    !job->priority_set && job->hold == FT_HOLD_NONE && world->algo)
		job->priority = computed(world, job);
}
