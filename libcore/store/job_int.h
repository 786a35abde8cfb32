/*
 * job_int.h - columns of jobs and reservations that are texts of arrays.
 */
#ifndef FT_STORE_JOB_INT_H
#define FT_STORE_JOB_INT_H

#include "model/reservation.h"
#include "store/jobs.h"
#include "store/store_int.h"

#define FT_JOB_NODES_MAX 1000000 /* of one job; more can only be damage */

/*
 * Texts of arrays.  Readers return false when the text is none of ours: the
 * row is damaged.
 */

/* "1=4,2=4000": by id, without zeros. */
void ft_tres_vector_add(struct ft_str *str, const struct ft_tres_table *tres,
    const uint64_t *count);
/* Into count[tres->n] (zeroed by the caller); ids that are not in the table
 * any more are left out. */
bool ft_tres_vector_read(
    const char *text, const struct ft_tres_table *tres, uint64_t *count);
/* The count of TRES id ID alone, into *count (0: not in it). */
bool ft_tres_vector_get(const char *text, uint32_t id, uint64_t *count);

/* "0-6,9": the waiting tasks of a head. */
void ft_job_tasks_add(struct ft_str *str, const struct ft_job *job);
bool ft_job_tasks_read(const char *text, struct ft_job *job);
void ft_job_depends_add(struct ft_str *str, const struct ft_job *job);
bool ft_job_depends_read(const char *text, struct ft_job *job);
/* "16/4000x3,4/0"; read, the node of each is its place in job->nodes. */
void ft_job_nodes_add(struct ft_str *str, const struct ft_job *job);
bool ft_job_nodes_read(const char *text, struct ft_job *job);

/* "4/0,2/8": cores of a reservation, into *core (the caller's) and *n. */
bool ft_reservation_cores_read(
    const char *text, struct ft_reservation_cores **core, size_t *n);

void ft_reservation_cores_add(
    struct ft_str *str, const struct ft_reservation *reservation);

#endif
