/* PartitionName lines, and live changes of partitions. */

#include "base/text/timefmt.h"
#include "model/machine/private.h"
#include "model/machine/queue.h"

static const struct ft_partition nothing = {
	.name = "",
	.nodes = "",
	.tier = 1,
	.job_factor = 1,
	.max_time = FT_TIME_UNLIMITED,
	.default_time = FT_TIME_NONE,
	.max_nodes = FT_UNLIMITED,
	.max_cpus_per_node = FT_UNLIMITED,
	.max_cpus_per_socket = FT_UNLIMITED,
	.over_time = FT_TIME_NONE,
	.preempt_mode = "",
	.qos = "",
	.alternate = "",
	.cpu_bind = "",
	.job_defaults = "",
	.topology = "",
	.over_subscribe = "NO",
	.weights_text = "",
	.extra = "",
	.subordinates_text = "",
	.queue = FT_NO_QUEUE,
	.origin = "",
};

/* ---- its nodes ------------------------------------------------------------------- */

static enum ft_status
resolve_nodes(struct ft_machine *machine, struct ft_partition *partition,
    struct ft_error *err)
{
	bool *mark = ft_calloc(machine->n_node + 1, sizeof *mark);
	enum ft_status status =
	    ft_machine_mark_nodes(machine, partition->nodes, mark, err);

	partition->node = ft_arena_calloc(
	    &machine->arena, machine->n_node + 1, sizeof *partition->node);
	partition->n_node = 0;
	for (size_t i = 0; i < machine->n_node && status == FT_OK; i++)
		if (mark[i])
			partition->node[partition->n_node++] = (uint32_t)i;
	ft_free(mark);
	ft_partition_sum(machine, partition);
	return status;
}

/* ---- what follows from its keys ------------------------------------------------------ */

static enum ft_status
resolve_billing(struct ft_machine *machine, struct ft_partition *partition,
    struct ft_error *err)
{
	enum ft_status status;

	ft_billing_free(&partition->billing);
	status = ft_billing_parse(
	    &partition->billing, machine->tres, partition->weights_text, err);
	if (status == FT_ENOENT) {
		partition->billing.given = false;
		return FT_OK;
	}
	if (status != FT_OK)
		ft_error_prefix(err, "TRESBillingWeights: ");
	return status;
}

static void
become_default(struct ft_machine *machine, const struct ft_partition *partition)
{
	for (size_t i = 0; i < machine->n_partition; i++)
		if (&machine->partition[i] != partition)
			machine->partition[i].is_default = false;
}

static enum ft_status
resolve(struct ft_machine *machine, struct ft_partition *partition,
    struct ft_error *err)
{
	if (partition->is_default)
		become_default(machine, partition);
	FT_TRY(resolve_nodes(machine, partition, err));
	FT_TRY(resolve_billing(machine, partition, err));
	return ft_partition_read_subordinates(partition, &machine->arena, err);
}

/* ---- lines ------------------------------------------------------------------------------ */

/* The file has names in lower case, live changes as they are given. */
static void
lower_names(struct ft_machine *machine, struct ft_partition *partition)
{
	const char **text[] = { &partition->allow_accounts.text,
		&partition->deny_accounts.text, &partition->allow_qos.text,
		&partition->deny_qos.text, &partition->qos };

	for (size_t i = 0; i < FT_COUNT(text); i++)
		if (*text[i])
			*text[i] = ft_arena_lower(&machine->arena, *text[i]);
}

static enum ft_status
read_line(struct ft_machine *machine, struct ft_partition *partition,
    const char *text, struct ft_error *err)
{
	enum ft_status status = ft_keys_read(
	    &(struct ft_keys){ ft_partition_keys, partition, &machine->arena },
	    text, &partition->extra, err);

	/* in the file Priority, even that of DEFAULT, wins wherever it stands;
	 * in live changes the last key wins (oracle/cases/z10-...) */
	ft_partition_take_priority(partition);
	lower_names(machine, partition);
	return status;
}

enum ft_status
ft_machine_try_partition(struct ft_arena *arena, const char *key,
    const char *value, struct ft_error *err)
{
	struct ft_partition partition = nothing;

	return ft_keys_set(
	    &(struct ft_keys){ ft_partition_keys, &partition, arena }, key,
	    value, err);
}

static struct ft_partition *
push(struct ft_machine *machine, const struct ft_partition *partition)
{
	struct ft_partition *added = ft_vec_add(
	    machine->partition, machine->n_partition, machine->cap_partition);

	*added = *partition;
	return added;
}

static enum ft_status
read_partition(struct ft_machine *machine, const char *text, const char *origin,
    struct ft_error *err)
{
	struct ft_partition partition = *machine->usual;

	partition.name = "";
	partition.origin = ft_arena_strdup(&machine->arena, origin);
	FT_TRY(read_line(machine, &partition, text, err));
	if (strcasecmp(partition.name, "DEFAULT") == 0) {
		*machine->usual = partition;
		machine->usual->disable_root = false;
		return FT_OK;
	}
	if (!*partition.name)
		return ft_fail(err, FT_EINVAL, "a partition needs a name");
	if (ft_machine_partition(machine, partition.name) != UINT32_MAX)
		return ft_fail(err, FT_EINVAL,
		    "partition '%s' is already defined", partition.name);
	return resolve(machine, push(machine, &partition), err);
}

enum ft_status
ft_machine_read_partitions(struct ft_machine *machine,
    const struct ft_conf *conf, struct ft_error *err)
{
	enum ft_status status = FT_OK;
	bool any = false;

	machine->usual =
	    ft_arena_alloc(&machine->arena, sizeof *machine->usual);
	*machine->usual = nothing;
	for (size_t i = 0; i < conf->n_line && status == FT_OK; i++) {
		const struct ft_conf_line *line = &conf->line[i];

		if (strcasecmp(line->key, "PartitionName") != 0)
			continue;
		any = true;
		status = read_partition(machine, line->text, line->origin, err);
		if (status != FT_OK)
			ft_error_at(err, line->origin);
		status = ft_machine_forgive(machine, status, err);
	}
	if (!any)
		status = read_partition(machine,
		    "PartitionName=debug Nodes=ALL Default=YES", "", err);
	ft_machine_number_queues(machine);
	if (status == FT_OK && !machine->faults)
		status = ft_machine_refuse_queues(machine, true, err);
	return status;
}

/* ---- live ---------------------------------------------------------------------------------- */

static struct ft_partition *
find(struct ft_machine *machine, const char *name)
{
	uint32_t index = ft_machine_partition(machine, name);

	return index == UINT32_MAX ? NULL : &machine->partition[index];
}

enum ft_status
ft_machine_set_partition(struct ft_machine *machine, const char *name,
    const char *key, const char *value, struct ft_error *err)
{
	struct ft_partition *partition = find(machine, name), before;
	enum ft_status status = FT_ENOENT;

	if (!partition)
		return ft_fail(err, FT_ENOENT, "no partition '%s'", name);
	before = *partition;
	if (strcasecmp(key, "PartitionName") != 0)
		status = ft_keys_set(&(struct ft_keys){ ft_partition_keys,
					 partition, &machine->arena },
		    key, value, err);
	if (status == FT_ENOENT)
		return ft_fail(err, FT_EINVAL, "partitions have no '%s'", key);
	if (status == FT_OK && strcasecmp(key, "Nodes") == 0)
		status = resolve_nodes(machine, partition, err);
	else if (status == FT_OK && strcasecmp(key, "TRESBillingWeights") == 0)
		status = resolve_billing(machine, partition, err);
	else if (status == FT_OK && strcasecmp(key, "SubordinateList") == 0)
		status = ft_partition_read_subordinates(
		    partition, &machine->arena, err);
	else if (status == FT_OK && strcasecmp(key, "Default") == 0 &&
		 partition->is_default)
		become_default(machine, partition);
	if (status != FT_OK) {
		before.billing = partition->billing;
		*partition = before;
	}
	ft_machine_number_queues(machine);
	return status;
}

enum ft_status
ft_machine_add_partition(
    struct ft_machine *machine, const char *name, struct ft_error *err)
{
	struct ft_partition partition = *machine->usual;
	enum ft_status status;

	if (!*name || find(machine, name))
		return ft_fail(err, FT_EEXIST, "partition '%s' exists", name);
	/* Slurm's defaults for partitions created while it runs */
	if (!partition.min_nodes)
		partition.min_nodes = 1;
	partition.is_default = false;
	partition.name = ft_arena_strdup(&machine->arena, name);
	partition.origin = "";
	status = resolve(machine, push(machine, &partition), err);
	ft_machine_number_queues(machine);
	return status;
}

enum ft_status
ft_machine_drop_partition(
    struct ft_machine *machine, const char *name, struct ft_error *err)
{
	struct ft_partition *partition = find(machine, name);
	size_t index;

	if (!partition)
		return ft_fail(err, FT_ENOENT, "no partition '%s'", name);
	ft_billing_free(&partition->billing);
	index = (size_t)(partition - machine->partition);
	memmove(partition, partition + 1,
	    (machine->n_partition - index - 1) * sizeof *partition);
	machine->n_partition--;
	ft_machine_number_queues(machine);
	return FT_OK;
}
