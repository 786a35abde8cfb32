/*
 * change_int.h - shared by the files that change jobs on request.
 */
#ifndef FT_SIM_CHANGE_INT_H
#define FT_SIM_CHANGE_INT_H

#include "sim/world.h"

/* Returns whether ASKER may change the job: owner, coordinator, operator. */
bool ft_change_owns(const struct ft_world *world, const struct ft_asker *asker,
    const struct ft_job *job);
/* NONE, FINISHED or USER. */
enum ft_refusal ft_change_may(const struct ft_world *world,
    const struct ft_asker *asker, const struct ft_job *job);
/* Something was changed: its reason to wait is not known any more. */
void ft_change_done(struct ft_world *world, struct ft_job *job);
void ft_change_hold(
    struct ft_world *world, struct ft_job *job, enum ft_hold hold);

/*
 * Suspend JOB, which runs, or let it go on: bits of enum ft_suspender are set,
 * or taken off.  Returns whether it stopped, or goes on: with the first bit, and
 * with the last.  A job keeps its memory; one that a user suspended gives its
 * CPUs to anybody, one pushed aside (PREEMPT) lends them to who pushed it.
 */
bool ft_change_suspend(struct ft_world *world, struct ft_job *job, unsigned by);
bool ft_change_resume(struct ft_world *world, struct ft_job *job, unsigned by);

/* A wish of `scontrol update` under way. */
struct ft_update {
	struct ft_world *world;
	const struct ft_asker *asker;
	struct ft_job *job;
	const char *value;
	struct ft_error *err;
	enum ft_status status; /* FT_EINVAL: a bad value, the message in err */
};
/* Returns NONE with update->status FT_EINVAL if the value makes no sense. */
typedef enum ft_refusal ft_update_fn(struct ft_update *update);

/* update_queue.c: what decides when it starts */
ft_update_fn ft_update_priority, ft_update_nice, ft_update_site_factor,
    ft_update_time_limit, ft_update_time_min, ft_update_start,
    ft_update_deadline, ft_update_end, ft_update_dependency, ft_update_accrue,
    ft_update_throttle, ft_update_requeue;
/* update_place.c: whose it is, where it runs, how large it is */
ft_update_fn ft_update_partition, ft_update_qos, ft_update_account,
    ft_update_nodes, ft_update_cpus, ft_update_tasks, ft_update_cpus_per_task,
    ft_update_node_memory, ft_update_cpu_memory, ft_update_node_cpus,
    ft_update_disk, ft_update_gres, ft_update_tres_per_node, ft_update_licenses,
    ft_update_features, ft_update_node_list, ft_update_not_nodes,
    ft_update_contiguous, ft_update_share, ft_update_reservation,
    ft_update_run_time;

/* update_option.c: what has no field of its own */
ft_update_fn ft_update_delay_boot, ft_update_mail_type, ft_update_mail_user,
    ft_update_prefer, ft_update_reboot, ft_update_sockets, ft_update_cores,
    ft_update_threads, ft_update_std_out, ft_update_switches,
    ft_update_tres_bind, ft_update_tres_freq;
/* Keep VALUE as option KEY of the job (model/joboption.h); NULL: without it. */
void ft_update_option(
    struct ft_update *update, const char *key, const char *value);

/* Refuse the value: "invalid KEY value: VALUE". */
enum ft_refusal ft_update_bad(struct ft_update *update, const char *key);
/* Whether the value is yes or no, or 1 or 0; else it is refused. */
bool ft_update_yes(struct ft_update *update, const char *key, bool *yes);
/* Its priority, unless held or set by hand. */
void ft_update_reprioritise(struct ft_update *update);

#endif
