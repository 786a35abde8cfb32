#include "io/slurm/flatfile.h"

#include <string.h>

#include "lib/texts.h"
#include "tap/tap.h"

/* Tell a file as kind<name>key=value... per line. */
static void
tell(struct ft_str *str, const struct ft_flat *flat)
{
	ft_str_clear(str);
	for (size_t i = 0; i < flat->n; i++) {
		const struct ft_flat_line *line = &flat->line[i];

		ft_str_addf(str, "%u:%c<%s>", line->line, "CPAUQ?"[line->kind],
		    line -> name);
		for (uint32_t k = 0; k < line->n_option; k++)
			ft_str_addf(str, "[%s=%s]", line->option[k].key,
			    line->option[k].value);
	}
}

static enum ft_status
parse(struct ft_flat *flat, const char *text, struct ft_error *err)
{
	ft_flat_init(flat, "x.cfg");
	return ft_flatfile_parse(flat, text, strlen(text), err);
}

static enum ft_status
read_all(const char *text, struct ft_str *str, struct ft_error *err)
{
	struct ft_flat flat;
	enum ft_status status = parse(&flat, text, err);

	tell(str, &flat);
	ft_flat_free(&flat);
	return status;
}

static void
test_grammar(void)
{
	static const struct text_row row[] = {
		{ "", "" },
		{ "\n \t\n# only this\n", "" },
		{ "Cluster - 'c'\n", "1:C<c>" },
		{ "Cluster - 'c'", "1:C<c>" },
		{ "MACHINE - c\nproject - \"p\"\nuser -u\nqos  -  'q'\n",
		    "1:C<c>2:A<p>3:U<u>4:Q<q>" },
		{ "Parent - 'root'\r\nBogus - 'x'\r\n", "1:P<root>2:?<x>" },
		{ "Account - 'a':Fairshare=7:QOS='+gold'\n",
		    "1:A<a>[Fairshare=7][QOS=+gold]" },
		{ "  Account - a:Description=two words :Organization='o'\n",
		    "1:A<a>[Description=two words][Organization=o]" },
		{ "User - 'u':Comment='a:b=\"c\"':Fairshare=1\n",
		    "1:U<u>[Comment=a:b=\"c\"][Fairshare=1]" },
		{ "User - 'u':Comment=a'b'\"'\"c\n", "1:U<u>[Comment=ab'c]" },
		{ "User - 'u':Comment=' b ' \n", "1:U<u>[Comment= b ]" },
		{ "User - 'u':Partition='':Fairshare=\n",
		    "1:U<u>[Partition=][Fairshare=]" },
		{ "User - 'u': Fairshare=parent\n",
		    "1:U<u>[Fairshare=parent]" },
		{ "User - 'a b:c'\n", "1:U<a b:c>" },
		{ "User - 'u':GrpTRES=cpu=64,mem=1000M:GrpJobs=7\n",
		    "1:U<u>[GrpTRES=cpu=64,mem=1000M][GrpJobs=7]" },
		{ "User - 'u':MaxTRES=cpu=1,gres/gpu:tesla=2:MaxJobs=3\n",
		    "1:U<u>[MaxTRES=cpu=1,gres/gpu:tesla=2][MaxJobs=3]" },
		{ "User - 'u':maxtresmins=gres/gpu:a=2,gres/gpu:b=3\n",
		    "1:U<u>[maxtresmins=gres/gpu:a=2,gres/gpu:b=3]" },
		{ "User - 'u':GrpTRES=license/x=2:MaxJobs=3\n",
		    "1:U<u>[GrpTRES=license/x=2][MaxJobs=3]" },
		{ "User - 'u':GrpTRES='gres/gpu':MaxJobs=3\n",
		    "1:U<u>[GrpTRES=gres/gpu][MaxJobs=3]" },
		{ "User - 'u':Comment=a/b:MaxJobs=3\n",
		    "1:U<u>[Comment=a/b][MaxJobs=3]" },
		{ "User - 'u':QOS+=a # c\n", "1:U<u>[QOS+=a]" },
		{ "User - 'u':Comment='no \\# c'\n", "1:U<u>[Comment=no # c]" },
		{ "User - 'u':Comment='a\\\\b'\n", "1:U<u>[Comment=a\\b]" },
		{ "User - 'u':\\\n  Fairshare=3\nUser - 'v'\n",
		    "1:U<u>[Fairshare=3]3:U<v>" },
		{ "A-b -'x'\n", "1:?<x>" },
		{ "User - 'zo\xc3\xab'\n", "1:U<zo\xc3\xab>" },
	};

	texts_are(row, FT_COUNT(row), FT_OK, read_all);
}

static void
test_refused(void)
{
	static const struct text_row row[] = {
		{ "Cluster\n", "x.cfg:1:1: expected \"Title - 'name'\"" },
		{ "\n - 'x'\n", "x.cfg:2:2: expected \"Title - 'name'\"" },
		{ "Cluster-'x'\n", "x.cfg:1:1: expected \"Title - 'name'\"" },
		{ "Cluster -\n", "x.cfg:1:10: expected a name" },
		{ "Cluster - ''\n", "x.cfg:1:11: expected a name" },
		{ "Cluster - :a=b\n", "x.cfg:1:11: expected a name" },
		{ "User - Fairshare=1\n",
		    "x.cfg:1:8: expected a name before the options" },
		{ "User - 'u\n", "x.cfg:1:8: quote is never closed" },
		{ "User - 'u':Comment=x'\n",
		    "x.cfg:1:21: quote is never closed" },
		{ "User - 'u':\n", "x.cfg:1:12: expected an option after ':'" },
		{ "User - 'u'::A=1\n",
		    "x.cfg:1:12: expected an option after ':'" },
		{ "User - 'u':A=1:Fairshare\n",
		    "x.cfg:1:16: expected Option=value, found no '='" },
		{ "User - 'u':Fair:share=1\n",
		    "x.cfg:1:12: expected Option=value, found no '='" },
		{ "User - 'u':=1\n", "x.cfg:1:12: option without a name" },
		{ "User - 'u':A=1:\\\n\\#=1:B\n",
		    "x.cfg:2:6: expected Option=value, found no '='" },
		{ "User - 'u\x07'\n", "x.cfg:1:10: control character 0x07" },
	};

	texts_are(row, FT_COUNT(row), FT_EPARSE, read_all);
}

static void
test_details(void)
{
	struct ft_flat flat;
	struct ft_error err;

	parse(&flat, "\n USER - 'u' : A='1':B=2 # c\n", &err);
	is_str(flat.line[0].text, " USER - 'u' : A='1':B=2 ", "whole line");
	is_str(flat.line[0].title, "USER", "title as written");
	is_u64(flat.line[0].option[0].column, 15, "column of A");
	is_u64(flat.line[0].option[1].column, 21, "column of B");
	ft_flat_free(&flat);
}

/* What the real tool wrote comes out as it went in. */
static void
test_dump(void)
{
	static const char dump[] =
	    "Cluster - 'cluster':Fairshare=1:QOS='normal'\n"
	    "Parent - 'root'\n"
	    "User - 'root':DefaultAccount='root':"
	    "AdminLevel='Administrator':Fairshare=1\n"
	    "Account - 'bedrock':Description='bedrock':Organization='root':"
	    "Fairshare=2147483647:GrpTRES=cpu=64,mem=1000M:GrpJobs=7:"
	    "QOS='+gold'\n"
	    "Parent - 'bedrock'\n"
	    "User - 'pebbles':Partition='debug':DefaultAccount='bedrock':"
	    "Fairshare=4\n"
	    "User - 'slate':DefaultAccount='managers':"
	    "Coordinator='bedrock':DefaultQOS='normal':Fairshare=1:"
	    "MaxJobs=3:MaxWallDurationPerJob=3065:Priority=12\n"
	    "User - 'wilma':Comment='x':MaxTRESPerJob=gres/gpu:tesla=2\n";
	struct ft_flat flat;
	struct ft_error err;
	struct ft_str str = { 0 };
	const char *at;

	is_i64(parse(&flat, dump, &err), FT_OK, "a dump is good");
	for (size_t i = 0; i < flat.n; i++)
		ft_flatfile_write_line(&str, &flat.line[i]);
	is_str(ft_str_text(&str), dump, "and written the same");
	ft_str_clear(&str);
	ft_flatfile_write(&str, &flat);
	at = ft_str_text(&str);
	while (*at == '#')
		at = strchr(at, '\n') + 1;
	is_str(at, dump, "after comments only");
	ok(at > ft_str_text(&str), "of which there are some");
	ft_flat_free(&flat);
	ft_str_free(&str);
}

static void
test_round(void)
{
	static const char *const values[] = { "", "a", "two words", " x ",
		"a:b", "a=b", "it's", "'", "''", "\"", "a\"b", "'\"'\"", "#",
		"\\", "\\#", "a\\", "gres/gpu", "gres/gpu:a=1", "a/b:c,d:e",
		"a/b:c", "x\t", "\xc3\xab" };
	static const char *const keys[] = { "Comment", "Fairshare", "GrpTRES",
		"QOS" };
	struct ft_str str = { 0 }, first = { 0 }, second = { 0 };

	for (size_t i = 0; i < FT_COUNT(values); i++) {
		struct ft_flat flat, again;
		struct ft_error err = { 0 };

		ft_flat_init(&flat, "made");
		ft_flat_add(&flat, FT_FLAT_USER, "x", 1);
		if (*values[i])
			flat.line[0].name = values[i];
		for (size_t k = 0; k < FT_COUNT(keys); k++)
			ft_flat_add_option(&flat, keys[k], values[i], 0);
		ft_str_clear(&str);
		ft_flatfile_write_line(&str, &flat.line[0]);
		is_i64(parse(&again, str.data, &err), FT_OK,
		    "value %zu can be read: %s", i, err.text);
		tell(&first, &flat);
		tell(&second, &again);
		is_str(ft_str_text(&second), ft_str_text(&first),
		    "and is the same");
		ft_flat_free(&flat);
		ft_flat_free(&again);
	}
	ft_str_free(&str);
	ft_str_free(&first);
	ft_str_free(&second);
}

int
main(void)
{
	test_grammar();
	test_refused();
	test_details();
	test_dump();
	test_round();
	return done_testing();
}
