/*
 * undo_check.c - refuse to reverse an entry of the journal if that would break
 * later changes.
 *
 * First by touch: a later entry in effect touched the same row or list.  Then by
 * need: each FT_CHECK of stmt.def returns a thing, another thing that conflicts with
 * it, and whether that is enough to refuse.  If it is not enough, the other thing
 * must also have been touched since; else the conflict is older than the entry.
 */
#include "store/row/column_internal.h"
#include "store/journal/undo_private.h"

#include "base/bisect.h"
#include "base/text/text.h"

sqlite3_stmt *
ft_undo_query(struct ft_undo *undo, enum ft_stmt id, struct ft_error *err)
{
	static const struct ft_column cells[] = {
		FT_CELL(struct ft_undo, "target", target),
		FT_CELL(struct ft_undo, "entry", entry),
	};
	static const struct ft_shape shape = { .cell = cells, .n = 2 };
	const struct ft_source source = { &shape, undo, NULL };

	return ft_record_query(undo->store, id, &source, NULL, err);
}

/* ---- touches --------------------------------------------------------------- */

/* Whether LATER touches the same as TOUCH; a range covers the lists of its rows. */
static bool
overlaps(const struct ft_touch *touch, const struct ft_touch *later)
{
	const struct ft_thing *a = &touch->thing, *b = &later->thing;

	if (a->what != b->what &&
	    !(touch->added && ft_log_owner(b->what) == a->what) &&
	    !(later->added && ft_log_owner(a->what) == b->what))
		return false;
	if (a->key || b->key)
		return a->key && b->key && !strcmp(a->key, b->key);
	return a->id <= later->last && b->id <= touch->last;
}

/* Returns the latest entry since that touched THING, 0 if none. */
static uint32_t
touched_by(const struct ft_undo *undo, const struct ft_thing *thing)
{
	const struct ft_touch touch = { .thing = *thing, .last = thing->id };

	for (size_t i = 0; i < undo->later.n; i++)
		if (overlaps(&touch, &undo->later.item[i]))
			return undo->later.item[i].journal;
	return 0;
}

/* ---- refusing ------------------------------------------------------------- */

/* Append "change 7 'the command'", on one line. */
static void
add_entry(struct ft_journal_view *view, uint32_t entry, struct ft_str *str)
{
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	sqlite3_stmt *stmt = ft_store_query(view->store,
	    FT_STMT_JOURNAL_COMMAND, FT_ARGS(FT_ARG("id", entry)), view->err);

	ft_str_addf(str, ", see change %lu '", (unsigned long)entry);
	while (ft_store_next(view->store, stmt, &view->status, view->err)) {
		const char *command = ft_column_text(&arena, stmt, NULL);

		if (command)
			ft_text_mask(
			    str, command, strlen(command), FT_TEXT_WORD);
	}
	ft_str_add_char(str, '\'');
}

/* Why an entry cannot be reversed. */
struct refusal {
	struct ft_thing subject;
	const char *about;            /* "was changed since" */
	uint32_t job;                 /* number; 0 none */
	const struct ft_thing *other; /* NULL: it is not named */
	uint32_t entry;               /* 0 unknown */
};

static void
name_thing(struct ft_journal_view *view, const struct ft_thing *thing,
    struct ft_str *str)
{
	ft_str_add_char(str, '\'');
	ft_journal_view_add_subject(view, thing, str);
	ft_str_add_char(str, '\'');
}

static enum ft_status
refuse(
    struct ft_undo *undo, const struct refusal *refusal, struct ft_error *err)
{
	struct ft_journal_view view FT_CLEANUP(ft_journal_view_free);
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	/* names as they were before the new entry */
	ft_journal_view_init(&view, undo->store,
	    undo->entry ? undo->entry - 1 : FT_JOURNAL_NOW, err);
	name_thing(&view, &refusal->subject, &str);
	ft_str_addf(&str, " %s", refusal->about);
	if (refusal->job)
		ft_str_addf(&str, " %lu", (unsigned long)refusal->job);
	if (refusal->other) {
		ft_str_add_char(&str, ' ');
		name_thing(&view, refusal->other, &str);
	}
	if (refusal->entry)
		add_entry(&view, refusal->entry, &str);
	FT_TRY(view.status);
	return ft_fail(err, FT_EINVAL, "cannot %s change %lu: %s", undo->verb,
	    (unsigned long)undo->asked, ft_str_text(&str));
}

/* ---- by touch -------------------------------------------------------------- */

/* Marks are checked by their owner instead of their id: MARKED_SINCE. */
static bool
counts(const struct ft_touch *touch)
{
	return touch->thing.what != FT_LOG_USAGE_MARK &&
	       touch->thing.what != FT_LOG_CLOCK;
}

/*
 * Returns what both the target and LATER touched, NULL if nothing.  Touches of one
 * kind are sorted by id and do not overlap each other.
 */
static const struct ft_touch *
find_overlap(
    const struct ft_undo *undo, const struct ft_touch *later, enum ft_log what)
{
	const struct ft_touch *item = undo->mine.item;
	size_t i;

	FT_BISECT(i, 0, undo->mine.n,
	    item[i].thing.what < what ||
		(item[i].thing.what == what && item[i].last < later->thing.id));
	for (; i < undo->mine.n && item[i].thing.what == what; i++) {
		if (overlaps(&item[i], later))
			return &item[i];
		if (!later->thing.key && item[i].thing.id > later->last)
			break;
	}
	return NULL;
}

static const struct ft_touch *
find_mine(const struct ft_undo *undo, const struct ft_touch *later)
{
	enum ft_log what = later->thing.what, owner = ft_log_owner(what);
	const struct ft_touch *met = find_overlap(undo, later, what);

	if (!met && owner != what)
		met = find_overlap(undo, later, owner);
	for (int i = 0; !met && later->added && i < FT_LOG_COUNT; i++)
		if (ft_log_owner((enum ft_log)i) == what)
			met = find_overlap(undo, later, (enum ft_log)i);
	return met;
}

enum ft_status
ft_undo_check_touched(struct ft_undo *undo, struct ft_error *err)
{
	for (size_t i = 0; i < undo->later.n; i++) {
		const struct ft_touch *later = &undo->later.item[i];
		const struct ft_touch *met =
		    counts(later) ? find_mine(undo, later) : NULL;
		struct refusal refusal = { .about = "was changed since",
			.entry = later->journal };

		if (!met)
			continue;
		/* the first id in both ranges */
		refusal.subject = met->thing;
		if (later->thing.id > met->thing.id)
			refusal.subject.id = later->thing.id;
		return refuse(undo, &refusal, err);
	}
	return FT_OK;
}

/* ---- by need --------------------------------------------------------------- */

struct check {
	enum ft_stmt stmt;
	enum ft_undo_phase phase;
	const char *about;
	bool with_other; /* name the other thing */
};

/* Refuse if this row of a check is a reason to. */
static enum ft_status
look(struct ft_undo *undo, const struct check *check, sqlite3_stmt *stmt,
    struct ft_error *err)
{
	const void *name = sqlite3_value_text(ft_column(stmt, "entity"));
	const void *users = sqlite3_value_text(ft_column(stmt, "other"));
	struct ft_thing other = { .id = ft_column_u32(stmt, "which") };
	struct refusal refusal = { .about = check->about,
		.subject.id = ft_column_u32(stmt, "key") };

	(void)ft_log_find(name, &refusal.subject.what);
	if (ft_log_find(users, &other.what)) {
		refusal.entry = touched_by(undo, &other);
		refusal.other = check->with_other ? &other : NULL;
	} else if (!strcmp(users, "job")) { /* the other case is a charge */
		refusal.job = other.id;
	}
	return ft_column_u32(stmt, "enough") || refusal.entry
		   ? refuse(undo, &refusal, err)
		   : FT_OK;
}

static const struct check checks[] = {
#define FT_STMT(id, sql)
#define FT_CHECK(id, phase, about, with_other, sql)                            \
	{ FT_STMT_##id, FT_UNDO_##phase, about, with_other },
#include "store/row/stmt.def"
#undef FT_STMT
};

/* If nothing was changed since, the rows are as the target left them, and fit each
 * other as they did before it. */
static bool
applies(const struct ft_undo *undo, const struct check *check,
    enum ft_undo_phase phase)
{
	return check->phase == FT_UNDO_WORK
		   ? phase == FT_UNDO_WHOLE
		   : check->phase == phase &&
			 (undo->thorough || undo->later.n > 0);
}

enum ft_status
ft_undo_check(
    struct ft_undo *undo, enum ft_undo_phase phase, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	for (size_t i = 0; i < FT_COUNT(checks); i++) {
		sqlite3_stmt *stmt;

		if (!applies(undo, &checks[i], phase))
			continue;
		stmt = ft_undo_query(undo, checks[i].stmt, err);
		while (ft_store_next(undo->store, stmt, &status, err))
			status = look(undo, &checks[i], stmt, err);
		FT_TRY(status);
	}
	return FT_OK;
}
