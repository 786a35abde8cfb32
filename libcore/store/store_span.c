/* store_span.c - between which two times it is known what ran. */
#include "store/store_int.h"

enum ft_status
ft_store_usage_span(struct ft_store *store, uint32_t cluster, int64_t now,
    int64_t wish, int64_t *from, int64_t *until, struct ft_error *err)
{
	enum ft_status status = ft_store_int(store, until, FT_STMT_LAST_BALANCE,
	    FT_ARGS(FT_ARG("cluster", cluster), FT_ARG("now", now)), err);

	if (status)
		return status;
	status = ft_store_int(store, from, FT_STMT_LAST_BALANCE,
	    FT_ARGS(FT_ARG("cluster", cluster), FT_ARG("now", *until - wish)),
	    err);
	if (status == FT_ENOENT)
		status = ft_store_int(store, from, FT_STMT_FIRST_BALANCE,
		    FT_ARGS(FT_ARG("cluster", cluster)), err);
	if (status)
		return status;
	return *from < *until ? FT_OK : FT_ENOENT;
}

enum ft_status
ft_store_first_charge(struct ft_store *store, uint32_t cluster, int64_t *starts,
    struct ft_error *err)
{
	return ft_store_int(store, starts, FT_STMT_FIRST_CHARGE,
	    FT_ARGS(FT_ARG("cluster", cluster)), err);
}
