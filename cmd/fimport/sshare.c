/*
 * sshare.c - fimport sshare: import the tree, shares and usage of a table that
 * sshare printed.  The table becomes a flat file; the cluster is changed to match
 * it (missing entries are added, others deleted); then every row gets its usage.
 */

#include "admin/flat/flat.h"
#include "admin/plan/plan.h"
#include "base/text/real.h"
#include "fimport/shares.h"

struct table {
	struct fimport_shares shares;
	struct ft_flat flat;
	size_t n_delete; /* associations that the table lacks */
};

/* ---- the rows as a flat file ------------------------------------------------- */

/*
 * The position of a row in the file.  Fair Tree visits tied accounts in the order
 * in which they were added, so an account whose users have the better FairShare
 * is added first.
 */
struct position {
	size_t parent, row;
	bool account;
	double best, worst;
};

static int
compare(double a, double b)
{
	return ft_real_cmp((ft_real)a, (ft_real)b);
}

static int
by_position(const void *a, const void *b)
{
	const struct position *x = a, *y = b;

	if (x->parent != y->parent)
		return x->parent < y->parent ? -1 : 1;
	if (x->account != y->account)
		return x->account ? 1 : -1;
	if (x->account && compare(x->best, y->best) != 0)
		return compare(y->best, x->best);
	if (x->account && compare(x->worst, y->worst) != 0)
		return compare(y->worst, x->worst);
	return x->row < y->row ? -1 : x->row > y->row;
}

/* Returns all rows but the root in the order of the file. */
static struct position *
make_positions(struct fimport_shares *shares)
{
	struct position *position = ft_calloc(shares->n, sizeof *position);

	for (size_t i = shares->n; i > 1 && i--;) {
		struct fimport_share *row = &shares->row[i];
		struct fimport_share *above = &shares->row[row->parent];

		if (row->best > above->best)
			above->best = row->best;
		if (row->worst < above->worst)
			above->worst = row->worst;
		position[i - 1] = (struct position){ row->parent, i,
			!*row->user, row->best, row->worst };
	}
	qsort(position, shares->n - 1, sizeof *position, by_position);
	return position;
}

static void
add_option(struct table *table, const char *key, const char *value)
{
	ft_flat_add_option(&table->flat, key, value, 0);
}

static void
add_line(struct table *table, enum ft_flat_kind kind, const char *name,
    const struct fimport_share *row)
{
	struct ft_flat_line *line =
	    ft_flat_add(&table->flat, kind, name, strlen(name));

	line->line = (uint32_t)row->line;
}

static void
add_row(
    struct table *table, const struct fimport_share *row, struct ft_map *users)
{
	const char *above = table->shares.row[row->parent].account;

	if (!*row->user) {
		add_line(table, FT_FLAT_ACCOUNT, row->account, row);
		add_option(table, "Description", row->account);
		add_option(
		    table, "Organization", row->parent ? above : row->account);
	} else {
		add_line(table, FT_FLAT_USER, row->user, row);
		if (*row->partition)
			add_option(table, "Partition", row->partition);
		if (ft_map_put(users, row->user, 1))
			add_option(table, "DefaultAccount", row->account);
		if (!strcmp(row->user, "root"))
			add_option(table, "AdminLevel", "Administrator");
	}
	add_option(table, "Fairshare", row->shares);
	if (*row->limits)
		add_option(table, "GrpTRESMins", row->limits);
}

static void
fill_flat(struct table *table)
{
	struct position *position FT_CLEANUP(ft_free_at) =
	    make_positions(&table->shares);
	struct ft_map users FT_CLEANUP(ft_map_clear) = { 0 };

	add_line(table, FT_FLAT_CLUSTER, "cluster", &table->shares.row[0]);
	if (*table->shares.row[0].limits)
		add_option(table, "GrpTRESMins", table->shares.row[0].limits);
	for (size_t i = 0; i + 1 < table->shares.n; i++) {
		const struct fimport_share *row =
		    &table->shares.row[position[i].row];

		if (!i || position[i].parent != position[i - 1].parent)
			add_line(table, FT_FLAT_PARENT,
			    table->shares.row[row->parent].account, row);
		add_row(table, row, &users);
	}
}

/* ---- the store --------------------------------------------------------------- */

/* Give the cluster the QOS that a new cluster gets, if it exists. */
static void
add_usual_qos(struct table *table, const struct ft_acctdb *acctdb)
{
	static const struct ft_flat_option usual = {
		.key = "QOS", .value = "normal", .column = 1
	};
	struct ft_flat_line *cluster = &table->flat.line[0];
	const struct ft_qos *qos = ft_acctdb_find_qos(acctdb, usual.value);
	struct ft_flat_option *option;

	if (qos == NULL || qos->deleted)
		return;
	option = ft_arena_calloc(
	    &table->flat.arena, cluster->n_option + 1, sizeof *option);
	for (uint32_t i = 0; i < cluster->n_option; i++)
		option[i] = cluster->option[i];
	option[cluster->n_option++] = usual;
	cluster->option = option;
}

/* Change the cluster, which ACCTDB has, to match the table. */
static enum ft_status
change_tree(struct table *table, struct ft_registry *registry,
    const struct ft_acctdb *acctdb, struct ft_error *err)
{
	struct fimport *import = table->shares.import;
	struct ft_plan_result result FT_CLEANUP(ft_plan_result_free);
	enum ft_status status;
	const struct fimport_tree tree = { .flat = &table->flat,
		.cluster = import->session.cluster_name,
		.acctdb = acctdb };

	ft_plan_result_init(&result);
	add_usual_qos(table, acctdb);
	status = fimport_match(import, registry, &tree, &result, err);
	table->n_delete = result.n_delete;
	return status;
}

/* Import into a cluster that is missing or has nothing but its root. */
static enum ft_status
make_tree(
    struct table *table, struct ft_registry *registry, struct ft_error *err)
{
	struct fimport *import = table->shares.import;
	struct ft_admin_load load FT_CLEANUP(ft_admin_load_free);

	ft_admin_load_init(&load);
	return fimport_load(import, registry,
	    &(struct fimport_tree){ .flat = &table->flat,
		.cluster = import->session.cluster_name,
		.clean = true },
	    &load, err);
}

/* Returns whether the cluster has more than account root and user root. */
static bool
has_tree(const struct ft_acctdb *acctdb, uint32_t cluster)
{
	size_t n = 0;

	for (size_t i = 0; i < acctdb->n_assoc && n < 3; i++)
		n += acctdb->assoc[i].cluster == cluster;
	return n > 2;
}

static enum ft_status
put_tree(
    struct table *table, struct ft_registry *registry, struct ft_error *err)
{
	struct ft_session *session = &table->shares.import->session;
	struct ft_acctdb acctdb FT_CLEANUP(ft_acctdb_free) = { 0 };
	enum ft_status status = ft_store_cluster(
	    session->store, session->cluster_name, &session->cluster, err);

	if (status == FT_ENOENT)
		return make_tree(table, registry, err);
	FT_TRY(status);
	FT_TRY(ft_store_read_book(session->store, false, &acctdb, err));
	return has_tree(&acctdb, session->cluster)
		   ? change_tree(table, registry, &acctdb, err)
		   : make_tree(table, registry, err);
}

static void
add_answer(const struct table *table)
{
	struct fimport *import = table->shares.import;

	ft_str_addf(&import->answer, "cluster '%s' now matches the table: ",
	    import->session.cluster_name);
	fimport_count(import, table->shares.n_account, "account");
	fimport_count(import, table->shares.n_assoc, "user association");
	fimport_count_deleted(import, table->n_delete);
	ft_str_addf(&import->answer, ", raw usage %" PRId64 "\n",
	    table->shares.row[0].amount[FT_FIMPORT_RAW].whole);
}

/* The transaction. */
static enum ft_status
change(struct table *table, struct ft_registry *registry, struct ft_error *err)
{
	struct fimport *import = table->shares.import;
	struct ft_session *session = &import->session;

	FT_TRY(put_tree(table, registry, err));
	if (!table->shares.root_user)
		FT_TRY(fimport_drop_root_user(import, registry, err));
	FT_TRY(ft_store_cluster(
	    session->store, session->cluster_name, &session->cluster, err));
	FT_TRY(fimport_shares_put(&table->shares, registry,
	    "this association was not imported", err));
	add_answer(table);
	return FT_OK;
}

static void
free_table(struct table *table)
{
	fimport_shares_free(&table->shares);
	ft_flat_free(&table->flat);
}

enum ft_status
fimport_sshare(struct fimport *import, struct ft_error *err)
{
	struct table table FT_CLEANUP(free_table) = { .shares = { 0 } };
	struct ft_registry *registry;

	ft_flat_init(&table.flat, import->file);
	FT_TRY(fimport_shares_read(import, &table.shares, err));
	fill_flat(&table);
	FT_TRY(fimport_open_new(import, NULL, err));
	FT_TRY(fimport_begin(import, FT_RIGHT_TREE, &registry, err));
	return fimport_end(import, change(&table, registry, err), err);
}
