/*
 * metrics.h - what a schedule was worth: waits, slowdown, utilisation, and how
 * the delivered shares kept to the promised ones.
 *
 * Nothing is simulated here: a trace and the outcome of each job go in, numbers
 * come out, in time linear in jobs (and, for each window, in the users who want
 * something in it).  man/fsim.1, METRICS, has each formula.
 *
 * Promised: in each window the machine is divided down the tree, in proportion
 * to shares, among those who had demand in it; nobody is given more than its
 * demand, and what that leaves goes to its siblings.  Demand: processor seconds
 * that the user's jobs could have used in the window.  Jobs that never started
 * and are not PENDING (refused, too wide) have none.  Source: Jain, Chiu, Hawe,
 * DEC-TR-301 (1984) for the index; Feitelson and others (1997) for bounded
 * slowdown; Zotkin, Keleher (1999) for that per processor; Sabin, Kochhar,
 * Sadayappan (2004) for fair start times; Foley (1967) for envy; Cobalt's
 * simulator for the loss of capacity.
 */
#ifndef FT_SIM_METRICS_METRICS_H
#define FT_SIM_METRICS_METRICS_H

#include "model/job/trace.h"
#include "model/research/outage.h"
#include "model/tree/tree.h"

#define FT_METRICS_BOUND 10 /* seconds: the usual bound of slowdown */
/* The largest number of windows; if there are more, their length is doubled
 * until they fit. */
#define FT_METRICS_POINTS 10000
/* Accounts whose shares are kept window by window: those with most area. */
#define FT_METRICS_TOP 6

struct ft_metrics_input {
	const struct ft_trace *trace;
	const struct ft_outcome *outcome; /* [trace->n] */
	uint32_t procs;                   /* of the machine, > 0 */
	const struct ft_tree *tree;       /* who is promised what */
	const struct ft_names_set *names; /* of tree; NULL: those of trace */
	const uint32_t *leaf;             /* [trace->n]: user node of each */
	int64_t bound;  /* seconds of bounded slowdown; FT_METRICS_BOUND */
	int64_t window; /* seconds of one point over time; 0: chosen by
	                   the span of submissions */
	/* seconds after the first submission and before the last one: jobs
	 * submitted then take part, but are not measured */
	int64_t warmup, cooldown;
	/* [trace->n]: fair start times, -1 where it is after the start; NULL:
	 * not known */
	const int64_t *fair;
	/* [n_outage]: when processors were away, as far as is known */
	const struct ft_outage *outage;
	size_t n_outage;
};

/*
 * The figures of all jobs, of one user, or of one account (its own users, not
 * those of accounts below it).  NAN if there is nothing to average.
 */
struct ft_metrics_row {
	const char *name; /* of who gave it: tree, names or trace */
	uint64_t jobs, started, ended;
	uint64_t timeout;  /* of those: at their limit */
	uint64_t measured; /* started, and submitted neither in the warm-up nor
			      in the cool-down: all means below are of these */
	double wait_mean, wait_median, wait_p90, wait_max; /* seconds */
	double response_mean, response_p90;                /* likewise */
	double slowdown_mean, slowdown_median;             /* bounded, >= 1 */
	double slowdown_proc; /* mean, divided by the job's processors, >= 1 */
	/* means in which a job counts by its processor seconds */
	double wait_area, response_area, slowdown_area;
	double measured_area; /* processor seconds of the measured jobs */
	double area;          /* processor seconds delivered */
	double share;         /* 0..1: of the whole tree, whoever asks */
	double promised;      /* 0..1: of what was promised to all */
	double delivered;     /* 0..1: of area of all */
	/* processor seconds delivered beyond its share of the machine while it
	 * had jobs that waited or ran; < 0: less than that */
	double lag;
};

/* Both are NAN where nothing was delivered. */
struct ft_fairness {
	double unfairness; /* sum of (delivered - promised)^2, 0..2 */
	double jain;      /* index of delivered / promised, 1/n..1, 1 is fair */
	double variation; /* half the sum of |delivered - promised|, 0..1 */
};

/* Whether users would rather have what others got, scaled to their own shares
 * and as far as they could use it; NAN where nothing was delivered. */
struct ft_envy {
	double most;    /* of one user, part of all that was delivered */
	double envious; /* part of the users with demand, 0..1 */
};

/* Starts later than the fair start time; NAN if that is not known. */
struct ft_fair_start {
	double missed;      /* part of the measured jobs, 0..1 */
	double mean;        /* seconds, over all measured jobs */
	double mean_missed; /* over those that missed it */
	double p90;         /* over all measured jobs */
};

/* One window. */
struct ft_metrics_point {
	int64_t at;         /* its start */
	double utilisation; /* 0..1 */
	double waiting;     /* jobs, mean over its time */
	uint32_t users;     /* who had demand in it */
	struct ft_fairness user, account;
	struct ft_envy envy; /* of users */
};

/* Jobs that asked for least..most nodes (or processors). */
struct ft_metrics_width {
	uint32_t least, most;
	uint64_t jobs;
	double area, wait_mean;
};

struct ft_metrics {
	struct ft_metrics_row all;
	uint32_t procs;
	int64_t bound, window; /* seconds */
	int64_t from, to;      /* first submission, last end */
	/* submissions that are measured: first and last second; without a
	 * cool-down measured_to is the last submission */
	int64_t measured_from, measured_to;
	bool cut; /* there is a warm-up or cool-down */
	double utilisation, makespan, throughput; /* 0..1, seconds, jobs/hour */
	/* of the processors that were not away; that of the machine without
	 * outages */
	double utilisation_available;
	double loss; /* of capacity: idle although a waiting job would fit, 0..1
		      */
	double utilisation_submit; /* from measured_from to measured_to; NAN */
	double inversions; /* pairs of measured jobs that started in another
			      order than they came, per job; NAN */
	struct ft_fair_start fair;
	double wait_error; /* against the starts of the trace (error.h); NAN */
	/* mean over windows, each counted by what was delivered in it */
	struct ft_fairness user, account;
	struct ft_envy envy;
	/* of all that was delivered, against the whole tree's shares, whoever
	   asked or not */
	struct ft_fairness user_tree, account_tree;
	struct ft_metrics_row *users, *accounts; /* by name; owned */
	size_t n_user, n_account;
	struct ft_metrics_point *point;
	size_t n_point;
	/* [n_point * n_top]: shares of accounts[top[i]], window by window; NAN
	   where nothing was delivered */
	uint32_t top[FT_METRICS_TOP];
	size_t n_top;
	double *promised, *delivered;
	struct ft_metrics_width *width;
	size_t n_width;
	bool by_nodes; /* what width counts: nodes, else processors */
};

/* METRICS (not initialised) is to be freed; an empty trace gives zeroes, and
 * NAN for what is a mean or a fairness. */
void ft_metrics_make(
    struct ft_metrics *metrics, const struct ft_metrics_input *input);
void ft_metrics_free(struct ft_metrics *metrics);

#endif
