/* help.c - what would let a job start earlier, as sentences. */

#include "base/text/timefmt.h"
#include "common/timetext.h"
#include "why/private.h"

#define MINUTE  60
#define AT_ONCE 90 /* seconds: the next run of the schedulers */

static void
add_when(const struct ft_why_job *why, int64_t when, struct ft_str *str)
{
	if (when - why->world->now < AT_ONCE) {
		ft_str_add(str, "at once");
		return;
	}
	ft_str_add(str, "at ");
	ft_time_add_date(str, when);
	ft_str_add(str, " (in ");
	ft_timetext_add_span(str, when - why->world->now);
	ft_str_add_char(str, ')');
}

void
ft_why_add_help(const struct ft_why_job *why, const struct ft_why_help *help,
    struct ft_str *str)
{
	const struct ft_job *job = why->job;
	int64_t limit = ft_world_time_limit(why->world, job,
	    &why->world->machine.partition[why->would.partition]);

	if (strcmp(help->key, "TimeLimit") == 0) {
		ft_str_addf(
		    str, "With a time limit of %s instead of ", help->value);
		ft_timetext_add_short(str,
		    limit < INT32_MAX ? limit * MINUTE : FT_TIME_UNLIMITED);
	} else if (strcmp(help->key, "NumNodes") == 0) {
		ft_str_addf(str, "With %s node%s instead of %u", help->value,
		    strcmp(help->value, "1") == 0 ? "" : "s",
		    (unsigned)job->min_nodes);
	} else {
		ft_str_addf(str, "In partition %s", help->value);
	}
	if (help->start) {
		ft_str_add(str, help->starts
				    ? " it would start "
				    : " backfill would plan its start ");
		add_when(why, help->start, str);
	} else {
		ft_str_add(str, " it could start, but no start is planned yet");
	}
	if (help->start && !help->starts && why->start) {
		ft_str_add(str, " instead of ");
		add_when(why, why->start, str);
	}
	ft_str_addf(str, ".  Command: fcontrol update job %u %s=%s",
	    (unsigned)job->number, help->key, help->value);
}

void
ft_why_add_tried(struct ft_why_job *why, struct ft_str *str)
{
	if (why->starts) {
		ft_str_add(str, "Without any change it will start ");
		add_when(why, why->start, str);
		ft_str_add(str, ", according to a run of the schedulers on a "
				"copy of the cluster.");
	} else if (why->tried.len) {
		bool many = strchr(why->tried.data, ',');

		ft_str_addf(str,
		    "%s: %s.  %s was tried in a run of the schedulers on a "
		    "copy of the cluster.",
		    why->n_help ? "Tried"
		    : many      ? "None of these changes helps"
				: "This change does not help",
		    why->tried.data, many ? "Each" : "It");
	}
}
