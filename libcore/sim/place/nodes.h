/*
 * nodes.h - sets of nodes as bits; struct ft_place says how many words they have.
 */
#ifndef FT_SIM_PLACE_NODES_H
#define FT_SIM_PLACE_NODES_H

#include "model/job/job.h"

/* A set of nodes: bit i of word i / 64 is node i. */
typedef uint64_t ft_nodes;

static inline bool
ft_nodes_has(const ft_nodes *nodes, uint32_t node)
{
	return nodes[node / 64] >> node % 64 & 1;
}

static inline void
ft_nodes_put(ft_nodes *nodes, uint32_t node)
{
	nodes[node / 64] |= UINT64_C(1) << node % 64;
}
static inline void
ft_nodes_drop(ft_nodes *nodes, uint32_t node)
{
	nodes[node / 64] &= ~(UINT64_C(1) << node % 64);
}

/* Returns the lowest node of WORD, the word of that INDEX in a set; WORD is not
 * 0.  The nodes of a word are visited by for (ft_nodes word = set[w]; word;
 * word &= word - 1) ... ft_nodes_first(w, word) ... */
static inline uint32_t
ft_nodes_first(uint32_t index, ft_nodes word)
{
	return index * 64 + (uint32_t)__builtin_ctzll(word);
}

/* Returns whether two sets of N_WORD words have a node in common. */
static inline bool
ft_nodes_meet(const ft_nodes *a, const ft_nodes *b, uint32_t n_word)
{
	for (uint32_t w = 0; w < n_word; w++)
		if (a[w] & b[w])
			return true;
	return false;
}

/* Remove from A the nodes that are not in B; sets of N_WORD words. */
static inline void
ft_nodes_and(ft_nodes *a, const ft_nodes *b, uint32_t n_word)
{
	for (uint32_t w = 0; w < n_word; w++)
		a[w] &= b[w];
}

/* Remove the nodes of B from A; sets of N_WORD words. */
static inline void
ft_nodes_minus(ft_nodes *a, const ft_nodes *b, uint32_t n_word)
{
	for (uint32_t w = 0; w < n_word; w++)
		a[w] &= ~b[w];
}

/* Returns the number of nodes in a word of a set. */
FT_WRAPS static inline uint32_t
ft_nodes_count(ft_nodes word)
{
	word -= word >> 1 & UINT64_C(0x5555555555555555);
	word = (word & UINT64_C(0x3333333333333333)) +
	       (word >> 2 & UINT64_C(0x3333333333333333));
	word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
	return (uint32_t)(word * UINT64_C(0x0101010101010101) >> 56);
}

/* Returns the number of nodes in a set of N_WORD words. */
static inline uint32_t
ft_nodes_size(const ft_nodes *nodes, uint32_t n_word)
{
	uint32_t n = 0;

	for (uint32_t w = 0; w < n_word; w++)
		n += ft_nodes_count(nodes[w]);
	return n;
}

/* Returns whether JOB has one of the nodes. */
static inline bool
ft_nodes_has_job(const ft_nodes *nodes, const struct ft_job *job)
{
	for (size_t i = 0; i < job->n_node; i++)
		if (ft_nodes_has(nodes, job->node[i].node))
			return true;
	return false;
}

#endif
