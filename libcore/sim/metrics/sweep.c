/*
 * sweep.c - jobs in windows.
 *
 * A job that waits or runs through a whole window adds the same to each such
 * window.  So the sums of its user change only in the windows where it arrives,
 * starts and ends: at most three per job, however long the trace.
 */
#include "model/job/job.h"
#include "sim/metrics/private.h"

#define NONE UINT32_MAX

/* ---- jobs in windows ----------------------------------------------------- */

static size_t
window_of(const struct ft_metrics *out, int64_t at)
{
	size_t window = (size_t)((at - out->from) / out->window);

	/* the very end belongs to the last window */
	return window < out->n_point ? window : out->n_point - 1;
}

static const struct ft_outcome *
outcome_of(const struct metrics_sweep *sweep, size_t i)
{
	return &sweep->work->in->outcome[i];
}

/* Returns whether job I could never have started: it has no demand. */
static bool
is_lost(const struct metrics_sweep *sweep, size_t i)
{
	const struct ft_outcome *outcome = outcome_of(sweep, i);

	return !metrics_started(outcome) && outcome->state != FT_JOB_PENDING;
}

/*
 * Returns when job I starts or ends for the sweep: after all windows if never.
 */
static size_t
start_window(const struct metrics_sweep *sweep, size_t i)
{
	const struct ft_metrics *out = sweep->work->out;
	const struct ft_outcome *outcome = outcome_of(sweep, i);

	return metrics_started(outcome) ? window_of(out, outcome->start)
					: out->n_point;
}

static size_t
end_window(const struct metrics_sweep *sweep, size_t i)
{
	const struct ft_metrics *out = sweep->work->out;
	const struct ft_outcome *outcome = outcome_of(sweep, i);

	return metrics_started(outcome)
		   ? window_of(out, metrics_end(out, outcome))
		   : out->n_point;
}

/* Sort jobs by their window: a counting sort. */
static void
sort_by_window(struct metrics_sweep *sweep,
    size_t (*window)(const struct metrics_sweep *sweep, size_t i),
    uint32_t **job, size_t **at)
{
	size_t n = sweep->work->in->trace->n;
	size_t n_point = sweep->work->out->n_point;
	size_t *place =
	    ft_arena_calloc(&sweep->arena, n_point + 3, sizeof *place);

	*job = ft_arena_calloc(&sweep->arena, n, sizeof **job);
	for (size_t i = 0; i < n; i++)
		place[window(sweep, i) + 2]++;
	for (size_t i = 2; i < n_point + 3; i++)
		place[i] += place[i - 1];
	for (size_t i = 0; i < n; i++)
		(*job)[place[window(sweep, i) + 1]++] = (uint32_t)i;
	*at = place;
}

/* ---- what a job adds ----------------------------------------------------- */

int64_t
ft_metrics_overlap(
    const struct ft_metrics *out, size_t w, int64_t from, int64_t to)
{
	int64_t begin = out->point[w].at, end = begin + out->window;

	if (from > begin)
		begin = from;
	if (to < end)
		end = to;
	return end > begin ? end - begin : 0;
}

static uint64_t
processors(const struct metrics_sweep *sweep, size_t i, int64_t seconds)
{
	return (uint64_t)seconds * sweep->work->in->trace->job[i].procs;
}

/* Returns the seconds job I runs, or would have run. */
static int64_t
run_of(const struct metrics_sweep *sweep, size_t i)
{
	const struct ft_outcome *outcome = outcome_of(sweep, i);

	return metrics_started(outcome)
		   ? metrics_end(sweep->work->out, outcome) - outcome->start
		   : sweep->work->in->trace->job[i].run;
}

/* Returns what a job that waits through a whole window could have used. */
static uint64_t
waits_of(const struct metrics_sweep *sweep, size_t i)
{
	int64_t run = run_of(sweep, i), window = sweep->work->out->window;

	return processors(sweep, i, run < window ? run : window);
}

/* Add job I to window W, in which it arrives, starts or ends. */
static void
add_partly(struct metrics_sweep *sweep, size_t i, size_t w)
{
	const struct ft_metrics *out = sweep->work->out;
	const struct ft_outcome *outcome = outcome_of(sweep, i);
	struct metrics_sums *unit = &sweep->unit[sweep->work->of_job[i]];
	int64_t submit = sweep->work->in->trace->job[i].submit;
	int64_t begin = out->point[w].at, left = run_of(sweep, i), could;
	bool started = metrics_started(outcome);

	could = ft_metrics_overlap(out, w, submit, INT64_MAX);
	if (started) {
		int64_t end = metrics_end(out, outcome);

		unit->had += processors(
		    sweep, i, ft_metrics_overlap(out, w, outcome->start, end));
		if (outcome->start < begin)
			left = end - begin;
	}
	unit->wanted += processors(sweep, i, left < could ? left : could);
	sweep->waited += (uint64_t)ft_metrics_overlap(
	    out, w, submit, started ? outcome->start : out->to);
}

static void
come(struct metrics_sweep *sweep, uint32_t number)
{
	struct metrics_sums *unit = &sweep->unit[number];

	if (unit->jobs++)
		return;
	unit->place = sweep->n_active;
	sweep->active[sweep->n_active++] = number;
}

static void
go(struct metrics_sweep *sweep, uint32_t number)
{
	struct metrics_sums *unit = &sweep->unit[number];
	uint32_t last;

	if (--unit->jobs)
		return;
	last = sweep->active[--sweep->n_active];
	sweep->active[unit->place] = last;
	sweep->unit[last].place = unit->place;
}

/* ---- entering and leaving a window --------------------------------------- */

void
ft_metrics_sweep_enter(struct metrics_sweep *sweep, size_t w)
{
	const struct ft_metrics *out = sweep->work->out;
	const struct ft_trace *trace = sweep->work->in->trace;

	sweep->came = sweep->come;
	for (; sweep->come < trace->n &&
	       window_of(out, trace->job[sweep->come].submit) == w;
	     sweep->come++) {
		if (is_lost(sweep, sweep->come))
			continue;
		come(sweep, sweep->work->of_job[sweep->come]);
		add_partly(sweep, sweep->come, w);
	}
	for (size_t k = sweep->start_at[w]; k < sweep->start_at[w + 1]; k++) {
		uint32_t i = sweep->start[k];

		if (window_of(out, trace->job[i].submit) == w)
			continue;
		sweep->unit[sweep->work->of_job[i]].waits -= waits_of(sweep, i);
		sweep->n_waits--;
		add_partly(sweep, i, w);
	}
	for (size_t k = sweep->end_at[w]; k < sweep->end_at[w + 1]; k++) {
		uint32_t i = sweep->end[k];

		if (start_window(sweep, i) == w)
			continue;
		sweep->unit[sweep->work->of_job[i]].runs -=
		    processors(sweep, i, out->window);
		add_partly(sweep, i, w);
	}
}

/* For the next window: which jobs wait, run, are gone. */
void
ft_metrics_sweep_leave(struct metrics_sweep *sweep, size_t w)
{
	const struct ft_metrics *out = sweep->work->out;

	for (size_t i = sweep->came; i < sweep->come; i++)
		if (start_window(sweep, i) > w && !is_lost(sweep, i)) {
			sweep->unit[sweep->work->of_job[i]].waits +=
			    waits_of(sweep, i);
			sweep->n_waits++;
		}
	for (size_t k = sweep->start_at[w]; k < sweep->start_at[w + 1]; k++) {
		uint32_t i = sweep->start[k];

		if (end_window(sweep, i) > w)
			sweep->unit[sweep->work->of_job[i]].runs +=
			    processors(sweep, i, out->window);
	}
	for (size_t k = sweep->end_at[w]; k < sweep->end_at[w + 1]; k++)
		go(sweep, sweep->work->of_job[sweep->end[k]]);
}

/* ---- room ---------------------------------------------------------------- */

void
ft_metrics_sweep_begin(struct metrics_sweep *sweep)
{
	const struct metrics_work *work = sweep->work;
	size_t n_account = work->out->n_account;
	struct ft_arena *arena = &sweep->arena;

	sweep->due = ft_metrics_due_new(work->in->tree);
	sweep->unit = ft_arena_calloc(arena, work->n_unit, sizeof *sweep->unit);
	sweep->active =
	    ft_arena_calloc(arena, work->n_unit, sizeof *sweep->active);
	sweep->node = ft_arena_calloc(arena, work->n_unit, sizeof *sweep->node);
	sweep->demand =
	    ft_arena_calloc(arena, work->n_unit, sizeof *sweep->demand);
	sweep->given =
	    ft_arena_calloc(arena, work->n_unit, sizeof *sweep->given);
	sweep->area = ft_arena_calloc(arena, work->n_unit, sizeof *sweep->area);
	sweep->account_due = ft_arena_calloc(arena, n_account, sizeof(double));
	sweep->account_area = ft_arena_calloc(arena, n_account, sizeof(double));
	sweep->touched =
	    ft_arena_calloc(arena, n_account, sizeof *sweep->touched);
	sweep->of_account = ft_arena_calloc(arena, n_account, sizeof(uint32_t));
	for (size_t i = 0; i < n_account; i++)
		sweep->of_account[i] = NONE;
	sort_by_window(sweep, start_window, &sweep->start, &sweep->start_at);
	sort_by_window(sweep, end_window, &sweep->end, &sweep->end_at);
}

void
ft_metrics_sweep_end(struct metrics_sweep *sweep)
{
	ft_metrics_due_free(sweep->due);
	ft_arena_clear(&sweep->arena);
}
