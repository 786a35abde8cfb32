#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "model/tree.h"

void
ft_names_init(struct ft_names *names)
{
	*names = (struct ft_names){ 0 };
}

void
ft_names_free(struct ft_names *names)
{
	ft_free(names->offset);
	ft_free(names->text);
	ft_names_init(names);
}

/* Make room for ID; offsets that are new are 0, "not loaded". */
static void
grow_offsets(struct ft_names *names, uint32_t id)
{
	size_t want = (size_t)id + 1, half = names->n_id + names->n_id / 2;

	if (want <= names->n_id)
		return;
	if (want < half)
		want = half;
	names->offset = ft_realloc(names->offset, want, sizeof *names->offset);
	memset(names->offset + names->n_id, 0,
	    (want - names->n_id) * sizeof *names->offset);
	names->n_id = want;
}

void
ft_names_put(struct ft_names *names, uint32_t id, const char *name, size_t len)
{
	grow_offsets(names, id);
	if (!names->len) {
		names->text = ft_vec_grow(names->text, &names->cap, 64, 1);
		names->text[names->len++] = '\0';
	}
	names->text =
	    ft_vec_grow(names->text, &names->cap, names->len + len + 1, 1);
	memcpy(names->text + names->len, name, len);
	names->text[names->len + len] = '\0';
	names->offset[id] = (uint32_t)names->len;
	names->len += len + 1;
}

const char *
ft_names_get(const struct ft_names *names, uint32_t id)
{
	if (id >= names->n_id || !names->offset[id])
		return NULL;
	return names->text + names->offset[id];
}

uint32_t
ft_names_find(const struct ft_names *names, const char *name)
{
	for (uint32_t id = 0; id < names->n_id; id++)
		if (names->offset[id] &&
		    !strcmp(names->text + names->offset[id], name))
			return id;
	return 0;
}

void
ft_names_set_init(struct ft_names_set *names)
{
	*names = (struct ft_names_set){ 0 };
}

void
ft_names_set_free(struct ft_names_set *names)
{
	ft_names_free(&names->account);
	ft_names_free(&names->user);
	ft_names_free(&names->partition);
}

const char *
ft_tree_account(
    const struct ft_tree *tree, const struct ft_names_set *names, uint32_t node)
{
	if (ft_tree_is_user(tree, node))
		node = tree->parent[node];
	return ft_names_get(&names->account, tree->who[node]);
}

const char *
ft_tree_user(
    const struct ft_tree *tree, const struct ft_names_set *names, uint32_t node)
{
	if (!ft_tree_is_user(tree, node))
		return NULL;
	return ft_names_get(&names->user, tree->who[node]);
}
