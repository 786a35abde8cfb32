/*
 * future.c - the endings of running jobs, walks along them, and what is free
 * after each: see future.h.
 */

#include "sim/place/future.h"

#include "base/bisect.h"

#define YEAR       INT64_C(31536000)
#define NONE       UINT32_MAX
#define CPUS_EVERY 16 /* endings between two rows of future->cpus_after */
/* seconds: the first time window of Slurm's select plugin */
#define FIRST_WINDOW INT64_C(30)

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
	return (struct ft_ending){ end_of(job), job, (uint32_t)job->n_node };
}

/* Insert the parts of ENDING before part AT. */
static void
put_parts(struct ft_future *future, const struct ft_ending *ending, size_t at)
{
	const struct ft_machine *machine = &future->world->machine;
	const struct ft_job *job = ending->job;
	bool whole = ft_place_whole(future->world, job);
	size_t rest = future->n_part - at;

	future->n_part += ending->n_part;
	future->part = ft_vec_grow(future->part, &future->cap_part,
	    future->n_part + 1, sizeof *future->part);
	memmove(future->part + at + ending->n_part, future->part + at,
	    rest * sizeof *future->part);
	for (uint32_t i = 0; i < ending->n_part; i++) {
		uint32_t node = job->node[i].node;

		future->part[at + i] = (struct ft_ending_part){ node,
			whole ? machine->node[node].cpus : job->node[i].cpus };
	}
}

/* Returns where the parts of ending I begin. */
static size_t
parts_before(const struct ft_future *future, size_t i)
{
	size_t n = 0;

	for (size_t k = 0; k < i; k++)
		n += future->ending[k].n_part;
	return n;
}

void
ft_future_init(struct ft_future *future, struct ft_world *world)
{
	const struct ft_place *place = world->place;
	size_t n = world->n_running;

	*future = (struct ft_future){ .world = world,
		.node_begin = ft_calloc(
		    (size_t)place->n_node + 2, sizeof *future->node_begin),
		.walker = ft_calloc(place->n_node, sizeof *future->walker),
		.later = ft_calloc(place->n_node, sizeof *future->later),
		.changed = ft_calloc(place->n_node, sizeof *future->changed),
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
	for (size_t i = 0; i < n; i++)
		put_parts(future, &future->ending[i], future->n_part);
}

void
ft_future_clear(struct ft_future *future)
{
	ft_free_clear(&future->now);
	ft_free_clear(&future->free);
	ft_free_clear(&future->at_end);
	ft_free(future->ending);
	ft_free(future->part_begin);
	ft_free(future->part);
	ft_free(future->node_begin);
	ft_free(future->node_ending);
	ft_free(future->cpus_after);
	ft_free(future->walker);
	ft_rooms_free(future);
	for (uint32_t i = 0; i < future->world->place->n_node; i++) {
		ft_free(future->later[i].after);
		ft_free(future->later[i].gres);
	}
	ft_free(future->later);
	ft_free(future->changed);
	ft_free(future->started);
	ft_memories_free(future->memories);
}

/* Note that JOB was added to the endings or removed. */
static void
note_change(struct ft_future *future, const struct ft_job *job)
{
	future->sorted = false;
	future->version++;
	for (size_t i = 0; i < job->n_node; i++)
		future->changed[job->node[i].node] = future->version;
}

/* Add the ending of JOB, which has started. */
static void
add_ending(struct ft_future *future, const struct ft_job *job)
{
	struct ft_ending ending = ending_of(job);
	size_t i = future->n_ending++;

	future->ending = ft_vec_grow(future->ending, &future->cap_ending,
	    future->n_ending, sizeof *future->ending);
	for (; i && compare(&future->ending[i - 1], &ending) > 0; i--)
		future->ending[i] = future->ending[i - 1];
	future->ending[i] = ending;
	put_parts(future, &ending, parts_before(future, i));
	ft_free_take(future->world, &future->now, job);
	note_change(future, job);
}

/* Remove ending I, and give back what its job has, or with LENDS only its
 * CPUs. */
static void
drop_ending(struct ft_future *future, size_t i, bool lends)
{
	struct ft_ending *ending = future->ending;
	const struct ft_job *job = ending[i].job;
	size_t at = parts_before(future, i), n = ending[i].n_part;

	if (lends)
		ft_free_lend(future->world, &future->now, job);
	else
		ft_free_give(future->world, &future->now, job);
	future->n_part -= n;
	memmove(future->part + at, future->part + at + n,
	    (future->n_part - at) * sizeof *future->part);
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
			drop_ending(future, i, lends);
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
		add_ending(future, future->started[--future->n_started]);
	for (size_t i = 0; i < future->n_ending;) {
		const struct ft_job *job = future->ending[i].job;

		if (future->ending[i].at == end_of(job)) {
			i++;
			continue;
		}
		drop_ending(future, i, false);
		add_ending(future, job);
	}
	/* a job over its limit is always taken to end in the next second, so
	 * what was found is out of date */
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

/* Returns when the window ends that contains TIME, in a walk whose first ending is
 * at FIRST. */
static int64_t
window_end(const struct ft_future *future, int64_t first, int64_t time)
{
	int64_t linear = future->world->sched.value[FT_SCHED_BF_WINDOW_LINEAR];
	int64_t end = first - first % FIRST_WINDOW + 2 * FIRST_WINDOW;

	if (time > end && linear)
		return end + (time - end + linear - 1) / linear * linear;
	for (int64_t more = FIRST_WINDOW; time > end; more *= 2)
		end += more;
	return end;
}

/* Fill node_ending, part_begin and the rows of cpus_after from the second
 * on. */
static void
index_endings(struct ft_future *future)
{
	uint32_t n_node = future->world->place->n_node,
		 *cpus = future->cpus_after;
	const struct ft_ending_part *part = future->part;
	uint32_t *next = future->node_begin + 1;

	for (uint32_t k = 0; k < future->n_ending; k++) {
		const struct ft_ending_part *end =
		    part + future->ending[k].n_part;

		if (k % CPUS_EVERY == 0) {
			memcpy(cpus + n_node, cpus, n_node * sizeof *cpus);
			cpus += n_node;
		}
		future->part_begin[k] = (uint32_t)(part - future->part);
		for (; part < end; part++) {
			future->node_ending[next[part->node]++] = k;
			cpus[part->node] += part->cpus;
		}
	}
	future->part_begin[future->n_ending] = (uint32_t)future->n_part;
}

void
ft_future_sort(struct ft_future *future)
{
	const struct ft_free *now = &future->now;
	uint32_t n_node = future->world->place->n_node,
		 *on = future->node_begin;
	size_t n_cpus = (future->n_ending / CPUS_EVERY + 2) * n_node;

	if (future->sorted)
		return;
	future->part_begin =
	    ft_vec_grow(future->part_begin, &future->cap_part_begin,
		future->n_ending + 1, sizeof *future->part_begin);
	future->node_ending =
	    ft_vec_grow(future->node_ending, &future->cap_node_ending,
		future->n_part, sizeof *future->node_ending);
	future->cpus_after = ft_vec_grow(future->cpus_after,
	    &future->cap_cpus_after, n_cpus, sizeof *future->cpus_after);
	/* counts first go two places after their node, so that index_endings()
	 * can use the place in between to fill the list */
	memset(on, 0, ((size_t)n_node + 2) * sizeof *on);
	for (size_t i = 0; i < future->n_part; i++)
		on[future->part[i].node + 2]++;
	for (uint32_t i = 0; i < n_node; i++) {
		on[i + 2] += on[i + 1];
		future->cpus_after[i] =
		    ft_nodes_has(now->open, i) ? now->node[i].cpus : 0;
	}
	index_endings(future);
	future->sorted = true;
}

/* Returns the sum of CPUS[node] over NODES, or of the first of them if that is
 * ENOUGH. */
static uint64_t
sum(const struct ft_future *future, const ft_nodes *nodes, const uint32_t *cpus,
    uint64_t enough)
{
	uint64_t n = 0;

	for (uint32_t w = 0; n < enough && w < future->world->place->n_word;
	     w++)
		for (ft_nodes word = nodes[w]; word; word &= word - 1)
			n += cpus[ft_nodes_first(w, word)];
	return n;
}

size_t
ft_future_cpus_after(
    struct ft_future *future, const ft_nodes *nodes, uint64_t cpus)
{
	uint32_t n_node = future->world->place->n_node;
	size_t k;
	uint64_t free;

	ft_future_sort(future);
	FT_BISECT(k, 1, future->n_ending / CPUS_EVERY + 1,
	    sum(future, nodes, future->cpus_after + k * n_node, cpus) < cpus);
	k--;
	free = sum(future, nodes, future->cpus_after + k * n_node, cpus);
	for (k *= CPUS_EVERY; free < cpus && k < future->n_ending; k++)
		for (uint32_t i = future->part_begin[k];
		     i < future->part_begin[k + 1]; i++)
			if (ft_nodes_has(nodes, future->part[i].node))
				free += future->part[i].cpus;
	return free < cpus ? SIZE_MAX : k;
}

/* Move WALKER past the endings on its node up to LAST, which are some; returns
 * the last of them. */
static uint32_t
pass_on_node(
    const struct ft_future *future, struct ft_walker *walker, uint32_t last)
{
	const uint32_t *at =
	    future->node_ending + future->node_begin[walker->node];
	uint32_t n = future->node_begin[walker->node + 1] -
		     future->node_begin[walker->node];
	uint32_t i = walker->passed;

	while (i < n && at[i] <= last)
		i++;
	walker->passed = i;
	walker->next = i < n ? at[i] : NONE;
	return at[i - 1];
}

/* Move WALK past all endings on its nodes up to ending LAST. */
static void
pass(struct ft_future *future, struct ft_walk *walk, uint32_t last)
{
	uint32_t next = NONE;

	for (size_t i = 0; i < future->n_walker; i++) {
		struct ft_walker *walker = &future->walker[i];

		if (walker->next <= last) {
			uint32_t at = pass_on_node(future, walker, last);

			if (at >= walk->released)
				walk->released = at + 1;
		}
		if (walker->next < next)
			next = walker->next;
	}
	walk->next = next;
}

/* Move WALK to the end of the next group; returns false if there are no
 * more. */
static bool
pass_group(struct ft_future *future, struct ft_walk *walk)
{
	const struct ft_ending *ending = future->ending;
	uint32_t after;
	int64_t until;

	if (walk->next == NONE)
		return false;
	until = window_end(future, walk->first_end,
	    walk->released ? ending[walk->released].at : walk->first_end);
	FT_BISECT(after, walk->released, (uint32_t)future->n_ending,
	    ending[after].at <= until);
	if (walk->next < after)
		pass(future, walk, after - 1);
	/* not over: see ft_future_go_on */
	if (walk->released < after && walk->next != NONE)
		pass(future, walk, walk->next);
	/* a job over its limit ends at once */
	walk->at = ending[walk->released - 1].at;
	if (walk->at <= future->world->now)
		walk->at = future->world->now + 1;
	return true;
}

void
ft_future_begin(struct ft_future *future, struct ft_walk *walk)
{
	const ft_nodes *nodes = walk->nodes;
	struct ft_walker *walker = future->walker;

	*walk = (struct ft_walk){ .nodes = nodes,
		.from = walk->from,
		.at = future->world->now,
		.next = NONE };
	ft_future_sort(future);
	for (uint32_t w = 0; w < future->world->place->n_word; w++)
		for (ft_nodes word = nodes[w]; word; word &= word - 1) {
			uint32_t node = ft_nodes_first(w, word);
			const uint32_t *on = future->node_begin + node;
			uint32_t next =
			    on[0] < on[1] ? future->node_ending[*on] : NONE;

			*walker++ = (struct ft_walker){ node, next, 0 };
			if (next < walk->next)
				walk->next = next;
		}
	future->n_walker = (size_t)(walker - future->walker);
	walk->first_end =
	    walk->next == NONE ? 0 : future->ending[walk->next].at;
}

/* Move WALK, which has just begun, to the last ending on its nodes before ending
 * walk->from - 1, which is one on these nodes.  A group may not be over there, but
 * the rest of it ends as one that begins there: with the same window. */
static void
jump(struct ft_future *future, struct ft_walk *walk)
{
	if (walk->from > 1)
		pass(future, walk, (uint32_t)walk->from - 2);
}

/* ---- what is free later ---------------------------------------------------- */

/* Returns what JOB has of NODE, which is one of its nodes. */
static const struct ft_job_node *
part_on(const struct ft_job *job, uint32_t node)
{
	const struct ft_job_node *part = job->node;

	while (part->node != node)
		part++;
	return part;
}

/* Give back to future->free what the job of ending I on NODE, from 0, has
 * there. */
static void
give_back(struct ft_future *future, uint32_t node, uint32_t i)
{
	uint32_t k = future->node_ending[future->node_begin[node] + i];
	const struct ft_job *job = future->ending[k].job;

	ft_free_give_part(
	    future->world, &future->free, job, part_on(job, node));
}

/* Compute what is free on NODE after 0, 1, 2, ... endings there. */
static void
compute_later(struct ft_future *future, uint32_t node)
{
	struct ft_later *later = &future->later[node];
	uint32_t n = future->node_begin[node + 1] - future->node_begin[node];
	size_t n_gres = future->world->place->n_gres;

	later->after =
	    ft_vec_grow(later->after, &later->cap, n + 1, sizeof *later->after);
	later->gres = ft_vec_grow(later->gres, &later->cap_gres,
	    (n + 1) * n_gres, sizeof *later->gres);
	ft_free_copy_node(future->world, &future->free, &future->now, node);
	for (uint32_t i = 0; i <= n; i++) {
		if (i)
			give_back(future, node, i - 1);
		later->after[i] = future->free.node[node];
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
		compute_later(future, node);
	later->set = n + 1;
	ft_free_set_node(world, &future->free, node, &later->after[n]);
	for (size_t g = 0; g < n_gres; g++)
		future->free.gres[node * n_gres + g] =
		    later->gres[n * n_gres + g];
	/* struct ft_later has neither the slots of subordination queues nor what
	 * MaxCPUsPerNode counts */
	if (world->place->n_queue || world->place->n_cap) {
		ft_free_copy_node(world, &future->free, &future->now, node);
		for (uint32_t i = 0; i < n; i++)
			give_back(future, node, i);
	}
}

const struct ft_free *
ft_future_state(struct ft_future *future, const struct ft_walk *walk)
{
	const struct ft_world *world = future->world;
	struct ft_free *free = &future->free;

	ft_free_copy_rest(world, free, &future->now);
	if (walk->released)
		free->now = false;
	for (size_t k = 0; world->machine.n_license && k < walk->released; k++)
		ft_free_give_licenses(free, future->ending[k].job);
	for (size_t i = 0; i < future->n_walker; i++) {
		const struct ft_walker *walker = &future->walker[i];

		ft_future_set_node(future, walker->node, walker->passed);
	}
	return free;
}

bool
ft_future_go_on(struct ft_future *future, struct ft_walk *walk)
{
	if (walk->begun || walk->from) {
		if (!walk->begun)
			jump(future, walk);
		do
			if (!pass_group(future, walk))
				return false;
		while (walk->released < walk->from);
	}
	walk->begun = true;
	return true;
}

int64_t
ft_future_last_end(
    const struct ft_future *future, const struct ft_walk *walk, uint32_t node)
{
	uint32_t i = future->node_begin[node];
	int64_t now = future->world->now, last = now;

	while (i < future->node_begin[node + 1] &&
	       future->node_ending[i] < walk->released)
		i++;
	if (i > future->node_begin[node])
		last = future->ending[future->node_ending[i - 1]].at;
	return last > now ? last : now;
}
