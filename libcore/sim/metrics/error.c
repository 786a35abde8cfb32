#include "sim/metrics/error.h"

#include <math.h>

/* A class of jobs; at least as many kinds as are compared. */
enum { BY_PARTITION, BY_SIZE, BY_QOS, KINDS };
static const char *const kinds[KINDS] = { "partition", "size", "qos" };

struct errors_work {
	const struct ft_errors_input *in;
	struct ft_errors *out;
	uint32_t *item; /* measured jobs: indices in the trace */
	size_t n;
	double *miss; /* [n]: space for |predicted - real| */
};

static int64_t
since(const struct ft_trace_job *job)
{
	return job->eligible ? job->eligible : job->submit;
}

static bool
is_measured(const struct ft_trace_job *job)
{
	return job->part == FT_TRACE_MEASURED && job->wait >= 0;
}

static int
by_size(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* ---- one row ------------------------------------------------------------- */

static void
place(struct ft_error_row *row, double *miss, size_t n)
{
	if (!n) {
		row->median = row->p90 = (double)NAN;
		return;
	}
	qsort(miss, n, sizeof *miss, by_size);
	row->median = (miss[(n - 1) / 2] + miss[n / 2]) / 2 / 60;
	row->p90 = miss[(9 * n + 9) / 10 - 1] / 60; /* nearest rank */
}

/* Fill ROW from the jobs item[n]; MISS: space for n numbers. */
static void
fill_row(const struct errors_work *work, struct ft_error_row *row,
    const uint32_t *item, size_t n)
{
	double sum = 0, off = 0, shift = 0;
	size_t started = 0;

	for (size_t i = 0; i < n; i++) {
		const struct ft_trace_job *job = &work->in->trace->job[item[i]];
		int64_t start = work->in->outcome[item[i]].start;
		double real = (double)job->wait, wait;

		row->jobs++;
		if (start < 0) {
			row->missed++;
			continue;
		}
		wait = (double)(start - since(job));
		sum += real;
		shift += wait - real;
		off += fabs(wait - real);
		row->met += fabs(wait - real) <= FT_ERROR_NEAR;
		work->miss[started++] = fabs(wait - real);
	}
	row->real = started ? sum / (double)started : (double)NAN;
	row->predicted =
	    started ? (sum + shift) / (double)started : (double)NAN;
	row->met = started ? row->met / (double)started : (double)NAN;
	row->error = sum > 0 ? off / sum : (double)NAN;
	row->bias = sum > 0 ? shift / sum : (double)NAN;
	place(row, work->miss, started);
}

/* ---- classes ------------------------------------------------------------- */

/* 0: 1, 1: 2, 2: 3-4, 3: 5-8, ... */
static uint32_t
class_of(uint32_t size)
{
	uint32_t class = 0;

	while (class < 31 && (UINT32_C(1) << class) < size)
		class ++;
	return class;
}

static uint32_t
key_of(const struct errors_work *work, int kind, uint32_t index)
{
	const struct ft_trace_job *job = &work->in->trace->job[index];

	if (kind == BY_PARTITION)
		return job->partition;
	return kind == BY_QOS ? job->qos : class_of(job->procs);
}

static const char *
name_of(struct errors_work *work, int kind, uint32_t key)
{
	const struct ft_trace *trace = work->in->trace;
	struct ft_str text = { 0 };
	const char *name;

	if (kind == BY_PARTITION)
		return trace->partition.name[key];
	if (kind == BY_QOS)
		return trace->qos.name[key];
	if (key < 2)
		ft_str_addf(&text, "%" PRIu32, key + 1);
	else
		ft_str_addf(&text, "%" PRIu32 "-%" PRIu32,
		    (UINT32_C(1) << (key - 1)) + 1, UINT32_C(1) << key);
	name = ft_arena_strdup(&work->out->arena, ft_str_text(&text));
	ft_str_free(&text);
	return name;
}

static void
add_row(struct errors_work *work, int kind, uint32_t key, const uint32_t *item)
{
	struct ft_error_row *row =
	    ft_vec_add(work->out->row, work->out->n, work->out->cap);
	size_t n = 0;
	uint32_t *mine = ft_calloc(work->n, sizeof *mine);

	*row = (struct ft_error_row){ .kind = kinds[kind],
		.name = name_of(work, kind, key) };
	for (size_t i = 0; i < work->n; i++)
		if (key_of(work, kind, item[i]) == key)
			mine[n++] = item[i];
	fill_row(work, row, mine, n);
	if (!row->jobs)
		work->out->n--;
	ft_free(mine);
}

static int
rows_by_name(const void *a, const void *b)
{
	const struct ft_error_row *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static void
add_kind(struct errors_work *work, int kind)
{
	const struct ft_trace *trace = work->in->trace;
	const uint32_t keys[KINDS] = { trace->partition.n, 32, trace->qos.n };
	size_t first = work->out->n;

	for (uint32_t key = 0; key < keys[kind]; key++)
		add_row(work, kind, key, work->item);
	if (kind != BY_SIZE && work->out->n > first)
		qsort(work->out->row + first, work->out->n - first,
		    sizeof *work->out->row, rows_by_name);
}

/* ---- utilisation --------------------------------------------------------- */

static double
overlap(const struct ft_errors_input *in, int64_t from, int64_t to)
{
	from = from > in->begin ? from : in->begin;
	to = to >= 0 && to < in->end ? to : in->end;
	return to > from ? (double)(to - from) : 0;
}

static void
measure_use(struct errors_work *work)
{
	const struct ft_errors_input *in = work->in;
	double whole = (double)(in->end - in->begin) * in->procs;
	double real = 0, predicted = 0;

	for (size_t i = 0; i < in->trace->n; i++) {
		const struct ft_trace_job *job = &in->trace->job[i];
		const struct ft_outcome *outcome = &in->outcome[i];
		int64_t start = since(job) + job->wait;

		if (job->part == FT_TRACE_WARM)
			start = job->submit;
		if (job->part == FT_TRACE_WARM || is_measured(job))
			real +=
			    overlap(in, start, start + job->run) * job->procs;
		if (outcome->start >= 0)
			predicted += overlap(in, outcome->start, outcome->end) *
				     job->procs;
	}
	work->out->real_used = whole > 0 ? real / whole : (double)NAN;
	work->out->predicted_used = whole > 0 ? predicted / whole : (double)NAN;
}

/* ---- all ----------------------------------------------------------------- */

static void
find_measured(struct errors_work *work)
{
	const struct ft_trace *trace = work->in->trace;

	work->item = ft_calloc(trace->n + 1, sizeof *work->item);
	work->miss = ft_calloc(trace->n + 1, sizeof *work->miss);
	for (size_t i = 0; i < trace->n; i++)
		if (is_measured(&trace->job[i]))
			work->item[work->n++] = (uint32_t)i;
}

void
ft_errors_make(struct ft_errors *errors, const struct ft_errors_input *input)
{
	struct errors_work work = { .in = input, .out = errors };
	struct ft_error_row *row;

	*errors = (struct ft_errors){ 0 };
	find_measured(&work);
	row = ft_vec_add(errors->row, errors->n, errors->cap);
	*row = (struct ft_error_row){ .kind = "all", .name = "" };
	fill_row(&work, row, work.item, work.n);
	for (int kind = 0; kind < KINDS && work.n; kind++)
		add_kind(&work, kind);
	measure_use(&work);
	ft_free(work.item);
	ft_free(work.miss);
}

void
ft_errors_free(struct ft_errors *errors)
{
	ft_free(errors->row);
	ft_arena_clear(&errors->arena);
	*errors = (struct ft_errors){ 0 };
}

double
ft_errors_total(const struct ft_trace *trace, const struct ft_outcome *outcome)
{
	const struct ft_errors_input input = { .trace = trace,
		.outcome = outcome };
	struct errors_work work = { .in = &input };
	struct ft_error_row row = { 0 };

	find_measured(&work);
	fill_row(&work, &row, work.item, work.n);
	ft_free(work.item);
	ft_free(work.miss);
	return row.error;
}
