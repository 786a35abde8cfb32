/*
 * value.h - one typed value of a row, before any format writes it.
 *
 * The getter of a column (column.h) fills it; tables, CSV, JSON, YAML,
 * Prometheus and sorting all read the same value.
 */
#ifndef FT_REPORT_FORMAT_VALUE_H
#define FT_REPORT_FORMAT_VALUE_H

#include "base/text/real.h"

enum ft_value_kind {
	FT_VALUE_UNSET,
	FT_VALUE_TEXT,
	FT_VALUE_U64,
	FT_VALUE_I64,
	FT_VALUE_REAL,
	FT_VALUE_BOOL,
	FT_VALUE_INFINITE /* an unlimited number or duration */
};

/* Styles of a cell, used only with options.paint. */
enum ft_style {
	FT_STYLE_PLAIN,
	FT_STYLE_HEAD, /* bold */
	FT_STYLE_DIM,
	FT_STYLE_GOOD, /* the colour of the under-served */
	FT_STYLE_BAD   /* that of the over-served */
};

/* Seconds, shown as D-HH:MM:SS. */
#define FT_DECIMALS_DURATION 255

struct ft_column;

struct ft_value {
	const struct ft_column *column; /* the column it belongs to */
	enum ft_value_kind kind;
	enum ft_style style;
	const char *text; /* TEXT; NULL: the text is in room */
	size_t len;
	bool empty;      /* TEXT: set, although it is empty */
	uint64_t number; /* U64; BOOL: 0 or 1 */
	int64_t whole;   /* I64; beside a text: seconds of a duration, INT64_MAX
	                    without end, INT64_MIN not known */
	ft_real real;    /* REAL */
	unsigned char decimals; /* REAL: those of the column */
	bool ordered;           /* sort rows by order, not by the value */
	ft_real order;
	struct ft_str *room; /* a buffer of the caller's for texts that
			        getters build */
};

/* text: borrowed until the value is written; NULL: unset. */
static inline void
ft_value_text(struct ft_value *value, const char *text)
{
	value->kind = text ? FT_VALUE_TEXT : FT_VALUE_UNSET;
	value->text = text;
	value->len = text ? strlen(text) : 0;
}

/* Make it a text; returns where to append it. */
static inline struct ft_str *
ft_value_build(struct ft_value *value)
{
	value->kind = FT_VALUE_TEXT;
	value->text = NULL;
	ft_str_clear(value->room);
	return value->room;
}

static inline void
ft_value_u64(struct ft_value *value, uint64_t number)
{
	value->kind = FT_VALUE_U64;
	value->number = number;
}

static inline void
ft_value_i64(struct ft_value *value, int64_t number)
{
	value->kind = FT_VALUE_I64;
	value->whole = number;
}

static inline void
ft_value_real(struct ft_value *value, ft_real number)
{
	value->kind = FT_VALUE_REAL;
	value->real = number;
}

static inline void
ft_value_bool(struct ft_value *value, bool is)
{
	value->kind = FT_VALUE_BOOL;
	value->number = is;
}

/* Sort by ORDER. */
static inline void
ft_value_order(struct ft_value *value, ft_real order)
{
	value->ordered = true;
	value->order = order;
}

/*
 * Returns < 0, 0, > 0 if A is less than, equal to, greater than B: texts
 * bytewise, numbers that differ by less than NEAR are equal. Both are set.
 */
int ft_value_compare(
    const struct ft_value *a, const struct ft_value *b, double near);
/* Append it for programs: "" if unset, 1 or 0 for a BOOL. */
void ft_value_add(struct ft_str *str, const struct ft_value *value);

#endif
