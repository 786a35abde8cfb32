#include "model/tree/decaypass.h"

/* Longer periods, and more passes than the last time, are computed each time. */
enum { SECONDS_KEPT = 100000, PASSES_KEPT = 1 << 10 };

/* The last pass of STRETCH's grid at AT or before. */
static int64_t
grid_last(const struct ft_stretch *stretch, int64_t at)
{
	int64_t behind = (at - stretch->anchor) % stretch->period;

	return at - (behind < 0 ? behind + stretch->period : behind);
}

/* The same, of a time in STRETCH: it begins with a pass. */
static int64_t
pass_before(const struct ft_stretch *stretch, int64_t at)
{
	return ft_max_i64(grid_last(stretch, at), stretch->after);
}

/* The fraction that N passes leave: as if multiplied one by one. */
static ft_real
passes_factor(struct ft_stretch *stretch, int64_t n)
{
	ft_real *kept;

	if (!(stretch->rest > 0))
		return 1;
	if (n >= PASSES_KEPT) {
		if (n != stretch->far) {
			stretch->far = n;
			stretch->far_power =
			    powl((ft_real)stretch->step, (ft_real)n);
		}
		return stretch->far_power;
	}
	if (!stretch->power)
		stretch->power = ft_calloc(PASSES_KEPT, sizeof *stretch->power);
	kept = &stretch->power[n];
	if (!(*kept > 0))
		*kept = powl((ft_real)stretch->step, (ft_real)n);
	return *kept;
}

/* The factor by which the passes after FROM reduce usage. */
static ft_real
factor_since(struct ft_stretch *stretch, int64_t from)
{
	int64_t seconds = stretch->pass - from;
	int64_t part = seconds % stretch->period;
	ft_real left = passes_factor(stretch, seconds / stretch->period);

	return part ? left * (ft_real)ft_decay_factor(&stretch->decay, part)
		    : left;
}

static void
stretch_init(struct ft_stretch *stretch, const struct ft_era *era)
{
	assert(era->period > 0);
	*stretch = (struct ft_stretch){ .decay = era->decay,
		.period = era->period,
		.anchor = era->ends,
		.changed = era->changed };
	stretch->step = ft_decay_factor(&era->decay, era->period);
	/* exact: a double is subtracted, and the result has fewer digits */
	stretch->rest = 1 - (ft_real)stretch->step;
	stretch->log_step = log1pl(-stretch->rest);
}

/* Set the passes of STRETCH: after AFTER, up to UNTIL. */
static void
stretch_set(struct ft_stretch *stretch, int64_t after, int64_t until)
{
	/* the clock may have been set, and the grid with it */
	int64_t pass = ft_max_i64(grid_last(stretch, until), after);

	if (stretch->whole > 0 && stretch->after == after &&
	    stretch->pass == pass)
		return;
	stretch->after = after;
	stretch->pass = pass;
	stretch->whole = after > INT64_MIN ? factor_since(stretch, after) : 1;
}

void
ft_decay_passes_move(struct ft_decay_passes *passes, int64_t now)
{
	int64_t after = INT64_MIN;
	bool last = false;

	passes->now = now;
	for (passes->n = 0; !last; passes->n++) {
		struct ft_stretch *stretch = &passes->stretch[passes->n];

		last =
		    passes->n + 1 == passes->n_era || stretch->changed >= now;
		stretch_set(stretch, after, last ? now : stretch->anchor);
		after = passes->pass = stretch->pass;
	}
}

void
ft_decay_passes_init(struct ft_decay_passes *passes, const struct ft_era *era,
    size_t n, int64_t now)
{
	assert(n > 0);
	*passes = (struct ft_decay_passes){
		.stretch = ft_calloc(n, sizeof *passes->stretch), .n_era = n
	};
	for (size_t i = 0; i < n; i++)
		stretch_init(&passes->stretch[i], &era[i]);
	ft_decay_passes_move(passes, now);
}

void
ft_decay_passes_free(struct ft_decay_passes *passes)
{
	for (size_t i = 0; i < passes->n_era; i++) {
		ft_free(passes->stretch[i].second);
		ft_free(passes->stretch[i].power);
	}
	ft_free(passes->stretch);
	*passes = (struct ft_decay_passes){ 0 };
}

/* The stretch that a time belongs to: the last that began at AT or before. */
static size_t
stretch_of(const struct ft_decay_passes *passes, int64_t at)
{
	size_t i = passes->n - 1;

	while (i > 0 && at < passes->stretch[i].after)
		i--;
	return i;
}

int64_t
ft_decay_passes_last(const struct ft_decay_passes *passes, int64_t at)
{
	return pass_before(&passes->stretch[stretch_of(passes, at)], at);
}

/* The fraction that the stretches after the one at I leave. */
static ft_real
left_after(const struct ft_decay_passes *passes, size_t i, const bool *kept)
{
	ft_real left = 1;

	while (++i < passes->n)
		if (!kept || !kept[i])
			left *= passes->stretch[i].whole;
	return left;
}

ft_real
ft_decay_passes_left(
    struct ft_decay_passes *passes, int64_t at, const bool *kept)
{
	size_t i = stretch_of(passes, at);
	struct ft_stretch *stretch = &passes->stretch[i];
	ft_real left = left_after(passes, i, kept);

	if (at >= passes->pass || (kept && kept[i]))
		return left;
	/* the next pass decays it like what was there at the pass before */
	return left * factor_since(stretch, pass_before(stretch, at));
}

/* The fraction that SECONDS, usually at most a period, leave. */
static double
second_factor(struct ft_stretch *stretch, int64_t seconds)
{
	double *kept;

	if (stretch->period >= SECONDS_KEPT || seconds > stretch->period)
		return ft_decay_factor(&stretch->decay, seconds);
	if (!stretch->second)
		stretch->second = ft_calloc(
		    (size_t)stretch->period + 1, sizeof *stretch->second);
	kept = &stretch->second[seconds];
	if (!(*kept > 0))
		*kept = ft_decay_factor(&stretch->decay, seconds);
	return *kept;
}

/* 1 + step + step^2 + ... of N terms. */
static ft_real
series(const struct ft_stretch *stretch, int64_t n)
{
	if (!(stretch->rest > 0))
		return (ft_real)n;
	return -expm1l((ft_real)n * stretch->log_step) / stretch->rest;
}

/*
 * The passes of one stretch, decayed to its last one.  What began before the
 * stretch was charged up to the pass with which it begins.
 */
static ft_real
booked_in(struct ft_stretch *stretch, const struct ft_piece *piece, bool flat)
{
	int64_t starts = ft_max_i64(piece->starts, stretch->after);
	int64_t from = ft_max_i64(piece->after, starts),
		period = stretch->period;
	int64_t until =
	    ft_min_i64(ft_min_i64(piece->ends, piece->until), stretch->pass);
	int64_t first, last, n, part;
	ft_real sum = 0;

	if (until <= from)
		return 0;
	first = grid_last(stretch, from) + period;
	last = grid_last(stretch, until);
	if (last < first)
		return 0;
	if (flat) /* every slice reaches back to the pass before */
		return (ft_real)(last - ft_max_i64(first - period, starts));
	n = (last - first) / period + 1;
	part = first - starts;
	if (part < period) { /* the first slice, cut by the start */
		sum = (ft_real)part * (ft_real)second_factor(stretch, part) *
		      passes_factor(stretch, (stretch->pass - first) / period);
		n--;
	}
	if (n > 0)
		sum += (ft_real)period * (ft_real)stretch->step *
		       series(stretch, n) *
		       passes_factor(stretch, (stretch->pass - last) / period);
	return sum;
}

ft_real
ft_decay_passes_booked(struct ft_decay_passes *passes,
    const struct ft_piece *piece, const bool *kept)
{
	int64_t from = ft_max_i64(piece->starts, piece->after);
	ft_real sum = 0, left = 1;

	for (size_t i = passes->n; i > 0 && i--;) {
		struct ft_stretch *stretch = &passes->stretch[i];
		bool flat = kept && kept[i];

		sum += left * booked_in(stretch, piece, flat);
		if (from >= stretch->after)
			break;
		if (!flat)
			left *= stretch->whole;
	}
	return sum;
}

void
ft_decay_passes_end(struct ft_decay_passes *passes,
    const struct ft_piece *piece, const bool *kept, ft_real *at_pass,
    ft_real *since)
{
	int64_t ends = piece->ends, before, seconds;
	struct ft_stretch *stretch;
	ft_real amount;
	size_t i, found;

	*at_pass = *since = 0;
	if (ends > passes->now || ends <= piece->starts)
		return;
	found = i = stretch_of(passes, ends);
	while (found > 0 && ends <= passes->stretch[found - 1].changed)
		found--;
	stretch = &passes->stretch[i];
	before = pass_before(stretch, ends);
	seconds = ends - ft_max_i64(before, piece->starts);
	amount = (ft_real)seconds;
	if (!kept || !kept[found])
		amount *=
		    (ft_real)second_factor(&passes->stretch[found], seconds);
	if (ends > passes->pass) {
		*since = amount;
		return;
	}
	amount *= left_after(passes, i, kept);
	if (!kept || !kept[i])
		amount *= factor_since(stretch, before);
	*at_pass = amount;
}

/* ---- folds ------------------------------------------------------------------ */

/*
 * The passes that may be folds: those of an era that are later than the change
 * with which it began, so that no era that is added later changes which they are.
 * Returns the first one after AT; INT64_MAX: there is none.
 */
static int64_t
pass_after(const struct ft_decay_passes *passes, int64_t at)
{
	int64_t pass = INT64_MAX, from = at;

	for (size_t i = 0; i < passes->n_era; i++) {
		const struct ft_stretch *stretch = &passes->stretch[i];

		pass = grid_last(stretch, from) + stretch->period;
		if (i + 1 == passes->n_era || pass <= stretch->anchor)
			break;
		from = ft_max_i64(at, stretch->changed);
	}
	return pass;
}

/* Returns the fold in whose time PASS, one of those, is. */
static int64_t
fold_of(const struct ft_decay_passes *passes, int64_t pass)
{
	int64_t part = pass % FT_FOLD_SECONDS;

	if (part < 0)
		part += FT_FOLD_SECONDS;
	return pass_after(passes, pass - part - 1);
}

int64_t
ft_decay_fold_after(const struct ft_decay_passes *passes, int64_t at)
{
	int64_t pass = pass_after(passes, at), fold = fold_of(passes, pass);
	int64_t part = fold % FT_FOLD_SECONDS;

	if (fold > at)
		return fold;
	if (part < 0)
		part += FT_FOLD_SECONDS;
	return pass_after(passes, fold - part + FT_FOLD_SECONDS - 1);
}

int64_t
ft_decay_fold_last(const struct ft_decay_passes *passes, int64_t at)
{
	for (size_t i = passes->n_era; i > 0 && i--;) {
		const struct ft_stretch *stretch = &passes->stretch[i];
		int64_t until = i + 1 == passes->n_era
				    ? at
				    : ft_min_i64(at, stretch->anchor);
		int64_t pass = grid_last(stretch, until);

		if (!i || pass > passes->stretch[i - 1].changed)
			return fold_of(passes, pass);
	}
	return INT64_MIN;
}
