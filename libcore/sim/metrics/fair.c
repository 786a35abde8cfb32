/*
 * fair.c - window by window: what was delivered against what was due.
 */

#include "sim/metrics/private.h"

#define NONE UINT32_MAX

static const struct ft_fairness nothing = {
	.unfairness = (double)NAN, .jain = (double)NAN, .variation = (double)NAN
};

/* ---- fairness ------------------------------------------------------------ */

void
ft_metrics_fairness(struct ft_fairness *fairness, const double *delivered,
    const double *promised, size_t n)
{
	double sum = 0, squares = 0, off = 0, apart = 0;
	size_t counted = 0;

	for (size_t i = 0; i < n; i++) {
		double part = delivered[i] - promised[i];

		off += part * part;
		apart += fabs(part);
		if (!(promised[i] > 0))
			continue;
		sum += delivered[i] / promised[i];
		squares +=
		    delivered[i] / promised[i] * (delivered[i] / promised[i]);
		counted++;
	}
	fairness->unfairness = off;
	fairness->variation = apart / 2;
	fairness->jain = (double)NAN;
	if (squares > 0)
		fairness->jain = sum * sum / ((double)counted * squares);
	else if (counted)
		/* leaves that were due nothing got it all */
		fairness->jain = 1 / (double)counted;
}

/* Scale amounts to shares; returns their sum.  A sum of 0 leaves them
 * unchanged. */
static double
to_shares(double *amount, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += amount[i];
	for (size_t i = 0; i < n && sum > 0; i++)
		amount[i] /= sum;
	return sum;
}

/* Sum up the window by account; returns the number of accounts. */
static size_t
by_account(struct metrics_sweep *sweep)
{
	size_t n = 0;

	for (uint32_t k = 0; k < sweep->n_active; k++) {
		uint32_t account = sweep->work->unit[sweep->active[k]].account;

		if (sweep->of_account[account] == NONE) {
			sweep->of_account[account] = (uint32_t)n;
			sweep->account_due[n] = sweep->account_area[n] = 0;
			sweep->touched[n++] = account;
		}
		sweep->account_due[sweep->of_account[account]] +=
		    sweep->given[k];
		sweep->account_area[sweep->of_account[account]] +=
		    sweep->area[k];
	}
	return n;
}

/* Without demand nothing is due; without deliveries there are no shares. */
static void
keep_top(const struct metrics_sweep *sweep, size_t w, bool any)
{
	struct ft_metrics *out = sweep->work->out;

	for (size_t i = 0; i < out->n_top; i++) {
		uint32_t at = sweep->of_account[out->top[i]];
		size_t place = w * out->n_top + i;

		out->promised[place] =
		    any && at != NONE ? sweep->account_due[at] : 0;
		out->delivered[place] =
		    any && at != NONE ? sweep->account_area[at] : 0;
		if (!any)
			out->promised[place] = out->delivered[place] =
			    (double)NAN;
	}
}

/* ---- envy ---------------------------------------------------------------- */

/* What rounding leaves of an envy of 0, part of what was delivered. */
#define ROUNDING 1e-9

/*
 * The area still is in processor seconds, DELIVERED in all.  A user envies most
 * who got most for its share.
 */
static struct ft_envy
envy_of(const struct metrics_sweep *sweep, double delivered)
{
	const struct metrics_work *work = sweep->work;
	struct ft_envy envy = { 0, 0 };
	double best = 0;
	uint32_t users = 0;

	for (uint32_t k = 0; k < sweep->n_active; k++) {
		double share = work->norm[sweep->node[k]];
		double part = share > 0            ? sweep->area[k] / share
			      : sweep->area[k] > 0 ? (double)INFINITY
						   : 0;

		best = part > best ? part : best;
	}
	for (uint32_t k = 0; k < sweep->n_active; k++) {
		double share = work->norm[sweep->node[k]];
		double could = share > 0 ? share * best : 0, envies;

		if (could > sweep->demand[k])
			could = sweep->demand[k];
		envies = (could - sweep->area[k]) / delivered;
		users += sweep->demand[k] > 0;
		envy.envious += envies > ROUNDING;
		if (envies > ROUNDING && envies > envy.most)
			envy.most = envies;
	}
	envy.envious /= users;
	return envy;
}

/* Compute shares and fairness of window W from given and area. */
static void
judge(struct metrics_sweep *sweep, size_t w)
{
	struct ft_metrics_point *point = &sweep->work->out->point[w];
	double delivered = 0;
	size_t n;

	for (uint32_t k = 0; k < sweep->n_active; k++)
		delivered += sweep->area[k];
	point->envy = (struct ft_envy){ (double)NAN, (double)NAN };
	if (delivered > 0)
		point->envy = envy_of(sweep, delivered);
	to_shares(sweep->area, sweep->n_active);
	n = by_account(sweep);
	/* accounts add up their users' shares of the area, but their dues
	 * unscaled */
	to_shares(sweep->account_due, n);
	sweep->all_due += to_shares(sweep->given, sweep->n_active);
	keep_top(sweep, w, delivered > 0);
	for (size_t i = 0; i < n; i++)
		sweep->of_account[sweep->touched[i]] = NONE;
	if (!(delivered > 0)) {
		point->user = point->account = nothing;
		return;
	}
	ft_metrics_fairness(
	    &point->user, sweep->area, sweep->given, sweep->n_active);
	ft_metrics_fairness(
	    &point->account, sweep->account_area, sweep->account_due, n);
}

/* Returns the mean over windows, weighted by what each delivered. */
static void
add_weighted(
    struct ft_fairness *sum, const struct ft_fairness *point, double weight)
{
	if (!(weight > 0))
		return;
	sum->unfairness += weight * point->unfairness;
	sum->jain += weight * point->jain;
	sum->variation += weight * point->variation;
}

/* Add window W, in which AREA was delivered, to the means, unless it reaches into
 * the warm-up or the cool-down. */
static void
add_window(struct metrics_sweep *sweep, size_t w, double area)
{
	struct ft_metrics *out = sweep->work->out;
	const struct ft_metrics_point *point = &out->point[w];

	if (out->measured_from > point->at ||
	    (sweep->work->in->cooldown > 0 &&
		point->at + out->window > out->measured_to))
		return;
	add_weighted(&out->user, &point->user, area);
	add_weighted(&out->account, &point->account, area);
	if (area > 0) {
		out->envy.most += area * point->envy.most;
		out->envy.envious += area * point->envy.envious;
	}
	sweep->weights += area;
}

static void
measure(struct metrics_sweep *sweep, size_t w)
{
	struct ft_metrics *out = sweep->work->out;
	struct ft_metrics_point *point = &out->point[w];
	int64_t length = ft_metrics_overlap(out, w, out->from, out->to);
	double capacity = (double)length * out->procs, area = 0;

	for (uint32_t k = 0; k < sweep->n_active; k++) {
		struct metrics_sums *unit = &sweep->unit[sweep->active[k]];

		sweep->node[k] = sweep->work->unit[sweep->active[k]].node;
		sweep->demand[k] =
		    (double)(unit->waits + unit->runs + unit->wanted);
		sweep->area[k] = (double)(unit->runs + unit->had);
		point->users += sweep->demand[k] > 0;
		area += sweep->area[k];
		unit->area += sweep->area[k];
		unit->wanted = unit->had = 0;
	}
	ft_metrics_divide(sweep->due, capacity,
	    &(struct ft_claims){
		sweep->node, sweep->demand, sweep->given, sweep->n_active });
	for (uint32_t k = 0; k < sweep->n_active; k++)
		sweep->unit[sweep->active[k]].due += sweep->given[k];
	if (length > 0) {
		point->utilisation = area / capacity;
		point->waiting = (double)sweep->n_waits +
				 (double)sweep->waited / (double)length;
	}
	sweep->waited = 0;
	judge(sweep, w);
	add_window(sweep, w, area);
}

/* ---- all together -------------------------------------------------------- */

/* The accounts with most area, largest first. */
static void
find_top(struct ft_metrics *out)
{
	for (size_t i = 0; i < out->n_account; i++) {
		size_t at = out->n_top;

		while (at > 0 && out->accounts[out->top[at - 1]].area <
				     out->accounts[i].area)
			at--;
		if (at == FT_METRICS_TOP)
			continue;
		if (out->n_top < FT_METRICS_TOP)
			out->n_top++;
		memmove(&out->top[at + 1], &out->top[at],
		    (out->n_top - 1 - at) * sizeof *out->top);
		out->top[at] = (uint32_t)i;
	}
	out->promised =
	    ft_calloc(out->n_point * out->n_top, sizeof *out->promised);
	out->delivered =
	    ft_calloc(out->n_point * out->n_top, sizeof *out->delivered);
}

/* Fill what was due to each row, and the shares of the whole tree. */
static void
end_rows(const struct metrics_sweep *sweep)
{
	const struct metrics_work *work = sweep->work;
	struct ft_metrics *out = work->out;

	for (uint32_t i = 0; i < work->n_unit && sweep->all_due > 0; i++) {
		double due = sweep->unit[i].due / sweep->all_due;

		out->users[work->unit[i].user].promised += due;
		out->accounts[work->unit[i].account].promised += due;
		out->all.promised += due;
	}
}

/* Compare deliveries with the shares of all leaves, those without jobs too. */
static void
judge_tree(struct metrics_sweep *sweep)
{
	const struct metrics_work *work = sweep->work;
	const struct ft_tree *tree = work->in->tree;
	struct ft_metrics *out = work->out;
	double *area = ft_arena_calloc(&sweep->arena, tree->n, sizeof *area);
	double *account_norm =
	    ft_arena_calloc(&sweep->arena, tree->n, sizeof *account_norm);
	double *account_area =
	    ft_arena_calloc(&sweep->arena, tree->n, sizeof *account_area);
	double *norm = ft_arena_calloc(&sweep->arena, tree->n, sizeof *norm);

	for (uint32_t i = 0; i < work->n_unit; i++)
		area[work->unit[i].node] = sweep->unit[i].area;
	for (uint32_t i = 0; i < tree->n; i++)
		if (ft_tree_is_user(tree, i)) {
			norm[i] = work->norm[i];
			account_norm[tree->parent[i]] += norm[i];
			account_area[tree->parent[i]] += area[i];
		}
	to_shares(norm, tree->n);
	to_shares(account_norm, tree->n);
	to_shares(account_area, tree->n);
	if (to_shares(area, tree->n) > 0) {
		ft_metrics_fairness(&out->user_tree, area, norm, tree->n);
		ft_metrics_fairness(
		    &out->account_tree, account_area, account_norm, tree->n);
	} else {
		out->user_tree = out->account_tree = nothing;
	}
}

static void
divide_by(struct ft_fairness *fairness, double weights)
{
	double by = weights > 0 ? weights : (double)NAN;

	fairness->unfairness /= by;
	fairness->jain /= by;
	fairness->variation /= by;
}

void
ft_metrics_windows(struct metrics_work *work)
{
	struct ft_metrics *out = work->out;
	struct metrics_sweep sweep = { .work = work };

	if (out->to > out->from)
		out->n_point =
		    (size_t)((out->to - out->from + out->window - 1) /
			     out->window);
	out->point = ft_calloc(out->n_point, sizeof *out->point);
	for (size_t w = 0; w < out->n_point; w++)
		out->point[w].at = out->from + (int64_t)w * out->window;
	find_top(out);
	if (out->n_point)
		ft_metrics_sweep_begin(&sweep);
	for (size_t w = 0; w < out->n_point; w++) {
		ft_metrics_sweep_enter(&sweep, w);
		measure(&sweep, w);
		ft_metrics_sweep_leave(&sweep, w);
	}
	divide_by(&out->user, sweep.weights);
	divide_by(&out->account, sweep.weights);
	out->envy.most /= sweep.weights > 0 ? sweep.weights : (double)NAN;
	out->envy.envious /= sweep.weights > 0 ? sweep.weights : (double)NAN;
	if (out->n_point) {
		end_rows(&sweep);
		judge_tree(&sweep);
	} else { /* nobody came, or all were refused at once */
		out->user_tree = out->account_tree = nothing;
	}
	ft_metrics_sweep_end(&sweep);
}
