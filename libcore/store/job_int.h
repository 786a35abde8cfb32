/*
 * job_int.h - amounts of TRES as text.
 */
#ifndef FT_STORE_JOB_INT_H
#define FT_STORE_JOB_INT_H

#include "model/reservation.h"
#include "store/jobs.h"
#include "store/store_int.h"

#define FT_JOB_NODES_MAX 1000000 /* of one job; more can only be damage */

/* The count of TRES id ID in TEXT, a vector such as "1=4,2=4000": by id, without
 * zeros; into *count (0: not in it).  Returns false when the text is none of
 * ours. */
bool ft_tres_vector_get(const char *text, uint32_t id, uint64_t *count);

#endif
