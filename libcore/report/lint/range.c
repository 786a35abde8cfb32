/*
 * range.c - how many points each factor can add on this cluster: the
 * priorities of the smallest and the largest job, computed by algo/priority.h.
 * Sentences about them are in lint.c and find.c.
 */
#include "report/lint/private.h"

#include "model/conf/conf.h"
#include "model/job/job.h"
#include "sim/priority/priority.h"

#define HOUR INT64_C(3600)

static const struct {
	const char *name;
	enum ft_conf_key key;
	const char *own_key; /* of jobs, no setting */
} terms[FT_FACTORS] = {
	[FT_FACTOR_SITE] = { "Site", FT_CONF_KEYS, "SiteFactor" },
	[FT_FACTOR_AGE] = { "Age", FT_CONF_PRIORITY_WEIGHT_AGE, NULL },
	[FT_FACTOR_ASSOC] = { "Assoc", FT_CONF_PRIORITY_WEIGHT_ASSOC, NULL },
	[FT_FACTOR_FAIRSHARE] = { "Fairshare",
	    FT_CONF_PRIORITY_WEIGHT_FAIRSHARE, NULL },
	[FT_FACTOR_JOB_SIZE] = { "JobSize", FT_CONF_PRIORITY_WEIGHT_JOB_SIZE,
	    NULL },
	[FT_FACTOR_PARTITION] = { "Partition",
	    FT_CONF_PRIORITY_WEIGHT_PARTITION, NULL },
	[FT_FACTOR_QOS] = { "QOS", FT_CONF_PRIORITY_WEIGHT_QOS, NULL },
	[FT_FACTOR_TRES] = { "TRES", FT_CONF_PRIORITY_WEIGHT_TRES, NULL },
	[FT_FACTOR_NICE] = { "Nice", FT_CONF_KEYS, "Nice" },
};

/* ---- one factor ----------------------------------------------------------------- */

/* The range of one factor so far: normalized (least, most), and in points. */
struct range {
	const struct ft_lint *lint;
	enum ft_priority_factor factor;
	bool any;
	double least, most, low, high;
};

static double
points(const struct ft_lint *lint, enum ft_priority_factor factor,
    const struct ft_priority_job *job)
{
	struct ft_priority result = { .tres = NULL };

	ft_priority_compute(&lint->params, job, &result);
	return result.weighted[factor];
}

static void
widen(struct range *range, const struct ft_priority_job *job)
{
	enum ft_priority_factor factor = range->factor;
	struct ft_priority result = { .tres = NULL };
	double norm, weighted;

	ft_priority_compute(&range->lint->params, job, &result);
	norm = result.norm[factor];
	weighted = result.weighted[factor];
	if (!range->any || weighted < range->low) {
		range->low = weighted;
		range->least = norm;
	}
	if (!range->any || weighted > range->high) {
		range->high = weighted;
		range->most = norm;
	}
	range->any = true;
}

/* RANGE is complete; NEVER: the reason if it is a single point. */
static void
settle(struct ft_lint *lint, const struct range *range, const char *never)
{
	struct ft_lint_term *term = &lint->term[range->factor];

	term->least = range->least;
	term->most = range->most;
	term->low = range->low;
	term->high = range->high;
	if (!(range->high > range->low))
		term->never = never;
}

/* ---- factors that the cluster sets ------------------------------------------------------- */

static void
look_at_age(struct ft_lint *lint)
{
	struct range range = { .lint = lint, .factor = FT_FACTOR_AGE };
	int64_t most = lint->params.max_age;
	struct ft_priority_job job = { .now = most + HOUR + 1 };

	job.accrue = job.now;
	widen(&range, &job);
	lint->hour = -points(lint, FT_FACTOR_AGE, &job);
	job.accrue = job.now - HOUR;
	lint->hour += points(lint, FT_FACTOR_AGE, &job);
	job.accrue = job.now - most;
	widen(&range, &job);
	settle(lint, &range,
	    "PriorityMaxAge is 0, so every job has the full factor");
	if (most > 0)
		lint->second = (range.high - range.low) / (double)most;
}

/* Fair Tree gives factors N/N .. 1/N, the other algorithms 1 .. 0. */
static void
look_at_fairshare(struct ft_lint *lint)
{
	struct range range = { .lint = lint, .factor = FT_FACTOR_FAIRSHARE };
	bool ranks = lint->in->share->algo->level_fs && lint->users > 0;
	struct ft_priority_job job = { .fairshare = 1 };

	widen(&range, &job);
	job.fairshare = ranks ? 1 / (double)lint->users : 0;
	if (lint->users > 1)
		widen(&range, &job);
	settle(lint, &range, "there are fewer than two users");
	if (ranks)
		lint->step = points(lint, FT_FACTOR_FAIRSHARE, &job);
}

static void
look_at_assoc(struct ft_lint *lint)
{
	struct range range = { .lint = lint, .factor = FT_FACTOR_ASSOC };
	struct ft_world *world = lint->in->world;

	for (uint32_t i = 0; i < world->tree->n; i++) {
		struct ft_priority_job job = { .now = 0 };

		if (!ft_tree_is_user(world->tree, i))
			continue;
		job.assoc_priority = ft_world_assoc_priority(world, i);
		widen(&range, &job);
	}
	settle(lint, &range,
	    lint->params.top_assoc ? "all users have the same priority"
				   : "no association has a priority");
}

static double
points_of_qos(const struct ft_lint *lint, const struct ft_qos *qos)
{
	return points(lint, FT_FACTOR_QOS,
	    &(struct ft_priority_job){ .qos_priority = qos->priority });
}

/* The QOS with the highest priority, if no other has as much. */
static void
find_top_qos(struct ft_lint *lint)
{
	const struct ft_acctdb *acctdb = &lint->in->world->acctdb;
	const struct ft_qos *top = NULL;
	double gap = HUGE_VAL;

	for (size_t i = 0; i < acctdb->n_qos; i++)
		if (!acctdb->qos[i].deleted &&
		    (!top || acctdb->qos[i].priority > top->priority))
			top = &acctdb->qos[i];
	if (!top)
		return;
	for (size_t i = 0; i < acctdb->n_qos; i++) {
		const struct ft_qos *qos = &acctdb->qos[i];
		double lead;

		if (qos->deleted || qos == top)
			continue;
		lead = points_of_qos(lint, top) - points_of_qos(lint, qos);
		if (lead < gap)
			gap = lead;
	}
	if (!(gap > 0) || gap >= HUGE_VAL)
		return;
	lint->top_qos = top->name;
	lint->top_gap = gap;
}

static void
look_at_qos(struct ft_lint *lint)
{
	const struct ft_acctdb *acctdb = &lint->in->world->acctdb;
	struct range range = { .lint = lint, .factor = FT_FACTOR_QOS };

	for (size_t i = 0; i < acctdb->n_qos; i++)
		if (!acctdb->qos[i].deleted)
			widen(&range,
			    &(struct ft_priority_job){
				.qos_priority = acctdb->qos[i].priority });
	settle(lint, &range,
	    lint->params.top_qos ? "all QOS have the same priority"
				 : "no QOS has a priority");
	find_top_qos(lint);
}

static void
look_at_partition(struct ft_lint *lint)
{
	const struct ft_machine *machine = &lint->in->world->machine;
	struct range range = { .lint = lint, .factor = FT_FACTOR_PARTITION };

	for (size_t i = 0; i < machine->n_partition; i++)
		widen(&range,
		    &(struct ft_priority_job){
			.partition_factor = machine->partition[i].job_factor });
	settle(lint, &range,
	    machine->n_partition == 1
		? "there is only one partition"
		: "all partitions have the same PriorityJobFactor");
}

/* ---- the smallest and the largest job of a partition ------------------------------ */

static int
by_number_down(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x < y) - (x > y);
}

/* Returns the sum of the N largest of COUNT[all]; the order changes. */
static uint64_t
sum_largest(uint64_t *count, size_t all, size_t n)
{
	uint64_t sum = 0;

	qsort(count, all, sizeof *count, by_number_down);
	for (size_t i = 0; i < all && i < n; i++)
		sum += count[i];
	return sum;
}

static uint32_t
most_nodes(const struct ft_partition *partition)
{
	return partition->max_nodes < partition->n_node
		   ? partition->max_nodes
		   : (uint32_t)partition->n_node;
}

static uint32_t
least_nodes(const struct ft_partition *partition)
{
	uint32_t least = partition->min_nodes ? partition->min_nodes : 1;

	return least < most_nodes(partition) ? least : most_nodes(partition);
}

/* CPUs that one job can have of NODE in PARTITION. */
static uint32_t
cpus_of(const struct ft_partition *partition, const struct ft_node *node)
{
	if (node->state == FT_NODE_FUTURE)
		return 0;
	return node->cpus < partition->max_cpus_per_node
		   ? node->cpus
		   : partition->max_cpus_per_node;
}

/* Fill tres[world->tres.n] with the most that a job in PARTITION can request. */
static void
ask_all(const struct ft_world *world, const struct ft_partition *partition,
    uint64_t *tres)
{
	const struct ft_machine *machine = &world->machine;
	size_t n = partition->n_node, nodes = most_nodes(partition);
	uint64_t *count FT_CLEANUP(ft_free_at) =
	    ft_calloc(n + 1, sizeof *count);

	memset(tres, 0, world->tres.n * sizeof *tres);
	for (size_t i = 0; i < n; i++)
		count[i] =
		    cpus_of(partition, &machine->node[partition->node[i]]);
	tres[FT_TRES_CPU] = sum_largest(count, n, nodes);
	for (size_t i = 0; i < n; i++)
		count[i] = machine->node[partition->node[i]].memory;
	tres[FT_TRES_MEM] = sum_largest(count, n, nodes);
	tres[FT_TRES_NODE] = nodes;
	for (size_t g = 0; g < machine->n_gres; g++) {
		if (machine->gres[g].tres >= world->tres.n)
			continue;
		for (size_t i = 0; i < n; i++)
			count[i] =
			    machine->node[partition->node[i]].gres_count[g];
		tres[machine->gres[g].tres] = sum_largest(count, n, nodes);
	}
	for (size_t i = 0; i < machine->n_license; i++)
		if (machine->license[i].tres < world->tres.n)
			tres[machine->license[i].tres] =
			    machine->license[i].count;
	tres[FT_TRES_BILLING] = (uint64_t)ft_billing_of(
	    &partition->billing, &world->tres, tres, world->priority_flags);
}

/* The smallest request: one CPU on each of the fewest nodes. */
static void
ask_little(const struct ft_world *world, const struct ft_partition *partition,
    uint64_t *tres)
{
	memset(tres, 0, world->tres.n * sizeof *tres);
	tres[FT_TRES_CPU] = tres[FT_TRES_NODE] = least_nodes(partition);
	tres[FT_TRES_BILLING] = (uint64_t)ft_billing_of(
	    &partition->billing, &world->tres, tres, world->priority_flags);
}

/* With the shortest and the longest time limit there. */
static void
widen_size(struct range *range, const struct ft_partition *partition,
    struct ft_priority_job *job)
{
	job->time_limit = 1;
	widen(range, job);
	job->time_limit = partition->max_time;
	widen(range, job);
}

/* Each TRES separately: a job need not request all of them. */
static void
widen_tres(
    struct ft_lint *lint, const struct ft_priority_job *job, double *least)
{
	struct ft_priority result = { .tres = NULL };
	size_t n = lint->params.n_tres;

	if (n == 0)
		return;
	result.tres = ft_calloc(n, sizeof *result.tres);
	ft_priority_compute(&lint->params, job, &result);
	for (size_t i = 0; i < n; i++) {
		if (result.tres[i] > lint->tres[i])
			lint->tres[i] = result.tres[i];
		if (result.tres[i] < least[i])
			least[i] = result.tres[i];
	}
	ft_free(result.tres);
}

static void
settle_tres(struct ft_lint *lint, const double *least)
{
	struct range range = { .lint = lint, .factor = FT_FACTOR_TRES };
	double weights = lint->term[FT_FACTOR_TRES].weight;

	for (size_t i = 0; i < lint->params.n_tres; i++) {
		range.low += least[i];
		range.high += lint->tres[i];
	}
	range.least = weights > 0 ? range.low / weights : 0;
	range.most = weights > 0 ? range.high / weights : 0;
	settle(lint, &range, "no job can request more than another");
}

/* Empty ranges. */
static void
start_tres(struct ft_lint *lint, double *least)
{
	for (size_t i = 0; i < lint->params.n_tres; i++) {
		lint->tres[i] = -HUGE_VAL;
		least[i] = HUGE_VAL;
	}
}

static void
look_at_sizes(struct ft_lint *lint)
{
	struct ft_world *world = lint->in->world;
	struct range size = { .lint = lint, .factor = FT_FACTOR_JOB_SIZE };
	uint64_t *tres FT_CLEANUP(ft_free_at) =
	    ft_calloc(world->tres.n + 1, sizeof *tres);
	double *least FT_CLEANUP(ft_free_at) =
	    ft_calloc(lint->params.n_tres + 1, sizeof *least);

	lint->tres = ft_calloc(lint->params.n_tres + 1, sizeof *lint->tres);
	start_tres(lint, least);
	for (uint32_t i = 0; i < world->machine.n_partition; i++) {
		const struct ft_partition *in = &world->machine.partition[i];
		struct ft_priority_job job = { .tres = tres,
			.tres_here = ft_world_partition_tres(world, i),
			.min_nodes = least_nodes(in) };

		ask_little(world, in, tres);
		job.cpus = (uint32_t)tres[FT_TRES_CPU];
		widen_size(&size, in, &job);
		widen_tres(lint, &job, least);
		ask_all(world, in, tres);
		job.min_nodes = most_nodes(in);
		job.cpus = (uint32_t)tres[FT_TRES_CPU];
		widen_size(&size, in, &job);
		widen_tres(lint, &job, least);
	}
	settle(lint, &size, "all jobs have the same size");
	settle_tres(lint, least);
}

/* ---- factors that jobs set ----------------------------------------------------- */

static void
look_at_jobs(struct ft_lint *lint, enum ft_priority_factor factor)
{
	const struct ft_world *world = lint->in->world;
	struct range range = { .lint = lint, .factor = factor };

	widen(&range, &(struct ft_priority_job){ .now = 0 });
	for (size_t i = 0; i < world->n_waiting; i++)
		if (!world->waiting[i]->priority_set)
			widen(&range,
			    &(struct ft_priority_job){
				.nice = world->waiting[i]->nice,
				.site = world->waiting[i]->site_factor });
	settle(lint, &range, "no pending job has one");
}

/* ---- all of them ------------------------------------------------------------------- */

static double
weight_of(const struct ft_lint *lint, enum ft_priority_factor factor)
{
	double sum = 0;

	if (terms[factor].own_key)
		return 1;
	if (factor != FT_FACTOR_TRES)
		return (double)ft_conf_number(
		    lint->in->world->conf, terms[factor].key);
	for (size_t i = 0; i < lint->params.n_tres; i++)
		sum += lint->params.tres[i];
	return sum;
}

static bool
has_weight(const struct ft_lint *lint, enum ft_priority_factor factor)
{
	if (factor != FT_FACTOR_TRES)
		return lint->term[factor].weight > 0;
	for (size_t i = 0; i < lint->params.n_tres; i++)
		if (lint->params.tres[i] > 0 || lint->params.tres[i] < 0)
			return true;
	return false;
}

static void
finish(struct ft_lint *lint)
{
	for (int i = 0; i < FT_FACTORS; i++) {
		struct ft_lint_term *term = &lint->term[i];

		if (lint->basic)
			term->never = "PriorityType is priority/basic";
		else if (!has_weight(lint, (enum ft_priority_factor)i))
			term->never = "weight 0";
		if (term->never)
			term->high = term->low;
		term->points = term->high - term->low;
		if (i != FT_FACTOR_QOS)
			lint->others += term->points;
	}
	if (lint->term[FT_FACTOR_QOS].never)
		lint->top_qos = NULL;
}

void
ft_lint_ranges(struct ft_lint *lint)
{
	ft_world_priority_params(lint->in->world, &lint->params);
	lint->basic = !lint->in->world->algo;
	for (int i = 0; i < FT_FACTORS; i++) {
		struct ft_lint_term *term = &lint->term[i];

		term->name = terms[i].name;
		term->key = terms[i].own_key ? terms[i].own_key
					     : ft_conf_infos[terms[i].key].name;
		term->weight = weight_of(lint, (enum ft_priority_factor)i);
	}
	look_at_age(lint);
	look_at_fairshare(lint);
	look_at_assoc(lint);
	look_at_qos(lint);
	look_at_partition(lint);
	look_at_sizes(lint);
	look_at_jobs(lint, FT_FACTOR_SITE);
	look_at_jobs(lint, FT_FACTOR_NICE);
	finish(lint);
}
