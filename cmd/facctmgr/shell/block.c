/* block.c - begin, commit, rollback, pending, and the commands between them. */
#include "facctmgr/shell/block.h"

#include "facctmgr/command.h"
#include "facctmgr/journal/journal.h"
#include "facctmgr/store/store.h"
#include "facctmgr/verb.h"
#include "admin/step/step.h"

#define MOST_NAMED 20 /* commands of a block that the journal names */

/* A pending command. */
struct line {
	char **argv; /* [argc + 1] */
	int argc;
	char *text; /* quoted for a shell */
};

struct facctmgr_block {
	struct ft_store *store;  /* the copy that the commands change */
	struct ft_acctdb before; /* the store at `begin` */
	uint32_t base;           /* the latest change at `begin` */
	struct ft_arena arena;   /* of the lines */
	struct line *line;
	size_t n, cap;
	bool broken; /* a command of a file failed: nothing is committed */
};

/* ---- lines ------------------------------------------------------------------- */

static void
add_line(struct facctmgr_block *block, int argc, char **argv)
{
	struct ft_arena *arena = &block->arena;
	struct ft_str text = { 0 };
	struct line line = {
		.argc = argc,
		.argv =
		    ft_arena_calloc(arena, (size_t)argc + 1, sizeof *line.argv),
	};

	for (int i = 0; i < argc; i++) {
		line.argv[i] = ft_arena_strdup(arena, argv[i]);
		if (i)
			ft_str_add_char(&text, ' ');
		ft_str_add_shell(&text, argv[i]);
	}
	line.text = ft_arena_strdup(arena, ft_str_text(&text));
	ft_str_free(&text);
	*ft_vec_add(block->line, block->n, block->cap) = line;
}

/* The command of the change in the journal: all lines of the block. */
static char *
whole_text(const struct facctmgr *acct)
{
	const struct facctmgr_block *block = acct->block;
	struct ft_str text = { 0 };

	ft_str_addf(&text, "%s begin", acct->context->program);
	for (size_t i = 0; i < block->n && i < MOST_NAMED; i++)
		ft_str_addf(&text, "; %s", block->line[i].text);
	if (block->n > MOST_NAMED)
		ft_str_addf(&text, "; ... %zu more", block->n - MOST_NAMED);
	ft_str_add(&text, "; commit");
	return ft_str_take(&text);
}

/* ---- the block --------------------------------------------------------------- */

size_t
facctmgr_block_size(const struct facctmgr *acct)
{
	return acct->block ? acct->block->n : 0;
}

/* From here on commands open the copy of BLOCK; NULL: the store again. */
static void
use(struct facctmgr *acct, struct facctmgr_block *block)
{
	facctmgr_close(acct);
	acct->block = block;
	acct->context->pending = block ? block->store : NULL;
}

static void
free_block(struct facctmgr_block *block)
{
	ft_arena_clear(&block->arena);
	ft_free(block->line);
	ft_acctdb_free(&block->before);
	if (block->store)
		ft_store_close(block->store);
	ft_free(block);
}

void
facctmgr_block_drop(struct facctmgr *acct)
{
	struct facctmgr_block *block = acct->block;

	if (!block)
		return;
	use(acct, NULL);
	free_block(block);
}

/* Set *id to the latest change of STORE, 0 if there is none. */
static enum ft_status
last_change(struct ft_store *store, uint32_t *id, struct ft_error *err)
{
	struct ft_journal_entry entry;
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	enum ft_status status;

	status = facctmgr_journal_entry(store, 0, &arena, &entry, err);
	*id = entry.id;
	return status;
}

/* Copy the store as it is now into BLOCK. */
static bool
take_copy(struct facctmgr *acct, struct facctmgr_block *block)
{
	struct ft_error err;
	enum ft_status status;

	if (!facctmgr_open(acct, false))
		return false;
	status = ft_store_scratch(&block->store, acct->session.store, &err);
	if (status == FT_OK)
		status = last_change(block->store, &block->base, &err);
	if (status == FT_OK)
		status = ft_store_read_book(
		    block->store, false, &block->before, &err);
	if (status != FT_OK)
		ft_cmd_fail(acct->context, &err);
	facctmgr_close(acct);
	return status == FT_OK;
}

static bool
in_block(struct facctmgr *acct, const char *word)
{
	if (!acct->block)
		facctmgr_error(acct, "'%s' without a 'begin'", word);
	return acct->block;
}

static int
begin(struct facctmgr *acct)
{
	struct facctmgr_block *block;

	if (acct->block || acct->dry_run || acct->read_only) {
		facctmgr_error(acct, "%s",
		    acct->block     ? "a block is open already"
		    : acct->dry_run ? "nothing can be committed in a dry run"
				    : "this is read only");
		return 1;
	}
	block = ft_calloc(1, sizeof *block);
	acct->creates = true; /* at the commit */
	if (!take_copy(acct, block)) {
		free_block(block);
		/* do not run the rest of a file outside its block */
		acct->ended = !acct->terminal;
		return 1;
	}
	use(acct, block);
	return 0;
}

static int
rollback(struct facctmgr *acct)
{
	size_t n = facctmgr_block_size(acct);

	if (!in_block(acct, "rollback"))
		return 1;
	facctmgr_block_drop(acct);
	if (!acct->quiet)
		facctmgr_print(acct, " %zu pending change%s discarded\n", n,
		    n == 1 ? "" : "s");
	return 0;
}

int
facctmgr_block_pending(struct facctmgr *acct)
{
	const struct facctmgr_block *block = acct->block;
	struct ft_error err;
	struct ft_steps steps;
	struct ft_acctdb after = { 0 };
	struct ft_str text = { 0 };

	if (!in_block(acct, "pending"))
		return 1;
	if (ft_store_read_book(block->store, false, &after, &err) != FT_OK) {
		ft_acctdb_free(&after);
		return ft_cmd_fail(acct->context, &err);
	}
	for (size_t i = 0; i < block->n; i++)
		facctmgr_print(acct, "%3zu  %s\n", i + 1, block->line[i].text);
	ft_steps_between(&steps, &block->before, &after);
	for (size_t i = 0; i < steps.n; i++) {
		ft_step_line(&steps.step[i], &text);
		facctmgr_print(acct, "  %s\n", ft_str_text(&text));
		ft_str_free(&text);
	}
	if (block->n == 0)
		facctmgr_print(acct, " Nothing is pending\n");
	ft_steps_free(&steps);
	ft_acctdb_free(&after);
	return 0;
}

/* ---- commands in it ---------------------------------------------------------- */

int
facctmgr_block_run(struct facctmgr *acct, int argc, char **argv)
{
	const struct facctmgr_verb *verb = facctmgr_find_verb(argv[0]);
	struct ft_registry *registry;
	struct ft_error err;
	int status;

	if (verb && verb->whole) {
		facctmgr_error(acct,
		    "'%s' cannot be part of a block: commit or rollback first",
		    verb->name);
		return 1;
	}
	acct->changed = false;
	if (!facctmgr_open(acct, true))
		return 1;
	if (ft_session_begin(
		&acct->session, FT_RIGHT_REQUESTS, &registry, &err) != FT_OK) {
		facctmgr_close(acct);
		return ft_cmd_fail(acct->context, &err);
	}
	status = facctmgr_run_command(acct, argc, argv);
	facctmgr_rollback(acct);
	if (status != 0 || !acct->changed)
		ft_store_rollback(acct->session.store);
	else if (ft_store_commit(acct->session.store, NULL, &err) != FT_OK)
		status = ft_cmd_fail(acct->context, &err);
	else
		add_line(acct->block, argc, argv);
	facctmgr_close(acct);
	return status;
}

void
facctmgr_block_failed(struct facctmgr *acct)
{
	if (acct->block && !acct->terminal)
		acct->block->broken = true;
}

/* ---- commit ------------------------------------------------------------------ */

/* Run one line again without output; returns false with a complaint. */
static bool
run_again(struct facctmgr *acct, const struct facctmgr_block *block, size_t i)
{
	const struct line *line = &block->line[i];
	struct ft_context *context = acct->context;
	struct facctmgr_capture capture;
	int status;

	facctmgr_capture_start(context, &capture);
	status = facctmgr_run_once(acct, line->argc, line->argv);
	facctmgr_rollback(acct);
	facctmgr_capture_end(context, &capture);
	if (status != 0) {
		facctmgr_error(acct,
		    "line %zu of the block fails: %s: nothing was committed",
		    i + 1, line->text);
		facctmgr_complain(acct, "%s",
		    capture.err_text && *capture.err_text ? capture.err_text
		    : capture.out_text                    ? capture.out_text
							  : "");
	}
	free(capture.out_text);
	free(capture.err_text);
	return status == 0;
}

static bool
run_all_again(struct facctmgr *acct, const struct facctmgr_block *block)
{
	for (size_t i = 0; i < block->n; i++)
		if (!run_again(acct, block, i))
			return false;
	return true;
}

/* Others have changed the store: print their latest change. */
static void
print_latest(struct facctmgr *acct, struct ft_store *store)
{
	struct ft_journal_entry entry;
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	struct ft_error err;

	(void)facctmgr_journal_entry(store, 0, &arena, &entry, &err);
	if (entry.id)
		facctmgr_error(acct,
		    "the store has changed since 'begin'; last by "
		    "%s: %s",
		    entry.actor, entry.command);
}

/*
 * Run the commands of BLOCK on a new copy of the store.  Returns false with a
 * complaint if one fails; BLOCK is unchanged then.
 */
static bool
rebase(struct facctmgr *acct, struct facctmgr_block *block)
{
	struct facctmgr_block new = { 0 };
	struct ft_registry *registry;
	struct ft_error err;
	bool good = take_copy(acct, &new);

	acct->context->pending = new.store;
	acct->block = block;
	good = good && facctmgr_open(acct, true);
	if (good && ft_session_begin(&acct->session, FT_RIGHT_REQUESTS,
			&registry, &err) != FT_OK) {
		ft_cmd_fail(acct->context, &err);
		good = false;
	} else if (good) {
		good = run_all_again(acct, block);
		if (!good)
			ft_store_rollback(acct->session.store);
		else if (ft_store_commit(acct->session.store, NULL, &err) !=
			 FT_OK)
			good = false;
	}
	use(acct, NULL);
	if (good) {
		struct ft_store *store = block->store;
		struct ft_acctdb before = block->before;

		block->store = new.store;
		block->before = new.before;
		block->base = new.base;
		new.store = store;
		new.before = before;
	}
	ft_acctdb_free(&new.before);
	if (new.store)
		ft_store_close(new.store);
	return good;
}

/* Commit in the open transaction; *change: the new change of the journal. */
static enum ft_status
commit_all(struct facctmgr *acct, const struct facctmgr_block *block,
    uint32_t *change, struct ft_error *err)
{
	err->text[0] = '\0'; /* the commands have complained */
	if (!run_all_again(acct, block)) {
		ft_store_rollback(acct->session.store);
		return FT_EINVAL;
	}
	return ft_store_commit(acct->session.store, change, err);
}

/* MOVED: others have changed the store; nothing was committed. */
enum outcome { DONE, FAILED, MOVED };

static enum outcome
commit(struct facctmgr *acct, struct facctmgr_block *block, uint32_t *change)
{
	struct ft_registry *registry;
	enum outcome outcome = FAILED;
	struct ft_error err = { 0 };
	uint32_t last = 0;
	char *text = whole_text(acct);

	use(acct, NULL);
	acct->replay = acct->creates = true;
	if (!facctmgr_open(acct, true)) {
		err.text[0] = '\0';
	} else {
		enum ft_status status;

		ft_free(acct->session.command);
		acct->session.command = ft_strdup(text);
		status = ft_session_begin(
		    &acct->session, FT_RIGHT_REQUESTS, &registry, &err);
		if (status == FT_OK)
			status = last_change(acct->session.store, &last, &err);
		if (status == FT_OK && last != block->base && acct->terminal) {
			print_latest(acct, acct->session.store);
			outcome = MOVED;
		} else if (status == FT_OK &&
			   commit_all(acct, block, change, &err) == FT_OK) {
			outcome = DONE;
		} else {
			ft_cmd_fail(acct->context, &err);
		}
	}
	ft_free(text);
	if (acct->open)
		ft_store_rollback(acct->session.store);
	facctmgr_close(acct);
	acct->replay = false;
	return outcome;
}

static int
commit_block(struct facctmgr *acct)
{
	struct facctmgr_block *block = acct->block;
	uint32_t change = 0;
	enum outcome outcome;

	if (!in_block(acct, "commit"))
		return 1;
	if (block->broken) {
		facctmgr_block_drop(acct);
		return ft_cmd_error(acct->context,
		    "a command of the block failed: nothing was committed");
	}
	if (block->n == 0) {
		facctmgr_block_drop(acct);
		if (!acct->quiet)
			facctmgr_print(acct, " Nothing to commit\n");
		return 0;
	}
	outcome = commit(acct, block, &change);
	if (outcome == MOVED && rebase(acct, block))
		facctmgr_complain(acct,
		    "The block now starts from there: see 'pending', and "
		    "commit again\n");
	if (outcome != DONE) {
		use(acct, block);
		return 1;
	}
	if (!acct->quiet)
		facctmgr_print(acct,
		    " Change %u, of %zu command%s. Undo: %s undo %u\n",
		    (unsigned)change, block->n, block->n == 1 ? "" : "s",
		    acct->context->program, (unsigned)change);
	free_block(block);
	return 0;
}

int
facctmgr_block_verb(struct facctmgr *acct)
{
	enum facctmgr_verb_id verb = acct->block_verb->verb;

	acct->block_verb = NULL;
	if (verb == VERB_BEGIN)
		return begin(acct);
	if (verb == VERB_COMMIT)
		return commit_block(acct);
	if (verb == VERB_ROLLBACK)
		return rollback(acct);
	return facctmgr_block_pending(acct);
}
