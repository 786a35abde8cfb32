/*
 * reserve.h - advance reservations for the schedulers: which nodes a job may
 * have, and from when until when.
 *
 * A job that names reservations runs in the first of them that is under way,
 * on its nodes, at most until it ends (not with FLEX).  Everybody else
 * keeps off the nodes of a reservation unless he is through, by his time limit,
 * before it begins.  Files: reserve.c (the list, nodes), reserve/admit.c (who
 * may), reserve/time.c (what its beginning and end bring), reserve/make.c
 * (create, update, delete), reserve/choose.c (which nodes).
 * Source: scontrol(1), slurm.conf(5); the real one's answers are in
 * tests/oracle/cases (w20 on); tests/unit/t_reserve.c.
 */
#ifndef FT_SIM_RESERVE_RESERVE_H
#define FT_SIM_RESERVE_RESERVE_H

#include "model/reservation/reservation.h"
#include "sim/place/place.h"
#include "sim/schedule/run.h"
#include "sim/world/world.h"

struct ft_reservation_wish; /* model/reservation/request.h */

/* ---- reserve.c ----------------------------------------------------------------- */

/*
 * Narrow nodes[] (a set of n_word words) to what reservations leave to SEEKER if
 * it starts at START.  Returns NONE; or why nothing is left: RESERVATION (its
 * own does not run yet, is over, is gone), NODE_NOT_AVAIL (others have reserved
 * its nodes too).  *until: when one that counts begins or ends; INT64_MAX never.
 */
enum ft_job_reason ft_reserve_leave(const struct ft_seeker *seeker,
    int64_t start, int64_t *until, ft_nodes *nodes);
/*
 * The reservations that draw JOB, which names none, in now (MAGNETIC): *i from 0 on;
 * NULL: there are no more.
 */
const struct ft_reservation *ft_reserve_magnet(
    const struct ft_world *world, const struct ft_job *job, size_t *i);
/* When it begins and ends: one with TIME_FLOAT moves. */
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
/* What is under way at node NODE, or'ed. */
enum ft_reserved { FT_RESERVED = 1, FT_RESERVED_MAINT = 2 };
unsigned ft_reserve_of_node(const struct ft_world *world, uint32_t node);

/* Whether it is reservations that keep SEEKER, which names none, from starting:
 * it would fit on AVAIL or on all nodes if nothing ran, but not on what they
 * leave of AVAIL. */
bool ft_reserve_keeps(const struct ft_seeker *seeker, const ft_nodes *avail);
/* Add the nodes to nodes[] that reservations keep from SEEKER now. */
void ft_reserve_add_kept(const struct ft_seeker *seeker, ft_nodes *nodes);
/* Narrow nodes[] to those that a job of reservations NAMES may ever have. */
void ft_reserve_possible(
    struct ft_world *world, const char *names, ft_nodes *nodes);

/* List RESERVATION (allocated, taken over), last. */
void ft_reserve_add(struct ft_world *world, struct ft_reservation *reservation);
/* Take one off the list; it is freed and goes from the store. */
void ft_reserve_drop(
    struct ft_world *world, struct ft_reservation *reservation);
/* Returns that of the name (LEN bytes, exact), NULL if there is none. */
struct ft_reservation *ft_reserve_find(
    const struct ft_world *world, const char *name, size_t len);
/* Whether JOB names RESERVATION. */
bool ft_reserve_is_named(
    const struct ft_job *job, const struct ft_reservation *reservation);
/* One was added, changed or dropped: the schedulers look again. */
void ft_reserve_changed(struct ft_world *world);
/* Forget them all, without a trace in the store. */
void ft_reserve_free(struct ft_world *world);

/* ---- reserve/admit.c ------------------------------------------------------------- */

/* Whether ASKER's job (user, account filled) may name reservations NAMES. */
enum ft_refusal ft_reserve_admits(
    struct ft_world *world, const struct ft_job *job, const char *names);
/* Whether JOB's user and account may use RESERVATION. */
bool ft_reserve_may(const struct ft_world *world, const struct ft_job *job,
    const struct ft_reservation *reservation);
/* Whether the lists of RESERVATION name who is known; and, later, whether users
 * are in its accounts, or in any. */
enum ft_refusal ft_reserve_check_names(
    const struct ft_world *world, const struct ft_reservation *reservation);
enum ft_refusal ft_reserve_check_lists(
    const struct ft_world *world, const struct ft_reservation *reservation);

/* ---- reserve/time.c --------------------------------------------------------------- */

/* When the next one begins or ends (INT64_MAX never), and what is then to do:
 * repeat it (DAILY, WEEKLY), hold its jobs, drop it. */
int64_t ft_reserve_next(const struct ft_world *world);
/* When the reservation that JOB, which runs, named ends: it ends then, as by its
 * time limit; INT64_MAX if nothing of the kind. */
int64_t ft_reserve_job_end(
    const struct ft_world *world, const struct ft_job *job);
/* It goes: jobs that name it do so no longer; those that waited for it alone are
 * held. */
void ft_reserve_end_of(
    struct ft_world *world, struct ft_reservation *reservation);
void ft_reserve_tick(struct ft_world *world, struct ft_run *run);

/* ---- reserve/choose.c --------------------------------------------------------------- */

/*
 * Choose nodes for RESERVATION, of which all else is set: NODES ("ALL", a host
 * list), else node_count or core_count of its partition.  core: of each of NODES,
 * n of them, or NULL.
 */
enum ft_refusal ft_reserve_choose(struct ft_world *world,
    struct ft_reservation *reservation, const char *nodes, const uint32_t *core,
    size_t n);
/* Whether other reservations and jobs leave it its nodes at its time. */
enum ft_refusal ft_reserve_check_nodes(
    struct ft_world *world, const struct ft_reservation *reservation);
/* Take the first that can be had, up to COUNT; or leave the last COUNT. */
enum ft_refusal ft_reserve_resize(
    struct ft_world *world, struct ft_reservation *reservation, uint32_t count);

/* ---- reserve/make.c ---------------------------------------------------------------- */

/*
 * Make a reservation as wished; *made: it.  members: users of the wish's groups,
 * comma list.  The number in a name is used up even if it is refused later.
 */
enum ft_refusal ft_reserve_create(struct ft_world *world,
    const struct ft_reservation_wish *wish, const char *members,
    struct ft_reservation **made);
enum ft_refusal ft_reserve_update(struct ft_world *world,
    const struct ft_reservation_wish *wish, const char *members);
enum ft_refusal ft_reserve_delete(struct ft_world *world, const char *name);

#endif
