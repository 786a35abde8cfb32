/*
 * undo_rows.c - what reversing an entry of the journal does to rows: saving them,
 * and putting their images back.
 */
#include "store/journal/undo_private.h"

static struct ft_imaging
imaging_of(const struct ft_touch *touch)
{
	return (struct ft_imaging){ .what = touch->thing.what,
		.first = touch->thing.id,
		.last = touch->last,
		.block = touch->block,
		.differs = touch->differs };
}

enum ft_status
ft_undo_save_rows(struct ft_undo *undo, uint32_t journal, struct ft_error *err)
{
	for (size_t i = 0; i < undo->mine.n; i++) {
		struct ft_touch *touch = &undo->mine.item[i];
		enum ft_log what = touch->thing.what;
		struct ft_undo_rows *rows;
		struct ft_imaging run = imaging_of(touch);

		/* somebody's file may say that the last row is before the first */
		if (what >= FT_LOG_ROWS || touch->last < touch->thing.id)
			continue;
		rows = &undo->rows[what];
		rows->adds |= touch->added;
		if (!touch->added)
			rows->images += touch->last - touch->thing.id + 1;
		if (touch->added ? !journal : what == FT_LOG_USAGE_MARK)
			continue;
		run.journal = journal;
		FT_TRY(ft_images_keep(undo->store, &run, err));
		if (touch->added)
			continue;
		rows->saved += run.found;
		rows->unlike |= !run.alike;
		rows->moves |= run.moves;
		touch->differs = run.differs;
	}
	return FT_OK;
}

enum ft_status
ft_undo_note_added(
    struct ft_undo *undo, enum ft_log what, int64_t shift, struct ft_error *err)
{
	struct ft_store *store = undo->store;
	const struct ft_arg entity = FT_ARG("entity", ft_log_name(what));

	if (undo->rows[what].saved)
		return ft_store_run(store, FT_STMT_SAVE_ABSENT,
		    FT_ARGS(FT_ARG("target", undo->target),
			FT_ARG("entry", undo->entry), entity),
		    err);
	for (size_t i = 0; i < undo->mine.n; i++) {
		const struct ft_touch *touch = &undo->mine.item[i];

		if (touch->thing.what != what || touch->added)
			continue;
		FT_TRY(ft_store_run(store, FT_STMT_ADD_JOURNAL_RANGE,
		    FT_ARGS(FT_ARG("journal", undo->entry), entity,
			FT_ARG("first", touch->thing.id + shift),
			FT_ARG("last", touch->last + shift)),
		    err));
	}
	return FT_OK;
}

enum ft_status
ft_undo_park_rows(struct ft_undo *undo, struct ft_error *err)
{
	static const enum ft_stmt park[FT_LOG_USAGE_MARK] = {
		[FT_LOG_CLUSTER] = FT_STMT_PARK_CLUSTER,
		[FT_LOG_ACCOUNT] = FT_STMT_PARK_ACCOUNT,
		[FT_LOG_USER] = FT_STMT_PARK_USER,
		[FT_LOG_QOS] = FT_STMT_PARK_QOS,
		[FT_LOG_ASSOC] = FT_STMT_PARK_ASSOC,
		[FT_LOG_WCKEY] = FT_STMT_PARK_WCKEY,
		[FT_LOG_RESOURCE] = FT_STMT_PARK_RESOURCE,
	};

	for (int what = FT_UNDO_FIRST; what <= FT_UNDO_LAST; what++) {
		struct ft_undo_rows *rows = &undo->rows[what];

		if (rows->images && rows->unlike)
			FT_TRY(ft_store_int(undo->store, &rows->moves,
			    (enum ft_stmt)(FT_STMT_MOVES + what),
			    FT_ARGS(FT_ARG("target", undo->target)), err));
		if (rows->adds || rows->moves & FT_MOVES_KEYS ||
		    (rows->moves & FT_MOVES_BOTH_WAYS) == FT_MOVES_BOTH_WAYS)
			FT_TRY(ft_undo_run_each(
			    undo, park[what], FT_LOG_CLUSTER, err));
	}
	return FT_OK;
}

enum ft_status
ft_undo_remove_marks(struct ft_undo *undo, struct ft_error *err)
{
	for (size_t i = 0; i < undo->mine.n; i++) {
		const struct ft_touch *touch = &undo->mine.item[i];

		if (touch->thing.what == FT_LOG_USAGE_MARK && touch->added)
			FT_TRY(
			    ft_store_run(undo->store, FT_STMT_REMOVE_USAGE_MARK,
				FT_ARGS(FT_ARG("first", touch->thing.id),
				    FT_ARG("last", touch->last)),
				err));
	}
	return FT_OK;
}

/* Put back what differs of the rows of WHAT, whose keys do not. */
static enum ft_status
put_blocks(struct ft_undo *undo, enum ft_log what, struct ft_error *err)
{
	for (size_t i = 0; i < undo->mine.n; i++) {
		const struct ft_imaging run = imaging_of(&undo->mine.item[i]);

		if (run.what == what && run.block)
			FT_TRY(ft_images_put_back(undo->store, &run, err));
	}
	return FT_OK;
}

/* One statement for all associations: parents may come after children. */
enum ft_status
ft_undo_put_rows(
    struct ft_undo *undo, int first, int last, struct ft_error *err)
{
	for (int what = first; what <= last; what++) {
		const struct ft_undo_rows *rows = &undo->rows[what];
		bool keys = rows->moves & FT_MOVES_KEYS;

		if (!rows->images)
			continue;
		FT_TRY(
		    !keys && !rows->unlike
			? put_blocks(undo, (enum ft_log)what, err)
			: ft_undo_run_each(undo,
			      keys ? FT_STMT_PUT_BACK : FT_STMT_PUT_BACK_VALUES,
			      (enum ft_log)what, err));
	}
	return FT_OK;
}
