#include "share/share.h"

#include "report/doc.h"

static void
tres(const struct share_table *table, uint32_t node, struct ft_doc *doc)
{
	struct ft_str str = { 0 };

	ft_doc_begin(doc, "tres");
	share_add_promised(table, node, 1, &str);
	ft_doc_tres(doc, "run_seconds", ft_str_text(&str));
	ft_str_clear(&str);
	share_add_limits(table, node, &str);
	ft_doc_tres(doc, "group_minutes", ft_str_text(&str));
	ft_str_clear(&str);
	share_add_tres_usage(table, node, 1, &str);
	ft_doc_tres(doc, "usage", ft_str_text(&str));
	ft_doc_end(doc);
	ft_str_free(&str);
}

static void
names(const struct share_table *table, uint32_t node, struct ft_doc *doc)
{
	const struct ft_tree *tree = table->data.tree;
	const struct ft_names_set *set = &table->names;
	uint32_t parent = tree->parent[node];
	bool user = ft_tree_is_user(tree, node);
	struct ft_str path = { 0 };
	const char *partition = tree->partition ? ft_names_get(&set->partition,
						      tree->partition[node])
						: NULL;

	ft_doc_u64(doc, "id", tree->id[node]);
	ft_doc_text(doc, "cluster", table->cluster);
	ft_doc_text(doc, "name",
	    user ? ft_tree_user(tree, set, node)
		 : ft_tree_account(tree, set, node));
	ft_doc_text(doc, "parent",
	    parent == FT_NODE_NONE ? "" : ft_tree_account(tree, set, parent));
	ft_doc_text(doc, "partition", partition ? partition : "");
	share_add_path(table, node, &path);
	ft_doc_text(doc, "path", path.data);
	ft_doc_u64(doc, "depth", ft_tree_depth(tree, node));
	ft_str_free(&path);
}

static void
element(const struct share_table *table, uint32_t node, struct ft_doc *doc)
{
	const struct ft_tree *tree = table->data.tree;
	bool user = ft_tree_is_user(tree, node);
	bool from_parent = tree->flags[node] & FT_NODE_PARENT;
	struct ft_share_values values;

	share_values(table, node, &values);
	ft_doc_begin(doc, NULL);
	names(table, node, doc);
	ft_doc_number(
	    doc, "shares_normalized", !table->basic, values.norm_shares);
	ft_doc_count(doc, "shares",
	    tree->parent[node] != FT_NODE_NONE && !from_parent, false,
	    tree->shares[node]);
	ft_doc_bool(doc, "shares_of_parent", from_parent);
	tres(table, node, doc);
	ft_doc_real(doc, "effective_usage", (double)values.effective_usage);
	ft_doc_number(doc, "usage_normalized", values.has_norm_usage,
	    (double)values.norm_usage);
	ft_doc_u64(doc, "usage", ft_real_u64(table->data.raw[node]));
	ft_doc_begin(doc, "fairshare");
	ft_doc_number(doc, "factor", values.has_factor, values.factor);
	ft_doc_number(
	    doc, "level", values.has_level_fs, (double)values.level_fs);
	ft_doc_end(doc);
	ft_doc_count(doc, "rank", values.rank > 0, false, values.rank);
	ft_doc_list(doc, "type", user ? "USER" : "ASSOCIATION");
	ft_doc_end(doc);
}

void
share_document(const struct share_table *table, struct ft_doc *doc)
{
	for (size_t i = 0; i < table->n; i++)
		element(table, table->row[i], doc);
}
