/* span.c - between which two times it is known what ran. */
#include "store/internal.h"

enum ft_status
ft_store_usage_span(struct ft_store *store, uint32_t cluster,
    struct ft_span *span, struct ft_error *err)
{
	int64_t wish = span->until - span->from;
	enum ft_status status =
	    ft_store_int(store, &span->until, FT_STMT_LAST_BALANCE,
		FT_ARGS(FT_ARG("cluster", cluster), FT_ARG("now", span->until)),
		err);

	/* who asks goes on without one */
	if (status == FT_ENOENT)
		span->until = 0;
	FT_TRY(status);
	status = ft_store_int(store, &span->from, FT_STMT_LAST_BALANCE,
	    FT_ARGS(
		FT_ARG("cluster", cluster), FT_ARG("now", span->until - wish)),
	    err);
	if (status == FT_ENOENT)
		status = ft_store_int(store, &span->from, FT_STMT_FIRST_BALANCE,
		    FT_ARGS(FT_ARG("cluster", cluster)), err);
	FT_TRY(status);
	return span->from < span->until ? FT_OK : FT_ENOENT;
}

enum ft_status
ft_store_first_charge(struct ft_store *store, uint32_t cluster, int64_t *starts,
    struct ft_error *err)
{
	return ft_store_int(store, starts, FT_STMT_FIRST_CHARGE,
	    FT_ARGS(FT_ARG("cluster", cluster)), err);
}
