/*
 * world.h - a cluster at work, in memory: what slurmctld would know.
 *
 * A world is loaded from a store (load/world/world.h), changed by the calls here, and
 * saved; nothing here reads or writes files, prints, or asks for the time.
 * Every call happens at world->now.  What can be done to it has headers of its
 * own: submit.h, update.h, change.h (requests), policy.h (limits), depend.h,
 * array.h, priority.h, ledger.h (usage), queue.h and place.h (who, and where),
 * start.h, run.h (time passes).
 * Not for: the shares themselves (algo), text (report).
 */
#ifndef FT_SIM_WORLD_WORLD_H
#define FT_SIM_WORLD_WORLD_H

#include "algo/priority.h"
#include "algo/share/share.h"
#include "base/intern.h"
#include "base/rng.h"
#include "model/account/book.h"
#include "model/conf/conf.h"
#include "model/job/job.h"
#include "model/machine/machine.h"
#include "model/conf/sched.h"
#include "model/tree/tree.h"
#include "model/tree/usage.h"

struct ft_policy;        /* counters of limits in use: policy.c */
struct ft_ledger;        /* usage at the last pass and since: ledger.h */
struct ft_place;         /* what is free on nodes: place.c */
struct ft_queue;         /* who waits, in order: queue.c */
struct ft_index;         /* job numbers: world.c */
struct ft_factors;       /* what priorities are made of: priority.c */
struct ft_waiters;       /* who waits for whom: depend/wait.c */
struct ft_reservation;   /* model/reservation/reservation.h */
struct ft_clockwork;     /* run.c */
struct ft_subordination; /* who is suspended for whom: subordinate.c */

/* Who asks. */
struct ft_asker {
	const char *name;
	uint32_t uid;
	bool privileged; /* root, SlurmUser, operator, administrator */
	bool super;      /* one of these, but no operator */
};

/* When the schedulers ran last, and whether they were asked to. */
struct ft_sched_times {
	int64_t main_ran, full_ran, backfill_ran; /* 0 never */
	bool wanted; /* something happened since main_ran */
};

/* A charge that is to become a row of usage_segment. */
struct ft_charge {
	const struct ft_job *job;
	uint32_t assoc, qos, part_qos; /* ids; part_qos 0: none, or the same */
	int64_t started; /* the run; starts: what of it was not charged yet */
	int64_t starts, ends;
	double rate, usage_factor;
};

/* One earlier run of a job that was put back: what sacct -D lists. */
struct ft_job_run {
	uint32_t number;
	uint32_t array_job;
	int32_t array_task;
	const struct ft_job *job; /* the rest, as it is now */
	enum ft_job_state state;  /* CANCELLED, PREEMPTED, NODE_FAIL, ... */
	bool requeued;            /* shown as REQUEUED */
	int64_t submitted, eligible, started, ended, suspended_secs;
	const char *partition, *nodes;
	uint32_t qos;
	enum ft_scheduler scheduler;
	uint64_t *alloc; /* by TRES index */
	size_t n_node;
	uint32_t exit_code, exit_signal;
};

struct ft_world {
	/* ---- what it was loaded with -------------------------------------- */
	const struct ft_conf *conf; /* borrowed */
	uint32_t cluster;           /* id */
	const char *cluster_name;
	struct ft_book book; /* live records */
	struct ft_tree *tree;
	struct ft_names_set names;
	struct ft_idmap node_of;   /* tree node by association id */
	struct ft_tres_table tres; /* of book; index i of vectors is item[i] */
	struct ft_machine machine;
	struct ft_sched sched;
	const struct ft_algo *algo; /* NULL: priority/basic */
	struct ft_share_params share_params;
	struct ft_decay decay;
	int64_t period; /* PriorityCalcPeriod, seconds */
	uint32_t priority_flags;
	uint32_t enforce; /* enum ft_enforce */
	struct ft_intern strings;

	/* ---- time ---------------------------------------------------------- */
	int64_t now;
	int64_t decayed;   /* last pass; passes are at decayed + k * period */
	int64_t reset;     /* last usage reset, 0 never */
	int64_t reset_due; /* pass that resets usage because of NOW; 0 none */
	bool wall;         /* the store's clock follows the wall clock */
	struct ft_sched_times times;
	uint32_t next_number;      /* JobId of the next job */
	uint32_t basic_priority;   /* priority/basic: lowest handed out */
	uint32_t last_reservation; /* its number, in names nobody gave */

	/* ---- jobs ---------------------------------------------------------- */
	/*
	 * Jobs that wait or run, those that ended less than MinJobAge ago, and
	 * those that are still to arrive (submitted > now); by number, then
	 * in the order they were made.
	 */
	struct ft_job **job;
	size_t n_job, cap_job;
	struct ft_index *index;
	/*
	 * Of these: those that are still to arrive (submitted > now when they
	 * were listed), those that wait, those that run or are suspended; in
	 * no order that counts.  Who walks all jobs at each pass or event
	 * walks these, never job[].
	 */
	struct ft_job **arriving, **waiting, **running;
	size_t n_arriving, n_waiting, n_running;
	size_t cap_arriving, cap_waiting, cap_running;
	/* of those that run: told to go for another; suspended for one */
	size_t n_told, n_lending;

	/*
	 * Advance reservations in the order they were made; ids of those
	 * that are gone and still to be taken off the store.
	 */
	struct ft_reservation **reservation;
	size_t n_reservation, cap_reservation;
	uint32_t *dropped;
	size_t n_dropped, cap_dropped;

	/* ---- what follows from the above ------------------------------------ */
	struct ft_share share; /* as of the last ft_world_share */
	bool share_valid;
	struct ft_factors *factors;
	struct ft_policy *policy;
	struct ft_ledger *ledger;
	struct ft_place *place;
	struct ft_queue *queue;
	struct ft_waiters *waiters;
	struct ft_subordination *subordination; /* NULL: no such settings */

	/* ---- to be saved ----------------------------------------------------- */
	struct ft_charge *charge;
	size_t n_charge, cap_charge;
	struct ft_job_run *run;
	size_t n_run, cap_run;
	bool times_dirty;

	/* ---- kept by load/world/world.c --------------------------------------------- */
	int64_t seen_stamp;       /* jobs: what was read up to */
	int64_t seen_config;      /* generation of the configuration */
	int64_t seen_jobs;        /* and of jobs, charges, ... */
	int64_t seen_charge;      /* the last charge */
	bool all_jobs, all_usage; /* as it was asked for */
};

/* Where nothing limits a job, it is planned for so long. */
#define FT_YEAR_MINUTES (INT64_C(365) * 24 * 60)

/* AccountingStorageEnforce with what it implies. */
enum ft_enforce {
	FT_ENFORCE_ASSOC = 1,
	FT_ENFORCE_LIMITS = 2,
	FT_ENFORCE_QOS = 4,
	FT_ENFORCE_SAFE = 8,
	FT_ENFORCE_WCKEYS = 16,
	FT_ENFORCE_NO_JOBS = 32
};

/* ---- world.c ---------------------------------------------------------------- */

/*
 * An empty world of CONF (borrowed).  Whoever loads it fills cluster, book,
 * tree, names and times, then calls ft_world_ready, adds the jobs with
 * ft_world_add, and calls ft_world_settle.
 */
void ft_world_init(struct ft_world *world, const struct ft_conf *conf);
void ft_world_free(struct ft_world *world);
/* Settings, machine, indices: FT_EINVAL, FT_EPARSE from the settings. */
enum ft_status ft_world_ready(struct ft_world *world, struct ft_error *err);
/* The counters, the free resources and the queue of the jobs added. */
void ft_world_settle(struct ft_world *world);

/* A job, initialised and not listed yet; ft_world_add lists it. */
struct ft_job *ft_world_new_job(struct ft_world *world);
void ft_world_add(struct ft_world *world, struct ft_job *job);
/*
 * A job that was listed changed: its state, hold, priority, begin time,
 * dependency, partitions, size, ...  Called by all who change one; puts it
 * into the right list and has the queue and the schedulers look again.
 */
void ft_world_changed(struct ft_world *world, struct ft_job *job);
/* Take a job off the list and free it (it ended long ago, or never was). */
void ft_world_forget(struct ft_world *world, struct ft_job *job);
/* Forget all that ended before TIME, are saved, and nobody waits for. */
void ft_world_forget_ended(struct ft_world *world, int64_t time);
/* Returns the job of that number (of an array: its head, or else the task that
 * kept the number), NULL if there is none. */
struct ft_job *ft_world_find(const struct ft_world *world, uint32_t number);
/* Returns the job that is task TASK of the array NUMBER, or the head that
 * still holds it; NULL. */
struct ft_job *ft_world_find_task(
    const struct ft_world *world, uint32_t number, int32_t task);
const char *ft_world_string(struct ft_world *world, const char *text);
/* The same, of a text that is built; it is freed. */
const char *ft_world_keep(struct ft_world *world, struct ft_str *text);
/* "n[1-3]": the nodes of NODE[n], kept. */
const char *ft_world_hosts(
    struct ft_world *world, const struct ft_job_node *node, size_t n);
static inline void
ft_job_touch(struct ft_job *job)
{
	job->dirty = true;
}

/* Returns the number of USER (see model/account/book.h), FT_UID_NOBODY if unknown. */
uint32_t ft_world_uid(const struct ft_world *world, const char *user);
/* Returns the name that has UID, NULL if none. */
const char *ft_world_user(const struct ft_world *world, uint32_t uid);
/* Returns whether ASKER coordinates ACCOUNT or one above it. */
bool ft_world_coordinates(const struct ft_world *world,
    const struct ft_asker *asker, const char *account);
const struct ft_qos *ft_world_qos(const struct ft_world *world, uint32_t id);
/* Returns the tree node of the job's association, FT_NODE_NONE if none. */
uint32_t ft_world_node(const struct ft_world *world, const struct ft_job *job);
/* The partition the job runs in or, pending, the first it asks for. */
const struct ft_partition *ft_world_partition(
    const struct ft_world *world, const struct ft_job *job);
/* The number of the queue JOB runs in, FT_NO_QUEUE if it is none. */
uint32_t ft_world_queue(const struct ft_world *world, const struct ft_job *job);
/* Indices of the partitions it asks for, in the order of priority tier (stable,
 * highest first); returns how many, at most MAX. */
size_t ft_world_partitions(const struct ft_world *world,
    const struct ft_job *job, uint32_t *partition, size_t max);
/* Returns whether all partitions of the job are hidden (Hidden=YES). */
bool ft_world_hides(const struct ft_world *world, const struct ft_job *job);
/* Minutes the job may run in PARTITION: its limit, else the partition's. */
int64_t ft_world_time_limit(const struct ft_world *world,
    const struct ft_job *job, const struct ft_partition *partition);

#endif
