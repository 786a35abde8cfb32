/*
 * Events of nodes and records of reservations: what is put comes back, at any
 * time; one that still lasts is ended; damaged rows are told.
 */
#include <string.h>

#include "base/mem.h"
#include "lib/storefile.h"
#include "model/machine/nodeevent.h"
#include "model/reservation/record.h"
#include "model/reservation/reservation.h"
#include "store/job/jobs.h"
#include "tap/tap.h"

static const struct ft_tres tres_items[] = { { 1, "cpu", "" }, { 2, "mem", "" },
	{ 4, "node", "" } };
static const struct ft_tres_table tres = { tres_items, 3 };
static struct ft_error err;
static struct ft_intern strings;
static struct ft_str seen;
static const struct ft_store_reader reader = { &strings, &tres, NULL };

static void
must(enum ft_status status)
{
	if (status)
		bail("store: %s", err.text);
}

/* ---- events ---------------------------------------------------------------- */

static enum ft_status
take_event(void *ctx, struct ft_node_event *event, struct ft_error *error)
{
	(void)ctx;
	(void)error;
	ft_str_addf(&seen,
	    "%s%u %s/%s %lld-%lld %u %s by %s cpu=%llu node=%llu",
	    seen.len ? "; " : "", event->id, event->node, event->nodes,
	    (long long)event->start, (long long)event->end, event->state,
	    event->reason, event->user, (unsigned long long)event->tres[0],
	    (unsigned long long)event->tres[2]);
	ft_free(event->tres);
	return FT_OK;
}

static const char *
events(struct ft_store *store, bool open)
{
	ft_str_clear(&seen);
	if (ft_store_read_node_events(store,
		&(struct ft_store_event_filter){ .cluster = 1, .open = open },
		&reader, take_event, &err))
		return err.text;
	return ft_str_text(&seen);
}

static void
test_events(void)
{
	struct ft_store *store = storefile_memory();
	const struct ft_store_jobs to = { store, 1, &tres };
	uint64_t all[3] = { 64, 256000, 4 }, one[3] = { 16, 64000, 1 };
	struct ft_node_event whole = { .node = "",
		.nodes = "n[1-4]",
		.start = 100,
		.reason = "Cluster Registered TRES",
		.user = "",
		.tres = all };
	struct ft_node_event down = { .node = "n2",
		.nodes = "",
		.start = 50,
		.end = 60,
		.state = FT_EVENT_NODE_DOWN,
		.reason = "psu",
		.user = "root",
		.tres = one };

	is_str(events(store, false), "", "a new store has none");
	storefile_begin(store);
	must(ft_store_put_node_event(&to, &down, &err));
	must(ft_store_put_node_event(&to, &whole, &err));
	down = (struct ft_node_event){ .node = "n2",
		.nodes = "",
		.start = 200,
		.state = FT_EVENT_NODE_IDLE | FT_EVENT_NODE_DRAIN,
		.reason = "disk",
		.user = "ann",
		.tres = one };
	must(ft_store_put_node_event(&to, &down, &err));
	storefile_commit(store);
	is_u64(down.id, 3, "its id is set");
	is_str(events(store, false),
	    "2 /n[1-4] 100-0 0 Cluster Registered TRES by  cpu=64 node=4; "
	    "1 n2/ 50-60 1 psu by root cpu=16 node=1; "
	    "3 n2/ 200-0 514 disk by ann cpu=16 node=1",
	    "by node, then start");
	storefile_begin(store);
	must(ft_store_end_node_event(&to, "n2", 300, &err));
	must(ft_store_end_node_event(&to, "n3", 300, &err));
	storefile_commit(store);
	is_str(events(store, true),
	    "2 /n[1-4] 100-0 0 Cluster Registered TRES by  cpu=64 node=4",
	    "the cluster's still lasts");
	ok(strstr(events(store, false), "1 n2/ 50-60 ") &&
		strstr(events(store, false), "3 n2/ 200-300 "),
	    "the node's has ended, and the older one is as it was");
	storefile_begin(store);
	must(ft_store_put_node_event(&to, &down, &err));
	storefile_commit(store);
	ok(strstr(events(store, false), "3 n2/ 200-0 "), "written over");
	ft_store_close(store);
}

/* ---- reservations ------------------------------------------------------------ */

static enum ft_status
take_record(
    void *ctx, struct ft_reservation_record *record, struct ft_error *error)
{
	(void)ctx;
	(void)error;
	ft_str_addf(&seen, "%s%u %u %s %lld-%lld %lld %s %llu %s cpu=%llu %g",
	    seen.len ? "; " : "", record->id, record->number, record->name,
	    (long long)record->start, (long long)record->end,
	    (long long)record->deleted, record->nodes,
	    (unsigned long long)record->flags, record->assocs,
	    (unsigned long long)record->tres[0], record->unused);
	ft_free(record->tres);
	return FT_OK;
}

static const char *
records(struct ft_store *store, uint32_t last_of)
{
	const struct ft_store_record_filter filter = { 1, last_of };

	ft_str_clear(&seen);
	if (ft_store_read_reservation_records(
		store, &filter, &reader, take_record, &err))
		return err.text;
	return ft_str_text(&seen);
}

static void
test_records(void)
{
	struct ft_store *store = storefile_memory();
	const struct ft_store_jobs to = { store, 1, &tres };
	uint64_t some[3] = { 32, 0, 0 };
	struct ft_reservation_record record = { .number = 7,
		.name = "class",
		.start = 10,
		.end = 20,
		.nodes = "n[1-2]",
		.flags = FT_RESERVATION_MASK(MAINT),
		.assocs = "3,6",
		.tres = some,
		.unused = 2.5 };

	storefile_begin(store);
	must(ft_store_put_reservation_record(&to, &record, &err));
	record.deleted = 15;
	record.end = 15;
	must(ft_store_put_reservation_record(&to, &record, &err));
	record.id = 0;
	record.deleted = 0;
	must(ft_store_put_reservation_record(&to, &record, &err));
	storefile_commit(store);
	is_str(records(store, 0),
	    "1 7 class 10-15 15 n[1-2] 1 3,6 cpu=32 2.5; "
	    "2 7 class 10-15 0 n[1-2] 1 3,6 cpu=32 2.5",
	    "records come back");
	is_str(records(store, 7), "2 7 class 10-15 0 n[1-2] 1 3,6 cpu=32 2.5",
	    "the last one by itself");
	is_str(records(store, 6), "", "none of a reservation without any");
	ft_store_close(store);
}

/* ---- damage ------------------------------------------------------------------ */

static void
test_damage(void)
{
	char *path = storefile_path("damage.db");
	struct ft_store *store = storefile_open(path);

	ft_store_close(store);
	storefile_do(path,
	    "INSERT INTO node_event VALUES (1, 1, 'n1', '', 5, NULL, -1, '', "
	    "'', '')");
	store = storefile_open(path);
	ok(strstr(events(store, false), "node_event row 1: state is -1"),
	    "a bad state: %s", err.text);
	ft_store_close(store);
	storefile_do(path,
	    "DELETE FROM node_event; INSERT INTO reservation_record VALUES "
	    "(1, 1, 1, 'a', 1, 2, NULL, '', '', '', '1=x', 0)");
	store = storefile_open(path);
	ok(strstr(records(store, 0), "reservation_record row 1: tres is '1=x'"),
	    "a bad vector: %s", err.text);
	ft_store_close(store);
	ft_free(path);
}

int
main(void)
{
	test_events();
	test_records();
	test_damage();
	ft_str_free(&seen);
	ft_intern_free(&strings);
	return done_testing();
}
