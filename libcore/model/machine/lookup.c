/*
 * Look-ups in a machine by name, host list or feature.  Nothing here
 * reads a line or changes a node.
 */
#include "model/machine/machine.h"

#include "base/text/hostlist.h"

static uint32_t
find_node(const struct ft_machine *machine, const char *name, size_t len)
{
	uint64_t at;

	return ft_map_get_n(&machine->node_at, name, len, &at) ? (uint32_t)at
							       : UINT32_MAX;
}

uint32_t
ft_machine_node(const struct ft_machine *machine, const char *name)
{
	return find_node(machine, name, strlen(name));
}

uint32_t
ft_machine_partition(const struct ft_machine *machine, const char *name)
{
	return ft_machine_partition_word(machine, ft_word_of(name));
}

uint32_t
ft_machine_partition_word(const struct ft_machine *machine, struct ft_word name)
{
	for (size_t i = 0; i < machine->n_partition; i++)
		if (ft_word_equals(name, machine->partition[i].name))
			return (uint32_t)i;
	return UINT32_MAX;
}

const struct ft_partition *
ft_machine_default(const struct ft_machine *machine)
{
	for (size_t i = 0; i < machine->n_partition; i++)
		if (machine->partition[i].is_default)
			return &machine->partition[i];
	return NULL;
}

bool
ft_partition_has(const struct ft_partition *partition, uint32_t node)
{
	return partition->n_node &&
	       bsearch(&node, partition->node, partition->n_node,
		   sizeof *partition->node, ft_by_u32);
}

/* ---- host lists ------------------------------------------------------------------ */

void
ft_machine_add_hosts(struct ft_str *str, const struct ft_machine *machine,
    const uint32_t *node, size_t n)
{
	const char **name;

	if (n == 1)
		ft_str_add(str, machine->node[*node].name);
	if (n <= 1)
		return;
	name = ft_calloc(n, sizeof *name);
	for (size_t i = 0; i < n; i++)
		name[i] = machine->node[node[i]].name;
	ft_hostlist_fold(str, name, n);
	ft_free(name);
}

struct hosts {
	const struct ft_machine *machine;
	uint32_t *node;
	size_t n, cap;
};

static enum ft_status
keep_host(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct hosts *hosts = ctx;
	uint32_t index = find_node(hosts->machine, name, len);

	if (index == UINT32_MAX)
		return ft_fail(err, FT_ENOENT, "%.*s", (int)len, name);
	*ft_vec_add(hosts->node, hosts->n, hosts->cap) = index;
	return FT_OK;
}

enum ft_status
ft_machine_hosts(const struct ft_machine *machine, const char *text,
    uint32_t **node, size_t *n, struct ft_error *err)
{
	struct hosts hosts = { .machine = machine };
	enum ft_status status = ft_hostlist_nodes(text, keep_host, &hosts, err);

	*node = NULL;
	*n = 0;
	if (status != FT_OK) {
		ft_free(hosts.node);
		return status;
	}
	*node = hosts.node;
	*n = ft_unique(hosts.node, hosts.n, sizeof *hosts.node, ft_by_u32);
	return FT_OK;
}
