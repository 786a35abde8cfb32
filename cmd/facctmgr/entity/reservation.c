/*
 * reservation.c - list reservation: what the accounting remembers of reservations
 * (case m23-reservations).
 */

#include "common/timetext.h"
#include "facctmgr/entity/entity.h"
#include "facctmgr/list/list.h"
#include "model/reservation/record.h"
#include "store/job/jobs.h"

static const struct facctmgr_word words[] = { { "Names", 1, WORD_LIST,
						  FT_KEY_WCKEY, 0 },
	{ "Nodes", 2, WORD_NAMES, FT_KEY_NODE, 0 },
	{ "Start", 1, WORD_NAMES, FT_KEY_START, 0 },
	{ "End", 1, WORD_NAMES, FT_KEY_END, 0 },
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "Ids", 1, WORD_IDS, FT_KEY_ID, 0 }, { 0 } };

struct printing {
	struct facctmgr_list *list;
	const struct ft_cluster *cluster;
	int64_t from, until;
	struct ft_reservation_record *item; /* those chosen */
	size_t n, cap;
};

/* A bad time ends sacctmgr's list; ours ends with any. */
static bool
may_list(struct facctmgr_list *list)
{
	static const enum ft_admin_key keys[] = { FT_KEY_START, FT_KEY_END };
	int64_t ignored;

	for (size_t k = 0; list->zeros && k < FT_COUNT(keys); k++) {
		const struct ft_admin_names *names =
		    &list->request->where.key[keys[k]];

		if (names->n && !ft_timetext_read(list->acct->context,
				    names->item[names->n - 1],
				    list->acct->session.now, true, &ignored))
			return false;
	}
	return true;
}

/* A start without an end looks no further than now. */
static void
choose_times(struct printing *printing)
{
	const struct facctmgr_list *list = printing->list;

	printing->from = INT64_MIN;
	printing->until = INT64_MAX;
	if (facctmgr_list_time(list, FT_KEY_START, &printing->from))
		printing->until = list->acct->session.now;
	(void)facctmgr_list_time(list, FT_KEY_END, &printing->until);
}

static enum ft_status
keep(void *ctx, struct ft_reservation_record *record, struct ft_error *err)
{
	struct printing *printing = ctx;
	const struct facctmgr_list *list = printing->list;

	(void)err;
	if (record->deleted || record->start > printing->until ||
	    record->end < printing->from ||
	    !facctmgr_list_ids(list, record->number) ||
	    !facctmgr_list_names(list, FT_KEY_NODE, record->nodes) ||
	    !facctmgr_list_names(list, FT_KEY_WCKEY, record->name))
		ft_free(record->tres);
	else
		*ft_vec_add(printing->item, printing->n, printing->cap) =
		    *record;
	return FT_OK;
}

static int
by_start(const void *a, const void *b)
{
	const struct ft_reservation_record *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

static enum ft_status
print_cluster(struct printing *printing, struct ft_error *err)
{
	struct facctmgr_list *list = printing->list;
	const struct ft_tres_table tres = { list->acctdb.tres,
		list->acctdb.n_tres };
	struct ft_intern strings = { 0 };
	const struct ft_store_reader reader = { &strings, &tres, printing };
	const struct ft_store_record_filter filter = { printing->cluster->id,
		0 };
	enum ft_status status = ft_store_read_reservation_records(
	    list->acct->session.store, &filter, &reader, keep, err);

	if (printing->n)
		qsort(printing->item, printing->n, sizeof *printing->item,
		    by_start);
	for (size_t i = 0; i < printing->n; i++) {
		if (!status)
			facctmgr_list_row(
			    list, (struct facctmgr_row){
				      .reservation = &printing->item[i],
				      .cluster_name = printing->cluster->name,
				      .assoc = FT_INDEX_NONE });
		ft_free(printing->item[i].tres);
	}
	printing->n = 0;
	ft_intern_free(&strings);
	return status;
}

static void
print(struct facctmgr_list *list)
{
	struct printing printing = { .list = list };
	const struct ft_acctdb *acctdb = &list->acctdb;
	struct ft_error err;
	enum ft_status status = FT_OK;

	choose_times(&printing);
	for (size_t i = 0; !status && i < acctdb->n_cluster; i++) {
		printing.cluster = &acctdb->cluster[i];
		if (!printing.cluster->deleted &&
		    facctmgr_list_names(
			list, FT_KEY_CLUSTER, printing.cluster->name))
			status = print_cluster(&printing, &err);
	}
	ft_free(printing.item);
	if (status)
		list->request->status = ft_cmd_fail(list->acct->context, &err);
}

const struct facctmgr_entity facctmgr_reservation = {
	.ids = &(const struct facctmgr_ids){ .message = "RESVS", .query = true },
	.conditions = words,
	.list = {
		FACCTMGR_ROWS("reservations"),
		.hidden = "Problem with query.",
		.kind = FT_VISIBILITY_RESERVATIONS,
		.fields =
		    "Clusters,Name%15,TRES%30,TimeStart,TimeEnd,UnusedWall",
		.may = may_list,
		.print = print,
	},
};
