/*
 * undo.c - undoes and redoes entries of the journal.
 *
 * An entry is reversed by a new one, in the same way whether it is a change or
 * itself reverses another: the new entry first saves images of everything that
 * the old one touched, then restores what the old one found and removes what it
 * added.  This is done table by table, so that undoing the load of a hundred
 * thousand rows takes a few statements.
 *
 * Associations get back their position.  If another one has it by now (all
 * children in front had been removed), the smaller id comes first.
 */
#include "store/journal/undo_private.h"

#include "store/check/check_internal.h"
#include "store/usage/usage_internal.h"

enum { FIRST_LIST = FT_LOG_ASSOC_LIMIT, LAST_LIST = FT_LOG_COORDINATOR };
enum { LAST_OTHER = FT_LOG_CONF };

/* A statement; FT_EACH: those of FIRST to LAST, downwards if LAST is lower. */
struct step {
	enum ft_stmt stmt;
	int first, last;
};
#define ONE(ID)                                                                \
	{                                                                      \
		FT_STMT_##ID, 0, 0                                             \
	}
#define EACH(ID, first, last)                                                  \
	{                                                                      \
		FT_STMT_##ID, first, last                                      \
	}

static const struct step save_steps[] = {
	EACH(SAVE, FIRST_LIST, LAST_LIST),
	EACH(SAVE_REMOVED, FIRST_LIST, LAST_LIST),
	ONE(SAVE_CLOCK),
	EACH(SAVE, FT_LOG_SETTING, LAST_OTHER),
};

static const struct step empty_steps[] = {
	EACH(EMPTY, FIRST_LIST, LAST_OTHER),
};

static const struct step put_list_steps[] = {
	EACH(PUT_BACK, FIRST_LIST, LAST_OTHER),
};

static enum ft_status
run(struct ft_undo *undo, const struct step *step, size_t n,
    struct ft_error *err)
{
	for (size_t i = 0; i < n; i++) {
		int end = step[i].last, by = step[i].first > end ? -1 : 1;

		for (int what = step[i].first; what != end + by; what += by) {
			sqlite3_stmt *stmt = ft_undo_query(undo,
			    (enum ft_stmt)((int)step[i].stmt + what), err);
			int code = stmt ? ft_store_step(undo->store, stmt, err)
					: FT_EIO;

			if (code < 0)
				return (enum ft_status)code;
		}
	}
	return FT_OK;
}
enum ft_status
ft_undo_run_each(struct ft_undo *undo, enum ft_stmt head, enum ft_log what,
    struct ft_error *err)
{
	const struct step step = { head, (int)what, (int)what };

	return run(undo, &step, 1, err);
}

#define RUN(steps, undo, err) run(undo, steps, FT_COUNT(steps), err)

/* ---- one entry ------------------------------------------------------------- */

static void
free_undo(struct ft_undo *undo)
{
	ft_undo_links_free(&undo->links);
	ft_touches_free(&undo->mine);
	ft_touches_free(&undo->later);
}

static int
compare_touches(const void *left, const void *right)
{
	const struct ft_touch *a = left, *b = right;

	if (a->thing.what != b->thing.what)
		return a->thing.what < b->thing.what ? -1 : 1;
	return (a->thing.id > b->thing.id) - (a->thing.id < b->thing.id);
}

/* Returns the change that entry ID redoes, 0 none. */
static uint32_t
brought_back(const struct ft_undo_links *links, uint32_t id)
{
	uint32_t undone, done;

	while ((undone = ft_undo_link(links, id).undoes) &&
	       (done = ft_undo_link(links, undone).undoes))
		id = done;
	return undone ? 0 : id;
}

/*
 * Returns whether TOUCH, of an entry after the target, is in effect.  Entries
 * that were undone since do not count, nor do the entries that undid them.  The
 * marks of a redone entry have new ids, so they count for the entry that redid
 * it.
 */
static bool
is_effective(const struct ft_undo *undo, const struct ft_touch *touch)
{
	const struct ft_undo_links *links = &undo->links;
	uint32_t id = touch->journal;
	struct ft_undo_link link = ft_undo_link(links, id);

	if (id > links->last || link.undone_by)
		return false;
	if (touch->thing.what != FT_LOG_USAGE_MARK)
		return link.undoes <= undo->target;
	if (link.redone_by)
		return false;
	return link.undoes <= undo->target ||
	       brought_back(links, id) > undo->target;
}

static void
keep_effective(struct ft_undo *undo)
{
	struct ft_touches *later = &undo->later;
	size_t kept = 0;

	for (size_t i = 0; i < later->n; i++)
		if (is_effective(undo, &later->item[i]))
			later->item[kept++] = later->item[i];
	later->n = kept;
}

static enum ft_status
read_touches(struct ft_undo *undo, struct ft_error *err)
{
	FT_TRY(ft_touches_read(
	    undo->store, &undo->mine, FT_STMT_JOURNAL_ROWS, undo->target, err));
	FT_TRY(ft_touches_read(undo->store, &undo->later,
	    FT_STMT_JOURNAL_ROWS_AFTER, undo->target, err));
	if (undo->mine.n)
		qsort(undo->mine.item, undo->mine.n, sizeof *undo->mine.item,
		    compare_touches);
	keep_effective(undo);
	return FT_OK;
}

static bool
has_marks(const struct ft_undo *undo)
{
	for (size_t i = 0; i < undo->mine.n; i++)
		if (undo->mine.item[i].thing.what == FT_LOG_USAGE_MARK)
			return true;
	return false;
}

static enum ft_status
save_images(struct ft_undo *undo, struct ft_error *err)
{
	FT_TRY(ft_undo_save_rows(undo, undo->entry, err));
	return RUN(save_steps, undo, err);
}

static enum ft_status
save(struct ft_undo *undo, int64_t *shift, struct ft_error *err)
{
	FT_TRY(save_images(undo, err));
	FT_TRY(ft_store_int(undo->store, shift, FT_STMT_SHIFT_USAGE_MARK,
	    FT_ARGS(FT_ARG("target", undo->target)), err));
	for (int what = 0; what < FT_LOG_ROWS; what++)
		if (undo->rows[what].saved < undo->rows[what].images)
			FT_TRY(ft_undo_note_added(undo, (enum ft_log)what,
			    what == FT_LOG_USAGE_MARK ? *shift : 0, err));
	return FT_OK;
}

/*
 * Set TOUCHED to the kinds of things that the pending entry touched, because
 * statements about others need not even be prepared.  *differs becomes whether
 * it added any.
 */
static enum ft_status
find_touched(struct ft_store *store, bool touched[FT_LOG_COUNT],
    int64_t *differs, struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_JOURNAL_KINDS,
	    FT_ARGS(FT_ARG("journal", store->journal)), err);
	enum ft_status status = FT_OK;

	*differs = 0;
	while (ft_store_next(store, stmt, &status, err)) {
		const void *name =
		    sqlite3_value_text(ft_column(stmt, "entity"));
		enum ft_log what;

		if (ft_log_find(name, &what))
			touched[what] = true;
		*differs |= sqlite3_value_int64(ft_column(stmt, "ranges"));
	}
	return status;
}

/* Returns whether a statement DIFFERS is about WHAT. */
static bool
is_compared(int what)
{
	return what <= LAST_LIST && what != FT_LOG_USAGE_MARK;
}

/* Set *differs if a row is not as in its image. */
static enum ft_status
find_changed_row(struct ft_store *store, int64_t *differs, struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_ENTRY_IMAGES,
	    FT_ARGS(FT_ARG("journal", store->journal)), err);
	enum ft_status status = FT_OK;

	while (ft_store_next(store, stmt, &status, err)) {
		struct ft_imaging block = { .first =
						ft_column_u32(stmt, "first"),
			.last = ft_column_u32(stmt, "last") };

		if (!*differs && ft_log_find((const void *)sqlite3_value_text(
						 ft_column(stmt, "entity")),
				     &block.what))
			*differs = !ft_images_match(
			    store, &block, ft_column(stmt, "images"));
	}
	return status;
}

/* Set *differs if a thing is not as before; usually the first one is not. */
static enum ft_status
find_difference(struct ft_store *store, const bool touched[FT_LOG_COUNT],
    int64_t *differs, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	/* lists first: most changes are to lists */
	for (int i = LAST_LIST; !status && !*differs && i >= FIRST_LIST; i--)
		if (touched[i] && is_compared(i))
			status = ft_store_int(store, differs,
			    (enum ft_stmt)(FT_STMT_DIFFERS + i),
			    FT_ARGS(FT_ARG("journal", store->journal)), err);
	if (!status && !*differs)
		status = find_changed_row(store, differs, err);
	return status;
}

/*
 * Compare all images, because some are of things that DIFFERS is not about:
 * save them again, as an entry that undoes the pending one would.  If these are
 * equal to the first ones, nothing has changed.
 */
static enum ft_status
compare_images(struct ft_store *store, const struct ft_store_actor *actor,
    int64_t *differs, struct ft_error *err)
{
	struct ft_undo undo FT_CLEANUP(
	    free_undo) = { .store = store, .target = store->journal };

	FT_TRY(ft_touches_read(
	    store, &undo.mine, FT_STMT_JOURNAL_ROWS, undo.target, err));
	FT_TRY(ft_store_add_entry(store, actor, undo.target, &undo.entry, err));
	FT_TRY(save_images(&undo, err));
	return ft_store_int(store, differs, FT_STMT_JOURNAL_DIFFERS,
	    FT_ARGS(FT_ARG("target", undo.target), FT_ARG("entry", undo.entry)),
	    err);
}

enum ft_status
ft_store_has_changed(
    struct ft_store *store, bool *changed, struct ft_error *err)
{
	const struct ft_store_actor actor = { store->actor, store->command,
		store->wall };
	int64_t differs = store->journal != 0;
	bool touched[FT_LOG_COUNT] = { false }, other = false;
	enum ft_status status;

	assert(store->depth);
	*changed = differs;
	if (!differs)
		return FT_OK;
	/* starting a savepoint writes pending ranges; it is rolled back */
	status = ft_store_begin(store, &actor, NULL, err);
	if (status)
		return status;
	status = find_touched(store, touched, &differs, err);
	if (!status && !differs)
		status = find_difference(store, touched, &differs, err);
	for (int i = 0; i < FT_LOG_COUNT; i++)
		other |= touched[i] && !is_compared(i);
	if (!status && !differs && other)
		status = compare_images(store, &actor, &differs, err);
	ft_store_rollback(store);
	*changed = differs;
	return status;
}

enum ft_status
ft_store_drop_unchanged(struct ft_store *store, struct ft_error *err)
{
	bool changed;
	enum ft_status status = ft_store_has_changed(store, &changed, err);

	assert(store->depth == 1);
	if (status || changed || !store->journal)
		return status;
	FT_TRY(ft_store_run(store, FT_STMT_DROP_JOURNAL_TXN,
	    FT_ARGS(FT_ARG("id", store->journal)), err));
	FT_TRY(ft_store_run(store, FT_STMT_DROP_JOURNAL,
	    FT_ARGS(FT_ARG("id", store->journal)), err));
	ft_store_log_back(store, 0);
	return FT_OK;
}

/* Remove what the target added; jobs, which have no journal, may still need it. */
static enum ft_status
remove_added(struct ft_undo *undo, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	for (int what = FT_UNDO_LAST; !status && what >= FT_UNDO_FIRST; what--)
		if (undo->rows[what].adds)
			status = ft_undo_run_each(
			    undo, FT_STMT_REMOVE, (enum ft_log)what, err);
	if (status == FT_EINVAL)
		status = ft_fail(err, FT_EINVAL,
		    "cannot %s change %lu: what it would remove is in use",
		    undo->verb, (unsigned long)undo->asked);
	return status;
}

/*
 * Check the restored rows: images of a forged store may break rules.  SQLite checks
 * foreign keys, also those of the marks.
 */
static enum ft_status
check_whole(struct ft_undo *undo, struct ft_error *err)
{
	for (size_t i = 0; i < undo->mine.n; i++) {
		enum ft_log what = undo->mine.item[i].thing.what;
		bool is_row = what < FT_LOG_ROWS;

		if (i && undo->mine.item[i - 1].thing.what == what)
			continue;
		/* associations and users whose values alone change */
		if ((what == FT_LOG_ASSOC || what == FT_LOG_USER) &&
		    !undo->rows[what].moves && !undo->rows[what].adds)
			continue;
		FT_TRY(ft_check_changed(undo->store,
		    &(struct ft_check_scope){ .table = ft_log_name(what),
			.journal = undo->target,
			.keys =
			    !is_row || undo->rows[what].moves & FT_MOVES_KEYS },
		    err));
	}
	return ft_undo_check_work(undo, err);
}

/*
 * After a failure with STATUS: if rows do not fit together, report what the
 * checks of PHASE find.  They may have been skipped, because the journal shows
 * no change, and somebody may have changed the store without its journal.
 */
static enum ft_status
explain(struct ft_undo *undo, enum ft_undo_phase phase, enum ft_status status,
    struct ft_error *err)
{
	if ((status != FT_EINVAL && status != FT_EEXIST &&
		status != FT_EFOREIGN) ||
	    sqlite3_get_autocommit(undo->store->db))
		return status;
	undo->thorough = true;
	FT_TRY(ft_undo_check(undo, phase, err));
	return status;
}

enum ft_status
ft_undo_put_back(struct ft_undo *undo, struct ft_error *err)
{
	FT_TRY(ft_undo_save_rows(undo, 0, err));
	FT_TRY(RUN(empty_steps, undo, err));
	FT_TRY(ft_undo_park_rows(undo, err));
	FT_TRY(ft_undo_put_rows(undo, FT_UNDO_FIRST, FT_UNDO_LAST, err));
	FT_TRY(RUN(put_list_steps, undo, err));
	return remove_added(undo, err);
}

/* Put back the marks of usage.  If they follow all others, and none was removed, what
 * they add up to is added to the sum of the others. */
static enum ft_status
put_marks(struct ft_undo *undo, int64_t shift, struct ft_error *err)
{
	struct ft_store *store = undo->store;
	const struct ft_arg *args =
	    FT_ARGS(FT_ARG("target", undo->target), FT_ARG("shift", shift));
	int64_t first = 0;

	if (!has_marks(undo))
		return FT_OK;
	if (!undo->rows[FT_LOG_USAGE_MARK].adds)
		FT_TRY(ft_store_int(
		    store, &first, FT_STMT_FIRST_FOLLOWING, args, err));
	if (!first || !store->usage_changed)
		store->first_mark = (uint32_t)first;
	store->usage_changed = true;
	store->marks_known = false;
	return ft_images_run(store, FT_STMT_PUT_BACK_USAGE_MARK, args, err);
}

static enum ft_status
apply(struct ft_undo *undo, struct ft_error *err)
{
	struct ft_store *store = undo->store;
	enum ft_status status;
	int64_t shift = 0;

	FT_TRY(save(undo, &shift, err));
	FT_TRY(ft_store_drop_marked_folds(store, undo->target, err));
	FT_TRY(RUN(empty_steps, undo, err));
	FT_TRY(ft_undo_remove_marks(undo, err));
	FT_TRY(ft_undo_park_rows(undo, err));
	FT_TRY(ft_undo_check(undo, FT_UNDO_NAMES, err));
	status = ft_undo_put_rows(undo, FT_UNDO_FIRST, FT_LOG_RESOURCE, err);
	if (status)
		return explain(undo, FT_UNDO_NAMES, status, err);
	FT_TRY(ft_undo_check(undo, FT_UNDO_NEEDS, err));
	status = ft_undo_put_rows(undo, FT_LOG_ASSOC, FT_UNDO_LAST, err);
	if (!status)
		status = RUN(put_list_steps, undo, err);
	if (status)
		return explain(undo, FT_UNDO_NEEDS, status, err);
	FT_TRY(ft_undo_work(undo, err));
	FT_TRY(ft_undo_check(undo, FT_UNDO_WHOLE, err));
	status = remove_added(undo, err);
	if (status)
		return explain(undo, FT_UNDO_WHOLE, status, err);
	FT_TRY(put_marks(undo, shift, err));
	return explain(undo, FT_UNDO_WHOLE, check_whole(undo, err), err);
}

/*
 * Returns the entry to reverse if ASKED is named, 0 none.  A redone change is in
 * effect through the entry that redid it, whose rows may have other ids.
 */
static uint32_t
target_of(const struct ft_undo_links *links, uint32_t asked, bool redo)
{
	struct ft_undo_link link = ft_undo_link(links, asked);
	uint32_t target = asked;

	if (asked > links->last)
		return 0;
	if (redo && link.undone_by)
		target = link.undone_by;
	else if (redo ? !link.undoes : link.undone_by != 0)
		return 0;
	while ((link = ft_undo_link(links, target)).redone_by)
		target = link.redone_by;
	return target;
}

static enum ft_status
check_asked(const struct ft_undo *undo, bool redo, struct ft_error *err)
{
	unsigned long asked = undo->asked;

	if (undo->target)
		return FT_OK;
	return redo ? ft_fail(err, FT_EEXIST, "change %lu is not undone", asked)
		    : ft_fail(err, FT_EEXIST,
			  "change %lu is undone already, by change %lu", asked,
			  (unsigned long)ft_undo_link(&undo->links, undo->asked)
			      .undone_by);
}

/* ---- which entries --------------------------------------------------------- */

/* The entry that was named, and the one to reverse for it. */
struct pick {
	uint32_t asked, target;
};

/* One call of ft_store_undo. */
struct undoing {
	struct ft_store *store;
	const struct ft_store_actor *actor;
	bool redo;
	struct pick *pick;
	size_t n, cap;
};

static void
free_undoing(struct undoing *undoing)
{
	ft_free(undoing->pick);
}

static void
add_pick(struct undoing *undoing, uint32_t asked, uint32_t target)
{
	*ft_vec_add(undoing->pick, undoing->n, undoing->cap) =
	    (struct pick){ asked, target };
}

/* Order entries, the latest first.  One that becomes reversible only by others
 * of the same call has its own place among them. */
static int
compare_picks(const void *left, const void *right)
{
	const struct pick *pick[] = { left, right };
	uint32_t id[2];

	for (int i = 0; i < 2; i++)
		id[i] = pick[i]->target ? pick[i]->target : pick[i]->asked;
	return (id[0] < id[1]) - (id[0] > id[1]);
}

/* Pick the entries that were named, each once. */
static enum ft_status
pick_named(struct undoing *undoing, const struct ft_undo_request *request,
    const struct ft_undo_links *links, struct ft_error *err)
{
	struct pick *pick;
	size_t kept = 0;

	for (size_t i = 0; i < request->n; i++) {
		FT_TRY(ft_journal_require(undoing->store, request->id[i], err));
		add_pick(undoing, request->id[i],
		    target_of(links, request->id[i], undoing->redo));
	}
	pick = undoing->pick;
	qsort(pick, undoing->n, sizeof *pick, compare_picks);
	for (size_t i = 0; i < undoing->n; i++)
		if (!i || !pick[i].target ||
		    pick[i].target != pick[i - 1].target)
			pick[kept++] = pick[i];
	undoing->n = kept;
	return FT_OK;
}

/* Pick the latest changes in effect; redo: the latest that were undone. */
static enum ft_status
pick_last(struct undoing *undoing, uint32_t last,
    const struct ft_undo_links *links, struct ft_error *err)
{
	sqlite3_stmt *stmt =
	    ft_store_query(undoing->store, FT_STMT_JOURNAL_CHANGES, NULL, err);
	bool redo = undoing->redo;
	enum ft_status status = FT_OK;

	while (ft_store_next(undoing->store, stmt, &status, err)) {
		uint32_t id = ft_column_u32(stmt, "id");
		uint32_t target = target_of(links, id, redo);

		if (target)
			add_pick(undoing, id, target);
		if (!redo && undoing->n == last) {
			sqlite3_reset(stmt);
			break;
		}
	}
	FT_TRY(status);
	if (!undoing->n)
		return ft_fail(err, FT_ENOENT,
		    redo ? "nothing is undone" : "there is nothing to undo");
	qsort(undoing->pick, undoing->n, sizeof *undoing->pick, compare_picks);
	if (undoing->n > last)
		undoing->n = last;
	return FT_OK;
}

static enum ft_status
pick(struct undoing *undoing, const struct ft_undo_request *request,
    struct ft_error *err)
{
	struct ft_undo_links links FT_CLEANUP(
	    ft_undo_links_free) = { .last = 0 };

	FT_TRY(ft_undo_links_read(undoing->store, &links, err));
	return request->n ? pick_named(undoing, request, &links, err)
			  : pick_last(undoing,
				request->last ? request->last : 1, &links, err);
}

/* Reverse one entry; reads the links again, as each entry changes them. */
static enum ft_status
reverse_one(
    struct undoing *undoing, struct ft_undone *done, struct ft_error *err)
{
	struct ft_store *store = undoing->store;
	struct ft_undo undo FT_CLEANUP(free_undo) = { .store = store,
		.verb = undoing->redo ? "redo" : "undo",
		.asked = done->target };

	FT_TRY(ft_undo_links_read(store, &undo.links, err));
	undo.target = target_of(&undo.links, undo.asked, undoing->redo);
	FT_TRY(check_asked(&undo, undoing->redo, err));
	FT_TRY(read_touches(&undo, err));
	FT_TRY(ft_undo_check_touched(&undo, err));
	FT_TRY(ft_undo_check(&undo, FT_UNDO_MARKS, err));
	FT_TRY(ft_undo_settle(&undo, err));
	FT_TRY(ft_store_add_entry(
	    store, undoing->actor, undo.target, &store->journal, err));
	done->entry = undo.entry = store->journal;
	return apply(&undo, err);
}

/* ---- the transaction ------------------------------------------------------- */

/*
 * A later change in the same transaction gets an entry of its own, needs images of
 * all rows, and reads all positions again.
 */
static enum ft_status
start_afresh(struct ft_store *store, struct ft_error *err)
{
	bool usage_changed = store->usage_changed;

	ft_store_log_start(store);
	store->usage_changed = usage_changed;
	return ft_store_run(store, FT_STMT_BUMP_GENERATION,
	    FT_ARGS(FT_ARG("name", "config")), err);
}

static enum ft_status
undo_all(struct undoing *undoing, const struct ft_undo_request *request,
    struct ft_undone_list *done, struct ft_error *err)
{
	FT_TRY(pick(undoing, request, err));
	done->item = ft_calloc(undoing->n + 1, sizeof *done->item);
	for (done->n = 0; done->n < undoing->n; done->n++) {
		struct ft_undone *one = &done->item[done->n];

		one->target = undoing->pick[done->n].asked;
		FT_TRY(reverse_one(undoing, one, err));
	}
	return FT_OK;
}

static enum ft_status
commit(struct ft_store *store, struct ft_error *err)
{
	bool outer = store->depth == 1;

	store->batch++;
	FT_TRY(ft_store_commit(store, NULL, err));
	return !outer ? start_afresh(store, err) : FT_OK;
}

enum ft_status
ft_store_undo(struct ft_store *store, const struct ft_store_actor *actor,
    const struct ft_undo_request *request, struct ft_undone_list *done,
    struct ft_error *err)
{
	struct undoing undoing FT_CLEANUP(free_undoing) = {
		.store = store, .actor = actor, .redo = request->redo
	};
	enum ft_status status;

	*done = (struct ft_undone_list){ .n = 0 };
	if (store->depth && store->journal)
		return ft_fail(err, FT_EINVAL,
		    "cannot %s while the transaction has other changes",
		    request->redo ? "redo" : "undo");
	FT_TRY(ft_store_begin(store, actor, NULL, err));
	status = undo_all(&undoing, request, done, err);
	if (status)
		ft_store_rollback(store);
	else
		status = commit(store, err);
	if (status) {
		ft_free(done->item);
		*done = (struct ft_undone_list){ .n = 0 };
	}
	return status;
}
