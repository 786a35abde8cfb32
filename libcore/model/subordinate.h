/*
 * subordinate.h - Grid Engine's subordinate_list: queues whose jobs are
 * suspended while another queue is busy.
 *
 * Two forms: queue-wise, "B.q=1,C.q" (the whole instance of B.q on a host is
 * suspended once 1 slot of the superior is used, C.q when all are), and
 * slot-wise, "slots=2(B.q:1:sr,C.q:2:lr)" (single tasks are, so that at most 2
 * run in the tree of that host); host overrides behind, ",[host=...]".
 * Parsed, checked and printed here; played by sim/slotwise.h.
 * Source: queue_conf(5) of Grid Engine 6.2u5; man/fairtree.conf.5.
 */
#ifndef FT_MODEL_SUBORDINATE_H
#define FT_MODEL_SUBORDINATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/str.h"

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
	struct ft_arena arena;
	struct ft_subordinate_list *list; /* the default first */
	size_t n;
};

/*
 * Parse TEXT.  FT_EINVAL: what is wrong and where, counted from 1.
 * ft_subordinates_free even on failure.
 */
enum ft_status ft_subordinates_parse(struct ft_subordinates *subordinates,
    const char *text, struct ft_error *err);
void ft_subordinates_free(struct ft_subordinates *subordinates);
/* Append the canonical form: "slots=2(B.q:0:sr, C.q:2:lr)", "NONE". */
void ft_subordinates_print(
    struct ft_str *str, const struct ft_subordinates *subordinates);

#endif
