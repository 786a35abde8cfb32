/*
 * private.h - what the files of this room share: counters of what is in use,
 * and limits prepared for looking them up.
 */
#ifndef FT_SIM_POLICY_PRIVATE_H
#define FT_SIM_POLICY_PRIVATE_H

#include "base/map.h"
#include "model/account/limits.h"
#include "sim/policy/policy.h"
#include "sim/world/world.h"

#define FT_POLICY_NONE UINT32_MAX

/* The nodes in use.  A node counts once, however many jobs run on it:
 * GrpTRES=node limits the number of distinct nodes. */
struct ft_policy_nodes {
	struct ft_idmap jobs; /* node -> number of jobs on it */
	uint32_t n;           /* nodes with at least one */
};

/* What an association, a QOS, or a user or account in a QOS has in use. */
struct ft_policy_count {
	/* numbers of tasks */
	uint32_t jobs;      /* running */
	uint32_t submitted; /* pending or running */
	uint32_t accruing;  /* pending, and gaining age */
	/* by TRES index, both NULL while all are 0: TRES in use, and
	 * TRES-seconds that running jobs may still use (struct
	 * ft_policy_running) */
	uint64_t *tres, *run_secs;
	struct ft_policy_nodes nodes;
};

/* The users, or the accounts, of one QOS. */
struct ft_policy_member {
	const char *name; /* the map's */
	struct ft_policy_count count;
};
struct ft_policy_group {
	struct ft_map at; /* name -> index of item */
	struct ft_policy_member *item;
	size_t n, cap;
	uint32_t *order; /* of item, by name; rebuilt when n_order != n */
	size_t n_order;
};

struct ft_policy_limit {
	uint16_t kind;  /* row of limits.def */
	uint32_t index; /* of its TRES; 0 for counts and times */
	uint64_t value;
};
struct ft_policy_limits {
	const struct ft_policy_limit *item;
	size_t n;
};

struct ft_policy_qos {
	struct ft_policy_count count;
	struct ft_policy_group user, account;
	struct ft_policy_limits limits;
};
struct ft_policy_node {
	struct ft_policy_count count;
	/* the limits it sets itself, and those of inheritable kinds that apply
	 * to it: of each kind its own one or that of the nearest ancestor */
	struct ft_policy_limits own, inherited;
	uint32_t above; /* nearest ancestor with own limits; FT_NODE_NONE */
	bool ready;     /* the members above are set */
};

/* Which counters a job changes. */
struct ft_policy_place {
	/* its node in the tree, or FT_NODE_NONE; those above count it, too */
	uint32_t node;
	/* indexes in the acctdb of the QOS of the partition and of the job, the
	 * one whose limits win first; FT_POLICY_NONE none */
	uint32_t qos[2];
	const char *user, *account;
};

/*
 * A running job as it was counted.  For GrpTRESRunMins it reserves its TRES
 * times the seconds that it has left (run_secs).  As in Slurm, these shrink at
 * each decay pass and not continuously.
 */
struct ft_policy_running {
	const struct ft_job *job;
	struct ft_policy_place place;
	double factor; /* UsageFactor of the QOS */
	int64_t left;  /* seconds it had left at policy->pass */
};

struct ft_policy {
	struct ft_arena arena;
	uint32_t n_node, n_qos;
	size_t n_tres;
	struct ft_policy_node *node; /* by tree node */
	struct ft_policy_qos *qos;   /* by index in the acctdb */
	struct ft_policy_running *running;
	size_t n_running, cap_running;
	int64_t pass; /* the decay pass for which run_secs are right */
	/* some UsageFactor is not a whole number: run_secs are rounded at each
	 * pass, so no pass may be skipped */
	bool rounds;
	bool decays;   /* see ft_policy_decays */
	bool min_prio; /* MinPrioThresh is set somewhere, and enforced */
};

/* Returns world->policy, made on first use. */
struct ft_policy *ft_policy_of(struct ft_world *world);
/* Returns the index in the acctdb of the QOS with that ID, or
 * FT_POLICY_NONE. */
uint32_t ft_policy_qos_index(const struct ft_world *world, uint32_t id);
/* Return which counters JOB changes in its own partition, or would in
 * PARTITION, or in the one called NAME. */
struct ft_policy_place ft_policy_place_of(
    const struct ft_world *world, const struct ft_job *job);
struct ft_policy_place ft_policy_place_named(const struct ft_world *world,
    const struct ft_job *job, struct ft_word name);
struct ft_policy_place ft_policy_place_in(const struct ft_world *world,
    const struct ft_job *job, const struct ft_partition *partition);
/* Returns the counters of NAME in GROUP, made on first use. */
struct ft_policy_count *ft_policy_member_of(
    struct ft_policy_group *group, const char *name);
/* Returns whether NODE is in use. */
bool ft_policy_has_node(const struct ft_policy_nodes *nodes, uint32_t node);
/* Bring run_secs to the last decay pass; call it before they are read. */
void ft_policy_advance(struct ft_world *world);
/* Count JOB, which is pending, as accruing from now on. */
void ft_policy_accrues(struct ft_world *world, const struct ft_job *job);
/* Returns the seconds of a time limit of MINUTES; no limit counts as UINT32_MAX
 * minutes, as in Slurm. */
int64_t ft_policy_seconds(int64_t minutes);

/* Returns the limits of NODE.  They are looked up on first use, as few of many
 * associations have jobs. */
const struct ft_policy_node *ft_policy_node_of(
    const struct ft_world *world, uint32_t node);
/* Returns the limit of KIND and TRES index INDEX in LIMITS, or NULL. */
const struct ft_policy_limit *ft_policy_find(
    const struct ft_policy_limits *limits, uint16_t kind, uint32_t index);
/* Look up the limits of all QOS. */
void ft_policy_compile_qos(struct ft_world *world);
/* Return what policy->decays and policy->min_prio must be. */
bool ft_policy_uses_usage(const struct ft_world *world);
bool ft_policy_uses_min_prio(const struct ft_world *world);

#endif
