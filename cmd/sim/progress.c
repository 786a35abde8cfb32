#include "sim/progress.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/timefmt.h"

#define BAR 30
/* Seconds between two bars, and before the end can be guessed. */
#define PAUSE 0.1
#define SOON  1.0

static double
clock_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void
sim_progress_begin(struct sim_progress *progress, FILE *file, bool quiet)
{
	*progress = (struct sim_progress){
		.file = !quiet && isatty(fileno(file)) ? file : NULL
	};
	progress->start = progress->shown = clock_now();
}

void
sim_progress_step(struct sim_progress *progress, double done)
{
	char bar[BAR + 1], left[32] = "";
	double now;
	int n = (int)(done * BAR);

	if (!progress->file)
		return;
	now = clock_now();
	if (now - progress->shown < PAUSE)
		return;
	progress->shown = now;
	progress->drawn = true;
	memset(bar, '.', BAR);
	memset(bar, '#', (size_t)(n < 0 ? 0 : n > BAR ? BAR : n));
	bar[BAR] = '\0';
	if (done > 0 && now - progress->start > SOON)
		ft_time_format_duration(left, sizeof left,
		    (int64_t)((now - progress->start) * (1 - done) / done +
			      0.5));
	fprintf(progress->file, "\r[%s] ", bar);
	if (progress->n)
		fprintf(progress->file, "%.0f of %zu %s",
		    done * (double)progress->n, progress->n, progress->what);
	else
		fprintf(progress->file, "%3.0f%%", 100 * done);
	fprintf(progress->file, "%s%s \033[K", *left ? "  left: " : "", left);
	fflush(progress->file);
}

void
sim_progress_clear(struct sim_progress *progress)
{
	if (progress->file && progress->drawn)
		fputs("\r\033[K", progress->file);
}
