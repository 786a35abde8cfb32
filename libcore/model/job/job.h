/*
 * job.h - a job: what it requests, its state, what it was allocated.
 *
 * Plain data.  Strings are interned by the owner of the job (a world, see
 * sim/world/world.h) and never NULL: "" is none.  Times are seconds since 1970, 0
 * none; durations say their unit; memory is in MiB.  A job array that still
 * waits is one job, its head, whose tasks[] lists the indices; a task that
 * starts or is changed is split off into a job of its own.
 * Not for: rules (sim), rows of the store (store/job/jobs.h).
 */
#ifndef FT_MODEL_JOB_JOB_H
#define FT_MODEL_JOB_JOB_H

#include "base/base.h"

enum ft_job_state {
#define FT_JOB_STATE(id, name, code) FT_JOB_##id,
#include "model/job/job.def"
	FT_JOB_STATES
};

enum ft_job_reason {
#define FT_JOB_REASON(id, name, sentence) FT_REASON_##id,
#include "model/job/job.def"
	FT_JOB_REASONS
};

enum ft_refusal {
#define FT_REFUSAL(id, text) FT_REFUSE_##id,
#include "model/job/refusal.def"
#undef FT_REFUSAL
	FT_REFUSALS
};
/* Return CALL's refusal from the enclosing function unless it refuses nothing. */
#define FT_ADMIT(call)                                                         \
	do {                                                                   \
		enum ft_refusal try_ = (call);                                 \
		if (try_ != FT_REFUSE_NONE)                                    \
			return try_;                                           \
	} while (0)

/* Beside the state. */
enum ft_job_flag {
	FT_JOB_COMPLETING = 1,
	FT_JOB_CONFIGURING = 2,
	FT_JOB_REQUEUED = 4,
	FT_JOB_REQUEUE_HOLD = 8,
	FT_JOB_ARRAY_FAILED = 16, /* the head of the array: a task failed or was
	                            cancelled */
	FT_JOB_AGE_LATE = 32, /* a limit on accruing jobs held its age back */
	FT_JOB_RESV_DEL_HOLD = 64, /* held: its reservation is gone */
	FT_JOB_TRIED = 128, /* it asks for several QOS, and all were tried: its
	                      priority is that in the last one */
	FT_JOB_SPECIAL_EXIT = 256 /* requeued and held in this state */
};

/* The cause of a suspension. */
enum ft_suspender {
	FT_SUSPEND_NONE,
	FT_SUSPEND_USER,     /* scontrol suspend */
	FT_SUSPEND_PREEMPT,  /* a job of a higher partition or QOS */
	FT_SUSPEND_SLOT = 4, /* slot-wise subordination */
	FT_SUSPEND_QUEUE = 8 /* queue-wise */
};
enum ft_hold { FT_HOLD_NONE, FT_HOLD_USER, FT_HOLD_ADMIN };
enum ft_scheduler { FT_SCHED_NONE, FT_SCHED_MAIN, FT_SCHED_BACKFILL };

/* One element of a dependency. */
enum ft_depend_kind {
	FT_DEPEND_AFTER,
	FT_DEPEND_AFTER_ANY,
	FT_DEPEND_AFTER_OK,
	FT_DEPEND_AFTER_NOT_OK,
	FT_DEPEND_AFTER_CORR,
	FT_DEPEND_BURST_BUFFER,
	FT_DEPEND_SINGLETON
};
enum ft_depend_state {
	FT_DEPEND_WAITS,
	FT_DEPEND_DONE,
	FT_DEPEND_NEVER /* can no longer be satisfied */
};
#define FT_DEPEND_ALL (-2) /* all tasks of an array */
struct ft_depend {
	enum ft_depend_kind kind;
	enum ft_depend_state state;
	bool any;         /* separated by `?`: one of the list is enough */
	uint32_t number;  /* JobId; 0 for singleton */
	int32_t task;     /* array index; -1 the job; FT_DEPEND_ALL */
	uint32_t minutes; /* after:ID+MINUTES */
	uint32_t watched; /* sim/depend/wait.c: number of the job whose change
	                     it waits for; 0 none; not kept */
};

/* A count of a generic resource or a license, by index of the machine. */
struct ft_job_count {
	uint32_t index;
	uint64_t count; /* gres: per node; licenses: in all */
};

/* Where a job runs: one node's part. */
struct ft_job_node {
	uint32_t node; /* index in the machine */
	uint32_t cpus;
	uint64_t memory; /* MiB */
};

/* What a job requests of each node: --threads-per-core and similar options; 0:
 * not given. */
struct ft_job_shape {
	uint32_t sockets, cores,
	    threads; /* least; threads: used of each core */
	uint32_t tasks_per_socket, tasks_per_core; /* most */
	uint32_t cpus_per_node;                    /* least */
	uint32_t cpus;       /* in all; 0: what its tasks have */
	uint32_t most_cpus;  /* 8 of "4-8"; 0: the same as cpus */
	uint32_t overcommit; /* 1: a CPU of each node, however many tasks */
	uint32_t few_nodes;  /* 1: the fewest of a range of nodes */
	uint32_t spread;     /* 1: as many nodes as it may have */
	uint32_t share;      /* 1: its CPUs may have other jobs, too */
	uint32_t user_nodes; /* 1: other users' jobs may not run on its nodes */
	uint32_t gpus;       /* in all; 0: on each node, as gres_need says */
	uint32_t cpus_per_gpu, mem_per_gpu; /* MiB */
};

#define FT_TIME_NONE        INT64_C(-1) /* no limit was given */
#define FT_MEM_UNSET        UINT64_MAX
#define FT_TASK_NONE        (-1) /* no array task, or the head of an array */
#define FT_JOB_USED_UNKNOWN (-1)
#define FT_PRIORITY_TOP     UINT32_C(4294967293)

struct ft_job {
	/* what schedulers and passes read of every job that waits comes first,
	 * on one or two lines of the cache */
	uint32_t queued; /* sim/queue/queue.c: its records that count; 0 none */
	enum ft_job_state state;
	enum ft_job_reason reason;
	enum ft_hold hold;
	uint32_t priority; /* 0 held; as of the last pass or computation */
	uint32_t array_throttle; /* 0 none */
	const char *reservation;
	int64_t eligible, accrue;
	int64_t last_eval; /* when a scheduler last considered it */
	unsigned flags;    /* enum ft_job_flag */
	uint8_t group;     /* waiting, running, arriving; 0 none */
	bool in_tail; /* struct ft_tail: last_eval may be that of the tail */

	uint32_t id;               /* of the store; 0 not stored yet */
	uint32_t number;           /* JobId */
	const char *reason_detail; /* "UnavailableNodes:n4" */

	/* owner */
	const char *user, *account;
	uint32_t uid, gid;
	uint32_t assoc;         /* association id, 0 none */
	uint32_t qos;           /* id, 0 none */
	const char *partitions; /* requested, comma list */
	const char *partition;  /* the one it runs or ran in; "" not started */
	const char *wckey;

	/* texts */
	const char *name, *comment, *admin_comment, *system_comment, *extra;
	const char *command, *work_dir;
	const char *options; /* JSON object of the rest as given: mail_user,
	                        mail_type, ..., see model/job/joboption.h; "" none */

	/* array */
	uint32_t array_job; /* number of the array, 0 none */
	int32_t array_task; /* index; FT_TASK_NONE */
	uint32_t *tasks;    /* head: waiting indices, ascending */
	size_t n_tasks, cap_tasks;
	uint32_t array_size; /* head: tasks at submission */

	/* dependency */
	const char *dependency; /* as given */
	struct ft_depend *depend;
	size_t n_depend;
	bool kill_on_invalid_dep;

	/* times */
	int64_t submitted, begins, deadline;
	int64_t started, ended, expected;
	/* the first value of expected, and the last before it started; 0 none.
	 * Not saved. */
	int64_t first_expected, last_expected;
	int64_t charged;   /* time up to which this run was charged; 0 none */
	int64_t suspended; /* since; 0 not suspended */
	int64_t suspended_secs; /* total seconds of earlier suspensions */
	uint8_t suspended_by;   /* bits of enum ft_suspender; resumes when all
	                           are gone */
	int64_t resumed;        /* when it last resumed; 0 never */
	int64_t time_limit; /* minutes; FT_TIME_NONE not given (partition's),
	                       FT_TIME_UNLIMITED */
	int64_t time_min;   /* minutes; 0 none */
	int64_t run_time;   /* seconds it runs if nothing stops it; < 0: as
	                       long as it may */

	/* priority */
	bool priority_set; /* by hand, fixed */
	int64_t nice, site_factor;

	/* requested */
	uint32_t min_nodes, max_nodes; /* max 0: not given */
	bool nodes_given;              /* --nodes */
	uint32_t tasks_wanted;         /* --ntasks */
	bool tasks_given;
	uint32_t cpus_per_task, tasks_per_node; /* tasks_per_node 0 none */
	uint64_t mem_per_node; /* MiB; FT_MEM_UNSET, 0 all of a node */
	uint64_t mem_per_cpu;  /* MiB; FT_MEM_UNSET */
	uint64_t disk_per_node;
	const char *gres, *licenses, *features, *req_nodes, *exc_nodes;
	struct ft_job_count *gres_need, *license_need;
	size_t n_gres_need, n_license_need;
	struct ft_job_shape shape; /* of its options */
	bool exclusive;
	bool contiguous;
	uint64_t *req; /* TRES by index of the world; the job's */

	/* allocated */
	uint64_t *alloc; /* TRES; NULL never started */
	double billing;  /* billing TRES with its fraction */
	struct ft_job_node *node;
	size_t n_node;
	const char *nodes;       /* host list */
	const char *sched_nodes; /* planned */
	enum ft_scheduler scheduler;

	/* used, FT_JOB_USED_UNKNOWN: not known */
	double cpu_efficiency; /* part of the time of its CPUs; above 1: with
	                          CPUs that were not its own */
	int64_t mem_used;      /* KiB, at most at one time, on all its nodes */

	/* requeue, preemption, end */
	bool requeue; /* it may be requeued */
	uint32_t restarts, preempted;
	uint32_t preempt_by; /* number of the job it goes, went or is suspended
	                        for; 0 none */
	int64_t preempt_at;  /* when it was warned, or preempted; 0 never */
	uint32_t exit_code, exit_signal;
	uint32_t cancelled_by; /* uid, for "CANCELLED by" */
	bool was_cancelled;    /* cancelled_by counts */

	/* for the owner of the job */
	uint32_t slot;    /* index in the owner's list */
	uint32_t place;   /* index among those that wait, or run, or arrive */
	uint32_t where;   /* index of its partition while it runs */
	int64_t must_end; /* by its limit while it runs; INT64_MAX never */
	bool dirty;       /* changed since it was read or saved */
	int64_t stamp;    /* of the store row when it was read */
};

/* Names: "PENDING", "PD"; parse either, any case; -1 none. */
const char *ft_job_state_name(enum ft_job_state state);
const char *ft_job_state_code(enum ft_job_state state);
int ft_job_state_find(const char *word);
const char *ft_job_reason_name(enum ft_job_reason reason);
const char *ft_job_reason_sentence(enum ft_job_reason reason);
/* Whether accounting records it: not what the scheduler finds again at each
 * look. */
bool ft_job_reason_is_noted(enum ft_job_reason reason);
/* Returns the reason of that name, FT_REASON_NONE if there is none. */
enum ft_job_reason ft_job_reason_find(const char *name);
const char *ft_refusal_text(enum ft_refusal refusal);

static inline bool
ft_job_is_active(const struct ft_job *job)
{
	return job->state <= FT_JOB_SUSPENDED;
}
/* Whether it is suspended for a job that preempted it. */
static inline bool
ft_job_is_lending(const struct ft_job *job)
{
	return job->state == FT_JOB_SUSPENDED &&
	       job->suspended_by & FT_SUSPEND_PREEMPT;
}
/* Whether it was warned of its end and is still within its grace time. */
static inline bool
ft_job_is_ending(const struct ft_job *job)
{
	return job->preempt_at && ft_job_is_active(job) &&
	       job->state != FT_JOB_PENDING;
}
static inline bool
ft_job_is_head(const struct ft_job *job)
{
	return job->n_tasks > 0;
}

/*
 * Make JOB what it was at AT, as far as it remembers; returns false if it was not
 * submitted yet.
 */
bool ft_job_rewind(struct ft_job *job, int64_t at);

/* Set up an empty job: strings "", one task, one CPU, no limits. */
void ft_job_init(struct ft_job *job);
/* Free the arrays of JOB (not its strings, not itself). */
void ft_job_clear(struct ft_job *job);
/* When JOB was last suspended or resumed, 0 never, and the seconds it had run
 * before. */
int64_t ft_job_suspend_time(const struct ft_job *job);
int64_t ft_job_before_suspend(const struct ft_job *job);
/* Returns the seconds it has run at NOW without suspensions; 0 not started. */
int64_t ft_job_elapsed(const struct ft_job *job, int64_t now);

#endif
