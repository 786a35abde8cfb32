/*
 * internal.h - shared by the files that change jobs on request.
 */
#ifndef FT_SIM_CHANGE_INTERNAL_H
#define FT_SIM_CHANGE_INTERNAL_H

#include "sim/world/world.h"

/* NONE, FINISHED or USER. */
enum ft_refusal ft_change_may(const struct ft_world *world,
    const struct ft_asker *asker, const struct ft_job *job);
/* Something was changed: its reason to wait is not known any more. */
void ft_change_done(struct ft_world *world, struct ft_job *job);

/*
 * Suspend JOB, which runs, or let it go on: bits of enum ft_suspender are set,
 * or taken off.  Returns whether it stopped, or goes on: with the first bit, and
 * with the last.  A job keeps its memory; one that a user suspended gives its
 * CPUs to anybody, one pushed aside (PREEMPT) lends them to who pushed it.
 */
bool ft_change_suspend(struct ft_world *world, struct ft_job *job, unsigned by);
bool ft_change_resume(struct ft_world *world, struct ft_job *job, unsigned by);

struct ft_update;
typedef enum ft_refusal ft_update_fn(struct ft_update *update);

/* What a key of `scontrol update` does: a row of update.def. */
enum ft_update_want {
	FT_WANT_PENDING =
	    1, /* only of jobs that wait, once the value is known good */
	FT_WANT_NUMBER = 2, /* its value is a whole number of 32 bits */
	FT_WANT_SOME = 4,   /* and not 0 */
	FT_WANT_YES = 8,    /* its value is yes or no, or 1 or 0 */
	FT_WANT_EMPTY = 16  /* an empty value takes the option away */
};
struct ft_update_how {
	enum ft_refusal refuses; /* whatever the value is */
	ft_update_fn *check;     /* of the value */
	ft_update_fn *run;       /* NULL: the value is kept as the option */
	const char *option;      /* see model/job/joboption.h */
	size_t member;           /* where in struct ft_job, if run asks */
	const char *called;      /* in messages, if not as the key */
	unsigned flags;          /* enum ft_update_want */
};

/* A wish of `scontrol update` under way. */
struct ft_update {
	struct ft_world *world;
	const struct ft_asker *asker;
	struct ft_job *job;
	const struct ft_update_key *key;
	const struct ft_update_how *how;
	const char *value;
	uint32_t number; /* the value, of FT_WANT_NUMBER and FT_WANT_YES */
	struct ft_error *err;
	enum ft_status status; /* FT_EINVAL: a bad value, the message in err */
};
/* The value makes no sense, as STATUS and err say; returns NONE. */
enum ft_refusal ft_update_fail(struct ft_update *update, enum ft_status status);
/* The same with "Invalid KEY value: VALUE". */
enum ft_refusal ft_update_bad(struct ft_update *update);
/* The member of the job that the key is about. */
void *ft_update_member(const struct ft_update *update);
/* Keep VALUE as option KEY of the job (model/job/joboption.h); NULL: without it. */
void ft_update_option(
    struct ft_update *update, const char *key, const char *value);
/* Its priority, unless held or set by hand. */
void ft_update_reprioritise(struct ft_update *update);

/* update_queue.c: what decides when it starts */
ft_update_fn ft_update_priority, ft_update_nice, ft_update_site_factor,
    ft_update_time_limit, ft_update_time_min, ft_update_start,
    ft_update_deadline, ft_update_end, ft_update_dependency, ft_update_accrue,
    ft_update_throttle;
/* update_place.c: whose it is, where it runs, how large it is */
ft_update_fn ft_update_partition, ft_update_qos, ft_update_account,
    ft_update_nodes, ft_update_cpus, ft_update_tasks, ft_update_memory,
    ft_update_node_cpus, ft_update_gres, ft_update_names, ft_update_share,
    ft_update_reservation, ft_update_run_time, ft_update_is_range;

#endif
