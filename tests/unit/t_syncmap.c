#include "model/account/syncmap.h"

#include <string.h>

#include "tap/tap.h"

static void
test_matches(void)
{
	static const struct {
		const char *pattern, *name, *part; /* NULL: no match */
	} row[] = {
		{ "physics", "physics", "" },
		{ "physics", "Physics", "" },
		{ "physics", "physic", NULL },
		{ "physics", "physics2", NULL },
		{ "*", "", "" },
		{ "*", "all", "all" },
		{ "hpc-*", "hpc-chem", "chem" },
		{ "HPC-*", "hpc-Chem", "Chem" },
		{ "hpc-*", "hpc-", "" },
		{ "hpc-*", "hp", NULL },
		{ "*-test", "a-test", "a" },
		{ "*-test", "a-tes", NULL },
		{ "a*a", "a", NULL },
		{ "a*a", "aa", "" },
		{ "a*c", "abbc", "bb" },
		{ "", "", "" },
		{ "", "a", NULL },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		const char *part = "?";
		size_t len = 1;
		bool got =
		    ft_sync_matches(row[i].pattern, row[i].name, &part, &len);

		ok(got == (row[i].part != NULL), "%s and %s", row[i].pattern,
		    row[i].name);
		if (row[i].part)
			ok(len == strlen(row[i].part) &&
				!strncmp(part, row[i].part, len),
			    "* stands for '%s'", row[i].part);
	}
	ok(ft_sync_matches("a*", "ab", NULL, NULL), "nobody asks for the part");
}

static void
test_words(void)
{
	struct ft_sync_words words = { 0 };
	struct ft_syncmap map;

	ok(!ft_sync_words_match(&words, "root"), "no words match nothing");
	ft_syncmap_init(&map, "m");
	ft_sync_words_add(&map.exclude, "root", (struct ft_sync_place){ 1, 9 });
	ft_sync_words_add(
	    &map.exclude, "svc-*", (struct ft_sync_place){ 1, 14 });
	ok(ft_sync_words_match(&map.exclude, "svc-web"), "the second does");
	ok(!ft_sync_words_match(&map.exclude, "web"), "none does");
	is_u64(map.exclude.item[1].at.column, 14, "its place");
	ft_syncmap_free(&map);
}

static void
test_settings(void)
{
	const struct ft_sync_setting setting = { .key = "shares",
		.value = "1" };
	struct ft_syncmap map;
	struct ft_roster roster;

	ft_syncmap_init(&map, "m");
	ft_syncmap_add_rule(
	    &map, FT_SYNC_GROUP, "a", (struct ft_sync_place){ 1, 1 });
	ft_syncmap_add_setting(&map, &setting);
	ft_syncmap_add_rule(
	    &map, FT_SYNC_GROUP, "b", (struct ft_sync_place){ 2, 1 });
	ft_syncmap_add_setting(&map, &setting);
	ft_syncmap_add_setting(&map, &setting);
	is_u64(map.rule[0].settings.n, 1, "one of the first");
	is_u64(map.rule[1].settings.first, 1, "then those of the second");
	is_u64(map.rule[1].settings.n, 2, "two of them");
	ft_syncmap_free(&map);

	ft_roster_init(&roster, "r");
	ft_roster_add(&roster);
	ft_roster_add(&roster);
	ft_roster_add_setting(&roster, &setting);
	is_u64(roster.row[0].settings.n, 0, "the first row has none");
	is_u64(roster.row[1].settings.n, 1, "the second has one");
	is_str(roster.row[1].user, "", "nobody yet");
	ft_roster_free(&roster);
}

int
main(void)
{
	test_matches();
	test_words();
	test_settings();
	return done_testing();
}
