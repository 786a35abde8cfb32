/*
 * access.c - who may submit under which account and QOS, and to which
 * partitions.
 *
 * Cases: tests/oracle/cases/j33-refusals, v17-sbatch-refusals,
 * v20-enforce-assoc.
 */

#include "base/text/text.h"
#include "model/job/joboption.h"
#include "model/account/qos.h"
#include "sim/policy/partition.h"
#include "sim/policy/policy.h"
#include "sim/submit/submit.h"
#include "sim/submit/steps.h"

/* ---- account ------------------------------------------------------------- */

static const char *
lower(struct ft_world *world, const char *text)
{
	char word[256];
	size_t i = 0;

	for (; text[i] && i + 1 < sizeof word; i++)
		word[i] = (char)tolower((unsigned char)text[i]);
	word[i] = 0;
	return text[i] ? text : ft_world_string(world, word);
}

/* Returns the partition an association may be tied to: the first requested. */
static const char *
first_partition(const struct ft_submission *sub)
{
	return sub->n_partition
		   ? sub->world->machine.partition[sub->partition[0]].name
		   : "";
}

/* Whether one of several partitions has an association of its own. */
static bool
mixes_partitions(const struct ft_submission *sub)
{
	struct ft_world *world = sub->world;

	for (size_t i = 0; sub->n_partition > 1 && i < sub->n_partition; i++) {
		uint32_t node =
		    ft_world_assoc(world, sub->job->user, sub->job->account,
			world->machine.partition[sub->partition[i]].name);
		const struct ft_assoc *assoc =
		    node == FT_NODE_NONE ? NULL
					 : ft_acctdb_assoc(&world->acctdb,
					       world->tree->id[node]);

		if (assoc && *assoc->partition)
			return true;
	}
	return false;
}

enum ft_refusal
ft_submit_account(struct ft_submission *sub)
{
	struct ft_world *world = sub->world;
	struct ft_job *job = sub->job;
	uint32_t node;

	job->uid = ft_world_uid(world, job->user);
	job->gid = sub->asker->uid; /* as observed, the job gets the group of
				       the submitting user */
	job->account = lower(world, job->account);
	node = ft_world_assoc(
	    world, job->user, job->account, first_partition(sub));
	if (node == FT_NODE_NONE) {
		job->assoc = 0;
		return world->enforce & FT_ENFORCE_ASSOC ? FT_REFUSE_ACCOUNT
							 : FT_REFUSE_NONE;
	}
	job->assoc = world->tree->id[node];
	job->account = ft_world_string(
	    world, ft_tree_account(world->tree, &world->names, node));
	return mixes_partitions(sub) ? FT_REFUSE_PARTITIONS : FT_REFUSE_NONE;
}

/* ---- QOS ----------------------------------------------------------------- */

/* The nearest association with a QOS list of its own decides; elements with +
 * and - change the inherited list. */
static bool
allowed(const struct ft_world *world, uint32_t node, uint32_t qos)
{
	for (; node != FT_NODE_NONE; node = world->tree->parent[node]) {
		size_t n;
		const struct ft_qosref *ref =
		    ft_acctdb_qosrefs(world->acctdb.assoc_qos,
			world->acctdb.n_assoc_qos, world->tree->id[node], &n);
		bool replaced = false;
		char last = 0;

		for (size_t i = 0; i < n; i++) {
			replaced |= ref[i].op == '=';
			if (ref[i].qos == qos)
				last = ref[i].op;
		}
		if (last)
			return last != '-';
		if (replaced)
			return false;
	}
	return false;
}

bool
ft_world_qos_allowed(const struct ft_world *world, uint32_t node, uint32_t qos)
{
	return node == FT_NODE_NONE || allowed(world, node, qos);
}

/* Returns the default QOS of association node NODE, 0 none. */
static uint32_t
world_default_qos(const struct ft_world *world, uint32_t node)
{
	for (; node != FT_NODE_NONE; node = world->tree->parent[node]) {
		const struct ft_assoc *assoc =
		    ft_acctdb_assoc(&world->acctdb, world->tree->id[node]);

		if (assoc && assoc->default_qos)
			return assoc->default_qos;
	}
	return 0;
}

/* Returns the only QOS that NODE may use, 0 if there are none or several. */
static uint32_t
only_qos(const struct ft_world *world, uint32_t node)
{
	uint32_t found = 0;

	for (size_t i = 0; i < world->acctdb.n_qos; i++) {
		uint32_t id = world->acctdb.qos[i].id;

		if (world->acctdb.qos[i].deleted || !allowed(world, node, id))
			continue;
		if (found)
			return 0;
		found = id;
	}
	return found;
}

static uint32_t
qos_of_name(const struct ft_world *world, const char *name)
{
	for (size_t i = 0; i < world->acctdb.n_qos; i++)
		if (!world->acctdb.qos[i].deleted &&
		    strcasecmp(world->acctdb.qos[i].name, name) == 0)
			return world->acctdb.qos[i].id;
	return 0;
}

uint32_t
ft_world_usual_qos(const struct ft_world *world, uint32_t node)
{
	uint32_t qos = 0;

	if (node != FT_NODE_NONE) {
		qos = world_default_qos(world, node);
		if (!qos)
			qos = only_qos(world, node);
	}
	if (!qos)
		qos = world_default_qos(world, 0);
	return qos ? qos : qos_of_name(world, "normal");
}

/* May the job use QOS? */
static enum ft_refusal
check_qos(const struct ft_submission *sub, uint32_t qos)
{
	const struct ft_world *world = sub->world;
	uint32_t node = ft_world_node(world, sub->job);
	const struct ft_qos *of = qos ? ft_world_qos(world, qos) : NULL;

	if (world->enforce & FT_ENFORCE_QOS && of &&
	    of->flags & FT_QOS_REQUIRES_RESERVATION && !*sub->job->reservation)
		return FT_REFUSE_QOS;
	if (!(world->enforce & FT_ENFORCE_QOS) || node == FT_NODE_NONE ||
	    (sub->change && qos && sub->asker->privileged))
		return FT_REFUSE_NONE;
	return qos && ft_world_qos_allowed(world, node, qos) ? FT_REFUSE_NONE
							     : FT_REFUSE_QOS;
}

static void
keep_asked(struct ft_submission *sub)
{
	struct ft_str json = { 0 };

	ft_job_option_put(&json, sub->job->options, "qos", sub->qos_name);
	sub->job->options = ft_world_keep(sub->world, &json);
}

enum ft_refusal
ft_submit_qos(struct ft_submission *sub)
{
	const struct ft_world *world = sub->world;
	struct ft_job *job = sub->job;
	uint32_t qos[FT_WORLD_QOS];
	size_t n;
	bool good;

	if (!*sub->qos_name) {
		job->qos = ft_world_usual_qos(world, ft_world_node(world, job));
		return check_qos(sub, job->qos);
	}
	n = ft_world_qos_named(world, sub->qos_name, qos, &good);
	/* while it waits it counts in the best one */
	job->qos = good && n ? qos[0] : 0;
	/* without enforcement an unknown QOS means none */
	if (!job->qos)
		return world->enforce & FT_ENFORCE_QOS ? FT_REFUSE_QOS
						       : FT_REFUSE_NONE;
	for (size_t i = 0; i < n; i++) {
		/* percentages of a partition mean nothing elsewhere */
		if (ft_policy_relative_to(world, ft_world_qos(world, qos[i])))
			return FT_REFUSE_QOS;
		FT_ADMIT(check_qos(sub, qos[i]));
	}
	if (n > 1)
		keep_asked(sub);
	return FT_REFUSE_NONE;
}

/* ---- partitions ---------------------------------------------------------- */

/* Drop partitions that take no jobs from a list. */
static enum ft_refusal
drop_closed(struct ft_submission *sub)
{
	const struct ft_partition *all = sub->world->machine.partition;
	struct ft_str list = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < sub->n_partition; i++) {
		if (ft_partition_takes_none(&all[sub->partition[i]]))
			continue;
		if (n)
			ft_str_add_char(&list, ',');
		ft_str_add(&list, all[sub->partition[i]].name);
		sub->partition[n++] = sub->partition[i];
	}
	if (n > 0 && n < sub->n_partition)
		sub->job->partitions = ft_world_keep(sub->world, &list);
	else
		ft_str_free(&list);
	sub->n_partition = n;
	return n ? FT_REFUSE_NONE : FT_REFUSE_PARTITION_CLOSED;
}

enum ft_refusal
ft_submit_partitions(struct ft_submission *sub)
{
	struct ft_world *world = sub->world;
	const struct ft_partition *usual;
	const char *list = sub->job->partitions;
	struct ft_word word;

	if (!*list) {
		usual = ft_machine_default(&world->machine);
		if (!usual)
			return FT_REFUSE_NO_PARTITION;
		sub->partition[sub->n_partition++] =
		    (uint32_t)(usual - world->machine.partition);
		sub->job->partitions = ft_world_string(world, usual->name);
	}
	while (ft_word_next(&list, ",", &word)) {
		uint32_t found =
		    ft_machine_partition_word(&world->machine, word);

		if (word.len > 0 &&
		    (found == UINT32_MAX ||
			sub->n_partition == FT_SUBMIT_PARTITIONS))
			return FT_REFUSE_PARTITION;
		if (word.len > 0)
			sub->partition[sub->n_partition++] = found;
	}
	return sub->n_partition ? drop_closed(sub) : FT_REFUSE_PARTITION;
}

/* EnforcePartLimits, in the order of its row in conf.def. */
enum part_limits { PART_LIMITS_NO, PART_LIMITS_ALL, PART_LIMITS_ANY };

static enum part_limits
part_limits(const struct ft_world *world)
{
	int64_t choice =
	    ft_conf_number(world->conf, FT_CONF_ENFORCE_PART_LIMITS);

	/* no|all|any|yes, where yes means all */
	return choice == 3 ? PART_LIMITS_ALL : (enum part_limits)choice;
}

static enum ft_refusal
one_admits(const struct ft_submission *sub,
    const struct ft_partition *partition, bool limits)
{
	const struct ft_job *job = sub->job;

	if (partition->root_only && job->uid != 0)
		return FT_REFUSE_DENIED;
	if (partition->disable_root && job->uid == 0)
		return FT_REFUSE_DENIED;
	FT_ADMIT(ft_partition_admits(sub->world, partition, job));
	if (!limits)
		return FT_REFUSE_NONE;
	FT_ADMIT(ft_submit_fits(sub, partition));
	return ft_submit_has_named(sub, partition)
		   ? ft_submit_fits_time(sub, partition)
		   : FT_REFUSE_NAMED_NODES;
}

/* No partition admits the job: it waits with the reason of the last one. */
static void
shut_out(struct ft_submission *sub, uint32_t last)
{
	struct ft_job *job = sub->job;
	enum ft_job_reason reason;
	const char *detail;

	sub->shut_out = true;
	reason = ft_partition_shuts_out(
	    sub->world, &sub->world->machine.partition[last], job, &detail);
	if (reason == FT_REASON_NONE || job->hold != FT_HOLD_NONE)
		return;
	if (!ft_release_has(
		ft_conf_release(sub->world->conf), FT_RULE_SHUT_OUT_IN_WORDS)) {
		reason = FT_REASON_PARTITION_CONFIG;
		detail = "";
	}
	job->reason = reason;
	job->reason_detail = detail;
}

/* Some releases look at the partitions of the highest tier first. */
static void
sort_partitions(const struct ft_submission *sub, uint32_t *order)
{
	const struct ft_partition *all = sub->world->machine.partition;
	bool sorts = ft_release_has(
	    ft_conf_release(sub->world->conf), FT_RULE_LIMITS_BY_TIER);

	for (size_t i = 0; i < sub->n_partition; i++) {
		uint32_t one = sub->partition[i];
		size_t at = i;

		for (; sorts && at && all[order[at - 1]].tier < all[one].tier;
		     at--)
			order[at] = order[at - 1];
		order[at] = one;
	}
}

/* Whether a job that names more nodes than it may have in a partition is refused:
 * in all that admit it or, if ALL must, in one. */
static bool
names_too_many(
    const struct ft_submission *sub, const uint32_t *good, size_t n, bool all)
{
	size_t fit = 0;

	for (size_t i = 0; i < n; i++)
		fit += ft_submit_fits_named(
		    sub, &sub->world->machine.partition[good[i]]);
	return all ? fit < n : !fit;
}

enum ft_refusal
ft_submit_admits(struct ft_submission *sub)
{
	enum part_limits limits = part_limits(sub->world);
	enum ft_refusal why = FT_REFUSE_NONE;
	uint32_t *order FT_CLEANUP(ft_free_at) =
	    ft_calloc(sub->n_partition + 1, sizeof *order);
	size_t good = 0;

	sort_partitions(sub, order);
	for (size_t i = 0; i < sub->n_partition; i++) {
		enum ft_refusal refusal =
		    one_admits(sub, &sub->world->machine.partition[order[i]],
			limits != PART_LIMITS_NO);

		if (refusal == FT_REFUSE_NONE)
			order[good++] = order[i];
		else if (why == FT_REFUSE_NONE || limits == PART_LIMITS_ANY)
			why = refusal;
	}
	if (limits == PART_LIMITS_NO && good == 0 && sub->n_partition)
		shut_out(sub, sub->partition[sub->n_partition - 1]);
	if (limits == PART_LIMITS_NO)
		return FT_REFUSE_NONE;
	if (good < sub->n_partition && (!good || limits == PART_LIMITS_ALL))
		return why;
	if (!names_too_many(sub, order, good, limits == PART_LIMITS_ALL))
		return FT_REFUSE_NONE;
	return sub->n_partition > 1 ? FT_REFUSE_PARTITION_CONFIG
				    : FT_REFUSE_NODE_COUNT;
}
