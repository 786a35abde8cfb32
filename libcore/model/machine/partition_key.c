/* Keys of PartitionName lines: a table row each. */

#include "model/machine/private.h"

static const char *const states[] = { "UP", "DOWN", "DRAIN", "INACTIVE" };

static bool
set_state(const struct ft_key_value *value)
{
	int row = ft_row_find(FT_ROWS(states), ft_word_of(value->text));

	if (row >= 0)
		*(enum ft_partition_state *)ft_key_member(value) =
		    (enum ft_partition_state)row;
	return row >= 0;
}

void
ft_partition_take_priority(struct ft_partition *partition)
{
	if (partition->has_priority)
		partition->tier = partition->job_factor = partition->priority;
}

/* The old name of both priorities. */
static bool
set_priority(const struct ft_key_value *value)
{
	struct ft_partition *partition = value->owner;

	if (!ft_key_set_u32(value))
		return false;
	partition->has_priority = true;
	ft_partition_take_priority(partition);
	return true;
}

/* NO, EXCLUSIVE, YES[:n], FORCE[:n]. */
static bool
set_sharing(const struct ft_key_value *value)
{
	static const struct {
		const char *word;
		bool counts;
	} words[] = { { "NO", false }, { "EXCLUSIVE", false }, { "YES", true },
		{ "FORCE", true } };
	struct ft_partition *partition = value->owner;
	const char *jobs = value->text;
	struct ft_word word;
	struct ft_str str = { 0 };
	uint32_t n = 4;
	int row;

	if (!ft_word_next(&jobs, ":", &word) ||
	    (row = ft_row_find(FT_ROWS(words), word)) < 0 ||
	    (value->text[word.len] &&
		(!words[row].counts || !ft_num_u32(jobs, &n) || n == 0)))
		return false;
	ft_str_add(&str, words[row].word);
	if (words[row].counts)
		ft_str_addf(&str, ":%u", (unsigned)n);
	partition->exclusive = !strcmp(words[row].word, "EXCLUSIVE");
	partition->over_subscribe =
	    ft_arena_strdup(value->arena, ft_str_text(&str));
	ft_str_free(&str);
	return true;
}

/* NO, NODE, USER, TOPO: one of the three settings that came before it. */
static bool
set_exclusive(const struct ft_key_value *value)
{
	static const char *const words[] = { "NO", "NODE", "USER", "TOPO" };
	struct ft_partition *partition = value->owner;
	int row = ft_row_find(FT_ROWS(words), ft_word_of(value->text));

	if (row < 0)
		return false;
	if (row == 1 || partition->exclusive)
		partition->over_subscribe = row == 1 ? "EXCLUSIVE" : "NO";
	partition->exclusive = row == 1;
	partition->exclusive_user = row == 2;
	partition->exclusive_topo = row == 3;
	return true;
}

/* No limit per CPU is not the same as none: it is shown. */
static bool
set_memory(const struct ft_key_value *value)
{
	uint64_t *mib = ft_key_member(value);

	if (!ft_key_set_u64(value))
		return false;
	if (!*mib && strstr(value->key->name, "PerCPU"))
		*mib = FT_UNLIMITED;
	return true;
}

/* Memory per CPU and per node exclude each other: the last one wins. */
static bool
set_def_memory(const struct ft_key_value *value)
{
	struct ft_partition *partition = value->owner;

	partition->def_mem_per_cpu = partition->def_mem_per_node = 0;
	return set_memory(value);
}

static bool
set_max_memory(const struct ft_key_value *value)
{
	struct ft_partition *partition = value->owner;

	partition->max_mem_per_cpu = partition->max_mem_per_node = 0;
	return set_memory(value);
}

/* The name of another partition, or NONE. */
static bool
set_alternate(const struct ft_key_value *value)
{
	struct ft_partition *partition = value->owner;

	if (strcasecmp(value->text, "NONE") != 0)
		return ft_key_set_text(value);
	partition->alternate = "";
	return true;
}

/* "DefCpuPerGPU=2,DefMemPerGPU=100". */
static bool
set_job_defaults(const struct ft_key_value *value)
{
	static const char *const words[] = { "DefCpuPerGPU", "DefMemPerGPU" };
	struct ft_partition *partition = value->owner;
	const char *text = value->text;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_word word, number;

	while (ft_word_next(&text, ",", &word)) {
		char digits[24];
		uint64_t count = 0;
		int row;

		if (!word.len)
			continue;
		if (!ft_word_split(&word, '=', &number) ||
		    (row = ft_row_find(FT_ROWS(words), word)) < 0 ||
		    !ft_word_copy(number, digits, sizeof digits) ||
		    (*digits && !ft_num_u64(digits, &count)))
			return false;
		ft_str_addf(&str, "%s%s=%llu", str.len ? "," : "", words[row],
		    (unsigned long long)count);
	}
	partition->job_defaults =
	    ft_arena_strdup(value->arena, ft_str_text(&str));
	return true;
}

/* A comma list of what may happen to a preempted job. */
static bool
set_preempt(const struct ft_key_value *value)
{
	static const char *const words[] = { "OFF", "CANCEL", "REQUEUE",
		"SUSPEND", "GANG", "WITHIN", "PRIORITY" };
	const char *text = value->text;
	struct ft_word word;

	while (ft_word_next(&text, ",", &word))
		if (ft_row_find(FT_ROWS(words), word) < 0)
			return false;
	return ft_key_set_text(value);
}

#define ROW(name, kind, field, high) OWN(name, ft_key_set_##kind, field, high)
#define OWN(name, set, field, high)                                            \
	FT_KEY(struct ft_partition, name, set, field, high, 0)
#define PRIORITY_TOP 65533

const struct ft_key ft_partition_keys[] = {
	ROW("PartitionName", text, name, 0),
	ROW("Nodes", text, nodes, 0),
	ROW("Default", bool, is_default, 0),
	ROW("Hidden", bool, hidden, 0),
	ROW("RootOnly", bool, root_only, 0),
	ROW("LLN", bool, lln, 0),
	ROW("ReqResv", bool, req_resv, 0),
	ROW("DisableRootJobs", bool, disable_root, 0),
	ROW("ExclusiveUser", bool, exclusive_user, 0),
	FT_KEY(struct ft_partition, "ExclusiveTopo", ft_key_set_bool,
	    exclusive_topo, 0, FT_RELEASE_24_11),
	FT_KEY(struct ft_partition, "Exclusive", set_exclusive, exclusive, 0,
	    FT_RELEASE_26_05),
	OWN("State", set_state, state, 0),
	ROW("PriorityTier", u32, tier, PRIORITY_TOP),
	ROW("PriorityJobFactor", u32, job_factor, PRIORITY_TOP),
	OWN("Priority", set_priority, priority, PRIORITY_TOP),
	ROW("MaxTime", minutes, max_time, 0),
	ROW("DefaultTime", minutes, default_time, 0),
	ROW("MinNodes", u32, min_nodes, UINT32_MAX),
	ROW("MaxNodes", u32, max_nodes, UINT32_MAX),
	ROW("MaxCPUsPerNode", u32, max_cpus_per_node, UINT32_MAX),
	FT_KEY(struct ft_partition, "MaxCPUsPerSocket", ft_key_set_u32,
	    max_cpus_per_socket, UINT32_MAX, FT_RELEASE_24_11),
	OWN("DefMemPerCPU", set_def_memory, def_mem_per_cpu, 0),
	OWN("DefMemPerNode", set_def_memory, def_mem_per_node, 0),
	OWN("MaxMemPerCPU", set_max_memory, max_mem_per_cpu, 0),
	OWN("MaxMemPerNode", set_max_memory, max_mem_per_node, 0),
	ROW("GraceTime", seconds, grace_time, UINT32_MAX),
	ROW("OverTimeLimit", minutes, over_time, 0),
	OWN("PreemptMode", set_preempt, preempt_mode, 0),
	ROW("QOS", text, qos, 0),
	OWN("Alternate", set_alternate, alternate, 0),
	ROW("AllowAccounts", list, allow_accounts, 0),
	ROW("DenyAccounts", names, deny_accounts, 0),
	ROW("AllowQos", list, allow_qos, 0),
	ROW("DenyQos", names, deny_qos, 0),
	ROW("AllowGroups", list, allow_groups, 0),
	ROW("AllocNodes", list, alloc_nodes, 0),
	OWN("OverSubscribe", set_sharing, over_subscribe, 0),
	OWN("Shared", set_sharing, over_subscribe, 0),
	ROW("TRESBillingWeights", text, weights_text, 0),
	ROW("CpuBind", text, cpu_bind, 0),
	OWN("JobDefaults", set_job_defaults, job_defaults, 0),
	FT_KEY(struct ft_partition, "Topology", ft_key_set_text, topology, 0,
	    FT_RELEASE_26_05),
	ROW("SubordinateList", text, subordinates_text, 0),
	ROW("FairTreeSlots", u32, slots, UINT32_MAX - 1),
	{ 0 },
};

const char *
ft_machine_partition_key(struct ft_word word, enum ft_release release)
{
	const struct ft_key *found = NULL;

	for (const struct ft_key *key = ft_partition_keys; key->name; key++) {
		if (!ft_word_abbreviates(word, key->name, 1) ||
		    !ft_release_within(release, key->since, 0))
			continue;
		if (!key->name[word.len])
			return key->name;
		if (!found)
			found = key;
	}
	return found && word.len >= 3 ? found->name : NULL;
}

const char *
ft_machine_partition_key_at(size_t i)
{
	return i < FT_COUNT(ft_partition_keys) ? ft_partition_keys[i].name
					       : NULL;
}

bool
ft_partition_is_same(const struct ft_partition *a, const struct ft_partition *b)
{
	struct ft_partition other = *b;

	/* "ALL" and "n[1-4]" may be the same nodes */
	other.nodes = a->nodes;
	return ft_keys_same(ft_partition_keys, a, &other) &&
	       a->n_node == b->n_node &&
	       (!a->n_node ||
		   !memcmp(a->node, b->node, a->n_node * sizeof *a->node));
}
