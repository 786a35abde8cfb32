/* rows.c - chooses the rows. */
#include <pwd.h>

#include "common/suggest.h"
#include "common/world.h"
#include "fprio/fprio.h"
#include "sim/change/change.h"
#include "sim/run/life.h"
#include "sim/world/clock.h"

/* ---- -u -------------------------------------------------------------------------- */

static bool
is_user(const struct fprio_args *args, const struct ft_world *world,
    const char *word)
{
	uint32_t uid;

	if (ft_num_u32(word, &uid))
		return ft_world_user(world, uid) || getpwuid(uid);
	return ft_session_knows_user(
		   &args->session, args->context, &world->acctdb, word) ||
	       (getpwnam(word) &&
		   (args->context->slurm ||
		       ft_visibility_names(&args->session.visibility,
			   FT_VISIBILITY_USERS, word)));
}

static enum ft_status
unknown(struct fprio_args *args, enum ft_complete kind, const char *what,
    const char *word, struct ft_error *err)
{
	(void)ft_fail(err, FT_ENOENT, "unknown %s '%s'", what, word);
	return ft_suggest(args->context, &args->session, kind, word, err);
}

static enum ft_status
check_users(const struct fprio_table *table, struct ft_error *err)
{
	struct fprio_args *args = table->args;

	for (size_t i = 0; i < args->users.n; i++) {
		const char *word = args->users.item[i];

		if (is_user(args, &table->world, word))
			continue;
		if (!args->context->slurm)
			return unknown(
			    args, FT_COMPLETE_USER, "user", word, err);
		ft_cmd_error(args->context, "Invalid user: %s", word);
		fputc('\n', args->context->err);
	}
	return FT_OK;
}

static bool
wants_user(const struct fprio_args *args, const struct ft_job *job)
{
	for (size_t i = 0; i < args->users.n; i++) {
		const char *word = args->users.item[i];
		uint32_t uid;

		if (ft_num_u32(word, &uid) ? uid == job->uid
					   : strcmp(word, job->user) == 0)
			return true;
	}
	return !args->users.text;
}

/* ---- -j, -p ------------------------------------------------------------------------ */

static bool
wants_number(const struct fprio_args *args, const struct ft_job *job)
{
	for (size_t i = 0; i < args->n_job; i++) {
		/* tasks of an array are found by its number, too */
		if (args->job[i] == job->number ||
		    (!args->context->slurm && args->job[i] == job->array_job))
			return true;
	}
	return args->context->slurm ? !args->jobs_text : args->n_job == 0;
}

static bool
wants_partition(const struct fprio_args *args, const char *name)
{
	for (size_t i = 0; i < args->partitions.n; i++) {
		if (strcmp(args->partitions.item[i], name) == 0)
			return true;
	}
	return !args->partitions.text;
}

static enum ft_status
check_partitions(const struct fprio_table *table, struct ft_error *err)
{
	const struct ft_arglist *words = &table->args->partitions;

	for (size_t i = 0; i < words->n && !table->args->context->slurm; i++) {
		const char *word = words->item[i];

		if (ft_machine_partition(&table->world.machine, word) ==
		    UINT32_MAX)
			return unknown(table->args, FT_COMPLETE_PARTITION,
			    "partition", word, err);
	}
	return FT_OK;
}

/* ---- what the controller hands out ------------------------------------------------- */

static bool
is_listed(const struct fprio_table *table, const struct ft_standing *standing)
{
	const struct ft_world *world = &table->world;
	const struct ft_job *job = standing->job;

	if (!ft_standing_is_listed(world, standing))
		return false;
	/* slurmctld reports an array only after a scheduling pass has seen
	 * it */
	return job->state != FT_JOB_PENDING || !table->args->context->slurm ||
	       !ft_job_is_head(job) ||
	       job->submitted < ft_world_last_pass(world) || job->last_eval;
}

static bool
is_wanted(const struct fprio_table *table, const struct ft_standing *standing)
{
	const struct fprio_args *args = table->args;

	return wants_number(args, standing->job) &&
	       wants_user(args, standing->job) &&
	       wants_partition(args,
		   ft_standing_partition(&table->world.machine, standing));
}

static void
choose(struct fprio_table *table, const struct ft_session *session)
{
	const struct ft_standings *standings = &table->standings;

	table->row =
	    ft_alloc((standings->n + 1) * sizeof(const struct ft_standing *));
	for (size_t i = 0; i < standings->n; i++) {
		const struct ft_standing *standing = &standings->item[i];

		if (!is_listed(table, standing) ||
		    !ft_visibility_shows(&session->visibility,
			FT_VISIBILITY_JOBS, standing->job->user,
			standing->job->account))
			continue;
		table->listed = true;
		if (is_wanted(table, standing))
			table->row[table->n++] = standing;
	}
}

enum ft_status
fprio_table_load(
    struct fprio_table *table, struct fprio_args *args, struct ft_error *err)
{
	*table = (struct fprio_table){ .args = args };
	ft_standings_init(&table->standings);
	ft_world_init(&table->world, &args->session.conf);
	FT_TRY(ft_session_world(&args->session, &table->world, NULL, err));
	for (size_t i = 0; args->context->slurm && i < table->world.n_waiting;
	     i++)
		table->world.waiting[i]->nice = ft_world_nice_computed(
		    &table->world, table->world.waiting[i]);
	FT_TRY(ft_standings_fill(&table->standings, &table->world, err));
	FT_TRY(check_users(table, err));
	FT_TRY(check_partitions(table, err));
	choose(table, &args->session);
	fprio_sum(table);
	return FT_OK;
}

void
fprio_table_free(struct fprio_table *table)
{
	ft_free(table->row);
	ft_free(table->sum.exact.tres);
	ft_standings_free(&table->standings);
	ft_world_free(&table->world);
}
