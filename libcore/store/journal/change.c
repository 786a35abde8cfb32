/*
 * change.c - what an entry of the journal did, in the words of sacctmgr.
 *
 * Before is in the entry, after is what the next entry that touched the same
 * thing found, or how it is now.  Places among siblings are not told.
 */
#include "store/journal/change_private.h"
#include "store/open/open_internal.h"

void
ft_change_tell(struct ft_telling *telling, const char *field,
    const char *before, const char *after)
{
	struct ft_log_words *words = &telling->words;

	if (words->status)
		return;
	telling->change.field = field;
	telling->change.before = before;
	telling->change.after = after;
	words->status = telling->fn(telling->ctx, &telling->change, words->err);
}

/* Fill in what the changes of one thing share. */
static void
set_subject(struct ft_telling *telling, const struct ft_thing *thing,
    enum ft_change_kind kind)
{
	enum ft_log owner = ft_log_owner(thing->what);
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	const char *blank;

	ft_log_words_subject(&telling->words, thing, &str);
	telling->change = (struct ft_change){ .kind = kind,
		.entity =
		    owner == FT_LOG_ASSOC ? "association" : ft_log_name(owner),
		.cluster = "",
		.subject =
		    ft_arena_strdup(&telling->scratch, ft_str_text(&str)) };
	blank = strchr(telling->change.subject, ' ');
	telling->change.name = blank ? blank + 1 : telling->change.subject;
}

/* ---- rows ------------------------------------------------------------------ */

static bool
is_alive(const struct ft_image *image)
{
	return image->n && !ft_image_get(image, "deleted");
}

/* What the entry did to a row; false: nothing that is seen. */
static bool
kind_of(const struct ft_images *images, enum ft_change_kind *kind)
{
	bool before = is_alive(&images->before),
	     after = is_alive(&images->after);

	*kind = !before ? FT_CHANGE_ADD
		: after ? FT_CHANGE_MODIFY
			: FT_CHANGE_DELETE;
	return before || after;
}

/* Both images of THING, of which JSON is the one before. */
static struct ft_images
read_both(
    struct ft_telling *telling, const struct ft_thing *thing, const char *json)
{
	struct ft_log_words *words = &telling->words;
	struct ft_arena *scratch = &telling->scratch;
	const char *now = ft_log_words_state(words, thing, scratch);

	return (struct ft_images){ ft_image_read(words, json, scratch),
		ft_image_read(words, now, scratch) };
}

/* The subject, and the cluster of what is in one. */
static void
set_row(struct ft_telling *telling, const struct ft_thing *thing,
    const struct ft_images *images, enum ft_change_kind kind)
{
	enum ft_log owner = ft_log_owner(thing->what);
	const struct ft_image *there =
	    images->after.n ? &images->after : &images->before;

	set_subject(telling, thing, kind);
	if (owner == FT_LOG_ASSOC || owner == FT_LOG_WCKEY)
		telling->change.cluster = ft_log_words_name(&telling->words,
		    FT_LOG_CLUSTER, ft_image_id(there, "cluster"));
}

static void
tell_row(
    struct ft_telling *telling, const struct ft_thing *thing, const char *json)
{
	struct ft_images images = read_both(telling, thing, json);
	enum ft_change_kind kind;

	if (!kind_of(&images, &kind))
		return;
	set_row(telling, thing, &images, kind);
	if (kind != FT_CHANGE_MODIFY)
		ft_change_tell(telling, NULL, NULL, NULL);
	ft_change_fields(telling, thing->what, &images);
	if (json)
		return;
	/* lists of what the entry itself added have no image */
	for (int i = FT_LOG_ASSOC_LIMIT; i <= FT_LOG_COORDINATOR; i++) {
		const struct ft_thing list = { (enum ft_log)i, thing->id,
			NULL };

		if (ft_log_owner(list.what) == thing->what)
			ft_change_items(telling, &list, NULL);
	}
}

/* A list has been changed by the entry, maybe with its owner. */
static void
tell_list(
    struct ft_telling *telling, const struct ft_thing *list, const char *json)
{
	struct ft_log_words *words = &telling->words;
	const struct ft_thing owner = { ft_log_owner(list->what), list->id,
		NULL };
	enum ft_change_kind kind = FT_CHANGE_MODIFY;
	const char *image = NULL;
	struct ft_images images;
	sqlite3_stmt *stmt = ft_store_query(words->store, FT_STMT_OWN_IMAGE,
	    FT_ARGS(FT_ARG("journal", telling->id),
		FT_ARG("entity", ft_log_name(owner.what)),
		FT_ARG("key", owner.id)),
	    words->err);

	while (ft_store_next(words->store, stmt, &words->status, words->err))
		image = ft_column_text(&telling->scratch, stmt, NULL);
	images = read_both(telling, &owner, image);
	if (image && !kind_of(&images, &kind))
		kind = FT_CHANGE_MODIFY;
	set_row(telling, list, &images, kind);
	ft_change_items(telling, list, json);
}

/* "1000.5", or where usage went. */
static void
mark_words(
    struct ft_telling *telling, const struct ft_image *mark, struct ft_str *str)
{
	const struct ft_thing heir = { FT_LOG_ASSOC, ft_image_id(mark, "heir"),
		NULL };
	uint32_t micro = ft_image_id(mark, "micro");
	const char *whole = ft_image_get(mark, "whole");

	if (heir.id) {
		ft_str_add(str, "to ");
		ft_log_words_subject(&telling->words, &heir, str);
		return;
	}
	ft_str_add(str, whole ? whole : "0");
	if (micro)
		ft_str_addf(str, ".%06lu", (unsigned long)micro);
}

/* What an administrator said about usage; JSON: taken back by this entry. */
static void
tell_mark(
    struct ft_telling *telling, const struct ft_thing *thing, const char *json)
{
	struct ft_images images = read_both(telling, thing, json);
	const struct ft_image *mark = json ? &images.before : &images.after;
	const struct ft_thing owner = ft_mark_owner(mark);
	struct ft_str value FT_CLEANUP(ft_str_free) = { 0 },
			    field FT_CLEANUP(ft_str_free) = { 0 };
	const char *tres = ft_image_get(mark, "tres");
	int64_t id = 0;

	if (!mark->n)
		return;
	set_subject(telling, &owner, FT_CHANGE_MODIFY);
	mark_words(telling, mark, &value);
	ft_str_add(&field, "RawUsage");
	if (tres && ft_num_i64(tres, &id) && id > 0) {
		ft_str_add_char(&field, '/');
		ft_log_words_tres(&telling->words, id, &field);
	}
	ft_change_tell(telling, ft_str_text(&field),
	    json ? ft_str_text(&value) : NULL,
	    json ? NULL : ft_str_text(&value));
}

/* ---- settings -------------------------------------------------------------- */

static void
tell_setting(
    struct ft_telling *telling, const struct ft_images *images, const char *key)
{
	const char *old = ft_image_get(&images->before, "value");
	const char *new = ft_image_get(&images->after, "value");

	telling->change = (struct ft_change){ .entity = "setting",
		.name = key,
		.cluster = "",
		.subject = key,
		.kind = !old  ? FT_CHANGE_ADD
			: new ? FT_CHANGE_MODIFY
			      : FT_CHANGE_DELETE };
	if (!ft_change_same(old, new))
		ft_change_tell(telling, "Value", old, new);
}

struct lines {
	const char **line;
	size_t n, cap;
};

static void
split(struct ft_telling *telling, const char *text, struct lines *lines)
{
	for (const char *at = text ? text : ""; *at;) {
		size_t len = strcspn(at, "\n");

		if (len) {
			*ft_vec_add(lines->line, lines->n, lines->cap) =
			    ft_arena_strndup(&telling->scratch, at, len);
		}
		at += len + (at[len] != '\0');
	}
	if (lines->n)
		qsort(lines->line, lines->n, sizeof *lines->line, ft_by_text);
}

/* Lines only one of them has, sorted: order does not matter in the file. */
static void
tell_conf(struct ft_telling *telling, const struct ft_images *images)
{
	struct lines old = { .n = 0 }, new = { .n = 0 };
	size_t i = 0, j = 0;

	telling->change = (struct ft_change){ .entity = "conf",
		.name = "slurm.conf",
		.cluster = "",
		.subject = "slurm.conf",
		.kind = !images->before.n ? FT_CHANGE_ADD
			: images->after.n ? FT_CHANGE_MODIFY
					  : FT_CHANGE_DELETE };
	if (telling->change.kind != FT_CHANGE_MODIFY)
		ft_change_tell(telling, NULL, NULL, NULL);
	split(telling, ft_image_get(&images->before, "text"), &old);
	split(telling, ft_image_get(&images->after, "text"), &new);
	while (i < old.n || j < new.n) {
		int order = i == old.n   ? 1
			    : j == new.n ? -1
					 : strcmp(old.line[i], new.line[j]);

		if (order < 0)
			ft_change_tell(telling, "Line", old.line[i++], NULL);
		else if (order > 0)
			ft_change_tell(telling, "Line", NULL, new.line[j++]);
		else
			i++, j++;
	}
	ft_free(old.line);
	ft_free(new.line);
}

/* ---- the entry ------------------------------------------------------------- */

static void
tell_one(
    struct ft_telling *telling, const struct ft_thing *thing, const char *json)
{
	struct ft_images images;

	if (thing->what < FT_LOG_USAGE_MARK) {
		tell_row(telling, thing, json);
	} else if (thing->what == FT_LOG_USAGE_MARK) {
		tell_mark(telling, thing, json);
	} else if (thing->what < FT_LOG_CLOCK) {
		tell_list(telling, thing, json);
	} else {
		images = read_both(telling, thing, json);
		if (thing->what == FT_LOG_SETTING)
			tell_setting(telling, &images, thing->key);
		else
			tell_conf(telling, &images);
	}
	ft_arena_clear(&telling->scratch);
}

static void
tell_range(
    struct ft_telling *telling, enum ft_log what, uint32_t first, uint32_t last)
{
	struct ft_log_words *words = &telling->words;
	sqlite3_stmt *stmt = ft_store_query(words->store, FT_STMT_RANGE_IDS,
	    FT_ARGS(FT_ARG("entity", ft_log_name(what)), FT_ARG("first", first),
		FT_ARG("last", last)),
	    words->err);

	while (ft_store_next(words->store, stmt, &words->status, words->err))
		tell_one(telling,
		    &(struct ft_thing){ what, ft_column_u32(stmt, "id"), NULL },
		    NULL);
}

/* A row of the journal: one thing, or a range of things added. */
static void
tell_image(struct ft_telling *telling, enum ft_log what, sqlite3_stmt *stmt)
{
	struct ft_arena held FT_CLEANUP(ft_arena_clear) = { 0 };
	struct ft_thing thing = { what, ft_column_u32(stmt, "key"), NULL };
	uint32_t last = ft_column_u32(stmt, "last");

	if (last) {
		tell_range(telling, what, thing.id, last);
		return;
	}
	if (what == FT_LOG_SETTING)
		thing.key = ft_column_text(&held, stmt, "key");
	tell_one(telling, &thing, ft_column_text(&held, stmt, "before"));
}

static void
tell_kind(struct ft_telling *telling, enum ft_log what)
{
	struct ft_log_words *words = &telling->words;
	sqlite3_stmt *stmt =
	    ft_store_query(words->store, FT_STMT_JOURNAL_IMAGES,
		FT_ARGS(FT_ARG("journal", telling->id),
		    FT_ARG("entity", ft_log_name(what))),
		words->err);

	while (ft_store_next(words->store, stmt, &words->status, words->err))
		tell_image(telling, what, stmt);
}

enum ft_status
ft_store_each_change(struct ft_store *store, uint32_t id, ft_change_fn *fn,
    void *ctx, struct ft_error *err)
{
	static const enum ft_log order[] = { FT_LOG_CLUSTER, FT_LOG_QOS,
		FT_LOG_QOS_LIMIT, FT_LOG_QOS_PREEMPT, FT_LOG_ACCOUNT,
		FT_LOG_COORDINATOR, FT_LOG_USER, FT_LOG_ASSOC,
		FT_LOG_ASSOC_LIMIT, FT_LOG_ASSOC_QOS, FT_LOG_WCKEY,
		FT_LOG_RESOURCE, FT_LOG_RESOURCE_CLUSTER, FT_LOG_USAGE_MARK,
		FT_LOG_SETTING, FT_LOG_CONF };
	struct ft_telling telling = { .id = id, .fn = fn, .ctx = ctx };
	struct ft_store *frozen FT_CLEANUP(ft_store_thaw_at) = NULL;

	FT_TRY(ft_store_hold(store, &frozen, err));
	FT_TRY(ft_journal_need(store, id, err));
	ft_log_words_init(&telling.words, store, id, err);
	for (size_t i = 0; i < sizeof order / sizeof *order; i++)
		tell_kind(&telling, order[i]);
	ft_arena_clear(&telling.scratch);
	ft_log_words_free(&telling.words);
	return telling.words.status;
}
