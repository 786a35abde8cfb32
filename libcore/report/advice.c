#include "report/advice.h"

#include "report/diff.h"

static void
add_name(const struct ft_advice *advice, uint32_t node, struct ft_str *str)
{
	ft_diff_add_name(advice->tree, advice->names, node, str);
}

/* "3 users" */
static void
add_users(uint32_t n, struct ft_str *str)
{
	ft_str_addf(str, "%" PRIu32 " user%s", n, n == 1 ? "" : "s");
}

/* ---- one option ----------------------------------------------------------- */

static void
add_found(const struct ft_advice *advice, const struct ft_solve *solve,
    const struct ft_solve_option *option, struct ft_str *str)
{
	(void)advice;
	ft_str_addf(str,
	    " %" PRIu32 " -> %" PRIu32 ": place %" PRIu32 " of %" PRIu32,
	    option->from, option->to, option->rank, solve->users);
	if (option->tied)
		ft_str_add(str, ", by a tie");
	ft_str_addf(str, "; %" PRIu32 " other user%s fall%s", option->fall,
	    option->fall == 1 ? "" : "s", option->fall == 1 ? "s" : "");
	if (option->rise)
		ft_str_addf(str, ", %" PRIu32 " rise%s", option->rise,
		    option->rise == 1 ? "s" : "");
}

static void
add_blocker(const struct ft_advice *advice,
    const struct ft_solve_option *option, struct ft_str *str)
{
	ft_str_add(str, ": it cannot pass ");
	if (option->blocker == FT_NODE_NONE)
		ft_str_add(str, "those on its level");
	else
		add_name(advice, option->blocker, str);
	switch (option->why) {
	case FT_BLOCK_UNUSED:
		ft_str_add(str, ", which has no usage (LF inf)");
		break;
	case FT_BLOCK_PARENT:
		ft_str_add(str, ", whose shares are parent (LF inf)");
		break;
	case FT_BLOCK_LIMIT:
		ft_str_add(str, ", however many shares it has");
		break;
	case FT_BLOCK_NONE:
		break;
	}
}

/* Who stands before the user whatever the shares are. */
static void
add_before(const struct ft_advice *advice, const struct ft_solve *solve,
    const struct ft_solve_option *option, struct ft_str *str)
{
	if (option->above) {
		ft_str_add(str, "; ");
		add_users(option->above, str);
		ft_str_addf(
		    str, " stand%s before ", option->above == 1 ? "s" : "");
		add_name(advice, advice->tree->parent[option->node], str);
	}
	if (option->inside) {
		ft_str_add(str, "; ");
		add_users(option->inside, str);
		ft_str_addf(str, " of ");
		add_name(advice, option->node, str);
		ft_str_addf(
		    str, " stand%s before ", option->inside == 1 ? "s" : "");
		add_name(advice, solve->user, str);
	}
}

static void
add_reason(const struct ft_advice *advice, const struct ft_solve *solve,
    const struct ft_solve_option *option, struct ft_str *str)
{
	switch (option->kind) {
	case FT_SOLVE_PARENT:
		ft_str_add(str, ": parent, there is no number to change");
		return;
	case FT_SOLVE_OVERFLOW:
		ft_str_addf(str,
		    ": those of its level add up to more than %" PRIu32,
		    UINT32_MAX);
		return;
	case FT_SOLVE_NEVER:
		ft_str_add(str, ": no number of them is enough");
		break;
	case FT_SOLVE_ALONE:
		ft_str_add(str, ": nobody is compared with it");
		break;
	case FT_SOLVE_UNUSED:
		ft_str_add(str, ": without usage any number puts it first on "
				"its level (LF inf)");
		break;
	case FT_SOLVE_SHORT:
		ft_str_add(str, ": even first on its level it is not enough");
		break;
	case FT_SOLVE_BLOCKED:
		add_blocker(advice, option, str);
		break;
	case FT_SOLVE_FOUND:
		break;
	}
	add_before(advice, solve, option, str);
	if (option->rank < solve->rank)
		ft_str_addf(str,
		    "; best is place %" PRIu32 " with %" PRIu32 " (now %" PRIu32
		    ")",
		    option->rank, option->to, option->from);
}

void
ft_advice_option(const struct ft_advice *advice, const struct ft_solve *solve,
    const struct ft_solve_option *option, struct ft_str *str)
{
	ft_str_add(str, "shares of ");
	add_name(advice, option->node, str);
	if (option->kind == FT_SOLVE_FOUND)
		add_found(advice, solve, option, str);
	else
		add_reason(advice, solve, option, str);
}

/* ---- all of them ---------------------------------------------------------- */

void
ft_advice_solve(const struct ft_advice *advice, const struct ft_solve *solve,
    struct ft_out *out)
{
	struct ft_str *str = &out->text;

	add_name(advice, solve->user, str);
	ft_str_addf(str, " has place %" PRIu32 " of %" PRIu32, solve->rank,
	    solve->users);
	if (solve->already)
		ft_str_addf(str, ", which is %" PRIu32 " or better already",
		    solve->wish);
	else if (solve->best == SIZE_MAX)
		ft_str_addf(
		    str, "; no single change gives %" PRIu32, solve->wish);
	else
		ft_str_addf(
		    str, "; for %" PRIu32 " change one of these", solve->wish);
	ft_str_add_char(str, '\n');
	for (size_t i = 0; i < solve->n; i++) {
		ft_str_add(str, i == solve->best ? "* " : "  ");
		ft_advice_option(advice, solve, &solve->option[i], str);
		ft_str_add_char(str, '\n');
	}
	ft_out_step(out);
}

static const char *
kind_name(enum ft_solve_kind kind)
{
	static const char *const names[] = {
		[FT_SOLVE_FOUND] = "found",
		[FT_SOLVE_PARENT] = "parent",
		[FT_SOLVE_OVERFLOW] = "overflow",
		[FT_SOLVE_ALONE] = "alone",
		[FT_SOLVE_UNUSED] = "unused",
		[FT_SOLVE_SHORT] = "short",
		[FT_SOLVE_BLOCKED] = "blocked",
		[FT_SOLVE_NEVER] = "never",
	};

	return names[kind];
}

static void
option_document(const struct ft_advice *advice, const struct ft_solve *solve,
    const struct ft_solve_option *option, struct ft_doc *doc)
{
	const struct ft_tree *tree = advice->tree;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	ft_doc_begin(doc, NULL);
	ft_doc_u64(doc, "id", tree->id[option->node]);
	add_name(advice, option->node, &str);
	ft_doc_text(doc, "name", ft_str_text(&str));
	ft_doc_text(doc, "answer", kind_name(option->kind));
	ft_doc_u64(doc, "shares_before", option->from);
	ft_doc_u64(doc, "shares_after", option->to);
	ft_doc_u64(doc, "rank", option->rank);
	ft_doc_bool(doc, "tied", option->tied);
	ft_doc_u64(doc, "others_fall", option->fall);
	ft_doc_u64(doc, "others_rise", option->rise);
	ft_doc_u64(doc, "before_level", option->above);
	ft_doc_u64(doc, "before_on_level", option->beside);
	ft_doc_u64(doc, "tied_on_level", option->level);
	ft_doc_u64(doc, "before_inside", option->inside);
	ft_str_clear(&str);
	if (option->blocker != FT_NODE_NONE)
		add_name(advice, option->blocker, &str);
	ft_doc_text(doc, "blocker", ft_str_text(&str));
	ft_str_clear(&str);
	ft_advice_option(advice, solve, option, &str);
	ft_doc_text(doc, "sentence", ft_str_text(&str));
	ft_doc_end(doc);
}

void
ft_advice_document(const struct ft_advice *advice, const struct ft_solve *solve,
    const char *key, struct ft_doc *doc)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	ft_doc_begin(doc, key);
	add_name(advice, solve->user, &str);
	ft_doc_text(doc, "user", ft_str_text(&str));
	ft_doc_u64(doc, "users", solve->users);
	ft_doc_u64(doc, "rank", solve->rank);
	ft_doc_u64(doc, "wish", solve->wish);
	ft_doc_bool(doc, "already", solve->already);
	if (solve->best == SIZE_MAX)
		ft_doc_null(doc, "best");
	else
		ft_doc_u64(doc, "best",
		    advice->tree->id[solve->option[solve->best].node]);
	ft_doc_begin_list(doc, "options");
	for (size_t i = 0; i < solve->n; i++)
		option_document(advice, solve, &solve->option[i], doc);
	ft_doc_end(doc);
	ft_doc_end(doc);
}

/* ---- two siblings --------------------------------------------------------- */

/* One way to a flip: another number of UNIT for NODE. */
struct way {
	const struct ft_flip_way *way;
	uint32_t node;
	const char *unit;
};

/* "if managers had 409 shares (now 500)" */
static void
add_way(const struct ft_advice *advice, const struct ft_flip *flip,
    const struct way *way, struct ft_str *str)
{
	if (way->node == flip->behind) {
		ft_str_add(str, "with");
	} else {
		ft_str_add(str, "if ");
		add_name(advice, way->node, str);
		ft_str_add(str, " had");
	}
	ft_str_addf(str, " %" PRIu64 " %s", way->way->to, way->unit);
	if (strcmp(way->unit, "share") == 0 && way->way->to != 1)
		ft_str_add_char(str, 's');
	ft_str_addf(str, " (now %" PRIu64 ")", way->way->from);
}

void
ft_advice_flip(const struct ft_advice *advice, const struct ft_flip *flip,
    struct ft_str *str)
{
	const struct way ways[] = {
		{ &flip->raise, flip->behind, "share" },
		{ &flip->lower, flip->ahead, "share" },
		{ &flip->use, flip->ahead, "usage" },
		{ &flip->fade, flip->behind, "usage" },
	};
	bool first = true;

	add_name(advice, flip->behind, str);
	if (!flip->raise.possible && !flip->lower.possible &&
	    !flip->use.possible && !flip->fade.possible) {
		ft_str_add(str, " cannot pass ");
		add_name(advice, flip->ahead, str);
		if (advice->tree->flags[flip->ahead] & FT_NODE_PARENT)
			ft_str_add(str, ", whose shares are parent");
		return;
	}
	ft_str_add(str, " would pass ");
	add_name(advice, flip->ahead, str);
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		if (!ways[i].way->possible)
			continue;
		ft_str_add(str, first ? " " : ", or ");
		first = false;
		add_way(advice, flip, &ways[i], str);
	}
}
