/*
 * text_internal.h - amounts of TRES as text.
 */
#ifndef FT_STORE_JOB_TEXT_INTERNAL_H
#define FT_STORE_JOB_TEXT_INTERNAL_H

#include "model/reservation/reservation.h"
#include "store/job/jobs.h"
#include "store/internal.h"

#define FT_JOB_NODES_MAX 1000000 /* of one job; more can only be damage */

/* The count of TRES id ID in TEXT, a vector such as "1=4,2=4000": by id, without
 * zeros; into *count (0: not in it).  Returns false when the text is none of
 * ours. */
bool ft_tres_vector_get(const char *text, uint32_t id, uint64_t *count);

#endif
