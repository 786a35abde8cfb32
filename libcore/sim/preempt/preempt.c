/* Which jobs may preempt which, and in what order victims go: see preempt.h. */
#include "sim/preempt/preempt.h"

#include "base/text/text.h"
#include "model/account/qos.h"
#include "sim/preempt/private.h"

void
ft_victims_clear(struct ft_victims *victims)
{
	ft_free(victims->job);
	*victims = (struct ft_victims){ .job = NULL };
}

bool
ft_preempt_is_on(const struct ft_world *world)
{
	if (ft_world_preempt_type(world) != FT_PREEMPT_TYPE_NONE)
		return true;
	/* FORCE and YES have a number of jobs, NO and EXCLUSIVE have none */
	for (uint32_t i = 0; i < world->machine.n_partition; i++)
		if (strchr(world->machine.partition[i].over_subscribe, ':'))
			return true;
	return false;
}

/* ---- modes --------------------------------------------------------------- */

/* Returns OFF if WORDS name no mode: "within" alone. */
static enum ft_preempt_way
way_of(const char *words)
{
	static const struct {
		const char *word;
		enum ft_preempt_way way;
	} ways[] = { { "suspend", FT_PREEMPT_SUSPEND },
		{ "requeue", FT_PREEMPT_REQUEUE },
		{ "cancel", FT_PREEMPT_CANCEL } };

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (ft_list_has(words, ft_word_of(ways[i].word)))
			return ways[i].way;
	return FT_PREEMPT_OFF;
}

static const char *
qos_words(const struct ft_qos *qos)
{
	return qos && qos->preempt_mode ? ft_qos_preempt_mode(qos->preempt_mode)
					: "";
}

static const struct ft_qos *
qos_of(const struct ft_world *world, const struct ft_job *job)
{
	return ft_world_qos(world, job->qos);
}

enum ft_preempt_way
ft_preempt_way(const struct ft_world *world, const struct ft_job *victim)
{
	enum ft_preempt_type type = ft_world_preempt_type(world);
	enum ft_preempt_way way;
	const char *own = "";

	if (type == FT_PREEMPT_TYPE_NONE)
		return FT_PREEMPT_OFF;
	if (type == FT_PREEMPT_TYPE_QOS)
		own = qos_words(qos_of(world, victim));
	else if (victim->where != UINT32_MAX)
		own = world->machine.partition[victim->where].preempt_mode;
	way = way_of(
	    *own ? own : ft_conf_text(world->conf, FT_CONF_PREEMPT_MODE));
	if (way == FT_PREEMPT_REQUEUE && !victim->requeue)
		way = FT_PREEMPT_CANCEL;
	return way;
}

static bool
cluster_has(const struct ft_world *world, const char *word)
{
	return ft_list_has(
	    ft_conf_text(world->conf, FT_CONF_PREEMPT_MODE), ft_word_of(word));
}

/* ---- times --------------------------------------------------------------- */

int64_t
ft_preempt_eligible(const struct ft_world *world, const struct ft_job *job)
{
	const struct ft_qos *qos = qos_of(world, job);
	int64_t exempt =
	    ft_conf_number(world->conf, FT_CONF_PREEMPT_EXEMPT_TIME);

	if (qos && qos->preempt_exempt_time >= 0)
		exempt = qos->preempt_exempt_time;
	return job->started + (exempt > 0 ? exempt : 0);
}

/* ---- sharing ------------------------------------------------------------- */

bool
ft_preempt_shares(const struct ft_world *world, uint32_t partition)
{
	const char *text = world->machine.partition[partition].over_subscribe;

	return !strncasecmp(text, "FORCE", 5);
}

bool
ft_preempt_slices(const struct ft_world *world)
{
	return cluster_has(world, "gang");
}

/* ---- permission ---------------------------------------------------------- */

static bool
lists(const struct ft_world *world, uint32_t owner, uint32_t qos)
{
	const struct ft_acctdb *acctdb = &world->acctdb;
	size_t n;
	const struct ft_qosref *ref = ft_acctdb_qosrefs(
	    acctdb->qos_preempt, acctdb->n_qos_preempt, owner, &n);

	for (size_t i = 0; i < n; i++)
		if (ref[i].qos == qos && ref[i].op != '-')
			return true;
	return false;
}

/* Returns whether A may preempt B as far as their QOS say. */
static bool
beats_by_qos(const struct ft_world *world, const struct ft_contender *a,
    const struct ft_contender *b)
{
	const struct ft_qos *qos = ft_world_qos(world, a->qos);
	bool higher = a->job->priority > b->job->priority;

	if (!qos || !b->qos)
		return false;
	if (a->qos == b->qos)
		return (cluster_has(world, "within") ||
			   ft_list_has(qos_words(qos), ft_word_of("within"))) &&
		       higher;
	if (!lists(world, a->qos, b->qos))
		return false;
	return !(cluster_has(world, "priority") ||
		   ft_list_has(qos_words(qos), ft_word_of("priority"))) ||
	       higher;
}

static bool
beats_by_partition(const struct ft_world *world, const struct ft_contender *a,
    const struct ft_contender *b)
{
	const struct ft_partition *in = world->machine.partition;
	const struct ft_place *place = world->place;

	return in[a->partition].tier > in[b->partition].tier &&
	       ft_nodes_meet(place->member[a->partition],
		   place->member[b->partition], place->n_word) &&
	       (!cluster_has(world, "priority") ||
		   a->job->priority >= b->job->priority);
}

bool
ft_preempt_goes_first(const struct ft_world *world,
    const struct ft_contender *a, const struct ft_contender *b)
{
	switch (ft_world_preempt_type(world)) {
	case FT_PREEMPT_TYPE_QOS:
		return beats_by_qos(world, a, b);
	case FT_PREEMPT_TYPE_PARTITION:
		return beats_by_partition(world, a, b);
	case FT_PREEMPT_TYPE_NONE:
		break;
	}
	return false;
}

bool
ft_preempt_orders(const struct ft_world *world)
{
	enum ft_preempt_type type = ft_world_preempt_type(world);

	return type == FT_PREEMPT_TYPE_QOS ||
	       (type == FT_PREEMPT_TYPE_PARTITION && world->n_reservation);
}

/* With GANG a partition that shares suspends jobs of a lower tier, whatever the
 * QOS: tests/oracle/cases/w19c-qos-suspend-force. */
static bool
is_lower(const struct ft_world *world, uint32_t partition, uint32_t other)
{
	const struct ft_partition *in = world->machine.partition;

	return ft_world_preempt_type(world) == FT_PREEMPT_TYPE_QOS &&
	       ft_preempt_slices(world) &&
	       ft_preempt_shares(world, partition) &&
	       in[partition].tier > in[other].tier;
}

static bool
may_preempt(const struct ft_seeker *seeker, const struct ft_job *victim)
{
	const struct ft_world *world = seeker->world;
	const struct ft_job *job = seeker->job;
	uint32_t partition = seeker->partition;
	int64_t exempt = world->sched.value[FT_SCHED_PREEMPT_MIN_EXEMPT];
	const struct ft_contender one = { job, partition, job->qos };
	const struct ft_contender other = { victim, victim->where,
		victim->qos };
	enum ft_preempt_way way;

	if (victim->group != FT_GROUP_RUNNING || victim->where == UINT32_MAX ||
	    victim == job ||
	    !ft_nodes_has_job(world->place->member[partition], victim))
		return false;
	way = ft_preempt_way(world, victim);
	if (way == FT_PREEMPT_OFF || (exempt && victim->priority >= exempt))
		return false;
	if (!ft_preempt_goes_first(world, &one, &other))
		return way == FT_PREEMPT_SUSPEND &&
		       is_lower(world, partition, victim->where);
	if (way == FT_PREEMPT_SUSPEND)
		return victim->where != partition ||
		       ft_preempt_shares(world, partition);
	/* it has its preemption notice already, for another job */
	if (ft_job_is_ending(victim) && victim->preempt_by != job->number)
		return false;
	return ft_preempt_eligible(world, victim) <= world->now;
}

/* ---- the order of victims ------------------------------------------------ */

struct candidate {
	struct ft_job *job;
	uint64_t rank; /* lower ranks go first */
	uint64_t age;  /* then jobs slurmctld has known for longer */
};

static uint64_t
rank_of(const struct ft_world *world, const struct ft_job *job)
{
	const struct ft_qos *qos;
	uint32_t first = world->machine.partition[job->where].tier;

	if (world->sched.value[FT_SCHED_PREEMPT_YOUNGEST])
		return (uint64_t)(INT64_MAX - job->started);
	if (ft_world_preempt_type(world) == FT_PREEMPT_TYPE_QOS) {
		qos = qos_of(world, job);
		first = qos ? qos->priority : 0;
		if (first > 65535)
			first = 65535;
	}
	return (uint64_t)first * 65536 + job->n_node;
}

static int
compare(const void *left, const void *right)
{
	const struct candidate *a = left, *b = right;

	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	return (a->age > b->age) - (a->age < b->age);
}

/*
 * slurmctld knows jobs in the order of their numbers.  The exception is the
 * task of an array that started last: it has the array's number, but comes
 * after the tasks that were split off before it
 * (tests/oracle/cases/x10-preempt-arrays).
 */
static uint64_t
age_of(const struct ft_world *world, const struct ft_job *job)
{
	uint32_t last = job->number;

	for (size_t i = 0;
	     job->number == job->array_job && i < world->n_running; i++)
		if (world->running[i]->array_job == job->array_job &&
		    world->running[i]->number > last)
			last = world->running[i]->number;
	return (uint64_t)last * 2 + (last != job->number);
}

void
ft_preempt_candidates(
    const struct ft_seeker *seeker, struct ft_victims *victims)
{
	const struct ft_world *world = seeker->world;
	struct candidate *all FT_CLEANUP(ft_free_at) = NULL;
	size_t n = 0;

	victims->n = 0;
	if (ft_world_preempt_type(world) == FT_PREEMPT_TYPE_NONE ||
	    !world->n_running)
		return;
	all = ft_alloc(world->n_running * sizeof *all);
	for (size_t i = 0; i < world->n_running; i++) {
		struct ft_job *other = world->running[i];

		if (may_preempt(seeker, other))
			all[n++] = (struct candidate){ other,
				rank_of(world, other), age_of(world, other) };
	}
	if (n > 1)
		qsort(all, n, sizeof *all, compare);
	victims->job =
	    ft_vec_grow(victims->job, &victims->cap, n, sizeof *victims->job);
	for (; victims->n < n; victims->n++)
		victims->job[victims->n] = all[victims->n].job;
}

/* ---- what is in use ------------------------------------------------------ */

void
ft_preempt_count(uint32_t *active, const struct ft_job *job, bool more)
{
	for (size_t i = 0; i < job->n_node; i++)
		if (more)
			active[job->node[i].node] += job->node[i].cpus;
		else
			active[job->node[i].node] -= job->node[i].cpus;
}

uint32_t *
ft_preempt_active(const struct ft_world *world)
{
	uint32_t *active = ft_calloc(world->place->n_node, sizeof *active);

	for (size_t i = 0; i < world->n_running; i++) {
		const struct ft_job *job = world->running[i];

		if (job->suspended_by & (FT_SUSPEND_USER | FT_SUSPEND_PREEMPT))
			continue;
		ft_preempt_count(active, job, true);
	}
	return active;
}
