/*
 * recount.c - RawUsage of one snapshot, recounted from its jobs.
 *
 * Usage of older jobs is not known, and decays.  It can be nothing, and at most what
 * the whole cluster, in use all the time, leaves; less if PriorityUsageResetPeriod
 * cleared all usage since.
 */
#include <math.h>
#include <stdio.h>

#include "base/text/timefmt.h"
#include "fimport/site/since.h"
#include "model/machine/nodes.h"

#define SHOWN 10 /* rows that are listed */

void
fimport_add_assoc(
    const struct ft_acctdb *acctdb, uint32_t id, struct ft_str *str)
{
	const struct ft_assoc *assoc = ft_acctdb_assoc(acctdb, id);
	const struct ft_account *account =
	    assoc ? ft_acctdb_account(acctdb, assoc->account) : NULL;
	const struct ft_user *user =
	    assoc ? ft_acctdb_user(acctdb, assoc->user) : NULL;

	if (user)
		ft_str_addf(str, "%s@", user->name);
	if (account)
		ft_str_add(str, account->name);
	if (user && *assoc->partition)
		ft_str_addf(str, ":%s", assoc->partition);
}

/* ---- what can be older ------------------------------------------------------------ */

/* Set *when to "2026-11-28T16:39:07" of UTC, as the collector writes it. */
static bool
read_utc(const char *text, int64_t *when)
{
	unsigned part[6];
	int64_t year, month;
	int end = 0;

	if (sscanf(text, "%4u-%2u-%2uT%2u:%2u:%2u%n", &part[0], &part[1],
		&part[2], &part[3], &part[4], &part[5], &end) != 6 ||
	    text[end] || part[1] < 1 || part[1] > 12)
		return false;
	/* the year begins in March, and ends with the day of leap years */
	month = ((int64_t)part[1] + 9) % 12;
	year = (int64_t)part[0] - (part[1] < 3);
	*when = year * 365 + year / 4 - year / 100 + year / 400 +
		(153 * month + 2) / 5 + (int64_t)part[2] - 1 - 719468;
	*when = ((*when * 24 + part[3]) * 60 + part[4]) * 60 + part[5];
	return true;
}

/* Set *from to when the first piece of sacct begins: all jobs of later times are in
 * it.  Returns false: it is not known. */
static bool
find_from(struct fimport_site *site, int64_t *from)
{
	static const char option[] = " -S ";
	const struct ft_manifest_part *part =
	    ft_manifest_find(&site->files.manifest, "sacct/001");
	const char *at = part ? strstr(part->command, option) : NULL;
	struct ft_word word;
	char text[32];

	if (!at || !ft_sitefiles_have(&site->files, "sacct/001"))
		return false;
	word = ft_word_until(at + strlen(option), " ");
	return ft_word_copy(word, text, sizeof text) && read_utc(text, from);
}

/* Returns the most that an amount of TRES I costs. */
static double
dearest(const struct ft_rebuild *all, size_t i)
{
	double weight = 0;

	for (size_t k = 0; k < all->n_partition; k++)
		weight = fmax(
		    weight, ft_guess_weight(&all->partition[k].billing, i));
	return weight;
}

/* Set *rate to what all nodes cost each second where it is most. */
static enum ft_status
find_rate(const struct fimport_rebuild *rebuild, const struct ft_conf *conf,
    double *rate, struct ft_error *err)
{
	const struct ft_world *world = &rebuild->world;
	struct ft_tres_amount *amount FT_CLEANUP(ft_free_at) =
	    ft_calloc(world->tres.n + 1, sizeof *amount);
	struct ft_nodes nodes FT_CLEANUP(ft_nodes_free) = { 0 };
	double factor = 1;
	size_t n;

	*rate = 0;
	FT_TRY(ft_nodes_read(&nodes, conf, err));
	n = ft_nodes_amounts(&nodes, conf, &world->tres, amount);
	for (size_t i = 0; i < n; i++) {
		size_t at = (size_t)(ft_tres_get(&world->tres, amount[i].id) -
				     world->tres.item);

		if (at != FT_TRES_BILLING)
			*rate += dearest(&rebuild->all, at) *
				 (double)amount[i].value;
	}
	for (size_t i = 0; i < world->acctdb.n_qos; i++)
		factor = fmax(factor, world->acctdb.qos[i].usage_factor);
	*rate *= factor;
	return FT_OK;
}

/* ---- the report ------------------------------------------------------------------- */

/* Rows by how they follow from the jobs. */
struct counts {
	size_t follow, more, wrong;
};

/* Returns whether ROW, which does not follow, can with older jobs. */
static bool
can_be_more(
    const struct ft_rebuild *all, const struct ft_rebuild_row *row, double most)
{
	return row->low < (double)row->real &&
	       row->high + most * all->left > (double)row->real;
}

static struct counts
count(struct ft_rebuild *all, double most)
{
	struct counts counts = { .follow = ft_rebuild_predict(all) };

	for (size_t i = 0; i < all->n; i++) {
		const struct ft_rebuild_row *row = &all->row[i];

		if (ft_rebuild_fits(row))
			continue;
		if (can_be_more(all, row, most))
			counts.more++;
		else
			counts.wrong++;
	}
	return counts;
}

/* The last pass before the table is not known: take one that gives the fewest wrong
 * rows, and of these the most that follow. */
static void
seek_pass(struct fimport_rebuild *rebuild, double most)
{
	struct ft_era *era = &rebuild->era[rebuild->all.n_era - 1];
	int64_t at = rebuild->all.now, best = at;
	struct counts found = count(&rebuild->all, most);

	for (int64_t pass = at; pass > at - era->period; pass--) {
		struct counts counts;

		era->ends = pass;
		counts = count(&rebuild->all, most);
		if (counts.wrong > found.wrong ||
		    (counts.wrong == found.wrong &&
			counts.follow <= found.follow))
			continue;
		found = counts;
		best = pass;
	}
	era->ends = best;
}

static void
list_wrong(struct fimport_rebuild *rebuild,
    const struct fimport_recount *recount, double most, struct ft_str *str)
{
	double left = most * rebuild->all.left;
	size_t n = 0;

	for (size_t i = 0; i < recount->n; i++) {
		uint32_t assoc = recount->row[i].assoc;
		const struct ft_rebuild_row *row =
		    fimport_rebuild_row(rebuild, assoc);

		if (!row || ft_rebuild_fits(row) ||
		    can_be_more(&rebuild->all, row, most) || n++ >= SHOWN)
			continue;
		ft_str_add(str, "  ");
		fimport_add_assoc(&rebuild->world.acctdb, assoc, str);
		ft_str_addf(str, ": RawUsage %" PRId64 ", of these jobs %.2f",
		    row->real, row->high - FT_REBUILD_MICRO);
		if (row->low < (double)row->real)
			ft_str_addf(str, ", of older ones at most %.2f", left);
		ft_str_add_char(str, '\n');
	}
	if (n > SHOWN)
		ft_str_addf(str, "  and %zu more\n", n - SHOWN);
}

/* Add settings by which all rows follow from these jobs alone, else with older
 * ones. */
static void
search(struct ft_rebuild *all, const struct counts *counts, double most,
    struct ft_str *str)
{
	size_t n = counts->follow + counts->more + counts->wrong;
	const char *how = "all rows";

	if (!counts->more && !counts->wrong)
		return;
	ft_rebuild_search(all);
	if (!all->n_guess && counts->wrong && most > 0) {
		how = "with older jobs, all rows";
		/* how many there were depends on the settings, too */
		for (size_t i = 0; i < all->n; i++)
			all->row[i].most = HUGE_VAL;
		if (ft_rebuild_predict(all) < n)
			ft_rebuild_search(all);
	}
	for (size_t i = 0; i < all->n_guess; i++) {
		ft_str_addf(str, "%s would follow ", how);
		ft_guess_tell(all, &all->guess[i], str);
		ft_str_add_char(str, '\n');
	}
}

static void
report(struct fimport_site *site, struct fimport_rebuild *rebuild,
    const struct fimport_recount *recount, double most)
{
	struct ft_rebuild *all = &rebuild->all;
	struct ft_str *str = &site->notes;
	struct counts counts;
	char date[32];

	if (!recount->pass)
		seek_pass(rebuild, most);
	counts = count(all, most);
	ft_str_addf(str,
	    "RawUsage: %zu of %zu rows follow from the jobs since %s alone",
	    counts.follow, recount->n,
	    ft_time_format_date(date, sizeof date, all->from));
	if (counts.more)
		ft_str_addf(str, ", %zu need older ones", counts.more);
	if (counts.wrong)
		ft_str_addf(str, ", %zu cannot be", counts.wrong);
	ft_str_add_char(str, '\n');
	list_wrong(rebuild, recount, most, str);
	search(all, &counts, most, str);
}

/* ---- all of it -------------------------------------------------------------------- */

/* Have the rows shown, with nothing before. */
static void
take_rows(
    struct fimport_rebuild *rebuild, const struct fimport_recount *recount)
{
	for (size_t i = 0; i < recount->n; i++) {
		struct ft_rebuild_row *row =
		    fimport_rebuild_row(rebuild, recount->row[i].assoc);

		if (!row)
			continue;
		row->shown = true;
		row->real = recount->row[i].real;
	}
}

/* Set *most to how much usage there can have been at all->from. */
static enum ft_status
find_most(struct fimport_rebuild *rebuild, const struct ft_conf *conf,
    double *most, struct ft_error *err)
{
	struct ft_rebuild *all = &rebuild->all;
	struct ft_decay decay = all->era[all->n_era - 1].decay;
	double kept = ft_decay_factor(&decay, 1);
	int64_t pass;

	*most = HUGE_VAL;
	if (ft_rebuild_resets(all, &pass)) {
		all->from = pass;
		all->after = pass - 1;
		*most = 0;
		return FT_OK;
	}
	if (!(kept < 1))
		return FT_OK;
	FT_TRY(find_rate(rebuild, conf, most, err));
	*most /= 1 - kept;
	return FT_OK;
}

enum ft_status
fimport_site_recount(struct fimport_site *site,
    const struct fimport_recount *recount, struct ft_error *err)
{
	const struct ft_session *session = &site->import->session;
	struct fimport_rebuild rebuild FT_CLEANUP(
	    fimport_rebuild_free) = { .has_world = false };
	const struct ft_load_source source = { session->store, &session->conf,
		session->cluster, recount->at };
	struct ft_share_params params = { 0 };
	struct ft_tree *tree = NULL;
	enum ft_status status;
	double most;

	if (!find_from(site, &rebuild.all.from))
		return FT_OK;
	rebuild.all.after = INT64_MIN;
	rebuild.runs.after = rebuild.all.from - 1;
	FT_TRY(ft_load_tree(&source, &params, &tree, err));
	status = fimport_rebuild_open(&rebuild, &source, tree, err);
	ft_tree_free(tree);
	FT_TRY(status);
	rebuild.all.era = rebuild.era = ft_conf_eras(&session->conf,
	    session->cluster, recount->pass ? recount->pass : recount->at,
	    &rebuild.all.n_era);
	rebuild.all.before = ft_conf_decay(&session->conf).half_life;
	take_rows(&rebuild, recount);
	FT_TRY(find_most(&rebuild, &session->conf, &most, err));
	report(site, &rebuild, recount, most);
	return FT_OK;
}
