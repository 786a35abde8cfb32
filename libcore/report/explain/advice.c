#include "report/explain/advice.h"

static const char *
name_of(const struct ft_advice *advice, uint32_t node)
{
	const struct ft_tree *tree = advice->tree;

	if (advice->associations && ft_tree_is_user(tree, node) &&
	    ft_idmap_get(advice->associations, tree->who[node]) == 1)
		return ft_tree_user(tree, advice->names, node);
	return ft_tree_name(advice->texts, tree, advice->names, node);
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

/*
 * Percentages and factors are rounded away from what is now, so that what is
 * advised does what it says: a little more than needed, never less.
 */

/* NUMBER rounded up, but for what division has left of a whole one. */
static ft_real
whole_up(ft_real number)
{
	return ceill(number - 1e-15L);
}

/* "1.1 %", "23 %": 100 x PART, rounded up */
static const char *
percent_up(const struct ft_advice *advice, ft_real part)
{
	bool fine = part < 0.1L || part > 0.99L;
	ft_real unit = fine ? 1000 : 100;

	return ft_arena_text(advice->texts, "%.*Lf %%", fine ? 1 : 0,
	    whole_up(part * unit) / unit * 100);
}

/* "1.02", "34": FACTOR, rounded up */
static const char *
times_up(const struct ft_advice *advice, ft_real factor)
{
	ft_real unit = factor < 10 ? 100 : 1;

	return ft_arena_text(advice->texts, "%.*Lf", factor < 10 ? 2 : 0,
	    whole_up(factor * unit) / unit);
}

/* "if managers had 409 shares (now 500)", "with 611 shares (now 500)" */
static const char *
shares_text(const struct ft_advice *advice, const char *whose,
    const struct ft_flip_way *way, const char *result)
{
	return ft_arena_text(advice->texts,
	    "%s %" PRIu64 " share%s (now %" PRIu64 "%s%s)", whose, way->to,
	    way->to == 1 ? "" : "s", way->from, *result ? "; " : "", result);
}

/* How much more the one ahead would have to use. */
static const char *
use_text(const struct ft_advice *advice, const struct ft_flip *flip)
{
	ft_real to = (ft_real)flip->use.to, now = flip->ahead_usage;
	const char *ahead = name_of(advice, flip->ahead);
	ft_real part;

	if (now > 0 && to < 2 * now)
		return ft_arena_text(advice->texts,
		    "if the usage of %s grew by %s", ahead,
		    percent_up(advice, to / now - 1));
	if (now > 0)
		return ft_arena_text(advice->texts,
		    "if the usage of %s grew to %s times as much", ahead,
		    times_up(advice, to / now));
	if (!(flip->behind_usage > 0))
		return ft_arena_text(
		    advice->texts, "if %s used anything", ahead);
	part = to / flip->behind_usage;
	if (part < 1)
		return ft_arena_text(advice->texts,
		    "if %s used %s of what %s uses", ahead,
		    percent_up(advice, part), name_of(advice, flip->behind));
	return ft_arena_text(advice->texts, "if %s used %s times what %s uses",
	    ahead, times_up(advice, part), name_of(advice, flip->behind));
}

/* How much of its usage the one behind would have to lose, by decay alone. */
static const char *
fade_text(const struct ft_advice *advice, const struct ft_flip *flip)
{
	ft_real to = (ft_real)flip->fade.to;

	if (flip->fade.to == 0)
		return "if its own usage fell to 0";
	return ft_arena_text(advice->texts, "if its own usage fell by %s",
	    percent_up(advice, 1 - to / flip->behind_usage));
}

void
ft_advice_flip(const struct ft_advice *advice, const struct ft_flip *flip,
    const char *result, struct ft_str *str)
{
	const char *way[4], *between = " ";
	size_t n = 0;

	if (flip->raise.possible)
		way[n++] = shares_text(advice, "with", &flip->raise, result);
	if (flip->lower.possible)
		way[n++] = shares_text(advice,
		    ft_arena_text(advice->texts, "if %s had",
			name_of(advice, flip->ahead)),
		    &flip->lower, "");
	if (flip->use.possible)
		way[n++] = use_text(advice, flip);
	if (flip->fade.possible)
		way[n++] = fade_text(advice, flip);
	if (n == 0) {
		ft_str_addf(str, "%s cannot pass %s%s",
		    name_of(advice, flip->behind), name_of(advice, flip->ahead),
		    advice->tree->flags[flip->ahead] & FT_NODE_PARENT
			? ", whose shares are parent"
			: "");
		return;
	}
	ft_str_addf(str, "%s would pass %s", name_of(advice, flip->behind),
	    name_of(advice, flip->ahead));
	for (size_t i = 0; i < n; i++) {
		ft_str_addf(str, "%s%s", between, way[i]);
		between = ", or ";
	}
}
