/*
 * change.c - report what an entry of the journal changed, by the names that
 * sacctmgr uses.
 *
 * The image before is in the entry; the image after is in the next entry that
 * touched the same thing, else it is the row of today.  Positions among siblings are
 * not reported.
 */
#include "store/journal/change_private.h"
#include "store/open/open_internal.h"

void
ft_change_report(struct ft_change_walk *walk, const char *field,
    const char *before, const char *after)
{
	struct ft_journal_view *view = &walk->view;

	if (view->status)
		return;
	walk->change.field = field;
	walk->change.before = before;
	walk->change.after = after;
	view->status = walk->fn(walk->ctx, &walk->change, view->err);
}

/* Fill in what all changes of one thing share. */
static void
set_subject(struct ft_change_walk *walk, const struct ft_thing *thing,
    enum ft_change_kind kind)
{
	enum ft_log owner = ft_log_owner(thing->what);
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	const char *blank;

	ft_journal_view_add_subject(&walk->view, thing, &str);
	walk->change = (struct ft_change){ .kind = kind,
		.entity =
		    owner == FT_LOG_ASSOC ? "association" : ft_log_name(owner),
		.cluster = "",
		.subject = ft_arena_strdup(&walk->scratch, ft_str_text(&str)) };
	blank = strchr(walk->change.subject, ' ');
	walk->change.name = blank ? blank + 1 : walk->change.subject;
}

/* ---- rows ------------------------------------------------------------------ */

static bool
is_alive(const struct ft_image *image)
{
	return image->n && !ft_image_get(image, "deleted");
}

/* Set *kind to what the entry did to a row; false: nothing visible. */
static bool
kind_of(const struct ft_both *images, enum ft_change_kind *kind)
{
	bool before = is_alive(&images->before),
	     after = is_alive(&images->after);

	*kind = !before ? FT_CHANGE_ADD
		: after ? FT_CHANGE_MODIFY
			: FT_CHANGE_DELETE;
	return before || after;
}

/* Returns both images of THING; BEFORE is the one before. */
static struct ft_both
read_both(struct ft_change_walk *walk, const struct ft_thing *thing,
    const char *before)
{
	struct ft_journal_view *view = &walk->view;
	struct ft_arena *scratch = &walk->scratch;

	return (
	    struct ft_both){ ft_image_read(view, thing->what, before, scratch),
		ft_journal_view_row(view, thing, scratch) };
}

/* Set the subject and, of an association or wckey, the cluster. */
static void
set_row(struct ft_change_walk *walk, const struct ft_thing *thing,
    const struct ft_both *images, enum ft_change_kind kind)
{
	enum ft_log owner = ft_log_owner(thing->what);
	const struct ft_image *there =
	    images->after.n ? &images->after : &images->before;

	set_subject(walk, thing, kind);
	if (owner == FT_LOG_ASSOC || owner == FT_LOG_WCKEY)
		walk->change.cluster = ft_journal_view_name(
		    &walk->view, FT_LOG_CLUSTER, ft_image_id(there, "cluster"));
}

static void
report_row(
    struct ft_change_walk *walk, const struct ft_thing *thing, const char *json)
{
	struct ft_both images = read_both(walk, thing, json);
	enum ft_change_kind kind;

	if (!kind_of(&images, &kind))
		return;
	set_row(walk, thing, &images, kind);
	if (kind != FT_CHANGE_MODIFY)
		ft_change_report(walk, NULL, NULL, NULL);
	ft_change_fields(walk, thing->what, &images);
	if (json)
		return;
	/* lists of a row that the entry itself added have no image */
	for (int i = FT_LOG_ASSOC_LIMIT; i <= FT_LOG_COORDINATOR; i++) {
		const struct ft_thing list = { (enum ft_log)i, thing->id,
			NULL };

		if (ft_log_owner(list.what) == thing->what)
			ft_change_items(walk, &list, NULL);
	}
}

/* Report a list that the entry changed, maybe with its owner. */
static void
report_list(
    struct ft_change_walk *walk, const struct ft_thing *list, const char *json)
{
	struct ft_journal_view *view = &walk->view;
	const struct ft_thing owner = { ft_log_owner(list->what), list->id,
		NULL };
	enum ft_change_kind kind = FT_CHANGE_MODIFY;
	const char *image = NULL;
	struct ft_both images;
	sqlite3_stmt *stmt = ft_store_query(view->store, FT_STMT_OWN_IMAGE,
	    FT_ARGS(FT_ARG("journal", walk->id),
		FT_ARG("entity", ft_log_name(owner.what)),
		FT_ARG("key", owner.id)),
	    view->err);

	while (ft_store_next(view->store, stmt, &view->status, view->err))
		image = ft_column_text(&walk->scratch, stmt, NULL);
	images = read_both(walk, &owner, image);
	if (image && !kind_of(&images, &kind))
		kind = FT_CHANGE_MODIFY;
	set_row(walk, list, &images, kind);
	ft_change_items(walk, list, json);
}

/* Append "1000.5" or, of a transfer, the heir. */
static void
add_mark(struct ft_change_walk *walk, const struct ft_image *mark,
    struct ft_str *str)
{
	const struct ft_thing heir = { FT_LOG_ASSOC, ft_image_id(mark, "heir"),
		NULL };
	uint32_t micro = ft_image_id(mark, "micro");
	const char *whole = ft_image_get(mark, "whole");

	if (heir.id) {
		ft_str_add(str, "to ");
		ft_journal_view_add_subject(&walk->view, &heir, str);
		return;
	}
	ft_str_add(str, whole ? whole : "0");
	if (micro)
		ft_str_addf(str, ".%06lu", (unsigned long)micro);
}

/* Report a usage mark; JSON: the entry removed it. */
static void
report_mark(
    struct ft_change_walk *walk, const struct ft_thing *thing, const char *json)
{
	struct ft_both images = read_both(walk, thing, json);
	const struct ft_image *mark = json ? &images.before : &images.after;
	const struct ft_thing owner = ft_mark_owner(mark);
	struct ft_str value FT_CLEANUP(ft_str_free) = { 0 },
			    field FT_CLEANUP(ft_str_free) = { 0 };
	const char *tres = ft_image_get(mark, "tres");
	int64_t id = 0;

	if (!mark->n)
		return;
	set_subject(walk, &owner, FT_CHANGE_MODIFY);
	add_mark(walk, mark, &value);
	ft_str_add(&field, "RawUsage");
	if (tres && ft_num_i64(tres, &id) && id > 0) {
		ft_str_add_char(&field, '/');
		ft_journal_view_add_tres(&walk->view, id, &field);
	}
	ft_change_report(walk, ft_str_text(&field),
	    json ? ft_str_text(&value) : NULL,
	    json ? NULL : ft_str_text(&value));
}

/* ---- settings -------------------------------------------------------------- */

static void
report_setting(
    struct ft_change_walk *walk, const struct ft_both *images, const char *key)
{
	const char *old = ft_image_get(&images->before, "value");
	const char *new = ft_image_get(&images->after, "value");

	walk->change = (struct ft_change){ .entity = "setting",
		.name = key,
		.cluster = "",
		.subject = key,
		.kind = !old  ? FT_CHANGE_ADD
			: new ? FT_CHANGE_MODIFY
			      : FT_CHANGE_DELETE };
	if (!ft_change_same(old, new))
		ft_change_report(walk, "Value", old, new);
}

struct lines {
	const char **line;
	size_t n, cap;
};

static void
split(struct ft_change_walk *walk, const char *text, struct lines *lines)
{
	for (const char *at = text ? text : ""; *at;) {
		size_t len = strcspn(at, "\n");

		if (len) {
			*ft_vec_add(lines->line, lines->n, lines->cap) =
			    ft_arena_strndup(&walk->scratch, at, len);
		}
		at += len + (at[len] != '\0');
	}
	if (lines->n)
		qsort(lines->line, lines->n, sizeof *lines->line, ft_by_text);
}

/* Report the lines that only one of both texts has, sorted: their order in
 * slurm.conf does not matter. */
static void
report_conf(struct ft_change_walk *walk, const struct ft_both *images)
{
	struct lines old = { .n = 0 }, new = { .n = 0 };
	size_t i = 0, j = 0;

	walk->change = (struct ft_change){ .entity = "conf",
		.name = "slurm.conf",
		.cluster = "",
		.subject = "slurm.conf",
		.kind = !images->before.n ? FT_CHANGE_ADD
			: images->after.n ? FT_CHANGE_MODIFY
					  : FT_CHANGE_DELETE };
	if (walk->change.kind != FT_CHANGE_MODIFY)
		ft_change_report(walk, NULL, NULL, NULL);
	split(walk, ft_image_get(&images->before, "text"), &old);
	split(walk, ft_image_get(&images->after, "text"), &new);
	while (i < old.n || j < new.n) {
		int order = i == old.n   ? 1
			    : j == new.n ? -1
					 : strcmp(old.line[i], new.line[j]);

		if (order < 0)
			ft_change_report(walk, "Line", old.line[i++], NULL);
		else if (order > 0)
			ft_change_report(walk, "Line", NULL, new.line[j++]);
		else
			i++, j++;
	}
	ft_free(old.line);
	ft_free(new.line);
}

/* ---- the entry ------------------------------------------------------------- */

static void
report_one(
    struct ft_change_walk *walk, const struct ft_thing *thing, const char *json)
{
	struct ft_both images;

	if (thing->what < FT_LOG_USAGE_MARK) {
		report_row(walk, thing, json);
	} else if (thing->what == FT_LOG_USAGE_MARK) {
		report_mark(walk, thing, json);
	} else if (thing->what < FT_LOG_CLOCK) {
		report_list(walk, thing, json);
	} else {
		images = read_both(walk, thing, json);
		if (thing->what == FT_LOG_SETTING)
			report_setting(walk, &images, thing->key);
		else
			report_conf(walk, &images);
	}
	ft_arena_clear(&walk->scratch);
}

static void
report_range(struct ft_change_walk *walk, enum ft_log what, uint32_t first,
    uint32_t last)
{
	struct ft_journal_view *view = &walk->view;
	sqlite3_stmt *stmt = ft_store_query(view->store, FT_STMT_RANGE_IDS,
	    FT_ARGS(FT_ARG("entity", ft_log_name(what)), FT_ARG("first", first),
		FT_ARG("last", last)),
	    view->err);

	while (ft_store_next(view->store, stmt, &view->status, view->err))
		report_one(walk,
		    &(struct ft_thing){ what, ft_column_u32(stmt, "id"), NULL },
		    NULL);
}

/* Report a row of the journal: one thing, or a range of added ones. */
static void
report_image(struct ft_change_walk *walk, enum ft_log what, sqlite3_stmt *stmt)
{
	struct ft_arena held FT_CLEANUP(ft_arena_clear) = { 0 };
	struct ft_thing thing = { what, ft_column_u32(stmt, "key"), NULL };
	uint32_t last = ft_column_u32(stmt, "last");

	if (last) {
		report_range(walk, what, thing.id, last);
		return;
	}
	if (what == FT_LOG_SETTING)
		thing.key = ft_column_text(&held, stmt, "key");
	report_one(walk, &thing, ft_column_text(&held, stmt, "before"));
}

static void
report_kind(struct ft_change_walk *walk, enum ft_log what)
{
	struct ft_journal_view *view = &walk->view;
	sqlite3_stmt *stmt = ft_store_query(view->store, FT_STMT_JOURNAL_IMAGES,
	    FT_ARGS(FT_ARG("journal", walk->id),
		FT_ARG("entity", ft_log_name(what))),
	    view->err);

	while (ft_store_next(view->store, stmt, &view->status, view->err))
		report_image(walk, what, stmt);
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
	struct ft_change_walk walk = { .id = id, .fn = fn, .ctx = ctx };
	struct ft_store *frozen FT_CLEANUP(ft_store_thaw_scoped) = NULL;

	FT_TRY(ft_store_freeze_scoped(store, &frozen, err));
	FT_TRY(ft_journal_require(store, id, err));
	ft_journal_view_init(&walk.view, store, id, err);
	for (size_t i = 0; i < FT_COUNT(order); i++)
		report_kind(&walk, order[i]);
	ft_arena_clear(&walk.scratch);
	ft_journal_view_free(&walk.view);
	return walk.view.status;
}
