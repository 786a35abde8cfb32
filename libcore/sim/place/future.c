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

/* Returns when JOB, which runs, reaches its time limit. */
static int64_t
end_of(const struct ft_job *job)
{
	return job->must_end == INT64_MAX ? job->started + YEAR : job->must_end;
}

static struct ft_ending
ending_of(const struct ft_job *job)
{
	return (struct ft_ending){ end_of(job), job };
}

void
ft_future_init(struct ft_future *future, struct ft_world *world)
{
	const struct ft_place *place = world->place;
	size_t n = world->n_running;

	*future = (struct ft_future){ .world = world,
		.nodes = ft_calloc(place->n_word, sizeof *future->nodes),
		.set = ft_calloc(place->n_word, sizeof *future->set),
		.later = ft_calloc(place->n_node, sizeof *future->later),
		.changed = ft_calloc(place->n_node, sizeof *future->changed),
		.horizon = INT64_MIN,
		.version = 1 };
	for (uint32_t i = 0; i < place->n_node; i++)
		future->changed[i] = future->version;
	ft_free_init(world, &future->now);
	ft_free_copy(&future->now, &place->now);
	ft_free_init(world, &future->free);
	future->ending = ft_vec_grow(
	    NULL, &future->cap_ending, n + 1, sizeof *future->ending);
	for (; future->n_ending < n; future->n_ending++)
		future->ending[future->n_ending] =
		    ending_of(world->running[future->n_ending]);
	if (n > 1)
		qsort(future->ending, n, sizeof *future->ending, compare);
}

void
ft_future_clear(struct ft_future *future)
{
	ft_free_clear(&future->now);
	ft_free_clear(&future->free);
	ft_free(future->ending);
	ft_free(future->on);
	ft_free(future->at);
	ft_free(future->here);
	ft_free(future->cpus);
	ft_free(future->nodes);
	ft_free(future->set);
	ft_rooms_free(future);
	for (uint32_t i = 0; i < future->world->place->n_node; i++) {
		ft_free(future->later[i].after);
		ft_free(future->later[i].gres);
	}
	ft_free(future->later);
	ft_free(future->changed);
	ft_free(future->started);
	ft_memories_free(future->memories);
	ft_free_clear(&future->at_horizon);
	ft_free_clear(&future->at_last);
}

/* JOB has its part at the horizon, too, or no longer. */
static void
change_horizon(struct ft_future *future, const struct ft_job *job, bool take)
{
	if (!future->at_horizon.block)
		return;
	if (take)
		ft_free_take(future->world, &future->at_horizon, job);
	else
		ft_free_give(future->world, &future->at_horizon, job);
	future->horizons++;
}

/* JOB is among the endings now, or no longer. */
static void
note_change(struct ft_future *future, const struct ft_job *job)
{
	future->sorted = false;
	future->version++;
	for (size_t i = 0; i < job->n_node; i++)
		future->changed[job->node[i].node] = future->version;
}

static void
add(struct ft_future *future, const struct ft_job *job)
{
	struct ft_ending ending = ending_of(job);
	size_t i = future->n_ending++;

	future->ending = ft_vec_grow(future->ending, &future->cap_ending,
	    future->n_ending, sizeof *future->ending);
	for (; i && compare(&future->ending[i - 1], &ending) > 0; i--)
		future->ending[i] = future->ending[i - 1];
	future->ending[i] = ending;
	ft_free_take(future->world, &future->now, job);
	/* until it ends the job has its part; what is free later stays */
	if (ending.at <= future->horizon)
		future->until++;
	else
		change_horizon(future, job, true);
	note_change(future, job);
}

/* Remove ending I: its job has nothing any more, or lends its CPUs. */
static void
drop(struct ft_future *future, size_t i, bool lends)
{
	struct ft_ending *ending = future->ending;
	const struct ft_job *job = ending[i].job;

	if (lends)
		ft_free_lend(future->world, &future->now, job);
	else
		ft_free_give(future->world, &future->now, job);
	if (i < future->until)
		future->until--;
	else
		change_horizon(future, job, false);
	future->n_ending--;
	memmove(&ending[i], &ending[i + 1],
	    (future->n_ending - i) * sizeof *ending);
	note_change(future, job);
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

void
ft_future_sort(struct ft_future *future)
{
	const struct ft_machine *machine = &future->world->machine;
	uint32_t n_node = future->world->place->n_node, n = 0;

	if (future->sorted)
		return;
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
		bool whole = ft_place_whole(future->world, job);

		for (size_t j = 0; j < job->n_node; j++) {
			const struct ft_job_node *part = &job->node[j];

			future->at[future->on[part->node + 1]++] =
			    (struct ft_ending_on){ (uint32_t)i,
				    whole ? machine->node[part->node].cpus
					  : part->cpus };
		}
	}
	future->sorted = true;
	/* nothing is noted of any walk */
	memset(future->nodes, 0,
	    future->world->place->n_word * sizeof *future->nodes);
}

/* Note the endings on the nodes of WALK. */
static void
note_here(struct ft_future *future, const struct ft_walk *walk)
{
	size_t n = future->n_ending / 64 + 1;
	uint32_t words = future->world->place->n_word;

	ft_future_sort(future);
	if (!memcmp(future->nodes, walk->nodes, words * sizeof *future->nodes))
		return;
	memcpy(future->nodes, walk->nodes, words * sizeof *future->nodes);
	future->here = ft_vec_grow(
	    future->here, &future->cap_here, n, sizeof *future->here);
	future->cpus = ft_vec_grow(future->cpus, &future->cap_cpus,
	    future->n_ending + 1, sizeof *future->cpus);
	memset(future->here, 0, n * sizeof *future->here);
	for (uint32_t w = 0; w < words; w++)
		for (ft_nodes word = walk->nodes[w]; word; word &= word - 1) {
			const uint32_t *on = future->on + w * 64 +
					     (uint32_t)__builtin_ctzll(word);

			for (uint32_t i = on[0]; i < on[1]; i++) {
				uint32_t k = future->at[i].ending;

				if (!ft_nodes_has(future->here, k))
					future->cpus[k] = 0;
				ft_nodes_put(future->here, k);
				future->cpus[k] += future->at[i].cpus;
			}
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
	for (size_t k = next_here(future, walk->released); walk->cpus && k <= i;
	     k = next_here(future, k + 1))
		walk->most += future->cpus[k];
	walk->released = i + 1;
}

/* Move WALK on to the end of the next group; false: there are no more. */
static bool
move(struct ft_future *future, struct ft_walk *walk)
{
	const struct ft_ending *ending = future->ending;
	size_t i;
	int64_t until;

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
begin(struct ft_future *future, struct ft_walk *walk)
{
	const struct ft_free *now = &future->now;

	note_here(future, walk);
	walk->n = 1;
	walk->at = future->world->now;
	for (uint32_t w = 0; walk->cpus && w < future->world->place->n_word;
	     w++)
		for (ft_nodes word = walk->nodes[w] & now->open[w]; word;
		     word &= word - 1)
			walk->most +=
			    now->cpus[w * 64 + (uint32_t)__builtin_ctzll(word)];
}

/* ---- what is free later ---------------------------------------------------- */

/* Returns what JOB has of NODE, one of its nodes. */
static const struct ft_job_node *
part_on(const struct ft_job *job, uint32_t node)
{
	const struct ft_job_node *part = job->node;

	while (part->node != node)
		part++;
	return part;
}

/* Give back to future->free what the job of the I-th ending on NODE has there. */
static void
give_back(struct ft_future *future, uint32_t node, uint32_t i)
{
	uint32_t k = future->at[future->on[node] + i].ending;
	const struct ft_job *job = future->ending[k].job;

	ft_free_give_part(
	    future->world, &future->free, job, part_on(job, node));
}

/* Find out what is free on NODE after each of the endings there. */
static void
look_ahead(struct ft_future *future, uint32_t node)
{
	struct ft_later *later = &future->later[node];
	uint32_t n = future->on[node + 1] - future->on[node];
	size_t n_gres = future->world->place->n_gres;

	later->after =
	    ft_vec_grow(later->after, &later->cap, n + 1, sizeof *later->after);
	later->gres = ft_vec_grow(later->gres, &later->cap_gres,
	    (n + 1) * n_gres, sizeof *later->gres);
	ft_free_copy_node(future->world, &future->free, &future->now, node);
	for (uint32_t i = 0; i <= n; i++) {
		if (i)
			give_back(future, node, i - 1);
		later->after[i] = ft_free_node(&future->free, node);
		for (size_t g = 0; g < n_gres; g++)
			later->gres[i * n_gres + g] =
			    future->free.gres[node * n_gres + g];
	}
	later->version = future->version;
	later->set = n + 1;
}

void
ft_future_renew_node(struct ft_future *future, uint32_t node, uint32_t n)
{
	const struct ft_world *world = future->world;
	size_t n_gres = world->place->n_gres;
	struct ft_later *later = &future->later[node];

	if (later->version < future->changed[node])
		look_ahead(future, node);
	later->set = n + 1;
	ft_nodes_drop(future->set, node);
	ft_free_set_node(&future->free, node, &later->after[n]);
	for (size_t g = 0; g < n_gres; g++)
		future->free.gres[node * n_gres + g] =
		    later->gres[n * n_gres + g];
	/* what queues have there is not kept */
	if (world->place->n_queue) {
		ft_free_copy_node(world, &future->free, &future->now, node);
		for (uint32_t i = 0; i < n; i++)
			give_back(future, node, i);
	}
}

/* Returns what is free on the nodes of WALK. */
static const struct ft_free *
state_of(struct ft_future *future, const struct ft_walk *walk)
{
	const struct ft_world *world = future->world;
	struct ft_free *free = &future->free;

	ft_free_copy_rest(world, free, &future->now);
	if (walk->released)
		free->now = false;
	for (size_t k = 0; world->machine.n_license && k < walk->released; k++)
		ft_free_give_licenses(free, future->ending[k].job);
	if (future->free_of != future->version ||
	    future->free_after != walk->released)
		memset(
		    future->set, 0, world->place->n_word * sizeof *future->set);
	future->free_of = future->version;
	future->free_after = walk->released;
	for (uint32_t w = 0; w < world->place->n_word; w++) {
		ft_nodes word = walk->nodes[w] & ~future->set[w];

		for (; word; word &= word - 1) {
			uint32_t node =
			    w * 64 + (uint32_t)__builtin_ctzll(word);
			uint32_t i = future->on[node];

			while (i < future->on[node + 1] &&
			       future->at[i].ending < walk->released)
				i++;
			ft_future_set_node(future, node, i - future->on[node]);
		}
		future->set[w] |= walk->nodes[w];
	}
	return free;
}

const struct ft_free *
ft_future_next(struct ft_future *future, struct ft_walk *walk)
{
	do {
		if (!walk->n)
			begin(future, walk);
		else if (!move(future, walk))
			return NULL;
	} while (walk->most < walk->cpus || walk->released < walk->from);
	return state_of(future, walk);
}

int64_t
ft_future_last_end(
    const struct ft_future *future, const struct ft_walk *walk, uint32_t node)
{
	int64_t now = future->world->now, last = now;

	if (!walk->released)
		return now;
	for (uint32_t i = future->on[node]; i < future->on[node + 1]; i++) {
		uint32_t k = future->at[i].ending;

		if (k < walk->released && future->ending[k].at > last)
			last = future->ending[k].at;
	}
	return last;
}
