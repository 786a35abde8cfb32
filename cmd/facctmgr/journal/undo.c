/* undo.c - facctmgr undo, redo. */

#include "base/text/text.h"
#include "facctmgr/journal/journal.h"
#include "facctmgr/parse/keyword.h"
#include "facctmgr/store/store.h"
#include "load/world/world.h"

struct ids {
	struct ft_args list; /* "12,14" each */
	uint32_t *item;
	size_t n, cap;
	uint32_t last;
};

struct undoing {
	struct facctmgr *acct;
	bool redo;
	struct ft_undone_list done;
	size_t ended;       /* jobs on nodes that went away */
	struct ft_str text; /* what is printed about it */
};

/* "12", or "12,14" */
static bool
read_ids(struct facctmgr *acct, const char *text, struct ids *ids)
{
	for (bool more = true; more;) {
		size_t len = strcspn(text, ",");
		uint32_t id;

		if (!facctmgr_read_count(acct, "a change",
			ft_arena_strndup(&acct->arena, text, len), &id))
			return false;
		*ft_vec_add(ids->item, ids->n, ids->cap) = id;
		more = text[len];
		text += len + more;
	}
	return true;
}

const struct facctmgr_keyword facctmgr_undo_keywords[] = {
	{ "Last", 1, FACCTMGR_KEY_COUNT, 0, .to = offsetof(struct ids, last),
	    "last" },
	{ "IDs", 2, FACCTMGR_KEY_TEXTS, FACCTMGR_KEY_BARE | FACCTMGR_KEY_QUIET,
	    .to = offsetof(struct ids, list) },
	{ 0 },
};

static bool
read_undo_words(struct facctmgr *acct, struct ids *ids, int argc, char **argv)
{
	if (!facctmgr_read_keywords(
		acct, facctmgr_undo_keywords, ids, argc, argv))
		return false;
	for (size_t i = 0; i < ids->list.n; i++)
		if (!read_ids(acct, ids->list.item[i], ids))
			return false;
	if (!ids->n || !ids->last)
		return true;
	facctmgr_error(
	    acct, "%s takes changes or last=N, not both", acct->verb);
	return false;
}

static enum ft_status
read_entry(struct undoing *undoing, uint32_t id, struct ft_journal_entry *entry,
    struct ft_error *err)
{
	FT_TRY(facctmgr_journal_entry(undoing->acct->session.store, id,
	    &undoing->acct->arena, entry, err));
	if (!entry->id)
		return ft_fail(err, FT_ENOENT, "no change %u", (unsigned)id);
	return FT_OK;
}

/* " Change 7. Redo: facctmgr redo 5"; several are undone in a row. */
static void
add_way_back(struct undoing *undoing, bool redo, const char *ids)
{
	const char *word = redo ? "redo" : "undo";
	const struct ft_undone *done = undoing->done.item;
	size_t n = undoing->done.n;

	ft_str_addf(&undoing->text, " Change%s %u", n == 1 ? "" : "s",
	    (unsigned)done[0].entry);
	if (n > 1)
		ft_str_addf(
		    &undoing->text, " to %u", (unsigned)done[n - 1].entry);
	ft_str_addf(&undoing->text, ". %c%s: %s %s%s\n", word[0] & ~0x20,
	    word + 1, undoing->acct->context->program, word, ids);
}

/*
 * Append what was undone and how to reverse that: by the original changes, or,
 * if some were undone and others redone, by the new ones.  This may fail, so it
 * comes before the commit.
 */
static enum ft_status
add_done(struct undoing *undoing, struct ft_error *err)
{
	struct ft_str origins FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str entries FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str *text = &undoing->text;
	enum ft_status status = FT_OK;
	size_t redone = 0, n = undoing->done.n;

	for (size_t i = 0; i < n && status == FT_OK; i++) {
		struct ft_journal_entry entry, origin;

		status = read_entry(
		    undoing, undoing->done.item[i].entry, &entry, err);
		if (status == FT_OK)
			status =
			    read_entry(undoing, entry.origin, &origin, err);
		if (status != FT_OK)
			break;
		redone += entry.is_redo;
		ft_str_addf(&origins, " %u", (unsigned)origin.id);
		ft_str_addf(&entries, " %u", (unsigned)entry.id);
		ft_str_addf(text,
		    " %s change %u: ", entry.is_redo ? "Redone" : "Undone",
		    (unsigned)origin.id);
		ft_text_mask(
		    text, origin.command, strlen(origin.command), FT_TEXT_WORD);
		ft_str_add_char(text, '\n');
	}
	if (undoing->ended)
		ft_str_addf(text,
		    " Ended or requeued %zu job%s on nodes that are no longer "
		    "there\n",
		    undoing->ended, undoing->ended == 1 ? "" : "s");
	if (status == FT_OK && !undoing->acct->dry_run)
		add_way_back(undoing, redone == 0,
		    ft_str_text(redone && redone < n ? &entries : &origins));
	return status;
}

/* Fail for a change that only an administrator may make. */
static enum ft_status
is_operators(void *ctx, const struct ft_change *change, struct ft_error *err)
{
	static const char *const entities[] = { "account", "user",
		"association", "wckey" };

	(void)ctx;
	for (size_t i = 0; i < FT_COUNT(entities); i++)
		if (strcmp(change->entity, entities[i]) == 0 &&
		    (!change->field ||
			(strcmp(change->field, "AdminLevel") != 0 &&
			    strncmp(change->field, "RawUsage", 8) != 0)))
			return FT_OK;
	return ft_fail(err, FT_EPERM,
	    "permission denied: changes of %s are for administrators",
	    change->subject);
}

/* An operator may undo his own changes, if he may still make such changes. */
static enum ft_status
may_undo(struct undoing *undoing, struct ft_error *err)
{
	const struct ft_session *session = &undoing->acct->session;

	for (size_t i = 0; i < undoing->done.n; i++) {
		uint32_t target = undoing->done.item[i].target;
		struct ft_journal_entry entry;

		FT_TRY(read_entry(undoing, target, &entry, err));
		if (strcmp(entry.actor, session->user) != 0)
			return ft_fail(err, FT_EPERM,
			    "permission denied: change %u was made by user "
			    "'%s'",
			    (unsigned)target, entry.actor);
		FT_TRY(ft_store_each_change(
		    session->store, target, is_operators, NULL, err));
	}
	return FT_OK;
}

/* Undo, and end jobs on nodes that went away with the settings. */
static enum ft_status
undo_all(struct undoing *undoing, const struct ft_undo_request *request,
    struct ft_error *err)
{
	const struct ft_session *session = &undoing->acct->session;
	const struct ft_store_actor actor = { session->user, session->command,
		session->wall };
	char *before FT_CLEANUP(ft_free_at) = NULL;

	FT_TRY(ft_store_read_conf(session->store, &before, err));
	FT_TRY(ft_store_undo(
	    session->store, &actor, request, &undoing->done, err));
	return ft_load_settle_jobs(
	    session->store, before, &undoing->ended, err);
}

static enum ft_status
undo_and_commit(struct undoing *undoing, const struct ft_undo_request *request,
    struct ft_error *err)
{
	struct facctmgr *acct = undoing->acct;

	FT_TRY(undo_all(undoing, request, err));
	if (!facctmgr_may(acct, FT_RIGHT_UNDO))
		FT_TRY(may_undo(undoing, err));
	FT_TRY(add_done(undoing, err));
	ft_admin_free(acct->admin);
	acct->admin = NULL;
	acct->registry = NULL;
	FT_TRY(ft_store_commit(acct->session.store, NULL, err));
	return facctmgr_commands_print(acct, err);
}

static int
undo(struct undoing *undoing, const struct ids *ids)
{
	const struct ft_undo_request request = { ids->item, ids->n, ids->last,
		undoing->redo };
	struct facctmgr *acct = undoing->acct;
	struct ft_error err;

	if (!facctmgr_begin(acct))
		return 1;
	if (!facctmgr_may(acct, FT_RIGHT_USERS)) {
		facctmgr_error(
		    acct, "only an administrator may %s changes", acct->verb);
		return 1;
	}
	if (undo_and_commit(undoing, &request, &err) != FT_OK)
		return ft_cmd_fail(acct->context, &err);
	if (!acct->quiet)
		facctmgr_print(acct, "%s", ft_str_text(&undoing->text));
	return 0;
}

static int
run(struct facctmgr *acct, bool redo, int argc, char **argv)
{
	struct undoing undoing = { .acct = acct, .redo = redo };
	struct ids ids = { 0 };
	int status = 1;

	if (read_undo_words(acct, &ids, argc, argv))
		status = undo(&undoing, &ids);
	ft_args_free(&ids.list);
	ft_free(ids.item);
	ft_free(undoing.done.item);
	ft_str_free(&undoing.text);
	return status;
}

int
facctmgr_undo(struct facctmgr *acct, int argc, char **argv)
{
	return run(acct, false, argc, argv);
}

int
facctmgr_redo(struct facctmgr *acct, int argc, char **argv)
{
	return run(acct, true, argc, argv);
}
