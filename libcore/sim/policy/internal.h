/*
 * internal.h - shared by the files of policy: counters, and limits ready to
 * be looked up.
 */
#ifndef FT_SIM_POLICY_INTERNAL_H
#define FT_SIM_POLICY_INTERNAL_H

#include "base/map.h"
#include "model/account/limits.h"
#include "sim/policy/policy.h"
#include "sim/world/world.h"

#define FT_POLICY_NONE UINT32_MAX

/* Nodes in use, each counted once however many jobs share it. */
struct ft_policy_nodes {
	struct ft_idmap jobs; /* on each node */
	uint32_t n;           /* nodes that have some */
};

/* What is in use by one association, QOS, or user or account in a QOS. */
struct ft_policy_count {
	uint32_t jobs, submitted, accruing;
	uint64_t *tres, *run_secs; /* by TRES index; NULL: never any */
	struct ft_policy_nodes nodes;
};

/* Those of one QOS, by name. */
struct ft_policy_member {
	const char *name; /* the map's */
	struct ft_policy_count count;
};
struct ft_policy_group {
	struct ft_map at; /* name -> index of item */
	struct ft_policy_member *item;
	size_t n, cap;
	uint32_t *order; /* by name; rebuilt when n_order != n */
	size_t n_order;
};

/* A limit; index: of the TRES, 0 for counts and times. */
struct ft_policy_limit {
	uint16_t kind;
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
	struct ft_policy_limits own, inherited; /* inherited: own first */
	bool ready;
};

/* Where a job is counted. */
struct ft_policy_place {
	uint32_t node;   /* of the tree, FT_NODE_NONE */
	uint32_t qos[2]; /* indices in the book: first the one whose limits
	                      come first; FT_POLICY_NONE */
	const char *user, *account;
};

/* A job that runs, as it was counted. */
struct ft_policy_running {
	const struct ft_job *job;
	struct ft_policy_place place;
	double factor; /* of the QOS */
	int64_t left;  /* seconds promised, as of policy->pass */
};

struct ft_policy {
	struct ft_arena arena;
	uint32_t n_node, n_qos;
	size_t n_tres;
	struct ft_policy_node *node; /* by tree node */
	struct ft_policy_qos *qos;   /* by index in the book */
	struct ft_policy_running *running;
	size_t n_running, cap_running;
	int64_t pass;       /* decay pass the promises are as of */
	struct ft_who *who; /* made by the first submission */
};

/*
 * The user association of USER in ACCOUNT ("": the default one) for PARTITION:
 * the one tied to that partition, else the one for all.  FT_NODE_NONE.
 */
uint32_t ft_policy_who(struct ft_world *world, const char *user,
    const char *account, const char *partition);
void ft_who_free(struct ft_who *who);

struct ft_policy *ft_policy_of(struct ft_world *world);
/* Index in the book of the QOS with that id, FT_POLICY_NONE. */
uint32_t ft_policy_qos_index(const struct ft_world *world, uint32_t id);
struct ft_policy_place ft_policy_place_of(
    const struct ft_world *world, const struct ft_job *job);
/* The same if it ran, or were to run, in PARTITION. */
struct ft_policy_place ft_policy_place_in(const struct ft_world *world,
    const struct ft_job *job, const struct ft_partition *partition);
/* Counters of NAME in GROUP, made if need be. */
struct ft_policy_count *ft_policy_member_of(
    struct ft_policy_group *group, const char *name);
/* Returns whether NODE is in use. */
bool ft_policy_has_node(const struct ft_policy_nodes *nodes, uint32_t node);

/* Bring promises to the last pass. */
void ft_policy_advance(struct ft_world *world);

/* Limits of a node, looked up on first use. */
const struct ft_policy_node *ft_policy_node_of(
    const struct ft_world *world, uint32_t node);
/* The limit of KIND and TRES index in a list, NULL. */
const struct ft_policy_limit *ft_policy_find(
    const struct ft_policy_limits *limits, uint16_t kind, uint32_t index);
/* Fill limits of all QOS. */
void ft_policy_compile_qos(struct ft_world *world);

/* Seconds a job that may run MINUTES promises. */
int64_t ft_policy_seconds(int64_t minutes);
/* UsageFactor of the QOS with that id, 1 for none. */
double ft_policy_factor(const struct ft_world *world, uint32_t qos);

/*
 * The time limit (minutes) that limits on wall time give a job that does not
 * say: the shortest that counts for it; FT_TIME_NONE.
 */
int64_t ft_policy_wall(struct ft_world *world, const struct ft_job *job);
/* How many more tasks of the kind of JOB, which is counted, may accrue. */
uint64_t ft_policy_accrue_room(
    struct ft_world *world, const struct ft_job *job);
/* Whether an association at or above that of JOB, which runs, or its QOS has
 * used its minutes up. */
bool ft_policy_used_up(struct ft_world *world, const struct ft_job *job);
/* Give JOB, which is counted, its accrue time if the limits admit it. */
void ft_policy_accrue_one(struct ft_world *world, struct ft_job *job);
/* JOB, which is counted, accrues from now on. */
void ft_policy_accrues(struct ft_world *world, const struct ft_job *job);

#endif
