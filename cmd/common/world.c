#include "common/world.h"

#include "common/suggest.h"

#include "files/progress.h"
#include "load/load.h"
#include "sim/run/life.h"
#include "sim/run/run.h"
#include "sim/world/event.h"
#include "store/job/jobs.h"

static void
look_at_meter(void *meter, const struct ft_sim_event *event)
{
	(void)event;
	ft_meter_look(meter);
}

/* Run WORLD up to the wall clock if the store follows it. */
static enum ft_status
catch_up(const struct ft_session *session, struct ft_world *world,
    struct ft_error *err)
{
	struct ft_run run = { .until = session->wall,
		.report = look_at_meter,
		.ctx = ft_progress_meter() };

	if (!world->wall || session->stay || session->wall <= world->now)
		return FT_OK;
	FT_TRY(ft_load_arrivals(world, session->store, session->wall, err));
	return ft_world_run(world, &run, err);
}

enum ft_status
ft_session_catch_up(struct ft_session *session, const struct ft_conf *conf,
    struct ft_error *err)
{
	struct ft_load_source source = { .store = session->store,
		.conf = conf };
	const struct ft_world_load how = { .lazy = true };
	struct ft_world world;
	enum ft_status status = FT_OK;

	while (status == FT_OK && !session->stay) {
		status = ft_store_next_late_clock(session->store, session->wall,
		    source.cluster, &source.cluster, err);
		if (status != FT_OK || !source.cluster)
			break;
		status = ft_load_world(&world, &source, &how, err);
		if (status == FT_OK)
			status = catch_up(session, &world, err);
		if (status == FT_OK)
			status = ft_save_world(&world, session->store, err);
		ft_world_free(&world);
	}
	return status;
}

enum ft_status
ft_session_world(struct ft_session *session, struct ft_world *world,
    const struct ft_world_load *how, struct ft_error *err)
{
	struct ft_load_source source = ft_session_source(session);
	const struct ft_world_load present = {
		.lazy = session->clock.wall,
		.no_arrivals = !session->clock.wall,
	};

	/* load such a store as it was left, then catch up */
	if (session->clock.wall && !session->now_text)
		source.now = 0;
	FT_TRY(ft_load_world(world, &source, how ? how : &present, err));
	if (!source.now)
		FT_TRY(catch_up(session, world, err));
	return FT_OK;
}

void
ft_session_asker(const struct ft_session *session, const struct ft_world *world,
    struct ft_asker *asker)
{
	enum ft_admin_level level = ft_session_level(session, &world->acctdb);

	*asker = (struct ft_asker){
		.name = session->user,
		.uid = ft_world_uid(world, session->user),
		.privileged = level >= FT_ADMIN_OPERATOR,
		.super = level >= FT_ADMIN_ADMINISTRATOR,
	};
}

enum ft_status
ft_session_world_begin(struct ft_session *session, enum ft_right right,
    struct ft_world *world, const struct ft_world_load *how,
    struct ft_error *err)
{
	struct ft_load_source source;

	/* so that it can be freed after any failure */
	ft_world_init(world, &session->conf);
	FT_TRY(ft_session_begin(session, right, NULL, err));
	source = ft_session_source(session);
	source.now = 0; /* changes happen at the store's time, not at --now */
	return ft_load_world(world, &source, how, err);
}

/* Load the stored settings, which others have changed since OLD was read. */
static enum ft_status
reload_conf(
    struct ft_session *session, const struct ft_conf *old, struct ft_error *err)
{
	bool is_first =
	    session->cluster_name == ft_conf_text(old, FT_CONF_CLUSTER_NAME);
	uint32_t cluster;
	enum ft_status status;

	ft_conf_init(&session->conf);
	status = ft_load_conf(session->store, true, &session->conf, err);
	if (status == FT_OK)
		status = ft_load_cluster(
		    session->store, &session->conf, NULL, &cluster, err);
	if (is_first)
		session->cluster_name =
		    ft_conf_text(&session->conf, FT_CONF_CLUSTER_NAME);
	return status;
}

enum ft_status
ft_session_world_refresh(
    struct ft_session *session, struct ft_world *world, struct ft_error *err)
{
	struct ft_conf old = session->conf;
	struct ft_store_seen seen;
	enum ft_status status = ft_store_read_seen(session->store, &seen, err);
	bool reload = !session->conf_named && seen.config != world->seen_config;

	if (status == FT_OK && reload)
		status = reload_conf(session, &old, err);
	if (status == FT_OK)
		status = ft_load_refresh(world, session->store, err);
	/* the world borrowed from them until the refresh */
	if (reload)
		ft_conf_free(&old);
	return status;
}

enum ft_status
ft_session_world_commit(
    struct ft_session *session, struct ft_world *world, struct ft_error *err)
{
	enum ft_status status = ft_save_world(world, session->store, err);

	if (status == FT_OK)
		return ft_session_commit(session, NULL, err);
	ft_store_rollback(session->store);
	return status;
}

/* ---- each cluster ------------------------------------------------------------- */

/* Keep the clusters that the store has; FT_ENOENT: it has none of them. */
static enum ft_status
keep_known(const struct ft_clusters *clusters, struct ft_error *err)
{
	struct ft_arglist *names = clusters->names;
	struct ft_error unknown = { 0 };
	size_t n = 0;
	uint32_t id;

	ft_suggest_unknown_clusters(
	    clusters->context, clusters->session, names);
	for (size_t i = 0; i < names->n; i++)
		if (ft_store_cluster(clusters->session->store, names->item[i],
			&id, &unknown) == FT_OK)
			names->item[n++] = names->item[i];
		else
			ft_free(names->item[i]);
	names->n = n;
	return n ? FT_OK
		 : ft_suggest_no_cluster(
		       clusters->context, names->text, NULL, err);
}

static enum ft_status
name_all(const struct ft_clusters *clusters, struct ft_error *err)
{
	struct ft_acctdb acctdb FT_CLEANUP(ft_acctdb_free) = { 0 };
	const char *text = clusters->names->text;
	enum ft_status status;

	if (!ft_arglist_have(clusters->names, "all"))
		return FT_OK;
	status =
	    ft_store_read_book(clusters->session->store, false, &acctdb, err);
	ft_arglist_free(clusters->names);
	clusters->names->text = text;
	for (size_t i = 0; i < acctdb.n_cluster && status == FT_OK; i++)
		ft_arglist_add(clusters->names, acctdb.cluster[i].name);
	return status;
}

enum ft_status
ft_clusters_each(const struct ft_clusters *clusters, struct ft_error *err)
{
	const struct ft_arglist *names = clusters->names;
	enum ft_status status = name_all(clusters, err);

	if (names->n == 0 && status == FT_OK)
		return clusters->show(clusters->ctx, 0, err);
	if (status == FT_OK && clusters->context->slurm)
		status = keep_known(clusters, err);
	for (size_t i = 0; i < names->n && status == FT_OK; i++) {
		status =
		    ft_session_enter(clusters->session, names->item[i], err);
		if (status == FT_ENOENT)
			return ft_suggest(clusters->context, clusters->session,
			    FT_COMPLETE_CLUSTER, names->item[i], err);
		if (status == FT_OK)
			status = clusters->show(clusters->ctx, i, err);
	}
	return status;
}
