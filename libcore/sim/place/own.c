/*
 * own.c - what a running job has of its nodes, by the settings of its partition.
 */

#include "sim/place/private.h"

bool
ft_place_whole(const struct ft_world *world, const struct ft_job *job)
{
	const struct ft_partition *in = ft_place_partition(world, job);

	return job->exclusive || world->place->linear || (in && in->exclusive);
}

uint32_t
ft_place_rows(const struct ft_partition *in, const struct ft_job *job)
{
	const char *text = in->over_subscribe;
	bool asks = job->shape.share && !job->exclusive;
	uint32_t rows = 4; /* without a number */

	if (strncasecmp(text, "FORCE", 5) != 0 &&
	    (!asks || strncasecmp(text, "YES", 3) != 0))
		return 0;
	text = strchr(text, ':');
	if (text && (!ft_num_u32(text + 1, &rows) || !rows))
		rows = 4;
	return rows;
}

/* Returns the only type that node NODE has of the kind KIND; UINT32_MAX if it has
 * several, or some without a type. */
static uint32_t
only_type(const struct ft_machine *machine, uint32_t node, uint32_t kind)
{
	const uint64_t *here = machine->node[node].gres_count;
	uint32_t found = UINT32_MAX;

	for (uint32_t g = 0; g < machine->n_gres; g++)
		if (here[g] == here[kind] && *machine->gres[g].type &&
		    !strcmp(machine->gres[g].name, machine->gres[kind].name))
			found = g;
	return found;
}

void
ft_place_gres(const struct ft_world *world, const struct ft_job *job,
    bool whole, uint32_t node, uint64_t *count)
{
	const struct ft_machine *machine = &world->machine;

	for (size_t g = 0; g < machine->n_gres && whole; g++)
		count[g] += machine->node[node].gres_count[g];
	for (size_t i = 0; i < job->n_gres_need && !whole; i++) {
		uint32_t index = job->gres_need[i].index;
		const struct ft_gres *gres = &machine->gres[index];
		uint32_t type =
		    *gres->type ? index : only_type(machine, node, index);

		for (uint32_t g = 0; g < machine->n_gres; g++) {
			bool kind = !*machine->gres[g].type &&
				    !strcmp(machine->gres[g].name, gres->name);

			if (g == type || kind)
				count[g] += job->gres_need[i].count;
		}
	}
}
