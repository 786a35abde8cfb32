/*
 * standing.h - the places of pending jobs: each pending job in each partition it
 * requests, with its priority by factor, its place in the queue of the
 * partition, and what is ahead of it.
 *
 * The queue of a partition is the order in which the main scheduler looks at
 * it: priority, then time of submission, then number.  Held jobs, jobs whose
 * begin time lies ahead, jobs that depend on others and those that can never
 * start (sim/why/unrunnable.h) do not stand in it.
 * Not for: rows and pages (the commands), what priorities are made of
 * (algo/priority.h).  Source: sprio(1); man/fprio.1, FACTORS.
 */
#ifndef FT_REPORT_STANDING_STANDING_H
#define FT_REPORT_STANDING_STANDING_H

#include "sim/world/world.h"

/* One job in one partition and QOS. */
struct ft_standing {
	const struct ft_job *job; /* the world's */
	uint32_t partition;       /* index in its machine */
	uint32_t qos;             /* id: one that it may start in */
	struct ft_priority priority;
	uint32_t points; /* what it is sorted by: the priority it has, which
	                    INCR_ONLY may have kept higher */
	bool waits; /* it has a place in the queue; else what follows is 0 */
	uint32_t place; /* 1 the first */
	uint32_t of;
	uint32_t next; /* index of the one just ahead, UINT32_MAX: none */
	/* ahead of it */
	uint64_t jobs; /* tasks of arrays counted one by one */
	uint32_t users;
	double node_hours;  /* nodes x time limit of jobs with a limit */
	uint64_t unlimited; /* jobs without one */
};

struct ft_standings {
	struct ft_arena arena;
	struct ft_priority_params params;
	struct ft_standing
	    *item; /* by job number, partition tier, priority of QOS */
	size_t n, cap;
};

void ft_standings_init(struct ft_standings *standings);
void ft_standings_free(struct ft_standings *standings);
/*
 * Fill STANDINGS (initialised) with the jobs of WORLD that wait, and under
 * CALCULATE_RUNNING with those that run.  WORLD is borrowed as long as it
 * lives.  Fails as ft_world_share does.
 */
enum ft_status ft_standings_fill(struct ft_standings *standings,
    struct ft_world *world, struct ft_error *err);
/* Returns the row of JOB in PARTITION, or its first, NULL if there is none. */
const struct ft_standing *ft_standings_find(
    const struct ft_standings *standings, const struct ft_job *job,
    uint32_t partition);

/* Returns the name of its partition, one of MACHINE, "" if there is none. */
const char *ft_standing_partition(
    const struct ft_machine *machine, const struct ft_standing *standing);

/* Whether JOB may be scheduled as far as hold, begin time and dependency go. */
bool ft_standing_is_eligible(
    const struct ft_world *world, const struct ft_job *job);

/* Whether JOB stands in the queue of PARTITION (index): it may be scheduled, and
 * is not one that can never start there. */
bool ft_standing_waits(
    struct ft_world *world, const struct ft_job *job, uint32_t partition);

/* Whether sprio lists STANDING: not the jobs that are held or not eligible, nor an
 * array that has as many tasks running as it may. */
bool ft_standing_is_listed(
    const struct ft_world *world, const struct ft_standing *standing);

/*
 * Append a sentence, after two blanks, about each reservation that the pending
 * JOB requests, or that keeps it off nodes of its partition.
 */
void ft_standing_add_reservations(
    struct ft_str *str, const struct ft_world *world, const struct ft_job *job);

/* ---- whole numbers that add up --------------------------------------------- */

/* A priority as whole numbers whose sum it is. */
struct ft_priority_parts {
	int64_t factor[FT_FACTORS];
	int64_t other; /* set by hand, or what it takes to stay within
	                  1 and 2^32-1 */
};
/*
 * Largest remainders: each factor is rounded down, and the points missing from the
 * whole go, 1 each, to those that lost most.
 */
void ft_priority_split(
    const struct ft_priority *priority, struct ft_priority_parts *parts);
/*
 * Tenths of a percent of the exact sum, which add up to 1000; false, and all 0,
 * where the sum is not above 0 or there are no parts.
 */
bool ft_priority_percent(
    const struct ft_priority *priority, int64_t tenths[FT_FACTORS]);

/* ---- words ------------------------------------------------------------------ */

/* "age", "fair share", "QOS", ...; and as a column of sprio: "AGE". */
const char *ft_factor_name(enum ft_priority_factor factor);
const char *ft_factor_column(enum ft_priority_factor factor);
/* The priority that sprio prints, but for its fraction: it recomputes it without the
 * cut at 2^32-1. */
double ft_priority_listed(const struct ft_priority *priority);
/* Append "cpu=4,mem=30", those of TRES that are not 0; norm: divided by their
 * weights, which PARAMS has. */
void ft_priority_add_tres(struct ft_str *str, const struct ft_world *world,
    const struct ft_priority_params *params, const double *tres, bool norm);
/* The weight of FACTOR, 0 for those that have none (site, nice, TRES). */
uint32_t ft_factor_weight(
    const struct ft_priority_params *params, enum ft_priority_factor factor);
/*
 * Append how FACTOR came about, a clause without a full stop: "waited 84 h of
 * PriorityMaxAge 168 h".
 */
void ft_standing_add_factor(struct ft_str *str, struct ft_world *world,
    const struct ft_standing *standing, enum ft_priority_factor factor);
/* Returns the factor that decides between A, in front, and B: the one in which
 * A leads most; FT_FACTORS if none does. */
enum ft_priority_factor ft_standing_decides(
    const struct ft_standing *a, const struct ft_standing *b);
/* Append "8 jobs of 3 users with 96 node-hours", of what is in front. */
void ft_standing_add_ahead(
    struct ft_str *str, const struct ft_standing *standing);

#endif
