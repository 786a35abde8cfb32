/*
 * rewind.c - a copy of the store goes back in time.
 *
 * Every entry of the journal has images of what it found, so putting them back, the
 * latest entry first, gives each earlier state in turn.  Nothing is checked, as
 * nobody writes to the copy: unlike undo, this never refuses.
 */
#include "store/journal/undo_private.h"

/* What a thing of this kind belongs to: enum ft_rewound. */
static unsigned
rewound_by(enum ft_log what)
{
	enum ft_log owner = ft_log_owner(what);

	if (owner == FT_LOG_SETTING || owner == FT_LOG_CONF)
		return FT_REWOUND_SETTINGS;
	return owner == FT_LOG_USAGE_MARK ? 0 : FT_REWOUND_TREE;
}

static enum ft_status
drop_entry(struct ft_store *copy, uint32_t id, struct ft_error *err)
{
	FT_TRY(ft_store_run(
	    copy, FT_STMT_DROP_JOURNAL_ROWS, FT_ARGS(FT_ARG("id", id)), err));
	FT_TRY(ft_store_run(
	    copy, FT_STMT_DROP_JOURNAL_IMAGES, FT_ARGS(FT_ARG("id", id)), err));
	return ft_store_run(
	    copy, FT_STMT_DROP_JOURNAL, FT_ARGS(FT_ARG("id", id)), err);
}

static enum ft_status
rewind_entry(
    struct ft_store *copy, uint32_t id, unsigned *rewound, struct ft_error *err)
{
	struct ft_undo undo = { .store = copy,
		.verb = "undo",
		.asked = id,
		.target = id,
		.entry = id };
	enum ft_status status =
	    ft_touches_read(copy, &undo.mine, FT_STMT_JOURNAL_ROWS, id, err);

	for (size_t i = 0; i < undo.mine.n; i++)
		*rewound |= rewound_by(undo.mine.item[i].thing.what);
	if (status == FT_OK)
		status = ft_undo_put_back(&undo, err);
	if (status == FT_OK)
		status = drop_entry(copy, id, err);
	if (status)
		ft_error_prefix(
		    err, "change %lu of the journal: ", (unsigned long)id);
	ft_touches_free(&undo.mine);
	return status;
}

/* Set id[*n], the caller's, to the entries after the one with ID, latest first. */
static enum ft_status
entries_after(struct ft_store *copy, int64_t after, uint32_t **id, size_t *n,
    struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(
	    copy, FT_STMT_JOURNAL_AFTER, FT_ARGS(FT_ARG("id", after)), err);
	enum ft_status status = FT_OK;
	size_t cap = 0;

	*id = NULL;
	*n = 0;
	while (ft_store_next(copy, stmt, &status, err))
		*ft_vec_add(*id, *n, cap) = ft_column_u32(stmt, "id");
	return status;
}

enum ft_status
ft_store_rewind(
    struct ft_store *copy, int64_t at, unsigned *rewound, struct ft_error *err)
{
	uint32_t *id FT_CLEANUP(ft_free_at) = NULL;
	int64_t last;
	size_t n;

	assert(copy->memory && !copy->depth);
	*rewound = 0;
	FT_TRY(ft_store_run(copy, FT_STMT_UNSET_FOREIGN_KEYS, NULL, err));
	FT_TRY(ft_store_int(copy, &last, FT_STMT_JOURNAL_UNTIL,
	    FT_ARGS(FT_ARG("at", at)), err));
	FT_TRY(entries_after(copy, last, &id, &n, err));
	for (size_t i = 0; i < n; i++)
		FT_TRY(rewind_entry(copy, id[i], rewound, err));
	return FT_OK;
}
