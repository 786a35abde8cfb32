/*
 * round.c - what the rounding of RawUsage explains.
 *
 * FairShare: siblings are ranked by usage by shares, so the site's order of each
 * family must be possible for usages within the rounding; then the ranks that follow
 * from all these orders must be the site's.
 */
#include <math.h>

#include "report/verify/private.h"

/* ---- the order of a family ---------------------------------------------------- */

/* A row as the site ranks it among its siblings. */
struct place {
	size_t row, parent;
	double best; /* FairShare of the first user in it; -1 none */
};

static double
factor_of(const struct ft_verify_row *row)
{
	double value;

	return row->is_user && ft_num_double(
				   row->cell[FT_VERIFY_FAIR_SHARE].site, &value)
		   ? value
		   : -1;
}

/* Families side by side, each in the site's order. */
static int
by_family(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->parent != y->parent)
		return x->parent < y->parent ? -1 : 1;
	if (x->best < y->best || x->best > y->best)
		return x->best > y->best ? -1 : 1;
	return x->row < y->row ? -1 : x->row > y->row;
}

static struct place *
make_places(const struct ft_verify *verify)
{
	struct place *place = ft_calloc(verify->n + 1, sizeof *place);

	for (size_t i = 0; i < verify->n; i++)
		place[i] = (struct place){ i, verify->row[i].parent,
			factor_of(&verify->row[i]) };
	for (size_t i = verify->n; i > 1 && i--;) {
		struct place *above = &place[place[i].parent];

		if (place[i].best > above->best)
			above->best = place[i].best;
	}
	qsort(place, verify->n, sizeof *place, by_family);
	return place;
}

/* Whether the siblings can be in this order: none has less usage by shares than
 * those before it, if all have as little as they can. */
static bool
is_possible(const struct ft_verify *verify, const struct place *place, size_t n)
{
	double least = 0;

	for (size_t i = 0; i < n; i++) {
		const struct ft_verify_row *row = &verify->row[place[i].row];
		double low = row->least > 0 ? row->least : 0;

		/* without shares it is last, with the shares of the account
		 * above it the first */
		if (!row->shares || place[i].best < 0)
			continue;
		if ((low + 1) / (double)row->shares <= least)
			return false;
		if (low / (double)row->shares > least)
			least = low / (double)row->shares;
	}
	return true;
}

static bool
all_possible(const struct ft_verify *verify, const struct place *place)
{
	for (size_t from = 0, to; from < verify->n; from = to) {
		for (to = from;
		     to < verify->n && place[to].parent == place[from].parent;
		     to++)
			;
		if (!is_possible(verify, place + from, to - from))
			return false;
	}
	return true;
}

/* ---- the ranks ------------------------------------------------------------------ */

/* The walk of Fair Tree through the site's order. */
struct walk {
	const struct ft_verify *verify;
	const struct place *place;
	size_t *first; /* by row: where its family begins in place */
	size_t *next;  /* stack of places still to be visited */
	size_t n, seen, users;
	const struct ft_verify_cell *last; /* of the user before */
};

/* Put the family of ROW on the stack, the best on top. */
static void
push_family(struct walk *walk, size_t row)
{
	size_t from = walk->first[row], to = from;

	while (to < walk->verify->n && walk->place[to].parent == row)
		to++;
	while (to > from)
		walk->next[walk->n++] = --to;
}

/* Returns whether the next user of the walk has the next rank, or shares the rank of
 * the user before because both are tied in the store, too. */
static bool
is_ranked(struct walk *walk, const struct ft_verify_row *row)
{
	const struct ft_verify_cell *cell = &row->cell[FT_VERIFY_FAIR_SHARE];
	const struct ft_verify_cell *last = walk->last;
	double rank = (double)(walk->users - walk->seen++);
	double factor = rank / (double)walk->users;

	walk->last = cell;
	if (last && strcmp(last->site, cell->site) == 0)
		return strcmp(last->here, cell->here) == 0;
	return ft_verify_meets(ft_verify_printed(cell->site),
	    (struct ft_verify_range){ factor, factor });
}

static bool
walk_all(struct walk *walk)
{
	const struct ft_verify *verify = walk->verify;

	/* no row has the root's parent but the root, whose place is the last */
	walk->next[walk->n++] = verify->n - 1;
	while (walk->n) {
		size_t row = walk->place[walk->next[--walk->n]].row;

		if (!verify->row[row].is_user)
			push_family(walk, row);
		else if (!is_ranked(walk, &verify->row[row]))
			return false;
	}
	return true;
}

/* Whether a ranking by usage within the rounding gives the FairShare of all USERS. */
static bool
order_fits(const struct ft_verify *verify, size_t users)
{
	struct place *place FT_CLEANUP(ft_free_at) = make_places(verify);
	size_t *first FT_CLEANUP(ft_free_at) =
	    ft_calloc(verify->n + 1, sizeof *first);
	size_t *next FT_CLEANUP(ft_free_at) =
	    ft_calloc(verify->n + 1, sizeof *next);
	struct walk walk = { verify, place, first, next, 0, 0, users, NULL };

	for (size_t i = 0; i < verify->n; i++)
		first[i] = verify->n;
	for (size_t i = verify->n; i > 0 && i--;)
		if (place[i].parent != FT_VERIFY_NONE)
			first[place[i].parent] = i;
	return all_possible(verify, place) && walk_all(&walk);
}

/* ---- all columns ------------------------------------------------------------------ */

/* Returns which parts of the usage of all siblings give LEVEL with SHARES, a part of 1. */
static struct ft_verify_range
parts_of(double shares, struct ft_verify_range level)
{
	struct ft_verify_range part = { shares / level.high, HUGE_VAL };

	if (level.high <= 0)
		part.low = HUGE_VAL;
	if (level.low > 0)
		part.high = shares / level.low;
	return part;
}

static struct ft_verify_range
both(struct ft_verify_range left, struct ft_verify_range right)
{
	return (struct ft_verify_range){ fmax(left.low, right.low),
		fmin(left.high, right.high) };
}

/* Returns what is printed as the cell; of one that says nothing, all numbers. */
static struct ft_verify_range
said(const struct ft_verify_row *row, enum ft_verify_column column)
{
	const char *text = row->cell[column].site;
	struct ft_verify_range all = { 0, HUGE_VAL };
	struct ft_verify_range printed = ft_verify_printed(text);

	if (strcmp(text, "inf") == 0) /* LevelFS without usage */
		return (struct ft_verify_range){ HUGE_VAL, HUGE_VAL };
	return printed.low > printed.high ? all : both(printed, all);
}

/* Returns which usage RATIO of that of ABOVE is. */
static struct ft_verify_range
usage_of(struct ft_verify_range ratio, const struct ft_verify_row *above)
{
	return (struct ft_verify_range){ ratio.low * fmax(above->least, 0),
		ratio.high * (above->least + 1) };
}

/* Whether the site printed the same number in both, or nothing in one. */
static bool
same_text(const struct ft_verify_cell *left, const struct ft_verify_cell *right)
{
	return !*left->site || !*right->site ||
	       strcmp(left->site, right->site) == 0;
}

bool
ft_verify_fits(const struct ft_verify *verify, const struct ft_verify_row *row,
    double shares)
{
	const struct ft_verify_row *above = &verify->row[row->parent];
	struct ft_verify_range usage = { fmax(row->least, 0), row->least + 1 };
	struct ft_verify_range level = said(row, FT_VERIFY_LEVEL_FS);
	struct ft_verify_range part = said(row, FT_VERIFY_EFFECTV_USAGE);
	struct ft_verify_range whole = said(row, FT_VERIFY_NORM_USAGE);

	part = both(part, parts_of(shares, level));
	if (!row->parent) {
		if (!same_text(&row->cell[FT_VERIFY_NORM_USAGE],
			&row->cell[FT_VERIFY_EFFECTV_USAGE]))
			return false;
		part = whole = both(part, whole);
	}
	usage = both(usage,
	    both(usage_of(part, above), usage_of(whole, &verify->row[0])));
	return usage.low <= usage.high && part.low <= part.high;
}

/* Explain the cells of a row that some usage within the rounding gives. */
static void
round_row(struct ft_verify *verify, struct ft_verify_row *row)
{
	static const enum ft_verify_column column[] = { FT_VERIFY_NORM_USAGE,
		FT_VERIFY_EFFECTV_USAGE, FT_VERIFY_LEVEL_FS };

	if (!ft_verify_fits(verify, row, row->level_shares))
		return;
	for (size_t i = 0; i < FT_COUNT(column); i++) {
		struct ft_verify_cell *cell = &row->cell[column[i]];

		if (*cell->site && *cell->here)
			ft_verify_explain(cell, FT_VERIFY_ROUNDED,
			    "RawUsage is cut to a whole number");
	}
}

void
ft_verify_round(struct ft_verify *verify)
{
	size_t users = 0;

	for (size_t i = 1; i < verify->n; i++)
		round_row(verify, &verify->row[i]);
	for (size_t i = 0; i < verify->n; i++)
		users += verify->row[i].is_user;
	if (!order_fits(verify, users))
		return;
	for (size_t i = 0; i < verify->n; i++)
		ft_verify_explain(&verify->row[i].cell[FT_VERIFY_FAIR_SHARE],
		    FT_VERIFY_ROUNDED,
		    "the order of users with nearly the same Level FS");
}
