/*
 * jobtable.h - read jobs from what sacct and squeue print: tables and JSON.
 *
 * sacct -P (or -p): cells separated by |; squeue: its default table, -l, -o, -O,
 * aligned or separated by |.  The first line names the columns, in any selection
 * and order; unknown columns are skipped.  Cells without a value (empty, Unknown,
 * None, N/A, (null), ...) leave the default of ft_job_init.  Of steps (12.batch)
 * only the memory is read, for the job above them.  --json is recognised by its
 * first character; each member is read as the cell of its column (column.def).
 * Not here: whether jobs make sense on a cluster (cmd/fimport).
 * Source: sacct(1), squeue(1); tests/oracle/cases/v0*, j45.
 */
#ifndef FT_IO_JOBTABLE_JOBTABLE_H
#define FT_IO_JOBTABLE_JOBTABLE_H

#include "base/cursor.h"
#include "model/job/job.h"
#include "model/job/trace.h"

enum ft_jobtable_kind { FT_JOBTABLE_SACCT, FT_JOBTABLE_SQUEUE };

/* What an amount of memory is of. */
enum ft_jobtable_memory {
	FT_JOBTABLE_MEM_NONE,
	FT_JOBTABLE_MEM_ALL, /* of the whole job: 4G */
	FT_JOBTABLE_MEM_CPU, /* of each CPU: 4Gc */
	FT_JOBTABLE_MEM_NODE /* of each node: 4Gn; squeue's MIN_MEMORY */
};

#define FT_JOBTABLE_NO_TIME  INT64_MIN
#define FT_JOBTABLE_USED_MAX INT64_C(1000000000000000) /* of what was used */

/* What 0 and 1 stand for. */
enum ft_jobtable_answer {
	FT_JOBTABLE_UNKNOWN,
	FT_JOBTABLE_NO,
	FT_JOBTABLE_YES
};

/* Strings are the table's, never NULL. */
struct ft_jobtable_job {
	const char *file; /* its name, and where the job is in it */
	size_t line;
	uint32_t number;   /* 12, of 12_3 and of 12_[1-5]; never 0 */
	uint32_t raw;      /* the task's own JobID if number is an array's; 0
	                      unknown, or the same */
	int32_t task;      /* 3 of 12_3; FT_TASK_NONE */
	const char *tasks; /* "1-5%2" of 12_[1-5%2]; "" */
	enum ft_job_state state;
	bool completing, requeued;  /* CG; REQUEUED: an earlier run */
	uint32_t cancelled_by;      /* uid */
	bool was_cancelled;         /* cancelled_by is known */
	const char *cancelled_name; /* who did it, as JSON says; "" */
	const char *user, *account, *partition, *qos, *name, *nodes, *reason;
	const char *work_dir, *comment, *wckey, *reservation, *dependency;
	const char *features, *req_nodes_named, *exc_nodes, *licenses, *command;
	const char *sched_nodes; /* where it is expected to start */
	const char *admin_comment, *system_comment, *extra;
	const char *sharing;   /* NO, YES, USER, MCS, OK */
	const char *exclusive; /* since 26.05: NO, NODE, USER, MCS */
	const char *options;   /* of sbatch, as in struct ft_job */
	const char *req_tres, *alloc_tres;    /* "cpu=4,mem=8G,..." */
	int64_t submit, eligible, start, end; /* time; FT_JOBTABLE_NO_TIME */
	int64_t elapsed;                      /* seconds; -1 unknown */
	int64_t suspended;                    /* seconds */
	int64_t left;                         /* seconds; -1 unknown */
	int64_t accrue, deadline, last_eval;  /* time; FT_JOBTABLE_NO_TIME */
	/* since when it is suspended, or runs again; seconds it ran before */
	int64_t changed, ran_before;
	int64_t limit;    /* minutes; FT_TIME_NONE, FT_TIME_UNLIMITED */
	int64_t time_min; /* minutes; FT_TIME_NONE */
	/* 0 unknown */
	uint32_t cpus, req_cpus, n_nodes, req_nodes, most_nodes;
	uint32_t tasks_wanted, cpus_per_task, tasks_per_node, throttle;
	uint32_t array; /* number of its array */
	uint32_t disk, restarts;
	enum ft_jobtable_answer contiguous, requeue;
	enum ft_jobtable_memory memory_of;
	uint64_t memory; /* MiB */
	bool has_priority;
	uint32_t priority;
	int64_t nice;
	uint32_t exit_code, exit_signal;
	/* -1 unknown: CPU time, microseconds; KiB of its largest step, all
	 * tasks as large as the largest; how many tasks a step has, 0 unknown */
	int64_t cpu_used, mem_used;
	uint32_t tasks_of_step;
};

/* Columns whose absence matters; a bit stands for all that have this value. */
enum ft_jobtable_given {
	FT_JOBTABLE_USER = 1,
	FT_JOBTABLE_STATE = 2,
	FT_JOBTABLE_SUBMIT = 4,
	FT_JOBTABLE_ELIGIBLE = 8,
	FT_JOBTABLE_START = 16,
	FT_JOBTABLE_END = 32,
	FT_JOBTABLE_ELAPSED = 64,
	FT_JOBTABLE_CPUS = 128,
	FT_JOBTABLE_GRES = 256
};

struct ft_jobtable {
	struct ft_arena arena;
	enum ft_jobtable_kind kind;
	struct ft_jobtable_job *job; /* as in the file */
	size_t n, cap;
	size_t steps;    /* lines of steps, which are no jobs */
	int64_t at;      /* when JSON of squeue was made; FT_JOBTABLE_NO_TIME */
	unsigned given;  /* columns of all files: FT_JOBTABLE_USER, ... */
	size_t files;    /* that were read */
	size_t repeated; /* rows of earlier files that a later one has again */
};

void ft_jobtable_init(struct ft_jobtable *table, enum ft_jobtable_kind kind);
void ft_jobtable_free(struct ft_jobtable *table);
/*
 * Read INPUT into TABLE, initialised.  May be called again for the next piece of
 * the same jobs: the later row of a run replaces the earlier one, while the earlier
 * runs of a requeued job stay.  columns: comma-separated titles for a table without
 * a header (squeue -h), or NULL.
 * FT_EPARSE "file:line:column: ...": no header, no column of job ids, a line that
 * cannot be split into cells, a bad cell, bad JSON.
 */
enum ft_status ft_jobtable_parse(struct ft_jobtable *table,
    const struct ft_input *input, const char *columns, struct ft_error *err);

/* Returns whether TEXT begins like the output of sacct -P with a header. */
bool ft_jobtable_is_sacct(const char *text, size_t size);
/* Fill TRACE, initialised and empty, with the jobs of TABLE (of sacct -P) that ran
 * and ended, sorted by submission.  Other jobs, and runs without a time, are
 * counted in trace->skipped. */
void ft_jobtable_trace(struct ft_trace *trace, const struct ft_jobtable *table);
/*
 * The same from the text of a table.
 * FT_EPARSE as above, or a column is missing: JobID, State, Submit, Start, End or
 * Elapsed, or CPUs.
 */
enum ft_status ft_jobtable_read_trace(struct ft_trace *trace, const char *file,
    const char *text, size_t size, struct ft_error *err);

/* What became of the jobs of a table that is to be a trace with real starts. */
struct ft_jobtable_past {
	int64_t begin, end; /* the time for which the table is complete */
	size_t part[FT_TRACE_PARTS]; /* jobs of the trace: enum ft_trace_part */
	/* left out: */
	size_t repeated;   /* in an earlier table, too */
	size_t earlier;    /* ended before it is complete */
	size_t held;       /* never eligible to start */
	size_t unreadable; /* without a time or processors */
};

/*
 * Make of TABLE (of sacct -P; the columns as for a trace) a trace of what really
 * happened, initialised and empty.  sacct lists each job that ran or waited in its
 * time, so the table is complete from the first end of a job on: there the trace
 * begins, with jobs that run then, and others that wait.  Waits count from
 * Eligible.  FT_EINVAL: no job started after that.
 */
enum ft_status ft_jobtable_real(struct ft_trace *trace,
    struct ft_jobtable_past *past, const struct ft_jobtable *table,
    struct ft_error *err);
/* Returns FT_EPARSE if a column is missing that a trace needs. */
enum ft_status ft_jobtable_check_trace(
    const struct ft_jobtable *table, const char *file, struct ft_error *err);

/*
 * Read an amount of memory at *TEXT, such as "1.50G", into MiB, and advance past it;
 * without a unit it is MiB.  Returns false: there is none, or it exceeds 1e15.
 */
bool ft_jobtable_mebibytes(const char **text, double *amount);

#endif
