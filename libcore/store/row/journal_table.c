/*
 * journal_table.c - the virtual table ft_journal: the journal's images as SQL sees them.
 *
 * ft_journal has the rows of journal_row, and a row for each image in
 * journal_image, whose `before` is
 *
 *     (id of the block) * FT_BLOCK_ROWS + (position of the image in the block)
 *
 * ft_journal(1) has a row for each block instead, with the first and the last
 * id of its rows.
 */
#include "store/internal.h"
#include "store/row/block_internal.h"
#include "store/row/column_internal.h"

enum { BLOCK_MOST = INT32_MAX };

/* The conditions of a query, a set: parameters of its statement. */
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
ft_journal_prepare(struct ft_store *store, struct ft_error *err)
{
	return sqlite3_create_module(store->db, "ft_journal", &module, store)
		   ? ft_store_fail(store, err)
		   : FT_OK;
}
