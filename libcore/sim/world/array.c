/*
 * Texts of job arrays, parsed and printed as Slurm does:
 * tests/oracle/cases/j31-arrays.
 */
#include "sim/world/array.h"

/* With at least so many indices at equal distances, squeue prints
 * first-last:step. */
#define STEP_LEAST 7

/* ---- reading ------------------------------------------------------------- */

/* Read "5", "5-9" or "5-9:2" at *AT and mark the indices in HAVE[max]. */
static bool
read_range(const char **at, unsigned char *have, uint32_t max)
{
	uint32_t first, last, step = 1;

	if (!ft_num_take_u32(at, &first))
		return false;
	last = first;
	if (**at == '-') {
		++*at;
		if (!ft_num_take_u32(at, &last))
			return false;
		if (**at == ':') {
			++*at;
			if (!ft_num_take_u32(at, &step))
				return false;
		}
	}
	if (last < first || last >= max || !step)
		return false;
	for (uint64_t i = first; i <= last; i += step)
		have[i] = 1;
	return true;
}

/* Read the number after a per cent sign.  As in Slurm anything else means no
 * throttle, and so does a number followed by more than digits. */
static void
read_throttle(const char **at, uint32_t *throttle)
{
	*throttle = 0;
	++*at;
	if (!ft_num_take_u32(at, throttle))
		*throttle = 0;
	while (**at && **at != ',' && **at != ']' && **at != '%')
		++*at;
}

static bool
read_list(const char *at, unsigned char *have, uint32_t max, uint32_t *throttle)
{
	bool bracket = *at == '[';

	for (at += bracket; *at;) {
		if (*at == ',' || *at == ' ') {
			at++;
		} else if (*at == '%') {
			read_throttle(&at, throttle);
		} else if (*at == ']' && bracket) {
			bracket = false;
			at++;
		} else {
			if (!read_range(&at, have, max))
				return false;
			if (*at && !strchr(",%] ", *at))
				return false;
		}
	}
	return !bracket;
}

enum ft_refusal
ft_array_parse(struct ft_job *job, const char *text, uint32_t max)
{
	unsigned char *have = ft_calloc((size_t)max + 1, 1);
	uint32_t throttle = 0;
	bool good = read_list(text, have, max, &throttle);
	uint32_t n = 0;

	for (uint32_t i = 0; good && i < max; i++)
		n += have[i];
	if (n) {
		job->tasks = ft_realloc(job->tasks, n, sizeof *job->tasks);
		job->cap_tasks = n;
		job->n_tasks = 0;
		for (uint32_t i = 0; i < max; i++)
			if (have[i])
				job->tasks[job->n_tasks++] = i;
		job->array_size = n;
		job->array_throttle = throttle;
	}
	ft_free(have);
	return n ? FT_REFUSE_NONE : FT_REFUSE_ARRAY;
}

/* ---- writing ------------------------------------------------------------- */

static bool
is_stepped(const struct ft_job *job)
{
	const uint32_t *task = job->tasks;
	uint32_t step;

	if (job->n_tasks < STEP_LEAST)
		return false;
	step = task[1] - task[0];
	for (size_t i = 2; i < job->n_tasks; i++)
		if (task[i] - task[i - 1] != step)
			return false;
	return step > 1;
}

static void
add_ranges(struct ft_str *str, const struct ft_job *job)
{
	const uint32_t *task = job->tasks;

	for (size_t i = 0, end; i < job->n_tasks; i = end) {
		for (end = i + 1; end < job->n_tasks; end++)
			if (task[end] != task[end - 1] + 1)
				break;
		if (i)
			ft_str_add_char(str, ',');
		ft_str_addf(str, "%u", task[i]);
		if (end > i + 1)
			ft_str_addf(str, "-%u", task[end - 1]);
	}
}

void
ft_array_add_tasks(struct ft_str *str, const struct ft_job *job)
{
	if (is_stepped(job))
		ft_str_addf(str, "%u-%u:%u", job->tasks[0],
		    job->tasks[job->n_tasks - 1],
		    job->tasks[1] - job->tasks[0]);
	else
		add_ranges(str, job);
	if (job->array_throttle)
		ft_str_addf(str, "%%%u", job->array_throttle);
}

bool
ft_array_is_full(const struct ft_world *world, const struct ft_job *job)
{
	uint32_t running = 0;

	if (!job->array_throttle || !job->array_job)
		return false;
	for (size_t i = 0; i < world->n_running; i++)
		running += world->running[i]->array_job == job->array_job;
	return running >= job->array_throttle;
}

void
ft_job_add_id(struct ft_str *str, const struct ft_job *job)
{
	/* an array that was cancelled as a whole is one record */
	if (ft_job_is_head(job) && job->state == FT_JOB_PENDING) {
		ft_str_addf(str, "%u_[", job->number);
		ft_array_add_tasks(str, job);
		ft_str_add_char(str, ']');
	} else if (job->array_task != FT_TASK_NONE) {
		ft_str_addf(str, "%u_%d", job->array_job, job->array_task);
	} else {
		ft_str_add_u64(str, job->number);
	}
}
