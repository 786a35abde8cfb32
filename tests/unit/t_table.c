#include <string.h>

#include "lib/rows.h"
#include "tap/tap.h"

static void
is_printed(
    const struct ft_table_options *options, const char *want, const char *name)
{
	for (int measured = 0; measured < 2; measured++) {
		struct ft_out out;

		ft_out_init(&out, NULL);
		rows_print(&out, options, measured);
		is_str(ft_str_text(&out.text), want, "%s%s", name,
		    measured ? ", sent twice" : "");
		ft_out_free(&out);
	}
}

/* As Slurm prints: header cut, texts marked with +, integers never cut. */
static const char slurm[] = "Account  Shar    LevelFS     TRES Note \n"
			    "-------- ---- ---------- -------- ---- \n"
			    "root                 inf               \n"
			    " chemis+ 12345 1.1254e+07 cpu=1,m+ a,\"+ \n"
			    "yes             0.500000               \n";

static const char grown[] =
    "Account    Shares         LevelFS         TRES    Note \n"
    "---------- ------ --------------- ------------ ------- \n"
    "root                          inf                      \n"
    " chemistry  12345 11253903.562106 cpu=1,mem=20 a,\"b\"|c \n"
    "yes                      0.500000                      \n";

static const char bare[] =
    "root                         inf                      \n"
    " chemistry 12345 11253903.562106 cpu=1,mem=20 a,\"b\"|c \n"
    "yes                     0.500000                      \n";

static const char colored[] =
    "\033[0;1mAccount\033[0m    \033[0;1mShares\033[0m         "
    "\033[0;1mLevelFS\033[0m         \033[0;1mTRES\033[0m    "
    "\033[0;1mNote\033[0m \n"
    "---------- ------ --------------- ------------ ------- \n"
    "root                          inf                      \n"
    " chemistry  12345 \033[0;33m11253903.562106\033[0m cpu=1,mem=20 "
    "a,\"b\"|c \n"
    "yes                      0.500000                      \n";

static void
test_empty(void)
{
	static const struct ft_column column[] = {
		{ .name = "Account", .width = -4, .key = "account" },
	};
	struct ft_table_options options = { .format = FT_FORMAT_TABLE };
	struct ft_out out;

	ft_out_init(&out, NULL);
	ft_table_close(ft_table_open(&out, &options, column, 1));
	is_str(ft_str_text(&out.text), "Acco \n---- \n", "no rows: header");
	ft_str_clear(&out.text);
	options.grow = true;
	ft_table_close(ft_table_open(&out, &options, column, 1));
	is_str(ft_str_text(&out.text), "Account \n------- \n",
	    "no rows, growing: header");
	ft_out_free(&out);
}

struct triple {
	const void *record; /* itself */
	const char *a, *b, *c;
};

/* Columns of 1, 5 and 3: with a blank after each 12; without b 6, without c 2. */
static void
test_fit(void)
{
	static const struct ft_column column[] = {
		{ .name = "a", .width = -1, FT_MEMBER(struct triple, a) },
		{ .name = "b", .width = -1, FT_MEMBER(struct triple, b) },
		{ .name = "c", .width = 1, FT_MEMBER(struct triple, c) },
	};
	static const struct {
		size_t width;
		const char *want;
	} cases[] = {
		{ 12, "x 12345 123 \n" }, { 11, "x 123 \n" }, { 6, "x 123 \n" },
		{ 5, "x \n" }, { 1, "x \n" }, /* a is not to spare */
	};
	static const char *const spare[] = { "b", "c" };
	const struct triple row = { &row, "x", "12345", "123" };
	const struct ft_table_options options = { .grow = true,
		.no_header = true };

	for (size_t i = 0; i < FT_COUNT(cases); i++) {
		struct ft_out out;
		struct ft_table *table;

		ft_out_init(&out, NULL);
		table = ft_table_open(&out, &options, column, 3);
		ft_table_measure(table);
		ft_table_put(table, &row);
		ft_table_fit(table, cases[i].width, spare, 2);
		ft_table_print(table);
		ft_table_put(table, &row);
		ft_table_close(table);
		is_str(ft_str_text(&out.text), cases[i].want,
		    "what fits into %zu", cases[i].width);
		ft_out_free(&out);
	}
}

static void
test_file(void)
{
	struct ft_table_options options = { .format = FT_FORMAT_TABLE };
	char got[sizeof slurm + 1] = "";
	FILE *file = tmpfile();
	struct ft_out out;

	if (!file)
		bail("no temporary file");
	ft_out_init(&out, file);
	rows_print(&out, &options, false);
	is_i64(ftell(file), 0, "small tables wait for the flush");
	ft_out_free(&out);
	rewind(file);
	got[fread(got, 1, sizeof got - 1, file)] = '\0';
	is_str(got, slurm, "to a file");
	fclose(file);
}

int
main(void)
{
	is_printed(&(struct ft_table_options){ .format = FT_FORMAT_TABLE },
	    slurm, "as Slurm");
	is_printed(&(struct ft_table_options){ .format = FT_FORMAT_TABLE,
		       .grow = true },
	    grown, "growing");
	is_printed(
	    &(struct ft_table_options){
		.format = FT_FORMAT_TABLE, .grow = true, .no_header = true },
	    bare, "growing, no header");
	is_printed(&(struct ft_table_options){ .format = FT_FORMAT_TABLE,
		       .grow = true,
		       .paint = { FT_THEME_DARK, FT_DEPTH_8 } },
	    colored, "in colour");
	is_printed(&(struct ft_table_options){ .format = FT_FORMAT_TABLE,
		       .no_header = true },
	    strchr(strchr(slurm, '\n') + 1, '\n') + 1, "as Slurm, no header");
	test_empty();
	test_fit();
	test_file();
	return done_testing();
}
