#include "fsim/progress.h"

#include <time.h>
#include <unistd.h>

#include "base/text/timefmt.h"
#include "files/stream.h"

#define BAR 30
/*
 * Seconds between two drawings, and before the remaining time can be estimated.
 */
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
fsim_progress_begin(struct fsim_progress *progress, FILE *file, bool quiet)
{
	*progress =
	    (struct fsim_progress){ .file = !quiet && isatty(ft_stream_fd(file))
						? ft_stream_below(file)
						: NULL };
	progress->start = progress->shown = clock_now();
}

bool
fsim_progress_due(struct fsim_progress *progress)
{
	return progress->file && clock_now() - progress->shown >= PAUSE;
}

void
fsim_progress_draw(
    struct fsim_progress *progress, double done, const char *words)
{
	char bar[BAR + 1], left[32] = "";
	double spent;
	int n = (int)(done * BAR);

	if (!progress->file)
		return;
	progress->shown = clock_now();
	progress->drawn = true;
	spent = progress->shown - progress->start;
	memset(bar, '.', BAR);
	memset(bar, '#', (size_t)(n < 0 ? 0 : n > BAR ? BAR : n));
	bar[BAR] = '\0';
	if (done > 0 && done < 1 && spent > SOON)
		ft_time_format_duration(left, sizeof left,
		    (int64_t)(spent * (1 - done) / done + 0.5));
	fprintf(progress->file, "\r[%s] ", bar);
	if (words)
		fputs(words, progress->file);
	else
		fprintf(progress->file, "%3.0f%%", 100 * done);
	fprintf(progress->file, "%s%s \033[K", *left ? "  left: " : "", left);
	fflush(progress->file);
}

void
fsim_progress_clear(struct fsim_progress *progress)
{
	if (progress->file && progress->drawn)
		fputs("\r\033[K", progress->file);
}
