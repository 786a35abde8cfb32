/*
 * nodeevent.h - what the accounting remembers of nodes: from when to when one was
 * down, drained or failed, and what the cluster consisted of.
 *
 * Plain data.  Strings are never NULL and belong to whoever read the event; tres is
 * its own array.  A node with jobs that is drained has an event only from the end
 * of the last of them on (case x51-events-running).
 */
#ifndef FT_MODEL_MACHINE_NODEEVENT_H
#define FT_MODEL_MACHINE_NODEEVENT_H

#include "base/base.h"

/* States of a node as slurmdbd numbers them: one of these, and flags. */
enum ft_event_state {
	FT_EVENT_NODE_UNKNOWN,
	FT_EVENT_NODE_DOWN,
	FT_EVENT_NODE_IDLE,
	FT_EVENT_NODE_ALLOCATED,
	FT_EVENT_NODE_ERROR,
	FT_EVENT_NODE_MIXED,
	FT_EVENT_NODE_FUTURE,
	FT_EVENT_NODE_STATES,
	FT_EVENT_NODE_STATE = 0xf,
	FT_EVENT_NODE_DRAIN = 0x200,
	FT_EVENT_NODE_FAIL = 0x2000
};

struct ft_node_event {
	uint32_t id;       /* of the store; 0 not stored yet */
	const char *node;  /* "" the cluster was registered with these TRES */
	const char *nodes; /* all nodes of the cluster, if node is "" */
	int64_t start;     /* time */
	int64_t end;       /* time; 0 it still lasts */
	uint32_t state;    /* enum ft_event_state; 0 if node is "" */
	const char *reason;
	const char *user; /* who said it; "" nobody */
	uint64_t *tres;   /* of the node or cluster, by index of a TRES table */
	bool dirty;       /* not stored like this yet */
};

#endif
