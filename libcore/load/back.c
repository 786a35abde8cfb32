#include "load/back.h"

#include "load/world/world.h"
#include "sim/run/life.h"

enum ft_status
ft_load_back_open(struct ft_load_back *back,
    const struct ft_load_source *source, const struct ft_load_past_rules *rules,
    struct ft_error *err)
{
	*back = (struct ft_load_back){ .present = *source };
	FT_TRY(ft_load_past_open(&back->past, source, rules, err));
	return ft_store_scratch(&back->now, source->store, err);
}

void
ft_load_back_free(struct ft_load_back *back)
{
	ft_load_past_free(&back->past);
	ft_store_close(back->now);
	back->now = NULL;
}

static bool
has_nodes(const struct ft_world *world, struct ft_job *const *job, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (ft_world_node(world, job[i]) == FT_NODE_NONE)
			return false;
	return true;
}

/* Go back to AT.  There may be no tree yet, because jobs can be as old as their
 * cluster; that is no error. */
static enum ft_status
go(struct ft_load_back *back, int64_t at, struct ft_error *err)
{
	enum ft_status status = ft_load_past_go(&back->past, at, err);

	if (status != FT_EFOREIGN || back->past.load.tree)
		return status;
	*err = (struct ft_error){ 0 };
	return FT_OK;
}

/* Set *known to whether there is a tree, and it has the associations of all jobs of
 * SOURCE that wait, run or arrive. */
static enum ft_status
knows_all(const struct ft_load_back *back, const struct ft_load_source *source,
    bool *known, struct ft_error *err)
{
	struct ft_world world FT_CLEANUP(ft_world_free) = { 0 };

	*known = back->past.load.tree != NULL;
	if (!*known)
		return FT_OK;
	FT_TRY(ft_load_world(&world, source, NULL, err));
	*known = has_nodes(&world, world.waiting, world.n_waiting) &&
		 has_nodes(&world, world.running, world.n_running) &&
		 has_nodes(&world, world.arriving, world.n_arriving);
	return FT_OK;
}

enum ft_status
ft_load_back_go(struct ft_load_back *back, int64_t at, int64_t until,
    struct ft_load_source *source, struct ft_error *err)
{
	bool known;

	FT_TRY(go(back, at, err));
	*source = ft_load_past_source(&back->past, at);
	ft_store_expect(source->store, until);
	FT_TRY(knows_all(back, source, &known, err));
	back->strange = !known;
	if (known)
		return FT_OK;
	ft_store_lag(back->now, at);
	ft_store_expect(back->now, until);
	source->store = back->now;
	source->conf = back->present.conf;
	return FT_OK;
}
