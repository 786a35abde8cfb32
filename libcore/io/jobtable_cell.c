/* jobtable_cell.c - what a cell of a column says. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/num.h"
#include "base/timefmt.h"
#include "io/jobtable_int.h"

/* Returns whether CELL says that there is nothing to say. */
static bool
is_nothing(const char *cell)
{
	static const char *const words[] = { "", "N/A", "n/a", "(null)", "None",
		"NONE", "Unknown", "None assigned", "INVALID", "NOT_SET", "*" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (!strcmp(cell, words[i]))
			return true;
	return false;
}

static const char *
keep(struct ft_jobtable_reading *reading, const char *cell)
{
	return is_nothing(cell) ? ""
				: ft_arena_strdup(&reading->table->arena, cell);
}

/* ---- numbers ---------------------------------------------------------------- */

/* A number at *text, which is moved behind it. */
static bool
take_number(const char **text, uint32_t *number)
{
	const char *at = *text;
	uint64_t value = 0;

	if (*at < '0' || *at > '9')
		return false;
	for (; *at >= '0' && *at <= '9'; at++) {
		value = value * 10 + (uint64_t)(*at - '0');
		if (value > UINT32_MAX)
			return false;
	}
	*number = (uint32_t)value;
	*text = at;
	return true;
}

static const char *
take_count(const char *cell, uint32_t *count)
{
	const char *at = cell;
	uint32_t number;

	if (is_nothing(cell))
		return NULL;
	/* squeue writes 2-4 for a range of nodes, 1+ for at least */
	if (!take_number(&at, &number) ||
	    (*at && *at != '-' && strcmp(at, "+") != 0))
		return "not a count";
	*count = number;
	return NULL;
}

/* ---- ids ------------------------------------------------------------------------ */

static const char *
take_tasks(struct ft_jobtable_reading *reading, struct ft_jobtable_job *job,
    const char *at)
{
	size_t len = strlen(at);
	uint32_t task;

	if (*at != '[') {
		if (!take_number(&at, &task) || *at || task > INT32_MAX)
			return "not a job id";
		job->task = (int32_t)task;
		return NULL;
	}
	if (len < 3 || at[len - 1] != ']')
		return "the list of tasks is cut off (wider column, or "
		       "squeue -r)";
	if (strstr(at, "..."))
		return "the list of tasks is cut off (SLURM_BITSTR_LEN=0, or "
		       "squeue -r)";
	job->tasks = ft_arena_strndup(&reading->table->arena, at + 1, len - 2);
	return NULL;
}

/* 12, 12_3, 12_[1-5%2]; 12+1, a part of a job that has several. */
static const char *
take_id(struct ft_jobtable_reading *reading, struct ft_jobtable_job *job,
    const char *cell)
{
	const char *at = cell;
	uint32_t number, part, before = job->number;

	if (!take_number(&at, &number) || !number)
		return "not a job id";
	if (*at == '+' && take_number((at++, &at), &part) && !*at) {
		if (number > UINT32_MAX - part)
			return "not a job id";
		number += part;
	}
	/* -O jobid,jobarrayid: both are titled JOBID */
	if (before && !*at && before != number) {
		job->raw = number;
		return NULL;
	}
	if (before)
		job->raw = before;
	job->number = number;
	if (*at == '_')
		return take_tasks(reading, job, at + 1);
	return *at ? "not a job id" : NULL;
}

static const char *
take_raw(struct ft_jobtable_reading *reading, struct ft_jobtable_job *job,
    const char *cell)
{
	const char *at = cell;

	(void)reading;
	return take_number(&at, &job->raw) && !*at ? NULL : "not a job id";
}

/* ---- times ---------------------------------------------------------------------- */

static const char *
take_time(const char *cell, int64_t *when)
{
	if (is_nothing(cell))
		return NULL;
	/* SLURM_TIME_FORMAT=%s */
	if (ft_num_i64(cell, when) && *when >= 0)
		return NULL;
	if (*cell < '0' || *cell > '9' || !strchr(cell, '-') ||
	    !ft_time_date(cell, 0, true, when))
		return "not a time";
	return NULL;
}

/* [D-]HH:MM:SS, and as squeue cuts it: MM:SS. */
static const char *
take_seconds(const char *cell, int64_t *seconds)
{
	uint32_t part[4] = { 0 }, n = 0;
	const char *at = cell;
	bool days = false;

	if (is_nothing(cell))
		return NULL;
	for (;;) {
		if (n == 4 || !take_number(&at, &part[n++]))
			return "not a duration";
		if (*at == '-' && n == 1) {
			days = true;
		} else if (*at != ':') {
			break;
		}
		at++;
	}
	/* microseconds of a CPU time */
	if (*at == '.')
		at += 1 + strspn(at + 1, "0123456789");
	if (*at || (days && n != 4) || (!days && (n < 2 || n > 3)))
		return "not a duration";
	*seconds = days ? part[0] * INT64_C(86400) : 0;
	for (uint32_t i = days, at_unit = n - 1; i < n; i++) {
		static const int64_t unit[] = { 1, 60, 3600 };

		*seconds += part[i] * unit[at_unit - i];
	}
	return NULL;
}

#define TIME(name, member)                                                     \
	static const char *take_##name(struct ft_jobtable_reading *reading,    \
	    struct ft_jobtable_job *job, const char *cell)                     \
	{                                                                      \
		(void)reading;                                                 \
		return take_time(cell, &job->member);                          \
	}
TIME(submit, submit)
TIME(eligible, eligible)
TIME(start, start)
TIME(end, end)

static const char *
take_elapsed(struct ft_jobtable_reading *reading, struct ft_jobtable_job *job,
    const char *cell)
{
	(void)reading;
	return take_seconds(cell, &job->elapsed);
}

static const char *
take_elapsed_raw(struct ft_jobtable_reading *reading,
    struct ft_jobtable_job *job, const char *cell)
{
	(void)reading;
	return ft_num_i64(cell, &job->elapsed) && job->elapsed >= 0
		   ? NULL
		   : "not a number of seconds";
}

static const char *
take_suspended(struct ft_jobtable_reading *reading, struct ft_jobtable_job *job,
    const char *cell)
{
	(void)reading;
	return take_seconds(cell, &job->suspended);
}

static const char *
take_limit(struct ft_jobtable_reading *reading, struct ft_jobtable_job *job,
    const char *cell)
{
	int64_t seconds = 0;
	const char *wrong;

	(void)reading;
	if (is_nothing(cell) || !strcmp(cell, "Partition_Limit"))
		return NULL;
	if (!strcasecmp(cell, "UNLIMITED")) {
		job->limit = FT_TIME_UNLIMITED;
		return NULL;
	}
	wrong = take_seconds(cell, &seconds);
	job->limit = (seconds + 59) / 60;
	return wrong;
}

static const char *
take_limit_raw(struct ft_jobtable_reading *reading, struct ft_jobtable_job *job,
    const char *cell)
{
	uint32_t minutes;

	if (!ft_num_u32(cell, &minutes))
		return take_limit(reading, job, cell);
	job->limit = minutes;
	return NULL;
}

/* ---- words ---------------------------------------------------------------------- */

#define TEXT(name, member)                                                     \
	static const char *take_##name(struct ft_jobtable_reading *reading,    \
	    struct ft_jobtable_job *job, const char *cell)                     \
	{                                                                      \
		job->member = keep(reading, cell);                             \
		return NULL;                                                   \
	}
TEXT(user, user)
TEXT(account, account)
TEXT(partition, partition)
TEXT(qos, qos)
TEXT(nodes, nodes)
TEXT(reason, reason)
TEXT(work_dir, work_dir)
TEXT(comment, comment)
TEXT(wckey, wckey)
TEXT(reservation, reservation)
TEXT(features, features)
TEXT(req_tres, req_tres)
TEXT(alloc_tres, alloc_tres)

/* "None" is a name like any other. */
static const char *
take_name(struct ft_jobtable_reading *reading, struct ft_jobtable_job *job,
    const char *cell)
{
	job->name = ft_arena_strdup(&reading->table->arena, cell);
	return NULL;
}

/* A host list, or a reason in brackets. */
static const char *
take_nodes_or_reason(struct ft_jobtable_reading *reading,
    struct ft_jobtable_job *job, const char *cell)
{
	size_t len = strlen(cell);

	if (*cell != '(')
		return take_nodes(reading, job, cell);
	if (cell[len - 1] == ')')
		len--;
	job->reason =
	    ft_arena_strndup(&reading->table->arena, cell + 1, len - 1);
	return NULL;
}

/* afterok:1(unfulfilled),afterany:2_*(failed): without what came of it. */
static const char *
take_dependency(struct ft_jobtable_reading *reading,
    struct ft_jobtable_job *job, const char *cell)
{
	char *to;

	if (is_nothing(cell))
		return NULL;
	to = ft_arena_strdup(&reading->table->arena, cell);
	job->dependency = to;
	for (const char *at = cell; *at; at++) {
		if (*at == '(')
			at += strcspn(at, ")");
		else
			*to++ = *at;
		if (!*at)
			break;
	}
	*to = '\0';
	return NULL;
}

/* ---- states --------------------------------------------------------------------- */

static const char *
take_state(struct ft_jobtable_reading *reading, struct ft_jobtable_job *job,
    const char *cell)
{
	static const char cancelled[] = "CANCELLED by ";
	const char *at = cell;
	int state;

	(void)reading;
	if (!strncmp(cell, cancelled, sizeof cancelled - 1)) {
		at += sizeof cancelled - 1;
		job->state = FT_JOB_CANCELLED;
		job->was_cancelled =
		    take_number(&at, &job->cancelled_by) && !*at;
		return job->was_cancelled ? NULL : "not a user id";
	}
	if (!strcasecmp(cell, "COMPLETING") || !strcmp(cell, "CG")) {
		job->completing = true;
		job->state = FT_JOB_COMPLETED;
		return NULL;
	}
	if (!strcasecmp(cell, "REQUEUED") || !strcmp(cell, "RQ")) {
		job->requeued = true;
		job->state = FT_JOB_CANCELLED;
		return NULL;
	}
	if (!strcasecmp(cell, "CONFIGURING") || !strcmp(cell, "CF") ||
	    !strcasecmp(cell, "RESIZING") || !strcmp(cell, "RS")) {
		job->state = FT_JOB_RUNNING;
		return NULL;
	}
	if (!strcasecmp(cell, "STOPPED") || !strcmp(cell, "ST")) {
		job->state = FT_JOB_SUSPENDED;
		return NULL;
	}
	state = ft_job_state_find(cell);
	if (state < 0)
		return "not a state of a job";
	job->state = (enum ft_job_state)state;
	return NULL;
}

static const char *
take_exit(struct ft_jobtable_reading *reading, struct ft_jobtable_job *job,
    const char *cell)
{
	const char *at = cell;

	(void)reading;
	if (take_number(&at, &job->exit_code) && *at == ':' &&
	    take_number((at++, &at), &job->exit_signal) && !*at)
		return NULL;
	return "not an exit status";
}

/* ---- sizes ---------------------------------------------------------------------- */

#define COUNT(name, member)                                                    \
	static const char *take_##name(struct ft_jobtable_reading *reading,    \
	    struct ft_jobtable_job *job, const char *cell)                     \
	{                                                                      \
		(void)reading;                                                 \
		return take_count(cell, &job->member);                         \
	}
COUNT(req_cpus, req_cpus)
COUNT(req_nodes, req_nodes)

/* AllocNodes of who never ran is 0: others may know better. */
static const char *
take_max(const char *cell, uint32_t *count)
{
	uint32_t number = 0;
	const char *wrong = take_count(cell, &number);

	if (number > *count)
		*count = number;
	return wrong;
}

static const char *
take_cpus(struct ft_jobtable_reading *reading, struct ft_jobtable_job *job,
    const char *cell)
{
	(void)reading;
	return take_max(cell, &job->cpus);
}

static const char *
take_n_nodes(struct ft_jobtable_reading *reading, struct ft_jobtable_job *job,
    const char *cell)
{
	(void)reading;
	return take_max(cell, &job->n_nodes);
}

/* 4000M, 3.91G, 4Gn, 4Gc, 0; without a unit MiB. */
static const char *
take_memory(struct ft_jobtable_reading *reading, struct ft_jobtable_job *job,
    const char *cell)
{
	static const char units[] = "KMGTP";
	size_t len = strspn(cell, "0123456789.");
	const char *at = cell + len, *unit;
	char number[32];
	double amount;

	if (is_nothing(cell) || !strcmp(cell, "?"))
		return NULL;
	if (len >= sizeof number)
		return "not an amount of memory";
	memcpy(number, cell, len);
	number[len] = '\0';
	if (!ft_num_double(number, &amount))
		return "not an amount of memory";
	unit = *at ? strchr(units, *at) : NULL;
	if (unit)
		at++;
	amount *= ldexp(1, 10 * (int)((unit ? unit : units + 1) - units) - 10);
	job->memory_of = reading->table->kind == FT_JOBTABLE_SQUEUE
			     ? FT_JOBTABLE_MEM_NODE
			     : FT_JOBTABLE_MEM_ALL;
	if (*at == 'n' || *at == 'c')
		job->memory_of =
		    *at++ == 'n' ? FT_JOBTABLE_MEM_NODE : FT_JOBTABLE_MEM_CPU;
	if (*at || amount > 1e15)
		return "not an amount of memory";
	job->memory = (uint64_t)ceil(amount);
	return NULL;
}

/* ---- priority --------------------------------------------------------------------- */

/* squeue %p is a fraction, which says nothing of the number. */
static const char *
take_priority(struct ft_jobtable_reading *reading, struct ft_jobtable_job *job,
    const char *cell)
{
	double fraction;

	(void)reading;
	if (is_nothing(cell))
		return NULL;
	if (ft_num_u32(cell, &job->priority)) {
		job->has_priority = true;
		return NULL;
	}
	return ft_num_double(cell, &fraction) ? NULL : "not a priority";
}

static const char *
take_nice(struct ft_jobtable_reading *reading, struct ft_jobtable_job *job,
    const char *cell)
{
	(void)reading;
	if (is_nothing(cell))
		return NULL;
	if (!ft_num_i64(cell, &job->nice) || job->nice > INT32_MAX ||
	    job->nice < INT32_MIN)
		return "not a number";
	return NULL;
}

/* ---- the columns -------------------------------------------------------------------- */

static const char *
take_nothing(struct ft_jobtable_reading *reading, struct ft_jobtable_job *job,
    const char *cell)
{
	(void)reading;
	(void)job;
	(void)cell;
	return NULL;
}

/* Some only so that their titles are not taken for others that were cut. */
const struct ft_jobtable_column ft_jobtable_columns[] = {
	{ "JobID", "JOBID", take_id, false },
	{ "JobIDRaw", NULL, take_raw, false },
	{ "User", "USER", take_user, false },
	{ "Account", "ACCOUNT", take_account, false },
	{ "Partition", "PARTITION", take_partition, false },
	{ "QOS", "QOS", take_qos, false },
	{ "JobName", "NAME", take_name, true },
	{ "State", "STATE", take_state, false },
	{ NULL, "ST", take_state, false },
	{ "Reason", "REASON", take_reason, true },
	{ NULL, "NODELIST(REASON)", take_nodes_or_reason, false },
	{ "NodeList", "NODELIST", take_nodes, false },
	{ "Submit", "SUBMIT_TIME", take_submit, false },
	{ "Eligible", "ELIGIBLE_TIME", take_eligible, false },
	{ "Start", "START_TIME", take_start, false },
	{ "End", "END_TIME", take_end, false },
	{ "Elapsed", "TIME", take_elapsed, false },
	{ "ElapsedRaw", NULL, take_elapsed_raw, false },
	{ "Suspended", NULL, take_suspended, false },
	{ "Timelimit", "TIME_LIMIT", take_limit, false },
	{ NULL, "TIME_LEFT", take_nothing, false },
	{ "TimelimitRaw", NULL, take_limit_raw, false },
	{ "AllocCPUS", "CPUS", take_cpus, false },
	{ "NCPUS", NULL, take_cpus, false },
	{ "ReqCPUS", "MIN_CPUS", take_req_cpus, false },
	{ "NNodes", "NODES", take_n_nodes, false },
	{ "AllocNodes", NULL, take_n_nodes, false },
	{ "ReqNodes", NULL, take_req_nodes, false },
	{ "ReqMem", "MIN_MEMORY", take_memory, false },
	{ "ReqTRES", NULL, take_req_tres, false },
	{ "AllocTRES", "TRES_ALLOC", take_alloc_tres, false },
	{ "Priority", "PRIORITY", take_priority, false },
	{ NULL, "NICE", take_nice, false },
	{ "ExitCode", NULL, take_exit, false },
	{ "WorkDir", "WORK_DIR", take_work_dir, true },
	{ "Comment", "COMMENT", take_comment, true },
	{ "WCKey", "WCKEY", take_wckey, false },
	{ "Reservation", "RESERVATION", take_reservation, false },
	{ "Constraints", "FEATURES", take_features, false },
	{ NULL, "DEPENDENCY", take_dependency, false },
	{ NULL, NULL, NULL, false },
};
