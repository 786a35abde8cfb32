/*
 * emit.c - a job array for a real Slurm, or a list of command lines: each task runs
 * its shard of the sweep.
 */

#include <sys/stat.h>

#include "fsim/sweep/sweep.h"

/*
 * An array has at most MaxArraySize - 1 tasks from 1 on; its default is 1001.
 */
#define TASKS_MAX 1000
#define USUAL_OUT "sweep.csv"

/* A process needs at most so much memory, so much for each job of the traces, and
 * so many times the size of the store of --db; a task is one process, and one for
 * each point that it simulates at once.  tests/cmd/fsim-sweep.bats runs tasks with
 * it. */
#define PROCESS_MIB 16
#define JOB_KIB     1
#define STORES      4

static uint64_t
count_tasks(const struct sweep *sweep)
{
	uint64_t points = sweep->grid.points;
	uint64_t tasks = sweep->tasks ? sweep->tasks : TASKS_MAX;

	if (sweep->chunk)
		tasks = (points + sweep->chunk - 1) / sweep->chunk;
	return tasks < points ? tasks : points;
}

/* Returns the KiB of the store's file and of what was not written into it yet. */
static uint64_t
store_size(const struct sweep *sweep)
{
	static const char *const suffixes[] = { "", "-wal" };
	uint64_t size = 0;

	for (size_t i = 0; sweep->source.has_store && i < FT_COUNT(suffixes);
	     i++) {
		struct ft_str path FT_CLEANUP(ft_str_free) = { 0 };
		struct stat info;

		ft_str_addf(
		    &path, "%s%s", sweep->source.session.db, suffixes[i]);
		if (stat(ft_str_text(&path), &info) == 0)
			size += (uint64_t)info.st_size;
	}
	return size / 1024;
}

/* Returns how many jobs the traces have, at most. */
static uint64_t
most_jobs(const struct sweep *sweep)
{
	uint64_t jobs = sweep->source.trace.n, drawn;

	for (size_t i = 0; i < sweep->source.n_more; i++)
		jobs += sweep->source.more[i].n;
	for (size_t i = 0; i < sweep->grid.n; i++) {
		const struct sweep_key *key = &sweep->grid.key[i];

		for (size_t k = 0;
		     k < key->n && !strcmp(key->name, "trace.jobs"); k++)
			if (ft_num_u64(key->value[k], &drawn) && drawn > jobs)
				jobs = drawn;
	}
	return jobs;
}

/* Returns the MiB of a process. */
static uint64_t
memory(const struct sweep *sweep)
{
	uint64_t store = STORES * store_size(sweep);

	return PROCESS_MIB + (most_jobs(sweep) * JOB_KIB + store + 1023) / 1024;
}

/* Returns the program as it was called; its full path if that has a slash. */
static void
add_program(struct ft_str *str, const char *called)
{
	char *path = strchr(called, '/') ? realpath(called, NULL) : NULL;

	ft_str_add_shell(str, path ? path : called);
	free(path);
}

/* What the command lines of all tasks have, quoted for a shell. */
struct parts {
	struct ft_str program, out;
	struct ft_str traces; /* a blank before each */
	struct ft_str again;  /* options that define the sweep */
};

static void
make_parts(const struct sweep *sweep, char *const *trace, size_t n,
    struct parts *parts)
{
	*parts = (struct parts){ .program = { 0 } };
	add_program(&parts->program, sweep->source.context->argv[0]);
	ft_str_add_shell(
	    &parts->out, sweep->file.path ? sweep->file.path : USUAL_OUT);
	for (size_t i = 0; i < n; i++) {
		ft_str_add_char(&parts->traces, ' ');
		ft_str_add_shell(&parts->traces, trace[i]);
	}
	ft_str_add(&parts->again, ft_str_text(&sweep->again));
	/* the environment named it */
	if (sweep->source.session.conf_file && !sweep->conf_given) {
		ft_str_add(&parts->again, " --conf ");
		ft_str_add_shell(
		    &parts->again, sweep->source.session.conf_file);
	}
}

static void
parts_free(struct parts *parts)
{
	ft_str_free(&parts->program);
	ft_str_free(&parts->out);
	ft_str_free(&parts->traces);
	ft_str_free(&parts->again);
}

static void
print_script(const struct sweep *sweep, const struct parts *parts)
{
	FILE *out = sweep->source.context->out;
	uint64_t tasks = count_tasks(sweep);

	fprintf(out,
	    "#!/bin/sh\n"
	    "# %zu points of `fsim sweep` as a job array: sbatch it where the "
	    "trace is.\n"
	    "# Submit it again to run only what is missing, or a single task "
	    "with\n# sbatch --array=3.  When all tasks have ended:\n"
	    "#   %s sweep --collect --tasks %" PRIu64 " %s.[0-9]*\n",
	    sweep->grid.points, ft_str_text(&parts->program), tasks,
	    ft_str_text(&parts->out));
	if (sweep->chunk)
		fprintf(out,
		    "# At most %" PRIu64 " points a task, which needs at most "
		    "%" PRIu64 " MiB, and half as much for each\n"
		    "# further processor.\n",
		    sweep->chunk, 2 * memory(sweep));
	fprintf(out,
	    "#SBATCH --job-name=fsim-sweep\n"
	    "#SBATCH --array=1-%" PRIu64 "\n"
	    "#SBATCH --ntasks=1\n"
	    "#SBATCH --output=fsim-sweep-%%A_%%a.log\n"
	    "# not the settings of the cluster it runs on\n"
	    "unset FAIRTREE_CONF SLURM_CONF\n"
	    "exec %s sweep%s \\\n"
	    "    --shard \"$SLURM_ARRAY_TASK_ID/%" PRIu64 "\" \\\n"
	    "    --out %s.\"$SLURM_ARRAY_TASK_ID\" \\\n"
	    "    --processes \"${SLURM_CPUS_PER_TASK:-1}\" --quiet%s\n",
	    tasks, ft_str_text(&parts->program), ft_str_text(&parts->again),
	    tasks, ft_str_text(&parts->out), ft_str_text(&parts->traces));
}

/* Instructions go beside the command lines. */
static void
print_commands(const struct sweep *sweep, const struct parts *parts)
{
	const struct ft_context *context = sweep->source.context;
	uint64_t tasks = count_tasks(sweep);

	for (uint64_t task = 1; task <= tasks; task++)
		fprintf(context->out,
		    "env -u FAIRTREE_CONF -u SLURM_CONF %s sweep%s --shard "
		    "%" PRIu64 "/%" PRIu64 " --out %s.%" PRIu64
		    " --processes 1 --quiet%s\n",
		    ft_str_text(&parts->program), ft_str_text(&parts->again),
		    task, tasks, ft_str_text(&parts->out), task,
		    ft_str_text(&parts->traces));
	if (!sweep->quiet)
		fprintf(context->err,
		    "%zu points in %" PRIu64 " tasks, each needs at most "
		    "%" PRIu64 " MiB; then: %s sweep --collect --tasks "
		    "%" PRIu64 " %s.[0-9]*\n",
		    sweep->grid.points, tasks, 2 * memory(sweep),
		    ft_str_text(&parts->program), tasks,
		    ft_str_text(&parts->out));
}

void
sweep_emit(const struct sweep *sweep, char *const *trace, size_t n)
{
	struct parts parts;

	make_parts(sweep, trace, n, &parts);
	if (sweep->commands)
		print_commands(sweep, &parts);
	else
		print_script(sweep, &parts);
	parts_free(&parts);
}
