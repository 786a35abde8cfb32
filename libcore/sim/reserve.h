/*
 * reserve.h - advance reservations for the schedulers: which nodes a job may
 * have, and from when until when.
 *
 * Source: scontrol(1), slurm.conf(5); tests/unit/t_reserve.c.
 */
#ifndef FT_SIM_RESERVE_H
#define FT_SIM_RESERVE_H

#include "model/reservation.h"
#include "sim/place.h"
#include "sim/world.h"

/*
 * What reservations leave to JOB for SECONDS from START on: narrows nodes[]
 * (a set of n_word words).  Returns NONE; or why nothing is left: RESERVATION
 * (its own does not run yet, is over, is gone).  *until: when to look again
 * because a reservation begins or ends, INT64_MAX never; may be NULL.
 */
enum ft_job_reason ft_reserve_nodes(struct ft_world *world,
    const struct ft_job *job, int64_t start, int64_t seconds, ft_nodes *nodes,
    int64_t *until);
/* Whether there are reservations at all that count at NOW or later. */
bool ft_reserve_any(const struct ft_world *world);
/* Whether JOB's start is tied to a reservation (sort rule 3), and when the one
 * that it would run in begins. */
bool ft_reserve_has(
    const struct ft_world *world, const struct ft_job *job, int64_t *start);
/* When the next one begins or ends (INT64_MAX never), and what is then to do:
 * repeat it (DAILY, WEEKLY), end its jobs, drop it. */
int64_t ft_reserve_next(const struct ft_world *world);
void ft_reserve_tick(struct ft_world *world, struct ft_run *run);
/* Whether ASKER's job (user, account filled) may name reservations NAMES. */
enum ft_refusal ft_reserve_admits(
    struct ft_world *world, const struct ft_job *job, const char *names);
/* List RESERVATION (allocated, taken over) by its name. */
void ft_reserve_add(struct ft_world *world, struct ft_reservation *reservation);
/* Take one off the list; it is freed and goes from the store. */
void ft_reserve_drop(
    struct ft_world *world, struct ft_reservation *reservation);
/* Returns that of the name (LEN bytes, exact), NULL if there is none. */
struct ft_reservation *ft_reserve_find(
    const struct ft_world *world, const char *name, size_t len);
/* One was added, changed or dropped: the schedulers look again. */
void ft_reserve_changed(struct ft_world *world);
/* Forget them all, without a trace in the store. */
void ft_reserve_free(struct ft_world *world);

#endif
