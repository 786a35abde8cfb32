/*
 * check_private.h - a check of one job against the limits, and the tests it
 * consists of.
 *
 * ask.c has the tables of tests, check.c runs them.  Whoever sets limits, a QOS
 * or an association, is a *holder*; a check visits the holders one after the
 * other (ft_policy_next) and runs all tests of a table for each.
 */
#ifndef FT_SIM_POLICY_CHECK_PRIVATE_H
#define FT_SIM_POLICY_CHECK_PRIVATE_H

#include "sim/policy/private.h"

/* A check of one job. */
struct ft_policy_check {
	struct ft_world *world;
	struct ft_policy *policy;
	const struct ft_job *job;
	struct ft_policy_place place;
	uint32_t count;       /* tasks to be submitted */
	bool strict;          /* DenyOnLimit: refuse what could never start */
	bool together;        /* skip running minutes of a user or an account */
	bool alone;           /* as if no other job ran or had run */
	const uint64_t *tres; /* requested, by TRES index */
	int64_t minutes;      /* time limit; < 0 not known */
	double factor;        /* for TRES-minutes, by UsageFactorSafe */
	struct ft_policy_block
	    *block; /* out: the limit exceeded; may be NULL */
};

/*
 * A QOS or an association whose limits apply, as ft_policy_next walks them.
 * All zero: before the first.
 */
struct ft_policy_holder {
	/* what comes next: 0 and 1 the two QOS, 2 the own limits of the job's
	 * association, 3 those it inherits, 4 the associations above */
	unsigned turn;
	bool assoc;  /* it is an association, else a QOS */
	bool own;    /* it is a QOS, or the job's own association */
	uint32_t at; /* index of the QOS, or tree node */
	const struct ft_policy_limits *limits;
	const struct ft_policy_count *count;
};

/* Slurm has one reason for each kind of resource: the columns of a row of
 * reasons. */
enum ft_policy_column {
	FT_POLICY_CPU,
	FT_POLICY_MEM,
	FT_POLICY_NODES,
	FT_POLICY_BILLING,
	FT_POLICY_GRES,
	FT_POLICY_LICENSE,
	FT_POLICY_UNKNOWN,
	FT_POLICY_COLUMNS
};
/* Reasons for a limit [0] of a QOS, [1] of an association. */
typedef enum ft_job_reason ft_policy_reasons[2][FT_POLICY_COLUMNS];

/* The jobs whose use counts against the limit. */
enum ft_policy_whose {
	FT_POLICY_HOLDER, /* of all jobs in the QOS or below the association */
	FT_POLICY_USER,   /* of the jobs of the job's user in the QOS */
	FT_POLICY_ACCOUNT /* of the jobs of the job's account in the QOS */
};

/* The amount that is compared with the limit. */
enum ft_policy_measure {
	FT_POLICY_HELD, /* TRES in use, plus what the job adds */
	/* TRES-minutes used; if limits are enforced safely, plus those that
	 * running jobs and this one reserve */
	FT_POLICY_SPENT,
	/* TRES-minutes that running jobs reserve, plus those of the job */
	FT_POLICY_PROMISED,
	FT_POLICY_ASKED,     /* TRES that the job requests */
	FT_POLICY_LEAST,     /* the same; the limit is a minimum */
	FT_POLICY_PER_NODE,  /* TRES that it requests on each of its nodes */
	FT_POLICY_MINUTES,   /* these TRES times its time limit */
	FT_POLICY_JOBS,      /* number of running jobs */
	FT_POLICY_SUBMITTED, /* number of jobs in the queue, with the new ones */
	FT_POLICY_ACCRUING,  /* number of pending jobs that gain age */
	FT_POLICY_PRIORITY,  /* the job's priority; the limit is a minimum */
	FT_POLICY_WALL,      /* minutes used for GrpWall */
	FT_POLICY_NO_TIME,   /* 1 if its time limit is none at all, else 0 */
	FT_POLICY_TIME       /* the job's time limit, minutes */
};

/* One test of a table in ask.c. */
struct ft_policy_test {
	uint16_t kind;
	enum ft_policy_whose whose;
	enum ft_policy_measure measure;
	const ft_policy_reasons
	    *tres; /* reasons for a limit on TRES, or NULL */
	/* else the reason for a count or a time [0] of a QOS, [1] of an
	 * association */
	enum ft_job_reason reason[2];
	bool own;    /* skip associations above the job's own */
	bool strict; /* test a submission only with DenyOnLimit */
};

/* The tables of ask.c; the first two are for starts. */
enum {
	FT_POLICY_TABLE_COUNTS,
	FT_POLICY_TABLE_TRES,
	FT_POLICY_STARTS,
	FT_POLICY_TABLE_SUBMIT = FT_POLICY_STARTS,
	FT_POLICY_TABLE_ACCRUE,
	FT_POLICY_TABLE_RESERVE,
	FT_POLICY_TABLES
};
struct ft_policy_table {
	const struct ft_policy_test *test;
	size_t n;
};
extern const struct ft_policy_table ft_policy_tables[FT_POLICY_TABLES];

/*
 * Returns whether the QOS place.qos[i] enforces a UsageThreshold; then sets
 * *least to it, and *share to the fair share of the job, which is compared with
 * it.
 */
bool ft_policy_threshold(
    const struct ft_policy_check *check, int i, double *least, double *share);
/* Move HOLDER to the next one that has limits: the two QOS, the job's
 * association, what that inherits, the associations above it.  Returns false if
 * there are no more. */
bool ft_policy_next(
    const struct ft_policy_check *check, struct ft_policy_holder *holder);
/* Returns whether a QOS before HOLDER hides its LIMIT. */
bool ft_policy_is_hidden(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, const struct ft_policy_limit *limit);
/* Returns whether HOLDER sets a limit of KIND, a count or a time, that no QOS
 * before it hides; then sets *value. */
bool ft_policy_limited(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, uint16_t kind, uint64_t *value);
/* Returns the counters that TEST compares with a limit of HOLDER. */
const struct ft_policy_count *ft_policy_count_of(
    const struct ft_policy_check *check, const struct ft_policy_holder *holder,
    const struct ft_policy_test *test);
/* Returns the decayed usage of HOLDER: TRES-seconds of TRES index WHAT, or for
 * -1 seconds for GrpWall. */
ft_real ft_policy_booked(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, int what);
/* Returns LIMIT of HOLDER, compared by TEST, as a block whose used and asked
 * are 0. */
struct ft_policy_block ft_policy_block_of(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, const struct ft_policy_test *test,
    const struct ft_policy_limit *limit);
/* Set BLOCK to the same with used and asked; returns the reason if the job
 * exceeds the limit, else FT_REASON_NONE. */
enum ft_job_reason ft_policy_weigh(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, const struct ft_policy_test *test,
    const struct ft_policy_limit *limit, struct ft_policy_block *block);
/* Returns the reason of the first of TEST[n] that fails for some holder,
 * FT_REASON_NONE if none does. */
enum ft_job_reason ft_policy_run_tests(const struct ft_policy_check *check,
    const struct ft_policy_test *test, size_t n);

#endif
