/*
 * settings.c - new settings in the place of others, and what becomes then of jobs
 * on nodes that are gone.
 */
#include "base/text/hostlist.h"
#include "load/world/private.h"
#include "sim/change/change.h"
#include "sim/job/job.h"
#include "sim/run/life.h"

static bool
is_gone(const struct ft_machine *now, const char *node)
{
	return ft_machine_node(now, node) == UINT32_MAX;
}

static bool
loses_nodes(const struct ft_machine *before, const struct ft_machine *now)
{
	for (size_t i = 0; i < before->n_node; i++)
		if (is_gone(now, before->node[i].name))
			return true;
	return false;
}

/* Fail if the node is gone: such a plan is void. */
static enum ft_status
require_node(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	char *node FT_CLEANUP(ft_free_at) = ft_strndup(name, len);

	(void)err;
	return is_gone(ctx, node) ? FT_ENOENT : FT_OK;
}

/* Fail the nodes of WORLD, which has the earlier settings, that are gone NOW;
 * returns whether that concerns a job. */
static bool
fail_gone(struct ft_world *world, struct ft_machine *now)
{
	const size_t running = world->n_running;
	bool changed = false;

	for (size_t i = 0; i < world->machine.n_node; i++)
		if (is_gone(now, world->machine.node[i].name))
			ft_world_fail_node(world, (uint32_t)i);
	for (size_t i = 0; i < world->n_job; i++) {
		struct ft_job *job = world->job[i];

		if (job->state != FT_JOB_PENDING || !*job->sched_nodes ||
		    ft_hostlist_each(
			job->sched_nodes, require_node, now, NULL) == FT_OK)
			continue;
		job->sched_nodes = "";
		ft_world_changed(world, job);
		changed = true;
	}
	return changed || world->n_running != running;
}

/* Whether settings or a world could not be read: then no job ran. */
static bool
is_unreadable(enum ft_status status)
{
	return status == FT_ENOENT || status == FT_EPARSE ||
	       status == FT_EINVAL;
}

/* The same in each cluster of the store; *ended: more jobs that ended. */
static enum ft_status
fail_everywhere(struct ft_store *store, const struct ft_conf *before,
    struct ft_machine *now, size_t *ended, struct ft_error *err)
{
	struct ft_acctdb acctdb FT_CLEANUP(ft_acctdb_free) = { 0 };

	FT_TRY(ft_store_read_book(store, false, &acctdb, err));
	for (size_t i = 0; i < acctdb.n_cluster; i++) {
		struct ft_world world FT_CLEANUP(ft_world_free) = { 0 };
		enum ft_status status = ft_load_world(&world,
		    &(struct ft_load_source){ .store = store,
			.conf = before,
			.cluster = acctdb.cluster[i].id },
		    &(struct ft_world_load){ .lazy = true }, err);
		size_t running;

		if (is_unreadable(status))
			continue;
		FT_TRY(status);
		running = world.n_running;
		if (fail_gone(&world, now))
			FT_TRY(ft_save_world(&world, store, err));
		*ended += running - world.n_running;
	}
	return FT_OK;
}

/* Read the settings that were TEXT, with what STORE keeps apart. */
static enum ft_status
read_before(struct ft_store *store, const char *text, struct ft_conf *conf,
    struct ft_machine *machine, struct ft_error *err)
{
	FT_TRY(ft_load_conf_text(store, text, conf, err));
	return ft_machine_read(machine, conf, NULL, err);
}

enum ft_status
ft_load_settle_jobs(struct ft_store *store, const char *before, size_t *ended,
    struct ft_error *err)
{
	struct ft_conf old FT_CLEANUP(ft_conf_free),
	    new FT_CLEANUP(ft_conf_free);
	struct ft_machine was FT_CLEANUP(ft_machine_free) = { 0 };
	struct ft_machine now FT_CLEANUP(ft_machine_free) = { 0 };
	char *after FT_CLEANUP(ft_free_at) = NULL;
	enum ft_status status;

	*ended = 0;
	ft_conf_init(&old);
	ft_conf_init(&new);
	FT_TRY(ft_store_read_conf(store, &after, err));
	if (strcmp(before, after) == 0)
		return FT_OK;
	status = read_before(store, before, &old, &was, err);
	if (status == FT_OK)
		status = read_before(store, after, &new, &now, err);
	if (is_unreadable(status))
		return FT_OK;
	FT_TRY(status);
	return loses_nodes(&was, &now)
		   ? fail_everywhere(store, &old, &now, ended, err)
		   : FT_OK;
}

enum ft_status
ft_load_put_conf(struct ft_store *store, const char *text,
    const struct ft_conf *conf, size_t *ended, struct ft_error *err)
{
	char *before FT_CLEANUP(ft_free_at) = NULL;

	FT_TRY(ft_store_read_conf(store, &before, err));
	/* the same settings end no era */
	if (strcmp(before, text) != 0)
		FT_TRY(ft_store_put_conf(store, text, err));
	FT_TRY(ft_load_reconfigure(store, conf, err));
	return ended ? ft_load_settle_jobs(store, before, ended, err) : FT_OK;
}
