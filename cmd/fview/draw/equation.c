/* equation.c - the arithmetic of one node: S, U and their quotient. */

#include "fview/internal.h"

/* ---- the arithmetic of one node ------------------------------------------- */

/* "S  = 20/100 = 0.200000": the shares of NODE among those of its family. */
static void
shares_line(
    const struct fview_data *data, uint32_t node, struct fview_lines *lines)
{
	const struct ft_tree *tree = data->tree;
	uint32_t acct = tree->acct[data->film->family[node]];

	if (tree->flags[node] & FT_NODE_PARENT) {
		fview_line(lines, FVIEW_STYLE_NORMAL, 5,
		    "S  = parent: no number of its own");
		return;
	}
	fview_line(lines, FVIEW_STYLE_NORMAL, 5,
	    "S  = %" PRIu32 "/%" PRIu64 " = %s", tree->shares[node],
	    data->share.level_shares[acct],
	    fview_real_of(&lines->arena, (ft_real)data->film->shares[node]));
}

static void
usage_line(
    const struct fview_data *data, uint32_t node, struct fview_lines *lines)
{
	uint32_t family = data->film->family[node];
	struct ft_arena *arena = &lines->arena;
	const char *quotient = ft_arena_text(arena, "%s/%s",
	    fview_usage_of(arena, data->usage[node]),
	    fview_usage_of(arena, data->usage[family]));
	/* two numbers that would be broken off say less than the result */
	bool fits =
	    lines->cols == 0 || fview_text_width(quotient) + 5 <= lines->cols;

	fview_line(lines, FVIEW_STYLE_NORMAL, 5, "U  = %s%s%s%s",
	    fits ? quotient : "", fits ? " = " : "",
	    fview_real_of(arena, data->film->usage[node]),
	    data->usage[family] == 0 ? " (nobody used anything)" : "");
}

static void
parent_lines(
    const struct fview_data *data, uint32_t node, struct fview_lines *lines)
{
	const struct ft_tree *tree = data->tree;

	if (ft_tree_is_user(tree, node)) {
		fview_line(lines, FVIEW_STYLE_TITLE, 5, "LF = inf");
		fview_line(lines, FVIEW_STYLE_UNDER, 0,
		    "shares are `parent`: it stands first, as if it had used "
		    "nothing, and adds nothing to the sum");
		return;
	}
	fview_line(lines, FVIEW_STYLE_TITLE, 5, "LF = none");
	fview_line(lines, FVIEW_STYLE_NOTE, 0,
	    "shares are `parent`: its children compete one level higher, "
	    "none is left to be compared inside");
}

void
fview_add_equation(
    const struct fview_data *data, uint32_t node, struct fview_lines *lines)
{
	ft_real level_fs = data->film->level_fs[node];
	const char *real = fview_real_of(&lines->arena, level_fs);

	shares_line(data, node, lines);
	usage_line(data, node, lines);
	if (data->tree->flags[node] & FT_NODE_PARENT) {
		parent_lines(data, node, lines);
		return;
	}
	if (level_fs == 0)
		/* shares of 0 are tested before usage of 0, so this is never 0/0 */
		fview_line(
		    lines, FVIEW_STYLE_TITLE, 5, "LF = %s (S is 0)", real);
	else
		fview_line(lines, FVIEW_STYLE_TITLE, 5, "LF = S/U = %s%s", real,
		    level_fs == (ft_real)INFINITY ? " (U is 0)" : "");
	fview_line(lines, level_fs < 1 ? FVIEW_STYLE_OVER : FVIEW_STYLE_UNDER,
	    0, "%s", fview_served(&lines->arena, level_fs));
}

/* S and U as bars on one scale, to show who used more than its share. */
void
fview_add_bars(
    const struct fview_data *data, uint32_t node, struct fview_lines *lines)
{
	const struct fview_film *film = data->film;
	ft_real part[2] = { (ft_real)film->shares[node], film->usage[node] };
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (data->tree->flags[node] & FT_NODE_PARENT || lines->cols < 12)
		return;
	for (int i = 0; i < 2; i++) {
		ft_str_clear(&str);
		ft_str_add(&str, i ? "U " : "S ");
		fview_add_bar(&str, part[i], lines->cols - 3);
		fview_line(lines,
		    !i                  ? FVIEW_STYLE_BAR
		    : part[1] > part[0] ? FVIEW_STYLE_OVER
					: FVIEW_STYLE_UNDER,
		    0, "%s", str.data);
	}
}
