/*
 * set.c - runs statements over sets of rows: once for each range of consecutive
 * ids, in ascending order, so that tables and indexes are walked through only
 * once.
 */
#include "store/internal.h"
#include "store/row/column_internal.h"

/* What such a statement may have as parameters. */
struct run {
	uint32_t first, last; /* ids */
	uint32_t journal;
	int64_t now;
};

/* Set the ends of the range that starts at index AT; returns where the next one
 * starts. */
static size_t
next_run(struct run *run, const struct ft_id_set *set, size_t at)
{
	run->first = set->id[at];
	do
		run->last = set->id[at++];
	while (at < set->n && set->id[at] - run->last == 1);
	return at;
}

static sqlite3_stmt *
query(struct ft_store *store, enum ft_stmt id, struct run *run,
    struct ft_error *err)
{
	static const struct ft_column cells[] = {
		FT_CELL(struct run, "first", first),
		FT_CELL(struct run, "last", last),
		FT_CELL(struct run, "journal", journal),
		FT_CELL(struct run, "now", now),
	};
	static const struct ft_shape shape = { .cell = cells,
		.n = FT_COUNT(cells) };
	const struct ft_source source = { &shape, run, NULL };

	run->journal = store->journal;
	run->now = store->registry.now;
	return ft_record_query(store, id, &source, NULL, err);
}

enum ft_status
ft_set_run(struct ft_store *store, enum ft_stmt id, const struct ft_id_set *set,
    size_t *changes, struct ft_error *err)
{
	struct run run;

	for (size_t at = 0; at < set->n;) {
		sqlite3_stmt *stmt;
		int step;

		at = next_run(&run, set, at);
		stmt = query(store, id, &run, err);
		/* in rows that are there it writes only :now and constants */
		if (stmt && *sqlite3_sql(stmt) == 'U')
			store->suspect = 0;
		step = stmt ? ft_store_step(store, stmt, err) : FT_EIO;
		store->suspect = FT_SUSPECT_ALL;
		if (step < 0)
			return (enum ft_status)step;
		if (changes)
			*changes += (size_t)sqlite3_changes(store->db);
	}
	return FT_OK;
}

enum ft_status
ft_set_rows(struct ft_store *store, enum ft_stmt id,
    const struct ft_id_set *set, struct ft_rows *rows, struct ft_error *err)
{
	struct run run;

	for (size_t at = 0; at < set->n;) {
		at = next_run(&run, set, at);
		FT_TRY(ft_store_rows(
		    store, query(store, id, &run, err), rows, err));
	}
	return FT_OK;
}

enum ft_status
ft_set_collect(struct ft_store *store, enum ft_stmt id,
    const struct ft_id_set *set, struct ft_rows *rows, struct ft_error *err)
{
	struct run run;

	for (size_t at = 0; at < set->n;) {
		at = next_run(&run, set, at);
		FT_TRY(ft_rows_collect(store, id,
		    FT_ARGS(FT_ARG("first", run.first),
			FT_ARG("last", run.last),
			FT_ARG("now", store->registry.now)),
		    rows, err));
	}
	return FT_OK;
}

void
ft_set_init(struct ft_id_set *set, const uint32_t *id, size_t n)
{
	*set = (struct ft_id_set){ .id = ft_calloc(n + 1, sizeof *id) };
	for (size_t i = 0; i < n; i++)
		set->id[i] = id[i];
	set->n = ft_unique(set->id, n, sizeof *set->id, ft_by_u32);
}

void
ft_set_free(struct ft_id_set *set)
{
	ft_free(set->id);
	*set = (struct ft_id_set){ .n = 0 };
}

bool
ft_set_has(const struct ft_id_set *set, uint32_t id)
{
	return set->n &&
	       bsearch(&id, set->id, set->n, sizeof *set->id, ft_by_u32);
}
