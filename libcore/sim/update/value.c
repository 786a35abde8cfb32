/* What all keys of an update need: messages, the member, the option. */
#include "model/job/joboption.h"
#include "sim/priority/priority.h"
#include "sim/update/private.h"

enum ft_refusal
ft_update_fail(struct ft_update *update, enum ft_status status)
{
	update->status = status;
	return FT_REFUSE_NONE;
}

enum ft_refusal
ft_update_bad(struct ft_update *update)
{
	return ft_update_fail(update,
	    ft_fail(update->err, FT_EINVAL, "Invalid %s value: %s",
		update->how->called ? update->how->called : update->key->name,
		update->value));
}

void *
ft_update_member(const struct ft_update *update)
{
	return (char *)update->job + update->how->member;
}

void
ft_update_option(struct ft_update *update, const char *key, const char *value)
{
	struct ft_job *job = update->job;
	struct ft_str json = { 0 };

	ft_job_option_put(&json, job->options, key, value);
	job->options = ft_world_keep(update->world, &json);
	ft_job_read_shape(job);
	ft_job_touch(job);
}

void
ft_update_reprioritise(struct ft_update *update)
{
	struct ft_job *job = update->job;

	if (job->hold == FT_HOLD_NONE && !job->priority_set &&
	    update->world->algo)
		ft_world_reprioritise(update->world, job);
}
