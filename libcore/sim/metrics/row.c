/*
 * row.c - the results for each user, account and width.
 */

#include "base/map.h"
#include "model/job/job.h"
#include "sim/metrics/private.h"

#define NONE UINT32_MAX

/* ---- units --------------------------------------------------------------- */

/* Rows being found, and their indices by name. */
struct finder {
	struct ft_map map;
	struct ft_metrics_row *row;
	size_t n, cap;
};

static uint32_t
find_row(struct finder *finder, const char *name)
{
	uint64_t at = ft_map_add(&finder->map, name, finder->n);

	if (at < finder->n)
		return (uint32_t)at;
	finder->row = ft_vec_grow(
	    finder->row, &finder->cap, finder->n + 1, sizeof *finder->row);
	finder->row[finder->n] = (struct ft_metrics_row){ .name = name };
	return (uint32_t)finder->n++;
}

static const char *
user_name(const struct ft_metrics_input *in, size_t i)
{
	const char *name = NULL;

	if (in->names)
		name = ft_tree_user(in->tree, in->names, in->leaf[i]);
	return name ? name : in->trace->user.name[in->trace->job[i].user];
}

static const char *
account_name(const struct ft_metrics_input *in, size_t i)
{
	const char *name = NULL;

	if (in->names)
		name = ft_tree_account(in->tree, in->names, in->leaf[i]);
	return name ? name : in->trace->account.name[in->trace->job[i].account];
}

/* Numbers in names compare by value: u9 before u10. */
static int
compare_names(const char *a, const char *b)
{
	const char *whole_a = a, *whole_b = b;

	while (*a && *b) {
		size_t n = strspn(a, "0123456789");
		size_t m = strspn(b, "0123456789");

		if (n && m && (n != m || memcmp(a, b, n) != 0))
			return n != m ? (n < m ? -1 : 1) : memcmp(a, b, n);
		if (n && m) {
			a += n;
			b += m;
		} else if (*a != *b) {
			break;
		} else {
			a++;
			b++;
		}
	}
	if (*a != *b)
		return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
	return strcmp(whole_a, whole_b);
}

static int
by_name(const void *one, const void *other)
{
	const struct ft_metrics_row *a = one, *b = other;

	return compare_names(a->name, b->name);
}

/* Sort the rows found and move them to the result; place[i], which the caller
 * frees: where row i went. */
static uint32_t *
settle(struct finder *finder, struct ft_metrics_row **row, size_t *n)
{
	uint32_t *place = ft_calloc(finder->n, sizeof *place);

	for (size_t i = 0; i < finder->n; i++)
		finder->row[i].jobs = i;
	if (finder->n)
		qsort(finder->row, finder->n, sizeof *finder->row, by_name);
	for (size_t i = 0; i < finder->n; i++) {
		place[finder->row[i].jobs] = (uint32_t)i;
		finder->row[i].jobs = 0;
	}
	ft_map_clear(&finder->map);
	*row = finder->row;
	*n = finder->n;
	return place;
}

void
ft_metrics_units(struct metrics_work *work)
{
	const struct ft_metrics_input *in = work->in;
	uint32_t *of_node = ft_alloc(in->tree->n * sizeof *of_node);
	struct finder user = { 0 }, account = { 0 };
	uint32_t *user_at, *account_at;
	size_t cap = 0;

	memset(of_node, 0xff, in->tree->n * sizeof *of_node);
	for (size_t i = 0; i < in->trace->n; i++) {
		uint32_t *unit = &of_node[in->leaf[i]];

		if (*unit == NONE) {
			work->unit = ft_vec_grow(work->unit, &cap,
			    (size_t)work->n_unit + 1, sizeof *work->unit);
			work->unit[work->n_unit] = (struct metrics_unit){
				.node = in->leaf[i],
				.user = find_row(&user, user_name(in, i)),
				.account =
				    find_row(&account, account_name(in, i)),
			};
			*unit = work->n_unit++;
		}
		work->of_job[i] = *unit;
	}
	user_at = settle(&user, &work->out->users, &work->out->n_user);
	account_at =
	    settle(&account, &work->out->accounts, &work->out->n_account);
	for (uint32_t i = 0; i < work->n_unit; i++) {
		work->unit[i].user = user_at[work->unit[i].user];
		work->unit[i].account = account_at[work->unit[i].account];
	}
	ft_free(user_at);
	ft_free(account_at);
	ft_free(of_node);
}

/* ---- sums ---------------------------------------------------------------- */

/* Returns the bounded slowdown of job I, which started, by PROCS processors. */
static double
slowdown_of(const struct metrics_work *work, size_t i, uint32_t procs)
{
	const struct ft_outcome *outcome = &work->in->outcome[i];
	int64_t end = metrics_end(work->out, outcome),
		run = end - outcome->start;
	int64_t least = run > work->out->bound ? run : work->out->bound;
	double slowdown = (double)(end - work->in->trace->job[i].submit) /
			  ((double)least * procs);

	return slowdown > 1 ? slowdown : 1;
}

/* The values that are sorted to find medians and percentiles. */
enum metrics_sample {
	METRICS_WAIT,
	METRICS_RESPONSE,
	METRICS_SLOWDOWN,
	METRICS_SAMPLES
};

/* Returns that number of job I, which started. */
static double
sample_of(const struct metrics_work *work, size_t i, enum metrics_sample sample)
{
	const struct ft_outcome *outcome = &work->in->outcome[i];
	int64_t run = metrics_end(work->out, outcome) - outcome->start;
	int64_t wait = outcome->start - work->in->trace->job[i].submit;

	switch (sample) {
	case METRICS_WAIT:
		return (double)wait;
	case METRICS_RESPONSE:
		return (double)(wait + run);
	case METRICS_SLOWDOWN:
	case METRICS_SAMPLES:
		break;
	}
	return slowdown_of(work, i, 1);
}

/* The members for means hold sums meanwhile. */
static void
add_job(const struct metrics_work *work, size_t i, struct ft_metrics_row *row)
{
	const struct ft_outcome *outcome = &work->in->outcome[i];
	double wait, response, slowdown, area, per_proc;

	row->jobs++;
	if (!metrics_started(outcome))
		return;
	area = (double)metrics_area(work, i);
	row->started++;
	row->ended += outcome->end >= 0;
	row->timeout += outcome->end >= 0 && outcome->state == FT_JOB_TIMEOUT;
	row->area += area;
	if (!metrics_measured(work, i))
		return;
	wait = sample_of(work, i, METRICS_WAIT);
	response = sample_of(work, i, METRICS_RESPONSE);
	slowdown = sample_of(work, i, METRICS_SLOWDOWN);
	row->measured++;
	row->measured_area += area;
	row->wait_mean += wait;
	row->response_mean += response;
	row->slowdown_mean += slowdown;
	per_proc = slowdown_of(work, i, work->in->trace->job[i].procs);
	row->slowdown_proc += per_proc;
	row->wait_area += area * wait;
	row->response_area += area * response;
	row->slowdown_area += area * slowdown;
}

static void
end_sums(struct ft_metrics_row *row, double area)
{
	double n = row->measured ? (double)row->measured : (double)NAN;
	double weight =
	    row->measured_area > 0 ? row->measured_area : (double)NAN;

	row->wait_mean /= n;
	row->response_mean /= n;
	row->slowdown_mean /= n;
	row->slowdown_proc /= n;
	row->wait_area /= weight;
	row->response_area /= weight;
	row->slowdown_area /= weight;
	row->delivered = area > 0 ? row->area / area : 0;
}

/* ---- sorting ------------------------------------------------------------- */

static double
middle(const uint64_t *key, size_t n)
{
	if (!n)
		return (double)NAN;
	return (ft_metrics_number_of(key[(n - 1) / 2]) +
		   ft_metrics_number_of(key[n / 2])) /
	       2;
}

double
ft_metrics_ninth(const uint64_t *key, size_t n)
{
	return n ? ft_metrics_number_of(key[(9 * n + 9) / 10 - 1])
		 : (double)NAN;
}

static void
place_row(struct ft_metrics_row *row, const uint64_t *key, size_t n,
    enum metrics_sample sample)
{
	switch (sample) {
	case METRICS_WAIT:
		row->wait_median = middle(key, n);
		row->wait_p90 = ft_metrics_ninth(key, n);
		row->wait_max =
		    n ? ft_metrics_number_of(key[n - 1]) : (double)NAN;
		return;
	case METRICS_RESPONSE:
		row->response_p90 = ft_metrics_ninth(key, n);
		return;
	case METRICS_SLOWDOWN:
		row->slowdown_median = middle(key, n);
		return;
	case METRICS_SAMPLES:
		return;
	}
}

/* Rows: all jobs, then each user, then each account. */
enum kind { ALL, USER, ACCOUNT, KINDS };

static struct ft_metrics_row *
rows_of(struct ft_metrics *out, enum kind kind, size_t *n)
{
	struct ft_metrics_row *const rows[KINDS] = { &out->all, out->users,
		out->accounts };
	const size_t counts[KINDS] = { 1, out->n_user, out->n_account };

	*n = counts[kind];
	return rows[kind];
}

static size_t
row_of(const struct metrics_unit *unit, enum kind kind)
{
	const uint32_t at[KINDS] = { 0, unit->user, unit->account };

	return at[kind];
}

/* Sorted keys of all jobs, separated by row, are sorted for each row. */
static void
place_rows(const struct metrics_work *work, const struct metrics_key *item,
    enum kind kind, enum metrics_sample sample)
{
	uint64_t measured = work->out->all.measured;
	size_t n;
	struct ft_metrics_row *row = rows_of(work->out, kind, &n);
	uint64_t *key FT_CLEANUP(ft_free_at) = ft_calloc(measured, sizeof *key);
	size_t *place FT_CLEANUP(ft_free_at) = ft_calloc(n + 1, sizeof *place);

	for (size_t i = 0; i < n; i++)
		place[i + 1] = place[i] + row[i].measured;
	for (size_t i = 0; i < measured; i++) {
		const struct metrics_unit *unit =
		    &work->unit[work->of_job[item[i].job]];

		key[place[row_of(unit, kind)]++] = item[i].key;
	}
	for (size_t i = 0; i < n; i++)
		place_row(&row[i], key + place[i] - row[i].measured,
		    row[i].measured, sample);
}

static void
place_all(const struct metrics_work *work, enum metrics_sample sample)
{
	size_t n = work->out->all.measured, at = 0;
	struct metrics_key *item FT_CLEANUP(ft_free_at) =
	    ft_calloc(n, sizeof *item);
	struct metrics_key *spare FT_CLEANUP(ft_free_at) =
	    ft_calloc(n, sizeof *spare);

	for (size_t i = 0; i < work->in->trace->n; i++)
		if (metrics_measured(work, i)) {
			item[at].key =
			    ft_metrics_key_of(sample_of(work, i, sample));
			item[at++].job = (uint32_t)i;
		}
	ft_metrics_sort(item, spare, n);
	for (enum kind kind = ALL; kind < KINDS; kind++)
		place_rows(work, item, kind, sample);
}

/*
 * Fill lag of ROW[N].  Jobs are in the order of their submission, so the times in
 * which somebody has one are found one after the other.
 */
static void
add_lags(const struct metrics_work *work, enum kind kind,
    struct ft_metrics_row *row, size_t n)
{
	const struct ft_metrics *out = work->out;
	int64_t *until FT_CLEANUP(ft_free_at) = ft_alloc(n * sizeof *until);

	for (size_t i = 0; i < n; i++) {
		until[i] = out->from;
		row[i].lag = 0;
	}
	for (size_t i = 0; i < work->in->trace->n; i++) {
		const struct ft_outcome *outcome = &work->in->outcome[i];
		size_t at = row_of(&work->unit[work->of_job[i]], kind);
		int64_t from = work->in->trace->job[i].submit, to = out->to;

		if (metrics_started(outcome))
			to = metrics_end(out, outcome);
		else if (outcome->state != FT_JOB_PENDING)
			continue;
		from = from > until[at] ? from : until[at];
		if (to <= from)
			continue;
		row[at].lag += (double)(to - from);
		until[at] = to;
	}
	for (size_t i = 0; i < n; i++)
		row[i].lag =
		    row[i].area - row[i].share * out->procs * row[i].lag;
}

void
ft_metrics_rows(struct metrics_work *work)
{
	struct ft_metrics *out = work->out;

	out->all.name = "";
	for (enum kind kind = ALL; kind < KINDS; kind++) {
		size_t n;
		struct ft_metrics_row *row = rows_of(out, kind, &n);

		for (size_t i = 0; i < work->in->trace->n; i++)
			add_job(work, i,
			    &row[row_of(&work->unit[work->of_job[i]], kind)]);
		for (uint32_t i = 0; i < work->n_unit; i++)
			row[row_of(&work->unit[i], kind)].share +=
			    work->norm[work->unit[i].node];
		for (size_t i = 0; i < n; i++)
			end_sums(&row[i], out->all.area);
		add_lags(work, kind, row, n);
	}
	for (enum metrics_sample sample = METRICS_WAIT;
	     sample < METRICS_SAMPLES; sample++)
		place_all(work, sample);
}

/* ---- widths -------------------------------------------------------------- */

void
ft_metrics_widths(struct metrics_work *work)
{
	const struct ft_trace *trace = work->in->trace;
	struct ft_metrics *out = work->out;
	uint64_t measured[32] = { 0 };

	out->width = ft_calloc(32, sizeof *out->width);
	for (size_t i = 0; i < trace->n && !out->by_nodes; i++)
		out->by_nodes = trace->job[i].nodes > 0;
	for (size_t i = 0; i < trace->n; i++) {
		uint32_t wide = out->by_nodes && trace->job[i].nodes
				    ? trace->job[i].nodes
				    : trace->job[i].procs;
		uint32_t at = ft_num_log2(wide);

		out->width[at].jobs++;
		out->width[at].area += (double)metrics_area(work, i);
		if (at + 1 > out->n_width)
			out->n_width = at + 1;
		if (!metrics_measured(work, i))
			continue;
		measured[at]++;
		out->width[at].wait_mean += sample_of(work, i, METRICS_WAIT);
	}
	for (size_t i = 0; i < out->n_width; i++) {
		out->width[i].least = UINT32_C(1) << i;
		out->width[i].most = (UINT32_C(2) << i) - 1;
		out->width[i].wait_mean /=
		    measured[i] ? (double)measured[i] : (double)NAN;
	}
}
