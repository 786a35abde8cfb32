/* table.c - the table of shares. */

#include "common/world.h"
#include "fshare/fshare.h"
#include "sim/policy/policy.h"
#include "sim/run/life.h"
#include "store/job/jobs.h"

enum ft_status
fshare_tres_usage(struct ft_shares *shares, const struct ft_load_source *source,
    struct ft_error *err)
{
	const struct ft_tree *tree = shares->data.tree;
	int32_t *what FT_CLEANUP(ft_free_at) =
	    ft_calloc(shares->tres.n, sizeof *what);

	for (size_t i = 0; i < shares->tres.n; i++)
		what[i] = (int32_t)shares->tres.item[i].id;
	shares->n_use = tree->n;
	shares->tres_usage =
	    ft_calloc(shares->tres.n, tree->n * sizeof *shares->tres_usage);
	if (!shares->tres.n)
		return FT_OK;
	return ft_load_raw_usage(source, tree,
	    &(struct ft_load_usage){ .since = shares->tres_usage,
		.what = what,
		.n_what = shares->tres.n },
	    err);
}

/* What running jobs may still use: only a world knows. */
static void
take_promised(struct fshare_table *table, const struct ft_world *world)
{
	const struct ft_tres *tres = world->tres.item;
	uint32_t n = table->shares.data.tree->n;

	if (!world->n_running)
		return;
	table->shares.n_use = n;
	table->shares.promised =
	    ft_calloc(table->shares.tres.n, n * sizeof *table->shares.promised);
	for (uint32_t node = 0; node < n; node++) {
		struct ft_policy_use use = ft_policy_assoc_use(world, node);
		size_t at = 0;

		if (!use.tres_run_secs)
			continue;
		/* both by id */
		for (size_t i = 0; i < world->tres.n; i++) {
			while (at < table->shares.tres.n &&
			       table->shares.tres.item[at].id < tres[i].id)
				at++;
			if (at < table->shares.tres.n &&
			    table->shares.tres.item[at].id == tres[i].id)
				table->shares.promised[at * n + node] =
				    use.tres_run_secs[i];
		}
	}
}

static enum ft_status
load_promised(struct fshare_table *table, struct ft_session *session,
    struct ft_error *err)
{
	struct ft_world world;
	bool any = false;
	enum ft_status status =
	    ft_store_has_running(session->store, session->cluster, &any, err);

	if (status != FT_OK || !any)
		return status;
	status = ft_session_world(session, &world, NULL, err);
	if (status == FT_OK)
		take_promised(table, &world);
	ft_world_free(&world);
	return status;
}

/* What the columns about TRES need. */
static enum ft_status
load_tres(struct fshare_table *table, struct ft_session *session,
    const struct ft_columns *columns, struct ft_error *err)
{
	const struct ft_load_source source = ft_session_source(session);
	enum ft_status status = FT_OK;
	struct ft_tres *tres = NULL;
	unsigned needs = 0;

	for (size_t i = 0; i < columns->n; i++)
		needs |= columns->item[i].own;
	if (needs)
		status = ft_store_read_tres(session->store, &table->arena,
		    &tres, &table->shares.tres.n, err);
	table->shares.tres.item = tres;
	if (status == FT_OK && needs & FT_SHARES_NEED_LIMITS)
		status =
		    ft_store_read_tres_mins(session->store, session->cluster,
			&table->shares.limit, &table->shares.n_limit, err);
	if (status == FT_OK && needs & FT_SHARES_NEED_USAGE)
		status = fshare_tres_usage(&table->shares, &source, err);
	if (status == FT_OK && needs & FT_SHARES_NEED_RUNNING)
		status = load_promised(table, session, err);
	return status;
}

/*
 * Names: of all accounts, and of the users that can be printed.  The order of
 * users that are not printed does not matter.
 */
static enum ft_status
load_names(struct fshare_table *table, const struct fshare_args *args,
    struct ft_error *err)
{
	const struct ft_session *session = &args->session;

	if (args->all_users)
		return ft_store_read_names(
		    session->store, &table->shares.names, err);
	FT_TRY(ft_store_read_account_names(
	    session->store, &table->shares.names, err));
	return ft_store_read_user_names(session->store,
	    (const char *const *)args->users.item, args->users.n,
	    &table->shares.names, err);
}

bool
fshare_is_basic(const struct ft_conf *conf)
{
	return strcasecmp(ft_conf_text(conf, FT_CONF_PRIORITY_TYPE),
		   "priority/basic") == 0;
}

enum ft_status
fshare_table_load(struct fshare_table *table, struct fshare_args *args,
    const struct ft_columns *columns, struct ft_map *indents,
    struct ft_error *err)
{
	struct ft_session *session = &args->session;

	*table = (struct fshare_table){ .args = args,
		.shares.cluster = session->cluster_name,
		.shares.now = session->now,
		.shares.in_seconds = args->format == FT_FORMAT_JSON ||
				     args->format == FT_FORMAT_YAML };
	table->shares.basic = fshare_is_basic(&session->conf);
	FT_TRY(ft_session_shares(session, &table->shares.data, err));
	FT_TRY(load_names(table, args, err));
	FT_TRY(load_tres(table, session, columns, err));
	return fshare_rows_choose(table, args, indents, err);
}

void
fshare_table_free(struct fshare_table *table)
{
	ft_load_free(&table->shares.data);
	ft_names_set_free(&table->shares.names);
	ft_arena_clear(&table->arena);
	ft_free(table->row);
	ft_free(table->indent);
	ft_free(table->last);
	ft_free(table->shares.limit);
	ft_free(table->shares.tres_usage);
	ft_free(table->shares.promised);
}
