/*
 * Two results as rows in every format, and as one paragraph.
 */
#include "report/explain/diff.h"

#include <stdlib.h>
#include <string.h>

#include "algo/share/fairtree.h"
#include "lib/fixture.h"
#include "tap/tap.h"

static const char before[] = "physics 10\n"
			     "  u:ann 1 usage=30\n"
			     "  u:bob@night 1 usage=70\n"
			     "chem 20\n"
			     "  u:cy 1 usage=100\n";
static const char after[] = "physics 40\n"
			    "  u:ann 1 usage=30\n"
			    "  u:bob@night 1 usage=70\n"
			    "chem 20\n"
			    "  u:cy 1 usage=100\n";

/* ---- the paragraph -------------------------------------------------------- */

static const struct {
	const char *title, *before, *after, *want;
} paragraphs[] = {
	{ "one account passes another", before, after,
	    "Effect on places now: 3 of 3 users move; largest fall cy@chem "
	    "1 -> 3; largest rise ann@physics 2 -> 1; first place ann@physics "
	    "(was cy@chem)" },
	{ "nothing changes", before, before,
	    "Effect on places now: none of 3 users moves; first place cy@chem "
	    "(unchanged)" },
	{ "partitions are named",
	    "u:a@day 1 usage=1\n"
	    "u:a@night 1 usage=2\n",
	    "u:a@day 1 usage=2\n"
	    "u:a@night 1 usage=1\n",
	    "Effect on places now: 2 of 2 users move; largest fall a@root:day "
	    "1 -> 2; largest rise a@root:night 2 -> 1; first place "
	    "a@root:night (was a@root:day)" },
	{ "one is added",
	    "u:a 1 usage=1\n"
	    "u:b 1 usage=2\n",
	    "u:a 1 usage=1\n"
	    "u:b 1 usage=2\n"
	    "u:c 1\n",
	    "Effect on places now: 2 of 3 users move, none passes another; "
	    "largest fall a@root 1 -> 2; added c@root at 1; first place c@root "
	    "(was a@root)" },
	{ "some are added, and one falls",
	    "u:a 1 usage=1\n"
	    "u:b 1 usage=2\n"
	    "u:c 1 usage=5\n",
	    "u:a 1 usage=9\n"
	    "u:b 1 usage=2\n"
	    "u:c 1 usage=5\n"
	    "u:d 1\n"
	    "u:e 1 usage=1\n",
	    "Effect on places now: 3 of 5 users move; largest fall a@root 1 -> "
	    "5; 2 users added, the first d@root at 1; first place d@root (was "
	    "a@root)" },
	{ "one is removed",
	    "u:a 1 usage=2\n"
	    "u:b 1 usage=3\n"
	    "u:c 1 usage=1\n",
	    "u:a 1 usage=2\n"
	    "u:b 1 usage=3\n",
	    "Effect on places now: 2 of 2 users move, none passes another; "
	    "largest rise a@root 2 -> 1; removed c@root at 1; first place "
	    "a@root (was c@root)" },
	{ "nobody moves, but factors change",
	    "u:a 1 usage=2\n"
	    "u:b 1 usage=3\n"
	    "u:c 1 usage=4\n",
	    "u:a 1 usage=2\n"
	    "u:b 1 usage=3\n",
	    "Effect on places now: none of 2 users moves, the factor of 1 "
	    "changes; removed c@root at 3; first place a@root (unchanged)" },
	{ "the last one of two is removed",
	    "u:a 1 usage=2\n"
	    "u:b 1 usage=3\n",
	    "u:a 1 usage=2\n",
	    "Effect on places now: none of 1 user moves; removed b@root at 2; "
	    "first place a@root (unchanged)" },
	{ "idle users share the first place",
	    "u:a 1\n"
	    "u:b 1\n"
	    "u:c 1\n"
	    "u:d 1 usage=1\n",
	    "u:a 1\n"
	    "u:b 1\n"
	    "u:c 1 usage=2\n"
	    "u:d 1 usage=1\n",
	    "Effect on places now: 2 of 4 users move; largest fall c@root 1 -> "
	    "4; largest rise d@root 4 -> 3; first place a@root and 1 other "
	    "(was a@root and 2 others)" },
};

/* One change of shares, told to an administrator; NULL: there is none. */
static const struct {
	const char *title, *before, *after, *want;
	bool ratios; /* siblings keep them */
} sentences[] = {
	/* LF chem 20/30:1/2 = 1.33, physics 10/30:1/2 = 0.67; then 0.67, 1.33 */
	{ "an account is raised", before, after,
	    "Raising physics from 10 to 40 shares moves 3 of 3 users; "
	    "largest fall: cy, 1 -> 3 of 3.",
	    false },
	{ "an account is lowered", after, before,
	    "Lowering physics from 40 to 10 shares moves 3 of 3 users; "
	    "largest fall: ann, 1 -> 2 of 3.",
	    false },
	{ "nothing differs", before, before, NULL, false },
	{ "nobody moves", "u:a 2 usage=1\nu:b 1 usage=5\n",
	    "u:a 3 usage=1\nu:b 1 usage=5\n",
	    "Raising a@root from 2 to 3 shares moves none of 2 users.", false },
	/* b alone has usage: a and c are tied, then c, without shares, is not */
	{ "someone falls out of a tie", "u:a 1\nu:b 1 usage=1\nu:c 1\n",
	    "u:a 1\nu:b 1 usage=1\nu:c 0\n",
	    "Lowering c@root from 1 to 0 shares moves 2 of 3 users; largest "
	    "fall: c, 1 -> 3 of 3.",
	    false },
	{ "two changes", "u:a 1\nu:b 1 usage=1\n", "u:a 2\nu:b 3 usage=1\n",
	    NULL, false },
	{ "somebody comes", "u:a 1\n", "u:a 2\nu:b 1\n", NULL, false },
	{ "the same ratios", "u:a 1\nu:b 1 usage=1\nu:c 1\n",
	    "u:a 2\nu:b 2 usage=1\nu:c 2\n", NULL, true },
	{ "other ratios", "u:a 1\nu:b 2\nu:c 1\n", "u:a 2\nu:b 4\nu:c 3\n",
	    NULL, false },
	{ "an only child", "p 1\n  u:a 1\n", "p 1\n  u:a 7\n",
	    "Raising a@p from 1 to 7 shares moves none of 1 user.", true },
	{ "a user is raised", "p 1\n  u:a 1 usage=1\n  u:b 1 usage=2\n",
	    "p 1\n  u:a 1 usage=1\n  u:b 4 usage=2\n",
	    "Raising b@p from 1 to 4 shares moves 2 of 2 users; largest "
	    "fall: a, 1 -> 2 of 2.",
	    false },
};

static void
check_sentence(size_t k)
{
	struct fixture_run a, b;
	struct ft_compare compare;
	struct ft_str str = { 0 };
	bool any;

	fixture_run(&a, &ft_algo_fairtree, sentences[k].before);
	fixture_run(&b, &ft_algo_fairtree, sentences[k].after);
	ft_compare_init(&compare, &a.side, &b.side, FT_MATCH_ID);
	any = ft_diff_sentence(&compare, &str);
	ok(any == (sentences[k].want != NULL), "%s: a sentence or none",
	    sentences[k].title);
	is_str(ft_str_text(&str), sentences[k].want ? sentences[k].want : "",
	    "%s", sentences[k].title);
	ok(ft_diff_keeps_ratios(&compare) == sentences[k].ratios, "%s: ratios",
	    sentences[k].title);
	ft_str_free(&str);
	ft_compare_clear(&compare);
	fixture_run_free(&a);
	fixture_run_free(&b);
}

static void
check_paragraph(size_t k)
{
	struct fixture_run a, b;
	struct ft_compare compare;
	struct ft_str str = { 0 };

	fixture_run(&a, &ft_algo_fairtree, paragraphs[k].before);
	fixture_run(&b, &ft_algo_fairtree, paragraphs[k].after);
	ft_compare_init(&compare, &a.side, &b.side, FT_MATCH_ID);
	ft_diff_summary(&compare, &str);
	is_str(
	    ft_str_text(&str), paragraphs[k].want, "%s", paragraphs[k].title);
	ft_str_free(&str);
	ft_compare_clear(&compare);
	fixture_run_free(&a);
	fixture_run_free(&b);
}

/* ---- rows ----------------------------------------------------------------- */

static const struct {
	const char *title;
	struct ft_table_options table;
	struct ft_diff_options options;
	const char *fields, *want;
} tables[] = {
	{ "table", { .format = FT_FORMAT_TABLE, .grow = true }, { 0 }, NULL,
	    "Account                    User    Partition PlaceBefore "
	    "PlaceAfter    Move FairShareBefore FairShareAfter \n"
	    "-------------------- ---------- ------------ ----------- "
	    "---------- ------- --------------- -------------- \n"
	    "physics                     ann                        2 "
	    "         1      +1        0.666667       1.000000 \n"
	    "physics                     bob        night           3 "
	    "         2      +1        0.333333       0.666667 \n"
	    "chem                         cy                        1 "
	    "         3      -2        1.000000       0.333333 \n" },
	{ "parsable, the furthest first", { .format = FT_FORMAT_PARSABLE2 },
	    { .order = FT_ORDER_SIZE, .limit = 2 },
	    "user,placebefore,placeafter,move,id",
	    "User|PlaceBefore|PlaceAfter|Move|ID\n"
	    "cy|1|3|-2|6\n"
	    "ann|2|1|1|3\n" },
	{ "csv", { .format = FT_FORMAT_CSV }, { .order = FT_ORDER_BEFORE },
	    "account,user,move,fairsharebefore,fairshareafter",
	    "Account,User,Move,FairShareBefore,FairShareAfter\n"
	    "chem,cy,-2,1,0.3333333333333333\n"
	    "physics,ann,1,0.6666666666666666,1\n"
	    "physics,bob,1,0.3333333333333333,0.6666666666666666\n" },
};

static void
print(const struct ft_compare *compare, const struct ft_diff_options *options,
    const struct ft_table_options *table, const char *words, struct ft_out *out)
{
	struct ft_columns fields = { 0 };
	struct ft_error err;

	ft_out_init(out, NULL);
	if (!words)
		ft_diff_default_fields(compare, &fields);
	else if (ft_columns_choose(&fields, ft_diff_fields, words,
		     (struct ft_column_rules){ 0, FT_RELEASE_ANY }, &err))
		bail("fields: %s", err.text);
	ft_diff_print(compare, options, table, &fields, out);
	ft_columns_free(&fields);
}

static void
check_tables(void)
{
	struct fixture_run a, b;
	struct ft_compare compare;
	struct ft_out out;

	fixture_run(&a, &ft_algo_fairtree, before);
	fixture_run(&b, &ft_algo_fairtree, after);
	ft_compare_init(&compare, &a.side, &b.side, FT_MATCH_ID);
	for (size_t k = 0; k < FT_COUNT(tables); k++) {
		print(&compare, &tables[k].options, &tables[k].table,
		    tables[k].fields, &out);
		is_str(ft_str_text(&out.text), tables[k].want, "%s",
		    tables[k].title);
		ft_out_free(&out);
	}
	ft_compare_clear(&compare);

	/* who stays is no row, unless all are wanted */
	ft_compare_init(&compare, &a.side, &a.side, FT_MATCH_ID);
	print(&compare, &(struct ft_diff_options){ 0 },
	    &(struct ft_table_options){
		.format = FT_FORMAT_PARSABLE2, .no_header = true },
	    "user,move", &out);
	is_str(ft_str_text(&out.text), "", "nobody moves");
	ft_out_free(&out);
	print(&compare, &(struct ft_diff_options){ .all = true },
	    &(struct ft_table_options){
		.format = FT_FORMAT_PARSABLE2, .no_header = true },
	    "user,move", &out);
	is_str(ft_str_text(&out.text), "cy|0\nann|0\nbob|0\n", "all");
	ft_out_free(&out);
	ft_compare_clear(&compare);
	fixture_run_free(&a);
	fixture_run_free(&b);
}

/* Cells of users that are on one side only. */
static void
check_comers(void)
{
	struct fixture_run a, b;
	struct ft_compare compare;
	struct ft_out out;

	fixture_run(&a, &ft_algo_fairtree, "u:a 1 usage=2\nu:b 1 usage=3\n");
	fixture_run(&b, &ft_algo_fairtree, "u:a 1 usage=2\nu:c 1 usage=3\n");
	ft_compare_init(&compare, &a.side, &b.side, FT_MATCH_NAME);
	print(&compare, &(struct ft_diff_options){ .all = true },
	    &(struct ft_table_options){
		.format = FT_FORMAT_TABLE, .grow = true, .no_header = true },
	    "user%2,placebefore%2,placeafter%2,move,fairsharebefore%8", &out);
	is_str(ft_str_text(&out.text),
	    " a  1  1       0 1.000000 \n"
	    " c     2   added          \n"
	    " b  2    removed 0.500000 \n",
	    "table: added, removed");
	ft_out_free(&out);
	print(&compare, &(struct ft_diff_options){ 0 },
	    &(struct ft_table_options){
		.format = FT_FORMAT_PARSABLE2, .no_header = true },
	    "user,rankbefore,rankafter,move,fairsharebefore,fairshareafter",
	    &out);
	is_str(ft_str_text(&out.text), "c||2|||0.500000\nb|2|||0.500000|\n",
	    "parsable: blank; old names of the places");
	ft_out_free(&out);
	ft_compare_clear(&compare);
	fixture_run_free(&a);
	fixture_run_free(&b);
}

/* ---- documents ------------------------------------------------------------ */

static void
check_documents(void)
{
	struct fixture_run a, b;
	struct ft_compare compare;
	struct ft_out out;

	fixture_run(&a, &ft_algo_fairtree, "u:a 1 usage=2\nu:b 1 usage=3\n");
	fixture_run(
	    &b, &ft_algo_fairtree, "u:a 1 usage=4\nu:b 1 usage=3\nu:c 1\n");
	ft_compare_init(&compare, &a.side, &b.side, FT_MATCH_ID);
	print(&compare, &(struct ft_diff_options){ 0 },
	    &(struct ft_table_options){ .format = FT_FORMAT_JSON }, NULL, &out);
	ok(strstr(out.text.data, "\"schema\": \"fairtree.share-diff/1\","),
	    "JSON: schema");
	ok(strstr(out.text.data,
	       "  \"effect\": {\n"
	       "    \"summary\": \"Effect on places now: 1 of 3 users moves; "
	       "largest fall a@root 1 -> 3; added c@root at 1; first place "
	       "c@root (was a@root)\",\n"
	       "    \"sentence\": null,\n"
	       "    \"users_before\": 2,\n"
	       "    \"users_after\": 3,\n"
	       "    \"moved\": 1,\n"
	       "    \"up\": 0,\n"
	       "    \"down\": 1,\n"
	       "    \"shifted\": 0,\n"
	       "    \"added\": 1,\n"
	       "    \"removed\": 0,\n"
	       "    \"factor_changed\": 2,\n"),
	    "JSON: counts");
	ok(strstr(out.text.data, "    \"largest_rise\": null,\n"),
	    "JSON: no rise");
	ok(strstr(out.text.data,
	       "      {\"id\": 4, \"account\": \"root\", \"user\": \"c\", "
	       "\"partition\": \"\", \"change\": \"added\", \"place_before\": "
	       "{\"set\": false, \"infinite\": false, \"number\": 0}, "
	       "\"place_after\": {\"set\": true, \"infinite\": false, "
	       "\"number\": 1}, \"rank_before\": "
	       "{\"set\": false, \"infinite\": false, \"number\": 0}, "
	       "\"rank_after\": {\"set\": true, \"infinite\": false, "
	       "\"number\": 1}, \"move\": null, \"fairshare_before\": "
	       "{\"set\": false, \"infinite\": false, \"number\": 0.0}, "
	       "\"fairshare_after\": {\"set\": true, \"infinite\": false, "
	       "\"number\": 1.0}},\n"),
	    "JSON: a row of one added");
	ok(strstr(out.text.data, "\"change\": \"moved\"") &&
		strstr(out.text.data, "\"move\": -2,"),
	    "JSON: a move is a number");
	ok(!strstr(out.text.data, "\"change\": \"same\""),
	    "JSON: who stays is left out");
	ft_out_free(&out);
	print(&compare, &(struct ft_diff_options){ .all = true },
	    &(struct ft_table_options){ .format = FT_FORMAT_YAML }, NULL, &out);
	ok(strstr(out.text.data, "schema: fairtree.share-diff/1"),
	    "YAML: schema");
	ok(strstr(out.text.data, "change: same"), "YAML: all");
	ft_out_free(&out);
	ft_compare_clear(&compare);
	fixture_run_free(&a);
	fixture_run_free(&b);
}

int
main(void)
{
	for (size_t k = 0; k < FT_COUNT(paragraphs); k++)
		check_paragraph(k);
	for (size_t k = 0; k < FT_COUNT(sentences); k++)
		check_sentence(k);
	check_tables();
	check_comers();
	check_documents();
	return done_testing();
}
