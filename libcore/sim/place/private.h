/*
 * private.h - scratch of select.c, and host lists that jobs name.
 */
#ifndef FT_SIM_PLACE_PRIVATE_H
#define FT_SIM_PLACE_PRIVATE_H

#include "sim/place/place.h"

/* A node with room for the job; in the order of their names. */
struct ft_candidate {
	uint32_t node;
	uint32_t room, part; /* CPUs, in whole tasks: possible, taken */
	bool used;           /* taken for the job */
	bool passed;         /* too small to be the last node */
};

/* Host lists that jobs name, parsed once. */
struct ft_named_nodes {
	const char *text; /* interned: the pointer is the key */
	ft_nodes *set;
	bool gone; /* it names a node that the settings no longer have */
};

#endif
