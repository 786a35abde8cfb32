/*
 * qos.c - fimport qos: make the QOS match a table that sacctmgr show qos printed.
 * The table becomes lines of a flat file; columns that it lacks are filled with what
 * the store has.
 */

#include "admin/flat/flat.h"
#include "admin/option/settings.h"
#include "admin/plan/plan.h"
#include "base/map.h"
#include "fimport/fimport.h"
#include "io/slurm/listtable.h"

struct table {
	struct fimport *import;
	struct ft_listtable list;
	const struct ft_attr **attr; /* of each column, NULL: not read */
	size_t name;                 /* column with the name */
	struct ft_acctdb acctdb;     /* the store before */
	struct ft_flat flat;         /* the lines */
	struct ft_map seen;          /* names: their lines */
	struct ft_str ignored;  /* titles of columns with values, not read */
	size_t n_new, n_change; /* what became of the rows */
};

/* ---- columns ----------------------------------------------------------------- */

/* Whether a column of ONE gives (a part of) OTHER. */
static bool
gives(const struct ft_attr *one, const struct ft_attr *other)
{
	if (one->type != FT_ATTR_LIMIT || other->type != FT_ATTR_LIMIT)
		return one == other;
	return one->limit == other->limit && (!one->tres || other->tres);
}

/* Whether some column gives all of ATTR. */
static bool
is_given(const struct table *table, const struct ft_attr *attr)
{
	for (size_t i = 0; i < table->list.n; i++)
		if (table->attr[i] && gives(table->attr[i], attr))
			return true;
	return false;
}

/* GrpCPUs and the like are part of GrpTRES, if the table has it. */
static void
drop_parts(struct table *table)
{
	for (size_t i = 0; i < table->list.n; i++) {
		const struct ft_attr *part = table->attr[i];

		for (size_t k = 0; part && part->tres && k < table->list.n; k++)
			if (table->attr[k] && !table->attr[k]->tres &&
			    gives(table->attr[k], part))
				table->attr[i] = NULL;
	}
}

static enum ft_status
read_header(struct table *table, struct ft_error *err)
{
	struct ft_listtable *list = &table->list;

	FT_TRY(ft_listtable_open(list,
	    &(struct ft_input){ table->import->file,
		ft_str_text(&table->import->text), table->import->text.len },
	    "sacctmgr -P show qos", err));
	table->name = ft_listtable_find(list, "Name");
	if (table->name == FT_LISTTABLE_NONE)
		return ft_listtable_fail(list, FT_LISTTABLE_NONE, err,
		    "no column 'Name' in the header: expected the table of "
		    "sacctmgr -P show qos");
	table->attr = ft_calloc(list->n, sizeof *table->attr);
	for (size_t i = 0; i < list->n; i++) {
		const struct ft_attr *attr =
		    ft_attr_headed(FT_ENTITY_QOS, list->title[i]);

		/* one setting may have columns under several names */
		if (attr && (attr->tres || !is_given(table, attr)))
			table->attr[i] = attr;
	}
	drop_parts(table);
	return FT_OK;
}

/* ---- rows -------------------------------------------------------------------- */

/* Whether CELL is what sacctmgr prints in columns of other entities. */
static bool
is_nothing(const char *cell)
{
	return !cell[strspn(cell, "0.:")] || !strcmp(cell, "Unknown");
}

/* Note a column that is not read and has a value. */
static void
note_ignored(struct table *table, size_t column)
{
	const char *title = table->list.title[column];

	/* numbers of QOS are the store's own */
	if (column == table->name || !strcasecmp(title, "ID") ||
	    is_nothing(ft_listtable_cell(&table->list, column)) ||
	    ft_attr_headed(FT_ENTITY_QOS, title) ||
	    strstr(ft_str_text(&table->ignored), title))
		return;
	ft_str_addf(
	    &table->ignored, "%s%s", table->ignored.len ? ", " : "", title);
}

static enum ft_status
add_cell(struct table *table, size_t column, struct ft_error *err)
{
	const struct ft_listtable *list = &table->list;
	const struct ft_attr *attr = table->attr[column];
	const char *cell = ft_listtable_cell(list, column);

	if (!attr) {
		note_ignored(table, column);
		return FT_OK;
	}
	FT_TRY(ft_listtable_check(list, column, err));
	/* what is not given gets its default, but not one TRES of several */
	if (!*cell && attr->tres)
		cell = "-1";
	if (*cell || attr->type == FT_ATTR_NAME)
		ft_flat_add_option(&table->flat, attr->name, cell,
		    ft_listtable_column(list, column));
	return FT_OK;
}

/* What QOS has and the table says nothing about. */
static void
add_rest(struct table *table, const struct ft_qos *qos)
{
	struct ft_flat dumped FT_CLEANUP(ft_flat_free);
	const struct ft_flat_line *line;

	ft_flat_init(&dumped, "");
	ft_admin_dump_qos(&table->acctdb, qos, &dumped);
	line = &dumped.line[0];
	for (uint32_t i = 0; i < line->n_option; i++) {
		const struct ft_flat_option *option = &line->option[i];
		const struct ft_attr *attr =
		    ft_attr_find(FT_ENTITY_QOS, ft_word_of(option->key));

		if (attr && !is_given(table, attr))
			ft_flat_add_option(
			    &table->flat, option->key, option->value, 1);
	}
}

static enum ft_status
add_row(struct table *table, struct ft_error *err)
{
	const struct ft_listtable *list = &table->list;
	const char *name = ft_listtable_cell(list, table->name);
	struct ft_str lower FT_CLEANUP(ft_str_free) = { 0 };
	const struct ft_qos *qos;

	name += strspn(name, " ");
	FT_TRY(ft_listtable_check(list, table->name, err));
	if (!*name)
		return ft_listtable_fail(
		    list, table->name, err, "no name of a QOS");
	fimport_add_lower(&lower, name);
	if (!ft_map_put(&table->seen, lower.data, list->cursor.line))
		return ft_listtable_fail(list, table->name, err,
		    "QOS '%s' is in the table twice", name);
	ft_flat_add(&table->flat, FT_FLAT_QOS, lower.data, lower.len)->line =
	    (uint32_t)list->cursor.line;
	/* first, because GrpCPUs changes what GrpTRES has */
	qos = ft_acctdb_find_qos(&table->acctdb, lower.data);
	if (qos && !qos->deleted)
		add_rest(table, qos);
	for (size_t i = 0; i < list->n; i++)
		FT_TRY(add_cell(table, i, err));
	return FT_OK;
}

static enum ft_status
read_rows(struct table *table, struct ft_error *err)
{
	bool more;

	for (;;) {
		FT_TRY(ft_listtable_next(&table->list, &more, err));
		if (!more)
			break;
		FT_TRY(add_row(table, err));
	}
	if (!table->flat.n)
		return ft_listtable_fail(&table->list, FT_LISTTABLE_NONE, err,
		    "no rows below the header");
	return FT_OK;
}

/* ---- the store --------------------------------------------------------------- */

/* Compare the QOS of the table before and after; *stay: how many the table lacks. */
static void
count_changes(struct table *table, const struct ft_acctdb *after, size_t *stay)
{
	*stay = 0;
	for (size_t i = 0; i < after->n_qos; i++) {
		const struct ft_qos *now = &after->qos[i];
		const struct ft_qos *old =
		    ft_acctdb_find_qos(&table->acctdb, now->name);
		struct ft_settings before, own;

		if (now->deleted)
			continue;
		if (!ft_map_get(&table->seen, now->name, NULL)) {
			++*stay;
			continue;
		}
		if (!old || old->deleted) {
			table->n_new++;
			continue;
		}
		before = ft_settings_of_qos(&table->acctdb, old);
		own = ft_settings_of_qos(after, now);
		table->n_change += !ft_settings_same(&before, &own);
	}
}

static void
add_answer(struct table *table, size_t stay)
{
	struct ft_str *answer = &table->import->answer;

	ft_str_addf(answer, "QOS: %zu new, %zu changed, %zu the same",
	    table->n_new, table->n_change,
	    table->flat.n - table->n_new - table->n_change);
	if (stay)
		ft_str_addf(answer, ", %zu not in the table stay", stay);
	ft_str_add_char(answer, '\n');
	if (table->ignored.len)
		ft_str_addf(answer, "ignored columns: %s\n",
		    ft_str_text(&table->ignored));
}

static enum ft_status
change(struct table *table, struct ft_registry *registry, struct ft_error *err)
{
	struct ft_store *store = table->import->session.store;
	struct ft_acctdb after FT_CLEANUP(ft_acctdb_free) = { 0 };
	struct ft_plan_result result FT_CLEANUP(ft_plan_result_free);
	struct ft_admin *admin FT_CLEANUP(fimport_free_admin) = NULL;
	size_t stay;

	ft_plan_result_init(&result);
	result.options = (struct ft_plan_options){ .exact = true, .qos = true };
	FT_TRY(ft_store_read_book(store, false, &table->acctdb, err));
	FT_TRY(read_rows(table, err));
	FT_TRY(fimport_new_admin(table->import, registry, &admin, err));
	FT_TRY(ft_plan_flat(admin, &table->acctdb, &table->flat, &result, err));
	FT_TRY(ft_store_read_book(store, false, &after, err));
	count_changes(table, &after, &stay);
	add_answer(table, stay);
	return FT_OK;
}

static void
free_table(struct table *table)
{
	ft_listtable_close(&table->list);
	ft_acctdb_free(&table->acctdb);
	ft_free(table->attr);
	ft_flat_free(&table->flat);
	ft_map_clear(&table->seen);
	ft_str_free(&table->ignored);
}

enum ft_status
fimport_qos(struct fimport *import, struct ft_error *err)
{
	struct table table FT_CLEANUP(free_table) = { .import = import };
	struct ft_registry *registry;

	ft_flat_init(&table.flat, import->file);
	FT_TRY(read_header(&table, err));
	FT_TRY(fimport_open_new(import, NULL, err));
	FT_TRY(fimport_begin(import, FT_RIGHT_TREE, &registry, err));
	return fimport_end(import, change(&table, registry, err), err);
}
