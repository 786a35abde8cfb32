/*
 * order.c - sort the children of accounts as a table has them: among tied
 * accounts, their order decides which one Fair Tree visits first.
 */

#include "admin/index/index.h"
#include "base/map.h"
#include "fimport/fimport.h"
#include "model/account/acctdb.h"

struct ordering {
	struct ft_registry *registry;
	struct ft_acctdb acctdb;
	struct ft_admin_index *index;
	struct ft_map line; /* "account\nuser\npartition": line of the table */
	struct ft_str key;
};

struct child {
	uint64_t line; /* UINT64_MAX: not in the table */
	uint32_t at;   /* index of the association in the acctdb */
};

static const char *
key_of(struct ordering *ordering, const char *account, const char *user,
    const char *partition)
{
	ft_str_clear(&ordering->key);
	ft_str_addf(&ordering->key, "%s\n%s\n%s", account, user, partition);
	return ft_str_text(&ordering->key);
}

/* Remember the line of each association in the file. */
static void
number_lines(struct ordering *ordering, const struct ft_flat *flat)
{
	const char *parent = "root";

	for (size_t i = 0; i < flat->n; i++) {
		const struct ft_flat_line *line = &flat->line[i];
		const char *partition = "";

		for (uint32_t o = 0; o < line->n_option; o++)
			if (strcmp(line->option[o].key, "Partition") == 0)
				partition = line->option[o].value;
		if (line->kind == FT_FLAT_PARENT)
			parent = line->name;
		else if (line->kind == FT_FLAT_ACCOUNT)
			ft_map_put(&ordering->line,
			    key_of(ordering, line->name, "", ""), i);
		else if (line->kind == FT_FLAT_USER)
			ft_map_put(&ordering->line,
			    key_of(ordering, parent, line->name, partition), i);
	}
}

static uint64_t
line_of(struct ordering *ordering, uint32_t at)
{
	const struct ft_acctdb *acctdb = &ordering->acctdb;
	const struct ft_assoc *assoc = &acctdb->assoc[at];
	const struct ft_account *account =
	    ft_acctdb_account(acctdb, assoc->account);
	const struct ft_user *user =
	    assoc->user ? ft_acctdb_user(acctdb, assoc->user) : NULL;
	uint64_t line = UINT64_MAX;

	(void)ft_map_get(&ordering->line,
	    key_of(ordering, account ? account->name : "",
		user ? user->name : "", assoc->partition),
	    &line);
	return line;
}

static int
by_line(const void *a, const void *b)
{
	const struct child *x = a, *y = b;

	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

/*
 * Returns an association that is neither I nor its parent.  A child that is
 * moved there and back becomes the first of its siblings.
 */
static uint32_t
aside(const struct ordering *ordering, uint32_t parent, uint32_t i)
{
	const struct ft_admin_index *index = ordering->index;
	uint32_t first = index->first[parent];

	if (index->parent[parent] != FT_INDEX_NONE)
		return index->parent[parent];
	return index->child[first] != i ? index->child[first]
					: index->child[first + 1];
}

static enum ft_status
put_in_order(struct ordering *ordering, uint32_t parent,
    const struct child *child, uint32_t n, struct ft_error *err)
{
	struct ft_registry *registry = ordering->registry;
	const struct ft_assoc *assoc = ordering->acctdb.assoc;

	FT_TRY(registry->ops->batch(registry, err));
	for (uint32_t i = 0; i < n; i++) {
		struct ft_assoc moved = assoc[child[i].at];

		moved.parent = assoc[aside(ordering, parent, child[i].at)].id;
		FT_TRY(FT_PUT(registry, &moved, err));
		moved.parent = assoc[parent].id;
		FT_TRY(FT_PUT(registry, &moved, err));
	}
	return FT_OK;
}

static enum ft_status
order_family(struct ordering *ordering, uint32_t parent, struct ft_error *err)
{
	const struct ft_admin_index *index = ordering->index;
	uint32_t from = index->first[parent], to = index->first[parent + 1];
	uint32_t n = to - from;
	struct child *child FT_CLEANUP(ft_free_at) = NULL;
	bool sorted = true;

	if (n < 2)
		return FT_OK;
	child = ft_calloc(n, sizeof *child);
	for (uint32_t i = 0; i < n; i++) {
		child[i].at = index->child[from + i];
		child[i].line = line_of(ordering, child[i].at);
		sorted = sorted && (!i || child[i - 1].line < child[i].line);
	}
	if (!sorted) {
		qsort(child, n, sizeof *child, by_line);
		FT_TRY(put_in_order(ordering, parent, child, n, err));
	}
	return FT_OK;
}

static void
free_ordering(struct ordering *ordering)
{
	if (ordering->index)
		ft_admin_index_free(ordering->index);
	ft_str_free(&ordering->key);
	ft_map_clear(&ordering->line);
	ft_acctdb_free(&ordering->acctdb);
}

enum ft_status
fimport_order(struct fimport *import, struct ft_registry *registry,
    const struct ft_flat *flat, struct ft_error *err)
{
	struct ordering ordering FT_CLEANUP(
	    free_ordering) = { .registry = registry };

	FT_TRY(ft_store_read_book(
	    import->session.store, false, &ordering.acctdb, err));
	number_lines(&ordering, flat);
	ordering.index = ft_admin_index_new(&ordering.acctdb);
	for (uint32_t i = 0; i < ordering.acctdb.n_assoc; i++)
		if (ordering.acctdb.assoc[i].cluster == import->session.cluster)
			FT_TRY(order_family(&ordering, i, err));
	return FT_OK;
}
