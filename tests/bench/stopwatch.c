/*
 * stopwatch.c - how long a whole process takes and how much memory.
 *
 *   stopwatch RUNS BEFORE COMMAND [ARG...]
 *
 * Runs BEFORE by sh, not timed ("" for nothing), then COMMAND with its output
 * thrown away; this RUNS times.  Prints milliseconds from before the start to
 * after the end (median, best) and the peak of resident memory in KiB (median).
 * Fails when one of them does.  It is linked with nothing, because a process is
 * never counted smaller than the one that started it.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>

#include "bench/clock.h"

#define RUNS_MAX 1001

extern char **environ;

/* Not in POSIX, but on every system that fills ru_maxrss. */
pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage);

/* Returns whether COMMAND could be run and ended with 0. */
static int
run(char **command, double *time, double *memory)
{
	posix_spawn_file_actions_t actions;
	struct rusage usage;
	double start;
	pid_t pid;
	int status;

	if (posix_spawn_file_actions_init(&actions) ||
	    posix_spawn_file_actions_addopen(
		&actions, 1, "/dev/null", O_WRONLY, 0))
		return 0;
	start = bench_ms();
	status =
	    posix_spawnp(&pid, command[0], &actions, NULL, command, environ);
	if (status || wait4(pid, &status, 0, &usage) != pid)
		return 0;
	*time = bench_ms() - start;
	*memory = (double)usage.ru_maxrss;
	posix_spawn_file_actions_destroy(&actions);
	return status == 0;
}

int
main(int argc, char **argv)
{
	double time[RUNS_MAX], memory[RUNS_MAX];
	int runs = argc > 3 ? (int)strtol(argv[1], NULL, 10) : 0;

	if (runs < 1 || runs > RUNS_MAX) {
		fprintf(stderr, "usage: stopwatch RUNS BEFORE COMMAND...\n");
		return 2;
	}
	for (int i = 0; i < runs; i++) {
		if (*argv[2] && system(argv[2]) != 0) {
			fprintf(stderr, "stopwatch: failed: %s\n", argv[2]);
			return 1;
		}
		if (!run(argv + 3, &time[i], &memory[i])) {
			fprintf(stderr, "stopwatch: failed: %s\n", argv[3]);
			return 1;
		}
	}
	qsort(time, (size_t)runs, sizeof *time, bench_compare);
	qsort(memory, (size_t)runs, sizeof *memory, bench_compare);
	printf("%.3f %.3f %.0f\n", time[runs / 2], time[0], memory[runs / 2]);
	return 0;
}
