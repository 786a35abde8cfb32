/*
 * journal_internal.h - what the files of the journal share: what entries touched,
 * which are in effect, and the store as it was after an entry.
 */
#ifndef FT_STORE_JOURNAL_JOURNAL_INTERNAL_H
#define FT_STORE_JOURNAL_JOURNAL_INTERNAL_H

#include "store/internal.h"
#include "store/journal/journal.h"

#define FT_JOURNAL_NOW UINT32_MAX /* after the latest entry */

/* A thing in the journal: a row, or a list, whose id is that of its owner. */
struct ft_thing {
	enum ft_log what;
	uint32_t id;
	const char *key; /* of a setting, else NULL */
};

/* Things of one kind, with consecutive ids, that an entry touched or added. */
struct ft_touch {
	struct ft_thing thing;
	uint32_t last;    /* id */
	uint32_t journal; /* entry */
	int64_t block;    /* id of the block of their images; 0: none */
	uint64_t differs; /* for undo.c: columns of the block to be put back */
	bool added;       /* the entry added them */
};

struct ft_touches {
	struct ft_arena arena; /* of the keys */
	struct ft_touch *item;
	size_t n, cap;
};

/* ---- journal.c -------------------------------------------------------------- */

void ft_touches_free(struct ft_touches *touches);
/*
 * Add what QUERY returns for entry ID, in the columns entity, key, name, last
 * and journal.  FT_ENEWER: there are things of a kind that this program does
 * not know.
 */
enum ft_status ft_touches_read(struct ft_store *store,
    struct ft_touches *touches, enum ft_stmt query, uint32_t id,
    struct ft_error *err);

/*
 * Which other entries an entry is related to; 0: none.  redone_by: the entry
 * was undone, and this one, which undoes that, has the same effect as the entry
 * had.
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
/* Fails with FT_ENOENT and a message if there is no entry ID. */
enum ft_status ft_journal_require(
    struct ft_store *store, uint32_t id, struct ft_error *err);

/* ---- view.c -------------------------------------------------------------- */

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
	struct ft_touches ranges;           /* rows added after as_of */
	struct ft_idvec name[FT_LOG_COUNT]; /* const char *, by id */
	struct ft_tres *tres;
	size_t n_tres;
};

void ft_journal_view_init(struct ft_journal_view *view, struct ft_store *store,
    uint32_t as_of, struct ft_error *err);
void ft_journal_view_free(struct ft_journal_view *view);

/* A column of an image; VALUE is text, NULL if it is NULL. */
struct ft_image_field {
	const char *name, *value;
};
struct ft_image {
	struct ft_image_field *field;
	size_t n;
};
/* Returns the fields, in ARENA, of an image of a WHAT.  BEFORE: `before` of its
 * row in ft_journal; NULL: there are no fields. */
struct ft_image ft_image_read(struct ft_journal_view *view, enum ft_log what,
    const char *before, struct ft_arena *arena);
/* Returns the value of a field, NULL if null or absent. */
const char *ft_image_get(const struct ft_image *image, const char *name);
/* Returns the same as an id; 0 if null or absent. */
uint32_t ft_image_id(const struct ft_image *image, const char *name);

/* Returns THING, a list, at the time of VIEW, as JSON in ARENA; NULL: it did
 * not exist. */
const char *ft_journal_view_image(struct ft_journal_view *view,
    const struct ft_thing *thing, struct ft_arena *arena);
/* Returns the fields of THING, a row, at that time, in ARENA; none if it did
 * not exist. */
struct ft_image ft_journal_view_row(struct ft_journal_view *view,
    const struct ft_thing *thing, struct ft_arena *arena);
/* Returns the name of the cluster, account, user, QOS or association ID, as
 * WHAT says. */
const char *ft_journal_view_name(
    struct ft_journal_view *view, enum ft_log what, uint32_t id);
/* Append THING in words: "user bob@physics", "qos high", "setting
 * FairTreeTies". */
void ft_journal_view_add_subject(struct ft_journal_view *view,
    const struct ft_thing *thing, struct ft_str *str);
/* Returns the association or QOS whose usage the usage mark MARK changes. */
struct ft_thing ft_mark_owner(const struct ft_image *mark);
/* Append the name of TRES ID, "tres/ID" if it is gone. */
void ft_journal_view_add_tres(
    struct ft_journal_view *view, int64_t id, struct ft_str *str);

#endif
