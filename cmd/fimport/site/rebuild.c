/*
 * rebuild.c - what report/verify/rebuild.h needs of the open transaction: the runs of
 * all jobs, partitions and QOS.
 */
#include "fimport/site/since.h"

#include "sim/run/life.h"

static size_t
find_partition(const struct ft_machine *machine, const char *name)
{
	uint32_t at = ft_machine_partition(machine, name);

	return at == UINT32_MAX ? SIZE_MAX : at;
}

static size_t
find_qos(const struct ft_acctdb *acctdb, uint32_t id)
{
	const struct ft_qos *qos = ft_acctdb_qos(acctdb, id);

	return qos ? (size_t)(qos - acctdb->qos) : SIZE_MAX;
}

struct ft_rebuild_row *
fimport_rebuild_row(struct fimport_rebuild *rebuild, uint32_t assoc)
{
	uint64_t node;

	return ft_map_get_n(
		   &rebuild->at, (const char *)&assoc, sizeof assoc, &node)
		   ? &rebuild->all.row[node]
		   : NULL;
}

/* Add the runs of associations that are in the tree. */
static void
add_runs(struct fimport_rebuild *rebuild, const struct ft_tree *tree)
{
	for (uint32_t i = 0; i < tree->n; i++)
		ft_map_put_n(&rebuild->at, (const char *)&tree->id[i],
		    sizeof tree->id[i], i);
	rebuild->run = ft_calloc(rebuild->runs.n + 1, sizeof *rebuild->run);
	for (size_t i = 0; i < rebuild->runs.n; i++) {
		const struct ft_run_charge *from = &rebuild->runs.item[i];
		const struct ft_rebuild_row *row =
		    fimport_rebuild_row(rebuild, from->assoc);

		if (!row)
			continue;
		rebuild->run[rebuild->all.n_run++] = (struct ft_rebuild_run){
			.row = (size_t)(row - rebuild->all.row),
			.starts = from->starts,
			.ends = from->ends,
			.rate = from->rate,
			.factor = from->usage_factor,
			.partition = find_partition(
			    &rebuild->world.machine, from->partition),
			.qos = find_qos(&rebuild->world.acctdb, from->qos),
			.alloc = from->alloc,
		};
	}
	rebuild->all.run = rebuild->run;
}

/* A row for each node of the tree, none of them shown. */
static void
add_rows(struct fimport_rebuild *rebuild, const struct ft_tree *tree)
{
	struct ft_rebuild_row *row = ft_calloc(tree->n, sizeof *row);

	for (uint32_t i = 0; i < tree->n; i++)
		row[i].parent = tree->parent[i] == FT_NODE_NONE
				    ? SIZE_MAX
				    : tree->parent[i];
	rebuild->all.row = row;
	rebuild->all.n = tree->n;
}

enum ft_status
fimport_rebuild_open(struct fimport_rebuild *rebuild,
    const struct ft_load_source *source, const struct ft_tree *tree,
    struct ft_error *err)
{
	struct ft_world *world = &rebuild->world;

	rebuild->has_world = true;
	FT_TRY(ft_load_world(world, source, NULL, err));
	rebuild->runs.tres = &world->tres;
	FT_TRY(ft_store_read_runs(
	    source->store, source->cluster, &rebuild->runs, err));
	add_rows(rebuild, tree);
	add_runs(rebuild, tree);
	rebuild->all.acctdb = &world->acctdb;
	rebuild->all.partition = world->machine.partition;
	rebuild->all.n_partition = world->machine.n_partition;
	rebuild->all.flags = world->priority_flags;
	rebuild->all.resets = ft_conf_reset_period(source->conf);
	rebuild->all.now = source->now;
	return FT_OK;
}

void
fimport_rebuild_free(struct fimport_rebuild *rebuild)
{
	ft_rebuild_free(&rebuild->all);
	ft_free(rebuild->all.row);
	ft_free(rebuild->run);
	ft_free(rebuild->runs.item);
	ft_arena_clear(&rebuild->runs.arena);
	ft_free(rebuild->era);
	ft_map_clear(&rebuild->at);
	if (rebuild->has_world)
		ft_world_free(&rebuild->world);
}
