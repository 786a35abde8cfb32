/*
 * subordinate.h - Grid Engine's subordinate_list: queues whose jobs are
 * suspended while another queue is busy.
 *
 * Two forms: queue-wise, "B.q=1,C.q" (the whole instance of B.q on a host is
 * suspended once 1 slot of the superior is used, C.q when all are), and
 * slot-wise, "slots=2(B.q:1:sr,C.q:2:lr)" (single tasks are, so that at most 2
 * run in the tree of that host); host overrides behind, ",[host=...]" and
 * ",[@group=...]".  The lists of the queues of one host make a forest, which is
 * checked here and played by sim/research/slotwise/slotwise.h.
 * Source: queue_conf(5) of Grid Engine 6.2u5; man/fairtree.conf.5.
 */
#ifndef FT_MODEL_RESEARCH_SUBORDINATE_H
#define FT_MODEL_RESEARCH_SUBORDINATE_H

#include "base/base.h"

enum ft_subordinate_kind {
	FT_SUBORDINATE_NONE,
	FT_SUBORDINATE_QUEUE, /* queue-wise */
	FT_SUBORDINATE_SLOT   /* slot-wise */
};

enum ft_subordinate_action {
	FT_SUBORDINATE_SR, /* suspend the task that runs shortest */
	FT_SUBORDINATE_LR  /* the one that runs longest */
};

struct ft_subordinate {
	const char *queue;
	uint32_t threshold; /* queue-wise: used slots; 0: all */
	uint32_t seq;       /* slot-wise */
	enum ft_subordinate_action action;
};

/* One list, of all hosts or of some. */
struct ft_subordinate_list {
	const char *host; /* "" the default; a host or "@group" */
	enum ft_subordinate_kind kind;
	uint32_t slots; /* slot-wise limit, > 0 */
	struct ft_subordinate *item;
	size_t n;
};

struct ft_subordinates {
	struct ft_subordinate_list *list; /* the default first */
	size_t n;
};

/*
 * Parse TEXT into SUBORDINATES, which live in ARENA.  A queue that is named twice
 * in a list counts once: with the lower threshold, the higher number, the later
 * action.  FT_EINVAL: the message says what is wrong, and the column from 1.
 */
enum ft_status ft_subordinates_parse(struct ft_subordinates *subordinates,
    struct ft_arena *arena, const char *text, struct ft_error *err);
/* Append the canonical form: "slots=2(B.q:0:sr, C.q:2:lr)", "NONE". */
void ft_subordinates_print(
    struct ft_str *str, const struct ft_subordinates *subordinates);
/* Returns whether they say the same of all but the host. */
bool ft_subordinate_list_same(
    const struct ft_subordinate_list *a, const struct ft_subordinate_list *b);
/* Returns whether a queue of that name, first in a queue-wise list, would be
 * read as a limit of slots. */
bool ft_subordinate_misread(const char *queue);

/* ---- subordinate_tree.c: the queues of one host --------------------------------- */

/* A queue and its list on that host; both borrowed. */
struct ft_subordinate_queue {
	const char *name;
	const struct ft_subordinate_list *list; /* NULL none */
};

/* Slot-wise: the one queue above each, and where it is in that one's list.
 * What names no queue of this host is no edge. */
struct ft_subordinate_node {
	uint32_t superior; /* index; UINT32_MAX: a root, or in no tree */
	uint32_t item;     /* of the superior's list */
	uint32_t depth;    /* 0 a root */
};
/*
 * Fill NODE[n].  If there are several superiors, the first counts, and a loop is
 * cut where it closes; such lists are refused, see ft_subordinate_check.
 */
void ft_subordinate_tree(const struct ft_subordinate_queue *queue, size_t n,
    struct ft_subordinate_node *node);

/* A fault in the lists of a host. */
enum ft_subordinate_fault {
#define FT_SUBORDINATE_FAULT(id, refused, name) FT_SUBORDINATE_##id,
#include "model/research/subordinate.def"
#undef FT_SUBORDINATE_FAULT
	FT_SUBORDINATE_FAULTS
};
struct ft_subordinate_finding {
	enum ft_subordinate_fault fault;
	const char *queue; /* whose list it is about */
	const char *text;  /* one line, lower case, no full stop */
};
typedef void ft_subordinate_report(
    void *ctx, const struct ft_subordinate_finding *finding);

/* Returns whether lists with that fault are refused. */
bool ft_subordinate_is_refused(enum ft_subordinate_fault fault);
/* "loop", "inner-limit": the fault in a word. */
const char *ft_subordinate_fault_name(enum ft_subordinate_fault fault);
/*
 * Check the lists of the N queues of one host and report each fault, in the
 * order of the queues.  Returns how many are refused.
 */
size_t ft_subordinate_check(const struct ft_subordinate_queue *queue, size_t n,
    ft_subordinate_report *report, void *ctx);

#endif
