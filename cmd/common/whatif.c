#include "common/whatif.h"

#include <stdio.h>
#include <string.h>

#include "acctmgr/line.h"
#include "base/mem.h"
#include "base/vec.h"
#include "io/slurmconf.h"

bool
ft_whatif_given(const struct ft_whatif *whatif)
{
	return whatif->command.n + whatif->conf.n > 0 || whatif->from_now;
}

/* An unknown setting is a slip here, there is no slurmctld to know it. */
static enum ft_status
apply_setting(struct ft_conf *conf, const char *line, struct ft_error *err)
{
	size_t n = conf->n_line;
	enum ft_status status = ft_slurmconf_parse(
	    conf, "--what-if-conf", line, strlen(line), NULL, NULL, err);

	for (; n < conf->n_line && status == FT_OK; n++) {
		if (!conf->line[n].known)
			status = ft_fail(err, FT_ENOENT,
			    "unknown setting '%s' in --what-if-conf",
			    conf->line[n].key);
	}
	return status;
}

static enum ft_status
apply_settings(
    struct ft_conf *conf, const struct ft_texts *lines, struct ft_error *err)
{
	const char *cluster = ft_conf_text(conf, FT_CONF_CLUSTER_NAME);
	enum ft_status status = FT_OK;

	for (size_t i = 0; i < lines->n && status == FT_OK; i++)
		status = apply_setting(conf, lines->item[i], err);
	if (status == FT_OK && lines->n > 0)
		status = ft_conf_check(conf, err);
	if (status == FT_OK &&
	    strcmp(ft_conf_text(conf, FT_CONF_CLUSTER_NAME), cluster) != 0)
		status = ft_fail(err, FT_EINVAL,
		    "--what-if-conf cannot change the cluster, -M chooses it");
	return status;
}

/* Put a copy of SESSION's store in memory in its place. */
static enum ft_status
use_copy(struct ft_session *session, struct ft_error *err)
{
	struct ft_store *copy;
	enum ft_status status = ft_store_scratch(&copy, session->store, err);

	if (status != FT_OK)
		return status;
	if (!session->borrowed)
		ft_store_close(session->store);
	session->store = copy;
	session->borrowed = false;
	return FT_OK;
}

/* Keep what the settings decided up to now, as a change of them would. */
static enum ft_status
end_era(struct ft_session *session, struct ft_error *err)
{
	struct ft_conf *conf = &session->conf;
	struct ft_era *era = NULL;
	char *text = NULL;
	enum ft_status status =
	    ft_session_begin(session, FT_RIGHT_COPY, NULL, err);

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
	ft_free(text);
	return status;
}

/* The settings as if they had always held, where that makes a difference. */
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
	    "%s: past usage is computed as if --what-if-conf had always held "
	    "(--from-now keeps it)\n",
	    context->program);
}

/* The settings of --what-if-conf. */
static enum ft_status
try_settings(const struct ft_context *context, struct ft_session *session,
    const struct ft_whatif *whatif, struct ft_error *err)
{
	struct ft_conf *conf = &session->conf;
	const struct ft_era before = ft_conf_era(conf);
	enum ft_reset_period reset = ft_conf_reset_period(conf);
	enum ft_status status = FT_OK;

	if (whatif->from_now && !whatif->conf.n)
		return ft_fail(
		    err, FT_EINVAL, "--from-now needs --what-if-conf");
	if (!whatif->conf.n)
		return FT_OK;
	if (whatif->from_now) {
		status = use_copy(session, err);
		if (status == FT_OK)
			status = end_era(session, err);
	}
	if (status == FT_OK)
		status = apply_settings(conf, &whatif->conf, err);
	if (status == FT_OK && ft_conf_reset_period(conf) != reset)
		status = ft_fail(err, FT_EINVAL,
		    "--what-if-conf cannot try PriorityUsageResetPeriod: past "
		    "resets are facts (change a copy made by facctmgr save, "
		    "and let time pass there)");
	if (status == FT_OK && !whatif->from_now)
		forget_eras(context, conf, &before);
	return status;
}

enum ft_status
ft_whatif_apply(const struct ft_context *context, struct ft_session *session,
    const struct ft_whatif *whatif, struct ft_error *err)
{
	const struct ft_texts *lines = &whatif->command;
	enum ft_status status = try_settings(context, session, whatif, err);

	if (status == FT_OK && lines->n > 0)
		status = use_copy(session, err);
	if (status != FT_OK)
		return status;
	for (size_t i = 0; i < lines->n; i++) {
		if (acct_apply_line(context, session, lines->item[i]) == 0)
			continue;
		err->text[0] = '\0'; /* all was said */
		return FT_EINVAL;
	}
	return ft_whatif_given(whatif) ? ft_session_hide(session, err) : FT_OK;
}
