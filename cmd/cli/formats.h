/*
 * formats.h - the options that choose an output format: --json, --yaml, --csv,
 * --parsable, --parsable2.
 */
#ifndef FT_CMD_CLI_FORMATS_H
#define FT_CMD_CLI_FORMATS_H

#include "cli/opt.h"
#include "report/format/format.h"

/* For commands that mirror none of Slurm's.  WHAT: "the summary"; format: the
 * member of the command's settings. */
#define FT_FORMATS_OPTIONS(what, format)                                       \
	{ 'p', "parsable", NULL,                                               \
		"print " what                                                  \
		" as columns separated by |, including a trailing one",        \
		FT_OPT_OURS, FT_INTO_VALUE(format, FT_FORMAT_PARSABLE) },      \
	    { 'P', "parsable2", NULL,                                          \
		    "print " what                                              \
		    " as columns separated by |, without a trailing one",      \
		    FT_OPT_OURS, FT_INTO_VALUE(format, FT_FORMAT_PARSABLE2) }, \
	    { 0, "csv", NULL, "print " what " as comma-separated values",      \
		    FT_OPT_OURS, FT_INTO_VALUE(format, FT_FORMAT_CSV) },       \
	    { 0, "json", NULL, "print " what " as JSON", FT_OPT_OURS,          \
		    FT_INTO_VALUE(format, FT_FORMAT_JSON) },                   \
	{                                                                      \
		0, "yaml", NULL, "print " what " as YAML", FT_OPT_OURS,        \
		    FT_INTO_VALUE(format, FT_FORMAT_YAML)                      \
	}

/* For commands that mirror one: the columns of its table, for programs. */
#define FT_ROWS_OPTIONS(format)                                                \
	{ 0, "csv", NULL, "print the columns as comma-separated values",       \
		FT_OPT_OURS, FT_INTO_VALUE(format, FT_FORMAT_CSV) },           \
	    { 0, "parsable", NULL,                                             \
		    "separate columns with |, including a trailing one",       \
		    FT_OPT_OURS, FT_INTO_VALUE(format, FT_FORMAT_PARSABLE) },  \
	{                                                                      \
		0, "parsable2", NULL,                                          \
		    "separate columns with |, without a trailing one",         \
		    FT_OPT_OURS, FT_INTO_VALUE(format, FT_FORMAT_PARSABLE2)    \
	}

/* Returns whether FORMAT has a line for each row: CSV, parsable. */
static inline bool
ft_formats_has_rows(enum ft_format_kind format)
{
	return format == FT_FORMAT_CSV || format == FT_FORMAT_PARSABLE ||
	       format == FT_FORMAT_PARSABLE2;
}

#endif
