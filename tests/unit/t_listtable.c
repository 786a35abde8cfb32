/*
 * Tables of sacctmgr and sshare: cells between bars, and as wide as the dashes.
 */
#include "io/slurm/listtable.h"

#include <string.h>

#include "lib/texts.h"
#include "tap/tap.h"

/* Append the titles, then each row after a line end, in brackets. */
static enum ft_status
parse(const char *text, struct ft_str *str, struct ft_error *err)
{
	struct ft_listtable table;
	bool more = true;
	enum ft_status status = ft_listtable_open(&table,
	    &(struct ft_input){ "t", text, strlen(text) }, "sacctmgr -P", err);

	for (size_t i = 0; status == FT_OK && i < table.n; i++)
		ft_str_addf(str, "<%s>", table.title[i]);
	while (status == FT_OK && more) {
		status = ft_listtable_next(&table, &more, err);
		if (status != FT_OK || !more)
			break;
		ft_str_add_char(str, '\n');
		for (size_t i = 0; i < table.n && status == FT_OK; i++) {
			ft_str_addf(str, "<%s>", ft_listtable_cell(&table, i));
			status = ft_listtable_check(&table, i, err);
		}
	}
	ft_listtable_close(&table);
	return status;
}

static void
test_good(void)
{
	static const struct text_row row[] = {
		{ "Name|Priority|Descr\nnormal|0|Normal QOS default\n",
		    "<Name><Priority><Descr>\n<normal><0><Normal QOS "
		    "default>" },
		/* -p */
		{ "Name|Priority|\nnormal|0|\n\nhigh|10|\n",
		    "<Name><Priority>\n<normal><0>\n<high><10>" },
		{ "Name|Priority|Flags\nnormal||\r\n|1|\n",
		    "<Name><Priority><Flags>\n<normal><><>\n<><1><>" },
		/* one column has no bars */
		{ "Name\nnormal\nhigh\n", "<Name>\n<normal>\n<high>" },
		{ "Name|Descr\n", "<Name><Descr>" },
		/* aligned; the first column keeps its indentation */
		{ "Account                    User  RawShares    RawUsage \n"
		  "-------------------- ---------- ---------- ----------- \n"
		  "root                                               255 \n"
		  " lab                                    10         155 \n"
		  "  lab                         a     parent         100 \n",
		    "<Account><User><RawShares><RawUsage>\n"
		    "<root><><><255>\n< lab><><10><155>\n"
		    "<  lab><a><parent><100>" },
		/* without blanks at the ends of lines */
		{ "      Name   Priority\n---------- ----------\n"
		  "    normal          0\n      high\n",
		    "<Name><Priority>\n<    normal><0>\n<      high><>" },
		/* integers that are too wide move the rest of their row */
		{ "User   Shares Usage \n------ ------ ----- \n"
		  "ann     1234567 1234567890 \nbob         12 99999 \n",
		    "<User><Shares><Usage>\n<ann><1234567><1234567890>\n"
		    "<bob><12><99999>" },
		/* a text may have blanks */
		{ "Name  Descr      \n----- ---------- \na     the a team \n",
		    "<Name><Descr>\n<a><the a team>" },
		/* a + that nothing cut */
		{ "Name|U\na+|b\n", "<Name><U>\n<a+><b>" },
		{ "Name  U   \n----- --- \na+    b \n", "<Name><U>\n<a+><b>" },
	};

	texts_are(row, FT_COUNT(row), FT_OK, parse);
}

static void
test_refused(void)
{
	static const struct text_row row[] = {
		{ "", "t:1:1: the table is empty" },
		{ "\n\n", "t:2:1: the table is empty" },
		{ "Name  Descr\na     b\n",
		    "t:1:1: expected the header of sacctmgr -P, with bars "
		    "between the columns or dashes below it" },
		{ "Name|Priority\nnormal\n",
		    "t:2:1: 1 cell, the header has 2" },
		{ "Name|Priority\nnormal|0|1\n",
		    "t:2:1: 3 cells, the header has 2" },
		{ "Name|Priority\nnor\x01mal|0\n",
		    "t:2:4: control character 0x01" },
		{ "Name  U   \n----- --- \na     b   c \n",
		    "t:3:1: 3 cells, the header has 2" },
		{ "Name  U   \n----- --- \nacco+   b \n",
		    "t:3:1: Name 'acco+' may have been cut; print the table "
		    "with -P" },
		{ "Name    U Z\n----- --- -\n  a   bb+ \n",
		    "t:3:7: U 'bb+' may have been cut; print the table with "
		    "-P" },
		{ "Name  U   more\n----- ---\n",
		    "t:1:1: the header is wider than the dashes below it" },
	};

	texts_are(row, FT_COUNT(row), FT_EPARSE, parse);
}

static void
test_find(void)
{
	static const char text[] = "Name|Def Acct|name\nann|phys|x\n";
	struct ft_listtable table;
	struct ft_error err = { 0 };
	bool more;

	ft_listtable_open(&table,
	    &(struct ft_input){ "t", text, sizeof text - 1 }, "x", &err);
	is_u64(ft_listtable_find(&table, "name"), 0, "the first of a title");
	is_u64(ft_listtable_find(&table, "Def Acct"), 1, "in any case");
	is_u64(ft_listtable_find(&table, "User"), FT_LISTTABLE_NONE, "none");
	ft_listtable_fail(&table, 1, &err, "bad title");
	is_str(err.text, "t:1:6: bad title", "the place of a title");
	ft_listtable_next(&table, &more, &err);
	is_str(ft_listtable_cell(&table, 1), "phys", "a cell");
	is_str(ft_listtable_cell(&table, FT_LISTTABLE_NONE), "", "none");
	is_u64(ft_listtable_column(&table, 1), 5, "where it starts");
	ft_listtable_fail(&table, 1, &err, "no %s", "account");
	is_str(err.text, "t:2:5: no account", "the place of a cell");
	ft_listtable_close(&table);
}

int
main(void)
{
	test_good();
	test_refused();
	test_find();
	return done_testing();
}
