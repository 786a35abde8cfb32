/*
 * reserve.h - advance reservations: which nodes a job may use, and when.
 *
 * A job that names reservations runs in the first of them that is active, on its
 * nodes, and (unless it has FLEX) at most until it ends.  Any other job may use
 * a reserved node only if its time limit ends before the reservation begins.
 * Source: scontrol(1), slurm.conf(5); answers of Slurm 22.05 in
 * tests/oracle/cases (w20 and later); tests/unit/t_reserve.c.
 */
#ifndef FT_SIM_RESERVE_RESERVE_H
#define FT_SIM_RESERVE_RESERVE_H

#include "model/reservation/reservation.h"
#include "sim/place/place.h"
#include "sim/world/event.h"
#include "sim/world/world.h"

struct ft_reservation_request; /* model/reservation/request.h */

/* ---- reserve.c: what reservations leave to a job ------------------------- */

/*
 * Reduce nodes[] (a set) to what SEEKER may use if it starts at START.  NONE, or
 * why nothing is left: RESERVATION (its own is not active, over, or gone),
 * NODE_NOT_AVAIL (others have reserved those nodes, too).  *until: when the next
 * reservation that matters begins or ends, INT64_MAX never.
 */
enum ft_job_reason ft_reserve_leave(const struct ft_seeker *seeker,
    int64_t start, int64_t *until, ft_nodes *nodes);
/* Returns the next MAGNETIC reservation that draws in JOB, which names none; *i
 * from 0 on; NULL: no more. */
const struct ft_reservation *ft_reserve_magnet(
    const struct ft_world *world, const struct ft_job *job, size_t *i);
/* Return when it begins and ends; one with TIME_FLOAT moves with the clock. */
int64_t ft_reserve_start(
    const struct ft_world *world, const struct ft_reservation *reservation);
int64_t ft_reserve_end(
    const struct ft_world *world, const struct ft_reservation *reservation);
static inline bool
ft_reserve_is_active(
    const struct ft_world *world, const struct ft_reservation *reservation)
{
	return ft_reserve_start(world, reservation) <= world->now &&
	       world->now <= ft_reserve_end(world, reservation);
}
/* Returns whether its nodes show that they are reserved; one with TIME_FLOAT never
 * begins, and yet they do. */
static inline bool
ft_reserve_shows(
    const struct ft_world *world, const struct ft_reservation *reservation)
{
	return reservation->flags & FT_RESERVATION_MASK(TIME_FLOAT) ||
	       ft_reserve_is_active(world, reservation);
}
/* Returns what is active on node NODE: bits. */
enum ft_reserved { FT_RESERVED = 1, FT_RESERVED_MAINT = 2 };
unsigned ft_reserve_of_node(const struct ft_world *world, uint32_t node);

/* Returns whether reservations alone keep SEEKER, which names none, from starting:
 * if nothing ran it would fit, but not on what they leave of AVAIL. */
bool ft_reserve_keeps(const struct ft_seeker *seeker, const ft_nodes *avail);
/* Add to nodes[] those that reservations keep from SEEKER now. */
void ft_reserve_add_kept(const struct ft_seeker *seeker, ft_nodes *nodes);
/* Reduce nodes[] to those that SEEKER may ever use in its reservations; false: none
 * takes it. */
bool ft_reserve_possible(const struct ft_seeker *seeker, ft_nodes *nodes);
/* Returns whether JOB names RESERVATION. */
bool ft_reserve_is_named(
    const struct ft_job *job, const struct ft_reservation *reservation);

/* ---- list.c: the reservations of a world --------------------------------- */

/* Add RESERVATION (allocated; the world owns it now) at the end. */
void ft_reserve_add(struct ft_world *world, struct ft_reservation *reservation);
/* Unlist and free one; it is deleted from the store when the world is saved. */
void ft_reserve_drop(
    struct ft_world *world, struct ft_reservation *reservation);
/* Returns the one of that name (exact bytes), NULL. */
struct ft_reservation *ft_reserve_find(
    const struct ft_world *world, struct ft_word name);
/* Let the schedulers examine the queue again, because a reservation was added,
 * changed or dropped. */
void ft_reserve_changed(struct ft_world *world);
/* Free them all without deleting them from the store. */
void ft_reserve_free(struct ft_world *world);

/* ---- admit.c: who may use one -------------------------------------------- */

/* Returns FT_REFUSE_NONE, or why JOB, whose user and account are set, may not
 * name the reservations NAMES. */
enum ft_refusal ft_reserve_admits(
    struct ft_world *world, const struct ft_job *job, const char *names);
/* Returns whether JOB's user and account may use RESERVATION. */
bool ft_reserve_may(const struct ft_world *world, const struct ft_job *job,
    const struct ft_reservation *reservation);
/* Returns whether RESERVATION is for SEEKER's QOS and partition; root's jobs may use
 * any. */
bool ft_reserve_takes(
    const struct ft_seeker *seeker, const struct ft_reservation *reservation);
/* Return FT_REFUSE_NONE, or what is wrong: a user or account of RESERVATION is
 * unknown; a user is in none of its accounts, or in no account at all.  changed: names were
 * added to or removed from its users. */
enum ft_refusal ft_reserve_check_names(
    const struct ft_world *world, const struct ft_reservation *reservation);
enum ft_refusal ft_reserve_check_lists(const struct ft_world *world,
    const struct ft_reservation *reservation, bool changed);

/* ---- time.c: they begin, repeat and end ---------------------------------- */

/* Returns when the next one begins or ends, INT64_MAX never. */
int64_t ft_reserve_next(const struct ft_world *world);
/* Do what is due now: repeat reservations (DAILY, WEEKLY), or drop those that
 * end. */
void ft_reserve_tick(struct ft_world *world, struct ft_run *run);
/* Drop RESERVATION: jobs stop naming it; those that wait for nothing else are
 * held, unless it has NO_HOLD_JOBS_AFTER. */
void ft_reserve_end_of(
    struct ft_world *world, struct ft_reservation *reservation);
/* Returns when running JOB ends because its reservation does, INT64_MAX if it
 * has none or that has FLEX. */
int64_t ft_reserve_job_end(
    const struct ft_world *world, const struct ft_job *job);

/* ---- select.c: the nodes of one ------------------------------------------ */

/*
 * Select the nodes of RESERVATION, all else of which is set: NODES ("ALL" or a
 * host list), else node_count or core_count nodes of its partition.  core[n]:
 * cores on each of NODES, or NULL.
 */
enum ft_refusal ft_reserve_choose(struct ft_world *world,
    struct ft_reservation *reservation, const char *nodes, const uint32_t *core,
    size_t n);
/* Returns FT_REFUSE_NONE if its nodes are free of other reservations and of
 * jobs at its time, else why they are not. */
enum ft_refusal ft_reserve_check_nodes(
    struct ft_world *world, const struct ft_reservation *reservation);
/* Add and remove the nodes that the list CHANGE names with a sign: "+n1,-n[2-3]". */
enum ft_refusal ft_reserve_change(struct ft_world *world,
    struct ft_reservation *reservation, const char *change);
/* Exchange nodes of reservations with REPLACE or REPLACE_DOWN that are down or
 * drained, or (REPLACE) that a job runs on, for idle ones, if there are any. */
void ft_reserve_replace(struct ft_world *world);
/* Change its number of nodes to COUNT: add the first that are free, or keep the
 * last COUNT. */
enum ft_refusal ft_reserve_resize(
    struct ft_world *world, struct ft_reservation *reservation, uint32_t count);

/* ---- make.c: create, update, delete -------------------------------------- */

/* Adds the users of GROUPS, comma-separated; false: a group is unknown. */
typedef bool ft_reserve_members_fn(const char *groups, struct ft_str *members);
/*
 * Create a reservation; *made is it.  The number in a generated name is used up even if the
 * request is refused later.
 */
enum ft_refusal ft_reserve_create(struct ft_world *world,
    struct ft_reservation_request *request, ft_reserve_members_fn *members,
    struct ft_reservation **made);
enum ft_refusal ft_reserve_update(struct ft_world *world,
    struct ft_reservation_request *request, ft_reserve_members_fn *members);
enum ft_refusal ft_reserve_delete(struct ft_world *world, const char *name);

#endif
