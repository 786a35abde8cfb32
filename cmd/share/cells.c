#include <math.h>
#include <string.h>

#include "share/share.h"

void
share_values(const struct share_table *table, uint32_t node,
    struct ft_share_values *values)
{
	bool user = ft_tree_is_user(table->data.tree, node);

	if (!table->basic) {
		ft_share_values_of(
		    &table->data.input, &table->data.share, node, values);
		return;
	}
	/* Without the multifactor plugin nobody computes anything. */
	*values = (struct ft_share_values){
		.has_level_fs =
		    !(table->data.tree->flags[node] & FT_NODE_PARENT),
		.has_factor = user,
	};
}

void
share_add_path(
    const struct share_table *table, uint32_t node, struct ft_str *str)
{
	ft_tree_add_path(table->data.tree, &table->names, node, str);
}

/* Returns the first limit of association ID, NULL if there is none. */
static const struct ft_limit *
first_limit(const struct share_table *table, uint32_t id)
{
	size_t low = 0, high = table->n_limit;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (table->limit[middle].owner < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < table->n_limit && table->limit[low].owner == id
		   ? &table->limit[low]
		   : NULL;
}

void
share_add_limits(
    const struct share_table *table, uint32_t node, struct ft_str *str)
{
	uint32_t id = table->data.tree->id[node];
	const struct ft_limit *limit = first_limit(table, id);
	size_t start = str->len;

	if (!limit)
		return;
	for (const struct ft_limit *end = table->limit + table->n_limit;
	     limit < end && limit->owner == id; limit++) {
		const struct ft_tres *tres =
		    ft_tres_get(&table->tres, limit->tres);

		if (!tres)
			continue;
		if (str->len > start)
			ft_str_add_char(str, ',');
		ft_tres_add_name(str, tres);
		ft_str_add_char(str, '=');
		ft_format_u64(str, limit->value);
	}
}

/* COUNT is [tres.n][tree.n]; NULL: all are 0. */
static void
add_counts(const struct share_table *table, const uint64_t *count,
    uint32_t node, uint64_t divisor, struct ft_str *str)
{
	for (size_t i = 0; i < table->tres.n; i++) {
		if (i > 0)
			ft_str_add_char(str, ',');
		ft_tres_add_name(str, &table->tres.item[i]);
		ft_str_add_char(str, '=');
		ft_format_u64(
		    str, count ? count[i * table->data.tree->n + node] / divisor
			       : 0);
	}
}

void
share_add_tres_usage(const struct share_table *table, uint32_t node,
    uint64_t divisor, struct ft_str *str)
{
	add_counts(table, table->tres_usage, node, divisor, str);
}

void
share_add_promised(const struct share_table *table, uint32_t node,
    uint64_t divisor, struct ft_str *str)
{
	add_counts(table, table->promised, node, divisor, str);
}

/*
 * Slurm's daemon sends reals as double x 1e6 and sshare divides again: of
 * large numbers the last digits shown differ from those computed.  Formats for
 * machines of our own get the number itself.
 */
static double
as_sent(const struct share_table *table, ft_real number)
{
	double sent = (double)number;

	if (table->args->format == FT_FORMAT_CSV)
		return sent;
	sent *= 1e6;
	return sent / 1e6;
}

static void
real_or_blank(const struct share_table *table, struct ft_table *out, bool set,
    ft_real number)
{
	if (set)
		ft_table_real(out, as_sent(table, number));
	else
		ft_table_unset(out);
}

static void
raw_shares(const struct share_table *table, uint32_t node, struct ft_table *out)
{
	const struct ft_tree *tree = table->data.tree;

	if (tree->parent[node] == FT_NODE_NONE)
		ft_table_unset(out);
	else if (tree->flags[node] & FT_NODE_PARENT)
		ft_table_text_n(out, "parent", 6);
	else
		ft_table_u64(out, tree->shares[node]);
}

static void
level_fs(const struct share_table *table, const struct ft_share_values *values,
    struct ft_table *out)
{
	if (values->has_level_fs)
		ft_table_style(
		    out, values->level_fs < 1 ? FT_STYLE_BAD : FT_STYLE_GOOD);
	real_or_blank(table, out, values->has_level_fs, values->level_fs);
}

static void
built_text(const struct share_table *table, uint32_t node, int field,
    struct ft_table *out)
{
	struct ft_str str = { 0 };

	if (field == SHARE_PATH)
		share_add_path(table, node, &str);
	else if (field == SHARE_GRP_TRES_MINS)
		share_add_limits(table, node, &str);
	else if (field == SHARE_TRES_RUN_MINS)
		share_add_promised(table, node, 60, &str);
	else
		share_add_tres_usage(table, node, 60, &str);
	ft_table_text_n(out, ft_str_text(&str), str.len);
	ft_str_free(&str);
}

/* Every field but SHARE_ACCOUNT, which depends on the format. */
void
share_cell(const struct share_table *table, uint32_t node,
    const struct ft_share_values *values, int field, struct ft_table *out)
{
	const struct ft_tree *tree = table->data.tree;
	const struct ft_names_set *names = &table->names;
	uint32_t parent = tree->parent[node];

	switch ((enum share_field)field) {
	case SHARE_ACCOUNT:
		ft_table_text(out, ft_tree_account(tree, names, node));
		break;
	case SHARE_CLUSTER:
		ft_table_text(out, table->cluster);
		break;
	case SHARE_EFFECTIVE_USAGE:
		real_or_blank(table, out, true, values->effective_usage);
		break;
	case SHARE_FAIR_SHARE:
		real_or_blank(
		    table, out, values->has_factor, (ft_real)values->factor);
		break;
	case SHARE_ID:
		ft_table_u64(out, tree->id[node]);
		break;
	case SHARE_LEVEL_FS:
		level_fs(table, values, out);
		break;
	case SHARE_NORM_SHARES:
		real_or_blank(
		    table, out, !table->basic, (ft_real)values->norm_shares);
		break;
	case SHARE_NORM_USAGE:
		real_or_blank(
		    table, out, values->has_norm_usage, values->norm_usage);
		break;
	case SHARE_PARTITION:
		ft_table_text(out,
		    tree->partition
			? ft_names_get(&names->partition, tree->partition[node])
			: NULL);
		break;
	case SHARE_RAW_SHARES:
		raw_shares(table, node, out);
		break;
	case SHARE_RAW_USAGE:
		ft_table_u64(out, ft_real_u64(table->data.raw[node]));
		break;
	case SHARE_USER:
		ft_table_text(out, ft_tree_user(tree, names, node));
		break;
	case SHARE_PARENT:
		ft_table_text(out, parent != FT_NODE_NONE
				       ? ft_tree_account(tree, names, parent)
				       : NULL);
		break;
	case SHARE_DEPTH:
		ft_table_u64(out, ft_tree_depth(tree, node));
		break;
	case SHARE_RANK:
		if (values->rank > 0)
			ft_table_u64(out, values->rank);
		else
			ft_table_unset(out);
		break;
	case SHARE_GRP_TRES_MINS:
		if (table->n_limit == 0) {
			ft_table_unset(out);
			break;
		}
		built_text(table, node, field, out);
		break;
	case SHARE_GRP_TRES_RAW:
	case SHARE_TRES_RUN_MINS:
	case SHARE_PATH:
		built_text(table, node, field, out);
		break;
	case SHARE_FIELDS:
		break;
	}
}
