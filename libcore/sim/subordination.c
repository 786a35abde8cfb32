#include "sim/subordination.h"

void
ft_subordination_reset(struct ft_world *world)
{
	(void)world;
}

void
ft_subordination_free(struct ft_world *world)
{
	(void)world;
}

void
ft_subordination_started(struct ft_world *world, struct ft_job *job)
{
	(void)world;
	(void)job;
}

void
ft_subordination_ended(struct ft_world *world, struct ft_job *job)
{
	(void)world;
	(void)job;
}

void
ft_subordination_changed(struct ft_world *world, struct ft_job *job)
{
	(void)world;
	(void)job;
}

void
ft_subordination_begin(struct ft_world *world, struct ft_run *run)
{
	(void)world;
	(void)run;
}

void
ft_subordination_settle(struct ft_world *world, struct ft_run *run)
{
	(void)world;
	(void)run;
}

uint32_t
ft_subordination_room(const struct ft_world *world, const struct ft_free *free,
    uint32_t partition, uint32_t node)
{
	(void)world;
	(void)partition;
	return free->cpus[node];
}

bool
ft_subordination_closed(const struct ft_world *world, uint32_t partition,
    uint32_t node, uint32_t slots)
{
	(void)world;
	(void)partition;
	(void)node;
	(void)slots;
	return false;
}
