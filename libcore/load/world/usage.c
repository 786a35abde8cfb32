/*
 * usage.c - the ledger of a world is filled from the store.
 */
#include "load/world/private.h"
#include "sim/usage/ledger.h"
#include "store/usage/usage.h"

/* Put what QUERY has found, whose amounts are in the order of the ledger's kinds,
 * into the ledger. */
static void
fill_ledger(struct ft_world *world, const struct ft_usage_query *query)
{
	const struct ft_usage_sums *assoc = &query->assoc, *qos = &query->qos;

	for (uint32_t what = 0; what < query->n_what; what++) {
		const size_t at = what * assoc->n, at_qos = what * qos->n;

		for (size_t i = at; i < at + assoc->n; i++)
			if (assoc->at_pass[i] > 0 || assoc->since[i] > 0)
				ft_ledger_set_node(world, (uint32_t)(i - at),
				    what, assoc->at_pass[i], assoc->since[i]);
		for (size_t i = at_qos; i < at_qos + qos->n; i++)
			if (qos->at_pass[i] > 0 || qos->since[i] > 0)
				ft_ledger_set_qos(world, qos->id[i - at_qos],
				    what, qos->at_pass[i], qos->since[i]);
	}
}

enum ft_status
ft_load_ledger(
    struct ft_world *world, struct ft_store *store, struct ft_error *err)
{
	const struct ft_acctdb *acctdb = &world->acctdb;
	/* each amount costs a look at all charges */
	const bool all = world->all_usage || ft_ledger_has_usage_limits(world);
	const size_t n_what = all ? FT_LEDGER_TRES + world->tres.n : 1;
	const size_t n = world->tree->n, n_qos = all ? acctdb->n_qos : 0;
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	struct ft_era *era FT_CLEANUP(ft_free_at) = NULL;
	int32_t *what = ft_arena_calloc(&arena, n_what, sizeof *what);
	uint32_t *id = ft_arena_calloc(&arena, n_qos, sizeof *id);
	ft_real *sums =
	    ft_arena_calloc(&arena, 2 * n_what * (n + n_qos), sizeof *sums);
	ft_real *of_qos = sums + 2 * n_what * n;
	struct ft_usage_query query = { .cluster = world->cluster,
		.now = world->now,
		.what = what,
		.n_what = n_what,
		.assoc = { world->tree->id, n, sums, sums + n_what * n },
		.qos = { id, n_qos, of_qos, of_qos + n_what * n_qos } };

	what[FT_LEDGER_RAW] = 0;
	if (all)
		what[FT_LEDGER_WALL] = -1;
	for (size_t i = FT_LEDGER_TRES; i < n_what; i++)
		what[i] = (int32_t)world->tres.item[i - FT_LEDGER_TRES].id;
	for (size_t i = 0; i < n_qos; i++)
		id[i] = acctdb->qos[i].id;
	era = ft_conf_eras(
	    world->conf, world->cluster, world->decayed, &query.n_era);
	query.era = era;
	FT_TRY(ft_store_read_booked(store, &query, err));
	fill_ledger(world, &query);
	return FT_OK;
}
