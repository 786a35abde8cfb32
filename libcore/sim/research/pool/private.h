/*
 * private.h - what the files of the pool share.
 *
 * The queue is a line of lanes.  A lane holds the waiting jobs of one user (of
 * all, if the order is that of submission), as in the trace; the line is a tree
 * of the lanes that are not empty, least value first.  An ordering moves lanes,
 * not jobs.  Everywhere in them stands, for each class of widths, the shortest
 * planned length below, so that a search passes over all that can not start.
 */
#ifndef FT_SIM_RESEARCH_POOL_PRIVATE_H
#define FT_SIM_RESEARCH_POOL_PRIVATE_H

#include "algo/live/live.h"
#include "sim/research/pool/pool.h"

/* ---- classes of widths and what a search asks for ------------------------ */

#define POOL_CLASSES 32         /* at most */
#define POOL_NOBODY  UINT32_MAX /* a length: there is no job */
#define POOL_LONGEST (UINT32_MAX - 1)

/* Class i: jobs at least least[i] processors wide, and not as wide as the next
 * class.  least[0] goes down when a narrower job comes. */
struct pool_widths {
	uint32_t n;
	uint32_t least[POOL_CLASSES];
};

/*
 * Jobs that fit into FREE processors and end within ROOM seconds, or that fit
 * into EXTRA (<= free).
 */
struct pool_query {
	uint32_t free, extra, room;
	uint32_t n;                  /* classes that may fit */
	uint32_t most[POOL_CLASSES]; /* the longest that may do, by class */
};

void ft_pool_query_set(struct pool_query *query,
    const struct pool_widths *widths, uint32_t free, uint32_t room,
    uint32_t extra);

/* Whether SUMMARY, shortest lengths by class, may hold one. */
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
	uint32_t n, last; /* jobs; the last that was put in */
	uint32_t job[POOL_BLOCK], width[POOL_BLOCK], length[POOL_BLOCK];
	uint8_t kind[POOL_BLOCK]; /* class of width */
};

struct pool_lane {
	double value; /* least first */
	uint32_t n;   /* jobs */
	/* blocks in use and room for, a power of two; the summaries of blocks
	 * are the leaves of a heap, its root is that of the lane: [2 * cap] */
	uint32_t used, cap;
	struct pool_block *block;
	uint32_t *summary;
	/* in the tree of the line: indices + 1, 0 none */
	uint32_t left, right, weight;
	uint32_t *below; /* summary of the subtree */
};

struct pool_line {
	const struct ft_trace *trace;
	struct pool_lane *lane;        /* [n_lane] */
	uint32_t n_lane, n_busy, root; /* n_busy: not empty */
	size_t n;                      /* jobs */
	struct pool_widths widths;
	uint64_t visits;
};

/* Values are doubles and no NaNs; to ft_real_cmp they would be long ones. */
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

/* Put the job of SPOT in, whose block and slot do not count. */
void ft_pool_lane_add(struct pool_line *line, const struct pool_spot *spot);
/* Take the job of SPOT out; returns whether the lane's summary changed. */
bool ft_pool_lane_take(struct pool_line *line, const struct pool_spot *spot);
/* The first job that QUERY fits, of index FROM or later. */
bool ft_pool_lane_next(struct pool_line *line, uint32_t at, uint32_t from,
    const struct pool_query *query, struct pool_spot *spot);
void ft_pool_lane_free(struct pool_lane *lane);
static inline const uint32_t *
pool_lane_summary(const struct pool_line *line, uint32_t at)
{
	return line->lane[at].summary + line->widths.n;
}

/* ---- the line ------------------------------------------------------------ */

/* Classes are made of the widths of TRACE. */
void ft_pool_line_init(
    struct pool_line *line, uint32_t lanes, const struct ft_trace *trace);
void ft_pool_line_free(struct pool_line *line);
/* Put the job of SPOT in (lane, job, width and length); value: of the lane if it
 * is empty so far. */
void ft_pool_line_add(
    struct pool_line *line, double value, const struct pool_spot *spot);
void ft_pool_line_take(struct pool_line *line, const struct pool_spot *spot);
/* Give a lane that is not empty another value. */
void ft_pool_line_move(struct pool_line *line, uint32_t lane, double value);
/* Give all lanes that are not empty the value VALUE(CTX, lane). */
void ft_pool_line_order(struct pool_line *line,
    double (*value)(void *ctx, uint32_t lane), void *ctx);
/* The value of the first in the line, which is not empty. */
double ft_pool_line_least(const struct pool_line *line);
/*
 * The first job in order that QUERY fits and that is behind job FROM - 1 of
 * value VALUE; -HUGE_VAL, 0: of all.
 */
bool ft_pool_line_next(struct pool_line *line, double value, uint32_t from,
    const struct pool_query *query, struct pool_spot *spot);
/* Whether some job fits into FREE processors. */
bool ft_pool_line_some(const struct pool_line *line, uint32_t free);

/* ---- usage of users ------------------------------------------------------ */

/* G(t) = 2^((t - epoch) / half_life), or t - epoch without decay: a second at t
 * is worth G'(t) in units that do not age. */
struct pool_growth {
	int64_t half_life, epoch;
	bool tables;
	int64_t high_at; /* of high: (t - epoch) >> 16 */
	double high, middle[256], low[256];
};

/* Of a user or a leaf of the tree: usage at t is done + busy * G(t) - begun. */
struct pool_user {
	double done;  /* of jobs that have ended: width * (G(end) - G(start)) */
	double begun; /* of those that run: width * G(start) */
	uint64_t busy; /* processors */
	double value;  /* usage at ordering `tick` */
	int64_t tick;
	bool hot; /* in the list */
};

struct pool_standing {
	const struct ft_pool *pool;
	struct pool_growth growth;
	int64_t first;  /* time of ordering 0 */
	int64_t tick;   /* of the moment */
	double at_tick; /* G of its time */
	struct pool_user *user;
	uint32_t n;
	bool by_usage;
	/* users that may have changed since the last ordering; of Fair Tree:
	 * since `live` was told */
	uint32_t *hot;
	uint32_t n_hot;
	/* BY_FAIRTREE: all ranked at once, or, where few of many change and
	 * wait, kept up to date */
	ft_real *usage; /* [tree->n] */
	struct ft_share share;
	struct ft_live *live;
	double *told; /* [tree->n]: usage that live knows */
	bool by_live; /* the last ordering */
	const struct ft_algo *algo;
	int64_t ordered; /* tick of share and of the line; -1 none */
	uint64_t orderings;
};

void ft_pool_standing_init(struct pool_standing *standing,
    const struct ft_pool *pool, const struct ft_trace *trace);
void ft_pool_standing_free(struct pool_standing *standing);
/* It is T now. */
void ft_pool_standing_at(
    struct pool_standing *standing, struct pool_line *line, int64_t t);
/* USER has WIDTH processors more, or less, from now, T, on. */
void ft_pool_standing_start(
    struct pool_standing *standing, uint32_t user, uint32_t width, int64_t t);
/* start: of the job that ends. */
void ft_pool_standing_end(struct pool_standing *standing, uint32_t user,
    uint32_t width, int64_t start, int64_t t);
/* Bring LINE into the order of the tick; FT_EINVAL as the algorithm says. */
enum ft_status ft_pool_standing_order(struct pool_standing *standing,
    struct pool_line *line, struct ft_error *err);
/* The value of USER at the tick, for which the line was ordered. */
double ft_pool_standing_value(struct pool_standing *standing, uint32_t user);

/* ---- running jobs -------------------------------------------------------- */

#define POOL_ENDS 128

struct pool_ends_block {
	uint32_t n;
	uint64_t width; /* of all */
	int64_t end[POOL_ENDS];
	uint32_t wide[POOL_ENDS];
};

/* Planned ends in order, in blocks. */
struct pool_ends {
	struct pool_ends_block **block;
	size_t n, cap;
};

void ft_pool_ends_free(struct pool_ends *ends);
void ft_pool_ends_add(struct pool_ends *ends, int64_t end, uint32_t width);
/* One of that end and width, which is there. */
void ft_pool_ends_take(struct pool_ends *ends, int64_t end, uint32_t width);
/*
 * When are NEED processors (> free) free; *extra: how many more then.  There
 * are as many.
 */
int64_t ft_pool_ends_shadow(const struct pool_ends *ends, uint32_t free,
    uint32_t need, uint32_t *extra);

struct pool_event {
	int64_t end;
	uint32_t job, user;
};

/* Running jobs, the next to end first. */
struct pool_events {
	struct pool_event *event;
	size_t n, cap;
};

void ft_pool_events_push(struct pool_events *events, struct pool_event event);
struct pool_event ft_pool_events_pop(struct pool_events *events);

/* ---- the future, for CONSERVATIVE ---------------------------------------- */

#define POOL_LENGTHS 33 /* classes of lengths: by their highest bit */

/* What is as wide and as long does not start before `at`. */
struct pool_bound {
	uint64_t pass; /* it is of; else it says nothing */
	int64_t at;
	uint32_t width, length;
};

/* free[i] processors from at[i] until at[i + 1]; the last for ever. */
struct pool_future {
	int64_t *at;
	uint32_t *free;
	size_t n, cap, cap_free;
	uint64_t pass;
	struct pool_bound bound[POOL_CLASSES][POOL_LENGTHS];
};

void ft_pool_future_free(struct pool_future *future);
/* As the running jobs leave it. */
void ft_pool_future_set(struct pool_future *future,
    const struct pool_ends *ends, int64_t now, uint32_t free);
/* Set QUERY to what may start now: by class of width, as long as so many are
 * free. */
void ft_pool_future_query(const struct pool_future *future,
    const struct pool_widths *widths, struct pool_query *query);
/* Reserve for SPOT; returns when. */
int64_t ft_pool_future_plan(
    struct pool_future *future, const struct pool_spot *spot);

/* ---- the run ------------------------------------------------------------- */

struct pool_run {
	struct ft_pool *pool;
	const struct ft_trace *trace;
	struct ft_outcome *outcome;
	int64_t now;
	uint32_t free;
	size_t next, ended; /* job to arrive; how many have ended */
	struct pool_events events;
	struct pool_ends ends;
	struct pool_line line;
	/* have come but need no place in the line yet, as nothing fits */
	uint32_t *fresh;
	size_t n_fresh, cap_fresh;
	uint32_t narrowest; /* of them */
	struct pool_standing standing;
	struct pool_future future;
	/* EASY: of the head, as long as nothing ends and nobody is moved */
	bool known;
	int64_t shadow;
	uint32_t extra;
};

/* ---- start.c ------------------------------------------------------------- */

/* Returns the planned length of JOB in seconds, 1..POOL_LONGEST. */
uint32_t ft_pool_length(const struct ft_trace_job *job);
/* Returns whose lane and usage JOB (index) belongs to: 0 for BY_SUBMIT. */
uint32_t ft_pool_user(const struct pool_run *run, uint32_t job);
/* Start JOB (index) now. */
void ft_pool_start(struct pool_run *run, uint32_t job);
/* The policy's turn: the line is in order. */
void ft_pool_pass(struct pool_run *run);
/*
 * A job has just come and would stand behind the first of the line; nothing
 * else has changed since the last pass.  Whether it may start at once.
 */
bool ft_pool_may_pass(struct pool_run *run, uint32_t width, uint32_t length);

#endif
