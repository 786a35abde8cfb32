/*
 * record.c - what the accounting remembers of reservations: one that has not
 * begun has one record, which follows it; one that has begun gets another when
 * its nodes, users or flags change (case m23-reservations).
 */
#include "load/world/private.h"
#include "model/reservation/record.h"
#include "model/reservation/reservation.h"

static enum ft_status
keep(void *ctx, struct ft_reservation_record *record, struct ft_error *err)
{
	struct ft_reservation_record *last = ctx;

	(void)err;
	*last = *record;
	return FT_OK;
}

/* LAST: empty; becomes the last record of reservation NUMBER, if it has one. */
static enum ft_status
read_last(struct ft_world *world, struct ft_store *store, uint32_t number,
    struct ft_reservation_record *last, struct ft_error *err)
{
	const struct ft_store_record_filter filter = { world->cluster, number };
	const struct ft_store_reader reader = { &world->strings, &world->tres,
		last };

	return ft_store_read_reservation_records(
	    store, &filter, &reader, keep, err);
}

/* ---- a reservation as a record --------------------------------------------- */

static uint64_t *
tres_of(const struct ft_world *world, const struct ft_reservation *reservation)
{
	uint64_t *count = ft_calloc(world->tres.n + 1, sizeof *count);

	for (size_t i = 0; i < reservation->n_node; i++) {
		const struct ft_node *node =
		    &world->machine.node[reservation->node[i]];

		count[FT_TRES_CPU] +=
		    reservation->core
			? (uint64_t)reservation->core[i].count * node->threads
			: node->cpus;
	}
	return count;
}

/* Whether the comma list LIST has NAME; *minus: with a minus. */
static bool
lists(const char *list, const char *name, bool *minus)
{
	struct ft_word rest = ft_word_of(list), next;

	for (; rest.len; rest = next) {
		ft_word_split(&rest, ',', &next);
		*minus = rest.len && *rest.at == '-';
		if (rest.len == strlen(name) + *minus &&
		    !strncmp(rest.at + *minus, name, strlen(name)))
			return true;
	}
	return false;
}

/* Returns the ids of the associations that may use it. */
static const char *
assocs_of(struct ft_world *world, const struct ft_reservation *reservation)
{
	const struct ft_acctdb *acctdb = &world->acctdb;
	struct ft_str ids FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < acctdb->n_assoc; i++) {
		const struct ft_assoc *assoc = &acctdb->assoc[i];
		const struct ft_user *user =
		    ft_acctdb_user(acctdb, assoc->user);
		const struct ft_account *account =
		    ft_acctdb_account(acctdb, assoc->account);
		bool minus = false, other = false, in = false;

		if (assoc->cluster != world->cluster || assoc->deleted)
			continue;
		if (*reservation->users)
			in = user &&
			     lists(reservation->users, user->name, &minus) &&
			     (!*reservation->accounts ||
				 lists(reservation->accounts, account->name,
				     &other));
		else if (!user)
			in =
			    lists(reservation->accounts, account->name, &minus);
		if (in)
			ft_str_addf(&ids, "%s%s%" PRIu32, ids.len ? "," : "",
			    minus ? "-" : "", assoc->number);
	}
	return ft_world_string(world, ft_str_text(&ids));
}

static struct ft_reservation_record
record_of(struct ft_world *world, const struct ft_reservation *reservation)
{
	return (struct ft_reservation_record){ .number = reservation->id,
		.name = reservation->name,
		.start = reservation->start,
		.end = reservation->end,
		.nodes = reservation->nodes,
		.flags = reservation->flags,
		.assocs = assocs_of(world, reservation),
		.tres = tres_of(world, reservation) };
}

static bool
is_same(const struct ft_world *world, const struct ft_reservation_record *a,
    const struct ft_reservation_record *b)
{
	return !strcmp(a->nodes, b->nodes) && !strcmp(a->assocs, b->assocs) &&
	       a->flags == b->flags &&
	       !memcmp(a->tres, b->tres, world->tres.n * sizeof *a->tres);
}

/* ---- changes ----------------------------------------------------------------- */

enum ft_status
ft_save_record(struct ft_world *world, struct ft_store *store,
    const struct ft_reservation *reservation, struct ft_error *err)
{
	const struct ft_store_jobs to = { store, world->cluster, &world->tres };
	struct ft_reservation_record record = record_of(world, reservation);
	struct ft_reservation_record old = { 0 };
	enum ft_status status =
	    read_last(world, store, reservation->id, &old, err);
	bool lasts = old.id && !old.deleted && old.end > world->now;

	if (lasts &&
	    (old.start > world->now || is_same(world, &old, &record))) {
		record.id = old.id;
	} else if (lasts) {
		old.end = record.start = world->now;
		if (!status)
			status =
			    ft_store_put_reservation_record(&to, &old, err);
	}
	if (!status)
		status = ft_store_put_reservation_record(&to, &record, err);
	ft_free(old.tres);
	ft_free(record.tres);
	return status;
}

enum ft_status
ft_end_record(struct ft_world *world, struct ft_store *store, uint32_t number,
    struct ft_error *err)
{
	const struct ft_store_jobs to = { store, world->cluster, &world->tres };
	struct ft_reservation_record old = { 0 };
	enum ft_status status = read_last(world, store, number, &old, err);

	if (!status && old.id && old.end > world->now) {
		/* one that never began is not listed any more */
		if (old.start > world->now)
			old.deleted = world->now;
		else
			old.end = world->now;
		status = ft_store_put_reservation_record(&to, &old, err);
	}
	ft_free(old.tres);
	return status;
}
