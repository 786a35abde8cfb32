/*
 * tree.c - accounts, users and their limits of a site: what sacctmgr's lists printed
 * becomes a flat file, as sacctmgr dump would have written it, and the store is
 * changed until it is like that.
 */
#include "admin/plan/plan.h"
#include "base/bisect.h"
#include "fimport/site/site.h"
#include "io/slurm/listtable.h"
#include "model/account/acctdb.h"
#include "model/account/attr.h"

/* A row of `show assoc`. */
struct row {
	const char *account, *user, *partition, *parent;
	const char **cell; /* [n column] */
	int64_t lft;       /* order of its siblings; 0 unknown */
	size_t line, at;
	bool reached; /* from the root */
};

/* What a list says of one name: the cells of a row. */
struct record {
	const char **cell;
};

/* `show user` or `show account`. */
struct list {
	struct ft_map at; /* index of the record by name */
	struct record *record;
	size_t n, cap;
	const char **title; /* of its columns */
	size_t n_title;
};

struct tree {
	struct fimport_site *site;
	struct ft_flat flat; /* its arena has all strings */
	const char **title;  /* of the columns of `show assoc` */
	size_t n_title;
	struct row *row;
	size_t n, cap;
	struct list users, accounts;
	struct ft_map at;        /* index of an account's row */
	bool partial;            /* rows are hidden: nothing is deleted */
	struct ft_acctdb acctdb; /* the store as it is */
};

/* ---- reading ------------------------------------------------------------------- */

static const char *
keep(struct tree *tree, const char *text)
{
	return ft_arena_strdup(&tree->flat.arena, text);
}

static const char **
keep_titles(struct tree *tree, const struct ft_listtable *table)
{
	const char **title =
	    ft_arena_calloc(&tree->flat.arena, table->n + 1, sizeof *title);

	for (size_t i = 0; i < table->n; i++)
		title[i] = keep(tree, table->title[i]);
	return title;
}

static const char **
keep_cells(struct tree *tree, const struct ft_listtable *table)
{
	const char **cell =
	    ft_arena_calloc(&tree->flat.arena, table->n + 1, sizeof *cell);

	for (size_t i = 0; i < table->n; i++)
		cell[i] = keep(tree, ft_listtable_cell(table, i));
	return cell;
}

static enum ft_status
open_list(struct tree *tree, const char *name, struct ft_listtable *table,
    struct ft_error *err)
{
	struct fimport *import = tree->site->import;

	FT_TRY(fimport_site_read(tree->site, name, FT_BOUND_DUMP, err));
	return ft_listtable_open(table,
	    &(struct ft_input){
		import->file, ft_str_text(&import->text), import->text.len },
	    "sacctmgr -P show", err);
}

static enum ft_status
need_column(const struct ft_listtable *table, const char *title, size_t *at,
    struct ft_error *err)
{
	*at = ft_listtable_find(table, title);
	if (*at != FT_LISTTABLE_NONE)
		return FT_OK;
	return ft_listtable_fail(
	    table, FT_LISTTABLE_NONE, err, "no column '%s'", title);
}

/* Read the rows of TABLE, opened, whose names are in the column TITLE. */
static enum ft_status
read_records(struct tree *tree, struct ft_listtable *table, const char *title,
    struct list *list, struct ft_error *err)
{
	size_t name;
	bool more;

	FT_TRY(need_column(table, title, &name, err));
	list->title = keep_titles(tree, table);
	list->n_title = table->n;
	for (;;) {
		FT_TRY(ft_listtable_next(table, &more, err));
		if (!more)
			return FT_OK;
		ft_map_put(&list->at,
		    ft_arena_lower(
			&tree->flat.arena, ft_listtable_cell(table, name)),
		    list->n);
		*ft_vec_add(list->record, list->n, list->cap) =
		    (struct record){ keep_cells(tree, table) };
	}
}

/* Read the list NAME, if the site has it. */
static enum ft_status
read_list(struct tree *tree, const char *name, const char *title,
    struct list *list, struct ft_error *err)
{
	struct ft_listtable table FT_CLEANUP(ft_listtable_close) = { 0 };

	if (!ft_sitefiles_have(&tree->site->files, name))
		return FT_OK;
	FT_TRY(open_list(tree, name, &table, err));
	return read_records(tree, &table, title, list, err);
}

/* Columns of `show assoc` that are read by name. */
struct columns {
	size_t account, user, partition, parent, lft, id;
};

static enum ft_status
find_columns(const struct ft_listtable *table, struct columns *columns,
    struct ft_error *err)
{
	FT_TRY(need_column(table, "Account", &columns->account, err));
	FT_TRY(need_column(table, "User", &columns->user, err));
	FT_TRY(need_column(table, "ParentName", &columns->parent, err));
	columns->partition = ft_listtable_find(table, "Partition");
	columns->lft = ft_listtable_find(table, "LFT");
	columns->id = ft_listtable_find(table, "ID");
	return FT_OK;
}

/* Remember which association has the number ID at the site. */
static void
note_id(struct fimport_site *site, const char *id, const struct row *row)
{
	uint32_t number;

	if (!ft_num_u32(id, &number))
		return;
	ft_map_put_n(&site->ids, (const char *)&number, sizeof number, site->n);
	*ft_vec_add(site->assoc, site->n, site->cap) =
	    (struct fimport_site_assoc){
		    ft_arena_strdup(&site->arena, row->account),
		    ft_arena_strdup(&site->arena, row->user),
		    ft_arena_strdup(&site->arena, row->partition),
	    };
}

static void
take_row(struct tree *tree, const struct ft_listtable *table,
    const struct columns *columns)
{
	struct row row = {
		.account = ft_arena_lower(&tree->flat.arena,
		    ft_listtable_cell(table, columns->account)),
		.user = ft_arena_lower(
		    &tree->flat.arena, ft_listtable_cell(table, columns->user)),
		.partition =
		    keep(tree, ft_listtable_cell(table, columns->partition)),
		.parent = ft_arena_lower(&tree->flat.arena,
		    ft_listtable_cell(table, columns->parent)),
		.cell = keep_cells(tree, table),
		.line = table->cursor.line,
		.at = tree->n,
	};

	if (!ft_num_i64(ft_listtable_cell(table, columns->lft), &row.lft))
		row.lft = 0;
	note_id(tree->site, ft_listtable_cell(table, columns->id), &row);
	*ft_vec_add(tree->row, tree->n, tree->cap) = row;
}

static enum ft_status
read_assocs(struct tree *tree, struct ft_error *err)
{
	struct ft_listtable table FT_CLEANUP(ft_listtable_close) = { 0 };
	struct columns columns;
	bool more;

	FT_TRY(open_list(tree, "assoc", &table, err));
	FT_TRY(find_columns(&table, &columns, err));
	tree->flat.file = keep(tree, tree->site->import->file);
	tree->title = keep_titles(tree, &table);
	tree->n_title = table.n;
	for (;;) {
		FT_TRY(ft_listtable_next(&table, &more, err));
		if (!more)
			break;
		take_row(tree, &table, &columns);
	}
	return tree->n ? FT_OK
		       : ft_fail(err, FT_EPARSE, "%s:1:1: no associations",
			     tree->flat.file);
}

/* ---- the flat file --------------------------------------------------------------- */

/* Titles that are not the name of a setting, with the setting, or NULL: they say
 * where the row is, or nothing that can be set. */
static const struct {
	const char *title, *key;
} titles[] = {
	{ "Account", NULL },
	{ "Cluster", NULL },
	{ "Coord Accounts", "Coordinator" },
	{ "Def Acct", "DefaultAccount" },
	{ "Def QOS", "DefaultQOS" },
	{ "Def WCKey", "DefaultWCKey" },
	{ "Descr", "Description" },
	{ "Org", "Organization" },
	{ "Admin", "AdminLevel" },
	{ "Flags", NULL },
	{ "ID", NULL },
	{ "LFT", NULL },
	{ "Lineage", NULL },
	{ "MaxTRESRunMinsPU", "MaxTRESRunMins" },
	{ "ParentID", NULL },
	{ "ParentName", NULL },
	{ "Partition", NULL },
	{ "QOS_RAW", NULL },
	{ "RGT", NULL },
	{ "User", NULL },
};

static const char *
above(const struct row *row)
{
	return *row->user ? row->account : row->parent;
}

/* Returns the setting that a column has, NULL none. */
static const char *
setting_of(enum ft_entity entity, const char *title)
{
	const struct ft_attr *attr;

	for (size_t i = 0; i < FT_COUNT(titles); i++)
		if (strcmp(titles[i].title, title) == 0)
			return titles[i].key;
	attr = ft_attr_find(entity, ft_word_of(title));
	return attr && !attr->tres ? attr->name : NULL;
}

static void
add_cells(struct tree *tree, enum ft_entity entity, const char **title,
    size_t n, const char **cell)
{
	for (size_t i = 0; i < n; i++) {
		const char *key =
		    *cell[i] ? setting_of(entity, title[i]) : NULL;

		if (key)
			ft_flat_add_option(&tree->flat, key, cell[i], 1);
	}
}

/* Add what LIST says of NAME. */
static void
add_record(struct tree *tree, enum ft_entity entity, const struct list *list,
    const char *name)
{
	uint64_t at;

	if (ft_map_get(&list->at, name, &at))
		add_cells(tree, entity, list->title, list->n_title,
		    list->record[at].cell);
}

static void
add_line(struct tree *tree, enum ft_flat_kind kind, const char *name,
    const struct row *row)
{
	struct ft_flat_line *line =
	    ft_flat_add(&tree->flat, kind, name, strlen(name));

	line->line = (uint32_t)row->line;
}

static void
add_row(struct tree *tree, const struct row *row)
{
	if (*row->user) {
		add_line(tree, FT_FLAT_USER, row->user, row);
		if (*row->partition)
			ft_flat_add_option(
			    &tree->flat, "Partition", row->partition, 1);
		add_record(tree, FT_ENTITY_USER, &tree->users, row->user);
	} else {
		add_line(tree, FT_FLAT_ACCOUNT, row->account, row);
		add_record(
		    tree, FT_ENTITY_ACCOUNT, &tree->accounts, row->account);
	}
	add_cells(tree, FT_ENTITY_ASSOC, tree->title, tree->n_title, row->cell);
}

/* Siblings side by side, in the order of the database. */
static int
by_parent(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	int order = strcmp(above(x), above(y));

	if (order)
		return order;
	if (x->lft != y->lft)
		return x->lft < y->lft ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

/* Returns the first row below the account NAME. */
static size_t
first_below(const struct tree *tree, const char *name)
{
	size_t i;

	FT_BISECT(i, 0, tree->n, strcmp(above(&tree->row[i]), name) < 0);
	return i;
}

/* Add the rows below NAME, then those below its accounts, and so on. */
static void
add_accounts(struct tree *tree, const struct row *root)
{
	const char **name FT_CLEANUP(ft_free_at) =
	    ft_calloc(tree->n + 1, sizeof *name);
	size_t n = 0;

	name[n++] = root->account;
	for (size_t i = 0; i < n; i++) {
		size_t at = first_below(tree, name[i]);
		bool first = true;

		for (; at < tree->n &&
		       strcmp(above(&tree->row[at]), name[i]) == 0;
		     at++) {
			struct row *row = &tree->row[at];

			row->reached = true;
			if (first)
				add_line(tree, FT_FLAT_PARENT, name[i], row);
			first = false;
			add_row(tree, row);
			if (!*row->user && n <= tree->n)
				name[n++] = row->account;
		}
	}
}

/* Returns the names of all QOS: what the hidden root allows is not known. */
static const char *
all_qos(struct tree *tree)
{
	const struct ft_acctdb *acctdb = &tree->acctdb;
	struct ft_str names FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < acctdb->n_qos; i++)
		ft_str_addf(&names, "%s%s", i ? "," : "", acctdb->qos[i].name);
	return keep(tree, ft_str_text(&names));
}

/* PrivateData hides the root of sshare.  sacctmgr of 22.05 shows it all the same, above
 * those accounts that the user may see. */
static enum ft_status
find_hidden(struct tree *tree, struct ft_error *err)
{
	struct ft_sitefiles *files = &tree->site->files;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_listtable table FT_CLEANUP(ft_listtable_close) = { 0 };
	bool more;

	if (!ft_sitefiles_have(files, "sshare"))
		return FT_OK;
	FT_TRY(ft_sitefiles_read(files, "sshare", FT_BOUND_SHARES, &text, err));
	FT_TRY(ft_listtable_open(&table,
	    &(struct ft_input){ "sshare", ft_str_text(&text), text.len },
	    "sshare -a -l -m -P", err));
	FT_TRY(ft_listtable_next(&table, &more, err));
	tree->partial =
	    more && strcmp(ft_listtable_cell(&table, 0), "root") != 0;
	return FT_OK;
}

/* If not even the root is shown, what has nothing above it that is shown is below
 * it. */
static void
complete(struct tree *tree)
{
	bool lacks_root;
	const struct row root = { .account = "root",
		.user = "",
		.partition = "",
		.parent = "",
		.cell = ft_arena_calloc(
		    &tree->flat.arena, tree->n_title + 1, sizeof(const char *)),
		.line = 1,
		.at = tree->n };

	for (size_t i = 0; i < tree->n; i++)
		if (!*tree->row[i].user)
			ft_map_put(&tree->at, tree->row[i].account, i);
	lacks_root = !ft_map_get(&tree->at, root.account, NULL);
	tree->partial |= lacks_root;
	for (size_t i = 0; i < tree->n && lacks_root; i++)
		if (!*tree->row[i].user &&
		    !ft_map_get(&tree->at, tree->row[i].parent, NULL))
			tree->row[i].parent = root.account;
	for (size_t i = 0; i < tree->n_title; i++)
		root.cell[i] =
		    strcmp(tree->title[i], "QOS") == 0 ? all_qos(tree) : "";
	if (lacks_root)
		*ft_vec_add(tree->row, tree->n, tree->cap) = root;
}

/* Every row must have been reached from the root, by the accounts above it. */
static enum ft_status
check_reached(const struct tree *tree, struct ft_error *err)
{
	const struct row *first = NULL;

	for (size_t i = 1; i < tree->n; i++)
		if (!tree->row[i].reached &&
		    (!first || tree->row[i].line < first->line))
			first = &tree->row[i];
	if (!first)
		return FT_OK;
	return ft_fail(err, FT_EPARSE,
	    "%s:%zu:1: %s '%s' is not below root: above it is %s%s%s",
	    tree->flat.file, first->line, *first->user ? "user" : "account",
	    *first->user ? first->user : first->account,
	    *above(first) ? "account '" : "nothing", above(first),
	    *above(first) ? "'" : "");
}

static enum ft_status
fill_flat(struct tree *tree, struct ft_error *err)
{
	const char *cluster = tree->site->import->session.cluster_name;

	complete(tree);
	qsort(tree->row, tree->n, sizeof *tree->row, by_parent);
	/* only the root has nothing above it */
	if (!tree->n || *above(&tree->row[0]))
		return ft_fail(err, FT_EPARSE, "%s:1:1: no row of root",
		    tree->site->import->file);
	add_line(tree, FT_FLAT_CLUSTER, cluster, &tree->row[0]);
	add_cells(tree, FT_ENTITY_ASSOC, tree->title, tree->n_title,
	    tree->row[0].cell);
	add_accounts(tree, &tree->row[0]);
	return check_reached(tree, err);
}

/* ---- the store --------------------------------------------------------------------- */

static void
add_answer(const struct tree *tree, const struct ft_plan_result *result)
{
	struct fimport *import = tree->site->import;
	size_t accounts = 0;

	for (size_t i = 0; i < tree->n; i++)
		accounts += !*tree->row[i].user;
	ft_str_addf(&import->answer,
	    "tree of cluster '%s': ", import->session.cluster_name);
	fimport_count(import, accounts, "account");
	fimport_count(import, tree->n - accounts, "user association");
	ft_str_add(&import->answer, "; ");
	fimport_count(import, result->load.n_assoc + result->load.n_account,
	    "new association");
	fimport_count(import, result->load.n_change, "change");
	fimport_count_deleted(import, result->n_delete);
	ft_str_add_char(&import->answer, '\n');
}

static bool
has_root_user(const struct tree *tree)
{
	for (size_t i = 0; i < tree->n; i++)
		if (strcmp(tree->row[i].user, "root") == 0)
			return true;
	return false;
}

static enum ft_status
match(struct tree *tree, struct ft_error *err)
{
	struct fimport *import = tree->site->import;
	struct ft_plan_result result FT_CLEANUP(ft_plan_result_free);
	ft_plan_result_init(&result);
	FT_TRY(fimport_match(import, import->session.registry,
	    &(struct fimport_tree){ .flat = &tree->flat,
		.cluster = import->session.cluster_name,
		.acctdb = &tree->acctdb,
		.partial = tree->partial },
	    &result, err));
	if (!tree->partial && !has_root_user(tree))
		FT_TRY(fimport_drop_root_user(
		    import, import->session.registry, err));
	add_answer(tree, &result);
	if (tree->partial)
		ft_str_add(&tree->site->notes,
		    "rows are hidden (PrivateData): NormShares and FairShare "
		    "of those shown may be too large, and no account or user "
		    "is deleted\n");
	return FT_OK;
}

static void
free_list(struct list *list)
{
	ft_map_clear(&list->at);
	ft_free(list->record);
}

static void
free_tree(struct tree *tree)
{
	free_list(&tree->users);
	free_list(&tree->accounts);
	ft_map_clear(&tree->at);
	ft_acctdb_free(&tree->acctdb);
	ft_free(tree->row);
	ft_flat_free(&tree->flat);
}

enum ft_status
fimport_site_tree(struct fimport_site *site, struct ft_error *err)
{
	struct tree tree FT_CLEANUP(free_tree) = { .site = site };

	ft_flat_init(&tree.flat, "assoc");
	FT_TRY(read_list(&tree, "users", "User", &tree.users, err));
	FT_TRY(read_list(&tree, "accounts", "Account", &tree.accounts, err));
	FT_TRY(read_assocs(&tree, err));
	FT_TRY(ft_store_read_book(
	    site->import->session.store, false, &tree.acctdb, err));
	FT_TRY(find_hidden(&tree, err));
	FT_TRY(fill_flat(&tree, err));
	FT_TRY(fimport_define_qos(
	    site->import, &tree.flat, site->import->session.registry, err));
	return match(&tree, err);
}
