#include "fwhy/job.h"

#include "common/unrunnabletext.h"
#include "common/world.h"
#include "sim/run/life.h"
#include "sim/usage/ledger.h"
#include "sim/policy/policy.h"
#include "sim/priority/priority.h"

/* ---- the word ------------------------------------------------------------------------ */

/* "12" or "12_3"; task: FT_TASK_NONE if it has none. */
static bool
read_id(const char *word, uint32_t *number, int32_t *task)
{
	const char *low = strchr(word, '_');
	char *first;
	uint32_t index;
	bool good;

	*task = FT_TASK_NONE;
	if (!low)
		return ft_num_u32(word, number);
	first = ft_strndup(word, (size_t)(low - word));
	good = ft_num_u32(first, number) && ft_num_u32(low + 1, &index) &&
	       index <= INT32_MAX;
	ft_free(first);
	if (good)
		*task = (int32_t)index;
	return good;
}

bool
fwhy_is_job(const struct fwhy_args *args)
{
	uint32_t number;
	int32_t task;

	return args->n_operand == 1 &&
	       read_id(args->operand[0], &number, &task);
}

/* ---- the job --------------------------------------------------------------------------- */

/* A hidden job gets the same answer as one that does not exist. */
static enum ft_status
find_job(struct fwhy_job *why, const char *word, struct ft_error *err)
{
	uint32_t number = 0;
	int32_t task = FT_TASK_NONE;

	read_id(word, &number, &task);
	why->job = task == FT_TASK_NONE
		       ? ft_world_find(&why->world, number)
		       : ft_world_find_task(&why->world, number, task);
	if (why->job && ft_visibility_shows(why->visibility, FT_VISIBILITY_JOBS,
			    why->job->user, why->job->account))
		return FT_OK;
	why->job = NULL;
	if (!why->sees_jobs)
		return ft_fail(err, FT_ENOENT,
		    "no job %s of yours (PrivateData hides the jobs of others)",
		    word);
	if (task != FT_TASK_NONE)
		return ft_fail(err, FT_ENOENT, "no job %s", word);
	return ft_fail(err, FT_ENOENT,
	    "no job %s (assoc=%s is the association with that number)", word,
	    word);
}

/* ---- what is known of it ----------------------------------------------------------------- */

/* Its places, and what its priority is or would be. */
static void
find_places(struct fwhy_job *why)
{
	const struct ft_standings *standings = &why->standings;
	const struct ft_standing *first =
	    ft_standings_find(standings, why->job, UINT32_MAX);

	why->place =
	    ft_alloc((standings->n + 1) * sizeof(const struct ft_standing *));
	for (size_t i = 0; i < standings->n; i++)
		if (standings->item[i].job == why->job &&
		    standings->item[i].waits)
			why->place[why->n_place++] = &standings->item[i];
	why->waits = first && why->job->state == FT_JOB_PENDING;
	if (why->n_place > 0)
		why->would = *why->place[0];
	else if (first)
		why->would = *first;
}

static void
find_limit(struct fwhy_job *why)
{
	struct ft_policy_question question;
	const struct ft_partition *partition;
	struct ft_str never = { 0 };

	if (!why->waits)
		return;
	if (ft_unrunnabletext_add_all(&never, &why->world, why->job))
		why->never = ft_world_string(&why->world, ft_str_text(&never));
	ft_str_free(&never);
	if (why->n_place == 0)
		return;
	ft_shortage_find(
	    &why->world, why->job, why->would.partition, &why->lack);
	why->looked = true;
	partition = &why->world.machine.partition[why->would.partition];
	question = ft_policy_question_of(&why->world, why->job, partition);
	why->limit = ft_policy_blocks(&why->world, &question, &why->block);
}

/* If fair share decides, the walk that tells why. */
static enum ft_status
explain_share(struct fwhy_job *why, struct ft_error *err)
{
	struct ft_world *world = &why->world;
	const struct ft_standing *next;
	uint32_t user[2];
	struct ft_share_input input;

	if (why->n_place == 0 || !why->sees_jobs || !why->sees_usage)
		return FT_OK;
	next = fwhy_job_next(why, why->place[0]);
	if (!next ||
	    ft_standing_decides(next, why->place[0]) != FT_FACTOR_FAIRSHARE)
		return FT_OK;
	user[0] = ft_world_node(world, why->job);
	user[1] = ft_world_node(world, next->job);
	if (user[0] == FT_NODE_NONE || user[1] == FT_NODE_NONE ||
	    user[0] == user[1])
		return FT_OK;
	input = (struct ft_share_input){ .tree = world->tree,
		.usage = ft_world_usage_at_pass(world),
		.params = world->share_params };
	why->input = input;
	why->told = true;
	why->explain = (struct ft_explain){ .algo = world->algo,
		.input = &why->input,
		.share = &why->share,
		.names = &world->names,
		.n_path = 2,
		.path = { { .user = user[0] }, { .user = user[1] } } };
	return ft_explain_run(&why->explain, err);
}

static enum ft_status
load(struct fwhy_job *why, struct fwhy_args *args, struct ft_error *err)
{
	struct ft_session *session = &args->session;
	const struct ft_world_load how = { .all_jobs = true, .usage = true };

	FT_TRY(ft_whatif_apply(args->context, session, &args->what_if, err));
	if (args->cluster)
		FT_TRY(ft_session_enter(session, args->cluster, err));
	why->visibility = &session->visibility;
	why->sees_jobs =
	    ft_visibility_shows_all(why->visibility, FT_VISIBILITY_BIT(JOBS));
	why->sees_usage =
	    ft_visibility_shows_all(why->visibility, FT_VISIBILITY_BIT(USAGE));
	FT_TRY(ft_session_world(session, &why->world, &how, err));
	FT_TRY(find_job(why, args->operand[0], err));
	FT_TRY(fwhy_job_algorithm(&why->world, session, err));
	FT_TRY(ft_standings_fill(&why->standings, &why->world, err));
	ft_world_priority_params(&why->world, &why->params);
	find_places(why);
	find_limit(why);
	FT_TRY(explain_share(why, err));
	return fwhy_job_find_help(why, session, err);
}

/* ---- the answer -------------------------------------------------------------------------- */

static void
fwhy_job_free(struct fwhy_job *why)
{
	if (why->told)
		ft_explain_free(&why->explain);
	ft_free(why->place);
	ft_shortage_free(&why->lack);
	ft_free(why->help);
	ft_str_free(&why->tried);
	ft_share_free(&why->share);
	ft_standings_free(&why->standings);
	ft_world_free(&why->world);
}

enum ft_status
fwhy_explain_job(struct fwhy_args *args, struct ft_error *err)
{
	struct fwhy_job why FT_CLEANUP(
	    fwhy_job_free) = { .limit = FT_REASON_NONE, .never = "" };

	ft_world_init(&why.world, &args->session.conf);
	ft_standings_init(&why.standings);
	if (args->lesson)
		return ft_fail(err, FT_EINVAL, "a lesson has no jobs");
	FT_TRY(load(&why, args, err));
	fwhy_show(args, &(struct fwhy_shown){ "fairtree.why-job/1",
			    fwhy_job_page, fwhy_job_document, &why });
	return FT_OK;
}
