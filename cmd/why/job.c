/*
 * job.c - what is known of a waiting job: its places in the queue, limits and share.
 */

#include "why/private.h"

#include "common/unrunnabletext.h"
#include "common/world.h"
#include "sim/run/life.h"
#include "sim/usage/ledger.h"
#include "sim/policy/policy.h"
#include "sim/priority/priority.h"

/* ---- the word ------------------------------------------------------------------------ */

/* "12", "12_3" or "12_[1-3]"; task: FT_TASK_NONE if it has none. */
static bool
read_id(const char *word, uint32_t *number, int32_t *task)
{
	const char *low = strchr(word, '_');
	char *first;
	bool several = low && low[1] == '[' && strchr(low, ']');
	uint32_t index = 0;
	bool good;

	*task = FT_TASK_NONE;
	if (!low)
		return ft_num_u32(word, number);
	first = ft_strndup(word, (size_t)(low - word));
	/* the tasks that wait are one record */
	good = ft_num_u32(first, number) &&
	       (several || (ft_num_u32(low + 1, &index) && index <= INT32_MAX));
	ft_free(first);
	if (good && !several)
		*task = (int32_t)index;
	return good;
}

bool
ft_why_is_job(const char *word)
{
	uint32_t number;
	int32_t task;

	return read_id(word, &number, &task);
}

/* ---- the job --------------------------------------------------------------------------- */

/* A hidden job gets the same answer as one that does not exist. */
static enum ft_status
find_job(struct ft_why_job *why, const char *word, struct ft_error *err)
{
	uint32_t number = 0;
	int32_t task = FT_TASK_NONE;

	read_id(word, &number, &task);
	why->job = task == FT_TASK_NONE
		       ? ft_world_find(why->world, number)
		       : ft_world_find_task(why->world, number, task);
	if (why->job &&
	    ft_visibility_shows(why->at->visibility, FT_VISIBILITY_JOBS,
		why->job->user, why->job->account))
		return FT_OK;
	why->job = NULL;
	if (!why->at->sees_jobs)
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

/* Returns its best place in a partition that can start it now; if none can, the best
 * of all. */
static const struct ft_standing *
best_place(const struct ft_why_job *why)
{
	for (size_t i = 0; i < why->n_place; i++)
		if (ft_why_is_served(why, why->place[i]->partition))
			return why->place[i];
	return why->place[0];
}

/* Its places, and what its priority is or would be. */
static void
find_places(struct ft_why_job *why)
{
	const struct ft_standings *standings = why->standings;
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
		why->would = *best_place(why);
	else if (first)
		why->would = *first;
}

static void
find_limit(struct ft_why_job *why)
{
	struct ft_policy_question question;
	const struct ft_partition *partition;
	struct ft_str never = { 0 };

	if (!why->waits)
		return;
	if (ft_unrunnabletext_add_all(&never, why->world, why->job))
		why->never = ft_world_string(why->world, ft_str_text(&never));
	ft_str_free(&never);
	if (why->n_place == 0)
		return;
	ft_shortage_find(
	    why->world, why->job, why->would.partition, &why->lack);
	why->looked = true;
	partition = &why->world->machine.partition[why->would.partition];
	question = ft_policy_question_of(why->world, why->job, partition);
	why->limit = ft_policy_blocks(why->world, &question, &why->block);
}

static void
list_limits(struct ft_why_job *why)
{
	const struct ft_partition *in =
	    ft_world_partition(why->world, why->job);

	if (why->waits)
		ft_why_ask_job_limits(
		    &why->limits, why->at, why->job, why->would.partition);
	else if (in && why->job->state == FT_JOB_RUNNING)
		ft_why_ask_job_limits(&why->limits, why->at, why->job,
		    (uint32_t)(in - why->world->machine.partition));
}

/* If fair share decides, the walk that tells why. */
static enum ft_status
explain_share(struct ft_why_job *why, struct ft_error *err)
{
	struct ft_world *world = why->world;
	const struct ft_standing *next;
	uint32_t user[2];
	struct ft_share_input input;

	if (why->n_place == 0 || !why->at->sees_jobs || !why->at->sees_usage)
		return FT_OK;
	next = ft_why_next(why, &why->would);
	if (!next ||
	    ft_standing_decides(next, &why->would) != FT_FACTOR_FAIRSHARE)
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
	why->by_share = true;
	why->explain = (struct ft_explain){ .algo = world->algo,
		.input = &why->input,
		.share = &why->share,
		.names = &world->names,
		.n_path = 2,
		.path = { { .user = user[0] }, { .user = user[1] } } };
	return ft_explain_run(&why->explain, err);
}

static enum ft_status
look(struct ft_why_job *why, const char *word, bool help, struct ft_error *err)
{
	struct ft_why *at = why->at;

	FT_TRY(find_job(why, word, err));
	assert(why->job && "else it failed");
	if (!at->stands)
		FT_TRY(ft_standings_fill(&at->standings, &at->world, err));
	at->stands = true;
	find_places(why);
	find_limit(why);
	list_limits(why);
	FT_TRY(explain_share(why, err));
	return help ? ft_why_find_help(why, at->session, err) : FT_OK;
}

enum ft_status
ft_why_ask_job(struct ft_why *why, const char *word, bool help,
    struct ft_why_job **job, struct ft_error *err)
{
	struct ft_why_job *made = ft_calloc(1, sizeof *made);
	enum ft_status status;

	*made = (struct ft_why_job){ .at = why,
		.world = &why->world,
		.standings = &why->standings,
		.limit = FT_REASON_NONE,
		.never = "" };
	status = look(made, word, help, err);
	if (status == FT_OK)
		*job = made;
	else
		ft_why_job_free(made);
	return status;
}

void
ft_why_job_free(struct ft_why_job *why)
{
	if (!why)
		return;
	if (why->by_share)
		ft_explain_free(&why->explain);
	ft_free(why->place);
	ft_shortage_free(&why->lack);
	ft_why_limits_free(&why->limits);
	ft_free(why->help);
	ft_str_free(&why->tried);
	ft_share_free(&why->share);
	ft_forecaster_close(&why->forecaster);
	ft_free(why->alternative);
	ft_why_blame_free(why);
	ft_free(why);
}

const struct ft_why_limits *
ft_why_job_limits(const struct ft_why_job *why)
{
	return &why->limits;
}

/* ---- the cluster ------------------------------------------------------------------------- */

enum ft_status
ft_why_open(struct ft_why *why, struct ft_session *session, const char *word,
    bool all_jobs, struct ft_error *err)
{
	struct ft_world_load how = { .all_jobs = all_jobs, .usage = true };
	int32_t task;

	if (word)
		(void)read_id(word, &how.number, &task);
	*why = (struct ft_why){ .session = session,
		.visibility = &session->visibility };
	ft_world_init(&why->world, &session->conf);
	ft_standings_init(&why->standings);
	why->sees_jobs =
	    ft_visibility_shows_all(why->visibility, FT_VISIBILITY_BIT(JOBS));
	why->sees_usage =
	    ft_visibility_shows_all(why->visibility, FT_VISIBILITY_BIT(USAGE));
	FT_TRY(ft_session_world(session, &why->world, &how, err));
	FT_TRY(ft_why_algorithm(&why->world, session, err));
	ft_world_priority_params(&why->world, &why->params);
	return FT_OK;
}

void
ft_why_close(struct ft_why *why)
{
	ft_standings_free(&why->standings);
	ft_world_free(&why->world);
}
