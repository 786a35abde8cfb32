#include "sim/place.h"

void
ft_place_reset(struct ft_world *world)
{
	(void)world;
}

void
ft_place_free(struct ft_world *world)
{
	(void)world;
}
