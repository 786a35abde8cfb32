/*
 * txn.c - records what slurmdbd would write to its txn_table, which `sacctmgr
 * list transactions` prints.
 */
#include "store/internal.h"
#include "store/journal/journal.h"
#include "store/row/column_internal.h"

enum ft_status
ft_store_add_transactions(struct ft_registry *registry,
    const struct ft_transaction *txn, size_t n, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	const struct ft_given given = { &ft_shapes[FT_TABLE_txn], txn, n,
		sizeof *txn };

	if (!n)
		return FT_OK;
	FT_TRY(ft_store_log_entry(store, err));
	return ft_given_write(store, FT_STMT_ADD_TXNS, &given,
	    FT_ARGS(FT_ARG_ID("journal", store->journal),
		FT_ARG("at", registry->now), FT_ARG("actor", store->actor)),
	    err);
}

enum ft_status
ft_store_each_transaction(struct ft_store *store, const struct ft_span *span,
    ft_transaction_fn *fn, void *ctx, struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_READ_TXNS,
	    FT_ARGS(FT_ARG("since", span->from), FT_ARG("until", span->until)),
	    err);
	enum ft_status status = FT_OK;
	struct ft_arena arena = { 0 };
	const struct ft_target target = { .arena = &arena };

	while (ft_store_next(store, stmt, &status, err)) {
		struct ft_transaction txn = { 0 };

		ft_record_read(
		    store, stmt, &ft_shapes[FT_TABLE_txn], &target, &txn);
		status = fn(ctx, &txn, err);
		ft_arena_clear(&arena);
	}
	return status;
}
