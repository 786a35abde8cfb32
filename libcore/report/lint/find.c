/* find.c - findings: settings and shares that may surprise an administrator. */
#include "report/lint/private.h"

#include "report/explain/explain.h"

#define HOUR 3600.0
#define DAY  86400.0
#define FEW  5 /* names listed */

/* ---- findings ------------------------------------------------------------- */

__attribute__((format(printf, 4, 5))) static void
add(struct ft_lint *lint, bool warning, const char *key, const char *format,
    ...)
{
	struct ft_str str = { 0 };
	va_list args;

	va_start(args, format);
	ft_str_addv(&str, format, args);
	va_end(args);
	*ft_vec_add(lint->finding, lint->n, lint->cap) =
	    (struct ft_lint_finding){ warning, key, ft_str_take(&str) };
	lint->warnings += warning;
}

void
ft_lint_add_span(struct ft_str *str, double seconds)
{
	double number = seconds / DAY;
	const char *unit = "day";

	if (seconds < HOUR) {
		number = seconds / 60;
		unit = "minute";
	} else if (seconds < DAY) {
		number = seconds / HOUR;
		unit = "hour";
	}
	number = round(number * 10) / 10;
	ft_str_addf(str, "%.*f %s%s", number < trunc(number) + 0.05 ? 0 : 1,
	    number, unit, number > 1 || number < 1 ? "s" : "");
}

/* ---- settings ------------------------------------------------------------- */

static double
most_points(const struct ft_lint *lint)
{
	double sum = 0;

	for (int i = 0; i < FT_FACTORS; i++)
		sum += lint->term[i].high;
	return sum;
}

static void
check_weights(struct ft_lint *lint)
{
	double sum = most_points(lint);
	bool any = false, all_never = true;

	for (int i = 0; i < FT_FACTORS; i++) {
		const struct ft_lint_term *term = &lint->term[i];

		if (i == FT_FACTOR_SITE || i == FT_FACTOR_NICE)
			continue;
		any = any || !term->never || strcmp(term->never, "weight 0");
		all_never = all_never && term->never;
		if (term->never && strcmp(term->never, "weight 0"))
			add(lint, true, "never", "%s=%.0f has no effect: %s.",
			    term->key, term->weight, term->never);
	}
	if (!any)
		add(lint, true, "no_weights",
		    "All weights are 0: every job has the same priority.");
	else if (all_never)
		add(lint, true, "no_weights",
		    "No weight has an effect: every job has the same "
		    "priority.");
	if (sum > UINT32_MAX)
		add(lint, true, "overflow",
		    "A job can get %.0f points, but a priority is at most "
		    "%" PRIu32 ": all jobs above that have the same priority.",
		    sum, UINT32_MAX);
}

static void
check_step(struct ft_lint *lint)
{
	const struct ft_lint_term *fair = &lint->term[FT_FACTOR_FAIRSHARE];
	const struct ft_lint_term *age = &lint->term[FT_FACTOR_AGE];

	if (fair->never || lint->step <= 0)
		return;
	if (lint->step < 1)
		add(lint, true, "step",
		    "%s=%.0f for %" PRIu32
		    " users: one place is worth %.0f / %" PRIu32
		    " = %.2f points, and priorities are whole numbers, so some "
		    "neighbours get the same priority. Use at least %" PRIu32
		    ".",
		    fair->key, fair->weight, lint->users, fair->weight,
		    lint->users, lint->step, lint->users);
	if (age->never)
		return;
	if (lint->step > age->points)
		/* age reaches its maximum before it is worth one place */
		add(lint, false, "step_hour",
		    "One place of %" PRIu32 " is worth %.0f / %" PRIu32
		    " = %.2f points, one hour of waiting %.2f: one place "
		    "outweighs any waiting time, which adds at most %.2f.",
		    lint->users, fair->weight, lint->users, lint->step,
		    lint->hour, age->points);
	else
		add(lint, false, "step_hour",
		    "One place of %" PRIu32 " is worth %.0f / %" PRIu32
		    " = %.2f points, one hour of waiting %.2f: one place "
		    "outweighs %.2f hours of waiting.",
		    lint->users, fair->weight, lint->users, lint->step,
		    lint->hour, lint->step / lint->second / HOUR);
}

static void
check_age(struct ft_lint *lint)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (lint->term[FT_FACTOR_AGE].never)
		return;
	ft_lint_add_span(&str, (double)lint->params.max_age);
	add(lint, false, "age",
	    "Age grows up to PriorityMaxAge: after %s of waiting a job has all "
	    "%.0f points of it.",
	    ft_str_text(&str), lint->term[FT_FACTOR_AGE].points);
}

/* PriorityTier decides before any priority does. */
static void
check_tiers(struct ft_lint *lint)
{
	const struct ft_machine *machine = &lint->in->world->machine;
	const struct ft_partition *low = machine->partition, *high = low;

	for (size_t i = 1; i < machine->n_partition; i++) {
		const struct ft_partition *one = &machine->partition[i];

		low = one->tier < low->tier ? one : low;
		high = one->tier > high->tier ? one : high;
	}
	if (machine->n_partition && low->tier < high->tier)
		add(lint, false, "tiers",
		    "PriorityTier comes before priority: jobs in %s (%" PRIu32
		    ") are scheduled before those in %s (%" PRIu32
		    "), regardless of priority.",
		    high->name, high->tier, low->name, low->tier);
}

/* Jobs that weights do not affect. */
static void
check_jobs(struct ft_lint *lint)
{
	const struct ft_world *world = lint->in->world;
	size_t n = 0;

	for (size_t i = 0; i < world->n_waiting; i++)
		n += world->waiting[i]->priority_set;
	if (n)
		add(lint, false, "set_by_hand",
		    "%zu job%s a priority set by hand: weights do not affect "
		    "%s.",
		    n, n == 1 ? " has" : "s have", n == 1 ? "it" : "them");
}

static void
check_decay(struct ft_lint *lint)
{
	const struct ft_conf *conf = lint->in->world->conf;
	int64_t period = ft_conf_number(conf, FT_CONF_PRIORITY_CALC_PERIOD);
	int64_t reset =
	    ft_conf_number(conf, FT_CONF_PRIORITY_USAGE_RESET_PERIOD);
	struct ft_decay decay = ft_conf_decay(conf);
	double left = ft_decay_factor(&decay, period);
	struct ft_str life FT_CLEANUP(ft_str_free) = { 0 },
			   pass FT_CLEANUP(ft_str_free) = { 0 };

	if (!decay.half_life) {
		if (!reset)
			add(lint, true, "half_life",
			    "PriorityDecayHalfLife is 0 and usage is never "
			    "reset: all usage counts in full forever.");
		return;
	}
	ft_lint_add_span(&life, (double)decay.half_life);
	ft_lint_add_span(&pass, (double)period);
	if (period > decay.half_life)
		add(lint, true, "calc_period",
		    "PriorityCalcPeriod (%s) is longer than "
		    "PriorityDecayHalfLife (%s): usage more than halves from "
		    "one pass to the next.",
		    ft_str_text(&pass), ft_str_text(&life));
	else
		add(lint, false, "half_life",
		    "Usage halves in %s; each pass of %s reduces it by %.3f "
		    "%%.",
		    ft_str_text(&life), ft_str_text(&pass), 100 * (1 - left));
}

void
ft_lint_settings(struct ft_lint *lint)
{
	check_tiers(lint);
	if (lint->basic) {
		add(lint, true, "basic",
		    "PriorityType=priority/basic: weights have no effect; jobs "
		    "start in order of submission.");
		return;
	}
	check_weights(lint);
	check_step(lint);
	check_age(lint);
	check_jobs(lint);
	check_decay(lint);
}

/* ---- the tree ------------------------------------------------------------- */

/* Users below each account, by account ordinal. */
struct census {
	uint32_t *users;   /* in it and below */
	uint32_t *members; /* users directly in it */
	uint32_t *parents; /* those of members with `parent` shares */
};

static void
take_census(const struct ft_tree *tree, struct census *census)
{
	census->users = ft_calloc(tree->n_acct, sizeof *census->users);
	census->members = ft_calloc(tree->n_acct, sizeof *census->members);
	census->parents = ft_calloc(tree->n_acct, sizeof *census->parents);
	/* children come after their parents */
	for (uint32_t i = tree->n; i > 1 && i--;) {
		uint32_t above = tree->acct[tree->parent[i]];

		if (!ft_tree_is_user(tree, i)) {
			census->users[above] += census->users[tree->acct[i]];
			continue;
		}
		census->users[above]++;
		census->members[above]++;
		census->parents[above] +=
		    (tree->flags[i] & FT_NODE_PARENT) != 0;
	}
}

typedef bool is_fn(
    const struct ft_tree *tree, const struct census *census, uint32_t node);

static bool
is_empty(const struct ft_tree *tree, const struct census *census, uint32_t node)
{
	return census->users[tree->acct[node]] == 0;
}

static bool
is_worthless(
    const struct ft_tree *tree, const struct census *census, uint32_t node)
{
	return tree->shares[node] == 0 &&
	       !(tree->flags[node] & FT_NODE_PARENT) &&
	       census->users[tree->acct[node]] > 0;
}

static bool
is_all_parent(
    const struct ft_tree *tree, const struct census *census, uint32_t node)
{
	uint32_t members = census->members[tree->acct[node]];

	return members > 1 && census->parents[tree->acct[node]] == members;
}

/* Append the names of the accounts for which IS is true; returns how many. */
static uint32_t
list(const struct ft_lint *lint, const struct census *census, is_fn *is,
    struct ft_str *str)
{
	const struct ft_tree *tree = lint->in->input->tree;
	uint32_t n = 0;

	ft_str_clear(str);
	for (uint32_t i = 1; i < tree->n; i++) {
		const char *name;

		if (ft_tree_is_user(tree, i) || !is(tree, census, i))
			continue;
		name = ft_tree_account(tree, lint->in->names, i);
		if (n < FEW)
			ft_str_addf(
			    str, "%s%s", n ? ", " : "", name ? name : "");
		else if (n == FEW)
			ft_str_add(str, ", ...");
		n++;
	}
	return n;
}

static void
check_accounts(struct ft_lint *lint, const struct census *census)
{
	bool slurm = lint->in->share->algo->level_fs &&
		     lint->in->input->params.ties == FT_TIES_SLURM;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	uint32_t n = list(lint, census, is_worthless, &str);

	if (n)
		add(lint, true, "zero_shares",
		    "%" PRIu32 " account%s with users %s 0 shares: these users "
		    "come after those of all siblings (%s).",
		    n, n == 1 ? "" : "s", n == 1 ? "has" : "have",
		    ft_str_text(&str));
	n = list(lint, census, is_all_parent, &str);
	if (n)
		add(lint, false, "parent_shares",
		    "In %" PRIu32 " account%s all users have shares=parent: "
		    "they are all tied, regardless of usage (%s).",
		    n, n == 1 ? "" : "s", ft_str_text(&str));
	n = list(lint, census, is_empty, &str);
	if (n)
		add(lint, false, "empty",
		    "%" PRIu32 " account%s no users, but %s shares still count "
		    "on the level%s (%s).",
		    n, n == 1 ? " has" : "s have", n == 1 ? "its" : "their",
		    slurm ? ", and a tie can get lost in them" : "",
		    ft_str_text(&str));
}

/* Sums of shares that do not fit into 32 bits wrap in Slurm. */
static void
check_sums(struct ft_lint *lint)
{
	const struct ft_tree *tree = lint->in->input->tree;
	bool slurm = lint->in->input->params.ties == FT_TIES_SLURM;

	for (uint32_t a = 0; a < tree->n_acct; a++) {
		uint64_t sum = ft_share_sum(tree, a, FT_TIES_DOCUMENTED, NULL);
		uint64_t wrapped = ft_share_sum(tree, a, FT_TIES_SLURM, NULL);

		if (sum != wrapped)
			add(lint, true, "shares_overflow",
			    "Shares under %s add up to %" PRIu64
			    ", more than fits in 32 bits: Slurm %s %" PRIu64
			    ".",
			    ft_tree_account(
				tree, lint->in->names, tree->node[a]),
			    sum, slurm ? "computes with" : "would compute with",
			    wrapped);
	}
}

static void
check_ties(struct ft_lint *lint)
{
	const struct ft_tie_rules *rules = lint->in->rules;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (!rules || rules->moved == 0)
		return;
	ft_explain_add_rules(rules, &str);
	add(lint, false, "ties",
	    "Some accounts are tied, and ranked by the rule %s: %s.",
	    ft_tie_rule_name(rules->used), ft_str_text(&str));
}

void
ft_lint_tree(struct ft_lint *lint)
{
	const struct ft_tree *tree = lint->in->input->tree;
	struct census census;

	take_census(tree, &census);
	check_accounts(lint, &census);
	check_sums(lint);
	check_ties(lint);
	ft_free(census.users);
	ft_free(census.members);
	ft_free(census.parents);
}
