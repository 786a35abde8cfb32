/* Texts that live as long as the world: each distinct one is stored once. */
#include "sim/world/world.h"

const char *
ft_world_string(struct ft_world *world, const char *text)
{
	return ft_intern(&world->strings, text);
}

const char *
ft_world_keep(struct ft_world *world, struct ft_str *text)
{
	const char *kept = ft_world_string(world, ft_str_text(text));

	ft_str_free(text);
	return kept;
}

const char *
ft_world_hosts(struct ft_world *world, const struct ft_job_node *node, size_t n)
{
	uint32_t *index FT_CLEANUP(ft_free_at) = ft_calloc(n, sizeof *index);
	struct ft_str text = { 0 };

	for (size_t i = 0; i < n; i++)
		index[i] = node[i].node;
	ft_machine_add_hosts(&text, &world->machine, index, n);
	return ft_world_keep(world, &text);
}
