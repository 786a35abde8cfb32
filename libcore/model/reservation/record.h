/*
 * record.h - what the accounting remembers of a reservation: one record for each
 * time in which it had the same nodes and users.
 *
 * Plain data.  Strings are never NULL and belong to whoever read the record; tres
 * is its own array.
 */
#ifndef FT_MODEL_RESERVATION_RECORD_H
#define FT_MODEL_RESERVATION_RECORD_H

#include "base/base.h"

struct ft_reservation_record {
	uint32_t id;     /* of the store; 0 not stored yet */
	uint32_t number; /* of the reservation */
	const char *name;
	int64_t start, end; /* time */
	int64_t deleted;    /* time; 0 no */
	const char *nodes;  /* host list */
	uint64_t flags;     /* FT_RESERVATION_MASK(...) */
	const char *assocs; /* ids of associations, "3,6"; "-3": all but this */
	uint64_t *tres;     /* by index of a TRES table */
	double unused;      /* seconds in which no job used it */
};

#endif
