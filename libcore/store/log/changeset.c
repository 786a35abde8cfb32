/*
 * changeset.c - checks whether bytes are a changeset that work.c can have
 * written.  A store may come from anybody, and SQLite trusts changesets: it
 * silently skips tables that do not fit, and reads past the end of texts.
 */
#include "store/internal.h"
#include "store/row/column_internal.h"

/* The tables whose changes are kept: they have no images, and are not
 * caches. */
static const char *const tables[] = { "clock", "controller", "job", "job_run",
	"live_change", "node_event", "reservation", "reservation_record",
	"usage_era", "usage_reset", "usage_segment" };

enum { TABLES = FT_COUNT(tables), COLUMNS_MOST = 256 };

/* The types of values, and what begins a table, in SQLite's format. */
enum { UNDEFINED, WHOLE, REAL, TEXT, BYTES, EMPTY, TABLE = 'T' };

/* The bytes not read yet, and the columns of the table that it is about. */
struct reader {
	struct ft_store *store;
	const unsigned char *at, *end;
	size_t n;
	bool key[COLUMNS_MOST];
};

bool
ft_changeset_has(const char *table)
{
	for (int i = 0; i < TABLES; i++)
		if (strcmp(table, tables[i]) == 0)
			return true;
	return false;
}

static size_t
left(const struct reader *reader)
{
	return (size_t)(reader->end - reader->at);
}

/* Read a number of at most four groups of seven bits, the highest first. */
static bool
read_number(struct reader *reader, size_t *number)
{
	*number = 0;
	for (int i = 0; i < 4 && left(reader); i++) {
		unsigned char byte = *reader->at++;

		*number = *number << 7 | (byte & 0x7f);
		if (byte < 0x80)
			return true;
	}
	return false;
}

/* Read the name of a table and its columns, which must be those of the store. */
static bool
read_table(struct reader *reader)
{
	const unsigned char *key, *end;
	const char *name;
	const struct ft_table_info *info;

	if (!read_number(reader, &reader->n) || reader->n > COLUMNS_MOST ||
	    left(reader) < reader->n)
		return false;
	key = reader->at;
	reader->at += reader->n;
	name = (const char *)reader->at;
	end = memchr(name, '\0', left(reader));
	if (!end || !ft_changeset_has(name))
		return false;
	reader->at = end + 1;
	info = ft_store_table(reader->store, name);
	if (!info || info->n != reader->n)
		return false;
	for (size_t i = 0; i < info->n; i++) {
		int is_key = 0;

		(void)sqlite3_table_column_metadata(reader->store->db, "main",
		    info->table, info->column[i].name, NULL, NULL, NULL,
		    &is_key, NULL);
		reader->key[i] = is_key;
		if (reader->key[i] != (key[i] != 0))
			return false;
	}
	return true;
}

static bool
read_value(struct reader *reader, unsigned char *type)
{
	size_t size = 0;

	if (!left(reader))
		return false;
	*type = *reader->at++;
	if (*type > EMPTY)
		return false;
	if (*type == WHOLE || *type == REAL)
		size = 8;
	else if ((*type == TEXT || *type == BYTES) &&
		 !read_number(reader, &size))
		return false;
	if (left(reader) < size)
		return false;
	reader->at += size;
	return true;
}

/* Read the values of a row; the type of each. */
static bool
read_row(struct reader *reader, unsigned char type[COLUMNS_MOST])
{
	for (size_t i = 0; i < reader->n; i++)
		if (!read_value(reader, &type[i]))
			return false;
	return true;
}

/* A row that was added or removed: it has all values. */
static bool
read_whole_row(struct reader *reader)
{
	unsigned char type[COLUMNS_MOST];

	if (!read_row(reader, type))
		return false;
	for (size_t i = 0; i < reader->n; i++)
		if (type[i] == UNDEFINED ||
		    (type[i] == EMPTY && reader->key[i]))
			return false;
	return true;
}

/* A row that changed: its key before, and each changed value before and after. */
static bool
read_changed_row(struct reader *reader)
{
	unsigned char before[COLUMNS_MOST], after[COLUMNS_MOST];

	if (!read_row(reader, before) || !read_row(reader, after))
		return false;
	for (size_t i = 0; i < reader->n; i++)
		if (reader->key[i]
			? before[i] == UNDEFINED || before[i] == EMPTY ||
			      after[i] != UNDEFINED
			: (before[i] == UNDEFINED) != (after[i] == UNDEFINED))
			return false;
	return true;
}

static bool
read_change(struct reader *reader)
{
	unsigned char op;

	if (left(reader) < 2)
		return false;
	op = reader->at[0];
	reader->at += 2; /* the second: whether a trigger made it */
	if (op == SQLITE_UPDATE)
		return read_changed_row(reader);
	return (op == SQLITE_INSERT || op == SQLITE_DELETE) &&
	       read_whole_row(reader);
}

bool
ft_changeset_is_sound(struct ft_store *store, const void *data, size_t size)
{
	struct reader reader = { .store = store, .at = data };

	reader.end = reader.at + size;
	do {
		if (!left(&reader) || *reader.at++ != TABLE ||
		    !read_table(&reader))
			return false;
		do
			if (!read_change(&reader))
				return false;
		while (left(&reader) && *reader.at != TABLE);
	} while (left(&reader));
	return true;
}
