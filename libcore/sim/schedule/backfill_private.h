/*
 * backfill_private.h - what the files of the backfill scheduler share: backfill.c
 * (who is looked at), backfill_look.c (where and when a job would start),
 * backfill_plan.c (what is planned).
 */
#ifndef FT_SIM_SCHEDULE_BACKFILL_PRIVATE_H
#define FT_SIM_SCHEDULE_BACKFILL_PRIVATE_H

#include "sim/schedule/plan_private.h"
#include "sim/schedule/sched_internal.h"

struct ft_bf_counter {
	uint64_t key;
	uint32_t n;
};

/* A planned start. */
struct ft_bf_plan {
	const struct ft_job *job;
	int64_t from, to;
	ft_nodes *on; /* the pass's */
};

/* How the job whose turn it is is planned. */
struct ft_trial {
	int64_t seconds;          /* limit it is planned with */
	int64_t most;             /* minutes it may get more, time_min; 0 */
	enum ft_job_reason limit; /* with assoc_limit_stop: not now */
	bool now_only;
	bool again; /* a further task of an array */
	bool counted;
	/* found */
	int64_t start;
	const struct ft_free *free; /* what is free then */
};

/* One run. */
struct ft_backfill {
	struct ft_pass pass;
	struct ft_trial trial;
	bool show_only; /* nothing starts */
	bool tells;     /* who is in whose way is found out */
	bool licenses;  /* bf_licenses: plans take licenses */
	int64_t now, window_end, resolution;
	struct ft_plan plan;
	/* kept if somebody wants to know: tells, licenses */
	struct ft_bf_plan *planned;
	size_t n_planned, cap_planned;
	struct ft_future future;
	/* what is free later for one that pushes these jobs aside */
	struct ft_future without;
	struct ft_victims gone, may; /* may: scratch */
	bool has_without;
	struct ft_bounds bounds;
	int64_t tested;
	uint32_t *part_planned; /* by partition */
	/* by partition: the group of those that share nodes; by group: one more
	 * than the index of its last candidate, records until it is looked at
	 * again */
	uint32_t *group, *check;
	size_t *last;
	ft_nodes *nodes, *some; /* scratch */
	ft_nodes *suited;       /* that suit the job whose turn it is */
	struct ft_bf_counter *counter;
	size_t n_counter, cap_counter;
};

enum ft_bf_outcome {
	FT_BF_GIVE_UP,
	FT_BF_AGAIN, /* later */
	FT_BF_STARTED,
	FT_BF_PLANNED,
	FT_BF_FULL /* the run ends */
};

static inline int64_t
ft_bf_down(const struct ft_backfill *bf, int64_t at)
{
	return at - at % bf->resolution;
}
static inline int64_t
ft_bf_up(const struct ft_backfill *bf, int64_t at)
{
	return ft_bf_down(bf, at + bf->resolution - 1);
}

/* ---- backfill_look.c ----------------------------------------------------------- */

/* Start the job now, or plan it. */
enum ft_bf_outcome ft_bf_place(struct ft_backfill *bf);
/* Fill bf->nodes with those of the partition that are usable and, till TO, have
 * no plan; FROM == TO: whatever is planned. */
void ft_bf_nodes(struct ft_backfill *bf, int64_t from, int64_t to);
/* bf->without is not true any more. */
void ft_bf_forget_without(struct ft_backfill *bf);

/* ---- backfill_plan.c ----------------------------------------------------------- */

/* Running jobs that have whole nodes are in the plan too. */
void ft_bf_plan_running(struct ft_backfill *bf);
/* Whether the job's QOS says NoReserve. */
bool ft_bf_makes_no_plan(const struct ft_backfill *bf);
/* Entries that bf->plan may have: a full one ends the run. */
uint64_t ft_bf_table_size(const struct ft_backfill *bf);
/* Reserve what was found for trial.start. */
enum ft_bf_outcome ft_bf_reserve(struct ft_backfill *bf);
/* Show when and where it is to start, if that is sooner than known. */
void ft_bf_show(struct ft_backfill *bf);
/* Whether planned jobs leave licenses from trial.start on; else *later: when to
 * look again. */
bool ft_bf_has_licenses(const struct ft_backfill *bf, int64_t *later);
/* Take nodes in use now rather than idle ones: bf_busy_nodes. */
void ft_bf_prefer_busy(struct ft_backfill *bf);
/* Minutes that a job with a least limit may have if it starts now. */
int64_t ft_bf_minutes(const struct ft_backfill *bf);
/* Tell of a job that waits on: planned: when it is to start, 0. */
void ft_bf_tell(struct ft_backfill *bf, int64_t planned);

#endif
