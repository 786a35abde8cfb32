/*
 * backfill_private.h - shared by the files of the backfill scheduler: backfill.c
 * (which jobs are examined), backfill_try.c (where and when a job would start),
 * backfill_plan.c (what is planned for it).
 */
#ifndef FT_SIM_SCHEDULE_BACKFILL_PRIVATE_H
#define FT_SIM_SCHEDULE_BACKFILL_PRIVATE_H

#include "base/idmap.h"
#include "sim/place/future.h"
#include "sim/schedule/pass_private.h"
#include "sim/schedule/plan_private.h"

/* The bf_max_job_... parameters that count jobs. */
enum ft_bf_limit {
	FT_BF_PART,
	FT_BF_USER,
	FT_BF_USER_PART,
	FT_BF_ASSOC,
	FT_BF_LIMITS
};

/* A planned start: JOB has the nodes ON from FROM until TO. */
struct ft_bf_plan {
	const struct ft_job *job;
	int64_t from, to;
	ft_nodes *on; /* of the pass */
};

/* What a run knows of the jobs of one kind (ft_place_kind). */
struct ft_bf_kind {
	uint64_t run; /* all below is of this run */
	enum { FT_BF_UNKNOWN, FT_BF_BUSY, FT_BF_COULD } now; /* see may_fit() */
	/* with a limit of so many seconds or more no candidate; 0 not known */
	int64_t hopeless;
};

/*
 * The last search of a job of one class (ft_place_class), which ended without a
 * plan.  Until something is planned or started, the next such job ends as this
 * one.
 */
struct ft_bf_vain {
	uint64_t version; /* of the memory */
	int64_t shown;    /* the expected start; 0 none */
	bool counted;     /* it counts for bf_max_job_test */
};

/* What runs remember; it is kept because most runs are too short to clear it. */
struct ft_bf_memory {
	uint64_t run;             /* number of the current one */
	uint64_t version;         /* counts plans, starts and runs */
	struct ft_bf_kind *known; /* by kind */
	struct ft_bf_vain *vain;  /* by class */
	size_t n_known, n_vain;
};

/* How the current job is tried. */
struct ft_trial {
	int64_t seconds; /* the time limit it is planned with */
	/* with --time-min: the longest limit it may get, minutes; else 0 */
	int64_t most;
	enum ft_job_reason limit; /* assoc_limit_stop: forbids a start now */
	bool now_only;            /* start it now or not at all */
	bool again;               /* it is a further task of an array */
	bool counted;             /* against bf_max_job_test */
	/* found */
	int64_t start;
	const struct ft_free *free; /* what is free then */
};

/* One run. */
struct ft_backfill {
	struct ft_pass pass;
	struct ft_trial trial;
	bool show_only; /* start nothing */
	bool reports;   /* report what blocks each job */
	/* somebody reads when jobs are expected to start: ft_backfill_show finds
	 * that out for all at the end */
	bool shows;
	bool licenses; /* bf_licenses: plans reserve licenses */
	/* times; resolution: bf_resolution, seconds */
	int64_t now, window_end, resolution;
	struct ft_plan plan;
	/* all planned starts, kept only if reports or licenses */
	struct ft_bf_plan *planned;
	size_t n_planned, cap_planned;
	struct ft_future *future; /* of the jobs that run */
	/* the future of a job that may preempt `gone`; valid if has_without */
	struct ft_future without;
	struct ft_victims gone, may; /* may: scratch */
	bool has_without;
	uint64_t *ended; /* counter of the reason why the run ended */
	/*
	 * Until this time a run without news would decide the same.  Whatever
	 * is compared with the time of the run, or with a time that moves with
	 * it, lowers it to when the comparison comes out differently
	 * (ft_bf_same_until); what cannot tell when sets it to 0.
	 */
	int64_t same_until;
	int64_t tested;         /* jobs: bf_max_job_test */
	uint32_t *part_planned; /* by partition: planned starts */
	/*
	 * Only jobs up to the last one that could start now need a plan.  By
	 * partition: its group, partitions that share nodes; by group: one
	 * more than the index of its last candidate, and how many records may
	 * pass before that is looked up again.
	 */
	uint32_t *group, *check;
	size_t *last;
	uint64_t *looked_up;    /* [group]: version of the memory then */
	ft_nodes *nodes, *some; /* scratch */
	ft_nodes *suited;       /* usable nodes that suit the current job */
	uint32_t kind, class;   /* of the current job */
	bool remembers;         /* results are kept by kind */
	bool skims;             /* and tests by class */
	struct ft_bf_memory *memory;
	/* jobs counted for each, by partition, uid, ...; FT_BF_USER_PART: by
	 * the number in `users` times the partitions, plus the partition */
	bool counts; /* one of these parameters is set */
	struct ft_idvec counted[FT_BF_LIMITS];
	struct ft_idmap users;
};

/* What became of the current job. */
enum ft_bf_outcome {
	FT_BF_GIVE_UP,
	FT_BF_AGAIN, /* try again from a later time on */
	FT_BF_STARTED,
	FT_BF_PLANNED,
	FT_BF_FULL /* a table is full or enough jobs were tested: the run ends */
};

/* Returns what the run knows of KIND. */
static inline struct ft_bf_kind *
ft_bf_known(const struct ft_backfill *bf, uint32_t kind)
{
	struct ft_bf_kind *known = &bf->memory->known[kind];

	if (known->run != bf->memory->run)
		*known = (struct ft_bf_kind){ .run = bf->memory->run };
	return known;
}

/* Round a time down, up to the raster of bf_resolution. */
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

/* Returns until when the plan of a job that ends at AT keeps its nodes. */
int64_t ft_bf_plan_end(const struct ft_backfill *bf, int64_t at);

static inline void
ft_bf_same_until(struct ft_backfill *bf, int64_t time)
{
	if (time < bf->same_until)
		bf->same_until = time;
}

/* The end of the window, which moves with the raster, has not passed AT yet. */
static inline void
ft_bf_note_window(struct ft_backfill *bf, int64_t at)
{
	if (at >= bf->window_end)
		ft_bf_same_until(
		    bf, ft_bf_down(bf,
			    at - (bf->window_end - ft_bf_down(bf, bf->now))) +
			    bf->resolution);
}

/* ---- backfill_try.c ------------------------------------------------------ */

/* Start the current job now, or plan it. */
enum ft_bf_outcome ft_bf_place(struct ft_backfill *bf);
/* Set bf->future to that of the jobs that run. */
void ft_bf_renew_future(struct ft_backfill *bf);
/* Drop bf->without: jobs started or were preempted. */
void ft_bf_forget_without(struct ft_backfill *bf);

/* ---- backfill_plan.c ----------------------------------------------------- */

/* Set bf->nodes to the usable nodes of the partition that have no plan from FROM
 * until TO; with FROM == TO, plans do not matter. */
void ft_bf_nodes(struct ft_backfill *bf, int64_t from, int64_t to);
/* bf->nodes are without a plan from now on for the time of the trial: note when
 * one of them will not be. */
void ft_bf_note_nodes(struct ft_backfill *bf);
/* Plan running jobs that have whole nodes, too. */
void ft_bf_plan_running(struct ft_backfill *bf);
/* Returns whether the job's QOS has the flag NoReserve. */
bool ft_bf_makes_no_plan(const struct ft_backfill *bf);
/* Returns how many intervals bf->plan may have: a full table ends the run. */
uint64_t ft_bf_table_size(const struct ft_backfill *bf);
/* Plan the job on what was found for trial.start. */
enum ft_bf_outcome ft_bf_reserve(struct ft_backfill *bf);
/* Set the job's expected start and nodes, unless it has a sooner one. */
void ft_bf_show(struct ft_backfill *bf);
/* Returns whether planned jobs leave enough licenses from trial.start on; else
 * *later is when to try again. */
bool ft_bf_has_licenses(const struct ft_backfill *bf, int64_t *later);
/* Prefer nodes in use over idle ones: bf_busy_nodes. */
void ft_bf_prefer_busy(struct ft_backfill *bf);
/* Returns the minutes that a job with --time-min gets if it starts now. */
int64_t ft_bf_minutes(const struct ft_backfill *bf);
/* Report that the job did not start, and what blocks it; PLANNED: its planned
 * start, 0 none. */
void ft_bf_report(struct ft_backfill *bf, int64_t planned);

#endif
