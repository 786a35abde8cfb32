/*
 * unrunnable.c - why jobs of a replay never start, and the replay's progress.
 */
#include "load/research/private.h"

static struct ft_replay_unrunnable *
find_unrunnable(struct ft_replay *replay, const char *why, bool refused)
{
	for (size_t i = 0; i < replay->n_unrunnable; i++)
		if (replay->unrunnable[i].refused == refused &&
		    !strcmp(replay->unrunnable[i].why, why))
			return &replay->unrunnable[i];
	*ft_vec_add(
	    replay->unrunnable, replay->n_unrunnable, replay->cap_unrunnable) =
	    (struct ft_replay_unrunnable){ .why = why, .refused = refused };
	return &replay->unrunnable[replay->n_unrunnable - 1];
}

void
ft_replay_note_unrunnable(struct ft_replay *replay, size_t index,
    enum ft_refusal refusal, enum ft_job_reason reason, bool refused)
{
	bool by_reason = !refused || reason != FT_REASON_NONE;
	const char *why = by_reason ? ft_job_reason_sentence(reason)
				    : ft_refusal_text(refusal);
	struct ft_replay_unrunnable *unrunnable =
	    find_unrunnable(replay, why, refused);

	if (!unrunnable->jobs++) {
		unrunnable->name =
		    by_reason ? ft_job_reason_name(reason) : NULL;
		unrunnable->first = index;
	}
	replay->outcome[index].state = FT_JOB_FAILED;
}

bool
ft_replay_report(void *ctx, double done)
{
	struct ft_replay *replay = ((struct ft_replaying *)ctx)->replay;

	if (replay->report && !replay->report(replay->ctx, done))
		replay->stopped = true;
	return !replay->stopped;
}
