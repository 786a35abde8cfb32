/*
 * select.c - which nodes a job gets: see place.h for the rules.
 *
 * gather() collects the candidates, nodes with room for at least one task.
 * choose() tries how many nodes to take, choose_nodes() from which candidates,
 * attempt() takes them stretch by stretch.  The scratch is place->candidate.
 *
 * Cases: tests/oracle/cases/z20-nodes-unequal, z120-last-node, n01-nodes.
 */

#include "sim/place/need.h"
#include "sim/place/private.h"

/* Returns the nodes that the job names if it needs fewer than these, so that it
 * gets some of them; else NULL. */
static const ft_nodes *
pool_of(const struct ft_need *need)
{
	const ft_nodes *named = ft_place_required(need->world, need->job);

	return named && need->job->max_nodes &&
		       ft_nodes_size(named, need->world->place->n_word) >
			   need->job->min_nodes
		   ? named
		   : NULL;
}

/* Returns whether NODE and OTHER are alike and have as much free, so that a job
 * that is not picky has the same room on both. */
static bool
is_twin(const struct ft_need *need, uint32_t node, uint32_t other)
{
	const struct ft_free *free = need->free;
	const struct ft_node *a = &need->world->machine.node[node];
	const struct ft_node *b = &need->world->machine.node[other];

	return free->node[node].cpus == free->node[other].cpus &&
	       free->node[node].memory == free->node[other].memory &&
	       a->memory == b->memory && a->sockets == b->sockets &&
	       a->cores == b->cores && a->threads == b->threads;
}

/* Collect the candidates among AVAIL, NULL all: nodes with room for at least
 * one task. */
static void
gather(struct ft_need *need, const ft_nodes *avail)
{
	struct ft_world *world = need->world;
	struct ft_place *place = world->place;
	const ft_nodes *member =
	    place->member[need->partition - world->machine.partition];
	const ft_nodes *not = ft_place_named(world, need->job->exc_nodes);
	const ft_nodes *pool = pool_of(need);
	uint32_t least =
	    need->per_node > need->per_task ? need->per_node : need->per_task;
	uint32_t last = UINT32_MAX, room = 0;
	/* one node must hold all */
	uint32_t enough = need->max_nodes == 1 ? need->cpus : 1;

	need->n = 0;
	for (uint32_t w = 0; w < place->n_word; w++) {
		const ft_nodes *open =
		    need->queue ? need->free->all : need->free->open;
		uint64_t word = open[w] & member[w];

		if (avail)
			word &= avail[w];
		if (not )
			word &= ~not [w];
		if (pool)
			word &= pool[w];
		for (; word; word &= word - 1) {
			uint32_t node = ft_nodes_first(w, word);

			if (!need->queue && need->free->node[node].cpus < least)
				continue;
			/* most nodes are like the one before */
			if (need->picky || need->queue || last == UINT32_MAX ||
			    !is_twin(need, node, last))
				room = ft_need_room(need, node);
			last = node;
			if (room >= enough)
				place->candidate[need->n++] =
				    (struct ft_candidate){ .node = node,
					    .room = room };
		}
	}
}

/* ---- selection ----------------------------------------------------------- */

/* What the job still lacks. */
struct left {
	uint32_t cpus, min_nodes, max_nodes;
	uint32_t must; /* nodes that must follow; min_nodes are tried for */
};

static bool
is_done(const struct left *left)
{
	return !left->cpus && !left->min_nodes;
}

/* Take as much of CANDIDATE as the job can use, but leave at least one core for
 * each node that must follow. */
static void
take(const struct ft_need *need, struct left *left,
    struct ft_candidate *candidate)
{
	uint32_t least = ft_max_u32(need->per_task, need->per_node);
	uint64_t keep = (uint64_t)(left->must ? left->must - 1 : 0) *
			ft_max_u32(least, ft_need_core(need, candidate->node));
	uint32_t cpus =
	    left->cpus > keep ? (uint32_t)(left->cpus - keep) : least;

	if (need->job->tasks_per_node || need->even)
		cpus = candidate->room;
	cpus = ft_min_u32(ft_max_u32(cpus, least), candidate->room);
	candidate->part = cpus;
	candidate->used = true;
	left->cpus -= ft_min_u32(cpus, left->cpus);
	left->min_nodes -= left->min_nodes > 0;
	left->must -= left->must > 0;
	left->max_nodes--;
}

/* Neighbouring nodes of equal Weight: the candidates [from, to). */
struct stretch {
	size_t from, to;
	uint64_t cpus; /* the room of open ones together */
	uint32_t weight;
	bool enough; /* they hold all that the job still lacks */
	bool held;   /* the job must have some of them, and has */
};

/*
 * Returns whether A is preferred to BEST, which precedes it.  As in Slurm, a
 * larger stretch that does not suffice replaces one that does: "-N 2" takes its
 * first node from a large stretch of one node that follows a small stretch of
 * two.
 */
static bool
is_better(const struct stretch *a, const struct stretch *best)
{
	if (a->weight != best->weight)
		return a->weight < best->weight;
	if (a->enough && best->enough && a->cpus == best->cpus)
		return a->held && !best->held;
	if (a->enough)
		return !best->enough || a->cpus < best->cpus;
	return a->cpus > best->cpus;
}

/* Returns whether CANDIDATE may still be taken, if only those with more room
 * than LEAST may. */
static bool
is_open(const struct ft_candidate *candidate, uint32_t least)
{
	return !candidate->used && !candidate->passed &&
	       candidate->room > least;
}

/* Returns whether CANDIDATE belongs to a stretch: an open one, or one that the
 * job must have. */
static bool
joins(const struct ft_need *need, const struct ft_candidate *candidate,
    uint32_t least)
{
	const struct ft_job *job = need->job;

	return is_open(candidate, least) ||
	       (candidate->used &&
		   (job->contiguous || (*job->req_nodes && !need->chosen)));
}

/* Returns the stretch that begins with candidate I. */
static struct stretch
stretch_at(const struct ft_need *need, const struct left *left, uint32_t least,
    size_t i)
{
	const struct ft_candidate *c = need->world->place->candidate;
	const struct ft_node *node = need->world->machine.node;
	bool adjacent = need->job->contiguous;
	struct stretch s = { .from = i,
		.weight = adjacent ? 0 : node[c[i].node].weight };

	do {
		s.held |= c[i].used;
		/* what --ntasks-per-node leaves unused counts, too */
		s.cpus += c[i].used ? 0
			  : need->job->tasks_per_node
			      ? need->free->node[c[i].node].cpus
			      : c[i].room;
		i++;
	} while (i < need->n && joins(need, &c[i], least) &&
		 c[i].node == c[i - 1].node + 1 &&
		 (adjacent || node[c[i].node].weight == s.weight));
	s.to = i;
	/* the minimum of --nodes counts, not the number tried for */
	s.enough =
	    s.cpus >= left->cpus &&
	    s.to - s.from + need->want >= left->min_nodes + need->min_nodes;
	return s;
}

/* Set BEST to the preferred stretch of candidates; returns false if there is
 * none, or if the nodes must be adjacent and it does not suffice. */
static bool
best_stretch(const struct ft_need *need, const struct left *left,
    uint32_t least, struct stretch *best)
{
	const struct ft_candidate *c = need->world->place->candidate;
	bool found = false, adjacent = need->job->contiguous;
	bool begun = adjacent && left->max_nodes < need->max_nodes;
	struct stretch s;

	for (size_t i = 0; i < need->n; i = s.to) {
		s.to = i + 1;
		if (!joins(need, &c[i], least))
			continue;
		s = stretch_at(need, left, least, i);
		if (!s.cpus || (begun && !s.held))
			continue;
		if (!found || is_better(&s, best))
			*best = s;
		found = true;
	}
	return found && (best->enough || !adjacent);
}

/* Returns whether LLN prefers candidate A to B, which precedes it: more of it is
 * idle. */
static bool
is_idler(const struct ft_need *need, const struct ft_candidate *a,
    const struct ft_candidate *b)
{
	const struct ft_node *x = &need->world->machine.node[a->node];
	const struct ft_node *y = &need->world->machine.node[b->node];
	uint64_t idle = need->free->node[a->node].cpus;

	if (x->weight != y->weight)
		return x->weight < y->weight;
	return idle * y->cpus >
	       (uint64_t)need->free->node[b->node].cpus * x->cpus;
}

/* Set BEST to the open candidate that LLN prefers; returns false if there is
 * none. */
static bool
least_loaded(const struct ft_need *need, uint32_t least, struct stretch *best)
{
	const struct ft_candidate *c = need->world->place->candidate;
	size_t found = need->n;

	for (size_t i = 0; i < need->n; i++)
		if (is_open(&c[i], least) &&
		    (found == need->n || is_idler(need, &c[i], &c[found])))
			found = i;
	*best = (struct stretch){ .from = found, .to = found + 1 };
	return found < need->n;
}

/* Set BEST to one open candidate of the smallest Weight that holds all that is
 * lacking: the first, or LAST the last one.  Returns false if there is none. */
static bool
outermost(const struct ft_need *need, const struct left *left, uint32_t least,
    bool last, struct stretch *best)
{
	const struct ft_candidate *c = need->world->place->candidate;
	const struct ft_node *node = need->world->machine.node;
	size_t found = need->n;

	for (size_t i = 0; i < need->n; i++) {
		uint32_t weight = node[c[i].node].weight;

		if (is_open(&c[i], least) && c[i].room >= left->cpus &&
		    (found == need->n || weight < node[c[found].node].weight ||
			(last && weight == node[c[found].node].weight)))
			found = i;
	}
	*best = (struct stretch){ .from = found, .to = found + 1 };
	return found < need->n;
}

/* Take all nodes of SET; returns false, and takes none, if that is not
 * possible. */
static bool
take_all(const struct ft_need *need, struct left *left, const ft_nodes *set)
{
	struct ft_place *place = need->world->place;
	size_t want = ft_nodes_size(set, place->n_word), new = 0;

	for (size_t i = 0; i < need->n; i++) {
		if (!ft_nodes_has(set, place->candidate[i].node))
			continue;
		want--;
		new += !place->candidate[i].used;
	}
	if (want || new > left->max_nodes)
		return false;
	for (size_t i = 0; i < need->n; i++)
		if (ft_nodes_has(set, place->candidate[i].node) &&
		    !place->candidate[i].used)
			take(need, left, &place->candidate[i]);
	return true;
}

/* Take the nodes that the job must have: those that it names, and those chosen
 * for its feature counts.  A job that names a node which is gone gets none. */
static bool
take_named(const struct ft_need *need, struct left *left)
{
	const ft_nodes *named = ft_place_required(need->world, need->job);

	if (ft_place_names_gone(need->world, need->job->req_nodes))
		return false;
	return (!named || pool_of(need) || take_all(need, left, named)) &&
	       (!need->chosen || take_all(need, left, need->chosen));
}

/* If all that is lacking fits on one node of the stretch BEST, reduce BEST to
 * that node: of several the one with the least room, the first of equals. */
static void
narrow(const struct ft_need *need, const struct left *left, uint32_t least,
    struct stretch *best)
{
	const struct ft_candidate *c = need->world->place->candidate;
	size_t found = best->to;

	if (left->min_nodes > 1 || best->held)
		return;
	for (size_t i = best->from; i < best->to; i++)
		if (is_open(&c[i], least) && c[i].room >= left->cpus &&
		    (found == best->to || c[i].room < c[found].room))
			found = i;
	if (found == best->to)
		return;
	best->from = found;
	best->to = found + 1;
}

/* Take candidate I, unless nothing is lacking.  The last node that --nodes allows
 * must hold all that is; one that does not is skipped for good. */
static void
take_one(const struct ft_need *need, struct left *left, size_t i)
{
	struct ft_candidate *c = &need->world->place->candidate[i];

	if (c->used || !left->max_nodes || is_done(left))
		return;
	if (left->max_nodes == 1 && c->room < left->cpus)
		c->passed = true;
	else
		take(need, left, c);
}

/* Take nodes of STRETCH in order, or if it has some already those after the
 * first of these and then those before it, nearest first. */
static void
take_stretch(const struct ft_need *need, struct left *left,
    const struct stretch *stretch)
{
	const struct ft_candidate *c = need->world->place->candidate;
	size_t first = stretch->from;

	while (stretch->held && !c[first].used)
		first++;
	for (size_t i = first; i < stretch->to; i++)
		take_one(need, left, i);
	for (size_t i = first; i > stretch->from; i--)
		take_one(need, left, i - 1);
}

/* Take candidates that have more room than LEAST until nothing is lacking. */
static bool
take_enough(const struct ft_need *need, uint32_t least)
{
	struct left left = { need->cpus, need->want, need->max_nodes,
		need->min_nodes };
	struct stretch best = { 0 };
	bool packs = need->cpus == 1 && need->want == 1 &&
		     need->world->sched.value[FT_SCHED_PACK_SERIAL];

	if (!take_named(need, &left))
		return false;
	while (!is_done(&left)) {
		if (!left.max_nodes ||
		    !(need->spread ? least_loaded(need, least, &best)
			: packs || need->first
			    ? outermost(need, &left, least, packs, &best)
			    : best_stretch(need, &left, least, &best)))
			return false;
		narrow(need, &left, least, &best);
		take_stretch(need, &left, &best);
	}
	return true;
}

/* The same, but if they do not suffice none is taken. */
static bool
attempt(const struct ft_need *need, uint32_t least)
{
	struct ft_candidate *c = need->world->place->candidate;

	if (take_enough(need, least))
		return true;
	for (size_t i = 0; i < need->n; i++)
		c[i] = (struct ft_candidate){ .node = c[i].node,
			.room = c[i].room };
	return false;
}

/* Returns the smallest room above LEAST, UINT32_MAX if there is none. */
static uint32_t
next_room(const struct ft_need *need, uint32_t least)
{
	const struct ft_candidate *c = need->world->place->candidate;
	uint32_t next = UINT32_MAX;

	for (size_t i = 0; i < need->n; i++)
		if (c[i].room > least && c[i].room < next)
			next = c[i].room;
	return next;
}

/* Take nodes for all that NEED asks.  If --nodes allows too few nodes to take
 * them in order, try again without the smallest ones. */
static bool
choose_nodes(struct ft_need *need)
{
	const struct ft_candidate *c = need->world->place->candidate;
	uint64_t all = 0;

	for (size_t i = 0; i < need->n; i++)
		all += c[i].room;
	if (all < need->cpus || need->n < need->want)
		return false;
	if (attempt(need, 0))
		return true;
	if (need->max_nodes >= need->n)
		return false;
	for (uint32_t least = next_room(need, 0); least != UINT32_MAX;
	     least = next_room(need, least))
		if (attempt(need, least))
			return true;
	return false;
}

/* The same, but with "--nodes=MIN-MAX" first try to take as many nodes as there
 * are, with at least one task each. */
static bool
choose(struct ft_need *need)
{
	const struct ft_job *job = need->job;
	uint32_t cpus = need->cpus, most = need->max_nodes;
	bool range = job->nodes_given && job->max_nodes > need->min_nodes &&
		     !job->shape.few_nodes && !need->counted;

	if (range || job->shape.spread) {
		if (job->tasks_given)
			most = ft_min_u32(most, cpus / need->per_task);
		if (need->n < most)
			most = (uint32_t)need->n;
		if (!job->tasks_given && most > need->min_nodes)
			need->cpus =
			    most * need->per_task *
			    (job->tasks_per_node ? job->tasks_per_node : 1);
		need->want = most;
		if (most > need->min_nodes && choose_nodes(need))
			return true;
	}
	need->cpus = cpus;
	need->want = need->min_nodes;
	return choose_nodes(need);
}

/* ---- features ------------------------------------------------------------------ */

/* For a constraint like "[big|small]": take nodes of the first part of which
 * there are enough. */
static bool
choose_same(struct ft_need *need, const ft_nodes *avail,
    const struct ft_feature_part *part, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		need->part = &part[i];
		gather(need, avail);
		if (choose(need))
			return true;
	}
	return false;
}

/* Choose as many nodes as PART counts, and move them from OPEN to CHOSEN.
 * Nodes that the job names do not count for that. */
static bool
choose_part(const struct ft_need *need, const struct ft_feature_part *part,
    ft_nodes *open, ft_nodes *chosen)
{
	const struct ft_candidate *c = need->world->place->candidate;
	struct ft_job job = *need->job;
	struct ft_need one = *need;

	job.req_nodes = "";
	one.job = &job;
	one.part = part;
	one.want = one.min_nodes = one.max_nodes = part->count;
	one.cpus = part->count * need->per_task;
	gather(&one, open);
	if (!choose_nodes(&one))
		return false;
	for (size_t i = 0; i < one.n; i++)
		if (c[i].used) {
			ft_nodes_put(chosen, c[i].node);
			ft_nodes_drop(open, c[i].node);
		}
	return true;
}

/* For a constraint like "big*1&small*2": choose the nodes of each part in turn;
 * further nodes may be any. */
static bool
choose_counted(struct ft_need *need, const ft_nodes *avail,
    const struct ft_feature_part *part, size_t n)
{
	struct ft_world *world = need->world;
	ft_nodes *chosen FT_CLEANUP(ft_free_at) = ft_place_set(world, NULL, 0);
	ft_nodes *open FT_CLEANUP(ft_free_at) =
	    ft_place_copy(world, avail ? avail : need->free->all);
	bool found = true;

	for (size_t i = 0; i < n && found; i++)
		found = choose_part(need, &part[i], open, chosen);
	if (found) {
		need->chosen = chosen;
		gather(need, avail);
		found = choose(need);
		need->chosen = NULL;
	}
	return found;
}

/* Take nodes for NEED among AVAIL as its constraint demands. */
static bool
search(struct ft_need *need, const ft_nodes *avail)
{
	struct ft_feature_part part[FT_FEATURE_PARTS];
	size_t n = ft_features_parts(need->job->features, part);

	if (need->counted)
		return choose_counted(need, avail, part, n);
	if (n)
		return choose_same(need, avail, part, n);
	gather(need, avail);
	return choose(need);
}

/* ---- result -------------------------------------------------------------- */

/* If the nodes taken have room for more than the job needs, deal out its tasks:
 * to each node in turn what a core of it holds, and to each at least one. */
static void
deal_tasks(const struct ft_need *need)
{
	struct ft_candidate *c = need->world->place->candidate;
	uint64_t room = 0, left = ft_num_parts(need->cpus, need->per_task);
	uint64_t bare = 0; /* nodes without a task */

	for (size_t i = 0; i < need->n; i++)
		room += c[i].used ? c[i].part / need->per_task : 0;
	if (room <= left || need->keeps)
		return;
	for (size_t i = 0; i < need->n; i++) {
		c[i].room = c[i].used ? c[i].part / need->per_task : 0;
		c[i].part = 0;
		bare += c[i].room > 0;
	}
	while (left)
		for (size_t i = 0; i < need->n; i++) {
			uint32_t core = ft_need_core(need, c[i].node);
			uint32_t n = ft_min_u32(
			    c[i].room, ft_max_u32(core / need->per_task, 1));

			bare -= bare && n;
			n = ft_min_u32(
			    n, ft_num_in_u32(left > bare ? left - bare : left));
			c[i].room -= n;
			c[i].part += n * need->per_task;
			left -= n;
		}
}

/* Set FOUND to the allocation on the candidates that were taken. */
static void
set_found(const struct ft_need *need, struct ft_found *found)
{
	const struct ft_candidate *c = need->world->place->candidate;

	found->n = 0;
	deal_tasks(need);
	for (size_t i = 0; i < need->n; i++) {
		if (!c[i].used)
			continue;
		*ft_vec_add(found->node, found->n, found->cap) =
		    ft_need_part(need, c[i].node, c[i].part);
	}
}

/* Returns whether too few CPUs are free on AVAIL, whatever else the job needs:
 * a quick test. */
static bool
lacks_cpus(const struct ft_need *need, const ft_nodes *avail)
{
	const struct ft_place *place = need->world->place;
	const ft_nodes *member =
	    place->member[need->partition - need->world->machine.partition];
	const struct ft_free *free = need->free;
	uint64_t least = ft_need_least_cpus(need), cpus = 0;

	if (least > free->cpus_open)
		return true;
	for (uint32_t w = 0; w < place->n_word && cpus < least; w++) {
		ft_nodes word = free->open[w] & member[w];

		if (avail)
			word &= avail[w];
		for (; word && cpus < least; word &= word - 1)
			cpus += free->node[ft_nodes_first(w, word)].cpus;
	}
	return cpus < least;
}

uint64_t
ft_need_least_cpus(const struct ft_need *need)
{
	return need->queue ? 0 : need->cpus;
}

enum ft_fit
ft_need_find(struct ft_need need, const ft_nodes *avail, struct ft_found *found)
{
	if (ft_place_lacks_licenses(need.job, need.free))
		return FT_FIT_LICENSE;
	if (need.min_nodes > need.max_nodes || lacks_cpus(&need, avail))
		return FT_FIT_BUSY;
	if (!search(&need, avail))
		return FT_FIT_BUSY;
	if (found)
		set_found(&need, found);
	return FT_FIT;
}

enum ft_fit
ft_place_find(const struct ft_seeker *seeker, const ft_nodes *avail,
    const struct ft_free *free, struct ft_found *found)
{
	return ft_need_find(ft_need_of(seeker, free), avail, found);
}

bool
ft_place_could(const struct ft_seeker *seeker, const ft_nodes *avail,
    const struct ft_free *free)
{
	const struct ft_candidate *c = seeker->world->place->candidate;
	struct ft_need need = ft_need_of(seeker, free);
	uint64_t all = 0, most = 0;

	if (ft_place_lacks_licenses(seeker->job, free) ||
	    lacks_cpus(&need, avail))
		return false;
	gather(&need, avail);
	for (size_t i = 0; i < need.n; i++) {
		all += c[i].room;
		if (c[i].room > most)
			most = c[i].room;
	}
	return need.n >= need.min_nodes && all >= need.cpus &&
	       most * need.max_nodes >= need.cpus;
}

enum ft_fit
ft_place_ever(const struct ft_seeker *seeker, const ft_nodes *avail)
{
	struct ft_place *place = seeker->world->place;
	const struct {
		const ft_nodes *nodes;
		enum ft_fit fit;
	} on[] = { { avail, FT_FIT }, { place->there, FT_FIT_NODES } };

	for (size_t i = 0; i < sizeof on / sizeof *on; i++) {
		ft_free_all(seeker->world, &place->scratch, on[i].nodes);
		if (ft_place_find(seeker, NULL, &place->scratch, NULL) ==
		    FT_FIT)
			return on[i].fit;
	}
	return FT_FIT_NEVER;
}

const char *
ft_place_lacking(const struct ft_seeker *seeker, const ft_nodes *avail)
{
	struct ft_world *world = seeker->world;
	const struct ft_partition *in =
	    &world->machine.partition[seeker->partition];
	const ft_nodes *named = ft_place_required(world, seeker->job);
	uint32_t *node FT_CLEANUP(ft_free_at) =
	    ft_alloc(in->n_node * sizeof *node);
	struct ft_str text = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < in->n_node; i++)
		if (!ft_nodes_has(avail, in->node[i]) &&
		    (!named || ft_nodes_has(named, in->node[i])))
			node[n++] = in->node[i];
	if (n)
		ft_str_add(&text, "UnavailableNodes:");
	ft_machine_add_hosts(&text, &world->machine, node, n);
	return ft_world_keep(world, &text);
}
