/* What will be free when running jobs have reached their time limits. */

#include "sim/schedule/plan_private.h"

#define YEAR INT64_C(31536000)
#define FIRST_WINDOW                                                           \
	INT64_C(30) /* seconds: the select plugin's first time
				    window */

static int
compare(const void *left, const void *right)
{
	const struct ft_ending *a = left, *b = right;

	if (a->at != b->at)
		return a->at < b->at ? -1 : 1;
	return (a->job->number > b->job->number) -
	       (a->job->number < b->job->number);
}

/* Returns the most CPUs that are free once JOB has ended. */
static uint64_t
cpus_of(const struct ft_world *world, const struct ft_job *job)
{
	bool whole = ft_place_whole(world, job);
	uint64_t cpus = 0;

	for (size_t i = 0; i < job->n_node; i++)
		cpus += whole ? world->machine.node[job->node[i].node].cpus
			      : job->node[i].cpus;
	return cpus;
}

static struct ft_ending
ending_of(const struct ft_world *world, const struct ft_job *job)
{
	int64_t at = job->must_end;

	if (at == INT64_MAX)
		at = job->started + YEAR;
	return (struct ft_ending){ at, job,
		job->n_node == 1 ? job->node[0].node : UINT32_MAX,
		cpus_of(world, job) };
}

static bool
is_among(const struct ft_victims *victims, const struct ft_job *job)
{
	for (size_t i = 0; victims && i < victims->n; i++)
		if (victims->job[i] == job)
			return true;
	return false;
}

void
ft_future_init(struct ft_future *future, struct ft_world *world,
    const struct ft_victims *gone)
{
	*future = (struct ft_future){
		.world = world, .now = world->now, .gone = gone
	};
	future->ending = ft_vec_grow(NULL, &future->cap_ending,
	    world->n_running + 1, sizeof *future->ending);
	for (size_t i = 0; i < world->n_running; i++)
		if (!is_among(gone, world->running[i]))
			future->ending[future->n_ending++] =
			    ending_of(world, world->running[i]);
	if (future->n_ending > 1)
		qsort(future->ending, future->n_ending, sizeof *future->ending,
		    compare);
	for (size_t i = 1; i < future->n_ending; i++)
		future->ending[i].cpus += future->ending[i - 1].cpus;
}

void
ft_future_clear(struct ft_future *future)
{
	for (size_t i = 0; i < future->n_snapshot; i++)
		ft_free_clear(&future->snapshot[i].free);
	ft_free(future->snapshot);
	ft_free(future->ending);
}

void
ft_future_add(struct ft_future *future, const struct ft_job *job)
{
	struct ft_ending ending = ending_of(future->world, job);
	uint64_t cpus = ending.cpus;
	size_t i = future->n_ending++;

	future->ending = ft_vec_grow(future->ending, &future->cap_ending,
	    future->n_ending, sizeof *future->ending);
	for (; i && compare(&future->ending[i - 1], &ending) > 0; i--) {
		future->ending[i] = future->ending[i - 1];
		future->ending[i].cpus += cpus;
	}
	if (i)
		ending.cpus += future->ending[i - 1].cpus;
	future->ending[i] = ending;
	/* until it ends the job has its part; what is free later stays */
	for (size_t s = 0; s < future->made; s++) {
		struct ft_snapshot *snapshot = &future->snapshot[s];

		if (snapshot->released > i)
			snapshot->released++;
		else
			ft_free_take(future->world, &snapshot->free, job);
	}
}

/* Release the resources of jobs treated as gone, or lend their CPUs. */
static void
take_out(const struct ft_future *future, struct ft_free *free)
{
	const struct ft_world *world = future->world;

	for (size_t i = 0; future->gone && i < future->gone->n; i++) {
		const struct ft_job *job = future->gone->job[i];

		if (ft_preempt_way(world, job) == FT_PREEMPT_SUSPEND)
			ft_free_lend(world, free, job);
		else
			ft_free_give(world, free, job);
	}
}

/* Returns the index of the last snapshot with at most RELEASED endings; [0]
 * always qualifies. */
static size_t
find(const struct ft_future *future, size_t released)
{
	size_t low = 0, high = future->made;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (future->snapshot[middle].released > released)
			high = middle;
		else
			low = middle;
	}
	return low;
}

/* Make the snapshot of now; all others are derived from it. */
static void
begin(struct ft_future *future)
{
	struct ft_world *world = future->world;

	if (!future->n_snapshot) {
		future->snapshot =
		    ft_calloc(FT_SNAPSHOTS, sizeof *future->snapshot);
		ft_free_init(world, &future->snapshot[0].free);
		future->n_snapshot = 1;
	}
	ft_free_copy(&future->snapshot[0].free, &world->place->now);
	take_out(future, &future->snapshot[0].free);
	future->snapshot[0].released = 0;
	future->made = 1;
}

/* Returns a slot for a snapshot after I: a new one, the next one, or I itself
 * if it is the last of a full table. */
static struct ft_snapshot *
room_behind(struct ft_future *future, size_t i)
{
	struct ft_snapshot *snapshot = future->snapshot, spare;

	if (future->made == FT_SNAPSHOTS)
		return &snapshot[i + 1 < FT_SNAPSHOTS ? i + 1 : i];
	if (future->made == future->n_snapshot)
		ft_free_init(
		    future->world, &snapshot[future->n_snapshot++].free);
	spare = snapshot[future->made];
	memmove(&snapshot[i + 2], &snapshot[i + 1],
	    (future->made - i - 1) * sizeof *snapshot);
	snapshot[i + 1] = spare;
	future->made++;
	return &snapshot[i + 1];
}

/* Returns what is free after the first RELEASED endings. */
static const struct ft_free *
after(struct ft_future *future, size_t released)
{
	struct ft_snapshot *snapshot;
	size_t i, done;

	if (!future->made)
		begin(future);
	i = find(future, released);
	done = future->snapshot[i].released;
	if (done == released)
		return &future->snapshot[i].free;
	snapshot = room_behind(future, i);
	if (snapshot != &future->snapshot[i])
		ft_free_copy(&snapshot->free, &future->snapshot[i].free);
	snapshot->free.now = false;
	snapshot->released = released;
	for (; done < released; done++)
		ft_free_give(
		    future->world, &snapshot->free, future->ending[done].job);
	return &snapshot->free;
}

/* ---- endings for one job ------------------------------------------------- */

/* Returns when the N-th group ends if the first ending of all is at FIRST. */
static int64_t
group_end(const struct ft_future *future, int64_t first, unsigned n)
{
	int64_t linear = future->world->sched.value[FT_SCHED_BF_WINDOW_LINEAR];
	int64_t base = first - first % FIRST_WINDOW + FIRST_WINDOW;

	assert(n > 0);
	if (linear)
		return base + FIRST_WINDOW + (n - 1) * linear;
	return base + (FIRST_WINDOW << (n < 30 ? n - 1 : 29));
}

/* Returns whether the job of ENDING has one of NODES. */
static bool
is_here(const struct ft_ending *ending, const ft_nodes *nodes)
{
	return ending->node != UINT32_MAX
		   ? ft_nodes_has(nodes, ending->node)
		   : ft_nodes_has_job(nodes, ending->job);
}

/* Returns the index of the first ending from I on that is after TIME. */
static size_t
first_after(const struct ft_future *future, size_t i, int64_t time)
{
	size_t high = future->n_ending;

	while (i < high) {
		size_t middle = i + (high - i) / 2;

		if (future->ending[middle].at > time)
			high = middle;
		else
			i = middle + 1;
	}
	return i;
}

/*
 * Returns the index of the last ending on these nodes of the group that begins
 * with ending I, one of them, and lasts until UNTIL.  Only an ending that the
 * next one anywhere follows after UNTIL closes the group.
 */
static size_t
last_of_group(const struct ft_future *future, const ft_nodes *nodes, size_t i,
    int64_t until)
{
	size_t last = first_after(future, i + 1, until) - 1;

	for (size_t k = last; k < future->n_ending; k++)
		if (is_here(&future->ending[k], nodes))
			return k;
	while (!is_here(&future->ending[last], nodes))
		last--;
	return last;
}

/* Move WALK on to the end of the next group; false: there are no more. */
static bool
move(const struct ft_future *future, struct ft_walk *walk)
{
	const struct ft_ending *ending = future->ending;
	size_t i = walk->released;
	int64_t until;

	while (i < future->n_ending && !is_here(&ending[i], walk->nodes))
		i++;
	if (i == future->n_ending)
		return false;
	if (!walk->first)
		walk->first = ending[i].at;
	/* skip groups without an ending on these nodes */
	do
		until = group_end(future, walk->first, walk->n++);
	while (ending[i].at > until);
	i = last_of_group(future, walk->nodes, i, until);
	/* a job over its limit ends at once */
	walk->at = ending[i].at;
	if (walk->at <= future->now)
		walk->at = future->now + 1;
	walk->released = i + 1;
	return true;
}

/* Returns whether fewer CPUs are free than WALK asks for.  Jobs that are treated
 * as gone free an unknown number. */
static bool
has_too_few(const struct ft_future *future, const struct ft_walk *walk)
{
	uint64_t cpus = future->world->place->now.cpus_open;

	if (walk->released)
		cpus += future->ending[walk->released - 1].cpus;
	return !future->gone && cpus < walk->cpus;
}

const struct ft_free *
ft_future_next(struct ft_future *future, struct ft_walk *walk)
{
	do {
		if (walk->n) {
			if (!move(future, walk))
				return NULL;
		} else {
			walk->n = 1;
			walk->at = future->now;
		}
	} while (has_too_few(future, walk));
	return after(future, walk->released);
}
