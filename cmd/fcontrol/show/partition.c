/* partition.c - fcontrol show partition.  Source: scontrol(1); cases h02-config,
 * u03-scontrol-config. */

#include "base/text/timefmt.h"
#include "common/jobtext.h"
#include "fcontrol/cluster.h"
#include "fcontrol/show/record.h"
#include "model/conf/pairs.h"
#include "model/research/subordinate.h"
#include "nodedoc/nodedoc.h"

/* ---- the values of its rows ---------------------------------------------- */

#define FCONTROL_THING struct shown

/* A partition, and values for rows that are not members of it. */
struct shown {
	struct ft_nodedoc_partition of;
	const char *groups, *accounts, *denied_accounts, *qos, *denied_qos,
	    *alloc_nodes;
	const char *over_time, *preempt_mode, *defaults, *cpu_bind;
	const char *subordinates; /* NULL: the partition is no queue */
	uint32_t slots;
	bool no_root;
};

static const char *
defaults(struct fcontrol_records *records, const char *extra)
{
	static const char *const keys[] = { "DefCpuPerGPU", "DefMemPerGPU" };
	struct ft_str str = { 0 };

	for (size_t i = 0; i < 2; i++) {
		char *value FT_CLEANUP(ft_free_at) =
		    ft_pairs_find(extra, keys[i]);

		if (value)
			ft_str_addf(&str, "%s%s=%s", str.len ? "," : "",
			    keys[i], value);
	}
	return fcontrol_take(records, &str);
}

static const char *
names(const struct ft_name_list *list)
{
	return list->text ? list->text : "ALL";
}

/* Slurm shows a deny list in place of an allow list that is empty (case
 * u03-scontrol-config). */
static void
make_access(struct shown *shown)
{
	const struct ft_partition *part = &shown->of.part;

	shown->groups = names(&part->allow_groups);
	shown->alloc_nodes = names(&part->alloc_nodes);
	if (!part->allow_accounts.text && part->deny_accounts.text)
		shown->denied_accounts = names(&part->deny_accounts);
	else
		shown->accounts = names(&part->allow_accounts);
	if (!part->allow_qos.text && part->deny_qos.text)
		shown->denied_qos = names(&part->deny_qos);
	else
		shown->qos = names(&part->allow_qos);
}

static void
make(struct shown *shown, struct fcontrol_records *records)
{
	const struct ft_world *world = &records->control->world;
	const struct ft_partition *part = &shown->of.part;
	struct ft_str mode = { 0 };

	make_access(shown);
	shown->no_root = part->disable_root ||
			 ft_conf_bool(world->conf, FT_CONF_DISABLE_ROOT_JOBS);
	/* in minutes; unlike other times Slurm prints it as a number */
	if (part->over_time == FT_TIME_NONE)
		shown->over_time = "NONE";
	else
		shown->over_time =
		    part->over_time == FT_TIME_UNLIMITED
			? "UNLIMITED"
			: fcontrol_text(records, "%" PRId64, part->over_time);
	ft_jobtext_add_preempt_mode(
	    &mode, *part->preempt_mode
		       ? part->preempt_mode
		       : ft_conf_text(world->conf, FT_CONF_PREEMPT_MODE));
	shown->preempt_mode = fcontrol_take(records, &mode);
	shown->defaults = *part->job_defaults ? part->job_defaults
					      : defaults(records, part->extra);
	/* scontrol prints two blanks after it */
	if (*part->cpu_bind)
		shown->cpu_bind = fcontrol_text(records, "%s%s", part->cpu_bind,
		    records->control->context->slurm ? " " : "");
}

/* ---- ours ---------------------------------------------------------------- */

/* Our own keys, which scontrol does not have. */
static void
make_queue(struct shown *shown, struct fcontrol_records *records)
{
	const struct ft_partition *part = &shown->of.part;
	struct ft_str list = { 0 };

	if (records->control->context->slurm || part->queue == FT_NO_QUEUE)
		return;
	if (part->subordinates)
		ft_subordinates_print(&list, part->subordinates);
	shown->subordinates =
	    part->subordinates ? fcontrol_take(records, &list) : "NONE";
	shown->slots = part->slots;
}

/* ---- its rows ---------------------------------------------------------------------- */

static const struct ft_column rows[] = {
	{ "PartitionName", FCONTROL_MEMBER(of.part.name) },
	{ "AllowGroups", FCONTROL_MEMBER(groups), .own = FCONTROL_LINE },
	{ "AllowAccounts", FCONTROL_GIVEN(accounts) },
	{ "DenyAccounts", FCONTROL_GIVEN(denied_accounts) },
	{ "AllowQos", FCONTROL_GIVEN(qos) },
	{ "DenyQos", FCONTROL_GIVEN(denied_qos) },
	{ "AllocNodes", FCONTROL_MEMBER(alloc_nodes), .own = FCONTROL_LINE },
	{ "Alternate", FCONTROL_GIVEN(of.part.alternate) },
	{ "Default", FCONTROL_YES(of.part.is_default) },
	{ "CpuBind", FCONTROL_GIVEN(cpu_bind) },
	{ "QoS", FCONTROL_MEMBER(of.part.qos), .none = "N/A" },
	{ "DefaultTime", FCONTROL_MINUTES(of.part.default_time), .arg = "NONE",
	    .own = FCONTROL_LINE },
	{ "DisableRootJobs", FCONTROL_YES(no_root) },
	{ "ExclusiveUser", FCONTROL_YES(of.part.exclusive_user),
	    .until = FT_RELEASE_26_05 },
	{ "ExclusiveTopo", FCONTROL_YES(of.part.exclusive_topo),
	    .since = FT_RELEASE_24_11, .until = FT_RELEASE_26_05 },
	{ "Exclusive", FCONTROL_MEMBER(of.exclusive), .none = "NO",
	    .since = FT_RELEASE_26_05 },
	{ "GraceTime", FCONTROL_MEMBER(of.part.grace_time) },
	{ "Hidden", FCONTROL_YES(of.part.hidden) },
	{ "MaxNodes", FCONTROL_LIMIT(of.part.max_nodes), .own = FCONTROL_LINE },
	{ "MaxTime", FCONTROL_MINUTES(of.part.max_time), .arg = "NONE" },
	{ "MinNodes", FCONTROL_MEMBER(of.part.min_nodes) },
	{ "LLN", FCONTROL_YES(of.part.lln) },
	{ "MaxCPUsPerNode", FCONTROL_LIMIT(of.part.max_cpus_per_node) },
	{ "MaxCPUsPerSocket", FCONTROL_LIMIT(of.part.max_cpus_per_socket),
	    .since = FT_RELEASE_24_11 },
	{ "NodeSets", FCONTROL_GIVEN(of.node_sets), .own = FCONTROL_LINE,
	    .since = FT_RELEASE_24_11 },
	{ "Nodes", FCONTROL_TEXT(of.nodes), .own = FCONTROL_LINE },
	{ "PriorityJobFactor", FCONTROL_MEMBER(of.part.job_factor),
	    .own = FCONTROL_LINE },
	{ "PriorityTier", FCONTROL_MEMBER(of.part.tier) },
	{ "RootOnly", FCONTROL_YES(of.part.root_only) },
	{ "ReqResv", FCONTROL_YES(of.part.req_resv) },
	{ "OverSubscribe", FCONTROL_MEMBER(of.part.over_subscribe),
	    .until = FT_RELEASE_26_05 },
	{ "OverSubscribe", FCONTROL_MEMBER(of.shared),
	    .since = FT_RELEASE_26_05 },
	{ "OverTimeLimit", FCONTROL_MEMBER(over_time),
	    .own = FCONTROL_LINE | FCONTROL_LOOK },
	{ "PreemptMode", FCONTROL_MEMBER(preempt_mode) },
	{ "Topology", FCONTROL_GIVEN(of.part.topology), .own = FCONTROL_LINE },
	{ "State", FCONTROL_TEXT(of.state), .own = FCONTROL_LINE },
	{ "TotalCPUs", FCONTROL_MEMBER(of.part.cpus) },
	{ "TotalNodes", FCONTROL_MEMBER(of.n_node) },
	{ "SelectTypeParameters", FCONTROL_MEMBER(of.select) },
	{ "JobDefaults", FCONTROL_TEXT(defaults), .own = FCONTROL_LINE },
	{ "DefMemPerCPU", FCONTROL_LIMIT(of.part.def_mem_per_cpu), .none = "",
	    .own = FCONTROL_LINE },
	{ "DefMemPerNode", FCONTROL_LIMIT(of.def_per_node), .none = "",
	    .own = FCONTROL_LINE },
	{ "MaxMemPerCPU", FCONTROL_LIMIT(of.part.max_mem_per_cpu), .none = "" },
	{ "MaxMemPerNode", FCONTROL_LIMIT(of.max_per_node), .none = "" },
	{ "TRES", FCONTROL_TEXT(of.tres), .own = FCONTROL_LINE },
	{ "TRESBillingWeights", FCONTROL_GIVEN(of.part.weights_text),
	    .own = FCONTROL_LINE },
	{ "SubordinateList", FCONTROL_GIVEN(subordinates),
	    .own = FCONTROL_LINE },
	{ "FairTreeSlots", FCONTROL_GIVEN(slots) },
	{ 0 },
};

static void
show(struct fcontrol_records *records, const struct ft_partition *part)
{
	const struct ft_nodedoc from = { .world = &records->control->world,
		.arena = &records->arena };
	struct shown shown = { 0 };

	ft_nodedoc_partition(&shown.of, &from, part);
	if (records->paper) {
		fcontrol_record_paper(records, ft_nodedoc_partition_members,
		    ft_nodedoc_partition_member_count, &shown.of);
		return;
	}
	make(&shown, records);
	make_queue(&shown, records);
	fcontrol_record(records, rows, &shown);
}

/* Returns whether the acting user is shown PARTITION: hidden ones with -a. */
static bool
is_listed(const struct fcontrol *control, const struct ft_partition *partition)
{
	return ft_visibility_shows_all(&control->session.visibility,
		   FT_VISIBILITY_BIT(PARTITIONS)) &&
	       (!partition->hidden || control->all ||
		   control->asker.privileged);
}

int
fcontrol_show_partition(struct fcontrol *control, int argc, char **argv)
{
	const char *name = argc > 0 ? argv[0] : NULL;
	const struct ft_machine *machine = &control->world.machine;
	struct fcontrol_records records;
	bool found = false;

	if (!fcontrol_load(control))
		return 1;
	if (fcontrol_hidden(
		control, FT_VISIBILITY_PARTITIONS, "slurm_load_partitions"))
		return 1;
	fcontrol_records_open(&records, control, "partitions", "   ", true);
	for (size_t i = 0; i < machine->n_partition; i++) {
		const struct ft_partition *part = &machine->partition[i];

		if ((name && strcmp(part->name, name) != 0) ||
		    !is_listed(control, part))
			continue;
		show(&records, part);
		found = true;
	}
	if (records.paper && !found)
		ft_doc_warn(records.paper, "No partitions to dump");
	fcontrol_records_close(&records);
	if (found || control->paper)
		return 0;
	fcontrol_suggest(control, FT_COMPLETE_PARTITION, name);
	return fcontrol_print_none(control, "Partition", "partitions", name);
}
