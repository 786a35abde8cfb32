/*
 * A machine is read from all lines together: resources, then nodes, then
 * partitions, each of which needs those before.
 */
#include "model/machine/machine.h"

#include "model/conf/slurmkey.h"
#include "model/machine/private.h"

static enum ft_status
read_all(struct ft_machine *machine, const struct ft_conf *conf,
    struct ft_error *err)
{
	FT_TRY(ft_machine_forgive(
	    machine, ft_machine_read_gres(machine, conf, err), err));
	FT_TRY(ft_machine_forgive(
	    machine, ft_machine_read_nodes(machine, conf, err), err));
	FT_TRY(ft_machine_forgive(
	    machine, ft_machine_count_gres(machine, err), err));
	if (machine->tres)
		FT_TRY(ft_machine_read_partitions(machine, conf, err));
	return FT_OK;
}

enum ft_status
ft_machine_read(struct ft_machine *machine, const struct ft_conf *conf,
    const struct ft_tres_table *tres, struct ft_error *err)
{
	*machine = (struct ft_machine){ .tres = tres };
	return read_all(machine, conf, err);
}

void
ft_machine_read_all(struct ft_machine *machine, const struct ft_conf *conf,
    const struct ft_tres_table *tres, const struct ft_machine_faults *faults)
{
	struct ft_error err = { 0 };

	*machine = (struct ft_machine){ .tres = tres, .faults = faults };
	(void)ft_machine_forgive(machine, read_all(machine, conf, &err), &err);
	machine->faults = NULL;
}

void
ft_machine_free(struct ft_machine *machine)
{
	for (size_t i = 0; i < machine->n_partition; i++)
		ft_billing_free(&machine->partition[i].billing);
	ft_free(machine->partition);
	ft_free(machine->node);
	ft_free(machine->gres);
	ft_free(machine->license);
	ft_map_clear(&machine->node_at);
	ft_free(machine->set);
	ft_arena_clear(&machine->arena);
	*machine = (struct ft_machine){ .node = NULL };
}

/* ---- one pair of a line --------------------------------------------------------- */

/* Keys of the short lines. */
static bool
is_of_line(const char *line, const char *key)
{
	static const struct {
		const char *line, *key;
	} rows[] = { { "DownNodes", "State" }, { "DownNodes", "Reason" },
		{ "NodeSet", "Feature" }, { "NodeSet", "Nodes" } };

	for (size_t i = 0; i < FT_COUNT(rows); i++)
		if (!strcasecmp(rows[i].line, line) &&
		    !strcasecmp(rows[i].key, key))
			return true;
	return false;
}

enum ft_status
ft_machine_check_pair(
    const char *line, const char *key, const char *value, struct ft_error *err)
{
	bool partition = !strcasecmp(line, "PartitionName");
	bool node = !strcasecmp(line, "NodeName");
	bool down = !strcasecmp(line, "DownNodes");
	bool ignored = (partition && ft_slurm_knows(FT_SLURM_PARTITION, key)) ||
		       (node && ft_slurm_knows(FT_SLURM_NODE, key));
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	enum ft_status status = FT_ENOENT;

	if (ignored || !strcasecmp(line, key))
		return FT_OK;
	if (partition)
		status = ft_machine_try_partition(&arena, key, value, err);
	else if (node || (down && is_of_line(line, key)))
		status = ft_machine_try_node(&arena, key, value, err);
	else if (is_of_line(line, key))
		status = FT_OK;
	return status == FT_ENOENT
		   ? ft_fail(err, FT_ENOENT, "unknown key '%s' on a %s line",
			 key, line)
		   : status;
}
