/* partition.c - a partition in Slurm's own documents.  Source: recorded cases v02,
 * l09. */

#include <ctype.h>

#include "base/text/hostlist.h"
#include "common/jobtext.h"
#include "model/conf/pairs.h"
#include "nodedoc/nodedoc.h"

static const char *
select_of(struct ft_arena *arena, const char *extra)
{
	char *select FT_CLEANUP(ft_free_at) =
	    ft_pairs_find(extra, "SelectTypeParameters");
	struct ft_str str = { 0 };

	if (!select || !*select)
		return "NONE";
	for (const char *c = select; *c; c++)
		ft_str_add_char(&str, (char)toupper((unsigned char)*c));
	return ft_arena_take(arena, &str);
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
tres_of(const struct ft_nodedoc *from, const struct ft_partition *partition)
{
	const struct ft_world *world = from->world;
	uint64_t *count FT_CLEANUP(ft_free_at) =
	    ft_calloc(world->tres.n + 1, sizeof *count);
	struct ft_str str = { 0 };

	count_partition(world, partition, count);
	ft_jobtext_add_tres(&str, &world->tres, count, FT_TRES_UNITS);
	return ft_arena_take(from->arena, &str);
}

static enum ft_status
check_node(void *machine, const char *name, size_t len, struct ft_error *err)
{
	(void)len;
	(void)err;
	return ft_machine_node(machine, name) == UINT32_MAX ? FT_ENOENT : FT_OK;
}

/* Since 24.11 what Nodes= says is shown, too, if it names more than nodes: ALL,
 * or a NodeSet. */
static const char *
node_sets(const struct ft_machine *machine, const struct ft_partition *part)
{
	enum ft_status status = ft_hostlist_each(
	    part->nodes, check_node, (void *)(uintptr_t)machine, NULL);

	return status == FT_OK ? NULL : part->nodes;
}

/* The memory limit per node in MiB, as shown; 0: hidden, because a limit per
 * CPU is shown instead. */
static uint64_t
per_node(uint64_t per_cpu, uint64_t per_node)
{
	return per_cpu ? 0 : per_node ? per_node : FT_UNLIMITED;
}

void
ft_nodedoc_partition(struct ft_nodedoc_partition *partition,
    const struct ft_nodedoc *from, const struct ft_partition *part)
{
	static const char *const states[] = { "UP", "DOWN", "DRAIN",
		"INACTIVE" };
	const struct ft_machine *machine = &from->world->machine;
	struct ft_str nodes = { 0 };

	ft_machine_add_hosts(&nodes, machine, part->node, part->n_node);
	*partition = (struct ft_nodedoc_partition){
		.part = *part,
		.nodes = ft_arena_take(from->arena, &nodes),
		.node_sets = node_sets(machine, part),
		.exclusive = part->exclusive        ? "NODE"
			     : part->exclusive_user ? "USER"
			     : part->exclusive_topo ? "TOPO"
						    : NULL,
		.shared = part->exclusive ? "NO" : part->over_subscribe,
		.state = states[part->state],
		.select = select_of(from->arena, part->extra),
		.tres = tres_of(from, part),
		.n_node = part->n_node,
		.def_per_node =
		    per_node(part->def_mem_per_cpu, part->def_mem_per_node),
		.max_per_node =
		    per_node(part->max_mem_per_cpu, part->max_mem_per_node),
	};
}

/* ---- its members ---------------------------------------------------------- */

/* Where the list of a row is. */
#define LIST_OF(member)                                                        \
	.source = &(const size_t)                                              \
	{                                                                      \
		offsetof(struct ft_nodedoc_partition, part.member)             \
	}

static const struct ft_partition *
part_of(const void *row)
{
	return &(*(const struct ft_nodedoc_partition *const *)row)->part;
}

/* The names of a list; ALL is empty. */
static void
listed(const void *row, struct ft_value *value)
{
	const char *shown = *(const char *const *)row;
	const size_t *at = value->column->source;
	const struct ft_name_list *list = (const void *)(shown + *at);

	ft_value_text(value, list->text ? list->text : "");
}

/* Before 26.05 only what is consumed: CR_Core_Memory is ["CORE"]. */
static void
old_select(const void *row, struct ft_value *value)
{
	static const char *const what[] = { "CPU", "SOCKET", "CORE", "BOARD" };
	const struct ft_nodedoc_partition *shown = *(const void *const *)row;
	struct ft_str *str = ft_value_build(value);

	for (size_t i = 0; i < FT_COUNT(what); i++)
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
	const struct ft_nodedoc_partition *shown = *(const void *const *)row;
	const struct ft_partition *part = &shown->part;
	const struct {
		bool on;
		const char *name;
	} flag[] = { { part->is_default, "DEFAULT" },
		{ part->hidden, "HIDDEN" }, { part->disable_root, "NO_ROOT" },
		{ part->root_only, "ROOT_ONLY" },
		{ part->req_resv, "REQ_RESV" }, { part->lln, "LLN" } };
	struct ft_str *str = ft_value_build(value);

	for (size_t i = 0; i < FT_COUNT(flag); i++)
		if (flag[i].on)
			ft_str_addf(
			    str, "%s%s", str->len ? "," : "", flag[i].name);
}

static void
exclusive(const void *row, struct ft_value *value)
{
	const struct ft_nodedoc_partition *shown = *(const void *const *)row;

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

#define MEMBER(name) FT_MEMBER(struct ft_nodedoc_partition, name)

const struct ft_column ft_nodedoc_partition_members[] = {
#include "nodedoc/partition_member.def"
};
const size_t ft_nodedoc_partition_member_count =
    FT_COUNT(ft_nodedoc_partition_members);
