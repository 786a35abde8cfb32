/*
 * policy.c - counters of what associations, QOS, and users and accounts in a
 * QOS have in use: queued and running jobs, TRES, and TRES-seconds reserved.  A
 * job changes those of its association and of all above it, of its QOS, and of
 * its user and account in that QOS; each change is made by apply().
 */
#include "sim/policy/policy.h"

#include "base/text/timefmt.h"
#include "model/account/qos.h"
#include "sim/policy/private.h"

/* ---- where a job is counted ---------------------------------------------- */

uint32_t
ft_policy_qos_index(const struct ft_world *world, uint32_t id)
{
	const struct ft_qos *qos = id ? ft_world_qos(world, id) : NULL;

	return qos ? (uint32_t)(qos - world->acctdb.qos) : FT_POLICY_NONE;
}

/* The partition's QOS comes first, unless the job's QOS has OverPartQOS. */
struct ft_policy_place
ft_policy_place_in(const struct ft_world *world, const struct ft_job *job,
    const struct ft_partition *partition)
{
	struct ft_policy_place place = {
		ft_world_node(world, job),
		{ ft_policy_qos_index(world, job->qos), FT_POLICY_NONE },
		job->user,
		job->account,
	};
	const struct ft_qos *of =
	    partition && *partition->qos
		? ft_acctdb_find_qos(&world->acctdb, partition->qos)
		: NULL;
	uint32_t other = of && !of->deleted ? (uint32_t)(of - world->acctdb.qos)
					    : FT_POLICY_NONE;

	if (other == FT_POLICY_NONE || other == place.qos[0])
		return place;
	if (place.qos[0] == FT_POLICY_NONE) {
		place.qos[0] = other;
	} else if (world->acctdb.qos[place.qos[0]].flags &
		   FT_QOS_OVER_PART_QOS) {
		place.qos[1] = other;
	} else {
		place.qos[1] = place.qos[0];
		place.qos[0] = other;
	}
	return place;
}

struct ft_policy_place
ft_policy_place_named(
    const struct ft_world *world, const struct ft_job *job, struct ft_word name)
{
	char *text FT_CLEANUP(ft_free_at) = ft_strndup(name.at, name.len);
	uint32_t partition = ft_machine_partition(&world->machine, text);

	return ft_policy_place_in(world, job,
	    partition == UINT32_MAX ? NULL
				    : &world->machine.partition[partition]);
}

struct ft_policy_place
ft_policy_place_of(const struct ft_world *world, const struct ft_job *job)
{
	return ft_policy_place_in(world, job, ft_world_partition(world, job));
}

/* Returns where JOB is counted as submitted: of several QOS in the best, even
 * if it runs in another one (tests/oracle/cases/x42-several-qos-words). */
static struct ft_policy_place
submitted_place(const struct ft_world *world, const struct ft_job *job)
{
	struct ft_job as = *job;

	as.qos = ft_world_qos_waits(world, job);
	return ft_policy_place_of(world, &as);
}

/* Returns where JOB, which runs now, was counted while it was pending. */
static struct ft_policy_place
pending_place(const struct ft_world *world, const struct ft_job *job)
{
	struct ft_job before = *job;

	before.partition = "";
	before.state = FT_JOB_PENDING;
	return submitted_place(world, &before);
}

/* ---- counters ------------------------------------------------------------ */

struct ft_policy_count *
ft_policy_member_of(struct ft_policy_group *group, const char *name)
{
	uint64_t at = ft_map_add(&group->at, name, group->n);

	if (at < group->n)
		return &group->item[at].count;
	group->item = ft_vec_grow(
	    group->item, &group->cap, group->n + 1, sizeof *group->item);
	group->item[group->n] = (struct ft_policy_member){ 0 };
	return &group->item[group->n++].count;
}

static struct ft_policy *
policy_new(struct ft_world *world)
{
	struct ft_policy *policy = ft_calloc(1, sizeof *policy);

	policy->n_node = world->tree ? world->tree->n : 0;
	policy->n_qos = (uint32_t)world->acctdb.n_qos;
	policy->n_tres = world->tres.n;
	policy->node = ft_calloc(policy->n_node, sizeof *policy->node);
	policy->qos = ft_calloc(policy->n_qos, sizeof *policy->qos);
	return policy;
}

/* Returns what policy->rounds must be. */
static bool
rounds(const struct ft_acctdb *acctdb)
{
	for (size_t i = 0; i < acctdb->n_qos; i++)
		if (acctdb->qos[i].usage_factor >= 0 &&
		    fmod(acctdb->qos[i].usage_factor, 1) != 0)
			return true;
	return false;
}

static void
group_free(struct ft_policy_group *group)
{
	for (size_t i = 0; i < group->n; i++)
		ft_idmap_free(&group->item[i].count.nodes.jobs);
	ft_map_clear(&group->at);
	ft_free(group->item);
	ft_free(group->order);
}

void
ft_policy_free(struct ft_policy *policy)
{
	if (!policy)
		return;
	for (uint32_t i = 0; i < policy->n_qos; i++) {
		group_free(&policy->qos[i].user);
		group_free(&policy->qos[i].account);
		ft_idmap_free(&policy->qos[i].count.nodes.jobs);
	}
	for (uint32_t i = 0; i < policy->n_node; i++)
		ft_idmap_free(&policy->node[i].count.nodes.jobs);
	ft_free(policy->node);
	ft_free(policy->qos);
	ft_free(policy->running);
	ft_arena_clear(&policy->arena);
	ft_free(policy);
}

struct ft_policy *
ft_policy_of(struct ft_world *world)
{
	if (!world->policy) {
		world->policy = policy_new(world);
		ft_policy_compile_qos(world);
		world->policy->rounds = rounds(&world->acctdb);
		world->policy->decays = ft_policy_uses_usage(world);
		world->policy->min_prio = ft_policy_uses_min_prio(world);
	}
	return world->policy;
}

bool
ft_policy_decays(struct ft_world *world)
{
	return ft_policy_of(world)->decays;
}

/* Allocate the vectors of COUNT, unless it has them. */
static void
allocate_vectors(struct ft_policy *policy, struct ft_policy_count *count)
{
	if (count->tres)
		return;
	count->tres = ft_arena_calloc(
	    &policy->arena, policy->n_tres * 2, sizeof *count->tres);
	count->run_secs = count->tres + policy->n_tres;
}

/* A change of counters, the same for all that count the job. */
struct change {
	int64_t submitted, jobs, accruing; /* to be added */
	/* TRES allocated (jobs > 0) or released; NULL: neither */
	const uint64_t *tres;
	/* the job whose nodes are allocated or released; NULL: neither */
	const struct ft_job *on;
	/* run_secs change by of[] x seconds x factor; NULL: they do not */
	const uint64_t *of;
	int64_t seconds;
	double factor;
};

/* Add BY to *to, but let it not fall below 0. */
static void
add_u32(uint32_t *to, int64_t by)
{
	*to = by < 0 && (uint64_t)-by > *to ? 0 : (uint32_t)(*to + by);
}

bool
ft_policy_has_node(const struct ft_policy_nodes *nodes, uint32_t node)
{
	uint32_t jobs = ft_idmap_get(&nodes->jobs, node);

	return jobs != FT_IDMAP_NONE && jobs > 0;
}

/* Count JOB on its nodes, where it starts (RUNS) or ends. */
static void
count_nodes(struct ft_policy_nodes *nodes, const struct ft_job *job, bool runs)
{
	for (size_t i = 0; i < job->n_node; i++) {
		uint32_t node = job->node[i].node;
		bool used = ft_policy_has_node(nodes, node);
		uint32_t jobs = used ? ft_idmap_get(&nodes->jobs, node) : 0;

		if (!runs && !used)
			continue;
		jobs = runs ? jobs + 1 : jobs - 1;
		nodes->n += !used;
		nodes->n -= !jobs;
		ft_idmap_put(&nodes->jobs, node, jobs);
	}
}

static void
apply(struct ft_policy *policy, struct ft_policy_count *count,
    const struct change *change)
{
	add_u32(&count->submitted, change->submitted);
	add_u32(&count->jobs, change->jobs);
	add_u32(&count->accruing, change->accruing);
	if (!change->tres && !change->of)
		return;
	allocate_vectors(policy, count);
	if (change->on)
		count_nodes(&count->nodes, change->on, change->jobs > 0);
	for (size_t i = 0; i < policy->n_tres; i++) {
		uint64_t have = change->tres ? change->tres[i] : 0;
		uint64_t *tres = &count->tres[i], *run = &count->run_secs[i];
		double by = change->of
				? (double)change->of[i] * change->factor *
				      (double)change->seconds
				: 0;

		if (change->jobs > 0)
			*tres += have;
		else
			*tres -= have < *tres ? have : *tres;
		if (by >= 0)
			*run += (uint64_t)by;
		else
			*run -= -by < (double)*run ? (uint64_t)-by : *run;
	}
	if (change->on)
		count->tres[FT_TRES_NODE] = count->nodes.n;
}

static void
apply_qos(struct ft_policy *policy, uint32_t index,
    const struct ft_policy_place *place, const struct change *change)
{
	struct ft_policy_qos *qos;

	if (index == FT_POLICY_NONE)
		return;
	qos = &policy->qos[index];
	apply(policy, &qos->count, change);
	apply(policy, ft_policy_member_of(&qos->user, place->user), change);
	apply(
	    policy, ft_policy_member_of(&qos->account, place->account), change);
}

static void
apply_all(struct ft_policy *policy, const struct ft_tree *tree,
    const struct ft_policy_place *place, const struct change *change)
{
	for (uint32_t node = place->node; node != FT_NODE_NONE;
	     node = tree->parent[node])
		apply(policy, &policy->node[node].count, change);
	for (size_t i = 0; i < 2; i++)
		apply_qos(policy, place->qos[i], place, change);
}

static bool
is_seen(const uint32_t *seen, size_t n, uint32_t qos)
{
	while (n > 0)
		if (seen[--n] == qos)
			return true;
	return false;
}

/* Change the number of submitted jobs of the QOS of JOB's other partitions,
 * which count it, too, while it waits; PLACE counts it already. */
static void
apply_others(struct ft_world *world, const struct ft_job *job,
    const struct ft_policy_place *place, int64_t submitted)
{
	const struct change change = { .submitted = submitted };
	const char *names = job->partitions;
	uint32_t *seen FT_CLEANUP(ft_free_at) = NULL;
	size_t n = 0, cap = 0;
	struct ft_word name;

	if (!strchr(names, ','))
		return;
	for (size_t i = 0; i < 2; i++)
		*ft_vec_add(seen, n, cap) = place->qos[i];
	while (ft_word_next(&names, ",", &name)) {
		struct ft_policy_place other =
		    ft_policy_place_named(world, job, name);

		for (size_t i = 0; i < 2; i++)
			if (!is_seen(seen, n, other.qos[i])) {
				*ft_vec_add(seen, n, cap) = other.qos[i];
				apply_qos(ft_policy_of(world), other.qos[i],
				    place, &change);
			}
	}
}

static int64_t
tasks_of(const struct ft_job *job)
{
	return job->n_tasks ? (int64_t)job->n_tasks : 1;
}

/* ---- reserved TRES-seconds ----------------------------------------------- */

int64_t
ft_policy_seconds(int64_t minutes)
{
	/* Slurm's number for "no limit":
	 * tests/oracle/cases/z42-unlimited-run-minutes */
	if (minutes == FT_TIME_UNLIMITED || minutes > UINT32_MAX)
		minutes = UINT32_MAX;
	return minutes < 0 ? 0 : minutes * 60;
}

double
ft_policy_factor(const struct ft_world *world, uint32_t id)
{
	const struct ft_qos *qos = id ? ft_world_qos(world, id) : NULL;

	return qos && qos->usage_factor >= 0 ? qos->usage_factor : 1;
}

static int64_t
last_pass(const struct ft_world *world)
{
	if (world->period <= 0 || world->now < world->decayed)
		return world->decayed;
	return world->now - (world->now - world->decayed) % world->period;
}

/* Returns the seconds JOB had left at the decay pass at PASS. */
static int64_t
left_at(const struct ft_job *job, int64_t pass)
{
	int64_t all = ft_policy_seconds(job->time_limit);
	int64_t ran = pass > job->started ? pass - job->started : 0;

	return ran < all ? all - ran : 0;
}

void
ft_policy_advance(struct ft_world *world)
{
	struct ft_policy *policy = ft_policy_of(world);
	int64_t pass = last_pass(world);

	if (pass == policy->pass)
		return;
	policy->pass = pass;
	for (size_t i = 0; i < policy->n_running; i++) {
		struct ft_policy_running *item = &policy->running[i];
		int64_t left = left_at(item->job, pass);
		struct change change = { .of = item->job->alloc,
			.seconds = left - item->left,
			.factor = item->factor };

		if (left == item->left || !item->job->alloc)
			continue;
		apply_all(policy, world->tree, &item->place, &change);
		item->left = left;
	}
}

/* ---- what happens to jobs ------------------------------------------------ */

/* Count TASKS more pending tasks of JOB, and ACCRUING more that gain age. */
static void
count_waiting(struct ft_world *world, const struct ft_job *job, int64_t tasks,
    int64_t accruing)
{
	struct ft_policy_place place = submitted_place(world, job);
	struct change change = { .submitted = tasks, .accruing = accruing };

	apply_all(ft_policy_of(world), world->tree, &place, &change);
	if (tasks)
		apply_others(world, job, &place, tasks);
}

void
ft_policy_submitted(struct ft_world *world, const struct ft_job *job)
{
	count_waiting(
	    world, job, tasks_of(job), job->accrue ? tasks_of(job) : 0);
}

void
ft_policy_withdrawn(struct ft_world *world, const struct ft_job *job)
{
	count_waiting(
	    world, job, -tasks_of(job), job->accrue ? -tasks_of(job) : 0);
}

void
ft_policy_accrues(struct ft_world *world, const struct ft_job *job)
{
	count_waiting(world, job, 0, tasks_of(job));
}

static void
list_running(struct ft_world *world, const struct ft_job *job)
{
	struct ft_policy *policy = ft_policy_of(world);
	struct ft_policy_running *item;
	struct change change = {
		.jobs = 1, .tres = job->alloc, .on = job, .of = job->alloc
	};

	item =
	    ft_vec_add(policy->running, policy->n_running, policy->cap_running);
	*item = (struct ft_policy_running){ .job = job,
		.place = ft_policy_place_of(world, job),
		.factor = ft_policy_factor(world, job->qos),
		.left = left_at(job, policy->pass) };
	change.seconds = item->left;
	change.factor = item->factor;
	apply_all(policy, world->tree, &item->place, &change);
}

void
ft_policy_started(struct ft_world *world, const struct ft_job *job)
{
	struct ft_policy *policy = ft_policy_of(world);
	struct ft_policy_place before = pending_place(world, job);
	struct ft_policy_place after = submitted_place(world, job);
	struct change less = { .submitted = -1,
		.accruing = job->accrue ? -1 : 0 };
	struct change more = { .submitted = 1 };

	if (policy->rounds)
		ft_policy_advance(world);
	apply_all(policy, world->tree, &before, &less);
	apply_others(world, job, &before, -1);
	apply_all(policy, world->tree, &after, &more);
	list_running(world, job);
}

void
ft_policy_ended(struct ft_world *world, const struct ft_job *job)
{
	struct ft_policy *policy = ft_policy_of(world);
	struct ft_policy_place place = submitted_place(world, job);
	struct change less = { .submitted = -1 };

	for (size_t i = policy->n_running; i > 0 && i--;) {
		struct ft_policy_running *item = &policy->running[i];
		struct change change = { .jobs = -1,
			.tres = job->alloc,
			.on = job,
			.of = job->alloc,
			.seconds = -item->left,
			.factor = item->factor };

		if (item->job != job)
			continue;
		apply_all(policy, world->tree, &item->place, &change);
		apply_all(policy, world->tree, &place, &less);
		*item = policy->running[--policy->n_running];
		return;
	}
}

void
ft_policy_reset(struct ft_world *world)
{
	struct ft_policy *policy;
	struct change running = { .submitted = 1 };

	ft_policy_free(world->policy);
	world->policy = NULL;
	policy = ft_policy_of(world);
	policy->pass = last_pass(world);
	for (size_t i = 0; i < world->n_job; i++) {
		struct ft_job *job = world->job[i];
		struct ft_policy_place place;

		if (!ft_job_is_active(job) || job->submitted > world->now)
			continue;
		if (job->state == FT_JOB_PENDING) {
			ft_policy_submitted(world, job);
			continue;
		}
		place = submitted_place(world, job);
		apply_all(policy, world->tree, &place, &running);
		list_running(world, job);
	}
}
