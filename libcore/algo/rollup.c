#include "algo/rollup.h"

#include "base/bisect.h"
#include "base/mem.h"

#define HOUR 3600

/* The sums of each step. */
enum series { TOTAL, ALLOCATED, DOWN, PLANNED_DOWN, PLANNED, SERIES };

/* The period in steps: hours, or the time between two changes. */
struct steps {
	const struct ft_rollup *rollup;
	int64_t *cut; /* [n + 1] */
	size_t n;
	size_t tres; /* the one that is summed up now */
	/* by step: what intervals that begin or end in it add, and the change
	 * of the rate of those that last on */
	double *amount[SERIES], *rate[SERIES];
};

/* ---- steps ------------------------------------------------------------------------ */

static int
compare_times(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

static void
cut_at(struct steps *steps, int64_t when)
{
	if (when > steps->rollup->from && when < steps->rollup->until)
		steps->cut[steps->n++] = when;
}

static void
cut_changes(struct steps *steps)
{
	const struct ft_rollup *rollup = steps->rollup;

	for (size_t i = 0; i < rollup->n_capacity; i++) {
		cut_at(steps, rollup->capacity[i].from);
		cut_at(steps, rollup->capacity[i].to);
	}
	for (size_t i = 0; i < rollup->n_down; i++) {
		cut_at(steps, rollup->down[i].from);
		cut_at(steps, rollup->down[i].to);
	}
	for (size_t i = 0; i < rollup->n_resv; i++) {
		cut_at(steps, rollup->resv[i].from);
		cut_at(steps, rollup->resv[i].to);
	}
	for (size_t i = 0; i < rollup->n_job; i++) {
		cut_at(steps, rollup->job[i].eligible);
		cut_at(steps, rollup->job[i].start);
		cut_at(steps, rollup->job[i].end);
	}
}

static void
init(struct steps *steps, const struct ft_rollup *rollup)
{
	size_t changes =
	    2 * (rollup->n_capacity + rollup->n_down + rollup->n_resv) +
	    3 * rollup->n_job;
	size_t hours = (size_t)((rollup->until - rollup->from) / HOUR) + 1;
	bool exact = rollup->mode == FT_ROLLUP_EXACT;
	size_t n = 1;

	*steps = (struct steps){ .rollup = rollup };
	steps->cut =
	    ft_alloc(((exact ? changes : hours) + 2) * sizeof *steps->cut);
	steps->cut[steps->n++] = rollup->from;
	if (exact)
		cut_changes(steps);
	for (int64_t at = rollup->from + HOUR; !exact && at < rollup->until;
	     at += HOUR)
		steps->cut[steps->n++] = at;
	qsort(steps->cut, steps->n, sizeof *steps->cut, compare_times);
	for (size_t i = 1; i < steps->n; i++)
		if (steps->cut[i] != steps->cut[n - 1])
			steps->cut[n++] = steps->cut[i];
	steps->cut[n] = rollup->until;
	steps->n = n;
	for (int s = 0; s < SERIES; s++) {
		steps->amount[s] = ft_calloc(n, sizeof *steps->amount[s]);
		steps->rate[s] = ft_calloc(n + 1, sizeof *steps->rate[s]);
	}
}

static void
clear(struct steps *steps)
{
	for (int s = 0; s < SERIES; s++) {
		ft_free(steps->amount[s]);
		ft_free(steps->rate[s]);
	}
	ft_free(steps->cut);
}

/* Returns the step that WHEN, a time in the period, is in. */
static size_t
step_of(const struct steps *steps, int64_t when)
{
	size_t i;

	FT_BISECT(i, 1, steps->n, steps->cut[i] <= when);
	return i - 1;
}

/* A stretch of time; empty: to <= from. */
struct stretch {
	int64_t from, to;
};

static struct stretch
meet(struct stretch a, struct stretch b)
{
	return (struct stretch){ a.from > b.from ? a.from : b.from,
		a.to < b.to ? a.to : b.to };
}

static int64_t
length(struct stretch a)
{
	return a.to > a.from ? a.to - a.from : 0;
}

static struct stretch
period(const struct ft_rollup *rollup)
{
	return (struct stretch){ rollup->from, rollup->until };
}

static struct stretch
step_at(const struct steps *steps, size_t i)
{
	return (struct stretch){ steps->cut[i], steps->cut[i + 1] };
}

/* Add COUNT during WHEN. */
static void
add(struct steps *steps, enum series series, struct stretch when, double count)
{
	double *amount = steps->amount[series], *rate = steps->rate[series];
	size_t a, b;

	when = meet(when, period(steps->rollup));
	if (length(when) == 0)
		return;
	a = step_of(steps, when.from);
	b = step_of(steps, when.to - 1);
	amount[a] += count * (double)length(meet(when, step_at(steps, a)));
	if (a == b)
		return;
	amount[b] += count * (double)length(meet(when, step_at(steps, b)));
	rate[a + 1] += count;
	rate[b] -= count;
}

/* Add to each amount what lasts through its step. */
static void
settle(struct steps *steps)
{
	for (int s = 0; s < SERIES; s++) {
		double rate = 0;

		for (size_t i = 0; i < steps->n; i++) {
			rate += steps->rate[s][i];
			steps->amount[s][i] +=
			    rate * (double)length(step_at(steps, i));
		}
	}
}

/* Whether only the records of what was down say how much there was. */
static bool
is_unknown(const struct steps *steps)
{
	return steps->rollup->mode == FT_ROLLUP_HOURS &&
	       steps->tres == steps->rollup->node;
}

/* ---- reservations ------------------------------------------------------------------ */

static bool
has_node(const struct ft_rollup_resv *resv, uint32_t node)
{
	for (size_t i = 0; i < resv->n_node; i++)
		if (resv->node[i] == node)
			return true;
	return false;
}

#define WHEN(of) ((struct stretch){ (of)->from, (of)->to })

static struct stretch
ran(const struct ft_rollup_job *job)
{
	return (struct stretch){ job->start, job->end };
}

/*
 * Returns what is left of reservation R in WHEN, a part of one step, after what is
 * down; and without its jobs if UNUSED.  A job takes all of the reservation's TRES of
 * which it has any; where jobs leave no time, nothing is left.
 */
static double
resv_left(
    const struct steps *steps, uint32_t r, struct stretch when, bool unused)
{
	const struct ft_rollup *rollup = steps->rollup;
	const struct ft_rollup_resv *resv = &rollup->resv[r];
	double count = (double)resv->tres[steps->tres];
	double left = count * (double)length(when);
	int64_t wall = length(when);

	for (size_t i = 0; i < rollup->n_down; i++)
		if (has_node(resv, rollup->down[i].node))
			left -=
			    (double)rollup->down[i].tres[steps->tres] *
			    (double)length(meet(when, WHEN(&rollup->down[i])));
	for (size_t i = 0; i < rollup->n_job && unused; i++) {
		const struct ft_rollup_job *job = &rollup->job[i];
		int64_t ran_for =
		    job->resv == r ? length(meet(when, ran(job))) : 0;

		wall -= ran_for;
		if (job->tres[steps->tres])
			left -= count * (double)ran_for;
	}
	return left > 0 && wall > 0 ? left : 0;
}

static void
add_resv(struct steps *steps, uint32_t r, double *used)
{
	const struct ft_rollup *rollup = steps->rollup;
	const struct ft_rollup_resv *resv = &rollup->resv[r];
	struct stretch when = meet(WHEN(resv), period(rollup));
	enum series series = resv->maint ? PLANNED_DOWN : ALLOCATED;

	if (length(when) == 0 || is_unknown(steps))
		return;
	for (size_t i = step_of(steps, when.from);
	     i < steps->n && steps->cut[i] < when.to; i++) {
		struct stretch part = meet(when, step_at(steps, i));
		double each = resv->n_owner ? resv_left(steps, r, part, true) /
						  (double)resv->n_owner
					    : 0;

		if (!resv->ignore_jobs)
			steps->amount[series][i] +=
			    resv_left(steps, r, part, false);
		if (rollup->mode == FT_ROLLUP_HOURS)
			each = floor(each);
		for (size_t k = 0; k < resv->n_owner; k++)
			used[resv->owner[k] * rollup->n_tres + steps->tres] +=
			    each;
	}
}

/* A node that is down while a maintenance has it is planned down. */
static void
add_down(struct steps *steps, const struct ft_rollup_down *down)
{
	const struct ft_rollup *rollup = steps->rollup;
	double count = (double)down->tres[steps->tres];

	add(steps, DOWN, WHEN(down), count);
	for (size_t r = 0; r < rollup->n_resv; r++) {
		const struct ft_rollup_resv *resv = &rollup->resv[r];
		struct stretch both = meet(WHEN(down), WHEN(resv));

		if (!resv->maint || resv->ignore_jobs || !length(both) ||
		    !has_node(resv, down->node))
			continue;
		add(steps, DOWN, both, -count);
		add(steps, PLANNED_DOWN, both, count);
	}
}

/* ---- jobs --------------------------------------------------------------------------- */

/* Returns how much JOB used of what it had, in the period. */
static double
job_used(const struct ft_rollup *rollup, const struct ft_rollup_job *job,
    size_t tres)
{
	struct stretch when = meet(ran(job), period(rollup));
	double count = (double)job->tres[tres];
	int64_t hours;

	if (length(when) == 0)
		return 0;
	if (tres != rollup->energy)
		return count * (double)length(when);
	if (rollup->mode == FT_ROLLUP_EXACT)
		return count * (double)length(when) / (double)length(ran(job));
	hours = (when.to - 1 - rollup->from) / HOUR -
		(when.from - rollup->from) / HOUR + 1;
	return count * (double)hours;
}

static void
add_job(struct steps *steps, const struct ft_rollup_job *job, double *used)
{
	const struct ft_rollup *rollup = steps->rollup;
	size_t tres = steps->tres;
	double count = (double)job->tres[tres];
	bool apart =
	    job->resv != FT_ROLLUP_NONE && !rollup->resv[job->resv].ignore_jobs;

	if (count <= 0)
		return;
	used[job->owner * rollup->n_tres + tres] += job_used(rollup, job, tres);
	if (apart || tres == rollup->energy)
		return;
	add(steps, ALLOCATED, ran(job), count);
	if (tres == rollup->cpu && job->eligible < job->start)
		add(steps, PLANNED,
		    (struct stretch){ job->eligible,
			job->start < job->end ? job->start : job->end },
		    count);
}

/* ---- all of it ---------------------------------------------------------------------- */

/* Take what fits into *left of WANTED. */
static double
take(double *left, double wanted)
{
	double taken = wanted < *left ? wanted : *left;

	*left -= taken;
	return taken;
}

/* Returns what there was in step I. */
static double
total_of(const struct steps *steps, size_t i)
{
	double down = steps->amount[DOWN][i] + steps->amount[PLANNED_DOWN][i];

	if (!is_unknown(steps))
		return steps->amount[TOTAL][i];
	return down > 0 ? steps->amount[ALLOCATED][i] + down : 0;
}

static void
sum(const struct steps *steps, struct ft_rollup_use *use)
{
	*use = (struct ft_rollup_use){ 0 };
	for (size_t i = 0; i < steps->n; i++) {
		double left = total_of(steps, i);
		double planned = steps->amount[PLANNED][i], fits;

		use->total += left;
		use->allocated += take(&left, steps->amount[ALLOCATED][i]);
		use->down += take(&left, steps->amount[DOWN][i]);
		use->planned_down +=
		    take(&left, steps->amount[PLANNED_DOWN][i]);
		fits = take(&left, planned);
		use->planned += fits;
		use->over += planned - fits;
		use->idle += left;
	}
}

static void
clear_amounts(struct steps *steps)
{
	for (int s = 0; s < SERIES; s++) {
		memset(steps->amount[s], 0, steps->n * sizeof(double));
		memset(steps->rate[s], 0, (steps->n + 1) * sizeof(double));
	}
}

void
ft_rollup_run(
    const struct ft_rollup *rollup, struct ft_rollup_use *use, double *used)
{
	struct steps steps;

	memset(used, 0, rollup->n_owner * rollup->n_tres * sizeof *used);
	init(&steps, rollup);
	for (size_t tres = 0; tres < rollup->n_tres; tres++) {
		clear_amounts(&steps);
		steps.tres = tres;
		for (size_t i = 0; i < rollup->n_capacity; i++)
			add(&steps, TOTAL, WHEN(&rollup->capacity[i]),
			    (double)rollup->capacity[i].tres[tres]);
		for (size_t i = 0; i < rollup->n_down; i++)
			add_down(&steps, &rollup->down[i]);
		for (size_t i = 0; i < rollup->n_job; i++)
			add_job(&steps, &rollup->job[i], used);
		for (uint32_t i = 0; i < rollup->n_resv; i++)
			add_resv(&steps, i, used);
		settle(&steps);
		sum(&steps, &use[tres]);
	}
	clear(&steps);
}

double
ft_rollup_resv_used(const struct ft_rollup *rollup, uint32_t resv, size_t tres)
{
	const struct ft_rollup_resv *of = &rollup->resv[resv];
	double used = 0;

	for (size_t i = 0; i < rollup->n_job; i++)
		if (rollup->job[i].resv == resv)
			used += (double)rollup->job[i].tres[tres] *
				(double)length(
				    meet(ran(&rollup->job[i]), WHEN(of)));
	return used;
}
