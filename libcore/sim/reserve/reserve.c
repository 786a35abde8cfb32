/*
 * reserve.c - what reservations leave to a job.
 *
 * Cases: tests/oracle/cases/w24-reservation-jobs, x16-reservation-flex.
 */
#include "sim/reserve/reserve.h"

#include "base/text/text.h"

/* ---- nodes --------------------------------------------------------------- */

static bool
has(const struct ft_reservation *reservation, uint64_t mask)
{
	return (reservation->flags & mask) != 0;
}

int64_t
ft_reserve_start(
    const struct ft_world *world, const struct ft_reservation *reservation)
{
	/* first_start of a floating one is its distance from now */
	return has(reservation, FT_RESERVATION_MASK(TIME_FLOAT))
		   ? world->now + reservation->first_start
		   : reservation->start;
}

int64_t
ft_reserve_end(
    const struct ft_world *world, const struct ft_reservation *reservation)
{
	return has(reservation, FT_RESERVATION_MASK(TIME_FLOAT))
		   ? ft_reserve_start(world, reservation) +
			 reservation->duration
		   : reservation->end;
}

/* Returns the nodes of the partition that RESERVATION follows (PART_NODES),
 * NULL if it has nodes of its own. */
static const ft_nodes *
follows(const struct ft_world *world, const struct ft_reservation *reservation)
{
	uint32_t partition;

	if (!has(reservation, FT_RESERVATION_MASK(PART_NODES)))
		return NULL;
	partition =
	    ft_machine_partition(&world->machine, reservation->partition);
	return partition == UINT32_MAX ? NULL : world->place->member[partition];
}

/* Remove the nodes of RESERVATION; returns whether there were any. */
static bool
leave_out(const struct ft_world *world,
    const struct ft_reservation *reservation, ft_nodes *nodes)
{
	const ft_nodes *set = follows(world, reservation);
	bool any = false;

	for (uint32_t w = 0; set && w < world->place->n_word; w++) {
		any |= (nodes[w] & set[w]) != 0;
		nodes[w] &= ~set[w];
	}
	for (size_t i = 0; !set && i < reservation->n_node; i++) {
		uint32_t node = reservation->node[i];

		any |= ft_nodes_has(nodes, node);
		ft_nodes_drop(nodes, node);
	}
	return any;
}

static void
keep_to(const struct ft_world *world, const struct ft_reservation *reservation,
    ft_nodes *nodes)
{
	const ft_nodes *set = follows(world, reservation);
	size_t i = 0;

	for (uint32_t w = 0; w < world->place->n_word; w++) {
		ft_nodes own = set ? set[w] : 0;

		/* node[] is ascending */
		for (; !set && i < reservation->n_node &&
		       reservation->node[i] / 64 == w;
		     i++)
			own |= UINT64_C(1) << reservation->node[i] % 64;
		nodes[w] &= own;
	}
}

bool
ft_reserve_is_named(
    const struct ft_job *job, const struct ft_reservation *reservation)
{
	return ft_list_holds(job->reservation, ft_word_of(reservation->name));
}

static void
sooner(int64_t *until, int64_t time)
{
	if (time < *until)
		*until = time;
}

/* The time a job would take. */
struct span {
	int64_t start, seconds;
	int64_t until; /* when a reservation begins or ends; INT64_MAX never */
};

/* Returns the span of SEEKER from START on.  A time limit above MOST minutes
 * counts as USUAL minutes. */
static struct span
span_of(
    const struct ft_seeker *seeker, int64_t start, int64_t most, int64_t usual)
{
	int64_t minutes = ft_world_time_limit(seeker->world, seeker->job,
	    &seeker->world->machine.partition[seeker->partition]);

	return (struct span){ start, (minutes > most ? usual : minutes) * 60,
		INT64_MAX };
}

/* Remove the nodes of all reservations but OWN (may be NULL) that overlap the
 * span; span->until becomes the end of the first of them. */
static void
keep_off(const struct ft_seeker *seeker, const struct ft_reservation *own,
    struct span *span, ft_nodes *nodes)
{
	const struct ft_world *world = seeker->world;

	for (size_t i = 0; i < world->n_reservation; i++) {
		const struct ft_reservation *other = world->reservation[i];

		if (other == own || ft_reserve_is_named(seeker->job, other) ||
		    ft_reserve_start(world, other) >=
			span->start + span->seconds ||
		    ft_reserve_end(world, other) <= span->start)
			continue;
		if (leave_out(world, other, nodes))
			sooner(&span->until, ft_reserve_end(world, other));
	}
}

/* Returns whether jobs of RESERVATION may run at START. */
static bool
runs_at(const struct ft_world *world, const struct ft_reservation *reservation,
    int64_t start)
{
	return start < ft_reserve_end(world, reservation) &&
	       (ft_reserve_start(world, reservation) <= start ||
		   has(reservation, FT_RESERVATION_MASK(FLEX)));
}

/* Reduce nodes[] for SEEKER in RESERVATION, which is active then.  NONE, or
 * NODE_NOT_AVAIL: others have reserved the nodes as well. */
static enum ft_job_reason
keep_inside(const struct ft_seeker *seeker,
    const struct ft_reservation *reservation, struct span *span,
    ft_nodes *nodes)
{
	const struct ft_job *job = seeker->job;
	uint32_t own, words = seeker->world->place->n_word;

	if (!has(reservation, FT_RESERVATION_MASK(ANY_NODES)))
		keep_to(seeker->world, reservation, nodes);
	/* these two flags may take nodes that others have reserved */
	if (has(reservation,
		FT_RESERVATION_MASK(MAINT) | FT_RESERVATION_MASK(OVERLAP)))
		return FT_REASON_NONE;
	own = ft_nodes_size(nodes, words);
	keep_off(seeker, reservation, span, nodes);
	return own >= job->min_nodes &&
		       ft_nodes_size(nodes, words) < job->min_nodes
		   ? FT_REASON_NODE_NOT_AVAIL
		   : FT_REASON_NONE;
}

/* The job runs in the first of its reservations that is active then. */
static enum ft_job_reason
keep_named(const struct ft_seeker *seeker, struct span *span, ft_nodes *nodes)
{
	struct ft_world *world = seeker->world;
	const char *at = seeker->job->reservation;
	struct ft_word word;

	while (ft_word_next(&at, ",", &word)) {
		const struct ft_reservation *reservation =
		    ft_reserve_find(world, word);

		/* a user removed from its lists waits as if it were over */
		if (!reservation ||
		    !ft_reserve_may(world, seeker->job, reservation) ||
		    !ft_reserve_takes(seeker, reservation))
			continue;
		if (runs_at(world, reservation, span->start))
			return keep_inside(seeker, reservation, span, nodes);
		if (ft_reserve_start(world, reservation) > span->start)
			sooner(
			    &span->until, ft_reserve_start(world, reservation));
	}
	memset(nodes, 0, world->place->n_word * sizeof *nodes);
	return FT_REASON_RESERVATION;
}

enum ft_job_reason
ft_reserve_leave(const struct ft_seeker *seeker, int64_t start, int64_t *until,
    ft_nodes *nodes)
{
	struct span span;
	enum ft_job_reason reason = FT_REASON_NONE;

	*until = INT64_MAX;
	if (!seeker->world->n_reservation && !*seeker->job->reservation)
		return FT_REASON_NONE;
	span = span_of(seeker, start, FT_YEAR_MINUTES * 100, FT_YEAR_MINUTES);
	if (*seeker->job->reservation)
		reason = keep_named(seeker, &span, nodes);
	else
		keep_off(seeker, NULL, &span, nodes);
	*until = span.until;
	return reason;
}

const struct ft_reservation *
ft_reserve_magnet(
    const struct ft_world *world, const struct ft_job *job, size_t *i)
{
	while (!*job->reservation && *i < world->n_reservation) {
		const struct ft_reservation *reservation =
		    world->reservation[(*i)++];

		if (has(reservation, FT_RESERVATION_MASK(MAGNETIC)) &&
		    runs_at(world, reservation, world->now) &&
		    ft_reserve_may(world, job, reservation))
			return reservation;
	}
	return NULL;
}

bool
ft_reserve_keeps(const struct ft_seeker *seeker, const ft_nodes *avail)
{
	const struct ft_world *world = seeker->world;
	size_t size = world->place->n_word * sizeof *avail;
	struct span span = span_of(seeker, world->now, INT32_MAX, INT32_MAX);
	ft_nodes *left FT_CLEANUP(ft_free_at) = NULL;

	if (!world->n_reservation)
		return false;
	left = ft_place_copy(world, avail);
	keep_off(seeker, NULL, &span, left);
	return memcmp(left, avail, size) != 0 &&
	       ft_place_ever(seeker, left) != FT_FIT &&
	       ft_place_ever(seeker, world->place->usable) == FT_FIT;
}

void
ft_reserve_add_kept(const struct ft_seeker *seeker, ft_nodes *nodes)
{
	const struct ft_world *world = seeker->world;
	size_t size = world->place->n_word * sizeof *nodes;
	struct span span = span_of(seeker, world->now, INT32_MAX, INT32_MAX);
	ft_nodes *left FT_CLEANUP(ft_free_at) = ft_alloc(size);

	memset(left, 0xff, size);
	keep_off(seeker, NULL, &span, left);
	for (uint32_t w = 0; w < world->place->n_word; w++)
		nodes[w] |= ~left[w];
}

bool
ft_reserve_possible(const struct ft_seeker *seeker, ft_nodes *nodes)
{
	const struct ft_world *world = seeker->world;
	const char *names = seeker->job->reservation;
	size_t size = world->place->n_word * sizeof *nodes;
	ft_nodes *all FT_CLEANUP(ft_free_at) =
	    ft_calloc(world->place->n_word, sizeof *all);
	ft_nodes *one FT_CLEANUP(ft_free_at) = ft_alloc(size);
	bool taken = false;
	struct ft_word word;

	while (ft_word_next(&names, ",", &word)) {
		const struct ft_reservation *reservation =
		    ft_reserve_find(world, word);

		if (!reservation || !ft_reserve_takes(seeker, reservation) ||
		    ft_reserve_end(world, reservation) <= world->now)
			continue;
		taken = true;
		memcpy(one, nodes, size);
		if (!has(reservation, FT_RESERVATION_MASK(ANY_NODES)))
			keep_to(world, reservation, one);
		for (uint32_t w = 0; w < world->place->n_word; w++)
			all[w] |= one[w];
	}
	memcpy(nodes, all, size);
	return taken;
}

/* ---- questions ----------------------------------------------------------- */

unsigned
ft_reserve_of_node(const struct ft_world *world, uint32_t node)
{
	unsigned found = 0;

	for (size_t i = 0; i < world->n_reservation; i++) {
		const struct ft_reservation *reservation =
		    world->reservation[i];

		if (!ft_reserve_shows(world, reservation))
			continue;
		for (size_t j = 0; j < reservation->n_node; j++) {
			if (reservation->node[j] != node)
				continue;
			found |= FT_RESERVED;
			if (has(reservation, FT_RESERVATION_MASK(MAINT)))
				found |= FT_RESERVED_MAINT;
		}
	}
	return found;
}
