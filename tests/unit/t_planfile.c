/*
 * Saved plans: what was written reads back the same, and every way in which a
 * file is no plan is told with its place.
 */
#include "io/site/planfile.h"
#include "io/text/jsonfile.h"

#include <string.h>

#include "tap/tap.h"

static struct ft_error err;

static void
test_round_trip(void)
{
	struct ft_planfile_field field[] = {
		{ "fairshare", "10", "20" },
		{ "comment", NULL, "say \"hi\"\\\n" },
	};
	struct ft_planfile_step step[] = {
		{ "change", "account", "physics", "~ account physics", field,
		    2 },
		{ "delete", "user", "b\303\266b", "- user b\303\266b", NULL,
		    0 },
	};
	struct ft_planfile plan = { .source = "tree.cfg",
		.cluster = "c",
		.base = { 318, 1700000000, "root", "facctmgr load 'a b'" },
		.options = { .prune = true,
		    .exact = true,
		    .scope = "physics",
		    .max_deletes = 7,
		    .max_losers = 100 },
		.desired = "Cluster - 'c'\n\nParent - 'root'\n",
		.step = step,
		.n_step = 2 };
	struct ft_planfile back;
	struct ft_str str = { 0 }, again = { 0 };

	ft_planfile_init(&back);
	ok(ft_planfile_write(&plan, &str, &err) == FT_OK, "written");
	ok(ft_jsonfile_is(str.data, str.len), "looks like a plan");
	ok(ft_planfile_parse(&back, "p", str.data, str.len, &err) == FT_OK,
	    "read: %s", err.text);
	is_str(back.source, "tree.cfg", "source");
	is_i64(back.base.change, 318, "base");
	is_i64(back.base.time, 1700000000, "its time");
	is_str(back.base.command, "facctmgr load 'a b'", "its command");
	ok(back.options.prune && back.options.exact &&
		!back.options.skip_blocked && !back.options.allow_large,
	    "flags");
	is_str(back.options.scope, "physics", "scope");
	is_i64(back.options.max_deletes, 7, "limit of deletes");
	is_i64(back.options.max_losers, 100, "limit of losers");
	is_str(back.desired, plan.desired, "wish");
	is_i64((int64_t)back.n_step, 2, "steps");
	is_str(back.step[0].field[1].new, field[1].new, "odd bytes");
	ok(back.step[0].field[1].old == NULL, "not set");
	is_str(back.step[1].path, "b\303\266b", "UTF-8");
	ok(ft_planfile_write(&back, &again, &err) == FT_OK, "written again");
	is_str(ft_str_text(&again), ft_str_text(&str), "the same again");
	ft_planfile_free(&back);
	ft_str_free(&str);
	ft_str_free(&again);
}

static void
test_not_utf8(void)
{
	struct ft_planfile plan = { .source = "x",
		.cluster = "c",
		.base = { .actor = "", .command = "" },
		.desired = "User - 'b\366b'\n" };
	struct ft_str str = { 0 };

	ok(ft_planfile_write(&plan, &str, &err) == FT_EINVAL, "not UTF-8");
	is_str(
	    err.text, "cannot save the plan: its text is not UTF-8", "said so");
	ft_str_free(&str);
}

#define HEAD "{\"schema\": \"fairtree.plan/1\",\n\"source\": \"x\",\n"
#define BASE                                                                   \
	HEAD "\"cluster\": \"c\",\n\"base\": {\"change\": 0, \"time\": 0, "    \
	     "\"actor\": \"\", \"command\": \"\"},\n"
#define OPTIONS BASE "\"options\": {\"max_deletes\": 1, \"max_losers\": 1},\n"

static const struct {
	const char *text, *want;
} bad[] = {
	{ "", "p:1:1: " },
	{ "[]", "p:1:1: not an object of JSON" },
	{ "{\"schema\": 1", "p:1:12: " },
	{ "{}", "p:1:1: 'schema' is missing" },
	{ "{\"schema\": 1}", "p:1:2: 'schema' is not a string" },
	{ "{\n \"schema\": \"fairtree.plan/2\"}",
	    "p:2:2: 'schema' is not fairtree.plan/1" },
	{ HEAD "\"cluster\": 7}", "p:3:1: 'cluster' is not a string" },
	{ HEAD "\"cluster\": \"a\\u0000b\"}", "p:3:" },
	{ HEAD "\"cluster\": \"c\", \"cluster\": \"d\"}", "p:3:" },
	{ HEAD "\"cluster\": \"c\"}", "p:1:1: 'base' is not an object" },
	{ HEAD "\"cluster\": \"c\", \"base\": {\"change\": -1}}",
	    "p:3:26: 'change' is not a valid number" },
	{ HEAD "\"cluster\": \"c\", \"base\": {\"change\": 1.5}}",
	    "p:3:26: 'change' is not a valid number" },
	{ HEAD "\"cluster\": \"c\", \"base\": {\"change\": 4294967296}}",
	    "p:3:26: 'change' is not a valid number" },
	{ BASE "\"options\": {\"prune\": 1}}",
	    "p:5:13: 'prune' is not true or false" },
	{ BASE "\"options\": {\"max_deletes\": 1, \"max_losers\": 101}}",
	    "p:5:31: 'max_losers' is not a valid number" },
	{ OPTIONS "\"wish\": \"x\"}", "p:6:1: 'wish' is not a list" },
	{ OPTIONS "\"wish\": [1]}", "p:6:1: 'wish' is not a list of lines" },
	{ OPTIONS "\"wish\": [\"a\\nb\"]}",
	    "p:6:1: 'wish' is not a list of lines" },
	{ OPTIONS "\"wish\": []}", "p:1:1: 'steps' is not a list" },
	{ OPTIONS "\"wish\": [], \"steps\": [7]}", "p:1:1: 'op' is missing" },
	{ OPTIONS "\"wish\": [], \"steps\": [{\"op\": \"add\", \"entity\": "
		  "\"user\", \"path\": \"a\", \"line\": \"+\"}]}",
	    "p:1:1: 'fields' is not a list" },
};

static void
test_bad(void)
{
	for (size_t i = 0; i < FT_COUNT(bad); i++) {
		struct ft_planfile plan;

		ft_planfile_init(&plan);
		ok(ft_planfile_parse(&plan, "p", bad[i].text,
		       strlen(bad[i].text), &err) == FT_EPARSE &&
			strncmp(err.text, bad[i].want, strlen(bad[i].want)) ==
			    0,
		    "refused: %s (%s)", bad[i].want, err.text);
		ft_planfile_free(&plan);
	}
}

static void
test_is(void)
{
	ok(ft_jsonfile_is(" \n{", 3), "blanks may come first");
	ok(!ft_jsonfile_is("Cluster - c", 11), "a flat file is none");
	ok(!ft_jsonfile_is("# {", 3), "nor is a comment");
	ok(!ft_jsonfile_is("", 0), "nor nothing");
}

int
main(void)
{
	test_round_trip();
	test_not_utf8();
	test_bad();
	test_is();
	return done_testing();
}
