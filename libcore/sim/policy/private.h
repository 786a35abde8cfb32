/*
 * private.h - counters of what is in use, and limits ready to be looked up.
 */
#ifndef FT_SIM_POLICY_PRIVATE_H
#define FT_SIM_POLICY_PRIVATE_H

#include "base/map.h"
#include "model/account/limits.h"
#include "sim/policy/policy.h"
#include "sim/world/world.h"

#define FT_POLICY_NONE UINT32_MAX

/* Nodes in use.  A node counts once, however many jobs run on it: Slurm's
 * GrpTRES=node is a number of distinct nodes. */
struct ft_policy_nodes {
	struct ft_idmap jobs; /* node -> jobs on it */
	uint32_t n;           /* nodes with at least one */
};

/* What an association, a QOS, or a user or account in a QOS has in use. */
struct ft_policy_count {
	/* tasks: running; pending and running; pending that gain age */
	uint32_t jobs, submitted, accruing;
	/* by TRES index, NULL while all are 0; run_secs: TRES-seconds that
	 * running jobs may still use, see struct ft_policy_running */
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

/* A limit; index: of its TRES, 0 for counts and times. */
struct ft_policy_limit {
	uint16_t kind; /* row of limits.def */
	uint32_t index;
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
	/* own limits; those of its nearest ancestors for kinds that are
	 * inherited and not set here */
	struct ft_policy_limits own, inherited;
	/* the nearest ancestor with limits of its own; FT_NODE_NONE */
	uint32_t above;
	bool ready; /* limits were looked up */
};

/* Which counters a job changes. */
struct ft_policy_place {
	uint32_t node; /* of the tree, with all above it; FT_NODE_NONE */
	/* indices in the acctdb, FT_POLICY_NONE: the partition's QOS and the
	 * job's; limits of the first win over those of the second */
	uint32_t qos[2];
	const char *user, *account;
};

/*
 * A running job as it was counted.  It reserves TRES x the seconds it has left
 * for GrpTRESRunMins.  As in Slurm these run_secs shrink once per decay pass,
 * not continuously.
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
	int64_t pass; /* the decay pass that run_secs are as of */
	/* some UsageFactor is no whole number: run_secs are rounded at each
	 * pass, so none can be skipped */
	bool rounds;
	bool decays;   /* see ft_policy_decays */
	bool min_prio; /* MinPrioThreshold is set somewhere, and enforced */
};

/* Returns world->policy, made on first use. */
struct ft_policy *ft_policy_of(struct ft_world *world);
/* Returns the index in the acctdb of the QOS of that id, FT_POLICY_NONE. */
uint32_t ft_policy_qos_index(const struct ft_world *world, uint32_t id);
/* Returns where JOB counts: in its partition, or as if it ran in PARTITION. */
struct ft_policy_place ft_policy_place_of(
    const struct ft_world *world, const struct ft_job *job);
struct ft_policy_place ft_policy_place_in(const struct ft_world *world,
    const struct ft_job *job, const struct ft_partition *partition);
/* Returns the counters of NAME in GROUP, made on first use. */
struct ft_policy_count *ft_policy_member_of(
    struct ft_policy_group *group, const char *name);
/* Returns whether NODE is in use. */
bool ft_policy_has_node(const struct ft_policy_nodes *nodes, uint32_t node);
/* Bring run_secs to the last decay pass: before they are read. */
void ft_policy_advance(struct ft_world *world);
/* Count JOB, which is pending, as accruing from now on. */
void ft_policy_accrues(struct ft_world *world, const struct ft_job *job);
/* Returns the seconds of a time limit of MINUTES; Slurm's number for no limit
 * is UINT32_MAX minutes. */
int64_t ft_policy_seconds(int64_t minutes);

/* Returns the limits of NODE, looked up on first use: few of many associations
 * have jobs. */
const struct ft_policy_node *ft_policy_node_of(
    const struct ft_world *world, uint32_t node);
/* Returns the limit of KIND and TRES index INDEX in a list, NULL. */
const struct ft_policy_limit *ft_policy_find(
    const struct ft_policy_limits *limits, uint16_t kind, uint32_t index);
/* Fill the limits of all QOS. */
void ft_policy_compile_qos(struct ft_world *world);
/* Return what policy->decays and ->min_prio are to be. */
bool ft_policy_uses_usage(const struct ft_world *world);
bool ft_policy_uses_min_prio(const struct ft_world *world);

#endif
