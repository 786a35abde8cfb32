/*
 * workers.h - many independent tasks on all cores: a process for each, its
 * result by a pipe.
 *
 * A process of its own keeps tasks apart: one that is killed is told, and the
 * others go on; memory is given back.  Order is not kept: whoever needs one
 * keeps results by their task.
 */
#ifndef FT_CMD_FSIM_WORKERS_H
#define FT_CMD_FSIM_WORKERS_H

#include "cli/cmd.h"

struct fsim_workers {
	const struct ft_context *context;
	size_t n;         /* tasks */
	size_t processes; /* at once; 0: as many as there are cores */
	bool quiet;       /* no progress on the terminal */
	const char *what; /* "points": what is counted in the progress */
	/*
	 * In a process of its own: fill RESULT, or fail with a message.
	 */
	enum ft_status (*run)(void *ctx, size_t task, struct ft_str *result,
	    struct ft_error *err);
	/* Here, for each that ended well, in the order in which they end. */
	enum ft_status (*take)(void *ctx, size_t task, const char *result,
	    size_t len, struct ft_error *err);
	/* Here, words for a task of which there is an error. */
	void (*name)(void *ctx, size_t task, struct ft_str *words);
	void *ctx;
	/* out */
	size_t failed;    /* tasks without a result; each was told */
	bool interrupted; /* by a signal: the rest was not done */
};

/* Run all tasks.  FT_EIO: no process could be made; or what take says, which
 * ends it. */
enum ft_status fsim_workers_run(
    struct fsim_workers *workers, struct ft_error *err);

/* The tell of a task's trial: whether who asked for it is still there. */
bool fsim_workers_wanted(void *ctx, double done);

#endif
