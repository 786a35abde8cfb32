/* nodestate.c - the words for states of nodes. */

#include "model/machine/nodestate.h"

static const char *const bases[] = {
#define BASE(id, word) [FT_NODE_BASE_##id] = (word),
#include "model/machine/nodestate.def"
};

static const struct {
	unsigned flag;
	const char *word;
} flags[] = {
#define FLAG(id, bit, word) { FT_NODE_HAS_##id, word },
#include "model/machine/nodestate.def"
};

static const struct {
	unsigned flags, bases;
	const char *compact, *whole;
} shown[] = {
#define IS(id)                              FT_NODE_HAS_##id
#define IN(id)                              (1U << FT_NODE_BASE_##id)
#define BUSY                                (IN(ALLOCATED) | IN(MIXED))
#define ANY                                 ((1U << FT_NODE_BASES) - 1)
#define SHOWN(flags, bases, compact, whole) { flags, bases, compact, whole },
#include "model/machine/nodestate.def"
};

const char *
ft_nodestate_word(enum ft_nodestate_base base)
{
	return bases[base];
}

static void
add_flags(struct ft_str *str, unsigned state, const char *before)
{
	for (size_t i = 0; i < FT_COUNT(flags); i++)
		if (state & flags[i].flag) {
			ft_str_add(str, before);
			ft_str_add(str, flags[i].word);
			before = *before == '+' ? "+" : ",";
		}
}

void
ft_nodestate_add_flags(struct ft_str *str, unsigned state)
{
	add_flags(str, state, "");
}

void
ft_nodestate_add(struct ft_str *str, unsigned state)
{
	ft_str_add(str, bases[ft_nodestate_base(state)]);
	add_flags(str, state, "+");
}

void
ft_nodestate_add_list(struct ft_str *str, unsigned state)
{
	ft_str_add(str, bases[ft_nodestate_base(state)]);
	for (unsigned bit = 1U << FT_NODE_BASE_BITS; bit <= state; bit <<= 1)
		if (state & bit)
			add_flags(str, bit, ",");
}

void
ft_nodestate_add_shown(struct ft_str *str, unsigned state, bool compact)
{
	unsigned base = 1U << ft_nodestate_base(state);
	size_t i = 0;

	while ((state & shown[i].flags) != shown[i].flags ||
	       !(base & shown[i].bases))
		i++;
	ft_str_add(str, compact ? shown[i].compact : shown[i].whole);
	if (state & FT_NODE_HAS_POWERED_DOWN)
		ft_str_add_char(str, '~');
	else if (state & FT_NODE_HAS_MAINT &&
		 shown[i].flags != FT_NODE_HAS_MAINT)
		ft_str_add_char(str, '$');
}
