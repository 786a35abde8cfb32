/* finfo.c - the command: states of partitions and nodes. */

#include "common/suggest.h"
#include "common/world.h"
#include "finfo/finfo.h"
#include "sim/run/life.h"

/* Where rows go: into table if it is open, else a table per cluster on out. */
struct showing {
	struct finfo_args *args;
	struct ft_session *session;
	struct ft_out *out;
	struct finfo_format *format;
	struct ft_columns columns; /* those that group nodes */
	struct ft_table *table;
};

/* Report partitions that do not exist. */
static enum ft_status
check_partitions(const struct showing *showing, const struct ft_world *world,
    struct ft_error *err)
{
	const struct ft_arglist *words = &showing->args->partitions;

	for (size_t i = 0; i < words->n; i++)
		if (ft_machine_partition(&world->machine, words->item[i]) ==
		    UINT32_MAX)
			FT_TRY(ft_suggest_check(showing->args->context,
			    showing->session, FT_COMPLETE_PARTITION,
			    &(struct ft_arglist){
				.item = &words->item[i], .n = 1 },
			    err));
	return FT_OK;
}

static void
print_head(const struct showing *showing, const struct ft_world *world)
{
	const struct finfo_args *args = showing->args;
	struct ft_str *text = &showing->out->text;

	if (args->no_header)
		return;
	if (args->interval ||
	    (args->long_list && args->doc.format == FT_FORMAT_TABLE)) {
		ft_timetext_add_ctime(text, world->now);
		ft_str_add_char(text, '\n');
	}
	if (args->clusters.text)
		ft_str_addf(text, "CLUSTER: %s\n", world->cluster_name);
}

static enum ft_status
show_view(const struct showing *showing, struct finfo_view *view,
    struct ft_error *err)
{
	const struct finfo_args *args = showing->args;
	enum ft_status status = finfo_look(view, err);

	if (status != FT_OK)
		return status;
	if (args->prometheus) {
		ft_nodeuse_samples(&view->use, showing->out);
		return FT_OK;
	}
	if (args->context->slurm && args->kind != FT_FORMAT_TABLE) {
		finfo_old_document(view, showing->out);
		return FT_OK;
	}
	if (!showing->table)
		print_head(showing, view->world);
	if (args->reservations) {
		finfo_print_reservations(view, showing->out);
		return FT_OK;
	}
	if (args->doc.format != FT_FORMAT_TABLE)
		return finfo_slurm_document(
		    view, showing->format, showing->session, showing->out);
	finfo_rows(view, showing->columns.item, showing->columns.n);
	if (!showing->table)
		finfo_print(view, showing->format, showing->out);
	for (size_t i = 0; i < view->n && showing->table; i++)
		ft_table_put(showing->table, &view->row[i]);
	return FT_OK;
}

static enum ft_status
show_next(void *ctx, size_t i, struct ft_error *err)
{
	const struct showing *showing = ctx;
	struct ft_session *session = showing->session;
	struct ft_world world FT_CLEANUP(ft_world_free) = { 0 };
	struct finfo_view view = { .args = showing->args,
		.world = &world,
		.visibility = &session->visibility };
	enum ft_status status;

	if (i > 0 && !showing->table)
		ft_str_add_char(&showing->out->text, '\n');
	FT_TRY(ft_session_world(session, &world, NULL, err));
	FT_TRY(check_partitions(showing, &world, err));
	ft_timetext_init(&view.time, world.now);
	ft_session_asker(session, &world, &view.asker);
	status = show_view(showing, &view, err);
	finfo_view_free(&view);
	return status;
}

static enum ft_status
show_clusters(struct showing *showing, struct ft_error *err)
{
	struct finfo_args *args = showing->args;

	return ft_clusters_each(&(struct ft_clusters){ .context = args->context,
				    .session = showing->session,
				    .names = &args->clusters,
				    .show = show_next,
				    .ctx = showing },
	    err);
}

static enum ft_status
show_all(struct showing *showing, struct ft_error *err)
{
	const struct finfo_args *args = showing->args;
	const struct ft_code_list *list = &showing->format->list;
	bool table = args->kind != FT_FORMAT_TABLE && !args->context->slurm &&
		     !args->prometheus && !args->reservations;
	enum ft_status status;

	if (table &&
	    (args->kind == FT_FORMAT_JSON || args->kind == FT_FORMAT_YAML))
		ft_columns_add_keys(&showing->columns, finfo_fields);
	else
		for (size_t i = 0; i < list->n; i++)
			ft_columns_add(
			    &showing->columns, &list->item[i].column, 0);
	if (!table)
		return show_clusters(showing, err);
	showing->table =
	    finfo_table_open(args, &showing->columns, showing->out);
	status = show_clusters(showing, err);
	ft_table_close(showing->table);
	return status;
}

/* PrivateData keeps nodes and partitions from him. */
static enum ft_status
check_sight(const struct showing *showing, struct ft_error *err)
{
	static const struct {
		enum ft_visibility_kind kind;
		const char *call;
	} needed[] = { { FT_VISIBILITY_NODES, "slurm_load_node" },
		{ FT_VISIBILITY_PARTITIONS, "slurm_load_partitions" } };

	for (size_t i = 0; i < FT_COUNT(needed); i++) {
		if (ft_visibility_shows_all(
			&showing->session->visibility, 1U << needed[i].kind))
			continue;
		if (!showing->args->context->slurm)
			return ft_fail(err, FT_EPERM, "%s are private",
			    ft_visibility_word(needed[i].kind));
		fprintf(showing->args->context->err,
		    "%s: Access/permission denied\n", needed[i].call);
		return FT_EPERM;
	}
	return FT_OK;
}

static enum ft_status
show(struct finfo_args *args, struct ft_error *err)
{
	struct finfo_format format;
	struct ft_out out;
	struct showing showing = { .args = args,
		.session = &args->session,
		.out = &out,
		.format = &format };
	enum ft_status status;

	args->session.call =
	    args->reservations ? "slurm_load_reservations" : NULL;
	FT_TRY(ft_session_open(
	    &args->session, args->context, FT_SESSION_READ, err));
	FT_TRY(check_sight(&showing, err));
	ft_out_init(&out, args->context->out);
	finfo_format_choose(args, &format);
	status = show_all(&showing, err);
	if (status != FT_OK)
		ft_str_clear(&out.text);
	ft_out_free(&out);
	ft_code_list_free(&format.list);
	ft_columns_free(&showing.columns);
	return status;
}

static int
go(void *settings, int argc, char **argv)
{
	struct finfo_args *args = settings;
	struct ft_error err = { 0 };
	enum ft_status status;

	/* sinfo ignores further words */
	if (argc > 0 && !args->context->slurm)
		return ft_cmd_misuse(
		    args->context, "unexpected operand '%s'", argv[0]);
	status = finfo_args_finish(args, &err);
	if (status == FT_OK)
		status = show(args, &err);
	return status == FT_OK ? 0 : ft_cmd_fail(args->context, &err);
}

static const struct ft_example examples[] = {
	{ "finfo", "partitions, and their nodes by state" },
	{ "finfo -s", "a line for each partition" },
	{ "finfo -R", "why nodes are out of use" },
	{ "finfo -N -l -t drain,down", "drained and down nodes, one by one" },
	{ "finfo -h -o '%P %C'", "CPUs of each partition: allocated/idle/other/"
				 "total" },
	{ "finfo --json", "everything, for programs" },
	{ NULL, NULL },
};

const struct ft_cmd ft_cmd_finfo = {
	.name = "finfo",
	.slurm_name = "sinfo",
	.down_call = "slurm_load_partitions",
	.down_status = 1,
	.summary = "show partitions and nodes, and their states",
	.synopsis = "[options]",
	.options = finfo_options,
	.examples = examples,
	.fields = finfo_fields,
	FT_CMD_SETTINGS(struct finfo_args, context),
	.session = offsetof(struct finfo_args, session),
	.pages = true,
	.go = go,
	.free = finfo_args_free,
};
