/* names.c - the names of the accounts, users and partitions of a tree. */

#include "model/tree/tree.h"

void
ft_names_free(struct ft_names *names)
{
	ft_idmap_free(&names->at);
	ft_free(names->item);
	ft_free(names->text);
	*names = (struct ft_names){ 0 };
}

void
ft_names_put(struct ft_names *names, uint32_t id, const char *name, size_t len)
{
	uint32_t i = ft_idmap_add(&names->at, id);

	if (names->at.n > names->cap_item)
		names->item = ft_vec_grow(names->item, &names->cap_item,
		    names->at.n, sizeof *names->item);
	names->item[i] = (struct ft_name){ names->len, id };
	if (names->len + len >= names->cap)
		names->text = ft_vec_grow(
		    names->text, &names->cap, names->len + len + 1, 1);
	memcpy(names->text + names->len, name, len);
	names->text[names->len + len] = '\0';
	names->len += len + 1;
}

const char *
ft_names_get(const struct ft_names *names, uint32_t id)
{
	uint32_t i = ft_idmap_get(&names->at, id);

	return i == FT_IDMAP_NONE ? NULL : names->text + names->item[i].offset;
}

uint32_t
ft_names_find(const struct ft_names *names, const char *name)
{
	for (uint32_t i = 0; i < names->at.n; i++)
		if (!strcmp(names->text + names->item[i].offset, name))
			return names->item[i].id;
	return 0;
}

void
ft_names_set_free(struct ft_names_set *names)
{
	ft_names_free(&names->account);
	ft_names_free(&names->user);
	ft_names_free(&names->partition);
}

static void
add_missing(struct ft_names *names, const struct ft_names *from)
{
	for (uint32_t i = 0; i < from->at.n; i++) {
		const char *name = from->text + from->item[i].offset;

		if (!ft_names_get(names, from->item[i].id))
			ft_names_put(
			    names, from->item[i].id, name, strlen(name));
	}
}

void
ft_names_set_add(struct ft_names_set *names, const struct ft_names_set *from)
{
	add_missing(&names->account, &from->account);
	add_missing(&names->user, &from->user);
	add_missing(&names->partition, &from->partition);
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

bool
ft_tree_is_root_user(
    const struct ft_tree *tree, const struct ft_names_set *names, uint32_t node)
{
	const char *user = ft_tree_user(tree, names, node);

	return user && tree->parent[node] == 0 && strcmp(user, "root") == 0;
}

const char *
ft_tree_partition(
    const struct ft_tree *tree, const struct ft_names_set *names, uint32_t node)
{
	if (!tree->partition || !tree->partition[node])
		return NULL;
	return ft_names_get(&names->partition, tree->partition[node]);
}

void
ft_tree_add_name(const struct ft_tree *tree, const struct ft_names_set *names,
    uint32_t node, struct ft_str *str)
{
	const char *user = ft_tree_user(tree, names, node);
	const char *account = ft_tree_account(tree, names, node);
	const char *partition = ft_tree_partition(tree, names, node);

	if (ft_tree_is_user(tree, node)) {
		ft_str_add(str, user ? user : "");
		ft_str_add_char(str, '@');
	}
	ft_str_add(str, account ? account : "");
	if (partition)
		ft_str_addf(str, ":%s", partition);
}

const char *
ft_tree_name(struct ft_arena *arena, const struct ft_tree *tree,
    const struct ft_names_set *names, uint32_t node)
{
	struct ft_str str = { 0 };

	ft_tree_add_name(tree, names, node, &str);
	return ft_arena_take(arena, &str);
}

void
ft_tree_add_path(const struct ft_tree *tree, const struct ft_names_set *names,
    uint32_t node, struct ft_str *str)
{
	uint32_t depth = ft_tree_depth(tree, node), n = depth + 1;
	uint32_t *above = ft_alloc(n * sizeof *above);

	for (uint32_t i = n; i > 0 && i--; node = tree->parent[node])
		above[i] = node;
	for (uint32_t i = 0; i < n; i++) {
		const char *name = ft_tree_is_user(tree, above[i])
				       ? ft_tree_user(tree, names, above[i])
				       : ft_tree_account(tree, names, above[i]);

		if (i > 0)
			ft_str_add_char(str, '/');
		ft_str_add(str, name ? name : "");
	}
	ft_free(above);
}
