/*
 * log_internal.h - what a write transaction records before it changes a row:
 * its entry in the journal, images of rows, ids given out.
 *
 * A function that changes a row of the configuration calls one of these first;
 * otherwise undo could not restore the old row.  An *image* is a copy of a row
 * or list as it was before the first change of the transaction.  Rows that the
 * transaction adds need none.  The journal is read in journal/.
 */
#ifndef FT_STORE_LOG_LOG_INTERNAL_H
#define FT_STORE_LOG_LOG_INTERNAL_H

#include "store/row/row_internal.h"
#include "store/store.h"

/* Rows of one table that the transaction has added. */
struct ft_log_added {
	uint32_t first_new;   /* rows with this id or a higher one are new */
	uint32_t first, last; /* those not in the journal yet; first 0: none */
};

/* The last id given out; the table high_id has it when a transaction ends. */
struct ft_id_count {
	uint32_t last;
	uint32_t cluster; /* 0: of the whole table */
	bool known;       /* it was read in this transaction */
	bool moved;       /* it has grown and is not written yet */
};

/* ---- set.c: statements over sets of rows ----------------------------------- */

struct ft_rows; /* column_internal.h */

struct ft_id_set {
	uint32_t *id; /* ascending */
	size_t n;
};
/* Make SET of ID[n], in any order. */
void ft_set_init(struct ft_id_set *set, const uint32_t *id, size_t n);
void ft_set_free(struct ft_id_set *set);
bool ft_set_has(const struct ft_id_set *set, uint32_t id);
/*
 * Run statement ID for the rows of SET.  It has the parameters :first and
 * :last, and may have :now and :journal; it runs once for each range of
 * consecutive ids.  *changes grows by the number of rows that it changed; may
 * be NULL.
 */
enum ft_status ft_set_run(struct ft_store *store, enum ft_stmt id,
    const struct ft_id_set *set, size_t *changes, struct ft_error *err);
/* The same for a statement that reads: add the rows it returns to ROWS. */
enum ft_status ft_set_rows(struct ft_store *store, enum ft_stmt id,
    const struct ft_id_set *set, struct ft_rows *rows, struct ft_error *err);
/* The same of an FT_COLLECT, with :first, :last and :now. */
enum ft_status ft_set_collect(struct ft_store *store, enum ft_stmt id,
    const struct ft_id_set *set, struct ft_rows *rows, struct ft_error *err);

/* ---- log.c: the journal ---------------------------------------------------- */

/* Keep the image of row or list ID of kind WHAT, before it changes. */
enum ft_status ft_store_log_row(struct ft_store *store, enum ft_log what,
    uint32_t id, struct ft_error *err);
/* Returns whether association ASSOC surely has no limits and no list of QOS,
 * because it is new and ft_store_log_row was not called for one of them. */
bool ft_store_is_bare(const struct ft_store *store, uint32_t assoc);
/* Keep the images of the rows of SET. */
enum ft_status ft_store_log_set(struct ft_store *store, enum ft_log what,
    const struct ft_id_set *set, struct ft_error *err);
/* Returns whether row ID has an image in the entry of this transaction. */
bool ft_store_has_image(
    const struct ft_store *store, enum ft_log what, uint32_t id);
/* Keep the images of those lists of the owners in SET that are not empty. */
enum ft_status ft_store_log_lists(struct ft_store *store, enum ft_log what,
    const struct ft_id_set *set, struct ft_error *err);
/* Keep the images of all children of association PARENT, before their positions
 * change. */
enum ft_status ft_store_log_family(
    struct ft_store *store, uint32_t parent, struct ft_error *err);
/* Note that row ID was added; called after the addition. */
enum ft_status ft_store_log_added(struct ft_store *store, enum ft_log what,
    uint32_t id, struct ft_error *err);
/* Keep the value of setting KEY; NULL: the text of slurm.conf. */
enum ft_status ft_store_log_setting(
    struct ft_store *store, const char *key, struct ft_error *err);
/* Make the entry of this transaction, store->journal, unless it has one. */
enum ft_status ft_store_log_entry(struct ft_store *store, struct ft_error *err);
/* Add another entry, and set *id to its id; UNDOES: the entry that it undoes, 0
 * none. */
enum ft_status ft_store_add_entry(struct ft_store *store,
    const struct ft_store_actor *actor, uint32_t undoes, uint32_t *id,
    struct ft_error *err);

/* Get ready for a new transaction. */
void ft_store_log_start(struct ft_store *store);
/* Write what is only in memory; call it before a savepoint and before the
 * commit. */
enum ft_status ft_store_log_flush(struct ft_store *store, struct ft_error *err);
/* Forget what was recorded since a savepoint that was rolled back; JOURNAL:
 * store->journal at that savepoint. */
void ft_store_log_back(struct ft_store *store, uint32_t journal);

/* ---- work.c: jobs, charges, states of nodes, the clock ------------------------ */

/* Keep with the entry what was changed since ft_store_watch_work, if that is
 * more than stamps of jobs; makes the entry if there is none. */
enum ft_status ft_store_keep_work(struct ft_store *store, struct ft_error *err);
void ft_store_forget_work(struct ft_store *store);
/*
 * Reverse the changes that entry TARGET keeps, and keep the reversal with the
 * entry of this transaction.  *changed becomes true if rows are no longer as
 * TARGET left them; then nothing was reversed.
 */
enum ft_status ft_store_reverse_work(struct ft_store *store, uint32_t target,
    bool *changed, struct ft_error *err);

/* Make the SQL function ft_is_work(), by which check.c finds damage. */
enum ft_status ft_work_prepare(struct ft_store *store, struct ft_error *err);

/* ---- changeset.c: such rows before and after, in SQLite's format -------------- */

/* Returns whether such changes of TABLE are kept. */
bool ft_changeset_has(const char *table);
/* Returns whether DATA[size] is a valid changeset of such tables, with the
 * columns that they have in STORE. */
bool ft_changeset_is_sound(
    struct ft_store *store, const void *data, size_t size);

/* ---- id.c: ids, each given out once ---------------------------------------- */

/* Set *id to the id for a new row; call ft_store_take_id when the row was
 * added. */
enum ft_status ft_store_next_id(struct ft_store *store, enum ft_log what,
    uint32_t *id, struct ft_error *err);
void ft_store_take_id(struct ft_store *store, enum ft_log what);
/* The same for the number of an association within CLUSTER. */
enum ft_status ft_store_next_number(struct ft_store *store, uint32_t cluster,
    uint32_t *number, struct ft_error *err);
void ft_store_take_number(struct ft_store *store, uint32_t cluster);
enum ft_status ft_store_id_flush(struct ft_store *store, struct ft_error *err);
/* Forget what was not written, because a transaction starts or a savepoint was
 * rolled back. */
void ft_store_id_start(struct ft_store *store);

/* ---- txn.c: what slurmdbd writes to txn_table ------------------------------ */

enum ft_status ft_store_add_transactions(struct ft_registry *,
    const struct ft_transaction *, size_t n, struct ft_error *);

#endif
