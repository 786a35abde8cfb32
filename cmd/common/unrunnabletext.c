#include "common/unrunnabletext.h"

#include "common/jobtext.h"
#include "common/limittext.h"
#include "common/timetext.h"
#include "sim/depend/depend.h"

#define PARTITIONS 64 /* of one job */

static void
add_minutes(struct ft_str *str, int64_t minutes)
{
	if (minutes < 0)
		ft_str_add(str, "UNLIMITED");
	else
		ft_timetext_add_short(str, minutes * 60);
}

static void
add_nodes(struct ft_str *str, uint32_t n)
{
	ft_str_addf(str, "%" PRIu32 " node%s", n, n == 1 ? "" : "s");
}

static void
say_node_limit(
    struct ft_str *str, const struct ft_job *job, const struct ft_partition *in)
{
	bool few = job->max_nodes && job->max_nodes < in->min_nodes;

	ft_str_add(str, "it asks for ");
	add_nodes(str, few ? job->max_nodes : job->min_nodes);
	ft_str_addf(str,
	    few ? "; partition %s takes no job of fewer than "
		: "; partition %s allows ",
	    in->name);
	if (few)
		add_nodes(str, in->min_nodes);
	else
		add_nodes(str, in->max_nodes < in->n_node
				   ? in->max_nodes
				   : (uint32_t)in->n_node);
}

static void
say_constraints(struct ft_str *str, const struct ft_world *world,
    const struct ft_job *job, const struct ft_partition *in)
{
	uint32_t *node FT_CLEANUP(ft_free_at) = NULL;
	struct ft_error gone = { 0 };
	size_t n;

	if (ft_machine_hosts(&world->machine, job->req_nodes, &node, &n,
		&gone) == FT_ENOENT) {
		ft_str_addf(str,
		    "it asks for node %s, which the settings no longer have",
		    gone.text);
		return;
	}
	ft_str_addf(str,
	    "partition %s could not hold it even if all "
	    "of its nodes were free: it asks for ",
	    in->name);
	ft_jobtext_add_request(str, world, job);
}

/* Append "it asks for 3-18:00:00; partition gpu allows 3-00:00:00": the
 * reason NEVER of JOB in PARTITION (index). */
static void
add_reason(struct ft_str *str, const struct ft_world *world,
    const struct ft_job *job, uint32_t partition,
    const struct ft_unrunnable *never)
{
	const struct ft_partition *in = &world->machine.partition[partition];
	const struct ft_qos *qos = ft_world_qos(world, job->qos);

	if (never->limit) {
		ft_limittext_add(str, world, never->reason, &never->block);
	} else if (never->reason == FT_REASON_PARTITION_TIME_LIMIT) {
		ft_str_add(str, "it asks for ");
		add_minutes(str, ft_world_time_limit(world, job, in));
		ft_str_addf(str, "; partition %s allows ", in->name);
		add_minutes(str, in->max_time);
	} else if (never->reason == FT_REASON_PARTITION_NODE_LIMIT) {
		say_node_limit(str, job, in);
	} else if (never->reason == FT_REASON_ACCOUNT_NOT_ALLOWED) {
		ft_str_addf(str, "partition %s does not admit account %s",
		    in->name, job->account);
	} else if (never->reason == FT_REASON_QOS_NOT_ALLOWED) {
		ft_str_addf(str, "partition %s does not admit QOS %s", in->name,
		    qos ? qos->name : "(none)");
	} else if (never->reason == FT_REASON_DEPENDENCY_NEVER) {
		ft_str_add(str, "it waits for ");
		ft_job_add_dependency(str, job);
		ft_str_add(str, ", which cannot happen any more");
	} else if (never->reason == FT_REASON_BAD_CONSTRAINTS) {
		say_constraints(str, world, job, in);
	} else {
		ft_str_add(str, ft_job_reason_sentence(never->reason));
	}
}

bool
ft_unrunnabletext_add_all(
    struct ft_str *str, struct ft_world *world, const struct ft_job *job)
{
	uint32_t partition[PARTITIONS];
	size_t n = ft_world_partitions(world, job, partition, PARTITIONS);
	size_t i = 0;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_unrunnable never;

	for (;
	     i < n && ft_world_is_unrunnable(world, job, partition[i], &never);
	     i++) {
		/* it is the same in all of them */
		if (i > 0 && never.reason == FT_REASON_DEPENDENCY_NEVER)
			continue;
		ft_str_add(&text, i > 0 ? "; " : "");
		add_reason(&text, world, job, partition[i], &never);
	}
	if (str && n > 0 && i == n)
		ft_str_add(str, ft_str_text(&text));
	return n > 0 && i == n;
}
