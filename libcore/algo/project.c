#include "algo/project.h"

#define FIRST_STEP 60 /* seconds */

void
ft_project_init(struct ft_project *project)
{
	const struct ft_share_input *now = project->now;

	project->usage = ft_alloc(now->tree->n * sizeof *project->usage);
	project->input = *now;
	project->input.usage = project->usage;
}

void
ft_project_clear(struct ft_project *project)
{
	ft_share_free(&project->share);
	ft_free(project->usage);
	*project = (struct ft_project){ 0 };
}

/* ---- usage under a constant load ------------------------------------------ */

/* Returns k, so that the decay of t seconds is e^(-k t). */
static double
decay_rate(const struct ft_decay *decay)
{
	if (decay->half_life <= 0)
		return 0;
	if (decay->kind == FT_DECAY_EXACT)
		return log(2) / (double)decay->half_life;
	return -log1p(-0.693 / (double)decay->half_life);
}

/* Returns c(SECONDS): the usage that a load of 1 makes in SECONDS (>= 0). */
static double
charge_of(const struct ft_decay *decay, int64_t seconds)
{
	double rate = decay_rate(decay), time = (double)seconds;

	/* expm1: 1 - d(t) has few digits where little fades */
	return rate > 0 ? -expm1(-rate * time) / rate : time;
}

ft_real
ft_project_rate(const struct ft_decay *decay, ft_real before, ft_real after,
    int64_t seconds)
{
	ft_real grown =
	    after - before * (ft_real)ft_decay_factor(decay, seconds);

	if (grown <= 0)
		return 0;
	return grown / (ft_real)charge_of(decay, seconds);
}

/* Set project->share to the result SECONDS from now. */
static enum ft_status
run(struct ft_project *project, int64_t seconds, struct ft_error *err)
{
	const struct ft_tree *tree = project->now->tree;
	ft_real left = (ft_real)ft_decay_factor(&project->decay, seconds);
	ft_real charge = (ft_real)charge_of(&project->decay, seconds);

	for (uint32_t i = 0; i < tree->n; i++)
		project->usage[i] =
		    project->own[i] * left + project->rate[i] * charge;
	ft_usage_roll_up(tree, project->usage);
	return ft_share_run(
	    project->algo, &project->input, &project->share, NULL, err);
}

/* ---- who passes whom ------------------------------------------------------ */

struct search {
	struct ft_project *project;
	const struct ft_project_question *question;
};

/* Returns whether it has happened to WHO and NODE since now. */
static bool
has_happened(const struct search *search, uint32_t node)
{
	const double *now = search->project->base->factor;
	const double *then = search->project->share.factor;
	uint32_t who = search->question->who;

	if (node == who || !ft_tree_is_user(search->project->now->tree, node))
		return false;
	if (search->question->event == FT_PROJECT_PASS)
		return now[node] >= now[who] && then[node] < then[who];
	return now[node] <= now[who] && then[node] > then[who];
}

/* Fill in who it was; returns how many. */
static uint32_t
count(const struct search *search, struct ft_project_answer *answer)
{
	const struct ft_tree *tree = search->project->now->tree;
	const double *now = search->project->base->factor;
	uint32_t n = 0;

	if (search->question->other != FT_NODE_NONE) {
		answer->node = search->question->other;
		return has_happened(search, search->question->other);
	}
	for (uint32_t i = 0; i < tree->n; i++) {
		if (!has_happened(search, i))
			continue;
		if (!n++ ||
		    fabs(now[i] - now[search->question->who]) <
			fabs(now[answer->node] - now[search->question->who]))
			answer->node = i;
	}
	return n;
}

static enum ft_status
happens_by(const struct search *search, int64_t seconds,
    struct ft_project_answer *answer, struct ft_error *err)
{
	uint32_t n;

	FT_TRY(run(search->project, seconds, err));
	n = count(search, answer);
	answer->seconds = n ? seconds : FT_PROJECT_NEVER;
	answer->others = n ? n - 1 : 0;
	return FT_OK;
}

/* Some time at which it has happened, and *before one at which it had not. */
static enum ft_status
bracket(const struct search *search, int64_t *before,
    struct ft_project_answer *answer, struct ft_error *err)
{
	int64_t horizon = search->question->horizon;

	*before = 0;
	for (int64_t at = FIRST_STEP;; at *= 2) {
		if (at > horizon)
			at = horizon;
		FT_TRY(happens_by(search, at, answer, err));
		if (answer->seconds != FT_PROJECT_NEVER || at == horizon)
			return FT_OK;
		*before = at;
	}
}

enum ft_status
ft_project_find(struct ft_project *project,
    const struct ft_project_question *question,
    struct ft_project_answer *answer, struct ft_error *err)
{
	struct search search = { project, question };
	struct ft_project_answer middle;
	int64_t before;

	*answer = (struct ft_project_answer){ .seconds = FT_PROJECT_NEVER,
		.node = question->other };
	FT_TRY(bracket(&search, &before, answer, err));
	while (answer->seconds - before > 1) {
		int64_t at = before + (answer->seconds - before) / 2;

		FT_TRY(happens_by(&search, at, &middle, err));
		if (middle.seconds == FT_PROJECT_NEVER)
			before = at;
		else
			*answer = middle;
	}
	return FT_OK;
}
