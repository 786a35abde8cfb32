/* Sentences about a pair, and about places and ties. */
#include "report/explain_int.h"

#include "report/advice.h"
#include "report/diff.h"

#define ALL_DIGITS 20 /* as slurmctld logs it */

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

void
ft_explain_add_name(
    const struct ft_explain *explain, uint32_t node, struct ft_str *str)
{
	if (ft_tree_is_user(explain->tree, node) &&
	    !ft_explain_may(explain, node))
		ft_str_add(str, "another user");
	else if (ft_tree_is_user(explain->tree, node) &&
		 ft_idmap_get(
		     &explain->associations, explain->tree->who[node]) == 1)
		ft_str_add(str, user_of(explain, node));
	else
		ft_diff_add_name(explain->tree, explain->names, node, str);
}

void
ft_explain_add_level(struct ft_str *str, ft_real level_fs, int digits)
{
	if (isinf(level_fs))
		ft_str_add(str, "inf");
	else
		ft_str_addf(str, "%.*Lf", digits, level_fs);
}

void
ft_explain_add_shares(
    const struct ft_explain *explain, uint32_t node, struct ft_str *str)
{
	if (explain->tree->flags[node] & FT_NODE_PARENT)
		ft_str_add(str, "parent");
	else
		ft_str_addf(str, "%" PRIu32, explain->tree->shares[node]);
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
	for (; digits <= FT_EXPLAIN_DIGITS; digits++) {
		ft_real unit = powl(10, digits);

		if (roundl(a * unit) < roundl(b * unit) ||
		    roundl(a * unit) > roundl(b * unit))
			return digits;
	}
	return ALL_DIGITS;
}

void
ft_explain_add_reason(const struct ft_explain *explain,
    const struct ft_explain_step *step, struct ft_str *str)
{
	if (isinf(step->level_fs))
		ft_str_add(
		    str, explain->tree->flags[step->node] & FT_NODE_PARENT
			     ? ", shares are parent"
			     : ", no usage");
	else if (ft_real_cmp(step->level_fs, 0) == 0)
		ft_str_add(str, ", no shares");
}

/* "chem (LF 0.91)"; with the reason where it is no quotient. */
static void
add_with_level(const struct ft_explain *explain,
    const struct ft_explain_step *step, int digits, struct ft_str *str)
{
	ft_explain_add_name(explain, step->node, str);
	ft_str_add(str, " (LF ");
	ft_explain_add_level(str, step->level_fs, digits);
	ft_explain_add_reason(explain, step, str);
	ft_str_add_char(str, ')');
}

/* ---- two users ------------------------------------------------------------ */

/* The two that decide, the one ahead first. */
struct deciding {
	const struct ft_explain_path *ahead, *behind;
	const struct ft_explain_step *first, *second;
	bool tied; /* the users have the same place */
	int digits;
};

static struct deciding
deciding(const struct ft_explain *explain)
{
	struct deciding pair;
	size_t at = ft_explain_decided(explain);
	size_t ahead = ft_explain_ahead(explain, &pair.tied);

	pair.ahead = &explain->path[ahead];
	pair.behind = &explain->path[1 - ahead];
	pair.first = &pair.ahead->step[at];
	pair.second = &pair.behind->step[at];
	pair.digits = digits_for(pair.first->level_fs, pair.second->level_fs);
	return pair;
}

/* "under science" */
static void
add_under(const struct ft_explain *explain, const struct deciding *pair,
    struct ft_str *str)
{
	uint32_t a = ft_tree_fs_parent(explain->tree, pair->first->node);
	uint32_t b = ft_tree_fs_parent(explain->tree, pair->second->node);

	ft_str_add(str, "under ");
	ft_explain_add_name(explain, a, str);
	if (a == b)
		return;
	ft_str_add(str, " and ");
	ft_explain_add_name(explain, b, str);
	ft_str_add(str, ", which are tied and ranked as one");
}

static bool
is_account(const struct ft_explain *explain, const struct ft_explain_step *step)
{
	return !ft_tree_is_user(explain->tree, step->node);
}

/* "chem and physics are tied (LF 1.00 both)"; a user before an account. */
static void
add_tied(const struct ft_explain *explain, const struct deciding *pair,
    struct ft_str *str)
{
	bool swap = is_account(explain, pair->first) &&
		    !is_account(explain, pair->second);

	add_under(explain, pair, str);
	ft_str_add(str, ", ");
	ft_explain_add_name(
	    explain, swap ? pair->second->node : pair->first->node, str);
	ft_str_add(str, " and ");
	ft_explain_add_name(
	    explain, swap ? pair->first->node : pair->second->node, str);
	ft_str_add(str, " are tied (LF ");
	ft_explain_add_level(str, pair->first->level_fs, 2);
	ft_str_add(str, isinf(pair->first->level_fs)
			    ? " both)"
			    : " both, equal to the last bit)");
}

static void
add_both(const struct ft_explain *explain, const struct deciding *pair,
    const char *between, struct ft_str *str)
{
	ft_explain_add_name(explain, pair->behind->user, str);
	ft_str_add(str, between);
	ft_explain_add_name(explain, pair->ahead->user, str);
}

static void
say_same(const struct ft_explain *explain, const struct deciding *pair,
    struct ft_str *str)
{
	bool first = is_account(explain, pair->first);
	bool second = is_account(explain, pair->second);

	ft_explain_add_name(explain, pair->ahead->user, str);
	ft_str_add(str, " and ");
	ft_explain_add_name(explain, pair->behind->user, str);
	ft_str_addf(str, " have the same place, %" PRIu32 " of %" PRIu32,
	    pair->ahead->rank, explain->users);
	if (ft_real_cmp(pair->first->level_fs, pair->second->level_fs) != 0) {
		ft_str_add_char(str, '.');
		return;
	}
	ft_str_add(str, ": ");
	add_tied(explain, pair, str);
	if (first && second)
		ft_str_add(str,
		    "; Slurm enters one after the other, and the first user "
		    "of the second inherits the rank given last");
	else if (first || second)
		ft_str_add(str,
		    ", and the best user of a tied account shares the place "
		    "of the user it is tied with");
	ft_str_add_char(str, '.');
}

/* The siblings are tied, the users are not. */
static void
say_after_tie(const struct ft_explain *explain, const struct deciding *pair,
    struct ft_str *str)
{
	bool accounts = is_account(explain, pair->first) &&
			is_account(explain, pair->second);

	add_both(explain, pair, " is behind ", str);
	ft_str_add(str, accounts ? " because, " : " although, ");
	add_tied(explain, pair, str);
	if (accounts) {
		ft_str_add(str, " and Slurm enters ");
		ft_explain_add_name(explain, pair->first->node, str);
		ft_str_add(str, " first, because it stands first in the tree.");
		return;
	}
	ft_str_add(str, ": only the best user of a tied account shares the "
			"place, and ");
	ft_explain_add_name(explain, pair->behind->user, str);
	ft_str_add(str, " is not the best.");
}

static void
say_walk(const struct ft_explain *explain, struct ft_str *str)
{
	struct deciding pair = deciding(explain);

	if (pair.tied) {
		say_same(explain, &pair, str);
		return;
	}
	if (ft_real_cmp(pair.first->level_fs, pair.second->level_fs) == 0) {
		say_after_tie(explain, &pair, str);
		return;
	}
	add_both(explain, &pair, " is behind ", str);
	ft_str_add(str, " because, ");
	add_under(explain, &pair, str);
	ft_str_add(str, ", ");
	add_with_level(explain, pair.second, pair.digits, str);
	ft_str_add(str, " is behind ");
	add_with_level(explain, pair.first, pair.digits, str);
	if (is_account(explain, pair.second)) {
		ft_str_add(str, "; nothing inside ");
		ft_explain_add_name(explain, pair.second->node, str);
		ft_str_add(str, " can change that");
	}
	ft_str_add_char(str, '.');
}

/* ---- two users, by formula ------------------------------------------------ */

static void
say_classic(const struct ft_explain *explain, struct ft_str *str)
{
	bool tied;
	size_t ahead = ft_explain_ahead(explain, &tied);
	uint32_t node[2] = { explain->path[1 - ahead].user,
		explain->path[ahead].user };

	ft_explain_add_name(explain, node[0], str);
	ft_str_add(str, tied ? " and " : " is behind ");
	ft_explain_add_name(explain, node[1], str);
	ft_str_add(str, tied ? " have the same factor: " : " because ");
	for (size_t i = 0; i < 2; i++) {
		struct ft_share_values values;

		ft_share_values_of(
		    explain->input, explain->share, node[i], &values);
		ft_explain_add_name(explain, node[i], str);
		ft_str_addf(str, " has FairShare %.6f = 2^-(%.6Lf / %.6f",
		    values.factor, values.effective_usage, values.norm_shares);
		if (explain->input->params.dampening != 1)
			ft_str_addf(str, " / %" PRIu32,
			    explain->input->params.dampening);
		ft_str_add(str, i ? ")." : ") and ");
	}
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
say_level(const struct ft_explain *explain, struct ft_str *str)
{
	bool tied;
	size_t ahead = ft_explain_ahead(explain, &tied), level = 0;
	const struct ft_explain_path *a = &explain->path[ahead];
	const struct ft_explain_path *b = &explain->path[1 - ahead];
	uint64_t x = 0, y = 0;
	double p = 0, q = 0;

	ft_explain_add_name(explain, b->user, str);
	ft_str_add(str, tied ? " and " : " is behind ");
	ft_explain_add_name(explain, a->user, str);
	if (tied) {
		ft_str_add(str, " are tied: their numbers of 64 bits are "
				"equal, and nothing beyond them counts.");
		return;
	}
	for (; ft_explain_bucket(explain, level, a->user, &x, &p) &&
	       ft_explain_bucket(explain, level, b->user, &y, &q) && x == y;
	     level++)
		;
	ft_str_addf(str, " because on level %zu ", level + 1);
	ft_explain_add_name(
	    explain, b->step[level < b->n ? level : b->n - 1].node, str);
	ft_str_addf(
	    str, " has the bits 0x%" PRIx64 " (2^-(U/S) = %.6f) and ", y, q);
	ft_explain_add_name(
	    explain, a->step[level < a->n ? level : a->n - 1].node, str);
	ft_str_addf(
	    str, " 0x%" PRIx64 " (%.6f); lower levels do not count.", x, p);
}

void
ft_explain_say_pair(const struct ft_explain *explain, struct ft_str *str)
{
	if (ft_explain_is_walk(explain))
		say_walk(explain, str);
	else if (explain->share->bucket)
		say_level(explain, str);
	else
		say_classic(explain, str);
}

/* ---- what counts, what would change it ------------------------------------ */

void
ft_explain_say_order(const struct ft_explain *explain, struct ft_str *str)
{
	if (!ft_explain_is_walk(explain) && !explain->share->bucket) {
		ft_str_add(str,
		    "Ratio, not only order: the classic factor itself goes "
		    "into the priority, so that a small difference weighs "
		    "little.");
		return;
	}
	ft_str_add(str, "Order, not ratio: ");
	if (ft_explain_is_walk(explain))
		ft_str_add(str,
		    "what counts is which of two siblings has the higher LF, "
		    "not by how much. ");
	ft_str_add(str, "FairShare is the rank divided by the number of user "
			"associations; it does not say how far two users are "
			"apart.");
}

void
ft_explain_add_command(const struct ft_explain *explain, uint32_t node,
    uint64_t shares, struct ft_str *str)
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
	ft_explain_add_command(explain, found->behind, found->raise.to, str);
}

/* What would put one of the siblings A and B before the other. */
static void
flip(const struct ft_explain *explain, uint32_t a, uint32_t b,
    struct ft_str *str)
{
	struct ft_advice advice = { explain->tree, explain->names };
	struct ft_flip found;

	if (!ft_explain_siblings(explain, a, b) ||
	    ft_solve_flip(explain->input, a, b, &found, NULL) != FT_OK)
		return;
	ft_advice_flip(&advice, &found, str);
	ft_str_add_char(str, '.');
	add_raise(explain, &found, str);
}

/*
 * Those that decide are compared only because accounts above them are tied.
 * Most changes of theirs end the tie, so what is told is what puts the account
 * of the one behind first.
 */
static void
flip_merged(const struct ft_explain *explain, const struct deciding *pair,
    struct ft_str *str)
{
	struct ft_advice advice = { explain->tree, explain->names };
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
	ft_explain_add_name(explain, a, str);
	ft_str_add(str, " and ");
	ft_explain_add_name(explain, b, str);
	ft_str_add(str, " are ranked as one only while they are tied: ");
	ft_advice_flip(&advice, &found, str);
	ft_str_add(str, ", and ");
	ft_explain_add_name(explain, pair->behind->user, str);
	ft_str_add(str, " would pass ");
	ft_explain_add_name(explain, pair->ahead->user, str);
	ft_str_add(str, " with it.");
	add_raise(explain, &found, str);
}

void
ft_explain_say_flip(const struct ft_explain *explain, struct ft_str *str)
{
	struct deciding pair;

	if (!ft_explain_is_walk(explain))
		return;
	pair = deciding(explain);
	if (ft_explain_siblings(explain, pair.first->node, pair.second->node))
		flip(explain, pair.first->node, pair.second->node, str);
	else
		flip_merged(explain, &pair, str);
}

void
ft_explain_say_next(const struct ft_explain *explain,
    const struct ft_explain_path *path, size_t at, struct ft_str *str)
{
	const struct ft_explain_step *step = &path->step[at];

	if (ft_explain_is_walk(explain) && step->ahead &&
	    step->before != FT_NODE_NONE && !explain->self)
		flip(explain, step->before, step->node, str);
}

void
ft_explain_say_inside(
    const struct ft_explain *explain, uint32_t account, struct ft_str *str)
{
	ft_str_add(str, "Nothing inside ");
	ft_explain_add_name(explain, account, str);
	ft_str_add(str, ": shares of its members, and which of them used how "
			"much of it, change their order among themselves only. "
			"What ");
	ft_explain_add_name(explain, account, str);
	ft_str_add(str, " uses as a whole does count.");
}
