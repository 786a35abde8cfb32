/*
 * wckey.c - which wckey a job gets.  With TrackWCKey one that names none gets
 * the default one of its user after a star; AccountingStorageEnforce=wckeys
 * refuses those that its user does not have.
 * Cases: tests/oracle/cases/m02-wckeys, m08-wckey-words.
 */
#include "base/text/word.h"
#include "sim/submit/steps.h"
#include "sim/submit/submit.h"

bool
ft_world_tracks_wckeys(const struct ft_world *world)
{
	return world->enforce & FT_ENFORCE_WCKEYS ||
	       ft_conf_bool(world->conf, FT_CONF_TRACK_WCKEY);
}

static const char *
default_of(const struct ft_world *world, const struct ft_job *job)
{
	const struct ft_user *user =
	    ft_acctdb_find_user(&world->acctdb, job->user);

	return user ? user->default_wckey : "";
}

static bool
has_wckey(
    const struct ft_world *world, const struct ft_job *job, const char *name)
{
	const struct ft_user *user =
	    ft_acctdb_find_user(&world->acctdb, job->user);

	for (size_t i = 0; user && i < world->acctdb.n_wckey; i++) {
		const struct ft_wckey *wckey = &world->acctdb.wckey[i];

		if (!wckey->deleted && wckey->cluster == world->cluster &&
		    wckey->user == user->id && strcmp(wckey->name, name) == 0)
			return true;
	}
	return false;
}

/* Give JOB the wckey NAME, which becomes lower case; refused, it keeps its own. */
static enum ft_refusal
give(struct ft_world *world, struct ft_job *job, const char *name)
{
	char *lower FT_CLEANUP(ft_free_at) = ft_strdup(name);

	ft_word_lower(lower);
	if ((*name == '*' && ft_release_has(ft_conf_release(world->conf),
				 FT_RULE_WCKEY_STAR)) ||
	    (world->enforce & FT_ENFORCE_WCKEYS &&
		!has_wckey(world, job, lower)))
		return FT_REFUSE_WCKEY;
	job->wckey = ft_world_string(world, lower);
	return FT_REFUSE_NONE;
}

enum ft_refusal
ft_submit_wckey(struct ft_submission *sub)
{
	struct ft_job *job = sub->job;
	struct ft_str text = { 0 };

	if (sub->wckey_given)
		return give(sub->world, job, job->wckey);
	/* an imported job has what Slurm gave it */
	if (*job->wckey || !ft_world_tracks_wckeys(sub->world))
		return FT_REFUSE_NONE;
	ft_str_addf(&text, "*%s", default_of(sub->world, job));
	job->wckey = ft_world_keep(sub->world, &text);
	return FT_REFUSE_NONE;
}

enum ft_refusal
ft_world_set_wckey(struct ft_world *world, struct ft_job *job, const char *name)
{
	/* without TrackWCKey "" is one that nobody asked for */
	if (strcmp(name, job->wckey) == 0 &&
	    (*name || ft_world_tracks_wckeys(world)))
		return FT_REFUSE_NONE;
	FT_ADMIT(give(world, job, name));
	/* none, and any after a star, is the default one */
	if (!*job->wckey || *job->wckey == '*')
		job->wckey = default_of(world, job);
	return FT_REFUSE_NONE;
}
