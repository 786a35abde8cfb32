/*
 * store_undo.c - taking back entries of the journal, and bringing them back.
 *
 * Each entry is reversed by a new one in the same way, whether it is a change
 * or itself reverses another: the new entry first saves how everything the
 * old one touched is now, then puts back what that one found and removes what
 * that one added.  All of it is done table by table, so that a load of a
 * hundred thousand rows takes a few statements.
 *
 * Associations come back to the position they had.  If others have been given
 * it since (the whole front of a family had left it), ids decide between them.
 */
#include "store/undo_int.h"

#include "store/check_int.h"

/* Rows without the marks of usage, which have ways of their own; lists. */
enum { FIRST_ROW = FT_LOG_CLUSTER, LAST_ROW = FT_LOG_WCKEY };
enum { FIRST_LIST = FT_LOG_ASSOC_LIMIT, LAST_LIST = FT_LOG_COORDINATOR };
enum { LAST_OTHER = FT_LOG_CONF };
#define ONE(ID)                                                                \
	{                                                                      \
		FT_STMT_##ID, 0, 0                                             \
	}
#define EACH(ID, first, last)                                                  \
	{                                                                      \
		FT_STMT_##ID, first, last                                      \
	}

static const struct ft_undo_step save_steps[] = {
	EACH(SAVE, FIRST_ROW, LAST_ROW),
	ONE(SAVE_USAGE_MARK),
	EACH(SAVE, FIRST_LIST, LAST_LIST),
	EACH(SAVE_REMOVED, FIRST_LIST, LAST_LIST),
	ONE(SAVE_CLOCK),
	EACH(SAVE, FT_LOG_SETTING, LAST_OTHER),
};

/* Lists and marks go first: nothing needs them. */
static const struct ft_undo_step empty_steps[] = {
	EACH(EMPTY, FIRST_LIST, LAST_OTHER),
	ONE(REMOVE_USAGE_MARK),
	ONE(PARK_CLUSTER),
	ONE(PARK_ACCOUNT),
	ONE(PARK_USER),
	ONE(PARK_QOS),
	ONE(PARK_ASSOC),
	ONE(PARK_WCKEY),
	ONE(PARK_RESOURCE),
};

static const struct ft_undo_step put_entity_steps[] = {
	EACH(PUT_BACK, FIRST_ROW, FT_LOG_RESOURCE),
};

/* One statement for all associations: parents may come after children. */
static const struct ft_undo_step put_rest_steps[] = {
	EACH(PUT_BACK, FT_LOG_ASSOC, LAST_ROW),
	EACH(PUT_BACK, FIRST_LIST, LAST_OTHER),
};

static const struct ft_undo_step remove_steps[] = {
	EACH(REMOVE, LAST_ROW, FIRST_ROW),
};

static enum ft_status
run_steps(struct ft_undo *undo, const struct ft_undo_step *step, size_t n,
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
#define RUN(steps, undo, err)                                                  \
	run_steps(undo, steps, sizeof steps / sizeof *steps, err)

/* ---- one entry ------------------------------------------------------------- */

static int
compare_touches(const void *left, const void *right)
{
	const struct ft_touch *a = left, *b = right;

	if (a->what != b->what)
		return a->what < b->what ? -1 : 1;
	return (a->first > b->first) - (a->first < b->first);
}

/* Returns the change that ID brings back, 0 if it does not. */
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
 * Entries that were taken back since the target do not count, nor does the
 * taking back.  Marks may have come back under other ids: those of an entry
 * that was redone are with the entry that did it.
 */
static bool
is_effective(const struct ft_undo *undo, const struct ft_touch *touch)
{
	const struct ft_undo_links *links = undo->links;
	uint32_t id = touch->journal;
	struct ft_undo_link link = ft_undo_link(links, id);

	if (id > links->last || link.undone_by)
		return false;
	if (touch->what != FT_LOG_USAGE_MARK)
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

static enum ft_status
add_entry(struct ft_undo *undo, const struct ft_store_actor *actor,
    struct ft_error *err)
{
	struct ft_store *store = undo->store;

	FT_TRY(ft_store_run(store, FT_STMT_ADD_JOURNAL,
	    FT_ARGS(FT_ARG("actor", actor->name),
		FT_ARG("command", actor->command), FT_ARG("wall", actor->wall),
		FT_ARG("at", store->registry.now),
		FT_ARG_ID("undoes", undo->target)),
	    err));
	undo->entry = store->journal =
	    (uint32_t)sqlite3_last_insert_rowid(store->db);
	return FT_OK;
}

static bool
has_marks(const struct ft_undo *undo)
{
	for (size_t i = 0; i < undo->mine.n; i++)
		if (undo->mine.item[i].what == FT_LOG_USAGE_MARK)
			return true;
	return false;
}

static enum ft_status
save(struct ft_undo *undo, int64_t *shift, struct ft_error *err)
{
	struct ft_store *store = undo->store;

	FT_TRY(RUN(save_steps, undo, err));
	FT_TRY(ft_store_int(store, shift, FT_STMT_SHIFT_USAGE_MARK,
	    FT_ARGS(FT_ARG("target", undo->target)), err));
	return ft_store_run(store, FT_STMT_SAVE_ABSENT,
	    FT_ARGS(FT_ARG("target", undo->target),
		FT_ARG("entry", undo->entry), FT_ARG("shift", *shift)),
	    err);
}

/* The first thing that is not as it was is enough: mostly the very first. */
static enum ft_status
find_difference(struct ft_store *store, int64_t *differs, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	/* lists first: most changes are in them */
	for (int i = LAST_LIST; !status && !*differs && i >= FIRST_ROW; i--)
		if (i != FT_LOG_USAGE_MARK)
			status = ft_store_int(store, differs,
			    (enum ft_stmt)(FT_STMT_DIFFERS + i),
			    FT_ARGS(FT_ARG("journal", store->journal)), err);
	return status;
}

/*
 * An entry that took the pending one back would find things as that one found
 * them: nothing has changed.
 */
static enum ft_status
compare_images(struct ft_store *store, int64_t *differs, struct ft_error *err)
{
	struct ft_undo undo = { .store = store, .target = store->journal };

	FT_TRY(ft_store_run(store, FT_STMT_ADD_JOURNAL,
	    FT_ARGS(FT_ARG("actor", store->actor),
		FT_ARG("command", store->command), FT_ARG("wall", store->wall),
		FT_ARG("at", store->registry.now),
		FT_ARG_ID("undoes", undo.target)),
	    err));

	undo.entry = (uint32_t)sqlite3_last_insert_rowid(store->db);
	FT_TRY(RUN(save_steps, &undo, err));
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
	enum ft_status status;

	assert(store->depth);
	*changed = differs;
	if (!differs)
		return FT_OK;
	/* a savepoint writes down what was added, and is thrown away */
	status = ft_store_begin(store, &actor, NULL, err);
	if (status)
		return status;
	status = ft_store_int(store, &differs, FT_STMT_JOURNAL_HAS_RANGE,
	    FT_ARGS(FT_ARG("journal", store->journal)), err);
	if (!status && !differs)
		status = find_difference(store, &differs, err);
	if (!status && !differs)
		status = compare_images(store, &differs, err);
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
	status = ft_store_run(store, FT_STMT_DROP_JOURNAL_TXN,
	    FT_ARGS(FT_ARG("id", store->journal)), err);
	if (!status)
		status = ft_store_run(store, FT_STMT_DROP_JOURNAL,
		    FT_ARGS(FT_ARG("id", store->journal)), err);
	if (!status)
		ft_store_log_back(store, 0);
	return status;
}

/* Things of which the journal knows nothing may still need what goes. */
static enum ft_status
remove_added(struct ft_undo *undo, struct ft_error *err)
{
	enum ft_status status = RUN(remove_steps, undo, err);

	if (status == FT_EINVAL)
		status = ft_fail(err, FT_EINVAL,
		    "cannot %s change %lu: what it would remove is in use",
		    undo->verb, (unsigned long)undo->asked);
	return status;
}

/* A store from elsewhere may have images that never were rows. */
static enum ft_status
check_whole(struct ft_undo *undo, struct ft_error *err)
{
	for (size_t i = 0; i < undo->mine.n; i++) {
		enum ft_log what = undo->mine.item[i].what;

		if (!i || undo->mine.item[i - 1].what != what)
			FT_TRY(ft_check_changed(
			    undo->store, ft_log_name(what), undo->target, err));
	}
	return FT_OK;
}

static enum ft_status
apply(struct ft_undo *undo, struct ft_error *err)
{
	struct ft_store *store = undo->store;
	int64_t shift = 0;

	FT_TRY(save(undo, &shift, err));
	FT_TRY(RUN(empty_steps, undo, err));
	FT_TRY(ft_undo_check(undo, FT_UNDO_NAMES, err));
	FT_TRY(RUN(put_entity_steps, undo, err));
	FT_TRY(ft_undo_check(undo, FT_UNDO_NEEDS, err));
	FT_TRY(RUN(put_rest_steps, undo, err));
	FT_TRY(ft_undo_check(undo, FT_UNDO_WHOLE, err));
	FT_TRY(remove_added(undo, err));
	FT_TRY(ft_store_run(store, FT_STMT_PUT_BACK_USAGE_MARK,
	    FT_ARGS(FT_ARG("target", undo->target), FT_ARG("shift", shift)),
	    err));
	if (has_marks(undo))
		store->usage_changed = true;
	return check_whole(undo, err);
}

/*
 * The entry to be reversed when ASKED is named, 0 if there is none.  What was
 * redone is in effect through the entry that did it: its rows may have other
 * ids by now.
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
			  (unsigned long)ft_undo_link(undo->links, undo->asked)
			      .undone_by);
}

static enum ft_status
close_charges_of(
    struct ft_undo *undo, const struct ft_touch *qos, struct ft_error *err)
{
	struct ft_store *store = undo->store;
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_RANGE_IDS,
	    FT_ARGS(FT_ARG("entity", ft_log_name(FT_LOG_QOS)),
		FT_ARG("first", qos->first), FT_ARG("last", qos->last)),
	    err);
	enum ft_status status = FT_OK;

	while (ft_store_next(store, stmt, &status, err))
		status =
		    ft_store_close_charges(store, ft_column_u32(stmt, 0), err);
	return status;
}

/* Usage up to now keeps what the entry is about to change. */
static enum ft_status
settle_usage(struct ft_undo *undo, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	for (size_t i = 0; !status && i < undo->mine.n; i++) {
		const struct ft_touch *touch = &undo->mine.item[i];

		if (touch->what == FT_LOG_CONF)
			status = ft_store_end_conf(undo->store, err);
		if (touch->what != FT_LOG_QOS)
			continue;
		status = ft_store_end_era(undo->store, err);
		if (!status)
			status = close_charges_of(undo, touch, err);
	}
	return status;
}

static enum ft_status
reverse(struct ft_undo *undo, const struct ft_store_actor *actor, bool redo,
    struct ft_error *err)
{
	enum ft_status status = check_asked(undo, redo, err);

	ft_touches_init(&undo->mine);
	ft_touches_init(&undo->later);
	if (!status)
		status = read_touches(undo, err);
	if (!status)
		status = ft_undo_check_touched(undo, err);
	if (!status)
		status = ft_undo_check(undo, FT_UNDO_MARKS, err);
	if (!status)
		status = settle_usage(undo, err);
	if (!status)
		status = add_entry(undo, actor, err);
	if (!status)
		status = apply(undo, err);
	ft_touches_free(&undo->mine);
	ft_touches_free(&undo->later);
	return status;
}

/* ---- which entries --------------------------------------------------------- */

/* The entry a person means and the one that is to be reversed for it. */
struct pick {
	uint32_t asked, target;
};

struct picks {
	struct pick *item;
	size_t n, cap;
};

static void
add_pick(struct picks *picks, uint32_t asked, uint32_t target)
{
	*ft_vec_add(picks->item, picks->n, picks->cap) =
	    (struct pick){ asked, target };
}

/* The latest to be reversed first. */
static int
compare_picks(const void *left, const void *right)
{
	const struct pick *a = left, *b = right;

	return (a->target < b->target) - (a->target > b->target);
}

/* Those named, each once. */
static enum ft_status
pick_named(struct ft_store *store, const struct ft_undo_wish *wish,
    const struct ft_undo_links *links, bool redo, struct picks *picks,
    struct ft_error *err)
{
	size_t kept = 0;

	for (size_t i = 0; i < wish->n; i++) {
		enum ft_status status =
		    ft_journal_need(store, wish->id[i], err);

		if (status)
			return status;
		add_pick(
		    picks, wish->id[i], target_of(links, wish->id[i], redo));
	}
	qsort(picks->item, picks->n, sizeof *picks->item, compare_picks);
	for (size_t i = 0; i < picks->n; i++)
		if (!i || !picks->item[i].target ||
		    picks->item[i].target != picks->item[i - 1].target)
			picks->item[kept++] = picks->item[i];
	picks->n = kept;
	return FT_OK;
}

/* The latest changes in effect; or the latest undoings of changes. */
static enum ft_status
pick_last(struct ft_store *store, uint32_t last,
    const struct ft_undo_links *links, bool redo, struct picks *picks,
    struct ft_error *err)
{
	sqlite3_stmt *stmt =
	    ft_store_query(store, FT_STMT_JOURNAL_CHANGES, NULL, err);
	enum ft_status status = FT_OK;

	while (ft_store_next(store, stmt, &status, err)) {
		uint32_t id = ft_column_u32(stmt, 0);
		uint32_t target = target_of(links, id, redo);

		if (target)
			add_pick(picks, id, target);
		if (!redo && picks->n == last) {
			sqlite3_reset(stmt);
			break;
		}
	}
	if (status)
		return status;
	if (!picks->n)
		return ft_fail(err, FT_ENOENT,
		    redo ? "nothing is undone" : "there is nothing to undo");
	qsort(picks->item, picks->n, sizeof *picks->item, compare_picks);
	if (picks->n > last)
		picks->n = last;
	return FT_OK;
}

static enum ft_status
pick(struct ft_store *store, const struct ft_undo_wish *wish, bool redo,
    struct picks *picks, struct ft_error *err)
{
	struct ft_undo_links links;
	enum ft_status status = ft_undo_links_read(store, &links, err);

	if (!status && wish->n)
		status = pick_named(store, wish, &links, redo, picks, err);
	else if (!status)
		status = pick_last(store, wish->last ? wish->last : 1, &links,
		    redo, picks, err);
	ft_undo_links_free(&links);
	return status;
}

/* What is in effect changes with each. */
static enum ft_status
reverse_one(struct ft_store *store, const struct ft_store_actor *actor,
    uint32_t asked, bool redo, struct ft_undone *done, struct ft_error *err)
{
	struct ft_undo_links links;
	struct ft_undo undo = { .store = store,
		.verb = redo ? "redo" : "undo",
		.asked = asked,
		.links = &links };
	enum ft_status status = ft_undo_links_read(store, &links, err);

	if (!status) {
		undo.target = target_of(&links, asked, redo);
		status = reverse(&undo, actor, redo, err);
	}
	ft_undo_links_free(&links);
	*done = (struct ft_undone){ undo.asked, undo.entry };
	return status;
}

/* ---- the transaction ------------------------------------------------------- */

/*
 * A change that follows in the same transaction is an entry of its own, knows
 * of no rows that are new, and looks at all positions afresh.
 */
static enum ft_status
leave(struct ft_store *store, struct ft_error *err)
{
	bool usage_changed = store->usage_changed;

	ft_store_log_start(store);
	store->usage_changed = usage_changed;
	return ft_store_run(store, FT_STMT_BUMP_GENERATION,
	    FT_ARGS(FT_ARG("name", "config")), err);
}

static enum ft_status
commit(struct ft_store *store, struct ft_error *err)
{
	bool outer = store->depth == 1;

	store->batch++;
	FT_TRY(ft_store_commit(store, NULL, err));
	return !outer ? leave(store, err) : FT_OK;
}

static enum ft_status
undo_all(struct ft_store *store, const struct ft_store_actor *actor,
    const struct ft_undo_wish *wish, bool redo, struct ft_undone **done,
    size_t *n, struct ft_error *err)
{
	struct picks picks = { .n = 0 };
	enum ft_status status = pick(store, wish, redo, &picks, err);

	*done = ft_calloc(picks.n + 1, sizeof **done);
	*n = picks.n;
	for (size_t i = 0; !status && i < picks.n; i++)
		status = reverse_one(
		    store, actor, picks.item[i].asked, redo, *done + i, err);
	ft_free(picks.item);
	return status;
}

static enum ft_status
transact(struct ft_store *store, const struct ft_store_actor *actor,
    const struct ft_undo_wish *wish, bool redo, struct ft_undone **done,
    size_t *n, struct ft_error *err)
{
	static const struct ft_undo_wish latest = { .last = 1 };
	enum ft_status status;

	*done = NULL;
	*n = 0;
	if (store->depth && store->journal)
		return ft_fail(err, FT_EINVAL,
		    "cannot %s beside changes that are not committed yet",
		    redo ? "redo" : "undo");
	status = ft_store_begin(store, actor, NULL, err);
	if (status)
		return status;
	status =
	    undo_all(store, actor, wish ? wish : &latest, redo, done, n, err);
	if (status)
		ft_store_rollback(store);
	else
		status = commit(store, err);
	if (status) {
		ft_free(*done);
		*done = NULL;
		*n = 0;
	}
	return status;
}

enum ft_status
ft_store_undo(struct ft_store *store, const struct ft_store_actor *actor,
    const struct ft_undo_wish *wish, struct ft_undone **done, size_t *n,
    struct ft_error *err)
{
	return transact(store, actor, wish, false, done, n, err);
}

enum ft_status
ft_store_redo(struct ft_store *store, const struct ft_store_actor *actor,
    const struct ft_undo_wish *wish, struct ft_undone **done, size_t *n,
    struct ft_error *err)
{
	return transact(store, actor, wish, true, done, n, err);
}
