/* What will be free when running jobs have reached their time limits. */

#include "sim/place/future.h"

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

/* Returns when JOB, which runs, reaches its time limit. */
static int64_t
end_of(const struct ft_job *job)
{
	return job->must_end == INT64_MAX ? job->started + YEAR : job->must_end;
}

static struct ft_ending
ending_of(const struct ft_world *world, const struct ft_job *job)
{
	return (struct ft_ending){ end_of(job), job, cpus_of(world, job) };
}

void
ft_future_init(struct ft_future *future, struct ft_world *world)
{
	size_t n = world->n_running;

	*future = (struct ft_future){ .world = world,
		.snapshot = ft_calloc(FT_SNAPSHOTS, sizeof *future->snapshot),
		.nodes = ft_calloc(world->place->n_word, sizeof *future->nodes),
		.n_snapshot = 1,
		.made = 1 };
	/* all others are derived from this one */
	ft_free_init(world, &future->snapshot[0].free);
	ft_free_copy(&future->snapshot[0].free, &world->place->now);
	future->ending = ft_vec_grow(
	    NULL, &future->cap_ending, n + 1, sizeof *future->ending);
	for (; future->n_ending < n; future->n_ending++)
		future->ending[future->n_ending] =
		    ending_of(world, world->running[future->n_ending]);
	if (n > 1)
		qsort(future->ending, n, sizeof *future->ending, compare);
}

void
ft_future_clear(struct ft_future *future)
{
	for (size_t i = 0; i < future->n_snapshot; i++)
		ft_free_clear(&future->snapshot[i].free);
	ft_free(future->snapshot);
	ft_free(future->ending);
	ft_free(future->on);
	ft_free(future->at);
	ft_free(future->here);
	ft_free(future->nodes);
	ft_free(future->started);
	ft_memories_free(future->memories);
	ft_free_clear(&future->at_horizon);
	ft_free_clear(&future->at_last);
}

static void
add(struct ft_future *future, const struct ft_job *job)
{
	struct ft_ending ending = ending_of(future->world, job);
	size_t i = future->n_ending++;

	future->ending = ft_vec_grow(future->ending, &future->cap_ending,
	    future->n_ending, sizeof *future->ending);
	for (; i && compare(&future->ending[i - 1], &ending) > 0; i--)
		future->ending[i] = future->ending[i - 1];
	future->ending[i] = ending;
	future->sorted = false;
	future->version++;
	/* until it ends the job has its part; what is free later stays */
	for (size_t s = 0; s < future->made; s++) {
		struct ft_snapshot *snapshot = &future->snapshot[s];

		if (snapshot->released > i)
			snapshot->released++;
		else
			ft_free_take(future->world, &snapshot->free, job);
	}
}

/* Snapshot S is the same as the one before it: its memory becomes spare. */
static void
join(struct ft_future *future, size_t s)
{
	struct ft_snapshot spare = future->snapshot[s];

	future->made--;
	memmove(&future->snapshot[s], &future->snapshot[s + 1],
	    (future->made - s) * sizeof spare);
	future->snapshot[future->made] = spare;
}

/* Remove ending I: its job has nothing any more, or lends its CPUs. */
static void
drop(struct ft_future *future, size_t i, bool lends)
{
	struct ft_ending *ending = future->ending;
	const struct ft_job *job = ending[i].job;

	for (size_t s = 0; s < future->made; s++) {
		struct ft_snapshot *snapshot = &future->snapshot[s];

		if (snapshot->released > i)
			snapshot->released--;
		else if (lends)
			ft_free_lend(future->world, &snapshot->free, job);
		else
			ft_free_give(future->world, &snapshot->free, job);
		if (s && snapshot->released == snapshot[-1].released)
			join(future, s--);
	}
	future->n_ending--;
	memmove(&ending[i], &ending[i + 1],
	    (future->n_ending - i) * sizeof *ending);
	future->sorted = false;
	future->version++;
}

void
ft_future_drop(struct ft_future *future, const struct ft_job *job, bool lends)
{
	for (size_t i = 0; i < future->n_started; i++)
		if (future->started[i] == job) {
			future->started[i] =
			    future->started[--future->n_started];
			return;
		}
	for (size_t i = 0; i < future->n_ending; i++)
		if (future->ending[i].job == job) {
			drop(future, i, lends);
			return;
		}
}

/* ---- the future of the jobs that run -------------------------------------- */

void
ft_future_forget(struct ft_world *world)
{
	struct ft_place *place = world->place;

	if (!place)
		return;
	if (place->future)
		ft_future_clear(place->future);
	ft_free(place->future);
	place->future = NULL;
}

struct ft_future *
ft_future_now(struct ft_world *world)
{
	struct ft_future *future = world->place->future;

	if (!future) {
		world->place->future = future = ft_alloc(sizeof *future);
		ft_future_init(future, world);
		return future;
	}
	while (future->n_started)
		add(future, future->started[--future->n_started]);
	for (size_t i = 0; i < future->n_ending;) {
		const struct ft_job *job = future->ending[i].job;

		if (future->ending[i].at == end_of(job)) {
			i++;
			continue;
		}
		drop(future, i, false);
		add(future, job);
	}
	/* a job over its limit always ends in the next second */
	if (future->n_ending && future->ending[0].at <= world->now)
		future->version++;
	return future;
}

void
ft_place_take(struct ft_world *world, const struct ft_job *job)
{
	struct ft_future *future = world->place->future;

	ft_free_take(world, &world->place->now, job);
	/* its time limit may not be known yet */
	if (future)
		*ft_vec_add(future->started, future->n_started,
		    future->cap_started) = job;
}

void
ft_place_give(struct ft_world *world, const struct ft_job *job)
{
	ft_free_give(world, &world->place->now, job);
	if (world->place->future)
		ft_future_drop(world->place->future, job, false);
}

/* ---- what is free later ---------------------------------------------------- */

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
	size_t i = find(future, released);
	struct ft_snapshot *snapshot;
	size_t done = future->snapshot[i].released;
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

/* List the endings by node. */
static void
sort_by_node(struct ft_future *future)
{
	uint32_t n_node = future->world->place->n_node, n = 0;

	future->on = ft_vec_grow(future->on, &future->cap_on,
	    (size_t)n_node + 2, sizeof *future->on);
	memset(future->on, 0, ((size_t)n_node + 2) * sizeof *future->on);
	for (size_t i = 0; i < future->n_ending; i++) {
		const struct ft_job *job = future->ending[i].job;

		for (size_t j = 0; j < job->n_node; j++)
			future->on[job->node[j].node + 2]++;
	}
	for (uint32_t i = 0; i < n_node; i++)
		future->on[i + 2] = n += future->on[i + 2];
	future->at =
	    ft_vec_grow(future->at, &future->cap_at, n, sizeof *future->at);
	for (size_t i = 0; i < future->n_ending; i++) {
		const struct ft_job *job = future->ending[i].job;

		for (size_t j = 0; j < job->n_node; j++)
			future->at[future->on[job->node[j].node + 1]++] =
			    (uint32_t)i;
	}
	future->sorted = true;
}

/* Note the endings on the nodes of WALK. */
static void
note_here(struct ft_future *future, const struct ft_walk *walk)
{
	size_t n = future->n_ending / 64 + 1;
	uint32_t words = future->world->place->n_word;

	if (future->sorted &&
	    !memcmp(future->nodes, walk->nodes, words * sizeof *future->nodes))
		return;
	if (!future->sorted)
		sort_by_node(future);
	memcpy(future->nodes, walk->nodes, words * sizeof *future->nodes);
	future->here = ft_vec_grow(
	    future->here, &future->cap_here, n, sizeof *future->here);
	memset(future->here, 0, n * sizeof *future->here);
	for (uint32_t w = 0; w < words; w++)
		for (ft_nodes word = walk->nodes[w]; word; word &= word - 1) {
			const uint32_t *on = future->on + w * 64 +
					     (uint32_t)__builtin_ctzll(word);

			for (uint32_t i = on[0]; i < on[1]; i++)
				ft_nodes_put(future->here, future->at[i]);
		}
}

/* Returns the first ending here from I on, n_ending if there is none. */
static size_t
next_here(const struct ft_future *future, size_t i)
{
	size_t w = i / 64, end = future->n_ending / 64;
	uint64_t word = future->here[w] & UINT64_MAX << i % 64;

	while (!word && w < end)
		word = future->here[++w];
	return word ? w * 64 + (size_t)__builtin_ctzll(word) : future->n_ending;
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

const struct ft_free *
ft_future_at(struct ft_future *future, int64_t time, int64_t *next)
{
	size_t i = first_after(future, 0, time);

	*next = i < future->n_ending ? future->ending[i].at : INT64_MAX;
	return after(future, i);
}

/*
 * Returns the index of the last ending on these nodes of the group that begins
 * with ending I, one of them, and lasts until UNTIL.  Only an ending that the
 * next one anywhere follows after UNTIL closes the group.
 */
static size_t
last_of_group(const struct ft_future *future, size_t i, int64_t until)
{
	size_t last = first_after(future, i + 1, until) - 1;
	size_t here = next_here(future, last);

	if (here < future->n_ending)
		return here;
	while (!ft_nodes_has(future->here, (uint32_t)last))
		last--;
	return last;
}

/* The endings on these nodes until I, which is one, are part of WALK. */
static void
reach(struct ft_future *future, struct ft_walk *walk, size_t i)
{
	for (size_t k = walk->released; k <= i; k = next_here(future, k + 1))
		if (ft_nodes_has(future->here, (uint32_t)k))
			walk->most += future->ending[k].cpus;
	walk->released = i + 1;
}

/* Move WALK on to the end of the next group; false: there are no more. */
static bool
move(struct ft_future *future, struct ft_walk *walk)
{
	const struct ft_ending *ending = future->ending;
	size_t i;
	int64_t until;

	if (!walk->first)
		note_here(future, walk);
	i = next_here(future, walk->released);
	if (i == future->n_ending)
		return false;
	if (!walk->first)
		walk->first = ending[i].at;
	/* skip groups without an ending on these nodes */
	do
		until = group_end(future, walk->first, walk->n++);
	while (ending[i].at > until);
	i = last_of_group(future, i, until);
	/* a job over its limit ends at once */
	walk->at = ending[i].at;
	if (walk->at <= future->world->now)
		walk->at = future->world->now + 1;
	reach(future, walk, i);
	return true;
}

/* Begin WALK: with what is free now. */
static void
begin(const struct ft_future *future, struct ft_walk *walk)
{
	const struct ft_free *now = &future->snapshot[0].free;

	walk->n = 1;
	walk->at = future->world->now;
	for (uint32_t w = 0; w < future->world->place->n_word; w++)
		for (ft_nodes word = walk->nodes[w] & now->open[w]; word;
		     word &= word - 1)
			walk->most +=
			    now->cpus[w * 64 + (uint32_t)__builtin_ctzll(word)];
}

const struct ft_free *
ft_future_next(struct ft_future *future, struct ft_walk *walk)
{
	do {
		if (!walk->n)
			begin(future, walk);
		else if (!move(future, walk))
			return NULL;
	} while (walk->most < walk->cpus);
	return after(future, walk->released);
}

int64_t
ft_future_last_end(
    const struct ft_future *future, const struct ft_walk *walk, uint32_t node)
{
	int64_t now = future->world->now, last = now;

	if (!walk->released)
		return now;
	for (uint32_t i = future->on[node]; i < future->on[node + 1]; i++) {
		uint32_t k = future->at[i];

		if (k < walk->released && future->ending[k].at > last)
			last = future->ending[k].at;
	}
	return last;
}
