/*
 * schema.c - make the schema of a new store, and compare that of a store with it: a
 * file may come from anybody, and its views and triggers would run SQL of their
 * author when a row is read or written.
 */
#include "store/open/open_internal.h"
#include "store/row/column_internal.h"

#include "base/bisect.h"

struct object {
	int since, until; /* versions of the schema, both included */
	const char *type, *name, *table, *sql;
};

/* By type, name, since. */
static const struct object objects[] = {
#include "store/schema.inc"
};
enum { OBJECTS = FT_COUNT(objects) };

/* ---- a new store ---------------------------------------------------------------- */

/* Append what makes the tables that the scripts leave behind, or all else. */
static void
add_objects(struct ft_str *sql, bool tables)
{
	const int64_t version = ft_store_schema_of_scripts();

	for (size_t i = 0; i < OBJECTS; i++)
		if (objects[i].until == version &&
		    !strcmp(objects[i].type, "table") == tables)
			ft_str_addf(sql, "%s;", objects[i].sql);
}

/* The scripts one after the other take 30 times as long: SQLite reads the whole
 * schema again at each column that is added and each table that goes. */
enum ft_status
ft_store_make_schema(struct ft_store *store, struct ft_error *err)
{
	struct ft_str sql FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_addf(&sql,
	    "PRAGMA application_id = %lu; PRAGMA user_version = %lld;",
	    (unsigned long)FT_STORE_APPLICATION,
	    (long long)ft_store_schema_of_scripts());
	add_objects(&sql, true);
	add_objects(&sql, false);
	return ft_store_script(store, ft_str_text(&sql), err);
}

/* ---- comparing SQL ------------------------------------------------------------- */

static bool
is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Returns the end of the comment at SQL, SQL itself if there is none. */
static const char *
after_comment(const char *sql)
{
	const char *end;

	if (sql[0] == '-' && sql[1] == '-')
		return sql + strcspn(sql, "\n");
	if (sql[0] != '/' || sql[1] != '*')
		return sql;
	end = strstr(sql + 2, "*/");
	return end ? end + 2 : sql + strlen(sql);
}

/* Whether the name of a table follows after STR. */
static bool
names_table(const struct ft_str *str)
{
	static const char *const words[] = { "TABLE", "ON", "REFERENCES" };

	for (size_t i = 0; i < FT_COUNT(words); i++) {
		size_t n = strlen(words[i]);

		if (str->len >= n &&
		    !memcmp(str->data + str->len - n, words[i], n) &&
		    (str->len == n || !is_word(str->data[str->len - n - 1])))
			return true;
	}
	return false;
}

/* Append the quoted text at SQL; returns its end.  The name of a table loses its
 * quotes: ALTER TABLE RENAME adds them. */
static const char *
add_quoted(struct ft_str *str, const char *sql)
{
	const char *end = strchr(sql + 1, *sql);
	size_t n = end ? (size_t)(end + 1 - sql) : strlen(sql);
	bool plain = *sql == '"' && end && names_table(str);

	for (size_t i = 1; plain && i + 1 < n; i++)
		plain = is_word(sql[i]);
	if (plain) {
		ft_str_add_char(str, ' ');
		ft_str_add_n(str, sql + 1, n - 2);
	} else {
		ft_str_add_n(str, sql, n);
	}
	return sql + n;
}

/* Append SQL in normal form: no comments, blanks only between two words. */
static void
add_normal(struct ft_str *str, const char *sql)
{
	while (*sql) {
		const char *next = after_comment(sql);

		if (next != sql) {
			sql = next;
		} else if (isspace((unsigned char)*sql)) {
			sql++;
		} else if (strchr("'\"", *sql)) {
			sql = add_quoted(str, sql);
		} else if (is_word(*sql)) {
			if (str->len && is_word(str->data[str->len - 1]))
				ft_str_add_char(str, ' ');
			while (is_word(*sql))
				ft_str_add_char(str, *sql++);
		} else {
			ft_str_add_char(str, *sql++);
		}
	}
}

/* Removes the columns that migrations added from the SQL of a table. */
struct additions {
	const char *table;
	struct ft_str *sql; /* normal */
	bool complete;      /* each was found */
};

static void
take_out(void *ctx, const struct ft_column *column)
{
	struct additions *additions = ctx;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 },
			   normal FT_CLEANUP(ft_str_free) = { 0 };
	char *at;

	if (strcmp(column->table, additions->table))
		return;
	ft_str_add(&text, ", ");
	ft_column_define(&text, column);
	add_normal(&normal, ft_str_text(&text));
	at = strstr(additions->sql->data, ft_str_text(&normal));
	if (at)
		memmove(at, at + normal.len, strlen(at + normal.len) + 1);
	else
		additions->complete = false;
}

/* Whether the SQL of TABLE or its index FOUND in schema VERSION is ONE with the
 * columns added since the scripts. */
static bool
is_same_sql(
    const char *one, const char *found, const char *table, int64_t version)
{
	struct ft_str a FT_CLEANUP(ft_str_free) = { 0 },
			b FT_CLEANUP(ft_str_free) = { 0 };
	struct additions additions = { table, &b, true };

	if (version <= ft_store_schema_of_scripts() && !strcmp(one, found))
		return true;
	add_normal(&a, one);
	add_normal(&b, found);
	for (int64_t i = 1; b.len && i <= version; i++)
		ft_column_each_added(i, take_out, &additions);
	return additions.complete && !strcmp(ft_str_text(&a), ft_str_text(&b));
}

/* ---- comparing schemas ----------------------------------------------------------- */

struct comparison {
	int64_t version; /* of the scripts */
	int64_t added;   /* of the columns */
	bool seen[OBJECTS];
	ft_problem_fn *fn;
	void *ctx;
};

static void
report(struct comparison *comparison, const char *type, const char *name,
    const char *what)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_add_plain(&text, type, 20);
	ft_str_add_char(&text, ' ');
	ft_str_add_plain(&text, name, 60);
	ft_str_addf(&text, " %s", what);
	comparison->fn(comparison->ctx, ft_str_text(&text));
}

/* Whether the version should have the object, which was not seen yet. */
static bool
is_expected(const struct comparison *comparison, size_t at)
{
	return objects[at].since <= comparison->version &&
	       objects[at].until >= comparison->version &&
	       !comparison->seen[at];
}

/* Whether SQLite made it by itself: the index of a key, or ANALYZE. */
static bool
is_of_sqlite(const struct object *found)
{
	static const char index[] = "sqlite_autoindex_";

	if (!*found->sql)
		return !strcmp(found->type, "index") &&
		       !strncmp(found->name, index, strlen(index));
	return (!strcmp(found->name, "sqlite_stat1") &&
		   !strcmp(found->sql,
		       "CREATE TABLE sqlite_stat1(tbl,idx,stat)")) ||
	       (!strcmp(found->name, "sqlite_stat4") &&
		   !strcmp(found->sql, "CREATE TABLE sqlite_stat4"
				       "(tbl,idx,neq,nlt,ndlt,sample)"));
}

static int
compare_names(const struct object *a, const struct object *b)
{
	int order = strcmp(a->type, b->type);

	return order ? order : strcmp(a->name, b->name);
}

/* Returns the index of the expected object with the type and name of FOUND, OBJECTS
 * if there is none. */
static size_t
find(const struct comparison *comparison, const struct object *found)
{
	size_t i;

	FT_BISECT(i, 0, OBJECTS, compare_names(&objects[i], found) < 0);
	for (; i < OBJECTS && !compare_names(&objects[i], found); i++)
		if (is_expected(comparison, i))
			return i;
	return OBJECTS;
}

static void
compare_one(struct comparison *comparison, const struct object *found)
{
	size_t at = find(comparison, found);
	const struct object *want = &objects[at];

	if (at == OBJECTS) {
		report(comparison, found->type, found->name,
		    "was not made by this program");
		return;
	}
	comparison->seen[at] = true;
	if (!*found->sql || strcmp(want->table, found->table) ||
	    !is_same_sql(want->sql, found->sql,
		!strcmp(found->type, "table") ? found->name : "",
		comparison->added))
		report(comparison, found->type, found->name,
		    "is not as this program made it");
}

static const struct ft_column object_cells[] = {
	FT_CELL(struct object, "type", type),
	FT_CELL(struct object, "name", name),
	FT_CELL(struct object, "tbl_name", table),
	FT_CELL(struct object, "sql", sql), /* "" none */
};
static const struct ft_shape object_shape = { .cell = object_cells,
	.n = FT_COUNT(object_cells) };

enum ft_status
ft_store_compare_schema(struct ft_store *store, int64_t version,
    ft_problem_fn *fn, void *ctx, struct ft_error *err)
{
	const int64_t scripts = ft_store_schema_of_scripts();
	struct comparison comparison = { .version = version < scripts ? version
								      : scripts,
		.added = version,
		.seen = { false },
		.fn = fn,
		.ctx = ctx };
	sqlite3_stmt *stmt =
	    ft_store_query(store, FT_STMT_READ_SCHEMA, NULL, err);
	const struct ft_target target = { .arena = NULL };
	enum ft_status status = FT_OK;
	struct object found;

	while (ft_store_next(store, stmt, &status, err)) {
		ft_record_read(store, stmt, &object_shape, &target, &found);
		if (!is_of_sqlite(&found))
			compare_one(&comparison, &found);
	}
	for (size_t at = 0; !status && at < OBJECTS; at++)
		if (is_expected(&comparison, at))
			report(&comparison, objects[at].type, objects[at].name,
			    "is missing");
	return status;
}

/* ---- at opening ------------------------------------------------------------------- */

/* Keep the first problem only. */
static void
keep_first(void *ctx, const char *text)
{
	struct ft_str *first = ctx;

	if (!first->len)
		ft_str_add(first, text);
}

enum ft_status
ft_store_check_schema(
    struct ft_store *store, int64_t version, struct ft_error *err)
{
	struct ft_str first FT_CLEANUP(ft_str_free) = { 0 };

	FT_TRY(
	    ft_store_compare_schema(store, version, keep_first, &first, err));
	if (first.len)
		return ft_fail(err, FT_EFOREIGN, "%s: damaged: %s", store->path,
		    ft_str_text(&first));
	return FT_OK;
}

enum ft_status
ft_store_remember_schema(struct ft_store *store, struct ft_error *err)
{
	return ft_store_int(
	    store, &store->cookie, FT_STMT_GET_COOKIE, NULL, err);
}

enum ft_status
ft_store_recheck_schema(struct ft_store *store, struct ft_error *err)
{
	int64_t cookie = 0, version = 0;
	enum ft_status status =
	    ft_store_int(store, &cookie, FT_STMT_GET_COOKIE, NULL, err);

	if (status || !store->cookie || cookie == store->cookie)
		return status;
	status = ft_store_int(store, &version, FT_STMT_GET_VERSION, NULL, err);
	if (!status && version != store->schema)
		status = ft_fail(err, FT_ENEWER,
		    "%s: another fairtree has changed its tables (start again)",
		    store->path);
	if (!status)
		status = ft_store_check_schema(store, version, err);
	if (!status)
		store->cookie = cookie;
	return status;
}
