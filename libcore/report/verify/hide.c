/*
 * hide.c - what rows explain that the site's table does not show, because of
 * PrivateData or because somebody left them out.
 *
 * NormShares is shares / (shares of all siblings).  If a whole number of hidden
 * shares gives all NormShares of a family, they are it; LevelFS follows from them.
 * FairShare is rank / users.  If a number of users gives all FairShare of the table,
 * in the order that usage allows, the users beyond those shown are hidden.
 */
#include <math.h>

#include "report/verify/private.h"

/* Hidden shares of a family, between low and high. */
struct hidden {
	double sum; /* of the shares that are shown */
	double low, high;
	bool missed; /* a NormShares differs */
};

static void
narrow(struct hidden *hidden, const struct ft_verify_row *row)
{
	const struct ft_verify_cell *cell = &row->cell[FT_VERIFY_NORM_SHARES];
	struct ft_verify_range printed = ft_verify_printed(cell->site);
	double shares = (double)row->shares;

	if (!row->shares)
		return;
	hidden->missed |= cell->cause == FT_VERIFY_UNEXPLAINED;
	if (printed.low > printed.high) { /* it is not shown */
		hidden->high = -1;
		return;
	}
	hidden->low = fmax(hidden->low, shares / printed.high - hidden->sum);
	if (printed.low > 0)
		hidden->high =
		    fmin(hidden->high, shares / printed.low - hidden->sum);
}

/* Explain the cells of a child by hidden shares beside it. */
static void
explain_row(struct ft_verify *verify, struct ft_verify_row *row,
    const struct hidden *hidden, const char *detail)
{
	struct ft_verify_cell *level = &row->cell[FT_VERIFY_LEVEL_FS];
	double shares = (double)row->shares / (hidden->sum + hidden->low);

	ft_verify_explain(
	    &row->cell[FT_VERIFY_NORM_SHARES], FT_VERIFY_HIDDEN, detail);
	if (*level->site && *level->here && ft_verify_fits(verify, row, shares))
		ft_verify_explain(level, FT_VERIFY_HIDDEN, detail);
}

/* Returns in words what is hidden below ROW; NULL: nothing that explains all. */
static const char *
describe(struct ft_verify *verify, const struct ft_verify_row *row,
    struct hidden *hidden)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	hidden->low = ceil(hidden->low);
	if (!hidden->missed || hidden->low > hidden->high)
		return NULL;
	ft_str_addf(&text, "%.0f shares below %.*s are not shown", hidden->low,
	    (int)strcspn(row->key, "\n"), row->key);
	return ft_arena_strdup(&verify->arena, ft_str_text(&text));
}

static void
hide_shares(struct ft_verify *verify)
{
	struct hidden *hidden FT_CLEANUP(ft_free_at) =
	    ft_calloc(verify->n + 1, sizeof *hidden);
	const char **detail FT_CLEANUP(ft_free_at) =
	    ft_calloc(verify->n + 1, sizeof *detail);

	for (size_t i = 0; i < verify->n; i++)
		hidden[i] = (struct hidden){ .low = 1, .high = HUGE_VAL };
	for (size_t i = 1; i < verify->n; i++)
		if (verify->row[i].shown)
			hidden[verify->row[i].parent].sum +=
			    (double)verify->row[i].shares;
	for (size_t i = 1; i < verify->n; i++)
		if (verify->row[i].shown)
			narrow(&hidden[verify->row[i].parent], &verify->row[i]);
	for (size_t i = 0; i < verify->n; i++)
		detail[i] = describe(verify, &verify->row[i], &hidden[i]);
	for (size_t i = 1; i < verify->n; i++) {
		struct ft_verify_row *row = &verify->row[i];

		if (detail[row->parent])
			explain_row(verify, row, &hidden[row->parent],
			    detail[row->parent]);
	}
}

/* Values are taken to fit for a reason if their probability of fitting by chance is
 * below this; ONE: that of a single value. */
#define CHANCE     1e-3
#define CHANCE_ONE 5e-3

/* Returns how many users have a FairShare that is no rank among USERS; 2: or more. */
static size_t
count_misfits(const struct ft_verify *verify, size_t users)
{
	const double most = (double)users;
	size_t n = 0;

	for (size_t i = 0; i < verify->n && n < 2; i++) {
		const struct ft_verify_row *row = &verify->row[i];
		struct ft_verify_range printed =
		    ft_verify_printed(row->cell[FT_VERIFY_FAIR_SHARE].site);

		if (row->is_user)
			n += fmax(ceil(printed.low * most), 1) >
			     fmin(floor(printed.high * most), most);
	}
	return n;
}

/*
 * Returns the least number of users, more than SHOWN, of which every FairShare of
 * the site is a rank; 0: none, or the values may fit it by chance.  If one number
 * fits all values but one, some multiple of it soon fits that one, too, so the chance
 * grows with the number of multiples tried.
 */
static size_t
find_users(const struct ft_verify *verify, size_t shown)
{
	size_t others = 0; /* the number that gives all but one */

	for (size_t users = shown; users < 1000 * shown; users++) {
		double chance = 2 * FT_VERIFY_HALF_DIGIT * (double)users;
		size_t misfits;

		if (pow(chance, (double)shown) > CHANCE)
			return 0;
		misfits = count_misfits(verify, users);
		if (misfits < 2 && !others)
			others = users;
		if (!misfits && users > shown)
			return chance * (double)users / (double)others >
				       CHANCE_ONE
				   ? 0
				   : users;
	}
	return 0;
}

/* The two values of FairShare of a user. */
struct factors {
	double here, site;
};

static int
by_here(const void *a, const void *b)
{
	const struct factors *x = a, *y = b;

	return x->here < y->here ? 1 : x->here > y->here ? -1 : 0;
}

/* Whether the site ranks the users as they are ranked here: hidden users are between
 * them and change nothing else, so hardly any value is equal. */
static bool
same_order(const struct ft_verify *verify, size_t shown)
{
	struct factors *factors FT_CLEANUP(ft_free_at) =
	    ft_calloc(shown + 1, sizeof *factors);
	size_t n = 0, equal = 0;

	for (size_t i = 0; i < verify->n; i++) {
		const struct ft_verify_cell *cell =
		    &verify->row[i].cell[FT_VERIFY_FAIR_SHARE];

		if (!verify->row[i].is_user)
			continue;
		equal += cell->cause == FT_VERIFY_EQUAL;
		if (!ft_num_double(cell->here, &factors[n].here) ||
		    !ft_num_double(cell->site, &factors[n].site))
			return false;
		n++;
	}
	qsort(factors, n, sizeof *factors, by_here);
	for (size_t i = 1; i < n; i++) {
		bool tied = !by_here(&factors[i - 1], &factors[i]);

		if (tied ? factors[i - 1].site < factors[i].site ||
			       factors[i - 1].site > factors[i].site
			 : factors[i - 1].site <= factors[i].site)
			return false;
	}
	return 2 * equal <= n;
}

static void
hide_users(struct ft_verify *verify)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	const char *detail;
	size_t shown = 0, users;

	if (!ft_verify_count(
		verify, FT_VERIFY_FAIR_SHARE, FT_VERIFY_UNEXPLAINED))
		return;
	for (size_t i = 0; i < verify->n; i++)
		shown += verify->row[i].is_user;
	users = same_order(verify, shown) ? find_users(verify, shown) : 0;
	if (!users)
		return;
	ft_str_addf(&text, "%zu users are not shown", users - shown);
	detail = ft_arena_strdup(&verify->arena, ft_str_text(&text));
	for (size_t i = 0; i < verify->n; i++)
		ft_verify_explain(&verify->row[i].cell[FT_VERIFY_FAIR_SHARE],
		    FT_VERIFY_HIDDEN, detail);
}

void
ft_verify_hide(struct ft_verify *verify)
{
	hide_shares(verify);
	hide_users(verify);
}
