/*
 * reservation.h - an advance reservation: nodes kept for some from one time to
 * another.
 *
 * Plain data.  Strings are never NULL ("" none) and belong to whoever holds the
 * reservation.  Rules are sim/reserve.h's, words of `scontrol create
 * reservation` are reservation.def's.  Source: scontrol(1), RESERVATIONS.
 */
#ifndef FT_MODEL_RESERVATION_H
#define FT_MODEL_RESERVATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ft_reservation {
	uint32_t id; /* of the store; 0 not stored yet */
	const char *name;
	int64_t start, end; /* time */
	const char *nodes;  /* host list, as chosen */
	uint32_t *node;     /* indices in the machine, ascending */
	size_t n_node;
	uint32_t node_count, core_count;       /* asked for */
	const char *users, *accounts, *groups; /* comma lists, "-x" excludes */
	const char *partition, *features, *licenses, *comment;
	uint64_t flags;          /* rows of reservation.def */
	int64_t max_start_delay; /* seconds; 0 none */
	int64_t purge;           /* seconds; -1 none */
	bool dirty;
};

#endif
