#include "io/jobtable/jobtable.h"

#include "io/jobtable/private.h"
#include "io/text/logical.h"

void
ft_jobtable_init(struct ft_jobtable *table, enum ft_jobtable_kind kind)
{
	*table =
	    (struct ft_jobtable){ .kind = kind, .at = FT_JOBTABLE_NO_TIME };
}

void
ft_jobtable_free(struct ft_jobtable *table)
{
	ft_arena_clear(&table->arena);
	ft_free(table->job);
}

static void
free_reading(struct ft_jobtable_reading *reading)
{
	ft_cells_free(&reading->row);
	ft_free(reading->column);
	ft_free(reading->span);
}

static const char *
name_of(
    const struct ft_jobtable *table, const struct ft_jobtable_column *column)
{
	return table->kind == FT_JOBTABLE_SACCT ? column->sacct
						: column->squeue;
}

/* Error about the cell that starts at AT, in a copy of the line. */
static enum ft_status
fail_at(const struct ft_jobtable_reading *reading, const char *at,
    struct ft_error *err, const char *text)
{
	return ft_cursor_fail(&reading->cursor,
	    ft_cells_place(&reading->row, &reading->cursor, at), err,
	    "%s: '%.60s'", text, at);
}

/* ---- the header ------------------------------------------------------------- */

/*
 * Returns the column with that title, NULL: unknown.  squeue cuts titles to the
 * width of the column: three letters are enough if no other title begins with
 * them.
 */
static const struct ft_jobtable_column *
find_column(const struct ft_jobtable *table, const char *title)
{
	const struct ft_jobtable_column *found = NULL;
	size_t len = strlen(title);

	for (size_t i = 0; i < ft_jobtable_n_columns; i++) {
		const struct ft_jobtable_column *column =
		    &ft_jobtable_columns[i];
		const char *name = name_of(table, column);

		if (!name)
			continue;
		if (!strcasecmp(name, title))
			return column;
		if (table->kind != FT_JOBTABLE_SQUEUE || len < 3 ||
		    strncmp(name, title, len) != 0)
			continue;
		if (found)
			return NULL;
		found = column;
	}
	return found;
}

static void
name_columns(struct ft_jobtable_reading *reading)
{
	reading->column = ft_vec_grow(reading->column, &reading->cap_column,
	    reading->row.n, sizeof *reading->column);
	for (size_t i = 0; i < reading->row.n; i++) {
		reading->column[i] =
		    find_column(reading->table, reading->row.cell[i]);
		if (reading->column[i])
			reading->given |= reading->column[i]->given;
	}
	reading->n = reading->row.n;
}

static bool
has_ids(const struct ft_jobtable_reading *reading)
{
	for (size_t i = 0; i < reading->n; i++)
		if (reading->column[i] == ft_jobtable_columns)
			return true;
	return false;
}

/* Whether this is the line of dashes in a table of sacct without -P. */
static bool
is_ruled(const struct ft_jobtable_reading *reading)
{
	struct ft_cursor cursor = reading->cursor;

	return ft_cursor_line(&cursor) && cursor.len && cursor.at[0] == '-';
}

static enum ft_status
parse_header(struct ft_jobtable_reading *reading, struct ft_error *err)
{
	bool sacct = reading->table->kind == FT_JOBTABLE_SACCT;

	reading->delimiter = '|';
	if (!sacct && !memchr(reading->cursor.at, '|', reading->cursor.len))
		reading->delimiter = ' ';
	if (reading->delimiter == ' ')
		ft_jobtable_cut_words(reading);
	else
		ft_jobtable_cut(reading);
	name_columns(reading);
	if (!has_ids(reading)) {
		if (sacct && is_ruled(reading))
			return ft_cursor_fail(&reading->cursor, NULL, err,
			    "columns are aligned: print them with sacct -P");
		return ft_cursor_fail(&reading->cursor, NULL, err,
		    sacct ? "expected the header of sacct -P, with JobID (not "
			    "sacct -n)"
			  : "expected the header of squeue, with JOBID (not "
			    "squeue -h; or name the columns)");
	}
	if (reading->delimiter == ' ' && reading->n)
		ft_jobtable_find_spans(reading);
	return FT_OK;
}

/* Set the columns of a table without a header, which the caller names. */
static enum ft_status
take_header(struct ft_jobtable_reading *reading, const char *columns,
    struct ft_error *err)
{
	struct ft_cursor cursor = reading->cursor;

	ft_cursor_init(&reading->cursor, "columns", columns, strlen(columns));
	ft_cursor_line(&reading->cursor);
	reading->delimiter = ',';
	ft_jobtable_cut(reading);
	for (size_t i = 0; i < reading->row.n; i++)
		if (!find_column(reading->table, reading->row.cell[i]) &&
		    *reading->row.cell[i])
			return ft_fail(err, FT_EINVAL,
			    "no column '%s' is known", reading->row.cell[i]);
	name_columns(reading);
	if (!has_ids(reading))
		return ft_fail(
		    err, FT_EINVAL, "no column of job ids in '%s'", columns);
	reading->cursor = cursor;
	reading->delimiter = 0;
	return FT_OK;
}

/* ---- rows --------------------------------------------------------------------- */

struct ft_jobtable_job *
ft_jobtable_add_job(struct ft_jobtable *table, size_t line)
{
	table->job = ft_vec_grow(
	    table->job, &table->cap, table->n + 1, sizeof *table->job);
	table->job[table->n] = (struct ft_jobtable_job){ .line = line,
		.task = FT_TASK_NONE,
		.tasks = "",
		.dependency = "",
		.options = "",
		.file = "",
		.ran_before = -1,
		.elapsed = -1,
		.left = -1,
		.limit = FT_TIME_NONE,
		.time_min = FT_TIME_NONE,
		.cpu_used = -1,
		.mem_used = -1 };
	ft_jobtable_empty_cells(&table->job[table->n]);
	return &table->job[table->n++];
}

/* Returns the cell with the id of a step, written 12.batch, 12_3.0; NULL: the line
 * is of a job. */
static const char *
step_id(const struct ft_jobtable_reading *reading)
{
	for (size_t i = 0; i < reading->n; i++)
		if (reading->column[i] == ft_jobtable_columns &&
		    reading->table->kind == FT_JOBTABLE_SACCT &&
		    strchr(reading->row.cell[i], '.') &&
		    !strstr(reading->row.cell[i], "..."))
			return reading->row.cell[i];
	return NULL;
}

static enum ft_status
take_cells(struct ft_jobtable_reading *reading, struct ft_error *err)
{
	struct ft_jobtable_job *job =
	    ft_jobtable_add_job(reading->table, reading->cursor.line);

	for (size_t i = 0; i < reading->n; i++) {
		const char *wrong = NULL, *cell = reading->row.cell[i];

		if (reading->column[i] &&
		    (*cell || reading->column[i] == ft_jobtable_columns))
			wrong = ft_jobtable_take(
			    reading->table, job, reading->column[i], cell);
		if (wrong)
			return fail_at(reading, cell, err, wrong);
	}
	ft_jobtable_complete(reading->table, job);
	return FT_OK;
}

/* The rest of a limit of which TIME_LEFT shows what is left: whole minutes. */
static void
find_limit(struct ft_jobtable_job *job)
{
	int64_t ran = job->elapsed > 0 ? job->elapsed : 0;

	if (job->limit == FT_TIME_NONE && job->left >= 0 &&
	    (job->elapsed >= 0 || job->state == FT_JOB_PENDING))
		job->limit = (job->left + ran + 59) / 60;
}

/* JSON has no run time: it goes from the start, or from when it ran again. */
static void
find_elapsed(const struct ft_jobtable *table, struct ft_jobtable_job *job)
{
	bool was_suspended = job->changed != FT_JOBTABLE_NO_TIME;
	int64_t since = was_suspended ? job->changed : job->start;

	if (job->elapsed >= 0 || table->at == FT_JOBTABLE_NO_TIME ||
	    since == FT_JOBTABLE_NO_TIME)
		return;
	if (job->state == FT_JOB_SUSPENDED && was_suspended)
		job->elapsed = job->ran_before;
	else if (job->state == FT_JOB_RUNNING && since <= table->at)
		job->elapsed =
		    table->at - since +
		    (was_suspended && job->ran_before > 0 ? job->ran_before
							  : 0);
}

/*
 * The memory of a job in its TRES is that of all of it.  squeue prints MIN_MEMORY
 * alike for memory per CPU and per node; with this it can only be one of them.
 * What sacct prints is what was asked for: an exclusive job got more.
 */
static void
find_memory(const struct ft_jobtable *table, struct ft_jobtable_job *job)
{
	const char *tres = *job->alloc_tres ? job->alloc_tres : job->req_tres;
	const char *at =
	    strncmp(tres, "mem=", 4) ? strstr(tres, ",mem=") : tres;
	bool got = *job->alloc_tres && (job->state == FT_JOB_RUNNING ||
					   job->state == FT_JOB_SUSPENDED);
	double all;

	if (!at)
		return;
	at = strchr(at, '=') + 1;
	if (!ft_jobtable_mebibytes(&at, &all))
		return;
	if (job->memory_of == FT_JOBTABLE_MEM_NONE ||
	    (table->kind == FT_JOBTABLE_SACCT && got)) {
		job->memory_of = FT_JOBTABLE_MEM_ALL;
		job->memory = (uint64_t)all;
	} else if (table->kind == FT_JOBTABLE_SQUEUE &&
		   job->memory_of == FT_JOBTABLE_MEM_NODE && job->cpus &&
		   job->n_nodes && job->memory * job->n_nodes < (uint64_t)all &&
		   job->memory * job->cpus == (uint64_t)all) {
		job->memory_of = FT_JOBTABLE_MEM_CPU;
	}
}

void
ft_jobtable_complete(struct ft_jobtable *table, struct ft_jobtable_job *job)
{
	struct ft_str tasks FT_CLEANUP(ft_str_free) = { 0 };

	if (job->array && (job->task != FT_TASK_NONE || *job->tasks)) {
		if (job->number != job->array || !job->raw)
			job->raw = job->number;
		job->number = job->array;
	}
	if (job->throttle && *job->tasks && !strchr(job->tasks, '%')) {
		ft_str_addf(&tasks, "%s%%%lu", job->tasks,
		    (unsigned long)job->throttle);
		job->tasks = ft_arena_strdup(&table->arena, tasks.data);
	}
	if (job->raw == job->number && job->task == FT_TASK_NONE)
		job->raw = 0;
	find_elapsed(table, job);
	find_memory(table, job);
	find_limit(job);
}

void
ft_jobtable_note_step(
    struct ft_jobtable_job *job, const struct ft_jobtable_job *step)
{
	double all = (double)step->mem_used *
		     (step->tasks_of_step ? step->tasks_of_step : 1);

	if (step->mem_used < 0)
		return;
	if (all > (double)FT_JOBTABLE_USED_MAX)
		all = (double)FT_JOBTABLE_USED_MAX;
	if ((int64_t)all > job->mem_used)
		job->mem_used = (int64_t)all;
}

/* Whether ID, "12_3.batch", is of a step of JOB. */
static bool
is_step_of(struct ft_jobtable *table, const char *id,
    const struct ft_jobtable_job *job)
{
	struct ft_jobtable_job named = { .task = FT_TASK_NONE, .tasks = "" };
	char *word FT_CLEANUP(ft_free_at) = ft_strndup(id, strcspn(id, "."));

	return !ft_jobtable_take(table, &named, ft_jobtable_columns, word) &&
	       named.number == job->number && named.task == job->task;
}

/* The row of the step ID: sacct prints steps below their job. */
static enum ft_status
take_step(
    struct ft_jobtable_reading *reading, const char *id, struct ft_error *err)
{
	struct ft_jobtable *table = reading->table;
	struct ft_jobtable_job *job =
	    table->n ? &table->job[table->n - 1] : NULL;
	struct ft_jobtable_job step = { .mem_used = -1 };

	table->steps++;
	for (size_t i = 0; i < reading->n; i++) {
		const struct ft_jobtable_column *column = reading->column[i];
		const char *wrong = NULL, *cell = reading->row.cell[i];

		if (column && column->flags & FT_JOBTABLE_OF_STEPS && *cell)
			wrong = ft_jobtable_take(table, &step, column, cell);
		if (wrong)
			return fail_at(reading, cell, err, wrong);
	}
	if (job && is_step_of(table, id, job))
		ft_jobtable_note_step(job, &step);
	return FT_OK;
}

static enum ft_status
parse_row(struct ft_jobtable_reading *reading, struct ft_error *err)
{
	const char *id;
	bool cut;

	if (!reading->delimiter)
		reading->delimiter =
		    memchr(reading->cursor.at, '|', reading->cursor.len) ? '|'
									 : ' ';
	if (reading->delimiter == ' ') {
		cut = ft_jobtable_cut_aligned(reading);
	} else {
		ft_jobtable_cut(reading);
		cut = reading->row.n == reading->n;
	}
	if (!cut)
		return ft_cursor_fail(&reading->cursor, NULL, err,
		    "%zu cells, the header has %zu%s", reading->row.n,
		    reading->n,
		    reading->delimiter == ' ' ? " (squeue -o with | between "
						"the columns separates them)"
					      : "");
	id = step_id(reading);
	return id ? take_step(reading, id, err) : take_cells(reading, err);
}

static enum ft_status
parse_lines(struct ft_jobtable_reading *reading, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	while (status == FT_OK && ft_cursor_line(&reading->cursor)) {
		status = ft_logical_check_line(&reading->cursor, err);
		if (status != FT_OK || !reading->cursor.len)
			continue;
		/* squeue -l begins with the date */
		if (!reading->n && reading->cursor.line == 1 &&
		    reading->table->kind == FT_JOBTABLE_SQUEUE &&
		    reading->cursor.len == 24 && reading->cursor.at[3] == ' ' &&
		    reading->cursor.at[13] == ':')
			continue;
		status = reading->n ? parse_row(reading, err)
				    : parse_header(reading, err);
	}
	if (status == FT_OK && !reading->n)
		status = ft_cursor_fail(
		    &reading->cursor, NULL, err, "the table is empty");
	return status;
}

/* sacct prints 00:00:00 where nothing was measured, but then no memory. */
static void
forget_unmeasured(struct ft_jobtable *table)
{
	for (size_t i = 0; i < table->n; i++)
		if (table->job[i].cpu_used == 0 && table->job[i].mem_used < 0)
			table->job[i].cpu_used = -1;
}

static enum ft_status
parse_table(struct ft_jobtable *table, const struct ft_input *input,
    const char *columns, struct ft_error *err)
{
	struct ft_jobtable_reading reading FT_CLEANUP(
	    free_reading) = { .table = table };

	ft_cursor_init(&reading.cursor, input->file, input->text, input->size);
	if (columns)
		FT_TRY(take_header(&reading, columns, err));
	FT_TRY(parse_lines(&reading, err));
	/* a column that one piece lacks is not given */
	table->given =
	    table->files ? table->given & reading.given : reading.given;
	return FT_OK;
}

enum ft_status
ft_jobtable_parse(struct ft_jobtable *table, const struct ft_input *input,
    const char *columns, struct ft_error *err)
{
	const char *file = ft_arena_strdup(&table->arena, input->file);
	size_t n = table->n;

	if (ft_jobtable_is_json(input))
		FT_TRY(ft_jobtable_parse_json(table, input, err));
	else
		FT_TRY(parse_table(table, input, columns, err));
	for (size_t i = n; i < table->n; i++)
		table->job[i].file = file;
	table->files++;
	forget_unmeasured(table);
	if (n)
		ft_jobtable_merge(table, n);
	return FT_OK;
}
