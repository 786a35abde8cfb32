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
	ft_jobtext_add_preempt_mode(
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

/* ---- in Slurm's own JSON -------------------------------------------------- */

/* Where the list of a row is. */
#define LIST_OF(member)                                                        \
	.source = &(const size_t)                                              \
	{                                                                      \
		offsetof(struct shown, part.member)                            \
	}

static const struct ft_partition *
part_of(const void *row)
{
	return &((const struct shown *)fcontrol_thing_of(row))->part;
}

/* The names of a list; ALL is empty. */
static void
listed(const void *row, struct ft_value *value)
{
	const char *shown = fcontrol_thing_of(row);
	const size_t *at = value->column->source;
	const struct ft_name_list *list = (const void *)(shown + *at);
	struct ft_str *str = ft_value_build(value);

	for (size_t i = 0; i < list->n; i++)
		ft_str_addf(str, "%s%s", i ? "," : "", list->item[i]);
}

/* Before 26.05 only what is consumed: CR_Core_Memory is ["CORE"]. */
static void
old_select(const void *row, struct ft_value *value)
{
	static const char *const what[] = { "CPU", "SOCKET", "CORE", "BOARD" };
	const struct shown *shown = fcontrol_thing_of(row);
	struct ft_str *str = ft_value_build(value);

	for (size_t i = 0; i < sizeof what / sizeof *what; i++)
		if (strstr(shown->select, what[i]))
			ft_str_addf(str, "%s%s", str->len ? "," : "", what[i]);
}

/* Memory as slurmctld keeps it: the highest bit says that it is per CPU. */
static void
raw_memory(struct ft_value *value, uint64_t per_cpu, uint64_t per_node)
{
	if (per_cpu)
		ft_value_i64(value, INT64_MIN + (int64_t)per_cpu);
	else
		ft_value_u64(value, per_node);
}

static void
raw_default_memory(const void *row, struct ft_value *value)
{
	raw_memory(value, part_of(row)->def_mem_per_cpu,
	    part_of(row)->def_mem_per_node);
}

static void
raw_most_memory(const void *row, struct ft_value *value)
{
	raw_memory(value, part_of(row)->max_mem_per_cpu,
	    part_of(row)->max_mem_per_node);
}

static void
per_cpu(const void *row, struct ft_value *value)
{
	const uint64_t *mib = ft_column_member(value->column, row);

	if (*mib)
		ft_value_u64(value, *mib);
}

/* Per node, if there is no memory per CPU; 0: no limit. */
static void
memory(const void *row, struct ft_value *value)
{
	const uint64_t *mib = ft_column_member(value->column, row);

	if (*mib)
		ft_value_u64(value, *mib == FT_UNLIMITED ? 0 : *mib);
}

static void
endless(const void *row, struct ft_value *value)
{
	(void)row;
	value->kind = FT_VALUE_INFINITE;
}

static bool
is_forced(const struct ft_partition *part)
{
	return strncmp(part->over_subscribe, "FORCE", strlen("FORCE")) == 0;
}

/* How many jobs may share a CPU: "YES:4" is 4, EXCLUSIVE 0. */
static uint64_t
jobs_per_cpu(const struct ft_partition *part)
{
	const char *colon = strchr(part->over_subscribe, ':');
	uint64_t n = 1;

	if (part->exclusive)
		return 0;
	if (colon)
		(void)ft_num_u64(colon + 1, &n);
	return n;
}

/* With the bit that stands for FORCE. */
static void
shares(const void *row, struct ft_value *value)
{
	const struct ft_partition *part = part_of(row);

	ft_value_u64(
	    value, jobs_per_cpu(part) | (is_forced(part) ? 0x8000U : 0));
}

static void
sharing_jobs(const void *row, struct ft_value *value)
{
	ft_value_u64(value, jobs_per_cpu(part_of(row)));
}

static void
forced(const void *row, struct ft_value *value)
{
	if (is_forced(part_of(row)))
		ft_value_text(value, "force");
}

static void
flags(const void *row, struct ft_value *value)
{
	const struct shown *shown = fcontrol_thing_of(row);
	const struct ft_partition *part = &shown->part;
	const struct {
		bool on;
		const char *name;
	} flag[] = { { part->is_default, "DEFAULT" },
		{ part->hidden, "HIDDEN" }, { part->disable_root, "NO_ROOT" },
		{ part->root_only, "ROOT_ONLY" },
		{ part->req_resv, "REQ_RESV" }, { part->lln, "LLN" } };
	struct ft_str *str = ft_value_build(value);

	for (size_t i = 0; i < sizeof flag / sizeof *flag; i++)
		if (flag[i].on)
			ft_str_addf(
			    str, "%s%s", str->len ? "," : "", flag[i].name);
}

static void
exclusive(const void *row, struct ft_value *value)
{
	const struct shown *shown = fcontrol_thing_of(row);

	ft_value_text(value, shown->exclusive ? shown->exclusive : "NO");
}

static void
preempt_mode(const void *row, struct ft_value *value)
{
	const struct ft_partition *part = part_of(row);
	struct ft_str *str = ft_value_build(value);

	if (!*part->preempt_mode)
		ft_str_add(str, "CLUSTER_GLOBAL");
	else
		ft_jobtext_add_preempt_mode(str, part->preempt_mode);
	if (strcmp(ft_str_text(str), "OFF") == 0)
		ft_value_text(value, "DISABLED");
}

static const struct ft_column members[] = {
#include "fcontrol/show/partition_member.def"
};

/* ---- ours ---------------------------------------------------------------- */

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
		if (records.paper)
			fcontrol_record_paper(&records, members,
			    sizeof members / sizeof *members, &shown);
		else
			fcontrol_record(&records, rows, &shown);
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
