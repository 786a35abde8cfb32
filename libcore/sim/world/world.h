/*
 * world.h - a cluster in memory: everything slurmctld would know of it.
 *
 * Start here.  A world is loaded from a store (load/world/world.h), changed by
 * the functions of sim/, and saved again; sim/ never reads or writes files,
 * prints, or asks for the time.  Every function acts at world->now.
 *
 * The rooms of sim/, lowest first.  A room includes only rooms above it in
 * this list; tests/arch/layers.t checks that.
 *   world     the state itself: look-ups, interned texts, events, clocks
 *   queue     the pending jobs a scheduler examines, and what changed in them
 *   usage     usage of associations and QOS, its decay, the resulting shares
 *   policy    limits of associations and QOS; does a partition admit a job?
 *   priority  priorities of jobs
 *   research/slotwise, research/subordination
 *             Grid Engine's slot-wise subordination; the only research that
 *             the rooms below it know (subordination.h is the hook)
 *   place     what is free on nodes, and which nodes a job gets
 *   depend    job dependencies
 *   job       jobs are listed, start, end, and split off their array
 *   change    hold, release, cancel, requeue, suspend, resume, top
 *   reserve   advance reservations
 *   preempt   preemption and gang scheduling
 *   research/suspend
 *             suspends and resumes what subordination decides
 *   schedule  the main and the backfill scheduler
 *   submit    a request becomes a job
 *   update    scontrol update job
 *   why       why a job waits, or can never start
 *   run       a world is set up; time passes
 *   forecast  when jobs will start, over many simulated futures; who made one wait
 *   metrics   waiting times, utilization and fairness of a finished run
 *   research, research/pool
 *             replay of traces, auctions, experiments
 *
 * Not for: the Fair Tree algorithm (algo/share), text for users (report).
 */
#ifndef FT_SIM_WORLD_WORLD_H
#define FT_SIM_WORLD_WORLD_H

#include "algo/priority.h"
#include "algo/share/share.h"
#include "base/intern.h"
#include "base/rng.h"
#include "model/account/acctdb.h"
#include "model/conf/conf.h"
#include "model/job/job.h"
#include "model/job/tally.h"
#include "model/machine/machine.h"
#include "model/conf/sched.h"
#include "model/tree/tree.h"
#include "model/tree/usage.h"

struct ft_policy;        /* what counts against limits: policy/private.h */
struct ft_ledger;        /* usage: usage/ledger.c */
struct ft_place;         /* what is free on nodes: place/place.h */
struct ft_queue;         /* pending jobs in order: queue/queue.h */
struct ft_index;         /* ids by name, tasks by array: world/index.h */
struct ft_factors;       /* constants of the priority formula: priority.c */
struct ft_waiters;       /* which job waits for which: depend/wait.c */
struct ft_reservation;   /* model/reservation/reservation.h */
struct ft_subordination; /* research/subordination/internal.h */

/* The user who makes a request. */
struct ft_asker {
	const char *name;
	uint32_t uid;
	bool privileged; /* root, SlurmUser, operator, administrator */
	bool super;      /* privileged, and more than an operator */
};

/* When each scheduler last ran (time, 0 never). */
struct ft_sched_times {
	int64_t main_ran; /* any run of the main scheduler */
	int64_t full_ran; /* its last run over the whole queue */
	int64_t backfill_ran;
	bool wanted; /* something happened since main_ran: run it again */
};

/*
 * The part of a job's run that is to become one row of usage_segment: the
 * seconds from STARTS to ENDS.
 */
struct ft_charge {
	const struct ft_job *job;
	/* ids; part_qos, the partition's QOS: 0 if none or the job's own */
	uint32_t assoc, qos, part_qos;
	int64_t started;      /* of the whole run */
	int64_t starts, ends; /* of the part not charged so far */
	double rate;          /* billing TRES per second */
	double usage_factor;  /* of the QOS */
};

/* An earlier run of a job that was requeued since: sacct -D lists it. */
struct ft_job_run {
	uint32_t number;
	uint32_t array_job;
	int32_t array_task;
	const struct ft_job *job; /* everything else, as it is now */
	enum ft_job_state state;  /* CANCELLED, PREEMPTED, NODE_FAIL, ... */
	bool requeued;            /* listed as REQUEUED */
	int64_t submitted, eligible, started, ended, suspended_secs;
	const char *partition, *nodes;
	uint32_t qos;
	enum ft_scheduler scheduler;
	uint64_t *alloc; /* by TRES index */
	size_t n_node;
	uint32_t exit_code, exit_signal;
};

struct ft_world {
	/* ---- configuration; constant while time passes ------------------- */
	const struct ft_conf *conf; /* borrowed */
	uint32_t cluster;           /* id */
	const char *cluster_name;
	struct ft_acctdb acctdb; /* live records of the store */
	struct ft_tree *tree;
	struct ft_names_set names;
	struct ft_idmap node_of; /* tree node by association id */
	/* TRES vectors ("by TRES index") have an element for each item[] */
	struct ft_tres_table tres; /* borrowed from book */
	struct ft_machine machine;
	struct ft_sched sched;
	const struct ft_algo *algo; /* of the shares; NULL: priority/basic */
	struct ft_share_params share_params;
	struct ft_decay decay;
	int64_t period; /* PriorityCalcPeriod, seconds */
	uint32_t priority_flags;
	uint32_t enforce; /* enum ft_enforce */
	struct ft_intern strings;

	/* ---- time -------------------------------------------------------- */
	int64_t now; /* seconds since the epoch, as all times */
	/* last decay pass; the others are at decayed + k * period */
	int64_t decayed;
	int64_t reset;     /* last reset of usage, 0 never */
	int64_t reset_due; /* PriorityUsageResetPeriod=NOW: when; 0 none */
	bool wall;         /* the store's clock follows the wall clock */
	struct ft_sched_times times;
	struct ft_tally tally;     /* go through ft_world_count */
	uint32_t next_number;      /* JobId of the next job */
	uint32_t basic_priority;   /* priority/basic: the last one given */
	uint32_t last_reservation; /* number of the last generated name */

	/* ---- jobs -------------------------------------------------------- */
	/*
	 * All jobs: arriving (submitted > now), pending, running, suspended,
	 * and those that ended but are still needed.  Sorted by number; jobs
	 * of one number (runs of it) in the order they were added.
	 * Invariant: job[i]->slot == i.
	 */
	struct ft_job **job;
	size_t n_job, cap_job;
	struct ft_index *index;
	/*
	 * The same jobs by job->group, unsorted.  Invariant: a job of group g
	 * is at index job->place of that list.  Code that runs at every pass
	 * or event walks these, never job[], which also has the ended ones.
	 */
	struct ft_job **arriving, **waiting, **running;
	size_t n_arriving, n_waiting, n_running;
	size_t cap_arriving, cap_waiting, cap_running;
	size_t n_told;    /* running jobs with a preemption notice */
	size_t n_lending; /* jobs suspended by preemption */

	/*
	 * Advance reservations in the order they were made; ids of deleted
	 * ones that the store still has.
	 */
	struct ft_reservation **reservation;
	size_t n_reservation, cap_reservation;
	uint32_t *dropped;
	size_t n_dropped, cap_dropped;

	/* ---- derived; rebuilt from the above ----------------------------- */
	struct ft_share share; /* as of the last ft_world_share */
	bool share_valid;
	struct ft_factors *factors;
	struct ft_policy *policy;
	struct ft_ledger *ledger;
	struct ft_place *place;
	struct ft_queue *queue;
	struct ft_waiters *waiters;
	struct ft_subordination *subordination; /* NULL: not set up */

	/* ---- not saved yet ----------------------------------------------- */
	struct ft_charge *charge;
	size_t n_charge, cap_charge;
	struct ft_job_run *run;
	size_t n_run, cap_run;
	int64_t *reset_at; /* decay passes that reset usage */
	size_t n_reset, cap_reset;
	bool times_dirty;

	/* ---- of load/world/world.c: what was read so far ----------------- */
	int64_t seen_stamp;       /* jobs changed up to here */
	int64_t seen_config;      /* generation of the configuration */
	int64_t seen_jobs;        /* generation of jobs and charges */
	int64_t seen_charge;      /* id of the last charge */
	bool all_jobs, all_usage; /* the caller asked for all of them */
	/*
	 * Jobs that arrive after arrive_by are in the store only, n_later of
	 * them; but not if a job here depends on them, or if they have a
	 * dependency or a reservation.  INT64_MAX: all are here.
	 */
	int64_t arrive_by;
	size_t n_later;
};

/* A job without any time limit is planned for a year, as in Slurm. */
#define FT_YEAR_MINUTES (INT64_C(365) * 24 * 60)

/* AccountingStorageEnforce, implied values included. */
enum ft_enforce {
	FT_ENFORCE_ASSOC = 1,
	FT_ENFORCE_LIMITS = 2,
	FT_ENFORCE_QOS = 4,
	FT_ENFORCE_SAFE = 8,
	FT_ENFORCE_WCKEYS = 16,
	FT_ENFORCE_NO_JOBS = 32
};

/* job->group: which list of the world has the job. */
enum ft_job_group {
	FT_GROUP_NONE, /* ended, or not listed yet */
	FT_GROUP_ARRIVING,
	FT_GROUP_WAITING,
	FT_GROUP_RUNNING
};

/* PreemptType, in the order of its row in conf.def. */
enum ft_preempt_type {
	FT_PREEMPT_TYPE_NONE,
	FT_PREEMPT_TYPE_PARTITION,
	FT_PREEMPT_TYPE_QOS
};

/* ---- text.c: interned texts, compared by pointer ------------------------- */

const char *ft_world_string(struct ft_world *world, const char *text);
/* Intern the text built in TEXT, and free TEXT. */
const char *ft_world_keep(struct ft_world *world, struct ft_str *text);
/* Returns NODE[n] as a host list: "n[1-3]". */
const char *ft_world_hosts(
    struct ft_world *world, const struct ft_job_node *node, size_t n);

/* ---- lookup.c ------------------------------------------------------------ */

/* Mark JOB as changed since it was saved. */
static inline void
ft_job_touch(struct ft_job *job)
{
	job->dirty = true;
}

/* Returns the counters of today, to count something. */
static inline struct ft_tally *
ft_world_count(struct ft_world *world)
{
	return ft_tally_now(&world->tally, world->now);
}

/* Returns the job of that number, NULL if there is none.  The number of an
 * array is that of its head or, once it is split up, of its last task. */
struct ft_job *ft_world_find(const struct ft_world *world, uint32_t number);
/* Returns task TASK of the array NUMBER: its own job, or else the head it is
 * still part of; NULL if there is none. */
struct ft_job *ft_world_find_task(
    const struct ft_world *world, uint32_t number, int32_t task);

/* Returns the uid of USER (see model/account/acctdb.h), FT_UID_NOBODY if unknown. */
uint32_t ft_world_uid(const struct ft_world *world, const char *user);
/* Returns the name of UID, NULL if unknown. */
const char *ft_world_user(const struct ft_world *world, uint32_t uid);
/* Returns the tree node of an account, FT_NODE_NONE if unknown. */
uint32_t ft_world_account_node(
    const struct ft_world *world, const char *account);
/* Returns whether ASKER coordinates ACCOUNT or an account above it. */
bool ft_world_coordinates(const struct ft_world *world,
    const struct ft_asker *asker, const char *account);
/* Returns the QOS of that id, NULL for 0 and for deleted ones. */
const struct ft_qos *ft_world_qos(const struct ft_world *world, uint32_t id);
/*
 * Fill QOS with those that the comma list TEXT names, by priority, equal ones as
 * they are listed; returns their number.  *good: all of them are known, and none
 * is named twice.  Before the rule SEVERAL_QOS, TEXT is one name.
 */
#define FT_WORLD_QOS 64
size_t ft_world_qos_named(const struct ft_world *world, const char *text,
    uint32_t qos[FT_WORLD_QOS], bool *good);
/* Fill QOS with those that JOB may start in, in the order in which they are
 * tried; returns their number, at least 1: its own, if it asks for one or none. */
size_t ft_world_qos_choices(const struct ft_world *world,
    const struct ft_job *job, uint32_t qos[FT_WORLD_QOS]);
/* Returns the QOS in which JOB waits: the first of those, 0 none. */
uint32_t ft_world_qos_waits(
    const struct ft_world *world, const struct ft_job *job);
/* Returns whether the job cannot start because its QOS was deleted. */
bool ft_world_qos_lost(const struct ft_world *world, const struct ft_job *job);
/* Returns the tree node of the job's association, FT_NODE_NONE if none. */
uint32_t ft_world_node(const struct ft_world *world, const struct ft_job *job);

/* Returns the partition the job runs in or, pending, the first it requests;
 * NULL if that is gone. */
const struct ft_partition *ft_world_partition(
    const struct ft_world *world, const struct ft_job *job);
/* Returns the subordination queue JOB runs in, FT_NO_QUEUE if it is none. */
uint32_t ft_world_queue(const struct ft_world *world, const struct ft_job *job);
/* Returns the slots of the queue PARTITION (index) on NODE: FairTreeSlots, else
 * its CPUs. */
uint32_t ft_world_slots(
    const struct ft_world *world, uint32_t partition, uint32_t node);
/* Fill partition[max] with the indices of those it requests, highest
 * PriorityTier first, otherwise as requested; returns how many. */
size_t ft_world_partitions(const struct ft_world *world,
    const struct ft_job *job, uint32_t *partition, size_t max);
/* Returns whether all partitions of the job are hidden (Hidden=YES). */
bool ft_world_hides(const struct ft_world *world, const struct ft_job *job);
/* Returns the minutes the job may run in PARTITION: its own limit, which DefaultTime
 * of the first partition gave it if it asked for none, else MaxTime. */
int64_t ft_world_time_limit(const struct ft_world *world,
    const struct ft_job *job, const struct ft_partition *partition);

enum ft_preempt_type ft_world_preempt_type(const struct ft_world *world);
/* Returns GraceTime: the seconds JOB keeps running after its preemption
 * notice; of its QOS or its partition, as PreemptType says. */
int64_t ft_world_grace(const struct ft_world *world, const struct ft_job *job);

/* ---- assoc.c ------------------------------------------------------------- */

/*
 * Returns the node of USER's association with ACCOUNT ("": the default account)
 * for PARTITION: the one tied to that partition, else the one for all
 * partitions; FT_NODE_NONE if there is neither.
 */
uint32_t ft_world_assoc(const struct ft_world *world, const char *user,
    const char *account, const char *partition);

#endif
