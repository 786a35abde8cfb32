#include "admin/admin.h"
#include "admin/internal.h"

/* ---- the actor ---- */

enum ft_status
ft_admin_relookup(struct ft_admin *admin, struct ft_error *err)
{
	struct ft_admin_lookup *lookup = &admin->lookup;

	FT_TRY(ft_list_treses(
	    admin->reg, FT_NO_OWNER, &lookup->tres.item, &lookup->tres.n, err));
	return ft_list_qoses(
	    admin->reg, FT_NO_OWNER, &lookup->qos, &lookup->n_qos, err);
}

enum ft_status
ft_admin_new(struct ft_admin **out, struct ft_registry *registry,
    const char *actor, bool super, struct ft_error *err)
{
	struct ft_admin *admin = ft_calloc(1, sizeof *admin);
	enum ft_status status;

	admin->reg = registry;
	admin->actor.name = ft_arena_strdup(&admin->arena, actor);
	status = ft_admin_relookup(admin, err);
	if (status == FT_OK)
		status = ft_right_actor(registry, super, &admin->actor, err);
	if (status != FT_OK) {
		ft_admin_free(admin);
		return status;
	}
	*out = admin;
	return FT_OK;
}

void
ft_admin_free(struct ft_admin *admin)
{
	if (admin == NULL)
		return;
	ft_idmap_free(&admin->coord);
	ft_idmap_free(&admin->run);
	ft_idmap_free(&admin->used);
	ft_idvec_free(&admin->user_name);
	ft_arena_clear(&admin->notes.arena);
	ft_free(admin->notes.item);
	ft_arena_clear(&admin->arena);
	ft_free(admin);
}

void
ft_admin_set_slurm(struct ft_admin *admin, bool slurm, enum ft_release release,
    enum ft_siblings collation)
{
	admin->collation = collation;
	admin->release = release;
	admin->lookup.release = release;
	admin->slurm = slurm;
	admin->lookup.lenient = slurm;
}

const struct ft_admin_lookup *
ft_admin_lookup(const struct ft_admin *admin)
{
	return &admin->lookup;
}

/* ---- results ---- */

void
ft_admin_result_init(struct ft_admin_result *result)
{
	*result = (struct ft_admin_result){ 0 };
}

void
ft_admin_result_free(struct ft_admin_result *result)
{
	ft_free(result->item);
	*result = (struct ft_admin_result){ 0 };
}

size_t
ft_admin_count(const struct ft_admin_result *result, enum ft_admin_did did,
    enum ft_entity entity)
{
	size_t n = 0, at = 0;

	while (ft_admin_next(result, did, entity, &at))
		n++;
	return n;
}

const struct ft_admin_item *
ft_admin_next(const struct ft_admin_result *result, enum ft_admin_did did,
    enum ft_entity entity, size_t *at)
{
	while (*at < result->n) {
		const struct ft_admin_item *item = &result->item[(*at)++];

		if (item->did == did && item->entity == entity)
			return item;
	}
	return NULL;
}

/* ---- names ---- */

void
ft_admin_where_init(struct ft_admin_where *where)
{
	*where = (struct ft_admin_where){ 0 };
}

void
ft_admin_where_free(struct ft_admin_where *where)
{
	for (int i = 0; i < FT_KEYS; i++) {
		ft_free(where->key[i].item);
		ft_map_clear(&where->key[i].at);
	}
	*where = (struct ft_admin_where){ 0 };
}

#define MANY 32 /* longer lists of names get a map */

static size_t
find_name(const struct ft_admin_names *names, const char *name)
{
	uint64_t at;

	if (names->at.n)
		return ft_map_get(&names->at, name, &at) ? (size_t)at
							 : SIZE_MAX;
	for (size_t i = 0; i < names->n; i++)
		if (strcmp(names->item[i], name) == 0)
			return i;
	return SIZE_MAX;
}

bool
ft_admin_names_has(const struct ft_admin_names *names, const char *name)
{
	return find_name(names, name) != SIZE_MAX;
}

void
ft_admin_names_add(struct ft_admin_names *names, const char *name)
{
	size_t at = find_name(names, name);

	if (at != SIZE_MAX) {
		memmove(names->item + at, names->item + at + 1,
		    (names->n - at - 1) * sizeof *names->item);
		names->n--;
		ft_map_clear(&names->at);
	}
	*ft_vec_add(names->item, names->n, names->cap) = name;
	names->given = true;
	if (names->n < MANY)
		return;
	for (size_t i = names->at.n; i < names->n; i++)
		ft_map_put(&names->at, names->item[i], i);
}

static bool
contains(const char *text, const char *word)
{
	for (; *text; text++)
		if (strncasecmp(text, word, strlen(word)) == 0)
			return true;
	return false;
}

const char *
ft_admin_classification(const char *text)
{
	static const struct {
		const char *word, *name; /* the name without its star */
	} kinds[] = {
		{ "capac", "*Capacity" },
		{ "capab", "*Capability" },
		{ "capap", "*Capapacity" },
	};
	bool classified = strchr(text, '*') != NULL;

	for (size_t i = 0; i < FT_COUNT(kinds); i++)
		if (contains(text, kinds[i].word))
			return kinds[i].name + !classified;
	return "";
}

enum ft_admin_level
ft_admin_level_find(const char *text)
{
	switch (*text | 0x20) {
	case 'n':
		return FT_ADMIN_NONE;
	case 'o':
		return FT_ADMIN_OPERATOR;
	case 'a':
	case 's':
		return FT_ADMIN_ADMINISTRATOR;
	}
	return FT_ADMIN_NOTSET;
}
