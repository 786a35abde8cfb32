/*
 * private.h - facctmgr audit: who would move under other releases and settings,
 * and what an hour of resources costs under other billing weights.
 *
 * trials.c lists the changes, side.c loads the cluster under one of them, moves.c
 * finds who moves, cost.c computes prices, print.c writes the page, document.c
 * JSON and rows.
 */
#ifndef FT_CMD_FACCTMGR_AUDIT_PRIVATE_H
#define FT_CMD_FACCTMGR_AUDIT_PRIVATE_H

#include "facctmgr/facctmgr.h"
#include "load/load.h"
#include "report/standing/pair.h"

/* The words after audit. */
struct audit_request {
	struct ft_args setting; /* each Key=Value */
	struct ft_args billing; /* each a value of TRESBillingWeights */
	const char *cluster, *now;
};

enum audit_kind {
	AUDIT_RELEASE,
	AUDIT_TIES,
	AUDIT_HALF_LIFE,
	AUDIT_WEIGHT,
	AUDIT_SETTING, /* one that was asked for */
	AUDIT_KINDS
};

/* One change that is tried; everything is borrowed. */
struct audit_trial {
	enum audit_kind kind;
	const char *change; /* "Slurm 24.11", "PriorityDecayHalfLife=14-0" */
	const char *value;  /* the release, the rule for ties, or Key=Value;
	                       NULL: nothing is changed */
};

/* The cluster under one change. */
struct audit_side {
	struct ft_session session;
	struct ft_load_ranks ranks;
	struct ft_world world;
	struct ft_standings standings;
	const struct ft_standing **row; /* those that sprio lists */
	size_t n;
};

struct audit_moves {
	const struct audit_trial *trial;
	struct audit_side after;
	struct ft_compare compare;    /* of the users */
	struct ft_standing_pair *job; /* [n_job] of different priority or
	                                 place */
	size_t n_job;
	size_t places; /* of them: those whose place differs */
};

struct audit {
	struct facctmgr *acct;
	const struct audit_request *request;
	struct ft_arena *arena; /* of texts */
	struct audit_trial *trial;
	size_t n, cap;
	/* the cluster as it is; what releases are compared with: the same
	 * with ties as in Slurm */
	struct audit_side now, real;
	struct audit_moves *moves; /* [n] in the order of trials */
};

/* ---- trials.c ----------------------------------------------------------------- */

/* Fill audit->trial from the settings of audit->now. */
void facctmgr_audit_trials(struct audit *audit);

/* ---- side.c ------------------------------------------------------------------- */

/* Fill SIDE, all zero, with the cluster under TRIAL; free it even on failure. */
enum ft_status facctmgr_audit_load(const struct audit *audit,
    const struct audit_trial *trial, struct audit_side *side,
    struct ft_error *err);
void facctmgr_audit_unload(struct audit_side *side);

/* ---- moves.c ------------------------------------------------------------------ */

/* Fill MOVES, all zero, with what TRIAL changes; free it even on failure. */
enum ft_status facctmgr_audit_compare(const struct audit *audit,
    const struct audit_trial *trial, struct audit_moves *moves,
    struct ft_error *err);
void facctmgr_audit_moves_free(struct audit_moves *moves);
/* Append the I-th of the furthest users that move, "bob@physics 12 -> 57";
 * returns false if there is none. */
bool facctmgr_audit_add_user(
    const struct audit_moves *moves, size_t i, struct ft_str *str);
/* Append the I-th job whose place differs, "job 7 in batch 3 -> 1". */
bool facctmgr_audit_add_job(
    const struct audit_moves *moves, size_t i, struct ft_str *str);

/* ---- cost.c ------------------------------------------------------------------- */

enum audit_shape {
	AUDIT_CPU,       /* one CPU, no memory */
	AUDIT_GPU,       /* a GPU with its part of the CPUs and memory */
	AUDIT_GPU_ALONE, /* a GPU with one CPU, no memory */
	AUDIT_NODE,      /* a whole node */
	AUDIT_SHAPES
};
/* How TRES are joined: PriorityFlags. */
enum audit_rule { AUDIT_SUM, AUDIT_MAX_TRES, AUDIT_MAX_TRES_GRES, AUDIT_RULES };
extern const char *const facctmgr_audit_rules[AUDIT_RULES];

/* Prices in a partition: billing TRES of each shape on its node that has most
 * GPUs. */
struct audit_cost {
	const struct ft_partition *partition; /* of audit->now.world */
	const struct ft_node *node;
	const char *weights; /* "" CPUs count */
	bool given;          /* weights were asked for, not the partition's */
	bool has[AUDIT_SHAPES];
	double price[AUDIT_SHAPES][AUDIT_RULES];
};
/*
 * Fill COST for the partition of that index; weights: NULL for the partition's
 * own.  FT_ENOENT, FT_EPARSE: weights that Slurm does not know.
 */
enum ft_status facctmgr_audit_price(const struct audit *audit, size_t partition,
    const char *weights, struct audit_cost *cost, struct ft_error *err);
/* Returns the rule of the settings. */
enum audit_rule facctmgr_audit_rule(const struct audit *audit);
/* Append "1 GPU, 4 CPUs, 32768 MiB". */
void facctmgr_audit_add_shape(const struct audit *audit,
    const struct audit_cost *cost, enum audit_shape shape, struct ft_str *str);
/* A word for documents: "gpu_alone". */
const char *facctmgr_audit_shape_key(enum audit_shape shape);

/* ---- print.c, document.c -------------------------------------------------------- */

/* Prices were checked before: weights are sound. */
void facctmgr_audit_page(const struct audit *audit, struct ft_out *out);
void facctmgr_audit_document(const struct audit *audit, struct ft_out *out);
/* The changes as rows, for CSV and parsable. */
void facctmgr_audit_rows(const struct audit *audit);

#endif
