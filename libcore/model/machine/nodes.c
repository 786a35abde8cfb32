/* Sums over the node lines of slurm.conf. */
#include "model/machine/nodes.h"

enum ft_status
ft_nodes_read(
    struct ft_nodes *nodes, const struct ft_conf *conf, struct ft_error *err)
{
	struct ft_machine *machine = &nodes->machine;
	uint32_t *all FT_CLEANUP(ft_free_at) = NULL;

	*nodes = (struct ft_nodes){ .n = 0 };
	FT_TRY(ft_machine_read(machine, conf, NULL, err));
	if (machine->built_in)
		return FT_OK;
	all = ft_calloc(machine->n_node + 1, sizeof *all);
	for (size_t i = 0; i < machine->n_node; i++)
		if (machine->node[i].state != FT_NODE_FUTURE)
			all[nodes->n++] = (uint32_t)i;
	ft_machine_add_hosts(&nodes->names, machine, all, nodes->n);
	return FT_OK;
}

void
ft_nodes_free(struct ft_nodes *nodes)
{
	ft_str_free(&nodes->names);
	ft_machine_free(&nodes->machine);
}

/* ---- as TRES ------------------------------------------------------------------ */

/* The sum over all nodes; name: "gpu", "gpu:a100". */
static uint64_t
count_gres(const struct ft_machine *machine, const char *name)
{
	struct ft_word kind = ft_word_of(name), type;
	uint64_t count = 0;

	ft_word_split(&kind, ':', &type);
	for (size_t i = 0; i < machine->n_gres; i++) {
		const struct ft_gres *gres = &machine->gres[i];

		if (!ft_word_is(kind, gres->name) ||
		    !ft_word_is(type, gres->type))
			continue;
		for (size_t k = 0; k < machine->n_node; k++)
			count += machine->node[k].gres_count[i];
	}
	return count;
}

static uint64_t
count_licenses(const struct ft_machine *machine, const char *name)
{
	for (size_t i = 0; i < machine->n_license; i++)
		if (strcasecmp(machine->license[i].name, name) == 0)
			return machine->license[i].count;
	return 0;
}

static uint64_t
count_of(const struct ft_nodes *nodes, const struct ft_tres *tres)
{
	const struct ft_machine *machine = &nodes->machine;

	if (!nodes->n)
		return 0;
	if (!strcmp(tres->type, "cpu") || !strcmp(tres->type, "billing"))
		return machine->cpus;
	if (!strcmp(tres->type, "mem"))
		return machine->memory;
	if (!strcmp(tres->type, "node"))
		return nodes->n;
	if (!strcmp(tres->type, "gres"))
		return count_gres(machine, tres->name);
	if (!strcmp(tres->type, "license"))
		return count_licenses(machine, tres->name);
	return 0;
}

/* The first eight are counted on every cluster. */
static bool
counted(const struct ft_conf *conf, const struct ft_tres *tres)
{
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str list FT_CLEANUP(ft_str_free) = { 0 };

	if (tres->id <= 8)
		return true;
	ft_tres_add_name(&name, tres);
	ft_conf_add_tres(&list, conf);
	return ft_list_has(ft_str_text(&list), ft_word_of(ft_str_text(&name)));
}

size_t
ft_nodes_amounts(const struct ft_nodes *nodes, const struct ft_conf *conf,
    const struct ft_tres_table *table, struct ft_tres_amount *amount)
{
	size_t n = 0;

	for (size_t i = 0; i < table->n; i++)
		if (counted(conf, &table->item[i]))
			amount[n++] =
			    (struct ft_tres_amount){ .id = table->item[i].id,
				    .value = count_of(nodes, &table->item[i]) };
	return n;
}

void
ft_nodes_tres(const struct ft_nodes *nodes, const struct ft_conf *conf,
    const struct ft_tres_table *table, struct ft_str *str)
{
	struct ft_tres_amount *amount FT_CLEANUP(ft_free_at) =
	    ft_calloc(table->n + 1, sizeof *amount);
	size_t n = ft_nodes_amounts(nodes, conf, table, amount);

	ft_tres_format(str, table, amount, n, FT_TRES_BY_NAME | FT_TRES_UNITS);
}
