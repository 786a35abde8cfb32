/* pair.c - sentences about a pair of users or accounts. */
#include "report/explain/private.h"

#include "report/explain/advice.h"

#define ALL_DIGITS 20    /* as slurmctld logs it */
#define NEAR       1e-5L /* times the larger one: so little is nearly a tie */

/* ---- words ---------------------------------------------------------------- */

static const char *
user_of(const struct ft_explain *explain, uint32_t node)
{
	const char *user = ft_tree_user(explain->tree, explain->names, node);

	return user ? user : "";
}

bool
ft_explain_may(const struct ft_explain *explain, uint32_t node)
{
	return !explain->self ||
	       (ft_tree_is_user(explain->tree, node) &&
		   strcmp(user_of(explain, node), explain->self) == 0);
}

bool
ft_explain_siblings(const struct ft_explain *explain, uint32_t a, uint32_t b)
{
	return ft_tree_fs_parent(explain->tree, a) ==
	       ft_tree_fs_parent(explain->tree, b);
}

const char *
ft_explain_name(const struct ft_explain *explain, uint32_t node)
{
	const struct ft_tree *tree = explain->tree;

	if (ft_tree_is_user(tree, node) && !ft_explain_may(explain, node))
		return "another user";
	if (ft_tree_is_user(tree, node) &&
	    ft_idmap_get(&explain->associations, tree->who[node]) == 1)
		return user_of(explain, node);
	return ft_tree_name(explain->texts, tree, explain->names, node);
}

const char *
ft_explain_level(const struct ft_explain *explain, ft_real level_fs, int digits)
{
	return isinf(level_fs)
		   ? "inf"
		   : ft_arena_text(explain->texts, "%.*Lf", digits, level_fs);
}

const char *
ft_explain_shares(const struct ft_explain *explain, uint32_t node)
{
	return explain->tree->flags[node] & FT_NODE_PARENT
		   ? "parent"
		   : ft_arena_text(explain->texts, "%" PRIu32,
			 explain->tree->shares[node]);
}

uint64_t
ft_explain_level_shares(const struct ft_explain *explain, uint32_t node)
{
	uint32_t parent = ft_tree_fs_parent(explain->tree, node);

	return explain->share->level_shares[explain->tree->acct[parent]];
}

/* How many decimals A and B need to look different; two at least. */
static int
digits_for(ft_real a, ft_real b)
{
	int digits = 2;

	if (isinf(a) || isinf(b))
		return digits;
	for (; digits < ALL_DIGITS; digits++) {
		ft_real unit = powl(10, digits);

		if (roundl(a * unit) < roundl(b * unit) ||
		    roundl(a * unit) > roundl(b * unit))
			break;
	}
	return digits;
}

const char *
ft_explain_near(const struct ft_explain *explain, ft_real a, ft_real b)
{
	ft_real apart = fabsl(a - b);

	if (digits_for(a, b) <= FT_EXPLAIN_DIGITS || ft_real_cmp(a, b) == 0 ||
	    apart > NEAR * fmaxl(a, b))
		return "";
	return ft_arena_text(explain->texts,
	    " (near tie: LF %.*Lf, %.1Le apart)", FT_EXPLAIN_DIGITS, a, apart);
}

const char *
ft_explain_reason(
    const struct ft_explain *explain, const struct ft_explain_step *step)
{
	if (isinf(step->level_fs))
		return explain->tree->flags[step->node] & FT_NODE_PARENT
			   ? ", shares are parent"
			   : ", no usage";
	return ft_real_cmp(step->level_fs, 0) == 0 ? ", no shares" : "";
}

/* "chem (LF 0.91)"; with the reason where it is no quotient. */
static const char *
with_level(const struct ft_explain *explain, const struct ft_explain_step *step,
    int digits)
{
	return ft_arena_text(explain->texts, "%s (LF %s%s)",
	    ft_explain_name(explain, step->node),
	    ft_explain_level(explain, step->level_fs, digits),
	    ft_explain_reason(explain, step));
}

/* ---- two users ------------------------------------------------------------ */

/* The two that decide, the one ahead first. */
struct deciding {
	const struct ft_explain_path *ahead, *behind;
	const struct ft_explain_step *first, *second;
	const char *name_ahead, *name_behind; /* of the users */
	bool tied;                            /* they have the same place */
	bool first_account, second_account;   /* these are accounts */
};

static struct deciding
deciding(const struct ft_explain *explain)
{
	struct deciding pair;
	size_t at = ft_explain_decided(explain);
	size_t ahead = ft_explain_ahead(explain, &pair.tied);

	pair.ahead = &explain->path[ahead];
	pair.behind = &explain->path[1 - ahead];
	pair.name_ahead = ft_explain_name(explain, pair.ahead->user);
	pair.name_behind = ft_explain_name(explain, pair.behind->user);
	pair.first = &pair.ahead->step[at];
	pair.second = &pair.behind->step[at];
	pair.first_account = !ft_tree_is_user(explain->tree, pair.first->node);
	pair.second_account =
	    !ft_tree_is_user(explain->tree, pair.second->node);
	return pair;
}

/* "under science" */
static const char *
under(const struct ft_explain *explain, const struct deciding *pair)
{
	uint32_t a = ft_tree_fs_parent(explain->tree, pair->first->node);
	uint32_t b = ft_tree_fs_parent(explain->tree, pair->second->node);
	const char *name = ft_explain_name(explain, a);

	return a == b ? ft_arena_text(explain->texts, "under %s", name)
		      : ft_arena_text(explain->texts,
			    "under %s and %s, which are tied and ranked as one",
			    name, ft_explain_name(explain, b));
}

/* "under science, chem and physics are tied (LF 1.00, exactly equal)"; a user
 * before an account. */
static const char *
tied(const struct ft_explain *explain, const struct deciding *pair)
{
	bool swap = pair->first_account && !pair->second_account;
	ft_real level_fs = pair->first->level_fs;

	return ft_arena_text(explain->texts, "%s, %s and %s are tied (LF %s%s)",
	    under(explain, pair),
	    ft_explain_name(explain, (swap ? pair->second : pair->first)->node),
	    ft_explain_name(explain, (swap ? pair->first : pair->second)->node),
	    ft_explain_level(explain, level_fs, 2),
	    isinf(level_fs) ? "" : ", exactly equal");
}

static void
add_same(const struct ft_explain *explain, const struct deciding *pair,
    struct ft_str *str)
{
	bool first = pair->first_account, second = pair->second_account;

	ft_str_addf(str,
	    "%s and %s have the same place, %" PRIu32 " of %" PRIu32,
	    pair->name_ahead, pair->name_behind, pair->ahead->place,
	    explain->users);
	if (ft_real_cmp(pair->first->level_fs, pair->second->level_fs) == 0)
		ft_str_addf(str, ": %s%s", tied(explain, pair),
		    first && second
			? "; Slurm enters one after the other, and the first "
			  "user of the second inherits the last rank given"
		    : first || second
			? ", and the best user of a tied account shares the "
			  "place of the user it is tied with"
			: "");
	ft_str_add_char(str, '.');
}

/* Why the first of two tied accounts is the first. */
static const char *
why_first(const struct ft_explain *explain)
{
	switch (ft_share_siblings(&explain->input->params)) {
	case FT_SIBLINGS_LFT:
		return "it comes first in the tree";
	case FT_SIBLINGS_NAME:
		return "its name comes first";
	case FT_SIBLINGS_LINEAGE:
	case FT_SIBLINGS_UCA1400:
	case FT_SIBLINGS_LATIN1:
		break;
	}
	return "its lineage comes first";
}

/* The siblings are tied, the users are not. */
static void
add_after_tie(const struct ft_explain *explain, const struct deciding *pair,
    struct ft_str *str)
{
	if (pair->first_account && pair->second_account)
		ft_str_addf(str,
		    "%s is behind %s because, %s; Slurm enters %s first, as "
		    "%s.",
		    pair->name_behind, pair->name_ahead, tied(explain, pair),
		    ft_explain_name(explain, pair->first->node),
		    why_first(explain));
	else
		ft_str_addf(str,
		    "%s is behind %s although, %s: only the best user of a "
		    "tied account shares the place, and %s is not that user.",
		    pair->name_behind, pair->name_ahead, tied(explain, pair),
		    pair->name_behind);
}

static void
add_walk(const struct ft_explain *explain, struct ft_str *str)
{
	struct deciding pair = deciding(explain);
	const struct ft_explain_step *first = pair.first, *second = pair.second;
	const char *near =
	    ft_explain_near(explain, first->level_fs, second->level_fs);
	int digits = digits_for(first->level_fs, second->level_fs);

	if (pair.tied) {
		add_same(explain, &pair, str);
		return;
	}
	if (ft_real_cmp(first->level_fs, second->level_fs) == 0) {
		add_after_tie(explain, &pair, str);
		return;
	}
	ft_str_addf(str, "%s is behind %s because, %s, %s is behind %s%s",
	    pair.name_behind, pair.name_ahead, under(explain, &pair),
	    *near ? ft_explain_name(explain, second->node)
		  : with_level(explain, second, digits),
	    *near ? ft_explain_name(explain, first->node)
		  : with_level(explain, first, digits),
	    near);
	if (pair.second_account)
		ft_str_addf(str, "; nothing inside %s can change that",
		    ft_explain_name(explain, second->node));
	ft_str_add_char(str, '.');
}

/* ---- two users, by formula ------------------------------------------------ */

const char *
ft_explain_formula(const struct ft_explain *explain, uint32_t node)
{
	const struct ft_share_input *input = explain->input;
	struct ft_share_values values;
	uint32_t dampening = input->params.dampening;

	ft_share_values_of(input, explain->share, node, &values);
	return ft_arena_text(explain->texts, "2^-(%.6Lf / %.6f%s)",
	    values.effective_usage, values.norm_shares,
	    dampening == 1
		? ""
		: ft_arena_text(explain->texts, " / %" PRIu32, dampening));
}

/* "bob has FairShare 0.25 = 2^-(0.5 / 0.25)" */
static const char *
formula(const struct ft_explain *explain, uint32_t node)
{
	const struct ft_share_input *input = explain->input;
	double factor = explain->share->factor[node];

	if (input->params.root_factor &&
	    input->tree->flags[node] & FT_NODE_PARENT)
		return ft_arena_text(explain->texts,
		    "%s has FairShare %.6f as %s has, by shares `parent`",
		    ft_explain_name(explain, node), factor,
		    ft_explain_name(
			explain, ft_tree_fs_parent(input->tree, node)));
	return ft_arena_text(explain->texts, "%s has FairShare %.6f = %s",
	    ft_explain_name(explain, node), factor,
	    ft_explain_formula(explain, node));
}

static void
add_classic(const struct ft_explain *explain, struct ft_str *str)
{
	bool same;
	size_t ahead = ft_explain_ahead(explain, &same);
	uint32_t first = explain->path[ahead].user,
		 second = explain->path[1 - ahead].user;

	ft_str_addf(str,
	    same ? "%s and %s have the same factor: %s and %s."
		 : "%s is behind %s because %s and %s.",
	    ft_explain_name(explain, second), ft_explain_name(explain, first),
	    formula(explain, second), formula(explain, first));
}

bool
ft_explain_bucket(const struct ft_explain *explain, size_t level, uint32_t node,
    uint64_t *bits, double *part)
{
	uint32_t levels = explain->input->params.levels, width = 64 / levels;
	uint64_t most = UINT64_MAX >> (64 - width);

	if (!explain->share->bucket || level >= levels)
		return false;
	*bits =
	    explain->share->bucket[node] >> (64 - (level + 1) * width) & most;
	*part = (double)*bits / (double)most;
	return true;
}

/* The first level whose bits differ. */
static void
add_level(const struct ft_explain *explain, struct ft_str *str)
{
	bool same;
	size_t ahead = ft_explain_ahead(explain, &same), level = 0;
	const struct ft_explain_path *a = &explain->path[ahead];
	const struct ft_explain_path *b = &explain->path[1 - ahead];
	uint64_t x = 0, y = 0;
	double p = 0, q = 0;

	if (same) {
		ft_str_addf(str,
		    "%s and %s are tied: their 64-bit numbers are equal, and "
		    "nothing else counts.",
		    ft_explain_name(explain, b->user),
		    ft_explain_name(explain, a->user));
		return;
	}
	for (; ft_explain_bucket(explain, level, a->user, &x, &p) &&
	       ft_explain_bucket(explain, level, b->user, &y, &q) && x == y;
	     level++)
		;
	ft_str_addf(str,
	    "%s is behind %s because, on level %zu, %s has bits 0x%" PRIx64
	    " (2^-(U/S) = %.6f) and %s has 0x%" PRIx64
	    " (%.6f); lower levels do not count.",
	    ft_explain_name(explain, b->user),
	    ft_explain_name(explain, a->user), level + 1,
	    ft_explain_name(
		explain, b->step[level < b->n ? level : b->n - 1].node),
	    y, q,
	    ft_explain_name(
		explain, a->step[level < a->n ? level : a->n - 1].node),
	    x, p);
}

void
ft_explain_add_pair(const struct ft_explain *explain, struct ft_str *str)
{
	if (ft_explain_is_walk(explain))
		add_walk(explain, str);
	else if (explain->share->bucket)
		add_level(explain, str);
	else
		add_classic(explain, str);
}

/* ---- what counts, what would change it ------------------------------------ */

void
ft_explain_add_order(const struct ft_explain *explain, struct ft_str *str)
{
	if (!ft_explain_is_walk(explain) && !explain->share->bucket) {
		ft_str_add(str,
		    "Ratio, not only order: the classic factor itself enters "
		    "the priority, so a small difference has little weight.");
		return;
	}
	ft_str_add(str, "Order, not ratio: ");
	if (ft_explain_is_walk(explain))
		ft_str_add(str,
		    "all that counts is which of two siblings has the higher "
		    "LF, not by how much. ");
	ft_str_add(str, "FairShare is the rank divided by the number of user "
			"associations; it does not show how far apart two "
			"users are.");
}

/* The command that gives NODE that many shares. */
static void
add_command(const struct ft_explain *explain, uint32_t node, uint64_t shares,
    struct ft_str *str)
{
	const struct ft_tree *tree = explain->tree;
	const char *account = ft_tree_account(tree, explain->names, node);
	const char *partition = NULL;

	ft_str_add(str, "facctmgr modify ");
	if (!ft_tree_is_user(tree, node)) {
		ft_str_add(str, "account ");
		ft_str_add_shell(str, account);
	} else {
		if (tree->partition && tree->partition[node])
			partition = ft_names_get(
			    &explain->names->partition, tree->partition[node]);
		ft_str_add(str, "user ");
		ft_str_add_shell(str, user_of(explain, node));
		ft_str_add(str, " where account=");
		ft_str_add_shell(str, account);
		if (partition) {
			ft_str_add(str, " partition=");
			ft_str_add_shell(str, partition);
		}
	}
	ft_str_addf(str, " set fairshare=%" PRIu64, shares);
}

/* " As a command: ...", if more shares would do it. */
static void
add_raise(const struct ft_explain *explain, const struct ft_flip *found,
    struct ft_str *str)
{
	if (!found->raise.possible || found->raise.to == found->raise.from)
		return;
	ft_str_add(str, " As a command: ");
	add_command(explain, found->behind, found->raise.to, str);
}

/* Levels below the root where a change is tried: each is a run. */
#define RESULT_LEVELS 16

static bool
is_near_root(const struct ft_tree *tree, uint32_t node)
{
	int level = 0;

	while (node != FT_NODE_NONE && level <= RESULT_LEVELS) {
		node = tree->parent[node];
		level++;
	}
	return level <= RESULT_LEVELS;
}

/* Fill CHANGE with the places that OF would have with the shares FOUND; false: no
 * shares do it, or it is too deep in the tree to be tried. */
static bool
find_result(const struct ft_explain *explain, const struct ft_flip *found,
    uint32_t of, struct ft_solve_change *change)
{
	*change = (struct ft_solve_change){
		.node = found->behind, .to = (uint32_t)found->raise.to, .of = of
	};
	return found->raise.possible &&
	       is_near_root(explain->tree, found->behind) &&
	       ft_solve_change(explain->algo, explain->input, change, NULL) ==
		   FT_OK &&
	       change->first;
}

/* OF: whose place is named. */
static void
add_advice(const struct ft_explain *explain, const struct ft_flip *found,
    uint32_t of, struct ft_str *str)
{
	const struct ft_advice advice = { explain->tree, explain->names,
		explain->texts, &explain->associations };
	struct ft_str result FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_solve_change change;

	/* "bob would be 41st of 315" */
	if (find_result(explain, found, of, &change))
		ft_explain_add_would(explain, &change, &result);
	ft_advice_flip(&advice, found, ft_str_text(&result), str);
}

/* What would put one of the siblings that decide before the other. */
static void
flip(const struct ft_explain *explain, const struct deciding *pair,
    bool command, struct ft_str *str)
{
	struct ft_flip found;

	if (ft_solve_flip(explain->input, pair->first->node, pair->second->node,
		&found, NULL) != FT_OK)
		return;
	add_advice(explain, &found, pair->behind->user, str);
	ft_str_add_char(str, '.');
	if (command)
		add_raise(explain, &found, str);
}

/*
 * Those that decide are compared only because accounts above them are tied.
 * Most changes to them end the tie, so the advice is what puts the account
 * of the one behind first.
 */
static void
flip_merged(const struct ft_explain *explain, const struct deciding *pair,
    bool command, struct ft_str *str)
{
	struct ft_flip found;
	size_t at = ft_explain_decided(explain);
	uint32_t a, b;

	do {
		if (at-- == 0)
			return;
		a = pair->ahead->step[at].node;
		b = pair->behind->step[at].node;
	} while (!ft_explain_siblings(explain, a, b));
	if (ft_solve_flip(explain->input, a, b, &found, NULL) != FT_OK)
		return;
	ft_str_addf(str,
	    "%s and %s are ranked as one only while they are tied: ",
	    ft_explain_name(explain, a), ft_explain_name(explain, b));
	add_advice(explain, &found, pair->behind->user, str);
	ft_str_addf(str, ", and so would %s pass %s.", pair->name_behind,
	    pair->name_ahead);
	if (command)
		add_raise(explain, &found, str);
}

void
ft_explain_add_flip(
    const struct ft_explain *explain, bool command, struct ft_str *str)
{
	struct deciding pair;

	if (!ft_explain_is_walk(explain))
		return;
	pair = deciding(explain);
	if (ft_explain_siblings(explain, pair.first->node, pair.second->node))
		flip(explain, &pair, command, str);
	else
		flip_merged(explain, &pair, command, str);
}

/* Returns whether there is something that would move STEP, *found. */
static bool
find_next(const struct ft_explain *explain, const struct ft_explain_step *step,
    struct ft_flip *found)
{
	return ft_explain_is_walk(explain) && step->ahead &&
	       step->rival != FT_NODE_NONE && !explain->self &&
	       ft_explain_siblings(explain, step->rival, step->node) &&
	       ft_solve_flip(explain->input, step->rival, step->node, found,
		   NULL) == FT_OK;
}

bool
ft_explain_find_next(const struct ft_explain *explain,
    const struct ft_explain_path *path, size_t at, struct ft_flip *found,
    struct ft_solve_change *change)
{
	if (!find_next(explain, &path->step[at], found))
		return false;
	if (!find_result(explain, found, path->user, change))
		change->first = change->last = 0;
	return true;
}

void
ft_explain_add_next(const struct ft_explain *explain,
    const struct ft_explain_path *path, size_t at, struct ft_str *str)
{
	struct ft_flip found;

	if (!find_next(explain, &path->step[at], &found))
		return;
	add_advice(explain, &found, path->user, str);
	ft_str_add_char(str, '.');
}

void
ft_explain_add_next_command(const struct ft_explain *explain,
    const struct ft_explain_path *path, size_t at, struct ft_str *str)
{
	struct ft_flip found;

	if (find_next(explain, &path->step[at], &found))
		add_raise(explain, &found, str);
}

void
ft_explain_add_inside(
    const struct ft_explain *explain, uint32_t account, struct ft_str *str)
{
	const char *name = ft_explain_name(explain, account);

	ft_str_addf(str,
	    "Nothing inside %s can: its members' shares, and how usage is "
	    "split among them, only change their order among themselves. The "
	    "total usage of %s does count.",
	    name, name);
}
