/*
 * open_internal.h - from a path to a connection: what the file is, which schema
 * it has, and how an old schema becomes today's.
 *
 * A version of the schema is a number: scripts in sql/ make the first ones, and
 * rows of model/account/entity.def add columns in later ones.
 */
#ifndef FT_STORE_OPEN_OPEN_INTERNAL_H
#define FT_STORE_OPEN_OPEN_INTERNAL_H

#include "store/check/check.h"
#include "store/internal.h"

/* ---- memory.c --------------------------------------------------------------- */

/* Give SQLite its memory in pieces; to be called before anything else of SQLite. */
void ft_store_take_memory(void);

/* ---- connect.c: a connection, and its settings ------------------------------ */

/*
 * Open NAME, the store's file or ":memory:", with SQLite's FLAGS through the
 * file system BASE (NULL: SQLite's own).
 */
enum ft_status ft_store_connect(struct ft_store *store, const char *name,
    int flags, const char *base, struct ft_error *err);
void ft_store_disconnect(struct ft_store *store);
/* Limit what the content of a file, which may come from anybody, can do. */
void ft_store_harden(sqlite3 *db);
/* Look at the meter, if there is one, while statements run. */
void ft_store_follow(struct ft_store *store);
/* Set the pragmas that only writers need, once. */
enum ft_status ft_store_prepare_writing(
    struct ft_store *store, struct ft_error *err);
/* Returns whether the file is on a network or user space file system. */
bool ft_store_on_network(const struct ft_store *store);

/* ---- script.c: the steps from one version to the next ------------------------ */

/* Returns the version of the schema that this program writes. */
int64_t ft_store_schema(void);
/* Returns the last version that a script makes. */
int64_t ft_store_schema_of_scripts(void);
/* Returns the version from which on a store can be read without migrating it: later
 * ones only add columns, indices and caches. */
int64_t ft_store_schema_readable(void);
/* Bring the store from VERSION to the next one. */
enum ft_status ft_store_schema_step(
    struct ft_store *store, int64_t version, struct ft_error *err);

/* ---- schema.c: our schema, made or compared ----------------------------------- */

#define FT_STORE_APPLICATION 0x46745265u /* as in sql/0001_init.sql */

/* Make in an empty file the schema that the scripts lead to. */
enum ft_status ft_store_make_schema(
    struct ft_store *store, struct ft_error *err);

/* Report every table, index, ... that is not as schema VERSION has it. */
enum ft_status ft_store_compare_schema(struct ft_store *store, int64_t version,
    ft_problem_fn *fn, void *ctx, struct ft_error *err);
/* FT_EFOREIGN with the first of them. */
enum ft_status ft_store_check_schema(
    struct ft_store *store, int64_t version, struct ft_error *err);
/* Remember that the schema, as it is now, was compared. */
enum ft_status ft_store_remember_schema(
    struct ft_store *store, struct ft_error *err);
/* Within a transaction: compare the schema again if another program has changed
 * it. */
enum ft_status ft_store_recheck_schema(
    struct ft_store *store, struct ft_error *err);

/* ---- init.c: a new store, and migrations -------------------------------------- */

/* Fill an empty file with the schema, and with what slurmdbd and slurmctld leave
 * behind after their first start. */
enum ft_status ft_store_create(struct ft_store *store,
    const struct ft_store_options *options, struct ft_error *err);
/* Bring the store from VERSION to ft_store_schema(). */
enum ft_status ft_store_migrate(
    struct ft_store *store, int64_t version, struct ft_error *err);

/* ---- snapshot.c ----------------------------------------------------------------- */

/* Freeze STORE; *frozen: the store if ft_store_thaw_scoped has to thaw it, NULL if
 * it was frozen before. */
enum ft_status ft_store_freeze_scoped(
    struct ft_store *store, struct ft_store **frozen, struct ft_error *err);
void ft_store_thaw_scoped(struct ft_store **frozen);

/* ---- open.c ---------------------------------------------------------------------- */

/* Connect STORE to the file store->path, or to memory: create or migrate it as
 * OPTIONS allow. */
enum ft_status ft_store_attach(struct ft_store *store,
    const struct ft_store_options *options, struct ft_error *err);
/*
 * Remove the file of a tentative store that nobody has changed.  After this,
 * STORE can only be closed.
 */
void ft_store_remove_tentative(struct ft_store *store);

#endif
