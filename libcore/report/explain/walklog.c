#include "report/explain/walklog.h"

#include "report/format/doc.h"

void
ft_walklog_init(struct ft_walklog *trace, struct ft_out *out,
    const struct ft_tree *tree, const struct ft_names_set *names, bool json)
{
	*trace =
	    (struct ft_walklog){ .out = out, .tree = tree, .names = names };
	if (json)
		trace->doc = ft_doc_open_lines(out);
}

static const char *
name_of(const struct ft_walklog *trace, uint32_t node)
{
	const char *name =
	    ft_tree_is_user(trace->tree, node)
		? ft_tree_user(trace->tree, trace->names, node)
		: ft_tree_account(trace->tree, trace->names, node);

	return name ? name : "";
}

static const char *
account_of(const struct ft_walklog *trace, uint32_t node)
{
	const char *name = ft_tree_account(trace->tree, trace->names, node);

	return name ? name : "";
}

/* ---- text ----------------------------------------------------------------- */

/* One visited node; returns with the line still open. */
static void
add_node(struct ft_walklog *trace, const struct ft_event *event, bool tied)
{
	struct ft_str *str = &trace->out->text;

	ft_str_add_indent(str, event->depth, 4);
	ft_str_addf(str, "%s%s (%s):  ", tied ? "=" : "",
	    name_of(trace, event->node), account_of(trace, event->node));
	if (trace->tree->flags[event->node] & FT_NODE_PARENT)
		ft_str_add(str, "parent");
	else
		ft_str_addf(str, "%.20Lf", event->level_fs);
}

static void
add_text(struct ft_walklog *trace, const struct ft_event *event)
{
	struct ft_str *str = &trace->out->text;

	switch (event->kind) {
	case FT_EVENT_START:
		ft_str_addf(str, "Fair Tree, starting at %s:\n",
		    name_of(trace, event->node));
		break;
	case FT_EVENT_TIE:
	case FT_EVENT_INHERIT:
		trace->tied = true;
		break;
	case FT_EVENT_MERGE:
		add_node(trace, event, true);
		ft_str_addf(
		    str, ", merged with %s\n", name_of(trace, event->other));
		break;
	case FT_EVENT_ENTER:
	case FT_EVENT_RANK:
		/* The root has no line: nothing is known of it. */
		if (event->node != 0) {
			add_node(trace, event, trace->tied);
			ft_str_add_char(str, '\n');
		}
		trace->tied = false;
		break;
	case FT_EVENT_LEVEL_FS:
	case FT_EVENT_SORT:
	case FT_EVENT_LEAVE:
	case FT_EVENT_END:
	case FT_EVENT_COUNT:
		break;
	}
	ft_out_step(trace->out);
}

/* ---- JSON lines ----------------------------------------------------------- */

/* As a number, and without loss: ties hang on the last bit. */
static void
add_real(struct ft_doc *doc, const char *key, const char *exact, ft_real number)
{
	char text[64];

	ft_doc_number(doc, key, ft_real_cmp(number, FT_LEVEL_FS_NONE) != 0,
	    (double)number);
	snprintf(text, sizeof text, "%La", number);
	ft_doc_text(doc, exact, text);
}

static void
add_ids(struct ft_walklog *trace, const struct ft_event *event)
{
	struct ft_doc *doc = trace->doc;

	ft_doc_u64(doc, "depth", event->depth);
	ft_doc_u64(doc, "id", trace->tree->id[event->node]);
	ft_doc_text(doc, "account", account_of(trace, event->node));
	if (ft_tree_is_user(trace->tree, event->node))
		ft_doc_text(doc, "user", name_of(trace, event->node));
	if (event->other != FT_NODE_NONE)
		ft_doc_u64(doc, "other", trace->tree->id[event->other]);
}

static void
add_json(struct ft_walklog *trace, const struct ft_event *event)
{
	struct ft_doc *doc = trace->doc;

	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "event", ft_event_infos[event->kind].name);
	switch (event->kind) {
	case FT_EVENT_START:
		ft_doc_text(doc, "schema", "fairtree.trace/1");
		trace->users = event->rank;
		ft_doc_u64(doc, "users", event->rank);
		break;
	case FT_EVENT_LEVEL_FS:
		add_ids(trace, event);
		ft_doc_u64(doc, "place", event->place);
		ft_doc_real(doc, "shares", event->shares);
		add_real(doc, "usage", "usage_exact", event->usage);
		add_real(doc, "level", "level_exact", event->level_fs);
		break;
	case FT_EVENT_SORT:
		add_ids(trace, event);
		ft_doc_begin_list(doc, "order");
		for (uint32_t i = 0; i < event->place; i++)
			ft_doc_u64(doc, NULL, trace->tree->id[event->order[i]]);
		ft_doc_end(doc);
		break;
	case FT_EVENT_ENTER:
	case FT_EVENT_TIE:
	case FT_EVENT_INHERIT:
	case FT_EVENT_MERGE:
		add_ids(trace, event);
		add_real(doc, "level", "level_exact", event->level_fs);
		break;
	case FT_EVENT_RANK:
		add_ids(trace, event);
		add_real(doc, "level", "level_exact", event->level_fs);
		ft_doc_u64(doc, "place", trace->users + 1 - event->rank);
		ft_doc_u64(doc, "rank", event->rank);
		ft_doc_u64(doc, "rank_without_ties", event->place);
		ft_doc_real(
		    doc, "factor", (double)event->rank / (double)trace->users);
		break;
	case FT_EVENT_LEAVE:
		add_ids(trace, event);
		break;
	case FT_EVENT_END:
	case FT_EVENT_COUNT:
		break;
	}
	ft_doc_end(doc);
}

static void
take(void *ctx, const struct ft_event *event)
{
	struct ft_walklog *trace = ctx;

	trace->begun = true;
	if (trace->doc)
		add_json(trace, event);
	else
		add_text(trace, event);
}

enum ft_status
ft_walklog_run(struct ft_walklog *trace, const struct ft_algo *algo,
    const struct ft_share_input *input, struct ft_share *share,
    struct ft_error *err)
{
	struct ft_event_sink sink = { take, trace };
	enum ft_status status = ft_share_run(algo, input, share, &sink, err);

	if (status == FT_OK && !trace->begun)
		status = ft_fail(err, FT_EINVAL,
		    "the algorithm %s takes no steps to trace", algo->name);
	ft_doc_close(trace->doc);
	return status;
}
