/*
 * image.c - images of rows in the journal: keeping them in blocks
 * (block_internal.h), and putting them back.
 *
 * An image is what a row contained before a transaction changed it.  SQL sees
 * the images as rows of the table ft_journal (journal_table.c).
 * ft_field(before, 'name') is a field of an image.  Images that older versions
 * wrote are JSON; these fields are read by SQLite.
 */
#include "store/internal.h"
#include "store/row/block_internal.h"
#include "store/row/column_internal.h"

/* Blocks that were read last, and the columns that hold their ids. */
enum { IN_MEMORY = 16 };

/* A block in memory. */
struct kept {
	int64_t id; /* 0: none */
	struct ft_block block;
	size_t next; /* the column that will probably be asked for next */
	enum ft_log what;
	uint64_t looked, suspect; /* bits of columns: is_suspect() */
};
struct ft_images {
	struct kept kept[IN_MEMORY];
	/* the statement that puts back these columns of this table; NULL:
	 * none */
	sqlite3_stmt *put_back;
	enum ft_log what;
	uint64_t columns; /* bits of columns of a block */
	uint64_t same;    /* those of them whose value is a parameter */
};

void
ft_images_forget(struct ft_store *store)
{
	struct ft_images *images = store->images;

	for (size_t i = 0; images && i < IN_MEMORY; i++) {
		if (images->kept[i].id)
			ft_block_free(&images->kept[i].block);
		images->kept[i].id = 0;
	}
}

void
ft_images_free(struct ft_store *store)
{
	ft_images_forget(store);
	if (store->images)
		sqlite3_finalize(store->images->put_back);
	ft_free(store->images);
	store->images = NULL;
}

/* Read a block of images of rows of TABLE; returns false if it is damaged, or
 * has columns that the table cannot have. */
static bool
read_block(struct ft_block *block, const char *table, sqlite3_value *images,
    int64_t first, int64_t last)
{
	struct ft_column column;
	size_t at = 0;
	bool good = ft_block_read(block, sqlite3_value_blob(images),
	    (size_t)sqlite3_value_bytes(images), first, last);

	for (size_t i = 0; good && i < block->n; i++)
		good =
		    ft_column_find(table, block->column[i].name, &at, &column);
	if (!good)
		ft_block_free(block);
	return good;
}

/* Returns block ID; NULL if it does not exist or is damaged. */
static struct kept *
find_block(struct ft_store *store, int64_t id)
{
	struct kept *kept;
	sqlite3_stmt *stmt;
	int64_t first, last;
	const char *entity;

	if (!store->images)
		store->images = ft_calloc(1, sizeof *store->images);
	kept = &store->images->kept[id % IN_MEMORY];
	if (kept->id == id)
		return kept;
	stmt = ft_store_query(
	    store, FT_STMT_READ_IMAGES, FT_ARGS(FT_ARG("id", id)), NULL);
	if (!stmt || sqlite3_step(stmt) != SQLITE_ROW) {
		sqlite3_reset(stmt);
		return NULL;
	}
	if (kept->id)
		ft_block_free(&kept->block);
	first = sqlite3_value_int64(ft_column(stmt, "first"));
	last = sqlite3_value_int64(ft_column(stmt, "last"));
	entity = (const void *)sqlite3_value_text(ft_column(stmt, "entity"));
	kept->next = 0;
	kept->looked = kept->suspect = 0;
	kept->id = ft_log_find(entity, &kept->what) &&
			   read_block(&kept->block, entity,
			       ft_column(stmt, "images"), first, last)
		       ? id
		       : 0;
	sqlite3_reset(stmt);
	return kept->id ? kept : NULL;
}

/* Returns whether VALUE is a number or NULL that COLUMN allows. */
static bool
is_plain(const struct ft_column *column, const struct ft_block_value *value)
{
	return value->type == SQLITE_NULL
		   ? column->nullable
		   : value->type == SQLITE_INTEGER &&
			 ft_column_allows_number(column, value->number);
}

/* Returns whether column AT, whose VALUES are known, may have some that the table
 * does not allow. */
static bool
is_suspect(struct kept *kept, size_t at, const struct ft_block_value *values)
{
	const uint64_t bit = UINT64_C(1) << at;
	struct ft_column column;
	size_t hint = 0;
	bool plain;

	if (!(kept->looked & bit)) {
		plain = ft_column_find(ft_log_name(kept->what),
		    kept->block.column[at].name, &hint, &column);
		for (size_t i = 0; plain && i < kept->block.rows; i++)
			plain = is_plain(&column, &values[i]);
		kept->looked |= bit;
		kept->suspect |= plain ? 0 : bit;
	}
	return kept->suspect & bit;
}

/* ---- keeping ---------------------------------------------------------------- */

/* Returns what changes, as FT_MOVES_... bits, if column AT of BEFORE replaces
 * that of NOW. */
static int64_t
moves_of(struct ft_block *before, struct ft_block *now, size_t at)
{
	const struct ft_block_value *old, *new;
	const char *name = now->column[at].name;
	int64_t moves = ft_has_word(FT_KEYS, name) ? FT_MOVES_KEYS
			: !strcmp(name, "deleted") ? FT_MOVES_DELETED
						   : 0;

	if (strcmp(name, "removed") != 0)
		return moves;
	old = ft_block_values(before, at);
	new = ft_block_values(now, at);
	if (!old || !new)
		return FT_MOVES_KEYS;
	for (size_t i = 0; i < now->rows; i++)
		if ((old[i].type == SQLITE_NULL) !=
		    (new[i].type == SQLITE_NULL))
			moves |= old[i].type == SQLITE_NULL ? FT_MOVES_BACK
							    : FT_MOVES_AWAY;
	return moves;
}

/* Compare the rows as they are, whose block is NOW, with the older block of
 * IMAGING. */
static void
compare(struct ft_store *store, struct ft_imaging *imaging,
    const struct ft_str *now)
{
	struct kept *kept = find_block(store, imaging->block);
	struct ft_block block;

	if (!kept || !ft_block_read(&block, now->data, now->len, imaging->first,
			 imaging->last))
		return;
	imaging->alike =
	    ft_block_compare(&kept->block, &block, &imaging->differs);
	for (size_t i = 0; imaging->alike && i < block.n; i++)
		if (imaging->differs >> i & 1)
			imaging->moves |= moves_of(&kept->block, &block, i);
	ft_block_free(&block);
}

static enum ft_status
write_block(struct ft_store *store, struct ft_imaging *imaging,
    struct ft_block_maker *maker, uint32_t last, struct ft_error *err)
{
	struct ft_str block FT_CLEANUP(ft_str_free) = { 0 };
	uint32_t first = last - (uint32_t)maker->rows + 1;

	ft_block_finish(maker, &block);
	if (imaging->block && first == imaging->first && last == imaging->last)
		compare(store, imaging, &block);
	if (!imaging->journal)
		return FT_OK;
	FT_TRY(ft_store_run(store, FT_STMT_ADD_IMAGES,
	    FT_ARGS(FT_ARG("journal", imaging->journal),
		FT_ARG("entity", ft_log_name(imaging->what)),
		FT_ARG("first", first), FT_ARG("last", last),
		{ .name = "images",
		    .is = FT_ARG_BLOB,
		    .text = block.data,
		    .number = (int64_t)block.len }),
	    err));
	/* its id may be that of a block that a rolled back savepoint wrote */
	ft_images_forget(store);
	return FT_OK;
}

/* Rows on their way into blocks. */
struct imager {
	struct ft_store *store;
	struct ft_imaging *imaging;
	struct ft_block_maker maker;
	const char *name[FT_BLOCK_COLUMNS];
	uint32_t last; /* id of the last row */
	bool failed;
	struct ft_error *err;
};

static void
free_imager(struct imager *imager)
{
	ft_block_maker_free(&imager->maker);
}

static void
add_image(void *ctx, sqlite3_value **value)
{
	struct imager *imager = ctx;
	const uint32_t id = (uint32_t)sqlite3_value_int64(value[0]);
	const size_t rows = imager->maker.rows;

	if (rows && (rows == FT_BLOCK_ROWS || id != imager->last + 1))
		imager->failed =
		    write_block(imager->store, imager->imaging, &imager->maker,
			imager->last, imager->err) != FT_OK;
	ft_block_add(&imager->maker, value);
	imager->imaging->found++;
	imager->last = id;
}

/* Pass the rows to add_image(): not as structs, as an image is what is there, even if
 * it is damaged. */
static enum ft_status
collect_rows(struct imager *imager)
{
	const struct ft_imaging *imaging = imager->imaging;
	const struct ft_table_info *info =
	    ft_store_table(imager->store, ft_log_name(imaging->what));

	assert(info && info->n <= FT_BLOCK_COLUMNS);
	for (size_t i = 0; i < info->n; i++)
		imager->name[i] = info->column[i].name;
	imager->maker.name = imager->name;
	imager->maker.n = info->n;
	return ft_store_collect(imager->store,
	    (enum ft_stmt)(FT_STMT_COLLECT_ROWS + (int)imaging->what),
	    FT_ARGS(
		FT_ARG("first", imaging->first), FT_ARG("last", imaging->last)),
	    &(struct ft_collector){
		.raw = add_image, .ctx = imager, .stopped = &imager->failed },
	    imager->err);
}

enum ft_status
ft_images_keep(
    struct ft_store *store, struct ft_imaging *imaging, struct ft_error *err)
{
	struct imager imager FT_CLEANUP(
	    free_imager) = { .store = store, .imaging = imaging, .err = err };

	FT_TRY(collect_rows(&imager));
	if (imager.failed)
		return err ? err->status : FT_EIO;
	return imager.maker.rows ? write_block(store, imaging, &imager.maker,
				       imager.last, err)
				 : FT_OK;
}

bool
ft_images_match(struct ft_store *store, const struct ft_imaging *imaging,
    sqlite3_value *images)
{
	struct ft_imaging rows = *imaging;
	struct imager imager FT_CLEANUP(
	    free_imager) = { .store = store, .imaging = &rows };
	struct ft_str now FT_CLEANUP(ft_str_free) = { 0 };

	if (!collect_rows(&imager) && imager.maker.rows)
		ft_block_finish(&imager.maker, &now);
	return now.len == (size_t)sqlite3_value_bytes(images) &&
	       (!now.len ||
		   !memcmp(now.data, sqlite3_value_blob(images), now.len));
}

/* ---- putting back ------------------------------------------------------------ */

/* Returns a bit for each column of COLUMNS that has the same number, or NULL, in all
 * rows. */
static uint64_t
same_columns(struct kept *kept, uint64_t columns)
{
	uint64_t all = 0;

	for (size_t at = 0; at < kept->block.n; at++) {
		const struct ft_block_value *value =
		    columns >> at & 1 ? ft_block_values(&kept->block, at)
				      : NULL;
		bool same = value && !is_suspect(kept, at, value);

		for (size_t i = 1; same && i < kept->block.rows; i++)
			same = value[i].type == value->type &&
			       (value->type == SQLITE_NULL ||
				   value[i].number == value->number);
		all |= same ? UINT64_C(1) << at : 0;
	}
	return all;
}

/* Returns the statement that puts back the columns of IMAGING, NULL on failure. */
static sqlite3_stmt *
put_back_stmt(struct ft_store *store, const struct ft_imaging *imaging,
    const struct ft_block *block, uint64_t same)
{
	struct ft_images *images = store->images;
	struct ft_str sql FT_CLEANUP(ft_str_free) = { 0 };
	const char *between = " SET ";

	if (images->put_back && images->what == imaging->what &&
	    images->columns == imaging->differs && images->same == same)
		return images->put_back;
	sqlite3_finalize(images->put_back);
	images->put_back = NULL;
	images->what = imaging->what;
	images->columns = imaging->differs;
	images->same = same;
	ft_str_addf(&sql, "UPDATE %s", ft_log_name(imaging->what));
	for (size_t i = 0; i < block->n; i++) {
		const char *name = block->column[i].name;

		if (!(imaging->differs >> i & 1))
			continue;
		/* the table has a column of this name, because `now` has it */
		ft_str_addf(&sql, "%s\"%s\" = ", between, name);
		ft_str_addf(&sql,
		    same >> i & 1 ? ":%s" : "ft_field(:offset + id, '%s')",
		    name);
		between = ", ";
	}
	ft_str_add(&sql, " WHERE id BETWEEN :first AND :last");
	if (!sqlite3_prepare_v2(
		store->db, ft_str_text(&sql), -1, &images->put_back, NULL))
		ft_store_read_tables(store, ft_str_text(&sql));
	return images->put_back;
}

/* Bind the values that are the SAME in all rows. */
static enum ft_status
bind_same(struct ft_store *store, const struct kept *kept, uint64_t same,
    struct ft_error *err)
{
	struct ft_arg args[FT_BLOCK_COLUMNS + 1];
	size_t n = 0;

	for (size_t at = 0; at < kept->block.n; at++) {
		const struct ft_block_value *value =
		    kept->block.column[at].value;

		if (same >> at & 1)
			args[n++] =
			    (struct ft_arg){ .name =
						 kept->block.column[at].name,
				    .is = value->type == SQLITE_NULL
					      ? FT_ARG_NULL
					      : FT_ARG_NUMBER,
				    .number = value->number };
	}
	args[n].name = NULL;
	return ft_store_bind(store, store->images->put_back, args, err);
}

enum ft_status
ft_images_put_back(struct ft_store *store, const struct ft_imaging *imaging,
    struct ft_error *err)
{
	struct ft_arg offset =
	    FT_ARG("offset", imaging->block * FT_BLOCK_ROWS - imaging->first);
	struct kept *kept;
	sqlite3_stmt *stmt = NULL;
	uint64_t same = 0;
	int step;

	if (!imaging->differs)
		return FT_OK;
	kept = find_block(store, imaging->block);
	if (kept) {
		same = same_columns(kept, imaging->differs);
		stmt = put_back_stmt(store, imaging, &kept->block, same);
	}
	if (!stmt)
		return ft_store_fail(store, err);
	if (same == imaging->differs)
		offset.name = NULL; /* no parameter of this statement */
	FT_TRY(bind_same(store, kept, same, err));
	FT_TRY(ft_store_bind(store, stmt,
	    FT_ARGS(FT_ARG("first", imaging->first),
		FT_ARG("last", imaging->last), offset),
	    err));
	store->suspect = 0;
	step = ft_store_step(store, stmt, err);
	store->suspect = FT_SUSPECT_ALL;
	return (enum ft_status)step;
}

enum ft_status
ft_images_run(struct ft_store *store, enum ft_stmt id,
    const struct ft_arg *args, struct ft_error *err)
{
	enum ft_status status;

	store->suspect = 0;
	status = ft_store_run(store, id, args, err);
	store->suspect = FT_SUSPECT_ALL;
	return status;
}

/* ---- fields ----------------------------------------------------------------- */

static void
fail(sqlite3_context *context)
{
	sqlite3_result_error(context, "images in the journal", -1);
	sqlite3_result_error_code(context, SQLITE_CORRUPT);
}

/* Returns the values of column NAME, which is probably the next one; NULL if
 * there is no such column or, with *damaged, if it is damaged.  If some values are
 * suspect, rows that are written are checked. */
static const struct ft_block_value *
find_column(
    struct ft_store *store, struct kept *kept, const char *name, bool *damaged)
{
	const struct ft_block_value *values;

	for (size_t i = 0; i < kept->block.n; i++) {
		size_t at = (kept->next + i) % kept->block.n;

		if (strcmp(kept->block.column[at].name, name) != 0)
			continue;
		kept->next = at + 1;
		values = ft_block_values(&kept->block, at);
		*damaged = !values;
		if (values && is_suspect(kept, at, values))
			store->suspect = FT_SUSPECT_ALL;
		return values;
	}
	return NULL;
}

static void
answer(sqlite3_context *context, const struct ft_block_value *value)
{
	if (value->type == SQLITE_INTEGER)
		sqlite3_result_int64(context, value->number);
	else if (value->type == SQLITE_FLOAT)
		sqlite3_result_double(context, value->real);
	else if (value->type == SQLITE_TEXT)
		sqlite3_result_text64(context, value->text, value->len,
		    SQLITE_TRANSIENT, SQLITE_UTF8);
}

/* Let SQLite read field NAME of an IMAGE that is JSON. */
static void
ask_sqlite(sqlite3_context *context, const char *image, const char *name)
{
	struct ft_store *store = sqlite3_user_data(context);
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_IMAGE_FIELD,
	    FT_ARGS(FT_ARG("image", image), FT_ARG("name", name)), NULL);

	store->suspect = FT_SUSPECT_ALL;
	if (stmt && sqlite3_step(stmt) == SQLITE_ROW)
		sqlite3_result_value(context, ft_column(stmt, NULL));
	else
		sqlite3_result_error(context, sqlite3_errmsg(store->db), -1);
	sqlite3_reset(stmt);
}

/* ft_field(before, 'name') */
static void
get(sqlite3_context *context, int count, sqlite3_value **value)
{
	struct ft_store *store = sqlite3_user_data(context);
	const char *name = (const void *)sqlite3_value_text(value[1]);
	int type = sqlite3_value_type(value[0]);
	const struct ft_block_value *values;
	struct kept *kept;
	int64_t before;
	bool damaged = false;

	(void)count;
	if (type == SQLITE_NULL || !name)
		return;
	if (type != SQLITE_INTEGER) {
		ask_sqlite(
		    context, (const void *)sqlite3_value_text(value[0]), name);
		return;
	}
	before = sqlite3_value_int64(value[0]);
	kept = before < 0 ? NULL : find_block(store, before / FT_BLOCK_ROWS);
	if (!kept || (size_t)(before % FT_BLOCK_ROWS) >= kept->block.rows) {
		fail(context);
		return;
	}
	values = find_column(store, kept, name, &damaged);
	if (damaged)
		fail(context);
	else if (values)
		answer(context, &values[before % FT_BLOCK_ROWS]);
}

/* ft_is_images(entity, first, last, images): whether undo can read all of them */
static void
is_images(sqlite3_context *context, int count, sqlite3_value **value)
{
	struct ft_block block;
	bool good = read_block(&block,
	    (const void *)sqlite3_value_text(value[0]), value[3],
	    sqlite3_value_int64(value[1]), sqlite3_value_int64(value[2]));

	(void)count;
	for (size_t i = 0; good && i < block.n; i++)
		good = ft_block_values(&block, i) != NULL;
	ft_block_free(&block);
	sqlite3_result_int(context, good);
}

enum ft_status
ft_images_prepare(struct ft_store *store, struct ft_error *err)
{
	const int flags = SQLITE_UTF8 | SQLITE_DIRECTONLY;

	if (sqlite3_create_function_v2(store->db, "ft_field", 2, flags, store,
		get, NULL, NULL, NULL) ||
	    sqlite3_create_function_v2(store->db, "ft_is_images", 4, flags,
		store, is_images, NULL, NULL, NULL))
		return ft_store_fail(store, err);
	return FT_OK;
}
