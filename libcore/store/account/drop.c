/*
 * drop.c - deleting associations: their usage goes to the parents that stay, and
 * slurmdbd keeps a trace only of some.
 */
#include "store/account/registry_internal.h"
#include "store/usage/usage_internal.h"

/* An association that goes. */
struct going {
	uint32_t id, parent, cluster;
	uint32_t user; /* 0 the account itself */
	bool young;    /* less than a day old */
	bool used;     /* it has usage to pass on */
};
#define CELL(member) FT_CELL(struct going, #member, member)
static const struct ft_column going_cells[] = { CELL(id), CELL(parent),
	CELL(cluster), CELL(user), CELL(young), CELL(used) };
static const struct ft_shape going_shape = {
	.size = sizeof(struct going),
	.entity = FT_ENTITY_COUNT,
	.cell = going_cells,
	.n = FT_COUNT(going_cells),
};

struct dropping {
	struct ft_store *store;
	struct ft_id_set set;
	struct ft_rows rows;  /* struct going, by id: those of the set */
	struct ft_idmap heir; /* of children, by parent; 0 none */
	struct ft_idmap gone; /* those that have passed on their usage */
	struct ft_mark *mark; /* by which they do */
	size_t n_mark, cap_mark;
};

static void
free_dropping(struct dropping *dropping)
{
	ft_set_free(&dropping->set);
	ft_rows_free(&dropping->rows);
	ft_idmap_free(&dropping->heir);
	ft_idmap_free(&dropping->gone);
	ft_free(dropping->mark);
}

static struct going *
going_of(struct dropping *dropping)
{
	return (struct going *)(void *)dropping->rows.data;
}

/* Returns the one with that id, NULL if it does not go. */
static struct going *
find_going(struct dropping *dropping, uint32_t id)
{
	/* its first member is the id */
	return dropping->rows.n
		   ? bsearch(&id, dropping->rows.data, dropping->rows.n,
			 sizeof(struct going), ft_by_u32)
		   : NULL;
}

/* ---- usage ------------------------------------------------------------------- */

/* Set *heir to the first one above ID that is not deleted in the store; 0 none. */
static enum ft_status
live_parent(
    struct ft_store *store, uint32_t id, uint32_t *heir, struct ft_error *err)
{
	int64_t live = 0;
	enum ft_status status = ft_store_int(
	    store, &live, FT_STMT_LIVE_PARENT, FT_ARGS(FT_ARG("id", id)), err);

	*heir = (uint32_t)live;
	return status == FT_ENOENT ? FT_OK : status;
}

/* The same for one that goes; those that are gone count as deleted. */
static enum ft_status
find_heir(struct dropping *dropping, const struct going *one, uint32_t *heir,
    struct ft_error *err)
{
	*heir = ft_idmap_get(&dropping->heir, one->parent);
	if (*heir == FT_IDMAP_NONE) {
		FT_TRY(live_parent(dropping->store, one->id, heir, err));
		ft_idmap_put(&dropping->heir, one->parent, *heir);
	}
	while (*heir && ft_idmap_get(&dropping->gone, *heir) != FT_IDMAP_NONE)
		FT_TRY(live_parent(dropping->store, *heir, heir, err));
	return FT_OK;
}

/* Transfer usage to the parent that is not deleted; ancestors deleted earlier have
 * transferred theirs. */
static enum ft_status
transfer_usage(struct dropping *dropping, uint32_t id, struct ft_error *err)
{
	const struct going *one = find_going(dropping, id);
	struct going *next;
	uint32_t heir = 0;

	ft_idmap_put(&dropping->gone, id, 0);
	if (!one || !one->used)
		return FT_OK;
	FT_TRY(find_heir(dropping, one, &heir, err));
	if (!heir)
		return FT_OK;
	next = find_going(dropping, heir);
	if (next)
		next->used = true;
	*ft_vec_add(dropping->mark, dropping->n_mark, dropping->cap_mark) =
	    (struct ft_mark){ .owner = id, .heir = heir };
	return FT_OK;
}

/* ---- traces ------------------------------------------------------------------ */

/* Make YOUNG those that are young and on none of the clusters KEPT, and ROOTS the
 * accounts among them. */
static void
find_young(struct dropping *dropping, const struct ft_rows *kept,
    struct ft_id_set *young, struct ft_id_set *roots)
{
	struct ft_id_set clusters FT_CLEANUP(ft_set_free);
	const struct going *going = going_of(dropping);

	ft_set_init(&clusters, ft_rows_ids(kept), kept->n);
	ft_set_init(young, dropping->set.id, dropping->set.n);
	ft_set_init(roots, dropping->set.id, dropping->set.n);
	young->n = roots->n = 0;
	for (size_t i = 0; i < dropping->set.n; i++) {
		if (!going[i].young || ft_set_has(&clusters, going[i].cluster))
			continue;
		young->id[young->n++] = going[i].id;
		if (!going[i].user)
			roots->id[roots->n++] = going[i].id;
	}
}

/* An association that is below a young one. */
struct below {
	uint32_t id;
	bool deleted; /* before this request */
};
static const struct ft_column below_cells[] = { FT_CELL(struct below, "id", id),
	FT_CELL(struct below, "deleted", deleted) };
static const struct ft_shape below_shape = {
	.size = sizeof(struct below),
	.entity = FT_ENTITY_COUNT,
	.cell = below_cells,
	.n = FT_COUNT(below_cells),
};

/* Which rows slurmdbd removes, and which it marks as deleted. */
struct traces {
	struct ft_id_set young; /* of the set: removed */
	struct ft_id_set old;   /* of the set: marked */
	struct ft_id_set below; /* deleted before: removed */
};

static void
free_traces(struct traces *traces)
{
	ft_set_free(&traces->young);
	ft_set_free(&traces->old);
	ft_set_free(&traces->below);
}

/* FIRST: the young ones of GOING; ROWS: what is below them. */
static void
sort_traces(struct traces *traces, const struct ft_id_set *going,
    const struct ft_id_set *first, const struct ft_rows *rows)
{
	const struct below *row = (const struct below *)(void *)rows->data;
	uint32_t *young = ft_calloc(first->n + rows->n + 1, sizeof *young);
	uint32_t *below = ft_calloc(rows->n + 1, sizeof *below);
	size_t n = 0, m = 0;

	while (n < first->n) {
		young[n] = first->id[n];
		n++;
	}
	for (size_t i = 0; i < rows->n; i++)
		if (ft_set_has(going, row[i].id))
			young[n++] = row[i].id;
		else if (row[i].deleted)
			below[m++] = row[i].id;
	ft_set_init(&traces->young, young, n);
	ft_set_init(&traces->below, below, m);
	ft_free(young);
	ft_free(below);
	ft_set_init(&traces->old, going->id, going->n);
	traces->old.n = 0;
	for (size_t i = 0; i < going->n; i++)
		if (!ft_set_has(&traces->young, going->id[i]))
			traces->old.id[traces->old.n++] = going->id[i];
}

/*
 * Delete all of the set.  Slurmdbd removes the rows of those that are younger than
 * a day, and of the deleted ones below them, and only marks older ones as deleted.
 * KEPT: it keeps all of these clusters.
 * Source: tests/oracle/cases/z30-nested-set-young.
 */
static enum ft_status
drop_rows(
    struct dropping *dropping, const struct ft_rows *kept, struct ft_error *err)
{
	struct ft_store *store = dropping->store;
	struct ft_rows rows FT_CLEANUP(
	    ft_rows_free) = { .shape = &below_shape };
	struct ft_id_set young FT_CLEANUP(ft_set_free);
	struct ft_id_set roots FT_CLEANUP(ft_set_free);
	struct traces traces FT_CLEANUP(free_traces) = { .old.n = 0 };

	find_young(dropping, kept, &young, &roots);
	FT_TRY(ft_set_rows(store, FT_STMT_ASSOCS_BELOW, &roots, &rows, err));
	sort_traces(&traces, &dropping->set, &young, &rows);
	FT_TRY(ft_set_run(store, FT_STMT_DROP_ASSOC, &traces.old, NULL, err));
	FT_TRY(
	    ft_set_run(store, FT_STMT_FORGET_ASSOC, &traces.young, NULL, err));
	/* there are images of those in the set */
	FT_TRY(ft_store_log_set(store, FT_LOG_ASSOC, &traces.below, err));
	return ft_set_run(
	    store, FT_STMT_FORGET_BELOW, &traces.below, NULL, err);
}

/* ---- all of it --------------------------------------------------------------- */

static enum ft_status
drop(struct dropping *dropping, const uint32_t *id, size_t n,
    struct ft_error *err)
{
	struct ft_store *store = dropping->store;
	const struct ft_id_set *set = &dropping->set;
	/* clusters where an association of the request has jobs: slurmdbd
	 * then keeps all rows of the request */
	struct ft_rows kept FT_CLEANUP(
	    ft_rows_free) = { .shape = &ft_id_shape };

	int64_t jobs = 0;

	FT_TRY(ft_store_int(store, &jobs, FT_STMT_HAS_JOBS, NULL, err));
	if (jobs)
		FT_TRY(ft_set_rows(store, FT_STMT_JOBS_BELOW, set, &kept, err));
	FT_TRY(ft_set_collect(
	    store, FT_STMT_GOING_ASSOCS, set, &dropping->rows, err));
	if (dropping->rows.n < set->n)
		return ft_store_find_absent(store, FT_ENTITY_ASSOC, set, err);
	FT_TRY(ft_store_log_set(store, FT_LOG_ASSOC, set, err));
	FT_TRY(ft_store_drop_lists(store, FT_ENTITY_ASSOC, set, err));
	for (size_t i = 0; i < n; i++)
		FT_TRY(transfer_usage(dropping, id[i], err));
	FT_TRY(ft_store_mark_transfers(
	    store, dropping->mark, dropping->n_mark, err));
	return drop_rows(dropping, &kept, err);
}

enum ft_status
ft_store_drop_assocs(struct ft_registry *registry, const uint32_t *id, size_t n,
    struct ft_error *err)
{
	struct dropping dropping FT_CLEANUP(free_dropping) = {
		.store = ft_store_of(registry), .rows.shape = &going_shape
	};

	ft_set_init(&dropping.set, id, n);
	return drop(&dropping, id, n, err);
}
