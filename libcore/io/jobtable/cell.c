/* cell.c - parse the cells of each column of a job table. */

#include "base/text/timefmt.h"
#include "base/text/word.h"
#include "io/jobtable/private.h"
#include "model/job/joboption.h"

/* Returns whether CELL stands for no value. */
static bool
is_nothing(const char *cell)
{
	static const char *const words[] = { "", "N/A", "n/a", "(null)", "None",
		"NONE", "Unknown", "None assigned", "INVALID", "NOT_SET", "*" };

	for (size_t i = 0; i < FT_COUNT(words); i++)
		if (!strcmp(cell, words[i]))
			return true;
	return false;
}

/* ---- numbers ---------------------------------------------------------------- */

/* A cell being parsed. */
struct cell {
	const char *text;
	void *member; /* of the job, as the row of the column says */
	struct ft_jobtable_job *job;
	struct ft_jobtable *table;
	const struct ft_jobtable_column *column;
};

static const char *
take_count(const struct cell *cell)
{
	const char *at = cell->text;
	uint32_t number;

	/* squeue writes 2-4 for a range of nodes, 1+ for at least */
	if (!ft_num_take_u32(&at, &number) ||
	    (*at && *at != '-' && strcmp(at, "+") != 0))
		return "not a count";
	*(uint32_t *)cell->member = number;
	return NULL;
}

/* AllocNodes of a job that never ran is 0: another column may have the number. */
static const char *
take_most(const struct cell *cell)
{
	uint32_t number = 0, *count = cell->member;
	const struct cell one = { .text = cell->text, .member = &number };
	const char *wrong = take_count(&one);

	if (number > *count)
		*count = number;
	return wrong;
}

/* ---- ids ------------------------------------------------------------------------ */

static const char *
take_tasks(const struct cell *cell, const char *at)
{
	static const char other[] = "another column names other tasks";
	size_t len = strlen(at);
	uint32_t task;

	if (*at != '[') {
		if (!ft_num_take_u32(&at, &task) || *at || task > INT32_MAX)
			return "not a job id";
		if (*cell->job->tasks || (cell->job->task != FT_TASK_NONE &&
					     cell->job->task != (int32_t)task))
			return other;
		cell->job->task = (int32_t)task;
		return NULL;
	}
	if (len < 3 || at[len - 1] != ']')
		return "the list of tasks is cut off (wider column, or "
		       "squeue -r)";
	if (strstr(at, "..."))
		return "the list of tasks is cut off (SLURM_BITSTR_LEN=0, or "
		       "squeue -r)";
	if (cell->job->task != FT_TASK_NONE)
		return other;
	cell->job->tasks =
	    ft_arena_strndup(&cell->table->arena, at + 1, len - 2);
	return NULL;
}

/* 12, 12_3, 12_[1-5%2]; 12+1, a part of a job that has several. */
static const char *
take_id(const struct cell *cell)
{
	struct ft_jobtable_job *job = cell->job;
	const char *at = cell->text;
	uint32_t number, part, before = job->number;

	if (!ft_num_take_u32(&at, &number) || !number)
		return "not a job id";
	if (*at == '+' && ft_num_take_u32((at++, &at), &part) && !*at) {
		if (number > UINT32_MAX - part)
			return "not a job id";
		number += part;
	}
	/* -O jobid,jobarrayid: both columns have the title JOBID */
	if (before && !*at && before != number) {
		job->raw = number;
		return NULL;
	}
	if (before)
		job->raw = before;
	job->number = number;
	if (*at == '_')
		return take_tasks(cell, at + 1);
	return *at ? "not a job id" : NULL;
}

/* The indices of an array without brackets: 3, 1-5%2. */
static const char *
take_array(const struct cell *cell)
{
	struct ft_str list FT_CLEANUP(ft_str_free) = { 0 };
	const struct cell one = {
		.text = cell->text, .job = cell->job, .table = cell->table
	};
	uint32_t task;

	if (*cell->text == '[' || ft_num_u32(cell->text, &task))
		return take_tasks(&one, cell->text);
	ft_str_addf(&list, "[%s]", cell->text);
	return take_tasks(&one, list.data);
}

static const char *
take_raw(const struct cell *cell)
{
	const char *at = cell->text;

	return ft_num_take_u32(&at, cell->member) && !*at ? NULL
							  : "not a job id";
}

/* ---- times ---------------------------------------------------------------------- */

static const char *
take_time(const struct cell *cell)
{
	const char *text = cell->text;
	int64_t *when = cell->member;

	/* SLURM_TIME_FORMAT=%s */
	if (ft_num_i64(text, when) && *when >= 0)
		return NULL;
	if (*text < '0' || *text > '9' || !strchr(text, '-') ||
	    !ft_time_date(text, 0, true, when))
		return "not a time";
	return NULL;
}

/* [D-]HH:MM:SS, and as squeue cuts it: MM:SS. */
static const char *
take_seconds(const struct cell *cell)
{
	uint32_t part[4] = { 0 }, n = 0;
	const char *at = cell->text;
	bool days = false;
	int64_t seconds;

	for (;;) {
		if (n == 4 || !ft_num_take_u32(&at, &part[n++]))
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
	seconds = days ? part[0] * INT64_C(86400) : 0;
	for (uint32_t i = days, at_unit = n - 1; i < n; i++) {
		static const int64_t unit[] = { 1, 60, 3600 };

		seconds += part[i] * unit[at_unit - i];
	}
	*(int64_t *)cell->member = seconds;
	return NULL;
}

static const char *
take_elapsed_raw(const struct cell *cell)
{
	int64_t *seconds = cell->member;

	return ft_num_i64(cell->text, seconds) && *seconds >= 0
		   ? NULL
		   : "not a number of seconds";
}

static const char *
take_limit(const struct cell *cell)
{
	int64_t seconds = 0, *limit = cell->member;
	const struct cell span = { .text = cell->text, .member = &seconds };
	const char *wrong;

	if (!strcmp(cell->text, "Partition_Limit"))
		return NULL;
	if (!strcasecmp(cell->text, "UNLIMITED")) {
		*limit = FT_TIME_UNLIMITED;
		return NULL;
	}
	wrong = take_seconds(&span);
	*limit = (seconds + 59) / 60;
	return wrong;
}

static const char *
take_minutes(const struct cell *cell)
{
	uint32_t minutes;

	if (!ft_num_u32(cell->text, &minutes))
		return "not a number of minutes";
	*(int64_t *)cell->member = minutes;
	return NULL;
}

static const char *
take_limit_raw(const struct cell *cell)
{
	uint32_t minutes;

	if (!ft_num_u32(cell->text, &minutes))
		return take_limit(cell);
	cell->job->limit = minutes;
	return NULL;
}

/* How long a job may still run, of which with its run time the limit results. */
static const char *
take_left(const struct cell *cell)
{
	if (!strcasecmp(cell->text, "UNLIMITED")) {
		if (cell->job->limit == FT_TIME_NONE)
			cell->job->limit = FT_TIME_UNLIMITED;
		return NULL;
	}
	/* a job above its limit, in OverTimeLimit */
	return take_seconds(
	    &(struct cell){ .text = cell->text + (*cell->text == '-'),
		.member = cell->member });
}

/* ---- words ---------------------------------------------------------------------- */

static const char *
take_text(const struct cell *cell)
{
	*(const char **)cell->member =
	    ft_arena_strdup(&cell->table->arena, cell->text);
	return NULL;
}

static const char *
take_flag(const struct cell *cell)
{
	bool yes = !strcmp(cell->text, "1");

	if (!yes && strcmp(cell->text, "0") != 0)
		return "not 0 or 1";
	*(enum ft_jobtable_answer *)cell->member =
	    yes ? FT_JOBTABLE_YES : FT_JOBTABLE_NO;
	return NULL;
}

/* An option of sbatch that is kept as it is. */
static const char *
take_option(const struct cell *cell)
{
	struct ft_str json FT_CLEANUP(ft_str_free) = { 0 };

	/* what squeue prints for no switches, no waiting, no profile */
	if (!strcmp(cell->text, "0") || !strcmp(cell->text, "0:00") ||
	    !strcmp(cell->text, "NotSet"))
		return NULL;
	ft_job_option_put(
	    &json, cell->job->options, cell->column->option, cell->text);
	cell->job->options =
	    ft_arena_strdup(&cell->table->arena, ft_str_text(&json));
	return NULL;
}

/* Generic resources, gres/gpu:2 or gres:gpu:2: kept as sbatch has them.  Others,
 * such as cpu=3, have columns of their own. */
static const char *
take_gres(const struct cell *cell)
{
	struct ft_str list FT_CLEANUP(ft_str_free) = { 0 };
	const char *text = cell->text;
	struct cell one = *cell;
	struct ft_word word;

	while (ft_word_next(&text, ",", &word)) {
		if (word.len < 6 || strncmp(word.at, "gres", 4) != 0)
			continue;
		ft_str_addf(&list, "%sgres:%.*s", list.len ? "," : "",
		    (int)word.len - 5, word.at + 5);
	}
	if (!list.len)
		return NULL;
	for (char *at = list.data; (at = strchr(at, '=')); at++)
		*at = ':';
	one.text = list.data;
	return take_option(&one);
}

/* A host list, or a reason in parentheses. */
static const char *
take_nodes_or_reason(const struct cell *cell)
{
	size_t len = strlen(cell->text);

	if (*cell->text != '(')
		return take_text(cell);
	if (cell->text[len - 1] == ')')
		len--;
	cell->job->reason =
	    ft_arena_strndup(&cell->table->arena, cell->text + 1, len - 1);
	return NULL;
}

/* afterok:1(unfulfilled),afterany:2_*(failed): drop the states in parentheses. */
static const char *
take_dependency(const struct cell *cell)
{
	char *to = ft_arena_strdup(&cell->table->arena, cell->text);

	cell->job->dependency = to;
	for (const char *at = cell->text; *at; at++) {
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

/* States that are a flag of another state here. */
static const struct {
	const char *name, *code;
	enum ft_job_state state;
	size_t flag; /* of the job; 0 none */
} states[] = {
	{ "COMPLETING", "CG", FT_JOB_COMPLETED,
	    offsetof(struct ft_jobtable_job, completing) },
	{ "REQUEUED", "RQ", FT_JOB_CANCELLED,
	    offsetof(struct ft_jobtable_job, requeued) },
	{ "CONFIGURING", "CF", FT_JOB_RUNNING, 0 },
	{ "RESIZING", "RS", FT_JOB_RUNNING, 0 },
	{ "STOPPED", "ST", FT_JOB_SUSPENDED, 0 },
};

static const char *
take_one_state(const struct cell *cell)
{
	static const char cancelled[] = "CANCELLED by ";
	struct ft_jobtable_job *job = cell->job;
	const char *at = cell->text;
	int state;

	if (!strncmp(at, cancelled, sizeof cancelled - 1)) {
		at += sizeof cancelled - 1;
		job->state = FT_JOB_CANCELLED;
		job->was_cancelled =
		    ft_num_take_u32(&at, &job->cancelled_by) && !*at;
		return job->was_cancelled ? NULL : "not a user id";
	}
	for (size_t i = 0; i < FT_COUNT(states); i++)
		if (!strcasecmp(at, states[i].name) ||
		    !strcmp(at, states[i].code)) {
			job->state = states[i].state;
			if (states[i].flag)
				*(bool *)((char *)job + states[i].flag) = true;
			return NULL;
		}
	state = ft_job_state_find(at);
	if (state < 0)
		return "not a state of a job";
	job->state = (enum ft_job_state)state;
	return NULL;
}

/* One state, or as in JSON a state and its flags: RUNNING,COMPLETING. */
static const char *
take_state(const struct cell *cell)
{
	const char *at = cell->text, *wrong = NULL;
	struct ft_word word;
	struct cell one = *cell;
	char name[64];

	if (!strchr(at, ','))
		return take_one_state(cell);
	for (bool first = true; ft_word_next(&at, ",", &word); first = false) {
		one.text = name;
		if (!ft_word_copy(word, name, sizeof name))
			return "not a state of a job";
		wrong = take_one_state(&one);
		if (first && wrong)
			return wrong;
	}
	return NULL;
}

static const char *
take_exit(const struct cell *cell)
{
	struct ft_jobtable_job *job = cell->job;
	const char *at = cell->text;

	if (ft_num_take_u32(&at, &job->exit_code) && *at == ':' &&
	    ft_num_take_u32((at++, &at), &job->exit_signal) && !*at)
		return NULL;
	return "not an exit status";
}

/* ---- sizes ---------------------------------------------------------------------- */

bool
ft_jobtable_mebibytes(const char **text, double *amount)
{
	static const char units[] = "KMGTP";
	const struct ft_word digits = { *text, strspn(*text, "0123456789.") };
	const char *at = *text + digits.len, *unit;
	char number[32];

	if (!ft_word_copy(digits, number, sizeof number) ||
	    !ft_num_double(number, amount))
		return false;
	unit = *at ? strchr(units, *at) : NULL;
	at += unit != NULL;
	*amount *= ldexp(1, 10 * (int)((unit ? unit : units + 1) - units) - 10);
	*text = at;
	return *amount <= 1e15;
}

/* 4000M, 3.91G, 4Gn, 4Gc, 0; without a unit MiB. */
static const char *
take_memory(const struct cell *cell)
{
	struct ft_jobtable_job *job = cell->job;
	const char *at = cell->text;
	double amount;

	if (!strcmp(at, "?"))
		return NULL;
	if (!ft_jobtable_mebibytes(&at, &amount))
		return "not an amount of memory";
	job->memory_of = cell->table->kind == FT_JOBTABLE_SQUEUE
			     ? FT_JOBTABLE_MEM_NODE
			     : FT_JOBTABLE_MEM_ALL;
	if (*at == 'n' || *at == 'c')
		job->memory_of =
		    *at++ == 'n' ? FT_JOBTABLE_MEM_NODE : FT_JOBTABLE_MEM_CPU;
	if (*at)
		return "not an amount of memory";
	job->memory = (uint64_t)ceil(amount);
	return NULL;
}

static const char *
take_disk(const struct cell *cell)
{
	const char *at = cell->text;
	double amount;

	if (!ft_jobtable_mebibytes(&at, &amount) || *at || amount > UINT32_MAX)
		return "not an amount of disk";
	*(uint32_t *)cell->member = (uint32_t)amount;
	return NULL;
}

/* Memory in MiB, of which JSON says apart for what it is. */
static const char *
take_cpu_memory(const struct cell *cell)
{
	if (!ft_num_u64(cell->text, cell->member))
		return "not an amount of memory";
	cell->job->memory_of = FT_JOBTABLE_MEM_CPU;
	return NULL;
}

static const char *
take_node_memory(const struct cell *cell)
{
	if (!ft_num_u64(cell->text, cell->member))
		return "not an amount of memory";
	cell->job->memory_of = FT_JOBTABLE_MEM_NODE;
	return NULL;
}

/* [D-]HH:MM:SS, MM:SS.mmm: a CPU time. */
static const char *
take_cpu(const struct cell *cell)
{
	int64_t seconds = 0, unit = 100000, *micro = cell->member;
	const struct cell span = { .text = cell->text, .member = &seconds };
	const char *wrong = take_seconds(&span), *dot = strchr(cell->text, '.');

	if (wrong || seconds > FT_JOBTABLE_USED_MAX / 1000)
		return "not a duration";
	*micro = seconds * 1000000;
	for (; dot && *++dot >= '0' && *dot <= '9'; unit /= 10)
		*micro += (*dot - '0') * unit;
	return NULL;
}

/* 1200M, 1.17G; without a unit bytes. */
static const char *
take_used(const struct cell *cell)
{
	const char *at = cell->text;
	uint64_t bytes;
	double amount;

	if (ft_num_u64(at, &bytes))
		amount = (double)bytes / 1024;
	else if (ft_jobtable_mebibytes(&at, &amount) && !*at)
		amount *= 1024;
	else
		return "not an amount of memory";
	if (amount > (double)FT_JOBTABLE_USED_MAX)
		return "not an amount of memory";
	*(int64_t *)cell->member = (int64_t)ceil(amount);
	return NULL;
}

/* ---- priority --------------------------------------------------------------------- */

/* squeue %p is the priority as a fraction, from which the number cannot be
 * restored. */
static const char *
take_priority(const struct cell *cell)
{
	double fraction;

	if (ft_num_u32(cell->text, cell->member)) {
		cell->job->has_priority = true;
		return NULL;
	}
	return ft_num_double(cell->text, &fraction) ? NULL : "not a priority";
}

static const char *
take_nice(const struct cell *cell)
{
	int64_t *nice = cell->member;

	return ft_num_i64(cell->text, nice) && *nice <= INT32_MAX &&
		       *nice >= INT32_MIN
		   ? NULL
		   : "not a number";
}

/* ---- the columns -------------------------------------------------------------------- */

#define OF(member) offsetof(struct ft_jobtable_job, member)

const struct ft_jobtable_column ft_jobtable_columns[] = {
#include "io/jobtable/column.def"
};
const size_t ft_jobtable_n_columns = FT_COUNT(ft_jobtable_columns);

void
ft_jobtable_empty_cells(struct ft_jobtable_job *job)
{
	for (size_t i = 0; i < ft_jobtable_n_columns; i++) {
		const struct ft_jobtable_column *column =
		    &ft_jobtable_columns[i];
		void *member = (char *)job + column->at;

		if (column->take == take_text)
			*(const char **)member = "";
		else if (column->take == take_time)
			*(int64_t *)member = FT_JOBTABLE_NO_TIME;
	}
}

const char *
ft_jobtable_take(struct ft_jobtable *table, struct ft_jobtable_job *job,
    const struct ft_jobtable_column *column, const char *text)
{
	const struct cell cell = { .text = text,
		.member = (char *)job + column->at,
		.job = job,
		.table = table,
		.column = column };

	if (!column->take ||
	    (!(column->flags & FT_JOBTABLE_STRICT) && is_nothing(text)) ||
	    (column->flags & FT_JOBTABLE_NO_ZERO && !strcmp(text, "0")))
		return NULL;
	/* a constant text, if any */
	/* cppcheck-suppress returnDanglingLifetime */
	return column->take(&cell);
}
