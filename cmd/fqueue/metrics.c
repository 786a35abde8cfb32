/*
 * metrics.c - fqueue --prometheus: jobs, their CPUs and nodes by state, as
 * exporters publish them of squeue: by account, user and partition together,
 * by each of the three alone, and in all.
 */

#include "common/jobtext.h"
#include "fqueue/metrics.h"

/* States, as exporters name them. */
#define STATES(X)                                                              \
	X(PENDING, "pending")                                                  \
	X(RUNNING, "running")                                                  \
	X(SUSPENDED, "suspended")                                              \
	X(COMPLETED, "completed")                                              \
	X(CANCELLED, "cancelled")                                              \
	X(FAILED, "failed")                                                    \
	X(TIMEOUT, "timeout")                                                  \
	X(NODE_FAIL, "node_fail")                                              \
	X(PREEMPTED, "preempted")                                              \
	X(BOOT_FAIL, "boot_fail")                                              \
	X(DEADLINE, "deadline")                                                \
	X(OUT_OF_MEMORY, "out_of_memory")
#define BESIDE(X)                                                              \
	X(COMPLETING, "completing")                                            \
	X(CONFIGURING, "configuring")
#define BOTH(X) STATES(X) BESIDE(X)

enum state {
#define STATE(id, name) IN_##id,
	BOTH(STATE)
#undef STATE
	    STATE_COUNT
};

/* Which jobs a sample counts. */
enum group {
	GROUP_QUEUE, /* of an account, a user and a partition */
	GROUP_ACCOUNT,
	GROUP_USER,
	GROUP_PARTITION,
	GROUP_ALL,
	GROUPS
};

enum count { COUNT_JOBS, COUNT_CPUS, COUNT_NODES, COUNTS };

/* One family: COUNT of the jobs of GROUP in STATE. */
struct family {
	enum group group;
	enum count count;
	enum state state;
};

#define QUEUE(id, name)                                                        \
	{ { "slurm_queue_" name, FT_METRIC_GAUGE, "Jobs " name "." },          \
		{ GROUP_QUEUE, COUNT_JOBS, IN_##id } },
#define CORES(id, name)                                                        \
	{ { "slurm_cores_" name, FT_METRIC_GAUGE, "CPUs of jobs " name "." },  \
		{ GROUP_QUEUE, COUNT_CPUS, IN_##id } },
#define NODES(id, name)                                                        \
	{ { "slurm_queue_nodes_" name, FT_METRIC_GAUGE,                        \
	      "Nodes of jobs " name "." },                                     \
		{ GROUP_QUEUE, COUNT_NODES, IN_##id } },
#define JOBS(id, name)                                                         \
	{ { "slurm_jobs_" name, FT_METRIC_GAUGE,                               \
	      "Jobs " name ", in all of the cluster." },                       \
		{ GROUP_ALL, COUNT_JOBS, IN_##id } },
#define ONE(name, help, group, count, id)                                      \
	{ { "slurm_" name, FT_METRIC_GAUGE, help },                            \
		{ GROUP_##group, COUNT_##count, IN_##id } },
#define EACH(word, group)                                                      \
	ONE(word "_jobs_pending", "Jobs pending, by " word ".", group, JOBS,   \
	    PENDING)                                                           \
	ONE(word "_jobs_running", "Jobs running, by " word ".", group, JOBS,   \
	    RUNNING)                                                           \
	ONE(word "_jobs_suspended", "Jobs suspended, by " word ".", group,     \
	    JOBS, SUSPENDED)                                                   \
	ONE(word "_cpus_pending", "CPUs of jobs pending, by " word ".", group, \
	    CPUS, PENDING)                                                     \
	ONE(word "_cpus_running", "CPUs of jobs running, by " word ".", group, \
	    CPUS, RUNNING)

static const struct {
	struct ft_metric_family head;
	struct family what;
} families[] = { BOTH(QUEUE) BOTH(CORES) BOTH(NODES) BOTH(JOBS) ONE(
    "jobs_cores_pending", "CPUs of all jobs pending.", ALL, CPUS, PENDING)
	    ONE("jobs_cores_running", "CPUs of all jobs running.", ALL, CPUS,
		RUNNING) EACH("account", ACCOUNT) EACH("user", USER)
		EACH("partition", PARTITION) };
#define FAMILIES FT_COUNT(families)

/* ---- adding up ---------------------------------------------------------------- */

static enum state
state_of(const struct ft_job *job)
{
	static const enum state states[FT_JOB_STATES] = {
#define STATE(id, name) [FT_JOB_##id] = IN_##id,
		STATES(STATE)
#undef STATE
	};

	if (job->flags & FT_JOB_COMPLETING)
		return IN_COMPLETING;
	if (job->flags & FT_JOB_CONFIGURING && job->state == FT_JOB_RUNNING)
		return IN_CONFIGURING;
	return states[job->state];
}

/* Returns the entry of SUMS for these labels, added if it is missing. */
static struct fqueue_sum *
sum_of(struct fqueue_sums *sums, const struct fqueue_sum *like)
{
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };
	uint64_t at;

	/* no name has a control character */
	ft_str_addf(&key, "%d\001%d\001%s\001%s\001%s\001%s\001%s", like->group,
	    like->state, like->cluster, like->account, like->user,
	    like->partition, like->reason);
	if (!ft_map_get(&sums->map, ft_str_text(&key), &at)) {
		at = sums->n++;
		sums->item = ft_vec_grow(
		    sums->item, &sums->cap, sums->n, sizeof *sums->item);
		sums->item[at] = (struct fqueue_sum){
			.group = like->group,
			.state = like->state,
			.cluster = ft_arena_strdup(&sums->arena, like->cluster),
			.account = ft_arena_strdup(&sums->arena, like->account),
			.user = ft_arena_strdup(&sums->arena, like->user),
			.partition =
			    ft_arena_strdup(&sums->arena, like->partition),
			.reason = ft_arena_strdup(&sums->arena, like->reason),
		};
		ft_map_put(&sums->map, ft_str_text(&key), at);
	}
	return &sums->item[at];
}

static void
add_to(struct fqueue_sums *sums, const struct fqueue_sum *like,
    const struct ft_world *world, const struct ft_job *job)
{
	struct fqueue_sum *sum = sum_of(sums, like);
	/* each task of a pending array counts as a job */
	uint64_t times = ft_job_is_head(job) && job->state == FT_JOB_PENDING
			     ? job->n_tasks
			     : 1;

	sum->count[COUNT_JOBS] += times;
	sum->count[COUNT_CPUS] += times * ft_jobtext_cpus(job);
	sum->count[COUNT_NODES] +=
	    times * (uint64_t)ft_jobtext_nodes(world, job);
}

/* One job, in all groups it belongs to. */
static void
add(struct fqueue_sums *sums, const struct ft_world *world,
    const struct ft_job *job)
{
	const char *partition =
	    *job->partition ? job->partition : job->partitions;

	for (int group = 0; group < GROUPS; group++) {
		bool all = group == GROUP_QUEUE;
		struct fqueue_sum like = { .group = group,
			.state = (int)state_of(job),
			.cluster = world->cluster_name,
			.account =
			    all || group == GROUP_ACCOUNT ? job->account : "",
			.user = all || group == GROUP_USER ? job->user : "",
			.partition =
			    all || group == GROUP_PARTITION ? partition : "",
			.reason = all && job->state == FT_JOB_PENDING
				      ? ft_job_reason_name(job->reason)
				      : "" };

		add_to(sums, &like, world, job);
	}
}

/* The totals have a 0 for states without jobs. */
static void
add_nothing(struct fqueue_sums *sums, const char *cluster)
{
	for (int state = 0; state < STATE_COUNT; state++) {
		struct fqueue_sum like = { .group = GROUP_ALL,
			.state = state,
			.cluster = cluster,
			.account = "",
			.user = "",
			.partition = "",
			.reason = "" };

		sum_of(sums, &like);
	}
}

void
fqueue_sums_init(struct fqueue_sums *sums)
{
	*sums = (struct fqueue_sums){ 0 };
}

void
fqueue_sums_free(struct fqueue_sums *sums)
{
	ft_free(sums->item);
	ft_map_clear(&sums->map);
	ft_arena_clear(&sums->arena);
}

void
fqueue_sums_add(struct fqueue_sums *sums, const struct fqueue_view *view)
{
	add_nothing(sums, view->world->cluster_name);
	for (size_t i = 0; i < view->n; i++)
		add(sums, view->world, view->row[i].of.job);
}

/* ---- printing ------------------------------------------------------------------ */

static int
by_labels(const void *a, const void *b)
{
	const struct fqueue_sum *left = a, *right = b;
	int order = strcmp(left->cluster, right->cluster);

	if (order == 0)
		order = strcmp(left->account, right->account);
	if (order == 0)
		order = strcmp(left->user, right->user);
	if (order == 0)
		order = strcmp(left->partition, right->partition);
	return order ? order : strcmp(left->reason, right->reason);
}

static void
add_samples(
    struct ft_prometheus *to, const struct fqueue_sum *sum, enum count count)
{
	bool all = sum->group == GROUP_QUEUE;

	ft_prometheus_label(to, "cluster", sum->cluster);
	if (all || sum->group == GROUP_ACCOUNT)
		ft_prometheus_label(to, "account", sum->account);
	if (all || sum->group == GROUP_USER)
		ft_prometheus_label(to, "user", sum->user);
	if (all || sum->group == GROUP_PARTITION)
		ft_prometheus_label(to, "partition", sum->partition);
	if (all && sum->state == IN_PENDING)
		ft_prometheus_label(to, "reason", sum->reason);
	ft_prometheus_u64(to, sum->count[count]);
}

void
fqueue_sums_print(struct fqueue_sums *sums, struct ft_out *out)
{
	struct ft_prometheus to = { .out = out };

	if (sums->n > 0)
		qsort(sums->item, sums->n, sizeof *sums->item, by_labels);
	for (size_t i = 0; i < FAMILIES; i++) {
		const struct family *what = &families[i].what;

		ft_prometheus_family(&to, families[i].head.name,
		    families[i].head.type, families[i].head.help);
		for (size_t k = 0; k < sums->n; k++)
			if (sums->item[k].group == (int)what->group &&
			    sums->item[k].state == (int)what->state)
				add_samples(&to, &sums->item[k], what->count);
	}
}
