/*
 * machine.h - nodes, partitions, licenses: what slurm.conf's NodeName,
 * PartitionName, NodeSet, GresTypes and Licenses lines describe, with the live
 * changes of `scontrol update` applied on top by the same parser.
 *
 * Plain data, read-only for schedulers; sim keeps track of what is free.
 * Settings without any NodeName and PartitionName line get four nodes of 16 CPUs
 * and 64000 MiB and one default partition, so that jobs can be tried at once.
 * Source: slurm.conf(5), scontrol(1).
 */
#ifndef FT_MODEL_MACHINE_MACHINE_H
#define FT_MODEL_MACHINE_MACHINE_H

#include "model/release/release.h"
#include "base/map.h"
#include "model/account/billing.h"
#include "model/conf/conf.h"
#include "model/job/job.h"
#include "model/account/tres.h"

#define FT_UNLIMITED UINT32_MAX /* no limit on nodes */
#define FT_NO_QUEUE  UINT32_MAX

enum ft_node_state {
	FT_NODE_IDLE, /* IDLE, UNKNOWN in the file */
	FT_NODE_DOWN,
	FT_NODE_DRAIN,
	FT_NODE_FAIL,
	FT_NODE_FUTURE /* does not exist yet: not counted anywhere */
};

/* A generic resource of the cluster: "gpu", or "gpu:a100" with its type. */
struct ft_gres {
	const char *name, *type; /* type "" any */
	uint32_t tres;           /* index of gres/NAME[:TYPE], UINT32_MAX: not
	                            tracked */
};

struct ft_node {
	const char *name;
	uint32_t cpus, sockets, cores, threads, boards;
	uint64_t memory, disk; /* MiB */
	uint32_t weight;
	const char *features; /* comma list */
	const char *active;   /* those that jobs may request now */
	const char *gres;     /* as given */
	/* notes, "" none; note: Extra= */
	const char *comment, *note, *instance_id, *instance_type;
	uint64_t *gres_count; /* by index of machine.gres */
	enum ft_node_state state;
	enum ft_node_state also; /* of a node that is down: DRAIN, FAIL; of
	                            one drained or failed: DOWN; else IDLE */
	bool cloud; /* State=CLOUD: off as long as no job is there */
	const char *reason, *reason_user; /* "" none */
	int64_t since;                    /* of that state; 0 unknown */
	const char *extra; /* other Key=Value as given, separated by blanks */
	const char *address, *hostname;
	uint32_t port;
	uint32_t slots; /* FairTreeSlots: what jobs of queues, running and
	                   suspended, may have here; 0 any number */
};

enum ft_partition_state {
	FT_PARTITION_UP,
	FT_PARTITION_DOWN,
	FT_PARTITION_DRAIN,
	FT_PARTITION_INACTIVE
};

/* A comma list of names; NULL text: not given, ALL. */
struct ft_name_list {
	const char *text;  /* as given */
	const char **item; /* without the empty ones */
	size_t n;
};

/* Grid Engine subordination: model/research/subordinate.h */
struct ft_subordinates;

struct ft_partition {
	const char *name;
	const char *nodes; /* as given, "ALL" */
	uint32_t *node;    /* indices, ascending */
	size_t n_node;
	uint32_t cpus;   /* of all its nodes */
	uint64_t memory; /* MiB, of all */
	bool is_default, hidden, root_only, lln, req_resv;
	enum ft_partition_state state;
	uint32_t tier, job_factor;
	uint32_t priority; /* Priority=, which slurm.conf gave for both */
	bool has_priority;
	int64_t max_time;              /* minutes; FT_TIME_UNLIMITED */
	int64_t default_time;          /* minutes; FT_TIME_NONE: max_time */
	uint32_t min_nodes, max_nodes; /* FT_UNLIMITED */
	uint32_t max_cpus_per_node, max_cpus_per_socket; /* FT_UNLIMITED */
	uint64_t def_mem_per_cpu, def_mem_per_node; /* MiB; 0 the cluster's */
	uint64_t max_mem_per_cpu, max_mem_per_node; /* MiB; 0 the cluster's */
	int64_t grace_time;                         /* seconds */
	int64_t over_time;        /* minutes; FT_TIME_NONE the cluster's */
	const char *preempt_mode; /* "" the cluster's */
	const char *qos;          /* name, as given; "" none */
	const char *alternate;
	struct ft_name_list allow_accounts, deny_accounts, allow_qos, deny_qos,
	    allow_groups, alloc_nodes;
	const char *over_subscribe; /* "NO", "EXCLUSIVE", "YES:4", "FORCE:1" */
	bool exclusive;             /* OverSubscribe=EXCLUSIVE */
	const char *weights_text;   /* TRESBillingWeights as given; "" none */
	struct ft_billing billing;
	bool disable_root, exclusive_user, exclusive_topo;
	const char *cpu_bind, *job_defaults, *topology; /* "" none */
	const char *extra; /* other Key=Value as given, separated by blanks */
	/* subordination: sim/research/subordination/subordination.h */
	const char *subordinates_text; /* SubordinateList as given; "" none */
	struct ft_subordinates *subordinates; /* parsed; NULL none */
	uint32_t slots;     /* FairTreeSlots, on each node; 0 its CPUs */
	uint32_t queue;     /* its number among the queues; FT_NO_QUEUE */
	const char *origin; /* "file:line"; "" made live */
};

struct ft_license {
	const char *name;
	uint64_t count;
	uint32_t tres; /* index of license/NAME, UINT32_MAX: not tracked */
};

struct ft_node_set;

struct ft_machine {
	struct ft_arena arena;
	const struct ft_tres_table *tres; /* borrowed */
	struct ft_node *node;             /* by name: n9 is before n10 */
	size_t n_node, cap_node;
	struct ft_partition *partition; /* in the order of the file */
	size_t n_partition, cap_partition;
	struct ft_gres *gres;
	size_t n_gres, cap_gres;
	struct ft_license *license;
	size_t n_license, cap_license;
	uint32_t n_queue; /* partitions that are queues */
	bool built_in;    /* there is no NodeName line */
	/* of nodes that are not FUTURE */
	uint32_t cpus;
	uint64_t memory;
	/* its own: names, sets of nodes, PartitionName=DEFAULT */
	struct ft_map node_at; /* by name: index */
	struct ft_node_set *set;
	size_t n_set, cap_set;
	struct ft_partition *usual;
	const struct ft_machine_faults *faults; /* while it is read; NULL */
};

/*
 * Fill MACHINE (the caller's; ft_machine_free it even on failure) from the
 * lines of CONF.  tres: what is tracked, borrowed as long as MACHINE lives;
 * weights of a partition that name something else are ignored, as Slurm does.
 * tres NULL: only nodes and licenses, for listings.
 * FT_EPARSE, FT_EINVAL: a bad line; the message starts with its place.
 */
enum ft_status ft_machine_read(struct ft_machine *machine,
    const struct ft_conf *conf, const struct ft_tres_table *tres,
    struct ft_error *err);
/* Receives each bad line's message, which begins with its place. */
struct ft_machine_faults {
	void (*add)(void *ctx, const struct ft_error *err);
	void *ctx;
};
/*
 * The same, but skip bad lines and report each to FAULTS.  Refused lists of
 * queues are not reported here, but by ft_machine_check_queues.
 */
void ft_machine_read_all(struct ft_machine *machine, const struct ft_conf *conf,
    const struct ft_tres_table *tres, const struct ft_machine_faults *faults);
void ft_machine_free(struct ft_machine *machine);
/*
 * Check one pair of a line that begins with LINE (NodeName, PartitionName,
 * NodeSet, DownNodes).  FT_ENOENT: no such key; FT_EINVAL: a bad value.
 */
enum ft_status ft_machine_check_pair(
    const char *line, const char *key, const char *value, struct ft_error *err);

/*
 * A live change: KEY=VALUE of slurm.conf's grammar (any case) for the node or
 * partition NAME; of nodes also State=DRAIN|RESUME|DOWN|IDLE and Reason.
 * at: the store's time, for `since`.  State=IDLE+DRAIN says what the node is
 * besides (`also`), whatever it was before.
 * FT_ENOENT: no such node or partition; FT_EINVAL: unknown key, bad value.
 */
struct ft_node_change {
	const char *name, *key, *value;
	int64_t at;
};
enum ft_status ft_machine_set_node(struct ft_machine *machine,
    const struct ft_node_change *change, struct ft_error *err);
enum ft_status ft_machine_set_partition(struct ft_machine *machine,
    const char *name, const char *key, const char *value, struct ft_error *err);
/* Returns whether A and B have the same name and settings: what the keys of
 * their lines set, and the nodes of a partition, however they are named. */
bool ft_node_is_same(const struct ft_node *a, const struct ft_node *b);
bool ft_partition_is_same(
    const struct ft_partition *a, const struct ft_partition *b);
/*
 * Set mark[], by node, for those that TEXT names: host lists, node sets, ALL,
 * separated by commas.  FT_EINVAL: an unknown node.
 */
enum ft_status ft_machine_mark_nodes(const struct ft_machine *machine,
    const char *text, bool *mark, struct ft_error *err);
/* Returns the partition key WORD (LEN bytes, any case), or the first that it
 * abbreviates with at least three letters; NULL: none. */
const char *ft_machine_partition_key(
    struct ft_word word, enum ft_release release);
/* Returns the I-th key of a partition line and of a node line, NULL after the
 * last. */
const char *ft_machine_partition_key_at(size_t i);
const char *ft_machine_node_key_at(size_t i);
/* Add and remove a partition that is not in the file.  FT_EEXIST: the name is
 * taken; FT_ENOENT: no such partition. */
enum ft_status ft_machine_add_partition(
    struct ft_machine *machine, const char *name, struct ft_error *err);
enum ft_status ft_machine_drop_partition(
    struct ft_machine *machine, const char *name, struct ft_error *err);

/* Returns the index of that name (exact bytes), UINT32_MAX if none. */
uint32_t ft_machine_node(const struct ft_machine *machine, const char *name);
uint32_t ft_machine_partition(
    const struct ft_machine *machine, const char *name);
uint32_t ft_machine_partition_word(
    const struct ft_machine *machine, struct ft_word name);
/* Add what NODE has to COUNT, by index of the machine's TRES. */
void ft_machine_count_node(const struct ft_machine *machine,
    const struct ft_node *node, uint64_t *count);
/* Returns whether NODE (an index) is one of its nodes. */
bool ft_partition_has(const struct ft_partition *partition, uint32_t node);
/* Returns the default partition, NULL if there is none. */
const struct ft_partition *ft_machine_default(const struct ft_machine *machine);
/* Append "gres/gpu", "gres/gpu:a100". */
void ft_machine_add_gres(struct ft_str *str, const struct ft_gres *gres);
/* Append the host list of these nodes (indices, ascending): "n[1-3,7]". */
void ft_machine_add_hosts(struct ft_str *str, const struct ft_machine *machine,
    const uint32_t *node, size_t n);
/*
 * The nodes a host list names, as a new array (the caller's) without duplicates,
 * ascending.  FT_ENOENT: an unknown one, whose name is the message.
 */
enum ft_status ft_machine_hosts(const struct ft_machine *machine,
    const char *text, uint32_t **node, size_t *n, struct ft_error *err);
/* Returns whether a node's features satisfy EXPRESSION (names, & and |). */
bool ft_node_has_features(const struct ft_node *node, const char *expression);
/* Returns whether each feature of the comma list SOME is one of ALL. */
bool ft_features_hold(const char *all, const char *some);
/* Returns whether any node has each of the names in EXPRESSION. */
bool ft_machine_knows_features(
    const struct ft_machine *machine, const char *expression);
/* Returns whether EXPRESSION is a constraint at all: brackets, counts and
 * operators are where RELEASE allows them. */
bool ft_features_are_sound(const char *expression, enum ft_release release);

/* Returns whether SOME, names with & and |, holds if just the names of ALL, a
 * sound constraint, are there. */
bool ft_features_name(const char *all, const char *some);

/* A part of a constraint that says on how many nodes something is wanted. */
struct ft_feature_part {
	const char *at; /* "big&..." or "(big&ib)&..." */
	uint32_t count; /* nodes that must have it; 0: all of them, if this
	                   is the alternative taken of [big|small] */
};
#define FT_FEATURE_PARTS 32
/* Fill PART[FT_FEATURE_PARTS] with those of a sound EXPRESSION, in its order;
 * returns their number, 0 if each node is asked for the same. */
size_t ft_features_parts(const char *expression, struct ft_feature_part *part);
bool ft_node_has_part(
    const struct ft_node *node, const struct ft_feature_part *part);

/*
 * What a job requests: generic resources per node ("gpu:a100:2,shm") or licenses
 * in total ("tool:1,matlab"), as new arrays (the caller's).
 * FT_EINVAL: unknown name or bad count.
 */
enum ft_status ft_machine_parse_gres(const struct ft_machine *machine,
    const char *text, struct ft_job_count **count, size_t *n,
    struct ft_error *err);
enum ft_status ft_machine_parse_licenses(const struct ft_machine *machine,
    const char *text, struct ft_job_count **count, size_t *n,
    struct ft_error *err);

#endif
