/*
 * record.c - read rows of statements into structs, and bind structs to parameters:
 * by name, each member as column.def says.
 */
#include "store/internal.h"
#include "store/row/column_internal.h"

#include "base/text/text.h"

/* ---- reading -------------------------------------------------------------------- */

static inline void
read_number(const struct ft_column *column, int64_t number, void *at)
{
	switch (column->member) {
	case FT_MEMBER_BOOL:
		*(bool *)at = number != 0;
		break;
	case FT_MEMBER_U8:
		*(uint8_t *)at = (uint8_t)number;
		break;
	case FT_MEMBER_U16:
		*(uint16_t *)at = (uint16_t)number;
		break;
	case FT_MEMBER_U32:
		*(uint32_t *)at = (uint32_t)number;
		break;
	case FT_MEMBER_I32:
		*(int32_t *)at = (int32_t)number;
		break;
	case FT_MEMBER_I64:
		*(int64_t *)at = number;
		break;
	case FT_MEMBER_U64:
		*(uint64_t *)at = (uint64_t)number;
		break;
	case FT_MEMBER_NONE:
	case FT_MEMBER_REAL:
	case FT_MEMBER_TEXT:
	case FT_MEMBER_CHAR:
	case FT_MEMBER_ARRAY:
		break;
	}
}

static const char *
keep_text(const struct ft_target *target, sqlite3_value *value)
{
	size_t len = (size_t)sqlite3_value_bytes(value);
	const void *text = len ? sqlite3_value_text(value) : NULL;

	if (!text)
		return "";
	if (target->strings)
		return ft_intern_n(target->strings, text, len);
	return target->arena ? ft_arena_strndup(target->arena, text, len)
			     : text;
}

static bool
is_coded(const struct ft_column *column)
{
	return column->table && ft_codecs[column->kind].read;
}

/* Returns whether the codec can read VALUE; NULL stays what the record has. */
static bool
read_coded(const struct ft_column *column, sqlite3_value *value,
    const struct ft_target *target, void *record)
{
	const struct ft_codec_arg arg = { (char *)record + column->offset,
		record, target->tres };
	const void *text = sqlite3_value_text(value);

	return !text || ft_codecs[column->kind].read(text, &arg);
}

static void
read_cell(const struct ft_column *column, sqlite3_value *value,
    const struct ft_target *target, void *record)
{
	void *at = (char *)record + column->offset;
	/* SQLite makes 0 of NULL by itself */
	bool null = (column->null || column->nullable) &&
		    sqlite3_value_type(value) == SQLITE_NULL;

	if (is_coded(column)) {
		(void)read_coded(column, value, target, record);
	} else if (column->member == FT_MEMBER_TEXT) {
		*(const char **)at = keep_text(target, value);
	} else if (column->member == FT_MEMBER_REAL) {
		*(double *)at =
		    null ? (double)column->null : sqlite3_value_double(value);
	} else if (column->member == FT_MEMBER_BOOL && column->nullable) {
		*(bool *)at = !null;
	} else {
		read_number(column,
		    null ? column->null : sqlite3_value_int64(value), at);
	}
}

/* Returns the name of the member in the name of a result column. */
static const char *
member_name(const char *name)
{
	const char *colon = strrchr(name, ':'), *dot = strchr(name, '.');

	return colon ? colon + 1 : dot ? dot + 1 : name;
}

/* Whether a rule says all about the value, and the member is the number. */
static bool
is_number(const struct ft_column *column, const struct ft_rule *rule)
{
	if (!rule->integer || is_coded(column))
		return false;
	switch (column->member) {
	case FT_MEMBER_BOOL:
	case FT_MEMBER_U8:
	case FT_MEMBER_U16:
	case FT_MEMBER_U32:
	case FT_MEMBER_I32:
	case FT_MEMBER_I64:
	case FT_MEMBER_U64:
		return true;
	case FT_MEMBER_NONE:
	case FT_MEMBER_REAL:
	case FT_MEMBER_TEXT:
	case FT_MEMBER_CHAR:
	case FT_MEMBER_ARRAY:
		break;
	}
	return false;
}

static void
learn_columns(struct ft_stmt_info *info, const struct ft_shape *shape)
{
	size_t at = 0, hint = 0;

	ft_free(info->cell);
	info->read = shape;
	info->cell = ft_calloc((size_t)info->n_value + 1, sizeof *info->cell);
	for (int i = 0; i < info->n_value; i++) {
		struct ft_cell *cell = &info->cell[i];

		if (!ft_shape_find(shape,
			member_name(info->name
					? info->name[i].text
					: sqlite3_column_name(info->stmt, i)),
			&hint, &cell->column))
			cell->column.member = FT_MEMBER_NONE;
		if (at < info->n_rule && info->rule[at].at == i) {
			cell->rule = &info->rule[at++];
			cell->number = is_number(&cell->column, cell->rule);
			cell->flag = cell->column.member == FT_MEMBER_BOOL &&
				     cell->column.nullable;
			cell->coded = cell->column.member != FT_MEMBER_NONE &&
				      is_coded(&cell->column);
		}
	}
}

/* Returns whether the value of a cell is allowed, and reads it: a number.  Most are,
 * and so SQLite is asked once for each. */
static bool
take_number(const struct ft_cell *cell, sqlite3_value *value, void *record)
{
	int type = sqlite3_value_type(value);
	int64_t number = cell->column.null;

	if (type == SQLITE_INTEGER) {
		number = sqlite3_value_int64(value);
		if (number < cell->rule->low || number > cell->rule->high)
			return false;
		if (cell->flag)
			number = 1;
	} else if (type != SQLITE_NULL || !cell->rule->column.nullable) {
		return false;
	}
	read_number(
	    &cell->column, number, (char *)record + cell->column.offset);
	return true;
}

void
ft_record_read(struct ft_store *store, sqlite3_stmt *stmt,
    const struct ft_shape *shape, const struct ft_target *target, void *record)
{
	struct ft_stmt_info *info = ft_stmt_info_of(store, stmt);

	if (info->read != shape)
		learn_columns(info, shape);
	for (int i = 0; i < info->n_value; i++)
		if (info->cell[i].column.member != FT_MEMBER_NONE)
			read_cell(&info->cell[i].column, info->value[i], target,
			    record);
}

/* The same of any value. */
static bool
take_cell(const struct ft_cell *cell, sqlite3_value *value,
    const struct ft_target *target, void *record)
{
	if (cell->number)
		return take_number(cell, value, record);
	if (cell->coded)
		return ft_column_allows_coded(&cell->rule->column, value) &&
		       read_coded(&cell->column, value, target, record);
	if (cell->rule && !ft_column_allows(&cell->rule->column, value))
		return false;
	if (cell->column.member != FT_MEMBER_NONE)
		read_cell(&cell->column, value, target, record);
	return true;
}

const struct ft_rule *
ft_record_collect(struct ft_stmt_info *info,
    const struct ft_collector *collector, sqlite3_value **value)
{
	static const struct ft_target none = { .arena = NULL };
	const struct ft_target *target =
	    collector->target ? collector->target : &none;

	if (info->read != collector->shape)
		learn_columns(info, collector->shape);
	for (int i = 0; i < info->n_value; i++)
		if (!take_cell(
			&info->cell[i], value[i], target, collector->row))
			return info->cell[i].rule;
	return NULL;
}

/* ---- writing -------------------------------------------------------------------- */

static int64_t
number_of(const struct ft_column *column, const void *at)
{
	switch (column->member) {
	case FT_MEMBER_BOOL:
		return *(const bool *)at;
	case FT_MEMBER_U8:
		return *(const uint8_t *)at;
	case FT_MEMBER_U16:
		return *(const uint16_t *)at;
	case FT_MEMBER_U32:
		return *(const uint32_t *)at;
	case FT_MEMBER_I32:
		return *(const int32_t *)at;
	case FT_MEMBER_I64:
		return *(const int64_t *)at;
	case FT_MEMBER_U64:
		return (int64_t) * (const uint64_t *)at;
	case FT_MEMBER_NONE:
	case FT_MEMBER_REAL:
	case FT_MEMBER_TEXT:
	case FT_MEMBER_CHAR:
	case FT_MEMBER_ARRAY:
		break;
	}
	return 0;
}

/* Bind the text of an array; most are empty. */
static int
bind_made(sqlite3_stmt *stmt, int at, const struct ft_str *str)
{
	return sqlite3_bind_text(stmt, at, ft_str_text(str), (int)str->len,
	    str->len ? SQLITE_TRANSIENT : SQLITE_STATIC);
}

/* Whether the member is written as NULL. */
static bool
is_null(const struct ft_column *column, const void *at)
{
	const void *array;

	if (!column->nullable || column->member == FT_MEMBER_TEXT ||
	    column->member == FT_MEMBER_BOOL)
		return false;
	if (column->member != FT_MEMBER_ARRAY)
		return number_of(column, at) == column->null;
	memcpy(&array, at, sizeof array);
	return !array;
}

/* Sets *allowed to false if the column may not allow the value. */
static int
bind_cell(sqlite3_stmt *stmt, int i, const struct ft_column *column,
    const struct ft_source *source, bool *allowed)
{
	/* codecs have one argument for reading and writing; add() does not
	 * write to it */
	union {
		const void *in;
		void *out;
	} record = { source->record };
	void *at = (char *)record.out + column->offset;
	const struct ft_codec_arg arg = { at, record.out, source->tres };
	const char *text;

	if (is_null(column, at))
		return sqlite3_bind_null(stmt, i);
	if (ft_codecs[column->kind].add) {
		struct ft_str str = { 0 };
		int code;

		ft_codecs[column->kind].add(&str, &arg);
		*allowed &=
		    ft_column_allows_text(column, ft_str_text(&str), str.len);
		code = bind_made(stmt, i, &str);
		ft_str_free(&str);
		return code;
	}
	if (column->member == FT_MEMBER_REAL) {
		*allowed &= ft_column_allows_real(column, *(double *)at);
		return sqlite3_bind_double(stmt, i, *(double *)at);
	}
	if (column->member != FT_MEMBER_TEXT) {
		*allowed &=
		    ft_column_allows_number(column, number_of(column, at));
		return sqlite3_bind_int64(stmt, i, number_of(column, at));
	}
	memcpy(&text, at, sizeof text);
	text = text ? text : "";
	*allowed &= ft_column_allows_text(column, text, strlen(text));
	return ft_store_bind_text(stmt, i, text);
}

/* Make TEXT the result, masked where it is unsafe. */
static bool
mask_result(sqlite3_context *context, const char *text, size_t len)
{
	struct ft_str masked FT_CLEANUP(ft_str_free) = { 0 };

	ft_text_mask(&masked, text, len, FT_TEXT_BYTES);
	sqlite3_result_text(
	    context, ft_str_text(&masked), (int)masked.len, SQLITE_TRANSIENT);
	return false;
}

static bool
text_result(
    sqlite3_context *context, const struct ft_column *column, const char *text)
{
	size_t len = text ? strlen(text) : 0;

	if (len && ft_text_unsafe(text, len, FT_TEXT_BYTES))
		return mask_result(context, text, len);
	text = len ? text : "";
	sqlite3_result_text(context, text, (int)len, SQLITE_STATIC);
	return ft_column_allows_text(column, text, len);
}

bool
ft_record_result(sqlite3_context *context, const struct ft_column *column,
    const void *record)
{
	const void *at = (const char *)record + column->offset;
	int64_t number;

	assert(!ft_codecs[column->kind].add);
	if (column->member == FT_MEMBER_TEXT)
		return text_result(context, column, *(const char *const *)at);
	if (column->member == FT_MEMBER_REAL) {
		sqlite3_result_double(context, *(const double *)at);
		return ft_column_allows_real(column, *(const double *)at);
	}
	number = number_of(column, at);
	if (column->nullable && column->member != FT_MEMBER_BOOL &&
	    number == column->null)
		return true;
	sqlite3_result_int64(context, number);
	return ft_column_allows_number(column, number);
}

/* Whether ARG may be written to COLUMN. */
static bool
allows_arg(const struct ft_column *column, const struct ft_arg *arg)
{
	switch (arg->is) {
	case FT_ARG_NUMBER:
		return ft_column_allows_number(column, arg->number);
	case FT_ARG_NULL:
		return column->nullable;
	case FT_ARG_REAL:
	case FT_ARG_TEXT:
	case FT_ARG_BLOB:
		break;
	}
	return false;
}

static void
learn_params(struct ft_stmt_info *info, const struct ft_shape *shape)
{
	int n = sqlite3_bind_parameter_count(info->stmt);
	size_t hint = 0;

	ft_free(info->param);
	info->written = shape;
	info->param = ft_calloc((size_t)n + 1, sizeof *info->param);
	for (int i = 1; i <= n; i++) {
		struct ft_column *column = &info->param[i];

		/* any other is :now, which columns of kind TIME get */
		column->kind = FT_COLUMN_TIME;
		if (!ft_shape_find(shape,
			sqlite3_bind_parameter_name(info->stmt, i) + 1, &hint,
			column))
			column->member = FT_MEMBER_NONE;
	}
}

sqlite3_stmt *
ft_record_query(struct ft_store *store, enum ft_stmt id,
    const struct ft_source *source, const struct ft_arg *args,
    struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(store, id, NULL, err);
	struct ft_stmt_info *info;
	int code = 0, n;

	if (!stmt)
		return NULL;
	n = sqlite3_bind_parameter_count(stmt);
	info = ft_stmt_info_of(store, stmt);
	if (info->written != source->shape)
		learn_params(info, source->shape);
	info->allowed = true;
	for (int i = 1; i <= n; i++)
		if (info->param[i].member != FT_MEMBER_NONE)
			code |= bind_cell(
			    stmt, i, &info->param[i], source, &info->allowed);
	for (int i = 0; args && args[i].name; i++)
		info->allowed &= allows_arg(
		    &info->param[ft_param_place(stmt, i, args[i].name)],
		    &args[i]);
	if (code)
		(void)ft_store_fail(store, err);
	return code || ft_store_bind(store, stmt, args, err) ? NULL : stmt;
}

enum ft_status
ft_record_write(struct ft_store *store, enum ft_stmt id,
    const struct ft_source *source, const struct ft_arg *args,
    struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_record_query(store, id, source, args, err);
	int step;

	if (!stmt)
		return err ? err->status : FT_EIO;
	if (ft_stmt_info_of(store, stmt)->allowed)
		store->suspect = 0;
	step = ft_store_step(store, stmt, err);
	store->suspect = FT_SUSPECT_ALL;
	return (enum ft_status)step;
}
