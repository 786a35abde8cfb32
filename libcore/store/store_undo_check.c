/*
 * store_undo_check.c - why an entry of the journal cannot be reversed now.
 *
 * First by what was touched: the same row or list, by a later entry that is
 * in effect.  Then by what things need of each other: each query of stmt.def
 * gives a thing, another thing that stands in its way, and whether that is
 * enough or the other must have been touched since (if it was not, things
 * were no better before the entry).
 */
#include "store/column_int.h"
#include "store/undo_int.h"

#include "base/text.h"

sqlite3_stmt *
ft_undo_query(struct ft_undo *undo, enum ft_stmt id, struct ft_error *err)
{
	const struct undo_ids {
		uint32_t target, entry;
	} ids = { undo->target, undo->entry };
	static const struct ft_column cells[] = {
		FT_CELL(struct undo_ids, "target", target),
		FT_CELL(struct undo_ids, "entry", entry),
	};
	static const struct ft_shape shape = { .cell = cells, .n = 2 };
	const struct ft_source source = { &shape, &ids, NULL };

	return ft_record_query(undo->store, id, &source, NULL, err);
}

/* ---- touches --------------------------------------------------------------- */

/* Whether LATER is about TOUCH: a range covers the lists of its rows too. */
static bool
meets(const struct ft_touch *touch, const struct ft_touch *later)
{
	if (touch->what != later->what &&
	    !(touch->added && ft_log_owner(later->what) == touch->what) &&
	    !(later->added && ft_log_owner(touch->what) == later->what))
		return false;
	if (touch->key || later->key)
		return touch->key && later->key &&
		       !strcmp(touch->key, later->key);
	return touch->first <= later->last && later->first <= touch->last;
}

/* Returns the latest entry since that touched TOUCH, 0 if none. */
static uint32_t
touched_by(const struct ft_undo *undo, const struct ft_touch *touch)
{
	for (size_t i = 0; i < undo->later.n; i++)
		if (meets(touch, &undo->later.item[i]))
			return undo->later.item[i].journal;
	return 0;
}

/* ---- saying no ------------------------------------------------------------- */

/* Append "change 7 'the command'", on one line. */
static enum ft_status
add_entry(struct ft_undo *undo, uint32_t entry, struct ft_str *str,
    struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(undo->store,
	    FT_STMT_JOURNAL_COMMAND, FT_ARGS(FT_ARG("id", entry)), err);
	int step = stmt ? ft_store_step(undo->store, stmt, err) : FT_EIO;
	const char *command;

	if (step < 0)
		return (enum ft_status)step;
	ft_str_addf(str, "change %lu '", (unsigned long)entry);
	if (step > 0) {
		command = (const char *)sqlite3_column_text(stmt, 0);
		if (command)
			ft_text_mask(
			    str, command, strlen(command), FT_TEXT_WORD);
		sqlite3_reset(stmt);
	}
	ft_str_add_char(str, '\'');
	return FT_OK;
}

/* A refusal: its subject, what about it, the other thing, who did it. */
struct refusal {
	struct ft_touch subject, other;
	const char *about;  /* "was changed since"; NULL: see other */
	const char *number; /* of a job; or NULL */
	uint32_t entry;     /* 0 unknown */
};

static enum ft_status
name_thing(struct ft_log_words *words, const struct ft_touch *thing,
    struct ft_str *str, struct ft_error *err)
{
	enum ft_status status;

	ft_str_add_char(str, '\'');
	status = ft_log_words_subject(
	    words, thing->what, thing->first, thing->key, str, err);
	ft_str_add_char(str, '\'');
	return status;
}

static enum ft_status
refuse(struct ft_undo *undo, const struct refusal *refusal, bool with_other,
    struct ft_error *err)
{
	struct ft_log_words words;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	/* names as they were before the new entry got to work */
	enum ft_status status = ft_log_words_init(&words, undo->store,
	    undo->entry ? undo->entry - 1 : FT_JOURNAL_NOW, err);

	if (!status)
		status = name_thing(&words, &refusal->subject, &str, err);
	if (!status) {
		ft_str_addf(&str, " %s", refusal->about);
		if (refusal->number)
			ft_str_addf(&str, " %s", refusal->number);
	}
	if (!status && with_other) {
		ft_str_add_char(&str, ' ');
		status = name_thing(&words, &refusal->other, &str, err);
	}
	if (!status && refusal->entry) {
		ft_str_add(&str, ", see ");
		status = add_entry(undo, refusal->entry, &str, err);
	}
	ft_log_words_free(&words);
	if (!status)
		status = ft_fail(err, FT_EINVAL, "cannot %s change %lu: %s",
		    undo->verb, (unsigned long)undo->asked, ft_str_text(&str));
	return status;
}

/* ---- by touch -------------------------------------------------------------- */

/* Marks are facts under ids that do not matter; see MARKED_SINCE. */
static bool
counts(const struct ft_touch *touch)
{
	return touch->what != FT_LOG_USAGE_MARK && touch->what != FT_LOG_CLOCK;
}

/*
 * Returns what the target touched and LATER too, NULL if nothing.  Those of
 * one kind are sorted by id and do not overlap.
 */
static const struct ft_touch *
find_met(
    const struct ft_undo *undo, const struct ft_touch *later, enum ft_log what)
{
	const struct ft_touch *item = undo->mine.item;
	size_t low = 0, high = undo->mine.n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (item[middle].what < what ||
		    (item[middle].what == what &&
			item[middle].last < later->first))
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < undo->mine.n && item[low].what == what; low++) {
		if (meets(&item[low], later))
			return &item[low];
		if (!later->key && item[low].first > later->last)
			break;
	}
	return NULL;
}

static const struct ft_touch *
find_mine(const struct ft_undo *undo, const struct ft_touch *later)
{
	const struct ft_touch *met = find_met(undo, later, later->what);
	enum ft_log owner = ft_log_owner(later->what);

	if (!met && owner != later->what)
		met = find_met(undo, later, owner);
	for (int i = 0; !met && later->added && i < FT_LOG_COUNT; i++)
		if (ft_log_owner((enum ft_log)i) == later->what)
			met = find_met(undo, later, (enum ft_log)i);
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
		/* of two ranges, what both have */
		refusal.subject = *met;
		if (later->first > met->first)
			refusal.subject.first = later->first;
		return refuse(undo, &refusal, false, err);
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

static bool
take_thing(sqlite3_stmt *stmt, int at, struct ft_touch *thing)
{
	const void *name = sqlite3_column_text(stmt, at);

	for (size_t i = 0; name && i < FT_LOG_COUNT; i++) {
		if (!strcmp(name, ft_log_name((enum ft_log)i))) {
			*thing = (struct ft_touch){ .what = (enum ft_log)i,
				.first = ft_column_u32(stmt, at + 1),
				.last = ft_column_u32(stmt, at + 1) };
			return true;
		}
	}
	return false; /* a job, a charge */
}

/* Look at one row of a check: refuse if it is a reason. */
static enum ft_status
look(struct ft_undo *undo, const struct check *check, sqlite3_stmt *stmt,
    struct ft_error *err)
{
	struct refusal refusal = { .about = check->about };
	bool journalled = take_thing(stmt, 2, &refusal.other);
	const void *other = sqlite3_column_text(stmt, 2);
	char number[24];

	(void)take_thing(stmt, 0, &refusal.subject);
	if (journalled)
		refusal.entry = touched_by(undo, &refusal.other);
	if (!sqlite3_column_int(stmt, 4) && !refusal.entry)
		return FT_OK;
	if (other && !strcmp(other, "job")) {
		snprintf(number, sizeof number, "%lu",
		    (unsigned long)ft_column_u32(stmt, 3));
		refusal.number = number;
	}
	return refuse(undo, &refusal, check->with_other && journalled, err);
}

static const struct check checks[] = {
#define FT_STMT(id, sql)
#define FT_CHECK(id, phase, about, with_other, sql)                            \
	{ FT_STMT_##id, FT_UNDO_##phase, about, with_other },
#include "store/stmt.def"
#undef FT_STMT
};

enum ft_status
ft_undo_check(
    struct ft_undo *undo, enum ft_undo_phase phase, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
		sqlite3_stmt *stmt;

		if (checks[i].phase != phase)
			continue;
		stmt = ft_undo_query(undo, checks[i].stmt, err);
		while (ft_store_next(undo->store, stmt, &status, err))
			status = look(undo, &checks[i], stmt, err);
		FT_TRY(status);
	}
	return FT_OK;
}
