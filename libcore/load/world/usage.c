/*
 * usage.c - the ledger of a world is filled from the store.
 */
#include "load/world/private.h"
#include "sim/usage/ledger.h"
#include "store/job/jobs.h"
#include "store/usage/usage.h"

#define ROWS_MOST 65536 /* in memory, about 8 MiB */

/* A kind of amount, as the store and as the ledger number it. */
struct amount {
	int32_t what;
	uint32_t place;
};

static enum ft_status
read_nodes_usage(struct ft_world *world, struct ft_store *store,
    struct ft_usage_query *query, struct amount amount, struct ft_error *err)
{
	query->what = amount.what;
	FT_TRY(ft_store_read_booked(store, query, world->tree, err));
	for (uint32_t i = 0; i < world->tree->n; i++)
		if (query->at_pass[i] > 0 || query->since[i] > 0)
			ft_ledger_set_node(world, i, amount.place,
			    query->at_pass[i], query->since[i]);
	return FT_OK;
}

static enum ft_status
read_qos_usage(struct ft_world *world, struct ft_store *store,
    struct ft_usage_query *query, struct amount amount, struct ft_error *err)
{
	const struct ft_acctdb *acctdb = &world->acctdb;

	query->what = amount.what;
	FT_TRY(ft_store_read_qos_booked(
	    store, query, acctdb->qos, acctdb->n_qos, err));
	for (size_t i = 0; i < acctdb->n_qos; i++)
		if (query->at_pass[i] > 0 || query->since[i] > 0)
			ft_ledger_set_qos(world, acctdb->qos[i].id,
			    amount.place, query->at_pass[i], query->since[i]);
	return FT_OK;
}

/* Returns whether some limit depends on amounts beside raw usage. */
static bool
limit_use(const struct ft_limit *limit, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (limit[i].kind == FT_LIMIT_GRP_TRES_MINS ||
		    limit[i].kind == FT_LIMIT_GRP_WALL)
			return true;
	return false;
}

/* These amounts are loaded only if limits need them: each costs a look at all
 * charges. */
static bool
wants_all(const struct ft_world *world)
{
	const struct ft_acctdb *acctdb = &world->acctdb;

	return world->all_usage ||
	       (world->enforce & FT_ENFORCE_LIMITS &&
		   (limit_use(acctdb->assoc_limit, acctdb->n_assoc_limit) ||
		       limit_use(acctdb->qos_limit, acctdb->n_qos_limit)));
}

enum ft_status
ft_load_ledger(
    struct ft_world *world, struct ft_store *store, struct ft_error *err)
{
	size_t n = world->tree->n > world->acctdb.n_qos ? world->tree->n
							: world->acctdb.n_qos;
	struct ft_era *era FT_CLEANUP(ft_free_at) = NULL;
	ft_real *at_pass FT_CLEANUP(ft_free_at) = ft_calloc(n, sizeof *at_pass);
	ft_real *since FT_CLEANUP(ft_free_at) = ft_calloc(n, sizeof *since);
	struct ft_usage_rows rows FT_CLEANUP(
	    ft_usage_rows_free) = { .most = ROWS_MOST };
	const bool all = wants_all(world);
	struct ft_usage_query query = { .cluster = world->cluster,
		.now = world->now,
		.at_pass = at_pass,
		.since = since,
		.rows = all ? &rows : NULL };
	struct amount amount = { 0, FT_LEDGER_RAW };

	era = ft_conf_eras(
	    world->conf, world->cluster, world->decayed, &query.n_era);
	query.era = era;
	FT_TRY(read_nodes_usage(world, store, &query, amount, err));
	if (!all)
		return FT_OK;
	FT_TRY(read_qos_usage(world, store, &query, amount, err));
	for (size_t i = 0; i <= world->tres.n; i++) {
		amount = (struct amount){ -1, FT_LEDGER_WALL };
		if (i < world->tres.n)
			amount =
			    (struct amount){ (int32_t)world->tres.item[i].id,
				    FT_LEDGER_TRES + (uint32_t)i };
		FT_TRY(read_nodes_usage(world, store, &query, amount, err));
		FT_TRY(read_qos_usage(world, store, &query, amount, err));
	}
	return FT_OK;
}
