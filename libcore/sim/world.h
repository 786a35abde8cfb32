/*
 * world.h - a cluster at work, in memory: what slurmctld would know.
 *
 * A world is loaded from a store (load/world.h), changed by the calls here, and
 * saved; nothing here reads or writes files, prints, or asks for the time.
 * Every call happens at world->now.  Files of sim/: world.c (the lists),
 * submit.c (a request becomes a job), policy.c (limits), depend.c, array.c,
 * change.c (update, hold, release, cancel, ...), priority.c, ledger.c (usage
 * and decay), queue.c and mainsched.c and backfill.c (who starts), place.c (on
 * which nodes), run.c (time passes).
 * Not for: the shares themselves (algo), text (report).
 */
#ifndef FT_SIM_WORLD_H
#define FT_SIM_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algo/priority.h"
#include "algo/share.h"
#include "base/error.h"
#include "base/intern.h"
#include "base/rng.h"
#include "model/book.h"
#include "model/conf.h"
#include "model/job.h"
#include "model/machine.h"
#include "model/sched.h"
#include "model/tree.h"
#include "model/usage.h"

struct ft_policy;        /* counters of limits in use: policy.c */
struct ft_ledger;        /* usage at the last pass and since: ledger.h */
struct ft_place;         /* what is free on nodes: place.c */
struct ft_queue;         /* who waits, in order: queue.c */
struct ft_index;         /* job numbers: world.c */
struct ft_factors;       /* what priorities are made of: priority.c */
struct ft_waiters;       /* who waits for whom: depend_wait.c */
struct ft_reservation;   /* model/reservation.h */
struct ft_clockwork;     /* run.c */
struct ft_subordination; /* who is suspended for whom: subordinate.c */

/* Who asks. */
struct ft_asker {
	const char *name;
	uint32_t uid;
	bool privileged; /* root, SlurmUser, operator, administrator */
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
	uint32_t *node_of; /* tree node by association id; FT_NODE_NONE */
	uint32_t n_node_of;
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
	int64_t decayed; /* last pass; passes are at decayed + k * period */
	int64_t reset;   /* last usage reset, 0 never */
	bool wall;       /* the store's clock follows the wall clock */
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

	/* ---- kept by load/world.c --------------------------------------------- */
	int64_t seen_stamp;       /* jobs: what was read up to */
	int64_t seen_config;      /* generation of the configuration */
	int64_t seen_jobs;        /* and of jobs, charges, ... */
	int64_t seen_charge;      /* the last charge */
	bool all_jobs, all_usage; /* as it was asked for */
};

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
static inline void
ft_job_touch(struct ft_job *job)
{
	job->dirty = true;
}

/* Returns the number of USER (see model/book.h), FT_UID_NOBODY if unknown. */
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
/* Indices of the partitions it asks for, in the order of priority tier (stable,
 * highest first); returns how many, at most MAX. */
size_t ft_world_partitions(const struct ft_world *world,
    const struct ft_job *job, uint32_t *partition, size_t max);
/* Minutes the job may run in PARTITION: its limit, else the partition's. */
int64_t ft_world_time_limit(const struct ft_world *world,
    const struct ft_job *job, const struct ft_partition *partition);

/* ---- submit.c: a request becomes a job --------------------------------------- */

/*
 * Complete JOB, of which who submits, what and where was filled in as asked
 * (names as given; account, partitions "" and qos 0 if not), and list it:
 * defaults, access, partition, size, limits, dependencies, number, priority.
 * qos_name: as asked, "" not.  at: when it arrives, >= now.
 * Refused: the answer, JOB stays the caller's; *reason is the limit that
 * refuses it (POLICY), else FT_REASON_NONE.
 */
enum ft_refusal ft_world_submit(struct ft_world *world,
    const struct ft_asker *asker, struct ft_job *job, const char *qos_name,
    int64_t at, enum ft_job_reason *reason);
/*
 * A job that was submitted for a later time arrives: it is counted, accrues, and
 * gets its priority.  By whoever lets time pass, once submitted <= now.
 */
void ft_world_arrived(struct ft_world *world, struct ft_job *job);
/*
 * TRES the job asks for into req[n_tres]: cpu, mem, node, billing, gres,
 * licenses, in PARTITION.  Also after each change of size.
 */
void ft_world_request(const struct ft_world *world, const struct ft_job *job,
    const struct ft_partition *partition, uint64_t *req);
/* When and where it would start if submitted now: ft_world_submit's checks
 * without listing it; *start 0: not known. */
enum ft_refusal ft_world_test(struct ft_world *world,
    const struct ft_asker *asker, struct ft_job *job, const char *qos_name,
    int64_t *start, enum ft_job_reason *reason);
/* Whether USER may use QOS in association node NODE (FT_NODE_NONE: any). */
bool ft_world_qos_allowed(
    const struct ft_world *world, uint32_t node, uint32_t qos);
/* The default QOS of association node NODE, 0 if it has none. */
uint32_t ft_world_default_qos(const struct ft_world *world, uint32_t node);
/* Whether the partition admits account and QOS; NONE, or why not. */
enum ft_refusal ft_world_admits(const struct ft_world *world,
    const struct ft_partition *partition, const char *account, uint32_t qos);

/* ---- policy.c: limits of associations and QOS --------------------------------- */

/* Counters.  pending, running: how a job changed; called by who changes it. */
void ft_policy_reset(struct ft_world *world); /* from all jobs */
void ft_policy_free(struct ft_policy *policy);
void ft_policy_submitted(struct ft_world *world, const struct ft_job *job);
void ft_policy_started(struct ft_world *world, const struct ft_job *job);
void ft_policy_ended(struct ft_world *world, const struct ft_job *job);
/* A pending job leaves the queue without having started, or a task is split
 * off (both call it before the change). */
void ft_policy_withdrawn(struct ft_world *world, const struct ft_job *job);
/* A submission of COUNT tasks: NONE, or the limit that refuses it. */
enum ft_job_reason ft_policy_submit(
    struct ft_world *world, const struct ft_job *job, uint32_t count);
/*
 * Whether JOB may start now with TRES (by index; what it asks for before nodes
 * are chosen, what it gets after) and LIMIT minutes: NONE, or the limit.
 */
enum ft_job_reason ft_policy_start(struct ft_world *world,
    const struct ft_job *job, const struct ft_partition *partition,
    const uint64_t *tres, int64_t limit);
/* The limit that says no, and what counts against it. */
struct ft_policy_block {
	uint32_t qos;  /* id of the QOS that sets it, 0: an association */
	uint32_t node; /* tree node of that association, FT_NODE_NONE */
	const char *user, *account; /* in the QOS, of whom; NULL: of all */
	uint16_t kind;              /* row of limits.def */
	uint32_t tres;              /* index, UINT32_MAX none */
	/* in the unit of the limit: counts, minutes, MiB; used: by others */
	uint64_t limit, used, asked;
};
/*
 * As ft_policy_start, and fills *block (all 0: no limit but the threshold of a
 * QOS) if the answer is not NONE.
 */
enum ft_job_reason ft_policy_blocks(struct ft_world *world,
    const struct ft_job *job, const struct ft_partition *partition,
    const uint64_t *tres, int64_t limit, struct ft_policy_block *block);
/* Give pending jobs that are eligible their accrue time as the limits on
 * accruing jobs admit.  job->accrue goes from 0 to a time only here; where it is
 * to become 0 again, call ft_policy_withdrawn before, _submitted after. */
void ft_policy_accrue(struct ft_world *world);
/* The association or QOS limit of KIND that counts for NODE: true, *value. */
bool ft_policy_limit(const struct ft_world *world, uint32_t node, uint16_t kind,
    uint32_t tres_id, uint64_t *value);

/* What is in use, for scontrol show assoc_mgr and sshare.  By TRES index. */
struct ft_policy_use {
	uint32_t jobs, submitted, accruing;
	const uint64_t *tres;          /* allocated now */
	const uint64_t *tres_run_secs; /* promised to running jobs */
};
struct ft_policy_use ft_policy_assoc_use(
    const struct ft_world *world, uint32_t node);
struct ft_policy_use ft_policy_qos_use(
    const struct ft_world *world, uint32_t qos);
/* of one user or account in a QOS: i-th of those that have any, by name;
 * false at the end */
bool ft_policy_qos_user(const struct ft_world *world, uint32_t qos, size_t i,
    const char **user, struct ft_policy_use *use);
bool ft_policy_qos_account(const struct ft_world *world, uint32_t qos, size_t i,
    const char **account, struct ft_policy_use *use);

/* ---- depend.c ----------------------------------------------------------------- */

/*
 * Parse TEXT into job->depend and look at it: what is fulfilled is left out,
 * so that a job that waits for nothing has n_depend 0.  job->user and name
 * must be set.  FT_REFUSE_DEPENDENCY, _CIRCULAR, _UNSUPPORTED or NONE.
 */
enum ft_refusal ft_world_set_dependency(
    struct ft_world *world, struct ft_job *job, const char *text);
/* Look again at what JOB waits for, and say so as its reason; returns whether
 * it is free to go. */
bool ft_world_depends(struct ft_world *world, struct ft_job *job);
/*
 * Look at the jobs whose dependencies something happened to since the last
 * call: each run of a scheduler starts with it.  Who is free has n_depend 0
 * afterwards and is eligible; who never can be is cancelled if it asked for
 * that; arrays that wait task by task are split.
 */
void ft_depend_settle(struct ft_world *world);
/* When minutes that somebody waits for will have passed, INT64_MAX never. */
int64_t ft_depend_next(const struct ft_world *world);
/* Such a time may have come: returns whether a scheduler should look. */
bool ft_depend_tick(struct ft_world *world);
/* JOB was listed, changed, or is about to go: world.c. */
void ft_depend_changed(struct ft_world *world, const struct ft_job *job);
void ft_depend_reset(struct ft_world *world); /* from all jobs */
void ft_depend_free(struct ft_world *world);
/* "afterok:1(unfulfilled)", as squeue %E; appended; nothing if none. */
struct ft_str;
void ft_job_add_dependency(struct ft_str *str, const struct ft_job *job);

/* ---- array.c ------------------------------------------------------------------ */

/* Parse "1,3,5-9:2%4" into job->tasks and throttle; max: MaxArraySize. */
enum ft_refusal ft_array_parse(
    struct ft_job *job, const char *text, uint32_t max);
/* Append "0-6%2", "1,3,5": what still waits. */
void ft_array_add_tasks(struct ft_str *str, const struct ft_job *job);
/* Split task TASK off HEAD into a job of its own, which is listed; the last
 * task keeps the head's number and is the head itself, then no head any more.
 * Counters of limits stay right: they count tasks. */
struct ft_job *ft_array_split(
    struct ft_world *world, struct ft_job *head, uint32_t task);
/* Drop TASK of a HEAD that has others too: it was cancelled. */
void ft_array_drop(struct ft_world *world, struct ft_job *head, uint32_t task);
/* Returns the next free JobId, and counts it. */
uint32_t ft_world_take_number(struct ft_world *world);
/* "12", "12_3", "12_[1-3%1]": the JobId as squeue writes it. */
void ft_job_add_id(struct ft_str *str, const struct ft_job *job);

/* ---- change.c ----------------------------------------------------------------- */

enum ft_refusal ft_world_hold(struct ft_world *world,
    const struct ft_asker *asker, struct ft_job *job, bool user_hold);
enum ft_refusal ft_world_release(
    struct ft_world *world, const struct ft_asker *asker, struct ft_job *job);
enum ft_refusal ft_world_cancel(
    struct ft_world *world, const struct ft_asker *asker, struct ft_job *job);
/* One task that HEAD holds still; it leaves no record. */
enum ft_refusal ft_world_cancel_task(struct ft_world *world,
    const struct ft_asker *asker, struct ft_job *head, uint32_t task);
/*
 * End JOB if it runs, as STATE (PREEMPTED, NODE_FAIL, CANCELLED: on request),
 * keep that as a run of its own and put it back into the queue: pending,
 * submitted now, not to begin before requeue_delay.  hold: held by its user.
 */
void ft_world_put_back(struct ft_world *world, struct ft_job *job,
    enum ft_job_state state, bool hold);
/* The same on request: running or ended jobs. */
enum ft_refusal ft_world_requeue(struct ft_world *world,
    const struct ft_asker *asker, struct ft_job *job, bool hold);
enum ft_refusal ft_world_suspend(
    struct ft_world *world, const struct ft_asker *asker, struct ft_job *job);
enum ft_refusal ft_world_resume(
    struct ft_world *world, const struct ft_asker *asker, struct ft_job *job);
enum ft_refusal ft_world_top(struct ft_world *world,
    const struct ft_asker *asker, struct ft_job *const *job, size_t n);
/* Keys of scontrol update job; the table ends with name NULL. */
enum ft_update_flag {
	FT_UPDATE_OURS = 1,  /* scontrol does not know it */
	FT_UPDATE_BARE = 2,  /* stands without a value too */
	FT_UPDATE_SLURM = 8, /* only scontrol knows it */
	FT_UPDATE_SIGNED = 4 /* Key+=VALUE, Key-=VALUE */
};
struct ft_update_key {
	const char *name;
	size_t least; /* letters it may be cut to */
	unsigned flags;
	const char *sentence;
};
extern const struct ft_update_key ft_update_keys[];
/* Returns the key that WORD (any case, maybe cut) means, NULL. */
const struct ft_update_key *ft_update_find(const char *word, size_t len);
/*
 * One KEY=VALUE of scontrol update; value "" of a bare key.  FT_ENOENT: no such
 * key; FT_EINVAL: a bad value (err has what scontrol says); else *refusal.  A
 * refusal FT_REFUSE_PRIORITY_RESET has changed something.
 */
enum ft_status ft_world_update(struct ft_world *world,
    const struct ft_asker *asker, struct ft_job *job, const char *key,
    const char *value, enum ft_refusal *refusal, struct ft_error *err);

/* ---- priority.c --------------------------------------------------------------- */

/* Shares of all associations as of the last pass, if they are not known. */
enum ft_status ft_world_share(struct ft_world *world, struct ft_error *err);
/* Of the settings and the machine; params->tres stays the world's. */
void ft_world_priority_params(
    struct ft_world *world, struct ft_priority_params *params);
/* Forget what is known of settings, highest priorities and the machine: after
 * a live change of a partition, and when the world is freed. */
void ft_world_priority_reset(struct ft_world *world);
/* When the last pass was: at world->now or up to a period before it. */
int64_t ft_world_last_pass(const struct ft_world *world);
/*
 * The priority of JOB in PARTITION (index) part by part, as of the last pass
 * (a job that came later: as of its submission).  Of a priority set by hand and
 * of priority/basic all parts are 0.  A job that is held: what it would be.
 */
void ft_world_priority(struct ft_world *world,
    const struct ft_priority_params *params, const struct ft_job *job,
    uint32_t partition, struct ft_priority *result);
/* job->priority of all pending jobs: 0 of those held; one set by hand stays.
 * Those of priority/basic are handed out by ft_world_reprioritise only. */
enum ft_status ft_world_priorities(
    struct ft_world *world, struct ft_error *err);
/* job->priority of this one, new or after a change. */
void ft_world_reprioritise(struct ft_world *world, struct ft_job *job);

/* ---- run.c: time passes -------------------------------------------------------- */

/* What happened, for progress and `fsim run --explain`. */
enum ft_sim_event {
	FT_SIM_ARRIVE,
	FT_SIM_START,
	FT_SIM_END,
	FT_SIM_PASS,     /* decay pass; job NULL */
	FT_SIM_SCHEDULE, /* a scheduler begins: by, full, count who wait */
	FT_SIM_BLOCK,    /* it looked and did not start job; other: who stands
	                    before it, NULL; time: planned start, 0 */
	FT_SIM_DONE,     /* it is through: count started, more looked at */
	FT_SIM_PREEMPT,  /* job goes for other: is ended, put back, told */
	FT_SIM_SUSPEND,  /* job for other, or by subordination (words) */
	FT_SIM_RESUME,
	FT_SIM_RESERVE /* a reservation (words) begins or ends */
};
/* Fields without meaning for an event are 0. */
struct ft_sim_news {
	enum ft_sim_event event;
	int64_t at;
	const struct ft_job *job, *other;
	enum ft_scheduler by;
	bool full; /* over the whole queue */
	uint64_t count, more;
	int64_t time;
	const char *words;
};
typedef void ft_sim_fn(void *ctx, const struct ft_sim_news *news);

struct ft_run {
	int64_t until;   /* time to stop at */
	uint64_t jobs;   /* stop after so many ended; 0 no */
	uint64_t events; /* stop after so many events; 0 no: lets the caller
	                     commit */
	bool no_starts;  /* nothing starts, what runs ends */
	bool explain;    /* every job that waits is looked at and told of, with
	                    who stands in its way; takes its time */
	ft_sim_fn *tell; /* may be NULL */
	void *ctx;
	/* out */
	uint64_t started, ended, passes;
	bool done;                  /* reached until or jobs */
	struct ft_clockwork *clock; /* of ft_world_run */
};
/* Let time pass.  world->now moves; what changed is marked to be saved. */
enum ft_status ft_world_run(
    struct ft_world *world, struct ft_run *run, struct ft_error *err);
/* Start JOB now on these nodes (index, CPUs, memory), without asking. */
void ft_world_start(struct ft_world *world, struct ft_job *job,
    uint32_t partition, const struct ft_job_node *node, size_t n,
    enum ft_scheduler by);
/* End a job that runs: charge it, free its nodes, wake who waits for it. */
void ft_world_end(struct ft_world *world, struct ft_job *job,
    enum ft_job_state state, enum ft_job_reason reason);
/* A pending job leaves the queue. */
void ft_world_withdraw(struct ft_world *world, struct ft_job *job,
    enum ft_job_state state, enum ft_job_reason reason);

/* ---- ledger.c: usage and its decay ---------------------------------------------- */

/*
 * Totals by tree node: as of the last pass (what shares are made of), and with
 * what was booked since (RawUsage).  Valid until time passes.
 */
const ft_real *ft_world_usage_at_pass(struct ft_world *world);
const ft_real *ft_world_usage(struct ft_world *world);
/* The same for a TRES index (TRES-seconds) or -1, group wall seconds. */
ft_real ft_world_tres_usage(struct ft_world *world, uint32_t node, int tres);
/* of a QOS: raw usage, TRES index, or -1 wall */
ft_real ft_world_qos_usage(const struct ft_world *world, uint32_t qos);
ft_real ft_world_qos_tres_usage(
    const struct ft_world *world, uint32_t qos, int tres);

#endif
