/* merge.c - pieces of a job table: a job at a seam is in both. */

#include "base/map.h"
#include "io/jobtable/private.h"

/* What makes a row: the job or task, and the run of it. */
struct key {
	uint32_t number;
	int32_t task;
	int64_t start; /* ANY_RUN */
};

#define ANY_RUN  (INT64_MIN + 1) /* of this job or task */
#define ANY_TASK INT32_MIN       /* of this array */

static struct key
key_of(const struct ft_jobtable_job *job, int64_t start)
{
	struct key key;

	/* with its padding: the bytes are compared */
	memset(&key, 0, sizeof key);
	key.number = job->number;
	key.task = job->task;
	key.start = start;
	return key;
}

static void
note(struct ft_map *map, const struct ft_jobtable_job *job)
{
	struct key run = key_of(job, job->start), any = key_of(job, ANY_RUN);
	struct key array = any;

	array.task = ANY_TASK;
	ft_map_put_n(map, (const char *)&run, sizeof run, 1);
	ft_map_put_n(map, (const char *)&any, sizeof any, 1);
	ft_map_put_n(map, (const char *)&array, sizeof array, 1);
}

static bool
has(const struct ft_map *map, const struct key *key)
{
	return ft_map_get_n(map, (const char *)key, sizeof *key, NULL);
}

/* Whether a later piece has JOB: this run, or what became of it. */
static bool
is_again(const struct ft_map *map, const struct ft_jobtable_job *job)
{
	struct key run = key_of(job, job->start), any = key_of(job, ANY_RUN);

	if (has(map, &run))
		return true;
	if (job->state > FT_JOB_SUSPENDED)
		return false;
	/* tasks that waited together may since have rows of their own */
	if (*job->tasks)
		any.task = ANY_TASK;
	return has(map, &any);
}

void
ft_jobtable_merge(struct ft_jobtable *table, size_t n)
{
	struct ft_map later FT_CLEANUP(ft_map_clear) = { 0 };
	size_t kept = 0;

	for (size_t i = n; i < table->n; i++)
		note(&later, &table->job[i]);
	for (size_t i = 0; i < table->n; i++)
		if (i >= n || !is_again(&later, &table->job[i]))
			table->job[kept++] = table->job[i];
	table->repeated += table->n - kept;
	table->n = kept;
}
