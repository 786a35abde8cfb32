/* The table of releases, and which of them a text names. */
#include "model/release/release.h"
#include "tap/tap.h"

static void
test_parse(void)
{
	static const struct {
		const char *text, *name; /* name NULL: it is none */
		bool is;                 /* that very release */
	} row[] = {
		{ "22.05", "22.05", true },
		{ "22.05.8", "22.05", true },
		{ "slurm-wlm 24.11.5", "24.11", true },
		{ "slurm 26.05.0-rc1", "26.05", true },
		{ "26.05-1", "26.05", true },
		{ "20.11.9", "22.05", false },
		{ "22.11", "22.05", false },
		{ "24.08", "24.05", false },
		{ "27.11.1", "26.05", false },
		{ "", NULL, false },
		{ "22", NULL, false },
		{ "22.", NULL, false },
		{ "22.5", NULL, false },
		{ "22.055", NULL, false },
		{ "22.13", NULL, false },
		{ "122.05", NULL, false },
		{ "slurm", NULL, false },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		enum ft_release release = FT_RELEASES;
		bool good = ft_release_parse(row[i].text, &release);

		is_str(good ? ft_releases[release].name : NULL, row[i].name,
		    "release of '%s'", row[i].text);
		if (good)
			ok(ft_release_is(release, row[i].text) == row[i].is,
			    "'%s' is it%s", row[i].text,
			    row[i].is ? "" : " not");
	}
}

static void
test_within(void)
{
	ok(ft_release_within(FT_RELEASE_22_05, 0, 0), "always");
	ok(!ft_release_within(FT_RELEASE_24_05, FT_RELEASE_24_11, 0), "before");
	ok(ft_release_within(FT_RELEASE_24_11, FT_RELEASE_24_11, 0), "since");
	ok(!ft_release_within(FT_RELEASE_23_11, 0, FT_RELEASE_23_11), "until");
	ok(ft_release_within(FT_RELEASE_23_02, 0, FT_RELEASE_23_11), "earlier");
	ok(ft_release_within(FT_RELEASE_ANY, 0, FT_RELEASE_23_11),
	    "our commands know what went");
	ok(ft_release_within(FT_RELEASE_ANY, FT_RELEASE_26_05, 0),
	    "and what came");
}

static void
test_order(void)
{
	for (size_t i = 1; i < FT_RELEASES; i++) {
		ok(strcmp(ft_releases[i - 1].name, ft_releases[i].name) < 0,
		    "%s is after %s", ft_releases[i].name,
		    ft_releases[i - 1].name);
		ok(strncmp(ft_releases[i].version, ft_releases[i].name, 5) == 0,
		    "%s is its version", ft_releases[i].version);
	}
	for (const struct ft_release_rule_info *rule = ft_release_rules;
	     rule->id; rule++)
		ok(!rule->until || rule->since < rule->until,
		    "%s begins before it ends", rule->id);
}

int
main(void)
{
	test_parse();
	test_within();
	test_order();
	return done_testing();
}
