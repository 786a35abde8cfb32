/* show job: what sbatch was told beyond the fields of a job. */

#include "base/timefmt.h"
#include "common/jobtext.h"
#include "common/optiontext.h"
#include "common/words.h"
#include "control/job.h"
#include "model/joboption.h"

/* ---- one line each ---------------------------------------------------------------- */

/* KEY=VALUE on a line of its own, if OPTION was given. */
static void
add_line(struct control_records *records, const struct ft_job *job,
    const char *key, const char *option)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (ft_optiontext_add(&str, job, option, "")) {
		control_record_break(records);
		control_record_add(records, key, ft_str_text(&str));
	}
}

void
control_add_wishes(struct control_records *records, const void *thing)
{
	const struct ft_job *job = &((const struct control_shown *)thing)->job;

	add_line(records, job, "ClusterFeatures", "cluster_constraint");
	add_line(records, job, "Prefer", "prefer");
}

static void
add_switches(struct control_records *records, const struct ft_job *job)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 },
			  wait FT_CLEANUP(ft_str_free) = { 0 };
	int64_t seconds = 0;
	char text[40];

	if (ft_job_option(job, "switches", &str) &&
	    strcmp(ft_str_text(&str), "0") != 0) {
		if (ft_job_option(job, "switch_wait", &wait))
			(void)ft_num_i64(ft_str_text(&wait), &seconds);
		control_record_break(records);
		control_record_addf(records, "Switches", "%s@%s",
		    ft_str_text(&str),
		    ft_time_format_duration(text, sizeof text, seconds));
	}
}

static void
add_frequency(struct control_records *records, const struct ft_job *job)
{
	struct ft_str given FT_CLEANUP(ft_str_free) = { 0 },
			    str FT_CLEANUP(ft_str_free) = { 0 };

	(void)ft_job_option(job, "cpu_freq", &given);
	ft_optiontext_add_frequency(&str, ft_str_text(&given));
	if (str.len) {
		control_record_break(records);
		control_record_text(records, "CPUFreq", ft_str_text(&str));
	}
}

/* Slurm writes these side by side, with nothing in between. */
static void
add_flags(struct control_records *records, const struct ft_job *job)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 },
			  value FT_CLEANUP(ft_str_free) = { 0 };

	if (ft_job_option(job, "gres_flags", &value))
		ft_str_addf(&str, "GresEnforceBind=%s",
		    ft_words_list_has(ft_str_text(&value), "enforce-binding")
			? "Yes"
			: "No");
	ft_str_clear(&value);
	if (ft_job_option(job, "kill_on_invalid_dep", &value))
		ft_str_addf(&str, "KillOInInvalidDependent=%s",
		    strcasecmp(ft_str_text(&value), "yes") == 0 ? "Yes" : "No");
	if (ft_job_option(job, "spread_job", NULL))
		ft_str_add(&str, "SpreadJob=Yes");
	if (str.len) {
		control_record_break(records);
		control_record_text(records, "Flags", ft_str_text(&str));
	}
}

static void
add_tres(struct control_records *records, const struct ft_job *job)
{
	struct ft_str here FT_CLEANUP(ft_str_free) = { 0 };

	add_line(records, job, "CpusPerTres", "cpus_per_tres");
	add_line(records, job, "MemPerTres", "mem_per_tres");
	add_line(records, job, "TresBind", "tres_bind");
	add_line(records, job, "TresFreq", "tres_freq");
	add_line(records, job, "TresPerJob", "tres_per_job");
	ft_jobtext_add_gres(&here, job);
	if (here.len) {
		control_record_break(records);
		control_record_word(records, "TresPerNode", ft_str_text(&here));
	}
	add_line(records, job, "TresPerSocket", "tres_per_socket");
	add_line(records, job, "TresPerTask", "tres_per_task");
}

static void
add_power(struct control_records *records, const struct ft_job *job)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	(void)ft_job_option(job, "power", &str);
	control_record_break(records);
	control_record_add(records, "Power",
	    strcasecmp(ft_str_text(&str), "level") == 0 ? "LEVEL" : "");
}

/* ---- mail -------------------------------------------------------------------------- */

static void
add_mail(struct control_records *records, const struct ft_job *job)
{
	struct ft_str given FT_CLEANUP(ft_str_free) = { 0 },
			    user FT_CLEANUP(ft_str_free) = { 0 },
			    types FT_CLEANUP(ft_str_free) = { 0 };
	bool all;

	(void)ft_job_option(job, "mail_type", &given);
	all = ft_words_list_has(ft_str_text(&given), "ALL");
	for (size_t i = 0; ft_job_mail_types[i]; i++) {
		if (!ft_words_list_has(
			ft_str_text(&given), ft_job_mail_types[i]) &&
		    !(all && i > 0 && i < 7))
			continue;
		if (types.len)
			ft_str_add_char(&types, ',');
		ft_str_add(&types, ft_job_mail_types[i]);
	}
	if (types.len) {
		if (!ft_job_option(job, "mail_user", &user))
			ft_str_add(&user, job->user);
		control_record_break(records);
		control_record_word(records, "MailUser", ft_str_text(&user));
		control_record_add(records, "MailType", ft_str_text(&types));
	}
}

void
control_add_options(struct control_records *records, const void *thing)
{
	const struct ft_job *job = &((const struct control_shown *)thing)->job;
	bool all = !records->control->context->slurm;
	struct ft_str rest FT_CLEANUP(ft_str_free) = { 0 };

	add_switches(records, job);
	add_line(records, job, "BurstBuffer", "bb");
	add_frequency(records, job);
	add_power(records, job);
	add_flags(records, job);
	add_tres(records, job);
	add_mail(records, job);
	add_line(records, job, "NtasksPerTRES", "ntasks_per_tres");
	add_line(records, job, "Container", "container");
	ft_optiontext_add_rest(&rest, job);
	if (all && rest.len) {
		control_record_break(records);
		control_record_add(records, "Options", ft_str_text(&rest));
	}
}
