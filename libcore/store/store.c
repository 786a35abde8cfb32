/* store.c - a store from opening to closing: transactions, and copies. */
#include "store/account/registry_internal.h"
#include "store/file/file_internal.h"
#include "store/open/open_internal.h"
#include "store/usage/usage_internal.h"

#include "base/text/part.h"
#include "base/text/path.h"

#include <unistd.h>

static struct ft_store *
store_new(const char *path)
{
	struct ft_store *store = ft_calloc(1, sizeof *store);

	store->registry.ops = &ft_store_registry_ops;
	store->schema = ft_store_schema();
	store->path = ft_strdup(path);
	store->lock_fd = store->clock_fd = -1;
	store->suspect = FT_SUSPECT_ALL;
	return store;
}

enum ft_status
ft_store_open(struct ft_store **store, const char *path,
    const struct ft_store_options *options, struct ft_error *err)
{
	struct ft_store *made = store_new(path ? path : ":memory:");
	enum ft_status status;

	*store = NULL;
	made->memory = !path;
	made->read_only = options->read_only;
	made->lock_seconds = options->lock_seconds;
	made->registry.meter = options->meter;
	status = *made->path ? ft_store_attach(made, options, err)
			     : ft_fail(err, FT_ENOENT, "the store has no name");
	if (status)
		ft_store_close(made);
	else
		*store = made;
	return status;
}

void
ft_store_close(struct ft_store *store)
{
	if (!store)
		return;
	while (store->depth)
		ft_store_rollback(store);
	ft_store_thaw(store);
	ft_store_remove_tentative(store);
	ft_store_finalize(store);
	sqlite3_close(store->db);
	ft_store_vfs_stop(store);
	ft_store_lock_close(store);
	ft_arena_clear(&store->arena);
	ft_idvec_free(&store->number);
	ft_free(store->mark);
	ft_idvec_free(&store->family);
	for (size_t i = 0; i < FT_LOG_ROWS; i++)
		ft_idmap_free(&store->imaged[i]);
	ft_idmap_free(&store->listed);
	ft_free(store->savepoint);
	ft_free(store->actor);
	ft_free(store->command);
	ft_free(store->path);
	ft_free(store->real);
	ft_free(store);
}

void
ft_store_keep(struct ft_store *store)
{
	store->kept = true;
}

bool
ft_store_is_new(const struct ft_store *store)
{
	return store->filled != 0;
}

bool
ft_store_is_copy(const struct ft_store *store)
{
	return store->memory;
}

/* ---- changing ------------------------------------------------------------- */

static void
end_transaction(struct ft_store *store)
{
	store->depth = 0;
	/* what could not be written or taken back is gone with the rest */
	store->write_failed = false;
	ft_store_forget_work(store);
	ft_store_unlock(store);
	ft_arena_clear(&store->arena);
	ft_free(store->actor);
	ft_free(store->command);
	store->actor = store->command = NULL;
}

static enum ft_status
begin_nested(struct ft_store *store, struct ft_error *err)
{
	FT_TRY(ft_store_log_flush(store, err));
	FT_TRY(ft_store_run(store, FT_STMT_SAVEPOINT, NULL, err));
	*ft_vec_add(store->savepoint, store->depth, store->cap_savepoint) =
	    (struct ft_savepoint){
		    .journal = store->journal,
		    .spreads = store->spreads,
		    .usage_changed = store->usage_changed,
		    .n_mark = store->n_mark,
		    .restarted = store->restarted,
	    };
	return FT_OK;
}

static enum ft_status
begin_first(struct ft_store *store, const struct ft_store_actor *actor,
    struct ft_error *err)
{
	enum ft_status status;

	if (store->read_only || store->file_read_only)
		return ft_store_fail_read_only(store, err);
	status = ft_store_lock(store, actor->command, err);
	if (status)
		return status;
	ft_store_thaw(store);
	status = ft_store_prepare_writing(store, err);
	if (!status)
		status = ft_store_run(store, FT_STMT_BEGIN_WRITE, NULL, err);
	if (!status)
		status = ft_store_recheck_schema(store, err);
	if (!status)
		status = ft_store_int(store, &store->registry.now,
		    FT_STMT_GET_NOW, FT_ARGS(FT_ARG("wall", actor->wall)), err);
	if (status) {
		if (!sqlite3_get_autocommit(store->db))
			(void)ft_store_run(store, FT_STMT_ROLLBACK, NULL, NULL);
		ft_store_unlock(store);
		return status == FT_ENOENT
			   ? ft_fail(err, FT_EFOREIGN,
				 "%s: damaged: it has no clock", store->path)
			   : status;
	}
	store->depth = 1;
	store->actor = ft_strdup(actor->name);
	store->command = ft_strdup(actor->command);
	store->wall = actor->wall;
	store->rules = (struct ft_era){ 0 };
	store->period = 0;
	store->batch++;
	store->jobs_changed = store->live_changed = false;
	store->fold_latest = INT64_MAX;
	store->fold_cluster = 0;
	store->restarted = false;
	store->first_entry = 0;
	store->stamp = 0;
	ft_store_log_start(store);
	return FT_OK;
}

enum ft_status
ft_store_begin(struct ft_store *store, const struct ft_store_actor *actor,
    struct ft_registry **registry, struct ft_error *err)
{
	FT_TRY(store->depth ? begin_nested(store, err)
			    : begin_first(store, actor, err));
	if (registry)
		*registry = &store->registry;
	return FT_OK;
}

/*
 * The setting that is there while associations have changed since slurmctld
 * started.  It is no entry of the journal: undoing a change is one more change;
 * but undoing an import, which slurmctld finds when it starts, brings it back.
 * A copy, in which changes are tried, keeps its order: only the change shows.
 */
static const char tree_changed[] = "TreeChanged";

enum ft_status
ft_store_tree_changed(
    struct ft_store *store, bool *changed, struct ft_error *err)
{
	char *value FT_CLEANUP(ft_free_at) = NULL;
	enum ft_status status =
	    ft_store_read_setting(store, tree_changed, &value, err);

	*changed = status == FT_OK;
	return status == FT_ENOENT ? FT_OK : status;
}

void
ft_store_restart(struct ft_store *store)
{
	store->restarted = true;
}

static enum ft_status
mark_tree(struct ft_store *store, struct ft_error *err)
{
	int64_t changed = 0;
	bool marked;

	FT_TRY(ft_store_tree_changed(store, &marked, err));
	if (store->restarted) {
		if (marked && store->journal)
			FT_TRY(ft_store_log_setting(store, tree_changed, err));
		return ft_store_run(store, FT_STMT_DROP_SETTING,
		    FT_ARGS(FT_ARG("key", tree_changed)), err);
	}
	/* a copy, in which changes are tried, keeps its order: only they show */
	if (store->memory || !store->first_entry || marked)
		return FT_OK;
	FT_TRY(ft_store_int(store, &changed, FT_STMT_TREE_CHANGED,
	    FT_ARGS(FT_ARG("first", store->first_entry)), err));
	if (!changed)
		return FT_OK;
	return ft_store_run(store, FT_STMT_PUT_SETTING,
	    FT_ARGS(FT_ARG("key", tree_changed), FT_ARG("value", "1")), err);
}

/* Write what is counted once per transaction, before it is committed. */
static enum ft_status
finish(struct ft_store *store, struct ft_error *err)
{
	FT_TRY(ft_store_keep_work(store, err));
	FT_TRY(ft_store_log_flush(store, err));
	FT_TRY(mark_tree(store, err));
	if (store->journal || store->live_changed)
		FT_TRY(ft_store_run(store, FT_STMT_BUMP_GENERATION,
		    FT_ARGS(FT_ARG("name", "config")), err));
	if (store->jobs_changed)
		FT_TRY(ft_store_run(store, FT_STMT_BUMP_GENERATION,
		    FT_ARGS(FT_ARG("name", "job")), err));
	if (store->usage_changed)
		FT_TRY(ft_store_sum_usage(store, err));
	return ft_store_fold(store, err);
}

enum ft_status
ft_store_commit(struct ft_store *store, uint32_t *journal, struct ft_error *err)
{
	enum ft_status status;

	assert(store->depth);
	if (store->depth > 1) {
		status = ft_store_log_flush(store, err);
		if (!status)
			status =
			    ft_store_run(store, FT_STMT_RELEASE, NULL, err);
		if (status)
			return status;
		store->depth--;
		if (journal)
			*journal = store->journal;
		return FT_OK;
	}
	status = finish(store, err);
	if (!status)
		status = ft_store_run(store, FT_STMT_COMMIT, NULL, err);
	if (status) {
		ft_store_rollback(store);
		return status;
	}
	if (journal)
		*journal = store->journal;
	store->kept = true;
	end_transaction(store);
	return FT_OK;
}

void
ft_store_rollback(struct ft_store *store)
{
	const struct ft_savepoint *back;
	enum ft_status status;

	if (!store->depth)
		return;
	if (store->depth == 1) {
		if (!sqlite3_get_autocommit(store->db))
			(void)ft_store_run(store, FT_STMT_ROLLBACK, NULL, NULL);
		end_transaction(store);
		return;
	}
	status =
	    ft_store_run(store, FT_STMT_ROLLBACK_TO, NULL, &store->write_err);
	(void)ft_store_run(store, FT_STMT_RELEASE, NULL, NULL);
	/* what is still there must not be committed */
	store->write_failed = status != FT_OK;
	back = &store->savepoint[--store->depth];
	ft_store_log_back(store, back->journal);
	store->usage_changed = back->usage_changed;
	store->n_mark = back->n_mark;
	store->fold_latest = INT64_MAX;
	store->restarted = back->restarted;
	store->stamp = 0; /* read the largest one again */
	/* positions are as before, so those in memory are out of date */
	if (store->spreads != back->spreads)
		store->batch++;
}

/* ---- copies --------------------------------------------------------------- */

enum ft_status
ft_store_scratch(
    struct ft_store **copy, struct ft_store *store, struct ft_error *err)
{
	struct ft_store *made = store_new(store->path);
	sqlite3_backup *backup = NULL;
	enum ft_status status = FT_OK;

	*copy = NULL;
	made->memory = true;
	if (sqlite3_open_v2(":memory:", &made->db,
		SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL))
		status = ft_store_fail(made, err);
	if (!status) {
		ft_store_harden(made->db);
		made->registry.meter = store->registry.meter;
		ft_store_follow(made);
		backup =
		    sqlite3_backup_init(made->db, "main", store->db, "main");
		(void)sqlite3_backup_step(backup, -1);
		if (!backup || sqlite3_backup_finish(backup))
			status = ft_store_fail(made, err);
	}
	if (!status)
		status = ft_store_prepare_functions(made, err);
	if (!status)
		status = ft_work_prepare(made, err);
	if (!status && store->schema < ft_store_schema())
		status = ft_store_migrate(made, store->schema, err);
	if (status)
		ft_store_close(made);
	else
		*copy = made;
	return status;
}

/* A log or journal beside the target would be played back into the copy. */
static enum ft_status
check_target(const struct ft_path *target, bool replace, struct ft_error *err)
{
	static const char *const suffixes[] = { "-wal", "-journal" };
	struct stat there;

	if (target->present && !replace)
		return ft_fail(err, FT_EEXIST, "exists already");
	if (target->present && !S_ISREG(target->info.st_mode))
		return ft_fail(err, FT_EIO, "is not a regular file");
	for (size_t i = 0; i < FT_COUNT(suffixes); i++)
		if (ft_beside_check(target->path, suffixes[i], &there, err))
			return FT_EIO;
		else if (there.st_size > 0)
			return ft_fail(err, FT_EIO,
			    "is a store that is in use: there is a '%s%s'",
			    target->path, suffixes[i]);
	return FT_OK;
}

/* Write a copy to the new file NAME.  Only that file is written, so an error of
 * writing is about it, and not about the store. */
static enum ft_status
copy_into(struct ft_store *store, const char *name, struct ft_error *err)
{
	struct ft_str journal FT_CLEANUP(ft_str_free) = { 0 };
	enum ft_status status = ft_store_run(
	    store, FT_STMT_VACUUM_INTO, FT_ARGS(FT_ARG("path", name)), err);
	int code = sqlite3_extended_errcode(store->db);

	if (!status)
		return FT_OK;
	ft_str_addf(&journal, "%s-journal", name);
	(void)unlink(ft_str_text(&journal));
	if (code == SQLITE_FULL)
		return ft_fail(err, FT_EIO, "disk is full");
	if (code == SQLITE_IOERR_WRITE || code == SQLITE_IOERR_FSYNC)
		return ft_fail(err, FT_EIO, "%s",
		    strerror(sqlite3_system_errno(store->db)));
	return status;
}

/* Write under a temporary name first: nobody must see half a store at PATH. */
static enum ft_status
save_at(struct ft_store *store, const struct ft_path *target, bool replace,
    struct ft_error *err)
{
	struct stat own;
	mode_t mode =
	    store->real && !stat(store->real, &own) ? own.st_mode & 0777 : 0666;
	struct ft_part part;
	enum ft_status status = ft_part_open(&part, target->path, mode,
	    target->present ? &target->info : NULL, err);

	if (!status)
		status = copy_into(store, part.name, err);
	if (!status)
		status = ft_part_finish(&part, replace, err);
	ft_part_drop(&part);
	return status;
}

enum ft_status
ft_store_save(struct ft_store *store, const char *path, bool replace,
    struct ft_error *err)
{
	struct ft_error why = { 0 };
	struct ft_path target;
	enum ft_status status = ft_path_find(&target, path, &why);

	if (!status)
		status = check_target(&target, replace, &why);
	if (!status)
		status = save_at(store, &target, replace, &why);
	ft_free(target.path);
	if (!status)
		return FT_OK;
	return status == FT_EEXIST
		   ? ft_fail(err, status, "%s: exists already", path)
		   : ft_fail(err, FT_EIO, "%s: cannot be saved: %s", path,
			 why.text);
}
