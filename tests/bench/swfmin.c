/*
 * swfmin.c - the least work that replaying a trace can be: the bound that
 * bench_replay is looked at beside.
 *
 *   swfmin FILE.swf REPEAT PROCS ROUNDS [NAME...]
 *
 * Arguments and output as those of bench_replay.c (no tree, no conservative).
 * It takes every line to be well-formed, a pool of processors to be all there
 * is, and looks at the whole queue at each event: a bound where queues are
 * short.  fair: the queue is sorted by a usage of each user which decays every
 * 300 seconds and is charged when a job ends.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "bench/treefile.h"

struct job {
	double submit, run, limit, start;
	uint32_t procs, user;
};

struct event {
	double end;
	size_t job;
};

static struct job *jobs;
static size_t n_jobs;
static uint32_t n_users;
static struct event *heap, *ends;
static size_t n_heap;
static double *usage;

static void
push(double end, size_t job)
{
	size_t i = n_heap++;

	while (i && heap[(i - 1) / 2].end > end) {
		heap[i] = heap[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	heap[i] = (struct event){ end, job };
}

static struct event
pop(void)
{
	struct event first = heap[0], last = heap[--n_heap];
	size_t i = 0, child;

	while ((child = 2 * i + 1) < n_heap) {
		if (child + 1 < n_heap && heap[child + 1].end < heap[child].end)
			child++;
		if (heap[child].end >= last.end)
			break;
		heap[i] = heap[child];
		i = child;
	}
	heap[i] = last;
	return first;
}

static int
by_usage(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	double d = usage[jobs[x].user] - usage[jobs[y].user];

	return d < 0 ? -1 : d > 0 ? 1 : (x > y) - (x < y);
}

static int
by_end(const void *a, const void *b)
{
	double x = ((const struct event *)a)->end;
	double y = ((const struct event *)b)->end;

	return x < y ? -1 : x > y;
}

/* When can JOB start; *extra: what is free then besides. */
static double
shadow_of(size_t job, uint32_t idle, uint32_t *extra)
{
	double shadow = 0;

	for (size_t k = 0; k < n_heap; k++) {
		size_t running = heap[k].job;

		ends[k] =
		    (struct event){ jobs[running].start + jobs[running].limit,
			    running };
	}
	qsort(ends, n_heap, sizeof *ends, by_end);
	for (size_t k = 0; k < n_heap && idle < jobs[job].procs; k++) {
		idle += jobs[ends[k].job].procs;
		shadow = ends[k].end;
	}
	*extra = idle - jobs[job].procs;
	return shadow;
}

/* One look over the queue; returns what is left of it. */
static size_t
look(size_t *queue, size_t n, double now, uint32_t *idle, bool easy)
{
	bool blocked = false;
	uint32_t extra = 0;
	double shadow = 0;
	size_t left = 0;

	for (size_t i = 0; i < n; i++) {
		size_t at = queue[i];
		struct job *job = &jobs[at];
		bool ends_soon = now + job->limit <= shadow;

		if (job->procs <= *idle &&
		    (!blocked ||
			(easy && (ends_soon || job->procs <= extra)))) {
			if (blocked && !ends_soon)
				extra -= job->procs;
			*idle -= job->procs;
			job->start = now;
			push(now + job->run, at);
			continue;
		}
		if (!blocked && easy && *idle)
			shadow = shadow_of(at, *idle, &extra);
		blocked = true;
		queue[left++] = at;
		if (easy && *idle)
			continue;
		memmove(
		    &queue[left], &queue[i + 1], (n - i - 1) * sizeof *queue);
		return left + n - i - 1;
	}
	return left;
}

static void
simulate(uint32_t procs, bool easy, bool fair)
{
	size_t *queue = ft_calloc(n_jobs, sizeof *queue), n = 0, next = 0;
	uint32_t idle = procs;
	double last = 0;

	n_heap = 0;
	memset(usage, 0, n_users * sizeof *usage);
	while (next < n_jobs || n_heap || n) {
		double now = next < n_jobs ? jobs[next].submit : HUGE_VAL;

		if (n_heap && heap[0].end < now)
			now = heap[0].end;
		while (n_heap && heap[0].end <= now) {
			const struct job *job = &jobs[pop().job];

			idle += job->procs;
			usage[job->user] += job->procs * job->run;
		}
		while (next < n_jobs && jobs[next].submit <= now)
			queue[n++] = next++;
		if (fair && now - last >= 300) {
			double left = exp2((last - now) / 604800);

			for (uint32_t u = 0; u < n_users; u++)
				usage[u] *= left;
			last = now;
			qsort(queue, n, sizeof *queue, by_usage);
		}
		n = look(queue, n, now, &idle, easy);
	}
	ft_free(queue);
}

/* Returns where the next field starts; *value: this one. */
static const char *
read_field(const char *at, double *value)
{
	bool minus = *at == '-';
	int64_t number = 0;

	for (at += minus; *at >= '0' && *at <= '9'; at++)
		number = number * 10 + (*at - '0');
	while (*at && *at != ' ' && *at != '\t' && *at != '\n')
		at++;
	*value = minus ? -(double)number : (double)number;
	return at;
}

static void
take(const double *field, size_t *cap)
{
	struct job *job;

	if (n_jobs == *cap)
		jobs = ft_realloc(
		    jobs, *cap = *cap ? *cap * 2 : 1024, sizeof *jobs);
	job = &jobs[n_jobs];
	*job = (struct job){ .submit = field[1],
		.run = field[3] < 0 ? 0 : field[3],
		.procs = (uint32_t)(field[7] > 0 ? field[7] : field[4]),
		.user = field[11] < 0 ? 0 : (uint32_t)field[11] };
	job->limit = field[8] > 0 ? field[8] : job->run;
	if (job->limit < job->run)
		job->run = job->limit;
	if (!job->procs)
		return;
	if (job->user >= n_users)
		n_users = job->user + 1;
	n_jobs++;
}

static void
parse(const char *at)
{
	size_t cap = 0;

	n_jobs = 0;
	while (*at) {
		double field[18];
		int n = 0;

		while (*at != ';' && n < 18) {
			while (*at == ' ' || *at == '\t')
				at++;
			if (*at == '\n' || !*at)
				break;
			at = read_field(at, &field[n++]);
		}
		while (*at && *at != '\n')
			at++;
		at += *at != 0;
		if (n == 18)
			take(field, &cap);
	}
}

static char *
read_file(const char *path)
{
	FILE *in = fopen(path, "rb");
	size_t size;
	char *text;

	if (!in || fseek(in, 0, SEEK_END) != 0)
		exit(1);
	size = (size_t)ftell(in);
	rewind(in);
	text = ft_alloc(size + 1);
	if (fread(text, 1, size, in) != size)
		exit(1);
	text[size] = 0;
	fclose(in);
	return text;
}

/* The number behind "; MaxProcs:". */
static uint32_t
procs_of(const char *text)
{
	const char *at = strstr(text, "MaxProcs:");

	return at ? (uint32_t)strtoul(at + 9, NULL, 10) : 1;
}

static void
repeat(size_t times)
{
	size_t n = n_jobs;
	double span = jobs[n - 1].submit - jobs[0].submit + 1;

	jobs = ft_realloc(jobs, n * times, sizeof *jobs);
	for (; n_jobs < n * times; n_jobs++) {
		jobs[n_jobs] = jobs[n_jobs - n];
		jobs[n_jobs].submit += span;
	}
}

static bool
is_wanted(const char *name, char **names)
{
	for (char **at = names; *at; at++)
		if (!strcmp(*at, name))
			return true;
	return !*names;
}

int
main(int argc, char **argv)
{
	static const char *const name[] = { "parse", "fcfs", "easy", "fair" };
	double seconds[TREEFILE_RUNS_MAX];
	uint32_t procs;
	int rounds;
	char *text;

	if (argc < 5)
		return 1;
	text = read_file(argv[1]);
	procs = (uint32_t)strtoul(argv[3], NULL, 10);
	procs = procs ? procs : procs_of(text);
	rounds = (int)strtoul(argv[4], NULL, 10);
	parse(text);
	for (int kind = 0; kind < 4; kind++) {
		if (kind == 1) {
			repeat(strtoul(argv[2], NULL, 10));
			heap = ft_calloc(n_jobs, sizeof *heap);
			ends = ft_calloc(n_jobs, sizeof *ends);
			usage = ft_calloc(n_users, sizeof *usage);
		}
		if (!is_wanted(name[kind], argv + 5))
			continue;
		for (int i = 0; i < rounds; i++) {
			double start = bench_now();

			if (kind)
				simulate(procs, kind > 1, kind > 2);
			else
				parse(text);
			seconds[i] = bench_now() - start;
		}
		printf("%s %.1f ", name[kind],
		    bench_median(seconds, rounds) * 1e9 / (double)n_jobs);
		fflush(stdout);
	}
	printf("\n");
	return 0;
}
