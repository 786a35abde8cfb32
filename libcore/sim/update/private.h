/*
 * private.h - a key of `scontrol update job` at work.
 */
#ifndef FT_SIM_UPDATE_PRIVATE_H
#define FT_SIM_UPDATE_PRIVATE_H

#include "sim/update/update.h"

struct ft_update;
typedef enum ft_refusal ft_update_fn(struct ft_update *update);

/* What a key's value must be. */
enum ft_update_want {
	FT_WANT_PENDING = 1,  /* anything; but the job must be pending */
	FT_WANT_NUMBER = 2,   /* a whole number of 32 bits */
	FT_WANT_OPERATOR = 4, /* the owner may not change it */
	FT_WANT_YES = 8,      /* yes or no, 1 or 0 */
	FT_WANT_EMPTY = 16    /* may be empty, which removes the option */
};

/* What a key does: the column `how` of update.def. */
struct ft_update_how {
	enum ft_refusal refuses; /* whatever the value is */
	ft_update_fn *reads;     /* the value, without a job; NULL as it is */
	ft_update_fn *check;     /* of the value; NULL none */
	ft_update_fn *run;       /* NULL: keep the value as the option */
	const char *option;      /* see model/job/joboption.h */
	size_t member;           /* offset in struct ft_job, for run */
	const char *called;      /* in messages, if not as the key */
	unsigned flags;          /* enum ft_update_want */
};

/* One KEY=VALUE under way. */
struct ft_update {
	struct ft_world *world;
	const struct ft_asker *asker;
	struct ft_job *job;
	const struct ft_update_key *key;
	const struct ft_update_how *how;
	const char *value;
	uint32_t number; /* the value, with FT_WANT_NUMBER and FT_WANT_YES */
	struct ft_error *err;
	enum ft_status status; /* FT_EINVAL: a bad value, the message in err */
};

/* ---- value.c: for all keys ----------------------------------------------- */

/* The value is invalid, as STATUS and err say; returns FT_REFUSE_NONE. */
enum ft_refusal ft_update_fail(struct ft_update *update, enum ft_status status);
/* The same with the message "Invalid KEY value: VALUE". */
enum ft_refusal ft_update_bad(struct ft_update *update);
/* Returns the member of the job that the key changes. */
void *ft_update_member(const struct ft_update *update);
/* Set option KEY of the job (model/job/joboption.h) to VALUE; NULL removes it. */
void ft_update_option(
    struct ft_update *update, const char *key, const char *value);
/* Compute the job's priority again, unless it is held or set by hand. */
void ft_update_reprioritise(struct ft_update *update);

/* ---- update.c ------------------------------------------------------------ */
/* Make change I of LIST. */
enum ft_status ft_update_one(struct ft_world *world,
    const struct ft_update_list *list, size_t i, enum ft_refusal *refusal,
    struct ft_error *err);
/* ---- queue.c: when the job starts ---------------------------------------- */
ft_update_fn ft_update_priority, ft_update_nice, ft_update_site_factor,
    ft_update_time_limit, ft_update_time_min, ft_update_start,
    ft_update_deadline, ft_update_end, ft_update_dependency, ft_update_accrue,
    ft_update_throttle, ft_update_is_limit, ft_update_is_time,
    ft_update_is_offset, ft_update_is_priority;
/* ---- place.c: its account, where it runs, how large it is ---------------- */
ft_update_fn ft_update_partition, ft_update_qos, ft_update_account,
    ft_update_nodes, ft_update_cpus, ft_update_tasks, ft_update_memory,
    ft_update_node_cpus, ft_update_gres, ft_update_names, ft_update_share,
    ft_update_req_nodes, ft_update_licenses, ft_update_reservation,
    ft_update_run_time, ft_update_is_range;

#endif
