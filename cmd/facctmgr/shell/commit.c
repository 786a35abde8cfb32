/*
 * The store of a run: opening it, transactions, questions, commits; dry runs
 * and questions on a copy in memory, so that nobody waits for an answer.
 */
#include <unistd.h>

#include "facctmgr/facctmgr.h"
#include "admin/step/step.h"

/* ---- the store --------------------------------------------------------------- */

/* From here on all is done to a copy in memory. */
static bool
work_on_copy(struct facctmgr *acct)
{
	struct ft_store *copy;
	struct ft_error err;

	if (ft_store_scratch(&copy, acct->session.store, &err) != FT_OK) {
		ft_cmd_fail(acct->context, &err);
		return false;
	}
	acct->origin = acct->session.store;
	acct->session.store = copy;
	return true;
}

/* What is asked about first, and an open block, are tried on a copy. */
static enum ft_session_mode
mode_of(const struct facctmgr *acct, bool write, bool copy)
{
	if (write && !copy && !acct->block)
		return acct->makes && !acct->seen ? FT_SESSION_WRITE
						  : FT_SESSION_CHANGE;
	return acct->makes && !acct->seen && !acct->dry_run ? FT_SESSION_DRAFT
							    : FT_SESSION_READ;
}

/* Whether the session is open still, and for that. */
static bool
is_open(const struct facctmgr *acct, bool write)
{
	if (!acct->open || (write && !acct->writable))
		return false;
	/* with a session of somebody else's that is his to look after */
	return acct->what_if || acct->registry ||
	       !ft_store_is_gone(acct->session.store);
}

static bool
open_session(struct facctmgr *acct, bool write)
{
	bool copy = write && (acct->dry_run || acct->ask == FACCTMGR_ASK_FIRST);
	enum ft_session_mode mode = mode_of(acct, write, copy);
	struct ft_error err;

	facctmgr_close(acct);
	ft_session_init(&acct->session);
	acct->session.db = acct->db;
	acct->session.conf_file = acct->conf_file;
	/* sacctmgr connects once, when it starts */
	acct->session.call = acct->unanswered ? "" : NULL;
	if (ft_session_open(&acct->session, acct->context, mode, &err) !=
	    FT_OK) {
		ft_cmd_fail(acct->context, &err);
		acct->unanswered =
		    acct->context->slurm && err.status == FT_EABSENT;
		ft_session_close(&acct->session);
		return false;
	}
	acct->open = true;
	acct->seen |= mode != FT_SESSION_DRAFT;
	acct->writable = write;
	return !copy || work_on_copy(acct);
}

bool
facctmgr_open(struct facctmgr *acct, bool write)
{
	struct ft_error err;

	if (!is_open(acct, write) && !open_session(acct, write))
		return false;
	if (ft_session_need_sight(
		&acct->session, acct->sight, acct->verb, &err) == FT_OK)
		return true;
	ft_cmd_fail(acct->context, &err);
	return false;
}

void
facctmgr_close(struct facctmgr *acct)
{
	if (!acct->open)
		return;
	facctmgr_rollback(acct);
	if (acct->origin) {
		ft_store_close(acct->session.store);
		acct->session.store = acct->origin;
		acct->origin = NULL;
	}
	ft_session_close(&acct->session);
	acct->open = acct->writable = false;
}

/* For the journal: the command that was read, not how it came to be. */
static void
tell_command(struct facctmgr *acct)
{
	struct ft_str command = { 0 };

	if (!acct->reading)
		return;
	ft_str_add(&command, acct->context->program);
	for (int i = 0; i < acct->argc; i++) {
		ft_str_add_char(&command, ' ');
		ft_str_add_shell(&command, acct->argv[i]);
	}
	ft_free(acct->session.command);
	acct->session.command = ft_str_take(&command);
}

/* What the lines to be printed start from. */
static enum ft_status
read_before(struct facctmgr *acct, struct ft_error *err)
{
	acct->before = ft_calloc(1, sizeof *acct->before);
	return ft_store_read_book(
	    acct->session.store, false, acct->before, err);
}

static void
forget_before(struct facctmgr *acct)
{
	if (acct->before)
		ft_book_free(acct->before);
	ft_free(acct->before);
	acct->before = NULL;
}

bool
facctmgr_begin(struct facctmgr *acct)
{
	struct ft_error err;
	enum ft_status status;

	if (acct->registry)
		return true;
	if (!facctmgr_open(acct, true))
		return false;
	tell_command(acct);
	status = ft_session_begin(
	    &acct->session, FT_RIGHT_REQUESTS, &acct->registry, &err);
	if (status == FT_OK)
		status = ft_admin_new(&acct->admin, acct->registry,
		    acct->session.user, ft_session_is_root(&acct->session),
		    &err);
	if (status == FT_OK && acct->lines)
		status = read_before(acct, &err);
	if (status == FT_OK) {
		ft_admin_set_slurm(acct->admin, acct->context->slurm);
		return true;
	}
	ft_cmd_fail(acct->context, &err);
	facctmgr_rollback(acct);
	return false;
}

void
facctmgr_rollback(struct facctmgr *acct)
{
	forget_before(acct);
	ft_admin_free(acct->admin);
	acct->admin = NULL;
	if (acct->registry)
		ft_store_rollback(acct->session.store);
	acct->registry = NULL;
}

/* ---- who may ---------------------------------------------------------------- */

bool
facctmgr_may(struct facctmgr *acct, enum ft_right right)
{
	const struct ft_session *session = &acct->session;
	struct ft_actor actor = { .name = session->user };
	struct ft_error err;

	return ft_right_actor(acct->registry, ft_session_is_root(session),
		   &actor, &err) == FT_OK &&
	       ft_right_check(&actor, right, &err) == FT_OK;
}

/* ---- commits ----------------------------------------------------------------- */

/* undo: the acting user may. */
static void
say_change(struct facctmgr *acct, uint32_t change, bool undo)
{
	facctmgr_say(acct, " Change %u", (unsigned)change);
	if (undo)
		facctmgr_say(acct, ". Undo: %s undo %u", acct->context->program,
		    (unsigned)change);
	facctmgr_say(acct, "\n");
}

enum ft_status
facctmgr_committed(struct facctmgr *acct, struct ft_error *err)
{
	struct ft_steps steps;
	struct ft_book after = { 0 };
	struct ft_str text = { 0 };
	enum ft_status status;

	if (acct->lines == NULL || acct->before == NULL)
		return FT_OK;
	status = ft_store_read_book(acct->session.store, false, &after, err);
	if (status == FT_OK) {
		ft_steps_between(&steps, acct->before, &after);
		for (size_t i = 0; i < steps.n; i++)
			ft_step_commands(&steps.step[i], &text);
		fputs(ft_str_text(&text), acct->lines);
		ft_steps_free(&steps);
	}
	ft_str_free(&text);
	ft_book_free(&after);
	forget_before(acct);
	return status;
}

static int
commit(struct facctmgr *acct, enum facctmgr_ask ask)
{
	struct ft_error err;
	uint32_t change = 0;
	bool slurm = acct->context->slurm, changed = true;
	bool undo = !slurm && facctmgr_may(acct, FT_RIGHT_UNDO);

	/* for sacctmgr to write what is there is a transaction, too */
	if (!slurm && ft_store_has_changed(
			  acct->session.store, &changed, &err) != FT_OK) {
		facctmgr_rollback(acct);
		return ft_cmd_fail(acct->context, &err);
	}
	if (!changed) {
		if (!acct->quiet && ask != FACCTMGR_COUNTED)
			facctmgr_say(
			    acct, " Nothing changed: it was so before.\n");
		facctmgr_rollback(acct);
		return 0;
	}
	ft_admin_free(acct->admin);
	acct->admin = NULL;
	acct->registry = NULL;
	if (ft_store_commit(acct->session.store, &change, &err) != FT_OK ||
	    facctmgr_committed(acct, &err) != FT_OK)
		return ft_cmd_fail(acct->context, &err);
	acct->touched = true;
	if (acct->block || acct->replay) /* told when all is committed */
		return 0;
	if (change && !slurm && !acct->quiet && !acct->dry_run)
		say_change(acct, change, undo);
	return 0;
}

/* ---- questions --------------------------------------------------------------- */

bool
facctmgr_may_delete(struct facctmgr *acct)
{
	const struct ft_context *context = acct->context;

	if (context->slurm || acct->immediate || acct->dry_run || acct->block ||
	    acct->replay || isatty(fileno(context->in)))
		return true;
	ft_cmd_error(context, "nothing deleted: off a terminal that needs -i");
	return false;
}

static const char sure[] = "Would you like to commit changes?";

static int
discard(struct facctmgr *acct)
{
	facctmgr_say(acct, " Changes Discarded\n");
	facctmgr_rollback(acct);
	return 0;
}

void
facctmgr_tell(struct facctmgr *acct)
{
	struct facctmgr_talk *talk = acct->talk;

	fflush(acct->context->out);
	fwrite(talk->text + talk->told, 1, talk->n - talk->told, talk->real);
	talk->told = talk->n;
}

/* The copy is shown; nothing is held while somebody thinks. */
static int
ask_first(struct facctmgr *acct)
{
	struct facctmgr_talk *talk = acct->talk;
	FILE *out = acct->context->out;

	facctmgr_tell(acct);
	talk->asked = ft_strndup(talk->text, talk->n);
	acct->context->out = talk->real;
	talk->yes = facctmgr_ask(acct, sure);
	acct->context->out = out;
	if (!talk->yes)
		return discard(acct);
	facctmgr_rollback(acct);
	return 0;
}

/* There is nothing to ask after all: in earnest, and told then. */
static int
go_on(struct facctmgr *acct)
{
	struct facctmgr_talk *talk = acct->talk;

	fflush(acct->context->out);
	talk->told = talk->n;
	talk->yes = true;
	facctmgr_rollback(acct);
	return 0;
}

/* In earnest, unless it is no more what the question was about. */
static int
do_what_was_asked(struct facctmgr *acct)
{
	struct facctmgr_talk *talk = acct->talk;

	fflush(acct->context->out);
	if (strlen(talk->asked) == talk->n &&
	    !memcmp(talk->asked, talk->text, talk->n)) {
		talk->told = talk->n;
		return commit(acct, FACCTMGR_DELETE);
	}
	facctmgr_error(acct,
	    "the store has changed since you were asked: nothing "
	    "was done, run the command again");
	talk->told = talk->n;
	facctmgr_rollback(acct);
	return 1;
}

int
facctmgr_finish(struct facctmgr *acct, enum facctmgr_ask ask)
{
	const struct ft_context *context = acct->context;

	if (acct->block || acct->replay)
		return commit(acct, ask);
	if (acct->ask == FACCTMGR_ASK_FIRST && ask != FACCTMGR_DELETE)
		return go_on(acct);
	if (acct->dry_run || (!context->slurm && ask != FACCTMGR_DELETE))
		return commit(acct, ask);
	if (acct->ask == FACCTMGR_ASK_FIRST)
		return ask_first(acct);
	if (acct->ask == FACCTMGR_ASKED)
		return do_what_was_asked(acct);
	if ((context->slurm || isatty(fileno(context->in))) &&
	    !facctmgr_ask(acct, sure))
		return discard(acct);
	return commit(acct, ask);
}
