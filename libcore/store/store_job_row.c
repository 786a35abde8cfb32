/* store_job_row.c - a job from its row, and into it: one list of columns. */
#include "store/job_int.h"

#include "base/mem.h"
#include "base/timefmt.h"
#include "model/joboption.h"

#include <string.h>

struct column {
	struct ft_job_reading *reading;
	sqlite3_stmt *stmt;
	int at;
	struct ft_job *job;
};

/* ---- reading: values keep to column.def ---------------------------------------- */

static bool
is_null(const struct column *column)
{
	return sqlite3_column_type(column->stmt, column->at) == SQLITE_NULL;
}

static int64_t
number_of(const struct column *column)
{
	return sqlite3_column_int64(column->stmt, column->at);
}

static const char *
text_of(const struct column *column)
{
	const void *text = sqlite3_column_text(column->stmt, column->at);

	return text ? text : "";
}

static void
read_U32(const struct column *column, uint32_t *to)
{
	*to = (uint32_t)number_of(column);
}

static void
read_ID(const struct column *column, uint32_t *to)
{
	*to = (uint32_t)number_of(column);
}

static void
read_U64(const struct column *column, uint64_t *to)
{
	*to = (uint64_t)number_of(column);
}

static void
read_I64(const struct column *column, int64_t *to)
{
	*to = number_of(column);
}

static void
read_LIMIT(const struct column *column, int64_t *to)
{
	*to = is_null(column) ? FT_TIME_UNLIMITED : number_of(column);
}

static void
read_MEM(const struct column *column, uint64_t *to)
{
	*to = is_null(column) ? FT_MEM_UNSET : (uint64_t)number_of(column);
}

static void
read_TASK(const struct column *column, int32_t *to)
{
	*to = is_null(column) ? FT_TASK_NONE : (int32_t)number_of(column);
}

static void
read_BOOL(const struct column *column, bool *to)
{
	*to = number_of(column);
}

static void
read_REAL(const struct column *column, double *to)
{
	*to = sqlite3_column_double(column->stmt, column->at);
}

static void
read_TEXT(const struct column *column, const char **to)
{
	const void *text = sqlite3_column_text(column->stmt, column->at);
	int len = sqlite3_column_bytes(column->stmt, column->at);

	*to = text && len > 0
		  ? ft_intern_n(column->reading->strings, text, (size_t)len)
		  : "";
}

static void
read_STATE(const struct column *column, enum ft_job_state *to)
{
	*to = (enum ft_job_state)number_of(column);
}

static void
read_FLAGS(const struct column *column, unsigned *to)
{
	*to = (unsigned)number_of(column);
}

static void
read_SUSPENDER(const struct column *column, uint8_t *to)
{
	*to = (uint8_t)number_of(column);
}

static void
read_HOLD(const struct column *column, enum ft_hold *to)
{
	*to = (enum ft_hold)number_of(column);
}

static void
read_SCHEDULER(const struct column *column, enum ft_scheduler *to)
{
	*to = (enum ft_scheduler)number_of(column);
}

static void
read_REASON(const struct column *column, enum ft_job_reason *to)
{
	*to = ft_job_reason_find(text_of(column));
}

static void
read_REQ(const struct column *column, uint64_t **to)
{
	const struct ft_tres_table *tres = column->reading->tres;

	*to = ft_calloc(tres->n + 1, sizeof **to);
	(void)ft_tres_vector_read(text_of(column), tres, *to);
}

static void
read_ALLOC(const struct column *column, uint64_t **to)
{
	*to = NULL;
	if (!is_null(column))
		read_REQ(column, to);
}

/* The arrays with counts of their own. */

static void
read_TASKS(const struct column *column, uint32_t **to)
{
	(void)to;
	(void)ft_job_tasks_read(text_of(column), column->job);
}

static void
read_DEPENDS(const struct column *column, struct ft_depend **to)
{
	(void)to;
	(void)ft_job_depends_read(text_of(column), column->job);
}

static void
read_NODES(const struct column *column, struct ft_job_node **to)
{
	(void)to;
	(void)ft_job_nodes_read(text_of(column), column->job);
}

/* Columns before those of the list: id, stamp. */
enum { FIRST_COLUMN = 2 };

void
ft_job_row(
    struct ft_job_reading *reading, sqlite3_stmt *stmt, struct ft_job *job)
{
	struct column column = { reading, stmt, FIRST_COLUMN, job };

	job->id = ft_column_u32(stmt, 0);
	job->stamp = sqlite3_column_int64(stmt, 1);
#define READ(kind, name, member)                                               \
	read_##kind(&column, &job->member);                                    \
	column.at++;
	FT_JOB_FIELDS(READ)
#undef READ
	ft_job_read_shape(job);
}

/* ---- writing ------------------------------------------------------------------ */

struct hole {
	sqlite3_stmt *stmt;
	int at;
	const struct ft_job *job;
	const struct ft_tres_table *tres;
	struct ft_str str;
};

static int
bind_I64(struct hole *hole, int64_t value)
{
	return sqlite3_bind_int64(hole->stmt, hole->at, value);
}

static int
bind_U32(struct hole *hole, uint32_t value)
{
	return bind_I64(hole, value);
}

static int
bind_U64(struct hole *hole, uint64_t value)
{
	return bind_I64(hole, (int64_t)value);
}

static int
bind_ID(struct hole *hole, uint32_t value)
{
	return value ? bind_I64(hole, value)
		     : sqlite3_bind_null(hole->stmt, hole->at);
}

static int
bind_LIMIT(struct hole *hole, int64_t value)
{
	return value == FT_TIME_UNLIMITED
		   ? sqlite3_bind_null(hole->stmt, hole->at)
		   : bind_I64(hole, value);
}

static int
bind_MEM(struct hole *hole, uint64_t value)
{
	return value == FT_MEM_UNSET ? sqlite3_bind_null(hole->stmt, hole->at)
				     : bind_U64(hole, value);
}

static int
bind_TASK(struct hole *hole, int32_t value)
{
	return value == FT_TASK_NONE ? sqlite3_bind_null(hole->stmt, hole->at)
				     : bind_I64(hole, value);
}

static int
bind_BOOL(struct hole *hole, bool value)
{
	return bind_I64(hole, value);
}

static int
bind_REAL(struct hole *hole, double value)
{
	return sqlite3_bind_double(hole->stmt, hole->at, value);
}

/* The text is the job's, which lives as long as the statement runs. */
static int
bind_TEXT(struct hole *hole, const char *value)
{
	return ft_store_bind_text(hole->stmt, hole->at, value ? value : "");
}

static int
bind_STATE(struct hole *hole, enum ft_job_state value)
{
	return bind_I64(hole, (int64_t)value);
}

static int
bind_FLAGS(struct hole *hole, unsigned value)
{
	return bind_I64(hole, value);
}

static int
bind_SUSPENDER(struct hole *hole, uint8_t value)
{
	return bind_I64(hole, value);
}

static int
bind_HOLD(struct hole *hole, enum ft_hold value)
{
	return bind_I64(hole, (int64_t)value);
}

static int
bind_SCHEDULER(struct hole *hole, enum ft_scheduler value)
{
	return bind_I64(hole, (int64_t)value);
}

static int
bind_REASON(struct hole *hole, enum ft_job_reason value)
{
	return bind_TEXT(hole, ft_job_reason_name(value));
}

/* What was made of an array; most are empty. */
static int
bind_made(struct hole *hole)
{
	int code = sqlite3_bind_text(hole->stmt, hole->at,
	    ft_str_text(&hole->str), (int)hole->str.len,
	    hole->str.len ? SQLITE_TRANSIENT : SQLITE_STATIC);

	ft_str_clear(&hole->str);
	return code;
}

static int
bind_REQ(struct hole *hole, const uint64_t *value)
{
	if (value)
		ft_tres_vector_add(&hole->str, hole->tres, value);
	return bind_made(hole);
}

static int
bind_ALLOC(struct hole *hole, const uint64_t *value)
{
	return value ? bind_REQ(hole, value)
		     : sqlite3_bind_null(hole->stmt, hole->at);
}

static int
bind_TASKS(struct hole *hole, const uint32_t *value)
{
	(void)value;
	ft_job_tasks_add(&hole->str, hole->job);
	return bind_made(hole);
}

static int
bind_DEPENDS(struct hole *hole, const struct ft_depend *value)
{
	(void)value;
	ft_job_depends_add(&hole->str, hole->job);
	return bind_made(hole);
}

static int
bind_NODES(struct hole *hole, const struct ft_job_node *value)
{
	(void)value;
	ft_job_nodes_add(&hole->str, hole->job);
	return bind_made(hole);
}

int
ft_job_bind(sqlite3_stmt *stmt, int first, bool keys, const struct ft_job *job,
    const struct ft_tres_table *tres)
{
	struct hole hole = { stmt, first, job, tres, { 0 } };
	int code = 0;

#define BIND(kind, name, member)                                               \
	code |= bind_##kind(&hole, job->member);                               \
	hole.at++;
	if (keys) {
		FT_JOB_KEYS(BIND)
	}
	FT_JOB_REST(BIND)
#undef BIND
	ft_str_free(&hole.str);
	return code;
}
