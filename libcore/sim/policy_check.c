/*
 * policy_check.c - tests of a job against the limits of one QOS or association.
 *
 * A limit that a QOS sets hides the same limit of the second QOS (a job in a
 * partition with a QOS has two) and of associations.  Source: sacctmgr(1),
 * resource_limits.html of Slurm's documentation; tests/unit/t_policy.c.
 */

#include "base/timefmt.h"
#include "sim/ledger.h"
#include "sim/policy.h"
#include "sim/policy_check_int.h"

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

static const enum ft_job_reason qos_reason[FT_POLICY_ROWS][COLUMNS] = {
	[FT_POLICY_GRP] = ROW(QOS_GRP),
	[FT_POLICY_GRP_MINS] = ROW_OF(QOS_GRP, MINS),
	[FT_POLICY_GRP_RUN_MINS] = ROW_OF(QOS_GRP, RUN_MINS),
	[FT_POLICY_MAX] = ROW(QOS_MAX),
	[FT_POLICY_MAX_NODE] = ROW_NODE(QOS_MAX),
	[FT_POLICY_MAX_MINS] = ROW_OF(QOS_MAX, MINS),
	[FT_POLICY_MIN] = ROW(QOS_MIN),
	[FT_POLICY_USER] = ROW(QOS_USER),
	[FT_POLICY_ACCOUNT] = ROW(QOS_ACCOUNT),
};
static const enum ft_job_reason assoc_reason[FT_POLICY_ROWS][COLUMNS] = {
	[FT_POLICY_GRP] = ROW(ASSOC_GRP),
	[FT_POLICY_GRP_MINS] = ROW_OF(ASSOC_GRP, MINS),
	[FT_POLICY_GRP_RUN_MINS] = ROW_OF(ASSOC_GRP, RUN_MINS),
	[FT_POLICY_MAX] = ROW(ASSOC_MAX),
	[FT_POLICY_MAX_NODE] = ROW_NODE(ASSOC_MAX),
	[FT_POLICY_MAX_MINS] = ROW_OF(ASSOC_MAX, MINS),
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

/* ---- which limits count ------------------------------------------------------ */

const struct ft_policy_limits *
ft_policy_qos_limits(const struct ft_policy_check *check, int i)
{
	uint32_t index = check->place.qos[i];

	return index == FT_POLICY_NONE ? NULL
				       : &check->policy->qos[index].limits;
}

/* Of a QOS, kinds that hide MaxJobs and MaxSubmitJobs of an association. */
static bool
qos_sets(
    const struct ft_policy_check *check, int i, uint16_t kind, uint32_t index)
{
	const struct ft_policy_limits *limits = ft_policy_qos_limits(check, i);

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
hidden(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, uint16_t kind, uint32_t index)
{
	for (int i = 0; i < holder->qos && i < 2; i++)
		if (qos_sets(check, i, kind, index))
			return true;
	return false;
}

bool
ft_policy_limited(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, uint16_t kind, uint64_t *value)
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
minutes_of(const struct ft_policy_check *check, uint32_t index)
{
	double minutes = (double)ft_policy_seconds(check->minutes) / 60;

	if (check->minutes < 0)
		return 0;
	return (uint64_t)(minutes * (double)check->tres[index] * check->factor);
}

static ft_real
booked(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, int what)
{
	if (check->alone)
		return 0;
	if (holder->qos == 2)
		return ft_world_tres_usage(check->world, holder->at, what);
	return ft_world_qos_tres_usage(
	    check->world, check->world->book.qos[holder->at].id, what);
}

static uint64_t
used(const struct ft_policy_check *check, const struct ft_policy_count *count,
    uint32_t index)
{
	return count->tres && !check->alone ? count->tres[index] : 0;
}

static uint64_t
promised(const struct ft_policy_check *check,
    const struct ft_policy_count *count, uint32_t index)
{
	return count->run_secs && !check->alone ? count->run_secs[index] / 60
						: 0;
}

static uint32_t
running(
    const struct ft_policy_check *check, const struct ft_policy_count *count)
{
	return check->alone ? 0 : count->jobs;
}

static bool
spent(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, uint32_t index, uint64_t limit)
{
	ft_real seconds = booked(check, holder, (int)index);
	uint64_t gone = ft_real_u64(seconds / 60);

	if (gone >= limit)
		return true;
	return check->world->enforce & FT_ENFORCE_SAFE &&
	       minutes_of(check, index) +
		       promised(check, holder->count, index) >
		   limit - gone;
}

static struct ft_policy_count *
member_count(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, bool user)
{
	struct ft_policy_qos *qos = &check->policy->qos[holder->at];

	return user ? ft_policy_member_of(&qos->user, check->place.user)
		    : ft_policy_member_of(&qos->account, check->place.account);
}

/*
 * What the job takes more of than COUNT has in use: of nodes those that are not
 * among them, if it names its nodes.
 */
static uint64_t
more_of(const struct ft_policy_check *check,
    const struct ft_policy_count *count, uint32_t index)
{
	uint64_t want = check->tres[index], shared = 0;
	uint32_t *node = NULL;
	size_t n = 0;

	if (check->alone || index != FT_TRES_NODE || !*check->job->req_nodes ||
	    ft_machine_hosts(&check->world->machine, check->job->req_nodes,
		&node, &n, NULL) != FT_OK)
		return want;
	for (size_t i = 0; i < n; i++)
		shared += ft_policy_has_node(&count->nodes, node[i]);
	ft_free(node);
	return shared < want ? want - shared : 0;
}

static bool
too_much(const struct ft_policy_check *check,
    const struct ft_policy_count *count, uint32_t index, uint64_t limit)
{
	return used(check, count, index) + more_of(check, count, index) > limit;
}

static bool
exceeds(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, enum ft_policy_row row,
    uint32_t index, uint64_t limit)
{
	uint64_t want = check->tres[index];
	uint64_t nodes = check->tres[FT_TRES_NODE];

	switch (row) {
	case FT_POLICY_GRP:
		return too_much(check, holder->count, index, limit);
	case FT_POLICY_GRP_MINS:
		return spent(check, holder, index, limit);
	case FT_POLICY_GRP_RUN_MINS:
		return promised(check, holder->count, index) +
			   minutes_of(check, index) >
		       limit;
	case FT_POLICY_MAX:
		return want > limit;
	case FT_POLICY_MAX_NODE:
		return want / (nodes ? nodes : 1) > limit;
	case FT_POLICY_MAX_MINS:
		return minutes_of(check, index) > limit;
	case FT_POLICY_MIN:
		return want < limit;
	case FT_POLICY_USER:
	case FT_POLICY_ACCOUNT:
		return too_much(check,
		    member_count(check, holder, row == FT_POLICY_USER), index,
		    limit);
	case FT_POLICY_ROWS:
		break;
	}
	return false;
}

/* ---- which one it was --------------------------------------------------------- */

/* Note that HOLDER's LIMIT of KIND is what says no. */
static void
note(const struct ft_policy_check *check, const struct ft_policy_holder *holder,
    uint16_t kind, uint32_t index, uint64_t limit)
{
	bool assoc = holder->qos == 2;

	*check->block = (struct ft_policy_block){
		.qos = assoc ? 0 : check->world->book.qos[holder->at].id,
		.node = assoc ? holder->at : FT_NODE_NONE,
		.kind = kind,
		.tres = index,
		.limit = limit,
	};
}

static void
note_member(const struct ft_policy_check *check, bool user)
{
	if (user)
		check->block->user = check->place.user;
	else
		check->block->account = check->place.account;
}

static void
note_tres(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, enum ft_policy_row row,
    uint32_t index, const struct ft_policy_limit *limit)
{
	struct ft_policy_block *block = check->block;
	const struct ft_policy_count *count = holder->count;
	uint64_t nodes = check->tres[FT_TRES_NODE];

	if (!block)
		return;
	note(check, holder, limit->kind, index, limit->value);
	block->asked = check->tres[index];
	switch (row) {
	case FT_POLICY_USER:
	case FT_POLICY_ACCOUNT:
		note_member(check, row == FT_POLICY_USER);
		count = member_count(check, holder, row == FT_POLICY_USER);
		/* fall through */
	case FT_POLICY_GRP:
		block->used = used(check, count, index);
		block->asked = more_of(check, count, index);
		break;
	case FT_POLICY_GRP_MINS:
		block->used =
		    ft_real_u64(booked(check, holder, (int)index) / 60) +
		    promised(check, count, index);
		block->asked = minutes_of(check, index);
		break;
	case FT_POLICY_GRP_RUN_MINS:
		block->used = promised(check, count, index);
		block->asked = minutes_of(check, index);
		break;
	case FT_POLICY_MAX_MINS:
		block->asked = minutes_of(check, index);
		break;
	case FT_POLICY_MAX_NODE:
		block->asked /= nodes ? nodes : 1;
		break;
	case FT_POLICY_MAX:
	case FT_POLICY_MIN:
	case FT_POLICY_ROWS:
		break;
	}
}

static void
note_count(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, const struct ft_policy_test *test,
    uint64_t limit)
{
	struct ft_policy_block *block = check->block;
	bool user = test->against == FT_POLICY_AGAINST_USER;

	if (!block)
		return;
	note(check, holder, test->kind, UINT32_MAX, limit);
	block->asked = 1;
	if (user || test->against == FT_POLICY_AGAINST_ACCOUNT) {
		note_member(check, user);
		block->used = running(check, member_count(check, holder, user));
	} else if (test->against == FT_POLICY_AGAINST_WALL) {
		block->used = ft_real_u64(booked(check, holder, -1) / 60);
		block->asked = 0;
	} else if (test->against == FT_POLICY_AGAINST_LIMIT) {
		block->asked = (uint64_t)check->minutes;
	} else {
		block->used = running(check, holder->count);
	}
}

/* The first resource of which HOLDER's limit of KIND is too small. */
static enum ft_job_reason
resources(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, uint16_t kind,
    enum ft_policy_row row)
{
	for (size_t i = 0; i < holder->limits->n; i++) {
		const struct ft_policy_limit *limit = &holder->limits->item[i];

		if (limit->kind != kind ||
		    hidden(check, holder, kind, limit->index) ||
		    !exceeds(check, holder, row, limit->index, limit->value))
			continue;
		note_tres(check, holder, row, limit->index, limit);
		return holder->qos == 2
			   ? assoc_reason[row]
					 [column_of(check->world, limit->index)]
			   : qos_reason[row]
				       [column_of(check->world, limit->index)];
	}
	return FT_REASON_NONE;
}

/* ---- counts and times ------------------------------------------------------------ */

static bool
counts(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, enum ft_policy_against against,
    uint64_t limit)
{
	uint64_t more = check->count;

	switch (against) {
	case FT_POLICY_AGAINST_JOBS:
		return running(check, holder->count) >= limit;
	case FT_POLICY_AGAINST_SUBMITTED:
		return holder->count->submitted + more > limit;
	case FT_POLICY_AGAINST_USER:
		return running(check, member_count(check, holder, true)) >=
		       limit;
	case FT_POLICY_AGAINST_ACCOUNT:
		return running(check, member_count(check, holder, false)) >=
		       limit;
	case FT_POLICY_AGAINST_USER_SUBMITTED:
		return member_count(check, holder, true)->submitted + more >
		       limit;
	case FT_POLICY_AGAINST_ACCOUNT_SUBMITTED:
		return member_count(check, holder, false)->submitted + more >
		       limit;
	case FT_POLICY_AGAINST_WALL:
		return ft_real_u64(booked(check, holder, -1) / 60) >= limit;
	case FT_POLICY_AGAINST_LIMIT:
		return check->minutes > 0 && (uint64_t)check->minutes > limit;
	case FT_POLICY_AGAINST_TRES:
		break;
	}
	return false;
}

enum ft_job_reason
ft_policy_run_tests(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, const struct ft_policy_test *test,
    size_t n)
{
	for (size_t i = 0; i < n; i++) {
		enum ft_job_reason reason;
		uint64_t limit;

		if ((test[i].strict && !check->strict) ||
		    (holder->qos == 2 && test[i].own && !holder->own))
			continue;
		if (test[i].against == FT_POLICY_AGAINST_TRES) {
			reason =
			    resources(check, holder, test[i].kind, test[i].row);
			if (reason != FT_REASON_NONE)
				return reason;
			continue;
		}
		if (!ft_policy_limited(check, holder, test[i].kind, &limit) ||
		    !counts(check, holder, test[i].against, limit))
			continue;
		note_count(check, holder, &test[i], limit);
		return holder->qos == 2 ? test[i].assoc : test[i].qos;
	}
	return FT_REASON_NONE;
}
