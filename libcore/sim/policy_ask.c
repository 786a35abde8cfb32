/*
 * policy_ask.c - may this job be submitted, may it start: the limits of the
 * QOS, then of the association and all above it, in Slurm's order.
 */

#include "base/timefmt.h"
#include "model/qos.h"
#include "sim/policy.h"
#include "sim/policy_check_int.h"
#include "sim/priority.h"

#define COUNT(kind, against, qos, assoc, own, strict)                          \
	{                                                                      \
		FT_LIMIT_##kind, FT_POLICY_AGAINST_##against, FT_POLICY_ROWS,  \
		    FT_REASON_##qos, FT_REASON_##assoc, own, strict            \
	}
#define TRES(kind, row, own, strict)                                           \
	{                                                                      \
		FT_LIMIT_##kind, FT_POLICY_AGAINST_TRES, FT_POLICY_##row,      \
		    FT_REASON_NONE, FT_REASON_NONE, own, strict                \
	}

/* A submission.  Associations have no limits per user, account, least. */
static const struct ft_policy_test submit[] = {
	TRES(MAX_TRES_PA, ACCOUNT, false, true),
	TRES(MAX_TRES_PU, USER, false, true),
	TRES(GRP_TRES, GRP, false, true),
	COUNT(GRP_SUBMIT_JOBS, SUBMITTED, QOS_GRP_SUBMIT, ASSOC_GRP_SUBMIT,
	    false, false),
	TRES(MAX_TRES_MINS, MAX_MINS, true, true),
	TRES(MAX_TRES, MAX, true, true),
	TRES(MAX_TRES_PN, MAX_NODE, true, true),
	TRES(MIN_TRES, MIN, false, true),
	COUNT(MAX_SUBMIT_JOBS, SUBMITTED, NONE, ASSOC_MAX_SUBMIT, true, false),
	COUNT(MAX_SUBMIT_PA, ACCOUNT_SUBMITTED, QOS_ACCOUNT_SUBMIT, NONE, true,
	    false),
	COUNT(
	    MAX_SUBMIT_PU, USER_SUBMITTED, QOS_USER_SUBMIT, NONE, true, false),
	COUNT(GRP_WALL, LIMIT, QOS_GRP_WALL, ASSOC_GRP_WALL, false, true),
	COUNT(MAX_WALL, LIMIT, QOS_MAX_WALL, ASSOC_MAX_WALL, true, true),
};

/* Before nodes are looked for. */
static const struct ft_policy_test start_counts[] = {
	COUNT(GRP_JOBS, JOBS, QOS_GRP_JOBS, ASSOC_GRP_JOBS, false, false),
	COUNT(GRP_WALL, WALL, QOS_GRP_WALL, ASSOC_GRP_WALL, false, false),
	COUNT(MAX_JOBS, JOBS, NONE, ASSOC_MAX_JOBS, true, false),
	COUNT(MAX_JOBS_PA, ACCOUNT, QOS_ACCOUNT_JOBS, NONE, true, false),
	COUNT(MAX_JOBS_PU, USER, QOS_USER_JOBS, NONE, true, false),
	COUNT(MAX_WALL, LIMIT, QOS_MAX_WALL, ASSOC_MAX_WALL, true, false),
};

static const struct ft_policy_test start_tres[] = {
	TRES(GRP_TRES_MINS, GRP_MINS, false, false),
	TRES(GRP_TRES, GRP, false, false),
	TRES(GRP_TRES_RUN_MINS, GRP_RUN_MINS, false, false),
	TRES(MAX_TRES_MINS, MAX_MINS, true, false),
	TRES(MAX_TRES, MAX, true, false),
	TRES(MAX_TRES_PN, MAX_NODE, true, false),
	TRES(MIN_TRES, MIN, false, false),
	TRES(MAX_TRES_PA, ACCOUNT, false, false),
	TRES(MAX_TRES_PU, USER, false, false),
};

static enum ft_job_reason
each_qos(
    struct ft_policy_check *check, const struct ft_policy_test *test, size_t n)
{
	for (int i = 0; i < 2; i++) {
		struct ft_policy_holder holder = { .qos = i, .own = true };
		enum ft_job_reason reason;

		if (check->place.qos[i] == FT_POLICY_NONE)
			continue;
		holder.at = check->place.qos[i];
		holder.limits = &check->policy->qos[holder.at].limits;
		holder.count = &check->policy->qos[holder.at].count;
		reason = ft_policy_run_tests(check, &holder, test, n);
		if (reason != FT_REASON_NONE)
			return reason;
	}
	return FT_REASON_NONE;
}

static enum ft_job_reason
each_assoc(
    struct ft_policy_check *check, const struct ft_policy_test *test, size_t n)
{
	uint32_t node = check->place.node;
	bool own = true;

	for (; node != FT_NODE_NONE; node = check->world->tree->parent[node]) {
		const struct ft_policy_node *here =
		    ft_policy_node_of(check->world, node);
		struct ft_policy_holder holder = { .qos = 2,
			.own = own,
			.at = node,
			.limits = &here->own,
			.count = &here->count };
		enum ft_job_reason reason;

		reason = ft_policy_run_tests(check, &holder, test, n);
		if (reason != FT_REASON_NONE)
			return reason;
		if (own && here->inherited.n > 0) {
			holder.limits = &here->inherited;
			reason = ft_policy_run_tests(check, &holder, test, n);
			if (reason != FT_REASON_NONE)
				return reason;
		}
		own = false;
	}
	return FT_REASON_NONE;
}

static enum ft_job_reason
each(struct ft_policy_check *check, const struct ft_policy_test *test, size_t n)
{
	enum ft_job_reason reason = each_qos(check, test, n);

	return reason == FT_REASON_NONE ? each_assoc(check, test, n) : reason;
}

static bool
has_flag(const struct ft_policy_check *check, enum ft_qos_flag flag)
{
	for (int i = 0; i < 2; i++)
		if (check->place.qos[i] != FT_POLICY_NONE &&
		    check->world->book.qos[check->place.qos[i]].flags & flag)
			return true;
	return false;
}

enum ft_job_reason
ft_policy_submit(
    struct ft_world *world, const struct ft_job *job, uint32_t count)
{
	struct ft_policy_check check = { .world = world,
		.job = job,
		.count = count,
		.alone = true,
		.tres = job->req,
		.minutes = job->time_limit,
		.factor = 1 };

	if (!(world->enforce & FT_ENFORCE_LIMITS))
		return FT_REASON_NONE;
	check.policy = ft_policy_of(world);
	check.place = ft_policy_place_of(world, job);
	check.strict = has_flag(&check, FT_QOS_DENY_ON_LIMIT);
	return each(&check, submit, sizeof submit / sizeof *submit);
}

static void
shorten(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, int64_t *least)
{
	static const uint16_t kinds[] = { FT_LIMIT_GRP_WALL,
		FT_LIMIT_MAX_WALL };
	uint64_t limit;

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (ft_policy_limited(check, holder, kinds[i], &limit) &&
		    (*least == FT_TIME_NONE || limit < (uint64_t)*least))
			*least = (int64_t)limit;
}

int64_t
ft_policy_wall(struct ft_world *world, const struct ft_job *job)
{
	struct ft_policy_check check = { .world = world, .job = job };
	int64_t least = FT_TIME_NONE;

	if (!(world->enforce & FT_ENFORCE_LIMITS))
		return least;
	check.policy = ft_policy_of(world);
	check.place = ft_policy_place_of(world, job);
	for (int i = 0; i < 2; i++) {
		struct ft_policy_holder holder = { .qos = i,
			.limits = ft_policy_qos_limits(&check, i) };

		if (holder.limits)
			shorten(&check, &holder, &least);
	}
	for (uint32_t node = check.place.node; node != FT_NODE_NONE;
	     node = world->tree->parent[node]) {
		const struct ft_policy_node *here =
		    ft_policy_node_of(world, node);
		struct ft_policy_holder holder = { .qos = 2,
			.limits = &here->own };

		shorten(&check, &holder, &least);
		holder.limits = &here->inherited;
		if (node == check.place.node)
			shorten(&check, &holder, &least);
	}
	return least;
}

/*
 * What UsageThreshold is compared with: what the fair share adds to the
 * priority, the factor times its weight.  Where it adds nothing (no weight, or
 * a priority set by hand) Slurm computes a factor for the comparison.
 */
static double
threshold_share(const struct ft_policy_check *check)
{
	struct ft_world *world = check->world;
	struct ft_share_input input = ft_world_share_input(world);
	struct ft_priority_params params;

	ft_world_priority_params(world, &params);
	if (params.fairshare == 0 || check->job->priority_set)
		return ft_share_bare_factor(
		    &input, &world->share, check->place.node);
	return ft_share_job_factor(
		   &world->share, world->tree, check->place.node) *
	       params.fairshare;
}

/* A QOS may ask for a fair share that jobs must have. */
static bool
below_threshold(struct ft_policy_check *check)
{
	for (int i = 0; i < 2; i++) {
		const struct ft_qos *qos;

		if (check->place.qos[i] == FT_POLICY_NONE)
			continue;
		qos = &check->world->book.qos[check->place.qos[i]];
		if (!(qos->flags & FT_QOS_ENFORCE_USAGE_THRESHOLD) ||
		    qos->usage_threshold < 0 ||
		    check->place.node == FT_NODE_NONE ||
		    ft_world_share(check->world, NULL) != FT_OK ||
		    !check->world->share.factor)
			continue;
		if (threshold_share(check) < qos->usage_threshold)
			return true;
	}
	return false;
}

enum ft_job_reason
ft_policy_start(struct ft_world *world, const struct ft_job *job,
    const struct ft_partition *partition, const uint64_t *tres, int64_t limit)
{
	const struct ft_policy_question question = {
		.job = job, .partition = partition, .tres = tres, .limit = limit
	};

	return ft_policy_blocks(world, &question, NULL);
}

struct ft_policy_question
ft_policy_question_of(const struct ft_world *world, const struct ft_job *job,
    const struct ft_partition *partition)
{
	return (struct ft_policy_question){ .job = job,
		.partition = partition,
		.tres = job->req,
		.limit = ft_world_time_limit(world, job, partition) };
}

enum ft_job_reason
ft_policy_blocks(struct ft_world *world,
    const struct ft_policy_question *question, struct ft_policy_block *block)
{
	struct ft_policy_check check = { .world = world,
		.job = question->job,
		.alone = question->alone,
		.tres = question->tres,
		.minutes = question->limit,
		.factor = 1,
		.block = block };
	enum ft_job_reason reason;

	if (block)
		*block = (struct ft_policy_block){ .node = FT_NODE_NONE,
			.tres = UINT32_MAX };
	if (!(world->enforce & FT_ENFORCE_LIMITS))
		return FT_REASON_NONE;
	check.policy = ft_policy_of(world);
	check.place = ft_policy_place_in(world, check.job, question->partition);
	ft_policy_advance(world);
	if (!check.alone && below_threshold(&check))
		return FT_REASON_QOS_THRESHOLD;
	if (has_flag(&check, FT_QOS_USAGE_FACTOR_SAFE))
		check.factor = ft_policy_factor(world, check.job->qos);
	reason = each(
	    &check, start_counts, sizeof start_counts / sizeof *start_counts);
	if (reason != FT_REASON_NONE)
		return reason;
	return each(&check, start_tres, sizeof start_tres / sizeof *start_tres);
}
