#include "common/timetext.h"

#include <time.h>

#include "base/text/timefmt.h"

#define DAY 86400
/* A time from which no date of now is out of range. */
#define NEITHER_END INT64_C(1000000000)

static void
add_format(struct ft_str *str, const char *format, const struct tm *when)
{
	char buf[34];

	/* a text that is too long becomes empty, as in Slurm */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	if (strftime(buf, sizeof buf, format, when) > 0)
#pragma GCC diagnostic pop
		ft_str_add(str, buf);
}

/* To Slurm a format is invalid whose text is too long. */
static bool
fits(const char *format, int64_t now)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	time_t at = (time_t)now;
	struct tm local;

	if (localtime_r(&at, &local))
		add_format(&text, format, &local);
	return text.len > 0;
}

void
ft_timetext_init(struct ft_timetext *text, int64_t now)
{
	text->format = ft_cmd_variable("SLURM_TIME_FORMAT");
	text->now = now;
	text->bad = NULL;
	if (text->format && strcmp(text->format, "standard") == 0)
		text->format = NULL;
	if (text->format && strcmp(text->format, "relative") != 0 &&
	    (!strchr(text->format, '%') || !fits(text->format, now))) {
		text->bad = text->format;
		text->format = NULL;
	}
}

void
ft_timetext_check(
    const struct ft_timetext *text, const struct ft_context *context)
{
	if (text->bad)
		ft_cmd_error(
		    context, "invalid SLURM_TIME_FORMAT = '%s'", text->bad);
}

/* Days since the epoch of a local date, for differences only. */
static int64_t
day_of(const struct tm *when)
{
	struct tm noon = *when;

	noon.tm_hour = 12;
	noon.tm_min = noon.tm_sec = 0;
	noon.tm_isdst = -1;
	return ((int64_t)mktime(&noon) + DAY / 2) / DAY;
}

/* Today: only the time; a day of this week: its name; else the date. */
static const char *
relative_format(const struct tm *when, const struct tm *now)
{
	int64_t days;

	if (when->tm_year != now->tm_year)
		return "%-d %b %Y";
	days = day_of(when) - day_of(now);
	if (days == 0)
		return "%H:%M:%S";
	if (days == 1)
		return "Tomorr %H:%M";
	if (days == -1)
		return "Ystday %H:%M";
	if (days > 1 && days < 7)
		return "%a %H:%M";
	return "%-d %b %H:%M";
}

void
ft_timetext_add(struct ft_str *str, const struct ft_timetext *text,
    int64_t when, const char *none)
{
	time_t at = (time_t)when, now = (time_t)text->now;
	struct tm local, today;

	if (when == 0) {
		ft_str_add(str, none);
		return;
	}
	if (!text->format || !localtime_r(&at, &local) ||
	    !localtime_r(&now, &today)) {
		ft_time_add_date(str, when);
		return;
	}
	if (strcmp(text->format, "relative") == 0)
		add_format(str, relative_format(&local, &today), &local);
	else
		add_format(str, text->format, &local);
}

bool
ft_timetext_marks(const struct ft_context *context)
{
	return context->slurm &&
	       ft_release_has(context->release, FT_RULE_DATES_MARKED);
}

void
ft_timetext_add_cell(struct ft_str *str, const struct ft_timetext *text,
    int64_t when, struct ft_timetext_cell cell)
{
	size_t most = (size_t)abs(cell.width);

	ft_timetext_add(str, text, when, "Unknown");
	if (ft_timetext_marks(cell.context))
		ft_timetext_check(text, cell.context);
	if (str->len <= most)
		return;
	if (!ft_timetext_marks(cell.context)) {
		str->len = most;
		str->data[most] = '\0';
	} else if (cell.table && most) {
		str->len = 0;
		ft_str_add_fill(str, '#', most);
	}
}

bool
ft_timetext_read(const struct ft_context *context, const char *text,
    int64_t now, bool past, int64_t *when)
{
	struct ft_time_reading reading = {
		.now = now,
		.past = past,
		.strict = context->slurm,
	};

	if (!ft_release_has(context->release, FT_RULE_ELEVENSES))
		reading.unknown = "elevenses";
	if (ft_time_read(text, &reading, when))
		return true;
	if (context->slurm)
		fprintf(context->err,
		    "Invalid time specification (pos=%d): %s\n", reading.place,
		    text);
	return false;
}

bool
ft_timetext_is_date(const struct ft_context *context, const char *text)
{
	int64_t when;

	return ft_timetext_read(context, text, NEITHER_END, false, &when) &&
	       when != 0;
}

void
ft_timetext_add_short(struct ft_str *str, int64_t seconds)
{
	int64_t days = seconds / DAY, hours = seconds / 3600 % 24;
	int64_t minutes = seconds / 60 % 60;

	if (seconds == FT_TIME_UNLIMITED)
		ft_str_add(str, "UNLIMITED");
	else if (seconds < 0)
		ft_str_add(str, "INVALID");
	else if (days > 0)
		ft_str_addf(str,
		    "%" PRId64 "-%02" PRId64 ":%02" PRId64 ":%02" PRId64, days,
		    hours, minutes, seconds % 60);
	else if (hours > 0)
		ft_str_addf(str, "%" PRId64 ":%02" PRId64 ":%02" PRId64, hours,
		    minutes, seconds % 60);
	else
		ft_str_addf(
		    str, "%" PRId64 ":%02" PRId64, minutes, seconds % 60);
}

void
ft_timetext_add_span(struct ft_str *str, int64_t seconds)
{
	if (seconds < 90)
		ft_str_addf(str, "%" PRId64 " s", seconds);
	else if (seconds < 90 * 60)
		ft_str_addf(str, "%" PRId64 " min", (seconds + 30) / 60);
	else if (seconds < 36 * 3600)
		ft_str_addf(str, "%" PRId64 " h", (seconds + 1800) / 3600);
	else
		ft_str_addf(str, "%" PRId64 " days", (seconds + DAY / 2) / DAY);
}

void
ft_timetext_add_ctime(struct ft_str *str, int64_t when)
{
	char buf[64];
	time_t at = (time_t)when;
	struct tm local;

	if (localtime_r(&at, &local) &&
	    strftime(buf, sizeof buf, "%a %b %e %H:%M:%S %Y", &local) > 0)
		ft_str_add(str, buf);
}
