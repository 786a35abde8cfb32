/*
 * round.c - what the rounding of RawUsage explains.
 *
 * FairShare: siblings are ranked by usage by shares, so the site's order of each
 * family must be possible for usages within the rounding; then the ranks that follow
 * from all these orders must be the site's.
 */
#include <math.h>

#include "report/verify/private.h"

struct ft_verify_range
ft_verify_level(double shares, struct ft_verify_range ratio)
{
	struct ft_verify_range level = { shares / ratio.high, HUGE_VAL };

	if (ratio.high <= 0)
		level.low = HUGE_VAL;
	if (ratio.low > 0)
		level.high = shares / ratio.low;
	return level;
}

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

/* Whether the next user of the walk has the rank that is his turn. */
static bool
is_ranked(struct walk *walk, const struct ft_verify_row *row)
{
	double rank = (double)(walk->users - walk->seen++);
	double factor = rank / (double)walk->users;

	return ft_verify_meets(
	    ft_verify_printed(row->cell[FT_VERIFY_FAIR_SHARE].site),
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
	struct walk walk = { verify, place, first, next, 0, 0, users };

	for (size_t i = 0; i < verify->n; i++)
		first[i] = verify->n;
	for (size_t i = verify->n; i > 0 && i--;)
		if (place[i].parent != FT_VERIFY_NONE)
			first[place[i].parent] = i;
	return all_possible(verify, place) && walk_all(&walk);
}

/* ---- all columns ------------------------------------------------------------------ */

static void
round_row(struct ft_verify *verify, struct ft_verify_row *row)
{
	static const char detail[] = "RawUsage is cut to a whole number";
	const struct ft_verify_row *above = &verify->row[row->parent];
	struct ft_verify_range ratio = ft_verify_ratio(row, above);
	struct ft_verify_range level =
	    ft_verify_level(row->level_shares, ratio);
	const struct {
		enum ft_verify_column column;
		struct ft_verify_range range;
	} test[] = {
		{ FT_VERIFY_NORM_USAGE, ft_verify_ratio(row, &verify->row[0]) },
		{ FT_VERIFY_EFFECTV_USAGE, ratio },
		{ FT_VERIFY_LEVEL_FS, level },
	};

	for (size_t i = 0; i < sizeof test / sizeof *test; i++) {
		struct ft_verify_cell *cell = &row->cell[test[i].column];

		if (*cell->site && *cell->here &&
		    ft_verify_meets(
			ft_verify_printed(cell->site), test[i].range))
			ft_verify_explain(cell, FT_VERIFY_ROUNDED, detail);
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
