/*
 * check.c - tests a job against the limits of QOS and associations.
 *
 * A limit that a QOS sets hides the same limit of the associations.  In a
 * partition with a QOS a job has two; then the first also hides the same limit
 * of the second.  Source: sacctmgr(1), resource_limits.html;
 * tests/unit/t_policy.c.
 */

#include "sim/usage/ledger.h"
#include "sim/policy/policy.h"
#include "sim/policy/check_private.h"

static enum ft_policy_column
column_of(const struct ft_world *world, uint32_t index)
{
	static const struct {
		uint32_t index;
		enum ft_policy_column column;
	} known[] = {
		{ FT_TRES_CPU, FT_POLICY_CPU },
		{ FT_TRES_MEM, FT_POLICY_MEM },
		{ FT_TRES_NODE, FT_POLICY_NODES },
		{ FT_TRES_BILLING, FT_POLICY_BILLING },
	};
	const char *type = world->tres.item[index].type;

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (known[i].index == index)
			return known[i].column;
	if (strcmp(type, "gres") == 0)
		return FT_POLICY_GRES;
	return strcmp(type, "license") == 0 ? FT_POLICY_LICENSE
					    : FT_POLICY_UNKNOWN;
}

/* ---- which limits count -------------------------------------------------- */

static bool
next_assoc(const struct ft_policy_check *check, struct ft_policy_holder *holder)
{
	enum { OWN = 2, INHERITED, ABOVE };
	const struct ft_policy_node *here;

	if (holder->turn >= ABOVE && holder->at != FT_NODE_NONE)
		holder->at = ft_policy_node_of(check->world, holder->at)->above;
	else if (holder->turn == OWN)
		holder->at = check->place.node;
	if (holder->at == FT_NODE_NONE)
		return false;
	here = ft_policy_node_of(check->world, holder->at);
	holder->assoc = true;
	holder->own = holder->turn < ABOVE;
	holder->limits =
	    holder->turn == INHERITED ? &here->inherited : &here->own;
	holder->count = &here->count;
	holder->turn += holder->turn < ABOVE;
	return true;
}

bool
ft_policy_next(
    const struct ft_policy_check *check, struct ft_policy_holder *holder)
{
	while (holder->turn < 2) {
		const struct ft_policy_qos *qos;

		holder->at = check->place.qos[holder->turn++];
		if (holder->at == FT_POLICY_NONE)
			continue;
		qos = &check->policy->qos[holder->at];
		holder->own = true;
		holder->limits = &qos->limits;
		holder->count = &qos->count;
		if (qos->limits.n)
			return true;
	}
	while (next_assoc(check, holder))
		if (holder->limits->n)
			return true;
	return false;
}

/* Returns whether LIMITS, of a QOS, hide limits of KIND and TRES index INDEX of
 * others. */
static bool
hides(const struct ft_policy_limits *limits, uint16_t kind, uint32_t index)
{
	/* an association sets the first of each row; a QOS sets it per user or
	 * per account, and either of these hides it */
	static const uint16_t several[][3] = {
		{ FT_LIMIT_MAX_JOBS, FT_LIMIT_MAX_JOBS_PU,
		    FT_LIMIT_MAX_JOBS_PA },
		{ FT_LIMIT_MAX_SUBMIT_JOBS, FT_LIMIT_MAX_SUBMIT_PU,
		    FT_LIMIT_MAX_SUBMIT_PA },
		{ FT_LIMIT_MAX_JOBS_ACCRUE, FT_LIMIT_MAX_JOBS_ACCRUE_PU,
		    FT_LIMIT_MAX_JOBS_ACCRUE_PA },
	};

	for (size_t i = 0; i < sizeof several / sizeof *several; i++)
		if (several[i][0] == kind)
			return ft_policy_find(limits, several[i][1], 0) ||
			       ft_policy_find(limits, several[i][2], 0);
	return ft_policy_find(limits, kind, index) != NULL;
}

bool
ft_policy_is_hidden(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, const struct ft_policy_limit *limit)
{
	/* how many QOS were tested before this holder */
	unsigned before = holder->assoc ? 2 : holder->turn - 1;

	for (unsigned i = 0; i < before; i++) {
		uint32_t qos = check->place.qos[i];

		if (qos != FT_POLICY_NONE &&
		    hides(&check->policy->qos[qos].limits, limit->kind,
			limit->index))
			return true;
	}
	return false;
}

bool
ft_policy_limited(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, uint16_t kind, uint64_t *value)
{
	const struct ft_policy_limit *limit =
	    ft_policy_find(holder->limits, kind, 0);

	if (!limit || ft_policy_is_hidden(check, holder, limit))
		return false;
	*value = limit->value;
	return true;
}

/* ---- comparing ----------------------------------------------------------- */

static uint64_t
minutes_of(const struct ft_policy_check *check, uint32_t index)
{
	double minutes = (double)ft_policy_seconds(check->minutes) / 60;

	if (check->minutes < 0)
		return 0;
	return (uint64_t)(minutes * (double)check->tres[index] * check->factor);
}

ft_real
ft_policy_booked(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, int what)
{
	if (check->alone)
		return 0;
	if (holder->assoc)
		return ft_world_tres_usage(check->world, holder->at, what);
	return ft_world_qos_tres_usage(
	    check->world, check->world->acctdb.qos[holder->at].id, what);
}

const struct ft_policy_count *
ft_policy_count_of(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, const struct ft_policy_test *test)
{
	struct ft_policy_qos *qos;

	if (test->whose == FT_POLICY_HOLDER)
		return holder->count;
	qos = &check->policy->qos[holder->at];
	return test->whose == FT_POLICY_USER
		   ? ft_policy_member_of(&qos->user, check->place.user)
		   : ft_policy_member_of(&qos->account, check->place.account);
}

/* Returns what the job adds to what COUNT has in use of TRES index INDEX.  If
 * it names its nodes, those in use already add nothing, because a node counts
 * once. */
static uint64_t
more_of(const struct ft_policy_check *check,
    const struct ft_policy_count *count, uint32_t index)
{
	uint64_t want = check->tres[index], shared = 0;
	uint32_t *node FT_CLEANUP(ft_free_at) = NULL;
	size_t n = 0;

	if (check->alone || index != FT_TRES_NODE || !*check->job->req_nodes ||
	    ft_machine_hosts(&check->world->machine, check->job->req_nodes,
		&node, &n, NULL) != FT_OK)
		return want;
	for (size_t i = 0; i < n; i++)
		shared += ft_policy_has_node(&count->nodes, node[i]);
	return shared < want ? want - shared : 0;
}

/* Returns COUNT, or zero counters if the check is about the job alone. */
static const struct ft_policy_count *
in_use(const struct ft_policy_check *check, const struct ft_policy_count *count)
{
	static const struct ft_policy_count none;

	return check->alone ? &none : count;
}

/* The amount that is compared with a limit, in its unit: used for good (usage, which does
 * not come back when jobs end), used in all, and requested by the job. */
struct weighed {
	uint64_t gone, used, asked;
};

/* Returns the TRES-minutes of TRES index INDEX that running jobs may still
 * use. */
static uint64_t
promised(const struct ft_policy_check *check,
    const struct ft_policy_count *count, uint32_t index)
{
	const struct ft_policy_count *use = in_use(check, count);

	ft_policy_advance(check->world);
	return use->run_secs ? use->run_secs[index] / 60 : 0;
}

/* Returns whether these count against limits on usage:
 * AccountingStorageEnforce=safe. */
static bool
is_safe(const struct ft_policy_check *check)
{
	return check->world->enforce & FT_ENFORCE_SAFE;
}

/* Returns what TEST compares with a limit on TRES index INDEX. */
static struct weighed
weigh_tres(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, const struct ft_policy_test *test,
    uint32_t index)
{
	const struct ft_policy_count *count =
	    ft_policy_count_of(check, holder, test);
	const struct ft_policy_count *use = in_use(check, count);
	uint64_t nodes = check->tres[FT_TRES_NODE];
	struct weighed weighed = { .asked = check->tres[index] };

	if (test->measure == FT_POLICY_HELD) {
		weighed.used = use->tres ? use->tres[index] : 0;
		weighed.asked = more_of(check, count, index);
	} else if (test->measure == FT_POLICY_PER_NODE) {
		weighed.asked /= nodes ? nodes : 1;
	} else if (test->measure != FT_POLICY_ASKED &&
		   test->measure != FT_POLICY_LEAST) {
		weighed.asked = minutes_of(check, index);
	}
	if (test->measure == FT_POLICY_SPENT)
		weighed.used = weighed.gone = ft_real_u64(
		    ft_policy_booked(check, holder, (int)index) / 60);
	if (test->measure == FT_POLICY_PROMISED ||
	    (test->measure == FT_POLICY_SPENT && is_safe(check)))
		weighed.used += promised(check, count, index);
	return weighed;
}

/* Returns what TEST compares with a limit that is a count or a time. */
static struct weighed
weigh(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, const struct ft_policy_test *test)
{
	const struct ft_policy_count *count =
	    ft_policy_count_of(check, holder, test);
	struct weighed weighed = { .asked = 1 };

	if (test->measure == FT_POLICY_JOBS) {
		weighed.used = in_use(check, count)->jobs;
	} else if (test->measure == FT_POLICY_SUBMITTED) {
		weighed.used = count->submitted;
		weighed.asked = check->count;
	} else if (test->measure == FT_POLICY_ACCRUING) {
		weighed.used = count->accruing;
		weighed.asked = 0;
	} else if (test->measure == FT_POLICY_PRIORITY) {
		weighed.asked = check->job->priority;
	} else if (test->measure == FT_POLICY_WALL) {
		weighed.used = weighed.gone =
		    ft_real_u64(ft_policy_booked(check, holder, -1) / 60);
		weighed.asked = 0;
	} else if (test->measure == FT_POLICY_NO_TIME) {
		weighed.asked = check->minutes == 0;
	} else {
		weighed.asked =
		    check->minutes > 0 ? (uint64_t)check->minutes : 0;
	}
	return weighed;
}

/* Returns whether WEIGHED exceeds LIMIT, or is below it if that is a
 * minimum. */
static bool
is_over(const struct ft_policy_check *check, enum ft_policy_measure measure,
    const struct weighed *weighed, uint64_t limit)
{
	bool spends = measure == FT_POLICY_SPENT;

	if (measure == FT_POLICY_LEAST || measure == FT_POLICY_PRIORITY)
		return weighed->asked < limit;
	if (spends || measure == FT_POLICY_WALL)
		if (weighed->gone >= limit)
			return true;
	if (spends && !is_safe(check))
		return false;
	return weighed->used + weighed->asked > limit;
}

struct ft_policy_block
ft_policy_block_of(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, const struct ft_policy_test *test,
    const struct ft_policy_limit *limit)
{
	const struct ft_policy_place *place = &check->place;

	return (struct ft_policy_block){
		.qos =
		    holder->assoc ? 0 : check->world->acctdb.qos[holder->at].id,
		.node = holder->assoc ? holder->at : FT_NODE_NONE,
		.user = test->whose == FT_POLICY_USER ? place->user : NULL,
		.account =
		    test->whose == FT_POLICY_ACCOUNT ? place->account : NULL,
		.kind = limit->kind,
		.tres = test->tres ? limit->index : UINT32_MAX,
		.limit = limit->value,
	};
}

/* ---- one test ------------------------------------------------------------ */

enum ft_job_reason
ft_policy_weigh(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, const struct ft_policy_test *test,
    const struct ft_policy_limit *limit, struct ft_policy_block *block)
{
	struct weighed weighed =
	    test->tres ? weigh_tres(check, holder, test, limit->index)
		       : weigh(check, holder, test);

	*block = ft_policy_block_of(check, holder, test, limit);
	block->used = weighed.used;
	block->asked = weighed.asked;
	/* unless enforced safely, only what was used is compared */
	if (test->measure == FT_POLICY_SPENT && !is_safe(check))
		block->asked = 0;
	if (!is_over(check, test->measure, &weighed, limit->value))
		return FT_REASON_NONE;
	return test->tres ? (*test->tres)[holder->assoc]
					 [column_of(check->world, limit->index)]
			  : test->reason[holder->assoc];
}

/* Returns the reason of the first limit of HOLDER that fails TEST,
 * FT_REASON_NONE if none does; then sets *check->block. */
static enum ft_job_reason
run_test(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, const struct ft_policy_test *test)
{
	for (size_t i = 0; i < holder->limits->n; i++) {
		const struct ft_policy_limit *limit = &holder->limits->item[i];
		struct ft_policy_block block;
		enum ft_job_reason reason;

		if (limit->kind != test->kind ||
		    ft_policy_is_hidden(check, holder, limit))
			continue;
		reason = ft_policy_weigh(check, holder, test, limit, &block);
		if (reason == FT_REASON_NONE)
			continue;
		if (check->block)
			*check->block = block;
		return reason;
	}
	return FT_REASON_NONE;
}

enum ft_job_reason
ft_policy_run_tests(const struct ft_policy_check *check,
    const struct ft_policy_test *test, size_t n)
{
	struct ft_policy_holder holder = { 0 };

	while (ft_policy_next(check, &holder))
		for (size_t i = 0; i < n; i++) {
			enum ft_job_reason reason;

			if ((test[i].strict && !check->strict) ||
			    (check->together &&
				test[i].measure == FT_POLICY_PROMISED &&
				test[i].whose != FT_POLICY_HOLDER) ||
			    (test[i].own && !holder.own))
				continue;
			reason = run_test(check, &holder, &test[i]);
			if (reason != FT_REASON_NONE)
				return reason;
		}
	return FT_REASON_NONE;
}
