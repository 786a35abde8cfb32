/*
 * share.h - the fair-share algorithms behind one table.
 *
 * Each is a pure function of a tree and the usage of its nodes; it reports its
 * steps to an event sink if there is one.  Results are plain arrays indexed by
 * node.  Sources: fair_tree.html and classic_fair_share.html of Slurm's
 * documentation; LEVEL_BASED as its authors describe Fair Tree's predecessor.
 */
#ifndef FT_ALGO_SHARE_SHARE_H
#define FT_ALGO_SHARE_SHARE_H

#include "base/text/real.h"
#include "model/conf/conf.h"
#include "model/tree/event.h"
#include "model/tree/tree.h"

/*
 * How sibling accounts of equal level fairshare are ranked (fairtree.7, TIES),
 * and whether sums of shares wrap at 32 bits (ft_share_sum).
 */
enum ft_ties {
	FT_TIES_DOCUMENTED, /* their children are merged and ranked together */
	FT_TIES_SLURM       /* each is descended in turn; the first user of a
	                       tied one inherits the rank before it */
};

struct ft_share_params {
	enum ft_ties ties; /* fairtree */
	bool lineage;      /* FT_TIES_SLURM: since 23.11, accounts are visited
	                         in the order of lineages */
	enum ft_siblings collation; /* which order that is after a start */
	bool changed; /* associations have changed since slurmctld started: the
	                 loader's, not that of settings */
	bool users_only;      /* classic: accounts have no factor */
	bool root_factor;     /* classic: users with `parent` shares have the
	                         factor of their fair-share parent */
	uint32_t dampening;   /* classic: FairShareDampeningFactor, >= 1 */
	bool depth_oblivious; /* classic */
	bool first_pass;      /* depth_oblivious: slurmctld's first pass was its
	                         last; the loader's */
	uint32_t levels;      /* levelbased: FairTreeLevels, 1..63 */
};

struct ft_share_input {
	const struct ft_tree *tree;
	const ft_real *usage; /* [tree->n] TRES-seconds, decayed to now, with
	                         all below; >= 0, finite */
	struct ft_share_params params;
};

/*
 * Result of one run.  factor[] is what sshare prints as FairShare; for
 * accounts it is 0 under Fair Tree.  The rest is filled as the algorithm
 * needs: level_shares always, effective and norm only by classic, bucket only
 * by levelbased; NULL otherwise.
 */
struct ft_share {
	const struct ft_algo *algo;
	uint32_t n, n_acct;     /* nodes and accounts of the tree */
	double *factor;         /* by node */
	uint64_t *level_shares; /* by account ordinal: shares of its family */
	ft_real *effective;     /* by node: UE */
	double *norm;           /* by node: S along the way to the root */
	uint64_t *bucket;       /* by node: the 64-bit number of levelbased */
	uint32_t *order;        /* fair tree: nodes of each family, best first,
	                            in the families' places; else NULL */
};

/* What the columns of sshare are made of, for one node. */
struct ft_share_values {
	double norm_shares;  /* S, 0..1 */
	bool has_norm_usage; /* false for root under Fair Tree */
	ft_real norm_usage;
	ft_real effective_usage; /* U or UE */
	bool has_level_fs;       /* false: `parent` shares, root */
	ft_real level_fs;        /* may be INFINITY; 0 in classic mode */
	bool has_factor;         /* false: accounts under Fair Tree */
	double factor;           /* 0..1 */
	uint32_t rank;           /* place: 1 best, ties equal; 0: accounts */
};

struct ft_algo {
	const char *name;    /* "fairtree", "classic", "levelbased" */
	const char *summary; /* one sentence */
	bool level_fs;       /* `-l` has the LevelFS column */
	bool ranks;          /* a user's factor is rank / users, accounts have
	                        none; false: every node has one of its own */
	enum ft_status (*run)(const struct ft_share_input *input,
	    struct ft_share *share, struct ft_event_sink *sink,
	    struct ft_error *err);
	/* Fill in what is not the same for all: ft_share_values_of. */
	void (*values)(const struct ft_share_input *input,
	    const struct ft_share *share, uint32_t node,
	    struct ft_share_values *values);
};

/* The table; ends with a NULL pointer. */
extern const struct ft_algo *const ft_algos[];
/* Returns the algorithm of that name (any case), NULL if there is none. */
const struct ft_algo *ft_algo_find(const char *name);
/* Returns the algorithm that CONF's PriorityFlags ask for. */
const struct ft_algo *ft_algo_of(const struct ft_conf *conf);
/*
 * Fill PARAMS as CONF says; ties: instead of its FairTreeTies, or NULL.
 * Returns false if there is no such rule.
 */
bool ft_share_params_of(const struct ft_conf *conf, const char *ties,
    struct ft_share_params *params);
/* Returns in which order PARAMS want the siblings of a tree. */
enum ft_siblings ft_share_siblings(const struct ft_share_params *params);

void ft_share_free(struct ft_share *share);

/*
 * Run ALGO over INPUT into SHARE (initialised; arrays are reused when the size
 * fits).  sink may be NULL: then reporting costs one branch per family.
 * FT_EINVAL: negative or NaN usage, or a parameter out of range.
 */
enum ft_status ft_share_run(const struct ft_algo *algo,
    const struct ft_share_input *input, struct ft_share *share,
    struct ft_event_sink *sink, struct ft_error *err);
void ft_share_values_of(const struct ft_share_input *input,
    const struct ft_share *share, uint32_t node,
    struct ft_share_values *values);
/*
 * Returns the factor of a job of NODE, 0..1: what sshare prints, but for
 * `parent` shares under classic the factor of the fair-share parent, which
 * differs where that is the root.  SHARE is a run over TREE.
 */
double ft_share_job_factor(
    const struct ft_share *share, const struct ft_tree *tree, uint32_t node);
/*
 * Returns the factor of a job of NODE that Slurm computes where its priority
 * has no fair share: 2^-(U/S/dampening) under Fair Tree, too, of the U and S
 * that sshare prints for NODE.  SHARE is a run over INPUT.
 */
double ft_share_bare_factor(const struct ft_share_input *input,
    const struct ft_share *share, uint32_t node);

/*
 * Returns the sum of shares of the family of account ordinal ACCT, which under
 * FT_TIES_SLURM has 32 bits and wraps, as Slurm's does, and else never does.
 * zero: set to whether some are 0; may be NULL.
 */
uint64_t ft_share_sum(
    const struct ft_tree *tree, uint32_t acct, enum ft_ties ties, bool *zero);

#endif
