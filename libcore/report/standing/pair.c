#include "report/standing/pair.h"

static bool
is_same(const struct ft_standing_side *before, const struct ft_standing *a,
    const struct ft_standing_side *after, const struct ft_standing *b)
{
	return a->job->id == b->job->id &&
	       strcmp(ft_standing_partition(before->machine, a),
		   ft_standing_partition(after->machine, b)) == 0;
}

/* Returns the index, from AT on, of the row of AFTER that is A and not USED;
 * after->n: there is none. */
static size_t
find_partner(const struct ft_standing_side *before, const struct ft_standing *a,
    const struct ft_standing_side *after, size_t at, const bool *used)
{
	for (; at < after->n && after->row[at]->job->number == a->job->number;
	     at++)
		if (!used[at] && is_same(before, a, after, after->row[at]))
			return at;
	return after->n;
}

size_t
ft_standing_pairs(const struct ft_standing_side *before,
    const struct ft_standing_side *after, struct ft_standing_pair *pair)
{
	/* the last element stands for no row */
	bool *used FT_CLEANUP(ft_free_at) =
	    ft_calloc(after->n + 1, sizeof *used);
	size_t n = 0, at = 0;

	for (size_t i = 0; i < before->n; i++) {
		const struct ft_standing *a = before->row[i];
		size_t k;

		while (at < after->n &&
		       after->row[at]->job->number < a->job->number)
			at++;
		k = find_partner(before, a, after, at, used);
		used[k] = true;
		pair[n++] = (struct ft_standing_pair){ a,
			k < after->n ? after->row[k] : NULL };
	}
	for (size_t k = 0; k < after->n; k++)
		if (!used[k])
			pair[n++] =
			    (struct ft_standing_pair){ NULL, after->row[k] };
	return n;
}

bool
ft_standing_differs(const struct ft_standing_pair *pair)
{
	return !pair->before || !pair->after ||
	       pair->before->points != pair->after->points ||
	       pair->before->place != pair->after->place;
}
