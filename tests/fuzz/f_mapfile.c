/* Rules of sync: whatever is read has names, places and sound slices. */
#include "io/site/mapfile.h"

#include "fuzz/fuzz.h"

static void
look_at_rule(const struct ft_syncmap *map, size_t i)
{
	const struct ft_sync_rule *rule = &map->rule[i];
	size_t end = rule->settings.first + rule->settings.n;

	must(*rule->name && rule->at.line && rule->at.column,
	    "a rule has a name and a place");
	must(end <= map->n_setting, "its settings are there");
	must(rule->kind != FT_SYNC_USER || rule->settings.n,
	    "a user has settings");
	for (size_t s = rule->settings.first; s < end; s++)
		must(*map->setting[s].key && *map->setting[s].value &&
			 map->setting[s].value_at.column,
		    "a setting has a name, a value and a place");
	if (rule->account && rule->kind == FT_SYNC_GROUP)
		must(!strchr(rule->account, '*') || strchr(rule->name, '*'),
		    "* stands for something");
}

static void
look_at_words(const struct ft_sync_words *words)
{
	for (size_t i = 0; i < words->n; i++) {
		const char *text = words->item[i].text;
		const char *star = strchr(text, '*');

		must(*text && (!star || !strchr(star + 1, '*')),
		    "a pattern has one *");
		must(star || ft_sync_matches(text, text, NULL, NULL),
		    "a name is itself");
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_syncmap map;
	struct ft_error err = { 0 };

	ft_syncmap_init(&map, "fuzz");
	if (ft_mapfile_parse(&map, (const char *)data, size, &err) != FT_OK) {
		must_have_place(err.text);
	} else {
		for (size_t i = 0; i < map.n_rule; i++)
			look_at_rule(&map, i);
		look_at_words(&map.exclude);
		look_at_words(&map.nologin);
		must(
		    (map.leave == FT_LEAVE_MOVE) == (map.leave_to.text != NULL),
		    "leave move has an account");
	}
	ft_syncmap_free(&map);
	return 0;
}
