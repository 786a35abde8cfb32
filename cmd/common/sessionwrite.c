/* sessionwrite.c - transactions of a session: rights, and catching up first. */
#include "common/session.h"

#include "common/world.h"
#include "load/load.h"
#include "store/job/jobs.h"

/*
 * Read the stored settings into STORED if they differ from the session's: these
 * come from a file, or others changed the stored ones since opening.
 */
static enum ft_status
read_stored(struct ft_session *session, struct ft_conf *stored, bool *differs,
    struct ft_error *err)
{
	int64_t seen;
	enum ft_status status =
	    ft_store_read_config_seen(session->store, &seen, err);

	*differs =
	    status == FT_OK && (session->conf_named || seen != session->seen);
	return *differs ? ft_load_conf(session->store, true, stored, err)
			: status;
}

/*
 * Let time pass and charge running jobs under the settings that applied until
 * now.  Eras follow the stored settings.
 */
static enum ft_status
settle_past(struct ft_session *session, struct ft_error *err)
{
	struct ft_conf stored;
	const struct ft_conf *own = &session->conf, *former = own;
	struct ft_era rules;
	bool differs;
	enum ft_status status;

	ft_conf_init(&stored);
	status = read_stored(session, &stored, &differs, err);
	if (differs)
		own = &stored;
	if (session->new_conf || !session->conf_named)
		former = own;
	if (status == FT_OK) {
		rules = ft_conf_era(own);
		ft_store_set_rules(
		    session->store, &rules, ft_conf_era(former).period);
		status = ft_session_catch_up(session, former, err);
	}
	ft_conf_free(&stored);
	return status;
}

/*
 * Set *super: root or SlurmUser, or the store's maker under our own names.
 * SlurmUser of settings that are about to be stored does not count yet.
 */
static enum ft_status
find_super(struct ft_session *session, bool *super, struct ft_error *err)
{
	struct ft_conf stored;
	enum ft_status status = FT_OK;

	*super = session->owns || strcmp(session->user, "root") == 0;
	if (*super)
		return FT_OK;
	if (!session->new_conf) {
		*super = ft_session_is_root(session);
		return FT_OK;
	}
	ft_conf_init(&stored);
	status = ft_load_conf(session->store, true, &stored, err);
	*super = status == FT_OK &&
		 strcmp(session->user,
		     ft_conf_text(&stored, FT_CONF_SLURM_USER)) == 0;
	ft_conf_free(&stored);
	return status;
}

static enum ft_status
check_right(struct ft_session *session, struct ft_error *err)
{
	struct ft_actor actor = { .name = session->user };
	bool super;
	enum ft_status status = FT_OK;

	session->may =
	    session->right == FT_RIGHT_COPY && ft_store_is_copy(session->store);
	if (session->may)
		return FT_OK;
	status = find_super(session, &super, err);
	if (status != FT_OK)
		return status;
	status = ft_right_actor(session->registry, super, &actor, err);
	if (status == FT_OK)
		status = ft_right_check(&actor, session->right, err);
	session->may = status == FT_OK;
	return status == FT_EPERM && session->may_later ? FT_OK : status;
}

enum ft_status
ft_session_begin(struct ft_session *session, enum ft_right right,
    struct ft_registry **registry, struct ft_error *err)
{
	struct ft_store_actor actor = { session->user, session->command,
		session->wall };
	struct ft_str tres FT_CLEANUP(ft_str_free) = { 0 };
	enum ft_status status =
	    ft_store_begin(session->store, &actor, &session->registry, err);

	if (status != FT_OK)
		return status;
	session->right = right;
	status = check_right(session, err);
	if (status == FT_OK)
		status = settle_past(session, err);
	/* as slurmctld does when it starts with these settings */
	ft_conf_add_tres(&tres, &session->conf);
	if (status == FT_OK)
		status = ft_store_add_tres(session->store, ft_str_text(&tres),
		    session->clock.now, err);
	if (status != FT_OK)
		ft_store_rollback(session->store);
	else if (registry)
		*registry = session->registry;
	return status;
}

enum ft_status
ft_session_act_as(
    struct ft_session *session, const char *name, struct ft_error *err)
{
	enum ft_status status;

	ft_visibility_free(&session->visibility);
	ft_free(session->user);
	session->user = ft_strdup(name);
	session->owns = false;
	ft_session_find_root(session);
	status = ft_session_hide(session, err);
	return status == FT_OK && session->registry ? check_right(session, err)
						    : status;
}

enum ft_status
ft_session_commit(
    struct ft_session *session, uint32_t *journal, struct ft_error *err)
{
	if (session->may)
		return ft_store_commit(session->store, journal, err);
	ft_store_rollback(session->store);
	return ft_fail(
	    err, FT_EPERM, "permission denied for user '%s'", session->user);
}
