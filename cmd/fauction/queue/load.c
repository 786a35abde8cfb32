/* Pending jobs become bidders. */

#include "fauction/queue/pending.h"
#include "fauction/queue/contest.h"
#include "base/text/timefmt.h"
#include "common/jobtext.h"
#include "common/world.h"
#include "sim/usage/ledger.h"
#include "sim/place/place.h"

#define MOST_JOBS                                                              \
	200000 /* at most so many tasks of arrays are bidders of
			    their own */
#define NO_PLACE UINT32_MAX
#define YEAR     INT64_C(525600) /* minutes */

/* A user's place in Fair Tree. */
struct place {
	uint32_t place;
	double factor;
};

/* ---- how much there is --------------------------------------------------- */

/* Returns whether node I takes part. */
static bool
counts(const struct contest *contest, uint32_t i)
{
	const struct ft_world *world = &contest->world;
	const struct ft_node *node = &world->machine.node[i];

	if (node->state == FT_NODE_FUTURE)
		return false;
	return !contest->idle || ft_nodes_has(ft_place_usable(world), i);
}

static uint64_t
units_of_node(const struct contest *contest, uint32_t i)
{
	const struct ft_world *world = &contest->world;
	uint32_t cpus = world->machine.node[i].cpus;
	uint32_t free =
	    contest->idle ? ft_place_now(world)->node[i].cpus : cpus;

	if (!counts(contest, i))
		return 0;
	return contest->unit == CONTEST_CPUS ? free : free == cpus;
}

/* Count all nodes, or those of the partition. */
static uint64_t
capacity(const struct contest *contest)
{
	const struct ft_machine *machine = &contest->world.machine;
	const struct ft_partition *partition = NULL;
	size_t n = machine->n_node;
	uint64_t sum = 0;

	if (contest->partition) {
		partition = &machine->partition[ft_machine_partition(
		    machine, contest->partition)];
		n = partition->n_node;
	}
	for (size_t i = 0; i < n; i++)
		sum += units_of_node(
		    contest, partition ? partition->node[i] : (uint32_t)i);
	if (!contest->capacity)
		return sum;
	/* of the most common size */
	return contest->unit == CONTEST_CPUS && n
		   ? (contest->capacity * sum + n - 1) / n
		   : contest->capacity;
}

/* ---- one job ------------------------------------------------------------- */

static const struct ft_partition *
partition_of(const struct contest *contest, const struct ft_standing *standing)
{
	return &contest->world.machine.partition[standing->partition];
}

/* Returns the CPUs the job takes away: of whole nodes all of them. */
static uint64_t
cpus_of(const struct contest *contest, const struct ft_standing *standing)
{
	const struct ft_partition *partition = partition_of(contest, standing);
	uint64_t nodes = ft_jobtext_nodes(&contest->world, standing->job);
	uint64_t cpus = ft_jobtext_cpus(standing->job);

	if ((standing->job->exclusive || partition->exclusive) &&
	    partition->n_node) {
		uint64_t whole =
		    (nodes * partition->cpus + partition->n_node - 1) /
		    partition->n_node;

		return whole > cpus ? whole : cpus;
	}
	return cpus;
}

/* Returns the minutes since the job became eligible, at most a year of them. */
static int64_t
waited(const struct ft_world *world, const struct ft_job *job)
{
	int64_t since = job->eligible ? job->eligible : job->submitted;
	int64_t minutes = (world->now - since) / 60;

	if (minutes < 0)
		return 0;
	return minutes < YEAR ? minutes : YEAR;
}

static int64_t
value_of(const struct contest *contest, const struct contest_job *job)
{
	const struct ft_standing *standing = job->standing;
	const struct ft_world *world = &contest->world;
	double billing;

	switch ((enum contest_value)contest->value) {
	case CONTEST_MINUTES:
		return job->units * job->minutes;
	case CONTEST_BILLING:
		billing =
		    ft_billing_of(&partition_of(contest, standing)->billing,
			&world->tres, standing->job->req,
			world->priority_flags) *
		    (double)job->minutes;
		return billing < 1e15 ? (int64_t)billing
				      : INT64_C(1000000000000000);
	case CONTEST_PRIORITY:
		return standing->points;
	case CONTEST_JOBS:
		return 1;
	case CONTEST_WAIT:
		return job->units * waited(world, standing->job);
	case CONTEST_SHORT:
		return job->units * INT64_C(1000000) /
		       (job->minutes > 0 ? job->minutes : 1);
	case CONTEST_SIZE:
		break;
	}
	return job->units;
}

static uint32_t
group_of(struct contest *contest, const char *name)
{
	uint64_t at = ft_map_add(&contest->groups, name, contest->n_group);

	if (at < contest->n_group)
		return (uint32_t)at;
	contest->group = ft_vec_grow(contest->group, &contest->cap_group,
	    contest->n_group + 1, sizeof *contest->group);
	contest->group[contest->n_group] =
	    (struct contest_group){ .name = name };
	return (uint32_t)contest->n_group++;
}

/* Add a bidder for each pending task. */
static enum ft_status
add_job(struct contest *contest, const struct ft_standing *standing,
    const struct place *place, struct ft_error *err)
{
	const struct ft_world *world = &contest->world;
	const struct ft_job *job = standing->job;
	size_t tasks = ft_job_is_head(job) ? job->n_tasks : 1;
	struct contest_job one = { .standing = standing, .task = -1 };
	struct ft_game_job game;
	uint64_t units;

	fauction_pending_job(world, job, &game);
	units = contest->unit == CONTEST_CPUS ? cpus_of(contest, standing)
					      : game.nodes;
	one.units = units < UINT32_MAX ? (uint32_t)units : UINT32_MAX;
	one.minutes = game.planned;
	one.leaf = ft_world_node(world, job);
	one.place = NO_PLACE;
	if (one.leaf != FT_NODE_NONE) {
		one.place = place[one.leaf].place;
		one.fairshare = place[one.leaf].factor;
	}
	one.tier = partition_of(contest, standing)->tier;
	one.value = value_of(contest, &one);
	one.group = group_of(contest, contest->by_user ? job->user
				      : *job->account  ? job->account
						       : "(none)");
	if (contest->n + tasks > MOST_JOBS)
		return ft_fail(err, FT_EINVAL,
		    "more than %d pending jobs (each array task counts)",
		    MOST_JOBS);
	contest->job = ft_vec_grow(contest->job, &contest->cap,
	    contest->n + tasks, sizeof *contest->job);
	for (size_t i = 0; i < tasks; i++) {
		if (ft_job_is_head(job))
			one.task = job->tasks[i];
		contest->job[contest->n++] = one;
	}
	return FT_OK;
}

/* ---- which jobs ---------------------------------------------------------- */

static bool
is_wanted(const struct contest *contest, const struct ft_standing *standing)
{
	return standing->waits &&
	       standing->partition < contest->world.machine.n_partition &&
	       (!contest->partition ||
		   strcmp(contest->partition,
		       partition_of(contest, standing)->name) == 0);
}

/* Whether A is the better one of a job's partitions: the one examined first. */
static bool
is_better(const struct contest *contest, const struct ft_standing *a,
    const struct ft_standing *b)
{
	uint32_t tier = partition_of(contest, a)->tier;
	uint32_t other = partition_of(contest, b)->tier;

	return tier != other ? tier > other : a->points > b->points;
}

static int
by_sprio(const void *a, const void *b)
{
	const struct contest_job *x = a, *y = b;
	const struct ft_standing *s = x->standing, *t = y->standing;

	if (x->tier != y->tier)
		return x->tier > y->tier ? -1 : 1;
	if (s->points != t->points)
		return s->points > t->points ? -1 : 1;
	if (s->job->submitted != t->job->submitted)
		return s->job->submitted < t->job->submitted ? -1 : 1;
	if (s->job->number != t->job->number)
		return s->job->number < t->job->number ? -1 : 1;
	if (x->task != y->task)
		return x->task < y->task ? -1 : 1;
	return (s->job->slot > t->job->slot) - (s->job->slot < t->job->slot);
}

static enum ft_status
add_jobs(
    struct contest *contest, const struct place *place, struct ft_error *err)
{
	const struct ft_standings *standings = &contest->standings;
	enum ft_status status = FT_OK;

	/* rows of one job are adjacent */
	for (size_t i = 0; i < standings->n && status == FT_OK;) {
		const struct ft_job *job = standings->item[i].job;
		const struct ft_standing *best = NULL;

		for (; i < standings->n && standings->item[i].job == job; i++)
			if (is_wanted(contest, &standings->item[i]) &&
			    (!best ||
				is_better(contest, &standings->item[i], best)))
				best = &standings->item[i];
		if (best && ft_visibility_shows(&contest->session.visibility,
				FT_VISIBILITY_JOBS, job->user, job->account))
			status = add_job(contest, best, place, err);
	}
	if (contest->n)
		qsort(contest->job, contest->n, sizeof *contest->job, by_sprio);
	return status;
}

/* ---- Fair Tree, whatever the settings say -------------------------------- */

/* Returns places by tree node, in a new array. */
static enum ft_status
place_users(struct contest *contest, struct place **place, struct ft_error *err)
{
	struct ft_world *world = &contest->world;
	struct ft_share_input input = { .tree = world->tree,
		.usage = ft_world_usage_at_pass(world) };
	struct ft_share share FT_CLEANUP(ft_share_free) = { 0 };
	enum ft_status status;

	*place =
	    ft_arena_calloc(&contest->arena, world->tree->n, sizeof **place);
	(void)ft_share_params_of(world->conf, NULL, &input.params);
	status =
	    ft_share_run(ft_algo_find("fairtree"), &input, &share, NULL, err);
	for (uint32_t i = 0; i < world->tree->n && status == FT_OK; i++) {
		struct ft_share_values values;

		if (!ft_tree_is_user(world->tree, i))
			continue;
		ft_share_values_of(&input, &share, i, &values);
		(*place)[i] = (struct place){ values.rank, values.factor };
	}
	return status;
}

/* ---- all together -------------------------------------------------------- */

static enum ft_status
check_partition(const struct contest *contest, struct ft_error *err)
{
	const struct ft_machine *machine = &contest->world.machine;

	if (contest->partition &&
	    ft_machine_partition(machine, contest->partition) == UINT32_MAX)
		return ft_fail(
		    err, FT_ENOENT, "no partition '%s'", contest->partition);
	return FT_OK;
}

/* Units are whole nodes or CPUs, as SelectType says. */
static void
choose_unit(struct contest *contest)
{
	const char *type =
	    ft_conf_text(&contest->session.conf, FT_CONF_SELECT_TYPE);

	if (!contest->unit_given)
		contest->unit = strcmp(type, "select/linear") == 0
				    ? CONTEST_NODES
				    : CONTEST_CPUS;
}

static enum ft_status
open_world(struct contest *contest, struct ft_error *err)
{
	struct ft_session *session = &contest->session;

	FT_TRY(
	    ft_session_open(session, contest->context, FT_SESSION_READ, err));
	FT_TRY(
	    ft_whatif_apply(contest->context, session, &contest->what_if, err));
	FT_TRY(ft_session_world(session, &contest->world, NULL, err));
	return check_partition(contest, err);
}

static void
count(struct contest *contest)
{
	bool *seen = ft_arena_calloc(
	    &contest->arena, contest->world.machine.n_partition, sizeof *seen);

	for (size_t i = 0; i < contest->n; i++) {
		const struct ft_standing *standing = contest->job[i].standing;

		contest->endless +=
		    ft_world_time_limit(&contest->world, standing->job,
			partition_of(contest, standing)) == FT_TIME_UNLIMITED;
		contest->too_wide +=
		    contest->job[i].units > contest->auction.nodes;
		contest->n_partition += !seen[standing->partition];
		seen[standing->partition] = true;
	}
}

enum ft_status
contest_load(struct contest *contest, struct ft_error *err)
{
	struct place *place = NULL;
	uint64_t units;

	FT_TRY(open_world(contest, err));
	FT_TRY(ft_standings_fill(&contest->standings, &contest->world, err));
	FT_TRY(place_users(contest, &place, err));
	choose_unit(contest);
	FT_TRY(add_jobs(contest, place, err));
	units = capacity(contest);
	if (units == 0)
		return ft_fail(err, FT_EINVAL, "no %s are %s",
		    contest_units(contest), contest->idle ? "idle" : "there");
	if (units > FT_AUCTION_NODES_MAX)
		return ft_fail(err, FT_EINVAL,
		    "%" PRIu64 " %s exceed the limit of an auction (%u)", units,
		    contest_units(contest), (unsigned)FT_AUCTION_NODES_MAX);
	contest->auction.nodes = (uint32_t)units;
	contest_promise(contest);
	count(contest);
	return FT_OK;
}
