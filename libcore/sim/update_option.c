/* Updates of what has no field of a job: see model/joboption.h. */
#include <string.h>
#include <strings.h>

#include "base/num.h"
#include "base/timefmt.h"
#include "model/joboption.h"
#include "sim/change_int.h"

void
ft_update_option(struct ft_update *update, const char *key, const char *value)
{
	struct ft_job *job = update->job;
	struct ft_str json = { 0 };

	ft_job_option_put(&json, job->options, key, value);
	job->options = ft_world_string(update->world, ft_str_text(&json));
	ft_str_free(&json);
	ft_job_read_shape(job);
	ft_job_touch(job);
}

bool
ft_update_yes(struct ft_update *update, const char *key, bool *yes)
{
	const char *value = update->value;

	*yes = !strcasecmp(value, "yes") || !strcmp(value, "1");
	if (*yes || !strcasecmp(value, "no") || !strcmp(value, "0"))
		return true;
	(void)ft_update_bad(update, key);
	return false;
}

/* Only pending jobs can be changed so. */
static enum ft_refusal
keep(struct ft_update *update, const char *key, const char *value)
{
	if (update->job->state != FT_JOB_PENDING)
		return FT_REFUSE_NOT_RUNNING;
	ft_update_option(update, key, value);
	return FT_REFUSE_NONE;
}

/* ---- texts ---------------------------------------------------------------------- */

enum ft_refusal
ft_update_delay_boot(struct ft_update *update)
{
	int64_t minutes;

	if (!ft_time_minutes(update->value, &minutes)) {
		update->status =
		    ft_fail(update->err, FT_EINVAL, "Invalid DelayBoot value");
		return FT_REFUSE_NONE;
	}
	return keep(update, "delay_boot", update->value);
}

/* The words are checked where the request is read. */
enum ft_refusal
ft_update_mail_type(struct ft_update *update)
{
	ft_update_option(update, "mail_type", update->value);
	return FT_REFUSE_NONE;
}

enum ft_refusal
ft_update_mail_user(struct ft_update *update)
{
	ft_update_option(
	    update, "mail_user", *update->value ? update->value : NULL);
	return FT_REFUSE_NONE;
}

enum ft_refusal
ft_update_prefer(struct ft_update *update)
{
	if (*update->value &&
	    !ft_machine_knows_features(&update->world->machine, update->value))
		return FT_REFUSE_PREFER;
	return keep(update, "prefer", *update->value ? update->value : NULL);
}

enum ft_refusal
ft_update_std_out(struct ft_update *update)
{
	return keep(update, "output", update->value);
}

static enum ft_refusal
keep_gpu(struct ft_update *update, const char *key)
{
	if (*update->value && strncmp(update->value, "gpu:", 4) != 0)
		return FT_REFUSE_TRES;
	return keep(update, key, *update->value ? update->value : NULL);
}

enum ft_refusal
ft_update_tres_bind(struct ft_update *update)
{
	return keep_gpu(update, "tres_bind");
}

enum ft_refusal
ft_update_tres_freq(struct ft_update *update)
{
	return keep_gpu(update, "tres_freq");
}

/* ---- numbers ---------------------------------------------------------------------- */

enum ft_refusal
ft_update_reboot(struct ft_update *update)
{
	bool yes;

	if (!ft_update_yes(update, "reboot", &yes))
		return FT_REFUSE_NONE;
	return keep(update, "reboot", yes ? "" : NULL);
}

static enum ft_refusal
keep_number(struct ft_update *update, const char *name, const char *key)
{
	uint32_t number;

	if (!ft_num_u32(update->value, &number))
		return ft_update_bad(update, name);
	return keep(update, key, update->value);
}

enum ft_refusal
ft_update_sockets(struct ft_update *update)
{
	return keep_number(update, "ReqSockets", "sockets_per_node");
}

enum ft_refusal
ft_update_cores(struct ft_update *update)
{
	return keep_number(update, "ReqCores", "cores_per_socket");
}

enum ft_refusal
ft_update_threads(struct ft_update *update)
{
	return keep_number(update, "ReqThreads", "threads_per_core");
}

/* "2@10"; without a time the old one is kept, and text that is not a number
 * counts as 0, which removes the wish. */
enum ft_refusal
ft_update_switches(struct ft_update *update)
{
	const char *at = strchr(update->value, '@');
	size_t len = strspn(update->value, "0123456789");
	struct ft_str text = { 0 };
	enum ft_refusal refusal;

	ft_str_add_n(&text, update->value, len);
	refusal = keep(update, "switches", len ? ft_str_text(&text) : NULL);
	if (refusal == FT_REFUSE_NONE && at) {
		ft_str_clear(&text);
		ft_str_addf(
		    &text, "%lld", (long long)ft_job_switch_wait(at + 1));
		ft_update_option(update, "switch_wait", ft_str_text(&text));
	}
	ft_str_free(&text);
	return refusal;
}
