/*
 * view.c - the store as it was after an entry of the journal: images and names.
 *
 * The image of a thing after an entry is in the next entry that touched it, else it
 * is the row of today.  Names change, and stores made by schema 1 gave out ids again
 * when an addition was undone, so names are looked up in the view, too.
 */
#include "store/journal/journal_internal.h"

#include "model/account/tres.h"

void
ft_journal_view_init(struct ft_journal_view *view, struct ft_store *store,
    uint32_t as_of, struct ft_error *err)
{
	*view = (struct ft_journal_view){
		.store = store, .err = err, .as_of = as_of
	};
	view->status = ft_touches_read(
	    store, &view->ranges, FT_STMT_JOURNAL_RANGES_AFTER, as_of, err);
}

void
ft_journal_view_free(struct ft_journal_view *view)
{
	for (size_t i = 0; i < FT_LOG_COUNT; i++)
		ft_idvec_free(&view->name[i]);
	ft_touches_free(&view->ranges);
	ft_arena_clear(&view->arena);
}

/* Step STMT, NULL if it failed. */
static bool
next(struct ft_journal_view *view, sqlite3_stmt *stmt)
{
	return ft_store_next(view->store, stmt, &view->status, view->err);
}

/* ---- images ---------------------------------------------------------------- */

struct ft_image
ft_image_read(
    struct ft_journal_view *view, const char *json, struct ft_arena *arena)
{
	enum { MOST = 32 }; /* columns; more are left out */
	struct ft_image image = { .n = 0 };
	sqlite3_stmt *stmt;

	if (!json)
		return image;
	stmt = ft_store_query(view->store, FT_STMT_IMAGE_FIELDS,
	    FT_ARGS(FT_ARG("image", json)), view->err);
	image.field = ft_arena_calloc(arena, MOST, sizeof *image.field);
	while (next(view, stmt)) {
		const char *name = ft_column_text(arena, stmt, "key");

		if (name && image.n < MOST) /* else JSON is no object */
			image.field[image.n++] = (struct ft_image_field){ name,
				ft_column_text(arena, stmt, "value") };
	}
	return image;
}

const char *
ft_image_get(const struct ft_image *image, const char *name)
{
	for (size_t i = 0; i < image->n; i++)
		if (!strcmp(image->field[i].name, name))
			return image->field[i].value;
	return NULL;
}

uint32_t
ft_image_id(const struct ft_image *image, const char *name)
{
	const char *value = ft_image_get(image, name);
	uint32_t id = 0;

	return value && ft_num_u32(value, &id) ? id : 0;
}

/* ---- images as of an entry ------------------------------------------------------- */

/* Returns the earliest later entry that added THING, FT_JOURNAL_NOW if none. */
static uint32_t
added_by(const struct ft_journal_view *view, const struct ft_thing *thing)
{
	enum ft_log owner = ft_log_owner(thing->what);
	uint32_t journal = FT_JOURNAL_NOW;

	for (size_t i = 0; i < view->ranges.n; i++) {
		const struct ft_touch *range = &view->ranges.item[i];

		if (range->thing.what == owner &&
		    thing->id >= range->thing.id && thing->id <= range->last &&
		    range->journal < journal)
			journal = range->journal;
	}
	return journal;
}

/* Returns the text that STMT selects, in ARENA; NULL none. */
static const char *
one_text(
    struct ft_journal_view *view, sqlite3_stmt *stmt, struct ft_arena *arena)
{
	const char *text = NULL;

	while (next(view, stmt))
		text = ft_column_text(arena, stmt, NULL);
	return text;
}

const char *
ft_journal_view_image(struct ft_journal_view *view,
    const struct ft_thing *thing, struct ft_arena *arena)
{
	const struct ft_arg id = FT_ARG("key", thing->id);
	const struct ft_arg name = FT_ARG("key", thing->key);
	const struct ft_arg key = thing->key ? name : id;
	/* the image that the next entry took */
	sqlite3_stmt *stmt = ft_store_query(view->store, FT_STMT_NEXT_IMAGE,
	    FT_ARGS(FT_ARG("entity", ft_log_name(thing->what)), key,
		FT_ARG("journal", view->as_of)),
	    view->err);
	uint32_t imaged = FT_JOURNAL_NOW;
	const char *json = NULL;

	while (next(view, stmt)) {
		imaged = ft_column_u32(stmt, "journal");
		json = ft_column_text(arena, stmt, "before");
	}
	if (view->status || added_by(view, thing) < imaged)
		return NULL;
	if (imaged != FT_JOURNAL_NOW || thing->what == FT_LOG_CLOCK)
		return json;
	return one_text(view,
	    ft_store_query(view->store,
		(enum ft_stmt)(FT_STMT_NOW + thing->what), FT_ARGS(key),
		view->err),
	    arena);
}

/* ---- names ----------------------------------------------------------------- */

static void
add_assoc(struct ft_journal_view *view, const struct ft_image *image,
    struct ft_str *str)
{
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	uint32_t user = ft_image_id(image, "user");
	uint32_t partition = ft_image_id(image, "partition");
	const char *name = NULL;

	if (user) {
		ft_str_add(str, ft_journal_view_name(view, FT_LOG_USER, user));
		ft_str_add_char(str, '@');
	}
	ft_str_add(str, ft_journal_view_name(view, FT_LOG_ACCOUNT,
			    ft_image_id(image, "account")));
	if (partition)
		name = one_text(view,
		    ft_store_query(view->store, FT_STMT_PARTITION_OF,
			FT_ARGS(FT_ARG("id", partition)), view->err),
		    &arena);
	if (name) {
		ft_str_add_char(str, ':');
		ft_str_add(str, name);
	}
}

/* Append the name; of an association after "user " or "account ". */
static void
make_name(struct ft_journal_view *view, enum ft_log what, uint32_t id,
    struct ft_str *str)
{
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	const struct ft_thing thing = { what, id, NULL };
	const char *json = ft_journal_view_image(view, &thing, &arena), *name;
	struct ft_image image;

	if (!json) /* it is gone: take its last image */
		json = one_text(view,
		    ft_store_query(view->store, FT_STMT_LAST_IMAGE,
			FT_ARGS(FT_ARG("entity", ft_log_name(what)),
			    FT_ARG("key", id)),
			view->err),
		    &arena);
	image = ft_image_read(view, json, &arena);
	name = ft_image_get(&image, "name");
	if (what == FT_LOG_ASSOC)
		ft_str_add(str, !json                         ? "association "
				: ft_image_id(&image, "user") ? "user "
							      : "account ");
	if (what == FT_LOG_ASSOC && json)
		add_assoc(view, &image, str);
	else if (name)
		ft_str_add(str, name);
	else
		ft_str_addf(str, "%lu", (unsigned long)id);
}

/* Returns the text of make_name, which is made once. */
static const char *
look_up(struct ft_journal_view *view, enum ft_log what, uint32_t id)
{
	struct ft_str made FT_CLEANUP(ft_str_free) = { 0 };
	const char **kept = ft_idvec_get(&view->name[what], id, sizeof *kept);
	const char *word;

	if (kept)
		return *kept;
	make_name(view, what, id, &made);
	word = ft_arena_strdup(&view->arena, ft_str_text(&made));
	kept = ft_idvec_add(&view->name[what], id, sizeof *kept);
	*kept = word;
	return word;
}

const char *
ft_journal_view_name(
    struct ft_journal_view *view, enum ft_log what, uint32_t id)
{
	const char *word = look_up(view, what, id);

	return what == FT_LOG_ASSOC ? strchr(word, ' ') + 1 : word;
}

struct ft_thing
ft_mark_owner(const struct ft_image *mark)
{
	uint32_t assoc = ft_image_id(mark, "assoc");

	return assoc ? (struct ft_thing){ FT_LOG_ASSOC, assoc, NULL }
		     : (struct ft_thing){ FT_LOG_QOS, ft_image_id(mark, "qos"),
			       NULL };
}

void
ft_journal_view_add_subject(struct ft_journal_view *view,
    const struct ft_thing *thing, struct ft_str *str)
{
	enum ft_log owner = ft_log_owner(thing->what);
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };

	if (owner == FT_LOG_USAGE_MARK) {
		const struct ft_image mark = ft_image_read(
		    view, ft_journal_view_image(view, thing, &arena), &arena);
		const struct ft_thing of = ft_mark_owner(&mark);

		ft_journal_view_add_subject(view, &of, str);
	} else if (owner == FT_LOG_SETTING || owner == FT_LOG_CONF) {
		ft_str_add(str, thing->key ? "setting " : "slurm.conf");
		ft_str_add(str, thing->key ? thing->key : "");
	} else {
		if (owner != FT_LOG_ASSOC)
			ft_str_addf(str, "%s ", ft_log_name(owner));
		ft_str_add(str, look_up(view, owner, thing->id));
	}
}

void
ft_journal_view_add_tres(
    struct ft_journal_view *view, int64_t id, struct ft_str *str)
{
	if (!view->tres && !view->status)
		view->status = ft_store_read_tres(view->store, &view->arena,
		    &view->tres, &view->n_tres, view->err);
	for (size_t i = 0; view->tres && i < view->n_tres; i++) {
		if (view->tres[i].id == id) {
			ft_tres_add_name(str, &view->tres[i]);
			return;
		}
	}
	ft_str_addf(str, "tres/%lld", (long long)id);
}
