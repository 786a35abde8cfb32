/*
 * store_change.c - what an entry of the journal did, in the words of sacctmgr.
 *
 * Before is in the entry, after is what the next entry that touched the same
 * thing found, or how it is now.  Places among siblings are not told.
 */
#include "store/change_int.h"

enum ft_status
ft_change_tell(struct ft_telling *telling, const char *field,
    const char *before, const char *after, struct ft_error *err)
{
	telling->change.field = field;
	telling->change.before = before;
	telling->change.after = after;
	return telling->fn(telling->ctx, &telling->change, err);
}

/* TEXT as a string of the row; STR is empty afterwards. */
const char *
ft_change_keep(struct ft_telling *telling, struct ft_str *str)
{
	const char *text = ft_arena_strdup(&telling->scratch, ft_str_text(str));

	ft_str_free(str);
	return text;
}

/* Fill in what the changes of one thing share. */
static enum ft_status
set_subject(struct ft_telling *telling, enum ft_log what, uint32_t key,
    enum ft_change_kind kind, struct ft_error *err)
{
	enum ft_log owner = ft_log_owner(what);
	struct ft_str str = { 0 };
	enum ft_status status;
	const char *blank;

	status =
	    ft_log_words_subject(&telling->words, what, key, NULL, &str, err);
	telling->change = (struct ft_change){ .kind = kind,
		.entity =
		    owner == FT_LOG_ASSOC ? "association" : ft_log_name(owner),
		.cluster = "",
		.subject = ft_change_keep(telling, &str) };
	blank = strchr(telling->change.subject, ' ');
	telling->change.name = blank ? blank + 1 : telling->change.subject;
	return status;
}

/* ---- rows ------------------------------------------------------------------ */

static bool
is_alive(const struct ft_image *image)
{
	return image->n && !ft_image_get(image, "deleted");
}

static enum ft_status
cluster_of(struct ft_telling *telling, const struct ft_image *image,
    struct ft_error *err)
{
	struct ft_str str = { 0 };
	enum ft_status status;

	status = ft_log_words_name(&telling->words, FT_LOG_CLUSTER,
	    ft_image_id(image, "cluster"), &str, err);
	telling->change.cluster = ft_change_keep(telling, &str);
	return status;
}

/* What the entry did to a row; false: nothing that is seen. */
static bool
kind_of(const struct ft_image *before, const struct ft_image *after,
    enum ft_change_kind *kind)
{
	if (!is_alive(before) && !is_alive(after))
		return false;
	*kind = !is_alive(before) ? FT_CHANGE_ADD
		: is_alive(after) ? FT_CHANGE_MODIFY
				  : FT_CHANGE_DELETE;
	return true;
}

/* Both images of a row. */
static enum ft_status
read_both(struct ft_telling *telling, enum ft_log what, uint32_t key,
    const char *json, struct ft_image *before, struct ft_image *after,
    struct ft_error *err)
{
	const char *now = NULL;

	FT_TRY(ft_log_words_state(
	    &telling->words, what, key, NULL, &telling->scratch, &now, err));
	FT_TRY(ft_image_read(
	    telling->store, json, &telling->scratch, before, err));
	return ft_image_read(
	    telling->store, now, &telling->scratch, after, err);
}

/* Lists of what the entry itself added have no image. */
static enum ft_status
tell_own_lists(struct ft_telling *telling, enum ft_log what, uint32_t key,
    struct ft_error *err)
{
	enum ft_status status = FT_OK;

	for (int list = FT_LOG_ASSOC_LIMIT;
	     !status && list <= FT_LOG_COORDINATOR; list++)
		if (ft_log_owner((enum ft_log)list) == what)
			status = ft_change_items(
			    telling, (enum ft_log)list, key, NULL, err);
	return status;
}

static enum ft_status
tell_row(struct ft_telling *telling, enum ft_log what, uint32_t key,
    const char *json, struct ft_error *err)
{
	struct ft_image before, after;
	enum ft_change_kind kind = FT_CHANGE_MODIFY;
	enum ft_status status =
	    read_both(telling, what, key, json, &before, &after, err);

	if (status || !kind_of(&before, &after, &kind))
		return status;
	status = set_subject(telling, what, key, kind, err);
	if (!status && (what == FT_LOG_ASSOC || what == FT_LOG_WCKEY))
		status = cluster_of(telling, after.n ? &after : &before, err);
	if (!status && kind != FT_CHANGE_MODIFY)
		status = ft_change_tell(telling, NULL, NULL, NULL, err);
	if (!status)
		status = ft_change_fields(telling, what, &before, &after, err);
	if (!status && !json)
		status = tell_own_lists(telling, what, key, err);
	return status;
}

/* A list has been changed by the entry, maybe with its owner. */
static enum ft_status
tell_list(struct ft_telling *telling, enum ft_log what, uint32_t key,
    const char *json, struct ft_error *err)
{
	enum ft_log owner = ft_log_owner(what);
	struct ft_store *store = telling->store;
	struct ft_image before, after;
	enum ft_change_kind kind = FT_CHANGE_MODIFY;
	const char *image = NULL;
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_OWN_IMAGE,
	    FT_ARGS(FT_ARG("journal", telling->id),
		FT_ARG("entity", ft_log_name(owner)), FT_ARG("key", key)),
	    err);
	int step = stmt ? ft_store_step(store, stmt, err) : FT_EIO;
	enum ft_status status = step < 0 ? (enum ft_status)step : FT_OK;

	if (step > 0) {
		image = ft_column_text(&telling->scratch, stmt, 0);
		sqlite3_reset(stmt);
	}
	if (!status)
		status =
		    read_both(telling, owner, key, image, &before, &after, err);
	if (!status && image)
		(void)kind_of(&before, &after, &kind);
	if (!status)
		status = set_subject(telling, what, key, kind, err);
	if (!status && owner == FT_LOG_ASSOC)
		status = cluster_of(telling, after.n ? &after : &before, err);
	return status ? status : ft_change_items(telling, what, key, json, err);
}

/* "1000.5", or where usage went. */
static enum ft_status
mark_words(struct ft_telling *telling, const struct ft_image *mark,
    struct ft_str *str, struct ft_error *err)
{
	uint32_t heir = ft_image_id(mark, "heir");
	uint32_t micro = ft_image_id(mark, "micro");
	const char *whole = ft_image_get(mark, "whole");

	if (heir) {
		ft_str_add(str, "to ");
		return ft_log_words_subject(
		    &telling->words, FT_LOG_ASSOC, heir, NULL, str, err);
	}
	ft_str_add(str, whole ? whole : "0");
	if (micro)
		ft_str_addf(str, ".%06lu", (unsigned long)micro);
	return FT_OK;
}

/* What an administrator said about usage; JSON: taken back by this entry. */
static enum ft_status
tell_mark(struct ft_telling *telling, uint32_t key, const char *json,
    struct ft_error *err)
{
	struct ft_image before, after;
	const struct ft_image *mark = &before;
	struct ft_str value FT_CLEANUP(ft_str_free) = { 0 },
			    field FT_CLEANUP(ft_str_free) = { 0 };
	uint32_t assoc;
	int64_t tres = 0;
	enum ft_status status = read_both(
	    telling, FT_LOG_USAGE_MARK, key, json, &before, &after, err);

	if (!json)
		mark = &after;
	if (status || !mark->n)
		return status;
	assoc = ft_image_id(mark, "assoc");
	status = set_subject(telling, assoc ? FT_LOG_ASSOC : FT_LOG_QOS,
	    assoc ? assoc : ft_image_id(mark, "qos"), FT_CHANGE_MODIFY, err);
	if (!status)
		status = mark_words(telling, mark, &value, err);
	ft_str_add(&field, "RawUsage");
	if (!status && ft_num_i64(ft_image_get(mark, "tres"), &tres) &&
	    tres > 0) {
		ft_str_add_char(&field, '/');
		status = ft_log_words_tres(&telling->words, tres, &field, err);
	}
	if (!status)
		status = ft_change_tell(telling, ft_str_text(&field),
		    json ? ft_str_text(&value) : NULL,
		    json ? NULL : ft_str_text(&value), err);
	return status;
}

/* ---- settings -------------------------------------------------------------- */

static enum ft_status
tell_setting(struct ft_telling *telling, const char *key,
    const struct ft_image *before, const struct ft_image *after,
    struct ft_error *err)
{
	const char *old = ft_image_get(before, "value");
	const char *new = ft_image_get(after, "value");

	telling->change = (struct ft_change){ .entity = "setting",
		.name = key,
		.cluster = "",
		.subject = key,
		.kind = !old  ? FT_CHANGE_ADD
			: new ? FT_CHANGE_MODIFY
			      : FT_CHANGE_DELETE };
	return ft_change_same(old, new)
		   ? FT_OK
		   : ft_change_tell(telling, "Value", old, new, err);
}

struct lines {
	const char **line;
	size_t n, cap;
};

static void
split(struct ft_telling *telling, const char *text, struct lines *lines)
{
	*lines = (struct lines){ .n = 0 };
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
static enum ft_status
tell_conf(struct ft_telling *telling, const struct ft_image *before,
    const struct ft_image *after, struct ft_error *err)
{
	struct lines old, new;
	enum ft_status status = FT_OK;
	size_t i = 0, j = 0;

	telling->change = (struct ft_change){ .entity = "conf",
		.name = "slurm.conf",
		.cluster = "",
		.subject = "slurm.conf",
		.kind = !before->n ? FT_CHANGE_ADD
			: after->n ? FT_CHANGE_MODIFY
				   : FT_CHANGE_DELETE };
	if (telling->change.kind != FT_CHANGE_MODIFY)
		status = ft_change_tell(telling, NULL, NULL, NULL, err);
	split(telling, ft_image_get(before, "text"), &old);
	split(telling, ft_image_get(after, "text"), &new);
	while (!status && (i < old.n || j < new.n)) {
		int order = i == old.n   ? 1
			    : j == new.n ? -1
					 : strcmp(old.line[i], new.line[j]);

		if (order < 0)
			status = ft_change_tell(
			    telling, "Line", old.line[i++], NULL, err);
		else if (order > 0)
			status = ft_change_tell(
			    telling, "Line", NULL, new.line[j++], err);
		else
			i++, j++;
	}
	ft_free(old.line);
	ft_free(new.line);
	return status;
}

static enum ft_status
tell_text(struct ft_telling *telling, enum ft_log what, const char *key,
    const char *json, struct ft_error *err)
{
	struct ft_image before, after;
	const char *now = NULL;

	FT_TRY(ft_log_words_state(
	    &telling->words, what, 0, key, &telling->scratch, &now, err));
	FT_TRY(ft_image_read(
	    telling->store, json, &telling->scratch, &before, err));
	FT_TRY(
	    ft_image_read(telling->store, now, &telling->scratch, &after, err));
	return what == FT_LOG_CONF
		   ? tell_conf(telling, &before, &after, err)
		   : tell_setting(telling, key, &before, &after, err);
}

/* ---- the entry ------------------------------------------------------------- */

static enum ft_status
tell_one(struct ft_telling *telling, enum ft_log what, uint32_t key,
    const char *json, struct ft_error *err)
{
	if (what < FT_LOG_USAGE_MARK)
		return tell_row(telling, what, key, json, err);
	if (what == FT_LOG_USAGE_MARK)
		return tell_mark(telling, key, json, err);
	if (what < FT_LOG_CLOCK)
		return tell_list(telling, what, key, json, err);
	return what == FT_LOG_CONF ? tell_text(telling, what, NULL, json, err)
				   : FT_OK;
}

static enum ft_status
tell_range(struct ft_telling *telling, enum ft_log what, uint32_t first,
    uint32_t last, struct ft_error *err)
{
	struct ft_store *store = telling->store;
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_RANGE_IDS,
	    FT_ARGS(FT_ARG("entity", ft_log_name(what)), FT_ARG("first", first),
		FT_ARG("last", last)),
	    err);
	enum ft_status status = FT_OK;

	while (ft_store_next(store, stmt, &status, err)) {
		status =
		    tell_one(telling, what, ft_column_u32(stmt, 0), NULL, err);
		ft_arena_clear(&telling->scratch);
	}
	return status;
}

/* A row of the journal: one thing, or a range of things added. */
static enum ft_status
tell_image(struct ft_telling *telling, enum ft_log what, sqlite3_stmt *stmt,
    struct ft_error *err)
{
	uint32_t first = ft_column_u32(stmt, 0);
	enum ft_status status;
	struct ft_arena held FT_CLEANUP(ft_arena_clear) = { 0 };
	const char *json = NULL;

	if (sqlite3_column_type(stmt, 1) != SQLITE_NULL)
		return tell_range(
		    telling, what, first, ft_column_u32(stmt, 1), err);
	if (sqlite3_column_type(stmt, 2) != SQLITE_NULL)
		json = ft_column_text(&held, stmt, 2);
	if (what == FT_LOG_SETTING)
		status = tell_text(
		    telling, what, ft_column_text(&held, stmt, 0), json, err);
	else
		status = tell_one(telling, what, first, json, err);
	ft_arena_clear(&telling->scratch);
	return status;
}

static enum ft_status
tell_kind(struct ft_telling *telling, enum ft_log what, struct ft_error *err)
{
	struct ft_store *store = telling->store;
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_JOURNAL_IMAGES,
	    FT_ARGS(FT_ARG("journal", telling->id),
		FT_ARG("entity", ft_log_name(what))),
	    err);
	enum ft_status status = FT_OK;

	while (ft_store_next(store, stmt, &status, err))
		status = tell_image(telling, what, stmt, err);
	return status;
}

static enum ft_status
tell_entry(struct ft_telling *telling, struct ft_error *err)
{
	static const enum ft_log order[] = { FT_LOG_CLUSTER, FT_LOG_QOS,
		FT_LOG_QOS_LIMIT, FT_LOG_QOS_PREEMPT, FT_LOG_ACCOUNT,
		FT_LOG_COORDINATOR, FT_LOG_USER, FT_LOG_ASSOC,
		FT_LOG_ASSOC_LIMIT, FT_LOG_ASSOC_QOS, FT_LOG_WCKEY,
		FT_LOG_RESOURCE, FT_LOG_RESOURCE_CLUSTER, FT_LOG_USAGE_MARK,
		FT_LOG_SETTING, FT_LOG_CONF };

	for (size_t i = 0; i < sizeof order / sizeof *order; i++)
		FT_TRY(tell_kind(telling, order[i], err));
	return FT_OK;
}

enum ft_status
ft_store_each_change(struct ft_store *store, uint32_t id, ft_change_fn *fn,
    void *ctx, struct ft_error *err)
{
	struct ft_telling telling = {
		.store = store, .id = id, .fn = fn, .ctx = ctx
	};
	bool thaw = !store->frozen && !store->depth;
	enum ft_status status = ft_store_freeze(store, err);

	if (!status)
		status = ft_journal_need(store, id, err);
	if (!status) {
		status = ft_log_words_init(&telling.words, store, id, err);
		if (!status)
			status = tell_entry(&telling, err);
		ft_log_words_free(&telling.words);
	}
	ft_arena_clear(&telling.scratch);
	if (thaw)
		ft_store_thaw(store);
	return status;
}
