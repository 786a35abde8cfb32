/* names.c - names with a prefix, for completion. */
#include "store/internal.h"

/* Names in ascending order; the statement after each: in descending order. */
static const enum ft_stmt names_stmts[] = {
	[FT_STORE_ACCOUNTS] = FT_STMT_NAMES_ACCOUNT,
	[FT_STORE_USERS] = FT_STMT_NAMES_USER,
	[FT_STORE_CLUSTERS] = FT_STMT_NAMES_CLUSTER,
	[FT_STORE_QOS] = FT_STMT_NAMES_QOS,
	[FT_STORE_RESOURCES] = FT_STMT_NAMES_RESOURCE,
	[FT_STORE_TRES] = FT_STMT_NAMES_TRES,
	[FT_STORE_WCKEYS] = FT_STMT_NAMES_WCKEY,
	[FT_STORE_RESERVATIONS] = FT_STMT_NAMES_RESERVATION,
	[FT_STORE_JOBS] = FT_STMT_NAMES_JOB,
};

/* A request for names. */
struct listing {
	struct ft_store *store;
	const struct ft_store_name_range *range;
	ft_store_name_fn *fn;
	void *ctx;
};

/*
 * Pass on the names that statement ID returns: all if there are N or fewer, else
 * N - 1.  *more: there are more than N.
 */
static enum ft_status
list_names(const struct listing *listing, enum ft_stmt id, size_t n, bool *more,
    struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(listing->store, id,
	    FT_ARGS(FT_ARG("prefix", listing->range->prefix),
		FT_ARG("most", (int64_t)n),
		FT_ARG("cluster", listing->range->cluster)),
	    err);
	enum ft_status status = FT_OK;

	*more = false;
	for (size_t given = 0;
	     ft_store_next(listing->store, stmt, &status, err); given++) {
		const void *name = sqlite3_value_text(ft_column(stmt, NULL));

		if (n > 1 && given == n - 1)
			*more = true;
		else
			listing->fn(listing->ctx, name ? name : "");
	}
	return status;
}

enum ft_status
ft_store_each_name(struct ft_store *store,
    const struct ft_store_name_range *range, ft_store_name_fn *fn, void *ctx,
    struct ft_error *err)
{
	struct listing listing = { store, range, fn, ctx };
	enum ft_stmt stmt = names_stmts[range->what];
	bool more;

	assert(range->most >= 2);
	FT_TRY(list_names(&listing, stmt, range->most, &more, err));
	return more ? list_names(
			  &listing, (enum ft_stmt)(stmt + 1), 1, &more, err)
		    : FT_OK;
}
