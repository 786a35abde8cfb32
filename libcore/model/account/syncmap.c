#include "model/account/syncmap.h"

const char *const ft_sync_members_names[FT_MEMBERS_KINDS] = { "all", "listed",
	"primary" };
const char *const ft_sync_leave_names[FT_LEAVE_KINDS] = { "delete", "zero",
	"keep", "move" };

void
ft_syncmap_init(struct ft_syncmap *map, const char *file)
{
	memset(map, 0, sizeof *map);
	map->file = ft_arena_strdup(&map->arena, file);
}

void
ft_syncmap_free(struct ft_syncmap *map)
{
	ft_free(map->exclude.item);
	ft_free(map->nologin.item);
	ft_free(map->rule);
	ft_free(map->setting);
	ft_arena_clear(&map->arena);
	memset(map, 0, sizeof *map);
}

struct ft_sync_rule *
ft_syncmap_add_rule(struct ft_syncmap *map, enum ft_sync_kind kind,
    const char *name, struct ft_sync_place at)
{
	struct ft_sync_rule *rule =
	    ft_vec_add(map->rule, map->n_rule, map->cap_rule);

	*rule = (struct ft_sync_rule){
		.kind = kind,
		.name = name,
		.at = at,
		.settings.first = map->n_setting,
	};
	return rule;
}

void
ft_syncmap_add_setting(
    struct ft_syncmap *map, const struct ft_sync_setting *setting)
{
	*ft_vec_add(map->setting, map->n_setting, map->cap_setting) = *setting;
	map->rule[map->n_rule - 1].settings.n++;
}

void
ft_sync_words_add(
    struct ft_sync_words *words, const char *text, struct ft_sync_place at)
{
	*ft_vec_add(words->item, words->n, words->cap) =
	    (struct ft_sync_word){ text, at };
}

bool
ft_sync_matches(
    const char *pattern, const char *name, const char **part, size_t *len)
{
	const char *star = strchr(pattern, '*');
	size_t head = star ? (size_t)(star - pattern) : strlen(pattern);
	size_t tail = star ? strlen(star + 1) : 0, size = strlen(name);

	if (size < head + tail || (!star && size != head) ||
	    strncasecmp(pattern, name, head) != 0 ||
	    (star && strcasecmp(star + 1, name + size - tail) != 0))
		return false;
	if (part)
		*part = name + head;
	if (len)
		*len = size - head - tail;
	return true;
}

bool
ft_sync_words_match(const struct ft_sync_words *words, const char *name)
{
	for (size_t i = 0; i < words->n; i++)
		if (ft_sync_matches(words->item[i].text, name, NULL, NULL))
			return true;
	return false;
}

/* ---- rosters ---------------------------------------------------------------- */

void
ft_roster_init(struct ft_roster *roster, const char *file)
{
	memset(roster, 0, sizeof *roster);
	roster->file = ft_arena_strdup(&roster->arena, file);
}

void
ft_roster_free(struct ft_roster *roster)
{
	ft_free(roster->row);
	ft_free(roster->setting);
	ft_arena_clear(&roster->arena);
	memset(roster, 0, sizeof *roster);
}

struct ft_roster_row *
ft_roster_add(struct ft_roster *roster)
{
	struct ft_roster_row *row =
	    ft_vec_add(roster->row, roster->n_row, roster->cap_row);

	*row = (struct ft_roster_row){
		.account = "", .user = "", .settings.first = roster->n_setting
	};
	return row;
}

void
ft_roster_add_setting(
    struct ft_roster *roster, const struct ft_sync_setting *setting)
{
	*ft_vec_add(roster->setting, roster->n_setting, roster->cap_setting) =
	    *setting;
	roster->row[roster->n_row - 1].settings.n++;
}
