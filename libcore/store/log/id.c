/*
 * id.c - gives ids to new rows; an id is never given twice, even if its row is
 * removed.
 *
 * An association also has a number within its cluster, as in slurmdbd, where
 * each cluster has a table of associations of its own.  Both are counted in
 * memory, and written when the transaction ends or a savepoint starts.
 */
#include "store/internal.h"

void
ft_store_id_start(struct ft_store *store)
{
	memset(store->count, 0, sizeof store->count);
	ft_idvec_free(&store->number);
}

static enum ft_status
set_last(struct ft_store *store, struct ft_id_count *count, int64_t last,
    struct ft_error *err)
{
	if (last < 0 || last >= FT_STORE_NO_ID - 1)
		return ft_fail(err, FT_EFOREIGN,
		    "%s: damaged: it has no ids left", store->path);
	count->last = (uint32_t)last;
	count->known = true;
	count->moved = false;
	return FT_OK;
}

enum ft_status
ft_store_next_id(struct ft_store *store, enum ft_log what, uint32_t *id,
    struct ft_error *err)
{
	struct ft_id_count *count = &store->count[what];
	enum ft_status status = FT_OK;
	int64_t last = 0;

	if (!count->known) {
		status = ft_store_int(store, &last,
		    (enum ft_stmt)(FT_STMT_LAST + what), NULL, err);
		if (!status)
			status = set_last(store, count, last, err);
	}
	*id = count->last + 1;
	return status;
}

void
ft_store_take_id(struct ft_store *store, enum ft_log what)
{
	store->count[what].last++;
	store->count[what].moved = true;
}

enum ft_status
ft_store_next_number(struct ft_store *store, uint32_t cluster, uint32_t *number,
    struct ft_error *err)
{
	enum ft_status status = FT_OK;
	struct ft_id_count *count;
	int64_t last = 0;

	count = ft_idvec_add(&store->number, cluster, sizeof *count);
	count->cluster = cluster;
	if (!count->known) {
		status = ft_store_int(store, &last, FT_STMT_LAST_NUMBER,
		    FT_ARGS(FT_ARG("cluster", cluster)), err);
		if (!status || status == FT_ENOENT)
			status = set_last(store, count, last, err);
	}
	*number = count->last + 1;
	return status;
}

void
ft_store_take_number(struct ft_store *store, uint32_t cluster)
{
	struct ft_id_count *count =
	    ft_idvec_add(&store->number, cluster, sizeof *count);

	count->last++;
	count->moved = true;
}

static enum ft_status
write_count(struct ft_store *store, enum ft_log what, struct ft_id_count *count,
    struct ft_error *err)
{
	if (!count->moved)
		return FT_OK;
	FT_TRY(ft_store_run(store, FT_STMT_PUT_HIGH_ID,
	    FT_ARGS(FT_ARG("entity", ft_log_name(what)),
		FT_ARG("cluster", count->cluster), FT_ARG("id", count->last)),
	    err));
	count->moved = false;
	return FT_OK;
}

enum ft_status
ft_store_id_flush(struct ft_store *store, struct ft_error *err)
{
	struct ft_id_count *number = store->number.item;

	for (size_t i = 0; i < FT_LOG_ROWS; i++)
		FT_TRY(
		    write_count(store, (enum ft_log)i, &store->count[i], err));
	for (size_t i = 0; i < store->number.at.n; i++)
		FT_TRY(write_count(store, FT_LOG_ASSOC, &number[i], err));
	return FT_OK;
}
