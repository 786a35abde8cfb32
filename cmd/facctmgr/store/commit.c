/* commit.c - the end of a change: the question, the commit, the lines about it. */
#include <unistd.h>

#include "facctmgr/store/store.h"
#include "files/progress.h"

/* ---- commits ----------------------------------------------------------------- */

/* undo: whether the acting user may undo it. */
static void
print_change(struct facctmgr *acct, uint32_t change, bool undo)
{
	facctmgr_print(acct, " Change %u", (unsigned)change);
	if (undo)
		facctmgr_print(acct, ". Undo: %s undo %u",
		    acct->context->program, (unsigned)change);
	facctmgr_print(acct, "\n");
}

static int
commit(struct facctmgr *acct, enum facctmgr_change kind)
{
	struct ft_error err;
	uint32_t change = 0;
	bool slurm = acct->context->slurm, changed = true;
	bool undo = !slurm && facctmgr_may(acct, FT_RIGHT_UNDO);

	/* sacctmgr commits, and asks about, a no-op */
	if (!slurm && kind != FACCTMGR_CHANGE_JOBS &&
	    ft_store_has_changed(acct->session.store, &changed, &err) !=
		FT_OK) {
		facctmgr_rollback(acct);
		return ft_cmd_fail(acct->context, &err);
	}
	if (!changed) {
		if (!acct->quiet && kind != FACCTMGR_CHANGE_COUNTED)
			facctmgr_print(acct, " Nothing changed: the store "
					     "is already in this state.\n");
		facctmgr_rollback(acct);
		return 0;
	}
	ft_admin_free(acct->admin);
	acct->admin = NULL;
	acct->registry = NULL;
	ft_meter_begin(ft_progress_meter(), "saving", NULL, 0);
	if (ft_store_commit(acct->session.store, &change, &err) != FT_OK ||
	    facctmgr_commands_print(acct, &err) != FT_OK)
		return ft_cmd_fail(acct->context, &err);
	acct->changed = true;
	if (acct->block || acct->replay) /* the block prints its change */
		return 0;
	if (change && !slurm && !acct->quiet && !acct->dry_run)
		print_change(acct, change, undo);
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
	ft_cmd_error(
	    context, "nothing deleted: without a terminal, deleting needs -i");
	return false;
}

static const char question[] = "Would you like to commit changes?";

static int
discard(struct facctmgr *acct)
{
	facctmgr_print(acct, " Changes Discarded\n");
	facctmgr_rollback(acct);
	return 0;
}

void
facctmgr_rehearsal_flush(struct facctmgr *acct)
{
	struct facctmgr_rehearsal *rehearsal = acct->rehearsal;

	fflush(acct->context->out);
	fwrite(rehearsal->text + rehearsal->printed, 1,
	    rehearsal->n - rehearsal->printed, rehearsal->real);
	rehearsal->printed = rehearsal->n;
}

/* Print the rehearsal and ask; nothing is locked while the user thinks. */
static int
ask_rehearsed(struct facctmgr *acct)
{
	struct facctmgr_rehearsal *rehearsal = acct->rehearsal;
	FILE *out = acct->context->out;

	facctmgr_rehearsal_flush(acct);
	rehearsal->asked = ft_strndup(rehearsal->text, rehearsal->n);
	acct->context->out = rehearsal->real;
	rehearsal->yes = facctmgr_ask(acct, question);
	acct->context->out = out;
	if (!rehearsal->yes)
		return discard(acct);
	facctmgr_rollback(acct);
	return 0;
}

/* Nothing to ask after all: print nothing yet, and run on the store. */
static int
skip_question(struct facctmgr *acct)
{
	struct facctmgr_rehearsal *rehearsal = acct->rehearsal;

	fflush(acct->context->out);
	rehearsal->printed = rehearsal->n;
	rehearsal->yes = true;
	facctmgr_rollback(acct);
	return 0;
}

/* Commit, unless the change is no longer the one that was asked about. */
static int
commit_confirmed(struct facctmgr *acct)
{
	struct facctmgr_rehearsal *rehearsal = acct->rehearsal;

	fflush(acct->context->out);
	if (strlen(rehearsal->asked) == rehearsal->n &&
	    !memcmp(rehearsal->asked, rehearsal->text, rehearsal->n)) {
		rehearsal->printed = rehearsal->n;
		return commit(acct, FACCTMGR_CHANGE_DELETES);
	}
	facctmgr_error(acct,
	    "the store has changed since you were asked: nothing "
	    "was done, run the command again");
	rehearsal->printed = rehearsal->n;
	facctmgr_rollback(acct);
	return 1;
}

int
facctmgr_finish(struct facctmgr *acct, enum facctmgr_change change)
{
	const struct ft_context *context = acct->context;

	if (acct->block || acct->replay)
		return commit(acct, change);
	if (acct->pass == FACCTMGR_REHEARSAL &&
	    change != FACCTMGR_CHANGE_DELETES)
		return skip_question(acct);
	if (acct->dry_run ||
	    (!context->slurm && change != FACCTMGR_CHANGE_DELETES))
		return commit(acct, change);
	if (acct->pass == FACCTMGR_REHEARSAL)
		return ask_rehearsed(acct);
	if (acct->pass == FACCTMGR_CONFIRMED)
		return commit_confirmed(acct);
	if ((context->slurm || isatty(fileno(context->in))) &&
	    !facctmgr_ask(acct, question))
		return discard(acct);
	return commit(acct, change);
}
