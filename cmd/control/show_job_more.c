/* show job: which CPUs, which files, whom to mail. */

#include "control/job.h"
#include "model/joboption.h"

/* ---- CPUs ---------------------------------------------------------------------- */

/*
 * CPUs have no numbers of their own here: of the jobs that run on a node the one
 * that started first, of those the one of the highest priority, is given the
 * lowest, as slurmctld mostly does.
 */
static bool
comes_before(const struct ft_job *a, const struct ft_job *b)
{
	if (a->started != b->started)
		return a->started < b->started;
	if (a->priority != b->priority)
		return a->priority > b->priority;
	return a->number < b->number;
}

static uint32_t
cpus_before(
    const struct ft_world *world, const struct ft_job *job, uint32_t node)
{
	uint32_t cpus = 0;

	for (size_t i = 0; i < world->n_running; i++) {
		const struct ft_job *other = world->running[i];

		if (other->number == job->number || !comes_before(other, job))
			continue;
		for (size_t k = 0; k < other->n_node; k++)
			if (other->node[k].node == node)
				cpus += other->node[k].cpus;
	}
	return cpus;
}

static void
add_range(struct ft_str *str, uint32_t first, uint32_t n)
{
	ft_str_addf(str, "%u", first);
	if (n > 1)
		ft_str_addf(str, "-%u", first + n - 1);
}

void
control_add_cpus(struct control_records *records, const void *thing)
{
	const struct ft_world *world = &records->control->world;
	const struct ft_job *job = &((const struct control_shown *)thing)->job;

	if (!records->control->detail)
		return;
	if (job->state != FT_JOB_RUNNING && job->state != FT_JOB_SUSPENDED)
		return;
	control_record_break(records);
	control_record_add(records, "JOB_GRES", NULL);
	for (size_t i = 0, end; i < job->n_node && !records->doc; i = end) {
		struct ft_str hosts = { 0 }, cpus = { 0 };
		uint32_t first = cpus_before(world, job, job->node[i].node),
			 *node;

		for (end = i + 1; end < job->n_node; end++)
			if (job->node[end].cpus != job->node[i].cpus ||
			    job->node[end].memory != job->node[i].memory ||
			    cpus_before(world, job, job->node[end].node) !=
				first)
				break;
		node = ft_calloc(end - i, sizeof *node);
		for (size_t k = i; k < end; k++)
			node[k - i] = job->node[k].node;
		ft_machine_add_hosts(&hosts, &world->machine, node, end - i);
		add_range(&cpus, first, job->node[i].cpus);
		control_record_break(records);
		control_record_add(records, "  Nodes", ft_str_text(&hosts));
		control_record_add(records, "CPU_IDs", ft_str_text(&cpus));
		control_record_addf(records, "Mem", "%llu",
		    (unsigned long long)job->node[i].memory);
		control_record_add(records, "GRES", "");
		ft_free(node);
		ft_str_free(&hosts);
		ft_str_free(&cpus);
	}
}

/* ---- files ------------------------------------------------------------------------ */

/* sbatch(1), FILENAME PATTERN: those that mean something here. */
static void
add_pattern(struct ft_str *str, const struct ft_job *job, int32_t task, char c)
{
	switch (c) {
	case 'A':
		ft_str_addf(
		    str, "%u", job->array_job ? job->array_job : job->number);
		return;
	case 'a':
		ft_str_addf(str, "%u", (uint32_t)task);
		return;
	case 'j':
	case 'J':
		ft_str_addf(str, "%u", job->number);
		return;
	case 'u':
		ft_str_add(str, job->user);
		return;
	case 'x':
		ft_str_add(str, job->name);
		return;
	case '%':
		ft_str_add_char(str, '%');
		return;
	}
	ft_str_addf(str, "%%%c", c);
}

static void
add_stream(struct control_records *records, const char *key,
    const struct ft_job *job, int32_t task, const char *pattern)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (*pattern != '/')
		ft_str_addf(&str, "%s/", job->work_dir);
	for (const char *at = pattern; *at; at++) {
		if (*at == '%' && at[1])
			add_pattern(&str, job, task, *++at);
		else
			ft_str_add_char(&str, *at);
	}
	control_record_break(records);
	control_record_word(records, key, ft_str_text(&str));
}

void
control_add_streams(struct control_records *records, const void *thing)
{
	const struct control_shown *shown = thing;
	const struct ft_job *job = &shown->job;
	int32_t task = shown->task;
	struct ft_str out FT_CLEANUP(ft_str_free) = { 0 },
			  err FT_CLEANUP(ft_str_free) = { 0 },
			  in FT_CLEANUP(ft_str_free) = { 0 };

	/* what Slurm prints of an array as a whole is its "none", less one */
	if (task == FT_TASK_NONE)
		task = ft_job_is_head(job) ? -2 : job->array_task;
	if (!ft_job_option(job, "output", &out))
		ft_str_add(
		    &out, job->array_job ? "slurm-%A_%a.out" : "slurm-%j.out");
	if (!ft_job_option(job, "error", &err))
		ft_str_add(&err, ft_str_text(&out));
	if (!ft_job_option(job, "input", &in))
		ft_str_add(&in, "/dev/null");
	add_stream(records, "StdErr", job, task, ft_str_text(&err));
	add_stream(records, "StdIn", job, task, ft_str_text(&in));
	add_stream(records, "StdOut", job, task, ft_str_text(&out));
}
