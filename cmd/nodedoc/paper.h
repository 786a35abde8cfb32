/*
 * paper.h - rows for the members of objects in Slurm's own documents, as
 * scontrol and sinfo write them.
 *
 * A table of struct ft_column: FT_MEMBER or .get or .write follows the key.
 * What getters and writers are given begins with a pointer to the record that
 * the row shows.
 * WORD: a text; COUNT: a plain number; NUMBER: {set, infinite, number}; LIST: a
 * comma list.
 */
#ifndef FT_CMD_NODEDOC_PAPER_H
#define FT_CMD_NODEDOC_PAPER_H

#include "report/format/doc.h"

#define PAPER_WORD(way, ...)                                                   \
	{                                                                      \
		.key = (way), .flags = FT_COLUMN_BLANK, .none = "",            \
		__VA_ARGS__                                                    \
	}
#define PAPER_COUNT(way, ...)                                                  \
	{                                                                      \
		.key = (way), .type = FT_COLUMN_UINT, __VA_ARGS__              \
	}
#define PAPER_NUMBER(way, ...)                                                 \
	{                                                                      \
		.key = (way), .type = FT_COLUMN_UINT,                          \
		.flags = FT_COLUMN_UNION, __VA_ARGS__                          \
	}
#define PAPER_LIST(way, ...)                                                   \
	{                                                                      \
		.key = (way), .type = FT_COLUMN_LIST, __VA_ARGS__              \
	}
#define PAPER_ZERO       .get = ft_column_get_zero
#define PAPER_SAYS(text) .get = ft_column_get_arg, .arg = (text)
#define PAPER_EMPTY      PAPER_SAYS("")
/* A limit that may be FT_UNLIMITED; minutes that may be FT_TIME_UNLIMITED, and
 * are not set if FT_TIME_NONE. */
#define PAPER_LIMIT(type, member)                                              \
	FT_MEMBER(type, member), .get = ft_paper_get_limit
#define PAPER_MINUTES(type, member)                                            \
	FT_MEMBER(type, member), .get = ft_paper_get_minutes
ft_column_fn ft_paper_get_limit, ft_paper_get_minutes;
/* Write an object without members. */
ft_column_write_fn ft_paper_write_empty;

#endif
