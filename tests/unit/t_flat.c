/* Documents as rows: the way to each value and the value. */
#include "report/format/doc.h"
#include "tap/tap.h"

static void
tell(struct ft_doc *doc)
{
	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "a", "x");
	ft_doc_begin_list(doc, "rows");
	ft_doc_begin(doc, NULL);
	ft_doc_u64(doc, "n", 7);
	ft_doc_list(doc, "names", "p,q");
	ft_doc_end(doc);
	ft_doc_begin(doc, NULL);
	ft_doc_real(doc, "r", 0.5);
	ft_doc_null(doc, "none");
	ft_doc_bool(doc, "yes", true);
	ft_doc_number(doc, "u", true, 2);
	ft_doc_begin_list(doc, "empty");
	ft_doc_end(doc);
	ft_doc_end(doc);
	ft_doc_end(doc);
	ft_doc_text(doc, "z", "a,\"b\"\n|");
	ft_doc_end(doc);
}

static void
holds(enum ft_format_kind format, const char *want, const char *name)
{
	struct ft_out out;
	struct ft_doc *doc;

	ft_out_init(&out, NULL);
	doc = ft_doc_open(&out, format);
	tell(doc);
	ft_doc_close(doc);
	is_str(ft_str_text(&out.text), want, "%s", name);
	ft_out_free(&out);
}

int
main(void)
{
	holds(FT_FORMAT_CSV,
	    "Key,Value\na,x\nrows.0.n,7\nrows.0.names.0,p\nrows.0.names.1,q\n"
	    "rows.1.r,0.5\nrows.1.none,\nrows.1.yes,true\nrows.1.u.set,true\n"
	    "rows.1.u.infinite,false\nrows.1.u.number,2.0\n"
	    "z,\"a,\"\"b\"\"\n|\"\n",
	    "CSV");
	holds(FT_FORMAT_PARSABLE2,
	    "Key|Value\na|x\nrows.0.n|7\nrows.0.names.0|p\nrows.0.names.1|q\n"
	    "rows.1.r|0.5\nrows.1.none|\nrows.1.yes|true\nrows.1.u.set|true\n"
	    "rows.1.u.infinite|false\nrows.1.u.number|2.0\nz|a,\"b\"\n|\n",
	    "parsable2: values stand as they are");
	return done_testing();
}
