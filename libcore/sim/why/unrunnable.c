/* Can a job never start?  The checks, cheapest first. */
#include "sim/why/unrunnable.h"

#include "sim/place/place.h"
#include "sim/policy/partition.h"
#include "sim/world/request.h"

static bool
depends_in_vain(const struct ft_job *job)
{
	for (size_t i = 0; i < job->n_depend; i++)
		if (job->depend[i].state == FT_DEPEND_NEVER)
			return true;
	return false;
}

/* Returns why its association or QOS is gone, NONE if they are not. */
static enum ft_job_reason
lost(const struct ft_world *world, const struct ft_job *job)
{
	if (world->enforce & FT_ENFORCE_ASSOC &&
	    ft_world_node(world, job) == FT_NODE_NONE)
		return FT_REASON_INVALID_ACCOUNT;
	if (ft_world_qos_lost(world, job))
		return FT_REASON_INVALID_QOS;
	return FT_REASON_NONE;
}

/* Returns what the partition does not admit; its state may change. */
static enum ft_job_reason
not_admitted(struct ft_world *world, const struct ft_job *job,
    const struct ft_partition *partition)
{
	const char *detail;
	enum ft_job_reason reason =
	    ft_partition_closed(world, job, partition, &detail);

	return reason == FT_REASON_PARTITION_DOWN ||
		       reason == FT_REASON_PARTITION_INACTIVE
		   ? FT_REASON_NONE
		   : reason;
}

static enum ft_job_reason
over_limits(struct ft_world *world, const struct ft_job *job,
    const struct ft_partition *partition, struct ft_policy_block *block)
{
	struct ft_policy_question question =
	    ft_policy_question_of(world, job, partition);
	uint64_t *tres FT_CLEANUP(ft_free_at) =
	    ft_calloc(world->tres.n, sizeof *tres);

	question.alone = true;
	if (strchr(job->partitions, ',')) {
		ft_world_request(world, job, partition, tres);
		question.tres = tres;
	}
	return ft_policy_blocks(world, &question, block);
}

/* Whether JOB can never start in its QOS, whatever else it asks for. */
static bool
is_unrunnable(struct ft_world *world, const struct ft_job *job,
    uint32_t partition, struct ft_unrunnable *never)
{
	const struct ft_seeker seeker = { world, job, partition };
	const struct ft_partition *in = &world->machine.partition[partition];

	*never = (struct ft_unrunnable){ .limit = false };
	never->reason = depends_in_vain(job) ? FT_REASON_DEPENDENCY_NEVER
					     : lost(world, job);
	if (never->reason == FT_REASON_NONE)
		never->reason = not_admitted(world, job, in);
	if (never->reason == FT_REASON_NONE) {
		never->reason = over_limits(world, job, in, &never->block);
		never->limit = never->reason != FT_REASON_NONE;
	}
	if (never->reason == FT_REASON_NONE &&
	    ft_place_ever(&seeker, world->place->usable) == FT_FIT_NEVER)
		never->reason = FT_REASON_BAD_CONSTRAINTS;
	return never->reason != FT_REASON_NONE;
}

bool
ft_world_is_unrunnable(struct ft_world *world, const struct ft_job *job,
    uint32_t partition, struct ft_unrunnable *never)
{
	uint32_t qos[FT_WORLD_QOS];
	size_t n = ft_world_qos_choices(world, job, qos);
	struct ft_unrunnable other;
	struct ft_job as = *job;

	if (!is_unrunnable(world, job, partition, never))
		return false;
	for (size_t i = 0; i < n; i++) {
		as.qos = qos[i];
		if (qos[i] != job->qos &&
		    !is_unrunnable(world, &as, partition, &other))
			return false;
	}
	return true;
}
