/*
 * emit.c - a job array for a real Slurm: each task runs its shard of the sweep.
 */

#include "fsim/sweep/sweep.h"

/*
 * An array has at most MaxArraySize - 1 tasks from 1 on; its default is 1001.
 */
#define TASKS_MAX 1000
#define USUAL_OUT "sweep.csv"

static uint64_t
count_tasks(const struct sweep *sweep)
{
	uint64_t points = sweep->grid.points;
	uint64_t tasks = sweep->tasks ? sweep->tasks : TASKS_MAX;

	return tasks < points ? tasks : points;
}

/* Returns the program as it was called; its full path if that has a slash. */
static void
add_program(struct ft_str *str, const char *called)
{
	char *path = strchr(called, '/') ? realpath(called, NULL) : NULL;

	ft_str_add_shell(str, path ? path : called);
	free(path);
}

void
sweep_emit(const struct sweep *sweep, char *const *trace, size_t n)
{
	const struct ft_context *context = sweep->source.context;
	const char *out = sweep->file.path ? sweep->file.path : USUAL_OUT;
	struct ft_str program FT_CLEANUP(ft_str_free) = { 0 },
			      file FT_CLEANUP(ft_str_free) = { 0 },
			      name FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str conf FT_CLEANUP(ft_str_free) = { 0 };

	add_program(&program, context->argv[0]);
	ft_str_add_shell(&file, out);
	for (size_t i = 0; i < n; i++) {
		ft_str_add(&name, i ? " " : "");
		ft_str_add_shell(&name, trace[i]);
	}
	/* the environment named it */
	if (sweep->source.session.conf_file && !sweep->conf_given) {
		ft_str_add(&conf, " --conf ");
		ft_str_add_shell(&conf, sweep->source.session.conf_file);
	}
	fprintf(context->out,
	    "#!/bin/sh\n"
	    "# %zu points of `fsim sweep` as a job array: sbatch it where the "
	    "trace is.\n"
	    "# Submit it again to run only what is missing, or a single task "
	    "with\n# sbatch --array=3.  When all tasks have ended:\n"
	    "#   %s sweep --collect %s.[0-9]*\n"
	    "#SBATCH --job-name=fsim-sweep\n"
	    "#SBATCH --array=1-%" PRIu64 "\n"
	    "#SBATCH --ntasks=1\n"
	    "#SBATCH --output=fsim-sweep-%%A_%%a.log\n"
	    "# not the settings of the cluster it runs on\n"
	    "unset FAIRTREE_CONF SLURM_CONF\n"
	    "exec %s sweep%s%s \\\n"
	    "    --shard \"$SLURM_ARRAY_TASK_ID/%" PRIu64 "\" \\\n"
	    "    --out %s.\"$SLURM_ARRAY_TASK_ID\" \\\n"
	    "    --processes \"${SLURM_CPUS_PER_TASK:-1}\" --quiet %s\n",
	    sweep->grid.points, ft_str_text(&program), ft_str_text(&file),
	    count_tasks(sweep), ft_str_text(&program),
	    ft_str_text(&sweep->again), ft_str_text(&conf), count_tasks(sweep),
	    ft_str_text(&file), ft_str_text(&name));
}
