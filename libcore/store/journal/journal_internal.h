/*
 * journal_internal.h - what the files of the journal share: what entries touched,
 * which are in effect, and the store as it was after an entry.
 */
#ifndef FT_STORE_JOURNAL_JOURNAL_INTERNAL_H
#define FT_STORE_JOURNAL_JOURNAL_INTERNAL_H

#include "store/internal.h"
#include "store/journal/journal.h"

#define FT_JOURNAL_NOW UINT32_MAX /* after the latest entry */

/* A thing in the journal: a row, or a list, which has the id of its owner. */
struct ft_thing {
	enum ft_log what;
	uint32_t id;
	const char *key; /* of a setting, else NULL */
};

/* Things of one kind that an entry touched, with consecutive ids, or a range of
 * rows that it added. */
struct ft_touch {
	struct ft_thing thing;
	uint32_t last;    /* id */
	uint32_t journal; /* entry */
	int64_t block;    /* of their images; 0 none */
	uint64_t
	    differs; /* undo.c: columns of the block that are to be put back */
	bool added;
};

struct ft_touches {
	struct ft_arena arena; /* of the keys */
	struct ft_touch *item;
	size_t n, cap;
};

/* ---- journal.c -------------------------------------------------------------- */

void ft_touches_free(struct ft_touches *touches);
/*
 * Add the rows of a query that takes entry ID: entity, key, name, last and
 * journal.  Those of kinds this program does not know: FT_ENEWER.
 */
enum ft_status ft_touches_read(struct ft_store *store,
    struct ft_touches *touches, enum ft_stmt query, uint32_t id,
    struct ft_error *err);

/*
 * By entry id, up to `last`; 0 none.  redone_by: it has been undone and this
 * entry, undoing that, has the same effect.
 */
struct ft_undo_link {
	uint32_t undoes, undone_by, redone_by;
};
struct ft_undo_links {        /* all zero: empty */
	struct ft_idvec link; /* struct ft_undo_link, by entry */
	uint32_t last;
};
/* Returns the link of entry ID, all 0 if it neither undoes nor is undone. */
struct ft_undo_link ft_undo_link(
    const struct ft_undo_links *links, uint32_t id);
enum ft_status ft_undo_links_read(
    struct ft_store *store, struct ft_undo_links *links, struct ft_error *err);
void ft_undo_links_free(struct ft_undo_links *links);
/* FT_ENOENT with a message: there is no entry ID. */
enum ft_status ft_journal_require(
    struct ft_store *store, uint32_t id, struct ft_error *err);

/* journal/view.c */

/*
 * A view of the store as it was after entry AS_OF.  After a failure, in STATUS,
 * nothing more is looked up, and results are meaningless.
 */
struct ft_journal_view {
	struct ft_store *store;
	struct ft_error *err;
	enum ft_status status;
	uint32_t as_of;
	struct ft_arena arena;              /* of names */
	struct ft_touches ranges;           /* rows added later */
	struct ft_idvec name[FT_LOG_COUNT]; /* const char *, by id */
	struct ft_tres *tres;
	size_t n_tres;
};

void ft_journal_view_init(struct ft_journal_view *view, struct ft_store *store,
    uint32_t as_of, struct ft_error *err);
void ft_journal_view_free(struct ft_journal_view *view);

/* A column of an image; value: as text, NULL for NULL. */
struct ft_image_field {
	const char *name, *value;
};
struct ft_image {
	struct ft_image_field *field;
	size_t n;
};
/* Returns the fields, in ARENA, of the image of a WHAT that is BEFORE in ft_journal;
 * NULL: none. */
struct ft_image ft_image_read(struct ft_journal_view *view, enum ft_log what,
    const char *before, struct ft_arena *arena);
/* Returns the value of a field, NULL if null or absent. */
const char *ft_image_get(const struct ft_image *image, const char *name);
/* Returns the same as an id, 0 if null. */
uint32_t ft_image_id(const struct ft_image *image, const char *name);

/* Returns the image of THING, a list, as JSON in ARENA; NULL: it did not exist. */
const char *ft_journal_view_image(struct ft_journal_view *view,
    const struct ft_thing *thing, struct ft_arena *arena);
/* Returns the fields of THING, no list, in ARENA; none: it did not exist. */
struct ft_image ft_journal_view_row(struct ft_journal_view *view,
    const struct ft_thing *thing, struct ft_arena *arena);
/* Returns the name of cluster, account, user, qos or association ID. */
const char *ft_journal_view_name(
    struct ft_journal_view *view, enum ft_log what, uint32_t id);
/* Append what THING is: "user bob@physics", "qos high", "setting FairTreeTies". */
void ft_journal_view_add_subject(struct ft_journal_view *view,
    const struct ft_thing *thing, struct ft_str *str);
/* Returns the association or QOS whose usage MARK, a usage mark, changes. */
struct ft_thing ft_mark_owner(const struct ft_image *mark);
/* Append the name of TRES ID, "tres/ID" if it is gone. */
void ft_journal_view_add_tres(
    struct ft_journal_view *view, int64_t id, struct ft_str *str);

#endif
