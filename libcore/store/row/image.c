/*
 * image.c - images of rows in the journal: keeping them in blocks
 * (block_internal.h), putting them back, and what SQL sees of them.
 *
 * An image is what a row contained before a transaction changed it.  For SQL
 * there are a virtual table and a function.  ft_journal has the rows of
 * journal_row, and a row for each image in journal_image, whose `before` is
 *
 *     (id of the block) * FT_BLOCK_ROWS + (position of the image in the block)
 *
 * ft_journal(1) has a row for each block instead, with the first and the last
 * id of its rows.  ft_field(before, 'name') is a field of an image.  Images
 * that older versions wrote are JSON; these fields are read by SQLite.
 */
#include "store/internal.h"
#include "store/row/block_internal.h"
#include "store/row/column_internal.h"

/* Blocks that were read last, and the columns that hold their ids. */
enum { IN_MEMORY = 16, BLOCK_MOST = INT32_MAX };

/* A block in memory. */
struct kept {
	int64_t id; /* 0: none */
	struct ft_block block;
	size_t next; /* the column that will probably be asked for next */
};
struct ft_images {
	struct kept kept[IN_MEMORY];
	/* the statement that puts back these columns of this table; NULL:
	 * none */
	sqlite3_stmt *put_back;
	enum ft_log what;
	uint64_t columns; /* bits of columns of a block */
	uint64_t suspect; /* the same columns, as bits of those of the table */
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
	kept->next = 0;
	kept->id =
	    read_block(&kept->block,
		(const void *)sqlite3_value_text(ft_column(stmt, "entity")),
		ft_column(stmt, "images"), first, last)
		? id
		: 0;
	sqlite3_reset(stmt);
	return kept->id ? kept : NULL;
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

static sqlite3_stmt *
query_rows(struct ft_store *store, const struct ft_imaging *imaging,
    struct ft_error *err)
{
	return ft_store_query(store,
	    (enum ft_stmt)(FT_STMT_ROWS + (int)imaging->what),
	    FT_ARGS(
		FT_ARG("first", imaging->first), FT_ARG("last", imaging->last)),
	    err);
}

enum ft_status
ft_images_keep(
    struct ft_store *store, struct ft_imaging *imaging, struct ft_error *err)
{
	struct ft_block_maker maker FT_CLEANUP(
	    ft_block_maker_free) = { .n = 0 };
	sqlite3_stmt *stmt = query_rows(store, imaging, err);
	enum ft_status status = stmt ? FT_OK : FT_EIO;
	uint32_t id, last = 0;
	int code = SQLITE_DONE;

	/* not ft_store_next(), because an image keeps even damaged values */
	while (!status && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
		id = ft_column_u32(stmt, NULL);
		if (maker.rows &&
		    (maker.rows == FT_BLOCK_ROWS || id != last + 1))
			status = write_block(store, imaging, &maker, last, err);
		ft_block_add(&maker, stmt);
		imaging->found++;
		last = id;
	}
	if (!status && code != SQLITE_DONE)
		status = ft_store_fail(store, err);
	sqlite3_reset(stmt);
	if (!status && maker.rows)
		status = write_block(store, imaging, &maker, last, err);
	return status;
}

bool
ft_images_match(struct ft_store *store, const struct ft_imaging *imaging,
    sqlite3_value *images)
{
	struct ft_block_maker maker FT_CLEANUP(
	    ft_block_maker_free) = { .n = 0 };
	struct ft_str now FT_CLEANUP(ft_str_free) = { 0 };
	sqlite3_stmt *stmt = query_rows(store, imaging, NULL);

	while (stmt && sqlite3_step(stmt) == SQLITE_ROW)
		ft_block_add(&maker, stmt);
	if (maker.rows)
		ft_block_finish(&maker, &now);
	sqlite3_reset(stmt);
	return now.len == (size_t)sqlite3_value_bytes(images) &&
	       (!now.len ||
		   !memcmp(now.data, sqlite3_value_blob(images), now.len));
}

/* Returns the statement that puts back the columns of IMAGING, NULL on failure. */
static sqlite3_stmt *
put_back_stmt(struct ft_store *store, const struct ft_imaging *imaging,
    const struct ft_block *block)
{
	struct ft_images *images = store->images;
	struct ft_str sql FT_CLEANUP(ft_str_free) = { 0 };
	const struct ft_table_info *info =
	    ft_store_table(store, ft_log_name(imaging->what));
	const char *between = " SET ";

	if (images->put_back && images->what == imaging->what &&
	    images->columns == imaging->differs)
		return images->put_back;
	sqlite3_finalize(images->put_back);
	images->put_back = NULL;
	images->what = imaging->what;
	images->columns = imaging->differs;
	images->suspect = 0;
	ft_str_addf(&sql, "UPDATE %s", ft_log_name(imaging->what));
	for (size_t i = 0; i < block->n; i++) {
		const char *name = block->column[i].name;

		if (!(imaging->differs >> i & 1))
			continue;
		/* the table has a column of this name, because `now` has it */
		ft_str_addf(&sql, "%s\"%s\" = ft_field(:offset + id, '%s')",
		    between, name, name);
		between = ", ";
		for (size_t at = 0; at < info->n; at++)
			if (!strcmp(info->column[at].name, name))
				images->suspect |= UINT64_C(1) << at;
	}
	ft_str_add(&sql, " WHERE id BETWEEN :first AND :last");
	if (!sqlite3_prepare_v2(
		store->db, ft_str_text(&sql), -1, &images->put_back, NULL))
		ft_store_read_tables(store, ft_str_text(&sql));
	return images->put_back;
}

enum ft_status
ft_images_put_back(struct ft_store *store, const struct ft_imaging *imaging,
    struct ft_error *err)
{
	struct kept *kept;
	sqlite3_stmt *stmt;
	int step;

	if (!imaging->differs)
		return FT_OK;
	kept = find_block(store, imaging->block);
	stmt = kept ? put_back_stmt(store, imaging, &kept->block) : NULL;
	if (!stmt)
		return ft_store_fail(store, err);
	FT_TRY(ft_store_bind(store, stmt,
	    FT_ARGS(FT_ARG("offset",
			imaging->block * FT_BLOCK_ROWS - imaging->first),
		FT_ARG("first", imaging->first), FT_ARG("last", imaging->last)),
	    err));
	store->suspect = store->images->suspect;
	step = ft_store_step(store, stmt, err);
	store->suspect = FT_SUSPECT_ALL;
	return (enum ft_status)step;
}

/* ---- fields ----------------------------------------------------------------- */

static void
fail(sqlite3_context *context)
{
	sqlite3_result_error(context, "images in the journal", -1);
	sqlite3_result_error_code(context, SQLITE_CORRUPT);
}

/* Returns the values of column NAME, which is probably the next one; NULL if
 * there is no such column or, with *damaged, if it is damaged. */
static const struct ft_block_value *
find_column(struct kept *kept, const char *name, bool *damaged)
{
	const struct ft_block_value *values;

	for (size_t i = 0; i < kept->block.n; i++) {
		size_t at = (kept->next + i) % kept->block.n;

		if (strcmp(kept->block.column[at].name, name) != 0)
			continue;
		kept->next = at + 1;
		values = ft_block_values(&kept->block, at);
		*damaged = !values;
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
	kept = before < 0 ? NULL
			  : find_block(sqlite3_user_data(context),
				before / FT_BLOCK_ROWS);
	if (!kept || (size_t)(before % FT_BLOCK_ROWS) >= kept->block.rows) {
		fail(context);
		return;
	}
	values = find_column(kept, name, &damaged);
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

/* ---- the table ft_journal ----------------------------------------------------- */

/* What is asked of it: parameters of its statement. */
enum {
	JOURNAL = 1, /* = ?1 */
	LATER = 2,   /* journal > ?1 */
	ENTITY = 4,  /* = ?2 */
	LOW = 8,     /* key >= ?3 */
	HIGH = 16,   /* key <= ?4 */
	KEY = 32,    /* = ?3 and ?4 */
	WHOLE = 64   /* blocks, not their rows */
};
static const struct {
	int column;
	unsigned char op;
	int bit, first, second; /* parameters; 0 none */
} questions[] = {
	{ 0, SQLITE_INDEX_CONSTRAINT_EQ, JOURNAL, 1, 0 },
	{ 0, SQLITE_INDEX_CONSTRAINT_GT, LATER, 1, 0 },
	{ 1, SQLITE_INDEX_CONSTRAINT_EQ, ENTITY, 2, 0 },
	{ 2, SQLITE_INDEX_CONSTRAINT_GE, LOW, 3, 0 },
	{ 2, SQLITE_INDEX_CONSTRAINT_LE, HIGH, 4, 0 },
	{ 2, SQLITE_INDEX_CONSTRAINT_EQ, KEY, 3, 4 },
	{ 5, SQLITE_INDEX_CONSTRAINT_EQ, WHOLE, 0, 0 },
};
enum { QUESTIONS = FT_COUNT(questions) };
/* The columns of its statement: those of the table come after BLOCK, which says
 * whether LAST and BEFORE are the last id and the number of a block. */
enum { BLOCK, FIRST = 3, LAST, BEFORE, IS_WHOLE };

struct query {
	sqlite3_stmt *stmt;
	int asked; /* what STMT is for */
};
struct table {
	sqlite3_vtab base;
	struct ft_store *store;
	struct query
	    kept; /* of the cursor closed last: preparing takes longest */
};
struct cursor {
	sqlite3_vtab_cursor base;
	struct query query;
	int64_t low, high; /* keys */
	bool whole;        /* blocks, not their rows */
	bool block, end;
	int64_t first, key, last; /* of a block */
	int64_t n;
};

static int
connect_journal(sqlite3 *db, void *store, int argc, const char *const *argv,
    sqlite3_vtab **made, char **message)
{
	struct table *table;

	(void)argc;
	(void)argv;
	(void)message;
	*made = NULL;
	if (sqlite3_declare_vtab(db,
		"CREATE TABLE ft_journal (journal INTEGER, "
		"entity TEXT, key, last INTEGER, before, whole HIDDEN)"))
		return SQLITE_ERROR;
	(void)sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
	table = ft_calloc(1, sizeof *table);
	table->store = store;
	*made = &table->base;
	return SQLITE_OK;
}

static int
disconnect(sqlite3_vtab *base)
{
	struct table *table = (struct table *)(void *)base;

	sqlite3_finalize(table->kept.stmt);
	ft_free(table);
	return SQLITE_OK;
}

static int
plan(sqlite3_vtab *table, sqlite3_index_info *info)
{
	int n = 0, asked = 0;

	(void)table;
	for (int i = 0; i < QUESTIONS; i++)
		for (int j = 0; j < info->nConstraint; j++) {
			if (!info->aConstraint[j].usable ||
			    info->aConstraint[j].iColumn !=
				questions[i].column ||
			    info->aConstraint[j].op != questions[i].op ||
			    asked & questions[i].bit)
				continue;
			asked |= questions[i].bit;
			info->aConstraintUsage[j].argvIndex = ++n;
		}
	info->idxNum = asked;
	info->estimatedCost = asked & KEY       ? 10
			      : asked & JOURNAL ? 1e5
			      : asked & LOW     ? 1e6
						: 1e9;
	info->estimatedRows = asked & KEY ? 1 : 10000;
	return SQLITE_OK;
}

static int
open_cursor(sqlite3_vtab *table, sqlite3_vtab_cursor **made)
{
	struct cursor *cursor = ft_calloc(1, sizeof *cursor);

	(void)table;
	*made = &cursor->base;
	return SQLITE_OK;
}

static int
close_cursor(sqlite3_vtab_cursor *base)
{
	struct cursor *cursor = (struct cursor *)base;
	struct table *table = (struct table *)(void *)base->pVtab;

	sqlite3_reset(cursor->query.stmt);
	sqlite3_finalize(table->kept.stmt);
	table->kept = cursor->query;
	ft_free(cursor);
	return SQLITE_OK;
}

/* Prepare what finds the rows of journal_row, then the blocks. */
static int
prepare(struct ft_store *store, struct query *query)
{
	static const char rows[] =
	    "SELECT 0, journal, entity, key, last, before FROM journal_row "
	    "WHERE true";
	static const char blocks[] =
	    " UNION ALL SELECT 1, journal, entity, first, last, id FROM "
	    "journal_image WHERE true";
	/* what is added for each question */
	static const char *const parts[][QUESTIONS + 1] = {
		{ rows, " AND journal = ?1", " AND journal > ?1",
		    " AND entity = ?2", " AND key >= ?3", " AND key <= ?4",
		    " AND key BETWEEN ?3 AND ?4", "" },
		{ blocks, " AND journal = ?1", " AND journal > ?1",
		    " AND entity = ?2", " AND first > ?3 - 512 AND last >= ?3",
		    " AND first <= ?4",
		    " AND first BETWEEN ?3 - 511 AND ?4 AND last >= ?3", "" },
	};
	struct ft_str sql FT_CLEANUP(ft_str_free) = { 0 };
	int tables = store->schema < FT_SCHEMA_IMAGES ? 1 : 2;

	for (int i = 0; i < tables; i++) {
		ft_str_add(&sql, parts[i][0]);
		for (int j = 0; j < QUESTIONS; j++)
			if (query->asked & questions[j].bit)
				ft_str_add(&sql, parts[i][j + 1]);
	}
	return sqlite3_prepare_v2(
	    store->db, ft_str_text(&sql), -1, &query->stmt, NULL);
}

/* Begin with the row or block of STMT. */
static int
start(struct cursor *cursor)
{
	sqlite3_stmt *stmt = cursor->query.stmt;
	int64_t first, last, id;
	int code = sqlite3_step(stmt);

	cursor->end = code == SQLITE_DONE;
	if (code != SQLITE_ROW)
		return cursor->end ? SQLITE_OK : code;
	cursor->block = sqlite3_column_int(stmt, BLOCK) != 0;
	if (!cursor->block)
		return SQLITE_OK;
	first = sqlite3_column_int64(stmt, FIRST);
	last = sqlite3_column_int64(stmt, LAST);
	id = sqlite3_column_int64(stmt, BEFORE);
	if (first < 1 || last < first || last >= FT_STORE_NO_ID ||
	    last - first >= FT_BLOCK_ROWS || id < 1 || id > BLOCK_MOST)
		return SQLITE_CORRUPT_VTAB;
	cursor->first = first;
	cursor->key = first > cursor->low ? first : cursor->low;
	cursor->last = last < cursor->high ? last : cursor->high;
	/* the statement finds none that has nothing in common with the range */
	return cursor->key > cursor->last ? start(cursor) : SQLITE_OK;
}

static int
filter(sqlite3_vtab_cursor *base, int asked, const char *text, int argc,
    sqlite3_value **argv)
{
	struct cursor *cursor = (struct cursor *)base;
	struct table *table = (struct table *)(void *)base->pVtab;
	struct query *query = &cursor->query;
	int code, n = 0;

	(void)text;
	(void)argc;
	if (!query->stmt) {
		*query = table->kept;
		table->kept.stmt = NULL;
	}
	if (query->stmt && query->asked != asked) {
		sqlite3_finalize(query->stmt);
		query->stmt = NULL;
	}
	query->asked = asked;
	if (!query->stmt && (code = prepare(table->store, query)))
		return code;
	sqlite3_reset(query->stmt);
	cursor->low = INT64_MIN;
	cursor->high = INT64_MAX;
	cursor->whole = false;
	for (int i = 0; i < QUESTIONS; i++) {
		if (!(asked & questions[i].bit))
			continue;
		if (questions[i].bit == WHOLE)
			cursor->whole = sqlite3_value_int(argv[n]) != 0;
		if (questions[i].first)
			(void)sqlite3_bind_value(
			    query->stmt, questions[i].first, argv[n]);
		if (questions[i].second)
			(void)sqlite3_bind_value(
			    query->stmt, questions[i].second, argv[n]);
		if (questions[i].bit & (LOW | KEY))
			cursor->low = sqlite3_value_int64(argv[n]);
		if (questions[i].bit & (HIGH | KEY))
			cursor->high = sqlite3_value_int64(argv[n]);
		n++;
	}
	return start(cursor);
}

static int
next(sqlite3_vtab_cursor *base)
{
	struct cursor *cursor = (struct cursor *)base;

	cursor->n++;
	if (cursor->block && !cursor->whole && cursor->key < cursor->last) {
		cursor->key++;
		return SQLITE_OK;
	}
	return start(cursor);
}

static int
is_end(sqlite3_vtab_cursor *base)
{
	return ((struct cursor *)base)->end;
}

static int
column(sqlite3_vtab_cursor *base, sqlite3_context *context, int at)
{
	struct cursor *cursor = (struct cursor *)base;
	int64_t id;

	if (at + 1 == IS_WHOLE) {
		sqlite3_result_int(context, cursor->whole);
	} else if (!cursor->block || at + 1 < FIRST) {
		sqlite3_result_value(
		    context, sqlite3_column_value(cursor->query.stmt, at + 1));
	} else if (at + 1 == FIRST) {
		sqlite3_result_int64(context, cursor->key);
	} else if (at + 1 == LAST) {
		if (cursor->whole)
			sqlite3_result_int64(context, cursor->last);
	} else if (at + 1 == BEFORE) {
		id = sqlite3_column_int64(cursor->query.stmt, BEFORE);
		sqlite3_result_int64(context,
		    id * FT_BLOCK_ROWS + (cursor->key - cursor->first));
	}
	return SQLITE_OK;
}

static int
row_id(sqlite3_vtab_cursor *base, sqlite3_int64 *id)
{
	*id = ((struct cursor *)base)->n;
	return SQLITE_OK;
}

static const sqlite3_module module = {
	.xConnect = connect_journal,
	.xBestIndex = plan,
	.xDisconnect = disconnect,
	.xOpen = open_cursor,
	.xClose = close_cursor,
	.xFilter = filter,
	.xNext = next,
	.xEof = is_end,
	.xColumn = column,
	.xRowid = row_id,
};

enum ft_status
ft_images_prepare(struct ft_store *store, struct ft_error *err)
{
	const int flags = SQLITE_UTF8 | SQLITE_DIRECTONLY;

	if (sqlite3_create_function_v2(store->db, "ft_field", 2, flags, store,
		get, NULL, NULL, NULL) ||
	    sqlite3_create_function_v2(store->db, "ft_is_images", 4, flags,
		store, is_images, NULL, NULL, NULL) ||
	    sqlite3_create_module(store->db, "ft_journal", &module, store))
		return ft_store_fail(store, err);
	return FT_OK;
}
