/*
 * scontrol update job: the keys, and who decides what they mean.
 * Source: scontrol(1), SPECIFICATIONS FOR UPDATE COMMAND, JOBS; what 22.05
 * answers.
 */
#include "sim/update.h"

#include <string.h>
#include <strings.h>

#include "sim/change_int.h"
#include "sim/priority.h"
#include "sim/submit_int.h"

const struct ft_update_key ft_update_keys[] = {
#define FT_UPDATE(name, least, flags, run, sentence)                           \
	{ name, least, flags, sentence },
#include "sim/update.def"
	{ NULL, 0, 0, NULL },
};

/* ---- texts ---------------------------------------------------------------------- */

static enum ft_refusal
set_text(struct ft_update *update, const char **text)
{
	*text = ft_world_string(update->world, update->value);
	ft_job_touch(update->job);
	return FT_REFUSE_NONE;
}

static enum ft_refusal
update_comment(struct ft_update *update)
{
	return set_text(update, &update->job->comment);
}

static enum ft_refusal
update_admin_comment(struct ft_update *update)
{
	return set_text(update, &update->job->admin_comment);
}

static enum ft_refusal
update_system_comment(struct ft_update *update)
{
	return set_text(update, &update->job->system_comment);
}

static enum ft_refusal
update_extra(struct ft_update *update)
{
	return set_text(update, &update->job->extra);
}

static enum ft_refusal
update_name(struct ft_update *update)
{
	return set_text(update, &update->job->name);
}

static enum ft_refusal
update_wckey(struct ft_update *update)
{
	return set_text(update, &update->job->wckey);
}

static enum ft_refusal
update_work_dir(struct ft_update *update)
{
	return update->job->state == FT_JOB_PENDING
		   ? set_text(update, &update->job->work_dir)
		   : FT_REFUSE_NOT_RUNNING;
}

/* ---- what is always refused ------------------------------------------------------ */

static enum ft_refusal
update_denied(struct ft_update *update)
{
	(void)update;
	return FT_REFUSE_DENIED;
}

static enum ft_refusal
update_unsupported(struct ft_update *update)
{
	(void)update;
	return FT_REFUSE_UNSUPPORTED;
}

static enum ft_refusal
update_unspecified(struct ft_update *update)
{
	(void)update;
	return FT_REFUSE_UNSPECIFIED;
}

/* ---- one key --------------------------------------------------------------------- */

static ft_update_fn *const runs[] = {
#define FT_UPDATE(name, least, flags, run, sentence) run,
#include "sim/update.def"
};

const struct ft_update_key *
ft_update_find(const char *word, size_t len)
{
	for (const struct ft_update_key *key = ft_update_keys; key->name; key++)
		if (len >= key->least && len <= strlen(key->name) &&
		    !strncasecmp(word, key->name, len))
			return key;
	return NULL;
}

bool
ft_update_may(const struct ft_asker *asker, const struct ft_update_key *key)
{
	return asker->super || !(key->flags & FT_UPDATE_SUPER);
}

enum ft_refusal
ft_update_bad(struct ft_update *update, const char *key)
{
	update->status = ft_fail(
	    update->err, FT_EINVAL, "Invalid %s value: %s", key, update->value);
	return FT_REFUSE_NONE;
}

void
ft_update_reprioritise(struct ft_update *update)
{
	struct ft_job *job = update->job;

	if (job->hold == FT_HOLD_NONE && !job->priority_set &&
	    update->world->algo)
		ft_world_reprioritise(update->world, job);
}

enum ft_status
ft_world_update(struct ft_world *world, const struct ft_asker *asker,
    struct ft_job *job, const char *key, const char *value,
    enum ft_refusal *refusal, struct ft_error *err)
{
	const struct ft_update_key *row = ft_update_find(key, strlen(key));
	struct ft_update update = {
		.world = world,
		.asker = asker,
		.job = job,
		.value = value,
		.err = err,
	};

	if (!row)
		return ft_fail(err, FT_ENOENT, "no key '%s'", key);
	*refusal = ft_update_may(asker, row) ? ft_change_may(world, asker, job)
					     : FT_REFUSE_DENIED;
	if (*refusal != FT_REFUSE_NONE)
		return FT_OK;
	*refusal = runs[row - ft_update_keys](&update);
	if (update.status != FT_OK)
		return update.status;
	if (*refusal == FT_REFUSE_NONE || *refusal == FT_REFUSE_PRIORITY_RESET)
		ft_change_done(world, job);
	return FT_OK;
}
