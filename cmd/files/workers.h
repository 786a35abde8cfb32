/*
 * workers.h - many independent tasks on all cores: a process for each, its
 * result through a pipe.
 *
 * Processes keep tasks apart: if one is killed that is reported and the others
 * go on, and memory is given back.  Tasks end in any order; the caller keeps
 * results by task.
 */
#ifndef FT_CMD_FILES_WORKERS_H
#define FT_CMD_FILES_WORKERS_H

#include "cli/cmd.h"

struct ft_workers {
	const struct ft_context *context; /* gets the reports of tasks that
	                                     failed; NULL: the first of these
	                                     ends the run, with an error */
	size_t n;                         /* tasks */
	size_t processes;                 /* at once; 0: one per core */
	const char *doing, *what; /* "sweeping", "points": what the progress
	                             shows and counts */
	/* Runs in a child process: fill RESULT, or fail with a message. */
	enum ft_status (*run)(void *ctx, size_t task, struct ft_str *result,
	    struct ft_error *err);
	/* Runs here for each task that succeeded, in the order in which they
	 * end. */
	enum ft_status (*take)(void *ctx, size_t task, const char *result,
	    size_t len, struct ft_error *err);
	/* Runs here: append the name of a failed task. */
	void (*name)(void *ctx, size_t task, struct ft_str *words);
	void *ctx;
	/* out */
	size_t failed;    /* tasks without a result; each was reported */
	bool interrupted; /* by a signal: the remaining tasks were not run */
};

/*
 * Run all tasks.  FT_EIO: fork failed, or a task without a context did; or an error
 * of take, which ends the run.
 */
enum ft_status ft_workers_run(struct ft_workers *workers, struct ft_error *err);

/* The report of a task's trial: returns whether the parent is still there. */
bool ft_workers_wanted(void *ctx, double done);

#endif
