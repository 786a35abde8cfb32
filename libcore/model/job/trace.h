/*
 * trace.h - a workload trace: submitted jobs, what they requested, how long
 * they ran.
 *
 * Plain data, made by readers of files (io/research/swffile.h, io/jobtable/jobtable.h) or by the
 * generator, replayed by sim/research/pool/pool.h and load/research/replay.h.  Names are indices into
 * tables of the trace; index 0 of each is "", unknown.
 * Source: Standard Workload Format 2.2; man/fairtree-trace.5.
 */
#ifndef FT_MODEL_JOB_TRACE_H
#define FT_MODEL_JOB_TRACE_H

#include "base/rng.h"

/* What a recorded job is when a replay is held against what really happened. */
enum ft_trace_part {
	FT_TRACE_MEASURED, /* it started: its wait is compared */
	FT_TRACE_WARM,     /* it already ran when the trace begins */
	FT_TRACE_GONE,     /* it was cancelled while it waited */
	FT_TRACE_LEFT,     /* it still waited when the trace ends */
	FT_TRACE_PARTS
};

struct ft_trace_job {
	int64_t submit;  /* time, seconds since 1970 */
	int64_t run;     /* seconds it ran, >= 0 */
	int64_t limit;   /* seconds requested; 0 unknown */
	int64_t wait;    /* seconds it waited where it was recorded; -1 */
	int64_t think;   /* seconds after the end of `after`; 0 */
	uint64_t number; /* as in the file */
	uint64_t memory; /* MiB per processor; 0 unknown */
	uint32_t procs;  /* processors, >= 1 */
	uint32_t nodes;  /* 0 unknown */
	uint32_t user, account, partition, qos; /* indices of names */
	uint32_t after; /* index of the job it follows, UINT32_MAX none */
	uint8_t state;  /* enum ft_job_state as recorded: COMPLETED, FAILED,
	                     CANCELLED, TIMEOUT */
	uint8_t part;   /* enum ft_trace_part */
	bool exact;     /* it takes so many nodes, not more */
	/* it waits since then, not before; 0: since submit.  Before submit if the
	 * trace begins later. */
	int64_t eligible;
	int64_t cancel; /* it is cancelled then; 0 never */
};

/* Names in the order they were met; [0] is "". */
struct ft_trace_names {
	const char **name;
	uint32_t n, cap;
	void *index; /* its own */
};

struct ft_trace {
	struct ft_arena arena;    /* of the names and notes */
	struct ft_trace_job *job; /* by submit, then as in the file */
	size_t n, cap;
	struct ft_trace_names user, account, partition, qos;
	uint32_t procs, nodes; /* of the machine; 0: not in the file */
	int64_t start;         /* UnixStartTime or the first submission */
	/* a decay pass of the site, from which others are PriorityCalcPeriod
	 * apart; 0 unknown */
	int64_t pass;
	const char *computer, *note; /* of the header; "" */
	size_t skipped;              /* lines that were no jobs to replay */
};

void ft_trace_init(struct ft_trace *trace);
void ft_trace_free(struct ft_trace *trace);
/* A new job at the end, zeroed but for wait -1, procs 1, after UINT32_MAX. */
struct ft_trace_job *ft_trace_add(struct ft_trace *trace);
/* Returns the index of NAME (LEN bytes), which is kept. */
uint32_t ft_trace_name(struct ft_trace *trace, struct ft_trace_names *names,
    const char *name, size_t len);
/* Sort by submit time (stable); `after` follows. */
void ft_trace_sort(struct ft_trace *trace);
/* Append TIMES - 1 copies of the trace, each shifted by the trace's length. */
void ft_trace_repeat(struct ft_trace *trace, uint32_t times);
/*
 * Jitter: move every submission by up to SECONDS either way, uniformly, but not
 * before the first one; then sort again.  A job that already runs stays; Eligible
 * and a cancellation move along.  Replays of several such traces give a
 * sample with a mean and a confidence interval.
 */
void ft_trace_shake(
    struct ft_trace *trace, struct ft_rng *rng, int64_t seconds);
/* Returns whether the wait of some job is known. */
bool ft_trace_has_starts(const struct ft_trace *trace);
/* The most processors that one of its jobs requests. */
uint32_t ft_trace_widest(const struct ft_trace *trace);

/* The outcome of job i of a trace. */
struct ft_outcome {
	int64_t start, end; /* time; -1: never */
	uint8_t state;      /* enum ft_job_state */
};

#endif
