/*
 * sshare.c - fimport sshare: the tree, shares and usage of a table that sshare
 * printed.  The table becomes a flat file, which takes the place of what the
 * cluster has; then every row gets its usage.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "admin/load.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/vec.h"
#include "import/import.h"
#include "io/sharetable.h"

#define NO_ROW SIZE_MAX

struct row {
	const char *account, *user, *partition;
	int64_t whole; /* as the table has it: accounts with all below */
	int64_t below; /* accounts: sum of the rows directly below */
	size_t n_below;
	size_t line;
};

struct table {
	struct import *import;
	struct ft_flat flat; /* its arena holds the names */
	struct row *row;
	size_t n, cap;
	struct ft_map account; /* its row */
	struct ft_map user;    /* users met: the row of their default */
	struct ft_str scratch;
	size_t parent; /* row of the last Parent line */
	size_t n_account, n_assoc;
	bool root_user;
};

static enum ft_status
fail_row(const struct table *table, const struct row *row, struct ft_error *err,
    const char *text)
{
	return ft_fail(err, FT_EPARSE, "%s:%zu:1: %s", table->import->file,
	    row->line, text);
}

static void
add_option(struct table *table, const char *key, const char *value)
{
	ft_flat_add_option(
	    &table->flat, key, strlen(key), value, strlen(value), 0);
}

static void
add_line(struct table *table, enum ft_flat_kind kind, const char *name,
    size_t number)
{
	struct ft_flat_line *line =
	    ft_flat_add(&table->flat, kind, name, strlen(name));

	line->line = (uint32_t)number;
}

static void
add_shares(struct table *table, const struct ft_sharetable_row *row)
{
	char number[16];

	snprintf(number, sizeof number, "%" PRIu32, row->shares);
	add_option(table, "Fairshare", row->parent_shares ? "parent" : number);
}

/* The lines of an account or user; ROW is its copy. */
static void
add_flat(struct table *table, const struct ft_sharetable_row *from,
    const struct row *row, size_t parent)
{
	bool user = *row->user;

	if (parent != table->parent)
		add_line(table, FT_FLAT_PARENT, table->row[parent].account,
		    row->line);
	table->parent = parent;
	if (!user) {
		add_line(table, FT_FLAT_ACCOUNT, row->account, row->line);
		add_option(table, "Description", row->account);
		add_option(table, "Organization",
		    parent ? table->row[parent].account : row->account);
		add_shares(table, from);
		return;
	}
	add_line(table, FT_FLAT_USER, row->user, row->line);
	if (*row->partition)
		add_option(table, "Partition", row->partition);
	if (ft_map_put(&table->user, row->user, table->n))
		add_option(table, "DefaultAccount", row->account);
	if (!strcmp(row->user, "root"))
		add_option(table, "AdminLevel", "Administrator");
	add_shares(table, from);
}

/* Count the row into the one above it. */
static enum ft_status
add_below(struct table *table, const struct ft_sharetable_row *from,
    size_t *parent, struct ft_error *err)
{
	uint64_t at = 0;
	struct row *above;

	ft_str_clear(&table->scratch);
	import_add_lower(&table->scratch, from->parent);
	ft_map_get(&table->account, table->scratch.data, &at);
	*parent = (size_t)at;
	above = &table->row[at];
	above->n_below++;
	if (ft_num_add_i64(above->below, from->whole, &above->below))
		return FT_OK;
	return ft_fail(err, FT_EPARSE,
	    "%s:%zu:1: the usage below account '%s' is too large",
	    table->import->file, from->line, above->account);
}

static const char *
keep_lower(struct table *table, const char *name)
{
	ft_str_clear(&table->scratch);
	import_add_lower(&table->scratch, name);
	return ft_arena_strndup(&table->flat.arena,
	    ft_str_text(&table->scratch), table->scratch.len);
}

static enum ft_status
take_row(void *ctx, const struct ft_sharetable_row *from, struct ft_error *err)
{
	struct table *table = ctx;
	struct row row = {
		.account = keep_lower(table, from->account),
		.user = keep_lower(table, from->user),
		.partition =
		    ft_arena_strdup(&table->flat.arena, from->partition),
		.whole = from->whole,
		.line = from->line,
	};
	size_t parent = NO_ROW;

	if (table->n && add_below(table, from, &parent, err) != FT_OK)
		return FT_EPARSE;
	if (!*row.user && !ft_map_put(&table->account, row.account, table->n))
		return fail_row(
		    table, &row, err, "the account is there in other case");
	if (table->n)
		add_flat(table, from, &row, parent);
	else
		add_line(table, FT_FLAT_CLUSTER, "cluster", row.line);
	table->row = ft_vec_grow(
	    table->row, &table->cap, table->n + 1, sizeof *table->row);
	table->row[table->n++] = row;
	table->n_account += !*row.user;
	table->n_assoc += *row.user != '\0';
	if (!strcmp(row.user, "root") && !strcmp(row.account, "root"))
		table->root_user = true;
	return FT_OK;
}

/*
 * What an account was charged itself: what is left when all below is taken
 * off.  The table shows integers, so that rounding may leave less than 0.
 */
static enum ft_status
own_usage(const struct table *table, const struct row *row, int64_t *own,
    struct ft_error *err)
{
	int64_t slack = (int64_t)row->n_below + row->whole / 1000000000;

	*own = row->whole - row->below;
	if (*own >= 0)
		return FT_OK;
	if (*own >= -slack) {
		*own = 0;
		return FT_OK;
	}
	return ft_fail(err, FT_EPARSE,
	    "%s:%zu:1: account '%s' has used %" PRId64
	    ", less than the rows below it together, %" PRId64,
	    table->import->file, row->line, row->account, row->whole,
	    row->below);
}

static enum ft_status
put_usage(const struct table *table, const struct ft_registry *registry,
    struct ft_error *err)
{
	struct import_balance *balance = NULL;
	enum ft_status status =
	    import_balance_new(&balance, table->import, registry, err);

	for (size_t i = 0; i < table->n && status == FT_OK; i++) {
		const struct row *row = &table->row[i];
		uint32_t assoc = import_balance_find(
		    balance, row->account, row->user, row->partition, NULL);
		int64_t own = row->whole;

		if (!assoc)
			status = fail_row(table, row, err, "was not loaded");
		else if (!*row->user)
			status = own_usage(table, row, &own, err);
		/* All rows: what a revived one had before must not show. */
		if (status == FT_OK)
			status =
			    import_balance_add(balance, assoc, own, 0, "", err);
	}
	if (status == FT_OK)
		status = import_balance_write(balance, err);
	import_balance_free(balance);
	return status;
}

/* Every cluster starts with a user root; the table may have none. */
static enum ft_status
drop_root_user(
    struct import *import, struct ft_registry *registry, struct ft_error *err)
{
	struct ft_session *session = &import->session;
	struct ft_admin *admin = NULL;
	struct ft_admin_where where;
	struct ft_admin_result result;
	enum ft_status status =
	    ft_admin_new(&admin, registry, session->user, true, err);

	if (status != FT_OK)
		return status;
	ft_admin_where_init(&where);
	ft_admin_result_init(&result);
	ft_admin_names_add(&where.key[FT_KEY_USER], "root");
	ft_admin_names_add(&where.key[FT_KEY_ACCOUNT], "root");
	ft_admin_names_add(&where.key[FT_KEY_CLUSTER], session->cluster_name);
	status = ft_admin_delete_users(admin, &where, &result, err);
	ft_admin_result_free(&result);
	ft_admin_where_free(&where);
	ft_admin_free(admin);
	return status;
}

/* Everything between begin and commit. */
static enum ft_status
change(struct table *table, struct ft_registry *registry, struct ft_error *err)
{
	struct import *import = table->import;
	struct ft_session *session = &import->session;
	struct ft_admin_load_options options = {
		.cluster = session->cluster_name,
		.clean = true,
	};
	struct ft_admin_load load;
	enum ft_status status;

	ft_admin_load_init(&load);
	status =
	    import_load(import, registry, &table->flat, &options, &load, err);
	ft_admin_load_free(&load);
	if (status == FT_OK && !table->root_user)
		status = drop_root_user(import, registry, err);
	if (status == FT_OK)
		status = ft_store_cluster(session->store, session->cluster_name,
		    &session->cluster, err);
	if (status == FT_OK)
		status = put_usage(table, registry, err);
	return status;
}

static void
tell(const struct table *table)
{
	struct import *import = table->import;

	ft_str_addf(&import->answer,
	    "cluster '%s' is now the table's: ", import->session.cluster_name);
	import_count(import, table->n_account, "account");
	ft_str_add(&import->answer, ", ");
	import_count(import, table->n_assoc, "user association");
	ft_str_addf(
	    &import->answer, ", raw usage %" PRId64 "\n", table->row[0].whole);
}

static enum ft_status
replace(struct table *table, struct ft_error *err)
{
	struct import *import = table->import;
	struct ft_registry *registry;
	enum ft_status status = import_open(import, NULL, err);

	if (status == FT_OK)
		status = ft_session_begin(&import->session, &registry, err);
	if (status != FT_OK)
		return status;
	status = change(table, registry, err);
	if (status == FT_OK)
		tell(table);
	return import_end(import, status, err);
}

enum ft_status
import_sshare(struct import *import, struct ft_error *err)
{
	struct table table = { .import = import, .parent = NO_ROW };
	enum ft_status status;

	ft_flat_init(&table.flat, import->file);
	ft_map_init(&table.account);
	ft_map_init(&table.user);
	status = ft_sharetable_parse(import->file, ft_str_text(&import->text),
	    import->text.len, take_row, &table, err);
	if (status == FT_OK)
		status = replace(&table, err);
	ft_map_clear(&table.account);
	ft_map_clear(&table.user);
	ft_str_free(&table.scratch);
	ft_free(table.row);
	ft_flat_free(&table.flat);
	return status;
}
