/*
 * check.c - find all damage of a store, on a copy in memory.
 *
 * The rules for single values are in column.def; rules about rows are here.
 */
#include "store/check/check_internal.h"
#include "store/open/open_internal.h"
#include "store/usage/usage_internal.h"

void
ft_check_report(struct ft_check *check, const char *format, ...)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	va_list args;

	va_start(args, format);
	ft_str_addv(&text, format, args);
	va_end(args);
	check->n++;
	check->to->fn(check->to->ctx, ft_str_text(&text));
}

/* Report why a call failed, without the path. */
static void
report_error(struct ft_check *check, const struct ft_error *err)
{
	static const char damaged[] = "damaged: ";
	const char *text = err->text;
	size_t path = strlen(check->store->path);

	if (!strncmp(text, check->store->path, path) && text[path] == ':')
		text += path + 2;
	if (!strncmp(text, damaged, strlen(damaged)))
		text += strlen(damaged);
	ft_check_report(check, "%s", text);
}

/* ---- the copy ----------------------------------------------------------------- */

static void
report_schema(void *ctx, const char *text)
{
	struct ft_check *check = ctx;

	check->foreign = true;
	ft_check_report(check, "%s", text);
}

static enum ft_status
examine_schema(struct ft_check *check, struct ft_error *err)
{
	struct ft_store *store = check->store;
	int64_t version = 0;
	enum ft_status status =
	    ft_store_int(store, &version, FT_STMT_GET_VERSION, NULL, err);

	ft_store_trust(store);
	if (status)
		return status;
	status =
	    ft_store_compare_schema(store, version, report_schema, check, err);
	if (!status && version < ft_store_schema() && !check->foreign)
		status = ft_store_migrate(store, version, err);
	if (!status)
		return FT_OK;
	check->foreign = true;
	report_error(check, err);
	return FT_OK;
}

enum ft_status
ft_check_open(struct ft_check *check, const char *path, struct ft_error *err)
{
	const struct ft_store_options options = { .read_only = true,
		.examine = true,
		.lock_seconds = 1,
		.meter = check->to->meter };
	struct ft_store *file;
	enum ft_status status = ft_store_open(&file, path, &options, err);

	if (status)
		return status;
	status = ft_store_scratch(&check->store, file, err);
	ft_store_close(file);
	return status ? status : examine_schema(check, err);
}

/* Prepare SQL for the copy; NULL if it cannot be. */
static sqlite3_stmt *
prepare(struct ft_check *check, const struct ft_str *sql)
{
	sqlite3_stmt *stmt = NULL;

	if (sqlite3_prepare_v2(
		check->store->db, ft_str_text(sql), -1, &stmt, NULL) &&
	    !check->foreign)
		ft_check_report(check, "%s", sqlite3_errmsg(check->store->db));
	return stmt;
}

/* ---- pages and indexes ---------------------------------------------------------- */

static void
check_pages(struct ft_check *check)
{
	const struct ft_str sql = {
		.data = (char[]){ "PRAGMA integrity_check" }, .len = 22
	};
	sqlite3_stmt *stmt = prepare(check, &sql);
	int code = SQLITE_DONE;

	while (stmt && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
		const void *text = sqlite3_value_text(ft_column(stmt, NULL));
		struct ft_str line = { 0 };

		ft_str_add_plain(&line, text ? text : "", 200);
		/* check_values reports values */
		if (strcmp(ft_str_text(&line), "ok") &&
		    !strstr(ft_str_text(&line), " value in "))
			ft_check_report(check, "%s", ft_str_text(&line));
		ft_str_free(&line);
	}
	if (code != SQLITE_DONE)
		ft_check_report(check, "%s", sqlite3_errstr(code));
	sqlite3_finalize(stmt);
}

/* ---- values ---------------------------------------------------------------------- */

void
ft_check_describe(
    struct ft_str *str, sqlite3_stmt *stmt, const struct ft_rule *broken)
{
	ft_column_describe(str, &broken->column, ft_column(stmt, NULL),
	    sqlite3_column_value(stmt, broken->at));
}

void
ft_check_rows(struct ft_check *check, const struct ft_table_info *table,
    ft_check_row_fn *fn, void *ctx)
{
	struct ft_str sql = { 0 };
	sqlite3_stmt *stmt;
	int code = SQLITE_DONE;

	for (size_t i = 0; i < table->n; i++)
		ft_str_addf(&sql, "%s\"%s\"", i ? ", " : "SELECT ",
		    table->column[i].name);
	ft_str_addf(&sql, " FROM main.\"%s\" NOT INDEXED", table->table);
	stmt = prepare(check, &sql);
	ft_str_free(&sql);
	while (stmt && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
		for (size_t i = 0; i < table->n; i++) {
			const struct ft_rule rule = {
				.column = table->column[i], .at = (int)i
			};

			if (!ft_column_allows(&rule.column,
				sqlite3_column_value(stmt, (int)i)))
				fn(check, stmt, &rule, ctx);
		}
		fn(check, stmt, NULL, ctx);
		ft_meter_step(check->to->meter);
	}
	if (code != SQLITE_DONE)
		ft_check_report(check, "table %s cannot be read to its end: %s",
		    table->table, sqlite3_errstr(code));
	sqlite3_finalize(stmt);
}

static void
report_row(struct ft_check *check, sqlite3_stmt *stmt,
    const struct ft_rule *broken, void *ctx)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	(void)ctx;
	if (!broken)
		return;
	ft_check_describe(&text, stmt, broken);
	ft_check_report(check, "%s", ft_str_text(&text));
}

static void
check_values(struct ft_check *check)
{
	const char *name;
	size_t at = 0;

	ft_meter_begin(check->to->meter, "checking", "rows", 0);
	while ((name = ft_table_next(&at))) {
		const struct ft_table_info *table =
		    ft_store_table(check->store, name);

		if (table)
			ft_check_rows(check, table, report_row, NULL);
	}
}

/* ---- rows together --------------------------------------------------------------- */

/* conditions on the row itself come first: most rows end there */
#define LIVE_CLUSTER                                                           \
	" AND EXISTS (SELECT 1 FROM cluster AS c WHERE c.id = t.cluster "      \
	"AND c.deleted IS NULL)"
#define PARENT "SELECT 1 FROM assoc AS p WHERE p.id = t.parent AND "
#define OTHER  "SELECT 1 FROM assoc AS o WHERE o.cluster = t.cluster AND "

/* ft_tres_builtin */
#define TRES                                                                   \
	"(VALUES (1, 'cpu', ''), (2, 'mem', ''), (3, 'energy', ''), "          \
	"(4, 'node', ''), (5, 'billing', ''), (6, 'fs', 'disk'), "             \
	"(7, 'vmem', ''), (8, 'pages', ''))"

#define LEAVE(table, column) NULL
#define CLEAR(table, column) "UPDATE " table " AS t SET " column " = NULL"

const struct ft_check_rule ft_check_rules[] = {
#define REFERENCE(table, column, other, repair)                                \
	{ #table,                                                              \
		"t." #column                                                   \
		" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM " #other           \
		" AS o WHERE o.id = t." #column ")",                           \
		#column " refers to a row of " #other " that is missing",      \
		repair(#table, #column), true },
#include "store/row/column.def"
	{ "assoc",
	    "t.parent IN (SELECT id FROM assoc) AND t.id NOT IN (WITH "
	    "RECURSIVE below (id) AS (SELECT id FROM assoc "
	    "WHERE parent IS NULL UNION SELECT a.id FROM below JOIN assoc AS a "
	    "ON a.parent = below.id) SELECT id FROM below)",
	    "no root association is above it", NULL, true },
	{ "assoc",
	    "t.deleted IS NULL AND EXISTS (" PARENT
	    "(p.deleted IS NOT NULL OR p.cluster <> t.cluster))" LIVE_CLUSTER,
	    "its parent is deleted or of another cluster", NULL, false },
	{ "assoc",
	    "t.deleted IS NULL AND EXISTS (" PARENT
	    "p.user IS NOT NULL)" LIVE_CLUSTER,
	    "its parent is a user's association", NULL, false },
	{ "assoc",
	    "t.deleted IS NULL AND t.user IS NOT NULL AND "
	    "t.parent IS NULL" LIVE_CLUSTER,
	    "it is a user's association without a parent", NULL, false },
	{ "assoc",
	    "t.deleted IS NULL AND t.parent IS NULL AND EXISTS (" OTHER
	    "o.parent IS NULL AND o.deleted IS NULL "
	    "AND o.id < t.id)" LIVE_CLUSTER,
	    "its cluster has another root association", NULL, false },
	{ "cluster",
	    "t.deleted IS NULL AND NOT EXISTS (SELECT 1 FROM assoc AS a WHERE "
	    "a.cluster = t.id AND a.parent IS NULL AND a.deleted IS NULL)",
	    "it has no root association", NULL, false },
	{ "cluster",
	    "t.deleted IS NULL AND NOT EXISTS (SELECT 1 FROM clock AS k "
	    "WHERE k.cluster = t.id)",
	    "it has no clock",
	    "INSERT INTO clock (cluster, now, decayed) SELECT id, created, "
	    "created FROM cluster AS t",
	    false },
	{ "cluster",
	    "t.id = (SELECT min(id) FROM cluster) AND (SELECT count(*) FROM "
	    "tres WHERE deleted IS NULL AND (id, type, name) IN " TRES ") < 8",
	    "the TRES that every cluster has are not there",
	    "INSERT OR REPLACE INTO tres (id, type, name, created) SELECT "
	    "b.column1, b.column2, b.column3, t.created FROM " TRES " AS b, "
	    "cluster AS t",
	    false },
	{ "usage_mark", "(t.assoc IS NULL) = (t.qos IS NULL)",
	    "it is of an association and a QOS, or of none", NULL, true },
	{ "journal",
	    "EXISTS (SELECT 1 FROM journal_row AS r WHERE r.journal = t.id AND "
	    "r.before IS NOT NULL AND NOT json_valid(r.before))",
	    "an image of what it changed is not JSON", NULL, false },
	{ "journal",
	    "EXISTS (SELECT 1 FROM journal_image AS i WHERE i.journal = t.id "
	    "AND NOT ft_is_images(i.entity, i.first, i.last, i.images))",
	    "images of what it changed cannot be read", NULL, false },
	{ "journal",
	    "EXISTS (SELECT 1 FROM journal_work AS w WHERE w.journal = t.id "
	    "AND NOT ft_is_work(w.size, w.changes))",
	    "what it changed of jobs cannot be read", NULL, false },
	{ "usage_segment", "t.ends < t.starts", "it ends before it starts",
	    NULL, false },
	{ "usage_era",
	    "t.ends > t.changed OR EXISTS (SELECT 1 FROM usage_era AS o WHERE "
	    "o.cluster = t.cluster AND o.changed < t.changed "
	    "AND o.ends > t.ends)",
	    "its last pass is later than its change, or before the pass of an "
	    "earlier era",
	    NULL, false },
};
const size_t ft_check_rule_count = FT_COUNT(ft_check_rules);

size_t
ft_check_apply(struct ft_check *check, struct ft_store *store,
    const struct ft_check_rule *rule, const char *before)
{
	size_t found = check->n;
	const char *key_name = ft_column_key(rule->table);
	struct ft_str sql = { 0 };
	sqlite3_stmt *stmt = NULL;

	ft_str_addf(&sql, "SELECT t.\"%s\" FROM %s AS t WHERE %s", key_name,
	    rule->table, rule->where);
	(void)sqlite3_prepare_v2(store->db, ft_str_text(&sql), -1, &stmt, NULL);
	ft_str_free(&sql);
	while (stmt && sqlite3_step(stmt) == SQLITE_ROW) {
		const void *key = sqlite3_value_text(ft_column(stmt, NULL));
		struct ft_str text = { 0 };

		ft_str_add_plain(&text, key ? key : "NULL", 40);
		ft_check_report(check, "%s%s row %s: %s", before, rule->table,
		    ft_str_text(&text), rule->text);
		ft_str_free(&text);
	}
	sqlite3_finalize(stmt);
	return check->n - found;
}

/* Set *key to a row of SCOPE that is WHERE; FT_ENOENT: there is none. */
static enum ft_status
find_changed(struct ft_store *store, const struct ft_check_scope *scope,
    const char *where, uint32_t *key)
{
	struct ft_str sql FT_CLEANUP(ft_str_free) = { 0 };
	const char *key_name = ft_column_key(scope->table);
	sqlite3_stmt *stmt = NULL;
	int code;

	ft_str_addf(&sql, "SELECT t.\"%s\" FROM ", key_name);
	if (!scope->all)
		ft_str_addf(&sql,
		    "(SELECT key, coalesce(last, key) AS last FROM "
		    "ft_journal(1) WHERE journal = %lu AND entity = '%s') AS r "
		    "CROSS JOIN ",
		    (unsigned long)scope->journal, scope->table);
	ft_str_addf(&sql, "%s AS t WHERE ", scope->table);
	if (!scope->all)
		ft_str_addf(
		    &sql, "t.\"%s\" BETWEEN r.key AND r.last AND ", key_name);
	ft_str_addf(&sql, "(%s) LIMIT 1", where);
	code =
	    sqlite3_prepare_v2(store->db, ft_str_text(&sql), -1, &stmt, NULL);
	if (!code)
		code = sqlite3_step(stmt);
	*key = code == SQLITE_ROW ? ft_column_u32(stmt, NULL) : 0;
	sqlite3_finalize(stmt);
	return code == SQLITE_ROW    ? FT_OK
	       : code == SQLITE_DONE ? FT_ENOENT
				     : FT_EIO;
}

/* FT_EFOREIGN: RULE finds one of the rows of SCOPE. */
static enum ft_status
check_rule(struct ft_store *store, const struct ft_check_rule *rule,
    const struct ft_check_scope *scope, struct ft_error *err)
{
	uint32_t key;
	enum ft_status status = find_changed(store, scope, rule->where, &key);

	if (status == FT_ENOENT)
		return FT_OK;
	return status
		   ? ft_store_fail(store, err)
		   : ft_fail(err, FT_EFOREIGN,
			 "%s: damaged: undoing change %lu would break a rule: "
			 "%s row %lu: %s",
			 store->path, (unsigned long)scope->journal,
			 rule->table, (unsigned long)key, rule->text);
}

/* Returns whether RULE is to be checked. */
static bool
applies(const struct ft_check_rule *rule, const struct ft_check_scope *scope)
{
	return !strcmp(rule->table, scope->table) &&
	       (scope->keys || !rule->of_keys);
}

/* All rules in one pass; only if one is broken, which one. */
enum ft_status
ft_check_changed(struct ft_store *store, const struct ft_check_scope *scope,
    struct ft_error *err)
{
	struct ft_str any FT_CLEANUP(ft_str_free) = { 0 };
	enum ft_status status;
	uint32_t key;

	for (size_t i = 0; i < ft_check_rule_count; i++)
		if (applies(&ft_check_rules[i], scope))
			ft_str_addf(&any, "%s(%s)", any.len ? " OR " : "",
			    ft_check_rules[i].where);
	if (!any.len)
		return FT_OK;
	status = find_changed(store, scope, ft_str_text(&any), &key);
	if (status == FT_ENOENT)
		return FT_OK;
	if (status)
		return ft_store_fail(store, err);
	for (size_t i = 0; !status && i < ft_check_rule_count; i++)
		if (applies(&ft_check_rules[i], scope))
			status =
			    check_rule(store, &ft_check_rules[i], scope, err);
	return status;
}

/* ---- readers ---------------------------------------------------------------------- */

static void
read_trees(struct ft_check *check, struct ft_store *store,
    const struct ft_acctdb *acctdb)
{
	for (size_t i = 0; i < acctdb->n_cluster; i++) {
		struct ft_tree *tree = NULL;
		struct ft_error err;

		if (acctdb->cluster[i].deleted)
			continue;
		if (ft_store_read_tree(store, acctdb->cluster[i].id,
			FT_SIBLINGS_LFT, &tree, &err))
			report_error(check, &err);
		ft_tree_free(tree);
	}
}

static void
report_fold(void *ctx, const char *text)
{
	ft_check_report(ctx, "%s", text);
}

enum ft_status
ft_check_readers(struct ft_check *check, struct ft_store *store)
{
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	struct ft_acctdb acctdb = { 0 };
	struct ft_era *era;
	struct ft_error err;
	size_t n, before = check->n;

	if (ft_store_read_book(store, true, &acctdb, &err))
		report_error(check, &err);
	else
		read_trees(check, store, &acctdb);
	ft_acctdb_free(&acctdb);
	if (ft_store_read_eras(store, &arena, &era, &n, &err) ||
	    ft_store_check_folds(store, report_fold, check, &err))
		report_error(check, &err);
	return check->n > before ? FT_EFOREIGN : FT_OK;
}

enum ft_status
ft_store_check(const char *path, const struct ft_check_to *to, size_t *n,
    struct ft_error *err)
{
	struct ft_check check = { .to = to };
	enum ft_status status = ft_check_open(&check, path, err);

	if (!status) {
		check_pages(&check);
		check_values(&check);
		ft_meter_begin(
		    to->meter, "checking", "rules", ft_check_rule_count);
		for (size_t i = 0; i < ft_check_rule_count;
		     i++, ft_meter_step(to->meter))
			(void)ft_check_apply(
			    &check, check.store, &ft_check_rules[i], "");
		/* readers stop at the first problem, which was reported */
		if (!check.n)
			(void)ft_check_readers(&check, check.store);
	}
	ft_store_close(check.store);
	*n = check.n;
	return status;
}
