#include "alter/alter.h"

#include "io/slurm/slurmconf.h"
#include "store/usage/usage.h"

/* An unknown setting can only be a mistake: nothing else would read it. */
static enum ft_status
apply_setting(struct ft_conf *conf, const char *line, const char *source,
    struct ft_error *err)
{
	size_t n = conf->n_line;

	FT_TRY(ft_slurmconf_parse(conf,
	    &(struct ft_slurmconf_source){
		.file = source, .text = line, .size = strlen(line) },
	    err));
	for (; n < conf->n_line; n++) {
		if (!conf->line[n].known)
			return ft_fail(err, FT_ENOENT,
			    "unknown setting '%s' in %s", conf->line[n].key,
			    source);
	}
	return FT_OK;
}

static enum ft_status
apply_settings(
    struct ft_conf *conf, const struct ft_alter *alter, struct ft_error *err)
{
	const struct ft_args *lines = alter->lines;
	const char *cluster = ft_conf_text(conf, FT_CONF_CLUSTER_NAME);

	for (size_t i = 0; i < lines->n; i++)
		FT_TRY(apply_setting(conf, lines->item[i], alter->source, err));
	if (lines->n > 0)
		FT_TRY(ft_conf_check(conf, err));
	if (strcmp(ft_conf_text(conf, FT_CONF_CLUSTER_NAME), cluster) != 0)
		return ft_fail(err, FT_EINVAL,
		    "%s cannot change the cluster, -M chooses it",
		    alter->source);
	return FT_OK;
}

enum ft_status
ft_alter_copy(struct ft_session *session, struct ft_error *err)
{
	struct ft_store *copy;

	FT_TRY(ft_store_scratch(&copy, session->store, err));
	if (!session->borrowed)
		ft_store_close(session->store);
	session->store = copy;
	session->borrowed = false;
	return FT_OK;
}

/* In a copy, end an era of settings, as a real change would, so that later ones
 * keep past usage. */
static enum ft_status
end_era(struct ft_session *session, struct ft_error *err)
{
	struct ft_conf *conf = &session->conf;
	struct ft_era *era = NULL;
	char *text FT_CLEANUP(ft_free_at) = NULL;
	enum ft_status status = ft_alter_copy(session, err);

	if (status == FT_OK)
		status = ft_session_begin(session, FT_RIGHT_COPY, NULL, err);
	if (status != FT_OK)
		return status;
	status = ft_store_read_conf(session->store, &text, err);
	if (status == FT_OK)
		status = ft_store_put_conf(session->store, text, err);
	if (status == FT_OK)
		status = ft_store_commit(session->store, NULL, err);
	else
		ft_store_rollback(session->store);
	if (status == FT_OK)
		status = ft_store_read_eras(
		    session->store, &conf->arena, &era, &conf->n_era, err);
	conf->era = era;
	return status;
}

/* Apply changed decay settings to the past, too: drop the eras. */
static void
forget_eras(const struct ft_context *context, struct ft_conf *conf,
    const struct ft_era *before)
{
	struct ft_era era = ft_conf_era(conf);

	if (era.decay.half_life == before->decay.half_life &&
	    era.decay.kind == before->decay.kind &&
	    era.period == before->period)
		return;
	conf->n_era = 0;
	fprintf(context->err,
	    "%s: past usage is computed as if --what-if-conf had always "
	    "applied (--from-now keeps it)\n",
	    context->program);
}

enum ft_status
ft_alter_settings(const struct ft_context *context, struct ft_session *session,
    const struct ft_alter *alter, struct ft_error *err)
{
	struct ft_conf *conf = &session->conf;
	const struct ft_era before = ft_conf_era(conf);
	enum ft_reset_period reset = ft_conf_reset_period(conf);

	if (!alter->lines->n)
		return FT_OK;
	if (alter->from_now)
		FT_TRY(end_era(session, err));
	FT_TRY(apply_settings(conf, alter, err));
	if (ft_conf_reset_period(conf) != reset)
		return ft_fail(err, FT_EINVAL,
		    "%s cannot try PriorityUsageResetPeriod: past resets are "
		    "facts (change a copy made by facctmgr save, and let time "
		    "pass there)",
		    alter->source);
	if (!alter->from_now)
		forget_eras(context, conf, &before);
	return FT_OK;
}

/* Let slurmctld start: it finds tied accounts in the order of its database. */
static enum ft_status
restart(struct ft_session *session, struct ft_error *err)
{
	bool changed;

	FT_TRY(ft_store_tree_changed(session->store, &changed, err));
	if (!changed)
		return FT_OK;
	if (session->borrowed || !ft_store_is_copy(session->store))
		FT_TRY(ft_alter_copy(session, err));
	FT_TRY(ft_session_begin(session, FT_RIGHT_COPY, NULL, err));
	ft_store_restart(session->store);
	return ft_store_commit(session->store, NULL, err);
}

enum ft_status
ft_alter_release(const struct ft_context *context, struct ft_session *session,
    const char *name, struct ft_error *err)
{
	FT_TRY(ft_session_set_release(
	    session, context, name, "--what-if-slurm", err));
	return restart(session, err);
}
