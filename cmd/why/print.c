#include "common/pager.h"
#include "why/why.h"

void
why_page_begin(
    const struct why_args *args, struct ft_page *page, struct ft_out *out)
{
	struct ft_page_options options = {
		.markdown = args->format == WHY_MARKDOWN,
		.width = ft_pager_width(args->context),
	};

	options.color =
	    !options.markdown && ft_color_use(args->context, args->color);
	ft_out_init(out, NULL);
	ft_page_init(page, out, &options);
}

void
why_page_end(
    const struct why_args *args, struct ft_page *page, struct ft_out *out)
{
	ft_pager_print(args->context, ft_str_text(&out->text), !args->no_pager);
	ft_page_free(page);
	ft_out_free(out);
}

struct ft_doc *
why_document_begin(
    const struct why_args *args, const char *schema, struct ft_out *out)
{
	struct ft_doc *doc;

	ft_out_init(out, args->context->out);
	doc = ft_doc_open(out, (enum ft_format_kind)args->format);
	ft_doc_head(doc, schema);
	return doc;
}

void
why_document_end(struct ft_doc *doc, struct ft_out *out)
{
	ft_doc_tail(doc);
	ft_doc_close(doc);
	ft_out_free(out);
}

bool
why_wants_document(const struct why_args *args)
{
	return args->format != FT_FORMAT_TABLE && args->format != WHY_MARKDOWN;
}

static void
print_document(const struct why_args *args, const struct ft_explain *explain,
    const char *note)
{
	struct ft_out out;
	struct ft_doc *doc = why_document_begin(args, FT_EXPLAIN_SCHEMA, &out);

	ft_doc_text(doc, "note", note);
	ft_explain_document(explain, "why", doc);
	why_document_end(doc, &out);
}

void
why_print(const struct why_args *args, const struct ft_explain *explain,
    const char *note)
{
	struct ft_page page;
	struct ft_out out;

	if (why_wants_document(args)) {
		print_document(args, explain, note);
		return;
	}
	why_page_begin(args, &page, &out);
	if (*note)
		ft_page_text(&page, note);
	ft_explain_page(explain, args->legend, &page);
	why_page_end(args, &page, &out);
}
