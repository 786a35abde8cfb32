/*
 * list.c - lists the limits that apply to a job, from the tables of ask.c:
 * those on what runs at once, those on usage, and all of them with what is
 * used.
 */

#include "model/account/qos.h"
#include "sim/policy/check_private.h"
#include "sim/policy/policy.h"

/* ---- limits on what runs at once ------------------------------------------ */

static bool
is_listed(const struct ft_policy_test *test)
{
	return test->measure == FT_POLICY_JOBS ||
	       test->measure == FT_POLICY_HELD ||
	       test->measure == FT_POLICY_ASKED;
}

struct listing {
	const struct ft_policy_check *check;
	ft_policy_limit_fn *fn;
	void *ctx;
};

static void
list_test(const struct listing *listing, const struct ft_policy_holder *holder,
    const struct ft_policy_test *test)
{
	const struct ft_policy_check *check = listing->check;
	if (!is_listed(test) || (test->own && !holder->own))
		return;
	for (size_t i = 0; i < holder->limits->n; i++) {
		const struct ft_policy_limit *limit = &holder->limits->item[i];
		struct ft_policy_block block;

		if (limit->kind != test->kind ||
		    ft_policy_is_hidden(check, holder, limit))
			continue;
		block = ft_policy_block_of(check, holder, test, limit);
		listing->fn(listing->ctx, &block);
	}
}

void
ft_policy_list(struct ft_world *world, const struct ft_job *job,
    const struct ft_partition *partition, ft_policy_limit_fn *fn, void *ctx)
{
	struct ft_policy_holder holder = { 0 };
	struct ft_policy_check check = { .world = world,
		.policy = ft_policy_of(world),
		.job = job,
		.place = ft_policy_place_in(world, job, partition) };
	const struct listing listing = { &check, fn, ctx };

	if (!(world->enforce & FT_ENFORCE_LIMITS))
		return;
	while (ft_policy_next(&check, &holder))
		for (size_t k = 0; k < FT_POLICY_STARTS; k++)
			for (size_t i = 0; i < ft_policy_tables[k].n; i++)
				list_test(&listing, &holder,
				    &ft_policy_tables[k].test[i]);
}

static bool
has_reason(const struct ft_policy_test *test, enum ft_job_reason reason)
{
	for (int assoc = 0; assoc < 2; assoc++) {
		if (!test->tres && test->reason[assoc] == reason)
			return true;
		for (int i = 0; test->tres && i < FT_POLICY_COLUMNS; i++)
			if ((*test->tres)[assoc][i] == reason)
				return true;
	}
	return false;
}

bool
ft_policy_is_unlisted(enum ft_job_reason reason)
{
	bool found = reason == FT_REASON_QOS_THRESHOLD;

	if (reason == FT_REASON_NONE)
		return false;
	for (size_t k = 0; k < FT_POLICY_STARTS; k++)
		for (size_t i = 0; i < ft_policy_tables[k].n; i++) {
			const struct ft_policy_test *test =
			    &ft_policy_tables[k].test[i];

			if (!has_reason(test, reason))
				continue;
			if (is_listed(test))
				return false;
			found = true;
		}
	return found;
}

/* ---- limits on usage ------------------------------------------------------ */

static bool
is_of_usage(const struct ft_policy_test *test)
{
	return test->measure == FT_POLICY_SPENT ||
	       test->measure == FT_POLICY_PROMISED ||
	       test->measure == FT_POLICY_WALL;
}

static bool
limits_usage(const struct ft_limit *limit, size_t n)
{
	for (size_t k = 0; k < FT_POLICY_STARTS; k++)
		for (size_t t = 0; t < ft_policy_tables[k].n; t++) {
			const struct ft_policy_test *test =
			    &ft_policy_tables[k].test[t];

			for (size_t i = 0; is_of_usage(test) && i < n; i++)
				if (test->kind == limit[i].kind)
					return true;
		}
	return false;
}

bool
ft_policy_uses_usage(const struct ft_world *world)
{
	const struct ft_acctdb *acctdb = &world->acctdb;

	if (!(world->enforce & FT_ENFORCE_LIMITS))
		return false;
	for (size_t i = 0; i < acctdb->n_qos; i++)
		if (acctdb->qos[i].flags & FT_QOS_ENFORCE_USAGE_THRESHOLD)
			return true;
	return limits_usage(acctdb->assoc_limit, acctdb->n_assoc_limit) ||
	       limits_usage(acctdb->qos_limit, acctdb->n_qos_limit);
}

static bool
has_min_prio(const struct ft_limit *limit, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (limit[i].kind == FT_LIMIT_MIN_PRIO)
			return true;
	return false;
}

bool
ft_policy_uses_min_prio(const struct ft_world *world)
{
	const struct ft_acctdb *acctdb = &world->acctdb;

	return world->enforce & FT_ENFORCE_LIMITS &&
	       (has_min_prio(acctdb->assoc_limit, acctdb->n_assoc_limit) ||
		   has_min_prio(acctdb->qos_limit, acctdb->n_qos_limit));
}

/* ---- all of them, with their use ------------------------------------------- */

static bool
is_of_job(const struct ft_policy_test *test)
{
	return test->measure == FT_POLICY_ASKED ||
	       test->measure == FT_POLICY_LEAST ||
	       test->measure == FT_POLICY_PRIORITY ||
	       test->measure == FT_POLICY_PER_NODE ||
	       test->measure == FT_POLICY_MINUTES ||
	       test->measure == FT_POLICY_TIME;
}

/* Returns whether TEST of TABLE is not among the tests of starts, too. */
static bool
adds(size_t table, const struct ft_policy_test *test)
{
	return table != FT_POLICY_TABLE_SUBMIT ||
	       test->measure == FT_POLICY_SUBMITTED;
}

struct rooms {
	struct ft_policy_check check;
	bool account; /* the question is about all jobs of an account */
	ft_policy_room_fn *fn;
	void *ctx;
};

/* Returns whether LIMIT, one that HOLDER passes on to children, is its own, and
 * so was listed before. */
static bool
is_own(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, const struct ft_policy_limit *limit)
{
	const struct ft_policy_node *here;

	if (!holder->assoc)
		return false;
	here = ft_policy_node_of(check->world, holder->at);
	return holder->limits == &here->inherited &&
	       ft_policy_find(&here->own, limit->kind, limit->index);
}

static void
weigh_room(const struct rooms *rooms, const struct ft_policy_holder *holder,
    const struct ft_policy_test *test, size_t table)
{
	const struct ft_policy_check *check = &rooms->check;

	for (size_t i = 0; i < holder->limits->n; i++) {
		const struct ft_policy_limit *limit = &holder->limits->item[i];
		struct ft_policy_room room = { .of_job = is_of_job(test),
			.least = test->measure == FT_POLICY_LEAST ||
				 test->measure == FT_POLICY_PRIORITY,
			.starts = table < FT_POLICY_STARTS };

		if (limit->kind != test->kind || is_own(check, holder, limit) ||
		    ft_policy_is_hidden(check, holder, limit))
			continue;
		room.reason =
		    ft_policy_weigh(check, holder, test, limit, &room.block);
		rooms->fn(rooms->ctx, &room);
	}
}

/* Pass on the thresholds of the QOS, which starts are tested against first. */
static void
weigh_thresholds(const struct rooms *rooms)
{
	const struct ft_policy_check *check = &rooms->check;

	for (int i = 0; i < 2; i++) {
		struct ft_policy_room room = { .block = { .node = FT_NODE_NONE,
						   .kind = FT_LIMIT_KINDS,
						   .tres = UINT32_MAX },
			.of_job = true,
			.least = true,
			.starts = true,
			.threshold = true };

		if (!ft_policy_threshold(
			check, i, &room.least_share, &room.share))
			continue;
		room.block.qos =
		    check->world->acctdb.qos[check->place.qos[i]].id;
		room.reason = room.share < room.least_share
				  ? FT_REASON_QOS_THRESHOLD
				  : FT_REASON_NONE;
		rooms->fn(rooms->ctx, &room);
	}
}

void
ft_policy_rooms(struct ft_world *world,
    const struct ft_policy_question *question, ft_policy_room_fn *fn, void *ctx)
{
	const struct rooms rooms = {
		.check = { .world = world,
		    .policy = ft_policy_of(world),
		    .job = question->job,
		    .place = ft_policy_place_in(
			world, question->job, question->partition),
		    .tres = question->tres,
		    .minutes = question->limit,
		    .factor = 1 },
		.account = !*question->job->user,
		.fn = fn,
		.ctx = ctx,
	};

	if (!rooms.account)
		weigh_thresholds(&rooms);
	for (size_t k = 0; k < FT_POLICY_TABLES; k++) {
		struct ft_policy_holder holder = { 0 };

		while (ft_policy_next(&rooms.check, &holder))
			for (size_t i = 0; i < ft_policy_tables[k].n; i++) {
				const struct ft_policy_test *test =
				    &ft_policy_tables[k].test[i];

				if (adds(k, test) &&
				    (rooms.account ? holder.assoc && !test->own
						   : holder.own || !test->own))
					weigh_room(&rooms, &holder, test, k);
			}
	}
}
