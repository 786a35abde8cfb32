/*
 * explain.h - fsim run --explain: each run of a scheduler as text or JSON
 * lines: which jobs were examined, which started, and what blocks the others.
 *
 * A run is printed when it ends, and only what is new: a job is reported again
 * only if something else blocks it.
 */
#ifndef FT_CMD_FSIM_EXPLAIN_H
#define FT_CMD_FSIM_EXPLAIN_H

#include "base/map.h"
#include "report/format/doc.h"
#include "report/format/out.h"
#include "sim/policy/policy.h"
#include "sim/world/event.h"
#include "sim/world/world.h"

struct fsim_explain {
	FILE *to;
	struct ft_world *world; /* for its counters of limits */
	bool json;              /* JSON: a document per line */
	/* at work */
	struct ft_out pass;   /* text of the run under way */
	struct ft_doc *lines; /* JSON: writes into it */
	bool in_pass;
	uint64_t waiting;    /* jobs, when the run began */
	struct ft_map known; /* "main 12": hash of the last report */
};

void fsim_explain_init(
    struct fsim_explain *explain, FILE *to, struct ft_world *world, bool json);
void fsim_explain_free(struct fsim_explain *explain);
/* An ft_sim_fn; ctx is the fsim_explain. */
void fsim_explain_event(void *ctx, const struct ft_sim_event *event);

/* explain_text.c, explain_doc.c: one event as text (without time and newline),
 * and as a document. */
struct fsim_block {
	enum ft_job_reason limit; /* that stops the job now, NONE */
	struct ft_policy_block block;
};
extern const char *const fsim_explain_events[]; /* their names */
void fsim_explain_say(struct ft_str *line, const struct ft_world *world,
    const struct ft_sim_event *event, const struct fsim_block *block);
void fsim_explain_doc(struct ft_doc *doc, const struct ft_world *world,
    const struct ft_sim_event *event, const struct fsim_block *block);

#endif
