/*
 * window.c - the time window of -S and -E.
 */
#include <time.h>

#include "facct/facct.h"
#include "base/text/timefmt.h"

static enum ft_status
read_time(const struct facct_args *args, const char *text, int64_t *when,
    struct ft_error *err)
{
	*when = 0;
	if ((!*text && args->context->slurm) ||
	    ft_timetext_read(
		args->context, text, args->session.now, true, when))
		return FT_OK;
	return args->context->slurm
		   ? FT_EINVAL
		   : ft_fail(err, FT_EINVAL, "not a time: '%s'", text);
}

static int64_t
midnight(int64_t now)
{
	time_t at = (time_t)now;
	struct tm day;

	if (!localtime_r(&at, &day))
		return now;
	day.tm_hour = day.tm_min = day.tm_sec = 0;
	day.tm_isdst = -1;
	return (int64_t)mktime(&day);
}

static void
add_time(struct ft_str *str, int64_t when)
{
	char buf[40];

	ft_str_add(str, ft_time_format_date(buf, sizeof buf, when));
}

static enum ft_status
bad_window(const struct facct_args *args, struct ft_error *err)
{
	struct ft_str from FT_CLEANUP(ft_str_free) = { 0 },
			   until FT_CLEANUP(ft_str_free) = { 0 };

	add_time(&from, args->from);
	add_time(&until, args->until);
	ft_fail(err, FT_EINVAL,
	    args->context->slurm
		? "Start time (%s) requested is after end time (%s)."
		: "the window starts at %s, after its end at %s",
	    from.data, until.data);
	return err->status;
}

/* sacct(1), DEFAULT TIME WINDOW. */
enum ft_status
facct_args_window(struct facct_args *args, struct ft_error *err)
{
	int64_t now = args->session.now;
	enum ft_status status = FT_OK;

	args->windowed = args->n_id == 0 || args->start || args->end;
	args->from = args->n_id > 0 ? 0 : args->states ? now : midnight(now);
	args->until = now;
	if (args->start)
		status = read_time(args, args->start, &args->from, err);
	if (args->states && args->start)
		args->until = args->from;
	if (args->end && status == FT_OK)
		status = read_time(args, args->end, &args->until, err);
	if (status == FT_OK && args->from > args->until)
		return bad_window(args, err);
	return status;
}
