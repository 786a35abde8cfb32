#include "report/format/page.h"

#include <string.h>

#include "tap/tap.h"

static void
fill(struct ft_page *page)
{
	static const char *const header[] = { "Name", ">Usage", "Why" };

	ft_page_text(page, "One two three.");
	ft_page_head(page, "Head");
	ft_page_item(page, "a|b");
	ft_page_item(page, "four five");
	ft_page_table(page, header, 3);
	ft_page_cell(page, "ann");
	ft_page_cellf(page, "%d", 12);
	ft_page_cell(page, "");
	ft_page_cell(page, "\xc3\xa9ve");
	ft_page_cellf(page, "%d", 123456);
	ft_page_cell(page, "yes");
	ft_page_table_end(page);
	ft_page_text(page, "End.");
}

static void
check(const struct ft_page_options *options, const char *want, const char *name)
{
	struct ft_page page;
	struct ft_out out;

	ft_out_init(&out, NULL);
	ft_page_init(&page, &out, options);
	fill(&page);
	is_str(ft_str_text(&out.text), want, "%s", name);
	ft_page_free(&page);
	ft_out_free(&out);
}

/* A name stays in its cell, whatever is in it, and however it is shown. */
static void
check_names(void)
{
	static const char *const header[] = { "<Name", "Usage" };

	for (int width = 0; width <= 20; width += 20) {
		struct ft_page_options options = { .width = width };
		struct ft_page page;
		struct ft_out out;

		ft_out_init(&out, NULL);
		ft_page_init(&page, &out, &options);
		ft_page_table(&page, header, 2);
		ft_page_cell(&page, "\033[2Jgood\nFORGED of a long name");
		ft_page_cell(&page, "1");
		ft_page_table_end(&page);
		ok(!strstr(ft_str_text(&out.text), "\nFORGED"),
		    "no row is forged: %s", ft_str_text(&out.text));
		ok(!strchr(ft_str_text(&out.text), '\033'),
		    "nor the screen cleared");
		ft_page_free(&page);
		ft_out_free(&out);
	}
}

/* The last cell of a row is folded below itself; a number keeps its %. */
static void
check_folds(void)
{
	static const char *const header[] = { "Name", "Why" };
	const struct ft_page_options options = { .width = 30 };
	struct ft_page page;
	struct ft_out out;

	ft_out_init(&out, NULL);
	ft_page_init(&page, &out, &options);
	ft_page_table(&page, header, 2);
	ft_page_cell(&page, "ann");
	ft_page_cell(&page, "waits for nine of ten nodes");
	ft_page_table_end(&page);
	ft_page_text(&page, "its own usage would fall by 22 %.");
	ft_page_head(&page, "A heading of more columns than thirty");
	is_str(ft_str_text(&out.text),
	    "  Name  Why\n"
	    "  ann   waits for nine of ten\n"
	    "        nodes\n"
	    "\n"
	    "its own usage would fall by\n"
	    "22 %.\n"
	    "\n"
	    "A heading of more columns than\n"
	    "thirty\n",
	    "folds");
	ft_page_free(&page);
	ft_out_free(&out);
}

/*
 * A table that is too wide: 2 + 7, 2 + 7 and 2 + 5 columns, and 2 + 16 of the last
 * one, are 43, so 39 are too few; kept, it fits where there are more.
 */
static void
check_wide(void)
{
	static const char *const header[] = { "Name", ">Weight", ">%", "Why" };
	const struct ft_page_options options = { .width = 39, .kept = true };
	struct ft_page page, again;
	struct ft_out out, more;

	ft_out_init(&out, NULL);
	ft_page_init(&page, &out, &options);
	ft_page_text(&page, "One.");
	ft_page_table(&page, header, 4);
	ft_page_cell(&page, "a place");
	ft_page_cell(&page, "1000000");
	ft_page_cell(&page, "12.5");
	ft_page_cell(&page, "it stands for nothing at all here");
	ft_page_cell(&page, "total");
	ft_page_cell(&page, "");
	ft_page_cell(&page, "100.0");
	ft_page_cell(&page, "");
	ft_page_table_end(&page);
	is_str(ft_str_text(&out.text),
	    "One.\n"
	    "\n"
	    "  a place: Weight 1000000, 12.5 %\n"
	    "    Why: it stands for nothing at all\n"
	    "    here\n"
	    "  total: 100.0 %\n",
	    "too wide: a row on lines of its own");
	is_u64(page.n_kept, 1, "it is kept");
	is_u64(page.kept[0].from, 6, "after the text");
	is_u64(page.kept[0].to, out.text.len, "up to the end");
	ft_out_init(&more, NULL);
	ft_page_init(&again, &more, &(struct ft_page_options){ .width = 50 });
	ft_page_table_again(&again, &page.kept[0]);
	is_str(ft_str_text(&more.text),
	    "  Name      Weight      %  Why\n"
	    "  a place  1000000   12.5  it stands for nothing\n"
	    "                           at all here\n"
	    "  total             100.0\n",
	    "as a table on a wider page");
	ft_page_free(&page);
	ft_page_free(&again);
	ft_out_free(&out);
	ft_out_free(&more);
}

int
main(void)
{
	check_folds();
	check_wide();
	check_names();
	check(&(struct ft_page_options){ 0 },
	    "One two three.\n"
	    "\n"
	    "Head\n"
	    "  a|b\n"
	    "  four five\n"
	    "\n"
	    "  Name   Usage  Why\n"
	    "  ann       12\n"
	    "  \xc3\xa9ve   123456  yes\n"
	    "\n"
	    "End.\n",
	    "plain");
	check(&(struct ft_page_options){ .markdown = true, .width = 8 },
	    "One two three.\n"
	    "\n"
	    "### Head\n"
	    "\n"
	    "- a\\|b\n"
	    "- four five\n"
	    "\n"
	    "| Name | Usage | Why |\n"
	    "|---|---:|---|\n"
	    "| ann | 12 |  |\n"
	    "| \xc3\xa9ve | 123456 | yes |\n"
	    "\n"
	    "End.\n",
	    "Markdown");
	check(&(struct ft_page_options){ .width = 8,
		  .paint = { FT_THEME_DARK, FT_DEPTH_8 } },
	    "One two\n"
	    "three.\n"
	    "\n"
	    "\033[0;1mHead\033[0m\n"
	    "  a|b\n"
	    "  four\n"
	    "  five\n"
	    "\n"
	    "  ann:\n"
	    "    Usage 12\n"
	    "  \xc3\xa9ve:\n"
	    "    Usage 123456\n"
	    "    Why:\n"
	    "    yes\n"
	    "\n"
	    "End.\n",
	    "folded, in colour");
	return done_testing();
}
