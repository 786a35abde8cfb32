/* side.c - the cluster under one change: shares, jobs and their places. */

#include "facctmgr/audit/private.h"

#include "alter/alter.h"
#include "common/world.h"
#include "sim/run/life.h"

/* What SESSION is to try for TRIAL when it is opened. */
static void
set_ties(struct ft_session *session, const struct audit_trial *trial)
{
	if (trial->kind == AUDIT_TIES)
		session->ties = trial->value;
	session->real_ties = trial->kind == AUDIT_RELEASE;
}

static enum ft_status
change(struct ft_session *session, const struct audit_trial *trial,
    const struct ft_context *context, struct ft_error *err)
{
	struct ft_args lines FT_CLEANUP(ft_args_free) = { .n = 0 };

	if (!trial->value || trial->kind == AUDIT_TIES)
		return FT_OK;
	if (trial->kind == AUDIT_RELEASE)
		return ft_alter_release(context, session, trial->value, err);
	ft_args_add(&lines, trial->value);
	return ft_alter_settings(context, session,
	    &(struct ft_alter){ &lines, "setting=", false }, err);
}

static enum ft_status
enter(struct ft_session *session, const struct audit_request *request,
    struct ft_error *err)
{
	if (request->cluster)
		FT_TRY(ft_session_enter(session, request->cluster, err));
	if (request->now)
		FT_TRY(
		    ft_session_time(session, request->now, &session->now, err));
	return FT_OK;
}

/* Open the session on the store of the command. */
static enum ft_status
open_side(const struct audit *audit, const struct audit_trial *trial,
    const struct ft_context *context, struct ft_session *session,
    struct ft_error *err)
{
	session->db = audit->acct->db;
	session->conf_file = audit->acct->conf_file;
	set_ties(session, trial);
	FT_TRY(ft_session_open(session, context, FT_SESSION_READ, err));
	FT_TRY(enter(session, audit->request, err));
	return change(session, trial, context, err);
}

static void
choose_rows(struct audit_side *side)
{
	const struct ft_standings *standings = &side->standings;

	side->row = ft_alloc((standings->n + 1) * sizeof *side->row);
	for (size_t i = 0; i < standings->n; i++)
		if (ft_standing_is_listed(&side->world, &standings->item[i]))
			side->row[side->n++] = &standings->item[i];
}

enum ft_status
facctmgr_audit_load(const struct audit *audit, const struct audit_trial *trial,
    struct audit_side *side, struct ft_error *err)
{
	/* the messages about each change are not for this command */
	struct ft_context quiet = *audit->acct->context;
	struct facctmgr_capture capture;
	enum ft_status status;

	ft_session_init(&side->session);
	quiet.pending = audit->acct->session.store;
	facctmgr_capture_start(&quiet, &capture);
	status = open_side(audit, trial, &quiet, &side->session, err);
	facctmgr_capture_end(&quiet, &capture);
	free(capture.out_text);
	free(capture.err_text);
	FT_TRY(status);
	const struct ft_load_source source = ft_session_source(&side->session);

	FT_TRY(ft_load_ranks(&side->ranks, &source,
	    &(struct ft_load_rules){ .ties = side->session.ties }, err));
	FT_TRY(ft_session_world(&side->session, &side->world,
	    &(struct ft_world_load){ .no_arrivals = true }, err));
	FT_TRY(ft_standings_fill(&side->standings, &side->world, err));
	choose_rows(side);
	return FT_OK;
}

void
facctmgr_audit_unload(struct audit_side *side)
{
	ft_free(side->row);
	ft_standings_free(&side->standings);
	ft_world_free(&side->world);
	ft_load_ranks_free(&side->ranks);
	ft_session_close(&side->session);
}
