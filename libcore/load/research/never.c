/*
 * unrunnable.c - why jobs of a replay never start, and the replay's progress.
 */
#include "load/research/private.h"

static struct ft_replay_never *
find_never(struct ft_replay *replay, const char *why, bool refused)
{
	for (size_t i = 0; i < replay->n_never; i++)
		if (replay->never[i].refused == refused &&
		    !strcmp(replay->never[i].why, why))
			return &replay->never[i];
	*ft_vec_add(replay->never, replay->n_never, replay->cap_never) =
	    (struct ft_replay_never){ .why = why, .refused = refused };
	return &replay->never[replay->n_never - 1];
}

void
ft_replay_note_never(struct ft_replay *replay, size_t index,
    enum ft_refusal refusal, enum ft_job_reason reason, bool refused)
{
	bool by_reason = !refused || reason != FT_REASON_NONE;
	const char *why = by_reason ? ft_job_reason_sentence(reason)
				    : ft_refusal_text(refusal);
	struct ft_replay_never *never = find_never(replay, why, refused);

	if (!never->jobs++) {
		never->name = by_reason ? ft_job_reason_name(reason) : NULL;
		never->first = index;
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
