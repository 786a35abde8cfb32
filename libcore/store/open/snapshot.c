/*
 * snapshot.c - reading one instant of a store, whatever others commit
 * meanwhile.
 */
#include "store/open/open_internal.h"

enum ft_status
ft_store_freeze(struct ft_store *store, struct ft_error *err)
{
	enum ft_status status;

	if (store->depth || store->frozen)
		return FT_OK;
	ft_images_forget(store);
	status = ft_store_run(store, FT_STMT_BEGIN_READ, NULL, err);
	store->frozen = !status;
	if (!status)
		status = ft_store_recheck_schema(store, err);
	if (status)
		ft_store_thaw(store);
	return status;
}

void
ft_store_thaw(struct ft_store *store)
{
	if (store->frozen)
		(void)ft_store_run(store, FT_STMT_COMMIT, NULL, NULL);
	store->frozen = false;
}

enum ft_status
ft_store_freeze_scoped(
    struct ft_store *store, struct ft_store **frozen, struct ft_error *err)
{
	bool held = store->frozen || store->depth;

	FT_TRY(ft_store_freeze(store, err));
	*frozen = held ? NULL : store;
	return FT_OK;
}

void
ft_store_thaw_scoped(struct ft_store **frozen)
{
	if (*frozen)
		ft_store_thaw(*frozen);
}

enum ft_status
ft_store_version(struct ft_store *store, int64_t *version, struct ft_error *err)
{
	return ft_store_int(
	    store, version, FT_STMT_GET_DATA_VERSION, NULL, err);
}

void
ft_store_lag(struct ft_store *store, int64_t known)
{
	store->known = known;
}

void
ft_store_expect(struct ft_store *store, int64_t until)
{
	store->expected = until;
}

bool
ft_store_lags(const struct ft_store *store)
{
	return store->known != 0;
}
