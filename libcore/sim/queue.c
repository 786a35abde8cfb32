#include "sim/queue.h"

void
ft_queue_reset(struct ft_world *world)
{
	(void)world;
}

void
ft_queue_free(struct ft_world *world)
{
	(void)world;
}

void
ft_queue_changed(struct ft_world *world, const struct ft_job *job)
{
	(void)world;
	(void)job;
}
