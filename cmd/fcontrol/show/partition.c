/* fcontrol show partition.  Source: scontrol(1); cases h02-config,
 * u03-scontrol-config. */

#include "base/text/timefmt.h"
#include "common/jobtext.h"
#include "fcontrol/cluster.h"
#include "fcontrol/show/record.h"
#include "model/conf/pairs.h"
#include "model/research/subordinate.h"

/* ---- the values of its rows ---------------------------------------------- */

#define FCONTROL_THING struct shown

/* A partition, and values for rows that are not members of it. */
struct shown {
	struct ft_partition part;
	const char *groups, *accounts, *denied_accounts, *qos, *denied_qos,
	    *alloc_nodes;
	const char *over_time, *node_sets, *exclusive, *shared;
	const char *nodes, *preempt_mode, *state, *select, *defaults, *tres;
	const char *subordinates; /* NULL: the partition is no queue */
	uint64_t n_node, def_per_node, max_per_node;
	uint32_t slots;
	bool no_root;
};

/* Returns the value of KEY among the other keys of the line, or NULL. */
static char *
find_extra(const char *extra, const char *key)
{
	struct ft_pairs pairs;
	char *value = NULL;

	ft_pairs_init(&pairs, extra);
	while (!value && ft_pairs_next(&pairs))
		if (strcasecmp(ft_str_text(&pairs.key), key) == 0)
			value = ft_strdup(ft_str_text(&pairs.value));
	ft_pairs_free(&pairs);
	return value;
}

static const char *
defaults(struct fcontrol_records *records, const char *extra)
{
	static const char *const keys[] = { "DefCpuPerGPU", "DefMemPerGPU" };
	struct ft_str str = { 0 };

	for (size_t i = 0; i < 2; i++) {
		char *value = find_extra(extra, keys[i]);

		if (value)
			ft_str_addf(&str, "%s%s=%s", str.len ? "," : "",
			    keys[i], value);
		ft_free(value);
	}
	return fcontrol_take(records, &str);
}

static const char *
select_of(struct fcontrol_records *records, const char *extra)
{
	char *select FT_CLEANUP(ft_free_at) =
	    find_extra(extra, "SelectTypeParameters");
	struct ft_str str = { 0 };

	if (!select || !*select)
		return "NONE";
	for (const char *c = select; *c; c++)
		ft_str_add_char(&str, (char)toupper((unsigned char)*c));
	return fcontrol_take(records, &str);
}

static const char *
names(struct fcontrol_records *records, const struct ft_name_list *list)
{
	struct ft_str str = { 0 };

	if (!list->n)
		return "ALL";
	for (size_t i = 0; i < list->n; i++)
		ft_str_addf(&str, "%s%s", i ? "," : "", list->item[i]);
	return fcontrol_take(records, &str);
}

static void
count_partition(const struct ft_world *world,
    const struct ft_partition *partition, uint64_t *count)
{
	const struct ft_machine *machine = &world->machine;

	for (size_t i = 0; i < partition->n_node; i++)
		ft_machine_count_node(
		    &world->machine, &machine->node[partition->node[i]], count);
	for (size_t i = 0; i < machine->n_license; i++)
		if (machine->license[i].tres != UINT32_MAX)
			count[machine->license[i].tres] =
			    machine->license[i].count;
	count[FT_TRES_BILLING] = (uint64_t)ft_billing_of(
	    &partition->billing, &world->tres, count, world->priority_flags);
}

static const char *
tres_of(struct fcontrol_records *records, const struct ft_partition *partition)
{
	const struct ft_world *world = &records->control->world;
	uint64_t *count FT_CLEANUP(ft_free_at) =
	    ft_calloc(world->tres.n + 1, sizeof *count);
	struct ft_str str = { 0 };

	count_partition(world, partition, count);
	ft_jobtext_add_tres(&str, &world->tres, count, FT_TRES_UNITS);
	return fcontrol_take(records, &str);
}

/* Slurm shows a deny list in place of an allow list that is empty (case
 * u03-scontrol-config). */
static void
make_access(struct shown *shown, struct fcontrol_records *records)
{
	const struct ft_partition *part = &shown->part;

	shown->groups = names(records, &part->allow_groups);
	shown->alloc_nodes = names(records, &part->alloc_nodes);
	if (!part->allow_accounts.n && part->deny_accounts.n)
		shown->denied_accounts = names(records, &part->deny_accounts);
	else
		shown->accounts = names(records, &part->allow_accounts);
	if (!part->allow_qos.n && part->deny_qos.n)
		shown->denied_qos = names(records, &part->deny_qos);
	else
		shown->qos = names(records, &part->allow_qos);
}

/* Since 24.11 what Nodes= says is shown, too, if it names more than nodes: ALL,
 * or a NodeSet. */
static const char *
node_sets(const struct ft_machine *machine, const struct ft_partition *part)
{
	struct ft_word word;
	const char *list = part->nodes;

	while (ft_word_next(&list, ",", &word)) {
		char name[256];

		if (ft_word_copy(word, name, sizeof name) &&
		    !strchr(name, '[') &&
		    ft_machine_node(machine, name) == UINT32_MAX)
			return part->nodes;
	}
	return NULL;
}

/* The memory limit per node in MiB, as shown; 0: hidden, because a limit per
 * CPU is shown instead. */
static uint64_t
per_node(uint64_t per_cpu, uint64_t per_node)
{
	return per_cpu ? 0 : per_node ? per_node : FT_UNLIMITED;
}

static void
make(struct shown *shown, struct fcontrol_records *records)
{
	static const char *const states[] = { "UP", "DOWN", "DRAIN",
		"INACTIVE" };
	const struct ft_world *world = &records->control->world;
	const struct ft_partition *part = &shown->part;
	struct ft_str nodes = { 0 }, mode = { 0 };

	make_access(shown, records);
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
	ft_machine_add_hosts(&nodes, &world->machine, part->node, part->n_node);
	shown->nodes = fcontrol_take(records, &nodes);
	fcontrol_add_preempt_mode(
	    &mode, *part->preempt_mode
		       ? part->preempt_mode
		       : ft_conf_text(world->conf, FT_CONF_PREEMPT_MODE));
	shown->preempt_mode = fcontrol_take(records, &mode);
	shown->node_sets = node_sets(&world->machine, part);
	shown->exclusive = part->exclusive        ? "NODE"
			   : part->exclusive_user ? "USER"
			   : part->exclusive_topo ? "TOPO"
						  : NULL;
	shown->shared = part->exclusive ? "NO" : part->over_subscribe;
	shown->state = states[part->state];
	shown->select = select_of(records, part->extra);
	shown->defaults = defaults(records, part->extra);
	shown->tres = tres_of(records, part);
	shown->n_node = part->n_node;
	shown->def_per_node =
	    per_node(part->def_mem_per_cpu, part->def_mem_per_node);
	shown->max_per_node =
	    per_node(part->max_mem_per_cpu, part->max_mem_per_node);
}

/* Our own keys, which scontrol does not have. */
static void
make_queue(struct shown *shown, struct fcontrol_records *records)
{
	const struct ft_partition *part = &shown->part;
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
	{ "PartitionName", FCONTROL_MEMBER(part.name) },
	{ "AllowGroups", FCONTROL_MEMBER(groups), .own = FCONTROL_LINE },
	{ "AllowAccounts", FCONTROL_GIVEN(accounts) },
	{ "DenyAccounts", FCONTROL_GIVEN(denied_accounts) },
	{ "AllowQos", FCONTROL_GIVEN(qos) },
	{ "DenyQos", FCONTROL_GIVEN(denied_qos) },
	{ "AllocNodes", FCONTROL_MEMBER(alloc_nodes), .own = FCONTROL_LINE },
	{ "Alternate", FCONTROL_GIVEN(part.alternate) },
	{ "Default", FCONTROL_YES(part.is_default) },
	{ "QoS", FCONTROL_MEMBER(part.qos), .none = "N/A" },
	{ "DefaultTime", FCONTROL_MINUTES(part.default_time), .arg = "NONE",
	    .own = FCONTROL_LINE },
	{ "DisableRootJobs", FCONTROL_YES(no_root) },
	{ "ExclusiveUser", FCONTROL_YES(part.exclusive_user),
	    .until = FT_RELEASE_26_05 },
	{ "ExclusiveTopo", FCONTROL_YES(part.exclusive_topo),
	    .since = FT_RELEASE_24_11, .until = FT_RELEASE_26_05 },
	{ "Exclusive", FCONTROL_MEMBER(exclusive), .none = "NO",
	    .since = FT_RELEASE_26_05 },
	{ "GraceTime", FCONTROL_MEMBER(part.grace_time) },
	{ "Hidden", FCONTROL_YES(part.hidden) },
	{ "MaxNodes", FCONTROL_LIMIT(part.max_nodes), .own = FCONTROL_LINE },
	{ "MaxTime", FCONTROL_MINUTES(part.max_time), .arg = "NONE" },
	{ "MinNodes", FCONTROL_MEMBER(part.min_nodes) },
	{ "LLN", FCONTROL_YES(part.lln) },
	{ "MaxCPUsPerNode", FCONTROL_LIMIT(part.max_cpus_per_node) },
	{ "MaxCPUsPerSocket", FCONTROL_CONST("UNLIMITED"),
	    .since = FT_RELEASE_24_11 },
	{ "NodeSets", FCONTROL_GIVEN(node_sets), .own = FCONTROL_LINE,
	    .since = FT_RELEASE_24_11 },
	{ "Nodes", FCONTROL_TEXT(nodes), .own = FCONTROL_LINE },
	{ "PriorityJobFactor", FCONTROL_MEMBER(part.job_factor),
	    .own = FCONTROL_LINE },
	{ "PriorityTier", FCONTROL_MEMBER(part.tier) },
	{ "RootOnly", FCONTROL_YES(part.root_only) },
	{ "ReqResv", FCONTROL_YES(part.req_resv) },
	{ "OverSubscribe", FCONTROL_MEMBER(part.over_subscribe),
	    .until = FT_RELEASE_26_05 },
	{ "OverSubscribe", FCONTROL_MEMBER(shared), .since = FT_RELEASE_26_05 },
	{ "OverTimeLimit", FCONTROL_MEMBER(over_time),
	    .own = FCONTROL_LINE | FCONTROL_LOOK },
	{ "PreemptMode", FCONTROL_MEMBER(preempt_mode) },
	{ "State", FCONTROL_TEXT(state), .own = FCONTROL_LINE },
	{ "TotalCPUs", FCONTROL_MEMBER(part.cpus) },
	{ "TotalNodes", FCONTROL_MEMBER(n_node) },
	{ "SelectTypeParameters", FCONTROL_MEMBER(select) },
	{ "JobDefaults", FCONTROL_TEXT(defaults), .own = FCONTROL_LINE },
	{ "DefMemPerCPU", FCONTROL_LIMIT(part.def_mem_per_cpu), .none = "",
	    .own = FCONTROL_LINE },
	{ "DefMemPerNode", FCONTROL_LIMIT(def_per_node), .none = "",
	    .own = FCONTROL_LINE },
	{ "MaxMemPerCPU", FCONTROL_LIMIT(part.max_mem_per_cpu), .none = "" },
	{ "MaxMemPerNode", FCONTROL_LIMIT(max_per_node), .none = "" },
	{ "TRES", FCONTROL_TEXT(tres), .own = FCONTROL_LINE },
	{ "TRESBillingWeights", FCONTROL_GIVEN(part.weights_text),
	    .own = FCONTROL_LINE },
	{ "SubordinateList", FCONTROL_GIVEN(subordinates),
	    .own = FCONTROL_LINE },
	{ "FairTreeSlots", FCONTROL_GIVEN(slots) },
	{ 0 },
};

bool
fcontrol_lists_partition(
    const struct fcontrol *control, const struct ft_partition *partition)
{
	return ft_visibility_shows_all(&control->session.visibility,
		   FT_VISIBILITY_BIT(PARTITIONS)) &&
	       (!partition->hidden || control->all ||
		   control->asker.privileged);
}

int
fcontrol_show_partition(struct fcontrol *control, int argc, char **argv)
{
	const char *name = fcontrol_operand(argc, argv);
	const struct ft_machine *machine = &control->world.machine;
	struct fcontrol_records records;
	struct shown shown;
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
		    !fcontrol_lists_partition(control, part))
			continue;
		shown = (struct shown){ .part = *part };
		make(&shown, &records);
		make_queue(&shown, &records);
		fcontrol_record(&records, rows, &shown);
		found = true;
	}
	fcontrol_records_close(&records);
	if (found)
		return 0;
	fcontrol_suggest(control, FT_COMPLETE_PARTITION, name);
	return fcontrol_print_none(control, "Partition", "partitions", name);
}
