/*
 * formats.h - the options by which commands of our own choose how they print:
 * --json, --yaml, --csv, -p, -P.
 */
#ifndef FT_CMD_FORMATS_H
#define FT_CMD_FORMATS_H

#include "common/opt.h"
#include "report/format.h"

/* Keys of these options. */
enum ft_formats_key {
	FT_FORMATS_JSON = 1300,
	FT_FORMATS_YAML,
	FT_FORMATS_CSV,
	FT_FORMATS_PARSABLE,
	FT_FORMATS_PARSABLE2
};

/* WHAT: "the summary". */
#define FT_FORMATS_OPTIONS(what)                                               \
	{ 'p', "parsable", NULL, FT_FORMATS_PARSABLE, FT_OPT_OURS,             \
		FT_COMPLETE_NONE,                                              \
		"print " what                                                  \
		" as rows parted by |, with one at the end of the "            \
		"line" },                                                      \
	    { 'P', "parsable2", NULL, FT_FORMATS_PARSABLE2, FT_OPT_OURS,       \
		    FT_COMPLETE_NONE,                                          \
		    "print " what                                              \
		    " as rows parted by |, without one at the end "            \
		    "of the line" },                                           \
	    { 0, "csv", NULL, FT_FORMATS_CSV, FT_OPT_OURS, FT_COMPLETE_NONE,   \
		    "print " what " as comma-separated values" },              \
	    { 0, "json", NULL, FT_FORMATS_JSON, FT_OPT_OURS, FT_COMPLETE_NONE, \
		    "print " what " as JSON" },                                \
	{                                                                      \
		0, "yaml", NULL, FT_FORMATS_YAML, FT_OPT_OURS,                 \
		    FT_COMPLETE_NONE, "print " what " as YAML"                 \
	}

/* Returns whether KEY is one of them; sets *format then. */
static inline bool
ft_formats_option(int key, enum ft_format_kind *format)
{
	static const enum ft_format_kind kinds[] = { FT_FORMAT_JSON,
		FT_FORMAT_YAML, FT_FORMAT_CSV, FT_FORMAT_PARSABLE,
		FT_FORMAT_PARSABLE2 };

	if (key < FT_FORMATS_JSON || key > FT_FORMATS_PARSABLE2)
		return false;
	*format = kinds[key - FT_FORMATS_JSON];
	return true;
}

/* Returns whether FORMAT is a row for each thing: CSV, parsable. */
static inline bool
ft_formats_has_rows(enum ft_format_kind format)
{
	return format == FT_FORMAT_CSV || format == FT_FORMAT_PARSABLE ||
	       format == FT_FORMAT_PARSABLE2;
}

#endif
