/*
 * job_int.h - the columns of a job's row, and the texts some of them are.
 */
#ifndef FT_STORE_JOB_INT_H
#define FT_STORE_JOB_INT_H

#include "model/reservation.h"
#include "store/jobs.h"
#include "store/store_int.h"

#define FT_JOB_NODES_MAX 1000000 /* of one job; more can only be damage */

/*
 * F(KIND, column, member of struct ft_job), in the order of the statements.
 * Kinds: U32, U64, I64, BOOL, TEXT, REAL; ID (u32, 0 is NULL); MEM (u64,
 * FT_MEM_UNSET is NULL); LIMIT (i64, FT_TIME_UNLIMITED is NULL); TASK (i32,
 * FT_TASK_NONE is NULL); STATE, FLAGS, SUSPENDER, HOLD, SCHEDULER, REASON; TASKS, DEPENDS,
 * REQ, ALLOC, NODES are texts of arrays.
 */
#define FT_JOB_FIELDS(F)                                                       \
	FT_JOB_KEYS(F)                                                         \
	FT_JOB_REST(F)
/* Those with an index, which mostly stay: an update leaves them alone. */
#define FT_JOB_KEYS(F)                                                         \
	F(U32, number, number)                                                 \
	F(ID, assoc, assoc)                                                    \
	F(ID, array_job, array_job)
#define FT_JOB_REST(F)                                                         \
	F(STATE, state, state)                                                 \
	F(FLAGS, state_flags, flags)                                           \
	F(REASON, reason, reason)                                              \
	F(TEXT, reason_detail, reason_detail)                                  \
	F(TEXT, user, user)                                                    \
	F(TEXT, account, account)                                              \
	F(U32, uid, uid)                                                       \
	F(U32, gid, gid)                                                       \
	F(ID, qos, qos)                                                        \
	F(TEXT, partitions, partitions)                                        \
	F(TEXT, partition, partition)                                          \
	F(TEXT, reservation, reservation)                                      \
	F(TEXT, wckey, wckey)                                                  \
	F(TEXT, name, name)                                                    \
	F(TEXT, comment, comment)                                              \
	F(TEXT, admin_comment, admin_comment)                                  \
	F(TEXT, system_comment, system_comment)                                \
	F(TEXT, extra, extra)                                                  \
	F(TEXT, command, command)                                              \
	F(TEXT, work_dir, work_dir)                                            \
	F(TEXT, options, options)                                              \
	F(TASK, array_task, array_task)                                        \
	F(TASKS, array_tasks, tasks)                                           \
	F(U32, array_throttle, array_throttle)                                 \
	F(U32, array_size, array_size)                                         \
	F(TEXT, dependency, dependency)                                        \
	F(DEPENDS, depends, depend)                                            \
	F(BOOL, kill_on_invalid_dep, kill_on_invalid_dep)                      \
	F(I64, submitted, submitted)                                           \
	F(I64, eligible, eligible)                                             \
	F(I64, accrue, accrue)                                                 \
	F(I64, begins, begins)                                                 \
	F(I64, deadline, deadline)                                             \
	F(I64, started, started)                                               \
	F(I64, charged, charged)                                               \
	F(I64, ended, ended)                                                   \
	F(I64, expected, expected)                                             \
	F(I64, suspended, suspended)                                           \
	F(I64, suspended_secs, suspended_secs)                                 \
	F(SUSPENDER, suspended_by, suspended_by)                               \
	F(I64, resumed, resumed)                                               \
	F(I64, last_eval, last_eval)                                           \
	F(LIMIT, time_limit, time_limit)                                       \
	F(I64, time_min, time_min)                                             \
	F(I64, run_time, run_time)                                             \
	F(U32, priority, priority)                                             \
	F(BOOL, priority_set, priority_set)                                    \
	F(I64, nice, nice)                                                     \
	F(I64, site_factor, site_factor)                                       \
	F(HOLD, hold, hold)                                                    \
	F(U32, min_nodes, min_nodes)                                           \
	F(U32, max_nodes, max_nodes)                                           \
	F(BOOL, nodes_given, nodes_given)                                      \
	F(U32, tasks, tasks_wanted)                                            \
	F(BOOL, tasks_given, tasks_given)                                      \
	F(U32, cpus_per_task, cpus_per_task)                                   \
	F(U32, tasks_per_node, tasks_per_node)                                 \
	F(MEM, mem_per_node, mem_per_node)                                     \
	F(MEM, mem_per_cpu, mem_per_cpu)                                       \
	F(U64, disk_per_node, disk_per_node)                                   \
	F(TEXT, gres, gres)                                                    \
	F(TEXT, licenses, licenses)                                            \
	F(TEXT, features, features)                                            \
	F(TEXT, req_nodes, req_nodes)                                          \
	F(TEXT, exc_nodes, exc_nodes)                                          \
	F(BOOL, exclusive, exclusive)                                          \
	F(BOOL, contiguous, contiguous)                                        \
	F(REQ, req_tres, req)                                                  \
	F(ALLOC, alloc_tres, alloc)                                            \
	F(REAL, billing, billing)                                              \
	F(TEXT, nodes, nodes)                                                  \
	F(NODES, node_use, node)                                               \
	F(TEXT, sched_nodes, sched_nodes)                                      \
	F(SCHEDULER, scheduler, scheduler)                                     \
	F(BOOL, requeue, requeue)                                              \
	F(U32, restarts, restarts)                                             \
	F(U32, preempted, preempted)                                           \
	F(U32, preempt_by, preempt_by)                                         \
	F(I64, preempt_at, preempt_at)                                         \
	F(U32, exit_code, exit_code)                                           \
	F(U32, exit_signal, exit_signal)                                       \
	F(U32, cancelled_by, cancelled_by)                                     \
	F(BOOL, was_cancelled, was_cancelled)

/* As parts of statements. */
#define FT_JOB_NAME(kind, column, member) ", " #column
#define FT_JOB_HOLE(kind, column, member) ", ?"
#define FT_JOB_SET(kind, column, member)  ", " #column " = ?"
#define FT_JOB_COLUMNS                                                         \
	"SELECT id, stamp" FT_JOB_FIELDS(FT_JOB_NAME) " FROM job "

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

/* A row of FT_JOB_COLUMNS into JOB, initialised. */
struct ft_job_reading {
	struct ft_store *store;
	struct ft_intern *strings;
	const struct ft_tres_table *tres;
};
void ft_job_row(
    struct ft_job_reading *reading, sqlite3_stmt *stmt, struct ft_job *job);
/* Bind the columns of FT_JOB_REST, after the keys or not, from hole FIRST on;
 * texts are JOB's.  Returns 0, or not if one failed. */
int ft_job_bind(sqlite3_stmt *stmt, int first, bool keys,
    const struct ft_job *job, const struct ft_tres_table *tres);

#endif
