/* print.c - the page of an audit. */

#include "facctmgr/audit/private.h"

#include "base/text/timefmt.h"
#include "files/color.h"
#include "files/pager.h"
#include "report/format/page.h"

#define FEW 5 /* users and jobs that the page names for a change */

static void
add_head(const struct audit *audit, struct ft_page *page)
{
	const struct audit_side *now = &audit->now;
	struct ft_str str = { 0 };

	ft_str_addf(
	    &str, "Audit of cluster '%s' at ", now->session.cluster_name);
	ft_time_add_date(&str, now->session.now);
	ft_page_head(page, ft_str_text(&str));
	ft_str_clear(&str);
	ft_str_addf(&str,
	    "Slurm %s, %" PRIu32 " users with a place, %zu jobs that sprio "
	    "lists. Each row is one change, tried alone on a copy. Other "
	    "releases are compared with this one, all with ties as in Slurm.",
	    ft_releases[ft_conf_release(&now->session.conf)].name,
	    now->ranks.load.tree->n_user, now->n);
	ft_page_take_text(page, &str);
}

/* Who moves, one row for each change. */
static void
add_table(const struct audit *audit, struct ft_page *page)
{
	static const char *const header[] = { "Change", ">Users",
		"Furthest user", ">Jobs" };
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	ft_page_table(page, header, FT_COUNT(header));
	for (size_t i = 0; i < audit->n; i++) {
		const struct audit_moves *moves = &audit->moves[i];

		ft_page_cell(page, moves->trial->change);
		ft_page_cellf(page, "%zu", moves->compare.moved);
		if (!facctmgr_audit_add_user(moves, 0, &str))
			ft_str_add(&str, "-");
		ft_page_cell(page, ft_str_text(&str));
		ft_str_clear(&str);
		ft_page_cellf(page, "%zu", moves->places);
	}
	ft_page_table_end(page);
}

typedef bool audit_add_fn(
    const struct audit_moves *moves, size_t i, struct ft_str *str);

/* Append the first FEW of N. */
static void
add_few(const struct audit_moves *moves, audit_add_fn *add, size_t n,
    struct ft_str *str)
{
	for (size_t i = 0; i < n && i < FEW; i++) {
		ft_str_add(str, i ? ", " : "");
		add(moves, i, str);
	}
	if (n > FEW)
		ft_str_addf(str, " and %zu more", n - FEW);
}

static void
add_names(const struct audit *audit, struct ft_page *page)
{
	struct ft_str str = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < audit->n; i++)
		n += audit->moves[i].compare.moved + audit->moves[i].places > 0;
	if (n == 0)
		return;
	ft_page_head(page, "Who would move, the furthest first");
	for (size_t i = 0; i < audit->n; i++) {
		const struct audit_moves *moves = &audit->moves[i];

		if (moves->compare.moved + moves->places == 0)
			continue;
		ft_str_addf(&str, "%s: ", moves->trial->change);
		add_few(
		    moves, facctmgr_audit_add_user, moves->compare.moved, &str);
		if (moves->compare.moved && moves->places)
			ft_str_add(&str, "; ");
		add_few(moves, facctmgr_audit_add_job, moves->places, &str);
		ft_page_take_item(page, &str);
	}
}

/* ---- prices ------------------------------------------------------------------- */

static bool
has_same_prices(const struct audit_cost *a, const struct audit_cost *b)
{
	for (size_t i = 0; i < AUDIT_SHAPES; i++) {
		if (a->has[i] != b->has[i])
			return false;
		for (size_t k = 0; k < AUDIT_RULES; k++)
			if (islessgreater(a->price[i][k], b->price[i][k]))
				return false;
	}
	return true;
}

static bool
is_same_price(const struct audit_cost *a, const struct audit_cost *b)
{
	return has_same_prices(a, b) && strcmp(a->weights, b->weights) == 0 &&
	       a->node && b->node && a->node->memory == b->node->memory &&
	       a->node->cpus == b->node->cpus;
}

static void
add_cost_table(const struct audit *audit, const struct audit_cost *cost,
    struct ft_page *page)
{
	const char *header[1 + AUDIT_RULES] = { "An hour of" };
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < AUDIT_RULES; i++)
		header[1 + i] = ft_arena_text(audit->arena, ">%s%s",
		    facctmgr_audit_rules[i],
		    i == facctmgr_audit_rule(audit) ? " (now)" : "");
	ft_page_table(page, header, 1 + AUDIT_RULES);
	for (enum audit_shape i = 0; i < AUDIT_SHAPES; i++) {
		if (!cost->has[i])
			continue;
		facctmgr_audit_add_shape(audit, cost, i, &str);
		ft_page_cell(page, ft_str_text(&str));
		ft_str_clear(&str);
		for (size_t k = 0; k < AUDIT_RULES; k++)
			ft_page_cellf(page, "%.10g", cost->price[i][k]);
	}
	ft_page_table_end(page);
}

static void
add_weights(const struct audit_cost *cost, struct ft_str *str)
{
	if (cost->given)
		ft_str_addf(
		    str, ", if TRESBillingWeights were %s", cost->weights);
	else if (*cost->weights)
		ft_str_addf(str, ", TRESBillingWeights=%s", cost->weights);
	else
		ft_str_add(str, ", without TRESBillingWeights: CPUs count");
}

/* Returns whether there is nothing to show: the partition has no nodes, or
 * WEIGHTS do not change its prices. */
static bool
is_dull(const struct audit *audit, size_t partition, const char *weights,
    struct audit_cost *cost)
{
	struct audit_cost own;
	struct ft_error err;

	if (facctmgr_audit_price(audit, partition, weights, cost, &err) !=
		FT_OK ||
	    !cost->node)
		return true;
	return weights &&
	       facctmgr_audit_price(audit, partition, NULL, &own, &err) ==
		   FT_OK &&
	       has_same_prices(&own, cost);
}

/* Add the prices under WEIGHTS; NULL: under each partition's own. Partitions with
 * the same prices share a table. */
static void
add_costs(const struct audit *audit, const char *weights, struct ft_page *page)
{
	const struct ft_machine *machine = &audit->now.world.machine;
	size_t n = machine->n_partition;
	struct audit_cost *cost FT_CLEANUP(ft_free_at) =
	    ft_calloc(n + 1, sizeof *cost);
	bool *shown FT_CLEANUP(ft_free_at) = ft_calloc(n + 1, sizeof *shown);

	for (size_t i = 0; i < n; i++)
		shown[i] = is_dull(audit, i, weights, &cost[i]);
	for (size_t i = 0; i < n; i++) {
		struct ft_str str = { 0 };

		if (shown[i])
			continue;
		ft_str_addf(&str, "Partition %s", cost[i].partition->name);
		for (size_t k = i + 1; k < n; k++) {
			if (shown[k] || !is_same_price(&cost[i], &cost[k]))
				continue;
			ft_str_addf(&str, ", %s", cost[k].partition->name);
			shown[k] = true;
		}
		add_weights(&cost[i], &str);
		ft_page_take_text(page, &str);
		add_cost_table(audit, &cost[i], page);
	}
}

void
facctmgr_audit_page(const struct audit *audit, struct ft_out *out)
{
	struct facctmgr *acct = audit->acct;
	const struct ft_args *billing = &audit->request->billing;
	struct ft_page_options options = {
		.width = ft_pager_width(acct->context),
	};
	struct ft_page page;

	options.paint = ft_color_paint(
	    acct->context, (struct ft_color){ .use = FT_COLOR_AUTO });
	ft_page_init(&page, out, &options);
	add_head(audit, &page);
	add_table(audit, &page);
	add_names(audit, &page);
	ft_page_head(&page, "What it costs, in billing TRES for an hour");
	add_costs(audit, NULL, &page);
	for (size_t i = 0; i < billing->n; i++)
		add_costs(audit, billing->item[i], &page);
	ft_page_free(&page);
}
