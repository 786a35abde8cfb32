/*
 * nodestate.h - the state of a node at one moment, and its words.
 *
 * It is a base and any number of flags, as one number: of two nodes sinfo lists
 * the one with the larger number first.  report/node/node.h finds the state of
 * a node of a world.  Source: sinfo(1), scontrol(1).
 */
#ifndef FT_MODEL_MACHINE_NODESTATE_H
#define FT_MODEL_MACHINE_NODESTATE_H

#include "base/base.h"

enum ft_nodestate_base {
#define BASE(id, word) FT_NODE_BASE_##id,
#include "model/machine/nodestate.def"
	FT_NODE_BASES
};
#define FT_NODE_BASE_BITS 4

enum ft_nodestate_flag {
#define FLAG(id, bit, word) FT_NODE_HAS_##id = 1 << (FT_NODE_BASE_BITS + (bit)),
#include "model/machine/nodestate.def"
};

static inline enum ft_nodestate_base
ft_nodestate_base(unsigned state)
{
	return (enum ft_nodestate_base)(
	    state & ((1U << FT_NODE_BASE_BITS) - 1));
}

/* Returns whether jobs run there. */
static inline bool
ft_nodestate_is_busy(unsigned state)
{
	enum ft_nodestate_base base = ft_nodestate_base(state);

	return base == FT_NODE_BASE_ALLOCATED || base == FT_NODE_BASE_MIXED;
}

/* Returns the word of a base: "IDLE". */
const char *ft_nodestate_word(enum ft_nodestate_base base);
/* Append the words of the flags of STATE, a comma between them: "DRAIN,RESERVED". */
void ft_nodestate_add_flags(struct ft_str *str, unsigned state);
/* Append all of STATE as scontrol does: "IDLE+DRAIN". */
void ft_nodestate_add(struct ft_str *str, unsigned state);
/* Append all of STATE as documents of Slurm list it, the flags in the order of
 * their bits: "IDLE,RESERVED,MAINTENANCE". */
void ft_nodestate_add_list(struct ft_str *str, unsigned state);
/* Append what sinfo calls STATE: "drained~", or short "drain~". */
void ft_nodestate_add_shown(struct ft_str *str, unsigned state, bool compact);

#endif
