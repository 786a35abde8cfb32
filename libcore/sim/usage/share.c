/* Shares of all associations as of the last decay pass. */
#include "sim/usage/share.h"

#include "sim/usage/ledger.h"

struct ft_share_input
ft_world_share_input(struct ft_world *world)
{
	return (struct ft_share_input){
		.tree = world->tree,
		.usage = ft_world_usage_at_pass(world),
		.params = world->share_params,
	};
}

enum ft_status
ft_world_share(struct ft_world *world, struct ft_error *err)
{
	struct ft_share_input input;
	enum ft_status status;

	if (world->share_valid || !world->algo)
		return FT_OK;
	input = ft_world_share_input(world);
	status = ft_share_run(world->algo, &input, &world->share, NULL, err);
	world->share_valid = status == FT_OK;
	return status;
}
