/* Sums over the node lines of slurm.conf. */
#include "model/nodes.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "model/machine.h"

static struct ft_nodes_part
part(const char *name, const char *type, uint64_t count)
{
	struct ft_str str = { 0 };

	ft_str_addf(&str, "%s%s%s", name, *type ? ":" : "", type);
	return (struct ft_nodes_part){ ft_str_take(&str), count };
}

static void
sum_gres(struct ft_nodes *nodes, const struct ft_machine *machine)
{
	nodes->gres = ft_calloc(machine->n_gres + 1, sizeof *nodes->gres);
	for (size_t i = 0; i < machine->n_gres; i++) {
		uint64_t count = 0;

		for (size_t k = 0; k < machine->n_node; k++)
			count += machine->node[k].gres_count[i];
		nodes->gres[nodes->n_gres++] =
		    part(machine->gres[i].name, machine->gres[i].type, count);
	}
}

static void
fill(struct ft_nodes *nodes, const struct ft_machine *machine)
{
	uint32_t *all = ft_calloc(machine->n_node + 1, sizeof *all);

	for (size_t i = 0; i < machine->n_node; i++)
		if (machine->node[i].state != FT_NODE_FUTURE)
			all[nodes->n++] = (uint32_t)i;
	ft_machine_add_hosts(&nodes->names, machine, all, nodes->n);
	ft_free(all);
	nodes->cpus = machine->cpus;
	nodes->memory = machine->memory;
	sum_gres(nodes, machine);
	nodes->license =
	    ft_calloc(machine->n_license + 1, sizeof *nodes->license);
	for (size_t i = 0; i < machine->n_license; i++)
		nodes->license[nodes->n_license++] = part(
		    machine->license[i].name, "", machine->license[i].count);
}

enum ft_status
ft_nodes_read(
    struct ft_nodes *nodes, const struct ft_conf *conf, struct ft_error *err)
{
	struct ft_machine machine;
	enum ft_status status = ft_machine_read(&machine, conf, NULL, err);

	*nodes = (struct ft_nodes){ .n = 0 };
	if (status == FT_OK && !machine.built_in)
		fill(nodes, &machine);
	ft_machine_free(&machine);
	return status;
}

static void
free_parts(struct ft_nodes_part *part, size_t n)
{
	for (size_t i = 0; i < n; i++)
		ft_free(part[i].name);
	ft_free(part);
}

void
ft_nodes_free(struct ft_nodes *nodes)
{
	ft_str_free(&nodes->names);
	free_parts(nodes->gres, nodes->n_gres);
	free_parts(nodes->license, nodes->n_license);
}

/* ---- as TRES ------------------------------------------------------------------ */

static uint64_t
part_count(const struct ft_nodes_part *part, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcasecmp(part[i].name, name) == 0)
			return part[i].count;
	return 0;
}

static uint64_t
count_of(const struct ft_nodes *nodes, const struct ft_tres *tres)
{
	if (!strcmp(tres->type, "cpu") || !strcmp(tres->type, "billing"))
		return nodes->cpus;
	if (!strcmp(tres->type, "mem"))
		return nodes->memory;
	if (!strcmp(tres->type, "node"))
		return nodes->n;
	if (!strcmp(tres->type, "gres"))
		return part_count(nodes->gres, nodes->n_gres, tres->name);
	if (!strcmp(tres->type, "license"))
		return part_count(nodes->license, nodes->n_license, tres->name);
	return 0;
}

/* The first eight are counted on every cluster. */
static bool
counted(const struct ft_conf *conf, const struct ft_tres *tres)
{
	struct ft_str name = { 0 };
	bool has;

	if (tres->id <= 8)
		return true;
	ft_tres_add_name(&name, tres);
	has = ft_conf_has(
	    conf, FT_CONF_ACCOUNTING_STORAGE_TRES, ft_str_text(&name));
	ft_str_free(&name);
	return has;
}

void
ft_nodes_tres(const struct ft_nodes *nodes, const struct ft_conf *conf,
    const struct ft_tres_table *table, struct ft_str *str)
{
	struct ft_tres_amount *amount = ft_calloc(table->n + 1, sizeof *amount);
	size_t n = 0;

	for (size_t i = 0; i < table->n; i++)
		if (counted(conf, &table->item[i]))
			amount[n++] =
			    (struct ft_tres_amount){ .id = table->item[i].id,
				    .value = count_of(nodes, &table->item[i]) };
	ft_tres_format(str, table, amount, n, FT_TRES_BY_NAME | FT_TRES_UNITS);
	ft_free(amount);
}
