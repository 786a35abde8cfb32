/* print.c - explanations as a page, as rows, or as a document. */

#include "files/pager.h"
#include "fwhy/fwhy.h"
#include "why/why.h"

static void
show_document(const struct fwhy_args *args, const struct fwhy_shown *shown)
{
	struct ft_doc *doc;
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(args->context->out);

	doc = ft_doc_open_ours(
	    &out, (enum ft_format_kind)args->format, shown->schema);
	shown->document(shown->ctx, doc);
	ft_doc_close(doc);
}

void
fwhy_show(const struct fwhy_args *args, const struct fwhy_shown *shown)
{
	bool markdown = args->format == FWHY_MARKDOWN;
	struct ft_page_options options = {
		.markdown = markdown,
		.width = ft_pager_width(args->context),
	};
	struct ft_page page;
	struct ft_out out FT_CLEANUP(ft_out_free) = { 0 };

	if (args->format != FT_FORMAT_TABLE && !markdown) {
		show_document(args, shown);
		return;
	}
	if (!markdown)
		options.paint = ft_color_paint(args->context, args->color);
	ft_page_init(&page, &out, &options);
	shown->page(shown->ctx, &page);
	fputs(ft_str_text(&out.text), args->context->out);
	ft_page_free(&page);
}

/* ---- users ------------------------------------------------------------------ */

struct explained {
	const struct ft_explain *explain;
	const char *note;
	bool legend;
	const struct ft_why_limits *limits;
};

static void
add_page(void *ctx, struct ft_page *page)
{
	const struct explained *explained = ctx;

	if (*explained->note)
		ft_page_text(page, explained->note);
	ft_explain_page(explained->explain, explained->legend, page);
	if (explained->limits)
		ft_why_limits_page(explained->limits, page);
}

static void
add_document(void *ctx, struct ft_doc *doc)
{
	const struct explained *explained = ctx;

	ft_doc_text(doc, "note", explained->note);
	ft_explain_document(explained->explain, "why", doc);
	if (explained->limits)
		ft_why_limits_document(explained->limits, doc);
}

void
fwhy_print(const struct fwhy_args *args, const struct ft_explain *explain,
    const char *note, const struct ft_why_limits *limits)
{
	struct explained explained = { explain, note, args->legend, limits };

	fwhy_show(args, &(struct fwhy_shown){ FT_EXPLAIN_SCHEMA, add_page,
			    add_document, &explained });
}
