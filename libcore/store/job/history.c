/* history.c - jobs in the order in which sacct lists them, one at a time. */
#include "store/job/history.h"

#include "store/internal.h"
#include "store/open/open_internal.h"
#include "store/row/column_internal.h"

#include "model/job/joboption.h"

struct history {
	const struct ft_store_history *wanted;
	int64_t known;     /* ft_store_lag */
	struct ft_job job; /* the row */
	bool stopped;
};

static void
pass(void *ctx, const void *row)
{
	struct history *history = ctx;
	struct ft_job *job = &history->job;

	(void)row;
	ft_job_read_shape(job);
	if (!history->known || ft_job_rewind(job, history->known))
		history->stopped =
		    !history->wanted->fn(history->wanted->ctx, job);
	ft_job_clear(job);
}

/* ---- their order ---------------------------------------------------------- */

/* What a listing is sorted by, but for tasks of arrays. */
struct place {
	int64_t submitted;
	uint32_t number, array; /* 0: none */
};
static const struct ft_column place_cells[] = {
	FT_CELL(struct place, "submitted", submitted),
	FT_CELL(struct place, "number", number),
	FT_CELL(struct place, "array_job", array),
};
static const struct ft_shape place_shape = { .cell = place_cells,
	.n = FT_COUNT(place_cells) };

struct order {
	struct place place, before;
	bool plain, broken;
};

static void
compare(void *ctx, const void *row)
{
	struct order *order = ctx;
	const struct place *a = &order->before, *b = row;

	order->broken = b->submitted < a->submitted ||
			(b->submitted == a->submitted &&
			    (b->number <= a->number ||
				(!order->plain && (a->array || b->array))));
	order->before = *b;
}

/* Whether the jobs, by id, are in the order of the listing: most stores have them
 * as they were submitted.  Damage is left for the listing to report, which may not
 * need that job. */
static bool
is_in_order(struct ft_store *store, const struct ft_store_history *wanted)
{
	struct order order = { .before = { .submitted = INT64_MIN },
		.plain = wanted->plain };
	const struct ft_collector collector = { .shape = &place_shape,
		.row = &order.place,
		.fn = compare,
		.ctx = &order,
		.stopped = &order.broken };

	return !ft_store_collect(store, FT_STMT_HISTORY_ORDER,
		   FT_ARGS(FT_ARG("cluster", wanted->cluster)), &collector,
		   NULL) &&
	       !order.broken;
}

/* ---- the listing ---------------------------------------------------------- */

static enum ft_status
collect(struct ft_store *store, const struct ft_store_history *wanted,
    int64_t since, const struct ft_collector *collector, struct ft_error *err)
{
	const struct ft_arg cluster = FT_ARG("cluster", wanted->cluster);
	const struct ft_arg arrays = FT_ARG("arrays", !wanted->plain);
	const struct ft_arg ended = FT_ARG("since", since);
	int64_t most = 0;

	if (wanted->number)
		return ft_store_collect(store, FT_STMT_READ_HISTORY_NUMBER,
		    FT_ARGS(cluster, FT_ARG("number", wanted->number), arrays),
		    collector, err);
	if (since > 0)
		FT_TRY(ft_store_int(store, &most, FT_STMT_HISTORY_MOST,
		    FT_ARGS(cluster, ended), err));
	if (since > 0 && !most)
		return ft_store_collect(store,
		    wanted->brief ? FT_STMT_READ_HISTORY_SINCE_BRIEF
				  : FT_STMT_READ_HISTORY_SINCE,
		    FT_ARGS(cluster, ended, arrays), collector, err);
	if (wanted->brief && is_in_order(store, wanted))
		return ft_store_collect(store, FT_STMT_READ_HISTORY_IN_ORDER,
		    FT_ARGS(cluster, ended), collector, err);
	return ft_store_collect(store,
	    wanted->brief ? FT_STMT_READ_HISTORY_BRIEF : FT_STMT_READ_HISTORY,
	    FT_ARGS(cluster, ended, arrays), collector, err);
}

enum ft_status
ft_store_read_history(struct ft_store *store,
    const struct ft_store_history *wanted, struct ft_error *err)
{
	struct history history = { .wanted = wanted, .known = store->known };
	const struct ft_target target = { .tres = wanted->tres };
	const struct ft_collector collector = {
		.shape = &ft_shapes[FT_TABLE_job],
		.row = &history.job,
		.fn = pass,
		.ctx = &history,
		.target = &target,
		.stopped = &history.stopped,
	};
	struct ft_store *frozen FT_CLEANUP(ft_store_thaw_scoped) = NULL;
	int64_t since = wanted->ended_since;
	enum ft_status status;

	/* what ended since then is not known to have ended */
	if (store->known && since > store->known)
		since = store->known;
	ft_job_init(&history.job);
	FT_TRY(ft_store_freeze_scoped(store, &frozen, err));
	status = collect(store, wanted, since, &collector, err);
	ft_job_clear(&history.job);
	return status;
}
