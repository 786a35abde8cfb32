#include "model/research/feedback.h"

#include "base/bisect.h"

#define NONE FT_FEEDBACK_NONE

/* ---- which job follows which ------------------------------------------------------- */

/* Where the search for cycles has been. */
enum { NEW, ON_PATH, DONE };

/* Cut the cycle that goes through AT before its first job in the trace. */
static void
cut_cycle(struct ft_feedback *feedback, uint32_t at)
{
	uint32_t first = at;

	for (uint32_t i = feedback->after[at]; i != at; i = feedback->after[i])
		if (i < first)
			first = i;
	feedback->after[first] = NONE;
	feedback->cut++;
}

static void
cut_cycles(struct ft_feedback *feedback, size_t n)
{
	unsigned char *state = ft_calloc(n, sizeof *state);

	for (uint32_t i = 0; i < n; i++) {
		uint32_t at = i;

		for (; at != NONE && state[at] == NEW; at = feedback->after[at])
			state[at] = ON_PATH;
		if (at != NONE && state[at] == ON_PATH)
			cut_cycle(feedback, at);
		for (at = i; at != NONE && state[at] == ON_PATH;
		     at = feedback->after[at])
			state[at] = DONE;
	}
	ft_free(state);
}

void
ft_feedback_find(struct ft_feedback *feedback, const struct ft_trace *trace)
{
	size_t n = trace->n;

	*feedback = (struct ft_feedback){ 0 };
	feedback->after = ft_calloc(n, sizeof *feedback->after);
	feedback->first = ft_calloc(n, sizeof *feedback->first);
	feedback->next = ft_calloc(n, sizeof *feedback->next);
	for (size_t i = 0; i < n; i++) {
		feedback->after[i] = trace->job[i].after;
		feedback->first[i] = feedback->next[i] = NONE;
	}
	cut_cycles(feedback, n);
	for (size_t i = n; i > 0; i--) {
		uint32_t after = feedback->after[i - 1];

		if (after == NONE)
			continue;
		feedback->next[i - 1] = feedback->first[after];
		feedback->first[after] = (uint32_t)(i - 1);
		feedback->followers++;
	}
}

void
ft_feedback_free(struct ft_feedback *feedback)
{
	ft_free(feedback->after);
	ft_free(feedback->first);
	ft_free(feedback->next);
	*feedback = (struct ft_feedback){ 0 };
}

int64_t
ft_feedback_time(const struct ft_trace *trace, uint32_t job, int64_t end)
{
	int64_t think = trace->job[job].think, sum;

	if (think <= 0)
		return end;
	return ft_num_add_i64(end, think, &sum) ? sum : INT64_MAX - 1;
}

/* ---- sessions --------------------------------------------------------------- */

struct session {
	uint32_t user, job;
	int64_t at; /* end of the job */
};

static int
by_end(const void *a, const void *b)
{
	const struct session *x = a, *y = b;

	if (x->user != y->user)
		return x->user < y->user ? -1 : 1;
	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return x->job < y->job ? -1 : x->job > y->job;
}

/* Returns the jobs with a known end, by user and end; the caller frees them. */
static struct session *
find_ends(const struct ft_trace *trace, size_t *n)
{
	struct session *ended = ft_calloc(trace->n, sizeof *ended);

	*n = 0;
	for (size_t i = 0; i < trace->n; i++) {
		const struct ft_trace_job *job = &trace->job[i];

		if (job->wait >= 0)
			ended[(*n)++] =
			    (struct session){ job->user, (uint32_t)i,
				    job->submit + job->wait + job->run };
	}
	if (*n)
		qsort(ended, *n, sizeof *ended, by_end);
	return ended;
}

/* Returns the last of ended[n] of USER that ended at TIME or before; NULL. */
static const struct session *
last_ended(const struct session *ended, size_t n, uint32_t user, int64_t time)
{
	const struct session key = { user, UINT32_MAX, time };
	size_t i;

	FT_BISECT(i, 0, n, by_end(&ended[i], &key) <= 0);
	return i && ended[i - 1].user == user ? &ended[i - 1] : NULL;
}

size_t
ft_feedback_infer(struct ft_trace *trace, int64_t most)
{
	size_t n, found = 0;
	struct session *ended = find_ends(trace, &n);

	for (size_t i = 0; i < trace->n; i++) {
		struct ft_trace_job *job = &trace->job[i];
		const struct session *last =
		    last_ended(ended, n, job->user, job->submit);

		if (job->after != NONE || !job->user || !last ||
		    last->job == i || job->submit - last->at > most)
			continue;
		job->after = last->job;
		job->think = job->submit - last->at;
		found++;
	}
	ft_free(ended);
	return found;
}
