/*
 * private.h - shared by the files of the pool.
 *
 * The queue is a line of lanes.  A lane holds the waiting jobs of one user (of
 * all users, if the order is that of submission), in the order of the trace. 
 * The line is a tree of the non-empty lanes, least value first.  Ordering moves
 * lanes, not jobs.  Lanes, blocks and subtrees have summaries: for each class
 * of widths the shortest planned length inside, so that a search skips whatever
 * cannot start.
 */
#ifndef FT_SIM_RESEARCH_POOL_PRIVATE_H
#define FT_SIM_RESEARCH_POOL_PRIVATE_H

#include "algo/live/live.h"
#include "model/research/feedback.h"
#include "sim/research/pool/pool.h"

/* ---- classes of widths and what a search asks for ------------------------ */

#define POOL_CLASSES 32         /* at most */
#define POOL_NOBODY  UINT32_MAX /* as a length: there is no job */
#define POOL_LONGEST (UINT32_MAX - 1)

/* Class i: jobs at least least[i] processors wide, and narrower than the next
 * class.  least[0] decreases when a narrower job arrives. */
struct pool_widths {
	uint32_t n;
	uint32_t least[POOL_CLASSES];
};

/* Matches jobs that fit into FREE processors and end within ROOM seconds, or
 * that fit into EXTRA (<= free). */
struct pool_query {
	uint32_t free, extra, room;
	uint32_t n;                  /* classes that may match */
	uint32_t most[POOL_CLASSES]; /* by class: the longest length that may
				        match */
};

void ft_pool_query_set(struct pool_query *query,
    const struct pool_widths *widths, uint32_t free, uint32_t room,
    uint32_t extra);

/* Returns whether SUMMARY, shortest lengths by class, may contain a match. */
static inline bool
pool_may(const struct pool_query *query, const uint32_t *summary)
{
	for (uint32_t i = 0; i < query->n; i++)
		if (summary[i] <= query->most[i])
			return true;
	return false;
}

static inline bool
pool_fits(const struct pool_query *query, uint32_t width, uint32_t length)
{
	return width <= query->extra ||
	       (width <= query->free && length <= query->room);
}

/* ---- a lane -------------------------------------------------------------- */

#define POOL_BLOCK 16 /* jobs */

struct pool_block {
	uint32_t n, last; /* jobs; the last one appended */
	uint32_t job[POOL_BLOCK], width[POOL_BLOCK], length[POOL_BLOCK];
	uint8_t kind[POOL_BLOCK]; /* class of width */
};

struct pool_lane {
	double value; /* least first */
	uint32_t n;   /* jobs */
	/* blocks in use and allocated, a power of two.  Summaries of blocks are
	 * the leaves of a heap whose root is the lane's: [2 * cap] */
	uint32_t used, cap;
	struct pool_block *block;
	uint32_t *summary;
	/* in the tree of the line: index + 1, 0 none */
	uint32_t left, right, weight;
	uint32_t *below; /* summary of the subtree */
};

struct pool_line {
	const struct ft_trace *trace;
	struct pool_lane *lane;        /* [n_lane] */
	uint32_t n_lane, n_busy, root; /* n_busy: non-empty ones */
	size_t n;                      /* jobs */
	struct pool_widths widths;
	uint64_t visits;
};

/* Values are doubles and never NaN; ft_real_cmp compares long doubles. */
static inline int
pool_compare(double a, double b)
{
	return (a > b) - (a < b);
}

struct pool_spot {
	uint32_t lane, block, slot;
	uint32_t job, width, length;
	uint8_t kind; /* class of width */
};

/* Append the job of SPOT; its block and slot are ignored. */
void ft_pool_lane_add(struct pool_line *line, const struct pool_spot *spot);
/* Remove the job of SPOT; returns whether the lane's summary changed. */
bool ft_pool_lane_take(struct pool_line *line, const struct pool_spot *spot);
/* Find the first job from index FROM on that QUERY matches. */
bool ft_pool_lane_next(struct pool_line *line, uint32_t at, uint32_t from,
    const struct pool_query *query, struct pool_spot *spot);
void ft_pool_lane_free(struct pool_lane *lane);
static inline const uint32_t *
pool_lane_summary(const struct pool_line *line, uint32_t at)
{
	return line->lane[at].summary + line->widths.n;
}

/* ---- the line ------------------------------------------------------------ */

/* The widths of TRACE determine the classes. */
void ft_pool_line_init(
    struct pool_line *line, uint32_t lanes, const struct ft_trace *trace);
void ft_pool_line_free(struct pool_line *line);
/* Add the job of SPOT (lane, job, width, length); VALUE: of the lane if it is
 * empty so far. */
void ft_pool_line_add(
    struct pool_line *line, double value, const struct pool_spot *spot);
void ft_pool_line_take(struct pool_line *line, const struct pool_spot *spot);
/* Change the value of a non-empty lane. */
void ft_pool_line_move(struct pool_line *line, uint32_t lane, double value);
/* Set the value of each non-empty lane to VALUE(CTX, lane). */
void ft_pool_line_order(struct pool_line *line,
    double (*value)(void *ctx, uint32_t lane), void *ctx);
/* Returns the value of the first lane; the line must not be empty. */
double ft_pool_line_least(const struct pool_line *line);
/* Find the first job in order that QUERY matches, after job FROM - 1 of value
 * VALUE; -HUGE_VAL, 0: of all. */
bool ft_pool_line_next(struct pool_line *line, double value, uint32_t from,
    const struct pool_query *query, struct pool_spot *spot);
/* Returns whether some job fits into FREE processors. */
bool ft_pool_line_some(const struct pool_line *line, uint32_t free);

/* ---- usage of users ------------------------------------------------------ */

/* G(t) = 2^((t - epoch) / half_life), or t - epoch without decay.  In units
 * that do not age a second at t is worth G'(t). */
struct pool_growth {
	int64_t half_life, epoch;
	bool tables;
	int64_t high_at; /* of high: (t - epoch) >> 16 */
	double high, middle[256], low[256];
};

/* Usage of a user or a leaf; at t it is done + busy * G(t) - begun. */
struct pool_user {
	double done;   /* of ended jobs: sum of width * (G(end) - G(start)) */
	double begun;  /* of running jobs: sum of width * G(start) */
	uint64_t busy; /* processors in use */
	double value;  /* usage at ordering `tick` */
	int64_t tick;
	bool hot; /* in the list */
};

struct pool_ranking {
	const struct ft_pool *pool;
	struct pool_growth growth;
	int64_t first;  /* time of ordering 0 */
	int64_t tick;   /* number of the current ordering */
	double at_tick; /* G of its time */
	struct pool_user *user;
	uint32_t n;
	bool by_usage;
	/* users that may have changed since the last ordering, or (Fair Tree)
	 * since `live` was updated */
	uint32_t *hot;
	uint32_t n_hot;
	/* BY_FAIRTREE: all factors at once or, if few users change and wait,
	 * kept up to date */
	ft_real *usage; /* [tree->n] */
	struct ft_share share;
	struct ft_live *live;
	double *known; /* [tree->n]: usage as `live` knows it */
	bool by_live;  /* the last ordering used it */
	const struct ft_algo *algo;
	int64_t ordered; /* tick of share and of the line; -1 none */
	uint64_t orderings;
};

void ft_pool_ranking_init(struct pool_ranking *standing,
    const struct ft_pool *pool, const struct ft_trace *trace);
void ft_pool_ranking_free(struct pool_ranking *standing);
/* Time T has come. */
void ft_pool_ranking_at(
    struct pool_ranking *standing, struct pool_line *line, int64_t t);
/* USER has WIDTH processors more from T on. */
void ft_pool_ranking_start(
    struct pool_ranking *standing, uint32_t user, uint32_t width, int64_t t);
/* USER has WIDTH processors less from T on; START: of that job. */
void ft_pool_ranking_end(struct pool_ranking *standing, uint32_t user,
    uint32_t width, int64_t start, int64_t t);
/* Order LINE for the tick; FT_EINVAL from the algorithm. */
enum ft_status ft_pool_ranking_order(struct pool_ranking *standing,
    struct pool_line *line, struct ft_error *err);
/* Returns the value of USER at the tick for which the line was ordered. */
double ft_pool_ranking_value(struct pool_ranking *standing, uint32_t user);

/* ---- running jobs -------------------------------------------------------- */

#define POOL_ENDS 128

struct pool_ends_block {
	uint32_t n;
	uint64_t width; /* of all */
	int64_t end[POOL_ENDS];
	uint32_t wide[POOL_ENDS];
};

/* Planned ends in ascending order, in blocks. */
struct pool_ends {
	struct pool_ends_block **block;
	size_t n, cap;
};

void ft_pool_ends_free(struct pool_ends *ends);
void ft_pool_ends_add(struct pool_ends *ends, int64_t end, uint32_t width);
/* Remove one entry of that end and width, which must exist. */
void ft_pool_ends_take(struct pool_ends *ends, int64_t end, uint32_t width);
/* Returns when NEED processors (> free) are free, LEAST or later, and sets *extra
 * to how many more are then.  The pool must have that many. */
int64_t ft_pool_ends_shadow(const struct pool_ends *ends, int64_t least,
    uint32_t free, uint32_t need, uint32_t *extra);

struct pool_event {
	int64_t end;
	uint32_t job, user;
};

/* Running jobs, next to end first. */
struct pool_events {
	struct pool_event *event;
	size_t n, cap;
};

void ft_pool_events_push(struct pool_events *events, struct pool_event event);
struct pool_event ft_pool_events_pop(struct pool_events *events);
/* Remove the event at index AT. */
struct pool_event ft_pool_events_take(struct pool_events *events, size_t at);

/* ---- the future, for CONSERVATIVE ---------------------------------------- */

#define POOL_LENGTHS 33 /* classes of lengths: by their highest bit */

/* Jobs at least as wide and as long do not start before `at`. */
struct pool_bound {
	uint64_t pass; /* valid in this pass only */
	int64_t at;
	uint32_t width, length;
};

/* free[i] processors from at[i] until at[i + 1]; the last step has no end. */
struct pool_future {
	int64_t *at;
	uint32_t *free;
	size_t n, cap, cap_free;
	uint64_t pass;
	struct pool_bound bound[POOL_CLASSES][POOL_LENGTHS];
};

void ft_pool_future_free(struct pool_future *future);
/* Set it to what the running jobs leave. */
void ft_pool_future_set(struct pool_future *future,
    const struct pool_ends *ends, int64_t now, uint32_t free);
/* Set QUERY to match the jobs that may start now: by class of width, as long as
 * so many processors are free. */
void ft_pool_future_query(const struct pool_future *future,
    const struct pool_widths *widths, struct pool_query *query);
/* Returns whether SPOT fits now for all its planned length. */
bool ft_pool_future_fits(
    const struct pool_future *future, const struct pool_spot *spot);
/* WIDTH processors, or as many as are free, will be away from START (> now) to
 * END. */
void ft_pool_future_away(
    struct pool_future *future, int64_t start, int64_t end, uint32_t width);
/* Reserve processors for SPOT; returns the start. */
int64_t ft_pool_future_plan(
    struct pool_future *future, const struct pool_spot *spot);

/* ---- jobs to come, and what is away -------------------------------------- */

/* Jobs that come when the replay says; inactive: as the trace says. */
struct pool_feed {
	bool active;
	const struct ft_trace *whole; /* as given */
	struct ft_outcome *outcome;   /* of that */
	struct ft_feedback links;
	struct pool_events due; /* jobs (indices of whole) to come, by time */
	struct ft_trace trace;  /* all arrivals so far */
	uint32_t *index;        /* [trace.n]: of whole */
	uint32_t *leaf;         /* [trace.n] */
	size_t cap_index, cap_leaf, cap_outcome;
	uint32_t *now; /* those that come now */
	size_t n_now, cap_now;
};

/* Processors of an outage. */
struct pool_away {
	int64_t end;
	uint32_t wanted, width; /* that are to be away, that are */
};

/* ---- the run ------------------------------------------------------------- */

struct pool_run {
	struct ft_pool *pool;
	const struct ft_trace *trace; /* of arrivals */
	struct ft_outcome *outcome;   /* of those */
	const uint32_t *leaf;         /* likewise; NULL */
	struct pool_feed feed;
	struct pool_away *away; /* [n_away] */
	size_t n_away, cap_away, next_outage;
	bool foresees; /* there is maintenance, which plans respect */
	int64_t now;
	uint32_t free;
	size_t next, ended; /* index of the next job to arrive; number that
			       ended */
	struct pool_events events;
	struct pool_ends ends;
	struct pool_line line;
	/* arrived jobs that are not in the line yet, because nothing fits */
	uint32_t *fresh;
	size_t n_fresh, cap_fresh;
	uint32_t narrowest; /* width of the narrowest of them */
	struct pool_ranking standing;
	struct pool_future future;
	/* orders by job: lanes used so far, and those of them that are empty */
	uint32_t n_lane, *spare;
	size_t n_spare, cap_spare;
	/* EASY: shadow time and extra are known; until a job ends or the order
	 * changes */
	bool known;
	int64_t shadow;
	uint32_t extra;
};

/* Returns whether the policy asks for planned ends. */
static inline bool
pool_has_ends(const struct pool_run *run)
{
	return run->pool->policy != FT_POOL_FCFS || run->foresees;
}

/* ---- order.c ------------------------------------------------------------- */

/* Returns whether each job has a value of its own. */
bool ft_pool_by_job(enum ft_pool_order order);
/* Returns whether these change with time. */
bool ft_pool_ages(enum ft_pool_order order);
/* Returns the value of JOB (index) now: of its user, or its own. */
double ft_pool_value(struct pool_run *run, uint32_t job);
/* Returns the lane that JOB joins; ft_pool_lane_left once it has left. */
uint32_t ft_pool_lane_of(struct pool_run *run, uint32_t job);
void ft_pool_lane_left(struct pool_run *run, uint32_t lane);
/* Order the line by the values that jobs have now, if they age. */
void ft_pool_age(struct pool_run *run);
/* ---- feed.c -------------------------------------------------------------- */

/* Set the trace and outcomes of RUN to those of arrivals. */
void ft_pool_feed_begin(struct pool_run *run, const struct ft_trace *trace,
    struct ft_outcome *outcome);
/* Set the outcomes of the trace, and free what begin made. */
void ft_pool_feed_end(struct pool_run *run);
/* Returns when the next job comes, as far as is known; INT64_MAX none. */
int64_t ft_pool_feed_next(const struct pool_run *run);
/* Add those that come now to the trace. */
void ft_pool_feed_take(struct pool_run *run);
/* The arrival JOB is over: what follows it comes. */
void ft_pool_feed_release(struct pool_run *run, uint32_t job);
/* The job of the arrival JOB comes again now. */
void ft_pool_feed_again(struct pool_run *run, uint32_t job);

/* ---- outage.c ------------------------------------------------------------ */

/* Do what outages do now; returns whether one began or ended. */
bool ft_pool_outages(struct pool_run *run);
/* Take maintenance to come from the future. */
void ft_pool_outages_foresee(struct pool_run *run);
/* Returns the time of the next beginning or end; INT64_MAX none. */
int64_t ft_pool_outages_next(const struct pool_run *run);

/* ---- pool.c -------------------------------------------------------------- */

/* The running job of EVENT gives its processors back. */
void ft_pool_leave(struct pool_run *run, const struct pool_event *event);

/* ---- start.c ------------------------------------------------------------- */

/* Returns the planned length of JOB in seconds, 1..POOL_LONGEST. */
uint32_t ft_pool_length(const struct ft_trace_job *job);
/* Returns whose usage JOB (index) belongs to: 0 unless users are ordered. */
uint32_t ft_pool_user(const struct pool_run *run, uint32_t job);
/* Start JOB (index) now. */
void ft_pool_start(struct pool_run *run, uint32_t job);
/* Returns whether the policy plans more than the head, or maintenance has to be
 * planned around. */
bool ft_pool_plans(const struct pool_run *run);
/* Let the policy start jobs; the line must be in order. */
void ft_pool_pass(struct pool_run *run);
/* Returns whether a job that has just arrived and comes after the first of the
 * line may start at once; nothing else has changed since the last pass. */
bool ft_pool_may_pass(struct pool_run *run, uint32_t width, uint32_t length);

#endif
