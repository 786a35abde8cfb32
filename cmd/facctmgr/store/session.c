/*
 * session.c - the store of a run: opening it, transactions, and who may do what.
 * Dry runs and rehearsals work on a copy in memory.
 */

#include "facctmgr/store/store.h"

/* ---- the store --------------------------------------------------------------- */

/* Replace the store of the session by a copy in memory. */
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

/* Rehearsals and an open block do not write to the store itself. */
static enum ft_session_mode
mode_of(const struct facctmgr *acct, bool write, bool copy)
{
	if (write && !copy && !acct->block)
		return acct->creates && !acct->existed ? FT_SESSION_WRITE
						       : FT_SESSION_CHANGE;
	return acct->creates && !acct->existed && !acct->dry_run
		   ? FT_SESSION_DRAFT
		   : FT_SESSION_READ;
}

/* Returns whether the session is still open, for writing if WRITE is set. */
static bool
is_open(const struct facctmgr *acct, bool write)
{
	if (!acct->open || (write && !acct->writable))
		return false;
	/* a what-if session belongs to the caller */
	return acct->what_if || acct->registry ||
	       !ft_store_is_gone(acct->session.store);
}

static bool
open_session(struct facctmgr *acct, bool write)
{
	bool copy =
	    write && (acct->dry_run || acct->pass == FACCTMGR_REHEARSAL);
	enum ft_session_mode mode = mode_of(acct, write, copy);
	struct ft_error err;

	facctmgr_close(acct);
	ft_session_init(&acct->session);
	acct->session.db = acct->db;
	acct->session.conf_file = acct->conf_file;
	/* sacctmgr connects once, when it starts: later complaints lack the call */
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
	acct->existed |= mode != FT_SESSION_DRAFT;
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
		&acct->session, acct->visibility, acct->verb, &err) == FT_OK)
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

/* The journal records the command that was read, not that of the shell. */
static void
set_command(struct facctmgr *acct)
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

bool
facctmgr_begin(struct facctmgr *acct)
{
	struct ft_error err;
	enum ft_status status;

	if (acct->registry)
		return true;
	if (!facctmgr_open(acct, true))
		return false;
	set_command(acct);
	status = ft_session_begin(
	    &acct->session, FT_RIGHT_REQUESTS, &acct->registry, &err);
	if (status == FT_OK)
		status = ft_admin_new(&acct->admin, acct->registry,
		    acct->session.user, ft_session_is_root(&acct->session),
		    &err);
	if (status == FT_OK)
		status = facctmgr_commands_start(acct, &err);
	if (status == FT_OK) {
		ft_admin_set_slurm(acct->admin, acct->context->slurm,
		    ft_conf_release(&acct->session.conf),
		    ft_conf_collation(&acct->session.conf));
		return true;
	}
	ft_cmd_fail(acct->context, &err);
	facctmgr_rollback(acct);
	return false;
}

void
facctmgr_rollback(struct facctmgr *acct)
{
	facctmgr_commands_drop(acct);
	ft_admin_free(acct->admin);
	acct->admin = NULL;
	if (acct->registry)
		ft_store_rollback(acct->session.store);
	acct->registry = NULL;
}

/* ---- rights ---------------------------------------------------------------- */

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

bool
facctmgr_read_level(struct facctmgr *acct, enum ft_admin_level *level)
{
	struct ft_acctdb acctdb FT_CLEANUP(ft_acctdb_free) = { 0 };
	struct ft_error err;
	bool done;

	if (!facctmgr_open(acct, false))
		return false;
	done = ft_store_read_book(acct->session.store, false, &acctdb, &err) ==
	       FT_OK;
	if (done)
		*level = ft_session_level(&acct->session, &acctdb);
	else
		ft_cmd_fail(acct->context, &err);
	return done;
}
