/*
 * event.h - what an algorithm did, step by step.
 *
 * The events are the only source for why a rank is what it is: trace, explainer
 * and viewer read them and compute nothing.  Rows: event.def.
 *
 * A walk reports in this order ([x] once if it applies, x* any number):
 *
 *   START level(root) END
 *   level(account) = MERGE* ENTER LEVEL_FS* SORT child* LEAVE
 *   child          = [TIE or INHERIT] (RANK or level(child))
 *
 * TIE and INHERIT say that the next RANK takes the rank given last (before the
 * first RANK: that of START), or that the account entered next passes this on
 * to its first child (INHERIT).  MERGE
 * comes once for each sibling whose children join those of the account that
 * ENTER and LEAVE name.
 */
#ifndef FT_MODEL_TREE_EVENT_H
#define FT_MODEL_TREE_EVENT_H

#include "base/text/real.h"

enum ft_event_kind {
#define FT_EVENT(id, name, sentence) FT_EVENT_##id,
#include "model/tree/event.def"
#undef FT_EVENT
	FT_EVENT_COUNT
};

/*
 * Level fairshare of an account without one of its own: the root, and those
 * with `parent` shares, which are sorted as if they had this one.
 */
#define FT_LEVEL_FS_NONE 4294967294.0L

struct ft_event {
	enum ft_event_kind kind;
	uint32_t node;    /* the node it is about; root for START, END */
	uint32_t other;   /* TIE: the sibling visited before, FT_NODE_NONE
	                        for a first one that has FT_LEVEL_FS_NONE,
	                        which Slurm counts as tied;
	                        MERGE: the account whose level it joins;
	                        INHERIT: the account above;
	                        else FT_NODE_NONE */
	uint32_t depth;   /* accounts above it on the way of the walk */
	uint32_t place;   /* LEVEL_FS: place on the level before sorting;
	                        RANK: rank without ties (rnt); SORT: count */
	uint32_t rank;    /* RANK: N..1 as Slurm counts (N best); START: N */
	double shares;    /* LEVEL_FS: S */
	ft_real usage;    /* LEVEL_FS: U */
	ft_real level_fs; /* LEVEL_FS, TIE, INHERIT, MERGE, RANK, ENTER: LF;
	                        may be INFINITY or FT_LEVEL_FS_NONE */
	const uint32_t *order; /* SORT: [place] nodes, best first; valid only
	                        during the call */
};

struct ft_event_sink {
	void (*event)(void *ctx, const struct ft_event *event);
	void *ctx;
};

/* One row of event.def. */
struct ft_event_info {
	const char *name;
	const char *sentence;
};
extern const struct ft_event_info ft_event_infos[FT_EVENT_COUNT];

#endif
