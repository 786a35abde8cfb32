/*
 * select.c - which nodes a reservation gets.
 *
 * The named ones, or the first of its partition that are up, not reserved for
 * its time, and free of jobs by then.  If there are too few, 22.05 takes those
 * (tests/oracle/cases/w23-reservation-nodes), and 24.11 refuses it.
 */

#include "base/text/hostlist.h"
#include "sim/reserve/reserve.h"

#define WEEK                                                                   \
	(INT64_C(7) * 24 * 3600) /* how far ahead repetitions are
				         compared */

#define SHARES (FT_RESERVATION_MASK(MAINT) | FT_RESERVATION_MASK(OVERLAP))

/* ---- time ---------------------------------------------------------------- */

/*
 * Returns whether two reservations overlap, repetitions within a week included.
 */
static bool
overlap(const struct ft_world *world, const struct ft_reservation *a,
    const struct ft_reservation *b)
{
	int64_t first = ft_reserve_start(world, a);
	int64_t other_first = ft_reserve_start(world, b);
	int64_t length = ft_reserve_end(world, a) - first;
	int64_t other_length = ft_reserve_end(world, b) - other_first;

	for (int64_t start = first; start < first + WEEK;
	     start = ft_reservation_after(a->flags, start)) {
		for (int64_t other = other_first; other < other_first + WEEK;
		     other = ft_reservation_after(b->flags, other)) {
			if (start < (other + other_length) &&
			    other < (start + length))
				return true;
			if (!ft_reservation_repeats(b))
				break;
		}
		if (!ft_reservation_repeats(a))
			break;
	}
	return false;
}

/* ---- sets ---------------------------------------------------------------- */

static bool
is_in(const ft_nodes *nodes, const struct ft_reservation *reservation)
{
	for (size_t i = 0; i < reservation->n_node; i++)
		if (ft_nodes_has(nodes, reservation->node[i]))
			return true;
	return false;
}

/* Remove the nodes of jobs that would still run when it begins. */
static void
leave_busy(const struct ft_world *world,
    const struct ft_reservation *reservation, ft_nodes *nodes)
{
	int64_t start = ft_reserve_start(world, reservation);

	if (reservation->flags & FT_RESERVATION_MASK(IGNORE_JOBS))
		return;
	for (size_t i = 0; i < world->n_running; i++) {
		const struct ft_job *job = world->running[i];

		/* its own jobs may stay */
		if (job->must_end <= start ||
		    ft_reserve_is_named(job, reservation))
			continue;
		for (size_t j = 0; j < job->n_node; j++)
			ft_nodes_drop(nodes, job->node[j].node);
	}
}

/* Remove nodes that others have reserved, unless it may share them. */
static void
leave_reserved(const struct ft_world *world,
    const struct ft_reservation *reservation, ft_nodes *nodes)
{
	if (reservation->flags & SHARES)
		return;
	for (size_t i = 0; i < world->n_reservation; i++) {
		const struct ft_reservation *other = world->reservation[i];

		/* a reservation of cores does not block the node */
		if (other == reservation || other->core ||
		    !overlap(world, reservation, other))
			continue;
		for (size_t j = 0; j < other->n_node; j++)
			ft_nodes_drop(nodes, other->node[j]);
	}
}

static void
keep_features(
    const struct ft_world *world, const char *features, ft_nodes *nodes)
{
	for (uint32_t i = 0; *features && i < world->machine.n_node; i++)
		if (!ft_node_has_features(&world->machine.node[i], features))
			ft_nodes_drop(nodes, i);
}

/* ---- the answer ---------------------------------------------------------- */

static void
write_down(struct ft_world *world, struct ft_reservation *reservation)
{
	struct ft_str text = { 0 };

	ft_machine_add_hosts(
	    &text, &world->machine, reservation->node, reservation->n_node);
	reservation->nodes = ft_world_keep(world, &text);
}

/* Give it all of SET (NULL: of all nodes), or the first MOST nodes. */
static void
have(struct ft_world *world, struct ft_reservation *reservation,
    const ft_nodes *set, size_t most)
{
	ft_free(reservation->node);
	ft_free(reservation->core);
	reservation->core = NULL;
	reservation->node =
	    ft_alloc(world->machine.n_node * sizeof *reservation->node);
	reservation->n_node = 0;
	for (uint32_t i = 0;
	     i < world->machine.n_node && reservation->n_node < most; i++)
		if (!set || ft_nodes_has(set, i))
			reservation->node[reservation->n_node++] = i;
	write_down(world, reservation);
}

enum ft_refusal
ft_reserve_check_nodes(
    struct ft_world *world, const struct ft_reservation *reservation)
{
	ft_nodes *wanted FT_CLEANUP(ft_free_at) =
	    ft_place_set(world, reservation->node, reservation->n_node);
	ft_nodes *left FT_CLEANUP(ft_free_at) = NULL;

	for (size_t i = 0; i < world->n_reservation; i++) {
		const struct ft_reservation *other = world->reservation[i];

		if (other != reservation && !other->core &&
		    !((reservation->flags | other->flags) & SHARES) &&
		    is_in(wanted, other) && overlap(world, reservation, other))
			return FT_REFUSE_RESERVATION_OVERLAP;
	}
	left = ft_place_copy(world, wanted);
	leave_busy(world, reservation, left);
	return memcmp(left, wanted, world->place->n_word * sizeof *left) != 0
		   ? FT_REFUSE_RESERVATION_BUSY
		   : FT_REFUSE_NONE;
}

/* Where the nodes of a host list go. */
struct named {
	const struct ft_machine *machine;
	ft_nodes *set;
	bool forgiving; /* skip names that no node has */
};

static enum ft_status
keep_node(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct named *named = ctx;
	char *text FT_CLEANUP(ft_free_at) = ft_strndup(name, len);
	uint32_t node = ft_machine_node(named->machine, text);

	if (node != UINT32_MAX)
		ft_nodes_put(named->set, node);
	else if (!named->forgiving)
		return ft_fail(err, FT_ENOENT, "%s", text);
	return FT_OK;
}

static enum ft_refusal
choose_named(struct ft_world *world, struct ft_reservation *reservation,
    const char *nodes)
{
	ft_nodes *set FT_CLEANUP(ft_free_at) =
	    ft_calloc(world->place->n_word, sizeof *set);
	/* one that is being made has no name yet */
	struct named named = { &world->machine, set,
		*reservation->name &&
		    ft_release_has(ft_conf_release(world->conf),
			FT_RULE_RESERVATION_NODES_KNOWN) };

	if (ft_hostlist_nodes(nodes, keep_node, &named, NULL) != FT_OK)
		return FT_REFUSE_NODE_NAME;
	have(world, reservation, set, SIZE_MAX);
	if (reservation->n_node)
		return FT_REFUSE_NONE;
	return named.forgiving ? FT_REFUSE_RESERVATION : FT_REFUSE_NODE_NAME;
}

/* ---- cores --------------------------------------------------------------- */

/* Returns how many cores of NODE, from the first on, overlapping reservations
 * have. */
static uint32_t
cores_gone(const struct ft_world *world,
    const struct ft_reservation *reservation, uint32_t node)
{
	uint32_t gone = 0;

	for (size_t i = 0; i < world->n_reservation; i++) {
		const struct ft_reservation *other = world->reservation[i];

		if (other == reservation || !other->core ||
		    !overlap(world, reservation, other))
			continue;
		for (size_t j = 0; j < other->n_node; j++)
			if (other->node[j] == node &&
			    other->core[j].first + other->core[j].count > gone)
				gone =
				    other->core[j].first + other->core[j].count;
	}
	return gone;
}

/* Whether one of its nodes is down or drained: its cores cannot be chosen. */
static bool
has_lost_node(
    const struct ft_world *world, const struct ft_reservation *reservation)
{
	for (size_t i = 0; i < reservation->n_node; i++)
		if (!ft_nodes_has(world->place->usable, reservation->node[i]))
			return true;
	return false;
}

/* Returns how many cores of the first node to take of LEFT cores on NODES nodes (0:
 * as many as it takes). */
static uint32_t
share_of(const struct ft_world *world, uint32_t left, uint32_t nodes)
{
	if (!nodes)
		return left;
	return ft_release_has(
		   ft_conf_release(world->conf), FT_RULE_RESERVATION_CORES_LOW)
		   ? left - (nodes - 1)
		   : (left + nodes - 1) / nodes;
}

/* Reserve EACH[n] cores on its nodes (NULL: the same or a like number on each), or
 * cores until there are enough. */
static enum ft_refusal
choose_cores(struct ft_world *world, struct ft_reservation *reservation,
    const uint32_t *each, uint32_t nodes)
{
	uint32_t left = reservation->core_count;
	size_t kept = 0;

	reservation->core =
	    ft_alloc((reservation->n_node + 1) * sizeof *reservation->core);
	for (size_t i = 0; i < reservation->n_node && left; i++) {
		uint32_t node = reservation->node[i];
		const struct ft_node *of = &world->machine.node[node];
		uint32_t all = of->cpus / (of->threads ? of->threads : 1);
		uint32_t gone = cores_gone(world, reservation, node);
		uint32_t count = gone < all ? all - gone : 0;
		uint32_t most = each ? each[i] : share_of(world, left, nodes);

		if (each && most > count)
			return FT_REFUSE_RESERVATION_BUSY;
		count = count < most ? count : most;
		if (!count)
			continue;
		reservation->node[kept] = node;
		reservation->core[kept++] =
		    (struct ft_reservation_cores){ count, gone };
		left -= count;
		nodes -= nodes > 1;
	}
	reservation->n_node = kept;
	write_down(world, reservation);
	return left ? FT_REFUSE_RESERVATION_BUSY : FT_REFUSE_NONE;
}

/* ---- nodes of a partition ------------------------------------------------ */

/* Returns the nodes of its partition that are free at its time and, unless DOWN,
 * up. */
static ft_nodes *
candidates(
    struct ft_world *world, const struct ft_reservation *reservation, bool down)
{
	const struct ft_place *place = world->place;
	uint32_t partition =
	    ft_machine_partition(&world->machine, reservation->partition);
	ft_nodes *set = ft_place_copy(world,
	    partition == UINT32_MAX ? place->there : place->member[partition]);

	if (!down)
		ft_nodes_and(set, place->usable, place->n_word);
	keep_features(world, reservation->features, set);
	leave_busy(world, reservation, set);
	leave_reserved(world, reservation, set);
	return set;
}

/* For maintenance nodes that are down are as good, once no others are left. */
static void
add_down(struct ft_world *world, const struct ft_reservation *reservation,
    ft_nodes *set)
{
	ft_nodes *all FT_CLEANUP(ft_free_at) =
	    candidates(world, reservation, true);
	uint32_t n = ft_nodes_size(set, world->place->n_word);

	for (uint32_t i = 0;
	     i < world->machine.n_node && n < reservation->node_count; i++)
		if (ft_nodes_has(all, i) && !ft_nodes_has(set, i)) {
			ft_nodes_put(set, i);
			n++;
		}
}

/* As many nodes of its partition as it asks for; for cores, all that have some
 * left. */
static enum ft_refusal
choose_any(struct ft_world *world, struct ft_reservation *reservation)
{
	ft_nodes *set FT_CLEANUP(ft_free_at) =
	    candidates(world, reservation, false);
	bool counts = reservation->node_count && !reservation->core_count;

	if (reservation->flags & FT_RESERVATION_MASK(MAINT))
		add_down(world, reservation, set);
	have(world, reservation, set,
	    counts ? reservation->node_count : SIZE_MAX);
	return counts && reservation->n_node < reservation->node_count &&
		       ft_release_has(ft_conf_release(world->conf),
			   FT_RULE_RESERVATION_WHOLE)
		   ? FT_REFUSE_RESERVATION_BUSY
		   : FT_REFUSE_NONE;
}

static enum ft_refusal
choose_nodes(struct ft_world *world, struct ft_reservation *reservation,
    const char *nodes)
{
	bool part = reservation->flags & FT_RESERVATION_MASK(PART_NODES) &&
		    *reservation->partition;

	if (!*nodes)
		return choose_any(world, reservation);
	if (strcasecmp(nodes, "ALL") != 0)
		FT_ADMIT(choose_named(world, reservation, nodes));
	else
		have(world, reservation,
		    part ? world->place->member[ft_machine_partition(
			       &world->machine, reservation->partition)]
			 : NULL,
		    SIZE_MAX);
	return ft_reserve_check_nodes(world, reservation);
}

enum ft_refusal
ft_reserve_choose(struct ft_world *world, struct ft_reservation *reservation,
    const char *nodes, const uint32_t *core, size_t n)
{
	enum ft_release release = ft_conf_release(world->conf);
	bool total = ft_release_has(release, FT_RULE_RESERVATION_CORES_TOTAL);
	uint32_t count = reservation->node_count;

	FT_ADMIT(choose_nodes(world, reservation, nodes));
	if (*nodes)
		count = (uint32_t)reservation->n_node;
	if (reservation->core_count && has_lost_node(world, reservation))
		return FT_REFUSE_RESERVATION_BUSY;
	if (*nodes && n && n != reservation->n_node && !total)
		return FT_REFUSE_RESERVATION_CORES;
	if (!count && ft_release_has(release, FT_RULE_RESERVATION_CORES_SPREAD))
		count = reservation->core_count < reservation->n_node
			    ? reservation->core_count
			    : (uint32_t)reservation->n_node;
	if (reservation->core_count)
		FT_ADMIT(choose_cores(
		    world, reservation, *nodes && !total ? core : NULL, count));
	return reservation->n_node ? FT_REFUSE_NONE
				   : FT_REFUSE_RESERVATION_BUSY;
}

enum ft_refusal
ft_reserve_resize(
    struct ft_world *world, struct ft_reservation *reservation, uint32_t count)
{
	enum ft_refusal refusal = FT_REFUSE_NONE;
	ft_nodes *own, *set;
	size_t more;
	bool whole;

	if (count <= reservation->n_node) {
		/* Slurm drops the first nodes */
		size_t gone = reservation->n_node - count;

		memmove(reservation->node, reservation->node + gone,
		    count * sizeof *reservation->node);
		reservation->n_node = count;
		write_down(world, reservation);
		return FT_REFUSE_NONE;
	}
	more = count - reservation->n_node;
	own = ft_place_set(world, reservation->node, reservation->n_node);
	set = candidates(world, reservation, false);
	for (uint32_t i = 0; more && i < world->machine.n_node; i++) {
		if (!ft_nodes_has(set, i) || ft_nodes_has(own, i))
			continue;
		ft_nodes_put(own, i);
		more--;
	}
	whole = ft_release_has(
	    ft_conf_release(world->conf), FT_RULE_RESERVATION_WHOLE);
	if (whole ? more > 0 : more == count - reservation->n_node)
		refusal = FT_REFUSE_RESERVATION_BUSY;
	have(world, reservation, own, SIZE_MAX);
	ft_free(set);
	ft_free(own);
	return refusal;
}

enum ft_refusal
ft_reserve_change(struct ft_world *world, struct ft_reservation *reservation,
    const char *change)
{
	ft_nodes *own FT_CLEANUP(ft_free_at) =
	    ft_place_set(world, reservation->node, reservation->n_node);
	struct ft_str hosts FT_CLEANUP(ft_str_free) = { 0 };

	while (*change) {
		const char *next = change + 1;
		uint32_t *node FT_CLEANUP(ft_free_at) = NULL;
		size_t n = 0;

		/* up to the next sign after a comma */
		while (*next && !(next[-1] == ',' && strchr("+-", *next)))
			next++;
		ft_str_clear(&hosts);
		ft_str_add_n(&hosts, change + 1,
		    (size_t)(next - change - 1 - (next[-1] == ',')));
		if (ft_machine_hosts(&world->machine, ft_str_text(&hosts),
			&node, &n, NULL) != FT_OK)
			return FT_REFUSE_NODE_NAME;
		for (size_t i = 0; i < n; i++)
			if (*change == '+')
				ft_nodes_put(own, node[i]);
			else
				ft_nodes_drop(own, node[i]);
		change = next;
	}
	have(world, reservation, own, SIZE_MAX);
	return reservation->n_node ? ft_reserve_check_nodes(world, reservation)
				   : FT_REFUSE_RESERVATION;
}

/* ---- REPLACE ------------------------------------------------------------- */

/* Returns the nodes that jobs run on. */
static ft_nodes *
used_nodes(const struct ft_world *world)
{
	ft_nodes *used = ft_place_set(world, NULL, 0);

	for (size_t i = 0; i < world->n_running; i++)
		for (size_t j = 0; j < world->running[i]->n_node; j++)
			ft_nodes_put(used, world->running[i]->node[j].node);
	return used;
}

/* Exchange the nodes of RESERVATION that are down or, with REPLACE, in USED. */
static void
replace(struct ft_world *world, struct ft_reservation *reservation,
    const ft_nodes *used)
{
	bool all = (reservation->flags & FT_RESERVATION_MASK(REPLACE)) != 0;
	ft_nodes *spare FT_CLEANUP(ft_free_at) =
	    candidates(world, reservation, false);
	ft_nodes *kept FT_CLEANUP(ft_free_at) =
	    ft_place_set(world, reservation->node, reservation->n_node);
	uint32_t next = 0;
	size_t n = reservation->n_node;
	bool any = false;

	ft_nodes_minus(spare, used, world->place->n_word);
	ft_nodes_minus(spare, kept, world->place->n_word);
	for (size_t i = 0; i < n; i++) {
		uint32_t node = reservation->node[i];

		if (ft_nodes_has(world->place->usable, node) &&
		    !(all && ft_nodes_has(used, node)))
			continue;
		while (
		    next < world->machine.n_node && !ft_nodes_has(spare, next))
			next++;
		if (next == world->machine.n_node)
			break;
		ft_nodes_drop(kept, node);
		ft_nodes_put(kept, next++);
		any = true;
	}
	if (!any)
		return;
	have(world, reservation, kept, n);
	reservation->dirty = true;
	ft_reserve_changed(world);
}

void
ft_reserve_replace(struct ft_world *world)
{
	ft_nodes *used FT_CLEANUP(ft_free_at) = NULL;

	for (size_t i = 0; i < world->n_reservation; i++) {
		struct ft_reservation *reservation = world->reservation[i];

		if (!(reservation->flags &
			(FT_RESERVATION_MASK(REPLACE) |
			    FT_RESERVATION_MASK(REPLACE_DOWN))) ||
		    reservation->core ||
		    !ft_reserve_is_active(world, reservation))
			continue;
		if (!used)
			used = used_nodes(world);
		replace(world, reservation, used);
	}
}
