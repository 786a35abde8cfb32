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

/* Returns VALUE as text, in ARENA; a whole number has no decimals. */
static const char *
field_text(struct ft_arena *arena, sqlite3_value *value)
{
	char text[40];
	const void *there;

	(void)snprintf(text, sizeof text, "%.15g", sqlite3_value_double(value));
	if (sqlite3_value_type(value) == SQLITE_FLOAT &&
	    !text[strspn(text, "-0123456789")])
		return ft_arena_strdup(arena, text);
	there = sqlite3_value_text(value);
	return there ? ft_arena_strdup(arena, there) : NULL;
}

/* Returns the row of STMT, or nothing, in ARENA. */
static struct ft_image
read_fields(
    struct ft_journal_view *view, sqlite3_stmt *stmt, struct ft_arena *arena)
{
	struct ft_image image = { .n = 0 };

	while (next(view, stmt)) {
		image.n = (size_t)sqlite3_column_count(stmt);
		image.field =
		    ft_arena_calloc(arena, image.n, sizeof *image.field);
		for (size_t i = 0; i < image.n; i++)
			image.field[i] = (struct ft_image_field){
				ft_arena_strdup(
				    arena, sqlite3_column_name(stmt, (int)i)),
				field_text(
				    arena, sqlite3_column_value(stmt, (int)i))
			};
	}
	return image;
}

struct ft_image
ft_image_read(struct ft_journal_view *view, enum ft_log what,
    const char *before, struct ft_arena *arena)
{
	int64_t place = 0;
	const struct ft_arg json = FT_ARG("image", before);
	const bool in_block = before && ft_num_i64(before, &place);
	const struct ft_arg block = FT_ARG("image", place);

	if (!before)
		return (struct ft_image){ .n = 0 };
	return read_fields(view,
	    ft_store_query(view->store,
		(enum ft_stmt)(FT_STMT_FIELDS + (int)what),
		FT_ARGS(in_block ? block : json), view->err),
	    arena);
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

/*
 * Set *before to the image that the next entry took of THING, NULL if it did not
 * exist.  Returns false if no entry did: it is as it is today.
 */
static bool
taken_later(struct ft_journal_view *view, const struct ft_thing *thing,
    struct ft_arena *arena, const char **before)
{
	const struct ft_arg id = FT_ARG("key", thing->id);
	const struct ft_arg name = FT_ARG("key", thing->key);
	sqlite3_stmt *stmt = ft_store_query(view->store, FT_STMT_NEXT_IMAGE,
	    FT_ARGS(FT_ARG("entity", ft_log_name(thing->what)),
		thing->key ? name : id, FT_ARG("journal", view->as_of)),
	    view->err);
	uint32_t imaged = FT_JOURNAL_NOW;

	*before = NULL;
	while (next(view, stmt)) {
		imaged = ft_column_u32(stmt, "journal");
		*before = ft_column_text(arena, stmt, "before");
	}
	if (!view->status && added_by(view, thing) < imaged)
		*before = NULL;
	else if (!view->status)
		return imaged != FT_JOURNAL_NOW || thing->what == FT_LOG_CLOCK;
	return true;
}

const char *
ft_journal_view_image(struct ft_journal_view *view,
    const struct ft_thing *thing, struct ft_arena *arena)
{
	const struct ft_arg id = FT_ARG("key", thing->id);
	const struct ft_arg name = FT_ARG("key", thing->key);
	const char *json;

	if (taken_later(view, thing, arena, &json))
		return view->status ? NULL : json;
	return one_text(view,
	    ft_store_query(view->store,
		(enum ft_stmt)(FT_STMT_NOW + (int)thing->what),
		FT_ARGS(thing->key ? name : id), view->err),
	    arena);
}

struct ft_image
ft_journal_view_row(struct ft_journal_view *view, const struct ft_thing *thing,
    struct ft_arena *arena)
{
	const char *before;

	if (thing->what >= FT_LOG_ROWS)
		before = ft_journal_view_image(view, thing, arena);
	else if (!taken_later(view, thing, arena, &before))
		return read_fields(view,
		    ft_store_query(view->store,
			(enum ft_stmt)(FT_STMT_ROWS + (int)thing->what),
			FT_ARGS(FT_ARG("first", thing->id),
			    FT_ARG("last", thing->id)),
			view->err),
		    arena);
	return ft_image_read(
	    view, thing->what, view->status ? NULL : before, arena);
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
	struct ft_image image = ft_journal_view_row(view, &thing, &arena);
	const char *name;

	if (!image.n) /* it is gone: take its last image */
		image = ft_image_read(view, what,
		    one_text(view,
			ft_store_query(view->store, FT_STMT_LAST_IMAGE,
			    FT_ARGS(FT_ARG("entity", ft_log_name(what)),
				FT_ARG("key", id)),
			    view->err),
			&arena),
		    &arena);
	name = ft_image_get(&image, "name");
	if (what == FT_LOG_ASSOC)
		ft_str_add(str, !image.n                      ? "association "
				: ft_image_id(&image, "user") ? "user "
							      : "account ");
	if (what == FT_LOG_ASSOC && image.n)
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
		const struct ft_image mark =
		    ft_journal_view_row(view, thing, &arena);
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
