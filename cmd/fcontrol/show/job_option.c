/* job_option.c - show job: its files, and the options of sbatch that are no
 * fields of a job. */

#include "base/text/timefmt.h"
#include "jobdoc/jobfile.h"
#include "jobdoc/jobtres.h"
#include "common/optiontext.h"
#include "fcontrol/job.h"
#include "model/job/joboption.h"

static const struct fcontrol_shown *
shown_of(const void *row)
{
	return ((const struct fcontrol_thing *)row)->of;
}

/* The option KEY of ROW's job as given, "" if it was not. */
static const char *
given(const void *row, const char *key, struct ft_str *str)
{
	(void)ft_job_option(&shown_of(row)->job, key, str);
	return ft_str_text(str);
}

void
fcontrol_get_option(const void *row, struct ft_value *value)
{
	struct ft_str *str = ft_value_build(value);

	value->empty =
	    ft_optiontext_add(str, &shown_of(row)->job, value->column->arg, "");
}

/* ---- files ------------------------------------------------------------------------ */

static void
get_stream(const void *row, struct ft_value *value)
{
	const struct fcontrol_thing *thing = row;

	ft_jobfile_add(ft_value_build(value), &thing->records->control->world,
	    &shown_of(row)->job, shown_of(row)->task, value->column->arg);
}

/* Empty if it goes where standard output goes. */
static void
get_error(const void *row, struct ft_value *value)
{
	if (ft_job_option(&shown_of(row)->job, "error", NULL))
		get_stream(row, value);
	else
		ft_value_text(value, "");
}

/* ---- options ------------------------------------------------------------------------ */

static void
get_switches(const void *row, struct ft_value *value)
{
	struct ft_str *str = ft_value_build(value),
		      wait FT_CLEANUP(ft_str_free) = { 0 };
	int64_t seconds = 0;
	char text[40];

	if (!ft_job_option(&shown_of(row)->job, "switches", str) ||
	    strcmp(ft_str_text(str), "0") == 0) {
		ft_str_clear(str);
		return;
	}
	(void)ft_num_i64(given(row, "switch_wait", &wait), &seconds);
	ft_str_addf(
	    str, "@%s", ft_time_format_duration(text, sizeof text, seconds));
}

static void
get_frequency(const void *row, struct ft_value *value)
{
	struct ft_str option FT_CLEANUP(ft_str_free) = { 0 };

	ft_optiontext_add_frequency(
	    ft_value_build(value), given(row, "cpu_freq", &option));
}

static void
get_power(const void *row, struct ft_value *value)
{
	struct ft_str option FT_CLEANUP(ft_str_free) = { 0 };

	ft_value_text(value,
	    strcasecmp(given(row, "power", &option), "level") == 0 ? "LEVEL"
								   : "");
}

/* Append NAME=Yes or No to what Slurm writes on one line. */
static void
add_flag(
    struct ft_str *str, enum ft_release release, const char *name, bool yes)
{
	if (str->len)
		ft_str_add(str,
		    ft_release_has(release, FT_RULE_JOB_FLAGS_APART)   ? " "
		    : ft_release_has(release, FT_RULE_JOB_FLAGS_COMMA) ? ","
								       : "");
	ft_str_addf(str, "%s=%s", name, yes ? "Yes" : "No");
}

static void
get_flags(const void *row, struct ft_value *value)
{
	const struct fcontrol_thing *thing = row;
	const struct ft_job *job = &shown_of(row)->job;
	enum ft_release release = thing->records->control->context->release;
	struct ft_str *str = ft_value_build(value),
		      gres FT_CLEANUP(ft_str_free) = { 0 },
		      kill FT_CLEANUP(ft_str_free) = { 0 };

	if (ft_job_option(job, "gres_flags", &gres))
		add_flag(str, release, "GresEnforceBind",
		    ft_list_has(
			ft_str_text(&gres), ft_word_of("enforce-binding")));
	if (ft_job_option(job, "kill_on_invalid_dep", &kill))
		add_flag(str, release,
		    ft_release_has(release, FT_RULE_JOB_FLAGS_APART)
			? "KillOnInvalidDependent"
			: "KillOInInvalidDependent",
		    strcasecmp(ft_str_text(&kill), "yes") == 0);
	if (ft_job_option(job, "spread_job", NULL))
		add_flag(str, release, "SpreadJob", true);
}

/* --oom-kill-step without a value is 1. */
static void
get_oom(const void *row, struct ft_value *value)
{
	struct ft_str *str = ft_value_build(value);

	if (ft_job_option(&shown_of(row)->job, "oom_kill_step", str) &&
	    !str->len)
		ft_str_add_char(str, '1');
}

static void
get_tres(const void *row, struct ft_value *value)
{
	const struct fcontrol_thing *thing = row;

	(void)ft_jobtres_add(ft_value_build(value),
	    &thing->records->control->world, &shown_of(row)->job,
	    value->column->arg);
}

/* What is said of a container, "(null)" for what was not given. */
static void
get_container_id(const void *row, struct ft_value *value)
{
	const struct ft_job *job = &shown_of(row)->job;
	struct ft_str *str = ft_value_build(value);

	if ((ft_job_option(job, "container", NULL) ||
		ft_job_option(job, "container_id", NULL)) &&
	    !ft_job_option(job, value->column->arg, str))
		ft_str_add(str, "(null)");
}

/* The types of mail that would be sent. */
static void
get_mail_types(const void *row, struct ft_value *value)
{
	ft_optiontext_add_mail(ft_value_build(value), &shown_of(row)->job);
}

static void
get_mail_user(const void *row, struct ft_value *value)
{
	const struct ft_job *job = &shown_of(row)->job;

	get_mail_types(row, value);
	if (!value->room->len)
		return;
	ft_str_clear(value->room);
	if (!ft_job_option(job, "mail_user", value->room))
		ft_str_add(value->room, job->user);
}

/* The options that Slurm shows nowhere. */
static void
get_rest(const void *row, struct ft_value *value)
{
	const struct fcontrol_thing *thing = row;

	if (!thing->records->control->context->slurm)
		ft_optiontext_add_rest(
		    ft_value_build(value), &shown_of(row)->job);
}

#define TRES(key)    IF_GIVEN(get_tres), .arg = (key)
#define IF_GIVEN(fn) .get = (fn), .none = "", .own = FCONTROL_LINE

const struct ft_column fcontrol_option_rows[] = {
	{ "StdErr", .get = get_stream, .arg = "error", .own = FCONTROL_LINE,
	    .until = FT_RELEASE_26_05 },
	{ "StdErr", .get = get_error, .arg = "error", .own = FCONTROL_LINE,
	    .since = FT_RELEASE_26_05 },
	{ "StdIn", .get = get_stream, .arg = "input", .own = FCONTROL_LINE },
	{ "StdOut", .get = get_stream, .arg = "output", .own = FCONTROL_LINE },
	{ "SegmentSize", FCONTROL_OPTION_LINE("segment"),
	    .since = FT_RELEASE_26_05 },
	{ "Switches", IF_GIVEN(get_switches) },
	{ "BurstBuffer", FCONTROL_OPTION_LINE("bb") },
	{ "CPUFreq", .get = get_frequency, .none = "",
	    .own = FCONTROL_LINE | FCONTROL_BARE },
	{ "Power", .get = get_power, .own = FCONTROL_LINE,
	    .until = FT_RELEASE_24_11 },
	{ "Flags", .get = get_flags, .none = "",
	    .own = FCONTROL_LINE | FCONTROL_BARE },
	{ "OOMKillStep", IF_GIVEN(get_oom) },
	{ "CpusPerTres", TRES("cpus_per_tres") },
	{ "MemPerTres", TRES("mem_per_tres") },
	{ "TresBind", TRES("tres_bind") },
	{ "TresFreq", FCONTROL_OPTION_LINE("tres_freq") },
	{ "TresPerJob", TRES("tres_per_job") },
	{ "TresPerNode", TRES("tres_per_node") },
	{ "TresPerSocket", TRES("tres_per_socket") },
	{ "TresPerTask", TRES("tres_per_task") },
	{ "MailUser", IF_GIVEN(get_mail_user) },
	{ "MailType", .get = get_mail_types, .none = "" },
	{ "NtasksPerTRES", FCONTROL_OPTION_LINE("ntasks_per_tres") },
	{ "ContainerType", .get = get_container_id, .none = "",
	    .own = FCONTROL_LINE, .arg = "container_type",
	    .since = FT_RELEASE_26_05 },
	{ "Container", FCONTROL_OPTION_LINE("container"),
	    .until = FT_RELEASE_26_05 },
	{ "Container", .get = get_container_id, .none = "", .arg = "container",
	    .since = FT_RELEASE_26_05 },
	{ "ContainerID", .get = get_container_id, .none = "",
	    .arg = "container_id", .since = FT_RELEASE_24_11 },
	{ "Options", IF_GIVEN(get_rest) },
	{ "", FCONTROL_CONST(""), .own = FCONTROL_LINE,
	    .until = FT_RELEASE_26_05 },
	{ 0 },
};
