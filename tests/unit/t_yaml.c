#include <math.h>
#include <string.h>

#include "fairtree.h"
#include "lib/rows.h"
#include "report/format/doc.h"
#include "tap/tap.h"

static const char rows[] = "---\n"
			   "schema: test/1\n"
			   "meta:\n"
			   "  name: fairtree\n"
			   "  version: \"" FT_VERSION "\"\n"
			   "rows:\n"
			   "- account: root\n"
			   "  shares:\n"
			   "    set: false\n"
			   "    infinite: false\n"
			   "    number: 0\n"
			   "  level:\n"
			   "    set: true\n"
			   "    infinite: true\n"
			   "    number: 0.0\n"
			   "  tres: []\n"
			   "- account: \" chemistry\"\n"
			   "  shares:\n"
			   "    set: true\n"
			   "    infinite: false\n"
			   "    number: 12345\n"
			   "  level:\n"
			   "    set: true\n"
			   "    infinite: false\n"
			   "    number: 11253903.562106\n"
			   "  tres:\n"
			   "  - name: cpu\n"
			   "    value: 1\n"
			   "  - name: mem\n"
			   "    value: 20\n"
			   "- account: \"yes\"\n"
			   "  shares:\n"
			   "    set: true\n"
			   "    infinite: true\n"
			   "    number: 0\n"
			   "  level:\n"
			   "    set: true\n"
			   "    infinite: false\n"
			   "    number: 0.5\n"
			   "  tres: []\n"
			   "errors: []\n"
			   "warnings: []\n";

/* What stands behind the key; quotes keep a text a text. */
static void
test_texts(void)
{
	static const struct {
		const char *text, *want;
	} row[] = {
		{ "fred", "fred" },
		{ "gres/gpu:tesla", "\"gres/gpu:tesla\"" },
		{ "root/a-b_c", "root/a-b_c" },
		{ "", "\"\"" },
		{ "123", "\"123\"" },
		{ "1e3", "\"1e3\"" },
		{ "-x", "\"-x\"" },
		{ ".inf", "\".inf\"" },
		{ "True", "\"True\"" },
		{ "NO", "\"NO\"" },
		{ "null", "\"null\"" },
		{ "~", "\"~\"" },
		{ "a b", "\"a b\"" },
		{ "a: b", "\"a: b\"" },
		{ "x#y", "\"x#y\"" },
		{ "line\nbreak", "\"line\\nbreak\"" },
		{ "h\303\274tte", "\"h\303\274tte\"" },
		{ "a\377", "\"a\357\277\275\"" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_str want = { 0 };
		struct ft_out out;
		struct ft_doc *doc;

		ft_out_init(&out, NULL);
		doc = ft_doc_open(&out, FT_FORMAT_YAML);
		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "t", row[i].text);
		ft_doc_end(doc);
		ft_doc_close(doc);
		ft_str_addf(&want, "---\nt: %s\n", row[i].want);
		is_str(
		    ft_str_text(&out.text), want.data, "text %s", row[i].want);
		ft_str_free(&want);
		ft_out_free(&out);
	}
}

/* As libyaml writes them: "[]" and "{}", and what begins beside a dash. */
static void
test_nested(void)
{
	static const char want[] = "---\n"
				   "lists:\n"
				   "- - a\n"
				   "  - []\n"
				   "  - - {}\n"
				   "- map:\n"
				   "    list:\n"
				   "    - \"\\\"\\\\\\t\\L\"\n"
				   "    none: {}\n"
				   "  last: 1\n";
	struct ft_out out;
	struct ft_doc *doc;

	ft_out_init(&out, NULL);
	doc = ft_doc_open(&out, FT_FORMAT_YAML);
	ft_doc_begin(doc, NULL);
	ft_doc_begin_list(doc, "lists");
	ft_doc_begin_list(doc, NULL);
	ft_doc_text(doc, NULL, "a");
	ft_doc_begin_list(doc, NULL);
	ft_doc_end(doc);
	ft_doc_begin_list(doc, NULL);
	ft_doc_begin(doc, NULL);
	ft_doc_end(doc);
	ft_doc_end(doc);
	ft_doc_end(doc);
	ft_doc_begin(doc, NULL);
	ft_doc_begin(doc, "map");
	ft_doc_begin_list(doc, "list");
	ft_doc_text(doc, NULL, "\"\\\t\342\200\250");
	ft_doc_end(doc);
	ft_doc_begin(doc, "none");
	ft_doc_end(doc);
	ft_doc_end(doc);
	ft_doc_i64(doc, "last", 1);
	ft_doc_end(doc);
	ft_doc_end(doc);
	ft_doc_end(doc);
	ft_doc_close(doc);
	is_str(
	    ft_str_text(&out.text), want, "lists and mappings in each other");
	ft_out_free(&out);
}

int
main(void)
{
	struct ft_table_options options = {
		.format = FT_FORMAT_YAML, .schema = "test/1", .rows = "rows"
	};
	struct ft_out out;

	ft_out_init(&out, NULL);
	rows_print(&out, &options, false);
	is_str(ft_str_text(&out.text), rows, "rows of a table");
	ft_out_free(&out);
	test_texts();
	test_nested();
	return done_testing();
}
