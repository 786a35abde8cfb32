/*
 * jobtext.h - properties of a job as Slurm's lists print them.
 *
 * What squeue, sacct and scontrol have in common; columns belong to each command.
 */
#ifndef FT_CMD_COMMON_JOBTEXT_H
#define FT_CMD_COMMON_JOBTEXT_H

#include "sim/world/world.h"

/* Name ("COMPLETING") or code ("CG") of its state, flags included. */
const char *ft_jobtext_state(const struct ft_job *job, bool code);
/* Its state, then its flag: "COMPLETED,COMPLETING". */
void ft_jobtext_add_states(struct ft_str *str, const struct ft_job *job);
/* "ReqNodeNotAvail, UnavailableNodes:n4" */
void ft_jobtext_add_reason(struct ft_str *str, const struct ft_job *job);
/* MiB with a unit: "1000M", "3G", "1.50G"; "0". */
void ft_jobtext_add_memory(struct ft_str *str, uint64_t mib);
/* "cpu=1,mem=2G,...": those of TRES (by index of TABLE) that are not 0.
 * flags: enum ft_tres_format_flag. */
void ft_jobtext_add_tres(struct ft_str *str, const struct ft_tres_table *table,
    const uint64_t *tres, unsigned flags);
/* One of TRES by index of the table, 0 if there are none. */
uint64_t ft_jobtext_tres(const uint64_t *tres, int index);

/* Nodes and CPUs: those it has, or the minimum it asks for. */
uint32_t ft_jobtext_nodes(
    const struct ft_world *world, const struct ft_job *job);
uint64_t ft_jobtext_cpus(const struct ft_job *job);
/* The maximum of CPUs it asks for: "NumCPUs=4-8" of scontrol update. */
uint64_t ft_jobtext_most_cpus(const struct ft_job *job);
/* The maximum of nodes it asks for, or those it has. */
uint32_t ft_jobtext_most_nodes(
    const struct ft_world *world, const struct ft_job *job);
/* Returns whether scontrol shows that number beside the least. */
bool ft_jobtext_has_most_nodes(
    const struct ft_world *world, const struct ft_job *job);
/* The minimum of CPUs on each of its nodes. */
uint32_t ft_jobtext_least_cpus(const struct ft_job *job);
/* Append a requested number, or NONE if nothing was requested. */
void ft_jobtext_add_asked(
    struct ft_str *str, uint32_t number, const char *none);
/* Whether it shares its nodes: "OK", "YES", "NO", "USER", "MCS"; since 26.05
 * only the first three. */
const char *ft_jobtext_sharing(
    const struct ft_world *world, const struct ft_job *job);
/* Whether that is shown apart from what the job asks for: since 26.05. */
bool ft_jobtext_shares_apart(const struct ft_world *world);
/* What it asks for, in 22.05's words; in a partition that is for one user at a
 * time, USER_PARTITION. */
const char *ft_jobtext_sharing_asked(
    const struct ft_job *job, bool user_partition);
/* Whether jobs of PARTITION may share nodes: "NO", "YES:4", "EXCLUSIVE". */
const char *ft_jobtext_partition_shares(
    const struct ft_world *world, const struct ft_partition *partition);
/* Append PreemptMode as Slurm orders it: "GANG,SUSPEND". */
void ft_jobtext_add_preempt_mode(struct ft_str *str, const char *words);
/* Whether it has its nodes alone: "NO", "NODE", "USER", "MCS". */
const char *ft_jobtext_exclusive(
    const struct ft_world *world, const struct ft_job *job);
/* Append the generic resources it asks for on each node: "gres:gpu:2". */
void ft_jobtext_add_gres(struct ft_str *str, const struct ft_job *job);
/* Append generic resources as 24.11 writes them: "gres/gpu:2" for
 * "gres:gpu:2". */
void ft_jobtext_add_slashed(struct ft_str *str, const char *gres);
/* Requested memory per CPU or node in MiB; 0: all or none. */
uint64_t ft_jobtext_memory(const struct ft_job *job);
/* That per GPU where Slurm shows it instead; else 0. */
uint64_t ft_jobtext_gpu_memory(
    const struct ft_world *world, const struct ft_job *job);
/* "2 GPUs", "1 a100 GPU", "3 gres/disk": an amount of a generic resource, for
 * people. */
void ft_jobtext_add_resource(
    struct ft_str *str, const struct ft_gres *gres, uint64_t amount);
/* Append its request, except time: "1 node and 32 CPUs with 64000M of
 * memory, 4 GPUs on each node, 2 of license tool, features big". */
void ft_jobtext_add_request(
    struct ft_str *str, const struct ft_world *world, const struct ft_job *job);
/* Append the first of its nodes, if it has any. */
void ft_jobtext_add_first_node(
    struct ft_str *str, const struct ft_world *world, const struct ft_job *job);
/* Append the name of its QOS; "(null)": it has none, or it was removed.  Returns
 * whether there is one. */
bool ft_jobtext_add_qos(
    struct ft_str *str, const struct ft_world *world, const struct ft_job *job);
/* Append the waiting indices of an array.  cut: truncated as Slurm does, to
 * $SLURM_BITSTR_LEN or 64 bytes. */
void ft_jobtext_add_tasks(
    struct ft_str *str, const struct ft_job *job, bool cut);
/* Append the name of its group: each user has one with his own number. */
void ft_jobtext_add_group(struct ft_str *str, const struct ft_job *job);
/* Returns its time limit in minutes, or the partition's; FT_TIME_UNLIMITED:
 * none. */
int64_t ft_jobtext_limit(
    const struct ft_world *world, const struct ft_job *job);
/* Its actual or expected start; 0: unknown. */
int64_t ft_jobtext_start(const struct ft_job *job, int64_t now);
/* slurmctld adds "no limit" as 4294967295 minutes of 60 seconds in 32 bits. */
#define FT_JOBTEXT_ENDLESS INT64_C(4294967236)
/* When it ended, or will end if it uses its whole time limit; 0: unknown. */
int64_t ft_jobtext_end(const struct ft_world *world, const struct ft_job *job);
/* How it ended: its exit status, and the signal that ended it, 0 none. */
void ft_jobtext_exit(
    const struct ft_job *job, uint32_t *code, uint32_t *signal);
/* Its tasks: once it has nodes, those that they hold. */
uint32_t ft_jobtext_tasks(
    const struct ft_world *world, const struct ft_job *job);
/* Returns whether it has or had nodes. */
bool ft_jobtext_has_run(const struct ft_job *job);

#endif
