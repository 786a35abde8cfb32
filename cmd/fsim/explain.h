/*
 * explain.h - fsim run --explain: each pass of a scheduler in words or as JSON
 * lines: what was looked at, who started, who waits on, and for whom.
 *
 * What is told of a pass is held back until its end, and left out where nothing
 * is new: a job is told of again only when something else holds it.
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
	struct ft_world *world; /* its counters of limits are asked */
	bool json;              /* a document a line */
	/* at work */
	struct ft_out pass;   /* what is told of the pass under way */
	struct ft_doc *lines; /* json: into it */
	bool in_pass;
	uint64_t waiting;    /* when it began */
	struct ft_map known; /* "main 12": hash of what was told last */
};

void fsim_explain_init(
    struct fsim_explain *explain, FILE *to, struct ft_world *world, bool json);
void fsim_explain_free(struct fsim_explain *explain);
/* ft_sim_fn; ctx is the fsim_explain. */
void fsim_explain_tell(void *ctx, const struct ft_sim_news *news);

/* explain_say.c, explain_doc.c: one event, in words (without its time and a
 * line's end) and as a document. */
struct fsim_block {
	enum ft_job_reason limit; /* that holds the job now, NONE */
	struct ft_policy_block block;
};
extern const char *const fsim_explain_events[]; /* their names */
void fsim_explain_say(struct ft_str *line, const struct ft_world *world,
    const struct ft_sim_news *news, const struct fsim_block *block);
void fsim_explain_doc(struct ft_doc *doc, const struct ft_world *world,
    const struct ft_sim_news *news, const struct fsim_block *block);

#endif
