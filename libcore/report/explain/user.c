/* user.c - sentences about one user: place, ties, who used how much, the outlook. */
#include "report/explain/private.h"

#define NONE   FT_NODE_NONE
#define NAMED  3       /* members of an account named besides the user */
#define LITTLE 0.0005L /* smaller fractions are not mentioned */

/* "1 user", "3 users" */
static const char *
users(const struct ft_explain *explain, uint32_t n)
{
	return ft_arena_text(
	    explain->texts, "%" PRIu32 " user%s", n, n == 1 ? "" : "s");
}

/* ---- places --------------------------------------------------------------- */

void
ft_explain_add_place(const struct ft_explain *explain,
    const struct ft_explain_path *path, struct ft_str *str)
{
	ft_str_addf(str, "%s has place %" PRIu32 " of %" PRIu32,
	    ft_explain_name(explain, path->user), path->place, explain->users);
	if (path->equals)
		ft_str_addf(str, ", shared with %" PRIu32 " other user%s",
		    path->equals, path->equals == 1 ? "" : "s");
	ft_str_addf(
	    str, ": FairShare %.6f", explain->share->factor[path->user]);
	if (path->slurm)
		ft_str_addf(str, " = %" PRIu32 " / %" PRIu32, path->slurm,
		    explain->users);
	ft_str_add_char(str, '.');
}

void
ft_explain_add_ahead(const struct ft_explain *explain,
    const struct ft_explain_path *path, size_t at, struct ft_str *str)
{
	const struct ft_explain_step *step = &path->step[at];
	uint32_t parent = ft_tree_fs_parent(explain->tree, step->node);

	if (!step->ahead)
		return;
	ft_str_addf(str, "%s %s ahead of %s because %s is ",
	    users(explain, step->ahead), step->ahead == 1 ? "is" : "are",
	    ft_explain_name(explain, path->user),
	    ft_explain_name(explain, step->node));
	ft_str_add_ordinal(str, step->place);
	ft_str_addf(str, " of %" PRIu32 " under %s", step->count,
	    ft_explain_name(explain, parent));
	if (step->before != NONE && ft_explain_may(explain, step->before))
		ft_str_addf(str, ", just after %s%s",
		    ft_tree_is_user(explain->tree, step->before) &&
			    !ft_tree_is_user(explain->tree, step->node)
			? "the user "
			: "",
		    ft_explain_name(explain, step->before));
	ft_str_add_char(str, '.');
}

/* ---- ties ----------------------------------------------------------------- */

/* A tied account passes the tie to its first child, which need not lead to the
 * user. */
static void
add_inherited(const struct ft_explain *explain,
    const struct ft_explain_path *path, size_t at, struct ft_str *str)
{
	ft_str_add(str, "; its first child inherits the last rank given");
	if (at + 1 < path->n && path->step[at + 1].place != 1)
		ft_str_addf(str, ", but %s is not first",
		    ft_explain_name(explain, path->step[at + 1].node));
}

void
ft_explain_add_tie(const struct ft_explain *explain,
    const struct ft_explain_path *path, size_t at, struct ft_str *str)
{
	const struct ft_explain_step *step = &path->step[at];
	bool user = ft_tree_is_user(explain->tree, step->node);

	if (step->tie == FT_EXPLAIN_NO_TIE && !step->equal && !step->merged)
		return;
	ft_str_addf(str, "%s is tied with %" PRIu32 " sibling%s (LF %s%s)",
	    ft_explain_name(explain, step->node), step->equal,
	    step->equal == 1 ? "" : "s",
	    ft_explain_level(explain, step->level_fs, FT_EXPLAIN_DIGITS),
	    isinf(step->level_fs) ? ft_explain_reason(explain, step)
				  : ", exactly equal");
	if (step->tie == FT_EXPLAIN_INHERIT)
		ft_str_add(str, "; as the first in an account that is itself "
				"tied, it inherits the last rank given");
	else if (user)
		ft_str_add(str, "; tied users share the best place among them");
	else if (step->merged)
		ft_str_addf(str,
		    "; under the documented rule the children of the %" PRIu32
		    " tied accounts are ranked as one list",
		    step->merged + 1);
	else if (step->tie == FT_EXPLAIN_TIE)
		add_inherited(explain, path, at, str);
	else
		ft_str_add(str, "; under Slurm's rule tied accounts are "
				"entered one after the other, this one first");
	ft_str_add_char(str, '.');
}

void
ft_explain_add_rules(const struct ft_tie_rules *rules, struct ft_str *str)
{
	const char *and = "";

	for (enum ft_tie_rule rule = 0; rule < FT_TIE_RULES; rule++) {
		uint32_t n = rules->differ[rule];

		if (n == 0)
			continue;
		ft_str_addf(str, "%swith FairTreeTies=%s %" PRIu32 " user%s",
		    and, ft_tie_rule_name(rule), n, n == 1 ? "" : "s");
		and = " and ";
	}
	ft_str_add(str, " would have a different FairShare");
}

void
ft_explain_add_rule(const struct ft_explain *explain, struct ft_str *str)
{
	if (explain->rules.moved == 0)
		return;
	ft_str_addf(str, "Tied accounts follow the rule %s here; ",
	    ft_tie_rule_name(explain->rules.used));
	ft_explain_add_rules(&explain->rules, str);
	ft_str_add_char(str, '.');
}

/* ---- who used how much ---------------------------------------------------- */

struct member {
	uint32_t node;
	ft_real usage;
};

static int
compare_members(const struct member *a, const struct member *b)
{
	int order = ft_real_cmp(b->usage, a->usage);

	return order ? order : (a->node > b->node) - (a->node < b->node);
}

/*
 * The members of all accounts above a user, counted from the innermost up.
 * Each member is visited once, at the account where its path joins the user's,
 * because trees may be deep.
 */
struct ft_explain_below {
	const struct ft_explain *explain;
	uint32_t user;
	uint32_t *first, *next; /* by node: users that join at an account */
	uint32_t up;            /* the next account to count */
	size_t n;               /* users below that used something */
	struct member kept[NAMED + 2]; /* those named, most usage first */
	size_t n_kept;
};

struct ft_explain_below *
ft_explain_below_new(const struct ft_explain *explain, uint32_t user)
{
	const struct ft_tree *tree = explain->tree;
	struct ft_explain_below *below = ft_calloc(1, sizeof *below);
	uint32_t *joint FT_CLEANUP(ft_free_at) =
	    ft_alloc(tree->n * sizeof *joint);

	*below = (struct ft_explain_below){ .explain = explain,
		.user = user,
		.up = ft_tree_is_user(tree, user) ? tree->parent[user] : user,
		.first = ft_alloc(tree->n * sizeof *below->first),
		.next = ft_alloc(tree->n * sizeof *below->next) };
	for (uint32_t i = 0; i < tree->n; i++)
		joint[i] = below->first[i] = NONE;
	for (uint32_t i = below->up; i != NONE; i = tree->parent[i])
		joint[i] = i;
	/* a parent has a smaller number than its children */
	for (uint32_t i = 1; i < tree->n; i++) {
		if (joint[i] == NONE)
			joint[i] = joint[tree->parent[i]];
		if (!ft_tree_is_user(tree, i))
			continue;
		below->next[i] = below->first[joint[i]];
		below->first[joint[i]] = i;
	}
	return below;
}

void
ft_explain_below_free(struct ft_explain_below *below)
{
	ft_free(below->first);
	ft_free(below->next);
	ft_free(below);
}

/* Keep NODE if it is named: the user, and the members with the most usage. */
static void
keep_member(struct ft_explain_below *below, uint32_t node)
{
	struct member member = { node, below->explain->input->usage[node] };
	size_t at = below->n_kept++, others = 0;

	for (; at > 0 && compare_members(&below->kept[at - 1], &member) > 0;
	     at--)
		below->kept[at] = below->kept[at - 1];
	below->kept[at] = member;
	for (at = 0; at < below->n_kept && others <= NAMED; at++)
		others += below->kept[at].node != below->user;
	if (others <= NAMED)
		return;
	below->n_kept--;
	for (at--; at < below->n_kept; at++)
		below->kept[at] = below->kept[at + 1];
}

/* Count the members of ACCOUNT, and of the accounts below it on the path. */
static void
count_below(struct ft_explain_below *below, uint32_t account)
{
	const struct ft_explain *explain = below->explain;

	for (; below->up != NONE && below->up >= account;
	     below->up = explain->tree->parent[below->up]) {
		for (uint32_t i = below->first[below->up]; i != NONE;
		     i = below->next[i]) {
			if (explain->input->usage[i] <= 0)
				continue;
			below->n++;
			if (ft_explain_may(explain, i))
				keep_member(below, i);
		}
	}
}

/* "82 %", "0.3 %" */
static const char *
percent(const struct ft_explain *explain, ft_real part)
{
	if (part < LITTLE)
		return "under 0.1 %";
	return ft_arena_text(explain->texts,
	    part >= 0.095L ? "%.0Lf %%" : "%.1Lf %%", 100 * part);
}

/* ", bob 18 %"; the first one: "Usage of chem: carol 82 %" */
static void
add_part(const struct ft_explain *explain, uint32_t account, ft_real part,
    const char *whose, struct ft_str *str)
{
	if (str->len)
		ft_str_add(str, ", ");
	else
		ft_str_addf(
		    str, "Usage of %s: ", ft_explain_name(explain, account));
	ft_str_addf(str, "%s %s", whose, percent(explain, part));
}

void
ft_explain_add_usage(
    struct ft_explain_below *below, uint32_t account, struct ft_str *str)
{
	const struct ft_explain *explain = below->explain;
	ft_real all = explain->input->usage[account], rest = all;
	struct ft_str said FT_CLEANUP(ft_str_free) = { 0 };
	size_t hidden;

	count_below(below, account);
	if (!(all > 0))
		return;
	hidden = below->n - below->n_kept;
	for (size_t i = 0; i < below->n_kept; i++) {
		const struct member *member = &below->kept[i];

		rest -= member->usage;
		add_part(explain, account, member->usage / all,
		    ft_explain_name(explain, member->node), &said);
	}
	if (hidden)
		add_part(explain, account, rest / all,
		    ft_arena_text(explain->texts, "%zu other user%s", hidden,
			hidden == 1 ? "" : "s"),
		    &said);
	else if (rest / all >= LITTLE)
		add_part(explain, account, rest / all,
		    "charged to accounts directly", &said);
	if (said.len)
		ft_str_addf(str, "%s.", said.data);
}

/* ---- the outlook ---------------------------------------------------------- */

/* "3.2 days", "5 hours", "2 minutes". */
static const char *
add_duration(const struct ft_explain *explain, int64_t seconds)
{
	static const struct {
		int64_t seconds;
		const char *name;
	} units[] = {
		{ 86400, "day" },
		{ 3600, "hour" },
		{ 60, "minute" },
		{ 1, "second" },
	};
	size_t i = 0;
	double number;

	while (i < 3 && seconds < units[i].seconds)
		i++;
	number = (double)seconds / (double)units[i].seconds;
	/* 7 days, 3.2 days, 41 days */
	if (number < 9.95 && i < 2 && fabs(number - round(number)) > 0.05)
		return ft_arena_text(
		    explain->texts, "%.1f %ss", number, units[i].name);
	return ft_arena_text(explain->texts, "%.0f %s%s", number, units[i].name,
	    round(number) > 1 ? "s" : "");
}

/* "Carol", "Carol and 3 others" */
static const char *
others(const struct ft_explain *explain, const struct ft_project_answer *answer)
{
	const char *name = ft_explain_name(explain, answer->node);

	return answer->others
		   ? ft_arena_text(explain->texts, "%s and %" PRIu32 " other%s",
			 name, answer->others, answer->others == 1 ? "" : "s")
		   : name;
}

/* What happens under that load: the user passes, is passed, or neither. */
static void
add_future(const struct ft_explain *explain, const char *name, bool first,
    struct ft_str *str)
{
	const struct ft_explain_outlook *outlook = &explain->outlook;
	const struct ft_project_answer *pass = &outlook->pass,
				       *fall = &outlook->fall;
	bool passes = pass->seconds != FT_PROJECT_NEVER;
	bool falls = explain->n_path == 1 && fall->seconds != FT_PROJECT_NEVER;

	if (passes)
		ft_str_addf(str, "%s passes %s in about %s", name,
		    others(explain, pass),
		    add_duration(explain, pass->seconds));
	else if (!first)
		ft_str_addf(str, "%s does not pass %s within %s", name,
		    explain->n_path > 1 ? others(explain, pass) : "anybody",
		    add_duration(explain, outlook->horizon));
	if (falls)
		ft_str_addf(str, "%s%s %s %s in about %s",
		    passes || !first ? ", and " : "", others(explain, fall),
		    fall->others ? "pass" : "passes", name,
		    add_duration(explain, fall->seconds));
	else if (first && !passes)
		ft_str_addf(str, "%s stays first", name);
}

void
ft_explain_add_outlook(const struct ft_explain *explain, struct ft_str *str)
{
	const struct ft_explain_outlook *outlook = &explain->outlook;
	const struct ft_explain_path *path = &explain->path[0];
	const char *name;
	bool tied = false;

	if (explain->n_path > 1)
		path = &explain->path[1 - ft_explain_ahead(explain, &tied)];
	name = ft_explain_name(explain, path->user);
	ft_str_addf(str,
	    "If nobody runs jobs, ratios do not change and %s keeps the same "
	    "place",
	    name);
	if (!outlook->known) {
		ft_str_addf(str, ".  No estimate: %s.", outlook->load);
		return;
	}
	ft_str_addf(str, "; if only the others run, %s, ", outlook->load);
	add_future(
	    explain, name, explain->n_path == 1 && path->place == 1, str);
	ft_str_add_char(str, '.');
}

/* ---- legends -------------------------------------------------------------- */

const char *const *
ft_explain_legend(const struct ft_algo *algo)
{
	static const char *const walk[] = {
		"RawShares: the assigned shares, relative to those of the "
		"siblings. With parent shares a user comes first among them, "
		"and an account is transparent.",
		"S: RawShares divided by the sum of RawShares on the level.",
		"RawUsage: billing units x seconds, decayed; an account's "
		"includes everything below it.",
		"U: RawUsage divided by the parent's RawUsage.",
		"LevelFS: S / U; above 1: used less than its share, below 1: "
		"more. Compared among siblings only; higher is better.",
		"LevelFS inf: no usage yet (or parent shares), ahead of every "
		"number. LevelFS 0: no shares, after every number.",
		"FairShare: rank / number of user associations, from 0 to 1; "
		"the best user has 1. It shows a place, not an amount.",
		"Accounts have no FairShare (-): only users are ranked. Tools "
		"that print 0 for them mean the same.",
		"Users who have never used anything are tied for first place "
		"in their account.",
		NULL,
	};
	static const char *const formula[] = {
		"RawShares: shares, relative to those of the siblings.",
		"RawUsage: billing units x seconds, decayed.",
		"S: the assigned fraction, U: the fraction of usage.",
		"Using more than the assigned fraction lowers FairShare.",
		"FairShare: from 0 to 1; higher is better.",
		NULL,
	};

	return algo->level_fs ? walk : formula;
}
