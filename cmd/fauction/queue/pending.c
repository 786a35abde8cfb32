/*
 * pending.c - pending jobs of a store, as jobs of the game.
 */
#include "fauction/queue/pending.h"

#include "common/jobtext.h"
#include "common/unrunnabletext.h"
#include "common/world.h"
#include "report/standing/standing.h"
#include "sim/run/life.h"

#define MINUTE       60
#define YEAR_MINUTES (365 * 24 * 60)

/* A job without a limit counts as one of a year, as in backfill. */
static int64_t
planned_minutes(const struct ft_world *world, const struct ft_job *job)
{
	const struct ft_partition *partition = ft_world_partition(world, job);
	int64_t minutes = partition ? ft_world_time_limit(world, job, partition)
				    : job->time_limit;

	if (minutes < 0 || minutes > FT_GAME_MOST_MINUTES)
		return YEAR_MINUTES;
	return minutes ? minutes : 1;
}

void
fauction_pending_job(const struct ft_world *world, const struct ft_job *job,
    struct ft_game_job *out)
{
	int64_t real = (job->run_time + MINUTE - 1) / MINUTE;

	*out = (struct ft_game_job){ .nodes = ft_jobtext_nodes(world, job),
		.planned = planned_minutes(world, job) };
	out->real = out->planned;
	if (job->run_time >= 0 && real < out->planned)
		out->real = real ? real : 1;
}

static bool
fauction_pending_waits(struct ft_world *world, const struct ft_job *job)
{
	return job->state == FT_JOB_PENDING && job->hold == FT_HOLD_NONE &&
	       !(job->priority_set && !job->priority) &&
	       job->submitted <= world->now &&
	       ft_standing_is_eligible(world, job) &&
	       !ft_unrunnabletext_add_all(NULL, world, job);
}

/* Add a bidder for each pending task. */
static void
add(const struct ft_world *world, const struct ft_job *job,
    struct ft_game_jobs *jobs)
{
	size_t tasks = ft_job_is_head(job) ? job->n_tasks : 1;
	struct ft_game_job one;
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

	fauction_pending_job(world, job, &one);
	for (size_t i = 0; i < tasks; i++) {
		ft_str_clear(&name);
		ft_str_addf(&name, "%u", (unsigned)job->number);
		if (ft_job_is_head(job))
			ft_str_addf(&name, "_%u", (unsigned)job->tasks[i]);
		one.name = ft_arena_strdup(&jobs->arena, ft_str_text(&name));
		one.source = (uint32_t)jobs->n;
		ft_game_jobs_add(jobs, &one);
	}
}

static void
add_all(const struct ft_session *session, struct ft_world *world,
    struct ft_game_jobs *jobs)
{
	for (size_t i = 0; i < world->n_job; i++) {
		const struct ft_job *job = world->job[i];

		if (fauction_pending_waits(world, job) &&
		    ft_visibility_shows(&session->visibility,
			FT_VISIBILITY_JOBS, job->user, job->account))
			add(world, job, jobs);
	}
}

/* Returns how many nodes the machine has. */
static uint32_t
fauction_pending_nodes(const struct ft_world *world)
{
	uint32_t n = 0;

	for (size_t i = 0; i < world->machine.n_node; i++)
		n += world->machine.node[i].state != FT_NODE_FUTURE;
	return n;
}

enum ft_status
fauction_pending_read(struct ft_session *session,
    const struct ft_context *context, struct ft_game_jobs *jobs,
    uint32_t *nodes, struct ft_error *err)
{
	struct ft_world world;
	enum ft_status status;

	FT_TRY(ft_session_open(session, context, FT_SESSION_READ, err));
	ft_world_init(&world, &session->conf);
	status = ft_session_world(session, &world, NULL, err);
	if (status == FT_OK) {
		add_all(session, &world, jobs);
		*nodes = fauction_pending_nodes(&world);
	}
	ft_world_free(&world);
	return status;
}
