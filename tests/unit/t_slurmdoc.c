#include "report/format/doc.h"

#include "tap/tap.h"

/* What `sacct --json` and `--yaml` of 22.05 print where there is no job. */
static const char json[] = "{\n"
			   "  \"meta\": {\n"
			   "    \"plugin\": {\n"
			   "      \"type\": \"openapi\\/dbv0.0.38\",\n"
			   "      \"name\": \"Slurm OpenAPI DB v0.0.38\"\n"
			   "    },\n"
			   "    \"Slurm\": {\n"
			   "      \"version\": {\n"
			   "        \"major\": 22,\n"
			   "        \"micro\": 8,\n"
			   "        \"minor\": 5\n"
			   "      },\n"
			   "      \"release\": \"22.05.8\"\n"
			   "    }\n"
			   "  },\n"
			   "  \"errors\": [\n"
			   "    {\n"
			   "      \"description\": \"Nothing found\",\n"
			   "      \"error_number\": 9003\n"
			   "    }\n"
			   "  ],\n"
			   "  \"jobs\": [\n"
			   "  ]\n"
			   "}";
static const char yaml[] = "%YAML 1.1\n"
			   "--- !!map\n"
			   "!!str meta: !!map\n"
			   "  !!str plugin: !!map\n"
			   "    !!str type: !!str openapi/dbv0.0.38\n"
			   "    !!str name: !!str Slurm OpenAPI DB v0.0.38\n"
			   "  !!str Slurm: !!map\n"
			   "    !!str version: !!map\n"
			   "      !!str major: !!int 22\n"
			   "      !!str micro: !!int 8\n"
			   "      !!str minor: !!int 5\n"
			   "    !!str release: !!str 22.05.8\n"
			   "!!str errors: !!seq\n"
			   "- !!map\n"
			   "  !!str description: !!str Nothing found\n"
			   "  !!str error_number: !!int 9003\n"
			   "!!str jobs: !!seq []\n"
			   "...\n";

static void
test_whole(enum ft_format_kind format, const char *want, const char *name)
{
	struct ft_out out;
	struct ft_doc *doc;

	ft_out_init(&out, NULL);
	doc = ft_doc_open_slurm(&out, format, (struct ft_doc_shape){ 0 });
	ft_doc_slurm_head(doc, "openapi/dbv0.0.38", "Slurm OpenAPI DB v0.0.38");
	ft_doc_begin_list(doc, "errors");
	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "description", "Nothing found");
	ft_doc_u64(doc, "error_number", 9003);
	ft_doc_end(doc);
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "jobs");
	ft_doc_end(doc);
	ft_doc_end(doc);
	ft_doc_close(doc);
	is_str(ft_str_text(&out.text), want, "%s", name);
	ft_out_free(&out);
}

/* Texts as squeue has them: what is empty is null in YAML only. */
struct texts {
	const struct texts *self;
	const char *empty, *note;
};
#define TEXT(member)                                                           \
	.flags = FT_COLUMN_BLANK, .none = "", FT_MEMBER(struct texts, member)
static const struct ft_column texts[] = {
	{ .key = "admin_comment", TEXT(empty) },
	{ .key = "comment", TEXT(note) },
};

/* Lines of the k02 recordings: billable_tres, comment, constraints, ... */
static void
test_values(enum ft_format_kind format, const char *want, const char *name)
{
	struct texts row = { &row, "", "note" };
	struct ft_out out;
	struct ft_doc *doc;

	ft_out_init(&out, NULL);
	doc = ft_doc_open_slurm(&out, format, (struct ft_doc_shape){ 0 });
	ft_doc_begin(doc, NULL);
	ft_doc_real(doc, "billable_tres", 32.0);
	ft_doc_null(doc, "administrator");
	ft_doc_bool(doc, "batch_flag", true);
	ft_doc_row(doc, texts, 2, &row);
	ft_doc_text(doc, "constraints", "");
	ft_doc_begin_list(doc, "flags");
	ft_doc_text(doc, NULL, "CLEAR_SCHEDULING");
	ft_doc_end(doc);
	ft_doc_end(doc);
	ft_doc_close(doc);
	is_str(ft_str_text(&out.text), want, "%s", name);
	ft_out_free(&out);
}

/* json-c escapes these; a line break in YAML would end the value. */
static void
test_quotes(void)
{
	struct ft_out out;
	struct ft_doc *doc;

	ft_out_init(&out, NULL);
	doc =
	    ft_doc_open_slurm(&out, FT_FORMAT_JSON, (struct ft_doc_shape){ 0 });
	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "a", "x\"\\/\b\f\n\r\t\x01y");
	ft_doc_end(doc);
	ft_doc_close(doc);
	is_str(ft_str_text(&out.text),
	    "{\n  \"a\": \"x\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0001y\"\n}",
	    "escapes of JSON");
	ft_str_clear(&out.text);
	doc =
	    ft_doc_open_slurm(&out, FT_FORMAT_YAML, (struct ft_doc_shape){ 0 });
	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "a", "it's: so");
	ft_doc_text(doc, "b", "[x]");
	ft_doc_end(doc);
	ft_doc_close(doc);
	is_str(ft_str_text(&out.text),
	    "%YAML 1.1\n--- !!map\n!!str a: !!str 'it''s: so'\n"
	    "!!str b: !!str '[x]'\n...\n",
	    "quotes of YAML");
	ft_out_free(&out);
}

/* A member that came with 24.11, as cases v30 and v32 have it. */
static const struct ft_column versions[] = {
	{ .key = "plain",
	    .type = FT_COLUMN_UINT,
	    .get = ft_column_get_one,
	    .until = FT_RELEASE_24_11 },
	{ .key = "count",
	    .type = FT_COLUMN_UINT,
	    .flags = FT_COLUMN_UNION,
	    .get = ft_column_get_one,
	    .since = FT_RELEASE_24_11 },
	{ .key = "none",
	    .flags = FT_COLUMN_UNION,
	    .type = FT_COLUMN_UINT,
	    .get = ft_column_get_arg },
	{ .key = "tres",
	    .type = FT_COLUMN_TRES,
	    .get = ft_column_get_arg,
	    .arg = "gres/gpu:1001=2" },
	{ .key = "flags", .type = FT_COLUMN_LIST, .get = ft_column_get_arg },
	{ .key = "text", .get = ft_column_get_arg },
};

static void
test_parser(struct ft_doc_shape shape, const char *want, const char *name)
{
	struct ft_out out;
	struct ft_doc *doc;

	ft_out_init(&out, NULL);
	doc = ft_doc_open_slurm(&out, FT_FORMAT_JSON, shape);
	ft_doc_begin(doc, NULL);
	ft_doc_row(doc, versions, FT_COUNT(versions), NULL);
	ft_doc_end(doc);
	ft_doc_close(doc);
	is_str(ft_str_text(&out.text), want, "%s", name);
	ft_out_free(&out);
}

#define TRES_TEXT(name)                                                        \
	"  \"tres\": [\n    {\n      \"type\": \"gres\",\n"                    \
	"      \"name\": \"gpu\",\n      \"id\": 1001,\n"                      \
	"      \"count\": 2\n    }\n  ],\n  \"flags\": [],\n"                  \
	"  \"text\": " name "\n}\n"

int
main(void)
{
	test_parser(
	    (struct ft_doc_shape){ FT_RELEASE_24_11, FT_RELEASE_24_11, false },
	    "{\n  \"count\": {\n    \"set\": true,\n"
	    "    \"infinite\": false,\n    \"number\": 1\n  },\n"
	    "  \"none\": {\n    \"set\": false,\n"
	    "    \"infinite\": false,\n    \"number\": 0\n  },\n" TRES_TEXT(
		"\"\""),
	    "the parser of 24.11");
	test_parser(
	    (struct ft_doc_shape){ FT_RELEASE_24_11, FT_RELEASE_24_05, true },
	    "{\n  \"plain\": 1,\n  \"none\": null,\n" TRES_TEXT("null"),
	    "+complex, the parser of 24.05");
	test_whole(FT_FORMAT_JSON, json, "JSON without a job");
	test_whole(FT_FORMAT_YAML, yaml, "YAML without a job");
	test_values(FT_FORMAT_JSON,
	    "{\n  \"billable_tres\": 32.0,\n  \"administrator\": null,\n"
	    "  \"batch_flag\": true,\n  \"admin_comment\": \"\",\n"
	    "  \"comment\": \"note\",\n  \"constraints\": \"\",\n"
	    "  \"flags\": [\n    \"CLEAR_SCHEDULING\"\n  ]\n}",
	    "values in JSON");
	test_values(FT_FORMAT_YAML,
	    "%YAML 1.1\n--- !!map\n!!str billable_tres: !!float 32.000000\n"
	    "!!str administrator: !!null null\n"
	    "!!str batch_flag: !!bool true\n"
	    "!!str admin_comment: !!null null\n"
	    "!!str comment: !!str note\n!!str constraints: !!str\n"
	    "!!str flags: !!seq\n- !!str CLEAR_SCHEDULING\n...\n",
	    "values in YAML");
	test_quotes();
	return done_testing();
}
