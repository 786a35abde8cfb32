/* page.c - what is explained, as a page: sentences with their arithmetic. */

#include "report/explain/private.h"

#define SHARES_WIDTH 11

/* ---- cells ---------------------------------------------------------------- */

static void
name_cell(const struct ft_explain *explain, uint32_t node, size_t depth,
    struct ft_page *page)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (!page->options.markdown)
		ft_str_add_indent(&str, depth, 1);
	ft_str_add(&str, ft_explain_name(explain, node));
	ft_page_cell(page, ft_str_text(&str));
}

/* "10/100"; "parent"; only the shares where both would be too wide. */
static void
shares_cell(
    const struct ft_explain *explain, uint32_t node, struct ft_page *page)
{
	const char *shares = ft_explain_shares(explain, node);
	const char *both = ft_arena_text(explain->texts, "%s/%" PRIu64, shares,
	    ft_explain_level_shares(explain, node));
	bool narrow = strlen(both) <= SHARES_WIDTH;

	ft_page_cell(page,
	    narrow && !(explain->tree->flags[node] & FT_NODE_PARENT) ? both
								     : shares);
}

static void
usage_cell(
    const struct ft_explain *explain, uint32_t node, struct ft_page *page)
{
	if (ft_explain_may(explain, node))
		ft_page_cellf(
		    page, "%" PRIu64, ft_real_u64(explain->input->usage[node]));
	else
		ft_page_cell(page, "-");
}

/* A row with nothing but the usage, of which the rows below it are parts. */
static void
whole_row(const struct ft_explain *explain, uint32_t node, size_t columns,
    size_t usage, struct ft_page *page)
{
	ft_page_cell(page, ft_explain_name(explain, node));
	for (size_t i = 1; i < columns; i++) {
		if (i == usage)
			usage_cell(explain, node, page);
		else
			ft_page_cell(page, "");
	}
}

/* ---- the way through the tree --------------------------------------------- */

/* The deciding number first: LF, then what it is made of. */
static const char *const walk_header[] = { "<", ">LevelFS", ">Place", ">S",
	">U", ">RawShares", ">RawUsage" };
enum { WALK_USAGE = 6, WALK_COLUMNS };

/* One row but for the name. */
static void
step_cells(const struct ft_explain *explain, const struct ft_explain_step *step,
    struct ft_page *page)
{
	bool may = ft_explain_may(explain, step->node);

	ft_page_cell(page,
	    may ? ft_explain_level(explain, step->level_fs, FT_EXPLAIN_DIGITS)
		: "-");
	ft_page_cellf(
	    page, "%" PRIu32 " of %" PRIu32, step->place, step->count);
	ft_page_cellf(page, "%.6f", step->shares);
	ft_page_cellf(page, may ? "%.6Lf" : "-", step->usage);
	shares_cell(explain, step->node, page);
	usage_cell(explain, step->node, page);
}

static void
walk_table(const struct ft_explain *explain, const struct ft_explain_path *path,
    struct ft_page *page)
{
	ft_page_table(page, walk_header, WALK_COLUMNS);
	whole_row(explain, 0, WALK_COLUMNS, WALK_USAGE, page);
	for (size_t i = 0; i < path->n; i++) {
		name_cell(explain, path->step[i].node, i + 1, page);
		step_cells(explain, &path->step[i], page);
	}
	ft_page_table_end(page);
}

/* ---- the formulas --------------------------------------------------------- */

static void
classic_table(const struct ft_explain *explain,
    const struct ft_explain_path *path, struct ft_page *page)
{
	static const char *const header[] = { "<", ">FairShare",
		">EffectvUsage", ">S", ">RawShares", ">RawUsage" };
	struct ft_share_values values;

	ft_page_table(page, header, FT_COUNT(header));
	whole_row(explain, 0, FT_COUNT(header), FT_COUNT(header) - 1, page);
	for (size_t i = 0; i < path->n; i++) {
		uint32_t node = path->step[i].node;
		bool may = ft_explain_may(explain, node);

		ft_share_values_of(
		    explain->input, explain->share, node, &values);
		name_cell(explain, node, i + 1, page);
		ft_page_cellf(page, may && values.has_factor ? "%.6f" : "-",
		    values.factor);
		ft_page_cellf(
		    page, may ? "%.6Lf" : "-", values.effective_usage);
		ft_page_cellf(page, "%.6f", values.norm_shares);
		shares_cell(explain, node, page);
		usage_cell(explain, node, page);
	}
	ft_page_table_end(page);
}

static void
level_table(const struct ft_explain *explain,
    const struct ft_explain_path *path, struct ft_page *page)
{
	static const char *const header[] = { "<", ">Level", ">2^-(U/S)",
		">Bits", ">RawShares", ">RawUsage" };

	ft_page_table(page, header, FT_COUNT(header));
	whole_row(explain, 0, FT_COUNT(header), FT_COUNT(header) - 1, page);
	for (size_t i = 0; i < path->n; i++) {
		uint32_t node = path->step[i].node;
		bool may = ft_explain_may(explain, node);
		uint64_t bits = 0;
		double part = 0;
		bool counts = ft_explain_bucket(explain, i, node, &bits, &part);

		name_cell(explain, node, i + 1, page);
		ft_page_cellf(page, "%zu", i + 1);
		ft_page_cellf(page,
		    !counts ? "does not count"
		    : may   ? "%.6f"
			    : "-",
		    part);
		ft_page_cellf(page, may && counts ? "0x%" PRIx64 : "-", bits);
		shares_cell(explain, node, page);
		usage_cell(explain, node, page);
	}
	ft_page_table_end(page);
}

static void
path_table(const struct ft_explain *explain, const struct ft_explain_path *path,
    struct ft_page *page)
{
	if (ft_explain_is_walk(explain))
		walk_table(explain, path, page);
	else if (explain->share->bucket)
		level_table(explain, path, page);
	else
		classic_table(explain, path, page);
}

/* ---- two users ------------------------------------------------------------ */

/* The two siblings that decide, the one ahead first. */
static void
siblings_table(const struct ft_explain *explain, struct ft_page *page)
{
	const struct ft_tree *tree = explain->tree;
	size_t at = ft_explain_decided(explain);
	bool tied;
	size_t ahead = ft_explain_ahead(explain, &tied);
	uint32_t above = FT_NODE_NONE;

	ft_page_table(page, walk_header, WALK_COLUMNS);
	for (size_t i = 0; i < 2; i++) {
		const struct ft_explain_step *step =
		    &explain->path[i ? 1 - ahead : ahead].step[at];
		uint32_t parent = ft_tree_fs_parent(tree, step->node);

		/* two, if tied accounts are ranked as one */
		if (parent != above)
			whole_row(
			    explain, parent, WALK_COLUMNS, WALK_USAGE, page);
		above = parent;
		name_cell(explain, step->node, 1, page);
		step_cells(explain, step, page);
	}
	ft_page_table_end(page);
}

/* "root > science > chem > bob" */
static void
add_way(const struct ft_explain *explain, const struct ft_explain_path *path,
    struct ft_str *str)
{
	ft_str_add(str, ft_explain_name(explain, 0));
	for (size_t i = 0; i < path->n; i++)
		ft_str_addf(
		    str, " > %s", ft_explain_name(explain, path->step[i].node));
}

static void
ways_table(const struct ft_explain *explain, struct ft_page *page)
{
	static const char *const header[] = { "<Path", ">Place", ">FairShare" };
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	ft_page_table(page, header, 3);
	for (size_t i = 0; i < explain->n_path; i++) {
		const struct ft_explain_path *path = &explain->path[i];

		ft_str_clear(&str);
		add_way(explain, path, &str);
		ft_page_cell(page, ft_str_text(&str));
		ft_page_cellf(page, "%" PRIu32 " of %" PRIu32, path->place,
		    explain->users);
		ft_page_cellf(page, "%.6f", explain->share->factor[path->user]);
	}
	ft_page_table_end(page);
}

static void
change_section(
    const struct ft_explain *explain, struct ft_page *page, struct ft_str *str)
{
	const struct ft_explain_path *path;
	uint32_t node;
	bool tied;

	if (!ft_explain_is_walk(explain))
		return;
	path = &explain->path[1 - ft_explain_ahead(explain, &tied)];
	node = path->step[ft_explain_decided(explain)].node;
	ft_page_head(page, "What would change it");
	ft_explain_add_flip(explain, true, str);
	ft_page_take_item(page, str);
	if (!ft_tree_is_user(explain->tree, node)) {
		ft_explain_add_inside(explain, node, str);
		ft_page_take_item(page, str);
	}
	ft_explain_add_outlook(explain, str);
	ft_page_take_item(page, str);
}

static void
pair_page(
    const struct ft_explain *explain, struct ft_page *page, struct ft_str *str)
{
	ft_explain_add_pair(explain, str);
	ft_page_take_text(page, str);
	ways_table(explain, page);
	if (ft_explain_is_walk(explain)) {
		ft_page_head(page, "Where it is decided");
		siblings_table(explain, page);
	} else {
		for (size_t i = 0; i < 2; i++)
			path_table(explain, &explain->path[i], page);
	}
	change_section(explain, page, str);
	if (!ft_explain_is_walk(explain)) {
		ft_explain_add_outlook(explain, str);
		ft_page_take_text(page, str);
	}
}

/* ---- one user ------------------------------------------------------------- */

static void
usage_section(
    const struct ft_explain *explain, struct ft_page *page, struct ft_str *str)
{
	const struct ft_explain_path *path = &explain->path[0];
	const struct ft_tree *tree = explain->tree;
	struct ft_explain_below *below =
	    ft_explain_below_new(explain, path->user);
	bool any = false; /* no usage: there is nothing to say */

	for (uint32_t node = ft_tree_is_user(tree, path->user)
				 ? tree->parent[path->user]
				 : path->user;
	     node; node = tree->parent[node]) {
		ft_explain_add_usage(below, node, str);
		if (str->len && !any)
			ft_page_head(page, "Who used how much");
		any |= str->len > 0;
		ft_page_take_item(page, str);
	}
	ft_explain_below_free(below);
}

/* Returns how many ways there are to pass the next on some level. */
static size_t
next_section(
    const struct ft_explain *explain, struct ft_page *page, struct ft_str *str)
{
	const struct ft_explain_path *path = &explain->path[0];
	size_t n = 0;

	for (size_t i = 0; i < path->n; i++) {
		ft_explain_add_next(explain, path, i, str);
		ft_explain_add_next_command(explain, path, i, str);
		if (str->len && n++ == 0)
			ft_page_head(page, "What would change it");
		ft_page_take_item(page, str);
	}
	return n;
}

static void
user_page(
    const struct ft_explain *explain, struct ft_page *page, struct ft_str *str)
{
	const struct ft_explain_path *path = &explain->path[0];
	bool user = ft_tree_is_user(explain->tree, path->user);

	ft_explain_add_standing(explain, path, str);
	ft_page_take_text(page, str);
	if (path->n)
		path_table(explain, path, page);
	if (user)
		ft_explain_add_place(explain, path, str);
	ft_page_take_text(page, str);
	for (size_t i = 0; i < path->n; i++) {
		ft_explain_add_ahead(explain, path, i, str);
		ft_page_take_item(page, str);
	}
	for (size_t i = 0; i < path->n; i++) {
		ft_explain_add_tie(explain, path, i, str);
		ft_page_take_item(page, str);
	}
	/* not everybody may see what others used */
	if (!explain->self && path->n && explain->tree->parent[path->user])
		usage_section(explain, page, str);
	if (next_section(explain, page, str) == 0 && user)
		ft_page_head(page, "What would change it");
	if (user)
		ft_explain_add_outlook(explain, str);
	ft_page_take_item(page, str);
}

void
ft_explain_page(
    const struct ft_explain *explain, bool legend, struct ft_page *page)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	const char *const *line = ft_explain_legend(explain->algo);

	if (explain->n_path == 1)
		user_page(explain, page, &str);
	else
		pair_page(explain, page, &str);
	ft_explain_add_rule(explain, &str);
	ft_page_take_text(page, &str);
	if (!legend)
		return;
	ft_explain_add_order(explain, &str);
	ft_page_take_text(page, &str);
	ft_page_head(page, "What the columns mean");
	for (; *line; line++)
		ft_page_item(page, *line);
}
