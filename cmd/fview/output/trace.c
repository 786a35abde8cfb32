/* The walk as lines of text, and the tree for Graphviz. */
#include "algo/share/share.h"
#include "report/explain/walklog.h"
#include "fview/output/output.h"
#include "fview/internal.h"

/*
 * A trace has all events, so the start does not matter; but unknown names and
 * numbers are refused, as on a terminal.
 */
static enum ft_status
open_walk(struct fview_args *args, struct fview_app *app,
    struct fview_data **data, struct ft_share_input *input,
    struct ft_error *err)
{
	struct fview_caps caps = { 0 };

	FT_TRY(fview_app_open(app, &args->loader, &caps, err));
	FT_TRY(fview_start(args, app, err));
	*data = app->view->data;
	*input = (struct ft_share_input){ .tree = (*data)->tree,
		.usage = (*data)->usage,
		.params = (*data)->params };
	return FT_OK;
}

enum ft_status
fview_write_trace(
    struct fview_args *args, struct ft_out *out, struct ft_error *err)
{
	struct fview_data *data;
	struct ft_share_input input;
	struct ft_walklog log;
	struct fview_app app;
	enum ft_status status = open_walk(args, &app, &data, &input, err);

	if (status == FT_OK) {
		ft_walklog_init(
		    &log, out, data->tree, &data->names, args->json);
		status =
		    ft_walklog_run(&log, data->algo, &input, &data->share, err);
	}
	fview_app_close(&app);
	return status;
}

/* ---- Graphviz ------------------------------------------------------------------ */

/* TEXT inside a string in "". */
static void
add_quoted(struct ft_str *str, const char *text)
{
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			ft_str_add_char(str, '\\');
		ft_str_add_char(str, *text);
	}
}

static void
add_node(struct ft_str *str, const struct fview_data *data,
    const struct ft_share_input *input, uint32_t node)
{
	bool user = ft_tree_is_user(data->tree, node);
	const char *name = fview_name(data, node);
	struct ft_share_values values;

	ft_share_values_of(input, &data->share, node, &values);
	ft_str_addf(str, "\tn%u [label=\"", node);
	add_quoted(str, *name ? name : "?");
	if (node > 0)
		ft_str_addf(str, "\\nS %.6f  U %.6f", values.norm_shares,
		    (double)values.effective_usage);
	if (values.has_level_fs)
		ft_str_addf(str, "\\nLF %Lf", (long double)values.level_fs);
	if (values.has_factor)
		ft_str_addf(str, "\\n#%u  %.6f", values.rank, values.factor);
	ft_str_addf(str, "\"%s];\n", user ? ", shape=ellipse" : "");
	if (node > 0)
		ft_str_addf(
		    str, "\tn%u -> n%u;\n", data->tree->parent[node], node);
}

enum ft_status
fview_write_dot(
    struct fview_args *args, struct ft_out *out, struct ft_error *err)
{
	struct fview_data *data;
	struct ft_share_input input;
	struct fview_app app;
	enum ft_status status = open_walk(args, &app, &data, &input, err);

	if (status != FT_OK) {
		fview_app_close(&app);
		return status;
	}
	ft_str_add(&out->text, "digraph \"");
	add_quoted(&out->text, data->cluster);
	ft_str_add(
	    &out->text, "\" {\n\tnode [shape=box, fontname=monospace];\n");
	for (uint32_t node = 0; node < data->tree->n; node++) {
		add_node(&out->text, data, &input, node);
		ft_out_step(out);
	}
	ft_str_add(&out->text, "}\n");
	fview_app_close(&app);
	return FT_OK;
}
