/* journal.c - entries of the journal, and which of them are in effect. */
#include "store/journal/journal_internal.h"
#include "store/open/open_internal.h"
#include "store/row/column_internal.h"

/* ---- what entries touched -------------------------------------------------- */

void
ft_touches_free(struct ft_touches *touches)
{
	ft_arena_clear(&touches->arena);
	ft_free(touches->item);
}

/* Whether TOUCH is of the row after the last one: then both become one touch, but for
 * blocks. */
static bool
join_touch(struct ft_touches *touches, const struct ft_touch *touch)
{
	struct ft_touch *last =
	    touches->n ? &touches->item[touches->n - 1] : NULL;

	if (!last || touch->added || last->added || touch->block ||
	    last->block || last->thing.what != touch->thing.what ||
	    last->journal != touch->journal || last->thing.key ||
	    touch->thing.key || touch->thing.id != last->last + 1)
		return false;
	last->last = touch->last;
	return true;
}

static enum ft_status
take_touch(struct ft_touches *touches, sqlite3_stmt *stmt, struct ft_error *err)
{
	const void *name = sqlite3_value_text(ft_column(stmt, "entity"));
	struct ft_touch touch = {
		.thing.id = ft_column_u32(stmt, "key"),
		.last = ft_column_u32(stmt, "last"),
		.journal = ft_column_u32(stmt, "journal"),
		.block = sqlite3_value_int64(ft_column(stmt, "block")),
	};

	if (!ft_log_find(name, &touch.thing.what))
		return ft_fail(err, FT_ENEWER,
		    "the journal has a change of '%.40s', which this "
		    "program does not know",
		    name ? (const char *)name : "");
	touch.added = ft_column_u32(stmt, "added");
	if (sqlite3_value_type(ft_column(stmt, "key")) == SQLITE_TEXT)
		touch.thing.key = ft_column_text(&touches->arena, stmt, "key");
	if (!join_touch(touches, &touch))
		*ft_vec_add(touches->item, touches->n, touches->cap) = touch;
	return FT_OK;
}

enum ft_status
ft_touches_read(struct ft_store *store, struct ft_touches *touches,
    enum ft_stmt query, uint32_t id, struct ft_error *err)
{
	sqlite3_stmt *stmt =
	    ft_store_query(store, query, FT_ARGS(FT_ARG("journal", id)), err);
	enum ft_status status = FT_OK;

	while (ft_store_next(store, stmt, &status, err))
		status = take_touch(touches, stmt, err);
	return status;
}

/* ---- which are in effect ---------------------------------------------------- */

struct ft_undo_link
ft_undo_link(const struct ft_undo_links *links, uint32_t id)
{
	const struct ft_undo_link *link =
	    ft_idvec_get(&links->link, id, sizeof *link);

	return link ? *link : (struct ft_undo_link){ 0 };
}

static void
take_link(struct ft_undo_links *links, uint32_t id, uint32_t target)
{
	struct ft_undo_link *link =
	    ft_idvec_add(&links->link, id, sizeof *link);
	uint32_t undone_by = link->undone_by;

	link->undoes = target;
	link = ft_idvec_add(&links->link, target, sizeof *link);
	if (!undone_by)
		link->undone_by = id;
	else if (!link->redone_by)
		link->redone_by = undone_by;
}

/* From the latest entry down: an undo that is itself undone does not count. */
enum ft_status
ft_undo_links_read(
    struct ft_store *store, struct ft_undo_links *links, struct ft_error *err)
{
	sqlite3_stmt *stmt;
	int64_t last = 0;
	enum ft_status status = FT_OK;

	FT_TRY(ft_store_int(store, &last, FT_STMT_LAST_JOURNAL, NULL, err));
	if (last < 0 || last >= UINT32_MAX)
		return ft_fail(err, FT_EFOREIGN,
		    "%s: damaged: the journal has an entry %lld", store->path,
		    (long long)last);
	links->last = (uint32_t)last;
	stmt = ft_store_query(store, FT_STMT_JOURNAL_UNDOES, NULL, err);
	while (ft_store_next(store, stmt, &status, err)) {
		uint32_t id = ft_column_u32(stmt, "id");
		uint32_t target = ft_column_u32(stmt, "undoes");

		/* otherwise the store is damaged; skip it */
		if (id <= links->last && target < id)
			take_link(links, id, target);
	}
	return status;
}

void
ft_undo_links_free(struct ft_undo_links *links)
{
	ft_idvec_free(&links->link);
}

enum ft_status
ft_journal_require(struct ft_store *store, uint32_t id, struct ft_error *err)
{
	int64_t there = 0;

	FT_TRY(ft_store_int(store, &there, FT_STMT_HAS_JOURNAL,
	    FT_ARGS(FT_ARG("id", id)), err));
	return !there ? ft_fail(err, FT_ENOENT, "no change %lu in the journal",
			    (unsigned long)id)
		      : FT_OK;
}

/* ---- reading --------------------------------------------------------------- */

static const struct ft_column entry_cells[] = {
	FT_CELL(struct ft_journal_entry, "id", id),
	FT_CELL(struct ft_journal_entry, "wall", wall),
	FT_CELL(struct ft_journal_entry, "at", at),
	FT_CELL(struct ft_journal_entry, "actor", actor),
	FT_CELL(struct ft_journal_entry, "command", command),
	FT_CELL(struct ft_journal_entry, "undoes", undoes),
	FT_CELL(struct ft_journal_entry, "rows", rows),
};
static const struct ft_shape entry_shape = { .size = sizeof(
						 struct ft_journal_entry),
	.cell = entry_cells,
	.n = FT_COUNT(entry_cells) };

/* Fill in undone_by, origin and is_redo. */
static void
link_entry(const struct ft_undo_links *links, struct ft_journal_entry *entry)
{
	uint32_t origin;

	entry->undone_by = ft_undo_link(links, entry->id).undone_by;
	origin = ft_undo_link(links, entry->id).undoes;
	while (origin && ft_undo_link(links, origin).undoes) {
		entry->is_redo = !entry->is_redo;
		origin = ft_undo_link(links, origin).undoes;
	}
	entry->origin = origin;
}

static enum ft_status
read_entries(struct ft_store *store, const struct ft_journal_filter *filter,
    struct ft_journal *journal, struct ft_error *err)
{
	struct ft_undo_links links FT_CLEANUP(
	    ft_undo_links_free) = { .last = 0 };
	struct ft_rows rows = { .arena = journal->arena,
		.shape = &entry_shape };

	FT_TRY(ft_undo_links_read(store, &links, err));
	FT_TRY(ft_store_rows(store,
	    ft_store_query(store, FT_STMT_READ_JOURNAL,
		FT_ARGS(FT_ARG("actor", filter->actor),
		    FT_ARG("since", filter->since ? filter->since : INT64_MIN),
		    FT_ARG("after", filter->after), FT_ARG_ID("id", filter->id),
		    FT_ARG("most",
			filter->last ? (int64_t)filter->last : (int64_t)-1)),
		err),
	    &rows, err));
	journal->entry = ft_rows_keep(&rows, &journal->n);
	for (size_t i = 0; i < journal->n; i++)
		link_entry(&links, &journal->entry[i]);
	return FT_OK;
}

enum ft_status
ft_store_read_journal(struct ft_store *store,
    const struct ft_journal_filter *filter, struct ft_journal *journal,
    struct ft_error *err)
{
	const struct ft_journal_filter all = { .last = 0 };
	struct ft_store *frozen FT_CLEANUP(ft_store_thaw_scoped) = NULL;

	journal->n = 0;
	FT_TRY(ft_store_freeze_scoped(store, &frozen, err));
	return read_entries(store, filter ? filter : &all, journal, err);
}
