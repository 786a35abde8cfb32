/* partition.c - whether a partition admits a job: its state, limits, accounts
 * and QOS. */
#include "sim/policy/partition.h"

#include "base/text/timefmt.h"
#include "model/account/qos.h"
#include "sim/world/request.h"

bool
ft_partition_takes_none(const struct ft_partition *partition)
{
	return partition->state == FT_PARTITION_DRAIN ||
	       partition->state == FT_PARTITION_INACTIVE;
}

static bool
listed(const struct ft_name_list *list, const char *name)
{
	for (size_t i = 0; i < list->n; i++)
		if (strcasecmp(list->item[i], name) == 0)
			return true;
	return false;
}

/* Two lists of a partition: who may use it or, if that is empty, who may
 * not. */
struct gate {
	const char *what;
	size_t allow, deny; /* offsets in struct ft_partition */
	bool is_qos;
	enum ft_refusal refusal;
	enum ft_job_reason reason;
};
#define LIST(name) offsetof(struct ft_partition, name)
/* The order in which a pending job is checked; for a submission, Slurm checks
 * the QOS last.  It decides which of two obstacles is reported. */
static const struct gate gates[] = {
	{ "QOS", LIST(allow_qos), LIST(deny_qos), true, FT_REFUSE_QOS,
	    FT_REASON_QOS_NOT_ALLOWED },
	{ "account", LIST(allow_accounts), LIST(deny_accounts), false,
	    FT_REFUSE_ACCOUNT, FT_REASON_ACCOUNT_NOT_ALLOWED },
};
#define GATES (sizeof gates / sizeof *gates)

/* The job tested against one gate of a partition. */
struct passage {
	const struct gate *gate;
	const char *name; /* of the job's QOS or account */
	const struct ft_name_list *list;
	bool allows, shut;
};

static struct passage
pass(const struct ft_world *world, const struct ft_partition *partition,
    const struct ft_job *job, const struct gate *gate)
{
	const struct ft_qos *qos = ft_world_qos(world, job->qos);
	const char *at = (const char *)partition;
	struct passage passage = { gate,
		!gate->is_qos ? job->account
		: qos         ? qos->name
			      : "",
		(const void *)(at + gate->allow), true, false };

	if (!passage.list->text) {
		passage.list = (const void *)(at + gate->deny);
		passage.allows = false;
	}
	passage.shut = listed(passage.list, passage.name) != passage.allows;
	return passage;
}

enum ft_refusal
ft_partition_admits(const struct ft_world *world,
    const struct ft_partition *partition, const struct ft_job *job)
{
	if (ft_partition_takes_none(partition))
		return FT_REFUSE_PARTITION_CLOSED;
	for (size_t i = GATES; i > 0; i--)
		if (pass(world, partition, job, &gates[i - 1]).shut)
			return gates[i - 1].refusal;
	return FT_REFUSE_NONE;
}

enum ft_job_reason
ft_partition_shuts_out(struct ft_world *world,
    const struct ft_partition *partition, const struct ft_job *job,
    const char **detail)
{
	struct ft_str text = { 0 };

	*detail = "";
	for (size_t i = 0; i < GATES; i++) {
		struct passage at = pass(world, partition, job, &gates[i]);

		if (!at.shut)
			continue;
		ft_str_addf(&text,
		    "Job's %s not permitted to use this partition (%s %s ",
		    gates[i].what, partition->name,
		    at.allows ? "allows" : "denies");
		ft_str_add(&text, at.list->text);
		ft_str_addf(
		    &text, " %s %s)", at.allows ? "not" : "including", at.name);
		*detail = ft_world_keep(world, &text);
		return gates[i].reason;
	}
	return FT_REASON_NONE;
}

/* ---- a job that waits ---------------------------------------------------- */

static bool
qos_has(const struct ft_qos *qos, enum ft_qos_flag flag)
{
	return qos && qos->flags & flag;
}

/* Returns whether JOB needs more memory on one node than MaxMemPerNode of PARTITION,
 * or of the cluster, allows. */
static bool
exceeds_memory(const struct ft_world *world, const struct ft_job *job,
    const struct ft_partition *partition)
{
	uint64_t most = partition->max_mem_per_node, memory = job->mem_per_node;
	uint64_t cpus = ft_num_times(ft_max_u32(job->cpus_per_task, 1),
	    ft_max_u32(job->tasks_per_node, 1));

	if (memory == FT_MEM_UNSET && job->mem_per_cpu == FT_MEM_UNSET)
		return false;
	if (!most && !partition->max_mem_per_cpu)
		most = (uint64_t)ft_conf_number(
		    world->conf, FT_CONF_MAX_MEM_PER_NODE);
	if (!most)
		return false;
	if (cpus < job->shape.cpus_per_node)
		cpus = job->shape.cpus_per_node;
	if (job->max_nodes &&
	    cpus < ft_num_parts(ft_job_cpus(job), job->max_nodes))
		cpus = ft_num_parts(ft_job_cpus(job), job->max_nodes);
	if (job->mem_per_cpu != FT_MEM_UNSET)
		memory = ft_num_times(job->mem_per_cpu, cpus);
	return memory > most;
}

enum ft_job_reason
ft_partition_closed(struct ft_world *world, const struct ft_job *job,
    const struct ft_partition *partition, const char **detail)
{
	const struct ft_qos *qos = ft_world_qos(world, job->qos);
	int64_t limit = ft_world_time_limit(world, job, partition);
	uint32_t most = partition->max_nodes;

	*detail = "";
	if (partition->state == FT_PARTITION_DOWN)
		return FT_REASON_PARTITION_DOWN;
	if (partition->state == FT_PARTITION_INACTIVE)
		return FT_REASON_PARTITION_INACTIVE;
	if (ft_job_cpus(job) > partition->cpus)
		return FT_REASON_PARTITION_CONFIG;
	if (job->time_limit != FT_TIME_NONE &&
	    job->time_limit != FT_TIME_UNLIMITED &&
	    limit > partition->max_time &&
	    !qos_has(qos, FT_QOS_PARTITION_TIME_LIMIT))
		return FT_REASON_PARTITION_TIME_LIMIT;
	if (qos_has(qos, FT_QOS_PARTITION_MAX_NODES) ||
	    most > partition->n_node)
		most = (uint32_t)partition->n_node;
	if (job->min_nodes > most ||
	    (partition->min_nodes != FT_UNLIMITED &&
		ft_job_least_nodes(job, partition) < partition->min_nodes &&
		!qos_has(qos, FT_QOS_PARTITION_MIN_NODES)))
		return FT_REASON_PARTITION_NODE_LIMIT;
	if (exceeds_memory(world, job, partition))
		return FT_REASON_MAX_MEM_PER;
	return ft_partition_shuts_out(world, partition, job, detail);
}
