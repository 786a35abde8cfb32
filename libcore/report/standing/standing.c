#include "report/standing/standing.h"

#include "base/map.h"
#include "base/text/timefmt.h"
#include "sim/usage/share.h"
#include "sim/why/unrunnable.h"
#include "sim/priority/priority.h"

#define LIST 64 /* partitions of a job that are looked at */

void
ft_standings_init(struct ft_standings *standings)
{
	*standings = (struct ft_standings){ .n = 0 };
}

void
ft_standings_free(struct ft_standings *standings)
{
	ft_arena_clear(&standings->arena);
	ft_free(standings->item);
	ft_standings_init(standings);
}

bool
ft_standing_is_eligible(const struct ft_world *world, const struct ft_job *job)
{
	if (job->state != FT_JOB_PENDING || job->hold != FT_HOLD_NONE ||
	    job->submitted > world->now)
		return false;
	if (job->priority_set && job->priority == 0)
		return false;
	/* what it depends on keeps it from being eligible */
	return job->begins <= world->now && job->eligible > 0 &&
	       job->eligible <= world->now;
}

bool
ft_standing_waits(
    struct ft_world *world, const struct ft_job *job, uint32_t partition)
{
	struct ft_unrunnable never;

	return ft_standing_is_eligible(world, job) &&
	       !ft_world_is_unrunnable(world, job, partition, &never);
}

bool
ft_standing_is_listed(
    const struct ft_world *world, const struct ft_standing *standing)
{
	const struct ft_job *job = standing->job;
	bool early = world->priority_flags & FT_PRIO_ACCRUE_ALWAYS;

	if (standing->partition >= world->machine.n_partition ||
	    (job->priority_set && job->priority == 0))
		return false;
	if (job->state != FT_JOB_PENDING)
		return true; /* CALCULATE_RUNNING */
	if (job->hold != FT_HOLD_NONE || job->submitted > world->now)
		return false;
	return early || (ft_standing_is_eligible(world, job) &&
			    job->reason != FT_REASON_ARRAY_TASK_LIMIT);
}

const char *
ft_standing_partition(
    const struct ft_machine *machine, const struct ft_standing *standing)
{
	return standing->partition < machine->n_partition
		   ? machine->partition[standing->partition].name
		   : "";
}

/* ---- rows --------------------------------------------------------------------- */

static struct ft_standing *
add(struct ft_standings *standings, struct ft_world *world,
    const struct ft_job *job, uint32_t partition)
{
	const struct ft_priority_params *params = &standings->params;
	struct ft_standing *standing;

	standing = ft_vec_add(standings->item, standings->n, standings->cap);
	*standing = (struct ft_standing){ .job = job,
		.partition = partition,
		.qos = job->qos,
		.next = UINT32_MAX };
	if (params->n_tres > 0)
		standing->priority.tres = ft_arena_calloc(&standings->arena,
		    params->n_tres, sizeof *standing->priority.tres);
	ft_world_priority(world, params, job, partition, &standing->priority);
	standing->points = standing->priority.priority;
	return standing;
}

/* Add JOB in each QOS that it may start in.  It has one place in the queue: that
 * in the best. */
static void
add_choices(struct ft_standings *standings, struct ft_world *world,
    const struct ft_job *job, uint32_t partition, bool first)
{
	uint32_t qos[FT_WORLD_QOS];
	size_t n = ft_world_qos_choices(world, job, qos);
	struct ft_job as = *job;

	for (size_t i = 0; i < n; i++) {
		struct ft_standing *standing;

		as.qos = job->state == FT_JOB_PENDING ? qos[i] : job->qos;
		standing = add(standings, world, &as, partition);
		standing->job = job;
		standing->waits =
		    i == 0 && ft_standing_waits(world, job, partition);
		if (first && i == 0 &&
		    standings->params.flags & FT_PRIO_INCR_ONLY &&
		    job->priority > standing->points)
			standing->points = job->priority;
		if (job->state != FT_JOB_PENDING)
			break;
	}
}

static void
add_job(
    struct ft_standings *standings, struct ft_world *world, struct ft_job *job)
{
	uint32_t partition[LIST];
	size_t n;

	n = ft_world_partitions(world, job, partition, LIST);
	for (size_t i = 0; i < n; i++)
		add_choices(standings, world, job, partition[i], i == 0);
}

static int
by_number(const void *a, const void *b)
{
	const struct ft_job *x = *(struct ft_job *const *)a;
	const struct ft_job *y = *(struct ft_job *const *)b;

	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return (x->slot > y->slot) - (x->slot < y->slot);
}

static void
add_all(struct ft_standings *standings, struct ft_world *world)
{
	size_t n = world->n_waiting;
	struct ft_job **job FT_CLEANUP(ft_free_at) = NULL;

	if (world->priority_flags & FT_PRIO_CALCULATE_RUNNING)
		n += world->n_running;
	job = ft_alloc((n + 1) * sizeof(struct ft_job *));
	for (size_t i = 0; i < n; i++)
		job[i] = i < world->n_waiting
			     ? world->waiting[i]
			     : world->running[i - world->n_waiting];
	qsort(job, n, sizeof(struct ft_job *), by_number);
	for (size_t i = 0; i < n; i++)
		add_job(standings, world, job[i]);
}

/* ---- queues ------------------------------------------------------------------- */

/* By partition, then as the main scheduler looks at them. */
static int
by_place(const void *a, const void *b)
{
	const struct ft_standing *x = *(struct ft_standing *const *)a;
	const struct ft_standing *y = *(struct ft_standing *const *)b;

	if (x->partition != y->partition)
		return x->partition < y->partition ? -1 : 1;
	if (x->points != y->points)
		return x->points > y->points ? -1 : 1;
	if (x->job->submitted != y->job->submitted)
		return x->job->submitted < y->job->submitted ? -1 : 1;
	return by_number(&x->job, &y->job);
}

/* What those seen so far ask for together. */
struct front {
	uint64_t jobs, unlimited;
	uint32_t users;
	double node_hours;
	uint32_t widest; /* CPUs of the largest node of the partition */
	uint32_t *seen;  /* by user: partition + 1 they were seen in last */
	struct ft_map user;
};

static uint32_t
user_of(struct front *front, const char *name)
{
	return (uint32_t)ft_map_add(&front->user, name, front->user.n);
}

static uint32_t
widest_of(const struct ft_world *world, uint32_t partition)
{
	const struct ft_machine *machine = &world->machine;
	const struct ft_partition *there = &machine->partition[partition];
	uint32_t widest = 0;

	for (size_t i = 0; i < there->n_node; i++)
		if (machine->node[there->node[i]].cpus > widest)
			widest = machine->node[there->node[i]].cpus;
	return widest;
}

/* The least nodes it takes. */
static uint64_t
nodes_of(const struct front *front, const struct ft_world *world,
    const struct ft_job *job)
{
	uint64_t nodes = job->min_nodes > 0 ? job->min_nodes : 1;
	uint64_t cpus;

	if (!job->req || world->tres.n <= FT_TRES_NODE)
		return nodes;
	cpus = job->req[FT_TRES_CPU];
	if (job->req[FT_TRES_NODE] > nodes)
		nodes = job->req[FT_TRES_NODE];
	if (front->widest > 0 && ft_num_parts(cpus, front->widest) > nodes)
		nodes = ft_num_parts(cpus, front->widest);
	return nodes;
}

static void
step(struct front *front, const struct ft_world *world,
    const struct ft_standing *standing)
{
	const struct ft_job *job = standing->job;
	uint64_t tasks = job->n_tasks > 0 ? job->n_tasks : 1;
	uint64_t nodes = nodes_of(front, world, job);
	uint32_t user = user_of(front, job->user);
	int64_t limit = ft_world_time_limit(
	    world, job, &world->machine.partition[standing->partition]);

	front->jobs += tasks;
	if (front->seen[user] != standing->partition + 1) {
		front->seen[user] = standing->partition + 1;
		front->users++;
	}
	if (limit == FT_TIME_UNLIMITED)
		front->unlimited += tasks;
	else
		front->node_hours +=
		    (double)tasks * (double)nodes * (double)limit / 60;
}

static void
put_places(struct ft_standings *standings, const struct ft_world *world,
    struct ft_standing **row, size_t n)
{
	struct front front = { .jobs = 0 };
	size_t start = 0;

	front.seen = ft_calloc(n + 1, sizeof *front.seen);
	for (size_t i = 0; i < n; i++) {
		struct ft_standing *standing = row[i];

		if (i > start && row[i - 1]->partition != standing->partition) {
			start = i;
			front.jobs = front.unlimited = front.users = 0;
			front.node_hours = 0;
		}
		if (i == start)
			front.widest = widest_of(world, standing->partition);
		standing->place = (uint32_t)(i - start) + 1;
		if (i > start)
			standing->next =
			    (uint32_t)(row[i - 1] - standings->item);
		standing->jobs = front.jobs;
		standing->users = front.users;
		standing->node_hours = front.node_hours;
		standing->unlimited = front.unlimited;
		step(&front, world, standing);
	}
	for (size_t i = n; i > 0 && i--;)
		row[i]->of =
		    i + 1 < n && row[i + 1]->partition == row[i]->partition
			? row[i + 1]->of
			: row[i]->place;
	ft_free(front.seen);
	ft_map_clear(&front.user);
}

enum ft_status
ft_standings_fill(struct ft_standings *standings, struct ft_world *world,
    struct ft_error *err)
{
	struct ft_standing **row FT_CLEANUP(ft_free_at) = NULL;
	size_t n = 0;

	ft_world_priority_params(world, &standings->params);
	if (standings->params.fairshare)
		FT_TRY(ft_world_share(world, err));
	add_all(standings, world);
	row = ft_alloc((standings->n + 1) * sizeof(struct ft_standing *));
	for (size_t i = 0; i < standings->n; i++)
		if (standings->item[i].waits)
			row[n++] = &standings->item[i];
	qsort(row, n, sizeof(struct ft_standing *), by_place);
	put_places(standings, world, row, n);
	return FT_OK;
}

const struct ft_standing *
ft_standings_find(const struct ft_standings *standings,
    const struct ft_job *job, uint32_t partition)
{
	const struct ft_standing *found = NULL;

	for (size_t i = 0; i < standings->n; i++) {
		const struct ft_standing *standing = &standings->item[i];

		if (standing->job != job)
			continue;
		if (standing->partition == partition)
			return standing;
		if (!found)
			found = standing;
	}
	return found;
}
