/*
 * update.c - scontrol update job: the keys, and what each does.
 *
 * Source: scontrol(1), SPECIFICATIONS FOR UPDATE COMMAND, JOBS; answers of
 * Slurm 22.05: tests/oracle/cases/v18-update-job, z45-update-keys.
 */
#include "sim/update/update.h"

#include "base/text/timefmt.h"
#include "model/job/joboption.h"
#include "sim/change/change.h"
#include "sim/submit/submit.h"
#include "sim/update/private.h"

const struct ft_update_key ft_update_keys[] = {
#define FT_UPDATE(name, least, turn, flags, how, sentence)                     \
	{ name, least, turn, flags, sentence },
#include "sim/update/update.def"
	{ NULL, 0, 0, 0, NULL },
};

/* ---- messages ------------------------------------------------------------ */

/* ---- members of the job -------------------------------------------------- */

static enum ft_refusal
set_text(struct ft_update *update)
{
	*(const char **)ft_update_member(update) =
	    ft_world_string(update->world, update->value);
	return FT_REFUSE_NONE;
}

static enum ft_refusal
set_wckey(struct ft_update *update)
{
	return ft_world_set_wckey(update->world, update->job, update->value);
}

static enum ft_refusal
set_bool(struct ft_update *update)
{
	*(bool *)ft_update_member(update) = update->number != 0;
	return FT_REFUSE_NONE;
}

static enum ft_refusal
set_u64(struct ft_update *update)
{
	*(uint64_t *)ft_update_member(update) = update->number;
	return FT_REFUSE_NONE;
}

/* ---- options of the job: see model/job/joboption.h ----------------------- */

static enum ft_refusal
keep_option(struct ft_update *update)
{
	const struct ft_update_how *how = update->how;
	const char *value = update->value;

	if (how->flags & FT_WANT_YES)
		value = update->number ? "" : NULL;
	else if (how->flags & FT_WANT_EMPTY && !*value)
		value = NULL;
	ft_update_option(update, how->option, value);
	return FT_REFUSE_NONE;
}

static enum ft_refusal
has_features(struct ft_update *update)
{
	return !*update->value || ft_machine_knows_features(
				      &update->world->machine, update->value)
		   ? FT_REFUSE_NONE
		   : FT_REFUSE_PREFER;
}

static enum ft_refusal
is_gpu(struct ft_update *update)
{
	return !*update->value || strncmp(update->value, "gpu:", 4) == 0
		   ? FT_REFUSE_NONE
		   : FT_REFUSE_TRES;
}

/* Only generic resources can be requested per node. */
static enum ft_refusal
is_gres(struct ft_update *update)
{
	return !*update->value || strncmp(update->value, "gres:", 5) == 0
		   ? FT_REFUSE_NONE
		   : FT_REFUSE_TRES;
}

/* "2@10".  Without a time the old one is kept.  Anything but a number counts as
 * 0, which removes the option. */
static enum ft_refusal
set_switches(struct ft_update *update)
{
	const char *at = strchr(update->value, '@');
	size_t len = strspn(update->value, "0123456789");
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_add_n(&text, update->value, len);
	ft_update_option(update, "switches", len ? ft_str_text(&text) : NULL);
	if (at) {
		ft_str_clear(&text);
		ft_str_addf(
		    &text, "%lld", (long long)ft_job_switch_wait(at + 1));
		ft_update_option(update, "switch_wait", ft_str_text(&text));
	}
	return FT_REFUSE_NONE;
}

/* ---- one key ------------------------------------------------------------- */

#define HOW(...)                                                               \
	{                                                                      \
		__VA_ARGS__                                                    \
	}
#define AT(member_of_job) .member = offsetof(struct ft_job, member_of_job)
static const struct ft_update_how hows[] = {
#define FT_UPDATE(name, least, turn, flags, how, sentence) how,
#include "sim/update/update.def"
};

const struct ft_update_key *
ft_update_find(struct ft_word word)
{
	for (const struct ft_update_key *key = ft_update_keys; key->name; key++)
		if (ft_word_abbreviates(word, key->name, key->least))
			return key;
	return NULL;
}

bool
ft_update_may(const struct ft_asker *asker, const struct ft_update_key *key)
{
	return asker->super || !(key->flags & FT_UPDATE_SUPER);
}

/* Read the number or word that the key requires; false: it is neither. */
static bool
read_value(struct ft_update *update)
{
	unsigned flags = update->how->flags;
	const char *value = update->value;

	/* nothing is 0, or no */
	if (!*value)
		return true;
	if (flags & FT_WANT_YES) {
		update->number =
		    !strcasecmp(value, "yes") || !strcmp(value, "1");
		return update->number || !strcasecmp(value, "no") ||
		       !strcmp(value, "0");
	}
	return !(flags & FT_WANT_NUMBER) || ft_num_u32(value, &update->number);
}

/* The part of a change that needs no job. */
static enum ft_status
read_change(struct ft_update *update)
{
	if (!read_value(update))
		(void)ft_update_bad(update);
	else if (update->how->reads)
		(void)update->how->reads(update);
	return update->status;
}

enum ft_status
ft_update_read(
    const struct ft_update_key *key, const char *value, struct ft_error *err)
{
	struct ft_update update = {
		.key = key,
		.how = &hows[key - ft_update_keys],
		.value = value,
		.err = err,
	};

	return read_change(&update);
}

static enum ft_refusal
apply(struct ft_update *update)
{
	const struct ft_update_how *how = update->how;
	bool pending = update->job->state == FT_JOB_PENDING;

	if (read_change(update) != FT_OK)
		return FT_REFUSE_NONE;
	if (!pending && how->flags & FT_WANT_PENDING)
		return FT_REFUSE_NOT_RUNNING;
	if (how->refuses)
		return how->refuses;
	if (pending && how->flags & FT_WANT_OPERATOR &&
	    !update->asker->privileged)
		return FT_REFUSE_DENIED;
	if (how->check)
		FT_ADMIT(how->check(update));
	return how->run ? how->run(update) : keep_option(update);
}

enum ft_status
ft_update_one(struct ft_world *world, const struct ft_update_list *list,
    size_t i, enum ft_refusal *refusal, struct ft_error *err)
{
	const struct ft_update_change *change = &list->change[i];
	struct ft_update update = {
		.world = world,
		.asker = list->asker,
		.job = list->job,
		.key = change->key,
		.how = &hows[change->key - ft_update_keys],
		.value = change->value,
		.err = err,
	};

	*refusal = apply(&update);
	return update.status;
}
