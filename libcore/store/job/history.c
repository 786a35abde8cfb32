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

static enum ft_status
collect(struct ft_store *store, const struct ft_store_history *wanted,
    int64_t since, const struct ft_collector *collector, struct ft_error *err)
{
	const struct ft_arg cluster = FT_ARG("cluster", wanted->cluster);
	const struct ft_arg arrays = FT_ARG("arrays", !wanted->plain);
	int64_t most = 0;

	if (wanted->number)
		return ft_store_collect(store, FT_STMT_READ_HISTORY_NUMBER,
		    FT_ARGS(cluster, FT_ARG("number", wanted->number), arrays),
		    collector, err);
	if (since > 0)
		FT_TRY(ft_store_int(store, &most, FT_STMT_HISTORY_MOST,
		    FT_ARGS(cluster, FT_ARG("since", since)), err));
	if (since > 0 && !most)
		return ft_store_collect(store,
		    wanted->brief ? FT_STMT_READ_HISTORY_SINCE_BRIEF
				  : FT_STMT_READ_HISTORY_SINCE,
		    FT_ARGS(cluster, FT_ARG("since", since), arrays), collector,
		    err);
	return ft_store_collect(store,
	    wanted->brief ? FT_STMT_READ_HISTORY_BRIEF : FT_STMT_READ_HISTORY,
	    FT_ARGS(cluster, FT_ARG("since", since), arrays), collector, err);
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
