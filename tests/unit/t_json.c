#include <jansson.h>

#include <math.h>
#include <string.h>

#include "fairtree.h"
#include "lib/rows.h"
#include "report/format/doc.h"
#include "tap/tap.h"

static const char rows[] =
    "{\n"
    "  \"schema\": \"test/1\",\n"
    "  \"meta\": {\n"
    "    \"name\": \"fairtree\",\n"
    "    \"version\": \"" FT_VERSION "\"\n"
    "  },\n"
    "  \"rows\": [\n"
    "    {\"account\": \"root\", \"shares\": {\"set\": false, "
    "\"infinite\": false, \"number\": 0}, \"level\": {\"set\": true, "
    "\"infinite\": true, \"number\": 0.0}, \"tres\": []},\n"
    "    {\"account\": \" chemistry\", \"shares\": {\"set\": true, "
    "\"infinite\": false, \"number\": 12345}, \"level\": {\"set\": true, "
    "\"infinite\": false, \"number\": 11253903.562106}, \"tres\": "
    "[{\"name\": \"cpu\", \"value\": 1}, {\"name\": \"mem\", "
    "\"value\": 20}]},\n"
    "    {\"account\": \"yes\", \"shares\": {\"set\": true, "
    "\"infinite\": true, \"number\": 0}, \"level\": {\"set\": true, "
    "\"infinite\": false, \"number\": 0.5}, \"tres\": []}\n"
    "  ],\n"
    "  \"errors\": [],\n"
    "  \"warnings\": []\n"
    "}\n";

static void
test_rows(void)
{
	struct ft_table_options options = { .format = FT_FORMAT_JSON,
		.grow = true,
		.schema = "test/1",
		.rows = "rows" };
	struct ft_out out;
	json_t *json;

	ft_out_init(&out, NULL);
	rows_print(&out, &options, false);
	is_str(ft_str_text(&out.text), rows, "rows of a table");
	json = json_loads(ft_str_text(&out.text), JSON_REJECT_DUPLICATES, NULL);
	ok(json != NULL, "can be read");
	json_decref(json);
	ft_out_free(&out);
}

static void
is_text(const char *text, const char *want)
{
	struct ft_out out;
	struct ft_doc *doc;

	ft_out_init(&out, NULL);
	doc = ft_doc_open_lines(&out);
	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "t", text);
	ft_doc_end(doc);
	ft_doc_close(doc);
	is_str(ft_str_text(&out.text), want, "text %s", want);
	ft_out_free(&out);
}

static void
test_texts(void)
{
	is_text("", "{\"t\": \"\"}\n");
	is_text(NULL, "{\"t\": null}\n");
	is_text("a\"b\\c/d", "{\"t\": \"a\\\"b\\\\c/d\"}\n");
	is_text("\t\n\001", "{\"t\": \"\\t\\n\\u0001\"}\n");
	is_text("h\303\274tte", "{\"t\": \"h\303\274tte\"}\n");
	is_text("\360\237\231\202", "{\"t\": \"\360\237\231\202\"}\n");
	/* Not UTF-8: cut short, overlong, surrogate, past the end. */
	is_text("a\377", "{\"t\": \"a\357\277\275\"}\n");
	is_text("\303", "{\"t\": \"\357\277\275\"}\n");
	is_text("\300\200", "{\"t\": \"\357\277\275\357\277\275\"}\n");
	is_text("\355\240\200",
	    "{\"t\": \"\357\277\275\357\277\275\357\277\275\"}\n");
	is_text("\364\220\200\200x",
	    "{\"t\": \"\357\277\275\357\277\275\357\277\275\357\277\275x\"}"
	    "\n");
}

static void
test_numbers(void)
{
	static const struct ft_column tres = { .type = FT_COLUMN_TRES };
	struct ft_value value;
	struct ft_out out;
	struct ft_doc *doc;

	ft_out_init(&out, NULL);
	doc = ft_doc_open_lines(&out);
	ft_doc_begin(doc, NULL);
	ft_doc_u64(doc, "a", UINT64_MAX);
	ft_doc_i64(doc, "b", INT64_MIN);
	ft_doc_real(doc, "c", 1e-20);
	ft_doc_real(doc, "d", 1);
	ft_doc_real(doc, "e", NAN);
	ft_doc_real(doc, "f", INFINITY);
	ft_doc_bool(doc, "g", false);
	ft_doc_number(doc, "h", false, 3);
	ft_doc_list(doc, "i", "x,y");
	ft_doc_list(doc, "j", "");
	ft_value_text(&value, "cpu=1,odd,mem=2G");
	ft_doc_member(doc, &tres, "k", &value);
	ft_doc_end(doc);
	ft_doc_begin(doc, NULL);
	ft_doc_end(doc);
	ft_doc_close(doc);
	is_str(ft_str_text(&out.text),
	    "{\"a\": 18446744073709551615, \"b\": -9223372036854775808, "
	    "\"c\": 1.0e-20, \"d\": 1.0, \"e\": null, \"f\": null, "
	    "\"g\": false, \"h\": {\"set\": false, \"infinite\": false, "
	    "\"number\": 0.0}, \"i\": [\"x\", \"y\"], \"j\": [], \"k\": "
	    "[{\"name\": \"cpu\", \"value\": 1}, {\"name\": \"odd\", "
	    "\"value\": null}, {\"name\": \"mem\", \"value\": \"2G\"}]}\n"
	    "{}\n",
	    "all kinds, two lines");
	ft_out_free(&out);
}

int
main(void)
{
	test_rows();
	test_texts();
	test_numbers();
	return done_testing();
}
