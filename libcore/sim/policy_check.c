/*
 * policy_check.c - may this job be submitted, may it start: the limits of the
 * QOS, then of the association and all above it, in Slurm's order.
 *
 * A limit that a QOS sets hides the same limit of the second QOS (a job in a
 * partition with a QOS has two) and of associations.  Source: sacctmgr(1),
 * resource_limits.html of Slurm's documentation; tests/unit/t_policy.c.
 */
#include <string.h>

#include "base/timefmt.h"
#include "model/qos.h"
#include "sim/policy_int.h"

/* Columns of the table of reasons: what kind of resource it is. */
enum column {
	COLUMN_CPU,
	COLUMN_MEM,
	COLUMN_NODE,
	COLUMN_BILLING,
	COLUMN_GRES,
	COLUMN_LICENSE,
	COLUMN_UNKNOWN,
	COLUMNS
};
enum row {
	ROW_GRP,
	ROW_GRP_MINS,
	ROW_GRP_RUN_MINS,
	ROW_MAX,
	ROW_MAX_NODE,
	ROW_MAX_MINS,
	ROW_MIN,
	ROW_USER,
	ROW_ACCOUNT,
	ROWS
};

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
/* Per node there are three; what else is limited is called as for the job. */
#define ROW_NODE(a)                                                            \
	{                                                                      \
		FT_REASON_##a##_CPU_NODE, FT_REASON_##a##_MEM_NODE,            \
		    FT_REASON_##a##_NODE, FT_REASON_##a##_BILLING,             \
		    FT_REASON_##a##_GRES_NODE, FT_REASON_##a##_LICENSE,        \
		    FT_REASON_##a##_UNKNOWN                                    \
	}

static const enum ft_job_reason qos_reason[ROWS][COLUMNS] = {
	[ROW_GRP] = ROW(QOS_GRP),
	[ROW_GRP_MINS] = ROW_OF(QOS_GRP, MINS),
	[ROW_GRP_RUN_MINS] = ROW_OF(QOS_GRP, RUN_MINS),
	[ROW_MAX] = ROW(QOS_MAX),
	[ROW_MAX_NODE] = ROW_NODE(QOS_MAX),
	[ROW_MAX_MINS] = ROW_OF(QOS_MAX, MINS),
	[ROW_MIN] = ROW(QOS_MIN),
	[ROW_USER] = ROW(QOS_USER),
	[ROW_ACCOUNT] = ROW(QOS_ACCOUNT),
};
static const enum ft_job_reason assoc_reason[ROWS][COLUMNS] = {
	[ROW_GRP] = ROW(ASSOC_GRP),
	[ROW_GRP_MINS] = ROW_OF(ASSOC_GRP, MINS),
	[ROW_GRP_RUN_MINS] = ROW_OF(ASSOC_GRP, RUN_MINS),
	[ROW_MAX] = ROW(ASSOC_MAX),
	[ROW_MAX_NODE] = ROW_NODE(ASSOC_MAX),
	[ROW_MAX_MINS] = ROW_OF(ASSOC_MAX, MINS),
};

static enum column
column_of(const struct ft_world *world, uint32_t index)
{
	const char *type = world->tres.item[index].type;

	switch (index) {
	case FT_TRES_CPU:
		return COLUMN_CPU;
	case FT_TRES_MEM:
		return COLUMN_MEM;
	case FT_TRES_NODE:
		return COLUMN_NODE;
	case FT_TRES_BILLING:
		return COLUMN_BILLING;
	default:
		break;
	}
	if (strcmp(type, "gres") == 0)
		return COLUMN_GRES;
	return strcmp(type, "license") == 0 ? COLUMN_LICENSE : COLUMN_UNKNOWN;
}

/* One question. */
struct check {
	struct ft_world *world;
	struct ft_policy *policy;
	const struct ft_job *job;
	struct ft_policy_place place;
	uint32_t count;       /* tasks; submission only */
	bool strict;          /* refuse what could never start */
	bool alone;           /* this job, without those that run */
	const uint64_t *tres; /* asked for */
	int64_t minutes;      /* limit; < 0 not known */
	double factor;        /* for minutes, of a QOS with UsageFactorSafe */
};

/* One who sets limits: the N-th QOS, or an association. */
struct holder {
	int qos;     /* 0, 1; 2: an association */
	bool own;    /* association of the job, not one above it */
	uint32_t at; /* QOS index, tree node */
	const struct ft_policy_limits *limits;
	const struct ft_policy_count *count;
};

/* ---- which limits count ------------------------------------------------------ */

static const struct ft_policy_limits *
qos_limits(const struct check *check, int i)
{
	uint32_t index = check->place.qos[i];

	return index == FT_POLICY_NONE ? NULL
				       : &check->policy->qos[index].limits;
}

/* Of a QOS, kinds that hide MaxJobs and MaxSubmitJobs of an association. */
static bool
qos_sets(const struct check *check, int i, uint16_t kind, uint32_t index)
{
	const struct ft_policy_limits *limits = qos_limits(check, i);

	if (!limits)
		return false;
	if (kind == FT_LIMIT_MAX_JOBS)
		return ft_policy_find(limits, FT_LIMIT_MAX_JOBS_PU, 0) ||
		       ft_policy_find(limits, FT_LIMIT_MAX_JOBS_PA, 0);
	if (kind == FT_LIMIT_MAX_SUBMIT_JOBS)
		return ft_policy_find(limits, FT_LIMIT_MAX_SUBMIT_PU, 0) ||
		       ft_policy_find(limits, FT_LIMIT_MAX_SUBMIT_PA, 0);
	return ft_policy_find(limits, kind, index) != NULL;
}

static bool
hidden(const struct check *check, const struct holder *holder, uint16_t kind,
    uint32_t index)
{
	for (int i = 0; i < holder->qos && i < 2; i++)
		if (qos_sets(check, i, kind, index))
			return true;
	return false;
}

/* The limit of KIND, a count or a time, that HOLDER sets; true, *value. */
static bool
limited(const struct check *check, const struct holder *holder, uint16_t kind,
    uint64_t *value)
{
	const struct ft_policy_limit *limit =
	    ft_policy_find(holder->limits, kind, 0);

	if (!limit || hidden(check, holder, kind, 0))
		return false;
	*value = limit->value;
	return true;
}

/* ---- resources ----------------------------------------------------------------- */

static uint64_t
minutes_of(const struct check *check, uint32_t index)
{
	double minutes = (double)ft_policy_seconds(check->minutes) / 60;

	if (check->minutes < 0)
		return 0;
	return (uint64_t)(minutes * (double)check->tres[index] * check->factor);
}

static ft_real
booked(const struct check *check, const struct holder *holder, int what)
{
	if (holder->qos == 2)
		return ft_world_tres_usage(check->world, holder->at, what);
	return ft_world_qos_tres_usage(
	    check->world, check->world->book.qos[holder->at].id, what);
}

static uint64_t
used(const struct ft_policy_count *count, uint32_t index)
{
	return count->tres ? count->tres[index] : 0;
}

static uint64_t
promised(const struct ft_policy_count *count, uint32_t index)
{
	return count->run_secs ? count->run_secs[index] / 60 : 0;
}

static bool
spent(const struct check *check, const struct holder *holder, uint32_t index,
    uint64_t limit)
{
	ft_real seconds = booked(check, holder, (int)index);
	uint64_t gone = ft_real_u64(seconds / 60);

	if (gone >= limit)
		return true;
	return check->world->enforce & FT_ENFORCE_SAFE &&
	       minutes_of(check, index) + promised(holder->count, index) >
		   limit - gone;
}

static struct ft_policy_count *
member_count(const struct check *check, const struct holder *holder, bool user)
{
	struct ft_policy_qos *qos = &check->policy->qos[holder->at];

	return user ? ft_policy_member_of(&qos->user, check->place.user)
		    : ft_policy_member_of(&qos->account, check->place.account);
}

static bool
exceeds(const struct check *check, const struct holder *holder, enum row row,
    uint32_t index, uint64_t limit)
{
	uint64_t want = check->tres[index];
	uint64_t nodes = check->tres[FT_TRES_NODE];

	switch (row) {
	case ROW_GRP:
		return (check->alone ? 0 : used(holder->count, index)) + want >
		       limit;
	case ROW_GRP_MINS:
		return spent(check, holder, index, limit);
	case ROW_GRP_RUN_MINS:
		return promised(holder->count, index) +
			   minutes_of(check, index) >
		       limit;
	case ROW_MAX:
		return want > limit;
	case ROW_MAX_NODE:
		return want / (nodes ? nodes : 1) > limit;
	case ROW_MAX_MINS:
		return minutes_of(check, index) > limit;
	case ROW_MIN:
		return want < limit;
	case ROW_USER:
	case ROW_ACCOUNT:
		if (check->alone)
			return want > limit;
		return used(member_count(check, holder, row == ROW_USER),
			   index) +
			   want >
		       limit;
	case ROWS:
		break;
	}
	return false;
}

/* The first resource of which HOLDER's limit of KIND is too small. */
static enum ft_job_reason
resources(const struct check *check, const struct holder *holder, uint16_t kind,
    enum row row)
{
	for (size_t i = 0; i < holder->limits->n; i++) {
		const struct ft_policy_limit *limit = &holder->limits->item[i];

		if (limit->kind != kind ||
		    hidden(check, holder, kind, limit->index) ||
		    !exceeds(check, holder, row, limit->index, limit->value))
			continue;
		return holder->qos == 2
			   ? assoc_reason[row]
					 [column_of(check->world, limit->index)]
			   : qos_reason[row]
				       [column_of(check->world, limit->index)];
	}
	return FT_REASON_NONE;
}

/* ---- counts and times ------------------------------------------------------------ */

/* What is compared with a count or a time. */
enum against {
	AGAINST_TRES,      /* row of resources() */
	AGAINST_JOBS,      /* running jobs of the holder */
	AGAINST_SUBMITTED, /* of the holder, with those that come */
	AGAINST_USER,      /* running, of the user in the QOS */
	AGAINST_ACCOUNT,
	AGAINST_USER_SUBMITTED,
	AGAINST_ACCOUNT_SUBMITTED,
	AGAINST_WALL, /* group wall time booked */
	AGAINST_LIMIT /* the time limit */
};

/* One test.  Those of own are not made of associations above the job's. */
struct test {
	uint16_t kind;
	enum against against;
	enum row row;
	enum ft_job_reason qos, assoc;
	bool own;
	bool strict; /* of submissions: only if DenyOnLimit */
};

static bool
counts(const struct check *check, const struct holder *holder,
    enum against against, uint64_t limit)
{
	uint64_t more = check->count;

	switch (against) {
	case AGAINST_JOBS:
		return holder->count->jobs >= limit;
	case AGAINST_SUBMITTED:
		return holder->count->submitted + more > limit;
	case AGAINST_USER:
		return member_count(check, holder, true)->jobs >= limit;
	case AGAINST_ACCOUNT:
		return member_count(check, holder, false)->jobs >= limit;
	case AGAINST_USER_SUBMITTED:
		return member_count(check, holder, true)->submitted + more >
		       limit;
	case AGAINST_ACCOUNT_SUBMITTED:
		return member_count(check, holder, false)->submitted + more >
		       limit;
	case AGAINST_WALL:
		return ft_real_u64(booked(check, holder, -1) / 60) >= limit;
	case AGAINST_LIMIT:
		return check->minutes > 0 && (uint64_t)check->minutes > limit;
	case AGAINST_TRES:
		break;
	}
	return false;
}

static enum ft_job_reason
run_tests(const struct check *check, const struct holder *holder,
    const struct test *test, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		enum ft_job_reason reason;
		uint64_t limit;

		if ((test[i].strict && !check->strict) ||
		    (holder->qos == 2 && test[i].own && !holder->own))
			continue;
		if (test[i].against == AGAINST_TRES) {
			reason =
			    resources(check, holder, test[i].kind, test[i].row);
			if (reason != FT_REASON_NONE)
				return reason;
			continue;
		}
		if (limited(check, holder, test[i].kind, &limit) &&
		    counts(check, holder, test[i].against, limit))
			return holder->qos == 2 ? test[i].assoc : test[i].qos;
	}
	return FT_REASON_NONE;
}

/* ---- the tests, in order ---------------------------------------------------------- */

#define COUNT(kind, against, qos, assoc, own, strict)                          \
	{                                                                      \
		FT_LIMIT_##kind, AGAINST_##against, ROWS, FT_REASON_##qos,     \
		    FT_REASON_##assoc, own, strict                             \
	}
#define TRES(kind, row, own, strict)                                           \
	{                                                                      \
		FT_LIMIT_##kind, AGAINST_TRES, ROW_##row, FT_REASON_NONE,      \
		    FT_REASON_NONE, own, strict                                \
	}

/* A submission.  Associations have no limits per user, account, least. */
static const struct test submit[] = {
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
static const struct test start_counts[] = {
	COUNT(GRP_JOBS, JOBS, QOS_GRP_JOBS, ASSOC_GRP_JOBS, false, false),
	COUNT(GRP_WALL, WALL, QOS_GRP_WALL, ASSOC_GRP_WALL, false, false),
	COUNT(MAX_JOBS, JOBS, NONE, ASSOC_MAX_JOBS, true, false),
	COUNT(MAX_JOBS_PA, ACCOUNT, QOS_ACCOUNT_JOBS, NONE, true, false),
	COUNT(MAX_JOBS_PU, USER, QOS_USER_JOBS, NONE, true, false),
	COUNT(MAX_WALL, LIMIT, QOS_MAX_WALL, ASSOC_MAX_WALL, true, false),
};

static const struct test start_tres[] = {
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
each_qos(struct check *check, const struct test *test, size_t n)
{
	for (int i = 0; i < 2; i++) {
		struct holder holder = { .qos = i, .own = true };
		enum ft_job_reason reason;

		if (check->place.qos[i] == FT_POLICY_NONE)
			continue;
		holder.at = check->place.qos[i];
		holder.limits = &check->policy->qos[holder.at].limits;
		holder.count = &check->policy->qos[holder.at].count;
		reason = run_tests(check, &holder, test, n);
		if (reason != FT_REASON_NONE)
			return reason;
	}
	return FT_REASON_NONE;
}

static enum ft_job_reason
each_assoc(struct check *check, const struct test *test, size_t n)
{
	uint32_t node = check->place.node;
	bool own = true;

	for (; node != FT_NODE_NONE; node = check->world->tree->parent[node]) {
		const struct ft_policy_node *here =
		    ft_policy_node_of(check->world, node);
		struct holder holder = { .qos = 2,
			.own = own,
			.at = node,
			.limits = &here->own,
			.count = &here->count };
		enum ft_job_reason reason;

		reason = run_tests(check, &holder, test, n);
		if (reason != FT_REASON_NONE)
			return reason;
		if (own && here->inherited.n > 0) {
			holder.limits = &here->inherited;
			reason = run_tests(check, &holder, test, n);
			if (reason != FT_REASON_NONE)
				return reason;
		}
		own = false;
	}
	return FT_REASON_NONE;
}

static enum ft_job_reason
each(struct check *check, const struct test *test, size_t n)
{
	enum ft_job_reason reason = each_qos(check, test, n);

	return reason == FT_REASON_NONE ? each_assoc(check, test, n) : reason;
}

static bool
has_flag(const struct check *check, const char *flag)
{
	uint32_t bit = ft_qos_flag_find(flag, strlen(flag));

	for (int i = 0; i < 2; i++)
		if (check->place.qos[i] != FT_POLICY_NONE &&
		    check->world->book.qos[check->place.qos[i]].flags & bit)
			return true;
	return false;
}

enum ft_job_reason
ft_policy_submit(
    struct ft_world *world, const struct ft_job *job, uint32_t count)
{
	struct check check = { .world = world,
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
	check.strict = has_flag(&check, "DenyOnLimit");
	return each(&check, submit, sizeof submit / sizeof *submit);
}

static void
shorten(const struct check *check, const struct holder *holder, int64_t *least)
{
	static const uint16_t kinds[] = { FT_LIMIT_GRP_WALL,
		FT_LIMIT_MAX_WALL };
	uint64_t limit;

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (limited(check, holder, kinds[i], &limit) &&
		    (*least == FT_TIME_NONE || limit < (uint64_t)*least))
			*least = (int64_t)limit;
}

int64_t
ft_policy_wall(struct ft_world *world, const struct ft_job *job)
{
	struct check check = { .world = world, .job = job };
	int64_t least = FT_TIME_NONE;

	if (!(world->enforce & FT_ENFORCE_LIMITS))
		return least;
	check.policy = ft_policy_of(world);
	check.place = ft_policy_place_of(world, job);
	for (int i = 0; i < 2; i++) {
		struct holder holder = { .qos = i,
			.limits = qos_limits(&check, i) };

		if (holder.limits)
			shorten(&check, &holder, &least);
	}
	for (uint32_t node = check.place.node; node != FT_NODE_NONE;
	     node = world->tree->parent[node]) {
		const struct ft_policy_node *here =
		    ft_policy_node_of(world, node);
		struct holder holder = { .qos = 2, .limits = &here->own };

		shorten(&check, &holder, &least);
		holder.limits = &here->inherited;
		if (node == check.place.node)
			shorten(&check, &holder, &least);
	}
	return least;
}

/* A QOS may ask for a fair-share factor that jobs must have. */
static bool
below_threshold(struct check *check)
{
	uint32_t bit = ft_qos_flag_find(
	    "EnforceUsageThreshold", strlen("EnforceUsageThreshold"));

	for (int i = 0; i < 2; i++) {
		const struct ft_qos *qos;

		if (check->place.qos[i] == FT_POLICY_NONE)
			continue;
		qos = &check->world->book.qos[check->place.qos[i]];
		if (!(qos->flags & bit) || qos->usage_threshold < 0 ||
		    check->place.node == FT_NODE_NONE ||
		    ft_world_share(check->world, NULL) != FT_OK ||
		    !check->world->share.factor)
			continue;
		if (check->world->share.factor[check->place.node] <
		    qos->usage_threshold)
			return true;
	}
	return false;
}

enum ft_job_reason
ft_policy_start(struct ft_world *world, const struct ft_job *job,
    const struct ft_partition *partition, const uint64_t *tres, int64_t limit)
{
	struct check check = { .world = world,
		.job = job,
		.tres = tres,
		.minutes = limit,
		.factor = 1 };
	enum ft_job_reason reason;

	if (!(world->enforce & FT_ENFORCE_LIMITS))
		return FT_REASON_NONE;
	check.policy = ft_policy_of(world);
	check.place = ft_policy_place_in(world, job, partition);
	ft_policy_advance(world);
	if (below_threshold(&check))
		return FT_REASON_QOS_THRESHOLD;
	if (has_flag(&check, "UsageFactorSafe"))
		check.factor = ft_policy_factor(world, job->qos);
	reason = each(
	    &check, start_counts, sizeof start_counts / sizeof *start_counts);
	if (reason != FT_REASON_NONE)
		return reason;
	return each(&check, start_tres, sizeof start_tres / sizeof *start_tres);
}
