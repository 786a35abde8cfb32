/* Workload keys and resources: told, but left out of the commands. */
#include "admin/step_int.h"

#include "base/hash.h"
#include "base/map.h"

/* What differs is put by name; what is left of the old ones has gone. */
struct told {
	struct ft_step_diff *diff;
	struct ft_map old;
	struct ft_str text;
};

static void
push(struct told *told, enum ft_step_op op, enum ft_entity entity,
    const char *name)
{
	struct ft_step step = { .op = op, .entity = entity, .name = name };

	ft_step_push(told->diff, &step);
}

/* VALUE tells states of the same thing apart. */
static void
put_new(struct told *told, enum ft_entity entity, uint64_t value)
{
	const char *name = ft_str_text(&told->text);
	uint64_t was;

	if (!ft_map_get(&told->old, name, &was))
		push(told, FT_STEP_ADD, entity, name);
	else if (was != value)
		push(told, FT_STEP_CHANGE, entity, name);
	ft_map_put(&told->old, name, UINT64_MAX);
}

static void
push_gone(struct told *told, enum ft_entity entity)
{
	const struct ft_map_entry *entry = NULL;

	while ((entry = ft_map_next(&told->old, entry)))
		if (ft_map_value(entry) != UINT64_MAX)
			push(told, FT_STEP_DELETE, entity, ft_map_key(entry));
	ft_map_clear(&told->old);
}

/* ---- wckeys ---- */

/* "key of user on cluster"; false if one of them is not there. */
static bool
wckey_name(const struct ft_book *book, uint32_t i, struct ft_str *str)
{
	const struct ft_wckey *wckey = &book->wckey[i];
	const struct ft_assoc assoc = { .cluster = wckey->cluster,
		.user = wckey->user };

	ft_str_clear(str);
	if (wckey->deleted || !*ft_step_user_name(book, &assoc) ||
	    !*ft_step_cluster_name(book, &assoc))
		return false;
	ft_str_addf(str, "%s of %s on %s", wckey->name,
	    ft_step_user_name(book, &assoc),
	    ft_step_cluster_name(book, &assoc));
	return true;
}

static void
wckeys(struct told *told)
{
	const struct ft_step_diff *diff = told->diff;

	for (uint32_t i = 0; i < diff->before->n_wckey; i++)
		if (wckey_name(diff->before, i, &told->text))
			ft_map_put(&told->old, ft_str_text(&told->text), 0);
	for (uint32_t i = 0; i < diff->after->n_wckey; i++)
		if (wckey_name(diff->after, i, &told->text))
			put_new(told, FT_ENTITY_WCKEY, 0);
	push_gone(told, FT_ENTITY_WCKEY);
}

/* ---- resources ---- */

static void
mix_number(uint64_t *hash, uint32_t number)
{
	char text[16];
	int len = snprintf(text, sizeof text, "%" PRIu32 " ", number);

	*hash = ft_hash(*hash, text, (size_t)len);
}

/* A number for all that can be said of RESOURCE. */
static uint64_t
resource_value(const struct ft_book *book, const struct ft_resource *resource)
{
	uint64_t hash = FT_HASH;

	mix_number(&hash, resource->type);
	mix_number(&hash, resource->flags);
	mix_number(&hash, resource->count);
	hash = ft_hash(
	    hash, resource->server_type, strlen(resource->server_type) + 1);
	hash = ft_hash(
	    hash, resource->description, strlen(resource->description) + 1);
	for (size_t i = 0; i < book->n_resource_share; i++) {
		const struct ft_resource_share *share =
		    &book->resource_share[i];
		const struct ft_assoc assoc = { .cluster = share->cluster };
		const char *cluster = ft_step_cluster_name(book, &assoc);

		if (share->resource != resource->id)
			continue;
		hash = ft_hash(hash, cluster, strlen(cluster) + 1);
		mix_number(&hash, share->allowed);
	}
	return hash >> 1; /* never UINT64_MAX */
}

static bool
resource_name(const struct ft_book *book, uint32_t i, struct ft_str *str)
{
	const struct ft_resource *resource = &book->resource[i];

	ft_str_clear(str);
	ft_str_addf(str, "%s@%s", resource->name, resource->server);
	return !resource->deleted;
}

static void
resources(struct told *told)
{
	const struct ft_book *before = told->diff->before;
	const struct ft_book *after = told->diff->after;

	for (uint32_t i = 0; i < before->n_resource; i++)
		if (resource_name(before, i, &told->text))
			ft_map_put(&told->old, ft_str_text(&told->text),
			    resource_value(before, &before->resource[i]));
	for (uint32_t i = 0; i < after->n_resource; i++)
		if (resource_name(after, i, &told->text))
			put_new(told, FT_ENTITY_RESOURCE,
			    resource_value(after, &after->resource[i]));
	push_gone(told, FT_ENTITY_RESOURCE);
}

void
ft_step_others(struct ft_step_diff *diff)
{
	struct told told = { .diff = diff };

	wckeys(&told);
	resources(&told);
	ft_str_free(&told.text);
	ft_map_clear(&told.old);
}
