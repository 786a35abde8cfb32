/* The answer in a sentence or two. */

#include "fauction/queue/contest.h"

void
contest_add_id(struct ft_str *str, const struct contest_job *job)
{
	ft_str_addf(str, "%" PRIu32, job->standing->job->number);
	if (job->task >= 0)
		ft_str_addf(str, "_%" PRId64, job->task);
}

/* "94.1 % of the best value" */
static void
add_part(struct ft_str *str, double part)
{
	ft_str_addf(str, "%.1f %% of the best value", part * 100);
}

static void
say_fairness(const struct contest *contest, struct ft_str *str)
{
	const struct contest_score *fair = &contest->score[CONTEST_FAIRTREE];
	const struct contest_score *best = &contest->score[CONTEST_OPTIMUM];
	double cost = 1 - contest_part(contest, CONTEST_FAIRTREE);

	if (isnan(fair->unfairness) || isnan(best->unfairness))
		return;
	ft_str_addf(str,
	    "  The cost of Fair Tree order, the value that it loses "
	    "against the best set, is %.1f %%.  In return, users of started "
	    "jobs have a mean FairShare of %.2f instead of %.2f, and shares "
	    "deviate by %.3f from the promised ones instead of %.3f%s.",
	    cost * 100, fair->fairshare, best->fairshare, fair->unfairness,
	    best->unfairness,
	    fair->unfairness > best->unfairness
		? ", because Fair Tree also makes up for past usage"
		: "");
}

/* What could be had without being less fair than ORDER. */
static void
say_reach(const struct contest *contest, enum contest_order order,
    const char *name, struct ft_str *str)
{
	double reach = contest_reach(contest, contest->score[order].unfairness);

	if (isnan(reach) || reach <= contest->score[order].value)
		return;
	ft_str_addf(str,
	    "  A set that is not less fair than %s would get %.1f %%.", name,
	    reach / contest->score[CONTEST_OPTIMUM].value * 100);
}

static void
say_front(const struct contest *contest, struct ft_str *str)
{
	const struct contest_point *first = contest->front.point;
	double best = contest->score[CONTEST_OPTIMUM].value;

	if (!contest->front.n || best <= 0)
		return;
	ft_str_addf(str,
	    "  The fairest set %s deviates by %.3f and gets %.1f %% of the "
	    "best value.",
	    contest->front.exact ? "that fits" : "found", first->unfairness,
	    first->value / best * 100);
	if (!contest->front.exact)
		ft_str_addf(str, "  At most %.1f %% are possible there.",
		    first->bound / best * 100);
	say_reach(contest, CONTEST_SPRIO, "priority order", str);
	say_reach(contest, CONTEST_FAIRTREE, "Fair Tree order", str);
}

static void
say_price(const struct contest *contest, struct ft_str *str)
{
	const struct ft_fairprice *price = &contest->price[0];

	if (price->system > 0)
		ft_str_addf(str,
		    "  The price of fairness among %s, if jobs are "
		    "divisible, is %.1f %% for max-min and %.1f %% for "
		    "proportional fairness.",
		    contest->by_user ? "users" : "accounts",
		    ft_fairprice_of(price->system, price->max_min) * 100,
		    ft_fairprice_of(price->system, price->proportional) * 100);
}

static void
say_worst(const struct contest *contest, struct ft_str *str)
{
	const struct ft_promise_score *fair =
	    &contest->score[CONTEST_SPRIO].fair;

	/* at least a thousandth, otherwise the two numbers look the same */
	if (fair->worst < contest->n_group &&
	    fair->promised - fair->delivered >= 0.001)
		ft_str_addf(str,
		    "  Priority order serves %s worst: it gets %.1f %% of %.1f "
		    "%% promised.",
		    contest->group[fair->worst].name, fair->delivered * 100,
		    fair->promised * 100);
}

static void
say_doubts(const struct contest *contest, struct ft_str *str)
{
	if (contest->endless)
		ft_str_addf(str,
		    "  %zu without a time limit count%s as one year%s.",
		    contest->endless, contest->endless == 1 ? "s" : "",
		    contest->endless == 1 ? "" : " each");
	if (contest->too_wide)
		ft_str_addf(str,
		    "  %zu request%s more than the whole capacity and can "
		    "never win.",
		    contest->too_wide, contest->too_wide == 1 ? "s" : "");
	if (contest->n_partition > 1)
		ft_str_addf(str,
		    "  Jobs of %zu partitions compete as if each partition had "
		    "all nodes; use --partition NAME to compare within one.",
		    contest->n_partition);
}

void
contest_say(const struct contest *contest, struct ft_str *str)
{
	if (!contest->n) {
		ft_str_add(str, "No pending job could start now.");
		return;
	}
	if (contest->wanted <= contest->auction.nodes) {
		ft_str_addf(str,
		    "There is room for all jobs, so every order starts all "
		    "that fit.  Use --nodes or --idle to make it scarce.");
		say_doubts(contest, str);
		return;
	}
	ft_str_add(str, "Priority order (sprio) gets ");
	add_part(str, contest_part(contest, CONTEST_SPRIO));
	ft_str_add(str, ", Fair Tree order ");
	ft_str_addf(str, "%.1f %%, random order %.1f %%, greedy order %.1f %%.",
	    contest_part(contest, CONTEST_FAIRTREE) * 100,
	    contest_part(contest, CONTEST_SHUFFLE) * 100,
	    contest_part(contest, CONTEST_GREEDY) * 100);
	say_fairness(contest, str);
	say_front(contest, str);
	say_price(contest, str);
	say_worst(contest, str);
	say_doubts(contest, str);
}
