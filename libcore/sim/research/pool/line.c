/*
 * line.c - the lanes that are not empty, as a treap: by value, then by index.
 */

#include "sim/research/pool/private.h"

#define SAMPLE 4096 /* jobs whose widths determine the classes */

/* Ascending. */
static void
add_class(struct pool_widths *widths, uint32_t least)
{
	if (!widths->n || widths->least[widths->n - 1] < least)
		widths->least[widths->n++] = least;
}

/* One class per width if there are few widths; else classes of equally many
 * jobs. */
static void
make_classes(struct pool_widths *widths, const struct ft_trace *trace)
{
	size_t n = trace->n < SAMPLE ? trace->n : SAMPLE, kinds = 0;
	uint32_t *width FT_CLEANUP(ft_free_at) = ft_calloc(n, sizeof *width);

	for (size_t i = 0; i < n; i++)
		width[i] = trace
			       ->job[(size_t)((double)i * (double)trace->n /
					      (double)n)]
			       .procs;
	qsort(width, n, sizeof *width, ft_by_u32);
	for (size_t i = 0; i < n; i++)
		kinds += !i || width[i] != width[i - 1];
	widths->n = 0;
	if (kinds <= POOL_CLASSES)
		for (size_t i = 0; i < n; i++)
			add_class(widths, width[i]);
	else
		for (size_t i = 0; i < POOL_CLASSES; i++)
			add_class(widths, width[i * n / POOL_CLASSES]);
}

static uint8_t
class_of(struct pool_widths *widths, uint32_t width)
{
	uint32_t i = 0;

	if (width < widths->least[0])
		widths->least[0] = width;
	while (i + 1 < widths->n && widths->least[i + 1] <= width)
		i++;
	return (uint8_t)i;
}

void
ft_pool_line_init(
    struct pool_line *line, uint32_t lanes, const struct ft_trace *trace)
{
	*line = (struct pool_line){ .trace = trace, .n_lane = lanes };
	line->lane = ft_calloc(lanes, sizeof *line->lane);
}

void
ft_pool_line_free(struct pool_line *line)
{
	for (uint32_t i = 0; i < line->n_lane; i++)
		ft_pool_lane_free(&line->lane[i]);
	ft_free(line->lane);
}

/* ---- the treap ----------------------------------------------------------- */

/* Returns whether lane AT precedes lane ID of VALUE. */
static bool
is_before(const struct pool_line *line, uint32_t at, double value, uint32_t id)
{
	int order = pool_compare(line->lane[at - 1].value, value);

	return order < 0 || (!order && at < id);
}

static void
least_of(uint32_t *sum, const uint32_t *other, uint32_t n)
{
	for (uint32_t k = 0; k < n; k++)
		if (other[k] < sum[k])
			sum[k] = other[k];
}

/* Compute the summary of the subtree of AT. */
static uint32_t
pull(struct pool_line *line, uint32_t at)
{
	struct pool_lane *lane = &line->lane[at - 1];
	uint32_t n = line->widths.n;

	memcpy(lane->below, pool_lane_summary(line, at - 1),
	    n * sizeof *lane->below);
	if (lane->left)
		least_of(lane->below, line->lane[lane->left - 1].below, n);
	if (lane->right)
		least_of(lane->below, line->lane[lane->right - 1].below, n);
	return at;
}

static uint32_t
merge(struct pool_line *line, uint32_t a, uint32_t b)
{
	struct pool_lane *x, *y;

	if (!a || !b)
		return a ? a : b;
	x = &line->lane[a - 1];
	y = &line->lane[b - 1];
	if (x->weight > y->weight) {
		x->right = merge(line, x->right, b);
		return pull(line, a);
	}
	y->left = merge(line, a, y->left);
	return pull(line, b);
}

/* Two trees: the lanes before some position, and the others. */
struct halves {
	uint32_t before, others;
};

/* Split the tree ROOT at lane ID of VALUE. */
static struct halves
part(struct pool_line *line, uint32_t root, double value, uint32_t id)
{
	struct halves halves = { 0, 0 };
	struct pool_lane *lane;

	if (!root)
		return halves;
	lane = &line->lane[root - 1];
	if (is_before(line, root, value, id)) {
		halves = part(line, lane->right, value, id);
		lane->right = halves.before;
		halves.before = pull(line, root);
	} else {
		halves = part(line, lane->left, value, id);
		lane->left = halves.others;
		halves.others = pull(line, root);
	}
	return halves;
}

static uint32_t
insert(struct pool_line *line, uint32_t root, uint32_t at)
{
	struct pool_lane *lane = &line->lane[at - 1], *top;
	struct halves halves;

	if (!root || line->lane[root - 1].weight < lane->weight) {
		halves = part(line, root, lane->value, at);
		lane->left = halves.before;
		lane->right = halves.others;
		return pull(line, at);
	}
	top = &line->lane[root - 1];
	if (is_before(line, root, lane->value, at))
		top->right = insert(line, top->right, at);
	else
		top->left = insert(line, top->left, at);
	return pull(line, root);
}

static uint32_t
cut(struct pool_line *line, uint32_t root, uint32_t at)
{
	struct pool_lane *top = &line->lane[root - 1];

	if (root == at)
		return merge(line, top->left, top->right);
	if (is_before(line, root, line->lane[at - 1].value, at))
		top->right = cut(line, top->right, at);
	else
		top->left = cut(line, top->left, at);
	return pull(line, root);
}

/* Propagate a change of the summary of lane AT. */
static void
refresh(struct pool_line *line, uint32_t root, uint32_t at)
{
	const struct pool_lane *top = &line->lane[root - 1];

	if (root != at)
		refresh(line,
		    is_before(line, root, line->lane[at - 1].value, at)
			? top->right
			: top->left,
		    at);
	pull(line, root);
}

/* Returns the first lane from ID of VALUE on that may satisfy QUERY. */
static uint32_t
find(const struct pool_line *line, uint32_t root, double value, uint32_t id,
    const struct pool_query *query)
{
	const struct pool_lane *lane;

	while (root) {
		uint32_t found;

		lane = &line->lane[root - 1];
		if (!pool_may(query, lane->below))
			return 0;
		if (is_before(line, root, value, id)) {
			root = lane->right;
			continue;
		}
		found = find(line, lane->left, value, id, query);
		if (found)
			return found;
		if (pool_may(query, pool_lane_summary(line, root - 1)))
			return root;
		root = lane->right;
	}
	return 0;
}

/* ---- the line ------------------------------------------------------------ */

/* Spread evenly, and the same in every run. */
FT_WRAPS static uint32_t
weight_of(uint32_t at)
{
	uint64_t z = (at + UINT64_C(1)) * 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	return (uint32_t)(z >> 32);
}

void
ft_pool_line_add(
    struct pool_line *line, double value, const struct pool_spot *spot)
{
	struct pool_lane *lane = &line->lane[spot->lane];
	uint32_t at = spot->lane + 1;
	struct pool_spot mine = *spot;
	bool first = !lane->n;

	if (!line->widths.n)
		make_classes(&line->widths, line->trace);
	mine.kind = class_of(&line->widths, spot->width);
	ft_pool_lane_add(line, &mine);
	line->n++;
	if (!first) {
		if (lane->below[mine.kind] > spot->length)
			refresh(line, line->root, at);
		return;
	}
	if (!lane->below)
		lane->below = ft_calloc(line->widths.n, sizeof *lane->below);
	line->n_busy++;
	lane->value = value;
	lane->weight = weight_of(spot->lane);
	lane->left = lane->right = 0;
	line->root = insert(line, line->root, at);
}

void
ft_pool_line_take(struct pool_line *line, const struct pool_spot *spot)
{
	uint32_t at = spot->lane + 1;
	bool changed = ft_pool_lane_take(line, spot);

	line->n--;
	if (line->lane[spot->lane].n) {
		if (changed)
			refresh(line, line->root, at);
	} else {
		line->root = cut(line, line->root, at);
		line->n_busy--;
	}
}

/* Find the neighbours of lane AT, 0 none. */
static void
find_beside(const struct pool_line *line, uint32_t at, uint32_t *before,
    uint32_t *after)
{
	const struct pool_lane *lane = &line->lane[at - 1];
	uint32_t root = line->root;

	*before = *after = 0;
	while (root != at)
		if (is_before(line, root, lane->value, at)) {
			*before = root;
			root = line->lane[root - 1].right;
		} else {
			*after = root;
			root = line->lane[root - 1].left;
		}
	for (root = lane->left; root; root = line->lane[root - 1].right)
		*before = root;
	for (root = lane->right; root; root = line->lane[root - 1].left)
		*after = root;
}

void
ft_pool_line_move(struct pool_line *line, uint32_t lane_at, double value)
{
	struct pool_lane *lane = &line->lane[lane_at];
	uint32_t at = lane_at + 1, before, after;

	find_beside(line, at, &before, &after);
	if ((!before || is_before(line, before, value, at)) &&
	    (!after || !is_before(line, after, value, at))) {
		/* its order has not changed */
		lane->value = value;
		return;
	}
	line->root = cut(line, line->root, at);
	lane->value = value;
	lane->left = lane->right = 0;
	line->root = insert(line, line->root, at);
}

struct place {
	double value;
	uint32_t at;
};

static int
by_value(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	int order = pool_compare(x->value, y->value);

	return order ? order : x->at < y->at ? -1 : x->at > y->at;
}

/* Fill place[] with the lanes below ROOT in order; returns how many. */
static uint32_t
list(const struct pool_line *line, uint32_t root, struct place *place)
{
	const struct pool_lane *lane;
	uint32_t n = 0;

	if (!root)
		return 0;
	lane = &line->lane[root - 1];
	n = list(line, lane->left, place);
	place[n++].at = root;
	return n + list(line, lane->right, place + n);
}

void
ft_pool_line_order(struct pool_line *line,
    double (*value)(void *ctx, uint32_t lane), void *ctx)
{
	struct place *place = ft_calloc(line->n_busy, sizeof *place);
	uint32_t n = list(line, line->root, place);
	bool sorted = true;

	for (uint32_t i = 0; i < n; i++) {
		place[i].value = value(ctx, place[i].at - 1);
		line->lane[place[i].at - 1].value = place[i].value;
		sorted &= !i || by_value(&place[i - 1], &place[i]) < 0;
	}
	if (!sorted) {
		qsort(place, n, sizeof *place, by_value);
		line->root = 0;
		for (uint32_t i = 0; i < n; i++) {
			struct pool_lane *lane = &line->lane[place[i].at - 1];

			lane->left = lane->right = 0;
			line->root =
			    merge(line, line->root, pull(line, place[i].at));
		}
	}
	ft_free(place);
}

double
ft_pool_line_least(const struct pool_line *line)
{
	uint32_t at = line->root;

	while (line->lane[at - 1].left)
		at = line->lane[at - 1].left;
	return line->lane[at - 1].value;
}

/* Find the first job among lanes of the same value, from lane AT on. */
static bool
next_of_value(struct pool_line *line, uint32_t at, uint32_t from,
    const struct pool_query *query, struct pool_spot *best)
{
	double value = line->lane[at - 1].value;
	struct pool_spot spot;
	bool found = false;

	while (at && !pool_compare(line->lane[at - 1].value, value)) {
		if (ft_pool_lane_next(line, at - 1, from, query, &spot) &&
		    (!found || spot.job < best->job)) {
			*best = spot;
			found = true;
		}
		at = find(line, line->root, value, at + 1, query);
	}
	return found;
}

bool
ft_pool_line_next(struct pool_line *line, double value, uint32_t from,
    const struct pool_query *query, struct pool_spot *spot)
{
	uint32_t at = find(line, line->root, value, 0, query);

	while (at) {
		double here = line->lane[at - 1].value;

		if (pool_compare(here, value))
			from = 0;
		if (next_of_value(line, at, from, query, spot))
			return true;
		at = find(line, line->root, here, UINT32_MAX, query);
	}
	return false;
}

bool
ft_pool_line_some(const struct pool_line *line, uint32_t free)
{
	const uint32_t *below;

	if (!line->root)
		return false;
	below = line->lane[line->root - 1].below;
	for (uint32_t i = 0; i < line->widths.n; i++) {
		if (line->widths.least[i] > free)
			break;
		if (below[i] != POOL_NOBODY)
			return true;
	}
	return false;
}
