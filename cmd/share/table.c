#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "share/share.h"

static bool
wants(const struct ft_field_list *fields, int id)
{
	for (size_t i = 0; fields && i < fields->n; i++) {
		if (fields->item[i].field->id == id)
			return true;
	}
	return false;
}

/* Usage of each TRES in whole TRES-seconds, by TRES and node. */
static enum ft_status
load_tres_usage(
    struct share_table *table, struct ft_session *session, struct ft_error *err)
{
	const struct ft_tree *tree = table->data.tree;
	struct ft_decay decay = ft_conf_decay(&session->conf);
	ft_real *usage = ft_calloc(tree->n, sizeof *usage);
	enum ft_status status = FT_OK;

	table->tres_usage =
	    ft_calloc(table->tres.n, tree->n * sizeof *table->tres_usage);
	for (size_t i = 0; i < table->tres.n && status == FT_OK; i++) {
		uint64_t *to = table->tres_usage + i * tree->n;

		memset(usage, 0, tree->n * sizeof *usage);
		status = ft_store_read_tres_usage(session->store,
		    session->cluster, tree, &decay, session->now,
		    table->tres.item[i].id, usage, err);
		if (status != FT_OK)
			break;
		ft_usage_roll_up(tree, usage);
		for (uint32_t node = 0; node < tree->n; node++)
			to[node] = ft_real_u64(usage[node]);
	}
	ft_free(usage);
	return status;
}

static void
make_run_minutes(struct share_table *table)
{
	struct ft_str str = { 0 };

	for (size_t i = 0; i < table->tres.n; i++) {
		if (i > 0)
			ft_str_add_char(&str, ',');
		ft_tres_add_name(&str, &table->tres.item[i]);
		ft_str_add(&str, "=0");
	}
	table->run_minutes = ft_str_take(&str);
}

/* What the columns about TRES need. */
static enum ft_status
load_tres(struct share_table *table, struct ft_session *session,
    const struct ft_field_list *fields, bool everything, struct ft_error *err)
{
	enum ft_status status = FT_OK;
	struct ft_tres *tres = NULL;
	bool limits = everything || wants(fields, SHARE_GRP_TRES_MINS);
	bool raw = everything || wants(fields, SHARE_GRP_TRES_RAW);
	bool running = everything || wants(fields, SHARE_TRES_RUN_MINS);

	if (limits || raw || running)
		status = ft_store_read_tres(
		    session->store, &table->arena, &tres, &table->tres.n, err);
	table->tres.item = tres;
	if (status == FT_OK && limits)
		status = ft_store_read_limits(session->store, session->cluster,
		    FT_LIMIT_GRP_TRES_MINS, &table->limit, &table->n_limit,
		    err);
	if (status == FT_OK && raw)
		status = load_tres_usage(table, session, err);
	if (status == FT_OK && running)
		make_run_minutes(table);
	return status;
}

/*
 * Names: of all accounts, and of the users that can be printed.  The order of
 * users that are not printed does not matter.
 */
static enum ft_status
load_names(struct share_table *table, const struct share_args *args,
    struct ft_error *err)
{
	const struct ft_session *session = &args->session;

	if (args->all_users)
		return ft_store_read_names(session->store, &table->names, err);
	return ft_store_read_some_names(session->store,
	    (const char *const *)args->users.item, args->users.n, true,
	    &table->names, err);
}

enum ft_status
share_table_load(struct share_table *table, struct share_args *args,
    const struct ft_field_list *fields, bool everything, struct ft_map *indents,
    struct ft_error *err)
{
	struct ft_session *session = &args->session;
	enum ft_status status;

	*table = (struct share_table){ .args = args,
		.cluster = session->cluster_name };
	ft_arena_init(&table->arena);
	ft_names_set_init(&table->names);
	table->basic =
	    strcasecmp(ft_conf_text(&session->conf, FT_CONF_PRIORITY_TYPE),
		"priority/basic") == 0;
	status = ft_session_shares(session, &table->data, err);
	if (status == FT_OK)
		status = load_names(table, args, err);
	if (status == FT_OK)
		status = load_tres(table, session, fields, everything, err);
	if (status == FT_OK)
		status = share_rows_choose(table, args, indents, err);
	return status;
}

void
share_table_free(struct share_table *table)
{
	ft_load_free(&table->data);
	ft_names_set_free(&table->names);
	ft_arena_clear(&table->arena);
	ft_free(table->row);
	ft_free(table->indent);
	ft_free(table->last);
	ft_free(table->limit);
	ft_free(table->tres_usage);
	ft_free(table->run_minutes);
}
