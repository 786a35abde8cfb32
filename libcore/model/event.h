/*
 * event.h - what an algorithm did, step by step.
 *
 * The events are the only account of why a rank is what it is: trace,
 * explainer and viewer read them, none of them computes.  Rows of event.def.
 */
#ifndef FT_MODEL_EVENT_H
#define FT_MODEL_EVENT_H

#include <stdint.h>

#include "base/real.h"

enum ft_event_kind {
#define FT_EVENT(id, name, sentence) FT_EVENT_##id,
#include "model/event.def"
#undef FT_EVENT
	FT_EVENT_COUNT
};

struct ft_event {
	enum ft_event_kind kind;
	uint32_t node;       /* the node it is about; root for START, END */
	uint32_t other;      /* TIE, MERGE: the other one; else FT_NODE_NONE */
	uint32_t depth;      /* accounts above it on the way of the walk */
	uint32_t place;      /* LEVEL_FS: place in the family before sorting;
	                        RANK: rank without ties (rnt); SORT: count */
	uint32_t rank;       /* RANK: N..1 as Slurm counts (N best); START: N */
	double shares;       /* LEVEL_FS: S */
	ft_real usage;       /* LEVEL_FS: U */
	ft_real level_fs;    /* LEVEL_FS, TIE, RANK, ENTER: LF; may be INFINITY */
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
