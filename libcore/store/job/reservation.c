/* reservation.c - advance reservations. */
#include "store/internal.h"
#include "store/row/column_internal.h"
#include "store/job/jobs.h"

#include "model/reservation/reservation.h"

enum ft_status
ft_store_read_reservations(struct ft_store *store, uint32_t cluster,
    const struct ft_store_reader *reader, ft_store_reservation_fn *fn,
    struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_READ_RESERVATIONS,
	    FT_ARGS(FT_ARG("cluster", cluster)), err);
	const struct ft_target target = { .strings = reader->strings };
	enum ft_status status = FT_OK;

	while (ft_store_next(store, stmt, &status, err)) {
		struct ft_reservation reservation = { 0 };

		ft_record_read(store, stmt, &ft_shapes[FT_TABLE_reservation],
		    &target, &reservation);
		status = fn(reader->ctx, &reservation, err);
	}
	return status;
}

enum ft_status
ft_store_put_reservation(struct ft_store *store, uint32_t cluster,
    struct ft_reservation *reservation, struct ft_error *err)
{
	const struct ft_source source = { &ft_shapes[FT_TABLE_reservation],
		reservation, NULL };

	assert(store->depth);
	store->jobs_changed = true;
	FT_TRY(ft_record_write(store, FT_STMT_PUT_RESERVATION, &source,
	    FT_ARGS(FT_ARG("cluster", cluster)), err));
	if (!reservation->id)
		reservation->id =
		    (uint32_t)sqlite3_last_insert_rowid(store->db);
	return FT_OK;
}

enum ft_status
ft_store_drop_reservation(
    struct ft_store *store, uint32_t id, struct ft_error *err)
{
	assert(store->depth);
	store->jobs_changed = true;
	return ft_store_run(
	    store, FT_STMT_DROP_RESERVATION, FT_ARGS(FT_ARG("id", id)), err);
}
