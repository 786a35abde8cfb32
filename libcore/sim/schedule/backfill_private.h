/*
 * backfill_private.h - what the files of the backfill scheduler share:
 * backfill.c decides which jobs are examined, backfill_try.c where and when a
 * job would start, backfill_plan.c what is reserved for it.
 *
 * Times are seconds since 1970 unless a comment says otherwise.
 */
#ifndef FT_SIM_SCHEDULE_BACKFILL_PRIVATE_H
#define FT_SIM_SCHEDULE_BACKFILL_PRIVATE_H

#include "base/idmap.h"
#include "sim/place/future.h"
#include "sim/schedule/pass_private.h"
#include "sim/schedule/plan_private.h"

/* The parameters bf_max_job_... that limit the jobs examined per run. */
enum ft_bf_limit {
	FT_BF_PART,
	FT_BF_USER,
	FT_BF_USER_PART,
	FT_BF_ASSOC,
	FT_BF_LIMITS
};

/* A reservation for JOB: the nodes ON from FROM until TO. */
struct ft_bf_plan {
	const struct ft_job *job;
	int64_t from, to;
	ft_nodes *on; /* lives until the pass ends */
};

/* What a run found out about the jobs of one kind (ft_place_kind). */
struct ft_bf_kind {
	uint64_t run; /* number of the run that found it out */
	enum { FT_BF_UNKNOWN, FT_BF_BUSY, FT_BF_COULD } now; /* see may_fit() */
	/* no job with this time limit or a longer one can start now beside the
	 * plans; seconds, 0: not known */
	int64_t hopeless;
};

/*
 * How the last search for a job of one class (ft_place_class) ended that
 * planned nothing.  Until something is planned or started, the search for any
 * other job of the class would end in the same way, so it is skipped.
 */
struct ft_bf_failure {
	uint64_t version; /* of the memory at that time */
	int64_t expected; /* start, only shown; 0 none */
	bool counted;     /* such a job counts for bf_max_job_test */
};

/*
 * What runs remember.  It outlives a run only because clearing it would take
 * longer than most runs do; `run` and `version` tell what is still valid.
 */
struct ft_bf_memory {
	uint64_t run;                 /* number of the current one */
	uint64_t version;             /* grows with each plan, start and run */
	struct ft_bf_kind *known;     /* by kind */
	struct ft_bf_failure *failed; /* by class */
	size_t n_known, n_failed;
};

/* How the current job is tried, and what was found for it. */
struct ft_trial {
	int64_t seconds; /* the time limit with which it is planned */
	/* minutes: the longest limit it may get if its limit may be chosen, as
	 * with --time-min; else 0 */
	int64_t max_minutes;
	/* the limit that forbids a start now; with assoc_limit_stop the job is
	 * planned nevertheless */
	enum ft_job_reason limit;
	bool now_only;     /* start it now or not at all: plan nothing */
	bool further_task; /* an earlier task of its array was tried */
	bool counted;      /* it was counted for bf_max_job_test */
	/* found: */
	int64_t start;
	const struct ft_free *free; /* what is free at `start` */
};

/* One run of backfill. */
struct ft_backfill {
	struct ft_pass pass;
	struct ft_trial trial;
	bool show_only; /* start nothing: ft_backfill_show */
	bool reports;   /* report what blocks each job */
	/* set expected starts; else ft_backfill_show does it for all jobs when
	 * somebody asks */
	bool shows;
	bool licenses; /* bf_licenses: plans reserve licenses */
	int64_t now, window_end;
	int64_t resolution; /* bf_resolution, seconds */
	struct ft_plan plan;
	/* all reservations; kept only if `reports` or `licenses` */
	struct ft_bf_plan *planned;
	size_t n_planned, cap_planned;
	struct ft_future *future; /* when running jobs release what */
	/* the same for a job that may preempt without_jobs: as if these were
	 * gone; valid if has_without */
	struct ft_future without;
	struct ft_victims without_jobs;
	struct ft_victims candidates; /* scratch: jobs it may preempt */
	bool has_without;
	uint64_t *ended; /* the counter for the reason why the run ended */
	/*
	 * Before this time another run would decide the same, if nothing
	 * happens meanwhile.  Each comparison with the time of the run, or with
	 * a time that moves with it, lowers it to the first time at which the
	 * comparison has another result (ft_bf_same_until).  A decision for
	 * which that time is not known sets it to 0.
	 */
	int64_t same_until;
	int64_t tested;         /* jobs so far, for bf_max_job_test */
	uint32_t *part_planned; /* by partition: reservations */
	/*
	 * A candidate is a job that could start now.  Jobs after the last one
	 * need no plan, because a plan matters only if it keeps a job after it
	 * from starting.  Partitions that share nodes, directly or through
	 * others, form a group; each group has its last candidate.
	 */
	uint32_t *group; /* [partition]: number of its group */
	/* [group]: one more than the index of its last candidate; 0 none */
	size_t *last;
	/* [group]: after so many more records `last` is looked up again */
	uint32_t *check;
	uint64_t *looked_up;  /* [group]: version of the memory at that time */
	ft_nodes *nodes;      /* scratch: those the current job may use */
	ft_nodes *preferred;  /* scratch: of these, for bf_busy_nodes */
	ft_nodes *suited;     /* usable nodes that suit the current job */
	uint32_t kind, class; /* of the current job */
	bool remembers;       /* results are remembered by kind */
	bool skips_alike;     /* and failed searches by class */
	struct ft_bf_memory *memory;
	bool counts; /* one of the parameters of enum ft_bf_limit is set */
	/* jobs so far: [FT_BF_PART] by partition, [FT_BF_USER] by uid,
	 * [FT_BF_ASSOC] by association, [FT_BF_USER_PART] see user_part() */
	struct ft_idvec counted[FT_BF_LIMITS];
	struct ft_idmap users; /* uid -> 0, 1, ... */
};

/* What became of the current job. */
enum ft_bf_outcome {
	FT_BF_GIVE_UP, /* neither started nor reserved */
	FT_BF_AGAIN,   /* try again from a later time on */
	FT_BF_STARTED,
	FT_BF_PLANNED, /* nodes are reserved for it */
	FT_BF_FULL /* the plan is full or bf_max_job_test reached: the run ends */
};

/* Returns what this run knows of KIND. */
static inline struct ft_bf_kind *
ft_bf_known(const struct ft_backfill *bf, uint32_t kind)
{
	struct ft_bf_kind *known = &bf->memory->known[kind];

	if (known->run != bf->memory->run)
		*known = (struct ft_bf_kind){ .run = bf->memory->run };
	return known;
}

/* Round time AT down, or up, to a multiple of bf_resolution. */
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

/* Returns until when the reservation of a job that ends at AT keeps its nodes:
 * rounded as the release does. */
int64_t ft_bf_plan_end(const struct ft_backfill *bf, int64_t at);

/* A comparison has another result in a run at TIME or later. */
static inline void
ft_bf_same_until(struct ft_backfill *bf, int64_t time)
{
	if (time < bf->same_until)
		bf->same_until = time;
}

/* AT was compared with the end of the window, which moves with the time of the
 * run in steps of bf_resolution: note when it will include AT. */
static inline void
ft_bf_same_until_window(struct ft_backfill *bf, int64_t at)
{
	if (at >= bf->window_end)
		ft_bf_same_until(
		    bf, ft_bf_down(bf,
			    at - (bf->window_end - ft_bf_down(bf, bf->now))) +
			    bf->resolution);
}

/* ---- backfill_try.c ------------------------------------------------------ */

/* Start the current job now, or reserve nodes for it, or neither. */
enum ft_bf_outcome ft_bf_place(struct ft_backfill *bf);
/* Bring bf->future up to date with the running jobs. */
void ft_bf_renew_future(struct ft_backfill *bf);
/* Drop bf->without, because jobs started or were preempted. */
void ft_bf_forget_without(struct ft_backfill *bf);

/* ---- backfill_plan.c ----------------------------------------------------- */

/* Set bf->nodes to the usable nodes of the current partition that are not
 * reserved at any time from FROM until TO; with FROM == TO, to all usable
 * ones. */
void ft_bf_nodes(struct ft_backfill *bf, int64_t from, int64_t to);
/* bf->nodes are not reserved from now on for trial.seconds.  Note in same_until
 * from when on a run would find one of them reserved. */
void ft_bf_note_nodes(struct ft_backfill *bf);
/* Reserve the nodes of running jobs that have whole nodes
 * (bf_running_job_reserve). */
void ft_bf_plan_running(struct ft_backfill *bf);
/* Returns whether the QOS of the current job has the flag NoReserve. */
bool ft_bf_makes_no_plan(const struct ft_backfill *bf);
/* Returns how many intervals bf->plan may have: a full table ends the run. */
uint64_t ft_bf_table_size(const struct ft_backfill *bf);
/* Reserve for the current job, from trial.start on, the nodes that were
 * found. */
enum ft_bf_outcome ft_bf_reserve(struct ft_backfill *bf);
/* Set the expected start of the current job, and its nodes, unless it has an
 * earlier one. */
void ft_bf_show(struct ft_backfill *bf);
/* Returns whether reservations leave the current job enough licenses from
 * trial.start on; if not, *later becomes the time at which to try again. */
bool ft_bf_has_licenses(const struct ft_backfill *bf, int64_t *later);
/* bf_busy_nodes: find nodes for trial.start again, now with as few idle ones as
 * possible. */
void ft_bf_prefer_busy(struct ft_backfill *bf);
/* Returns the time limit, in minutes, that the current job gets if it starts
 * now and its limit may be chosen: trial.max_minutes, or less if a reservation
 * is ahead. */
int64_t ft_bf_minutes(const struct ft_backfill *bf);
/* Returns whether none of the reservations that the current job names is active: it
 * gets no plan. */
bool ft_bf_waits(struct ft_backfill *bf);
/* If bf->reports, report that the current job did not start, and what blocks
 * it. PLANNED: its reserved start, 0 none. */
void ft_bf_report(struct ft_backfill *bf, int64_t planned);

#endif
