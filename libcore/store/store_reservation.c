/* store_reservation.c - advance reservations. */
#include "store/job_int.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "model/reservation.h"

bool
ft_reservation_cores_read(
    const char *text, struct ft_reservation_cores **core, size_t *n)
{
	size_t cap = 0;

	*core = NULL;
	*n = 0;
	while (*text) {
		unsigned long count, first;
		char *end;

		count = strtoul(text, &end, 10);
		if (end == text || *end != '/')
			return false;
		text = end + 1;
		first = strtoul(text, &end, 10);
		if (end == text || (*end && *end != ',') ||
		    count > UINT32_MAX || first > UINT32_MAX)
			return false;
		*core = ft_vec_grow(*core, &cap, *n + 1, sizeof **core);
		(*core)[(*n)++] =
		    (struct ft_reservation_cores){ (uint32_t)count,
			    (uint32_t)first };
		text = end + (*end == ',');
	}
	return true;
}

static void
add_cores(struct ft_str *str, const struct ft_reservation *reservation)
{
	if (!reservation->core)
		return;
	for (size_t i = 0; i < reservation->n_node; i++)
		ft_str_addf(str, "%s%lu/%lu", i ? "," : "",
		    (unsigned long)reservation->core[i].count,
		    (unsigned long)reservation->core[i].first);
}

static const char *
text_of(struct ft_intern *strings, sqlite3_stmt *stmt, int column)
{
	return ft_intern(
	    strings, (const void *)sqlite3_column_text(stmt, column));
}

/* Columns in the order of READ_RESERVATIONS. */
static void
take(struct ft_intern *strings, sqlite3_stmt *stmt,
    struct ft_reservation *reservation)
{
	const void *cores = sqlite3_column_text(stmt, 7);
	const void *flags = sqlite3_column_text(stmt, 18);

	*reservation = (struct ft_reservation){
		.id = ft_column_u32(stmt, 0),
		.name = text_of(strings, stmt, 1),
		.start = sqlite3_column_int64(stmt, 2),
		.end = sqlite3_column_int64(stmt, 3),
		.first_start = sqlite3_column_int64(stmt, 4),
		.duration = sqlite3_column_int64(stmt, 5),
		.nodes = text_of(strings, stmt, 6),
		.node_count = ft_column_u32(stmt, 8),
		.core_count = ft_column_u32(stmt, 9),
		.users = text_of(strings, stmt, 10),
		.accounts = text_of(strings, stmt, 11),
		.groups = text_of(strings, stmt, 12),
		.members = text_of(strings, stmt, 13),
		.partition = text_of(strings, stmt, 14),
		.features = text_of(strings, stmt, 15),
		.licenses = text_of(strings, stmt, 16),
		.burst_buffer = text_of(strings, stmt, 17),
		.max_start_delay = sqlite3_column_int64(stmt, 19),
		.purge = sqlite3_column_int64(stmt, 20),
		.idle_since = sqlite3_column_int64(stmt, 21),
		.watts = sqlite3_column_int64(stmt, 22),
	};
	(void)ft_reservation_flags_read(
	    flags ? flags : "", &reservation->flags);
	(void)ft_reservation_cores_read(
	    cores ? cores : "", &reservation->core, &reservation->n_node);
}

enum ft_status
ft_store_read_reservations(struct ft_store *store, uint32_t cluster,
    struct ft_intern *strings, ft_store_reservation_fn *fn, void *ctx,
    struct ft_error *err)
{
	sqlite3_stmt *stmt =
	    ft_store_query(store, FT_STMT_READ_RESERVATIONS, err, "u", cluster);
	enum ft_status status = FT_OK;
	int step = stmt ? 1 : FT_EIO;

	while (
	    stmt && !status && (step = ft_store_step(store, stmt, err)) > 0) {
		struct ft_reservation reservation;

		take(strings, stmt, &reservation);
		status = fn(ctx, &reservation, err);
	}
	if (stmt && step > 0)
		sqlite3_reset(stmt);
	return status ? status : (enum ft_status)(step < 0 ? step : 0);
}

enum ft_status
ft_store_put_reservation(struct ft_store *store, uint32_t cluster,
    struct ft_reservation *reservation, struct ft_error *err)
{
	struct ft_str cores = { 0 }, flags = { 0 };
	enum ft_status status;

	assert(store->depth);
	store->jobs_changed = true;
	add_cores(&cores, reservation);
	ft_reservation_flags_add(&flags, reservation->flags);
	status = ft_store_run(store, FT_STMT_PUT_RESERVATION, err,
	    "outiiiittuutttttttttiiii", reservation->id, cluster,
	    reservation->name, reservation->start, reservation->end,
	    reservation->first_start, reservation->duration, reservation->nodes,
	    ft_str_text(&cores), reservation->node_count,
	    reservation->core_count, reservation->users, reservation->accounts,
	    reservation->groups, reservation->members, reservation->partition,
	    reservation->features, reservation->licenses,
	    reservation->burst_buffer, ft_str_text(&flags),
	    reservation->max_start_delay, reservation->purge,
	    reservation->idle_since, reservation->watts);
	if (status == FT_OK && !reservation->id)
		reservation->id =
		    (uint32_t)sqlite3_last_insert_rowid(store->db);
	ft_str_free(&flags);
	ft_str_free(&cores);
	return status;
}

enum ft_status
ft_store_drop_reservation(
    struct ft_store *store, uint32_t id, struct ft_error *err)
{
	assert(store->depth);
	store->jobs_changed = true;
	return ft_store_run(store, FT_STMT_DROP_RESERVATION, err, "u", id);
}
