/*
 * store_words.c - rows of the journal by the names people know.
 *
 * How a thing stood after an entry is what the next entry that touched it
 * found, or else how it is now.  Names change, and stores made by schema 1
 * gave out ids again when an addition was undone, so names too are looked up
 * as of that entry.
 */
#include "store/journal_int.h"

#include "model/tres.h"

enum ft_status
ft_log_words_init(struct ft_log_words *words, struct ft_store *store,
    uint32_t as_of, struct ft_error *err)
{
	*words = (struct ft_log_words){ .store = store, .as_of = as_of };
	ft_touches_init(&words->ranges);
	return ft_touches_read(
	    store, &words->ranges, FT_STMT_JOURNAL_RANGES_AFTER, as_of, err);
}

void
ft_log_words_free(struct ft_log_words *words)
{
	for (size_t i = 0; i < FT_LOG_COUNT; i++)
		ft_idvec_free(&words->word[i]);
	ft_touches_free(&words->ranges);
	ft_arena_clear(&words->arena);
}

/* ---- images ---------------------------------------------------------------- */

static const char *
column(struct ft_arena *arena, sqlite3_stmt *stmt, int at)
{
	return sqlite3_column_type(stmt, at) == SQLITE_NULL
		   ? NULL
		   : ft_column_text(arena, stmt, at);
}

enum ft_status
ft_image_read(struct ft_store *store, const char *json, struct ft_arena *arena,
    struct ft_image *image, struct ft_error *err)
{
	enum { MOST = 32 }; /* columns; more are left out */
	sqlite3_stmt *stmt;
	int step = 1;

	*image = (struct ft_image){ .n = 0 };
	if (!json)
		return FT_OK;
	stmt = ft_store_query(
	    store, FT_STMT_IMAGE_FIELDS, FT_ARGS(FT_ARG("image", json)), err);
	if (!stmt)
		return FT_EIO;
	image->field = ft_arena_calloc(arena, MOST, sizeof *image->field);
	while (step > 0 && (step = ft_store_step(store, stmt, err)) > 0) {
		if (image->n == MOST)
			continue;
		image->field[image->n].name = ft_column_text(arena, stmt, 0);
		image->field[image->n++].value = column(arena, stmt, 1);
	}
	return (enum ft_status)step;
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

/* ---- how things stood ------------------------------------------------------- */

/* Returns the earliest later entry that added KEY, FT_JOURNAL_NOW if none. */
static uint32_t
added_by(const struct ft_log_words *words, enum ft_log what, uint32_t key)
{
	enum ft_log owner = ft_log_owner(what);
	uint32_t journal = FT_JOURNAL_NOW;

	for (size_t i = 0; i < words->ranges.n; i++) {
		const struct ft_touch *range = &words->ranges.item[i];

		if (range->what == owner && key >= range->first &&
		    key <= range->last && range->journal < journal)
			journal = range->journal;
	}
	return journal;
}

/* FT_ENOENT: no row. */
static enum ft_status
one_json(struct ft_store *store, sqlite3_stmt *stmt, int at,
    struct ft_arena *arena, const char **json, struct ft_error *err)
{
	int step = stmt ? ft_store_step(store, stmt, err) : FT_EIO;

	if (step <= 0)
		return step ? (enum ft_status)step : FT_ENOENT;
	*json = column(arena, stmt, at);
	sqlite3_reset(stmt);
	return FT_OK;
}

/* The image the next entry took, and that entry in *journal. */
static enum ft_status
next_image(struct ft_log_words *words, enum ft_log what, uint32_t key,
    const char *name, struct ft_arena *arena, uint32_t *journal,
    const char **json, struct ft_error *err)
{
	struct ft_store *store = words->store;
	sqlite3_stmt *stmt =
	    name
		? ft_store_query(store, FT_STMT_NEXT_IMAGE,
		      FT_ARGS(FT_ARG("entity", ft_log_name(what)),
			  FT_ARG("key", name), FT_ARG("journal", words->as_of)),
		      err)
		: ft_store_query(store, FT_STMT_NEXT_IMAGE,
		      FT_ARGS(FT_ARG("entity", ft_log_name(what)),
			  FT_ARG("key", key), FT_ARG("journal", words->as_of)),
		      err);
	int step = stmt ? ft_store_step(store, stmt, err) : FT_EIO;

	*journal = FT_JOURNAL_NOW;
	if (step <= 0)
		return (enum ft_status)step;
	*journal = ft_column_u32(stmt, 0);
	*json = column(arena, stmt, 1);
	sqlite3_reset(stmt);
	return FT_OK;
}

enum ft_status
ft_log_words_state(struct ft_log_words *words, enum ft_log what, uint32_t key,
    const char *name, struct ft_arena *arena, const char **json,
    struct ft_error *err)
{
	struct ft_store *store = words->store;
	uint32_t added = added_by(words, what, key);
	uint32_t imaged;
	enum ft_status status;

	*json = NULL;
	status = next_image(words, what, key, name, arena, &imaged, json, err);
	if (status || added < imaged) {
		*json = NULL;
		return status;
	}
	if (imaged != FT_JOURNAL_NOW || what == FT_LOG_CLOCK)
		return FT_OK;
	status = one_json(store,
	    ft_store_query(store, (enum ft_stmt)(FT_STMT_NOW + what),
		name ? FT_ARGS(FT_ARG("key", name))
		     : FT_ARGS(FT_ARG("key", key)),
		err),
	    0, arena, json, err);
	return status == FT_ENOENT ? FT_OK : status;
}

/* ---- names ----------------------------------------------------------------- */

/* What was there last, for things that are gone. */
static enum ft_status
last_image(struct ft_log_words *words, enum ft_log what, uint32_t id,
    struct ft_arena *arena, const char **json, struct ft_error *err)
{
	struct ft_store *store = words->store;
	enum ft_status status = one_json(store,
	    ft_store_query(store, FT_STMT_LAST_IMAGE,
		FT_ARGS(FT_ARG("entity", ft_log_name(what)), FT_ARG("key", id)),
		err),
	    0, arena, json, err);

	return status == FT_ENOENT ? FT_OK : status;
}

static enum ft_status
partition_name(struct ft_log_words *words, uint32_t id, struct ft_str *str,
    struct ft_error *err)
{
	struct ft_store *store = words->store;
	const char *name = NULL;
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	enum ft_status status;

	status = one_json(store,
	    ft_store_query(
		store, FT_STMT_PARTITION_OF, FT_ARGS(FT_ARG("id", id)), err),
	    0, &arena, &name, err);
	if (!status && name) {
		ft_str_add_char(str, ':');
		ft_str_add(str, name);
	}
	return status == FT_ENOENT ? FT_OK : status;
}

enum ft_status
ft_log_words_assoc(struct ft_log_words *words, const struct ft_image *image,
    struct ft_str *str, struct ft_error *err)
{
	uint32_t user = ft_image_id(image, "user");
	uint32_t partition = ft_image_id(image, "partition");
	enum ft_status status = FT_OK;

	if (user) {
		status = ft_log_words_name(words, FT_LOG_USER, user, str, err);
		ft_str_add_char(str, '@');
	}
	if (!status)
		status = ft_log_words_name(words, FT_LOG_ACCOUNT,
		    ft_image_id(image, "account"), str, err);
	if (!status && partition)
		status = partition_name(words, partition, str, err);
	return status;
}

static enum ft_status
make_name(struct ft_log_words *words, enum ft_log what, uint32_t id,
    struct ft_str *str, struct ft_error *err)
{
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	struct ft_image image = { .n = 0 };
	const char *json = NULL, *name;
	enum ft_status status;

	status = ft_log_words_state(words, what, id, NULL, &arena, &json, err);
	if (!status && !json)
		status = last_image(words, what, id, &arena, &json, err);
	if (!status)
		status = ft_image_read(words->store, json, &arena, &image, err);
	if (!status && what == FT_LOG_ASSOC)
		ft_str_add(str, !json                         ? "association "
				: ft_image_id(&image, "user") ? "user "
							      : "account ");
	if (!status && what == FT_LOG_ASSOC && json)
		status = ft_log_words_assoc(words, &image, str, err);
	else if (!status && (name = ft_image_get(&image, "name")))
		ft_str_add(str, name);
	else if (!status)
		ft_str_addf(str, "%lu", (unsigned long)id);
	return status;
}

/* The name, of an association with "user " or "account " in front. */
static enum ft_status
look_up(struct ft_log_words *words, enum ft_log what, uint32_t id,
    const char **word, struct ft_error *err)
{
	struct ft_str made FT_CLEANUP(ft_str_free) = { 0 };
	const char **kept = ft_idvec_get(&words->word[what], id, sizeof *kept);
	enum ft_status status;

	if (kept) {
		*word = *kept;
		return FT_OK;
	}
	status = make_name(words, what, id, &made, err);
	*word = ft_arena_strdup(&words->arena, ft_str_text(&made));
	if (!status) {
		kept = ft_idvec_add(&words->word[what], id, sizeof *kept);
		*kept = *word;
	}
	return status;
}

enum ft_status
ft_log_words_name(struct ft_log_words *words, enum ft_log what, uint32_t id,
    struct ft_str *str, struct ft_error *err)
{
	const char *word = NULL;

	FT_TRY(look_up(words, what, id, &word, err));
	if (what == FT_LOG_ASSOC)
		word = strchr(word, ' ') + 1;
	ft_str_add(str, word);
	return FT_OK;
}

/* The owner of a mark. */
static enum ft_status
mark_subject(struct ft_log_words *words, uint32_t id, struct ft_str *str,
    struct ft_error *err)
{
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	struct ft_image image = { .n = 0 };
	const char *json = NULL;
	enum ft_status status;
	uint32_t assoc;

	status = ft_log_words_state(
	    words, FT_LOG_USAGE_MARK, id, NULL, &arena, &json, err);
	if (!status)
		status = ft_image_read(words->store, json, &arena, &image, err);
	assoc = ft_image_id(&image, "assoc");
	if (!status)
		status = ft_log_words_subject(words,
		    assoc ? FT_LOG_ASSOC : FT_LOG_QOS,
		    assoc ? assoc : ft_image_id(&image, "qos"), NULL, str, err);
	return status;
}

enum ft_status
ft_log_words_subject(struct ft_log_words *words, enum ft_log what, uint32_t key,
    const char *name, struct ft_str *str, struct ft_error *err)
{
	enum ft_log owner = ft_log_owner(what);
	const char *word = NULL;

	if (owner == FT_LOG_USAGE_MARK)
		return mark_subject(words, key, str, err);
	if (owner == FT_LOG_SETTING || owner == FT_LOG_CONF) {
		ft_str_add(str, name ? "setting " : "slurm.conf");
		ft_str_add(str, name ? name : "");
		return FT_OK;
	}
	FT_TRY(look_up(words, owner, key, &word, err));
	if (owner != FT_LOG_ASSOC)
		ft_str_addf(str, "%s ", ft_log_name(owner));
	ft_str_add(str, word);
	return FT_OK;
}

enum ft_status
ft_log_words_tres(struct ft_log_words *words, int64_t id, struct ft_str *str,
    struct ft_error *err)
{
	if (!words->has_tres) {
		enum ft_status status = ft_store_read_tres(words->store,
		    &words->arena, &words->tres, &words->n_tres, err);

		if (status)
			return status;
		words->has_tres = true;
	}
	for (size_t i = 0; i < words->n_tres; i++) {
		if (words->tres[i].id == id) {
			ft_tres_add_name(str, &words->tres[i]);
			return FT_OK;
		}
	}
	ft_str_addf(str, "tres/%lld", (long long)id);
	return FT_OK;
}
