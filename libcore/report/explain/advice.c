#include "report/explain/advice.h"

static const char *
name_of(const struct ft_advice *advice, uint32_t node)
{
	return ft_tree_name(advice->texts, advice->tree, advice->names, node);
}

/* ---- one option ----------------------------------------------------------- */

static void
add_found(const struct ft_solve *solve, const struct ft_solve_option *option,
    struct ft_str *str)
{
	ft_str_addf(str,
	    " %" PRIu32 " -> %" PRIu32 ": place %" PRIu32 " of %" PRIu32
	    "%s; %" PRIu32 " other user%s",
	    option->from, option->to, option->rank, solve->users,
	    option->tied ? ", tied" : "", option->fall,
	    option->fall == 1 ? " falls" : "s fall");
	if (option->rise)
		ft_str_addf(str, ", %" PRIu32 " rise%s", option->rise,
		    option->rise == 1 ? "s" : "");
}

static void
add_blocker(const struct ft_advice *advice,
    const struct ft_solve_option *option, struct ft_str *str)
{
	static const char *const why[] = {
		[FT_BLOCK_NONE] = "",
		[FT_BLOCK_UNUSED] = ", which has no usage (LF inf)",
		[FT_BLOCK_PARENT] = ", whose shares are parent (LF inf)",
		[FT_BLOCK_LIMIT] = " with any number of shares",
	};

	ft_str_addf(str, ": it cannot pass %s%s",
	    option->blocker == FT_NODE_NONE ? "those on its level"
					    : name_of(advice, option->blocker),
	    why[option->why]);
}

/* The users who stay ahead whatever the shares are. */
static void
add_before(const struct ft_advice *advice, const struct ft_solve *solve,
    const struct ft_solve_option *option, struct ft_str *str)
{
	if (option->above)
		ft_str_addf(str, "; %" PRIu32 " user%s ahead of %s",
		    option->above, option->above == 1 ? " is" : "s are",
		    name_of(advice, advice->tree->parent[option->node]));
	if (option->inside)
		ft_str_addf(str, "; %" PRIu32 " user%s of %s %s ahead of %s",
		    option->inside, option->inside == 1 ? "" : "s",
		    name_of(advice, option->node),
		    option->inside == 1 ? "is" : "are",
		    name_of(advice, solve->user));
}

/* By kind: its name in documents, and why there is no solution. */
static const struct {
	const char *name, *words;
} kinds[] = {
	[FT_SOLVE_FOUND] = { "found", "" },
	[FT_SOLVE_PARENT] = { "parent",
	    ": parent, so there is no number to change" },
	[FT_SOLVE_OVERFLOW] = { "overflow",
	    ": shares on its level add up to more than 4294967295" },
	[FT_SOLVE_ALONE] = { "alone", ": it has no siblings to pass" },
	[FT_SOLVE_UNUSED] = { "unused",
	    ": it has no usage, so any number puts it first on its level "
	    "(LF inf)" },
	[FT_SOLVE_SHORT] = { "short",
	    ": even first place on its level is not enough" },
	[FT_SOLVE_BLOCKED] = { "blocked", "" },
	[FT_SOLVE_NEVER] = { "never", ": no number of shares is enough" },
};

static void
add_reason(const struct ft_advice *advice, const struct ft_solve *solve,
    const struct ft_solve_option *option, struct ft_str *str)
{
	ft_str_add(str, kinds[option->kind].words);
	if (option->kind == FT_SOLVE_PARENT ||
	    option->kind == FT_SOLVE_OVERFLOW)
		return;
	if (option->kind == FT_SOLVE_BLOCKED)
		add_blocker(advice, option, str);
	add_before(advice, solve, option, str);
	if (option->rank < solve->rank)
		ft_str_addf(str,
		    "; the best possible place is %" PRIu32 ", with %" PRIu32
		    " (now %" PRIu32 ")",
		    option->rank, option->to, option->from);
}

void
ft_advice_option(const struct ft_advice *advice, const struct ft_solve *solve,
    const struct ft_solve_option *option, struct ft_str *str)
{
	ft_str_addf(str, "shares of %s", name_of(advice, option->node));
	if (option->kind == FT_SOLVE_FOUND)
		add_found(solve, option, str);
	else
		add_reason(advice, solve, option, str);
}

/* ---- all of them ---------------------------------------------------------- */

void
ft_advice_solve(const struct ft_advice *advice, const struct ft_solve *solve,
    struct ft_out *out)
{
	struct ft_str *str = &out->text;

	ft_str_addf(str, "%s has place %" PRIu32 " of %" PRIu32,
	    name_of(advice, solve->user), solve->rank, solve->users);
	if (solve->already)
		ft_str_addf(
		    str, ": already %" PRIu32 " or better\n", solve->target);
	else if (solve->best == SIZE_MAX)
		ft_str_addf(str,
		    "; no single change reaches place %" PRIu32 "\n",
		    solve->target);
	else
		ft_str_addf(str,
		    "; to reach place %" PRIu32 ", change one of these:\n",
		    solve->target);
	for (size_t i = 0; i < solve->n; i++) {
		ft_str_add(str, i == solve->best ? "* " : "  ");
		ft_advice_option(advice, solve, &solve->option[i], str);
		ft_str_add_char(str, '\n');
	}
	ft_out_step(out);
}

static void
option_document(const struct ft_advice *advice, const struct ft_solve *solve,
    const struct ft_solve_option *option, struct ft_doc *doc)
{
	const struct ft_tree *tree = advice->tree;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	ft_doc_begin(doc, NULL);
	ft_doc_u64(doc, "id", tree->id[option->node]);
	ft_doc_text(doc, "name", name_of(advice, option->node));
	ft_doc_text(doc, "answer", kinds[option->kind].name);
	ft_doc_u64(doc, "shares_before", option->from);
	ft_doc_u64(doc, "shares_after", option->to);
	ft_doc_u64(doc, "place", option->rank);
	ft_doc_u64(doc, "rank", option->rank); /* its old name */
	ft_doc_bool(doc, "tied", option->tied);
	ft_doc_u64(doc, "others_fall", option->fall);
	ft_doc_u64(doc, "others_rise", option->rise);
	ft_doc_u64(doc, "before_level", option->above);
	ft_doc_u64(doc, "before_on_level", option->beside);
	ft_doc_u64(doc, "tied_on_level", option->level);
	ft_doc_u64(doc, "before_inside", option->inside);
	ft_doc_text(doc, "blocker",
	    option->blocker == FT_NODE_NONE ? ""
					    : name_of(advice, option->blocker));
	ft_advice_option(advice, solve, option, &str);
	ft_doc_text(doc, "sentence", ft_str_text(&str));
	ft_doc_end(doc);
}

void
ft_advice_document(const struct ft_advice *advice, const struct ft_solve *solve,
    const char *key, struct ft_doc *doc)
{
	ft_doc_begin(doc, key);
	ft_doc_text(doc, "user", name_of(advice, solve->user));
	ft_doc_u64(doc, "users", solve->users);
	ft_doc_u64(doc, "place", solve->rank);
	ft_doc_u64(doc, "rank", solve->rank); /* its old name */
	ft_doc_u64(doc, "wanted", solve->target);
	ft_doc_u64(doc, "wish", solve->target); /* its old name */
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

/* One way to a flip: another number of shares, or another usage, for NODE. */
struct way {
	const struct ft_flip_way *way;
	uint32_t node;
	bool usage;
};

/* "if managers had 409 shares (now 500)", "with a usage of 12 (now 30)" */
static const char *
way_text(const struct ft_advice *advice, const struct ft_flip *flip,
    const struct way *way)
{
	const char *unit = way->way->to == 1 ? " share" : " shares";

	return ft_arena_text(advice->texts,
	    "%s %s%" PRIu64 "%s (now %" PRIu64 ")",
	    way->node == flip->behind
		? "with"
		: ft_arena_text(
		      advice->texts, "if %s had", name_of(advice, way->node)),
	    way->usage ? "a usage of " : "", way->way->to,
	    way->usage ? "" : unit, way->way->from);
}

void
ft_advice_flip(const struct ft_advice *advice, const struct ft_flip *flip,
    struct ft_str *str)
{
	const struct way ways[] = {
		{ &flip->raise, flip->behind, false },
		{ &flip->lower, flip->ahead, false },
		{ &flip->use, flip->ahead, true },
		{ &flip->fade, flip->behind, true },
	};
	const char *behind = name_of(advice, flip->behind),
		   *ahead = name_of(advice, flip->ahead), *between = " ";

	if (!flip->raise.possible && !flip->lower.possible &&
	    !flip->use.possible && !flip->fade.possible) {
		ft_str_addf(str, "%s cannot pass %s%s", behind, ahead,
		    advice->tree->flags[flip->ahead] & FT_NODE_PARENT
			? ", whose shares are parent"
			: "");
		return;
	}
	ft_str_addf(str, "%s would pass %s", behind, ahead);
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		if (!ways[i].way->possible)
			continue;
		ft_str_addf(
		    str, "%s%s", between, way_text(advice, flip, &ways[i]));
		between = ", or ";
	}
}
