/*
 * window.c - the time window of -S and -E.
 */
#include <time.h>

#include "facct/facct.h"
#include "base/text/timefmt.h"

/* Read TEXT, if it is given, and not 1970, which is that to sacct. */
static enum ft_status
read_time(const struct facct_args *args, const char **text, int64_t *when,
    struct ft_error *err)
{
	int64_t read = 0;

	if (*text && !ft_timetext_read(
			 args->context, *text, args->session.now, true, &read))
		return args->context->slurm
			   ? FT_EINVAL
			   : ft_fail(err, FT_EINVAL, "not a time: '%s'", *text);
	if (read == 0)
		*text = NULL;
	else
		*when = read;
	return FT_OK;
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

static enum ft_status
bad_window(const struct facct_args *args, struct ft_error *err)
{
	struct ft_str from FT_CLEANUP(ft_str_free) = { 0 },
			   until FT_CLEANUP(ft_str_free) = { 0 };

	struct ft_timetext time;

	ft_timetext_init(&time, args->session.now);
	ft_timetext_add(&from, &time, args->from, "Unknown");
	ft_timetext_add(&until, &time, args->until, "Unknown");
	ft_timetext_check(&time, args->context);
	if (ft_timetext_marks(args->context))
		ft_timetext_check(&time, args->context);
	ft_fail(err, FT_EINVAL,
	    args->context->slurm
		? "Start time (%s) requested is after end time (%s)."
		: "the window starts at %s, after its end at %s",
	    from.data, until.data);
	return err->status;
}

static void
say_time(FILE *out, const char *word, int64_t when)
{
	time_t at = (time_t)when;
	char buf[64] = "Epoch 0";
	struct tm local;

	if (when && localtime_r(&at, &local))
		(void)strftime(buf, sizeof buf, "%a %b %d %H:%M:%S %Y", &local);
	fprintf(out, " %s %s", word, buf);
}

/* sacct -v */
static void
say_window(const struct facct_args *args)
{
	FILE *out = args->context->err;
	const char *comma = "";

	fputs("sacct: Jobs ", out);
	for (int state = 0; state < FT_JOB_STATES; state++)
		if (args->states & UINT32_C(1) << state) {
			fprintf(out, "%s%s", comma,
			    ft_job_state_name((enum ft_job_state)state));
			comma = ",";
		}
	fprintf(out, "%s in the time window", args->states ? "" : "Eligible");
	say_time(out, "from", args->from);
	say_time(out, "to", args->until);
	fputc('\n', out);
	if (!ft_release_has(args->context->release, FT_RULE_PLUGIN_UNSAID))
		fputs("sacct: accounting_storage/slurmdbd: init: Accounting "
		      "storage SLURMDBD plugin loaded\n",
		    out);
}

/* sacct(1), DEFAULT TIME WINDOW. */
enum ft_status
facct_args_window(struct facct_args *args, struct ft_error *err)
{
	int64_t now = args->session.now;

	args->from = args->n_id > 0 ? 0 : args->states ? now : midnight(now);
	FT_TRY(read_time(args, &args->start, &args->from, err));
	args->until = args->states && args->start ? args->from : now;
	FT_TRY(read_time(args, &args->end, &args->until, err));
	args->windowed = args->n_id == 0 || args->start || args->end;
	if (args->from > args->until)
		return bad_window(args, err);
	if (args->verbose && args->context->slurm)
		say_window(args);
	return FT_OK;
}
