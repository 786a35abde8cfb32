/* event.c - what the accounting remembers of nodes and reservations. */
#include "store/internal.h"
#include "store/row/column_internal.h"
#include "store/job/jobs.h"

#include "model/machine/nodeevent.h"
#include "model/reservation/record.h"

/* Returns whether what STARTed is known; forgets an END that is not known yet. */
static bool
known_by(const struct ft_store *store, int64_t start, int64_t *end)
{
	if (store->known && *end > store->known)
		*end = 0;
	return !store->known || start <= store->known;
}

enum ft_status
ft_store_read_node_events(struct ft_store *store,
    const struct ft_store_event_filter *filter,
    const struct ft_store_reader *reader, ft_store_node_event_fn *fn,
    struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_READ_NODE_EVENTS,
	    FT_ARGS(FT_ARG("cluster", filter->cluster),
		/* some that have ended are not known to have */
		FT_ARG("open", filter->open && !store->known)),
	    err);
	const struct ft_target target = { .strings = reader->strings,
		.tres = reader->tres };
	enum ft_status status = FT_OK;

	while (ft_store_next(store, stmt, &status, err)) {
		struct ft_node_event event = { 0 };
		bool known;

		ft_record_read(store, stmt, &ft_shapes[FT_TABLE_node_event],
		    &target, &event);
		known = known_by(store, event.start, &event.end);

		/* that of the cluster is always known */
		if ((!known && *event.node) || (filter->open && event.end))
			ft_free(event.tres);
		else
			status = fn(reader->ctx, &event, err);
	}
	return status;
}

/* Write RECORD of TABLE by STMT; a new one gets its *id. */
static enum ft_status
put(const struct ft_store_jobs *to, enum ft_stmt stmt,
    const struct ft_source *source, uint32_t *id, struct ft_error *err)
{
	struct ft_store *store = to->store;

	assert(store->depth);
	store->jobs_changed = true;
	FT_TRY(ft_record_write(
	    store, stmt, source, FT_ARGS(FT_ARG("cluster", to->cluster)), err));
	if (!*id)
		*id = (uint32_t)sqlite3_last_insert_rowid(store->db);
	return FT_OK;
}

enum ft_status
ft_store_put_node_event(const struct ft_store_jobs *to,
    struct ft_node_event *event, struct ft_error *err)
{
	const struct ft_source source = { &ft_shapes[FT_TABLE_node_event],
		event, to->tres };

	return put(to, FT_STMT_PUT_NODE_EVENT, &source, &event->id, err);
}

enum ft_status
ft_store_end_node_event(const struct ft_store_jobs *to, const char *node,
    int64_t now, struct ft_error *err)
{
	assert(to->store->depth);
	to->store->jobs_changed = true;
	return ft_store_run(to->store, FT_STMT_END_NODE_EVENT,
	    FT_ARGS(FT_ARG("cluster", to->cluster), FT_ARG("node", node),
		FT_ARG("now", now)),
	    err);
}

enum ft_status
ft_store_read_reservation_records(struct ft_store *store,
    const struct ft_store_record_filter *filter,
    const struct ft_store_reader *reader, ft_store_reservation_record_fn *fn,
    struct ft_error *err)
{
	sqlite3_stmt *stmt =
	    filter->last_of
		? ft_store_query(store, FT_STMT_READ_LAST_RESERVATION_RECORD,
		      FT_ARGS(FT_ARG("cluster", filter->cluster),
			  FT_ARG("number", filter->last_of)),
		      err)
		: ft_store_query(store, FT_STMT_READ_RESERVATION_RECORDS,
		      FT_ARGS(FT_ARG("cluster", filter->cluster)), err);
	const struct ft_target target = { .strings = reader->strings,
		.tres = reader->tres };
	enum ft_status status = FT_OK;

	while (ft_store_next(store, stmt, &status, err)) {
		struct ft_reservation_record record = { 0 };

		ft_record_read(store, stmt,
		    &ft_shapes[FT_TABLE_reservation_record], &target, &record);
		if (!known_by(store, record.start, &record.deleted))
			ft_free(record.tres);
		else
			status = fn(reader->ctx, &record, err);
	}
	return status;
}

enum ft_status
ft_store_put_reservation_record(const struct ft_store_jobs *to,
    struct ft_reservation_record *record, struct ft_error *err)
{
	const struct ft_source source = {
		&ft_shapes[FT_TABLE_reservation_record], record, to->tres
	};

	return put(
	    to, FT_STMT_PUT_RESERVATION_RECORD, &source, &record->id, err);
}
