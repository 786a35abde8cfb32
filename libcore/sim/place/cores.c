/*
 * cores.c - which cores of a node its jobs have: see cores.h.
 *
 * Cores are taken from the sockets in turn, or (block) from as few sockets as
 * possible.
 */
#include "sim/place/cores.h"

#include "base/bisect.h"
#include "model/job/joboption.h"
#include "sim/place/place.h"

/* A job that had a part of the node, in the order of their starts. */
struct holder {
	const struct ft_job *job;
	uint32_t cpus;
	/* jobs that share cores are in rows, each of which has them once */
	uint32_t row;
	uint64_t *has;
};

/* A job that gets cores of a node. */
struct dealing {
	const struct ft_world *world;
	const struct holder *to;
	struct ft_cores *cores; /* of the node; has: those it gets */
	uint64_t *busy;
	uint32_t left; /* cores it still lacks */
	uint32_t n_socket;
	uint32_t *room; /* by socket: free cores */
};

typedef void take_fn(struct dealing *dealing);

static void
put(uint64_t *set, uint32_t core)
{
	set[core / 64] |= UINT64_C(1) << core % 64;
}

static size_t
words(const struct ft_cores *cores)
{
	return cores->n / 64 + 1;
}

bool
ft_cores_before(const struct ft_job *a, const struct ft_job *b)
{
	if (a->started != b->started)
		return a->started < b->started;
	if (a->priority != b->priority)
		return a->priority > b->priority;
	return a->number < b->number;
}

/* ---- which sockets ------------------------------------------------------- */

/* Take the first free cores of SOCKET, at most MOST. */
static void
take(struct dealing *dealing, uint32_t socket, uint32_t most)
{
	uint32_t core = socket * dealing->cores->per_socket;

	for (; dealing->room[socket] && most && dealing->left; core++) {
		if (dealing->busy[core / 64] >> core % 64 & 1)
			continue;
		put(dealing->cores->has, core);
		put(dealing->busy, core);
		dealing->room[socket]--;
		dealing->left--;
		most--;
	}
}

static void
take_in_turn(struct dealing *dealing)
{
	while (dealing->left)
		for (uint32_t i = 0; i < dealing->n_socket; i++)
			take(dealing, i, 1);
}

static void
take_first(struct dealing *dealing)
{
	for (uint32_t i = 0; i < dealing->n_socket; i++)
		take(dealing, i, UINT32_MAX);
}

/* Take as many cores of each socket as whole tasks can use, then any. */
static void
take_tasks(struct dealing *dealing)
{
	uint32_t per = dealing->cores->cpus,
		 task = dealing->to->job->cpus_per_task;

	for (uint32_t i = 0; i < dealing->n_socket; i++) {
		uint64_t cpus = (uint64_t)dealing->room[i] * per;

		take(dealing, i,
		    (uint32_t)ft_num_parts(cpus / task * task, per));
	}
	take_first(dealing);
}

/* Returns the socket with the fewest free cores that suffice; n_socket: none
 * has. */
static uint32_t
tightest(const struct dealing *dealing)
{
	const uint32_t *room = dealing->room;
	uint32_t best = dealing->n_socket;

	for (uint32_t i = 0; i < dealing->n_socket; i++)
		if (room[i] >= dealing->left &&
		    (best == dealing->n_socket || room[i] < room[best]))
			best = i;
	return best;
}

/* Take one socket, or else those with the most free cores. */
static void
take_block(struct dealing *dealing)
{
	uint32_t best = tightest(dealing);

	if (best < dealing->n_socket)
		take(dealing, best, UINT32_MAX);
	while (dealing->left) {
		best = 0;
		for (uint32_t i = 1; i < dealing->n_socket; i++)
			if (dealing->room[i] > dealing->room[best])
				best = i;
		take(dealing, best, UINT32_MAX);
	}
}

/* Take one socket, or else as take_tasks does. */
static void
take_task_block(struct dealing *dealing)
{
	uint32_t best = tightest(dealing);

	if (best < dealing->n_socket)
		take(dealing, best, UINT32_MAX);
	take_tasks(dealing);
}

/* Returns the letter by which JOB asks how sockets are used, as c of
 * "block:cyclic"; 0: it does not. */
static int
letter_of(const struct ft_job *job)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	const char *colon;

	if (!ft_job_option(job, "distribution", &text))
		return 0;
	if (ft_text_contains(ft_str_text(&text), "plane"))
		return 'b';
	colon = strchr(ft_str_text(&text), ':');
	return colon ? tolower((unsigned char)colon[1]) : 0;
}

/* Returns how JOB takes cores from sockets. */
static take_fn *
way_of(const struct ft_world *world, const struct ft_job *job)
{
	int letter = letter_of(job);
	bool in_order = ft_release_has(
	    ft_conf_release(world->conf), FT_RULE_CORES_IN_ORDER);
	bool blocks = !world->place->cores || letter == 'b' ||
		      (letter != 'c' && letter != 'f' &&
			  ft_text_contains(ft_conf_text(world->conf,
					       FT_CONF_SELECT_TYPE_PARAMETERS),
			      "dist_block"));

	if (in_order && job->tasks_per_node)
		return take_first;
	if (job->cpus_per_task <= 1)
		return blocks ? take_block : take_in_turn;
	if (blocks)
		return in_order ? take_task_block : take_block;
	if (letter == 'f')
		return take_in_turn;
	return in_order ? take_first : take_tasks;
}

/* ---- which of them are free ---------------------------------------------- */

/* Returns whether HOLDER is still there when JOB starts. */
static bool
is_there(const struct holder *holder, const struct ft_job *job)
{
	return !holder->job->ended || holder->job->ended > job->started;
}

/* Set busy[] and room[] to what the N HOLDERs have, in ROW only if it is not
 * UINT32_MAX; returns the number of free cores. */
static uint32_t
look(struct dealing *dealing, const struct holder *holder, size_t n,
    uint32_t row)
{
	const struct ft_cores *cores = dealing->cores;
	const struct ft_job *job = dealing->to->job;
	uint32_t free = 0;

	memset(dealing->busy, 0, words(cores) * sizeof *dealing->busy);
	memset(dealing->room, 0, dealing->n_socket * sizeof *dealing->room);
	for (size_t i = 0; i < n; i++) {
		if (!is_there(&holder[i], job) ||
		    (row != UINT32_MAX &&
			(holder[i].row != row ||
			    holder[i].job->where != job->where)))
			continue;
		for (size_t w = 0; w < words(cores); w++)
			dealing->busy[w] |= holder[i].has[w];
	}
	for (uint32_t i = 0; i < cores->n; i++)
		if (!(dealing->busy[i / 64] >> i % 64 & 1)) {
			dealing->room[i / cores->per_socket]++;
			free++;
		}
	return free;
}

/* Give the holder N its cores: free ones, or if these do not suffice those that
 * are free in a row of its partition. */
static void
deal(struct dealing *dealing, struct holder *holder, size_t n)
{
	uint32_t need =
	    (uint32_t)ft_num_parts(holder[n].cpus, dealing->cores->cpus);

	dealing->to = &holder[n];
	dealing->left = ft_min_u32(need, dealing->cores->n);
	dealing->cores->has = holder[n].has;
	if (look(dealing, holder, n, UINT32_MAX) < dealing->left)
		while (look(dealing, holder, n, holder[n].row) < dealing->left)
			holder[n].row++;
	way_of(dealing->world, holder[n].job)(dealing);
}

/* ---- the jobs of a node -------------------------------------------------- */

/* Returns the CPUs that JOB has of NODE; 0 none. */
static uint32_t
cpus_on(const struct ft_job *job, uint32_t node)
{
	size_t i;

	if (!job->alloc || job->state == FT_JOB_PENDING)
		return 0;
	FT_BISECT(i, 0, job->n_node, job->node[i].node < node);
	return i < job->n_node && job->node[i].node == node ? job->node[i].cpus
							    : 0;
}

static int
compare(const void *left, const void *right)
{
	const struct holder *a = left, *b = right;

	return ft_cores_before(a->job, b->job) ? -1 : 1;
}

/* Returns JOB and those that were given cores of NODE before, *n of them, in
 * this order. */
static struct holder *
holders_of(const struct ft_world *world, const struct ft_job *job,
    uint32_t node, size_t *n)
{
	struct holder *holder = NULL;
	size_t cap = 0;

	*n = 0;
	for (size_t i = 0; i < world->n_job; i++) {
		const struct ft_job *other = world->job[i];
		uint32_t cpus = cpus_on(other, node);

		if (cpus && ft_cores_before(other, job))
			*ft_vec_add(holder, *n, cap) =
			    (struct holder){ other, cpus, 0, NULL };
	}
	if (*n > 1)
		qsort(holder, *n, sizeof *holder, compare);
	*ft_vec_add(holder, *n, cap) =
	    (struct holder){ job, cpus_on(job, node), 0, NULL };
	return holder;
}

struct ft_cores
ft_cores_of(const struct ft_world *world, const struct ft_job *job, size_t part)
{
	uint32_t index = job->node[part].node;
	const struct ft_node *node = &world->machine.node[index];
	uint32_t cpus = world->place->cores ? node->threads : 1;
	struct ft_cores cores = { .n = (uint32_t)ft_num_parts(node->cpus, cpus),
		.per_socket = node->cores * (node->threads / cpus),
		.cpus = cpus };
	struct dealing dealing = { .world = world, .cores = &cores };
	struct holder *holder FT_CLEANUP(ft_free_at) = NULL;
	size_t n;

	dealing.n_socket = (uint32_t)ft_num_parts(cores.n, cores.per_socket);
	dealing.busy = ft_calloc(words(&cores), sizeof *dealing.busy);
	dealing.room = ft_calloc(dealing.n_socket + 1, sizeof *dealing.room);
	holder = holders_of(world, job, index, &n);
	for (size_t i = 0; i < n; i++) {
		holder[i].has = ft_calloc(words(&cores), sizeof *holder[i].has);
		deal(&dealing, holder, i);
	}
	for (size_t i = 0; i + 1 < n; i++)
		ft_free(holder[i].has);
	ft_free(dealing.busy);
	ft_free(dealing.room);
	return cores;
}

void
ft_cores_clear(struct ft_cores *cores)
{
	ft_free(cores->has);
	*cores = (struct ft_cores){ .n = 0 };
}
