/*
 * ask.c - answers whether a job may be submitted, start, or gain age.
 *
 * The tables list Slurm's tests in Slurm's order, which decides the reason that
 * is reported if several limits are exceeded.  All tests of a table are run for
 * the QOS first, then for the association, then for those above it.  Cases:
 * tests/oracle/cases/j20-reasons-qos, j21-reasons-assoc.
 */

#include "model/account/qos.h"
#include "sim/policy/policy.h"
#include "sim/policy/check_private.h"
#include "sim/usage/share.h"

/* The reasons of one kind of limit, by enum ft_policy_column. */
#define ROW(a)                                                                 \
	{                                                                      \
		FT_REASON_##a##_CPU, FT_REASON_##a##_MEM,                      \
		    FT_REASON_##a##_NODE, FT_REASON_##a##_BILLING,             \
		    FT_REASON_##a##_GRES, FT_REASON_##a##_LICENSE,             \
		    FT_REASON_##a##_UNKNOWN                                    \
	}
#define ROW_OF(a, b)                                                           \
	{                                                                      \
		FT_REASON_##a##_CPU_##b, FT_REASON_##a##_MEM_##b,              \
		    FT_REASON_##a##_NODE_##b, FT_REASON_##a##_BILLING_##b,     \
		    FT_REASON_##a##_GRES_##b, FT_REASON_##a##_LICENSE_##b,     \
		    FT_REASON_##a##_UNKNOWN_##b                                \
	}
/* Only CPUs, memory and GRES have reasons of their own for limits per node;
 * Slurm reports the per-job reason for the others. */
#define ROW_NODE(a)                                                            \
	{                                                                      \
		FT_REASON_##a##_CPU_NODE, FT_REASON_##a##_MEM_NODE,            \
		    FT_REASON_##a##_NODE, FT_REASON_##a##_BILLING,             \
		    FT_REASON_##a##_GRES_NODE, FT_REASON_##a##_LICENSE,        \
		    FT_REASON_##a##_UNKNOWN                                    \
	}

/* Associations have no limits per user or per account, and no minimums. */
static const ft_policy_reasons grp = { ROW(QOS_GRP), ROW(ASSOC_GRP) };
static const ft_policy_reasons grp_mins = { ROW_OF(QOS_GRP, MINS),
	ROW_OF(ASSOC_GRP, MINS) };
static const ft_policy_reasons grp_run = { ROW_OF(QOS_GRP, RUN_MINS),
	ROW_OF(ASSOC_GRP, RUN_MINS) };
static const ft_policy_reasons max = { ROW(QOS_MAX), ROW(ASSOC_MAX) };
static const ft_policy_reasons max_node = { ROW_NODE(QOS_MAX),
	ROW_NODE(ASSOC_MAX) };
static const ft_policy_reasons max_mins = { ROW_OF(QOS_MAX, MINS),
	ROW_OF(ASSOC_MAX, MINS) };
static const ft_policy_reasons min = { ROW(QOS_MIN) };
static const ft_policy_reasons user = { ROW(QOS_USER) };
static const ft_policy_reasons account = { ROW(QOS_ACCOUNT) };
static const ft_policy_reasons user_run = { ROW_OF(QOS_USER, RUN_MINS) };
static const ft_policy_reasons account_run = { ROW_OF(QOS_ACCOUNT, RUN_MINS) };

#define COUNT(kind, whose, measure, qos, assoc)                                \
	FT_LIMIT_##kind, FT_POLICY_##whose, FT_POLICY_##measure, NULL,         \
	{                                                                      \
		FT_REASON_##qos, FT_REASON_##assoc                             \
	}
#define TRES(kind, whose, measure, reasons)                                    \
	FT_LIMIT_##kind, FT_POLICY_##whose, FT_POLICY_##measure, &(reasons),   \
	{                                                                      \
		FT_REASON_NONE, FT_REASON_NONE                                 \
	}

/* Tests of a submission.  The two flags are `own` and `strict`. */
static const struct ft_policy_test submit[] = {
	{ TRES(MAX_TRES_PA, ACCOUNT, HELD, account), false, true },
	{ TRES(MAX_TRES_PU, USER, HELD, user), false, true },
	{ TRES(MAX_TRES_RUN_MINS_PA, ACCOUNT, PROMISED, account_run), false,
	    true },
	{ TRES(MAX_TRES_RUN_MINS_PU, USER, PROMISED, user_run), false, true },
	{ TRES(GRP_TRES, HOLDER, HELD, grp), false, true },
	{ COUNT(GRP_SUBMIT_JOBS, HOLDER, SUBMITTED, QOS_GRP_SUBMIT,
	      ASSOC_GRP_SUBMIT),
	    false, false },
	{ TRES(MAX_TRES_MINS, HOLDER, MINUTES, max_mins), true, true },
	{ TRES(MAX_TRES, HOLDER, ASKED, max), true, true },
	{ TRES(MAX_TRES_PN, HOLDER, PER_NODE, max_node), true, true },
	{ TRES(MIN_TRES, HOLDER, LEAST, min), false, true },
	{ COUNT(MAX_SUBMIT_JOBS, HOLDER, SUBMITTED, NONE, ASSOC_MAX_SUBMIT),
	    true, false },
	{ COUNT(MAX_SUBMIT_PA, ACCOUNT, SUBMITTED, QOS_ACCOUNT_SUBMIT, NONE),
	    true, false },
	{ COUNT(MAX_SUBMIT_PU, USER, SUBMITTED, QOS_USER_SUBMIT, NONE), true,
	    false },
	{ COUNT(GRP_WALL, HOLDER, NO_TIME, QOS_GRP_WALL, ASSOC_GRP_WALL), false,
	    false },
	{ COUNT(GRP_WALL, HOLDER, TIME, QOS_GRP_WALL, ASSOC_GRP_WALL), false,
	    true },
	{ COUNT(MAX_WALL, HOLDER, TIME, QOS_MAX_WALL, ASSOC_MAX_WALL), true,
	    true },
};

/* Tests of a start: first counts and times ... */
static const struct ft_policy_test start_counts[] = {
	{ COUNT(GRP_JOBS, HOLDER, JOBS, QOS_GRP_JOBS, ASSOC_GRP_JOBS), false,
	    false },
	{ COUNT(GRP_WALL, HOLDER, WALL, QOS_GRP_WALL, ASSOC_GRP_WALL), false,
	    false },
	{ COUNT(MAX_JOBS, HOLDER, JOBS, NONE, ASSOC_MAX_JOBS), true, false },
	{ COUNT(MAX_JOBS_PA, ACCOUNT, JOBS, QOS_ACCOUNT_JOBS, NONE), true,
	    false },
	{ COUNT(MAX_JOBS_PU, USER, JOBS, QOS_USER_JOBS, NONE), true, false },
	{ COUNT(MAX_WALL, HOLDER, TIME, QOS_MAX_WALL, ASSOC_MAX_WALL), true,
	    false },
};

/* ... then TRES. */
static const struct ft_policy_test start_tres[] = {
	{ TRES(GRP_TRES_MINS, HOLDER, SPENT, grp_mins), false, false },
	{ TRES(GRP_TRES, HOLDER, HELD, grp), false, false },
	{ TRES(GRP_TRES_RUN_MINS, HOLDER, PROMISED, grp_run), false, false },
	{ TRES(MAX_TRES_MINS, HOLDER, MINUTES, max_mins), true, false },
	{ TRES(MAX_TRES, HOLDER, ASKED, max), true, false },
	{ TRES(MAX_TRES_PN, HOLDER, PER_NODE, max_node), true, false },
	{ TRES(MIN_TRES, HOLDER, LEAST, min), false, false },
	{ TRES(MAX_TRES_PA, ACCOUNT, HELD, account), false, false },
	{ TRES(MAX_TRES_PU, USER, HELD, user), false, false },
	{ TRES(MAX_TRES_RUN_MINS_PA, ACCOUNT, PROMISED, account_run), false,
	    false },
	{ TRES(MAX_TRES_RUN_MINS_PU, USER, PROMISED, user_run), false, false },
};

/* Limits on jobs that gain age; some releases do not test the last one. */
static const struct ft_policy_test accrue[] = {
	{ COUNT(GRP_JOBS_ACCRUE, HOLDER, ACCRUING, NONE, NONE), false, false },
	{ COUNT(MAX_JOBS_ACCRUE, HOLDER, ACCRUING, NONE, NONE), true, false },
	{ COUNT(MAX_JOBS_ACCRUE_PA, ACCOUNT, ACCRUING, NONE, NONE), true,
	    false },
	{ COUNT(MAX_JOBS_ACCRUE_PU, USER, ACCRUING, NONE, NONE), true, false },
};

/* Listed, but not tested: with a lower priority, no nodes are reserved for a
 * job. */
static const struct ft_policy_test reserve[] = {
	{ COUNT(MIN_PRIO, HOLDER, PRIORITY, NONE, NONE), true, false },
};

#define COUNT_OF(tests) (sizeof(tests) / sizeof *(tests))

const struct ft_policy_table ft_policy_tables[FT_POLICY_TABLES] = {
	[FT_POLICY_TABLE_COUNTS] = { start_counts, COUNT_OF(start_counts) },
	[FT_POLICY_TABLE_TRES] = { start_tres, COUNT_OF(start_tres) },
	[FT_POLICY_TABLE_SUBMIT] = { submit, COUNT_OF(submit) },
	[FT_POLICY_TABLE_ACCRUE] = { accrue, COUNT_OF(accrue) },
	[FT_POLICY_TABLE_RESERVE] = { reserve, COUNT_OF(reserve) },
};

/* Whether running minutes of a QOS count for all users and accounts together only. */
static bool
counts_together(const struct ft_world *world)
{
	return !ft_release_has(
	    ft_conf_release(world->conf), FT_RULE_RUN_MINS_EACH);
}

/* Returns a check of JOB in the partition it requests, with what it
 * requests. */
static struct ft_policy_check
check_of(struct ft_world *world, const struct ft_job *job)
{
	return (struct ft_policy_check){ .world = world,
		.policy = ft_policy_of(world),
		.job = job,
		.place = ft_policy_place_of(world, job),
		.tres = job->req,
		.minutes = job->time_limit,
		.factor = 1,
		.together = counts_together(world) };
}

/* Returns whether one of the job's QOS has FLAG. */
static bool
has_flag(const struct ft_policy_check *check, enum ft_qos_flag flag)
{
	for (int i = 0; i < 2; i++)
		if (check->place.qos[i] != FT_POLICY_NONE &&
		    check->world->acctdb.qos[check->place.qos[i]].flags & flag)
			return true;
	return false;
}

enum ft_job_reason
ft_policy_submit(
    struct ft_world *world, const struct ft_job *job, uint32_t count)
{
	const char *names = job->partitions;
	enum ft_job_reason reason = FT_REASON_NONE;
	struct ft_policy_check check;
	struct ft_word name;

	if (!(world->enforce & FT_ENFORCE_LIMITS))
		return FT_REASON_NONE;
	check = check_of(world, job);
	check.count = count;
	check.alone = true;
	do {
		/* in each partition, with the QOS of that one */
		if (ft_word_next(&names, ",", &name))
			check.place = ft_policy_place_named(world, job, name);
		check.strict = has_flag(&check, FT_QOS_DENY_ON_LIMIT);
		reason = ft_policy_run_tests(&check, submit, COUNT_OF(submit));
	} while (reason == FT_REASON_NONE && *names);
	return reason;
}

int64_t
ft_policy_wall(struct ft_world *world, const struct ft_job *job)
{
	static const uint16_t kinds[] = { FT_LIMIT_GRP_WALL,
		FT_LIMIT_MAX_WALL };
	struct ft_policy_holder holder = { 0 };
	struct ft_policy_check check;
	int64_t least = FT_TIME_NONE;
	uint64_t limit;

	if (!(world->enforce & FT_ENFORCE_LIMITS))
		return least;
	check = check_of(world, job);
	while (ft_policy_next(&check, &holder))
		for (size_t i = 0; i < COUNT_OF(kinds); i++)
			if (ft_policy_limited(
				&check, &holder, kinds[i], &limit) &&
			    (least == FT_TIME_NONE || limit < (uint64_t)least))
				least = (int64_t)limit;
	return least;
}

int64_t
ft_policy_reserves_from(struct ft_world *world, const struct ft_job *job)
{
	struct ft_policy_holder holder = { 0 };
	struct ft_policy_check check;

	if (!ft_policy_of(world)->min_prio)
		return world->sched.value[FT_SCHED_BF_MIN_PRIO];
	check = check_of(world, job);
	while (ft_policy_next(&check, &holder)) {
		const struct ft_policy_limit *limit =
		    ft_policy_find(holder.limits, FT_LIMIT_MIN_PRIO, 0);

		if (limit && limit->value)
			return (int64_t)limit->value;
		if (limit && holder.assoc)
			break;
	}
	return world->sched.value[FT_SCHED_BF_MIN_PRIO];
}

/* Returns ROOM, or less if the limit that TEST compares allows fewer accruing
 * jobs more. */
static uint64_t
narrow(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, const struct ft_policy_test *test,
    uint64_t room)
{
	uint32_t accruing;
	uint64_t limit, left;

	if ((test->own && !holder->own) ||
	    !ft_policy_limited(check, holder, test->kind, &limit))
		return room;
	accruing = ft_policy_count_of(check, holder, test)->accruing;
	left = limit > accruing ? limit - accruing : 0;
	return left < room ? left : room;
}

uint64_t
ft_policy_accrue_room(struct ft_world *world, const struct ft_job *job)
{
	struct ft_policy_holder holder = { 0 };
	struct ft_policy_check check;
	uint64_t room = UINT32_MAX;
	bool per_user = ft_release_has(
	    ft_conf_release(world->conf), FT_RULE_ACCRUE_PER_USER);

	if (!(world->enforce & FT_ENFORCE_LIMITS))
		return room;
	check = check_of(world, job);
	while (ft_policy_next(&check, &holder))
		for (size_t i = 0; i < COUNT_OF(accrue) - !per_user; i++)
			room = narrow(&check, &holder, &accrue[i], room);
	return room;
}

bool
ft_policy_used_up(struct ft_world *world, const struct ft_job *job)
{
	struct ft_policy_holder holder = { 0 };
	struct ft_policy_check check = check_of(world, job);

	check.place.qos[0] = ft_policy_qos_index(world, job->qos);
	check.place.qos[1] = FT_POLICY_NONE;
	while (ft_policy_next(&check, &holder))
		for (size_t i = 0; i < holder.limits->n; i++) {
			const struct ft_policy_limit *limit =
			    &holder.limits->item[i];
			bool wall = limit->kind == FT_LIMIT_GRP_WALL;

			if (!wall &&
			    (limit->kind != FT_LIMIT_GRP_TRES_MINS ||
				(holder.assoc && !job->alloc[limit->index])))
				continue;
			if (ft_policy_booked(&check, &holder,
				wall ? -1 : (int)limit->index) >=
			    (ft_real)limit->value * 60)
				return true;
		}
	return false;
}

/*
 * Returns what is compared with UsageThreshold: the fair-share part of the
 * priority, factor times weight (tests/oracle/cases/z330-threshold-weight).  If
 * there is no weight, or the priority was set by hand, Slurm compares the
 * factor alone (z330-threshold-no-weight).
 */
static double
threshold_share(const struct ft_policy_check *check)
{
	struct ft_world *world = check->world;
	struct ft_share_input input = ft_world_share_input(world);
	uint32_t weight = (uint32_t)ft_conf_number(
	    world->conf, FT_CONF_PRIORITY_WEIGHT_FAIRSHARE);

	if (!weight || check->job->priority_set)
		return ft_share_bare_factor(
		    &input, &world->share, check->place.node);
	return ft_share_job_factor(
		   &world->share, world->tree, check->place.node) *
	       weight;
}

bool
ft_policy_threshold(
    const struct ft_policy_check *check, int i, double *least, double *share)
{
	const struct ft_qos *qos;

	if (check->place.qos[i] == FT_POLICY_NONE)
		return false;
	qos = &check->world->acctdb.qos[check->place.qos[i]];
	if (!(qos->flags & FT_QOS_ENFORCE_USAGE_THRESHOLD) ||
	    qos->usage_threshold < 0 || check->place.node == FT_NODE_NONE ||
	    ft_world_share(check->world, NULL) != FT_OK ||
	    !check->world->share.factor)
		return false;
	*least = qos->usage_threshold;
	*share = threshold_share(check);
	return true;
}

/* Returns whether the fair share of the job is below the UsageThreshold of one
 * of its QOS. */
static bool
below_threshold(const struct ft_policy_check *check)
{
	double least, share;

	for (int i = 0; i < 2; i++)
		if (ft_policy_threshold(check, i, &least, &share) &&
		    share < least)
			return true;
	return false;
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
	struct ft_policy_check check;
	enum ft_job_reason reason;

	if (block)
		*block = (struct ft_policy_block){ .node = FT_NODE_NONE,
			.tres = UINT32_MAX };
	if (!(world->enforce & FT_ENFORCE_LIMITS))
		return FT_REASON_NONE;
	check = (struct ft_policy_check){ .world = world,
		.policy = ft_policy_of(world),
		.job = question->job,
		.place = ft_policy_place_in(
		    world, question->job, question->partition),
		.alone = question->alone,
		.tres = question->tres,
		.minutes = question->limit,
		.factor = 1,
		.together = counts_together(world),
		.block = block };
	if (check.policy->rounds)
		ft_policy_advance(world);
	if (!check.alone && below_threshold(&check))
		return FT_REASON_QOS_THRESHOLD;
	if (has_flag(&check, FT_QOS_USAGE_FACTOR_SAFE))
		check.factor = ft_policy_factor(world, check.job->qos);
	reason =
	    ft_policy_run_tests(&check, start_counts, COUNT_OF(start_counts));
	return reason != FT_REASON_NONE ? reason
					: ft_policy_run_tests(&check,
					      start_tres, COUNT_OF(start_tres));
}
