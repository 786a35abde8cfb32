/*
 * contest.h - shared by the files of fauction queue.
 *
 * Pending jobs bid in one auction for the whole machine.  Three orders
 * (priority, Fair Tree, random) and two allocators choose winners.  Each choice
 * has a value, the sum of its winners' values, and an unfairness, its distance
 * from what was due to the accounts.
 */
#ifndef FT_CMD_FAUCTION_QUEUE_CONTEST_H
#define FT_CMD_FAUCTION_QUEUE_CONTEST_H

#include "algo/research/auction.h"
#include "algo/research/fairprice.h"
#include "fauction/show.h"
#include "base/map.h"
#include "common/session.h"
#include "common/whatif.h"
#include "report/standing/standing.h"
#include "sim/metrics/promise.h"
#include "sim/world/world.h"

enum contest_order {
	CONTEST_SPRIO,
	CONTEST_FAIRTREE,
	CONTEST_SHUFFLE,
	CONTEST_GREEDY,
	CONTEST_OPTIMUM,
	CONTEST_ORDERS
};
extern const char *const contest_orders[CONTEST_ORDERS]; /* names */

enum contest_unit { CONTEST_NODES, CONTEST_CPUS };
#define CONTEST_UNITS "nodes|cpus"

/* What a job is worth. */
enum contest_value {
	CONTEST_MINUTES, /* units x planned minutes */
	CONTEST_BILLING, /* billing x planned minutes */
	CONTEST_PRIORITY,
	CONTEST_JOBS, /* 1 */
	CONTEST_SIZE, /* units */
	CONTEST_WAIT, /* units x minutes waited */
	CONTEST_SHORT /* units x a million / planned minutes */
};
#define CONTEST_VALUES "minutes|billing|priority|jobs|size|wait|short"

enum contest_fill { CONTEST_CONTINUE, CONTEST_HALT };
#define CONTEST_FILLS "continue|halt"

/* A bidder: a job, or a task of an array. */
struct contest_job {
	const struct ft_standing *standing;
	int64_t task;    /* of an array; -1 none */
	uint32_t units;  /* nodes or CPUs */
	int64_t minutes; /* planned */
	int64_t value;
	uint32_t group;   /* index of its group */
	uint32_t leaf;    /* tree node of its association; FT_NODE_NONE */
	uint32_t place;   /* by Fair Tree, 1 first; UINT32_MAX no association */
	double fairshare; /* 0..1; 0 without association */
	uint32_t tier;    /* of its partition */
};

/* An account or a user. */
struct contest_group {
	const char *name;
	uint64_t jobs;
	double wants, promised; /* units */
	uint32_t was;           /* index before sorting */
};

/* The result of an order; of shuffles the means. */
struct contest_score {
	double winners, units, value;
	double fairshare; /* mean over the users of the units won; NAN: none
			     won */
	double *won;      /* [n_group]: units */
	double *chosen;   /* [n]: 1 if the job wins; of shuffles the
			     frequency */
	struct ft_promise_score fair;
	double unfairness; /* of shuffles the mean over shuffles */
};

/* A set that fits: no other is fairer and worth as much. */
struct contest_point {
	double unfairness, value, units;
	double bound; /* no set that is as fair is worth more; value if exact */
};

struct contest {
	struct ft_context *context;
	struct ft_arena arena; /* results */
	struct fauction_show show;
	struct ft_session session;
	struct ft_whatif what_if;
	/* options */
	const char *partition;
	size_t unit, value, fill; /* of the enums above */
	bool unit_given, idle, by_user, list, list_front;
	uint64_t top;      /* groups shown to people; 0: all */
	uint64_t capacity; /* --nodes; 0: the machine's */
	uint64_t draws, seed;
	/* the input */
	struct ft_world world;
	struct ft_standings standings;
	struct contest_job *job; /* in the order of sprio */
	size_t n, cap;
	size_t endless;              /* jobs without a time limit */
	size_t too_wide;             /* jobs that request more than the
				        machine has */
	uint64_t wanted;             /* units requested by all */
	size_t n_partition;          /* partitions they request */
	struct contest_group *group; /* those that were due most first */
	size_t n_group, cap_group;
	struct ft_map groups;
	/* results */
	struct ft_bidder *bidder;
	struct ft_auction auction;
	struct contest_score score[CONTEST_ORDERS];
	struct {
		struct contest_point *point; /* the fairest first */
		size_t n;
		bool exact;
	} front;
	/* of values as they are, and relative to what each group gets alone */
	struct ft_fairprice price[2];
};

/* load.c: read the pending jobs, and what is due to each group. */
enum ft_status contest_load(struct contest *contest, struct ft_error *err);
/* promise.c: fill what each group wants and is due of the capacity. */
void contest_promise(struct contest *contest);
/* run.c: compute all orders. */
enum ft_status contest_run(struct contest *contest, struct ft_error *err);
void contest_free(void *settings);
/* front.c: find the front and the price of fairness, after the orders. */
void contest_weigh(struct contest *contest);
/* Returns the most value of sets of the front that are not less fair; NAN: none. */
double contest_reach(const struct contest *contest, double unfairness);

/* Return "nodes" or "CPUs"; what a job's value is, as text. */
const char *contest_units(const struct contest *contest);
const char *contest_worth(const struct contest *contest);
/* Returns the share of the best value, 0..1; 1 if no job has any value. */
double contest_part(const struct contest *contest, enum contest_order order);

/* queue/print.c, queue/describe.c, queue/doc.c, queue/draw.c */
void contest_print(const struct contest *contest);
void contest_say(const struct contest *contest, struct ft_str *str);
void contest_document(const struct contest *contest, struct ft_out *out);
enum ft_status contest_draw(
    const struct contest *contest, struct ft_error *err);
/* Append the number of JOB: "12", "12_3". */
void contest_add_id(struct ft_str *str, const struct contest_job *job);

#endif
