#include "io/site/manifest.h"

#include <string.h>

#include "tap/tap.h"

#define HEAD "fairtree-site\t1\n"

static enum ft_status
parse(struct ft_manifest *manifest, const char *text, struct ft_error *err)
{
	const struct ft_input input = { "m", text, strlen(text) };

	return ft_manifest_parse(manifest, &input, err);
}

static void
test_good(void)
{
	struct ft_manifest manifest = { 0 };
	struct ft_error err = { 0 };
	const struct ft_manifest_part *part;

	ok(parse(&manifest,
	       HEAD "version\t10\t11\t0\tsshare --version\n"
		    "sacct/001\t12\t12\t1\tsacct -a -P\n",
	       &err) == FT_OK,
	    "two parts");
	is_u64(manifest.n, 2, "are there");
	part = ft_manifest_find(&manifest, "sacct/001");
	ok(part != NULL, "one in a folder");
	is_str(part->command, "sacct -a -P", "its command");
	is_u64((uint64_t)part->began, 12, "when it began");
	is_u64((uint64_t)part->ended, 12, "when it ended");
	is_u64((uint64_t)part->status, 1, "its status");
	is_u64(part->line, 3, "its line");
	ok(!ft_manifest_find(&manifest, "sacct"), "a folder is no part");
	ft_manifest_free(&manifest);
}

static void
test_bad(void)
{
	static const struct {
		const char *text, *error;
	} row[] = {
		{ "", "m:1:1: the file is empty" },
		{ "ClusterName=a\n",
		    "m:1:1: not the manifest of a site: its first line is not "
		    "'fairtree-site'" },
		{ "fairtree-site\t2\n",
		    "m:1:15: this version of a site is not known here" },
		{ HEAD "/etc/passwd\t1\t1\t0\tcat\n",
		    "m:2:1: not the name of a file in this folder" },
		{ HEAD "conf/../../x\t1\t1\t0\tcat\n",
		    "m:2:1: not the name of a file in this folder" },
		{ HEAD "..\t1\t1\t0\tcat\n",
		    "m:2:1: not the name of a file in this folder" },
		{ HEAD "a\t253402300800\t253402300800\t0\tcat\n",
		    "m:2:3: not the time at which the command began" },
		{ HEAD "a\tx\t1\t0\tcat\n",
		    "m:2:3: not the time at which the command began" },
		{ HEAD "a\t2\t1\t0\tcat\n",
		    "m:2:5: not the time at which the command ended" },
		{ HEAD "a\t1\t1\t-1\tcat\n", "m:2:7: not an exit status" },
		{ HEAD "a\t1\t1\t0\n", "m:2:8: no command" },
		{ HEAD "a\t1\t1\t0\tcat\na\t1\t1\t0\tcat\n",
		    "m:3:1: this file is listed already" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct ft_manifest manifest = { 0 };
		struct ft_error err = { 0 };

		ok(parse(&manifest, row[i].text, &err) == FT_EPARSE, "refused");
		is_str(err.text, row[i].error, "its text");
		ft_manifest_free(&manifest);
	}
}

static void
test_inside(void)
{
	ok(ft_manifest_is_inside("a..b/..c"), "dots in names");
	ok(!ft_manifest_is_inside("a/.."), "the folder above");
	ok(!ft_manifest_is_inside(""), "no name");
}

int
main(void)
{
	test_good();
	test_bad();
	test_inside();
	return done_testing();
}
