/*
 * figures, figuresfile, study: figures made up here, whose ratios and rules are
 * worked out beside them.
 */
#include <stdlib.h>
#include <string.h>

#include "algo/research/study.h"
#include "base/text/str.h"
#include "io/research/figuresfile.h"
#include "tap/tap.h"

static struct ft_figures
read(const char *text)
{
	struct ft_figures figures = { 0 };
	struct ft_error err = { 0 };

	ok(ft_figuresfile_read(&figures, "f", text, strlen(text), &err) ==
		FT_OK,
	    "reads: %s", err.text);
	return figures;
}

static void
refuses(const char *text, const char *message)
{
	struct ft_figures figures = { 0 };
	struct ft_error err = { 0 };

	is_i64(ft_figuresfile_read(&figures, "f", text, strlen(text), &err),
	    FT_EPARSE, "refuses");
	is_str(err.text, message, "saying why");
	ft_figures_free(&figures);
}

#define HEAD "table,sample,column,value\n"

static void
check_file(void)
{
	struct ft_figures figures =
	    read("\xef\xbb\xbfVALUE,more,Sample,table,column\r\n"
		 "1.5,x,s1,T,c\r\n\r\n"
		 "\"200\",,\"s, 2\",T,c\n"
		 "1000000000000.00,,s1,T,d\n");
	int64_t value = -1;

	is_u64(figures.n, 3, "figures");
	is_u64(figures.n_sample, 2, "samples, each once");
	is_str(figures.sample[1], "s, 2", "as they come");
	ok(ft_figures_get(&figures, "T", "s1", "c", &value), "there is one");
	is_i64(value, 150, "in hundredths");
	ok(ft_figures_get(&figures, "T", "s1", "d", &value), "a large one");
	is_i64(value, FT_FIGURE_MOST * 100, "the largest");
	value = 7;
	ok(!ft_figures_get(&figures, "T", "s1", "C", &value), "names are as "
							      "they are");
	is_i64(value, 7, "and nothing is touched");
	ft_figures_free(&figures);
	refuses("", "f:1:1: no figures");
	refuses(HEAD, "f:1:1: no figures");
	refuses("table,sample,value\n", "f:1:1: no column 'column'");
	refuses("table,sample,column,Table,value\n",
	    "f:1:21: column 'table' again");
	refuses(HEAD "T,s,c\n", "f:2:1: expected 4 fields");
	refuses(HEAD "T,,c,1\n", "f:2:3: an empty sample");
	refuses(HEAD "T,s,\"c\nd\",1\n", "f:2:5: a line end inside the column");
	refuses(HEAD "T,s,c,-1\n",
	    "f:2:7: expected a number with at most two decimals, not '-1'");
	refuses(HEAD "T,s,c,0.001\n",
	    "f:2:7: expected a number with at most two decimals, not "
	    "'0.001'");
	refuses(HEAD "T,s,c,1000000000000.01\n",
	    "f:2:7: expected a number with at most two decimals, not "
	    "'1000000000000.01'");
	refuses(
	    HEAD "T,s,c,1\nT,s,c,1\n", "f:3:1: duplicate figure: c of s in T");
}

/* 3 / 2 = 1.5; 1 / 8 = .125, rounded upwards; 2 / 3 = .667. */
static void
check_ratios(void)
{
	struct ft_figures figures =
	    read(HEAD "PoA,a,TV_1B,3\nPoA,a,TV,2\nPoA,a,PoA,1.50\n"
		      "PoA,b,TV_1B,1\nPoA,b,TV,8\n"
		      "PoA,c,TV_1B,2\nPoA,c,TV,3\nTP,c,TP_1A,5\n"
		      "PoA,none,TV_1B,2\nPoA,none,TV,0\nTV,other,TV_1B,1\n");
	struct ft_study_ratio ratio;
	size_t n;

	ok(ft_study_ratio(&figures, "a", &ratio), "a ratio");
	is_i64(ratio.ratio, 150, "two decimals");
	is_i64(ratio.printed, 150, "as printed");
	ok(ft_study_ratio(&figures, "b", &ratio), "another");
	is_i64(ratio.ratio, 13, "halves go up");
	is_i64(ratio.printed, -1, "nothing was printed");
	is_real(ratio.half, 0, "nothing is known of half a sample");
	ok(ft_study_ratio(&figures, "c", &ratio), "a third");
	is_i64(ratio.ratio, 67, "rounded up");
	is_real(ratio.half, 3.5, "(2 + 5) / 2 of half a sample");
	ok(!ft_study_ratio(&figures, "none", &ratio), "nothing by nothing");
	ok(!ft_study_ratio(&figures, "other", &ratio), "not of this table");
	/* a sum of three rounded divisions: 2 ulp of 2.3 at most */
	near(ft_study_mean(&figures, &n), (1.5L + 0.125L + 2 / 3.0L) / 3,
	    4e-16L, "their mean");
	is_u64(n, 3, "of three");
	ft_figures_free(&figures);
}

static const char *
test(const struct ft_figures *figures, const char *name,
    enum ft_study_answer *answer)
{
	static struct ft_str text;

	ft_str_clear(&text);
	for (size_t i = 0; i < ft_study_n_rule; i++)
		if (strcmp(ft_study_rules[i].name, name) == 0)
			*answer = ft_study_test(
			    &ft_study_rules[i], figures, "s", &text);
	return ft_str_text(&text);
}

static void
check_rules(void)
{
	static const struct {
		const char *rule;
		enum ft_study_answer answer;
		const char *arithmetic;
	} rows[] = {
		{ "full-machine", FT_STUDY_HOLDS, "6912 = 2 x 3456" },
		{ "idle-nodes", FT_STUDY_HOLDS, "9000 - 8920 = 80 = 2 x 40" },
		/* 80 of 9000 are .889 % */
		{ "close", FT_STUDY_FAILS, "80 / 9000 = 0.889 %" },
		{ "optimum-first", FT_STUDY_FAILS, "9000 < 9001" },
		{ "continue-1B", FT_STUDY_HOLDS, "9001 >= 8920" },
		{ "continue-4B", FT_STUDY_ABSENT, "" },
		{ "class-1B", FT_STUDY_FAILS, "6832 = 10 x 640 + 432" },
		/* 6912 - 80: 2 nodes of 40 are idle */
		{ "critical-1B", FT_STUDY_HOLDS, "6912 - 80 = 6832 = 6832" },
		{ "pays-1A", FT_STUDY_HOLDS, "0 = 0" },
		{ "pays-1B", FT_STUDY_FAILS, "3 > 0" },
		{ "4B-over-2B", FT_STUDY_FAILS, "668 <= 668" },
		{ "class-2B", FT_STUDY_HOLDS, "668 = 2 x 334" },
		{ "again-TV-1B", FT_STUDY_HOLDS, "8920 = 8920" },
		{ "again-PoA-1B", FT_STUDY_FAILS, "8900 /= 8920" },
		/* (8900 + 6912) / 2 */
		{ "below-half", FT_STUDY_FAILS,
		    "7906 >= (8900 + 6912) / 2 = 7906" },
	};
	struct ft_figures figures =
	    read(HEAD "TV,s,TV_1A,9000\nTV,s,TV_1B,8920\n"
		      "modified-TV,s,TV_1B,9001\nmodified-TV,s,TV_1B1,8920\n"
		      "TP,s,TP_1A,6912\nTP,s,TP_1B,6832\nTP,s,TP_2B,668\n"
		      "TP,s,TP_4B,668\nPM,s,PM_1A,0\nPM,s,PM_1B,3\n"
		      "PoA,s,TV_1B,8900\nPoA,s,TV,7906\n");

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		enum ft_study_answer answer = FT_STUDY_ABSENT;

		is_str(test(&figures, rows[i].rule, &answer),
		    rows[i].arithmetic, "%s", rows[i].rule);
		is_i64(answer, rows[i].answer, "%s: %s", rows[i].rule,
		    answer == FT_STUDY_HOLDS ? "holds" : "does not");
	}
	ft_figures_free(&figures);
}

int
main(void)
{
	check_file();
	check_ratios();
	check_rules();
	return done_testing();
}
